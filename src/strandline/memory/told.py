"""Reading a turn with a language model: the generator of prompts, driven by the model that was given."""

from __future__ import annotations

from collections.abc import Sequence

from strandline.extract import Known, Told, Turn, prompts
from strandline.llms import LLM

BY_MODEL = "llm/"
"""How the extractor of facts begins that a model read; the model's name follows."""


def told(llm: LLM, turn: Turn, before: Sequence[Turn], known: Known) -> tuple[Told, str | None]:
    """What a model reads in a turn, and why nothing was read where the model failed. Never raises for a model."""
    steps = prompts(turn, before=before, known=known, extractor=f"{BY_MODEL}{llm.model}")
    try:
        prompt = next(steps)
        while True:
            prompt = steps.send(llm.complete(prompt))
    except StopIteration as done:
        return done.value, None
    except Exception as exc:  # noqa: BLE001 - a model is anybody's code: whatever it raises must not lose a message
        return Told(), f"{type(exc).__name__}: {exc}"
