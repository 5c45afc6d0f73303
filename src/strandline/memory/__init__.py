"""The public verbs, sync and async."""

from __future__ import annotations

from strandline.memory.aio import AsyncMemory
from strandline.memory.memory import Memory

__all__ = ["AsyncMemory", "Memory"]
