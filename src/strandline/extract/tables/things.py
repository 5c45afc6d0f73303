"""Properties of things: ports, counts, passwords, places, rhythms, sizes."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause, Mood
from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.people import KIN, singular
from strandline.extract.tables.counts import AGAIN, NOUN, THING
from strandline.extract.tables.versions import COUNTED_PLACES
from strandline.extract.tables.words import PROGRAMMING, listed

_PREPOSITIONS = (
    r"(?:under|underneath|behind|beneath|above|beside|next to|on top of|inside|in the|in a|in my|in our|in|on the|on "
    r"a|on my|on our|on|at the|below|between|opposite|outside|by the|near|near the|across from|over the|at the back "
    r"of|round the back of)"
)
_KEPT = (
    r"(?:(?:spare|house|car|front door|back door|shed|garage|bike|office|flat|cabin|main|master|other|second|extra|"
    r"backup|old|new|first|emergency|garden|phone|laptop|my|our|staging|production|prod|test|config|log|water|gas|"
    r"electricity|power|wine|christmas) )*(?:keys?|fuse box|fusebox|first[ -]aid kit|charger|passport|passports|tools|"
    r"toolbox|documents|backups?|configs?|config file|logs?|router|stopcock|stop valve|boiler|cabin|torch|flashlight|"
    r"batteries|fire extinguisher|fob|office|studio|shop|workshop|server|servers|meter|safe|ladder|drill|umbrella|"
    r"wallet|certificate|certificates|manual|instructions|decorations|remote|headquarters|hq|warehouse|clinic|gym|"
    r"school|house|cottage|allotment|bike|car|boat|van|data center|data centre|repo|repository|docs|code|source code|"
    r"templates|designs|files|photos|archive|database|cluster|bucket|gallery|bakery|practice|surgery|bins|bin store|"
    r"parking space|parking spot|locker|desk)"
)


_MEASURE = (
    r"[£$€¥]? ?-?\d[\d.,]* ?(?:[a-zµ°%]{1,6}/[a-z]{1,4}|%|percent|bar|mbar|psi|k?pa|hpa|volts?|v|kv|amps?|a|ma|mah|ah|"
    r"k?w|kwh|watts?|ohms?|hz|khz|mhz|ghz|rpm|db|lux|lumens?|"
    r"°|degrees(?: celsius| fahrenheit)?|°c|°f|c|f|celsius|fahrenheit|k|mm|cm|m|km|metres?|meters?|inch(?:es)?|feet|ft|"
    r"miles|mg|g|kg|grams?|kilos?|tonnes?|tons?|lbs?|"
    r"ml|cl|l|litres?|liters?|gallons?|ms|bpm|mph|km/h|kph|knots|dpi|ppi|px|pixels|fps|gb|mb|tb|kb|mbps|gbps|mbit|gbit|"
    r"acres|hectares|sqm|"
    r"euros?|pounds?|dollars?|quid|bucks|pence|cents|points?|stars?|mmhg|mmol/l|mg/dl|iu|ppm|lb|stone)"
)
"""A number with its unit."""


def _of_a_thing(found: Found) -> bool:
    """ "The boiler's pressure is 1.4 bar", "our tank's capacity": a measured property of a thing, no person's."""
    owner = found.clause.subject.owner
    return owner is not None and owner.kind == "thing"


def _property(found: Found) -> bool:
    """A property of somebody or something; the value is no sentence and no opinion."""
    said = found.text("v").split()
    if not said or said[0] in _OPINION or len(said) > 8 or " as " in found.clause.subject.text:
        return False
    return not (found.thing or found.clause.subject.text).startswith(("favourite", "only", "first", "new favourite"))


_OPINION = listed(
    "so too very really quite pretty not that what how when where why good great bad terrible awful fine nice ok "
    "okay high low big small large insane crazy ridiculous getting going a to being the_same gone about_to due "
    "broken wrong right correct important better set fixed worse lovely beautiful amazing horrible annoying "
    "expensive cheap killing always never also just only all more less there here it he she they i we you because if "
    "whether incorrect invalid unclear unknown expired outdated weak strong secure strange odd obvious secret optional "
    "required different "
    "enormous huge tiny massive like missing empty full ready done finished over up off out in on under at with for "
    "from coming"
)


_SENT = listed(
    "attachment attachments attached email mail link zip pdf thread chapter section page message chat appendix"
)
"""Where something is that was sent or written, which is no place."""


_COLOUR = (
    r"(?:(?:bright|dark|light|pale|deep|dull|matt|matte|navy|sky|royal|olive|mint|lime|mustard|lemon|forest|racing|"
    r"bottle|duck egg|silver|plain|mostly|all) )*"
    r"(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|grey|gray|beige|cream|silver|gold|golden|"
    r"turquoise|teal|maroon|burgundy|navy|magenta|lilac|mauve|khaki|crimson|scarlet|bronze|ivory|charcoal)"
    r"(?: and (?:red|orange|yellow|green|blue|purple|pink|brown|black|white|grey|gray|silver|gold))?"
)
_HAS_COLOUR = re.compile(
    r"(?:.* )?(?:suitcase|luggage|bag|backpack|rucksack|handbag|car|van|bike|bicycle|motorbike|scooter|boat|canoe|"
    r"kayak|caravan|camper|truck|tent|umbrella|coat|jacket|raincoat|helmet|house|cottage|shed|garage|front door|"
    r"back door|door|gate|fence|sofa|couch|armchair|kitchen|bedroom|bathroom|living room|phone case|pram|pushchair|"
    r"wheelie bin|letterbox|mailbox|guitar|piano|fridge|kettle)"
)
"""What keeps the colour it has, and is told apart by it."""


def _coloured(found: Found) -> bool:
    subject = found.clause.subject
    owned = subject.owner is not None and subject.owner.is_speaker
    return owned and subject.kin is None and _HAS_COLOUR.fullmatch(subject.text) is not None


def _timed(clause: Clause) -> bool:
    return any(word.word.startswith("⟨") for word in clause.rest[:6])


# fmt: off
_PROPERTIES = (
    Pattern(
        verbs=("be",), noun=rf"(?P<q>{NOUN})", rest=rf"{AGAIN}(?P<v>.+)", relation="attribute", value="noun",
        single=True, check=_property, past=False,
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?P<q>(?!favourite|only|first|last|next|new|problem|issue|point|guess)[a-z]+(?: [a-z]+){0,2})",
        rest=rf"{AGAIN}(?P<v>{_MEASURE})(?= (?:now|today|at|in|on|when|,|and|but|so)|$)",
        relation="attribute", value="clause", past=False, check=lambda found: _of_a_thing(found),
    ),
    Pattern(
        verbs=("be",), rest=rf"{AGAIN}(?P<v>.+)", relation="attribute", who=frozenset({"thing"}), past=False,
        value="noun", single=True, check=lambda found: _named_property(found) and _property(found),
    ),
    Pattern(
        verbs=("be", "live", "hang", "sit", "go", "hide", "store", "keep", "locate", "park"),
        rest=rf"{AGAIN}(?:kept |stored |hidden |located |hanging |parked |hosted )?(?P<v>{_PREPOSITIONS} .+)",
        relation="attribute", who=THING, qualifier="location", past=False, value="spot", single=True, passive=None,
        check=lambda found: _stored(found),
    ),
    Pattern(
        verbs=("find",), rest=rf"(?:the|our|my) (?P<s>{_KEPT}) (?P<v>{_PREPOSITIONS} .+)", relation="attribute",
        who=frozenset({"you"}), qualifier="location", past=False, value="spot", single=True,
        modal=frozenset({None, "will", "can", "should"}), moods=frozenset({Mood.FACT, Mood.PLAN}),
        check=lambda found: not _SENT & set(found.text("v").split(" ")),
    ),
    Pattern(
        verbs=("be", "move", "relocate"),
        rest=r"(?:now |still |located |based |over |back |up |down )*(?:at|to|on) (?P<v>\d+\w? .+?)(?= (?:in |on |"
             r"since |at )?⟨| now| ,|$)",
        relation="address", who=frozenset({"thing"}), value="clause",
        tenses=frozenset({"present", "perfect", "bare", "past"}), event_day=True, check=lambda found: _street(found),
    ),
    Pattern(
        verbs=("move", "relocate"), rest=r"(?:over |back |up |down )*(?:from .+? )?to (?P<v>.+)",
        relation="attribute", who=frozenset({"thing"}), qualifier="location", value="place", tenses=DONE,
        event_day=True,
        check=lambda found: found.clause.subject.kin is None and
            found.clause.subject.text.split()[-1] not in ("family", "parents", "people", "conversation", "focus",
            "talk", "meeting"),
    ),
    Pattern(
        verbs=("take", "last", "run"), rest=rf"(?:for )?{AGAIN}(?:me |us )?{AGAIN}(?P<v>⟨\d+⟩)",
        relation="attribute", who=frozenset({"thing"}), qualifier="duration", past=False, value="clause",
        check=lambda found: _lasts(found),
    ),
    Pattern(
        verbs=("*",),
        rest=r"(?:up |out )?(?:automatically |always |usually |normally |also |now |held |run )*(?:on |at |every "
             r")?(?P<v>⟨\d+⟩)",
        relation="attribute", who=THING, qualifier="schedule", past=False, value="clause", passive=None,
        guard=_timed, check=lambda found: _recurs(found),
    ),
    Pattern(
        verbs=("expire", "renew"), rest=r"(?:on |in |at )?(?P<v>⟨\d+⟩)", relation="attribute",
        who=frozenset({"thing"}), qualifier="expiry", past=False, value="clause",
    ),
    Pattern(
        verbs=("cost",),
        rest=rf"(?:me |us )?{AGAIN}(?P<v>[£$€¥]? ?\d[\w.,]*(?: (?:euros?|pounds?|dollars?|quid|bucks|euro|kroner|"
             r"francs|pence|cents|yen|a (?:month|year|week)|per (?:month|year|week)))*)",
        relation="attribute", who=frozenset({"thing"}), qualifier="cost", past=False, value="clause",
    ),
    Pattern(
        verbs=("weigh",), rest=rf"{AGAIN}(?P<v>\d[\d.,]* ?\w+)", relation="attribute", who=THING | {"speaker"},
        qualifier="weight", value="clause", past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{AGAIN}(?P<v>\d[\d.,]* ?(?:cm|centimetres|centimeters|m|metres|meters|foot|feet|ft|inches) "
             r"?(?:\d+)?)(?: tall)?$",
        relation="attribute", who=frozenset({"speaker"}), qualifier="height", value="clause", past=False,
    ),
    Pattern(
        verbs=("be",), rest=rf"{AGAIN}(?P<v>{_COLOUR})(?= (?:now|again|so|because|in case|and)\b| ,|$)",
        relation="attribute", who=frozenset({"thing"}), qualifier="colour", past=False, value="clause",
        check=lambda found: _coloured(found),
    ),
    Pattern(
        verbs=("call", "name"), rest=r"(?P<v>.+)", relation="attribute", who=frozenset({"thing"}), qualifier="name",
        past=False, value="noun", passive=True, single=True,
        check=lambda found: found.clause.subject.kin is None and _codeish(found)
            and singular(found.clause.subject.text) not in KIN,
    ),
    Pattern(
        verbs=("write", "build", "code", "implement"), rest=r"(?:in|with|on top of) (?P<v>.+)", relation="attribute",
        who=THING, qualifier="written in", past=False, value="org", passive=True,
        check=lambda found: found.words[found.groups["v"][0]].capital,
        tenses=frozenset({"present", "past", "perfect", "bare"}),
    ),
    Pattern(
        verbs=("run",), rest=r"(?:on |under )?(?P<v>.+)", relation="attribute", who=THING, qualifier="runs on",
        past=False, value="org", single=True,
        check=lambda found: found.clause.subject.kin is None and found.words[found.groups["v"][0]].capital and
            (found.words[0].word in ("on", "under") or found.words[0].word in PROGRAMMING),
    ),
    Pattern(
        verbs=("upgrade", "migrate", "move", "switch", "downgrade", "update", "bump", "port", "rewrite"),
        rest=r"(?:the |my |our )(?P<s>[\w-]+(?: [\w-]+){0,2}?) (?:over |back |from .+? )?(?:to|onto|in) (?P<v>.+)",
        relation="attribute", who=frozenset({"speaker", "none"}), qualifier="runs on", tenses=DONE, event_day=True,
        value="org", single=True, past=True,
        check=lambda found: found.words[found.groups["v"][0]].word in PROGRAMMING or _versioned(found),
    ),
    Pattern(
        verbs=("change",), rest=r"(?:the |my |our )(?P<s>.+?) to (?P<v>\S+)$", relation="attribute",
        who=frozenset({"speaker"}), tenses=DONE, value="clause", event_day=True,
        check=lambda found: re.fullmatch(NOUN, found.text("s")) is not None,
    ),
)
# fmt: on


_HEADED = re.compile(rf"(?:the |a )?{NOUN}(?: (?:at|of|for|to|on|in) .+)?")
_STRICT = re.compile(
    r"(?:.* )?(?:number|code|pin|pass ?word|passphrase|passcode|id|version|url|ip|ip address|port|host|hostname|"
    r"region|timeout|username|ssid|combination|postcode|branch|bucket|namespace|wifi|limit|budget|retention|"
    r"retention period|codename|code name|rate|size|capacity|network name|threshold|interval|rent|fee|price|"
    r"extension|frequency|licence|license|mileage|flight number|room number|gate|colour|color|reference|serial|"
    r"frequency|channel)(?: (?:at|of|for|to|on|"
    r"in) .+)?"
)


def _named_property(found: Found) -> bool:
    """ "The wifi password at the cabin is larch-4471": the value has a digit or a capital, or is one word."""
    subject = found.clause.subject
    if subject.owner is not None and not subject.owner.is_speaker:
        return False
    start, stop = found.groups["v"]
    value = found.words[start:stop]
    return _STRICT.fullmatch(subject.text) is not None and (
        len(value) <= 2 or any(w.word[:1].isdigit() or w.capital for w in value[:4])
    )


def _stored(found: Found) -> bool:
    verb = found.clause.verb
    if verb is None or verb.negated or found.clause.subject.kin is not None:
        return False
    return re.fullmatch(_KEPT, found.clause.subject.text) is not None and not re.match(
        r"(?:in (?:a|the) (?:mess|bad|good|terrible|great)|on (?:fire|sale|strike|order|hold|my mind|my way|the way|"
        r"the market|its way)|in (?:use|progress|trouble|need|good|bad|great|poor)|at the (?:moment|garage|shop|"
        r"mechanic))\b", found.text("v"))  # fmt: skip


def _street(found: Found) -> bool:
    start, _ = found.groups["v"]
    words = found.words[start : start + 3]
    return (
        found.clause.subject.kin is None
        and len(words) > 1
        and words[1].capital
        and words[1].word not in ("am", "pm", "percent")
    )


def _times(found: Found) -> list:  # type: ignore[type-arg]
    clause = found.clause
    start, stop = found.groups["v"]
    return [
        clause.sentence.times[int(word.word[1:-1])] for word in found.words[start:stop] if word.word.startswith("⟨")
    ]


def _lasts(found: Found) -> bool:
    return (
        any(time.type == "duration" for time in _times(found))
        and found.clause.verb is not None
        and found.clause.verb.tense == "present"
        and found.clause.subject.kin is None
        and not found.clause.verb.progressive
    )


def _recurs(found: Found) -> bool:
    return (
        any(time.type == "set" for time in _times(found))
        and found.clause.verb is not None
        and found.clause.verb.tense == "present"
        and found.clause.subject.kin is None
        and not found.clause.verb.progressive
    )


def _versioned(found: Found) -> bool:
    """A name with a version: "Postgres 16"."""
    start, _ = found.groups["v"]
    after = found.words[start + 1].word if start + 1 < len(found.words) else ""
    named = found.words[start].capital and found.words[start].word not in COUNTED_PLACES
    return named and after.replace(".", "").isdigit()


def _codeish(found: Found) -> bool:
    start, _ = found.groups["v"]
    return (
        found.words[start].capital
        or any(char in found.words[start].word for char in "-_0123456789")
        or found.words[start].word.startswith("⟦")
    )


PATTERNS = _PROPERTIES
