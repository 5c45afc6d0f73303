"""What MiniLM gives of single words: which of them, what of them, and how much of a long text."""

from __future__ import annotations

import numpy as np
import pytest
import strandline_minilm

from strandline.embedders import HashEmbedder, MiniLMEmbedder, StaticEmbedder, TokenEmbedder, checked_with_tokens
from strandline.embedders.bert_tokens import MAX_TOKENS, TOKEN_DIMENSIONS, content_pieces, load_projection
from strandline.embedders.static import load_static_model
from strandline.errors import EmbedderError, ModelFileError
from strandline.testing import TokenEmbedderContract
from strandline.types import TOKEN_LEVELS, EmbedderIdentity, Tokens

VOCABULARY = load_static_model().vocabulary
KEY = "The spare key isn't under the third flowerpot, Ana's said."


@pytest.fixture(params=["numpy", "onnx"])
def minilm(request):
    return MiniLMEmbedder(backend=request.param)


def words(tokens: Tokens) -> list[str]:
    return [VOCABULARY[piece] for piece in tokens.pieces]


def read(minilm: MiniLMEmbedder, text: str, kind: str = "document") -> Tokens:
    return minilm.embed_with_tokens([text], kind=kind)[1][0]


def cosine(one, other) -> float:
    return float(one.astype(int) @ other.astype(int)) / TOKEN_LEVELS**2


def test_words_that_carry_the_subject_have_tokens_and_no_others(minilm):
    assert words(read(minilm, KEY)) == ["spare", "key", "third", "flower", "##pot", "ana", "said"]
    assert words(read(minilm, "How are you? I'm 42, 私は — 😀")) == ["42", "は"]


def test_special_pieces_stop_words_and_punctuation_carry_nothing():
    carried = dict(zip(VOCABULARY, content_pieces(VOCABULARY), strict=True))
    assert not any(carried[piece] for piece in ("[CLS]", "[unused3]", "the", "who", "?", "'", "##s", "s", "…"))
    assert all(carried[piece] for piece in ("oslo", "##pot", "7", "x", "東"))


def test_a_word_is_seen_where_it_stands(minilm):
    """The same word of another sense is less near than the same word of the same sense."""
    river, shore, money = (
        read(minilm, text).vectors[-1]
        for text in ("a river bank", "we sat at the river bank", "my account at the bank")
    )
    assert cosine(river, shore) > cosine(river, money) + 0.1


def test_both_backends_give_the_same_tokens():
    one, other = (read(MiniLMEmbedder(backend=name), KEY) for name in ("numpy", "onnx"))
    assert one.pieces.tolist() == other.pieces.tolist()
    assert np.abs(one.vectors.astype(int) - other.vectors.astype(int)).max() <= 1


def test_of_a_long_document_the_rarest_words_are_kept_in_text_order(minilm):
    text = " ".join(["house water people"] * 20 + ["sonata harpsichord cantata"] + ["money music"] * 20)
    kept = words(read(minilm, text))
    assert len(kept) == MAX_TOKENS
    assert [word for word in kept if word not in ("house", "water", "people", "money", "music")] == [
        *words(read(minilm, "sonata harpsichord cantata"))
    ]
    assert len(read(minilm, text, "query").pieces) > MAX_TOKENS


def test_tokens_of_a_text_of_several_windows_are_those_of_its_windows(minilm):
    """508 words of one piece each are two windows of 254."""
    first, second = "dog " * 253 + "harpsichord ", "budget " * 254
    whole, half = read(minilm, first + second, "query"), read(minilm, first, "query")
    assert whole.pieces.tolist() == [*half.pieces.tolist(), *read(minilm, second, "query").pieces.tolist()]


def test_a_stored_token_is_one_byte_a_number(minilm):
    tokens = read(minilm, KEY)
    assert tokens.vectors.shape == (7, TOKEN_DIMENSIONS)
    assert len(tokens.vectors.tobytes()) == 7 * 64


def test_only_embedders_that_give_tokens_are_token_embedders():
    assert isinstance(MiniLMEmbedder(), TokenEmbedder)
    assert not isinstance(StaticEmbedder(), TokenEmbedder)
    assert not isinstance(HashEmbedder(), TokenEmbedder)


def test_a_projection_that_is_missing_damaged_or_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "projection.npz"
    with pytest.raises(ModelFileError, match="is missing; install strandline-minilm again"):
        load_projection(path)
    path.write_bytes(strandline_minilm.projection_path().read_bytes()[:-1])
    with pytest.raises(ModelFileError, match="is damaged: its sha256 is"):
        load_projection(path)
    np.savez(path, mean=np.zeros(384, np.float16))
    with pytest.raises(ModelFileError, match="cannot be read as a projection of tokens"):
        load_projection(path, sha256=None)
    np.savez(path, mean=np.zeros(384, np.float16), axes=np.zeros((384, 32), np.float16))
    with pytest.raises(ModelFileError, match=r"axes is \(384, 32\), wanted \(384, 64\)"):
        load_projection(path, sha256=None)


def test_the_axes_are_orthonormal():
    projection = load_projection(strandline_minilm.projection_path())
    np.testing.assert_allclose(projection.axes.T @ projection.axes, np.eye(TOKEN_DIMENSIONS), atol=2e-3)


class Faulty(HashEmbedder):
    """Gives a token of ones a word, spoilt by ``spoil``."""

    def __init__(self, spoil=lambda tokens: tokens):
        super().__init__(dimensions=16)
        self.spoil = spoil

    @property
    def identity(self) -> EmbedderIdentity:
        return EmbedderIdentity(name="tokens", version="1", dimensions=16, token_dimensions=4)

    def embed_with_tokens(self, texts, *, kind="document"):
        sizes = [len(text.split()) for text in texts]
        tokens = [Tokens(vectors=np.full((n, 4), 63, np.int8), pieces=np.zeros(n, np.uint16)) for n in sizes]
        return self.embed(texts, kind=kind), self.spoil(tokens)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda tokens: tokens[1:], "the tokens of 1 texts, wanted 2"),
        (lambda tokens: [Tokens(vectors=t.vectors[:, :3], pieces=t.pieces) for t in tokens], r"int8 \(2, 3\)"),
        (lambda tokens: [Tokens(vectors=t.vectors[1:], pieces=t.pieces) for t in tokens], r"wanted int8 \(2, 4\)"),
        (lambda tokens: [Tokens(vectors=t.vectors / 2, pieces=t.pieces) for t in tokens], "float64"),
        (lambda tokens: None, "TypeError"),
        (lambda tokens: [None, None], "AttributeError"),
    ],
    ids=["few texts", "width", "count", "type", "none", "no tokens"],
)
def test_tokens_of_another_shape_are_refused_by_name(spoil, message):
    assert len(checked_with_tokens(Faulty(), ["two words", "a b"])[1]) == 2
    with pytest.raises(EmbedderError, match=message):
        checked_with_tokens(Faulty(spoil), ["two words", "a b"])


def test_the_contract_finds_tokens_that_are_alike_everywhere():
    with pytest.raises(AssertionError):
        TokenEmbedderContract().test_a_text_that_is_its_own_question_matches_itself_best(Faulty())
