"""What takes the place of something known that is held beside others: a preference, a form of address, a wish.

"I prefer coffee now", "call me Maximilian from now on", "answer in Dutch from now on", "emojis are fine after all".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from strandline.extract.cues import cue
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import value_key
from strandline.extract.relations import relations
from strandline.extract.sentences import Sentence
from strandline.types import Act, Claim

_ANEW = cue(
    "now actually instead days nowadays future again rather forward",
    r"\b(?:now|nowadays|actually|instead|these days|from now on|in future|again|going forward)\b",
)
"""What tells that a choice is another than before."""
_KINDS = tuple(
    frozenset(kind.split())
    for kind in (
        "tea coffee decaf espresso cappuccino latte matcha cocoa water juice beer wine cider cola lemonade whisky gin",
        "cats dogs cat dog rabbits birds fish",
        "mornings evenings afternoons nights morning evening afternoon night",
        "summer winter spring autumn fall",
        "trains planes buses cars train plane bus car bike bikes cycling driving flying walking tram trams ferries",
        "email e-mail phone calls texts texting chat slack video teams whatsapp letters",
        "tabs spaces",
        "windows linux mac macos",
        "books ebooks e-books audiobooks paperbacks hardbacks podcasts",
        "metric imperial",
        "celsius fahrenheit",
        "beaches mountains beach mountain lakes forests cities countryside city",
        "aisle window",
    )
)
"""Things of one sort, of which one is chosen."""
_LANGUAGE = (
    r"\bin (?P<l>english|french|german|dutch|spanish|italian|portuguese|swedish|danish|norwegian|finnish|polish|czech|"
    r"russian|ukrainian|turkish|greek|hebrew|arabic|hindi|japanese|korean|chinese|mandarin|romanian|hungarian|catalan|"
    r"welsh|irish|basque|vietnamese|thai|indonesian)\b"
)
_ANSWER = cue("in", rf"\b(?:answer|reply|respond|write|speak|talk)(?: \w+){{0,3}}? {_LANGUAGE}")
"""The language that is to be answered in."""
_ALLOWED = cue(
    "can may free",
    r"^(?:(?:ok|okay|so|actually|and|well|now|hey|btw) ,? ?)*(?:you (?:can|may)|feel free to) (?:just |now |go back to "
    r"|start )*(?P<do>\w+)(?: .*)? (?:again|now|after all)$",
)
_FINE = cue(
    "is are",
    r"^(?:(?:ok|okay|so|actually|and|well|btw) ,? ?)*(?P<what>[\w-]+(?: [\w-]+)?) (?:is|are) (?:totally |absolutely |"
    r"perfectly |quite )?(?:fine|ok|okay|all right|alright|welcome|allowed|good)(?: with me| for me| by me)? (?:after "
    r"all|again|now|from now on)(?: .*)?$",
)
_FORBIDS = cue(
    "no without avoid stop never not skip drop leave", r"^(?:\w+ ){0,3}?(?:no|without|avoid|stop|never|not)\b"
)
_SMALL = frozenset("a an any the your my to me please always in of ever all more from now on".split())  # noqa: SIM905


def succeeded(page: Page, parts: Sequence[Sentence], claims: Sequence[Claim]) -> Iterator[Claim]:
    """The ends of what is known and has another in its place now."""
    values = page.known.values
    for claim in claims:
        stated = claim.act is Act.STATE and claim.polarity and not claim.over and claim.subject == page.known.speaker
        if not stated or not values.get(claim.relation):
            continue
        if claim.relation in ("prefers", "nickname") and _says_anew(parts, claim):
            yield from (_replaced(page, claim, old) for old in _displaced(claim, values[claim.relation]))
        elif claim.relation == "instruction":
            yield from (_replaced(page, claim, old) for old in _other_language(claim.value, values["instruction"]))
    for sentence in parts if values.get("instruction") else ():
        said = " ".join(word.word for word in sentence.tokens if word.is_word or word.word == ",")
        for old in _lifted(said, sentence, values["instruction"]):
            yield _end(page, "instruction", old, (sentence.start, sentence.stop))


def _says_anew(parts: Sequence[Sentence], claim: Claim) -> bool:
    """Whether the sentence of a claim tells that it was otherwise before."""
    return any(
        _ANEW.found(" ".join(word.word for word in sentence.tokens), sentence.words)
        for sentence in parts
        if sentence.start <= claim.start < sentence.stop
    )


def _displaced(claim: Claim, held: Sequence[str]) -> list[str]:
    """The known values that a new one takes the place of: the one form of address, preferences of its sort."""
    key = value_key(claim.value)
    others = [value for value in held if value_key(value) != key]
    if claim.relation == "nickname":
        return others if len(others) == 1 else []
    return [value for value in others if _of_one_sort(key.split(), value_key(value).split())]


def _of_one_sort(new: Sequence[str], old: Sequence[str]) -> bool:
    """Whether two plain choices are of one sort: "window seats" and "aisle seats", "tea" and "coffee"."""
    if not new or not old or max(len(new), len(old)) > 3 or {"to", "over"} & {*new, *old}:
        return False
    if len(new) > 1 and len(old) > 1 and new[-1] == old[-1]:
        return True
    return any(new[-1] in kind and old[-1] in kind and len(new) == len(old) for kind in _KINDS)


def _other_language(wish: str, held: Sequence[str]) -> list[str]:
    """The known wishes for answers in another language than this one."""
    new = _language(wish)
    return [] if new is None else [old for old in held if _language(old) not in (None, new)]


def _language(wish: str) -> str | None:
    """The language that a wish for all answers names; none for one with a condition."""
    words = wish.casefold().split()
    if {"when", "if", "whenever", "unless", "to", "for"} & set(words):
        return None
    match = _ANSWER.search(" ".join(words), frozenset(words))
    return None if match is None else match["l"]


def _lifted(said: str, sentence: Sentence, held: Sequence[str]) -> list[str]:
    """The known wishes that a permission takes back: "you can use emojis again", "emojis are fine after all"."""
    fine = _FINE.search(said, sentence.words)
    allowed = None if fine is not None else _ALLOWED.search(said, sentence.words)
    if fine is None and allowed is None:
        return []
    if allowed is not None and (others := _other_language(said, held)):
        return others
    topic = set((said[allowed.start("do") :] if allowed is not None else fine["what"] if fine else "").split())
    topic -= _SMALL | {"again", "now", "after", "use", "do", "add", "include", "send", "give", "put"}
    return [old for old in held if topic and topic <= _words(old) and _forbids(old)]


def _words(wish: str) -> set[str]:
    return {word.strip(".,;:!") for word in wish.casefold().split()}


def _forbids(wish: str) -> bool:
    """Whether a wish is that something be not done."""
    said = wish.casefold().replace("don't", "do not")
    return _FORBIDS.found(said, frozenset(said.split()))


def _replaced(page: Page, claim: Claim, old: str) -> Claim:
    """The end of a known value when another one begins."""
    end = _end(page, claim.relation, old, (claim.start, claim.stop))
    return replace(end, valid_to=claim.valid_from or claim.at, since=claim.since)


def _end(page: Page, relation: str, old: str, span: tuple[int, int]) -> Claim:
    """The end of a known value by the words of a span."""
    row, speaker = relations()[relation], page.known.speaker
    return Claim(
        subject=speaker, relation=relation, value=old, act=Act.END, at=page.turn.at, valid_to=page.turn.at,
        text=row.sentence(speaker, old), start=span[0], stop=span[1], loose=True, replaces=old, confidence=0.8,
        extractor=VERSION,
    )  # fmt: skip
