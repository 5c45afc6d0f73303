"""Stretches of a message that the speaker does not assert: code, pasted and quoted text, things to be worked on.

A masked stretch keeps its place and its length. Quotations become one opaque token each, so that the title in "my
favourite song is 'I Live in the Sea Now'" can still be a value.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from strandline.extract.blanks import blanked, without
from strandline.extract.cues import cue
from strandline.extract.voices import without_voices

_FENCE = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.DOTALL)
_INLINE = re.compile(r"`[^`\n]+`")
_BLOCK = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_CALL = re.compile(r"\b\w+\((?:\"[^\"]*\"|'[^']*')\)")
_ATTACHED = re.compile(
    r"\[(?:image|photo|picture|video|audio|gif|sticker|attachment|file|link|voice)\b[^\]\n]*\]", re.IGNORECASE
)
_LINK = re.compile(r"\b(?:https?://|www\.)\S+")
_QUOTES = (
    ("“", re.compile(r"“([^”]{1,600})”")),
    ("«", re.compile(r"«([^»]{1,600})»")),
    ('"', re.compile(r'(?<!\w)"([^"]{1,600})"')),
    ("'", re.compile(r"(?<![\w])'(?=\S)([^'\n]{1,400}?(?:'(?:s|t|m|re|ve|ll|d)\b[^'\n]{0,400}?)*)(?<=\S)'(?!\w)")),
    ("‘", re.compile(r"‘([^’]{1,400})’(?!\w)")),
)
"""How a quotation begins, and all of it."""
_LIST = re.compile(r"^[ \t]*(?:[-*•]|\d+[.)])[ \t]+.*$", re.MULTILINE)
_PASTED = re.compile(
    r"\b(?:here(?:'s| is| are)|this is|below is|from|see)\b[^\n]{0,60}:[ \t]*\n"
    r"|\b(?:job ad|advert|posting|article|forum|email|e-mail|letter|review|post|bio|text|paragraph|transcript|log)s?"
    r"(?: (?:says|reads|said|goes))?:[ \t]*\n",
    re.IGNORECASE,
)
_WORKED_ON = cue(
    "translate rewrite rephrase reword paraphrase proofread summarize summarise shorten fix correct edit improve "
    "polish write classify analyze analyse continue complete style reply respond answer explain grade check review "
    "parse interpret spellcheck spell transcribe convert evaluate critique",
    r"\b(?:translate|rewrite|rephrase|reword|paraphrase|proofread|summari[sz]e|shorten|fix|correct|"
    r"edit|"
    r"improve|polish|write (?:as if|like|from the (?:view|perspective))|classify|analy[sz]e|continue|complete|in "
    r"the style of)\b"
    r"(?:[^.!?\n]{0,80}:|[^.!?\n]{0,60}\b(?:this|that|these|it|following|below|sentences?|text|paragraph|lines?|"
    r"phrase|message|e-?mail|letter|draft|bio|poem|passage|statement|story|essay|verse|lyrics|note|"
    r"post)\b[^.!?\n]{0,40}\?)\s*(?=\S)"
    r"|\b(?:reply|respond|answer|explain|grade|check|review|parse|interpret|spell-?check|transcribe|convert|evaluate|"
    r"critique) (?:to )?(?:this|the|that|these|my|his|her|their)\b[^.!?:\n]{0,40}\b(?:sentences?|text|paragraph|lines?|"
    r"phrase|message|e-?mail|mail|letter|draft|bio|poem|passage|statement|story|essay|verse|lyrics|post|comment|tweet|"
    r"dm|sms|grammar|spelling|idiom|expression|quote|dialogue)\b(?:[^.!?:\n]{0,40}:|[^.!?:\n]{0,40}[.!]?[ \t]*\n)"
    r"\s*(?=\S)",
    re.IGNORECASE,
)
_NOT_BEFORE_WORK = re.compile(r"\b(?:let me|this|that|it|is|not|i will|i'll) $", re.IGNORECASE)
""" "Let me translate that for you: …" """
_OWN_DETAIL = re.compile(
    r"(?:fix|correct|edit|improve) (?:my|our) (?:[\w-]+ )?(?:address|e-?mail|number|phone|name|age|birthday|city|job|"
    r"employer|details|profile)\b",
    re.IGNORECASE,
)
""" "Correct my address: …" """


_WRITTEN = cue(
    "write draft compose generate create produce invent make give suggest show",
    r"\b(?:write|draft|compose|generate|create|produce|invent|make up)\b (?:me )?(?:an?|another|my|the|some) "
    r"(?:[\w-]+ ){0,3}?"
    r"(?:bio|biography|email|e-mail|letter|story|poem|post|text|message|profile|speech|caption|tweet|blurb|"
    r"paragraph|essay|script"
    r"|dialogue|scene|monologue|song|lyrics|diary entry|advert|ad|review|character|persona|introduction|haiku|"
    r"limerick|note to)\b"
    r"|\b(?:give|make|suggest|show|write|draft) (?:me |us )?(?:an?|another|my|the|some) (?:[\w'-]+ ){0,3}?(?:bio|"
    r"summary|headline|intro|introduction|profile|about section|caption|tagline|pitch|blurb|resume|cv|cover letter|"
    r"obituary|sample|example|sentences?|dialogue|story|prompt|toast)\b[^.!?:\n]{0,60}:\s*(?=\S)",
    re.IGNORECASE,
)
"""What follows such a request is the thing to be written."""


_EXAMPLE = re.compile(
    r"(?:^|(?<=[.!?\n])[ \t]*)(?:(?:an?|the|my|our|another|this|here is an?|here's an?|test|sample|dummy|possible|"
    r"second|first|next) )*"
    r"(?:examples?|samples?|sentences?|texts?|drafts?|lyrics|quote|subject(?: line)?|headline|caption|template|"
    r"prompt|requirements?|user story|input|output"
    r"|statement|phrase|passage|paragraph|dialogue|script|scene|slogan|chorus|verse|tweet|tagline|job ad|vacancy|"
    r"wanted|horoscope|fortune cookie|opening line|first line|case|case study|patient|problem|riddle|puzzle|word "
    r"problem|exercise)"
    r"(?: (?:sentence|text|line|story|\d+|one|two|three))*[ \t]*[:=–—-][ \t]*[^\n]*"
    r"|\bQ[.:][^\n]*"
    r"|\b(?:for example|for instance|e\.\s?g\.?|eg|something like|such as|as follows|like so|like this|for the "
    r"sake of argument)[ \t]*:[ \t]*[^\n]*"
    r"|\b(?:write|type|reply|reply with|respond|respond with|answer|send|post|print|output|say|reads?|goes|begins?|"
    r"starts?)[ \t]*:[ \t]*[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
"""What such a label stands before is text, not something said."""
_LETTER = cue(
    "dear",
    r"(?:^|(?<=[\s:]))(?i:dear) (?!(?i:ai|assistant|bot|chat\w*|claude|gpt|robot|machine|friend|god|lord|me|diary|"
    r"heart|oh)\b)"
    r"(?:[A-Z][\w.'-]*|(?i:sir|madam|mr|mrs|ms|dr|hiring|team|editor|all|colleagues?|neighbours?|"
    r"customer))\b[^,\n:]{0,40}[,\n:]",
)
_OWN_TEXT = cue(
    "letter mail email essay draft speech story poem script application abstract statement toast monologue lyrics "
    "song post tweet review text paragraph blurb ad advert limerick haiku",
    r"\b(?:here(?:'s| is| comes)|this is|below is|see below|i wrote|i've written|i have written|i drafted) (?:is "
    r")?(?:my|the|our|a|an|this)(?: [\w-]+){0,2}? (?:cover letter|letter|e-?mail|essay|draft|speech|story|poem|"
    r"script|application|abstract"
    r"|personal statement|toast|statement|monologue|lyrics|song|post|tweet|review|text|paragraph|blurb|ad|advert|"
    r"limerick|haiku)\b[^.:\n]{0,60}(?:[:\n]|\.(?=\s+\S))(?!\s*\S+@)",
    re.IGNORECASE,
)
_LANGUAGE_ASKED = re.compile(
    r"(?:^|(?<=[.!?\n]))[^.!?\n]*\b(?:is|does|are|would|was|do|did|should|can) (?:this|that|it|the above|these|"
    r"they|you|i)\b[^.!?\n]{0,60}"
    r"\b(?:(?:correct|good|proper|natural|idiomatic|okay|ok|right|bad|british|american) english|grammar|"
    r"grammatical|grammatically|sentence|sentences|opening|wording|worded|phrasing|phrased|intro|introduction|"
    r"spelling|punctuation|translation|tense|cover letter"
    r"|sound (?:ok|okay|right|natural|better|good|fine|professional|convincing|too)|comma|formal enough|too formal|"
    r"read (?:ok|okay|well))\b[^.!?\n]*\?",
    re.IGNORECASE,
)
"""A question about how a text is written: what stands before it is that text."""


_LABELS = (":", "=", "–", "—", "-", "Q.", "q.")
"""Without one of these nothing is labelled as an example."""
_WORD = re.compile(r"[^\W\d_]+")
_NOT_SAID = (
    (("```", "~~~"), _FENCE), (("`",), _INLINE), ((">",), _BLOCK), (("(",), _CALL), (("[",), _ATTACHED),
    (("://", "www."), _LINK),
)  # fmt: skip
"""What is blanked, each with the signs one of which it has to have."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text of the same length in which nothing is asserted that the speaker does not assert."""

    text: str
    quotes: tuple[tuple[int, int], ...]
    """Characters of each quotation, without its marks."""


_ASIDE = re.compile(
    r"\((?:hi|hello|hey|sorry|love you|lol|haha+|ha|yes|thanks|thank you|bless|rip|oops|ugh|wow|yay|duh|no offence|"
    r"don't judge)\b[^()\n]{0,30}\)",
    re.IGNORECASE,
)
""" "My boss (hi Gary) knows it": words to somebody else in between."""
_TITLE = cue(
    "called titled entitled named reading read watching watched seen recommend recommended finished loved novel "
    "book film movie song poem play album show series podcast memoir listening singing sang",
    r"\b(?:called|titled|entitled|named|reading|read|watching|watched|seen|recommend|recommended|finished|loved|novel|"
    r"book|film|movie|song|poem|play|album|show|series|podcast|memoir|listening to|singing|sang) "
    r"(?P<t>(?:My|Our|I|I'm|I'll|I've|We|He|She|His|Her|You|Your|They|Their|Mr|Mrs|Who|What|How|Why|When|If)"
    r"(?: (?:[A-Z][\w'’-]*|a|an|the|of|in|on|to|and|at|for|is|with|from|by|my|your|&))* [A-Z][\w'’-]*"
    r"(?: [A-Z][\w'’-]*)*)(?! [a-z]+(?:ed|s)\b)",
)
""" "A book called My Father Lives in a Teapot": a title says nothing of the speaker."""


_LONG_TITLE = 12
"""Characters: shorter ones are names."""


_OWN_MARKS = str.maketrans("⟨⟩⟦⟧", "()()")
"""The marks that stand for dates and quotations, where a text has them itself."""


def mask(text: str, own: Collection[str] = ()) -> Masked:
    """Blank what is not asserted; a quotation leaves one token at its place.

    ``own`` are folded names of the speaker.
    """
    shown = text.translate(_OWN_MARKS)
    for signs, pattern in _NOT_SAID:
        if any(sign in shown for sign in signs):
            shown = pattern.sub(_blank, shown)
    if ":" in shown and "\n" in shown and _PASTED.search(shown) is not None:
        shown = _LIST.sub(_blank, shown)
    if "(" in shown:
        shown = _ASIDE.sub(_blank, shown)
    shown = without_voices(shown, frozenset(_WORD.findall(shown.casefold())), own)
    if any(label in shown for label in _LABELS):
        shown = _EXAMPLE.sub(_blank, shown)
    words = frozenset(_WORD.findall(shown.casefold()))
    for find in (_worked_on, _to_write, _OWN_TEXT.search, _LETTER.search):
        work = find(shown, words)
        if work is not None:
            shown = without(shown, work.end(), len(shown))
    asked = _LANGUAGE_ASKED.search(shown) if "?" in shown else None
    if asked is not None:
        told = shown.find(":", asked.start())
        # "is this correct: …" gives the text itself
        shown = without(shown, told + 1, len(shown)) if told >= 0 else without(shown, 0, asked.start())
    return _without_quotes(shown, words)


_OWN_TASK = re.compile(r"\bi(?:'ll| will| need to| have to| want to| must| should| had to) $", re.IGNORECASE)


def _to_write(text: str, words: AbstractSet[str]) -> re.Match[str] | None:
    """A request to write something; "I need to write a letter" is none."""
    found = _WRITTEN.search(text, words)
    while found is not None and _OWN_TASK.search(text[max(0, found.start() - 12) : found.start()]) is not None:
        found = _WRITTEN.form.search(text, found.end())
    return found


def _worked_on(text: str, words: AbstractSet[str]) -> re.Match[str] | None:
    """The words that ask to work on what follows them."""
    found = _WORKED_ON.search(text, words)
    while found is not None:
        begun = found.start()
        if _NOT_BEFORE_WORK.search(text[max(0, begun - 8) : begun]) is None and _OWN_DETAIL.match(text, begun) is None:
            return found
        found = _WORKED_ON.form.search(text, begun + 1)
    return None


def _without_quotes(shown: str, words: AbstractSet[str]) -> Masked:
    quotes: list[tuple[int, int]] = []
    titles = () if _TITLE.words.isdisjoint(words) else tuple(_TITLE.form.finditer(shown))
    for match in titles:
        start, stop = match.span("t")
        if stop - start > _LONG_TITLE and shown[start:stop].count(" ") > 1:
            quotes.append((start, stop))
            mark = f"⟦{len(quotes) - 1}⟧"
            shown = shown[:start] + mark + " " * (stop - start - len(mark)) + shown[stop:]
    for sign, pattern in _QUOTES:
        if sign not in shown:
            continue
        for match in pattern.finditer(shown):
            if "⟦" in match.group():
                continue
            start, stop = match.span()
            mark = f"⟦{len(quotes)}⟧"
            if stop - start < len(mark):
                continue
            quotes.append(match.span(1))
            shown = shown[:start] + mark + " " * (stop - start - len(mark)) + shown[stop:]
    return Masked(shown, tuple(quotes))


def _blank(match: re.Match[str]) -> str:
    return blanked(match.group())
