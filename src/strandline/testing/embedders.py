"""What every embedder must do. Inherit a class, give the fixture ``embedder``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from strandline.embedders.base import Embedder, PieceEmbedder, TokenEmbedder, checked, checked_with_tokens
from strandline.errors import StrandlineError
from strandline.types import TOKEN_LEVELS, EmbedderIdentity, PieceTable, Vectors

TEXTS = (
    "I moved to Oslo last month and I like the harbour.",
    "The spare key is under the third flowerpot.",
    "Our dog Biscuit is afraid of thunder.",
    "The meeting about the budget is on Thursday at ten.",
)
"""English sentences that share few words; a multilingual or domain embedder may override ``texts`` with its own."""

ODD_TEXTS = (
    "",
    " \t\n ",
    "😀🎉",
    "nul \x00 inside",
    "私は東京に住む",
    "مرحبا",
    "é" * 300,
    "x" * 5000,
    "?!…",
    "a\u0300",
)


class EmbedderContract:
    """Tests of the Protocol `strandline.embedders.Embedder`."""

    texts: tuple[str, ...] = TEXTS
    """Four texts the embedder understands, about four things."""

    related: tuple[str, str, str] = (
        "The spare key is under the flowerpot.",
        "Where is the spare key, under which flowerpot?",
        "Thursday we talk about money.",
    )
    """Two texts that share words, and one that shares none with them."""

    tolerance: float = 1e-5
    """How far the numbers of a row may differ between batches: 0 for an embedder that is exact."""

    many: int = 70
    """More texts than an embedder gives its model at once."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        """The embedder under test: override it."""
        raise NotImplementedError("give the fixture `embedder`")

    def test_identity_is_stable_and_says_the_width(self, embedder: Embedder) -> None:
        """Two reads of the identity are equal, before and after the first text."""
        before = embedder.identity
        vectors = embedder.embed([self.texts[0]])
        assert isinstance(before, EmbedderIdentity)
        assert before == embedder.identity
        assert before.name and before.version
        assert vectors.shape == (1, before.dimensions)

    def test_one_finite_float32_row_a_text(self, embedder: Embedder) -> None:
        """n texts give (n, dimensions) float32."""
        vectors = embedder.embed(self.texts)
        assert vectors.shape == (len(self.texts), embedder.identity.dimensions)
        assert vectors.dtype == np.float32
        assert np.isfinite(vectors).all()

    def test_rows_have_unit_length_where_the_identity_says_so(self, embedder: Embedder) -> None:
        """``normalized`` promises that a dot product is a cosine."""
        norms = np.linalg.norm(embedder.embed(self.texts), axis=1)
        assert (norms > 0).all()
        assert not embedder.identity.normalized or np.allclose(norms, 1.0, atol=1e-3)

    def test_no_texts_give_no_rows_of_the_right_width(self, embedder: Embedder) -> None:
        """An empty list is not an error."""
        assert embedder.embed([]).shape == (0, embedder.identity.dimensions)

    def test_a_tuple_is_as_good_as_a_list(self, embedder: Embedder) -> None:
        """Any sequence of texts is taken."""
        self._assert_equal(embedder.embed(self.texts), embedder.embed(list(self.texts)))

    def test_rows_come_in_the_order_of_the_texts(self, embedder: Embedder) -> None:
        """Turning the list around turns the rows around."""
        self._assert_equal(embedder.embed(self.texts)[::-1], embedder.embed(self.texts[::-1]))

    def test_a_row_does_not_depend_on_the_batch(self, embedder: Embedder) -> None:
        """A text has the same vector alone and among others, short and long."""
        together = embedder.embed([*self.texts, "", self.texts[0] * 40])
        for row, text in zip(together, self.texts, strict=False):
            self._assert_equal(row, embedder.embed([text])[0])

    def test_equal_calls_give_equal_bytes(self, embedder: Embedder) -> None:
        """The same list twice is the same array, bit for bit."""
        assert embedder.embed(self.texts).tobytes() == embedder.embed(self.texts).tobytes()

    def test_many_texts_come_in_their_order(self, embedder: Embedder) -> None:
        """More texts than one batch holds, short and long in turn: each row is that of its text."""
        texts = [f"{text} " * (1 + n % 3) for n, text in enumerate(self.texts)]
        alone = np.concatenate([embedder.embed([text]) for text in texts])
        found = embedder.embed([texts[n % len(texts)] for n in range(self.many)])
        self._assert_equal(found, alone[np.arange(self.many) % len(texts)])

    def test_the_vectors_belong_to_the_caller(self, embedder: Embedder) -> None:
        """Whoever writes into them changes no later result, and no text of the list that was given."""
        given = list(self.texts)
        found = embedder.embed(given)
        before = found.copy()
        found[:] = 0
        assert given == list(self.texts)
        assert embedder.embed(given).tobytes() == before.tobytes()

    def test_a_text_without_anything_is_a_row_of_zeros(self, embedder: Embedder) -> None:
        """The embedder knows nothing in it, of either kind, whatever stands around it."""
        for kind in ("document", "query"):
            rows = embedder.embed(["", self.texts[0]], kind=kind)
            assert not rows[0].any()
            assert rows[1].any()

    def test_threads_do_not_disturb_each_other(self, embedder: Embedder) -> None:
        """Many callers at once each get what one caller alone gets."""
        with ThreadPoolExecutor(max_workers=4) as pool:
            found = list(pool.map(lambda _: embedder.embed(self.texts), range(8)))
        for vectors in found:
            self._assert_equal(vectors, embedder.embed(self.texts))

    def test_a_query_has_the_shape_of_a_document(self, embedder: Embedder) -> None:
        """``kind="query"`` gives rows that can be compared with documents, and each finds its own text first."""
        queries = embedder.embed(self.texts, kind="query")
        documents = embedder.embed(self.texts, kind="document")
        assert queries.shape == documents.shape
        assert (queries @ documents.T).argmax(axis=1).tolist() == list(range(len(self.texts)))

    @pytest.mark.parametrize("text", ODD_TEXTS, ids=ascii)
    def test_any_text_gives_a_finite_row(self, embedder: Embedder, text: str) -> None:
        """Blank text, emoji, NUL, other scripts and very long words are embedded, if need be as zeros."""
        assert checked(embedder, [text]).shape == (1, embedder.identity.dimensions)

    def test_a_lone_surrogate_is_embedded_or_refused_by_name(self, embedder: Embedder) -> None:
        """Text that is not valid Unicode never ends in a bare UnicodeEncodeError."""
        outcome: object
        try:
            outcome = embedder.embed(["bad \ud800 text"]).shape
        except StrandlineError as error:
            outcome = error
        assert isinstance(outcome, StrandlineError) or outcome == (1, embedder.identity.dimensions)

    def test_a_very_long_text_is_read_to_its_end(self, embedder: Embedder) -> None:
        """What stands at the end of a long text changes its vector: nothing is cut off."""
        long = " ".join(self.texts[:2]) + " "
        without, with_end = embedder.embed([long * 60, long * 60 + self.texts[2] * 60])
        assert not np.allclose(without, with_end, atol=1e-4)

    def test_texts_that_share_words_are_nearer_than_others(self, embedder: Embedder) -> None:
        """The least an embedder has to know."""
        one, other, stranger = embedder.embed(self.related)
        assert float(one @ other) > float(one @ stranger) + 0.05
        assert float(other @ one) > float(other @ stranger) + 0.05

    def _assert_equal(self, got: Vectors, want: Vectors) -> None:
        np.testing.assert_allclose(got, want, rtol=0, atol=self.tolerance)


class PieceEmbedderContract:
    """Tests of the power `strandline.embedders.PieceEmbedder`, beside those of `EmbedderContract`."""

    texts: tuple[str, ...] = TEXTS

    def test_embed_with_pieces_is_embed_and_pieces(self, embedder: PieceEmbedder) -> None:
        """One reading gives what two would."""
        texts = [*self.texts, *ODD_TEXTS]
        vectors, pieces = embedder.embed_with_pieces(texts)
        assert vectors.tobytes() == embedder.embed(texts).tobytes()
        assert [found.tolist() for found in pieces] == [embedder.pieces(text).tolist() for text in texts]

    def test_pieces_are_rows_of_the_table(self, embedder: PieceEmbedder) -> None:
        """Every piece of a text has a vector of length 1 in the table."""
        table = embedder.piece_table
        assert isinstance(table, PieceTable)
        assert table.vectors.dtype == np.int8
        assert table.vectors.shape == (len(table.scale), embedder.identity.dimensions)
        ids = np.concatenate([embedder.pieces(text) for text in self.texts])
        assert ids.dtype == np.uint16
        rows = table.vectors[ids] * table.scale[ids, None]
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-3)

    def test_pieces_come_in_text_order(self, embedder: PieceEmbedder) -> None:
        """The pieces of two texts end to end are those of the first, then those of the second."""
        first, second = self.texts[:2]
        joined = embedder.pieces(f"{first} {second}").tolist()
        assert joined == embedder.pieces(first).tolist() + embedder.pieces(second).tolist()

    def test_blank_text_has_no_pieces(self, embedder: PieceEmbedder) -> None:
        """No special marks are among the pieces."""
        assert embedder.pieces(" \n ").size == 0


class TokenEmbedderContract:
    """Tests of the power `strandline.embedders.TokenEmbedder`, beside those of `EmbedderContract`."""

    texts: tuple[str, ...] = TEXTS

    def test_embed_with_tokens_is_embed(self, embedder: TokenEmbedder) -> None:
        """One reading gives the vectors that `embed` gives, of documents and of questions."""
        texts = [*self.texts, *ODD_TEXTS]
        for kind in ("document", "query"):
            vectors, tokens = embedder.embed_with_tokens(texts, kind=kind)
            assert vectors.tobytes() == embedder.embed(texts, kind=kind).tobytes()
            assert len(tokens) == len(texts)

    def test_tokens_are_unit_rows_of_the_width_that_the_identity_says(self, embedder: TokenEmbedder) -> None:
        """int8, of length 1 up to rounding, each with its word piece; for any text."""
        assert embedder.identity.token_dimensions > 0
        for one in checked_with_tokens(embedder, self.texts)[1]:
            assert len(one.vectors) > 0
            assert one.pieces.dtype == np.uint16
            norms = np.linalg.norm(one.vectors / TOKEN_LEVELS, axis=1)
            np.testing.assert_allclose(norms, 1.0, atol=0.03)
        checked_with_tokens(embedder, ODD_TEXTS)
        checked_with_tokens(embedder, ODD_TEXTS, "query")

    def test_equal_calls_give_equal_tokens(self, embedder: TokenEmbedder) -> None:
        """The same list twice gives the same bytes."""
        one, other = (embedder.embed_with_tokens(self.texts)[1] for _ in range(2))
        assert [t.vectors.tobytes() for t in one] == [t.vectors.tobytes() for t in other]
        assert [t.pieces.tobytes() for t in one] == [t.pieces.tobytes() for t in other]

    def test_tokens_do_not_depend_on_the_batch(self, embedder: TokenEmbedder) -> None:
        """A text alone and among others has the same tokens, but for one step of rounding."""
        together = embedder.embed_with_tokens([*self.texts, "", self.texts[0] * 40])[1]
        for text, one in zip(self.texts, together, strict=False):
            (alone,) = embedder.embed_with_tokens([text])[1]
            assert alone.pieces.tolist() == one.pieces.tolist()
            assert np.abs(alone.vectors.astype(int) - one.vectors.astype(int)).max() <= 1

    def test_a_text_that_is_its_own_question_matches_itself_best(self, embedder: TokenEmbedder) -> None:
        """For every token of a question the nearest one among all texts' is in the text that is the same."""
        documents = embedder.embed_with_tokens(self.texts)[1]
        for place, question in enumerate(embedder.embed_with_tokens(self.texts, kind="query")[1]):
            best = [(question.vectors.astype(int) @ one.vectors.astype(int).T).max(axis=1) for one in documents]
            assert (np.argmax(best, axis=0) == place).all()

    def test_blank_text_has_no_tokens(self, embedder: TokenEmbedder) -> None:
        """No special marks are among them."""
        assert [len(one.pieces) for one in embedder.embed_with_tokens(["", " \n "])[1]] == [0, 0]

    def test_a_long_document_has_no_more_tokens_than_its_question(self, embedder: TokenEmbedder) -> None:
        """An embedder may keep only some of a document's; of a question it gives all."""
        long = " ".join(self.texts) * 20
        (some,), (every,) = (embedder.embed_with_tokens([long], kind=kind)[1] for kind in ("document", "query"))
        assert 0 < len(some.pieces) <= len(every.pieces)
        assert set(some.pieces.tolist()) <= set(every.pieces.tolist())
