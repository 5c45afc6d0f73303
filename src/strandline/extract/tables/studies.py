"""Schools, subjects and degrees."""

from __future__ import annotations

import re

from strandline.extract.patterns import DONE, PRESENT, Found, Pattern
from strandline.extract.tables.employers import PEOPLE
from strandline.extract.tokens import Token
from strandline.extract.values import stretch
from strandline.types import Act

_FIELDS = (
    r"(?:law|medicine|history|geography|maths?|mathematics|physics|chemistry|biology|english|classics|philosophy|"
    r"economics|politics|theology|music|engineering|"
    r"french|german|spanish|italian|russian|arabic|chinese|japanese|linguistics|archaeology|anthropology|psychology|"
    r"sociology|computer science|natural sciences|ppe|"
    r"architecture|art history|history of art|veterinary medicine|geology|zoology|statistics|education|literature|"
    r"english literature|modern languages)"
)
"""What is read at a university."""


def _school(found: Found) -> bool:
    """A university or school by name."""
    start, stop = stretch(found.words, found.groups["v"][0], "org")
    return found.words[start].capital and any(
        w.word in _SCHOOLS or _initials(found, w) for w in found.words[start:stop]
    )


def _initials(found: Found, word: Token) -> bool:
    """ "MIT", "UCL" """
    written = found.clause.sentence.source[word.start : word.stop]
    return written.isupper() and 2 < len(written) < 6


_SCHOOLS = frozenset(
    """
    university college uni academy institute polytechnic school conservatory conservatoire universität université
    oxford cambridge harvard yale
    """.split()  # noqa: SIM905
)


_LEARNING = re.compile(
    r"\b(?:university|college|uni|academy|institute|polytechnic|high|conservatory|school|primary|secondary|grammar|"
    r"elementary|comprehensive|kindergarten|nursery|sixth form)\b"
)
"""What a school of any kind is called after."""
# fmt: off
PATTERNS = (
    # studies
    Pattern(
        verbs=("study", "read", "major", "specialise", "specialize", "do"),
        rest=r"(?:for )?(?:in )?(?:an? (?:phd|master 's|masters|msc|ma|ba|bsc|mba|doctorate|degree|bachelor 's|"
             r"bachelors|course|diploma)(?: degree)? in )(?P<v>.+)", relation="studies", value="role", progressive=True,
        goes_on=True, who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("study", "major"), rest=r"(?:in )?(?P<v>(?!at |in |for |hard|abroad|with )[^,⟨]+)", relation="studies",
        value="role", goes_on=True, who=PEOPLE, single=True,
        check=lambda f: f.words[f.groups["v"][0]].word not in ("the", "this", "that", "it", "my", "how", "what"),
    ),
    Pattern(
        verbs=("be", ""),
        rest=rf"(?:.*? )?(?:first|second|third|fourth|fifth|final|last|1st|2nd|3rd|4th|5th)[ -]year (?:of |in |doing |"
             rf"studying )?(?:an? |my )?(?P<v>{_FIELDS})(?= (?:student|at|in|degree|and|here|now|,)|$)",
        relation="studies", value="clause", who=PEOPLE, goes_on=True,
    ),
    Pattern(
        verbs=("be",),
        rest=r".*? doing (?:an? |my )?(?:part-time |full-time )?(?:degree|course|phd|doctorate|master 's|masters|msc|"
             r"ma|ba|bsc|mba|bachelor 's|bachelors|diploma)(?: degree| course)? in (?P<v>.+)", relation="studies",
        value="role", who=PEOPLE, single=True, goes_on=True,
    ),
    Pattern(
        verbs=("read",), rest=rf"(?P<v>{_FIELDS}(?: and {_FIELDS})?) at ", relation="studies", value="clause",
        progressive=True, who=PEOPLE, goes_on=True,
    ),
    Pattern(
        verbs=("read",), rest=rf"{_FIELDS}(?: and {_FIELDS})? at (?P<v>[^,⟨]+)", relation="studies_at", value="org",
        progressive=True, who=PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("study",), rest=r"(?:.*? )?(?:at|in) (?P<v>[^,⟨]+)", relation="studies_at", value="org", who=PEOPLE,
        check=lambda f: any(w.capital for w in f.words[f.groups["v"][0] : f.groups["v"][0] + 3]),
    ),
    Pattern(
        verbs=("be",), rest=r"an? (?:[\w' -]+ )?student (?:of [\w ]+? |in [\w ]+? )?at (?P<v>.+)",
        relation="studies_at", value="org", who=PEOPLE, goes_on=True,
    ),
    Pattern(
        verbs=("be",),
        rest=r"an? (?:[\w'-]+ )*?(?P<v>(?!phd|masters?|exchange|first-year|second-year|final-year|graduate|grad|"
             r"mature|part-time|full-time|university|college|high|school|medical|law)[a-z]+) student\b",
        relation="studies", value="clause", who=PEOPLE,
    ),
    Pattern(
        verbs=("go", "attend"), rest=r"(?:to )?(?P<v>.+)", relation="studies_at", value="org", who=PEOPLE,
        check=lambda f: _LEARNING.search(f.text("v")) is not None and f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |currently )?(?:in|doing) (?:my |the |his |her )?(?:first|second|third|fourth|fifth|final|last|"
             r"1st|2nd|3rd|4th) (?:year|term|semester)(?: of [\w ]+?)? at (?P<v>.+)", relation="studies_at",
        value="org", who=PEOPLE, goes_on=True, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("enrol", "enroll", "register"), rest=r"(?:at|in) (?P<v>.+)", relation="studies_at", value="org",
        who=PEOPLE, tenses=DONE | PRESENT, event_day=True, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("do", "study", "take", "start", "begin", "finish", "complete", "be"),
        rest=r".*?\b(?:degree|course|programme|program|diploma|phd|master 's|masters|bachelor 's|apprenticeship|"
             r"training)\b.*? at (?P<v>.+)", relation="studies_at", value="org", who=PEOPLE, tenses=PRESENT,
        goes_on=True, check=lambda f: any(w.capital for w in f.words[f.groups["v"][0] : f.groups["v"][0] + 3]),
    ),
    Pattern(
        verbs=("do", "take", "be", "start"),
        rest=r"(?:halfway |midway |part-way )?(?:through |on |doing |in )?an? (?P<v>[a-z]+(?: [a-z]+)?) (?:course|"
             r"degree|programme|program|diploma)\b", relation="studies", value="clause", who=PEOPLE, tenses=PRESENT,
        goes_on=True,
        check=lambda f: (f.clause.verb is not None and (f.clause.verb.progressive or f.clause.verb.lemma == "be")) and
            f.text("v").split(" ")[0] not in ("bachelor", "master", "good", "great", "new", "short", "online", "crash",
            "first", "whole", "full", "university", "college", "evening"),
    ),
    # degrees
    Pattern(
        verbs=("have", "hold", "get", "finish", "complete", "earn", "receive", "do"),
        rest=r"(?:just |got )?(?:an?|my|her|his) (?P<v>(?:phd|ph\.d|doctorate|master 's|masters|master|msc|m\.sc|ma|"
             r"mba|ba|bsc|b\.sc|llb|llm|bachelor 's|bachelors|bachelor|degree|diploma|md|meng|beng)\b(?: degree| of "
             r"[\w ]+?)?(?: in [\w &]+?)?(?: from [\w ]+?)?)(?=(?: back)?(?: in)? ⟨| ,| and | but | when | \(| at |$)",
        relation="degree", value="clause", who=PEOPLE, tenses=PRESENT | DONE, progressive=False,
    ),
    Pattern(
        verbs=("graduate",), rest=r"(?:.*? )?with an? (?P<v>[^⟨,]+?)(?=(?: in| from| back in)? ⟨| ,|$)",
        relation="degree", value="clause", who=PEOPLE, tenses=DONE,
    ),
    Pattern(
        verbs=("drop",), rest=r"out of (?:the )?(?P<v>.+)", relation="studies_at", value="org", act=Act.END,
        tenses=DONE, who=PEOPLE, event_day=True, goes_on=True, check=lambda f: _school(f),
    ),
    Pattern(
        verbs=("drop", "withdraw"),
        rest=r"(?:out of|from) (?:my |the |an? )(?P<v>[a-z]+(?: [a-z]+){0,2}?) (?:course|degree|programme|program|"
             r"studies|school|phd|master 's|masters)\b", relation="studies", value="clause", act=Act.END, loose=True,
        tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("leave", "quit"), rest=r"(?:the )?(?P<v>.+)", relation="studies_at", value="org", act=Act.END,
        loose=True, tenses=DONE, who=PEOPLE, event_day=True, goes_on=True, check=lambda f: _school(f),
    ),
    Pattern(
        verbs=("drop",), rest=r"out of (?:uni|university|college|school|my (?:course|degree|studies|phd))",
        relation="studies_at", act=Act.END, tenses=DONE, who=PEOPLE, event_day=True,
    ),
    Pattern(
        verbs=("graduate",), rest=r"(?:.*? )?in (?P<v>(?!the |⟨)[^⟨]+)", relation="degree", value="role", who=PEOPLE,
        tenses=DONE, single=True, check=lambda f: not f.words[f.groups["v"][0]].word[0].isdigit(),
    ),
)
# fmt: on
