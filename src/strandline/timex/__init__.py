"""Dates named in a question: which stretches of time it asks about."""

from __future__ import annotations

from strandline.timex.windows import Window, nearness, windows

__all__ = ["Window", "nearness", "windows"]
