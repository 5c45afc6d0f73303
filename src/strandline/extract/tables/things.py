"""Properties of things: ports, counts, passwords, places, rhythms, sizes."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.words import PROGRAMMING, listed
from strandline.types import Act

_THING = frozenset({"thing", "person"})
_NUMBER = (
    r"(?P<v>\d[\d.,]*|one(?= (?:(?:bed|bath|living |spare )?room|person|employee|developer|engineer|member|player|"
    r"student|node|server|replica|worker|floor|seat|bed|window|door|user|customer|branch|garage|car park|balcony|"
    r"toilet|lift|instance|screen)\b)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|a hundred|a dozen|no)"
)
_AGAIN = (
    r"(?:(?:still|now|actually|currently|up to|down to|about|around|roughly|only|over|just|exactly|nearly|almost|at "
    r"least|back to|always|usually|normally|a total of) )*"
)
_PREPOSITIONS = (
    r"(?:under|underneath|behind|beneath|above|beside|next to|on top of|inside|in the|in a|in my|in our|in|on the|on "
    r"a|on my|on our|on|at the|below|between|opposite|outside|by the|near|near the|across from|over the|at the back "
    r"of|round the back of)"
)
_KEPT = (
    r"(?:(?:spare|house|car|front door|back door|shed|garage|bike|office|flat|cabin|main|master|other|second|extra|"
    r"backup|old|new|first|emergency|garden|phone|laptop|my|our|staging|production|prod|test|config|log|water|gas|"
    r"electricity|power|wine|christmas) )*(?:keys?|fuse box|fusebox|first aid kit|charger|passport|passports|tools|"
    r"toolbox|documents|backups?|configs?|config file|logs?|router|stopcock|stop valve|boiler|cabin|torch|flashlight|"
    r"batteries|fire extinguisher|fob|office|studio|shop|workshop|server|servers|meter|safe|ladder|drill|umbrella|"
    r"wallet|certificate|certificates|manual|instructions|decorations|remote|headquarters|hq|warehouse|clinic|gym|"
    r"school|house|cottage|allotment|bike|car|boat|van|data center|data centre|repo|repository|docs|code|source code|"
    r"templates|designs|files|photos|archive|database|cluster|bucket|gallery|bakery|practice|surgery|bins|bin store|"
    r"parking space|parking spot|locker|desk)"
)
_NOUN = (
    r"(?:.* )?(?:number|size|code|pin|pass ?word|passphrase|passcode|id|height|weight|blood type|blood group|number "
    r"plate|plate|license plate|licence plate|registration|frequency|version|url|ip|ip address|limit|budget|rate|"
    r"ssid|serial|combination|postcode|post code|zip code|zip|branch|port|host|hostname|region|timeout|username|user "
    r"name|handle|login|iban|mileage|rent|salary|wage|income|mortgage|pace|pb|personal best|resting heart rate|heart "
    r"rate|blood pressure|star sign|zodiac sign|chinese zodiac|enneagram|myers-briggs|mbti|personality type|middle "
    r"name|maiden name|surname|hair colour|eye colour|hair color|eye color|handicap|elo|rating|gamertag|nationality|"
    r"religion|goal weight|bmi|prescription|waist|inseam|ring size|title|locker number|commute|quota|capacity|"
    r"default branch|codename|code name|nickname|make|model|colour|color|length|width|depth|diameter|area|"
    r"temperature|speed|threshold|interval|retention|retention period|price|cost|fee|tagline|motto|theme|format|"
    r"encoding|licence|license|wifi|wi-fi|wifi name|network|network name|extension|account number|sort code|"
    r"membership number|order number|booking reference|reference|flight number|seat|gate|room|room number|table "
    r"number|birthstone|bucket|namespace|project id|tenant|capital)"
)


_MEASURE = (
    r"[£$€¥]? ?-?\d[\d.,]* ?(?:[a-zµ°%]{1,6}/[a-z]{1,4}|%|percent|bar|mbar|psi|k?pa|hpa|volts?|v|kv|amps?|a|ma|mah|ah|k?w|kwh|watts?|ohms?|hz|khz|mhz|ghz|rpm|db|lux|lumens?|"
    r"°|degrees(?: celsius| fahrenheit)?|°c|°f|c|f|celsius|fahrenheit|k|mm|cm|m|km|metres?|meters?|inch(?:es)?|feet|ft|miles|mg|g|kg|grams?|kilos?|tonnes?|tons?|lbs?|"
    r"ml|cl|l|litres?|liters?|gallons?|ms|bpm|mph|km/h|kph|knots|dpi|ppi|px|pixels|fps|gb|mb|tb|kb|mbps|gbps|mbit|gbit|acres|hectares|sqm|"
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
    if not said or said[0] in _OPINION or len(said) > 8:
        return False
    return not (found.thing or found.clause.subject.text).startswith(("favourite", "only", "first", "new favourite"))


_OPINION = listed(
    "so too very really quite pretty not that what how when where why good great bad terrible awful fine nice ok "
    "okay high low big small large insane crazy ridiculous getting going a to being the_same gone about_to due "
    "broken wrong right correct important better set fixed worse lovely beautiful amazing horrible annoying "
    "expensive cheap killing always never also just only all more less there here it he she they i we you because if "
    "whether like missing empty full ready done finished over up off out in on under at with for from coming"
)
# fmt: off
_PORTS = (
    Pattern(
        verbs=("run", "listen", "be", "live", "sit", "serve", "operate", "start", "expose", "bind", "respond",
            "answer"),
        rest=rf"{_AGAIN}(?:(?:on|at|exposed on|served on|bound to|to|reachable on|running on|listening on|available "
             rf"on) )?{_AGAIN}(?P<q>port) (?P<v>\d[\d.]*)",
        relation="attribute", who=_THING | {"pronoun"}, value="clause", goes_on=True, past=True, passive=None,
    ),
    Pattern(
        verbs=("run", "listen", "be"), rest=rf"{_AGAIN}(?:on|at) (?:port )?(?P<v>\d{{4,5}})(?: |$)",
        relation="attribute", who=_THING, qualifier="port", value="clause", goes_on=True,
    ),
    Pattern(
        verbs=("run", "listen", "be"),
        rest=r"(?:on|at) (?:port )?\d+.*?(?:,|;|and|but|while)(?: and)? (?P<s>(?:the )?[\w-]+(?: [\w-]+){0,2}) (?:is "
             r")?(?:on|at) (?:port )?(?P<v>\d+)",
        relation="attribute", who=_THING, qualifier="port", value="clause",
    ),
    Pattern(
        verbs=("move", "change", "switch", "set", "bump", "put", "shift", "reassign"),
        rest=r"(?:the )?(?P<s>.+?) (?:over )?(?:from (?:port )?\d+ )?(?:to|on|onto) (?:port )(?P<v>\d+)",
        relation="attribute", who=frozenset({"speaker", "none", "pronoun"}), tenses=DONE, qualifier="port",
        value="clause", event_day=True,
    ),
    Pattern(
        verbs=("be", "run", "live"),
        rest=r"(?:on|at) (?P<v>(?:localhost|\d+\.\d+\.\d+\.\d+|[\w-]+\.[\w.-]+)(?::\d+)?\S*)$", relation="attribute",
        who=_THING, qualifier="address", value="clause",
        check=lambda found: bool(re.search(r"[.:]", found.text("v"))),
    ),
)
# fmt: on
# fmt: off
_COUNTS = (
    Pattern(
        verbs=("have", "contain", "include", "hold", "support", "need", "require", "use", "comprise", "cover", "seat"
            , "sleep", "employ", "keep"),
        rest=rf"{_AGAIN}(?:got )?{_AGAIN}{_NUMBER} (?P<q>[\w-]+(?: [\w-]+)??)(?= (?:now|in|on|at|per|and|so|but|left|"
             r"again|total|each|,|⟨|these|because|with|after|since)|$)",
        relation="attribute", who=_THING, value="clause", check=lambda found: _countable(found),
    ),
    Pattern(
        verbs=("have", "use", "need", "hold"),
        rest=rf"{_AGAIN}(?P<v>\d[\d.,]* ?(?:gb|tb|mb|kb|litres|liters|l|kg|m|km|acres|square metres|sqm|hours|watts|"
             r"kw|kwh|cores|mbit|mbps)) of (?P<q>[\w-]+)",
        relation="attribute", who=_THING, value="clause", check=lambda found: found.clause.subject.kin is None,
        past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{_AGAIN}{_NUMBER} (?P<q>[\w-]+) (?:on|in|at|working in|for|per) (?P<s>(?:my|our|the) [\w'-]+(?: "
             r"[\w'-]+){0,3}?)(?: (?:now|right now|at the moment|these days|so far))?$",
        relation="attribute", who=frozenset({"there"}), value="clause",
    ),
    Pattern(
        verbs=("have",),
        rest=rf"{_AGAIN}{_NUMBER} (?P<q>people|employees|developers|engineers|members|players|students|pupils|staff|"
             r"colleagues|beds|rooms|servers|nodes|replicas|users|customers|bedrooms|floors|units|branches|sites|"
             r"stores|pages|chapters) (?:on|in|at) (?P<s>(?:my|our|the) [\w'-]+(?: [\w'-]+){0,3}?)(?: (?:now|"
             r"right now|at the moment|these days|so far))?$",
        relation="attribute", who=frozenset({"speaker"}), value="clause", past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{_AGAIN}{_NUMBER} (?P<q>people|members|strong|employees|engineers|developers|players|pages|chapters|"
             r"words|square metres|square meters|sqm|square feet|acres|hectares|metres|meters|km|kilometres|"
             r"kilometers|miles|floors|storeys|stories|rooms|bedrooms|seats|litres|kg|kilos|cm|centimetres|inches|"
             r"feet)\b(?! old| away| from| off| to| long| wide| deep| tall| high| thick| across| heavy)",
        relation="attribute", who=_THING, value="clause",
        check=lambda found: found.clause.subject.kin is None and re.fullmatch(_NOUN,
            found.clause.subject.text) is None,
    ),
    Pattern(
        verbs=("go", "grow", "increase", "shrink", "drop", "expand"),
        rest=rf"(?:from (?P<x>\S+) )?to {_NUMBER} (?P<q>[\w-]+)", relation="attribute", who=frozenset({"thing"}),
        tenses=DONE, value="clause", event_day=True,
    ),
)
# fmt: on
def _timed(clause: Clause) -> bool:
    return any(word.word.startswith("⟨") for word in clause.rest[:6])


# fmt: off
_PROPERTIES = (
    Pattern(
        verbs=("be",), noun=rf"(?P<q>{_NOUN})", rest=rf"{_AGAIN}(?P<v>.+)", relation="attribute", value="noun",
        single=True, check=_property, past=False,
    ),
    Pattern(
        verbs=("be",), noun=r"(?P<q>(?!favourite|only|first|last|next|new|problem|issue|point|guess)[a-z]+(?: [a-z]+){0,2})", rest=rf"{_AGAIN}(?P<v>{_MEASURE})(?= (?:now|today|at|in|on|when|,|and|but|so)|$)",
        relation="attribute", value="clause", past=False, check=lambda found: _of_a_thing(found),
    ),
    Pattern(
        verbs=("be",), rest=rf"{_AGAIN}(?P<v>.+)", relation="attribute", who=frozenset({"thing"}), past=False,
        value="noun", single=True, check=lambda found: _named_property(found) and _property(found),
    ),
    Pattern(
        verbs=("be", "live", "hang", "sit", "go", "hide", "store", "keep", "locate", "park"),
        rest=rf"{_AGAIN}(?:kept |stored |hidden |located |hanging |parked |hosted )?(?P<v>{_PREPOSITIONS} .+)",
        relation="attribute", who=_THING, qualifier="location", past=False, value="spot", single=True, passive=None,
        check=lambda found: _stored(found),
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
        verbs=("take", "last", "run"), rest=rf"(?:for )?{_AGAIN}(?:me |us )?{_AGAIN}(?P<v>⟨\d+⟩)",
        relation="attribute", who=frozenset({"thing"}), qualifier="duration", past=False, value="clause",
        check=lambda found: _lasts(found),
    ),
    Pattern(
        verbs=("*",),
        rest=r"(?:up |out )?(?:automatically |always |usually |normally |also |now |held |run )*(?:on |at |every "
             r")?(?P<v>⟨\d+⟩)",
        relation="attribute", who=_THING, qualifier="schedule", past=False, value="clause", passive=None,
        guard=_timed, check=lambda found: _recurs(found),
    ),
    Pattern(
        verbs=("expire", "renew"), rest=r"(?:on |in |at )?(?P<v>⟨\d+⟩)", relation="attribute",
        who=frozenset({"thing"}), qualifier="expiry", past=False, value="clause",
    ),
    Pattern(
        verbs=("cost",),
        rest=rf"(?:me |us )?{_AGAIN}(?P<v>[£$€¥]? ?\d[\w.,]*(?: (?:euros?|pounds?|dollars?|quid|bucks|euro|kroner|"
             r"francs|pence|cents|yen|a (?:month|year|week)|per (?:month|year|week)))*)",
        relation="attribute", who=frozenset({"thing"}), qualifier="cost", past=False, value="clause",
    ),
    Pattern(
        verbs=("weigh",), rest=rf"{_AGAIN}(?P<v>\d[\d.,]* ?\w+)", relation="attribute", who=_THING | {"speaker"},
        qualifier="weight", value="clause", past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{_AGAIN}(?P<v>\d[\d.,]* ?(?:cm|centimetres|centimeters|m|metres|meters|foot|feet|ft|inches) "
             r"?(?:\d+)?)(?: tall)?$",
        relation="attribute", who=frozenset({"speaker"}), qualifier="height", value="clause", past=False,
    ),
    Pattern(
        verbs=("call", "name"), rest=r"(?P<v>.+)", relation="attribute", who=frozenset({"thing"}), qualifier="name",
        past=False, value="noun", passive=True, single=True,
        check=lambda found: found.clause.subject.kin is None and _codeish(found),
    ),
    Pattern(
        verbs=("write", "build", "code", "implement"), rest=r"(?:in|with|on top of) (?P<v>.+)", relation="attribute",
        who=_THING, qualifier="written in", past=False, value="org", passive=True,
        check=lambda found: found.words[found.groups["v"][0]].capital,
        tenses=frozenset({"present", "past", "perfect", "bare"}),
    ),
    Pattern(
        verbs=("run",), rest=r"(?:on |under )?(?P<v>.+)", relation="attribute", who=_THING, qualifier="runs on",
        past=False, value="org", single=True,
        check=lambda found: found.clause.subject.kin is None and found.words[found.groups["v"][0]].capital and
            (found.words[0].word in ("on", "under") or found.words[0].word in PROGRAMMING),
    ),
    Pattern(
        verbs=("upgrade", "migrate", "move", "switch", "downgrade", "update", "bump", "port", "rewrite"), rest=r"(?:the |my |our )(?P<s>[\w-]+(?: [\w-]+){0,2}?) (?:over |back |from .+? )?(?:to|onto|in) (?P<v>.+)",
        relation="attribute", who=frozenset({"speaker", "none"}), qualifier="runs on", tenses=DONE, event_day=True,
        value="org", single=True, past=True, check=lambda found: found.words[found.groups["v"][0]].word in PROGRAMMING or _versioned(found),
    ),
    Pattern(
        verbs=("change",), rest=r"(?:the |my |our )(?P<s>.+?) to (?P<v>\S+)$", relation="attribute",
        who=frozenset({"speaker"}), tenses=DONE, value="clause", event_day=True,
        check=lambda found: re.fullmatch(_NOUN, found.text("s")) is not None,
    ),
)
# fmt: on


_NOT_COUNTABLE = listed(
    "of more different times or things hours minutes days weeks months years percent per and to in main new other "
    "problems reasons options"
)


def _countable(found: Found) -> bool:
    subject = found.clause.subject
    words = found.text("q").split()
    verb = found.clause.verb
    if subject.kin is not None or words[0] in _NOT_COUNTABLE:
        return False
    return verb is not None and not verb.negated and (subject.kind == "thing" or subject.kin is None)


_HEADED = re.compile(rf"(?:the |a )?{_NOUN}(?: (?:at|of|for|to|on|in) .+)?")
_STRICT = re.compile(
    r"(?:.* )?(?:number|code|pin|pass ?word|passphrase|passcode|id|version|url|ip|ip address|port|host|hostname|"
    r"region|timeout|username|ssid|combination|postcode|branch|bucket|namespace|wifi|limit|budget|retention|"
    r"retention period|codename|code name|rate|size|capacity|network name|threshold|interval|rent|fee|price|"
    r"extension|frequency|licence|license|mileage|flight number|room number|gate|colour|color)(?: (?:at|of|for|to|on|"
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
    return found.words[start].capital and after.replace(".", "").isdigit()


def _codeish(found: Found) -> bool:
    start, _ = found.groups["v"]
    return (
        found.words[start].capital
        or any(char in found.words[start].word for char in "-_0123456789")
        or found.words[start].word.startswith("⟦")
    )


PATTERNS = (*_PORTS, *_COUNTS, *_PROPERTIES)
_ = Act
