"""Between rows and values: times, roles, JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from strandline.stores.sqlite.schema import FOREVER
from strandline.types import Fact, Role, StoredMessage, from_micros

_MICROSECOND = timedelta(microseconds=1)
ROLES: tuple[Role | None, ...] = (None, Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL)
"""A role's number is its place here; 0 is none."""
ROLE_NUMBERS = {role: number for number, role in enumerate(ROLES)}

MESSAGE_COLUMNS = (
    "m.key, m.id, s.session_id, m.step, m.role, m.content, m.at, m.zone, m.recorded_at, m.name, a.agent_id, "
    "m.metadata, m.tool_calls, m.tool_call_id"
)
MESSAGE_JOINS = "JOIN session s ON s.number = m.session LEFT JOIN agent a ON a.number = m.agent"
FACT_COLUMNS = (
    "f.key, f.id, f.subject, f.relation, f.value, f.text, f.at, f.zone, f.recorded_at, f.superseded_at, f.valid_from, "
    "f.valid_to, f.polarity, f.confidence, a.agent_id, f.metadata"
)
FACT_JOINS = "LEFT JOIN agent a ON a.number = f.agent"


def zone(moment: datetime) -> int:
    """The offset from UTC in microseconds."""
    offset = moment.utcoffset()
    return 0 if offset is None else offset // _MICROSECOND


def moment(value: int, offset: int = 0) -> datetime:
    """The time of so many microseconds since 1970 UTC, with an offset in microseconds."""
    where = UTC if offset == 0 else timezone(timedelta(microseconds=offset))
    try:
        return from_micros(value).astimezone(where)
    except OverflowError:  # within a day of year 1 or 9999: the local day does not exist
        return from_micros(value)


def dump(value: object) -> str | None:
    """JSON with sorted keys, so that equal values give equal bytes; None stays None."""
    if value is None:
        return None
    # A mapping that is no dict was accepted at the door; anything else that is not JSON was not.
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, default=dict)


def load(text: str | None) -> Any:
    """The value of a JSON text; None stays None."""
    return None if text is None else json.loads(text)


def to_message(row: Sequence[Any]) -> StoredMessage:
    """A row of MESSAGE_COLUMNS."""
    _, id, session, step, role, content, at, offset, recorded_at, name, agent, metadata, calls, call_id = row
    return StoredMessage(
        id=id,
        session_id=session,
        step=step,
        role=str(ROLES[role]),
        content=content,
        at=moment(at, offset),
        recorded_at=moment(recorded_at),
        name=name,
        agent_id=agent,
        metadata=load(metadata),
        tool_calls=load(calls),
        tool_call_id=call_id,
    )


def to_fact(row: Sequence[Any]) -> Fact:
    """A row of FACT_COLUMNS."""
    (_, id, subject, relation, value, text, at, offset, recorded_at, superseded_at, since, until, *rest) = row
    polarity, confidence, agent, metadata = rest
    return Fact(
        id=id,
        subject=subject,
        relation=relation,
        value=value,
        text=text,
        at=moment(at, offset),
        recorded_at=moment(recorded_at),
        superseded_at=None if superseded_at == FOREVER else moment(superseded_at),
        valid_from=None if since is None else moment(since),
        valid_to=None if until is None else moment(until),
        polarity=bool(polarity),
        confidence=confidence,
        agent_id=agent,
        metadata=load(metadata),
    )


def as_mapping(value: object) -> Mapping[str, Any]:
    """What the metadata column holds."""
    return value if isinstance(value, Mapping) else {}
