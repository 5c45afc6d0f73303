"""What memories share that recall by relevance."""

from __future__ import annotations

import asyncio
import unicodedata
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from strandline.errors import UnsupportedError
from strandline.memories.base import DEFAULT_THREAD, ChatMemory, RecalledMessage, WrittenMessage, checked_read
from strandline.memory.inputs import json_object, prompt_ids, row_id, scope_id, words
from strandline.text import traits
from strandline.text.traits import QUESTION
from strandline.types import Message, Role, micros
from strandline.types.digests import digest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a prompt holds already: the ids of its messages, who said what, and how many turns it goes back.

    ``window`` is None where nobody says what the prompt shows, and 0 where it shows no turn.
    """

    ids: frozenset[str] = frozenset()
    texts: frozenset[tuple[Role, str]] = frozenset()
    window: int | None = None

    @classmethod
    def of(cls, messages: Collection[Message], *, whole: bool) -> Seen:
        """What these messages are and say; ``whole`` when they are all that the prompt shows of the conversation."""
        turns = sum(1 for message in messages if not isinstance(message, (RecalledMessage, WrittenMessage)))
        return cls(
            window=turns if whole else None,
            ids=frozenset(message.id for message in messages if message.id is not None),
            texts=frozenset((message.role, message.content) for message in messages if message.content),
        )

    def has(self, message: Message) -> bool:
        """Whether the prompt has this message, or one of the same role that says the same."""
        return message.id in self.ids or (message.role, message.content) in self.texts


NOTHING_SEEN = Seen()


class RecallingMemory(ChatMemory):
    """A memory that recalls what fits a query. Implement ``_recall`` in the place of ``_get``, and ``_forget``."""

    semantic = True

    @abstractmethod
    def _recall(self, query: str, thread_id: str, limit: int | None, seen: Seen) -> list[RecalledMessage]:
        """What ``recall`` returns; the query is not blank."""

    def recall(
        self, query: str, *, thread_id: str = DEFAULT_THREAD, limit: int | None = None, seen: Seen = NOTHING_SEEN
    ) -> list[RecalledMessage]:
        """What fits the query, best first, at most ``limit``, and nothing that the prompt has already.

        A blank query recalls nothing: what is relevant to nothing is nothing.
        """
        self._opened()
        thread, most = checked_read(thread_id, query, limit)
        return [] if most == 0 or not query.strip() else self._recall(query, thread, most, seen)

    def remember(self, fact: str, *, thread_id: str = DEFAULT_THREAD, **metadata: Any) -> None:
        """Keep a bare text, without a turn around it. The same text again is the same memory, said now.

        ``metadata`` comes back with it, and must be JSON. Raises InputError for a blank text, and as ``add`` does.
        """
        self._opened()
        thread, text = scope_id(thread_id, field="thread_id"), words(fact, field="fact")
        self._remember(text, thread, json_object(metadata, field="metadata") or None)

    async def aremember(self, fact: str, *, thread_id: str = DEFAULT_THREAD, **metadata: Any) -> None:
        """``remember``, awaited."""
        await asyncio.to_thread(self.remember, fact, thread_id=thread_id, **metadata)

    def forget(self, ids: str | Collection[str], *, thread_id: str = DEFAULT_THREAD) -> int:
        """Remove single memories by the ids that recall gives, and older ones that say the same; how many there were.

        To change one, forget it and add what is right.
        """
        self._opened()
        thread = scope_id(thread_id, field="thread_id")
        named = [ids] if isinstance(ids, str) else sorted(prompt_ids(ids, field="ids"))
        return self._forget([row_id(id, field="id") for id in named], thread)

    async def aforget(self, ids: str | Collection[str], *, thread_id: str = DEFAULT_THREAD) -> int:
        """``forget``, awaited."""
        return await asyncio.to_thread(self.forget, ids, thread_id=thread_id)

    def _remember(self, text: str, thread_id: str, metadata: Mapping[str, Any] | None) -> None:
        """Keep a bare text; a turn of the user with an id of its own, where a memory does nothing else."""
        self.add(Message.user(text, id=digest("fact", text), metadata=metadata), thread_id=thread_id)

    def _forget(self, ids: Sequence[str], thread_id: str) -> int:
        """Remove memories; how many there were."""
        raise UnsupportedError(f"{self!r} cannot remove single memories; clear the thread")

    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        return [] if query is None else list(oldest_first(self.recall(query, thread_id=thread_id, limit=limit)))


def oldest_first(recalled: Sequence[RecalledMessage]) -> list[RecalledMessage]:
    """By the time they were said, those of one time by their ``order``."""
    return sorted(recalled, key=lambda message: (0 if message.at is None else micros(message.at), message.order))


def asks_again(message: Message, query: str) -> bool:
    """Whether a message is the question that is asked again: it tells nothing."""
    text = message.content or ""
    return message.role is Role.USER and _plain(text) == _plain(query) and bool(traits(text) & QUESTION)


def digest(*parts: str) -> str:
    """An id of some parts; no other parts have the same."""
    return digest_of(*parts, size=16, person=b"strandline row").hex()


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def recalled_message(message: Message, *, thread_id: str, score: float, kind: str = "message") -> RecalledMessage:
    """A message as recalled; where it was found and how well goes beside the caller's own metadata.

    Its ``step`` is its place among messages of one time. A chat endpoint refuses a tool call without its result, and a
    result without its call: calls stay behind, and a result comes as what the assistant has learned.
    """
    marks: dict[str, object] = {"recalled": True, "score": round(score, 4), "thread_id": thread_id}
    return RecalledMessage(
        role=Role.ASSISTANT if message.role is Role.TOOL else message.role,
        content=message.content,
        name=message.name,
        at=message.at,
        id=message.id,
        metadata={**marks, **(message.metadata or {})},
        thread_id=thread_id,
        score=score,
        kind=kind,
        order=message.step or 0,
    )
