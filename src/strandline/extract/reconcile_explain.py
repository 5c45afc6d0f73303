"""What one claim did, for the change log: its kind, the facts it touched, and why, without a word of what was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from strandline.extract.keys import value_key
from strandline.extract.reconcile_settle import settle
from strandline.extract.reconcile_shapes import Effect, Filed, KnownRow, Settlement, single_valued
from strandline.extract.reconcile_spans import timeless
from strandline.extract.reconcile_words import sign_of
from strandline.types.claims import Act, Belief, Claim
from strandline.types.results import ChangeKind


def disputed(belief: Belief, others: Sequence[Belief]) -> bool:
    """Whether one of ``others``, of the same slot but another agent (or the user's), says something else of a time.

    Another value of a relation that holds one, or the opposite of the same value.
    """
    sign, key = sign_of(belief.relation, belief.polarity), value_key(belief.value)
    for other in others:
        if other.covers_from >= belief.covers_to or belief.covers_from >= other.covers_to:
            continue
        other_sign, same = sign_of(other.relation, other.polarity), value_key(other.value) == key
        if same and sign != other_sign:
            return True
        if not same and sign and other_sign and single_valued(belief.relation):
            return True
    return False


def explain(claim: Filed, before: Sequence[Belief], after: Sequence[Belief], others: Sequence[Belief] = ()) -> Effect:
    """What a claim did: the beliefs of its slot or lines ``before`` and ``after`` it; ``others`` as in ``disputed``.

    Of several effects the gravest gives the kind: a contradiction, then a dispute, a correction, an end of another
    value, an end, a confirmation; what is left is an addition.
    """
    seen = _Seen(claim, before, after)
    kind = _kind(seen, others)
    return Effect(
        kind=kind,
        reason=_reason(seen, kind),
        facts=tuple(dict.fromkeys(belief.root for belief in seen.facts)),
        ended=tuple(dict.fromkeys(belief.root for belief in seen.ended)),
        touched=seen.touched,
    )


class _Seen:
    """The difference between two states of belief, in terms of one claim."""

    def __init__(self, filed: Filed, before: Sequence[Belief], after: Sequence[Belief]) -> None:
        self.filed = filed
        rows = {key: KnownRow(key=key, fact=belief.root, belief=belief) for key, belief in enumerate(before)}
        done: Settlement = settle(list(rows.values()), after)
        follows = {new.previous: new.belief for new in done.inserted if new.previous is not None}
        gone = [rows[key].belief for key in done.superseded if key not in follows]
        shorter = [
            (rows[key].belief, new) for key, new in follows.items() if new.covers_to < rows[key].belief.covers_to
        ]
        self.ended = [*gone, *(old for old, _ in shorter)]
        closed = {id(new) for _, new in shorter}
        self.mine = [belief for belief in after if filed.id in belief.claims]
        fresh = [new.belief for new in done.inserted if id(new.belief) not in closed]
        self.facts = [belief for belief in after if belief in self.mine or any(belief is new for new in fresh)]
        self.replaced = [
            (rows[key].belief, new)
            for key, new in follows.items()
            if value_key(rows[key].belief.value) != value_key(new.value)
        ]
        old = {*(id(belief) for belief in follows.values()), *(id(belief) for _, belief in done.resourced)}
        self.confirmed = any(id(belief) in old for belief in self.mine) and not self.replaced
        self.moved = any(id(belief) in map(id, follows.values()) for belief in self.mine)
        self.touched = bool(done.superseded or done.inserted or done.resourced)


def _kind(seen: _Seen, others: Sequence[Belief]) -> ChangeKind:
    claim = seen.filed.claim
    if claim.act is Act.RETRACT:
        return ChangeKind.RETRACT
    if claim.act is Act.END:
        return ChangeKind.END
    sign, key = sign_of(claim.relation, claim.polarity), value_key(claim.value)
    if claim.act is Act.CORRECT and (seen.ended or seen.replaced or seen.moved):
        return ChangeKind.CORRECT
    if any(value_key(old.value) == key and sign_of(old.relation, old.polarity) != sign for old in seen.ended):
        return ChangeKind.CONTRADICT
    if any(disputed(belief, others) for belief in seen.mine):
        return ChangeKind.DISPUTE
    if timeless(claim) and single_valued(claim.relation) and (seen.replaced or seen.ended):
        return ChangeKind.CORRECT
    if any(value_key(old.value) != key for old in seen.ended):
        return ChangeKind.SUPERSEDE if key and sign else ChangeKind.END
    if seen.ended:
        return ChangeKind.END
    return ChangeKind.CONFIRM if seen.confirmed else ChangeKind.ADD


def _reason(seen: _Seen, kind: ChangeKind) -> str:
    """A sentence with the relation and dates only."""
    claim = seen.filed.claim
    told = f"said on {_day(claim.at)}"
    if not seen.touched:
        return f"{claim.relation}, {told}: nothing changes"
    wordings = {
        ChangeKind.ADD: _added(seen),
        ChangeKind.CONFIRM: "said again, which moves its time" if seen.moved else "said again",
        ChangeKind.SUPERSEDE: f"another value takes its place from {_from(claim)}",
        ChangeKind.END: f"it ended on {_day(claim.valid_to or claim.at)}",
        ChangeKind.CORRECT: "an earlier value was wrong" if seen.replaced or seen.ended else "its time was wrong",
        ChangeKind.CONTRADICT: f"it is the opposite of what was believed, from {_from(claim)}",
        ChangeKind.DISPUTE: "it differs from what is believed in another scope: both stay",
        ChangeKind.RETRACT: "what was said before is taken back",
    }
    return f"{claim.relation}, {told}: {wordings[kind]}"


def _added(seen: _Seen) -> str:
    if seen.replaced:
        return "a name for what was known by its kind"
    if not seen.mine:
        return "what was believed changes"
    claim = seen.filed.claim
    if claim.over or all(belief.covers_from >= belief.covers_to for belief in seen.mine):
        return "new, and over"
    return f"new, from {_from(claim)}"


def _from(claim: Claim) -> str:
    if timeless(claim):
        return "always"
    return _day(claim.valid_from or claim.at)


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
