"""A cross-encoder: query and text go through the model together, and it says how well they fit."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.folder_tokens import LONGEST, tokens_of
from strandline.embedders.onnx_model import OnnxModel
from strandline.errors import ModelFileError
from strandline.rerankers.base import RerankerIdentity


class OnnxReranker:
    """A cross-encoder from a local folder, as optimum and sentence-transformers export it to ONNX. Thread-safe.

    ``folder`` holds ``model.onnx`` (or ``onnx/model.onnx``) and ``vocab.txt`` or ``tokenizer.json``. The graph gives
    one logit a pair, which a sigmoid makes a probability, or two, of "no" and "yes". ``batch`` pairs go through it at
    once, of at most ``longest`` tokens each (of query and text the longer one is cut off); ``threads`` are those of
    onnxruntime, one a core by default.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        batch: int = 32,
        threads: int | None = None,
        longest: int = LONGEST,
    ) -> None:
        """Open the model. Raises `MissingExtraError` without what it needs, and `ModelFileError` for another model."""
        self._model = OnnxModel(folder, batch=batch, threads=threads)
        self._tokens = tokens_of(self._model.folder, longest)
        self._output = _logits(self._model)

    @property
    def identity(self) -> RerankerIdentity:
        """The folder's name, and the start of the sha256 of its graph and weights."""
        return RerankerIdentity(name=self._model.name, version=self._model.version)

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n,) the probability that each text answers the query."""
        logits = np.zeros(len(texts))
        for place, values in self._model.run(self._tokens.pairs(query, texts), self._output):
            if len(values) > 2:
                raise ModelFileError(f"{self._model.folder} gives {len(values)} logits a pair, wanted one or two")
            logits[place] = values[0] if len(values) == 1 else values[1] - values[0]
        return (1.0 / (1.0 + np.exp(-np.clip(logits, -80.0, 80.0)))).astype(np.float32)


def _logits(model: OnnxModel) -> str:
    name = logits_of(model)
    if name is None:
        raise ModelFileError(f"{model.folder} gives {model.shapes}; a cross-encoder gives one or two logits a pair")
    return name


def logits_of(model: OnnxModel) -> str | None:
    """The output with one or two numbers a pair, where there is one."""
    for name, shape in model.shapes.items():
        if len(shape) == 2 and (shape[1] in (1, 2) or (name == "logits" and not isinstance(shape[1], int))):
            return name
    return None
