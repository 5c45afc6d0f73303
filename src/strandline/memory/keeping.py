"""The verbs that read back what is stored and look after it; ``Memory`` has them all."""

from __future__ import annotations

from datetime import datetime

from strandline.memory import beliefs, changing, forgetting, inputs, portable, reading, reextracting, vectors
from strandline.memory.beliefs import Reader, Times
from strandline.memory.engine import Engine
from strandline.types import (
    Answer,
    Change,
    CheckReport,
    Fact,
    Moved,
    Page,
    Progress,
    Receipt,
    Reembedded,
    Reextracted,
    SessionInfo,
    Stats,
    StoredMessage,
    Version,
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
        subject: str | None = None,
        relation: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        include_ended: bool = False,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Fact]:
        """A page of what is believed and true now, or at ``as_of``, in the order it was learned.

        ``known_at`` answers from what was stored by then; ``include_ended`` adds what is believed to be true at other
        times. ``subject`` is a name, or ``"user"`` or ``"I"`` for the user; so is the user's name. With an agent, its
        private facts are among them, and marked disputed where they differ from the user's. Raises InputError for a
        relation that no fact can have.
        """
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        wanted = beliefs.Wanted(
            subject=None if subject is None else inputs.words(subject, field="subject"),
            relation=None if relation is None else beliefs.relation_name(relation),
            times=_times(as_of, known_at),
            include_ended=inputs.flag(include_ended, field="include_ended"),
            limit=inputs.positive(limit, field="limit"),
            cursor=cursor,
        )
        return beliefs.facts(self._engine, user, agent, wanted)

    def ask(
        self,
        subject: str,
        relation: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Answer:
        """Whether something is believed of a subject in a relation: ``yes`` and what, ``no``, or ``unknown``.

        ``memory.ask("I", "lives_in", user_id="ana")``: *yes* if a positive fact covers the time asked about, *no* if
        none does and a denial or an explicit end covers it. Subjects and relations are named as in ``facts``.
        """
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        name, of = inputs.words(subject, field="subject"), beliefs.relation_name(relation)
        return beliefs.ask(self._engine, name, of, Reader(user_id=user, agent_id=agent), _times(as_of, known_at))

    def history(self, id: str, *, user_id: str | None = None, agent_id: str | None = None) -> list[Version]:
        """Every version of a fact or message, the first first, with the reason of each. Raises NotFoundError."""
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        return beliefs.history(self._engine, inputs.row_id(id, field="id"), user, agent)

    def changes(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_idle: bool = False,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Change]:
        """A page of the change log: what was learned and taken back, in order, each with the id that ``undo`` takes.

        ``include_idle`` adds statements that changed nothing when they were made (the end of what nobody believed).
        """
        reader = Reader(
            user_id=inputs.scope_id(user_id, field="user_id"), agent_id=inputs.optional_id(agent_id, field="agent_id")
        )
        idle, most = inputs.flag(include_idle, field="include_idle"), inputs.positive(limit, field="limit")
        return beliefs.changes(self._engine, reader, idle=idle, limit=most, cursor=cursor)

    def edit(self, id: str, text: str, *, user_id: str | None = None, agent_id: str | None = None) -> Change:
        """Correct a fact by hand. It keeps its id and its dates, and gets a new version.

        ``text`` is the new value, or a sentence that says it; of a remembered text it is the new text. Raises
        NotFoundError, and InputError for a message (it is kept verbatim), a text that says something else, or the
        text of another remembered one.
        """
        user, agent = inputs.scope_id(user_id, field="user_id"), inputs.optional_id(agent_id, field="agent_id")
        row, words = inputs.row_id(id, field="id"), inputs.words(text, field="text")
        return changing.edit(self._engine, row, words, user, agent)

    def undo(self, change_id: str, *, user_id: str | None = None) -> Change:
        """Take a change back, as a change of its own, which can be undone too.

        Raises NotFoundError, and InputError for a change that is undone already.
        """
        user = inputs.scope_id(user_id, field="user_id")
        return changing.undo(self._engine, inputs.row_id(change_id, field="change_id"), user)

    def merge(
        self, subject_a: str, subject_b: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Change:
        """Take two subjects for one, called ``subject_a``: what is known of one is known of the other.

        Raises NotFoundError for a subject that nothing is known of, and InputError when they are one already.
        """
        reader = Reader(
            user_id=inputs.scope_id(user_id, field="user_id"), agent_id=inputs.optional_id(agent_id, field="agent_id")
        )
        kept, joined = inputs.words(subject_a, field="subject_a"), inputs.words(subject_b, field="subject_b")
        return changing.merge(self._engine, kept, joined, reader)

    def reextract(self, *, user_id: str | None = None, progress: Progress | None = None) -> Reextracted:
        """Read stored messages of the user role again, unless the present rules, or a model, read something in them.

        What they say otherwise becomes changes, which can be undone; a reading that was undone is not made again.
        Interrupted, it may be started again. Of a user who stored nothing, nothing is read.
        """
        user = None if user_id is None else inputs.scope_id(user_id, field="user_id")
        return reextracting.reextract(self._engine, user, progress)

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


def _times(as_of: datetime | None, known_at: datetime | None) -> Times:
    return Times(as_of=inputs.aware(as_of, field="as_of"), known_at=inputs.aware(known_at, field="known_at"))
