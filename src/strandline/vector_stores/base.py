"""What a vector store is, and the verbs of the ones here, written once.

VectorStore       rows of id, vector, text and metadata; all that a memory needs
EnumeratingStore  also lists the values of a key of the metadata
BaseVectorStore   checks, filters and order for stores that write a few hooks
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast, runtime_checkable

from numpy.typing import ArrayLike

from strandline.errors import DimensionError, InputError
from strandline.filters import Predicate, parse_filter
from strandline.types import Vectors
from strandline.types.checks import json_object, positive, row_id
from strandline.types.closing import Closing
from strandline.types.results import Plain
from strandline.vector_stores.checking import as_list, finite_rows, plain_text, unit_rows

DEFAULT_COLLECTION = "strandline"
IN_MEMORY = ":memory:"
"""A path that stands for this process alone."""
_FIRST_LOOK = 64
"""Rows looked at first when a filter can only be checked after the search."""
_WIDEN = 4
_MANY = 10_000
"""Above so many rows a store is asked for as many as it has: drivers make room for what they are asked for."""
_PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VectorRow(Plain):
    """A row as it is kept. ``vector`` is (dimensions,) float32 of length 1, or zeros."""

    id: str
    vector: Vectors
    text: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Plain):
    """A row that was found. ``score`` is the cosine with the query, in [-1, 1]; higher is better."""

    id: str
    score: float
    text: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Checked rows on their way into a store: ids are distinct, vectors (n, dimensions) float32 of length 1 or 0.

    Ids, texts and metadata are of JSON's own types alone, and the store's to keep: no caller changes them later.
    """

    ids: Sequence[str]
    vectors: Vectors
    texts: Sequence[str]
    metadata: Sequence[Mapping[str, Any]]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefilter:
    """A filter in a store's own words. It lets through all rows that match; where ``exact``, no others."""

    native: Any = None
    exact: bool = False


@runtime_checkable
class VectorStore(Protocol):
    """Keeps rows of one collection. Called from many threads at once. Filters are those of `strandline.filters`.

    Every operation says what it cannot do at the call, with `UnsupportedError`; none leaves a filter half applied.
    """

    def add(
        self,
        ids: Sequence[str],
        vectors: ArrayLike,
        *,
        texts: Sequence[str] | None = None,
        metadata: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        """Store n rows: vectors are (n, dimensions). A row whose id exists takes its place."""
        ...

    def search(self, vector: ArrayLike, k: int = 10, *, filters: Mapping[str, Any] | None = None) -> list[Match]:
        """The k rows nearest to a (dimensions,) vector among those that pass the filter, best first."""
        ...

    def get(self, ids: Sequence[str]) -> list[VectorRow]:
        """The rows with these ids that are there, in the order asked."""
        ...

    def delete(self, ids: Sequence[str] | None = None, *, filters: Mapping[str, Any] | None = None) -> int:
        """Remove rows by ids or by a filter; how many there were."""
        ...

    def count(self, *, filters: Mapping[str, Any] | None = None) -> int:
        """How many rows there are, or pass the filter."""
        ...

    def clear(self) -> None:
        """Remove every row of the collection."""
        ...


@runtime_checkable
class EnumeratingStore(VectorStore, Protocol):
    """A vector store that can list what a key of the metadata holds."""

    def values(self, key: str) -> list[str]:
        """The distinct str values of a key, in alphabetical order."""
        ...


class BaseVectorStore(Closing, ABC):
    """The verbs of `VectorStore` over a few hooks; inherit it to write a store.

    A hook gets checked arguments. What a store cannot filter by itself is checked here, row by row, on more and more
    rows until k pass: a filter never starves a search. Closing a store closes what it opened, not what it was given.
    """

    kind = "vector_store"
    most: int | None = None
    """The most rows one search of the store can return; None for no limit."""

    def __init__(self, *, collection: str = DEFAULT_COLLECTION, dimensions: int | None = None) -> None:
        self.collection = row_id(collection, field="collection")
        self._dimensions = None if dimensions is None else positive(dimensions, field="dimensions")

    # --- hooks -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def _upsert(self, rows: Rows) -> None:
        """Store all rows or none; rows with an id that is there replace it."""

    @abstractmethod
    def _nearest(self, vector: Vectors, n: int, native: Any) -> Iterable[Match]:
        """The n nearest rows that pass the native filter (None: all do), with cosines; fewer if there are no more."""

    @abstractmethod
    def _fetch(self, ids: Sequence[str]) -> Iterable[VectorRow]:
        """Those of the rows that are there, in any order; ids are distinct."""

    @abstractmethod
    def _remove(self, ids: Sequence[str]) -> int:
        """Remove rows; how many were there. Ids are distinct."""

    @abstractmethod
    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Id and metadata of every row that passes the native filter (None for none)."""

    @abstractmethod
    def _size(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def _empty(self) -> None:
        """Remove every row; the collection stays, with its width."""

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        """What of a filter the store can do by itself; nothing, unless a store says so."""
        return Prefilter()

    def _delete_where(self, predicate: Predicate) -> int:
        """Remove the rows that pass a filter; how many there were. A store with transactions does it in one."""
        doomed = list(self._passing(predicate))
        return self._remove(doomed) if doomed else 0

    def _count_where(self, predicate: Predicate) -> int:
        """How many rows pass a filter."""
        return sum(1 for _ in self._passing(predicate))

    # --- verbs -----------------------------------------------------------------------------------------------------

    @property
    def dimensions(self) -> int | None:
        """The width of the vectors; None before the first row of a store that was not told."""
        return self._dimensions

    def add(
        self,
        ids: Sequence[str],
        vectors: ArrayLike,
        *,
        texts: Sequence[str] | None = None,
        metadata: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        """Store n rows: ids, (n, dimensions) vectors, texts and metadata (JSON), all or none of them.

        Vectors are kept at length 1; one of zeros stays, and is near to nothing. A row whose id exists takes its place,
        and of equal ids in one call the last one does. Raises InputError, MessageError, TextError, DimensionError,
        UnsupportedError or VectorStoreError.
        """
        self._opened()
        rows = self._checked(ids, vectors, texts, metadata)
        if len(rows):
            self._upsert(rows)

    def search(self, vector: ArrayLike, k: int = 10, *, filters: Mapping[str, Any] | None = None) -> list[Match]:
        """The ``k`` rows nearest to a (dimensions,) vector that pass the filter, best first; equal scores by id.

        An exact store gives the beginning of what a larger ``k`` gives. Where an approximate index or a driver cuts to
        ``k``, it decides itself which of equal scores come back, and they are ordered by id among themselves.

        A vector of zeros points nowhere and finds nothing. Raises InputError, FilterError, DimensionError or
        VectorStoreError.
        """
        self._opened()
        predicate = parse_filter(filters)
        wanted = positive(k, field="k", least=0)
        query = self._query(vector)
        if not wanted or query is None:
            return []
        found = self._found(query, wanted, predicate)
        return sorted(map(_in_range, found), key=lambda match: (-match.score, match.id))[:wanted]

    def get(self, ids: Sequence[str]) -> list[VectorRow]:
        """The rows with these ids that are there, in the order asked."""
        self._opened()
        asked = [row_id(id, field="id") for id in as_list(ids, "ids")]
        if not asked:
            return []
        rows = {row.id: row for row in self._fetch(list(dict.fromkeys(asked)))}
        return [rows[id] for id in asked if id in rows]

    def delete(self, ids: Sequence[str] | None = None, *, filters: Mapping[str, Any] | None = None) -> int:
        """Remove the rows with these ids, or all that pass the filter; how many there were.

        Raises InputError unless exactly one of the two is given; a filter that nothing can fail is refused too: that is
        ``clear()``.
        """
        self._opened()
        predicate = parse_filter(filters)
        if (ids is None) is (filters is None):
            raise InputError("delete takes either ids or filters; to remove everything call clear()")
        if filters is not None and (predicate is None or predicate.is_always_true):
            raise InputError("delete got an empty filter, which everything passes; to remove everything call clear()")
        if predicate is not None:
            return self._delete_where(predicate)
        doomed = list(dict.fromkeys(row_id(id, field="id") for id in as_list(ids, "ids")))
        return self._remove(doomed) if doomed else 0

    def count(self, *, filters: Mapping[str, Any] | None = None) -> int:
        """How many rows there are, or pass the filter."""
        self._opened()
        predicate = parse_filter(filters)
        return self._size() if predicate is None else self._count_where(predicate)

    def clear(self) -> None:
        """Remove every row. The collection and its width stay."""
        self._opened()
        self._empty()

    def values(self, key: str) -> list[str]:
        """The distinct str values that a key of the metadata has, in alphabetical order."""
        self._opened()
        found = (metadata.get(key) for _, metadata in self._scan(None))
        return sorted({value for value in found if isinstance(value, str)})

    def native(self) -> Any:
        """The driver's own object, for what this interface does not say; the store itself where there is none."""
        return self

    def describe(self) -> dict[str, Any]:
        """What this store is, as plain JSON, without keys or passwords."""
        return {
            "kind": self.kind,
            "class": type(self).__name__,
            "collection": self.collection,
            "dimensions": self.dimensions,
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}(collection={self.collection!r}, dimensions={self.dimensions})"

    # --- checks and filters ----------------------------------------------------------------------------------------

    def _found(self, query: Vectors, wanted: int, predicate: Predicate | None) -> list[Match]:
        """At least the best ``wanted`` matches, in any order."""
        mine = Prefilter(exact=True) if predicate is None else self._prefilter(predicate)
        looked = wanted if mine.exact else max(wanted * _WIDEN, _FIRST_LOOK)
        while True:
            looked = looked if self.most is None else min(looked, self.most)
            there = self._size() if looked > _MANY else looked
            asked = min(looked, there)
            found = list(self._nearest(query, asked, mine.native)) if asked else []
            passed = [match for match in found if predicate is None or predicate.matches(match.metadata)]
            if len(passed) >= wanted or len(found) < looked:
                return passed
            if looked == self.most:
                return self._compared(query, wanted, predicate)
            looked *= _WIDEN

    def _compared(self, query: Vectors, wanted: int, predicate: Predicate | None) -> list[Match]:
        """As ``_found``, row by row: slow, for a store that cannot search so many rows as it takes."""
        ids = [id for id, _ in self._scan(None)] if predicate is None else list(self._passing(predicate))
        found = (
            _in_range(Match(id=row.id, score=float(row.vector @ query), text=row.text, metadata=row.metadata))
            for start in range(0, len(ids), _PAGE)
            for row in self._fetch(ids[start : start + _PAGE])
        )
        return heapq.nsmallest(wanted, found, key=lambda match: (-match.score, match.id))

    def _passing(self, predicate: Predicate) -> Iterator[str]:
        """Ids of the rows that pass a filter."""
        mine = self._prefilter(predicate)
        return (id for id, metadata in self._scan(mine.native) if predicate.matches(metadata))

    def _checked(
        self,
        ids: Sequence[str],
        vectors: ArrayLike,
        texts: Sequence[str] | None,
        metadata: Sequence[Mapping[str, Any]] | None,
    ) -> Rows:
        ids = [row_id(id, field="id") for id in as_list(ids, "ids")]
        matrix = finite_rows(vectors, wanted=(len(ids), self._dimensions))
        said = [""] * len(ids) if texts is None else as_list(texts, "texts")
        notes = [{} for _ in ids] if metadata is None else as_list(metadata, "metadata")
        for name, given in (("vectors", matrix), ("texts", said), ("metadata", notes)):
            if len(given) != len(ids):
                raise InputError(f"{len(ids)} ids were given with {len(given)} {name}; give one a row")
        said = [plain_text(text) for text in said]
        notes = [json_object(note, field="metadata") or {} for note in notes]
        if len(ids) and self._dimensions is not None and matrix.shape[1] != self._dimensions:
            raise DimensionError(got=matrix.shape[1], want=self._dimensions, store=repr(self))
        last = list({id: place for place, id in enumerate(ids)}.values())
        if len(last) < len(ids):
            ids, said, notes = ([column[place] for place in last] for column in (ids, said, notes))
            matrix = matrix[last]
        return Rows(ids=ids, vectors=unit_rows(matrix), texts=said, metadata=notes)

    def _query(self, vector: ArrayLike) -> Vectors | None:
        """The query at length 1; None for one of zeros, or while there is nothing to compare it with."""
        query = finite_rows(cast(ArrayLike, [vector]), wanted=(1, self._dimensions))
        if self._dimensions is None:
            return None
        if query.shape[1] != self._dimensions:
            raise DimensionError(got=query.shape[1], want=self._dimensions, store=repr(self))
        return unit_rows(query)[0] if query.any() else None


def as_vector_store(value: object) -> VectorStore:
    """The value itself, when it has the verbs of a `VectorStore`. Raises `InputError` for anything else, a name too."""
    needs = "a vector store needs add, search, get, delete, count and clear"
    if isinstance(value, str):
        raise InputError(f"vectorstore is the str {value[:80]!r}, and {needs}; make one: vector_store({value[:80]!r})")
    if isinstance(value, type):
        raise InputError(f"vectorstore is the class {value.__name__}, and {needs}; make one: {value.__name__}(...)")
    if not isinstance(value, VectorStore):
        raise InputError(f"vectorstore is of type {type(value).__name__}, and {needs}")
    return value


def _in_range(match: Match) -> Match:
    score = float(match.score)
    return Match(id=match.id, score=max(-1.0, min(1.0, score)), text=match.text, metadata=match.metadata)
