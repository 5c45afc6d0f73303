"""Words, terms and their ids."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import text as t

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=200)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Melanie’s dog, Rex!", ["melanie", "dog", "rex"]),
        ("O'Brien and don't", ["o'brien", "and", "don't"]),
        ("मेरा नाम अनीता है", ["मेरा", "नाम", "अनीता", "है"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("ＡＢＣ１２３", ["abc123"]),
        ("a\x00b \ud800", ["a", "b"]),
        ("🎉 … !?", []),
    ],
)
def test_words_are_whole_in_any_script(text, expected):
    assert t.words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The runners were running", ["runner", "run"]),
        ("port 8090", ["port", "8090"]),
        ("v2.3.1", ["v2", "3", "1", "v2.3.1"]),
        ("AB-1234", ["ab", "1234", "ab-1234"]),
        ("ana@x.org", ["ana", "x", "org", "ana@x.org"]),
        ("self-care", ["self", "care"]),
        ("user_id", ["user", "id"]),
        ("don't isn't I'm they've", []),
        ("l'amour", ["amour"]),
        ("小明", ["小", "明", "小明"]),
        ("iPhone手机", ["iphon", "手", "机", "手机"]),
        ("who won, and what did Don do", ["won", "don"]),
    ],
)
def test_terms_are_stems_ids_and_pairs(text, expected):
    assert t.terms(text) == expected


def test_decomposed_and_composed_text_have_equal_terms():
    for text in ("Zoë café", "अनीता", "한국어"):
        assert t.terms(unicodedata.normalize("NFD", text)) == t.terms(text)


def test_invisible_joiners_do_not_part_a_word():
    assert t.words("می\u200cخواهم so\u00adft") == ["میخواهم", "soft"]


def test_a_part_of_a_run_without_spaces_shares_terms_with_it():
    for whole, part in (("ผมชอบกินข้าวผัด", "ข้าวผัด"), ("私の名前は太郎です", "太郎"), ("한국어를", "한국어")):
        assert set(t.terms(part)) <= set(t.terms(whole))


@settings(deadline=None)
@given(ANY_TEXT)
def test_index_terms_are_the_distinct_ids_of_terms_with_their_counts(text):
    ids, counts = t.index_terms(text)
    assert (ids.dtype, counts.dtype) == (np.uint32, np.uint8)
    assert ids.tolist() == sorted(set(map(t.term_id, t.terms(text))))
    assert counts.sum() == min(len(t.terms(text)), int(counts.sum())) == len(t.term_ids(text))


def test_counts_stop_at_255():
    assert t.index_terms("tea " * 300)[1].tolist() == [255]


def test_ids_are_the_same_in_every_process():
    assert t.term_id("tea") == int.from_bytes(bytes.fromhex("1fb8a626"), "little")


def test_clearing_the_caches_drops_every_word_and_changes_no_id():
    ids = t.index_terms("an unmistakable flamingo")[0].tolist()
    assert "flamingo" in t.cached_words()
    t.clear_caches()
    assert t.cached_words() == ()
    assert t.index_terms("an unmistakable flamingo")[0].tolist() == ids


def test_the_words_of_a_question_are_not_remembered():
    t.clear_caches()
    t.term_ids("an unmistakable flamingo")
    assert t.cached_words() == ()


def test_the_memo_of_words_is_bounded():
    t.clear_caches()
    for start in range(0, 120_000, 10_000):
        t.index_terms(" ".join(f"w{i}" for i in range(start, start + 10_000)))
    assert 0 < len(t.cached_words()) <= 50_000
    t.clear_caches()
    t.index_terms("x" * 1000)
    assert t.cached_words() == ()


def test_stop_words_are_their_own_normal_form():
    assert all(t.words(word) == [word] and t.terms(word) == [] for word in t.STOP_WORDS)
