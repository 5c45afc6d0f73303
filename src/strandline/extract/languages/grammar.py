"""A language's table with its patterns compiled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from strandline.extract.languages.ended import ENDINGS
from strandline.extract.languages.table import Rule, Table

_ENGLISH_NEXT = r",?\s+(?:and|but)\s+(?=(?:i|i'm|my|we)\s)"
"""A clause in English comes: it is not read here."""
_SINGLE = (
    "subject", "they", "lead", "greeting", "refuse", "past", "block", "articles", "no", "tail", "jobs", "nations",
    "tongues", "not_places", "workplaces", "not_names", "kin_phrase", "kin_is", "pet_phrase",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """A rule made ready for one kind of subject."""

    rule: Rule
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Grammar:
    """A table whose patterns are compiled."""

    table: Table
    stated: tuple[Way, ...]
    """With the subject said."""
    carried: tuple[Way, ...]
    """Without it, about the speaker."""
    others: tuple[Way, ...]
    """Without it, about somebody else."""
    after: tuple[Way, ...]
    since: tuple[re.Pattern[str], ...]
    called: tuple[re.Pattern[str], ...]
    have: tuple[re.Pattern[str], ...]
    have_more: tuple[re.Pattern[str], ...]
    """ "… and a sister", after "I have a brother"."""
    words: dict[str, re.Pattern[str]]
    """The table's single patterns by the name of their field."""


@cache
def grammar(table_code: str) -> Grammar:
    """The grammar of a language of the package."""
    table: Table = import_module(f"strandline.extract.languages.{table_code}").TABLE  # loaded when it is first met
    stated, carried, others = [], [], []
    for rule in (*ENDINGS[table_code], *table.rules):
        if rule.bare:
            stated.append(Way(rule, table.compile(rule.first)))
            continue
        plain = rule.first.replace("~", "")
        optional = "?" if table.subject_optional else ""
        stated.append(Way(rule, table.compile(f"(?:{table.subject}){optional}(?:{plain})")))
        if "~" in rule.first:
            stated.append(Way(rule, table.compile(rule.first.replace("~", table.inverted))))
        carried.append(Way(rule, table.compile(plain)))
        if rule.third:
            others.append(Way(rule, table.compile(plain if rule.third == "=" else rule.third)))
    return Grammar(
        table=table,
        stated=tuple(stated),
        carried=tuple(carried),
        others=tuple(others),
        after=tuple(Way(rule, table.compile(rule.first)) for rule in table.after),
        since=tuple(map(table.compile, table.since)),
        called=tuple(map(table.compile, table.called)),
        have=tuple(map(table.compile, table.have)),
        have_more=tuple(table.compile(pattern.replace("{has}", "")) for pattern in table.have if "{has}" in pattern),
        words={name: table.compile(getattr(table, name)) for name in (*_SINGLE, "soft", "also")}
        | {"hard": table.compile(f"{table.hard}|{_ENGLISH_NEXT}")},
    )
