"""Employer, role, team, manager, projects, studies, degrees."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.tools import TOOLS
from strandline.extract.tokens import Token
from strandline.extract.values import stretch
from strandline.types import Act

_PEOPLE = frozenset({"speaker", "person", "pronoun", "none"})
_ANYTHING = frozenset({"thing", "person", "pronoun", "none", "other", "speaker"})
_NAMED = frozenset({"speaker", "person", "pronoun"})
_TEAM_WORDS = r"(?:team|department|dept|squad|division|unit|crew|group|desk)"
_DEPARTMENTS = frozenset(
    "accounts accounting billing marketing sales finance hr legal engineering design product research operations ops support it "
    "logistics procurement purchasing payroll compliance security data platform infrastructure growth search pricing hydraulics "
    "payments fraud risk cloud mobile web backend frontend onboarding delivery partnerships enterprise retail recruiting devrel localisation "
    "communications comms pr editorial production quality planning maintenance dispatch warehouse analytics".split()
)
_NO_EMPLOYER = frozenset(
    "home night nights day days weekends noon once least last first present work university school college uni church the gym it that this them "
    "him her people kids children computers animals horses numbers myself clients customers patients me a an my our".split()
)
_JOB = r"(?:new |first |second |other |current |part-time |full-time |summer |weekend |day |proper |great |steady )*(?:job|position|role|post|gig|place|contract|placement|internship|apprenticeship)"


def _people_only(found: Found) -> bool:
    """Names of people, neither of tools nor of firms."""
    start = found.groups["v"][0]
    words = found.words[start:]
    return words[0].capital and words[0].word not in TOOLS and not any(w.word in TOOLS or w.word in ("&", "labs", "inc", "ltd") for w in words)


def _tool_word(found: Found) -> bool:
    return any(word.word in TOOLS for word in found.words[found.groups["v"][0] :])


def _an_occupation(found: Found) -> bool:
    start, stop = stretch(found.words, found.groups["v"][0], "role")
    words = [w.word for w in found.words[start:stop]]
    while words and words[0] in ("a", "an", "the", "still", "also", "now", "just", "only", "currently"):
        words = words[1:]
    subject, verb = found.clause.subject, found.clause.verb
    sure = verb is not None and (subject.kind == "speaker" or subject.kin is not None or verb.lemma not in ("be", "become"))
    return occupation(words, known=not sure)


_JOBS = frozenset("role job position career work post".split())
_GIVING_UP = frozenset("quit leave lose resign finish end start want get apply be hate".split())


def _as_job(clause: Clause) -> bool:
    """ "in my new role as lead engineer": a job that is presupposed, not one that is left, wanted or denied."""
    words = [word.word for word in clause.words]
    if "as" not in words or "my" not in words or not any(one in _JOBS and two == "as" for one, two in zip(words, words[1:], strict=False)):
        return False
    verb = clause.verb
    return verb is None or not (verb.negated or verb.ended or verb.lemma in _GIVING_UP)


def _an_occupation_at(found: Found) -> bool:
    start, stop = stretch(found.words, found.groups["v"][0], "role")
    return occupation([w.word for w in found.words[start:stop]]) or found.words[start].capital


def _employer(found: Found) -> bool:
    """Somebody one can work for: a name, or "the harbour museum", not "home" or "night"."""
    start, stop = found.groups["v"]
    words = found.words[start:stop]
    if words[0].capital:
        return words[0].word not in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    if words[0].word in ("the", "a", "an", "my", "our"):
        return len(words) > 1 and (any(w.capital for w in words[1:4]) or any(w.word in _PLACES_OF_WORK for w in words[1:5]))
    return words[0].word not in _NO_EMPLOYER and words[0].word.isalpha() and not words[0].word.endswith("ly")


def _named_employer(found: Found) -> bool:
    start, _ = found.groups["v"]
    stop = stretch(found.words, start, "org")[1]
    owning = stop < len(found.words) and found.words[stop].word == "'s"  # "Netflix's beta programme"
    return not owning and not _tool_word(found) and _employer(found) and (found.words[start].capital or _lower_case(found))


def _lower_case(found: Found) -> bool:
    """Whether the speaker writes all in small letters, so that small letters say nothing about names."""
    return not any(w.capital for w in found.clause.sentence.tokens)


def _two_words(found: Found) -> bool:
    start, stop = found.groups["v"]
    if any(w.word in ("degree", "phd", "course", "master", "masters", "bachelor", "diploma", "university", "college", "exam") for w in found.words):
        return False
    return found.words[start].capital and start + 1 < stop and (found.words[start + 1].capital or found.words[start + 1].word == "&")


def _as_a_job(found: Found) -> bool:
    """ "I'm at Kiln since 2020", "at Lumen Freight, pricing team": at a place to work there, not to wait there."""
    words = [w.word for w in found.clause.words]
    start, _ = found.groups["v"]
    adverbs = found.clause.verb.adverbs if found.clause.verb else frozenset()
    waiting = {"waiting", "train", "coffee", "lunch", "dinner", "tonight", "concert", "party", "table", "queue", "shopping"} & set(words)
    staying = {"since", "team", "department", "still", "back", "now", "years", "months", "these", "accounts"} & (set(words) | adverbs)
    dated = any(time.relation in ("since", "until") or time.type == "duration" or time.until for time in found.clause.sentence.times)
    after = found.words[start + 1 :]
    if found.words[start].word in _DEPARTMENTS:
        return False
    department = any(w.word in _DEPARTMENTS for w in after) or any(occupation([w.word]) for w in after)
    over = found.clause.verb is not None and found.clause.verb.ended
    return not waiting and bool(staying or dated or department or over) and _named_employer(found)


_PLACES_OF_WORK = frozenset(
    "hospital school university college museum library theatre theater bank bakery restaurant cafe café shop store factory clinic "
    "company startup start-up firm agency studio office lab laboratory institute council ministry department hotel bar pub club farm "
    "brewery garage workshop newspaper magazine charity ngo foundation airport port harbour station railway gallery zoo nursery "
    "kindergarten surgery practice pharmacy supermarket garden gardens court embassy publisher bookshop observatory shipyard mill hall cathedral abbey court docks market mall minster palace registry parliament senate depot quarry vineyard fintech bureau brewery salon consultancy startup nursery kitchen winery insurer supplier manufacturer chain co-op cooperative depot warehouse call-centre hospice dairy bookstore service police army navy force coastguard authority government bureau trust railways bbc nhs".split()
)


def _role_then(found: Found) -> bool:
    """ "a nurse at St Brannoc's": the words before "at" are an occupation."""
    return occupation(found.text("r").split(" ")) and (_employer(found) or _small_firm(found))


def _small_firm(found: Found) -> bool:
    """ "im a line cook at the copper pot": of one who writes all in small letters, a name after "the"."""
    start, stop = found.groups["v"]
    words = [word.word for word in found.words[start : stop]]
    return _lower_case(found) and words[0] == "the" and len(words) > 1 and words[1] not in _NO_FIRMS


_NO_FIRMS = frozenset(
    "moment minute time weekend weekends same best worst end top bottom start beginning age bus train gym beach party door table back front "
    "other next last first very rest whole local office day night mo min second hospital present age".split()
)


def _firm_called(found: Found) -> bool:
    """ "for a small brewery called Otter & Sons": a place of work with its name."""
    start, stop = found.groups["v"]
    words = [word.word for word in found.words[start : min(stop, start + 8)]]
    called = next((at for at, word in enumerate(words) if word in ("called", "named")), 0)
    return words[0] in ("a", "an") and bool(_PLACES_OF_WORK & set(words[:called]))


def _team(found: Found) -> bool:
    words = found.text("v").split(" ")
    return bool(words) and words[0] not in ("the", "a", "same", "whole", "other", "right", "wrong", "new", "my", "our", "winning", "losing")


_GAMES = frozenset(
    "football soccer hockey rugby cricket netball relay chess swim swimming dance darts basketball volleyball baseball softball rowing running tennis curling "
    "debate bowling pub quiz national other winning losing first second same whole olympic".split()
)


def _off_team(found: Found) -> bool:
    """ "I left the payments team", "moved off it", "am off it", not "left the football team" nor "move to it"."""
    verb, first = found.clause.verb, found.words[0].word
    if verb is None or verb.negated or _GAMES & set(found.text("v").split(" ")):
        return False
    return first in ("off", "out", "away") if verb.lemma not in ("leave", "quit") else verb.tense != "present"


def _department(found: Found) -> bool:
    word = found.words[found.groups["v"][0]]
    return word.word in _DEPARTMENTS and (word.word != "it" or word.capital)  # "I'm on it"


def _work_words(found: Found) -> bool:
    value = stretch(found.words, found.groups["v"][0], "noun")
    bare = {"task", "tasks", "project", "projects", "thing", "things", "stuff", "something", "a", "an", "the", "some", "my", "new", "this", "these", "that"}
    if all(word.word in bare for word in found.words[slice(*value)]):
        return False
    if found.words[value[0]].word.endswith("ing") and value[1] - value[0] > 1:
        return False  # "working on finding the right words"
    return len(found.text("v")) > 2 and found.text("v").split(" ")[0] not in ("it", "that", "this", "them", "my", "myself", "getting", "not")


def _after_at(found: Found) -> str | None:
    """The name after "at" in what the clause is about: "my first day at Corvid Labs"."""
    subject = found.clause.subject
    said = found.clause.sentence.source[subject.first : subject.last]
    name = re.split(r"\b(?:at|with)\s+", said, maxsplit=1)[-1].strip()
    return name if name[:1].isupper() or name[:1].isdigit() else None


PATTERNS = (
    # role and employer together: "I'm a nurse at St Brannoc's", "I work as a bookbinder at Quillworks"
    Pattern(verbs=("be", "work", "become"), rest=r"(?:now |still |currently |as )*(?:an?|the|one of the|their|its)? ?(?P<r>[^,⟨]+?) (?:at|for|with) (?P<v>.+)", relation="works_at", value="org", check=_role_then, goes_on=True, who=_PEOPLE),
    Pattern(verbs=("work", "train", "qualify", "retrain", "freelance"), rest=r"(?:[^,⟨]*? )?as (?:an? |the )?(?P<v>.+)", relation="role", value="role", who=_PEOPLE, goes_on=True, single=True,
            check=lambda f: (f.clause.verb is not None and f.clause.verb.lemma in ("work", "freelance")) and _an_occupation(f)),
    Pattern(verbs=("be",), rest=r"(?:now |still |also |currently |only |just |really |by trade |by profession |by training |by day )*(?:an?|the|one of the|its|their) (?P<v>.+)", relation="role", value="role", check=_an_occupation, who=_PEOPLE, goes_on=True, single=True),
    Pattern(verbs=("be",), rest=r"(?P<v>(?:head|director|vice president|vp|chief|lead|chair|dean|editor|secretary|treasurer|manager|professor) of [\w ]+)", relation="role", value="role", who=_PEOPLE, goes_on=True, single=True),
    Pattern(verbs=("be",), rest=r"(?P<v>[a-z]+) (?:by trade|by profession|by training)", relation="role", value="role", who=_PEOPLE, single=True),
    Pattern(verbs=("become",), rest=r"(?:an?|the) (?P<v>.+)", relation="role", value="role", tenses=DONE, check=_an_occupation, event_day=True, who=_PEOPLE, goes_on=True, single=True),
    Pattern(verbs=("be",), noun=r"(?:new |current |official )*(?:job title|job|role|title|position|occupation|profession|trade|day job)", rest=r"(?:now )?(?:an? |the |that of an? )?(?P<v>.+)", relation="role", value="role", single=True,
            check=lambda f: f.words[f.groups["v"][0]].word not in ("to", "in", "at", "great", "fine", "boring", "hard", "stressful", "going", "not", "so", "very", "too", "done", "over", "safe", "mostly", "all", "about")),
    Pattern(verbs=("promote",), rest=r"to (?P<v>.+)", relation="role", value="role", passive=True, tenses=DONE | PRESENT, event_day=True, who=_PEOPLE, single=True),
    Pattern(verbs=("get",), rest=r"promoted to (?P<v>.+)", relation="role", value="role", tenses=DONE, event_day=True, who=_PEOPLE, single=True),
    Pattern(verbs=("talk", "speak", "look"), rest=r"(?:to|at) (?:(?P<e>[^,]+?) 's|the|an?) (?:brand )?(?:new|newest|latest) (?P<v>.+)", relation="role", value="role", who=frozenset({"you"}), progressive=True, single=True, speaker=True, check=_an_occupation),
    Pattern(verbs=("",), rest=r"(?:(?:now|still|currently|also) )*(?:an? )?(?P<r>[^,⟨]+?) (?:at|for) (?P<v>.+)", relation="works_at", value="org", check=_role_then, goes_on=True, who=frozenset({"none"})),
    Pattern(verbs=("",), rest=r"(?:(?:now|still|currently|also) )*an? (?P<v>.+)", relation="role", value="role", check=_an_occupation, goes_on=True, who=frozenset({"none"}), single=True),
    Pattern(verbs=("be", "work"), rest=rf"(?:on|in) (?:the )?[\w&/ -]+? {_TEAM_WORDS} (?:at|of|for) (?P<v>.+)", relation="works_at", value="org", who=_PEOPLE, check=_employer, goes_on=True),
    # employer
    Pattern(verbs=("work",), rest=r"(?:\w+ly |full-time |part-time |remotely |mostly |nights |here |there |in [\w ]+? |as [\w ]+? )*(?:at|for) (?P<v>.+)", relation="works_at", value="org", who=_PEOPLE, check=_employer),
    Pattern(verbs=("work",), rest=r"(?:\w+ly |together )*with (?P<v>.+)", relation="colleague", value="name", who=frozenset({"speaker"}), check=_people_only),
    Pattern(verbs=("employ", "hire"), rest=r"(?:as .+? )?(?:at|by|with) (?P<v>.+)", relation="works_at", value="org", passive=True, who=_PEOPLE, check=_employer, event_day=True),
    Pattern(verbs=("get",), rest=r"(?:a job|hired|taken on|recruited) (?:as .+? )?(?:at|by|with) (?P<v>.+)", relation="works_at", value="org", tenses=DONE, who=_PEOPLE, check=_employer, event_day=True),
    Pattern(verbs=("be",), rest=r"(?:now |still |back |currently |over )*(?:at|with) (?P<v>.+)", relation="works_at", value="org", who=_PEOPLE, check=_as_a_job, goes_on=True),
    Pattern(verbs=("",), rest=r"(?:(?:still|now|back|currently) )*(?:at|with) (?P<v>.+)", relation="works_at", value="org", check=_as_a_job, goes_on=True, who=frozenset({"none"})),
    Pattern(verbs=("join",), rest=r"(?!the (?:\w+ )?(?:club|choir|band|gym|team|party|union|group))(?P<v>.+)", relation="works_at", value="org", tenses=DONE, event_day=True, who=_PEOPLE, check=_named_employer),
    Pattern(verbs=("start",), rest=r"(?:work(?:ing)? |out |a new job |my new job |as .+? )?(?:at|with|for) (?P<v>.+)", relation="works_at", value="org", tenses=DONE, event_day=True, who=_PEOPLE, check=_named_employer, goes_on=True),
    Pattern(verbs=("get", "have", "take", "land", "accept", "start", "find", "hold"), rest=rf"(?:myself )?(?:an?|the|my) (?:{_JOB}|[\w -]+ {_JOB}) (?:as .+? )?(?:(?:on |in )?⟨\d+⟩ ?,? )?(?:at|with|for) (?P<v>.+)", relation="works_at", value="org", tenses=DONE | PRESENT, event_day=True, who=_PEOPLE, check=_employer),
    Pattern(verbs=("",), rest=rf"an? {_JOB} (?:as .+? )?(?:at|with) (?P<v>.+)", relation="works_at", value="org", who=frozenset({"none"}), check=_named_employer, goes_on=True),
    Pattern(verbs=("be", "call", "name"), noun=r"(?:new |current )*(?:employer|company|workplace|firm)", rest=r"(?:called |named )?(?P<v>.+)", relation="works_at", value="org", check=lambda f: _named_employer(f) or (f.words[f.groups["v"][0]].word in ("the", "a", "an") and _employer(f))),
    Pattern(verbs=("head", "lead", "manage", "run", "oversee", "teach"), rest=r"(?:up )?[^,⟨]+? (?:at|for) (?P<v>.+)", relation="works_at", value="org", check=lambda f: f.words[f.groups["v"][0]].capital and not _tool_word(f), goes_on=True, who=frozenset({"speaker"}), confidence=0.75),
    Pattern(verbs=("tutor", "consult", "freelance", "drive", "deliver", "clean", "nanny", "intern", "temp", "contract", "moonlight"), rest=r"(?:part-time |full-time |freelance )?(?:at|for|with) (?P<v>.+)", relation="works_at", value="org", who=_PEOPLE, check=_named_employer),
    Pattern(verbs=("be",), rest=r"(?:now |still |back )?on (?:the )?(?:[\w-]+ )?(?:shift|shifts|staff|payroll|books|crew) (?:at|of|with) (?P<v>.+)", relation="works_at", value="org", who=_PEOPLE, check=_employer),
    Pattern(verbs=("make", "earn"), rest=r"(?:a|my) living as (?:an? )?(?P<v>.+)", relation="role", value="role", who=_PEOPLE, single=True),
    Pattern(verbs=("write", "code", "design", "build", "develop", "program", "edit", "drive", "cook", "bake", "make", "sell", "test", "translate", "consult", "teach", "do", "lead", "manage", "run", "report", "draw", "clean"),
            rest=r"[^,⟨]+? (?:for|at) (?P<v>.+)", relation="works_at", value="org", check=lambda f: _two_words(f) or _firm_called(f), goes_on=True, who=frozenset({"speaker"}), confidence=0.7),
    Pattern(verbs=("run", "own", "found", "start", "set", "open"), rest=r"(?:up )?(?:an?|my|our) (?:[\w'-]+ )*?(?:shop|store|business|company|studio|bakery|cafe|café|restaurant|agency|startup|start-up|firm|practice|bar|pub|workshop|farm|salon|consultancy|school|gallery|bookshop|garage|brewery)(?: here)? (?:called|named) (?P<v>.+)", relation="works_at", value="org", who=frozenset({"speaker"}), tenses=PRESENT),
    Pattern(verbs=("teach", "lecture", "practise"), rest=r"(?:[^,⟨]+? )?at (?P<v>.+)", relation="works_at", value="org", check=_employer, goes_on=True, who=_PEOPLE),
    Pattern(verbs=("start", "join"), rest=r".*? as (?:an? |the )?(?P<v>.+)", relation="role", value="role", tenses=DONE, event_day=True, who=_PEOPLE, goes_on=True, check=_an_occupation, single=True),
    # ends of a job
    Pattern(verbs=("quit", "resign"), rest=r"(?:from )?(?:my (?:job|position|post|role) (?:at|with) )?(?P<v>.+?)(?: for .+)?$", relation="works_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True,
            check=lambda f: _leaving(f)),
    Pattern(verbs=("leave",), rest=r"(?:from )?(?:my (?:job|position|post|role) (?:at|with) )?(?P<v>.+?)(?: for .+)?$", relation="works_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True,
            loose=True, check=lambda f: _leaving(f)),
    Pattern(verbs=("lose",), rest=r"my (?:[\w-]+ )?(?:job|position|post|place) (?:as .+? )?(?:at|with) (?P<v>.+)", relation="works_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True, check=_employer),
    Pattern(verbs=("quit", "leave", "lose", "resign"), rest=r"(?:from )?my (?:[\w-]+ )?(?:job|position|post|role|career) as (?:an? |the )?(?P<v>.+)", relation="role", value="role", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, single=True, goes_on=True),
    Pattern(verbs=("*", ""), rest=r"(?:.*? )?(?:in|for|with|of|about|from|at|to|by|and|on|is|my) ?(?:my )?(?:new |current )?(?:role|job|position|career|work|post) as (?:an? |the )?(?P<v>.+)", relation="role", value="role", guard=lambda c: _as_job(c), speaker=True, tenses=ANY, who=_ANYTHING | {"you"}, single=True, goes_on=True, confidence=0.75, check=lambda f: "my" in [w.word for w in f.words[max(0, f.groups["v"][0] - 5) : f.groups["v"][0]]] and _an_occupation_at(f)),
    Pattern(verbs=("quit", "leave", "lose"), rest=r"my (?:job|position|post)(?: ⟨\d+⟩| \w+ly)?$", relation="works_at", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("leave",), rest=r".+? for (?P<v>.+)", relation="works_at", value="org", tenses=DONE, event_day=True, who=_PEOPLE, check=lambda f: _two_words(f) or _lower_case(f) or _firm_called(f)),
    Pattern(verbs=("lay", "fire", "sack", "dismiss", "let"), rest=r"(?:off|go)? ?(?:from|by|at) (?P<v>.+)", relation="works_at", value="org", act=Act.END, passive=True, tenses=DONE | PRESENT, who=_PEOPLE, event_day=True, check=_employer),
    Pattern(verbs=("get",), rest=r"(?:laid off|fired|sacked|let go|made redundant) (?:from|by|at) (?P<v>.+)", relation="works_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, check=_employer),
    Pattern(verbs=("make",), rest=r"redundant (?:from|by|at) (?P<v>.+)", relation="works_at", value="org", act=Act.END, passive=True, tenses=DONE, who=_PEOPLE, event_day=True, check=_employer),
    Pattern(verbs=("retire",), rest=r"", relation="role", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True, value_of=lambda f: ""),
    Pattern(verbs=("retire",), rest=r"from (?P<v>.+)", relation="works_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, check=lambda f: _employer(f) and not f.words[f.groups["v"][0]].word.endswith("ing")),
    Pattern(verbs=("make", "appoint", "elect"), rest=r"(?:me|us) (?:an? |the )?(?P<v>.+)", relation="role", value="role", tenses=DONE, who=frozenset({"pronoun", "thing", "person", "other"}), speaker=True, event_day=True, single=True, check=_an_occupation),
    Pattern(verbs=("make", "appoint", "elect"), rest=r"(?:an? |the )?(?P<v>.+)", relation="role", value="role", passive=True, tenses=DONE | PRESENT, who=_PEOPLE, event_day=True, single=True, check=lambda f: _an_occupation(f) or " of " in f.text("v")),
    Pattern(verbs=("retire", "resign"), rest=r"(?!from [a-z]+ &|to )", relation="works_at", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, check=lambda f: not any(w.capital for w in f.words)),
    Pattern(verbs=("fire", "sack", "dismiss"), rest=r"(?!from|by|at)", relation="works_at", act=Act.END, passive=True, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("lay", "make", "let"), rest=r"(?:off|redundant|go)(?! (?:from|by|at))\b", relation="works_at", act=Act.END, passive=True, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("get",), rest=r"(?:laid off|fired|sacked|let go|made redundant)(?! (?:from|by|at))\b", relation="works_at", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("let",), rest=r"me go\b(?! (?:early|home|first|ahead|through|to|out|in(?! ⟨)|free|before|with|and)\b)(?: (?:from|at) (?P<v>.+))?", relation="works_at", value="org", act=Act.END, speaker=True, tenses=ANY, who=frozenset({"pronoun", "person", "thing", "other"}), event_day=True, check=lambda f: not {"early", "home"} & set(f.clause.sentence.source[f.clause.start : f.clause.stop].casefold().split())),
    Pattern(verbs=("be",), rest=r"(?:now |currently |still )*(?:unemployed|jobless|out of (?:a job|work)|between jobs|redundant)\b", relation="works_at", act=Act.END, who=_PEOPLE, event_day=True, value_of=lambda f: ""),
    Pattern(verbs=("be",), rest=r"my (?:first|1st) (?:day|week) (?:at|with) (?P<v>.+)", relation="works_at", value="org", speaker=True, tenses=ANY, event_day=True, who=_ANYTHING, check=_named_employer),
    Pattern(verbs=("be",), rest=r"my (?:last|final) (?:day|week) (?:at|with) (?P<v>.+)", relation="works_at", value="org", act=Act.END, speaker=True, tenses=ANY, event_day=True, who=_ANYTHING, check=_named_employer),
    Pattern(verbs=("be",), noun=r"(?:first|1st) (?:day|week) (?:at|with) .+", rest=r"", relation="works_at", tenses=ANY, event_day=True, value_of=_after_at),
    Pattern(verbs=("be",), noun=r"(?:last|final) (?:day|week) (?:at|with) .+", rest=r"", relation="works_at", act=Act.END, tenses=ANY, event_day=True, value_of=_after_at),
    Pattern(verbs=("end", "finish", "expire", "run"), noun=r"(?:contract|job|time|stint|internship|placement|fixed-term contract|post) (?:at|with) .+", rest=r"(?!well)", relation="works_at", act=Act.END, tenses=DONE, event_day=True, value_of=_after_at),
    Pattern(verbs=("finish", "stop"), rest=r"(?:working |my (?:job|contract|stint) )?(?:at|with|for) (?P<v>.+)", relation="works_at", value="org", act=Act.END, tenses=DONE, event_day=True, who=_PEOPLE, check=_named_employer),
    Pattern(verbs=("step", "stand"), rest=r"down (?:as|from being) (?P<v>.+)", relation="role", value="role", act=Act.END, tenses=DONE, event_day=True, who=_PEOPLE, single=True),
    # team
    Pattern(verbs=("transfer", "move", "reassign", "switch", "assign"), rest=r"(?:(?:me|us) )?(?:over )?(?:in)?to (?:the )?(?P<v>[\w&/-]+)(?: team| department| dept)?(?: ⟨\d+⟩.*)?$", relation="team", value="clause", tenses=DONE, event_day=True, speaker=True, check=lambda f: _department(f) and (f.clause.subject.is_speaker or "me" in f.text("v") or any(w.word in ("me", "us") for w in f.words))),
    Pattern(verbs=("lead", "run", "head", "manage"), rest=rf"(?:up )?the (?P<v>[\w&/ -]+?) {_TEAM_WORDS}\b", relation="team", value="clause", check=_team, who=_NAMED),
    Pattern(verbs=("be", "work", "sit"), rest=rf"(?:now |still )?(?:on|in|part of|with) (?:the |our )?(?P<v>[\w&/-]+(?: [\w&/-]+){{0,2}}?) {_TEAM_WORDS}\b", relation="team", value="clause", check=_team, goes_on=True, who=_PEOPLE),
    Pattern(verbs=("be", "work"), rest=r"(?:.*? )?(?:in|on) team (?P<v>.+)", relation="team", value="org", goes_on=True, who=_PEOPLE),
    Pattern(verbs=("join", "switch", "move", "transfer", "change"), rest=rf"(?:over |from .+? )?(?:to )?the (?P<v>[\w&/ -]+?) {_TEAM_WORDS}\b", relation="team", value="clause", tenses=DONE, event_day=True, check=_team, who=_PEOPLE),
    Pattern(verbs=("be", "work"), rest=r"(?:(?:at|with|for) [\w&]+(?: [\w&]+)? ?,? )?(?:now |still |currently )?(?:in|with|on) (?P<v>.+)", relation="team", value="org", check=_department, goes_on=True, who=frozenset({"speaker", "none"})),
    Pattern(verbs=("be",), noun=rf"{_TEAM_WORDS}", rest=r"(?:called |named )?(?P<v>.+)", relation="team", value="org", check=_department),
    Pattern(verbs=("call", "name"), noun=r"(?:squad|department|dept|division|unit)", rest=r"(?P<v>.+)", relation="team", value="org", passive=True, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("be",), rest=r".*?, (?:the |in )?(?P<v>[\w&]+(?: [\w&]+)?) (?:team|department|dept)\b", relation="team", value="clause", check=_team, goes_on=True, who=_PEOPLE),
    Pattern(verbs=("leave", "quit", "move", "transfer", "come", "be", "roll"), rest=rf"(?:out |off |away )?(?:of |from )?(?:the |our )?(?P<v>[\w&/-]+(?: [\w&/-]+)?) {_TEAM_WORDS}(?= (?:and|for|to|in|at|because|so|after|but|now|,|⟨)|$)", relation="team", value="clause", act=Act.END, tenses=DONE | PRESENT, event_day=True, who=_PEOPLE, goes_on=True,
            check=lambda f: _team(f) and _off_team(f)),
    # manager
    Pattern(verbs=("manage", "supervise"), rest=r"(?:me|us)\b", relation="manager", takes="subject", who=frozenset({"person"})),
    Pattern(verbs=("report", "answer"), rest=r"(?:directly |straight )?to (?:(?:an?|the|my) [a-z ]{2,24}?(?: called| named) )?(?P<v>.+)", relation="manager", value="name", who=_NAMED, check=lambda f: f.words[f.groups["v"][0]].capital or _lower_case(f)),
    Pattern(verbs=("manage", "supervise"), rest=r"(?P<v>[^,⟨]+)", relation="manager", value="name", inverse=True, who=frozenset({"person"}), check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("manage", "supervise"), rest=r"by (?P<v>.+)", relation="manager", value="name", passive=True, who=_NAMED),
    # projects
    Pattern(verbs=("work",), rest=r"(?:\w+ly )?on (?P<v>.+)", relation="works_on", value="noun", who=_NAMED, check=_work_words, tenses=PRESENT, single=True),
    Pattern(verbs=("write", "build", "develop", "design", "restore", "renovate", "translate", "edit", "compose", "record"), rest=r"(?P<v>(?:an?|my|our|the|another|some) .+)", relation="works_on", value="noun", progressive=True, who=_NAMED, single=True,
            check=lambda f: f.words[min(f.groups["v"][0] + 1, len(f.words) - 1)].word not in ("e-mail", "email", "letter", "message", "list", "note", "text", "reply", "card", "post", "comment")),
    Pattern(verbs=("finish",), rest=r"writing (?P<v>(?:an?|my|our|the) .+)", relation="works_on", value="noun", who=_NAMED, single=True, past=False, tenses=frozenset({"present"})),
    # studies
    Pattern(verbs=("study", "read", "major", "specialise", "specialize", "do"), rest=r"(?:for )?(?:in )?(?:an? (?:phd|master 's|masters|msc|ma|ba|bsc|mba|doctorate|degree|bachelor 's|bachelors|course|diploma)(?: degree)? in )(?P<v>.+)", relation="studies", value="role", progressive=True, goes_on=True, who=_PEOPLE, single=True),
    Pattern(verbs=("study", "major"), rest=r"(?:in )?(?P<v>(?!at |in |for |hard|abroad|with )[^,⟨]+)", relation="studies", value="role", goes_on=True, who=_PEOPLE, single=True, check=lambda f: f.words[f.groups["v"][0]].word not in ("the", "this", "that", "it", "my", "how", "what")),
    Pattern(verbs=("study",), rest=r"(?:.*? )?(?:at|in) (?P<v>[^,⟨]+)", relation="studies_at", value="org", who=_PEOPLE, check=lambda f: any(w.capital for w in f.words[f.groups["v"][0] : f.groups["v"][0] + 3])),
    Pattern(verbs=("be",), rest=r"an? (?:[\w' -]+ )?student (?:of [\w ]+? |in [\w ]+? )?at (?P<v>.+)", relation="studies_at", value="org", who=_PEOPLE, goes_on=True),
    Pattern(verbs=("be",), rest=r"an? (?:[\w'-]+ )*?(?P<v>(?!phd|masters?|exchange|first-year|second-year|final-year|graduate|grad|mature|part-time|full-time|university|college|high|school|medical|law)[a-z]+) student\b", relation="studies", value="clause", who=_PEOPLE),
    Pattern(verbs=("go", "attend"), rest=r"(?:to )?(?P<v>.+)", relation="studies_at", value="org", who=_PEOPLE, check=lambda f: bool(re.search(r"\b(?:university|college|uni|academy|institute|polytechnic|high|conservatory|school|primary|secondary|grammar|elementary|comprehensive|kindergarten|nursery|sixth form)\b", f.text("v"))) and f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("be",), rest=r"(?:now |currently )?(?:in|doing) (?:my |the |his |her )?(?:first|second|third|fourth|fifth|final|last|1st|2nd|3rd|4th) (?:year|term|semester)(?: of [\w ]+?)? at (?P<v>.+)", relation="studies_at", value="org", who=_PEOPLE, goes_on=True, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("enrol", "enroll", "register"), rest=r"(?:at|in) (?P<v>.+)", relation="studies_at", value="org", who=_PEOPLE, tenses=DONE | PRESENT, event_day=True, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("do", "study", "take", "start", "begin", "finish", "complete", "be"), rest=r".*?\b(?:degree|course|programme|program|diploma|phd|master 's|masters|bachelor 's|apprenticeship|training)\b.*? at (?P<v>.+)", relation="studies_at", value="org", who=_PEOPLE, tenses=PRESENT, goes_on=True, check=lambda f: any(w.capital for w in f.words[f.groups["v"][0] : f.groups["v"][0] + 3])),
    Pattern(verbs=("do", "take", "be", "start"), rest=r"(?:halfway |midway |part-way )?(?:through |on |doing |in )?an? (?P<v>[a-z]+(?: [a-z]+)?) (?:course|degree|programme|program|diploma)\b", relation="studies", value="clause", who=_PEOPLE, tenses=PRESENT, goes_on=True, check=lambda f: (f.clause.verb is not None and (f.clause.verb.progressive or f.clause.verb.lemma == "be")) and f.text("v").split(" ")[0] not in ("bachelor", "master", "good", "great", "new", "short", "online", "crash", "first", "whole", "full", "university", "college", "evening")),
    # degrees
    Pattern(verbs=("have", "hold", "get", "finish", "complete", "earn", "receive", "do"), rest=r"(?:just |got )?(?:an?|my|her|his) (?P<v>(?:phd|ph\.d|doctorate|master 's|masters|master|msc|m\.sc|ma|mba|ba|bsc|b\.sc|llb|llm|bachelor 's|bachelors|bachelor|degree|diploma|md|meng|beng)\b(?: degree| of [\w ]+?)?(?: in [\w &]+?)?(?: from [\w ]+?)?)(?=(?: back)?(?: in)? ⟨| ,| and | but | when | \(| at |$)", relation="degree", value="clause", who=_PEOPLE, tenses=PRESENT | DONE, progressive=False),
    Pattern(verbs=("graduate",), rest=r"(?:.*? )?with an? (?P<v>.+)", relation="degree", value="clause", who=_PEOPLE, tenses=DONE),
    Pattern(verbs=("drop",), rest=r"out of (?:the )?(?P<v>.+)", relation="studies_at", value="org", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True, check=lambda f: _school(f)),
    Pattern(verbs=("drop", "withdraw"), rest=r"(?:out of|from) (?:my |the |an? )(?P<v>[a-z]+(?: [a-z]+){0,2}?) (?:course|degree|programme|program|studies|school|phd|master 's|masters)\b", relation="studies", value="clause", act=Act.END, loose=True, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("leave", "quit"), rest=r"(?:the )?(?P<v>.+)", relation="studies_at", value="org", act=Act.END, loose=True, tenses=DONE, who=_PEOPLE, event_day=True, goes_on=True, check=lambda f: _school(f)),
    Pattern(verbs=("drop",), rest=r"out of (?:uni|university|college|school|my (?:course|degree|studies|phd))", relation="studies_at", act=Act.END, tenses=DONE, who=_PEOPLE, event_day=True),
    Pattern(verbs=("graduate",), rest=r"(?:.*? )?in (?P<v>(?!the |⟨)[^⟨]+)", relation="degree", value="role", who=_PEOPLE, tenses=DONE, single=True, check=lambda f: not f.words[f.groups["v"][0]].word[0].isdigit()),
)


def _school(found: Found) -> bool:
    """A university or school by name."""
    start, stop = stretch(found.words, found.groups["v"][0], "org")
    return found.words[start].capital and any(w.word in _SCHOOLS or _initials(found, w) for w in found.words[start:stop])


def _initials(found: Found, word: Token) -> bool:
    """ "MIT", "UCL" """
    written = found.clause.sentence.source[word.start : word.stop]
    return written.isupper() and 2 < len(written) < 6


_SCHOOLS = frozenset("university college uni academy institute polytechnic school conservatory conservatoire universität université oxford cambridge harvard yale".split())


def _leaving(found: Found) -> bool:
    """A workplace that is left, not a room, a person or a habit."""
    start, _ = found.groups["v"]
    first = found.words[start].word
    verb = found.clause.verb
    if verb is not None and verb.lemma == "leave" and first in ("the", "my", "our", "a", "an"):
        return any(w.word in _PLACES_OF_WORK for w in found.words[start : start + 4])
    if first in ("the", "a", "an", "my", "our"):
        return any(w.word in _PLACES_OF_WORK for w in found.words[start : start + 4])
    return _named_employer(found) and not first.endswith("ing") and first not in ("work", "smoking", "drinking", "early", "home", "school", "town")
