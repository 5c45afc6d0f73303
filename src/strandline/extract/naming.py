"""What is a name: capitals, particles, and those who write all in small letters."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

AND_THEN = frozenset(
    """
    just also still never always now really recently finally already once
    """.split()  # noqa: SIM905
)
"""Adverbs that may stand between a name and its verb."""
_PARTICLES = frozenset(
    """
    de da di van von der den del la le al bin ben ibn y e o' mac mc st
    """.split()  # noqa: SIM905
)
NOT_NAMES = frozenset(
    """
    i we you he she it they the a an my our his her their your this that these those if when what where who how
    why is are was were has have had do does did will would can could should may might and or but so because not
    no yes in on at to for from with by of as also just still now then there here today tomorrow yesterday
    please thanks monday tuesday wednesday thursday friday saturday sunday
    """.split()  # noqa: SIM905
)
"""Words that are no name, however they are written."""


def name_stop(words: Sequence[Token], at: int, *, lower: bool = False) -> int:
    """The index after a name that begins here; ``at`` itself when none does.

    ``lower`` takes one word in small letters for a name when a verb or the end follows: "my bro idris lives".
    """
    place = at
    while place < len(words) and words[place].capital and words[place].is_word and words[place].word not in NOT_NAMES:
        place += 1
        if place + 1 < len(words) and words[place].word in _PARTICLES and words[place + 1].capital:
            place += 1
    if place > at or not lower or at >= len(words):
        return place
    word = words[at].word
    plain = word.isalpha() and word not in FORMS and word not in NOT_NAMES and word not in _LOWER_STOP
    ahead = at + 1
    while ahead < len(words) and words[ahead].word in AND_THEN:
        ahead += 1
    return at + 1 if plain and ahead < len(words) and words[ahead].word in FORMS else at


_LOWER_STOP = frozenset(
    """
    always never also really actually just still only both all says said who which that finally recently already
    now currently even usually often ever used
    """.split()  # noqa: SIM905
)


def words_text(words: Sequence[Token], start: int, stop: int) -> str:
    """The folded words between two indexes."""
    return " ".join(word.word for word in words[start:stop])


def writes_small(words: Sequence[Token]) -> bool:
    """Whether a text is written without capitals, so that small letters say nothing about names."""
    return not any(word.capital and word.word not in ("i", "i'm") and word.word.isascii() for word in words)
