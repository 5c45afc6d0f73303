"""A server that never comes to an end: it sends the beginning of an answer, then the same few bytes again and again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 3.0
"""Seconds after which it gives up by itself, so that no test hangs."""


@contextmanager
def dripping(first: bytes, again: bytes) -> Iterator[str]:
    """The address of one that answers the first call so, on a free port of the loopback."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(LONGEST)

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    connection.recv(65_536)
                    connection.sendall(first)
                    for _ in range(int(LONGEST / 0.05)):
                        if over.wait(0.05):
                            return
                        connection.sendall(again)
                except OSError:  # the client went away, as it should
                    return

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        finally:
            over.set()
            thread.join(LONGEST)
