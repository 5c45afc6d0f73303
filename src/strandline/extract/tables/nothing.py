"""None of a kind: "I don't have any siblings", "we have no pets", "I'm not allergic to anything"."""

from __future__ import annotations

from strandline.extract.clauses import Clause
from strandline.extract.patterns import Found, Pattern
from strandline.extract.tables.common import SELF
from strandline.extract.tables.words import listed

_KINDS = {
    "sibling": r"siblings|brothers (?:or|and|nor) sisters|sisters (?:or|and|nor) brothers|brother or sister",
    "child": r"kids|children|child|kid|kids of (?:my|our) own|children of (?:my|our) own",
    "pet": r"pets?|animals at home",
    "allergic_to": r"allergies",
    "condition": r"(?:medical |health |chronic )(?:conditions?|problems|issues|illness(?:es)?)|disabilities",
    "medication": r"(?:regular )?(?:medications?|medicines?|meds)",
    "hobby": r"hobb(?:ies|y)|pastimes",
}
"""Words for all there can be of a relation; "brothers" alone may leave a sister."""
_ENDS = (
    r"(?= (?:and|or|but|so|nor|yet|either|because|which|of my own|of our own|that i know of|as far as i know|at all|"
    r"myself|though|now|any more|any longer|these days|nowadays|currently|right now|just now|at the moment|,|;|\)|⟨)|$)"
)
_BEFORE = r"(?:[\w' ,-]{1,40}?(?: or| and|,| nor| but) )?"
"""Other things one does not have: "no kids or pets"."""
_WORDS = listed(
    "siblings brother brothers sister sisters kids children child kid pet pets animals allergies condition conditions "
    "problems issues illness illnesses "
    "disabilities medication medications medicine medicines meds hobby hobbies pastimes anything"
)


def _of_a_kind(clause: Clause) -> bool:
    return any(word.word in _WORDS for word in clause.rest)


def _no_such(found: Found) -> bool:
    """Denied once: by the verb ("don't have any") or before the noun ("have no"), now and of oneself."""
    clause = found.clause
    verb = clause.verb
    if verb is None:
        opening = {word.word for word in (*clause.fronted, *clause.words[:1])}
        none = clause.rest[0].word == "no" or ("no" in opening and not clause.part)
        return none and clause.lead not in ("if", "when", "who", "which")
    if verb.ended and verb.modal == "used":
        return False
    none = any(word.word == "no" for word in clause.rest[: found.groups["v"][0]])
    return none != (verb.negated or verb.ended) and clause.lead not in ("if", "when", "unless", "who", "which")


def _none_of(relation: str, kind: str) -> tuple[Pattern, ...]:
    verbs = ("have", "own", "keep", "take", "use", "want") if relation == "medication" else ("have", "own", "keep")
    said = Pattern(
        verbs=verbs, rest=rf"{_BEFORE}(?:got )?(?:no |any |a )?(?:known |other )?(?P<v>{kind}){_ENDS}",
        relation=relation, who=frozenset({"speaker"}), value="clause", denies=True, guard=_of_a_kind, check=_no_such,
        past=False, progressive=False, goes_on=True, confidence=0.8,
    )  # fmt: skip
    bare = Pattern(
        verbs=("",), rest=rf"(?:(?:{_BEFORE})no {_BEFORE})?(?:known )?(?P<v>{kind})(?: here$|{_ENDS})",
        relation=relation, who=SELF, value="clause", denies=True, guard=_of_a_kind, check=_no_such, goes_on=True,
        confidence=0.7,
    )  # fmt: skip
    return said, bare


PATTERNS = (
    *(pattern for relation, kind in _KINDS.items() for pattern in _none_of(relation, kind)),
    Pattern(
        verbs=("be",), rest=rf"(?:allergic|intolerant|sensitive) to (?P<v>anything){_ENDS}", relation="allergic_to",
        who=frozenset({"speaker", "person"}), value="clause", denies=True, negated=None, past=False,
        check=lambda found: found.clause.verb is not None and found.clause.verb.negated,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"(?:currently |now )?on (?:any |no )(?P<v>(?:regular )?(?:medication|medications|meds|"
             rf"medicines?)){_ENDS}",
        relation="medication", who=frozenset({"speaker"}), value="clause", denies=True, past=False, check=_no_such,
    ),
    Pattern(
        verbs=("have",),
        rest=rf"(?:a |any )?(?:partner|girlfriend or (?:a )?boyfriend|boyfriend or (?:a )?girlfriend|(?P<v>partner|"
             rf"girlfriend|boyfriend|husband|wife|spouse)){_ENDS}",
        relation="partner", who=frozenset({"speaker"}), value="clause", denies=True, past=False, check=_no_such,
    ),
)  # fmt: skip
"""Denials of all of a kind; the value is the word for the kind."""
