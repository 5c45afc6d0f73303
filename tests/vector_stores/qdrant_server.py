"""A loopback server that speaks the part of Qdrant's HTTP API that the store uses, over the client's embedded form.

It shows that what the store sends is what the API says, and how it takes the API's errors. It is no Qdrant: it has no
index, and nothing of it stays.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from qdrant_client import QdrantClient, models

Route = Callable[[str, dict[str, Any]], Any]


class FakeQdrant:
    """What the server keeps. ``requests`` are (method, path) as they came; ``broken`` answers everything with 500."""

    def __init__(self, *, api_key: str | None = None) -> None:
        self.api_key, self.broken, self.url = api_key, False, ""
        self.requests: list[tuple[str, str]] = []
        self.bodies: list[dict[str, Any]] = []
        self.indexed: set[tuple[str, str]] = set()
        self.lock = threading.Lock()
        self.client = QdrantClient(location=":memory:")
        self.routes: list[tuple[str, str, Route]] = [
            ("GET", r"/collections/([^/]+)/exists", self.exists),
            ("GET", r"/collections/([^/]+)", self.info),
            ("PUT", r"/collections/([^/]+)", self.create),
            ("PUT", r"/collections/([^/]+)/index", self.index),
            ("PUT", r"/collections/([^/]+)/points", self.upsert),
            ("POST", r"/collections/([^/]+)/points", self.retrieve),
            ("POST", r"/collections/([^/]+)/points/query", self.query),
            ("POST", r"/collections/([^/]+)/points/scroll", self.scroll),
            ("POST", r"/collections/([^/]+)/points/count", self.count),
            ("POST", r"/collections/([^/]+)/points/delete", self.delete),
        ]

    def answer(self, method: str, path: str, body: dict[str, Any], key: str | None) -> tuple[int, Any]:
        """Status and result of one request."""
        with self.lock:
            self.requests.append((method, path))
            self.bodies.append(body)
            if self.broken:
                return 500, "out of order"
            if self.api_key is not None and key != self.api_key:
                return 401, "Must provide an API key or an Authorization bearer token"
            for wanted, pattern, route in self.routes:
                found = re.fullmatch(pattern, path)
                if found and method == wanted:
                    try:
                        return 200, _plain(route(found[1], body))
                    except ValueError as exc:
                        return (409 if "already exists" in str(exc) else 400), str(exc)
            return 404, f"no such route: {method} {path}"

    def exists(self, name: str, body: dict[str, Any]) -> Any:
        return {"exists": self.client.collection_exists(name)}

    def info(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.get_collection(name)

    def create(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.create_collection(name, vectors_config=models.VectorParams(**body["vectors"]))

    def index(self, name: str, body: dict[str, Any]) -> Any:
        self.indexed.add((body["field_name"], body["field_schema"]))
        return {"operation_id": 0, "status": "completed"}

    def upsert(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.upsert(name, [models.PointStruct(**point) for point in body["points"]])

    def retrieve(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.retrieve(
            name, body["ids"], with_payload=body.get("with_payload"), with_vectors=body.get("with_vector")
        )

    def query(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.query_points(
            name, query=body["query"]["nearest"], query_filter=_filter(body), limit=body["limit"], with_payload=True
        )

    def scroll(self, name: str, body: dict[str, Any]) -> Any:
        points, after = self.client.scroll(
            name, scroll_filter=_filter(body), limit=body["limit"], offset=body.get("offset"), with_payload=True
        )
        return {"points": points, "next_page_offset": after}

    def count(self, name: str, body: dict[str, Any]) -> Any:
        return self.client.count(name)

    def delete(self, name: str, body: dict[str, Any]) -> Any:
        points = body["points"] if "points" in body else models.FilterSelector(filter=_filter(body))
        return self.client.delete(name, points)


@contextmanager
def serving(*, api_key: str | None = None) -> Iterator[FakeQdrant]:
    """A server on a free port of the loopback interface; stopped at the end."""
    fake = FakeQdrant(api_key=api_key)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(fake))
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        fake.client.close()


def _handler(fake: FakeQdrant) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(size)) if size else {}
            status, result = fake.answer(self.command, urlsplit(self.path).path, body, self.headers.get("api-key"))
            said = {"result": result, "status": "ok"} if status == 200 else {"status": {"error": result}}
            data = json.dumps({"time": 0.0, **said}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_PUT = do_POST = handle_one

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    return Handler


def _filter(body: dict[str, Any]) -> models.Filter | None:
    return models.Filter(**body["filter"]) if body.get("filter") is not None else None


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value
