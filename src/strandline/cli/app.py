"""The verbs of ``Memory`` from the shell, one command each, on the store named by ``--db`` or ``STRANDLINE_DB``.

Data goes to stdout, messages to stderr. With ``--json``, stdout is one JSON document, and an error is one JSON object
``{"error": {"type", "message"}}`` on stderr.

Exit codes: 0 done (an empty result is a result), 1 a question was answered with no, or ``check`` found a problem,
2 wrong use, 3 a file, the store or the system failed, 130 interrupted.
"""

from __future__ import annotations

import codecs
import functools
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from strandline._version import __version__
from strandline.errors import (
    InputError,
    MessageError,
    NaiveTimeError,
    NotFoundError,
    StepError,
    StrandlineError,
    TextError,
)
from strandline.memory import Memory
from strandline.rerankers import Reranker
from strandline.types.message import parse_time
from strandline.types.results import plain

ANSWERED_NO, WRONG_USE, FAILED, INTERRUPTED = 1, 2, 3, 130
NOTHING = "nothing found"
AN_INSTANT = "2026-01-01T00:00:00+00:00"
PIPED_WIDTH = 120
"""Columns of a table that is not shown on a terminal."""


class FileError(InputError):
    """A file whose content cannot be used."""


OF_CONTENT = (FileError, MessageError, StepError, TextError)
"""Errors of what a file or a text holds; every other InputError is of the options."""


class StoreCommand(click.Command):
    """A command whose typed errors become a message on stderr and exit code 2 or 3; Ctrl-C becomes 130."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors that are bugs keep their traceback."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (StrandlineError, OSError) as error:
            misused = isinstance(error, InputError) and not isinstance(error, OF_CONTENT)
            message = in_options(with_notes(error), ctx.command) if misused else with_notes(error)
            fail(type(error).__name__, message, as_json=bool(ctx.params.get("as_json")))
            ctx.exit(WRONG_USE if misused else FAILED)
        except (KeyboardInterrupt, click.Abort):
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)


class StoreGroup(click.Group):
    """A group of such commands, which says wrong use as JSON too where that was asked for."""

    command_class = StoreCommand
    group_class = type

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a program."""
        escape_what_cannot_be_written()
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named."""
        as_json = "--json" in ctx.args
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if not as_json:
                raise
            fail("UsageError", error.format_message(), as_json=True)
            ctx.exit(WRONG_USE)


def escape_what_cannot_be_written() -> None:
    """Make stdout and stderr write ``\\u2026`` for a character their encoding lacks, where it is not UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors="backslashreplace")


def with_notes(error: BaseException) -> str:
    """What an error says, on one line with the notes added to it."""
    return "; ".join([str(error), *getattr(error, "__notes__", ())])


def fail(kind: str, message: str, *, as_json: bool) -> None:
    """Say on stderr what went wrong: a line, or with ``as_json`` one object {"error": {"type", "message"}}."""
    if as_json:
        click.echo(json.dumps({"error": {"type": kind, "message": message}}), err=True)
    else:
        click.echo(f"Error: {message}", err=True)


def in_options(message: str, command: click.Command) -> str:
    """An error of a Python call with its arguments called as the options of the command are.

    A name of one word is replaced only where the message starts with it: elsewhere it may be plain English.
    """
    message = message.replace("() ", " ", 1)
    for param in command.params:
        name = re.escape(param.name or "")
        place = rf"\b(?:a )?{name}\b(?:=True)?" if "_" in name else rf"^{name}\b"
        if isinstance(param, click.Option):
            message = re.sub(place, max(param.opts, key=len), message)
    return message


@click.group(cls=StoreGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="strandline")
def main() -> None:
    """Long-term memory for LLM agents that knows what the model can still see."""


def time_option(name: str, *, help: str) -> Callable[[Any], Any]:
    """An option that takes an ISO 8601 time with an offset; a naive or malformed one is wrong use."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
        try:
            return parse_time(value, field=name)
        except NaiveTimeError as error:
            aware = f"{datetime.fromisoformat(str(value)).isoformat()}+00:00"
            raise click.UsageError(f"{name} needs a zone, write {aware}", ctx) from error
        except InputError as error:
            raise click.UsageError(f"{error}; write {AN_INSTANT}", ctx) from error

    return click.option(name, callback=read, metavar="TIME", help=help)


def json_option(name: str, *, help: str) -> Callable[[Any], Any]:
    """An option that takes a JSON object; anything else is wrong use."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, Any] | None:
        try:
            found = None if value is None else json.loads(value)
        except ValueError as error:
            raise click.BadParameter(f"not JSON: {error}", ctx, param) from error
        except RecursionError:
            raise click.BadParameter("JSON nested too deeply", ctx, param) from None
        if found is not None and not isinstance(found, dict):
            raise click.BadParameter(f"must be a JSON object, got {str(value)[:80]}", ctx, param)
        return found

    return click.option(name, callback=read, metavar="JSON", help=help)


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What a command knows about its store and its output."""

    db: str
    as_json: bool
    reranker: str | None = None
    """Folder of a model for a second look at what is found."""

    @contextmanager
    def open(self, *, create: bool = False) -> Iterator[Memory]:
        """Open the store and close it again. Raises NotFoundError for a file that is not there unless ``create``."""
        if not create and "://" not in self.db and self.db != ":memory:" and not Path(self.db).exists():
            raise NotFoundError(f"there is no store at {self.db}; name another with --db, or add something first")
        with Memory(self.db, reranker=self.second_look()) as memory:
            yield memory

    def second_look(self) -> Reranker | None:
        """The reranker that was asked for."""
        if self.reranker is None:
            return None
        from strandline.rerankers import open_reranker

        return open_reranker(self.reranker)

    def show(self, value: Any, table: Callable[[Any], Any]) -> None:
        """Print the value to stdout: as one JSON document, or as what ``table`` makes of it."""
        if self.as_json:
            emit_json(value)
        else:
            width = None if sys.stdout.isatty() else PIPED_WIDTH
            Console(file=sys.stdout, highlight=False, width=width).print(table(value))

    def show_found(self, value: Any, rows: Sized, table: Callable[[Any], Any]) -> None:
        """The same for a search or list; without rows a table gives way to a word on stderr."""
        if rows or self.as_json:
            self.show(value, table)
        else:
            self.note(NOTHING)

    def note(self, text: str) -> None:
        """Say something on stderr that is not data; nothing under ``--json``."""
        if not self.as_json:
            click.echo(text, err=True)


def emit_json(value: Any) -> None:
    """Print one plain JSON document to stdout."""
    utf8 = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"
    click.echo(json.dumps(plain(value), ensure_ascii=not utf8, indent=2))


json_flag = click.option("--json", "as_json", is_flag=True, help="Plain JSON on stdout, one document.")
SHARED: dict[str, Callable[[Any], Any]] = {
    "db": click.option(
        "--db",
        envvar="STRANDLINE_DB",
        default="strandline.db",
        show_default=True,
        show_envvar=True,
        help="The store's file.",
    ),
    "json": json_flag,
    "user": click.option("--user", "user_id", required=True, help="Whose memory."),
    "optional-user": click.option("--user", "user_id", default=None, help="Whose memory."),
    "all-users": click.option("--all-users", is_flag=True, help="Every user of the store; must be said."),
    "agent": click.option("--agent", "agent_id", default=None, help="Private to this agent of the user."),
    "session": click.option("--session", "session_id", default="default", show_default=True, help="The conversation."),
    "ids": click.option("--ids", is_flag=True, help="Show the id of each, for get and forget --id."),
    "reranker": click.option(
        "--reranker", metavar="FOLDER", help='Look again with the model of this folder, or with "minilm".'
    ),
    "any-session": click.option("--session", "session_id", default=None, help="The conversation."),
}


def store_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command ``--db``, ``--json`` and the shared options named; it gets a Door and Memory's keywords."""

    def wrap(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def command(*, db: str, as_json: bool, reranker: str | None = None, **options: Any) -> None:
            function(Door(db=db, as_json=as_json, reranker=reranker), **options)

        for name in reversed((*names, "db", "json")):
            command = SHARED[name](command)
        return command

    return wrap


def progress(items: Iterable[Any], *, total: int, label: str) -> Iterator[Any]:
    """The items, with a bar on stderr while stderr is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        yield from bar.track(items, total=total, description=label)


@contextmanager
def working(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, while stderr is a terminal, around one long call; give what it yields as its ``progress``."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)
