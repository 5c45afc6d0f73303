"""Looking for what a receipt says was removed: in every table, column, file and WAL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from strandline.sqlite.files import pieces_of
from strandline.text import digest64
from strandline.text.traces import Traces, raw_words
from strandline.types import Receipt, micros

_WITH_CLOCK = ("agent", "alias", "change", "claim", "fact", "message", "passage", "session", "user")
"""Rows that were stored after the forgetting are new text, not leftovers."""
_ROWS = 5_000

Look: TypeAlias = Callable[[Iterable[bytes]], set[str]]
"""Digests of the traces in a file that is given piece by piece."""


def tables_with_leftovers(db: sqlite3.Connection, receipt: Receipt, traces: Traces) -> Iterator[str]:
    """Name each ``table.column`` that holds a removed text, or a word that only removed texts had."""
    forgotten = micros(receipt.forgotten_at)
    names = [
        row[0]
        for row in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
        )
    ]
    for table in names:
        quoted = table.replace('"', '""')
        columns = [row[1] for row in db.execute(f'PRAGMA table_info("{quoted}")')]
        where = f" WHERE recorded_at <= {forgotten}" if table in _WITH_CLOCK else ""
        cursor = db.execute(f'SELECT * FROM "{quoted}"{where}')
        guilty: set[str] = set()
        while rows := cursor.fetchmany(_ROWS):
            for column, values in zip(columns, zip(*rows, strict=True), strict=True):
                if column not in guilty and _has_traces(values, column, traces):
                    guilty.add(column)
        yield from (f"table {table}.{column}" for column in columns if column in guilty)
    orphans = db.execute(
        "SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM message m WHERE m.key = p.owner) "
        "AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.key = p.owner)"
    ).fetchone()[0]
    if orphans:
        yield "table passage (rows without an owner)"


def _has_traces(values: tuple[object, ...], column: str, traces: Traces) -> bool:
    """Look through one column of many rows at once: each word and digest is checked once, bytes in one pass."""
    texts = {value for value in values if isinstance(value, str)}
    digests = {value for value in values if isinstance(value, int)} if column == "digest" else set()
    digests |= {digest64(text) for text in texts}
    words = set().union(*map(raw_words, texts))
    blobs = b"\x00".join(value for value in values if isinstance(value, bytes))
    return traces.in_words(words) or any(map(traces.is_digest, digests)) or traces.in_bytes(blobs)


def files_with_leftovers(db: sqlite3.Connection, path: Path, database: Iterable[bytes], look: Look) -> Iterator[str]:
    """Name each file of the store whose bytes hold more than its rows do. ``database`` gives those of the main file.

    A word of a remaining text that is cut in two by the end of a page can look like one that was removed. So what is
    found is looked for again in a copy that has the rows alone. The ``-shm`` holds page numbers alone and is locked by
    SQLite: see ``files``.
    """
    copy = rows_copy(path)
    copy.unlink(missing_ok=True)  # a verification that was killed may have left its own
    found = {path.name: look(database)}
    for suffix in ("-wal", "-journal", ".lock"):
        file = path.with_name(path.name + suffix)
        if file.is_file():
            found[file.name] = look(pieces_of(file))
    if not any(found.values()):
        return
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db.execute("VACUUM INTO ?", (str(copy),))
        live = look(pieces_of(copy))
    finally:
        copy.unlink(missing_ok=True)
    yield from (f"file {name}" for name, traces in found.items() if traces - live)


def rows_copy(path: Path) -> Path:
    """Where a verification writes a copy of the rows for a moment."""
    return path.with_name(f"{path.name}.rows")
