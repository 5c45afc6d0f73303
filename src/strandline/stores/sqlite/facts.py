"""Reading what is believed: facts on both time axes, their history, the change log, merged subjects."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from strandline.extract.reconcile_words import BY_HAND
from strandline.extract.relations import NOTE
from strandline.stores.sqlite import codec
from strandline.stores.sqlite.claims import SAID_ORDER
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.values import FactFilter, KnownValue
from strandline.types import Change, ChangeKind, Fact, FactRows, Role, StoredMessage, Version, micros

CHANGE_COLUMNS = (
    "x.key, x.id, x.kind, x.reason, x.recorded_at, x.subject, x.relation, x.facts, x.ended, m.id, u.id, x.undone"
)
CHANGE_JOINS = "LEFT JOIN message m ON m.key = x.owner LEFT JOIN change u ON u.key = x.undoes"
_REMEMBERED = "it was given to be remembered"


def to_change(row: Sequence[Any]) -> Change:
    """A row of CHANGE_COLUMNS."""
    _, id, kind, reason, recorded_at, subject, relation, facts, ended, message, undoes, undone = row
    return Change(
        id=id,
        kind=ChangeKind(kind),
        reason=reason,
        recorded_at=codec.moment(recorded_at),
        subject=subject,
        relation=relation,
        facts=tuple(json.loads(facts)),
        ended=tuple(json.loads(ended)),
        message_id=message,
        undoes=undoes,
        undone=bool(undone),
    )


class FactReading:
    """The part of a snapshot that reads beliefs; see ``stores.base.Snapshot``."""

    _db: sqlite3.Connection

    def facts(
        self, uid: int, agent: int | None, wanted: FactFilter, *, after_key: int, limit: int
    ) -> list[tuple[int, Fact]]:
        """(key, fact), in the order they were learned; agent None reads all agents'."""
        low, high = key_range(uid)
        timed = wanted.as_of is not None or wanted.known_at is not None
        known = None if wanted.known_at is None else micros(wanted.known_at)
        values = {
            "uid": uid, "low": low, "high": high, "after": max(low - 1, after_key), "agent": agent, "most": limit,
            "reader": agent or 0, "known": known, "t": micros(wanted.as_of or wanted.known_at or wanted.now),
            "subject": wanted.subject_key, "relations": json.dumps(wanted.relations),
        }  # fmt: skip
        # The unary plus keeps the planner from walking all the user's keys when one subject is asked for.
        key = "f.key" if wanted.subject_key is None else "+f.key"
        where = [
            f"{key} > :after AND {key} <= :high AND (:agent IS NULL OR f.agent IN (0, :agent))",
            "f.superseded_at = 9223372036854775807"
            if wanted.known_at is None
            else "f.recorded_at <= :known AND :known < f.superseded_at",
        ]
        if not wanted.include_ended:
            note = "0" if timed else f"f.relation = '{NOTE}'"
            where.append(f"((f.covers_from <= :t AND :t < f.covers_to) OR {note})")
        if wanted.subject_key is not None:
            where.append(f"f.key >> 32 = :uid AND f.subject_key IN ({_SAME_SUBJECT})")
        if wanted.relations is not None:
            where.append("f.relation IN (SELECT value FROM json_each(:relations))")
        columns = codec.fact_columns(known=None if wanted.known_at is None else ":known", reader=":reader")
        rows = self._db.execute(
            f"SELECT {columns} FROM fact f {codec.FACT_JOINS} WHERE {' AND '.join(where)} ORDER BY f.key LIMIT :most",
            values,
        )
        return [(row[0], codec.to_fact(row)) for row in rows]

    def fact_rows(self, uid: int, after: int) -> FactRows:
        """The versions of facts that were made or changed above the sequence number ``after``, by key."""
        rows = self._db.execute(
            "SELECT f.key & 4294967295, f.changed, f.agent, f.covers_from, f.covers_to, "
            f"coalesce(f.valid_to, {FOREVER}), f.recorded_at, f.superseded_at, f.at, f.session, f.step, f.polarity, "
            f"f.extractor = '{BY_HAND}', "
            "f.id, f.relation, f.subject_key, f.qualifier, CASE f.slot WHEN 0 THEN '' ELSE f.value END, "
            "(SELECT json_group_array(seq) FROM (SELECT c.owner & 4294967295 AS seq FROM support s "
            "  JOIN claim c ON c.key = s.claim WHERE s.fact = f.key AND s.superseded_at = 9223372036854775807 "
            f"  AND c.owner <> 0 ORDER BY {SAID_ORDER})) "
            "FROM fact f WHERE f.key >> 32 = ? AND f.changed > ? ORDER BY f.key",
            (uid, after),
        ).fetchall()
        columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * 19
        return FactRows(
            seq=np.array(columns[0], np.int64),
            changed=np.array(columns[1], np.int64),
            agent=np.array(columns[2], np.int32),
            covers_from=np.array(columns[3], np.int64),
            covers_to=np.array(columns[4], np.int64),
            valid_to=np.array(columns[5], np.int64),
            recorded_at=np.array(columns[6], np.int64),
            superseded_at=np.array(columns[7], np.int64),
            at=np.array(columns[8], np.int64),
            session=np.array(columns[9], np.int32),
            step=np.array(columns[10], np.int32),
            polarity=np.array(columns[11], np.int8),
            edited=np.array(columns[12], np.bool_),
            ids=columns[13],
            relations=columns[14],
            subjects=columns[15],
            qualifiers=columns[16],
            values=columns[17],
            sources=tuple(tuple(dict.fromkeys(json.loads(text))) for text in columns[18]),
        )

    def told(self, facts: Sequence[int], known: int | None, said: int | None = None) -> dict[int, tuple[str, int, int]]:
        """Key of a fact -> the content of its latest source as of ``known``, and the characters that say so.

        Of sources said by ``said`` where there are any.
        """
        rows = self._db.execute(
            "SELECT s.fact, m.content, c.start, c.stop FROM json_each(:facts) j JOIN support s ON s.fact = j.value "
            "AND s.recorded_at <= :known AND :known < s.superseded_at JOIN claim c ON c.key = s.claim "
            f"JOIN message m ON m.key = c.owner WHERE m.content IS NOT NULL ORDER BY c.at <= :said, {SAID_ORDER}",
            {
                "facts": json.dumps(list(facts)),
                "known": FOREVER - 1 if known is None else known,
                "said": FOREVER - 1 if said is None else said,
            },
        )
        return {fact: (content, start, stop) for fact, content, start, stop in rows}

    def known(self, uid: int, agent: int, relations: Collection[str], limit: int) -> list[KnownValue]:
        """What is believed and has no end, the last ``limit`` of each relation, the last written first; no denials."""
        rows = self._db.execute(
            "SELECT g.key, g.subject, g.relation, g.value, g.qualifier FROM json_each(:relations) j JOIN fact g "
            "ON g.key IN (SELECT h.key FROM fact h WHERE h.key >> 32 = :uid AND h.relation = j.value "
            "  AND h.superseded_at = 9223372036854775807 AND h.covers_to = 9223372036854775807 AND h.polarity = 1 "
            "  AND h.agent IN (0, :agent) ORDER BY h.key DESC LIMIT :most) ORDER BY g.key DESC",
            {"relations": json.dumps(sorted(relations)), "uid": uid, "agent": agent, "most": limit},
        )
        return [KnownValue(*row[1:]) for row in rows]

    def history(self, uid: int, id: str, agent: int) -> list[Version]:
        """Every version of a fact (or the one of a message), the first first; empty for an unknown id."""
        low, high = key_range(uid)
        rows = self._db.execute(
            "WITH RECURSIVE version(key) AS ("
            "  SELECT key FROM fact WHERE id = :id AND key BETWEEN :low AND :high AND agent IN (0, :agent) "
            "  UNION SELECT f.previous FROM fact f JOIN version v ON v.key = f.key WHERE f.previous IS NOT NULL "
            "  UNION SELECT f.key FROM fact f JOIN version v ON f.previous = v.key) "
            f"SELECT x.id, x.reason, f.previous, {codec.fact_columns(reader=':agent')}, {_NO_MESSAGE} FROM version v "
            f"JOIN fact f ON f.key = v.key LEFT JOIN change x ON x.key = f.change {codec.FACT_JOINS} "
            f"UNION ALL SELECT NULL, NULL, NULL, {_NO_FACT}, {codec.MESSAGE_COLUMNS} FROM message m "
            f"{codec.MESSAGE_JOINS} WHERE m.id = :id AND m.key BETWEEN :low AND :high AND m.agent IN (0, :agent)",
            {"id": id, "low": low, "high": high, "agent": agent},
        ).fetchall()
        found = {row[3]: (_version(row), row[2]) for row in rows}
        return [replace(version, number=number) for number, version in enumerate(_lived(id, found), 1)]

    def changes(
        self, uid: int, agent: int | None, *, after_key: int, limit: int, idle: bool = False
    ) -> list[tuple[int, Change]]:
        """(key, change), in order, with ``idle`` those without an effect too; agent None reads all agents'."""
        low, high = key_range(uid)
        rows = self._db.execute(
            f"SELECT {CHANGE_COLUMNS} FROM change x {CHANGE_JOINS} WHERE x.key > :after AND x.key <= :high "
            f"AND (:agent IS NULL OR x.agent IN (0, :agent)) AND (:idle OR {SHOWN}) ORDER BY x.key LIMIT :most",
            {"after": max(low - 1, after_key), "high": high, "agent": agent, "most": limit, "idle": idle},
        )
        return [(row[0], to_change(row)) for row in rows]

    def read_by(self, uid: int) -> dict[str, set[str]]:
        """Ids of the messages that something was read from -> who read it, what was taken back included."""
        found: dict[str, set[str]] = {}
        for id, extractor in self._db.execute(
            "SELECT DISTINCT m.id, c.extractor FROM claim c JOIN message m ON m.key = c.owner "
            "WHERE c.key BETWEEN ? AND ?",
            key_range(uid),
        ):
            found.setdefault(id, set()).add(extractor)
        return found

    def aliases(self, uid: int, agent: int) -> dict[str, str]:
        """Keys of merged subjects -> key of the subject that they are part of now."""
        low, high = key_range(uid)
        rows = self._db.execute(
            "SELECT subject_key, into_key FROM alias WHERE key BETWEEN ? AND ? AND off = 0 AND agent IN (0, ?) "
            "ORDER BY agent, key",
            (low, high, agent),
        )
        into = dict(rows.fetchall())
        return {key: end_of(into, key) for key in into}

    def recent(
        self, uid: int, session_id: str, agent: int, *, until: datetime, steps: int, limit: int
    ) -> tuple[int, list[StoredMessage]]:
        """The last step of the agent's own session of that id, and messages of its last ``steps`` steps.

        Those are the last that were said until then, by time and step, the latest last.
        """
        rows = self._db.execute(
            f"SELECT {codec.MESSAGE_COLUMNS}, s.last_step FROM session s LEFT JOIN message m ON m.session = s.number "
            "AND m.step > s.last_step - ? AND m.at <= ? LEFT JOIN agent a ON a.number = m.agent "
            "WHERE s.uid = ? AND s.session_id = ? AND s.agent = ? ORDER BY m.at DESC, m.step DESC LIMIT ?",
            (steps, micros(until), uid, session_id, agent, limit),
        ).fetchall()
        last = rows[0][-1] if rows else 0
        return last, [codec.to_message(row[:-1]) for row in reversed(rows) if row[0] is not None]

    def first_speaker(self, uid: int, agent: int) -> str | None:
        """The name under which the user first spoke, to this agent alone (0: to none); None for never with a name."""
        low, high = key_range(uid)
        row = self._db.execute(
            "SELECT name FROM message WHERE key BETWEEN ? AND ? AND agent = ? AND role = ? AND trim(name) <> '' "
            "ORDER BY key LIMIT 1",
            (low, high, agent, codec.ROLE_NUMBERS[Role.USER]),
        ).fetchone()
        return None if row is None else str(row[0])


SHOWN = "(x.facts <> '[]' OR x.ended <> '[]' OR x.kind IN ('edit', 'merge', 'undo', 'reextract'))"
"""Which changes had an effect. A statement that ended nothing is none."""
_SAME_SUBJECT = (
    "WITH RECURSIVE same(name) AS (SELECT :subject UNION SELECT l.into_key FROM alias l JOIN same "
    "ON l.subject_key = same.name WHERE l.off = 0 AND l.key BETWEEN :low AND :high "
    "AND (:agent IS NULL OR l.agent IN (0, :agent))) SELECT name FROM same"
)
_NEVER = datetime.max.replace(tzinfo=UTC)
_MESSAGE_WIDTH = 14
_NO_MESSAGE = ", ".join(["NULL"] * _MESSAGE_WIDTH)
_NO_FACT = ", ".join(["NULL"] * codec.FACT_WIDTH)


def end_of(into: dict[str, str], key: str) -> str:
    """Follow merges to the last subject; one that comes back to itself ends there."""
    seen = {key}
    while key in into and into[key] not in seen:
        key = into[key]
        seen.add(key)
    return key


def _lived(id: str, found: Mapping[int | None, tuple[Version, int | None]]) -> list[Version]:
    """Of versions by key, each with the key of the one before, those that were this fact, one at a time.

    Versions of its own id; what these followed under another id while there was none of its own; and what went on
    under another id after the last.
    """
    # Not by key alone: what was written anew because something was forgotten may have a later one.
    own = sorted((key for key, (one, _) in found.items() if one.id == id), key=lambda key: _when(found[key][0]))
    lived: list[Version] = []
    for key in own:
        before: list[Version] = []
        version, previous = found[key]
        while previous in found and found[previous][0].id != id:
            earlier, previous = found[previous]
            if lived and (earlier.recorded_at < (lived[-1].superseded_at or _NEVER)):
                break
            before.append(earlier)
        lived += [*reversed(before), version]
    after = {previous: key for key, (one, previous) in found.items() if previous is not None and one.id != id}
    key = own[-1] if own else None
    while key in after and (lived[-1].superseded_at is not None):
        key = after[key]
        lived.append(found[key][0])
    return lived


def _when(version: Version) -> tuple[datetime, datetime]:
    return version.recorded_at, version.superseded_at or _NEVER


def _version(row: Sequence[Any]) -> Version:
    change, reason = row[:2]
    if row[3] is not None:
        fact = codec.to_fact(row[3 : 3 + codec.FACT_WIDTH])
        return Version(
            id=fact.id,
            number=0,
            reason=reason or _REMEMBERED,
            recorded_at=fact.recorded_at,
            superseded_at=fact.superseded_at,
            change_id=change,
            fact=fact,
        )
    message = codec.to_message(row[3 + codec.FACT_WIDTH :])
    return Version(id=message.id, number=0, reason="it was said", recorded_at=message.recorded_at, message=message)
