"""What all verbs share: the store, the embedder, the caches, the clock."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from strandline import extract, text, timex
from strandline.embedders import CachingEmbedder, Embedder
from strandline.errors import EmbedderMismatchError, InputError
from strandline.llms import LLM
from strandline.memory import inputs
from strandline.memory.indexes import Indexes
from strandline.memory.recalls import Recaller
from strandline.memory.reranking import RERANK_TOP, SecondStage
from strandline.recall import Ranking
from strandline.rerankers import Reranker, as_reranker
from strandline.stores import SqliteStore, Store
from strandline.stores.base import Clock
from strandline.text import TokenCounter

CACHE_BYTES = 1 << 30
"""What the indexes of recently read users may hold in memory: about 1.8 million short messages, or 0.7 million with
tokens."""
LONGEST_WAIT = 1_000_000
"""Seconds a writer may be told to wait: SQLite counts milliseconds in 32 bits."""
ON_MISMATCH = ("raise", "lexical")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a memory is opened; see ``Memory``."""

    embedder: Embedder
    on_mismatch: str
    count_tokens: TokenCounter
    synchronous: str
    timeout: float
    cache_bytes: int
    max_bytes: int | None
    clock: Clock
    new_salt: Callable[[], str]
    llm: LLM | None = None
    ranking: Ranking | None = None
    reranker: Reranker | None = None
    rerank_top: int = RERANK_TOP

    def __post_init__(self) -> None:
        if self.on_mismatch not in ON_MISMATCH:
            raise InputError(f"on_mismatch must be one of {ON_MISMATCH}, got {self.on_mismatch!r}")
        number = isinstance(self.timeout, (int, float)) and not isinstance(self.timeout, bool)
        if not number or not 0 <= self.timeout <= LONGEST_WAIT:
            raise InputError(f"timeout must be seconds from 0 to {LONGEST_WAIT}, got {self.timeout!r}")
        inputs.positive(self.cache_bytes, field="cache_bytes", least=0)
        if self.max_bytes is not None:
            inputs.positive(self.max_bytes, field="max_bytes")
        inputs.positive(self.rerank_top, field="rerank_top")
        if self.reranker is not None:
            as_reranker(self.reranker)
        if self.llm is not None:
            if not isinstance(self.llm, LLM):
                raise InputError(f"llm must be a strandline.llms.LLM, with model and complete, got {self.llm!r}")
            inputs.words(self.llm.model, field="llm.model")
        if self.ranking is not None and not isinstance(self.ranking, Ranking):
            raise InputError(f"ranking must be a strandline.Ranking, such as Ranking.load(path), got {self.ranking!r}")


class MemoryOptions(TypedDict, total=False):
    """The keyword options of ``Memory``, for those who pass them on."""

    embedder: Embedder | None
    on_mismatch: str
    count_tokens: TokenCounter
    synchronous: str
    timeout: float
    cache_bytes: int
    max_bytes: int | None
    clock: Clock | None
    new_salt: Callable[[], str] | None
    llm: LLM | None
    ranking: Ranking | None
    reranker: Reranker | None
    rerank_top: int


class Engine:
    """The parts of one open memory. Thread-safe; renews itself in a child process after a fork."""

    def __init__(self, path: str | os.PathLike[str], options: Options) -> None:
        name = os.fspath(path)
        if not isinstance(name, str) or not name or "\0" in name:
            raise InputError(f'a path is a str such as "agent.db", or ":memory:", got {path!r}')
        if name.startswith(("postgresql://", "postgres://")):
            raise InputError("PostgreSQL is not part of this version; give the path of a file")
        self.embedder = options.embedder
        self.clock = options.clock
        self.count_tokens = options.count_tokens
        self.new_salt = options.new_salt
        self.llm = options.llm
        self.reranker = None if options.reranker is None else SecondStage(options.reranker, options.rerank_top)
        self.store: Store = SqliteStore(
            name,
            clock=self.clock,
            timeout=options.timeout,
            synchronous=options.synchronous,
            max_bytes=options.max_bytes,
        )
        self.indexes = Indexes(options.cache_bytes)
        self.recaller = Recaller(self.indexes, self.embedder, options.ranking)
        try:
            self._settle_embedder(options.on_mismatch)
        except BaseException:
            self.store.close()
            raise
        _alive.add(self)

    def _settle_embedder(self, on_mismatch: str) -> None:
        """Match the embedder with the one whose vectors the store holds; a new store takes this one."""
        stored, generation = self.store.identity()
        given = self.embedder.identity
        if stored is None:
            self.recaller.generation = self.store.set_identity(given)
        elif stored == given:
            self.recaller.generation = generation
        elif on_mismatch == "raise":
            raise EmbedderMismatchError(stored=str(stored), given=str(given))

    @property
    def writing_embedder(self) -> Embedder | None:
        """The embedder for new texts; None while the store follows another one."""
        return self.embedder if self.recaller.generation else None

    def clear_caches(self) -> None:
        """Drop everything in memory that could hold words or names of a text."""
        self.indexes.drop()
        for part in (text, timex, extract):
            part.clear_caches()
        if isinstance(self.embedder, CachingEmbedder):
            self.embedder.clear_caches()

    def close(self) -> None:
        """Release the store and the caches."""
        self.indexes.drop()
        self.store.close()


_alive: weakref.WeakSet[Engine] = weakref.WeakSet()


def _after_fork() -> None:
    """A lock of the caches may have been held by a thread that does not exist in the child."""
    for engine in list(_alive):
        engine.indexes.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
