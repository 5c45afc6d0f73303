"""all-MiniLM-L6-v2 (Wang et al. 2020; Reimers, Gurevych 2019): slower than the default, finds a little more. English.

Measured under this library's ranking, recall@10 on LoCoMo: 0.812 with this model, 0.798 with the default, and 0.802
with this model's vectors of whole texts and the default's word pieces.

The weights come in the package ``strandline-minilm``. numpy runs them, or onnxruntime where it is installed.
Both compute in float32 from the same int8 weights, so their vectors are the same up to rounding and may be mixed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind, check_asked
from strandline.embedders.bert_numpy import NumpyEncoder
from strandline.embedders.bert_onnx import OnnxEncoder
from strandline.embedders.bert_tokens import TOKEN_DIMENSIONS, TokenReader, content_pieces, load_projection
from strandline.embedders.bert_weights import HIDDEN, Array, BertWeights, load_bert_weights
from strandline.embedders.static import StaticEmbedder
from strandline.embedders.wordpiece import WordPiece
from strandline.errors import InputError, MissingExtraError
from strandline.types import EmbedderIdentity, PieceTable, Tokens, Vectors
from strandline.types.forks import ForkLock

WINDOW = 256
"""Pieces the model reads at once, [CLS] and [SEP] among them: it was trained on no more."""
BATCH = 2048
"""Pieces of one call: some 40 MB of intermediate results."""

_CLS, _SEP, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"


class _Encoder(Protocol):
    def encode(self, ids: NDArray[np.int64]) -> Array: ...

    def encode_pieces(self, ids: NDArray[np.int64]) -> tuple[Array, Array]: ...


class MiniLMEmbedder:
    """The optional embedder of the extra ``minilm``. Thread-safe; loads at the first text, once a process.

    A text of more than 254 word pieces is read in windows of nearly equal length; its vector is the mean of theirs (of
    length 1 each, weighted by pieces).

    The rows of a text alone and in a batch agree to some 1e-7: the matrix products underneath do not promise
    more, and storing rounds to int8.
    """

    def __init__(self, *, backend: Literal["auto", "numpy", "onnx"] = "auto") -> None:
        """``"auto"`` is onnxruntime where it is installed and numpy elsewhere.

        Raises `MissingExtraError` when strandline-minilm, or an onnxruntime asked for by name, is not installed.
        """
        if backend not in ("auto", "numpy", "onnx"):
            raise InputError(f'backend is {backend!r}; it must be "auto", "numpy" or "onnx"')
        has_runtime = find_spec("onnxruntime") is not None
        if backend == "onnx" and not has_runtime:
            raise MissingExtraError(feature='MiniLMEmbedder(backend="onnx")', extra="onnx")
        if find_spec("strandline_minilm") is None:
            raise MissingExtraError(feature="MiniLMEmbedder", extra="minilm")
        self._backend: Literal["numpy", "onnx"] = "onnx" if has_runtime and backend != "numpy" else "numpy"
        self._identity = EmbedderIdentity(
            name="minilm-l6", version="1", dimensions=HIDDEN, token_dimensions=TOKEN_DIMENSIONS
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """``minilm-l6`` 1, 384 dimensions, unit length, tokens of 64, whatever the backend."""
        return self._identity

    @property
    def backend(self) -> Literal["numpy", "onnx"]:
        """What runs the model."""
        return self._backend

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, 384) float32 unit rows; a text without a known word piece is a row of zeros. Both kinds are alike.

        Raises `ModelFileError` when the weights are missing or damaged.
        """
        check_asked(texts, kind)
        words = _shared(self._backend)[0]
        return self._vectors([words.pieces(text, remember=kind == "document") for text in texts])

    @property
    def piece_table(self) -> PieceTable:
        """The default embedder's vectors of the same 30,522 word pieces (256 numbers each), for late interaction."""
        return _piece_table()

    def pieces(self, text: str) -> NDArray[np.uint16]:
        """Ids of the word pieces in text order; unknown words are left out."""
        words = _shared(self._backend)[0]
        return words.known(words.pieces(text, remember=False))

    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        """The vectors and the word pieces of each text, read once."""
        check_asked(texts)
        words = _shared(self._backend)[0]
        pieces = [words.pieces(text, remember=True) for text in texts]
        return self._vectors(pieces), [words.known(ids) for ids in pieces]

    def outputs(self, texts: Sequence[str]) -> list[tuple[NDArray[np.int64], Vectors]]:
        """What the model makes of each known word piece where it stands: ids (m,) and unit rows (m, 384) of each text.

        The pieces of a text of one window come in text order. No word of the texts is kept.
        """
        check_asked(texts)
        words, encoder = _shared(self._backend)
        windows = [words.windows(words.pieces(text, remember=False)) for text in texts]
        found: list[list[tuple[NDArray[np.int64], Vectors]]] = [[] for _ in texts]
        for rows, _, ids in _batches(windows):
            outputs = _unit(encoder.encode_pieces(ids)[1].astype(np.float64)).astype(np.float32)
            for row, window, vectors in zip(rows, ids, outputs, strict=True):
                known = words.known_places(window)
                found[row].append((window[known], vectors[known]))
        return [_joined(parts) for parts in found]

    def embed_with_tokens(self, texts: Sequence[str], *, kind: Kind = "document") -> tuple[Vectors, list[Tokens]]:
        """The vectors, and the outputs of the word pieces that carry each text's subject, projected to 64 numbers.

        Stop words, punctuation and mere endings have no token. Of a document at most ``MAX_TOKENS`` are kept, see
        `bert_tokens.TokenReader.places`; of a question all.
        """
        check_asked(texts, kind)
        words, encoder = _shared(self._backend)
        reader = _token_reader()
        pieces = [words.pieces(text, remember=kind == "document") for text in texts]
        places = [reader.places(ids, every=kind == "query") for ids in pieces]
        tokens = [np.zeros((len(of_text), TOKEN_DIMENSIONS), np.int8) for of_text in places]
        sums = np.zeros((len(pieces), HIDDEN), dtype=np.float64)
        for rows, starts, ids in _batches([words.windows(of_text) for of_text in pieces]):
            means, outputs = encoder.encode_pieces(ids)
            np.add.at(sums, rows, _unit(means.astype(np.float64)) * ids.shape[1])
            for row, start, of_window in zip(rows, starts, outputs, strict=True):
                inside = (places[row] >= start) & (places[row] < start + ids.shape[1] - 2)
                tokens[row][inside] = reader.projection(of_window[1 + places[row][inside] - start])
        return _unit(sums).astype(np.float32), [
            Tokens(vectors=vectors, pieces=ids[of_text])
            for vectors, ids, of_text in zip(tokens, pieces, places, strict=True)
        ]

    def _vectors(self, pieces: Sequence[NDArray[np.uint16]]) -> Vectors:
        words, encoder = _shared(self._backend)
        sums = np.zeros((len(pieces), HIDDEN), dtype=np.float64)
        for rows, _, ids in _batches([words.windows(of_text) for of_text in pieces]):
            np.add.at(sums, rows, _unit(encoder.encode(ids).astype(np.float64)) * ids.shape[1])
        return _unit(sums).astype(np.float32)

    def cached_words(self) -> tuple[str, ...]:
        """The words of documents that are held now."""
        return _tokenizer().cached_words() if _tokenizer.cache_info().currsize else ()

    def clear_caches(self) -> None:
        """Drop the words that any embedder of this process has seen."""
        if _tokenizer.cache_info().currsize:  # else nothing was embedded yet, and nothing needs to be loaded for this
            _tokenizer().clear()


def _joined(parts: Sequence[tuple[NDArray[np.int64], Vectors]]) -> tuple[NDArray[np.int64], Vectors]:
    if not parts:
        return np.empty(0, np.int64), np.empty((0, HIDDEN), np.float32)
    return np.concatenate([ids for ids, _ in parts]), np.concatenate([vectors for _, vectors in parts])


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    norms = np.sqrt(np.square(rows).sum(axis=-1, keepdims=True))
    unit: NDArray[np.float64] = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return unit


class _Windows:
    """Texts to windows of piece ids."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._words = WordPiece(vocabulary, unknown=_UNKNOWN)
        self._first, self._last, self._unknown = (vocabulary.index(piece) for piece in (_CLS, _SEP, _UNKNOWN))

    def pieces(self, text: str, *, remember: bool) -> NDArray[np.uint16]:
        """All word pieces of a text, [UNK] among them."""
        return self._words.encode(text, remember=remember)

    def known(self, ids: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """The pieces without [UNK]."""
        known: NDArray[np.uint16] = ids[ids != self._unknown]
        return known

    def known_places(self, window: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(length,) which pieces of a window are neither marks nor [UNK]."""
        known: NDArray[np.bool_] = ~np.isin(window, (self._first, self._last, self._unknown))
        return known

    def cached_words(self) -> tuple[str, ...]:
        return self._words.cached_words()

    def windows(self, ids: NDArray[np.uint16]) -> list[NDArray[np.int64]]:
        """The text in order, in as few windows as hold it, of nearly equal length; none if it has no known word."""
        if not (ids != self._unknown).any():
            return []
        count = -(-len(ids) // (WINDOW - 2))
        return [np.array([self._first, *part, self._last], dtype=np.int64) for part in np.array_split(ids, count)]

    def clear(self) -> None:
        self._words.clear()


def _batches(
    texts: Sequence[Sequence[NDArray[np.int64]]],
) -> Iterator[tuple[list[int], list[int], NDArray[np.int64]]]:
    """Windows of one length together, at most ``BATCH`` pieces: the rows of their texts, where in its text each begins
    (in pieces), and (n, length) ids.
    """
    by_length: dict[int, list[tuple[int, int, NDArray[np.int64]]]] = defaultdict(list)
    for row, windows in enumerate(texts):
        begin = 0
        for window in windows:
            by_length[len(window)].append((row, begin, window))
            begin += len(window) - 2
    for length in sorted(by_length):
        group, step = by_length[length], max(1, BATCH // length)
        for start in range(0, len(group), step):
            rows, begins, windows = zip(*group[start : start + step], strict=True)
            yield list(rows), list(begins), np.stack(windows)


_loading = ForkLock()


@cache
def _weights() -> BertWeights:
    return load_bert_weights(import_module("strandline_minilm").weights_path())


@cache
def _tokenizer() -> _Windows:
    return _Windows(_weights().vocabulary)


@cache
def _token_reader() -> TokenReader:
    path = import_module("strandline_minilm").projection_path()
    return TokenReader(projection=load_projection(path), content=content_pieces(_weights().vocabulary))


@cache
def _piece_table() -> PieceTable:
    """The static model was made from this one, so its pieces are the same, in the same order."""
    return StaticEmbedder().piece_table


@cache
def _encoder(backend: Literal["numpy", "onnx"]) -> _Encoder:
    if backend == "numpy":
        return NumpyEncoder(_weights())
    return OnnxEncoder(_weights(), import_module("strandline_minilm").graph_path())


def _shared(backend: Literal["numpy", "onnx"]) -> tuple[_Windows, _Encoder]:
    """Tokenizer and encoder of a backend, made by the first caller and shared by all of the process."""
    with _loading:
        return _tokenizer(), _encoder(backend)
