"""Pastimes, and whatever of the kind is given up."""

from __future__ import annotations

import re
from collections.abc import Callable

from strandline.extract.clauses import Mood
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import ALONE, ELIDED, SELF, WHO, doing
from strandline.extract.tables.habits import habit, pastime, playable, set_time
from strandline.extract.tables.words import (
    HOBBIES,
    LANGUAGES,
    RHYTHM,
    SPORTS,
    listed,
    phrase,
)
from strandline.types import Act

_KEEN = (
    r"(?:an? )?(?:very |really |quite an? |pretty )*(?:(?:keen|avid|amateur|hobby|passionate|enthusiastic|weekend|"
    r"serious|dedicated|casual|occasional|big|lifelong|recreational|regular|semi-professional|budding|aspiring) )+"
)
_DOERS = (
    r"(?P<v>gardener|photographer|birder|birdwatcher|baker|cook|runner|cyclist|climber|hiker|swimmer|sailor|surfer|"
    r"skier|snowboarder|angler|painter|knitter|quilter|potter|astronomer|gamer|chess player|golfer|reader|writer|"
    r"beekeeper|mycologist|naturalist|genealogist|collector|stargazer|kayaker|rower|diver|boxer|dancer|singer|"
    r"woodworker|brewer|homebrewer|forager)"
)
_NOT_TAKEN_UP = re.compile(
    r"(?:too |so |a lot|much|most|all|space|time|residence|the (?:offer|challenge|position|post|job))"
)
# fmt: off
_HOBBY = (
    Pattern(
        verbs=("be", "include"),
        noun=r"(?:main |favourite |biggest |new |other |only |latest )*(?:hobby|hobbies|pastime|pastimes|interests|"
             r"interest|passion|passions)",
        rest=r"(?:to |still |now |definitely |things like |currently |mainly |mostly )*(?P<v>.+)", relation="hobby",
        value="thing", past=False, keep=lambda value: _hobby_value(value),
    ),
    Pattern(
        verbs=("*",), noun=r"(?:main |favourite |biggest |new |other |only |latest )*(?:hobby|pastime|passion)",
        rest=ALONE, relation="hobby", progressive=True, past=False, value_of=doing,
    ),
    Pattern(
        verbs=("be", "become"),
        rest=r"(?:been )?(?:my|our) (?:main |favourite |biggest |new |other |only |big |latest )*(?:hobby|pastime|"
             r"passion|escape|outlet)",
        relation="hobby", takes="subject", who=frozenset({"thing", "person"}), past=False,
    ),
    Pattern(
        verbs=("collect",), rest=r"(?P<v>.+)", relation="hobby", takes="verb", who=ELIDED, past=False, value="thing",
        single=True, moods=frozenset({Mood.FACT, Mood.REQUEST}), check=lambda found: _collected(found),
    ),
    Pattern(
        verbs=("go",),
        rest=r"(?P<v>(?:[\w-]+ )?(?:climbing|hiking|fishing|sailing|surfing|kayaking|bouldering|birdwatching|cycling|"
             r"running|jogging|swimming|dancing|camping|skiing|snowboarding|diving|horse riding|riding|rowing|"
             r"foraging|skating|paddleboarding|hunting|bird watching|wild swimming|canoeing|geocaching|bowling|"
             r"clubbing|hillwalking|rambling))(?= |$)",
        relation="hobby", who=WHO, past=False, progressive=False, value="noun", single=True, goes_on=True,
        check=lambda found: habit(found) and not RHYTHM.search(" ".join(w.word for w in found.clause.words)) and
            not set_time(found),
    ),
    Pattern(
        verbs=("do",), rest=r"(?:a lot of |a bit of |lots of |some |much |a little |competitive )*(?P<v>.+)",
        relation="hobby", who=WHO, past=False, value="thing",
        keep=lambda value: pastime(value) and value.split()[0] not in ("all", "most", "my", "our", "your"),
        strip="a bit of|a lot of|lots of|some|a little|competitive", check=habit,
    ),
    Pattern(
        verbs=("take",), rest=r"up (?P<v>.+)", relation="hobby", who=ELIDED, passive=False, tenses=ANY,
        event_day=True, value="thing", keep=lambda value: _hobby_value(value),
        check=lambda found: _NOT_TAKEN_UP.match(found.text("v")) is None,
    ),
    Pattern(
        verbs=("start", "begin", "resume"),
        rest=r"(?:back )?(?:in ?to |doing |going |with |playing |to do )*(?P<v>.+)", relation="hobby", who=ELIDED,
        tenses=DONE, event_day=True, value="thing", keep=lambda value: value in HOBBIES or value in SPORTS,
        strip="some|a bit of", confidence=0.8,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:really )?(?:back )?in ?to (?P<v>.+)", relation="hobby", who=ELIDED, tenses=ANY,
        value="thing", keep=lambda value: value in HOBBIES or value in SPORTS, confidence=0.8,
    ),
    Pattern(
        verbs=("knit", "crochet", "paint", "garden", "bake", "sew", "juggle", "quilt", "weave", "draw", "climb",
            "surf", "jog", "swim", "run", "cycle", "row", "hike", "ski", "sail", "dance", "sing", "fish", "hunt"),
        rest=r"(?P<v>)(?:a (?:lot|bit|little)|instead|to relax|for fun|as a hobby|in my (?:spare|free) time|"
             r"sometimes|every now and then|in the evenings|at weekends|on weekends|⟨\d⟩|,|$)",
        relation="hobby", takes="verb", who=frozenset({"speaker", "person"}), past=False, progressive=False,
        value="noun", single=True, check=lambda found: habit(found) and not set_time(found),
    ),
    Pattern(
        verbs=("*",), rest=r"(?P<v>.+)", relation="hobby", takes="verb", who=frozenset({"speaker"}), past=False,
        value="clause", check=lambda found: _spare_time(found),
    ),
    Pattern(
        verbs=("spend",),
        rest=r"(?:most of |all )?(?:my|our) (?:weekends?|evenings|free time|spare time|sundays|saturdays|days off|"
             r"holidays|summers|winters) (?P<v>[\w-]+ing\b.+|[\w-]+ing)",
        relation="hobby", who=frozenset({"speaker"}), past=False, value="noun", single=True,
    ),
)
# fmt: on
_DOING = r"(?:learning |playing |studying |doing |going |practising |practicing |trying to learn |with |my |the |to )*"
"""What may stand before the thing that is given up."""
_NOT_ENDABLE = listed(
    "off out up by in into for over back to it that this hope you me my trying by in at being everything work time "
    "him her them and worrying thinking"
)


def _endable(found: Found) -> bool:
    words = phrase(found, kind="thing").split()
    verb = found.clause.verb
    if (
        verb is None
        or verb.negated
        or (verb.tense == "present" and found.clause.subject.kind == "none")
        or {"you", "your"} & set(words)
        or (bool(words) and words[0].endswith("ly"))
        or "adoption" in words
    ):
        return False
    return bool(words) and len(words) < 6 and words[0] not in _NOT_ENDABLE


def _given_up(
    relation: str, *others: str, doing: str = _DOING, keep: Callable[[str], bool] | None = None
) -> tuple[Pattern, ...]:
    """ "gave up on Turkish", "stopped running", "quit the football team": what ends, by the kind of thing it is."""
    return tuple(
        Pattern(
            verbs=verbs, rest=rest + doing + r"(?P<v>.+)", relation=relation, act=Act.END, loose=True, who=ELIDED,
            tenses=ANY, value="thing", others=others, keep=keep, check=_endable,
        )
        for verbs, rest in ((("give",), "up (?:on )?"), (("stop", "quit", "drop", "cease", "abandon", "ditch"), ""))
    )  # fmt: skip


# fmt: off
_ENDS = (
    *_given_up("uses", doing="using (?:the |my )?"),
    *_given_up("learning", keep=lambda value: value in LANGUAGES),
    *_given_up("plays", "learning", "hobby", "routine", keep=playable),
    *_given_up("hobby", "routine", "learning", "plays", "uses", "member_of"),
    Pattern(
        verbs=("do", "go", "run", "swim", "knit", "paint", "cycle", "practise", "practice", "collect", "climb",
            "dance", "sing", "read", "garden", "bake", "jog", "walk", "row", "ski", "surf", "sail", "hike", "volunteer",
            "meditate", "train", "commute", "cook"),
        rest=r"(?P<v>)(?:to (?:the )?)?(?P<x>.*)", relation="hobby", takes="verb", act=Act.END, loose=True,
        who=ELIDED, value="thing", negated=True, others=("routine", "plays", "learning"),
        check=lambda found: _no_more(found), single=True,
    ),
    Pattern(
        verbs=("finish", "complete", "wrap", "submit", "abandon", "scrap", "shelve", "ship", "publish"),
        rest=r"(?:up |off )?(?:(?:writing|building|restoring|translating|editing|renovating|painting|knitting|reading|"
             r"work on|working on) )?(?:my|our|the|that) (?P<v>.+?)(?: and [a-z]+(?:ed|nt)\b.*)?$",
        relation="works_on", act=Act.END, loose=True, who=WHO, tenses=DONE, event_day=True, single=True, goes_on=True,
        check=lambda found: found.clause.verb is not None and not found.clause.verb.negated,
    ),
    Pattern(
        verbs=("give", "stop", "quit"), rest=r"(?P<v>smoking|drinking)", relation="hobby", act=Act.END, loose=True,
        who=ELIDED, tenses=ANY, others=("routine",),
    ),
    Pattern(
        verbs=("be", "get"), rest=r"(?:done|finished|through) with (?:learning |playing |the |my )*(?P<v>.+)",
        relation="learning", act=Act.END, loose=True, who=SELF, past=False, value="thing",
        others=("hobby", "plays", "uses", "works_on"), check=_endable, confidence=0.7,
    ),
)
# fmt: on


_NOT_COLLECTED = listed("my the her his them it him our data from this that some money your kids a")


def _collected(found: Found) -> bool:
    """What one collects, not whom one collects from school."""
    verb, rest = found.clause.verb, found.clause.rest
    return verb is not None and not verb.progressive and bool(rest) and rest[0].word not in _NOT_COLLECTED


_NOT_HOBBY_VALUE = listed("it that this a my so too which where when")


def _hobby_value(value: str) -> bool:
    words = value.split()
    return bool(words) and len(words) < 7 and words[0] not in _NOT_HOBBY_VALUE


_FRONTED = re.compile(
    r"(?:in|during) (?:my|our) (?:spare|free) time|(?:on|at) (?:the )?weekends|to (?:relax|unwind|de-stress|"
    r"destress)|(?:on|at) (?:my|our) days? off"
)
_DULL = listed(
    "be have do like love enjoy hate want need think know feel go work live try get say see mean hope wish prefer "
    "will let make spend sleep help look"
)


def _spare_time(found: Found) -> bool:
    """ "On weekends I restore old radios", "in my spare time I write poems"."""
    verb = found.clause.verb
    if (
        verb is None
        or verb.lemma in _DULL
        or verb.negated
        or verb.tense != "present"
        or verb.modal is not None
        or verb.progressive
    ):
        return False
    fronted = " ".join(word.word for word in found.clause.fronted)
    said = " ".join(word.word for word in found.clause.rest)
    return bool(
        _FRONTED.search(fronted)
        or re.search(r"(?:in|during) (?:my|our) (?:spare|free) time$|as a hobby$|for fun$", said)
    ) and bool(found.clause.rest)


def _no_more(found: Found) -> bool:
    """ "I don't run any more", "I no longer swim"; of what is gone to or done it must be said what."""
    verb = found.clause.verb
    rest = found.clause.rest
    if verb is not None and verb.lemma in ("go", "do") and (not rest or rest[0].word in _UNSAID):
        return False
    if rest and rest[0].word in ("it", "that", "this", "them"):
        return False  # "I'm not running it any more" is said of a race, or of a firm
    said = " ".join(word.word for word in found.clause.words)
    return verb is not None and ((verb.ended and verb.modal != "used") or "any more" in said or "any longer" in said)


_UNSAID = listed("there here out anywhere it that this so much any any_more home back on")
# fmt: off
_KEENS = (
    Pattern(
        verbs=("be",), rest=rf"{_KEEN}{_DOERS}\b", relation="hobby", who=WHO, past=False,
    ),
)
# fmt: on

FIRST = _KEENS
"""Before those of work: "a keen gardener" has no trade."""
PATTERNS = (*_HOBBY, *_ENDS)
