"""Long-term memory for LLM agents that knows what the model can still see.

>>> from strandline import Memory
>>> with Memory(":memory:") as memory:
...     added = memory.add("I moved to Oslo last month.", user_id="ana", session_id="s1")
...     memory.search("Where do I live?", user_id="ana")[0].text
'The user lives in Oslo.'
"""

from __future__ import annotations

from strandline._version import __version__
from strandline.embedders import Embedder, HashEmbedder, StaticEmbedder
from strandline.errors import StrandlineError
from strandline.memory import AsyncMemory, Memory
from strandline.recall import Ranking
from strandline.text import count_tokens
from strandline.types import (
    Added,
    Answer,
    Block,
    Change,
    Fact,
    Hit,
    Message,
    Page,
    Receipt,
    Role,
    SessionInfo,
    StepRecall,
    StepResult,
    StoredMessage,
    Version,
)

__all__ = [
    "Added",
    "Answer",
    "AsyncMemory",
    "Block",
    "Change",
    "Embedder",
    "Fact",
    "HashEmbedder",
    "Hit",
    "Memory",
    "Message",
    "Page",
    "Ranking",
    "Receipt",
    "Role",
    "SessionInfo",
    "StaticEmbedder",
    "StepRecall",
    "StepResult",
    "StoredMessage",
    "StrandlineError",
    "Version",
    "__version__",
    "count_tokens",
]
