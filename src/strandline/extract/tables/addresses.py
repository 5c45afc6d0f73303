"""Addresses and time zones."""

from __future__ import annotations

from strandline.extract.occupations import occupation
from strandline.extract.patterns import DONE, PRESENT, Found, Pattern
from strandline.extract.tables.grounds import DWELLING, STREET, is_zone
from strandline.extract.tables.persons import PEOPLE, from_somewhere


def _resident(found: Found) -> bool:
    """ "a locksmith living in Metz": somebody by their trade, in a place by name."""
    at = next(n for n, word in enumerate(found.words) if word.word in ("a", "an")) + 1
    stop = next(n for n, word in enumerate(found.words) if word.word in ("living", "based", "residing"))
    return from_somewhere(found) and occupation([word.word for word in found.words[at:stop]])


def _address(found: Found) -> bool:
    return STREET.match(found.text("v")) is not None


def _written(found: Found) -> bool:
    """Whether an address stands there: a street, a name or a number, not "the same as before"."""
    words = found.words[found.groups["v"][0] :]
    return _address(found) or any(word.capital or word.word[0].isdigit() for word in words)


# fmt: off
PATTERNS = (
    # time zone first: "I'm in UTC+2" names no town
    Pattern(
        verbs=("be", "work", "live", "keep", "observe", "follow"), rest=r"(?:(?:in|on|at) )?(?:the )?(?P<v>.+)",
        relation="timezone", value="org", check=is_zone, who=frozenset({"speaker", "person", "pronoun"}),
    ),
    Pattern(
        verbs=("be",), noun=r"time ?zone|local time", rest=r"(?P<v>.+)", relation="timezone", value="org",
    ),
    # home, told in passing
    Pattern(
        verbs=("be", ""),
        rest=r"(?:still |just |now )?an? (?:[\w'-]+ ){1,4}?(?:living|based|residing) (?:in|near|outside) (?P<v>.+)",
        relation="lives_in", value="place", who=PEOPLE | {"none"}, goes_on=True, past=False, check=_resident,
    ),
    # address
    Pattern(
        verbs=("live", "move"), rest=r"(?:now )?(?:at|to|on) (?P<v>.+)", relation="address", value="clause",
        tenses=PRESENT, check=lambda f: f.text("v")[0].isdigit() and _address(f),
    ),
    Pattern(
        verbs=("be",), noun=DWELLING, rest=r"(?:now )?(?:at|on) (?P<v>\d.+)", relation="address", value="clause",
        check=_address,
    ),
    Pattern(
        verbs=("be",), noun=r"(?:home |street |postal |mailing |new |current )*address",
        rest=r"(?:now )?(?P<v>.+?)(?:(?: ,)? (?:now|again|these days|from now on|(?:(?:with effect |effective )?from )?"
             r"⟨\d+⟩))*$", relation="address", value="clause",
        check=lambda f: "@" not in f.text("v") and _written(f),
    ),
    Pattern(
        verbs=("move",), rest=r"(?:from .+? )?(?:to|into) (?P<v>.+)", relation="address", value="place", tenses=DONE,
        event_day=True,
        check=lambda f: (_address(f) and "from" in f.text("v")) or (STREET.match(f.text("v")) is not None and
            f.words[f.groups["v"][0]].word[0].isdigit()),
    ),
)
# fmt: on
