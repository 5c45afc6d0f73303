"""The whole conversation."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from typing import Any

from strandline.errors import ConfigurationError
from strandline.memories.base import ChatMemory
from strandline.memories.transcript_file import open_transcript
from strandline.memories.transcripts import Transcript
from strandline.memories.windows import calls_are_there, last_messages, last_tokens, text_of
from strandline.memory.inputs import positive, row_id
from strandline.text import TokenCounter, count_tokens
from strandline.types import Message, Role

_FIRST_LOOK = 64


class BufferMemory(ChatMemory):
    """Keeps the transcript of each thread, and gives all of it back in the order it was added.

    - ``path``: a file that keeps it; without one (or with ``":memory:"``) it is gone with the process.
    - ``collection``: keeps memories in one file apart; each kind has one of its own.
    - ``max_messages``: the most that ``get`` returns, the newest; None for all.
    - ``max_stored``: the most that is kept a thread, the newest; None for all.

    Further arguments are those of `ChatMemory`. Raises InputError, and StoreErrors of the file.

    >>> from strandline import Message
    >>> memory = BufferMemory()
    >>> memory.add([Message.user("yes"), Message.assistant("sure?"), Message.user("yes")])
    >>> [message.content for message in memory.get()]
    ['yes', 'sure?', 'yes']
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        max_messages: int | None = None,
        max_stored: int | None = None,
        collection: str | None = None,
        transcript: Transcript | None = None,
        **config: Any,
    ) -> None:
        super().__init__(max_messages=max_messages, **config)
        if path is not None and transcript is not None:
            raise ConfigurationError("a path and a transcript were given; they say the same thing, give one")
        self.max_stored = None if max_stored is None else positive(max_stored, field="max_stored")
        self._owned = transcript is None
        self.collection = type(self).__name__ if collection is None else row_id(collection, field="collection")
        self.transcript = open_transcript(path, self.collection) if transcript is None else transcript

    def _settings(self) -> dict[str, Any]:
        return {
            **super()._settings(),
            "max_stored": self.max_stored,
            "collection": self.collection,
            "transcript": self.transcript,
        }

    def _add(self, messages: Sequence[Message], thread_id: str) -> None:
        self.transcript.append(thread_id, messages, most=self.max_stored)

    def _get(self, thread_id: str, query: str | None, limit: int | None) -> list[Message]:
        most = limit if limit is not None else self.max_messages
        return self._newest(thread_id, lambda messages: self._start(messages, most))

    def _start(self, messages: Sequence[Message], most: int | None) -> int:
        """Where what is returned begins."""
        return 0 if most is None else last_messages(messages, most, widen=False)

    def _newest(self, thread_id: str, start_of: Callable[[list[Message]], int]) -> list[Message]:
        """The end of a thread, read from its newest message back only as far as needed."""
        look: int | None = _FIRST_LOOK
        while True:
            total, read = self.transcript.last(thread_id, look)
            shown = self.shown(read)
            whole = look is None or len(read) < look
            if whole and len(read) < total:  # the calls of results at its start are no longer kept
                shown = list(itertools.dropwhile(lambda message: message.role is Role.TOOL, shown))
            start = start_of(shown)
            if whole or (start > 0 and calls_are_there(shown, start)):
                return shown[start:]
            look = None if look is None or look >= total else look * 4

    def _clear(self, thread_id: str | None) -> None:
        self.transcript.clear(thread_id)

    def _threads(self) -> list[str]:
        return self.transcript.threads()

    def native(self) -> Any:
        """The transcript it keeps its messages in."""
        return self.transcript

    def _close(self) -> None:
        if self._owned:
            self.transcript.close()


class WindowMemory(BufferMemory):
    """Gives back the end of each conversation: the last ``window`` messages, or as many as fit in ``window_tokens``.

    ``window_tokens`` wins over ``window``. Counted in messages, an exchange of two is two. A window never parts a tool
    call from its result: by messages it takes the call in, by tokens it leaves both out where they do not fit.
    ``limit`` (of ``get``) and ``max_messages`` are never exceeded. Further arguments are those of `BufferMemory`;
    ``count_tokens`` counts a text.

    Raises InputError when the window is not positive.

    >>> from strandline import Message
    >>> memory = WindowMemory(window=2)
    >>> memory.add([Message.user("one"), Message.user("two"), Message.user("three")])
    >>> [message.content for message in memory.get()]
    ['two', 'three']
    """

    def __init__(
        self,
        window: int = 20,
        path: str | os.PathLike[str] | None = None,
        *,
        window_tokens: int | None = None,
        count_tokens: TokenCounter = count_tokens,
        **config: Any,
    ) -> None:
        super().__init__(path, **config)
        self.window = positive(window, field="window")
        self.window_tokens = None if window_tokens is None else positive(window_tokens, field="window_tokens")
        self.count_tokens = count_tokens

    def _settings(self) -> dict[str, Any]:
        mine = {"window": self.window, "window_tokens": self.window_tokens, "count_tokens": self.count_tokens}
        return {**super()._settings(), **mine}

    def _start(self, messages: Sequence[Message], most: int | None) -> int:
        if self.window_tokens is not None:
            start = last_tokens(messages, self.window_tokens, self._tokens)
        else:
            start = last_messages(messages, self.window)
        return start if most is None else max(start, last_messages(messages, most, widen=False))

    def _tokens(self, message: Message) -> int:
        return self.count_tokens(text_of(message))
