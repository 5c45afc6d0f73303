"""Settings as plain JSON for ``describe``: parts describe themselves, secrets are masked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SECRET = re.compile("key|secret|token|passw|pwd|credential|auth|cookie|header|dsn", re.IGNORECASE)
_PASSWORD = re.compile(r"(?<=://)[^/@\s]*@")
"""The user and password of an address."""
_NO_SECRET = frozenset({"window_tokens", "max_tokens", "max_summary_tokens", "count_tokens"})


def plain_setting(key: str, value: Any) -> Any:
    """A setting as JSON: a function is its name, an embedder its identity.

    What is named like a secret is masked, and so is the user of an address.
    """
    if value is not None and key not in _NO_SECRET and _SECRET.search(key):
        return "***"
    if isinstance(value, str):
        return _PASSWORD.sub("***@", value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if callable(describe := getattr(value, "describe", None)):
        return describe()
    if (identity := getattr(value, "identity", None)) is not None:
        return str(identity)
    if isinstance(value, Mapping):
        return {str(name): plain_setting(str(name), item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_setting(key, item) for item in value]
    return getattr(value, "__name__", None) or type(value).__name__
