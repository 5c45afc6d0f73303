"""Where the verb of a noun phrase begins: "my hobbies | include", "the lads at work | call me"."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

LONGEST_SUBJECT = 9
"""Tokens a subject may have at most."""
OBJECTS = frozenset(["me", "us", "it", "him", "her", "them", "you", "to", "my", "our"])
"""What may follow a verb in its base form."""
DETERMINERS = frozenset(["the", "a", "an", "this", "that", "these", "those", "some", "every", "each"])
"""Words after which no verb stands."""
_SIDED = frozenset(
    """
    knee hand foot leg arm ankle hip ear eye shoulder wrist side wing lung kidney elbow thumb toe breast knees
    hands back
    """.split()  # noqa: SIM905
)
"""What has a left and a right one: before them "left" is no verb."""


_PLURAL_VERBS = frozenset(
    """
    include live work love hate go come run make take give cost start need
    get open close shut leave meet happen sit hang belong rotate refresh expire renew reset update sync repeat write
    listen sleep report teach study
    """.split()  # noqa: SIM905
)
"""Base forms that follow a plural: "my hobbies include"."""

_MANY = frozenset(["people", "children", "men", "women", "folk", "colleagues"])
"""Plurals without an s."""


def verb_from(words: Sequence[Token], at: int, first: int) -> int | None:
    """Index of the token where the verb begins, looking from ``at``; ``first`` is where the phrase began."""
    for place in range(at, min(first + LONGEST_SUBJECT, len(words))):
        word = words[place].word
        if word in (",", ";", ":", "?", "!", "(", ")", "="):
            return None
        forms = FORMS.get(word, ())
        tenses = {form.tense for form in forms}
        auxiliary = any(form.lemma in ("be", "have", "do") for form in forms)
        if word in _MODALS or (auxiliary and word not in ("being", "having", "doing")):
            return place
        if word in ("called", "named") and words[first].word in ("a", "an", "one", "two", "three"):
            continue
        if word == "left" and place + 1 < len(words) and words[place + 1].word in _SIDED:
            continue
        if place > first and tenses & {"s", "past"} and words[place - 1].word not in DETERMINERS:
            return place
        after = words[place + 1].word if place + 1 < len(words) else ""
        if place > first and "base" in tenses and _of_many(words, first, place, after):
            return place
        if place > first and word in _BEFORE_VERBS and (after in FORMS or after in ("longer", "got")):
            return place
    return None


_MODALS = frozenset(["will", "would", "can", "could", "should", "must", "might", "may"])
_BEFORE_VERBS = frozenset(
    """
    never no not still just also always now really actually recently
    """.split()  # noqa: SIM905
)


def _of_many(words: Sequence[Token], first: int, place: int, after: str) -> bool:
    """Whether a base form is the verb of a plural: "my hobbies include", "the lads at work call me Bo"."""
    before = words[place - 1].word
    plural = before.endswith("s") or before in _MANY
    if after in OBJECTS and (plural or (after in ("me", "us") and _plural_among(words[first:place]))):
        return True
    return plural and words[place].word in _PLURAL_VERBS and before not in ("'s", "this")


def _plural_among(words: Sequence[Token]) -> bool:
    return any(word.word.endswith("s") and len(word.word) > 3 for word in words)


_OF_NOW = frozenset(["new", "current", "latest", "updated", "present"])
_NOWADAYS = (("at", "the", "moment"), ("right", "now"), ("these", "days"), ("at", "present"), ("this", "year"),
             ("this", "month"), ("this", "season"), ("nowadays",), ("currently",), ("right",))  # fmt: skip


def without_now(words: Sequence[Token], at: int, stop: int) -> tuple[int, int]:
    """A thing without the words that say it is so now: "the new door code", "my favourite band these days"."""
    for said in _NOWADAYS:
        if stop - len(said) > at and tuple(word.word for word in words[stop - len(said) : stop]) == said:
            stop -= len(said)
            break
    following = words[at + 1].word if at + 1 < stop else "one"
    if words[at].word in _OF_NOW and following not in ("one", "ones", "year") and not words[at + 1].capital:
        at += 1
    return at, stop


def after_now(words: Sequence[Token], at: int) -> int:
    """The index after "right now", "these days" that begins at a token, where a verb follows."""
    if at >= len(words) or words[at].word not in ("at", "right", "these", "nowadays", "currently", "this"):
        return at
    for said in _NOWADAYS[:-1]:
        after = at + len(said)
        if tuple(word.word for word in words[at:after]) == said and after < len(words) and words[after].word in FORMS:
            return after
    return at
