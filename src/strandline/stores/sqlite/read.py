"""One snapshot of the file: each method is one statement."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.stores.base import Counts, Recalled, ScopeState
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.facts import FactReading
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.log import log_rows
from strandline.types import Fact, PassageRows, SessionInfo, StoredMessage, micros

CHUNK = 16384
"""Passages read at a time, so that loading a large user needs little memory beyond the result."""

_BOUND = 15_000
"""Ids bound to one statement, twice; SQLite allows 32,766 values. More ids in a prompt take further statements."""

_PASSAGE_COLUMNS = (
    "key, owner, kind, session, step, agent, role, at, recorded_at, digest, stop - start, "
    "traits, generation, name, terms, counts, pieces, vector, "
)


class SqliteSnapshot(FactReading):
    """A read transaction; see ``stores.base.Snapshot``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def scope(self, user_id: str, agent_id: str | None) -> ScopeState | None:
        """The user, or None for one who never wrote."""
        row = self._db.execute(
            "SELECT u.uid, u.version, u.rewrites, a.number, coalesce((SELECT CAST(value AS INTEGER) FROM setting "
            "WHERE key = 'generation'), 0), u.next_seq FROM user u "
            "LEFT JOIN agent a ON a.uid = u.uid AND a.agent_id = ? WHERE u.user_id = ?",
            (agent_id, user_id),
        ).fetchone()
        if row is None:
            return None
        agent = 0 if agent_id is None else row[3] or -1
        return ScopeState(uid=row[0], version=row[1], rewrites=row[2], agent=agent, generation=row[4], next_seq=row[5])

    def passages(
        self, uid: int, after: int, dimensions: int, generation: int, token_dimensions: int = 0
    ) -> Iterator[PassageRows]:
        """The user's passages above a sequence number, in order, in chunks."""
        low, high = key_range(uid)
        columns = _PASSAGE_COLUMNS + ("tokens" if token_dimensions else "NULL")
        cursor = self._db.execute(
            f"SELECT {columns} FROM passage WHERE key > ? AND key <= ? ORDER BY key", (low + after, high)
        )
        while rows := cursor.fetchmany(CHUNK):
            yield _columns(rows, dimensions, generation, token_dimensions)

    def recalled(self, keys: Sequence[int], known: int | None = None, said: int | None = None) -> dict[int, Recalled]:
        """The passages with these keys, with their message or fact; facts as of ``known``, by what was ``said``."""
        columns = codec.fact_columns(known=None if known is None else str(int(known)))
        found: dict[int, Recalled] = {}
        rows = self._db.execute(
            f"SELECT p.key, p.start, p.stop, {codec.MESSAGE_COLUMNS}, {columns} FROM json_each(?) j "
            "JOIN passage p ON p.key = j.value "
            f"LEFT JOIN message m ON m.key = p.owner LEFT JOIN fact f ON f.key = p.owner "
            "LEFT JOIN session s ON s.number = m.session "
            "LEFT JOIN agent a ON a.number = coalesce(m.agent, f.agent)",
            (json.dumps(list(keys)),),
        )
        for row in rows:
            message, fact = row[3:17], row[17:]
            found[row[0]] = Recalled(
                key=row[0],
                start=row[1],
                stop=row[2],
                message=None if message[0] is None else codec.to_message(message),
                fact=None if fact[0] is None else codec.to_fact(fact, said),
            )
        return found

    def metadata(self, uid: int) -> dict[int, Mapping[str, Any]]:
        """Metadata of the user's messages and facts that have any, by owner key."""
        low, high = key_range(uid)
        rows = self._db.execute(
            "SELECT key, metadata FROM message WHERE key BETWEEN :low AND :high AND metadata IS NOT NULL UNION ALL "
            "SELECT key, metadata FROM fact WHERE key BETWEEN :low AND :high AND metadata IS NOT NULL",
            {"low": low, "high": high},
        )
        return {key: codec.as_mapping(codec.load(text)) for key, text in rows}

    def session_numbers(self, uid: int, session_id: str, agent: int) -> dict[int, int]:
        """Number -> last step of the sessions of that id which this agent may read."""
        rows = self._db.execute(
            "SELECT number, last_step FROM session WHERE uid = ? AND session_id = ? AND agent IN (0, ?)",
            (uid, session_id, agent),
        )
        return dict(rows.fetchall())

    def sequence_numbers(self, uid: int, ids: Collection[str]) -> set[int]:
        """Sequence numbers of the messages and facts with these public ids; unknown ids are left out."""
        low, high = key_range(uid)
        wanted, found = sorted(set(ids)), set[int]()
        for start in range(0, max(1, len(wanted)), _BOUND):
            part = wanted[start : start + _BOUND]
            marks = ", ".join("?" * len(part))  # bound one by one: JSON would cut an id at a NUL
            rows = self._db.execute(
                f"SELECT key FROM message WHERE id IN ({marks}) AND key BETWEEN ? AND ? UNION ALL "
                f"SELECT key FROM fact WHERE id IN ({marks}) AND key BETWEEN ? AND ?",
                (*part, low, high, *part, low, high),
            )
            found.update(row[0] & 0xFFFFFFFF for row in rows)
        return found

    def around(self, spans: Sequence[tuple[int, int, int]]) -> list[tuple[int, StoredMessage]]:
        """(session number, message) with a step inside any of the (session, low, high) spans, ordered."""
        rows = self._db.execute(
            f"SELECT DISTINCT m.session, {codec.MESSAGE_COLUMNS} FROM json_each(?) j "
            "JOIN message m ON m.session = json_extract(j.value, '$[0]') "
            "AND m.step BETWEEN json_extract(j.value, '$[1]') AND json_extract(j.value, '$[2]') "
            f"{codec.MESSAGE_JOINS} ORDER BY m.session, m.step",
            (json.dumps([list(span) for span in spans]),),
        )
        return [(row[0], codec.to_message(row[1:])) for row in rows]

    def calls(self, sessions: Collection[int], ids: Collection[str]) -> list[tuple[int, StoredMessage]]:
        """(session number, message), ordered: the tool calls of these ids with all their results, and results."""
        rows = self._db.execute(
            "WITH wanted(id) AS (SELECT value FROM json_each(:ids)), made(session, key, id) AS MATERIALIZED ("
            "  SELECT m.session, m.key, CASE c.type WHEN 'object' THEN json_extract(c.value, '$.id') END "
            "  FROM json_each(:sessions) j JOIN message m ON m.session = j.value JOIN json_each(m.tool_calls) c "
            "  WHERE m.tool_calls IS NOT NULL), "
            "caller(key) AS (SELECT key FROM made WHERE id IN wanted), "
            "answered(session, id) AS (SELECT session, id FROM made WHERE key IN caller "
            "  UNION SELECT j.value, w.id FROM json_each(:sessions) j JOIN wanted w) "
            f"SELECT m.session, {codec.MESSAGE_COLUMNS} FROM message m {codec.MESSAGE_JOINS} "
            "WHERE m.session IN (SELECT value FROM json_each(:sessions)) AND (m.key IN caller "
            "  OR (m.tool_call_id IS NOT NULL AND (m.session, m.tool_call_id) IN answered)) ORDER BY m.session, m.step",
            {"sessions": json.dumps(sorted(sessions)), "ids": json.dumps(sorted(ids))},
        )
        return [(row[0], codec.to_message(row[1:])) for row in rows]

    def tail(self, numbers: Collection[int], upto: int) -> Iterator[tuple[int, str]]:
        """(step, text) of the messages of these sessions, from step ``upto`` downwards."""
        rows = self._db.execute(
            "SELECT step, coalesce(content, '') || coalesce(tool_calls, '') FROM message "
            "WHERE session IN (SELECT value FROM json_each(?)) AND step <= ? ORDER BY step DESC",
            (json.dumps(sorted(numbers)), upto),
        )
        yield from rows

    def get(self, uid: int, id: str, agent: int) -> StoredMessage | Fact | None:
        """One row by its public id."""
        low, high = key_range(uid)
        row = self._db.execute(
            f"SELECT {codec.MESSAGE_COLUMNS}, {codec.fact_columns(reader=':agent')} FROM (SELECT :id AS id) q "
            "LEFT JOIN message m ON m.id = q.id AND m.key BETWEEN :low AND :high AND m.agent IN (0, :agent) "
            "LEFT JOIN fact f ON f.key = (SELECT key FROM fact WHERE id = :id AND key BETWEEN :low AND :high "
            "  AND agent IN (0, :agent) ORDER BY superseded_at DESC, key DESC LIMIT 1) "
            "LEFT JOIN session s ON s.number = m.session "
            "LEFT JOIN agent a ON a.number = coalesce(m.agent, f.agent)",
            {"id": id, "low": low, "high": high, "agent": agent},
        ).fetchone()
        if row[0] is not None:
            return codec.to_message(row[:14])
        return None if row[14] is None else codec.to_fact(row[14:])

    def messages(
        self, uid: int, agent: int | None, *, session_id: str | None, after_step: int, after_key: int, limit: int
    ) -> list[tuple[int, StoredMessage]]:
        """(key, message) in the order they were stored; agent None reads all agents'."""
        low, high = key_range(uid)
        # The unary plus keeps the planner from walking all the user's keys when one session is asked for.
        key = "m.key" if session_id is None else "+m.key"
        of_session = (
            ""
            if session_id is None
            else "AND m.session IN (SELECT number FROM session WHERE uid = :uid AND session_id = :session)"
        )
        rows = self._db.execute(
            f"SELECT {codec.MESSAGE_COLUMNS} FROM message m {codec.MESSAGE_JOINS} "
            f"WHERE {key} > :after AND {key} <= :high AND m.step > :after_step "
            f"AND (:agent IS NULL OR m.agent IN (0, :agent)) {of_session} "
            f"ORDER BY {key} LIMIT :most",
            {
                "after": max(low - 1, after_key),
                "high": high,
                "after_step": after_step,
                "agent": agent,
                "most": limit,
                "uid": uid,
                "session": session_id,
            },
        )
        return [(row[0], codec.to_message(row)) for row in rows]

    def sessions(self, uid: int, agent: int | None) -> list[SessionInfo]:
        """The sessions this agent may read that hold messages, in the order they began."""
        rows = self._db.execute(
            "SELECT s.session_id, a.agent_id, count(*), s.last_step, min(m.at), max(m.at) FROM session s "
            "JOIN message m ON m.session = s.number LEFT JOIN agent a ON a.number = s.agent "
            "WHERE s.uid = :uid AND (:agent IS NULL OR s.agent IN (0, :agent)) GROUP BY s.number ORDER BY s.number",
            {"uid": uid, "agent": agent},
        )
        return [
            SessionInfo(
                session_id=session,
                agent_id=agent_id,
                messages=count,
                last_step=last,
                first_at=codec.moment(first),
                last_at=codec.moment(final),
            )
            for session, agent_id, count, last, first, final in rows
        ]

    def session_rows(self, uid: int) -> list[tuple[str | None, str, int]]:
        """(agent, session, last step) of all the user's sessions, in the order they began."""
        return self._db.execute(
            "SELECT a.agent_id, s.session_id, s.last_step FROM session s LEFT JOIN agent a ON a.number = s.agent "
            "WHERE s.uid = ? ORDER BY s.number",
            (uid,),
        ).fetchall()

    def notes(self, uid: int, *, after_key: int, limit: int) -> list[tuple[int, Fact]]:
        """(key, note) of all agents as first remembered, in the order they were stored."""
        low, high = key_range(uid)
        rows = self._db.execute(
            f"SELECT {codec.fact_columns()} FROM fact f {codec.FACT_JOINS} WHERE f.key > ? AND f.key <= ? "
            "AND f.slot = 0 AND f.previous IS NULL ORDER BY f.key LIMIT ?",
            (max(low - 1, after_key), high, limit),
        )
        return [(row[0], codec.to_fact(row)) for row in rows]

    def log(self, uid: int) -> Iterator[dict[str, Any]]:
        """The user's statements, changes, blocked words and versions of facts as plain rows, in a fixed order."""
        return log_rows(self._db, uid)

    def tombstones(self) -> Iterator[bytes]:
        """Digests of rows that were forgotten, ascending."""
        yield from (row[0] for row in self._db.execute("SELECT digest FROM tombstone ORDER BY digest"))

    def users(self) -> list[str]:
        """All user ids, in the order they first wrote."""
        return [row[0] for row in self._db.execute("SELECT user_id FROM user ORDER BY uid")]

    def texts_since(self, moment: datetime) -> Iterator[str]:
        """Texts and names of all users' rows that were stored after a time."""
        rows = self._db.execute(
            "SELECT coalesce(name, '') || ' ' || coalesce(content, '') FROM message WHERE recorded_at > :moment "
            "UNION ALL SELECT text FROM fact WHERE recorded_at > :moment",
            {"moment": micros(moment)},
        )
        yield from (row[0] for row in rows)

    def counts(self, uid: int | None) -> Counts:
        """Totals of the store, or of one user."""
        low, high = (0, 2**63 - 1) if uid is None else key_range(uid)
        row = self._db.execute(
            "SELECT (SELECT count(*) FROM user WHERE :uid IS NULL OR uid = :uid), "
            "(SELECT count(DISTINCT session) FROM message WHERE key BETWEEN :low AND :high), "
            "(SELECT count(*) FROM message WHERE key BETWEEN :low AND :high), "
            "(SELECT count(*) FROM fact WHERE key BETWEEN :low AND :high AND superseded_at = 9223372036854775807), "
            "(SELECT count(*) FROM passage WHERE key BETWEEN :low AND :high), "
            "(SELECT count(*) FROM passage WHERE key BETWEEN :low AND :high AND generation <> "
            "  coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'generation'), 0)), "
            "(SELECT coalesce(sum(length(CAST(content AS BLOB))), 0) FROM message WHERE key BETWEEN :low AND :high)",
            {"low": low, "high": high, "uid": uid},
        ).fetchone()
        return Counts(
            users=row[0],
            sessions=row[1],
            messages=row[2],
            facts=row[3],
            passages=row[4],
            vectors_pending=row[5],
            text_bytes=row[6],
        )


def _columns(rows: list[tuple[Any, ...]], dimensions: int, generation: int, token_dimensions: int) -> PassageRows:
    """Turn rows into columns. A vector of another generation, or none, becomes zeros with scale 0, its tokens none."""
    (key, owner, kind, session, step, agent, role, at, recorded, digest, size, traits, made, names, *blobs) = zip(
        *rows, strict=True
    )
    terms, counts, pieces, vectors, words = blobs
    row_bytes = 4 + dimensions
    empty = bytes(row_bytes)
    packed = b"".join(
        vector if vector is not None and number == generation and len(vector) == row_bytes else empty
        for vector, number in zip(vectors, made, strict=True)
    )
    table = np.frombuffer(packed, np.uint8).reshape(len(rows), row_bytes)
    width = max(1, token_dimensions)
    tokens = tuple(
        blob if blob is not None and number == generation and len(blob) % width == 0 else b""
        for blob, number in zip(words, made, strict=True)
    )
    return PassageRows(
        seq=np.array(key, np.int64) & 0xFFFFFFFF,
        message=np.array(owner, np.int64) & 0xFFFFFFFF,
        kind=np.array(kind, np.int8),
        session=np.array(session, np.int32),
        step=np.array(step, np.int32),
        agent=np.array(agent, np.int32),
        role=np.array(role, np.int8),
        at=np.array(at, np.int64),
        recorded_at=np.array(recorded, np.int64),
        digest=np.array(digest, np.int64),
        size=np.array(size, np.int32),
        traits=np.array(traits, np.int16),
        names=tuple(names),
        term_ends=_ends(terms, 4),
        terms=np.frombuffer(b"".join(terms), "<u4"),
        counts=np.frombuffer(b"".join(counts), np.uint8),
        piece_ends=_ends(pieces, 2),
        pieces=np.frombuffer(b"".join(pieces), "<u2"),
        token_ends=_ends(tokens, width),
        tokens=np.frombuffer(b"".join(tokens), np.int8).reshape(sum(map(len, tokens)) // width, token_dimensions),
        vectors=np.ascontiguousarray(table[:, 4:]).view(np.int8),
        scale=np.ascontiguousarray(table[:, :4]).view("<f4").reshape(len(rows)),
    )


def _ends(blobs: tuple[bytes, ...], width: int) -> NDArray[np.int64]:
    sizes = np.fromiter(map(len, blobs), np.int64, len(blobs))
    return np.cumsum(sizes // width)


__all__ = ["SqliteSnapshot", "key_range"]
