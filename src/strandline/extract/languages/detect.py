"""Which language a message is in: its script, and the little words that no other language has.

English, and whatever is not known, is None. A message of Latin letters costs one set operation where none of those
words is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from strandline.extract.languages.clauses import sentences

CODES = ("fr", "es", "de", "it", "pt", "zh", "ja", "hi", "ar")
"""The languages that can be read."""

_STRONG = {
    "fr": (
        "je j' suis j'ai habite m'appelle nous mon ma sœur soeur déteste depuis mère père aime joue parle "
        "apprends conduis étudie adore viens vis nés nos démissionné déménagé avons emménagé quitté "
        "végétarienne végétarien habitons vivons travaille"
    ),
    "es": (
        "yo soy vivo tengo llamo trabajo mi gusta gustan encanta encantan hermana hermano tenemos estudio hablo "
        "aprendo juego odio nací estoy toco conduzco manejo llama bebo nuestro nuestra trabaja detesto evito "
        "prefiero practico renuncié mudé mudado mudamos mudarme mudarnos nos hemos dejé dejado dimití "
        "trasladado trasladé cumplo mis nunca vivimos"
    ),
    "de": (
        "ich meine mein heiße heisse wohne arbeite habe komme spreche spiele lerne mag trinke esse fahre "
        "studiere lebe hasse stamme gekündigt gezogen umgezogen bist unser unsere wir meinen meiner"
    ),
    "it": (
        "sono mi ho abito vivo chiamo lavoro mia mio abbiamo sorella fratello parlo gioco piace suono sto "
        "mangio bevo guido imparo vengo odio detesto nostro nostra chiama piacciono lavora trasferita "
        "trasferito trasferiti trasferite licenziato licenziata ed"
    ),
    "pt": (
        "eu sou moro tenho chamo-me trabalho minha meu irmã irmão gosto temos falo estudo aprendo jogo toco "
        "estou nasci dirijo conduzo você nosso nossa chama mora trabalha bebo adoro odeio não chamo mãe pai filho "
        "filha mudei mudei-me mudamo-nos demissão emprego deixei nunca"
    ),
}
"""Words that speak for a language twice as loudly: verbs of the first person, possessives, "my sister"."""
_WEAK = {
    "fr": (
        "frère fille fils mari femme chien chat "
        "mes le les une du des et est à en dans pour avec qui que ne n' pas d' l' s' m' mon c' au aux il elle "
        "chez très mais appelle ans né née"
    ),
    "es": (
        "hija hijo hijas hijos madre padre marido esposa esposo novio novia perro gato "
        "el la los las una un y en de del con me mi que no es ya nada pero muy por alérgica alérgico "
        "cumpleaños años se ella mis desde hace para ahora ni como carne"
    ),
    "de": (
        "schwester bruder mutter vater tochter sohn frau hund katze "
        "der das den dem und ist nicht kein keine keinen bei seit aber bin als aus sehr gegen er sie mit für "
        "jahre alt zwei einen eine ein heißt auf nach von"
    ),
    "it": (
        "figlia figlio padre marito moglie gatto "
        "studio il lo gli una un e di da con non che è per ma molto anni mi si alla nella al del della anche "
        "dal né prima ora adesso alle agli dalla nel ogni"
    ),
    "pt": (
        "mãe pai filho filha marido esposa gato cachorro "
        "o os as um uma e de do da em com não que é por para mas muito anos me se no na nome ele ela há desde "
        "como agora sem ao"
    ),
}
"""Little words that languages share in part."""
_ENGLISH_WORDS = (
    "the and is are was were i i'm i've my you your of to that it this with for have has not we they she he his her "
    "be what at from just but so really been had will would about like can do did"
)
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_SHARED_WORDS = "me in no a es as an on die e o y d s m l n c so do mes ma se de la studio mi su el lo al il ha"
_SHARED = frozenset(_SHARED_WORDS.split())
"""Also English, or in English names: alone they say nothing."""
_FOREIGN = re.compile(
    "(?P<ja>[\u3040-\u30ff]+)|(?P<zh>[\u3400-\u4dbf\u4e00-\u9fff]+)|(?P<hi>[\u0900-\u0963\u0970-\u097f]+)"
    "|(?P<ar>[\u0621-\u064a\u0670-\u06d3]+)|(?P<la>[A-Za-z\u00c0-\u024f]+)"
)
_NOT_ARABIC = re.compile("[\u067e\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06cc\u06d2]")
"""Letters of Persian and Urdu."""
_LETTERS = (("ãõ", "pt"), ("ñ¿¡", "es"), ("ßäü", "de"), ("ìò", "it"), ("œûëï", "fr"), ("êâ", "pt"))
"""Letters that one of the languages has and the others have not, or seldom."""
_COMMA = re.compile(r"[,;]\s|\s(?=(?:and|but)\s+(?:I|I'm|my|we)\s)")
_HAN_WEIGHT = 3
"""A Han character says about as much as three Latin letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A sentence, or several that follow each other, in one language; None is English or unknown."""

    start: int
    stop: int
    language: str | None


@cache
def _cues() -> dict[str, tuple[tuple[str, int], ...]]:
    """Word to the languages it speaks for, and how loudly."""
    found: dict[str, dict[str, int]] = {}
    for weight, lists in ((1, _WEAK), (2, _STRONG)):
        for code, words in lists.items():
            for word in words.split():
                found.setdefault(word, {})[code] = weight
    return {word: tuple(votes.items()) for word, votes in found.items()}


@cache
def _strong() -> frozenset[str]:
    """Every word that is a cue and no English word."""
    return frozenset(_cues()) - _ENGLISH - _SHARED


def detect(text: str) -> str | None:
    """The language of a message, or the first one other than English that a sentence of it is in."""
    if not (_hinted(_rough_words(text)) or (not text.isascii() and _foreign(text))):
        return None
    return next((part.language for part in parts(text) if part.language), None)


def _hinted(words: list[str]) -> bool:
    """Whether a word of another language is there, or two that English has too and no word that only English has."""
    if not _strong().isdisjoint(words):
        return True
    return _ENGLISH.isdisjoint(words) and len(_SHARED.intersection(words)) > 1


def parts(text: str) -> tuple[Part, ...]:
    """The message in runs of one language.

    A sentence is one run, unless a clause of it is plainly English: "I live in Bremen, aber …". A sentence of unknown
    language without an English word goes with the one before it, or else the one after it: "Hola. Me llamo Ana."
    """
    pieces: list[Part] = []
    for start, stop in sentences(text, ordinal_dot=True):
        language = _of_sentence(text[start:stop])
        for first, last, clause in _clauses(text, start, stop, language):
            pieces.append(Part(start=first, stop=last, language=clause))
    runs: list[Part] = []
    for i, piece in enumerate(pieces):
        language = piece.language
        if language is None and _ENGLISH.isdisjoint(_rough_words(text[piece.start : piece.stop])):
            beside = (runs[-1] if runs else None, pieces[i + 1] if i + 1 < len(pieces) else None)
            language = next((part.language for part in beside if part and part.language), None)
        start = runs.pop().start if runs and runs[-1].language == language else piece.start
        runs.append(Part(start=start, stop=piece.stop, language=language))
    return tuple(runs)


def _clauses(text: str, start: int, stop: int, language: str | None) -> Iterator[tuple[int, int, str | None]]:
    place = start
    for match in _COMMA.finditer(text, start, stop) if language in _STRONG else ():
        yield place, match.end(), None if _english(text[place : match.end()]) else language
        place = match.end()
    yield place, stop, None if language in _STRONG and _english(text[place:stop]) else language


def _english(clause: str) -> bool:
    words = _rough_words(clause)
    return not _ENGLISH.isdisjoint(words) and not any(word in _cues() and word not in _SHARED for word in words)


def _rough_words(text: str) -> list[str]:
    parted = text.lower().replace("’", "'").replace("'", "' ").replace(",", " ")
    return parted.replace(". ", " ").removesuffix(".").split()


def _foreign(text: str) -> bool:
    return any(match.lastgroup != "la" for match in _FOREIGN.finditer(text))


def _of_sentence(text: str) -> str | None:
    if not text.isascii():
        script = _script(text)
        if script is not None:
            return script or None
    words = _rough_words(text)
    return _latin(text, words)


def _script(text: str) -> str | None:
    """The language the script tells; empty if it tells English or none, None if it tells nothing."""
    counts = dict.fromkeys(("ja", "zh", "hi", "ar", "la"), 0)
    for match in _FOREIGN.finditer(text):
        counts[match.lastgroup or "la"] += len(match[0])
    latin = counts.pop("la")
    counts["zh"] *= _HAN_WEIGHT
    counts["ja"] *= _HAN_WEIGHT
    total = sum(counts.values())
    if not total:
        return None
    if total <= latin:
        return None if latin else ""
    best = max(counts, key=lambda code: counts[code])
    if counts["ja"]:
        return "ja"
    return "" if best == "ar" and _NOT_ARABIC.search(text) else best


def _latin(text: str, words: list[str]) -> str | None:
    votes = dict.fromkeys(_STRONG, 0)
    cues = _cues()
    english = 0
    for word in words:
        english += word in _ENGLISH
        for code, weight in cues.get(word.strip('¿¡!?;:()"«»“”„'), ()):
            votes[code] += weight
    for letters, code in () if text.isascii() else _LETTERS:
        votes[code] += 2 * (votes[code] > 0 and any(letter in text for letter in letters))
    best = max(votes, key=lambda code: votes[code])
    least = 2 if len(words) > 1 else 1
    return best if votes[best] >= least and votes[best] > english else None
