"""Networks as pure functions: `init` makes weights, `apply` turns observations into numbers for each action and a value."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from ..planes import channels
from .config import Model

#: Weights: dicts, lists and arrays.
Params = Any

#: Kinds of tiles and compact actions.
KINDS, ACTIONS = 34, 124

#: Channels whose cells count more than their scale says, and how much: one tile more of `ukeire_after` decides, and is 1/80 of it.
_GAINS = {"ukeire_after": 10.0}

#: Size of the hidden layer of the value.
_VALUE = 64


@dataclass(frozen=True)
class Resnet:
    """A residual network: convolutions of width 3 over the 34 kinds of tiles.

    planes: its input.
    channels: numbers for each kind.
    blocks: residual blocks of two convolutions.
    precision: `"float32"`, or `"bfloat16"` for the convolutions.
    first: width of the first convolution. With 214 channels it costs as much as a block of 64 channels if it is 3.
    context: each kind has a bias, and each block sees means and maxima over all kinds. Convolutions alone do not know which kind they are
        at, nor in the first blocks what the other suits are.
    hidden: scales of more channels, behind those of the planes.
    dueling: the number of an action is the value, plus its advantage over the mean of all actions.

    The number of an action is a linear function of all cells. For discards, riichi and kans a part of it is the same function for all
    kinds, of the cells of the kind. There is no normalisation: each block begins as the identity, so that a deep network learns, too.
    """

    planes: str = "planes-v1"
    channels: int = 64
    blocks: int = 4
    precision: str = "float32"
    first: int = 3
    context: bool = False
    hidden: tuple[float, ...] = ()
    dueling: bool = False

    @staticmethod
    def of(model: Model) -> Resnet:
        """The network of a configuration."""
        return Resnet(model.planes, model.channels, model.blocks, model.precision, model.first, model.context, dueling=model.dueling)

    def init(self, seed: int) -> Params:
        """Random weights."""
        random, size = np.random.default_rng(seed), self.channels
        weights = {
            "first": _layer(random, self.first, len(self.scale), size),
            "blocks": [[_layer(random, 3, size, size), _layer(random, 3, size, size, 0.0)] for _ in range(self.blocks)],
            "policy": {
                "w": normal(random, (KINDS, size, ACTIONS), 0.1 / (KINDS * size) ** 0.5),
                "own": normal(random, (size, len(_own_kinds())), 0.1 / size**0.5),
                "b": np.zeros(ACTIONS, np.float32),
            },
            "value": [_layer(random, 1, size, _VALUE), _layer(random, 1, _VALUE, 1, 0.1)],
        }
        if self.context:
            weights["place"] = np.zeros((KINDS, size), np.float32)
            weights["context"] = [normal(random, (2 * size, size), 0.5 / size**0.5) for _ in range(self.blocks)]
        return weights

    def apply(self, params: Params, obs: Any, detach: bool = False) -> tuple[Any, Any]:
        """(n, 124) float32 logits and (n,) float32 values of observations (n, channels, 34) uint8.

        detach: the convolutions do not learn from the value.
        """
        kind = jnp.dtype(self.precision)
        cells = obs.transpose(0, 2, 1).astype(kind) * jnp.asarray(self.gain / self.scale, kind)
        x = jax.nn.relu(_conv(params["first"], cells) + (params["place"].astype(kind) if self.context else 0))
        for block, (one, two) in enumerate(params["blocks"]):
            inner = _conv(one, x)
            if self.context:
                inner += (jnp.concatenate([x.mean(axis=1), x.max(axis=1)], axis=1) @ params["context"][block].astype(kind))[:, None]
            x = jax.nn.relu(x + _conv(two, jax.nn.relu(inner)))
        x = x.astype(jnp.float32)
        logits = x.reshape(len(x), -1) @ dense(params["policy"]).reshape(-1, ACTIONS) + params["policy"]["b"]
        hidden, out = params["value"]
        mean = jax.lax.stop_gradient(x.mean(axis=1)) if detach else x.mean(axis=1)
        value = jax.nn.relu(mean @ hidden["w"][0] + hidden["b"]) @ out["w"][0] + out["b"]
        if self.dueling:
            logits += value - logits.mean(axis=1, keepdims=True)
        return logits, value[:, 0]

    @functools.cached_property
    def scale(self) -> NDArray[np.float32]:
        """(channels,): the input of a network in an ONNX file is the cell divided by this."""
        return np.array([*(channel.scale for channel in channels(self.planes)), *self.hidden], np.float32)

    @functools.cached_property
    def gain(self) -> NDArray[np.float32]:
        """(channels,): the input of this network is multiplied by this."""
        return np.array([*(_GAINS.get(channel.name, 1.0) for channel in channels(self.planes)), *(1.0 for _ in self.hidden)], np.float32)


def dense(policy: Params, numbers: Any = jnp) -> Any:
    """(34, channels, 124): the weights of the actions, with what all kinds share. numbers: JAX, or NumPy, which does not round on GPUs."""
    return numbers.asarray(policy["w"]) + numbers.einsum("cr,rka->kca", numbers.asarray(policy["own"]), numbers.asarray(_own_kinds()))


@functools.cache
def _own_kinds() -> NDArray[np.float32]:
    """(3, 34, 124): for discards, riichi and kans of a kind which actions they are. Red fives belong to the kind of their five."""
    own = np.zeros((3, KINDS, ACTIONS), np.float32)
    tiles = [*range(KINDS), 4, 13, 22]
    for sort, first, kinds in ((0, 0, tiles), (1, 37, tiles), (2, 74, range(KINDS))):
        for place, kind in enumerate(kinds):
            own[sort, kind, first + place] = 1
    return own


def _layer(random: np.random.Generator, width: int, given: int, size: int, gain: float = 1.0) -> Params:
    """Weights (width, given, size) for an input of mean square 1 before a relu."""
    return {"w": normal(random, (width, given, size), gain * (2 / (width * given)) ** 0.5), "b": np.zeros(size, np.float32)}


def normal(random: np.random.Generator, shape: tuple[int, ...], deviation: float) -> NDArray[np.float32]:
    """Random numbers around 0. Those of JAX would have to be compiled for each shape."""
    return random.standard_normal(shape, np.float32) * np.float32(deviation)


def _conv(layer: Params, x: Any) -> Any:
    """A convolution of (n, 34, channels). Of the ways to write it this layout is the fastest on processors; one of width 1 is a product, which
    GPUs compute in a fraction of the time."""
    w = layer["w"].astype(x.dtype)
    if len(w) == 1:
        return x @ w[0] + layer["b"].astype(x.dtype)
    around = len(w) // 2
    return jax.lax.conv_general_dilated(x, w, (1,), [(around, around)], dimension_numbers=("NWC", "WIO", "NWC")) + layer["b"].astype(x.dtype)


def count(params: Params) -> int:
    """Number of weights."""
    return sum(int(np.size(leaf)) for leaf in jax.tree_util.tree_leaves(params))
