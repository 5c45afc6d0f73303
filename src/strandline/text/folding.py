"""Letters that people leave out or write in several ways, made one: accents, and signs of Hindi and Arabic."""

from __future__ import annotations

import re
import unicodedata

_LATIN = re.compile("[a-z'\u00df-\u024f\u0300-\u036f]+")
"""Words of European languages. The letters of Vietnamese, whose marks part one word from another, are not all in it."""
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ß": "ss"}
)
_MARKS = str.maketrans(
    {
        0x0901: 0x0902,  # chandrabindu as anusvara
        0x093C: None,  # nukta
        0x0640: None,  # tatweel
        **dict.fromkeys(range(0x064B, 0x0653)),  # short vowels
    }
)


def fold(word: str) -> str:
    """A word of Latin letters without its accents: "déjà" is "deja". Any other word is left as it is."""
    if word.isascii() or not _LATIN.fullmatch(word):
        return word
    plain = unicodedata.normalize("NFD", word.translate(_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def marks_folded(word: str) -> str:
    """A word of Devanagari or Arabic letters without the signs that are often left out."""
    return word.translate(_MARKS)
