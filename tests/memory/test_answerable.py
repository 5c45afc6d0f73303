"""A search without ``min_score`` returns nothing where nothing that is stored has to do with the question."""

from __future__ import annotations

import pytest

from strandline.recall import DEFAULT_MIN_SCORE, Ranking
from strandline.recall.model import Profile, least_answerable

SAID = (
    "We deploy the API with Docker on port 8090",
    "The build server runs Ubuntu 22.04 and Jenkins",
    "I prefer dark mode in the editor",
    "My sister plays the cello in an orchestra",
    "The bug in the parser was fixed by Dmitri",
)
UNRELATED = ("flurbigon snazzle wocketeer", "", "?!", "NOT AND OR")
"""Questions for which no ranking could find anything."""
STRICT = Ranking(
    profiles={
        "words": Profile(
            weights={"coverage": 8.0},
            calibration={"evidence": 1.0, "bias": -5.0},
            answers={"coverage": 8.0, "bias": -5.0},
        )
    }
)
"""A question of which a fifth is known is answered with a chance of about 0.03, one that is known wholly of 0.95."""
A_FIFTH, ALL = "parser kettle orchid anchor saddle", "the bug in the parser"


def remember(memory):
    memory.add([{"role": "user", "content": text} for text in SAID], user_id="ana")
    return memory


@pytest.fixture
def memory(open_memory):
    return remember(open_memory())


@pytest.fixture
def strict(open_memory):
    return remember(open_memory("strict.db", ranking=STRICT))


def texts(hits):
    return [hit.text for hit in hits if hit.kind == "message"]


@pytest.mark.parametrize("question", UNRELATED)
def test_a_question_about_nothing_that_is_stored_finds_nothing(memory, question):
    assert memory.search(question, user_id="ana") == []
    assert memory.context(question, user_id="ana").text == ""


@pytest.mark.parametrize("question", [*UNRELATED, "who fixed the parser", "how to bake sourdough bread"])
def test_a_least_score_of_zero_returns_all(memory, question):
    hits = memory.search(question, user_id="ana", min_score=0.0, kinds="message")
    assert sorted(texts(hits)) == sorted(SAID)


def test_a_question_that_is_answered_has_its_answer_first(memory):
    hits = memory.search("who fixed the parser bug", user_id="ana", kinds="message")
    assert hits[0].text == SAID[4]
    assert hits[0].why["answerable"] >= least_answerable(len(SAID))


def test_where_it_is_unlikely_that_anything_answers_nothing_is_returned(strict):
    every = strict.search(A_FIFTH, user_id="ana", min_score=0.0)
    assert every[0].score > DEFAULT_MIN_SCORE
    assert every[0].why["answerable"] < least_answerable(len(SAID))
    assert strict.search(A_FIFTH, user_id="ana") == []
    assert strict.context(A_FIFTH, user_id="ana").text == ""


def test_a_least_score_that_is_given_is_the_only_one(strict):
    every = strict.search(A_FIFTH, user_id="ana", min_score=0.0)
    given = strict.search(A_FIFTH, user_id="ana", min_score=DEFAULT_MIN_SCORE)
    assert given == [hit for hit in every if hit.score >= DEFAULT_MIN_SCORE] != []
    assert SAID[4] in strict.context(A_FIFTH, user_id="ana", min_score=DEFAULT_MIN_SCORE).text


def test_where_something_answers_hits_need_only_the_least_score(strict):
    found = strict.search(ALL, user_id="ana")
    assert found[0].why["answerable"] >= least_answerable(len(SAID))
    assert found == strict.search(ALL, user_id="ana", min_score=DEFAULT_MIN_SCORE)


def test_nobody_asked_of_an_empty_store_is_answered(open_memory):
    assert open_memory().search("who fixed the parser", user_id="ana") == []
