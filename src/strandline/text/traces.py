"""Recognising text that was removed, from salted digests alone.

A receipt keeps no text. It keeps, for each removed text, a salted digest of its 64-bit digest, and for each word that
only removed texts had, its length in bytes, 32 bits of a salted rolling hash (to find it at any offset of a file in
one vectorised pass) and a salted blake2b digest (to be sure).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from itertools import chain

import numpy as np

from strandline.text.split import digest64

SHORTEST_IN_FILES = 5
"""Bytes. Shorter words turn up by chance in the bytes of vectors and ids, so they are looked for in tables only."""
_ROLLED = 16
"""Bytes at the start of a word that its rolling hash covers."""
_LONGEST = 128
"""Characters up to which a word is told from another."""
_MARGIN = 4 * _LONGEST
"""Bytes around a match that may belong to the same word."""
_RAW_WORD = re.compile(r"\w{3,}")


def raw_words(text: str) -> set[str]:
    """The words of a text as they are written, of three characters and more; of a very long one its beginning."""
    return {word[:_LONGEST] for word in _RAW_WORD.findall(text)}


def whole_words(text: str) -> set[str]:
    """The same, whole: what a word in a file may be a part of."""
    return set(_RAW_WORD.findall(text))


def text_mark(salt: str, digest: int) -> str:
    """What a receipt keeps of a text, given its ``digest64``."""
    return blake2b(digest.to_bytes(8, "little", signed=True), key=salt.encode(), digest_size=16).hexdigest()


def word_mark(salt: str, word: str) -> str:
    """What a receipt keeps of a word: ``length:rolling:digest``."""
    return bytes_mark(salt, word.encode("utf-8", "surrogatepass"))


def bytes_mark(salt: str, data: bytes) -> str:
    """The same of any bytes."""
    return f"{len(data)}:{_rolling(salt, data):08x}:{_confirm(salt, data)}"


def _confirm(salt: str, data: bytes) -> str:
    return blake2b(data, key=salt.encode(), digest_size=12).hexdigest()


def _base(salt: str) -> int:
    return int.from_bytes(blake2b(b"base", key=salt.encode(), digest_size=4).digest(), "little") | 1


def _rolling(salt: str, data: bytes) -> int:
    base, value = _base(salt), 0
    for byte in data[:_ROLLED]:
        value = (value * base + byte + 1) & 0xFFFFFFFF
    return value


class Traces:
    """Answers whether a text, some bytes or a file hold what a receipt's digests stand for."""

    def __init__(
        self, *, salt: str, texts: Collection[str], words: Collection[str], vectors: Collection[str] = ()
    ) -> None:
        self._salt = salt
        self._texts = frozenset(texts)
        self._words: set[str] = set()
        self._rolled: dict[int, dict[int, set[tuple[int, str]]]] = defaultdict(lambda: defaultdict(set))
        lengths = set()
        for mark in (*words, *vectors):
            length, rolling, digest = mark.split(":")
            if mark not in vectors:
                self._words.add(digest)
                lengths.add(int(length))
            if int(length) >= SHORTEST_IN_FILES:
                self._rolled[min(int(length), _ROLLED)][int(rolling, 16)].add((int(length), digest))
        self._lengths = frozenset(lengths)

    def in_text(self, text: str) -> bool:
        """Is it a removed text, or does it have a word that only removed texts had?"""
        return self.is_digest(digest64(text)) or any(map(self.is_word, raw_words(text)))

    def is_word(self, word: str) -> bool:
        """Is it one of the words that only removed texts had?"""
        data = word.encode("utf-8", "surrogatepass")
        return len(data) in self._lengths and _confirm(self._salt, data) in self._words

    def is_digest(self, digest: int) -> bool:
        """Is it the 64-bit digest of a removed text?"""
        return bool(self._texts) and text_mark(self._salt, digest) in self._texts

    def in_words(self, words: Iterable[str]) -> bool:
        """Is any of them one of the words that only removed texts had?"""
        return any(map(self.is_word, words))

    def in_bytes(self, data: bytes) -> bool:
        """Does it hold, at any offset, one of the words of five bytes and more?"""
        return any(True for _ in self._matches(data))

    def in_pieces(self, pieces: Iterable[bytes], live: Collection[str]) -> set[str]:
        """Digests of what a file holds, piece by piece. A match inside one of the ``live`` words is that word."""
        holders = _Holders(live)
        found: set[str] = set()
        rest = b""
        for piece in chain(pieces, [b""]):
            data = rest + piece
            # What lies so near the end that its word may go on is looked at with the next piece.
            final = len(data) - 2 * _MARGIN if piece else len(data)
            for start, length, digest in self._matches(data):
                if digest not in found and start < final and not holders.hold(data, start, length):
                    found.add(digest)
            rest = data[-3 * _MARGIN :]
        return found

    def _matches(self, data: bytes) -> Iterator[tuple[int, int, str]]:
        """(offset, length, digest) of each word found: one pass over the bytes for each length up to 16."""
        if not self._rolled:
            return
        values = np.frombuffer(data, np.uint8).astype(np.uint32) + np.uint32(1)
        base = np.uint32(_base(self._salt))
        rolling = np.zeros(len(data) + 1, np.uint32)
        for length in range(1, min(max(self._rolled), len(data)) + 1):
            rolling = rolling[:-1] * base + values[length - 1 :]
            known = self._rolled.get(length)
            if known is None:
                continue
            likely = np.zeros(1 << 16, np.bool_)
            likely[np.fromiter(known, np.uint32, len(known)) >> 16] = True
            for start in np.flatnonzero(likely[rolling >> 16]).tolist():
                for whole, digest in known.get(int(rolling[start]), ()):
                    if _confirm(self._salt, data[start : start + whole]) == digest:
                        yield start, whole, digest


class _Holders:
    """Tells whether what was found in a file is a part of a word that a remaining text has."""

    def __init__(self, live: Collection[str]) -> None:
        self._live = live
        self._known: dict[bytes, list[bytes]] = {}

    def hold(self, data: bytes, start: int, length: int) -> bool:
        """Does one of the live words stand around the match?"""
        found = data[start : start + length]
        if found not in self._known:
            word = found.decode("utf-8", "surrogateescape")
            self._known[found] = [other.encode("utf-8", "surrogatepass") for other in self._live if word in other]
        return any(
            0 <= data.find(holder, max(0, start + length - len(holder)), start + len(holder)) <= start
            for holder in self._known[found]
        )
