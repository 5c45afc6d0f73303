"""When things open, run and end, where they are kept and held, and where they write to."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.patterns import Found, Pattern
from strandline.extract.tables.measures import AGAIN, THING, plain_thing
from strandline.timex import TimeSpan

_CLOCK = (
    r"(?P<v>(?:(?:half|quarter|five|ten|twenty) (?:past |to ))?(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm))?|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dawn|dusk|sunset|sunrise|⟨\d+⟩)(?: o'clock)?"
    r"(?: sharp)?(?: ⟨\d+⟩)?)(?= (?:and|but|so|now|except|because|when|while|if|or|unless|these)\b| ,|$)"
)
_RHYTHM = (
    r"(?P<v>(?:(?:alternate|alternating|every (?:other|second|third)) )?⟨\d+⟩"
    r"(?: of (?:(?:the|each|every) month|⟨\d+⟩))?(?: at (?:⟨\d+⟩|[\w:]+))?)"
)
_HOURS = {
    "opens at": (("open",), ""),
    "closes at": (("close", "shut"), ""),
    "starts at": (("start", "begin", "kick"), "(?:off )?"),
    "ends at": (("end", "finish"), ""),
    "leaves at": (("leave", "depart", "sail"), ""),
    "comes on at": (("come", "switch", "turn"), "on "),
    "goes off at": (("go", "switch", "turn"), "(?:off|out) "),
}
_ONCE = re.compile(
    r"\b(?:meeting|film|movie|match|game|concert|show|party|call|talk|exam|interview|play|gig|wedding|funeral|test|"
    r"appointment|webinar|event|ceremony|lecture)$"
)
"""What begins once, where nothing says that it comes again."""
_REGULARLY = re.compile(r"^(?:daily|weekly|monthly|first|last|morning|evening|night|school|early|late|\d)|\d")


def _habitual(found: Found) -> bool:
    """A thing of which the present tense tells what it always does."""
    verb = found.clause.verb
    tense = (
        verb is not None and verb.tense == "present" and verb.modal is None and not (verb.negated or verb.progressive)
    )
    return tense and plain_thing(found)


def _at_an_hour(found: Found) -> bool:
    """No day to come: "the meeting starts at ten tomorrow" is an appointment."""
    verb, text, first = found.clause.verb, found.clause.subject.text, found.text("v").split()[0]
    if first[0] == "⟨" and found.clause.sentence.times[int(first[1:-1])].type != "time":
        return False
    if not _habitual(found) or any(span.type not in ("time", "set") for span in _spans(found.clause)):
        return False
    if verb is not None and verb.lemma in ("leave", "depart", "sail"):
        return _REGULARLY.search(text) is not None
    named = (
        found.clause.subject.kind == "person"
        and verb is not None
        and verb.lemma not in ("open", "close", "start", "begin")
    )
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


def _lasts_until(found: Found) -> bool:
    """ "Our lease runs until March 2028", "the pass is valid until June"; not "the shop is closed until Monday"."""
    verb, (start, _) = found.clause.verb, found.groups["v"]
    span = found.clause.sentence.times[int(found.words[start].word[1:-1])]
    tied = span.relation == "until" or found.words[max(0, start - 1)].word in ("until", "till", "to", "through")
    return tied and _habitual(found) and verb is not None and (verb.lemma != "be" or "x" in found.groups)


def _timed(clause: Clause) -> bool:
    return clause.subject.kind in THING and any(word.word.startswith("⟨") for word in clause.rest[:7])


def _labelled(found: Found) -> bool:
    """A place or part told apart by a number or a letter: "shelf 2031", "Studio B", "in drawer three"."""
    start, stop = found.groups["v"]
    value = found.words[start:stop]
    coded = any(
        word.word[0].isdigit() or "-" in word.word or "_" in word.word or "/" in word.word or word.word[0] == "⟦"
        for word in value[:4]
    )
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
    "target": (
        (
            "go",
            "send",
            "ship",
            "deliver",
            "print",
            "point",
            "connect",
            "belong",
            "lead",
            "route",
            "report",
            "drain",
            "feed",
            "push",
            "publish",
        ),
        "(?:to|into|onto)",
        _labelled,
    ),
}
_HOLDERS = (
    r"(?:bin|bins|drawer|drawers|cupboard|cabinet|box|boxes|tin|jar|shed|garage|cellar|basement|attic|loft|"
    r"fridge|freezer|hallway|"
    r"kitchen|wardrobe|safe|basket|bag|rack|shelf|pantry|larder|locker|folder|drive|repo|glove ?box|glove "
    r"compartment|boot|"
    r"desk|envelope|binder|tray|chest|trunk|porch|bathroom|laundry room|utility room|mat|doormat|hook|nail|"
    r"stairs|sink|bed|"
    r"counter|worktop|windowsill|pot|flowerpot|tub|crate|case|suitcase|backpack|rucksack|wiki|spreadsheet|"
    r"stairwell|greenhouse)"
)
_ROOMS = (
    r"(?:room|shelf|bay|drawer|locker|floor|row|rack|cabinet|hall|studio|box|folder|building|block|aisle|"
    r"unit|platform|level|deck|pier|slot|port(?! \d)|zone|sector|plot|compartment|corridor|wing|suite|stand|stall|"
    r"bench|table)"
)
PATTERNS = (
    *(
        Pattern(
            verbs=verbs,
            rest=rf"{AGAIN}{before}{AGAIN}(?:at |from )?{_CLOCK}",
            relation="attribute",
            who=THING,
            qualifier=name,
            value="clause",
            past=False,
            progressive=False,
            passive=None,
            check=_at_an_hour,
        )
        for name, (verbs, before) in _HOURS.items()
    ),
    Pattern(
        verbs=("*",),
        rest=rf"(?:[a-z]+(?:ed|en|un|eld|ut|ought|ept) )?(?:(?:up|out|off|away|in|down|over|on|back|place|only|"
        rf"always|"
        rf"usually|automatically|round|around) )*(?:on |at |in |every )?{_RHYTHM}",
        relation="attribute",
        who=THING,
        qualifier="schedule",
        value="clause",
        past=False,
        passive=None,
        guard=_timed,
        check=_often,
    ),
    Pattern(
        verbs=("run", "last", "be"),
        rest=rf"{AGAIN}(?P<x>valid |good |in force |guaranteed |insured |paid )?(?:until |till |to |through "
        rf")?(?P<v>⟨\d+⟩)(?= |$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="until",
        value="clause",
        past=False,
        check=_lasts_until,
    ),
    Pattern(
        verbs=("paint",),
        rest=r"(?:in |a )*(?P<v>[a-z-]+(?: [a-z-]+)?)(?= (?:and|but|now|with|on|in)\b| ,|$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="colour",
        value="clause",
        past=False,
        passive=True,
        check=_habitual,
    ),
    Pattern(
        verbs=("expire", "lapse", "renew"),
        rest=r"(?:after|every) (?P<v>⟨\d+⟩)",
        relation="attribute",
        who=THING,
        qualifier="expiry",
        value="clause",
        past=False,
        check=_habitual,
    ),
    Pattern(
        verbs=("expire", "lapse"),
        rest=r"(?P<v>after ⟨\d+⟩|⟨\d+⟩)(?= |$)",
        relation="attribute",
        who=THING,
        qualifier="expiry",
        value="clause",
        past=False,
        check=_habitual,
    ),
    Pattern(
        verbs=("sleep", "seat"),
        rest=rf"{AGAIN}(?:up to )?(?P<v>\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)(?= (?:and|but|"
        rf"so|in|at)\b| ,|$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="capacity",
        value="clause",
        past=False,
        check=_habitual,
    ),
    Pattern(
        verbs=("hold", "take", "happen", "meet", "gather"),
        rest=r"(?:place )?(?P<v>(?:in|at) .+)",
        relation="attribute",
        who=THING,
        qualifier="location",
        value="spot",
        single=True,
        past=False,
        passive=None,
        check=_goes_on,
    ),
    Pattern(
        verbs=("be", "live", "sit", "belong", "go"),
        rest=rf"{AGAIN}(?P<v>(?:in|on|at) (?:the )?{_ROOMS} \S+)",
        relation="attribute",
        who=THING,
        qualifier="location",
        value="spot",
        single=True,
        past=False,
        passive=None,
        check=_labelled,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{AGAIN}(?P<v>(?:under|underneath|behind|beneath|opposite|next to|on top of) (?:the|our|my) "
        r"(?!schedule|curve|times|weather|law|radar|budget|influence|impression|average|threshold|idea|plan|attack|point|"
        r"reform|list|agenda|change|move|push|effort|scenes|mind|[a-z]+(?:tion|sion|ment|ness|ity|ism|ance|ence)\b).+)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="location",
        value="spot",
        single=True,
        past=False,
        passive=False,
        check=_habitual,
    ),
    Pattern(
        verbs=("sit", "hang", "hide", "live", "stand"),
        rest=rf"{AGAIN}(?P<v>(?:under|underneath|behind|beneath|above|next to|on top of|inside|in|on) (?:the|"
        rf"our|my) .+)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="location",
        value="spot",
        single=True,
        past=False,
        passive=None,
        check=_habitual,
    ),
    Pattern(
        verbs=("be", "live", "belong", "go", "keep", "store"),
        rest=rf"{AGAIN}(?:kept |stored )?(?P<v>(?:in|on|under|behind|inside|on top of|next to|above|below|"
        rf"beside) (?:the|my|our|a|that|one of the) "
        rf"(?:[\w'-]+ ){{0,3}}?{_HOLDERS}(?: (?:door|drawer|shelf|compartment|rack|cupboard|box|pocket))?(?: "
        rf"(?:in|by|under|of|next to|behind|on|at) (?:the|my|our) [\w -]+)?)(?= (?:and|but|so|now|if|because|"
        rf"when)\b| ,| ⟨|$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="location",
        value="spot",
        single=True,
        past=False,
        passive=None,
        check=_habitual,
    ),
    Pattern(
        verbs=("keep", "heat", "cool", "store", "hold", "chill", "limit", "cap"),
        rest=r"(?:to|at) (?P<v>(?:minus |-)?\d[\d.,:]*(?: ?(?:degrees(?: celsius)?|percent|%|°c|°f|c|bar|psi|"
        r"mbps|gb))?)(?= |$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="set to",
        value="clause",
        past=False,
        passive=True,
        check=_habitual,
    ),
    Pattern(
        verbs=("be", "stay"),
        rest=r"(?:always |usually |now )?(?:set|kept|heated|cooled|chilled|stored|held|limited|capped) (?:to|"
        r"at) (?P<v>(?:minus |-)?\d[\d.,:]*(?: ?(?:degrees(?: celsius)?|percent|%|°c|hours?|minutes?|"
        r"seconds?|ms|bar|psi))?)(?= |$)",
        relation="attribute",
        who=frozenset({"thing"}),
        qualifier="set to",
        value="clause",
        past=False,
        check=_habitual,
    ),
    *(
        Pattern(
            verbs=verbs,
            rest=rf"{AGAIN}(?:[a-z]+ ){{0,2}}?{before} (?P<v>.+)",
            relation="attribute",
            who=frozenset({"thing"}),
            qualifier="destination" if name == "target" else name,
            value="spot",
            single=True,
            past=False,
            passive=None,
            check=check,
        )
        for name, (verbs, before, check) in _DESTINATIONS.items()
    ),
)
