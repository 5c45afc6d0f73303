"""Values as tables for people. Recalled text is shown as it is: no markup, no control characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from strandline.types import (
    Added,
    Answer,
    Change,
    Fact,
    Hit,
    Receipt,
    SessionInfo,
    StepRecall,
    StoredMessage,
    Version,
)
from strandline.types.results import plain

WHOLE = ("id", "at")
"""Columns that are of no use when they are broken over lines."""
BESIDE_IDS = ("id", ">score", ">boosted", "role", "memory", "content")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters and direction overrides replaced, so that it cannot drive the terminal."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def table(
    columns: Iterable[str], rows: Iterable[Iterable[object]], *, title: str | None = None, ids: bool | None = None
) -> Table:
    """A plain table; a column whose name starts with '>' is right-aligned.

    ``ids`` False leaves the column of ids out; True makes room for it: only the columns of ``BESIDE_IDS`` are shown.
    """
    columns = list(columns)
    shown = [i for i, name in enumerate(columns) if ids is None or (name in BESIDE_IDS if ids else name != "id")]
    grid = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in (columns[i] for i in shown):
        name, right = column.removeprefix(">"), column.startswith(">")
        grid.add_column(name, justify="right" if right else "left", overflow="fold", no_wrap=name in WHOLE)
    for row in map(list, rows):
        cells = (row[i] for i in shown)
        grid.add_row(*(Text(printable("" if cell is None else str(cell))) for cell in cells))
    return grid


def day(moment: datetime | None) -> str:
    """The date of a time, in its own offset."""
    return moment.date().isoformat() if moment else ""


def minute(moment: datetime) -> str:
    """A time to the minute, with its own offset."""
    return moment.isoformat(sep=" ", timespec="minutes")


def hits(found: Iterable[Hit], *, ids: bool = False) -> Table:
    """Hits, best first."""
    return table(
        ("id", ">score", "kind", "session", ">step", "at", "memory"),
        ((hit.id, f"{hit.score:.3f}", hit.kind, hit.session_id, hit.step, day(hit.at), hit.text) for hit in found),
        ids=ids,
    )


def step_recall(recall: StepRecall, *, ids: bool = False) -> Table:
    """What recall_step found, best first by the score after the step boost ("boosted")."""
    first = max(0, recall.current_step - recall.window) + 1
    seen = "nothing" if first > recall.current_step else f"steps {first} to {recall.current_step}"
    return table(
        ("id", ">boosted", ">boost", "session", ">step", "left the window", "memory"),
        (
            (
                result.id,
                f"{result.fusion_score:.3f}",
                f"{result.step_distance_boost:.2f}",
                result.session_id,
                result.step,
                "yes" if result.scrolled_out else "no",
                result.memory,
            )
            for result in recall.results
        ),
        title=f"step {recall.current_step}, the model sees {seen}",
        ids=ids,
    )


def added(result: Added) -> Table:
    """Where messages went and which facts were learned."""
    if not result.facts:
        return table(("session", ">step", "id"), ((row.session_id, row.step, row.id) for row in result.messages))
    rows: list[tuple[object, ...]] = [(row.session_id, row.step, row.id, "") for row in result.messages]
    rows += [("", "", fact.id, fact.text) for fact in result.facts]
    return table(("session", ">step", "id", "fact"), rows)


def added_by_session(result: Added) -> Table:
    """How many messages went into each session, in the order of their first message."""
    counts = Counter(row.session_id for row in result.messages)
    last = {row.session_id: row.step for row in result.messages}
    return table(("session", ">messages", ">last step"), ((name, counts[name], last[name]) for name in counts))


def messages(rows: Iterable[StoredMessage], *, ids: bool = False) -> Table:
    """Messages in step order."""
    return table(
        ("id", "session", ">step", "at", "role", "content"),
        ((row.id, row.session_id, row.step, minute(row.at), row.name or row.role, row.content) for row in rows),
        ids=ids,
    )


def facts(rows: Iterable[Fact]) -> Table:
    """Facts with when they were true."""
    return table(
        ("fact", "relation", "from", "to", ">confidence", "id"),
        (
            (_said(row), row.relation, day(row.valid_from), day(row.valid_to), f"{row.confidence:.2f}", row.id)
            for row in rows
        ),
    )


def _said(row: Fact) -> str:
    return f"{row.text} (disputed)" if row.disputed else row.text


def answer(result: Answer) -> Table:
    """What was answered, and the facts that say so."""
    rows: list[tuple[object, ...]] = [
        ("", _said(row), day(row.valid_from), day(row.valid_to), row.id) for row in result.facts
    ]
    first = rows[0][1:] if rows else ("", "", "", "")
    return table(("answer", "fact", "from", "to", "id"), [(result.status, *first), *rows[1:]])


def versions(rows: Iterable[Version]) -> Table:
    """All versions of one fact or message: since when each was believed, what it says, why, and by which change."""
    return table(
        (">version", "believed since", "what", "why", "change"),
        ((row.number, minute(row.recorded_at), _wording(row), row.reason, row.change_id) for row in rows),
    )


def _wording(row: Version) -> str | None:
    """What a version says, and when that is true."""
    if row.fact is None:
        return row.message.content if row.message else None
    since, until = day(row.fact.valid_from), day(row.fact.valid_to)
    return f"{row.fact.text} ({since} to {until})" if since or until else row.fact.text


def changes(rows: Iterable[Change]) -> Table:
    """The change log."""
    return table(
        ("at", "kind", "subject", "relation", "reason", "undone", "id"),
        (
            (minute(row.recorded_at), row.kind, row.subject, row.relation, row.reason, row.undone or "", row.id)
            for row in rows
        ),
    )


def change(result: Change) -> Table:
    """One change of what is believed."""
    return record({key: value for key, value in result.to_dict().items() if value is not None})


def sessions(rows: Iterable[SessionInfo]) -> Table:
    """A user's conversations."""
    return table(
        ("session", "agent", ">messages", ">last step", "first", "last"),
        ((r.session_id, r.agent_id, r.messages, r.last_step, day(r.first_at), day(r.last_at)) for r in rows),
    )


def names(rows: Iterable[str]) -> Table:
    """A list of ids."""
    return table(("user",), ((row,) for row in rows))


def receipt(result: Receipt) -> Table:
    """What forget removed (or would remove), without the digests."""
    shown = {key: value for key, value in result.to_dict().items() if key not in ("salt", "texts", "words", "ids")}
    digests = {name: f"{len(getattr(result, name))} digests" for name in ("texts", "words")}
    return record({**shown, "selector": _selector(result), **digests})


def _selector(result: Receipt) -> str:
    """Which selector was used, and its value where the receipt keeps it."""
    return ", ".join(name if value is True else f"{name} {value}" for name, value in plain(result.selector).items())


def record(value: Any) -> Table:
    """One report as names and values."""
    fields = plain(value)
    if not isinstance(fields, Mapping):
        fields = {"result": fields}
    return table(("what", "value"), ((key.replace("_", " "), _cell(item)) for key, item in fields.items()))


def _cell(value: object) -> object:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_cell(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(str(_cell(item)) for item in value) if value else "none"
    return "" if value is None else value
