"""Commands that ask: search, context, recall-step, get, messages, facts, sessions, users."""

from __future__ import annotations

import sys
from typing import Any

import click

from strandline.cli import render
from strandline.cli.app import Door, emit_json, json_option, main, store_options, time_option

MIN_SCORE = click.option(
    "--min-score", type=float, default=None, help="Least score in [0, 1]; 0 is off. Default: calibrated."
)
AS_OF = time_option("--as-of", help="What was true at this time.")
KNOWN_AT = time_option("--known-at", help="What was known at this time.")


@main.command()
@click.argument("query")
@click.option("-k", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many hits.")
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
@store_options("user", "agent", "any-session")
def search(door: Door, query: str, **options: Any) -> None:
    """Find what is remembered about QUERY, best first. Nothing found is an empty result, not an error."""
    with door.open() as memory:
        found = memory.search(query, **options)
    door.show(found, render.hits)


@main.command()
@click.argument("query")
@click.option("-k", type=click.IntRange(min=1), help="At most so many hits. Default: what fits the budget.")
@click.option("--max-tokens", type=click.IntRange(min=0), default=1200, show_default=True, help="Budget of the block.")
@click.option("--current-step", type=int, help="Where the conversation is. Default: its last step.")
@click.option("--window", type=int, help="Steps the model still sees. Default: nothing is taken to be visible.")
@click.option("--window-tokens", type=int, help="Tokens the model still sees; wins over --window.")
@AS_OF
@KNOWN_AT
@MIN_SCORE
@store_options("user", "agent", "session")
def context(door: Door, query: str, **options: Any) -> None:
    """Print a block for a prompt: what is remembered about QUERY, within a budget of tokens."""
    with door.open() as memory:
        block = memory.context(query, **options)
    if door.as_json:
        emit_json(block)
    else:
        print_block(block.text)


@main.command("recall-step")
@click.argument("query")
@click.option("--current-step", type=int, help="Where the conversation is. Default: its last step.")
@click.option("--window", type=int, default=20, show_default=True, help="Steps the model still sees.")
@click.option("--window-tokens", type=int, help="Tokens the model still sees; wins over --window.")
@click.option("-k", type=click.IntRange(min=1), default=12, show_default=True, help="At most so many results.")
@click.option("--max-tokens", type=click.IntRange(min=0), default=1200, show_default=True, help="Budget of the block.")
@click.option("--include-window", is_flag=True, help="Also the messages the model still sees.")
@click.option("--block", is_flag=True, help="Print the block instead of the table.")
@AS_OF
@KNOWN_AT
@MIN_SCORE
@store_options("user", "agent", "session")
def recall_step(door: Door, query: str, block: bool, **options: Any) -> None:
    """Recall what has scrolled out of the model's window and matters for QUERY."""
    with door.open() as memory:
        recall = memory.recall_step(query, **options)
    if block and not door.as_json:
        print_block(recall.context_block)
    else:
        door.show(recall, render.step_recall)


def print_block(text: str) -> None:
    """Print a block as it is; on a terminal without control characters."""
    if text:
        click.echo(render.printable(text) if sys.stdout.isatty() else text)


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
@click.option("--limit", type=click.IntRange(min=1), default=100, show_default=True, help="At most so many.")
@click.option("--cursor", help="Go on after an earlier page.")
@store_options("user", "agent", "any-session")
def messages(door: Door, **options: Any) -> None:
    """List messages as they were said, in order."""
    with door.open() as memory:
        page = memory.messages(**options)
    door.show(page, render.messages)
    if page.cursor:
        door.note(f"there are more: --cursor {page.cursor}")


@main.command()
@click.option("--limit", type=click.IntRange(min=1), default=100, show_default=True, help="At most so many.")
@click.option("--cursor", help="Go on after an earlier page.")
@store_options("user", "agent")
def facts(door: Door, **options: Any) -> None:
    """List what was learned or remembered, in the order it was learned."""
    with door.open() as memory:
        page = memory.facts(**options)
    door.show(page, render.facts)
    if page.cursor:
        door.note(f"there are more: --cursor {page.cursor}")


@main.command()
@store_options("user", "agent")
def sessions(door: Door, **options: Any) -> None:
    """List a user's conversations."""
    with door.open() as memory:
        rows = memory.sessions(**options)
    door.show(rows, render.sessions)


@main.command()
@store_options("all-users")
def users(door: Door, **options: Any) -> None:
    """List the users of the store; needs --all-users."""
    with door.open() as memory:
        rows = memory.users(**options)
    door.show(rows, render.names)
