"""What every driver can do of a filter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.filters import parse_filter
from strandline.testing.vector_stores import FILTERS, NOTES
from strandline.vector_stores.filtering import required, required_exactly


@pytest.mark.parametrize(
    ("spec", "wanted", "exactly"),
    [
        ({"a": "x"}, {"a": ("x",)}, True),
        ({"a": {"in": ["y", "x", "y"]}}, {"a": ("y", "x")}, True),
        ({"a": {"in": []}}, {"a": ()}, True),
        ({"a": "x", "b": "y"}, {"a": ("x",), "b": ("y",)}, True),
        ({"and": [{"a": {"in": ["x", "y"]}}, {"a": {"in": ["y", "z"]}}]}, {"a": ("y",)}, True),
        ({"and": [{"a": "x"}, {"a": "y"}]}, {"a": ()}, True),
        ({"a": "x", "n": {"gt": 1}}, {"a": ("x",)}, False),
        ({"a": "x", "not": {"b": "y"}}, {"a": ("x",)}, False),
        ({"a": {"in": ["x", 1]}}, {}, False),
        ({"a": 1}, {}, False),
        ({"a": {"ne": "x"}}, {}, False),
        ({"a": {"contains": "x"}}, {}, False),
        ({"not": {"a": "x"}}, {}, False),
        ({"or": [{"a": "x"}, {"a": "y"}]}, {}, False),
    ],
)
def test_equal_str_that_all_must_have_are_required(spec, wanted, exactly):
    """Under ``and`` alone: everything else is left to be checked."""
    node = parse_filter(spec).node
    assert (required(node), required_exactly(node)) == (wanted, exactly)


@given(st.lists(st.sampled_from(FILTERS), min_size=1, max_size=3), st.sampled_from(["and", "or", "not"]))
def test_no_row_that_passes_a_filter_fails_what_is_required(specs, word):
    """And where it is the whole filter, none that fails it passes."""
    predicate = parse_filter({word: specs})
    wanted, exactly = required(predicate.node), required_exactly(predicate.node)
    for note in NOTES:
        let_through = all(isinstance(note.get(key), str) and note[key] in values for key, values in wanted.items())
        assert let_through or not predicate.matches(note)
        assert not exactly or let_through == predicate.matches(note)
