"""Likes and dislikes: what lasts, not what pleases for a moment."""

from __future__ import annotations

import re

from strandline.extract.clauses import Mood
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import SELF, WHO
from strandline.extract.tables.taste import no_trait, subject_taste, taste
from strandline.extract.tables.words import listed, phrase
from strandline.types import Act

_POINTING = listed(
    "sea ocean beach outdoors mountains countryside rain snow sun cold heat smell sound taste feel feeling feelings "
    "sight sensation winter summer autumn spring dark quiet silence forest woods desert wilderness city cinema "
    "theatre opera gym water sky stars night piano violin viola cello guitar drums accordion flute saxophone harp "
    "trumpet organ colour color works music films books novels simpsons"
)
"""After "the": kinds of things, and not the one that was just spoken of."""


_NOT_LASTING = listed("this that these those your my our his her their its every both all")


_NOT_LASTING_2 = listed("idea option suggestion style version name recipe look design")


_POINTS_AT = listed("how that when what it you who where why if him them me us being everything nothing anything")
_OFFERED = re.compile(
    r"(?:option|number|version|draft|plan|idea|choice|variant|choose|suggestion) ?(?:#|\d|one\b|two\b|a\b|b\b|c\b)|#|"
    r"\d+$"
)
"""What one likes of what was offered: "option 2"."""


def _lasting(found: Found) -> bool:
    """No pointing at something there: "the last line", "this place"; a name or a kind may follow "the"."""
    start, stop = found.groups["v"]
    words = found.words[start:stop]
    first = words[0].word
    if first in _NOT_LASTING or first in _POINTS_AT or _OFFERED.match(" ".join(word.word for word in words[:3])):
        return False
    if first == "the" and len(words) > 1:
        if len(words) > 3 and words[2].word == "of" and words[3].word in ("the", "that", "this", "your", "these"):
            return False
        if words[-1].word in _NOT_LASTING_2:
            return False
        verb = found.clause.verb
        if words[1].word == "sound" and verb is not None and verb.lemma == "like":
            return False  # of a proposal
        if words[1].capital and verb is not None and verb.lemma == "like" and not verb.negated:
            return False
        return (
            words[1].capital
            or words[1].word in _POINTING
            or words[1].word.startswith("⟦")
            or any(w.capital for w in words[1:4])
        )
    return True


def _to_do(found: Found) -> bool:
    clause = found.clause
    verb = clause.verb
    if clause.subject.kind == "none" and verb is not None and clause.words[verb.rest - 1].word != verb.lemma:
        return False  # "likes, comments and shares"
    if clause.subject.kind == "none" and verb is not None and verb.lemma == "like":
        return verb.negated and "do" in {word.word for word in clause.words} and _lasting(found)  # "don't like olives"
    start = found.groups["v"][0]
    torn = (
        start and found.words[start - 1].word == "to" and found.words[start].word == "hate"
    )  # "I love to hate Mondays"
    return not torn and _lasting(found) and found.words[start].word not in _PROMISES


_PROMISES = listed(
    "say tell admit know see hear be have think talk ask share point mention add imagine believe make let go get "
    "interrupt "
    "bother disappoint break nag complain brag boast repeat disagree bring leave"
)
_V = r"(?:to |it when |doing |the act of )?(?P<v>.+)"
_FAN = (
    r"(?:an? )?(?:(?:really|so|such|also|just|always|very|much|too|quite|pretty|big|huge|massive|great|lifelong|"
    r"long-time|longtime|real|total|absolute|bit of|major|proud|die-hard|diehard|avid|keen|secret|not so secret|the|"
    r"biggest|firm|true|devoted|complete|totally|absolutely|completely|utterly|rather|increasingly|strangely|oddly|"
    r"surprisingly|of|a) )*"
)
_FOND = (
    rf"(?:{_FAN}(?:fan|lover|devotee|admirer|fanatic|aficionado|sucker|connoisseur) (?:of|for)|(?:{_FAN})(?:into|"
    r"fond of|keen on|partial to|crazy about|mad about|nuts about|wild about|obsessed with|hooked on|addicted to|"
    r"passionate about|enthusiastic about|in love with|big on|all about|enamou?red with|enthralled by|a sucker for|"
    r"mad on|mad for))"
)
_NOT_INTO = re.compile(r"the (?:second|first|third|final|last)|\d|week|month|year|trouble|debt|you|this|that")


def _something(found: Found) -> bool:
    said = phrase(found, kind="choice")
    return _lasting(found) and not _NOT_INTO.match(said) and taste(said)


def _liking(relation: str, *verbs: str) -> Pattern:
    return Pattern(
        verbs=verbs, rest=_V, relation=relation, who=WHO, check=_to_do, keep=taste, past=False,
        progressive=False, passive=False, strip=_QUANTITY,
    )  # fmt: skip


_QUANTITY = (
    r"(?:love |hate |like )+|a bit of|a little bit of|a bit|a lot of|lots of|all kinds of|all sorts of|any kind of|"
    r"most|any|some|"
    r"all things|all|a good|a nice|nice|good"
)
# fmt: off
_BARE_LIKING = Pattern(
    verbs=("love", "like", "adore"), rest=_V, relation="likes", who=frozenset({"none"}), check=_to_do, keep=taste,
    past=False, progressive=False, moods=frozenset({Mood.FACT, Mood.REQUEST}), strip=_QUANTITY, confidence=0.75,
)
# fmt: on
# fmt: off
_BARE_DISLIKING = Pattern(
    verbs=("hate", "dislike", "loathe", "detest", "despise"), rest=_V, relation="dislikes", who=frozenset({"none"}),
    check=_to_do, keep=taste, past=False, progressive=False, moods=frozenset({Mood.FACT, Mood.REQUEST}),
    strip=_QUANTITY, confidence=0.75,
)
# fmt: on
def _alone(found: Found) -> bool:
    """ "Really into techno": a sentence that begins so, not "sources into a store" or a title."""
    clause = found.clause
    first = clause.sentence.tokens[0]
    opens = clause.words[0].start == first.start
    titled = found.words[0].capital and found.words[0].start != first.start
    return opens and not titled and _something(found)


# fmt: off
_LIKES = (
    Pattern(
        verbs=("like", "love", "enjoy"), rest=r"(?P<v>.+? (?:more|better) than .+)", relation="prefers", who=WHO,
        check=_something, past=False, single=True, value="choice",
    ),
    _liking("likes", "like", "love", "enjoy", "adore", "fancy", "dig", "relish", "cherish"),
    _BARE_LIKING,
    Pattern(
        verbs=("be",), rest=rf"{_FOND} (?P<v>.+)", relation="likes", who=WHO, check=_something, keep=taste,
        past=False, strip=_QUANTITY,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{_FAN}(?P<v>(?:[\w'-]+ ){{1,3}})(?:fan|lover|nerd|geek|enthusiast|buff|addict|aficionado|nut|fanatic|"
             r"freak|junkie|person)$",
        relation="likes", who=WHO, check=no_trait, keep=taste, past=False, single=True, confidence=0.8,
    ),
    Pattern(
        verbs=("grow", "become"), rest=rf"{_FOND} (?P<v>.+)", relation="likes", who=WHO, tenses=ANY, check=_something,
        keep=taste, strip=_QUANTITY,
    ),
    Pattern(
        verbs=("take",), rest=r"(?:quite |rather )?a (?:real |great )?(?:liking|shine|fancy) to (?P<v>.+)",
        relation="likes", who=SELF, tenses=DONE, check=_something, keep=taste,
    ),
    Pattern(
        verbs=("develop", "acquire"),
        rest=r"(?:an? |quite |rather )*(?:\w+ )?(?:taste|liking|fondness|love|passion|soft spot) for (?P<v>.+)",
        relation="likes", who=WHO, tenses=DONE, check=_something, keep=taste,
    ),
    Pattern(
        verbs=("have",),
        rest=r"(?:always had )?an? (?:\w+ )?(?:soft spot|weakness|passion|fondness|thing|love|penchant|taste|"
             r"affection|liking|craving) for (?P<v>.+)",
        relation="likes", who=WHO, check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("come",), rest=r"(?:a)?round to (?P<v>.+)", relation="likes", who=WHO, tenses=ANY, check=_something,
        keep=taste, single=True,
    ),
    Pattern(
        verbs=("grow", "come", "learn", "start", "begin"),
        rest=r"to (?:really )?(?:love|like|enjoy|appreciate|adore) (?P<v>.+)", relation="likes", who=WHO, tenses=ANY,
        check=_something, keep=taste,
    ),
    Pattern(
        verbs=("grow", "come", "learn", "start", "begin"),
        rest=r"to (?:really )?(?:hate|dislike|loathe|detest|resent) (?P<v>.+)", relation="dislikes", who=WHO,
        tenses=ANY, check=_something, keep=taste,
    ),
    Pattern(
        verbs=("start", "begin"), rest=r"(?:liking|loving|enjoying) (?P<v>.+)", relation="likes", who=WHO, tenses=ANY,
        check=_something, keep=taste,
    ),
    Pattern(
        verbs=("get",), rest=r"enough of (?P<v>.+)", relation="likes", who=WHO, negated=True,
        modal=frozenset({"can", "could"}), check=_something, keep=taste,
    ),
    Pattern(
        verbs=("live",),
        rest=r"for (?P<v>(?!the|a|an|my|now|\d|⟨|years|months|ages|free|so|many|most|some|about|over|more).+)",
        relation="likes", who=SELF, check=_something, keep=taste, past=False, confidence=0.7,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:right up|totally|really|so|definitely)? ?(?:my|our) (?:thing|jam|cup of tea|happy place|comfort "
             r"food|guilty pleasure|passion|first love|great love|street)$",
        relation="likes", takes="subject", who=frozenset({"thing", "person"}), check=subject_taste, past=False,
    ),
    Pattern(
        verbs=("",), rest=rf"{_FAN}(?:fan|lover) of (?P<v>.+)", relation="likes", who=SELF, check=_something,
        keep=taste, confidence=0.8,
    ),
    Pattern(
        verbs=("",),
        rest=r"(?:really |very |super |so |also )?(?:into|fond of|keen on|obsessed with|crazy about|mad about|"
             r"nuts about|hooked on) (?P<v>.+)",
        relation="likes", who=SELF, check=_alone, keep=taste, confidence=0.75,
    ),
    Pattern(
        verbs=("",),
        rest=rf"not (?:really |so |too |very |particularly |exactly |much |that )*(?:{_FAN}fan of|into|keen on|fond "
             r"of|big on) (?P<v>.+)",
        relation="dislikes", who=SELF, check=_something, keep=taste, confidence=0.8,
    ),
)
# fmt: on
# fmt: off
_GROWN = (
    Pattern(
        verbs=("grow",), rest=r"on (?:me|us)\b", relation="likes", takes="subject",
        who=frozenset({"thing", "person"}), tenses=ANY, check=subject_taste,
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:biggest |big |greatest |one |latest |current |other |only |secret )*(?:guilty pleasure|passion|"
             r"great love|first love|comfort food|happy place|addiction|obsession|weakness)s?",
        rest=r"(?P<v>.+)", relation="likes", past=False, check=_something, keep=taste,
    ),
)
# fmt: on
_QUITE = r"(?:right |completely |totally |really |rather |clean |entirely |well |a bit )*"
_OFF = re.compile(
    r"(?:topic|piste|road|duty|work|sick|script|grid|plan|course|track|side|air|campus|base|menu|message|brand|home|"
    r"exploring|wandering)(?: (?:for|in|on|at|with|again|and|after|because|with|to|when|a)\b|$)"
)
"""What somebody goes off without liking it less."""
# fmt: off
_DISLIKES = (
    _liking("dislikes", "hate", "dislike", "detest", "loathe", "despise", "abhor"),
    _BARE_DISLIKING,
    Pattern(
        verbs=("stand", "bear", "abide", "stomach", "tolerate"), rest=_V, relation="dislikes", who=WHO | {"none"},
        negated=True, modal=frozenset({"can", "could"}), check=_to_do, keep=taste, past=False,
        moods=frozenset({Mood.FACT, Mood.REQUEST}),
    ),
    Pattern(
        verbs=("be",), rest=r"no (?:\w+ )?(?:fan|friend|lover) of (?P<v>.+)", relation="dislikes", who=WHO,
        check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("care",), rest=r"(?:much |really |at all )?for (?P<v>.+)", relation="dislikes", who=WHO, negated=True,
        check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("see",), rest=r"the (?:appeal|point) of (?P<v>.+)", relation="dislikes", who=SELF, negated=True,
        check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("have",), rest=r"an? (?:\w+ )?(?:dislike|hatred|aversion|distaste|loathing) (?:of|for|to) (?P<v>.+)",
        relation="dislikes", who=WHO, check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("have",), rest=r"no (?:patience|love) for (?P<v>.+)", relation="dislikes", who=SELF,
        check=_something, keep=taste, past=False, confidence=0.7,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:not )?(?:allergic|averse) to (?P<v>small talk|mornings|early mornings|meetings|mondays|people)$",
        relation="dislikes", who=SELF, past=False,
    ),
    Pattern(
        verbs=("find",),
        rest=r"(?P<v>.+?) (?:(?:really|so|absolutely|utterly|quite|very|too|a bit|truly|totally) )?(?:disgusting|"
             r"revolting|gross|unbearable|insufferable|repulsive|vile|boring|tedious|horrible|awful)$",
        relation="dislikes", who=WHO, check=_something, keep=taste, past=False, single=True,
    ),
    Pattern(
        verbs=("go", "grow"), rest=rf"{_QUITE}(?:off|to hate|out of love with) (?P<v>.+)", relation="dislikes",
        who=SELF, tenses=ANY, check=lambda found: _OFF.match(found.text("v")) is None and _something(found), keep=taste,
    ),
    Pattern(
        verbs=("fall",), rest=r"out of love with (?P<v>.+)", relation="likes", act=Act.END, who=SELF, tenses=ANY,
        check=_something,
    ),
    Pattern(
        verbs=("lose",),
        rest=r"(?:(?:my|all|any) )*(?:taste for|love for|love of|passion for|appetite for|enthusiasm for|fondness for|"
             r"interest in) (?P<v>.+)",
        relation="likes", act=Act.END, loose=True, who=SELF, tenses=DONE, check=_something,
    ),
    Pattern(
        verbs=("lose",), rest=r"(?:all )?its (?:charm|appeal|shine|magic|sparkle|lustre)\b", relation="likes",
        act=Act.END, loose=True, takes="subject", who=frozenset({"thing", "person"}), tenses=DONE, check=subject_taste,
    ),
    Pattern(
        verbs=("win",), rest=r"(?:me|us) (?:right |completely )?over\b", relation="likes", takes="subject",
        who=frozenset({"thing", "person"}), tenses=DONE, check=subject_taste,
    ),
    Pattern(
        verbs=("do",), rest=r"with (?P<v>.+)", relation="dislikes", who=SELF, negated=True, progressive=True,
        modal=frozenset({"can", "could"}), check=_something, keep=taste, past=False,
    ),
    Pattern(
        verbs=("fall",), rest=r"in love with (?P<v>(?!a |an |the |this |my |his |her |someone|him|you).+)",
        relation="likes", who=SELF, tenses=ANY, check=_something, keep=taste, confidence=0.75,
    ),
)
# fmt: on

PATTERNS = (*_LIKES, *_GROWN, *_DISLIKES)
