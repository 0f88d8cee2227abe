"""A match as an environment of PettingZoo: one agent for each seat. Needs `pip install pettingzoo`.

>>> from hyakuman import pettingzoo
>>> env = pettingzoo.env("tenhou")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()

`env` asks one seat after another (AEC), `parallel_env` all seats at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError("hyakuman.pettingzoo needs PettingZoo and Gymnasium: pip install pettingzoo 'gymnasium>=1.2,<2'") from error

from . import _check
from .planes import channels
from .rules import RulesLike, as_rules
from .single import Match

#: Number of compact actions, and of codes.
COMPACT, CODES = 124, 256


def env(rules: RulesLike = "tenhou", obs: str | None = None, render_mode: str | None = None, illegal: str = "raise") -> MatchEnv:
    """The environment in which seats act in turn; see MatchEnv."""
    return MatchEnv(rules, obs, render_mode, illegal)


def parallel_env(
    rules: RulesLike = "tenhou", obs: str | None = None, render_mode: str | None = None, illegal: str = "raise"
) -> ParallelMatchEnv:
    """The environment in which seats act at once; see ParallelMatchEnv."""
    return ParallelMatchEnv(rules, obs, render_mode, illegal)


class _Seats:
    """A match, its seats as agents, and what they see."""

    agents: list[str]
    possible_agents: list[str]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self, rules: RulesLike = "tenhou", obs: str | None = None, render_mode: str | None = None, illegal: str = "raise"
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"there is no render_mode {render_mode!r}: choose from ansi, human, None")
        if illegal not in ("raise", "lowest"):
            raise ValueError(f"there is no illegal={illegal!r}: choose from raise, lowest")
        self.rules = as_rules(rules)
        self.render_mode = render_mode
        self._illegal = illegal
        riichi = self.rules.family == "riichi"
        self._obs = _check.text_or_none("obs", obs, "planes-v1") or ("planes-v1" if riichi else "row")
        self._actions = COMPACT if riichi else CODES
        self._match = Match(self.rules)
        self._seed, self._number = secrets.randbits(63), -1
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape = self._observation(0).shape if self._obs == "row" else (len(channels(self._obs)), 34)
        self._spaces = {agent: self._space(shape) for agent in self.possible_agents}
        self._action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def _space(self, shape: tuple[int, ...]) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at each call."""
        return self._spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at each call."""
        return self._action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}: choose from {', '.join(self._seats)}")
        return agent

    def _start(self, seed: int | None) -> None:
        """Starts the first match of a seed; without a seed, the next match."""
        if seed is not None:
            self._seed, self._number = _check.seed(seed), -1
        self._number += 1
        self._match = Match(self.rules, self._seed, self._number)
        self.agents = self.possible_agents[:]

    def _masks(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._mask(seat)} for agent, seat in self._seats.items() if agent in self.agents}

    def _check_begun(self, over: bool = False) -> None:
        """A match has begun, and is not over unless it may be."""
        if self._number < 0:
            raise RuntimeError("no match has begun: call reset() first")
        if not (self.agents or over):
            raise RuntimeError("the match is over: call reset() first")

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees now, in new arrays. After the end all zeros."""
        self._check_begun(over=True)
        seat = self._seats[self._known(agent)]
        return {"observation": self._observation(seat), "action_mask": self._mask(seat)}

    def _observation(self, seat: int) -> NDArray[np.uint8]:
        if self._obs == "row":
            cells = np.frombuffer(self._match.row(seat).tobytes(), np.uint8).copy()
            return np.zeros_like(cells) if self._match.done else cells
        if self._match.done:
            return np.zeros((len(channels(self._obs)), 34), np.uint8)
        return self._match.planes(self._obs, seat)

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self._actions, np.int8)
        mask[list(self._match._native.compact(seat))] = 1
        return mask

    def _code(self, action: int | None, seat: int) -> int:
        number = _check.integer(action)
        if number is None:
            raise TypeError(f"action {action!r} of seat {seat} is not an integer from 0 to {self._actions - 1}")
        native = self._match._native
        code = native.code_of(seat, number) if 0 <= number < self._actions else None
        if code is not None:
            return code
        legal = list(native.compact(seat))
        if self._illegal == "raise":
            raise ValueError(f"seat {seat} may not take action {action}: the legal ones are {legal}")
        lowest = native.code_of(seat, legal[0])
        assert lowest is not None
        return lowest

    def render(self) -> str | None:
        """The match so far as text, all tiles shown: returned for `ansi`, printed for `human`."""
        self._check_begun(over=True)
        if self.render_mode is None:
            return None
        text = self._match.text() if self._match.done or self.rules.family != "toppan" else repr(self._match)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is to be closed."""


class MatchEnv(_Seats, AECEnv):  # type: ignore[misc]
    """A match; its agents are `seat_0` to `seat_3` (or `seat_2`).

    Observations are dicts: `observation`, and `action_mask` (actions,) int8, 1 for each legal action, which is also in `info`.
    Riichi: planes (channels, 34) uint8 and the 124 compact actions. Other games: the row of the table `decisions` as bytes, and the
    256 action codes. The reward is the final points with uma and oka, in thousands, at the end of the match.

    Where several seats may claim one discard, they are asked one after another; none sees what the others answered.

    obs: `"planes-v1"` or `"planes-v1-light"`, riichi only; `"row"`. render_mode: `"ansi"` returns the match so far as text, `"human"`
    prints it. illegal: what an illegal action does: `"raise"` a ValueError with the reason, or `"lowest"`, the legal action with
    the lowest number is taken.
    """

    metadata: dict[str, Any] = {"name": "hyakuman_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the first match of a seed; without a seed, the next match."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """Turns to the next agent that decides."""
        deciders = self._match.deciders
        self.agent_selection = self.possible_agents[deciders[0] if deciders else 0]
        self.infos = self._masks()

    def last(self, observe: bool = True) -> Any:
        """Observation, reward, termination, truncation and info of the selected agent."""
        self._check_begun()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in turn, to the end of the match."""
        self._check_begun(over=True)
        return super().agent_iter(max_iter)

    def step(self, action: int | None) -> None:
        """Takes the action of the selected agent; None of an agent whose match is over."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"the match of {agent} is over: step(None)")
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._seats[agent]
        self._match.step(self._code(action, seat), seat)
        result = self._match.result
        if result is not None:
            self.rewards = dict(zip(self.agents, result.rank_points, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelMatchEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """A match in which all seats that have to decide now are asked in the same step: one on its turn, several where they may claim
    one discard.

    All seats are agents to the end of the match. The `action_mask` of those that have nothing to decide is zero throughout; their
    actions are ignored and may be left out. Observations, rewards and arguments as of MatchEnv.
    """

    metadata: dict[str, Any] = {"name": "hyakuman_v0", "render_modes": ["ansi", "human"], "render_fps": 1}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, NDArray[Any]]], dict[str, dict[str, Any]]]:
        """Starts the first match of a seed; without a seed, the next match. Returns observations and infos by agent."""
        self._start(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._masks()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Takes the actions by agent. Returns observations, rewards, terminations, truncations and infos by agent."""
        self._check_begun()
        deciders = self._match.deciders
        missing = [self.possible_agents[seat] for seat in deciders if self.possible_agents[seat] not in actions]
        if missing:
            raise ValueError(f"{missing[0]} has to decide now: its action is missing")
        # All are checked before any is taken.
        codes = [self._code(actions[self.possible_agents[seat]], seat) for seat in deciders]
        for seat, code in zip(deciders, codes, strict=True):
            self._match.step(code, seat)
        agents, result = self.agents, self._match.result
        points = [0.0] * len(agents) if result is None else result.rank_points
        returned = (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, points, strict=True)),
            dict.fromkeys(agents, result is not None),
            dict.fromkeys(agents, False),
            self._masks(),
        )
        if result is not None:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return returned
