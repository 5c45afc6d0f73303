"""What a reader makes of a phrase, as short text to compare."""

from __future__ import annotations

from datetime import UTC, datetime

from strandline.timex import find

AT = datetime(2023, 7, 20, 13, 56, tzinfo=UTC)
"""A Thursday."""

NOTHING = ("3.10.2", "9077", "555-1234", "20-30", "$5.00", "")
"""Numbers that are no times in any language."""


def reads(language: str, phrase: str, *, code: bool = False) -> list[str]:
    """The expressions of a phrase: their words with the day or the ends of the stretch, or only their codes."""
    spans = find(phrase, AT, language=language)
    if code:
        return [span.readings[0].timex for span in spans]
    return [" ".join([phrase[span.start : span.stop], *_ends(span)]) for span in spans]


def _ends(span) -> list[str]:
    if span.type in ("date", "datetime"):
        return [_short(span.first)]
    return [_short(span.first), _short(span.until)]


def _short(time: datetime | None) -> str:
    if time is None:
        return "..."
    assert time.tzinfo is not None
    return time.strftime("%Y-%m-%d" if (time.hour, time.minute) == (0, 0) else "%Y-%m-%dT%H:%M")
