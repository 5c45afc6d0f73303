"""One user's facts in memory: when each version is believed, what it covers, and how it is found by what it says.

The table is small beside the passages: each write makes new arrays, so that views taken before keep what they saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.extract.relations import NOTE, SPEAKER
from strandline.recall.phrases import stems
from strandline.types.rows import FactRows

FOREVER = np.iinfo(np.int64).max

_ARRAYS: dict[str, type[np.generic]] = {
    "seq": np.int64,
    "changed": np.int64,
    "covers_from": np.int64,
    "covers_to": np.int64,
    "valid_to": np.int64,
    "recorded_at": np.int64,
    "superseded_at": np.int64,
    "at": np.int64,
    "session": np.int32,
    "step": np.int32,
    "agent": np.int32,
    "polarity": np.int8,
    "edited": np.bool_,
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FactView:
    """The versions of facts as of one write, by key: arrays are (m,). ``names`` gives the numbers of interned words."""

    seq: NDArray[np.int64]
    changed: NDArray[np.int64]
    covers_from: NDArray[np.int64]
    covers_to: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    recorded_at: NDArray[np.int64]
    superseded_at: NDArray[np.int64]
    at: NDArray[np.int64]
    session: NDArray[np.int32]
    step: NDArray[np.int32]
    agent: NDArray[np.int32]
    polarity: NDArray[np.int8]
    edited: NDArray[np.bool_]
    """Whether it was changed by hand: its sources say something else."""
    relation: NDArray[np.int32]
    """Number of the relation's name."""
    subject: NDArray[np.int32]
    """Number of the subject's key."""
    qualifiers: Sequence[str | None]
    values: Sequence[str]
    sources: Sequence[tuple[int, ...]]
    """Keys of the messages each rests on, the earliest said first."""
    names: Mapping[str, int]
    """Relation or subject key -> its number; numbers of later writes may be among them."""
    keys: Sequence[str]
    """Number -> relation or subject key."""
    by_first: Mapping[str, Sequence[int]]
    """First word of a key of several words -> the numbers of such keys."""
    aliases: Mapping[str, str]
    """Key of a subject that was merged -> key of the one it is a part of."""
    folded: dict[str, frozenset[str]]
    """A memo: text of a value or qualifier -> its folded words."""

    def __len__(self) -> int:
        return len(self.seq)

    def places(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """(n,) where the facts with these keys stand; -1 for keys that are no facts here."""
        if not len(self):
            return np.full(len(keys), -1, np.int64)
        found = np.minimum(np.searchsorted(self.seq, keys), len(self) - 1)
        return np.where(self.seq[found] == keys, found, -1)

    def said_in(self, place: int) -> tuple[int, ...]:
        """Keys of the messages that say what the fact at a place says, the earliest first: none for -1, and none for
        what was changed by hand."""
        return () if place < 0 or self.edited[place] else self.sources[place]

    def believed(self, next_seq: int, known: int | None) -> NDArray[np.bool_]:
        """(m,) versions believed at ``known`` (None: now), as a snapshot below ``next_seq`` has them.

        What a later write did to a version is not seen: it is still believed.
        """
        until = np.where(self.changed >= next_seq, FOREVER, self.superseded_at)
        if known is None:
            return np.asarray(until == FOREVER, np.bool_)
        return np.asarray((self.recorded_at <= known) & (known < until), np.bool_)

    def covering(self, t: int) -> NDArray[np.bool_]:
        """(m,) versions that hold at a time."""
        return np.asarray((self.covers_from <= t) & (t < self.covers_to), np.bool_)

    def ended(self, t: int) -> NDArray[np.bool_]:
        """(m,) versions that held, or are known to have ended, before a time."""
        held = (self.covers_from < self.covers_to) & (self.covers_to <= t)
        return np.asarray(held | (self.valid_to <= t), np.bool_)

    @property
    def asked_for(self) -> bool:
        """Whether there are facts that a question can ask for: a text that was remembered is none."""
        return bool((self.relation != self.names.get(NOTE, -1)).any())

    def name(self, live: NDArray[np.bool_]) -> str | None:
        """What the user is called, by the facts in ``live`` (m,): the name told last, else the nickname told last."""
        user = self.names.get(SPEAKER)
        for relation in ("name", "nickname"):
            number = self.names.get(relation)
            if number is not None:
                places = np.flatnonzero(
                    live & (self.relation == number) & (self.subject == user) & (self.polarity == 1)
                )
                if len(places):
                    return self.values[int(places[np.lexsort((self.seq[places], self.at[places]))[-1]])]
        return None

    def words(self, text: str | None) -> frozenset[str]:
        """The folded words of a value or qualifier."""
        if not text:
            return frozenset()
        found = self.folded.get(text)
        if found is None:
            found = self.folded[text] = stems(text)
        return found


@dataclass(slots=True)
class FactTable:
    """The facts of one user, taken in write by write."""

    _names: dict[str, int] = field(default_factory=dict)
    _keys: list[str] = field(default_factory=list)
    _by_first: dict[str, list[int]] = field(default_factory=dict)
    _aliases: Mapping[str, str] = field(default_factory=dict)
    _folded: dict[str, frozenset[str]] = field(default_factory=dict)
    _view: FactView | None = None

    def view(self) -> FactView:
        """What is here now; later writes do not change it."""
        if self._view is None:
            self._view = self._made({name: np.empty(0, kind) for name, kind in _ARRAYS.items()}, _Said())
        return self._view

    @property
    def nbytes(self) -> int:
        """Bytes held, about: the texts of values count twice for their folded words."""
        view = self.view()
        arrays = sum(int(getattr(view, name).nbytes) for name in _ARRAYS)
        return arrays + 400 * len(view) + 2 * sum(map(len, view.values)) + 100 * len(self._names)

    def apply(self, rows: FactRows, aliases: Mapping[str, str] | None = None) -> None:
        """Take in versions that are new, and those that changed; ``aliases`` are the subjects that are merged now."""
        if aliases is not None and aliases != self._aliases:
            self._aliases = dict(aliases)
            self._view = replace(self.view(), aliases=self._aliases)
        if not len(rows.seq):
            return
        old = self.view()
        old_places = old.places(rows.seq)
        known, new = np.flatnonzero(old_places >= 0), np.flatnonzero(old_places < 0)
        at = old_places[known]
        arrays: dict[str, NDArray[Any]] = {}
        for name in _ARRAYS:
            given = getattr(rows, name)
            column = np.concatenate([getattr(old, name), given[new]])
            column[at] = given[known]
            arrays[name] = column
        said = _Said(relation=old.relation, subject=old.subject, qualifiers=old.qualifiers, values=old.values,
                     sources=old.sources)  # fmt: skip
        said = said.merged(rows, at.tolist(), known.tolist(), new.tolist(), self._number)
        if len(new) and len(old) and int(rows.seq[new[0]]) < int(old.seq[-1]):
            order = np.argsort(arrays["seq"], kind="stable")
            arrays = {name: column[order] for name, column in arrays.items()}
            said = said.ordered(order)
        self._view = self._made(arrays, said)

    def _number(self, name: str) -> int:
        number = self._names.get(name)
        if number is None:
            number = self._names[name] = len(self._keys)
            self._keys.append(name)
            first, several, _ = name.partition(" ")
            if several:
                self._by_first.setdefault(first, []).append(number)
        return number

    def _made(self, arrays: Mapping[str, NDArray[Any]], said: _Said) -> FactView:
        columns = {name: np.ascontiguousarray(arrays[name], kind) for name, kind in _ARRAYS.items()}
        for column in (*columns.values(), said.relation, said.subject):
            column.flags.writeable = False
        return FactView(
            **columns,
            relation=said.relation,
            subject=said.subject,
            qualifiers=said.qualifiers,
            values=said.values,
            sources=said.sources,
            names=self._names,
            keys=self._keys,
            by_first=self._by_first,
            aliases=self._aliases,
            folded=self._folded,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What the versions say: the columns that are not plain numbers of the store."""

    relation: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    subject: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    qualifiers: Sequence[str | None] = ()
    values: Sequence[str] = ()
    sources: Sequence[tuple[int, ...]] = ()

    def merged(self, rows: FactRows, at: Sequence[int], known: Sequence[int], new: Sequence[int], number: Any) -> _Said:
        """With the new rows behind, and those that were known in their places."""
        relation = np.concatenate([self.relation, np.array([number(rows.relations[i]) for i in new], np.int32)])
        subject = np.concatenate([self.subject, np.array([number(rows.subjects[i]) for i in new], np.int32)])
        qualifiers = [*self.qualifiers, *(rows.qualifiers[i] for i in new)]
        values = [*self.values, *(rows.values[i] for i in new)]
        sources = [*self.sources, *(rows.sources[i] for i in new)]
        for place, i in zip(at, known, strict=True):
            # A merge of subjects and an edit of sources change what a version says; its relation stays.
            subject[place] = number(rows.subjects[i])
            sources[place] = rows.sources[i]
        return _Said(relation=relation, subject=subject, qualifiers=qualifiers, values=values, sources=sources)

    def ordered(self, order: NDArray[np.int64]) -> _Said:
        """In another order."""
        places = order.tolist()
        return _Said(
            relation=self.relation[order],
            subject=self.subject[order],
            qualifiers=[self.qualifiers[i] for i in places],
            values=[self.values[i] for i in places],
            sources=[self.sources[i] for i in places],
        )
