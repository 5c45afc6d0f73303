"""Commands about what is believed: each gives what its method gives, and the time line is readable."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from rich.console import Console

from strandline.cli.timeline import TimeLine
from strandline.types import Fact, StoredMessage
from strandline.types.results import plain
from tests.memory.scripted import read

SAID = (
    ("is name Ana\nis lives_in Lyon from 2019-01-01\nis works_at Google from 2018-06-01", "2026-03-01T10:00:00+00:00"),
    ("is lives_in Oslo from 2022-03-01\nLea: is age 7", "2026-03-02T10:00:00+00:00"),
    ("end works_at Google", "2026-03-03T10:00:00+00:00"),
)


@pytest.fixture
def told(shell, monkeypatch):
    """Ana's store after three messages."""
    monkeypatch.setattr("strandline.memory.claims.read", read)
    for text, at in SAID:
        shell("add", text, "--user", "ana", "--session", "s1", "--at", at)
    return shell


def fact(shell, relation):
    """The one current fact of a relation."""
    (row,) = shell.json("facts", "--user", "ana", "--relation", relation)["items"]
    return row


READS = {
    "facts": (("facts", "--subject", "I", "--relation", "lives_in"), {"subject": "I", "relation": "lives_in"}),
    "facts of then": (("facts", "--as-of", "2020-01-01T00:00:00+00:00"), {"as_of": datetime(2020, 1, 1, tzinfo=UTC)}),
    "facts not known yet": (("facts", "--known-at", "2020-01-01T00:00:00+00:00"),
                            {"known_at": datetime(2020, 1, 1, tzinfo=UTC)}),
    "all facts": (("facts", "--include-ended"), {"include_ended": True}),
}  # fmt: skip


@pytest.mark.parametrize("name", READS)
def test_facts_prints_what_the_method_gives(told, name):
    words, asked = READS[name]
    with told.memory() as memory:
        wanted = json.loads(json.dumps(plain(memory.facts(user_id="ana", **asked))))
    assert told.json(*words, "--user", "ana") == wanted


@pytest.mark.parametrize(
    ("words", "status", "values"),
    [
        (("I", "lives_in"), "yes", ["Oslo"]),
        (("Ana", "lives in"), "yes", ["Oslo"]),
        (("user", "lives_in", "--as-of", "2020-01-01T00:00:00+00:00"), "yes", ["Lyon"]),
        (("user", "works_at"), "no", ["Google"]),
        (("Lea", "age"), "yes", ["7"]),
        (("Lea", "lives_in"), "unknown", []),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_ask_answers_with_the_facts_that_say_so(told, words, status, values):
    answer = told.json("ask", *words, "--user", "ana")
    assert (answer["status"], [row["value"] for row in answer["facts"]]) == (status, values)
    shown = told("ask", *words, "--user", "ana").stdout
    assert status in shown and all(value in shown for value in values)


def test_ask_of_an_unknown_relation_is_wrong_use_and_names_those_that_are_near(told):
    result = told("ask", "I", "live_in", "--user", "ana", code=2)
    assert "did you mean lives_in" in result.stderr


def test_history_shows_each_version_with_its_reason_and_its_change(told):
    (row,) = [f for f in told.json("facts", "--user", "ana", "--include-ended")["items"] if f["value"] == "Google"]
    first, second = told.json("history", row["id"], "--user", "ana")
    assert (first["number"], first["fact"]["valid_to"], second["number"]) == (1, None, 2)
    assert second["fact"]["valid_to"] == "2026-03-03T10:00:00+00:00"
    shown = " ".join(told("history", row["id"], "--user", "ana").stdout.split())
    assert shown.count("Ana works at Google.") == 2
    assert second["change_id"] in shown


def test_history_shows_the_words_of_a_message(told):
    message = told.json("messages", "--user", "ana")["items"][2]
    assert "end works_at Google" in told("history", message["id"], "--user", "ana").stdout


def test_a_fact_is_edited_and_the_edit_undone(told):
    oslo = fact(told, "lives_in")
    change = told.json("edit", oslo["id"], "Bergen", "--user", "ana")
    assert (change["kind"], change["facts"]) == ("edit", [oslo["id"]])
    assert (fact(told, "lives_in")["id"], fact(told, "lives_in")["value"]) == (oslo["id"], "Bergen")
    undone = told.json("undo", change["id"], "--user", "ana")
    assert (undone["kind"], undone["undoes"]) == ("undo", change["id"])
    assert fact(told, "lives_in")["value"] == "Oslo"


def test_a_message_cannot_be_edited(told):
    message = told.json("messages", "--user", "ana")["items"][0]
    assert "kept verbatim" in told("edit", message["id"], "x", "--user", "ana", code=2).stderr


def test_two_names_become_one_subject(told):
    told("add", "Lena: is likes tea", "--user", "ana")
    assert told.json("merge", "Lea", "Lena", "--user", "ana")["kind"] == "merge"
    assert [row["value"] for row in told.json("ask", "Lena", "age", "--user", "ana")["facts"]] == ["7"]


def test_facts_can_be_left_unread(told):
    added = told.json("add", "is age 45", "--user", "bo", "--extract", "off")
    assert (added["facts"], told.json("facts", "--user", "bo")["items"]) == ([], [])


@pytest.mark.parametrize("words", [("undo", "nothing"), ("edit", "nothing", "x"), ("history", "nothing")])
def test_an_id_that_is_not_there_is_an_error(told, words):
    error = json.loads(told(*words, "--user", "ana", "--json", code=3).stderr)["error"]
    assert error["type"] == "NotFoundError"


def test_the_log_lists_changes_and_the_ids_that_undo_takes(told):
    changes = told.json("changes", "--user", "ana")["items"]
    assert [change["kind"] for change in changes] == ["add", "add", "add", "supersede", "add", "end"]
    told("undo", changes[-1]["id"], "--user", "ana")
    assert told.json("ask", "I", "works_at", "--user", "ana")["status"] == "yes"
    assert changes[-1]["id"] in told("changes", "--user", "ana").stdout


def test_messages_are_read_again(told):
    report = told.json("reextract", "--user", "ana")
    assert (report["extractor"], report["changes"], report["warnings"]) == ("rules/1", 0, [])


@pytest.fixture
def at_80_columns(monkeypatch):
    monkeypatch.setattr("strandline.cli.app.PIPED_WIDTH", 80)


def test_the_time_line_shows_what_holds_and_what_ended_with_dates_and_steps(told, at_80_columns):
    lines = told("timeline", "--user", "ana").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    text = [" ".join(line.split()) for line in lines]
    assert text.index("the user") < text.index("lives in") < text.index("works at") < text.index("Lea")
    (lyon,) = [line for line in text if line.startswith("Lyon")]
    (oslo,) = [line for line in text if line.startswith("Oslo")]
    (google,) = [line for line in text if line.startswith("Google")]
    assert lyon.endswith("2019-01-01 – 2022-03-01 1")
    assert oslo.endswith("▶ since 2022-03-01 2")
    assert google.endswith("2018-06-01 – 2026-03-03 1")


def test_the_bars_of_the_time_line_meet_where_one_value_followed_the_other(told, at_80_columns):
    lines = told("timeline", "--user", "ana", "--relation", "lives_in").stdout.splitlines()
    (lyon,) = [line for line in lines if "Lyon" in line]
    (oslo,) = [line for line in lines if "Oslo" in line]
    assert lyon.rindex("━") + 1 == oslo.index("━")


def test_the_time_line_as_json_is_the_list_of_facts(told):
    with told.memory() as memory:
        wanted = json.loads(json.dumps(plain(list(memory.facts(user_id="ana", include_ended=True)))))
    assert told.json("timeline", "--user", "ana") == wanted
    assert told.json("timeline", "--user", "nobody") == []
    assert told("timeline", "--user", "nobody").stderr == "nothing found\n"


NOW = datetime(2026, 6, 1, tzinfo=UTC)


def believed(value, since=None, until=None, **given):
    moments = [None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (since, until)]
    return Fact(
        **{
            "id": value, "subject": "user", "relation": "likes", "value": value, "text": value, "at": NOW,
            "recorded_at": NOW, "valid_from": moments[0], "valid_to": moments[1], **given,
        }
    )  # fmt: skip


def drawn(*facts, width=80, current=(), messages=None, **console):
    out = Console(width=width, record=True, **console)
    with out.capture() as capture:
        out.print(TimeLine(facts=facts, current=current, messages=messages or {}, now=NOW))
    return capture.get()


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (believed("tea", "2026-01-01"), "since 2026-01-01"),
        (believed("tea", "2026-08-01"), "from 2026-08-01"),
        (believed("tea", None, "2026-01-01"), "until 2026-01-01"),
        (believed("tea", "2025-01-01", "2026-01-01"), "2025-01-01 – 2026-01-01"),
        (believed("tea"), "since when is unknown"),
        (believed("12 May", relation="birthday"), "always"),
        (believed("Rome", "2025-04-05", relation="visited"), "2025-04-05"),
        (believed("Rome", relation="visited"), "no date"),
    ],
)
def test_the_time_line_words_every_kind_of_time(fact, told):
    assert told in drawn(fact)


def test_the_time_line_marks_denials_private_facts_and_disputes():
    shown = drawn(believed("tea", polarity=False), believed("jazz", agent_id="x", disputed=True), width=120)
    assert "not tea" in shown and "jazz (for x, disputed)" in shown


def test_what_ended_is_dim_on_a_terminal_and_what_holds_is_not():
    shown = drawn(believed("tea", "2025-01-01", "2026-01-01"), believed("jazz", "2025-01-01"), current={"jazz"},
                  force_terminal=True, color_system="standard")  # fmt: skip
    (tea,) = [line for line in shown.splitlines() if "tea" in line]
    (jazz,) = [line for line in shown.splitlines() if "jazz" in line]
    assert "\x1b[2m" in tea and "\x1b[2m" not in jazz


def test_the_time_line_names_the_last_sources_and_counts_the_rest():
    messages = {
        f"m{n}": StoredMessage(
            id=f"m{n}", session_id=f"s{n % 2}", step=n, role="user", content="", at=NOW, recorded_at=NOW
        )
        for n in range(1, 8)
    }
    shown = drawn(believed("tea", "2025-01-01", sources=tuple(messages)), messages=messages, width=120)
    assert [part for part in shown.split() if part.startswith(("s0:", "s1:", "+"))] == [
        "s0:4",
        "s1:5",
        "s0:6",
        "s1:7",
        "+3",
    ]


def test_the_time_line_is_plain_where_the_terminal_has_no_other_characters(tmp_path):
    with (tmp_path / "out.txt").open("w", encoding="ascii") as file:
        line = TimeLine(facts=[believed("tea", "2025-01-01")], current={"tea"}, messages={}, now=NOW)
        Console(file=file, width=60).print(line)
    assert "==>" in (tmp_path / "out.txt").read_text(encoding="ascii")


def test_control_characters_of_a_value_do_not_reach_the_terminal():
    assert "\x1b" not in drawn(believed("tea\x1b[31m", "2025-01-01"))
