"""The filter grammar: what each operator means, and that nothing but a FilterError ever comes out."""

from __future__ import annotations

import math
from collections import UserDict
from datetime import UTC, datetime
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.errors import FilterError, TextError
from strandline.filters import MAX_DEPTH, parse_filter

UNHURRIED = settings(deadline=None)
"""A machine under load is slow, not wrong."""


def matches(spec, metadata):
    predicate = parse_filter(spec)
    assert predicate is not None
    return predicate.matches(metadata)


@pytest.mark.parametrize("spec", [None, {}])
def test_no_filter_compiles_to_none(spec):
    assert parse_filter(spec) is None


@pytest.mark.parametrize("spec", ["", "city", [], [{"a": 1}], 0, True, b"x", [("a", 1)]])
def test_a_filter_that_is_not_a_dict_is_refused(spec):
    with pytest.raises(FilterError, match="a filter is a dict"):
        parse_filter(spec)


@pytest.mark.parametrize(
    ("spec", "metadata", "expected"),
    [
        ({"city": "Oslo"}, {"city": "Oslo"}, True),
        ({"city": "Oslo"}, {"city": "oslo"}, False),
        ({"City": "Oslo"}, {"city": "Oslo"}, False),
        ({"city": "Os%"}, {"city": "Oslo"}, False),
        ({"city": "*"}, {"city": "Oslo"}, False),
        ({"tag": "50%"}, {"tag": "50%"}, True),
        ({"tag": "x_y"}, {"tag": "xay"}, False),
        ({"a.b": 1}, {"a.b": 1}, True),
        ({"a.b": 1}, {"a": {"b": 1}}, False),
        ({"": 1}, {"": 1}, True),
        ({"n": None}, {"n": None}, True),
        ({"n": None}, {}, False),
        ({"n": 1}, {"n": True}, False),
        ({"n": True}, {"n": 1}, False),
        ({"n": 1}, {"n": 1.0}, True),
        ({"n": "1"}, {"n": 1}, False),
        ({"n": 0}, {"n": False}, False),
        ({"n": [1, [True]]}, {"n": [1, [True]]}, True),
        ({"n": [1, [True]]}, {"n": [1, [1]]}, False),
        ({"n": [1, 2]}, {"n": [2, 1]}, False),
        ({"n": [1]}, {"n": 1}, False),
        ({"n": {"eq": {"a": 1}}}, {"n": {"a": 1}}, True),
        ({"n": {"eq": {"a": 1}}}, {"n": {"a": True}}, False),
        ({"n": {"eq": {"a": 1}}}, {"n": {"a": 1, "b": 2}}, False),
        ({"n": {"eq": {}}}, {"n": {}}, True),
        ({"n": 2**53}, {"n": 2**53 + 1}, False),
        ({"n": 2**53 + 1}, {"n": float(2**53)}, False),
        ({"n": 10**400}, {"n": 10**400}, True),
    ],
)
def test_equality_is_exact_and_typed_as_json(spec, metadata, expected):
    assert matches(spec, metadata) is expected


@pytest.mark.parametrize(
    ("operators", "value", "expected"),
    [
        ({"gt": 3}, 4, True),
        ({"gt": 3}, 3, False),
        ({"gte": 3}, 3.0, True),
        ({"lt": 3}, 2.5, True),
        ({"lte": 3}, 3.5, False),
        ({"gt": 10**400}, 1.5, False),
        ({"gt": 1.5}, 10**400, True),
        ({"gt": float(2**53)}, 2**53 + 1, True),
        ({"gt": 3}, True, False),
        ({"gt": 0}, True, False),
        ({"gt": 3}, "4", False),
        ({"lt": "b"}, 1, False),
        ({"lt": 3}, None, False),
        ({"lt": 3}, [1], False),
        ({"lt": 3}, {}, False),
        ({"lt": "b"}, "a", True),
        ({"lt": "a"}, "Z", True),  # by code point, not as a dictionary would
        ({"gt": "z"}, "é", True),
        ({"gte": "2026-01-01", "lt": "2027-01-01"}, "2026-08-03", True),
        ({"gte": 1, "lt": 5}, 5, False),
    ],
)
def test_order_compares_within_one_type_only(operators, value, expected):
    assert matches({"k": operators}, {"k": value}) is expected


@pytest.mark.parametrize(
    ("operators", "value", "expected"),
    [
        ({"in": ["a", "b"]}, "a", True),
        ({"in": ["a", "b"]}, "ab", False),
        ({"in": [1]}, True, False),
        ({"in": []}, "a", False),
        ({"nin": ["a"]}, "a", False),
        ({"nin": ["a"]}, "b", True),
        ({"nin": []}, "b", True),
        ({"in": [None]}, None, True),
        ({"in": [[1, 2]]}, [1, 2], True),
        ({"contains": "slo"}, "Oslo", True),
        ({"contains": "SLO"}, "Oslo", False),
        ({"contains": ""}, "Oslo", True),
        ({"contains": "%"}, "Oslo", False),
        ({"contains": 1}, "1", False),
        ({"contains": "a"}, ["a", "b"], True),
        ({"contains": "a"}, ["ab"], False),
        ({"contains": 1}, [True], False),
        ({"contains": [1]}, [[1]], True),
        ({"contains": "a"}, {"a": None}, True),
        ({"contains": "b"}, {"a": "b"}, False),
        ({"contains": 1}, {"1": 1}, False),
        ({"contains": 1}, 1, False),
        ({"contains": "n"}, None, False),
        ({"exists": True}, None, True),
        ({"exists": False}, None, False),
    ],
)
def test_membership_operators(operators, value, expected):
    assert matches({"k": operators}, {"k": value}) is expected


@pytest.mark.parametrize(
    ("operators", "expected"),
    [
        ({"eq": 1}, False),
        ({"eq": None}, False),
        ({"gt": 1}, False),
        ({"lte": "x"}, False),
        ({"in": [1, None]}, False),
        ({"contains": "x"}, False),
        ({"exists": True}, False),
        ({"exists": False}, True),
        ({"ne": 1}, True),
        ({"ne": None}, True),
        ({"nin": [1]}, True),
    ],
)
@pytest.mark.parametrize("metadata", [None, {}, {"other": 1}])
def test_a_missing_key_passes_only_the_negative_operators(operators, expected, metadata):
    assert matches({"k": operators}, metadata) is expected


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"a": 1, "b": 2}, True),
        ({"a": 1, "b": 3}, False),
        ({"AND": [{"a": 1}, {"b": 2}]}, True),
        ({"and": [{"a": 1}, {"b": 3}]}, False),
        ({"Or": [{"a": 9}, {"b": 2}]}, True),
        ({"or": [{"a": 9}, {"b": 9}]}, False),
        ({"NOT": [{"a": 9}]}, True),
        ({"not": [{"a": 9}, {"b": 2}]}, False),  # none of them
        ({"not": {"a": 1, "b": 9}}, True),
        ({"not": {"not": {"a": 1}}}, True),
        ({"or": [{"a": 9}, {"and": [{"b": 2}, {"not": {"a": 9}}]}]}, True),
        ({"a": 1, "or": [{"b": 9}, {"b": 2}]}, True),
        ({"or": [{}]}, True),
        ({"or": ({"a": 1}, {"a": 2})}, True),
    ],
)
def test_logic_in_any_case_combines_filters(spec, expected):
    assert matches(spec, {"a": 1, "b": 2}) is expected


@pytest.mark.parametrize(
    "spec",
    [
        {"and": {"eq": 1}},
        {"or": {"gt": 0}},
        {"not": {"eq": 1}},
        {"not": {"in": [1, 2]}, "AND": {"exists": False}},
    ],
)
def test_a_key_named_like_a_logical_word_is_addressed_with_operators(spec):
    assert matches(spec, {"and": 1, "or": 1, "not": 1})


def test_a_key_named_like_an_operator_can_be_negated_through_a_list():
    assert not matches({"not": [{"eq": 5}]}, {"eq": 5})


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"k": {"like": "x"}}, "unknown operator 'like'"),
        ({"k": {"$eq": 1}}, "did you mean 'eq'"),
        ({"k": {"GT": 1}}, "did you mean 'gt'"),
        ({"k": {"eq": 1, "oops": 1}}, "unknown operator 'oops'"),
        ({"k": {1: 1}}, "unknown operator 1"),
        ({"k": {}}, "no operator"),
        ({"and": {}}, "no operator"),
        ({"not": {}}, "no operator"),
        ({"and": []}, "empty list"),
        ({"OR": []}, "empty list"),
        ({"not": []}, "empty list"),
        ({"and": "x"}, "takes a list of filters, got str 'x'"),
        ({"or": None}, "takes a list of filters"),
        ({"not": 1}, "a filter or a list of filters"),
        ({"and": [1]}, "a filter is a dict"),
        ({"$and": [{"a": 1}]}, "write 'and'"),
        ({"k": {"in": "abc"}}, "takes a list of values, got str 'abc'"),
        ({"k": {"nin": {"a": 1}}}, "takes a list of values, got a dict of 1"),
        ({"k": {"in": 10**5000}}, "an int of"),
        ({"k": {"gt": None}}, "takes a number or a str"),
        ({"k": {"gt": True}}, "takes a number or a str"),
        ({"k": {"lte": [1]}}, "takes a number or a str"),
        ({"k": {"exists": 1}}, "takes True or False"),
        ({"k": {"exists": "true"}}, "takes True or False"),
        ({1: "x"}, "key must be a str"),
        ({"k": math.nan}, "not a JSON value"),
        ({"k": {"eq": {1: 2}}}, "keys are not all str"),
        ({"k": datetime(2026, 1, 1, tzinfo=UTC)}, "not a JSON value"),
        ({"k": {"in": [b"x"]}}, "not a JSON value"),
        ({"k": {1, 2}}, "not a JSON value"),
    ],
)
def test_a_malformed_filter_says_what_is_wrong(spec, message):
    with pytest.raises(FilterError, match=message):
        parse_filter(spec)


@pytest.mark.parametrize(
    "spec", [{"k": "\ud800"}, {"\ud800": 1}, {"k": {"in": ["\udfff"]}}, {"k": {"eq": {"\ud800": 1}}}], ids=ascii
)
def test_a_lone_surrogate_is_refused_wherever_it_stands(spec):
    with pytest.raises(TextError, match="filter has a lone surrogate"):
        parse_filter(spec)


class Word(StrEnum):
    KEY = "k"
    OP = "eq"
    VALUE = "v"


class Number(IntEnum):
    ONE = 1


def test_members_of_enums_are_their_values():
    spec = {Word.KEY: {Word.OP: [Word.VALUE, Number.ONE, UserDict({Word.KEY: 1.5})]}}
    leaf = parse_filter(spec).node
    assert (leaf.key, leaf.op, leaf.operand) == ("k", "eq", ["v", 1, {"k": 1.5}])
    assert [type(one) for one in (leaf.key, leaf.op, *leaf.operand[:2])] == [str, str, str, int]
    assert [type(key) for key in leaf.operand[2]] == [str]
    assert parse_filter({Word.KEY: Word.VALUE}).matches({"k": "v"})


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"and": [{}]}, True),
        ({"or": [{"a": 1}, {}]}, True),
        ({"not": {"not": [{}]}}, True),
        ({"and": [{"or": [{}]}, {}]}, True),
        ({"and": [{"a": 1}, {}]}, False),
        ({"or": [{"a": 1}, {"not": [{}]}]}, False),
        ({"not": [{}]}, False),
        ({"not": {"a": 1}}, False),
        ({"a": 1}, False),
    ],
)
def test_a_filter_knows_when_its_logic_alone_lets_everything_through(spec, expected):
    predicate = parse_filter(spec)
    assert predicate.is_always_true is expected
    assert predicate.matches({}) or not expected


def test_a_long_value_is_cut_in_an_error():
    with pytest.raises(FilterError) as caught:
        parse_filter({"k" * 10_000: {"in": "v" * 10_000}})
    assert len(str(caught.value)) < 300


def nested(levels, make):
    spec = {"a": 1}
    for _ in range(levels):
        spec = make(spec)
    return spec


@pytest.mark.parametrize("make", [lambda f: {"not": f}, lambda f: {"and": [f]}, lambda f: {"a": {"eq": f}}])
def test_nesting_is_bounded_instead_of_overflowing_the_stack(make):
    with pytest.raises(FilterError, match="levels deep"):
        parse_filter(nested(100_000, make))


def test_nesting_up_to_the_bound_is_accepted():
    deepest = nested(MAX_DEPTH - 2, lambda f: {"and": [f]})
    assert matches(deepest, {"a": 1})


def test_a_filter_that_contains_itself_is_refused():
    spec = {}
    spec["not"] = spec
    with pytest.raises(FilterError, match="levels deep"):
        parse_filter(spec)


def test_deeper_metadata_than_any_filter_is_compared_without_overflow():
    assert not matches({"k": {"eq": [[1]]}}, {"k": nested(100_000, lambda value: [value])})


def test_later_changes_to_the_spec_do_not_reach_the_predicate():
    values = ["a"]
    predicate = parse_filter({"k": {"in": values}})
    values.append("b")
    assert not predicate.matches({"k": "b"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
KEY = st.sampled_from(["a", "b", "and", "a.b"])
METADATA = st.none() | st.dictionaries(KEY, JSON, max_size=3)
LEAF = st.one_of(
    st.builds(lambda k, op, v: {k: {op: v}}, KEY, st.sampled_from(["eq", "ne", "contains"]), JSON),
    st.builds(lambda k, op, v: {k: {op: v}}, KEY, st.sampled_from(["in", "nin"]), st.lists(JSON, max_size=3)),
    st.builds(
        lambda k, op, v: {k: {op: v}},
        KEY,
        st.sampled_from(["gt", "gte", "lt", "lte"]),
        st.integers() | st.text(max_size=3) | st.floats(allow_nan=False),
    ),
    st.builds(lambda k, v: {k: {"exists": v}}, KEY, st.booleans()),
)
FILTER = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.builds(
            lambda w, fs: {w: fs}, st.sampled_from(["and", "OR", "Not"]), st.lists(inner, min_size=1, max_size=3)
        ),
        st.builds(lambda f: {"not": [f]}, inner),
    ),
    max_leaves=5,
)


@UNHURRIED
@given(value=JSON, key=st.text(max_size=5))
def test_any_json_value_under_any_key_matches_itself(value, key):
    assert matches({key: {"eq": value}}, {key: value})
    assert not matches({key: {"ne": value}}, {key: value})
    assert matches({key: {"in": [value]}}, {key: value})


@UNHURRIED
@given(f=FILTER, metadata=METADATA)
def test_not_is_the_complement(f, metadata):
    assert matches({"not": [f]}, metadata) is not matches(f, metadata)


@UNHURRIED
@given(f=FILTER, g=FILTER, metadata=METADATA)
def test_and_or_and_not_obey_the_laws_of_logic(f, g, metadata):
    both, either = matches(f, metadata) and matches(g, metadata), matches(f, metadata) or matches(g, metadata)
    assert matches({"and": [f, g]}, metadata) is both
    assert matches({"or": [f, g]}, metadata) is either
    assert matches({"not": [f, g]}, metadata) is not either
    assert matches({"not": [{"and": [f, g]}]}, metadata) is not both


WORD = st.sampled_from(["eq", "in", "gt", "not", "AND", "or", "$or", "exists", "contains", "k", "nope", ""])
ANY_SPEC = st.recursive(
    JSON,
    lambda inner: st.dictionaries(WORD, inner, max_size=3) | st.lists(inner, max_size=3),
    max_leaves=10,
)


@UNHURRIED
@given(spec=ANY_SPEC, metadata=METADATA)
def test_any_json_is_either_a_filter_or_a_filter_error(spec, metadata):
    try:
        predicate = parse_filter(spec)
    except FilterError as error:
        assert str(error)
    else:
        assert predicate is None or predicate.matches(metadata) in (True, False)
