"""HTTP calls that end in time whatever the other side sends: every wait on their connections has what is left of it.

The timeouts of httpx are for each wait alone, so that a server which sends a little now and then (header lines, hints,
blocks of nothing) is waited for without end. This module needs httpx, and is imported where that is known to be there.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Any

import httpcore
import httpx

_ENDS: ContextVar[float] = ContextVar("ends", default=inf)
"""When the call of this thread has to be over, in seconds of ``time.monotonic``."""
_SLICE = 16_384
"""Bytes that are written at once; before each slice it is seen what time is left."""


@contextmanager
def ending_in(seconds: float) -> Iterator[None]:
    """Whatever this thread calls within is over after so many seconds; else it raises ``httpx.TimeoutException``.

    The look-up of a host's name is left to the system, which has its own patience.
    """
    token = _ENDS.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _ENDS.reset(token)


class BoundedTransport(httpx.BaseTransport):
    """The connections of a client, for calls within ``ending_in``. HTTP/1.1; no proxy. Threads may share it."""

    def __init__(self) -> None:
        """Opens nothing. No variable of the environment is read."""
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(trust_env=False),
            max_connections=100,
            max_keepalive_connections=20,
            keepalive_expiry=5.0,
            network_backend=_Network(),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, its body still to be read."""
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        asked = httpcore.Request(
            request.method, url, headers=request.headers.raw, content=request.stream, extensions=request.extensions
        )
        with _as_httpx():
            found = self._pool.handle_request(asked)
        return httpx.Response(found.status, headers=found.headers, stream=_Body(found), extensions=found.extensions)

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _as_httpx():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _as_httpx() -> Iterator[None]:
    """The errors of a connection as those that clients of httpx know."""
    try:
        yield
    except httpcore.TimeoutException as exc:
        raise httpx.TimeoutException(str(exc)) from exc
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as exc:
        raise httpx.TransportError(str(exc)) from exc


class _Network(httpcore.NetworkBackend):
    """Opens connections whose waits are bounded."""

    def __init__(self) -> None:
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.connect_tcp(host, port, _left(), local_address, socket_options))


class _Stream(httpcore.NetworkStream):
    """A connection on which no wait is longer than what is left of the call."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _SLICE):
            self._inner.write(buffer[start : start + _SLICE], _left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, _left()))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _left() -> float | None:
    """Seconds that are left of this call; None for one that may take for ever."""
    left = _ENDS.get() - time.monotonic()
    if left <= 0:
        raise httpcore.TimeoutException("the time of the call is over")
    return None if left == inf else left
