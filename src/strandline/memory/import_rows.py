"""The rows of an export, checked one by one before anything is imported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from strandline.errors import InputError, StrandlineError
from strandline.memory import inputs
from strandline.types import Act, ChangeKind, Message, Role, Since
from strandline.types.message import parse_time

READABLE = (1, 2)
"""Formats of exports that can be imported."""
MOST_STEPS = 1 << 30
"""The highest step an import may bring: indexes hold steps in 32 bits, and the session must have room to go on."""
TOO_LATE = datetime(9999, 1, 1, tzinfo=UTC)
"""Before this an import may have been recorded: every later write is recorded after it, and time ends with 9999."""
TEXTS = ("message", "fact")
"""Kinds of rows that hold text."""
LOG = ("claim", "change", "block", "version")
"""Kinds of rows of the log, from which facts follow."""


def message_of(row: Mapping[str, Any]) -> Message:
    """The message of a row."""
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
    "claim": (
        "user_id", "id", "step", "recorded_at", "subject", "relation", "value", "polarity", "act", "since", "over",
        "beside", "generic", "loose", "text", "start", "stop", "confidence", "extractor", "at",
    ),
    "change": (
        "user_id", "id", "change", "reason", "subject", "relation", "facts", "ended", "undone", "recorded_at",
        "switched",
    ),
    "block": ("user_id", "source", "start", "stop"),
    "version": ("user_id", "text"),
}  # fmt: skip
_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "user": (),
    "session": ("agent_id",),
    "message": ("agent_id", "content", "name", "metadata", "tool_calls", "tool_call_id"),
    "fact": ("agent_id", "metadata"),
    "forgotten": (),
    "claim": ("agent_id", "source", "qualifier", "valid_from", "valid_to", "replaces"),
    "change": ("agent_id", "message_id", "undoes", "merged"),
    "block": (),
    "version": (),
}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "subject": str, "relation": str, "value": str, "qualifier": str, "replaces": str, "text": str, "extractor": str,
    "reason": str, "source": str, "message_id": str, "undoes": str, "polarity": bool, "over": bool, "beside": bool,
    "generic": bool, "loose": bool, "undone": bool, "start": int, "stop": int, "step": int, "confidence": (int, float),
    "facts": list, "ended": list, "switched": dict, "merged": dict,
}  # fmt: skip
_MERGED = ("subject_key", "into_key", "shown")


def checked_rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
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
    if row.get("format") not in READABLE:
        raise InputError(
            f"format {row.get('format')!r} is none of {READABLE}; a newer library wrote it, upgrade strandline"
        )


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
        inputs.checked_message(message_of(row), 0)
    if row["kind"] == "fact":
        inputs.clean_text(row["text"], field="text")
        inputs.json_object(row.get("metadata"), field="metadata")
    if row["kind"] in LOG:
        _check_log(row)
    if "id" in needed:
        inputs.row_id(row["id"], field="id")
    _check_times(row)


def _check_times(row: Mapping[str, Any]) -> None:
    for name in ("at", "recorded_at", "valid_from", "valid_to"):
        if row.get(name) is None or name not in _known(row["kind"]):
            continue
        time = inputs.aware(parse_time(row[name], field=name), field=name)
        if name == "recorded_at" and time is not None and time >= TOO_LATE:
            raise InputError(f"recorded_at must be before the year 9999, got {row[name]!r}")


def _check_log(row: Mapping[str, Any]) -> None:
    for name in (*_NEEDED[row["kind"]], *_OPTIONAL[row["kind"]]):
        value, wanted = row.get(name), _TYPES.get(name)
        if value is None and name in _NEEDED[row["kind"]]:
            raise InputError(f"a {row['kind']} row needs {name!r}, got null")
        if (value is None and name in _OPTIONAL[row["kind"]]) or wanted is None:
            continue
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise InputError(f"{name} has the wrong type: got {value!r}")
        if isinstance(value, str):
            inputs.clean_text(value, field=name)
        if wanted is int:
            inputs.positive(value, field=name, least=0, most=MOST_STEPS)
    if row["kind"] == "claim":
        Act(row["act"]), Since(row["since"])
    if row["kind"] == "change":
        ChangeKind(row["change"])
        _check_switches(row)


def _check_switches(row: Mapping[str, Any]) -> None:
    texts = [*row["facts"], *row["ended"], *row["switched"]]
    merged = row.get("merged")
    if merged is not None:
        texts += [merged[name] for name in _MERGED if name in merged]
        if len(texts) - len(row["facts"]) - len(row["ended"]) - len(row["switched"]) != len(_MERGED):
            raise InputError(f"merged needs {_MERGED}, got {sorted(merged)}")
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"a change names facts and statements by ids, got {text!r}")
        inputs.clean_text(text, field="a change")
    if any(delta not in (-1, 1) or isinstance(delta, bool) for delta in row["switched"].values()):
        raise InputError(f"a change switches by 1 or -1, got {row['switched']}")
