"""A sentence encoder in a folder of yours, exported to ONNX. Nothing is downloaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.base import Kind
from strandline.embedders.folder_tokens import Row, tokens_of
from strandline.embedders.onnx_folder import Pooling, length_of, pooling_of, prompts_of
from strandline.embedders.onnx_model import OnnxModel
from strandline.embedders.reading import Prefixes, Reading, digest
from strandline.errors import DimensionError, InputError, ModelFileError
from strandline.types import EmbedderIdentity, Vectors

_SENTENCE = "sentence_embedding"
_POOLED = {"mean": slice(None), "cls": slice(1), "last": slice(-1, None)}
"""The tokens that a vector is the mean of."""


class OnnxEmbedder:
    """A sentence encoder from a local folder, as optimum and sentence-transformers export it to ONNX. Thread-safe.

    ``folder`` holds ``model.onnx`` or ``onnx/model.onnx`` (``file`` names another one), and ``vocab.txt`` or
    ``tokenizer.json``. Where the graph has an output ``sentence_embedding`` that is the vector; else it is pooled from
    those of the tokens, as ``1_Pooling/config.json`` says, or as ``pooling`` says: "mean", "cls", "last", "max". The
    prefixes, and how many tokens are read at once, are the model's own unless they are given. A longer text is read in
    parts: its vector is the mean of theirs, by their lengths. ``batch_size`` parts of one length go through the model
    at once; ``threads`` are those of onnxruntime, one a core by default.
    """

    def __init__(  # noqa: PLR0913 (each is a property of a model that its folder may leave unsaid)
        self,
        folder: str | os.PathLike[str],
        *,
        file: str | None = None,
        pooling: Pooling | None = None,
        max_length: int | None = None,
        query_prefix: str | None = None,
        document_prefix: str | None = None,
        normalize: bool = True,
        batch_size: int = 32,
        threads: int | None = None,
    ) -> None:
        """Open the model, and read its weights once for a digest of them.

        Raises `MissingExtraError` without what it needs, and `ModelFileError` for a folder that is no sentence encoder.
        """
        self._model = OnnxModel(folder, batch=batch_size, threads=threads, file=file)
        self._output, self._pooling = self._chosen_output(pooling)
        longest = length_of(self._model.folder) if max_length is None else _whole_number(max_length)
        self._tokens = tokens_of(self._model.folder, longest)
        query, document = prompts_of(self._model.folder)
        self._prefixes = Prefixes(
            query=query if query_prefix is None else query_prefix,
            document=document if document_prefix is None else document_prefix,
        )
        for prefix in (self._prefixes.query, self._prefixes.document):
            if not self._tokens.single(f"{prefix}a").whole:
                raise InputError(f"the prefix {prefix[:80]!r} leaves no room for a text in {longest} tokens")
        made_by = (self._model.version, self._output, self._pooling, longest)
        self._identity = EmbedderIdentity(
            name=self._model.name,
            version=digest(*made_by, self._prefixes.query, self._prefixes.document),
            dimensions=self._width(),
            normalized=bool(normalize),
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """The folder's name, and a digest of the graph, its weights, the pooling, the prefixes and the length."""
        return self._identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) float32, unit rows where ``normalize``; a blank text is a row of zeros.

        Raises `ModelFileError` where the graph fails on a text, as it does where the vocabulary is another model's.
        """
        prefix = self._prefixes.of(kind)
        reading = Reading(
            read=lambda text: self._tokens.single(prefix + text),
            whole=lambda row: row.whole,
            run=self._run,
            dimensions=self._identity.dimensions,
            normalize=self._identity.normalized,
        )
        return reading.vectors(texts)

    def _run(self, rows: Sequence[Row]) -> Vectors:
        vectors = np.zeros((len(rows), self._identity.dimensions), np.float32)
        said = [place for place, row in enumerate(rows) if row.inside.any()]  # of nothing but marks there is no vector
        for place, outputs in self._model.run([rows[place] for place in said], self._output):
            vector = self._pooled(outputs)
            if vector.shape != (self._identity.dimensions,):
                raise DimensionError(got=int(np.prod(vector.shape)), want=self._identity.dimensions)
            vectors[said[place]] = vector
        return vectors

    def _pooled(self, outputs: NDArray[np.float32]) -> Vectors:
        """The vector of one text: no token of it is padding."""
        if self._pooling is None:
            return outputs
        if self._pooling == "max":
            return np.asarray(outputs.max(axis=0), np.float32)
        return np.asarray(outputs[_POOLED[self._pooling]].mean(axis=0), np.float32)

    def _chosen_output(self, asked: Pooling | None) -> tuple[str, Pooling | None]:
        """The output that is read, and how it is pooled; None for a vector that the graph itself has pooled."""
        shapes = self._model.shapes
        if asked is not None and asked not in get_args(Pooling):
            raise InputError(f"pooling must be one of {', '.join(get_args(Pooling))}, got {asked!r}")
        if asked is None and len(shapes.get(_SENTENCE, ())) == 2:
            return _SENTENCE, None
        name = next((name for name, shape in shapes.items() if len(shape) == 3), None)
        if name is None:
            wanted = f"a sentence encoder gives {_SENTENCE}, or an output for each token"
            raise ModelFileError(f"{self._model.folder} gives {shapes}; {wanted}")
        return name, asked or pooling_of(self._model.folder)

    def _width(self) -> int:
        """Numbers of a vector; where the graph does not say, those of a first one."""
        width = self._model.shapes[self._output][-1]
        if isinstance(width, int):
            return width
        ((_, outputs),) = self._model.run([self._tokens.single("a")], self._output)
        return int(outputs.shape[-1])


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 3:
        raise InputError(f"max_length must be a whole number of 3 tokens and more, got {value!r}")
    return value
