"""What a network learns of a decision: the action that was taken, what an agent thinks of all of them, or what rollouts say of some."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Mapping
from typing import Any

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..dataset import DataBatch
from .models import ACTIONS

#: Columns of the table `decisions` that `Soft` and `Labels` need as labels.
KEYS = ("match", "step", "drawn")

#: Units of values, and what of them a temperature of 1 is.
_UNITS = {"points": 1000.0, "rank_points": 1.0, "logit": 1.0}

_DRAWN, _RIICHI_DRAWN = 37, 101

_SUITS = list(itertools.permutations(range(3)))

#: Orders of the suits.
ORDERS = len(_SUITS)

#: No decision.
_NONE = np.iinfo(np.int64).max

#: No action loses more, in temperatures: what is worth nothing has no value, and a wrong value must not outweigh a batch.
_MOST_LOST = np.float32(50)


def permuted(order: Any, obs: Any, *of_actions: Any) -> tuple[Any, ...]:
    """Planes, and arrays with a column for each action, as they are when the suits change places; `order` is which of the six orders.
    Only green dragons with bamboo (ryuuiisou) tell suits apart."""
    cells, outputs = (jnp.asarray(places)[order] for places in _orders())
    return obs[:, :, cells], *(array[:, outputs] for array in of_actions)


@functools.cache
def _orders() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Index arrays (6, 34) and (6, 124): for each order of the suits, the cell that moves to each place, and the output."""
    cells = [[9 * suit + rank for suit in order for rank in range(9)] + list(range(27, 34)) for order in _SUITS]
    tiles = [np.array([*kinds, *(34 + suit for suit in order)]) for kinds, order in zip(cells, _SUITS, strict=True)]
    outputs = [np.concatenate([tile, 37 + tile, 74 + tile[:34], np.arange(108, ACTIONS)]) for tile in tiles]
    return np.array(cells, np.int32), np.array(outputs, np.int32)


def hard(batch: DataBatch) -> NDArray[np.float32]:
    """(n, 124): 1 for the action taken."""
    targets = np.zeros((len(batch), ACTIONS), np.float32)
    targets[np.arange(len(batch)), batch.action] = 1
    return targets


class Soft:
    """The table `evaluations` of a data set as chances: the softmax of the values divided by `temperature`.

    taken: share that is the action taken, which an agent with a correction need not value most.
    """

    def __init__(self, path: str, temperature: float, taken: float = 0.0) -> None:
        self._taken = np.float32(taken)
        self._rows = _Joined(path, "evaluations", ("action",), "value", temperature)

    def __call__(self, batch: DataBatch) -> NDArray[np.float32]:
        """(n, 124) chances. Decisions of which the agent thinks nothing have the action taken."""
        return self.both(batch)[0]

    def both(self, batch: DataBatch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The chances, and (n, 124) what the agent thinks is lost by each action, in temperatures; nothing by the action taken."""
        rows, at, (output,) = self._rows.of(batch)
        values = np.full((len(batch), ACTIONS), -np.inf, np.float32)
        np.maximum.at(values, (rows, output), self._rows.value[at])
        nothing = ~np.isin(np.arange(len(batch)), rows)
        values[nothing] = np.where(hard(batch)[nothing] > 0, 0, -np.inf)
        lost = values.max(axis=1, keepdims=True) - values
        chances = np.exp(-lost)
        taken, chances = hard(batch), chances / chances.sum(axis=1, keepdims=True)
        return (1 - self._taken) * chances + self._taken * taken, np.minimum(lost, _MOST_LOST) * (1 - taken)


class Labels:
    """The table `labels` of a data set: what other actions lose against the choice of an agent, by rollouts."""

    def __init__(self, path: str, temperature: float) -> None:
        self._rows = _Joined(path, "labels", ("choice", "other"), "advantage", temperature)

    def has(self, columns: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_]:
        """Which decisions have a label: for `where` of a `Dataset`."""
        return self._rows.find(_key(columns["match"], columns["step"]))[1]

    def both(self, batch: DataBatch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(n, 124): 1 for the choice, and what other actions lose, in temperatures: one label each, so mostly chance. NaN: no label."""
        rows, at, (choice, other) = self._rows.of(batch)
        targets, lost = np.zeros((len(batch), ACTIONS), np.float32), np.full((len(batch), ACTIONS), np.nan, np.float32)
        targets[rows, choice], lost[rows, other] = 1, -self._rows.value[at]
        # The tile drawn and an equal one of the hand are one action.
        return targets, np.where(targets > 0, np.float32(np.nan), lost)


class _Joined:
    """A table of a data set with rows for some actions of decisions, found by `match` and `step`."""

    def __init__(self, path: str, name: str, codes: tuple[str, ...], value: str, temperature: float) -> None:
        import pyarrow.parquet as parquet

        folder = os.path.join(path, name)
        if not os.path.isdir(folder):
            sets = [each for _, each in _native.data_sets(path)]
            if len(sets) > 1:
                raise ValueError(f'{path} has several data sets: targets = "{name}" is for one of them, such as {sets[0]}')
            made = "record it with `evaluate`" if name == "evaluations" else "make it with `hyakuman agents labels`"
            raise ValueError(f'the data set {path} has no table {name}: {made}, or use targets = "actions"')
        table = parquet.read_table(folder, columns=["match", "step", *codes, value])
        key = _key(*(table.column(name).to_numpy() for name in ("match", "step")))
        order = np.argsort(key, kind="stable")
        key = key[order]
        begins = np.flatnonzero(np.diff(key, prepend=-1))
        #: The decisions that have rows, and a last one that is none; where the rows of each begin.
        self.key, self._first = np.append(key[begins], _NONE), np.append(begins, [len(key)] * 2)
        self._codes = [table.column(code).to_numpy()[order] for code in codes]
        self.value = (table.column(value).to_numpy()[order] / (1000 * _unit(folder) * temperature)).astype(np.float32)
        self._compact = _compact()

    def of(self, batch: DataBatch) -> tuple[NDArray[np.intp], NDArray[np.intp], list[NDArray[np.intp]]]:
        """The rows of a batch: for each which decision it is of, its place in `value`, and the outputs of its actions."""
        key = _key(batch.labels["match"], batch.labels["step"])
        place, found = self.find(key)
        first, last = self._first[place], self._first[place + found]
        rows = np.repeat(np.arange(len(batch)), last - first)
        at = np.arange(len(rows)) - np.repeat(np.cumsum(last - first) - (last - first), last - first) + np.repeat(first, last - first)
        drawn = batch.labels["drawn"][rows].astype(np.intp)
        return rows, at, [self._outputs(codes[at].astype(np.intp), drawn) for codes in self._codes]

    def find(self, key: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Where decisions are in `key`, and whether they are there."""
        place = np.searchsorted(self.key, key)
        return place, self.key[place] == key

    def _outputs(self, code: NDArray[np.intp], drawn: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.where(code == _DRAWN, drawn, np.where(code == _RIICHI_DRAWN, _DRAWN + drawn, self._compact[code]))


def _unit(folder: str) -> float:
    """Of the values of a table; 1 if it has no rows."""
    import pyarrow.parquet as parquet

    rows = parquet.ParquetFile(os.path.join(folder, min(os.listdir(folder)))).iter_batches(1, columns=["unit"])
    return next((_UNITS[str(row.column(0)[0])] for row in rows if len(row)), 1.0)


def _key(match: NDArray[Any], step: NDArray[Any]) -> NDArray[np.int64]:
    return match.astype(np.int64) << 24 | step.astype(np.int64)


def _compact() -> NDArray[np.intp]:
    """By action code the output, as `VecEnv.action_name` names both; those of the drawn tile depend on it."""
    import hyakuman

    outputs, codes = (hyakuman.VecEnv("tenhou", 1, obs=None, actions=actions, threads=1) for actions in ("actions-v1", "codes"))
    names = {outputs.action_name(output): output for output in range(ACTIONS)}
    found = np.zeros(256, np.intp)
    for code in range(256):
        try:
            name = codes.action_name(code)
        except ValueError:
            continue
        # One output is a win of either sort.
        found[code] = names.get("tsumo" if name == "ron" else name, 0)
    return found
