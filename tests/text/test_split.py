"""Passages, documents, token counts and digests."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.text import PASSAGE_LIMIT, count_tokens, digest64, document, passages

PROSE = st.lists(
    st.sampled_from(["word", "Sentence ends.", "\n", "\n\n", " ", "字符。", "नमस्ते", "👩‍👩‍👧", "e\u0301"]), max_size=120
)


@pytest.mark.parametrize("text", ["", "   \n", "!?…", "🎉👍", "---"])
def test_a_text_without_words_has_no_passage(text):
    assert passages(text) == []


def test_a_short_message_is_one_passage():
    assert passages("I like tea.\n\nAnd jam.") == [(0, 21)]
    assert passages("x" * PASSAGE_LIMIT) == [(0, PASSAGE_LIMIT)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One two three.\n\nFour five six. Seven", "One two three.\n\n"),
        ("One two three\nfour. Five six seven eight", "One two three\n"),
        ("One two three. Four five six seven", "One two three. "),
        ("One two three four five six seven", "One two three four "),
        ("你好世界你好世界你好。世界你好世界你好世界你好", "你好世界你好世界你好。"),
    ],
)
def test_a_long_message_is_cut_at_the_best_boundary(text, first):
    start, end = passages(text, 20)[0]
    assert text[start:end] == first


@settings(deadline=None)
@given(PROSE.map("".join), st.integers(8, 60))
def test_passages_follow_each_other_cover_all_words_and_fit(text, limit):
    spans = passages(text, limit)
    assert all(0 < end - start <= limit for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    covered = {i for start, end in spans for i in range(start, end)}
    assert all(i in covered for i, char in enumerate(text) if char.isalnum())


@pytest.mark.parametrize("unit", ["e\u0301", "नि", "👩\u200d👧", "👍🏽", "🇳🇴"])
def test_a_cut_does_not_part_what_is_one_to_a_reader(unit):
    text = "a" + unit * 40
    for _, end in passages(text, 21)[:-1]:
        assert not unicodedata.category(text[end]).startswith("M")
        assert text[end] not in "\u200d🏽"
        assert text[end - 1] != "\u200d"


def test_a_word_longer_than_the_limit_is_cut_within():
    assert passages("x" * 50, 20) == [(0, 20), (20, 40), (40, 50)]


@given(st.text(max_size=100))
def test_tokens_are_a_quarter_of_the_bytes_rounded_up(text):
    assert count_tokens(text) == ceil(len(text.encode()) / 4)


def test_tokens_of_a_lone_surrogate_are_counted():
    assert count_tokens("\ud800") == 1


def test_a_name_is_a_part_of_the_document():
    assert document("I like tea", "Ana") == "Ana: I like tea"
    assert document("I like tea", None) == "I like tea"


def test_digests_differ_by_text_but_not_by_white_space_at_the_ends():
    assert digest64(" I like tea\n") == digest64("I like tea")
    assert digest64("I like tea") != digest64("I like  tea") != digest64("i like tea")


@given(st.text(alphabet=st.characters(codec=None), max_size=50))
def test_digests_are_signed_64_bit_numbers(text):
    assert -(2**63) <= digest64(text) < 2**63
