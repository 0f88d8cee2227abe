"""What decisions led to: the batches of `VecEnv` put in order, and generalised advantage estimation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check
from .vec_env import Batch


@dataclass(frozen=True)
class Advantages:
    """What `gae` returns, in the order of its arguments.

    advantage: (n,) float32, what each decision brought more than expected. 0 where it is not known.
    target: (n,) float32, what was to be expected, by what came after: advantage + value. For the training of values.
    known: (n,) bool. The last decision of a seat is not known while its episode goes on.
    """

    advantage: NDArray[np.float32]
    target: NDArray[np.float32]
    known: NDArray[np.bool_]


def gae(
    reward: ArrayLike, value: ArrayLike, stream: ArrayLike, end: ArrayLike, *, gamma: float = 1.0, lam: float = 0.95
) -> Advantages:
    """Generalised advantage estimation for decisions of many seats and tables, in order of time.

    reward: (n,), what came after the decision and before the next one of its stream.
    value: (n,), what was expected before the decision.
    stream: (n,) integers, whose decision it is: one number for each seat of each table. Streams may be mixed in any way.
    end: (n,) bool, the episode ended after the decision: nothing that comes later counts for it.
    gamma: what a reward is worth one decision earlier.
    lam: how far a decision is credited with what comes after the next one: 0 not at all, 1 in full.

    With d = reward + gamma * (value of the next decision) - value, the advantage is the sum of d over this decision and the later ones
    of its episode, each step multiplied by gamma * lam. Raises ValueError for shapes that do not fit.
    """
    gains, expected, streams, ends = _columns(reward, value, stream, end)
    decay = _share("gamma", gamma) * _share("lam", lam)
    advantage, known = np.zeros(len(gains)), ends.copy()
    # Row of the next decision of the stream, or -1.
    following = _following(streams)
    has_next = (following >= 0) & ~ends
    known |= has_next
    delta = np.where(known, gains - expected, 0)
    delta[has_next] += gamma * expected[following[has_next]]
    for rows in _backwards(streams):
        later = np.where(has_next[rows], advantage[following[rows]], 0)
        advantage[rows] = delta[rows] + decay * later
    return Advantages(advantage.astype(np.float32), (advantage + expected).astype(np.float32), known)


def _columns(reward: ArrayLike, value: ArrayLike, stream: ArrayLike, end: ArrayLike) -> tuple[NDArray[Any], ...]:
    """The arguments as arrays of one length."""
    given = {"reward": reward, "value": value, "stream": stream, "end": end}
    types: dict[str, Any] = {"reward": np.float64, "value": np.float64, "stream": np.int64, "end": np.bool_}
    arrays = {name: np.asarray(array, types[name]) for name, array in given.items()}
    shape = (len(arrays["reward"]),) if arrays["reward"].ndim else ()
    for name, array in arrays.items():
        if array.ndim != 1 or array.shape != shape:
            raise ValueError(f"{name} has the shape {array.shape}: all of {', '.join(given)} are (n,) with one n")
    return tuple(arrays.values())


def _share(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"{name}={value!r} is not a number from 0 to 1")
    return float(value)


def _following(stream: NDArray[np.int64]) -> NDArray[np.intp]:
    """For each row the next one of its stream, -1 for the last one."""
    order = np.argsort(stream, kind="stable")
    following = np.full(len(stream), -1, np.intp)
    same = stream[order[1:]] == stream[order[:-1]]
    following[order[:-1][same]] = order[1:][same]
    return following


def _backwards(stream: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """The rows in groups with at most one of each stream, every row in a later group than the rows that follow it."""
    order = np.argsort(stream, kind="stable")[::-1]
    starts = np.flatnonzero(np.append(True, stream[order[1:]] != stream[order[:-1]])) if len(order) else order
    lengths = np.diff(np.append(starts, len(order)))
    place = np.arange(len(order)) - np.repeat(starts, lengths)
    by_place = np.argsort(place, kind="stable")
    return np.split(order[by_place], np.cumsum(np.bincount(place))[:-1]) if len(order) else []


class Trajectories:
    """Collects batches and what was answered; `take` returns the decisions with their rewards.

    seats: seats of a table, `VecEnv.seats`.

    The reward of a decision is known when its seat decides again, or at the end of the match. For decisions of several seats, and of any
    number of tables.
    """

    def __init__(self, seats: int = 4) -> None:
        self.seats = _check.whole("seats", seats, 1, 4)
        self._clear()

    def _clear(self) -> None:
        self._columns: dict[str, list[NDArray[Any]]] = {}
        #: Of all rows so far, with room for more.
        self._reward, self._end, self._rows = np.zeros(0, np.float32), np.zeros(0, np.bool_), 0
        #: For each stream the row of its last decision in its match, -1 for none.
        self._last = np.full(0, -1, np.int64)

    def add(
        self,
        batch: Batch,
        columns: Mapping[str, NDArray[Any]],
        *,
        reward: NDArray[np.float32] | None = None,
        final: NDArray[np.float32] | None = None,
        begins: NDArray[np.bool_] | None = None,
    ) -> None:
        """Adds a batch, in the order in which `recv` returned them.

        columns: arrays with a row for each of the batch that `take` returns: observations, actions, values, ...
        reward: (n,) instead of `batch.reward`.
        final: (k, seats) instead of `batch.finished["reward"]`.
        begins: (n,) bool, rows that begin a new episode within a match, such as a kyoku. A new match always does.
        """
        stream = batch.env.astype(np.int64) * self.seats + batch.seat
        self._make_room(batch)
        ended = batch.finished["reward"] if final is None else final
        # A second match of a table in one batch was one without decisions.
        tables, matches = np.unique(batch.finished["env"].astype(np.int64), return_index=True)
        for seat in range(self.seats):
            over = tables * self.seats + seat
            self._credit(over, ended[matches, seat], np.ones(len(over), np.bool_))
            self._last[over] = -1
        begun = np.zeros(len(batch), np.bool_) if begins is None else begins
        self._credit(stream, batch.reward if reward is None else reward, begun)
        for name, array in {**columns, "stream": stream}.items():
            self._columns.setdefault(name, []).append(array)
        self._last[stream] = np.arange(self._rows, self._rows + len(batch))
        self._rows += len(batch)

    def take(self) -> dict[str, NDArray[Any]]:
        """The decisions in order of time, and forgets them: `columns` as they were added, `stream`, `reward`, `end`, for `gae`.

        The last decision of each stream has no reward yet, unless its match ended; `gae` does not count it as known.
        """
        taken = {name: np.concatenate(arrays) for name, arrays in self._columns.items()}
        if taken:
            taken |= {"reward": self._reward[: self._rows].copy(), "end": self._end[: self._rows].copy()}
        self._clear()
        return taken

    def _make_room(self, batch: Batch) -> None:
        """Room for the rows of a batch, and for the streams of all its tables."""
        more = self._rows + len(batch) - len(self._reward)
        if more > 0:
            # At least twice as many: so each row is copied a few times at most.
            more = max(more, len(self._reward))
            self._reward = np.concatenate([self._reward, np.zeros(more, np.float32)])
            self._end = np.concatenate([self._end, np.zeros(more, np.bool_)])
        most = max((int(tables.max()) for tables in (batch.env, batch.finished["env"]) if len(tables)), default=-1)
        new = (most + 1) * self.seats - len(self._last)
        if new > 0:
            self._last = np.concatenate([self._last, np.full(new, -1, np.int64)])

    def _credit(self, streams: NDArray[np.int64], reward: NDArray[Any], end: NDArray[np.bool_]) -> None:
        """Gives rewards to the last decisions of the streams, each of which is there once."""
        last = self._last[streams]
        some = last >= 0
        self._reward[last[some]] += reward[some]
        self._end[last[some]] |= end[some]
