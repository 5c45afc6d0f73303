"""Where somebody lives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from strandline.extract.dating import by_the_clock, times_of
from strandline.extract.patterns import DONE, PRESENT, Found, Pattern
from strandline.extract.tables.employers import FIELDS
from strandline.extract.tables.grounds import DWELLING, GROUND, SETTLEMENTS, STREET, ZONE, is_zone
from strandline.extract.tables.tools import TOOLS
from strandline.extract.tokens import Token
from strandline.extract.values import stretch
from strandline.types import Act

_PEOPLE = frozenset({"speaker", "person", "pronoun", "none"})
_NOWHERE = frozenset(
    """
    the a an my our his her your their this that fear hope peace harmony sin denial exile style hell heaven limbo
    debt poverty luxury bed town mind head past future moment present hotel hotels sync
    """.split()  # noqa: SIM905
)
FIRM_WORDS = frozenset(
    """
    labs optics foods press systems tools freight ltd inc llc gmbh plc corp corporation group partners studios
    software technologies pharma logistics shipping media games consulting solutions industries motors airways
    airlines telecom insurance ventures robotics analytics biotech therapeutics energy electronics
    plastics textiles publishing sons daughters associates holdings
    """.split()  # noqa: SIM905
)
"""What the name of a firm may end with."""


_HOW_MANY = frozenset("one two three four five six seven many several different various both".split())  # noqa: SIM905


def _place(found: Found) -> bool:
    """A place, not "in my head", "at home", "in fear", nor a street (an address has its own pattern)."""
    start, stop = found.groups["v"]
    words = found.words[start:stop]
    first = words[0].word
    if first in _HOW_MANY:
        return False
    if first in ("a", "an") and any(
        w.word in ("in", "on", "near", "outside", "off", "by") and n.capital for w, n in pairwise(words[1:7])
    ):
        return words[1].word not in _NOWHERE
    named = found.words[start].capital or (first == "the" and len(words) > 1 and words[1].capital)
    if not named and not _settled(words) and _written_large(found):
        return False  # "I live in jeans": a town would have its capital here
    if STREET.match(" ".join(w.word for w in words[:5])) and words[0].word[0].isdigit():
        return False
    if first in _NOWHERE or _field(found):
        return (any(w.capital for w in words[1:5]) and first in ("the", "a", "an", "this")) or (
            first in ("a", "an", "the") and _settled(words)
        )
    if first in ("mars", "venus", "jupiter", "narnia", "hogwarts", "mordor", "atlantis", "neverland"):
        return False
    if first in ("home", "work", "school", "least", "last", "once", "night", "sea", "peace"):
        return False
    return first[0].isalpha() or (first.startswith("⟨") is False and not first[0].isdigit())


def _written_large(found: Found) -> bool:
    """Whether the speaker writes names with capitals: "I" is, or another word is, and the value is not."""
    source = found.clause.sentence.source[found.clause.start : found.clause.stop]
    small = re.search(r"\bi(?:'?m|'?ve)?\b", source)  # "i live in cardiff with Nia"
    return small is None and bool(re.search(r"\bI\b|\bI'|\b[A-Z][a-z]", source))


def _lasting(found: Found) -> bool:
    """ "I've lived in Oslo for years" is now; "I've lived in Oslo, Bergen and Rome" is not."""
    verb = found.clause.verb
    if verb is None or verb.tense != "perfect" or verb.progressive:
        return True
    words = {word.word for word in found.clause.words}
    dated = any(time.relation == "since" or time.type == "duration" for time in found.clause.sentence.times)
    return dated or "since" in found.clause.sentence.words or bool(words & {"for", "always", "life"})


def _fed_on(found: Found) -> bool:
    """ "I live on coffee": what one lives on is food, unless it is ground or water."""
    start = found.groups["v"][0]
    words = found.words[start : start + 6]
    return start > 0 and found.words[start - 1].word == "on" and not any(w.capital or w.word in GROUND for w in words)


def _settled(words: Sequence[Token]) -> bool:
    """Whether the words are of a kind of place one can live in."""
    return any(word.word in SETTLEMENTS for word in words[:5])


def _named_place(found: Found) -> bool:
    start, stop = stretch(found.words, found.groups["v"][0], "place")
    return (found.words[start].capital or stop - start <= 2) and _place(found)


def _capital_place(found: Found) -> bool:
    start, _ = found.groups["v"]
    first = found.words[start]
    return (
        first.capital
        and not ZONE.match(first.word)
        and not any(
            w.word
            in ("weekend", "holiday", "conference", "visit", "trip", "vacation", "business", "layover", "meeting")
            for w in found.words
        )
    )


def _for_weeks(found: Found, first: datetime | None) -> bool:
    """Whether a time lies weeks back: who is somewhere since then lives there."""
    at = found.clause.sentence.at
    return first is not None and at is not None and (at - first).days > _A_STAY


_A_STAY = 20
"""Days that one may be somewhere without living there."""


def _field(found: Found) -> bool:
    """A line of work, no place: "in ops", "in IT"; a town may be called Reading or Mobile."""
    first = found.words[found.groups["v"][0]]
    return first.word in FIELDS and (not first.capital or first.word in ("it", "hr", "pr", "ux", "qa"))


_TRIP = frozenset(
    """
    weekend holiday visit visiting trip conference week days tonight vacation meeting hotel until hospital
    """.split()  # noqa: SIM905
)


def _stays(found: Found) -> bool:
    """ "still in Halifax", "here in Wellington", "in Cork now": said of where one is for good, not of a trip."""
    if _field(found):
        return False
    words = {w.word for w in found.clause.words}
    trip = words & _TRIP
    said = " ".join(w.word for w in found.clause.words)
    if "back" in words and re.search(r"\bback (?:home |here |living )?in\b", said) is None:
        words = words - {"back"}  # "we're in Rome, back on Friday"
    verb = found.clause.verb
    dated = any(time.relation == "since" or time.type == "duration" for time in found.clause.sentence.times)
    lasting = {"lasting"} if verb is not None and verb.tense == "perfect" and dated else set()
    since = any(
        time.relation == "since" and _for_weeks(found, time.first)
        for time in found.clause.sentence.times
        if time.start >= found.clause.start
    )
    stays = (
        lasting
        or (since and verb is not None and verb.tense == "present")
        or words & {"still", "here", "now", "back", "home", "again", "permanently", "living", "based", "settled"}
    )
    start = found.groups["v"][0]
    tokens = found.clause.sentence.tokens
    begun = found.clause.sentence.source[tokens[0].start]
    small = begun.islower() or not any(token.capital and token.word not in ("i", "i'm") for token in tokens)
    source = found.clause.sentence.source
    short = any(
        re.search(
            r"\b(?:weekend|week|days?|nights?|tonight|tomorrow|until|till)\b",
            source[time.start : time.stop],
            re.IGNORECASE,
        )
        for time in found.clause.sentence.times
        if time.relation != "since" and found.clause.start <= time.start < found.clause.stop
    )
    return (
        bool(stays)
        and not trip
        and not (short and not lasting)
        and _named_place(found)
        and not is_zone(found)
        and (found.words[start].capital or small)
    )


def _based_in(found: Found) -> str | None:
    """The town in "Oslo-based"."""
    start, _ = found.groups["v"]
    word = found.words[start]
    written = found.clause.sentence.source[word.start : word.stop]
    return written.rsplit("-", 1)[0] if written[:1].isupper() else None


def _capital_or_lower(found: Found) -> bool:
    start, stop = found.groups["v"]
    words = found.words[start:stop]
    if words[0].word in ("a", "an", "the", "my", "his", "her", "another", "new") and not any(
        w.capital for w in words[1:6]
    ):
        return False
    named = stretch(found.words, start, "org")[1]
    if named - start > 1 and found.words[named - 1].word in FIRM_WORDS:
        return False  # "I've moved to Pindar Optics"
    return (
        _place(found) and words[0].word not in ("work", "team", "bed", "tears", "spaces", "tabs") and not _tool(found)
    )


def _tool(found: Found) -> bool:
    """Whether one moved to a program or language, not to a town."""
    return any(word.word in TOOLS for word in found.words)


def _for_good(found: Found) -> bool:
    """Whether a move is one of home: one may return for a day, and shift to nights or to marketing."""
    lemma = found.clause.verb.lemma if found.clause.verb else ""
    if lemma == "return":
        said = " ".join(word.word for word in found.words)
        return re.search(r"\blive\b|\bfor good\b|\bpermanently\b|\bsettle\b", said) is not None
    first = found.words[found.groups["v"][0]]
    return lemma != "shift" or (first.capital and first.word not in FIELDS | _METHODS)


_METHODS = frozenset(["plan", "scrum", "kanban", "agile", "mode", "gear", "phase", "stage", "option", "version"])


def _for_the_day(found: Found) -> bool:
    """Whether a town is left at an hour, or in the morning: on a trip."""
    return by_the_clock(found.clause) or any(time.grain == "part" for time in times_of(found.clause))


def _stays_back(found: Found) -> bool:
    words = {w.word for w in found.clause.words}
    return _capital_place(found) and not words & {"weekend", "visit", "days", "meeting", "office", "until"}


# fmt: off
PATTERNS = (
    # home
    Pattern(
        verbs=("live", "reside", "dwell", "stay"),
        rest=r"(?:and (?:work|study|teach)(?:ing|ed)? )?(?:\w+ly |alone |together |here |there |back |down |up |over |"
             r"out |above |below |with (?:my |our )?[\w' -]+? )?(?:in|at|near|outside|on) (?:(?:a|an|my|our|the|this) "
             r"(?:[\w'-]+ ){0,3}?(?:flat|house|apartment|room|studio|cottage|bungalow|caravan|houseboat|farmhouse|"
             r"flatshare|houseshare|bedsit) (?:in|near|outside) )?(?P<v>.+)", relation="lives_in", value="place",
        who=_PEOPLE,
        check=lambda f: _place(f) and _lasting(f) and not (f.clause.verb and f.clause.verb.lemma == "stay") and not
            _fed_on(f),
    ),
    Pattern(
        verbs=("live",), rest=r"(?:just |right )?(?:outside|near|close to) (?P<v>.+)", relation="lives_in",
        value="place", check=_place,
    ),
    Pattern(
        verbs=("base", "locate", "settle"),
        rest=r"(?:\w+ly |over |out |up |down |here )*(?:in|at|near|outside) (?P<v>.+)", relation="lives_in",
        value="place", passive=True, check=_place,
    ),
    Pattern(
        verbs=("settle",), rest=r"(?:down )?in (?P<v>.+)", relation="lives_in", value="place", tenses=DONE,
        check=_place, event_day=True,
    ),
    Pattern(
        verbs=("move", "relocate", "emigrate", "immigrate", "migrate", "return", "shift"),
        rest=r"(?:out of [^,⟨]+? and )?(?:here |back |over |out |down |up |away |across |house |home |base |"
             r"permanently )*(?:with .+? |together )?(?:(?:all the way )?from .+? )?(?:to|into) (?:(?:an?|the|our|"
             r"my|his|her|their)(?: [\w-]+){0,3}? (?:flat|place|house|apartment|room|studio|cottage|bungalow|"
             r"flatshare) (?:in|near|outside) )?(?P<v>.+)", relation="lives_in", value="place", tenses=DONE,
        event_day=True, who=_PEOPLE, passive=False,
        check=lambda f: _capital_or_lower(f) and _for_good(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:finally |now )?(?:back|home again) (?:home )?in (?P<v>.+)", relation="lives_in",
        value="place", check=lambda f: _stays_back(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:(?:still|now|here|back|based|living) )*in (?P<v>.+)", relation="lives_in",
        value="place", check=_stays, goes_on=True,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:me|us) (?:(?:all|now|back|home|settled|living|based|here) )*in (?P<v>.+)",
        relation="lives_in", value="place", who=frozenset({"pronoun"}), speaker=True, past=False,
        check=lambda f: f.clause.subject.text == "that" and _stays(f),
    ),
    Pattern(
        verbs=("",), rest=r"(?:(?:still|now|here|living|based|currently|back) )*in (?P<v>.+)", relation="lives_in",
        value="place", check=_stays, goes_on=True, who=frozenset({"none"}),
    ),
    Pattern(
        verbs=("*",), rest=r"(?:.*? )?here in (?P<v>.+)", relation="lives_in", value="place", speaker=True,
        goes_on=True, confidence=0.7, who=frozenset({"person", "thing", "pronoun", "none", "other"}),
        check=lambda f: _capital_place(f) and not {w.word for w in f.clause.words} & {"visit", "visiting", "week",
            "days", "until", "tonight"},
    ),
    Pattern(
        verbs=("be",), noun=DWELLING, rest=r"(?:still |now |here )?in (?P<v>.+)", relation="lives_in", value="place",
        check=_named_place,
    ),
    Pattern(
        verbs=("be",), noun=r"home(?: base)?|base", rest=r"(?:now |still )?(?:in )?(?P<v>.+)", relation="lives_in",
        value="place", check=_capital_place,
    ),
    Pattern(
        verbs=("have", "rent", "share"), past=False,
        rest=r"(?:just |now )?(?:a|an|my|our|the)? ?(?:own )?(?:new |little |wee |tiny |small |nice |lovely |cosy )*"
             r"(?:place|flat|apartment|room|house|cottage|bungalow|flatshare|houseshare|studio flat|bedsit) "
             r"(?:together |with .+? )?(?:here )?in (?P<v>.+)", relation="lives_in", value="place", check=_named_place,
        tenses=PRESENT,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:now )?(?:in )?(?P<v>.+?)(?: now| these days)?$", relation="lives_in", value="place",
        speaker=True, who=frozenset({"thing", "person"}),
        check=lambda f: f.clause.subject.text in ("home", "home for me", "home for us", "home now", "home these days")
            and _capital_place(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:now |still |my |our |been )*home\b(?! (?:alone|late|early|sick|to|for christmas))",
        relation="lives_in", takes="subject", tenses=PRESENT, who=frozenset({"person", "thing"}),
        check=lambda f: f.clause.words[f.clause.subject.start].capital and f.clause.subject.kin is None and
            f.clause.subject.owner is None,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |still |currently )?(?:an?|the|our|my) (?:[\w-]+ ){1,4}?(?:in|near|outside|on) (?P<v>.+)",
        relation="lives_in", value="place", speaker=True, who=frozenset({"thing", "person"}), past=False,
        check=lambda f: f.clause.subject.text in ("home", "home for me", "home for us", "home now", "home these days")
            and _capital_place(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>[\w-]+)-based$", relation="lives_in", value_of=_based_in, who=_PEOPLE,
    ),
    Pattern(
        verbs=("rent", "lodge"), rest=r"(?:a \w+ )?in (?P<v>.+)", relation="lives_in", value="place", progressive=True,
        check=_capital_place,
    ),
    Pattern(
        verbs=("come", "go", "move", "return"),
        rest=r"(?:back |over |home |here )*to live (?:in|near|outside) (?P<v>.+)", relation="lives_in", value="place",
        tenses=DONE, event_day=True, who=_PEOPLE, check=_capital_place,
    ),
    Pattern(
        verbs=("get", "find", "buy", "rent"),
        rest=r"(?:finally )?(?:my|our) own (?:place|flat|house|apartment|home) ?,? (?:in|near) (?P<v>.+)",
        relation="lives_in", value="place", tenses=DONE, event_day=True, check=_capital_place,
    ),
    Pattern(
        verbs=("put",), rest=r"down roots in (?P<v>.+)", relation="lives_in", value="place", tenses=DONE,
        check=_capital_place,
    ),
    Pattern(
        verbs=("move", "return", "go"),
        rest=r"(?:.*? )?to (?:my|our|the) (?:home ?town|home city|old home town) ?,? (?P<v>.+)", relation="lives_in",
        value="place", tenses=DONE, event_day=True, check=_capital_place,
    ),
    Pattern(
        verbs=("be", "become"),
        rest=r"(?:officially |now )?(?:an? )?(?:proud |permanent )?(?:resident|inhabitant|citizen) of (?P<v>.+)",
        relation="lives_in", value="place", check=_capital_place,
    ),
    Pattern(
        verbs=("",), rest=r"(?:now |currently |still )?(?:living|based) (?:in|near|outside) (?P<v>.+)",
        relation="lives_in", value="place", check=_place, who=frozenset({"none"}),
    ),
    Pattern(
        verbs=("call",), rest=r"(?P<v>.+?) home$", relation="lives_in", value="place", check=_named_place,
        passive=False,
    ),
    Pattern(
        verbs=("move",), rest=r"in\b(?! (?:with|together))", relation="lives_in", mentioned=True, tenses=DONE,
        event_day=True, who=frozenset({"speaker", "none"}),
    ),
    # ends
    Pattern(
        verbs=("leave",), rest=r"(?P<v>.+)", relation="lives_in", value="place", act=Act.END, loose=True, tenses=DONE,
        check=lambda f: f.words[f.groups["v"][0]].capital and "for" not in f.text("v").split()[:3] and not
            _for_the_day(f), goes_on=True, event_day=True,
    ),
    Pattern(
        verbs=("move",),
        rest=r"out of (?:the|our|my|that|a) (?:[\w-]+ )?(?:place|flat|house|apartment|home|room|flatshare) (?:in|"
             r"near) (?P<v>[^⟨]+)", relation="lives_in", value="place", act=Act.END, loose=True, tenses=DONE,
        event_day=True, check=_capital_place,
    ),
    Pattern(
        verbs=("move",),
        rest=r"out of (?:[^⟨,]*? ?(?:'s|my|our|his|her|their) (?:old )?(?:place|flat|house|apartment|home|room|"
             r"flatshare)|"
             r"the (?:old )?(?:place|flat|house|apartment|flatshare))\b(?! in\b)",
        relation="lives_in", act=Act.END, tenses=DONE, event_day=True,
        value_of=lambda f: "",
    ),
    Pattern(
        verbs=("move",), rest=r"(?:out of|away from|out from) (?P<v>[^⟨]+)", relation="lives_in", value="place",
        act=Act.END, tenses=DONE, event_day=True, check=_place,
    ),
    Pattern(
        verbs=("move",), rest=r"(?:back )?in(?:to)? (?:with .+? )?(?:in|at) (?P<v>.+)", relation="lives_in",
        value="place", tenses=DONE, event_day=True, check=_capital_place,
    ),
)
# fmt: on
