"""What kind of thing a passage is, by its form alone: a question, a request, a statement of one's own, with a number.

The traits are read once, when a passage is stored, and kept as one small whole number beside it. They say nothing of
what the text is about, so nothing of a forgotten text can be read from them.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

_READ = 4000
"""Characters that are looked at."""
_MARKS = "?？؟"

_LATIN: Final = {
    "first_person": r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|je|j'|mon|ma|mes|moi|nous|notre|nos|ich|mein\w*|mir"
    r"|mich|wir|unser\w*|yo|mi|mis|nosotr[oa]s|nuestr[oa]s?)\b",
    "second_person": r"\b(?:you|your|you're|you've|yours|tu|toi|ton|ta|tes|vous|votre|vos|du|dein\w*|dir|dich|sie"
    r"|ihr\w*|usted|tus?)\b",
    "number": r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|twice"
    r"|once|couple|deux|trois|quatre|cinq|sept|huit|neuf|dix|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|dos|tres"
    r"|cuatro|cinco|seis|siete|ocho|nueve|diez)\b",
    "time": r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|week|weekend|month|years?|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november"
    r"|december|\d{4}|morning|since|recently|hier|demain|semaine|mois|depuis|dernière?|gestern|heute|morgen|woche"
    r"|monat|seit|letzte[nrs]?|ayer|hoy|mañana|semana|mes|desde|pasad[oa])\b",
    "request": r"\b(?:can|could|would) you\b|\bany (?:tips|advice|suggest|recommend|idea)|\blooking for\b|\bplease\b"
    r"|\bhow (?:do|can|should) i\b"
    r"|\b(?:peux-tu|pouvez-vous|pourriez-vous|kannst du|könn(?:t)?en sie|puedes|podrías)\b",
    "statement": r"\b(?:i|we)(?:'ve| have|'d| had)? (?:just |also |recently |actually |finally |already )*(?:\w+ed|got"
    r"|went|bought|made|took|saw|met|had|was|were|am|did|gave|found|spent|left|lost|won|ran|read|wrote|began|started"
    r"|moved|own|live|work)\b|\bmy \w+",
}
"""What is looked for, in lower case."""
_OTHERS: Final = {
    "first_person": "我|咱|私|僕|俺|मैं|मेर[ाेी]|मुझे|हम|أنا|لدي",
    "second_person": "你|您|あなた|तुम|आप|أنت",
    "number": "[一二两三四五六七八九十百千]",
    "time": "昨天|今天|明天|上周|上个月|去年|年|月|昨日|今日|先週|कल|आज|पिछले|साल|أمس|اليوم|الماضي",
    "request": "请|能不能|可以.{0,3}吗|कृपया|من فضلك",
    "statement": "(?!)",
}
"""The same in other letters: looked for only in texts that are not plain ASCII."""
_PLAIN: Final = {name: re.compile(pattern) for name, pattern in _LATIN.items()}
_WIDE: Final = {name: re.compile(f"{pattern}|{_OTHERS[name]}") for name, pattern in _LATIN.items()}
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]+")

QUESTION, ASKING, NUMBER, TIME, REQUEST = (1 << bit for bit in range(5))
"""It ends with a question mark; has one; has a number; a word of time; asks the other to do something."""
_COUNTS: Final = {"first_person": 5, "second_person": 7, "statement": 9, "name": 11}
"""The lowest bit of each small count, of 0 to 3."""
_FLAGS: Final = {"question": QUESTION, "asking": ASKING, "number": NUMBER, "time": TIME, "request": REQUEST}
TRAITS: Final = (*_FLAGS, *_COUNTS)
"""The names of all traits."""


def traits(text: str) -> int:
    """The traits of a passage as one number of 13 bits; any str is safe."""
    read = text[:_READ]
    stripped = read.rstrip()
    flags = QUESTION if stripped and stripped[-1] in _MARKS else 0
    flags |= ASKING if any(mark in read for mark in _MARKS) else 0
    lowered = read.lower()
    patterns = _PLAIN if read.isascii() else _WIDE
    for name, flag in (("number", NUMBER), ("time", TIME), ("request", REQUEST)):
        flags |= flag if patterns[name].search(lowered) else 0
    for name, bit in _COUNTS.items():
        found = _NAME.finditer(read) if name == "name" else patterns[name].finditer(lowered)
        flags |= sum(1 for _ in islice(found, 3)) << bit
    return flags


def share(stored: NDArray[np.int16], name: str) -> NDArray[np.float64]:
    """(n,) one trait of stored numbers (n,), in [0, 1]: a flag is 0 or 1, a count a third each time up to three."""
    if name in _FLAGS:
        return np.asarray((stored & _FLAGS[name]) != 0, np.float64)
    return np.asarray((stored >> _COUNTS[name]) & 3, np.float64) / 3.0
