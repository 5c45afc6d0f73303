"""Expressions that are tried only where one of their words stands: most sentences have none of them."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cue:
    """An expression, and folded words (or characters) one of which is in all that it matches."""

    words: frozenset[str]
    form: re.Pattern[str]

    def found(self, text: str, words: AbstractSet[str]) -> bool:
        """Whether it is found in a text of these folded words."""
        return not self.words.isdisjoint(words) and self.form.search(text) is not None

    def search(self, text: str, words: AbstractSet[str]) -> re.Match[str] | None:
        """Where it is found in a text of these folded words."""
        return None if self.words.isdisjoint(words) else self.form.search(text)


def cue(words: str, form: str, flags: int = 0) -> Cue:
    """A cue from its words, parted by spaces, and its expression."""
    return Cue(frozenset(words.split()), re.compile(form, flags))
