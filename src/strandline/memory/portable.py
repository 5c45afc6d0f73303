"""``export`` and ``import_``: everything as JSON Lines, lossless and in one order, so that a round trip is byte-equal.

A file is a header line and then, for each user, its sessions, its messages and notes in the order they were stored,
the statements read from them, the change log and the versions of facts; marks of forgotten rows come last. Vectors are
not in it: they are made again on import. Versions of facts are there to be read: an import makes them from the log.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from heapq import merge
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from strandline.errors import NotFoundError, ScopeError, StrandlineError
from strandline.extract.relations import NOTE
from strandline.memory.engine import Engine
from strandline.memory.import_rows import LOG, TEXTS, checked_rows, message_of
from strandline.memory.prepare import Text, prepare_texts
from strandline.stores import Batch, NewMessage, NewNote, Snapshot
from strandline.stores.ids import tombstone
from strandline.text import digest64
from strandline.types import Moved, Progress, StoredMessage, micros
from strandline.types.message import parse_time

FORMAT = 2
CHUNK = 500
"""Rows in one transaction of an import."""
_PAGE = 2000

Target = str | os.PathLike[str] | IO[str]


def export(engine: Engine, target: Target, *, user_id: str | None, all_users: bool, progress: Progress | None) -> Moved:
    """Write one user, or all. Reads one snapshot."""
    if (user_id is None) == (not all_users):
        raise ScopeError("export needs either user_id, or all_users=True for everybody")
    counts: Counter[str] = Counter()
    with engine.store.read() as snapshot:
        users = snapshot.users() if user_id is None else [user_id]
        known = snapshot.scope(users[0], None) if user_id is not None else None
        if user_id is not None and known is None:
            raise NotFoundError(f"user {user_id!r} has stored nothing")
        total = sum(_size(snapshot, None if known is None else known.uid))
        with _writing(target) as file:
            file.write(_line({"kind": "strandline", "format": FORMAT}))
            for user in users:
                for row in _user_rows(snapshot, user):
                    file.write(_line(row))
                    counts[row["kind"]] += 1
                    if progress is not None and counts.total() % 256 == 0:
                        progress(counts["message"] + counts["fact"], total)
            if user_id is None:
                for digest in snapshot.tombstones():
                    file.write(_line({"kind": "forgotten", "digest": digest.hex()}))
                    counts["forgotten"] += 1
    return Moved(rows=dict(sorted(counts.items())))


def _size(snapshot: Snapshot, uid: int | None) -> tuple[int, int]:
    counts = snapshot.counts(uid)
    return counts.messages, counts.facts


def _user_rows(snapshot: Snapshot, user_id: str) -> Iterator[dict[str, Any]]:
    scope = snapshot.scope(user_id, None)
    if scope is None:
        return
    yield {"kind": "user", "user_id": user_id}
    for agent_id, session_id, last_step in snapshot.session_rows(scope.uid):
        yield {
            "kind": "session", "user_id": user_id, "agent_id": agent_id, "session_id": session_id,
            "last_step": last_step,
        }  # fmt: skip
    messages = _all(lambda after: snapshot.messages(
        scope.uid, None, session_id=None, after_step=0, after_key=after, limit=_PAGE))  # fmt: skip
    notes = _all(lambda after: snapshot.notes(scope.uid, after_key=after, limit=_PAGE))
    for _, row in merge(messages, notes, key=lambda pair: pair[0]):
        kind = "message" if isinstance(row, StoredMessage) else "fact"
        yield _plain(user_id, {"kind": kind, **row.to_dict()})
    for row in snapshot.log(scope.uid):
        yield _plain(user_id, row)


def _plain(user_id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    return {"user_id": user_id, **{name: value for name, value in row.items() if value is not None}}


def _all(page: Any) -> Iterator[tuple[int, Any]]:
    after = 0
    while rows := page(after):
        yield from rows
        after = rows[-1][0]


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def _reading(source: Target) -> AbstractContextManager[IO[str]]:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).open(encoding="utf-8", newline="\n")
    return nullcontext(source)


@contextmanager
def _writing(target: Target) -> Iterator[IO[str]]:
    """A file that takes the place of an earlier export only when it is whole."""
    if not isinstance(target, (str, os.PathLike)):
        yield target
        return
    path = Path(target)
    if path.exists() and not path.is_file():  # a pipe or a terminal
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def import_(engine: Engine, source: Target, *, progress: Progress | None) -> Moved:
    """Read an export. Keeps ids, steps and transaction times; rows that are there, or were forgotten here, are skipped.

    Fields that are not known are ignored. The whole file is read and checked before anything is written: what is wrong
    with a line raises InputError that names it. Then each chunk of rows is one transaction. What only the store can
    tell, as a row that is there with other content (ConflictError, StepError) or a full disk, undoes its chunk alone:
    the rows before it stay, a note on the error counts them, and the import can be started again.
    """
    counts: Counter[str] = Counter()
    with _reading(source) as file:
        rows = list(checked_rows(file))
    counts.update(row["kind"] for row in rows)
    gone = engine.store.forgotten([mark for row in rows if (mark := _mark(row)) is not None])
    kept = _without_forgotten(rows, gone)
    skipped = _counted(rows) - _counted(kept)
    done = 0
    for chunk in _chunks(kept):
        try:
            skipped += _write_log(engine, chunk) if chunk[0]["kind"] in LOG else _write(engine, chunk)
        except StrandlineError as exc:
            exc.add_note(
                f"lines {chunk[0]['line']} to {chunk[-1]['line']} of the import were not written, the {done} rows "
                "before them were; once this is resolved start it again, which skips what is there"
            )
            raise
        done += len(chunk)
        if progress is not None:
            progress(done, len(kept))
    return Moved(rows=dict(sorted(counts.items())), skipped=skipped)


def _counted(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many rows stand for something of their own: a version only shows what claims and changes amount to."""
    return sum(row["kind"] in TEXTS or (row["kind"] in LOG and row["kind"] != "version") for row in rows)


def _chunks(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """What is written in one transaction: some rows, or the whole log of a user."""
    for log_of, group in groupby(rows, key=lambda row: row["user_id"] if row["kind"] in LOG else None):
        found = list(group)
        size = CHUNK if log_of is None else len(found)
        yield from (found[start : start + size] for start in range(0, len(found), size))


def _write_log(engine: Engine, rows: list[dict[str, Any]]) -> int:
    """Write the log of one user; returns how many statements and changes were left out."""
    sentences = (
        row["text"] for row in rows if row["kind"] == "version" or (row["kind"] == "claim" and row["relation"] == NOTE)
    )
    texts = list(dict.fromkeys(sentences))
    made, _ = prepare_texts([Text(content=text) for text in texts], engine.writing_embedder)
    passages = dict(zip(texts, made, strict=True))
    return engine.store.restore(rows[0]["user_id"], rows, passages, generation=engine.recaller.generation)


def _mark(row: Mapping[str, Any]) -> bytes | None:
    """The mark that a message or fact would have if it had been forgotten."""
    if row["kind"] not in TEXTS:
        return None
    recorded_at = parse_time(row["recorded_at"], field="recorded_at")
    return None if recorded_at is None else tombstone(row["user_id"], row["id"], micros(recorded_at))


def _without_forgotten(rows: list[dict[str, Any]], gone: set[bytes]) -> list[dict[str, Any]]:
    """The rows that are to be written: none that were forgotten, and none of a user of whom all were."""
    if not gone:
        return rows
    kept = [row for row in rows if _mark(row) not in gone]
    alive = {row["user_id"] for row in kept if row["kind"] in TEXTS}
    erased = {row["user_id"] for row in rows if row["kind"] in TEXTS} - alive
    return [row for row in kept if row.get("user_id") not in erased]


def _write(engine: Engine, rows: list[dict[str, Any]]) -> int:
    """Write one chunk; returns how many messages and facts were there already."""
    marks = [bytes.fromhex(row["digest"]) for row in rows if row["kind"] == "forgotten"]
    if marks:
        engine.store.add_tombstones(marks)
    made, _ = prepare_texts([_text(row) for row in rows if row["kind"] in TEXTS], engine.writing_embedder)
    passages = iter(made)
    placed = engine.store.apply([_batch(engine, row, passages) for row in rows if row["kind"] != "forgotten"])
    return sum(not one.created for group in placed for one in group.placed)


def _text(row: Mapping[str, Any]) -> Text:
    if row["kind"] == "fact":
        return Text(content=row["text"])
    return Text(content=row.get("content"), name=row.get("name"))


def _batch(engine: Engine, row: dict[str, Any], passages: Iterator[Any]) -> Batch:
    kind = row["kind"]
    common: dict[str, Any] = {
        "user_id": row["user_id"],
        "agent_id": row.get("agent_id"),
        "generation": engine.recaller.generation,
        "imported": True,
    }
    if kind == "message":
        new = NewMessage(
            message=message_of(row),
            digest=digest64(row["content"]) if row.get("content") else 0,
            passages=next(passages),
            recorded_at=parse_time(row["recorded_at"], field="recorded_at"),
        )
        return Batch(session_id=row["session_id"], messages=(new,), **common)
    if kind == "fact":
        note = NewNote(
            id=row["id"],
            text=row["text"],
            at=parse_time(row["at"], field="at"),
            digest=digest64(row["text"]),
            metadata=row.get("metadata"),
            passages=next(passages),
            recorded_at=parse_time(row["recorded_at"], field="recorded_at"),
        )
        return Batch(session_id=None, notes=(note,), **common)
    return Batch(session_id=row.get("session_id"), last_step=row.get("last_step", 0), **common)
