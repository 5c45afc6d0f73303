"""Which language a text of Latin letters is in, as far as its stems and its stop words depend on it.

Only the little words are looked at, and English is what is left: a text is in another language when more of its words
are function words of that language than of English alone, and one of them is never met in English. It need not be
right often: a question looks for its words under the stems of every language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from strandline.text.folding import fold, marks_folded
from strandline.text.stopwords import ACCENTED, ARABIC, HINDI, LATIN, STOP_WORDS

_MET_IN_ENGLISH = frozenset(
    """
    ad ai al algo alle allen alles als alter am an ante apres as ate bei bien bin bis car casa chez chi ci col come
    comment con contra cosa cui da dai dal dann das de dei deja del dela dell den der des di die dies dir do dos
    dove du ed el en entre era eras es est este et etc eu eux fa fait far fare fin fine for fra fu fur furent fut
    gia gli gut ha hab had han has hast hat hay he her hier hin ho il im in ins io is it je la las le lei les li lo
    los lui ma mal man manche mas me mein meme memes men mes mi mia mio mir mit moi moins molto mon muss na nada nas
    ne nei nein ni no noi non nos nous nun ob on ont or ora os ou par para pas per peu plus poco pode pois por pour
    pra prima pro pues qu que quoi sa sais san sans se sea sei sein sem ser sera ses seu si sia sin sino so sob sois
    solo son sono sou sous soy sta state stato su sua sui sur ta tal tan tant tanto te tel tem ten ter tes ti toda
    todo todos ton tot tous tout tra tu tua tudo tut ty uber um uma un una und uno uns us va vai vale van vas vers
    vi via viel voi voici voila vom von vor vos vous voy war was we wen wer wie will wo ya yo zu zum zur
    """.split()  # noqa: SIM905
)
"""Function words of other languages that are English too, or stand in names and loan words: they prove nothing."""
_ELIDED = re.compile(r"(?<!\w)(?:[cdjlmnst]|qu)'[^\W\d]")
_PART = re.compile(r"[^\W\d]+(?:'[^\W\d]+)?")
_ENGLISH_ENDINGS = frozenset({"s", "m", "re", "ve", "ll", "d", "t"})
_DOUBTFUL_WORDS = 3
"""So many different words that prove nothing alone do so together, where no English function word is."""
_LEAST_SHARE = 8
"""At least one word of so many is a function word of the language."""

_BY_SCRIPT: dict[str, frozenset[str]] = {
    "hindi": frozenset(map(marks_folded, HINDI.split())),
    "arabic": frozenset(map(marks_folded, ARABIC.split())),
}

STOPS: dict[str, frozenset[str]] = {
    code: frozenset((*words.split(), *(accented := ACCENTED[code].split()), *map(fold, accented)))
    for code, words in LATIN.items()
}
"""Stop words of each language of Latin letters; those with an accent also without."""
_LISTED = frozenset().union(*STOPS.values()) - STOP_WORDS
_DOUBTFUL = frozenset(word for word in _LISTED if word in _MET_IN_ENGLISH or len(word.strip("'")) == 1) - {"j'"}
_TELLING = _LISTED - _DOUBTFUL
"""Words that no English text has."""


_SCRIPTS = (
    (re.compile("[\u0900-\u097f]"), "hindi"),
    (re.compile("[\u0600-\u06ff\u0750-\u077f]"), "arabic"),
    (re.compile("[\u0400-\u052f]"), "russian"),
    (re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), "greek"),
)


def script_language(word: str) -> str | None:
    """The language that stems a word by its letters alone, by Snowball's name; None for Latin and others."""
    return None if word.isascii() else next((code for letters, code in _SCRIPTS if letters.match(word)), None)


def is_stop(word: str, language: str | None) -> bool:
    """Whether a normalised word is a stop word of a text in ``language``; None is English."""
    script = script_language(word)
    if script is not None:
        return marks_folded(word) in _BY_SCRIPT.get(script, ())
    if language is None:
        return word in STOP_WORDS
    return word in STOPS[language]


def language_of(norm: str, tokens: Sequence[str]) -> str | None:
    """The language of a normalised text with these tokens, by Snowball's name; None is English or unknown."""
    doubtful = len(_DOUBTFUL.intersection(tokens)) >= _DOUBTFUL_WORDS
    if not doubtful and _TELLING.isdisjoint(tokens) and not ("'" in norm and _ELIDED.search(norm)):
        return None
    parts = [word for part in _PART.findall(norm) for word in _unelided(part)]
    if _TELLING.isdisjoint(parts) and not (doubtful and STOP_WORDS.isdisjoint(parts)):
        return None
    best, most = None, 0
    for code, stops in STOPS.items():
        votes = sum(word in stops for word in parts)
        english = sum(word in STOP_WORDS and word not in stops for word in parts)
        if votes > max(most, english) and votes * _LEAST_SHARE >= len(parts):
            best, most = code, votes
    return best


def _unelided(part: str) -> tuple[str, ...]:
    head, mark, tail = part.partition("'")
    return (part,) if not mark or tail in _ENGLISH_ENDINGS else (f"{head}'", tail)
