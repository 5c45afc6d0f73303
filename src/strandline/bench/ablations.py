"""The ways of asking one store that are measured beside each other: the default, and the default without a part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from strandline.embedders import HashEmbedder
from strandline.memory import Memory

DEFAULT = "strandline"
"""The default settings; every other way is compared with it."""


def ablations() -> dict[str, Callable[..., Memory]]:
    """Name -> what opens a memory from a path and a ``clock``. The first one, the default, takes the turns in.

    The others open the same file, so they may change how it is asked, not what is stored.
    """
    return {
        DEFAULT: Memory,
        # Vectors of another embedder than the store's are not used: only words are left.
        "without-dense": partial(Memory, embedder=HashEmbedder(), on_mismatch="lexical"),
    }
