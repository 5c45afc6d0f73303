"""Pets: who comes, by name or kind, and who goes."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.people import KIN, PLURALS, singular
from strandline.extract.tables.words import listed
from strandline.types import Act

_WHO = frozenset({"speaker", "person", "pronoun"})
_ELIDED = _WHO | {"none"}
_KINDS = sorted((word for word in (*KIN, *PLURALS) if KIN[singular(word)].relation == "pet"), key=len, reverse=True)
_BREEDS = (
    r"(?:(?:golden|german|border|black|yellow|chocolate|brown|white|grey|gray|ginger|tabby|tortoiseshell|calico|"
    r"siamese|persian|bengal|ragdoll|maine coon|british shorthair|cocker|springer|jack russell|french|english|"
    r"bernese|miniature|standard|toy|rescue|retired|young|old|little|big|new|rescued|adopted|elderly|baby|pet|lovely|"
    r"sweet|cheeky|spoiled|fat|crazy|mischievous|energetic|pure-bred|mixed-breed|scottish|irish|welsh|great|shih|"
    r"house|indoor|outdoor|stray|one-eyed|three-legged|deaf|blind|african grey|bearded|leopard|hermann 's|dwarf|"
    r"lop-eared|angora|syrian|netherland dwarf|beautiful|gorgeous|adorable|tiny|small|large|wonderful|few|"
    r"scruffy|shaggy|fluffy|lazy|grumpy|nervous|anxious|"
    r"clumsy|chubby|skinny|ancient|ageing|lively|naughty|feral|silly|gentle|shy|noisy|greedy|wee|giant|hairless|"
    r"long-haired|short-haired|curly|toothless|friendly|hand-reared|half-blind|ex-racing|former|male|female) )*"
)
_ANIMAL = rf"{_BREEDS}(?P<q>{'|'.join(re.escape(kind) for kind in _KINDS)})"
_COUNT = (
    r"(?:(?:an?|the|my|our|one|two|three|four|five|six|seven|eight|nine|ten|another|second|third|some|several|both|"
    r"\d+|also|pair of|couple of|brand|of) )*"
)
_FOOD = listed("chicken fish duck goat goldfish mouse rat snake")
_COMES = ("have", "keep", "own", "get", "adopt", "rescue", "foster", "buy", "raise", "bring", "")


def _named(found: Found) -> bool:
    """Names come after "called", or large after a comma."""
    start, _ = found.groups["v"]
    return found.words[start].capital or found.words[start - 1].word in ("called", "named")


_PRAISED = listed("best good cutest sweetest softest very such total absolute real so love pure complete my light")
"""What is said of a pet after its name: "best boy ever"."""
_COUNTED = listed("a an two three four five six another pet one")


def _here(found: Found) -> bool:
    """Something kept: not "had a dog", not "a chicken for dinner", not "a cat flap", not "a dog in this fight"."""
    verb = found.clause.verb
    if {"fight", "hunt", "race"} & {word.word for word in found.words} or _anothers(found):
        return False
    if verb is not None and verb.ended:
        return True
    if verb is not None and verb.lemma in ("have", "keep", "own", "raise") and (verb.tense == "past" or verb.negated):
        return verb.negated and verb.tense != "past" and verb.lemma != "keep"
    start, stop = found.groups["q"]
    kind = " ".join(word.word for word in found.words[start:stop])
    if verb is not None and verb.lemma in ("get", "bring") and verb.tense not in ("past", "perfect"):
        return False
    counted = any(word.word in _COUNTED or word.word.isdigit() for word in found.words[:start])
    plural = singular(kind) != kind
    return (counted or plural) and not (
        kind in _FOOD
        and not {"called", "named"} & {word.word for word in found.words}
        and verb is not None
        and verb.lemma in ("have", "buy", "get", "raise", "bring")
        and not plural
        and "pet" not in found.text("a")
    )


def _anothers(found: Found) -> bool:
    """ "A cat in my yard that isn't mine" """
    words = found.clause.sentence.words
    if words.isdisjoint(_MINE):
        return False
    said = " ".join(word.word for word in found.clause.sentence.tokens)
    return _NOT_MINE.search(said) is not None


_MINE = frozenset(["mine", "ours", "neighbour's", "neighbor's", "belongs"])
_NOT_MINE = re.compile(r"\bnot (?:even |actually |really )?(?:mine|ours)\b|\bbelongs to (?!me\b|us\b)")


def _told_kind(found: Found) -> bool:
    """Whether what follows tells that it is an animal: "we brought home Biscuit, she's a beagle"."""
    name = found.words[found.groups["v"][0]]
    after = [word.word for word in found.clause.sentence.tokens if word.start > name.start]
    return _IS_ANIMAL.match(" ".join(after)) is not None


_IS_ANIMAL = re.compile(
    rf"(?:(?:home|in|on|board|⟨\d+⟩) )*, ?(?:(?:and |so )?(?:s?he|it|they) (?:is|are) )?(?:an?|our|the) {_ANIMAL}\b"
)


def _gone(found: Found) -> bool:
    start, stop = found.groups["v"]
    value = [singular(word.word) for word in found.words[start:stop]]
    return found.words[start].capital or any(word in KIN and KIN[word].relation == "pet" for word in value)


def _died(found: Found) -> bool:
    subject = found.clause.subject
    others = subject.owner is not None and not subject.owner.is_speaker
    return subject.kin is not None and subject.kin.relation == "pet" and not others


_OURS = r"(?:our |my |the )?(?:old |poor |dear |beloved |lovely |sweet |little )*"
_END = (
    r"(?= (?:and|who|which|that|now|at home|from|since|with|in|so|but|too|as well|,|⟨|last|this|\(|for|because|again|"
    r"together)|$)"
)
_KIND_WORDS = frozenset(word for kind in _KINDS for word in kind.split())


def _of_animals(clause: Clause) -> bool:
    return any(word.word in _KIND_WORDS for word in clause.rest)


_FOR_A_WHILE = r"(?:drink|eat|understand|think|feel|believe|know|me|us|look|the (?:vet|groomer|sitter|kennel|doctor))\b"
"""After "gave Rex to": those who give an animal back, and what is no gift."""
# fmt: off
FIRST = (
    Pattern(
        verbs=("live", "share", "stay"), rest=rf".*?with {_COUNT}{_ANIMAL} (?:called|named) (?P<v>.+)", relation="pet",
        who=frozenset({"speaker"}), value="name", guard=_of_animals, past=False, goes_on=True,
    ),
)
PATTERNS = (
    Pattern(
        verbs=_COMES,
        rest=rf".+? (?:called|named|,) .+? (?:and|plus|,) (?P<a>(?:an?|another|two|three|four|five|six|some|\d+) "
             rf")(?P<v>{_ANIMAL}){_END}", relation="pet",
        who=_ELIDED, tenses=ANY, value="thing", generic=True, guard=_of_animals, check=_here, event_day=True,
        past=False, single=True, goes_on=True,
    ),
    Pattern(
        verbs=_COMES,
        rest=rf"(?:home |in )?{_COUNT}{_ANIMAL}(?: (?:home )?(?:on |in |at )?⟨\d+⟩)?(?: ,)?(?: (?:called|named|by the "
             rf"name of) | ?(?:,|:|-|–|—|\() ?)(?P<v>.+)",
        relation="pet", who=_ELIDED, tenses=ANY, value="name", guard=_of_animals,
        check=lambda found: _here(found) and _named(found), event_day=True, past=False,
        keep=lambda value: value.split()[0] not in _COUNTED | _PRAISED,
    ),
    Pattern(
        verbs=_COMES, rest=rf"(?:home |in )?{_COUNT}(?P<v>{_ANIMAL}){_END}", relation="pet", who=_ELIDED, tenses=ANY,
        value="thing",
        generic=True, guard=_of_animals, check=_here, event_day=True, past=False, single=True, goes_on=True,
    ),
    Pattern(
        verbs=_COMES, rest=rf".+? (?:and|,|plus) {_COUNT}{_ANIMAL} (?:called|named) (?P<v>.+)", relation="pet",
        who=_ELIDED,
        tenses=ANY, value="name", guard=_of_animals, check=_here, event_day=True, past=False,
    ),
    Pattern(
        verbs=_COMES, rest=rf".+? (?:and|,|plus) {_COUNT}(?P<v>{_ANIMAL}){_END}", relation="pet", who=_ELIDED,
        tenses=ANY, value="thing", generic=True, guard=_of_animals, check=_here, event_day=True, past=False,
        single=True,
    ),
    Pattern(
        verbs=("call", "name"), rest=r"(?P<v>.+)", relation="pet", who=frozenset({"thing"}), passive=True,
        value="name", speaker=True,
        check=lambda found: found.clause.subject.owner is None and singular(found.clause.subject.text) in KIN and
            KIN[singular(found.clause.subject.text)].relation == "pet",
        past=False,
    ),
    Pattern(
        verbs=("adopt", "rescue", "foster"), rest=r"(?P<v>.+)", relation="pet", who=_ELIDED, tenses=ANY,
        event_day=True, value="name", check=lambda found: found.words[found.groups["v"][0]].capital,
        progressive=False,
    ),
    Pattern(
        verbs=("bring", "get", "take", "pick", "collect", "fetch"),
        rest=r"(?:home |in |up )?(?P<v>[^\W\d_]+)(?: (?:home|in|on board))?(?: (?:on |in )?⟨\d+⟩)*(?: ,.*)?$",
        relation="pet",
        who=_ELIDED, tenses=DONE, event_day=True, value="name", past=False, single=True, progressive=False,
        check=lambda found: found.words[found.groups["v"][0]].capital and _told_kind(found),
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:my|our) (?:beloved |new |old |lovely |little )*{_ANIMAL}{_END}", relation="pet",
        takes="subject", who=frozenset({"person"}), check=lambda found: found.clause.subject.kin is None, past=False,
    ),
    Pattern(
        verbs=("rehome", "lose", "bury"), rest=rf"{_OURS}(?P<v>.+)", relation="pet", act=Act.END, loose=True,
        who=_ELIDED, tenses=ANY, check=_gone, value="thing",
    ),
    Pattern(
        verbs=("give", "sell"),
        rest=rf"{_OURS}(?P<v>[\w'-]+(?: [\w'-]+)?) (?:away|up(?: for adoption)?|back|to (?!{_FOR_A_WHILE})[\w'-]+)",
        relation="pet", act=Act.END, loose=True, who=_ELIDED, tenses=DONE, check=lambda found: _gone(found),
        goes_on=True,
    ),
    Pattern(
        verbs=("give",), rest=rf"(?:away|up) {_OURS}(?P<v>[\w'-]+)(?: for adoption|$)", relation="pet", act=Act.END,
        loose=True, who=_ELIDED, tenses=DONE, check=lambda found: _gone(found), goes_on=True,
    ),
    Pattern(
        verbs=("put",), rest=rf"{_OURS}(?P<v>[\w'-]+(?: [\w'-]+)?) (?:down|to sleep)", relation="pet", act=Act.END,
        loose=True, who=_ELIDED, tenses=ANY, check=_gone,
    ),
    Pattern(
        verbs=("have",),
        rest=rf"to (?:put (?:down )?|say goodbye to |rehome |give up |part with |let )?{_OURS}(?P<v>[\w'-]+(?: "
             r"(?!down|to|go)[\w'-]+)?)(?: (?:down|go|to sleep))?",
        relation="pet", act=Act.END, loose=True, who=_ELIDED, tenses=ANY,
        check=lambda found: found.words[1].word in ("put", "say", "rehome", "part", "let", "give") and _gone(found)
            and found.clause.verb is not None and found.clause.verb.tense != "present",
    ),
    Pattern(
        verbs=("have",), rest=rf"(?:to (?:have|get) )?{_OURS}(?P<v>[\w'-]+) (?:put to sleep|put down|euthani[sz]ed)",
        relation="pet", act=Act.END,
        loose=True, who=_ELIDED, tenses=DONE, check=_gone,
    ),
    Pattern(
        verbs=("die",), rest=r".*", relation="pet", act=Act.END, loose=True, takes="subject",
        who=frozenset({"person"}), tenses=ANY, check=_died, goes_on=True,
    ),
    Pattern(
        verbs=("pass", "cross"), rest=r"(?:away|on|over the rainbow|the rainbow)\b", relation="pet", act=Act.END,
        loose=True, takes="subject", who=frozenset({"person"}), tenses=ANY, check=_died, goes_on=True,
    ),
)
# fmt: on
