"""Relatives, friends and animals: that they are there, what they are called, and what is said about them."""

from __future__ import annotations

from strandline.extract.languages.clauses import Clause, trim
from strandline.extract.languages.state import OTHER, Reader, Thing
from strandline.extract.languages.stating import claim_of, first_way, split
from strandline.extract.languages.table import Rule
from strandline.extract.languages.values import valid
from strandline.extract.relations import SPEAKER


def about_kin(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """ "My sister Ana works at …", "my dog is called …", "Ana is my sister"."""
    words, table = reader.grammar.words, reader.grammar.table
    match = words["kin_is"].fullmatch(clause.text)
    if match is not None:
        noun = match["noun"].casefold()
        reader.thing, reader.subject, reader.open = Thing(table.kin[noun], match["noun"]), OTHER, None
        return _name_it(reader, clause.cut(*match.span("v")), (clause.start, clause.stop))
    match = words["kin_phrase"].match(clause.text)
    kinds: dict[str, str] = dict(table.kin)
    if match is None:
        match = words["pet_phrase"].match(clause.text)
        kinds = dict.fromkeys(table.pets, "pet")
    if match is None:
        return False
    noun = match["noun"].casefold()
    reader.thing, reader.open = Thing(kinds[noun], table.pets.get(noun, match["noun"])), None
    if match.groupdict().get("name"):
        _name_it(reader, clause.cut(*match.span("name")), (clause.start, clause.cut(0, match.end()).stop))
    reader.subject = reader.thing.subject
    rest = clause.cut(match.end(), len(clause.text))
    return of_thing(reader, rest, clause.start) if rest.text else True


def of_thing(reader: Reader, rest: Clause, start: int) -> bool:
    """What follows "my sister": her name, or something about her."""
    thing = reader.thing
    if thing is None:
        return False
    for pattern in reader.grammar.called:
        match = pattern.fullmatch(rest.text)
        if match is not None and values_of_names(reader, rest, match.span("v"), start):
            reader.subject = thing.subject
            reader.open = (Rule(thing.relation, "name", ""), SPEAKER)
            return True
    if thing.relation == "pet":
        return False
    return first_way(reader, reader.grammar.others, rest, thing.subject, start)


def _name_it(reader: Reader, name: Clause, span: tuple[int, int]) -> bool:
    """The last thing has a name; the claim that it is there gives way to the one that names it."""
    thing, value = reader.thing, trim(name)
    if thing is None or not valid(reader.grammar, "name", value.text):
        return False
    place, (start, stop) = len(reader.claims), span
    if thing.told is not None:
        place, thing.told = thing.told, None
        start = min(start, reader.claims.pop(place).start)
    qualifier = thing.noun if thing.relation == "pet" else None
    claim = claim_of(reader, Rule(thing.relation, "name", ""), SPEAKER, value, (start, stop), qualifier)
    reader.claims.insert(place, claim)
    thing.several = bool(thing.name)
    thing.name = claim.value
    return True


def has(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """ "I have a dog", "we have two cats, …"."""
    table = reader.grammar.table
    goes_on = link == "soft" and reader.open is not None and reader.open[0].kind == "name"
    for pattern in (*reader.grammar.have, *(reader.grammar.have_more if goes_on else ())):
        match = pattern.fullmatch(clause.text)
        if match is None:
            continue
        noun = match["noun"].casefold()
        relation = table.kin.get(noun, "pet")
        reader.thing = Thing(relation, table.pets.get(noun, match["noun"]), told=len(reader.claims))
        rule = Rule(relation, "kind", "")
        first = match.start("count") if match.groupdict().get("count") else match.start("noun")
        value = clause.cut(first, match.end("noun"))
        qualifier = reader.thing.noun if relation == "pet" else None
        claim = claim_of(reader, rule, SPEAKER, value, (clause.start, clause.stop), qualifier)
        reader.claims.append(claim)
        reader.subject, reader.open = SPEAKER, (Rule(relation, "name", ""), SPEAKER)
        if match.groupdict().get("v"):
            values_of_names(reader, clause, match.span("v"))
        return True
    return False


def values_of_names(reader: Reader, clause: Clause, span: tuple[int, int], start: int | None = None) -> bool:
    """One or more names of the last thing; stops at the first that is none."""
    found = False
    for part in split(reader.grammar, clause.cut(*span)):
        if not _name_it(reader, part, (clause.start if start is None else start, clause.stop)):
            return found
        found = True
    return found


def names_it(reader: Reader, clause: Clause, before: str | None, link: str) -> bool:
    """ "The name is …" right after an animal or a relative without one, where clauses go on about their topic."""
    thing = reader.thing
    if thing is None or thing.told is None or not reader.grammar.table.topical:
        return False
    return any(
        match is not None and values_of_names(reader, clause, match.span("v"))
        for match in (pattern.fullmatch(clause.text) for pattern in reader.grammar.called)
    )
