"""What goes in: a message, and the shapes it may be given in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from strandline.errors import MessageError, NaiveTimeError


class Role(StrEnum):
    """Who speaks. ``developer`` is read as ``system``."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"

    @classmethod
    def parse(cls, value: object) -> Role:
        """Read a role in any case; raises MessageError for one that is not known."""
        name = value.strip().lower() if isinstance(value, str) else value
        if name == "developer":
            return cls.SYSTEM
        try:
            return cls(name)  # type: ignore[arg-type]
        except ValueError:
            raise MessageError(
                f"role {value!r} is not one of system (or developer), user, assistant, tool; map it before adding"
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation, as the caller gives it.

    ``content`` may be None (a tool call without words). ``at`` is when it was said (aware); the time of adding
    when left out. ``step``, if given, must be the next one of the session. ``metadata`` must be JSON.
    """

    role: Role
    content: str | None
    name: str | None = None
    at: datetime | None = None
    id: str | None = None
    metadata: Mapping[str, Any] | None = None
    tool_calls: Sequence[Mapping[str, Any]] | None = None
    tool_call_id: str | None = None
    step: int | None = None

    @classmethod
    def user(cls, content: str | None, **fields: Any) -> Message:
        """A turn of the person."""
        return cls(role=Role.USER, content=content, **fields)

    @classmethod
    def assistant(cls, content: str | None, **fields: Any) -> Message:
        """A turn of the agent."""
        return cls(role=Role.ASSISTANT, content=content, **fields)

    @classmethod
    def system(cls, content: str | None, **fields: Any) -> Message:
        """An instruction of the application."""
        return cls(role=Role.SYSTEM, content=content, **fields)

    @classmethod
    def tool(cls, content: str | None, *, tool_call_id: str | None = None, **fields: Any) -> Message:
        """What a tool gave back, for the call with that id."""
        return cls(role=Role.TOOL, content=content, tool_call_id=tool_call_id, **fields)

    def to_chat(self) -> dict[str, Any]:
        """The message as a chat endpoint takes it: role and content, and name, tool_calls and tool_call_id where set.

        The dict is the caller's to change. Id, time, step and metadata are not in it, so neither are parts of a content
        that are not text (``metadata["content_parts"]``).

        >>> Message.user("I moved to Oslo.", name="ana", metadata={"source": "app"}).to_chat()
        {'role': 'user', 'content': 'I moved to Oslo.', 'name': 'ana'}
        """
        found: dict[str, Any] = {"role": self.role.value, "content": self.content}
        if self.name is not None:
            found["name"] = self.name
        if self.tool_calls:
            found["tool_calls"] = json.loads(json.dumps(list(self.tool_calls), default=dict))
        if self.tool_call_id is not None:
            found["tool_call_id"] = self.tool_call_id
        return found


_FIELDS = {"role", "content", "name", "at", "id", "metadata", "tool_calls", "tool_call_id", "step"}
PARTS_KEY = "content_parts"
"""Where the parts of a multi-part content that are not text are kept in the metadata."""


def to_message(value: object) -> Message:
    """Read one message from a str (said by the user), a dict in the chat format, or a Message.

    ``at`` may be an ISO 8601 text with an offset. Raises MessageError for anything else, NaiveTimeError for a
    time without a zone.
    """
    if isinstance(value, str):
        return Message.user(value)
    if isinstance(value, Message):
        fields: dict[str, Any] = {name: getattr(value, name) for name in _FIELDS}
    elif isinstance(value, Mapping):
        fields = dict(value)
        # A client library writes out what a message has not: "refusal": None, "annotations": [].
        fields = {key: item for key, item in fields.items() if key in _FIELDS or item not in (None, "", [], {})}
        unknown = sorted(str(key) for key in fields.keys() - _FIELDS)
        if unknown:
            raise MessageError(f"a message has no field {unknown[0]!r}; put it into metadata, known: {sorted(_FIELDS)}")
        if "role" not in fields:
            raise MessageError("a message needs a role: system, user, assistant or tool")
    else:
        raise MessageError(f"a message is a str, a dict or a Message, got {type(value).__name__}")
    fields["role"] = Role.parse(fields["role"])
    fields["at"] = parse_time(fields.get("at"), field="at")
    fields["content"], fields["metadata"] = _content(fields.get("content"), fields.get("metadata"))
    for name in ("name", "id", "tool_call_id"):
        if fields.get(name) is not None and not isinstance(fields[name], str):
            raise MessageError(f"{name} must be a str, got {type(fields[name]).__name__}")
    step = fields.get("step")
    if step is not None and (not isinstance(step, int) or isinstance(step, bool)):
        raise MessageError(f"step must be an int, got {type(step).__name__}")
    return Message(**fields)


def parse_time(value: object, *, field: str) -> datetime | None:
    """Read an aware datetime or an ISO 8601 text with an offset; None stays None."""
    if value is None:
        return None
    moment = value
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            raise MessageError(f"{field} is not an ISO 8601 time: got {value!r}") from None
    if not isinstance(moment, datetime):
        raise MessageError(f"{field} must be a datetime or an ISO 8601 text, got {type(value).__name__}")
    if moment.utcoffset() is None:
        raise NaiveTimeError(field=field, got=value)
    return moment


def _content(content: object, metadata: object) -> tuple[str | None, Mapping[str, Any] | None]:
    if metadata is not None and not isinstance(metadata, Mapping):
        raise MessageError(f"metadata must be a dict, got {type(metadata).__name__}")
    if content is None or isinstance(content, str):
        return content, metadata
    if not isinstance(content, Sequence):
        raise MessageError(f"content must be a str, None or a list of parts, got {type(content).__name__}")
    texts: list[str] = []
    others: list[object] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif isinstance(part, Mapping):
            others.append(dict(part))
        else:
            raise MessageError(f"a part of content must be a dict or a str, got {type(part).__name__}")
    if others:
        if metadata and PARTS_KEY in metadata:
            raise MessageError(f"metadata key {PARTS_KEY!r} is where the parts that are not text go; rename yours")
        metadata = {**(metadata or {}), PARTS_KEY: others}
    return ("\n".join(texts) if texts else None), metadata
