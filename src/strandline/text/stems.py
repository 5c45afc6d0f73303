"""From a word to its term: the stem that the word's language gives it.

The script tells the language of a Hindi, Arabic, Russian or Greek word. Latin letters do not. There a text has the
stems of its own language, English if it is not known to be another, and a question has them all: its word finds what
was said in any language, however few words there are to tell the question's own.
"""

from __future__ import annotations

import threading

import Stemmer

from strandline.text.folding import fold, marks_folded
from strandline.text.languages import STOPS, is_stop, script_language

_FOREIGN = "~"
"""Stands before stems of other languages than English, which must not meet its words. No word holds it."""
_ENDINGS = frozenset({"s", "m", "re", "ve", "ll", "d"})
_ELIDED = frozenset({"qu", "jusqu", "lorsqu", "puisqu", "quelqu", "un", "all", "dall", "dell", "nell", "sull", "quell"})
_local = threading.local()


def unpossessed(word: str) -> str:
    """``word`` without a possessive or verb ending: "melanie's" is "melanie"."""
    head, mark, tail = word.rpartition("'")
    return head if mark and tail in _ENDINGS else word


def stems(word: str, language: str | None = None) -> list[str]:
    """The terms of one word of a spaced script in a text of ``language`` (None is English); none for a stop word.

    They are its stem, and in the scripts that tell their language also the whole word: names differ by an ending there.
    """
    bare = unpossessed(word)
    script = script_language(bare)
    if script is not None:
        return [] if is_stop(bare, None) else [marks_folded(bare), _FOREIGN + _snowball(script, marks_folded(bare))]
    term = _english(bare) if language is None or not _is_latin(bare) else _foreign(bare, language)
    return [term] if term else []


def every_stem(word: str, language: str | None = None) -> list[tuple[str, ...]]:
    """The same for a word of a question: each term with those that stand for it in texts of other languages.

    The first of them is English, where it has one.
    """
    bare = unpossessed(word)
    if script_language(bare) is not None or not _is_latin(bare):
        return [(term,) for term in stems(word)]
    english = _english(bare)
    stop = not english if language is None else is_stop(_unelided(bare), language)
    found = () if stop else (english, *(_foreign(bare, code) for code in STOPS))
    return [tuple(dict.fromkeys(filter(None, found)))] if found else []


def _is_latin(word: str) -> bool:
    if "'" in word:
        word = word.replace("'", "")
    return word.isalpha() and (word.isascii() or fold(word).isascii())


def _english(word: str) -> str:
    """The term of a word that is not of another language of Latin letters."""
    if "'" in word:
        head, _, tail = word.partition("'")
        if word.endswith("n't"):
            return ""
        word = tail if len(head) == 1 or head == "qu" else word
    if is_stop(word, None):
        return ""
    plain = fold(word)
    return _snowball("english", plain) if plain.isascii() and plain.isalpha() else word


def _foreign(word: str, language: str) -> str:
    """The term of a word of Latin letters in one of the languages that have stop words of their own."""
    word = _unelided(word)
    return "" if is_stop(word, language) else _FOREIGN + fold(_snowball(language, word))


def _unelided(word: str) -> str:
    """``word`` without an article or preposition that lost its vowel: "l'école" is "école"."""
    head, mark, tail = word.partition("'")
    return tail if mark and (len(head) == 1 or head in _ELIDED) else word


def _snowball(language: str, word: str) -> str:
    stemmers: dict[str, Stemmer.Stemmer] | None = getattr(_local, "stemmers", None)
    if stemmers is None:
        # Snowball's objects are not shared between threads, and their own cache would outlive clear_caches.
        stemmers = _local.stemmers = {}
    if language not in stemmers:
        stemmers[language] = Stemmer.Stemmer(language, 0)
    return str(stemmers[language].stemWord(word))
