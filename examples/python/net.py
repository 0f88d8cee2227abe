"""A small policy network in NumPy: what imitate.py and improve.py train.

One layer looks at each kind of tile by itself, with the same weights for all 34 (a convolution of width 1), and at what is
the same for all of them, such as scores. A second layer brings the 34 results together to a number for each action; what
it makes of a kind for the discard of that kind is partly the same for all kinds, too.
"""

import numpy as np

import hyakuman

PLANES, ACTIONS, KINDS = "planes-v1", 124, 34


class Net:
    """`logits(obs)`, `step(...)`; weights are NumPy arrays in `weights`."""

    def __init__(self, hidden=32, seed=0):
        channels = hyakuman.channels(PLANES)
        self.given_scale = np.array([channel.scale for channel in channels], np.float32)
        scale = self.used_scale = self.given_scale.copy()
        # One tile more or less decides, and is 1/80 of the scale of this channel.
        scale[[channel.name == "ukeire_after" for channel in channels]] = 8
        everywhere = np.array([channel.everywhere for channel in channels])
        self.one, self.all = np.flatnonzero(~everywhere), np.flatnonzero(everywhere)
        self.scale_one, self.scale_all = scale[self.one], scale[self.all]
        random = np.random.default_rng(seed)

        def normal(rows, columns, size):
            return (random.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

        self.weights = {
            "one": normal(len(self.one), hidden, 2),  # of a kind of tile
            "all": normal(len(self.all), hidden, 1),  # of the table
            "bias": np.zeros(hidden, np.float32),
            "out": normal(KINDS * hidden, ACTIONS, 0.3),
            "own": normal(hidden, 2, 1),  # of a kind, to the discard of a tile of it, without and with riichi
            "out_bias": np.zeros(ACTIONS, np.float32),
        }
        # For discards without and with riichi and each kind the actions that discard it; 34 to 36 are the red fives.
        self.discards = np.zeros((2, KINDS, ACTIONS), np.float32)
        for tile in range(37):
            kind = tile if tile < 34 else (4, 13, 22)[tile - 34]
            self.discards[0, kind, tile] = self.discards[1, kind, 37 + tile] = 1
        self.moments = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.weights.items()}
        self.steps = 0

    def inputs(self, obs):
        """The cells of single kinds, a row for each, and those of the table."""
        one = np.ascontiguousarray(obs[:, self.one].transpose(0, 2, 1)).reshape(-1, len(self.one))
        return one.astype(np.float32) / self.scale_one, obs[:, self.all, 0].astype(np.float32) / self.scale_all

    def forward(self, obs):
        w, count = self.weights, len(obs)
        one, table = self.inputs(obs)
        hidden = (one @ w["one"]).reshape(count, KINDS, -1) + (table @ w["all"] + w["bias"])[:, None]
        hidden = np.maximum(hidden, 0).reshape(count, -1)
        return hidden @ self.dense() + w["out_bias"], (one, table, hidden)

    def dense(self):
        """The weights of the second layer, (34 * hidden, 124)."""
        own = (self.weights["own"] @ self.discards.reshape(2, -1)).reshape(-1, KINDS, ACTIONS)
        return self.weights["out"] + own.transpose(1, 0, 2).reshape(-1, ACTIONS)

    def logits(self, obs):
        """(n, 124) for (n, 214, 34)."""
        return self.forward(obs)[0]

    def step(self, seen, error, rate, learnt=None):
        """One step of Adam; `error` is (n, 124), the gradient of the loss by the logits, `seen` comes from `forward`. `learnt`: names of
        the weights that change; None for all."""
        one, table, hidden = seen
        back = (error @ self.dense().T) * (hidden > 0)
        back = back.reshape(len(error) * KINDS, -1)
        by_row = back.reshape(len(error), KINDS, -1).sum(axis=1)
        out = hidden.T @ error
        gradients = {
            "one": one.T @ back,
            "all": table.T @ by_row,
            "bias": by_row.sum(axis=0),
            "out": out,
            "own": np.einsum("kha,rka->hr", out.reshape(KINDS, -1, ACTIONS), self.discards),
            "out_bias": error.sum(axis=0),
        }
        self.adam({name: gradients[name] for name in learnt or gradients}, rate)

    def adam(self, gradients, rate, keep=(0.9, 0.999)):
        self.steps += 1
        rate *= np.sqrt(1 - keep[1] ** self.steps) / (1 - keep[0] ** self.steps)
        for name, gradient in gradients.items():
            mean, square = self.moments[name]
            mean += (1 - keep[0]) * (gradient - mean)
            square += (1 - keep[1]) * (gradient * gradient - square)
            self.weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + 1e-8)

    def save(self, path):
        np.savez(path, **self.weights)

    def load(self, path):
        with np.load(path) as file:
            self.weights = {name: file[name] for name in file}
        return self

    def export(self, path):
        """Writes an ONNX file, which the agent `onnx:net=FILE` plays. The layer of single kinds becomes a convolution over all
        channels; the scale of each goes into its weights."""
        from onnx import TensorProto, checker, helper, numpy_helper, save

        w = self.weights
        kernel = np.zeros((w["one"].shape[1], len(self.one) + len(self.all), 1), np.float32)
        kernel[:, self.one, 0], kernel[:, self.all, 0] = w["one"].T, w["all"].T
        kernel *= self.given_scale[:, None] / self.used_scale[:, None]
        dense = self.dense().reshape(KINDS, -1, ACTIONS).transpose(1, 0, 2).reshape(-1, ACTIONS)  # channel by channel
        arrays = {"kernel": kernel, "bias": w["bias"], "dense": dense, "dense_bias": w["out_bias"]}
        nodes = [
            helper.make_node("Conv", ["planes", "kernel", "bias"], ["lines"], kernel_shape=[1]),
            helper.make_node("Relu", ["lines"], ["hidden"]),
            helper.make_node("Flatten", ["hidden"], ["flat"]),
            helper.make_node("Gemm", ["flat", "dense", "dense_bias"], ["logits"]),
        ]
        graph = helper.make_graph(
            nodes,
            "policy",
            [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", kernel.shape[1], KINDS])],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", ACTIONS])],
            [numpy_helper.from_array(array, name) for name, array in arrays.items()],
        )
        model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
        helper.set_model_props(model, {"hyakuman.planes": PLANES, "hyakuman.actions": "actions-v1"})
        checker.check_model(model)
        save(model, path)


def chances(logits, mask):
    """Softmax over the legal actions."""
    logits = np.where(mask, logits, -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)
