"""Relationship status, partners and friends."""

from __future__ import annotations

from strandline.extract.dating import dated, times_of
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.common import SELF
from strandline.extract.tables.persons import PEOPLE, SPEAKER, a_name
from strandline.extract.tables.tools import TOOLS
from strandline.extract.values import stretch
from strandline.types import Act

_PARTNER_WORDS = frozenset(
    """
    wife husband boyfriend girlfriend partner fiancé fiancée fiance fiancee spouse
    """.split()  # noqa: SIM905
)


_MATE_WORD = r"(?:wife|husband|boyfriend|girlfriend|partner|fiancé|fiancée|fiance|fiancee|spouse)"
_MATE = rf"(?:(?:my|our|his|her|their) (?:now )?(?:ex-)?{_MATE_WORD} (?:, )?)"
"""What may stand before the name of a partner."""


def _a_person(found: Found, group: str, *, small: bool = False) -> bool:
    """Somebody by name, no tool: "married to Excel"; ``small`` takes small letters too."""
    word = found.words[found.groups[group][0]]
    return word.word not in TOOLS and (
        word.capital or (small and word.word not in ("my", "the", "this", "a", "our", "an", "work", "it"))
    )


def _elided_since(found: Found) -> bool:
    """ "Married since 2017", after a comma only where the one who is married is spoken of just before."""
    subject = found.clause.subject
    whose = found.clause.lead != "," or subject.is_speaker
    return whose and not subject.text and times_of(found.clause)[0].relation == "since"


def _whose_name(found: Found) -> bool:
    """ "My husband's name is Rafael, been married since 2017": said of both, not of the name."""
    owner = found.clause.subject.owner
    partner = owner is not None and owner.kin is not None and owner.kin.relation == "partner"
    times = times_of(found.clause)
    return partner and found.clause.inherited and (times[0].relation == "since" or times[0].type == "duration")


def _company(found: Found) -> str | None:
    """With whom the speaker says "we": "Nadia and I"."""
    others = found.clause.subject.with_others
    if not others or not others[0].name:
        return ""  # "my boyfriend and I": whoever it is
    return " ".join(found.clause.sentence.source[others[0].first : others[0].last].split())


_RELATIVE = frozenset(["where", "when", "how", "before", "until", "after", "whether", "why"])
"""What is told by the way of a place or a time says nothing of how things stand: "the spot where we got engaged"."""


def _busy_with(found: Found) -> bool:
    """ "I'm engaged in research", "engaged with the community": at work on something, promised to nobody."""
    verb, words = found.clause.verb, found.words
    if verb is None or verb.lemma != "engage" or len(words) < _TWO:
        return False
    placed = words[1].capital or words[1].word.startswith("⟨")
    return words[0].word in ("in", "on", "with", "by") and not placed


_TWO = 2


def _the_mate(found: Found) -> bool:
    """A partner by name, not "my husband Tom's sister"."""
    stop = stretch(found.words, found.groups["v"][0], "name")[1]
    owning = stop < len(found.words) and found.words[stop].word == "'s"
    return a_name(found) and not owning


def _lately(found: Found) -> bool:
    """Whether no other day is told than one of the last months: who was left in 2010 is not who there was since."""
    span, at = dated(found.clause), found.clause.sentence.at
    return span is None or (span.first is not None and at is not None and 0 <= (at - span.first).days < _MONTHS)


_MONTHS = 200


def _a_couple(found: Found) -> bool:
    """The speaker with one by name, who is no sister or friend."""
    verb, others = found.clause.verb, found.clause.subject.with_others
    told = verb is not None and (verb.lemma != "be" or verb.tense == "present") and not (verb.negated or verb.ended)
    return told and len(others) == 1 and (others[0].kin is None or others[0].kin.relation == "partner")


# fmt: off
PATTERNS = (
    # status and partner
    Pattern(
        verbs=("be",),
        rest=r"(?:(?:happily|newly|recently|officially|now|again|still|currently) )*(?P<v>single|married|divorced|"
             r"engaged|widowed|separated)(?: (?:now|again|too|as well|still|any more|any longer|and .*|since .*|"
             r"⟨\d+⟩.*|for .*|with .*|but .*|,.*)|$)",
        relation="relationship_status", value="noun", who=PEOPLE, single=True, goes_on=True,
        value_of=lambda f: f.text("v"),
    ),
    Pattern(
        verbs=("marry", "divorce", "widow", "separate", "engage"),
        rest=r"(?!to |in (?:an?|the|this|talks|some|my|our)\b|from (?!my|her|him|his|me)[a-z]|⟨\d+⟩ to )(?:.*)$",
        relation="relationship_status", passive=True, who=PEOPLE, goes_on=True, check=lambda f: not _busy_with(f),
        value_of=lambda f: {"marry": "married", "divorce": "divorced", "widow": "widowed", "separate": "separated",
            "engage": "engaged"}[f.clause.verb.lemma if f.clause.verb else "marry"],
    ),
    Pattern(
        verbs=("divorce", "separate"), rest=rf"from {_MATE}?(?P<x>.+)", relation="relationship_status", passive=True,
        past=False, who=PEOPLE, goes_on=True, check=lambda f: _a_person(f, "x"),
        value_of=lambda f: "divorced" if f.clause.verb and f.clause.verb.lemma == "divorce" else "separated",
    ),
    Pattern(
        verbs=("divorce", "separate"), rest=rf"from {_MATE}?(?P<v>.+)", relation="partner", value="name", act=Act.END,
        passive=True, past=False, who=PEOPLE, event_day=True, check=lambda f: _a_person(f, "v"),
    ),
    Pattern(
        verbs=("get",), rest=rf"(?:divorced|separated) from {_MATE}?(?P<v>.+)", relation="partner", value="name",
        act=Act.END, tenses=DONE, who=PEOPLE, event_day=True, goes_on=True, check=lambda f: _a_person(f, "v"),
    ),
    Pattern(
        verbs=("marry", "divorce", "widow", "separate", "engage"), rest=r"(?:happily )?⟨\d+⟩",
        relation="relationship_status", tenses=ANY, passive=False, who=SELF,
        check=lambda f: _elided_since(f),
        value_of=lambda f: {"marry": "married", "divorce": "divorced", "widow": "widowed", "separate": "separated",
            "engage": "engaged"}[f.clause.verb.lemma if f.clause.verb else "marry"],
    ),
    Pattern(
        verbs=("be",), rest=r"an? (?:young |recent )?(?:widow|widower)\b", relation="relationship_status",
        fixed="widowed", who=PEOPLE,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:(?:happily|newly|recently|now|still) )*(?P<v>married|engaged) to (?:(?:an?|the) [a-z ]{2,30}? "
             r"(?:called|named) )?(?P<x>.+)", relation="relationship_status", value_of=lambda f: f.text("v"),
        who=PEOPLE, goes_on=True,
        check=lambda f: f.words[f.groups["x"][0]].capital or f.text("x").startswith(("a ", "an ")),
    ),
    Pattern(
        verbs=("marry", "engage"), rest=r"to (?:(?:an?|the) [a-z ]{2,30}? (?:called|named) )?(?P<x>.+)",
        relation="relationship_status", passive=True, who=PEOPLE, goes_on=True, check=lambda f: _a_person(f, "x"),
        value_of=lambda f: {"marry": "married", "engage": "engaged"}[f.clause.verb.lemma if f.clause.verb else "marry"],
    ),
    Pattern(
        verbs=("be",), rest=r"together\b", relation="partner", tenses=PRESENT, event_day=True, who=SPEAKER,
        value_of=lambda f: _company(f) or None, goes_on=True,
        check=lambda f: not (f.clause.verb and (f.clause.verb.negated or f.clause.verb.ended)),
    ),
    Pattern(
        verbs=("be", "get"),
        rest=r"(?:now |finally )*back together(?=$| (?:⟨|,|again|now|and|after|since|in ⟨|on ⟨))",
        relation="partner", tenses=ANY, event_day=True, who=SPEAKER, value_of=lambda f: _company(f) or None,
        past=False, check=lambda f: _a_couple(f),
    ),
    Pattern(
        verbs=("be", "get"), rest=r"(?:now |finally )*back together with (?P<v>.+)", relation="partner", value="name",
        tenses=ANY, event_day=True, who=SPEAKER, single=True, check=lambda f: _a_person(f, "v"),
    ),
    Pattern(
        verbs=("get",), rest=r"(?P<v>married|engaged|divorced|separated)(?: (?!to ).*)?$",
        relation="relationship_status", tenses=DONE, event_day=True, who=PEOPLE, value_of=lambda f: f.text("v"),
        check=lambda f: f.clause.lead not in _RELATIVE,
        goes_on=True,
    ),
    Pattern(
        verbs=("get",),
        rest=r"(?P<v>married|engaged|divorced|separated)(?: ?(?:⟨|,|on |in |last |this |and |!|lol).*)?$",
        relation="relationship_status", tenses=DONE, event_day=True, who=frozenset({"none"}),
        value_of=lambda f: f.text("v"), goes_on=True,
    ),
    Pattern(
        verbs=("be", "get"), rest=r"(?:now |finally |officially )?(?:married|engaged|a couple|an item)\b(?! to)",
        relation="partner", tenses=ANY, event_day=True, who=SPEAKER, value_of=lambda f: _company(f) or None,
        goes_on=True,
    ),
    Pattern(
        verbs=("marry", "engage"), rest=r"(?!to )", relation="partner", passive=True, event_day=True, who=SPEAKER,
        value_of=lambda f: _company(f) or None, goes_on=True,
    ),
    Pattern(
        verbs=("marry", "engage", "betroth"), rest=r"to (?:(?:an?|the) [a-z ]{2,30}? (?:called|named) )?(?P<v>.+)",
        relation="partner", value="name", passive=True, who=PEOPLE, check=lambda f: _a_person(f, "v", small=True),
    ),
    Pattern(
        verbs=("be", "get"),
        rest=r"(?:happily |newly |now |still |recently )*(?:married|engaged|hitched) to (?:(?:an?|the) [a-z ]{2,30}? "
             r"(?:called|named) )?(?P<v>.+)", relation="partner", value="name", who=PEOPLE, tenses=ANY, event_day=True,
        check=lambda f: f.words[f.groups["v"][0]].word not in ("my", "the", "this", "a"),
    ),
    Pattern(
        verbs=("marry",), rest=r"(?P<v>.+)", relation="partner", value="name", passive=False, tenses=DONE,
        event_day=True, who=PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:good |best |close |old |great )*(?:friends|mates) with (?P<v>.+)", relation="friend",
        value="name", who=SPEAKER,
        check=lambda f: _a_person(f, "v") or not any(t.capital for t in f.clause.sentence.tokens),
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:(?:good|best|close|old|great|firm|still|been) )*(?:friends|mates|flatmates|housemates|roommates|"
             r"neighbours|neighbors)\b(?! with)", relation="friend", who=SPEAKER,
        value_of=lambda f: _company(f) or None,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:(?:close|old|still|been) )*(?:colleagues|coworkers|co-workers|teammates|workmates)\b(?! with)",
        relation="colleague", who=SPEAKER, value_of=lambda f: _company(f) or None,
    ),
    Pattern(
        verbs=("date", "see", "meet"),
        rest=r"(?:someone|somebody|an? (?:\w+ )?(?:guy|girl|man|woman|person|lad|bloke|lady|nurse|teacher)) (?:new "
             r")?(?:called|named) (?P<v>.+)", relation="partner", value="name", progressive=True, who=PEOPLE | {"none"},
        check=a_name,
    ),
    Pattern(
        verbs=("date", "see"), rest=r"(?P<v>.+)", relation="partner", value="name", progressive=True, who=PEOPLE,
        check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("go",), rest=r"out with (?P<v>.+)", relation="partner", value="name", progressive=True, who=PEOPLE,
        check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("marry", "engage"), rest=r"(?:happily )?(?:for )?⟨\d+⟩", relation="partner", mentioned=True,
        speaker=True, passive=None, tenses=ANY, who=frozenset({"thing"}), check=lambda f: _whose_name(f),
    ),
    Pattern(
        verbs=("be",), rest=r"together\b(?! (?:with|in|at|on))", relation="partner", mentioned=True, speaker=True,
        tenses=PRESENT, who=frozenset({"speaker", "none", "thing", "person", "pronoun"}),
        check=lambda f: any(t.relation == "since" or t.type == "duration" for t in times_of(f.clause)),
    ),
    Pattern(
        verbs=("end",), rest=r"(?:it|things)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True,
        who=SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others),
    ),
    Pattern(
        verbs=("call",), rest=r"it (?:quits|a day|off)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True,
        who=SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others),
    ),
    Pattern(
        verbs=("part",), rest=r"(?:ways|company)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True,
        who=SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:over|done|finished|history|through)\b", relation="partner", act=Act.END,
        event_day=True, who=SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:all |definitely )?over (?:between|with) (?:me and )?(?P<v>.+)", relation="partner",
        value="name", act=Act.END, event_day=True, speaker=True, who=frozenset({"pronoun", "thing", "speaker"}),
        single=True, check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("leave", "dump", "ditch", "divorce"),
        rest=r"me(?=$| (?:⟨|,|for (?!dead)|after|and|because|when|but|in ⟨|on ⟨|at ⟨|last|by text|over))",
        relation="partner", act=Act.END, takes="subject", tenses=DONE, event_day=True, who=frozenset({"person"}),
    ),
    Pattern(
        verbs=("dump", "ditch"), rest=r"(?P<v>.+)", relation="partner", value="name", act=Act.END, tenses=DONE,
        event_day=True, who=SPEAKER, check=lambda f: _a_person(f, "v") and "for" not in f.text("v").split(" "),
    ),
    Pattern(
        verbs=("break", "split"),
        rest=r"up\b(?! (?:with|the|an?(?! (?:while|few|couple))|my|our|his|her|their|some|into)\b)", relation="partner",
        act=Act.END, tenses=DONE, event_day=True,
        who=SPEAKER, value_of=_company,
    ),
    Pattern(
        verbs=("separate", "divorce"),
        rest=r"(?=$|⟨|,|(?:and|because|after|so|but|in|on|at|last|earlier|this|when|amicably|legally|officially|"
             r"now)\b)", relation="relationship_status", tenses=ANY, past=True, event_day=True, who=SPEAKER,
        goes_on=True, check=lambda f: f.clause.subject.plural,
        value_of=lambda f: {"separate": "separated", "divorce": "divorced"}[f.clause.verb.lemma if f.clause.verb else
            "separate"],
    ),
    Pattern(
        verbs=("divorce", "separate"), relation="partner",
        rest=r"(?=$|⟨|,|(?:and|because|after|so|but|in|on|at|last|earlier|this|when|amicably|legally|officially|"
             r"now)\b)", act=Act.END, tenses=ANY, event_day=True, who=SPEAKER, value_of=_company, goes_on=True,
    ),
    Pattern(
        verbs=("call",), rest=r"off (?:the|our) (?:wedding|engagement)", relation="partner", act=Act.END, tenses=DONE,
        event_day=True, who=SPEAKER, value_of=_company,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:no longer )?(?:together|a couple|an item)\b", relation="partner", act=Act.END,
        event_day=True, who=SPEAKER, value_of=_company, negated=True,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:officially |now )?my ex\b", relation="partner", act=Act.END, who=frozenset({"person"}),
        speaker=True, value_of=lambda f: f.clause.sentence.source[f.clause.subject.first : f.clause.subject.last],
    ),
    Pattern(
        verbs=("come", "go", "be"), rest=r"(?:through|final|finalised|finalized)\b", relation="partner", act=Act.END,
        who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True, goes_on=True,
        check=lambda f: f.clause.subject.text == "divorce",
    ),
    Pattern(
        verbs=("come", "go", "be"), rest=r"(?:through|final|finalised|finalized)\b", relation="relationship_status",
        fixed="divorced", who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True,
        check=lambda f: f.clause.subject.text == "divorce",
    ),
    Pattern(
        verbs=("break", "split"), rest=r"up with (?!(?:me|us|him|her|them|you)\b)(?P<v>.+)", relation="partner",
        value="name", act=Act.END, tenses=DONE, who=PEOPLE | {"none"},
    ),
    Pattern(
        verbs=("break", "split"), rest=rf"up with {_MATE}(?P<v>.+)", relation="partner", value="name", act=Act.END,
        tenses=DONE, who=PEOPLE | {"none"}, event_day=True, single=True, check=lambda f: _the_mate(f),
    ),
    Pattern(
        verbs=("break", "split"),
        rest=rf"up with my (?:now )?{_MATE_WORD}(?=$| (?:⟨|,|(?:and|because|after|over|by|again|last|when|in|at|on)"
             r"\b))",
        relation="partner", act=Act.END, tenses=DONE, who=SPEAKER | {"none"}, event_day=True,
        value_of=lambda f: "", check=lambda f: _lately(f),
    ),
    Pattern(
        verbs=("divorce", "leave", "dump"), rest=r"(?P<v>.+)", relation="partner", value="name", act=Act.END,
        tenses=DONE, who=PEOPLE, passive=False,
        check=lambda f: f.text("v").split(" ")[0] == "my" and bool(_PARTNER_WORDS & set(f.text("v").split(" "))),
    ),
)
# fmt: on
