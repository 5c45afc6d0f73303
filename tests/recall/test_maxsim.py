"""Late interaction: the nearest word of each row, exactly, for static pieces and for tokens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from strandline.recall import Ranking, UserIndex, View, rank
from strandline.recall import maxsim as module
from strandline.recall.maxsim import (
    MAX_PIECES,
    UNRELATED,
    UNRELATED_TOKENS,
    piece_matches,
    token_matches,
)
from strandline.types import TOKEN_LEVELS, Tokens

from .rows import EMBEDDER, TABLE, ask, rows, view

WIDTH = 8
TEXTS = ["the lamp is lit", "boats leave the harbour at nine", "the lamp of the boat"]


def tokens(count: int, seed: int) -> Tokens:
    drawn = np.random.default_rng(seed).normal(size=(count, WIDTH))
    unit = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return Tokens(vectors=np.rint(unit * TOKEN_LEVELS).astype(np.int8), pieces=np.arange(count, dtype=np.uint16))


def with_tokens(*counts: int) -> View:
    """Rows with so many tokens each."""
    batch = rows([f"row {n}" for n in range(len(counts))])
    held = tokens(sum(counts), 1).vectors
    index = UserIndex(EMBEDDER.identity.dimensions, WIDTH)
    index.append(replace(batch, tokens=held, token_ends=np.cumsum(counts)))
    return index.view()


def expected(of: View, row: int, asked: Tokens) -> list[float]:
    """The best match of each token, word by word."""
    start = int(of.token_ends[row - 1]) if row else 0
    held = of.tokens[start : of.token_ends[row]].astype(int)
    best = [max((int(q @ h) for h in held), default=0) / TOKEN_LEVELS**2 for q in asked.vectors.astype(int)]
    return [min(1.0, max(0.0, (b - UNRELATED_TOKENS) / (1 - UNRELATED_TOKENS))) for b in best]


def test_each_token_of_the_question_finds_the_nearest_one_of_each_row() -> None:
    of, asked = with_tokens(3, 0, 5, 1, 0, 2), tokens(4, 2)
    chosen = np.array([5, 0, 1, 2, 4])
    found = token_matches(of, chosen, asked)
    assert found.shape == (5, 4)
    np.testing.assert_allclose(found, [expected(of, row, asked) for row in chosen], rtol=0, atol=1e-12)
    assert found.max() > 0


def test_a_row_with_the_very_tokens_of_the_question_matches_each_by_about_one_and_one_without_any_by_zero() -> None:
    of = with_tokens(3, 0)
    same = Tokens(vectors=of.tokens[:3], pieces=np.zeros(3, np.uint16))
    one, none = token_matches(of, np.arange(2), same)
    assert one.min() > 0.95 and none.tolist() == [0.0, 0.0, 0.0]


def test_rows_give_the_same_bits_alone_and_in_any_company(monkeypatch: pytest.MonkeyPatch) -> None:
    of, asked = with_tokens(*range(40)), tokens(5, 3)
    together = token_matches(of, np.arange(40), asked)
    alone = np.concatenate([token_matches(of, np.array([row]), asked) for row in range(40)])
    monkeypatch.setattr(module, "_ROWS", 7)
    assert together.tobytes() == alone.tobytes() == token_matches(of, np.arange(40), asked).tobytes()


def test_of_a_long_question_the_first_words_are_looked_at() -> None:
    of, asked = with_tokens(2, 3), tokens(MAX_PIECES + 9, 4)
    first = replace(asked, vectors=asked.vectors[:MAX_PIECES])
    found = token_matches(of, np.arange(2), asked)
    assert found.shape == (2, MAX_PIECES)
    assert found.tolist() == token_matches(of, np.arange(2), first).tolist()


@pytest.mark.parametrize("of", [with_tokens(2, 3), with_tokens(0, 0)], ids=["tokens", "none"])
def test_a_question_without_tokens_and_rows_without_any_match_nothing(of: View) -> None:
    for count in (0, 3):
        found = token_matches(of, np.arange(2), tokens(count, 5))
        assert found.shape == (2, count)
        assert found.any() == (count > 0 and len(of.tokens) > 0)
    assert token_matches(of, np.empty(0, np.int64), tokens(3, 5)).shape == (0, 3)


def test_pieces_match_by_the_vectors_of_the_table() -> None:
    of, asked = view(TEXTS), EMBEDDER.pieces("lamp harbour")
    found = piece_matches(of, np.arange(3), asked, TABLE)
    unit = TABLE.vectors * TABLE.scale[:, None].astype(np.float64)
    for row, text in enumerate(TEXTS):
        near = unit[EMBEDDER.pieces(text)] @ unit[asked].T
        want = np.clip((near.max(axis=0) - UNRELATED) / (1 - UNRELATED), 0, 1)
        np.testing.assert_allclose(found[row], want, atol=1e-6)


def test_a_question_without_pieces_and_rows_without_any_match_nothing() -> None:
    batch = rows(["lamp", "boat"])
    index = UserIndex(EMBEDDER.identity.dimensions)
    index.append(replace(batch, pieces=batch.pieces[:1], piece_ends=np.array([0, 1])))
    lamp = EMBEDDER.pieces("lamp")
    assert piece_matches(index.view(), np.arange(2), lamp, TABLE).round(6).tolist() == [[0.0], [1.0]]
    assert piece_matches(index.view(), np.arange(1), lamp, TABLE).tolist() == [[0.0]]
    assert piece_matches(index.view(), np.arange(2), lamp[:0], TABLE).shape == (2, 0)
    assert piece_matches(index.view(), np.empty(0, np.int64), lamp, TABLE).shape == (0, 1)


def test_an_index_grows_by_tokens_as_it_grows_by_rows() -> None:
    """Ends count on, views taken before keep what they saw, and the bytes are counted."""
    first, second = rows(["one", "two"]), rows(["three"], start=2)
    held = tokens(5, 6).vectors
    index = UserIndex(EMBEDDER.identity.dimensions, WIDTH)
    index.append(replace(first, tokens=held[:3], token_ends=np.array([1, 3])))
    before, size = index.view(), index.nbytes
    index.append(replace(second, tokens=held[3:], token_ends=np.array([2])))
    after = index.view()
    assert (before.token_ends.tolist(), after.token_ends.tolist()) == ([1, 3], [1, 3, 5])
    assert after.tokens.tolist() == held.tolist() and before.tokens.tolist() == held[:3].tolist()
    assert index.nbytes >= size > 0


def test_tokens_are_compared_and_weighed_under_their_own_profile_where_the_index_holds_any() -> None:
    """An index without tokens is asked by pieces, as if the question had none."""
    held = tokens(5, 1).vectors
    index = UserIndex(EMBEDDER.identity.dimensions, WIDTH)
    index.append(replace(rows(["the lamp is lit", "boats leave"]), tokens=held, token_ends=np.array([2, 5])))
    plain = ask("who lit the lamp")
    asked = replace(plain, tokens=Tokens(vectors=held[3:], pieces=plain.pieces.ids[:2]))
    learned = Ranking.default()
    silent = replace(learned.profile("pieces"), weights={})
    ranking = replace(learned, profiles={**learned.profiles, "tokens": silent})
    found = rank(index.view(), asked, table=TABLE, ranking=ranking)
    assert not found.parts.any()
    assert rank(index.view(), asked, table=TABLE).own[found.rows == 1] > 0.9
    without, bare = (rank(view(TEXTS), query, table=TABLE, ranking=ranking) for query in (asked, plain))
    assert without.scores.tolist() == bare.scores.tolist() and bare.parts.any()
