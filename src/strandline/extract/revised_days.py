"""The day or hour that a correction names: "the 15th" is in the month that was said before."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from strandline.extract.sentences import Sentence
from strandline.timex import find
from strandline.types import Claim, Since

CLOCK = re.compile(r"(?:at )?(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\.?", re.IGNORECASE)
"""An hour of the clock: "at 7pm"."""


def names_day(text: str) -> bool:
    """Whether a correction names a day."""
    return bool(
        re.search(
            r"\d(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|"
            r"satur|sun)\w*",
            text,
            re.IGNORECASE,
        )
    )


def day_named(text: str, near: datetime | None, at: datetime) -> datetime | None:
    """The day a correction names: "the 15th" is in the month that was said before."""
    clock = CLOCK.fullmatch(text.strip())
    if clock is not None and near is not None and int(clock[1]) <= 12 and int(clock[2] or 0) < 60:
        hour = int(clock[1]) % 12 + 12 * (clock[3].casefold() == "p")
        return near.replace(hour=hour, minute=int(clock[2] or 0))
    bare = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", text.strip(), re.IGNORECASE)
    if bare is not None and near is not None:
        try:
            return near.replace(day=int(bare[1]))
        except ValueError:
            return None
    ahead = near is not None and near.date() >= at.date()
    found = find(text, at, prefer="future") if ahead else find(text, at)
    return next((span.first for span in found if span.first is not None), None)


def since_then(claim: Claim, part: Sentence) -> Claim:
    """A change with the day it came about, where its sentence says since when it is so."""
    since = next((span for span in part.times if span.relation == "since" and span.first is not None), None)
    if since is None or claim.since is not Since.SAID or since.first is None or since.first > claim.at:
        return claim
    stop = max(claim.stop, since.stop)
    return replace(claim, valid_from=since.first, since=Since.WORDS, start=min(claim.start, since.start), stop=stop)
