"""Removing rows, and proving that nothing of their text is left.

SQLite zeroes what it deletes (secure_delete), but moving rows between pages can leave copies in the unused part of a
page, so the bytes of the file are searched afterwards and the file is rebuilt (VACUUM) when something is found.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from strandline.extract.keys import subject_key, value_key
from strandline.stores.base import Selection
from strandline.stores.ids import tombstone
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.ledger import Ledger
from strandline.stores.sqlite.replay import IN, Part, part_of, replay
from strandline.stores.sqlite.work import UserWork
from strandline.text.traces import SHORTEST_IN_FILES, raw_words
from strandline.types import micros

_TEXT_COLUMNS = {
    "message": ("content", "name", "metadata", "tool_calls", "tool_call_id", "id"),
    "fact": ("subject", "relation", "value", "text", "qualifier", "subject_key", "metadata", "id"),
    "claim": ("subject", "relation", "qualifier", "value", "replaces", "text", "subject_key", "id"),
    "change": ("reason", "subject", "relation"),
    "alias": ("subject_key", "into_key", "shown"),
}
"""Where text of users stands. The ids of users, agents and sessions are checked by name below."""
_OWN_COLUMNS = {"fact": ("extractor",), "claim": ("act", "since", "extractor"), "change": ("kind",)}
"""Where words of the library's own stand: that they are there tells nothing of what a user said."""
_JSON_COLUMNS = ("metadata", "tool_calls")
_PART = 32
"""Bytes at the start of a vector, its scale apart, by which it is known."""
MANY = 128
"""With more needles than this the file is rebuilt without searching it first."""


@dataclass(slots=True)
class Removal:
    """What one forget takes away: keys, public ids, and the texts, kept only until the digests are made."""

    uid: int
    messages: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    facts: dict[int, str] = field(default_factory=dict)
    """Versions of facts that rest on nothing but what is taken away."""
    claims: set[int] = field(default_factory=set)
    merges: set[int] = field(default_factory=set)
    blocks: set[tuple[int, int, int]] = field(default_factory=set)
    """Words of messages that stay, from which nothing is to be read again."""
    texts: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    blobs: list[tuple[bytes, ...]] = field(default_factory=list)
    """What was indexed of the texts: word pieces, terms, vector, tokens."""
    vectors: set[bytes] = field(default_factory=set)
    """Parts of the vectors and tokens that no remaining passage has."""

    def __bool__(self) -> bool:
        # Forgetting everything also removes the ids of agents and sessions whose rows went before.
        return bool(self.messages or self.notes or self.claims or self.merges or self.texts or self.words)

    @property
    def targets(self) -> set[int]:
        """Keys of what a change may have switched."""
        return self.claims | self.merges

    @property
    def beliefs(self) -> tuple[str, ...]:
        """Ids of the notes and facts that go."""
        return tuple(sorted({*self.notes.values(), *self.facts.values()}))


def select(db: sqlite3.Connection, uid: int, selection: Selection) -> Removal:
    """Find the messages and notes a selection names, and the statements that were read from them or that it names."""
    removal = Removal(uid=uid)
    low, high = key_range(uid)
    for table, found, more in (
        ("message", removal.messages, ""), ("fact", removal.notes, "AND slot = 0"),
    ):  # fmt: skip
        where, values = _where(table, selection)
        if where is not None:
            rows = db.execute(
                f"SELECT key, id FROM {table} t WHERE key BETWEEN ? AND ? AND {where} {more}", (low, high, *values)
            )
            found.update(rows.fetchall())
    for id in sorted(set(removal.notes.values())):  # a note goes with all its versions, whichever was named
        versions = "SELECT key, id FROM fact WHERE slot = 0 AND key BETWEEN ? AND ? AND id = ?"
        removal.notes.update(db.execute(versions, (low, high, id)).fetchall())
    owners = json.dumps([*removal.messages, *removal.notes])
    removal.claims.update(row[0] for row in db.execute(f"SELECT key FROM claim WHERE owner {IN}", (owners,)))
    _select_beliefs(db, removal, selection)
    claims = json.dumps(sorted(removal.claims))
    rows = db.execute(
        f"SELECT key, id FROM fact WHERE key IN (SELECT fact FROM support WHERE claim {IN}) "
        f"AND key NOT IN (SELECT fact FROM support WHERE claim NOT {IN})",
        (claims, claims),
    )
    removal.facts.update(rows.fetchall())
    return removal


def _select_beliefs(db: sqlite3.Connection, removal: Removal, selection: Selection) -> None:
    """Add the statements and merges that a selection names by themselves, with the words they were read from."""
    found = _named(db, removal.uid, selection)
    found |= _of_same_words(db, found | removal.claims if selection.phrase is not None else found)
    for owner, start, stop in db.execute(
        f"SELECT owner, start, stop FROM claim WHERE key {IN} AND owner <> 0", (json.dumps(sorted(found)),)
    ):
        if owner not in removal.messages and owner not in removal.notes:
            removal.blocks.add((owner, start, stop))
    removal.claims |= found
    if selection.phrase is not None or selection.everything:
        where, values = _where("alias", selection)
        rows = db.execute(
            f"SELECT key FROM alias WHERE key BETWEEN ? AND ? AND {where}", (*key_range(removal.uid), *values)
        )
        removal.merges.update(row[0] for row in rows)
    removal.merges |= _merges_of(db, removal)


def _named(db: sqlite3.Connection, uid: int, selection: Selection) -> set[int]:
    """Statements that a selection names, or that a fact rests on which it names."""
    keys = key_range(uid)
    if selection.session_id is not None:
        return set()
    if selection.before is not None:  # what was not read from anything
        alone = "SELECT key FROM claim WHERE key BETWEEN ? AND ? AND at < ? AND owner = 0"
        return {row[0] for row in db.execute(alone, (*keys, micros(selection.before)))}
    if selection.id is not None:
        facts = "SELECT key FROM fact WHERE key BETWEEN ? AND ? AND id = ? AND slot <> 0"
        rows = db.execute(f"SELECT claim FROM support WHERE fact IN ({facts})", (*keys, selection.id))
    else:  # the words of a fact are those of its statements, but for the name of a merged subject
        where, values = _where("claim", selection)
        rows = db.execute(f"SELECT key FROM claim WHERE key BETWEEN ? AND ? AND {where}", (*keys, *values))
    return {row[0] for row in rows}


def _merges_of(db: sqlite3.Connection, removal: Removal) -> set[int]:
    """Merges of a subject of whom nothing is said any more."""
    links = db.execute("SELECT key, subject_key, into_key FROM alias WHERE key >> 32 = ?", (removal.uid,)).fetchall()
    if not links:
        return set()
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for key, subject in db.execute("SELECT key, subject FROM claim WHERE key >> 32 = ?", (removal.uid,)):
        said[key in removal.claims].add(subject_key(subject))
    silent = said[True] - said[False]
    return {key for key, *names in links if silent & set(names)}


def _of_same_words(db: sqlite3.Connection, claims: set[int]) -> set[int]:
    """Statements that were read from the same words, and ends and denials of what these statements say.

    Without its beginning, the end of a fact would tell of it.
    """
    found: set[int] = set()
    for one in rows_of.select(db, f"c.key {IN}", (json.dumps(sorted(claims)),)):
        found.update(
            row[0]
            for row in db.execute(
                "SELECT key FROM claim WHERE owner = ? AND owner <> 0 AND start = ? AND stop = ?",
                (one.owner, one.claim.start, one.claim.stop),
            )
        )
        said = value_key(one.claim.value)
        found.update(
            other.key
            for other in rows_of.select(db, "c.slot = ? AND (c.act = 'end' OR c.polarity = 0)", (one.slot,))
            if value_key(other.claim.value) == said
        )
    return found


def _where(table: str, selection: Selection) -> tuple[str | None, tuple[object, ...]]:
    if selection.everything:
        return "1", ()
    if selection.id is not None:
        return "id = ?", (selection.id,)
    if selection.before is not None:
        return "at < ?", (micros(selection.before),)
    if selection.session_id is not None:
        if table != "message":
            return None, ()
        return "session IN (SELECT number FROM session WHERE uid = key >> 32 AND session_id = ?)", (
            selection.session_id,
        )
    phrase = str(selection.phrase)
    inside_json = json.dumps(phrase, ensure_ascii=False)[1:-1]
    columns = [column for column in _TEXT_COLUMNS[table] if table != "claim" or column != "subject_key"]
    values = [inside_json if column in _JSON_COLUMNS else phrase for column in columns]
    return "(" + " OR ".join(f"instr({column}, ?) > 0" for column in columns) + ")", tuple(values)


def remove(work: UserWork, removal: Removal, *, everything: bool) -> None:
    """Delete the rows and all that hangs on them, and live the rest of the change log again."""
    db, uid = work.db, work.uid
    part = part_of(db, uid, removal.claims, removal.merges)
    _take_texts(db, removal, part.facts)
    _bury(db, work.user_id, removal)
    owners = json.dumps([*removal.messages, *removal.notes])
    for table, column in (
        ("passage", "owner"), ("message", "key"), ("fact", "key"), ("block", "message"),
    ):  # fmt: skip
        db.execute(f"DELETE FROM {table} WHERE {column} {IN}", (owners,))
    if everything:
        _erase(db, removal)
    else:
        ledger = Ledger(work)
        _drop_statements(db, removal, part)
        replay(ledger, part)
        db.executemany("INSERT INTO block VALUES (?, ?, ?) ON CONFLICT DO NOTHING", sorted(removal.blocks))
        work.finish()
    db.execute("UPDATE user SET rewrites = rewrites + 1, version = version + 1 WHERE uid = ?", (uid,))
    _keep_what_only_they_had(db, removal)


def _take_texts(db: sqlite3.Connection, removal: Removal, facts: Sequence[int]) -> None:
    """Collect the texts, and what was indexed of them, of all rows that go or are written anew."""
    keys = {
        "message": removal.messages,
        "fact": [*removal.notes, *facts],
        "claim": removal.claims,
        "alias": removal.merges,
        "change": _changes_of(db, removal),
    }
    for table, wanted in keys.items():
        rows = db.execute(
            f"SELECT {', '.join(_TEXT_COLUMNS[table])} FROM {table} WHERE key {IN}", (json.dumps(sorted(wanted)),)
        )
        removal.texts += [text for row in rows for text in row if text]
    removal.blobs = db.execute(
        f"SELECT pieces, terms, coalesce(vector, x''), coalesce(tokens, x'') FROM passage WHERE owner {IN}",
        (json.dumps([*removal.messages, *removal.notes, *removal.facts]),),
    ).fetchall()


def _changes_of(db: sqlite3.Connection, removal: Removal) -> list[int]:
    """Changes that did nothing but switch what goes."""
    targets = json.dumps(sorted(removal.targets))
    rows = db.execute(
        f"SELECT DISTINCT change FROM effect WHERE target {IN} "
        f"AND change NOT IN (SELECT change FROM effect WHERE target NOT {IN})",
        (targets, targets),
    )
    return [row[0] for row in rows]


def _bury(db: sqlite3.Connection, user_id: str, removal: Removal) -> None:
    """Leave the marks by which an import knows what was forgotten."""
    for table, wanted in (
        ("message", removal.messages), ("fact", removal.notes), ("claim", removal.claims),
        ("change", _changes_of(db, removal)),
    ):  # fmt: skip
        rows = db.execute(f"SELECT id, recorded_at FROM {table} WHERE key {IN}", (json.dumps(sorted(wanted)),))
        db.executemany(
            "INSERT INTO tombstone VALUES (?) ON CONFLICT DO NOTHING",
            [(tombstone(user_id, id, at),) for id, at in rows.fetchall()],
        )


def _drop_statements(db: sqlite3.Connection, removal: Removal, part: Part) -> None:
    """Take statements and merges out of the log, and out of what is to be lived again."""
    changes, targets = json.dumps(_changes_of(db, removal)), json.dumps(sorted(removal.targets))
    _spell_anew(db, removal)
    # A change that also did something else may be called after what goes.
    db.execute(
        "UPDATE change SET subject = '', relation = '' WHERE kind IN ('edit', 'reextract', 'undo') "
        f"AND key IN (SELECT change FROM effect WHERE target {IN})",
        (targets,),
    )
    for table, column, keys in (
        ("change", "key", changes), ("effect", "target", targets), ("claim", "key", targets), ("alias", "key", targets),
    ):  # fmt: skip
        db.execute(f"DELETE FROM {table} WHERE {column} {IN}", (keys,))
    owners = json.dumps(sorted(removal.messages))
    db.execute(f"UPDATE change SET owner = 0 WHERE owner {IN}", (owners,))
    part.claims = [one for one in part.claims if one.key not in removal.claims]
    part.merges = [key for key in part.merges if key not in removal.merges]


def _spell_anew(db: sqlite3.Connection, removal: Removal) -> None:
    """Write subjects as those who still speak of them do: "LEA" of a forgotten message is "Lea" of the others."""
    spelled: dict[bool, dict[str, None]] = {True: {}, False: {}}
    rows = db.execute("SELECT key, subject FROM claim WHERE key BETWEEN ? AND ? ORDER BY key", key_range(removal.uid))
    for key, subject in rows:
        spelled[key in removal.claims][subject] = None
    left = {subject_key(name): name for name in reversed(spelled[False])}
    for name in spelled[True]:
        if name in spelled[False]:
            continue
        other = left.get(subject_key(name), "")
        for table, column in (("change", "subject"), ("alias", "shown")):
            where = f"WHERE {column} = ? AND key BETWEEN ? AND ?"
            db.execute(f"UPDATE {table} SET {column} = ? {where}", (other, name, *key_range(removal.uid)))


def _erase(db: sqlite3.Connection, removal: Removal) -> None:
    """Delete whatever is left of a user."""
    low, high = key_range(removal.uid)
    removal.texts += [
        row[0]
        for row in db.execute(
            "SELECT session_id FROM session WHERE uid = :uid UNION ALL SELECT agent_id FROM agent WHERE uid = :uid "
            "UNION ALL SELECT user_id FROM user WHERE uid = :uid",
            {"uid": removal.uid},
        )
    ]
    for table, column in (
        ("passage", "key"), ("fact", "key"), ("claim", "key"), ("change", "key"), ("alias", "key"),
        ("support", "fact"), ("effect", "change"), ("block", "message"),
    ):  # fmt: skip
        db.execute(f"DELETE FROM {table} WHERE {column} BETWEEN ? AND ?", (low, high))
    for table in ("session", "agent", "user"):
        db.execute(f"DELETE FROM {table} WHERE uid = ?", (removal.uid,))


def _keep_what_only_they_had(db: sqlite3.Connection, removal: Removal) -> None:
    """Narrow texts and words to those that no remaining row of the store has."""
    words = both_cases(word for text in removal.texts for word in raw_words(text))
    texts = {text.strip() for text in removal.texts}  # as digests see them: without white space at the ends
    for text in remaining_texts(db):
        texts.discard(text.strip())
        if words:
            words.difference_update(both_cases(raw_words(text)))
    removal.texts, removal.words = sorted(texts), words
    parts = (part for *_, vector, tokens in removal.blobs for part in (vector[4:][:_PART], tokens[:_PART]))
    removal.vectors = {part for part in parts if _is_telling(part)}
    if removal.vectors:
        removal.vectors.difference_update(vector_parts(db, "vector IS NOT NULL"))


def vector_parts(db: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> Iterator[bytes]:
    """The parts by which the vectors and tokens of some passages are known again in a file."""
    columns = f"substr(vector, 5, {_PART}), substr(tokens, 1, {_PART})"
    for row in db.execute(f"SELECT {columns} FROM passage WHERE {where}", values):
        yield from (part for part in row if part and _is_telling(part))


def _is_telling(part: bytes) -> bool:
    """Not the part of a vector that is all zeros, or of one so short that its bytes turn up by chance."""
    return any(part) and len(part) >= SHORTEST_IN_FILES


def both_cases(words: Iterable[str]) -> set[str]:
    """The words as they are and folded, as caches hold them."""
    written = set(words)
    return written | {word.casefold() for word in written}


def remaining_texts(db: sqlite3.Connection) -> Iterator[str]:
    """Every text the store still holds, of all users."""
    for table, columns in _TEXT_COLUMNS.items():
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}"):
            yield from (text for text in row if text)
        for column in _OWN_COLUMNS.get(table, ()):
            yield from (text for (text,) in db.execute(f"SELECT DISTINCT {column} FROM {table}") if text)
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
