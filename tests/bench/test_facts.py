"""The scorer of facts bites, and the labelled cases reach their targets."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from strandline.bench import report
from strandline.bench.fact_cases import Malformed, read_cases, score
from strandline.bench.facts import TARGETS, beliefs, figures, run
from strandline.bench.facts_report import failures, reached
from strandline.memory import Memory

DATA = Path(__file__).resolve().parents[1] / "data" / "facts"
AT = "2026-03-05T10:00:00+00:00"


def said(content, at=AT, **more):
    return {"role": "user", "content": content, "at": at, "session_id": "s1", **more}


def case(*messages, **parts):
    """A case with these messages, and nothing demanded but what is given."""
    empty = {"current": [], "ended": [], "never": [], "ask": [], "optional": []}
    return {"id": "own-1", "kind": "own", "lang": "en", "note": "made up", "messages": list(messages), **empty, **parts}


def wanted(relation="lives_in", *values, **more):
    row = {"subject": "user", "relation": relation, "value": list(values) or ["Oslo"], "polarity": 1}
    return {**row, "valid_from": None, **more}


def found(relation="lives_in", value="Oslo", **more):
    """A fact as an adapter returns it."""
    row = {"subject": "user", "relation": relation, "value": value, "polarity": 1, "current": True}
    return {**row, "valid_from": AT, "valid_to": None, **more}


def judged(given, *facts, answer=None):
    """The figures of one case when these facts are believed."""
    count, _ = score(given, {"facts": list(facts), "ask": lambda *asked: answer})
    return figures(count)


OSLO = case(said("I live in Oslo."), current=[wanted()])
QUESTION = {"subject": "user", "relation": "lives_in", "as_of": None, "known_at": None}


def test_what_is_demanded_and_found_is_right():
    row = judged(OSLO, found())
    assert (row["precision"], row["recall"]) == (1.0, 1.0)


def test_a_wrong_fact_lowers_precision():
    assert judged(OSLO, found(), found("works_at", "Kiln"))["precision"] == 0.5


def test_a_fact_that_is_missing_lowers_recall():
    assert judged(OSLO)["recall"] == 0.0


def test_the_same_fact_again_is_wrong():
    assert judged(OSLO, found(), found(value="oslo"))["precision_of"] == [1, 2]


def test_a_denial_is_not_what_it_denies():
    row = judged(OSLO, found(polarity=-1))
    assert (row["precision"], row["recall"]) == (0.0, 0.0)


def test_a_denied_relation_with_an_opposite_is_the_opposite():
    given = case(said("I don't like tea."), current=[wanted("dislikes", "tea")])
    assert judged(given, found("likes", "tea", polarity=-1))["recall"] == 1.0


def test_an_optional_fact_is_neither_wrong_nor_demanded():
    given = case(said("I live in Oslo."), optional=[wanted()])
    assert judged(given, found())["precision"] == 1.0
    assert judged(given)["recall"] is None


def test_a_fact_on_the_wrong_day_is_not_found_although_it_is_right():
    given = case(said("I moved."), current=[wanted(valid_from="2026-01-01/2026-01-31")])
    row = judged(given, found())
    assert (row["precision"], row["recall"], row["dates"]) == (1.0, 0.0, 0.0)
    for time in ("2026-01-31T23:00:00+00:00", "2026-01-31"):
        assert judged(given, found(valid_from=time))["dates"] == 1.0


def test_a_forbidden_fact_counts_once_a_case_and_only_while_it_is_believed():
    given = case(said("My sister lives in Rome."), never=[{"subject": "user", "relation": "lives_in"}])
    assert judged(given, found(), found("lives_in", "Rome"))["never_of"] == [1, 1]
    assert judged(given, found(current=False))["never_of"] == [0, 1]


def test_what_should_have_ended_counts_until_it_has_an_end():
    given = case(said("I left."), ended=[{**wanted(), "valid_to": "2026-03-01/2026-03-05"}])
    del given["ended"][0]["polarity"], given["ended"][0]["valid_from"]
    for fact in (found(), found(current=False), found(current=False, valid_to="2026-02-01T00:00:00+00:00")):
        assert judged(given, fact)["ended"] == 0.0
    assert judged(given, found(current=False, valid_to=AT))["ended"] == 1.0


@pytest.mark.parametrize(
    ("status", "value", "answer", "right"),
    [
        ("yes", ["Oslo"], {"status": "yes", "values": ["Oslo"]}, 1.0),
        ("yes", ["Oslo"], {"status": "yes", "values": ["Oslo", "Rome"]}, 0.0),
        ("yes", ["Oslo"], {"status": "yes", "values": []}, 0.0),
        ("yes", ["Oslo"], {"status": "unknown", "values": []}, 0.0),
        ("no", None, {"status": "no", "values": []}, 1.0),
        ("no", None, {"status": "unknown", "values": []}, 0.0),
        ("unknown", None, {"status": "no", "values": []}, 0.0),
    ],
)
def test_an_answer_needs_the_right_status_and_for_yes_only_right_values(status, value, answer, right):
    given = case(said("Hello."), ask=[{**QUESTION, "status": status, "value": value}])
    assert judged(given, answer=answer)["ask"] == right


@pytest.mark.parametrize(
    "broken",
    [
        "not json",
        "[]",
        "{}",
        json.dumps({**OSLO, "surplus": 1}),
        json.dumps({**OSLO, "kind": ""}),
        json.dumps({**OSLO, "messages": []}),
        json.dumps({**OSLO, "messages": [said("Hi.", at="2026-03-05T10:00:00")]}),
        json.dumps({**OSLO, "messages": [said("Hi."), said("Ho.", at="2026-03-04T10:00:00+00:00")]}),
        json.dumps({**OSLO, "messages": [{**said("Hi."), "role": "narrator"}]}),
        json.dumps({**OSLO, "current": [wanted("hoards")]}),
        json.dumps({**OSLO, "current": [wanted("likes", "tea", polarity=-1)]}),
        json.dumps({**OSLO, "current": [wanted(valid_from="2026-03-01/2026-02-01")]}),
        json.dumps({**OSLO, "never": [{"subject": "user", "relation": "lives_in"}]}),
        json.dumps({**OSLO, "ask": [{**QUESTION, "status": "maybe", "value": None}]}),
        json.dumps({**OSLO, "ask": [{**QUESTION, "status": "no", "value": ["Oslo"]}]}),
    ],
)
def test_a_file_that_is_malformed_is_refused_with_its_line(tmp_path, broken):
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{json.dumps({**OSLO, 'id': 'own-0'})}\n{broken}\n", encoding="utf-8")
    with pytest.raises(Malformed, match=r"cases\.jsonl:2: "):
        read_cases(path)


@pytest.mark.parametrize("lines", [[], [OSLO, OSLO]])
def test_a_file_without_cases_or_with_an_id_twice_is_refused(tmp_path, lines):
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(Malformed, match=r"cases\.jsonl"):
        read_cases(path)


@pytest.mark.parametrize(
    "output",
    [
        None,
        {"facts": []},
        {"facts": [{}], "ask": print},
        {"facts": [found("hoards")], "ask": print},
        {"facts": [found(polarity=True, current=1)], "ask": print},
        {"facts": [found(valid_from="2026-03-05T10:00:00")], "ask": print},
    ],
)
def test_what_an_adapter_may_not_return_is_refused(output):
    with pytest.raises(Malformed):
        score(OSLO, output)


@pytest.fixture
def clock():
    return [datetime.now(UTC)]


@pytest.fixture
def memory(clock):
    with Memory(":memory:", clock=lambda: clock[0]) as memory:
        yield memory


def test_the_adapter_tells_what_is_believed_now_and_what_has_ended(memory, clock):
    messages = [said("I live in Oslo."), said("I moved to Rome today.", at="2026-03-06T10:00:00+00:00")]
    given = beliefs(memory, clock, messages)
    held = {(fact["value"], fact["current"]) for fact in given["facts"] if fact["relation"] == "lives_in"}
    assert held == {("Oslo", False), ("Rome", True)}
    asked = [given["ask"]("user", "lives_in", time, None)["values"] for time in (None, AT)]
    assert asked == [["Rome"], ["Oslo"]]


def test_the_adapter_records_a_message_when_it_arrives(memory, clock):
    late = said("I live in Oslo.", recorded_at="2026-03-09T10:00:00+00:00")
    given = beliefs(memory, clock, [late])
    known = [given["ask"]("user", "lives_in", AT, f"2026-03-{day}T11:00:00+00:00")["status"] for day in ("08", "09")]
    assert known == ["unknown", "yes"]


@pytest.fixture
def own(tmp_path):
    """The result of a file with one case that is right and one that is wrong."""
    wrong = {**OSLO, "id": "own-2", "kind": "odd", "current": [wanted("lives_in", "Rome")]}
    path = tmp_path / "own.jsonl"
    path.write_text(f"{json.dumps(OSLO)}\n{json.dumps(wrong)}\n", encoding="utf-8")
    return run(path)


def shown(*tables):
    console = Console(file=StringIO(), width=160, force_terminal=False)
    for table in tables:
        console.print(table)
    return console.file.getvalue()


def test_figures_are_given_in_total_and_by_kind(own):
    assert [(kind, row["cases"], row["recall"]) for kind, row in own["figures"].items()] == [
        ("ALL", 2, 0.5),
        ("odd", 1, 0.0),
        ("own", 1, 1.0),
    ]
    assert list(own["wrong"]) == ["own-2"]


def test_the_table_says_which_targets_are_missed(own):
    assert reached(own) == {"precision": False, "recall": False}
    text = shown(*report.tables(own))
    assert "≥ 0.80  missed" in text
    assert "0.500  1/2" in text
    assert "own-2" not in text


def test_failures_are_listed_by_case(own):
    text = shown(failures(own))
    assert "own-2" in text
    assert "missed" in text
    assert "own-1" not in text


def test_a_target_nothing_was_asked_for_is_neither_reached_nor_missed():
    assert figures(Counter(cases=1))["ask"] is None


@pytest.mark.parametrize(("name", "cases"), [("cases_dev", 298), ("cases_more", 1619)])
def test_the_labelled_cases_reach_every_target(name, cases):
    result = run(DATA / f"{name}.jsonl")
    row = result["figures"]["ALL"]
    assert row["cases"] == cases
    assert reached(result) == dict.fromkeys(TARGETS, True), row
