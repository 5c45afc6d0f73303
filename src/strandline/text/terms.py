"""From text to the terms of the index: normalised, stemmed, without stop words, as 32-bit ids.

A term id is a digest of the term, so no dictionary of a user's words is stored anywhere. The memo here holds words;
it is bounded, and ``clear_caches`` empties it, which forgetting needs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import Stemmer
from numpy.typing import NDArray

from strandline.text.languages import language_of
from strandline.text.scripts import cluster_pattern, meaningful, unspaced_pattern, word_pattern
from strandline.text.stems import every_stem, stems, unpossessed

TermIds: TypeAlias = NDArray[np.uint32]
"""(n,) ids of terms."""

TERMS_VERSION = f"2/{Stemmer.version()}"
"""Which rules and which stemmer make the terms. A store whose terms are of another version makes them anew."""

_ASCII_WORD = re.compile(r"[a-z0-9_]+(?:[.'@:/+\-][a-z0-9_]+)*")
_PARTS = re.compile(r"[^.@:/+\-_]+")
_EXACT = re.compile(r"[\d@]")
_INVISIBLE = {0x2019: "'", 0x02BC: "'", 0x00AD: None, 0x200B: None, 0x200C: None, 0x200D: None, 0xFEFF: None}

_MEMO_ENTRIES = 50_000
_MEMO_WORD = 40
_ids_of_word: dict[str | None, dict[str, tuple[int, ...]]] = {}
"""By the language of the text."""


def clear_caches() -> None:
    """Drop every memo that holds words of a text."""
    _ids_of_word.clear()


def cached_words() -> tuple[str, ...]:
    """The words the memos hold now, normalised: what ``clear_caches`` drops."""
    return tuple(chain.from_iterable(_ids_of_word.values()))


def normalize(text: str) -> str:
    """The form words are compared in: NFKC, case-folded, one apostrophe, no invisible joiners. Any str is safe."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).translate(_INVISIBLE)


def _split(norm: str) -> list[str]:
    return (_ASCII_WORD if norm.isascii() else word_pattern()).findall(norm)


def _tokens(text: str) -> tuple[list[str], str | None]:
    """The tokens of a text, and its language."""
    norm = normalize(text)
    tokens = _split(norm)
    return tokens, language_of(norm, tokens)


def words(text: str) -> list[str]:
    """The words of a text in order, normalised, without possessive endings; ids and versions come as their parts.

    A run of a script written without spaces is one word.
    """
    return [unpossessed(part) for token in _split(normalize(text)) for part in _PARTS.findall(token)]


def _grams(run: str) -> list[str]:
    """Each character of a run of a script without spaces, and each overlapping pair, that may mean something."""
    units = cluster_pattern().findall(run)
    return [gram for gram in (*units, *(a + b for a, b in pairwise(units))) if meaningful(gram)]


def _pieces(token: str) -> Iterator[tuple[str, str]]:
    """The parts of a token, each as a run of a script without spaces or as a word, and "" for the other."""
    for part in _PARTS.findall(token):
        if part.isascii():
            yield "", part
        else:
            yield from unspaced_pattern().findall(part)


def _terms_of(token: str, language: str | None) -> list[str]:
    if token.isascii() and token.isalnum():
        return stems(token, language)
    found: list[str] = []
    for run, word in _pieces(token):
        found.extend(_grams(run) if run else stems(word, language))
    if _EXACT.search(token) and token not in found:
        found.append(token)
    return found


def _asked_of(token: str, language: str | None) -> list[tuple[str, ...]]:
    """The same for a token of a question: each term with those that stand for it in texts of other languages."""
    found: list[tuple[str, ...]] = []
    for run, word in _pieces(token):
        found.extend([(gram,) for gram in _grams(run)] if run else every_stem(word, language))
    if _EXACT.search(token) and (token,) not in found:
        found.append((token,))
    return found


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeats kept.

    They are the stems of words that are not stop words, the characters and pairs of characters of scripts without
    spaces, and ids such as "v2.3.1" both whole and in parts.
    """
    tokens, language = _tokens(text)
    return [term for token in tokens for term in _terms_of(token, language)]


def term_id(term: str) -> int:
    """The id of one term: 32 bits of BLAKE2b."""
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "little")


def term_ids(text: str, *, remember: bool = False) -> list[int]:
    """The ids of ``terms(text)``, in order, repeats kept.

    Only texts that are stored are remembered: the memo must not hold the words of a question about forgotten text.
    """
    tokens, language = _tokens(text)
    memo = _ids_of_word.setdefault(language, {})
    found: list[int] = []
    for token in tokens:
        ids = memo.get(token)
        if ids is None:
            ids = tuple(map(term_id, _terms_of(token, language)))
            if remember and len(token) <= _MEMO_WORD:
                if len(memo) >= _MEMO_ENTRIES:
                    memo.clear()
                memo[token] = ids
        found.extend(ids)
    return found


def asked_ids(text: str) -> list[tuple[int, ...]]:
    """For each distinct term of a question, in order, the ids under which a text of any language may have it."""
    tokens, language = _tokens(text)
    found: dict[int, tuple[int, ...]] = {}
    for token in tokens:
        for terms in _asked_of(token, language):
            first, *others = map(term_id, terms)
            found[first] = tuple(dict.fromkeys((*found.get(first, (first,)), *others)))
    return list(found.values())


def index_terms(text: str) -> tuple[TermIds, NDArray[np.uint8]]:
    """Distinct term ids, ascending, and how often each occurs (at most 255)."""
    ids, counts = np.unique(np.array(term_ids(text, remember=True), np.uint32), return_counts=True)
    return ids, np.minimum(counts, 255).astype(np.uint8)
