"""Strandline and two published libraries behind one small face, for timing only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from strandline.bench.optional import need
from strandline.memory import Memory

K = 10


class Timed(Protocol):
    """What is timed. ``fill`` may use the fastest way a library has, ``add`` is the everyday call for one message."""

    def fill(self, user: str, session: str, texts: Sequence[str]) -> None:
        """Take in many messages of one user."""

    def add(self, user: str, text: str) -> None:
        """Take in one message."""

    def search(self, user: str, query: str) -> int:
        """How many of at most 10 items were found."""

    def close(self) -> None:
        """Write everything into the folder it was made with."""


class StrandlineTimed:
    """One file. ``fill`` leaves fact extraction off; ``add`` has it on and is durable when it returns."""

    def __init__(self, folder: Path) -> None:
        self._memory = Memory(str(folder / "memory.db"))

    def fill(self, user: str, session: str, texts: Sequence[str]) -> None:
        """One call, one transaction."""
        self._memory.add(
            [{"role": "user", "content": text} for text in texts], user_id=user, session_id=session, extract="off"
        )

    def add(self, user: str, text: str) -> None:
        """As an agent does it."""
        self._memory.add(text, user_id=user, session_id="now")

    def search(self, user: str, query: str) -> int:
        """All sessions of the user."""
        return len(self._memory.search(query, user_id=user, k=K))

    def close(self) -> None:
        """Fold the log into the file."""
        self._memory.close()


class WindlassTimed:
    """windlass: VectorMemory over HashEmbedder and its in-memory store, saved at the end; a user is a thread."""

    def __init__(self, folder: Path) -> None:
        feature = "timing windlass"
        self._message = need("windlass.core.types", feature=feature).Message
        embedder = need("windlass.providers.embeddings.hash", feature=feature).HashEmbedder()
        self._store = need("windlass.providers.vectordb.memory", feature=feature).InMemoryVectorStore(
            dimensions=embedder.dimension(), persist_path=str(folder)
        )
        longterm = need("windlass.providers.memory.longterm", feature=feature)
        self._memory = longterm.VectorMemory(embedder=embedder, vectorstore=self._store)

    def fill(self, user: str, session: str, texts: Sequence[str]) -> None:
        """One batch; there are no sessions below a thread."""
        del session
        self._memory.add([self._message.user(text) for text in texts], thread_id=user)

    def add(self, user: str, text: str) -> None:
        """Into memory; nothing is durable before ``close``."""
        self._memory.add(self._message.user(text), thread_id=user)

    def search(self, user: str, query: str) -> int:
        """With its default threshold."""
        return len(self._memory.get(thread_id=user, query=query, limit=K))

    def close(self) -> None:
        """Write the JSON file."""
        self._store.persist()


class CortexmTimed:
    """cortexm on a file database."""

    def __init__(self, folder: Path) -> None:
        self._memory = need("cortexm", feature="timing cortexm").Memory(db_path=str(folder / "cortexm.db"))

    def fill(self, user: str, session: str, texts: Sequence[str]) -> None:
        """One ``add_batch``."""
        self._memory.add_batch(list(texts), user_id=user, run_id=session)

    def add(self, user: str, text: str) -> None:
        """One ``add``."""
        self._memory.add(text, user_id=user)

    def search(self, user: str, query: str) -> int:
        """Facts and verbatim chunks, as its ``search`` gives them."""
        return len(self._memory.search(query, user_id=user, limit=K)["results"])

    def close(self) -> None:
        """Close the database."""
        self._memory.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """How to make a system, the module it needs, and up to how many messages it can be measured in minutes."""

    make: Callable[[Path], Timed]
    module: str
    most: int | None = None

    def installed(self) -> bool:
        """Whether its module can be imported."""
        return find_spec(self.module) is not None


SYSTEMS: dict[str, Rival] = {
    "strandline": Rival(make=StrandlineTimed, module="strandline"),
    "windlass": Rival(make=WindlassTimed, module="windlass", most=100_000),
    "cortexm": Rival(make=CortexmTimed, module="cortexm", most=1_000),
}
"""Every system by its name; cortexm's ingest is quadratic, windlass needs gigabytes and minutes above 100,000."""
