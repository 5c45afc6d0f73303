"""A second look: what it changes in search, recall_step and context, and what it never changes."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from strandline import AsyncMemory, HashEmbedder, Memory
from strandline.errors import InputError
from strandline.recall import DEFAULT_MIN_SCORE
from strandline.rerankers import OnnxReranker, RerankerIdentity
from strandline.types import Hit
from tests.rerankers.onnx_files import folder_of, shared_words

from .asking import EMBEDDER
from .scripted import read

ANA = {"user_id": "ana"}
T = datetime(2026, 2, 1, tzinfo=UTC)
Open = Callable[..., Memory]


class Liking:
    """Gives 1 to the texts that have a word, and 0 to others; keeps what it was asked."""

    identity = RerankerIdentity(name="liking", version="1")

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[tuple[str, list[str]]] = []

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append((query, list(texts)))
        return np.array([self.word in text for text in texts], np.float32)


class Drawing:
    """A number for each text, as good as drawn by lot."""

    identity = RerankerIdentity(name="drawing", version="1")

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([zlib.crc32(f"{self.seed} {text}".encode()) % 1000 / 999 for text in texts], np.float32)


class Failing:
    identity = RerankerIdentity(name="failing", version="1")

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        raise OSError("the model server does not answer")


@pytest.fixture
def lamps(open_memory: Open) -> Callable[..., Memory]:
    """The same sixty messages of two sessions, looked at again by any reranker."""
    with open_memory("lamps.db", embedder=HashEmbedder(dimensions=64)) as memory:
        texts = [f"the lamp of night {n} was lit {'by the keeper ' * (n % 4)}at {n % 7}" for n in range(60)]
        memory.add(texts[:30], session_id="s1", at=T, **ANA)
        memory.add(texts[30:], session_id="s2", at=T + timedelta(days=1), **ANA)

    def make(reranker: Any = None, **options: Any) -> Memory:
        return open_memory("lamps.db", embedder=HashEmbedder(dimensions=64), reranker=reranker, **options)

    return make


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def why(hit: Hit) -> dict[str, Any]:
    return dict(hit.why or {})


def test_what_the_reranker_prefers_comes_first(lamps: Callable[..., Memory]) -> None:
    hits = lamps(Liking("night 17")).search("when was the lamp lit by the keeper?", **ANA)
    assert "night 17" in hits[0].text
    assert why(hits[0])["reranker"] == 1.0
    assert why(hits[1])["reranker"] == 0.0


def test_a_real_cross_encoder_can_be_given(open_memory: Open, tmp_path: Path) -> None:
    """A graph that counts shared words puts the text with most of them first."""
    reranker = OnnxReranker(folder_of(tmp_path / "cross", shared_words()), threads=1)
    memory = open_memory("cross.db", embedder=HashEmbedder(dimensions=64), reranker=reranker)
    memory.add(["The budget is thin.", "The spare key is under the third flowerpot."], extract="off", **ANA)
    hits = memory.search("Where is the spare key?", min_score=0.0, **ANA)
    assert hits[0].text.startswith("The spare key")
    assert why(hits[0])["reranker"] > why(hits[-1])["reranker"]


@pytest.mark.parametrize("word", ["", "no such word"], ids=["all", "none"])
def test_a_reranker_that_tells_nothing_apart_changes_no_order(lamps: Callable[..., Memory], word: str) -> None:
    """All 1 or all 0: the first ranking stays."""
    query = "lamp of night 5 lit by the keeper"
    assert ids(lamps(Liking(word)).search(query, k=30, **ANA)) == ids(lamps().search(query, k=30, **ANA))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("min_score", [None, 0.0, 0.5])
def test_the_laws_of_a_second_look(lamps: Callable[..., Memory], seed: int, min_score: float | None) -> None:
    """The same things are found; no score falls or leaves [0, 1); what was not looked at stays behind, in its order."""
    query, top = f"lamp of night {seed} lit by the keeper at {seed}", 20
    before = lamps().search(query, k=60, min_score=min_score, **ANA)
    after = lamps(Drawing(seed), rerank_top=top).search(query, k=60, min_score=min_score, **ANA)
    assert set(ids(after)) == set(ids(before))
    first = {hit.id: hit.score for hit in before}
    assert all(first[hit.id] <= hit.score < 1.0 for hit in after)
    order = [(-hit.score, -hit.at.timestamp(), -(hit.step or 0), hit.id) for hit in after]
    assert order == sorted(order)
    looked = [hit.id for hit in after if "reranker" in why(hit)]
    assert looked == ids(after)[: len(looked)]
    assert set(looked) == set(ids(before)[:top])
    assert ids(after)[top:] == ids(before)[top:]


def test_the_threshold_acts_on_the_first_ranking(lamps: Callable[..., Memory]) -> None:
    """A reranker lifts nothing over ``min_score``, and what it dislikes is not dropped."""
    query = "has the keeper a boat?"
    bare = lamps().search(query, k=60, **ANA)
    assert all(hit.score >= DEFAULT_MIN_SCORE for hit in bare)
    assert len(bare) < len(lamps().search(query, k=60, min_score=0.0, **ANA))
    for word in ("", "no such word"):
        assert set(ids(lamps(Liking(word)).search(query, k=60, **ANA))) == set(ids(bare))


def test_the_first_ranking_and_the_cut_come_before_and_after(lamps: Callable[..., Memory]) -> None:
    """The reranker sees ``rerank_top`` candidates whatever ``k`` is."""
    for k in (1, 5, 40):
        reranker = Liking("night 9")
        assert len(lamps(reranker, rerank_top=25).search("the lamp of the keeper", k=k, **ANA)) == k
        assert [len(texts) for _, texts in reranker.asked] == [25]


def test_the_step_boost_acts_on_what_the_reranker_said(lamps: Callable[..., Memory]) -> None:
    """A result's score is the reranked one, its fusion score that times the boost."""
    memory = lamps(Drawing(3))
    recall = memory.recall_step("the lamp of the keeper", session_id="s2", window=10, include_window=True, k=60, **ANA)
    assert {result.step_distance_boost for result in recall.results} > {1.6}
    for result in recall.results:
        assert result.fusion_score == pytest.approx(result.score * result.step_distance_boost, abs=2e-6)
    assert [one.fusion_score for one in recall.results] == sorted(
        (r.fusion_score for r in recall.results), reverse=True
    )


def test_context_and_recall_step_look_again_too(lamps: Callable[..., Memory]) -> None:
    asked: dict[str, Any] = {"session_id": "new", **ANA}
    memory = lamps(Liking("night 17"))
    assert "night 17" in memory.context("the lamp of the keeper", **asked).hits[0].text
    assert "night 17" in memory.recall_step("the lamp of the keeper", **asked).results[0].memory
    assert "night 17" in memory.stepped_context_block("the lamp of the keeper", k=1, **asked)


def test_a_blank_question_is_not_looked_at(lamps: Callable[..., Memory]) -> None:
    reranker = Liking("lamp")
    assert lamps(reranker).search("  ", min_score=0.0, **ANA)
    lamps(reranker).search("the lamp", user_id="nobody")
    assert reranker.asked == []


def test_a_failing_reranker_loses_nothing_and_says_so(lamps: Callable[..., Memory]) -> None:
    """The first ranking, with the reason in each hit."""
    query = "lamp of night 5 lit by the keeper"
    bare, hits = lamps().search(query, **ANA), lamps(Failing()).search(query, **ANA)
    assert [(hit.id, hit.score) for hit in hits] == [(hit.id, hit.score) for hit in bare]
    [said] = {why(hit)["reranker_missing"] for hit in hits}
    assert re.fullmatch(r"reranker failing 1 failed on \d+ texts: OSError: the model server does not answer", said)
    assert "reranker" not in why(hits[0])


def test_equal_calls_give_equal_bytes(lamps: Callable[..., Memory]) -> None:
    """In another connection, with other users there."""
    query = "lamp of night 5 lit by the keeper"
    memory = lamps(Drawing(1))
    first = [hit.to_dict() for hit in memory.search(query, **ANA)]
    memory.add(["the lamp of ben was lit by the keeper"] * 3, user_id="ben")
    assert [hit.to_dict() for hit in lamps(Drawing(1)).search(query, **ANA)] == first


def test_the_awaitable_face_looks_again_too(lamps: Callable[..., Memory], tmp_path: Path) -> None:
    query = "lamp of night 5 lit by the keeper"
    want = [hit.to_dict() for hit in lamps(Drawing(1), rerank_top=7).search(query, **ANA)]

    async def found() -> list[dict[str, Any]]:
        options: Any = {"embedder": HashEmbedder(dimensions=64), "reranker": Drawing(1), "rerank_top": 7}
        async with AsyncMemory(tmp_path / "lamps.db", **options) as memory:
            return [hit.to_dict() for hit in await memory.search(query, **ANA)]

    assert asyncio.run(found()) == want


def test_a_second_look_costs_one_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ``k`` and ``rerank_top`` are."""
    said: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*args, **options)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    counts: dict[bool, set[int]] = {True: set(), False: set()}
    for top in (0, 1, 10, 200):
        options: dict[str, Any] = {"reranker": Drawing(1), "rerank_top": top} if top else {}
        with Memory(tmp_path / "m.db", embedder=HashEmbedder(32), **options) as memory:
            if not top:
                memory.add([f"the lamp of night {n}" for n in range(200)], session_id="s", **ANA)
            memory.recall_step("lamp", session_id="s", **ANA)
            for k in (1, 10, 150):
                said.clear()
                memory.recall_step("lamp", session_id="s", k=k, min_score=0.0, **ANA)
                counts[bool(top)].add(len(said))
    assert len(counts[False]) == len(counts[True]) == 1
    assert counts[True].pop() == counts[False].pop() + 1


# --- facts


@pytest.fixture
def told(open_memory: Open, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Memory]:
    """Facts that are what ``scripted.read`` reads, and messages that speak of the same."""
    monkeypatch.setattr("strandline.memory.claims.read", read)
    with open_memory("told.db", embedder=EMBEDDER) as memory:
        memory.add("is lives_in Oslo", session_id="s1", at=T, **ANA)
        memory.add("Where do you live? I live for the sea, and where I live is water.", session_id="s1", at=T, **ANA)

    def make(reranker: Any = None) -> Memory:
        return open_memory("told.db", embedder=EMBEDDER, reranker=reranker)

    return make


def test_a_fact_that_answers_stays_first_though_a_message_is_more_like_the_question(told: Any) -> None:
    """The reranker gives the message 1 and the fact 0."""
    hits = told(Liking("water")).search("where do I live?", **ANA)
    assert (hits[0].kind, hits[0].text) == ("fact", "The user lives in Oslo.")
    assert why(hits[0])["reranker"] == 0.0
    assert why(hits[1])["reranker"] == 1.0
    block = told(Liking("water")).context("where do I live?", session_id="new", **ANA)
    assert block.hits[0].text == "The user lives in Oslo."


def test_which_of_a_fact_and_its_message_is_given_is_settled_before(told: Any) -> None:
    """The same hits come with any reranker; a fact is judged by its sentence and by the message it stands for."""
    reranker = Liking("is lives_in")
    hits = told(reranker).search("where do I live?", **ANA)
    assert {hit.id for hit in hits} == {hit.id for hit in told().search("where do I live?", **ANA)}
    ((_, texts),) = reranker.asked
    assert {"The user lives in Oslo.", "is lives_in Oslo"} <= set(texts)
    assert why(hits[0])["reranker"] == 1.0


def test_the_reranker_reads_who_spoke(open_memory: Open) -> None:
    """The name stands before what was said, as the question may name the speaker."""
    reranker = Liking("Lea")
    memory = open_memory("names.db", embedder=HashEmbedder(dimensions=64), reranker=reranker)
    memory.add({"role": "user", "name": "Lea", "content": "The boat leaves at nine."}, extract="off", **ANA)
    memory.add("The boat is red.", extract="off", **ANA)
    memory.search("which boat?", min_score=0.0, **ANA)
    assert sorted(reranker.asked[0][1]) == ["Lea: The boat leaves at nine.", "The boat is red."]


# --- what is refused


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reranker": "minilm"}, "open_reranker"),
        ({"reranker": object()}, "has no score"),
        ({"reranker": Liking("a"), "rerank_top": 0}, "rerank_top"),
        ({"rerank_top": 2.5}, "rerank_top"),
    ],
)
def test_what_cannot_be_used_is_refused_at_the_door(open_memory: Open, options: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        open_memory("refused.db", **options)
