"""The values every other module speaks in. Frozen, slotted, keyword-only; times are aware."""

from __future__ import annotations

from strandline.types.message import Message, Role, to_message
from strandline.types.quantize import quantize
from strandline.types.reports import CheckReport, Moved, Progress, Reembedded, Stats
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
from strandline.types.times import from_micros, micros

__all__ = [
    "Added",
    "AddedMessage",
    "Block",
    "CheckReport",
    "EmbedderIdentity",
    "Fact",
    "Hit",
    "Message",
    "Moved",
    "Page",
    "PassageRows",
    "PieceTable",
    "Progress",
    "Receipt",
    "Reembedded",
    "Role",
    "SessionInfo",
    "Stats",
    "StepRecall",
    "StepResult",
    "StoredMessage",
    "Vectors",
    "from_micros",
    "micros",
    "quantize",
    "to_message",
]
