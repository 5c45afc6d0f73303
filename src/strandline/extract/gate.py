"""The gate: a claim whose words do not support it is refused, whoever read it."""

from __future__ import annotations

import re

from strandline.extract.keys import value_key
from strandline.extract.relations import relations
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
    folded = span.casefold()
    if not all(re.search(rf"(?<!\d){number}(?!\d)", span) for number in _NUMBER.findall(claim.value)):
        return False
    said = set(value_key(span).split())
    words = list(_WORD.findall(claim.value))
    clause = relations()[claim.relation].value == "clause"
    names = [word for word in words if word[:1].isupper() and word[1:].islower() and not clause]
    if any(name.casefold() not in folded for name in names):
        return False
    found = (
        any(word.casefold() in folded for word in words)
        or not words
        or bool(set(value_key(claim.value).split()) & said)
    )
    return found or any(begin in folded for begin in _INFERRED.get(claim.value, ()))
