"""A time line of beliefs: what was true of whom, from when until when, and which steps say so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from strandline.cli.render import day, printable
from strandline.extract.relations import SPEAKER, relations
from strandline.types import Fact, StoredMessage

DATES = 23
"""Columns of "2019-01-01 – 2022-03-01"."""
STEPS = 10
LEAST_LABEL, LEAST_BAR, MOST_BAR = 8, 12, 60
MOST_SOURCES = 4
"""Steps named for one belief; the rest are counted."""
DENIED = "not "
MARKS = {"solid": "━", "thin": "─", "dotted": "┄", "open": "▶", "single": "●", "dash": "–"}
PLAIN_MARKS = {"solid": "=", "thin": "-", "dotted": ".", "open": ">", "single": "o", "dash": "-"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The stretch of time that a bar shows, in ``width`` cells."""

    first: datetime
    last: datetime
    width: int

    def cell(self, moment: datetime) -> int:
        """The cell of a moment, within the bar."""
        share = (moment - self.first) / (self.last - self.first)
        return min(self.width - 1, max(0, int(share * self.width)))

    def labels(self) -> str:
        """The two ends, as coarse as the stretch allows."""
        days = (self.last - self.first).days
        size = 4 if days > 3 * 365 else 7 if days > 120 else 10
        low, high = day(self.first)[:size], day(self.last)[:size]
        return f"{low}{high.rjust(self.width - len(low))}" if self.width >= len(low) + len(high) + 1 else low


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLine:
    """Beliefs of one user, grouped by subject and relation; those of ``current`` hold now, the others are dim.

    ``messages`` are the sources by their ids; ``now`` is where the bars of what still holds are open.
    """

    facts: Sequence[Fact]
    current: Collection[str]
    messages: Mapping[str, StoredMessage]
    now: datetime

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Fit the bars to the width there is; plain characters where the encoding has no others."""
        marks = PLAIN_MARKS if options.ascii_only else MARKS
        free = options.max_width - DATES - STEPS - 6
        width = max(LEAST_BAR, min(MOST_BAR, free // 2))
        axis = _axis(self.facts, self.now, width)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=max(LEAST_LABEL, min(40, free - width)), overflow="fold")
        grid.add_column(width=width, no_wrap=True, overflow="crop")
        grid.add_column(width=DATES, overflow="fold")
        grid.add_column(width=STEPS, overflow="fold")
        grid.add_row("", Text(axis.labels(), style="dim"), "", Text("step", style="dim"))
        for subject, of_subject in groupby(sorted(self.facts, key=_order), key=_subject):
            grid.add_row(Text(printable(subject), style="bold"))
            for relation, rows in groupby(of_subject, key=_relation):
                grid.add_row(Text(f"  {printable(relation)}", style="italic"))
                for fact in rows:
                    grid.add_row(*self._cells(fact, axis, marks))
        yield grid

    def _cells(self, fact: Fact, axis: Axis, marks: Mapping[str, str]) -> Iterator[RenderableType]:
        style = "" if fact.id in self.current else "dim"
        label = f"{'' if fact.polarity else DENIED}{' '.join(fact.value.split())}"
        notes = [f"for {fact.agent_id}"] * (fact.agent_id is not None) + ["disputed"] * fact.disputed
        aside = f" ({', '.join(notes)})" if notes else ""
        value = Text(printable(label + aside), style=style)
        yield Padding(value, (0, 0, 0, 4))
        yield Text(_bar(fact, axis, marks), style=style or "cyan")
        yield Text(_dates(fact, marks, self.now), style=style)
        yield Text(printable(self._steps(fact)), style=style)

    def _steps(self, fact: Fact) -> str:
        one_session = len({message.session_id for message in self.messages.values()}) == 1
        said = [self.messages[id] for id in fact.sources if id in self.messages]
        named = [f"{'' if one_session else f'{row.session_id}:'}{row.step}" for row in said[-MOST_SOURCES:]]
        return " ".join([*named, *([f"+{len(said) - MOST_SOURCES}"] if len(said) > MOST_SOURCES else [])])


def _subject(fact: Fact) -> str:
    return "the user" if fact.subject == SPEAKER else fact.subject


def _relation(fact: Fact) -> str:
    """How a relation is called above its beliefs."""
    name = fact.relation.replace("_", " ")
    if fact.relation == "attribute":
        return fact.qualifier or name
    return f"{name} {fact.qualifier}" if fact.qualifier else name


def _order(fact: Fact) -> tuple[object, ...]:
    """The speaker first, relations in the order of the table, beliefs in the order of time."""
    table = list(relations())
    place = table.index(fact.relation) if fact.relation in table else len(table)
    since = fact.valid_from or fact.valid_to
    began = since.timestamp() if since else float("-inf")
    return fact.subject != SPEAKER, fact.subject, place, fact.qualifier or "", began, fact.value, fact.id


def _axis(facts: Sequence[Fact], now: datetime, width: int) -> Axis:
    bounds = [bound for fact in facts for bound in (fact.valid_from, fact.valid_to) if bound is not None]
    first, last = min([*bounds, now]), max([*bounds, now])
    return Axis(first=first, last=max(last, first + timedelta(days=1)), width=width)


def _is_timeless(fact: Fact) -> bool:
    return fact.relation in relations() and relations()[fact.relation].timeless


def _is_event(fact: Fact) -> bool:
    return fact.relation in relations() and relations()[fact.relation].kind == "event"


def _bar(fact: Fact, axis: Axis, marks: Mapping[str, str]) -> str:
    """Solid while it was true, dotted where a bound is unknown, thin where it was always so."""
    since, until = fact.valid_from, fact.valid_to
    if _is_event(fact):
        return "" if since is None else " " * axis.cell(since) + marks["single"]
    if since is None and until is None:
        return (marks["thin"] if _is_timeless(fact) else marks["dotted"]) * axis.width
    if since is None:
        assert until is not None
        return marks["dotted"] * (axis.cell(until) + 1)
    low = axis.cell(since)
    if until is None:
        return " " * low + marks["solid"] * (axis.width - low - 1) + marks["open"]
    return " " * low + marks["solid"] * max(1, axis.cell(until) - low)


def _dates(fact: Fact, marks: Mapping[str, str], now: datetime) -> str:
    since, until = day(fact.valid_from), day(fact.valid_to)
    if _is_event(fact):
        return since or "no date"
    if since and until:
        return since if since == until else f"{since} {marks['dash']} {until}"
    if until:
        return f"until {until}"
    if since:
        return f"{'from' if fact.valid_from and fact.valid_from > now else 'since'} {since}"
    return "always" if _is_timeless(fact) else "since when is unknown"
