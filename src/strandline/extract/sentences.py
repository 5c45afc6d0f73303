"""Sentences of a masked text, with the dates in them folded into one token each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime

from strandline.extract.masks import Masked
from strandline.extract.tokens import Token, tokens
from strandline.timex import TimeSpan, english, find

_LOADED = english
"""Loaded with this module: a process that forks while another thread loads it would wait for it for ever."""
_END = re.compile(r"[.!?…]+[)\]\"'”’]*(?=\s|$)|\n+|[。！？]")
_ABBREVIATED = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|mt|vs|etc|approx|jr|sr|inc|ltd|co|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
    r"|\b[a-z]\.[a-z]|\b[A-HJ-Z])\.$",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"\b[a-z]+ [A-HJ-Za-hj-z]\.$")
""" "on switch B.": no initial of a name, where another sentence begins after it."""
_BEGINS = re.compile(
    r"(?:The|I|It|My|We|Our|He|She|They|That|This|There|You|Your|And|But|So|Please|Can|Could|What|How|Is|Are|Do)\b"
)
_NUMBERED = re.compile(r"\bno\.$", re.IGNORECASE)
_HINTS = frozenset(
    """
    day days week weeks weekend weekends month months year years night nights morning mornings evening evenings noon
    midnight today tonight ago since until till spring summer autumn winter fall january february march april may june
    july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday
    wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue
    tues wed thu thurs fri sat sun christmas easter halloween eve decade decades hour hours minute minutes second
    seconds recently lately later late early tomorrow yesterday quarter century valentine thanksgiving fortnight term
    daily weekly monthly yearly annually afternoon afternoons weekday weekdays century nineties eighties seventies
    sixties twenties thirties
    """.split()  # noqa: SIM905
)
"""A text with none of these words and no digit names no date."""
_SLIPS = frozenset("jan feb mar apr jul aug sep oct nov dec tue wed thu fri sat sun mon".split())  # noqa: SIM905
"""A longer word that begins like this may be a month or weekday with a slip of the hand in it."""
_NOW = frozenset(
    {
        "now",
        "right now",
        "just now",
        "currently",
        "at the moment",
        "these days",
        "nowadays",
        "at present",
        "this time",
        "recently",
        "just recently",
        "lately",
    }
)
"""Words for the present stay words: "now a nurse" says that it holds."""


@dataclass(slots=True)  # not frozen: made too often for that
class Sentence:
    """One sentence: its tokens, how it ends, and its dates. A token ``⟨n⟩`` stands for ``times[n]``."""

    tokens: tuple[Token, ...]
    end: str
    start: int
    stop: int
    times: tuple[TimeSpan, ...] = ()
    source: str = ""
    """The whole masked text: characters count in it."""
    at: datetime | None = None
    """When it was said."""
    words: AbstractSet[str] = field(init=False, compare=False)
    """The folded words in it, for rules that ask whether one is there at all."""

    def __post_init__(self) -> None:
        self.words = {token.word for token in self.tokens}

    @property
    def asks(self) -> bool:
        """Whether it ends with a question mark."""
        return "?" in self.end


def sentences(masked: Masked, at: datetime, named: Sequence[TimeSpan] = ()) -> list[Sentence]:
    """The sentences in order; blank ones are left out. ``named`` are days that the words name by what is known."""
    text = masked.text
    words = tokens(text)
    times: list[TimeSpan] = []
    if _may_date({word.word for word in words}):
        times = [span for span in find(text, at) if text[span.start : span.stop].casefold() not in _NOW]
    if named:
        times = [
            *named,
            *(span for span in times if not any(a.start < span.stop and span.start < a.stop for a in named)),
        ]
        times.sort(key=lambda span: span.start)
    result = []
    for start, stop, end in _cuts(text, times):
        inside = [time for time in times if start <= time.start and time.stop <= stop]
        within = _folded([word for word in words if start <= word.start and word.stop <= stop], inside)
        for low in range(0, len(within), _LONGEST):
            piece = within[low : low + _LONGEST]
            if any(token.is_word or token.word[0] in "⟨⟦" for token in piece):
                whole = len(within) <= _LONGEST
                first, last = (start, stop) if whole else (piece[0].start, piece[-1].stop)
                result.append(Sentence(tuple(piece), end, first, last, tuple(inside), text, at))
    return result


def _may_date(words: AbstractSet[str]) -> bool:
    """Whether any of the words may stand in a date."""
    if not _HINTS.isdisjoint(words):
        return True
    return any(
        (word[:3] in _SLIPS and len(word) > 4) if word.isalpha() else any(map(str.isdigit, word)) for word in words
    )


_LONGEST = 200
"""Tokens of a sentence; what goes on without an end is read in pieces, as its clauses are compared with each other."""


_SHORT = 12
"""Characters that the longest abbreviation has, and some before it."""


def _cuts(text: str, times: Sequence[TimeSpan]) -> list[tuple[int, int, str]]:
    """(start, stop, end mark) of each stretch between sentence ends."""
    cuts, start = [], 0
    for match in _END.finditer(text):
        if match.group() == "." and _abbreviates(text, start, match.end()):
            continue
        if any(time.start < match.start() < time.stop - 1 for time in times):
            continue
        cuts.append((start, match.start(), match.group().strip() or "\n"))
        start = match.end()
    cuts.append((start, len(text), ""))
    return [cut for cut in cuts if text[cut[0] : cut[1]].strip()]


def _abbreviates(text: str, start: int, stop: int) -> bool:
    """Whether the full stop before ``stop`` only ends an abbreviation; one at the end of the text ends both."""
    before, after = text[max(start, stop - _SHORT) : stop], text[stop:].lstrip()
    numbered = after[:1].isdigit() and _NUMBERED.search(before) is not None
    if _LETTERED.search(before) is not None and _BEGINS.match(after) is not None:
        return False
    return bool(after) and (numbered or _ABBREVIATED.search(before) is not None)


def _folded(words: Sequence[Token], times: Sequence[TimeSpan]) -> list[Token]:
    """The tokens, those of a date as one."""
    if not times:
        return list(words)
    result: list[Token] = []
    for token in words:
        number = next(
            (n for n, time in enumerate(times) if time.start <= token.start and token.stop <= time.stop), None
        )
        if number is None:
            result.append(token)
        elif not result or result[-1].word != f"⟨{number}⟩":
            result.append(Token(f"⟨{number}⟩", times[number].start, times[number].stop))
    return result


_OF_SPEAKER = frozenset("i me my mine myself we us our ours ourselves im ive id".split())  # noqa: SIM905
_ASKS = frozenset(
    "what where when who whom whose which why how do does did is are was were have has had any".split()  # noqa: SIM905
)
"""How a question begins that is no wish: "can you always …" may be one."""
_CHAT = frozenset(
    """
    wow thanks thank hey hi hello haha hahaha yeah yep yup yes ok okay nice cool great awesome amazing congrats fun well
    congratulations sure good lovely sweet perfect oh ah aw aww hmm lol wonderful fantastic brilliant true absolutely
    definitely exactly totally agreed right glad happy sounds looks sound look that this it is was so very really pretty
    too you your to hear a an the lot much for and sharing bye later goodbye luck take care must be keep up work welcome
    of course interesting exciting inspiring incredible impressive beautiful gorgeous cute adorable indeed enjoy go
    what such idea point job best wishes rock hope have day see then again all always no problem worries
    """.split()  # noqa: SIM905
)


def is_small_talk(sentence: Sentence) -> bool:
    """Whether a sentence cannot state anything: thanks and praise, or a question that names nobody."""
    if all(word in _CHAT or not (word[0].isalnum() or word[0] in "⟨⟦") for word in sentence.words):
        return True
    if not sentence.asks:
        return False
    words = [token for token in sentence.tokens if token.is_word or token.word[0] in "⟨⟦"]
    if words[0].word not in _ASKS:
        return False
    return not any(token.word in _OF_SPEAKER or token.capital or token.word[0] in "⟨⟦" for token in words[1:])
