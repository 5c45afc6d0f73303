"""What people write to each other: which expressions are clearly about time, and whether they look back or ahead."""

from __future__ import annotations

from strandline.timex.holidays import holiday_name
from strandline.timex.nodes import Node
from strandline.timex.words import Words, word_set
from strandline.timex.years import AFTER_YEAR

_ENDS = frozenset({".", "!", "?", ";", "\n"})
_FUTURE = word_set(
    "will shall gonna going ll plan plans planning planned remind reminder upcoming schedule scheduled book due "
    "deadline lets would can could should must let meet see call soon expect expecting hope hoping tomorrow"
)
_PAST = word_set(
    "was were had did went got met came left ago been born became began bought brought built broke caught chose "
    "cut drove ate fell felt found flew forgot gave grew heard held kept knew led lost made paid quit ran read rode "
    "said sat saw sent sold slept spent spoke stood stuck swam took taught thought threw told understood woke won "
    "wore wrote ve since"
)
_NOT_PAST = word_set("need seed feed weed indeed speed breed exceed proceed succeed hundred naked embed")
_PRESENT = word_set(
    "start begin leave fly arrive return open close is are am m re has have starts ends begins opens closes leaves "
    "arrives flies needs need want"
)
_LENGTH_CUES = word_set(
    "for in took takes take taking last lasts lasted within after about almost nearly over under spent spend than "
    "around another only just roughly until by waited wait stayed stay through"
)
_GREETINGS = frozenset({"happy", "merry", "good", "jolly"})
_OLD = frozenset({"old"})
_REACH = 12
_LONGEST = 2000 * 365 * 86400.0


def allowed(words: Words, node: Node) -> bool:
    """Whether an expression is clearly about time."""
    if not node.clear:
        return False
    if node.type == "duration":
        return _is_length(words, node)
    if node.type == "date" and _is_holiday(words, node) and not _stands_free(words, node):
        return False
    if words[node.start - 1] in ("$", "€", "£", "#", "/", "_", "@") and words.glued(node.start):
        return False
    return not (node.type == "time" and node.grain == "minute" and words[node.start - 1] in ("score", "ratio"))


def _is_holiday(words: Words, node: Node) -> bool:
    """Whether a day is said by the name of a holiday alone."""
    found = holiday_name(words, words.skip(node.start, {"this", "last", "next", "around", "about", "the"}))
    return found is not None and found[1] == node.stop


def _stands_free(words: Words, node: Node) -> bool:
    """Whether a holiday is a day here: "at Easter", not "Easter eggs", "happy Easter" or "a new year"."""
    after, before = words[node.stop], words[node.start - 1]
    if before in _GREETINGS or (words[node.stop - 1] == "year" and before in ("a", "the", "my", "our")):
        return False
    return not after.isalpha() or after in AFTER_YEAR or before in ("on", "at", "since", "until")


def _is_length(words: Words, node: Node) -> bool:
    """Whether an amount is a stretch of time: not an age, not "just a second"."""
    after = words[node.stop]
    if (node.seconds or 0.0) > _LONGEST or after in ("ago", "later", "hence"):
        # what is counted from there lies off the calendar
        return False
    if after in _OLD or (after == "-" and words[node.stop + 1] in _OLD):
        return False
    first, before = words[node.start], words[node.start - 1]
    if first in ("a", "an") and len(node.units) == 1 and before not in _LENGTH_CUES:
        # "one book a month", "5 euros an hour" are rates
        return False
    if words.low[node.start : node.stop] in (["one", "day"], ["some", "day"], ["one", "night"], ["some", "days"]):
        return before in _LENGTH_CUES
    return not (node.grain == "second" and not words.number(node.start) and words[node.start] in ("a", "one", "the"))


def tense_of(words: Words, node: Node) -> str:
    """``past`` or ``future`` by the nearest telling word of the sentence, those before the expression first."""
    if node.relation in ("since", "same"):
        return "past"
    if told := tense_before(words, node.start):
        return told
    for place in range(node.stop, min(words.count, node.stop + _REACH)):
        if words[place] in _ENDS:
            break
        if told := _tense(words, place):
            return told
    return "future" if words[node.start] == "by" else "past"


def tense_before(words: Words, start: int) -> str:
    """What the nearest telling word before a place says, in the same sentence: past, future or nothing."""
    for place in range(start - 1, max(-1, start - _REACH - 1), -1):
        if words[place] in _ENDS:
            break
        if told := _tense(words, place):
            return told
    return ""


def _tense(words: Words, place: int) -> str:
    """What one word tells: past, future, or nothing."""
    word = words[place]
    if word in _FUTURE:
        return "past" if word == "going" and words[place - 1] in ("was", "were") else "future"
    if word in _PAST or (word.endswith("ed") and len(word) > 3 and word not in _NOT_PAST):
        return "past"
    if word in _PRESENT and not (word in ("have", "has") and words[place + 1].endswith(("ed", "en"))):
        return "future"
    return ""
