"""Several memories as one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any, Literal, Self

from strandline.context import Line
from strandline.context.render import OPENING, row
from strandline.errors import ConfigurationError, PartialWriteError
from strandline.memories.base import DEFAULT_THREAD, ChatMemory, RecalledMessage, WrittenMessage
from strandline.memories.recalling import RecallingMemory, Seen, oldest_first
from strandline.memories.windows import last_messages, text_of
from strandline.types import Message, Role
from strandline.types.forks import ForkLock

RECALLED = ("messages", "block")


class CompositeMemory(ChatMemory):
    """Runs several memories together: the usual pair is a window for the transcript and one that recalls by relevance.

    ``get`` gives what each of them has, in the order of ``memories``: long-term ones first, so that the transcript
    stays nearest to what the model reads last. The transcript is untouched: in its order, repeated turns and all. What
    it shows is not recalled as well, and nothing is recalled twice. Recalled messages are `RecalledMessage`; with
    ``recalled="block"`` they are one system message instead, dated and quoted, that says it is data. ``limit`` and
    ``max_messages`` are for the whole: at least half of it is the transcript's, where it has so much.

    Its members say whether system messages are returned; ``return_system=False`` drops those that they return, save
    summaries. A member that fails in ``get`` is left out, which is in ``problems()`` and in the log; when all fail, the
    error of the first is raised. ``add`` and ``clear`` reach every member; where some fail, PartialWriteError says
    which. Messages are checked, and get their id and time, once, before any member sees them.

    Closing it closes its members, save where it was made by ``with_config`` over those of another. Raises
    ConfigurationError when there is no memory to combine.

    >>> from strandline import Message
    >>> from strandline.memories import WindowMemory
    >>> combined = CompositeMemory(memories=[WindowMemory(window=2)])
    >>> combined.add(Message.user("hello"))
    >>> len(combined.get())
    1
    """

    def __init__(
        self,
        memories: Sequence[ChatMemory] | None = None,
        *,
        recalled: Literal["messages", "block"] = "messages",
        return_system: bool = True,
        **config: Any,
    ) -> None:
        super().__init__(return_system=return_system, **config)
        self.memories = list(memories or [])
        if not self.memories:
            raise ConfigurationError(
                "a composite memory needs at least one memory to combine: "
                "CompositeMemory([VectorMemory(), WindowMemory()])"
            )
        for member in self.memories:
            if not isinstance(member, ChatMemory):
                raise ConfigurationError(
                    f"a member is of type {type(member).__name__}, which is no ChatMemory; by name they are made with "
                    'strandline.config.memory("composite", memories=[...])'
                )
        if recalled not in RECALLED:
            raise ConfigurationError(f"recalled must be one of {', '.join(RECALLED)}, got {recalled!r}")
        self.recalled = recalled
        self._writing = ForkLock()
        self._owned = True
        self.semantic = any(member.semantic for member in self.memories)

    def _settings(self) -> dict[str, Any]:
        return {**super()._settings(), "memories": self.memories, "recalled": self.recalled}

    def with_config(self, **overrides: Any) -> Self:
        """One like this with some settings changed. Over the same members it leaves it to this one to close them."""
        other = super().with_config(**overrides)
        other._owned = "memories" in overrides
        return other

    # --- writing ---------------------------------------------------------------------------------------------------

    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        self._each(lambda member: member.add(messages, thread_id=thread_id))

    def _clear(self, thread_id: str | None) -> None:
        self._each(lambda member: member.clear(thread_id=thread_id))

    def remember(self, fact: str, *, thread_id: str = DEFAULT_THREAD, **metadata: Any) -> None:
        """Have every member remember a bare text that recalls by relevance; see `RecallingMemory.remember`.

        Raises ConfigurationError when none does.
        """
        self._opened()
        able = (RecallingMemory, CompositeMemory)
        if not any(isinstance(member, able) for member in self.memories):
            raise ConfigurationError("no member of this composite remembers bare texts; add a VectorMemory to it")

        def write(member: ChatMemory) -> None:
            if isinstance(member, able):
                member.remember(fact, thread_id=thread_id, **metadata)

        self._each(write)

    async def aremember(self, fact: str, *, thread_id: str = DEFAULT_THREAD, **metadata: Any) -> None:
        """``remember``, awaited."""
        await asyncio.to_thread(self.remember, fact, thread_id=thread_id, **metadata)

    def _each(self, write: Callable[[ChatMemory], None]) -> None:
        """Write to every member, in turn with other threads: all of them have the same order."""
        kept: list[str] = []
        failed: list[tuple[str, Exception]] = []
        with self._writing:
            for name, member in self._named():
                try:
                    write(member)
                    kept.append(name)
                except Exception as exc:  # noqa: BLE001 (the others must still be written to; it is raised below)
                    failed.append((name, exc))
        if failed and not kept:
            raise failed[0][1]
        if failed:
            names, errors = zip(*failed, strict=True)
            raise PartialWriteError(kept=tuple(kept), failed=names, errors=errors) from errors[0]

    def _named(self) -> list[tuple[str, ChatMemory]]:
        """The members by names that tell them apart."""
        names = [member.name for member in self.memories]
        return [
            (name if names.count(name) == 1 else f"{name} {place + 1}", member)
            for place, (name, member) in enumerate(zip(names, self.memories, strict=True))
        ]

    # --- reading ---------------------------------------------------------------------------------------------------

    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        most = limit if limit is not None else self.max_messages
        whole = any(not isinstance(member, RecallingMemory) for member in self.memories)
        reading = _Reading(thread_id, query, most, whole=whole)
        # Transcripts first: what they show is not recalled. All keep their places.
        members = sorted(enumerate(self._named()), key=lambda one: isinstance(one[1][1], RecallingMemory))
        for place, (name, member) in members:
            try:
                reading.read(place, member)
            except Exception as exc:  # noqa: BLE001 (a member may raise anything, and the others still know something)
                reading.errors.append(exc)
                self.report(name, thread_id, exc)
        if len(reading.errors) == len(self.memories):
            raise reading.errors[0]
        found = [one for one in reading.cut(most) if self.return_system or _no_instruction(one)]
        return found if self.recalled == "messages" else _in_a_block(found)

    def _threads(self) -> list[str]:
        found: set[str] = set()
        errors: list[Exception] = []
        for name, member in self._named():
            try:
                found.update(member.threads())
            except Exception as exc:  # noqa: BLE001 (as in _get)
                errors.append(exc)
                self.report(name, "", exc)
        if len(errors) == len(self.memories):
            raise errors[0]
        return list(found)

    def _close(self) -> None:
        with ExitStack() as parts:  # one that fails keeps none of the others open
            for member in self.memories if self._owned else ():
                parts.callback(member.close)


class _Reading:
    """What the members gave, each at its place."""

    def __init__(self, thread_id: str, query: str | None, most: int | None, *, whole: bool) -> None:
        self.thread_id, self.query, self.most, self.whole = thread_id, query, most, whole
        self.parts: dict[int, list[Message]] = {}
        self.errors: list[Exception] = []

    def read(self, place: int, member: ChatMemory) -> None:
        """Take what a member recalls beside all that is there already, or its transcript without messages that another
        member's transcript has shown by their id.
        """
        seen = self.seen()
        if isinstance(member, RecallingMemory):
            found = member.recall(self.query or "", thread_id=self.thread_id, seen=seen)
            self.parts[place] = list(oldest_first(found))
        else:
            turns = member.get(thread_id=self.thread_id, query=self.query)
            self.parts[place] = [turn for turn in turns if turn.id is None or turn.id not in seen.ids]

    def seen(self) -> Seen:
        """What is there already."""
        return Seen.of([message for part in self.parts.values() for message in part], whole=self.whole)

    def cut(self, most: int | None) -> list[Message]:
        """All of it in the order of the members, at most so many: the best of what was recalled, the newest turns."""
        found = [message for _, part in sorted(self.parts.items()) for message in part]
        if most is None or len(found) <= most:
            return found
        recalled = [message for message in found if isinstance(message, RecalledMessage)]
        turns = [message for message in found if not isinstance(message, RecalledMessage)]
        share = min(len(recalled), max(most - len(turns), most // 2))
        best = {id(message) for message in sorted(recalled, key=lambda message: -message.score)[:share]}
        newest = {id(message) for message in turns[last_messages(turns, most - share, widen=False) :]}
        return [message for message in found if id(message) in best or id(message) in newest]


def _no_instruction(message: Message) -> bool:
    """Whether it is no system message, or one that a memory wrote of what others said."""
    return message.role is not Role.SYSTEM or isinstance(message, WrittenMessage)


def _in_a_block(found: Sequence[Message]) -> list[Message]:
    """The same with one system message, dated and quoted, where the recalled ones began."""
    recalled = [message for message in found if isinstance(message, RecalledMessage)]
    if not recalled:
        return list(found)
    lines = [row(_line(message))[1] for message in recalled]
    text = "\n".join([OPENING, "", "## Recalled memory", *lines])
    block = WrittenMessage(role=Role.SYSTEM, content=text, metadata={"recalled": True})
    return [
        message
        for one in found
        for message in ([block] if one is recalled[0] else [] if isinstance(one, RecalledMessage) else [one])
    ]


def _line(message: RecalledMessage) -> Line:
    at = message.at or datetime.min.replace(tzinfo=UTC)
    return Line(
        id=message.id or "",
        kind=message.kind,
        text=text_of(message),
        at=at,
        role=message.role.value,
        name=message.name,
    )
