"""Vectors in Chroma: in this process, in a folder, or on a server."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, cast

import numpy as np

from strandline.errors import MissingExtraError, VectorStoreError
from strandline.types import Vectors
from strandline.vector_stores.base import DEFAULT_COLLECTION, IN_MEMORY, Match, Rows, VectorRow
from strandline.vector_stores.drivers import DriverStore, bare_host, batches, chunks, one_of, safe_name
from strandline.vector_stores.filtering import LONGEST

try:
    import chromadb
    from chromadb.api import ServerAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.config import Settings, System
    from chromadb.errors import NotFoundError
except ModuleNotFoundError as exc:
    if exc.name != "chromadb":
        raise  # a module that is missing inside it is another fault
    raise MissingExtraError(feature="the vector store 'chroma'", extra="chroma") from exc

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,98}[A-Za-z0-9]")
"""Names of letters, digits, "_" and "-": dots have rules of their own in Chroma."""
_WIDTH = "strandline:dimensions"
_JSON, _FIELD = "json", "m:"
"""Keys of a record's own metadata: all of a row's as JSON, and one each for its str values."""
_ALL = ["embeddings", "documents", "metadatas"]
_PAGE = 1000
_FEW = 256
"""Up to so many records that pass a filter are compared here."""
_BATCH_ROWS, _BATCH_BYTES = 1000, 8 * 2**20
_INDEX = {"hnsw": {"space": "ip", "ef_construction": 100, "ef_search": 200}}


class ChromaVectorStore(DriverStore):
    """Rows as records of a Chroma collection.

    Give at most one of ``path`` (a folder), ``host`` with ``port``, ``ssl`` and ``headers`` (a server) and ``client``
    (of `chromadb`, which stays open when the store is closed); with none of them the rows live in this process, and
    each store has its own. Chroma's telemetry is off, and no model of its is ever loaded: vectors always come from you.

    Chroma searches by an approximate index: of the nearest rows one may be missing where there are many, yet never
    fewer come back than asked for while there are more; where no more than 256 rows pass a filter (a thread, say) the
    search is exact. Rows of one and the same vector (a text that was added many times) make others unreachable in that
    index: with 1,000 of them among 5,000 the nearest row was missed in 2 to 16 of 100 searches, with 3,000 in 10 to 80,
    and a wider search or a denser index did not help. Where a text comes often take an exact store, or add it once.

    Filters that ask for equal str, or one of at most 1,000, act in Chroma; others are checked on what it finds, on more
    and more rows. A record's document is the text; its metadata is ``json`` (all of the row's, so that it comes back
    exactly) and ``m:KEY`` for each str value, cut to 256 characters. Rows are sent in batches of 1,000: where one
    fails, those before it stay, and adding the same rows again mends it. ``delete`` by a filter finds the rows first
    and removes them by id: one that is changed in between goes, too. What is deleted is found no more; its bytes may
    stay in Chroma's files and log until Chroma writes over them, and no call of it (nor ``chroma vacuum``) removes them
    for certain. A folder is for one process at a time, which may have many stores there; for several processes run a
    server.
    """

    kind = "chroma"

    def __init__(  # noqa: PLR0913
        self,
        *,
        path: str | PathLike[str] | None = None,
        host: str | None = None,
        port: int = 8000,
        ssl: bool = False,
        headers: Mapping[str, str] | None = None,
        client: Any = None,
        collection: str = DEFAULT_COLLECTION,
        dimensions: int | None = None,
    ) -> None:
        """Open it. Raises VectorStoreError where the server does not answer, or the collection holds something else."""
        path = None if path == IN_MEMORY else path
        if path is not None or host is not None or client is not None:
            one_of(path=path, host=bare_host(host), client=client)
        at = f" at {host}:{port}" if host else f" at {path}" if path is not None else ""
        super().__init__(collection=collection, dimensions=dimensions, where=f"Chroma{at}")
        self._name = safe_name(self.collection, _NAME)
        self._given = client is not None
        with self._errors():
            self._client: Any
            if client is not None:
                self._client = client
            elif host is not None:
                self._client = chromadb.HttpClient(host, port, ssl, dict(headers or {}), _settings())
            else:
                self._client = _InProcess() if path is None else _in_folder(path)
        self._start()

    def _close(self) -> None:
        if not self._given:
            self._client.close()
            # The client of a server leaves its connections open, and those of the one in it that asks for the tenant.
            for client in (self._client, getattr(self._client, "_admin_client", None)):
                session = getattr(getattr(client, "_server", None), "_session", None)
                if session is not None:
                    session.close()

    # --- the collection --------------------------------------------------------------------------------------------

    def _find(self) -> tuple[Any, int] | None:
        try:
            found = self._client.get_collection(self._name, embedding_function=None)
        except NotFoundError:
            return None
        width = (found.metadata or {}).get(_WIDTH)
        if not isinstance(width, int):
            raise VectorStoreError(
                f"the collection {self._name!r} of {self._where} was not made by Strandline; name another collection"
            )
        return found, width

    def _make(self, width: int) -> None:
        self._client.get_or_create_collection(
            self._name, configuration=_INDEX, metadata={_WIDTH: width}, embedding_function=None
        )

    # --- writing ---------------------------------------------------------------------------------------------------

    def _upsert(self, rows: Rows) -> None:
        records = [_record(note) for note in rows.metadata]
        sizes = [
            4 * (len(text) + sum(map(len, record.values()))) + 13 * rows.vectors.shape[1]
            for text, record in zip(rows.texts, records, strict=True)
        ]
        handle = self._ready(rows.vectors.shape[1])
        with self._lock, self._errors():
            for part in batches(sizes, rows=_BATCH_ROWS, size=_BATCH_BYTES):
                ids = list(rows.ids[part])
                # Chroma keeps the keys that a record had and its successor lacks; None removes them.
                kept = handle.get(ids=ids, include=["metadatas"])
                old = dict(zip(kept["ids"], kept["metadatas"], strict=True))
                handle.upsert(
                    ids=ids,
                    embeddings=rows.vectors[part],
                    documents=list(rows.texts[part]),
                    metadatas=[
                        dict.fromkeys(old.get(id) or ()) | record for id, record in zip(ids, records[part], strict=True)
                    ],
                )

    def _remove(self, ids: Sequence[str]) -> int:
        removed = 0
        with self._lock, self._errors():
            for part in chunks(ids, _PAGE) if self._handle is not None else ():
                there = self._handle.get(ids=list(part), include=[])["ids"]
                if there:
                    self._handle.delete(ids=there)
                removed += len(there)
        return removed

    def _empty(self) -> None:
        if self._handle is not None:
            with self._lock, self._errors():
                self._handle.delete(where={_JSON: {"$ne": ""}})

    # --- reading ---------------------------------------------------------------------------------------------------

    def _size(self) -> int:
        if self._handle is None:
            return 0
        with self._errors():
            return int(self._handle.count())

    def _fetch(self, ids: Sequence[str]) -> Iterator[VectorRow]:
        for part in chunks(ids, _PAGE) if self._handle is not None else ():
            with self._errors():
                found = self._handle.get(ids=list(part), include=_ALL)
            yield from self._rows(found)

    def _scan(self, native: dict[str, Any] | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for part in chunks(self._passing_ids(native, None), _PAGE):
            with self._errors():
                found = self._handle.get(ids=list(part), include=["metadatas"])
            for id, record in zip(found["ids"], found["metadatas"], strict=True):
                yield id, self._read(id, record)

    def _passing_ids(self, native: dict[str, Any] | None, most: int | None) -> list[str]:
        if self._handle is None:
            return []
        with self._errors():
            return list(self._handle.get(where=native, limit=most, include=[])["ids"])

    def _said(self, wanted: Mapping[str, tuple[str, ...]]) -> dict[str, Any] | None:
        parts = [
            {_FIELD + key: {"$in": sorted({value[:LONGEST] for value in values})}} if values else {_JSON: ""}
            for key, values in wanted.items()
            if len(values) <= _PAGE
        ]
        if not parts:
            return None
        return parts[0] if len(parts) == 1 else {"$and": parts}

    def _nearest(self, vector: Vectors, n: int, native: dict[str, Any] | None) -> list[Match]:
        if self._handle is None:
            return []
        with self._errors():
            if native is not None:
                # The index visits every record for a filter; the table of metadata goes to those that pass.
                few = self._handle.get(where=native, limit=_FEW + 1, include=_ALL)
                if len(few["ids"]) <= _FEW:
                    return _compared(vector, self._rows(few))
            found = self._handle.query(
                query_embeddings=[vector], n_results=n, where=native, include=["documents", "metadatas", "distances"]
            )
        ids = found["ids"][0]
        if len(ids) < n and len(self._passing_ids(native, n)) > len(ids):
            return _compared(vector, self._fetch(self._passing_ids(native, None)))  # the index has missed some
        return [
            Match(id=id, score=1.0 - distance, text=text, metadata=self._read(id, record))
            for id, distance, text, record in zip(
                ids, found["distances"][0], found["documents"][0], found["metadatas"][0], strict=True
            )
        ]

    def _rows(self, found: Mapping[str, Any]) -> Iterator[VectorRow]:
        columns = (found["ids"], found["embeddings"], found["documents"], found["metadatas"])
        for id, vector, text, record in zip(*columns, strict=True):
            yield VectorRow(id=id, vector=np.asarray(vector, np.float32), text=text, metadata=self._read(id, record))

    def _read(self, id: str, record: Mapping[str, Any] | None) -> dict[str, Any]:
        if record is None or _JSON not in record:
            raise VectorStoreError(
                f"the record {id!r} in the collection {self._name!r} of {self._where} was written by another program; "
                "name a collection that is Strandline's alone"
            )
        metadata: dict[str, Any] = json.loads(record[_JSON])
        return metadata


def _compared(vector: Vectors, rows: Iterable[VectorRow]) -> list[Match]:
    """Every row, with its cosine."""
    return [Match(id=row.id, score=float(row.vector @ vector), text=row.text, metadata=row.metadata) for row in rows]


class _InProcess:
    """A Chroma of its own in this process: its in-memory clients would share their rows, and must agree on settings."""

    def __init__(self) -> None:
        self._system = System(_settings())
        self._server: Any = self._system.instance(cast(Any, ServerAPI))
        self._system.start()

    def get_collection(self, name: str, *, embedding_function: None) -> Collection:
        return self._wrapped(self._server.get_collection(name))

    def get_or_create_collection(
        self, name: str, *, configuration: Any, metadata: Any, embedding_function: None
    ) -> Collection:
        made = self._server.get_or_create_collection(name, configuration=configuration, metadata=metadata)
        return self._wrapped(made)

    def close(self) -> None:
        self._system.stop()

    def _wrapped(self, model: Any) -> Collection:
        return Collection(client=self._server, model=model, embedding_function=None)


def _in_folder(path: str | PathLike[str]) -> Any:
    # Chroma shares what it has open by the name of the folder: two names of one would be two writers of its files.
    return chromadb.PersistentClient(os.path.realpath(path), _settings())


def _settings() -> Settings:
    return Settings(anonymized_telemetry=False)


def _record(metadata: Mapping[str, Any]) -> dict[str, str]:
    fields = {_FIELD + key: value[:LONGEST] for key, value in metadata.items() if isinstance(value, str)}
    return fields | {_JSON: json.dumps(metadata, ensure_ascii=False)}
