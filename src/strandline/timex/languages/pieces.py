"""What the engine builds: a piece is an expression found at some characters, with what its words say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from strandline.timex.nodes import Node, Sense, reading_of
from strandline.timex.spans import TimeSpan

_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "‑": "-", "−": "-", "~": "-", "～": "-"})
_SAME |= str.maketrans(dict(zip("週個後點號時間鐘內兩禮節從與這", "周个后点号时间钟内两礼节从与这", strict=True)))
_SPACES = re.compile(r"\s")


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """A character in lower case without its accent, always exactly one character."""
    base = unicodedata.normalize("NFD", character)[0]
    if base.isascii() or "\uff01" <= character <= "\uff5e":
        character = chr(ord(character) - 0xFEE0) if "\uff01" <= character <= "\uff5e" else base
    low = character.lower()
    return low if len(low) == 1 else character


def fold(text: str) -> str:
    """The text in lower case without accents, typographic marks as plain ones, of the same length."""
    return _SPACES.sub(" ", "".join(map(_plain, text)).translate(_SAME))


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """An expression over characters ``start`` to ``stop``.

    ``parts`` is what its words say (year, month, day, weekday, hour, minute, half: 1 before noon, 2 after), so that
    words beside it can complete it. ``alone`` is False where the words mean a time only in company (a bare number);
    of two pieces over the same words the one of higher ``rank`` is meant.
    """

    start: int = 0
    stop: int = 0
    type: str = ""
    grain: str = "day"
    senses: tuple[Sense, ...] = ()
    relation: str | None = None
    seconds: float | None = None
    vague: bool = False
    alone: bool = True
    rank: int = 0
    parts: Mapping[str, int] = field(default_factory=dict)

    def over(self, start: int, stop: int, **changes: object) -> Piece:
        """The same expression over other characters, and with other changes."""
        return replace(self, start=start, stop=stop, **changes)  # type: ignore[arg-type]


def as_span(piece: Piece, zone: tzinfo, prefer: str | None) -> TimeSpan:
    """A piece as it is given out: readings in order, the preferred one on the calendar."""
    node = Node(
        start=piece.start,
        stop=piece.stop,
        type=piece.type,
        grain=piece.grain,
        senses=piece.senses,
        seconds=piece.seconds,
    )
    wanted = 1 if prefer == "future" else -1
    chosen = next((sense for sense in piece.senses if sense.tense == wanted), piece.senses[0])
    on_calendar = piece.type in ("date", "daterange", "datetime", "datetimerange")
    first, until = (chosen.first, chosen.until) if on_calendar else (None, None)
    ordered = sorted(piece.senses, key=lambda sense: sense.tense != chosen.tense)
    return TimeSpan(
        start=piece.start,
        stop=piece.stop,
        type=piece.type,
        grain=piece.grain,
        first=first.replace(tzinfo=zone) if first else None,
        until=until.replace(tzinfo=zone) if until else None,
        relation=piece.relation,
        seconds=piece.seconds,
        vague=piece.vague,
        readings=tuple(dict.fromkeys(reading_of(node, sense) for sense in ordered)),
    )


def instant(moment: datetime, timex: str, tense: int = 0) -> Sense:
    """A sense that is one minute."""
    return Sense(timex, moment, moment + timedelta(minutes=1), None, tense)
