"""A question as plain tokens: contractions opened, verbs and plurals folded, helpers dropped, times and tense noted.

Questions and the question forms of the relation table go through the same steps, so that "wheres my sis living now"
and "Where does {subject} live?" meet.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import Stemmer

from strandline.text import normalize

LIMIT = 2000
"""Characters of a question that are looked at."""
CLAUSES = 8
"""Clauses of a question that are looked at."""
ME, THEY, OF, TIME = "i", "they", "'s", "@time"
"""The speaker, somebody unnamed, the mark of a possessor, and words that name a time."""
SUBJECT, VALUE, QUALIFIER = "z1", "z2", "z3"
"""What stands in a form for what it leaves open."""
WH = frozenset({"what", "who", "where", "when", "how", "why"})

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_TIMES = re.compile(
    rf"\b(?:in|since|during|until|till|by|around|back in|before|after|on|at)? ?(?:early |late |mid[ -]?)?(?:the )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (?:19|20)\d\d)?|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b"
    rf"(?:,? (?:19|20)\d\d)?|(?:19|20)\d\d-\d\d(?:-\d\d)?\b|(?:{_MONTH},? )?(?:19|20)\d\d(?![\w-]))"
    rf"|\b(?:in|since|during|until|by|before|after) (?:early |late |mid[ -]?|last |next )?{_MONTH}\b"
    rf"|\b(?:on|by|until|before|after|this|next|last|every|coming)? ?{_WEEKDAY}"
    r"(?: (?:morning|evening|afternoon|night))?\b"
    r"|\b(?:in )?(?:the )?(?:last|this|next|past|coming) (?:few )?"
    r"(?:week|month|year|summer|winter|spring|autumn|fall|weekend|night)s?\b"
    r"|\b(?:\d{1,3}|an?|one|two|three|four|five|six|seven|ten|a few|a couple of) (?:day|week|month|year)s?"
    r" (?:ago|earlier)\b"
    r"|\b(?:yesterday|today|tonight|tomorrow)\b"
)
_USED_TO = re.compile(r"(\bdid (?:\S+ ){1,4}?)use to\b|\bused to\b")
_PAST = re.compile(
    r"\b(?:did (?:\S+ ){1,4}?use to\b|previous(?:ly)?|former(?:ly)?|originally|at first|back then|in the past|once upon"
    r"|ex[ -](?=\w)|earlier)|\bbefore(?= *$|[?.!,]| (?:that|i|we|then|now)\b)|\bused to\b"
)
_EVER = re.compile(r"\bever\b|\b(?:have|has|had) \w+ (?:ever |already |always )?(?:been|\w+ed)\b|\bso far\b")
_AGAIN = re.compile(r"\bagain\b|\bnow\b|\bcurrent(?:ly)?\b|\bstill\b|\bthese days\b|\bnowadays\b|\bright now\b")
_DROPPED = re.compile(
    r"\b(?:these days|at the moment|right now|at present|by the way|btw|in the past|back then|at first|for now|so far"
    r"|as of now|once upon a time|before(?= *$|[?.!,])|before (?:that|then|now)\b|else\b|earlier\b)"
)
_BREAK = re.compile(
    r"[?!;\n]+|\.(?=\s|$)|,|\s(?:and|or|but)\s(?=(?:what|who|where|when|which|how|whose|do|does|is|are|did)\b)"
)
_WORD = re.compile(r"[^\W_]+(?:[._@:/+&-]+[^\W_]+)*(?:'[^\W_]+)*|@time|'s\b")

_INFORMAL = {
    "wheres": "where is", "whats": "what is", "whos": "who is", "hows": "how is", "whens": "when is", "wat": "what",
    "wut": "what", "wher": "where", "im": "i am", "ive": "i have", "dont": "do not", "doesnt": "does not",
    "didnt": "did not", "isnt": "is not", "arent": "are not", "cant": "can not", "cannot": "can not",
    "wanna": "want to", "gonna": "going to", "sis": "sister", "bro": "brother", "bday": "birthday",
    "fave": "favourite", "fav": "favourite", "favorite": "favourite", "favorites": "favourite", "hubby": "husband",
    "bf": "boyfriend", "gf": "girlfriend", "bff": "best friend", "tel": "phone", "color": "colour", "ur": "your",
    "u": "you", "r": "are", "mums": "mum is", "addy": "address", "dob": "date of birth", "neighbor": "neighbour",
    "fiancé": "fiance", "fiancée": "fiance", "fiancee": "fiance",
}  # fmt: skip
_FOLDED = {
    **dict.fromkeys(("is", "are", "am", "was", "were", "be", "being"), "be"),
    **dict.fromkeys(("do", "does", "did", "done", "doing"), "do"),
    **dict.fromkeys(("have", "has", "had", "having", "got", "gotten"), "have"),
    **dict.fromkeys(("could",), "can"),
    **dict.fromkeys(("shall", "ought"), "should"),
    **dict.fromkeys(("would",), "will"),
    **dict.fromkeys(("i", "me", "myself", "we", "us", "ourselves"), ME),
    **dict.fromkeys(("he", "him", "she", "they", "them", "it", "himself", "herself"), THEY),
    **dict.fromkeys(("which",), "what"),
    **dict.fromkeys(("whom",), "who"),
    **dict.fromkeys(("never", "neither"), "not"),
    "bought": "buy", "went": "go", "gone": "go", "grew": "grow", "grown": "grow", "spoke": "speak", "drove": "drive",
    "taught": "teach", "ate": "eat", "eaten": "eat", "drank": "drink", "took": "take", "taken": "take",
    "knew": "know", "met": "meet", "children": "child", "wives": "wife", "led": "lead", "ran": "run", "saw": "see",
    "seen": "see", "told": "tell", "said": "say", "made": "make", "built": "build", "wrote": "write", "paid": "pay",
    "spent": "spend", "gave": "give", "rode": "ride", "kept": "keep", "ridden": "ride", "owner": "owner",
}  # fmt: skip
_OWNERS = {
    **dict.fromkeys(("my", "mine", "our", "ours"), ME),
    **dict.fromkeys(("his", "her", "hers", "their", "its"), THEY),
    "whose": "who",
}
_ARTICLES = frozenset(
    {"a", "an", "any", "some", "the", "please", "pls", "plz", "hey", "hi", "ok", "okay", "so", "well"}
)
_ADVERBS = frozenset(
    {
        "now", "currently", "actually", "still", "really", "again", "exactly", "presently", "nowadays", "just", "also",
        "even", "already", "usually", "normally", "generally", "always", "ever", "right", "previously", "formerly",
        "originally", "recently", "officially", "anymore", "apparently", "mostly", "mainly", "too", "then",
    }
)  # fmt: skip
_PREFIX = re.compile(
    r"^(?:(?:can|will) you (?:tell|remind|show|give) i (?:about |of )?"
    r"|(?:can|will) you (?:tell|say|remind|find out|look up|check) (?:i )?"
    r"|do you (?:know|rememb|recal|happen to know|have idea)(?: (?:about|if|whether|that))? "
    r"|you (?:know|rememb) |rememb (?=what|who|where|when|how|i )|(?:i )?wonder (?:about |if |whether )?"
    r"|(?:tell|remind|show|give) i (?:about |of )?"
    r"|i (?:forget|forgot|do not rememb|can not rememb|do not know|need to know|want to know|be curious|be wonder"
    r"|will like to know)(?: (?:about|if|whether))? |idea (?=what|who|where|when|how)"
    r"|quick question |about |let i know |what (?:do|be) you know about |say |know (?=what|who|where|when|how)|that )"
)
_REPORTED = re.compile(r"\bdo i (?:(?:say|mention)(?: to you)?|tell you)(?: that)? |\bdo you think (?:that )?")
_HELPERS = frozenset({"do", "have"})
_local = threading.local()


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is compared (``norm``), and as it was written."""

    norm: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One question of a text."""

    tokens: tuple[Token, ...]
    inverted: bool
    """Whether it begins with a helper: "do I …", "is Ana …"."""
    asking: bool
    """Whether it is a question by its form: a question word, a helper first, or a question mark."""
    about: str
    """``now``, ``past`` or ``ever``."""

    @property
    def text(self) -> str:
        """The tokens as one string."""
        return " ".join(token.norm for token in self.tokens)


def stem(word: str) -> str:
    """The folded form of one normalised word."""
    folded = _FOLDED.get(word)
    if folded is not None or not (word.isascii() and word.isalpha()):
        return folded or word
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:
        # Not shared between threads, and without a cache, which would outlive the forgetting of a word.
        stemmer = _local.stemmer = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(word))


def stems(text: str) -> frozenset[str]:
    """The folded words of a text, without articles and marks of possession."""
    return frozenset(token.norm for token in _tokens(normalize(text), []) if token.norm != OF)


def clauses(text: str) -> Iterator[Clause]:
    """The questions in a text, in order; any str is safe."""
    plain = normalize(text[:LIMIT]).replace("’", "'").replace("ex-", "ex ")
    marked = plain.rstrip().endswith("?")
    times: list[str] = []
    timed = _TIMES.sub(lambda match: _keep(times, match[0]), plain)
    parts = [part for part in _BREAK.split(timed) if part and part.strip()]
    for number, part in enumerate(parts[-CLAUSES:]):
        about = _about(part)
        tokens = _unprefixed(_tokens(_DROPPED.sub(" ", _USED_TO.sub(r"\1", part)), times))
        if tokens:
            yield from _forms(tokens, about, marked and number == len(parts[-CLAUSES:]) - 1)


def _keep(times: list[str], found: str) -> str:
    times.append(found.strip())
    return f" {TIME} "


def _about(part: str) -> str:
    """The time a clause is about, by its words alone."""
    if _PAST.search(part):
        return "past"
    if _AGAIN.search(part):
        return "now"
    if _EVER.search(part):
        return "ever"
    did = re.search(r"\b(?:did|was|were|had)\b(?! i (?:say|tell|mention))", part)
    if did is None:
        return "now"
    return "past" if did[0] == "did" else "ever"


def _tokens(text: str, times: list[str]) -> list[Token]:
    """The words of a text. Marks of times take their words from ``times``, in order, and use them up."""
    found: list[Token] = []
    for match in _WORD.finditer(text):
        written = match[0]
        if written == TIME:
            found.append(Token(TIME, times.pop(0) if times else ""))
        else:
            found.extend(_of_word(written))
    if len(found) > 1 and found[-1].norm == OF and not found[-1].word:
        found.pop()  # "her" and "mine" at the end own nothing
    return found


def _of_word(written: str) -> Iterator[Token]:
    head, mark, tail = written.partition("'")
    if written == OF:
        yield Token(OF, written)
    elif mark:
        yield from _contracted(head, tail, written)
    else:
        for part in _INFORMAL.get(written, written).split():
            if part in _OWNERS:
                yield from (Token(_OWNERS[part], part), Token(OF, ""))
            elif part not in _ARTICLES and part not in _ADVERBS:
                yield Token(stem(part), part)


def _contracted(head: str, tail: str, written: str) -> Iterator[Token]:
    """A word with an apostrophe: a shortened verb, or an owner."""
    if written.endswith("n't"):
        verb = {"ca": "can", "wo": "will", "sha": "should"}.get(written[:-3], written[:-3])
        yield Token(_FOLDED.get(verb, verb), verb)
        yield Token("not", "not")
    elif tail in ("m", "re"):
        yield from (*_of_word(head), Token("be", ""))
    elif tail in ("ve",):
        yield from (*_of_word(head), Token("have", ""))
    elif tail in ("ll", "d"):
        yield from (*_of_word(head), Token("will", ""))
    elif tail == "s" and (_FOLDED.get(head, head) in (*WH, THEY, "that", "there", "here")):
        yield from (*_of_word(head), Token("be", ""))
    elif tail in ("s", ""):
        yield from (Token(stem(head), head), Token(OF, ""))
    else:
        yield Token(written, written)


def _unprefixed(tokens: list[Token]) -> list[Token]:
    """Without "can you tell me", "do you remember", "did I say" and their like."""
    for _ in range(4):
        text = " ".join(token.norm for token in tokens) + " "
        match = _PREFIX.match(text) or _REPORTED.search(text)
        if match is None:
            break
        low = text[: match.start()].count(" ")
        tokens = tokens[:low] + tokens[low + match[0].count(" ") :]
    return tokens


def _forms(tokens: list[Token], about: str, marked: bool) -> Iterator[Clause]:
    """The clause without its helper; where it is not sure that a verb is one, also with it."""
    inverted = tokens[0].norm in ("be", *_HELPERS) or (tokens[0].norm in ("can", "will", "should"))
    asking = inverted or marked or tokens[0].norm in WH or any(t.norm in WH for t in tokens[:3])
    place = _helper(tokens)
    plain = [t for n, t in enumerate(tokens) if n != place and t.norm != "be"]
    seen: set[str] = set()
    for form in (plain, [t for t in tokens if t.norm != "be"]):
        for one in (form, [t for t in form if t.norm != TIME]):
            clause = Clause(tokens=tuple(one), inverted=inverted, asking=asking, about=about)
            if one and clause.text not in seen:
                seen.add(clause.text)
                yield clause


def _helper(tokens: Sequence[Token]) -> int:
    """Where the helping verb stands that makes a clause a question; -1 for nowhere."""
    if tokens[0].norm in _HELPERS:
        return 0
    if tokens[0].norm == "be":
        return -1
    for place, token in enumerate(tokens[1:7], 1):
        if token.norm == "be" or token.norm in (ME, THEY, OF):
            return -1
        if token.norm in _HELPERS:
            return place
    return -1
