"""What somebody owns, drives and has bought, and pets that come and go."""

from __future__ import annotations

import re

from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.people import KIN, singular
from strandline.extract.tables.words import CONDITION, LASTING, VEHICLE, listed
from strandline.types import Act

_WHO = frozenset({"speaker", "person", "pronoun"})
_ELIDED = _WHO | {"none"}
_NOT_OWNED = re.compile(
    r"(?:mistakes?|faults?|failings|failures|feelings|actions|it|this|that|these|those|them|him|her|you|me|us|"
    r"everything|nothing|anything|something|all|no|time|fun|"
    r"dinner|lunch|breakfast|more|one|up|enough|what|so|too|most|some of|a lot|lots|into|of|the (?:same|last|first)|"
    r"your|his|their|a copy of that|every)\b"
)
_CHEAP = re.compile(
    r"(?:.* )?(?:groceries|milk|bread|eggs|food|coffee|coffees|tea|beer|beers|wine|drinks?|lunch|dinner|breakfast|"
    r"snacks?|sandwich|pizza|tickets?|ticket to .+|stuff|things?|flowers|cake|ice cream|ingredients|vegetables|fruit|"
    r"petrol|gas|stamps|round|rounds|fries|chips|crisps|massage|manicure|facial|haircut|takeaway|treat|treats|day off|"
    r"night out|lie-in|break|"
    r"nap|trip|weekend|holiday|spa day|time|pint|toilet paper|present|presents|gift|gifts|supplies|meal|meat|fish|"
    r"cheese|chocolate|sweets|candy|water|bottle of .+)"
)
_BACK = r"(?:back |up |away |off |on )?"


def _lasting(value: str) -> bool:
    head = re.split(r" (?:in|at|near|by|on|with|from|for|called|that|which) ", value)[0]
    if re.search(r"\b(?:to|that|which|about|way)\b", head):
        return False
    return (
        LASTING.fullmatch(head) is not None
        and not re.match(
            r"(?:an? |the )?(?:few|total|number|lot|couple|bunch|great|good|nice|lovely|fun|bad|busy|rough|long|quick|"
            r"lot|bit|couple|problem|question|issue|look|chat|meeting with)\b",
            value,
        )
        and not re.search(r"\b(?:them|it|those|these)$|\bto (?:add|sell|buy|do|see|show|choose)\b", value)
    )


def _owned(value: str) -> bool:
    words = value.split()
    return bool(words) and not _NOT_OWNED.match(value) and len(words) < 8


def _bought(value: str) -> bool:
    return _owned(value) and _CHEAP.fullmatch(value) is None


_DETERMINERS = listed("a an my our some new two three four another the second-hand used secondhand")


def _thing(found: Found) -> bool:
    """An article, a number or a name before it: "a kettle", "two lamps", "my first car"."""
    start, _ = found.groups["v"]
    token = found.words[start]
    return token.capital or token.word in _DETERMINERS or token.word[0].isdigit()


_PUBLIC = listed("bus buses train trains tram trams tube metro subway taxi taxis cab cabs ferry uber")


def _plural(found: Found) -> bool:
    """ "noise-cancelling headphones": several of a kind."""
    start, stop = found.groups["v"]
    end = next((at for at in range(start, stop) if not found.words[at].word[0].isalpha()), stop)
    head = found.words[end - 1].word if end > start else ""
    return end - start < 4 and head.endswith("s") and not head.endswith("ss")


def _driven(found: Found) -> bool:
    """ "I drive an old Volvo", "driving a Skoda now", not "drive the car round"."""
    clause = found.clause
    going = clause.inherited or clause.subject.kind != "none" or (clause.verb is not None and clause.verb.progressive)
    return going and _vehicle(found)


def _vehicle(found: Found) -> bool:
    """ "an old Volvo estate", not "my kids to school" or "to work"."""
    start, stop = found.groups["v"]
    said = " ".join(word.word for word in found.words[start:stop])
    if re.match(
        r"(?:to|from|home|there|back|me|him|her|them|us|people|my (?:kids|children|son|daughter|wife|husband|mother|"
        r"father|friend)|for|in|on|around|past|through|by|too|fast|slowly|everywhere|this|that)\b",
        said,
    ):
        return False
    return VEHICLE.fullmatch(
        re.split(r" (?:to|for|from|since|and|but|because|every|,)(?: |$)", said)[0]
    ) is not None or any(word.capital for word in found.words[start + 1 : start + 4])


def _mine(found: Found) -> bool:
    subject = found.clause.subject
    return subject.kind == "thing" and subject.text.split()[0] not in ("this", "that", "fault", "mistake", "bad")


def _animal(value: str) -> bool:
    words = [singular(word) for word in value.split()]
    return any(word in KIN and KIN[word].relation == "pet" for word in words)


def _parted_with(value: str) -> bool:
    """A thing that is had no more, and no illness."""
    return _owned(value) and CONDITION.fullmatch(value) is None


def _sold(value: str) -> bool:
    return _owned(value) and not re.match(
        r"(?:for|to|at|in|on|by|some|\d+ |out|my soul|myself|short|the idea)\b", value
    )


_GOT_RID = r"(?:(?:my|our|the|that|old|both|all) )*"
# fmt: off
PATTERNS = (
    Pattern(
        verbs=("drive", "ride"), relation="drives",
        rest=r"(?:around (?:in )?|about in )?(?P<v>.+?)(?: (?:to|for|on|at|around|everywhere|through|all) .*)?$",
        who=_WHO | {"none"}, check=_driven, tenses=frozenset({"present", "perfect", "bare"}), value="noun",
        strip="around in", past=False, progressive=None,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:a?round|about)(?: town| the city| everywhere)? (?:on|in|by) (?P<v>(?:an?|my|the) .+)",
        relation="drives",
        who=_WHO, check=lambda found: _vehicle(found) and not _PUBLIC & {word.word for word in found.words}, past=False,
    ),
    Pattern(
        verbs=("drive",), rest=r"(?:at all|any ?more|any longer|myself|,|;|and|but|so|because|due|⟨|$)",
        relation="drives", fixed="a car",
        who=_WHO, denies=True, past=False, progressive=False,
        check=lambda found: found.clause.verb is not None and (found.clause.verb.negated or found.clause.verb.ended),
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:current |new |other |first )*(?:car|van|truck|motorbike|motorcycle|bike|ride|vehicle|daily driver)",
        rest=r"(?:an? |the |still |now )+(?P<v>.+)", relation="drives", past=False,
        check=lambda found: any(w.capital for w in found.words[found.groups["v"][0] :][:4]) or
            VEHICLE.fullmatch(found.text("v")) is not None,
    ),
    Pattern(
        verbs=("switch", "change", "trade", "upgrade", "swap"), rest=r"(?:.+? )?(?:to|for) (?P<v>(?:an? |the ).+)",
        relation="drives", who=_WHO, tenses=DONE, event_day=True, check=_vehicle, past=True,
    ),
    Pattern(
        verbs=("own",), rest=r"(?P<v>.+)", relation="owns", who=_WHO, keep=_owned, past=True, progressive=False,
    ),
    Pattern(
        verbs=("have", "keep", "get"), rest=r"(?P<v>(?:an? |two |three |four |five |my own |our own |\d+ ).+)",
        relation="owns", who=_WHO, keep=_lasting, past=False, progressive=False, tenses=frozenset({"present"}),
        check=lambda found: _kept(found), goes_on=True,
    ),
    Pattern(
        verbs=("be", "belong"), rest=r"(?:mine|ours|belonging to me)(?: now| too|$)", relation="owns",
        takes="subject", who=frozenset({"thing"}), past=False, check=_mine,
    ),
    Pattern(
        verbs=("inherit",), rest=r"(?P<v>.+?)(?: from .+)?$", relation="owns", who=_WHO, tenses=ANY, event_day=True,
        keep=_owned,
    ),
    Pattern(
        verbs=("buy", "purchase"), rest=r"(?:myself |ourselves |himself |herself |me |us )?(?P<v>.+)",
        relation="bought", who=_ELIDED, tenses=DONE, progressive=False, event_day=True, keep=_bought, check=_thing,
    ),
    Pattern(
        verbs=("get", "order", "treat"), rest=r"(?:myself|ourselves|me) (?:to )?(?P<v>.+)", relation="bought",
        who=_ELIDED, tenses=DONE, progressive=False, event_day=True, keep=_bought,
        check=lambda found: _thing(found) or _plural(found),
    ),
    Pattern(
        verbs=("get", "pick"),
        rest=r"(?:up )?(?P<v>(?:an? |my |our )(?:brand new |new |second-hand |used |secondhand |first )+.+)",
        relation="bought", who=_ELIDED, tenses=DONE, progressive=False, event_day=True,
        keep=lambda value: _bought(value) and _lasting(value),
    ),
    Pattern(
        verbs=("sell", "scrap", "donate"), rest=rf"{_GOT_RID}(?P<v>.+?)(?: (?:to|for|on) .+)?$", relation="owns",
        act=Act.END, loose=True, who=_ELIDED, tenses=DONE, others=("drives",), keep=_sold, single=True,
        progressive=False, passive=False,
    ),
    Pattern(
        verbs=("get",), rest=rf"rid of {_GOT_RID}(?P<v>.+)", relation="owns", act=Act.END, loose=True, who=_ELIDED,
        tenses=DONE, others=("drives", "pet", "uses"), keep=_sold,
    ),
    Pattern(
        verbs=("give",), rest=rf"away {_GOT_RID}(?P<v>.+)", relation="owns",
        act=Act.END, loose=True, who=_ELIDED, tenses=DONE, others=("drives", "pet"), keep=_sold,
    ),
    Pattern(
        verbs=("give",),
        rest=r"(?:my|our|the|that|both|all)(?: old)? (?P<v>[\w'-]+(?: [\w'-]+){0,3}?) (?:away|to (?:my|our|a|an|the|"
             r"some|his|her|charity|[a-z]+ 's)\b)",
        relation="owns", act=Act.END, loose=True, who=_ELIDED, tenses=DONE, others=("drives", "pet"), keep=_sold,
        single=True,
    ),
    Pattern(
        verbs=("have", "own", "drive"), rest=rf"{_GOT_RID}(?P<v>.+?)(?: any ?more| any longer)?$", relation="owns",
        act=Act.END, loose=True, who=_WHO, negated=True, others=("drives", "pet"),
        check=lambda found: _no_more(found), keep=_parted_with,
    ),
)
# fmt: on


def _kept(found: Found) -> bool:
    verb = found.clause.verb
    return verb is not None and (verb.lemma == "have" or verb.lemma == "keep")


def _no_more(found: Found) -> bool:
    """ "We don't have Soot any more", "no longer own a car"."""
    verb = found.clause.verb
    said = " ".join(word.word for word in found.clause.words)
    return verb is not None and ((verb.ended and verb.modal != "used") or "any more" in said or "any longer" in said)
