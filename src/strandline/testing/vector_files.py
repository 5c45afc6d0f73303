"""What a vector store that outlives its process must do, beside the rest of the contract."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from strandline.errors import DimensionError
from strandline.testing.vector_rows import DIMENSIONS, NOTES, vectors
from strandline.vector_stores import BaseVectorStore, VectorStore


class PersistentVectorStoreContract:
    """Tests of a store that outlives its process, beside `VectorStoreContract`.

    Give a fixture ``open_store``: a function that opens the store anew, in the same place; ``collection`` names another
    collection there.
    """

    def test_rows_are_there_after_closing(self, open_store: Callable[..., VectorStore]) -> None:
        """Text, metadata, vectors and the width."""
        store = open_store()
        store.add(["a", "b"], vectors(2), texts=["one", "two"], metadata=[NOTES[0], NOTES[2]])
        store.delete(["b"])
        _closed(store)
        again = open_store()
        (row,) = again.get(["a", "b"])
        assert (row.id, row.text, row.metadata) == ("a", "one", NOTES[0])
        assert again.search(vectors(1)[0], 5, filters={"thread_id": "ana"})[0].id == "a"
        with pytest.raises(DimensionError):
            again.add(["c"], np.ones((1, DIMENSIONS + 1)))
        _closed(again)

    def test_two_at_the_same_place_see_each_other(self, open_store: Callable[..., VectorStore]) -> None:
        """What one adds or removes the other finds, and neither undoes the other's."""
        one, other = open_store(), open_store()
        one.add(["a"], vectors(2)[:1])
        other.add(["b"], vectors(2)[1:])
        assert [store.count() for store in (one, other)] == [2, 2]
        assert {match.id for match in one.search(vectors(1)[0], 5)} == {"a", "b"}
        assert other.delete(["a"]) == 1
        assert [match.id for match in one.search(vectors(1)[0], 5)] == ["b"]
        _closed(one)
        _closed(other)
        assert [row.id for row in open_store().get(["a", "b"])] == ["b"]

    def test_collections_are_apart(self, open_store: Callable[..., VectorStore]) -> None:
        """Also in what clear removes."""
        one, other = open_store(), open_store(collection="another-collection")
        one.add(["a"], vectors(1))
        other.add(["a"], vectors(1), texts=["other"])
        one.clear()
        assert (one.count(), [row.text for row in other.get(["a"])]) == (0, ["other"])
        _closed(one)
        _closed(other)


def _closed(store: VectorStore) -> None:
    if isinstance(store, BaseVectorStore):
        store.close()
