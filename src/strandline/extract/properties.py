"""Whose a property is that is named with its thing: "the API port" and "the port of the API" are one slot."""

from __future__ import annotations

import re
from dataclasses import replace

from strandline.extract.relations import relations
from strandline.types import Claim

_COMPOUND = re.compile(r"(?P<s>.+) (?P<q>port|version|hostname)", re.IGNORECASE)
_OF = re.compile(
    r"(?:the )?(?P<q>(?:[\w-]+ )?(?:port|version|hostname|password|pin|url|address|price|cost|rate|hours|limit|timeout|"
    r"capacity|size|colour|color)) (?:of|for) (?:the |my |our )?(?P<s>.+)",
    re.IGNORECASE,
)
_NO_THING = frozenset(
    """
    the my our a an its their this that new old latest current default home main first last next other final next-gen
    previous usb hdmi ethernet charging serial parallel display short long full free paid beta stable own same correct
    """.split()  # noqa: SIM905
)
"""What stands before "port" and "version" and is no thing that has one: "the latest version", "the USB port"."""


def of_its_thing(claim: Claim) -> Claim:
    """A claim of "the API port", as one of the port of the API; others as they are."""
    if claim.relation != "attribute" or claim.qualifier is not None or " " not in claim.subject:
        return claim
    match = _COMPOUND.fullmatch(claim.subject)
    if match is not None and not _NO_THING.isdisjoint(match["s"].casefold().split()):
        return claim
    match = match or _OF.fullmatch(claim.subject)
    if match is None:
        return claim
    thing, quality = match["s"], match["q"].casefold()
    quality = "cost" if quality == "price" else quality
    text = relations()[claim.relation].sentence(thing, claim.value, quality, polarity=claim.polarity)
    return replace(claim, subject=thing, qualifier=quality, text=text)
