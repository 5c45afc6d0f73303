"""What one language other than English says about itself: words, patterns and the rules made of them.

Patterns are regular expressions over one clause whose white space is single blanks and whose time words are taken out.
Braces name what the engine fills in: ``{V}`` the value, ``{Name}`` one proper name, ``{kin}``, ``{pet}``, ``{job}``,
``{nation}``, ``{tongue}``, ``{month}``, ``{n}`` (a number), ``{unit}``
and ``{art}`` (an article) the words of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from strandline.types.claims import Act

NAME = r"(?-i:[^\W\d_a-zß-öø-ÿ][\w'\-]*(?: [^\W\d_a-zß-öø-ÿ][\w'\-]*){0,2})"
"""One to three words that begin with a capital letter (or one of a script without small letters)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to state a relation."""

    relation: str
    kind: str
    """What the value must be: ``name self place org role job nation tongue thing number date``; ``nothing``: none."""
    first: str
    """The words after "I"; ``~`` is where "I" stands when it comes after the verb."""
    third: str = ""
    """The words after another subject; ``=``: the same as ``first``. Empty: said of the speaker only."""
    act: Act = Act.STATE
    bare: bool = False
    """``first`` has its own subject: "my name is"."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """One language."""

    code: str
    subject: str
    """"I", with the blank after it."""
    subject_optional: bool = False
    """The verb alone tells that the speaker is meant."""
    topical: bool = False
    """A clause without a subject goes on about what was spoken of before, across sentences."""
    spaced: bool = True
    verb_final: bool = False
    """Values come before the verb they share, so a clause is tried whole before it is parted at ``soft``."""
    inverted: str = ""
    """"I" after the verb, where word order allows it."""
    they: str
    """Pronouns of the third person, with the blank after them."""
    lead: str
    """Words before the subject that change nothing: "now", "by the way"."""
    greeting: str
    hard: str
    """What parts clauses."""
    soft: str
    """What parts clauses, and also the values of one clause."""
    also: str = ""
    """What parts values inside a clause, where clauses are not parted by it."""
    refuse: str
    """A sentence with it is not read: questions, hypotheses, wishes, other people's words, what is to come."""
    past: str
    """A clause with it tells the past."""
    block: str
    """No value has it: pronouns, verbs, negations."""
    articles: str
    no: str = r"(?!)"
    """Said again before each value that is denied: "no coffee and no tea"."""
    tail: str
    """Where a value ends though the clause goes on."""
    jobs: str
    nations: str
    tongues: str
    diets: str
    not_places: str = r"(?!)"
    """Values that are neither a home nor an employer: "at home"."""
    workplaces: str = r"(?!)"
    """Values of ``not_places`` that are an employer all the same: "hospital"."""
    names_by_case: bool = False
    """Only proper names have capital letters, so that "I am Ana" tells a name without a greeting before it."""
    not_names: str = r"(?!)"
    """No proper name has it."""
    kin: Mapping[str, str]
    """Noun to relation."""
    kin_phrase: str
    """"my sister", "my sister Ana" (group ``name``), with the blank after it."""
    kin_is: str = r"(?!)"
    """"Ana is my sister"."""
    pets: Mapping[str, str]
    """Noun as it is written to the kind of animal."""
    pet_phrase: str
    have: tuple[str, ...]
    """"I have a dog", group ``noun`` and, where they follow at once, names in ``v``."""
    has: str = r"(?!)"
    """"I have", with the blank after it; ``{has}`` in ``have``, and left out where a clause goes on: "and a sister"."""
    called: tuple[str, ...]
    """What follows "my sister" when her name comes."""
    rules: tuple[Rule, ...]
    after: tuple[Rule, ...] = ()
    """Read from what the value of a job was cut at: "… at Siemens"."""
    since: tuple[str, ...] = ()
    """Time words that tell when it began: groups ``n`` and ``unit``, or ``year``, ``month``, or ``last`` (a unit)."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    months: tuple[str, ...] = ()
    """Twelve patterns, January first."""
    number_words: str = r"(?!)"
    dates: str = r"(?!)"
    """A day and a month, as birthdays are told."""
    ordinal_dot: bool = False
    """A point after one or two digits is no end of a sentence: "3. Mai"."""

    @cached_property
    def macros(self) -> dict[str, str]:
        """What the braces of the patterns stand for."""
        return {
            "{V}": "(?P<v>.+?)",
            "{Name}": NAME,
            "{kin}": f"(?P<noun>{longest(self.kin)})",
            "{pet}": f"(?P<noun>{longest(self.pets)})",
            "{job}": f"(?:{self.jobs})",
            "{noun}": f"(?P<noun>{longest([*self.kin, *self.pets])})",
            "{has}": f"(?:{self.has})",
            "{num}": f"(?:{self.number_words})",
            "{date}": f"(?:{self.dates})",
            "{nation}": f"(?P<v>{self.nations})",
            "{diet}": f"(?P<v>{self.diets})",
            "{month}": f"(?:{'|'.join(self.months)})" if self.months else "(?!)",
            "{n}": rf"(?P<n>\d{{1,3}}|{longest(self.numbers)})" if self.numbers else r"(?P<n>\d{1,3})",
            "{unit}": f"(?P<unit>{longest(self.units)})" if self.units else "(?!)",
            "{art}": f"(?:{self.articles})",
        }

    def compile(self, pattern: str) -> re.Pattern[str]:
        """One pattern with its braces filled in."""
        for brace, words in self.macros.items():
            pattern = pattern.replace(brace, words)
        return re.compile(pattern, re.IGNORECASE)


def longest(words: Iterable[str]) -> str:
    """Alternatives, longer ones first so that none hides behind its own beginning."""
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word))).replace("\\ ", " ")
