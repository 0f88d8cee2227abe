"""Environments of Gymnasium for one seat; agents hold the others. Needs `pip install gymnasium`.

>>> import gymnasium
>>> import hyakuman
>>> env = gymnasium.make("hyakuman/Tenhou-v0", agents=[None, "ukeire", "ukeire", "ukeire"])
>>> observation, info = env.reset(seed=1)

`VectorSeatEnv` is many of them at once, at the speed of `hyakuman.VecEnv`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("hyakuman.gym needs Gymnasium: pip install 'gymnasium>=1.2,<2'") from error

from . import _check
from .players import Player
from .rules import RulesLike, as_rules
from .vec_env import Batch, VecEnv

Observation = dict[str, NDArray[Any]]


class _Tables:
    """What both environments have in common: tables with one seat of the learner each, so that a batch has a row for each table."""

    def __init__(
        self, num_envs: int, rules: RulesLike, agents: Sequence[str | Player | None] | None, illegal: str, options: dict[str, Any]
    ) -> None:
        rules = as_rules(rules)
        seated = _check.seats([None] + ["ukeire"] * (rules.seats - 1) if agents is None else agents)
        if seated.count(None) != 1:
            raise ValueError(f"one seat is the learner's: one of the agents must be None, of {seated}")
        if illegal not in ("raise", "lowest"):
            raise ValueError(f"there is no illegal={illegal!r}: choose from raise, lowest")
        if options.get("obs", "planes-v1") in (None, "rows"):
            raise ValueError("these environments have planes; hyakuman.VecEnv has other observations, too")
        if options.keys() & {"rows", "pad"}:
            raise ValueError("these environments have one row for each table; rows and pad are of hyakuman.VecEnv")
        self.lowest = illegal == "lowest"
        self.env = VecEnv(rules, num_envs, seated, **options)
        self.batch = self.env.recv()
        self.space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.batch.obs.shape[1:], np.uint8),
                "action_mask": spaces.Box(0, 1, (self.env.num_actions,), np.int8),
            }
        )

    def step(self, given: ArrayLike) -> Batch:
        actions = _check.actions(given, len(self.batch))
        if self.lowest:
            within = np.clip(actions, 0, self.env.num_actions - 1)
            legal = self.batch.mask[np.arange(len(actions)), within] & (within == actions)
            actions = np.where(legal, actions, self.batch.mask.argmax(axis=1))
        self.env.send(actions)
        self.batch = self.env.recv()
        return self.batch

    def restart(self, seed: int | None, fresh: bool, random: np.random.Generator) -> None:
        """Starts the matches of a seed; without one those that have begun, if they are fresh, or others."""
        self.env._open()
        if seed is not None or not fresh:
            self.batch = self.env.reset(int(random.integers(2**63)) if seed is None else seed)

    def observation(self) -> Observation:
        return {"observation": self.batch.obs, "action_mask": self.batch.mask.view(np.int8)}

    def nothing(self) -> Observation:
        """What is observed after the end of a match."""
        return {key: np.zeros(space.shape, space.dtype) for key, space in self.space.spaces.items()}  # type: ignore[arg-type]


def _result(end: np.void) -> dict[str, Any]:
    """A finished match as a dict, from the place of the learner."""
    seat = np.flatnonzero(end["decisions"])[:1]
    names = ("match", "wall", "scores", "placement", "rank_points", "kyoku")
    return {"seat": int(seat[0]) if seat.size else -1} | {name: end[name].tolist() for name in names}


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One table, one seat. An episode is a match.

    Observations are dicts: `observation` (channels, 34) uint8, planes, and `action_mask` (124,) int8, 1 for each legal action, which is
    also in `info`. After the end of a match both are zeros, and `info["result"]` has its result.

    agents: one entry for each seat, None for the learner; by default three (or two) `ukeire`. illegal: what an illegal action does: `"raise"` a ValueError with the
    reason, or `"lowest"`, the legal action with the lowest number is taken. options: `obs`, `reward`, `places`, `rotate`, `seed` and `threads`,
    as of `hyakuman.VecEnv`.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        rules: RulesLike = "tenhou",
        agents: Sequence[str | Player | None] | None = None,
        *,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"there is no render_mode {render_mode!r}; hyakuman.pettingzoo has text")
        self.render_mode = None
        self._tables = _Tables(1, rules, agents, illegal, {"seed": secrets.randbits(63), "threads": 1, **options})
        self.observation_space: spaces.Dict[Any] = self._tables.space  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self._tables.env.num_actions)
        self._fresh, self._over, self._before = True, False, 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts a match: with a seed the one that `VecEnv(num_envs=1, seed=seed)` plays first, otherwise another one."""
        seed = None if seed is None else _check.seed(seed)
        super().reset(seed=seed)
        self._tables.restart(seed, self._fresh, self.np_random)
        self._fresh, self._over = False, False
        # What the seat won or lost before its first decision comes with the first step.
        self._before = float(self._tables.batch.reward[0])
        return self._now()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays to the next decision of the seat, or to the end of the match."""
        if self._over:
            raise RuntimeError("the match is over: call reset()")
        batch = self._tables.step([action])
        before, self._before = self._before, 0.0
        if not len(batch.finished):
            observation, info = self._now()
            return observation, before + float(batch.reward[0]), False, False, info
        end = batch.finished[0]
        # The table has begun its next match: reset() returns its first decision.
        self._fresh, self._over = True, True
        nothing = self._tables.nothing()
        info = {"action_mask": nothing["action_mask"].copy(), "result": _result(end)}
        return nothing, before + float(end["reward"].sum()), True, False, info

    def _now(self) -> tuple[Observation, dict[str, Any]]:
        observation = {key: array[0].copy() for key, array in self._tables.observation().items()}
        return observation, {"action_mask": observation["action_mask"].copy()}

    def close(self) -> None:
        """Ends the environment."""
        self._tables.env.close()


class VectorSeatEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many tables, one seat at each. Spaces and arguments as of `SeatEnv`, with a first axis for the tables.

    A match that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`): `terminations` is true, the
    observation is the first of the next match, and infos have `final_obs` (zeros) and `final_info` with the `result`. Arrays
    that are kept are not written again.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 512,
        rules: RulesLike = "tenhou",
        agents: Sequence[str | Player | None] | None = None,
        *,
        illegal: str = "raise",
        **options: Any,
    ) -> None:
        self._tables = _Tables(num_envs, rules, agents, illegal, {"seed": secrets.randbits(63), **options})
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = self._tables.space
        self.single_action_space = spaces.Discrete(self._tables.env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._fresh, self._before = True, np.zeros(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts a match at every table: with a seed those that a `VecEnv` of this seed plays first, otherwise others."""
        seed = None if seed is None else _check.seed(seed)
        super().reset(seed=seed)
        self._tables.restart(seed, self._fresh, self.np_random)
        self._fresh = False
        self._before = self._tables.batch.reward.astype(np.float64)
        observation = self._tables.observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays every table to the next decision of its seat."""
        self._fresh = False
        batch = self._tables.step(actions)
        observation = self._tables.observation()
        # What a seat won or lost before its first decision comes with the first step of its match.
        rewards, self._before = self._before + batch.reward, np.zeros(self.num_envs)
        ended = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {"action_mask": observation["action_mask"]}
        if len(batch.finished):
            # A match after it in which the learner had no decision is no episode.
            tables, at = np.unique(batch.finished["env"], return_index=True)
            ends = batch.finished[at]
            ended[tables] = True
            self._before[tables] = batch.reward[tables]
            rewards[tables] += ends["reward"].sum(axis=1) - batch.reward[tables]
            infos |= self._finals(ends, ended)
        return observation, rewards, ended, np.zeros_like(ended), infos

    def _finals(self, ends: NDArray[np.void], ended: NDArray[np.bool_]) -> dict[str, Any]:
        """The entries of infos for matches that have ended."""
        observations, results = np.full((2, self.num_envs), None, object)
        for end in ends:
            observations[end["env"]] = self._tables.nothing()
            results[end["env"]] = _result(end)
        final = {"result": results, "_result": ended.copy()}
        return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def close_extras(self, **_: Any) -> None:
        """Ends the environment."""
        self._tables.env.close()
