"""Rows of one user made from texts, as a store would hand them over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime

import numpy as np

from strandline.embedders import StaticEmbedder
from strandline.recall import Pieces, Query, UserIndex, View, understand
from strandline.text import digest64, document, index_terms, passages, traits
from strandline.types.quantize import quantize
from strandline.types.rows import PassageRows

EMBEDDER = StaticEmbedder()
TABLE = EMBEDDER.piece_table
NOW = datetime(2026, 8, 15, 12, tzinfo=UTC)
DAY = 86_400_000_000
START = 1_780_000_000_000_000
"""Microseconds; 28 May 2026."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message, or a fact when ``fact`` is true."""

    text: str
    session: int = 1
    role: int = 2
    name: str | None = None
    at: int = START
    agent: int = 0
    fact: bool = False


def rows(messages: Sequence[Said | str], *, start: int = 0) -> PassageRows:
    """The passages of some messages. ``start`` says how many messages came before; steps count on from it."""
    said = [m if isinstance(m, Said) else Said(text=m) for m in messages]
    parts = [(start + i + 1, m, m.text[a:b]) for i, m in enumerate(said) for a, b in passages(m.text)]
    places = [j for m in said for j, _ in enumerate(passages(m.text))]
    vectors, pieces = EMBEDDER.embed_with_pieces([document(text, m.name) for _, m, text in parts])
    terms = [index_terms(document(text, m.name)) for _, m, text in parts]
    codes, scale = quantize(vectors)
    at = np.array([m.at for _, m, _ in parts], np.int64)
    return PassageRows(
        seq=np.array([key * 1000 + j for j, (key, _, _) in zip(places, parts, strict=True)], np.int64),
        message=np.array([key for key, _, _ in parts], np.int64),
        kind=np.array([m.fact for _, m, _ in parts], np.int8),
        session=np.array([0 if m.fact else m.session for _, m, _ in parts], np.int32),
        step=np.array([0 if m.fact else key for key, m, _ in parts], np.int32),
        agent=np.array([m.agent for _, m, _ in parts], np.int32),
        role=np.array([0 if m.fact else m.role for _, m, _ in parts], np.int8),
        at=at,
        recorded_at=at,
        digest=np.array([digest64(m.text) for _, m, _ in parts], np.int64),
        size=np.array([len(text) for _, _, text in parts], np.int32),
        traits=np.array([traits(text) for _, _, text in parts], np.int16),
        names=tuple(m.name for _, m, _ in parts),
        term_ends=np.cumsum([len(ids) for ids, _ in terms], dtype=np.int64),
        terms=np.concatenate([np.empty(0, np.uint32), *(ids for ids, _ in terms)]),
        counts=np.concatenate([np.empty(0, np.uint8), *(counts for _, counts in terms)]),
        piece_ends=np.cumsum([len(ids) for ids in pieces], dtype=np.int64),
        pieces=np.concatenate([np.empty(0, np.uint16), *pieces]),
        token_ends=np.zeros(len(parts), np.int64),
        tokens=np.empty((0, 0), np.int8),
        vectors=codes,
        scale=scale,
    )


def part(batch: PassageRows, start: int, end: int) -> PassageRows:
    """Some of the rows of a batch, as a store may hand them over in pieces."""
    columns = {f.name: getattr(batch, f.name)[start:end] for f in fields(batch)}
    for ends, flat in (
        ("term_ends", ("terms", "counts")),
        ("piece_ends", ("pieces",)),
        ("token_ends", ("tokens",)),
    ):
        all_ends = getattr(batch, ends)
        low, high = (int(all_ends[i - 1]) if i else 0 for i in (start, end))
        columns[ends] = columns[ends] - low
        columns.update((name, getattr(batch, name)[low:high]) for name in flat)
    return PassageRows(**columns)


def view(messages: Sequence[Said | str]) -> View:
    """An index of some messages, at once."""
    index = UserIndex(EMBEDDER.identity.dimensions)
    index.append(rows(messages))
    return index.view()


def ask(text: str) -> Query:
    """A question, understood as the engine does."""
    return understand(text, vector=EMBEDDER.embed([text])[0], pieces=Pieces.of(text, EMBEDDER.pieces), now=NOW)


def same(left: View, right: View) -> bool:
    """Whether two views hold equal arrays (the postings apart, which may be cut into other runs)."""
    return all(
        np.array_equal(getattr(left, f.name), getattr(right, f.name))
        for f in fields(View)
        if f.name not in ("runs", "facts")
    )
