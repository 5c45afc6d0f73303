from __future__ import annotations

import pytest

from strandline.bench.baseline import Bm25
from strandline.bench.data import load

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
    bm25 = index(turns)
    assert bm25.context("cello", 1000) == "- **[2023-05-21]** user: My sister plays the cello in an orchestra."
    assert bm25.context("cello", 10) == ""
