"""The values every other module speaks in. Frozen, slotted, keyword-only; times are aware."""

from __future__ import annotations

from strandline.types.message import Message, Role, to_message
from strandline.types.quantize import quantize
from strandline.types.results import (
    Added,
    AddedMessage,
    Block,
    Fact,
    Hit,
    Page,
    Receipt,
    SessionInfo,
    StepRecall,
    StepResult,
    StoredMessage,
)
from strandline.types.rows import EmbedderIdentity, PassageRows, PieceTable, Vectors

__all__ = [
    "Added",
    "AddedMessage",
    "Block",
    "EmbedderIdentity",
    "Fact",
    "Hit",
    "Message",
    "Page",
    "PassageRows",
    "PieceTable",
    "Receipt",
    "Role",
    "SessionInfo",
    "StepRecall",
    "StepResult",
    "StoredMessage",
    "Vectors",
    "quantize",
    "to_message",
]
