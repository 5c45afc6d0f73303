"""What is done again and again, with its rhythm."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.dating import times_of
from strandline.extract.patterns import Found, Pattern
from strandline.extract.tables.habits import habit, set_time
from strandline.extract.tables.words import (
    RHYTHM,
    listed,
)


def _routine(found: Found) -> bool:
    """Something done again and again: the clause says how often."""
    clause = found.clause
    verb = clause.verb
    if (
        verb is None
        or verb.negated
        or verb.ended
        or verb.modal is not None
        or verb.tense not in ("present", "perfect")
        or verb.passive
    ):
        return False
    if (
        verb.lemma in _STATIVE
        or (verb.tense == "perfect" and not verb.progressive)
        or (verb.progressive and verb.tense == "present")
    ):
        return False
    said = " ".join(word.word for word in clause.words)
    if not (_rhythmic(clause) or RHYTHM.search(said)):
        return False
    if (
        clause.rest[0].word in ("it", "this", "that", "them", "so")
        or (verb.lemma == "have" and (" hours" in said or any(time.type == "duration" for time in times_of(clause))))
        or (
            verb.lemma in ("do", "have", "take")
            and all(not word.is_word or word.word in ("on", "and", "every", "to") for word in clause.rest)
        )
    ):
        return False
    return not re.search(r"\b(?:feel|wonder|it hurts|you)\b", said) and len(clause.words) <= 22


_AFTER_RHYTHM = listed(
    "and or , in on at with for to after before from by but so because if when then ( - – — during around ⟨ rain"
)


def _rhythmic(clause: Clause) -> bool:
    """Whether a time again and again stands there by itself: "daily", but not "my daily commute"."""
    for place, word in enumerate(clause.words):
        if word.word.startswith("⟨") and clause.sentence.times[int(word.word[1:-1])].type == "set":
            after = clause.words[place + 1].word if place + 1 < len(clause.words) else ""
            if not after or after in _AFTER_RHYTHM or not after[0].isalpha() or place < len(clause.fronted):
                return True
    return False


_STATIVE = listed(
    "be play like love hate know want need think feel mean hope wish prefer see hear say tell get seem miss look remind"
)


def _rhythm_first(found: Found) -> bool:
    """ "Tuesdays is pottery" """
    words = found.clause.words
    return (
        found.clause.subject.kind == "none"
        and words[0].word.startswith("⟨")
        and words[1].word in ("is", "are", "means")
        and set_time(found)
    )


# fmt: off
_ROUTINES = (
    Pattern(
        verbs=("be",), rest=r"(?P<v>.+)", relation="routine", takes="clause", who=frozenset({"none"}), past=False,
        value="phrase", check=_rhythm_first, confidence=0.7,
    ),
    Pattern(
        verbs=("*",), rest=r"(?P<v>.+)", relation="routine", takes="verb", who=frozenset({"speaker"}), past=False,
        value="phrase", check=_routine, confidence=0.75,
    ),
    Pattern(
        verbs=("get", "wake", "rise"),
        rest=r"up (?:early|late|(?:at|before|around|by) (?:about |around )?(?:\d|⟨|four|five|six|seven|eight|nine|"
             r"ten|half|quarter|dawn|sunrise|noon|the crack)).*",
        relation="routine", takes="verb", who=frozenset({"speaker"}), past=False, value="clause", progressive=False,
        check=habit,
    ),
    Pattern(
        verbs=("work",),
        rest=r"(?P<v>(?:from home|remotely|nights|night shifts|weekends|part-time|part time|shifts|from a cafe)\b.*)",
        relation="routine", takes="verb", who=frozenset({"speaker"}), past=False, value="clause", progressive=False,
        check=habit,
    ),
)
# fmt: on

PATTERNS = _ROUTINES
