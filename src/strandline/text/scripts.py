"""Which characters stand together as words, and which scripts write words without spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from strandline.text.stopwords import HAN_ALONE, HAN_NEVER, KANA_PAIRS, PARTICLES

UNSPACED = (
    "\u0e00-\u0e7f"  # Thai
    "\u0e80-\u0eff"  # Lao
    "\u1000-\u109f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3021-\u3029"  # Han iteration mark, zero and numerals
    "\u3040-\u30ff\u31f0-\u31ff"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\uac00-\ud7a3"  # Hangul: spaced, but particles stick to the words
    "\U00020000-\U0003134f"  # Han, later blocks
)
"""Ranges, for a regular expression's class, of scripts searched by overlapping pairs of characters."""

_LAST_SCRIPT = 0x1F000
_VARIATION = "\U000e0100-\U000e01ef"


@lru_cache(maxsize=1)
def marks() -> str:
    """Ranges of the combining marks (categories Mn, Mc, Me), for a class: they belong to the word before them."""
    ranges: list[list[int]] = []
    for point in range(0x300, _LAST_SCRIPT):
        if unicodedata.category(chr(point))[0] == "M":
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in ranges) + _VARIATION


@lru_cache(maxsize=1)
def word_pattern() -> re.Pattern[str]:
    """Finds words in any script: letters and digits with their marks, joined by the signs of ids and versions."""
    letter = f"[\\w{marks()}]"
    return re.compile(f"\\w{letter}*(?:[.'@:/+\\-]\\w{letter}*)*")


@lru_cache(maxsize=1)
def unspaced_pattern() -> re.Pattern[str]:
    """Splits a run into pieces of scripts without spaces (group 1) and the others (group 2)."""
    return re.compile(f"([{UNSPACED}{_VARIATION}]+)|([^{UNSPACED}{_VARIATION}]+)")


@lru_cache(maxsize=1)
def cluster_pattern() -> re.Pattern[str]:
    """One character with its marks."""
    return re.compile(f"[^{marks()}][{marks()}]*|[{marks()}]+")


def unspaced(word: str) -> bool:
    """Whether a word begins in a script that is written without spaces, and so may be many words."""
    return not word.isascii() and re.match(f"[{UNSPACED}]", word) is not None


def meaningful(gram: str) -> bool:
    """Whether a character, or a pair, of a script without spaces may be (a part of) a word with a subject.

    It depends on nothing else in the text: a part of a run has no term that the run has not.
    """
    if len(gram) == 1:
        return gram not in HAN_ALONE and gram not in HAN_NEVER and not _is_kana(gram)
    first, last = gram[0], gram[-1]
    if first in HAN_NEVER or last in HAN_NEVER or (first in HAN_ALONE and last in HAN_ALONE) or gram in KANA_PAIRS:
        return False
    return _is_hiragana(first) == _is_hiragana(last) or not (first in PARTICLES or last in PARTICLES)


def _is_hiragana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u309f"


def _is_kana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u30ff"


def mostly_latin(text: str) -> bool:
    """Whether at least half of the letters of a text are Latin. A text without letters is."""
    if text.isascii():
        return True
    letters = [letter for letter in text if letter.isalpha()]
    other = sum(letter > "\u024f" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)
    return 2 * other <= len(letters)
