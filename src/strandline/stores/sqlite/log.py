"""Moving the log of statements and changes: as plain rows out of a store, and into one.

What is believed follows from the log, so its versions are written anew where it goes, with the times they had. Rows
name each other by their public ids: keys and numbers mean nothing in another store.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from strandline.stores.ids import tombstone
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.claims import StoredClaim
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.ledger import Ledger
from strandline.stores.sqlite.replay import part_of, replay
from strandline.stores.sqlite.subjects import place_of
from strandline.types import Act, Claim, Since, micros
from strandline.types.message import parse_time

CLAIM, CHANGE, BLOCK, VERSION = "claim", "change", "block", "version"
_TIMES = ("at", "valid_from", "valid_to")
_SOURCES = "(SELECT id FROM message WHERE key = {0} UNION ALL SELECT id FROM fact WHERE key = {0})"


def log_rows(db: sqlite3.Connection, uid: int) -> Iterator[dict[str, Any]]:
    """A user's statements, changes, blocked words and versions of facts, each in the order they were written."""
    low, high = key_range(uid)
    agents = dict(db.execute("SELECT number, agent_id FROM agent WHERE uid = ?", (uid,)).fetchall())
    ids = {}
    source = _SOURCES.format("c.owner")
    sql = f"SELECT {rows_of.COLUMNS}, {source} FROM claim c WHERE c.key BETWEEN ? AND ? ORDER BY c.key"
    for row in db.execute(sql, (low, high)):
        stored = rows_of.to_claim(row[:-1])
        ids[stored.key] = stored.id
        yield {
            "kind": CLAIM, "id": stored.id, "agent_id": agents.get(stored.agent), "source": row[-1],
            "step": stored.step, "recorded_at": codec.moment(stored.recorded_at).isoformat(), **stored.claim.to_dict(),
        }  # fmt: skip
    yield from _change_rows(db, uid, ids, agents)
    for message, start, stop in db.execute(
        f"SELECT {_SOURCES.format('message')}, start, stop FROM block WHERE message BETWEEN ? AND ? ORDER BY 1, 2, 3",
        (low, high),
    ):
        yield {"kind": BLOCK, "source": message, "start": start, "stop": stop}
    for row in db.execute(
        f"SELECT {codec.fact_columns(reader='f.agent')}, x.id FROM fact f {codec.FACT_JOINS} "
        "JOIN change x ON x.key = f.change WHERE f.key BETWEEN ? AND ? AND f.slot <> 0 "
        "ORDER BY x.key, f.id, f.covers_from, f.recorded_at",
        (low, high),
    ):
        yield {"kind": VERSION, "change_id": row[-1], **codec.to_fact(row[:-1]).to_dict()}


def _change_rows(
    db: sqlite3.Connection, uid: int, claims: Mapping[int, str], agents: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    low, high = key_range(uid)
    merges = _merges(db, uid)
    switched: dict[int, dict[str, int]] = {}
    for change, target, delta in db.execute(
        "SELECT change, target, delta FROM effect WHERE change BETWEEN ? AND ? ORDER BY change, target", (low, high)
    ):
        switched.setdefault(change, {})[claims.get(target) or merges[target]["id"]] = delta
    made = {row["made_by"]: row for row in merges.values()}
    for row in db.execute(
        "SELECT x.key, x.id, x.agent, x.kind, x.reason, x.subject, x.relation, x.facts, x.ended, m.id, u.id, x.undone, "
        "x.recorded_at FROM change x LEFT JOIN message m ON m.key = x.owner LEFT JOIN change u ON u.key = x.undoes "
        "WHERE x.key BETWEEN ? AND ? ORDER BY x.key",
        (low, high),
    ):
        key, id, agent, kind, reason, subject, relation, facts, ended, message, undoes, undone, recorded_at = row
        merge = made.get(key, {})
        yield {
            "kind": CHANGE, "id": id, "agent_id": agents.get(agent), "change": kind, "reason": reason,
            "subject": subject, "relation": relation, "facts": json.loads(facts), "ended": json.loads(ended),
            "message_id": message, "undoes": undoes, "undone": bool(undone),
            "recorded_at": codec.moment(recorded_at).isoformat(), "switched": switched.get(key, {}),
            "merged": {name: merge[name] for name in ("subject_key", "into_key", "shown")} if merge else None,
        }  # fmt: skip


def _merges(db: sqlite3.Connection, uid: int) -> dict[int, dict[str, Any]]:
    """Merges by key, under the id of the change that made them."""
    rows = db.execute(
        "SELECT l.key, l.subject_key, l.into_key, l.shown, x.key, x.id FROM alias l JOIN effect e ON e.target = l.key "
        "JOIN change x ON x.key = e.change AND x.kind = 'merge' WHERE l.key BETWEEN ? AND ?",
        key_range(uid),
    )
    names = ("key", "subject_key", "into_key", "shown", "made_by", "id")
    return {row[0]: dict(zip(names, row, strict=True)) for row in rows}


def restore(ledger: Ledger, rows: Sequence[Mapping[str, Any]]) -> int:
    """Write the rows of a log that are not there and were not forgotten; returns how many were left out."""
    targets = _known_targets(ledger)
    fresh: set[int] = set()
    skipped = 0
    write = {CLAIM: _restore_claim, CHANGE: _restore_change, BLOCK: _restore_block, VERSION: _no_row}
    latest = 0
    for row in rows:
        made = write[row["kind"]](ledger, row, targets)
        skipped += made is None
        fresh |= made or set()
        if row["kind"] in (CLAIM, CHANGE):
            latest = max(latest, _time(row["recorded_at"]))
    merges = {key for key in fresh if _is_merge(ledger, key)}
    if fresh:
        replay(ledger, part_of(ledger.work.db, ledger.work.uid, fresh - merges, merges))
        ledger.work.db.execute("UPDATE user SET rewrites = rewrites + 1 WHERE uid = ?", (ledger.work.uid,))
    ledger.work.now = max(ledger.work.now, latest)
    return skipped


def _known_targets(ledger: Ledger) -> dict[str, int]:
    """Keys of what a change may switch, by the id in a row."""
    db, uid = ledger.work.db, ledger.work.uid
    claims = db.execute("SELECT id, key FROM claim WHERE key BETWEEN ? AND ?", key_range(uid)).fetchall()
    return {**dict(claims), **{row["id"]: key for key, row in _merges(db, uid).items()}}


def _is_merge(ledger: Ledger, key: int) -> bool:
    return ledger.work.db.execute("SELECT 1 FROM alias WHERE key = ?", (key,)).fetchone() is not None


def _time(text: str) -> int:
    moment = parse_time(text, field="recorded_at")
    return micros(moment) if isinstance(moment, datetime) else 0


def _forgotten(ledger: Ledger, row: Mapping[str, Any]) -> bool:
    mark = tombstone(ledger.work.user_id, row["id"], _time(row["recorded_at"]))
    return ledger.work.db.execute("SELECT 1 FROM tombstone WHERE digest = ?", (mark,)).fetchone() is not None


def _source(ledger: Ledger, id: str | None) -> int | None:
    """The key of a message or note; 0 for no id, None for one that is not there."""
    if id is None:
        return 0
    low, high = key_range(ledger.work.uid)
    row = ledger.work.db.execute(
        "SELECT key FROM message WHERE id = :id AND key BETWEEN :low AND :high UNION ALL "
        "SELECT key FROM fact WHERE id = :id AND slot = 0 AND key BETWEEN :low AND :high",
        {"id": id, "low": low, "high": high},
    ).fetchone()
    return None if row is None else row[0]


def to_claim(row: Mapping[str, Any]) -> Claim:
    """The statement of a row. Raises as the constructors of its fields do."""
    known = {field.name for field in fields(Claim)}
    values = {name: value for name, value in row.items() if name in known and value is not None}
    for name in _TIMES:
        if name in values:
            values[name] = parse_time(values[name], field=name)
    values["act"], values["since"] = Act(values["act"]), Since(values["since"])
    return Claim(**values)


def _restore_claim(ledger: Ledger, row: Mapping[str, Any], targets: dict[str, int]) -> set[int] | None:
    owner = _source(ledger, row.get("source"))
    if row["id"] in targets or owner is None or _forgotten(ledger, row):
        return None
    work, claim = ledger.work, to_claim(row)
    agent = work.agent_number(row.get("agent_id"))
    place = place_of(work.uid, agent, ledger.subjects.resolved(agent, claim))
    key = targets[row["id"]] = work.next_key()
    rows_of.insert(
        work.db,
        StoredClaim(
            key=key, id=row["id"], agent=agent, owner=owner, step=row["step"], claim=claim,
            recorded_at=_time(row["recorded_at"]), subject_key=ledger.subjects.key(agent, claim.subject),
            slot=place.slot, line=place.line, off=1,
        ),
    )  # fmt: skip
    return {key}


def _restore_change(ledger: Ledger, row: Mapping[str, Any], targets: dict[str, int]) -> set[int] | None:
    db, work = ledger.work.db, ledger.work
    find = "SELECT key FROM change WHERE id = ? AND key BETWEEN ? AND ?"
    if db.execute(find, (row["id"], *key_range(work.uid))).fetchone() is not None or _forgotten(ledger, row):
        return None
    agent = work.agent_number(row.get("agent_id"))
    merge = row.get("merged")
    if merge is not None:
        key = targets[row["id"]] = work.next_key()
        db.execute(
            "INSERT INTO alias VALUES (?, ?, ?, ?, ?, ?, 1)",
            (key, agent, merge["subject_key"], merge["into_key"], merge["shown"], _time(row["recorded_at"])),
        )
    switched = [(targets[id], delta) for id, delta in row["switched"].items() if id in targets]
    if not switched:  # all of it was forgotten
        return None
    undone = None
    if row.get("undoes") is not None:
        undone = db.execute(find, (row["undoes"], *key_range(work.uid))).fetchone()
    key = work.next_key()
    ledger.effects(key, switched)
    db.execute(
        f"INSERT INTO change VALUES ({', '.join('?' * 13)})",
        (
            key, row["id"], agent, row["change"], row["reason"], row["subject"], row["relation"],
            "[]", "[]", _source(ledger, row.get("message_id")) or 0,
            None if undone is None else undone[0], bool(row["undone"]), _time(row["recorded_at"]),
        ),
    )  # fmt: skip
    return {target for target, _ in switched}


def _restore_block(ledger: Ledger, row: Mapping[str, Any], targets: dict[str, int]) -> set[int] | None:
    message = _source(ledger, row["source"])
    if not message:
        return None
    done = ledger.work.db.execute(
        "INSERT INTO block VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (message, row["start"], row["stop"])
    )
    return set() if done.rowcount else None


def _no_row(ledger: Ledger, row: Mapping[str, Any], targets: dict[str, int]) -> set[int] | None:
    """A version of a fact is written because of the change that made it."""
    return set()
