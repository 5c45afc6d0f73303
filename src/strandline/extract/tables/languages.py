"""Languages somebody speaks, and what they are learning."""

from __future__ import annotations

from strandline.extract.clauses import Mood
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import ELIDED, SELF, WHO
from strandline.extract.tables.habits import LEVEL, SKILLS, pastime, playable
from strandline.extract.tables.words import (
    INSTRUMENTS,
    LANGUAGES,
    listed,
)


def _language(value: str) -> bool:
    return value in LANGUAGES


def _languages(found: Found) -> bool:
    """Whether a list begins with a language."""
    words = found.text("v").split()
    return bool(words) and any(" ".join(words[:size]) in LANGUAGES for size in (1, 2, 3))


def _instrument(value: str) -> bool:
    return value in INSTRUMENTS or (value.split()[-1] in INSTRUMENTS and len(value.split()) < 4)


def _learnable(value: str) -> bool:
    words = value.split()
    return (
        bool(words)
        and len(words) < 7
        and words[0] not in _NOT_LEARNT
        and words[-1] not in ("way", "lesson", "it", "that")
    )


_NOT_LEARNT = listed(
    "ropes hard_way a lot much more so new things stuff about that this it from as what why where when who if every "
    "everything something anything lots my your our their his her him them here there not to-day all all_the some "
    "more_about people lessons live love trust let be cope deal accept say get manage balance relax appreciate take "
    "embrace listen"
)
# fmt: off
_SPEAKS = (
    Pattern(
        verbs=("speak",), rest=r"(?P<v>.+)", relation="speaks", who=ELIDED, modal=frozenset({None, "can"}),
        value="tongue", strip=LEVEL, keep=_language, past=False, moods=frozenset({Mood.FACT, Mood.REQUEST}),
    ),
    Pattern(
        verbs=("know", "understand", "read"), rest=r"(?P<v>.+)", relation="speaks", who=WHO,
        modal=frozenset({None, "can"}), value="thing", strip=LEVEL, keep=_language, past=False, progressive=False,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:almost |pretty |nearly |completely |totally |quite |fairly |now |also |reasonably |very |not "
             r")*(?:fluent|bilingual|trilingual|conversational|conversant|proficient|comfortable) in (?:both "
             r")?(?P<v>.+?)(?: to [a-z]+\b.*)?$",
        relation="speaks", who=ELIDED, value="thing", strip=LEVEL, keep=_language, past=False,
    ),
    Pattern(
        verbs=("get", "manage"), rest=r"by in (?P<v>.+)", relation="speaks", who=WHO, modal=frozenset({None, "can"}),
        value="thing", strip=LEVEL, keep=_language, past=False,
    ),
    Pattern(
        verbs=("be", "get"), noun=r".*",
        rest=r"(?:getting |a bit |a little |pretty |quite |very |fairly |really |not )*(?:rusty|decent|fluent|passable|"
             r"good|"
             r"okay|ok|fine|basic|conversational|terrible|bad|poor|intermediate|perfect|better|broken|non-existent)\b",
        relation="speaks", takes="subject", past=False, keep=_language,
        check=lambda found: found.clause.subject.text in LANGUAGES, strip="my|our",
    ),
    Pattern(
        verbs=("have",),
        rest=r"(?:fluent|conversational|decent|basic|some|good|working|native|a working knowledge of|a good command "
             r"of|a basic knowledge of) (?P<v>.+)",
        relation="speaks", who=WHO, value="thing", keep=_language, strip=LEVEL, past=False,
    ),
    Pattern(
        verbs=("",), rest=r"(?:fluent in|bilingual in) (?P<v>.+)", relation="speaks", who=SELF, value="thing",
        keep=_language, strip=LEVEL,
    ),
)
# fmt: on
_LESSONS = r"(?:(?:private|weekly|online|evening|some|regular|beginner|beginners|group|intensive|a|an|my|first) )*"
# fmt: off
_LEARNING = (
    Pattern(
        verbs=("learn", "study"),
        rest=r"(?:how |about )?(?:to )?(?:speak |play |do |use |code in |program in |sign )?(?P<v>.+)",
        relation="learning", who=ELIDED, past=False, value="thing", strip=LEVEL, keep=_learnable,
        check=lambda found: _being_learnt(found),
    ),
    Pattern(
        verbs=("start", "begin"), rest=r"(?:to learn|learning|learn) (?:how )?(?:to )?(?:speak |play |do )?(?P<v>.+)",
        relation="learning", who=ELIDED, tenses=DONE, event_day=True, value="thing", strip=LEVEL, keep=_learnable,
    ),
    Pattern(
        verbs=("teach",),
        rest=r"(?:myself|himself|herself|themselves|ourselves) (?:how )?(?:to )?(?:speak |play |do )?(?P<v>.+)",
        relation="learning", who=WHO, past=False, progressive=True, value="thing", strip=LEVEL, keep=_learnable,
    ),
    Pattern(
        verbs=("take", "have", "start", "attend", "do", "begin", "go"),
        rest=rf"(?:to )?(?:taking |having |attending )?{_LESSONS}(?P<v>[\w'-]+(?: (?!and\b)[\w'-]+)?) (?:lessons|"
             r"classes|class|course|courses|tuition|evening classes)\b",
        relation="learning", who=ELIDED, tenses=ANY, check=lambda found: _subject_taught(found), value="noun",
        single=True, past=False,
    ),
    Pattern(
        verbs=("pick", "brush", "work", "improve", "polish"), rest=r"(?:up )?(?:on )?my (?P<v>.+)",
        relation="learning", who=WHO, past=False, value="thing", strip=LEVEL, keep=_language,
    ),
    Pattern(
        verbs=("pick",), rest=r"up (?P<v>.+)", relation="learning", who=WHO, past=False, value="thing", strip=LEVEL,
        keep=lambda value: value in LANGUAGES or _instrument(value),
    ),
    Pattern(
        verbs=("try",), rest=r"to (?:learn|master|pick up) (?:how )?(?:to )?(?:speak |play )?(?P<v>.+)",
        relation="learning", who=WHO, past=False, progressive=True, value="thing", strip=LEVEL, keep=_learnable,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:currently |still |just )*(?:learning|teaching myself|a beginner (?:at|in)|new to) (?P<v>.+)",
        relation="learning", who=SELF, past=False, value="thing", strip=LEVEL,
        keep=lambda value: value in LANGUAGES or playable(value) or pastime(value),
    ),
    Pattern(
        verbs=("learn", "teach"), rest=r"(?:myself )?(?:how )?to (?P<v>.+)", relation="skill", who=WHO,
        tenses=frozenset({"past", "perfect"}), progressive=False, value="noun", past=False,
        check=lambda found: found.text("v").split()[0] in SKILLS, single=True,
    ),
)
# fmt: on


def _being_learnt(found: Found) -> bool:
    verb = found.clause.verb
    if verb is None or (verb.lemma == "study" and not _languages(found)):
        return False
    said = found.text("v")
    return verb.progressive or (verb.tense in ("present", "bare") and (_languages(found) or playable(said)))


def _subject_taught(found: Found) -> bool:
    """A subject one has lessons in: a language, an instrument, a sport, a craft."""
    said = found.text("v")
    if said in _NO_SUBJECTS:
        return False
    known = said in LANGUAGES or playable(said) or pastime(said) or said in _SUBJECTS
    return known or said.endswith(("ing", "dance", "dancing", "language"))


_NO_SUBJECTS = listed(
    "my the a his her some online any other two three four few more extra intensive morning evening next"
)
_SUBJECTS = listed("art driving flying singing first_aid cookery maths self-defence self-defense voice music pilates")


PATTERNS = (*_SPEAKS, *_LEARNING)
