"""The one door to time expressions: a text and its time in, the spans out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import Literal, cast

from strandline.timex.spans import TimeSpan

Prefer = Literal["past", "future"] | None
Reader = Callable[[str, datetime, Prefer, bool], tuple[TimeSpan, ...]]

_MODULES = {
    "en": "strandline.timex.english",
    "fr": "strandline.timex.languages.fr",
    "es": "strandline.timex.languages.es",
    "de": "strandline.timex.languages.de",
    "zh": "strandline.timex.languages.zh",
}


def find(
    text: str, at: datetime, *, language: str = "en", prefer: Prefer = None, strict: bool = True
) -> tuple[TimeSpan, ...]:
    """The time expressions of a text, in order, none inside another.

    ``at`` (aware) is when the text was said: "yesterday" is the day before its day in its own zone. ``prefer`` chooses
    between a past and a future reading ("on Friday"); without it the words of the sentence decide, then the past.
    ``strict`` is for what people write to each other: only expressions that are clearly about time. Without it every
    number that could be a time is one. Any text is safe, dates off the calendar are left out; a language without a
    reader gives nothing.

    Raises:
        ValueError: ``at`` has no time zone.
    """
    if at.tzinfo is None:
        raise ValueError("at has no time zone: give an aware datetime")
    module = _MODULES.get(language)
    if module is None or not text:
        return ()
    reader = cast(Reader, import_module(module).find_spans)
    return reader(text, at, prefer, strict)
