"""``Memory``: the public verbs. Each checks its arguments and calls one function."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from strandline.embedders import Embedder, StaticEmbedder, as_embedder
from strandline.llms import LLM
from strandline.memory import inputs, searching, writing
from strandline.memory.asking import ask
from strandline.memory.claims import Where
from strandline.memory.engine import CACHE_BYTES, Engine, Options
from strandline.memory.keeping import Keeping
from strandline.memory.recalls import KINDS, POOL, TOKENS_A_LINE
from strandline.memory.reranking import RERANK_TOP
from strandline.memory.windows import WindowAsked
from strandline.recall import Ranking
from strandline.rerankers import Reranker
from strandline.stores.base import Clock
from strandline.text import TokenCounter, count_tokens
from strandline.types import Added, Block, Hit, StepRecall


class Memory(Keeping):
    """Long-term memory in one file: remembers without an LLM and knows what the model can still see.

    ``path`` is a file (made when it does not exist) or ``":memory:"``. Keyword options:

    - ``embedder``: who makes the vectors; the shipped static model by default.
    - ``on_mismatch``: ``"raise"`` (default) or ``"lexical"``, for a store whose vectors another embedder made.
    - ``count_tokens``: counts the tokens of a text for budgets; a quarter of the UTF-8 bytes by default.
    - ``synchronous``: ``"FULL"`` (default: an acknowledged write survives a power cut) or ``"NORMAL"``.
    - ``timeout``: seconds a writer waits for others, at most.
    - ``cache_bytes``: what the indexes of recently read users may take in memory.
    - ``max_bytes``: the largest the file may become.
    - ``llm``: a language model (``strandline.llms``) for ``add(extract="llm")``; none by default.
    - ``ranking``: the weights that results are ranked with; those that ship with the library by default.
    - ``reranker``: a second look at the texts of the best ``rerank_top`` candidates of each read
      (``strandline.rerankers``); none by default.
    - ``clock`` and ``new_salt``: give the time and the salt of receipts; injected for equal bytes.

    May be shared by threads; a child process may go on using it after a fork. Raises EmbedderMismatchError,
    NotAStoreError, SchemaError, StoreReadOnlyError and other StoreErrors.

    >>> with Memory(":memory:") as memory:
    ...     added = memory.add("I moved to Oslo last month.", user_id="ana", session_id="s1")
    ...     memory.search("Where do I live?", user_id="ana")[0].text
    'The user lives in Oslo.'
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        embedder: Embedder | None = None,
        on_mismatch: str = "raise",
        count_tokens: TokenCounter = count_tokens,
        synchronous: str = "FULL",
        timeout: float = 30.0,
        cache_bytes: int = CACHE_BYTES,
        max_bytes: int | None = None,
        clock: Clock | None = None,
        new_salt: Callable[[], str] | None = None,
        llm: LLM | None = None,
        ranking: Ranking | None = None,
        reranker: Reranker | None = None,
        rerank_top: int = RERANK_TOP,
    ) -> None:
        options = Options(
            embedder=StaticEmbedder() if embedder is None else as_embedder(embedder),
            on_mismatch=on_mismatch,
            count_tokens=count_tokens,
            synchronous=synchronous,
            timeout=timeout,
            cache_bytes=cache_bytes,
            max_bytes=max_bytes,
            clock=clock or _now,
            new_salt=new_salt or _new_salt,
            llm=llm,
            ranking=ranking,
            reranker=reranker,
            rerank_top=rerank_top,
        )
        self._engine = Engine(path, options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Bring the file to rest and release it. Closing twice is fine; other calls then raise StoreClosedError."""
        self._engine.close()

    def add(
        self,
        messages: object,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = "default",
        thread_id: str | None = None,
        run_id: str | None = None,
        at: datetime | None = None,
        metadata: Mapping[str, Any] | None = None,
        extract: str = "rules",
    ) -> Added:
        """Store what was said, as turns of a session: all of it, durable on return, or nothing.

        ``messages`` is a str (said by the user), a dict in the chat format, a ``Message``, or a sequence of them.
        ``at`` and ``metadata`` are for those that have none of their own. With ``agent_id`` the turns are private to
        (user, agent). A caller's ``id`` that exists with equal content is left alone.

        ``extract`` says who reads facts in what the user says: ``"rules"``, ``"llm"`` (the ``llm`` given, called before
        anything is locked) or ``"off"``. The first 10,000 characters of a message are read. What is longer or cannot be
        read is stored all the same, and ``warnings`` says so.

        Raises ScopeError, MessageError, TextError, NaiveTimeError, StepError, ConflictError or a StoreError, with the
        store as it was before.
        """
        where = Where(
            user_id=inputs.scope_id(user_id, field="user_id"),
            agent_id=inputs.optional_id(agent_id, field="agent_id"),
            session_id=inputs.session(session_id, thread_id, run_id),
        )
        return writing.add(self._engine, messages, where, at=at, metadata=metadata, extract=extract)

    def remember(
        self,
        text: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: datetime | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Added:
        """Store a bare text that is no turn of a conversation. The same text again is the same fact, with its id.

        That is the fact which says it now: one that was edited no longer says what it said. A text without words stores
        nothing and says so in ``warnings``. Raises as ``add`` does.
        """
        where = Where(
            user_id=inputs.scope_id(user_id, field="user_id"),
            agent_id=inputs.optional_id(agent_id, field="agent_id"),
            session_id=None,
        )
        return writing.remember(self._engine, text, where, at=at, metadata=metadata)

    def search(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        thread_id: str | None = None,
        run_id: str | None = None,
        this_session_only: bool = False,
        k: int = 10,
        kinds: Collection[str] = KINDS,
        filters: Mapping[str, Any] | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        min_score: float | None = None,
    ) -> list[Hit]:
        """The ``k`` memories most relevant to the query, best first; none when nothing is relevant.

        Reads all the user's sessions unless ``this_session_only``. ``after`` is inclusive, ``before`` exclusive, on
        the time a thing was said; ``filters`` is on metadata. All act before anything is ranked. ``as_of`` and
        ``known_at`` answer as of a time, and from what was stored by then. ``min_score`` is in [0, 1]: None is the
        calibrated default, 0.0 lets everything through. Any query string is safe.

        Raises ScopeError, FilterError, NaiveTimeError, InputError or a StoreError.
        """
        asked = ask(
            query, user_id=user_id, agent_id=agent_id, session_id=inputs.maybe_session(session_id, thread_id, run_id),
            this_session_only=this_session_only, kinds=kinds, filters=filters, after=after, before=before,
            as_of=as_of, known_at=known_at, min_score=min_score, k=inputs.positive(k, field="k", least=0),
        )  # fmt: skip
        return searching.search(self._engine, asked)

    def context(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = "default",
        thread_id: str | None = None,
        run_id: str | None = None,
        this_session_only: bool = False,
        k: int | None = None,
        kinds: Collection[str] = KINDS,
        filters: Mapping[str, Any] | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        min_score: float | None = None,
        max_tokens: int = 1200,
        current_step: int | None = None,
        window: int | None = None,
        window_tokens: int | None = None,
        visible: Collection[str] = (),
    ) -> Block:
        """A block for a prompt, of at most ``max_tokens``: the hits that fit (at most ``k``), dated and quoted.

        With a ``window`` (steps) or ``window_tokens``, messages of this session that the model still sees are left
        out, and what has left the window is preferred; without either, nothing is taken to be visible. Ids in
        ``visible`` are never repeated. ``session_id=None`` means that there is no current session. Without ``k``,
        ``max(400, max_tokens // 4)`` candidates are considered; ``omitted`` counts those that are not shown. Raises as
        ``search`` does.
        """
        budget = inputs.positive(max_tokens, field="max_tokens", least=0)
        asked = ask(
            query, user_id=user_id, agent_id=agent_id, session_id=inputs.current_session(session_id, thread_id, run_id),
            this_session_only=this_session_only, kinds=kinds, filters=filters, after=after, before=before,
            as_of=as_of, known_at=known_at, min_score=min_score, k=k, pool=max(POOL, budget // TOKENS_A_LINE),
        )  # fmt: skip
        seen = WindowAsked(
            current_step=current_step, window=window, window_tokens=window_tokens, visible=visible
        )  # fmt: skip
        return searching.context(self._engine, asked, seen, budget)

    def recall_step(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = "default",
        thread_id: str | None = None,
        run_id: str | None = None,
        current_step: int | None = None,
        window: int = 20,
        window_tokens: int | None = None,
        visible: Collection[str] = (),
        k: int = 12,
        max_tokens: int = 1200,
        include_window: bool = False,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        min_score: float | None = None,
    ) -> StepRecall:
        """What is relevant and has left the model's window, best first, and the same as a block.

        The model sees the last ``window`` steps up to ``current_step`` (the session's last when None), or as many as
        fit in ``window_tokens``. Messages it sees are no results, unless ``include_window``; ids in ``visible`` never
        are. Scores are boosted by up to 1.6 for what has left the window. ``session_id=None`` means that there is no
        current session: nothing is in view. Raises as ``search`` does.
        """
        asked = ask(
            query, user_id=user_id, agent_id=agent_id, session_id=inputs.current_session(session_id, thread_id, run_id),
            as_of=as_of, known_at=known_at, min_score=min_score, k=inputs.positive(k, field="k", least=0),
        )  # fmt: skip
        seen = WindowAsked(
            current_step=current_step, window=window, window_tokens=window_tokens, visible=visible,
            include_window=include_window,
        )  # fmt: skip
        budget = inputs.positive(max_tokens, field="max_tokens", least=0)
        return searching.recall_step(self._engine, asked, seen, budget)

    def stepped_context_block(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = "default",
        thread_id: str | None = None,
        run_id: str | None = None,
        current_step: int | None = None,
        window: int = 20,
        window_tokens: int | None = None,
        visible: Collection[str] = (),
        k: int = 12,
        max_tokens: int = 1200,
        include_window: bool = False,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        min_score: float | None = None,
    ) -> str:
        """The block of ``recall_step``, which takes the same arguments."""
        return self.recall_step(
            query, user_id=user_id, agent_id=agent_id, session_id=session_id, thread_id=thread_id, run_id=run_id,
            current_step=current_step, window=window, window_tokens=window_tokens, visible=visible, k=k,
            max_tokens=max_tokens, include_window=include_window, as_of=as_of, known_at=known_at, min_score=min_score,
        ).context_block  # fmt: skip


def _now() -> datetime:
    return datetime.now(UTC)


def _new_salt() -> str:
    return secrets.token_hex(16)
