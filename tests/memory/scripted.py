"""A reader of statements in a language of its own, so that a test says exactly what is claimed.

One statement a line: ``[subject:] act relation value [from DAY] [to DAY]``, the speaker's where no subject is named.
Acts are ``is``, ``not``, ``was`` (told as past), ``also``, ``end``, ``never`` (takes back) and ``sorry`` (corrects).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from strandline.extract import Known, Turn
from strandline.extract.relations import relations
from strandline.types import Act, Claim, Since

LINE = re.compile(
    r"^(?:(?P<subject>[\w ]+): )?(?P<act>is|not|was|also|end|never|sorry) (?P<relation>\w+)(?:\[(?P<qualifier>\w+)\])?"
    r"(?: (?P<value>.+?))??(?: from (?P<since>[\d-]+))?(?: to (?P<until>[\d-]+))?$",
    re.MULTILINE,
)
ACTS = {"end": Act.END, "never": Act.RETRACT, "sorry": Act.CORRECT}


def read(turn: Turn, *, before: Sequence[Turn] = (), known: Known | None = None) -> tuple[Claim, ...]:
    """The claims of a turn of the user."""
    if turn.role != "user":
        return ()
    speaker = (known or Known()).speaker
    return tuple(claim(match, turn, speaker) for match in LINE.finditer(turn.content))


def claim(match: re.Match[str], turn: Turn, speaker: str) -> Claim:
    subject, act = match["subject"] or speaker, match["act"]
    row, value = relations()[match["relation"]], match["value"] or ""
    since = Since.ALWAYS if row.timeless else Since.WORDS if match["since"] else Since.SAID
    if act == "was" and not match["since"]:
        since = Since.UNKNOWN
    return Claim(
        subject=subject,
        relation=row.name,
        qualifier=match["qualifier"],
        value=value,
        polarity=act != "not",
        act=ACTS.get(act, Act.STATE),
        at=turn.at,
        since=since,
        valid_from=day(match["since"]),
        valid_to=day(match["until"]),
        over=act == "was",
        beside=act == "also",
        text=row.sentence(subject, value, match["qualifier"], polarity=act != "not"),
        start=match.start(),
        stop=match.end(),
    )


def day(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)
