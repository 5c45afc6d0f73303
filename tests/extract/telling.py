"""Short ways to write claims and to read beliefs, for the tests of reconciliation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from strandline.extract.reconcile import Filed, KnownRow, Settlement
from strandline.types.claims import Act, Belief, Claim, Since
from strandline.types.times import micros


def on(day: str) -> datetime:
    """Midnight UTC of "2026-02-01"; "02-01" is in 2026."""
    return datetime.fromisoformat(day if len(day) > 5 else f"2026-{day}").replace(tzinfo=UTC)


def said(day: str, relation: str, value: str, *, id: str | None = None, step: int = 0, **more) -> Filed:
    """A claim about the user. ``start`` and ``end`` are days; either makes it one of WORDS unless told."""
    start, end = more.pop("start", None), more.pop("end", None)
    more.setdefault("since", Since.WORDS if start or end else Since.SAID)
    claim = Claim(
        subject=more.pop("subject", "user"),
        relation=relation,
        value=value,
        at=on(day),
        valid_from=on(start) if start else None,
        valid_to=on(end) if end else None,
        text=more.pop("text", f"{relation} {value}"),
        **more,
    )
    return Filed(id=id or f"{day}-{value or claim.act.value}", step=step, claim=claim)


def ended(day: str, relation: str, value: str = "", **more) -> Filed:
    return said(day, relation, value, act=Act.END, **more)


def retracted(day: str, relation: str, value: str = "", **more) -> Filed:
    return said(day, relation, value, act=Act.RETRACT, **more)


def corrected(day: str, relation: str, value: str, **more) -> Filed:
    return said(day, relation, value, act=Act.CORRECT, **more)


def _day(moment: datetime | None) -> str:
    return "" if moment is None else moment.date().isoformat().removeprefix("2026-")


def shown(beliefs) -> list[str]:
    """Beliefs as "Malmö 01-12..02-01", with the relation where it is not the value's only one; "not" for a denial."""
    lines = []
    for belief in beliefs:
        span = f"{_day(belief.valid_from)}..{_day(belief.valid_to)}"
        nothing = " (covers nothing)" if belief.covers_from >= belief.covers_to else ""
        negated = "" if belief.polarity else "not "
        lines.append(f"{belief.relation} {negated}{belief.value} {span}{nothing}")
    return lines


def at(beliefs, day: str) -> list[str]:
    """The values of the affirmed beliefs that cover a day, sorted."""
    instant = micros(on(day))
    return sorted(b.value for b in beliefs if b.polarity and b.covers_from <= instant < b.covers_to)


class Rows:
    """A store of rows in memory that does what a settlement says, and keeps every version with its two times."""

    def __init__(self) -> None:
        self.clock = 0
        self._rows: dict[int, KnownRow] = {}
        self._recorded: dict[int, int] = {}
        self._superseded: dict[int, int] = {}

    def believed(self, known_at: int | None = None) -> list[KnownRow]:
        moment = self.clock if known_at is None else known_at
        return [
            row
            for key, row in self._rows.items()
            if self._recorded[key] <= moment and not self._superseded.get(key, moment + 1) <= moment
        ]

    def beliefs(self, known_at: int | None = None) -> tuple[Belief, ...]:
        found = (row.belief for row in self.believed(known_at))
        return tuple(sorted(found, key=lambda b: (b.covers_from, b.covers_to, b.root)))

    def write(self, settlement: Settlement) -> None:
        self.clock += 1
        for key, belief in settlement.resourced:
            self._rows[key] = KnownRow(key=key, fact=self._rows[key].fact, belief=belief)
        for key in settlement.superseded:
            assert key not in self._superseded
            self._superseded[key] = self.clock
        for new in settlement.inserted:
            assert new.previous is None or new.previous in settlement.superseded
            key = len(self._rows) + 1
            self._rows[key] = KnownRow(key=key, fact=new.belief.root, belief=new.belief)
            self._recorded[key] = self.clock


_DAYS = [f"2026-01-{day:02d}" for day in range(1, 21)]


@st.composite
def claims_of_one_slot(draw, *, relations=("lives_in", "likes", "dislikes", "birthday", "partner", "pet"), size=8):
    """Claims of one slot, of every act and kind, with ids that tell nothing about their order."""
    first = draw(st.sampled_from(relations))
    names = ("likes", "dislikes") if first in ("likes", "dislikes") else (first,)
    count = draw(st.integers(1, size))
    filed = []
    for number in range(count):
        act = draw(st.sampled_from([Act.STATE, Act.STATE, Act.STATE, Act.STATE, Act.END, Act.RETRACT, Act.CORRECT]))
        day = draw(st.sampled_from(_DAYS))
        start = draw(st.none() | st.sampled_from(_DAYS)) if act in (Act.STATE, Act.CORRECT) else None
        end = draw(st.none() | st.none() | st.sampled_from(_DAYS))
        empty = act in (Act.END, Act.RETRACT)
        value = draw(st.sampled_from(["A", "B", "C", "big A", *([""] if empty else [])]))
        filed.append(
            said(
                day,
                draw(st.sampled_from(names)),
                value,
                id=f"{draw(st.integers(0, 99)):02d}-{number}",
                step=draw(st.integers(0, 2)),
                start=start,
                end=end,
                act=act,
                since=draw(st.sampled_from([Since.SAID, Since.UNKNOWN])) if not (start or end) else Since.WORDS,
                polarity=draw(st.sampled_from([True, True, True, False])),
                over=act is Act.STATE and draw(st.sampled_from([False, False, False, True])),
                beside=draw(st.sampled_from([False, False, False, True])),
                generic=draw(st.sampled_from([False, False, False, True])),
                loose=act is not Act.STATE and draw(st.booleans()),
                replaces=draw(st.none() | st.sampled_from(["A", "B", "C"])) if act is Act.CORRECT else None,
                confidence=draw(st.sampled_from([0.5, 0.8])),
            )
        )
    return filed


def after(moment: datetime, days: int) -> str:
    """The day so many days later."""
    return (moment + timedelta(days=days)).date().isoformat()
