"""The values every other module speaks in. Frozen, slotted, keyword-only; times are aware."""

from __future__ import annotations

from strandline.types.claims import Act, Belief, Claim, Since
from strandline.types.message import Message, Role, to_message
from strandline.types.quantize import quantize
from strandline.types.reports import CheckReport, Moved, Progress, Reembedded, Reextracted, Stats
from strandline.types.results import (
    Added,
    AddedMessage,
    Answer,
    Block,
    Change,
    ChangeKind,
    Fact,
    Hit,
    Page,
    Receipt,
    SessionInfo,
    StepRecall,
    StepResult,
    StoredMessage,
    Version,
)
from strandline.types.rows import (
    TOKEN_LEVELS,
    EmbedderIdentity,
    FactRows,
    PassageRows,
    PieceTable,
    Tokens,
    Vectors,
)
from strandline.types.times import from_micros, micros

__all__ = [
    "TOKEN_LEVELS",
    "Act",
    "Added",
    "AddedMessage",
    "Answer",
    "Belief",
    "Block",
    "Change",
    "ChangeKind",
    "CheckReport",
    "Claim",
    "EmbedderIdentity",
    "Fact",
    "FactRows",
    "Hit",
    "Message",
    "Moved",
    "Page",
    "PassageRows",
    "PieceTable",
    "Progress",
    "Receipt",
    "Reembedded",
    "Reextracted",
    "Role",
    "SessionInfo",
    "Since",
    "Stats",
    "StepRecall",
    "StepResult",
    "StoredMessage",
    "Tokens",
    "Vectors",
    "Version",
    "from_micros",
    "micros",
    "quantize",
    "to_message",
]
