"""Imports what only benchmarks need, and names the extra when it is not there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from strandline.errors import MissingExtraError


def need(module: str, *, feature: str, extra: str = "bench") -> Any:
    """Import an optional module; raises MissingExtraError naming the extra when it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as exc:
        if exc.name != module.partition(".")[0]:
            raise  # a module that is missing inside it is another fault
        raise MissingExtraError(feature=feature, extra=extra) from exc
