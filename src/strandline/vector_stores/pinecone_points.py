"""Rows as Pinecone keeps them: its ids, its flat metadata, its filters and its limits. Nothing here is sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote

from strandline.errors import UnsupportedError
from strandline.vector_stores.base import Rows

Condition: TypeAlias = tuple[str, Sequence[str]]
"""A key of the metadata, and the str of which it must have one."""

METADATA_BYTES = 40_960
"""The most metadata of a row, text included."""
_BATCH_ROWS = 100
_BATCH_BYTES = 2_000_000
_NUMBER_BYTES = 24
"""The longest that a float32 is in JSON."""
_ID = 512
_DIGEST = "sha256:"
_FLAT = 256
_PREFIX = "str:"
_FETCHED_ROWS = 100
_FETCHED_BYTES = 4_000
"""Ids are asked for in an address, which servers on the way cut off somewhere above this."""


def point_id(name: str) -> str:
    """An id or a namespace as Pinecone takes it: itself where it can be, else a digest of it."""
    if name.isascii() and len(name) <= _ID and "\0" not in name and not name.startswith(_DIGEST):
        return name
    return _DIGEST + hashlib.sha256(name.encode("utf-8")).hexdigest()


def true_id(point: Any) -> str:
    """The id that a row was given."""
    return str((point.metadata or {}).get("id", point.id))


def metadata_of(point: Any) -> tuple[str, Mapping[str, Any]]:
    """Text and metadata of a row; of one that something else wrote, an empty text and its metadata as they are."""
    kept = point.metadata or {}
    if "metadata" not in kept:
        return "", dict(kept)
    note: dict[str, Any] = json.loads(kept["metadata"])
    return str(kept["text"]), note


def points(rows: Rows) -> list[dict[str, Any]]:
    """All rows, checked: raises `UnsupportedError` for one that Pinecone would refuse."""
    made = []
    for id, vector, text, note in zip(rows.ids, rows.vectors, rows.texts, rows.metadata, strict=True):
        if not vector.any():
            raise UnsupportedError(f"Pinecone takes no vector of zeros, as that of {id!r}; leave the row out")
        kept = _kept(id, text, note)
        size = len(_json(kept).encode("utf-8"))
        if size > METADATA_BYTES:
            raise UnsupportedError(
                f"text and metadata of {id!r} have {size:,} bytes, Pinecone keeps at most {METADATA_BYTES:,} of a row; "
                "split the text, or keep it elsewhere"
            )
        made.append({"id": point_id(id), "values": vector.tolist(), "metadata": kept})
    return made


def batches(made: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Rows in order, as many at a time as one request may have."""
    batch: list[dict[str, Any]] = []
    size = 0
    for point in made:
        one = len(point["values"]) * _NUMBER_BYTES + len(_json(point["metadata"]).encode("utf-8")) + _ID
        if batch and (len(batch) == _BATCH_ROWS or size + one > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(point)
        size += one
    yield batch


def pages(ids: Sequence[str]) -> Iterator[list[str]]:
    """Ids in order, as many at a time as one address may have."""
    page: list[str] = []
    size = 0
    for id in ids:
        one = len(quote(id, safe="")) + len("&ids=")
        if page and (len(page) == _FETCHED_ROWS or size + one > _FETCHED_BYTES):
            yield page
            page, size = [], 0
        page.append(id)
        size += one
    if page:
        yield page


def flat(key: str, value: str) -> bool:
    """Whether Pinecone can filter by this str: then, and only then, it has a field of its own."""
    return len(key) <= _FLAT and len(value) <= _FLAT and key.isprintable() and "\0" not in value


def as_filter(conditions: Sequence[Condition] | None) -> dict[str, Any] | None:
    """Conditions that must all hold, in Pinecone's words; None for none."""
    if not conditions:
        return None
    said = [{_PREFIX + key: {"$in": list(values)}} for key, values in conditions]
    return said[0] if len(said) == 1 else {"$and": said}


def _kept(id: str, text: str, note: Mapping[str, Any]) -> dict[str, Any]:
    """Everything as JSON, which comes back exactly, and beside it the str that can be filtered by."""
    kept = {"text": str.__str__(text), "metadata": _json(note)}
    if point_id(id) != id:
        kept["id"] = id
    words = {key: str.__str__(value) for key, value in note.items() if isinstance(value, str)}
    return {**kept, **{_PREFIX + key: value for key, value in words.items() if flat(key, value)}}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
