"""What the tests of the conversation memories share: clocks, embedders that count or fail, a scripted model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from strandline import HashEmbedder, Message
from strandline.llms import Prompt
from strandline.memories import (
    BufferMemory,
    ChatMemory,
    CompositeMemory,
    StepMemory,
    SummaryMemory,
    VectorMemory,
    WindowMemory,
)

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HASH = HashEmbedder(dimensions=64)


class Ticking:
    """A clock that moves on by a second at each look."""

    def __init__(self) -> None:
        self.moment = START

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


def frozen() -> datetime:
    """A clock that stands still."""
    return START


class CountingEmbedder:
    """Word hashing that keeps what it was asked, and fails while ``broken``."""

    def __init__(self, *, broken: bool = False) -> None:
        self.identity = HASH.identity
        self.calls: list[tuple[str, list[str]]] = []
        self.broken = broken

    def embed(self, texts: Sequence[str], *, kind: str = "document") -> Any:
        self.calls.append((kind, list(texts)))
        if self.broken:
            raise RuntimeError("no model today")
        return HASH.embed(texts)


class ScriptedLLM:
    """A model that answers with ``reply(prompt)``, and keeps the prompts."""

    model = "scripted"

    def __init__(self, reply: Callable[[Prompt], Any]) -> None:
        self.reply = reply
        self.prompts: list[Prompt] = []
        self._lock = threading.Lock()

    def complete(self, prompt: Prompt) -> Any:
        with self._lock:
            self.prompts.append(prompt)
        return self.reply(prompt)


def unreachable(prompt: Prompt) -> str:
    raise ConnectionError("the model is down")


def gathering(prompt: Prompt) -> str:
    """A summary that holds every message once: the earlier one, and the rows that came since."""
    earlier, _, rows = prompt.user.partition("\n\nMessages after it:\n")
    earlier = earlier.removeprefix("Summary so far:\n")
    return "\n".join(part for part in (earlier, rows) if part != "(none yet)")


def vectors(**config: Any) -> VectorMemory:
    """A vector memory without a model, that lets everything through."""
    return VectorMemory(**{"embedder": HASH, "score_threshold": None, "top_k": 1000, **config})


def steps(**config: Any) -> StepMemory:
    """The engine, that lets everything through and sees nothing of the thread."""
    options = {"user_id": "ana", "window": 0, "top_k": 1000, "min_score": 0.0, "extract": "off", **config}
    return StepMemory(":memory:", **options)


def composite(**config: Any) -> CompositeMemory:
    """The usual pair."""
    return CompositeMemory(
        [vectors(clock=config.get("clock")), WindowMemory(1000, clock=config.get("clock"))], **config
    )


KINDS: dict[str, Callable[..., ChatMemory]] = {
    "buffer": BufferMemory,
    "window": lambda **config: WindowMemory(1000, **config),
    "summary": lambda **config: SummaryMemory(window=1000, **config),
    "vector": vectors,
    "step": steps,
    "composite": composite,
}
"""A maker of each kind of memory; where it recalls, it recalls whatever shares a word with the query."""
TRANSCRIPTS = ("buffer", "window", "summary", "composite")
"""Those that give a thread back without a query."""
RECALLING = ("vector", "step")


def contents(messages: Sequence[Message]) -> list[str | None]:
    return [message.content for message in messages]


def turns(count: int, *, thread: str = "lamp") -> list[str]:
    """So many messages, each with a word of its own."""
    return [f"the {thread} of night{number}" for number in range(count)]
