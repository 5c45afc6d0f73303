"""Reads one message with the table of one language: who is spoken of, which rule states it, which values it has.

Precision first. A clause is read only if a rule matches it from its beginning to its end, a value only if nothing in it
speaks against it; whatever is not understood also ends what later clauses could refer to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from strandline.extract.languages.clauses import TAKEN, Clause, hide_quotes, sentences, squeeze, trim
from strandline.extract.languages.grammar import Grammar, grammar
from strandline.extract.languages.kin import about_kin, has, names_it, of_thing, values_of_names
from strandline.extract.languages.state import OTHER, Outcome, Reader, Said
from strandline.extract.languages.stating import bare_value, claim_of, first_way, split
from strandline.extract.languages.times import began
from strandline.extract.languages.values import valid
from strandline.extract.relations import SPEAKER
from strandline.types.claims import Act, Claim


def read(said: Said, table_code: str) -> list[Claim]:
    """What a message of the user states, in the order of its words."""
    if said.role != "user":
        return []
    known = grammar(table_code)
    reader = Reader(said=said, grammar=known, text=hide_quotes(said.content))
    for start, stop in sentences(reader.text, ordinal_dot=known.table.ordinal_dot):
        _sentence(reader, start, stop)
    ended = {(claim.subject, claim.relation) for claim in reader.claims if claim.act is Act.END and claim.value}
    seen: set[tuple[str, str, str, Act]] = set()
    kept = []
    for claim in reader.claims:
        key = (claim.subject, claim.relation, claim.value.casefold(), claim.act)
        said_again = claim.act is Act.END and not claim.value and key[:2] in ended
        if key not in seen and not said_again:
            seen.add(key)
            kept.append(claim)
    return kept


def _sentence(reader: Reader, start: int, stop: int) -> None:
    text, words = reader.text, reader.grammar.words
    reader.open = None
    if not reader.grammar.table.topical:
        reader.subject = None
    if re.search("[?？؟¿]", text[start:stop]) or words["refuse"].search(squeeze(text, start, stop).text):
        reader.subject, reader.thing, reader.past, reader.began = OTHER, None, False, None
        return
    reader.began, reader.past, reader.span = None, False, None
    held, times = _take_times(reader, text[start:stop])
    for link, first, last in _parts(reader.grammar, held):
        clause = trim(squeeze(held, first, last, offset=start, spaced=reader.grammar.table.spaced))
        for place, end, instant in times:
            if first <= place < last:
                reader.began, reader.span = instant, (start + place, start + end)
        if not _whole(reader, clause, link):
            _by_parts(reader, clause, link)


def _whole(reader: Reader, clause: Clause, link: str) -> bool:
    """Reads a clause; where the verb comes last, only if that makes sense of values that share it."""
    known = reader.grammar
    if not (known.table.verb_final and known.words["soft"].search(clause.text)):
        if _clause(reader, clause, link) is not Outcome.LEAD:
            reader.began = reader.span = None
        return True
    before = replace(reader)
    if _clause(reader, clause, link) is Outcome.READ:
        reader.began = reader.span = None
        return True
    reader.restore(before)
    return False


def _by_parts(reader: Reader, clause: Clause, link: str) -> None:
    times = reader.began, reader.span
    place = 0
    for match in [*reader.grammar.words["soft"].finditer(clause.text), None]:
        end = match.start() if match else len(clause.text)
        reader.began, reader.span = times
        _clause(reader, trim(clause.cut(place, end)), link)
        place, link = (match.end() if match else end), "soft"
    reader.began = reader.span = None


def _take_times(reader: Reader, said: str) -> tuple[str, list[tuple[int, int, datetime]]]:
    """The sentence without its time words, and what those tell."""
    times = []
    for pattern in reader.grammar.since:
        for match in pattern.finditer(said):
            instant = began(reader.grammar.table, match, reader.said.at)
            if instant is not None:
                times.append((match.start(), match.end(), instant))
                said = said[: match.start()] + TAKEN * len(match[0]) + said[match.end() :]
    return said, times


def _parts(known: Grammar, said: str) -> Iterator[tuple[str, int, int]]:
    """Clauses and further values: how they are tied to what is before, and where they stand."""
    cuts = [("hard", match.start(), match.end()) for match in known.words["hard"].finditer(said)]
    if not known.table.verb_final:
        cuts += [("soft", match.start(), match.end()) for match in known.words["soft"].finditer(said)]
    link, place = "", 0
    for kind, start, end in sorted(cuts, key=lambda cut: (cut[1], -cut[2])):
        if start < place:
            link = "hard" if kind == "hard" else link
            place = max(place, end)
            continue
        yield link, place, start
        link, place = kind, end
    yield link, place, len(said)


def _clause(reader: Reader, clause: Clause, link: str) -> Outcome:
    """Reads one clause. If nothing but lead-ins were in it, what it said of time goes for the next."""
    words = reader.grammar.words
    clause = _skip_lead(reader, clause)
    if not clause.text:
        return Outcome.LEAD
    if words["subject"].fullmatch(clause.text):
        reader.subject = SPEAKER
        return Outcome.LEAD
    if reader.past or words["past"].search(clause.text):
        only = words["past"].fullmatch(clause.text) is not None
        rest = words["past"].sub("", clause.text, count=1).lstrip()
        reader.subject = SPEAKER if words["subject"].match(rest) else OTHER
        reader.past, reader.open, reader.thing = only, None, None
        return Outcome.LEAD if only else Outcome.UNKNOWN
    before = reader.subject
    read = any(way(reader, clause, before, link) for way in _WAYS)
    if not read:
        reader.subject, reader.open = OTHER, None
        if not words["they"].match(clause.text):
            reader.thing = None
    reader.greeted = False
    return Outcome.READ if read else Outcome.UNKNOWN


def _skip_lead(reader: Reader, clause: Clause) -> Clause:
    words = reader.grammar.words
    while clause.text:
        greeting = words["greeting"].match(clause.text)
        reader.greeted = reader.greeted or greeting is not None
        match = greeting or words["lead"].match(clause.text)
        if match is None or not match[0]:
            break
        reader.past = reader.past or bool(words["past"].search(match[0]))
        clause = trim(clause.cut(match.end(), len(clause.text)))
    return clause


def _stated(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """About the speaker, who is named by "I" or by the verb."""
    table = reader.grammar.table
    if table.topical and before not in (None, SPEAKER) and not reader.grammar.words["subject"].match(clause.text):
        return False
    return first_way(reader, reader.grammar.stated, clause, SPEAKER, clause.start)


def _about_them(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """ "She works at …" after somebody was spoken of, or no pronoun at all in the same sentence."""
    thing = reader.thing
    match = reader.grammar.words["they"].match(clause.text)
    if thing is None or thing.several:
        return False
    if match is not None and match[0]:
        return of_thing(reader, clause.cut(match.end(), len(clause.text)), clause.start)
    near = bool(link) or reader.grammar.table.topical or reader.grammar.table.subject_optional
    return near and (before == thing.subject or thing.told is not None) and of_thing(reader, clause, clause.start)


def _carried(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """ "… and work as …": the subject is that of the clause before."""
    topical = reader.grammar.table.topical
    if (link or topical) and (before == SPEAKER or (topical and before is None)):
        return first_way(reader, reader.grammar.carried, clause, SPEAKER, clause.start)
    return False


def _more(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """One more value of the rule before."""
    if reader.open is None or link != "soft":
        return False
    rule, subject = reader.open
    spaced = reader.grammar.table.spaced
    several = spaced or len(split(reader.grammar, clause)) > 1
    if rule.kind == "name" and reader.thing is not None and rule.relation == reader.thing.relation and several:
        return values_of_names(reader, clause, (0, len(clause.text)))
    if not spaced:
        return False
    denied = reader.grammar.words["no"].match(clause.text) if rule.relation in ("avoids", "dislikes") else None
    clause = clause.cut(denied.end() if denied else 0, len(clause.text))
    value = bare_value(reader.grammar, clause)
    few = len(value.text.split()) <= (3 if len(value.text) < len(clause.text) else 2)
    if not few or not valid(reader.grammar, rule.kind, value.text):
        return False
    reader.claims.append(claim_of(reader, rule, subject, value, (clause.start, clause.stop), None))
    return True


_WAYS = (about_kin, has, names_it, _stated, _about_them, _carried, _more)
