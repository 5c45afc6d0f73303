from __future__ import annotations

import numpy as np
import pytest

from strandline.bench.baseline import Bm25, Chance, Dense, Fused, context
from strandline.bench.data import load
from strandline.types import EmbedderIdentity

from .packs import GARDEN, write


@pytest.fixture
def turns(tmp_path):
    [read] = load(write(tmp_path / "p.jsonl.xz", GARDEN))
    return read.turns


def index(turns):
    bm25 = Bm25()
    bm25.add(turns)
    bm25.build()
    return bm25


def places(bm25, text, k=10):
    return [place for place, _ in bm25.search(text, k)]


def test_words_are_matched_by_their_stems(turns):
    assert places(index(turns), "playing cellos") == [4]


def test_of_equal_scores_the_earlier_turn_comes_first(turns):
    assert places(index(turns), "flowerpot") == [0, 3]


def test_turns_without_a_shared_word_are_not_returned(turns):
    assert places(index(turns), "the submarine") == []


def test_turns_added_later_are_found_after_building(turns):
    bm25 = index(turns[:3])
    assert places(bm25, "cello") == []
    bm25.add(turns[3:])
    bm25.build()
    assert places(bm25, "cello") == [4]


def test_an_empty_index_finds_nothing():
    assert places(index([]), "cello") == []


def test_a_question_without_a_word_that_the_baseline_knows_finds_nothing(turns):
    """It has no words of one character, so none in many a question of another script."""
    assert places(index(turns), "是?") == []


def test_a_context_holds_whole_dated_lines_within_the_budget(turns):
    found = index(turns).search("cello", 10)
    assert context(found, turns, 1000) == "- **[2023-05-21]** user: My sister plays the cello in an orchestra."
    assert context(found, turns, 10) == ""


class Signs:
    """Vectors by hand: the first letter of a text decides."""

    identity = EmbedderIdentity(name="signs", version="1", dimensions=2)

    def embed(self, texts, *, kind="document"):
        rows = {"u": [1.0, 0.0], "a": [0.0, 1.0], "n": [0.6, 0.8]}
        return np.array([rows[text[0]] for text in texts], np.float32)


def test_dense_ranks_by_cosine_with_the_speaker_before_the_text(turns):
    """Turn 1 is the assistant's."""
    dense = Dense(Signs())
    dense.add(turns[:2])
    dense.add(turns[2:3])
    dense.build()
    assert dense.search("near both", 2) == [(1, pytest.approx(0.8)), (0, pytest.approx(0.6))]


class Fixed:
    """A baseline with a list given to it."""

    def __init__(self, *places):
        self.places = places

    def search(self, text, k):
        return [(place, 1.0) for place in self.places[:k]]


def test_fusing_adds_reciprocal_ranks(turns):
    """Second and first: 1/62 + 1/61; a turn that is in one list only is behind; one in none is not there."""
    fused = Fused(Fixed(0, 1), Fixed(1, 2))
    fused.add(turns)
    assert fused.search("x", 10) == [
        (1, pytest.approx(1 / 62 + 1 / 61)),
        (0, pytest.approx(1 / 61)),
        (2, pytest.approx(1 / 62)),
    ]


def test_chance_is_the_same_for_the_same_words_and_seed(turns):
    def drawn(seed, text):
        chance = Chance(seed)
        chance.add(turns * 20)
        return [place for place, _ in chance.search(text, 100)]

    assert drawn(7, "a") == drawn(7, "a")
    assert drawn(7, "a") != drawn(7, "b")
    assert drawn(7, "a") != drawn(8, "a")
    assert sorted(drawn(7, "a")) == list(range(100))
