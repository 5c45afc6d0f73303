#!/usr/bin/env python3
"""Make ``minilm-l6-int8.npz`` of strandline-minilm from the published weights.

    make_minilm.py model.safetensors vocab.txt OUT.npz

``model.safetensors`` is that of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0) and must have the sha256 below;
``vocab.txt`` is the vocabulary beside it. Matrices become int8 with one scale a row, vectors stay float32, the pooler
is left out. Needs numpy alone: a .safetensors file is a length, a JSON header and the numbers.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from pathlib import Path

import numpy as np

SOURCE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SMALLEST_SCALE = 1e-12


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """The float32 arrays of a .safetensors file by name."""
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != SOURCE_SHA256:
        raise SystemExit(f"{path} has sha256 {digest}, wanted {SOURCE_SHA256}")
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, stop = (8 + size + offset for offset in entry["data_offsets"])
        arrays[name] = np.frombuffer(data[start:stop], np.float32).reshape(entry["shape"])
    return arrays


def main(source: Path, vocabulary: Path, out: Path) -> None:
    packed: dict[str, np.ndarray] = {}
    for name, array in read_safetensors(source).items():
        if "pooler" in name:
            continue
        if array.ndim == 2 and len(array) > 2:
            scale = np.abs(array).max(axis=1, keepdims=True) / 127 + SMALLEST_SCALE
            packed[name] = np.round(array / scale).astype(np.int8)
            packed[f"{name}.s"] = scale.astype(np.float32)
        else:
            packed[name] = array
    packed["vocab"] = np.frombuffer(vocabulary.read_bytes(), np.uint8)
    np.savez_compressed(out, **packed)
    print(out, "sha256", hashlib.sha256(out.read_bytes()).hexdigest())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
