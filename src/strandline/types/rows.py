"""What recall reads: a user's passages as columns, and who made their vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]
"""(n, dim), one unit-length row a text, so that a dot product is a cosine in [-1, 1].

A text without words is a row of zeros.
"""


TOKEN_LEVELS = 127
"""A token's number x in [-1, 1] is stored as the whole number next to ``127 * x``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """Who made a vector. Vectors of different identities are never compared."""

    name: str
    version: str
    dimensions: int
    normalized: bool = True
    token_dimensions: int = 0
    """Width of the vectors of single tokens; 0 for an embedder that gives none."""

    def __str__(self) -> str:
        unit = "unit" if self.normalized else "raw"
        tokens = f", tokens of {self.token_dimensions}" if self.token_dimensions else ""
        return f"{self.name} {self.version} ({self.dimensions} dimensions, {unit} length{tokens})"


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTable:
    """The word pieces' own vectors of a static model, for late interaction.

    ``vectors`` is (pieces, dim) int8, one row a piece; row i stands for ``vectors[i] * scale[i]``.
    """

    vectors: NDArray[np.int8]
    scale: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """What a model makes of the single words of one text, in text order, for late interaction.

    Only tokens that carry the text's subject are here: t of them, 0 for a text without any.
    """

    vectors: NDArray[np.int8]
    """(t, token_dimensions): row i stands for ``vectors[i] / TOKEN_LEVELS``, of length 1 but for rounding."""
    pieces: NDArray[np.uint16]
    """(t,): the word piece that each is the vector of; how rare it is says how much it tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageRows:
    """n passages of one user in the order they were stored, as columns.

    ``terms`` and ``counts`` are flat: passage i has ``terms[term_ends[i-1]:term_ends[i]]`` (ids of distinct terms,
    ascending) and as many counts. ``pieces`` and ``tokens`` likewise, in text order. Times are microseconds since 1970
    UTC.
    """

    seq: NDArray[np.int64]
    """Strictly ascending within the user; the passage's key."""
    message: NDArray[np.int64]
    """Key of the message (or fact) the passage belongs to."""
    kind: NDArray[np.int8]
    """0 message, 1 fact."""
    session: NDArray[np.int32]
    """Number of the session within the store; 0 for none."""
    step: NDArray[np.int32]
    """Step in the session; 0 for none."""
    agent: NDArray[np.int32]
    """Number of the agent the row is private to; 0 for all."""
    role: NDArray[np.int8]
    """0 none, 1 system, 2 user, 3 assistant, 4 tool."""
    at: NDArray[np.int64]
    recorded_at: NDArray[np.int64]
    digest: NDArray[np.int64]
    """Digest of the whole message's text: equal texts have equal digests."""
    size: NDArray[np.int32]
    """Characters of the passage."""
    traits: NDArray[np.int16]
    """What kind of thing the passage is by its form, as ``text.traits`` writes it."""
    names: tuple[str | None, ...]
    """The speaker's name, where the message had one."""
    term_ends: NDArray[np.int64]
    terms: NDArray[np.uint32]
    counts: NDArray[np.uint8]
    piece_ends: NDArray[np.int64]
    pieces: NDArray[np.uint16]
    """Word pieces of the default embedder for late interaction; empty under another embedder."""
    token_ends: NDArray[np.int64]
    tokens: NDArray[np.int8]
    """(t, token_dimensions): the vectors of the passages' tokens; none under an embedder without them."""
    vectors: NDArray[np.int8]
    """(n, dim); a row of zeros where the vector is still to be made."""
    scale: NDArray[np.float32]
    """(n,): row i stands for ``vectors[i] * scale[i]``; 0 where the vector is still to be made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRows:
    """n versions of one user's facts by their key, as columns. Times are microseconds since 1970 UTC.

    A version is believed at u iff ``recorded_at <= u < superseded_at``; it covers t iff ``covers_from <= t <
    covers_to``. Notes are among them, with the relation ``note`` and no value.
    """

    seq: NDArray[np.int64]
    """The version's key within the user: what ``PassageRows.message`` says of its passages."""
    changed: NDArray[np.int64]
    """The user's sequence number when the row was last touched: made, superseded, or given other sources."""
    agent: NDArray[np.int32]
    covers_from: NDArray[np.int64]
    covers_to: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    """Its end, as shown; the largest integer where there is none or it is unknown."""
    recorded_at: NDArray[np.int64]
    superseded_at: NDArray[np.int64]
    """The largest integer while it is believed."""
    at: NDArray[np.int64]
    """When its latest source was said."""
    session: NDArray[np.int32]
    """Number of its latest source's session; 0 for none."""
    step: NDArray[np.int32]
    polarity: NDArray[np.int8]
    edited: NDArray[np.bool_]
    """Whether it was changed by hand: its sources say something else."""
    ids: tuple[str, ...]
    relations: tuple[str, ...]
    subjects: tuple[str, ...]
    """Keys, as ``extract.keys.subject_key`` makes them."""
    qualifiers: tuple[str | None, ...]
    values: tuple[str, ...]
    sources: tuple[tuple[int, ...], ...]
    """Sequence numbers of all the messages each rests on, the earliest said first."""
