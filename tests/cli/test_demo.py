"""The demo: a conversation replayed, and questions about what has left the window."""

from __future__ import annotations

import json

import pytest

from strandline.cli.replay import Question, standing_of, story

PLACES = [("s1", 1, "a"), ("s1", 2, "b"), ("s2", 1, "c"), ("s2", 2, "d")]


def question(*evidence, step):
    return Question(question="?", answer=None, evidence=evidence, kind="k", asked_at_session="s2", asked_at_step=step)


@pytest.mark.parametrize(
    ("evidence", "step", "window", "standing"),
    [
        ((), 2, 1, "unanswerable"),
        ((0,), 2, 20, "left"),
        ((2,), 2, 2, "visible"),
        ((2,), 2, 1, "left"),
        ((0, 3), 2, 1, "visible"),
        ((3,), 2, 0, "left"),
    ],
)
def test_a_question_counts_only_when_all_that_answers_it_has_left_the_window(evidence, step, window, standing):
    assert standing_of(question(*evidence, step=step), PLACES, window=window) == standing


def test_the_bundled_story_is_whole_and_its_questions_point_into_it():
    turns, questions = story()
    assert (len(turns), len({turn.session_id for turn in turns}), len(questions)) == (122, 6, 40)
    assert all(0 <= i < len(turns) for question in questions for i in question.evidence)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What the demo prints as JSON on the bundled story."""
    from click.testing import CliRunner

    from strandline.cli import main

    db = tmp_path_factory.mktemp("demo") / "demo.db"
    result = CliRunner().invoke(main, ["demo", "--json", "--db", str(db), "--ask", "Where do I live?"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_question_is_asked_or_counted_as_left_out(report):
    numbers = report["summary"]
    left_out = numbers["left_out_still_visible"], numbers["left_out_no_answer_in_the_story"]
    assert (numbers["messages"], numbers["questions_asked"], left_out) == (122, 29, (7, 4))
    assert len(report["asked"]) == 29


def test_what_was_asked_knew_only_what_had_been_said_by_then(report):
    early = [row for row in report["asked"] if row["question"]["asked_at_session"] == "s3"]
    assert early
    assert {result["session_id"] for row in early for result in row["recall"]["results"]} <= {"s1", "s2", "s3", None}


def test_the_figures_of_the_summary_are_those_of_the_questions(report):
    ranks = [row["ranks"] for row in report["asked"]]
    pieces = [rank is not None for row in ranks for rank in row]
    assert report["summary"]["evidence_recall"] == sum(pieces) / len(pieces)
    assert report["summary"]["recall_all"] == sum(None not in row for row in ranks) / len(ranks)
    for row in report["asked"]:
        found = [result["message_id"] for result in row["recall"]["results"]]
        assert all(rank is None or found[rank - 1] for rank in row["ranks"])


def test_about_as_much_is_found_as_before(report):
    """A floor just below what is measured (0.556), so that a change which breaks recall fails here."""
    assert report["summary"]["evidence_recall"] >= 0.5


def test_a_question_of_ones_own_is_asked_at_the_end(report):
    assert [recall["query"] for recall in report["recalls"]] == ["Where do I live?"]


def test_the_bundled_demo_says_what_it_shows_and_what_came_of_it(shell, report):
    shown = shell("demo").stdout
    ranks = [row["ranks"] for row in report["asked"]]
    some = sum(any(rank is not None for rank in row) for row in ranks)
    whole = sum(None not in row for row in ranks)
    assert shown.startswith("This adds the 122 messages")
    assert f"{some} of 29 questions found some of their evidence, {whole} all of it." in shown
    assert "evidence recall" in shown


def test_the_bundled_demo_shows_the_shortest_block_that_holds_all_of_the_evidence(shell, report):
    shown = shell("demo").stdout
    blocks = [row["recall"]["context_block"] for row in report["asked"] if None not in row["ranks"]]
    assert shown.count("## Recalled memory") == 1
    assert min(blocks, key=len) in shown


def test_a_conversation_that_is_still_in_the_window_is_told_of_a_smaller_one(shell):
    (shell.folder / "chat.json").write_text(json.dumps([{"role": "user", "content": "hi"}] * 5), encoding="utf-8")
    hint = "all 5 messages are still inside the window of 20; try --window 2"
    assert hint in shell("demo", "chat.json").stdout
    assert "still inside" not in shell("demo", "chat.json", "--window", "2").stdout


def test_a_second_demo_into_the_same_store_is_refused(shell):
    shell("demo", "--db", "d.db")
    assert "already has messages" in shell("demo", "--db", "d.db", code=2).stderr


@pytest.fixture
def own(shell):
    """A chat of 30 turns of one's own; the first tells where the key is, the last asks for it."""
    said = ["The spare key is under the third flowerpot.", *(f"Small talk number {i}." for i in range(28))]
    turns = [{"role": "user", "content": text} for text in [*said, "Where did I put the spare key?"]]
    (shell.folder / "chat.json").write_text(json.dumps(turns), encoding="utf-8")
    return shell


def test_a_file_of_ones_own_is_asked_its_last_message(own):
    (recall,) = own.json("demo", "chat.json")["recalls"]
    assert recall["query"] == "Where did I put the spare key?"
    assert "third flowerpot" in recall["context_block"]


def test_a_file_of_ones_own_is_asked_what_is_given(own):
    recalls = own.json("demo", "chat.json", "--ask", "flowerpot?", "--ask", "small talk?")["recalls"]
    assert [recall["query"] for recall in recalls] == ["flowerpot?", "small talk?"]


def test_a_file_without_a_message_of_the_user_needs_a_question(shell):
    (shell.folder / "chat.json").write_text('[{"role": "assistant", "content": "hello"}]', encoding="utf-8")
    assert "--ask" in shell("demo", "chat.json", code=2).stderr
