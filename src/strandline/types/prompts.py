"""What a language model is asked."""

from __future__ import annotations

from dataclasses import dataclass

from strandline.types.results import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt(Plain):
    """One question: ``system`` says what to do, ``user`` holds what to do it with. The answer is one text."""

    system: str
    user: str
