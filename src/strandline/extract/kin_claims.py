"""What is said of who somebody has: "I've got two daughters, Wanda and Freya", "my sister is called Ana"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from strandline.extract.clauses import Clause
from strandline.extract.naming import name_stop
from strandline.extract.people import KIN, Kin, singular
from strandline.extract.places import Range
from strandline.extract.subjects import COMPOUNDED
from strandline.extract.tokens import Token
from strandline.extract.values import several
from strandline.extract.verbs import FORMS

_ARTICLES = frozenset(["a", "an", "the", "my", "our", "one", "another", "some", "also"])
COUNTS = frozenset(
    """
    one two three four five six seven eight nine ten several some no 1 2 3 4 5 6 7 8 9 many
    """.split()  # noqa: SIM905
)
"""Numbers of people."""
_NAMING = frozenset(["called", "named"])
_FILLERS = frozenset(
    """
    big little older younger elder eldest oldest youngest old young new best dear lovely good close closest twin
    only first second grown-up grown teenage adult small baby beloved own wonderful two three four other half
    step great dearest adopted identical gorgeous sweet crazy favourite lifelong longtime old-school childhood
    rescue late wee bonny
    """.split()  # noqa: SIM905
)
PEOPLE = frozenset(["partner", "child", "parent", "sibling", "relative", "friend", "colleague", "manager"])
"""Relations between people. Pets have their own tables."""

Introduction = tuple[Kin, str, "Range | None", Range]
"""What they are, the word for it, tokens of the name (None without), tokens of the whole."""


def head(words: Sequence[Token], at: int, *, reach: int = 5) -> tuple[int, int, str] | None:
    """(first, stop, singular) of a word for a person at or soon after a token, over adjectives; else None."""
    place = at
    while place < min(at + reach, len(words)):
        two = f"{words[place].word} {words[place + 1].word}" if place + 1 < len(words) else ""
        if singular(two) in KIN:
            return place, place + 2, singular(two)
        if (
            words[place].word in ("twin", "baby", "partner")
            and place + 1 < len(words)
            and singular(words[place + 1].word) in KIN
        ):
            place += 1
        if singular(words[place].word) in KIN and words[place].word not in ("old", "late"):
            if _compound(words, place + 1):
                return None
            return place, place + 1, singular(words[place].word)
        aged = words[place].word.endswith(("-old", "-year-old", "-month-old"))
        small = words[place].word in _FILLERS | COUNTS or (place == at and words[place].word in _ARTICLES)
        if not aged and not small:
            return None
        place += 1
    return None


_AFTER_HEAD = frozenset(
    """
    and or who that which in at from with is are was to for of on by since so but because when too again now
    here both as about also then than like over near called named if while not still just already a an the my
    our his her their any no
    """.split()  # noqa: SIM905
)


_OCCASIONS = frozenset(
    """
    evening day night meeting association party home hospital birthday wedding menu ward clothes shoes books toys
    room show club group dinner lunch
    """.split()  # noqa: SIM905
)
"""What is called after people in general: "a children's party", "boys' night"."""


def _compound(words: Sequence[Token], at: int) -> bool:
    """Whether the word before goes on as another noun: "mother tongue", "girl band"."""
    if at >= len(words):
        return False
    word = words[at]
    if word.word == "'s" and at + 1 < len(words) and words[at + 1].word in _OCCASIONS:
        return True  # "parents' evening"
    plain = word.word.isalpha() and not word.capital and word.word not in FORMS
    return word.word in COMPOUNDED or (plain and word.word not in _AFTER_HEAD)


def names_after(words: Sequence[Token], at: int, *, plural: bool) -> list[Range]:
    """The names that follow a word for people: "called A and B", ", A and B", "A"."""
    place = at + (at < len(words) and words[at].word.startswith("⟨"))
    naming = place < len(words) and words[place].word in _NAMING
    if place + 2 < len(words) and [w.word for w in words[place : place + 3]] == ["by", "the", "name"]:
        naming, place = True, place + 3
    if naming:
        place += 1
        return several(words, place, "name")
    if place < len(words) and words[place].word in (",", ":", "(", "-", "—", "–"):
        place += 1
        found = _names_on(words, place)
        return found if plural else found[:1]
    if _is_name(words, place):
        return [(place, name_stop(words, place))]
    return []


def _names_on(words: Sequence[Token], place: int) -> list[Range]:
    """The names of a list, which may tell ages: "Ann, 4, and Bo (2)"."""
    found: list[Range] = []
    while _is_name(words, place):
        stop = at = name_stop(words, place)
        found.append((place, stop))
        aged = at + (at < len(words) and words[at].word in (",", "("))
        if aged < len(words) and words[aged].word.isdigit():
            at = aged + 1 + (aged + 1 < len(words) and words[aged + 1].word == ")")
        while at < len(words) and words[at].word in (",", "and", "&"):
            at += 1
        if at == stop:
            break
        place = at
    return found


def _is_name(words: Sequence[Token], at: int) -> bool:
    return at < len(words) and name_stop(words, at) > at


def mentioned(words: Sequence[Token]) -> Iterator[Introduction]:
    """ "with my neighbour Ottilie", "Ida, my daughter, comes", "my sister Ana's flat" anywhere in some words."""
    for at, word in enumerate(words):
        if word.word in COUNTS and at and words[at - 1].word in ("with", "and", "have", "got", "to", "by", "for"):
            yield from _counted(words, at)
        if word.word in ("a", "an") and at and words[at - 1].word in ("with", "to", "by", "from"):
            yield from _one_named(words, at)
        if word.word in ("my", "our"):
            yield from _owned(words, at)


def _owned(words: Sequence[Token], at: int) -> Iterator[Introduction]:
    """Whom "my" or "our" at a token speaks of, with the names that stand there."""
    found = head(words, at + 1)
    if found is None:
        return
    first, stop, key = found
    if any(w.word in ("ex", "former", "late") or w.word.startswith("ex-") for w in words[at + 1 : stop]):
        return
    kin, plural = KIN[key], singular(words[first].word) != words[first].word
    if stop + 1 < len(words) and words[stop].word in ("of", "for") and words[stop + 1].word.startswith("⟨"):
        stop += 2  # "my boyfriend of six years, Mattias"
    named = names_after(words, stop, plural=plural)
    if named and words[stop].word in (",", "-", "—", "–", "(", ":"):
        closing = named[-1][1]
        if closing < len(words) and words[closing].word not in (",", ")", "-", "—", "–", "."):
            named = []
    if named:
        for name in named:
            yield kin, key, name, (at, name[1])
        return
    if kin.relation != "pet" and plural:
        yield kin, words[first].word, None, (at, stop)
    low = _name_before(words, at)
    if low < at - 1 and (stop >= len(words) or words[stop].word in (",", ".")):
        yield kin, key, (low, at - 1), (low, stop)


def _name_before(words: Sequence[Token], at: int) -> int:
    """Where the name begins in "Ida, my daughter"; the comma where none stands there."""
    if at < 2 or words[at - 1].word != ",":
        return at - 1
    low = at - 1
    while low > 0 and words[low - 1].capital and words[low - 1].is_word:
        low -= 1
    return low if name_stop(words, low) == at - 1 else at - 1


def _counted(words: Sequence[Token], at: int) -> Iterator[Introduction]:
    """ "I live with two friends, Maren and Bilal" """
    found = head(words, at)
    if found is None or singular(words[found[0]].word) == words[found[0]].word:
        return
    for name in names_after(words, found[1], plural=True):
        yield KIN[found[2]], found[2], name, (at, name[1])


def _one_named(words: Sequence[Token], at: int) -> Iterator[Introduction]:
    """ "I share it with a housemate, Imogen", "by a cousin called Sef"; not "a girl, Ida", who is nobody's."""
    found = head(words, at + 1)
    if found is None or KIN[found[2]].relation not in ("friend", "colleague", "sibling", "relative"):
        return
    for name in names_after(words, found[1], plural=False)[:1]:
        if name[1] >= len(words) or not words[name[1]].is_word:
            yield KIN[found[2]], found[2], name, (at, name[1])


_AGED = re.compile(r"[\w-]+-(?:day|week|month|year)s?-olds?")


def _aged(words: Sequence[Token], at: int) -> tuple[int, int, str] | None:
    """ "a six-month-old called Ottilie", "a ten-year-old", not "a ten-year-old car"."""
    place = at + 1
    if place >= len(words) or words[at].word not in ("a", "an", "our") or _AGED.fullmatch(words[place].word) is None:
        return None
    after = words[place + 1].word if place + 1 < len(words) else ""
    return (place, place + 1, "child") if not after or after in _NAMING or after in (",", "and", "at", "who") else None


def with_children(words: Sequence[Token]) -> Iterator[Introduction]:
    """ "married with three kids", "a father of two girls": after what somebody is."""
    parent = next((at for at, word in enumerate(words[:6]) if word.word in _PARENTS), None)
    if parent is None:
        return
    for at in range(parent + 1, min(parent + 4, len(words) - 2)):
        counted = words[at].word in ("with", "of") and words[at + 1].word in COUNTS
        found = head(words, at + 1) if counted else None
        if found is not None and KIN[found[2]].relation == "child":
            names: list[Range | None] = [*names_after(words, found[1], plural=True)]
            for name in names or [None]:
                yield KIN["child"], found[2], name, (at + 1, found[1] if name is None else name[1])


_PARENTS = frozenset(
    """
    married divorced widowed single separated mother father parent dad mum
    """.split()  # noqa: SIM905
)


def had(clause: Clause) -> Iterator[Introduction]:
    """Of "we have a daughter called Noor", "two kids, Otto and Ida", "I've a brother": whom the speaker has."""
    words, at = clause.rest, 0
    while at < len(words):
        found = head(words, at) or _aged(words, at)
        if found is None:
            return
        first, stop, key = found
        before = {w.word for w in words[at:first]}
        counted = bool(before & (COUNTS | {"a", "an", "another"}))
        if before & {"no", "my", "our", "some"} or (clause.verb is None and not counted):
            return
        plural = singular(words[first].word) != words[first].word
        if not counted and not plural and at == 0:
            return
        named = names_after(words, stop, plural=plural)
        kin = KIN["child" if key == "twin" else key]  # whoever has twins is their parent
        if named:
            for name in named:
                yield kin, key, name, (at, name[1])
            stop = named[-1][1]
        else:
            yield kin, key, None, (at, stop)
        at = stop
        while at < len(words) and words[at].word in (",", "and", "&", "plus", ")"):
            at += 1
        if at == stop:
            return
