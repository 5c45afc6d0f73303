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


def fact_columns(*, known: str | None = None, reader: str = "0") -> str:
    """The columns of a fact as it was known at a time (an SQL term; None: now), for an agent of a number (another)."""
    now = f"superseded_at = {FOREVER}"
    of_support = f"sp.{now}" if known is None else f"sp.recorded_at <= {known} AND {known} < sp.superseded_at"
    of_other = f"g.{now}" if known is None else f"g.recorded_at <= {known} AND {known} < g.superseded_at"
    return (
        "f.key, f.id, f.subject, f.relation, f.value, f.text, f.at, f.zone, f.recorded_at, f.superseded_at, "
        "f.valid_from, f.valid_to, f.polarity, f.confidence, a.agent_id, f.metadata, f.qualifier, f.extractor, "
        # A text in JSON ends at a NUL, so ids go through it as hexadecimal digits.
        "(SELECT json_group_array(json_array(hex(id), at, zone, step, hex(session_id), confidence)) FROM ("
        "  SELECT sm.id, sc.at, sc.zone, sm.step, ss.session_id, sc.confidence FROM support sp "
        "  JOIN claim sc ON sc.key = sp.claim LEFT JOIN message sm ON sm.key = sc.owner "
        "  LEFT JOIN session ss ON ss.number = sm.session WHERE sp.fact = f.key "
        f" AND {of_support} ORDER BY sc.at, sc.step, sc.start, sc.id)), "
        f"({reader} <> 0 AND f.line <> 0 AND EXISTS (SELECT 1 FROM fact g WHERE g.line = f.line AND g.line <> 0 "
        f" AND g.agent <> f.agent AND g.agent IN (0, {reader}) AND {of_other} "
        " AND f.covers_from < g.covers_to AND CASE WHEN g.stance <> f.stance THEN g.covers_from < f.covers_to "
        # The same is said to end while the other goes on.
        "  ELSE g.covers_to < f.covers_to OR (g.covers_from < f.covers_to AND f.covers_to < g.covers_to) END))"
    )


FACT_WIDTH = 20
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


def to_fact(row: Sequence[Any], said: int | None = None) -> Fact:
    """A row of ``fact_columns``. Time, step and confidence are those of the statements it rested on then, if any.

    Of those only the ones made by ``said`` (microseconds), where any was: what confirms it later does not show.
    """
    (_, id, subject, relation, value, text, at, offset, recorded_at, superseded_at, since, until, *rest) = row
    polarity, confidence, agent, metadata, qualifier, extractor, supports, disputed = rest
    found = json.loads(supports)
    if said is not None:
        found = [one for one in found if one[1] <= said] or found
    sources = dict.fromkeys(bytes.fromhex(one[0]).decode("utf-8") for one in found if one[0])
    step = session = None
    if found:
        _, at, offset, _, _, _ = found[-1]
        confidence = max(one[5] for one in found)
        step, session = next(((one[3], one[4]) for one in reversed(found) if one[0]), (None, None))
    return Fact(
        id=id,
        subject=subject,
        relation=relation,
        qualifier=qualifier,
        value=value,
        text=text,
        at=moment(at, offset),
        recorded_at=moment(recorded_at),
        superseded_at=None if superseded_at == FOREVER else moment(superseded_at),
        valid_from=None if since is None else moment(since, offset),
        valid_to=None if until is None else moment(until, offset),
        polarity=bool(polarity),
        confidence=confidence,
        sources=tuple(sources),
        step=step,
        session_id=bytes.fromhex(session).decode("utf-8") if session else None,
        agent_id=agent,
        extractor=extractor,
        disputed=bool(disputed),
        metadata=load(metadata),
    )


def as_mapping(value: object) -> Mapping[str, Any]:
    """What the metadata column holds."""
    return value if isinstance(value, Mapping) else {}
