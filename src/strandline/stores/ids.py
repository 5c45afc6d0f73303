"""Ids and marks that are digests: the same input has the same id on every store."""

from __future__ import annotations

import base64
import hashlib


def message_id(user_id: str, agent_id: str | None, session_id: str, step: int, again: int = 0) -> str:
    """The default id of a message: a digest of (user, agent, session, step), 25 characters."""
    return "m" + _digest(user_id, agent_id, session_id, str(step), *([str(again)] if again else []))


def _digest(*parts: str | None) -> str:
    hasher = hashlib.blake2b(digest_size=15)
    for part in parts:
        data = b"" if part is None else part.encode("utf-8")
        hasher.update(b"-" if part is None else b"%d:" % len(data))
        hasher.update(data)
    return base64.b32encode(hasher.digest()).decode("ascii").lower()


def tombstone(user_id: str, id: str, recorded_at: int) -> bytes:
    """What is kept of a forgotten row: enough to know it again in an old export, nothing to read."""
    return hashlib.blake2b(f"{len(user_id)}:{user_id}{len(id)}:{id}{recorded_at}".encode(), digest_size=16).digest()


def note_id(user_id: str, agent_id: str | None, text: str, again: int = 0) -> str:
    """The id of a remembered text: a digest of (user, agent, text), so that the same text has the same id.

    ``again`` tells it from a text that was the same until it was edited.
    """
    return "f" + _digest(user_id, agent_id, text, *([str(again)] if again else []))


def claim_id(user_id: str, agent_id: str | None, source_id: str | None, parts: tuple[str | None, ...]) -> str:
    """The id of a statement: a digest of whose it is, what it was read from, and what it says."""
    return "c" + _digest(user_id, agent_id, source_id, *parts)


def fact_id(user_id: str, agent_id: str | None, root: str, again: int = 0) -> str:
    """The id of a fact: a digest of the id of the first statement it rests on. ``again`` tells its pieces apart."""
    return "f" + _digest(user_id, agent_id, "claim", root, *([str(again)] if again else []))


def change_id(user_id: str, agent_id: str | None, kind: str, target: str, again: int) -> str:
    """The id of a change: a digest of what it did to what, and for which time."""
    return "x" + _digest(user_id, agent_id, kind, target, str(again))


def erased_key(user_id: str) -> str:
    """Under which a store notes when it erased a user: a digest, since the id itself must be gone."""
    return f"erased {_digest(user_id)}"
