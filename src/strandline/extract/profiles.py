"""Profiles and lists without subjects, as the sentences they stand for: "Allergies: nuts", "vegan, live in Leith"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from strandline.extract.occupations import occupation
from strandline.extract.openers import skip_openers
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_LABEL = re.compile(
    r"(?:[-*•] )?(?:(?:here|this) is )?(?:my )?(?:full |first |new |current |work |home |phone |e-?mail |date of |"
    r"place of |job |mother |native |preferred |dietary |food |known |medical |chronic |existing |long-term |"
    r"other |spoken |country of )*"
    r"(?:favourite [\w'-]+(?: [\w'-]+)?|name|nickname|age|birthday|birth|dob|pronouns|email|e-mail|phone|mobile|number|"
    r"address|allergies|allergy|diet|hobbies|hobby|pets|pet|job|occupation|title|employer|company|manager|boss|"
    r"location|city|home ?town|timezone|time zone|languages|tongue|language|"
    r"medication|medications|medicines|conditions?|illness|illnesses|diagnosis|team|department|project|role|"
    r"marital status|relationship status|nationality|hometown|town|residence|origin|vehicle|school|university|"
    r"business|workplace|partner|wife|husband|kids|children|shoe size|height|weight|blood type)"
)
"""What a line of a profile may begin with: "Allergies: nuts"."""


_BULLETS = ("-", "*", "•")
_DOES = {
    "likes": "like", "dislikes": "dislike", "loves": "love", "hates": "hate", "enjoys": "enjoy", "speaks": "speak",
    "plays": "play", "drives": "drive", "collects": "collect",
}  # fmt: skip
"""Labels that say what somebody does: "Likes: jazz, rye bread"."""


_FRONTS = {
    front: re.compile(labels)
    for front, labels in {
        "i live in": r"where do you live|(?:place of |current )?residence|(?:current )?(?:city|town)",
        "i was born in": r"(?:place|country) of birth|birth ?place|where were you born",
        "i am from": r"country of origin|origin|where are you from",
        "i am": r"(?:marital|relationship|civil) status|how old are you|are you married",
        "i work at": r"where do you work",
        "i work as a": r"what do you do|what is your job",
        "i drive a": r"(?:current )?(?:vehicle|car)|what do you drive",
        "i speak": r"(?:spoken )?languages?|languages? spoken|what languages do you speak",
        "i take": r"(?:current |regular )?(?:medicines?|medications?|meds|drugs)|what medication do you take",
        "my name is": r"what is your name",
    }.items()
}
"""How what follows a label of a form is said in a sentence: "Where do you live: Coimbra"."""


def _fronted(label: str) -> tuple[str, ...]:
    """The words that stand for a label of a form; none where it is none of them."""
    return next((tuple(front.split()) for front, labels in _FRONTS.items() if labels.fullmatch(label)), ())


def is_label(said: str) -> bool:
    """Whether folded words are a label of a form."""
    return said in _DOES or _LABEL.fullmatch(said) is not None or bool(_fronted(said))


def _fields(words: Sequence[Token]) -> Sequence[Token]:
    """Several fields of a form in one sentence, each as a statement: "Name: Ana, team: claims; city: Oslo"."""
    colons = [at for at, word in enumerate(words) if word.word == ":"]
    head = " ".join(word.word for word in words[: colons[0]])
    if not (_LABEL.fullmatch(head) or _fronted(head)):
        return _labelled(words)
    begins = [0]
    for colon in colons[1:]:
        low = next((at + 1 for at in range(colon - 1, begins[-1], -1) if words[at].word in (",", ";", "|", "/")), 0)
        label = " ".join(word.word for word in words[low:colon])
        if low > begins[-1] and (_LABEL.fullmatch(label) or _fronted(label)):
            begins.append(low)
    if len(begins) < 2:
        return _labelled(words)
    whole: list[Token] = []
    for low, high in pairwise([*begins, len(words) + 1]):
        if low:
            whole.append(Token(";", words[low].start, words[low].start))
        whole += _labelled(words[low : high - 1])
    return whole


_CUES = frozenset(["still", "also", "currently", "presently", "now"])
_BEING = frozenset(
    """
    single married divorced engaged widowed separated vegan vegetarian retired pregnant unemployed self-employed
    """.split()  # noqa: SIM905
)


def _going_on(words: Sequence[Token]) -> Sequence[Token]:
    """ "Yup still working at Kiln, still single too" with the words that are left out; others as they are."""
    begins, start = [], skip_openers(words, 0)
    while start and words[start - 1].word in _CUES:
        start -= 1
    begins.append(start)
    begins += [at + 1 for at in range(start, len(words) - 2) if words[at].word in (",", ";", "and", "but")]
    whole: list[Token] = []
    for at, word in enumerate(words[:-1]):
        after = next((token.word for token in words[at:] if token.word not in _CUES), "")
        if at in begins and word.word in _CUES and (_doing(after) or after in _BEING):
            whole += [Token(said, word.start, word.start) for said in ((";", "i", "am") if whole else ("i", "am"))]
        whole.append(word)
    return [*whole, words[-1]]


def _label(words: Sequence[Token]) -> str:
    """What may be a label, without "btw" behind it."""
    kept = words[:-1] if len(words) > 1 and words[-1].word in _BY_THE_WAY else words
    return " ".join(word.word for word in kept)


_BY_THE_WAY = frozenset(["btw", "fyi", "lol"])
_NO_LABEL = _BY_THE_WAY | {"-", "*", "•", "my", "here", "this", "is"}


def _labelled(words: Sequence[Token]) -> Sequence[Token]:
    """ "Allergies: nuts" as "my allergies is nuts"; other sentences as they are."""
    colon = 0
    for at, word in enumerate(words[:7]):
        if word.word == ":":
            colon = at
            break
    alone = colon == 1 or (colon == 2 and words[0].word in _BULLETS)
    does = _DOES.get(words[colon - 1].word) if alone else None
    if does is not None and words[colon + 1 : colon + 2] and words[colon + 1].word.isalpha():
        first = words[colon - 1]
        return (Token("i", first.start, first.start), Token(does, first.start, first.stop), *words[colon + 1 :])
    fronted = _fronted(" ".join(word.word for word in words[:colon] if word.word not in _BULLETS)) if colon else ()
    if fronted and colon < len(words) - 1:
        first = words[0]
        return (*(Token(said, first.start, first.start) for said in fronted), *words[colon + 1 :])
    if not 0 < colon < len(words) - 1 or _LABEL.fullmatch(_label(words[:colon])) is None:
        return words
    label = [word for word in words[:colon] if word.word not in _NO_LABEL]
    my = Token("my", label[0].start, label[0].start)
    return (my, *label, Token("is", words[colon].start, words[colon].stop), *words[colon + 1 :])


_ASIDES = frozenset(
    """
    again finally yes sadly luckily lol yay still ugh sigh haha hooray now too obviously unfortunately hurray
    """.split()  # noqa: SIM905
)


def _without_asides(words: Sequence[Token]) -> Sequence[Token]:
    """Without "(again)" and the like."""
    kept: list[Token] = []
    at = 0
    while at < len(words):
        closed = at + 2 < len(words) and words[at].word == "(" and words[at + 2].word == ")"
        if closed and words[at + 1].word in _ASIDES:
            at += 3
            continue
        kept.append(words[at])
        at += 1
    return kept


def spoken(words: Sequence[Token], said: AbstractSet[str], *, asks: bool) -> Sequence[Token]:
    """The tokens, of which ``said`` are the words, with those that a profile leaves out; else as they are."""
    if "(" in said:
        words = _without_asides(words)
    if not asks and not _CUES.isdisjoint(said) and _SOMEBODY.isdisjoint(said):
        words = _going_on(words)  # "Currently building a treehouse"
    if not asks and ":" in said and sum(word.word == ":" for word in words) > 1:
        return _fields(words)
    if asks or not 1 < _commas(words) <= _MOST:
        return _labelled(words)
    begin = _opening(words)
    if begin is None:
        return _labelled(words)
    parts = list(_members(words, begin))
    phrases = [" ".join(word.word for word in part) for part in parts]
    telling = sum(_TELLING.match(one) is not None for one in phrases)
    if (
        len(parts) < 3
        or not telling
        or any(len(part) > _LONGEST for part in parts)
        or telling + sum(map(_plain, phrases)) < 2
    ):
        return _labelled(words)
    whole: list[Token] = [*words[:begin]]
    for number, (part, one) in enumerate(zip(parts, phrases, strict=True)):
        if number:
            whole.append(Token(";", part[0].start, part[0].start))
        whole += [Token(word, part[0].start, part[0].start) for word in _left_out(one)]
        whole += (part[0]._replace(capital=False), *part[1:]) if not number and len(part) > 1 else part
    return whole


def _commas(words: Sequence[Token]) -> int:
    """How many commas there are; none where somebody is spoken of, as then it is no list of what is left out."""
    commas = 0
    for word in words:
        if word.word == ",":
            commas += 1
        elif word.word in _SOMEBODY:
            return 0
    return commas


def _doing(word: str) -> bool:
    return any(form.tense == "ing" for form in FORMS.get(word, ())) and word not in (
        "being",
        "having",
        "going",
        "missing",
        "pending",
    )


_MOST = 12
_LONGEST = 9
_SOMEBODY = frozenset(
    """
    i we he she they you it im my our his her their your him them us
    """.split()  # noqa: SIM905
)
"""Who has one of these words speaks in sentences."""
_TELLING = re.compile(
    r"(?:currently |now |still |also )?(?:(?:live|living|based|born|raised) (?:in|at|near|on)|(?:work|working) (?:as|"
    r"at|for|in)|(?:married|engaged) to"
    r"|(?:study|studying) \w+|(?:speak|love|hate|drive|play|own|enjoy) \w+|can not stand \w+|do not (?:eat|drink|smoke|"
    r"drive|like) ?\w*|originally from|from [a-z]+$|allergic to|(?:two|three|four|one|no) (?:kids|children|cats?|dogs?|"
    r"daughters?|sons?)$)"
)
"""Members that tell of whoever writes: one of them must be there."""


def _plain(said: str) -> bool:
    """Whether a member may stand in such a list: an age, a state, a trade, what is had."""
    return (
        re.match(
            r"(?:\d{2}$|married|engaged|divorced|single|widowed|retired|vegan|vegetarian|an? |two |three |one |no )",
            said,
        )
        is not None
    )


def _left_out(said: str) -> tuple[str, ...]:
    """The words left out before a member: "i" of a verb, "i have" of a number of things, "i am" of the rest."""
    first = re.sub(r"^(?:currently|now|still|also) ", "", said).split(" ")[0]
    if first in _VERBS:
        return ("i",)
    if re.match(r"(?:one|two|three|four|five|no) [a-z]", said):
        return ("i", "have")
    if occupation(said.split(" "), known=True):
        return ("i", "am", "a")
    return ("i", "am")


_VERBS = frozenset(
    """
    live work study speak love hate drive play own enjoy like have run teach sing write collect
    use prefer go cycle commute grew moved can do collect avoid
    """.split()  # noqa: SIM905
)


def _opening(words: Sequence[Token]) -> int | None:
    """Where the list begins: after "quick intro:" and greetings; None after a label that may be anybody's."""
    colon = next((at for at, word in enumerate(words[:6]) if word.word in (":", "-", "—", "–")), None)
    if colon is None or colon + 1 >= len(words):
        return 0
    return colon + 1 if all(word.word in _ABOUT_ME or not word.is_word for word in words[:colon]) else None


_ABOUT_ME = frozenset(
    """
    quick short brief little a an bit of some intro introduction about me bio profile hi hello hey summary background
    facts fact myself context basics info stats update so ok okay for reference here goes the and just first
    """.split()  # noqa: SIM905
)


def _members(words: Sequence[Token], begin: int) -> Iterator[tuple[Token, ...]]:
    start = begin
    for at in range(begin, len(words) + 1):
        if at == len(words) or words[at].word in (",", ";"):
            low = start + (start < at and words[start].word in ("and", "&", "plus"))
            if low < at:
                yield tuple(words[low:at])
            start = at + 1
