"""With what an expression can begin, so that it is not tried in vain."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.extract.initials import begun, initials
from strandline.extract.tables import TABLE

RESTS = sorted({pattern.rest for patterns in TABLE.values() for pattern in patterns})


@pytest.mark.parametrize(
    ("expression", "chars"),
    [
        ("abc", "a"),
        ("(?:in|on|at) (?P<v>x)", "ioa"),
        ("(?:the )*(?:a|b)", "tab"),
        ("(?:a|b)?c", "abc"),
        ("a{0,2}b", "ab"),
        ("a{2}b", "a"),
        ("a+b", "a"),
        ("a*?b", "ab"),
        (r"\+x", "+"),
        (r"\d{2} ?mg", "0"),
        (r"(?!me)\bfoo", "f"),
        ("(?<!x)y", "y"),
        ("((?:a|b(?:c|d))|e)f", "abe"),
    ],
)
def test_the_first_characters_are_those_of_the_first_words(expression, chars):
    assert initials(expression) == frozenset(chars)


@pytest.mark.parametrize(
    "expression", ["", "a|", ".+", "[ab]c", "(?:x )?(?P<v>.+)", "a?", r"\w+", "(?i:a)b", "a*[^]b]"]
)
def test_others_may_begin_with_anything(expression):
    assert initials(expression) is None


def test_half_of_the_tables_are_tried_only_after_their_first_character():
    assert sum(initials(rest) is not None for rest in RESTS) > len(RESTS) / 2


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_nothing_that_a_pattern_of_the_tables_matches_begins_otherwise(data):
    rest = data.draw(st.sampled_from(RESTS))
    said = data.draw(st.from_regex(re.compile(rest)).filter(lambda text: re.match(rest, text) is not None))
    assert begun(said[:1], initials(rest))
