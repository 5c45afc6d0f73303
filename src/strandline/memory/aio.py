"""``AsyncMemory``: the same verbs, awaited. Each runs in a thread; nothing is written twice."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

from strandline.errors import StoreClosedError
from strandline.memory.engine import MemoryOptions
from strandline.memory.memory import Memory

P = ParamSpec("P")
R = TypeVar("R")


def _hop(
    verb: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    """The awaitable face of a verb: same arguments, same result, run in a thread."""

    @wraps(verb)
    async def hopped(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> R:
        def call() -> R:
            return verb(self._opened(), *args, **kwargs)

        return await asyncio.to_thread(call)

    return hopped


class AsyncMemory:
    """``Memory`` for programs with an event loop: equal results, and the loop is never blocked.

    Takes the arguments of ``Memory``. The file is opened at the first verb, in a thread, or by ``async with``. May be
    used from several loops. A cancelled call is finished by its thread, so the store is whole.
    """

    def __init__(self, path: str | os.PathLike[str], **options: Unpack[MemoryOptions]) -> None:
        self._path, self._options = path, options
        self._memory: Memory | None = None
        self._closed = False
        self._opening = threading.Lock()

    def _opened(self) -> Memory:
        with self._opening:
            if self._memory is None:
                if self._closed:
                    raise StoreClosedError(f"{self._path} was closed; make a new AsyncMemory")
                self._memory = Memory(self._path, **self._options)
            return self._memory

    def _close(self) -> None:
        with self._opening:
            self._closed = True
        if self._memory is not None:
            self._memory.close()

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self._opened)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Bring the file to rest and release it. Closing twice is fine; other calls then raise StoreClosedError."""
        await asyncio.to_thread(self._close)

    add = _hop(Memory.add)
    remember = _hop(Memory.remember)
    search = _hop(Memory.search)
    context = _hop(Memory.context)
    recall_step = _hop(Memory.recall_step)
    stepped_context_block = _hop(Memory.stepped_context_block)
    get = _hop(Memory.get)
    messages = _hop(Memory.messages)
    facts = _hop(Memory.facts)
    ask = _hop(Memory.ask)
    history = _hop(Memory.history)
    changes = _hop(Memory.changes)
    edit = _hop(Memory.edit)
    undo = _hop(Memory.undo)
    merge = _hop(Memory.merge)
    sessions = _hop(Memory.sessions)
    users = _hop(Memory.users)
    forget = _hop(Memory.forget)
    verify_forgotten = _hop(Memory.verify_forgotten)
    export = _hop(Memory.export)
    import_ = _hop(Memory.import_)
    stats = _hop(Memory.stats)
    check = _hop(Memory.check)
    reembed = _hop(Memory.reembed)
    reextract = _hop(Memory.reextract)
