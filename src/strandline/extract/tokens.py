"""A text as tokens that know where they stand: contractions opened, chat spellings written out, nothing lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"⟦\d+⟧ *(?= \w|\W|$)"  # a masked stretch, with the blanks in the place of its words
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address
    r"|\+?\d[\d ()-]{6,}\d"  # a telephone number
    r"|[wW]/o?(?=\s|[a-z]{3})"  # w/ friends, w/o sugar
    r"|\d+(?:[.,:/-]\d+)+"  # 4,250  8:30  1990-08-04
    r"|[^\W_](?:[\w\u0900-\u0DFF\u0300-\u036f]|['’](?=\w)|[-/.&+@](?=\w))*[+#]*"
    r"|[\w\u0900-\u0DFF]+"
    r"|\S",
    re.UNICODE,
)

_OPENED: dict[str, tuple[str, ...]] = {
    "i'm": ("i", "am"), "im": ("i", "am"), "i've": ("i", "have"), "ive": ("i", "have"), "i'd": ("i", "would"),
    "id": ("id",), "i'll": ("i", "will"), "we're": ("we", "are"), "we've": ("we", "have"), "we'd": ("we", "would"),
    "we'll": ("we", "will"), "you're": ("you", "are"), "youre": ("you", "are"), "you've": ("you", "have"),
    "they're": ("they", "are"), "theyre": ("they", "are"), "they've": ("they", "have"), "it's": ("it", "is"),
    "he's": ("he", "is"), "hes": ("he", "is"), "she's": ("she", "is"), "shes": ("she", "is"), "that's": ("that", "is"),
    "thats": ("that", "is"), "there's": ("there", "is"), "theres": ("there", "is"), "what's": ("what", "is"),
    "whats": ("what", "is"), "where's": ("where", "is"), "wheres": ("where", "is"), "who's": ("who", "is"),
    "can't": ("can", "not"), "cant": ("can", "not"), "cannot": ("can", "not"), "won't": ("will", "not"),
    "wont": ("will", "not"), "don't": ("do", "not"), "dont": ("do", "not"), "doesn't": ("does", "not"),
    "doesnt": ("does", "not"), "didn't": ("did", "not"), "didnt": ("did", "not"), "isn't": ("is", "not"),
    "isnt": ("is", "not"), "aren't": ("are", "not"), "arent": ("are", "not"), "ain't": ("is", "not"),
    "wasn't": ("was", "not"), "wasnt": ("was", "not"), "weren't": ("were", "not"), "haven't": ("have", "not"),
    "havent": ("have", "not"), "hasn't": ("has", "not"), "hadn't": ("had", "not"), "wouldn't": ("would", "not"),
    "couldn't": ("could", "not"), "shouldn't": ("should", "not"), "gonna": ("going", "to"), "wanna": ("want", "to"),
    "gotta": ("have", "to"), "let's": ("let", "us"), "lets": ("let", "us"), "anymore": ("any", "more"),
    "ya": ("you",), "y'all": ("you",),
}  # fmt: skip
_SPELT: dict[str, str] = {
    "u": "you", "ur": "your", "r": "are", "n": "and", "luv": "love", "lil": "little", "w": "with", "bc": "because",
    "cuz": "because", "cos": "because", "coz": "because", "tho": "though", "rn": "now", "bday": "birthday",
    "b-day": "birthday", "fave": "favourite", "favorit": "favourite", "favourit": "favourite", "fav": "favourite",
    "favorite": "favourite", "teh": "the", "hav": "have", "til": "until", "thx": "thanks", "sry": "sorry", "@": "at",
    "roomie": "roommate", "pls": "please", "plz": "please", "atm": "now", "ppl": "people", "bout": "about",
    "yrs": "years",
    "yr": "year", "ma": "my", "me": "me", "gf": "girlfriend", "bf": "boyfriend", "hubby": "husband",
    "wifey": "wife", "sis": "sister", "bro": "brother", "mum": "mother", "mom": "mother", "mam": "mother",
    "mommy": "mother", "mummy": "mother", "mama": "mother", "dad": "father", "daddy": "father", "papa": "father",
    "tz": "timezone", "addr": "address", "ph": "phone", "dob": "birthday", "govt": "government", "apt": "apartment",
    "recieve": "receive", "w/": "with", "w/o": "without", "adn": "and", "hte": "the", "taht": "that", "jsut": "just",
    "ahve": "have", "thier": "their", "becuase": "because", "becasue": "because", "wroks": "works", "lvies": "lives",
}  # fmt: skip
for _word in (
    "working", "living", "studying", "learning", "teaching", "doing", "going", "making", "playing", "looking",
    "getting", "driving", "running", "moving", "starting", "trying", "saving", "eating", "drinking", "cooking",
    "speaking", "having", "renting", "training", "dating", "writing", "reading", "building", "taking", "using",
):  # fmt: skip
    _SPELT.setdefault(_word[:-1], _word)
    _SPELT.setdefault(_word[:-1] + "'", _word)
"""What is written as it is said: "workin"."""
for _word in ("live", "love", "wife", "work", "hate", "like", "name", "born", "play", "with"):
    for _at in range(len(_word) - 1):
        _SPELT.setdefault(_word[:_at] + _word[_at + 1] + _word[_at] + _word[_at + 2 :], _word)
"""Two letters swapped in a short word that carries a statement."""
_KEYWORDS = (
    "allergic", "allergy", "birthday", "vegetarian", "favourite", "married", "divorced", "engaged", "girlfriend",
    "boyfriend", "husband", "daughter", "brother", "sister", "mother", "father", "working", "learning", "studying",
    "pescatarian", "address", "university", "engineer", "teacher", "retired", "medication", "diabetes", "moved",
    "allergies", "intolerant", "daughters", "brothers", "sisters", "prefer", "favourites", "appointment", "deadline",
    "favorite", "friend", "cousin", "partner", "neighbour", "colleague", "yesterday", "tomorrow", "tonight",
)  # fmt: skip
"""Words that carry a whole statement: one slip of the hand in them is read through."""
_BE_AFTER = frozenset(
    """
    called named basically mostly mainly probably definitely usually normally a an the not
    now from in at on off down up gone still also about actually really just my our his her their been going got
    getting living working studying learning moving on very so too always never due kept under
    allergic married retired single divorced separated widowed engaged vegetarian vegan pregnant named spelled spelt
    """.split()  # noqa: SIM905
)
"""After "sister's" these words tell that the 's is "is", not a possessive."""
_HAS_AFTER = frozenset("moved left quit joined started relocated shifted switched split become gone".split())  # noqa: SIM905
"""After "Anna's" these tell what she has done, where a name or a small word follows: no "Anna's left foot"."""
_DONE_TO = frozenset(
    """
    to in into out from back away here there me us him her my our his their the a an with up home town school for
    """.split()  # noqa: SIM905
)
_GIVEN = frozenset(
    """
    name nickname handle surname username email e-mail mail number address birthday mobile
    """.split()  # noqa: SIM905
)
"""What follows "my handle's" is what it is."""
_MARKLESS = frozenset(
    """
    dads mums moms sisters brothers wifes husbands gfs bfs girlfriends boyfriends bros partners sons daughters names
    """.split()  # noqa: SIM905
)
"""Before "a" these have lost the mark of "is"."""
_AFTER_YEAH = frozenset(["i", "im", "i'm", "we", "my", ","])
_TWICE = frozenset(
    """
    at the a an in to is my i and of for am are we from with
    """.split()  # noqa: SIM905
)
"""Small words of which the second is a slip of the hand."""
_READ_CLOSELY = {"si", "ya", *_OPENED, *_MARKLESS, *_TWICE}
"""Plain words of which what they are depends on those around them."""
_STRETCHED = re.compile(r"([a-z])\1{2,}")


class Token(NamedTuple):
    """A word: ``word`` is folded and spelt out, ``start`` and ``stop`` are its characters in the text."""

    word: str
    start: int
    stop: int
    capital: bool = False
    """Whether it is written with a capital, or in a script without."""

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters or digits."""
        return self.word[:1].isalnum()


def tokens(text: str) -> list[Token]:
    """The tokens of a text in order. Every token's characters are within the text."""
    found = [(match.group().rstrip(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    result: list[Token] = []
    before = ""
    for number, (raw, start, stop) in enumerate(found):
        if raw in ("'", "’") and result and result[-1].stop == start and result[-1].word.endswith("s"):
            result.append(Token("'s", start, stop))  # "our neighbours' twins"
            continue
        if raw not in _READ_CLOSELY and raw.isascii() and raw.isalpha() and raw.islower():
            before = raw
            result.append(Token(spelt(raw), start, stop))
            continue
        low = raw.casefold()
        if low == before and low in _TWICE:
            continue  # "I work at at Kiln"
        before = low
        if low == "si" and raw != "Si" and result and number + 1 < len(found):
            low = "is" if found[number + 1][0].casefold() in _BE_AFTER else low  # "our dog si called Pickle"
        if low in _MARKLESS and number + 1 < len(found) and result:
            parts = _marked(low, (start, stop), result[-1].word, found[number + 1][0])
            if parts:
                result += parts
                continue
        if low == "ya" and number + 1 < len(found) and found[number + 1][0].casefold() in _AFTER_YEAH:
            low = "yeah"
        capital = raw[0].isupper() or (not raw[0].isascii() and raw[0].isalpha() and raw[0].upper() == raw[0].lower())
        if low.isalpha() and low not in _OPENED:
            result.append(Token(low if raw == "MA" else spelt(low), start, stop, capital))
            continue
        after = found[number + 1][0].casefold() if number + 1 < len(found) else ""
        low = low.replace("’", "'")
        if after in _HAS_AFTER and low.endswith("'s") and _has_done(found, number + 2):
            spoken_of = _OPENED.get(low, (low[:-2],))[0]
            result += [Token(spelt(spoken_of), start, stop - 2, capital), Token("has", stop - 2, stop)]
            continue
        result += _opened(low, (start, stop, capital), after)
    return result


def _has_done(found: list[tuple[str, int, int]], at: int) -> bool:
    """Whether the word at an index, or the end, shows that what stands before it is a verb: "'s left Uppsala"."""
    following = found[at][0] if at < len(found) else "."
    return not following[0].isalnum() or following[0].isupper() or following.casefold() in _DONE_TO


def _marked(low: str, place: tuple[int, int], before: str, after: str) -> tuple[Token, ...]:
    """The two tokens of a word that has lost the mark of "is": "my dads a plumber", "his names Bolt"."""
    start, stop = place
    named = low == "names" and before in ("my", "his", "her", "its") and after[:1].isupper()
    if named or (before in ("my", "our") and after.casefold() in ("a", "an")):
        return Token(spelt(low[:-1]), start, stop - 1), Token("is", stop - 1, stop)
    return ()


def _opened(low: str, place: tuple[int, int, bool], after: str) -> Iterator[Token]:
    """One written word as one token or more."""
    start, stop, capital = place
    if low in _OPENED:
        parts = _OPENED[low]
        cut = start + min(len(parts[0]), stop - start - 1) if len(parts) > 1 else stop
        yield Token(parts[0], start, cut, capital)
        for part in parts[1:]:
            yield Token(part, cut, stop)
    elif len(low) > 2 and low.endswith("'s"):
        yield Token(spelt(low[:-2]), start, stop - 2, capital)
        own = low[:-2] in _GIVEN and after not in ("day", "sake", "list")
        is_verb = after in _BE_AFTER or after[:1].isdigit() or own
        is_verb = is_verb and low not in ("master's", "bachelor's")
        has = is_verb and after == "got"
        yield Token("has" if has else "is" if is_verb else "'s", stop - 2, stop)
    elif len(low) > 3 and low.endswith(("'re", "'ve", "'ll")):
        yield Token(spelt(low[:-3]), start, stop - 3, capital)
        yield Token({"'re": "are", "'ve": "have", "'ll": "will"}[low[-3:]], stop - 3, stop)
    elif low.endswith(".") or (len(low) > 1 and low[-1] in ".-/"):
        yield Token(spelt(low.rstrip(".-/") or low), start, stop, capital)
    else:
        yield Token(spelt(low), start, stop, capital)


@lru_cache(maxsize=8192)
def spelt(low: str) -> str:
    """A folded word as it is usually spelt."""
    if low in _SPELT:
        return _SPELT[low]
    if _STRETCHED.search(low):
        low = _STRETCHED.sub(r"\1", low)
        return _SPELT.get(low, low)
    if len(low) >= 5 and low.isascii() and low.isalpha() and low not in _COMMON:
        low = _repaired(low)
        return _SPELT.get(low, low)
    return low


def _repaired(low: str) -> str:
    words = _BY_LETTER.get(low[0], ())
    if low in words:
        return low
    for word in words:
        if (
            abs(len(word) - len(low)) <= 1
            and not word.startswith(low)
            and not low.startswith(word)
            and _one_slip(low, word)
        ):
            return word
    return low


_BY_LETTER: dict[str, tuple[str, ...]] = {
    letter: tuple(word for word in _KEYWORDS if word[0] == letter) for letter in {word[0] for word in _KEYWORDS}
}


def _one_slip(a: str, b: str) -> bool:
    """Whether one letter added, lost, changed or two swapped turns one word into the other."""
    if len(a) > len(b):
        a, b = b, a
    head = 0
    while head < len(a) and a[head] == b[head]:
        head += 1
    if len(a) == len(b):
        return a[head + 1 :] == b[head + 1 :] or (
            a[head : head + 2] == b[head : head + 2][::-1] and a[head + 2 :] == b[head + 2 :]
        )
    return a[head:] == b[head + 1 :]


_COMMON = frozenset(
    """
    moves move mover loved another other others bother mothers fathers working worked worker workings walking
    teachers teaches reached engineers harried carried marries marred learnings earning leaning yearning
    addressed dresses preferred prefers refer perfect proved loved removed gathers farther rather lather bothers
    movie movies moped mopeds
    """.split()  # noqa: SIM905
)
"""Ordinary words one slip away from a keyword."""
