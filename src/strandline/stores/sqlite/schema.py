"""The tables, as migrations that are appended and never edited."""

from __future__ import annotations

import sqlite3

from strandline.errors import NotAStoreError, SchemaError

APPLICATION_ID = 0x53544C4E  # "STLN"
"""Written into the file's header: tells our files from other programs'."""

FOREVER = 2**63 - 1
"""Stands for "no end" in time columns, so that one comparison serves both cases."""

_FIRST = """
CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- version grows with each write of the user, rewrites when rows were changed or removed: the cache keys.
-- latest is the time of the user's last transaction: a later one is never before it.
CREATE TABLE user(
  uid INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL UNIQUE,
  next_seq INTEGER NOT NULL DEFAULT 1, version INTEGER NOT NULL DEFAULT 0, rewrites INTEGER NOT NULL DEFAULT 0,
  latest INTEGER NOT NULL DEFAULT 0, recorded_at INTEGER NOT NULL
) STRICT;

CREATE TABLE agent(
  number INTEGER PRIMARY KEY AUTOINCREMENT, uid INTEGER NOT NULL, agent_id TEXT NOT NULL,
  recorded_at INTEGER NOT NULL, UNIQUE(uid, agent_id)
) STRICT;

-- last_step only grows: the step of a forgotten message stays unused.
CREATE TABLE session(
  number INTEGER PRIMARY KEY AUTOINCREMENT, uid INTEGER NOT NULL, agent INTEGER NOT NULL, session_id TEXT NOT NULL,
  last_step INTEGER NOT NULL DEFAULT 0, recorded_at INTEGER NOT NULL, UNIQUE(uid, session_id, agent)
) STRICT;

CREATE TABLE message(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, session INTEGER NOT NULL, step INTEGER NOT NULL, agent INTEGER NOT NULL,
  role INTEGER NOT NULL, name TEXT, at INTEGER NOT NULL, zone INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
  digest INTEGER NOT NULL, tool_call_id TEXT, tool_calls TEXT, metadata TEXT, content TEXT
) STRICT;
CREATE INDEX message_id ON message(id);
CREATE UNIQUE INDEX message_step ON message(session, step);

-- Valid time and transaction time; nothing but forgetting removes a row.
CREATE TABLE fact(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, agent INTEGER NOT NULL,
  subject TEXT NOT NULL, relation TEXT NOT NULL, value TEXT NOT NULL, text TEXT NOT NULL,
  polarity INTEGER NOT NULL DEFAULT 1, confidence REAL NOT NULL DEFAULT 1.0,
  valid_from INTEGER, valid_to INTEGER, at INTEGER NOT NULL, zone INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, superseded_at INTEGER NOT NULL DEFAULT 9223372036854775807,
  previous INTEGER, extractor TEXT, digest INTEGER NOT NULL, metadata TEXT
) STRICT;
CREATE INDEX fact_id ON fact(id);

-- The words a fact was read from: a span of a message.
CREATE TABLE source(
  fact INTEGER NOT NULL, message INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
  PRIMARY KEY(fact, message, start)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_message ON source(message);

-- What recall reads: one range scan per user. The columns of the owner it needs stand here again on purpose:
-- loading 10,000 rows must not touch their texts.
CREATE TABLE passage(
  key INTEGER PRIMARY KEY, owner INTEGER NOT NULL, kind INTEGER NOT NULL, session INTEGER NOT NULL,
  step INTEGER NOT NULL, agent INTEGER NOT NULL, role INTEGER NOT NULL, at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, digest INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
  name TEXT, terms BLOB NOT NULL, counts BLOB NOT NULL, pieces BLOB NOT NULL,
  generation INTEGER NOT NULL, vector BLOB
) STRICT;
CREATE INDEX passage_owner ON passage(owner);

-- Digests of rows that were forgotten, so that an import of an old export does not bring them back.
CREATE TABLE tombstone(digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""Migration i takes a file from schema version i to i + 1. Append; never edit one that was released."""


def migrate(connection: sqlite3.Connection, path: str) -> None:
    """Bring the schema to this library's version. The caller holds the write lock.

    Raises SchemaError for a newer file and NotAStoreError for another program's.
    """
    version = _version(connection, path)
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version, len(MIGRATIONS)):
            for statement in _statements(MIGRATIONS[number]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_current(connection: sqlite3.Connection, path: str) -> bool:
    """Tell whether nothing needs migrating; raises as migrate does."""
    return _version(connection, path) == len(MIGRATIONS)


def _version(connection: sqlite3.Connection, path: str) -> int:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION_ID:
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application or version or tables:
            raise NotAStoreError(f"{path} is a SQLite file of another program; choose another path")
        return 0
    if version > len(MIGRATIONS):
        raise SchemaError(path=path, got=version, want=len(MIGRATIONS))
    return version


def _statements(script: str) -> list[str]:
    found: list[str] = []
    current = ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    return found
