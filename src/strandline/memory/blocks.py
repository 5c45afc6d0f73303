"""From hits to lines of a block, with the turns around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from strandline.context import Line, call_ids, call_text, pair_keys, whole_pairs
from strandline.memory.ordering import Chosen
from strandline.memory.windows import Sight
from strandline.stores import Snapshot
from strandline.types import Hit, StoredMessage

WITH_NEIGHBOURS = 40
"""Hits, best first, whose neighbouring turns are read."""


def hit_line(one: Chosen, seen: Sight, pair: str | None = None) -> Line:
    """A hit as a line. A part of a long message is shown with the marks of a part."""
    hit, session = one.hit, one.session
    start, stop, size = (hit.why or {}).get("passage", (0, 0, 0))
    text = hit.text if not size else f"{'…' if start else ''}{hit.text.strip()}{'…' if stop < size else ''}"
    line = _line(hit, text, seen, session)
    learned = hit.kind == "fact" and hit.message_id is not None
    return replace(
        line,
        kind=hit.kind,
        confidence=hit.confidence if learned else None,
        valid_from=hit.valid_from if learned else None,
        valid_to=hit.valid_to,
        message_id=hit.message_id,
        snippet=one.snippet,
        sourced=one.sourced,
        pair=pair,
        worth=one.score,
    )


def _line(row: Hit | StoredMessage, text: str, seen: Sight, session: int) -> Line:
    return Line(
        id=row.id,
        kind="message",
        text=text,
        at=row.at,
        step=row.step,
        session_id=row.session_id,
        same_session=session in seen.numbers,
        active=not seen.scrolled_out(row.step, session),
        role=row.role,
        name=row.name,
        message_id=row.id,
    )


def lines(
    snapshot: Snapshot, chosen: Sequence[Chosen], seen: Sight, may_join: Callable[[StoredMessage], bool], *, turns: bool
) -> tuple[list[Line], list[Line]]:
    """Lines of the hits, best first, and lines to go with them: the rest of tool calls and, with ``turns``, the turns
    before and after the best hits, one line for each hit they stand beside. ``may_join`` says of a message whether it
    may go with a hit.
    """
    best = chosen[:WITH_NEIGHBOURS]
    near = [(session, message) for session, message in _beside(snapshot, chosen, turns) if may_join(message)]
    pairs = pair_keys(message for _, message in near)
    items = _once([hit_line(one, seen, pairs.get(one.hit.id)) for one in chosen])
    said = {one.hit.text.strip() for one in chosen}
    ids = {one.hit.id for one in chosen}
    told = {line.message_id for line in items if line.sourced}
    by_place = {(one.session, one.hit.step): one.hit.id for one in best if one.hit.step}
    beside = {}
    for session, message in near:
        places = ((session, message.step + 1), (session, message.step - 1)) if turns else ()
        beside[message.id] = [by_place[place] for place in places if place in by_place]
    whole = whole_pairs([message for _, message in near], pairs)
    wanted = {item.pair for item in items if item.pair is not None}
    wanted |= {key for id, key in pairs.items() if beside[id] and key in whole}
    neighbours = []
    for session, message in near:
        pair, hosts = pairs.get(message.id), beside[message.id]
        if pair not in wanted and message.id not in ids and (message.id in told or _text(message) in said):
            continue  # a hit says the same
        of_a_call = bool(message.tool_calls) or message.tool_call_id is not None
        if pair in wanted or (hosts and not of_a_call):
            text = message.content or call_text(message.tool_calls or ())
            line = replace(_line(message, text, seen, session), pair=pair)
            neighbours += [replace(line, neighbour_of=host) for host in hosts] or [line]
    return items, neighbours


def _text(message: StoredMessage) -> str:
    return (message.content or "").strip()


def _once(items: list[Line]) -> list[Line]:
    """Facts that were learned from the same words show them once, with the first of them."""
    seen: set[tuple[str | None, str]] = set()
    done = []
    for line in items:
        key = (line.message_id, line.snippet)
        if line.snippet and key in seen:
            line = replace(line, snippet="", sourced=False)
        seen.add(key)
        done.append(line)
    return done


def _beside(snapshot: Snapshot, chosen: Sequence[Chosen], turns: bool) -> list[tuple[int, StoredMessage]]:
    """(session number, message), ordered: the turns beside the best hits, and the tool calls that they or any hit are
    part of, whole, whatever lies between.
    """
    near = snapshot.around([span for place, one in enumerate(chosen) for span in _spans(one, place, turns)])
    ids = {id for _, message in near for id in (*call_ids(message), message.tool_call_id) if id is not None}
    sessions = {session for session, message in near if message.tool_calls or message.tool_call_id is not None}
    found = {message.id: (session, message) for session, message in (*near, *snapshot.calls(sessions, ids))}
    return sorted(found.values(), key=lambda one: (one[0], one[1].step))


def _spans(one: Chosen, place: int, turns: bool) -> list[tuple[int, int, int]]:
    """Where to look: the turns beside a hit, or the hit's own row, which knows whether it is part of a tool call."""
    step = one.hit.step
    if one.hit.kind != "message" or step is None:
        return []
    reach = int(turns and place < WITH_NEIGHBOURS)
    if not reach and one.hit.role not in ("tool", "assistant"):
        return []
    return [(one.session, step - reach, step + reach)]
