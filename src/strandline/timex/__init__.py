"""Time expressions: the dates, times, durations and recurrences a text names, on the calendar."""

from __future__ import annotations

from strandline.timex.find import find
from strandline.timex.lexicon import clear_caches
from strandline.timex.spans import Reading, TimeSpan
from strandline.timex.windows import Window, nearness, windows

__all__ = ["Reading", "TimeSpan", "Window", "clear_caches", "find", "nearness", "windows"]
