"""Small real ONNX models, written byte by byte, so that the package onnx is not needed to test with them.

The field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from strandline.testing.embedders import TEXTS, EmbedderContract
from strandline.testing.rerankers import QUESTIONS
from strandline.text.terms import words

FLOAT, INT64, BOOL = 1, 7, 9
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WORDS = tuple(sorted({word for text in (*TEXTS, *QUESTIONS, *EmbedderContract.related) for word in words(text)}))
"""Piece i of the vocabulary is ``(*MARKS, *WORDS)[i]``."""


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a message: a number, or bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def node(kind: str, inputs: Iterable[str], output: str, **attributes: int) -> bytes:
    parts = [field(1, name) for name in inputs] + [field(2, output), field(4, kind)]
    parts += [field(5, field(1, name) + field(3, value) + field(20, 2)) for name, value in attributes.items()]
    return field(1, b"".join(parts))


def constant(name: str, values: Sequence[float] | np.ndarray, kind: int = FLOAT) -> bytes:
    array = np.asarray(values, np.float32 if kind == FLOAT else np.int64)
    dims = b"".join(field(1, size) for size in array.shape)
    return field(5, dims + field(2, kind) + field(8, name) + field(9, array.tobytes()))


def value(place: int, name: str, kind: int, axes: Sequence[str | int]) -> bytes:
    """An input (place 11) or output (12) of the graph; an axis is a name or a number."""
    dims = b"".join(field(1, field(2 if isinstance(axis, str) else 1, axis)) for axis in axes)
    return field(place, field(1, name) + field(2, field(1, field(1, kind) + field(2, dims))))


def model(parts: Iterable[bytes]) -> bytes:
    graph = b"".join(parts) + field(2, "small")
    return field(1, 8) + field(8, field(2, 17)) + field(7, graph)


def inputs(names: Iterable[str], axes: Sequence[str | int] = ("n", "length")) -> list[bytes]:
    return [value(11, name, INT64, axes) for name in names]


def shared_words(*, classes: int = 1, bias: float = -3.5, axes: Sequence[str | int] = ("n", "length")) -> bytes:
    """A cross-encoder whose logit is the number of equal pairs of words, of query and of text, and ``bias``.

    It tells query from text by their types, and leaves out marks, unknown words, and what the mask hides.
    """
    parts = inputs(("input_ids", "attention_mask", "token_type_ids"), axes)
    parts += [constant("marks", [len(MARKS) - 1], INT64), constant("one", [1.0]), constant("bias", [bias])]
    parts += [constant(f"axis{n}", [n], INT64) for n in (1, 2)] + [constant("inner", [1, 2], INT64)]
    parts += [
        node("Greater", ["input_ids", "marks"], "word"),
        node("Cast", ["word"], "words", to=FLOAT),
        node("Cast", ["attention_mask"], "mask", to=FLOAT),
        node("Mul", ["words", "mask"], "seen"),
        node("Cast", ["token_type_ids"], "second", to=FLOAT),
        node("Sub", ["one", "second"], "first"),
        node("Mul", ["seen", "first"], "query"),
        node("Mul", ["seen", "second"], "text"),
        node("Unsqueeze", ["input_ids", "axis2"], "down"),
        node("Unsqueeze", ["input_ids", "axis1"], "across"),
        node("Equal", ["down", "across"], "same"),
        node("Cast", ["same"], "pairs", to=FLOAT),
        node("Unsqueeze", ["query", "axis2"], "asked"),
        node("Unsqueeze", ["text", "axis1"], "said"),
        node("Mul", ["pairs", "asked"], "half"),
        node("Mul", ["half", "said"], "shared"),
        node("ReduceSum", ["shared", "inner"], "count", keepdims=0),
        node("Add", ["count", "bias"], "flat"),
        node("Unsqueeze", ["flat", "axis1"], "yes"),
        node("Sub", ["yes", "yes"], "no"),
        node("Concat", {1: ["yes"], 2: ["no", "yes"], 3: ["no", "yes", "no"]}[classes], "logits", axis=1),
    ]
    return model([*parts, value(12, "logits", FLOAT, ("n", classes))])


def word_table(width: int = 64) -> np.ndarray:
    """(pieces, width): the vector of each piece in `word_vectors`."""
    return np.random.default_rng(7).standard_normal((len(MARKS) + len(WORDS), width)).astype(np.float32)


def word_vectors(*, width: int = 64, axis: str | int | None = None, sentence: bool = False) -> bytes:
    """A sentence encoder that gives each token a fixed vector of its own, and no mask or types are asked for.

    ``axis`` is what it says its width is. With ``sentence`` it also gives the sum of the words as the vector of all.
    """
    axis = width if axis is None else axis
    parts = [*inputs(["input_ids"]), constant("table", word_table(width))]
    parts += [node("Gather", ["table", "input_ids"], "last_hidden_state")]
    parts += [value(12, "last_hidden_state", FLOAT, ("n", "length", axis))]
    if sentence:
        parts += [constant("along", [1], INT64)]
        parts += [node("ReduceSum", ["last_hidden_state", "along"], "sentence_embedding", keepdims=0)]
        parts += [value(12, "sentence_embedding", FLOAT, ("n", axis))]
    return model(parts)


def folder_of(path: Path, graph: bytes, *, place: str = "model.onnx") -> Path:
    """A folder with a graph and its vocabulary, as it is exported."""
    (path / place).parent.mkdir(parents=True, exist_ok=True)
    (path / place).write_bytes(graph)
    (path / "vocab.txt").write_text("\n".join((*MARKS, *WORDS)) + "\n", encoding="utf-8")
    (path / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": True}), encoding="utf-8")
    return path
