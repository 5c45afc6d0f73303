"""Keeps what was measured, a row a question, so that a run that was interrupted goes on where it stopped.

The file is JSON Lines. A line ``{"of", "what"}`` names a sheet: which system of which version with which settings, on
which pack and machine. A line ``{"of", "item", "row"}`` is a row of it. Whoever changes one of these things gets a
fresh sheet, and the rows of the old one stay unused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

NAME = "rows.jsonl"
"""The file in the folder of a ledger."""


class Sheet:
    """The rows of one system on one pack, by item; written when they are put."""

    def __init__(self, rows: dict[str, dict[str, Any]], write: Callable[[str, dict[str, Any]], None]) -> None:
        self.rows = rows
        self._write = write

    def put(self, item: str, row: dict[str, Any]) -> None:
        """Keep a row."""
        self._write(item, row)
        self.rows[item] = row


class Ledger:
    """All sheets of a folder; without a folder they are kept in memory only.

    A line that a kill cut off is dropped, and its row measured again. ``watch`` is called for every row that is put.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.watch: Callable[[], object] = lambda: None
        self._path = None if folder is None else folder / NAME
        self._rows: dict[str, dict[str, dict[str, Any]]] = {}
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._read(self._path)

    def sheet(self, what: Mapping[str, Any]) -> Sheet:
        """The sheet of this key, with the rows that are known of it."""
        of = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]
        if of not in self._rows:
            self._rows[of] = {}
            self._append({"of": of, "what": what})

        def write(item: str, row: dict[str, Any]) -> None:
            self._append({"of": of, "item": item, "row": row})
            self.watch()

        return Sheet(self._rows[of], write)

    def _read(self, path: Path) -> None:
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            path.write_bytes(whole)
        for line in whole.splitlines():
            said = json.loads(line)
            rows = self._rows.setdefault(said["of"], {})
            if "item" in said:
                rows[said["item"]] = said["row"]

    def _append(self, said: Mapping[str, Any]) -> None:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(said, ensure_ascii=False) + "\n")
