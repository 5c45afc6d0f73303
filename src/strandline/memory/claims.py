"""Reading what a call's messages claim, before any lock is taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import partial

from strandline.extract import LONGEST, Known, Told, Turn, read
from strandline.extract.keys import subject_key, value_key
from strandline.extract.relations import SPEAKER, relations
from strandline.llms import LLM
from strandline.memory.engine import Engine
from strandline.memory.told import told
from strandline.stores import ScopeState, Snapshot
from strandline.types import Act, Claim, Message, StoredMessage

EXTRACTOR = str(next(one.default for one in fields(Claim) if one.name == "extractor"))
"""The rules that read facts now, and their version."""
TURNS_BEFORE = 8
"""Turns of the session that are read with each: for "he", for answers and for corrections."""
NEAR = 4 * TURNS_BEFORE
"""Steps before a turn among which those are looked for: what comes in late is read with what was said before it."""
MOST_KNOWN = 50
"""Beliefs of each relation about people and the speaker that reading may lean on, the last written first."""
PEOPLE = ("partner", "child", "parent", "sibling", "relative", "friend", "colleague", "manager", "pet")
"""Relations whose values are names that a later turn may use."""
OF_SPEAKER = (
    "name", "nickname", "age", "birthday", "lives_in", "address", "works_at", "role", "team", "studies_at", "studies",
    "relationship_status", "drives", "diet", "uses", "plans", "prefers", "instruction",
)  # fmt: skip
"""Other relations whose present values help to read a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Whose memory is written, and in which session."""

    user_id: str
    agent_id: str | None
    session_id: str | None


@dataclass(slots=True, kw_only=True)
class Context:
    """What is known while the turns of one call are read: what is stored, and what the turns before said."""

    first_name: str | None = None
    """The name under which this user first spoke: whoever bears it is the user."""
    turns: list[Turn] = field(default_factory=list)
    """Turns of the session in the order they came in, as many as a next one may be read with."""
    last_step: int = 0
    _values: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """Subject key -> relation -> value key -> value."""
    _names: dict[str, dict[str, None]] = field(default_factory=dict)
    """Name key -> relations it is known by."""
    _kinds: dict[str, str] = field(default_factory=dict)
    """Name key -> kind of animal or relative."""

    def before(self, turn: Turn) -> list[Turn]:
        """What a turn is read with: the last turns that were said before it, of those that came in before it."""
        said = [one for one in self.turns if one.at <= turn.at and turn.step - NEAR <= one.step < turn.step]
        return sorted(said, key=lambda one: (one.at, one.step))[-TURNS_BEFORE:]

    def follow(self, turn: Turn) -> None:
        """Go on after a turn."""
        self.turns = [*self.turns[1 - NEAR :], turn]
        self.last_step = turn.step

    def speaker(self, name: str | None) -> str:
        """The subject that "I" stands for in a turn of the user."""
        if name is None or not name.strip():
            return SPEAKER
        if self.first_name is None:
            self.first_name = name
        return SPEAKER if subject_key(name) == subject_key(self.first_name) else name.strip()

    def known(self, speaker: str) -> Known:
        """What may be leaned on to read a turn of this speaker."""
        values = self._values.get(subject_key(speaker), {})
        return Known(
            speaker=speaker,
            names={name: tuple(by) for name, by in self._names.items()},
            values={relation: tuple(held.values()) for relation, held in values.items() if held},
            kinds=dict(self._kinds),
        )

    def learn(self, subject: str, relation: str, value: str, kind: str | None = None, *, beside: bool = False) -> None:
        """Take a value into account from now on; ``beside`` keeps others of a relation that mostly has one."""
        if relation not in PEOPLE and relation not in OF_SPEAKER:
            return
        held = self._values.setdefault(subject_key(subject), {}).setdefault(relation, {})
        if relations()[relation].single and not beside:
            held.clear()
        held[value_key(value)] = value
        if relation in PEOPLE or relation in ("name", "nickname"):
            self._names.setdefault(subject_key(value), {})[relation] = None
            if kind:
                self._kinds[subject_key(value)] = kind

    def unlearn(self, subject: str, relation: str, value: str) -> None:
        """Take a value (``""``: all of them) into account no more."""
        held = self._values.get(subject_key(subject), {}).get(relation, {})
        if value:
            held.pop(value_key(value), None)
        else:
            held.clear()

    def hear(self, claims: Iterable[Claim]) -> None:
        """Take what a turn claimed into account for the turns after it."""
        for claim in claims:
            if claim.act in (Act.END, Act.RETRACT) or not claim.polarity:
                self.unlearn(claim.subject, claim.relation, claim.value)
            elif not claim.over:
                self.learn(claim.subject, claim.relation, claim.value, claim.qualifier, beside=claim.beside)


def context_of(
    snapshot: Snapshot, scope: ScopeState, session_id: str, times: Sequence[datetime], *, named: bool
) -> Context:
    """What a session's next turns, said at these times, are read with.

    Two statements, one more where speakers are ``named``, and one where some were said before what is there.
    """
    context = known_context(snapshot, scope, named=named)
    recent = partial(snapshot.recent, scope.uid, session_id, scope.agent, until=max(times), steps=NEAR)
    context.last_step, rows = recent(limit=TURNS_BEFORE)
    if rows and rows[-1].at > min(times):
        context.last_step, rows = recent(limit=NEAR)
    context.turns = sorted(map(turn_of, rows), key=lambda turn: turn.step)
    return context


def known_context(snapshot: Snapshot, scope: ScopeState, *, named: bool) -> Context:
    """What is believed that helps to read a turn, before any turn of its session."""
    context = Context(first_name=snapshot.first_speaker(scope.uid, scope.agent) if named else None)
    for fact in reversed(snapshot.known(scope.uid, scope.agent, (*PEOPLE, *OF_SPEAKER), MOST_KNOWN)):
        context.learn(fact.subject, fact.relation, fact.value, fact.qualifier, beside=True)
    return context


def turn_of(message: StoredMessage) -> Turn:
    """A stored message as a turn to read."""
    return Turn(role=message.role, content=message.content or "", at=message.at, name=message.name, step=message.step)


def read_messages(
    engine: Engine, where: Where, turns: Sequence[Message], now: datetime, llm: LLM | None = None
) -> tuple[list[tuple[int, Claim]], list[str]]:
    """(position, claim) of what the messages say, by rules or a model, and warnings where they could not be read."""
    if not any(turn.role == "user" and (turn.content or "").strip() for turn in turns):
        return [], []
    context = Context()
    with engine.store.read() as snapshot:
        scope = snapshot.scope(where.user_id, where.agent_id)
        if scope is not None:
            named = any(turn.role == "user" and turn.name for turn in turns)
            times = [turn.at or now for turn in turns]
            context = context_of(snapshot, scope, str(where.session_id), times, named=named)
    found: list[tuple[int, Claim]] = []
    warnings = []
    for number, message in enumerate(turns):
        turn = Turn(
            role=str(message.role),
            content=message.content or "",
            at=message.at or now,
            name=message.name,
            step=context.last_step + 1,
        )
        read_here, problem = read_turn(turn, context, llm)
        found += [(number, claim) for claim in read_here.claims]
        warnings += [f"message {number}: {one}" for one in read_here.warnings]
        if problem is not None:
            warnings.append(f"message {number} is stored, and no facts were read from it: {problem}")
        elif turn.role == "user" and len(turn.content) > LONGEST:
            whole = f"{len(turn.content):,} characters"
            warnings.append(f"message {number} has {whole}; facts were read from the first {LONGEST:,} alone")
    return found, warnings


def read_turn(turn: Turn, context: Context, llm: LLM | None = None) -> tuple[Told, str | None]:
    """What a turn claims, or why that could not be read; the context moves on by this turn."""
    found, problem = Told(), None
    if turn.role == "user" and turn.content.strip():
        before, known = context.before(turn), context.known(context.speaker(turn.name))
        found, problem = _by_rules(turn, before, known) if llm is None else told(llm, turn, before, known)
        context.hear(found.claims)
    context.follow(turn)
    return found, problem


def _by_rules(turn: Turn, before: Sequence[Turn], known: Known) -> tuple[Told, str | None]:
    try:
        return Told(claims=read(turn, before=before, known=known)), None
    except Exception as exc:  # noqa: BLE001 - rules meet every text there is: a fault in one must not lose a message
        return Told(), f"{type(exc).__name__}: {exc}"
