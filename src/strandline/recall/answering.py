"""How well each fact answers what a question asks for: a number in [0, 1] by fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from strandline.extract.keys import subject_key
from strandline.extract.relations import SPEAKER, relations
from strandline.recall.asked import Asked, Want, Who, want_of
from strandline.recall.facts import FactView
from strandline.recall.forms import folded, in_frames, nouns
from strandline.recall.phrases import stem
from strandline.timex import Window

Scores = NDArray[np.float64]

ATTRIBUTE = "attribute"
_UNNAMED = 0.6
"""For a subject that was not named: "where does she live?"."""
_DENIED = 0.7
"""For a denial, where a value is asked for."""
_OTHER_VALUE = 0.8
"""For the one value of a relation that holds one, when the question names another: "do I live in Oslo?"."""
_OPEN_KIND = 0.4
"""For a fact that does not say of what kind it is, when the question does ("which dog")."""
_OPEN_SORT = 0.15
"""The same, where the relation has no kinds: "what films do I like" is not asked for all that I like."""
_OTHER_TIME = 0.7
"""For what holds now when the question is about the past, or held at another time than it names."""
_PART = 0.7
"""For the property of a thing whose name is a part of another that is named."""


def answering(
    facts: FactView,
    asked: Asked,
    live: NDArray[np.bool_],
    spans: Iterable[tuple[int, int]] = (),
    speaker: str | None = None,
) -> Scores:
    """(m,) how well each fact answers, 0 where it does not.

    ``live`` (m,) are the facts that may be shown; the names of the user and their relatives are learned from them too.
    ``spans`` are stretches of time that the question names, in microseconds; ``speaker`` is the name under which the
    user speaks.
    """
    out = np.zeros(len(facts))
    reader = _Reader(facts, live, speaker)
    for want in asked.wants:
        for place, strength in reader.answers(want):
            out[place] = max(out[place], strength * want.strength)
    for place, strength in reader.properties(asked):
        out[place] = max(out[place], strength)
    found = np.flatnonzero(out)
    if len(found) and asked.about != "now":
        out[found] *= _timely(facts, found, asked.about, tuple(spans))
    return out


def spans_of(windows: Iterable[Window]) -> tuple[tuple[int, int], ...]:
    """The stretches of time that have a year, as they were named: the wider ones around a day are left out."""
    return tuple((window.start, window.end) for window in windows if not window.month and window.weight >= 1.0)


def _timely(facts: FactView, found: NDArray[np.int64], about: str, spans: tuple[tuple[int, int], ...]) -> Scores:
    """(f,) how well the times of some facts suit a question that is not about now. Timeless ones always do."""
    timeless = np.array([row.timeless for row in relations().values()])
    numbers = np.array([facts.names.get(name, -1) for name in relations()])
    always = np.isin(facts.relation[found], numbers[timeless])
    if spans:
        suits = np.zeros(len(found), np.bool_)
        for start, end in spans:
            suits |= (facts.covers_from[found] < end) & (facts.covers_to[found] > start)
    else:
        suits = facts.valid_to[found] < np.iinfo(np.int64).max
        if about == "ever":
            suits = ~suits
    return np.where(always | suits, 1.0, _OTHER_TIME)


def _of_value(asked: Asked, qualifier: frozenset[str]) -> bool:
    """Whether the property follows the question word at once, so that whose it is is asked: "who lends … to Ana"."""
    return any(
        len(clause.tokens) > 1 and clause.tokens[0].norm == "who" and clause.tokens[1].norm in qualifier
        for clause in asked.clauses
    )


def _in_order(asked: Asked, subject: frozenset[str], value: frozenset[str]) -> bool:
    """Whether a question that names both says the subject first, or does not name both."""
    for clause in asked.clauses:
        norms = [token.norm for token in clause.tokens]
        first = [next((place for place, norm in enumerate(norms) if norm in words), -1) for words in (subject, value)]
        if min(first) >= 0 and first[1] < first[0]:
            return False
    return True


class _Reader:
    """Looks facts up by relation, subject and value."""

    def __init__(self, facts: FactView, live: NDArray[np.bool_], speaker: str | None) -> None:
        self._facts = facts
        self._live = live
        self._own = self._own_names(speaker)

    def answers(self, want: Want) -> Iterator[tuple[int, float]]:
        """(place, strength) of the facts that a want fits."""
        places = self._of_relation(want.relation)
        if want.subject is not None:
            subjects = self._subjects(want.subject)
            if subjects is not None:
                places = places[np.isin(self._facts.subject[places], list(subjects))]
        for place in places.tolist():
            strength = self._strength(place, want)
            if strength > 0.0:
                yield place, strength

    def properties(self, asked: Asked) -> Iterator[tuple[int, float]]:
        """(place, strength) of properties of things that the question names.

        The property is a noun like any other ("whose teacher is Ben"). Where it stands in no frame of nouns, all words
        of the thing and of its property must be in the question; in "who lends … to Ana" Ana is the value.
        """
        places = self._of_relation(ATTRIBUTE).tolist()
        named = [place for place in places if self._property(place) and self._property(place) <= asked.words]
        if not named:
            return
        table = {
            folded(self._facts.qualifiers[place] or ""): ((ATTRIBUTE, self._facts.qualifiers[place]),)
            for place in named
        }
        wants = [w for c in asked.clauses for one in in_frames(c, table) if (w := want_of(one, c)) is not None]
        if wants:
            for want in wants:
                yield from self.answers(want)
            return
        yield from self._by_containment(named, asked)

    def _property(self, place: int) -> frozenset[str]:
        return self._facts.words(self._facts.qualifiers[place])

    def _by_containment(self, places: Iterable[int], asked: Asked) -> Iterator[tuple[int, float]]:
        found: list[tuple[int, int]] = []
        for place in places:
            qualifier = self._property(place)
            key = self._facts.keys[int(self._facts.subject[place])]
            thing = self._facts.words(self._facts.values[place] if _of_value(asked, qualifier) else key)
            of_user = key == SPEAKER and not _of_value(asked, qualifier)
            if not (asked.of_user if of_user else bool(thing) and thing <= asked.words):
                continue
            if of_user or _in_order(asked, thing, self._facts.words(self._facts.values[place])):
                found.append((place, len(qualifier) + (0 if of_user else len(thing))))
        longest = max((size for _, size in found), default=0)
        for place, size in found:
            yield place, 1.0 if size == longest else _PART

    def _of_relation(self, name: str) -> NDArray[np.int64]:
        number = self._facts.names.get(name)
        if number is None:
            return np.empty(0, np.int64)
        return np.flatnonzero((self._facts.relation == number) & self._live)

    def _strength(self, place: int, want: Want) -> float:
        strength = self._by_value(place, want) * self._by_qualifier(place, want)
        if want.subject is not None and want.subject.key is None:
            strength *= _UNNAMED
        if want.asks != "whether" and not self._facts.polarity[place]:
            strength *= _DENIED
        return strength

    def _by_value(self, place: int, want: Want) -> float:
        """How well the value fits that the question names."""
        if not want.words and want.value is None:
            return 1.0
        facts = self._facts
        value = facts.values[place]
        if want.value is not None and want.value.key == SPEAKER:
            return 1.0 if self._names_user(value) else 0.0
        if want.value is not None and (self._is_kin(want.value, value) or self._same(want.value, value)):
            return 1.0
        words = facts.words(value) | facts.words(facts.qualifiers[place])
        if want.words and (want.words <= words or (want.either and not want.words.isdisjoint(words))):
            return 1.0
        return _OTHER_VALUE if want.asks == "whether" and relations()[want.relation].single else 0.0

    def _by_qualifier(self, place: int, want: Want) -> float:
        """How well the kind fits that the question names."""
        if not want.qualifier:
            return 1.0
        asked = self._facts.words(want.qualifier)
        own = self._facts.words(self._facts.qualifiers[place])
        if own and (own <= asked or asked <= own):
            return 1.0
        if asked <= self._facts.words(self._facts.values[place]):
            return 1.0
        if own:
            return 0.0
        return _OPEN_SORT if relations()[want.relation].qualifier is None else _OPEN_KIND

    def _subjects(self, who: Who) -> set[int] | None:
        """Numbers of the subjects that somebody may be stored as; None for anybody."""
        if who.key is None:
            return None
        numbers, found = self._facts.names, set[int]()
        keys = {who.key}
        if who.key in self._own:
            keys.add(SPEAKER)
        if who.kin is not None:
            keys |= {subject_key(value) for value in self._kin(who)}
        elif " " not in who.key and who.key != SPEAKER:
            found.update(self._facts.by_first.get(who.key, ()))
        keys |= {self._facts.aliases[key] for key in keys if key in self._facts.aliases}
        return found | {numbers[key] for key in keys if key in numbers}

    def _kin(self, who: Who) -> Iterator[str]:
        """What is known to be "my wife", "Ana's boss": values of that relation."""
        if who.kin is None:
            return
        noun, owner = who.kin
        subjects = {self._facts.names.get(key) for key in ({owner} | ({SPEAKER} if owner in self._own else set()))}
        for relation, kind in nouns().get(noun, ()):
            for place in self._of_relation(relation).tolist():
                if int(self._facts.subject[place]) not in subjects or not self._facts.polarity[place]:
                    continue
                own = self._facts.words(self._facts.qualifiers[place])
                if kind is None or not own or stem(kind) in own:
                    yield self._facts.values[place]

    def _is_kin(self, who: Who, value: str) -> bool:
        return who.kin is not None and any(subject_key(one) == subject_key(value) for one in self._kin(who))

    def _same(self, who: Who, value: str) -> bool:
        """Whether two names were merged into one."""
        aliases, key = self._facts.aliases, subject_key(value)
        return who.key is not None and bool(aliases) and aliases.get(who.key, who.key) == aliases.get(key, key)

    def _own_names(self, speaker: str | None) -> frozenset[str]:
        """Keys of the names that the user is known by, and of their first words."""
        user = self._facts.names.get(SPEAKER)
        found: set[str] = set()
        if speaker is not None:
            key = subject_key(speaker)
            found |= {key, *key.split(" ")[:1]}
        for relation in ("name", "nickname"):
            for place in self._of_relation(relation).tolist():
                if self._facts.subject[place] == user and self._facts.polarity[place]:
                    key = subject_key(self._facts.values[place])
                    found |= {key, *key.split(" ")[:1]}
        return frozenset(found)

    def _names_user(self, value: str) -> bool:
        key = subject_key(value)
        return key in (SPEAKER, "me") or key in self._own
