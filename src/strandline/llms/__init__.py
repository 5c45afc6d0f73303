"""Language models, for those who want facts read by one; nothing here is needed otherwise.

>>> from strandline import Memory
>>> from strandline.llms import OpenAICompatible
>>> model = OpenAICompatible("http://localhost:11434/v1", "some-model")  # doctest: +SKIP
>>> memory = Memory("agent.db", llm=model)  # doctest: +SKIP
>>> memory.add("I moved to Oslo.", user_id="ana", extract="llm")  # doctest: +SKIP
"""

from __future__ import annotations

from strandline.llms.base import LLM
from strandline.llms.openai import OpenAICompatible
from strandline.types.prompts import Prompt

__all__ = ["LLM", "OpenAICompatible", "Prompt"]
