"""How big, heavy or far things are, when they open and run, where they are held and where they write to."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.patterns import Found, Pattern
from strandline.timex import TimeSpan

_THING = frozenset({"thing", "person"})
_AGAIN = (
    r"(?:(?:still|now|actually|currently|about|around|roughly|only|just|exactly|nearly|almost|at least|always|usually|"
    r"normally|generally|also) )*"
)
_AMOUNT = (
    r"(?:\d[\d.,]*|half a|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
    r"forty|fifty|sixty|a hundred|two hundred)(?: and a half)?"
)
_LENGTH = (
    r"(?:mm|cm|m|km|metres?|meters?|centimetres?|centimeters?|kilometres?|kilometers?|inch(?:es)?|foot|feet|ft|yards?|"
    r"miles?)"
)
_DIMENSIONS = {"height": "high|tall", "length": "long", "width": "wide|across", "depth": "deep", "thickness": "thick"}
_UNITS = {
    "size": r"square (?:metres?|meters?|feet|km|kilometres|miles)|sqm|sq ?m|sq ?ft|acres|hectares",
    "weight": r"kg|kilos?|kilograms?|grams?|g|tonnes?|tons?|lbs?|pounds|stone",
    "capacity": r"litres?|liters?|gallons?|ml|cl|kwh|gb|tb|mb",
    "dose": r"mg|mcg|milligrams?|iu",
    "measure": _LENGTH,
}
"""Properties, and the units that tell which of them is meant."""


def _plain_thing(found: Found) -> bool:
    subject = found.clause.subject
    return subject.kin is None and (subject.owner is None or subject.owner.is_speaker)


# fmt: off
SIZES = (
    *(
        Pattern(
            verbs=("be",), rest=rf".*(?:,|and|by) {_AGAIN}(?P<v>{_AMOUNT} ?{_LENGTH}) (?:{words})\b",
            relation="attribute", who=_THING, qualifier=name, value="clause", past=False, goes_on=True,
            check=_plain_thing,
        )
        for name, words in _DIMENSIONS.items()
    ),
    *(
        Pattern(
            verbs=("be",),
            rest=rf"{_AGAIN}(?P<v>{_AMOUNT} ?(?:{units}))(?! (?:high|tall|long|wide|deep|thick|across|old|away|from|off|"
                 r"to|of|north|south|east|west|and a half|per|a|down|up|behind|ahead)\b)(?= |$)",
            relation="attribute", who=_THING, qualifier="size" if name == "measure" else name, value="clause", past=False, check=_plain_thing,
            guard=lambda clause: not _NAMED.search(clause.subject.text),
        )
        for name, units in _UNITS.items()
    ),
    Pattern(
        verbs=("hold", "take", "fit", "contain"),
        rest=rf"{_AGAIN}(?P<v>{_AMOUNT} ?(?:litres?|liters?|l|gallons?|pints?|ml|cl|gb|tb|kwh|kg|kilos))(?= (?:in|when|"
             r"at|now|and|but|per|a)\b| ,|$)",
        relation="attribute", who=_THING, qualifier="capacity", value="clause", past=False, check=_plain_thing,
    ),
)
# fmt: on
_NAMED = re.compile(
    r"\b(?:height|weight|size|length|width|depth|area|capacity|distance|dose|price|cost|budget|limit|pressure|"
    r"temperature|speed|rate|mileage|volume|pb|best|record|answer|number|code|goal|target)\b"
)
"""Things that are a measure themselves have a table of their own."""
_CLOCK = (
    r"(?P<v>(?:(?:half|quarter|five|ten|twenty) (?:past |to ))?(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm))?|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dawn|dusk|sunset|sunrise|⟨\d+⟩)(?: o'clock)?"
    r"(?: sharp)?(?: ⟨\d+⟩)?)(?= (?:and|but|so|now|except|because|when|while|if|or|unless|these)\b| ,|$)"
)
_RHYTHM = (
    r"(?P<v>(?:(?:alternate|alternating|every (?:other|second|third)) )?⟨\d+⟩(?: of (?:the|each|every) month)?"
    r"(?: at (?:⟨\d+⟩|[\w:]+))?)"
)
_HOURS = {
    "opens at": (("open",), ""), "closes at": (("close", "shut"), ""), "starts at": (("start", "begin", "kick"), "(?:off )?"),
    "ends at": (("end", "finish"), ""), "leaves at": (("leave", "depart", "sail"), ""), "comes on at": (("come", "switch", "turn"), "on "),
    "goes off at": (("go", "switch", "turn"), "(?:off|out) "),
}  # fmt: skip
_ONCE = re.compile(
    r"\b(?:meeting|film|movie|match|game|concert|show|party|call|talk|exam|interview|play|gig|wedding|funeral|test|"
    r"appointment|webinar|event|ceremony|lecture)$"
)
"""What begins once, where nothing says that it comes again."""
_REGULARLY = re.compile(r"^(?:daily|weekly|monthly|first|last|morning|evening|night|school|early|late|\d)|\d")


def _habitual(found: Found) -> bool:
    """A thing of which the present tense tells what it always does."""
    verb = found.clause.verb
    tense = verb is not None and verb.tense == "present" and verb.modal is None and not (verb.negated or verb.progressive)
    return tense and _plain_thing(found)


def _at_an_hour(found: Found) -> bool:
    """No day to come: "the meeting starts at ten tomorrow" is an appointment."""
    verb, text = found.clause.verb, found.clause.subject.text
    if not _habitual(found) or any(span.type not in ("time", "set") for span in _spans(found.clause)):
        return False
    if verb is not None and verb.lemma in ("leave", "depart", "sail"):
        return _REGULARLY.search(text) is not None
    named = found.clause.subject.kind == "person" and verb is not None and verb.lemma not in ("open", "close", "start", "begin")
    return not named and (_ONCE.search(text) is None or _REGULARLY.search(text) is not None)


def _spans(clause: Clause) -> list[TimeSpan]:
    return [clause.sentence.times[int(word.word[1:-1])] for word in clause.rest if word.word.startswith("⟨")]


def _often(found: Found) -> bool:
    """Whether what stands there is a rhythm: "on alternate Fridays", "the first Sunday of the month"."""
    source = found.clause.sentence.source
    return _habitual(found) and any(
        span.type == "set" or re.search(r"of (?:the|each|every) month$", source[span.start : span.stop])
        for span in _spans(found.clause)
    )


def _timed(clause: Clause) -> bool:
    return clause.subject.kind in _THING and any(word.word.startswith("⟨") for word in clause.rest[:7])


def _labelled(found: Found) -> bool:
    """A place or part told apart by a number or a letter: "shelf 2031", "Studio B", "in drawer three"."""
    start, stop = found.groups["v"]
    value = found.words[start:stop]
    coded = any(word.word[0].isdigit() or "-" in word.word or "_" in word.word or "/" in word.word or word.word[0] == "⟦" for word in value[:4])
    lettered = len(value) > 1 and not value[0].capital and value[-1].capital
    return _habitual(found) and (coded or lettered) and not any(word.word[0] == "⟨" for word in value)


def _known_system(found: Found) -> bool:
    """A part with a label, or what is written with a capital: "logs to Graylog"."""
    return _labelled(found) or (_habitual(found) and found.words[found.groups["v"][0]].capital)


def _goes_on(found: Found) -> bool:
    """Where something is held again and again: no day is told with it."""
    first = found.text("v").split()[1:2]
    return _habitual(found) and bool(first) and first[0] not in ("person", "it", "me", "time", "that", "this", "which")


_DESTINATIONS = {
    "destination": (("write", "log", "save", "export", "upload", "back"), "(?:up )?(?:to|into|onto)", _known_system),
    "source": (("read", "load", "import", "pull", "draw", "feed"), "from", _known_system),
    "target": (("go", "send", "ship", "deliver", "print", "point", "connect", "belong", "lead", "route"), "(?:to|into|onto)", _labelled),
}
_ROOMS = r"(?:room|shelf|bay|drawer|locker|floor|row|rack|cabinet|hall|studio|box|folder|building|block|aisle|unit|platform)"
# fmt: off
HOURS = (
    *(
        Pattern(
            verbs=verbs, rest=rf"{_AGAIN}{before}{_AGAIN}(?:at |from )?{_CLOCK}", relation="attribute", who=_THING, qualifier=name,
            value="clause", past=False, progressive=False, passive=None, check=_at_an_hour,
        )
        for name, (verbs, before) in _HOURS.items()
    ),
    Pattern(
        verbs=("*",),
        rest=rf"(?:[a-z]+(?:ed|en|un|eld|ut|ought|ept) )?(?:(?:up|out|off|away|in|down|over|on|back|place|only|always|"
             rf"usually|automatically|round|around) )*(?:on |at |in |every )?{_RHYTHM}",
        relation="attribute", who=_THING, qualifier="schedule", value="clause", past=False, passive=None,
        guard=_timed, check=_often,
    ),
    Pattern(
        verbs=("hold", "take", "happen", "meet", "gather"), rest=r"(?:place )?(?P<v>(?:in|at) .+)", relation="attribute",
        who=_THING, qualifier="location", value="spot", single=True, past=False, passive=None, check=_goes_on,
    ),
    Pattern(
        verbs=("be", "live", "sit", "belong", "go"), rest=rf"{_AGAIN}(?P<v>(?:in|on|at) (?:the )?{_ROOMS} \S+)", relation="attribute",
        who=_THING, qualifier="location", value="spot", single=True, past=False, passive=None, check=_labelled,
    ),
    Pattern(
        verbs=("sit", "hang", "hide", "live", "stand"),
        rest=rf"{_AGAIN}(?P<v>(?:under|underneath|behind|beneath|above|next to|on top of|inside|in|on) (?:the|our|my) .+)",
        relation="attribute", who=frozenset({"thing"}), qualifier="location", value="spot", single=True, past=False,
        passive=None, check=_habitual,
    ),
    *(
        Pattern(
            verbs=verbs, rest=rf"{_AGAIN}(?:[a-z]+ ){{0,2}}?{before} (?P<v>.+)", relation="attribute",
            who=frozenset({"thing"}), qualifier="destination" if name == "target" else name, value="spot",
            single=True, past=False, passive=None, check=check,
        )
        for name, (verbs, before, check) in _DESTINATIONS.items()
    ),
)
# fmt: on
FIRST = SIZES
"""Before the counts of the things."""
LAST = HOURS
