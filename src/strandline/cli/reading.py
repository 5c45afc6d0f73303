"""Commands that ask: search, context, recall-step, get, messages, sessions, users."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import NOTHING, Door, emit_json, json_option, main, store_options, time_option

MIN_SCORE = click.option(
    "--min-score", type=click.FloatRange(0, 1), help="Least score in [0, 1]; 0 is off. Default: calibrated."
)
STEPS = click.IntRange(min=0)
AS_OF = time_option("--as-of", help="What was true at this time.")
KNOWN_AT = time_option("--known-at", help="What was known at this time.")


def most(name: str, **settings: Any) -> Callable[[Any], Any]:
    """The option for how many at most: -k as in Python's search, or --limit as in its lists."""
    return click.option("-k", "--limit", name, type=click.IntRange(min=1), **settings)


MOST_ROWS = most("limit", default=100, show_default=True, help="At most so many.")


@main.command()
@click.argument("query")
@most("k", default=10, show_default=True, help="At most so many hits.")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(["fact", "message"]),
    multiple=True,
    default=("fact", "message"),
    help="What to look for (repeatable). Default: both.",
)
@click.option("--this-session-only", is_flag=True, help="Only the conversation named with --session.")
@json_option("--filters", help='On metadata, as a JSON object: {"topic": "travel"}.')
@time_option("--after", help="Said at this time or later.")
@time_option("--before", help="Said before this time.")
@AS_OF
@KNOWN_AT
@MIN_SCORE
@store_options("reranker", "ids", "user", "agent", "any-session")
def search(door: Door, query: str, ids: bool, **options: Any) -> None:
    """Find what is remembered about QUERY, best first. Nothing found is an empty result, not an error."""
    with door.open() as memory:
        found = memory.search(query, **options)
    door.show_found(found, found, partial(render.hits, ids=ids))


@main.command()
@click.argument("query")
@most("k", help="At most so many hits. Default: what fits the budget.")
@click.option("--max-tokens", type=click.IntRange(min=0), default=1200, show_default=True, help="Budget of the block.")
@click.option("--current-step", type=int, help="Where the conversation is. Default: its last step.")
@click.option("--window", type=STEPS, help="Steps the model still sees. Default: nothing is taken to be visible.")
@click.option("--window-tokens", type=int, help="Tokens the model still sees; wins over --window.")
@AS_OF
@KNOWN_AT
@MIN_SCORE
@store_options("reranker", "user", "agent", "session")
def context(door: Door, query: str, **options: Any) -> None:
    """Print a block for a prompt about QUERY. It keeps within a budget of tokens."""
    with door.open() as memory:
        block = memory.context(query, **options)
    if door.as_json:
        emit_json(block)
    else:
        print_block(door, block.text)


@main.command("recall-step")
@click.argument("query")
@click.option("--current-step", type=int, help="Where the conversation is. Default: its last step.")
@click.option("--window", type=STEPS, default=20, show_default=True, help="Steps the model still sees.")
@click.option("--window-tokens", type=int, help="Tokens the model still sees; wins over --window.")
@most("k", default=12, show_default=True, help="At most so many results.")
@click.option("--max-tokens", type=click.IntRange(min=0), default=1200, show_default=True, help="Budget of the block.")
@click.option("--include-window", is_flag=True, help="Also the messages the model still sees.")
@click.option("--block", is_flag=True, help="Print the block instead of the table.")
@AS_OF
@KNOWN_AT
@MIN_SCORE
@store_options("reranker", "ids", "user", "agent", "session")
def recall_step(door: Door, query: str, block: bool, ids: bool, **options: Any) -> None:
    """Recall what has left the model's window and fits QUERY."""
    with door.open() as memory:
        recall = memory.recall_step(query, **options)
    if block and not door.as_json:
        print_block(door, recall.context_block)
    else:
        door.show_found(recall, recall.results, partial(render.step_recall, ids=ids))


def print_block(door: Door, text: str) -> None:
    """Print a block as it is; on a terminal without control characters."""
    if text:
        click.echo(render.printable(text) if sys.stdout.isatty() else text)
    else:
        door.note(NOTHING)


@main.command()
@click.argument("id")
@store_options("user", "agent")
def get(door: Door, id: str, **options: Any) -> None:
    """Show one message or fact by its ID."""
    with door.open() as memory:
        row = memory.get(id, **options)
    door.show(row, render.record)


@main.command()
@click.option("--after-step", type=click.IntRange(min=0), default=0, show_default=True, help="Only later steps.")
@MOST_ROWS
@click.option("--cursor", help="Go on after an earlier page.")
@store_options("ids", "user", "agent", "any-session")
def messages(door: Door, ids: bool, **options: Any) -> None:
    """List messages as they were said, in order."""
    with door.open() as memory:
        page = memory.messages(**options)
    door.show_found(page, page, partial(render.messages, ids=ids))
    if page.cursor:
        door.note(f"there are more: --cursor {page.cursor}")


@main.command()
@store_options("user", "agent")
def sessions(door: Door, **options: Any) -> None:
    """List a user's conversations."""
    with door.open() as memory:
        rows = memory.sessions(**options)
    door.show_found(rows, rows, render.sessions)


@main.command()
@store_options("all-users")
def users(door: Door, **options: Any) -> None:
    """List the users of the store; needs --all-users."""
    with door.open() as memory:
        rows = memory.users(**options)
    door.show_found(rows, rows, render.names)
