"""Ports, and how many of something there are."""

from __future__ import annotations

import re

from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.words import listed

THING = frozenset({"thing", "person"})
NUMBER = (
    r"(?P<v>\d[\d.,]*|one(?= (?:(?:bed|bath|living |spare )?room|person|employee|developer|engineer|member|player|"
    r"student|node|server|replica|worker|floor|seat|bed|window|door|user|customer|branch|garage|car park|balcony|"
    r"toilet|lift|instance|screen)\b)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|a hundred|a dozen|no)"
)
NOUN = (
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
"""What properties are called."""
AGAIN = (
    r"(?:(?:still|now|actually|currently|up to|down to|about|around|roughly|only|over|just|exactly|nearly|almost|at "
    r"least|back to|always|usually|normally|a total of) )*"
)
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


# fmt: off
_PORTS = (
    Pattern(
        verbs=("run", "listen", "be", "live", "sit", "serve", "operate", "start", "expose", "bind", "respond",
            "answer"),
        rest=rf"{AGAIN}(?:(?:on|at|exposed on|served on|bound to|to|reachable on|running on|listening on|available "
             rf"on) )?{AGAIN}(?P<q>port) (?P<v>\d[\d.]*)",
        relation="attribute", who=THING | {"pronoun"}, value="clause", goes_on=True, past=True, passive=None,
    ),
    Pattern(
        verbs=("run", "listen", "be"), rest=rf"{AGAIN}(?:on|at) (?:port )?(?P<v>\d{{4,5}})(?: |$)",
        relation="attribute", who=THING, qualifier="port", value="clause", goes_on=True,
    ),
    Pattern(
        verbs=("be", "run", "sit"),
        rest=rf"{AGAIN}(?:wired to |plugged into |connected to |hooked up to |on |in )(?P<q>switch|breaker|circuit|"
             r"fuse|channel|relay|socket|dimmer|vlan|slot|hook|peg|shelf|rack|bay|tariff|zone) "
             r"(?P<v>[a-z]\d*|\d{1,4}[a-z]?)(?= (?:now|again|today|these|since|because|and|but|so|,|⟨)|$)",
        relation="attribute", who=frozenset({"thing"}), value="clause", past=False, passive=None,
        check=lambda found: found.clause.subject.kin is None and found.text("v") not in ("a", "i")
            and not found.words[found.groups["q"][0]].capital,
    ),
    Pattern(
        verbs=("run", "listen", "be"),
        rest=r"(?:on|at) (?:port )?\d+.*?(?:,|;|and|but|while)(?: and)? (?P<s>(?:the )?[\w-]+(?: [\w-]+){0,2}) (?:is "
             r")?(?:on|at) (?:port )?(?P<v>\d+)",
        relation="attribute", who=THING, qualifier="port", value="clause",
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
        who=THING, qualifier="address", value="clause",
        check=lambda found: bool(re.search(r"[.:]", found.text("v"))),
    ),
)
# fmt: on


def _recounted(found: Found) -> bool:
    """ "The course is 15 lessons now": how many there are by now, not "the door is 2 steps away"."""
    clause = found.clause
    words = [word.word for word in clause.words]
    now = {"now", "days", "again"} & set(words) or "down to" in (said := " ".join(words)) or "up to" in said
    measured = re.fullmatch(NOUN, clause.subject.text) is not None or found.text("q") in _MEASURES
    return bool(now) and clause.subject.kin is None and not measured


_MEASURES = frozenset(
    """
    years months weeks days hours minutes seconds euros pounds dollars miles degrees percents times cents
    """.split()  # noqa: SIM905
)
_OTHER = NUMBER.replace("?P<v>", "?:")
_LISTED = rf"{_OTHER} [\w-]+(?: [\w-]+)?? (?:, )?"
""" "4 bedrooms": what is counted before another thing is."""
# fmt: off
_COUNTS = (
    *(
        Pattern(
            verbs=("have", "contain", "include", "hold"),
            rest=rf"{AGAIN}(?:got )?{AGAIN}{_LISTED * before}and {AGAIN}{NUMBER} (?P<q>[\w-]+(?: [\w-]+)??)(?= (?:now|"
                 r"in|on|at|,|⟨|so|but)|$)",
            relation="attribute", who=frozenset({"thing"}), value="clause", check=lambda found: _countable(found),
            goes_on=True,
        )
        for before in (1, 2)
    ),
    Pattern(
        verbs=("have", "contain", "include", "hold"),
        rest=rf"{AGAIN}(?:got )?{AGAIN}{_OTHER} [\w-]+(?: [\w-]+)?? , {NUMBER} (?P<q>[\w-]+(?: [\w-]+)??) (?:, )?and "
             rf"{AGAIN}{_OTHER} ",
        relation="attribute", who=frozenset({"thing"}), value="clause", check=lambda found: _countable(found),
        goes_on=True,
    ),
    Pattern(
        verbs=("have", "contain", "include", "hold", "support", "need", "require", "use", "comprise", "cover", "seat"
            , "sleep", "employ", "keep"),
        rest=rf"{AGAIN}(?:got )?{AGAIN}{NUMBER} (?P<q>[\w-]+(?: [\w-]+)??)(?= (?:now|in|on|at|per|and|so|but|left|"
             r"again|total|each|,|⟨|these|because|with|after|since)|$)",
        relation="attribute", who=THING, value="clause", check=lambda found: _countable(found),
    ),
    Pattern(
        verbs=("have", "use", "need", "hold"),
        rest=rf"{AGAIN}(?P<v>\d[\d.,]* ?(?:gb|tb|mb|kb|litres|liters|l|kg|m|km|acres|square metres|sqm|hours|watts|"
             r"kw|kwh|cores|mbit|mbps)) of (?P<q>[\w-]+)",
        relation="attribute", who=THING, value="clause", check=lambda found: found.clause.subject.kin is None,
        past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{AGAIN}{NUMBER} (?P<q>[\w-]+) (?:on|in|at|working in|for|per) (?P<s>(?:my|our|the) [\w'-]+(?: "
             r"[\w'-]+){0,3}?)(?: (?:now|right now|at the moment|these days|so far))?$",
        relation="attribute", who=frozenset({"there"}), value="clause",
    ),
    Pattern(
        verbs=("have",),
        rest=rf"{AGAIN}{NUMBER} (?P<q>people|employees|developers|engineers|members|players|students|pupils|staff|"
             r"colleagues|beds|rooms|servers|nodes|replicas|users|customers|bedrooms|floors|units|branches|sites|"
             r"stores|pages|chapters) (?:on|in|at) (?P<s>(?:my|our|the) [\w'-]+(?: [\w'-]+){0,3}?)(?: (?:now|"
             r"right now|at the moment|these days|so far))?$",
        relation="attribute", who=frozenset({"speaker"}), value="clause", past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{AGAIN}{NUMBER} (?P<q>people|members|strong|employees|engineers|developers|players|pages|chapters|"
             r"words|square metres|square meters|sqm|square feet|acres|hectares|metres|meters|km|kilometres|"
             r"kilometers|miles|floors|storeys|stories|rooms|bedrooms|seats|litres|kg|kilos|cm|centimetres|inches|"
             r"feet)\b(?! old| away| from| off| to| long| wide| deep| tall| high| thick| across| heavy)",
        relation="attribute", who=THING, value="clause",
        check=lambda found: found.clause.subject.kin is None and re.fullmatch(NOUN,
            found.clause.subject.text) is None,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{AGAIN}(?:down to |up to )?{NUMBER} (?P<q>[a-z-]{{3,}}s)(?: (?:now|these days|again))?$",
        relation="attribute", who=THING, value="clause", past=False, check=_recounted,
    ),
    Pattern(
        verbs=("scale", "expand", "cut", "reduce", "increase", "extend", "grow", "shrink", "resize"),
        rest=rf"(?:up |down |out )?(?P<s>(?:my|our|the) [\w'-]+(?: [\w'-]+){{0,2}}?) (?:up |down |out )?(?:from \S+ "
             rf")?to "
             rf"{NUMBER} (?P<q>[\w-]+)",
        relation="attribute", who=frozenset({"speaker", "pronoun", "none"}), tenses=DONE, value="clause",
        event_day=True,
    ),
    Pattern(
        verbs=("go", "grow", "increase", "shrink", "drop", "expand"),
        rest=rf"(?:from (?P<x>\S+) )?to {NUMBER} (?P<q>[\w-]+)", relation="attribute", who=frozenset({"thing"}),
        tenses=DONE, value="clause", event_day=True,
    ),
)
# fmt: on


PATTERNS = (*_PORTS, *_COUNTS)
