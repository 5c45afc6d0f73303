"""The values that go in and out of reconciliation, and which claims are about the same thing."""

from __future__ import annotations

from dataclasses import dataclass

from strandline.extract.keys import qualifier_key, subject_key, value_key
from strandline.extract.relations import line_relation, relations
from strandline.types.claims import Act, Belief, Claim
from strandline.types.results import ChangeKind
from strandline.types.times import micros

BEFORE_ALL = -(2**63)
"""``covers_from`` where there is no bound."""
FOREVER = 2**63 - 1
"""``covers_to`` where there is no bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A claim with its id and the step of the message that says it (0 without a message)."""

    id: str
    step: int
    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What claims must share to bear on each other, besides their user and agent. All three are keys.

    ``relation`` is the relation of the time line: a relation and its opposite share one.
    """

    subject: str
    relation: str
    qualifier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRow:
    """A row that is believed now: its number in the store, its fact's id and what it says.

    ``belief.root`` and ``belief.claims`` must be as they were inserted or last resourced.
    """

    key: int
    fact: str
    belief: Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """A version to insert. ``previous`` is the key of the row it follows, superseded in the same step, if any.

    The fact keeps its id where ``belief.root`` is that of the row before.
    """

    belief: Belief
    previous: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What to write so that the believed rows are the wanted beliefs. Keys ascend; inserts are in belief order.

    Rows that are neither superseded nor resourced stay as they are. A resourced row stays too, with the claims,
    confidence, time of saying and extractor of the belief given: those are no new version.
    """

    kept: tuple[int, ...] = ()
    resourced: tuple[tuple[int, Belief], ...] = ()
    superseded: tuple[int, ...] = ()
    inserted: tuple[Insert, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What one claim did. ``facts`` and ``ended`` are roots of beliefs (see ``Change``).

    ``touched`` is false where it changed nothing of what is believed, not even a source: no change is reported then.
    ``reason`` holds relation names and dates, never a value: it outlives the forgetting of what was said.
    """

    kind: ChangeKind
    reason: str
    facts: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    touched: bool = True


SaidOrder = tuple[int, int, int, bool, int, str]
"""Time in microseconds, step, first character, whether it states, character after the last, id."""


def said_order(filed: Filed) -> SaidOrder:
    """The order in which claims are weighed: by the time they were said, step, place in the message, act, end, id.

    Of claims of the same words those that close come first: "I prefer trains to planes" ends a liking for planes, not
    what it states itself. Of two that begin alike the one that ends first was said first: "to Oslo, then to Bergen".
    """
    claim = filed.claim
    states = claim.act in (Act.STATE, Act.CORRECT)
    return micros(claim.at), filed.step, claim.start, states, claim.stop, filed.id


def slot_of(claim: Claim | Belief) -> Slot:
    """The slot a claim or belief belongs to."""
    return Slot(
        subject=subject_key(claim.subject),
        relation=line_relation(claim.relation)[0],
        qualifier=qualifier_key(claim.qualifier),
    )


def single_valued(relation: str) -> bool:
    """Whether a relation holds one value at a time. One that is not in the table holds many."""
    row = relations().get(relation)
    return row is not None and row.single


def line_of(claim: Claim | Belief) -> str | None:
    """The line of its slot that a claim or belief belongs to, or None for a claim that concerns the whole slot.

    A slot whose relation holds one value is a single line, ``""``; else each value has its own, named by its key.
    None: no value, a loose one, a kind instead of a name (in any relation), or a correction or retraction whose target
    is another value or the latest. Lines of a slot may be folded each for itself only if no claim of the slot has None.
    """
    if isinstance(claim, Claim) and claim.generic:
        return None
    if single_valued(claim.relation):
        return ""
    if isinstance(claim, Claim) and (claim.loose or claim.act is Act.CORRECT or not claim.value):
        return None
    return value_key(claim.value)
