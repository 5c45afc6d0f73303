"""Whom "he", "she", "it" and "they" can mean."""

from __future__ import annotations

from strandline.extract.people import KIN, PLURALS, singular

_MALE = frozenset(
    """
    husband boyfriend son father brother uncle nephew grandfather grandpa grandad boy dad stepson fiancé
    """.split()  # noqa: SIM905
)
_FEMALE = frozenset(
    """
    wife girlfriend daughter mother sister aunt niece grandmother grandma gran girl mum fiancée
    """.split()  # noqa: SIM905
)


def fits(pronoun: str, word: str) -> bool:
    """Whether a pronoun can mean somebody of whom this word is said ("" for a bare name)."""
    pet = singular(word) in KIN and KIN[singular(word)].relation == "pet"
    if pet and word in PLURALS:
        return pronoun in ("they", "their")
    if pronoun in ("it", "its"):
        return pet
    if pronoun in ("he", "his", "him"):
        return word not in _FEMALE
    if pronoun in ("she", "her"):
        return word not in _MALE
    return pronoun in ("they", "their") and not pet
