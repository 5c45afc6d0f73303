"""What `BaseVectorStore` asks of the hooks that a store writes."""

from __future__ import annotations

import numpy as np

from strandline.vector_stores import BaseVectorStore, InMemoryVectorStore, Match


class Engine(BaseVectorStore):
    """A store without filters of its own, which notes how many rows it was asked for."""

    def __init__(self, *, most=None):
        super().__init__()
        self.most, self.asked, self.sizes, self._kept = most, [], 0, InMemoryVectorStore()

    def _upsert(self, rows):
        self._kept._upsert(rows)
        self._dimensions = self._kept.dimensions

    def _nearest(self, vector, n, native):
        self.asked.append(n)
        rows = self._kept._fetch([id for id, _ in self._kept._scan(None)])
        found = [Match(id=row.id, score=float(row.vector @ vector), metadata=row.metadata) for row in rows]
        return sorted(found, key=lambda match: -match.score)[:n]

    def _fetch(self, ids):
        return self._kept._fetch(ids)

    def _remove(self, ids):
        return self._kept._remove(ids)

    def _scan(self, native):
        return self._kept._scan(None)

    def _size(self):
        self.sizes += 1
        return self._kept._size()

    def _empty(self):
        self._kept._empty()


def test_no_more_rows_are_asked_for_than_there_are():
    """A driver that gets a k of billions makes room for them, or refuses it."""
    store, rows = Engine(), np.random.default_rng(0).standard_normal((30, 8))
    assert store.search(rows[0], 2**31) == []
    store.add([f"r{n}" for n in range(30)], rows, metadata=[{"n": n} for n in range(30)])
    assert len(store.search(rows[0], 2**31)) == 30
    assert len(store.search(rows[0], 2**31 - 1, filters={"n": {"lt": 3}})) == 3
    assert max(store.asked) == 30


def test_a_small_search_does_not_ask_how_many_rows_there_are():
    """That would be a second call of a server."""
    store = Engine()
    store.add(["a"], np.ones((1, 8)), metadata=[{"n": 1}])
    assert len(store.search(np.ones(8), 100, filters={"n": 1})) == 1
    assert store.sizes == 0


def test_rows_compared_one_by_one_tie_as_they_are_told():
    """Scores a bit above 1 are told as 1, and are then equal: the first ids stay."""
    store, near = Engine(most=2), np.random.default_rng(0).standard_normal(32)
    rows = near + 1e-7 * np.random.default_rng(1).standard_normal((300, 32))
    store.add([f"{n:03}" for n in range(300)], rows, metadata=[{"n": n} for n in range(300)])
    whole = store.search(near, 300)
    assert len({match.score for match in whole}) < 10
    for k in range(3, 300, 10):
        assert store.search(near, k) == whole[:k]
