"""A model in a folder, as the usual tools export it, run by onnxruntime.

model.onnx | onnx/model.onnx      the graph, its weights inside or beside it
vocab.txt | tokenizer.json        see ``folder_tokens``
"""

from __future__ import annotations

import glob
import hashlib
import mmap
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.folder_tokens import Row
from strandline.errors import InputError, MissingExtraError, ModelFileError

_GRAPHS = ("model.onnx", "onnx/model.onnx")
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class OnnxModel:
    """The graph of a folder. Thread-safe; opens itself again in a child process after a fork."""

    def __init__(
        self, folder: str | os.PathLike[str], *, batch: int, threads: int | None, file: str | None = None
    ) -> None:
        """Open the graph of ``folder``, or the one that ``file`` names in it.

        ``threads`` None is onnxruntime's choice: one a core. Raises `MissingExtraError` without onnxruntime and
        `ModelFileError` for a folder without a graph that reads texts of any length.
        """
        for name, value in (("batch", batch), ("threads", 1 if threads is None else threads)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise InputError(f"{name} must be a whole number of 1 and more, got {value!r}")
        if find_spec("onnxruntime") is None:
            raise MissingExtraError(feature="a model from a folder", extra="onnx")
        self.folder = Path(folder)
        self._graph = _graph_of(self.folder, _GRAPHS if file is None else (file,))
        self._batch, self._threads = batch, threads
        self._opened = os.getpid(), self._open()
        self.shapes = self._shapes("get_outputs")
        """Name of each output -> its axes, numbers or names, in the graph's order."""
        self._inputs = self._checked_inputs()
        self.name = self.folder.resolve().name or "model"
        self.version = _digest(self._graph)[:12]
        """The start of the sha256 of the graph and of its weights in other files, which are read once for it."""

    def run(self, rows: Sequence[Row], output: str) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """(place of a row, its output) of all rows, in no fixed order.

        Rows of one length go together, so that none is padded: what a row gives does not depend on the others. Raises
        `ModelFileError` where the graph fails on them, as it does on tokens that it does not know.
        """
        by_length: dict[int, list[int]] = {}
        for place, row in enumerate(rows):
            by_length.setdefault(len(row.ids), []).append(place)
        for _, places in sorted(by_length.items()):
            for start in range(0, len(places), self._batch):
                part = places[start : start + self._batch]
                yield from zip(part, self._outputs([rows[place] for place in part], output), strict=True)

    def _outputs(self, rows: Sequence[Row], output: str) -> NDArray[np.float32]:
        """One output for each of some rows of one length."""
        session = self._session()
        try:
            (found,) = session.run([output], self._feed(rows))
            outputs = np.asarray(found, dtype=np.float32)
        except Exception as exc:  # onnxruntime has an error class for each kind of failure
            raise ModelFileError(
                f"{self._graph} failed on a text; are it and its vocabulary of the same model? {exc}"
            ) from exc
        if outputs.shape[:1] != (len(rows),):
            raise ModelFileError(f"{self._graph} gives {output} of the shape {outputs.shape} for {len(rows)} texts")
        return outputs

    def _feed(self, rows: Sequence[Row]) -> dict[str, NDArray[np.int64]]:
        ids = np.stack([row.ids for row in rows])
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.stack([row.types for row in rows]),
        }
        return {name: feed[name] for name in self._inputs}

    def _session(self) -> Any:
        """The session of this process: the threads of another one are not in a child."""
        process, session = self._opened
        if process != os.getpid():
            self._opened = os.getpid(), (session := self._open())
        return session

    def _open(self) -> Any:
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # leave the core to others
        if self._threads is not None:
            options.intra_op_num_threads = self._threads
        try:
            return runtime.InferenceSession(str(self._graph), options, providers=["CPUExecutionProvider"])
        except Exception as exc:  # onnxruntime has an error class for each kind of damage
            raise ModelFileError(f"{self._graph} cannot be opened as an ONNX graph: {exc}") from exc

    def _shapes(self, ends: Literal["get_inputs", "get_outputs"]) -> dict[str, tuple[int | str | None, ...]]:
        try:
            return {end.name: tuple(end.shape) for end in getattr(self._opened[1], ends)()}
        except UnicodeDecodeError as exc:
            raise ModelFileError(f"{self._graph} is damaged: a name in it is no text: {exc}") from exc

    def _checked_inputs(self) -> tuple[str, ...]:
        shapes = self._shapes("get_inputs")
        others = [name for name in shapes if name not in _INPUTS]
        if others or "input_ids" not in shapes:
            raise ModelFileError(
                f"{self._graph} reads {sorted(shapes)}; wanted input_ids, and of others only {_INPUTS}"
            )
        fixed = [name for name, shape in shapes.items() if any(isinstance(axis, int) for axis in shape)]
        if fixed:
            raise ModelFileError(
                f"{self._graph} reads {fixed[0]} of the fixed shape {shapes[fixed[0]]}; export it with dynamic axes"
            )
        return tuple(shapes)


def _graph_of(folder: Path, names: Sequence[str]) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ModelFileError(f"{folder} is no folder with a {' or '.join(names)}")


def _digest(graph: Path) -> str:
    digest = hashlib.sha256()
    for path in [graph, *_weights(graph)]:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _weights(graph: Path) -> list[Path]:
    """The files with weights of a graph: those whose name stands in it, and those named after it (model.onnx_data)."""
    named_after = set(graph.parent.glob(f"{glob.escape(graph.name)}?data*"))
    with graph.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        beside = (path for path in graph.parent.rglob("*") if path != graph and path.is_file())
        named = {path for path in beside if text.find(os.fsencode(path.name)) >= 0}
    return sorted(named_after | named)
