"""Vectors of single words: stored with their passage, read with it, made anew with it, and gone with it."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from strandline import HashEmbedder, Memory
from strandline.embedders import Kind
from strandline.errors import EmbedderMismatchError, LeftoverError
from strandline.recall import View
from strandline.text import STOP_WORDS, words
from strandline.types import TOKEN_LEVELS, EmbedderIdentity, Tokens, Vectors

Open = Callable[..., Memory]
WIDTH = 16
SECRET = "the zebrafish sentinel hides the marmalade"


class WordEmbedder(HashEmbedder):
    """Hashed words, each of which that is no stop word has its own vector as a token."""

    def __init__(self, failing: bool = False) -> None:
        super().__init__(dimensions=32)
        self._words = HashEmbedder(dimensions=WIDTH)
        self.failing = failing

    @property
    def identity(self) -> EmbedderIdentity:
        return EmbedderIdentity(name="words", version="1", dimensions=32, token_dimensions=WIDTH)

    def embed_with_tokens(self, texts: Sequence[str], *, kind: Kind = "document") -> tuple[Vectors, list[Tokens]]:
        if self.failing:
            raise RuntimeError("the model has gone")
        return self.embed(texts, kind=kind), [
            Tokens(vectors=self.rows(text), pieces=np.zeros(len(self.rows(text)), np.uint16)) for text in texts
        ]

    def rows(self, text: str) -> NDArray[np.int8]:
        """(t, WIDTH) the tokens of a text."""
        found = [word for word in words(text) if word not in STOP_WORDS]
        return np.rint(self._words.embed(found) * TOKEN_LEVELS).astype(np.int8)


EMBEDDER = WordEmbedder()


def the_view(memory: Memory) -> View:
    """What is held of the only user that was read."""
    memory.search("anything", user_id="ana")
    (view,) = memory._engine.indexes.views()
    return view


def tokens_of(view: View) -> list[list[list[int]]]:
    """The tokens of each row."""
    starts = [0, *view.token_ends.tolist()[:-1]]
    return [view.tokens[a:b].tolist() for a, b in zip(starts, view.token_ends, strict=True)]


def column(path: Path) -> list[bytes | None]:
    with sqlite3.connect(path) as db:
        found = [row[0] for row in db.execute("SELECT tokens FROM passage ORDER BY key")]
    db.close()
    return found


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


def test_tokens_of_messages_and_notes_are_read_as_they_were_made(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    texts = ["the lamp of the harbour", "it is on", "boats leave at nine"]
    memory.add(texts[:2], user_id="ana")
    assert tokens_of(the_view(memory)) == [EMBEDDER.rows(text).tolist() for text in texts[:2]]
    memory.remember(texts[2], user_id="ana")
    want = [EMBEDDER.rows(text).tolist() for text in texts]
    assert tokens_of(the_view(memory)) == want and want[1] == []
    again = open_memory("m.db", embedder=EMBEDDER)
    assert tokens_of(the_view(again)) == want
    assert again.check().ok


def test_words_that_are_near_speak_for_a_message(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["the harbour lamp", "nothing of that"], user_id="ana")
    hit = memory.search("harbour lamp", user_id="ana")[0]
    assert hit.text == "the harbour lamp" and hit.why and hit.why["pieces"] > 0.0
    assert "pieces" in hit.why["found_by"]


def test_a_store_of_another_embedder_gets_tokens_by_reembed_and_loses_them_by_it(
    open_memory: Open, tmp_path: Path
) -> None:
    plain = HashEmbedder(dimensions=32)
    memory = open_memory("m.db", embedder=plain)
    memory.add(["the lamp", "the boat"], user_id="ana")
    assert column(tmp_path / "m.db") == [None, None]
    memory.close()
    switched = open_memory("m.db", embedder=EMBEDDER, on_mismatch="lexical")
    assert tokens_of(the_view(switched)) == [[], []]
    assert switched.reembed().made == 2
    assert tokens_of(the_view(switched)) == [EMBEDDER.rows(text).tolist() for text in ("lamp", "boat")]
    assert switched.check().ok
    switched.close()
    back = open_memory("m.db", embedder=plain, on_mismatch="lexical")
    assert back.reembed().made == 2
    assert column(tmp_path / "m.db") == [None, None] and back.check().ok


def test_vectors_made_before_there_were_tokens_are_of_another_embedder(open_memory: Open, tmp_path: Path) -> None:
    """What a store of an earlier version says of its embedder tells nothing of tokens."""
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add("the lamp", user_id="ana")
    memory.close()
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.execute("UPDATE setting SET value = json_remove(value, '$.token_dimensions') WHERE key = 'embedder'")
        db.execute("UPDATE passage SET tokens = NULL")
    db.close()
    with pytest.raises(EmbedderMismatchError, match="tokens of 16"):
        open_memory("m.db", embedder=EMBEDDER)
    again = open_memory("m.db", embedder=EMBEDDER, on_mismatch="lexical")
    assert again.check().ok
    assert again.reembed().made == 1
    assert tokens_of(the_view(again)) == [EMBEDDER.rows("lamp").tolist()]


def test_what_was_forgotten_leaves_no_byte_of_its_tokens(open_memory: Open, tmp_path: Path) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["we spoke of tides", SECRET, "boats leave at nine"], user_id="ana")
    own = [row.tobytes() for row in EMBEDDER.rows(SECRET)]
    assert all(token in bytes_of(tmp_path) for token in own)
    receipt = memory.forget(user_id="ana", phrase="zebrafish")
    assert not any(token in bytes_of(tmp_path) for token in own)
    assert all(row.tobytes() in bytes_of(tmp_path) for row in EMBEDDER.rows("tides boats"))
    assert memory.verify_forgotten(receipt)
    assert tokens_of(the_view(memory)) == [
        EMBEDDER.rows(text).tolist() for text in ("spoke of tides", "boats leave at nine")
    ]


def test_tokens_that_were_left_behind_are_found_by_the_verification(open_memory: Open, tmp_path: Path) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["we spoke of tides", SECRET], user_id="ana")
    receipt = memory.forget(user_id="ana", phrase="zebrafish")
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.execute("UPDATE passage SET tokens = ?", (EMBEDDER.rows(SECRET).tobytes(),))
    db.close()
    with pytest.raises(LeftoverError) as caught:
        memory.verify_forgotten(receipt)
    assert "table passage.tokens" in caught.value.places


def test_forgetting_one_of_two_equal_texts_may_leave_the_tokens_of_the_other(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["we spoke of tides", "we spoke of tides"], user_id="ana")
    first = memory.messages(user_id="ana").items[0]
    assert memory.verify_forgotten(memory.forget(user_id="ana", id=first.id))
    receipt = memory.forget(user_id="ana", everything=True)
    memory.add("we spoke of tides", user_id="ana")
    assert memory.verify_forgotten(receipt), "said again, it is new text"


def test_an_import_makes_the_tokens_again(open_memory: Open, tmp_path: Path) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["I live in Oslo.", "the harbour lamp"], user_id="ana")
    memory.remember("likes boats", user_id="ana")
    moved = io.StringIO()
    memory.export(moved, user_id="ana")
    assert "tokens" not in moved.getvalue()
    moved.seek(0)
    other = open_memory("other.db", embedder=EMBEDDER)
    other.import_(moved)
    stored, made = (sorted(filter(None, column(tmp_path / name))) for name in ("m.db", "other.db"))
    assert stored == made and len(stored) == 4, "those of the fact learned, too"
    assert other.check().ok


@pytest.mark.parametrize("broken", [None, b"\x01" * (WIDTH - 1)], ids=["missing", "cut"])
def test_check_finds_tokens_that_are_missing_or_cut_and_recall_does_without(
    open_memory: Open, tmp_path: Path, broken: bytes | None
) -> None:
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add(["the lamp", "the boat"], user_id="ana")
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.execute("UPDATE passage SET tokens = ? WHERE key = (SELECT min(key) FROM passage)", (broken,))
    db.close()
    assert memory.check().problems == ("tokens of the wrong size: 1",)
    assert tokens_of(the_view(memory)) == [[], EMBEDDER.rows("boat").tolist()]
    assert memory.search("lamp", user_id="ana")[0].text == "the lamp"


def test_an_embedder_that_fails_at_tokens_queues_them_with_the_vectors(open_memory: Open) -> None:
    memory = open_memory("m.db", embedder=WordEmbedder(failing=True))
    (warning,) = memory.add("the lamp", user_id="ana").warnings
    assert "1 vectors are queued" in warning and "the model has gone" in warning
    hit = memory.search("lamp", user_id="ana")[0]
    assert hit.why and "the model has gone" in hit.why["dense_missing"]
    assert open_memory("m.db", embedder=EMBEDDER).reembed().made == 1
    assert tokens_of(the_view(memory)) == [EMBEDDER.rows("lamp").tolist()]


def test_versions_of_a_fact_have_the_tokens_of_their_sentences(open_memory: Open) -> None:
    """What an edit and its undo write has them at once, or after reembed."""
    memory = open_memory("m.db", embedder=EMBEDDER)
    memory.add("I live in Oslo.", user_id="ana")
    (fact,) = memory.facts(user_id="ana")
    change = memory.edit(fact.id, "Bergen", user_id="ana")
    memory.undo(change.id, user_id="ana")
    memory.reembed()
    view = the_view(memory)
    assert len(view) == 4 and (np.diff(view.token_ends, prepend=0) > 0).all()
    assert memory.check().ok
