"""What a question asks for: which relation, of whom, and whether of now or of the past. Pure, and made from the table.

``asked("Who does Alice manage?")`` wants the facts of relation *manager* whose value is Alice, of any subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from strandline.extract.keys import qualifier_key, subject_key
from strandline.extract.relations import SPEAKER, relations
from strandline.recall.forms import Found, matching, vocabulary
from strandline.recall.phrases import ME, OF, QUALIFIER, SUBJECT, THEY, VALUE, Clause, Token, clauses, stem
from strandline.text import STOP_WORDS

_NO_NAME = frozenset({OF, "and", "or", "if", "that", "this", "there", "with", "in", "on", "at", "from", "have", "do"})
_BEHIND = 1
"""Readings that are less literal than the best by so many words are kept as weaker ones."""
WEAKER = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Whose fact it is. ``key`` None is somebody not named. ``kin`` is (folded noun, owner's key) of "my wife"."""

    key: str | None
    kin: tuple[tuple[str, ...], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """One kind of fact that answers: the relation, and what is given of it. What is None may be anything."""

    relation: str
    asks: str
    """What is not given: ``value``, ``subject``, or ``whether`` when both are."""
    subject: Who | None = None
    value: Who | None = None
    words: frozenset[str] = frozenset()
    """Folded words that the value (or the qualifier) must have, all of them."""
    either: bool = False
    """Whether one of the words will do: "tea or coffee"."""
    qualifier: str | None = None
    """Key of the qualifier."""
    strength: float = 1.0
    """In (0, 1]: below 1 for a reading that another one of the question is better than."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, understood. Without ``wants`` it asks no relation."""

    wants: tuple[Want, ...] = ()
    about: str = "now"
    """``now``; ``past``: of what was ("where did I live before?"); ``ever``: of both ("have I ever …")."""
    words: frozenset[str] = frozenset()
    """All folded words, by which properties of things are found."""
    of_user: bool = False
    """Whether it speaks of the speaker."""
    clauses: tuple[Clause, ...] = ()
    """The questions in it, as they were read."""

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations it asks, the likeliest first."""
        return tuple(dict.fromkeys(want.relation for want in self.wants))

    @property
    def subject(self) -> str | None:
        """Whose fact it asks, as a key; None where it is not given."""
        who = self.wants[0].subject if self.wants else None
        return None if who is None else who.key

    @property
    def asks(self) -> str | None:
        """What is asked for: ``value``, ``subject`` or ``whether``."""
        return self.wants[0].asks if self.wants else None

    @property
    def qualifier(self) -> str | None:
        """What narrows the relation."""
        return self.wants[0].qualifier if self.wants else None


NOTHING = Asked()
"""What a text asks that asks for no fact."""


def asked(text: str) -> Asked:
    """Understand a question; any str is safe. A text that asks no relation gives no wants."""
    wants: dict[Want, None] = {}
    words, times, of_user = set[str](), list[str](), False
    read = tuple(clauses(text))
    for clause in read:
        words.update(token.norm for token in clause.tokens)
        of_user = of_user or any(token.norm == ME for token in clause.tokens)
        found = list(_readings(clause))
        wants.update(dict.fromkeys(found))
        if found or not wants:
            times.append(clause.about)
    about = next((time for time in reversed(times) if time != "now"), "now")
    return Asked(wants=tuple(wants), about=about, words=frozenset(words), of_user=of_user, clauses=read)


def _readings(clause: Clause) -> Iterator[Want]:
    """The wants of a clause: its most literal readings first; weaker ones after them."""
    found = [(one.weight, want) for one in matching(clause) if (want := want_of(one, clause)) is not None]
    best = max((weight for weight, _ in found), default=0)
    for weight, want in sorted(found, key=lambda one: -one[0]):
        if weight == best:
            yield from _with_relatives(want)
        elif weight >= best - _BEHIND or want.asks == "whether":
            yield from _with_relatives(replace(want, strength=WEAKER))


def want_of(one: Found, clause: Clause) -> Want | None:
    """A reading as a want; None where what stands in a blank cannot stand there."""
    form, spans = one.form, one.spans
    subject = value = None
    words: frozenset[str] = frozenset()
    if SUBJECT in spans and (subject := _who(_part(clause, spans[SUBJECT]))) is None:
        return None
    if not one.weight and spans.keys() == {SUBJECT} and subject != Who(key=SPEAKER):
        return None  # "who am I" asks for a name; "who knows" does not
    if VALUE in spans:
        value = _who(_part(clause, spans[VALUE]))
        words = _value_words(_part(clause, spans[VALUE]))
        if not words and (value is None or value.key is None):
            return None
    if form.asks == "subject":
        subject = None
    elif subject is None:
        subject = Who(key=SPEAKER)
    qualifier = None
    if QUALIFIER in spans:
        qualifier = qualifier_key(_written(_part(clause, spans[QUALIFIER])))
    elif one.kind is not None:
        qualifier = qualifier_key(one.kind)
    return Want(
        relation=form.relation,
        asks=form.asks,
        subject=subject,
        value=value,
        words=words,
        either=VALUE in spans and any(token.norm == "or" for token in _part(clause, spans[VALUE])),
        qualifier=qualifier,
    )


def _with_relatives(want: Want) -> Iterator[Want]:
    """The want, its opposite where a value is asked about, and the same fact told from the other side."""
    yield want
    opposite = relations()[want.relation].opposite
    if want.asks == "whether" and opposite is not None:
        yield replace(want, relation=opposite)
    converse = vocabulary().get(want.relation, {}).get("converse")
    if converse is None:
        return
    if want.asks == "value" and want.subject is not None and want.subject.key is not None:
        words = frozenset(map(stem, want.subject.key.split()))
        yield replace(want, relation=converse, asks="subject", subject=None, value=want.subject, words=words)
    elif want.asks == "subject" and want.value is not None:
        yield replace(want, relation=converse, asks="value", subject=want.value, value=None, words=frozenset())
    elif want.subject is not None and want.subject.key is not None and want.value is not None:
        words = frozenset(map(stem, want.subject.key.split()))
        yield replace(want, relation=converse, subject=want.value, value=want.subject, words=words)


def _part(clause: Clause, span: tuple[int, int]) -> tuple[Token, ...]:
    return clause.tokens[span[0] : span[1]]


def _written(tokens: Sequence[Token]) -> str:
    return " ".join(token.word for token in tokens if token.word)


def _value_words(tokens: Sequence[Token]) -> frozenset[str]:
    """The folded words of a value that say something."""
    return frozenset(t.norm for t in tokens if t.norm not in (OF, ME, THEY) and t.word and t.word not in STOP_WORDS)


def _who(tokens: Sequence[Token]) -> Who | None:
    """Whom a phrase names; None for what names nobody."""
    norms = [token.norm for token in tokens]
    if norms in ([ME], ["user"]):
        return Who(key=SPEAKER)
    if norms == [THEY]:
        return Who(key=None)
    if OF in norms:
        return _owned(tokens, norms)
    if ME in norms or THEY in norms or not _NO_NAME.isdisjoint(norms):
        return None
    return Who(key=subject_key(_written(tokens)))


def _owned(tokens: Sequence[Token], norms: list[str]) -> Who | None:
    """Somebody named by whose they are: "my wife", "Ana's boss"."""
    place = len(norms) - 1 - norms[::-1].index(OF)
    owner, noun = norms[:place], norms[place + 1 :]
    if not owner or not noun or not _NO_NAME.isdisjoint(noun) or ME in noun or THEY in noun:
        return None
    written = _written(tokens[place + 1 :])
    if owner == [THEY]:
        return Who(key=subject_key(written))
    if owner in ([ME], ["user"]):
        return Who(key=subject_key(written), kin=(tuple(noun), SPEAKER))
    named = _who(tokens[:place])
    if named is None or named.key is None:
        return None
    return Who(key=subject_key(f"{named.key}'s {written}"), kin=(tuple(noun), named.key))
