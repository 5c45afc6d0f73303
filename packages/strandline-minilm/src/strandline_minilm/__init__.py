"""The weights of all-MiniLM-L6-v2 for ``strandline.embedders.MiniLMEmbedder``. Data only: importing loads nothing."""

from __future__ import annotations

from pathlib import Path

__all__ = ["graph_path", "projection_path", "weights_path"]

_FOLDER = Path(__file__).parent


def weights_path() -> Path:
    """The .npz with int8 weights, a scale for each row, and the vocabulary."""
    return _FOLDER / "minilm-l6-int8.npz"


def graph_path() -> Path:
    """The ONNX graph whose weights are given when a session is made."""
    return _FOLDER / "minilm-l6.onnx"


def projection_path() -> Path:
    """The .npz with the projection of the outputs for single words, from 384 to 64 numbers."""
    return _FOLDER / "token-projection.npz"
