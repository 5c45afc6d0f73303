"""Names of towns, streets and firms: how far they go, and which town a street or a house is in."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract.naming import name_stop
from strandline.extract.tokens import Token

Range = tuple[int, int]
"""First token and the one after the last."""

_CONNECTORS = frozenset(
    """
    & of for the and de la - ' + du des von at
    """.split()  # noqa: SIM905
)
_IN_PLACES = frozenset(
    """
    de la las le les los du des del della delle dei degli da das do dos di von van der den dem zu zum zur am an op aan
    sur sous y upon -
    """.split()  # noqa: SIM905
)
"""Small words inside the names of towns and streets."""
_STREET_WORDS = frozenset(
    """
    street road lane avenue row terrace square crescent boulevard quay close drive court way st rd ln ave gardens mews
    """.split()  # noqa: SIM905
)
_STREET_HEADS = frozenset(
    """
    rue rua calle via viale corso piazza plaza praça place avenida avenue boulevard chemin quai carrer strada ulica
    """.split()  # noqa: SIM905
)
_STREET_ENDS = (
    "straße", "strasse", "gasse", "gatan", "gata", "gade", "vej", "straat", "laan", "gracht", "platz", "allee", "damm",
    "ufer", "weg", "vägen", "vegen", "veien", "katu",
)  # fmt: skip
_NUMBERED = frozenset(
    """
    pier unit building block zone district sector quay hall terminal platform gate level dock bay tower
    """.split()  # noqa: SIM905
)
"""A number after these is part of the name: "Pier 9"."""
_SETTLEMENTS = frozenset(
    """
    village town city suburb hamlet island valley coast countryside commuter-town district part corner area
    """.split()  # noqa: SIM905
)
_NOT_AROUND = frozenset(["and", "or", "with", "to", "but", "for", "since", "just", "not", "right", "until"])


def proper(words: Sequence[Token], start: int, kind: str) -> int:
    """The index after a proper name, whose parts may be joined by small words."""
    stop = name_stop(words, start)
    if stop == start and start < len(words) and words[start].word[0].isdigit() and kind == "org":
        return start
    while stop > start and stop < len(words):
        if words[stop].word in (_CONNECTORS if kind == "org" else _IN_PLACES):
            two = kind == "place" and stop + 1 < len(words) and words[stop + 1].word in _IN_PLACES  # "Calle de la Cruz"
            more = name_stop(words, stop + 1 + two)
            if more > stop + 1 + two and not (words[stop].word == "and" and kind != "org"):
                stop = more
                continue
            if words[stop].word == "of" and kind == "org" and stop + 1 < len(words) and words[stop + 1].word == "the":
                more = name_stop(words, stop + 2)
                if more > stop + 2:
                    stop = more
                    continue
        if (
            words[stop].word == "'s"
            and kind == "org"
            and (stop + 1 == len(words) or not words[stop + 1].word.isalpha())
        ):
            return stop + 1  # "McDonald's"
        if words[stop].word == "'s" and kind == "org" and stop + 1 < len(words) and words[stop + 1].word.isalpha():
            more = name_stop(words, stop + 1)
            if more > stop + 1:
                stop = more
                continue
        numbered = kind == "org" or words[stop - 1].word in _NUMBERED
        if numbered and words[stop].word.replace(".", "").isdigit():
            stop += 1
            continue
        break
    return stop


def town_after_street(words: Sequence[Token], start: int, stop: int) -> Range | None:
    """The town in "Rue des Lilas in Metz", "Mill Lane, York": who lives in a street lives in its town."""
    if stop <= start or stop + 1 >= len(words) or words[stop].word not in ("in", ","):
        return None
    first, last = words[start].word, words[stop - 1].word
    street = last.endswith(_STREET_ENDS) or (stop - start > 1 and (first in _STREET_HEADS or last in _STREET_WORDS))
    town = proper(words, stop + 1, "place") if street else stop
    return (stop + 1, town) if town > stop + 1 else None


def around(words: Sequence[Token], start: int) -> Range | None:
    """The place in "a lighthouse on Skye", "a flat in Leith"; all of "a village near Arles", which is no house."""
    for at in range(start + 1, min(start + 5, len(words) - 1)):
        word = words[at].word
        if word in ("in", "on", "near", "outside", "off", "by") and words[at + 1].capital:
            named = proper(words, at + 1, "place")
            whole = words[at - 1].word in _SETTLEMENTS
            return (start if whole else at + 1, named) if named > at + 1 else None
        if not (word.isalpha() or "-" in word) or word in _NOT_AROUND:
            return None
    return None
