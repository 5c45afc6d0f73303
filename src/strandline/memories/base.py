"""What every conversation memory is: four verbs, each also awaitable, keyed by thread."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from strandline.errors import ConfigurationError, InputError, NaiveTimeError
from strandline.memories.describing import plain_setting
from strandline.memories.windows import last_messages, unshared
from strandline.memory.inputs import clean_text, flag, message_list, positive, scope_id
from strandline.types import Message, Role, micros
from strandline.types.closing import Closing
from strandline.types.digests import digest_of
from strandline.types.forks import ForkLock
from strandline.types.results import Plain

DEFAULT_THREAD = "default"
"""The thread of a call that names none."""
PROBLEMS_KEPT = 100
MOST_COUNTED = 10_000
"""Threads whose messages are counted at a time."""

Clock = Callable[[], datetime]

_log = logging.getLogger("strandline.memories")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledMessage(Message):
    """A message that was recalled because it fits the query, not because it was said last.

    ``score`` is in [0, 1], higher is better. ``metadata`` is the caller's; ``recalled``, ``score`` and ``thread_id``
    are in it too, unless the caller uses such a key. The attributes are always what was stored. ``order`` is its place
    among messages of one time: the lower was said before.
    """

    thread_id: str
    score: float
    kind: str = "message"
    """``"fact"`` where it is no turn: something that was learned from what was said."""
    order: int = 0
    recalled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMessage(Message):
    """A message that nobody said: a memory wrote it of what others said, as a summary or a block. It is data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Plain):
    """Something that went less than well, without an error to the caller: which part, in which thread, and why."""

    part: str
    thread_id: str
    reason: str
    at: datetime


class ThreadNumbers:
    """Counts in each thread by itself, from the time on, so that what is in one depends on nothing in another, and what
    is added after a restart comes after what was there.

    Threads that were used least recently start again when there are too many: a number only tells apart what was said
    in one thread at one time.
    """

    def __init__(self) -> None:
        self._lock = ForkLock()
        self._next: OrderedDict[str, int] = OrderedDict()

    def of(self, thread_id: str, count: int, now: datetime) -> range:
        """The next ``count`` numbers of a thread, at least the microseconds of a time."""
        with self._lock:
            first = max(micros(now), self._next.pop(thread_id, 0))
            self._next[thread_id] = first + count
            if len(self._next) > MOST_COUNTED:
                self._next.popitem(last=False)
        return range(first, first + count)


class ChatMemory(Closing, ABC):
    """Memory of conversations; one object serves many threads, and may be used by many (Python) threads at once.

    - ``max_messages``: the most messages that ``get`` returns; None for no limit.
    - ``return_system``: whether system messages are returned.
    - ``name``: what it is called in problems and descriptions.
    - ``clock``: gives the time of messages that have none; injected for equal bytes.

    To write one, implement ``_add``, ``_get``, ``_clear`` and ``_threads``. They may block: the awaitable verbs call
    them in a thread, so there is one source, and both kinds work in a script and inside a running event loop.
    """

    kind = "memory"
    semantic: bool = False
    """Whether what comes back depends on the query."""

    def __init__(
        self,
        *,
        max_messages: int | None = None,
        return_system: bool = False,
        name: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.max_messages = None if max_messages is None else positive(max_messages, field="max_messages", least=0)
        self.return_system = flag(return_system, field="return_system")
        self.name = type(self).__name__ if name is None else clean_text(name, field="name")
        if clock is not None and not callable(clock):
            raise ConfigurationError(f"clock must be a function that gives the time, got {type(clock).__name__}")
        self._clock = clock
        self._numbers = ThreadNumbers()
        self._problems: deque[Problem] = deque(maxlen=PROBLEMS_KEPT)
        self._parts = ExitStack()

    # --- hooks -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        """Keep all of the messages or none; each has an ``id`` and ``at``."""

    @abstractmethod
    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        """What ``get`` returns, before ``limit`` is made sure of."""

    @abstractmethod
    def _clear(self, thread_id: str | None) -> None:
        """Forget a thread; None for all of them."""

    @abstractmethod
    def _threads(self) -> list[str]:
        """The threads there are, in any order."""

    def _settings(self) -> dict[str, Any]:
        """The arguments that make a memory like this one."""
        return {
            "max_messages": self.max_messages,
            "return_system": self.return_system,
            "name": self.name,
            "clock": self._clock,
        }

    # --- verbs -----------------------------------------------------------------------------------------------------

    def add(self, messages: object, *, thread_id: str = DEFAULT_THREAD) -> None:
        """Keep messages of a thread: a str (said by the user), a dict in the chat format, a ``Message``, or several.

        All of them, or none when one cannot be kept. Raises MessageError, TextError, ScopeError and what the store
        raises.
        """
        self._opened()
        thread = scope_id(thread_id, field="thread_id")
        stamped = self.stamped(message_list(messages), thread)
        if stamped:
            self._add(stamped, thread)

    def get(
        self, *, thread_id: str = DEFAULT_THREAD, query: str | None = None, limit: int | None = None
    ) -> list[Message]:
        """Messages of a thread, oldest first (by time), at most ``limit`` where one is given; 0 gives none.

        ``query`` is what the user says now; memories that do not go by relevance take no notice of it.
        """
        self._opened()
        thread, most = checked_read(thread_id, query, limit)
        found = [] if most == 0 else self._get(thread, query, most)
        return found if most is None else found[last_messages(found, most, widen=False) :]

    def clear(self, *, thread_id: str | None = None) -> None:
        """Forget one thread; without ``thread_id`` all of them."""
        self._opened()
        self._clear(None if thread_id is None else scope_id(thread_id, field="thread_id"))

    def threads(self) -> list[str]:
        """The threads that hold something, in alphabetical order."""
        self._opened()
        return sorted(self._threads())

    async def aadd(self, messages: object, *, thread_id: str = DEFAULT_THREAD) -> None:
        """``add``, awaited."""
        await asyncio.to_thread(self.add, messages, thread_id=thread_id)

    async def aget(
        self, *, thread_id: str = DEFAULT_THREAD, query: str | None = None, limit: int | None = None
    ) -> list[Message]:
        """``get``, awaited."""
        return await asyncio.to_thread(self.get, thread_id=thread_id, query=query, limit=limit)

    async def aclear(self, *, thread_id: str | None = None) -> None:
        """``clear``, awaited."""
        await asyncio.to_thread(self.clear, thread_id=thread_id)

    async def athreads(self) -> list[str]:
        """``threads``, awaited."""
        return await asyncio.to_thread(self.threads)

    async def aclose(self) -> None:
        """``close``, awaited."""
        await asyncio.to_thread(self.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def native(self) -> Any:
        """What this memory keeps its messages in, for what this interface does not say."""
        return self

    def describe(self) -> dict[str, Any]:
        """What this memory is and how it is set, as plain JSON, without keys or passwords."""
        settings = {key: plain_setting(key, value) for key, value in self._settings().items() if key != "clock"}
        return {"kind": self.kind, "class": type(self).__name__, **settings}

    def with_config(self, **overrides: Any) -> Self:
        """A memory like this one, over the same store, with some settings changed."""
        return type(self)(**{**self._settings(), **overrides})

    def problems(self) -> tuple[Problem, ...]:
        """The last hundred things that went less than well, oldest first. Each was logged as a warning too."""
        return tuple(self._problems)

    def close(self) -> None:
        """Release what this memory opened or owns, not what it was given. Closing twice is fine."""
        with self._parts:
            super().close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"

    # --- for those who write one -------------------------------------------------------------------------------------

    def stamped(self, messages: Sequence[Message], thread_id: str) -> list[Message]:
        """The messages with a time and an id each: those they have, or the clock's, and a digest of what they are.

        What the caller changes in them later changes nothing here.
        """
        now = self.now()
        numbers = self._numbers.of(thread_id, len(messages), now)
        return [
            unshared(replace(message, at=at, id=message.id or _id(message, at, thread_id, number)))
            for message, number in zip(messages, numbers, strict=True)
            for at in [message.at or now]
        ]

    def now(self) -> datetime:
        """The time by this memory's clock. Raises NaiveTimeError when that gives a time without a zone."""
        moment = datetime.now(UTC) if self._clock is None else self._clock()
        if moment.utcoffset() is None:
            raise NaiveTimeError(field="the clock's time", got=moment)
        return moment

    def report(self, part: str, thread_id: str, problem: Exception | str) -> None:
        """Say that a part failed where the caller gets no error: in ``problems()`` and as a warning of the log."""
        reason = problem if isinstance(problem, str) else _said(problem)
        _log.warning("%s in thread %r: %s", part, thread_id, reason)
        self._problems.append(Problem(part=part, thread_id=thread_id, reason=reason, at=self.now()))

    def shown(self, messages: Sequence[Message]) -> list[Message]:
        """The messages without those of the role system, unless they are wanted."""
        return [message for message in messages if self.return_system or message.role is not Role.SYSTEM]

    def own(self, part: Any) -> None:
        """Close this part too when the memory is closed, after it: for whoever made the part for this memory alone."""
        self._parts.callback(part.close)


def _said(problem: Exception) -> str:
    try:
        return f"{type(problem).__name__}: {problem}"
    except Exception:  # noqa: BLE001 (the message of a foreign error may itself fail)
        return type(problem).__name__


def checked_read(thread_id: str, query: str | None, limit: int | None) -> tuple[str, int | None]:
    """The thread and the limit of a read. Raises ScopeError or InputError."""
    if query is not None and not isinstance(query, str):
        raise InputError(f"query must be a str or None, got {type(query).__name__}")
    thread = scope_id(thread_id, field="thread_id")
    return thread, None if limit is None else positive(limit, field="limit", least=0)


def _id(message: Message, at: datetime, thread_id: str, number: int) -> str:
    parts = (thread_id, message.role.value, message.name or "", message.content or "", message.tool_call_id or "")
    return "t" + digest_of(str(micros(at)), str(number), *parts, size=15, person=b"strandline chat").hex()
