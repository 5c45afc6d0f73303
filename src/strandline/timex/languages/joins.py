"""What pieces that stand beside each other make together: each function here makes a join.

The words that may stand between the pieces, or before or after one, are patterns over folded text. Joins run in the
order in which a language lists them, each over all pieces found before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from strandline.timex.languages.base import Chart, Join
from strandline.timex.languages.pairs import Pair, clipped, edge
from strandline.timex.languages.pieces import Piece
from strandline.timex.languages.ranges import from_to


def beside(gap: str, first: Iterable[str], second: Iterable[str], make: Pair) -> Join:
    """Two pieces of these types with only such words between, made one by ``make``."""
    pattern, firsts, seconds = re.compile(gap), frozenset(first), frozenset(second)

    def join(chart: Chart) -> Iterator[Piece]:
        for one in chart.pieces():
            if one.type not in firsts:
                continue
            for other in chart.after(one, pattern):
                if other.type in seconds and other.start >= one.stop:
                    made = attempt(make, one, other)
                    if made is not None:
                        yield made.over(one.start, other.stop)

    return join


def attempt(make: Pair, one: Piece, other: Piece) -> Piece | None:
    """What ``make`` makes of two pieces; None where the calendar ends."""
    try:
        return make(one, other)
    except (ValueError, OverflowError):
        return None


def edge_of(words: dict[str, str], *, gap: str) -> list[Join]:
    """The beginning, middle or end of the stretch that follows: ``words`` give a pattern each for early, mid, late."""
    return [prefixed(rf"(?:{pattern}){gap}$", ("daterange",), edge(which)) for which, pattern in words.items()]


def clipping(words: dict[str, str], *, gap: str) -> list[Join]:
    """Earlier and later in the stretch that follows: ``words`` give a pattern each for early and late."""
    return [_clipping(re.compile(_led(f"(?:{pattern}){gap}$")), which) for which, pattern in words.items()]


def _clipping(pattern: re.Pattern[str], which: str) -> Join:
    def join(chart: Chart) -> Iterator[Piece]:
        for piece in chart.pieces():
            start = chart.before(piece.start, pattern) if piece.type == "daterange" else None
            made = clipped(piece, which, chart.now) if start is not None else None
            if made is not None and start is not None:
                yield made.over(start, piece.stop)

    return join


def prefixed(before: str, types: Iterable[str], make: Callable[[Piece], Piece | None]) -> Join:
    """A piece of these types with such words before it (the pattern ends in ``$``)."""
    pattern, wanted = re.compile(_led(before)), frozenset(types)

    def join(chart: Chart) -> Iterator[Piece]:
        for piece in chart.pieces():
            if piece.type in wanted and (start := chart.before(piece.start, pattern)) is not None:
                made = attempt(lambda one, _: make(one), piece, piece)
                if made is not None:
                    yield made.over(start, piece.stop)

    return join


def suffixed(after: str, types: Iterable[str], make: Callable[[Piece], Piece | None]) -> Join:
    """A piece of these types with such words after it."""
    pattern, wanted = re.compile(after), frozenset(types)

    def join(chart: Chart) -> Iterator[Piece]:
        for piece in chart.pieces():
            if piece.type in wanted and (stop := chart.follows(piece.stop, pattern)) is not None:
                made = attempt(lambda one, _: make(one), piece, piece)
                if made is not None:
                    yield made.over(piece.start, stop)

    return join


def _led(before: str) -> str:
    """Words before a piece, from the beginning of a word where the script has words."""
    unspaced = any(character > "\u2e80" for character in before)
    return f"(?:{before})" if unspaced else rf"(?<!\w)(?:{before})"


def span_of(
    gap: str, before: str = "", *, types: Iterable[str] = ("date", "time", "datetime", "daterange", "number")
) -> Join:
    """From one piece to another: ``before`` stands before the first (nothing has to), ``gap`` between them."""
    between, wanted = re.compile(gap), frozenset(types)
    lead = re.compile(_led(before) + "$") if before else None

    def join(chart: Chart) -> Iterator[Piece]:
        for one in chart.pieces():
            if one.type not in wanted or one.relation:
                continue
            start = one.start if lead is None else chart.before(one.start, lead)
            if start is None:
                continue
            for other in chart.after(one, between):
                if other.type in wanted and not other.relation:
                    if one.type == other.type == "number" and (chart.strict or lead is None):
                        continue
                    made = attempt(from_to, one, other)
                    if made is not None:
                        yield made.over(start, other.stop)

    return join


def between(gap: str, after: str, *, types: Iterable[str]) -> Join:
    """From one piece to another, with words after the second that say so."""
    inner, pattern, wanted = re.compile(gap), re.compile(after), frozenset(types)

    def join(chart: Chart) -> Iterator[Piece]:
        for one in chart.pieces():
            if one.type not in wanted or one.relation:
                continue
            for other in chart.after(one, inner):
                stop = chart.follows(other.stop, pattern)
                made = attempt(from_to, one, other) if stop is not None and other.type in wanted else None
                if made is not None and stop is not None:
                    yield made.over(one.start, stop)

    return join


def around_pair(before: str, after: str, types: Iterable[str], make: Callable[[Piece], Piece | None]) -> Join:
    """A piece of these types with such words both before and after it."""
    lead, pattern, wanted = re.compile(before), re.compile(after), frozenset(types)

    def join(chart: Chart) -> Iterator[Piece]:
        for piece in chart.pieces():
            if piece.type not in wanted:
                continue
            start, stop = chart.before(piece.start, lead), chart.follows(piece.stop, pattern)
            made = make(piece) if start is not None and stop is not None else None
            if made is not None and start is not None and stop is not None:
                yield made.over(start, stop)

    return join
