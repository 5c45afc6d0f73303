"""A local endpoint that answers as it is told, on a free port of the loopback. Embedders are tested with it too."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One scripted answer: ``hang`` sends none, ``drip`` a byte now and then, ``cut`` breaks off in the middle."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    drip: bool = False
    cut: bool = False


def said(content: str | None, **message: Any) -> Reply:
    """A chat completion with this content."""
    choice = {"message": {"role": "assistant", "content": content, **message}, "finish_reason": "stop"}
    return Reply(body=json.dumps({"choices": [choice]}).encode())


def facts(*rows: dict[str, Any]) -> Reply:
    """A chat completion that lists facts."""
    return said(json.dumps({"facts": list(rows)}))


Answer = Reply | Callable[[dict[str, Any]], Reply]
"""An answer, or what makes one of what was asked."""


class Endpoint:
    """What a running server was asked, and what it is to answer; the last answer is given again and again."""

    def __init__(self) -> None:
        self.script: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.during: Callable[[], None] = lambda: None
        self.over = threading.Event()
        self.url = ""

    def answers(self, *replies: Answer) -> None:
        self.script = list(replies)

    def next(self, asked: dict[str, Any]) -> Reply:
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return answer if isinstance(answer, Reply) else answer(asked)


@contextmanager
def serving() -> Iterator[Endpoint]:
    """A server in a thread, stopped at the end."""
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 20

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            asked = json.loads(self.rfile.read(length))
            endpoint.asked.append(asked)
            endpoint.headers.append(dict(self.headers.items()))
            endpoint.paths.append(self.path)
            endpoint.during()
            try:
                self.answer(endpoint.next(asked))
            except OSError:  # the client went away, as some tests want it to
                self.close_connection = True

        def answer(self, reply: Reply) -> None:
            if reply.hang:
                endpoint.over.wait(10)
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if reply.cut:
                self.wfile.write(reply.body[: len(reply.body) // 2])
                self.close_connection = True
            elif reply.drip:
                for byte in reply.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if endpoint.over.wait(0.02):
                        return
            else:
                self.wfile.write(reply.body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that goes away is no news."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield endpoint
    finally:
        endpoint.over.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
