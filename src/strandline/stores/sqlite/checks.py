"""Integrity: what must hold between rows, indexes and vectors."""

from __future__ import annotations

import sqlite3

from strandline.stores.sqlite.beliefs import Beliefs
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.sqlite.terms import term_bytes
from strandline.text import digest64, document, passages

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
    "statements without their message": "SELECT count(*) FROM claim c WHERE c.owner <> 0 AND NOT EXISTS "
    "(SELECT 1 FROM message m WHERE m.key = c.owner) AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.key = c.owner)",
    "supports without a fact or statement": "SELECT count(*) FROM support s WHERE NOT EXISTS (SELECT 1 FROM fact f "
    "WHERE f.key = s.fact AND f.slot <> 0) OR NOT EXISTS (SELECT 1 FROM claim c WHERE c.key = s.claim)",
    "facts that rest on nothing": "SELECT count(*) FROM fact f WHERE f.slot <> 0 AND NOT EXISTS "
    "(SELECT 1 FROM support s WHERE s.fact = f.key)",
    "facts that rest on statements which are off": "SELECT count(*) FROM fact f JOIN support s ON s.fact = f.key "
    "JOIN claim c ON c.key = s.claim WHERE f.superseded_at = 9223372036854775807 "
    "AND s.superseded_at = 9223372036854775807 AND c.off > 0",
    "facts without the change that made them": "SELECT count(*) FROM fact f WHERE f.slot <> 0 AND NOT EXISTS "
    "(SELECT 1 FROM change x WHERE x.key = f.change)",
    "statements that the change log does not explain": "SELECT count(*) FROM claim c WHERE c.off <> 1 + "
    "coalesce((SELECT sum(e.delta) FROM effect e WHERE e.target = c.key), 0)",
    "merges that the change log does not explain": "SELECT count(*) FROM alias l WHERE l.off <> 1 + "
    "coalesce((SELECT sum(e.delta) FROM effect e WHERE e.target = l.key), 0)",
    "effects without a change or target": "SELECT count(*) FROM effect e WHERE NOT EXISTS (SELECT 1 FROM change x "
    "WHERE x.key = e.change) OR (NOT EXISTS (SELECT 1 FROM claim c WHERE c.key = e.target) "
    "AND NOT EXISTS (SELECT 1 FROM alias l WHERE l.key = e.target))",
    "notes of which no version is believed": "SELECT count(*) FROM fact f WHERE f.slot = 0 AND NOT EXISTS "
    "(SELECT 1 FROM fact g WHERE g.id = f.id AND g.key >> 32 = f.key >> 32 "
    "AND g.superseded_at = 9223372036854775807)",
    "blocked words without their message": "SELECT count(*) FROM block b WHERE NOT EXISTS "
    "(SELECT 1 FROM message m WHERE m.key = b.message) AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.key = b.message)",
}


def problems(db: sqlite3.Connection, generation: int) -> list[str]:
    """A line for each thing that is wrong; empty when all is well. Reads every row."""
    found = [f"file: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    for name, sql in _RULES.items():
        count = db.execute(sql).fetchone()[0]
        if count:
            found.append(f"{name}: {count}")
    found += _texts(db)
    found += _beliefs(db)
    broken = db.execute(
        "SELECT count(*) FROM passage WHERE generation = ? AND generation > 0 AND "
        "(vector IS NULL OR length(vector) <> 4 + "
        "(SELECT json_extract(value, '$.dimensions') FROM setting WHERE key = 'embedder'))",
        (generation,),
    ).fetchone()[0]
    if broken:
        found.append(f"vectors of the wrong size: {broken}")
    return found + _tokens(db, generation)


def _tokens(db: sqlite3.Connection, generation: int) -> list[str]:
    """Look at the vectors of single words, which passages have if and only if the embedder gives them."""
    broken = db.execute(
        "SELECT count(*) FROM passage p, (SELECT coalesce(json_extract(value, '$.token_dimensions'), 0) AS width "
        "FROM setting WHERE key = 'embedder') WHERE p.generation = ? AND p.generation > 0 "
        "AND CASE WHEN width = 0 THEN p.tokens IS NOT NULL "
        "ELSE p.tokens IS NULL OR length(p.tokens) % width <> 0 END",
        (generation,),
    ).fetchone()[0]
    return [f"tokens of the wrong size: {broken}"] if broken else []


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
            (start, stop, *term_bytes(document(text[start:stop], name))) for start, stop in passages(text)
        ]
    return [f"{name}: {count}" for name, count in wrong.items() if count]


def _beliefs(db: sqlite3.Connection) -> list[str]:
    """Compare what is believed with what follows from the statements that are on."""
    wrong = 0
    slots = db.execute(
        "SELECT key >> 32, agent, slot FROM claim WHERE off <= 0 AND slot <> 0 UNION "
        f"SELECT key >> 32, agent, slot FROM fact WHERE slot <> 0 AND superseded_at = {FOREVER} ORDER BY 1, 3"
    ).fetchall()
    reader: Beliefs | None = None
    for uid, agent, slot in slots:
        if reader is None or reader.uid != uid:
            user_id = db.execute("SELECT user_id FROM user WHERE uid = ?", (uid,)).fetchone()
            reader = Beliefs.of_reader(db, uid, "" if user_id is None else user_id[0])
        wrong += reader.differs(slot, agent)
    return [f"subjects and relations whose facts do not follow from what was said: {wrong}"] if wrong else []
