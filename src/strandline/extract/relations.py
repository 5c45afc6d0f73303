"""The relation table: what a fact can say, and how it is weighed, worded and asked for.

One JSON file holds it; nothing about a relation is said anywhere else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

SPEAKER = "user"
"""The subject that stands for the speaker."""
SHOWN_SPEAKER = "The user"
"""How the speaker is written in the sentence of a fact, until a name is known."""
NOTE = "note"
"""The relation of a text that was given to ``remember``; it is not in the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One row of the table."""

    name: str
    group: str
    meaning: str
    kind: str
    """``state``: holds for a time. ``event``: happened (or will) on a day; believed once, whatever its day."""
    value: str
    """``name``, ``number``, ``date`` or ``clause``."""
    cardinality: str
    """``one``: a new value takes the place of the old one. ``many``: values accumulate."""
    qualifier: str | None
    """What narrows it, where something does: one value, or one set of values, for each qualifier."""
    opposite: str | None
    template: str
    questions: tuple[str, ...]
    timeless: bool
    """True always or never: a later value corrects an earlier one, it does not succeed it."""
    all_of_it: tuple[str, ...] = ()
    """Words for all there is of it, which only a denial names: "allergies"."""
    of_all: str = ""
    """What such a denial denies: not "is allergic to allergies"."""

    @property
    def single(self) -> bool:
        """Whether it holds one value at a time."""
        return self.cardinality == "one"

    def sentence(self, subject: str, value: str, qualifier: str | None = None, *, polarity: bool = True) -> str:
        """The sentence to read. A denial is introduced as one: negating a template word by word would garble it."""
        shown = SHOWN_SPEAKER if subject == SPEAKER else subject[:1].upper() + subject[1:]
        if not polarity and value.casefold().removeprefix("any ") in self.all_of_it:
            return f"It is not true that {self.of_all.format(subject=shown)}"
        if self.name == "plans":
            value, noun = _planned(value)
            if noun:
                return f"{'' if polarity else 'It is not true that '}{shown} plans {value}."
        said = self.template.format(subject=shown, value=value, qualifier=qualifier or self.qualifier or "")
        return said if polarity else f"It is not true that {said}"


_DETERMINERS = frozenset(["a", "an", "the", "my", "our", "another", "one", "two", "three"])


def _planned(value: str) -> tuple[str, bool]:
    """A plan as it stands after "plans to": "moving to Oslo" as "move to Oslo"; and whether it is a noun instead."""
    forms = import_module("strandline.extract.verbs").FORMS  # they take long to make, and most sentences need none
    first, _, rest = value.partition(" ")
    told = forms.get(first.casefold(), ())
    form = next((form for form in told if form.tense in ("ing", "past", "s")), None)
    if form is not None and form.lemma == "plan" and rest:
        return rest, True
    if first.casefold() in _DETERMINERS:
        return value, True
    base = any(other.tense == "base" for other in told)
    return (value, False) if form is None or base else (f"{form.lemma} {rest}".rstrip(), False)


@cache
def relations() -> dict[str, Relation]:
    """The table by name, in its order."""
    text = files("strandline.extract").joinpath("relations.json").read_text(encoding="utf-8")
    return {row["name"]: Relation(**{key: _frozen(value) for key, value in row.items()}) for row in json.loads(text)}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def line_relation(name: str) -> tuple[str, bool]:
    """The relation whose time line a relation shares, and whether it stands there affirmed.

    A relation and its opposite are one line: liking ends disliking. The first in the table stands for both.
    """
    return _lines().get(name) or (name, True)


@cache
def _lines() -> dict[str, tuple[str, bool]]:
    table = relations()
    order = list(table)
    return {
        name: (row.opposite, False)
        for name, row in table.items()
        if row.opposite is not None and order.index(row.opposite) < order.index(name)
    }
