"""What any language model looks like from here."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from strandline.types.prompts import Prompt


@runtime_checkable
class LLM(Protocol):
    """A language model: a name and one method. Give one to ``Memory(llm=...)`` to read facts with it.

    ``model`` names it in the extractor of its facts ("llm/<model>"). What ``complete`` raises loses nothing: the
    message is stored without facts, and ``Added.warnings`` says why.
    """

    @property
    def model(self) -> str:
        """The model's name."""
        ...

    def complete(self, prompt: Prompt) -> str:
        """The reply to a prompt, as text. May be called from several threads."""
        ...
