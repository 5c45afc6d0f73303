"""From a clause that a rule matches to claims: its values, their bounds, and the words that say them."""

from __future__ import annotations

import re
from dataclasses import replace

from strandline.extract.languages.clauses import Clause, trim
from strandline.extract.languages.grammar import Grammar, Way
from strandline.extract.languages.state import Reader
from strandline.extract.languages.table import Rule
from strandline.extract.languages.values import valid
from strandline.extract.relations import SPEAKER, relations
from strandline.types.claims import Act, Claim, Since

CONFIDENCE = 0.7


STUDENT = re.compile("étudiant|estudiante|student|طالب|छात्र|विद्यार्थी", re.IGNORECASE)
"""Where such a person "is at" is where they study."""


_PAIRS = {("birthday", "born_in"), ("works_at", "role"), ("studies", "studies_at")}


_LEADERS = {first for first, _ in _PAIRS}


def first_way(reader: Reader, ways: tuple[Way, ...], clause: Clause, subject: str, start: int) -> bool:
    """The first rule that fits; an end may be of several relations ("I left Google", "I left Rome")."""
    found: Rule | None = None
    for way in ways:
        if found is not None and not _go_together(found, way.rule):
            continue
        match = way.pattern.fullmatch(clause.text)
        if match is None or (way.rule.kind == "self" and not _tells_name(reader, match)):
            continue
        if emit(reader, way.rule, subject, clause, match, start):
            found = way.rule
            if found.act is not Act.END and found.relation not in _LEADERS:
                break
    if found is None:
        return False
    reader.subject = subject
    reader.open = None if relations()[found.relation].single else (found, subject)
    if subject == SPEAKER:
        reader.thing = None
    return True


def _tells_name(reader: Reader, match: re.Match[str]) -> bool:
    """ "I am Ana": after a greeting, or one capital word where only names have those."""
    name: str = match["v"]
    return reader.greeted or (reader.grammar.table.names_by_case and name.istitle() and " " not in name)


def _go_together(first: Rule, second: Rule) -> bool:
    ends = first.act is Act.END is second.act and first.relation != second.relation
    return ends or (first.relation, second.relation) in _PAIRS


def emit(reader: Reader, rule: Rule, subject: str, clause: Clause, match: re.Match[str], start: int) -> bool:
    """Adds the claims of a rule that matched; False, and none, if a value of it is not what the rule is about."""
    if rule.kind == "nothing":  # "I have quit my job": whatever held is over
        none = clause.cut(0, 0)
        reader.claims.append(claim_of(reader, rule, subject, none, (start, clause.stop), None))
        return True
    whole = clause.cut(*match.span("v"))
    values, tail = _cut_tail(reader.grammar, whole)
    many = not relations()[rule.relation].single
    parts = [bare_value(reader.grammar, part) for part in (split(reader.grammar, values) if many else [values])]
    if not parts or not all(valid(reader.grammar, rule.kind, part.text) for part in parts):
        return False
    qualifier = match.groupdict().get("q")
    for part in parts:
        reader.claims.append(claim_of(reader, rule, subject, part, (start, max(values.stop, clause.stop)), qualifier))
    for way in reader.grammar.after if tail is not None and rule.kind in ("role", "job", "org") else ():
        more = way.pattern.fullmatch(tail.text) if tail is not None else None
        if more is not None and tail is not None and way.rule.relation != rule.relation:
            where = way.rule
            if where.relation == "works_at" and STUDENT.match(values.text):
                where = replace(where, relation="studies_at")
            emit(reader, where, subject, tail, more, start)
    return True


def _cut_tail(known: Grammar, value: Clause) -> tuple[Clause, Clause | None]:
    match = known.words["tail"].search(value.text, 1)
    if match is None:
        return trim(value), None
    return trim(value.cut(0, match.start())), value.cut(match.start(), len(value.text))


def split(known: Grammar, value: Clause) -> list[Clause]:
    """The values of a list."""
    parts, place = [], 0
    if known.table.also:
        for match in known.words["also"].finditer(value.text):
            if match.start() > place:
                parts.append(value.cut(place, match.start()))
                place = match.end()
    parts.append(value.cut(place, len(value.text)))
    return [trim(part) for part in parts]


def bare_value(known: Grammar, value: Clause) -> Clause:
    """Without its article."""
    value = trim(value)
    match = known.words["articles"].match(value.text)
    if match is None or match.end() >= len(value.text) or match[0][:1].isupper():
        return value
    return value.cut(match.end(), len(value.text))


def claim_of(
    reader: Reader, rule: Rule, subject: str, value: Clause, span: tuple[int, int], qualifier: str | None
) -> Claim:
    """One claim; ``span`` is where its words stand, those that date it come on top."""
    row, at = relations()[rule.relation], reader.said.at
    shown = reader.said.content[value.start : value.stop] if value.text else ""
    start, stop = span
    if reader.span is not None:
        start, stop = min(start, reader.span[0]), max(stop, reader.span[1])
    end = rule.act is Act.END
    words = reader.began is not None and not row.timeless
    since = Since.WORDS if words else Since.ALWAYS if row.timeless else Since.SAID
    return Claim(
        subject=subject, relation=rule.relation, value=shown, at=at, qualifier=qualifier, act=rule.act,
        valid_from=None if end or row.timeless else reader.began or at,
        valid_to=(reader.began or at) if end else None,
        since=Since.SAID if end and not words else since,
        generic=rule.kind == "kind", loose=end,
        text=row.sentence(subject, shown, qualifier), start=start, stop=stop, confidence=CONFIDENCE,
    )  # fmt: skip
