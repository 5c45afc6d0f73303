"""Where somebody comes from, and the languages from birth."""

from __future__ import annotations

from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, Found, Pattern
from strandline.extract.tables.persons import NATIONS, PEOPLE, from_somewhere
from strandline.extract.tables.words import LANGUAGES


def _somebody_from(found: Found) -> bool:
    """ "a paramedic from Cork", "a girl from Split", not "a fan of tea from Assam"."""
    at = next((n for n, word in enumerate(found.words) if word.word in ("a", "an")), 0) + 1
    words = [word.word for word in found.words[at : found.groups["v"][0] - 1]]
    while words and words[-1] in ("originally", "hailing", "raised", "and", "born"):
        words = words[:-1]
    return from_somewhere(found) and (
        occupation(words)
        or words[-1:] in (["girl"], ["boy"], ["guy"], ["woman"], ["man"], ["lad"], ["lass"], ["kid"], ["student"])
    )


def _nation(found: Found) -> bool:
    return found.text("v").split(" ")[0] in NATIONS and not (found.clause.part and _among_languages(found))


def _among_languages(found: Found) -> bool:
    """Whether a member of a list goes on with languages: the last one of "fluent in Welsh and Hungarian"."""
    words = [word.word for word in found.clause.sentence.tokens if word.start < found.words[0].start]
    while words and (words[-1] in LANGUAGES or words[-1] in (",", "and", "&", "both")):
        words.pop()
    return words[-1:] in (["in"], ["at"], ["with"], ["of"])


_FINITE = frozenset(["is", "was", "are", "were", "has", "remains"])
""" "Born in the USA is my favourite song": what begins so is a title."""
_NO_LAND = frozenset(
    """
    money wealth poverty nothing nowhere behind work home school love dust trauma privilege power royalty outside inside
    afar a the my this that here there above below within people somewhere everywhere sport music business
    """.split()  # noqa: SIM905
)
# fmt: off
PATTERNS = (
    # origin
    Pattern(
        verbs=("bear",),
        rest=r"(?:and (?:raised|bred) )?(?:(?:on|in) (?=⟨))?(?:⟨\d+⟩ )?(?:in|near|outside|just outside|on the "
             r"(?:island|isle) of) (?P<v>.+)", relation="born_in", value="place", passive=True, tenses=ANY,
        check=lambda f: f.clause.subject.kind != "none" or _FINITE.isdisjoint(word.word for word in f.words),
    ),
    Pattern(
        verbs=("grow",), rest=r"up (?:in|on|near|around) (?P<v>.+)", relation="origin", value="place", tenses=ANY,
    ),
    Pattern(
        verbs=("raise", "bring"), rest=r"(?:up )?(?:in|on|near) (?P<v>.+)", relation="origin", value="place",
        tenses=ANY,
        check=lambda f: f.clause.verb is not None and (f.clause.verb.passive or (f.clause.verb.tense == "past" and
            f.words[f.groups["v"][0] - 1].word == "in" and f.groups["v"][0] <= 2)),
    ),
    Pattern(
        verbs=("come", "hail"), rest=r"(?:originally )?from (?P<v>[^⟨]+)", relation="origin", value="place",
        progressive=False, check=lambda f: f.words[f.groups["v"][0]].capital or (len(f.words) <= 3 and
            f.words[f.groups["v"][0]].word not in _NO_LAND),
    ),
    Pattern(
        verbs=("be",), rest=r"(?:originally )?from (?P<v>.+)", relation="origin", value="place", who=PEOPLE,
        check=from_somewhere,
    ),
    Pattern(
        verbs=("be", ""),
        rest=r"(?:still |just |now )?an? (?:[\w'-]+ ){1,4}?(?:(?:born and raised|originally|hailing) )?from (?P<v>.+)",
        relation="origin", value="place", who=PEOPLE | {"none"}, goes_on=True, past=False,
        check=lambda f: f.words[f.groups["v"][0]].capital and _somebody_from(f),
    ),
    Pattern(
        verbs=("be",), noun=r"home ?town|home country|nationality|citizenship", relation="origin", value="place",
    ),
    Pattern(
        verbs=("be",),
        rest=r"(?:an? )?(?P<v>[a-z-]+)(?: (?:by birth|actually|originally|national|citizen|and .*|,.*)|$)",
        relation="origin", value="noun", who=PEOPLE, check=_nation, single=True,
    ),
    # first language
    Pattern(
        verbs=("be",),
        noun=r"(?:mother tongue|first language|native language|native tongue|mother language|home language)",
        relation="native_language", value="noun", tenses=ANY,
    ),
    Pattern(
        verbs=("be",), rest=r"an? native (?:speaker of (?P<v>[a-z]+)|(?P<w>[a-z]+) speaker)",
        relation="native_language", value_of=lambda f: (f.text("v") or f.text("w")).title(), who=PEOPLE,
    ),
    Pattern(
        verbs=("grow",), rest=r"up speaking (?P<v>.+)", relation="native_language", value="noun", tenses=ANY,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:my|our) (?:mother tongue|first language|native language|native tongue)\b",
        relation="native_language", takes="subject", tenses=ANY, who=frozenset({"person", "thing"}),
    ),
)
# fmt: on
