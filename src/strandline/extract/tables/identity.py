"""Name, nickname, age, birthday, pronouns, origin, languages from birth, relationship status, partner."""

from __future__ import annotations

import re

from strandline.extract.clauses import Mood
from strandline.extract.dating import MONTHS, times_of
from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.subjects import NOT_NAMES
from strandline.extract.tables.tools import TOOLS
from strandline.extract.tables.words import BEING_ILL, DIETS
from strandline.extract.values import stretch
from strandline.types import Act

_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_AGE = rf"(?P<v>\d{{1,3}}|(?:{'|'.join(_NUMBER_WORDS.split())})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
_DATE = r"(?P<v>⟨\d+⟩|\d.*|[a-z]+ \d.*)"
_SPEAKER = frozenset({"speaker"})
_PEOPLE = frozenset({"speaker", "person", "pronoun"})
_NATIONALITY = re.compile(r"(?:ish|ese|ian|ean|can|ch|ese|ani|qi|eli|ali|wegian|man|ss|ek|ole|ede|ane|inn?|utch|hai)$")
_NATIONS = frozenset(
    "british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian polish "
    "czech slovak hungarian romanian bulgarian greek turkish russian ukrainian finnish swedish norwegian danish icelandic "
    "estonian latvian lithuanian croatian serbian bosnian slovenian albanian american canadian mexican brazilian "
    "argentinian argentine chilean peruvian colombian venezuelan cuban chinese japanese korean vietnamese thai indonesian "
    "malaysian filipino singaporean indian pakistani bangladeshi nepalese nepali sri-lankan iranian persian iraqi syrian "
    "lebanese israeli palestinian jordanian egyptian moroccan algerian tunisian libyan nigerian ghanaian kenyan ethiopian "
    "somali ugandan tanzanian south-african zimbabwean senegalese australian kiwi maltese cypriot armenian georgian azeri "
    "kazakh uzbek mongolian taiwanese catalan basque breton bavarian sicilian welshman irishman scot dane swede finn pole "
    "turk greek spaniard frenchman frenchwoman englishman englishwoman dutchman afghan saudi emirati kuwaiti jamaican".split()
)
_BELONGING = frozenset(
    """
    jewish muslim christian hindu buddhist catholic protestant sikh orthodox mormon quaker european asian african arab
    latino latina hispanic black white gay bi lesbian trans queer autistic deaf blind left-handed vegan vegetarian
    republican democrat liberal conservative marxist
    """.split()  # noqa: SIM905
)
"""What somebody is, written with a capital, and no name."""
_NO_NAMES = frozenset(("same", "right", "almost", "nothing", "all", "new", "still", "only", "again", "yes", "no")) | frozenset(
    "ok okay done sorry fine good great happy back here ready sure serious sick tired busy free single married not so very just all "
    "only well glad afraid old new late early home alone awake away off out in on up down over available interested excited curious "
    "confused lost stuck broke hungry thirsty sad mad angry bored cold hot full dead done gone going trying looking god".split()
)
_PARTNER_WORDS = frozenset("wife husband boyfriend girlfriend partner fiancé fiancée fiance fiancee spouse".split())


def _capital(found: Found) -> bool:
    """A name in the place of "a nurse" is written as one, and is the end of what is said."""
    start, _ = found.groups["v"]
    words = found.words
    if words[start].word in _NO_NAMES | _BELONGING or words[start].word.endswith("-based") or not words[start].capital or words[start].word in _NATIONS or words[start].word.startswith("⟦"):
        return False
    stop = start
    while stop < len(words) and words[stop].capital:
        stop += 1
    ends = stop == len(words) or words[stop].word in (",", ".", "and", "by", "from", "with", "(", "-", "⟨0⟩", "your", "the", "here")
    return ends and not _NATIONALITY.fullmatch(words[start].word) and not any(w.word.isdigit() for w in words[start:stop])


def _from_somewhere(found: Found) -> bool:
    """A place one can be from: with a capital, or in a text that has none; not "the future", not "IT support"."""
    start, stop = stretch(found.words, found.groups["v"][0], "place")
    words = found.words[start:stop]
    named = any(word.capital and word.word != "it" for word in words)
    return named or (len(words) <= 2 and words[:1] != () and words[0].word not in ("the", "a", "an", "my", "work", "home", "scratch", "here", "there") and not any(t.capital for t in found.clause.sentence.tokens))


def _a_name(found: Found) -> bool:
    """Written as a name, or in a text without capitals; not "spelled with a K", not "on the list"."""
    word = found.words[found.groups["v"][0]]
    small = not any(token.capital for token in found.clause.sentence.tokens)
    return word.word not in _NO_NAMES | NOT_NAMES | {"spelled", "spelt", "pronounced", "taken", "written", "wrong", "missing"} and (word.capital or small)


def _profile(found: Found) -> bool:
    """Whether the sentence is a list of what somebody is, in which a bare number is an age: "Solveig here, 34, she/her"."""
    words = [token.word for token in found.clause.sentence.tokens]
    cues = {"here", "single", "married", "divorced", "based", "living"} & set(words)
    told = bool(cues) or any("/" in word and word[0] in "sht" for word in words) or any(re.fullmatch(r"\d{2}[mf]", w) for w in words)
    return told and len(words) <= 16 and not any(word in ("i", "we", "you", "$", "%") for word in words)


def _small_name(found: Found) -> bool:
    """ "im tamsin btw, 34": of one who writes small, a word before the age that is no state, trade or people."""
    word = found.text("v")
    small = not any(token.capital for token in found.clause.sentence.tokens)
    state = word in _NO_NAMES | _BELONGING | _NATIONS | _STATES or word.endswith(("ed", "ing", "ful", "ic", "ous", "less", "ive", "ish", "ese", "sexual"))
    return small and not state and DIETS.fullmatch(word) is None and BEING_ILL.fullmatch(word) is None and not occupation([word], known=True)


_PROUD = frozenset("proud fellow longtime long-time new happy big total huge first avid keen lifelong another certified same complete regular former recovering".split())
_MEANS = frozenset("bus train car bike tram foot plane boat ferry metro tube taxi feel instinct ear memory gut choice default law".split())
_STATES = frozenset("male female straight bisexual tall short male man woman guy girl mum dad mother father student parent human british fine over under about around almost nearly".split())


def _nation(found: Found) -> bool:
    return found.text("v").split(" ")[0] in _NATIONS


def _a_person(found: Found, group: str, *, small: bool = False) -> bool:
    """Somebody by name, no tool: "married to Excel"; ``small`` takes small letters too."""
    word = found.words[found.groups[group][0]]
    return word.word not in TOOLS and (word.capital or (small and word.word not in ("my", "the", "this", "a", "our", "an", "work", "it")))


def _company(found: Found) -> str | None:
    """With whom the speaker says "we": "Nadia and I"."""
    others = found.clause.subject.with_others
    if not others or not others[0].name:
        return ""  # "my boyfriend and I": whoever it is
    return " ".join(found.clause.sentence.source[others[0].first : others[0].last].split())


def birthday(found: Found) -> str | None:
    """The day of birth in one form: "9 November", "3 February 1988"."""
    for span in times_of(found.clause):
        for reading in span.readings:
            match = re.match(r"(\d{4}|XXXX)-(\d\d)-(\d\d)$", reading.timex)
            if match:
                year = "" if match[1] == "XXXX" else f" {match[1]}"
                return f"{int(match[3])} {MONTHS[int(match[2]) - 1]}{year}"
    return None


def birthday_named(found: Found) -> str | None:
    """The same, where a month is named: not "on Saturday"."""
    said = " ".join(found.clause.sentence.source[span.start : span.stop].casefold() for span in times_of(found.clause))
    return birthday(found) if any(month.casefold()[:3] in said for month in MONTHS) else None


PATTERNS = (
    # name
    Pattern(verbs=("be",), noun=r"(?:full |real |first |actual |given |legal )?name", relation="name", value="name", check=_a_name),
    Pattern(verbs=("call", "name"), relation="name", value="name", passive=True, who=_SPEAKER),
    Pattern(verbs=("be",), rest=r"(?P<v>.+)", relation="name", value="name", check=lambda f: not f.clause.part and not f.clause.subject.plural and _capital(f), who=_SPEAKER, confidence=0.8),
    Pattern(verbs=("be",), rest=r"(?P<v>[^\W\d_]{3,12})(?: btw| by the way)? , \d\d(?: ?[mf]| years? old| yo)?(?: ?(?:,|and|from|in|here|⟨).*)?$", relation="name", value="name", check=lambda f: not f.clause.part and _small_name(f), who=_SPEAKER, confidence=0.6),
    Pattern(verbs=("",), rest=r"(?P<v>\w+(?: \w+)?) here$", relation="name", value="name", who=frozenset({"none"}), check=lambda f: f.words[f.groups["v"][0]].capital and f.text("v").split(" ")[0] not in _PROUD and _a_name(f) and (len(f.clause.sentence.tokens) <= 5 or _profile(f)), confidence=0.7),
    Pattern(verbs=("be",), noun=r"(?:nickname|nick|handle|pen name|username|stage name|online name)", relation="nickname", value="name"),
    Pattern(verbs=("go",), rest=r"by (?:the name (?:of )?)?(?P<v>.+)", relation="nickname", value="name", who=_PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital or (not any(t.capital for t in f.clause.sentence.tokens) and f.text("v").split(" ")[0] not in _MEANS)),
    Pattern(verbs=("know",), rest=r"(?:to (?:my )?\w+ )?as (?P<v>.+)", relation="nickname", value="name", passive=True, who=_PEOPLE),
    Pattern(
        verbs=("call",), rest=r"me (?:just )?(?P<v>.+)", relation="nickname", value="name", who=frozenset({"person", "thing", "other", "pronoun"}),
        tenses=PRESENT, speaker=True, check=lambda f: _a_name(f) and len(f.words) <= 4,
    ),
    Pattern(verbs=("call",), rest=r"me (?:just )?(?P<v>.+)", relation="nickname", value="name", single=True, speaker=True, who=frozenset({"none", "you"}), moods=frozenset({Mood.REQUEST, Mood.FACT, Mood.PLAN}), modal=frozenset({None, "can", "may", "should"}),
            check=lambda f: f.text("v").split(" ")[0] not in ("back", "when", "if", "later", "a", "an", "on", "at", "tomorrow", "again", "in", "whatever", "anything", "old", "crazy", "stupid", "names")),
    Pattern(verbs=("address", "refer"), rest=r"(?:to )?me (?:as|by) (?P<v>.+)", relation="nickname", value="name", single=True, speaker=True, who=frozenset({"none", "you"}), moods=frozenset({Mood.REQUEST, Mood.FACT, Mood.PLAN}), modal=frozenset({None, "can", "may", "should"})),
    # age
    Pattern(verbs=("be",), rest=rf"{_AGE}(?: years? old| yrs? old| years? of age| yo| y/o)?(?: (?:now|already|today|and .*|⟨\d+⟩|,.*)|$)", relation="age", value="number", who=_PEOPLE, past=False, check=lambda f: not f.clause.subject.plural),
    Pattern(verbs=("be",), rest=r"(?P<v>\d{1,2} (?:months|weeks)) old", relation="age", value="number", who=_PEOPLE, past=False),
    Pattern(verbs=("be",), rest=r"an? (?P<v>\d{1,3})[- ]years?[- ]old", relation="age", value_of=lambda f: f.text("v").split("-")[0], who=_PEOPLE, goes_on=True),
    Pattern(verbs=("turn",), rest=rf"{_AGE}(?: .*)?$", relation="age", value="number", who=_PEOPLE, tenses=DONE),
    Pattern(verbs=("turn",), rest=r"(?P<v>\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -][a-z]+)?)(?: ?(?:,|⟨|(?:today|yesterday|last|this|in|on|and|so|but|lol|haha)\b|!|-|—).*)?$", relation="age", value="number", who=frozenset({"none"}), tenses=DONE, progressive=False),
    Pattern(verbs=("",), rest=r"(?P<v>\d{2})(?: ?(?:,|and|but|lol|haha).*)?$", relation="age", value="number", who=frozenset({"none"}), check=lambda f: bool(f.clause.fronted) and f.clause.fronted[-1].word in ("now", "already", "just"), goes_on=True, confidence=0.7),
    Pattern(verbs=("be",), noun="age", rest=_AGE, relation="age", value="number"),
    Pattern(verbs=("",), rest=r"(?P<v>\d{2})(?: ?[mf]| ?yo| years? old)?(?: from .*)?$", relation="age", value_of=lambda f: f.text("v")[:2], who=frozenset({"none"}), check=_profile, goes_on=True, confidence=0.7),
    Pattern(verbs=("",), rest=r"(?P<v>\d{2})[mf]\b", relation="age", value_of=lambda f: f.text("v")[:2], who=frozenset({"none"}), goes_on=True, confidence=0.7),
    Pattern(verbs=("",), rest=r"(?:\d{2}[mf]? |originally )?from (?P<v>.+)", relation="origin", value="place", who=frozenset({"none"}), check=_profile, goes_on=True, confidence=0.7),
    Pattern(verbs=("",), rest=r"(?P<v>(?:she|he|they|xe|ze)/(?:her|him|them|xem|zir)(?:/\w+)?)(?: for me| please| here| thanks| ,)*$", relation="pronouns", value="clause", who=frozenset({"none"})),
    # birthday
    Pattern(verbs=("be", "fall"), noun=r"birthday|date of birth|dob|birth date|birthdate", rest=rf"(?:on )?(?:the )?{_DATE}", relation="birthday", value_of=birthday),
    Pattern(verbs=("celebrate", "have"), rest=rf"my (?:birthday|bday) (?:on |every )*(?:the )?{_DATE}", relation="birthday", value_of=birthday_named, who=_SPEAKER, past=False, progressive=False),
    Pattern(verbs=("bear",), rest=rf"(?:on )?(?:the )?{_DATE}", relation="birthday", passive=True, tenses=ANY, value_of=birthday, goes_on=True),
    # pronouns
    Pattern(verbs=("be",), noun="pronouns", rest=r"(?P<v>\w+ ?[/,] ?\w+(?: ?/ ?\w+)?)", relation="pronouns", value="clause"),
    Pattern(verbs=("use",), rest=r"(?P<v>(?:she|he|they|xe|ze|it) ?/ ?\w+(?: ?/ ?\w+)?)", relation="pronouns", value="clause"),
    Pattern(verbs=("go",), rest=r"by (?P<v>(?:she|he|they|xe|ze|it) ?/ ?\w+(?: ?/ ?\w+)?)", relation="pronouns", value="clause"),
    Pattern(verbs=("use",), rest=r"(?P<v>\w+ ?/ ?\w+) pronouns", relation="pronouns", value="clause"),
    # origin
    Pattern(verbs=("bear",), rest=r"(?:and (?:raised|bred) )?(?:on )?(?:⟨\d+⟩ )?in (?P<v>.+)", relation="born_in", value="place", passive=True, tenses=ANY),
    Pattern(verbs=("grow",), rest=r"up (?:in|on|near|around) (?P<v>.+)", relation="origin", value="place", tenses=ANY),
    Pattern(verbs=("raise", "bring"), rest=r"(?:up )?(?:in|on|near) (?P<v>.+)", relation="origin", value="place", tenses=ANY, check=lambda f: f.clause.verb is not None and (f.clause.verb.passive or f.clause.verb.tense == "past" and f.words[f.groups["v"][0] - 1].word == "in" and f.groups["v"][0] <= 2)),
    Pattern(verbs=("come", "hail"), rest=r"(?:originally )?from (?P<v>[^⟨]+)", relation="origin", value="place", progressive=False, check=lambda f: f.words[f.groups["v"][0]].capital or len(f.words) <= 3),
    Pattern(verbs=("be",), rest=r"(?:originally )?from (?P<v>.+)", relation="origin", value="place", who=_PEOPLE, check=_from_somewhere),
    Pattern(verbs=("be",), noun=r"home ?town|home country|nationality|citizenship", relation="origin", value="place"),
    Pattern(verbs=("be",), rest=r"(?:an? )?(?P<v>[a-z-]+)(?: (?:by birth|actually|originally|national|citizen|and .*|,.*)|$)", relation="origin", value="noun", who=_PEOPLE, check=_nation, single=True),
    # first language
    Pattern(verbs=("be",), noun=r"(?:mother tongue|first language|native language|native tongue|mother language|home language)", relation="native_language", value="noun"),
    Pattern(verbs=("be",), rest=r"an? native (?:speaker of (?P<v>[a-z]+)|(?P<w>[a-z]+) speaker)", relation="native_language", value_of=lambda f: (f.text("v") or f.text("w")).title(), who=_PEOPLE),
    Pattern(verbs=("grow",), rest=r"up speaking (?P<v>.+)", relation="native_language", value="noun", tenses=ANY),
    Pattern(verbs=("be",), rest=r"(?:my|our) (?:mother tongue|first language|native language|native tongue)\b", relation="native_language", takes="subject", who=frozenset({"person", "thing"})),
    # status and partner
    Pattern(
        verbs=("be",), rest=r"(?:(?:happily|newly|recently|officially|now|again|still|currently) )*(?P<v>single|married|divorced|engaged|widowed|separated)(?: (?:now|again|and .*|since .*|⟨\d+⟩.*|for .*|with .*|but .*|,.*)|$)",
        relation="relationship_status", value="noun", who=_PEOPLE, single=True, goes_on=True, value_of=lambda f: f.text("v"),
    ),
    Pattern(verbs=("marry", "divorce", "widow", "separate", "engage"), rest=r"(?!to |from (?!my|her|him|his|me)[a-z]|⟨\d+⟩ to )(?:.*)$", relation="relationship_status", passive=True, who=_PEOPLE, goes_on=True,
            value_of=lambda f: {"marry": "married", "divorce": "divorced", "widow": "widowed", "separate": "separated", "engage": "engaged"}[f.clause.verb.lemma if f.clause.verb else "marry"]),
    Pattern(verbs=("be",), rest=r"an? (?:young |recent )?(?:widow|widower)\b", relation="relationship_status", fixed="widowed", who=_PEOPLE),
    Pattern(verbs=("be",), rest=r"(?:(?:happily|newly|recently|now|still) )*(?P<v>married|engaged) to (?P<x>.+)", relation="relationship_status", value_of=lambda f: f.text("v"), who=_PEOPLE, goes_on=True, check=lambda f: f.words[f.groups["x"][0]].capital),
    Pattern(verbs=("marry", "engage"), rest=r"to (?P<x>.+)", relation="relationship_status", passive=True, who=_PEOPLE, goes_on=True, check=lambda f: _a_person(f, "x"), value_of=lambda f: {"marry": "married", "engage": "engaged"}[f.clause.verb.lemma if f.clause.verb else "marry"]),
    Pattern(verbs=("be",), rest=r"together\b", relation="partner", tenses=PRESENT, event_day=True, who=_SPEAKER, value_of=lambda f: _company(f) or None, goes_on=True, check=lambda f: not (f.clause.verb and (f.clause.verb.negated or f.clause.verb.ended))),
    Pattern(verbs=("get",), rest=r"(?P<v>married|engaged|divorced)(?: (?!to ).*)?$", relation="relationship_status", tenses=DONE, event_day=True, who=_PEOPLE, value_of=lambda f: f.text("v"), goes_on=True),
    Pattern(verbs=("be", "get"), rest=r"(?:now |finally |officially )?(?:married|engaged|a couple|an item)\b(?! to)", relation="partner", tenses=ANY, event_day=True, who=_SPEAKER, value_of=lambda f: _company(f) or None, goes_on=True),
    Pattern(verbs=("marry", "engage"), rest=r"(?!to )", relation="partner", passive=True, event_day=True, who=_SPEAKER, value_of=lambda f: _company(f) or None, goes_on=True),
    Pattern(verbs=("marry", "engage", "betroth"), rest=r"to (?P<v>.+)", relation="partner", value="name", passive=True, who=_PEOPLE, check=lambda f: _a_person(f, "v", small=True)),
    Pattern(verbs=("be", "get"), rest=r"(?:happily |newly |now |still |recently )*(?:married|engaged|hitched) to (?P<v>.+)", relation="partner", value="name", who=_PEOPLE, tenses=ANY, event_day=True,
            check=lambda f: f.words[f.groups["v"][0]].word not in ("my", "the", "this", "a")),
    Pattern(verbs=("marry",), rest=r"(?P<v>.+)", relation="partner", value="name", passive=False, tenses=DONE, event_day=True, who=_PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("be",), rest=r"(?:good |best |close |old |great )*(?:friends|mates) with (?P<v>.+)", relation="friend", value="name", who=_SPEAKER),
    Pattern(verbs=("be", "become"), rest=r"(?:(?:good|best|close|old|great|firm|still|been) )*(?:friends|mates|flatmates|housemates|roommates|neighbours|neighbors)\b(?! with)", relation="friend", tenses=ANY, who=_SPEAKER, value_of=lambda f: _company(f) or None),
    Pattern(verbs=("be",), rest=r"(?:(?:close|old|still|been) )*(?:colleagues|coworkers|co-workers|teammates|workmates)\b(?! with)", relation="colleague", who=_SPEAKER, value_of=lambda f: _company(f) or None),
    Pattern(verbs=("date", "see", "meet"), rest=r"(?:someone|somebody|an? (?:\w+ )?(?:guy|girl|man|woman|person|lad|bloke|lady|nurse|teacher)) (?:new )?(?:called|named) (?P<v>.+)", relation="partner", value="name", progressive=True, who=_PEOPLE, check=_a_name),
    Pattern(verbs=("date", "see"), rest=r"(?P<v>.+)", relation="partner", value="name", progressive=True, who=_PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("go",), rest=r"out with (?P<v>.+)", relation="partner", value="name", progressive=True, who=_PEOPLE, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("be",), rest=r"together\b(?! (?:with|in|at|on))", relation="partner", mentioned=True, speaker=True, tenses=PRESENT, who=frozenset({"speaker", "none", "thing", "person", "pronoun"}), check=lambda f: any(t.relation == "since" or t.type == "duration" for t in times_of(f.clause))),
    Pattern(verbs=("end",), rest=r"(?:it|things)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others)),
    Pattern(verbs=("call",), rest=r"it (?:quits|a day|off)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others)),
    Pattern(verbs=("part",), rest=r"(?:ways|company)\b", relation="partner", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others)),
    Pattern(verbs=("be",), rest=r"(?:over|done|finished|history|through)\b", relation="partner", act=Act.END, event_day=True, who=_SPEAKER, value_of=_company, check=lambda f: bool(f.clause.subject.with_others)),
    Pattern(verbs=("be",), rest=r"(?:all |definitely )?over (?:between|with) (?:me and )?(?P<v>.+)", relation="partner", value="name", act=Act.END, event_day=True, speaker=True, who=frozenset({"pronoun", "thing", "speaker"}), single=True, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("leave", "dump", "ditch", "divorce"), rest=r"me(?=$| (?:⟨|,|for (?!dead)|after|and|because|when|but|in ⟨|on ⟨|at ⟨|last|by text|over))", relation="partner", act=Act.END, takes="subject", tenses=DONE, event_day=True, who=frozenset({"person"})),
    Pattern(verbs=("dump", "ditch"), rest=r"(?P<v>.+)", relation="partner", value="name", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, check=lambda f: f.words[f.groups["v"][0]].capital),
    Pattern(verbs=("break", "split"), rest=r"up\b(?! with)", relation="partner", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, value_of=_company),
    Pattern(verbs=("separate", "divorce"), rest=r"(?=$|⟨|,|(?:and|because|after|so|but|in|on|at|last|earlier|this|when|amicably|legally|officially|now)\b)", relation="relationship_status", tenses=ANY, past=True, event_day=True, who=_SPEAKER, goes_on=True, check=lambda f: f.clause.subject.plural, value_of=lambda f: {"separate": "separated", "divorce": "divorced"}[f.clause.verb.lemma if f.clause.verb else "separate"]),
    Pattern(verbs=("divorce", "separate"), relation="partner", rest=r"(?=$|⟨|,|(?:and|because|after|so|but|in|on|at|last|earlier|this|when|amicably|legally|officially|now)\b)", act=Act.END, tenses=ANY, event_day=True, who=_SPEAKER, value_of=_company, goes_on=True),
    Pattern(verbs=("call",), rest=r"off (?:the|our) (?:wedding|engagement)", relation="partner", act=Act.END, tenses=DONE, event_day=True, who=_SPEAKER, value_of=_company),
    Pattern(verbs=("be",), rest=r"(?:no longer )?(?:together|a couple|an item)\b", relation="partner", act=Act.END, event_day=True, who=_SPEAKER, value_of=_company, negated=True),
    Pattern(verbs=("be",), rest=r"(?:officially |now )?my ex\b", relation="partner", act=Act.END, who=frozenset({"person"}), speaker=True, value_of=lambda f: f.clause.sentence.source[f.clause.subject.first : f.clause.subject.last]),
    Pattern(verbs=("come", "go", "be"), rest=r"(?:through|final|finalised|finalized)\b", relation="partner", act=Act.END, who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True, goes_on=True, check=lambda f: f.clause.subject.text == "divorce"),
    Pattern(verbs=("come", "go", "be"), rest=r"(?:through|final|finalised|finalized)\b", relation="relationship_status", fixed="divorced", who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True, check=lambda f: f.clause.subject.text == "divorce"),
    Pattern(verbs=("break", "split"), rest=r"up with (?P<v>.+)", relation="partner", value="name", act=Act.END, tenses=DONE, who=_PEOPLE),
    Pattern(verbs=("divorce", "leave", "dump"), rest=r"(?P<v>.+)", relation="partner", value="name", act=Act.END, tenses=DONE, who=_PEOPLE, passive=False, check=lambda f: f.text("v").split(" ")[0] == "my" and bool(_PARTNER_WORDS & set(f.text("v").split(" ")))),
)
