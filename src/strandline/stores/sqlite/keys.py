"""Keys of rows: ``uid << 32 | seq``, so that each user is one range."""

from __future__ import annotations


def key_range(uid: int) -> tuple[int, int]:
    """First and last key of a user."""
    return uid << 32, (uid << 32) | 0xFFFFFFFF
