"""Illnesses and medicines."""

from __future__ import annotations

from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.tables.common import ELIDED, NOTHING, SELF, WHO
from strandline.extract.tables.words import BEING_ILL, CONDITION, MEDICINE
from strandline.types import Act


def _ill(value: str) -> bool:
    return CONDITION.fullmatch(value) is not None


def _disease(value: str) -> bool:
    """What somebody was diagnosed with: any short noun phrase."""
    words = value.split()
    return bool(words) and len(words) < 7 and words[0] not in NOTHING


def _medicine(value: str) -> bool:
    return (
        value not in ("pills", "tablets", "meds", "medication", "pill", "tablet")
        and MEDICINE.fullmatch(value) is not None
    )


# fmt: off
_ILLNESS = (
    Pattern(
        verbs=("be",),
        noun=r"(?:(?:chronic|medical|health|long-term|existing|known|pre-existing) )*(?:conditions?|illness|illnesses|"
             r"diagnos[ei]s)",
        rest=r"(?:called |just )?(?P<v>.+)", relation="condition", value="thing", keep=_ill, past=False,
    ),
    Pattern(
        verbs=("have", "get"),
        rest=r"(?:this |that |these |the |my )?(?P<v>.+)(?<! in my family)(?<! in the family)(?<! in our family)(?<! "
             r"my mother 's side)(?<! my father 's side)(?<! my mum 's side)(?<! my dad 's side)(?<! my mom 's side)$",
        relation="condition", who=WHO, value="thing", keep=_ill, past=True,
        tenses=PRESENT,
        goes_on=True,
    ),
    Pattern(
        verbs=("get",), rest=r"(?!me\b)(?P<v>.+)", relation="condition", who=frozenset({"none"}), keep=_ill, tenses=ANY,
        progressive=False, goes_on=True,
    ),
    Pattern(
        verbs=("suffer", "struggle"), rest=r"(?:badly |really |a lot )?(?:from|with) (?P<v>.+)", relation="condition",
        who=WHO, keep=_ill, past=True,
    ),
    Pattern(
        verbs=("live", "deal", "cope"), rest=r"with (?P<v>.+)", relation="condition", who=WHO, keep=_ill, past=False,
    ),
    Pattern(
        verbs=("diagnose",), rest=r"(?:with|as having) (?P<v>.+)", relation="condition", who=WHO, tenses=ANY,
        passive=True, event_day=True, keep=_disease,
    ),
    Pattern(
        verbs=("diagnose",), rest=r"me with (?P<v>.+)", relation="condition",
        who=frozenset({"thing", "person", "pronoun"}), tenses=ANY, event_day=True, keep=_disease, speaker=True,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"(?P<v>{BEING_ILL.pattern})(?= (?:and|so|but|too|since|for|as|in|now|,|⟨|myself|with|\()|$)",
        relation="condition", who=WHO, past=False, value="noun",
    ),
    Pattern(
        verbs=("",), rest=rf"(?P<v>{BEING_ILL.pattern})(?: here)?$", relation="condition", who=SELF, value="noun",
        confidence=0.75,
    ),
    Pattern(
        verbs=("develop", "contract"), rest=r"(?P<v>.+)", relation="condition", who=WHO, tenses=ANY, keep=_ill,
        event_day=True,
    ),
    Pattern(
        verbs=("recover",), rest=r"from (?:my |the |a )*(?P<v>.+)", relation="condition", act=Act.END, who=WHO,
        tenses=DONE, progressive=False,
    ),
    Pattern(
        verbs=("get",), rest=r"over (?:my |the )*(?P<v>.+)", relation="condition", act=Act.END, who=WHO, tenses=DONE,
        keep=_ill,
    ),
    Pattern(
        verbs=("be", "go"),
        rest=r"(?:gone|cured|healed|away|completely gone|all better|cleared up)(?: now|$| at last| for good| "
             r"completely)",
        noun=r"(?P<q>.+)", relation="condition", act=Act.END, tenses=ANY, check=lambda found: _ill(found.thing),
    ),
)
# fmt: on
_DOSE = (
    r"(?:(?:a|an|my|some|the|daily|low|high|weekly|small|big|dose|doses|of|half|two|one|three|\d+(?:[.,]\d+)? ?(?:mg|"
    r"mcg|ml|g|iu|milligrams|micrograms|units|grams)?|mg|mcg|ml|milligrams|units|course|low-dose|prescription|"
    r"regular|maintenance|prescribed|tablets of|\d+mg) )*"
)


_OFF = r"off (?:of )?(?:the |my |all )*"


def _given_over(found: Found) -> bool:
    return found.clause.verb is not None and not found.clause.verb.negated


# fmt: off
_MEDICINES = (
    Pattern(
        verbs=("take", "inject", "use", "need", "swallow"), rest=rf"{_DOSE}(?P<v>.+)", relation="medication", who=WHO,
        keep=_medicine, past=True, strip=_DOSE, value="thing", check=lambda found: _regular(found),
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:still |now |currently |back )?on {_DOSE}(?P<v>.+)", relation="medication",
        who=ELIDED, keep=_medicine, past=True, strip=_DOSE, value="thing",
    ),
    Pattern(
        verbs=("prescribe",), rest=rf"{_DOSE}(?P<v>.+)", relation="medication", who=WHO, passive=True, tenses=ANY,
        keep=_medicine, event_day=True, strip=_DOSE,
    ),
    Pattern(
        verbs=("put", "prescribe", "start"), rest=rf"(?:me )(?:back )?(?:on )?{_DOSE}(?P<v>.+)",
        relation="medication", who=frozenset({"thing", "person", "pronoun"}), tenses=ANY, keep=_medicine,
        speaker=True, strip=_DOSE, check=lambda found: found.words[0].word == "me",
    ),
    Pattern(
        verbs=("start", "begin", "go"), rest=rf"(?:taking |on |using |back on )?{_DOSE}(?P<v>.+)",
        relation="medication", who=WHO, tenses=DONE, keep=_medicine, event_day=True, strip=_DOSE,
        check=lambda found: not found.text("v").startswith("off"),
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:current |only |daily |regular )*(?:medication|meds|medicine|prescription|tablets|pills)",
        rest=rf"(?:called |just )?{_DOSE}(?P<v>.+)", relation="medication", past=False, strip=_DOSE,
        check=lambda found: _medicine(found.text("v").split(" and ")[0].split(" ,")[0]),
    ),
    Pattern(
        verbs=("stop", "quit", "finish", "discontinue", "ditch"),
        rest=r"(?:taking |using |with |with my )?(?:the |my |all |of )*(?P<v>.+)", relation="medication", act=Act.END,
        who=WHO, tenses=ANY, keep=_medicine, check=_given_over,
    ),
    Pattern(
        verbs=("come", "go", "be", "get"),
        rest=r"(?:completely |now |finally )?off (?!on\b)(?:the |my |all |of )*(?P<v>.+)", relation="medication",
        act=Act.END, who=WHO, tenses=ANY, keep=_medicine, check=_given_over,
    ),
    Pattern(
        verbs=("take", "wean", "bring", "move", "have"), rest=rf"me (?:\w+ly |right |all the way )?{_OFF}(?P<v>.+)",
        relation="medication", act=Act.END, who=frozenset({"thing", "person", "pronoun", "other"}), tenses=DONE,
        keep=_medicine, speaker=True, event_day=True, check=_given_over, passive=False,
    ),
    Pattern(
        verbs=("take", "wean", "bring", "move"), rest=rf"(?:\w+ly |right |all the way )?{_OFF}(?P<v>.+)",
        relation="medication", act=Act.END, who=WHO, tenses=ANY, keep=_medicine, passive=True, event_day=True,
        check=_given_over,
    ),
    Pattern(
        verbs=("switch", "move", "change", "swap"), rest=r"(?:me )?(?:over )?from (?:the |my )?(?P<v>.+?) (?:on)?to .+",
        relation="medication", act=Act.END, who=WHO | {"thing", "other"}, tenses=DONE, keep=_medicine, speaker=True,
        passive=None, event_day=True, goes_on=True, check=_given_over,
    ),
    Pattern(
        verbs=("switch", "move", "change", "swap"),
        rest=rf"(?:me )?(?:over )?(?:from .+? )?(?:on)?to {_DOSE}(?P<v>.+)", relation="medication",
        who=WHO | {"thing", "other"}, tenses=DONE, keep=_medicine, speaker=True, passive=None, event_day=True,
        strip=_DOSE, goes_on=True,
    ),
)
# fmt: on


def _regular(found: Found) -> bool:
    """ "I took an aspirin" is no regular medicine."""
    verb = found.clause.verb
    return verb is not None and (verb.tense != "past") and not (verb.progressive and verb.modal is not None)


PATTERNS = (*_MEDICINES, *_ILLNESS)
