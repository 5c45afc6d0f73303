"""What of a turn's words means nothing: slips put right at once ("Peregrine Air, sorry, Peregrine Rail"), asides."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"(?<!\s)\s*(?:,|;|…|\.\.\.|-{1,2}|–|—)\s*(?:(?:(?:oh|ah|er|erm|um|uh),? )?(?:(?:no|wait|hang on|hold on|"
    r"oops|whoops)(?=\s*[,;–—-])(?:,? (?:wait|sorry|no))?|sorry|i mean|i meant|or rather|make that|correction|"
    r"i should say|pardon|scratch that))(?:[,:;…–—-]+ ?| )(?:(?:i mean|i meant|it's|make that|rather) )?(?=\w)",
    re.IGNORECASE,
)
_CUES = ("sorry", " no", "wait", "i mean", "rather", "make that", "correction", "oops", "hang on", "hold on", "scratch",
         "i should say", "pardon")  # fmt: skip
_WORD = re.compile(r"[^\s,.;:!?()]+(?:\.\d+)?")
_NEW = re.compile(
    r"[^\s,.;:!?()]+(?: [^\s,.;:!?()]+){0,4}?(?=\s*(?:[,.;:!?)]|$|\n| - | – )|"
    r" (?:and|but|because|since|who|which|as|so|with|near|in|at|on)\b)"
)
_ARTICLES = frozenset(["a", "an", "the", "my", "our", "at", "in", "on", "for", "to", "with", "from", "of"])
_STATES = frozenset(
    ["i", "i'm", "we", "it", "it's", "he", "she", "they", "you", "that", "this", "is", "am", "are", "was"]
)
_MOST = 5
_FAR = 200
"""Characters before a mark within which the words stand that it puts right."""


def without_slips(text: str) -> str:
    """The text, as long as it was, without what is put right at once by words that repeat a part of it."""
    folded = text.casefold()
    if not any(cue in folded for cue in _CUES):
        return text
    for mark in list(_MARK.finditer(text)):
        new = _NEW.match(text, mark.end())
        if new is None:
            continue
        low = max(0, mark.start() - _FAR)
        begun = _begun(text[low : mark.start()], new.group())
        if begun is not None:
            start = low + begun
            text = text[:start] + " " * (mark.end() - start) + text[mark.end() :]
    return text


_ASIDES = re.compile(
    r"(?:^|(?<=[.!?,;:\n] )|(?<=\n))(?:well,? |and |but |oh,? |ha,? )?"
    r"(?:(?:would|can|could|will) (?:you|ya|u) (?:actually |even )?(?:believe|credit|imagine) (?:it|that|this)|"
    r"who(?: would|'d|d)(?: have|'ve| of)? (?:thought|guessed|believed)(?: it| that)?|who knew|"
    r"would ?n[o']?t you know it|what do you know|wonders never cease)(?P<end>\s*(?:[,.!?…:;–—-]+|$))",
    re.IGNORECASE,
)
_ASIDE_CUES = (" you ", " ya ", " u ", "who", "wonders never")


def without_asides(text: str) -> str:
    """The text, as long as it was, without "would you believe it", "who knew?": they ask and doubt nothing."""
    folded = text.casefold()
    if not any(cue in folded for cue in _ASIDE_CUES):
        return text
    for aside in list(_ASIDES.finditer(text)):
        last = aside.end() == len(text.rstrip())
        text = text[: aside.start()] + " " * (aside.end() - aside.start() - last) + "." * last + text[aside.end() :]
    return text


def _begun(before: str, new: str) -> int | None:
    """Where the words begin that ``new`` takes the place of: they begin or end alike; None where they do not."""
    clause = re.split(r"[,.;:!?()\n]\s", before)[-1]
    if clause.casefold().startswith("not "):  # "not the cello, I meant the viola" names both
        return None
    offset = len(before) - len(clause)
    old = list(_WORD.finditer(clause))[-_MOST - 2 :]
    words = _WORD.findall(new)
    bare = [word for word in words if word.casefold() not in _ARTICLES]
    if not bare or not old or len(bare) > _MOST or any(word.casefold() in _STATES for word in words):
        return None
    found = None
    if len(bare) > 1:
        firsts = [at for at, word in enumerate(old) if word.group() == bare[0] and at < len(old) - 1]
        lasts = len(old) - len(bare) if old[-1].group() == bare[-1] and len(old) >= len(bare) else None
        found = firsts[-1] if firsts else lasts
    if found is None:
        found = _alike(old, bare, articled=len(words) > len(bare))
    if found is None or [word.group() for word in old[found:]] == bare:
        return None
    lead = len(words) - len(bare)
    while lead and found and old[found - 1].group().casefold() in _ARTICLES:
        found, lead = found - 1, lead - 1
    return offset + old[found].start()


def _plain(word: str) -> bool:
    """A word in small letters that may be a thing."""
    return word.isalpha() and word.islower() and len(word) > 2 and word not in _NO_THINGS and not word.endswith("ly")


_NO_THINGS = frozenset(
    """
    seriously thanks kidding joking nothing never not maybe yes please guys everyone folks mate all again wait well just
    anyway nope yeah okay sure honest thing things none more less much too now then there here work home joke any
    anymore alone today tonight what why how who when where
    """.split()  # noqa: SIM905
)


def _alike(old: list[re.Match[str]], new: list[str], *, articled: bool) -> int | None:
    """Where a name begins that another name takes the place of, or a number that another one does."""
    if len(new) <= 2 and new[0][0].isdigit() and old[-1].group()[0].isdigit():
        return len(old) - 1
    if len(new) == 1 and articled and len(old) > 1 and old[-2].group().casefold() in _ARTICLES:
        return len(old) - 1  # "the cello, sorry, the viola"
    if len(new) == 1 and _plain(new[0]) and _plain(old[-1].group()):
        return len(old) - 1  # "tennis, no, badminton"
    if not all(word[0].isupper() for word in new):
        return None
    begin = len(old)
    while begin > 1 and old[begin - 1].group()[0].isupper():
        begin -= 1
    return begin if begin < len(old) else None
