"""Going back to an employer: "I went back to Marlow & Finch", "I've rejoined Zephyr"."""

from __future__ import annotations

from strandline.extract.patterns import DONE, Found, Pattern
from strandline.extract.tables.employers import PEOPLE, employer, named_employer
from strandline.extract.tables.places import FIRM_WORDS
from strandline.extract.values import stretch

_OLD_JOB = r"my (?:old |former |previous |last |first )?(?:job|post|position|role|desk|team|employer) (?:at|with|,) "


_COUNTRIES = frozenset(["trinidad", "antigua", "bosnia", "st", "saint", "turks", "wallis", "heard", "sao", "são"])


_MAKERS = frozenset(
    """
    dairy creamery brewery distillery foundry refinery smelter sawmill shipyard dockyard factory works laboratories
    laboratory couriers builders
    """.split()  # noqa: SIM905
)
"""Who makes or does things for others, and is not gone to by those who only visit."""


_AFTER = frozenset(
    """
    and but in on at after because as for now last this since when so again where
    """.split()  # noqa: SIM905
)
"""What may follow the name of a firm: after other words it is a part of a longer name."""


def _a_firm(found: Found) -> bool:
    """A name that ends as those of firms do, or ties two names: "Corvid Press", "Marlow & Finch"."""
    start = found.groups["v"][0]
    stop = stretch(found.words, start, "org")[1]
    words, after = found.words[start:stop], found.words[stop : stop + 1]
    tied = any(word.word == "&" for word in words)
    again = (found.clause.verb is not None and found.clause.verb.lemma == "return") or found.words[0].word == "back"
    named = len(words) > 1 and words[0].capital and words[0].word not in _COUNTRIES
    whole = not after or not after[0].word.isalpha() or after[0].word in _AFTER
    return again and named and whole and (tied or words[-1].word in FIRM_WORDS or words[-1].word in _MAKERS)


# fmt: off
PATTERNS = (
    Pattern(
        verbs=("go", "come", "return", "get", "be"),
        rest=rf"(?:right |straight |now )?(?:back )?(?:to|at|in) {_OLD_JOB}(?P<v>.+)", relation="works_at",
        value="org", tenses=DONE, who=PEOPLE, event_day=True, check=employer,
    ),
    Pattern(
        verbs=("go", "come", "return", "get", "move", "switch"),
        rest=r"(?:right |straight )?(?:back )?(?:to work |working )?(?:to|for|at|with) (?P<v>.+)", relation="works_at",
        value="org", tenses=DONE, who=PEOPLE, event_day=True, check=_a_firm,
    ),
    Pattern(
        verbs=("rejoin",), rest=r"(?!the (?:\w+ )?(?:club|choir|band|gym|team|party|union|group))(?P<v>.+)",
        relation="works_at", value="org", tenses=DONE, who=PEOPLE, event_day=True, check=named_employer,
    ),
)
# fmt: on
