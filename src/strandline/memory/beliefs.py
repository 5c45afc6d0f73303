"""``facts``, ``ask``, ``history`` and ``changes``: what is believed, when it was true, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches

from strandline.errors import InputError, NotFoundError
from strandline.extract.keys import subject_key
from strandline.extract.people import KIN, singular
from strandline.extract.relations import NOTE, SPEAKER, relations
from strandline.memory.engine import Engine
from strandline.memory.naming import Called, called, named
from strandline.memory.reading import after_key, page
from strandline.stores import FactFilter, ScopeState, Snapshot
from strandline.types import Answer, Change, Fact, Page, Version

SPEAKER_WORDS = frozenset(("user", "i", "me", "myself", "the user"))
"""What stands for the user when a question names its subject."""
MOST = 10_000
"""Facts of one subject and relation that are weighed for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who reads, or changes, whose memory."""

    user_id: str
    agent_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The two times a read is about; None is now."""

    as_of: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which facts to list."""

    subject: str | None
    relation: str | None
    times: Times
    include_ended: bool
    limit: int
    cursor: str | None


def relation_name(name: str) -> str:
    """A relation of the table, or ``note``. Raises InputError naming those that are spelled nearly so."""
    known = [*relations(), NOTE]
    folded = name.strip().casefold().replace(" ", "_").replace("-", "_") if isinstance(name, str) else name
    if folded in known:
        return str(folded)
    kin = KIN.get(singular(str(folded).replace("_", " ")))
    near = [kin.relation] if kin is not None else get_close_matches(str(folded), known, n=5, cutoff=0.6)
    told = f"did you mean {', '.join(near)}?" if near else f"the relations are {', '.join(known)}."
    raise InputError(
        f"relation {str(name)[:80]!r} is not known; {told} What has no relation of its own is an attribute."
    )


def facts(engine: Engine, user_id: str, agent_id: str | None, wanted: Wanted) -> Page[Fact]:
    """A page of what is believed, in the order it was learned."""
    after, now = after_key(wanted.cursor), engine.clock()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        if scope is None:
            return Page(items=())
        names = called(snapshot, scope, now, wanted.times.known_at)
        asked = FactFilter(
            now=now,
            subject_key=None if wanted.subject is None else who(snapshot, scope, wanted.subject, names, now),
            relations=None if wanted.relation is None else (wanted.relation,),
            as_of=wanted.times.as_of,
            known_at=wanted.times.known_at,
            include_ended=wanted.include_ended,
        )
        rows = snapshot.facts(scope.uid, scope.agent, asked, after_key=after, limit=wanted.limit + 1)
    found = page(rows, wanted.limit)
    return Page(items=tuple(named(fact, names.shown) for fact in found.items), cursor=found.cursor)


def who(snapshot: Snapshot, scope: ScopeState, subject: str, names: Called, now: datetime) -> str:
    """The key of a subject: the user's for "I" and for the user's names, else the one of that name.

    The first word of the user's name, and the name under which the user first spoke, are the user unless something is
    known of a subject of that very name.
    """
    key = subject_key(subject)
    own = [subject_key(name) for name in (*names.names, *names.nicknames)]
    if key in SPEAKER_WORDS or key in own:
        return SPEAKER
    other = FactFilter(now=now, subject_key=key, include_ended=True)
    if snapshot.facts(scope.uid, scope.agent, other, after_key=0, limit=1):
        return key
    first = snapshot.first_speaker(scope.uid, max(0, scope.agent))
    heard = {name.split(" ")[0] for name in own} | ({subject_key(first)} if first else set())
    return SPEAKER if key in heard else key


def ask(engine: Engine, subject: str, relation: str, reader: Reader, times: Times) -> Answer:
    """Whether something is believed of a subject and relation, and the facts that say so, the newest first."""
    now = engine.clock()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(reader.user_id, reader.agent_id)
        if scope is None:
            return Answer(status="unknown")
        names = called(snapshot, scope, now, times.known_at)
        key = who(snapshot, scope, subject, names, now)
        asked = FactFilter(now=now, subject_key=key, relations=(relation,), as_of=times.as_of, known_at=times.known_at)
        holding = [fact for _, fact in snapshot.facts(scope.uid, scope.agent, asked, after_key=0, limit=MOST)]
        every = replace(asked, include_ended=True)
        rows = [fact for _, fact in snapshot.facts(scope.uid, scope.agent, every, after_key=0, limit=MOST)]
    moment = times.as_of or times.known_at or now
    status, reasons = judge(holding, rows, moment)
    newest = sorted(reasons, key=lambda fact: (fact.at, fact.step or 0, fact.id), reverse=True)
    return Answer(status=status, facts=tuple(named(fact, names.shown) for fact in newest))


def judge(holding: Sequence[Fact], believed: Sequence[Fact], moment: datetime) -> tuple[str, list[Fact]]:
    """The status of an answer and what says so, from the facts that cover a moment and from all that are believed."""
    positive = [fact for fact in holding if fact.polarity]
    if positive:
        return "yes", positive
    denials = [fact for fact in holding if not fact.polarity]
    ended = [fact for fact in believed if fact.polarity and fact.valid_to is not None and fact.valid_to <= moment]
    return ("no" if denials or ended else "unknown"), [*denials, *ended]


def history(engine: Engine, id: str, user_id: str, agent_id: str | None) -> list[Version]:
    """Every version of a fact or message, the first first. Raises NotFoundError."""
    now = engine.clock()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        rows = [] if scope is None else snapshot.history(scope.uid, id, scope.agent)
        if scope is None or not rows:
            raise NotFoundError(f"user {user_id!r} has no message or fact with id {id!r}")
        name = called(snapshot, scope, now).shown if rows[0].fact is not None else None
    return [row if row.fact is None else replace(row, fact=named(row.fact, name)) for row in rows]


def changes(engine: Engine, reader: Reader, *, idle: bool, limit: int, cursor: str | None) -> Page[Change]:
    """A page of the change log, in order; with ``idle`` the statements that changed nothing too."""
    after = after_key(cursor)
    with engine.store.read() as snapshot:
        scope = snapshot.scope(reader.user_id, reader.agent_id)
        if scope is None:
            return Page(items=())
        return page(snapshot.changes(scope.uid, scope.agent, after_key=after, limit=limit + 1, idle=idle), limit)
