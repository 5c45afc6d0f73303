"""What an embedder is, and the one place where a foreign one is checked.

    Embedder          texts → vectors; all that is needed
    PieceEmbedder     also gives the word pieces of a text and their own vectors, for late interaction
    TokenEmbedder     also gives a vector for each word of a text as it stands there, for late interaction
    CachingEmbedder   also keeps words in memory, and can drop them: forgetting asks for it

The last three are powers: an embedder that has none of them simply lacks the methods, one may have several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol, TypeAlias, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from strandline.errors import DimensionError, EmbedderError, InputError, StrandlineError
from strandline.types import EmbedderIdentity, PieceTable, Tokens, Vectors

Kind: TypeAlias = Literal["document", "query"]
"""What a text is embedded as. Symmetric models ignore it."""

_NORM_TOLERANCE = 1e-3
"""How far a row's length may be from 1 before it is rescaled: float16 and int8 models are off by less."""


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors. Called from many threads at once; must give equal vectors for equal texts."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, version and width; cheap, loads nothing. Stored with the vectors, unreadable to another identity."""
        ...

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """One float32 row a text, in order: (n, dimensions), of length 1 when ``identity.normalized``.

        A text in which the embedder knows nothing is a row of zeros; no texts give (0, dimensions).
        """
        ...


@runtime_checkable
class PieceEmbedder(Embedder, Protocol):
    """An embedder whose word pieces have vectors of their own.

    Its vocabulary is of Latin letters: a question in another script is answered by words alone. An embedder that reads
    other scripts must not offer pieces.
    """

    @property
    def piece_table(self) -> PieceTable:
        """The vectors of all pieces; ids index its rows. Each row stands for a vector of length 1, or for none (0)."""
        ...

    def pieces(self, text: str) -> NDArray[np.uint16]:
        """Ids of the word pieces in text order; special and unknown ones are left out."""
        ...

    def embed_with_pieces(self, texts: Sequence[str]) -> tuple[Vectors, list[NDArray[np.uint16]]]:
        """``embed(texts)`` and ``pieces`` of each, reading every text once."""
        ...


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that also gives vectors of single words, each as it stands in its text.

    ``identity.token_dimensions`` is their width. What is stored grows by as many bytes a token.
    """

    def embed_with_tokens(self, texts: Sequence[str], *, kind: Kind = "document") -> tuple[Vectors, list[Tokens]]:
        """``embed(texts, kind=kind)`` and the tokens of each text, reading every text once.

        Of a long document the embedder keeps what it thinks tells most.
        """
        ...


@runtime_checkable
class CachingEmbedder(Embedder, Protocol):
    """An embedder that keeps words of the texts it saw in memory."""

    def clear_caches(self) -> None:
        """Drop every memo that holds a word. Later results are the same, the next ones slower."""
        ...

    def cached_words(self) -> Iterable[str]:
        """The words of documents (never of queries) the memos hold now: ``verify_forgotten`` looks through them."""
        ...


def as_embedder(value: object) -> Embedder:
    """The value itself, when it has what an `Embedder` needs. Calls no model.

    Raises `InputError` for anything else: a name, a class, an object without ``identity`` or ``embed``.
    """
    needs = "an embedder needs identity (an EmbedderIdentity) and embed(texts, *, kind)"
    if isinstance(value, str):
        name = repr(value[:80])
        raise InputError(f"embedder is the str {name}, and {needs}; make one by name: embedder({name})")
    if isinstance(value, type):
        raise InputError(f"embedder is the class {value.__name__}, and {needs}; make one: {value.__name__}()")
    if not callable(getattr(value, "embed", None)):
        raise InputError(f"embedder is of type {type(value).__name__}, which has no embed, and {needs}")
    if not isinstance(identity := getattr(value, "identity", None), EmbedderIdentity):
        raise InputError(f"embedder is of type {type(value).__name__}, whose identity is {identity!r}, and {needs}")
    return cast(Embedder, value)


def check_asked(texts: object, kind: object = "document") -> None:
    """What our own embedders are asked, before they read it: several texts, of a kind that there is.

    Raises `InputError` for one str, whose characters would be taken as texts, and for another kind. Looks at no text.
    """
    if isinstance(texts, (str, bytes)):
        raise InputError(f"texts must be a list of texts, got one {type(texts).__name__}; put it in a list: [text]")
    if kind != "document" and kind != "query":
        raise InputError(f'kind must be "query" or "document", got {kind!r}')


@contextmanager
def _embedder_errors(embedder: Embedder, count: int) -> Iterator[None]:
    """The one place where whatever a foreign embedder raises becomes ours."""
    try:
        yield
    except StrandlineError:
        raise
    except Exception as exc:  # an embedder is the user's code and may raise anything
        problem = f"{type(exc).__name__}: {exc}"
        raise EmbedderError(f"embedder {embedder.identity} failed on {count} texts: {problem}") from exc


def checked(embedder: Embedder, texts: Sequence[str], kind: Kind = "document") -> Vectors:
    """``embedder.embed(texts, kind=kind)``, made sure of: see `checked_vectors`.

    Raises `EmbedderError` from whatever the embedder raised; Strandline's own errors pass as they are.
    """
    check_asked(texts)
    with _embedder_errors(embedder, len(texts)):
        raw = embedder.embed(list(texts), kind=kind)
    return checked_vectors(raw, count=len(texts), identity=embedder.identity)


def checked_with_pieces(embedder: PieceEmbedder, texts: Sequence[str]) -> tuple[Vectors, Sequence[NDArray[np.uint16]]]:
    """``embedder.embed_with_pieces(texts)``, made sure of as `checked` does."""
    with _embedder_errors(embedder, len(texts)):
        raw, pieces = embedder.embed_with_pieces(list(texts))
    if len(pieces) != len(texts):
        raise EmbedderError(f"embedder {embedder.identity} gave the pieces of {len(pieces)} texts, wanted {len(texts)}")
    return checked_vectors(raw, count=len(texts), identity=embedder.identity), pieces


def checked_pieces(embedder: PieceEmbedder, texts: Sequence[str]) -> list[NDArray[np.uint16]]:
    """``embedder.pieces`` of each text; what it raises becomes an `EmbedderError`."""
    with _embedder_errors(embedder, len(texts)):
        return [embedder.pieces(text) for text in texts]


def checked_with_tokens(
    embedder: TokenEmbedder, texts: Sequence[str], kind: Kind = "document"
) -> tuple[Vectors, Sequence[Tokens]]:
    """``embedder.embed_with_tokens(texts, kind=kind)``, made sure of as `checked` does; int8, of the width it says."""
    identity = embedder.identity
    with _embedder_errors(embedder, len(texts)):
        raw, tokens = embedder.embed_with_tokens(list(texts), kind=kind)
        shapes = [(one.vectors.dtype, one.vectors.shape) for one in tokens]
        wanted = [(np.dtype(np.int8), (len(one.pieces), identity.token_dimensions)) for one in tokens]
    if len(tokens) != len(texts):
        raise EmbedderError(f"embedder {identity} gave the tokens of {len(tokens)} texts, wanted {len(texts)}")
    for got, want in zip(shapes, wanted, strict=True):
        if got != want:
            raise EmbedderError(f"embedder {identity} gave tokens as {got[0]} {got[1]}, wanted {want[0]} {want[1]}")
    return checked_vectors(raw, count=len(texts), identity=identity), tokens


def checked_vectors(raw: Any, *, count: int, identity: EmbedderIdentity) -> Vectors:
    """A copy of what an embedder returned for ``count`` texts, as (count, dimensions) float32.

    Where ``identity.normalized``, rows whose length is off by more than 0.001 are rescaled; rows of zeros stay.
    Raises `DimensionError` for another width and `EmbedderError` for anything else that is not one finite row a text.
    """
    rows = _as_float32(raw, identity)
    if count == 0 and rows.size == 0:
        return np.zeros((0, identity.dimensions), dtype=np.float32)
    if rows.ndim != 2 or rows.shape[0] != count:
        shape = f"({count}, {identity.dimensions})"
        raise EmbedderError(f"embedder {identity} returned an array of shape {rows.shape}, wanted {shape}")
    if rows.shape[1] != identity.dimensions:
        raise DimensionError(got=rows.shape[1], want=identity.dimensions)
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        raise EmbedderError(f"embedder {identity} returned NaN or infinity for text {int(np.argmin(finite))}")
    return _unit_rows(rows) if identity.normalized else rows


def _as_float32(raw: Any, identity: EmbedderIdentity) -> Vectors:
    try:
        array = np.asarray(raw)
    except (TypeError, ValueError) as exc:
        raise EmbedderError(f"embedder {identity} returned {type(raw).__name__}, not rows of numbers: {exc}") from exc
    if array.dtype.kind not in "fiu":
        raise EmbedderError(f"embedder {identity} returned an array of {array.dtype}, wanted numbers (float32)")
    with np.errstate(over="ignore"):  # a number beyond float32 becomes infinity, which is refused below
        return np.array(array, dtype=np.float32, order="C")


def _unit_rows(rows: Vectors) -> Vectors:
    norms = np.sqrt(np.square(rows, dtype=np.float64).sum(axis=1))
    off = (np.abs(norms - 1.0) > _NORM_TOLERANCE) & (norms > 0)
    if off.any():
        rows[off] = rows[off] / norms[off, None]
    return rows
