"""The engine behind the interface of the conversation memories."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from strandline.errors import ConfigurationError
from strandline.memories.base import RecalledMessage
from strandline.memories.recalling import RecallingMemory, Seen, asks_again, recalled_message
from strandline.memory import Memory
from strandline.memory.inputs import LARGEST, optional_id, positive, scope_id
from strandline.types import Message, Role, StepResult

_FIRST_MORE, _WIDER = 8, 4
"""How many more results than wanted are looked at first, as some may be seen already; then how many times as many."""


class StepMemory(RecallingMemory):
    """Everything `Memory` does, as a conversation memory: a thread is a session of the user.

    - ``memory``: a `Memory`, which is then not closed here, or the path of its file; ``":memory:"`` is not kept.
    - ``user_id``: whose memory this is, the wall between users; ``agent_id``: private to one agent.
    - ``window``: how many of a thread's last messages the model still sees, so they are not recalled. Inside a
      `CompositeMemory` its transcript says it exactly, whatever this number is.
    - ``top_k``: the most that is recalled; ``min_score``: the least score, the calibrated default when None.
    - ``extract``: who reads facts in what is said, as in ``Memory.add``.
    - ``clock``: gives the times where the `Memory` is made here; one that is given has its own.

    Recall crosses the user's threads. Facts come back as messages of the user whose content is the fact and whose
    ``kind`` is "fact"; they say what holds now ("I live in Lyon", "I moved to Oslo": Oslo). A message is told as it was
    said, with its time. A single memory is forgotten for the user, whatever thread or agent it is of; ``clear`` of a
    thread keeps the thread's name in the file.

    Raises ConfigurationError, ScopeError, and as `Memory` does.

    >>> with StepMemory(":memory:", user_id="ana", window=1) as memory:
    ...     memory.add(["I moved to Oslo last month.", "Anyway."])
    ...     [message.content for message in memory.get(query="Where do I live?")]
    ['The user lives in Oslo.']
    """

    def __init__(
        self,
        memory: Memory | str | os.PathLike[str],
        *,
        user_id: str,
        agent_id: str | None = None,
        window: int = 20,
        top_k: int = 12,
        min_score: float | None = None,
        extract: str = "rules",
        **config: Any,
    ) -> None:
        super().__init__(**config)
        self.user_id = scope_id(user_id, field="user_id")
        self.agent_id = optional_id(agent_id, field="agent_id")
        self.window = positive(window, field="window", least=0)
        self.top_k = positive(top_k, field="top_k", least=0)
        self.min_score, self.extract = min_score, extract
        self._owned = not isinstance(memory, Memory)
        if not isinstance(memory, (Memory, str, os.PathLike)):
            raise ConfigurationError(f"memory is a Memory or a path, got {type(memory).__name__}")
        self.memory = memory if isinstance(memory, Memory) else Memory(memory, clock=self._clock)

    def _settings(self) -> dict[str, Any]:
        return {
            **super()._settings(),
            "memory": self.memory,
            "user_id": self.user_id,
            "agent_id": self.agent_id,
            "window": self.window,
            "top_k": self.top_k,
            "min_score": self.min_score,
            "extract": self.extract,
        }

    def stamped(self, messages: Sequence[Message], thread_id: str) -> list[Message]:
        """The messages as they are: the engine gives ids by step, and times by its clock."""
        return list(messages)

    def _remember(self, text: str, thread_id: str, metadata: Mapping[str, Any] | None) -> None:
        """A bare text belongs to the user, and to no thread."""
        self.memory.remember(text, user_id=self.user_id, agent_id=self.agent_id, metadata=metadata)

    def _forget(self, ids: Sequence[str], thread_id: str) -> int:
        receipts = [self.memory.forget(user_id=self.user_id, id=id) for id in ids]
        return sum(bool(receipt.messages or receipt.facts) for receipt in receipts)

    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        added = self.memory.add(
            messages, user_id=self.user_id, agent_id=self.agent_id, session_id=thread_id, extract=self.extract
        )
        for warning in added.warnings:
            self.report("memory", thread_id, warning)

    def _recall(self, query: str, thread_id: str, limit: int | None, seen: Seen) -> list[RecalledMessage]:
        most = limit if limit is not None else self.top_k
        most = most if self.max_messages is None or limit is not None else min(most, self.max_messages)
        look = min(most + _FIRST_MORE, LARGEST)
        while True:
            results = self._results(query, thread_id, look, seen)
            found = [
                recalled_message(message, thread_id=one.session_id or thread_id, score=one.score, kind=one.kind)
                for one in results
                for message in [_message(one)]
                if self.return_system or message.role is not Role.SYSTEM
                if not seen.has(message) and not asks_again(message, query)
            ]
            if len(found) >= most or len(results) < look:
                return found[:most]
            look = min(look * _WIDER, LARGEST)

    def _results(self, query: str, thread_id: str, count: int, seen: Seen) -> Sequence[StepResult]:
        return self.memory.recall_step(
            query,
            user_id=self.user_id,
            agent_id=self.agent_id,
            session_id=thread_id,
            window=self.window if seen.window is None else seen.window,
            visible=seen.ids,
            k=count,
            include_window=seen.window is not None,
            min_score=self.min_score,
        ).results

    def _clear(self, thread_id: str | None) -> None:
        """Forget a thread of this user, of all agents; without a thread everything of the user."""
        if thread_id is None:
            self.memory.forget(user_id=self.user_id, everything=True)
        else:
            self.memory.forget(user_id=self.user_id, session_id=thread_id)

    def _threads(self) -> list[str]:
        found = self.memory.sessions(user_id=self.user_id, agent_id=self.agent_id)
        return list({session.session_id for session in found})

    def native(self) -> Any:
        """The `Memory` it stands on."""
        return self.memory

    def _close(self) -> None:
        if self._owned:
            self.memory.close()


def _message(found: StepResult) -> Message:
    return Message(
        role=Role.USER if found.role is None else Role.parse(found.role),
        content=found.memory,
        id=found.id,
        at=found.at,
        name=found.name,
        metadata=found.metadata,
        step=found.step,
    )
