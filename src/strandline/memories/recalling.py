"""What memories share that recall by relevance."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from strandline.memories.base import DEFAULT_THREAD, ChatMemory, RecalledMessage, checked_read
from strandline.types import Message, Role, micros


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
        turns = sum(1 for message in messages if not isinstance(message, RecalledMessage))
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
    """A memory that recalls what fits a query. Implement ``_recall`` in the place of ``_get``."""

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

    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        return [] if query is None else list(oldest_first(self.recall(query, thread_id=thread_id, limit=limit)))


def oldest_first(recalled: Sequence[RecalledMessage]) -> list[RecalledMessage]:
    """By the time they were said, those of one time by their ``order``."""
    return sorted(recalled, key=lambda message: (0 if message.at is None else micros(message.at), message.order))


def recalled_message(message: Message, *, thread_id: str, score: float) -> RecalledMessage:
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
        order=message.step or 0,
    )
