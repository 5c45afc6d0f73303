"""What somebody can do and plays."""

from __future__ import annotations

from strandline.extract.clauses import Mood
from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.common import ELIDED, WHO
from strandline.extract.tables.habits import LEVEL, SKILLS, group, habit, playable
from strandline.extract.tables.words import (
    PROGRAMMING,
    SPORTS,
    listed,
    phrase,
)


def _program(value: str) -> bool:
    return value in PROGRAMMING


# fmt: off
_ABLE = (
    Pattern(
        verbs=tuple(sorted(SKILLS)),
        rest=r"(?:really |very |pretty |quite )*(?P<v>(?:well|a (?:bit|little)|fluently|backwards|blindfolded|any)?)",
        relation="skill", takes="verb", who=WHO, modal=frozenset({"can", "could"}), check=lambda found: _able(found),
        past=False, value="noun", single=True,
    ),
    Pattern(
        verbs=("ride", "read", "drive", "play", "speak", "make", "do", "fix", "fly", "tie", "build", "sail"),
        rest=r"(?P<v>(?:an? |the )?(?:bike|bicycle|motorbike|motorcycle|horse|horses|unicycle|music|sheet music|"
             r"braille|morse|morse code|manual|stick|stick shift|truck|tractor|forklift|lorry|van|handstand|"
             r"handstands|cartwheel|splits|backflip|cards?|tarot|plane|drone|sign language|my own clothes|origami|"
             r"magic tricks|card tricks))\b.*",
        relation="skill", takes="verb", who=WHO, modal=frozenset({"can", "could"}), past=False, value="noun",
        single=True,
    ),
    Pattern(
        verbs=("know",), rest=r"how to (?P<v>.+)", relation="skill", who=WHO, past=False, single=True,
        check=lambda found: found.text("v").split()[0] in SKILLS | {"make", "build", "play", "fix", "use", "repair",
            "do"} and not set(found.text("v").split()) & {"it", "this", "that", "them", "you", "these"},
    ),
    Pattern(
        verbs=("know",), rest=r"(?P<v>.+)", relation="skill", who=WHO, past=False, value="thing", strip=LEVEL,
        keep=_program,
    ),
    Pattern(
        verbs=("code", "program", "write", "develop"),
        rest=r"(?:mostly |mainly |code |software |stuff |everything |most of my code )*(?:in )?(?P<v>.+)",
        relation="skill", who=WHO, past=False, value="thing", strip=LEVEL, keep=_program,
        modal=frozenset({None, "can"}),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:really |very |pretty |quite |not |fairly |rather |extremely |so |an )*(?:good at|great at|skilled "
             r"(?:at|in)|proficient (?:in|with|at)|experienced (?:in|with)|adept at|handy with|certified in|trained "
             r"in|well versed in|well-versed in|expert (?:in|at)|decent at|talented at) (?P<v>.+)",
        relation="skill", who=WHO, past=False, value="thing", check=lambda found: _good_at(found),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:really |very |pretty |quite |so |absolutely |completely |totally |just )*(?:terrible|bad|rubbish|"
             r"hopeless|useless|awful|crap|no good|no use) at (?P<v>.+)",
        relation="skill", who=WHO, past=False, value="thing", denies=True,
        check=lambda found: _good_at(found) and found.clause.verb is not None and not found.clause.verb.negated,
    ),
    Pattern(
        verbs=("have",), rest=r"(?:a |my )?(?:black|brown|blue|green|purple|red) belt in (?P<v>.+)", relation="skill",
        who=WHO, past=False, value="thing",
    ),
)
# fmt: on
# fmt: off
_PLAYS = (
    Pattern(
        verbs=("play",),
        rest=r"(?:a bit of |a little |some |both |a lot of |lots of |a mean |competitive |amateur |professional |"
             r"semi-professional |casual |recreational )*(?:the )?(?P<v>.+)",
        relation="plays", who=ELIDED, value="thing", keep=playable, strip="the|a|an|some|a bit of|both",
        tenses=frozenset({"present", "perfect", "bare"}), moods=frozenset({Mood.FACT, Mood.BACKGROUND, Mood.REQUEST}),
        goes_on=True, check=habit,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:really )?(?:back )?in ?to playing (?:the )?(?P<v>.+)", relation="plays", who=ELIDED,
        tenses=ANY, value="thing", keep=playable,
    ),
    Pattern(
        verbs=("play",), rest=r"(?:for|in|with) (?P<v>(?:the |an? |our |my |local )*.+)", relation="member_of",
        who=WHO, past=False, value="group", single=True,
        check=lambda found: group(found) and not found.text("v").startswith("time"),
    ),
    Pattern(
        verbs=("play",), rest=r".+? (?:in|for|with) (?P<v>(?:an? |the |our |my )?.*?(?:called|named) .+)",
        relation="member_of", who=WHO, past=False, single=True, value="group", check=group,
    ),
    Pattern(
        verbs=("play",), rest=r"(?P<x>[\w' -]+?) for (?P<v>(?:the )?[^,]+)", relation="member_of", who=WHO, past=False,
        single=True, value="org",
        check=lambda found: found.text("x") in SPORTS
            and any(word.capital for word in found.words[found.groups["v"][0] :][:2]),
    ),
    Pattern(
        verbs=("play",), rest=r".+? (?:in|for|with) (?P<v>(?:an? |the |our |my )?[^,]+)", relation="member_of",
        who=WHO, past=False, single=True, value="group", check=group,
    ),
    Pattern(
        verbs=("sing",),
        rest=r"(?:(?:alto|bass|tenor|soprano|baritone|lead|backing vocals|lead vocals) )?(?:in|with|for) (?P<v>.+)",
        relation="member_of", who=WHO, past=False, single=True, value="group", check=group,
    ),
    Pattern(
        verbs=("dance", "row", "run", "swim", "act", "perform", "train", "volunteer", "sit", "serve", "cycle"),
        rest=r"(?:in|with|for|on) (?P<v>.+)", relation="member_of", who=WHO, past=False, single=True, value="group",
        check=lambda found: group(found, strict=True),
    ),
)
# fmt: on


_AFTER_ABLE = listed("well and , a really but too so or fluently pretty any now at very quite backwards — - for")


def _able(found: Found) -> bool:
    """ "I can swim", not "I can ride with you" or "can drive you"."""
    verb = found.clause.verb
    rest = [word.word for word in found.clause.rest]
    if verb is None or verb.modal is None:
        return False
    return not rest or rest[0] in _AFTER_ABLE or (verb.negated and rest[:2] == ["to", "save"])


_NOT_GOOD_AT = listed(
    "this that it these my the being all what listening remembering making keeping getting anything everything your"
)


def _good_at(found: Found) -> bool:
    words = phrase(found, kind="thing").split()
    return words[0] not in _NOT_GOOD_AT and len(words) < 6


PATTERNS = (*_ABLE, *_PLAYS)
