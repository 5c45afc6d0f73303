"""Profiles and lists without subjects, as the sentences they stand for: "Allergies: nuts", "married, two kids, live in Leith"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from strandline.extract.occupations import occupation
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_LABEL = re.compile(
    r"(?:[-*•] )?(?:(?:here|this) is )?(?:my )?(?:full |first |new |current |work |home |phone |e-?mail |date of |place of |job |mother |native |preferred |dietary |food |known |medical )*"
    r"(?:favourite [\w'-]+(?: [\w'-]+)?|name|nickname|age|birthday|birth|dob|pronouns|email|e-mail|phone|mobile|number|address|allergies|allergy|diet|"
    r"hobbies|hobby|pets|pet|job|occupation|title|employer|company|manager|boss|location|city|home ?town|timezone|time zone|languages|tongue|language|"
    r"medication|medications|conditions|partner|wife|husband|kids|children|shoe size|height|weight|blood type)"
)
"""What a line of a profile may begin with: "Allergies: nuts"."""


def _labelled(words: Sequence[Token]) -> Sequence[Token]:
    """ "Allergies: nuts" as "my allergies is nuts"; other sentences as they are."""
    colon = next((at for at, word in enumerate(words[:7]) if word.word == ":"), 0)
    if not 0 < colon < len(words) - 1 or _LABEL.fullmatch(" ".join(word.word for word in words[:colon])) is None:
        return words
    label = [word for word in words[:colon] if word.word not in ("-", "*", "•", "my", "here", "this", "is")]
    my = Token("my", label[0].start, label[0].start)
    return (my, *label, Token("is", words[colon].start, words[colon].stop), *words[colon + 1 :])




def spoken(words: Sequence[Token], *, asks: bool) -> Sequence[Token]:
    """The tokens with the words that a profile leaves out; of other sentences as they are."""
    if len(words) > 2 and words[0].word in ("currently", "presently", "now", "still") and _doing(words[1].word):
        return (*(Token(word, words[0].start, words[0].start) for word in ("i", "am")), *words)  # "Currently building a treehouse"
    commas = sum(word.word == "," for word in words)
    if asks or not commas or commas > _MOST or any(word.word in _SOMEBODY for word in words):
        return _labelled(words)
    begin = _opening(words)
    parts = list(_members(words, begin))
    said = [" ".join(word.word for word in part) for part in parts]
    telling = sum(_TELLING.match(one) is not None for one in said)
    if len(parts) < 3 or not telling or any(len(part) > _LONGEST for part in parts) or telling + sum(map(_plain, said)) < 2:
        return _labelled(words)
    whole: list[Token] = [*words[:begin]]
    for number, (part, one) in enumerate(zip(parts, said, strict=True)):
        if number:
            whole.append(Token(";", part[0].start, part[0].start))
        whole += [Token(word, part[0].start, part[0].start) for word in _left_out(one)]
        whole += (part[0]._replace(capital=False), *part[1:]) if not number and len(part) > 1 else part
    return whole


def _doing(word: str) -> bool:
    return any(form.tense == "ing" for form in FORMS.get(word, ())) and word not in ("being", "having", "going", "missing", "pending")


_MOST = 12
_LONGEST = 9
_SOMEBODY = frozenset("i we he she they you it im my our his her their your".split())
"""Who has one of these words speaks in sentences."""
_TELLING = re.compile(
    r"(?:currently |now |still |also )?(?:(?:live|living|based|born|raised) (?:in|at|near|on)|(?:work|working) (?:as|at|for|in)|(?:married|engaged) to"
    r"|(?:study|studying) \w+|(?:speak|love|hate|drive|play|own|enjoy) \w+|originally from|from [a-z]+$|allergic to|(?:two|three|four|one|no) (?:kids|children|cats?|dogs?|daughters?|sons?)$)"
)
"""Members that tell of whoever writes: one of them must be there."""


def _plain(said: str) -> bool:
    """Whether a member may stand in such a list: an age, a state, a trade, what is had."""
    return re.match(r"(?:\d{2}$|married|engaged|divorced|single|widowed|retired|vegan|vegetarian|an? |two |three |one |no )", said) is not None


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


_VERBS = frozenset("live work study speak love hate drive play own enjoy like have run teach sing write collect use prefer go cycle commute grew moved".split())


def _opening(words: Sequence[Token]) -> int:
    """Where the list begins: after "quick intro:" and greetings."""
    colon = next((at for at, word in enumerate(words[:6]) if word.word in (":", "-", "—", "–")), None)
    return 0 if colon is None or colon + 1 >= len(words) else colon + 1


def _members(words: Sequence[Token], begin: int) -> Iterator[tuple[Token, ...]]:
    start = begin
    for at in range(begin, len(words) + 1):
        if at == len(words) or words[at].word in (",", ";"):
            low = start + (start < at and words[start].word in ("and", "&", "plus"))
            if low < at:
                yield tuple(words[low:at])
            start = at + 1
