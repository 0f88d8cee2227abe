"""Networks as ONNX files, which the agent `onnx:net=FILE` plays. Needs the package onnx."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .models import ACTIONS, KINDS, Params, Resnet, dense


def export(net: Resnet, params: Params, path: str | Path, card: Mapping[str, str] | None = None) -> None:
    """Writes a network: input `planes` (batch, channels, 34) float32, cells divided by the scale of their channel; outputs `logits`
    (batch, 124) and `value` (batch, 1).

    card: what is known of it, as metadata with the names `hyakuman.NAME`.
    """
    try:
        from onnx import TensorProto, checker, helper, save
    except ImportError as error:
        raise ImportError("the export of networks needs onnx: pip install onnx") from error
    graph = _Graph()
    graph.policy_and_value(net, params)
    shapes: dict[str, list[int | str | None]] = {"planes": ["batch", len(net.scale), KINDS]}
    shapes |= {"logits": ["batch", ACTIONS], "value": ["batch", 1]}
    given, logits, value = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items())
    model = helper.make_model(
        helper.make_graph(graph.nodes, "policy", [given], [logits, value], graph.weights),
        # What runtimes other than the newest read.
        ir_version=8,
        opset_imports=[helper.make_opsetid("", 17)],
    )
    about = {"planes": net.planes, "actions": "actions-v1", **(card or {})}
    helper.set_model_props(model, {f"hyakuman.{name}": text for name, text in about.items()})
    checker.check_model(model)
    save(model, f"{path}.part")
    os.replace(f"{path}.part", path)


class _Graph:
    """Nodes and weights of a graph that is being made."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def policy_and_value(self, net: Resnet, params: Params) -> None:
        """The whole network."""
        x = self.conv("planes", params["first"], net.gain)
        if net.context:
            x = self.node("Add", [x, self.weight(np.asarray(params["place"]).T[None])])
        x = self.relu(x)
        for block, (one, two) in enumerate(params["blocks"]):
            inner = self.conv(x, one)
            if net.context:
                inner = self.node("Add", [inner, self.context(x, params["context"][block])])
            x = self.relu(self.node("Add", [x, self.conv(self.relu(inner), two)]))
        # The runtime has the cells of a channel side by side, the weights those of a kind.
        actions = dense(params["policy"], np).transpose(1, 0, 2).reshape(-1, ACTIONS)
        numbers = self.gemm(self.node("Flatten", [x]), actions, params["policy"]["b"], None if net.dueling else "logits")
        hidden, out = params["value"]
        mean = self.node("Flatten", [self.node("GlobalAveragePool", [x])])
        value = self.gemm(self.relu(self.gemm(mean, hidden["w"][0], hidden["b"])), out["w"][0], out["b"], "value")
        if net.dueling:
            above = self.node("Sub", [numbers, self.node("ReduceMean", [numbers], axes=[1], keepdims=1)])
            self.node("Add", [above, value], "logits")

    def context(self, x: str, w: Any) -> str:
        """What a block sees of all kinds: (batch, channels, 1)."""
        mean = self.node("GlobalAveragePool", [x])
        most = self.node("ReduceMax", [x], axes=[2], keepdims=1)
        seen = self.node("Flatten", [self.node("Concat", [mean, most], axis=1)])
        return self.node("Unsqueeze", [self.node("MatMul", [seen, self.weight(w)]), self.whole(2)])

    def node(self, kind: str, inputs: list[str], output: str | None = None, **attributes: Any) -> str:
        """Adds a node; returns the name of its output."""
        from onnx import helper

        name = output or f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def relu(self, x: str) -> str:
        return self.node("Relu", [x])

    def conv(self, x: str, layer: Params, gain: NDArray[np.float32] | float = 1.0) -> str:
        """A convolution whose input is multiplied by `gain`."""
        kernel = np.asarray(layer["w"]).transpose(2, 1, 0) * np.reshape(gain, (-1, 1))
        width = kernel.shape[2]
        inputs = [x, self.weight(kernel), self.weight(layer["b"])]
        return self.node("Conv", inputs, kernel_shape=[width], pads=[width // 2] * 2)

    def gemm(self, x: str, w: Any, b: Any, output: str | None = None) -> str:
        return self.node("Gemm", [x, self.weight(w), self.weight(b)], output)

    def weight(self, array: Any) -> str:
        """Adds an array; returns its name."""
        return self._constant(np.ascontiguousarray(array, np.float32))

    def whole(self, *numbers: int) -> str:
        """Adds whole numbers, such as axes; returns their name."""
        return self._constant(np.array(numbers, np.int64))

    def _constant(self, array: NDArray[Any]) -> str:
        from onnx import numpy_helper

        name = f"weight_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(array, name))
        return name
