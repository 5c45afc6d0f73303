"""What every vector store must do: ``class TestMyStore(VectorStoreContract)`` with a ``store`` fixture."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from strandline.errors import DimensionError, FilterError, InputError, MessageError, StoreClosedError, TextError
from strandline.filters import parse_filter
from strandline.testing.vector_rows import DIMENSIONS, FILTERS, NOTES, Word, vectors
from strandline.vector_stores import BaseVectorStore, EnumeratingStore, Match, VectorStore


class VectorStoreContract:
    """Inherit and give a ``store`` fixture: an empty store for vectors of 8 dimensions."""

    @pytest.fixture
    def filled(self, store: VectorStore) -> VectorStore:
        """The store with one row for each of `NOTES`, ids r0, r1 …"""
        self.fill(store, NOTES)
        return store

    def fill(self, store: VectorStore, notes: Sequence[Mapping[str, Any]], *, prefix: str = "r") -> None:
        """One row for each metadata."""
        ids = [f"{prefix}{number}" for number in range(len(notes))]
        store.add(ids, vectors(len(notes)), texts=[f"text of {id}" for id in ids], metadata=notes)

    def ids(self, found: Sequence[Match]) -> list[str]:
        """The ids of what was found, in order."""
        return [match.id for match in found]

    # --- rows ------------------------------------------------------------------------------------------------------

    def test_an_empty_store_finds_nothing(self, store: VectorStore) -> None:
        """Every read of an empty store has an answer."""
        assert store.search(vectors(1)[0]) == []
        assert store.search(vectors(1)[0], filters={"a": 1}) == []
        assert store.get(["r0"]) == []
        assert store.count() == 0
        assert store.delete(["r0"]) == 0
        assert store.delete(filters={"a": 1}) == 0
        store.clear()

    def test_adding_nothing_changes_nothing(self, store: VectorStore) -> None:
        """No ids, no rows."""
        store.add([], np.zeros((0, DIMENSIONS), np.float32))
        assert store.count() == 0

    def test_rows_come_back_exactly(self, filled: VectorStore) -> None:
        """Text and metadata as they were given, types included; vectors up to the store's own precision."""
        rows = filled.get([f"r{number}" for number in range(len(NOTES))])
        assert [row.metadata for row in rows] == list(NOTES)
        assert [repr(sorted(row.metadata.items())) for row in rows] == [repr(sorted(note.items())) for note in NOTES]
        assert [row.text for row in rows] == [f"text of r{number}" for number in range(len(NOTES))]
        np.testing.assert_allclose(np.stack([row.vector for row in rows]), vectors(len(NOTES)), atol=1e-2)

    def test_texts_of_any_script_come_back_exactly(self, store: VectorStore) -> None:
        """Also blank ones, long ones, and those that look like markup or code."""
        texts = [
            "",
            " ",
            "naïve café",
            "犬を飼っています",
            "🐕‍🦺",
            "a\nb\tc\r\n",
            "'; DROP TABLE x; --",
            "{}",
            "x" * 20_000,
        ]
        ids = [f"id of {place} é/:?#%" for place in range(len(texts))]
        store.add(ids, vectors(len(texts)), texts=texts)
        assert [row.text for row in store.get(ids)] == texts

    def test_get_keeps_the_order_asked_and_leaves_out_what_is_not_there(self, filled: VectorStore) -> None:
        """Ids are compared exactly."""
        assert [row.id for row in filled.get(["r3", "nobody", "r1", "R0"])] == ["r3", "r1"]

    def test_a_row_with_an_id_that_exists_takes_its_place(self, filled: VectorStore) -> None:
        """All of it: nothing of the old metadata stays."""
        moved = vectors(1, seed=9)
        filled.add(["r0"], moved, texts=["new"], metadata=[{"thread_id": "new"}])
        assert filled.count() == len(NOTES)
        (row,) = filled.get(["r0"])
        assert (row.text, row.metadata) == ("new", {"thread_id": "new"})
        assert self.ids(filled.search(moved[0], 1)) == ["r0"]
        assert self.ids(filled.search(moved[0], 9, filters={"thread_id": "new"})) == ["r0"]
        assert filled.count(filters={"thread_id": "ana"}) == 1

    def test_of_equal_ids_in_one_call_the_last_stays(self, store: VectorStore) -> None:
        """One row, not two hits."""
        store.add(["a", "a"], vectors(2), texts=["first", "last"])
        assert store.count() == 1
        assert [match.text for match in store.search(vectors(2)[1], 5)] == ["last"]

    def test_rows_without_text_or_metadata_have_empty_ones(self, store: VectorStore) -> None:
        """Both may be left out."""
        store.add(["a"], vectors(1))
        (row,) = store.get(["a"])
        assert (row.text, dict(row.metadata)) == ("", {})

    def test_what_comes_back_may_be_changed(self, filled: VectorStore) -> None:
        """The caller's changes do not reach the store."""
        dict(filled.get(["r0"])[0].metadata)["tags"].append("changed")
        (found,) = filled.search(vectors(1)[0], 1)
        dict(found.metadata)["tags"].append("changed")
        assert filled.get(["r0"])[0].metadata == NOTES[0]

    def test_metadata_is_kept_as_plain_json_that_the_caller_cannot_change(self, store: VectorStore) -> None:
        """Members of enums are their values, and any mapping is a dict: in what is found, filtered and listed."""
        tags, where = ["red"], {"lat": 1.5}
        note = {
            Word.KEY: Word.ANA,
            "tags": tags,
            "where": MappingProxyType(where),
            "more": UserDict({Word.KEY: [where]}),
        }
        store.add(["a"], vectors(1), texts=[Word.ANA], metadata=[note])
        tags.append("blue")
        where["lat"] = 2.5
        note["late"] = "change"
        kept = {"thread_id": "ana", "tags": ["red"], "where": {"lat": 1.5}, "more": {"thread_id": [{"lat": 1.5}]}}
        (row,), (found,) = store.get(["a"]), store.search(vectors(1)[0], filters={Word.KEY: Word.ANA})
        assert (row.text, row.metadata, found.metadata) == ("ana", kept, kept)
        assert {type(text) for text in (row.text, *row.metadata, row.metadata["thread_id"])} == {str}
        assert [type(row.metadata[key]) for key in ("where", "more")] == [dict, dict]
        assert store.count(filters={"thread_id": "ana", "where": {"eq": {"lat": 1.5}}}) == 1
        if isinstance(store, EnumeratingStore):
            assert [type(value) for value in store.values("thread_id")] == [str]
        assert store.delete(filters={"thread_id": "ana"}) == 1

    # --- search ----------------------------------------------------------------------------------------------------

    def test_scores_are_cosines_best_first(self, store: VectorStore) -> None:
        """In [-1, 1], higher is better; the exact row has 1, its opposite -1."""
        rows = vectors(40)
        store.add([f"r{number:02}" for number in range(40)], rows * 3.0)
        store.add(["opposite"], -rows[:1])
        found = store.search(rows[0] * 7.0, 41)
        assert self.ids(found)[0] == "r00"
        assert self.ids(found)[-1] == "opposite"
        wanted = sorted([*(rows @ rows[0]).tolist(), -1.0], reverse=True)
        np.testing.assert_allclose([match.score for match in found], wanted, atol=1e-2)
        assert all(-1.0 <= match.score <= 1.0 for match in found)
        assert [match.score for match in found] == sorted((match.score for match in found), reverse=True)

    def test_a_vector_of_any_length_has_its_direction(self, store: VectorStore) -> None:
        """Also where its numbers, or their squares, are too small or too large for a float."""
        row = vectors(1)[0].astype(np.float64)
        lengths = [1e-300, 1e-60, 1e-44, 1.0, 1e30, 1e39, 1e300]
        store.add([f"{length:.0e}" for length in lengths], [(row * length).tolist() for length in lengths])
        for length in (1e-300, 1.0, 1e300):
            found = store.search(row * length, len(lengths))
            np.testing.assert_allclose([match.score for match in found], np.ones(len(lengths)), atol=1e-2)

    def test_k_is_the_most_that_comes_back(self, filled: VectorStore) -> None:
        """0 gives nothing, more than there are gives all."""
        query = vectors(1)[0]
        assert [len(filled.search(query, k)) for k in (0, 1, 4, 100)] == [0, 1, 4, len(NOTES)]

    def test_equal_scores_are_ordered_by_id(self, store: VectorStore) -> None:
        """The same order in every run."""
        for id in ("c", "a", "b"):
            store.add([id], vectors(1))
        assert self.ids(store.search(vectors(1)[0], 3)) == ["a", "b", "c"]

    def test_equal_searches_give_equal_results(self, filled: VectorStore) -> None:
        """To the last bit."""
        assert filled.search(vectors(1)[0], 4) == filled.search(vectors(1)[0], 4)

    def test_a_query_of_zeros_finds_nothing(self, filled: VectorStore) -> None:
        """It points nowhere."""
        assert filled.search(np.zeros(DIMENSIONS, np.float32), 3) == []

    @pytest.mark.parametrize("spec", FILTERS, ids=repr)
    def test_every_filter_lets_through_exactly_what_matches(self, filled: VectorStore, spec: dict[str, Any]) -> None:
        """In search and count alike, by the grammar of the library."""
        predicate = parse_filter(spec)
        assert predicate is not None
        wanted = {f"r{number}" for number, note in enumerate(NOTES) if predicate.matches(note)}
        assert set(self.ids(filled.search(vectors(1)[0], 100, filters=spec))) == wanted
        assert filled.count(filters=spec) == len(wanted)

    @pytest.mark.parametrize("spec", FILTERS, ids=repr)
    def test_delete_removes_exactly_what_matches(self, filled: VectorStore, spec: dict[str, Any]) -> None:
        """An operator that the driver does not know never removes more (or less)."""
        predicate = parse_filter(spec)
        assert predicate is not None
        stay = [f"r{number}" for number, note in enumerate(NOTES) if not predicate.matches(note)]
        assert filled.delete(filters=spec) == len(NOTES) - len(stay)
        assert filled.count() == len(stay)
        assert [row.id for row in filled.get([f"r{number}" for number in range(len(NOTES))])] == stay

    @pytest.mark.parametrize(
        "spec", [{"thread_id": "rare"}, {"thread_id": {"contains": "rar"}}, {"not": {"thread_id": "often"}}], ids=repr
    )
    def test_a_selective_filter_still_returns_k(self, store: VectorStore, spec: dict[str, Any]) -> None:
        """A few rows of one thread are found among many nearer ones of another: filters act before the cut to k."""
        near, far = vectors(1)[0], -vectors(1)[0]
        many = near + 0.05 * vectors(600, seed=1)
        store.add([f"o{number}" for number in range(600)], many, metadata=[{"thread_id": "often"} for _ in range(600)])
        store.add(["x", "y", "z"], far + 0.05 * vectors(3, seed=2), metadata=[{"thread_id": "rare"} for _ in range(3)])
        assert set(self.ids(store.search(near, 3, filters=spec))) == {"x", "y", "z"}

    def test_an_unknown_operator_is_refused_and_removes_nothing(self, filled: VectorStore) -> None:
        """The error comes before any row is touched."""
        with pytest.raises(FilterError):
            filled.search(vectors(1)[0], filters={"n": {"like": 1}})
        with pytest.raises(FilterError):
            filled.delete(filters={"n": {"like": 1}})
        assert filled.count() == len(NOTES)

    # --- delete and clear ------------------------------------------------------------------------------------------

    def test_delete_by_ids_says_how_many_there_were(self, filled: VectorStore) -> None:
        """What is not there does not count, and an id counts once."""
        assert filled.delete(["r0", "nobody", "r0", "r5"]) == 2
        assert set(self.ids(filled.search(vectors(1)[0], 100))) == {"r1", "r2", "r3", "r4"}
        assert filled.delete([]) == 0

    def test_delete_wants_ids_or_a_filter(self, filled: VectorStore) -> None:
        """Neither, both and an empty filter are refused: nothing is removed by accident."""
        wrong: list[dict[str, Any]] = [{}, {"ids": ["r0"], "filters": {"n": 1}}, {"filters": {}}]
        for arguments in wrong:
            with pytest.raises(InputError):
                filled.delete(**arguments)
        assert filled.count() == len(NOTES)

    @pytest.mark.parametrize(
        "spec", [{"and": [{}]}, {"or": [{"n": 1}, {}]}, {"not": [{"not": [{}]}]}, {"and": [{"or": [{}]}, {}]}], ids=repr
    )
    def test_a_filter_that_nothing_can_fail_finds_all_and_removes_none(
        self, filled: VectorStore, spec: dict[str, Any]
    ) -> None:
        """However it is written: to remove everything is another verb."""
        assert filled.count(filters=spec) == len(NOTES)
        with pytest.raises(InputError):
            filled.delete(filters=spec)
        assert filled.count() == len(NOTES)

    @pytest.mark.parametrize(
        "spec",
        [{"city": "\ud800"}, {"\ud800": 1}, {"n": {"in": ["a", "\udc00"]}}, {"not": {"n": {"eq": {"\ud800": 1}}}}],
        ids=ascii,
    )
    def test_a_filter_with_a_lone_surrogate_is_refused(self, filled: VectorStore, spec: dict[str, Any]) -> None:
        """No row can hold it, and no driver take it."""
        for call in (lambda: filled.search(vectors(1)[0], filters=spec), lambda: filled.delete(filters=spec)):
            with pytest.raises(TextError):
                call()
        with pytest.raises(TextError):
            filled.count(filters=spec)
        assert filled.count() == len(NOTES)

    def test_clear_removes_everything_and_the_store_can_be_used_again(self, filled: VectorStore) -> None:
        """The collection stays."""
        filled.clear()
        assert (filled.count(), filled.search(vectors(1)[0])) == (0, [])
        self.fill(filled, NOTES[:2])
        assert filled.count() == 2

    def test_rows_added_after_a_delete_are_found(self, filled: VectorStore) -> None:
        """Freed places are used without mixing rows up."""
        filled.delete(["r1", "r3"])
        self.fill(filled, NOTES, prefix="s")
        found = {match.id: match for match in filled.search(vectors(1)[0], 100)}
        assert set(found) == {"r0", "r2", "r4", "r5", *(f"s{number}" for number in range(len(NOTES)))}
        assert {id: match.metadata for id, match in found.items()} == {id: NOTES[int(id[1:])] for id in found}
        for id, match in found.items():
            assert match.score == pytest.approx(float(vectors(len(NOTES))[int(id[1:])] @ vectors(1)[0]), abs=1e-2)

    # --- bad input -------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("error", "change"),
        [
            (InputError, {"ids": ["a"]}),
            (InputError, {"ids": ["a", ""]}),
            (InputError, {"ids": ["a", 7]}),
            (TextError, {"ids": ["a", "\ud800"]}),
            (InputError, {"vectors": np.full((2, DIMENSIONS), np.nan)}),
            (InputError, {"vectors": np.zeros(DIMENSIONS)}),
            (InputError, {"vectors": [[10**400] * DIMENSIONS] * 2}),
            (InputError, {"vectors": [["1"] * DIMENSIONS] * 2}),
            (InputError, {"vectors": [[None] * DIMENSIONS] * 2}),
            (InputError, {"vectors": np.ones((2, DIMENSIONS), np.complex64)}),
            (InputError, {"vectors": np.zeros((2, DIMENSIONS), "M8[s]")}),
            (InputError, {"vectors": np.ones((2, DIMENSIONS), object)}),
            (DimensionError, {"vectors": np.ones((2, DIMENSIONS + 1))}),
            (InputError, {"texts": ["only one"]}),
            (InputError, {"texts": ["a", None]}),
            (TextError, {"texts": ["a", "\udc00"]}),
            (InputError, {"metadata": [{}]}),
            (MessageError, {"metadata": [{}, {"x": {1, 2}}]}),
            (MessageError, {"metadata": [{}, {"x": float("nan")}]}),
        ],
    )
    def test_bad_rows_are_refused_and_nothing_is_stored(
        self, filled: VectorStore, error: type[Exception], change: dict[str, Any]
    ) -> None:
        """All of a call or nothing."""
        good: dict[str, Any] = {"ids": ["a", "b"], "vectors": vectors(2), "texts": ["a", "b"], "metadata": [{}, {}]}
        with pytest.raises(error):
            filled.add(**(good | change))
        assert filled.count() == len(NOTES)
        assert filled.get(["a", "b"]) == []

    def test_a_refused_add_settles_nothing(self, store: VectorStore) -> None:
        """An empty store has the width that it had, or none."""
        assert store.count() == 0  # a store whose server settles the width has asked now
        before = getattr(store, "dimensions", None)
        for metadata in ({"x": object()}, {"x": MappingProxyType({"y": b"bytes"})}, {"x": 10**5_000}):
            with pytest.raises(MessageError):
                store.add(["a"], vectors(1), metadata=[metadata])
        assert (getattr(store, "dimensions", None), store.count()) == (before, 0)

    def test_bad_queries_are_refused(self, filled: VectorStore) -> None:
        """Another width, numbers that are none, a negative k."""
        with pytest.raises(DimensionError):
            filled.search(np.ones(DIMENSIONS + 1))
        for query in (np.full(DIMENSIONS, np.inf), np.ones((2, DIMENSIONS)), "text", [10**400] * DIMENSIONS):
            with pytest.raises(InputError):
                filled.search(query)
        with pytest.raises(InputError):
            filled.search(vectors(1)[0], -1)

    # --- at the same time ------------------------------------------------------------------------------------------

    def test_threads_may_share_a_store(self, store: VectorStore) -> None:
        """Adding, finding and removing at the same time: no error, and in the end what was added and not removed."""

        def work(number: int) -> None:
            rows = vectors(10, seed=number + 1)
            ids = [f"{number}-{place}" for place in range(10)]
            notes = [{"thread_id": f"t{number}"} for _ in range(10)]
            for place in range(10):
                store.add(ids[place : place + 1], rows[place : place + 1], metadata=notes[place : place + 1])
                assert store.search(rows[place], 1, filters={"thread_id": f"t{number}"})[0].id == ids[place]
            assert store.delete(ids[:5]) == 5

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        assert store.count() == 40
        assert set(self.ids(store.search(vectors(1)[0], 100))) == {
            f"{number}-{place}" for number in range(8) for place in range(5, 10)
        }

    # --- powers ----------------------------------------------------------------------------------------------------

    def test_values_lists_what_a_key_holds(self, filled: VectorStore) -> None:
        """Distinct, in order, str alone; an unknown key has none."""
        if not isinstance(filled, EnumeratingStore):
            assert not hasattr(filled, "values")
            return
        assert filled.values("thread_id") == ["Ana", "ana", "bob"]
        assert filled.values("unknown") == []

    def test_a_closed_store_says_so(self, store: VectorStore) -> None:
        """Closing twice is fine."""
        if not isinstance(store, BaseVectorStore):
            assert not hasattr(store, "close")
            return
        store.close()
        store.close()
        with pytest.raises(StoreClosedError):
            store.count()
