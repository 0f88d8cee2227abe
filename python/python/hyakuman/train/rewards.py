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
        self._reader = Reader(rules, planes)
        streams = tables * rules.seats
        self._seats = rules.seats
        #: Of each stream the kyoku of its last decision, and what was expected at its start.
        self._kyoku = np.full((streams, self._reader.width), -1, np.int64)
        self._expected = np.zeros(streams, np.float32)

    def __call__(self, batch: Batch) -> dict[str, NDArray[Any]]:
        """Reward, last rewards of matches, and rows that begin an episode, in their units."""
        unit = UNITS[self._reward]
        if self._reward == "rank":
            return {"reward": batch.reward / unit, "final": batch.finished["reward"] / unit}
        stream = batch.env.astype(np.int64) * self._seats + batch.seat
        begins = self._begins(batch, stream)
        if self._model is None:
            return {"reward": batch.reward / unit, "final": batch.finished["reward"] / unit, "begins": begins}
        ended = batch.finished["env"].astype(np.int64)[:, None] * self._seats + np.arange(self._seats)
        final = batch.finished["rank_points"][:, : self._seats] - self._expected[ended]
        reward = np.zeros(len(batch), np.float32)
        new = np.flatnonzero(begins)
        if len(new):
            now = self._expect(self._model, batch.obs[new])
            # Of the first kyoku of a match nothing comes before; nobody is credited with it.
            reward[new] = now - self._expected[stream[new]]
            self._expected[stream[new]] = now
        return {"reward": reward / unit, "final": final / unit, "begins": begins}

    def _begins(self, batch: Batch, stream: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(n,) bool: the first decision of the seat in its kyoku."""
        kyoku, before = self._reader.kyoku(batch), self._kyoku[stream]
        # Last is the number of draws left, which falls in a kyoku.
        new: NDArray[np.bool_] = batch.first | (kyoku[:, :-1] != before[:, :-1]).any(axis=1) | (kyoku[:, -1] > before[:, -1])
        self._kyoku[stream] = kyoku
        return new

    def _expect(self, model: PlacesModel, obs: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n,) rank points that the deciding seat expects."""
        starts, dealer = self._reader.starts(obs)
        return model.expected(starts)[np.arange(len(obs)), -dealer % self._seats]


class Reader:
    """Reads the state of the match from planes."""

    def __init__(self, rules: Rules, planes: str) -> None:
        self._seats, self._points = rules.seats, int(rules.values["start_points"]) * rules.seats
        self._stick = int(rules.values["riichi_stick"])
        self._at = {channel.name: at for at, channel in enumerate(channels(planes))}
        self._of_kyoku = [f"dealer_{seat}" for seat in range(4)] + ["round_east", "round_south", "honba", "remaining"]
        #: Numbers of `kyoku`.
        self.width = len(self._of_kyoku)

    def _cells(self, obs: NDArray[np.uint8], names: list[str]) -> NDArray[np.int64]:
        return obs[:, [self._at[name] for name in names], 0].astype(np.int64)

    def kyoku(self, batch: Batch) -> NDArray[np.int64]:
        """(n, width): numbers that tell a kyoku from the one before; the last are the draws left."""
        return self._cells(batch.obs, self._of_kyoku)

    def starts(self, obs: NDArray[np.uint8]) -> tuple[Starts, NDArray[np.int64]]:
        """States for a model of places, and which seat is the dealer, from the deciding one on."""
        seats = self._seats
        dealer = self._cells(obs, [f"dealer_{seat}" for seat in range(seats)]).argmax(axis=1)
        wind = self._cells(obs, ["round_east", "round_south", "round_later"]).argmax(axis=1)
        number = self._cells(obs, [f"kyoku_{at}" for at in range(1, seats + 1)]).argmax(axis=1)
        honba, sticks = self._cells(obs, ["honba", "sticks"]).T
        turn = (dealer[:, None] + np.arange(seats)) % seats
        scores = np.take_along_axis(self._scores(obs, sticks), turn, axis=1)
        return Starts(scores, wind * seats + number, honba, sticks), dealer

    def _scores(self, obs: NDArray[np.uint8], sticks: NDArray[np.int64]) -> NDArray[np.float64]:
        """(n, seats) points, to 200: from the differences, and the sum, which is known."""
        coarse = self._cells(obs, [f"score_100k_{seat}" for seat in range(self._seats)]) * (100_000 / 255)
        fine = self._cells(obs, [f"score_gap_{seat}" for seat in range(1, self._seats)])
        gaps = np.zeros_like(coarse)
        # Differences of more than 25,000 points are cut off.
        gaps[:, 1:] = np.where((fine > 0) & (fine < 255), (fine - 128) * 200, coarse[:, 1:] - coarse[:, :1])
        own = (self._points - self._stick * sticks - gaps.sum(axis=1)) / self._seats
        scores: NDArray[np.float64] = own[:, None] + gaps
        return scores
