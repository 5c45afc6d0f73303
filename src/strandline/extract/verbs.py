"""English verb forms: enough to find the verb of a clause, its lemma, its tense and whether it is denied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from strandline.extract.tokens import Token

_REGULAR = """
live reside work move relocate join start begin quit resign retire study learn teach play love like hate dislike
prefer enjoy adore detest loathe fancy mind own drive ride use speak avoid report manage lead head run switch change
marry divorce separate engage adopt rescue name call settle stay visit travel graduate finish complete train practise
practice collect paint sing dance cook bake swim climb hike cycle jog knit garden sew code program develop design
build write read plan intend aim hope want wish need expect book schedule submit attend celebrate turn suffer recover
smoke drink eat skip refuse tolerate stand bear follow convert volunteer sail surf ski fish hunt camp restore repair
remind answer reply respond keep stop cease give drop cancel end close expire rotate listen land rename host store
contain cost weigh measure belong accept operate serve deliver act care freelance consult commute rent share tutor
coach employ hire fire promote transfer migrate emigrate immigrate return register enrol enroll major specialise
specialize qualify certify identify prescribe inject diagnose injure sprain fracture discuss mean miss pass fail wed
die subscribe happen occur require depend point expose bind deploy ship release default upgrade back sync cover
provide include involve treat bother annoy irritate appreciate favour favor support cheer crochet draw juggle weld
solder translate interpret negotiate present organise organize farm edit publish wear walk pick park charge replace
talk look seem sound help try ask show raise note record photograph swap trade exchange ditch dump assign reassign
lapse part reach hand rejoin resettle rehome house-sit descend originate hail stem base locate situate relax retrain
bathe found set open dwell supervise widow betroth sack axe wean scale resize step jump poach recruit pack terminate
announce declare insist brag whisper yell finalise finalize clash bike row paddle skate box dive date see watch meet
track log invest save donate abandon abhor abide arrive brush bump carve cherish compose comprise consume contract
cope decide despise digest discontinue dismiss earn eliminate expand explore file fix forge foster handle holiday
honeymoon implement improve increase inherit kick lecture navigate order outgrow perform polish postpone purchase
quilt react receive relish renew renounce renovate repeat restart resume scrap shift shun sign struggle swallow
rehearse resolve refresh depart connect upload complain tour update vape whistle yodel touch steer knock crave explain
inspire touch-type lip-read apply propose roll revert downgrade pin part-exchange acquire jack chuck wave
""".split()  # noqa: SIM905
_IRREGULAR = """
be am/is/are/was/were been being|have has had having|do does/did done doing|go goes/went gone going|get gets/got
gotten/got getting|take takes/took taken taking|make makes/made made making|come comes/came come coming|grow
grows/grew grown growing|bear bears/bore born bearing|leave leaves/left left leaving|buy buys/bought bought
buying|sell sells/sold sold selling|teach teaches/taught taught teaching|speak speaks/spoke spoken speaking|know
knows/knew known knowing|lose loses/lost lost losing|find finds/found found finding|break breaks/broke broken
breaking|begin begins/began begun beginning|drive drives/drove driven driving|ride rides/rode ridden riding|write
writes/wrote written writing|read reads/read read reading|run runs/ran run running|swim swims/swam swum swimming|sing
sings/sang sung singing|eat eats/ate eaten eating|drink drinks/drank drunk drinking|give gives/gave given giving|keep
keeps/kept kept keeping|hold holds/held held holding|sit sits/sat sat sitting|stand stands/stood stood standing|lead
leads/led led leading|build builds/built built building|put puts/put put putting|set sets/set set setting|cut cuts/cut
cut cutting|spend spends/spent spent spending|meet meets/met met meeting|see sees/saw seen seeing|say says/said said
saying|tell tells/told told telling|think thinks/thought thought thinking|feel feels/felt felt feeling|mean
means/meant meant meaning|hear hears/heard heard hearing|become becomes/became become becoming|wed weds/wed wed
wedding|win wins/won won winning|fall falls/fell fallen falling|hurt hurts/hurt hurt hurting|forget forgets/forgot
forgotten forgetting|quit quits/quit quit quitting|wear wears/wore worn wearing|draw draws/drew drawn drawing|bind
binds/bound bound binding|send sends/sent sent sending|pay pays/paid paid paying|throw throws/threw thrown
throwing|bring brings/brought brought bringing|sleep sleeps/slept slept sleeping|lend lends/lent lent
lending|understand understands/understood understood understanding|let lets/let let letting |show shows/showed shown
showing|shut shuts/shut shut shutting|cost costs/cost cost costing|lie lies/lay lain lying|lay lays/laid laid
laying|catch catches/caught caught catching|strike strikes/struck struck striking|seek seeks/sought sought
seeking|shake shakes/shook shaken shaking|hit hits/hit hit hitting|split splits/split split splitting|shrink
shrinks/shrank shrunk shrinking|die dies/died died dying|sew sews/sewed sewn sewing|choose chooses/chose chosen
choosing|deal deals/dealt dealt dealing|dig digs/dug dug digging|hang hangs/hung hung hanging|hide hides/hid hidden
hiding|reset resets/reset reset resetting|rise rises/rose risen rising|stick sticks/stuck stuck sticking|swear
swears/swore sworn swearing|wake wakes/woke woken waking|weave weaves/wove woven weaving|catch catches/caught caught
catching|fly flies/flew flown flying
""".replace("\n", " ").split("|")


@dataclass(frozen=True, slots=True)
class Form:
    """What a written verb form is of: ``tense`` is base, s, past, participle or ing."""

    lemma: str
    tense: str


_IRREGULAR_FORMS = {
    "be": [
        ("be", "base"), ("am", "s"), ("is", "s"), ("are", "s"), ("was", "past"), ("were", "past"),
        ("been", "participle"), ("being", "ing"),
    ],
    "have": [("have", "base"), ("has", "s"), ("had", "past"), ("had", "participle"), ("having", "ing")],
}  # fmt: skip


def _irregular(parts: Sequence[str]) -> list[tuple[str, str]]:
    """(form, tense) of a row: base, third person and past by "/", participles by "/", -ing."""
    third, *past = parts[1].split("/")
    participles = parts[2].split("/")
    told = [*((word, "past") for word in past), *((word, "participle") for word in participles)]
    return [(parts[0], "base"), (third, "s"), *told, (parts[3], "ing")]


def _forms() -> dict[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = {}

    def add(word: str, lemma: str, tense: str) -> None:
        found.setdefault(word, []).append(Form(lemma, tense))

    irregular = {row.split()[0]: row.split() for row in _IRREGULAR}
    for lemma, parts in irregular.items():
        for word, tense in _IRREGULAR_FORMS.get(lemma) or _irregular(parts):
            add(word, lemma, tense)
    for lemma in dict.fromkeys(_REGULAR):
        if lemma in irregular:
            continue
        for word, tense in _regular(lemma):
            add(word, lemma, tense)
    return {word: tuple(forms) for word, forms in found.items()}


def _regular(lemma: str) -> list[tuple[str, str]]:
    stem = lemma[:-1] if lemma.endswith("e") else lemma
    doubled = lemma + lemma[-1] if lemma in _DOUBLING else lemma
    third = lemma + "es" if lemma.endswith(("s", "sh", "ch", "x", "z", "o")) else lemma + "s"
    past = lemma + "d" if lemma.endswith("e") else doubled + "ed"
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        third, past = lemma[:-1] + "ies", lemma[:-1] + "ied"
    ing = (stem if lemma.endswith("e") and not lemma.endswith("ee") else doubled) + "ing"
    return [(lemma, "base"), (third, "s"), (past, "past"), (past, "participle"), (ing, "ing")]


_DOUBLING = frozenset(
    """
    swap stop step scrap plan drop transfer jog knit program refer ship skip log wed hop rob enrol cancel travel
    """.split()  # noqa: SIM905
)
FORMS: dict[str, tuple[Form, ...]] = _forms()
"""Written form -> what it may be."""
_ADVERBS = frozenset(
    """
    also too still just really actually now currently already always usually mostly mainly often normally
    generally sometimes never ever finally recently officially basically only even kinda sorta pretty quite very
    totally absolutely truly honestly simply probably apparently sadly happily luckily unfortunately again once
    then so definitely certainly secretly particularly especially rather both all each first fully part-time
    full-time temporarily permanently originally previously formerly deeply severely mildly highly badly
    slightly primarily both therefore tbh lately newly proudly technically literally obviously naturally clearly
    well long gladly
    """.split()  # noqa: SIM905
)
_NEGATIONS = frozenset(["not", "never", "neither", "nor", "hardly", "barely"])
_GOT = frozenset(
    """
    into back rid over through up out better worse home lost stuck used involved hooked
    """.split()  # noqa: SIM905
)
"""After these "have got" is of "get", not of "have"."""
_MODALS = frozenset(["will", "would", "can", "could", "should", "may", "might", "must", "shall"])
_TOLD_AS_PAST = frozenset(["quit", "hurt", "split", "hit", "became", "let"])
"""Written alike in both tenses: of these one tells that they happened."""
_NO_ADVERBS = frozenset(["family", "reply", "apply", "italy", "july", "early", "daily", "weekly", "monthly"])
BESIDE = frozenset(["also", "too"])
_AFTER_BACK = frozenset(["on", "at", "with", "as", "under", "driving", "using", "working", "living", "playing"])
"""Before these "back" says that it was so before: "I'm back on the night shift"."""


@dataclass(slots=True, kw_only=True)  # not frozen: made too often for that
class Verb:
    """The verb group at the head of a predicate.

    ``tense`` is present, past, perfect, or bare (no finite verb: "been together", "vegan"). ``rest`` is the index of
    the first token after the main verb.
    """

    lemma: str
    tense: str
    rest: int
    progressive: bool = False
    passive: bool = False
    modal: str | None = None
    negated: bool = False
    ended: bool = False
    """"no longer", "not … any more", "used to"."""
    adverbs: frozenset[str] = field(default_factory=frozenset)


@dataclass(slots=True)
class _Lead:
    """What stands before the main verb: helping verbs, adverbs, denials; ``at`` is the token after it."""

    at: int
    auxiliaries: list[str] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    negated: bool = False
    ended: bool = False
    modal: str | None = None


def verb_group(words: Sequence[Token], start: int, *, subject: bool) -> Verb | None:
    """Read the verb group that begins at a token, or None where none does.

    ``subject`` says that a subject stands before it: without one a bare form counts only when it is no noun.
    """
    lead = _lead(words, start, subject=subject)
    back = not subject and lead.at == start and start < len(words) and words[start].word == "back"
    if back and _somewhere(words, start + 1):
        return None  # "back in York": no verb but where somebody is again
    main = _main(words, lead.at, lead.auxiliaries, subject=subject, modal=lead.modal)
    if main is None:
        return None
    lemma, tense, rest, progressive, passive = main
    if lemma in ("be", "have") and not passive and not progressive:
        rest, denied, over = _after_being(words, rest, lemma, lead.adverbs)
        lead.negated, lead.ended = lead.negated or denied, lead.ended or over
    if lemma in ("be", "go", "get", "return") and not passive and not lead.negated:
        again = _taken_up(words, rest, lemma)
        if again is not None:
            lemma, rest, tense, progressive = *again, "perfect" if tense != "present" else tense, again[0] != "be"
    return Verb(
        lemma=lemma, tense=tense, rest=rest, progressive=progressive, passive=passive, modal=lead.modal,
        negated=lead.negated, ended=lead.ended, adverbs=frozenset(lead.adverbs),
    )  # fmt: skip


def _lead(words: Sequence[Token], start: int, *, subject: bool) -> _Lead:
    lead = _Lead(start)
    while lead.at < len(words):
        at = lead.at
        word, following = words[at].word, words[at + 1].word if at + 1 < len(words) else ""
        lead.at += 1
        if word == "no" and following == "longer":
            lead.ended, lead.at = True, at + 2
        elif word in _NEGATIONS:
            lead.negated = True
        elif _adverb(word, following, placed=subject or bool(lead.auxiliaries), begun=at > start):
            lead.adverbs.add(word)
        elif word in _MODALS:
            lead.modal = word
        elif word == "used" and following == "to":
            lead.ended, lead.modal, lead.at = True, "used", at + 2
        elif word == "going" and following == "to" and lead.auxiliaries[-1:] and _is_verb(words, at + 2):
            lead.modal, lead.at = "going", at + 2
        elif _passed_over(words, at, lead.auxiliaries, subject=subject):
            continue
        elif _auxiliary(word, words, at):
            lead.auxiliaries.append(word)
        else:
            lead.at = at
            break
    return lead


def _passed_over(words: Sequence[Token], at: int, auxiliaries: Sequence[str], *, subject: bool) -> bool:
    """Whether a word before the verb says nothing: "much prefer", "I last week moved", "have got"."""
    word, following = words[at].word, words[at + 1].word if at + 1 < len(words) else ""
    if word == "much" and following in ("prefer", "like", "prefers", "enjoy"):
        return True
    if word.startswith("⟨"):
        return subject and at + 1 < len(words)
    return word == "got" and auxiliaries[-1:] in (["have"], ["has"]) and _has_got(words, at)


def _somewhere(words: Sequence[Token], at: int) -> bool:
    return at < len(words) and words[at].word in ("on", "at", "in", "with", "to", "from", "home", "under", "here")


def _beside_verb(word: str, following: str, lemma: str) -> bool:
    """Whether a word after "be" or "have" only says how or again: "am now", "have also", "am back on"."""
    if word == "back":
        return lemma == "be" and following in _AFTER_BACK
    return word in _ADVERBS and (lemma == "be" or word in BESIDE)


def _taken_up(words: Sequence[Token], at: int, lemma: str) -> tuple[str, int] | None:
    """The verb of "am back to driving", "went back to being": what is done again, and the token after it."""
    back = [word.word for word in words[at : at + 2]] == ["back", "to"]
    place = at + 2 if back else at + 1 if lemma == "return" and at < len(words) and words[at].word == "to" else None
    if place is None or place >= len(words):
        return None
    form = next((form for form in FORMS.get(words[place].word, ()) if form.tense == "ing"), None)
    return None if form is None or place + 1 >= len(words) else (form.lemma, place + 1)


def _adverb(word: str, following: str, *, placed: bool, begun: bool) -> bool:
    """Whether a word before the verb is an adverb; ``placed`` where a subject or helping verb stands before it."""
    verbal = following in FORMS or following in _MODALS
    if word in _ADVERBS and (placed or begun or verbal):
        return True
    made = word.endswith("ly") and len(word) > 4 and word not in FORMS and word not in _NO_ADVERBS
    return made and placed and verbal


def _has_got(words: Sequence[Token], at: int) -> bool:
    """Whether "got" at an index says no more than "have"."""
    following = words[at + 1].word if at + 1 < len(words) else ""
    return following not in _GOT and not _is_verb(words, at + 1, "past")


def _after_being(words: Sequence[Token], rest: int, lemma: str, adverbs: set[str]) -> tuple[int, bool, bool]:
    """(rest, negated, ended) of what follows "be" and "have": "is not", "am also", "have never", "is no longer"."""
    negated = ended = False
    while rest < len(words):
        word, following = words[rest].word, words[rest + 1].word if rest + 1 < len(words) else ""
        if word == "no" and following == "longer":
            ended, rest = True, rest + 2
        elif word in _NEGATIONS:
            negated, rest = True, rest + 1
        elif following and _beside_verb(word, following, lemma):
            adverbs.add(word)
            rest += 1
        else:
            break
    return rest, negated, ended


def _auxiliary(word: str, words: Sequence[Token], at: int) -> bool:
    """Whether the word helps a verb that follows it."""
    forms = FORMS.get(word, ())
    if not any(form.lemma in ("be", "have", "do") for form in forms):
        return False
    ahead = at + 1
    while ahead < len(words) and (words[ahead].word in _ADVERBS or words[ahead].word in _NEGATIONS):
        ahead += 1
    if (
        ahead < len(words)
        and words[ahead].word == "no"
        and words[ahead + 1 : ahead + 2]
        and (words[ahead + 1].word == "longer")
    ):
        ahead += 2
    if ahead >= len(words):
        return False
    nexts = {form.tense for form in FORMS.get(words[ahead].word, ())}
    lemma = forms[0].lemma
    if lemma == "be":
        return bool(nexts & {"ing", "participle"}) and words[ahead].word not in ("being", "left", "set", "cut", "put")
    if lemma == "have":
        return "participle" in nexts or words[ahead].word == "got"
    return "base" in nexts


def _is_verb(words: Sequence[Token], at: int, *tenses: str) -> bool:
    if at >= len(words):
        return False
    return any(not tenses or form.tense in tenses for form in FORMS.get(words[at].word, ()))


def _main(
    words: Sequence[Token], at: int, auxiliaries: list[str], *, subject: bool, modal: str | None
) -> tuple[str, str, int, bool, bool] | None:
    """(lemma, tense, rest, progressive, passive) of the main verb."""
    lemmas = [FORMS[word][0].lemma for word in auxiliaries]
    past = any(word in ("was", "were", "had", "did") for word in auxiliaries)
    forms = FORMS.get(words[at].word, ()) if at < len(words) else ()
    if not forms:
        guessed = _guessed(words, at, modal is not None or lemmas[-1:] == ["do"])
        if guessed is not None:
            return (
                guessed,
                "past" if past or (not auxiliaries and modal is None and words[at].word.endswith("ed")) else "present",
                at + 1,
                False,
                False,
            )
        if not auxiliaries:
            return None
        # the last auxiliary is the verb itself: "have always" + noun does not get here, "be" + adjective does
        return lemmas[-1], "past" if past else "perfect" if len(lemmas) > 1 else "present", at, False, False
    tenses = {form.tense for form in forms}
    lemma = forms[0].lemma
    if lemmas[-1:] == ["be"] and "ing" in tenses:
        tense = "past" if past else "perfect" if "have" in lemmas else "present"
        return lemma, tense, at + 1, True, False
    if lemmas[-1:] == ["be"] and "participle" in tenses:
        tense = "past" if past else "perfect" if "have" in lemmas else "present"
        return _of(forms, "participle"), tense, at + 1, False, True
    if lemmas[-1:] == ["have"] and "participle" in tenses:
        return _of(forms, "participle"), "perfect", at + 1, False, False
    if modal is not None or lemmas[-1:] == ["do"]:
        return _of(forms, "base"), "past" if past or modal == "used" else "present", at + 1, False, False
    if auxiliaries:
        return lemma, "past" if past else "present", at + 1, "ing" in tenses, False
    if not tenses & {"base", "s", "past"}:
        return lemma, "bare", at + 1, "ing" in tenses, tenses == {"participle"}
    if not subject and tenses == {"ing"}:
        return None
    told = words[at].word in _TOLD_AS_PAST
    finite = "past" if "past" in tenses and (told or not tenses & {"base", "s"}) else "present"
    return _of(forms, "past" if finite == "past" else "base"), finite, at + 1, False, False


_NO_VERBS = frozenset(
    """
    the a an my our your his her their its this that these those in on at for to of with from by as if so but
    and or no not all any some too myself personally alone both each either for ever hardly almost guess okay ok
    well like who which what when where why how whether because please thanks yes maybe perhaps instead though
    anyway still here there today
    """.split()  # noqa: SIM905
)


def _guessed(words: Sequence[Token], at: int, helped: bool) -> str | None:
    """The verb that a word of no list must be: right after "I", "we", "do", "can"."""
    if at >= len(words) or at == 0:
        return None
    word, before = words[at].word, words[at - 1].word
    plain = (
        word.isalpha() and len(word) > 2 and word not in _NO_VERBS and not words[at].capital and not word.endswith("ly")
    )
    return word if plain and (helped or before in ("i", "we")) and word not in _ADVERBS else None


def _of(forms: Sequence[Form], tense: str) -> str:
    return next((form.lemma for form in forms if form.tense == tense), forms[0].lemma)
