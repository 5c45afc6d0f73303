"""Vectors in Qdrant: a server, or the embedded form of its client."""

from __future__ import annotations

import json
import math
import os
import re
import threading
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from os import PathLike, fspath
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import numpy as np

from strandline.errors import MissingExtraError, VectorStoreError
from strandline.types import Vectors
from strandline.vector_stores.base import DEFAULT_COLLECTION, Match, Rows, VectorRow
from strandline.vector_stores.drivers import DriverStore, batches, chunks, one_of, safe_name
from strandline.vector_stores.filtering import facet, facets

try:
    from qdrant_client import QdrantClient, models
except ModuleNotFoundError as exc:
    if exc.name != "qdrant_client":
        raise  # a module that is missing inside it is another fault
    raise MissingExtraError(feature="the vector store 'qdrant'", extra="qdrant") from exc

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_IDS = uuid.uuid5(uuid.NAMESPACE_URL, "strandline/vector_stores/qdrant")
_PAGE = 1000
_BATCH_ROWS, _BATCH_BYTES = 500, 8 * 2**20  # a server takes 32 MiB a request unless told otherwise
_LOCKS: WeakKeyDictionary[Any, AbstractContextManager[Any]] = WeakKeyDictionary()
"""The embedded form is not made for threads: one lock for each of its clients."""


class QdrantVectorStore(DriverStore):
    """Rows as points of a Qdrant collection; searches are exact unless ``exact=False`` lets the server use its index.

    Give exactly one of ``url`` (a server), ``path`` (the embedded form: a folder, or ":memory:") and ``client`` (a
    `QdrantClient`, which stays open when the store is closed). The embedded form locks its folder: a second store
    there, in any process, raises VectorStoreError; share the store, or use a server. It reads every row for a filter,
    and is made for some 20,000 rows. ``timeout`` is in seconds, for one request to a server.

    A point's id is a UUID made of the row's; its payload is ``id``, ``text``, ``metadata`` (JSON as text, so that it
    comes back exactly) and ``facets``: one word "key=value" for each str value, cut to 256 characters, under a keyword
    index. The distance is Dot, on vectors of length 1; a collection of Cosine will do too. Rows are sent in batches of
    500: where one fails, those before it stay, and adding the same rows again mends it. ``delete`` by a filter finds
    the rows first and removes them by id: one that is changed in between goes, too. What is deleted is found no more;
    its bytes stay in the files until Qdrant's optimizer, or SQLite in the embedded form, uses the place again. The
    embedded form keeps it in RAM as well, text and vector, until its client is closed.
    """

    kind = "qdrant"

    def __init__(  # noqa: PLR0913
        self,
        *,
        url: str | None = None,
        path: str | PathLike[str] | None = None,
        client: QdrantClient | None = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
        api_key: str | None = None,
        timeout: float = 30.0,
        exact: bool = True,
    ) -> None:
        """Open it. Raises VectorStoreError where the server does not answer, or the collection holds something else."""
        one_of(url=url, path=path, client=client)
        where = "Qdrant" if client is not None else f"Qdrant at {_address(url) if url else path}"
        super().__init__(collection=collection, dimensions=dimensions, where=where)
        self.exact = exact
        self._name = safe_name(self.collection, _NAME)
        self._given = client is not None
        with self._errors():
            self._client = client or _connected(url, path, api_key, timeout)
        self._local = _is_local(self._client)
        self._one_by_one = _LOCKS.setdefault(self._client, threading.RLock()) if self._local else nullcontext()
        self._start()

    def native(self) -> QdrantClient:
        """The `QdrantClient`."""
        return self._client

    def _close(self) -> None:
        if not self._given:
            with self._one_by_one:
                self._client.close()

    # --- the collection --------------------------------------------------------------------------------------------

    def _find(self) -> tuple[str, int] | None:
        with self._one_by_one:
            if not self._client.collection_exists(self._name):
                return None
            config = self._client.get_collection(self._name).config.params.vectors
        if not isinstance(config, models.VectorParams) or config.distance not in (
            models.Distance.DOT,
            models.Distance.COSINE,
        ):
            raise VectorStoreError(
                f"the collection {self._name!r} of {self._where} has no unnamed vector with the distance Dot or "
                "Cosine, so it was made for something else; name another collection"
            )
        return self._name, config.size

    def _make(self, width: int) -> None:
        with self._one_by_one:
            if self._client.collection_exists(self._name):
                return
            try:
                self._client.create_collection(
                    self._name, vectors_config=models.VectorParams(size=width, distance=models.Distance.DOT)
                )
            except Exception:  # of any kind; what matters is whether another process was faster
                if not self._client.collection_exists(self._name):
                    raise
            if not self._local:
                self._client.create_payload_index(self._name, "facets", models.PayloadSchemaType.KEYWORD)

    # --- writing ---------------------------------------------------------------------------------------------------

    def _upsert(self, rows: Rows) -> None:
        notes = [json.dumps(note, ensure_ascii=False) for note in rows.metadata]
        sizes = [13 * rows.vectors.shape[1] + 4 * (len(a) + len(b)) for a, b in zip(rows.texts, notes, strict=True)]
        points = [
            models.PointStruct(
                id=_point(id),
                vector=vector.tolist(),
                payload={"id": id, "text": text, "metadata": note, "facets": facets(metadata)},
            )
            for id, vector, text, note, metadata in zip(
                rows.ids, rows.vectors, rows.texts, notes, rows.metadata, strict=True
            )
        ]
        name = self._ready(rows.vectors.shape[1])
        for part in batches(sizes, rows=_BATCH_ROWS, size=_BATCH_BYTES):
            with self._errors(), self._one_by_one:
                self._client.upsert(name, points[part], wait=True)

    def _remove(self, ids: Sequence[str]) -> int:
        removed = 0
        for part in chunks(ids, _PAGE) if self._handle else ():
            with self._errors(), self._one_by_one:
                there = [point.id for point in self._client.retrieve(self._name, _points(part), with_payload=False)]
                if there:
                    self._client.delete(self._name, models.PointIdsList(points=there), wait=True)
                removed += len(there)
        return removed

    def _empty(self) -> None:
        if self._handle:
            with self._errors(), self._one_by_one:
                everything = models.FilterSelector(filter=models.Filter())
                self._client.delete(self._name, everything, wait=True)

    # --- reading ---------------------------------------------------------------------------------------------------

    def _size(self) -> int:
        if not self._handle:
            return 0
        with self._errors(), self._one_by_one:
            return self._client.count(self._name, exact=True).count

    def _fetch(self, ids: Sequence[str]) -> Iterator[VectorRow]:
        for part in chunks(ids, _PAGE) if self._handle else ():
            with self._errors(), self._one_by_one:
                points = self._client.retrieve(self._name, _points(part), with_payload=True, with_vectors=True)
            for point in points:
                id, text, metadata = self._read(point)
                yield VectorRow(id=id, vector=np.asarray(point.vector, np.float32), text=text, metadata=metadata)

    def _scan(self, native: models.Filter | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
        offset: Any = None
        while self._handle:
            with self._errors(), self._one_by_one:
                points, offset = self._client.scroll(
                    self._name, scroll_filter=native, limit=_PAGE, offset=offset, with_payload=True
                )
            for point in points:
                id, _, metadata = self._read(point)
                yield id, metadata
            if offset is None:
                return

    def _said(self, wanted: Mapping[str, tuple[str, ...]]) -> models.Filter:
        return models.Filter(
            must=[
                models.FieldCondition(
                    key="facets", match=models.MatchAny(any=sorted({facet(key, value) for value in values}))
                )
                for key, values in wanted.items()
            ]
        )

    def _nearest(self, vector: Vectors, n: int, native: models.Filter | None) -> list[Match]:
        if not self._handle:
            return []
        found = self._query_points(vector, n, native, self.exact)
        if len(found) < n and not self.exact and not self._local:
            found = self._query_points(vector, n, native, True)  # the index may have missed rows under a filter
        matches = []
        for point in found:
            id, text, metadata = self._read(point)
            matches.append(Match(id=id, score=point.score, text=text, metadata=metadata))
        return matches

    def _query_points(self, vector: Vectors, n: int, native: models.Filter | None, exact: bool) -> list[Any]:
        params = None if self._local else models.SearchParams(exact=exact)  # the embedded form is always exact
        with self._errors(), self._one_by_one:
            return self._client.query_points(
                self._name, query=vector.tolist(), query_filter=native, limit=n, search_params=params
            ).points

    def _read(self, point: Any) -> tuple[str, str, dict[str, Any]]:
        payload = point.payload or {}
        if not {"id", "text", "metadata"} <= payload.keys():
            raise VectorStoreError(
                f"the point {point.id} in the collection {self._name!r} of {self._where} was written by another "
                "program; name a collection that is Strandline's alone"
            )
        return payload["id"], payload["text"], json.loads(payload["metadata"])


def _connected(url: str | None, path: str | PathLike[str] | None, api_key: str | None, timeout: float) -> QdrantClient:
    if url is not None:
        # Asking the server for its version would be a request of its own; an old one says what it cannot do.
        return QdrantClient(url=url, api_key=api_key, timeout=math.ceil(timeout), check_compatibility=False)
    place = fspath(path or "")
    if place == ":memory:":
        return QdrantClient(location=place)
    # The whole path: the client makes files later, when the process may be in another folder. One lock for all threads
    # does what the check is for.
    return QdrantClient(path=os.path.realpath(place), force_disable_check_same_thread=True)


def _is_local(client: QdrantClient) -> bool:
    options = client.init_options
    return options.get("location") == ":memory:" or options.get("path") is not None


def _address(url: str) -> str:
    """The host and port of a URL, without the password it may hold."""
    parts = urlsplit(url)
    return f"{parts.hostname or url}:{parts.port or 6333}"


def _point(id: str) -> str:
    return str(uuid.uuid5(_IDS, id))


def _points(ids: Sequence[str]) -> list[str]:
    return [_point(id) for id in ids]
