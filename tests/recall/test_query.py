"""What a question asks for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from strandline.recall import Pieces, content, understand
from strandline.recall.lexical import lexical
from strandline.recall.maxsim import MAX_PIECES
from strandline.recall.query import named
from strandline.types import Tokens

from .rows import EMBEDDER, NOW, ask, view


@pytest.mark.parametrize(
    "text",
    [
        "What did you recommend for dinner?",
        "Which hotel did you suggest?",
        "you told me about a book",
        "remind me what your advice was",
        "In our previous chat, which tool was named?",
        "Quel livre m'as-tu conseillé ?",
        "Que m'avez-vous dit du train ?",
        "Rappelle-moi tes suggestions pour le dîner",
        "Welches Buch hast du mir empfohlen?",
        "Was war dein Vorschlag?",
        "¿Qué libro me recomendaste?",
        "¿Cuál fue tu consejo?",
        "आपने कौन सी किताब बताई थी?",
        "आपका सुझाव क्या था?",
        "ماذا اقترحت علي أن أطبخ؟",
        "ما كانت نصيحتك؟",
        "你之前推荐了哪本书？",
        "我们上次聊了什么？",
        "どの本を教えてくれたの？",
        "前回の会話で何が出ましたか",
    ],
)
def test_a_question_about_the_assistants_words_is_recognised(text):
    assert understand(text, now=NOW).asks_assistant


@pytest.mark.parametrize(
    "text",
    [
        "What did I eat?",
        "Where do I live?",
        "What did Ana recommend?",
        "",
        "your",
        "Qu'est-ce que Paul m'a conseillé ?",
        "Was hat mir Ana empfohlen?",
        "¿Qué me recomendó Ana?",
        "मेरी बहन क्या करती है?",
        "ما اسم أختي؟",
        "你知道我说过什么吗？",
        "你能告诉我外婆住在哪里吗？",
        "母の誕生日を教えてください",
    ],
)
def test_other_questions_are_not(text):
    assert not understand(text, now=NOW).asks_assistant


def test_content_drops_the_words_questions_are_made_of():
    assert content("What is the name of my sister's dog?") == "name sister dog"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does Ana like?", [0]),
        ("Does ben know Ana Silva?", [0, 1]),
        ("What does Carla do?", []),
        ("will she come", []),
    ],
)
def test_speakers_are_named_by_whole_or_first_name(text, expected):
    assert named(understand(text, now=NOW), ("Ana Silva", "Ben", "Will")) == expected


def test_trust_falls_for_words_the_model_does_not_know():
    assert ask("which port does the api use").trust == 1.0
    assert ask("xyzzy plugh qwerty").trust < 0.5
    assert ask("the of and").trust == 0.0


def test_a_question_keeps_the_vector_and_pieces_it_was_given():
    vector, pieces = np.ones(4, np.float32), Pieces.of("tea", EMBEDDER.pieces)
    query = understand("tea", vector=vector, pieces=pieces, now=NOW)
    assert query.vector is vector
    assert query.pieces is pieces


def test_each_piece_of_a_question_is_looked_at_once_where_it_first_stands():
    cut = {"lamp": [5, 3], "boat": [5, 1], "harbour": [3], "uncle": [9, 9]}
    pieces = Pieces.of("the lamp, the boat, the harbour, my uncle", lambda word: np.array(cut[word], np.uint16))
    assert pieces.words == ("lamp", "boat", "harbour", "uncle")
    assert (pieces.ids.tolist(), pieces.word.tolist()) == ([5, 3, 1, 9], [0, 0, 1, 3])


@pytest.mark.parametrize("each", [1, 2, 7])
def test_of_a_long_question_the_first_pieces_are_looked_at(each):
    count = iter(range(1000))
    text = " ".join(f"word{n}" for n in range(MAX_PIECES + 9))
    pieces = Pieces.of(text, lambda word: np.array([next(count) for _ in range(each)], np.uint16))
    assert pieces.ids.tolist() == list(range(MAX_PIECES))
    assert pieces.word.tolist() == [place // each for place in range(MAX_PIECES)]


SAID = ["lamp lamp boat", "lamp", "harbour", "boat"]


@pytest.mark.parametrize(
    ("visible", "having"), [(None, [2, 2, 1, 1]), ([True, False, True, False], [1, 1, 1, 1])], ids=["all", "some"]
)
def test_a_piece_weighs_more_the_fewer_visible_rows_have_its_word(visible, having):
    """Repeats within a row count once, and a word that no row has is as rare as one that a row has."""
    query, rows = ask("lamp boat lamp harbour thunder"), len(SAID) if visible is None else sum(visible)
    found = lexical(view(SAID), query.terms, None if visible is None else np.array(visible))
    expected = [math.log1p((rows - have + 0.5) / (have + 0.5)) for have in having]
    assert query.weighed(found).weights.tolist() == pytest.approx(expected)


def test_the_pieces_of_a_word_share_its_weight():
    query = ask("lamp keyrings")
    weights = query.weighed(lexical(view(SAID), query.terms, None)).weights
    assert query.pieces.word.tolist() == [0, 1, 1, 1]
    assert weights[1:].tolist() == pytest.approx([math.log1p(3.5 / 1.5) / 3] * 3)


TWO_PARTS = "the lamp of the harbour or the boat of my uncle"


def with_tokens(pieces, text=TWO_PARTS, cut=True):
    tokens = Tokens(vectors=np.zeros((len(pieces), 4), np.int8), pieces=np.array(pieces, np.uint16))
    return understand(text, tokens=tokens, pieces=Pieces.of(text, EMBEDDER.pieces) if cut else None, now=NOW)


def test_a_token_weighs_as_much_as_its_piece_and_stands_in_the_same_part():
    found = lexical(view(["the lamp", "a boat", "another boat"]), understand(TWO_PARTS, now=NOW).terms, None)
    plain = understand(TWO_PARTS, pieces=Pieces.of(TWO_PARTS, EMBEDDER.pieces), now=NOW)
    ids, pieces = plain.pieces.ids.tolist(), plain.weighed(found)
    order = [3, 0, 2, 0]
    tokens = with_tokens([ids[place] for place in order]).weighed(found)
    assert tokens.weights.tolist() == pieces.weights[order].tolist()
    assert tokens.parts.tolist() == pieces.parts[order].tolist() == [1, 0, 1, 0]
    assert len(set(pieces.weights.tolist())) > 1


def test_a_token_of_another_piece_weighs_as_much_as_the_mean_of_the_others():
    found = lexical(view(["the lamp", "a boat"]), understand(TWO_PARTS, now=NOW).terms, None)
    query = with_tokens([*Pieces.of(TWO_PARTS, EMBEDDER.pieces).ids.tolist(), 60_000])
    weights = query.weighed(found).weights
    assert weights[-1] == pytest.approx(weights[:-1].mean())


@pytest.mark.parametrize("cut", [True, False])
def test_tokens_of_unknown_pieces_alone_weigh_the_same(cut):
    found = lexical(view(["the lamp"]), understand(TWO_PARTS, now=NOW).terms, None)
    asked = with_tokens([60_000] * (MAX_PIECES + 3), cut=cut).weighed(found)
    assert asked.weights.tolist() == [1.0] * MAX_PIECES and not asked.parts.any()
    assert with_tokens([], cut=cut).weighed(found).weights.tolist() == []
