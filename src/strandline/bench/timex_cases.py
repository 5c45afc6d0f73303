"""Reads the files of time expressions: texts with a reference time, and what must be found in them.

A case is a text with its reference time. The files list a case several times, under several conventions; each row that
has it is one listing, and agreeing with any of them is right. A row whose span is not its own text cannot be met by
anyone: it is dropped and counted. A case without a reference time gets the one most used in its file.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from strandline.errors import InputError

TYPES = ("date", "daterange", "datetime", "datetimerange", "duration", "time", "timerange", "set")
"""The types that are scored; expressions of other types (time zones) are neither wanted nor held against anyone."""

_UNRESOLVED = {"not resolved", "0001-01-01", "0001-01-01 00:00:00"}
_FRACTION = re.compile(r"(\.\d{6})\d+")
_SINGLE = ("date", "dateTime", "time", "duration")
_PAIRS = (("startDate", "endDate"), ("startDateTime", "endDateTime"), ("startTime", "endTime"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One expression that a listing has: characters of the text, the types it goes by, the values that are right.

    A value is written as in the files ("2016-11-07", "14:30:00", "3600"), a range as "start/end" with nothing where it
    is open, a set as its code ("XXXX-WXX-1"), and "" where the file says that it stands for no time. ``values`` is
    None where the row gives none.
    """

    start: int
    stop: int
    types: frozenset[str]
    values: frozenset[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A text, when it was said (``said`` as in the file, None where it has none), and its listings."""

    text: str
    at: datetime
    said: str | None
    listings: tuple[tuple[Wanted, ...], ...]

    @property
    def kind(self) -> str:
        """The type its first listing asks for: "several" where there is more than one, "nothing" where none is."""
        kinds = {"/".join(sorted(wanted.types)) for wanted in self.listings[0]}
        return min(kinds) if len(kinds) == 1 else "several" if kinds else "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The cases of a file to be scored, those left out with the reason, and how many rows were dropped."""

    cases: tuple[Case, ...]
    excluded: tuple[tuple[str, str], ...]
    rows: int
    rows_dropped: int
    cases_dropped: int


def load(path: Path) -> Pack:
    """The pack in a ``.jsonl`` or ``.jsonl.xz`` file. Raises InputError when it is not there or has no rows."""
    rows = _rows(path)
    fallback = _most_used(rows)
    grouped: dict[tuple[str, str | None], list[Mapping[str, Any]]] = {}
    for row in rows:
        grouped.setdefault((row["Input"], _reference(row)), []).append(row)
    cases, excluded, rows_dropped, cases_dropped = [], [], 0, 0
    for (text, said), listed in grouped.items():
        kept = [row["Results"] for row in listed if all(_is_its_text(text, item) for item in row["Results"])]
        rows_dropped += len(listed) - len(kept)
        if not kept:
            cases_dropped += 1
            continue
        listings = [listing for items in kept if (listing := _listing(items)) is not None]
        if listings:
            at = _moment(said or fallback)
            cases.append(Case(text=text, at=at, said=said, listings=tuple(dict.fromkeys(listings))))
        else:
            excluded.append((text, "lists only " + ", ".join(sorted({_type(item) for row in kept for item in row}))))
    return Pack(
        cases=tuple(cases),
        excluded=tuple(excluded),
        rows=len(rows),
        rows_dropped=rows_dropped,
        cases_dropped=cases_dropped,
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InputError(f"there is no file {path}")
    content = path.read_bytes()
    if path.suffix == ".xz":
        content = lzma.decompress(content)
    rows = [json.loads(line) for line in content.decode("utf-8").split("\n") if line.strip()]
    if not rows:
        raise InputError(f"{path} has no rows")
    return rows


def _reference(row: Mapping[str, Any]) -> str | None:
    said = (row.get("Context") or {}).get("ReferenceDateTime")
    return None if said is None else str(said)


def _most_used(rows: Iterable[Mapping[str, Any]]) -> str:
    counts = Counter(said for row in rows if (said := _reference(row)) is not None)
    return min(counts, key=lambda said: (-counts[said], said)) if counts else "2016-11-07T00:00:00"


def _moment(said: str) -> datetime:
    at = datetime.fromisoformat(_FRACTION.sub(r"\1", said))
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _span(item: Mapping[str, Any]) -> tuple[int, int]:
    start = int(item.get("Start", -1))
    stop = start + int(item["Length"]) if "Length" in item else int(item.get("End", -2)) + 1
    return start, stop


def _is_its_text(text: str, item: Mapping[str, Any]) -> bool:
    start, stop = _span(item)
    return 0 <= start < stop <= len(text) and text[start:stop].casefold() == str(item.get("Text")).casefold()


def _type(item: Mapping[str, Any]) -> str:
    named = item.get("Type") or item.get("TypeName") or item.get("Typename") or "no type"
    return str(named).removeprefix("datetimeV2.")


def _listing(items: Sequence[Mapping[str, Any]]) -> tuple[Wanted, ...] | None:
    """What a row wants, in the order of the text; None where it has expressions but none of a scored type."""
    wanted = [found for item in items if (found := _wanted(item)).types]
    return None if items and not wanted else tuple(sorted(wanted, key=lambda found: (found.start, found.stop)))


def _wanted(item: Mapping[str, Any]) -> Wanted:
    start, stop = _span(item)
    resolved = _resolved(item)
    types = {_type(item), *(str(entry.get("type", "")) for entry in resolved or ())}
    values = None if resolved is None else frozenset(name for entry in resolved for name in resolved_names(entry))
    return Wanted(start=start, stop=stop, types=frozenset(types.intersection(TYPES)), values=values)


def _resolved(item: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """The values of a row in the shape of ``Resolution.values``, whichever of the three shapes it has."""
    given = item.get("Resolution") or item.get("Value")
    if not given:
        return None
    if "values" in given:
        return list(given["values"] or ())
    timex = given.get("Timex") or given.get("timex") or ""
    sides = [given.get(side) or {} for side in ("PastResolution", "FutureResolution")]
    return [entry for side in sides for entry in _from_side(side, timex)] or [{"timex": timex}]


def _from_side(side: Mapping[str, str], timex: str) -> list[Mapping[str, Any]]:
    if "set" in side:
        return [{"type": "set", "timex": timex}]
    found: list[Mapping[str, Any]] = [{"value": side[key]} for key in _SINGLE if key in side]
    for first, until in _PAIRS:
        if first in side or until in side:
            found.append({"start": side.get(first, ""), "end": side.get(until, "")})
    return found


def resolved_names(entry: Mapping[str, Any]) -> tuple[str, str]:
    """An entry of ``Resolution.values`` as one text; where it stands for no time, also as its TIMEX code."""
    value, timex = _value(entry), str(entry.get("timex") or "")
    return (value, timex or value) if value == "" else (value, value)


def _value(entry: Mapping[str, Any]) -> str:
    if entry.get("type") == "set":
        return str(entry.get("timex") or "")
    if "start" in entry or "end" in entry:
        return range_value(str(entry.get("start") or ""), str(entry.get("end") or ""))
    value = str(entry.get("value") or "")
    return "" if value in _UNRESOLVED else value


def range_value(start: str, end: str) -> str:
    """A range as one text; one that ends where nothing is, or begins so, is open there."""
    ends = ("" if side in _UNRESOLVED else side for side in (start, end))
    joined = "/".join(ends)
    return "" if joined == "/" else joined
