"""Who or what a clause is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from strandline.extract.people import FORMER, KIN, Kin, singular
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_LONGEST = 9
"""Tokens a subject may have at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The subject of a clause.

    ``kind``: ``speaker`` (I, we), ``you``, ``person`` (a relative, friend or pet of the speaker, or somebody named),
    ``pronoun`` (he, she, it, they, that), ``thing`` (a noun phrase), ``none``. ``owner`` is set for "my sister's name",
    "Marek's birthday": whose it is. ``stop`` is the index of the token after it.
    """

    kind: str
    text: str
    stop: int
    start: int = 0
    first: int = 0
    """First character of what names it."""
    last: int = 0
    kin: Kin | None = None
    kin_word: str = ""
    name: str = ""
    owner: Subject | None = None
    """Whose it is, for a thing; None for nobody's. The speaker's own things have the speaker as owner."""
    plural: bool = False
    former: bool = False
    with_others: tuple[Subject, ...] = ()
    """People beside the speaker: "me and my brother Idris"."""

    @property
    def is_speaker(self) -> bool:
        """Whether it is the one who speaks."""
        return self.kind == "speaker"


_PRONOUNS = {"he": "pronoun", "she": "pronoun", "it": "pronoun", "they": "pronoun", "you": "you", "that": "pronoun",
             "this": "pronoun", "there": "there", "everyone": "other", "somebody": "other", "someone": "other",
             "nobody": "other", "people": "other", "who": "other", "none": "other", "neither": "other"}  # fmt: skip
_OBJECTS = frozenset(["me", "us", "it", "him", "her", "them", "you", "to", "my", "our"])
_DETERMINERS = frozenset(["the", "a", "an", "this", "that", "these", "those", "some", "every", "each"])


def subject_at(words: Sequence[Token], at: int) -> Subject | None:
    """The subject that begins at a token and is followed by a verb, or None."""
    if at >= len(words):
        return None
    word = words[at].word
    following = words[at + 1].word if at + 1 < len(words) else ""
    if word in ("i", "we"):
        return _speaker(words, at, at + 1)
    if word == "me" and following in ("and", "&"):
        return _company(words, at + 2, at)
    if word in _PRONOUNS:
        if following == "'s":
            return None
        if _PRONOUNS[word] == "other" and following in ("at", "in", "from", "on"):
            return _thing(words, at, at, None)  # "people at work call me Bo"
        return Subject(
            kind=_PRONOUNS[word], text=word, start=at, stop=at + 1, first=words[at].start, last=words[at].stop
        )
    if word in ("my", "our"):
        return _possessed(words, at + 1, at, _speaker(words, at, at + 1))
    if word in ("his", "her", "their", "its", "your"):
        owner = Subject(kind="you" if word == "your" else "pronoun", text=word, start=at, stop=at + 1)
        return _possessed(words, at + 1, at, owner)
    return _phrase(words, at)


def _speaker(words: Sequence[Token], at: int, stop: int) -> Subject:
    return Subject(kind="speaker", text="I", start=at, stop=stop, first=words[at].start, last=words[at].stop,
                   plural=words[at].word in ("we", "our"))  # fmt: skip


def _company(words: Sequence[Token], other: int, at: int) -> Subject | None:
    """ "me and my brother Idris", "me and Tomás" """
    friend = subject_at(words, other)
    if friend is None or friend.kind not in ("person", "thing"):
        return None
    return Subject(kind="speaker", text="I", start=at, stop=friend.stop, first=words[at].start, last=words[at].stop,
                   plural=True, with_others=(friend,))  # fmt: skip


_SIDED = frozenset(
    """
    knee hand foot leg arm ankle hip ear eye shoulder wrist side wing lung kidney elbow thumb toe breast knees
    hands back
    """.split()  # noqa: SIM905
)
"""What has a left and a right one: before them "left" is no verb."""


COMPOUNDED = frozenset(
    """
    tongue company board ship figure seat fight nap walker food group card land party house side hood shower band club
    school tournament problem friendly proof sitter care carrier law in-law language leave day
    """.split()  # noqa: SIM905
)
"""What a word for a person makes another thing of: "mother tongue", "sister company", "father figure"."""
_AFTER_KIN = frozenset(
    """
    who which that at in from with and or of on by near as about across too also again now here there both all back
    than like over while when because since so but if up out down off
    """.split()  # noqa: SIM905
)
_AND_THEN = frozenset("just also still never always now really recently finally already once".split())
_PLURAL_VERBS = frozenset(
    """
    include live work love hate go come run make take give cost start need
    get open close shut leave meet happen sit hang belong
    """.split()  # noqa: SIM905
)
"""Base forms that follow a plural: "my hobbies include"."""


def _verb_from(words: Sequence[Token], at: int, first: int) -> int | None:
    """Index of the token where the verb begins, looking from ``at``; ``first`` is where the phrase began."""
    for place in range(at, min(first + _LONGEST, len(words))):
        word = words[place].word
        if word in (",", ";", ":", "?", "!", "(", ")", "="):
            return None
        forms = FORMS.get(word, ())
        tenses = {form.tense for form in forms}
        auxiliary = any(form.lemma in ("be", "have", "do") for form in forms) and word not in (
            "being",
            "having",
            "doing",
        )
        if auxiliary or word in ("will", "would", "can", "could", "should", "must", "might", "may"):
            return place
        if word in ("called", "named") and words[first].word in ("a", "an", "one", "two", "three"):
            continue
        if word == "left" and place + 1 < len(words) and words[place + 1].word in _SIDED:
            continue
        if place > first and tenses & {"s", "past"} and words[place - 1].word not in _DETERMINERS:
            return place
        after = words[place + 1].word if place + 1 < len(words) else ""
        if place > first and "base" in tenses and (words[place - 1].word.endswith("s") or words[place - 1].word in _MANY) and after in _OBJECTS:
            return place
        if (
            place > first
            and word in _PLURAL_VERBS
            and (words[place - 1].word.endswith("s") or words[place - 1].word in _MANY)
            and words[place - 1].word not in ("'s", "this")
        ):
            return place
        if (
            word in ("never", "no", "not", "still", "just", "also", "always", "now", "really", "actually", "recently")
            and place > first
        ):
            ahead = words[place + 1].word if place + 1 < len(words) else ""
            if ahead in FORMS or ahead in ("longer", "got"):
                return place
    return None


def _possessed(words: Sequence[Token], at: int, first: int, owner: Subject) -> Subject | None:
    """ "my sister Ana", "my sister's name", "our studio", "my two closest colleagues" """
    place = at
    former = False
    while place < min(first + _LONGEST, len(words)):
        word = words[place].word
        if word in FORMER or word.startswith("ex-"):
            former = True
        head = word.removeprefix("ex-")
        two = f"{head} {words[place + 1].word}" if place + 1 < len(words) else ""
        key = singular(two) if singular(two) in KIN else singular(head)
        doubled = place + 1 < len(words) and head in ("twin", "baby") and singular(words[place + 1].word) in KIN
        if (
            key in KIN
            and not doubled
            and not _more_noun(words, place + (2 if two and key == singular(two) else 1))
        ):
            width = 2 if key == singular(two) and two else 1
            return _person(words, place, place + width, key, owner=owner, former=former, first=first,
                           plural=key != head and key != two)  # fmt: skip
        if word in FORMS and {f.tense for f in FORMS[word]} & {"s", "past"} and place > at:
            break
        if not (word.isalpha() or "-" in word) or word in ("is", "are", "was", "has", "have"):
            break
        place += 1
    return _thing(words, at, first, owner)


def _more_noun(words: Sequence[Token], at: int) -> bool:
    """Whether a noun goes on here: "my girl band", "my mother tongue"; a name in small letters does not."""
    if at >= len(words) or words[at].word in COMPOUNDED:
        return at < len(words)
    word = words[at]
    small = writes_small(words) and (at + 1 >= len(words) or words[at + 1].word in FORMS or words[at + 1].word in _AND_THEN)
    plain = word.word.isalpha() and not word.capital and word.word not in FORMS and word.word not in NOT_NAMES
    return plain and word.word not in _AFTER_KIN and not small


def writes_small(words: Sequence[Token]) -> bool:
    """Whether a text is written without capitals, so that small letters say nothing about names."""
    return not any(word.capital and word.word not in ("i", "i'm") and word.word.isascii() for word in words)


def _person(
    words: Sequence[Token], at: int, stop: int, key: str, *, owner: Subject, former: bool, first: int, plural: bool
) -> Subject | None:
    """Somebody known by what they are to the owner, perhaps with a name, perhaps owning what the clause is about."""
    last = stop
    if last < len(words) and words[last].word == ",":
        named = name_stop(words, last + 1)
        if named > last + 1 and named < len(words) and words[named].word == ",":
            last_name, stop, last = (last + 1, named), named + 1, named
        else:
            last_name = None
    else:
        named = name_stop(words, last, lower=not plural and writes_small(words))
        last_name = (last, named) if named > last else None
        last = named
        stop = _after_now(words, named)
        if last_name is None and stop < len(words) and words[stop].word in ("from", "at", "in"):
            stop = _beyond(words, stop)
    if stop == last and stop < len(words) and words[stop].word == ",":
        stop = _apposition_stop(words, stop)
    name = "" if last_name is None else words_text(words, *last_name)
    begin, end = (at, at + 1) if last_name is None else last_name
    person = Subject(
        kind="person", text=name or key, start=first, stop=stop, first=words[begin].start, last=words[end - 1].stop,
        kin=KIN[key], kin_word=key, name=name, owner=owner, plural=plural, former=former,
    )  # fmt: skip
    if stop < len(words) and words[stop].word == "'s":
        return _possessed(words, stop + 1, first, person) or person
    if plural and name:
        return _and_others(words, person)
    return _with_me(words, person) or person


def _beyond(words: Sequence[Token], at: int) -> int:
    """Where the verb begins after "my friend from work"; the place itself where none follows soon."""
    verb = _verb_from(words, at + 1, at)
    near = verb is not None and 1 < verb - at < 5 and all(word.word.isalpha() for word in words[at:verb])
    return verb if verb is not None and near else at


def _apposition_stop(words: Sequence[Token], comma: int) -> int:
    """The index after "a dentist," of "my friend, a dentist, says"; the comma itself where nothing is set off before a verb."""
    if comma + 1 >= len(words) or words[comma + 1].word not in ("a", "an", "the", "also", "bless"):
        return comma
    for at in range(comma + 2, min(comma + 8, len(words) - 1)):
        if words[at].word == ",":
            return at + 1 if _finite(words, at + 1) else comma
        if _finite(words, at) or words[at].word in ("and", "or"):
            break
    return comma


def _and_others(words: Sequence[Token], person: Subject) -> Subject:
    """ "my brothers Cormac and Fionn": each is one, and what is said is said of both."""
    others, at = [], person.stop
    while at + 1 < len(words) and words[at].word in (",", "and", "&") and words[at + 1].capital:
        stop = name_stop(words, at + 1)
        if stop == at + 1:
            break
        name = words_text(words, at + 1, stop)
        others.append(replace(person, text=name, name=name, first=words[at + 1].start, last=words[stop - 1].stop))
        at = stop
    return replace(person, stop=at, with_others=tuple(others))


def _with_me(words: Sequence[Token], person: Subject) -> Subject | None:
    """ "Nadia and I": the speaker, with company."""
    at = person.stop
    if at + 1 < len(words) and words[at].word in ("and", "&") and words[at + 1].word in ("i", "me", "myself"):
        return Subject(kind="speaker", text="I", start=person.start, stop=at + 2, first=words[at + 1].start,
                       last=words[at + 1].stop, plural=True, with_others=(person,))  # fmt: skip
    return None


def _thing(words: Sequence[Token], at: int, first: int, owner: Subject | None) -> Subject | None:
    verb = _verb_from(words, at, first)
    if verb is None or verb == at or any(word.word in ("i", "we", "you") for word in words[at:verb]):
        return None
    mark = next((place for place in range(at, verb) if words[place].word == "'s"), None)
    if mark is not None and mark > at and mark + 1 < verb:
        holder = Subject(kind="thing", text=words_text(words, at, mark), start=first, stop=mark, owner=owner,
                         first=words[at].start, last=words[mark - 1].stop)  # fmt: skip
        low, high = _itself(words, mark + 1, verb)
        return Subject(kind="thing", text=words_text(words, low, high), start=first, stop=verb, owner=holder,
                       first=words[low].start, last=words[high - 1].stop)  # fmt: skip
    low, high = _itself(words, at, verb)
    return Subject(kind="thing", text=words_text(words, low, high), start=first, stop=verb, owner=owner,
                   first=words[low].start, last=words[high - 1].stop)  # fmt: skip


_OF_NOW = frozenset(["new", "current", "latest", "updated", "present"])
_NOWADAYS = (("at", "the", "moment"), ("right", "now"), ("these", "days"), ("at", "present"), ("this", "year"),
             ("this", "month"), ("this", "season"), ("nowadays",), ("currently",), ("right",))  # fmt: skip


def _itself(words: Sequence[Token], at: int, stop: int) -> tuple[int, int]:
    """A thing without the words that only say that it is so now: "the new door code", "my favourite band these days"."""
    for said in _NOWADAYS:
        if stop - len(said) > at and tuple(word.word for word in words[stop - len(said) : stop]) == said:
            stop -= len(said)
            break
    following = words[at + 1].word if at + 1 < stop else "one"
    if words[at].word in _OF_NOW and following not in ("one", "ones", "year") and not words[at + 1].capital:
        at += 1
    return at, stop


def _after_now(words: Sequence[Token], at: int) -> int:
    """The index after "right now", "these days" that begins at a token, where a verb follows."""
    if at >= len(words) or words[at].word not in ("at", "right", "these", "nowadays", "currently", "this"):
        return at
    for said in _NOWADAYS[:-1]:
        after = at + len(said)
        if tuple(word.word for word in words[at:after]) == said and after < len(words) and words[after].word in FORMS:
            return after
    return at


_OWN_DETAILS = frozenset(["name", "birthday", "timezone", "email", "phone", "pronouns", "nickname", "surname"])
"""What is the speaker's where nobody's is said: "name's Ana", "bday is 4 May"."""
_MANY = frozenset(["people", "children", "men", "women", "folk", "colleagues"])
"""Plurals without an s."""


def _phrase(words: Sequence[Token], at: int) -> Subject | None:
    """A named person or a noun phrase, when a verb follows."""
    word = words[at]
    if not word.is_word and not word.word.startswith("⟦"):
        return None
    key = singular(word.word)
    after = words[at + 1].word if at + 1 < len(words) else ""
    title = word.capital and key in ("father", "mother", "sister", "brother") and after not in ("is", "'s", "has")
    if (
        key in KIN
        and not title
        and (after in ("'s", "is", "are", "has", "was") or (at + 1 < len(words) and words[at + 1].capital))
    ):
        speaker = Subject(kind="speaker", text="I", start=at, stop=at)
        return _person(words, at, at + 1, key, owner=speaker, former=False, first=at, plural=False)
    if word.word in _OWN_DETAILS and after in ("is", "'s"):
        speaker = Subject(kind="speaker", text="I", start=at, stop=at)
        return Subject(
            kind="thing", text=word.word, start=at, stop=at + 1, owner=speaker, first=word.start, last=word.stop
        )
    if word.word in _NO_START or (
        word.word in FORMS and word.word not in _VERB_NAMES and not _noun_after_all(words, at)
    ):
        return None
    if (
        word.word == "the"
        and singular(after) in KIN
        and at + 3 < len(words)
        and words[at + 3].word in ("called", "named")
    ):
        speaker = Subject(kind="speaker", text="I", start=at, stop=at)
        return _person(words, at + 1, at + 2, singular(after), owner=speaker, former=False, first=at, plural=False)
    if word.word == "the" and after == "name" and at + 2 < len(words) and words[at + 2].word == "is":
        speaker = Subject(kind="speaker", text="I", start=at, stop=at)
        return Subject(
            kind="thing", text="name", start=at, stop=at + 2, owner=speaker, first=word.start, last=words[at + 1].stop
        )
    if word.word in _DETERMINERS:
        return _thing(words, at + 1, at, None)
    if word.capital:
        named = name_stop(words, at)
        if named > at and named < len(words):
            text = words_text(words, at, named)
            person = Subject(kind="person", text=text, name=text, start=at, stop=named, first=word.start,
                             last=words[named - 1].stop)  # fmt: skip
            if (both := _with_me(words, person)) is not None:
                return both
            if words[named].word == "'s":
                return _possessed(words, named + 1, at, person)
            if _verb_from(words, named, at) == named or _finite(words, named):
                return person
    joined = [token.word for token in words[at + 1 : at + 3]] in (["and", "i"], ["n", "i"], ["&", "i"])
    if joined and writes_small(words) and word.word.isalpha() and word.word not in FORMS and word.word not in NOT_NAMES:
        person = Subject(kind="person", text=word.word, name=word.word, start=at, stop=at + 1, first=word.start,
                         last=word.stop)  # fmt: skip
        return _with_me(words, person)
    return _thing(words, at, at, None)


def _noun_after_all(words: Sequence[Token], at: int) -> bool:
    """Whether a verb form that begins a phrase is its first noun: "book club is on Tuesdays"."""
    base = any(form.tense in ("base", "ing") for form in FORMS[words[at].word])
    verb = _verb_from(words, at + 1, at)
    plain = verb is not None and all(word.word.isalpha() and word.word not in _OBJECTS for word in words[at + 1 : verb])
    return base and plain and verb is not None and words[verb].word in ("is", "was", "are", "were", "has")


_VERB_NAMES = frozenset(["mark", "rose", "grant", "chase", "drew", "bill", "sue", "rob", "hope", "jack"])
"""Names that are also verb forms; other verb forms with a capital only begin a sentence."""
_NO_START = frozenset(
    """
    still never always just only really actually also even maybe perhaps probably not no been being in on at to
    for from with without of by about after before during since until as than more less very so too if when
    while because and or but yes back up down out off over under off born today yesterday tomorrow
    """.split()  # noqa: SIM905
)
"""Words no noun phrase begins with."""


def _finite(words: Sequence[Token], at: int) -> bool:
    return at < len(words) and bool({f.tense for f in FORMS.get(words[at].word, ())} & {"s", "past"})


_PARTICLES = frozenset(
    """
    de da di van von der den del la le al bin ben ibn y e o' mac mc st
    """.split()  # noqa: SIM905
)
NOT_NAMES = frozenset(
    """
    i we you he she it they the a an my our his her their your this that these those if when what where who how
    why is are was were has have had do does did will would can could should may might and or but so because not
    no yes in on at to for from with by of as also just still now then there here today tomorrow yesterday
    please thanks monday tuesday wednesday thursday friday saturday sunday
    """.split()  # noqa: SIM905
)
"""Words that are no name, however they are written."""


def name_stop(words: Sequence[Token], at: int, *, lower: bool = False) -> int:
    """The index after a name that begins here; ``at`` itself when none does.

    ``lower`` takes one word in small letters for a name when a verb or the end follows: "my bro idris lives".
    """
    place = at
    while place < len(words) and words[place].capital and words[place].is_word and words[place].word not in NOT_NAMES:
        place += 1
        if place + 1 < len(words) and words[place].word in _PARTICLES and words[place + 1].capital:
            place += 1
    if place > at or not lower or at >= len(words):
        return place
    word = words[at].word
    plain = word.isalpha() and word not in FORMS and word not in NOT_NAMES and word not in _LOWER_STOP
    ahead = at + 1
    while ahead < len(words) and words[ahead].word in _AND_THEN:
        ahead += 1
    return at + 1 if plain and ahead < len(words) and words[ahead].word in FORMS else at


_LOWER_STOP = frozenset(
    """
    always never also really actually just still only both all says said who which that finally recently already
    now currently even usually often ever used
    """.split()  # noqa: SIM905
)


def words_text(words: Sequence[Token], start: int, stop: int) -> str:
    """The folded words between two indexes."""
    return " ".join(word.word for word in words[start:stop])
