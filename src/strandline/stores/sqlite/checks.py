"""Integrity: what must hold between rows, indexes and vectors."""

from __future__ import annotations

import sqlite3

import numpy as np

from strandline.text import digest64, document, index_terms, passages

_RULES = {
    "messages without a session": "SELECT count(*) FROM message m WHERE NOT EXISTS "
    "(SELECT 1 FROM session s WHERE s.number = m.session AND s.uid = m.key >> 32)",
    "messages above their session's last step": "SELECT count(*) FROM message m JOIN session s "
    "ON s.number = m.session WHERE m.step > s.last_step OR m.step < 1",
    "rows of no user": "SELECT count(*) FROM (SELECT DISTINCT key >> 32 AS uid FROM message UNION "
    "SELECT DISTINCT key >> 32 FROM fact) k WHERE NOT EXISTS (SELECT 1 FROM user u WHERE u.uid = k.uid)",
    "keys a user has not given out yet": "SELECT count(*) FROM user u WHERE next_seq <= "
    "coalesce((SELECT max(key) & 4294967295 FROM passage p "
    "WHERE p.key BETWEEN u.uid << 32 AND (u.uid << 32) + 4294967295), 0)",
    "passages without an owner": "SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT 1 FROM message m "
    "WHERE m.key = p.owner) AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.key = p.owner)",
    "passages that disagree with their message": "SELECT count(*) FROM passage p JOIN message m ON m.key = p.owner "
    "WHERE p.session <> m.session OR p.step <> m.step OR p.agent <> m.agent OR p.role <> m.role OR p.at <> m.at "
    "OR p.recorded_at <> m.recorded_at OR p.digest <> m.digest OR p.name IS NOT m.name",
    "sources without a fact or message": "SELECT count(*) FROM source s WHERE NOT EXISTS (SELECT 1 FROM fact f "
    "WHERE f.key = s.fact) OR NOT EXISTS (SELECT 1 FROM message m WHERE m.key = s.message)",
}


def problems(db: sqlite3.Connection, generation: int) -> list[str]:
    """A line for each thing that is wrong; empty when all is well. Reads every row."""
    found = [f"file: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    for name, sql in _RULES.items():
        count = db.execute(sql).fetchone()[0]
        if count:
            found.append(f"{name}: {count}")
    found += _texts(db)
    broken = db.execute(
        "SELECT count(*) FROM passage WHERE generation = ? AND generation > 0 AND "
        "(vector IS NULL OR length(vector) <> 4 + "
        "(SELECT json_extract(value, '$.dimensions') FROM setting WHERE key = 'embedder'))",
        (generation,),
    ).fetchone()[0]
    if broken:
        found.append(f"vectors of the wrong size: {broken}")
    return found


def _texts(db: sqlite3.Connection) -> list[str]:
    """Compare what is indexed with what the texts say."""
    wrong = {"texts that differ from their digest": 0, "passages that differ from their text": 0}
    owners = db.execute(
        "SELECT key, content, digest, name FROM message WHERE content IS NOT NULL UNION ALL "
        "SELECT key, text, digest, NULL FROM fact ORDER BY 1"
    )
    indexed = db.execute("SELECT owner, start, stop, terms, counts FROM passage ORDER BY owner, key")
    row = indexed.fetchone()
    for key, text, digest, name in owners:
        wrong["texts that differ from their digest"] += bool(digest) and digest != digest64(text)
        stored = []
        while row is not None and row[0] <= key:
            if row[0] == key:
                stored.append(row[1:])
            row = indexed.fetchone()
        wrong["passages that differ from their text"] += stored != [
            (start, stop, *_terms(document(text[start:stop], name))) for start, stop in passages(text)
        ]
    return [f"{name}: {count}" for name, count in wrong.items() if count]


def _terms(text: str) -> tuple[bytes, bytes]:
    terms, counts = index_terms(text)
    return np.asarray(terms, "<u4").tobytes(), np.asarray(counts, np.uint8).tobytes()
