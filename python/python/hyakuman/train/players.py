"""A network as a player of `hyakuman.match`, and its answers to any number of decisions."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np
from numpy.typing import NDArray

from .models import Params, Resnet

#: Decisions that a network answers at once. All batches are filled up to it: so it is compiled once, and a decision gets the same answer
#: in whatever company it comes.
ROWS = 64


class Forward:
    """The outputs of a network for any number of decisions."""

    def __init__(self, net: Resnet) -> None:
        self.net = net
        self._apply = _compiled(net)

    def __call__(self, params: Params, obs: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(n, 124) logits and (n,) values of (n, channels, 34)."""
        parts = [self._apply(params, _filled(obs[start : start + ROWS])) for start in range(0, max(1, len(obs)), ROWS)]
        logits, values = (np.concatenate([np.asarray(part[at]) for part in parts])[: len(obs)] for at in (0, 1))
        return logits, values


class Player:
    """A network that takes its best action, for `hyakuman.match`, `run` and `VecEnv`.

    net, params: the network and its weights, as `checkpoints.network` returns them.
    name: its name in results.
    """

    def __init__(self, net: Resnet, params: Params, name: str = "trained") -> None:
        self.obs, self.name = net.planes, name
        self._forward, self._params = Forward(net), params

    def act(self, obs: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """(n,) actions."""
        logits, _ = self._forward(self._params, obs)
        actions: NDArray[np.int64] = np.where(mask, logits, -np.inf).argmax(axis=1)
        return actions


@functools.cache
def _compiled(net: Resnet) -> Any:
    """The network, compiled once for all its players."""
    return jax.jit(net.apply)


def _filled(obs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if len(obs) == ROWS:
        return obs
    return np.concatenate([obs, np.zeros((ROWS - len(obs), *obs.shape[1:]), np.uint8)])
