"""Lines into a token budget: the best that fit, whole, with their context, and a count of what did not.

Priority is the order given. A line that does not fit is passed over and later ones are tried, so one long memory
never starves the rest. A tool call and its results go in together or not at all. Turns next to a hit are added where
the hit alone says little (before a short reply, after a question) and, once no further hit fits, wherever there is
room. Costs are estimated line by line; what is returned was counted as a whole, so no counter needs to be additive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from strandline.context.line import Line
from strandline.context.render import OPENING, compose, footer, heading, row
from strandline.text import TokenCounter, count_tokens

SHORT_REPLY: Final = 40
"""Characters up to which a message is taken to need the turn before it."""
MIN_EXCERPT: Final = 40
"""Characters below which an excerpt is not worth its line."""
_ROUNDS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A block within its budget.

    ``shown`` are the ids of the items in it, in the order given, ``context`` those of the neighbours added to them.
    ``tokens`` is the count of ``text``; ``omitted`` is how many items are not shown, so that
    ``len(shown) + omitted`` is the number of items given. ``excerpt`` is the id of the item that was cut, if any.
    """

    text: str
    shown: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    tokens: int = 0
    omitted: int = 0
    excerpt: str | None = None


def pack(
    items: Sequence[Line],
    *,
    max_tokens: int,
    count: TokenCounter = count_tokens,
    edge: int = 0,
    current_step: int = 0,
    neighbours: Sequence[Line] = (),
) -> Packed:
    """Fill a block of at most ``max_tokens`` from ``items``, best first.

    ``neighbours`` are turns next to items (``neighbour_of``), and messages that share an item's ``pair``; those the
    model still sees (``active``) are never repeated. A neighbour that is itself an item is an item. An id given twice
    counts once. Where not one item fits whole, the best that is in no pair is cut to an excerpt, marked with "…" at
    the cut; where not even that fits, the text is "" and everything is omitted.
    """
    sheet = _Sheet(items, neighbours, _Frame(edge=edge, current_step=current_step, max_tokens=max_tokens, count=count))
    return sheet.packed() or sheet.excerpt() or Packed(text="", omitted=len(sheet.items))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """What stays the same while a block is filled."""

    edge: int
    current_step: int
    max_tokens: int
    count: Callable[[str], int]

    def cost(self, text: str) -> int:
        return self.count(text + "\n")

    def heading_cost(self, active: bool) -> int:
        return self.cost("\n\n" + heading(active=active, edge=self.edge, current_step=self.current_step))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Unit:
    """Lines that are shown together or not at all. ``host`` must be shown before it, where there is one."""

    lines: tuple[Line, ...]
    host: _Unit | None = None


@dataclass(frozen=True, slots=True)
class _Choice:
    """Units taken so far, and of which facts the source is shown."""

    units: tuple[_Unit, ...] = ()
    sources: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Budget:
    """A running estimate of what is taken."""

    left: int
    ids: set[str] = field(default_factory=set)
    sections: set[bool] = field(default_factory=set)


class _Sheet:
    """One block being filled."""

    def __init__(self, items: Sequence[Line], neighbours: Sequence[Line], frame: _Frame) -> None:
        self.items: dict[str, Line] = {}
        for line in items:
            self.items.setdefault(line.id, line)
        self._frame = frame
        self._order = _order(self.items, [line for line in neighbours if not line.active])
        self._costs: dict[tuple[str, bool], int] = {}
        self._headings: dict[bool, int] = {}

    def packed(self) -> Packed | None:
        """The best choice of whole lines; None when not one fits."""
        choice = self._everything()
        if choice is None:
            choice = _Choice()
            room = self._frame.max_tokens - self._opening_cost()
            for _ in range(_ROUNDS):
                grown = self._longest_that_fits(choice, self._more(choice, room))
                if grown.units == choice.units:
                    break
                choice = grown
                room = self._frame.max_tokens - self._frame.count(self._text(choice))
        if not choice.units:
            return None
        text = self._text(choice)
        return self._result(text, choice)

    def excerpt(self) -> Packed | None:
        """The longest part of the best single item that fits; None when none does."""
        single = next((unit.lines[0] for unit in self._order if len(unit.lines) == 1 and unit.host is None), None)
        if single is None:
            return None
        best: Packed | None = None
        low, high = MIN_EXCERPT, len(single.text) - 1
        while low <= high:
            keep = (low + high) // 2
            choice = _Choice((_Unit(lines=(replace(single, text=_cut(single, keep)),)),))
            text = self._text(choice)
            if self._frame.count(text) <= self._frame.max_tokens:
                best = replace(self._result(text, choice), excerpt=single.id)
                low = keep + 1
            else:
                high = keep - 1
        return best

    def _everything(self) -> _Choice | None:
        """All items with their sources, when that fits as it is: then there is no footer to leave room for."""
        units = tuple(unit for unit in self._order if unit.host is None)
        facts = frozenset(line.id for unit in units for line in unit.lines)
        spare = self._frame.cost(footer(len(self.items))) + 2 * len(self.items)
        cost = self._opening_cost() - spare
        for unit in units:
            cost += sum(self._cost(line, line.id in facts) for line in unit.lines)
            if cost > self._frame.max_tokens:
                return None
        choice = _Choice(units, facts)
        if not units or self._frame.count(self._text(choice)) > self._frame.max_tokens:
            return None
        room = self._frame.max_tokens - self._frame.count(self._text(choice))
        return self._longest_that_fits(choice, self._more(choice, room))

    def _more(self, choice: _Choice, room: int) -> list[tuple[_Unit, frozenset[str]]]:
        """Units to add, in order, by estimate: each with the facts whose source goes with it."""
        budget = _Budget(room)
        taken = set(choice.units)
        for unit in choice.units:
            budget.ids.update(line.id for line in unit.lines)
            budget.sections.update(line.active for line in unit.lines)
        more = []
        for unit in self._order:
            if unit in taken or (unit.host is not None and unit.host not in taken):
                continue
            sources = self._take(unit, budget)
            if sources is not None:
                taken.add(unit)
                more.append((unit, sources))
        return more

    def _take(self, unit: _Unit, budget: _Budget) -> frozenset[str] | None:
        """Charge a unit to the budget: with sources if they fit, else without; None if it does not fit or is there."""
        new = [line for line in unit.lines if line.id not in budget.ids]
        if not new:
            return None
        headings = {line.active for line in new} - budget.sections
        base = sum(self._heading_cost(active) for active in headings)
        ids = budget.ids | {line.id for line in new}
        sourced = frozenset(line.id for line in new if line.snippet and line.message_id not in ids)
        for sources in (sourced, frozenset[str]()):
            cost = base + sum(self._cost(line, line.id in sources) for line in new)
            if cost <= budget.left:
                budget.left -= cost
                budget.ids = ids
                budget.sections |= headings
                return sources
        return None

    def _longest_that_fits(self, choice: _Choice, more: list[tuple[_Unit, frozenset[str]]]) -> _Choice:
        """Add as many of ``more``, from its start, as fit when the whole text is counted."""
        low, high = 0, len(more)
        best = choice
        tried = high
        while low < high or tried == high:
            grown = _Choice(
                choice.units + tuple(unit for unit, _ in more[:tried]),
                choice.sources.union(*(sources for _, sources in more[:tried])),
            )
            if self._frame.count(self._text(grown)) <= self._frame.max_tokens:
                best, low = grown, tried
            else:
                high = tried - 1
            if low >= high:
                break
            tried = (low + high + 1) // 2
        return best

    def _result(self, text: str, choice: _Choice) -> Packed:
        ids = {line.id for unit in choice.units for line in unit.lines}
        shown = tuple(id for id in self.items if id in ids)
        return Packed(
            text=text,
            shown=shown,
            context=tuple(
                dict.fromkeys(
                    line.id for unit in choice.units for line in unit.lines if line.id not in self.items
                )
            ),
            tokens=self._frame.count(text),
            omitted=len(self.items) - len(shown),
        )

    def _text(self, choice: _Choice) -> str:
        lines = {line.id: line for unit in choice.units for line in unit.lines}
        messages = {line.id for line in lines.values() if line.kind == "message"}
        rows = [
            row(line, with_source=line.id in choice.sources and line.message_id not in messages)
            for line in lines.values()
        ]
        shown = sum(id in self.items for id in lines)
        frame = self._frame
        return compose(
            rows, edge=frame.edge, current_step=frame.current_step, omitted=len(self.items) - shown
        )

    def _opening_cost(self) -> int:
        return self._frame.cost(OPENING) + self._frame.cost("\n\n" + footer(len(self.items)))

    def _heading_cost(self, active: bool) -> int:
        if active not in self._headings:
            self._headings[active] = self._frame.heading_cost(active)
        return self._headings[active]

    def _cost(self, line: Line, with_source: bool) -> int:
        key = (line.id, with_source)
        if key not in self._costs:
            self._costs[key] = self._frame.cost(row(line, with_source=with_source)[1])
        return self._costs[key]
