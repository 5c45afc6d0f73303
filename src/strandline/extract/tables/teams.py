"""Teams, managers and projects."""

from __future__ import annotations

from strandline.extract.clauses import Clause
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.employers import ANYTHING, DEPARTMENTS, PEOPLE, TEAM_WORDS, lower_case
from strandline.extract.values import stretch
from strandline.types import Act

_NAMED = frozenset({"speaker", "person", "pronoun"})


def _team(found: Found) -> bool:
    words = found.text("v").split(" ")
    return words[-1] not in ("my", "our", "the", "a", "his", "her", "their", "this", "that") and words[0] not in (
        "the",
        "a",
        "same",
        "whole",
        "other",
        "right",
        "wrong",
        "new",
        "my",
        "our",
        "winning",
        "losing",
        "great",
        "good",
        "best",
        "nice",
        "lovely",
        "small",
        "tiny",
        "big",
        "dream",
        "brilliant",
        "fantastic",
        "amazing",
    )


_GAMES = frozenset(
    """
    football soccer hockey rugby cricket netball relay chess swim swimming dance darts basketball volleyball
    baseball softball rowing running tennis curling debate bowling pub quiz national other winning losing first
    second same whole olympic
    """.split()  # noqa: SIM905
)


def _off_team(found: Found) -> bool:
    """ "I left the payments team", "moved off it", "am off it", not "left the football team" nor "move to it"."""
    verb, first = found.clause.verb, found.words[0].word
    if verb is None or verb.negated or _GAMES & set(found.text("v").split(" ")):
        return False
    return first in ("off", "out", "away") if verb.lemma not in ("leave", "quit") else verb.tense != "present"


_STRAITS = frozenset(
    """
    trouble hell limbo mode talks terms need meeting meetings meltdown difficulty difficulties jeopardy danger dispute
    fees order chaos shape condition school class classes college nine heaven hormone hormones duty patrol
    """.split()  # noqa: SIM905
)
"""What one may be in, that is no department: "in legal trouble"."""


def _department(found: Found) -> bool:
    start, stop = stretch(found.words[: found.groups["v"][1]], found.groups["v"][0], "org")
    word, whole = found.words[start], found.words[max(start, stop - 1)].word not in _STRAITS
    return word.word in DEPARTMENTS and whole and (word.word != "it" or word.capital)  # "I'm on it"


def _of_departments(found: Found) -> bool:
    """ "customer onboarding", "field operations": a short name that ends in a department, not "great support"."""
    start, stop = stretch(found.words[: found.groups["v"][1]], found.groups["v"][0], "org")
    words = [word.word for word in found.words[start:stop]]
    named = 1 < len(words) <= 3 and all(word.isalpha() for word in words) and words[-1] in DEPARTMENTS
    return named and words[0] not in _NO_FIELD and not words[0].endswith("ly")


_NO_FIELD = frozenset(
    """
    great good bad best better worst big small huge tiny whole all not just no in on at with for like doing part
    full heavy high mass deep early late open under between half more most excellent amazing terrible poor strong
    weak pure real our my the a an your against
    """.split()  # noqa: SIM905
)


def _reporting(clause: Clause) -> bool:
    """Whether it is told to whom one reports; not what a tool is for."""
    words = [word.word for word in clause.rest]
    at = next((at for at, word in enumerate(words) if word in ("reporting", "answering")), 0)
    return at > 0 and words[at - 1] not in ("for", "of", "about", "on", "in", "with", "by")


def _work_words(found: Found) -> bool:
    value = stretch(found.words, found.groups["v"][0], "noun")
    bare = {
        "task",
        "tasks",
        "project",
        "projects",
        "thing",
        "things",
        "stuff",
        "something",
        "a",
        "an",
        "the",
        "some",
        "my",
        "new",
        "this",
        "these",
        "that",
        "one",
        "two",
        "both",
        "for",
        "since",
    }
    if all(word.word in bare for word in found.words[slice(*value)]):
        return False
    if found.words[value[0]].word.endswith("ing") and value[1] - value[0] > 1:
        return False  # "working on finding the right words"
    return len(found.text("v")) > 2 and found.text("v").split(" ")[0] not in (
        "it",
        "that",
        "this",
        "them",
        "my",
        "myself",
        "getting",
        "not",
    )


# fmt: off
PATTERNS = (
    Pattern(
        verbs=("work", "start", "join", "live", "lead", "run", "be"),
        rest=r".*?,? (?:and )?(?:reporting|answering) (?:directly |straight |in)?to (?P<v>.+)", relation="manager",
        value="name", who=_NAMED, goes_on=True, guard=_reporting,
        check=lambda f: f.words[f.groups["v"][0]].capital or lower_case(f),
    ),
    # team
    Pattern(
        verbs=("transfer", "move", "reassign", "switch", "assign"),
        rest=r"(?:(?:me|us) )?(?:over )?(?:in)?to (?:the )?(?P<v>[\w&/-]+)(?: team| department| dept)?(?: ⟨\d+⟩.*)?$",
        relation="team", value="clause", tenses=DONE, event_day=True, speaker=True,
        check=lambda f: _department(f) and (f.clause.subject.is_speaker or "me" in f.text("v") or any(w.word in ("me",
            "us") for w in f.words)),
    ),
    Pattern(
        verbs=("lead", "run", "head", "manage"), rest=rf"(?:up )?the (?P<v>[\w&/ -]+?) {TEAM_WORDS}\b", relation="team",
        value="clause", check=_team, who=_NAMED,
    ),
    Pattern(
        verbs=("be", "work", "sit"),
        rest=rf"(?:now |still )?(?:on|in|part of|with) (?:the |our )?(?P<v>[\w&/-]+(?: [\w&/-]+){{0,2}}?) "
             rf"{TEAM_WORDS}\b", relation="team", value="clause", check=_team, goes_on=True, who=PEOPLE,
    ),
    Pattern(
        verbs=("put", "place", "move", "assign", "stick", "switch"),
        rest=rf"(?:me|us) (?:back )?(?:on|onto|in|into|with|to) (?:the |their )?(?P<v>[\w&/-]+(?: [\w&/-]+){{0,2}}?) "
             rf"{TEAM_WORDS}\b", relation="team", value="clause", check=_team, speaker=True, tenses=ANY, event_day=True,
        who=ANYTHING,
    ),
    Pattern(
        verbs=("",),
        rest=rf"(?:now |still |back )+(?:on|in|with) (?:the |our )?(?P<v>[\w&/-]+(?: [\w&/-]+){{0,2}}?) {TEAM_WORDS}\b",
        relation="team", value="clause", check=_team, goes_on=True, who=frozenset({"none"}),
    ),
    Pattern(
        verbs=("be", "work"), rest=r"(?:.*? )?(?:in|on) team (?P<v>.+)", relation="team", value="org", goes_on=True,
        who=PEOPLE,
    ),
    Pattern(
        verbs=("join", "switch", "move", "transfer", "change"),
        rest=rf"(?:over |from .+? )?(?:to )?the (?P<v>[\w&/ -]+?) {TEAM_WORDS}\b", relation="team", value="clause",
        tenses=DONE, event_day=True, check=_team, who=PEOPLE,
    ),
    Pattern(
        verbs=("be", "work"),
        rest=r"(?:(?:at|with|for) [\w&]+(?: [\w&]+)? ?,? )?(?:now |still |currently )?(?:in|with|on) "
             r"(?P<v>.+?)(?= ?,? (?:at|for) \w|$)",
        relation="team", value="org", goes_on=True, who=frozenset({"speaker", "none"}),
        check=lambda f: _department(f) or (f.words[f.groups["v"][0] - 1].word == "in" and _of_departments(f)),
    ),
    Pattern(
        verbs=("be",), noun=rf"{TEAM_WORDS}", rest=r"(?:called |named )?(?P<v>.+)", relation="team", value="org",
        check=lambda f: _department(f) or _of_departments(f),
    ),
    Pattern(
        verbs=("call", "name"), noun=r"(?:squad|department|dept|division|unit)", rest=r"(?P<v>.+)", relation="team",
        value="org", passive=True, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("be",), rest=r".*?, (?:the |in )?(?P<v>[\w&]+(?: [\w&]+)?) (?:team|department|dept)\b", relation="team",
        value="clause", check=_team, goes_on=True, who=PEOPLE,
    ),
    Pattern(
        verbs=("work",),
        rest=r"(?:at|for|with) [^,]+ , (?:the |in (?:the )?|on (?:the )?)?(?P<v>[\w&]+(?: [\w&]+)?) (?:team|department|"
             r"dept|squad)(?= (?:,|now|for|since|and|⟨)|$)", relation="team", value="clause", check=_team, goes_on=True,
        who=PEOPLE | {"none"},
    ),
    Pattern(
        verbs=("leave", "quit", "move", "transfer", "come", "be", "roll"),
        rest=rf"(?:out |off |away )?(?:of |from )?(?:the |our )?(?P<v>[\w&/-]+(?: [\w&/-]+)?) {TEAM_WORDS}(?= (?:and|"
             rf"for|to|in|at|because|so|after|but|now|,|⟨)|$)", relation="team", value="clause", act=Act.END,
        tenses=DONE | PRESENT, event_day=True, who=PEOPLE, goes_on=True, check=lambda f: _team(f) and _off_team(f),
    ),
    # manager
    Pattern(
        verbs=("manage", "supervise"), rest=r"(?:me|us)\b", relation="manager", takes="subject",
        who=frozenset({"person"}),
    ),
    Pattern(
        verbs=("report", "answer"),
        rest=r"(?:directly |straight )?to (?:(?:an?|the|my) [a-z ]{2,24}?(?: called| named) )?(?P<v>.+)",
        relation="manager", value="name", who=_NAMED,
        check=lambda f: f.words[f.groups["v"][0]].capital or lower_case(f),
    ),
    Pattern(
        verbs=("manage", "supervise"), rest=r"(?P<v>[^,⟨]+)", relation="manager", value="name", inverse=True,
        who=frozenset({"person"}), check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("manage", "supervise"), rest=r"by (?P<v>.+)", relation="manager", value="name", passive=True, who=_NAMED,
    ),
    # projects
    Pattern(
        verbs=("work",), rest=r"(?:\w+ly )?on (?P<v>.+)", relation="works_on", value="noun", who=_NAMED,
        check=_work_words, tenses=PRESENT, single=True,
    ),
    Pattern(
        verbs=("write", "build", "develop", "design", "restore", "renovate", "translate", "edit", "compose", "record"),
        rest=r"(?P<v>(?:an?|my|our|the|another|some) .+)", relation="works_on", value="noun", progressive=True,
        who=_NAMED, single=True,
        check=lambda f: f.words[min(f.groups["v"][0] + 1, len(f.words) - 1)].word not in ("e-mail", "email", "letter",
            "message", "list", "note", "text", "reply", "card", "post", "comment"),
    ),
    Pattern(
        verbs=("finish",), rest=r"writing (?P<v>(?:an?|my|our|the) .+)", relation="works_on", value="noun", who=_NAMED,
        single=True, past=False, tenses=frozenset({"present"}),
    ),
)
# fmt: on
