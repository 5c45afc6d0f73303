"""What the tables of dated things share: the days of a clause."""

from __future__ import annotations

from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import of_the_future, times_of, to_come
from strandline.extract.patterns import Found
from strandline.extract.tables.words import listed
from strandline.timex import TimeSpan

PLANNED = frozenset({Mood.FACT, Mood.PLAN})
DULL = listed(
    "be do have see know say tell ask think let check try make get need want like love hate mean look feel keep give "
    "thank wait bring send show help share hear find talk guess assume believe miss remember forget wonder hope wish "
    "seem admit explain mention add answer reply hold put leave_it come go_back use sit stand cry sleep eat drink die"
)


def dates(found: Found) -> list[TimeSpan]:
    """The days that stand in the clause, read as its tense wants them; no durations, no rhythms."""
    clause, at = found.clause, found.clause.sentence.at
    spans = [
        span
        for span in times_of(clause)
        if not span.vague
        and span.type in ("date", "daterange", "datetime", "datetimerange")
        and (span.first or span.until)
    ]
    return (
        [to_come(span, clause.sentence.source, at) for span in spans]
        if at is not None and of_the_future(clause)
        else spans
    )


def ahead(found: Found) -> bool:
    """Whether a day after this one is given."""
    at = found.clause.sentence.at
    return at is not None and any((span.first or span.until or at) > at for span in dates(found))


_GOT = frozenset(["a", "an", "the", "my", "our", "another", "two", "married", "engaged", "divorced"])
_FINITE = frozenset(["is", "are", "was", "were", "will", "has"])


def _elided(clause: Clause) -> bool:
    """Whether a sentence begins with what the speaker is doing: "moving to Cork in April", not "logging it is hard"."""
    rest = clause.rest
    if clause.verb is not None and clause.verb.lemma == "get" and rest and rest[0].word not in _GOT:
        return False  # "getting late"
    return clause.subject.kind == "none" and not clause.lead and _FINITE.isdisjoint(word.word for word in clause.rest)


def moving(found: Found) -> bool:
    """ "I'm moving to Wellington in June": the present progressive with a day to come."""
    verb = found.clause.verb
    if verb is None or not verb.progressive or verb.negated or verb.modal is not None:
        return False
    if verb.tense != "present" and not (verb.tense == "bare" and _elided(found.clause)):
        return False
    if verb.lemma in DULL - {"get", "have", "see", "bring", "leave"}:
        return False
    if verb.lemma == "turn" and found.clause.rest and found.clause.rest[0].word.isdigit():
        return False  # "turning 50 in May"
    return ahead(found) and not {"you", "hoping"} & {word.word for word in found.clause.rest}
