"""``edit``, ``undo`` and ``merge``: what a person changes by hand, each a change that can be undone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from strandline.errors import InputError, NotFoundError
from strandline.extract import Turn
from strandline.extract.keys import qualifier_key, subject_key, value_key
from strandline.extract.reconcile import BY_HAND
from strandline.extract.relations import NOTE, SPEAKER, relations
from strandline.memory.beliefs import MOST, Reader, who
from strandline.memory.claims import Context, known_context, read_turn
from strandline.memory.engine import Engine
from strandline.memory.naming import Called, called, shown
from strandline.memory.prepare import new_claim
from strandline.stores import FactFilter, ScopeState, Snapshot
from strandline.text import passages
from strandline.types import Act, Change, Claim, Fact, Since, StoredMessage

_LATEST = datetime.max.replace(tzinfo=UTC) - timedelta(microseconds=1)


def edit(engine: Engine, id: str, text: str, user_id: str, agent_id: str | None) -> Change:
    """Give a fact another value, or a remembered text other words. Raises NotFoundError or InputError."""
    now = engine.clock()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(user_id, agent_id)
        row = None if scope is None else snapshot.get(scope.uid, id, scope.agent)
        if scope is None or row is None:
            raise NotFoundError(f"user {user_id!r} has no fact with id {id!r}")
        if isinstance(row, StoredMessage):
            raise InputError(f"{id!r} is a message, which is kept verbatim; forget it, or edit a fact read from it")
        if row.superseded_at is not None:
            raise InputError(f"fact {id!r} is believed no more; its history says why")
        names = called(snapshot, scope, now)
        context = known_context(snapshot, scope, named=False) if row.relation != NOTE else Context()
        again = row.relation != NOTE and _holds_again(snapshot, scope, row, now)
    value = text if row.relation == NOTE else new_value(row, text, names, context, now)
    if value == row.value:
        raise InputError(f"{value[:80]!r} is what the fact says already")
    if not passages(value):
        raise InputError(
            f"{value[:80]!r} has no words; to take a fact back, undo the change that made it, or forget it"
        )
    new = new_claim(_claim(row, value, now, again=again), engine.writing_embedder)
    written = engine.store.edit(user_id, id, new, generation=engine.recaller.generation)
    return written.changes[-1]


def _holds_again(snapshot: Snapshot, scope: ScopeState, fact: Fact, now: datetime) -> bool:
    """Whether the fact is an earlier spell of a value that was believed once more after it."""
    asked = FactFilter(now=now, subject_key=subject_key(fact.subject), relations=(fact.relation,), include_ended=True)
    rows = snapshot.facts(scope.uid, scope.agent, asked, after_key=0, limit=MOST)
    return any(
        other.at > fact.at
        and (other.agent_id, other.polarity) == (fact.agent_id, fact.polarity)
        and value_key(other.value) == value_key(fact.value)
        and _qualifier(other.qualifier) == _qualifier(fact.qualifier)
        for _, other in rows
        if other.id != fact.id
    )


def _qualifier(text: str | None) -> str:
    return qualifier_key(text) if text else ""


def _claim(fact: Fact, value: str, now: datetime, *, again: bool) -> Claim:
    """The claim that corrects the value of a fact.

    It tells no dates: those of what it corrects stay. A correction is about what was said last before it, so one of an
    earlier spell of a value is made right after that was said, and tells its dates. What is dated after the present is
    corrected right after that, too.
    """
    row = relations().get(fact.relation)
    after = min(fact.at, _LATEST) + timedelta(microseconds=1)
    return Claim(
        subject=fact.subject,
        relation=fact.relation,
        value=value,
        qualifier=fact.qualifier,
        polarity=fact.polarity,
        act=Act.CORRECT,
        replaces=fact.value,
        at=after if again else max(now, after),
        since=Since.WORDS if again else Since.SAID,
        valid_from=fact.valid_from if again else None,
        valid_to=fact.valid_to if again else None,
        text=value if row is None else row.sentence(fact.subject, value, fact.qualifier, polarity=fact.polarity),
        confidence=1.0,
        extractor=BY_HAND,
    )


def new_value(fact: Fact, text: str, names: Called, context: Context, now: datetime) -> str:
    """The value that a text gives a fact: the one of its relation's sentence, the one that the rules read from it, or
    the text itself. Raises InputError for a sentence that says something else, or that states nothing.
    """
    given = text.strip()
    of_sentence = _from_template(fact, given, names)
    if of_sentence is not None:
        return of_sentence
    claims = read_turn(Turn(role="user", content=given, at=now), context)[0].claims
    fitting = [claim for claim in claims if _is_about(claim, fact, names)]
    values = list(dict.fromkeys(claim.value for claim in fitting if claim.value and claim.polarity == fact.polarity))
    if len(values) == 1:
        return values[0]
    if len(values) > 1:
        raise InputError(f"the text gives {len(values)} values ({', '.join(values)}); give one")
    told = _clauses(given, now)
    if given.endswith("?") or any(map(_is_supposed, told)):
        raise InputError(f"the text does not state it; give the new value of {fact.relation}, or a sentence that does")
    if claims and any(clause.verb is not None for clause in told):
        other = ", ".join(dict.fromkeys(claim.relation for claim in claims))
        raise InputError(f"the text says something else ({other}); give the new value of {fact.relation}")
    return given


def _is_supposed(clause: Any) -> bool:
    """Whether somebody does something in a clause, and it asks, supposes, plans or reports that."""
    return (
        clause.verb is not None
        and clause.subject.kind != "none"
        and clause.mood in ("question", "unreal", "reported", "plan")
    )


def _clauses(text: str, now: datetime) -> list[Any]:
    """The clauses of a text, each with its verb and mood; loaded here, as reading is, since its tables take long."""
    masks, moods = (import_module(f"strandline.extract.{name}") for name in ("masks", "moods"))
    return list(moods.statements(masks.mask(text), now))


def _is_about(claim: Claim, fact: Fact, names: Called) -> bool:
    """Whether a claim is of the fact's subject, relation and qualifier."""
    own = {subject_key(name) for name in (*names.names, *names.nicknames)}
    subject = subject_key(claim.subject)
    same = subject == subject_key(fact.subject) or (fact.subject == SPEAKER and subject in own)
    return same and claim.relation == fact.relation and _qualifier(claim.qualifier) == _qualifier(fact.qualifier)


def _from_template(fact: Fact, text: str, names: Called) -> str | None:
    """The value in a sentence of the fact's relation, under any of the names of its subject."""
    row = relations()[fact.relation]
    blank = "\0"
    pattern = row.sentence(fact.subject, blank, fact.qualifier, polarity=fact.polarity)
    for name in (None, *names.names, *names.nicknames):
        before, _, after = shown(pattern, name).partition(blank)
        rest = re.escape(after.rstrip(".")) + r"\.?"
        found = re.fullmatch(f"{re.escape(before)}(.+?){rest}", text, re.IGNORECASE | re.DOTALL)
        if found is not None:
            return found[1].strip()
    return None


def undo(engine: Engine, change_id: str, user_id: str) -> Change:
    """Take a change back, or bring it back when it is itself an undo."""
    return engine.store.undo(user_id, change_id)


def merge(engine: Engine, subject_a: str, subject_b: str, reader: Reader) -> Change:
    """Take two subjects for one. Raises NotFoundError for one that nothing is known of, InputError for one and the
    same.
    """
    now = engine.clock()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(reader.user_id, reader.agent_id)
        if scope is None:
            raise NotFoundError(f"user {reader.user_id!r} has stored nothing")
        names = called(snapshot, scope, now)
        kept, joined = (_known_subject(snapshot, scope, name, names, now) for name in (subject_a, subject_b))
    if subject_key(joined) == SPEAKER:
        kept, joined = joined, kept
    return engine.store.merge(reader.user_id, reader.agent_id, kept, joined)


def _known_subject(snapshot: Snapshot, scope: ScopeState, subject: str, names: Called, now: datetime) -> str:
    """A subject as it is written in the facts about it."""
    key = who(snapshot, scope, subject, names, now)
    if key == SPEAKER:
        return SPEAKER
    asked = FactFilter(now=now, subject_key=key, include_ended=True)
    rows = snapshot.facts(scope.uid, scope.agent, asked, after_key=0, limit=1)
    if not rows:
        raise NotFoundError(f"nothing is known of {subject!r}")
    return rows[0][1].subject
