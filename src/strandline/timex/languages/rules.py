"""Reads the rules of a language from its text file, ``<code>.rules``.

A line ``NAME := words`` names words that patterns share; they are put in where a pattern says ``{NAME}``. A line
``builder = pattern`` or ``builder(key=value, loose) = pattern`` is one rule: what the pattern means, what the builder
is told beside the words, and ``loose`` where strict reading leaves the rule out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from strandline.timex.languages import clocks, dates, lengths, pairs, stretches
from strandline.timex.languages.base import Builder, Rule

_MODULES = (clocks, dates, lengths, pairs, stretches)
_LINE = re.compile(r"(?P<builder>[a-z_]+)(?:\((?P<options>[^)]*)\))? = (?P<pattern>.+)")
_WORDS = re.compile(r"(?P<name>[A-Z_]+) := (?P<pattern>.+)")
_SHARED = re.compile(r"\{([A-Z_]+)\}")


def load(code: str) -> list[Rule]:
    """The rules of a language, in the order of its file."""
    text = files("strandline.timex.languages").joinpath(f"{code}.rules").read_text(encoding="utf-8")
    return list(parse(text))


def parse(text: str) -> Iterator[Rule]:
    """The rules that lines of text stand for. Raises ValueError for a line that is none."""
    shared: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if words := _WORDS.fullmatch(line):
            shared[words["name"]] = _filled(words["pattern"], shared)
            continue
        rule = _LINE.fullmatch(line)
        if rule is None:
            raise ValueError(f"no rule: {line!r}")
        options = [option.strip() for option in (rule["options"] or "").split(",") if option.strip()]
        fixed = {key: _value(value) for key, _, value in (option.partition("=") for option in options) if value}
        yield Rule(_filled(rule["pattern"], shared), builder(rule["builder"]), fixed, "loose" not in options)


def builder(name: str) -> Builder:
    """The builder of that name. Raises ValueError where there is none."""
    for module in _MODULES:
        found = getattr(module, name, None)
        if callable(found):
            made: Builder = found
            return made
    raise ValueError(f"no builder {name!r}")


def _filled(pattern: str, shared: dict[str, str]) -> str:
    return _SHARED.sub(lambda found: shared[found[1]], pattern)


def _value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d+", text) else text
