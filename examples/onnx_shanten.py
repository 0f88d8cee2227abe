#!/usr/bin/env python3
"""A network in an ONNX file, written without training: it plays by shanten. Needs `pip install onnx`.

    python3 examples/onnx_shanten.py shanten.onnx
    hyakuman run --agents onnx:net=shanten.onnx,random,random,random --games 400

One convolution gives each kind of tile a number: high for a discard that keeps the shanten, lower the more tiles near it are
in the hand. One dense layer brings them to the outputs of the actions, where fixed numbers are added: win, then declare
riichi, never call. The program masks what is not legal.
"""

import sys

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

# `hyakuman agents planes list planes-v1-light` and `hyakuman agents planes actions` have these numbers.
CHANNELS, KEEP, HAND = 52, 25, (0, 1, 2, 3)
RIICHI, WIN, PASS, NUKI, OUTPUTS = 37, 118, 121, 120, 124

kernels = np.zeros((1, CHANNELS, 5), np.float32)
kernels[0, KEEP, 2] = 10
kernels[0, HAND[0]] = [-0.1, -0.2, 0, -0.2, -0.1]  # neighbours in the hand
kernels[0, HAND[1], 2] = kernels[0, HAND[2], 2] = -0.5  # pairs and triplets

tiles = np.zeros((34, OUTPUTS), np.float32)
fixed = np.full(OUTPUTS, -50, np.float32)
for tile in range(37):
    kind = tile if tile < 34 else (4, 13, 22)[tile - 34]  # 34 to 36 are the red fives
    for first, bonus in ((0, 0), (RIICHI, 20)):
        tiles[kind, first + tile] = 1
        fixed[first + tile] = bonus - 0.05 * (tile >= 34)
fixed[[WIN, NUKI, PASS]] = 100, 30, 0

weights = {"kernels": kernels, "tiles": tiles, "fixed": fixed}
nodes = [
    helper.make_node("Conv", ["planes", "kernels"], ["lines"], kernel_shape=[5], pads=[2, 2]),
    helper.make_node("Flatten", ["lines"], ["kinds"]),
    helper.make_node("Gemm", ["kinds", "tiles", "fixed"], ["logits"]),
]
graph = helper.make_graph(
    nodes,
    "shanten",
    [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", CHANNELS, 34])],
    [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", OUTPUTS])],
    [numpy_helper.from_array(array, name) for name, array in weights.items()],
)
model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
helper.set_model_props(model, {"hyakuman.planes": "planes-v1-light", "hyakuman.actions": "actions-v1"})
checker.check_model(model)
save(model, sys.argv[1])
