"""Vectors in a Pinecone index, through Pinecone's own client.

Tested against a server on loopback that speaks Pinecone's HTTP API and enforces its limits, not against the service.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from strandline.errors import (
    DimensionError,
    InputError,
    MissingExtraError,
    StoreClosedError,
    StrandlineError,
    UnsupportedError,
    VectorStoreError,
)
from strandline.filters import Predicate
from strandline.types import Vectors
from strandline.vector_stores.base import DEFAULT_COLLECTION, BaseVectorStore, Match, Prefilter, Rows, VectorRow
from strandline.vector_stores.drivers import bare_host
from strandline.vector_stores.filtering import required, required_exactly
from strandline.vector_stores.pinecone_points import (
    Condition,
    as_filter,
    batches,
    flat,
    metadata_of,
    pages,
    point_id,
    points,
    true_id,
)

try:
    from pinecone import Index, Pinecone
except ModuleNotFoundError as exc:
    if exc.name != "pinecone":  # a bug inside it is not a missing extra
        raise
    raise MissingExtraError(feature="the vector store 'pinecone'", extra="pinecone") from exc

from pinecone.errors import NotFoundError, PineconeError

_METRICS = ("cosine", "dotproduct")
_WHOLE = 100
"""Up to so many matches a query brings their metadata: 40 KB each stay under the 4 MB that an answer may have."""
_PAGE = 100
_DELETED = 1000
_MOST_VALUES = 100
"""A key that may have one of more values than this is checked here, not by the service."""


class PineconeVectorStore(BaseVectorStore):
    """Rows in a namespace, which is the collection, of an index that is there. Thread-safe.

    Give ``api_key`` and either ``host`` (the index's own address, which saves a request) or ``index`` (its name), or a
    ``client``: a ``pinecone.Index`` of yours, which is left open. The index must be dense, with the metric cosine or
    dotproduct, and its width is the store's.

    What Pinecone cannot do is refused before anything is sent, with UnsupportedError: a vector of zeros, and a row
    whose text and metadata have more than 40 KB together (str of metadata count twice, they are filtered by). Nothing
    is cut. Equality and ``in`` of str of at most 256 characters are filtered by Pinecone, the rest here; where the
    10,000 nearest rows do not have k that pass, every row is fetched, which is slow. Rows are sent 100 at a time, and
    at most 2 MB: ``add`` of more is not all or nothing. Where a later part fails the error says how many rows were
    stored; adding them again is safe.

    The service is eventually consistent: a search, ``get``, ``count`` or ``delete`` just after a write may not see it
    yet (some seconds). ``delete`` counts the rows that it could see; by a filter it finds them first and removes them
    by id, so that one that is changed in between goes, too. The client tries three times again where the service is
    busy (429) or fails.
    """

    most = 10_000

    def __init__(  # noqa: PLR0913 (options of one thing, all by name)
        self,
        *,
        api_key: str | None = None,
        host: str | None = None,
        index: str | None = None,
        client: Index | None = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        timeout: float = 30.0,
    ) -> None:
        """Nothing is connected yet. ``timeout`` is in seconds, for each attempt of a request.

        Raises InputError for options that cannot work together.
        """
        super().__init__(collection=collection, dimensions=dimensions)
        if sum(given is not None for given in (host, index, client)) != 1:
            raise InputError("PineconeVectorStore takes exactly one of host, index and client")
        if client is None and not (isinstance(api_key, str) and api_key.strip() == api_key and api_key):
            raise InputError("api_key must be the key of the Pinecone project, without spaces around it")
        self._api_key, self._host, self._name, self._timeout = api_key, bare_host(host), index, timeout
        self._own: Index | None = None
        self._index = client
        self._metric: str | None = None
        self._namespace = point_id(self.collection)
        self._lock = threading.Lock()
        self._ready = False

    def native(self) -> Index:
        """The ``pinecone.Index``."""
        self._opened()
        return self._handle()

    def describe(self) -> dict[str, Any]:
        """What this store is, as plain JSON, without the key. The metric is None before the first use."""
        return {**super().describe(), "server": self._where(), "metric": self._metric}

    # --- getting ready ---------------------------------------------------------------------------------------------

    def _opened(self) -> None:
        super()._opened()
        if self._ready:
            return
        with self._lock, self._translated():
            self._agree(self._handle().describe_index_stats())
            self._ready = True

    def _handle(self) -> Index:
        if self._index is None:
            if self._host is not None:
                self._own = Index(host=self._host, api_key=self._api_key, timeout=self._timeout)
            else:
                with Pinecone(api_key=self._api_key, timeout=self._timeout) as service:
                    self._own = service.index(self._name or "")
            self._index = self._own
        return self._index

    def _agree(self, stats: Any) -> None:
        """Take over the index's width. Raises for an index that cannot give cosines, or for another width than ours."""
        if stats.metric is not None and stats.metric not in _METRICS:
            raise UnsupportedError(
                f"the index at {self._where()} has the metric {stats.metric!r}, which gives no cosines; "
                f"make one with {' or '.join(_METRICS)}"
            )
        if not stats.dimension:
            raise UnsupportedError(f"the index at {self._where()} holds no dense vectors; make one of dense vectors")
        if self._dimensions not in (None, stats.dimension):
            raise DimensionError(got=self._dimensions or 0, want=stats.dimension, store=repr(self))
        self._dimensions, self._metric = stats.dimension, stats.metric

    def _where(self) -> str:
        return self._host or self._name or str(getattr(self._index, "host", "the client given"))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of the client as `VectorStoreError`, with the cause kept; `StoreClosedError` if closed meanwhile."""
        try:
            yield
        except StrandlineError:
            raise
        except Exception as exc:  # of any kind: a client that was closed raises those of what it is made of
            if self._closed:
                raise StoreClosedError(f"{self!r} was closed meanwhile; make a new one") from exc
            if not isinstance(exc, PineconeError):
                raise
            raise VectorStoreError(f"Pinecone at {self._where()} failed: {exc}") from exc

    # --- hooks -----------------------------------------------------------------------------------------------------

    def _upsert(self, rows: Rows) -> None:
        sent = 0
        for batch in batches(points(rows)):
            try:
                with self._translated():
                    self._handle().upsert(vectors=batch, namespace=self._namespace, show_progress=False)
            except VectorStoreError as exc:
                if not sent:
                    raise
                raise VectorStoreError(f"{exc}; {sent} of {len(rows)} rows were stored, add them all again") from exc
            sent += len(batch)

    def _nearest(self, vector: Vectors, n: int, native: Any) -> Iterator[Match]:
        if native == []:
            return
        with self._translated():
            found = self._handle().query(
                vector=vector.tolist(),
                top_k=n,
                namespace=self._namespace,
                filter=as_filter(native),
                include_metadata=n <= _WHOLE,
            )
        scores = {match.id: match.score for match in found.matches}
        whole = found.matches if n <= _WHOLE else self._points(list(scores))
        for point in whole:
            text, metadata = metadata_of(point)
            yield Match(id=true_id(point), score=scores[point.id], text=text, metadata=metadata)

    def _fetch(self, ids: Sequence[str]) -> Iterator[VectorRow]:
        for point in self._points([point_id(id) for id in ids]):
            text, metadata = metadata_of(point)
            yield VectorRow(
                id=true_id(point), vector=np.asarray(point.values, np.float32), text=text, metadata=metadata
            )

    def _points(self, ids: Sequence[str]) -> Iterator[Any]:
        for page in pages(ids):
            with self._translated():
                found = self._handle().fetch(ids=page, namespace=self._namespace)
            yield from found.vectors.values()

    def _remove(self, ids: Sequence[str]) -> int:
        there = [point.id for point in self._points([point_id(id) for id in ids])]
        for start in range(0, len(there), _DELETED):
            with self._translated():
                self._handle().delete(ids=there[start : start + _DELETED], namespace=self._namespace)
        return len(there)

    def _scan(self, native: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for point in self._listed() if native is None else self._filtered(native):
            yield true_id(point), metadata_of(point)[1]

    def _listed(self) -> Iterator[Any]:
        """Every row: Pinecone lists ids alone."""
        token: str | None = None
        while True:
            with self._translated():
                page = self._handle().list_paginated(limit=_PAGE, pagination_token=token, namespace=self._namespace)
            yield from self._points([item.id for item in page.vectors if item.id])
            token = page.pagination.next if page.pagination else None
            if not token:
                return

    def _filtered(self, conditions: Sequence[Condition]) -> Iterator[Any]:
        token: str | None = None
        while conditions:
            with self._translated():
                page = self._handle().fetch_by_metadata(
                    filter=as_filter(conditions) or {}, namespace=self._namespace, limit=_PAGE, pagination_token=token
                )
            yield from page.vectors.values()
            token = page.pagination.next if page.pagination else None
            if not token:
                return

    def _size(self) -> int:
        with self._translated():
            found = self._handle().describe_index_stats().namespaces.get(self._namespace)
        return 0 if found is None else found.vector_count

    def _empty(self) -> None:
        with self._translated():
            try:
                self._handle().delete(delete_all=True, namespace=self._namespace)
            except NotFoundError as exc:
                if "namespace" not in str(exc).lower():  # one that has no rows is not there
                    raise

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        wanted = required(predicate.node)
        if any(not values for values in wanted.values()):
            return Prefilter(native=[], exact=True)  # nothing can pass
        said = [
            (key, values)
            for key, values in wanted.items()
            if len(values) <= _MOST_VALUES and all(flat(key, value) for value in values)
        ]
        return Prefilter(native=said or None, exact=required_exactly(predicate.node) and len(said) == len(wanted))

    def _close(self) -> None:
        if self._own is not None:
            self._own.close()
