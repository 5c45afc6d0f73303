"""A server on loopback that speaks Pinecone's HTTP API for one index: exact search, its filters, its limits.

It is written from the requests of Pinecone's own client and from the limits that Pinecone documents, and refuses what
Pinecone refuses. It is not the service: everything written can be read at once.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np

API_KEY = "pcsk-secret-word"
FETCHED_AT_ONCE = 100


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class PineconeServer(ThreadingHTTPServer):
    """Use it in a ``with`` block; ``host`` is its address. Rows are kept while it runs."""

    daemon_threads = True

    def __init__(self, *, dimensions: int = 8, metric: str = "cosine", name: str = "memories") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.dimensions, self.metric, self.name = dimensions, metric, name
        self.namespaces: dict[str, dict[str, dict[str, Any]]] = {}
        self.lock = threading.Lock()
        self.asked: list[tuple[str, dict[str, Any]]] = []
        """Path and body (or parameters) of every request, in order."""
        self.troubles: list[int] = []
        """Statuses with which the next requests are answered; 0 for no answer at all."""
        self.closing = threading.Event()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def host(self) -> str:
        """What a client is given as host."""
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> PineconeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    # --- the operations --------------------------------------------------------------------------------------------

    def answer(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What the service says to a request. Raises Refused."""
        with self.lock:
            self.asked.append((path, asked))
            if path == f"/indexes/{self.name}":
                return self._index()
            operation = _OPERATIONS.get(path)
            if operation is None:
                raise Refused(404, f"Resource {path} not found")
            return operation(self, asked)

    def rows(self, asked: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The rows of the namespace that is asked for."""
        return self.namespaces.get(asked.get("namespace", ""), {})

    def _index(self) -> dict[str, Any]:
        field = {"type": "dense_vector", "dimension": self.dimensions, "metric": self.metric}
        return {
            "name": self.name,
            "host": self.host,
            "status": {"ready": True, "state": "Ready"},
            "schema": {"fields": {"_values": field}},
            "deployment": {"deployment_type": "managed", "cloud": "aws", "region": "us-east-1"},
            "deletion_protection": "disabled",
        }

    def _upsert(self, asked: dict[str, Any]) -> dict[str, Any]:
        if len(asked["vectors"]) > 1000:
            raise Refused(400, "Number of vectors in an upsert request can't exceed 1000")
        for row in asked["vectors"]:
            self._check(row)
        rows = self.namespaces.setdefault(asked.get("namespace", ""), {})
        rows.update({row["id"]: row for row in asked["vectors"]})
        return {"upsertedCount": len(asked["vectors"])}

    def _check(self, row: dict[str, Any]) -> None:
        if not row["id"].isascii() or not 0 < len(row["id"]) <= 512:
            raise Refused(400, "Vector ID must be ASCII, of 1 to 512 characters")
        if len(row["values"]) != self.dimensions:
            raise Refused(400, f"Vector dimension {len(row['values'])} does not match the dimension of the index")
        if not any(row["values"]):
            raise Refused(400, f"Dense vectors must contain at least one non-zero value. Vector ID '{row['id']}'")
        for key, value in row["metadata"].items():
            listed = isinstance(value, list) and all(isinstance(item, str) for item in value)
            if key.startswith("$") or not (isinstance(value, (str, int, float)) or listed):
                raise Refused(400, f"Metadata value must be a string, number, boolean or list of strings, for {key!r}")
        size = len(json.dumps(row["metadata"], ensure_ascii=False, separators=(",", ":")).encode())
        if size > 40_960:
            raise Refused(400, f"metadata size is {size} bytes, which exceeds the limit of 40960 bytes per vector")

    def _query(self, asked: dict[str, Any]) -> dict[str, Any]:
        if not 1 <= asked["topK"] <= 10_000:
            raise Refused(400, "topK must be between 1 and 10000")
        passes = _compiled(asked["filter"]) if "filter" in asked else lambda _: True
        rows = [row for row in self.rows(asked).values() if passes(row["metadata"])]
        query = np.array(asked["vector"])
        scored = sorted(((self._score(np.array(row["values"]), query), row) for row in rows), key=lambda one: -one[0])
        matches = [
            {"id": row["id"], "score": score, "values": []}
            | ({"metadata": row["metadata"]} if asked["includeMetadata"] else {})
            for score, row in scored[: asked["topK"]]
        ]
        return {"matches": matches, "namespace": asked.get("namespace", ""), "usage": {"readUnits": 1}}

    def _score(self, vector: Any, query: Any) -> float:
        dot = float(vector @ query)
        return dot if self.metric == "dotproduct" else dot / float(np.linalg.norm(vector) * np.linalg.norm(query))

    def _fetch(self, asked: dict[str, Any]) -> dict[str, Any]:
        rows = self.rows(asked)
        return {"vectors": {id: rows[id] for id in asked["ids"] if id in rows}, "namespace": asked.get("namespace", "")}

    def _fetch_by_metadata(self, asked: dict[str, Any]) -> dict[str, Any]:
        passes = _compiled(asked["filter"])
        rows = {id: row for id, row in self.rows(asked).items() if passes(row["metadata"])}
        page, rest = _page(sorted(rows), asked)
        return {"vectors": {id: rows[id] for id in page}, "namespace": asked.get("namespace", ""), **rest}

    def _list(self, asked: dict[str, Any]) -> dict[str, Any]:
        page, rest = _page(sorted(self.rows(asked)), asked)
        return {"vectors": [{"id": id} for id in page], "namespace": asked.get("namespace", ""), **rest}

    def _delete(self, asked: dict[str, Any]) -> dict[str, Any]:
        name = asked.get("namespace", "")
        if name not in self.namespaces:
            raise Refused(404, "Namespace not found")
        if asked.get("deleteAll"):
            del self.namespaces[name]
        elif len(asked["ids"]) > 1000:
            raise Refused(400, "Number of ids in a delete request can't exceed 1000")
        for id in asked.get("ids", []):
            self.namespaces[name].pop(id, None)
        return {}

    def _stats(self, asked: dict[str, Any]) -> dict[str, Any]:
        counts = {name: {"vectorCount": len(rows)} for name, rows in self.namespaces.items()}
        return {
            "namespaces": counts,
            "dimension": self.dimensions,
            "indexFullness": 0,
            "totalVectorCount": sum(count["vectorCount"] for count in counts.values()),
            "metric": self.metric,
            "vectorType": "dense",
        }


_OPERATIONS: dict[str, Callable[[PineconeServer, dict[str, Any]], dict[str, Any]]] = {
    "/vectors/upsert": PineconeServer._upsert,
    "/query": PineconeServer._query,
    "/vectors/fetch": PineconeServer._fetch,
    "/vectors/fetch_by_metadata": PineconeServer._fetch_by_metadata,
    "/vectors/list": PineconeServer._list,
    "/vectors/delete": PineconeServer._delete,
    "/describe_index_stats": PineconeServer._stats,
}


class _Handler(BaseHTTPRequestHandler):
    server: PineconeServer
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one packet an answer
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        asked: dict[str, Any] = {
            key: values[0] for key, values in parse_qs(split.query, keep_blank_values=True).items()
        }
        asked |= {key: values for key, values in parse_qs(split.query).items() if key == "ids"}
        if len(self.path) > 8_000:
            return self._say(414, {"message": "URI Too Long"})
        self._answer(unquote(split.path), asked)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if len(body) > 2 * 1024 * 1024:
            return self._say(413, {"message": "Request body is larger than 2 MB"})
        self._answer(self.path, json.loads(body))

    def _answer(self, path: str, asked: dict[str, Any]) -> None:
        if self.headers["Api-Key"] != API_KEY:
            return self._say(401, {"message": "Invalid API Key"})
        trouble = self.server.troubles.pop(0) if self.server.troubles else None
        if trouble == 0:
            self.server.closing.wait()
            self.close_connection = True
            return None
        if trouble is not None:
            return self._say(trouble, {"message": f"trouble {trouble}"})
        try:
            answer = self.server.answer(path, asked)
        except Refused as exc:
            return self._say(exc.status, {"code": 3, "message": str(exc), "details": []})
        if len(json.dumps(answer)) > 4 * 1024 * 1024 and path == "/query":
            return self._say(400, {"code": 3, "message": "Response is larger than 4 MB", "details": []})
        self._say(200, answer)

    def _say(self, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _page(ids: list[str], asked: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    limit = int(asked.get("limit", FETCHED_AT_ONCE))
    if not 1 <= limit <= FETCHED_AT_ONCE:
        raise Refused(400, "limit must be between 1 and 100")
    rest = [id for id in ids if id > asked.get("paginationToken", "")]
    return rest[:limit], {"pagination": {"next": rest[limit - 1]}} if len(rest) > limit else {}


def _compiled(spec: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], bool]:
    """Pinecone's filter language, as far as it is sent here; anything else is refused, as it would be by mistake."""
    if not spec:
        raise Refused(400, "a filter must not be empty")
    tests = [_condition(key, value) for key, value in spec.items()]
    return lambda metadata: all(test(metadata) for test in tests)


def _condition(key: str, value: Any) -> Callable[[Mapping[str, Any]], bool]:
    if key == "$and" and isinstance(value, list):
        parts = [_compiled(part) for part in value]
        return lambda metadata: all(part(metadata) for part in parts)
    if key.startswith("$") or not isinstance(value, dict) or list(value) != ["$in"] or not value["$in"]:
        raise Refused(400, f"illegal condition for field {key}, got {value!r}")
    return lambda metadata: metadata.get(key) in value["$in"]
