"""What turns say, in one line a claim, for tests to compare."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from strandline.extract import Known, Turn, read
from strandline.types import Claim

AT = datetime(2026, 3, 5, 10, tzinfo=UTC)
"""A Thursday."""
_ACTS = {"state": "", "end": "end ", "retract": "never ", "correct": "correct "}


def shown(claim: Claim) -> str:
    """ "user.lives_in=Oslo", "end user.works_at=Kiln", "not user.speaks=Dutch", "once user.role=chef" """
    signs = f"{'' if claim.polarity else 'not '}{'once ' if claim.over else ''}"
    qualifier = f"[{claim.qualifier}]" if claim.qualifier else ""
    return f"{_ACTS[claim.act]}{signs}{claim.subject}.{claim.relation}{qualifier}={claim.value}"


def said(*turns: str, known: Known | None = None) -> list[str]:
    """The claims of the last turn; a turn that begins with "A: " is the assistant's."""
    made = [
        Turn(
            role="assistant" if text.startswith("A: ") else "user",
            content=text.removeprefix("A: "),
            at=AT + timedelta(minutes=number),
            step=number + 1,
        )
        for number, text in enumerate(turns)
    ]
    return [shown(claim) for claim in read(made[-1], before=made[:-1], known=known)]


def claims(text: str, at: datetime = AT) -> tuple[Claim, ...]:
    """The claims of one turn."""
    return read(Turn(role="user", content=text, at=at))
