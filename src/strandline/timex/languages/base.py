"""The engine shared by the languages: tables of words, patterns over them, and what joins what they find.

A language is data: tables of names (``Names``), rules (a pattern with the builder that reads its groups) and joins
(how pieces that stand beside each other make a larger one). Patterns are written over folded text (lower case, no
accents); ``{month}`` in a pattern stands for any name in that table. Builders may raise ValueError or OverflowError
where the calendar ends: the expression is then left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from strandline.timex.languages.pieces import Piece, as_span, fold
from strandline.timex.spans import TimeSpan

_SPACING = re.compile(r"[\s-]+")
_FIELD = re.compile(r"\{([a-z_]+)\}")
_Tree: TypeAlias = "dict[str, _Tree]"

LONGEST = 20_000
"""Longer texts are read in pieces of so many characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The words of a language, folded: each name with what it stands for.

    ``units`` give codes (S TM H D W M Y WE), ``parts`` a TIMEX code and two hours, ``shifts`` -2 to 2 for the one
    before last to the one after next, ``days`` how many days from today, ``holidays`` a rule: year -> day, ``edges``
    early, mid or late, ``fractions`` minutes of an hour; ``dotted`` are the names that may end in a dot,
    ``year_words`` is a pattern for the years in words that is shorter than all of them.
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    numbers: Mapping[str, float]
    ordinals: Mapping[str, int]
    shifts: Mapping[str, int]
    days: Mapping[str, int]
    parts: Mapping[str, tuple[str, int, int]]
    seasons: Mapping[str, str]
    holidays: Mapping[str, Callable[[int], datetime]]
    edges: Mapping[str, str] = field(default_factory=dict)
    years: Mapping[str, int] = field(default_factory=dict)
    fractions: Mapping[str, int] = field(default_factory=dict)
    dotted: frozenset[str] = frozenset()
    year_words: str = ""


@dataclass(frozen=True, slots=True)
class Groups:
    """What a pattern matched: its groups by name, the tables, the time, and what the rule adds."""

    match: re.Match[str]
    names: Names
    now: datetime
    fixed: Mapping[str, int | str]

    def text(self, name: str) -> str:
        """The words of a group, empty where it is not there; ``name_`` is the group's second place in a pattern."""
        groups = self.match.groupdict()
        return groups.get(name) or groups.get(f"{name}_") or ""

    def whole(self, name: str) -> int | None:
        """A whole number in digits or words; None where the group is not there or is no whole number."""
        value = self.number(name)
        return int(value) if value is not None and value == int(value) else None

    def number(self, name: str) -> float | None:
        """A number in digits or words."""
        text = key(self.text(name))
        if not text:
            return None
        if text in self.names.numbers:
            return self.names.numbers[text]
        try:
            return float(text.replace(",", ".").replace(" ", ""))
        except ValueError:
            return None

    def ordinal(self, name: str) -> int | None:
        """An ordinal in digits ("3." "3e") or words."""
        text = key(self.text(name))
        if text in self.names.ordinals:
            return self.names.ordinals[text]
        digits = re.match(r"\d+", text)
        return int(digits[0]) if digits else self.whole(name)

    def named(self, name: str, table: Mapping[str, object]) -> object | None:
        """What a group's words stand for in a table."""
        text = key(self.text(name))
        return table.get(text, table.get(text.rstrip("."))) if text else None

    def shift(self, name: str = "s") -> int | None:
        """Which one: -1 the last, 0 this, 1 the next; what the rule says where no word does."""
        found = self.named(name, self.names.shifts)
        if isinstance(found, int):
            return found
        given = self.fixed.get("shift")
        return given if isinstance(given, int) else None


Builder = Callable[[Groups], Piece | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, its builder, what the builder is told beside the words, and whether it holds in strict reading too."""

    pattern: str
    build: Builder
    fixed: Mapping[str, int | str] = field(default_factory=dict)
    strict: bool = True


Join = Callable[["Chart"], Iterable[Piece]]
"""Looks over the pieces found so far and gives larger ones."""


class Chart:
    """The pieces of one text; a piece over the same characters of the same type is kept once, the first."""

    def __init__(self, text: str, now: datetime, *, strict: bool) -> None:
        self.text, self.now, self.strict = text, now, strict
        self._kept: dict[tuple[int, int, str, bool], Piece] = {}
        self._starts: dict[int, list[Piece]] = {}

    def add(self, piece: Piece) -> None:
        """Keep a piece."""
        place = (piece.start, piece.stop, piece.type, piece.alone)
        if place not in self._kept or self._kept[place].rank < piece.rank:
            old = self._kept.get(place)
            self._kept[place] = piece
            row = self._starts.setdefault(piece.start, [])
            if old is not None:
                row.remove(old)
            row.append(piece)

    def pieces(self) -> list[Piece]:
        """All of them, in the order of the text."""
        return sorted(self._kept.values(), key=lambda piece: (piece.start, -piece.stop, piece.type, piece.alone))

    def after(self, piece: Piece, gap: re.Pattern[str], reach: int = 30) -> Iterator[Piece]:
        """The pieces that follow one with only such words between."""
        for start in range(piece.stop, min(len(self.text), piece.stop + reach) + 1):
            if start in self._starts and gap.fullmatch(self.text, piece.stop, start):
                yield from list(self._starts[start])

    def before(self, place: int, words: re.Pattern[str], reach: int = 30) -> int | None:
        """Where the words begin that end right before a place (the pattern ends in ``$``); None where they do not."""
        begin = max(0, place - reach)
        found = words.search(self.text, begin, place)
        return None if found is None or (found.start() == begin > 0) else found.start()

    def follows(self, place: int, words: re.Pattern[str]) -> int | None:
        """Where the words end that begin right at a place; None where they do not."""
        found = words.match(self.text, place)
        return found.end() if found else None


class Language:
    """A reader of one language, made from its tables, rules and joins."""

    def __init__(self, names: Names, rules: Iterable[Rule], joins: Iterable[Join], *, spaced: bool = True) -> None:
        self.names = names
        self._joins = tuple(joins)
        fields = _fields(names)
        edge = (r"(?<![\w])(?:{})(?!\w)") if spaced else "(?:{})"
        self._rules = [(re.compile(edge.format(expand(rule.pattern, fields))), rule) for rule in rules]

    def find_spans(self, text: str, at: datetime, prefer: str | None, strict: bool) -> tuple[TimeSpan, ...]:
        """The expressions of a text, in order, none inside another; see ``strandline.timex.find``."""
        zone = at.tzinfo
        if zone is None:
            raise ValueError("at has no time zone: give an aware datetime")
        now = at.replace(tzinfo=None)
        found: list[TimeSpan] = []
        for begin in range(0, len(text), LONGEST):
            chart = self._read(fold(text[begin : begin + LONGEST]), now, strict)
            placed = (piece.over(piece.start + begin, piece.stop + begin) for piece in _chosen(chart.pieces()))
            found.extend(as_span(piece, zone, prefer) for piece in placed)
        return tuple(found)

    def _read(self, folded: str, now: datetime, strict: bool) -> Chart:
        chart = Chart(folded, now, strict=strict)
        for pattern, rule in self._rules:
            if strict and not rule.strict:
                continue
            for match in pattern.finditer(folded):
                piece = _built(rule, Groups(match, self.names, now, rule.fixed))
                if piece is not None:
                    start, stop = match.span("span") if "span" in pattern.groupindex else match.span()
                    chart.add(piece.over(start, stop))
        for join in self._joins:
            for piece in list(join(chart)):
                chart.add(piece)
        return chart


def _built(rule: Rule, groups: Groups) -> Piece | None:
    try:
        return rule.build(groups)
    except (ValueError, OverflowError):
        return None


def _chosen(pieces: Iterable[Piece]) -> list[Piece]:
    """The longest pieces that do not overlap, in the order of the text."""
    free = [piece for piece in pieces if piece.alone and piece.senses and piece.start < piece.stop]
    taken: list[Piece] = []
    for piece in sorted(free, key=lambda piece: (piece.start - piece.stop, -piece.rank, piece.start, piece.type)):
        if all(piece.stop <= other.start or other.stop <= piece.start for other in taken):
            taken.append(piece)
    return sorted(taken, key=lambda piece: piece.start)


def key(words: str) -> str:
    """Words as the tables have them: one space between, none around, dashes as spaces."""
    return _SPACING.sub(" ", words).strip()


def listed(words: str) -> list[str]:
    """The words of a line, as a list; a low line stands for a space within one."""
    return [word.replace("_", " ") for word in words.split()]


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest that fits; a space in a name stands for spaces or a dash.

    Words that begin alike share their beginning, which keeps the patterns short: they are compiled at the first use.
    """
    tree: _Tree = {}
    for word in set(words):
        node = tree
        for character in word:
            node = node.setdefault(r"[\s-]+" if character == " " else re.escape(character), {})
        node[""] = {}
    return f"(?:{_written(tree)})" if tree else "(?!)"


def _written(node: _Tree) -> str:
    branches = [start + _written(rest) for start, rest in sorted(node.items()) if start]
    if not branches:
        return ""
    if "" in node:
        return f"(?:{'|'.join(branches)})?"
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def expand(pattern: str, fields: Mapping[str, str]) -> str:
    """A pattern with its ``{fields}`` filled in; numbers in braces (``{1,2}``) are left alone."""
    return _FIELD.sub(lambda found: fields[found[1]] if found[1] in fields else found[0], pattern)


def _dotted(words: Iterable[str], dotted: frozenset[str]) -> str:
    short = alternatives(word for word in words if word in dotted)
    return rf"(?:{short}\.|{alternatives(words)})" if dotted.intersection(words) else alternatives(words)


def _fields(names: Names) -> dict[str, str]:
    spelled = alternatives(names.numbers)
    return {
        "month": _dotted(names.months, names.dotted),
        "weekday": _dotted(names.weekdays, names.dotted),
        "unit": _dotted(names.units, names.dotted),
        "number": rf"(?:(?<!\d[.,])\d{{1,5}}(?:[.,]\d{{1,2}})?|{spelled})",
        "count": rf"(?:(?<!\d[.,])\d{{1,5}}|{spelled})",
        "spelled": spelled,
        "ordinal": alternatives(names.ordinals),
        "shift": alternatives(names.shifts),
        "day": alternatives(names.days),
        "part": alternatives(names.parts),
        "season": alternatives(names.seasons),
        "holiday": alternatives(names.holidays),
        "edge": alternatives(names.edges),
        "fraction": alternatives(names.fractions),
        "year": rf"(?:[12]\d{{3}}(?!\d)|{expand(names.year_words, {'spelled': spelled}) or alternatives(names.years)})",
    }
