"""The tables, as migrations that are appended and never edited."""

from __future__ import annotations

import sqlite3

from strandline.errors import NotAStoreError, SchemaError
from strandline.sqlite import STORE_ID

APPLICATION_ID = STORE_ID
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

_SECOND = """
-- Statements read from words: what is believed is a function of those that are on (off <= 0).
-- owner is the message (or note) that it was read from, 0 for none. slot and line are digests of what it is about, by
-- which it meets others; line is 0 when it concerns the whole slot. subject_key follows merges.
CREATE TABLE claim(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, agent INTEGER NOT NULL, owner INTEGER NOT NULL, step INTEGER NOT NULL,
  start INTEGER NOT NULL, stop INTEGER NOT NULL, subject TEXT NOT NULL, relation TEXT NOT NULL, qualifier TEXT,
  value TEXT NOT NULL, polarity INTEGER NOT NULL, act TEXT NOT NULL, valid_from INTEGER, valid_to INTEGER,
  since TEXT NOT NULL, over INTEGER NOT NULL, beside INTEGER NOT NULL, generic INTEGER NOT NULL, loose INTEGER NOT NULL,
  replaces TEXT, text TEXT NOT NULL, confidence REAL NOT NULL, extractor TEXT NOT NULL, at INTEGER NOT NULL,
  zone INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
  subject_key TEXT NOT NULL, slot INTEGER NOT NULL, line INTEGER NOT NULL, off INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX claim_id ON claim(id);
CREATE INDEX claim_slot ON claim(slot, at, step);
CREATE INDEX claim_line ON claim(line, at, step) WHERE line <> 0;
CREATE INDEX claim_wide ON claim(slot, at, step) WHERE line = 0;
CREATE INDEX claim_kind ON claim(slot) WHERE generic = 1;
CREATE INDEX claim_owner ON claim(owner);
CREATE INDEX claim_subject ON claim(key >> 32, subject_key);

-- Which claims a version of a fact rests on, and when they did.
CREATE TABLE support(
  fact INTEGER NOT NULL, claim INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
  superseded_at INTEGER NOT NULL DEFAULT 9223372036854775807, PRIMARY KEY(fact, claim, recorded_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX support_claim ON support(claim);

-- The log of what was learned and taken back. facts and ended are lists of ids of facts.
CREATE TABLE change(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, agent INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
  subject TEXT NOT NULL, relation TEXT NOT NULL, facts TEXT NOT NULL DEFAULT '[]', ended TEXT NOT NULL DEFAULT '[]',
  owner INTEGER NOT NULL, undoes INTEGER, undone INTEGER NOT NULL DEFAULT 0, recorded_at INTEGER NOT NULL
) STRICT;
CREATE INDEX change_id ON change(id);
CREATE INDEX change_owner ON change(owner);
CREATE INDEX change_undoes ON change(undoes) WHERE undoes IS NOT NULL;

-- What a change switched: a claim or an alias, by -1 on and by +1 off.
CREATE TABLE effect(
  change INTEGER NOT NULL, target INTEGER NOT NULL, delta INTEGER NOT NULL, PRIMARY KEY(change, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX effect_target ON effect(target);

-- Subjects that are taken for one: subject_key is a part of into_key, which is shown as shown.
CREATE TABLE alias(
  key INTEGER PRIMARY KEY, agent INTEGER NOT NULL, subject_key TEXT NOT NULL, into_key TEXT NOT NULL,
  shown TEXT NOT NULL, recorded_at INTEGER NOT NULL, off INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX alias_subject ON alias(subject_key);

-- Words of messages of which a fact was forgotten: nothing is read from them again.
CREATE TABLE block(
  message INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, PRIMARY KEY(message, start, stop)
) STRICT, WITHOUT ROWID;

-- The words that a fact was read from are those of its claims.
DROP TABLE source;

-- A version decides by covers_from and covers_to; valid_from and valid_to are shown. change made it. changed is the
-- user's sequence number when it was last touched. at, zone, session and step are those of its latest source, root is
-- the id of the claim that it began with.
ALTER TABLE fact ADD COLUMN qualifier TEXT;
ALTER TABLE fact ADD COLUMN subject_key TEXT NOT NULL DEFAULT 'user';
ALTER TABLE fact ADD COLUMN covers_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN covers_to INTEGER NOT NULL DEFAULT 9223372036854775807;
ALTER TABLE fact ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN line INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN stance INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN root TEXT;
ALTER TABLE fact ADD COLUMN change INTEGER;
ALTER TABLE fact ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN session INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
UPDATE fact SET covers_from = at, changed = key & 4294967295;
CREATE INDEX fact_slot ON fact(slot) WHERE slot <> 0 AND superseded_at = 9223372036854775807;
CREATE INDEX fact_line ON fact(line, superseded_at, covers_to) WHERE line <> 0;
CREATE INDEX fact_empty ON fact(line, stance) WHERE covers_from >= covers_to;
CREATE INDEX fact_about ON fact(key >> 32, subject_key, relation);
CREATE INDEX fact_known ON fact(key >> 32, relation)
  WHERE superseded_at = 9223372036854775807 AND covers_to = 9223372036854775807;
CREATE INDEX fact_changed ON fact(key >> 32, changed);
CREATE INDEX fact_previous ON fact(previous) WHERE previous IS NOT NULL;
"""

_TOKENS = """
-- Vectors of the passage's single words, end to end, one signed byte a number; NULL under an embedder without them.
ALTER TABLE passage ADD COLUMN tokens BLOB;
"""

_TRAITS = """
-- What kind of thing a passage is by its form, as text.traits writes it; 0 in rows of earlier versions.
ALTER TABLE passage ADD COLUMN traits INTEGER NOT NULL DEFAULT 0;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _TOKENS, _TRAITS)
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
