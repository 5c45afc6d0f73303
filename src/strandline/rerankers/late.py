"""Late interaction (Khattab, Zaharia 2020): each word piece of the query looks for its likeness in the text.

The pieces are read by a sentence encoder, so that each is known by what stands around it. No model was trained for
this: the outputs of an ordinary encoder serve.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from strandline.embedders import MiniLMEmbedder
from strandline.embedders.folder_tokens import LONGEST, tokens_of
from strandline.embedders.onnx_model import OnnxModel
from strandline.errors import ModelFileError
from strandline.rerankers.base import RerankerIdentity
from strandline.text.stopwords import STOP_WORDS
from strandline.types import Vectors

UNRELATED = 0.5
"""The likeness to a query that three of four candidates of a search do not reach (LoCoMo, LongMemEval); what is above
it counts, scaled to 0..1."""
_MARKS = tuple("?!.,;:'\"()-")


class _Encoder(Protocol):
    def outputs(self, texts: Sequence[str]) -> Sequence[tuple[NDArray[np.int64], Vectors]]:
        """Ids and unit rows of the word pieces of each text, without marks."""
        ...


class LateInteractionReranker:
    """Scores by the likeness of word pieces in their context (MaxSim). Thread-safe.

    ``folder`` holds a sentence encoder exported to ONNX, with an output for each token, and its tokenizer, as for
    `OnnxReranker`. Without a folder the model is all-MiniLM-L6-v2 of the package strandline-minilm, run by onnxruntime
    or numpy. A score is the mean, over the query's pieces that are no stop words, of the cosine to the nearest piece of
    the text, as far as it is above that of unrelated texts.
    """

    def __init__(
        self, folder: str | os.PathLike[str] | None = None, *, batch: int = 32, threads: int | None = None
    ) -> None:
        """Open the model; ``batch`` and ``threads`` are for a folder.

        Raises `MissingExtraError` without what it needs, and `ModelFileError` for another model.
        """
        self._encoder: _Encoder
        if folder is None:
            given = MiniLMEmbedder()
            self._encoder, self._identity = given, RerankerIdentity(name=f"late-{given.identity.name}", version="1")
        else:
            model = OnnxModel(folder, batch=batch, threads=threads)
            self._encoder = _FolderEncoder(model)
            self._identity = RerankerIdentity(name=f"late-{model.name}", version=model.version)

    @property
    def identity(self) -> RerankerIdentity:
        """The model's name with "late-" before it."""
        return self._identity

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n,) how well each text covers what the query speaks of; 0 for a query without a known word."""
        scores = np.zeros(len(texts), np.float32)
        (ids, asked), *_ = self._encoder.outputs([query])
        telling = ~np.isin(ids, self._stops)
        asked = asked[telling] if telling.any() else asked
        if not len(asked) or not len(texts):
            return scores
        for place, (_, said) in enumerate(self._encoder.outputs(texts)):
            if len(said):
                scores[place] = (asked @ said.T).max(axis=1).mean()
        np.clip((scores - UNRELATED) / (1.0 - UNRELATED), 0.0, 1.0, out=scores)
        return scores

    @cached_property
    def _stops(self) -> NDArray[np.int64]:
        """Ids of the stop words and marks that are one piece."""
        read = self._encoder.outputs([*sorted(STOP_WORDS), *_MARKS])
        return np.array(sorted({int(ids[0]) for ids, _ in read if len(ids) == 1}), np.int64)


class _FolderEncoder:
    """The outputs of a sentence encoder in a folder; of a long text those of its start."""

    def __init__(self, model: OnnxModel) -> None:
        self._model, self._tokens = model, tokens_of(model.folder, LONGEST)
        self._output = next((name for name, shape in model.shapes.items() if len(shape) == 3), "")
        if not self._output:
            raise ModelFileError(
                f"{model.folder} gives {model.shapes}; late interaction needs an output for each token"
            )

    def outputs(self, texts: Sequence[str]) -> list[tuple[NDArray[np.int64], Vectors]]:
        rows = [self._tokens.single(text) for text in texts]
        found: list[tuple[NDArray[np.int64], Vectors]] = [(row.ids, np.zeros((0, 0), np.float32)) for row in rows]
        for place, values in self._model.run(rows, self._output):
            inside = rows[place].inside
            vectors = values[inside]
            norms = np.linalg.norm(vectors, axis=1, keepdims=True)
            unit = np.asarray(vectors / np.maximum(norms, 1e-12), np.float32)
            found[place] = rows[place].ids[inside], unit
        return found
