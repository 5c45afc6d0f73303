"""The words a fact was learned from, cut out of their message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from strandline.context import SNIPPET, sentence, snippet

BEFORE = "We talked about boats for a very long time and it was lovely to see all of you again after the winter. "
WORDS = "I moved to Oslo last month, near the river. "
AFTER = "Then we went to see a film about pirates who hid their treasure in the caves behind the old lighthouse."
LONG = BEFORE + WORDS + AFTER


def cut(text: str, words: str) -> str:
    start = text.index(words)
    return snippet(text, [sentence(text, start, start + len(words))])


def test_a_short_message_is_shown_whole():
    assert cut("Hello! I live in Oslo.", "live in Oslo") == "Hello! I live in Oslo."


def test_a_long_one_is_shown_by_its_sentence_with_marks_where_it_was_cut():
    assert cut(LONG, "moved to Oslo") == "…I moved to Oslo last month, near the river.…"
    assert cut(LONG, "talked about boats") == BEFORE.strip() + "…"
    assert cut(LONG, "hid their treasure") == "…" + AFTER


def test_a_long_sentence_is_cut_between_words_around_the_words():
    text = "so " * 100 + "I moved to Oslo and " + "then " * 100
    found = cut(text, "I moved to Oslo")
    assert found.startswith("…so") and found.endswith("then…")
    assert "I moved to Oslo" in found and len(found) <= SNIPPET + 2


def test_parts_are_joined_where_they_touch_and_marked_where_they_do_not():
    spans = [sentence(LONG, 0, 2), (len(BEFORE), len(BEFORE + WORDS))]
    assert snippet(LONG, spans) == (BEFORE + WORDS).strip() + "…"
    assert snippet(LONG, [(0, 9), (len(BEFORE), len(BEFORE) + 7)]) == "We talked … I moved…"
    assert snippet(LONG, [(0, len(LONG)), (5, 9)]) == LONG
    assert snippet(LONG, []) == ""


@given(st.text(max_size=600), st.integers(-5, 700), st.integers(-5, 700))
def test_any_span_of_any_text_is_safe_and_keeps_its_words(text: str, start: int, stop: int) -> None:
    low, high = sentence(text, start, stop)
    assert 0 <= low <= high <= len(text)
    if 0 <= start < stop <= len(text):
        assert low <= start and stop <= high
    assert snippet(text, [(low, high)]).strip("…").strip() in text
