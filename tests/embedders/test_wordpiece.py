"""Tokenisation follows BERT's uncased rules exactly, and does not depend on how a text is cut into slices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.embedders.static import load_static_model
from strandline.embedders.wordpiece import MEMO_WORDS, SLICE, WordPiece

VOCABULARY = load_static_model().vocabulary


def split(text: str) -> list[str]:
    return [VOCABULARY[i] for i in WordPiece(VOCABULARY).encode(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("unaffable!", ["una", "##ffa", "##ble", "!"]),
        ("Él está (aquí)…", ["el", "est", "##a", "(", "a", "##qui", ")", "…"]),
        ("naïve Ångström", ["naive", "ang", "##strom"]),
        ("U.S.A. it's", ["u", ".", "s", ".", "a", ".", "it", "'", "s"]),
        ("snake_case", ["snake", "_", "case"]),
        ("東京tower", ["東", "京", "tower"]),
        ("a\u200bb\x00c\x85d", ["abc", "##d"]),
        ("one\u2003two\u2028three\u00a0four", ["one", "two", "three", "four"]),
        ("bad\ud800ly", ["badly"]),
        ("[CLS] [MASK]", ["[", "cl", "##s", "]", "[", "mask", "]"]),
        ("", []),
    ],
)
def test_a_text_is_split_as_bert_splits_it(text, pieces):
    assert split(text) == pieces


def test_a_word_of_more_than_100_characters_is_unknown():
    assert split("x" * 101 + " y") == ["[UNK]", "y"]
    assert split("b" * 100)[0] == "bb"


def test_unknown_words_can_be_left_out():
    assert WordPiece(VOCABULARY, unknown=None).encode("😀 key").tolist() == [VOCABULARY.index("key")]
    assert split("😀 key") == ["[UNK]", "key"]


@given(st.text(alphabet="ab .,-é漢\u0301\u200b\n", max_size=60), st.integers(0, 40))
def test_a_text_that_crosses_a_slice_is_split_as_if_it_were_short(text, shift):
    """A padding of one known word moves the text over the edge of a slice; the pieces after it stay the same."""
    padding = "a " * ((SLICE - shift) // 2)
    words = WordPiece(VOCABULARY)
    want = words.encode("a").tolist() * ((SLICE - shift) // 2) + words.encode(text).tolist()
    assert words.encode(padding + text + " " * shift).tolist() == want


def test_a_long_word_is_one_word_across_slices():
    assert split("a " + "b" * (3 * SLICE) + ". c") == ["a", "[UNK]", ".", "c"]


def test_more_words_than_the_memo_holds_change_nothing():
    words = WordPiece(VOCABULARY)
    first = words.encode("flowerpot").tolist()
    words.encode(" ".join(f"w{i}" for i in range(MEMO_WORDS + 10)))
    assert words.encode("flowerpot").tolist() == first
