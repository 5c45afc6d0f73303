"""Removing rows, and proving that nothing of their text is left.

SQLite zeroes what it deletes (secure_delete), but moving rows between pages can leave copies in the unused part of a
page, so the bytes of the file are searched afterwards and the file is rebuilt (VACUUM) when something is found.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from strandline.stores.base import Selection
from strandline.stores.ids import tombstone
from strandline.stores.sqlite.read import key_range
from strandline.text.traces import SHORTEST_IN_FILES, raw_words
from strandline.types import micros

_TEXT_COLUMNS = {
    "message": ("content", "name", "metadata", "tool_calls", "tool_call_id", "id"),
    "fact": ("subject", "relation", "value", "text", "metadata", "id"),
}
"""Where text of users stands. The ids of users, agents and sessions are checked by name below."""
MANY = 128
"""With more needles than this the file is rebuilt without searching it first."""


@dataclass(slots=True)
class Removal:
    """What one forget takes away: keys, public ids, and the texts, kept only until the digests are made."""

    uid: int
    messages: dict[int, str] = field(default_factory=dict)
    facts: dict[int, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    blobs: list[tuple[bytes, ...]] = field(default_factory=list)
    """What was indexed of the texts: word pieces, terms, vector."""
    vectors: set[bytes] = field(default_factory=set)
    """Parts of the vectors that no remaining passage has."""

    def __bool__(self) -> bool:
        # Forgetting everything also removes the ids of agents and sessions whose rows went before.
        return bool(self.messages or self.facts or self.texts or self.words)


def select(db: sqlite3.Connection, uid: int, selection: Selection) -> Removal:
    """Find the messages a selection names, the facts that stand on them alone, and the notes it names."""
    removal = Removal(uid=uid)
    low, high = key_range(uid)
    for table, found in (("message", removal.messages), ("fact", removal.facts)):
        where, values = _where(table, selection)
        if where is not None:
            rows = db.execute(
                f"SELECT key, id FROM {table} t WHERE key BETWEEN ? AND ? AND {where}", (low, high, *values)
            )
            found.update(rows.fetchall())
    rows = db.execute(
        "SELECT key, id FROM fact WHERE key IN "
        "(SELECT fact FROM source WHERE message IN (SELECT value FROM json_each(:messages))) "
        "AND key NOT IN (SELECT fact FROM source WHERE message NOT IN (SELECT value FROM json_each(:messages)))",
        {"messages": json.dumps(list(removal.messages))},
    )
    removal.facts.update(rows.fetchall())
    return removal


def _where(table: str, selection: Selection) -> tuple[str | None, tuple[object, ...]]:
    if selection.everything:
        return "1", ()
    if selection.id is not None:
        return "id = ?", (selection.id,)
    if selection.before is not None:
        return "at < ?", (micros(selection.before),)
    if selection.session_id is not None:
        if table == "fact":
            return None, ()
        return "session IN (SELECT number FROM session WHERE uid = key >> 32 AND session_id = ?)", (
            selection.session_id,
        )
    phrase = str(selection.phrase)
    inside_json = json.dumps(phrase, ensure_ascii=False)[1:-1]
    values = [inside_json if column in ("metadata", "tool_calls") else phrase for column in _TEXT_COLUMNS[table]]
    return "(" + " OR ".join(f"instr({column}, ?) > 0" for column in _TEXT_COLUMNS[table]) + ")", tuple(values)


def remove(db: sqlite3.Connection, removal: Removal, user_id: str, *, everything: bool) -> None:
    """Delete the rows and all that hangs on them, inside the caller's transaction."""
    uid = removal.uid
    low, high = key_range(uid)
    owners = json.dumps([*removal.messages, *removal.facts])
    messages, facts = json.dumps(list(removal.messages)), json.dumps(list(removal.facts))
    for table, keys in (("message", messages), ("fact", facts)):
        rows = db.execute(
            f"SELECT id, recorded_at, {', '.join(_TEXT_COLUMNS[table])} FROM {table} "
            "WHERE key IN (SELECT value FROM json_each(?))",
            (keys,),
        ).fetchall()
        removal.texts += [text for row in rows for text in row[2:] if text]
        db.executemany(
            "INSERT INTO tombstone VALUES (?) ON CONFLICT DO NOTHING", [(tombstone(user_id, r[0], r[1]),) for r in rows]
        )
    removal.blobs = db.execute(
        "SELECT pieces, terms, coalesce(vector, x'') FROM passage WHERE owner IN (SELECT value FROM json_each(?))",
        (owners,),
    ).fetchall()
    db.execute("DELETE FROM source WHERE message IN (SELECT value FROM json_each(?))", (messages,))
    db.execute("DELETE FROM source WHERE fact IN (SELECT value FROM json_each(?))", (facts,))
    db.execute("DELETE FROM passage WHERE owner IN (SELECT value FROM json_each(?))", (owners,))
    db.execute("DELETE FROM message WHERE key IN (SELECT value FROM json_each(?))", (messages,))
    db.execute("DELETE FROM fact WHERE key IN (SELECT value FROM json_each(?))", (facts,))
    db.execute("UPDATE user SET version = version + 1, rewrites = rewrites + 1 WHERE uid = ?", (uid,))
    if everything:
        removal.texts += [
            row[0]
            for row in db.execute(
                "SELECT session_id FROM session WHERE uid = :uid UNION ALL SELECT agent_id FROM agent WHERE uid = :uid "
                "UNION ALL SELECT user_id FROM user WHERE uid = :uid",
                {"uid": uid},
            )
        ]
        for table in ("session", "agent", "user"):
            db.execute(f"DELETE FROM {table} WHERE uid = ?", (uid,))
        db.execute("DELETE FROM passage WHERE key BETWEEN ? AND ?", (low, high))
    _keep_what_only_they_had(db, removal)


def _keep_what_only_they_had(db: sqlite3.Connection, removal: Removal) -> None:
    """Narrow texts and words to those that no remaining row of the store has."""
    words = both_cases(word for text in removal.texts for word in raw_words(text))
    texts = {text.strip() for text in removal.texts}  # as digests see them: without white space at the ends
    for text in remaining_texts(db):
        texts.discard(text.strip())
        if words:
            words.difference_update(both_cases(raw_words(text)))
    removal.texts, removal.words = sorted(texts), words
    removal.vectors = {part for blobs in removal.blobs if (part := vector_part(blobs[2]))}
    if removal.vectors:
        rows = db.execute("SELECT vector FROM passage WHERE vector IS NOT NULL")
        removal.vectors.difference_update(vector_part(row[0]) for row in rows)


def vector_part(blob: bytes) -> bytes:
    """The part of a stored vector by which it is known again in a file; nothing of one that is all zeros."""
    part = blob[4:36]
    return part if any(part) and len(part) >= SHORTEST_IN_FILES else b""


def both_cases(words: Iterable[str]) -> set[str]:
    """The words as they are and folded, as caches hold them."""
    written = set(words)
    return written | {word.casefold() for word in written}


def remaining_texts(db: sqlite3.Connection) -> Iterator[str]:
    """Every text the store still holds, of all users."""
    for table, columns in _TEXT_COLUMNS.items():
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}"):
            yield from (text for text in row if text)
    for (text,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"):
        yield text
    for column, table in (("user_id", "user"), ("agent_id", "agent"), ("session_id", "session"), ("value", "setting")):
        for (text,) in db.execute(f"SELECT {column} FROM {table}"):
            yield text


def needles(removal: Removal) -> list[bytes] | None:
    """Byte strings whose absence shows that the texts are gone; None when there are too many to look for one by one."""
    found = {word.encode("utf-8") for word in removal.words if len(word) >= 4}
    for text in removal.texts:
        data = text.encode("utf-8")
        if len(data) >= 8:
            found.update(data[start : start + 48] for start in {0, len(data) // 2, max(0, len(data) - 48)})
    for blob in chain.from_iterable(removal.blobs):
        found.update(blob[start : start + 24] for start in range(0, len(blob), 64) if len(blob) - start >= 12)
    return sorted(found) if len(found) <= MANY else None


def stand_in(pieces: Iterable[bytes], patterns: Iterable[bytes]) -> bool:
    """Tell whether any of the byte strings is in a file that is given piece by piece."""
    wanted = list(patterns)
    overlap = max(map(len, wanted), default=1)
    rest = b""
    for piece in pieces:
        data = rest + piece
        if any(pattern in data for pattern in wanted):
            return True
        rest = data[-overlap:]
    return False
