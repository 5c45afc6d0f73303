from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from strandline.bench.data import load, message, parse_said, runs
from strandline.errors import InputError

from .packs import GARDEN, conversation, question, turn, write


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        ("2023/05/21 (Sun) 19:50", datetime(2023, 5, 21, 19, 50, tzinfo=UTC)),
        ("2025-12-15 (Monday)", datetime(2025, 12, 15, tzinfo=UTC)),
    ],
)
def test_every_style_of_time_is_read_as_utc(said, at):
    assert parse_said(said) == at


def test_another_style_of_time_is_refused():
    with pytest.raises(InputError, match="yesterday"):
        parse_said("yesterday")


def test_turns_keep_their_order_within_one_time(tmp_path):
    [read] = load(write(tmp_path / "p.jsonl.xz", GARDEN))
    base = datetime(2023, 5, 21, 19, 50, tzinfo=UTC)
    assert [one.at for one in read.turns] == [base + timedelta(microseconds=i) for i in range(5)]


def test_sessions_are_numbered_and_no_id_of_the_pack_is_in_a_message(tmp_path):
    [read] = load(write(tmp_path / "p.jsonl.xz", GARDEN))
    assert [one.session for one in read.turns] == ["s1", "s1", "s2", "s2", "s3"]
    assert "answer" not in str([message(one) for one in read.turns])


def test_evidence_is_known_by_position_and_session_number(tmp_path):
    [read] = load(write(tmp_path / "p.jsonl.xz", GARDEN))
    assert read.questions[1].evidence == (2, 4)
    assert read.questions[1].sessions == {"s2", "s3"}


def test_named_speakers_become_roles_with_names(tmp_path):
    pack = conversation(
        [turn("a", "s", "Hi", speaker="Ana"), turn("b", "s", "Hey", speaker="Ben"), turn("c", "s", "?", speaker="Ana")],
        [question("q", "hi", ["a"], evidence_sessions=["s"])],
    )
    [read] = load(write(tmp_path / "p.jsonl.xz", pack))
    assert [(one.role, one.name) for one in read.turns] == [("user", "Ana"), ("assistant", "Ben"), ("user", "Ana")]


def test_roles_are_lower_case_and_have_no_name(tmp_path):
    pack = conversation([turn("a", "s", "Hi", speaker="Assistant")], [question("q", "hi", [])], dataset="realmem")
    [read] = load(write(tmp_path / "p.jsonl.xz", pack))
    assert message(read.turns[0]).keys() == {"role", "content", "at"}
    assert read.turns[0].role == "assistant"


def test_questions_come_in_the_order_in_which_they_may_be_asked(tmp_path):
    turns = [turn(f"s:{i}", "s", f"text {i}") for i in range(4)]
    bounds = {"late": None, "third": "s:3", "first": "s:1"}
    questions = [question(name, "x", [], before=bound) for name, bound in bounds.items()]
    [read] = load(write(tmp_path / "p.jsonl.xz", conversation(turns, questions)))
    assert [(one.id, one.before) for one in read.questions] == [("first", 1), ("third", 3), ("late", 4)]


def test_a_limit_takes_questions_evenly_and_only_their_conversations(tmp_path):
    rows = [
        conversation([turn("s:0", "s", "x")], [question(f"{i}-{j}", "x", []) for j in range(2)], conv_id=str(i))
        for i in range(5)
    ]
    read = list(load(write(tmp_path / "p.jsonl.xz", *rows), limit=3))
    assert [(one.id, [q.id for q in one.questions]) for one in read] == [("0", ["0-0"]), ("2", ["2-0"]), ("4", ["4-1"])]


def test_a_session_that_comes_back_is_another_run(tmp_path):
    turns = [turn(str(i), session, "x") for i, session in enumerate("aabba")]
    [read] = load(write(tmp_path / "p.jsonl.xz", conversation(turns, [question("q", "x", [])])))
    assert [[one.index for one in run] for run in runs(read.turns)] == [[0, 1], [2, 3], [4]]
    assert read.turns[4].session == "s1"


def test_a_missing_pack_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.jsonl"):
        list(load(tmp_path / "nowhere.jsonl"))
