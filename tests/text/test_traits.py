"""Traits: what kind of thing a passage is, in several languages, as a small number that any text has."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.text import TRAITS, share, traits

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=200)
FLAGS = ("question", "asking", "number", "time", "request")
COUNTS = ("first_person", "second_person", "statement", "name")


def trait(name, text):
    return float(share(np.array([traits(text)], np.int16), name)[0])


def test_there_are_five_flags_and_four_counts():
    assert (*FLAGS, *COUNTS) == TRAITS


@pytest.mark.parametrize("text", ["Where do you live?", "Where?  \n", "你好吗？", "كيف حالك؟", "¿Vives aquí?"])
def test_a_text_that_ends_with_a_question_mark_is_a_question_and_asks(text):
    assert trait("question", text) == trait("asking", text) == 1


@pytest.mark.parametrize("text", ["Really? I had no idea.", "真的？是的。", "?!"])
def test_a_text_with_a_question_mark_inside_asks_but_is_no_question(text):
    assert (trait("question", text), trait("asking", text)) == (0, 1)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "Where do you live", "…"])
def test_a_text_without_a_question_mark_asks_nothing(text):
    assert trait("question", text) == trait("asking", text) == 0


@pytest.mark.parametrize(
    "text",
    ["room 12", "I have three cats", "twice", "deux chats", "drei Katzen", "tres gatos", "两本书", "तारीख १२", "٣ كتب"],
)
def test_a_number_in_digits_or_words_is_told(text):
    assert trait("number", text) == 1


@pytest.mark.parametrize("text", ["someone", "often", "bone", "the cats", "la lune", "viele Katzen"])
def test_a_word_that_only_holds_a_number_word_is_no_number(text):
    assert trait("number", text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "yesterday",
        "on Monday",
        "in 1999",
        "la semaine passée",
        "letzten Monat, gestern",
        "ayer",
        "昨天",
        "先週",
        "कल",
        "أمس",
    ],
)
def test_a_word_of_time_is_told(text):
    assert trait("time", text) == 1


@pytest.mark.parametrize("text", ["the cats", "room 12", "un chat", "eine Katze", "un gato", "猫", "बिल्ली", "قطة"])
def test_without_one_there_is_no_time(text):
    assert trait("time", text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "Could you look it up",
        "Any tips for a long flight",
        "I am looking for a hotel",
        "How do I boil an egg",
        "Peux-tu m'aider",
        "Können Sie mir helfen",
        "¿Puedes ayudarme",
        "请帮我",
        "कृपया बताइए",
        "من فضلك",
    ],
)
def test_what_asks_the_other_to_do_something_is_a_request(text):
    assert trait("request", text) == 1


@pytest.mark.parametrize(
    "text", ["I could look it up", "The cat sleeps", "Le chat dort", "Die Katze schläft", "猫在睡觉"]
)
def test_a_plain_statement_is_no_request(text):
    assert trait("request", text) == 0


@pytest.mark.parametrize(
    "text", ["I agree", "j'ai faim", "ich schlafe", "yo duermo", "我在睡觉", "私は眠い", "मैं सोता हूँ", "أنا هنا"]
)
def test_the_first_person_is_told_in_each_language(text):
    assert trait("first_person", text) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "text", ["you agree", "vous dormez", "dein Hut", "usted duerme", "你在睡觉", "あなたは眠い", "तुम सोते हो", "أنت هنا"]
)
def test_the_second_person_is_told_in_each_language(text):
    assert trait("second_person", text) == pytest.approx(1 / 3)


@pytest.mark.parametrize("text", ["Cats sleep", "Les chats dorment", "Katzen schlafen", "猫在睡觉", "बिल्ली सोती है"])
def test_a_text_about_others_is_in_neither_person(text):
    assert trait("first_person", text) == trait("second_person", text) == 0


@pytest.mark.parametrize("text", ["I bought it", "We have recently moved", "we just got it", "I'd left", "my sister"])
def test_what_one_did_or_has_is_a_statement(text):
    assert trait("statement", text) == pytest.approx(1 / 3)


@pytest.mark.parametrize("text", ["She bought it", "I will see", "buy it", ""])
def test_what_another_did_or_is_to_come_is_none(text):
    assert trait("statement", text) == 0


def test_a_capitalised_word_within_a_sentence_is_a_name_but_not_its_first_word():
    assert trait("name", "Yesterday was fine") == 0
    assert trait("name", "we met Ana") == pytest.approx(1 / 3)
    assert trait("name", "we met Ana, Ben") == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("name", "unit"),
    [("first_person", "I "), ("second_person", "you "), ("statement", "my hat, "), ("name", "with Ana ")],
)
def test_a_count_goes_up_to_three(name, unit):
    assert [trait(name, unit * times) for times in range(6)] == pytest.approx([0, 1 / 3, 2 / 3, 1, 1, 1])


def test_only_the_first_four_thousand_characters_are_looked_at():
    assert trait("number", "a " * 1999 + "12") == 1
    assert trait("number", "a " * 2000 + "12") == 0


@given(ANY_TEXT)
def test_any_text_has_traits_of_thirteen_bits_and_the_same_ones_each_time(text):
    stored = traits(text)
    assert 0 <= stored < 1 << 13 <= np.iinfo(np.int16).max
    assert traits(text) == stored


@given(st.lists(ANY_TEXT, max_size=5))
def test_a_share_is_a_flag_or_a_number_of_thirds_for_each_text(texts):
    stored = np.array([traits(text) for text in texts], np.int16)
    for name in TRAITS:
        values = share(stored, name)
        assert values.dtype == np.float64 and values.shape == (len(texts),)
        assert set((values * 3).round(9).tolist()) <= ({0.0, 3.0} if name in FLAGS else {0.0, 1.0, 2.0, 3.0})


@given(st.text(alphabet="ab ", max_size=20), st.sampled_from(["room 12", "my sister", "you", "yesterday", "why? "]))
def test_saying_more_takes_no_trait_away_except_that_of_the_ending(text, more):
    for name in TRAITS:
        if name != "question":
            assert trait(name, f"{text}. {more}") >= trait(name, text)


@pytest.mark.parametrize("text", ["i " * 5000, "what " * 2000, "A" * 10_000, "I have " + "just " * 3000, "?" * 9000])
def test_long_texts_of_one_word_are_safe(text):
    assert traits(text) < 1 << 13
