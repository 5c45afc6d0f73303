"""One user's rows as an index in memory: appended to by writes, read through immutable views.

Rows stay in the order they were stored. A message is a unit of one or more consecutive rows (its passages); a fact is
a unit of one. Postings are 64-bit keys, term id above row above count, in sorted runs that are merged as they grow, so
that a write costs microseconds and a search needs one binary search a term and run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strandline.errors import DimensionError
from strandline.extract.relations import NOTE
from strandline.recall.facts import FactTable, FactView
from strandline.types.rows import FactRows, PassageRows

ROW_BITS, COUNT_BITS = 26, 6
MAX_COUNT = (1 << COUNT_BITS) - 1
_USER = 2
_TAIL_ROWS = 512
_RUN_ROWS = 1 << 18

Keys = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one search reads. Arrays by row are (n,), by unit (u,); all are read-only and stay as they are."""

    seq: NDArray[np.int64]
    message: NDArray[np.int64]
    kind: NDArray[np.int8]
    session: NDArray[np.int32]
    step: NDArray[np.int32]
    agent: NDArray[np.int32]
    role: NDArray[np.int8]
    at: NDArray[np.int64]
    recorded_at: NDArray[np.int64]
    digest: NDArray[np.int64]
    size: NDArray[np.int32]
    """Characters of the row's text."""
    traits: NDArray[np.int16]
    """What kind of thing the row is by its form, as ``text.traits`` writes it."""
    speaker: NDArray[np.int32]
    """Position of the row's name in ``speakers``; -1 for none."""
    speakers: tuple[str, ...]
    length: NDArray[np.int32]
    """Terms of the row, repeats counted."""
    unit: NDArray[np.int32]
    """Unit of each row."""
    first: NDArray[np.int64]
    """First row of each unit."""
    before: NDArray[np.int32]
    """The unit before each unit in its session; -1 for none."""
    place: NDArray[np.int32]
    """Ordinal of each unit's session among ``places``; -1 for a unit without one."""
    places: int
    runs: tuple[Keys, ...]
    piece_ends: NDArray[np.int64]
    pieces: NDArray[np.uint16]
    token_ends: NDArray[np.int64]
    """Row i has the tokens ``tokens[token_ends[i-1]:token_ends[i]]``, none under an embedder without them."""
    tokens: NDArray[np.int8]
    vectors: NDArray[np.int8]
    scale: NDArray[np.float32]
    facts: FactView
    fact_rows: NDArray[np.int64]
    """The rows that are facts."""
    fact_places: NDArray[np.int64]
    """(len(fact_rows),) where each stands in ``facts``; -1 for one that is not there yet."""
    learned: NDArray[np.int64]
    """The rows that are facts which were learned from what was said."""

    def __len__(self) -> int:
        return len(self.seq)

    def divided(self, row: int) -> bool:
        """Whether the row is one of several passages of its message."""
        unit = int(self.unit[row])
        stop = int(self.first[unit + 1]) if unit + 1 < len(self.first) else len(self)
        return stop - int(self.first[unit]) > 1

    def speaker_of(self, agent: int) -> str | None:
        """The name under which the user first spoke, as a reader of an agent's number sees it; None without one."""
        named = (self.speaker >= 0) & (self.role == _USER) & ((self.agent == 0) | (self.agent == agent))
        return self.speakers[int(self.speaker[int(named.argmax())])] if named.any() else None

    def postings(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Rows that have a term, ascending, and how often each has it."""
        low, high = np.uint64(term << 32), np.uint64((term + 1) << 32) if term < 0xFFFFFFFF else None
        parts = []
        for run in self.runs:
            start = int(run.searchsorted(low))
            end = len(run) if high is None else int(run.searchsorted(high))
            if end > start:
                parts.append(run[start:end])
        if not parts:
            return np.empty(0, np.int64), np.empty(0, np.float64)
        keys = parts[0] if len(parts) == 1 else np.concatenate(parts)
        rows = (keys >> np.uint64(COUNT_BITS)) & np.uint64((1 << ROW_BITS) - 1)
        return rows.astype(np.int64), (keys & np.uint64(MAX_COUNT)).astype(np.float64)


class _Column:
    """An array that grows at its end; views taken before keep what they saw."""

    __slots__ = ("_data", "_size")

    def __init__(self, dtype: type[np.generic], width: tuple[int, ...] = ()) -> None:
        self._data: NDArray[Any] = np.empty((0, *width), dtype)
        self._size = 0

    def extend(self, values: NDArray[Any] | Sequence[int]) -> None:
        new = np.asarray(values, self._data.dtype)
        need = self._size + len(new)
        if need > len(self._data):
            grown = np.empty((max(need, self._size + self._size // 8 + 64), *self._data.shape[1:]), self._data.dtype)
            grown[: self._size] = self._data[: self._size]
            self._data = grown
        self._data[self._size : need] = new
        self._size = need

    def __len__(self) -> int:
        return self._size

    @property
    def nbytes(self) -> int:
        return int(self._data.nbytes)

    def view(self) -> NDArray[Any]:
        seen = self._data[: self._size]
        seen.flags.writeable = False
        return seen


@dataclass(slots=True)
class _Runs:
    """Sorted runs of posting keys: a short tail, sorted anew at each write, and runs merged when they are of a size."""

    tail: Keys = field(default_factory=lambda: np.empty(0, np.uint64))
    tail_rows: int = 0
    done: list[tuple[int, Keys]] = field(default_factory=list)

    def add(self, keys: Keys, rows: int) -> None:
        self.tail = np.sort(np.concatenate([self.tail, keys]))
        self.tail_rows += rows
        if self.tail_rows < _TAIL_ROWS:
            return
        size, run = self.tail_rows, self.tail
        while self.done and self.done[-1][0] <= 2 * size and self.done[-1][0] + size <= _RUN_ROWS:
            other, keys = self.done.pop()
            size, run = size + other, np.sort(np.concatenate([keys, run]))
        self.done.append((size, run))
        self.tail, self.tail_rows = np.empty(0, np.uint64), 0

    def view(self) -> tuple[Keys, ...]:
        return tuple(run for run in (*(run for _, run in self.done), self.tail) if len(run))


_BY_ROW: dict[str, type[np.generic]] = {
    "seq": np.int64,
    "message": np.int64,
    "kind": np.int8,
    "session": np.int32,
    "step": np.int32,
    "agent": np.int32,
    "role": np.int8,
    "at": np.int64,
    "recorded_at": np.int64,
    "digest": np.int64,
    "size": np.int32,
    "traits": np.int16,
    "scale": np.float32,
}
_DERIVED: dict[str, type[np.generic]] = {
    "speaker": np.int32,
    "length": np.int32,
    "unit": np.int32,
    "first": np.int64,
    "before": np.int32,
    "place": np.int32,
    "piece_ends": np.int64,
    "pieces": np.uint16,
    "token_ends": np.int64,
}


class UserIndex:
    """The rows of one user. One writer appends at a time; any number of threads read views."""

    def __init__(self, dimensions: int, token_dimensions: int = 0) -> None:
        """``token_dimensions`` is the width of the vectors of single words, 0 where the embedder gives none."""
        self.dimensions = dimensions
        self.token_dimensions = token_dimensions
        self._columns = {name: _Column(dtype) for name, dtype in (_BY_ROW | _DERIVED).items()}
        self._columns["vectors"] = _Column(np.int8, (dimensions,))
        self._columns["tokens"] = _Column(np.int8, (token_dimensions,))
        self._runs = _Runs()
        self._speakers: dict[str, int] = {}
        self._places: dict[int, int] = {}
        self._last_unit: dict[int, int] = {}
        self._last_message = -1
        self._facts = FactTable()
        self.facts_until = 0
        """Changes of facts up to this sequence number have been taken in."""
        self._view = self._snapshot()

    def __len__(self) -> int:
        return len(self._view)

    @property
    def last_seq(self) -> int:
        """The newest row's key; 0 before the first."""
        return int(self._view.seq[-1]) if len(self) else 0

    @property
    def nbytes(self) -> int:
        """Bytes held, spare room included."""
        names = sum(len(name) + 64 for name in self._speakers)
        postings = self._runs.tail.nbytes + sum(run.nbytes for _, run in self._runs.done)
        columns = sum(c.nbytes for c in self._columns.values())
        return columns + postings + names + 128 * len(self._places) + self._facts.nbytes

    def append(self, rows: PassageRows) -> None:
        """Take in rows that follow those already here. The rows of one message stand together.

        Raises:
            DimensionError: the vectors or tokens are of another width than the index.
            ValueError: a ``seq`` that is not above the last one.
        """
        count = len(rows.seq)
        if not count:
            return
        for given, want in ((rows.vectors, self.dimensions), (rows.tokens, self.token_dimensions)):
            if given.shape[1] != want:
                raise DimensionError(got=int(given.shape[1]), want=want)
        if int(rows.seq[0]) <= self.last_seq:
            raise ValueError(f"rows must follow seq {self.last_seq}, got {int(rows.seq[0])}; build it anew")
        start = len(self)
        self._add_postings(rows, start)
        self._add_units(rows, start)
        speakers = self._speakers
        self._columns["speaker"].extend(
            [-1 if name is None else speakers.setdefault(name, len(speakers)) for name in rows.names]
        )
        for flat, ends in (("pieces", "piece_ends"), ("tokens", "token_ends")):
            self._columns[ends].extend(getattr(rows, ends) + len(self._columns[flat]))
            self._columns[flat].extend(getattr(rows, flat))
        self._columns["vectors"].extend(rows.vectors)
        for name in _BY_ROW:
            self._columns[name].extend(getattr(rows, name))
        self._view = self._snapshot()

    def learn(self, rows: FactRows, until: int, aliases: Mapping[str, str] | None = None) -> None:
        """Take in the facts that were made or changed; ``until`` is the last sequence number they may have.

        ``aliases`` are the keys of merged subjects, each with the key of the one it is a part of.
        """
        self.facts_until = max(self.facts_until, until)
        if len(rows.seq) or aliases is not None:
            self._facts.apply(rows, aliases)
            self._view = self._snapshot()

    def _add_postings(self, rows: PassageRows, start: int) -> None:
        lengths = np.diff(rows.term_ends, prepend=0)
        row = np.repeat(np.arange(start, start + len(lengths), dtype=np.uint64), lengths)
        counts = np.minimum(rows.counts, MAX_COUNT).astype(np.uint64)
        keys = (rows.terms.astype(np.uint64) << np.uint64(32)) | (row << np.uint64(COUNT_BITS)) | counts
        self._runs.add(keys, len(lengths))
        sums = np.concatenate([[0], np.cumsum(rows.counts, dtype=np.int64)])
        self._columns["length"].extend(np.diff(sums[np.concatenate([[0], rows.term_ends])]))

    def _add_units(self, rows: PassageRows, start: int) -> None:
        """Group rows to messages, and each message with the one before it in its session."""
        units = len(self._columns["first"])
        opens = np.concatenate([[int(rows.message[0]) != self._last_message], rows.message[1:] != rows.message[:-1]])
        self._columns["unit"].extend(units - 1 + np.cumsum(opens))
        firsts = np.flatnonzero(opens)
        self._columns["first"].extend(firsts + start)
        self._last_message = int(rows.message[-1])
        sessions = np.where(rows.kind[firsts] == 0, rows.session[firsts], 0)  # facts are no turns of a session
        before = np.full(len(firsts), -1, np.int32)
        place = np.full(len(firsts), -1, np.int32)
        order = np.argsort(sessions, kind="stable")
        edges = np.flatnonzero(np.diff(sessions[order], prepend=-1, append=-1))
        for low, high in pairwise(edges):
            members, session = order[low:high], int(sessions[order[low]])
            if not session:
                continue
            before[members[1:]] = members[:-1] + units
            before[members[0]] = self._last_unit.get(session, -1)
            self._last_unit[session] = int(members[-1]) + units
            place[members] = self._places.setdefault(session, len(self._places))
        self._columns["before"].extend(before)
        self._columns["place"].extend(place)

    def _snapshot(self) -> View:
        columns = {name: column.view() for name, column in self._columns.items()}
        facts = self._facts.view()
        rows = np.flatnonzero(columns["kind"])
        places = facts.places(columns["message"][rows])
        _place_facts(columns, rows[places >= 0], facts, places[places >= 0])
        return View(
            **columns,
            speakers=tuple(self._speakers),
            places=len(self._places),
            runs=self._runs.view(),
            facts=facts,
            fact_rows=rows,
            fact_places=places,
            learned=rows[(places < 0) | (facts.relation[places] != facts.names.get(NOTE, -1))]
            if len(facts)
            else rows[:0],
        )

    def view(self) -> View:
        """What is here now; later writes do not change it."""
        return self._view


def _place_facts(
    columns: dict[str, NDArray[Any]], rows: NDArray[np.int64], facts: FactView, places: NDArray[np.int64]
) -> None:
    """Give facts the time and place of their latest source, which may be later than the row."""
    if not len(rows):
        return
    for name in ("at", "session", "step"):
        column = columns[name].copy()
        column[rows] = getattr(facts, name)[places]
        column.flags.writeable = False
        columns[name] = column
