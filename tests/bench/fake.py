"""A memory with the verbs that benchmarks use, which finds messages by the words they share with the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from strandline.types import Added, AddedMessage, Block, Hit


class FakeMemory:
    """Keeps every call of ``add``, and the rows, for the test to look at."""

    def __init__(self, path: str, *, clock: Callable[[], datetime] | None = None) -> None:
        self.path, self.clock = Path(path), clock
        self.asked: list[datetime | None] = []
        self.rows: list[dict[str, Any]] = []
        self.log: list[tuple[str, Any]] = []

    def add(
        self, messages: Sequence[dict[str, Any]] | str, *, user_id: str, session_id: str = "default", **_: Any
    ) -> Added:
        given = [{"role": "user", "content": messages}] if isinstance(messages, str) else list(messages)
        self.log.append(("add", (session_id, given)))
        start = len(self.rows)
        for message in given:
            row = {"id": f"m{len(self.rows)}", "user_id": user_id, "session_id": session_id, **message}
            self.rows.append(row)
        return Added(
            messages=tuple(
                AddedMessage(id=row["id"], step=i, session_id=session_id) for i, row in enumerate(self.rows[start:], 1)
            )
        )

    def search(self, query: str, *, user_id: str, k: int = 10, **_: Any) -> list[Hit]:
        self.log.append(("search", query))
        self.asked.append(self.clock() if self.clock else None)
        wanted = set(query.lower().split())
        scored = [
            (len(wanted & set(row["content"].lower().split())), row) for row in self.rows if row["user_id"] == user_id
        ]
        best = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])[:k]
        return [
            Hit(
                id=row["id"],
                kind="message",
                text=row["content"],
                score=score / (score + 1),
                at=row.get("at", datetime(2026, 1, 1, tzinfo=UTC)),
                session_id=row["session_id"],
                message_id=row["id"],
            )
            for score, row in best
        ]

    def context(self, query: str, *, user_id: str, max_tokens: int = 1200, **_: Any) -> Block:
        return Block(text="\n".join(f"- {hit.text}" for hit in self.search(query, user_id=user_id, k=2)))

    def close(self) -> None:
        self.path.write_text("\n".join(row["content"] for row in self.rows), encoding="utf-8")
