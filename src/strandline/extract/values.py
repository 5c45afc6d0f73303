"""Where the value of a fact ends, and how "a, b and c" falls into several."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.naming import NOT_NAMES, name_stop
from strandline.extract.occupations import occupation
from strandline.extract.places import Range, around, proper, town_after_street
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS

_STOPS = frozenset(
    """
    , ; : ( ) — – ! ? … = but so because while though although whereas since until till when whenever where which who
    whose that if unless as now again too also either anyway though lol haha lmao tbh btw sm smh rly ngl imo please
    thanks currently today tonight yesterday tomorrow nowadays than except instead without despite before after then
    yet still at_the_moment these_days anymore honestly really actually obviously apparently hopefully mostly
    especially whatever
    """.split()  # noqa: SIM905
)
_PLACE_STOPS = _STOPS | frozenset(
    """
    with for near by from until on to and or since at doing working right just not originally
    """.split()  # noqa: SIM905
)
_ORG_STOPS = _STOPS | frozenset(
    """
    with in on from as since until doing where near by right just not every three two
    """.split()  # noqa: SIM905
)
_NOUN_STOPS = _STOPS | frozenset(["with", "from", "near", "right", "just", "not", "every"])
_ROLE_STOPS = _NOUN_STOPS | frozenset(["called", "named", "at", "for", "in", "on", "by", "to", "who", "⟨"])
_THING_STOPS = _NOUN_STOPS | frozenset(
    ["in", "on", "at", "for", "since", "by", "during", "about", "because", "again", "out", "inside"]
)
_GROUP_STOPS = _STOPS | frozenset(
    """
    with from near right just in on at since every because called named for once back
    """.split()  # noqa: SIM905
)
_TAILS = ("at the moment", "these days", "any more", "any longer", "no more", "to save my life", "ever",
          "for toffee", "right now", "so far", "by the way", "for now", "a lot",
          "so much", "very much", "at all", "to be honest", "as well", "the most", "lately", "for a living", "for fun",
          "of course", "i guess", "i think", "in general", "for ages", "all the time", "most of all", "full time",
          "part time", "on the side", "for years", "by day", "myself", "ourselves", "best", "twice", "once",
          "the best", "like crazy", "for good", "forever", "for ever", "completely", "altogether", "entirely",
          "once and for all", "for me", "for us", "more and more", "when i can", "quite well", "pretty well",
          "very well", "really well", "fairly well", "rather well", "well enough")  # fmt: skip
_TAILS_BY_WORD: dict[str, tuple[tuple[str, ...], ...]] = {
    last: tuple(tuple(tail.split()) for tail in _TAILS if tail.split()[-1] == last)
    for last in {tail.split()[-1] for tail in _TAILS}
}
"""What a value may have behind it, by its last word."""
_STOP_SETS = {
    "place": _PLACE_STOPS,
    "org": _ORG_STOPS,
    "noun": _NOUN_STOPS,
    "role": _ROLE_STOPS,
    "clause": frozenset([";", "(", ")", "—", "–", "!", "-", "--"]),
    "thing": _THING_STOPS,
    "group": _GROUP_STOPS,
    "tongue": _THING_STOPS | {"to", "all"},
    "spot": _STOPS,
    "phrase": frozenset([";", "(", ")", "—", "–", "!", "-", "--", ","]),
    "choice": _STOPS - {"than", "instead"},
}
_ARTICLES = frozenset(["a", "an", "the", "my", "our", "some", "any"])
_BEGINS = _ARTICLES | {"of"}
"""After "and" another one begins with these: "the Green Party and of a choir"."""


def stretch(words: Sequence[Token], start: int, kind: str) -> Range:
    """The value that begins at a token: ``kind`` is place, org, noun, name, number or clause."""
    if start < len(words) and words[start].word.startswith("⟦"):
        return start, start + 1
    if kind == "name":
        return _name(words, start)
    stops = _STOP_SETS.get(kind, _NOUN_STOPS)
    begin = start
    while begin < len(words) and kind in ("place", "org") and words[begin].word in ("the", "a", "an", "little", "old"):
        begin += 1
    if kind in ("place", "org"):
        named = proper(words, begin, kind)
        if kind == "place" and (town := town_after_street(words, begin, named)) is not None:
            return town
        if named > begin:
            return (start if kind == "org" else begin), named
        if kind == "place" and (near := around(words, begin)) is not None:
            return near
    stop = start
    while stop < len(words) and not _ends(words, stop, start, stops, kind):
        stop += 1
    if kind == "clause":
        while stop > start + 1 and words[stop - 1].word in (",", "and", "or", "-"):
            stop -= 1
        return start, stop
    return _without_tail(words, start, stop)


def _ends(words: Sequence[Token], at: int, start: int, stops: frozenset[str], kind: str) -> bool:
    word = words[at].word
    if (
        word == ","
        and at > start + 1
        and words[at - 2].word in ("a", "an", "some", "such", "very", "really")
        and _adjective(words, at)
    ):
        return False
    if word in stops and at > start:
        return True
    if kind == "role" and at > start and (_doing(words, at) or (word == "and" and _no_trade(words, at, start, stops))):
        return True
    if kind == "phrase" and word == "and" and at + 1 < len(words) and words[at + 1].word in _NEXT_STATEMENT:
        return True
    if (
        word.startswith("⟨")
        and kind not in ("clause", "choice", "phrase")
        and not (at == start and kind in ("noun", "thing"))
    ):
        return True
    if word == "." or (word == "/" and at + 1 < len(words) and words[at + 1].word == "s"):
        return True
    if kind not in ("clause", "phrase") and word in ("i", "we", "he", "she", "they", "it") and at > start:
        return True
    return kind in ("noun", "org", "place") and at > start and word in ("is", "are", "was", "were", "has", "will")


def _doing(words: Sequence[Token], at: int) -> bool:
    """Whether words tell what else somebody does: "a nurse living in Ghent", "from York, working at Kiln"."""
    return words[at].word in _DWELLS and at + 1 < len(words) and words[at + 1].word in _WHERE


_DWELLS = frozenset(["living", "based", "residing", "working", "studying", "staying", "stationed"])
_WHERE = frozenset(["in", "at", "near", "as", "for", "with", "on", "outside"])


def _no_trade(words: Sequence[Token], at: int, start: int, stops: frozenset[str]) -> bool:
    """Whether "and" leads from a trade to what is none: "a baker and asleep by eight"."""
    stop = next((n for n in range(at + 1, len(words)) if words[n].word in stops), len(words))
    before, after = [word.word for word in words[start:at]], [word.word for word in words[at + 1 : stop]]
    return "of" not in before and occupation(before) and (after[:1] in (["a"], ["an"]) or not occupation(after))


_NEXT_STATEMENT = frozenset(
    """
    want need have had am was were would could love like hope think plan will can just then
    """.split()  # noqa: SIM905
)


_NO_ADJECTIVES = frozenset(
    """
    and or but so a an the my i we which who to in on at with for because then not he she it they you
    """.split()  # noqa: SIM905
)


def _adjective(words: Sequence[Token], comma: int) -> bool:
    """Whether the word before a comma is one adjective of several: "a safe, inviting place"."""
    after = words[comma + 1 : comma + 3]
    plain = len(after) == 2 and all(word.word.isalpha() and not word.capital for word in after)
    return plain and after[0].word not in _NO_ADJECTIVES and after[1].word not in (",", "and")


def _name(words: Sequence[Token], start: int) -> Range:
    begin = start
    while begin < len(words) and words[begin].word in ("a", "the", "my", "our"):
        begin += 1
    stop = name_stop(words, begin)
    if stop > begin:
        return begin, stop
    if (
        begin == start
        and begin < len(words)
        and words[begin].word.isalpha()
        and words[begin].word not in FORMS
        and words[begin].word not in NOT_NAMES
    ):
        return begin, begin + 1
    return start, start


_LAST = frozenset(
    """
    and or in on at to of for , - is the a my there here just only
    """.split()  # noqa: SIM905
)
"""No value ends with these."""


def _without_tail(words: Sequence[Token], start: int, stop: int) -> Range:
    """Without "these days", "at the moment" and small words at the end."""
    changed = True
    while changed and stop > start + 1:
        changed = False
        for parts in _TAILS_BY_WORD.get(words[stop - 1].word, ()):
            if stop - len(parts) > start and tuple(w.word for w in words[stop - len(parts) : stop]) == parts:
                stop -= len(parts)
                changed = True
                break
        while stop > start + 1 and words[stop - 1].word in _LAST:
            stop -= 1
            changed = True
    return start, stop


def several(words: Sequence[Token], start: int, kind: str, *, limit: int = 12) -> list[Range]:
    """The values of a list "a, b and c" that begins at a token; one value is a list of one."""
    result: list[Range] = []
    at = start
    while at < len(words) and len(result) < limit:
        first, stop = stretch(words, at, kind)
        if stop <= first or (kind == "name" and result and not _name_too(words, result[0][0], (first, stop))):
            break
        result += _at_and(words, first, stop, whole=kind == "group")
        at = _after_purpose(words, stop, kind) if kind in ("org", "tongue") else stop
        while at < len(words) and words[at].word in (",", "and", "&", "or", "plus", "/", "nor"):
            at += 1
        if at == stop or at >= len(words) or _new_statement(words, at):
            break
        if kind in ("place", "org", "role") and _doing(words, at):
            break
    return result


def _name_too(words: Sequence[Token], before: int, value: Range) -> bool:
    """Whether a further name is written as the first one is, and is all that stands there: no "believe it or not"."""
    first, stop = value
    if words[before].capital:
        return words[first].capital
    return words[first].capital or stop >= len(words) or not words[stop].is_word or words[stop].word in _AFTER_NAME


_AFTER_NAME = frozenset("and or btw lol now too in at on both by with from".split())  # noqa: SIM905
_OF_THE_SAME = frozenset(["the", "their", "its", "his", "her", "our", "my"])
"""After "and" in something one does, these go on with what it is done to: "hearing of their journeys and the rest"."""


def _after_purpose(words: Sequence[Token], at: int, kind: str) -> int:
    """After "for notes" in "Obsidian for notes and Lightroom for photos"; the same place where no name is so."""
    purposes = _COMPANY if kind == "tongue" else _PURPOSES
    if at >= len(words) or words[at].word not in purposes:
        return at
    for place in range(at + 2, min(at + 6, len(words) - 2)):
        if words[place].word in (",", "and", "&"):
            begin = place + 1 + (words[place + 1].word == "and")
            named = begin + (words[begin].word in _ARTICLES) if begin < len(words) else begin
            ahead = {word.word for word in words[begin + 1 : begin + 5]}
            return place if _listed_on(words, named, kind) and ahead & purposes else at
    return at


def _listed_on(words: Sequence[Token], at: int, kind: str) -> bool:
    """Whether a name stands at a place; a language may be written small."""
    return at < len(words) and (words[at].capital or (kind == "tongue" and words[at].word.isalpha()))


_PURPOSES = frozenset(["for", "at", "on", "in"])
"""What tells where or for what each of two tools is used."""
_COMPANY = _PURPOSES | {"with", "to", "when"}
"""What tells where, and with whom, each of two languages is spoken."""


def _at_and(words: Sequence[Token], start: int, stop: int, *, whole: bool = False) -> list[Range]:
    """The values on both sides of each "and"; ``whole`` keeps "Friends and Neighbours" together, not "and the …"."""
    doing = words[start].word.endswith("ing")
    cuts = [
        at
        for at in range(start + 1, stop - 1)
        if words[at].word in ("and", "&", "or", "plus", "nor")
        and not (doing and words[at + 1].word in _OF_THE_SAME)
        and not (words[at].word == "&" and words[at - 1].capital and words[at + 1].capital)
        and not (whole and words[at + 1].word not in _BEGINS)
    ]
    edges = [start, *(edge for cut in cuts for edge in (cut, cut + 1 + (words[cut + 1].word == "of"))), stop]
    return [_without_tail(words, low, high) for low, high in zip(edges[::2], edges[1::2], strict=True) if high > low]


_NEXT = frozenset(
    """
    i we he she it they you which who that but so not there my except especially particularly when if because unless
    until although whereas even as mainly mostly only just too also like though while since where no nothing is are was
    will do can at in on with for whatever whichever whoever always never thanks thank along
    """.split()  # noqa: SIM905
)
"""What begins with these is no further value."""


def _new_statement(words: Sequence[Token], at: int) -> bool:
    """Whether what follows a comma is no further value."""
    word = words[at].word
    if word in _NEXT or (word.endswith("ly") and (at + 1 >= len(words) or not words[at + 1].word.isalpha())):
        return True
    return bool({form.tense for form in FORMS.get(word, ())} & {"s", "past"})


def without_article(words: Sequence[Token], value: Range) -> Range:
    """The range without a leading article or possessive."""
    start, stop = value
    while start < stop - 1 and words[start].word in _ARTICLES:
        start += 1
    return start, stop
