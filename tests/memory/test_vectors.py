"""Who makes the vectors: one embedder a store, switching on purpose, and nothing lost when one fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import EmbedderError, EmbedderMismatchError, InputError, NotFoundError, StoreError
from strandline.types import EmbedderIdentity

Open = Callable[..., Memory]
OLD, NEW = HashEmbedder(dimensions=32), HashEmbedder(dimensions=48)
OLD_NAME, NEW_NAME = str(OLD.identity), str(NEW.identity)


class Failing:
    """Gives good vectors ``good`` times, and then raises or returns what it is told to."""

    def __init__(self, outcome: Any, good: int = 0, dimensions: int = 48) -> None:
        self._inner = HashEmbedder(dimensions)
        self.identity: EmbedderIdentity = self._inner.identity
        self.good, self.outcome, self.calls = good, outcome, 0

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        self.calls += 1
        if self.calls <= self.good:
            return self._inner.embed(texts)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome(len(texts), self.identity.dimensions)


def not_a_number(count: int, width: int) -> Any:
    rows = np.zeros((count, width), np.float32)
    rows[-1, -1] = np.nan
    return rows


BAD: dict[str, Any] = {
    "raises": RuntimeError("the model has gone"),
    "NaN": not_a_number,
    "infinity": lambda count, width: np.full((count, width), np.inf),
    "too narrow": lambda count, width: np.zeros((count, width - 1), np.float32),
    "too few": lambda count, width: np.zeros((count - 1, width), np.float32),
    "too many": lambda count, width: np.zeros((count + 1, width), np.float32),
    "flat": lambda count, width: np.zeros(count * width, np.float32),
    "None": lambda count, width: None,
    "texts": lambda count, width: [["x"] * width] * count,
    "ragged": lambda count, width: [[0.0], [0.0, 1.0]],
}


def old_store(open_memory: Open, name: str = "m.db", texts: int = 3) -> None:
    """A store of the old embedder, closed again."""
    memory = open_memory(name, embedder=OLD)
    memory.add([f"the lamp of night {n}" for n in range(texts)], user_id="ana")
    memory.close()


def test_the_store_knows_who_made_its_vectors(open_memory: Open) -> None:
    old_store(open_memory)
    memory = open_memory("m.db", embedder=HashEmbedder(dimensions=32))
    assert (memory.stats().embedder, memory.stats().dense, memory.stats().vectors_pending) == (OLD_NAME, True, 0)


def test_another_embedder_is_refused_naming_both_and_the_way_out(open_memory: Open, tmp_path: Path) -> None:
    old_store(open_memory)
    before = (tmp_path / "m.db").read_bytes()
    with pytest.raises(EmbedderMismatchError, match="on_mismatch") as caught:
        open_memory("m.db", embedder=NEW)
    assert (caught.value.stored, caught.value.given) == (OLD_NAME, NEW_NAME)
    assert OLD_NAME in str(caught.value) and NEW_NAME in str(caught.value) and "reembed()" in str(caught.value)
    assert (tmp_path / "m.db").read_bytes() == before
    assert open_memory("m.db", embedder=OLD).search("lamp", user_id="ana"), "it was left as it was"


def test_lexical_keeps_recall_by_words_and_queues_new_vectors(open_memory: Open) -> None:
    old_store(open_memory)
    memory = open_memory("m.db", embedder=NEW, on_mismatch="lexical")
    memory.add("a lantern is no lamp", user_id="ana")
    memory.remember("lamps are nice", user_id="ana")
    hits = memory.search("lamp of night", user_id="ana", min_score=0.0)
    assert len(hits) == 5 and "lamp of night" in hits[0].text
    assert all("another embedder" in hit.why["dense_missing"] for hit in hits if hit.why)
    assert all("meaning" not in hit.why["found_by"] for hit in hits if hit.why)
    stats = memory.stats()
    assert (stats.embedder, stats.dense, stats.vectors_pending) == (OLD_NAME, False, 2)
    memory.close()
    again = open_memory("m.db", embedder=OLD)
    assert again.reembed().made == 2
    assert again.stats().vectors_pending == 0 and again.check().ok


def test_reembed_switches_the_store_and_recall_is_as_if_it_had_always_been_so(open_memory: Open) -> None:
    old_store(open_memory)
    memory = open_memory("m.db", embedder=NEW, on_mismatch="lexical")
    seen: list[tuple[int, int]] = []
    done = memory.reembed(progress=lambda made, total: seen.append((made, total)))
    assert (done.embedder, done.made, done.pending) == (NEW_NAME, 3, 0)
    assert seen == [(3, 3)]
    assert (memory.stats().embedder, memory.stats().dense) == (NEW_NAME, True)
    other = open_memory("other.db", embedder=NEW)
    other.add([f"the lamp of night {n}" for n in range(3)], user_id="ana")
    scores = [(hit.text, hit.score, hit.why) for hit in other.search("lamp at night", user_id="ana")]
    assert scores == [(hit.text, hit.score, hit.why) for hit in memory.search("lamp at night", user_id="ana")]
    assert memory.check().ok and memory.reembed().made == 0
    memory.close()
    with pytest.raises(EmbedderMismatchError):
        open_memory("m.db", embedder=OLD)


def test_reembed_goes_on_where_it_failed(open_memory: Open) -> None:
    old_store(open_memory, texts=1000)
    broken = Failing(RuntimeError("out of memory"), good=2)
    memory = open_memory("m.db", embedder=broken, on_mismatch="lexical")
    seen: list[tuple[int, int]] = []
    with pytest.raises(EmbedderError, match="out of memory"):
        memory.reembed(progress=lambda made, total: seen.append((made, total)))
    left = memory.stats().vectors_pending
    assert seen[-1] == (1000 - left, 1000) and 0 < left < 1000
    assert memory.check().ok
    assert memory.search("lamp of night 7", user_id="ana"), "by words, and by the vectors there are"
    memory.close()
    resumed = open_memory("m.db", embedder=NEW)
    done = resumed.reembed()
    assert (done.made, done.pending, resumed.stats().vectors_pending) == (left, 0, 0)


def test_reembed_of_one_user_leaves_the_others_queued(open_memory: Open) -> None:
    old_store(open_memory)
    memory = open_memory("m.db", embedder=NEW, on_mismatch="lexical")
    memory.add("one of bob", user_id="bob")
    done = memory.reembed(user_id="bob")
    assert (done.made, done.pending) == (1, 3)
    assert memory.stats(user_id="ana").vectors_pending == 3
    with pytest.raises(NotFoundError):
        memory.reembed(user_id="nobody")


def test_a_memory_that_is_overtaken_by_a_switch_goes_on_by_words(open_memory: Open) -> None:
    old_store(open_memory)
    staying = open_memory("m.db", embedder=OLD)
    assert "meaning" in str(staying.search("lamp", user_id="ana")[0].why)
    switching = open_memory("m.db", embedder=NEW, on_mismatch="lexical")
    switching.reembed()
    hits = staying.search("lamp of night 1", user_id="ana")
    assert hits and all("another embedder" in str(hit.why) for hit in hits)
    staying.add("the lamp of the ship", user_id="ana")
    assert staying.search("lamp of the ship", user_id="ana")[0].text == "the lamp of the ship"
    assert staying.recall_step("lamp", user_id="ana", window=0).results
    assert (staying.stats().dense, staying.stats().vectors_pending) == (False, 1)
    assert "the lamp of the ship" in [hit.text for hit in switching.search("ship", user_id="ana")], "by its words"
    assert switching.reembed().made == 1
    assert switching.check().ok


@pytest.mark.parametrize("outcome", BAD.values(), ids=BAD.keys())
def test_an_embedder_that_fails_loses_no_message(open_memory: Open, outcome: Any) -> None:
    memory = open_memory("m.db", embedder=Failing(outcome))
    added = memory.add(["the lamp is lit", "the boat is in"], user_id="ana")
    assert len(added.messages) == 2
    (warning,) = added.warnings
    assert "2 vectors are queued" in warning and "reembed()" in warning
    noted = memory.remember("owns a lamp", user_id="ana")
    assert noted.facts and "queued" in noted.warnings[0]
    assert memory.stats().vectors_pending == 3
    hits = memory.search("lamp", user_id="ana", min_score=0.0)
    assert {hit.text for hit in hits} >= {"the lamp is lit", "owns a lamp"}
    assert all(hit.why and hit.why["dense_missing"] for hit in hits)
    with pytest.raises(EmbedderError):
        memory.reembed()
    assert memory.check().ok and memory.check().vectors_pending == 3
    memory.close()
    repaired = open_memory("m.db", embedder=NEW)
    assert repaired.reembed().made == 3
    assert all("dense_missing" not in (hit.why or {}) for hit in repaired.search("lamp", user_id="ana"))


def test_an_embedder_that_fails_at_the_question_is_said_and_words_still_find(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=Failing(RuntimeError("gone"), good=1))
    memory.add("the lamp is lit", user_id="ana")
    (hit,) = memory.search("lamp", user_id="ana")
    assert hit.why and "gone" in hit.why["dense_missing"]
    assert memory.context("lamp", user_id="ana").hits and memory.recall_step("lamp", user_id="ana", window=0).results


def test_a_failing_embedder_does_not_change_what_others_wrote(open_memory: Open) -> None:
    good = open_memory("m.db", embedder=NEW)
    good.add("the lamp is lit", user_id="ana")
    bad = open_memory("m.db", embedder=Failing(RuntimeError("gone")))
    bad.add("the lamp is out", user_id="ana")
    assert good.stats().vectors_pending == 1
    assert good.search("lit", user_id="ana")[0].text == "the lamp is lit"


def test_a_message_without_words_asks_no_embedder(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=Failing(RuntimeError("must not be asked")))
    added = memory.add(["", " \n ", {"role": "assistant", "content": None}], user_id="ana")
    assert len(added.messages) == 3 and not any("queued" in warning for warning in added.warnings)


def test_texts_without_known_words_have_vectors_of_zeros_and_are_not_queued(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=Failing(lambda count, width: np.zeros((count, width)), dimensions=16))
    memory.add("the lamp is lit", user_id="ana")
    assert memory.stats().vectors_pending == 0
    assert [hit.text for hit in memory.search("lamp", user_id="ana")] == ["the lamp is lit"]


@pytest.mark.parametrize("options", [{"embedder": HashEmbedder(dimensions=32)}, {}], ids=["hash", "default"])
def test_a_built_in_embedder_makes_the_vectors(open_memory: Open, options: dict[str, Any]) -> None:
    memory = open_memory("m.db", **options)
    memory.add(["The lamp of the harbour", "Nothing about that"], user_id="ana")
    hit = memory.search("lamp", user_id="ana")[0]
    assert hit.text == "The lamp of the harbour" and hit.why and "meaning" in hit.why["found_by"]


@pytest.mark.parametrize(
    "options",
    [
        {"on_mismatch": "ignore"},
        {"synchronous": "OFF"},
        {"synchronous": "normal"},
        {"timeout": -1.0},
        {"timeout": float("nan")},
        {"timeout": "30"},
        {"cache_bytes": -1},
        {"cache_bytes": "1 GB"},
        {"max_bytes": 0},
        {"max_bytes": 1.5},
    ],
    ids=str,
)
def test_an_option_that_means_nothing_is_refused_by_name(
    open_memory: Open, tmp_path: Path, options: dict[str, Any]
) -> None:
    with pytest.raises((InputError, StoreError), match=next(iter(options))):
        open_memory("m.db", **options)
    assert not (tmp_path / "m.db").exists(), "nothing was made"


@pytest.mark.parametrize(("synchronous", "level"), [("FULL", 2), ("NORMAL", 1)])
def test_writes_are_as_durable_as_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str, level: int
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*args: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    with Memory(tmp_path / "m.db", embedder=OLD, synchronous=synchronous) as memory:
        memory.add("hello", user_id="ana")
        levels = {connection.execute("PRAGMA synchronous").fetchone()[0] for connection in opened}
    assert levels == {level}
