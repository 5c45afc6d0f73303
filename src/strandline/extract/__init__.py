"""From words to dated claims, and from claims to beliefs. Pure: no store, no clock, no network."""

from __future__ import annotations

from strandline.extract.reader import clear_caches, read
from strandline.extract.turn import Known, Turn

__all__ = ["Known", "Turn", "clear_caches", "read"]
