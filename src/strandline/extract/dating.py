"""When a statement holds: from the dates in its clause, else from the moment it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

from strandline.extract.clauses import Clause
from strandline.timex import TimeSpan, find
from strandline.types import Since

_LATE = re.compile(
    r"(?:(?:by|before|until|till|no later than) )?(?:(?:the |very )*(?:end|close) of\b|late\b)", re.IGNORECASE
)
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
_NO_DAY = frozenset({"recently", "lately", "soon", "just recently"})
"""Words that tell no day: what they say is dated by when it was said."""
_ON_CALENDAR = frozenset({"date", "daterange", "datetime", "datetimerange"})


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The bounds of a claim and where they come from."""

    first: datetime | None = None
    until: datetime | None = None
    since: Since = Since.SAID


_BIRTHDAY = re.compile(
    r"\bon my (?:own )?(?:\d+(?:st|nd|rd|th) )?birthday(?P<when> (?:this|last|next) year)?", re.IGNORECASE
)
_FULL_DAY = re.compile(r"(\d{1,2}) ([A-Z][a-z]+)")


def birthdays(text: str, at: datetime, known: Sequence[str]) -> list[TimeSpan]:
    """The days "on my birthday" names, when the birthday is known: the last one before, unless the words say which."""
    days = [match for value in known if (match := _FULL_DAY.match(value))]
    if not days or days[0][2] not in MONTHS:
        return []
    result = []
    for match in _BIRTHDAY.finditer(text):
        when = (match["when"] or "").split(" ")[1:2]
        year = at.year + {"last": -1, "next": 1}.get(when[0] if when else "", 0)
        try:
            first = at.replace(
                year=year,
                month=MONTHS.index(days[0][2]) + 1,
                day=int(days[0][1]),
                hour=0,
                minute=0,
                second=0,
                microsecond=0,
            )
            if not when and first > at:
                first = first.replace(year=year - 1)
        except ValueError:
            continue
        result.append(
            TimeSpan(
                start=match.start(),
                stop=match.end(),
                type="date",
                grain="day",
                first=first,
                until=first + timedelta(days=1),
            )
        )
    return result


def times_of(clause: Clause) -> list[TimeSpan]:
    """The dates that stand in a clause, in order."""
    return [clause.sentence.times[int(word.word[1:-1])] for word in clause.words if word.word.startswith("⟨")]


def dated(clause: Clause) -> TimeSpan | None:
    """The first date of a clause that is on the calendar."""
    text = clause.sentence.source
    carried = [clause.sentence.times[int(word.word[1:-1])] for word in clause.carried] or _fronted(clause)
    for span in map(partial(_counted_on, clause), times_of(clause) or carried):
        known = span.type in _ON_CALENDAR and (span.first or span.until)
        if known and text[span.start : span.stop].casefold() not in _NO_DAY:
            return span
    return None


_FRONTED = re.compile(
    r"(?:(?:and|but|so|then|back|early|late|in|on|from|since) )*⟨(?P<n>\d+)⟩(?: ,)?(?: (?:before|after|prior to|"
    r"ahead of|following) [^,⟨]{1,40}?)?(?: ,)?"
)
""" "In September, the office moved …", "from 2014 to 2020, before Kiln, I was at …" """


def _fronted(clause: Clause) -> list[TimeSpan]:
    """The date that alone stands before a clause in its sentence."""
    times = clause.sentence.times
    if not times or times[0].start > clause.start:
        return []
    before = [word.word for word in clause.sentence.tokens if word.start < clause.start]
    match = _FRONTED.fullmatch(" ".join(before)) if len(before) <= _FEW else None
    return [] if match is None else [times[int(match["n"])]]


_FIRST = frozenset(["after", "before", "following"])
"""After these a duration tells how long something else went on: "after ten years at Acme I work at Kiln"."""
_FEW = 9
"""Tokens of what stands before a clause and only dates it."""


def _counted_on(clause: Clause, span: TimeSpan) -> TimeSpan:
    """ "in 2017 … two years later": counted from the date before it in the sentence, not from when it is said."""
    at, words = clause.sentence.at, clause.sentence.source[span.start : span.stop].casefold()
    if at is None or span.first is None or not words.endswith(("later", "afterwards", "after that")):
        return span
    before = [other for other in clause.sentence.times if other.stop <= span.start and other.first is not None]
    if not before or before[-1].first is None or span.first < at:
        return span
    length = span.first - at.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        first = before[-1].first + length
        return replace(span, first=first, until=None if span.until is None else first + (span.until - span.first))
    except OverflowError:
        return span


def day(span: TimeSpan, text: str) -> datetime | None:
    """The first instant a date names; of "the end of May" it is the last day."""
    if span.until is None or not _LATE.match(text[span.start : span.stop]):
        return span.first
    late = text[span.start :].casefold().startswith(("late", "the late"))
    if span.first is None:  # "by the end of May"
        return None if " late " in f" {text[span.start : span.stop].casefold()}" else span.until - timedelta(days=1)
    return span.first if late and span.until - span.first > timedelta(days=2) else span.until - timedelta(days=1)


def ended_at(clause: Clause, text: str, at: datetime) -> When:
    """Until when something held that a clause says is over."""
    span = dated(clause)
    if span is not None and clause.verb is not None and clause.verb.tense == "past":
        span = gone_by(span, text, at)
    until = None if span is None else span.until if span.relation == "until" else day(span, text)
    return When(until=at if until is None else until, since=Since.WORDS if until is not None else Since.SAID)


def to_come(span: TimeSpan, text: str, at: datetime) -> TimeSpan:
    """The reading of a date that lies ahead, where it has one: "on 12 June", said in July, of what is to be."""
    nearest = span.first or span.until
    if nearest is None or nearest > at or span.vague or span.relation in ("since", "after"):
        return span
    begin = text.rfind(" ", 0, max(span.start - 1, 0)) + 1  # with the "in" before it: a bare "June" may be a name
    later = [one for one in find(text[begin : span.stop], at, prefer="future") if one.first or one.until]
    return replace(later[0], start=span.start, stop=span.stop) if len(later) == 1 else span


def gone_by(span: TimeSpan, text: str, at: datetime) -> TimeSpan:
    """The reading of a date that lies behind, where it has one: "we split in June", said in May."""
    if span.first is None or span.first <= at or span.vague:
        return span
    begin = text.rfind(" ", 0, max(span.start - 1, 0)) + 1
    earlier = [one for one in find(text[begin : span.stop], at, prefer="past") if one.first and one.first <= at]
    return replace(earlier[0], start=span.start, stop=span.stop) if len(earlier) == 1 else span


def of_the_future(clause: Clause) -> bool:
    """Whether a clause speaks of now or later: its dates are those to come."""
    verb = clause.verb
    if verb is not None and verb.tense == "bare":
        return verb.progressive  # "moving to Lyon in May"
    return verb is None or (verb.tense == "present" and verb.modal != "used")


def event_at(clause: Clause, text: str, at: datetime, *, said: bool) -> When:
    """The day of an event; with ``said`` the day it was told, where the words give none."""
    span = dated(clause)
    if span is not None and (of_the_future(clause) or _put_off(clause, span, text)):
        span = to_come(span, text, at)
    first = None if span is None else day(span, text) or span.until
    return When(first=at if first is None and said else first, since=Since.ALWAYS)


def _put_off(clause: Clause, span: TimeSpan, text: str) -> bool:
    """Whether a date is the one that something was moved to: "the gala was postponed to 9 May"."""
    verb = clause.verb
    return verb is not None and verb.lemma in PUT_OFF and text[: span.start].endswith((" to ", " until ", " till "))


PUT_OFF = (
    "postpone", "reschedule", "rescheduled", "delay", "delayed", "move", "push", "pushed", "shift", "shifted", "bring",
    "put",
)  # fmt: skip
"""What is done to what was to be on a day."""


def over_at(clause: Clause, at: datetime) -> When:
    """The bounds of a state that is told as past: closed where the words close it, else unknown."""
    span = dated(clause)
    if span is not None and span.first is not None and span.first <= at and _before_doing(clause):
        return When(until=span.first, since=Since.UNKNOWN)
    if span is None or span.until is None or span.until > at or (span.first is None and span.relation != "until"):
        return When(until=at, since=Since.UNKNOWN)
    return When(first=span.first, until=span.until, since=Since.WORDS if span.first else Since.UNKNOWN)


def _before_doing(clause: Clause) -> bool:
    """ "I lived in Rome before moving to Milan in 2021": the date is of what came after."""
    said = clause.rest
    at = next(
        (at for at, word in enumerate(said[:-1]) if word.word == "before" and said[at + 1].word[-3:] == "ing"), None
    )
    return at is not None and not any(word.word[0] == "⟨" and not _long(clause, word.word) for word in said[:at])


def _long(clause: Clause, word: str) -> bool:
    return clause.sentence.times[int(word[1:-1])].type == "duration"


def since_when(clause: Clause, text: str, at: datetime, *, change: bool) -> When:
    """From when a state holds; with ``change`` a date is the day it came about."""
    span = dated(clause)
    tense = "" if clause.verb is None else clause.verb.tense
    if (
        span is not None
        and span.first is not None
        and (span.relation in ("since", "after") or change or tense == "perfect")
    ):
        first = day(span, text) or span.first
        return When(first=at if first > at and first.date() == at.date() else first, since=Since.WORDS)
    if _any_more(clause):
        return When(first=at)
    lasting = next((one for one in times_of(clause) if one.type == "duration" and one.seconds), None)
    own = _FIRST.isdisjoint(word.word for word in clause.fronted) and not _after_long(clause)
    if own and lasting is not None and lasting.seconds is not None and tense in ("perfect", "present", "bare"):
        return When(first=back(at, lasting.seconds), since=Since.WORDS)
    return When(first=at)


def _after_long(clause: Clause) -> bool:
    """ "We're back in Dublin after two years in Perth": how long something else went on."""
    return any(
        one.word in _FIRST and other.word[0] == "⟨" and _long(clause, other.word)
        for one, other in pairwise(clause.rest)
    )


def _any_more(clause: Clause) -> bool:
    """ "I can't stand karaoke any more, two years were enough": it has just changed, no duration says since when."""
    said = [word.word for word in clause.rest]
    return "anymore" in said or any(said[at : at + 2] == ["any", "more"] for at in range(len(said) - 1))


def back(at: datetime, seconds: float) -> datetime:
    """So many seconds before a time; the time itself where there is none."""
    try:
        return at - timedelta(seconds=seconds)
    except OverflowError:
        return at


_HOURS = frozenset(
    """
    two three four five six seven eight nine ten eleven twelve half quarter dawn noon midnight lunchtime dusk
    """.split()  # noqa: SIM905
)

_DIGITS = frozenset(str(hour) for hour in range(1, 13))


def by_the_clock(clause: Clause) -> bool:
    """Whether an hour is told: who leaves a town or a firm at six goes out for the day, or home."""
    told = any(time.grain in ("minute", "hour") for time in times_of(clause))
    return told or any(
        one.word in ("at", "around", "about") and (other.word in _HOURS or other.word in _DIGITS)
        for one, other in pairwise(clause.words)
    )
