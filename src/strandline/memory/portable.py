"""``export`` and ``import_``: everything as JSON Lines, lossless and in one order, so that a round trip is byte-equal.

A file is a header line and then, for each user, its sessions and its messages and facts in the order they were stored;
marks of forgotten rows come last. Vectors are not in it: they are made again on import.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from heapq import merge
from pathlib import Path
from typing import IO, Any

from strandline.errors import InputError, NotFoundError, ScopeError, StrandlineError
from strandline.memory import inputs
from strandline.memory.engine import Engine
from strandline.memory.prepare import Text, prepare_texts
from strandline.stores import Batch, NewMessage, NewNote, Snapshot
from strandline.stores.ids import tombstone
from strandline.text import digest64
from strandline.types import Message, Moved, Progress, Role, StoredMessage, micros
from strandline.types.message import parse_time

FORMAT = 1
CHUNK = 500
"""Rows in one transaction of an import."""
MOST_STEPS = 1 << 30
"""The highest step an import may bring: indexes hold steps in 32 bits, and the session must have room to go on."""
TOO_LATE = datetime(9999, 1, 1, tzinfo=UTC)
"""Before this an import may have been recorded: every later write is recorded after it, and time ends with 9999."""
TEXTS = ("message", "fact")
"""Kinds of rows that hold text."""
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
    facts = _all(lambda after: snapshot.facts(scope.uid, None, after_key=after, limit=_PAGE))
    for _, row in merge(messages, facts, key=lambda pair: pair[0]):
        kind = "message" if isinstance(row, StoredMessage) else "fact"
        yield {"kind": kind, "user_id": user_id, **{k: v for k, v in row.to_dict().items() if v is not None}}


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
        rows = list(_checked_rows(file))
    counts.update(row["kind"] for row in rows)
    gone = engine.store.forgotten([mark for row in rows if (mark := _mark(row)) is not None])
    kept = _without_forgotten(rows, gone)
    skipped = sum(row["kind"] in TEXTS for row in rows) - sum(row["kind"] in TEXTS for row in kept)
    for start in range(0, len(kept), CHUNK):
        chunk = kept[start : start + CHUNK]
        try:
            skipped += _write(engine, chunk)
        except StrandlineError as exc:
            exc.add_note(
                f"lines {chunk[0]['line']} to {chunk[-1]['line']} of the import were not written, the {start} rows "
                "before them were; once this is resolved start it again, which skips what is there"
            )
            raise
        if progress is not None:
            progress(min(start + CHUNK, len(kept)), len(kept))
    return Moved(rows=dict(sorted(counts.items())), skipped=skipped)


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
    return sum(not one.created for group in placed for one in group)


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
            message=_message(row),
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


def _message(row: Mapping[str, Any]) -> Message:
    return Message(
        role=Role.parse(row["role"]),
        content=row.get("content"),
        name=row.get("name"),
        at=parse_time(row["at"], field="at"),
        id=row["id"],
        metadata=row.get("metadata"),
        tool_calls=row.get("tool_calls"),
        tool_call_id=row.get("tool_call_id"),
        step=row["step"],
    )


_NEEDED: Mapping[str, tuple[str, ...]] = {
    "user": ("user_id",),
    "session": ("user_id", "session_id", "last_step"),
    "message": ("user_id", "session_id", "id", "step", "role", "at", "recorded_at"),
    "fact": ("user_id", "id", "text", "at", "recorded_at"),
    "forgotten": ("digest",),
}
_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "user": (),
    "session": ("agent_id",),
    "message": ("agent_id", "content", "name", "metadata", "tool_calls", "tool_call_id"),
    "fact": ("agent_id", "metadata"),
    "forgotten": (),
}


def _checked_rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Every row after the header, checked, with its known fields and its ``line``.

    Raises InputError with the number of the line.
    """
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            row = _checked(line, number)
            if number > 1:
                yield {name: row[name] for name in _known(row["kind"]) if name in row} | {"line": number}
    except UnicodeDecodeError as exc:  # of a file, which is decoded ahead of the line it gives
        bad = number + 1 + exc.object.count(b"\n", 0, exc.start)
        problem = f"not {exc.encoding} (byte 0x{exc.object[exc.start]:02x})"
        raise InputError(f"line {bad} of the import: {problem}; nothing was imported") from exc
    if number == 0:
        raise InputError("the import is empty; it needs at least the header line of an export")


def _known(kind: str) -> tuple[str, ...]:
    return ("kind", *_NEEDED[kind], *_OPTIONAL[kind])


def _checked(line: str, number: int) -> Any:
    try:
        row = json.loads(line)
        if number == 1:
            _check_header(row)
        else:
            _check_row(row)
    except RecursionError:  # without the cause, whose traceback has a thousand lines
        raise InputError(f"line {number} of the import: JSON nested too deeply; nothing was imported") from None
    except (ValueError, TypeError, AttributeError, StrandlineError) as exc:
        raise InputError(f"line {number} of the import: {exc}; nothing was imported") from exc
    return row


def _check_header(row: Any) -> None:
    if not isinstance(row, dict) or row.get("kind") != "strandline":
        raise InputError("the first line is not the header of a Strandline export")
    if row.get("format") != FORMAT:
        raise InputError(f"format {row.get('format')!r} is not {FORMAT}; a newer library wrote it, upgrade strandline")


def _check_row(row: Any) -> None:
    needed = _NEEDED.get(str(row.get("kind"))) if isinstance(row, dict) else None
    if needed is None:
        raise InputError(f"a row is an object with a kind of {sorted(_NEEDED)}, got {str(row)[:80]!r}")
    missing = [name for name in needed if name not in row]
    if missing:
        raise InputError(f"a {row['kind']} row needs {missing[0]!r}")
    if row["kind"] == "forgotten":
        bytes.fromhex(row["digest"])
        return
    inputs.scope_id(row["user_id"], field="user_id")
    inputs.optional_id(row.get("agent_id"), field="agent_id")
    if "session_id" in needed:
        inputs.scope_id(row["session_id"], field="session_id")
    if "last_step" in needed:
        inputs.positive(row["last_step"], field="last_step", least=0, most=MOST_STEPS)
    if row["kind"] == "message":
        inputs.positive(row["step"], field="step", most=MOST_STEPS)
        inputs.checked_message(_message(row), 0)
    if row["kind"] == "fact":
        inputs.clean_text(row["text"], field="text")
        inputs.json_object(row.get("metadata"), field="metadata")
    if row["kind"] in TEXTS:
        inputs.row_id(row["id"], field="id")
        for name in ("at", "recorded_at"):
            time = inputs.aware(parse_time(row[name], field=name), field=name)
            if name == "recorded_at" and time is not None and time >= TOO_LATE:
                raise InputError(f"recorded_at must be before the year 9999, got {row[name]!r}")
