"""Choices between alternatives, and favourites."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause, Mood
from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.common import ALONE, SELF, WHO, doing
from strandline.extract.tables.taste import no_trait, subject_taste, taste
from strandline.extract.verbs import FORMS
from strandline.types import Act


def _compared(value: str) -> bool:
    """What comes second is a thing, or something one does; "to prepare for it" is a purpose."""
    first = value.split()[0]
    return taste(value) and all(form.tense != "base" for form in FORMS.get(first, ()))


def _would(clause: Clause) -> bool:
    return clause.verb is not None and clause.verb.modal == "would"


# fmt: off
_LESS = (
    Pattern(
        verbs=("prefer", "favour", "favor"), rest=r".+? (?:over|rather than|instead of|to) (?P<v>.+)",
        relation="prefers", act=Act.END, who=SELF, past=False, goes_on=True, loose=True, keep=_compared,
    ),
    Pattern(
        verbs=("take", "choose", "pick"), rest=r".+? over (?P<v>.+?)(?: any day.*| every time| anytime)?$",
        relation="prefers", act=Act.END, modal=frozenset({"would", "will"}), who=frozenset({"speaker"}), past=False,
        moods=frozenset({Mood.UNREAL, Mood.PLAN, Mood.FACT}), goes_on=True, loose=True, keep=taste,
        check=lambda found: found.clause.verb is not None and found.clause.verb.modal is not None,
    ),
    Pattern(
        verbs=("",),
        rest=r"[\w'-]+(?: [\w'-]+){0,3} over (?P<v>[\w'-]+(?: [\w'-]+){0,2}?) (?:any day|every time|always|all day|"
             r"from now on|for me|please|every single time|anytime)\b.*",
        relation="prefers", act=Act.END, who=SELF, goes_on=True, loose=True, keep=taste,
    ),
)
# fmt: on
"""What is preferred to is preferred no more."""
_ANY_DAY = re.compile(
    r"over [\w'-]+(?: [\w'-]+){0,2}? (?:, )?(?:any day|every time|always|all day|from now on|for me|please|"
    r"every single time|anytime)\b"
)


def _any_day(found: Found) -> bool:
    """ "spaces over tabs from now on": without such words it may be anything."""
    return _ANY_DAY.search(" ".join(word.word for word in found.clause.sentence.tokens)) is not None


# fmt: off
_PREFERS = (
    *_LESS,
    Pattern(
        verbs=("prefer", "favour", "favor"),
        rest=r"(?:to |it (?:when|if) |(?:my|our) (?=[\w'-]+ (?:well |very |extra |really |medium |lightly |just |over "
             r")?[a-z]+(?:$| ,| and| but| with| in)))?(?P<v>.+)", relation="prefers",
        who=WHO | {"none"}, check=lambda found: _preferred(found), past=False, progressive=False, single=True,
        value="choice", keep=taste, moods=frozenset({Mood.FACT, Mood.REQUEST}),
    ),
    Pattern(
        verbs=("prefer", "like", "take", "drink", "have"),
        rest=r"(?:my|our) (?P<v>[\w'-]+ without [\w'-]+(?: [\w'-]+)?)$", relation="prefers", who=WHO,
        past=False, progressive=False, value="phrase",
    ),
    Pattern(
        verbs=("have", "get", "take", "eat", "drink", "use"),
        rest=r"(?:a |an |the |my |some )?(?P<v>.+ than .+)", relation="prefers", modal=frozenset({"would"}),
        check=lambda found: _rather(found), moods=frozenset({Mood.UNREAL, Mood.FACT}), value="choice", single=True,
        who=frozenset({"speaker"}),
    ),
    Pattern(
        verbs=("get", "have", "eat", "drink", "read", "walk", "take", "work", "use", "be", "stay", "drive", "live",
            "watch", "see", "travel", "go"),
        rest=r"(?P<v>.+)", relation="prefers", modal=frozenset({"would"}), guard=_would,
        check=lambda found: _rather(found), moods=frozenset({Mood.UNREAL, Mood.FACT}), takes="verb",
        value="clause", who=frozenset({"speaker"}),
    ),
    Pattern(
        verbs=("",),
        rest=r"(?P<v>[\w'-]+(?: [\w'-]+){0,3} over [\w'-]+(?: [\w'-]+){0,2}?)(?: ,)?(?: (?:any day|every time|always|"
             r"all day|from now on|for me|please|every single time|anytime)\b.*)?$",
        relation="prefers", who=SELF, single=True, value="clause", check=_any_day,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:definitely |really )?(?:more of )?an? (?P<v>(?:[\w'-]+ ){1,2})person(?: than .+)?$",
        relation="prefers", who=frozenset({"speaker"}), check=no_trait, past=False, single=True,
    ),
    Pattern(
        verbs=("be", ""), rest=r"(?:very much |firmly |always |definitely )?team (?P<v>[\w'-]+)$", relation="prefers",
        who=SELF, past=False, confidence=0.75,
        check=lambda found: found.clause.verb is None or not found.clause.verb.negated,
    ),
    Pattern(
        verbs=("take", "choose", "pick"), rest=r"(?P<v>.+? over .+?)(?: any day.*| every time| anytime)?$",
        relation="prefers", modal=frozenset({"would", "will"}), moods=frozenset({Mood.UNREAL, Mood.PLAN, Mood.FACT}),
        who=frozenset({"speaker"}), single=True, past=False,
    ),
)
# fmt: on
_KIND = (
    r"(?:absolute |all-time |all time |current |very |new |second |number one |big )*favourites? (?:kind of |type of "
    r"|sort of )?(?P<q>.+?)(?: of all time| ever| in the (?:whole )?world)?"
)
# fmt: off
_FAVOURITES = (
    Pattern(
        verbs=("be",), noun=_KIND,
        rest=r"(?:definitely |probably |still |been |now |actually |always |and always will be |hands down |easily |"
             r"by far |called |always been |again |once again |once more |back to (?:being )?)*(?P<v>.+)",
        relation="favourite", check=lambda found: _favoured(found), value="noun", past=False,
        strip="called|definitely|probably|still",
    ),
    Pattern(
        verbs=("be", "become"),
        rest=r"(?:definitely |probably |still |by far |now |easily |also |always been |again |once again |once more "
             r"|back to (?:being )?)*(?:my|our) (?:new |absolute |all-time |current |very |number one |old )*"
             r"favourites? (?P<q>[\w' -]+?)(?: (?:of all time|ever|now|still|these days|at the moment|by far|again|"
             r"once again|once more))*(?: (?:,|\().*)?$",
        relation="favourite", takes="subject", who=frozenset({"thing", "person"}), check=subject_taste, tenses=ANY,
        past=False,
    ),
    Pattern(
        verbs=("*",), noun=r"(?:absolute |all-time |current |new )*favourites? (?P<q>(?:[a-z]+ )?(?:sport|exercise|"
                           r"workout|activity))",
        rest=ALONE, relation="favourite", progressive=True, past=False, value_of=doing,
    ),
    Pattern(
        verbs=("be",), noun=r"go-to (?P<q>[\w' -]+)", rest=r"(?:usually |always |still |a |an )*(?P<v>.+)",
        relation="favourite", past=False, confidence=0.8,
    ),
    Pattern(
        verbs=("have",), rest=r"(?:my )?favourite (?P<q>\w+)(?: is|:| ,) (?P<v>.+)", relation="favourite", who=SELF,
        past=False,
    ),
    Pattern(
        verbs=("",), rest=r"(?:my )?favourite (?P<q>[\w' -]+?) ?(?:is|:|=|-) (?P<v>.+)", relation="favourite",
        who=SELF,
    ),
)
# fmt: on


def _preferred(found: Found) -> bool:
    """A kind of thing, not one of those that were just shown."""
    start, stop = found.groups["v"]
    said = " ".join(word.word for word in found.words[start:stop])
    if found.words[start].word in ("this", "that", "your", "those", "these", "not") or not taste(said):
        return False
    return _SHOWN.match(said) is None


_SHOWN = re.compile(
    r"the (?:first|second|third|last|latter|former|other|new|old|blue|red|shorter|longer|one|version|option)\b"
)


def _rather(found: Found) -> bool:
    """ "I'd rather get short answers": a wish for good only when it is about kinds, not about now."""
    clause = found.clause
    words = [word.word for word in clause.words]
    if clause.verb is None or clause.verb.modal != "would" or "rather" not in clause.verb.adverbs:
        return False
    if clause.lead in ("if", "unless") or clause.verb.negated:
        return False
    said = " ".join(words)
    return not re.search(r"\b(?:you|today|tonight|now|here|tomorrow|this|that|it|dead|die|if|me|stay home)\b", said)


_WHERE = frozenset(["on", "at", "out", "off", "over", "back", "near", "about", "from", "by", "in", "coming", "gone"])
_SPOTS = frozenset(
    ["place", "spot", "time", "day", "season", "seat", "room", "hangout", "hideout", "way", "position", "month"]
)
"""Of these "at the lake" or "in the morning" is which one; of others it is where they are: "my film is on tonight"."""


def _favoured(found: Found) -> bool:
    """A favourite that is named: no "my favourite part is when …"."""
    words = found.text("v").split()
    if not words or words[0] in ("when", "what", "that", "it", "this"):
        return False
    if words[0] == "the" and words[1:2] and words[1] in ("one", "first", "second"):
        return False
    named = found.words[found.groups["v"][0]].capital  # "Out of Africa"
    if words[0] in _WHERE and not named and found.thing.split(" ")[-1] not in _SPOTS:
        return False
    return re.match(r"(?:part|bit|line|one|moment|of)\b", found.thing) is None


PATTERNS = (*_PREFERS, *_FAVOURITES)
