"""What the tests here share: every verb by name, and everything a store holds as one text."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from strandline import Memory, StaticEmbedder

EMBEDDER = StaticEmbedder()
"""One for all memories that a property opens: the model is read once."""

Verb = Callable[..., Any]

USER_VERBS: Mapping[str, Verb] = {
    "add": lambda memory, **scope: memory.add("Boats leave at nine.", **scope),
    "remember": lambda memory, **scope: memory.remember("likes boats", **scope),
    "search": lambda memory, **scope: memory.search("boats", **scope),
    "context": lambda memory, **scope: memory.context("boats", **scope),
    "recall_step": lambda memory, **scope: memory.recall_step("boats", **scope),
    "stepped_context_block": lambda memory, **scope: memory.stepped_context_block("boats", **scope),
    "get": lambda memory, **scope: memory.get("an-id", **scope),
    "messages": lambda memory, **scope: memory.messages(**scope),
    "facts": lambda memory, **scope: memory.facts(**scope),
    "ask": lambda memory, **scope: memory.ask("I", "lives_in", **scope),
    "history": lambda memory, **scope: memory.history("an-id", **scope),
    "changes": lambda memory, **scope: memory.changes(**scope),
    "edit": lambda memory, **scope: memory.edit("an-id", "Oslo", **scope),
    "undo": lambda memory, **scope: memory.undo("an-id", **scope),
    "merge": lambda memory, **scope: memory.merge("Bob", "Robert", **scope),
    "sessions": lambda memory, **scope: memory.sessions(**scope),
    "forget": lambda memory, **scope: memory.forget(everything=True, **scope),
}
"""The verbs that are about one user and refuse to guess which."""

AGENT_VERBS = tuple(name for name in USER_VERBS if name not in ("forget", "undo"))
SESSION_VERBS = ("add", "search", "context", "recall_step", "stepped_context_block", "messages")

WHOLE_STORE_VERBS: Mapping[str, Verb] = {
    "export": lambda memory, **scope: memory.export(io.StringIO(), **scope),
    "stats": lambda memory, **scope: memory.stats(**scope),
    "check": lambda memory, **scope: memory.check(**scope),
    "reembed": lambda memory, **scope: memory.reembed(**scope),
    "reextract": lambda memory, **scope: memory.reextract(**scope),
}
"""The verbs that look after a whole store, or one user of it."""


def dump(memory: Memory) -> str:
    """Everything the store holds: equal dumps, equal stores."""
    out = io.StringIO()
    memory.export(out, all_users=True)
    return out.getvalue()


def as_bytes(value: Any) -> bytes:
    """A result, or a list of them, as JSON bytes: equal to the last bit of a score or not at all."""
    plain = [one.to_dict() for one in value] if isinstance(value, list) else value.to_dict()
    return json.dumps(plain, sort_keys=True).encode()
