"""The ends of jobs."""

from __future__ import annotations

import re
from itertools import pairwise

from strandline.extract.clauses import Clause
from strandline.extract.dating import by_the_clock, dated
from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.employers import (
    ANYTHING,
    PEOPLE,
    PLACES_OF_WORK,
    an_occupation,
    employer,
    firm_called,
    lower_case,
    named_employer,
    two_words,
)
from strandline.extract.tables.places import FIRM_WORDS
from strandline.extract.values import stretch
from strandline.types import Act

_JOBS = frozenset(
    """
    role job position career work post
    """.split()  # noqa: SIM905
)
_GIVING_UP = frozenset(
    """
    quit leave lose resign finish end start want get apply be hate
    """.split()  # noqa: SIM905
)


def _as_job(clause: Clause) -> bool:
    """ "in my new role as lead engineer": a job that is presupposed, not one that is left, wanted or denied."""
    words = [word.word for word in clause.words]
    if "as" not in words or "my" not in words or not any(one in _JOBS and two == "as" for one, two in pairwise(words)):
        return False
    before = next(words[max(0, at - 1)] for at, one in enumerate(words[:-1]) if one in _JOBS and words[at + 1] == "as")
    verb = clause.verb
    left = verb is not None and (verb.negated or verb.ended or verb.lemma in _GIVING_UP)
    return not left and before not in ("previous", "old", "former", "last", "past", "first", "earlier", "dream")


def _an_occupation_at(found: Found) -> bool:
    start, stop = stretch(found.words, found.groups["v"][0], "role")
    return occupation([w.word for w in found.words[start:stop]]) or found.words[start].capital


def _after_at(found: Found) -> str | None:
    """The name after "at" in what the clause is about: "my first day at Corvid Labs"."""
    subject = found.clause.subject
    said = found.clause.sentence.source[subject.first : subject.last]
    name = re.split(r"\b(?:at|with)\s+", said, maxsplit=1)[-1].strip()
    return name if name[:1].isupper() or name[:1].isdigit() else None


def _leaving(found: Found) -> bool:
    """A workplace that is left, not a room, a person or a habit."""
    start, _ = found.groups["v"]
    first = found.words[start].word
    verb = found.clause.verb
    if verb is not None and verb.lemma == "leave" and by_the_clock(found.clause):
        return False
    if verb is not None and verb.lemma == "leave" and first in ("the", "my", "our", "a", "an"):
        return any(w.word in PLACES_OF_WORK for w in found.words[start : start + 4])
    if first in ("the", "a", "an", "my", "our"):
        return any(w.word in PLACES_OF_WORK for w in found.words[start : start + 4])
    return (
        named_employer(found)
        and not first.endswith("ing")
        and first not in ("work", "smoking", "drinking", "early", "home", "school", "town")
    )


def _left_for_good(found: Found) -> bool:
    """A firm by its name, with the month or year: whoever is not known to work there did until then."""
    start = found.groups["v"][0]
    stop = stretch(found.words, start, "org")[1]
    firm = stop - start > 1 and found.words[start].capital and found.words[stop - 1].word in FIRM_WORDS | _FIRMS
    span = dated(found.clause) if firm else None
    return span is not None and span.grain in ("month", "season", "quarter", "year") and _leaving(found)


def _quit_work(found: Found) -> bool:
    """ "She quit in March", where no habit is spoken of: a job."""
    span = dated(found.clause)
    monthly = span is not None and span.grain in ("month", "season", "quarter", "year")
    said = found.clause.sentence.source.casefold()
    return monthly and found.clause.subject.text not in ("it", "that", "this") and _HABITS.search(said) is None


_HABITS = re.compile(r"smok|cigar|vap|drink|alcohol|drug|gambl|school|college|uni|course|team|band|gym|sugar")
_FIRMS = frozenset(["bank", "company", "agency", "institute", "council", "consultancy", "brewery", "insurer"])


# fmt: off
PATTERNS = (
    # ends of a job
    Pattern(
        verbs=("quit", "resign"),
        rest=r"(?:from )?(?:my (?:job|position|post|role) (?:at|with) )?(?P<v>.+?)(?: for .+)?$", relation="works_at",
        value="org", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, goes_on=True, check=lambda f: _leaving(f),
    ),
    Pattern(
        verbs=("quit",), rest=r"(?:(?:back |early |late )?in )?⟨\d+⟩$", relation="works_at", act=Act.END, tenses=DONE,
        who=frozenset({"pronoun", "person"}), event_day=True, check=lambda f: _quit_work(f),
    ),
    Pattern(
        verbs=("leave",), rest=r"(?P<v>[^⟨,]+) (?:(?:back )?in |at )?⟨", relation="works_at", value="org", act=Act.END,
        tenses=DONE, who=PEOPLE, event_day=True, goes_on=True, check=_left_for_good,
    ),
    Pattern(
        verbs=("leave",), rest=r"(?:from )?(?:my (?:job|position|post|role) (?:at|with) )?(?P<v>.+?)(?: for .+)?$",
        relation="works_at", value="org", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, goes_on=True,
        loose=True, check=lambda f: _leaving(f),
    ),
    Pattern(
        verbs=("pack", "jack", "chuck", "give"),
        rest=r"(?:in|up) (?:my|the) (?:job|position|post) (?:at|with) (?P<v>.+)",
        relation="works_at", value="org", act=Act.END, tenses=DONE, who=PEOPLE | {"none"}, event_day=True,
        check=employer,
    ),
    Pattern(
        verbs=("go",),
        rest=r"(?:fully |full-time )?(?:freelance|self-employed)(?=$| (?:⟨|,|and|after|now|in ⟨|at last))",
        relation="works_at", act=Act.END, tenses=DONE, who=frozenset({"speaker", "none"}), event_day=True,
        value_of=lambda f: "",
    ),
    Pattern(
        verbs=("lose",), rest=r"my (?:[\w-]+ )?(?:job|position|post|place) (?:as .+? )?(?:at|with) (?P<v>.+)",
        relation="works_at", value="org", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, goes_on=True,
        check=employer,
    ),
    Pattern(
        verbs=("quit", "leave", "lose", "resign"),
        rest=r"(?:from )?my (?:[\w-]+ )?(?:job|position|post|role|career) as (?:an? |the )?(?P<v>.+)", relation="role",
        value="role", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, single=True, goes_on=True,
    ),
    Pattern(
        verbs=("*", ""), rest=r"(?:.*? )?(?:role|job|position|career|work|post) as (?:an? |the )?(?P<v>.+)",
        relation="role", value="role", guard=lambda c: _as_job(c), speaker=True, tenses=ANY, who=ANYTHING | {"you"},
        single=True, goes_on=True, confidence=0.75,
        check=lambda f: "my" in [w.word for w in f.words[max(0, f.groups["v"][0] - 5) : f.groups["v"][0]]] and
            _an_occupation_at(f),
    ),
    Pattern(
        verbs=("quit", "leave", "lose"), rest=r"my (?:job|position|post)(?: ⟨\d+⟩| \w+ly)?$", relation="works_at",
        act=Act.END, tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("leave",),
        rest=r".+? for (?:an? (?:[\w-]+ )?(?:job|role|position|post) (?:as [^,]+? )?(?:at|with) )?(?P<v>.+)",
        relation="works_at", value="org", tenses=DONE, event_day=True, who=PEOPLE,
        check=lambda f: two_words(f) or lower_case(f) or firm_called(f),
    ),
    Pattern(
        verbs=("lay", "fire", "sack", "dismiss", "let"), rest=r"(?:off|go)? ?(?:from|by|at) (?P<v>.+)",
        relation="works_at", value="org", act=Act.END, passive=True, tenses=DONE | PRESENT, who=PEOPLE, event_day=True,
        check=employer,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:laid off|fired|sacked|let go|made redundant) (?:from|by|at) (?P<v>.+)",
        relation="works_at", value="org", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, check=employer,
    ),
    Pattern(
        verbs=("make",), rest=r"redundant (?:from|by|at) (?P<v>.+)", relation="works_at", value="org", act=Act.END,
        passive=True, tenses=DONE, who=PEOPLE, event_day=True, check=employer,
    ),
    Pattern(
        verbs=("retire",), rest=r"", relation="role", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True,
        goes_on=True, value_of=lambda f: "",
    ),
    Pattern(
        verbs=("retire",), rest=r"from (?P<v>.+)", relation="works_at", value="org", act=Act.END, tenses=DONE,
        who=PEOPLE, event_day=True, check=lambda f: employer(f) and not f.words[f.groups["v"][0]].word.endswith("ing"),
    ),
    Pattern(
        verbs=("make", "appoint", "elect"), rest=r"(?:me|us) (?:an? |the )?(?P<v>.+)", relation="role", value="role",
        tenses=DONE, who=frozenset({"pronoun", "thing", "person", "other"}), speaker=True, event_day=True, single=True,
        check=an_occupation,
    ),
    Pattern(
        verbs=("make", "appoint", "elect"), rest=r"(?:an? |the )?(?P<v>.+)", relation="role", value="role",
        passive=True, tenses=DONE | PRESENT, who=PEOPLE, event_day=True, single=True,
        check=lambda f: an_occupation(f) or " of " in f.text("v"),
    ),
    Pattern(
        verbs=("retire", "resign"), rest=r"(?!from [a-z]+ &|to )", relation="works_at", act=Act.END, tenses=DONE,
        who=PEOPLE, event_day=True, check=lambda f: not any(w.capital for w in f.words),
    ),
    Pattern(
        verbs=("fire", "sack", "dismiss"), rest=r"(?!from|by|at)", relation="works_at", act=Act.END, passive=True,
        tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("lay", "make", "let"), rest=r"(?:off|redundant|go)(?! (?:from|by|at))\b", relation="works_at",
        act=Act.END, passive=True, tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:laid off|fired|sacked|let go|made redundant)(?! (?:from|by|at))\b",
        relation="works_at", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("let",),
        rest=r"me go\b(?! (?:early|home|first|ahead|through|to|out|in(?! ⟨)|on(?! ⟨)|free|before|with|and)\b)(?: "
             r"(?:from|at) (?P<v>(?!⟨).+))?", relation="works_at", value="org", act=Act.END, speaker=True, tenses=ANY,
        who=frozenset({"pronoun", "person", "thing", "other"}), event_day=True,
        check=lambda f: f.clause.subject.kin is None
        and not {"early", "home"} & set(f.clause.sentence.source[f.clause.start : f.clause.stop].casefold().split()),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |currently |still )*(?:unemployed|jobless|out of (?:a job|work)|between jobs|redundant)\b",
        relation="works_at", act=Act.END, who=PEOPLE, event_day=True, value_of=lambda f: "",
    ),
    Pattern(
        verbs=("be",), rest=r"my (?:first|1st) (?:day|week) (?:at|with) (?P<v>.+)", relation="works_at", value="org",
        speaker=True, tenses=ANY, event_day=True, who=ANYTHING, check=named_employer,
    ),
    Pattern(
        verbs=("be",), rest=r"my (?:last|final) (?:day|week) (?:at|with) (?P<v>.+)", relation="works_at", value="org",
        act=Act.END, speaker=True, tenses=ANY, event_day=True, who=ANYTHING, check=named_employer,
    ),
    Pattern(
        verbs=("be",), noun=r"(?:first|1st) (?:day|week) (?:at|with) .+", rest=r"", relation="works_at", tenses=ANY,
        event_day=True, value_of=_after_at,
    ),
    Pattern(
        verbs=("be",), noun=r"(?:last|final) (?:day|week) (?:at|with) .+", rest=r"", relation="works_at", act=Act.END,
        tenses=ANY, event_day=True, value_of=_after_at,
    ),
    Pattern(
        verbs=("end", "finish", "expire", "run"),
        noun=r"(?:contract|job|time|stint|internship|placement|fixed-term contract|post) (?:at|with) .+",
        rest=r"(?!well)", relation="works_at", act=Act.END, tenses=DONE, event_day=True, value_of=_after_at,
    ),
    Pattern(
        verbs=("finish", "stop"), rest=r"(?:working |my (?:job|contract|stint) )?(?:at|with|for) (?P<v>.+)",
        relation="works_at", value="org", act=Act.END, tenses=DONE, event_day=True, who=PEOPLE, check=named_employer,
    ),
    Pattern(
        verbs=("step", "stand"), rest=r"down (?:as|from being) (?P<v>.+)", relation="role", value="role", act=Act.END,
        tenses=DONE, event_day=True, who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("hand", "turn"),
        rest=r"(?:(?:in|back) my (?:badge|uniform|lanyard)|my (?:badge|uniform|lanyard) (?:in|back)) (?:at|to) "
             r"(?P<v>.+)",
        relation="works_at", value="org", act=Act.END, tenses=DONE, event_day=True, goes_on=True,
        who=frozenset({"speaker", "none"}), check=named_employer,
    ),
)
# fmt: on
