"""What a learner is rewarded for: the batches of `VecEnv` as episodes with rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..planes import channels
from ..rules import Rules
from ..vec_env import Batch
from .places import PlacesModel, Starts

#: What is 1 in the value of a network: rank points, points, rank points.
UNITS = {"rank": 30.0, "kyoku": 4000.0, "places": 10.0}

#: The reward that `VecEnv` is asked for.
OF_ENV = {"rank": "rank", "kyoku": "kyoku", "places": None}


class Rewards:
    """The arguments of `Trajectories.add`, for each batch in turn.

    With `"rank"` an episode is a match, otherwise a kyoku. With `"places"` the reward of a kyoku is the change of the rank points that a
    model of places expects; all of a match add up to its result less what was expected at its start.
    """

    def __init__(self, reward: str, rules: Rules, planes: str, tables: int, places: PlacesModel | None = None) -> None:
        self._reward, self._model = reward, places
        self._reader = Reader(rules.seats, planes)
        self._seats = rules.seats
        #: Of each stream what was expected at the start of the kyoku of its last decision.
        self._expected = np.zeros(tables * rules.seats, np.float32)

    def __call__(self, batch: Batch) -> dict[str, NDArray[Any]]:
        """Reward, last rewards of matches, and rows that begin an episode, in their units."""
        unit = UNITS[self._reward]
        if self._reward == "rank":
            return {"reward": batch.reward / unit, "final": batch.finished["reward"] / unit}
        # The first decision of the seat in its kyoku.
        begins = batch.first | batch.kyoku_over
        if self._model is None:
            return {"reward": batch.reward / unit, "final": batch.finished["reward"] / unit, "begins": begins}
        reward, final = self._changes(self._model, batch, begins)
        return {"reward": reward / unit, "final": final / unit, "begins": begins}

    def _changes(self, model: PlacesModel, batch: Batch, begins: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The changes of what is expected, of each row and of the seats of each match that ended."""
        ended = batch.finished["env"].astype(np.int64)[:, None] * self._seats + np.arange(self._seats)
        final = batch.finished["rank_points"][:, : self._seats] - self._expected[ended]
        reward, new = np.zeros(len(batch), np.float32), np.flatnonzero(begins)
        if len(new):
            stream = batch.env[new].astype(np.int64) * self._seats + batch.seat[new]
            starts, dealer = self._reader.starts(batch.obs[new], batch.scores[new])
            now = model.expected(starts)[np.arange(len(new)), -dealer % self._seats]
            # Of the first kyoku of a match nothing comes before; nobody is credited with it.
            reward[new] = now - self._expected[stream]
            self._expected[stream] = now
        return reward, final


class Reader:
    """Reads the state of the match at the start of a kyoku."""

    def __init__(self, seats: int, planes: str) -> None:
        self._seats = seats
        self._at = {channel.name: at for at, channel in enumerate(channels(planes))}

    def _cells(self, obs: NDArray[np.uint8], names: list[str]) -> NDArray[np.int64]:
        return obs[:, [self._at[name] for name in names], 0].astype(np.int64)

    def starts(self, obs: NDArray[np.uint8], scores: NDArray[np.int32]) -> tuple[Starts, NDArray[np.int64]]:
        """States for a model of places, and which seat is the dealer, from the deciding one on.

        obs: (n, channels, 34) planes; scores: (n, 4) points, the deciding seat first.
        """
        seats = self._seats
        dealer = self._cells(obs, [f"dealer_{seat}" for seat in range(seats)]).argmax(axis=1)
        wind = self._cells(obs, ["round_east", "round_south", "round_later"]).argmax(axis=1)
        number = self._cells(obs, [f"kyoku_{at}" for at in range(1, seats + 1)]).argmax(axis=1)
        honba, sticks = self._cells(obs, ["honba", "sticks"]).T
        turn = (dealer[:, None] + np.arange(seats)) % seats
        return Starts(np.take_along_axis(scores, turn, axis=1).astype(np.float64), wind * seats + number, honba, sticks), dealer
