"""Facts in search, recall_step and context: what is asked for comes first, and nothing is said twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline import Memory
from strandline.types import Hit

from .asking import EMBEDDER
from .scripted import read

ANA = {"user_id": "ana", "session_id": "s1"}
T = datetime(2026, 2, 1, tzinfo=UTC)
LONG = "We sailed past the old lighthouse on Sunday and the pirates of the story hid their treasure in the caves. " * 8


@pytest.fixture
def leg(open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A memory with the default embedder whose facts are what ``scripted.read`` reads."""
    monkeypatch.setattr("strandline.memory.claims.read", read)
    return open_memory("leg.db", embedder=EMBEDDER)


def say(memory: Memory, *texts: str, day: int = 0, **scope: Any) -> None:
    for number, text in enumerate(texts):
        memory.add(text, at=T + timedelta(days=day, minutes=number), **{**ANA, **scope})


def facts(hits: list[Hit]) -> list[str]:
    return [hit.text for hit in hits if hit.kind == "fact"]


def test_the_current_fact_comes_first_and_the_stale_one_not_at_all(leg: Memory) -> None:
    say(leg, "is lives_in Bergen", "Boats leave for Oslo at nine.", day=0)
    say(leg, "is lives_in Oslo", "I love to live by the water, where do you live?", day=5)
    hits = leg.search("where do I live?", user_id="ana")
    assert hits[0].text == "The user lives in Oslo."
    assert hits[0].why is not None
    assert hits[0].why["found_by"][0] == "asks"
    assert facts(hits) == ["The user lives in Oslo."]


def test_a_question_about_the_past_shows_what_has_ended_first(leg: Memory) -> None:
    say(leg, "is lives_in Bergen", day=0)
    say(leg, "is lives_in Oslo", day=5)
    assert facts(leg.search("where did I live before?", user_id="ana")) == [
        "The user lives in Bergen.",
        "The user lives in Oslo.",
    ]
    assert facts(leg.search("where did I live on 2026-02-03?", user_id="ana"))[0] == "The user lives in Bergen."


def test_as_of_and_known_at_choose_the_facts(leg: Memory) -> None:
    say(leg, "is lives_in Bergen", day=0)
    say(leg, "is lives_in Oslo", day=5)
    assert facts(leg.search("where do I live?", user_id="ana", as_of=T + timedelta(days=2))) == [
        "The user lives in Bergen."
    ]
    (bergen,) = leg.history(leg.facts(user_id="ana", include_ended=True).items[0].id, user_id="ana")[:1]
    before = leg.search("where do I live?", user_id="ana", known_at=bergen.recorded_at, as_of=T + timedelta(days=9))
    assert facts(before) == ["The user lives in Bergen."]
    assert facts(leg.search("where do I live?", user_id="ana", known_at=T - timedelta(days=1))) == []


def test_only_the_subject_asked_about_is_lifted(leg: Memory) -> None:
    say(leg, "is lives_in Oslo", "Marek: is lives_in Brno", "Ines: is lives_in Porto")
    for question, value in (
        ("Where does Marek live?", "Brno"),
        ("Where do I live?", "Oslo"),
        ("wheres ines living now", "Porto"),
    ):
        hits = leg.search(question, user_id="ana")
        lifted = [hit.text for hit in hits if hit.why and "asks" in hit.why]
        assert len(lifted) == 1 and value in lifted[0] and hits[0].text == lifted[0], question
    assert not [hit for hit in leg.search("Where does Bogdan live?", user_id="ana") if hit.why and "asks" in hit.why]


def test_the_user_is_found_by_name_and_shown_by_it(leg: Memory) -> None:
    say(leg, "is name Ana Berg", "is lives_in Oslo")
    assert leg.search("Where does Ana live?", user_id="ana")[0].text == "Ana Berg lives in Oslo."


def test_a_relative_is_found_by_kinship(leg: Memory) -> None:
    say(leg, "is sibling Lena", "Lena: is works_at Initech", "is works_at Globex", "Marek: is works_at Hooli")
    assert leg.search("Where does my sister work?", user_id="ana")[0].text == "Lena works at Initech."


def test_the_roles_of_a_relation_are_told_apart(leg: Memory) -> None:
    say(leg, "Alice: is manager Bob", "Bob: is manager Carla")
    firsts = {question: leg.search(question, user_id="ana")[0].text for question in (
        "Who manages Bob?", "Who does Bob manage?", "Who is Alice's boss?", "Who reports to Carla?")}  # fmt: skip
    assert firsts == {
        "Who manages Bob?": "Bob's manager is Carla.",
        "Who does Bob manage?": "Alice's manager is Bob.",
        "Who is Alice's boss?": "Alice's manager is Bob.",
        "Who reports to Carla?": "Bob's manager is Carla.",
    }


def test_a_merged_subject_is_found_by_both_names(leg: Memory) -> None:
    say(leg, "Bob: is works_at Initech", "Robert: is lives_in Lund", "Carla: is manager Robert")
    assert leg.search("Where does Robert work?", user_id="ana")[0].text != "Bob works at Initech."
    leg.merge("Bob", "Robert", user_id="ana")
    assert "Initech" in leg.search("Where does Robert work?", user_id="ana")[0].text
    assert "Lund" in leg.search("Where does Bob live?", user_id="ana")[0].text
    assert "Carla" in leg.search("Who does Bob manage?", user_id="ana")[0].text


def test_the_property_of_a_thing_is_found(leg: Memory) -> None:
    say(
        leg,
        "staging: is attribute[port] 8090",
        "production: is attribute[port] 443",
        "staging: is attribute[region] eu",
    )
    assert leg.search("Which port does staging run on?", user_id="ana")[0].text == "Staging: port is 8090."
    assert leg.search("port of production", user_id="ana")[0].text == "Production: port is 443."


def test_scores_stay_below_one_and_threshold_keeps_its_meaning(leg: Memory) -> None:
    say(leg, "is lives_in Oslo", "is likes tea", "The tide is high at nine.")
    hits = leg.search("where do I live?", user_id="ana", min_score=0.0)
    assert all(0.0 <= hit.score < 1.0 for hit in hits)
    assert leg.search("zebra", user_id="ana", kinds=("fact",)) == []


def test_a_fact_and_its_message_are_one_hit(leg: Memory) -> None:
    say(leg, "is lives_in Oslo")
    (hit,) = leg.search("where do I live?", user_id="ana")
    assert (hit.kind, hit.step, hit.session_id) == ("fact", 1, "s1")
    assert leg.get(hit.message_id or "", user_id="ana").content == "is lives_in Oslo"  # type: ignore[union-attr]
    assert [one.kind for one in leg.search("where do I live?", user_id="ana", kinds=("message",))] == ["message"]


def test_a_later_source_moves_the_step_of_a_fact(leg: Memory) -> None:
    say(leg, "is lives_in Oslo")
    assert leg.search("where do I live?", user_id="ana")[0].step == 1
    say(leg, "The tide is high.", "is lives_in Oslo", day=3)
    hits = leg.search("where do I live?", user_id="ana")
    assert (hits[0].kind, hits[0].step) == ("fact", 3)
    recall = leg.recall_step("where do I live?", current_step=4, window=2, user_id="ana", session_id="s1")
    assert not next(one for one in recall.results if one.kind == "fact").scrolled_out


def test_the_block_has_the_fact_with_its_source_and_not_the_message_again(leg: Memory) -> None:
    say(leg, "is lives_in Oslo", *(f"The tide is at {n}." for n in range(9)))
    block = leg.stepped_context_block("where do I live?", current_step=9, window=4, **ANA)
    assert '- **[step 1]** The user lives in Oslo. (conf=0.80, since 2026-02-01)\n  > "is lives_in Oslo"' in block
    assert block.count("is lives_in Oslo") == 1


def test_a_fact_in_the_window_is_active_memory_without_its_words_unless_its_message_is_visible(leg: Memory) -> None:
    say(leg, "is lives_in Oslo", "The tide is high.")
    message = leg.messages(user_id="ana").items[0].id
    recall = leg.recall_step("where do I live?", window=5, **ANA)
    assert "## Active memory" in recall.context_block and "is lives_in" not in recall.context_block
    assert [one.kind for one in recall.results] == ["fact"]
    assert leg.recall_step("where do I live?", window=5, visible=[message], **ANA).results == ()
    assert leg.recall_step("where do I live?", window=5, visible=[recall.results[0].id], **ANA).results == ()


def test_a_long_message_that_answers_more_than_its_fact_is_shown_whole(leg: Memory) -> None:
    say(leg, f"{LONG}\nis lives_in Oslo", *(f"The tide is at {n}." for n in range(9)))
    question = "where do I live? where did the pirates of the story hide their treasure?"
    block = leg.context(question, current_step=9, window=4, max_tokens=1000, user_id="ana", session_id="s1").text
    assert LONG.strip() in block and "is lives_in Oslo" in block
    brief = leg.context("where do I live?", current_step=9, window=4, user_id="ana", session_id="s1").text
    assert "is lives_in Oslo" in brief and "treasure" not in brief


def test_the_result_of_a_step_carries_the_words_of_its_source(leg: Memory) -> None:
    say(leg, f"{LONG}\nis lives_in Oslo", *(f"The tide is at {n}." for n in range(9)))
    recall = leg.recall_step("where do I live?", current_step=9, window=4, **ANA)
    (fact,) = [one for one in recall.results if one.kind == "fact"]
    assert fact.source_snippet == "…is lives_in Oslo"


def test_a_recall_takes_the_same_statements_whatever_it_returns(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*args, **options)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    monkeypatch.setattr("strandline.memory.claims.read", read)
    memory = open_memory("traced.db", embedder=EMBEDDER)
    say(memory, *(f"is likes thing{n}" for n in range(30)), *(f"I like the tide at {n}." for n in range(30)))
    counts = []
    for k in (12, 1, 5, 40):
        said.clear()
        memory.recall_step("what do I like?", window=3, k=k, max_tokens=10_000, **ANA)
        counts.append(len(said))
    assert len(set(counts[1:])) == 1, counts


def test_an_agents_private_facts_are_seen_by_that_agent_alone(leg: Memory) -> None:
    say(leg, "is lives_in Oslo")
    say(leg, "is lives_in Bergen", day=2, agent_id="guide")
    assert facts(leg.search("where do I live?", user_id="ana")) == ["The user lives in Oslo."]
    assert set(facts(leg.search("where do I live?", user_id="ana", agent_id="guide"))) == {
        "The user lives in Oslo.",
        "The user lives in Bergen.",
    }


def test_a_warm_index_answers_as_a_cold_one_after_each_write(leg: Memory, open_memory: Callable[..., Memory]) -> None:
    texts = [
        "is lives_in Bergen",
        "is likes tea",
        "is lives_in Oslo",
        "end likes tea",
        "is lives_in Oslo",
        "is name Ana",
    ]
    for day, text in enumerate(texts):
        say(leg, text, day=day)
        cold = open_memory("leg.db", embedder=EMBEDDER)
        for question in ("where do I live?", "where did I live before?", "what do I like?"):
            assert leg.search(question, user_id="ana") == cold.search(question, user_id="ana")
        cold.close()
