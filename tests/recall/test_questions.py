"""What kind of question is asked, by its form alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.recall.questions import KINDS, content, form, frame_terms
from strandline.text import term_ids

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=120)
FIRST_OF_TWO = "which did I buy first, the kettle or the lamp"

ASKED = {
    "how_many": ["How many plants?", "how much was it", "Combien de chats ?", "Wie viele Katzen?", "¿Cuántos gatos?",
                 "我有多少只猫", "猫は何人", "कितने पौधे", "كم"],
    "when": ["When was it?", "What year was it?", "Quand part-il ?", "Wann war das?", "¿Cuándo fue?", "什么时候",
             "いつ", "कब", "متى"],
    "who": ["Who was it?", "Whose hat?", "Qui parle ?", "Wer war das?", "¿Quién fue?", "是谁", "誰ですか", "कौन"],
    "where": ["Where was it?", "Which city?", "Où est-il ?", "Wo ist er?", "¿Dónde está?", "在哪里", "どこ", "कहाँ",
              "أين"],
    "list": ["What are the rooms?", "Which books did she read?", "List them", "Quelles villes ?", "Welche?", "¿Cuáles?",
             "哪些"],
    "order": ["Which came first?", "Was it before that?", "avant la pluie", "zuerst", "antes", "之前", "पहले"],
    "yes_no": ["Is it tall?", "did she go", "Est-ce loin ?", "你好吗", "هل"],
    "preference": ["Can you suggest a book?", "Any tips?", "What should I cook?", "recommend me one"],
    "update": ["Where is it now?", "does she still run", "maintenant", "jetzt", "ahora", "现在", "अब"],
    "own": ["what is my name", "was I there", "mon chat", "meine Katze", "mi gato", "我的猫", "私の猫", "मेरा"],
}  # fmt: skip


def test_every_kind_is_asked_for_here():
    assert tuple(ASKED) == KINDS


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in ASKED.items() for text in texts])
def test_a_question_is_of_its_kind_in_each_language(kind, text):
    assert form(text).is_a(kind)
    assert form(text.upper()).is_a(kind), "capitals change no kind"


@pytest.mark.parametrize("text", ["kettle", "the weather in Oslo", "8090", "", "Mine shaft elevator"])
def test_a_text_that_asks_nothing_is_of_no_kind(text):
    assert form(text).kinds <= {"own"}
    assert not form(text).wants_breadth


def test_a_question_may_be_of_several_kinds():
    assert form("How many plants did I buy before May?").kinds == {"how_many", "own", "order"}


@pytest.mark.parametrize("kind", KINDS)
def test_counts_lists_and_comparisons_want_breadth_and_only_they(kind):
    plain = {"preference": "recommend me one", "own": "my hat", "update": "jetzt", "yes_no": "is it tall"}
    asked = form(plain.get(kind, ASKED[kind][0]))
    assert asked.wants_breadth is (kind in ("how_many", "list", "order"))


def test_a_comparison_has_its_two_things_as_parts():
    asked = form(FIRST_OF_TWO)
    assert [part.strip() for part in asked.parts] == ["which did I buy first", "the kettle", "the lamp"]
    assert asked.kinds == {"order", "own"}
    assert asked.wants_breadth


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("the trip to Rome and the trip to Oslo", ["the trip to Rome", "the trip to Oslo"]),
        ("le chat ou le chien", ["le chat", "le chien"]),
        ("Katze oder Hund", ["Katze", "Hund"]),
        ("el gato o el perro", ["el gato", "el perro"]),
        ("水壶还是台灯", ["水壶", "台灯"]),
        ("the sandy orchard", ["the sandy orchard"]),
    ],
)
def test_a_question_is_cut_at_its_joints_in_each_language(text, parts):
    assert [part.strip() for part in form(text).parts] == parts


@pytest.mark.parametrize("text", ["", "and or, , ;", "the of and was it", "?!"])
def test_parts_without_content_are_left_out(text):
    assert form(text).parts == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Where does Ana live?", ("Ana",)),
        ("When did Ana meet Ben Carter?", ("Ana", "Ben Carter")),
        ("Where did Ana and Ana meet?", ("Ana",)),
        ("Kettle", ()),
        ("where does ana live", ()),
        ("what should I do", ()),
    ],
)
def test_names_are_capitalised_words_after_the_first_each_once(text, names):
    assert form(text).names == names


def test_content_is_the_words_that_carry_the_subject_in_their_order():
    assert content(FIRST_OF_TWO) == "buy first kettle lamp"
    assert content("what is it and who are you") == ""


@pytest.mark.parametrize("word", ["first", "days", "recommended", "recently", "semaine", "jahre", "meses", "महीने"])
def test_words_about_time_and_talk_only_frame_a_question(word):
    assert term_ids(word) and frame_terms().issuperset(term_ids(word))


@pytest.mark.parametrize("word", ["kettle", "oslo", "lampe", "gato", "猫", "", " ", "?"])
def test_words_of_a_subject_and_no_word_at_all_do_not(word):
    assert frame_terms().isdisjoint(term_ids(word))


@given(ANY_TEXT)
def test_any_text_has_a_form_that_is_the_same_each_time(text):
    asked = form(text)
    assert asked == form(text)
    assert asked.kinds <= set(KINDS)
    assert len(set(asked.names)) == len(asked.names)
    assert all(name in text for name in asked.names)
    assert all(part in text and content(part) for part in asked.parts)


@given(st.lists(st.sampled_from(["kettle", "lamp", "and", "or", "before", ",", "the", "?", "buy"]), max_size=20))
def test_parts_keep_every_word_of_the_content_in_order(words):
    text = " ".join(words)
    joints = {"and", "or", "before"}
    kept = [word for part in form(text).parts for word in content(part).split()]
    assert kept == [word for word in content(text).split() if word not in joints]


@pytest.mark.parametrize("text", ["what " * 3000, "A" * 10_000, "Aa " * 4000, "and " * 5000, "which a" + "s" * 9000])
def test_long_texts_of_one_word_are_safe(text):
    assert form(text).kinds <= set(KINDS)
