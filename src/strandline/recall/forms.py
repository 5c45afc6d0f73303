"""The question forms of the relation table, and of the words that go with it, as patterns of tokens.

A form is a question with blanks: ``{subject}`` (or "I", "my") whose fact it is, ``{value}`` what it says, and
``{qualifier}``. What a form leaves open is what it asks for. Nouns that name a relation ("wife", "boss") stand in all
the frames that a noun can stand in; the sentences of facts give "Who works at …?" and "Does … work at …?".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, TypeAlias

from strandline.extract.relations import Relation, relations
from strandline.recall.phrases import ME, OF, QUALIFIER, SUBJECT, THEY, TIME, VALUE, WH, Clause, clauses, stem

Spans: TypeAlias = dict[str, tuple[int, int]]
"""Slot -> the tokens that stand in it, from and to (exclusive)."""

Nouns: TypeAlias = Mapping[tuple[str, ...], Sequence[tuple[str, str | None]]]
"""Noun (folded words) -> the relations it names, each with the kind where the noun is one ("dog" of pets)."""

NOUN = "@noun"
_SLOTS = frozenset({SUBJECT, VALUE, QUALIFIER})
_LONGEST = 6
"""Words that may stand in a blank."""
_NOUN_WORDS = 4
_CLOSED = frozenset({*WH, "you", "not", TIME, NOUN})
"""Words that never stand in a blank."""
_LOOSE = frozenset(
    {*WH, "of", "in", "on", "at", "to", "for", "with", "by", "do", "have", OF, ME, THEY, TIME, "you", "not"}
)
"""Words that say too little to look a form up by."""
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """One way to ask for a relation: ``parts`` are words and blanks in order."""

    relation: str
    parts: tuple[str, ...]
    weight: int
    """How many words of it are literal and say something: of two readings the more literal one is right."""
    asks: str
    """``value``, ``subject`` or ``whether``."""
    needs: str = "asking"
    """``inverted``: only with a helper first. ``asking``: only for questions. ``nothing``: for bare phrases too."""

    def matches(self, words: Sequence[str]) -> Iterator[Spans]:
        """What can stand in the blanks, where all of ``words`` has this form: two names may be cut differently."""
        return _fits(self.parts, words, 0, 0)

    def match(self, words: Sequence[str]) -> Spans | None:
        """The first of ``matches``."""
        return next(self.matches(words), None)


def _fits(parts: Sequence[str], words: Sequence[str], part: int, word: int) -> Iterator[Spans]:
    while part < len(parts) and parts[part] not in _SLOTS:
        if word >= len(words) or words[word] != parts[part]:
            return
        part, word = part + 1, word + 1
    if part == len(parts):
        if word == len(words):
            yield {}
        return
    last = min(word + _LONGEST, len(words) - (len(parts) - part - 1))
    for stop in range(word + 1, last + 1):
        if words[stop - 1] in _CLOSED:
            return
        if words[stop - 1] != OF and words[word] != OF:
            for rest in _fits(parts, words, part + 1, stop):
                yield {**rest, parts[part]: (word, stop)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A form that a question has."""

    form: Form
    spans: Spans
    kind: str | None = None
    """The noun it was found by, where the noun is the qualifier."""
    weight: int


@cache
def vocabulary() -> dict[str, dict[str, Any]]:
    """The words each relation is asked with beside the forms of the table: nouns, kinds and further forms."""
    text = files("strandline.recall").joinpath("asking.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def forms() -> Mapping[str, tuple[Form, ...]]:
    """The forms of all relations by a word that a question of that form has; "" for those without one."""
    found: dict[str, dict[tuple[str, ...], Form]] = {}
    for relation in relations().values():
        for form in _of_relation(relation, vocabulary().get(relation.name, {})):
            keys = [word for word in form.parts if word not in _LOOSE and word not in _SLOTS]
            place = found.setdefault(max(keys, key=len, default=""), {})
            place.setdefault((form.relation, *form.parts), form)
    return {word: tuple(group.values()) for word, group in found.items()}


@cache
def nouns() -> Nouns:
    """The nouns that name relations."""
    found: dict[tuple[str, ...], list[tuple[str, str | None]]] = {}
    for name, words in vocabulary().items():
        for noun in words.get("nouns", ()):
            found.setdefault(folded(noun), []).append((name, None))
        for noun in words.get("kinds", ()):
            found.setdefault(folded(noun), []).append((name, noun))
    return {noun: tuple(names) for noun, names in found.items()}


def folded(noun: str) -> tuple[str, ...]:
    """The folded words of a noun phrase."""
    return tuple(OF if part == "'s" else stem(part) for part in noun.lower().replace("'s", " 's").split())


def _of_relation(relation: Relation, words: Mapping[str, Any]) -> Iterator[Form]:
    own = [
        form for text in words.get("forms", ()) for one in _choices(text) for form in _of_question(relation.name, one)
    ]
    yield from own
    for text in relation.questions:
        if not _understood(relation.name, text, own):
            yield from _of_question(relation.name, text)
    yield from _of_template(relation)


def _understood(name: str, text: str, own: Sequence[Form]) -> bool:
    """Whether a question is an instance of a frame or of a form with a blank for its value, which say more of it."""
    if VALUE in (parts := _plain(text)) or QUALIFIER in parts:
        return False
    for clause in clauses(text.format(subject=ME, value=VALUE, qualifier=QUALIFIER)):
        words = [token.norm for token in clause.tokens]
        if any(VALUE in form.parts and form.match(words) is not None for form in own):
            return True
        if any(one.form.relation == name for one in in_frames(clause, nouns())):
            return True
    return False


def _choices(text: str) -> Iterator[str]:
    """A form with its alternatives "(a|b)" spelt out."""
    parts = _CHOICE.split(text)
    for chosen in product(*(part.split("|") if place % 2 else [part] for place, part in enumerate(parts))):
        yield "".join(chosen)


def _plain(sentence: str) -> tuple[str, ...]:
    """The tokens of a form or template, with the speaker as a blank."""
    text = sentence.format(subject=SUBJECT, value=VALUE, qualifier=QUALIFIER)
    clause = next(iter(clauses(text)), None)
    return () if clause is None else tuple(SUBJECT if t.norm == ME else t.norm for t in clause.tokens)


def _of_question(name: str, sentence: str) -> Iterator[Form]:
    parts = _plain(sentence)
    if not parts:
        return
    if parts[0] not in WH:
        yield _form(name, parts, asks="whether", needs="inverted")
    elif VALUE not in parts:
        yield _form(name, parts, asks="value")
    else:
        yield _form(name, parts, asks="whether" if SUBJECT in parts or parts[0] != "who" else "subject")


def _form(name: str, parts: tuple[str, ...], *, asks: str, needs: str = "asking") -> Form:
    weight = sum(word not in _SLOTS and word not in _LOOSE for word in parts)
    return Form(relation=name, parts=parts, weight=weight, asks=asks, needs=needs)


def _of_template(relation: Relation) -> Iterator[Form]:
    """Questions made from the sentence of a fact: "Does S work at V?", "Who works at V?"."""
    parts = _plain(relation.template.rstrip(".").replace(":", ""))
    if relation.value == "clause" or parts[:1] != (SUBJECT,) or VALUE not in parts or QUALIFIER in parts:
        return
    if OF not in parts and any(word not in _LOOSE and word not in _SLOTS for word in parts):
        yield _form(relation.name, parts, asks="whether", needs="inverted")
        yield _form(relation.name, ("who", *parts[1:]), asks="subject")


_TITLES = frozenset(
    map(
        stem,
        [
            "new",
            "old",
            "former",
            "ex",
            "previous",
            "first",
            "last",
            "next",
            "upcoming",
            "current",
            "own",
            "full",
            "real",
            "exact",
        ],
    )
) | {
    *map(
        stem,
        [
            "older",
            "younger",
            "elder",
            "big",
            "little",
            "dear",
            "late",
            "best",
            "latest",
            "other",
            "second",
            "third",
            "home",
            "main",
        ],
    )
}
_TAILS: tuple[tuple[str, ...], ...] = (("call",), ("name",), (OF, "name"), (OF, "first", "name"), (OF, "full", "name"))
_PREFIXES: tuple[tuple[str, ...], ...] = (
    (),
    ("what",),
    ("who",),
    ("how", "mani"),
    ("what", "name", "of"),
    ("name", "of"),
)
_KINDS: tuple[tuple[str, ...], ...] = ((), *((word, "of") for word in ("kind", "sort", "type", "breed")))


@cache
def _frames() -> tuple[Form, ...]:
    """The frames of nouns; the relation is the noun's."""
    s, v = SUBJECT, VALUE
    owned = [(*prefix, s, OF, NOUN) for prefix in (*_PREFIXES, ("when",), ("where",))]
    owned += [(*prefix, NOUN, "of", s) for prefix in (*_PREFIXES, ("when",), ("where",))]
    having = [(*wh, *kind, NOUN, s, have) for wh in (("what",), ("how", "mani")) for kind in _KINDS for have in _HAVE]
    whether: list[tuple[str, ...]] = [(s, have, NOUN) for have in _HAVE] + [
        (s, have, NOUN, call, v) for have in _HAVE for call in _CALL
    ]
    whether += [(s, OF, NOUN, v), (s, OF, NOUN, "call", v), (v, s, OF, NOUN), (v, NOUN, "of", s)]
    whose: list[tuple[str, ...]] = [("who", OF, NOUN, v), ("who", v, NOUN, "of"), ("what", v, NOUN, "of")]
    table: tuple[tuple[list[tuple[str, ...]], str, str], ...] = (
        (owned, "value", "nothing"),
        (having, "value", "asking"),
        (whether, "whether", "inverted"),
        (whose, "subject", "asking"),
    )
    return tuple(
        Form(relation="", parts=parts, weight=0, asks=asks, needs=needs)
        for group, asks, needs in table
        for parts in group
    )


_HAVE, _CALL = ("have", "own", "keep"), ("call", "name")


def in_frames(clause: Clause, table: Nouns) -> Iterator[Found]:
    """The nouns of a clause that are in a table, each in the frame it stands in."""
    words = [token.norm for token in clause.tokens]
    for start in range(len(words)):
        for stop in range(min(len(words), start + _NOUN_WORDS), start, -1):
            names = table.get(tuple(words[start:stop]))
            if names is not None:
                yield from _framed(words, start, stop, names, clause)


def _framed(
    words: Sequence[str], start: int, stop: int, names: Iterable[tuple[str, str | None]], clause: Clause
) -> Iterator[Found]:
    first = start
    while first > 0 and words[first - 1] in _TITLES:
        first -= 1
    end = next((len(words) - len(tail) for tail in _TAILS if tuple(words[stop:]) == tail), len(words))
    shape = (*words[:first], NOUN, *words[stop:end])
    for frame in _frames():
        if not _allowed(frame, clause) or len(shape) < len(frame.parts):
            continue
        for spans in frame.matches(shape):
            moved = {slot: _moved(span, first, stop) for slot, span in spans.items()}
            for name, kind in names:
                if frame.parts[0] in ("when", "where") and not vocabulary()[name].get(frame.parts[0]):
                    continue
                yield Found(
                    form=replace(frame, relation=name),
                    spans=moved,
                    kind=kind,
                    weight=stop - start + (end < len(words)),
                )


def _moved(span: tuple[int, int], first: int, stop: int) -> tuple[int, int]:
    """A span of the shape, where the noun is one word, as a span of the clause."""
    by = stop - first - 1
    return (span[0], span[1]) if span[0] < first else (span[0] + by, span[1] + by)


def _allowed(form: Form, clause: Clause) -> bool:
    if form.needs == "inverted":
        return clause.inverted or (clause.asking and clause.tokens[0].norm not in WH)
    return clause.asking if form.needs == "asking" else not clause.inverted


def matching(clause: Clause) -> Iterator[Found]:
    """The forms that a clause has, with what stands in their blanks."""
    words = [token.norm for token in clause.tokens]
    # What somebody likes may be a person: "who" asks for a value as "what" does.
    other = ["what", *words[1:]] if words[0] == "who" else words
    table = forms()
    for word in ("", *dict.fromkeys(words)):
        for form in table.get(word, ()):
            if _allowed(form, clause):
                said = other if form.asks == "value" and form.weight and form.parts[0] == "what" else words
                for spans in form.matches(said):
                    yield Found(form=form, spans=spans, weight=form.weight)
    yield from in_frames(clause, nouns())
