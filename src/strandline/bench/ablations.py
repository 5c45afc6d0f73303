"""The ways of asking one store that are measured beside each other: the default, and the default without a part."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from strandline.embedders import HashEmbedder
from strandline.memory import Memory
from strandline.recall import Ranking

DEFAULT = "strandline"
"""The default settings; every other way is compared with it."""
FOLDER = Path("benchmarks") / "ablations"
"""Rankings learned without a group of features, as ``without-GROUP.json``, from the root of the repository."""


def learned() -> str:
    """A digest of the rankings in ``FOLDER``: what is asked with them changes when they do."""
    files = sorted(FOLDER.glob("*.json"))
    return hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:12]


def ablations() -> dict[str, Callable[..., Memory]]:
    """Name -> what opens a memory from a path and a ``clock``. The first one, the default, takes the turns in.

    The others open the same file, so they may change how it is asked, not what is stored. Parts of the ranking are left
    out by weights that were learned without them (``FOLDER``), or, what is no feature, by switching it off.
    """
    learned = {path.stem: partial(Memory, ranking=Ranking.load(path)) for path in sorted(FOLDER.glob("*.json"))}
    return {
        DEFAULT: Memory,
        # Vectors of another embedder than the store's are not used: only words are left.
        "words-alone": partial(Memory, embedder=HashEmbedder(), on_mismatch="lexical"),
        "without-learning": partial(Memory, ranking=Ranking.default().without("learned")),
        "without-diversity": partial(Memory, ranking=Ranking.default().without("diversity")),
        **learned,
    }
