"""From text to the terms of the index: normalised, stemmed, without stop words, as 32-bit ids.

A term id is a digest of the term, so no dictionary of a user's words is stored anywhere. The memo here holds words;
it is bounded, and ``clear_caches`` empties it, which forgetting needs.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from hashlib import blake2b
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import Stemmer
from numpy.typing import NDArray

from strandline.text.scripts import cluster_pattern, unspaced_pattern, word_pattern
from strandline.text.stopwords import STOP_WORDS

TermIds: TypeAlias = NDArray[np.uint32]
"""(n,) ids of terms."""

_ASCII_WORD = re.compile(r"[a-z0-9_]+(?:[.'@:/+\-][a-z0-9_]+)*")
_PARTS = re.compile(r"[^.@:/+\-_]+")
_EXACT = re.compile(r"[\d@]")
_INVISIBLE = {0x2019: "'", 0x02BC: "'", 0x00AD: None, 0x200B: None, 0x200C: None, 0x200D: None, 0xFEFF: None}
_VERB_ENDINGS = frozenset({"s", "m", "re", "ve", "ll", "d"})

_MEMO_ENTRIES = 50_000
_MEMO_WORD = 40
_ids_of_word: dict[str, tuple[int, ...]] = {}
_local = threading.local()


def clear_caches() -> None:
    """Drop every memo that holds words of a text."""
    _ids_of_word.clear()


def cached_words() -> tuple[str, ...]:
    """The words the memos hold now, normalised: what ``clear_caches`` drops."""
    return tuple(_ids_of_word)


def normalize(text: str) -> str:
    """The form words are compared in: NFKC, case-folded, one apostrophe, no invisible joiners. Any str is safe."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).translate(_INVISIBLE)


def _tokens(text: str) -> list[str]:
    norm = normalize(text)
    return (_ASCII_WORD if norm.isascii() else word_pattern()).findall(norm)


def words(text: str) -> list[str]:
    """The words of a text in order, normalised, without possessive endings; ids and versions come as their parts.

    A run of a script written without spaces is one word.
    """
    return [_bare(part) for token in _tokens(text) for part in _PARTS.findall(token)]


def _bare(word: str) -> str:
    """``word`` without a possessive or verb ending: "melanie's" is "melanie"."""
    head, mark, tail = word.rpartition("'")
    return head if mark and tail in _VERB_ENDINGS else word


def _simple(word: str) -> str:
    """The term of one word of a spaced script, or "" for a stop word."""
    bare = _bare(word)
    if "'" in bare:
        head, _, tail = bare.partition("'")
        if bare.endswith("n't"):
            return ""
        bare = tail if len(head) == 1 or head == "qu" else bare
    if bare in STOP_WORDS:
        return ""
    if not (bare.isascii() and bare.isalpha()):
        return bare
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:
        # Snowball's objects are not shared between threads, and their own cache would outlive clear_caches.
        stemmer = _local.stemmer = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(bare))


def _unspaced(run: str) -> list[str]:
    """Each character of a run, and each overlapping pair."""
    units = cluster_pattern().findall(run)
    return units + [a + b for a, b in pairwise(units)]


def _terms_of(token: str) -> list[str]:
    if token.isascii() and token.isalnum():
        term = _simple(token)
        return [term] if term else []
    found: list[str] = []
    for part in _PARTS.findall(token):
        if part.isascii():
            found.append(_simple(part))
            continue
        for run, spaced in unspaced_pattern().findall(part):
            found.extend(_unspaced(run) if run else [_simple(spaced)])
    found = [term for term in found if term]
    if _EXACT.search(token) and token not in found:
        found.append(token)
    return found


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeats kept.

    They are the stems of words that are not stop words, the characters and pairs of characters of scripts without
    spaces, and ids such as "v2.3.1" both whole and in parts.
    """
    return list(chain.from_iterable(map(_terms_of, _tokens(text))))


def term_id(term: str) -> int:
    """The id of one term: 32 bits of BLAKE2b."""
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "little")


def _ids_of(token: str, remember: bool) -> tuple[int, ...]:
    ids = tuple(map(term_id, _terms_of(token)))
    if remember and len(token) <= _MEMO_WORD:
        if len(_ids_of_word) >= _MEMO_ENTRIES:
            _ids_of_word.clear()
        _ids_of_word[token] = ids
    return ids


def term_ids(text: str, *, remember: bool = False) -> list[int]:
    """The ids of ``terms(text)``, in order, repeats kept.

    Only texts that are stored are remembered: the memo must not hold the words of a question about forgotten text.
    """
    memo = _ids_of_word
    found: list[int] = []
    for token in _tokens(text):
        ids = memo.get(token)
        found.extend(_ids_of(token, remember) if ids is None else ids)
    return found


def index_terms(text: str) -> tuple[TermIds, NDArray[np.uint8]]:
    """Distinct term ids, ascending, and how often each occurs (at most 255)."""
    ids, counts = np.unique(np.array(term_ids(text, remember=True), np.uint32), return_counts=True)
    return ids, np.minimum(counts, 255).astype(np.uint8)
