"""Filling a budget: never over it, best first, pairs whole, neighbours with what is left, and honest about the rest."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.context import Line, pack, render
from strandline.text import count_tokens

UNHURRIED = settings(deadline=None)
"""A machine under load is slow, not wrong."""

START = datetime(2026, 7, 2, 12, tzinfo=UTC)


def words(text):
    return len(re.findall(r"\S+", text))


def dearer_together(text):
    """Not additive: a whole costs more than its parts."""
    return len(text) // 4 + (len(text) // 100) ** 2


def message(step, text="some words that were said", **fields):
    fields = {
        "id": f"m{step}",
        "at": START + timedelta(minutes=step),
        "session_id": "s1",
        "same_session": True,
        "role": "user",
        **fields,
    }
    return Line(kind="message", text=text, step=step, **fields)


def near(line, hit):
    return replace(line, neighbour_of=hit.id)


def size(*lines, omitted=0):
    """What a block of exactly these lines costs."""
    return count_tokens(render(lines, edge=10, current_step=30, omitted=omitted))


def packed(items, max_tokens, neighbours=(), **fields):
    return pack(items, max_tokens=max_tokens, edge=10, current_step=30, neighbours=neighbours, **fields)


def test_everything_that_fits_is_shown_as_rendered():
    items = [message(2), message(1), message(3)]
    block = packed(items, 1000)
    assert block.text == render(items, edge=10, current_step=30)
    assert (block.shown, block.context, block.omitted, block.excerpt) == (("m2", "m1", "m3"), (), 0, None)
    assert block.tokens == count_tokens(block.text)


def test_a_budget_that_is_met_exactly_is_enough():
    items = [message(step) for step in range(1, 6)]
    assert packed(items, size(*items)).omitted == 0
    assert packed(items, size(*items) - 1).omitted > 0


def test_the_best_are_kept_and_the_rest_is_counted():
    items = [message(step) for step in (9, 4, 7, 1, 2)]
    block = packed(items, size(*items[:2], omitted=3))
    assert block.shown == ("m9", "m4")
    assert block.omitted == 3
    assert block.text == render(items[:2], edge=10, current_step=30, omitted=3)


def test_a_long_memory_does_not_starve_the_ones_after_it():
    items = [message(1), message(2, "long " * 500), message(3)]
    block = packed(items, 200)
    assert block.shown == ("m1", "m3")
    assert block.omitted == 1


def test_nothing_given_is_an_empty_block():
    assert packed([], 1000).text == ""
    assert packed([], 1000).omitted == 0


@pytest.mark.parametrize("max_tokens", [-1, 0, 1, 30])
def test_a_budget_too_small_for_one_line_gives_an_empty_text_and_omits_all(max_tokens):
    block = packed([message(1, "word " * 100), message(2, "word " * 100)], max_tokens)
    assert (block.text, block.shown, block.tokens, block.omitted) == ("", (), 0, 2)


def test_where_nothing_fits_whole_the_best_is_cut_and_says_so():
    items = [message(1, "first " * 200), message(2, "second " * 300)]
    block = packed(items, 100)
    assert block.excerpt == "m1"
    assert block.shown == ("m1",)
    assert block.omitted == 1
    assert 90 < block.tokens <= 100
    assert re.search(r"user: first .*first…\n\n1 more memory was left out\.$", block.text)


def test_an_excerpt_is_taken_around_the_focus_between_words():
    text = "before " * 300 + "the answer is forty-two " + "after " * 300
    block = packed([message(1, text, focus=text.index("the answer"))], 80)
    assert "the answer is forty-two" in block.text
    assert re.search(r"user: …before .*after…$", block.text)


def test_nothing_is_cut_while_a_later_one_fits_whole():
    block = packed([message(1, "first " * 500), message(2)], 100)
    assert (block.shown, block.excerpt) == (("m2",), None)


def test_an_id_given_twice_counts_once():
    block = packed([message(1, "as the best has it"), message(1, "again")], 1000)
    assert (block.shown, block.omitted) == (("m1",), 0)
    assert "as the best has it" in block.text


CALL = message(4, "weather(Oslo)", role="assistant", pair="m4")
RESULT = message(5, "rain, 8 degrees", role="tool", pair="m4")


def test_a_tool_call_and_its_result_are_shown_together():
    block = packed([RESULT, message(1), CALL], size(CALL, RESULT, omitted=1))
    assert block.shown == ("m5", "m4")
    assert block.omitted == 1


def test_a_pair_that_does_not_fit_is_left_out_whole_and_reported():
    long = replace(RESULT, text="rain " * 200)
    block = packed([CALL, message(1), long], 150)
    assert block.shown == ("m1",)
    assert block.omitted == 2


def test_a_budget_smaller_than_one_tool_result_cuts_no_pair():
    long = replace(RESULT, text="rain " * 200)
    block = packed([long, CALL], 100)
    assert (block.text, block.omitted) == ("", 2)


def test_the_other_half_of_a_pair_is_brought_in_with_a_hit():
    block = packed([RESULT], 1000, [near(CALL, RESULT)])
    assert (block.shown, block.context, block.omitted) == (("m5",), ("m4",), 0)
    assert block.text == render([CALL, RESULT], edge=10, current_step=30)


def test_a_hit_whose_other_half_does_not_fit_is_left_out():
    block = packed([RESULT, message(1)], 150, [near(replace(CALL, text="x " * 500), RESULT)])
    assert (block.shown, block.context, block.omitted) == (("m1",), (), 1)


def test_a_half_the_model_still_sees_is_not_repeated():
    block = packed([CALL], 1000, [near(replace(RESULT, active=True), CALL)])
    assert block.text == render([CALL], edge=10, current_step=30)


def test_neighbours_of_the_best_hits_fill_what_is_left():
    hits = [message(5, "a long enough thing to be said alone"), message(8, "another thing, long enough too")]
    turns = [near(message(9), hits[1]), near(message(4), hits[0])]
    assert packed(hits, 1000, turns).context == ("m4", "m9")
    assert packed(hits, size(*hits, turns[1]), turns).context == ("m4",)
    assert packed(hits, size(*hits), turns).context == ()


def test_a_hit_is_worth_more_than_a_neighbour():
    hits = [message(step, "a long enough thing to be said alone") for step in (2, 5, 8)]
    turns = [near(message(3), hits[0])]
    assert packed(hits, size(*hits), turns).omitted == 0


@pytest.mark.parametrize(
    ("hit", "turn"),
    [
        (message(5, "and what did you name the new puppy?"), message(6, "We named her Biscuit.")),
        (message(5, "Biscuit."), message(4, "What did you name the new puppy?")),
    ],
)
def test_a_question_gets_its_answer_and_a_short_reply_its_question_before_the_next_hit(hit, turn):
    others = [message(9, "a long enough thing to be said alone"), message(7, "another thing, long enough too")]
    block = packed([hit, *others], size(hit, turn, omitted=2), [near(turn, hit)])
    assert (block.shown, block.context, block.omitted) == ((hit.id,), (turn.id,), 2)


def test_a_long_answer_waits_for_the_other_hits():
    question, answer = message(5, "and what did you name her?"), message(6, "well " * 80)
    others = [message(9, "a long enough thing to be said alone"), message(8, "another thing " * 50)]
    block = packed([question, *others], size(question, answer, omitted=2), [near(answer, question)])
    assert (block.shown, block.context) == (("m5", "m9"), ())


def test_a_needed_neighbour_that_is_an_item_itself_moves_up():
    question, answer = message(5, "and what did you name the puppy?"), message(6, "We named her Biscuit.")
    other = message(9, "a long enough thing to be said alone")
    block = packed([question, other, answer], size(question, answer, omitted=1), [near(answer, question)])
    assert (block.shown, block.context, block.omitted) == (("m5", "m6"), (), 1)


def test_a_neighbour_that_moved_up_still_gets_the_turn_it_needs_before_later_hits():
    question, back = message(5, "what did you name the puppy?"), message(6, "Guess! What would you call her?")
    answer, other = message(7, "Biscuit, I suppose."), message(9, "a long enough thing to be said alone, " * 2)
    turns = [near(back, question), near(answer, back)]
    block = packed([question, back, other], size(question, back, answer, omitted=1), turns)
    assert (block.shown, block.context, block.omitted) == (("m5", "m6"), ("m7",), 1)


def test_a_neighbour_comes_only_with_its_hit():
    hit = message(5, "long " * 400)
    block = packed([hit, message(1)], 200, [near(message(6), hit)])
    assert (block.shown, block.context) == (("m1",), ())


FACT = Line(
    id="f5",
    kind="fact",
    text="Alice works at Google.",
    at=START,
    step=5,
    session_id="s1",
    same_session=True,
    message_id="m5",
    snippet="I started at Google on the first of August",
)


def test_a_fact_shows_its_source_when_there_is_room():
    assert FACT.snippet in packed([FACT], 1000).text


def test_words_that_must_be_shown_are_a_part_of_the_line():
    sourced = replace(FACT, sourced=True)
    assert FACT.snippet in packed([sourced], size(sourced)).text
    assert FACT.snippet not in packed([FACT, message(1)], size(replace(FACT, snippet=""), message(1))).text
    narrow = packed([sourced, message(1)], size(replace(FACT, snippet=""), message(1)))
    assert narrow.shown == (message(1).id,)


def test_a_hit_is_worth_more_than_the_source_of_a_fact():
    block = packed([FACT, message(1)], size(replace(FACT, snippet=""), message(1)))
    assert block.omitted == 0
    assert FACT.snippet not in block.text


def test_the_source_of_a_fact_is_not_repeated_beside_its_message():
    block = packed([FACT, message(5, "Yes! I started at Google on the first of August")], 1000)
    assert block.text.count(FACT.snippet) == 1


def test_the_source_of_a_fact_gives_way_to_its_message_as_a_neighbour():
    said = near(message(5, "Yes! I started at Google on the first of August"), FACT)
    block = packed([FACT], 1000, [said])
    assert block.text == render([FACT, said], edge=10, current_step=30)
    assert block.text.count(FACT.snippet) == 1


LINES = st.builds(
    lambda step, text, active, here, pair, fact: Line(
        id=f"{'f' if fact else 'm'}{step}",
        kind="fact" if fact else "message",
        text=text,
        at=START + timedelta(hours=step),
        step=step if step % 5 else None,
        session_id="s1" if here else "s0",
        same_session=here,
        active=active and here,
        role="user",
        confidence=0.9 if fact else None,
        message_id=f"m{step}",
        snippet=text[:30] if fact else "",
        pair=None if fact else pair,
    ),
    st.integers(1, 40),
    st.one_of(st.text(max_size=60), st.text("ab c?", min_size=100, max_size=600)),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, None, None, "p", "q"]),
    st.booleans(),
)
ITEMS = st.lists(LINES, max_size=15, unique_by=lambda line: line.id)


@st.composite
def neighbours_of(draw, items):
    if not items:
        return []
    return [near(line, draw(st.sampled_from(items))) for line in draw(st.lists(LINES, max_size=6))]


@UNHURRIED
@given(data=st.data(), items=ITEMS, max_tokens=st.integers(-3, 900))
@pytest.mark.parametrize("count", [count_tokens, words, len, dearer_together], ids=lambda count: count.__name__)
def test_a_block_never_exceeds_its_budget_and_accounts_for_every_item(count, data, items, max_tokens):
    neighbours = data.draw(neighbours_of(items))
    block = packed(items, max_tokens, neighbours, count=count)
    assert block.tokens == count(block.text)
    assert block.text == "" or block.tokens <= max_tokens
    assert len(block.shown) + block.omitted == len(items)
    assert list(block.shown) == [line.id for line in items if line.id in block.shown]
    assert not set(block.context) & {line.id for line in items}
    assert (block.text == "") is (block.shown == ())
    assert block.text.count("\n- **[") == len(block.shown) + len(block.context)
    if block.omitted and block.text:
        assert re.search(rf"\n\n{block.omitted} more memor(y was|ies were) left out\.$", block.text)


@UNHURRIED
@given(items=ITEMS, max_tokens=st.integers(0, 900))
def test_pairs_are_never_torn(items, max_tokens):
    shown = set(packed(items, max_tokens).shown)
    for pair in ("p", "q"):
        members = {line.id for line in items if line.pair == pair}
        assert members <= shown or not members & shown


@UNHURRIED
@given(items=ITEMS)
def test_whatever_fits_alone_keeps_the_block_from_being_empty(items):
    single = [line for line in items if line.pair is None]
    for line in single[:3]:
        assert packed(items, size(replace(line, snippet=""), omitted=len(items) - 1)).shown


@UNHURRIED
@given(items=ITEMS, max_tokens=st.integers(0, 900))
def test_equal_input_gives_an_equal_block(items, max_tokens):
    assert packed(items, max_tokens) == packed(list(items), max_tokens)


def test_the_counter_is_called_a_bounded_number_of_times():
    calls = []

    def counted(text):
        calls.append(len(text))
        return count_tokens(text)

    items = [message(step, "some words that were said " * (step % 7 + 1)) for step in range(1, 301)]
    packed(items, 1000, count=counted)
    assert len(calls) < 2 * len(items)
    assert sum(length > 2000 for length in calls) < 20  # the whole block is counted a few times, not once a line
