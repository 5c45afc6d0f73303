"""Any order of verbs, on a store and on a dict: both say the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from strandline.filters import parse_filter
from strandline.vector_stores import InMemoryVectorStore
from strandline.vector_stores.sqlite import SQLiteVectorStore

WIDTH = 4
NUMBERS = np.random.default_rng(7).standard_normal((12, WIDTH)).astype(np.float32)
"""Few vectors, so that rows often tie; the last is the opposite of the first."""
NUMBERS[-1] = -NUMBERS[0]
IDS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=5)
PLACES = st.integers(0, len(NUMBERS) - 1)
NOTES = st.fixed_dictionaries({}, optional={"thread_id": st.sampled_from(["x", "y", ""]), "n": st.integers(0, 3)})
FILTERS = st.sampled_from(
    [
        {"thread_id": "x"},
        {"thread_id": "nobody"},
        {"thread_id": "y", "n": {"gte": 1}},
        {"n": {"in": [0, 2]}},
        {"not": {"thread_id": "x"}},
        {"or": [{"thread_id": ""}, {"n": 3}]},
    ]
)


class Verbs(RuleBasedStateMachine):
    """The rows of the store are those of ``model``: id → (vector's number, text, metadata).

    Where it is in a file, another one that is open there searches.
    """

    make = None

    @initialize()
    def open(self):
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        self.store = type(self).make(folder)
        self.other = type(self).make(folder) if any(folder.iterdir()) else self.store
        self.model = {}

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.other.close()
            self.folder.cleanup()

    def passing(self, spec):
        predicate = parse_filter(spec)
        return {id: row for id, row in self.model.items() if predicate is None or predicate.matches(row[2])}

    @rule(ids=IDS, data=st.data())
    def add(self, ids, data):
        rows = [(data.draw(PLACES), data.draw(st.sampled_from(["", "one", "two"])), data.draw(NOTES)) for _ in ids]
        matrix = NUMBERS[[row[0] for row in rows]]
        self.store.add(ids, matrix, texts=[row[1] for row in rows], metadata=[row[2] for row in rows])
        self.model.update(zip(ids, rows, strict=True))

    @rule(ids=IDS)
    def delete(self, ids):
        there = {id for id in ids if id in self.model}
        assert self.store.delete(ids) == len(there)
        for id in there:
            del self.model[id]

    @rule(spec=FILTERS)
    def delete_by_a_filter(self, spec):
        doomed = self.passing(spec)
        assert self.store.delete(filters=spec) == len(doomed)
        for id in doomed:
            del self.model[id]

    @rule()
    def clear(self):
        self.store.clear()
        self.model.clear()

    @rule(place=PLACES, k=st.integers(0, 10), spec=st.none() | FILTERS)
    def search(self, place, k, spec):
        query = NUMBERS[place] / np.linalg.norm(NUMBERS[place])
        oracle = []
        for id, (number, text, note) in self.passing(spec).items():
            vector = NUMBERS[number].astype(np.float64)
            oracle.append((float(vector @ query / np.linalg.norm(vector)), id, text, note))
        found = self.other.search(query, k, filters=spec)
        want = sorted(oracle, key=lambda row: (-round(row[0], 4), row[1]))[:k]  # equal vectors tie exactly
        assert [(match.id, match.text, match.metadata) for match in found] == [row[1:] for row in want]
        np.testing.assert_allclose([match.score for match in found], [row[0] for row in want], atol=1e-6)

    @rule(ids=IDS)
    def get(self, ids):
        want = [(id, *self.model[id][1:]) for id in ids if id in self.model]
        assert [(row.id, row.text, row.metadata) for row in self.store.get(ids)] == want

    @rule()
    def values(self):
        held = {row[2]["thread_id"] for row in self.model.values() if "thread_id" in row[2]}
        assert self.store.values("thread_id") == sorted(held)

    @invariant()
    def counts_are_equal(self):
        if hasattr(self, "store"):
            assert self.store.count() == len(self.model)


def flat(path):
    """A FAISS store whose index is always asked."""
    pytest.importorskip("faiss", reason="needs strandline[faiss]")
    from strandline.vector_stores.faiss import FaissVectorStore

    return FaissVectorStore(path=path, exact_up_to=0)


MAKERS = {
    "memory": lambda folder: InMemoryVectorStore(),
    "sqlite": lambda folder: SQLiteVectorStore(folder / "vectors.db"),
    "faiss": lambda folder: flat(None),
    "faiss in a folder": lambda folder: flat(folder / "faiss"),
}


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_any_order_of_verbs_leaves_what_a_dict_would_hold(name):
    """And every search finds what comparing all of its rows finds."""
    machine = type(f"Verbs of {name}", (Verbs,), {"make": staticmethod(MAKERS[name])})
    run_state_machine_as_test(machine, settings=settings(max_examples=12, stateful_step_count=25))
