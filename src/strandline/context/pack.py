"""Lines into a token budget: the best that fit, whole, with their context, and a count of what did not.

Priority is the order given. A line that does not fit is passed over and later ones are tried, so one long memory
never starves the rest. A tool call and its results go in together or not at all. A short turn next to a hit is added
with it where the hit alone says little (after a question, before a very short reply). When no further hit fits, what
is left goes to the words that facts were learned from, then to the hits' other neighbours.

Costs are estimated line by line; what is returned was counted as a whole, so no counter needs to be additive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from strandline.context.line import Line
from strandline.context.render import OPENING, Row, compose, footer, heading, row
from strandline.text import TokenCounter, count_tokens

SHORT_REPLY: Final = 30
"""Characters up to which a message is taken to need the turn before it."""
LONG_NEIGHBOUR: Final = 300
"""Characters above which a neighbour waits until no further hit fits."""
MIN_EXCERPT: Final = 40
"""Characters below which an excerpt is not worth its line."""
_THRIFT: Final = 0.5
"""How much the length of a line counts against it. With 0, the order of the hits, 82 % of the evidence of 147
questions of LoCoMo stands in 500 tokens and 84 % of that of 25 of LongMemEval-S; with 0.5 it is 85 % and 88 %, with 1
84 % and 89 %. A trial with earlier weights."""
_WORD_SLACK: Final = 20
_EMPTY_LINE: Final = "- **[2026-01-01]** "
_QUESTION_MARKS: Final = ("?", "？", "؟")


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
    model still sees (``active``) are never repeated. Give every turn next to the best items, also one that is an item
    itself (it moves up to the hit that needs it), and one that is next to two of them twice. An item given twice counts
    once. Where not one item fits whole, the best that is in no pair is cut to an excerpt, marked with "…" at
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Unit:
    """Lines that are shown together or not at all. ``host`` must be shown before it, where there is one."""

    lines: tuple[Line, ...]
    host: _Unit | None = None


@dataclass(frozen=True, slots=True)
class _Choice:
    """Units taken so far, and the ids of the facts whose source is shown."""

    units: tuple[_Unit, ...] = ()
    sources: frozenset[str] = frozenset()

    def ids(self) -> set[str]:
        return {line.id for unit in self.units for line in unit.lines}


class _Sheet:
    """One block being filled."""

    def __init__(self, items: Sequence[Line], neighbours: Sequence[Line], frame: _Frame) -> None:
        self.items: dict[str, Line] = {}
        for line in items:
            self.items.setdefault(line.id, line)
        self._frame = frame
        self._rows: dict[tuple[str, str, bool], Row] = {}
        self._costs: dict[str, int] = {}
        by_worth = sorted(self.items.values(), key=lambda line: -self._worth(line))
        others = [line for line in neighbours if not line.active]
        self._order, self._later = _order({line.id: line for line in by_worth}, others)

    def packed(self) -> Packed | None:
        """Whole lines, then the sources of facts, then further neighbours; None when not one line fits."""
        choice = self._grown(self._all_items() or _Choice(), self._order)
        if not choice.units:
            return None
        choice = self._grown(self._sourced(choice), self._later)
        return self._result(self._text(choice), choice)

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

    def _grown(self, choice: _Choice, units: Sequence[_Unit]) -> _Choice:
        """Add units in order, passing over those that do not fit, until none does."""
        rest = [unit for unit in units if unit not in choice.units]
        while more := self._affordable(choice, rest):
            grown = self._longest_that_fits(choice, more)
            tried = grown.units[len(choice.units) :] + more[len(grown.units) - len(choice.units) :][:1]
            rest = [unit for unit in rest if unit not in tried]
            choice = grown
        return choice

    def _all_items(self) -> _Choice | None:
        """All items, where they fit together: then there is no footer to leave room for."""
        choice = _Choice(tuple(dict.fromkeys(unit for unit in self._order if unit.host is None)))
        room = self._frame.max_tokens
        for unit in choice.units:
            room -= sum(map(self._cost, unit.lines))
            if room < 0:
                return None
        return choice if choice.units and self._left(choice) >= 0 else None

    def _affordable(self, choice: _Choice, units: Sequence[_Unit]) -> tuple[_Unit, ...]:
        """Units to add by estimated cost, each tried in turn."""
        room, least = self._left(choice), self._estimate(_EMPTY_LINE)
        ids, taken = choice.ids(), set(choice.units)
        sections = {line.active for unit in choice.units for line in unit.lines}
        more = []
        for unit in units:
            if room < least:
                break
            if unit in taken or (unit.host is not None and unit.host not in taken):
                continue
            new = [line for line in unit.lines if line.id not in ids]
            headings = {line.active for line in new} - sections
            cost = sum(map(self._cost, new)) + sum(map(self._heading_cost, headings))
            if new and cost <= room:
                room -= cost
                ids.update(line.id for line in new)
                sections |= headings
                taken.add(unit)
                more.append(unit)
        return tuple(more)

    def _longest_that_fits(self, choice: _Choice, more: tuple[_Unit, ...]) -> _Choice:
        """Add as many of ``more``, from its start, as fit when the whole text is counted."""
        best = choice
        low, high = 1, len(more)
        tried = high  # the estimate is nearly always right: all of it is tried first
        while low <= high:
            grown = _Choice((*choice.units, *more[:tried]), choice.sources)
            if self._left(grown) >= 0:
                best, low = grown, tried + 1
            else:
                high = tried - 1
            tried = (low + high) // 2
        return best

    def _sourced(self, choice: _Choice) -> _Choice:
        """Show the sources of facts, best first, as far as there is room."""
        ids, room = choice.ids(), self._left(choice)
        for id, line in self.items.items():
            if id in ids and line.snippet and not line.active and line.message_id not in ids:
                cost = self._estimate(self._row(line, True)[1]) - self._cost(line)
                grown = _Choice(choice.units, choice.sources | {id})
                if cost <= room and (left := self._left(grown)) >= 0:
                    choice, room = grown, left
        return choice

    def _left(self, choice: _Choice) -> int:
        """Tokens left, by counting the whole text; negative when it is too long. An empty choice has its frame."""
        if not choice.units:
            return self._frame.max_tokens - self._estimate(OPENING) - self._footer_cost()
        return self._frame.max_tokens - self._frame.count(self._text(choice))

    def _result(self, text: str, choice: _Choice) -> Packed:
        ids = choice.ids()
        shown = tuple(id for id in self.items if id in ids)
        return Packed(
            text=text,
            shown=shown,
            context=tuple(sorted(ids.difference(shown))),
            tokens=self._frame.count(text),
            omitted=len(self.items) - len(shown),
        )

    def _text(self, choice: _Choice) -> str:
        lines = {line.id: line for unit in choice.units for line in unit.lines}
        rows = [self._row(line, id in choice.sources and line.message_id not in lines) for id, line in lines.items()]
        shown = sum(id in self.items for id in lines)
        frame = self._frame
        return compose(rows, edge=frame.edge, current_step=frame.current_step, omitted=len(self.items) - shown)

    def _estimate(self, text: str) -> int:
        """What a line adds to the text, at least: a counter that rounds up counts it a token higher alone."""
        return max(0, self._frame.count(text + "\n") - 1)

    def _footer_cost(self) -> int:
        return self._estimate("\n" + footer(len(self.items)))

    def _heading_cost(self, active: bool) -> int:
        return self._estimate(
            "\n" + heading(active=active, edge=self._frame.edge, current_step=self._frame.current_step)
        )

    def _row(self, line: Line, with_source: bool) -> Row:
        key = (line.id, line.text, with_source)
        if key not in self._rows:
            self._rows[key] = row(line, with_source=with_source)
        return self._rows[key]

    def _worth(self, line: Line) -> float:
        """What a line is expected to be worth for what it costs; lines of unknown worth keep their order."""
        return line.worth / max(1, self._cost(line)) ** _THRIFT if line.worth else 0.0

    def _cost(self, line: Line) -> int:
        if line.id not in self._costs:
            self._costs[line.id] = self._estimate(self._row(line, False)[1])
        return self._costs[line.id]


def _order(items: Mapping[str, Line], neighbours: Sequence[Line]) -> tuple[list[_Unit], list[_Unit]]:
    """Units by priority: each hit and then the turns it needs; apart from them, the neighbours that can wait."""
    pairs: dict[str, dict[str, Line]] = {}
    near_to: dict[str, list[Line]] = {}
    for line in (*items.values(), *neighbours):
        if line.pair is not None:
            pairs.setdefault(line.pair, {}).setdefault(line.id, line)
    for line in neighbours:
        if line.neighbour_of is not None:
            near_to.setdefault(line.neighbour_of, []).append(line)
    homes: dict[str, _Unit] = {}
    for line in items.values():
        if line.id not in homes:
            unit = _Unit(lines=_mates(line, pairs))
            homes.update((mate.id, unit) for mate in unit.lines)
    order: list[_Unit] = []
    later: list[_Unit] = []
    for unit in dict.fromkeys(homes[id] for id in items):
        order.append(unit)
        for hit in unit.lines:
            for near in near_to.get(hit.id, ()):
                home = homes.get(near.id) or _Unit(lines=_mates(near, pairs), host=unit)
                (order if _needed(hit, near) else later).append(home)
    return order, later


def _mates(line: Line, pairs: Mapping[str, Mapping[str, Line]]) -> tuple[Line, ...]:
    """The line and all others of its pair."""
    return (line,) if line.pair is None else tuple(pairs[line.pair].values())


def _needed(hit: Line, near: Line) -> bool:
    """Whether a hit says little without this neighbour: the turn before a short reply, or the one after a question.

    A long neighbour is not: it would take the room of several hits.
    """
    if hit.kind != "message" or hit.step is None or near.step is None or len(near.text) > LONG_NEIGHBOUR:
        return False
    text = hit.text.strip()
    return len(text) <= SHORT_REPLY if near.step < hit.step else text.endswith(_QUESTION_MARKS)


def _cut(line: Line, keep: int) -> str:
    """``keep`` characters around the line's focus, or a few fewer to end between words, with "…" at each cut."""
    text = line.text
    start = max(0, min(line.focus - keep // 4, len(text) - keep))
    end = start + keep
    if start > 0:
        space = text.find(" ", start, start + _WORD_SLACK)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", max(start, end - _WORD_SLACK), end)
        end = space if space > start else end
    return ("…" if start > 0 else "") + text[start:end] + ("…" if end < len(text) else "")
