"""The two tables of `PgVectorStore`: their SQL, and how they come into being."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from strandline.errors import UnsupportedError, VectorStoreError
from strandline.vector_stores.postgres_connections import Connections, Cursor, errors, sql, statements

INDEXED_WIDTH = 2000
"""The widest vectors that pgvector can put into an HNSW index of float32."""
WALK = "SELECT set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', %s, true)"
"""The index of this transaction then proposes rows until there are enough; it weighs as many at once as it is told."""
_LOCK = int.from_bytes(blake2b(b"strandline vector stores", digest_size=8).digest(), "big", signed=True)
_ITERATIVE = (0, 8)
"""The version of pgvector that scans an HNSW index until there are enough rows."""

_STATE = """
SELECT (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'),
       (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
       to_regclass(%s) IS NOT NULL AND to_regclass(%s) IS NOT NULL
"""
_CREATE = """
CREATE TABLE IF NOT EXISTS {widths} (collection text COLLATE "C" PRIMARY KEY, dimensions integer NOT NULL);
CREATE TABLE IF NOT EXISTS {rows} (
    collection text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    embedding {vector} NOT NULL,
    body text NOT NULL,
    metadata text NOT NULL,
    labels jsonb NOT NULL,
    PRIMARY KEY (collection, id)
);
-- A vector that is stored beside its row costs a look-up for each row that is compared.
ALTER TABLE {rows} ALTER COLUMN embedding SET STORAGE MAIN;
-- Without a list of pending rows: a search would have to read it.
CREATE INDEX IF NOT EXISTS {labels} ON {rows} USING gin (labels jsonb_path_ops) WITH (fastupdate = off);
"""
_SETTLE = "INSERT INTO {widths} (collection, dimensions) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_HNSW = """
CREATE INDEX IF NOT EXISTS {name} ON {rows}
USING hnsw ((embedding::{vector}({width})) {ops}) WHERE collection = {collection}
"""
_WIDTH = "SELECT dimensions FROM {widths} WHERE collection = %s"
_UPSERT = """
INSERT INTO {rows} (collection, id, embedding, body, metadata, labels)
SELECT %(collection)s, id, embedding::{vector}, body, metadata, labels::jsonb
FROM unnest(%(ids)s::text[], %(vectors)s::text[], %(texts)s::text[], %(metadata)s::text[], %(labels)s::text[])
    AS given (id, embedding, body, metadata, labels)
ON CONFLICT (collection, id) DO UPDATE SET
    embedding = excluded.embedding, body = excluded.body, metadata = excluded.metadata, labels = excluded.labels
"""
_NEAREST = """
SELECT id, -(embedding {inner} %(query)s::{vector}), body, metadata FROM {rows}
WHERE collection = %(collection)s AND {native}
ORDER BY embedding {inner} %(query)s::{vector}, id LIMIT %(n)s
"""
_INDEXED = """
SELECT id, -(embedding {inner} %(query)s::{vector}), body, metadata FROM {rows} WHERE collection = %(collection)s
ORDER BY (embedding::{vector}({width})) {inner} %(query)s::{vector} LIMIT %(n)s
"""
_FETCH = """
SELECT id, embedding::real[], body, metadata FROM {rows} WHERE collection = %(collection)s AND id = ANY(%(ids)s::text[])
"""
# Rows are locked in the order of their ids, as an upsert locks them: two calls at once wait and do not deadlock.
_LOCKED = """
SELECT id, metadata FROM {rows} WHERE collection = %(collection)s AND id = ANY(%(ids)s::text[]) ORDER BY id FOR UPDATE
"""
_REMOVE = """
DELETE FROM {rows} WHERE collection = %(collection)s AND id IN (
    SELECT id FROM {rows} WHERE collection = %(collection)s AND {which} ORDER BY id FOR UPDATE
)
"""
_SCAN = """
SELECT id, metadata FROM {rows} WHERE collection = %(collection)s AND id > %(after)s AND {native}
ORDER BY id LIMIT %(n)s
"""
_COUNT = "SELECT count(*) FROM {rows} WHERE collection = %s"
_VALUES = """
SELECT DISTINCT labels #>> %(path)s::text[] FROM {rows}
WHERE collection = %(collection)s AND labels #> %(path)s::text[] IS NOT NULL
"""
_EVERY = sql.SQL("true")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the tables are. Made by ``prepared``; ``collection`` is as it is stored."""

    schema: str
    table: str
    collection: str
    extension: str = "public"
    version: str = ""

    def said(self, template: str, **parts: sql.Composable) -> sql.Composed:
        """SQL with parameters, about these tables and what pgvector defines, wherever that is installed."""
        home = _identifier(self.extension)
        return sql.SQL(template).format(
            rows=_identifier(self.schema, self.table),
            widths=_identifier(self.schema, f"{self.table}_widths"),
            vector=sql.SQL("{}.vector").format(home),
            inner=sql.SQL("OPERATOR({}.<#>)").format(home),
            **parts,
        )

    def regclass(self, table: str) -> str:
        """A table's name as PostgreSQL reads it in a text."""
        return sql.Identifier(self.schema, table).as_string(None)

    def nearest(self, native: sql.Composable = _EVERY) -> sql.Composed:
        """Every row that passes is compared."""
        return self.said(_NEAREST, native=native)

    def indexed(self, width: int) -> sql.Composed:
        """The rows that the HNSW index proposes."""
        return self.said(_INDEXED, width=sql.Literal(width))

    def remove(self, *, every: bool) -> sql.Composed:
        """Delete the rows of some ids, or all."""
        return self.said(_REMOVE, which=_EVERY if every else sql.SQL("id = ANY(%(ids)s::text[])"))

    def locked(self) -> sql.Composed:
        """Ids and metadata of some rows, which stay as they are until the transaction ends."""
        return self.said(_LOCKED)

    def scan(self, native: sql.Composable = _EVERY) -> sql.Composed:
        """A page of ids and metadata."""
        return self.said(_SCAN, native=native)

    def upsert(self) -> sql.Composed:
        """Store some rows."""
        return self.said(_UPSERT)

    def fetch(self) -> sql.Composed:
        """Whole rows."""
        return self.said(_FETCH)

    def count(self) -> sql.Composed:
        """How many rows the collection has."""
        return self.said(_COUNT)

    def values(self) -> sql.Composed:
        """The str values of a key."""
        return self.said(_VALUES)

    def width(self) -> sql.Composed:
        """The width of the collection."""
        return self.said(_WIDTH)


def passing(labels: Sequence[Sequence[str]]) -> tuple[sql.Composable, dict[str, Any]]:
    """What lets through the rows that have one of the labels of each group, and its parameters."""
    groups: list[sql.Composable] = []
    values: dict[str, Any] = {}
    for group in labels:
        some: list[sql.Composable] = []
        for label in group:
            name = f"label{len(values)}"
            values[name] = label
            some.append(sql.SQL("labels @> {}::jsonb").format(sql.Placeholder(name)))
        groups.append(sql.SQL("({})").format(sql.SQL(" OR ").join(some)) if some else sql.SQL("false"))
    return (sql.SQL(" AND ").join(groups) if groups else _EVERY), values


def prepared(connections: Connections, where: str, layout: Layout) -> Layout:
    """The layout with what the server says; the extension and the tables are made where they are missing.

    Many processes may do so at once: they take turns. Raises `VectorStoreError`, and `UnsupportedError` on a server
    without pgvector.
    """
    with statements(connections, where=where, atomic=False) as cursor:
        found, ready = _state(cursor, layout)
    if ready:
        return found
    with statements(connections, where=where, atomic=True) as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        found, ready = _state(cursor, layout)
        if not found.version:
            _install(cursor, where)
            found, ready = _state(cursor, layout)
        if not ready:
            _create(cursor, found)
    return found


def settled(cursor: Cursor, layout: Layout, width: int, *, hnsw: bool) -> int:
    """The width of the collection, which is ``width`` if it had none; with its HNSW index where one is asked for."""
    cursor.execute(layout.said(_SETTLE), [layout.collection, width])
    kept = stored_width(cursor, layout)
    if kept == width and hnsw:
        _index(cursor, layout, width)
    return width if kept is None else kept


def stored_width(cursor: Cursor, layout: Layout) -> int | None:
    """The width of the collection; None before its first row."""
    found = cursor.execute(layout.width(), [layout.collection]).fetchone()
    return None if found is None else int(found[0])


def _state(cursor: Cursor, layout: Layout) -> tuple[Layout, bool]:
    names = [layout.regclass(layout.table), layout.regclass(f"{layout.table}_widths")]
    row = cursor.execute(_STATE, names).fetchone()
    extension, version, there = row or (None, None, False)
    found = Layout(layout.schema, layout.table, layout.collection, extension or "public", version or "")
    return found, bool(there and version)


def _install(cursor: Cursor, where: str) -> None:
    try:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except errors.InsufficientPrivilege as exc:
        raise VectorStoreError(
            f"the database {where} has no extension 'vector', and this role may not create it; "
            "have its owner run: CREATE EXTENSION vector"
        ) from exc
    except (errors.UndefinedFile, errors.FeatureNotSupported) as exc:
        raise UnsupportedError(
            f"the server {where} has no pgvector, so it cannot keep vectors; install it there"
        ) from exc


def _create(cursor: Cursor, layout: Layout) -> None:
    schema = cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [layout.schema]).fetchone()
    if schema is None:
        cursor.execute(sql.SQL("CREATE SCHEMA {}").format(_identifier(layout.schema)), ())
    for statement in _CREATE.split(";\n"):
        if statement.strip():
            cursor.execute(layout.said(statement, labels=sql.Identifier(_named(layout, "labels"))), ())


def _index(cursor: Cursor, layout: Layout, width: int) -> None:
    if tuple(int(part) for part in layout.version.split(".")[:2]) < _ITERATIVE:
        raise UnsupportedError(f"index='hnsw' needs pgvector 0.8 or later, the server has {layout.version}")
    name = _named(layout, layout.collection)
    if _is_there(cursor, layout, name):
        return
    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    if _is_there(cursor, layout, name):
        return  # another was faster
    parts = {
        "name": sql.Identifier(name),
        "ops": sql.SQL("{}.vector_ip_ops").format(_identifier(layout.extension)),
        "collection": sql.Literal(layout.collection.replace("%", "%%")),
        "width": sql.Literal(width),
    }
    # Making one over many rows takes as long as it takes; the timeout is for the statements of every day.
    longest = cursor.execute("SELECT current_setting('statement_timeout')").fetchone()
    cursor.execute("SET LOCAL statement_timeout = 0")
    cursor.execute(layout.said(_HNSW, **parts), ())
    cursor.execute("SELECT set_config('statement_timeout', %s, true)", longest)


def _is_there(cursor: Cursor, layout: Layout, name: str) -> bool:
    return cursor.execute("SELECT to_regclass(%s)", [layout.regclass(name)]).fetchone() != (None,)


def _identifier(*names: str) -> sql.Identifier:
    """A quoted name in SQL that takes parameters, where a percent sign is written twice."""
    return sql.Identifier(*(name.replace("%", "%%") for name in names))


def _named(layout: Layout, what: str) -> str:
    """The name of an index: PostgreSQL cuts names at 63 bytes, so it is a digest of what it is for."""
    digest = blake2b(f"{layout.table}\0{what}".encode(), digest_size=12).hexdigest()
    return f"strandline_{digest}"
