"""Digests of several texts at once."""

from __future__ import annotations

from hashlib import blake2b


def digest_of(*parts: str, size: int, person: bytes) -> bytes:
    """BLAKE2b of some texts, ``size`` bytes: each counts with its length, so no other texts have the same."""
    hasher = blake2b(digest_size=size, person=person)
    for part in parts:
        data = part.encode("utf-8")
        hasher.update(b"%d:" % len(data) + data)
    return hasher.digest()
