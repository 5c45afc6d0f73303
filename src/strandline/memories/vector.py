"""Long-term memory over any embedder and any vector store."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Self

from strandline.embedders import Embedder, as_embedder, checked
from strandline.errors import ConfigurationError, EmbedderMismatchError, InputError, UnsupportedError
from strandline.memories.base import RecalledMessage, ThreadNumbers
from strandline.memories.recalling import RecallingMemory, Seen, asks_again, digest, recalled_message
from strandline.memories.relevance import Relevance, default_embedder, relevance_of
from strandline.memory.inputs import LARGEST, positive
from strandline.types import Message, Role, Vectors
from strandline.vector_stores import (
    EnumeratingStore,
    InMemoryVectorStore,
    Match,
    VectorRow,
    VectorStore,
    as_vector_store,
    vector_store,
)

CANDIDATES = 32
"""Rows the store is asked for at least: what is nearest as vectors is then read for whether it answers."""
COLLECTION = "strandline-memory"
"""The collection of a store where none is named."""
_WIDER = 4
_ALIKE = 0.99
"""Cosine below which two rows cannot have the same text, whatever a store rounds."""


class VectorMemory(RecallingMemory):
    """Remembers messages as vectors, and recalls those of a thread that fit what is asked.

    - ``embedder``: makes the vectors; the default one when left out.
    - ``vectorstore``: where they live. Without it they live in the file ``path``, and without that in this process.
    - ``top_k``: the most that is recalled.
    - ``score_threshold``: the least score of what is recalled; None lets everything through. ``"measured"`` is where,
      for this embedder, questions about something else stopped being answered (``strandline.memories.relevance``).
    - ``store_roles``: roles that are kept; blank messages are not.
    - ``collection``: the name of the store's collection, where the store is made here.

    A score is the chance that the memory answers the query, in [0, 1], from the cosine and the words. What comes back
    is in the order it was said. Of equal texts the newest comes back; a question is not recalled for being asked again.
    The thread is part of every row's id, and nothing in a message's metadata can change it.

    Raises ConfigurationError, InputError, EmbedderError, EmbedderMismatchError and what the store raises; a failed add
    keeps nothing.

    >>> from strandline import Message
    >>> memory = VectorMemory(top_k=1)
    >>> memory.add(Message.user("I am allergic to peanuts"))
    >>> memory.add(Message.user("My favourite colour is blue"))
    >>> [message.content for message in memory.get(query="what foods should I avoid")]
    ['I am allergic to peanuts']
    """

    def __init__(
        self,
        *,
        embedder: Embedder | None = None,
        vectorstore: VectorStore | None = None,
        path: str | os.PathLike[str] | None = None,
        top_k: int = 5,
        score_threshold: float | Literal["measured"] | None = "measured",
        store_roles: Sequence[str] = ("user", "assistant"),
        collection: str = COLLECTION,
        **config: Any,
    ) -> None:
        super().__init__(**config)
        if vectorstore is not None and path is not None:
            raise ConfigurationError("a vectorstore and a path were given; a path makes a store of its own, give one")
        if isinstance(store_roles, str):
            raise ConfigurationError(f"store_roles is a list of roles, got {store_roles!r}; write ({store_roles!r},)")
        self.embedder = default_embedder() if embedder is None else as_embedder(embedder)
        self.top_k = positive(top_k, field="top_k", least=0)
        self.score_threshold = _threshold(score_threshold)
        self.store_roles = tuple(Role.parse(role) for role in store_roles)
        self.collection = collection
        self._owned = vectorstore is None
        self.vectorstore = self._made(path) if vectorstore is None else as_vector_store(vectorstore)
        self._orders = ThreadNumbers()
        self._alone = False

    def _made(self, path: str | os.PathLike[str] | None) -> VectorStore:
        made = store_options(self.embedder, self.collection)
        if path is None or path == ":memory:":
            return InMemoryVectorStore(**made)
        return vector_store("sqlite", path=path, **made)

    def _settings(self) -> dict[str, Any]:
        return {
            **super()._settings(),
            "embedder": self.embedder,
            "vectorstore": self.vectorstore,
            "top_k": self.top_k,
            "score_threshold": self.score_threshold,
            "store_roles": self.store_roles,
            "collection": self.collection,
        }

    # --- writing ---------------------------------------------------------------------------------------------------

    def with_config(self, **overrides: Any) -> Self:
        """A memory like this one, over the same store, with some settings changed; another collection needs a store."""
        if not {"vectorstore", "path"} & overrides.keys() and overrides.get("collection", self.collection) != (
            self.collection
        ):
            raise ConfigurationError("another collection is in another store: give vectorstore or path with it")
        if "path" in overrides:
            overrides = {"vectorstore": None, **overrides}
        return super().with_config(**overrides)

    def _remember(self, text: str, thread_id: str, metadata: Mapping[str, Any] | None) -> None:
        """A bare text is kept whatever roles of turns are."""
        fact = Message.user(text, id=digest("fact", text), metadata=metadata)
        self._keep(self.stamped([fact], thread_id), thread_id)

    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        kept = [one for one in messages if one.role in self.store_roles and one.content and one.content.strip()]
        if kept:
            self._keep(kept, thread_id)

    def _keep(self, kept: Sequence[Message], thread_id: str) -> None:
        texts = [one.content or "" for one in kept]
        rows = checked(self.embedder, texts, "document")
        self._refuse_another_embedder(rows[0])
        orders = self._orders.of(thread_id, len(kept), self.now())
        shared = {"thread_id": thread_id, "embedder": str(self.embedder.identity)}
        self.vectorstore.add(
            [digest(thread_id, one.id or "") for one in kept],
            rows,
            texts=texts,
            metadata=[{**shared, **_row(one, order)} for one, order in zip(kept, orders, strict=True)],
        )

    def _forget(self, ids: Sequence[str], thread_id: str) -> int:
        there = self.vectorstore.get([digest(thread_id, id) for id in ids])
        doomed = {id for row in there for id in (row.id, *self._copies(row, thread_id))}
        return self.vectorstore.delete(sorted(doomed)) if doomed else 0

    def _copies(self, row: VectorRow, thread_id: str) -> list[str]:
        """Rows of a thread that say the same, which recall does not show beside the newest."""
        look = CANDIDATES
        while True:
            near = self.vectorstore.search(row.vector, look, filters={"thread_id": thread_id})
            if len(near) < look or near[-1].score < _ALIKE:
                role = row.metadata.get("role")
                return [one.id for one in near if one.text == row.text and one.metadata.get("role") == role]
            look = min(look * _WIDER, LARGEST)

    def _clear(self, thread_id: str | None) -> None:
        if thread_id is None:
            self.vectorstore.clear()
        else:
            self.vectorstore.delete(filters={"thread_id": thread_id})

    # --- recall ----------------------------------------------------------------------------------------------------

    def _recall(self, query: str, thread_id: str, limit: int | None, seen: Seen) -> list[RecalledMessage]:
        most = self._most(limit)
        found = self._candidates(query, thread_id, most, seen) if most else []
        scores = self.relevance.scores(query, [one.content or "" for one, _ in found], [near for _, near in found])
        ranked = sorted(
            ((score, one) for score, (one, _) in zip(scores, found, strict=True) if score >= self._least),
            key=lambda pair: (-pair[0], _age(pair[1]), -(pair[1].step or 0), pair[1].id),
        )
        return [recalled_message(one, thread_id=thread_id, score=score) for score, one in ranked[:most]]

    @property
    def relevance(self) -> Relevance:
        """What makes scores of cosines and words, as measured for this embedder."""
        return relevance_of(self.embedder)

    def _most(self, limit: int | None) -> int:
        if limit is not None:
            return limit
        return self.top_k if self.max_messages is None else min(self.top_k, self.max_messages)

    @property
    def _least(self) -> float:
        if self.score_threshold == "measured":
            return self.relevance.threshold
        return float("-inf") if self.score_threshold is None else float(self.score_threshold)

    def _candidates(self, query: str, thread_id: str, most: int, seen: Seen) -> list[tuple[Message, float]]:
        """The nearest memories of a thread with their cosines, nearest first: distinct texts that are worth reading."""
        vector = checked(self.embedder, [query], "query")[0]
        filters: dict[str, Any] = {"thread_id": thread_id}
        if Role.SYSTEM in self.store_roles and not self.return_system:
            filters["role"] = {"ne": Role.SYSTEM.value}
        wanted = min(max(CANDIDATES, most * _WIDER), LARGEST)
        look = wanted
        while True:
            matches = self.vectorstore.search(vector, look, filters=filters)
            found = [
                pair for pair in self._distinct(matches) if not seen.has(pair[0]) and not asks_again(pair[0], query)
            ]
            if len(found) >= wanted or len(matches) < look:
                return found[:wanted]
            look = min(look * _WIDER, LARGEST)

    def _refuse_another_embedder(self, vector: Vectors) -> None:
        """Look once at a row that is there: vectors of two embedders in one collection would be near by chance."""
        if not self._alone:
            for match in self.vectorstore.search(vector, 1):
                self._made_here(match)
                self._alone = True

    def _made_here(self, match: Match) -> bool:
        """Whether a row is one of this memory. Raises EmbedderMismatchError when another embedder made it."""
        if match.metadata.get("message_id") is None:  # a row that somebody else keeps in this collection
            return False
        mine = str(self.embedder.identity)
        if (stored := match.metadata.get("embedder")) != mine:
            raise EmbedderMismatchError(stored=str(stored), given=mine, remedy="or name another collection")
        return True

    def _distinct(self, matches: Sequence[Match]) -> list[tuple[Message, float]]:
        """The messages of rows that this memory wrote, the newest of those that say the same."""
        found: dict[tuple[Role, str], tuple[tuple[float, int], Message, float]] = {}
        for match in matches:
            if not self._made_here(match):
                continue
            message = _message(match)
            age = (-_age(message), message.step or 0)
            said = (message.role, match.text)
            if said not in found or found[said][0] < age:
                found[said] = (age, message, match.score)
        return [(message, score) for _, message, score in found.values()]

    def _threads(self) -> list[str]:
        if not isinstance(self.vectorstore, EnumeratingStore):
            raise UnsupportedError(f"{self.vectorstore!r} cannot list the threads it holds; keep them yourself")
        return self.vectorstore.values("thread_id")

    def native(self) -> Any:
        """The vector store's own native handle."""
        native = getattr(self.vectorstore, "native", None)
        return native() if callable(native) else self.vectorstore

    def _close(self) -> None:
        if self._owned and callable(close := getattr(self.vectorstore, "close", None)):
            close()


def store_options(embedder: Embedder, collection: str = COLLECTION) -> dict[str, Any]:
    """What the store of a `VectorMemory` is made with, as far as it has such options."""
    return {"collection": collection, "dimensions": embedder.identity.dimensions, "indexed": ("thread_id",)}


def _row(message: Message, order: int) -> dict[str, Any]:
    """What is kept beside a text. The caller's metadata is one value in it, so it cannot pass for any of these."""
    row: dict[str, Any] = {
        "role": message.role.value,
        "message_id": message.id,
        "at": None if message.at is None else message.at.isoformat(),
        "order": order,
    }
    if message.name is not None:
        row["name"] = message.name
    if message.metadata is not None:
        row["metadata"] = json.dumps(dict(message.metadata), default=dict)
    return row


def _message(match: Match) -> Message:
    row = match.metadata
    at, metadata = row.get("at"), row.get("metadata")
    return Message(
        role=Role.parse(row.get("role")),
        content=match.text,
        id=row["message_id"],
        at=None if at is None else datetime.fromisoformat(at),
        metadata=None if metadata is None else json.loads(metadata),
        step=int(row.get("order", 0)),
        name=row.get("name"),
    )


def _age(message: Message) -> float:
    """Greater for what was said earlier."""
    return 0.0 if message.at is None else -message.at.timestamp()


def _threshold(value: object) -> float | Literal["measured"] | None:
    if value is None or value == "measured":
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -1.0 <= value <= 1.0:
        raise InputError(f'score_threshold must be a number from -1 to 1, None or "measured", got {value!r}')
    return float(value)
