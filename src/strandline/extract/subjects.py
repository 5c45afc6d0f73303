"""Who or what a clause is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from strandline.extract.naming import AND_THEN, NOT_NAMES, name_stop, words_text, writes_small
from strandline.extract.people import FORMER, KIN, Kin, serves, singular
from strandline.extract.tokens import Token
from strandline.extract.verb_starts import DETERMINERS, LONGEST_SUBJECT, OBJECTS, after_now, verb_from, without_now
from strandline.extract.verbs import FORMS


@dataclass(slots=True, kw_only=True)  # not frozen: made too often for that
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
            return _people_of(words, at) or _thing(words, at, at, None)
        return Subject(
            kind=_PRONOUNS[word], text=word, start=at, stop=at + 1, first=words[at].start, last=words[at].stop
        )
    if word in ("my", "our") or (word == "me" and following in KIN and not words[at + 1].capital):
        return _possessed(words, at + 1, at, _speaker(words, at, at + 1))
    if word in ("his", "her", "their", "its", "your"):
        owner = Subject(kind="you" if word == "your" else "pronoun", text=word, start=at, stop=at + 1)
        return _possessed(words, at + 1, at, owner)
    return _phrase(words, at)


def _people_of(words: Sequence[Token], at: int) -> Subject | None:
    """ "People at the office call me Bo" """
    for place in range(at + 2, min(at + 7, len(words) - 1)):
        base = any(form.tense == "base" for form in FORMS.get(words[place].word, ()))
        if base and words[place + 1].word in ("me", "us", "my", "our"):
            return Subject(kind="other", text=words[at].word, start=at, stop=place, first=words[at].start,
                           last=words[place - 1].stop)  # fmt: skip
    return None


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
_OWNED_THINGS = frozenset(["name", "birthday", "bday", "job", "phone", "number", "address", "age", "email"])
"""What follows somebody of whom a possessive has lost its mark: "my sisters birthday"."""


def _possessed(words: Sequence[Token], at: int, first: int, owner: Subject) -> Subject | None:
    """ "my sister Ana", "my sister's name", "our studio", "my two closest colleagues" """
    place = at
    former = False
    while place < min(first + LONGEST_SUBJECT, len(words)):
        word = words[place].word
        if word in FORMER or word.startswith("ex-"):
            former = True
        head = word.removeprefix("ex-")
        two = f"{head} {words[place + 1].word}" if place + 1 < len(words) else ""
        key = singular(two) if singular(two) in KIN else singular(head)
        if key != head and key in KIN and place + 1 < len(words) and words[place + 1].word in _OWNED_THINGS:
            person = Subject(
                kind="person", text=key, start=first, stop=place + 1, first=words[place].start,
                last=words[place].stop - 1, kin=KIN[key], kin_word=key, owner=owner,
            )  # fmt: skip
            return _possessed(words, place + 1, first, person)  # "my dogs name is Rex"
        doubled = place + 1 < len(words) and head in ("twin", "baby") and singular(words[place + 1].word) in KIN
        if (
            key in KIN
            and not doubled
            and not serves(head, words[place - 1].word)
            and not _more_noun(words, place + (2 if two and key == singular(two) else 1))
        ):
            width = 2 if key == singular(two) and two else 1
            plural = key not in (head, two)
            return _person(words, place, _kin(key, (first, place + width), owner, former=former, plural=plural))
        if word in FORMS and {f.tense for f in FORMS[word]} & {"s", "past"} and place > at:
            break
        if not (word.isalpha() or "-" in word) or word in ("is", "are", "was", "has", "have"):
            break
        place += 1
    return _thing(words, at, first, owner)


def _more_noun(words: Sequence[Token], at: int) -> bool:
    """Whether a noun goes on here: "my girl band", "my mother tongue"; a name in small letters does not."""
    if at >= len(words) or words[at].word in COMPOUNDED or after_now(words, at) > at:
        return at < len(words) and words[at].word in COMPOUNDED
    word = words[at]
    after = words[at + 1].word if at + 1 < len(words) else ""
    small = writes_small(words) and (not after or after in FORMS or after in AND_THEN)
    plain = word.word.isalpha() and not word.capital and word.word not in FORMS and word.word not in NOT_NAMES
    return plain and word.word not in _AFTER_KIN and not small


def _kin(key: str, place: tuple[int, int], owner: Subject, *, former: bool = False, plural: bool = False) -> Subject:
    """Somebody known by what they are to the owner."""
    start, stop = place
    return Subject(
        kind="person", text=key, start=start, stop=stop, kin_word=key, owner=owner, former=former, plural=plural
    )


def _person(words: Sequence[Token], at: int, who: Subject) -> Subject | None:
    """The same, perhaps with a name, perhaps owning what the clause is about; ``at`` is the word for them."""
    key, plural, first = who.kin_word, who.plural, who.start
    last = stop = who.stop
    if last < len(words) and words[last].word == ",":
        named = name_stop(words, last + 1)
        if named > last + 1 and named < len(words) and words[named].word == ",":
            last_name, stop, last = (last + 1, named), named + 1, named
        else:
            last_name = None
    elif last < len(words) and words[last].word == "(":
        named = name_stop(words, last + 1)
        whole = named > last + 1 and named < len(words) and (words[named].word == ")" or plural)
        last_name = (last + 1, named) if whole else None
        stop = last = named if whole else last
    else:
        named = name_stop(words, last, lower=not plural and writes_small(words))
        last_name = (last, named) if named > last else None
        last = named
        stop = after_now(words, named)
        if last_name is None and stop < len(words) and words[stop].word in ("from", "at", "in"):
            stop = _beyond(words, stop)
    if stop == last and stop < len(words) and words[stop].word == ",":
        stop = _apposition_stop(words, stop)
    name = "" if last_name is None else words_text(words, *last_name)
    begin, end = (at, at + 1) if last_name is None else last_name
    kin = "child" if key == "twin" and plural else key
    person = replace(
        who, text=name or key, name=name, stop=stop, first=words[begin].start, last=words[end - 1].stop, kin=KIN[kin],
        kin_word=kin,
    )  # fmt: skip
    if stop < len(words) and words[stop].word == "'s":
        return _possessed(words, stop + 1, first, person) or person
    if plural and name:
        return _bracket_closed(words, _and_others(words, person))
    person = _bracket_closed(words, person)
    return _with_me(words, person) or person


def _beyond(words: Sequence[Token], at: int) -> int:
    """Where the verb begins after "my friend from work"; the place itself where none follows soon."""
    verb = verb_from(words, at + 1, at)
    near = verb is not None and 1 < verb - at < 5 and all(word.word.isalpha() for word in words[at:verb])
    return verb if verb is not None and near else at


def _apposition_stop(words: Sequence[Token], comma: int) -> int:
    """The index after "a dentist," of "my friend, a dentist, says"; the comma where nothing is set off."""
    if comma + 1 >= len(words) or words[comma + 1].word not in ("a", "an", "the", "also", "bless"):
        return comma
    for at in range(comma + 2, min(comma + 8, len(words) - 1)):
        if words[at].word == ",":
            return at + 1 if _finite(words, at + 1) else comma
        if _finite(words, at) or words[at].word in ("and", "or"):
            break
    return comma


def _bracket_closed(words: Sequence[Token], person: Subject) -> Subject:
    """ "my husband (Olaf) is": the subject goes on to the end of the bracket."""
    closes = person.name and person.stop < len(words) and words[person.stop].word == ")"
    return replace(person, stop=person.stop + 1) if closes else person


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
    verb = verb_from(words, at, first)
    if verb is None or verb == at or words[verb - 1].word == "there":
        return None
    if any(word.word in ("i", "we", "you") for word in words[at:verb]):
        return None
    mark = next((place for place in range(at, verb) if words[place].word == "'s"), None)
    if mark is not None and mark > at and mark + 1 < verb:
        holder = Subject(kind="thing", text=words_text(words, at, mark), start=first, stop=mark, owner=owner,
                         first=words[at].start, last=words[mark - 1].stop)  # fmt: skip
        low, high = without_now(words, mark + 1, verb)
        return Subject(kind="thing", text=words_text(words, low, high), start=first, stop=verb, owner=holder,
                       first=words[low].start, last=words[high - 1].stop)  # fmt: skip
    low, high = without_now(words, at, verb)
    return Subject(kind="thing", text=words_text(words, low, high), start=first, stop=verb, owner=owner,
                   first=words[low].start, last=words[high - 1].stop)  # fmt: skip


_OWN_DETAILS = frozenset(["name", "birthday", "timezone", "email", "phone", "pronouns", "nickname", "surname"])
"""What is the speaker's where nobody's is said: "name's Ana", "bday is 4 May"."""


def _phrase(words: Sequence[Token], at: int) -> Subject | None:
    """A named person or a noun phrase, when a verb follows."""
    word = words[at]
    if not word.is_word and not word.word.startswith("⟦"):
        return None
    own = _own(words, at)
    if own is not None:
        return own
    verbal = word.word in FORMS and word.word not in _VERB_NAMES and not _noun_after_all(words, at)
    if word.word in _NO_START or verbal:
        return None
    if word.word == "the" and (own := _the_own(words, at)) is not None:
        return own
    if word.word in DETERMINERS:
        return _thing(words, at + 1, at, None)
    named = _by_name(words, at) if word.capital else None
    if named is not None:
        return named
    joined = [token.word for token in words[at + 1 : at + 3]] in (["and", "i"], ["n", "i"], ["&", "i"])
    if joined and writes_small(words) and word.word.isalpha() and word.word not in FORMS and word.word not in NOT_NAMES:
        return _with_me(words, _somebody(words, at, at + 1))
    return _thing(words, at, at, None)


def _own(words: Sequence[Token], at: int) -> Subject | None:
    """Whom or what the speaker has, without "my": "mum is Pearl", "name's Ana"."""
    word = words[at]
    key = singular(word.word)
    after = words[at + 1].word if at + 1 < len(words) else ""
    title = word.capital and key in ("father", "mother", "sister", "brother") and after not in ("is", "'s", "has")
    stated = after in ("'s", "is", "are", "has", "was") or (at + 1 < len(words) and words[at + 1].capital)
    speaker = Subject(kind="speaker", text="I", start=at, stop=at)
    if key in KIN and not title and stated:
        return _person(words, at, _kin(key, (at, at + 1), speaker))
    if word.word in _OWN_DETAILS and after in ("is", "'s"):
        return Subject(
            kind="thing", text=word.word, start=at, stop=at + 1, owner=speaker, first=word.start, last=word.stop
        )
    return None


def _the_own(words: Sequence[Token], at: int) -> Subject | None:
    """ "The cat is called Noodle", "the name is Bond", "the kids and I" """
    speaker = Subject(kind="speaker", text="I", start=at, stop=at)
    after = [word.word for word in words[at + 1 : at + 4]]
    if len(after) == 3 and singular(after[0]) in KIN and after[1] in ("and", "&") and after[2] == "i":
        key = singular(after[0])
        theirs = _kin(key, (at, at + 2), speaker, plural=key != after[0])
        return _with_me(words, replace(theirs, kin=KIN[key], first=words[at + 1].start, last=words[at + 1].stop))
    if len(after) == 3 and singular(after[0]) in KIN and after[2] in ("called", "named"):
        return _person(words, at + 1, _kin(singular(after[0]), (at, at + 2), speaker))
    if after[:2] == ["name", "is"]:
        first, last = words[at].start, words[at + 1].stop
        return Subject(kind="thing", text="name", start=at, stop=at + 2, owner=speaker, first=first, last=last)
    return None


def _somebody(words: Sequence[Token], at: int, stop: int) -> Subject:
    """The person whom the tokens between two indexes name."""
    text = words_text(words, at, stop)
    return Subject(
        kind="person", text=text, name=text, start=at, stop=stop, first=words[at].start, last=words[stop - 1].stop
    )


def _by_name(words: Sequence[Token], at: int) -> Subject | None:
    """Somebody by name, with a verb or a possession after it."""
    named = name_stop(words, at)
    if not at < named < len(words):
        return None
    person = _somebody(words, at, named)
    if (both := _with_me(words, person)) is not None:
        return both
    if words[named].word == "'s":
        return _possessed(words, named + 1, at, person)
    if verb_from(words, named, at) == named or _finite(words, named):
        return person
    return _in_apposition(words, person)


def _in_apposition(words: Sequence[Token], person: Subject) -> Subject | None:
    """ "Suki, my flatmate, works at …": a name with what that is to the speaker between commas."""
    at = person.stop
    if words[at].word != "," or at + 2 >= len(words) or words[at + 1].word not in ("my", "our"):
        return None
    for place in range(at + 2, min(at + 5, len(words) - 1)):
        if singular(words[place].word) in KIN and words[place + 1].word == "," and _finite(words, place + 2):
            if serves(words[place].word, words[place - 1].word):
                return None
            key = singular(words[place].word)
            owner = Subject(kind="speaker", text="I", start=at + 1, stop=at + 2)
            return replace(person, kin=KIN[key], kin_word=key, owner=owner, stop=place + 2)
    return None


def _noun_after_all(words: Sequence[Token], at: int) -> bool:
    """Whether a verb form that begins a phrase is its first noun: "book club is on Tuesdays"."""
    base = any(form.tense in ("base", "ing") for form in FORMS[words[at].word])
    verb = verb_from(words, at + 1, at)
    plain = verb is not None and all(word.word.isalpha() and word.word not in OBJECTS for word in words[at + 1 : verb])
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
