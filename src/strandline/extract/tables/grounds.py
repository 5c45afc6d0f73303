"""What the tables of places share."""

from __future__ import annotations

import re

from strandline.extract.patterns import Found

DWELLING = (
    r"(?:own )?(?:new |little |tiny |small |nice |lovely |one-bed(?:room)? |two-bed(?:room)? )*(?:place|flat|apartment|"
    r"house|home|studio flat|room|cottage|condo|bungalow|flatshare|houseshare)"
)
STREET = re.compile(
    r"\d+[a-z]?,? [a-z' -]+|.*\b(?:street|st|road|rd|lane|ln|avenue|ave|row|close|drive|terrace|square|crescent|court|"
    r"boulevard|blvd|"
    r"way|quay|wharf|alley|straße|strasse|rue|via|calle)\b"
)
ZONE = re.compile(
    r"(?:utc|gmt|[ecmpw]e?[sd]?t|cest|bst|ist|jst|aest|aedt|nzst|sgt|hkt|msk|wib|wat|cat|"
    r"eat)(?:\s?[+-]\s?\d{1,2}(?::?\d\d)?)?$|"
    r"(?:eastern|central|mountain|pacific|atlantic|greenwich|european|japan|indian|moscow|singapore|new zealand|uk|us|"
    r"british|irish|western|gulf|hong kong|korean?|israel|turkish|india|china|tokyo|london|paris|berlin|sydney|hawaii|"
    r"alaska|arizona|brasília|brazil|argentina|dubai|australian) .*time$|(?:uk|us|london|tokyo|paris|new zealand) "
    r"time$|(?:africa|america|antarctica|arctic|asia|atlantic|australia|"
    r"canada|etc|europe|indian|pacific|us)/[a-z_/+-]+\d*(?: time)?$|.*\btime ?zone$"
)


def is_zone(found: Found) -> bool:
    """Whether the value names a time zone."""
    said = re.sub(
        r" (?:these days|now|at the moment|by the way|btw|but|and|so|because|if|⟨|,|all year).*", "", found.text("v")
    )
    return ZONE.fullmatch(said) is not None


GROUND = frozenset(
    """
    coast island islands isle farm boat houseboat narrowboat barge canal river lake estate outskirts edge seafront
    shore campus ranch mainland continent coastline hill mountain border
    """.split()  # noqa: SIM905
)
SETTLEMENTS = frozenset(
    """
    village town city suburb farm countryside suburbs outskirts island valley hamlet
    """.split()  # noqa: SIM905
)
