"""Appointments, deadlines, and what happened or will on a day."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.dating import PUT_OFF
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.common import ELIDED, SELF
from strandline.extract.tables.days import DULL, PLANNED, ahead, dates, moving
from strandline.extract.tables.words import listed


def _dated(found: Found) -> bool:
    return bool(dates(found))


def _behind(found: Found) -> bool:
    at = found.clause.sentence.at
    return at is not None and any(span.first is not None and span.first <= at for span in dates(found))


def _with_time(clause: Clause) -> bool:
    return any(word.word.startswith("⟨") for word in clause.words)


# fmt: off
_BEFALLEN = (
    Pattern(
        verbs=("*",), rest=r"(?P<v>.*)", relation="event", takes="verb", who=SELF, tenses=ANY,
        value="phrase", event_day=True, guard=_with_time, check=lambda found: _happened(found), progressive=False,
        confidence=0.7,
    ),
)
# fmt: on
_FIXED = (
    r"(?:(?!back |from |to |for |of |with |and |like |a )[\w'&-]+ ){0,4}?(?:appointment|appt|interview|check-?up|"
    r"check up|viewing|scan|mri|ct scan|x-ray|ultrasound|surgery|operation|haircut|consultation|dentist|doctor|gp|"
    r"orthodontist|physio|physiotherapist|vet|optician|hairdresser|barber|therapist|therapy session|counselling "
    r"session|session|audition|meeting|call|review|appraisal|hearing|inspection|vaccination|booster|blood test|eye "
    r"test|hearing test|smear test|colonoscopy|endoscopy|biopsy|follow-up|fitting|tasting|reservation|parents? ?'s? "
    r"evening|parent-teacher meeting|parent-teacher conference|1:1|one-on-one|stand-up|standup|demo|onboarding|"
    r"induction|briefing|screening|mammogram|physical|cleaning|root canal|filling|treatment|service|mot|survey|"
    r"closing|handover|sitter|solicitor|lawyer|notary|accountant|plumber|electrician)"
)
_HAPPENING = (
    r"(?:(?!back |from |to |for |of |with |and |like |a )[\w'&-]+ ){0,5}?(?:wedding|exam|exams|test|driving test|"
    r"concert|gig|recital|graduation|birthday party|party|funeral|christening|baptism|marathon|half marathon|race|"
    r"match|game|tournament|final|conference|presentation|talk|play|show|exhibition|performance|festival|flight|trip|"
    r"holiday|vacation|reunion|anniversary|first day|last day|move|launch|release|opening|premiere|retreat|course|"
    r"workshop|camp|ceremony|christmas party|baby shower|hen do|stag do|bachelorette|bachelor party|housewarming|"
    r"competition|finals|midterm|midterms|viva|defence|defense|thesis defence|thesis defense|audit|go-live|bar "
    r"mitzvah|bat mitzvah|thanksgiving dinner|open day|fair|market|fundraiser|triathlon|hike|due date|start date|"
    r"moving day|results?|lease|dinner)"
)


def _head(kind: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:my|our|the|a|an|next|first|second|annual|upcoming|big|final|yearly) )*{kind}(?: (?:at|with|for|in|to|"
        r"from|of) .+)?"
    )


_APPOINTMENT = _head(_FIXED)
_EVENT = _head(_HAPPENING)
_ON = (
    r"(?:now |actually |still |scheduled |booked |set |moved |been |rescheduled |confirmed |planned |due |only |"
    r"already )*(?:for |to |on |at |in |from |around |until )?(?:[\w'-]+ )?⟨"
)


def _subject_is(found: Found, kind: re.Pattern[str]) -> bool:
    clause = found.clause
    if clause.inherited or not _dated(found):
        return False
    words = " ".join(word.word for word in clause.words[clause.subject.start : clause.subject.stop])
    return kind.fullmatch(words) is not None


def _day_is(found: Found) -> bool:
    """ "Next Friday is my eye test": a day alone stands before the verb."""
    return bool(found.clause.fronted) and found.clause.fronted[-1].word.startswith("⟨") and _dated(found)


def _value_is(found: Found, kind: re.Pattern[str]) -> bool:
    return (
        _dated(found)
        and kind.fullmatch(
            re.split(r" (?:on|at|in|for|this|next|from)? ?⟨", found.text("v"))[0]
            .removesuffix(" at")
            .removesuffix(" on")
        )
        is not None
    )


_HAVE = (
    r"(?:got |booked |an? |another |my |our |the |to go to )*(?P<v>.+?)(?: (?:on|at|in|from|this|next|for))*(?: ⟨.*| "
    r",.*)?$"
)
_ANYBODY = frozenset({"speaker", "none", "pronoun", "person", "thing", "other"})
# fmt: off
_DATED = (
    Pattern(
        verbs=("be", "schedule", "book", "set", "move", "take", "happen", "start"), rest=rf"(?:place )?{_ON}",
        relation="appointment", takes="subject", who=frozenset({"thing", "person"}), tenses=ANY, passive=None,
        modal=frozenset({None, "will", "going"}), moods=PLANNED, check=lambda found: _subject_is(found, _APPOINTMENT),
    ),
    Pattern(
        verbs=("be", "schedule", "book", "set", "move", "take", "happen", "start", "go"), rest=rf"(?:place )?{_ON}",
        relation="event", takes="subject", who=frozenset({"thing", "person"}), tenses=ANY, passive=None,
        modal=frozenset({None, "will", "going"}), moods=PLANNED, check=lambda found: _subject_is(found, _EVENT),
    ),
    *(
        Pattern(
            verbs=PUT_OFF,
            rest=rf"(?:back |forward |off )?(?:my|our|the) (?P<v>{kind}) (?:back |forward |off |up |from .+? )*"
                 r"(?:(?:to|until|till) (?:the )?)?⟨",
            relation=relation, who=_ANYBODY, tenses=DONE, value="phrase", speaker=True, check=_dated, event_day=True,
            guard=_with_time,
        )
        for relation, kind in (("appointment", _FIXED), ("event", _HAPPENING))
    ),
    *(
        Pattern(
            verbs=PUT_OFF, rest=r"(?:back |forward |off |from .+? )*(?:to|until|till) (?:the )?⟨", relation=relation,
            takes="subject", who=frozenset({"thing"}), tenses=ANY, passive=True, check=check, guard=_with_time,
        )
        for relation, check in (
            ("appointment", lambda found: _subject_is(found, _APPOINTMENT)),
            ("event", lambda found: _subject_is(found, _EVENT)),
        )
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:my|our) (?P<v>{_FIXED})(?: (?:with|at|for) .+)?$", relation="appointment",
        who=frozenset({"none"}), value="phrase", check=lambda found: _day_is(found), past=False, speaker=True,
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:my|our) (?P<v>{_HAPPENING})(?: (?:with|at|for|in) .+)?$", relation="event",
        who=frozenset({"none"}), value="phrase", check=lambda found: _day_is(found), past=False, speaker=True,
    ),
    Pattern(
        verbs=("get",), rest=r"(?:moved|rescheduled|pushed|changed|booked|postponed|shifted|brought) .*⟨",
        relation="appointment", takes="subject", who=frozenset({"thing", "person"}), tenses=ANY,
        check=lambda found: _subject_is(found, _APPOINTMENT),
    ),
    Pattern(
        verbs=("get",), rest=r"(?:moved|rescheduled|pushed|changed|booked|postponed|shifted|brought) .*⟨",
        relation="event", takes="subject", who=frozenset({"thing", "person"}), tenses=ANY,
        check=lambda found: _subject_is(found, _EVENT),
    ),
    Pattern(
        verbs=("have", "book", "make", "schedule", "get", "attend"), rest=_HAVE, relation="appointment", who=ELIDED,
        tenses=ANY, moods=PLANNED, value="phrase", single=True, check=lambda found: _value_is(found, _APPOINTMENT),
    ),
    Pattern(
        verbs=("have", "attend", "get"), rest=_HAVE, relation="event", who=ELIDED, tenses=ANY, moods=PLANNED,
        modal=frozenset({None, "will", "going"}), value="noun", single=True,
        check=lambda found: _value_is(found, _EVENT),
    ),
    Pattern(
        verbs=("see", "visit"),
        rest=r"(?:my |the |a |an )*(?P<v>(?:dentist|doctor|gp|physio|orthodontist|therapist|optician|vet|consultant|"
             r"specialist|surgeon|cardiologist|dermatologist|neurologist|solicitor|lawyer|accountant|counsellor|"
             r"psychiatrist|gynaecologist|midwife|hygienist|notary)\b).*",
        relation="appointment", who=ELIDED, moods=PLANNED, tenses=ANY, value="noun", check=_dated,
    ),
    Pattern(
        verbs=("meet", "see"), rest=r"(?P<v>.+)", relation="appointment", takes="verb", who=frozenset({"speaker"}),
        moods=PLANNED, value="phrase", progressive=True, check=moving, event_day=True,
    ),
    Pattern(
        verbs=("",), rest=rf"(?P<v>{_FIXED})(?: appointment)?(?: is)?(?: (?:on|at|this|next|for))? ⟨",
        relation="appointment", who=SELF, value="noun", single=True, check=_dated, confidence=0.75,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:also |now |only |still |actually )*due\b", relation="deadline", takes="subject",
        who=frozenset({"thing", "person"}), modal=frozenset({None, "will"}), moods=PLANNED,
        check=lambda found: _due(found), past=True, speaker=True,
    ),
    Pattern(
        verbs=("have", "need", "must"),
        rest=r"to be (?:in|submitted|handed in|done|finished|delivered|ready|filed|paid|sent|completed|returned)\b",
        relation="deadline", takes="subject", who=frozenset({"thing"}), check=_dated,
    ),
    Pattern(
        verbs=("be",), rest=r".*", relation="deadline", takes="subject", who=frozenset({"thing"}),
        check=lambda found: found.clause.subject.text.startswith(("deadline for", "deadline to", "deadline of",
            "due date for", "final deadline for", "submission deadline for", "closing date for", "deadline on")) and
            _dated(found),
        strip=r"(?:the |my |our )?(?:final |submission )?(?:deadline|due date|closing date) (?:for|to|of|on)(?: "
              r"submitting| submit| applying for| apply for)?(?: the| my| our)?",
        past=True,
    ),
    Pattern(
        verbs=("be",), rest=r".*", relation="deadline", takes="subject", who=frozenset({"thing"}),
        check=lambda found: found.clause.subject.text.endswith(" deadline") and _dated(found), past=True,
    ),
    Pattern(
        verbs=("have", "need", "get"),
        rest=r"(?:until |till )?(?P<x>⟨\d+⟩ )?(?:got )?to (?P<v>(?:submit|hand in|turn in|file|finish|deliver|send "
             r"in|send|pay|complete|renew|return|apply|register|hand over|ship|publish|present|respond|decide|vacate|"
             r"move out)\b.*?)(?: (?:by|before|until|no later than|at the latest by))? ?⟨.*",
        relation="deadline", who=frozenset({"speaker"}), value="phrase", check=ahead, moods=PLANNED, past=False,
    ),
    Pattern(
        verbs=("submit", "hand", "turn", "file", "finish", "deliver", "pay", "renew"),
        rest=r"(?P<v>.*?)(?: (?:by|before|until))? ⟨.*", relation="deadline", takes="verb",
        who=frozenset({"speaker"}), modal=frozenset({"must", "should"}), value="phrase", moods=PLANNED,
        check=lambda found: found.clause.verb is not None and found.clause.verb.modal == "must" and ahead(found),
    ),
)
# fmt: on
_NOT_DUE = listed("baby babies twins she he it that this")


def _due(found: Found) -> bool:
    subject = found.clause.subject
    person = subject.kind == "person" and not subject.text.endswith("s")
    return _dated(found) and subject.kin is None and not person and subject.text.split()[-1] not in _NOT_DUE


_UNEVENTFUL = DULL | listed(
    "live work start join move quit like love study play use meet read watch write discuss call text plan decide "
    "learn realise realize notice spend teach stay wake walk cook order speak practise practice pay own listen sound "
    "happen stop suppose expect turn wear want run_out understand wish appreciate enjoy treat end cost track log set "
    "appear enjoy take drive ride open sit close"
)


_UNTOLD = listed("one it them back that this five two three so reading watching listening")


def _of_a_thing(found: Found) -> bool:
    """Whether what happened may be a thing's: "failed twice on Monday", "ran out of memory yesterday"."""
    verb = found.clause.verb
    lemma = "" if verb is None else verb.lemma
    first = found.clause.rest[0].word
    return lemma in ("fail", "crash", "stop", "expire", "die") or first in ("out", "down", "over", "off")


def _happened(found: Found) -> bool:
    """Something that befell the speaker on a day that is told."""
    verb = found.clause.verb
    if verb is None or verb.negated or verb.ended or verb.modal is not None or verb.tense not in ("past", "perfect"):
        return False
    elided = found.clause.subject.kind == "none"
    if verb.tense == "perfect" and any(span.relation == "since" for span in dates(found)):
        return False  # "we've rented here since 2016" goes on
    if elided and (found.clause.lead or verb.tense != "past" or len(found.clause.rest) < 2 or _of_a_thing(found)):
        return False  # "got a tattoo yesterday", not "crashed yesterday"
    if found.clause.subject.kind == "none" and found.clause.rest[0].word in ("to", "until", "till"):
        return False  # "postponed to Monday": something else was
    if verb.lemma == "go" and not re.match(
        r"(?:to|on|for|camping|hiking|skiing|through) ", " ".join(word.word for word in found.clause.rest)
    ):
        return False
    if (
        verb.lemma in _UNEVENTFUL
        and not (verb.lemma == "get" and _got(found))
        and not (verb.lemma == "have" and _had(found))
    ) or not _behind(found):
        return False
    words = [word.word for word in found.clause.words]
    start, stop = found.groups["v"]
    tail = found.words[stop - 1].word if stop > start else ""
    if tail in _UNTOLD or stop - start < 2:
        return verb.lemma in ("graduate", "retire", "marry") and stop > start
    return (
        3 <= len(words) <= 24
        and not set(words) & {"you", "your"}
        and found.clause.rest[0].word not in ("them", "it", "back")
    )


def _had(found: Found) -> bool:
    """ "I had my appendix out", "had a stroke" """
    said = " ".join(word.word for word in found.clause.rest)
    return (
        re.match(
            r"(?:(?:an?|my|our|another|the) )?(?:[\w'-]+ ){0,2}?(?:surgery|operation|accident|heart attack|stroke|baby|"
            r"miscarriage|crash|fall|seizure|[\w'-]+ (?:out|removed|fixed|repaired|replaced|stolen|done|fitted|"
            r"installed))\b",
            said,
        )
        is not None
    )


_BEFALLS = listed(
    "married engaged divorced promoted fired robbed burgled mugged lost stuck hit arrested accepted hired injured my "
    "a an vaccinated elected stung bitten"
)


def _got(found: Found) -> bool:
    return bool(found.clause.rest) and found.clause.rest[0].word in _BEFALLS


PATTERNS = _DATED
LAST = _BEFALLEN
"""After all others: it takes any verb."""
