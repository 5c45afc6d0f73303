"""The same forward pass through onnxruntime: the graph is a file without weights, and they are handed over by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strandline.embedders.bert_weights import Array, BertWeights
from strandline.errors import ModelFileError


class OnnxEncoder:
    """As `NumpyEncoder`. Thread-safe. Raises ``ModuleNotFoundError`` when onnxruntime is not installed."""

    def __init__(self, weights: BertWeights, graph: Path) -> None:
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        # Threads that spin while they wait take the core from whoever else wants it: slower where there is somebody.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The session reads these arrays in place, so they have to live as long as it does.
        self._values = [runtime.OrtValue.ortvalue_from_numpy(array) for array in weights.arrays.values()]
        options.add_external_initializers(list(weights.arrays), self._values)
        self._session = runtime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])

    def encode(self, ids: NDArray[np.int64]) -> Array:
        """(n, length) piece ids, [CLS] and [SEP] included, to (n, 384) float32 means, not normalised."""
        (sentences,) = self._session.run(["sentence"], {"input_ids": ids})
        return np.asarray(sentences, dtype=np.float32)

    def encode_pieces(self, ids: NDArray[np.int64]) -> tuple[Array, Array]:
        """The means, and the outputs of the pieces that they are the means of: (n, length, 384) float32.

        Raises `ModelFileError` for the graph of a strandline-minilm before 0.2, which gives means alone.
        """
        if "pieces" not in [output.name for output in self._session.get_outputs()]:
            raise ModelFileError("this strandline-minilm gives no outputs of word pieces: install 0.2 or later")
        sentences, pieces = self._session.run(["sentence", "pieces"], {"input_ids": ids})
        return np.asarray(sentences, dtype=np.float32), np.asarray(pieces, dtype=np.float32)
