"""Vectors in this process: one matrix, exact search, gone when the process ends."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strandline.errors import DimensionError, InputError
from strandline.filters import All, Leaf, Node, Predicate
from strandline.types import Vectors
from strandline.types.checks import row_id
from strandline.types.forks import ForkLock
from strandline.vector_stores.base import DEFAULT_COLLECTION, BaseVectorStore, Match, Prefilter, Rows, VectorRow

Places: TypeAlias = NDArray[np.int64]
_FIRST_ROWS = 64
_MOSTLY = 0.5
"""Above this share of all rows the whole matrix is read in one sweep, which is faster than picking rows out of it."""
_VECDOT = getattr(np, "vecdot", None)  # numpy 2; it reads a large matrix twice as fast as @ does for one query


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    text: str
    metadata: Mapping[str, Any]


class _Listed:
    """Places of the rows that share a value, in the order they were added."""

    __slots__ = ("_array", "places")

    def __init__(self) -> None:
        self.places: dict[int, None] = {}
        self._array: Places | None = None

    def add(self, place: int) -> None:
        self.places[place] = None
        self._array = None

    def drop(self, place: int) -> None:
        del self.places[place]
        self._array = None

    def array(self) -> Places:
        if self._array is None:
            self._array = np.fromiter(self.places, np.int64, len(self.places))
        return self._array


_NOTHING = _Listed()


class InMemoryVectorStore(BaseVectorStore):
    """Rows of one (n, dimensions) float32 matrix that grows by half when it is full: adding is amortised O(1).

    Filters that ask for an equal str in one of the ``indexed`` keys read only those rows; other parts of a filter are
    checked on them, before the search. Thread-safe. The same calls in the same order give the same bytes.
    """

    def __init__(
        self,
        *,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        indexed: Sequence[str] = ("thread_id",),
    ) -> None:
        super().__init__(collection=collection, dimensions=dimensions)
        self.indexed = indexed_keys(indexed)
        self._lock = ForkLock(reentrant=True)
        self._empty()

    # --- writing ---------------------------------------------------------------------------------------------------

    def _empty(self) -> None:
        with self._lock:
            self._matrix: Vectors = np.zeros((0, self._dimensions or 0), np.float32)
            self._rows: list[_Row] = []
            self._places: dict[str, int] = {}
            self._index: dict[tuple[str, str], _Listed] = {}

    def _upsert(self, rows: Rows) -> None:
        with self._lock:
            # Whatever can fail is done before anything changes: a failed add leaves the store as it was.
            width = rows.vectors.shape[1]
            if self._dimensions not in (None, width):  # another thread may have stored the first row since the check
                raise DimensionError(got=width, want=self._dimensions, store=repr(self))
            matrix = self._room(len(self._rows) + sum(id not in self._places for id in rows.ids), width)
            self._matrix, self._dimensions = matrix, width
            for id, vector, text, note in zip(rows.ids, rows.vectors, rows.texts, rows.metadata, strict=True):
                self._put(_Row(id, text, note), vector)

    def _change(self, gone: Sequence[str], rows: Rows) -> None:
        """Remove rows and store others, which no search sees by halves."""
        with self._lock:
            self._remove(gone)
            if len(rows):
                self._upsert(rows)

    def _room(self, needed: int, width: int) -> Vectors:
        """The matrix, with room for so many rows."""
        if needed <= len(self._matrix) and self._matrix.shape[1] == width:
            return self._matrix
        wider = np.zeros((max(needed, len(self._matrix) * 3 // 2, _FIRST_ROWS), width), np.float32)
        kept = len(self._rows)
        if kept:
            wider[:kept] = self._matrix[:kept]
        return wider

    def _put(self, row: _Row, vector: Vectors) -> None:
        place = self._places.setdefault(row.id, len(self._rows))
        if place == len(self._rows):
            self._rows.append(row)
        else:
            self._unlist(place)
            self._rows[place] = row
        self._matrix[place] = vector
        self._list(place)

    def _list(self, place: int) -> None:
        for key in self._keys(place):
            self._index.setdefault(key, _Listed()).add(place)

    def _unlist(self, place: int) -> None:
        for key in self._keys(place):
            self._index[key].drop(place)
            if not self._index[key].places:
                del self._index[key]

    def _keys(self, place: int) -> list[tuple[str, str]]:
        note = self._rows[place].metadata
        return [(key, value) for key in self.indexed if isinstance(value := note.get(key), str)]

    def _remove(self, ids: Sequence[str]) -> int:
        with self._lock:
            there = [id for id in ids if id in self._places]
            for id in there:
                self._drop(self._places.pop(id))
            return len(there)

    def _delete_where(self, predicate: Predicate) -> int:
        with self._lock:  # places of rows hold under one lock alone, and no row comes between its check and its end
            return super()._delete_where(predicate)

    def _drop(self, place: int) -> None:
        """The last row moves into the place of the one removed, so the matrix has no gaps."""
        last = len(self._rows) - 1
        self._unlist(place)
        if place != last:
            self._unlist(last)
            self._matrix[place], self._rows[place] = self._matrix[last], self._rows[last]
            self._places[self._rows[place].id] = place
            self._list(place)
        self._matrix[last] = 0.0
        self._rows.pop()

    # --- reading ---------------------------------------------------------------------------------------------------

    def _size(self) -> int:
        return len(self._rows)

    def _fetch(self, ids: Sequence[str]) -> list[VectorRow]:
        with self._lock:
            places = [self._places[id] for id in ids if id in self._places]
            return [
                VectorRow(id=row.id, vector=self._matrix[place].copy(), text=row.text, metadata=_copied(row.metadata))
                for place in places
                for row in [self._rows[place]]
            ]

    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        with self._lock:
            rows = list(self._rows) if native is None else [self._rows[place] for place in native]
        return ((row.id, row.metadata) for row in rows)

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        key = listed_key(predicate.node, self.indexed)
        if key is None:
            return Prefilter()
        with self._lock:
            listed = self._index.get(key)
            return Prefilter(native=[] if listed is None else list(listed.places), exact=False)

    def _count_where(self, predicate: Predicate) -> int:
        with self._lock:
            return super()._count_where(predicate)

    def values(self, key: str) -> list[str]:
        """The distinct str values that a key of the metadata has, in alphabetical order."""
        self._opened()
        if key not in self.indexed:
            return super().values(key)
        with self._lock:
            return sorted(value for name, value in self._index if name == key)

    def _nearest(self, vector: Vectors, n: int, native: Any) -> list[Match]:
        with self._lock:
            return self._best(vector, n, native)

    def _found(self, query: Vectors, wanted: int, predicate: Predicate | None) -> list[Match]:
        with self._lock:
            places = None if predicate is None else self._matching(predicate)
            return self._best(query, wanted, places)

    def _matching(self, predicate: Predicate) -> Places | None:
        """Places of the rows that pass a filter; None for all."""
        key = listed_key(predicate.node, self.indexed)
        listed = None if key is None else self._index.get(key, _NOTHING)
        if isinstance(predicate.node, Leaf) and listed is not None:
            return None if len(listed.places) == len(self._rows) else listed.array()
        among: Iterable[int] = range(len(self._rows)) if listed is None else listed.places
        rows = self._rows
        return np.fromiter((place for place in among if predicate.matches(rows[place].metadata)), np.int64)

    def _best(self, query: Vectors, wanted: int, places: Places | None) -> list[Match]:
        rows = len(self._rows)
        if places is None:
            scores = _cosines(self._matrix[:rows], query)
        elif len(places) > rows * _MOSTLY:
            scores = _cosines(self._matrix[:rows], query)[places]
        else:
            scores = _cosines(self._matrix[places], query)
        if len(scores) > wanted:  # with all that tie with the last one: which of them stay is settled by id
            least = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
            best = np.flatnonzero(scores >= least)
        else:
            best = np.arange(len(scores))
        found = best if places is None else places[best]
        order = sorted(
            zip(scores[best].tolist(), found.tolist(), strict=True), key=lambda one: (-one[0], self._rows[one[1]].id)
        )
        return [
            Match(id=row.id, score=score, text=row.text, metadata=_copied(row.metadata))
            for score, place in order[:wanted]
            for row in [self._rows[place]]
        ]


def indexed_keys(indexed: Sequence[str]) -> tuple[str, ...]:
    """The keys of the metadata that a store lists rows by, each once. Raises InputError for a single str."""
    if isinstance(indexed, str):
        raise InputError(f"indexed must be a list of keys, got one str; write [{indexed!r}]")
    return tuple(dict.fromkeys(row_id(key, field="a key of indexed") for key in indexed))


def listed_key(node: Node, indexed: Collection[str]) -> tuple[str, str] | None:
    """The (key, value) that every row passing a filter is listed under, where there is one."""
    match node:
        case Leaf(key=key, op="eq", operand=str() as value) if key in indexed:
            return key, value
        case All(parts=parts):
            return next((found for part in parts if (found := listed_key(part, indexed)) is not None), None)
    return None


def _cosines(matrix: Vectors, query: Vectors) -> Vectors:
    """(n,) dot products within [-1, 1], each row by itself: a row's score has the same bits wherever it stands."""
    dots: Vectors = np.einsum("ij,j->i", matrix, query) if _VECDOT is None else np.asarray(_VECDOT(matrix, query))
    return dots.clip(-1.0, 1.0, out=dots)  # before any cut: scores that are told as equal are equal here too


def _copied(note: Mapping[str, Any]) -> Mapping[str, Any]:
    """A copy that the caller may change."""
    if any(isinstance(value, (dict, list)) for value in note.values()):
        return copy.deepcopy(note)
    return dict(note)
