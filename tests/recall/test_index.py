"""The index of one user: appends, views, units and postings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.errors import DimensionError
from strandline.recall import UserIndex, rank
from strandline.text import term_id

from .rows import EMBEDDER, TABLE, Said, ask, part, rows, same, view

WORDS = st.text(alphabet="abcdefghij ", min_size=1, max_size=12).filter(str.strip)


def fresh() -> UserIndex:
    return UserIndex(EMBEDDER.identity.dimensions)


def test_an_empty_index_has_no_rows_and_is_ranked_to_nothing():
    index = fresh()
    assert (len(index), index.last_seq, len(index.view())) == (0, 0, 0)
    assert len(rank(index.view(), ask("anything"), table=TABLE)) == 0


def test_a_view_does_not_see_later_writes():
    index = fresh()
    index.append(rows(["I like tea"]))
    before = index.view()
    index.append(rows(["I like coffee"], start=1))
    assert (len(before), len(index.view())) == (1, 2)
    assert list(before.postings(term_id("coffe"))[0]) == []
    assert list(index.view().postings(term_id("coffe"))[0]) == [1]


def test_a_view_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        view(["I like tea"]).at[0] = 0


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(WORDS, st.integers(0, 2)), min_size=1, max_size=20), st.integers(1, 19))
def test_rows_appended_in_two_batches_give_the_index_of_one(said, cut):
    messages = [Said(text=text, session=session, fact=session == 0) for text, session in said]
    whole, parts = fresh(), fresh()
    whole.append(rows(messages))
    parts.append(rows(messages[:cut]))
    parts.append(rows(messages[cut:], start=cut))
    assert same(whole.view(), parts.view())
    for term in {term_id(word) for text, _ in said for word in text.split()}:
        assert all(map(np.array_equal, whole.view().postings(term), parts.view().postings(term)))


def test_postings_survive_the_merging_of_runs():
    index = fresh()
    for i in range(1300):
        index.append(rows([f"note number{i} shared" if i % 2 else f"note number{i}"], start=i))
    found, counts = index.view().postings(term_id("share"))
    assert found.tolist() == list(range(1, 1300, 2))
    assert set(counts.tolist()) == {1.0}
    assert index.view().postings(term_id("number7"))[0].tolist() == [7]


def test_passages_of_a_message_are_one_unit():
    seen = view(["word " * 600, "short"])
    assert seen.message.tolist() == [1, 1, 1, 2]
    assert seen.first.tolist() == [0, 3]
    assert seen.unit.tolist() == [0, 0, 0, 1]
    assert seen.before.tolist() == [-1, 0]


def test_a_message_whose_passages_come_in_two_batches_is_still_one_unit():
    messages = ["hello", "word " * 600, "short"]
    batch, parts = rows(messages), fresh()
    parts.append(part(batch, 0, 2))
    parts.append(part(batch, 2, 5))
    assert same(parts.view(), view(messages))


def test_neighbours_are_messages_of_the_same_session_however_sessions_interleave():
    mixed = view(
        [Said(text="a1", session=7), Said(text="b1", session=9), Said(text="a2", session=7), Said(text="b2", session=9)]
    )
    assert mixed.before.tolist() == [-1, -1, 0, 1]
    assert mixed.place[0] == mixed.place[2] != mixed.place[1]


def test_facts_have_no_neighbours_and_no_session():
    mixed = view([Said(text="a fact", fact=True), Said(text="another", fact=True), Said(text="a message")])
    assert mixed.before.tolist() == [-1, -1, -1]
    assert mixed.place.tolist() == [-1, -1, 0]


def test_rows_out_of_order_and_vectors_of_another_width_are_refused():
    index = fresh()
    index.append(rows(["one", "two"]))
    with pytest.raises(ValueError, match="must follow"):
        index.append(rows(["one"]))
    with pytest.raises(DimensionError):
        UserIndex(3).append(rows(["one"]))


def test_the_size_in_bytes_grows_with_the_rows():
    index = fresh()
    index.append(rows([f"message number {i}" for i in range(10)]))
    small = index.nbytes
    index.append(rows([f"message number {i}" for i in range(10, 500)], start=10))
    assert small < index.nbytes < 2000 * 500
