"""Where somebody has been, or is for a while."""

from __future__ import annotations

import re

from strandline.extract.clauses import Mood
from strandline.extract.naming import name_stop
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import ELIDED, SELF, WHO
from strandline.extract.tables.days import ahead
from strandline.extract.tables.words import listed

_NOT_PLACES = listed(
    "ikea tesco walmart target starbucks costco aldi lidl mcdonalds i christmas easter monday tuesday wednesday "
    "thursday friday saturday sunday mr mrs dr mum dad grandma grandpa college school church university work bed "
    "court hospital town home sleep facebook instagram youtube zoom google amazon slack reddit"
)


_BEFORE_PLACES = listed("the northern southern eastern western old downtown central beautiful sunny rural")


def _place(found: Found) -> bool:
    """A place by name: written with a capital, and no "Anna's party"."""
    start, _ = found.groups["v"]
    words = found.words[start : start + 3]
    skip = 0
    while skip < len(words) - 1 and words[skip].word in _BEFORE_PLACES:
        skip += 1
    stop = name_stop(found.words, start + skip)
    owner = stop < len(found.words) and found.words[stop].word == "'s"
    return words[skip].capital and words[skip].word not in _NOT_PLACES and not owner


def _brief(found: Found) -> bool:
    """ "in Rome for the weekend", "in Oslo until Sunday", "on holiday"."""
    words = [word.word for word in found.clause.words]
    said = " ".join(words)
    if not _place(found) or "live" in words:
        return False
    if _AWAY.search(said):
        return True
    return any(word.startswith("⟨") for word in words) and "since" not in words and _short(found)


_AWAY = re.compile(
    r"\bon (?:a )?(?:holiday|vacation|business|business trip|work trip|honeymoon|trip|tour|visit)\b|\bvisiting\b|"
    r"\bfor (?:a|the|my|our|work|an?) ?(?:conference|wedding|few|couple|weekend|week|funeral|meeting|holiday|"
    r"festival|race)\b"
)


def _short(found: Found) -> bool:
    clause = found.clause
    spans = [clause.sentence.times[int(word.word[1:-1])] for word in clause.words if word.word.startswith("⟨")]
    if any(span.relation in ("since",) for span in spans):
        return False
    return any(
        (span.type == "duration" and span.seconds and span.seconds < 60 * 86400)
        or span.grain in ("weekend", "day", "week")
        for span in spans
    )


def _no_doing(value: str) -> bool:
    return not value.split()[0].endswith("ing")


_VISIT = r"(?P<v>.+)"
# fmt: off
_VISITED = (
    Pattern(
        verbs=("be",), rest=rf"(?:once |twice |back |before |even |also |actually )*to {_VISIT}", relation="visited",
        who=WHO, tenses=frozenset({"perfect"}), value="place", keep=_no_doing,
        check=lambda found: _place(found) and found.clause.verb is not None and found.clause.verb.tense == "perfect",
    ),
    Pattern(
        verbs=("visit", "tour", "explore"), rest=_VISIT, relation="visited", who=ELIDED, tenses=DONE, value="place",
        keep=_no_doing, check=_place, event_day=False, progressive=False,
    ),
    Pattern(
        verbs=("visit", "tour", "explore"), rest=_VISIT, relation="visited", who=WHO, tenses=ANY, value="place",
        keep=_no_doing, check=lambda found: _place(found) and not ahead(found), progressive=True,
    ),
    Pattern(
        verbs=("go", "travel", "fly", "drive", "sail", "cycle"),
        rest=r"(?:back |over |down |up |out |away |on (?:a )?(?:holiday|vacation|honeymoon|trip|road trip|"
             rf"pilgrimage) |camping |hiking |skiing |surfing |sightseeing )*(?:to|in|around|through|across) {_VISIT}",
        relation="visited", who=ELIDED, tenses=DONE, value="place", keep=_no_doing,
        check=lambda found: _place(found) and _gone(found), progressive=False,
    ),
    Pattern(
        verbs=("spend",), rest=rf"(?:.+? )?(?:in|at|around|exploring|travelling around|traveling around) {_VISIT}",
        relation="visited", who=ELIDED, tenses=DONE, value="place", keep=_no_doing,
        check=lambda found: _place(found) and _spent(found), progressive=False,
    ),
    Pattern(
        verbs=("stay", "holiday", "vacation", "honeymoon"), rest=rf"(?:.+? )?(?:in|at|on) {_VISIT}",
        relation="visited", who=ELIDED, tenses=DONE, value="place", keep=_no_doing, check=_place, progressive=False,
    ),
    Pattern(
        verbs=("get", "come", "return", "be"),
        rest=r"(?:just )?(?:back|home) from (?:our |my |a |the )*(?:(?:trip|holiday|vacation|honeymoon|weekend|week|"
             rf"⟨\d+⟩|fortnight|visit|conference) (?:to|in|at) )?{_VISIT}",
        relation="visited", who=ELIDED, tenses=ANY, value="place", keep=_no_doing, check=_place,
    ),
    Pattern(
        verbs=("",),
        rest=r"(?:just )?(?:back|home) from (?:our |my |a |the )*(?:(?:trip|holiday|vacation|honeymoon|weekend|week|"
             rf"⟨\d+⟩|fortnight|visit|conference) (?:to|in|at) )?{_VISIT}",
        relation="visited", who=SELF, value="place", check=_place, moods=frozenset({Mood.FACT, Mood.REQUEST}),
    ),
    Pattern(
        verbs=("back",),
        rest=r"(?:just )?from (?:our |my |a |the )*(?:(?:trip|holiday|vacation|honeymoon|weekend|week|⟨\d+⟩|"
             rf"fortnight|visit|conference) (?:to|in|at) )?{_VISIT}",
        relation="visited", who=SELF, value="place", check=_place, moods=frozenset({Mood.FACT, Mood.REQUEST}),
    ),
    Pattern(
        verbs=("be", "stay"),
        rest=r"(?:currently |now |just |over |here |on (?:holiday|vacation|business|a trip|a work trip|honeymoon|"
             rf"tour) |away |off )*(?:in|at) {_VISIT}",
        relation="visited", who=WHO, tenses=ANY, value="place", keep=_no_doing, check=_brief, confidence=0.75,
    ),
    Pattern(
        verbs=("be", "take", "go", "have"),
        rest=r"(?:on )?(?:an? |our |my )(?:(?:[\w'-]+ ){0,3})?(?:trip|holiday|vacation|honeymoon|getaway|break|"
             rf"weekend|retreat) (?:to|in) {_VISIT}",
        relation="visited", who=WHO, tenses=DONE, value="place", keep=_no_doing, check=_place, progressive=False,
    ),
    Pattern(
        verbs=("be",), noun=r"(?:.* )?(?:trip|holiday|vacation|honeymoon|visit|weekend) (?:to|in) (?P<q>.+)",
        rest=r".+", relation="visited", tenses=frozenset({"past"}), check=lambda found: False,
    ),
)
# fmt: on


def _gone(found: Found) -> bool:
    """ "went to Oslo", not "went to Kiln for an interview" or "drove to Anna's"."""
    verb = found.clause.verb
    start, _ = found.groups["v"]
    after = found.words[start + 1].word if start + 1 < len(found.words) else ""
    shop = any(word.word == "'s" for word in found.words[start : start + 4])
    return (
        verb is not None
        and verb.modal is None
        and after != "'s"
        and not shop
        and not re.search(
            r"\b(?:concert|show|party|school|university|college|shop|store|church|game)\b",
            " ".join(w.word for w in found.words[start : start + 5]),
        )
    )


_STAYS = listed("days weeks week weekend month summer time holidays honeymoon christmas night nights easter")


def _spent(found: Found) -> bool:
    return any(word.word.startswith("⟨") or word.word in _STAYS for word in found.words)


PATTERNS = _VISITED
