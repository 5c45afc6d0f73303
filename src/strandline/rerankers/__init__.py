"""A second look at the best candidates, off by default. Give one to ``Memory(reranker=...)``.

>>> from strandline import Memory
>>> from strandline.rerankers import OnnxReranker
>>> memory = Memory("agent.db", reranker=OnnxReranker("models/my-cross-encoder"))  # doctest: +SKIP

Any object with ``identity`` and ``score`` will do. Strandline downloads nothing: a model is a folder of yours.
"""

from __future__ import annotations

import os

from strandline.embedders.onnx_model import OnnxModel
from strandline.rerankers.base import Reranker, RerankerIdentity, as_reranker, checked
from strandline.rerankers.cross import OnnxReranker, logits_of
from strandline.rerankers.late import LateInteractionReranker

__all__ = [
    "LateInteractionReranker",
    "OnnxReranker",
    "Reranker",
    "RerankerIdentity",
    "as_reranker",
    "checked",
    "open_reranker",
]


def open_reranker(folder: str | os.PathLike[str]) -> Reranker:
    """The reranker of a folder: a cross-encoder, or late interaction where the model gives an output for each token.

    ``"minilm"`` is late interaction with the model of the package strandline-minilm. Raises `MissingExtraError` and
    `ModelFileError` as the classes do.
    """
    if folder == "minilm":
        return LateInteractionReranker()
    model = OnnxModel(folder, batch=1, threads=1)
    return LateInteractionReranker(folder) if logits_of(model) is None else OnnxReranker(folder)
