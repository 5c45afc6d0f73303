"""The store in this process, and what it must keep when threads meet in it."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from strandline.errors import DimensionError
from strandline.testing import VectorStoreContract
from strandline.vector_stores import InMemoryVectorStore


class TestInMemoryVectorStore(VectorStoreContract):
    """The contract."""

    @pytest.fixture
    def store(self):
        return InMemoryVectorStore(dimensions=8)


class TestInMemoryVectorStoreWithoutAnIndex(VectorStoreContract):
    """The contract, where nothing is indexed and the width comes with the first row."""

    @pytest.fixture
    def store(self):
        return InMemoryVectorStore(indexed=())

    def test_bad_queries_are_refused(self, filled):
        super().test_bad_queries_are_refused(filled)


def in_ram(name):
    """A store that keeps its rows in this process."""
    if name == "memory":
        return InMemoryVectorStore()
    pytest.importorskip("faiss", reason="needs strandline[faiss]")
    from strandline.vector_stores.faiss import FaissVectorStore

    return FaissVectorStore(exact_up_to=0)


@pytest.mark.parametrize("name", ["memory", "faiss"])
def test_a_shorter_search_is_the_beginning_of_a_longer_one(name):
    """Among rows whose cosines come out a bit above 1, or below -1, and are told as 1 and -1."""
    store, near = in_ram(name), np.random.default_rng(0).standard_normal(32)
    rows = near + 1e-7 * np.random.default_rng(1).standard_normal((300, 32))
    store.add([f"{n:03}" for n in reversed(range(600))], np.concatenate([rows, -rows]))
    whole = store.search(near, 600)
    assert len({match.score for match in whole}) < 20
    for k in range(1, 600, 7):
        assert store.search(near, k) == whole[:k]


@pytest.fixture
def hurried():
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.parametrize("name", ["memory", "faiss"])
def test_a_filter_removes_and_counts_its_rows_while_others_come_and_go(name, hurried):
    """Rows move when one is removed; a thread's own are counted and removed all the same."""
    store, same = in_ram(name), np.ones((20, 4), np.float32)
    done = threading.Event()

    def churn():
        ids = [f"b{number}" for number in range(20)]
        while not done.is_set():
            store.add(ids, same, metadata=[{"thread_id": "b"}] * 20)
            store.delete(ids)

    def work():
        ids = [f"a{number}" for number in range(20)]
        try:
            for _ in range(300):
                store.add(ids, same, metadata=[{"thread_id": "a"}] * 20)
                assert store.count(filters={"thread_id": "a"}) == 20
                assert store.delete(filters={"thread_id": "a"}) == 20
        finally:
            done.set()

    with ThreadPoolExecutor(2) as pool:
        churning, working = pool.submit(churn), pool.submit(work)
        working.result()
        churning.result()


@pytest.mark.parametrize("name", ["memory", "faiss"])
def test_of_two_first_rows_of_other_widths_one_is_refused(name, hurried):
    """Also where both were found to be right before the first was stored."""
    for _ in range(200):
        store, start = in_ram(name), threading.Barrier(2)

        def first(width, store=store, start=start):
            start.wait()
            try:
                store.add([f"{width}"], np.eye(width)[:1])
            except DimensionError:
                return None
            return width

        with ThreadPoolExecutor(2) as pool:
            widths = [width for width in pool.map(first, (3, 5)) if width is not None]
        assert widths == [store.dimensions]
        assert [row.vector.tolist() for row in store.get(["3", "5"])] == [np.eye(widths[0])[0].tolist()]
