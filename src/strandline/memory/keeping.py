"""The verbs that read back what is stored and look after it; ``Memory`` has them all."""

from __future__ import annotations

from datetime import datetime

from strandline.memory import forgetting, inputs, portable, reading, vectors
from strandline.memory.engine import Engine
from strandline.types import (
    CheckReport,
    Fact,
    Moved,
    Page,
    Progress,
    Receipt,
    Reembedded,
    SessionInfo,
    Stats,
    StoredMessage,
)


class Keeping:
    """Reading back, forgetting, moving and checking, over one engine."""

    _engine: Engine

    def get(self, id: str, *, user_id: str | None = None, agent_id: str | None = None) -> StoredMessage | Fact:
        """One message or fact by its id. Raises NotFoundError for an id this user (and agent) does not have."""
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        return reading.get(self._engine, inputs.row_id(id, field="id"), user, agent)

    def messages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        thread_id: str | None = None,
        run_id: str | None = None,
        after_step: int = 0,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[StoredMessage]:
        """A page of messages, verbatim, in the order they were stored; in a session that is by step."""
        return reading.messages(
            self._engine,
            inputs.scope_id(user_id, field="user_id"),
            inputs.optional_id(agent_id, field="agent_id"),
            reading.Slice(
                session_id=inputs.maybe_session(session_id, thread_id, run_id),
                after_step=inputs.positive(after_step, field="after_step", least=0),
                limit=inputs.positive(limit, field="limit"),
                cursor=cursor,
            ),
        )

    def facts(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Fact]:
        """A page of what was remembered, in the order it was learned."""
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        return reading.facts(self._engine, user, agent, limit=inputs.positive(limit, field="limit"), cursor=cursor)

    def sessions(self, *, user_id: str | None = None, agent_id: str | None = None) -> list[SessionInfo]:
        """The user's conversations, in the order they began."""
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        return reading.sessions(self._engine, user, agent)

    def users(self, *, all_users: bool = False) -> list[str]:
        """All user ids, in the order they first wrote. Raises ScopeError unless ``all_users=True`` is said."""
        return reading.users(self._engine, all_users)

    def forget(
        self,
        *,
        user_id: str | None = None,
        id: str | None = None,
        session_id: str | None = None,
        phrase: str | None = None,
        before: datetime | None = None,
        everything: bool = False,
        dry_run: bool = False,
    ) -> Receipt:
        """Remove memories of one user (of all its agents), and every copy of their text; exactly one selector.

        ``phrase`` removes whatever holds it verbatim, ``before`` what was said before a time. Their steps stay unused,
        and an import does not bring them back. ``dry_run`` counts and removes nothing. Raises ScopeError or InputError.
        """
        user = inputs.scope_id(user_id, field="user_id")
        chosen = forgetting.selection(
            id=id, session_id=session_id, phrase=phrase, before=before, everything=everything
        )  # fmt: skip
        return forgetting.forget(self._engine, user, chosen, dry_run=dry_run)

    def verify_forgotten(self, receipt: Receipt) -> bool:
        """True when nothing of what the receipt stands for is in any table, index, cache, file or WAL.

        Raises LeftoverError naming the places, also while a reader of an old snapshot keeps the pages alive.
        """
        return forgetting.verify(self._engine, receipt)

    def export(
        self,
        target: portable.Target,
        *,
        user_id: str | None = None,
        all_users: bool = False,
        progress: Progress | None = None,
    ) -> Moved:
        """Write one user, or all, as JSON Lines to a path or an open text file. Lossless; equal stores, equal bytes."""
        user = None if user_id is None else inputs.scope_id(user_id, field="user_id")
        return portable.export(self._engine, target, user_id=user, all_users=all_users, progress=progress)

    def import_(self, source: portable.Target, *, progress: Progress | None = None) -> Moved:
        """Read an export: ids, steps and transaction times are kept, what is there already is skipped.

        Raises InputError naming the line, with nothing imported. A ConflictError (an id with other content) or
        StepError undoes its chunk of 500 rows only: a note on it counts the rows before it; start it again then.
        """
        return portable.import_(self._engine, source, progress=progress)

    def stats(self, *, user_id: str | None = None) -> Stats:
        """How much there is, of the whole store or of one user."""
        return reading.stats(self._engine, None if user_id is None else inputs.scope_id(user_id, field="user_id"))

    def check(self, *, user_id: str | None = None) -> CheckReport:
        """Integrity of rows, indexes and vectors of the store, and the queue of vectors still to make."""
        return reading.check(self._engine, None if user_id is None else inputs.scope_id(user_id, field="user_id"))

    def reembed(self, *, user_id: str | None = None, progress: Progress | None = None) -> Reembedded:
        """Make missing vectors, or switch the store to this memory's embedder and make all anew. Resumable."""
        user = None if user_id is None else inputs.scope_id(user_id, field="user_id")
        return vectors.reembed(self._engine, user, progress)
