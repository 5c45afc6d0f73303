"""Long-term memory for LLM agents that knows what the model can still see."""

from __future__ import annotations

from strandline._version import __version__

__all__ = ["__version__"]
