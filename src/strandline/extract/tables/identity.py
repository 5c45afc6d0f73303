"""Name, nickname, age, birthday and pronouns."""

from __future__ import annotations

import re

from strandline.extract.clauses import Mood
from strandline.extract.dating import MONTHS, times_of
from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, PRESENT, Found, Pattern
from strandline.extract.people import KIN, singular
from strandline.extract.tables.common import SELF
from strandline.extract.tables.persons import NATIONS, NO_NAMES, PEOPLE, SPEAKER, a_name, from_somewhere
from strandline.extract.tables.words import BEING_ILL, DIETS
from strandline.extract.values import stretch
from strandline.extract.verbs import FORMS

_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_AGE = (
    rf"(?P<v>\d{{1,3}}|(?:{'|'.join(_NUMBER_WORDS.split())})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_DATE = r"(?P<v>⟨\d+⟩|\d.*|[a-z]+ \d.*)"
_NATIONALITY = re.compile(r"(?:ish|ese|ian|ean|can|ch|ese|ani|qi|eli|ali|wegian|man|ss|ek|ole|ede|ane|inn?|utch|hai)$")
_PRONOUNS = (
    r"(?:she|he|they|xe|ze|it)/(?:hers?|him|his|them|theirs|they|she|he|xem|zir|its|it)(?:/(?:hers?|him|his|them|"
    r"theirs|they|she|he|xem|zir|its))?"
)
"""Pronouns as they stand alone: "he/him", "she/they"."""
_BELONGING = frozenset(
    """
    jewish muslim christian hindu buddhist catholic protestant sikh orthodox mormon quaker european asian african arab
    latino latina hispanic black white gay bi lesbian trans queer autistic deaf blind left-handed vegan vegetarian
    republican democrat liberal conservative marxist
    """.split()  # noqa: SIM905
)
"""What somebody is, written with a capital, and no name."""


def _capital(found: Found) -> bool:
    """A name in the place of "a nurse" is written as one, and is the end of what is said."""
    start, _ = found.groups["v"]
    words = found.words
    if (
        words[start].word in NO_NAMES | _BELONGING
        or words[start].word.endswith("-based")
        or not words[start].capital
        or words[start].word in NATIONS
        or words[start].word.startswith("⟦")
    ):
        return False
    stop = start
    while stop < len(words) and words[stop].capital:
        stop += 1
    ends = (
        stop == len(words)
        or (words[stop].word == "now" and stop > start + 1)
        or words[stop].word in (",", ".", "and", "by", "from", "with", "(", "-", "⟨0⟩", "your", "the", "here")
    )
    laughed = stop + 1 < len(words) and words[stop + 1].word.startswith(("haha", "lol", "lmao", "hehe"))
    return (
        ends
        and not laughed
        and not _NATIONALITY.fullmatch(words[start].word)
        and not any(w.word.isdigit() for w in words[start:stop])
    )


def _called(found: Found) -> bool:
    """ "I'm called Tom": a name, not "named after my grandfather", "named Employee of the Month"."""
    start, stop = stretch(found.words, found.groups["v"][0], "name")
    after = found.words[stop].word if stop < len(found.words) else ""
    word = found.words[start].word if start < stop else ""
    small = not found.words[start].capital if start < stop else False
    return (
        _own(found)
        and not found.clause.subject.plural
        and word not in _HONOURS | _WAYS
        and not occupation([word], known=True)
        and after != "of"
        and (not small or after in ("", ",", "and", "but", "btw", "by"))
    )


_HONOURS = frozenset(
    """
    after for way before as best top most employee player person man woman artist captain runner winner sportsman
    volunteer rookie newcomer salesperson names out off up upon in back again over away
    """.split()  # noqa: SIM905
)
_TITLES = frozenset(["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "madam", "lady", "lord", "rev"])


def _own(found: Found) -> bool:
    """A name and all of it: no "Ms" alone, not "Tom's brother"."""
    start, stop = stretch(found.words, found.groups["v"][0], "name")
    owning = stop < len(found.words) and found.words[stop].word == "'s"
    alone = stop == start + 1 and found.words[start].word in _TITLES
    return a_name(found) and not owning and not alone


def _profile(found: Found) -> bool:
    """Whether the sentence lists what somebody is, so that a bare number is an age: "Solveig here, 34, she/her"."""
    words = [token.word for token in found.clause.sentence.tokens]
    cues = {"here", "single", "married", "divorced", "based", "living"} & set(words)
    told = (
        bool(cues)
        or any("/" in word and word[0] in "sht" for word in words)
        or any(re.fullmatch(r"\d{2}[mf]", w) for w in words)
    )
    return told and len(words) <= 16 and not any(word in ("i", "we", "you", "$", "%") for word in words)


def _small_name(found: Found) -> bool:
    """ "im tamsin btw, 34": of one who writes small, a word before the age that is no state, trade or people."""
    word = found.text("v")
    small = not any(token.capital for token in found.clause.sentence.tokens)
    state = word in NO_NAMES | _BELONGING | NATIONS | _STATES or word.endswith(
        ("ed", "ing", "ful", "ic", "ous", "less", "ive", "ish", "ese", "sexual")
    )
    return (
        small
        and not state
        and DIETS.fullmatch(word) is None
        and BEING_ILL.fullmatch(word) is None
        and not occupation([word], known=True)
    )


def _no_state(found: Found) -> bool:
    """ "i'm bela, based in szeged": no word that tells how somebody is or works."""
    word = found.text("v")
    told = word in FORMS or word in _WAYS or word.endswith(("ly", "al", "ble", "ent", "ant"))
    return not told and not occupation([word])


_WAYS = frozenset(
    """
    remote freelance hybrid nomad nomadic skint retired senior junior staff abroad overseas solo indie shy lazy
    part-time currently now mostly usually originally ex-pat expat clueless unwell poorly stateless homeless
    """.split()  # noqa: SIM905
)


def _own_pronouns(found: Found) -> bool:
    """Not those of "my colleague Alex (they/them)", nor of "Alex (they/them) is great"."""
    clause = found.clause
    before = [word.word for word in clause.sentence.tokens if word.start < clause.start]
    after = [word.word for word in clause.sentence.tokens if word.start >= clause.stop]
    tenses = {form.tense for word in after[1:2] for form in FORMS.get(word, ())}
    told = after[:1] == [")"] and bool(tenses & {"s", "past"})
    return not told and not any(singular(word) in KIN for word in before)


_PROUD = frozenset(
    """
    team proud fellow longtime long-time new happy big total huge first avid keen lifelong another certified same
    complete regular former recovering
    """.split()  # noqa: SIM905
)
_MEANS = frozenset(
    """
    bus train car bike tram foot plane boat ferry metro tube taxi feel instinct ear memory gut choice default law
    """.split()  # noqa: SIM905
)
_STATES = frozenset(
    """
    male female straight bisexual tall short male man woman guy girl mum dad mother father student parent human
    british fine over under about around almost nearly
    """.split()  # noqa: SIM905
)


def _named_then(found: Found) -> bool:
    """ "They call me Doc at the garage": a name, and where or why."""
    start, _ = found.groups["v"]
    stop = start
    while stop < len(found.words) and found.words[stop].capital:
        stop += 1
    return start < stop < len(found.words) and found.words[stop].word in (
        "at",
        "in",
        "on",
        "by",
        "because",
        "since",
        "here",
        "around",
        "though",
        ",",
    )


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


# fmt: off
_NOT_YET = ("before", "until", "till", "when", "once", "by", "if")
"""What these lead into is no age of now: "before I'm 40"."""
PATTERNS = (
    # name
    Pattern(
        verbs=("be",), noun=r"(?:full |real |first |actual |given |legal )?name", relation="name", value="name",
        check=lambda f: _own(f),
    ),
    Pattern(
        verbs=("call", "name"), relation="name", value="name", passive=True, who=SPEAKER,
        check=lambda f: _called(f),
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>.+)", relation="name", value="name",
        check=lambda f: not (f.clause.part or f.clause.subject.plural or (f.clause.verb and f.clause.verb.negated))
            and _capital(f), who=SPEAKER, confidence=0.8,
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?P<v>[^\W\d_]{3,12})(?: btw| by the way)? , \d\d(?: ?[mf]| years? old| yo)?(?: ?(?:,|and|from|in|here|"
             r"⟨).*)?$", relation="name", value="name", check=lambda f: not f.clause.part and _small_name(f),
        who=SPEAKER, confidence=0.6,
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>[^\W\d_]{3,12}) , (?:currently |now )?(?:based|living) in\b", relation="name",
        value="name", who=SPEAKER, confidence=0.6,
        check=lambda f: not f.clause.part and not f.clause.subject.plural and _small_name(f) and _no_state(f),
    ),
    Pattern(
        verbs=("",), rest=r"(?P<v>\w+(?: \w+)?) here$", relation="name", value="name", who=frozenset({"none"}),
        check=lambda f: f.words[f.groups["v"][0]].capital and f.text("v").split(" ")[0] not in _PROUD and a_name(f) and
            (len(f.clause.sentence.tokens) <= 5 or _profile(f)), confidence=0.7,
    ),
    Pattern(
        verbs=("be",), noun=r"(?:nickname|nick|handle|pen name|username|stage name|online name)", relation="nickname",
        value="name",
    ),
    Pattern(
        verbs=("go",), rest=r"by (?:the name (?:of )?)?(?P<v>.+)", relation="nickname", value="name", who=PEOPLE,
        check=lambda f: f.words[f.groups["v"][0]].capital or (not any(t.capital for t in f.clause.sentence.tokens) and
            f.text("v").split(" ")[0] not in _MEANS),
    ),
    Pattern(
        verbs=("know",), rest=r"(?:me|us) (?:only |better |mostly )?as (?P<v>.+)", relation="nickname", value="name",
        tenses=PRESENT, speaker=True, who=frozenset({"person", "thing", "other", "pronoun"}),
        check=lambda f: f.words[f.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("know",), rest=r"(?:to (?:my )?\w+ )?as (?P<v>.+)", relation="nickname", value="name", passive=True,
        who=PEOPLE,
    ),
    Pattern(
        verbs=("call",), rest=r"me (?:just )?(?P<v>.+)", relation="nickname", value="name",
        who=frozenset({"person", "thing", "other", "pronoun"}), tenses=PRESENT, speaker=True,
        check=lambda f: a_name(f) and (len(f.words) <= 4 or _named_then(f)),
    ),
    Pattern(
        verbs=("call",), rest=r"me (?:just )?(?P<v>.+)", relation="nickname", value="name", single=True, speaker=True,
        who=frozenset({"none", "you"}), moods=frozenset({Mood.REQUEST, Mood.FACT, Mood.PLAN}),
        modal=frozenset({None, "can", "may", "should"}),
        check=lambda f: f.text("v").split(" ")[0] not in ("back", "when", "if", "later", "a", "an", "on", "at",
            "tomorrow", "again", "in", "whatever", "anything", "old", "crazy", "stupid", "names", "maybe", "sometime",
            "anytime", "soon", "asap", "up", "over", "out", "collect", "please", "never", "before", "after", "first"),
    ),
    Pattern(
        verbs=("like", "want", "prefer", "love", "ask", "need"),
        rest=r"(?:if )?you (?:to |could |would )?(?:please )?(?:just )?(?:call|address|refer to) me (?:as |by "
             r")?(?P<v>.+)", relation="nickname", value="name", single=True, speaker=True, who=SPEAKER, past=False,
        moods=frozenset({Mood.FACT, Mood.PLAN, Mood.UNREAL}), modal=frozenset({None, "would"}),
        check=lambda f: not (f.clause.verb and f.clause.verb.negated) and (f.words[f.groups["v"][0]].capital or
            f.words[f.groups["v"][0]].word.startswith("⟦")),
    ),
    Pattern(
        verbs=("address", "refer"), rest=r"(?:to )?me (?:as|by) (?P<v>.+)", relation="nickname", value="name",
        single=True, speaker=True, who=frozenset({"none", "you"}),
        moods=frozenset({Mood.REQUEST, Mood.FACT, Mood.PLAN}), modal=frozenset({None, "can", "may", "should"}),
    ),
    # age
    Pattern(
        verbs=("be",),
        rest=rf"{_AGE}(?: years? old| yrs? old| years? of age| yo| y/o)?(?: (?:now|already|today|and .*|⟨\d+⟩|,.*)|$)",
        relation="age", value="number", who=PEOPLE, past=False,
        check=lambda f: not f.clause.subject.plural and f.clause.lead not in _NOT_YET,
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>\d{1,2} (?:months|weeks)) old", relation="age", value="number", who=PEOPLE,
        past=False,
    ),
    Pattern(
        verbs=("be",), rest=r"(?P<v>\d{2}) ?[mf]\b", relation="age", value_of=lambda f: f.text("v")[:2], who=PEOPLE,
        goes_on=True, past=False,
    ),
    Pattern(
        verbs=("be",), rest=r"\d{2} ?[mf]?(?: ,)? (?:and )?from (?P<v>.+)", relation="origin", value="place",
        who=PEOPLE, goes_on=True, check=from_somewhere,
    ),
    Pattern(
        verbs=("be",), rest=r"an? (?P<v>\d{1,3})[- ]years?[- ]old", relation="age",
        value_of=lambda f: f.text("v").split("-")[0], who=PEOPLE, goes_on=True,
    ),
    Pattern(
        verbs=("turn",),
        rest=rf"{_AGE}(?! (?:degrees|pages|times|percent|people|heads|into|of)\b)(?: .*)?$",
        relation="age", value="number", who=PEOPLE, tenses=DONE,
    ),
    Pattern(
        verbs=("turn",),
        rest=r"(?P<v>\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -][a-z]+)?)(?: ?(?:,|⟨|"
             r"(?:today|yesterday|last|this|in|on|and|so|but|lol|haha)\b|!|-|—).*)?$", relation="age", value="number",
        who=frozenset({"none"}), tenses=DONE, progressive=False,
    ),
    Pattern(
        verbs=("",), rest=r"(?P<v>\d{2})(?: ?(?:,|and|but|lol|haha).*)?$", relation="age", value="number",
        who=frozenset({"none"}),
        check=lambda f: bool(f.clause.fronted) and f.clause.fronted[-1].word in ("now", "already", "just"),
        goes_on=True, confidence=0.7,
    ),
    Pattern(
        verbs=("be",), noun="age", rest=_AGE, relation="age", value="number",
    ),
    Pattern(
        verbs=("",), rest=r"(?P<v>\d{2})(?: ?[mf]| ?yo| years? old)?(?: from .*)?$", relation="age",
        value_of=lambda f: f.text("v")[:2], who=frozenset({"none"}), check=_profile, goes_on=True, confidence=0.7,
    ),
    Pattern(
        verbs=("",), rest=r"(?P<v>\d{2})[mf]\b", relation="age", value_of=lambda f: f.text("v")[:2],
        who=frozenset({"none"}), goes_on=True, confidence=0.7,
    ),
    Pattern(
        verbs=("",), rest=r"(?:\d{2}[mf]? |originally )?from (?P<v>.+)", relation="origin", value="place",
        who=frozenset({"none"}), check=_profile, goes_on=True, confidence=0.7,
    ),
    Pattern(
        verbs=("", "be"),
        rest=rf"(?:[^(]* (?:,|\||-|·) )?(?P<v>{_PRONOUNS})(?= (?:,|\||-|·|and|for me|please|here|thanks|btw|lol|now|"
             r"by the way)(?: |$)|$)",
        relation="pronouns", value_of=lambda f: f.text("v"), who=SELF, goes_on=True, check=lambda f: _own_pronouns(f),
    ),
    # birthday
    Pattern(
        verbs=("be", "fall"), noun=r"birthday|date of birth|dob|birth date|birthdate",
        rest=rf"(?:on )?(?:the )?{_DATE}", relation="birthday", value_of=birthday,
    ),
    Pattern(
        verbs=("celebrate", "have"), rest=rf"my (?:birthday|bday) (?:on |every )*(?:the )?{_DATE}", relation="birthday",
        value_of=birthday_named, who=SPEAKER, past=False, progressive=False,
    ),
    Pattern(
        verbs=("bear",), rest=rf"(?:on )?(?:the )?{_DATE}", relation="birthday", passive=True, tenses=ANY,
        value_of=birthday, goes_on=True,
    ),
    Pattern(
        verbs=("bear",), rest=r"(?:and (?:raised|bred) )?(?:in|at|near|outside|just outside) [^,⟨]+? ?,? (?:on )?"
             r"(?:the )?(?P<v>⟨\d+⟩)", relation="birthday", passive=True, tenses=ANY, value_of=birthday, goes_on=True,
    ),
    # pronouns
    Pattern(
        verbs=("be",), noun="pronouns", rest=r"(?P<v>\w+ ?[/,] ?\w+(?: ?/ ?\w+)?)", relation="pronouns", value="clause",
    ),
    Pattern(
        verbs=("use",), rest=r"(?P<v>(?:she|he|they|xe|ze|it) ?/ ?\w+(?: ?/ ?\w+)?)", relation="pronouns",
        value="clause",
    ),
    Pattern(
        verbs=("go",), rest=r"by (?P<v>(?:she|he|they|xe|ze|it) ?/ ?\w+(?: ?/ ?\w+)?)", relation="pronouns",
        value="clause",
    ),
    Pattern(
        verbs=("use",), rest=r"(?P<v>\w+ ?/ ?\w+) pronouns", relation="pronouns", value="clause",
    ),
)
# fmt: on
