"""From messages to what a store writes: passages, terms, vectors. Done before any lock is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strandline.embedders import (
    Embedder,
    PieceEmbedder,
    TokenEmbedder,
    checked,
    checked_pieces,
    checked_with_pieces,
    checked_with_tokens,
)
from strandline.errors import EmbedderError, ModelFileError
from strandline.extract.relations import relations
from strandline.stores import NewClaim, NewMessage, NewPassage
from strandline.text import digest64, document, index_terms, passages, traits
from strandline.types import Claim, Message, Tokens, quantize

_BATCH = 256
"""Passages embedded at a time, which bounds the memory of a large add."""


class Embedded(NamedTuple):
    """What an embedder made of one passage, as the store keeps it."""

    vector: bytes
    """A float32 scale and int8 values."""
    pieces: bytes
    """uint16 ids; none from an embedder without pieces."""
    tokens: bytes | None
    """int8 vectors of single words, end to end; None from an embedder that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text to index: a message's content under its speaker's name, or a remembered text."""

    content: str | None
    name: str | None = None


def prepare_texts(texts: Sequence[Text], embedder: Embedder | None) -> tuple[list[tuple[NewPassage, ...]], list[str]]:
    """The passages of each text, and warnings.

    ``embedder=None`` leaves the vectors to be made later. An embedder that fails loses nothing either: the passages
    come without vectors, and a warning says why.
    """
    spans = [passages(text.content) if text.content else [] for text in texts]
    documents = [
        document((text.content or "")[start:stop], text.name)
        for text, found in zip(texts, spans, strict=True)
        for start, stop in found
    ]
    vectors, warnings = _vectors(documents, embedder)
    missing: list[Embedded | None] = [None] * len(documents)
    ready = zip(documents, vectors or missing, strict=True)
    made = [
        tuple(_passage(span, traits((text.content or "")[slice(*span)]), *next(ready)) for span in found)
        for text, found in zip(texts, spans, strict=True)
    ]
    return made, warnings


def _passage(span: tuple[int, int], kind: int, doc: str, made: Embedded | None) -> NewPassage:
    terms, counts = index_terms(doc)
    return NewPassage(
        start=span[0],
        stop=span[1],
        terms=np.asarray(terms, "<u4").tobytes(),
        counts=np.asarray(counts, np.uint8).tobytes(),
        pieces=b"" if made is None else made.pieces,
        vector=None if made is None else made.vector,
        tokens=None if made is None else made.tokens,
        traits=kind,
    )


def _vectors(documents: list[str], embedder: Embedder | None) -> tuple[list[Embedded], list[str]]:
    if embedder is None or not documents:
        return [], []
    try:
        return [
            one for i in range(0, len(documents), _BATCH) for one in vector_bytes(documents[i : i + _BATCH], embedder)
        ], []
    except (EmbedderError, ModelFileError) as exc:
        return [], [f"{len(documents)} vectors are queued, found by words until reembed() is called: {exc}"]


def vector_bytes(documents: Sequence[str], embedder: Embedder) -> list[Embedded]:
    """What the store keeps of each document, by all that the embedder can do.

    Raises EmbedderError when the embedder fails or returns something else than one finite row a text.
    """
    pieces: Sequence[NDArray[np.uint16]] = [np.empty(0, np.uint16)] * len(documents)
    tokens: Sequence[Tokens | None] = [None] * len(documents)
    if isinstance(embedder, TokenEmbedder):
        rows, tokens = checked_with_tokens(embedder, documents)
        if isinstance(embedder, PieceEmbedder):
            pieces = checked_pieces(embedder, documents)
    elif isinstance(embedder, PieceEmbedder):
        rows, pieces = checked_with_pieces(embedder, documents)
    else:
        rows = checked(embedder, documents, "document")
    values, scale = quantize(rows)
    return [
        Embedded(
            vector=np.asarray(factor, "<f4").tobytes() + row.tobytes(),
            pieces=np.asarray(ids, "<u2").tobytes(),
            tokens=None if words is None else words.vectors.tobytes(),
        )
        for row, factor, ids, words in zip(values, scale, pieces, tokens, strict=True)
    ]


def prepared(
    messages: Sequence[Message], found: Sequence[tuple[int, Claim]], embedder: Embedder | None, said_at: datetime
) -> tuple[tuple[NewMessage, ...], tuple[NewClaim, ...], list[str]]:
    """Messages and what was read from them, ready to be written, and warnings: blank messages are kept as turns but
    never recalled. ``found`` are (position of the message, claim); ``said_at`` is for messages without a time.
    """
    sentences = [Text(content=sentence(claim)) for _, claim in found]
    texts = [Text(content=message.content, name=message.name) for message in messages]
    made, warnings = prepare_texts([*texts, *sentences], embedder)
    for number, (message, pieces) in enumerate(zip(messages, made, strict=False)):
        if not pieces and not message.tool_calls:
            warnings.append(f"message {number} has no words: kept as a turn, never recalled")
    new = tuple(
        NewMessage(
            message=message,
            digest=digest64(message.content) if message.content else 0,
            passages=pieces,
            said_at=said_at,
        )
        for message, pieces in zip(messages, made, strict=False)
    )
    claims = tuple(
        NewClaim(claim=claim, message=number, passages=pieces)
        for (number, claim), pieces in zip(found, made[len(messages) :], strict=True)
    )
    return new, claims, warnings


def new_claim(claim: Claim, embedder: Embedder | None) -> NewClaim:
    """A claim that no message makes, ready to be written. Vectors that cannot be made are queued."""
    return NewClaim(claim=claim, passages=prepare_texts([Text(content=sentence(claim))], embedder)[0][0])


def sentence(claim: Claim) -> str:
    """The sentence of a claim: its own, else the one of its relation's template."""
    row = relations().get(claim.relation)
    if claim.text or row is None:
        return claim.text or claim.value
    return row.sentence(claim.subject, claim.value, claim.qualifier, polarity=claim.polarity)
