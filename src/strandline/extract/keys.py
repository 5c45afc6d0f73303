"""Keys: two names, values or qualifiers are the same thing iff their keys are equal.

A key forgives how something is written (case, width, white space, punctuation around words, a leading article), never
what is said: digits, negation and every letter count. "8091" is not "8090", "no meat" is not "meat".
"""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import Stemmer

from strandline.text import normalize, unspaced

_ARTICLES = "a an the my your his her its our their"
_LEADING = frozenset(_ARTICLES.split())
# Of other languages, and only in lower case: written large, these are parts of names ("El Paso", "Le Mans").
_FOREIGN_ARTICLES = "le les une mon ma mes tes ses el los las una mi mis der ein eine einen mein meine meinen"
_LEADING_AS_WRITTEN = frozenset(_FOREIGN_ARTICLES.split())
_NEGATIVE_WORDS = (
    "no not non never without none nor neither nobody nothing cannot sans sin ohne kein keine keinen nicht nie "
    "jamais pas nunca"
)
_NEGATIONS = frozenset(_NEGATIVE_WORDS.split())
_NEGATIVE_SCRIPTS = re.compile("[不没沒无無非别別]")
_OPEN = "\"'([{<«‹“”„‘’‚‛¿¡「『《〈【。、，；：！？,;:!?"
_CLOSE = "\"')]}>»›“”„‘’‚‛」』》〉】。、，；：！？.,;:!?"
_WRAPS = {'"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "‘": "’", "「": "」", "『": "』"}
_EMPHASIS = re.compile(r"(\*\*|__|[*_`])([^*_`]+)\1")
_LONE = frozenset("-‐‑‒–—―−•*")
_UNIT = re.compile("[0-9][\"']$")
_RAISED = re.compile("[²³¹⁰⁴-⁹₀-₉]+")
_local = threading.local()


def _unwrapped(text: str) -> str:
    """``text`` without quotes or marks of emphasis around the whole of it."""
    text = text.strip()
    if emphasised := _EMPHASIS.fullmatch(text):
        text = emphasised[2].strip()
    while len(text) > 2 and _WRAPS.get(text[0]) == text[-1] and not (text[0] in text[1:-1] or text[-1] in text[1:-1]):
        text = text[1:-1].strip()
    return text


def _bare(word: str) -> str:
    """A word without the punctuation at its edges; "" for a lone dash or bullet, or punctuation alone.

    Signs that say something stay: "-5", ".5", "C++", "C#", "50%", "A-", and units after a digit (6' and 6").
    """
    if word in _LONE:
        return ""
    opened = word.lstrip(_OPEN)
    return opened if opened == word and _UNIT.search(word) else opened.rstrip(_CLOSE)


def _words(text: str) -> list[str]:
    """The words a key is made of, in order; none only where there is nothing but punctuation and white space."""
    if not text.isascii():
        text = _RAISED.sub(lambda raised: f"^{raised[0]}", text)  # else 10² would be 102
    found = [(written, bare) for written in _unwrapped(text).split() if (bare := _bare(normalize(written)))]
    for place, (written, bare) in enumerate(found[:-1]):
        if not (bare in _LEADING or (bare in _LEADING_AS_WRITTEN and written == written.lower())):
            return [bare for _, bare in found[place:]]
    return [bare for _, bare in found[-1:]]


_SHORT = 64
"""Characters of the longest text whose key is kept at hand."""


def value_key(value: str) -> str:
    """The key of a value: "My boss" and "boss", "Coffee." and "coffee" have one key.

    It is empty only for white space: punctuation alone is its own key. Any str is safe.
    """
    return _short_key(value) if len(value) <= _SHORT else _key(value)


@lru_cache(maxsize=8192)
def _short_key(value: str) -> str:
    return _key(value)


def clear_caches() -> None:
    """Forget the keys that were made last."""
    _short_key.cache_clear()


def _key(value: str) -> str:
    words = " ".join(_words(value))
    # A word can hold a space once it is normalised (U+00A8), and the key must be its own key.
    return " ".join(words.split()) or " ".join(normalize(value).split())


def subject_key(subject: str) -> str:
    """The key of a subject: "Bente" is not "Benthe", "the staging server" is "staging server", "João" stays whole."""
    return value_key(subject)


def qualifier_key(qualifier: str | None) -> str:
    """The key of a qualifier; none at all is ``""``."""
    return "" if qualifier is None else value_key(qualifier)


def _stem(word: str) -> str:
    """The English stem of a plain word; any other word is its own."""
    if not (word.isascii() and word.isalpha()):
        return word
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:
        stemmer = _local.stemmer = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(word))


def _loose_words(text: str) -> dict[str, bool]:
    """The words of a key without possessive endings or articles inside; true for one that is written as a name."""
    large = {_bare(normalize(word)).removesuffix("'s") for word in text.split() if word[:1].isupper()}
    bare = [word.removesuffix("'s") for word in _words(text)]
    return {word: word in large for word in bare if word not in _LEADING or len(bare) == 1}


def _negated(words: dict[str, bool]) -> bool:
    return any(
        word in _NEGATIONS or word.endswith(("n't", "-free")) or _NEGATIVE_SCRIPTS.search(word) is not None
        for word in words
    )


def _has(words: dict[str, bool], wanted: str, name: bool) -> bool:
    """Whether a word, another form of it, or (of a script without spaces) a word that contains it is among ``words``.

    Two words that are both written as names match exactly or not at all: "Anders" is not "Ander".
    """
    if wanted in words:
        return True
    if unspaced(wanted):
        return any(wanted in word for word in words)
    stem = _stem(wanted)
    return any(_stem(word) == stem for word, named in words.items() if not (name and named))


def loose_match(claim_value: str, value: str) -> bool:
    """Whether ``value`` has all the words of ``claim_value``: "the hospital" matches "Karolinska Hospital".

    Other forms of a word match ("run", "running"), names and numbers only exactly, and never a negated value one that
    is not. Nothing (``""``) matches everything.
    """
    asked, words = _loose_words(claim_value), _loose_words(value)
    if not asked:
        return True
    return _negated(asked) == _negated(words) and all(_has(words, word, name) for word, name in asked.items())
