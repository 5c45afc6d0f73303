"""Taking back, correcting, merging and reading anew: changes that a person or a newer reader asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from strandline.errors import InputError, NotFoundError
from strandline.extract.keys import subject_key, value_key
from strandline.extract.reconcile import slot_of
from strandline.extract.relations import NOTE, SPEAKER, relations
from strandline.stores.sqlite import claims as rows_of
from strandline.stores.sqlite.beliefs import Weighed
from strandline.stores.sqlite.claims import StoredClaim
from strandline.stores.sqlite.keys import key_range
from strandline.stores.sqlite.ledger import Entry, Ledger, Source
from strandline.stores.sqlite.notes import note_of, note_saying
from strandline.stores.sqlite.schema import FOREVER
from strandline.stores.values import NewClaim
from strandline.types import Act, ChangeKind, Claim


def undo(ledger: Ledger, id: str) -> None:
    """Take a change back: what it switched on goes off, and the other way round."""
    db = ledger.work.db
    row = db.execute(
        "SELECT x.key, x.agent, x.kind, x.subject, x.relation, x.undone, u.id FROM change x "
        "LEFT JOIN change u ON u.undoes = x.key AND u.undone = 0 WHERE x.id = ? AND x.key BETWEEN ? AND ?",
        (id, *key_range(ledger.work.uid)),
    ).fetchone()
    if row is None:
        raise NotFoundError(f"user {ledger.work.user_id!r} has no change with id {id!r}")
    undone, agent, kind, subject, relation, already, by = row
    if already:
        raise InputError(f"change {id!r} is undone already; undo {by!r} to bring it back")
    rows = db.execute("SELECT target, -delta FROM effect WHERE change = ? ORDER BY target", (undone,)).fetchall()
    again = kind == ChangeKind.UNDO.value
    entry = Entry(
        kind=ChangeKind.UNDO, reason="an undo was taken back" if again else f"a change of kind {kind} was taken back",
        subject=subject, relation=relation, agent=agent, target=id, undoes=undone,
    )  # fmt: skip
    _apply(ledger, entry, rows)
    mark_undone(ledger, undone)


def mark_undone(ledger: Ledger, change: int) -> None:
    """Mark a change as undone; if it was an undo itself, what that took back holds again, and so on down."""
    undone = 1
    key: int | None = change
    while key is not None:
        row = ledger.work.db.execute(
            "UPDATE change SET undone = ? WHERE key = ? RETURNING undoes", (undone, key)
        ).fetchone()
        key, undone = (None if row is None else row[0]), 1 - undone


def _apply(ledger: Ledger, entry: Entry, switched: Sequence[tuple[int, int]]) -> Weighed:
    """Switch statements and merges as one change, and weigh what that touches."""
    key = ledger.work.next_key()
    ledger.effects(key, switched)
    done = ledger.beliefs.weigh(ledger.switch(switched), key)
    ledger.log(key, ledger.said_of(entry, done), done)
    return done


def edit(ledger: Ledger, id: str, new: NewClaim) -> None:
    """Put a statement in the place of those that a fact rests on."""
    db = ledger.work.db
    row = db.execute(
        f"SELECT key, agent, value FROM fact WHERE id = ? AND key BETWEEN ? AND ? AND superseded_at = {FOREVER} "
        "AND slot <> 0 ORDER BY key DESC LIMIT 1",
        (id, *key_range(ledger.work.uid)),
    ).fetchone()
    note = note_of(db, ledger.work.uid, id) if row is None else None
    if note is not None:
        _edit_note(ledger, note, new)
        return
    if row is None:
        raise NotFoundError(f"user {ledger.work.user_id!r} has no believed fact with id {id!r} to edit")
    fact, agent, value = row
    old = rows_of.select(
        db, f"c.key IN (SELECT claim FROM support WHERE fact = ? AND superseded_at = {FOREVER})", (fact,)
    )
    claim, switched = replace(new.claim, act=Act.STATE, replaces=None, start=0, stop=0), [(one.key, 1) for one in old]
    about = slot_of(ledger.subjects.resolved(agent, old[-1].claim))
    if slot_of(ledger.subjects.resolved(agent, claim)) == about:
        claim, switched = _correction(claim, value, _latest(old).claim), []
    # Whoever forgets the message forgets the corrected words with it.
    stored = ledger.file(replace(new, claim=claim), agent, _source(ledger, old))
    ledger.passages.offer(new.claim.text, new.passages)
    entry = Entry(
        kind=ChangeKind.EDIT, reason="it was edited", subject=claim.subject, relation=claim.relation, agent=agent,
        target=stored.id, owner=stored.owner,
    )  # fmt: skip
    # It was filed switched on, so that its own effect is written without being applied.
    key = ledger.work.next_key()
    ledger.effects(key, [*switched, (stored.key, -1)])
    done = ledger.beliefs.weigh([*ledger.switch(switched), stored], key)
    ledger.log(key, ledger.said_of(entry, done), done)


def _correction(claim: Claim, value: str, said: Claim) -> Claim:
    """The claim that corrects what was said, spelled as it was said there.

    How the fact is shown may come from another message, which can be forgotten, or from a merge, which can be undone.
    """
    row = relations().get(claim.relation)
    text = claim.text
    if row is not None and (said.subject, said.qualifier) != (claim.subject, claim.qualifier):
        text = row.sentence(said.subject, claim.value, said.qualifier, polarity=claim.polarity)
    replaces = said.value if value_key(said.value) == value_key(value) else value
    return replace(
        claim, act=Act.CORRECT, replaces=replaces, loose=False, subject=said.subject, qualifier=said.qualifier,
        text=text,
    )  # fmt: skip


def _edit_note(ledger: Ledger, note: tuple[int, int, str], new: NewClaim) -> None:
    """Give a note other words. Raises InputError for those of another note: a text is remembered once."""
    key, agent, id = note
    other, there = note_saying(ledger.work, agent, new.claim.value)
    if there and other != id:
        raise InputError(f"note {other!r} says that already; forget one of the two instead")
    said = replace(new.claim, subject=SPEAKER, relation=NOTE, qualifier=None, text=new.claim.value)
    stored = ledger.file(replace(new, claim=said), agent, Source(key=key, id=id))
    entry = Entry(
        kind=ChangeKind.EDIT, reason="it was edited", subject=SPEAKER, relation=NOTE, agent=agent, target=stored.id
    )  # fmt: skip
    change = ledger.work.next_key()
    ledger.effects(change, [(stored.key, -1)])
    done = ledger.beliefs.weigh([stored], change)
    ledger.log(change, ledger.said_of(entry, done), done)


def _latest(old: Sequence[StoredClaim]) -> StoredClaim:
    """The last statement that was read from a message; without any, the last."""
    return next((one for one in reversed(old) if one.owner), old[-1])


def _source(ledger: Ledger, old: Sequence[StoredClaim]) -> Source:
    owner = _latest(old)
    if not owner.owner:
        return Source()
    row = ledger.work.db.execute(
        "SELECT id FROM message WHERE key = :key UNION ALL SELECT id FROM fact WHERE key = :key", {"key": owner.owner}
    ).fetchone()
    return Source(key=owner.owner, id=row[0], step=owner.step)


def merge(ledger: Ledger, agent: int, subject_a: str, subject_b: str) -> None:
    """Take two subjects for one, called ``subject_a``."""
    work, subjects = ledger.work, ledger.subjects
    into, own = subjects.key(agent, subject_a), subjects.key(agent, subject_b)
    if into == own:
        raise InputError(f"{subject_a!r} and {subject_b!r} are one subject already")
    key = work.next_key()
    shown = _shown(ledger, agent, into) or subject_a
    work.db.execute("INSERT INTO alias VALUES (?, ?, ?, ?, ?, ?, 1)", (key, agent, own, into, shown, work.now))
    entry = Entry(
        kind=ChangeKind.MERGE, reason="two names of one subject", subject=shown, relation="", agent=agent,
        target=f"{len(into)}:{into}{own}",
    )  # fmt: skip
    _apply(ledger, entry, [(key, -1)])


def _shown(ledger: Ledger, agent: int, key: str) -> str | None:
    """How a subject is written where it was first spoken of."""
    row = ledger.work.db.execute(
        "SELECT subject FROM claim WHERE key >> 32 = ? AND subject_key = ? AND agent IN (0, ?) ORDER BY key",
        (ledger.work.uid, key, agent),
    )
    return next((subject for (subject,) in row if subject_key(subject) == key), None)


def reextract(ledger: Ledger, message_id: str, new: Sequence[NewClaim], extractor: str) -> None:
    """Put statements in the place of those that the same reader, in any version, read from a message."""
    db = ledger.work.db
    row = db.execute(
        "SELECT key, agent, step FROM message WHERE id = ? AND key BETWEEN ? AND ?",
        (message_id, *key_range(ledger.work.uid)),
    ).fetchone()
    if row is None:
        raise NotFoundError(f"user {ledger.work.user_id!r} has no message with id {message_id!r}")
    owner, agent, step = row
    family = extractor.partition("/")[0]
    read = rows_of.select(db, "c.owner = ?", (owner,))
    edits = _edits(ledger, owner)
    old = [one for one in read if one.claim.extractor.partition("/")[0] == family and one.id not in edits]
    blocked = db.execute("SELECT start, stop FROM block WHERE message = ?", (owner,)).fetchall()
    known = [one.claim for one in old]
    wanted = [
        one for one in new if not is_blocked(one.claim, blocked) or any(same(one.claim, other) for other in known)
    ]
    held = [one for one in old if one.off <= 0 and _is_edited(one, [edit for edit in read if edit.id in edits])]
    old = [one for one in old if one not in held]
    switched, fresh = _difference(ledger, old, _without(wanted, held, [one.claim for one in old]))
    if not switched and not fresh:
        return
    filed = [ledger.file(one, agent, Source(key=owner, id=message_id, step=step)) for one in fresh]
    key = ledger.work.next_key()
    ledger.effects(key, [*switched, *((one.key, -1) for one in filed)])
    done = ledger.beliefs.weigh([*ledger.switch(switched), *filed], key)
    first = fresh[0].claim if fresh else old[0].claim
    entry = Entry(
        kind=ChangeKind.REEXTRACT, reason=f"read anew by {extractor}", subject=first.subject, relation=first.relation,
        agent=agent, target=message_id, owner=owner,
    )  # fmt: skip
    ledger.log(key, ledger.said_of(entry, done), done)


def _edits(ledger: Ledger, owner: int) -> set[str]:
    """Ids of the statements that came by editing what was read from a message."""
    rows = ledger.work.db.execute(
        "SELECT c.id FROM claim c JOIN effect e ON e.target = c.key JOIN change x ON x.key = e.change "
        "WHERE c.owner = ? AND x.kind = 'edit' AND e.delta < 0",
        (owner,),
    )
    return {row[0] for row in rows}


def _is_edited(one: StoredClaim, edits: Sequence[StoredClaim]) -> bool:
    """Whether an edit that holds corrects a statement."""
    value = value_key(one.claim.value)
    return any(
        edit.off <= 0
        and edit.slot == one.slot
        and edit.claim.replaces is not None
        and value_key(edit.claim.replaces) == value
        for edit in edits
    )


def _without(new: Sequence[NewClaim], held: Sequence[StoredClaim], known: Sequence[Claim]) -> list[NewClaim]:
    """``new`` less what stands for a statement that was edited: that one stays, for the edit to correct it."""
    left = list(new)
    for one in held:
        span = [(one.claim.start, one.claim.stop)]
        alike = [other for other in left if same(other.claim, one.claim)] or [
            other
            for other in left
            if other.claim.relation == one.claim.relation
            and is_blocked(other.claim, span)
            and not any(same(other.claim, claim) for claim in known)
        ]
        if alike:
            left.remove(alike[0])
    return left


def is_blocked(claim: Claim, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a fact was forgotten of words that a statement was read from."""
    span = claim.start, claim.stop
    return any((span[0] < stop and start < span[1]) or (start, stop) == span for start, stop in spans)


def _difference(
    ledger: Ledger, old: Sequence[StoredClaim], wanted: Sequence[NewClaim]
) -> tuple[list[tuple[int, int]], list[NewClaim]]:
    """What to switch among the old statements, and the wanted ones that none of them equals."""
    left = list(wanted)
    switched: list[tuple[int, int]] = []
    for one in old:
        equal = next((new for new in left if same(new.claim, one.claim)), None)
        if equal is None:
            switched += [(one.key, 1)] if one.off <= 0 else []
            continue
        left.remove(equal)
        # What an earlier reading dropped comes back; what a person took back stays off.
        switched += [(one.key, -1)] if one.off > 0 and _was_dropped(ledger, one.key) else []
    return switched, left


def _was_dropped(ledger: Ledger, claim: int) -> bool:
    row = ledger.work.db.execute(
        "SELECT sum(e.delta) FROM effect e JOIN change x ON x.key = e.change "
        "WHERE e.target = ? AND x.kind = 'reextract' AND x.undone = 0",
        (claim,),
    ).fetchone()
    return bool(row[0] and row[0] > 0)


def same(one: Claim, other: Claim) -> bool:
    """Whether two readings say the same of the same words."""
    return replace(one, extractor="", confidence=0.0) == replace(other, extractor="", confidence=0.0)
