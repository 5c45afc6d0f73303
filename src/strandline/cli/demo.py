"""``strandline demo``: the main job on a real conversation."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from strandline.bench.metrics import percentile
from strandline.cli import render
from strandline.cli.app import PIPED_WIDTH, emit_json, json_flag, main, progress
from strandline.cli.conversations import Turn
from strandline.cli.replay import Asked, Replay, replay, story
from strandline.cli.writing import read_turns
from strandline.errors import InputError
from strandline.memory import Memory
from strandline.types import Role, StepRecall

OPENING = """\
This adds the {messages} messages of a conversation to a memory one by one, as an agent
would. Each question is asked when the model can no longer see what answers it:
it sees the last {window} messages of the session and nothing else.
"""
OWN = """\
This added the {messages} messages of the conversation to a memory one by one, as an
agent would. The question is asked at the end, of what the model cannot see any
more: it sees the last {window} messages of the session.
"""
COLUMNS = "found: messages with the answer that were recalled; rank: the best of them"
KINDS = "Past states are asked for with as_of: see `strandline ask --help` and `strandline timeline`."


@main.command()
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--ask", "queries", multiple=True, help="A question to ask at the end (repeatable).")
@click.option("--window", type=click.IntRange(min=0), default=20, show_default=True, help="Steps the model still sees.")
@click.option("--db", help="Keep the store here. Default: a temporary file.")
@click.option("--user", "user_id", default="demo", show_default=True, help="Whose memory.")
@json_flag
def demo(path: str | None, db: str | None, as_json: bool, **options: Any) -> None:
    """Replay a conversation and recall what left the window.

    Without FILE: the bundled conversation of 122 turns with its questions. With FILE (JSON Lines, or the chat format):
    your own; it is asked --ask, or its last user message.
    """
    with tempfile.TemporaryDirectory() as folder:
        store = db or str(Path(folder) / "demo.db")
        report = _own(read_turns(path), store, **options) if path else _story(store, **options)
    if as_json:
        emit_json(report["json"])
    else:
        console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
        for part in report["shown"]:
            if isinstance(part, str):
                click.echo(part)
            else:
                console.print(part)


def _story(store: str, *, queries: Sequence[str], window: int, user_id: str) -> dict[str, Any]:
    turns, questions = story()
    with Memory(store) as memory:
        done = replay(memory, _bar(turns), questions, user_id=user_id, window=window)
        extra = _recalls(memory, queries, done, window=window, user_id=user_id)
    numbers = {**summary(done), "store_bytes": store_bytes(store)}
    opening = OPENING.format(messages=done.messages, window=window)
    shown: list[Any] = [opening, questions_table(done.asked), COLUMNS, KINDS, "", verdict(done), ""]
    shown += _example(done.asked)
    shown += [part for recall in extra for part in _in_full(recall)]
    return {
        "json": {"summary": numbers, "asked": done.asked, "recalls": extra},
        "shown": [*shown, render.record(_readable(numbers))],
    }


def verdict(done: Replay) -> str:
    """What the table comes to, in a sentence."""
    some, whole = sum(row.found > 0 for row in done.asked), sum(row.whole for row in done.asked)
    return f"{some} of {len(done.asked)} questions found some of their evidence, {whole} all of it."


def _example(asked: Iterable[Asked]) -> list[str]:
    """The shortest block that holds all the evidence of its question, in full."""
    best = min((row for row in asked if row.whole), key=lambda row: len(row.recall.context_block), default=None)
    return [*_in_full(best.recall), f"(the answer to find: {best.question.answer})", ""] if best else []


def _own(turns: list[Turn], store: str, *, queries: Sequence[str], window: int, user_id: str) -> dict[str, Any]:
    with Memory(store) as memory:
        done = replay(memory, _bar(turns), (), user_id=user_id, window=window)
        recalls = _recalls(memory, queries or (_last_words(turns),), done, window=window, user_id=user_id)
    numbers: dict[str, Any] = {"messages": done.messages, "facts": done.facts, "ms_per_message": done.add_ms}
    numbers["store_bytes"] = store_bytes(store)
    shown = [part for recall in recalls for part in _in_full(recall)]
    if all(recall.current_step == done.messages <= window for recall in recalls):
        shown += [_nothing_left(done.messages, window), ""]
    return {
        "json": {"summary": numbers, "asked": [], "recalls": recalls},
        "shown": [OWN.format(messages=done.messages, window=window), *shown, render.record(_readable(numbers))],
    }


def _nothing_left(messages: int, window: int) -> str:
    return f"all {messages} messages are still inside the window of {window}; try --window {messages // 2}"


def _bar(turns: list[Turn]) -> Iterable[Turn]:
    return progress(turns, total=len(turns), label="replaying")


def _recalls(memory: Memory, queries: Iterable[str], done: Replay, *, window: int, user_id: str) -> list[StepRecall]:
    return [
        memory.recall_step(query, user_id=user_id, session_id=done.last_session, window=window) for query in queries
    ]


def _last_words(turns: Sequence[Turn]) -> str:
    said = [turn.message.content for turn in turns if turn.message.role is Role.USER and turn.message.content]
    if not said:
        raise InputError("the conversation has no message of the user to ask with; give a question with --ask")
    return said[-1]


def _in_full(recall: StepRecall) -> list[str]:
    block = recall.context_block or "(nothing that has left the window fits this question)"
    return [f"? {render.printable(recall.query)}", "", render.printable(block), ""]


def questions_table(asked: Iterable[Asked]) -> Any:
    """One line a question: what of its evidence was found, and the rank of the first piece."""
    return render.table(
        ("question", "kind", "asked at", "found", ">rank", ">ms"),
        (
            (
                row.question.question,
                row.question.kind,
                f"{row.question.asked_at_session}, step {row.question.asked_at_step}",
                f"{row.found} of {len(row.ranks)}",
                min((rank for rank in row.ranks if rank is not None), default="-"),
                f"{row.ms:.1f}",
            )
            for row in asked
        ),
    )


def summary(done: Replay) -> dict[str, Any]:
    """The figures of a replay. Recall is a share in [0, 1]; times are milliseconds of wall clock."""
    pieces = sum(len(row.ranks) for row in done.asked)
    times = [row.ms for row in done.asked]
    whole = sum(row.whole for row in done.asked)
    return {
        "questions_asked": len(done.asked),
        "left_out_still_visible": done.visible,
        "left_out_no_answer_in_the_story": done.unanswerable,
        "evidence_recall": sum(row.found for row in done.asked) / pieces if pieces else None,
        "recall_all": whole / len(done.asked) if done.asked else None,
        "recall_ms_p50": percentile(times, 50) if times else None,
        "recall_ms_p95": percentile(times, 95) if times else None,
        "messages": done.messages,
        "facts": done.facts,
        "ms_per_message": done.add_ms,
    }


def store_bytes(store: str) -> int | None:
    """Bytes of the store's file and its write-ahead log; None where the store is not a file."""
    parts = [Path(store + suffix) for suffix in ("", "-wal")]
    return sum(part.stat().st_size for part in parts if part.exists()) if parts[0].exists() else None


def _readable(numbers: dict[str, Any]) -> dict[str, Any]:
    return {key: f"{value:.3f}" if isinstance(value, float) else value for key, value in numbers.items()}
