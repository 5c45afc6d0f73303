"""Role-play and suppositions: words that are said in a part that is played, or in a case that is made up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from strandline.extract.blanks import without
from strandline.extract.turn import Turn

_CUES = (
    "play", "pretend", "act as", "you are now", "imagin", "suppos", "speak as", "as if", "character", "persona",
    "picture", "assum", "say i", "say we", "say he", "say she", "say they", "say you", "say my", "say that", "reality",
    "back to normal", "the game", "scene", "improv", "sketch", "skit", "dialogue", "lines", "drama", "scenario",
    "you be ", "i'll be ", "i will be ", "you play", "you're the ", "you are the ",
)  # fmt: skip
"""A text with none of these plays no part."""
_ROLE = re.compile(
    r"\brole-?\s?play|\bpretend (?:to be|that (?:you|i)|you(?:'re| are)|i(?:'m| am|'ve| have)|we(?:'re| are))\b"
    r"|(?<!\bi )(?<!\bwe )\bact as (?:an?|the|my|if|though)\b|\byou are now (?:an?|the|my|playing|in)\b"
    r"|\bimagine (?:that )?you(?:'re| are)\b|\bspeak as (?:an?|the|if|though)\b|\banswer as if\b|\bas if you were\b"
    r"|\blet(?:'s| us) (?:pretend|play (?!(?:an? |some |the )?(?:\w+ )?(?:games?|chess|cards|tennis|football|badminton|"
    r"hangman|scrabble|questions|trivia|quiz|sudoku|poker|catch|it by ear|it safe|devil's advocate|bingo|music)\b"
    r"(?!:|,? (?:where|in which|about|called|of (?:pretend|make)))))"
    r"|(?<!\bi )(?<!\bi've been )(?<!\bi'm )\bplay(?:ing)? the (?:role|part) of\b"
    r"|\b(?:stay|be|speak|answer|reply|respond) in character\b"
    r"|\b(?:take on|adopt|assume|use) (?:the|a|this) persona\b|\bpersona of\b"
    r"|\b(?:let'?s|let us|can we|could we|shall we|can you and i|i(?:'d like| want| would like) to|want to|wanna) "
    r"(?:please )?(?:act|do|play|improvise|rehearse|run|practi[sc]e|try|perform|stage)(?: out| through)? "
    r"(?:an? |the |this |some |our |my |another )?(?:[\w-]+ )?(?:scenes?|improv\w*|sketch|skit|dialogue|drama|"
    r"scenario)\b(?! (?:analysis|system|box|tree|class|writing|diagram|of code))"
    r"|\b(?:let'?s|let us|can we|could we|shall we) (?:improvise|(?:run|rehearse|go over)(?: through)? (?:the |some "
    r"|our |my )?lines(?! of code))\b"
    r"|\byou(?:'ll)? be (?!the judge|careful|good|nice|kind|quiet|ok|fine)[^.,;!?]{2,40}?(?:[,;]|[,;]?(?: and| while)) "
    r"i(?:'ll| will|'m going to)? (?:be|play)\b"
    r"|\bi(?:'ll| will) (?:be|play) (?:the (?!first|one|last|judge)|an? |your |[A-Z])[^.,;!?]{1,40}?(?:[,;]|[,;]?"
    r"(?: and| while)) you(?:'ll| will|'re going to|'re| are)? (?:be|play|the|an?|my)\b"
    r"|\byou(?:'re| are) (?:the|my) (?!best|greatest|one|first|only|expert|boss|ai|assistant|machine|worst|model|bot|"
    r"computer|smart|pro|kindest|last)[\w-]+(?: [\w-]+)?(?:[,;]|[,;]?(?: and| while)) i(?:'m| am) (?:the|your) ",
    re.IGNORECASE,
)
"""The speaker or the assistant plays a part from here on."""
_OVER = re.compile(
    r"\b(?:stop|end|quit|enough|done with|out of) (?:the |this |of )?(?:role-?\s?play|playing|character|game|"
    r"pretending|scene|sketch|skit|improv\w*|dialogue)\b|\bback to (?:reality|normal)\b"
    r"|\b(?:end|that's the end|that is the end) of (?:the |this |our )?(?:scene|sketch|skit|improv\w*|dialogue|play)\b"
    r"|\b(?:scene|sketch) (?:is )?(?:over|ends|done)\b|^\W*(?:and )?(?:scene|cut)[.!]",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"(?:^|(?<=[.!?\n]))\s*(?:(?:so|now|ok|okay|well|just|please|and|but|hm+|let's|let us|for a moment)[ ,]+)*"
    r"(?:(?:imagine|suppose|supposing|pretend|assume|assuming|picture)(?:,? (?:that|for a (?:moment|second|minute)|"
    r"just))*,?|say(?: that)?) (?:i|i'm|i'd|i've|we|we're|we'd|you|he|she|they|my (?!surprise|shock|delight|joy|horror|"
    r"face|relief|disappointment|embarrassment|amazement|name|age))\b[^.!?\n]*(?P<end>[.!?\n]|$)",
    re.IGNORECASE,
)
""" "Suppose I lived in Rome." What follows goes on in that case, unless it is a question by itself."""


def asserted(turn: Turn, before: Sequence[Turn]) -> str:
    """The text of a turn, blank where a part is played or a case made up."""
    text = turn.content
    if _played(before):
        over = _OVER.search(text)
        return " " * over.end() + text[over.end() :] if over is not None else ""
    if not _may_play(text):
        return text
    role, over = _parts(text)
    if role is not None and (over is None or over.start() < role.start()):
        text = without(text, _sentence_start(text, role.start()), len(text))
    elif role is not None and over is not None:
        text = without(text, _sentence_start(text, role.start()), over.end())
    supposed = next((match for match in _SUPPOSED.finditer(text) if match["end"] != "?"), None)
    if supposed is not None:
        stop = text.find("\n\n", supposed.end())
        text = without(text, supposed.start(), len(text) if stop < 0 else stop)
    return text


def _played(before: Sequence[Turn]) -> bool:
    """Whether a part is still played after the turns before."""
    told = (_goes_on(earlier.content) for earlier in reversed(before) if earlier.role == "user")
    return next((plays for plays in told if plays is not None), False)


@lru_cache(maxsize=256)
def _goes_on(text: str) -> bool | None:
    """Whether a part is played after a turn of the speaker; None where it begins none and ends none."""
    if not _may_play(text):
        return None
    role, over = _parts(text)
    if over is not None and (role is None or over.start() > role.start()):
        return False
    return True if role is not None else None


def clear_caches() -> None:
    """Forget the turns that were read last."""
    _goes_on.cache_clear()


def _may_play(text: str) -> bool:
    folded = text.casefold()
    return any(cue in folded for cue in _CUES)


def _parts(text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Where a part begins and where one ends: "stop the role-play" begins none."""
    over = _OVER.search(text)
    begun = (match for match in _ROLE.finditer(text) if over is None or not over.start() <= match.start() < over.end())
    return next(begun, None), over


def _sentence_start(text: str, at: int) -> int:
    return max(text.rfind(mark, 0, at) for mark in ".!?\n") + 1


def playing(turn: Turn, before: Sequence[Turn]) -> bool:
    """Whether all of a turn is said in a part that is played."""
    return not asserted(turn, before).strip()
