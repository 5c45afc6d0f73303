"""The gate: a claim whose words do not support it is refused, whoever read it."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from strandline.extract.keys import loose_match, value_key
from strandline.extract.relations import relations
from strandline.extract.tokens import spelt
from strandline.types import Act, Claim

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_INFERRED = {
    "alcohol": ("drink", "drinking", "sober", "teetotal", "dry"),
    "married": ("marry", "mari", "marri", "wed", "wife", "husband"),
    "divorced": ("divorc",), "engaged": ("engag", "fianc"), "separated": ("separat", "split"), "widowed": ("widow",),
    "smoking": ("smok",), "meat": ("meat", "vegetarian", "vegan"), "single": ("single",), "a car": ("driv",),
}  # fmt: skip
"""Values that are said in other words than their own, and how those begin."""


def supported(claim: Claim, text: str, asked: str = "") -> bool:
    """Whether the span of a claim is one of ``text`` and says its value.

    Each number of the value must stand in the span, and so must each name; of other words one is enough, or a word that
    says the same. ``asked`` is the question that the text answers: a "yes" is supported by it.
    """
    if not 0 <= claim.start < claim.stop <= len(text):
        return False
    if claim.act is Act.RETRACT or not claim.value or claim.value == claim.replaces:
        return claim.act is not Act.STATE  # it takes back, ends or moves what was said before
    span = f"{text[claim.start : claim.stop]} {asked} {claim.replaces or ''}"  # "sorry, number 21" keeps the street
    if relations()[claim.relation].value == "date":
        return set(map(int, _NUMBER.findall(claim.value))) <= set(map(int, _NUMBER.findall(span)))
    if not all(re.search(rf"(?<!\d){number}(?!\d)", span) for number in _NUMBER.findall(claim.value)):
        return False
    said = _said(span)
    words = list(_WORD.findall(claim.value))
    clause = relations()[claim.relation].value == "clause"
    names = [word for word in words if word[:1].isupper() and word[1:].islower() and not clause]
    if not all(_stands(name.casefold(), said, span) for name in names):
        return False
    found = (
        not words
        or any(_stands(word.casefold(), said, span) for word in words)
        or not said.isdisjoint(value_key(claim.value).split())
        or any(loose_match(word, span) for word in words if word.islower())
    )
    return found or any(word.startswith(begin) for begin in _INFERRED.get(claim.value, ()) for word in said)


def _said(span: str) -> set[str]:
    """The folded words of a span, also as they are usually spelt and without the mark of a possessive or plural."""
    said = {word.casefold() for word in _WORD.findall(span)}
    said |= {spelt(word) for word in said}
    return said | {word.removesuffix("s") for word in said if len(word) > 3} | set(value_key(span).split())


def _stands(word: str, said: AbstractSet[str], span: str) -> bool:
    """Whether a word is among those said; in other scripts than Latin, words may be written without spaces."""
    return word in said or (not word.isascii() and word in span.casefold())
