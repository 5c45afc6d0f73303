"""Shares of a question's words, in messages and in sessions."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.recall.lexical import lexical
from strandline.text import asked_ids, term_id

from .rows import Said, view


def shares(messages, question, visible=None):
    return lexical(view(messages), asked_ids(question), visible)


def test_all_words_once_at_average_length_are_a_share_of_one():
    assert shares(["green tea", "black coffee"], "green tea").row.tolist() == pytest.approx([1.0, 0.0])


def test_half_of_the_words_are_half_of_the_share():
    assert shares(["green tea", "black coffee"], "green coffee").row.tolist() == pytest.approx([0.5, 0.5])


def test_a_rare_word_weighs_more_than_a_common_one():
    row = shares(["tea green", "tea black", "tea white", "tea mint", "coffee plain"], "coffee green tea").row
    assert row[4] > row[1] > 0


def test_a_short_text_beats_a_long_one_with_the_same_words():
    row = shares(["tea", "tea with milk and sugar and a biscuit on a saucer", "coffee"], "tea").row
    assert row[0] > row[1] > row[2] == 0.0


def test_a_word_said_a_hundred_times_counts_as_often_as_can_be_kept_in_its_own_row():
    seen = view(["tea " * 100, "coffee"])
    rows, counts = seen.postings(term_id("tea"))
    assert (rows.tolist(), counts.tolist()) == ([0], [63.0])
    assert seen.length.tolist() == [100, 1]


def test_a_long_question_is_no_worse_off_than_its_rarest_words():
    words = [f"word{i}" for i in range(8)]
    filler = [f"other{i}" for i in range(30)]
    messages = [" ".join(words), *filler, "unlike"]
    short, long = (shares(messages, " ".join(asked)).row[0] for asked in (words, words + filler[:20]))
    assert long == pytest.approx(short)


def test_a_session_is_one_text():
    said = [Said(text="green", session=1), Said(text="tea", session=1), Said(text="coffee", session=2)]
    found = shares(said, "green tea")
    assert found.session.tolist() == pytest.approx([1.0, 0.0], abs=0.1)
    assert found.row.max() < 0.8


def test_hidden_rows_are_in_no_statistic():
    said = ["green tea", "tea black and very long and so on", Said(text="coffee", session=2)]
    seen = view([*said, *(Said(text="green green coffee", session=3) for _ in range(9))])
    visible = np.arange(len(seen)) < 3
    alone, mixed = shares(said, "green coffee"), lexical(seen, asked_ids("green coffee"), visible)
    assert mixed.row[:3].tolist() == alone.row.tolist()
    assert mixed.row[3:].tolist() == [0.0] * 9
    assert mixed.session.tolist() == [*alone.session.tolist(), 0.0]


def test_a_word_under_several_ids_is_one_word():
    """What was said in one language or another counts together, once for the rarity of the word."""
    seen = view(["tea", "thee", "coffee", "tea thee"])
    tea, thee, coffee = map(term_id, ("tea", "thee", "coffe"))
    both, apart = lexical(seen, [(tea, thee)], None).row, lexical(seen, [(coffee,)], None).row
    assert (both[:2] > 0).all()
    assert both[2] == 0.0
    assert both[3] > both[0] == both[1]
    assert apart.tolist() == pytest.approx([0.0, 0.0, max(apart), 0.0])


def test_nothing_asked_and_nothing_visible_give_zeros():
    assert shares(["tea"], "").row.tolist() == [0.0]
    assert shares(["tea"], "tea", np.zeros(1, np.bool_)).row.tolist() == [0.0]
