"""E-mail addresses and telephone numbers."""

from __future__ import annotations

from strandline.extract.clauses import Clause, Mood
from strandline.extract.patterns import Found, Pattern
from strandline.extract.tables.words import listed

_SAID = frozenset({Mood.FACT, Mood.REQUEST, Mood.PLAN})
_ADDRESS = r"(?P<v>[^\s@]+@[^\s@]+\.[^\s@]+)"
_NUMBER = r"(?P<v>\+?\(?\d[\d ().-]{5,}\d)"
_EMAIL = (
    r"(?:new |work |personal |private |home |main |best |current |other |preferred |school |old )*e-?mail(?: address|"
    r" id)?"
)
_PHONE = (
    r"(?:new |work |personal |private |home |main |best |current |other |direct |office |us |uk )*(?:(?:phone|mobile|"
    r"cell|telephone|cellphone|whatsapp|contact|landline|tel)(?: phone)?(?: number| no)?|number|cell)"
)


def _speakers(found: Found) -> bool:
    """ "Reach me at …", not "reach them at …"."""
    return bool({"me", "us"} & {word.word for word in found.clause.words})


def _has_address(clause: Clause) -> bool:
    return any("@" in word.word for word in clause.words)


def _has_number(clause: Clause) -> bool:
    return any(len(word.word) > 6 and word.word[-1].isdigit() for word in clause.words)


# fmt: off
PATTERNS = (
    Pattern(
        verbs=("be",), noun=_EMAIL, rest=rf"(?:still |now |actually |just )*{_ADDRESS}", relation="email",
        value="clause", past=False,
    ),
    Pattern(
        verbs=("be",), noun=_PHONE, rest=rf"(?:still |now |actually |just )*{_NUMBER}", relation="phone",
        value="clause", past=False,
    ),
    Pattern(
        verbs=("",), rest=rf"{_ADDRESS}$", relation="email", value="clause", who=frozenset({"none"}),
        guard=_has_address, check=lambda found: _announced(found),
    ),
    Pattern(
        verbs=("",), rest=rf"{_NUMBER}$", relation="phone", value="clause", who=frozenset({"none"}),
        guard=_has_number, check=lambda found: _announced(found),
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:still |now |actually |just )*{_ADDRESS}", relation="email", value="clause",
        who=frozenset({"thing"}), guard=_has_address, check=_speakers, past=False, speaker=True,
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:still |now |actually |just )*{_NUMBER}", relation="phone", value="clause",
        who=frozenset({"thing"}), guard=_has_number, check=lambda found: _speakers(found) and _to_call(found),
        past=False, speaker=True,
    ),
    Pattern(
        verbs=("*",), rest=rf".*?{_ADDRESS}", relation="email", value="clause",
        who=frozenset({"none", "you", "speaker"}), guard=_has_address, check=_speakers,
        modal=frozenset({None, "can", "will", "may"}), moods=_SAID, past=False, speaker=True,
    ),
    Pattern(
        verbs=("*",), rest=rf".*?{_NUMBER}", relation="phone", value="clause",
        who=frozenset({"none", "you", "speaker"}), guard=_has_number,
        check=lambda found: _speakers(found) and _to_call(found), modal=frozenset({None, "can", "will", "may"}),
        moods=_SAID,
        past=False, speaker=True,
    ),
    Pattern(
        verbs=("be", ""), rest=rf".*(?:, |and )(?:my )?(?:e-?mail|mail)(?: is| :| address)? {_ADDRESS}",
        relation="email", value="clause",
        who=frozenset({"none", "thing", "speaker", "pronoun"}), guard=_has_address, past=False, speaker=True,
        goes_on=True,
    ),
    Pattern(
        verbs=("be", ""),
        rest=rf".*(?:, |and )(?:my )?(?:mobile|phone|tel|cell|whatsapp)(?: is| :| number| no)? {_NUMBER}",
        relation="phone", value="clause",
        who=frozenset({"none", "thing", "speaker", "pronoun"}), guard=_has_number, past=False, speaker=True,
        goes_on=True,
    ),
    Pattern(
        verbs=("",), rest=rf"(?:my {_EMAIL} ?[:=-]?|{_EMAIL} ?[:=-]) ?{_ADDRESS}", relation="email", value="clause",
        who=frozenset({"none"}),
    ),
    Pattern(
        verbs=("",), rest=rf"(?:my {_PHONE} ?[:=-]?|{_PHONE} ?[:=-]) ?{_NUMBER}", relation="phone", value="clause",
        who=frozenset({"none"}),
    ),
)
# fmt: on
_WRITING = listed("email e-mail mail write reach contact")


def _announced(found: Found) -> bool:
    """ "You can email me: …", "reach me here: …": what stands before says whose it is."""
    words = {word.word for word in found.clause.sentence.tokens if word.stop <= found.clause.start}
    return bool(words & {"me", "us"}) and bool(words & (_WRITING | _CALLING))


_CALLING = listed("call ring text phone reach whatsapp contact number message")


def _to_call(found: Found) -> bool:
    return bool(_CALLING & {word.word for word in found.clause.words})
