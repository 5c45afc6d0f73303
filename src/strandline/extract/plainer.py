"""What a sentence says in passing, as a statement of its own: "the move to Bonn is done", "…, then Bergen in 2022"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from strandline.extract.clefts import Plain
from strandline.extract.cues import cue
from strandline.extract.sentences import Sentence

_NAME = r"(?P<v>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2})"
_DAY = r"(?P<on>(?:back )?in (?:(?:early|late|mid|spring|summer|autumn|the \w+ of) )?(?:[A-Z][a-z]+ )?(?:19|20)\d\d)"
_DONE = cue(
    "move",
    rf"^\W*(?:[Ww]ell|[Ss]o|[Oo]k|[Pp]hew)?\W*\b(?:[Mm]y|[Oo]ur|[Tt]he) (?:big |final )?move (?:from \w+ )?to "
    rf"{_NAME} (?:is|'s|has been) (?:finally |now |all )*(?:done|complete|completed|finished|over|behind us)"
    r"(?: now| at last| and dusted)?\s*(?:[.!,;]|$)",
)
_THEN = cue(
    "then",
    r"\b(?:I|We|we) (?:first )?moved (?:\w+ )?to [^,;]+? in (?:[A-Z][a-z]+ )?(?:19|20)\d\d,? (?:and )?then "
    rf"(?:on |back )?(?:to )?{_NAME} {_DAY}",
)
_BEFORE = cue(
    "before", rf"\b(?:lived|stayed|was living|were living) in [^;]+? before moving (?:\w+ )?to {_NAME} {_DAY}"
)
_FRONTED = cue("i we", rf"(?<=\w), (?:and |then )?(?P<all>{_DAY},? (?:I|we) (?P<verb>\w+)\b[^,;.!?]*)")

_SEEING = cue(
    "seeing dating",
    rf"\bI(?:'m|’m| am|'ve been|’ve been| have been) (?:now )?(?:seeing|dating) (?:someone|somebody)(?: new)?"
    rf"(?:, (?:and )?| and |: | - )(?:(?:her|his|their) name(?:'s|’s| is)|s?he(?:'s|’s| is) called) {_NAME}",
)


def in_passing(sentence: Sentence, *, at_home: bool) -> Iterator[Plain]:
    """The statements that a sentence makes in passing; of a move that is done only where a home is known."""
    if sentence.asks:
        return
    text, words = sentence.source[sentence.start : sentence.stop], sentence.words
    done = _DONE.search(text, words) if at_home else None
    if done is not None:
        yield _plain(sentence, done, f"We moved to {done['v']}.")
    seeing = _SEEING.search(text, words)
    if seeing is not None:
        yield _plain(sentence, seeing, f"I'm dating someone called {seeing['v']}.")
    if not sentence.times:
        return
    for form in (_THEN, _BEFORE):
        match = form.search(text, words)
        if match is not None:
            yield _plain(sentence, match, f"I moved to {match['v']} {match['on']}.")
    match = _FRONTED.search(text, words)
    if match is not None:
        yield _plain(sentence, match, f"{match['all'][:1].upper()}{match['all'][1:]}.")


def _plain(sentence: Sentence, match: re.Match[str], statement: str) -> Plain:
    return Plain(statement, sentence.start + match.start(), sentence.start + match.end())
