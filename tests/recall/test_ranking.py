"""Ranking: what is found, what is not, and that it is the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.recall import DEFAULT_MIN_SCORE, UserIndex, rank, understand
from strandline.recall.model import Ranking, least_answerable
from strandline.recall.parts import PARTS
from strandline.recall.ranking import compared

from .rows import DAY, EMBEDDER, NOW, START, TABLE, Said, ask, rows, view

SOFTWARE = (
    "We deploy the API with Docker on port 8090",
    "The build server runs Ubuntu 22.04 and Jenkins",
    "I prefer dark mode in the IDE",
    "Database migrations are run with alembic before each release",
    "Please always write tests with pytest",
    "The release is tagged v2.3.1 and tracked as AB-1234",
    "The bug in the parser was fixed by Dmitri",
    "Write to ops@example.org when the site is down",
)
LANGUAGES = (
    "你好，我是小明",
    "मेरा नाम अनीता है",
    "ผมชอบกินข้าวผัด",
    "Meine Schwester wohnt in Köln",
    "저는 한국어를 공부해요",
    "I like tea",
)


def found(messages, question, **masks):
    """Texts above the default thresholds, best first."""
    seen = view(messages)
    ranked = rank(seen, ask(question), table=TABLE, **masks)
    texts = [m if isinstance(m, str) else m.text for m in messages]
    keep = (ranked.scores >= DEFAULT_MIN_SCORE) & (ranked.answerable >= least_answerable(len(messages)))
    return [texts[message - 1] for message in seen.message[ranked.rows[keep]].tolist()]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which port does the api use?", 0),
        ("8090", 0),
        ("what is the operating system of the build server", 1),
        ("what IDE theme do I like?", 2),
        ("how are migrations of the database done", 3),
        ("v2.3.1", 5),
        ("ab-1234", 5),
        ("Who fixed the parser?", 6),
        ("ops@example.org", 7),
    ],
)
def test_the_answer_is_first(question, answer):
    assert found(SOFTWARE, question)[0] == SOFTWARE[answer]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("你知道我叫什麼名字嗎", 0),
        ("小明", 0),
        ("अनीता", 1),
        ("ข้าวผัด", 2),
        ("Wo wohnt meine Schwester?", 3),
        ("한국어", 4),
    ],
)
def test_words_of_any_script_are_found(question, answer):
    assert found(LANGUAGES, question)[0] == LANGUAGES[answer]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "?!… --",
        "🎉👍🏽",
        "the a of and",
        "what is it and who are you",
        "NOT AND OR",
        '"*" ( ) ^',
        "how to bake sourdough bread",
        "quantum chromodynamics lattice simulation",
        "xyzzy plugh qwerty",
        "flurbigon snazzle wocketeer",
    ],
)
def test_a_question_about_nothing_that_is_there_finds_nothing(question):
    assert found(SOFTWARE, question) == []


def test_a_paraphrase_without_a_shared_word_is_found():
    assert found(["I moved to Oslo last month."], "where does she live?") == ["I moved to Oslo last month."]


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet=st.characters(codec=None), max_size=40))
def test_any_question_gives_scores_in_range_in_a_total_order(question):
    seen = view(SOFTWARE)
    vector = EMBEDDER.embed(["tea"])[0]
    ranked = rank(seen, ask(question) if question.isprintable() else _bare(question, vector), table=TABLE)
    assert np.all((ranked.scores >= 0) & (ranked.scores < 1))
    assert np.all(np.diff(ranked.scores) <= 0)
    assert sorted(ranked.rows.tolist()) == list(range(len(SOFTWARE)))


def _bare(question, vector):
    return understand(question, vector=vector, pieces=None, now=NOW)


def test_more_words_than_anyone_types_are_answered():
    question = " ".join(f"word{i}" for i in range(58_000)) + " parser"
    assert len(rank(view(SOFTWARE), _bare(question, EMBEDDER.embed(["x"])[0]), table=TABLE)) == len(SOFTWARE)


def test_a_word_that_nobody_used_weighs_as_much_as_one_used_once():
    found, _, given = compared(view(["Oslo"]), understand("Oslo Bergen", now=NOW), None, None, None)
    assert given.column("coverage")[0] == pytest.approx(0.5, abs=0.01)
    assert found.lexical.unseen == pytest.approx(0.5, abs=0.01)


def test_an_invisible_row_changes_no_score():
    question = ask("who fixed the parser of the build server for Boris")
    alone = rank(view(SOFTWARE), question, table=TABLE)
    hidden = [Said(text=f"parser for Boris {i} and the build", agent=3, name="Boris") for i in range(30)]
    seen = view([*hidden[:9], *SOFTWARE[:3], *hidden[9:20], *SOFTWARE[3:], *hidden[20:]])
    mixed = rank(seen, question, visible=seen.agent == 0, table=TABLE)
    assert [np.flatnonzero(seen.agent == 0).tolist().index(row) for row in mixed.rows] == alone.rows.tolist()
    assert mixed.scores.tobytes() == alone.scores.tobytes()
    assert [mixed.why(i) for i in range(len(mixed))] == [alone.why(i) for i in range(len(alone))]


def test_a_filtered_row_is_not_returned_but_still_counts():
    seen = view(SOFTWARE)
    allowed = np.arange(len(seen)) != 6
    ranked = rank(seen, ask("parser bug"), visible=np.ones(len(seen), np.bool_), allowed=allowed, table=TABLE)
    assert 6 not in ranked.rows.tolist()
    assert len(ranked) == len(SOFTWARE) - 1


def test_a_row_that_is_allowed_but_not_visible_is_not_returned():
    seen = view(SOFTWARE)
    none = np.zeros(len(seen), np.bool_)
    assert len(rank(seen, ask("parser"), visible=none, allowed=~none, table=TABLE)) == 0


def test_equal_texts_are_one_candidate_the_newest():
    said = [
        Said(text="I like tea", at=START),
        Said(text="I like tea ", at=START + DAY),
        Said(text="I like jam", at=START),
    ]
    seen = view(said)
    ranked = rank(seen, ask("tea"), table=TABLE)
    assert seen.message[ranked.rows].tolist() == [2, 3]


def test_many_copies_of_one_text_do_not_push_the_others_out():
    said = [f"coffee and {word}" for word in ("milk", "sugar", "cake")] + ["coffee"] * 50
    seen = view(said)
    ranked = rank(seen, ask("coffee"), table=TABLE, limit=6)
    assert sorted(seen.message[ranked.rows].tolist()) == [1, 2, 3, 53]


def test_a_long_message_is_one_candidate_by_its_best_passage():
    long = (
        "Nothing of interest stands here. " * 60 + "The spare key is under the third flowerpot. " + "Filler text. " * 80
    )
    seen = view(["Hello", long])
    ranked = rank(seen, ask("where is the spare key"), table=TABLE)
    assert seen.message[ranked.rows].tolist() == [2, 1]
    assert int(ranked.rows[0]) not in (int(seen.first[1]), len(seen) - 1)


def test_equal_scores_put_the_newest_first():
    said = [
        Said(text=f"tea {word}", at=START + i * DAY, session=i) for i, word in enumerate(("one", "two", "three"), 1)
    ]
    ranked = rank(view([*said, "unlike"]), ask("xyzzy"), table=TABLE)
    assert len(set(ranked.scores.tolist())) == 1
    assert ranked.rows.tolist() == [2, 1, 0, 3]


def test_the_limit_keeps_the_best():
    seen = view(SOFTWARE)
    every, few = (rank(seen, ask("parser bug"), table=TABLE, limit=limit) for limit in (400, 3))
    assert few.rows.tolist()[0] == every.rows.tolist()[0] == 6
    assert len(few) == 3


def test_what_will_be_lifted_is_not_cut_off_and_keeps_its_score():
    far = "A lamp among many other words, in a longer sentence."
    seen = view([*(f"The lamp is green {n}." for n in range(30)), far])
    plain = rank(seen, ask("green lamp"), limit=31)
    assert 30 not in rank(seen, ask("green lamp"), limit=10).rows
    lift = np.ones(31)
    lift[30] = plain.scores[0] / plain.scores[plain.rows == 30][0] * 1.1
    lifted = rank(seen, ask("green lamp"), limit=10, lift=lift)
    assert 30 in lifted.rows and len(lifted) == 10
    every = set(zip(plain.rows.tolist(), plain.scores.tolist(), strict=True))
    assert set(zip(lifted.rows.tolist(), lifted.scores.tolist(), strict=True)) <= every


def test_a_fact_ranks_beside_a_message_of_the_same_words():
    said = [
        Said(text="Ana is allergic to peanuts."),
        Said(text="User: allergic to peanuts, Ana", fact=True),
        "Good morning",
    ]
    ranked = rank(view(said), ask("what is Ana allergic to"), table=TABLE)
    message, fact = sorted(zip(ranked.rows.tolist(), ranked.scores.tolist(), strict=True))[:2]
    assert fact[1] > 0.1 * message[1]
    assert fact[1] >= DEFAULT_MIN_SCORE


def test_a_message_beside_the_answer_gains_but_not_one_of_another_session():
    said = [
        Said(text="Have you found a name for the puppy?", session=1),
        Said(text="Yes, Biscuit!", session=1),
        Said(text="Yes, indeed!", session=2),
    ]
    ranked = rank(view(said), ask("what is the name of the puppy"), table=TABLE)
    assert ranked.rows.tolist()[:2] == [0, 1]
    assert "neighbours" in ranked.why(1)["found_by"]
    assert "neighbours" not in ranked.why(2)["found_by"]


def test_a_session_alone_lifts_nothing_near_what_answers():
    said = ["The parser bug was fixed", "Weather is fine", "Lunch at noon", "Nice shoes", "Bye now"]
    ranked = rank(view(said), ask("parser bug fixed"), table=TABLE)
    assert ranked.rows[0] == 0
    assert max(ranked.scores[1:]) < 0.1 * ranked.scores[0]


def test_the_named_speaker_is_preferred():
    said = [
        Said(text="I adopted a kitten", name="Ana", session=1),
        Said(text="I adopted a puppy", name="Ben", role=3, session=2),
    ]
    seen = view(said)
    assert seen.message[rank(seen, ask("What did Ben adopt?"), table=TABLE).rows].tolist() == [2, 1]
    assert seen.message[rank(seen, ask("What did Ana adopt?"), table=TABLE).rows].tolist() == [1, 2]


def test_the_assistants_words_come_first_only_when_they_are_asked_for():
    said = [
        Said(text="A good hotel in Rome would be nice", role=2, session=1),
        Said(text="A good hotel in Rome is the Lido", role=3, session=2),
    ]
    seen = view(said)
    own = rank(seen, ask("good hotel in Rome"), table=TABLE)
    asked = rank(seen, ask("which good hotel in Rome did you recommend?"), table=TABLE)
    assert own.rows.tolist() == [0, 1]
    assert own.why(1)["role"] < 0
    assert asked.rows.tolist() == [1, 0]
    assert asked.why(0)["role"] > own.why(1)["role"]


def test_a_named_person_is_not_taken_for_an_assistant():
    ranked = rank(view([Said(text="I love Rome", role=3, name="Ben")]), ask("Rome"), table=TABLE)
    assert ranked.why(0).get("role", 0.0) == 0.0


def test_the_messages_of_a_named_date_are_found():
    said = [Said(text="Lots to do", at=START + day * DAY, session=day + 1) for day in range(0, 90, 10)]
    seen = view([Said(text=f"{m.text} {i}", at=m.at, session=m.session) for i, m in enumerate(said)])
    ranked = rank(seen, ask("what happened in July?"), table=TABLE)
    months = seen.at[ranked.rows].view("datetime64[us]").astype("datetime64[M]").astype(str).tolist()
    july = months.count("2026-07")
    assert july > 2
    assert set(months[:july]) == {"2026-07"}
    assert ranked.scores[july - 1] > 2 * ranked.scores[july]


def test_why_names_the_legs_and_adds_up_to_the_score():
    ranked = rank(view(SOFTWARE), ask("who fixed the parser bug"), table=TABLE)
    why = ranked.why(0)
    total, second = (sum(ranked.parts[place]) for place in (0, 1))
    assert why["found_by"][:3] == ["words", "meaning", "pieces"]
    assert sum(why[name] for name in PARTS if name in why) == pytest.approx(total, abs=1e-4)
    odds = [np.log(score / (1 - score)) for score in ranked.scores[:2]]
    calibration = Ranking.default().profile("pieces").calibration
    slope = calibration["evidence"] + calibration["share"]
    assert odds[0] - odds[1] == pytest.approx(slope * (total - second), abs=1e-3)
    assert why["answerable"] == ranked.answerable > 0.9


def test_without_vectors_or_pieces_scores_mean_much_the_same():
    question = "which port does the api use"
    everything = rank(view(SOFTWARE), ask(question), table=TABLE)
    words = rank(view(SOFTWARE), understand(question, now=NOW))
    vectors = rank(view(SOFTWARE), understand(question, vector=EMBEDDER.embed([question])[0], now=NOW))
    assert everything.rows[0] == words.rows[0] == vectors.rows[0] == 0
    assert words.why(0)["found_by"][0] == "words"
    assert words.scores[0] == pytest.approx(everything.scores[0], abs=0.25)
    assert vectors.scores[0] == pytest.approx(everything.scores[0], abs=0.25)
    assert "meaning" not in words.why(0) and "pieces" not in vectors.why(0)


def test_rows_without_a_vector_are_found_by_their_words():
    batch = rows(SOFTWARE)
    batch.vectors[:], batch.scale[:] = 0, 0
    index = UserIndex(EMBEDDER.identity.dimensions)
    index.append(batch)
    assert rank(index.view(), ask("parser bug"), table=TABLE).rows.tolist()[0] == 6


def test_an_index_grown_row_by_row_ranks_to_the_same_bytes():
    grown = UserIndex(EMBEDDER.identity.dimensions)
    for i, text in enumerate(SOFTWARE):
        grown.append(rows([text], start=i))
    left, right = (rank(v, ask("which release fixed the bug"), table=TABLE) for v in (grown.view(), view(SOFTWARE)))
    assert left.rows.tolist() == right.rows.tolist()
    assert left.scores.tobytes() == right.scores.tobytes()


SCRIPT = """
import sys
from tests.recall.rows import TABLE, ask, view
from strandline.recall import rank
texts = [f"message {i} about topic {i % 37} and thing {i % 11}" for i in range(6000)]
ranked = rank(view(texts), ask("topic 5 and the thing 3 of a message"), table=TABLE)
sys.stdout.write(ranked.scores.tobytes().hex() + str(ranked.rows.tolist()))
"""


def test_scores_do_not_depend_on_the_threads_of_blas_or_the_process():
    def run(threads):
        env = {**os.environ, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, "PYTHONHASHSEED": threads}
        env["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
        return subprocess.run([sys.executable, "-c", SCRIPT], env=env, stdout=subprocess.PIPE, check=True).stdout

    assert run("1") == run("2") != b""
