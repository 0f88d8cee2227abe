"""Agents that are Python objects, and matches with them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check, _native
from .rules import Rules
from .vec_env import VecEnv

#: Most matches in play at once.
IN_PLAY = 256

#: Rank points are counted in these parts of a thousand points.
UNIT = 1000


@runtime_checkable
class Player(Protocol):
    """An agent in Python. An attribute `obs` names its observations as `VecEnv` does, by default `"planes-v1"`; an attribute
    `name` its name in results, by default that of its class."""

    def act(self, obs: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        """The actions for n decisions of many matches: (n,) integers, each legal by `mask` (n, actions)."""


def is_player(agent: object) -> bool:
    """Whether this is an agent in Python."""
    return not isinstance(agent, (str, type)) and callable(getattr(agent, "act", None))


def play_run(
    agents: Sequence[Any], rules: Rules, games: int, seed: int, rotate: bool, threads: int, progress: Any
) -> dict[str, Any]:
    """A run as `_native.run` gives it, with the rates `rank_points` and `placement` only."""
    seated = list(agents) * rules.seats if len(agents) == 1 else list(agents)
    _check_seats(seated, rules)
    turns = [seated[turn:] + seated[:turn] for turn in range(rules.seats if rotate else 1)]
    turns = [turn for at, turn in enumerate(turns) if turn not in turns[:at]]
    found = _Found(progress, games)
    sums = {name: _Sums(-(-games // len(turns))) for name in dict.fromkeys(map(name_of, seated))}
    for at, turn in enumerate(turns):
        # The last wall may lack some of the rotations, as in a run of the engine.
        walls = -(-(games - at) // len(turns))
        if walls > 0:
            results = play_walls(turn, rules, walls, seed, threads, found)
            for seat, agent in enumerate(turn):
                sums[name_of(agent)].add(*(result[:, seat] for result in results))
    listed = [{"agent": name, "rates": of.rates()} for name, of in sums.items()]
    return {"games": games, "decisions": 0, "agents": listed, "seats": [], "table": {}, "data_set": None}


class _Sums:
    """The results of an agent: for each wall its matches, with their rank points and placements added up."""

    def __init__(self, walls: int) -> None:
        self._matches, self._points, self._placement = np.zeros((3, walls), np.int64)

    def add(self, points: NDArray[np.int64], placement: NDArray[np.int64]) -> None:
        """Adds a match on each of the first walls."""
        self._matches[: len(points)] += 1
        self._points[: len(points)] += points
        self._placement[: len(points)] += placement

    def rates(self) -> dict[str, Any]:
        points, placement = estimate(self._points, self._matches, UNIT), estimate(self._placement, self._matches)
        return {"rank_points": points, "placement": placement}


def play_match(
    agents: Sequence[Any], rules: Rules, walls: int, seed: int, tables: str | None, threads: int, progress: Any
) -> dict[str, Any]:
    """A match of two agents as `_native.contest` gives it."""
    if len(agents) != 2 or agents[0] == agents[1]:
        raise ValueError("a match with an agent in Python is between two different agents")
    names = [name_of(agent) for agent in agents]
    if names[0] == names[1]:
        raise ValueError(f"both agents are called {names[0]}: give one of them another attribute `name`")
    seats = rules.seats
    possible = {f"{first}v{seats - first}": first for first in range(1, seats)}
    wanted = list(possible) if tables is None else [name.strip() for name in tables.split(",")]
    unknown = [name for name in wanted if name not in possible]
    if unknown:
        raise ValueError(f"there is no table {unknown[0]!r}: choose from {', '.join(possible)}")
    counts = [possible[name] for name in wanted]
    seatings = [seating for seating in product((0, 1), repeat=seats) if seating.count(0) in counts]
    found, differences = _Found(progress, walls * len(seatings)), []
    # The means of one to all but one seats are whole numbers of these parts.
    parts = math.lcm(*range(1, seats))
    for seating in seatings:
        points, _ = play_walls([agents[who] for who in seating], rules, walls, seed, threads, found)
        weights = [-(parts // seating.count(1)) if who else parts // seating.count(0) for who in seating]
        differences.append(points @ np.array(weights))
    by_wall, ones, unit = np.sum(differences, axis=0), np.ones(walls, np.int64), UNIT * parts * len(seatings)
    ratings = {name: estimate(sign * by_wall, ones, 2 * unit) for name, sign in zip(names, (1, -1), strict=True)}
    changed = int(np.any(np.array(differences) != 0, axis=0).sum())
    games = walls * len(seatings)
    pair = {"agents": names, "games": games, "difference": estimate(by_wall, ones, unit), "walls_changed": changed}
    return {"games": games, "walls": walls, "ratings": ratings, "pairs": [pair]}


def play_walls(
    seated: Sequence[Any], rules: Rules, walls: int, seed: int, threads: int, found: _Found
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rank points in units of UNIT and placements, 1 for the first, of each wall and seat: (walls, seats)."""
    players = {id(agent): agent for agent in seated if is_player(agent)}
    kinds = {getattr(player, "obs", "planes-v1") for player in players.values()}
    if len(kinds) != 1:
        raise ValueError(f"the agents in Python have different observations: {', '.join(sorted(map(str, kinds)))}")
    specs = [None if id(agent) in players else agent for agent in seated]
    points, placement = np.zeros((2, walls, rules.seats), np.int64)
    missing = walls
    with VecEnv(rules, min(walls, IN_PLAY), specs, obs=kinds.pop(), seed=seed, threads=threads) as env:
        batch = env.recv()
        while missing:
            env.send(_answers(players, seated, batch))
            batch = env.recv()
            ended = batch.finished[batch.finished["match"] < walls]
            points[ended["match"]] = np.rint(ended["rank_points"][:, : rules.seats].astype(np.float64) * UNIT)
            placement[ended["match"]] = ended["placement"][:, : rules.seats] + 1
            missing -= len(ended)
            found.done(len(ended))
    return points, placement


def _answers(players: dict[int, Any], seated: Sequence[Any], batch: Any) -> NDArray[np.int64]:
    """The actions of all rows; each agent is asked once."""
    actions = np.zeros(len(batch), np.int64)
    for key, player in players.items():
        seats = [seat for seat, agent in enumerate(seated) if id(agent) == key]
        rows = np.flatnonzero(np.isin(batch.seat, seats))
        if len(rows):
            actions[rows] = _asked(player, batch, slice(None) if len(rows) == len(batch) else rows)
    return actions


def _asked(player: Any, batch: Any, rows: Any) -> NDArray[Any]:
    """The answers of an agent for these rows. Errors number them as the agent does."""
    mask = batch.mask[rows]
    actions = _check.actions(player.act(batch.obs[rows], mask), len(mask), name_of(player))
    within = np.clip(actions, 0, mask.shape[1] - 1).astype(np.intp)
    wrong = np.flatnonzero((actions != within) | ~mask[np.arange(len(mask)), within])
    if len(wrong):
        row = int(wrong[0])
        sentence = f"chose action {actions[row]} in row {row}, which is not legal: mask[{row}] has the legal ones"
        raise ValueError(f"the agent {name_of(player)} {sentence}")
    return actions


def _check_seats(seated: Sequence[Any], rules: Rules) -> None:
    if len(seated) != rules.seats:
        raise ValueError(f"{rules.id} has {rules.seats} seats, here are {len(seated)} agents")
    by_name = {name_of(agent): agent for agent in seated}
    if any(by_name[name_of(agent)] is not agent and by_name[name_of(agent)] != agent for agent in seated):
        raise ValueError("two different agents have the same name: give one of them another attribute `name`")


def name_of(agent: Any) -> str:
    """Its name in results."""
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))


def estimate(totals: NDArray[np.int64], trials: NDArray[np.int64], unit: int = 1) -> dict[str, Any]:
    """A mean with its interval, as a run of the engine has it. Arrays are by wall; totals are counted in parts of one, `unit` of
    them."""
    value, interval, walls = _native.mean(totals, trials)
    bounds = None if interval is None else [bound / unit for bound in interval]
    return {"value": value / unit, "interval": bounds, "walls": walls}


class _Found:
    """Counts the matches that have ended."""

    def __init__(self, progress: Any, of: int) -> None:
        self._progress, self._done, self._of = progress, 0, of

    def done(self, matches: int) -> None:
        self._done += matches
        if self._progress is not None and matches:
            self._progress(self._done, self._of)
