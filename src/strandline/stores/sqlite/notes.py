"""Remembered texts that were edited: versions of a note, by the statements that stand for its other words.

Such a statement belongs to no slot. Its owner is the first version of the note, which no edit removes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from itertools import count

from strandline.stores.ids import note_id
from strandline.stores.sqlite.passages import FactPassages
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.work import UserWork
from strandline.text import digest64

_COPIED = (
    "id, agent, subject, relation, polarity, confidence, valid_from, valid_to, at, zone, extractor, metadata, "
    "qualifier, subject_key, covers_from, covers_to"
)


def settle_note(work: UserWork, passages: FactPassages, note: int, change: int) -> tuple[int, str] | None:
    """Give a note the words of its last edit that is on; key and id of the new version, None where there is none."""
    db = work.db
    now = db.execute(
        "SELECT key, id, agent, at, text FROM fact WHERE id = (SELECT id FROM fact WHERE key = :note) AND slot = 0 "
        f"AND key >> 32 = :uid AND superseded_at = {FOREVER}",
        {"note": note, "uid": work.uid},
    ).fetchone()
    if now is None:
        return None
    edited = db.execute(
        "SELECT value FROM claim WHERE owner = ? AND slot = 0 AND off <= 0 ORDER BY key DESC LIMIT 1", (note,)
    ).fetchone()
    text = (edited or db.execute("SELECT text FROM fact WHERE key = ?", (note,)).fetchone())[0]
    if now[4] == text:
        return None
    previous, id, agent, at, _ = now
    db.execute("UPDATE fact SET superseded_at = ?, changed = ? WHERE key = ?", (work.now, work.touch(), previous))
    key = work.next_key()
    db.execute(
        f"INSERT INTO fact(key, value, text, digest, recorded_at, previous, change, changed, {_COPIED}) "
        f"SELECT ?, ?, ?, ?, ?, ?, ?, ?, {_COPIED} FROM fact WHERE key = ?",
        (key, text, text, digest64(text), work.now, previous, change, work.touch(), previous),
    )
    passages.write(key, text, previous, (0, 0, agent, at))
    return key, id


def note_of(db: sqlite3.Connection, uid: int, id: str) -> tuple[int, int, str] | None:
    """Key, agent and id of the first version of a note."""
    found: tuple[int, int, str] | None = db.execute(
        "SELECT key, agent, id FROM fact WHERE id = ? AND key >> 32 = ? AND slot = 0 AND previous IS NULL", (id, uid)
    ).fetchone()
    return found


def note_saying(work: UserWork, agent: int, text: str) -> tuple[str, bool]:
    """The id of an agent's note that says exactly this now, as remembered or since an edit, and True.

    Where none does, the id that a new one gets, and False.
    """
    db, agent_id = work.db, work.agent_id(agent)
    for again in count():
        id = note_id(work.user_id, agent_id, text, again)
        row = db.execute(
            f"SELECT text FROM fact WHERE id = ? AND key >> 32 = ? AND superseded_at = {FOREVER}", (id, work.uid)
        ).fetchone()
        if row is None:
            break
        if row[0] == text:
            return id, True
    edited = db.execute(
        "SELECT f.id FROM claim c JOIN fact o ON o.key = c.owner JOIN fact f ON f.id = o.id AND f.text = c.value "
        f"AND f.superseded_at = {FOREVER} WHERE c.slot = 0 AND +c.key >> 32 = ? AND c.agent = ? AND c.value = ?",
        (work.uid, agent, text),
    ).fetchone()
    return (id, False) if edited is None else (edited[0], True)


def later_versions(db: sqlite3.Connection, uid: int, notes: Collection[int]) -> set[int]:
    """Keys of the versions of these notes that came by editing."""
    found = set()
    for note in notes:
        found |= {
            row[0]
            for row in db.execute(
                "SELECT key FROM fact WHERE id = (SELECT id FROM fact WHERE key = ?) AND key >> 32 = ? AND slot = 0 "
                "AND previous IS NOT NULL",
                (note, uid),
            )
        }
    return found
