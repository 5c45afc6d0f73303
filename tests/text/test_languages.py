"""Stems and stop words of languages that are not English."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from strandline import text as t
from strandline.text.folding import fold
from strandline.text.languages import STOPS, language_of

PACKS = sorted((Path(__file__).parents[1] / "data" / "languages").glob("*.jsonl"))


def language(text):
    norm = t.normalize(text)
    return language_of(norm, re.findall(r"[\w'-]+", norm))


def meet(question, said):
    """Whether a word of the question finds a word of what was said."""
    stored = set(t.index_terms(said)[0].tolist())
    return any(stored.intersection(ids) for ids in t.asked_ids(question))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Travaillait-elle ?", "Je travaille depuis hier dans une école."),
        ("préféré", "Ce que je préfère, c'est le silence."),
        ("prefere", "Ce que je préfère, c'est le silence."),
        ("Bücher?", "Ich habe gestern ein Buch gelesen, das ist schon alles."),
        ("¿Cantaban?", "Ayer cantamos con los niños en la plaza."),
        ("lavorava", "Adesso lavoro con mia sorella, non più da solo."),
        ("trabalhava?", "Eu trabalho com a minha irmã e não gosto."),
        ("किताबें", "मैंने एक किताब खरीदी"),
        ("ज्यादा", "बहुत ज़्यादा काम है"),
        ("كتب", "قرأت الكتب كلها"),
        ("книги", "Я купил книгу"),
        ("cafe", "Nous étions au café de la gare."),
        ("café", "We met at the cafe."),
        ("The boats of Nantes", "Il est à Nantes avec ses bateaux."),
        ("餐厅叫什么", "那家餐厅在河边"),
        ("どのレストラン", "レストランに行きました"),
    ],
)
def test_a_word_of_a_question_meets_its_other_forms(question, said):
    assert meet(question, said)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Qu'est-ce que c'est, et où ?", "C'est que je ne suis pas là où tu es."),
        ("Was ist das und wo?", "Das ist, was ich nicht für dich habe."),
        ("¿Qué es esto y dónde está?", "Esto es lo que está aquí."),
        ("यह क्या है और कहाँ?", "यह वहाँ है और क्या है"),
        ("ما هذا وأين هو؟", "هذا هو الذي كان هنا"),
        ("这是什么？", "这就是的了"),
        ("それは何ですか", "これはどこですか"),
    ],
)
def test_function_words_meet_nothing(question, said):
    assert not meet(question, said)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Où habite Julien ?", "french"),
        ("J'adore l'opéra", "french"),
        ("Wo hat man mein Rad geklaut?", "german"),
        ("¿Dónde vive?", "spanish"),
        ("Non so perché", "italian"),
        ("Você não mora aqui", "portuguese"),
        ("Where did my dog die, and was he old?", None),
        ("D'Angelo sang at the Casa del Sol", None),
        ("We ate at Chez Panisse, plus a deja vu meme", None),
        ("G A B C D E", None),
        ("no comment", None),
        ("", None),
    ],
)
def test_a_text_is_english_unless_its_little_words_say_otherwise(text, expected):
    assert language(text) == expected


def test_a_stop_word_of_one_language_is_a_word_of_another():
    assert t.terms("Where did the war begin, and who will die?") == ["war", "begin", "die"]
    assert t.terms("Das war die Frau, die ich nicht kannte.") == ["~frau", "~kannt"]
    assert t.terms("Nous avons bu un thé et mangé du pain.") == ["~bu", "~the", "~mang", "~pain"]


def test_a_word_that_lost_its_accent_to_another_word_is_no_stop_word():
    assert "~ne" in t.terms("Il est né avec une dent.")
    assert "~ne" not in t.terms("Il ne dort pas avec nous.")


def test_english_terms_do_not_meet_those_of_other_languages_by_chance():
    """ "pain" is bread in the one and hurts in the other; only a question looks under both."""
    assert t.terms("the pain") == ["pain"]
    assert t.asked_ids("pain")[0][0] == t.term_id("pain")
    assert t.term_id("~pain") in t.asked_ids("pain")[0]


def test_marks_of_vietnamese_part_words():
    assert fold("hậu") == "hậu"
    assert len({fold(word) for word in ("mận", "mẫn", "mạn")}) == 3


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.stem)
def test_every_text_is_found_by_each_of_its_words(pack):
    """Whatever language a text was taken for, and whatever the question is taken for."""
    for turn in json.loads(pack.read_text(encoding="utf-8"))["turns"]:
        stored = set(t.index_terms(turn["text"])[0].tolist())
        asked = {id for ids in t.asked_ids(turn["text"]) for id in ids}
        assert stored <= asked
        for word in t.words(turn["text"]):
            found = {id for ids in t.asked_ids(word) for id in ids}
            own = set(t.index_terms(word)[0].tolist())
            assert not own or own & found


def test_stop_words_are_listed_as_they_are_compared():
    assert all(t.normalize(word) == word for words in STOPS.values() for word in words)
