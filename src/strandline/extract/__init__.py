"""From words to dated claims, and from claims to beliefs. Pure: no store, no clock, no network.

Reading is loaded with the first turn that is read: its tables take longer to load than a store takes to open.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from strandline.extract import keys
from strandline.extract.turn import LONGEST, Known, Told, Turn
from strandline.types import Claim
from strandline.types.prompts import Prompt

__all__ = ["LONGEST", "Known", "Told", "Turn", "clear_caches", "prompts", "read"]

_READER = "strandline.extract.reader"


def read(turn: Turn, *, before: Sequence[Turn] = (), known: Known | None = None) -> tuple[Claim, ...]:
    """The claims a turn of the user makes, by rules: see ``reader.read``."""
    reader: Any = import_module(_READER)
    claims: tuple[Claim, ...] = reader.read(turn, before=before, known=known)
    return claims


def prompts(
    turn: Turn, *, before: Sequence[Turn] = (), known: Known | None = None, extractor: str
) -> Generator[Prompt, str, Told]:
    """The questions that a model is asked about a turn: see ``prompting.prompts``."""
    prompting: Any = import_module("strandline.extract.prompting")
    steps: Generator[Prompt, str, Told] = prompting.prompts(turn, before=before, known=known, extractor=extractor)
    return steps


def clear_caches() -> None:
    """Forget the words of the turns that were read last."""
    keys.clear_caches()
    reader: Any = sys.modules.get(_READER)
    if reader is not None:
        reader.clear_caches()
