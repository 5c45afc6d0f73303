"""Diets, allergies, and what somebody does not take."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause, Mood
from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.common import ELIDED, NOTHING, SELF, WHO
from strandline.extract.tables.words import ALLERGENS, DIETS, INGESTED, listed
from strandline.types import Act

_SAID = frozenset({Mood.FACT, Mood.REQUEST})
_CAN = frozenset({None, "can"})
_QUANTITY = (
    r"any kind of|any form of|any|all|much|a lot of|too much|most|eating|drinking|having|using|anything with|things "
    r"with|products with|stuff with|foods with|food with"
)


def _taken(value: str) -> bool:
    """Whether a value is food, drink or a substance: of the list, or a kind of one."""
    words = value.split()
    return (
        value in INGESTED
        or (1 < len(words) < 4 and words[-1] in INGESTED and words[0] not in ("no", "so") and not _FOR & set(words))
        or (bool(words) and words[0] in ALLERGENS and len(words) == 1)
    )


_FOR = listed("to about for with on")
"""Of something else: "allergies to nuts"."""


def _consumed(value: str) -> bool:
    """The same, and nothing that one may have without eating it: "we don't have a dog"."""
    return _taken(value) and value not in _NOT_EATEN


_NOT_EATEN = listed(
    "cat cats dog dogs horses bees bee_stings wasps wasp_stings dust dust_mites grass hay fur feathers wool pollen "
    "mould mold nickel latex perfume "
    "plasters"
)
_IN_THE_HOUSE = listed(
    "fish rabbit chicken goat drugs cake candy sweets leftovers bread milk eggs butter coffee tea beer wine juice rice "
    "pasta cheese"
)


def _run_out(found: Found) -> bool:
    """ "We don't have bread" tells of the house."""
    verb = found.clause.verb
    return verb is not None and verb.lemma == "have" and verb.modal is None and found.text("v") in _IN_THE_HOUSE


def _allergy_named(clause: Clause) -> bool:
    """ "because of my nut allergy": an allergy that is presupposed, and not denied or outgrown."""
    words = {word.word for word in clause.rest}
    if not words & {"allergy", "allergies", "intolerance"}:
        return False
    verb = clause.verb
    over = verb is not None and (verb.negated or verb.ended or verb.lemma in ("outgrow", "grow", "lose", "cure"))
    return not over and not words & {"gone", "ex", "no"}


def _eaten(value: str) -> bool:
    words = value.split()
    return (
        bool(words)
        and words[0] not in NOTHING | {"another"}
        and len(words) < 6
        and not words[-1].startswith(("bite", "mouthful", "morsel", "spoonful", "crumb", "sip", "drop"))
        and not re.search(r"\b(?:before|after|until|alone|at|because)\b", value)
    )


_NO_ALLERGENS = listed(
    "mornings bullshit nonsense work mondays people effort exercise commitment stupidity drama you fun change "
    "monday tuesday tuesdays wednesday wednesdays thursday thursdays friday saturday sunday sundays weekdays meetings "
    "talk smalltalk chores "
    "homework housework paperwork spreadsheets idiots responsibility adulting queues losing waiting politics gossip "
    "hypocrisy deadlines "
    "emails jokes boredom alarms mornings decisions maths math crowds romance love sports sport gyms cardio ironing "
    "hoovering criticism"
)
"""What one is allergic to only in jest."""


def _allergen(value: str) -> bool:
    words = value.split()
    return (
        bool(words)
        and len(words) < 6
        and words[0] not in NOTHING
        and "⟨" not in value
        and not set(words) & _NO_ALLERGENS
    )


def _allergen_listed(value: str) -> bool:
    return value in ALLERGENS or (" " in value and value.split()[-1] in ALLERGENS)


def _diet(found: Found) -> bool:
    return DIETS.fullmatch(found.text("v")) is not None


_DEGREE = r"mostly|mainly|strictly|fully|proper|lifelong|strict|committed|nearly"
_DIET = rf"(?:an? )?(?P<v>{DIETS.pattern})"
_DIET_AFTER = (
    r"(?! (?:food|restaurants?|recipes?|meals?|dish|dishes|options?|cooking|cheese|friends?|family|wife|husband|chef|"
    r"cafe|café|place|pizza|burgers?|leather|shoes|cakes?|butter|products|menu|household|sausages?|bakery|cookies|"
    r"version|curious|since birth|for (?:the|an?|this|just one|one) (?:day|night|evening|afternoon|weekend|week|"
    r"moment|hour|party|challenge))\b)(?= |$)"
)
# fmt: off
_DIETS = (
    Pattern(
        verbs=("be",),
        rest=rf"(?:still |now |mostly |currently |been |going |back to being |on )*{_DIET}{_DIET_AFTER}",
        relation="diet", who=ELIDED, past=True, value="noun", strip=_DEGREE, check=lambda found: not _for_now(found),
    ),
    Pattern(
        verbs=("go", "turn", "become", "stay", "keep", "eat", "convert", "switch", "start"),
        rest=rf"(?:back |over )?(?:to )?(?:a |an |being |eating )*(?P<v>{DIETS.pattern})(?: diet)?{_DIET_AFTER}",
        relation="diet", who=ELIDED, tenses=ANY, event_day=True, strip=_DEGREE,
    ),
    Pattern(
        verbs=("be", "follow", "stick", "keep", "have", "do", "try", "start", "switch"),
        rest=r"(?:on |to )?(?:an? |the )?(?:strict |very )*(?P<v>[\w-]+(?: [\w-]+)??) diet\b", relation="diet",
        who=ELIDED, check=_diet, past=False,
    ),
    Pattern(
        verbs=("be",), rest=rf"on (?:the )?(?P<v>{DIETS.pattern}){_DIET_AFTER}", relation="diet", who=ELIDED,
        past=False,
    ),
    Pattern(
        verbs=("do",), rest=r"(?P<v>keto|paleo|low carb|low-carb|intermittent fasting|whole30)\b", relation="diet",
        who=SELF, past=False,
    ),
    Pattern(
        verbs=("",), rest=rf"(?:(?:been|still|now|lifelong|proper|strict|also) )*{_DIET}{_DIET_AFTER}",
        relation="diet", who=SELF, value="noun", strip=_DEGREE, confidence=0.8,
        check=lambda found: not _negative(found),
    ),
    Pattern(
        verbs=("stop", "quit", "finish", "cease", "give"),
        rest=rf"(?:up )?(?:on )?(?:being |eating |with |the |a |an |my )*(?P<v>{DIETS.pattern})(?: "
             rf"diet)?{_DIET_AFTER}",
        relation="diet", act=Act.END, who=ELIDED, tenses=ANY,
    ),
    Pattern(
        verbs=("eat",), rest=r"(?P<v>meat|fish|dairy|eggs|cheese|animal products) (?:and .+ )?again",
        relation="avoids", act=Act.END, who=ELIDED, past=False, goes_on=True,
    ),
    Pattern(
        verbs=("eat",),
        rest=r"(?:meat|fish|dairy|eggs|animal products|everything|chicken|beef|bacon)\b.* again\b|(?:meat|fish|dairy|"
             r"eggs|everything) again\b",
        relation="diet", act=Act.END, who=ELIDED, past=False, goes_on=True, value_of=lambda found: "",
    ),
    Pattern(
        verbs=("eat",), rest=r"(?P<v>vegetarian|vegan) again", relation="diet", who=ELIDED, past=False,
    ),
    Pattern(
        verbs=("eat", "drink", "smoke", "have"), rest=r"(?P<v>.+?) again\b", relation="avoids", act=Act.END,
        who=ELIDED, past=False, keep=_taken,
    ),
)
# fmt: on


def _for_now(found: Found) -> bool:
    """ "I'm vegan for the weekend", not "I've been vegan for years"."""
    verb, after = found.clause.verb, found.words[found.groups["v"][1] :]
    if verb is None or verb.tense != "present" or [word.word for word in after[:1]] != ["for"] or len(after) == 1:
        return False
    return after[1].word.startswith("⟨") and not any(time.type == "duration" for time in found.clause.sentence.times)


def _negative(found: Found) -> bool:
    return not found.clause.part and any(word.word in ("no", "not") for word in found.clause.fronted)


def _begins_with_no(clause: Clause) -> bool:
    """ "no meat for me": the clause begins with "no"."""
    fronted = [word.word for word in clause.fronted if word.is_word]
    return fronted[-1:] == ["no"] and not clause.part


_SEVERITY = (
    r"(?:(?:also|really|very|highly|quite|severely|mildly|deathly|badly|seriously|terribly|a bit|slightly|pretty|"
    r"super|extremely|violently|so|now|still|both) )*"
)
# fmt: off
_DIET_NAMED = (
    Pattern(
        verbs=("be",), noun=r"(?:current |usual )?diet",
        rest=rf"(?:basically |mostly |mainly |now |pretty much |all )*{_DIET}{_DIET_AFTER}", relation="diet",
        past=False, strip=_DEGREE,
    ),
)
# fmt: on
# fmt: off
_ALLERGIES = (
    Pattern(
        verbs=("be", "become"),
        rest=rf"{_SEVERITY}(?:allergic|intolerant|hypersensitive|anaphylactic) to (?:both )?(?P<v>.+)",
        relation="allergic_to", who=WHO | {"none"}, keep=_allergen, past=False, strip=_QUANTITY,
    ),
    Pattern(
        verbs=("be",),
        rest=rf"{_SEVERITY}(?P<v>lactose|gluten|fructose|histamine|dairy|sulphite|nut|peanut|egg|wheat|soy)[ "
             r"-](?:intolerant|allergic)",
        relation="allergic_to", who=ELIDED, past=False,
    ),
    Pattern(
        verbs=("have", "get", "develop"),
        rest=r"(?:an? |any )?(?:(?:known|really|very|severe|bad|serious|mild|slight|nasty|life-threatening|horrible|"
             r"terrible|"
             r"massive) )*(?:allergy|intolerance|allergies|allergic reactions?|sensitivity) to (?P<v>.+)",
        relation="allergic_to", who=WHO, keep=_allergen, past=False, strip=_QUANTITY, goes_on=True,
    ),
    Pattern(
        verbs=("have", "get"),
        rest=r"(?:an? )?(?:(?:really|very|severe|bad|serious|mild|slight|nasty|life-threatening|horrible|terrible|"
             r"massive) )*(?P<v>(?:(?!food |lot |few |many )[\w'-]+ ){1,2}?(?:and [\w'-]+ )?)(?:allergy|allergies|"
             r"intolerance)\b",
        relation="allergic_to", who=WHO, keep=_allergen_listed, past=False, goes_on=True,
    ),
    Pattern(
        verbs=("digest", "tolerate", "process"), rest=r"(?P<v>.+)", relation="allergic_to", who=WHO, negated=True,
        modal=_CAN | {"could"}, keep=_allergen_listed, past=False,
    ),
    Pattern(
        verbs=("react", "respond"), rest=r"(?:really |very |quite |so )?(?:badly|terribly|allergically) to (?P<v>.+)",
        relation="allergic_to", who=WHO, keep=_allergen_listed, past=False,
    ),
    Pattern(
        verbs=("give", "bring", "make"),
        rest=r"me (?:hives|a rash|an? (?:allergic )?reaction|out in|swell|break out|itch|wheeze|sneeze)",
        relation="allergic_to", takes="subject", who=frozenset({"thing", "person"}), past=False,
        keep=_allergen_listed,
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?:only |main |biggest |worst |food |known |other )*(?:allergy|allergies|allergens?|intolerances?)",
        rest=r"(?:to )?(?P<v>.+)", relation="allergic_to", keep=_allergen, past=False,
    ),
    Pattern(
        verbs=("",), rest=rf"{_SEVERITY}(?:allergic|intolerant) to (?P<v>.+)", relation="allergic_to", who=SELF,
        keep=_allergen, confidence=0.8,
    ),
    Pattern(
        verbs=("",),
        rest=r"(?:severe |mild |bad )?(?P<v>[\w'-]+(?: [\w'-]+)?)[ -](?:allergy|allergic|intolerant|intolerance)(?: "
             r"here)?$",
        relation="allergic_to", who=SELF, keep=_allergen_listed, confidence=0.75,
    ),
    Pattern(
        verbs=("*", ""),
        rest=r"(?:.*? )?my (?:(?:severe|bad|mild|serious) )?(?P<v>[\w'-]+(?: [\w'-]+)?) (?:allergy|allergies|"
             r"intolerance)\b", relation="allergic_to",
        who=frozenset({"speaker", "none", "thing", "person", "pronoun", "you", "other"}), speaker=True, tenses=ANY,
        guard=_allergy_named, keep=_allergen_listed,
        value="clause", goes_on=True, confidence=0.75, moods=frozenset({Mood.FACT, Mood.REQUEST, Mood.PLAN}),
        modal=frozenset({None, "will", "going", "must", "should", "can"}),
    ),
    Pattern(
        verbs=("outgrow", "grow"), rest=r"(?:out of )?(?:my|our|the) (?P<v>.+?) (?:allergy|intolerance)",
        relation="allergic_to", act=Act.END, who=WHO, tenses=ANY,
    ),
)
# fmt: on
_STOPS = ("give", "quit", "stop", "cut", "drop", "swear", "kick", "ditch", "eliminate", "renounce", "go")


def _given_up(found: Found) -> bool:
    """Whether the little word is the verb's: "give up", "cut out", "swear off"."""
    verb = "" if found.clause.verb is None else found.clause.verb.lemma
    particle = found.text("p")
    needed = {"give": {"up"}, "cut": {"out"}, "swear": {"off"}, "go": {"off"}}.get(verb)
    return needed is None or particle in needed


# fmt: off
_AVOIDS = (
    Pattern(
        verbs=("eat", "drink", "consume", "touch", "smoke", "vape"),
        rest=r"(?:any |much |really |(?:anything|things|food|stuff) (?:with|containing|made with|made of) "
             r")?(?P<v>.+?)(?: in (?:it|them))?$",
        relation="avoids", who=ELIDED, negated=True, modal=_CAN | {"could"}, keep=_eaten, past=False, strip=_QUANTITY,
        moods=_SAID, check=lambda found: not _exempt(found),
    ),
    Pattern(
        verbs=("eat", "drink"), rest=r"(?:absolutely |strictly )?no (?!more |longer |less |fewer |such )(?P<v>.+)",
        relation="avoids", who=ELIDED, keep=_eaten, past=False, strip=_QUANTITY,
        check=lambda found: not _exempt(found),
    ),
    Pattern(
        verbs=("drink",), rest=r"(?:at all|any more|alcoholically|really|much|⟨|$|,|and|but|so|or)",
        relation="avoids", fixed="alcohol", who=ELIDED, negated=True, past=False, check=lambda found: _plain(found),
    ),
    Pattern(
        verbs=("smoke",), rest=r"(?:at all|any more|really|⟨|$|,|and|but|so|or)", relation="avoids", fixed="smoking",
        who=ELIDED, negated=True, past=False, check=lambda found: _plain(found),
    ),
    Pattern(
        verbs=("have", "do", "take", "use", "handle", "tolerate"), rest=r"(?:any |with )?(?P<v>.+)",
        relation="avoids", who=ELIDED, negated=True, modal=_CAN, keep=_consumed, past=False, strip=_QUANTITY,
        moods=_SAID, check=lambda found: not _exempt(found) and not _run_out(found),
    ),
    Pattern(
        verbs=("avoid", "shun"), rest=r"(?P<v>.+)", relation="avoids", who=WHO, keep=_taken, past=False,
        strip=_QUANTITY,
    ),
    Pattern(
        verbs=("stay", "steer", "keep", "be"), rest=r"(?:well )?(?:away|clear|off) (?:from |of )?(?P<v>.+)",
        relation="avoids", who=WHO, keep=_taken, past=False, strip="the|all",
    ),
    Pattern(
        verbs=("be",), rest=r"(?:currently |now |completely |totally |trying to stay )*off (?:the |all )*(?P<v>.+)",
        relation="avoids", who=ELIDED, keep=_taken, past=False,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:strictly |completely |a )*(?:teetotal|tee-total|teetotaller|teetotaler|sober|alcohol-free|a "
             r"non-drinker|non-drinker)(?= (?:for|since|now|⟨|and|,|so|but)|$)",
        relation="avoids", fixed="alcohol", who=ELIDED, past=False, check=lambda found: _sober(found),
    ),
    Pattern(
        verbs=_STOPS,
        rest=r"(?P<p>up|out|off)? ?(?:on )?(?:eating |drinking |having |taking |consuming )?(?:all |the )*(?P<v>.+)",
        relation="avoids", who=ELIDED, tenses=ANY, keep=_taken, check=_given_up, event_day=True, strip=_QUANTITY,
        moods=frozenset({Mood.FACT}),
    ),
    Pattern(
        verbs=("have",), rest=r"to (?:give up|cut out|stop eating|stop drinking|quit) (?P<v>.+)", relation="avoids",
        who=ELIDED, tenses=frozenset({"past", "perfect"}), keep=_taken, event_day=True,
    ),
    Pattern(
        verbs=("give", "quit", "stop"), rest=r"(?:up )?(?:the )?(?:drinking|booze|drink)\b", relation="avoids",
        fixed="alcohol", who=ELIDED, tenses=ANY, event_day=True,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:strictly |completely )?(?:off the (?:list|menu|table)|off-limits|off limits|out|forbidden|a no-go|"
             r"a no no|a no-no|banned|not allowed) (?:for (?:me|us)|in (?:our|this|my) (?:house|home|kitchen))",
        relation="avoids", takes="subject", who=frozenset({"thing", "person"}), past=False,
    ),
    Pattern(
        verbs=("",),
        rest=r"(?:more )?(?P<v>.+?)(?: (?:for (?:me|us)(?: please| any more| after all| thanks| either)?|please|any "
             r"more|after all))?$",
        relation="avoids", who=SELF, keep=_taken, guard=_begins_with_no, confidence=0.75,
    ),
    Pattern(
        verbs=("begin", "start", "return", "go"),
        rest=r"(?:back )?(?:to )?eating (?:meat|animal products|everything|chicken|beef|bacon)\b",
        relation="diet", act=Act.END, who=ELIDED, tenses=ANY, event_day=True, goes_on=True, value_of=lambda found: "",
    ),
    Pattern(
        verbs=("begin", "start", "return", "go"),
        rest=r"(?:back )?(?:to )?(?:eating|drinking|having|smoking) (?P<v>.+?)(?: again)?$", relation="avoids",
        act=Act.END, who=ELIDED, tenses=ANY, keep=_taken,
    ),
    Pattern(
        verbs=("begin", "start"), rest=r"(?P<v>drinking|smoking)(?: again)?$", relation="avoids", act=Act.END,
        who=ELIDED, tenses=ANY,
    ),
)
# fmt: on


def _sober(found: Found) -> bool:
    """ "sober" alone may be of one evening."""
    said = " ".join(word.word for word in found.words)
    return not said.startswith("sober") or "for" in said or "since" in said or "⟨" in said


def _plain(found: Found) -> bool:
    said = " ".join(word.word for word in found.words)
    return not re.match(r"(?:and|or) (?:drive|eat)", said) and "coffee" not in said


def _exempt(found: Found) -> bool:
    """ "I don't eat well", "didn't eat anything": no kind of food."""
    said = " ".join(word.word for word in found.words)
    return bool(
        re.match(
            r"(?:(?:at|in|on|for|like|as|with|to|before|after|much|out|well|enough|a lot|anything(?! with)|until|"
            r"very|properly|that|this|there|here)\b|⟨)",
            said,
        )
    )


PATTERNS = (*_DIETS, *_DIET_NAMED, *_ALLERGIES, *_AVOIDS)
