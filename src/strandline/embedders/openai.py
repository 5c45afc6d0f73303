"""Any endpoint that speaks the embeddings of OpenAI, with httpx."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from strandline.embedders.base import Kind, check_asked, checked_vectors
from strandline.embedders.rate_limit import RateLimit
from strandline.embedders.reading import Reading
from strandline.endpoint import Endpoint, Patience, at_least, need_httpx, sendable, some_text
from strandline.errors import EmbedderError, InputError
from strandline.text import count_tokens
from strandline.types import EmbedderIdentity, Vectors

DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
"""Models whose width is known here; of another one it must be given."""
SHORTENED = frozenset({"text-embedding-3-small", "text-embedding-3-large"})
"""Those that give fewer dimensions where they are asked to."""

_BYTES_A_NUMBER, _BYTES_A_REPLY = 32, 1 << 20
"""What an answer has at most: no number is written in more, and there is some room for all else."""


class OpenAICompatibleEmbedder:
    """A model behind an endpoint with ``/embeddings``: a service, vLLM, Ollama, llama.cpp, text-embeddings-inference.

    ``base_url`` is the address up to and with its version ("https://api.example.com/v1"). ``dimensions`` may be left
    out for the models of OpenAI; where it is less than what such a model gives by itself, or with ``send_dimensions``,
    the endpoint is asked for as many. Say another ``version`` when the model behind a name has changed.

    Texts go in batches of at most ``batch_size`` texts and ``max_batch_bytes`` bytes, one after the other. A text of
    more than ``max_text_bytes`` bytes is read in parts: its vector is the mean of theirs, by their lengths. (OpenAI's
    models read 8,191 tokens, of which no text has more than it has bytes.) A blank text is not sent.

    ``timeout`` is the most seconds to wait for the whole of an answer. After 429, 500, 502, 503, 504, a timeout and a
    broken connection a batch is sent again, ``retries`` times, after as long as the endpoint asks for or a time that
    doubles, up to 30 s, and no later than ``give_up_after`` seconds after it was first sent. With
    ``requests_per_minute`` or ``tokens_per_minute`` (a token counted as four bytes) it waits before it sends, so that
    no minute has more, retries included. ``clock`` and ``sleep`` are what it waits by. ``api_key`` is sent as a bearer
    token and nowhere else. ``options`` are sent along ("user", "encoding_format": answers are read as numbers and as
    base64). No variable of the environment is read, proxies included. Threads may share it, and then share its limits.
    """

    def __init__(  # noqa: PLR0913 (each is a property of an endpoint that only its user knows)
        self,
        base_url: str,
        model: str,
        *,
        dimensions: int | None = None,
        api_key: str | None = None,
        version: str = "1",
        normalize: bool = True,
        send_dimensions: bool | None = None,
        batch_size: int = 128,
        max_batch_bytes: int = 262_144,
        max_text_bytes: int = 8_000,
        timeout: float = 60.0,
        retries: int = 4,
        give_up_after: float = 180.0,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        **options: Any,
    ) -> None:
        """Nothing is called before the first text.

        Raises `InputError` for an address, key or number that cannot be used, and `MissingExtraError` without httpx.
        """
        patience = Patience(
            timeout=timeout, retries=retries, give_up_after=give_up_after, clock=clock, sleep=sleep, lost_too=True
        )
        self._endpoint = Endpoint(base_url, "embeddings", api_key=api_key, patience=patience, error=EmbedderError)
        self._identity = _identity(model, dimensions, version, normalize=bool(normalize))
        self._body = {**sendable(options), "model": self._identity.name}
        if _sends_dimensions(self._identity, send_dimensions):
            self._body["dimensions"] = self._identity.dimensions
        self._batch_size = int(at_least(batch_size, "batch_size", 1))
        self._most_bytes = int(at_least(max_batch_bytes, "max_batch_bytes", 1))
        self._text_bytes = int(at_least(max_text_bytes, "max_text_bytes", 4))
        for name, limit in (("requests_per_minute", requests_per_minute), ("tokens_per_minute", tokens_per_minute)):
            if limit is not None:
                at_least(limit, name, 1)
        self._limit = RateLimit(requests=requests_per_minute, tokens=tokens_per_minute, clock=clock, sleep=sleep)
        need_httpx("the embedder 'openai'", extra="openai")

    def __repr__(self) -> str:
        return f"OpenAICompatibleEmbedder({self._endpoint.url!r}, {self._identity.name!r})"

    @property
    def identity(self) -> EmbedderIdentity:
        """The model's name and the version and dimensions that were given."""
        return self._identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) float32, unit rows where ``normalize``; a blank text is a row of zeros. Both kinds are alike.

        Raises `EmbedderError` for whatever keeps vectors from coming, `DimensionError` for vectors of another width.
        """
        check_asked(texts, kind)
        reading = Reading(
            read=lambda text: text,
            whole=lambda text: len(text.encode()) <= self._text_bytes,
            run=lambda parts: np.concatenate([self._called(batch) for batch in self._batches(parts)]),
            dimensions=self._identity.dimensions,
            normalize=self._identity.normalized,
        )
        return reading.vectors(texts)

    def close(self) -> None:
        """Close connections that are kept open. A later call opens them again."""
        self._endpoint.close()

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        size = 0
        for text in texts:
            length = len(text.encode())
            if batch and (len(batch) == self._batch_size or size + length > self._most_bytes):
                yield batch
                batch, size = [], 0
            batch.append(text)
            size += length
        yield batch

    def _called(self, batch: list[str]) -> Vectors:
        """The vectors of one batch, from one call of the endpoint."""
        tokens = sum(map(count_tokens, batch))
        answer = self._endpoint.post(
            {**self._body, "input": batch},
            most_bytes=_BYTES_A_REPLY + len(batch) * self._identity.dimensions * _BYTES_A_NUMBER,
            before=lambda last: self._limit.wait(tokens, last),
        )
        rows = _rows(answer)
        if rows is None:
            raise EmbedderError(f"the endpoint's answer is no list of embeddings{self._endpoint.excerpt(answer)}")
        return checked_vectors(rows, count=len(batch), identity=self._identity)


def _rows(answer: str) -> list[Any] | None:
    """The vectors of an answer; None where it has none. The error that says so has no cause, which may tell the key."""
    try:
        return _ordered(json.loads(answer)["data"])
    except (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError):
        return None


def _ordered(data: list[dict[str, Any]]) -> list[Any]:
    """The vectors in the order of the texts: that of ``index``, where the endpoint says it."""
    if any("index" in item for item in data):
        data = sorted(data, key=lambda item: int(item["index"]))
        if [item["index"] for item in data] != list(range(len(data))):
            raise ValueError("the indexes are not those of the texts")
    return [_numbers(item["embedding"]) for item in data]


def _numbers(embedding: Any) -> Any:
    """Numbers as they are, or those in base64: float32, the least byte first."""
    if isinstance(embedding, str):
        return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4")
    return embedding


def _identity(model: str, dimensions: int | None, version: str, *, normalize: bool) -> EmbedderIdentity:
    name = some_text(model, "model")
    width = DIMENSIONS.get(name) if dimensions is None else dimensions
    if width is None:
        raise InputError(f"the dimensions of {name!r} are not known here; say how many numbers its vectors have")
    if not isinstance(width, int) or isinstance(width, bool) or width < 1:
        raise InputError(f"dimensions must be a whole number of 1 and more, got {width!r}")
    return EmbedderIdentity(name=name, version=some_text(version, "version"), dimensions=width, normalized=normalize)


def _sends_dimensions(identity: EmbedderIdentity, asked: bool | None) -> bool:
    if asked is not None:
        return bool(asked)
    return identity.name in SHORTENED and identity.dimensions != DIMENSIONS[identity.name]
