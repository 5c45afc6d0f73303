"""What of a filter every driver does by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.filters import parse_filter
from strandline.testing.vector_stores import FILTERS, NOTES
from strandline.vector_stores.filtering import LONGEST, facet, facets, required, required_exactly

KEYS = st.sampled_from(["a", "b"])
VALUES = st.sampled_from(["x", "y", "", 1, True, None])
LEAVES = st.one_of(
    st.builds(lambda key, value: {key: value}, KEYS, VALUES),
    st.builds(lambda key, values: {key: {"in": values}}, KEYS, st.lists(VALUES, max_size=3)),
    st.builds(lambda key, value: {key: {"ne": value}}, KEYS, VALUES),
    st.builds(lambda key: {key: {"exists": True}}, KEYS),
)
SPECS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda word, parts: {word: parts},
        st.sampled_from(["and", "or", "not"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)
ROWS = st.dictionaries(KEYS, VALUES)


def has(metadata, wanted):
    """Whether a row has one of the values of each key."""
    return all(isinstance(metadata.get(key), str) and metadata[key] in values for key, values in wanted.items())


def node(spec):
    """The tree of a filter."""
    predicate = parse_filter(spec)
    assert predicate is not None
    return predicate.node


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ({"thread_id": "ana"}, {"thread_id": ("ana",)}),
        ({"thread_id": {"in": ["bob", "ana", "bob"]}}, {"thread_id": ("ana", "bob")}),
        ({"thread_id": "ana", "city": "Oslo"}, {"thread_id": ("ana",), "city": ("Oslo",)}),
        ({"and": [{"t": {"in": ["a", "b"]}}, {"t": {"in": ["b", "c"]}}]}, {"t": ("b",)}),
        ({"and": [{"t": "a"}, {"t": "b"}]}, {"t": ()}),
        ({"t": {"in": []}}, {"t": ()}),
        ({"or": [{"t": "b", "n": "1"}, {"t": "a"}]}, {"t": ("a", "b")}),
    ],
)
def test_what_has_to_be_equal_is_required(spec, wanted):
    """By key, with values in order; nothing is left where two wishes exclude each other."""
    assert required(node(spec)) == wanted


@pytest.mark.parametrize(
    "spec",
    [{"n": 1}, {"t": {"in": ["a", 1]}}, {"t": {"ne": "a"}}, {"not": {"t": "a"}}, {"t": {"contains": "a"}}, {"t": None}],
)
def test_other_filters_require_nothing(spec):
    """They are checked on the rows."""
    assert required(node(spec)) == {}
    assert not required_exactly(node(spec))


@pytest.mark.parametrize("spec", FILTERS, ids=repr)
def test_every_row_that_passes_has_what_is_required(spec):
    """And where the requirement is exact, no other row has it."""
    predicate = parse_filter(spec)
    passing = [predicate.matches(note) for note in NOTES]
    having = [has(note, required(predicate.node)) for note in NOTES]
    assert all(had for passed, had in zip(passing, having, strict=True) if passed)
    assert not required_exactly(predicate.node) or passing == having


@given(SPECS, ROWS)
def test_whatever_the_filter_it_requires_no_more_than_it_says(spec, metadata):
    """For any filter and any row."""
    predicate = parse_filter(spec)
    passes, had = predicate.matches(metadata), has(metadata, required(predicate.node))
    assert had or not passes
    assert passes or not (had and required_exactly(predicate.node))


def test_a_row_has_a_word_for_each_str():
    """In alphabetical order; long values are cut, in rows and filters alike."""
    assert facets({"b": "2", "a": "1", "n": 1, "l": ["x"], "none": None, "": ""}) == ["=", "a=1", "b=2"]
    assert facets({"k": "v" * 1000}) == [facet("k", "v" * 2000)]
    assert len(facet("k", "v" * 1000)) == LONGEST
