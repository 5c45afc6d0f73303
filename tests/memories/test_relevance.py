"""What a score means, and where it is too low: measured on probes, shown on others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from strandline import HashEmbedder, StaticEmbedder
from strandline.embedders import SentenceEmbedder
from strandline.memories import VectorMemory
from strandline.memories.pairs import FEATURES, features
from strandline.memories.relevance import Relevance, measure, probes, relevance_of

from .making import CountingEmbedder, contents

ROOT = Path(__file__).resolve().parents[2]
PARAPHRASES = probes(ROOT / "benchmarks" / "packs" / "paraphrases.jsonl")
LEARNED, MEASURED = (probes(ROOT / "training" / "probes" / f"{name}.jsonl") for name in ("learned", "measured"))
FACTS = {
    "what foods should I avoid": "I am allergic to peanuts",
    "Which shade do I like best?": "My favourite colour is blue",
    "What do I do for a living?": "I work as a nurse in Leeds",
    "what's the name of my pet": "My dog is called Rex",
    "Where is my home?": "I live in Oslo",
    "Which instrument do I play?": "I play the cello",
    "what car do I have": "I drive a red Volvo",
    "Who in my family fixes teeth?": "My sister Nora is a dentist",
    "When does my day begin?": "I get up at six every morning",
    "Should the editor be light or dark?": "I prefer dark mode",
}
"""Ten questions in other words than the facts that answer them."""
UNRELATED = [
    "What is the capital of Mongolia?",
    "How do I reverse a list in Python?",
    "Who wrote Hamlet?",
    "how tall is mount everest",
    "What is my blood type?",
    "translate good morning to french",
    "When does the stock market open?",
    "explain quantum entanglement",
    "What is 17 times 23",
    "How do I bake bread?",
]


def best_three(memory, query):
    """The three best that are recalled."""
    return contents(sorted(memory.get(query=query), key=lambda one: -one.score)[:3])


def filled(facts, **options):
    """A memory of some facts."""
    memory = VectorMemory(**options)
    memory.add(list(facts))
    return memory


@pytest.mark.parametrize("embedder", [None, StaticEmbedder()], ids=["default", "static"])
def test_ten_questions_in_other_words_find_their_facts_and_ten_others_find_nothing(embedder):
    """With the default threshold."""
    memory = filled(FACTS.values(), embedder=embedder)
    assert sum(fact in best_three(memory, query) for query, fact in FACTS.items()) >= 8
    assert [memory.get(query=query) for query in UNRELATED] == [[]] * len(UNRELATED)


def asked(found):
    """The questions of some probes, without case and marks."""
    return {plain(text) for one in found for text, _ in one.questions}


def plain(text):
    """A text as it is compared."""
    return text.lower().strip(" .?")


def test_questions_about_other_people_find_their_facts():
    """Of a pack that nothing was learned from: nine in ten, and few of the unrelated ones find anything.

    Questions that were learned from or measured with, about somebody else, are left out: "what is my profession".
    """
    known = asked(LEARNED) | asked(MEASURED)
    found, alarms = [], []
    for one in PARAPHRASES:
        memory = filled(one.facts)
        questions = [(text, one.facts[place]) for text, place in one.questions if plain(text) not in known]
        found += [fact in best_three(memory, text) for text, fact in questions]
        alarms += [bool(memory.get(query=text)) for text in one.unrelated]
    assert (len(found), len(alarms)) == (179, 200)
    assert sum(found) >= 0.9 * len(found)
    assert sum(alarms) <= 0.05 * len(alarms)


def test_no_question_has_the_same_answer_in_what_was_learned_and_in_what_is_measured_with():
    """Or in what the figures are from: two of two hundred, by chance."""
    pairs = [
        {(plain(text), plain(one.facts[place])) for one in found for text, place in one.questions}
        for found in (LEARNED, MEASURED, PARAPHRASES)
    ]
    assert not pairs[0] & pairs[1]
    assert len((pairs[0] | pairs[1]) & pairs[2]) <= 2


def test_the_files_are_what_the_tool_makes():
    """``tools/make_relevance.py`` gives the same weights and thresholds again."""
    tool = [sys.executable, str(ROOT / "tools" / "make_relevance.py"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_unknown_embedder_is_measured_once():
    """At the first query, on the probes that ship; later ones embed only themselves."""
    embedder = CountingEmbedder()
    one = filled(["a lamp"], embedder=embedder)
    assert len(embedder.calls) == 1
    one.get(query="lamp")
    measuring = len(embedder.calls)
    one.get(query="lamp")
    filled(["a torch"], embedder=embedder).get(query="torch")
    assert [kind for kind, _ in embedder.calls[measuring:]] == ["query", "document", "query"]


def test_measuring_twice_gives_the_same():
    """To the last digit, so that no run answers otherwise than another."""
    found = probes()[:6]
    assert measure(HashEmbedder(96), found) == measure(HashEmbedder(96), found)


def test_scores_are_chances_that_rise_with_the_cosine():
    """In [0, 1]; a text of the same words is likely, one about nothing is not."""
    relevance = relevance_of(SentenceEmbedder())
    near = relevance.scores("what do I play", ["I play the cello"] * 3, [-1.0, 0.3, 1.0])
    assert near == sorted(near)
    assert 0.0 <= near[0] < 0.01
    assert 0.99 < near[2] <= 1.0
    assert relevance.scores("anything", [], []) == []


def test_relevance_survives_json():
    """By the names of its features."""
    relevance = relevance_of(SentenceEmbedder())
    assert Relevance.from_dict(json.loads(json.dumps(relevance.to_dict()))) == relevance


@pytest.mark.parametrize("text", ["", "\ud800", "🐕", "a" * 50_000, "名前は?", "\x00", "It's “quoted”—and so on…"])
def test_any_text_has_features(text):
    """Finite ones, in their range, as a query and as a memory."""
    found = features(text, [text, "My name is Ana", ""], [0.5, 0.0, -1.0])
    assert found.shape == (3, len(FEATURES))
    assert np.isfinite(found).all()
    assert np.abs(found).max() <= 1.0
