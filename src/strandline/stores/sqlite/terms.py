"""Terms and traits that other rules or another stemmer made are made anew when a file is opened.

A question must meet the terms that are stored.

Only rows whose terms differ are written. It is one transaction, so that a file has terms of one version.
"""

from __future__ import annotations

import sqlite3

import numpy as np

from strandline.text import TERMS_VERSION, document, index_terms, traits

_KEY = "terms"
_ROWS = 1000
"""Rows read at a time."""


def are_current(db: sqlite3.Connection) -> bool:
    """Whether the terms of a file are those that this library makes."""
    row = db.execute("SELECT value FROM setting WHERE key = ?", (_KEY,)).fetchone()
    return row is not None and bool(row[0] == TERMS_VERSION)


def renew(db: sqlite3.Connection) -> None:
    """Make the terms of every row anew, inside the caller's transaction."""
    if are_current(db):  # another process was faster
        return
    users: set[int] = set()
    after = 0
    while rows := db.execute(
        "SELECT p.key, p.start, p.stop, p.name, p.terms, p.counts, p.traits, coalesce(m.content, f.text) "
        "FROM passage p LEFT JOIN message m ON m.key = p.owner LEFT JOIN fact f ON f.key = p.owner "
        "WHERE p.key > ? AND coalesce(m.content, f.text) IS NOT NULL ORDER BY p.key LIMIT ?",
        (after, _ROWS),
    ).fetchall():
        after = rows[-1][0]
        for key, start, stop, name, terms, counts, kind, text in rows:
            made = (*term_bytes(document(text[start:stop], name)), traits(text[start:stop]))
            if made != (terms, counts, kind):
                users.add(key >> 32)
                db.execute("UPDATE passage SET terms = ?, counts = ?, traits = ? WHERE key = ?", (*made, key))
    db.executemany(
        "UPDATE user SET version = version + 1, rewrites = rewrites + 1 WHERE uid = ?", [(uid,) for uid in users]
    )
    db.execute(
        "INSERT INTO setting VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", (_KEY, TERMS_VERSION)
    )


def term_bytes(text: str) -> tuple[bytes, bytes]:
    """The terms of a text and their counts as a file keeps them: uint32 and uint8, little-endian."""
    terms, counts = index_terms(text)
    return np.asarray(terms, "<u4").tobytes(), np.asarray(counts, np.uint8).tobytes()
