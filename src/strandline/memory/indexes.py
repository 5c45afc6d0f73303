"""Users' indexes in memory: the least recently used go when they take more bytes than allowed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from strandline.recall import UserIndex, View
from strandline.stores import ScopeState, Snapshot
from strandline.types import EmbedderIdentity


@dataclass(slots=True)
class _Entry:
    """One user's index and the state of the store it reflects."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    index: UserIndex | None = None
    version: int = -1
    rewrites: int = -1
    generation: int = -1
    nbytes: int = 0


class Indexes:
    """Gives each read a view of its user's passages: appended to after a write, built anew after a rewrite."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.renew()

    def renew(self) -> None:
        """Start empty, with new locks: at birth, and in a child after a fork."""
        self._entries: OrderedDict[int, _Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._total = 0

    def view(self, snapshot: Snapshot, scope: ScopeState, *, identity: EmbedderIdentity, generation: int) -> View:
        """What the snapshot holds of this user, and perhaps rows of later writes (from ``scope.next_seq`` on).

        Vectors and tokens are those of ``generation``, as wide as ``identity`` says.
        """
        with self._lock:
            entry = self._entries.setdefault(scope.uid, _Entry())
            self._entries.move_to_end(scope.uid)
        with entry.lock:
            if entry.index is not None and entry.generation == generation and entry.rewrites > scope.rewrites:
                # Rows were changed or removed since this snapshot was taken: it gets an index of its own.
                return _filled(_empty(identity), snapshot, scope, generation).view()
            if entry.index is None or (entry.rewrites, entry.generation) != (scope.rewrites, generation):
                entry.index, entry.version = _empty(identity), -1
                entry.rewrites, entry.generation = scope.rewrites, generation
            if entry.version < scope.version:
                _filled(entry.index, snapshot, scope, generation)
                entry.version = scope.version
            view = entry.index.view()
            self._account(scope.uid, entry, entry.index.nbytes)
        return view

    def drop(self, uid: int | None = None) -> None:
        """Forget one user's index, or all."""
        with self._lock:
            for key in list(self._entries) if uid is None else [uid]:
                entry = self._entries.pop(key, None)
                self._total -= entry.nbytes if entry is not None else 0

    @property
    def nbytes(self) -> int:
        """Bytes held by all indexes."""
        with self._lock:
            return self._total

    def views(self) -> list[View]:
        """What is held now, for a look at what the caches still know."""
        with self._lock:
            return [entry.index.view() for entry in self._entries.values() if entry.index is not None]

    def _account(self, uid: int, entry: _Entry, nbytes: int) -> None:
        """Note an index's size, and drop the least recently used (at last the one just used) while all are too many."""
        with self._lock:
            if self._entries.get(uid) is not entry:
                return
            self._total += nbytes - entry.nbytes
            entry.nbytes = nbytes
            while self._total > self.limit and self._entries:
                self._total -= self._entries.popitem(last=False)[1].nbytes


def _empty(identity: EmbedderIdentity) -> UserIndex:
    return UserIndex(identity.dimensions, identity.token_dimensions)


def _filled(index: UserIndex, snapshot: Snapshot, scope: ScopeState, generation: int) -> UserIndex:
    widths = {"dimensions": index.dimensions, "token_dimensions": index.token_dimensions}
    for rows in snapshot.passages(scope.uid, index.last_seq, generation=generation, **widths):
        index.append(rows)
    until = scope.next_seq - 1
    if index.facts_until < until:
        facts = snapshot.fact_rows(scope.uid, index.facts_until)
        index.learn(facts, until, snapshot.aliases(scope.uid, 0) if len(facts.seq) else None)
    return index
