"""Blanks in the place of words: a text stays as long as it was, so that characters still count in it."""

from __future__ import annotations

import re

_SHOWN = re.compile(r"[^\n]")


def blanked(text: str) -> str:
    """Blanks for a text; line ends stay, so that sentences still end where they did."""
    return _SHOWN.sub(" ", text)


def without(text: str, start: int, stop: int) -> str:
    """A text with blanks from one character up to another."""
    return text[:start] + blanked(text[start:stop]) + text[stop:]
