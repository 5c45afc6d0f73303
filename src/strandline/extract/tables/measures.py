"""How big, heavy and long things are, and how much they hold."""

from __future__ import annotations

import re

from strandline.extract.patterns import Found, Pattern
from strandline.extract.people import KIN, singular
from strandline.extract.tables.words import listed

THING = frozenset({"thing", "person"})
"""Subjects that may be things: also those written with a capital."""
AGAIN = (
    r"(?:(?:still|now|actually|currently|about|around|roughly|only|just|exactly|nearly|almost|at least|always|usually|"
    r"normally|generally|also) )*"
)
_AMOUNT = (
    r"(?:\d[\d.,]*|half a|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
    r"forty|fifty|sixty|a hundred|two hundred)(?: and a half)?"
)
_LENGTH = (
    r"(?:mm|cm|m|km|metres?|meters?|centimetres?|centimeters?|kilometres?|kilometers?|inch(?:es)?|foot|feet|ft|yards?|"
    r"miles?)"
)
_DIMENSIONS = {"height": "high|tall", "length": "long", "width": "wide|across", "depth": "deep", "thickness": "thick"}
_UNITS = {
    "size": r"square (?:metres?|meters?|feet|km|kilometres|miles)|sqm|sq ?m|sq ?ft|acres|hectares",
    "weight": r"kg|kilos?|kilograms?|grams?|g|tonnes?|tons?|lbs?|pounds|stone",
    "capacity": r"litres?|liters?|gallons?|ml|cl|kwh|[kmgtp]b|(?:kilo|mega|giga|tera|peta)bytes?|gigs?|megs?|teras?",
    "dose": r"mg|mcg|milligrams?|iu",
    "measure": _LENGTH,
}
"""Properties, and the units that tell which of them is meant."""


_NAMED = re.compile(
    r"\b(?:height|weight|size|length|width|depth|area|capacity|distance|dose|price|cost|budget|limit|pressure|"
    r"temperature|speed|rate|mileage|volume|pb|best|record|answer|number|code|goal|target)\b"
)
"""Things that are a measure themselves have a table of their own."""


_NOTHINGS = listed(
    "time life love things people everything prices history money luck hope sales weather news heart truth"
)
"""What is said of these is said of the world."""


def plain_thing(found: Found) -> bool:
    """A thing of the speaker's or of nobody's: no person, no animal, nothing of the world at large."""
    subject = found.clause.subject
    own = subject.owner is None or subject.owner.is_speaker
    return subject.kin is None and own and subject.text not in _NOTHINGS and singular(subject.text) not in KIN


PATTERNS = (
    *(
        Pattern(
            verbs=("be",),
            rest=rf"(?:.*(?:,|and|by) )?{AGAIN}(?P<v>{_AMOUNT} ?{_LENGTH}) (?:{words})\b",
            relation="attribute",
            who=THING,
            qualifier=name,
            value="clause",
            past=False,
            goes_on=True,
            check=plain_thing,
        )
        for name, words in _DIMENSIONS.items()
    ),
    *(
        Pattern(
            verbs=("be",),
            rest=rf"{AGAIN}(?P<v>{_AMOUNT} ?(?:{units}))(?! (?:high|tall|long|wide|deep|thick|across|old|away|"
            rf"from|off|"
            r"to|of|north|south|east|west|and a half|per|a|down|up|behind|ahead)\b)(?= |$)",
            relation="attribute",
            who=THING,
            qualifier="size" if name == "measure" else name,
            value="clause",
            past=False,
            check=plain_thing,
            guard=lambda clause: not _NAMED.search(clause.subject.text),
        )
        for name, units in _UNITS.items()
    ),
    Pattern(
        verbs=("be",),
        noun=r"(?P<q>(?:[\w-]+ ){0,3}(?:pressure|dose|volume|level|distance|consumption|output|power|voltage|"
        r"draught|span))",
        rest=rf"{AGAIN}(?P<v>\d[\d.,]* ?(?:bar|mbar|psi|k?pa|mg|mcg|ml|litres?|liters?|l|km|m|miles?|metres?|"
        rf"volts?|v|watts?|kw|amps?|db|percent|%|cm|"
        rf"feet))(?= |$)",
        relation="attribute",
        value="clause",
        past=False,
    ),
    Pattern(
        verbs=("hold", "take", "fit", "contain"),
        rest=rf"{AGAIN}(?P<v>{_AMOUNT} ?(?:litres?|liters?|l|gallons?|pints?|ml|cl|gb|tb|kwh|kg|kilos))(?= "
        rf"(?:in|when|"
        r"at|now|and|but|per|a)\b| ,|$)",
        relation="attribute",
        who=THING,
        qualifier="capacity",
        value="clause",
        past=False,
        check=plain_thing,
    ),
)
