"""windlass and cortexm behind the face of recall; fakes of what they give, where they are not installed."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import pytest

from strandline.bench import recall
from strandline.bench.data import load
from strandline.bench.families import everything, families
from strandline.bench.recall_rivals import SHOWN, CortexmAsked, CortexmStore, Texts, WindlassAsked
from strandline.errors import MissingExtraError

from .packs import GARDEN, conversation, question, turn, write


@pytest.fixture
def turns(tmp_path):
    [read] = load(write(tmp_path / "p.jsonl.xz", GARDEN))
    return read.turns


def test_a_text_is_where_it_was_first_said(turns):
    texts = Texts()
    texts.add(turns)
    assert texts.place("The spare key is under the third flowerpot.") == 0
    assert texts.place("nobody said this") is None


def test_a_long_text_is_known_by_its_beginning(tmp_path):
    """Line breaks may have become blanks."""
    long = "word\n\n" * 100
    [read] = load(write(tmp_path / "p.jsonl.xz", conversation([turn("a:0", "a", long)], [question("q", "x", ["a:0"])])))
    texts = Texts()
    texts.add(read.turns)
    assert texts.place(long[:SHOWN]) == 0
    assert texts.place(long[:SHOWN].replace("\n", " ")) == 0


def test_where_speakers_have_names_a_text_is_given_with_them(tmp_path):
    """They index no names, and a question of LoCoMo names people."""
    named = conversation(
        [turn("a:0", "a", "I see.", speaker="Ana"), turn("a:1", "a", "I see.", speaker="Ben")], [question("q", "x", [])]
    )
    [read] = load(write(tmp_path / "p.jsonl.xz", {**named, "dataset": "locomo"}))
    texts = Texts()
    texts.add(read.turns)
    assert [texts.place(f"{name}: I see.") for name in ("Ana", "Ben")] == [0, 1]


class Message:
    """A message of the fake windlass."""

    def __init__(self, role, content, **metadata):
        self.role, self.content, self.metadata = role, content, metadata

    @classmethod
    def user(cls, text):
        return cls("user", text)

    @classmethod
    def assistant(cls, text):
        return cls("assistant", text)


class VectorMemory:
    """Scores by shared words over all of the query's; the best is last, as in the real one."""

    def __init__(self, *, embedder, vectorstore, score_threshold=0.2):
        self.said, self.threshold = vectorstore.said, score_threshold

    def add(self, messages, *, thread_id):
        self.said += messages

    def get(self, *, thread_id, query, limit):
        wanted = set(query.lower().split())
        found = [
            Message(one.role, one.content, score=len(wanted & set(one.content.lower().split())) / len(wanted))
            for one in self.said
        ]
        best = sorted(found, key=lambda one: -one.metadata["score"])[:limit]
        return [one for one in reversed(best) if self.threshold is None or one.metadata["score"] >= self.threshold]


@pytest.fixture
def windlass(monkeypatch):
    store = SimpleNamespace(said=[], persist=lambda: None)
    parts = {
        "windlass.core.types": {"Message": Message},
        "windlass.providers.embeddings.hash": {"HashEmbedder": lambda: SimpleNamespace(dimension=lambda: 8)},
        "windlass.providers.vectordb.memory": {"InMemoryVectorStore": lambda **_: store},
        "windlass.providers.memory.longterm": {"VectorMemory": VectorMemory},
    }
    for name, content in parts.items():
        module = ModuleType(name)
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, module)
    for name in (
        "windlass",
        "windlass.core",
        "windlass.providers",
        *(f"windlass.providers.{part}" for part in ("embeddings", "vectordb", "memory")),
    ):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))


def test_windlass_gives_the_best_first_and_its_threshold_can_be_taken_away(windlass, turns, tmp_path):
    asked = WindlassAsked(tmp_path)
    asked.add(turns)
    assert [item.turn for item in asked.search("the tall hedge", 10)] == [2, 0, 0, 4]
    assert len(asked.pool("the tall hedge", 10)) == 5
    assert asked.context("tall hedge", 1000) == "user: Tomorrow the gardener will cut the tall hedge."
    assert asked.context("tall hedge", 3) == ""


BLOCK = """[Memory — Known facts]
- (user, has, key) [valid 2023-05-21; "The spare key …"]

## VERBATIM CHUNKS (BM25 + dense hybrid)
- [score=0.449 bm25=1.000 cos=0.082] My sister plays the cello
in an orchestra.
- [neighbor before offset=-1] Tomorrow the gardener will cut the tall hedge.
- [score=0.300 bm25=0.500 cos=0.050] The spare key is under the third flowerpot.
- [score=0.100 bm25=0.100 cos=0.050] Tomorrow the gardener will cut the tall hedge.
## Active memory (steps 1–5)
- **[step 5]** something else
"""


class Cortexm:
    """Answers every question with one fact, of the first turn, and the block above."""

    made: list[Cortexm] = []  # noqa: RUF012 (emptied by the fixture)

    def __init__(self, **options):
        self.options, self.calls = options, []
        self.made.append(self)

    def add_batch(self, messages, **where):
        self.calls.append(("add_batch", len(messages), where["run_id"], where["timestamp"]))

    def search(self, query, *, user_id, limit, timestamp):
        self.calls.append(("search", query, limit, timestamp))
        return {
            "results": [{"id": "f1", "score": 1.2}, {"id": "f2", "score": 1.1}, {"id": "f3", "score": 1.0}],
            "provenance": {
                "chain": [
                    {"fact_id": "f1", "source_text": "The spare key is under the third flowerpot."},
                    {"fact_id": "f2", "source_text": None},
                    {"fact_id": "f3", "source_text": "Good to know, thank you for telling me that!"},
                ]
            },
            "context_block": BLOCK,
        }

    def close(self):
        self.calls.append(("close",))


@pytest.fixture
def store(monkeypatch, turns, tmp_path):
    monkeypatch.setattr(Cortexm, "made", [])
    module = ModuleType("cortexm")
    module.Memory = Cortexm
    monkeypatch.setitem(sys.modules, "cortexm", module)
    return CortexmStore(tmp_path)


def test_cortexm_finds_the_sources_of_its_facts_and_then_its_chunks_each_turn_once(store, turns):
    """A fact without a source is nothing, neighbours of chunks are context, and a chunk ends where the next begins."""
    asked = CortexmAsked(store)
    asked.add(turns)
    found = asked.search("key", 10)
    assert [(item.turn, item.kind) for item in found] == [(0, "fact"), (1, "fact"), (4, "message"), (2, "message")]
    assert [item.turn for item in asked.search("key", 2)] == [0, 1]
    alone = CortexmAsked(store, facts=False, adds=False)
    assert [(item.turn, item.score) for item in alone.search("key", 10)] == [(4, 0.449), (0, 0.3), (2, 0.1)]


def test_cortexm_is_asked_once_a_question(store, turns):
    """For hits, pool and block, of both ways; a session is a batch with its time. Only one of them adds and closes."""
    asked, alone = CortexmAsked(store), CortexmAsked(store, facts=False, adds=False)
    assert (asked.searches, alone.searches) == (True, False)
    for way in (asked, alone):
        way.add(turns)
        way.search("key", 10)
    assert [len(asked.pool("key", 200)), len(alone.pool("key", 200))] == [4, 3]
    block = asked.context("key", 1000)
    assert block.startswith("[Memory — Known facts] - (user, has, key)")
    assert "\n" not in block
    assert asked.context("key", 10) == "[Memory — Known facts]"
    asked.context("another", 1000)
    alone.close()
    asked.close()
    [made] = Cortexm.made
    assert [call[:3] for call in made.calls] == [
        ("add_batch", 2, "s1"),
        ("add_batch", 2, "s2"),
        ("add_batch", 1, "s3"),
        ("search", "key", 10),
        ("search", "another", 10),
        ("close",),
    ]
    assert made.calls[0][3].startswith("2023-05-21T19:50:00")


def test_a_rival_that_is_not_installed_names_its_extra(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "cortexm", None)
    with pytest.raises(MissingExtraError, match=r"strandline\[rivals\]"):
        CortexmStore(tmp_path)


@pytest.mark.parametrize("name", ["windlass", "cortexm"])
def test_the_real_ones_are_measured_where_they_are_installed(name, tmp_path):
    if find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    names = [one for one in everything(families())[0] if one.startswith(name)]
    result = recall.run(write(tmp_path / "garden.jsonl.xz", GARDEN), systems=names)
    assert all(system["questions"]["scored"] == 2 for system in result["systems"].values())
    assert result["systems"][name]["all"]["recall@200"] > 0
