"""Commands about what is believed: facts, ask, history, edit, undo, changes, merge, reextract, timeline."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import Door, main, store_options, working
from strandline.cli.reading import AS_OF, KNOWN_AT, MOST_ROWS
from strandline.cli.timeline import TimeLine
from strandline.memory import Memory
from strandline.types import Fact, StoredMessage

PAGE = 1000
"""Facts that a time line reads at a time."""


@main.command()
@click.option("--subject", help="Of whom or what: user, or a name.")
@click.option("--relation", help="One relation, as lives_in.")
@click.option("--include-ended", is_flag=True, help="Also what is true no more, or not yet.")
@AS_OF
@KNOWN_AT
@MOST_ROWS
@click.option("--cursor", help="Go on after an earlier page.")
@store_options("user", "agent")
def facts(door: Door, **options: Any) -> None:
    """List what is believed or remembered, oldest first."""
    with door.open() as memory:
        page = memory.facts(**options)
    door.show_found(page, page, render.facts)
    if page.cursor:
        door.note(f"there are more: --cursor {page.cursor}")


@main.command()
@click.argument("subject")
@click.argument("relation")
@AS_OF
@KNOWN_AT
@store_options("user", "agent")
def ask(door: Door, subject: str, relation: str, **options: Any) -> None:
    """Answer yes, no or unknown, and with which facts. SUBJECT is a name, or user or I for the user; RELATION is one of
    the relations that facts have, as lives_in."""
    with door.open() as memory:
        answer = memory.ask(subject, relation, **options)
    door.show(answer, render.answer)


@main.command()
@click.argument("id")
@store_options("user", "agent")
def history(door: Door, id: str, **options: Any) -> None:
    """Show every version of a fact or message, and why it changed."""
    with door.open() as memory:
        versions = memory.history(id, **options)
    door.show(versions, render.versions)


@main.command()
@click.argument("id")
@click.argument("text")
@store_options("user", "agent")
def edit(door: Door, id: str, text: str, **options: Any) -> None:
    """Correct the fact with that ID. TEXT is its new value, or a sentence that says it; the id stays."""
    with door.open() as memory:
        change = memory.edit(id, text, **options)
    door.show(change, render.change)


@main.command()
@click.argument("change")
@store_options("user")
def undo(door: Door, change: str, **options: Any) -> None:
    """Take back the CHANGE with that id, as history shows it. Undoing an undo brings the change back."""
    with door.open() as memory:
        result = memory.undo(change, **options)
    door.show(result, render.change)


@main.command()
@click.option("--include-idle", is_flag=True, help="Also what changed nothing.")
@MOST_ROWS
@click.option("--cursor", help="Go on after an earlier page.")
@store_options("user", "agent")
def changes(door: Door, **options: Any) -> None:
    """List what was learned and taken back, in order. The ids are those that undo takes."""
    with door.open() as memory:
        page = memory.changes(**options)
    door.show_found(page, page, render.changes)
    if page.cursor:
        door.note(f"there are more: --cursor {page.cursor}")


@main.command()
@click.argument("subject_a")
@click.argument("subject_b")
@store_options("user", "agent")
def merge(door: Door, subject_a: str, subject_b: str, **options: Any) -> None:
    """Take two subjects for one, called SUBJECT_A. It can be undone."""
    with door.open() as memory:
        change = memory.merge(subject_a, subject_b, **options)
    door.show(change, render.change)


@main.command()
@store_options("optional-user")
def reextract(door: Door, **options: Any) -> None:
    """Read stored messages again where other rules read them. What they say otherwise becomes changes."""
    with door.open() as memory, working("reading") as progress:
        report = memory.reextract(progress=progress, **options)
    door.show(report, render.record)


@main.command()
@click.option("--subject", help="Of whom or what: user, or a name.")
@click.option("--relation", help="One relation, as lives_in.")
@KNOWN_AT
@store_options("user", "agent")
def timeline(door: Door, **options: Any) -> None:
    """Draw what is believed over time. What ended is dim, and each belief has the steps that say so."""
    with door.open() as memory:
        rows = _every(memory, include_ended=True, **options)
        current = {fact.id for fact in _every(memory, **options)}
        messages = {} if door.as_json else _sources(memory, rows, options)
    now = options["known_at"] or datetime.now(UTC)
    door.show_found(rows, rows, lambda facts: TimeLine(facts=facts, current=current, messages=messages, now=now))


def _every(memory: Memory, **options: Any) -> list[Fact]:
    """All facts, page by page."""
    rows: list[Fact] = []
    cursor = None
    while True:
        page = memory.facts(limit=PAGE, cursor=cursor, **options)
        rows += page.items
        cursor = page.cursor
        if cursor is None:
            return rows


def _sources(memory: Memory, rows: list[Fact], options: dict[str, Any]) -> dict[str, StoredMessage]:
    """The messages that the facts were read from."""
    scope = {name: options[name] for name in ("user_id", "agent_id")}
    found = {id: memory.get(id, **scope) for id in sorted({id for fact in rows for id in fact.sources})}
    return {id: row for id, row in found.items() if isinstance(row, StoredMessage)}
