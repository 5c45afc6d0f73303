"""Vectors behind a FAISS index; rows, filters and scores are this library's own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from strandline.errors import InputError, MissingExtraError, NotAStoreError, StoreReadOnlyError
from strandline.filters import Predicate
from strandline.types import Vectors
from strandline.types.checks import positive
from strandline.vector_stores.base import (
    DEFAULT_COLLECTION,
    IN_MEMORY,
    BaseVectorStore,
    Match,
    Prefilter,
    Rows,
    VectorRow,
)
from strandline.vector_stores.memory import InMemoryVectorStore, Places
from strandline.vector_stores.sqlite import SQLiteVectorStore

try:
    import faiss
except ModuleNotFoundError as exc:
    if exc.name != "faiss":
        raise
    raise MissingExtraError(feature="the vector store 'faiss'", extra="faiss") from exc

KINDS = ("flat", "hnsw", "ivf")
FILE = "vectors.db"
"""The file of the rows, in the folder of a store."""
_SPARE = 16
"""Rows that an index is asked for beyond those wanted: scores that differ in the last bit may change places."""
_ROUNDING = 1e-5
"""How far a score of FAISS may be from the one computed here."""
_SELECTIVE = 0.1
"""Below this share of all rows a filter leaves too few for a walk through a graph to meet: all of them are compared."""
_A_CELL = 40
"""Rows for each cell of an "ivf" index, at the least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    index: str
    m: int
    ef_search: int
    nprobe: int
    exact_up_to: int


class FaissVectorStore(BaseVectorStore):
    """Rows in RAM with an index of FAISS over their vectors; with a ``path`` they are kept in a file too.

    ``index`` is "flat" (exact), "hnsw" (a graph with ``m`` edges a row, of which a search keeps ``ef_search`` rows in
    view) or "ivf" (cells around trained centres, of which a search opens ``nprobe``; trained anew when the rows have
    doubled). The last two are approximate. An index only proposes rows: their scores are computed here, from the
    vectors, and are those of `InMemoryVectorStore`.

    - Filters act before the search. The rows that pass are compared one by one where they are at most ``exact_up_to``,
      or few among all; else the index searches among them.
    - ``path`` is a folder, made if need be; the rows live there in one SQLite file, as in `SQLiteVectorStore`, with its
      promises and its ``indexed`` and ``timeout``. The index is not kept: the first search builds it. For 10,000
      vectors of 384 dimensions that takes 1.5 s with "hnsw", next to nothing with "flat".
    - RAM: each vector twice, here and in the index, beside texts and metadata. Removed rows leave the index when they
      are more than a third of it; no search returns them before.

    - Rows with the same vector, as of one text said often, count once in the index, and come back together. Very many
      rows that are nearly the same still lead a search of "hnsw" in a circle, past other rows: take "flat" for those.

    Building runs in one thread, so that the same calls give the same index. Raises as `SQLiteVectorStore` does.
    """

    kind = "faiss"

    def __init__(  # noqa: PLR0913 (settings of an index have names)
        self,
        *,
        path: str | os.PathLike[str] | None = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        index: str = "flat",
        indexed: Sequence[str] = ("thread_id",),
        m: int = 32,
        ef_search: int = 128,
        nprobe: int = 16,
        exact_up_to: int = 2_000,
        timeout: float = 30.0,
    ) -> None:
        super().__init__(collection=collection, dimensions=dimensions)
        if index not in KINDS:
            raise InputError(f"index must be one of {', '.join(KINDS)}; got {index!r}")
        options = _Options(
            index=index,
            m=positive(m, field="m", least=2, most=512),
            ef_search=positive(ef_search, field="ef_search", most=1 << 20),
            nprobe=positive(nprobe, field="nprobe", most=1 << 20),
            exact_up_to=positive(exact_up_to, field="exact_up_to", least=0),
        )
        self.index = index
        self._kept: InMemoryVectorStore | SQLiteVectorStore
        if path is None or path == IN_MEMORY:
            self._kept = _FaissRows(options, collection=collection, dimensions=dimensions, indexed=indexed)
        else:
            self._kept = _FaissFile(
                options, _file(path), collection=collection, dimensions=dimensions, indexed=indexed, timeout=timeout
            )
        self.indexed = self._kept.indexed

    @property
    def dimensions(self) -> int | None:
        """The width of the vectors; None before the first row of a store that was not told."""
        return self._kept.dimensions

    def values(self, key: str) -> list[str]:
        """The distinct str values that a key of the metadata has, in alphabetical order."""
        self._opened()
        return self._kept.values(key)

    def describe(self) -> dict[str, Any]:
        """What this store is, as plain JSON."""
        place = {"path": self._kept.path} if isinstance(self._kept, SQLiteVectorStore) else {}
        return {**super().describe(), "index": self.index, "indexed": list(self.indexed), **place}

    # --- hooks: those of what keeps the rows -----------------------------------------------------------------------

    def _opened(self) -> None:
        super()._opened()
        self._kept._opened()
        self._dimensions = self._kept.dimensions

    def _upsert(self, rows: Rows) -> None:
        self._kept._upsert(rows)

    def _nearest(self, vector: Vectors, n: int, native: Any) -> list[Match]:
        return self._kept._nearest(vector, n, native)

    def _found(self, query: Vectors, wanted: int, predicate: Predicate | None) -> list[Match]:
        return self._kept._found(query, wanted, predicate)

    def _fetch(self, ids: Sequence[str]) -> list[VectorRow]:
        return self._kept._fetch(ids)

    def _remove(self, ids: Sequence[str]) -> int:
        return self._kept._remove(ids)

    def _delete_where(self, predicate: Predicate) -> int:
        return self._kept._delete_where(predicate)

    def _count_where(self, predicate: Predicate) -> int:
        return self._kept._count_where(predicate)

    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        return self._kept._scan(native)

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        return self._kept._prefilter(predicate)

    def _size(self) -> int:
        return self._kept._size()

    def _empty(self) -> None:
        self._kept._empty()

    def _close(self) -> None:
        self._kept.close()


def _file(path: str | os.PathLike[str]) -> Path:
    """The file in the folder, which is made if it is not there and its parent is."""
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise NotAStoreError(f"{folder} is a file; a FAISS store takes a folder, in which it keeps {FILE}")
    if not folder.parent.is_dir():
        raise NotAStoreError(f"the folder {folder.parent} does not exist; make it first")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as exc:
        raise StoreReadOnlyError(f"the folder {folder} cannot be made ({exc.strerror}); choose another") from exc
    return folder / FILE


class _FaissFile(SQLiteVectorStore):
    """Rows in a file, held in RAM behind an index."""

    def __init__(self, options: _Options, path: Path, **rest: Any) -> None:
        self._options = options
        super().__init__(path, **rest)

    def _new_rows(self, dimensions: int | None) -> InMemoryVectorStore:
        return _FaissRows(self._options, collection=self.collection, dimensions=dimensions, indexed=self.indexed)


class _FaissRows(InMemoryVectorStore):
    """Rows in RAM; an index of FAISS, brought up to date at a search, proposes which of them to compare.

    The index numbers what it was given from 0, a *node* each, and never loses one: a node whose rows were removed or
    replaced is dead, and a search leaves it out. Rows with the same vector share a node: in a graph, equal nodes would
    have edges to each other alone, and hide what lies behind them.
    """

    def __init__(self, options: _Options, **rest: Any) -> None:
        self._options = options
        super().__init__(**rest)

    def _empty(self) -> None:
        with self._lock:
            super()._empty()
            self._forget_index()

    def _forget_index(self) -> None:
        self._index_of_vectors: Any = None
        self._trained = 0
        self._held: list[dict[str, None]] = []  # ids by node; none for a dead one
        self._dead = 0
        self._nodes: dict[str, int] = {}
        self._node_of: dict[bytes, int] = {}  # by the digest of a vector
        self._waiting: dict[str, None] = {row.id: None for row in self._rows}

    def _put(self, row: Any, vector: Vectors) -> None:
        super()._put(row, vector)
        self._bury(row.id)
        self._waiting[row.id] = None

    def _drop(self, place: int) -> None:
        id = self._rows[place].id
        super()._drop(place)
        self._bury(id)
        self._waiting.pop(id, None)

    def _bury(self, id: str) -> None:
        node = self._nodes.pop(id, None)
        if node is not None:
            del self._held[node][id]
            self._dead += not self._held[node]

    def _best(self, vector: Vectors, wanted: int, places: Places | None) -> list[Match]:
        among = len(self._rows) if places is None else len(places)
        few = self._options.index != "flat" and among < len(self._rows) * _SELECTIVE
        if wanted and among > max(self._options.exact_up_to, wanted) and not few:
            self._follow()
            proposed = self._proposed(vector, wanted, places)
            places = places if proposed is None else proposed
        return super()._best(vector, wanted, places)

    # --- the index -------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Give the index the rows it does not have; begin anew when too many nodes are dead, or the centres are old."""
        rows = len(self._rows)
        stale = self._dead > len(self._held) / 3
        if self._index_of_vectors is None or stale or (self._options.index == "ivf" and rows > 2 * self._trained):
            self._forget_index()
            with _one_thread():
                self._index_of_vectors = _made(self._options, self._matrix[:rows])
            self._trained = rows
        if self._waiting:
            digests = {id: _digest(self._matrix[self._places[id]]) for id in self._waiting}
            new = {digest: self._places[id] for id, digest in digests.items() if digest not in self._node_of}
            if new:
                with _one_thread():
                    self._index_of_vectors.add(self._matrix[list(new.values())])
            self._node_of.update(zip(new, range(len(self._held), len(self._held) + len(new)), strict=True))
            self._held.extend({} for _ in new)
            self._dead += len(new)
            for id, digest in digests.items():
                self._hold(id, self._node_of[digest])
            self._waiting.clear()

    def _hold(self, id: str, node: int) -> None:
        self._dead -= not self._held[node]
        self._held[node][id] = None
        self._nodes[id] = node

    def _proposed(self, query: Vectors, wanted: int, places: Places | None) -> Places | None:
        """Places of rows among which the best are; None when the index does not find as many as are wanted."""
        if places is None:
            allowed = [node for node, held in enumerate(self._held) if held] if self._dead else None
        else:
            allowed = list({self._nodes[self._rows[place].id] for place in places.tolist()})
        among = len(self._held) if allowed is None else len(allowed)
        bits = None if allowed is None else self._bits(allowed)
        selector = None if bits is None else faiss.IDSelectorBitmap(bits)
        asked = wanted + _SPARE
        while True:
            asked = min(asked, among)
            scores, nodes = self._index_of_vectors.search(query[None], asked, params=self._parameters(asked, selector))
            found = nodes[0][nodes[0] >= 0]
            if len(found) < min(wanted, among):
                return None
            whole = asked == among or len(found) < asked
            if whole or scores[0][wanted - 1] - scores[0][len(found) - 1] >= _ROUNDING:
                return self._rows_at(found.tolist(), places)
            asked *= 4  # which of those that tie with the last one stay is settled by id: have them all

    def _rows_at(self, nodes: Sequence[int], among: Places | None) -> Places:
        """Places of the rows of nodes, as far as they are among these."""
        places = np.array([self._places[id] for node in nodes for id in self._held[node]], np.int64)
        return places if among is None else places[np.isin(places, among)]

    def _bits(self, nodes: Sequence[int]) -> Any:
        mask = np.zeros(len(self._held), np.bool_)
        mask[list(nodes)] = True
        return np.packbits(mask, bitorder="little")

    def _parameters(self, asked: int, selector: Any) -> Any:
        options = self._options
        if options.index == "hnsw":
            return faiss.SearchParametersHNSW(efSearch=max(options.ef_search, 2 * asked), sel=selector)
        if options.index == "ivf":
            return faiss.SearchParametersIVF(nprobe=options.nprobe, sel=selector)
        return faiss.SearchParameters(sel=selector)


def _digest(vector: Vectors) -> bytes:
    return blake2b(vector.tobytes(), digest_size=16).digest()


@contextmanager
def _one_thread() -> Iterator[None]:
    """FAISS builds in one thread inside: with several, the order in which they come decides the index."""
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(threads)


def _made(options: _Options, matrix: Vectors) -> Any:
    """An empty index for vectors like these, of length 1: their inner product is the cosine, and more is nearer."""
    width = matrix.shape[1]
    if options.index == "flat":
        return faiss.IndexFlatIP(width)
    if options.index == "hnsw":
        index = faiss.IndexHNSWFlat(width, options.m, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = max(80, 2 * options.m)
        return index
    cells = max(1, min(int(4 * len(matrix) ** 0.5), len(matrix) // _A_CELL))
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(width), width, cells, faiss.METRIC_INNER_PRODUCT)
    index.cp.min_points_per_centroid = 1  # else it writes a warning to the terminal for a small store
    index.train(matrix)
    return index
