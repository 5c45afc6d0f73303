#!/usr/bin/env python3
"""Write the graph of all-MiniLM-L6-v2 for onnxruntime, without its weights (some 20 kB).

    make_minilm_onnx.py OUT.onnx

Needs ``onnx`` (build time only). The graph takes ``input_ids`` (n, length) int64, all of one length and so without a
mask, and gives ``tokens`` (n, length, 384) float32, the last layer's output for each piece, and ``sentence`` (n, 384)
float32, their mean. Its weights are declared as external data: whoever opens a session hands them over by name
(``strandline.embedders.bert_onnx`` does, from the package's .npz).
"""

from __future__ import annotations

import sys
from pathlib import Path

from onnx import NodeProto, TensorProto, helper

HIDDEN, INNER, LAYERS, HEADS = 384, 1536, 6, 12
PIECES, POSITIONS = 30522, 512
EPSILON = 1e-12
MICROSOFT = "com.microsoft"


class Graph:
    """Collects nodes and the declarations of weights; each method returns the name of what it adds."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []

    def weight(self, name: str, *shape: int, kind: int = TensorProto.FLOAT) -> str:
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given-at-run-time")
        self.weights.append(tensor)
        return name

    def constant(self, name: str, kind: int, values: list[int]) -> str:
        self.weights.append(helper.make_tensor(name, kind, [len(values)], values))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def norm(self, x: str, name: str, output: str) -> str:
        inputs = [x, self.weight(f"{name}.weight", HIDDEN), self.weight(f"{name}.bias", HIDDEN)]
        return self.node("LayerNormalization", inputs, output, epsilon=EPSILON, axis=-1)

    def dense(self, x: str, name: str, rows: int, columns: int) -> str:
        product = self.node("MatMul", [x, self.weight(f"{name}.weight", rows, columns)], f"{name}.product")
        return self.node("Add", [product, self.weight(f"{name}.bias", columns)], f"{name}.out")


def embeddings(graph: Graph) -> str:
    """Word and position vectors of the ids, normed."""
    words = graph.node("Gather", [graph.weight("words", PIECES, HIDDEN), "input_ids"], "words.out")
    shape = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    starts, axes = graph.constant("zero", TensorProto.INT64, [0]), "zero"
    places = graph.node("Slice", [graph.weight("positions", POSITIONS, HIDDEN), starts, shape, axes], "places")
    return graph.norm(graph.node("Add", [words, places], "embedded"), "embeddings.norm", "layer.0.in")


def layer(graph: Graph, x: str, index: int) -> str:
    """One transformer layer, norms after the sums. What the last one gives is called ``tokens``."""
    name = f"layer.{index}"
    joined = graph.dense(x, f"{name}.qkv", HIDDEN, 3 * HIDDEN)
    parts = [f"{name}.{part}" for part in ("query", "key", "value")]
    graph.nodes.append(helper.make_node("Split", [joined], parts, name=f"{name}.split", axis=-1, num_outputs=3))
    mixed = graph.node("MultiHeadAttention", parts, f"{name}.mixed", domain=MICROSOFT, num_heads=HEADS)
    attended = graph.node("Add", [graph.dense(mixed, f"{name}.attention", HIDDEN, HIDDEN), x], f"{name}.attended")
    middle = graph.norm(attended, f"{name}.attention.norm", f"{name}.middle")
    inner = graph.node("Gelu", [graph.dense(middle, f"{name}.inner", HIDDEN, INNER)], f"{name}.gelu", domain=MICROSOFT)
    summed = graph.node("Add", [graph.dense(inner, f"{name}.outer", INNER, HIDDEN), middle], f"{name}.sum")
    return graph.norm(summed, f"{name}.outer.norm", "tokens" if index == LAYERS - 1 else f"layer.{index + 1}.in")


def main(out: Path) -> None:
    graph = Graph()
    x = embeddings(graph)
    for index in range(LAYERS):
        x = layer(graph, x, index)
    graph.node("ReduceMean", [x, graph.constant("one", TensorProto.INT64, [1])], "sentence", keepdims=0)
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["n", "length"])
    sentence = helper.make_tensor_value_info("sentence", TensorProto.FLOAT, ["n", HIDDEN])
    tokens = helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["n", "length", HIDDEN])
    built = helper.make_graph(graph.nodes, "minilm-l6", [ids], [sentence, tokens], graph.weights)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)]
    out.write_bytes(helper.make_model(built, opset_imports=opsets, ir_version=8).SerializeToString(deterministic=True))
    print(out, out.stat().st_size, "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
