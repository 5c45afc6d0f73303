"""Texts to the token ids of a model in a folder, with its marks.

A ``vocab.txt`` of an uncased BERT model is read by Strandline's own WordPiece; any other tokenizer must be there as
``tokenizer.json``, and needs the package ``tokenizers``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.wordpiece import WordPiece
from strandline.errors import MissingExtraError, ModelFileError

LONGEST = 512
"""Tokens of one input, marks among them: what BERT models read at most."""
_MOST_PIECES = 65_536

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One input of a model: token ids (length,), the number of the text each belongs to, and which are no marks."""

    ids: Ids
    types: Ids
    inside: NDArray[np.bool_]
    whole: bool
    """Whether nothing was cut off."""


class Tokens(Protocol):
    """A tokenizer that knows its model's marks. Keeps no word of what it saw."""

    def single(self, text: str) -> Row:
        """One text, cut off at the end where it is too long."""
        ...

    def pairs(self, query: str, texts: Sequence[str]) -> list[Row]:
        """The query before each text; of the two the longer one is cut off where they are too long together."""
        ...


def tokens_of(folder: Path, longest: int = LONGEST) -> Tokens:
    """The tokenizer in a folder.

    Raises `ModelFileError` when there is none that can be read, and `MissingExtraError` without ``tokenizers`` where
    that is needed.
    """
    vocabulary, whole = folder / "vocab.txt", folder / "tokenizer.json"
    if vocabulary.is_file() and _uncased(folder):
        return _BertTokens(vocabulary, longest)
    if not whole.is_file():
        raise ModelFileError(f"{folder} has neither a tokenizer.json nor the vocab.txt of an uncased BERT model")
    if find_spec("tokenizers") is None:
        raise MissingExtraError(feature=f"the tokenizer {whole}", extra="tokenizers")
    return _JsonTokens(whole, longest)


def _uncased(folder: Path) -> bool:
    """Whether the folder's own words say that case does not count; BERT's do where nothing is said."""
    settings = read_json(folder / "tokenizer_config.json", {})
    accents = settings.get("strip_accents")
    return bool(settings.get("do_lower_case", True)) and (accents is None or bool(accents))


def read_json(path: Path, default: Any) -> Any:
    """What a file of settings holds; ``default`` where there is none.

    Raises `ModelFileError` for what is no JSON, and for a value of another type than the default's.
    """
    if not path.is_file():
        return default
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as exc:
        raise ModelFileError(f"{path} cannot be read as JSON: {exc}") from exc
    if not isinstance(found, type(default)):
        raise ModelFileError(f"{path} holds a {type(found).__name__}, wanted a {type(default).__name__}")
    return found


def cut(first: int, second: int, room: int) -> tuple[int, int]:
    """How much of two lengths is kept so that both fit: the longer one is cut first, until they are equal."""
    if first + second <= room:
        return first, second
    larger = room - room // 2
    if first <= larger:
        return first, room - first
    if second <= room // 2:
        return room - second, second
    return larger, room // 2


class _BertTokens:
    """``[CLS] text [SEP]`` and ``[CLS] query [SEP] text [SEP]`` with types 0 and 1."""

    def __init__(self, path: Path, longest: int) -> None:
        try:
            pieces = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
            first, last = pieces.index("[CLS]"), pieces.index("[SEP]")
            if len(pieces) > _MOST_PIECES:
                raise ModelFileError(f"{path} has {len(pieces)} pieces, at most {_MOST_PIECES} can be read")
            self._words = WordPiece(pieces)
        except (OSError, ValueError, KeyError) as exc:
            raise ModelFileError(f"{path} cannot be read as the vocabulary of a BERT model: {exc}") from exc
        self._first, self._last, self._longest = first, last, longest

    def single(self, text: str) -> Row:
        pieces = self._words.encode(text, remember=False)
        return self._row([pieces[: self._longest - 2]], whole=len(pieces) <= self._longest - 2)

    def pairs(self, query: str, texts: Sequence[str]) -> list[Row]:
        asked = self._words.encode(query, remember=False)
        rows = []
        for text in texts:
            said = self._words.encode(text, remember=False)
            first, second = cut(len(asked), len(said), self._longest - 3)
            rows.append(self._row([asked[:first], said[:second]], whole=first + second == len(asked) + len(said)))
        return rows

    def _row(self, parts: Sequence[NDArray[np.uint16]], *, whole: bool) -> Row:
        ids, types, inside = [self._first], [0], [False]
        for number, part in enumerate(parts):
            ids += [*part.tolist(), self._last]
            types += [number] * (len(part) + 1)
            inside += [True] * len(part) + [False]
        return Row(
            ids=np.array(ids, np.int64),
            types=np.array(types, np.int64),
            inside=np.array(inside, np.bool_),
            whole=whole,
        )


class _JsonTokens:
    """Any tokenizer that the package ``tokenizers`` reads."""

    def __init__(self, path: Path, longest: int) -> None:
        try:
            self._tokenizer: Any = import_module("tokenizers").Tokenizer.from_file(str(path))
        except Exception as exc:  # the package raises plain Exception for a file it cannot read
            raise ModelFileError(f"{path} cannot be read as a tokenizer: {exc}") from exc
        if hasattr(self._tokenizer.model, "_resize_cache"):
            self._tokenizer.model._resize_cache(0)  # the cache would keep words, where forgetting does not reach
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=longest, strategy="longest_first")

    def single(self, text: str) -> Row:
        return _row(self._tokenizer.encode(_clean(text)))

    def pairs(self, query: str, texts: Sequence[str]) -> list[Row]:
        asked = _clean(query)
        return [_row(found) for found in self._tokenizer.encode_batch([(asked, _clean(text)) for text in texts])]


def _clean(text: str) -> str:
    """Without lone surrogates, which cannot leave Python; our own WordPiece leaves them out too."""
    return text.encode("utf-8", "ignore").decode("utf-8")


def _row(found: Any) -> Row:
    marks = np.array(found.special_tokens_mask, np.int64)
    return Row(
        ids=np.array(found.ids, np.int64),
        types=np.array(found.type_ids, np.int64),
        inside=marks == 0,
        whole=not found.overflowing,
    )
