"""The libraries that read time expressions, behind the face that the scorer calls.

None of them is needed: the bench measures those that can be imported. Where a library gives less than the files ask
for it is given the benefit: an instant of dateparser counts as a date, a time or an instant, whichever is wanted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from strandline.bench.timex_cases import resolved_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One expression that a system found: its characters, and every (type, value) the system gives for it.

    Values are written as in ``Wanted``. One of them agreeing is enough, so a system should give only what it means.
    """

    start: int
    stop: int
    readings: tuple[tuple[str, str], ...]

    @property
    def types(self) -> frozenset[str]:
        """The types it goes by."""
        return frozenset(kind for kind, _ in self.readings)

    @property
    def values(self) -> frozenset[str]:
        """The values it may have."""
        return frozenset(value for _, value in self.readings)


Finder = Callable[[str, datetime], Sequence[Found]]
"""Text and the time it was said at -> what was found in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A library: the modules it needs, its distribution, and its reader for a language (None where it has none)."""

    modules: tuple[str, ...]
    distribution: str
    make: Callable[[str], Finder | None]

    def installed(self) -> bool:
        """Whether its modules are there."""
        return all(find_spec(module) is not None for module in self.modules)

    def fault(self) -> str | None:
        """Why it cannot be imported although it is there (a dependency that is too new); None where it can."""
        try:
            import_module(self.modules[0])
        except ImportError as exc:
            return str(exc)
        return None

    def version(self) -> str:
        """The version that is installed."""
        return version(self.distribution)


_CULTURES = {"en": "en-us", "fr": "fr-fr", "es": "es-es", "de": "de-de", "zh": "zh-cn"}


def _dateparser(language: str) -> Finder:
    search: Any = import_module("dateparser.search")

    def found(text: str, at: datetime) -> list[Found]:
        settings = {"RELATIVE_BASE": at.replace(tzinfo=None)}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of its own uses of the calendar
            pairs = search.search_dates(text, languages=[language], settings=settings) or []
        spans, after = [], 0
        for words, moment in pairs:
            start = text.find(words, after)
            if start >= 0:
                after = start + len(words)
                spans.append(Found(start=start, stop=after, readings=_instant(moment)))
        return spans

    return found


def _instant(moment: datetime) -> tuple[tuple[str, str], ...]:
    plain = moment.replace(tzinfo=None, microsecond=0)
    return (
        ("date", plain.strftime("%Y-%m-%d")),
        ("datetime", plain.isoformat(sep=" ")),
        ("time", plain.strftime("%H:%M:%S")),
    )


def _recognizers(module: str, languages: frozenset[str], language: str) -> Finder | None:
    if language not in languages:
        return None
    recognize: Any = import_module(module).recognize_datetime

    def found(text: str, at: datetime) -> list[Found]:
        results = recognize(text, _CULTURES[language], reference=at.replace(tzinfo=None))
        return [Found(start=item.start, stop=item.end + 1, readings=_readings(item)) for item in results]

    return found


def _readings(item: Any) -> tuple[tuple[str, str], ...]:
    kind = str(item.type_name).removeprefix("datetimeV2.")
    entries = (item.resolution or {}).get("values") or ()
    names = [(kind, name) for entry in entries for name in (*resolved_names(entry), entry.get("timex", ""))]
    return tuple(names) or ((kind, ""),)


RIVALS: dict[str, Rival] = {
    "dateparser": Rival(modules=("dateparser",), distribution="dateparser", make=_dateparser),
    "recognizers-text": Rival(
        modules=("recognizers_date_time", "recognizers_text"),
        distribution="recognizers-text-date-time",
        make=partial(_recognizers, "recognizers_date_time", frozenset(_CULTURES) - {"de"}),
    ),
    "ms-recognizers-text": Rival(
        modules=("ms_recognizers_date_time", "ms_recognizers_text"),
        distribution="ms-recognizers-text-date-time",
        make=partial(_recognizers, "ms_recognizers_date_time", frozenset(_CULTURES)),
    ),
}
"""Every library by its name. The two recognizers are one code base at two stages; the first does not read German."""
