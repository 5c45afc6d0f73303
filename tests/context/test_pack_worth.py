"""What a line is worth for its length decides which lines a block has room for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.context import Line, pack, render
from strandline.text import count_tokens

START = datetime(2026, 7, 2, 12, tzinfo=UTC)
SHORT = "some words that were said"
LONG = "some words that were said " * 12


def message(step, text=SHORT, worth=0.0, **fields):
    given = {"id": f"m{step}", "at": START + timedelta(minutes=step), "session_id": "s1", "role": "user", **fields}
    return Line(kind="message", text=text, step=step, worth=worth, **given)


def size(*lines, omitted=0):
    return count_tokens(render(lines, edge=0, current_step=0, omitted=omitted))


def packed(items, max_tokens, **options):
    return pack(items, max_tokens=max_tokens, **options)


def test_a_short_line_with_a_fair_chance_goes_before_a_long_one_with_a_slightly_better_chance():
    long, short = message(1, LONG, worth=0.6), message(2, worth=0.5)
    assert packed([long, short], size(long, omitted=1)).shown == ("m2",)


def test_a_long_line_with_a_much_better_chance_goes_first():
    long, short = message(1, LONG, worth=0.9), message(2, worth=0.05)
    assert packed([long, short], size(long, omitted=1)).shown == ("m1",)


def test_without_worth_the_order_given_is_kept():
    long, short = message(1, LONG), message(2)
    assert packed([long, short], size(long, omitted=1)).shown == ("m1",)


def test_lines_of_unknown_worth_come_after_those_of_known_worth():
    unknown, known = message(1), message(2, worth=0.01)
    assert packed([unknown, known], size(known, omitted=1)).shown == ("m2",)


def test_of_equal_lines_the_one_that_is_worth_more_is_shown():
    less, more = message(1, worth=0.4), message(2, worth=0.5)
    assert packed([less, more], size(more, omitted=1)).shown == ("m2",)


def test_of_equal_worth_and_length_the_first_given_is_shown():
    assert packed([message(2, worth=0.5), message(1, worth=0.5)], size(message(2), omitted=1)).shown == ("m2",)


def test_what_is_shown_is_told_in_the_order_given():
    block = packed([message(1, LONG, worth=0.6), message(2, worth=0.5)], 1000)
    assert block.shown == ("m1", "m2")


def test_the_excerpt_is_of_the_line_that_is_worth_most_for_its_length():
    first, second = message(1, "first " * 200, worth=0.1), message(2, "second " * 200, worth=0.9)
    assert packed([first, second], 80).excerpt == "m2"


def test_a_counter_for_which_every_line_is_free_is_no_trouble():
    assert packed([message(1, worth=0.5), message(2)], 10, count=lambda text: 0).shown == ("m1", "m2")


WORTH = st.floats(0.0, 1.0)
ITEMS = st.lists(
    st.tuples(st.integers(1, 30), st.integers(1, 6), WORTH).map(lambda row: message(row[0], SHORT * row[1], row[2])),
    max_size=12,
    unique_by=lambda line: line.id,
)


@given(ITEMS, st.integers(0, 400))
def test_a_block_never_exceeds_its_budget_and_accounts_for_every_item(items, max_tokens):
    block = packed(items, max_tokens)
    assert block.text == "" or block.tokens <= max_tokens
    assert len(block.shown) + block.omitted == len(items)
    assert list(block.shown) == [line.id for line in items if line.id in block.shown]


@given(ITEMS, st.integers(0, 400), st.sampled_from([0.5, 0.25]))
def test_only_the_proportions_of_worth_matter(items, max_tokens, factor):
    scaled = [message(line.step, line.text, line.worth * factor) for line in items]
    if all(line.worth == 0.0 or line.worth * factor > 1e-300 for line in items):
        assert packed(scaled, max_tokens) == packed(items, max_tokens)


@pytest.mark.parametrize("worth", [0.0, 0.5])
@given(items=ITEMS, max_tokens=st.integers(0, 400))
def test_lines_of_one_length_and_worth_are_taken_in_the_order_given(worth, items, max_tokens):
    same = [message(line.step, SHORT, worth) for line in items]
    block = packed(same, max_tokens)
    assert block.excerpt or list(block.shown) == [line.id for line in same[: len(block.shown)]]
