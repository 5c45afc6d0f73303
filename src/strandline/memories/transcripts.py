"""Where transcripts are kept, one a thread; here those of this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from strandline.memories.windows import unshared
from strandline.types import Message
from strandline.types.forks import ForkLock


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What was said in a thread up to ``position``."""

    position: int
    text: str


class Transcript(Protocol):
    """The messages of many threads in the order they were added. May be called from many (Python) threads at once.

    Positions of a thread's messages are consecutive whole numbers, and are never used again: not when older ones are
    dropped, and not when the thread is cleared and begins anew. So what somebody still does with a thread that was
    cleared meanwhile has no effect on the new one.
    """

    def append(self, thread_id: str, messages: Sequence[Message], *, most: int | None) -> None:
        """Add all messages or none, then drop the oldest above ``most`` of the thread."""
        ...

    def drop(self, thread_id: str, *, up_to: int) -> None:
        """Drop the messages of a thread up to and with a position; the summary stays."""
        ...

    def last(self, thread_id: str, count: int | None) -> tuple[int, list[Message]]:
        """The position of the newest message, and the newest ``count`` messages (None for all), oldest first."""
        ...

    def summary(self, thread_id: str) -> Summary | None:
        """The summary of the thread's beginning, if there is one."""
        ...

    def summarize(self, thread_id: str, new: Summary, *, old: Summary | None) -> bool:
        """Put a summary in the place of ``old``; False, and nothing changed, when another is there, or when the thread
        has not, or no more, a message at its position.
        """
        ...

    def clear(self, thread_id: str | None) -> None:
        """Forget a thread with its summary; None for all."""
        ...

    def threads(self) -> list[str]:
        """The threads with messages."""
        ...

    def close(self) -> None:
        """Release the file, where there is one."""
        ...


@dataclass(slots=True)
class _Thread:
    start: int
    total: int
    messages: list[Message] = field(default_factory=list)
    summary: Summary | None = None


class InMemoryTranscript:
    """Transcripts in this process, gone when it ends."""

    def __init__(self) -> None:
        self._lock = ForkLock()
        self._threads: dict[str, _Thread] = {}
        self._used = 0

    def append(self, thread_id: str, messages: Sequence[Message], *, most: int | None) -> None:
        """See `Transcript`."""
        with self._lock:
            thread = self._threads.setdefault(thread_id, _Thread(start=self._used, total=self._used))
            thread.messages.extend(messages)
            thread.total += len(messages)
            if most is not None and len(thread.messages) > most:
                del thread.messages[: len(thread.messages) - most]

    def drop(self, thread_id: str, *, up_to: int) -> None:
        """See `Transcript`."""
        with self._lock:
            thread = self._threads.get(thread_id)
            if thread is not None:
                del thread.messages[: max(0, up_to - thread.total + len(thread.messages))]

    def last(self, thread_id: str, count: int | None) -> tuple[int, list[Message]]:
        """See `Transcript`."""
        with self._lock:
            thread = self._threads.get(thread_id)
            if thread is None:
                return 0, []
            start = 0 if count is None else max(0, len(thread.messages) - count)
            return thread.total, [unshared(message) for message in thread.messages[start:]]

    def summary(self, thread_id: str) -> Summary | None:
        """See `Transcript`."""
        with self._lock:
            thread = self._threads.get(thread_id)
            return None if thread is None else thread.summary

    def summarize(self, thread_id: str, new: Summary, *, old: Summary | None) -> bool:
        """See `Transcript`."""
        with self._lock:
            thread = self._threads.get(thread_id)
            if thread is None or thread.summary != old or not thread.start < new.position <= thread.total:
                return False
            thread.summary = new
            return True

    def clear(self, thread_id: str | None) -> None:
        """See `Transcript`."""
        with self._lock:
            for name in list(self._threads) if thread_id is None else [thread_id]:
                if (thread := self._threads.pop(name, None)) is not None:
                    self._used = max(self._used, thread.total)

    def threads(self) -> list[str]:
        """See `Transcript`."""
        with self._lock:
            return list(self._threads)

    def close(self) -> None:
        """Nothing to release."""
