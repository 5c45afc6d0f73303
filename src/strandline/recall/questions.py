"""What kind of question is asked, by its form alone: kinds, parts, names, and the words that only frame it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from strandline.text import STOP_WORDS, normalize, term_ids, words

_LOOKED_AT = 4000

_FRAME_WORDS = """
    time times day days week weeks month months year years ago recent recently lately currently now today earlier
    earliest latest first last next before after since between during past previous previously order total number
    amount many much long often type types kind kinds different various name names called say said tell told mention
    mentioned remember remind recall conversation chat discussion discuss discussed talked talk share shared ask asked
    suggest suggested suggestion suggestions recommend recommended recommendation recommendations advice advise tip tips
    idea ideas help need want looking find think thinking thing things something someone people person happen happened
    happening way date minute minutes hour hours ever still usually specific exactly start started starting end ended
    combined average percentage count list planning plan decide decided interested interesting new good best any some
    use used using
    fois jour jours semaine semaines mois an ans année années récemment dernier dernière premier première avant après
    depuis nombre nom appelle dit mentionné conseil conseils conseillé recommandé suggéré chose choses quelqu'un
    mal tag tage woche wochen monat monate jahr jahre kürzlich letzte letzten letzter erste ersten vor nach seit anzahl
    name heißt gesagt erwähnt rat tipp tipps empfohlen vorgeschlagen sache sachen jemand
    vez veces día días semana semanas mes meses año años recientemente último última primero primera antes después desde
    número nombre llama dijo mencionado consejo consejos recomendaste sugeriste cosa cosas alguien
    बार दिन हफ्ते महीने साल पहले बाद नाम कहा बताया सुझाव सलाह चीज़ कोई
"""

_KINDS: Final[dict[str, str]] = {
    "how_many": r"\bhow (?:many|much|long|old|often|far|big|tall)\b|\btotal\b|\bamount\b|\bprice\b|\bcosts?\b"
    r"|\bcombien\b|\bwie ?(?:viele?|lange|alt|oft)\b|\bcuánt[oa]s?\b|多少|几[个次天年只位]|いくつ|何[人回個歳年]"
    r"|कितन[ेाी]|\bكم\b",
    "when": r"^\W*when\b|\bwhat (?:date|day|time|year|month)\b|\bwhich (?:month|year|day)\b"
    r"|\bquand\b|\bwann\b|\bcuándo\b|什么时候|哪[年天]|几月|いつ|\bकब\b|\bمتى\b",
    "who": r"\bwho(?:se|m)?\b|\bqui\b|\bwer\b|\bwem\b|\bwen\b|\bquién(?:es)?\b|谁|誰|कौन|किस(?:ने|के|का|को)|\bمن\b",
    "where": r"\bwhere\b|\bwhich (?:city|country|place|town|street|shop|store|restaurant)\b|\bname of\b"
    r"|\boù\b|\bwo\b|\bwohin\b|\bd[oó]nde\b|哪里|哪儿|在哪|どこ|कहाँ|कहां|\bأين\b",
    "list": r"\bwhat (?:are|were) (?:the|all|some|my|his|her|their)\b"
    r"|\b(?:which|what) (?:\w+ )?\w+s (?:did|do|does|have|has|are|were|was)\b|\blist\b|\ball (?:the|of|my)\b|\bboth\b"
    r"|\bname (?:the|all)\b|\bquel(?:le)?s\b|\bwelche\b|\bcuáles\b|哪些|कौन से|कौन-कौन",
    "order": r"\b(?:first|last|earlier|later|before|after|order|earliest|latest|between|than|since|oldest|newest)\b"
    r"|\bavant\b|\baprès\b|\bzuerst\b|\bvor\b|\bnach\b|\bantes\b|\bdespués\b|先|之前|之后|पहले|बाद",
    "yes_no": r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should)\b|^\W*est-ce\b|吗"
    r"|^क्या(?=\s)|\bهل\b",
    "preference": r"\b(?:can|could|would) you (?:\w+ )?(?:suggest|recommend|give|help)"
    r"|\bany (?:\w+ )?(?:tips|advice|ideas|suggestions|recommendations|thoughts)\b|\bwhat should i\b"
    r"|\brecommend (?:me|some|a)\b",
    "update": r"\b(?:now|currently|current|these days|at the moment|still|anymore|any more|used to|changed?)\b"
    r"|\bmaintenant\b|\bactuellement\b|\bjetzt\b|\bahora\b|现在|अब",
    "own": r"\b(?:i|my|me|mine|we|our|je|mon|ma|mes|ich|meine?[rnms]?|mi|mis|yo)\b|我|私|僕|मेर[ाेी]|मैं",
}
KINDS: Final = tuple(_KINDS)
"""Kinds of questions; one may be of several. ``own`` asks of the speaker, ``order`` compares times."""
_BREADTH: Final = frozenset({"how_many", "list", "order"})

_PART: Final = re.compile(
    r"\b(?:and|or|between|before|after|than|versus|vs|compared to|since|when|while|with|et|ou|avant|après|und|oder|vor"
    r"|nach|antes|después)\b|(?<=\s)(?:y|o|और|या)(?=\s)|[,;:?，；：？、]|和|或|还是",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"[^\W_][\w'’.-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The form of a question."""

    kinds: frozenset[str]
    """Of ``KINDS``."""
    parts: tuple[str, ...]
    """What stands between its joints ("the Europe trip", "the solo trip"), in order; parts without content are left
    out."""
    names: tuple[str, ...]
    """Named people and things: runs of capitalised words after the first word."""

    def is_a(self, kind: str) -> bool:
        """Whether it is of a kind."""
        return kind in self.kinds

    @property
    def wants_breadth(self) -> bool:
        """Whether it asks for all there is: counts, lists, comparisons."""
        return not self.kinds.isdisjoint(_BREADTH)


def form(text: str) -> Form:
    """Read the form of a question; any str is safe."""
    read = text[:_LOOKED_AT]
    lowered = read.lower()
    kinds = frozenset(kind for kind, pattern in _patterns().items() if pattern.search(lowered))
    parts = tuple(part for part in _PART.split(read) if part is not None and content(part))
    return Form(kinds=kinds, parts=parts, names=_names(read))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(pattern) for kind, pattern in _KINDS.items()}


def _names(text: str) -> tuple[str, ...]:
    """Runs of capitalised words after the first word, each once."""
    runs: list[list[str]] = []
    end = -1
    for number, token in enumerate(_TOKEN.finditer(text)):
        word = token[0].rstrip(".-'’")
        if number and word[:1].isupper() and normalize(word) not in STOP_WORDS:
            if runs and text[end : token.start()] == " ":
                runs[-1].append(word)
            else:
                runs.append([word])
            end = token.start() + len(word)
    return tuple(dict.fromkeys(" ".join(run) for run in runs))


def content(text: str) -> str:
    """The words of a question that carry its subject, for cutting into word pieces."""
    return " ".join(word for word in words(text) if word not in STOP_WORDS)


@cache
def frame_terms() -> frozenset[int]:
    """Ids of the terms that only frame a question."""
    return frozenset(term for word in _FRAME_WORDS.split() for term in term_ids(word))
