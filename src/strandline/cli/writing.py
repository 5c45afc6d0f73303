"""Commands that put memories in and take them out: add, remember, forget, verify."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import (
    ANSWERED_NO,
    Door,
    FileError,
    emit_json,
    json_option,
    main,
    progress,
    store_options,
    time_option,
)
from strandline.cli.conversations import Turn, by_session, decode, read_conversation
from strandline.types import Added, Receipt
from strandline.types.message import parse_time

BATCH = 64
"""Messages in one transaction when a file is added."""


@main.command()
@click.argument("text", required=False)
@click.option(
    "--file", "path", type=click.Path(exists=True, dir_okay=False, allow_dash=True), help="Messages; - is stdin."
)
@time_option("--at", help="When it was said (ISO 8601 with an offset). Default: now, or the file's own.")
@json_option("--metadata", help="A JSON object kept with the message.")
@click.option(
    "--extract",
    type=click.Choice(["rules", "off"]),
    default="rules",
    show_default=True,
    help="How facts are read; off: not.",
)
@store_options("user", "agent", "session")
def add(door: Door, text: str | None, path: str | None, **options: Any) -> None:
    """Store what was said. It is TEXT (said by the user), or the messages of a file.

    A file is JSON Lines of messages (role, content, at, session_id, name, metadata) or the chat format: a list of
    messages, or {"messages": […]}, as JSON or JSON Lines. A TEXT of - reads a file from stdin.
    """
    if (text is None) == (path is None):
        raise click.UsageError("give either TEXT or --file")
    if text is not None and text != "-":
        with door.open(create=True) as memory:
            result = memory.add(text, **options)
        _show(door, result, render.added)
    else:
        _show(door, _add_file(door, path or "-", options), render.added_by_session)


def _add_file(door: Door, path: str, options: dict[str, Any]) -> Added:
    runs = list(by_session(read_turns(path), default=options.pop("session_id"), most=BATCH))
    with door.open(create=True) as memory:
        parts = [
            memory.add(messages, session_id=session, **options)
            for session, messages in progress(runs, total=len(runs), label="adding")
        ]
    return Added(
        messages=tuple(row for part in parts for row in part.messages),
        facts=tuple(row for part in parts for row in part.facts),
        changes=tuple(row for part in parts for row in part.changes),
        warnings=tuple(row for part in parts for row in part.warnings),
    )


def _show(door: Door, result: Added, table: Callable[[Added], Any]) -> None:
    for warning in result.warnings:
        click.echo(f"warning: {warning}", err=True)
    door.show(result, table)


def read_turns(path: str) -> list[Turn]:
    """The turns of a file, or of stdin for "-". Raises MessageError naming the line."""
    source = "stdin" if path == "-" else path
    return read_conversation(decode(read_bytes(path), source=source), source=source)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of stdin for "-"."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


@main.command()
@click.argument("text")
@time_option("--at", help="Since when it holds (ISO 8601 with an offset). Default: now.")
@json_option("--metadata", help="A JSON object kept with it.")
@store_options("user", "agent")
def remember(door: Door, text: str, **options: Any) -> None:
    """Store a bare fact: no turn, no step. The same text again changes nothing."""
    with door.open(create=True) as memory:
        result = memory.remember(text, **options)
    _show(door, result, render.added)


SELECTORS = ("id", "session_id", "phrase", "before", "everything")


@main.command()
@click.option("--id", help="One message or fact.")
@click.option("--session", "session_id", help="One conversation.")
@click.option("--phrase", help="Whatever holds these words, verbatim.")
@time_option("--before", help="What was said before this time (ISO 8601 with an offset).")
@click.option("--everything", is_flag=True, help="All of the user's memory.")
@click.option("--dry-run", is_flag=True, help="Say what would go, remove nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before --everything.")
@click.option("--receipt", "receipt_path", type=click.Path(dir_okay=False), help="Write the receipt here as JSON.")
@store_options("user")
def forget(door: Door, yes: bool, receipt_path: str | None, **options: Any) -> None:
    """Remove memories, every copy of them, and give a receipt. Exactly one of --id, --session, --phrase, --before,
    --everything."""
    if sum(bool(options[name]) for name in SELECTORS) != 1:
        raise click.UsageError("give exactly one of --id, --session, --phrase, --before, --everything")
    asked = options["everything"] and not (options["dry_run"] or yes)
    if asked and not at_a_terminal():
        raise click.UsageError("--everything without a terminal to ask on needs --yes")
    if asked and not click.confirm(f"Forget everything about {options['user_id']}?", err=True):
        click.echo("nothing was forgotten", err=True)
        sys.exit(ANSWERED_NO)
    with door.open() as memory, kept_receipt(receipt_path) as keep:
        result = memory.forget(**options)
        keep(result)
    door.show(result, render.receipt)


@contextmanager
def kept_receipt(path: str | None) -> Iterator[Callable[[Receipt], None]]:
    """Make sure that a receipt can be written before there is one: it goes to a draft beside the file, which it
    replaces. When that fails all the same, the receipt is printed, because what it proves cannot be done again."""
    if path is None:
        yield lambda receipt: None
        return
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise click.UsageError(f"--receipt writes a file, and {path} is something else")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".draft")
    os.close(handle)
    draft = Path(name)

    def keep(receipt: Receipt) -> None:
        try:
            draft.write_text(json.dumps(receipt.to_dict(), indent=2) + "\n", encoding="utf-8")
            draft.replace(target)
        except OSError:
            emit_json(receipt)
            raise

    try:
        yield keep
    finally:
        draft.unlink(missing_ok=True)


def at_a_terminal() -> bool:
    """Whether there is someone to ask."""
    return sys.stdin.isatty()


@main.command()
@click.argument("receipt", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@store_options()
def verify(door: Door, receipt: str) -> None:
    """Prove that what a RECEIPT names is gone from the store. It is a file that forget --receipt wrote; - is stdin."""
    found = read_receipt(decode(read_bytes(receipt), source=receipt), source=receipt)
    with door.open() as memory:
        gone = memory.verify_forgotten(found)
    door.show({"forgotten": gone}, render.record)


def read_receipt(text: str, *, source: str) -> Receipt:
    """Read a receipt from its JSON. Raises FileError for anything else."""
    try:
        fields = json.loads(text)
        fields |= {name: tuple(fields[name]) for name in ("texts", "words", "ids")}
        fields["forgotten_at"] = parse_time(fields["forgotten_at"], field="forgotten_at")
        return Receipt(**fields)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FileError(f"{source} is not a receipt ({error}); give a file that forget --receipt wrote") from None
