"""Roles and employers."""

from __future__ import annotations

from strandline.extract.clauses import Clause
from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.employers import (
    DEPARTMENTS,
    FIELDS,
    PEOPLE,
    PLACES_OF_WORK,
    TEAM_WORDS,
    an_occupation,
    employer,
    firm_called,
    lower_case,
    named_employer,
    tool_word,
    trade_and_firm,
    two_words,
)
from strandline.extract.tables.tools import TOOLS
from strandline.extract.values import stretch
from strandline.extract.verbs import FORMS

_JOB = (
    r"(?:new |first |second |other |current |part-time |full-time |summer |weekend |day |proper |great |steady "
    r")*(?:job|position|role|post|gig|place|contract|placement|internship|apprenticeship)"
)


def _in_a_field(found: Found) -> bool:
    """ "in ops at Tidewell", "in customer support for Orange": a line of work, then whom for by name."""
    words = found.text("r").split()
    return words[-1] in FIELDS and words[0] not in ("the", "my", "our", "a", "no") and named_employer(found)


def _people_only(found: Found) -> bool:
    """Names of people, neither of tools nor of firms."""
    start = found.groups["v"][0]
    words = found.words[start:]
    return (
        words[0].capital
        and words[0].word not in TOOLS
        and not any(w.word in TOOLS or w.word in ("&", "labs", "inc", "ltd") for w in words)
    )


def _as_a_job(found: Found) -> bool:
    """ "I'm at Kiln since 2020", "at Lumen Freight, pricing team": at a place to work there, not to wait there."""
    words = [w.word for w in found.clause.words]
    start, _ = found.groups["v"]
    adverbs = found.clause.verb.adverbs if found.clause.verb else frozenset()
    waiting = {
        "waiting",
        "train",
        "coffee",
        "lunch",
        "dinner",
        "tonight",
        "concert",
        "party",
        "table",
        "queue",
        "shopping",
    } & set(words)
    before, after = found.words[:start], found.words[start + 1 :]
    staying = {"since", "team", "department", "still", "again", "now", "years", "months", "these", "accounts"} & (
        set(words) | adverbs
    )
    if "right" in words:
        staying -= {"now"}  # "right now" tells of this hour
    back = "back" in adverbs or any(word.word == "back" for word in before)  # not "at the shop, back in an hour"
    dated = any(
        time.relation in ("since", "until") or time.type == "duration" or time.until
        for time in found.clause.sentence.times
        if time.grain not in ("minute", "hour")
    )
    if found.words[start].word in DEPARTMENTS:
        return False
    department = any(w.word in DEPARTMENTS for w in after) or any(occupation([w.word]) for w in after)
    verb = found.clause.verb
    over = verb is not None and (verb.ended or (verb.negated and {"any", "more"} <= set(words)))
    return (
        not waiting
        and not _somebody_with(found)
        and bool(staying or back or dated or department or over)
        and named_employer(found)
    )


def _somebody_with(found: Found) -> bool:
    """ "With Mr Ito retired", "with Anna gone since May": who is not there, no firm one is with."""
    start = found.groups["v"][0]
    if found.words[start - 1].word != "with":
        return False
    stop = stretch(found.words, start, "org")[1]
    after = found.words[stop].word if stop < len(found.words) else ""
    done = bool(FORMS.get(after))
    leave = after == "on" and stop + 1 < len(found.words) and found.words[stop + 1].word in _ON_LEAVE
    odd = after.isalpha() and after not in _AFTER_FIRM  # "with Anna poorly these days"
    return found.words[start].word in ("mr", "mrs", "ms", "miss") or done or leave or odd


_ON_LEAVE = frozenset("leave holiday vacation maternity paternity sabbatical sick annual parental".split())  # noqa: SIM905

_AFTER_FIRM = frozenset(
    "since for as in at on now again still and but these until full part any too by from so though".split()  # noqa: SIM905
)
_HOUSES = frozenset(
    """
    hospital school college museum library theatre theater bank bakery restaurant cafe café shop store factory
    clinic hotel bar pub brewery warehouse pharmacy supermarket nursery kindergarten bookshop bookstore prison
    hospice call-centre salon zoo laundry laundrette shipyard mine quarry vineyard winery dairy butcher's newsroom
    courthouse lighthouse
    """.split()  # noqa: SIM905
)


def _started_at(found: Found) -> bool:
    """ "I started at Kiln", and with the day also "I started at the observatory last week"."""
    start, stop = stretch(found.words, found.groups["v"][0], "org")
    placed = found.words[start].word in ("a", "an", "the") and found.words[stop - 1].word in PLACES_OF_WORK
    return named_employer(found) or (
        placed and any(time.type in ("date", "daterange") for time in found.clause.sentence.times)
    )


def _in_a_house(found: Found) -> bool:
    """ "I work in a bookshop": a kind of house in which people are employed."""
    start, stop = stretch(found.words, found.groups["v"][0], "org")
    return 1 < stop - start <= 5 and found.words[stop - 1].word in _HOUSES


def _role_then(found: Found) -> bool:
    """ "a nurse at St Brannoc's": the words before "at" are an occupation."""
    start = found.groups["v"][0]
    name = found.words[start]
    named = (
        found.words[start - 1].word != "with" or name.capital or name.word in ("a", "an", "the")
    )  # "with small children"
    sole = not {"love", "in"} & set(found.text("r").split(" "))  # not "a chef and in love with Paris"
    return named and sole and occupation(found.text("r").split(" ")) and (employer(found) or _small_firm(found))


def _not_ordered(clause: Clause) -> bool:
    """Whether a noun phrase is no wish for somebody: "an electrician, please", "a plumber near Hove"; nor a likeness,
    nor how one began.
    """
    words = clause.sentence.words
    outgrown = clause.lead == "as" and not _BEGAN.isdisjoint(words) and not _ROSE.isdisjoint(words)
    alike = clause.lead in ("like", "than")  # "it feels like a personal assistant"
    return not alike and not outgrown and _WISHED.isdisjoint(word.word for word in clause.words)


_BEGAN = frozenset(["started", "began", "starting", "beginning"])
_ROSE = frozenset(["way", "rose", "climbed", "eventually", "became", "promoted", "ended"])


_WISHED = frozenset(["please", "pls", "plz", "near", "nearby", "asap"])


def _trade_alone(found: Found) -> bool:
    """ "I am not nurse any more": a trade of which the article is left out; "I'm captain" may be so for a match."""
    words = found.text("v").split(" ")
    return words[-1] not in _FOR_A_WHILE and words[0] not in _NO_FIRMS and occupation(words, known=True)


_FOR_A_WHILE = frozenset(
    """
    captain judge guard guide driver pilot porter tester pro temp pa ta dj mc rep exec medic trainer referee lead head
    chief boss host hostess model associate founder attendant servant controller negotiator mediator
    """.split()  # noqa: SIM905
)


def _small_firm(found: Found) -> bool:
    """ "im a line cook at the copper pot": of one who writes all in small letters, a name after "the"."""
    start, stop = found.groups["v"]
    words = [word.word for word in found.words[start:stop]]
    return lower_case(found) and words[0] == "the" and len(words) > 1 and words[1] not in _NO_FIRMS


_NO_FIRMS = frozenset(
    """
    moment minute time weekend weekends same best worst end top bottom start beginning age bus train gym beach party
    door table back front other next last first very rest whole local office day night mo min second hospital
    present age
    """.split()  # noqa: SIM905
)


# fmt: off
PATTERNS = (
    # role and employer together: "I'm a nurse at St Brannoc's", "I work as a bookbinder at Quillworks"
    Pattern(
        verbs=("be", "work", "become"),
        rest=r"(?:now |still |currently |as )*(?:an?|the|one of the|their|its)? ?(?P<r>[^,⟨]+?) (?:at|for|with) "
             r"(?P<v>.+)", relation="works_at", value="org", check=_role_then, goes_on=True, who=PEOPLE,
    ),
    Pattern(
        verbs=("work", "train", "qualify", "retrain", "freelance"), rest=r"(?:[^,⟨]*? )?as (?:an? |the )?(?P<v>.+)",
        relation="role", value="role", who=PEOPLE, goes_on=True, single=True,
        check=lambda f: (f.clause.verb is not None and f.clause.verb.lemma in ("work", "freelance")) and
            an_occupation(f),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |still |also |currently |only |just |really |by trade |by profession |by training |by day "
             r")*(?:an?|the|one of the|its|their) (?P<v>.+)", relation="role", value="role", check=an_occupation,
        who=PEOPLE, goes_on=True, single=True, strip=r"\d{1,2}-years?-old",
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?P<v>(?:head|director|vice president|vp|chief|lead|chair|dean|editor|secretary|treasurer|manager|"
             r"professor) of [\w ]+)", relation="role", value="role", who=PEOPLE, goes_on=True, single=True,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |still |also |currently )*(?P<v>(?:head|chief|senior|lead|deputy|assistant|junior|sous|"
             r"principal|executive|managing|acting|general) [a-z-]+(?: [a-z-]+)?)(?= (?:at|for|of|in|with|now|,|⟨)|$)",
        relation="role", value="role", who=PEOPLE, goes_on=True, single=True, check=an_occupation,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?P<v>(?!no |half |part )[a-z-]+(?: [a-z-]+)?)(?=$| ,| (?:any (?:more|longer)|now|since)\b)",
        relation="role", value="role", who=frozenset({"speaker"}), goes_on=True, single=True, confidence=0.75,
        check=lambda f: _trade_alone(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>[a-z]+) (?:by trade|by profession|by training)", relation="role", value="role",
        who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("become",), rest=r"(?:an?|the) (?P<v>.+)", relation="role", value="role", tenses=DONE,
        check=an_occupation, event_day=True, who=PEOPLE, goes_on=True, single=True,
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:new |current |official )*(?:job title|job|role|title|position|occupation|profession|trade|day job)",
        rest=r"(?:now )?(?:an? |the |that of an? )?(?P<v>.+)", relation="role", value="role", single=True,
        check=lambda f: f.words[f.groups["v"][0]].word not in ("to", "in", "at", "great", "fine", "boring", "hard",
            "stressful", "going", "not", "so", "very", "too", "done", "over", "safe", "mostly", "all", "about", "more",
            "less", "mainly", "largely", "primarily", "basically", "really", "quite", "pretty", "rather", "limited",
            "changing", "evolving", "different", "similar", "important", "crucial", "critical", "key", "like", "just",
            "mix", "mixture", "combination", "bit", "lot", "nightmare", "challenge", "dream"),
    ),
    Pattern(
        verbs=("promote",), rest=r"to (?P<v>.+)", relation="role", value="role", passive=True, tenses=DONE | PRESENT,
        event_day=True, who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("work", "rise", "climb", "move"), rest=r"(?:my way )?up (?:the ranks )?to (?P<v>.+)", relation="role",
        value="role", tenses=DONE, event_day=True, who=PEOPLE, single=True, check=an_occupation,
    ),
    Pattern(
        verbs=("get",), rest=r"promoted to (?P<v>.+)", relation="role", value="role", tenses=DONE, event_day=True,
        who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("talk", "speak", "look"),
        rest=r"(?:to|at) (?:(?P<e>[^,]+?) 's|the|an?) (?:brand )?(?:new|newest|latest) (?P<v>.+)", relation="role",
        value="role", who=frozenset({"you"}), progressive=True, single=True, speaker=True, check=an_occupation,
    ),
    Pattern(
        verbs=("",), rest=r"(?:(?:now|still|currently|also) )*(?:an? )?(?P<r>[^,⟨]+?) (?:at|for) (?P<v>.+)",
        relation="works_at", value="org", goes_on=True, who=frozenset({"none"}),
        check=lambda f: trade_and_firm(f) and _role_then(f),
        guard=lambda clause: _not_ordered(clause),
    ),
    Pattern(
        verbs=("",), rest=r"(?:(?:now|still|currently|also) )*(?P<v>[^,⟨]+?) (?:at|for) .+", relation="role",
        value="role", goes_on=True, who=frozenset({"none"}), single=True, confidence=0.75,
        guard=lambda clause: _not_ordered(clause),
        check=lambda f: occupation(f.text("v").split(), known=True),
    ),
    Pattern(
        verbs=("",), rest=r"(?:(?:now|still|currently|also) )*an? (?P<v>.+)", relation="role", value="role",
        check=an_occupation, goes_on=True, who=frozenset({"none"}), single=True,
        guard=lambda clause: _not_ordered(clause),
    ),
    Pattern(
        verbs=("be", "work"), rest=rf"(?:on|in) (?:the )?[\w&/ -]+? {TEAM_WORDS} (?:at|of|for) (?P<v>.+)",
        relation="works_at", value="org", who=PEOPLE, check=employer, goes_on=True,
    ),
    Pattern(
        verbs=("be", "work", ""), rest=r"(?:(?:now|still|currently|over|working) )*in (?P<r>[a-z]+(?: [a-z]+)?) "
             r",? ?(?:at|for|with) (?P<v>.+)", relation="works_at", value="org", who=PEOPLE,
        check=lambda f: _in_a_field(f), goes_on=True,
    ),
    # employer
    Pattern(
        verbs=("work",),
        rest=r"(?:\w+ly |full-time |part-time |remotely |mostly |nights |weekends |evenings |mornings |⟨\d+⟩ |"
             r"(?:the |a )?(?:night|day|late|early|"
             r"graveyard|evening|weekend|morning) ?(?:shifts?)? |shifts |here |there |in [\w ]+? |as [\w ]+? )*(?:at|"
             r"for) (?P<v>.+)", relation="works_at", value="org", who=PEOPLE, check=employer, goes_on=True,
    ),
    Pattern(
        verbs=("work",),
        rest=r"(?:\w+ly |full-time |part-time |nights |weekends |days |here )*in (?P<v>(?:an?|the) .+)",
        relation="works_at", value="org", who=PEOPLE | {"none"}, single=True, goes_on=True, check=_in_a_house,
    ),
    Pattern(
        verbs=("work",), rest=r"(?:\w+ly |together )*with (?P<v>.+)", relation="colleague", value="name",
        who=frozenset({"speaker"}), check=_people_only,
    ),
    Pattern(
        verbs=("employ",), rest=r"(?:as .+? )?(?:at|by|with) (?P<v>.+)", relation="works_at", value="org",
        passive=True, who=PEOPLE, check=employer, event_day=True,
    ),
    Pattern(
        verbs=("hire", "recruit"), rest=r"(?:(?:at|by|with) .+? )?as (?:an? |the |their )?(?:new )?(?P<v>.+)",
        relation="role", value="role", passive=True, who=PEOPLE, event_day=True, tenses=ANY, single=True, goes_on=True,
    ),
    Pattern(
        verbs=("hire", "recruit"), rest=r"(?:as .+? )?(?:at|by|with) (?P<v>.+)", relation="works_at", value="org",
        passive=True, who=PEOPLE, check=employer, event_day=True, tenses=ANY,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:a job|hired|taken on|recruited) (?:as .+? )?(?:at|by|with) (?P<v>.+)",
        relation="works_at", value="org", tenses=DONE, who=PEOPLE, check=employer, event_day=True,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:now |still |back |currently |over )*(?:at|with) (?P<v>.+)", relation="works_at",
        value="org", who=PEOPLE, check=_as_a_job, goes_on=True,
    ),
    Pattern(
        verbs=("",), rest=r"(?:(?:still|now|back|currently) )*(?:at|with) (?P<v>.+)", relation="works_at", value="org",
        check=_as_a_job, goes_on=True, who=frozenset({"none"}),
    ),
    Pattern(
        verbs=("join",), rest=r"(?!the (?:\w+ )?(?:club|choir|band|gym|team|party|union|group))(?P<v>.+)",
        relation="works_at", value="org", tenses=DONE, event_day=True, who=PEOPLE,
        check=lambda f: named_employer(f) or firm_called(f),
    ),
    Pattern(
        verbs=("start",), rest=r"(?:work(?:ing)? |out |a new job |my new job |as .+? )?(?:at|with|for) (?P<v>.+)",
        relation="works_at", value="org", tenses=DONE, event_day=True, who=PEOPLE, check=_started_at, goes_on=True,
    ),
    Pattern(
        verbs=("get", "have", "take", "land", "accept", "start", "find", "hold"),
        rest=rf"(?:myself )?(?:an?|the|my) (?:{_JOB}|(?:(?!an? |the )[\w-]+ )+{_JOB}) (?:as .+? )?"
             rf"(?:(?:on |in )?⟨\d+⟩ ?,? )?(?:at|with|for) (?P<v>.+)",
        relation="works_at", value="org", tenses=DONE | PRESENT, event_day=True,
        who=PEOPLE, check=employer,
    ),
    Pattern(
        verbs=("",), rest=rf"an? {_JOB} (?:as .+? )?(?:at|with) (?P<v>.+)", relation="works_at", value="org",
        who=frozenset({"none"}), check=named_employer, goes_on=True,
    ),
    Pattern(
        verbs=("be", "call", "name"), noun=r"(?:new |current )*(?:employer|company|workplace|firm)",
        rest=r"(?:called |named )?(?P<v>.+)", relation="works_at", value="org",
        check=lambda f: named_employer(f) or (f.words[f.groups["v"][0]].word in ("the", "a", "an") and employer(f)),
    ),
    Pattern(
        verbs=("head", "lead", "manage", "run", "oversee", "teach"), rest=r"(?:up )?[^,⟨]+? (?:at|for) (?P<v>.+)",
        relation="works_at", value="org", check=lambda f: f.words[f.groups["v"][0]].capital and not tool_word(f),
        goes_on=True, who=frozenset({"speaker"}), confidence=0.75,
    ),
    Pattern(
        verbs=("tutor", "consult", "freelance", "drive", "deliver", "clean", "nanny", "intern", "temp", "contract",
            "moonlight"), rest=r"(?:part-time |full-time |freelance )?(?:at|for|with) (?P<v>.+)", relation="works_at",
        value="org", who=PEOPLE, check=named_employer,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:now |still |back )?on (?:the )?(?:[\w-]+ )?(?:shift|shifts|staff|payroll|books|crew) (?:at|of|with) "
             r"(?P<v>.+)", relation="works_at", value="org", who=PEOPLE, check=employer,
    ),
    Pattern(
        verbs=("make", "earn"), rest=r"(?:a|my) living as (?:an? )?(?P<v>.+)", relation="role", value="role",
        who=PEOPLE, single=True,
    ),
    Pattern(
        verbs=("write", "code", "design", "build", "develop", "program", "edit", "drive", "cook", "bake", "make",
            "sell", "test", "translate", "consult", "teach", "do", "lead", "manage", "run", "report", "draw", "clean"),
        rest=r"[^,⟨]+? (?:for|at) (?P<v>.+)", relation="works_at", value="org",
        check=lambda f: two_words(f) or firm_called(f), goes_on=True, who=frozenset({"speaker"}), confidence=0.7,
    ),
    Pattern(
        verbs=("run", "own", "found", "start", "set", "open"),
        rest=r"(?:up )?(?:an?|my|our) (?:[\w'-]+ )*?(?:shop|store|business|company|studio|bakery|cafe|café|restaurant|"
             r"agency|startup|start-up|firm|practice|bar|pub|workshop|farm|salon|consultancy|school|gallery|bookshop|"
             r"garage|brewery)(?: here)? (?:called|named) (?P<v>.+)", relation="works_at", value="org",
        who=frozenset({"speaker"}), tenses=PRESENT,
    ),
    Pattern(
        verbs=("teach", "lecture", "practise"), rest=r"(?:[^,⟨]+? )?at (?P<v>.+)", relation="works_at", value="org",
        check=employer, goes_on=True, who=PEOPLE,
    ),
    Pattern(
        verbs=("start", "join"), rest=r".*? as (?:an? |the )?(?P<v>.+)", relation="role", value="role", tenses=DONE,
        event_day=True, who=PEOPLE, goes_on=True, check=an_occupation, single=True,
    ),
)
# fmt: on
