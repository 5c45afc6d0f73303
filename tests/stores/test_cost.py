"""What an add costs does not depend on how much the user has said, counted in steps of SQLite's machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from strandline.stores import SqliteStore
from strandline.testing.facts import claim, day
from strandline.testing.stores import StoreContract
from strandline.types import Act, Claim, Since

CONTRACT = StoreContract()
MANY = 600
"""Messages after which an add is counted again."""


def ended_loosely(number: int) -> Claim:
    """Things that are liked, and early on a loose end, which concerns all of them."""
    if number == 3:
        return claim("likes", "thing 2", number, act=Act.END, loose=True, since=Since.UNKNOWN)
    return claim("likes", f"thing {number}", number)


def told_of_a_kind(number: int) -> Claim:
    """A cat, again and again, between cats with names."""
    return claim("pet", f"Tom {number % 5}" if number % 2 else "cat", number, generic=number % 2 == 0)


def told_late(number: int) -> Claim:
    """Things that were liked before the day of a loose end, told after it."""
    if number == 3:
        return claim("likes", "thing 2", 4000, act=Act.END, loose=True, since=Since.UNKNOWN)
    return claim("likes", f"thing {number}", 3000 - number)


def moved_on_one_day(number: int) -> Claim:
    """Homes that all begin at one moment: what the next one leaves of each covers nothing."""
    return claim("lives_in", f"town {number}", 0, since=Since.WORDS, valid_from=day(0))


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    store = SqliteStore(":memory:")
    store.set_identity(CONTRACT.IDENTITY)
    yield store
    store.close()


@pytest.mark.parametrize(
    "said",
    [
        lambda number: claim("likes", f"thing {number}", number),
        lambda number: claim("likes", "tea", number),
        lambda number: claim("lives_in", f"town {number}", number),
        lambda number: claim("lives_in", "Oslo", number, subject=f"person {number}"),
        ended_loosely,
        told_of_a_kind,
        told_late,
        moved_on_one_day,
    ],
    ids=[
        "new values",
        "one value again and again",
        "a value that moves on",
        "new subjects",
        "after a loose end",
        "a kind",
        "late",
        "one day",
    ],
)
def test_a_statement_costs_no_more_among_many(store: SqliteStore, said: Callable[[int], Claim]) -> None:
    """Only what it touches is read."""
    early = late = 0
    for number in range(MANY):
        steps = _counted(store)
        CONTRACT.say(store, f"message {number}", said(number))
        early += steps[0] if 40 <= number < 60 else 0
        late += steps[0] if number >= MANY - 20 else 0
    assert early > 0
    assert late < 1.5 * early


def _counted(store: SqliteStore) -> list[int]:
    """Counts, in tens, the steps of what the store does from now on."""
    steps = [0]

    def count() -> int:
        steps[0] += 1
        return 0

    with store._connections.alone() as db:
        db.set_progress_handler(count, 10)
    return steps
