"""From what a language model proposes to claims, or to the reason why not. The model is not trusted in anything.

A claim must be quoted verbatim from the turn, its value, qualifier and subject must be in words that stand there, and
its dates are read from the quoted words here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from strandline.extract.avowed import in_english, objection
from strandline.extract.clauses import Clause
from strandline.extract.dating import MONTHS, When, day
from strandline.extract.gate import supported
from strandline.extract.masks import mask
from strandline.extract.people import kin, singular
from strandline.extract.relations import Relation, relations
from strandline.extract.turn import Known, Turn
from strandline.text import unspaced
from strandline.timex import TimeSpan, find
from strandline.types import Act, Claim, Since

ACTS = {"state": Act.STATE, "past": Act.STATE, "end": Act.END, "correct": Act.CORRECT, "retract": Act.RETRACT}
"""What a proposed fact may do; "past" is a statement of what held once."""
CONFIDENCE = 0.7
LONGEST_VALUE = 300
_SPEAKERS = frozenset({"user", "the user", "i", "me", "speaker", "the speaker"})
_EDGES = " .,;:!?…\"'()[]{}<>“”‘’«»*_"
_THIRD_PERSON = re.compile(r"\bthe (?:user|human|speaker)\b", re.IGNORECASE)
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,60}\b(?:instructions?|prompts?|rules|guidelines)\b"
    r"|\b(?:system prompt|developer message)\b"
    r"|\b(?:reply|respond|answer|output|return|print|emit)\b[^.!?\n]{0,60}\bjson\b",
    re.IGNORECASE,
)
"""Orders to whatever reads the message."""


class Refused(Exception):
    """A proposed fact that is no claim of the turn; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The turn that proposals are checked against."""

    turn: Turn
    known: Known
    extractor: str
    asserted: str
    """The turn with quoted, pasted and imagined text blanked, of the same length."""
    told: tuple[Clause, ...]
    """What it says in English, with how it is meant."""
    about: str
    """Folded words in which a subject may be named: the turn, those before it, names that are known."""
    times: tuple[TimeSpan, ...]
    orders: tuple[tuple[int, int], ...]
    """Stretches from the sentence of an order to the reader up to the end of its paragraph."""

    @classmethod
    def of(cls, turn: Turn, before: Sequence[Turn], known: Known, extractor: str) -> Source:
        """Prepare a turn."""
        named = [*known.names, *(value for values in known.values.values() for value in values)]
        masked = mask(turn.content, known.own_names)
        return cls(
            turn=turn,
            known=known,
            extractor=extractor,
            asserted=masked.text,
            told=tuple(in_english(masked, turn)),
            about="\n".join([turn.content, *(one.content for one in before), *named]).casefold(),
            times=find(turn.content, turn.at),
            orders=tuple(_paragraph_from(turn.content, found.start()) for found in _ORDERS.finditer(turn.content)),
        )


def _paragraph_from(text: str, start: int) -> tuple[int, int]:
    first = max(text.rfind(mark, 0, start) for mark in ".!?\n") + 1
    end = text.find("\n\n", start)
    return first, len(text) if end < 0 else end


def claim_of(proposed: object, source: Source) -> Claim:
    """The claim that one proposed fact makes. Raises Refused."""
    if not isinstance(proposed, Mapping):
        raise Refused("it is no object")
    row = relations().get(_words(proposed, "relation"))
    if row is None:
        raise Refused("its relation is not in the table")
    told, polarity = _words(proposed, "act") or "state", proposed.get("polarity")
    if told not in ACTS or not (polarity is None or isinstance(polarity, bool)):
        raise Refused("its act or polarity is none there is")
    act = ACTS[told]
    polarity = polarity is not False or act in (Act.END, Act.RETRACT)
    start, stop = _span(_words(proposed, "quote"), source)
    quote = source.turn.content[start:stop]
    value = _value(_words(proposed, "value"), quote, row, act, source)
    subject = _subject(_words(proposed, "subject"), quote, source)
    qualifier, generic = _qualifier(_words(proposed, "qualifier"), value, row, source)
    spans = _times(_words(proposed, "when"), (start, stop), source)
    over = told == "past" and row.kind == "state" and not row.timeless
    when = _when(row, act, spans, source, over=over)
    claim = Claim(
        subject=subject, relation=row.name, value=value, qualifier=qualifier, polarity=polarity, act=act,
        at=source.turn.at, valid_from=when.first, valid_to=when.until, since=when.since, over=over,
        generic=generic, loose=act is not Act.STATE and not any(char.isdigit() or char.isupper() for char in value),
        text=row.sentence(subject, value, qualifier, polarity=polarity), start=start, stop=stop, confidence=CONFIDENCE,
        extractor=source.extractor,
    )  # fmt: skip
    if not supported(claim, source.turn.content):
        raise Refused("its value does not stand in its quote")
    denied = act in (Act.END, Act.RETRACT) or not polarity
    own = subject == source.known.speaker
    why = objection(source.told, (start, stop), value, row, denied=denied, own=own)
    if why is not None:
        raise Refused(why)
    return claim


def _words(proposed: Mapping[object, object], key: str) -> str:
    """A text of a proposal, a number as text, "" for null."""
    value = proposed.get(key)
    if value is None:
        return ""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise Refused(f"its {key} is no text")
    text = str(value)
    if len(text) > LONGEST_VALUE and key != "quote":
        raise Refused(f"its {key} has more than {LONGEST_VALUE} characters")
    return text if key == "quote" else " ".join(text.split())


def _span(quote: str, source: Source) -> tuple[int, int]:
    """Where a quote stands in what the speaker asserts."""
    start = source.turn.content.find(quote) if quote.strip() else -1
    if start < 0:
        raise Refused("its quote does not stand in the message")
    stop = start + len(quote)
    first = start + len(quote) - len(quote.lstrip())
    if source.asserted[first] != source.turn.content[first]:
        raise Refused("its quote is text that the user quotes, pastes or imagines")
    if any(low < stop and start < high for low, high in source.orders):
        raise Refused("its quote follows an order to whoever reads the message")
    return start, stop


def _value(words: str, quote: str, row: Relation, act: Act, source: Source) -> str:
    """The value in the words of its quote; a birthday is read from the quote."""
    stated = act in (Act.STATE, Act.CORRECT)
    if row.name == "birthday" and stated:
        return _birthday(quote, source.turn.at)
    value = _said(words, quote, "value")
    if stated and not value:
        raise Refused("it has no value")
    return value


def _said(words: str, text: str, what: str) -> str:
    """The words, if each of them (or another ending of it) stands in a text."""
    folded = text.casefold()
    if not all(_stands((word.strip(_EDGES) or word).casefold(), folded) for word in words.split()):
        raise Refused(f"its {what} is not in words of the message")
    return words.rstrip(" .,;:!?") or words


def _stands(word: str, folded: str) -> bool:
    """Whether a word begins somewhere; in scripts without spaces it need not begin one."""
    begins = "" if unspaced(word) or not word[0].isalnum() else r"(?<!\w)"
    return re.search(begins + re.escape(word), folded) is not None


def _birthday(quote: str, at: datetime) -> str:
    """The day of birth that a quote names, in the one form there is for it: "9 November", "3 February 1988"."""
    for span in find(quote, at):
        for reading in span.readings:
            found = re.match(r"(\d{4}|XXXX)-(\d\d)-(\d\d)$", reading.timex)
            if found:
                year = "" if found[1] == "XXXX" else f" {found[1]}"
                return f"{int(found[3])} {MONTHS[int(found[2]) - 1]}{year}"
    raise Refused("its quote names no day")


def _subject(words: str, quote: str, source: Source) -> str:
    if words.casefold() in _SPEAKERS:
        if _THIRD_PERSON.search(quote):
            raise Refused('it is said of "the user", which no speaker calls themselves')
        return source.known.speaker
    if not words:
        raise Refused("it has no subject")
    return _said(words, source.about, "subject")


def _qualifier(words: str, value: str, row: Relation, source: Source) -> tuple[str | None, bool]:
    """The qualifier, where the relation has one, and whether the value is a kind ("a cat") and no name."""
    word = singular(value.casefold())
    person = kin(word) if value == value.lower() else None
    generic = person is not None and row.group in ("people", "pets")
    if row.qualifier is None:
        return None, generic
    if generic and person is not None:
        return person.qualifier, True
    if words and row.single:
        return _said(words, source.turn.content, "qualifier"), False
    if row.single:
        raise Refused(f"{row.name} needs a qualifier: its {row.qualifier}")
    known = bool(words) and (kin(words.casefold()) is not None or words.casefold() in source.turn.content.casefold())
    return words.casefold() if known else None, False


def _times(words: str, quote: tuple[int, int], source: Source) -> list[TimeSpan]:
    """The times that the quoted words name, read in their sentence."""
    text = source.turn.content
    if not words:
        return []
    start = text.find(words, quote[0])
    start = text.find(words) if start < 0 else start
    if start < 0:
        raise Refused("the words for its time do not stand in the message")
    stop = start + len(words)
    return [span for span in source.times if span.start < stop and start < span.stop]


def _when(row: Relation, act: Act, spans: Sequence[TimeSpan], source: Source, *, over: bool) -> When:
    """The bounds that the times give, else the moment it was said."""
    text, at = source.turn.content, source.turn.at
    span = next((one for one in spans if one.first is not None or one.until is not None), None)
    first = None if span is None else day(span, text)
    until = None if span is None else span.until if span.relation in ("until", "before") else None
    if act is Act.END:
        end = until or first
        return When(until=end or at, since=Since.SAID if end is None else Since.WORDS)
    if row.kind == "event" or row.timeless:
        return When(first=first or until, since=Since.ALWAYS)
    if over:
        closed = span is not None and span.until is not None and span.until <= at
        if span is None or not closed:
            return When(until=at, since=Since.UNKNOWN)
        return When(first=span.first, until=span.until, since=Since.WORDS if span.first else Since.UNKNOWN)
    if first is None or until is not None:
        first = first or _lasting(spans, at)
    if first is not None and (until is None or first < until):
        return When(first=first, until=until, since=Since.WORDS)
    return When(first=at, until=until if until is not None and until > at else None)


def _lasting(spans: Sequence[TimeSpan], at: datetime) -> datetime | None:
    """Since when, from a duration: "for three years"."""
    lengths = [span.seconds for span in spans if span.type == "duration" and span.seconds]
    try:
        return at - timedelta(seconds=lengths[0]) if lengths else None
    except OverflowError:
        return None
