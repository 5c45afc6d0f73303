"""Questions in seven languages about conversations in them, with default settings.

The conversations were written for this; the embedder is the one in the wheel, whose model is English. The floors lie a
question or two under what is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from strandline import Memory
from strandline.bench.baseline import Bm25
from strandline.bench.data import Conversation, load, message, runs
from strandline.bench.metrics import recall_at

PACKS = Path(__file__).parents[1] / "data" / "languages"
PACK = Path(__file__).parents[2] / "benchmarks" / "packs" / "languages.jsonl"
"""Eight conversations in the same languages, 198 questions that have an answer; nothing is learned from them."""
FLOORS = {
    "zh": (0.70, 0.75),
    "fr": (0.50, 0.65),
    "hi": (0.60, 0.65),
    "ja": (1.00, 1.00),
    "ar": (0.60, 0.60),
    "de": (0.60, 0.60),
    "es": (0.80, 0.80),
}
"""Recall in the first five and the first ten results, of 20 questions (zh, fr, hi) or 5."""


def _asked(memory: Memory, conversation: Conversation) -> tuple[float, float]:
    """Mean recall at 5 and at 10."""
    place: dict[str, int] = {}
    for run in runs(conversation.turns):
        added = memory.add([message(turn) for turn in run], user_id="u", session_id=run[0].session)
        place.update(zip((row.id for row in added.messages), (turn.index for turn in run), strict=True))
    five, ten = [], []
    for question in conversation.questions:
        hits = memory.search(question.text, user_id="u", k=10)
        ranked = [place.get(hit.message_id or hit.id, -1) for hit in hits]
        evidence = set(question.evidence)
        five.append(recall_at(ranked, evidence, 5))
        ten.append(recall_at(ranked, evidence, 10))
    return sum(five) / len(five), sum(ten) / len(ten)


@pytest.mark.parametrize("language", FLOORS)
def test_questions_find_what_answers_them(language: str, open_memory: Callable[..., Memory]) -> None:
    [conversation] = load(PACKS / f"{language}.jsonl")
    moment = conversation.questions[0].at
    five, ten = _asked(open_memory(clock=lambda: moment), conversation)
    least_five, least_ten = FLOORS[language]
    assert five >= least_five, (five, ten)
    assert ten >= least_ten, (five, ten)


@pytest.mark.parametrize("language", FLOORS)
def test_most_of_what_many_questions_ask_for_is_found_and_more_than_by_words_alone(
    language: str, open_memory: Callable[..., Memory]
) -> None:
    """Where half of the questions share no word with their answers; each language by itself."""
    ours, words = [], []
    for number, conversation in enumerate(load(PACK)):
        if conversation.id.startswith(f"l-{language}"):
            answerable = tuple(question for question in conversation.questions if question.evidence)
            asked = replace(conversation, questions=answerable)
            moment = answerable[0].at
            ours.append(_asked(open_memory(f"{number}.db", clock=lambda moment=moment: moment), asked)[1])
            baseline = Bm25()
            baseline.add(conversation.turns)
            baseline.build()
            ranked = [[turn for turn, _ in baseline.search(question.text, 10)] for question in answerable]
            words.append(mean(recall_at(r, set(q.evidence), 10) for r, q in zip(ranked, answerable, strict=True)))
    assert mean(ours) >= 0.45
    assert mean(ours) > mean(words) + 0.05


@pytest.mark.parametrize("language", FLOORS)
def test_the_packs_are_whole(language: str) -> None:
    """As many turns and questions as they are said to have, each question with evidence."""
    [conversation] = load(PACKS / f"{language}.jsonl")
    large = language in ("zh", "fr", "hi")
    assert len(conversation.questions) == (20 if large else 5)
    assert (100 if large else 20) <= len(conversation.turns) <= 140
    assert len({turn.session for turn in conversation.turns}) == (8 if large else 3)
    assert all(question.evidence for question in conversation.questions)


def test_a_question_in_other_letters_than_the_model_reads_says_so(memory: Memory) -> None:
    memory.add("我的猫叫年糕。", user_id="u")
    memory.add("My cat is called Niangao.", user_id="u")
    hit = memory.search("猫叫什么？", user_id="u")[0]
    assert hit.text == "我的猫叫年糕。"
    assert hit.why["dense_missing"] == "the embedder's word pieces are of Latin letters"
    assert "dense_missing" not in memory.search("cat", user_id="u")[0].why
