"""Uncased BERT tokenisation in plain Python.

The rules are those of BERT's reference tokenizer (Devlin et al. 2018, https://github.com/google-research/bert,
``tokenization.py``): control characters out, CJK ideographs and punctuation are words of their own, lower case, accents
stripped, then greedy longest match against the vocabulary; a word of more than 100 characters is unknown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

MAX_WORD = 100
"""Characters; a longer word is one unknown piece."""
SLICE = 8192
"""Characters handled by one call into C: a huge text never holds the interpreter for long."""
MEMO_WORDS = 32_768
"""Words kept with their pieces. When full the memo starts anew, which changes speed and nothing else."""
MEMO_CHARACTERS = 16_384

_CONTROL = ("Cc", "Cf", "Cs", "Co")
"""Unassigned characters are not among them: one that the next Unicode version assigns is then read as before."""
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


def _is_punctuation(character: str) -> bool:
    ascii_symbol = "!" <= character <= "~" and not character.isalnum()
    return ascii_symbol or unicodedata.category(character).startswith("P")


def _normal_form(character: str) -> str:
    """What one character becomes: nothing, itself in lower case without accents, or a word between spaces."""
    category = unicodedata.category(character)
    if character in "\t\n\r" or category == "Zs":
        return " "
    if character == "\ufffd" or category in _CONTROL:
        return ""
    if any(low <= ord(character) <= high for low, high in _IDEOGRAPHS):
        return f" {unicodedata.normalize('NFD', character)} "
    parts = (c for c in unicodedata.normalize("NFD", character) if unicodedata.category(c) != "Mn")
    return "".join(f" {c} " if _is_punctuation(c) else c.lower() for c in parts)


class _Characters(dict[int, str]):
    """A bounded memo of `_normal_form`, in the form that ``str.translate`` reads."""

    def __missing__(self, codepoint: int) -> str:
        if len(self) >= MEMO_CHARACTERS:
            self.clear()
        form = self[codepoint] = _normal_form(chr(codepoint))
        return form


class _Words(dict[str, bytes]):
    """A bounded memo from a word to its piece ids, as the bytes of a uint16 array."""

    def __init__(self, split: Callable[[str], bytes]) -> None:
        super().__init__()
        self._split = split

    def __missing__(self, word: str) -> bytes:
        ids = self._split(word)
        if len(word) <= MAX_WORD:
            if len(self) >= MEMO_WORDS:
                self.clear()
            self[word] = ids
        return ids

    def without_keeping(self, word: str) -> bytes:
        """The ids of a word, which is not added to the memo."""
        ids = self.get(word)
        return self._split(word) if ids is None else ids


class WordPiece:
    """Splits texts into the pieces of one vocabulary. Thread-safe; equal texts give equal ids whatever came before."""

    def __init__(self, vocabulary: Sequence[str], *, unknown: str | None = "[UNK]") -> None:
        """``vocabulary[i]`` is piece i of at most 65,536. Unknown words give the piece ``unknown``, or none at all."""
        self._ids = dict(zip(vocabulary, range(len(vocabulary)), strict=True))
        self._longest = max(map(len, vocabulary))
        self._unknown = b"" if unknown is None else np.uint16(self._ids[unknown]).tobytes()
        self._characters = _Characters()
        self._words = _Words(self._split)

    def encode(self, text: str, *, remember: bool = True) -> NDArray[np.uint16]:
        """Piece ids in text order, without [CLS] and [SEP]. Any string is taken, lone surrogates are left out.

        With ``remember=False`` no word of the text is kept in the memo.
        """
        lookup = self._words.__getitem__ if remember else self._words.without_keeping
        if len(text) <= SLICE:
            joined = b"".join(map(lookup, text.translate(self._characters).split()))
        else:
            joined = b"".join(b"".join(map(lookup, words)) for words in self._slices(text))
        return np.frombuffer(joined, dtype=np.uint16)

    def clear(self) -> None:
        """Forget every word and character seen."""
        self._words.clear()
        self._characters.clear()

    def cached_words(self) -> tuple[str, ...]:
        """The words the memo holds now."""
        return tuple(self._words)

    def _slices(self, text: str) -> Iterator[list[str]]:
        """The words of a long text, slice by slice; a word cut by the end of a slice is carried into the next."""
        carry = ""
        for start in range(0, len(text), SLICE):
            part = carry + text[start : start + SLICE].translate(self._characters)
            words = part.split()
            # A carried word is in normal form already. Beyond MAX_WORD it is unknown, however long it gets.
            carry = words.pop()[: MAX_WORD + 1] if words and not part[-1].isspace() else ""
            yield words
        yield [carry] if carry else []

    def _split(self, word: str) -> bytes:
        """Greedy longest match: the longest piece that starts the word, then the longest that goes on, …"""
        if len(word) > MAX_WORD:
            return self._unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if found else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                piece = self._ids.get(prefix + word[start:end])
                if piece is not None:
                    break
            else:
                return self._unknown
            found.append(piece)
            start = end
        return np.array(found, dtype=np.uint16).tobytes()
