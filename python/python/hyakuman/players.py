"""Agents that are Python objects, and matches with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .rules import Rules
from .vec_env import VecEnv

#: Most matches in play at once.
IN_PLAY = 256


@runtime_checkable
class Player(Protocol):
    """An agent in Python. An attribute `obs` names its observations as `VecEnv` does, by default `"planes-v1"`; an attribute
    `name` its name in results, by default that of its class."""

    def act(self, obs: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        """The actions for n decisions of many matches: (n,) integers, each legal by `mask` (n, actions)."""


def is_player(agent: object) -> bool:
    """Whether this is an agent in Python."""
    return not isinstance(agent, str) and callable(getattr(agent, "act", None))


def play_run(
    agents: Sequence[Any], rules: Rules, games: int, seed: int, rotate: bool, threads: int, progress: Any
) -> dict[str, Any]:
    """A run as `_native.run` gives it, with the rates `rank_points` and `placement` only."""
    _at_least_one("games", games)
    seated = list(agents) * rules.seats if len(agents) == 1 else list(agents)
    _check(seated, rules)
    turns = [seated[turn:] + seated[:turn] for turn in range(rules.seats if rotate else 1)]
    turns = [turn for at, turn in enumerate(turns) if turn not in turns[:at]]
    found = _Found(progress, games)
    # Match m is on wall m // len(turns): the last wall may lack some turns.
    walls = [len(range(turn, games, len(turns))) for turn in range(len(turns))]
    played = [(turn, count) for turn, count in zip(turns, walls, strict=True) if count]
    results = [play_walls(turn, rules, count, seed, threads, found) for turn, count in played]
    names = list(dict.fromkeys(map(name_of, seated)))
    rates = {name: {"rank_points": [], "placement": []} for name in names}  # type: dict[str, dict[str, list[Any]]]
    for (turn, _), (points, placement) in zip(played, results, strict=True):
        for seat, agent in enumerate(turn):
            rates[name_of(agent)]["rank_points"].append(points[:, seat])
            rates[name_of(agent)]["placement"].append(placement[:, seat])
    listed = [
        {"agent": name, "rates": {rate: _rate(values) for rate, values in by_name.items()}}
        for name, by_name in rates.items()
    ]
    return {"games": games, "decisions": 0, "agents": listed, "seats": [], "table": {}, "data_set": None}


def play_match(
    agents: Sequence[Any], rules: Rules, walls: int, seed: int, tables: str | None, threads: int, progress: Any
) -> dict[str, Any]:
    """A match of two agents as `_native.contest` gives it."""
    _at_least_one("walls", walls)
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
    for seating in seatings:
        points, _ = play_walls([agents[who] for who in seating], rules, walls, seed, threads, found)
        own = np.array(seating) == 0
        differences.append(points[:, own].mean(axis=1) - points[:, ~own].mean(axis=1))
    by_wall = np.mean(differences, axis=0)
    ratings = dict(zip(names, (estimate(by_wall / 2), estimate(-by_wall / 2)), strict=True))
    changed = int(np.any(np.array(differences) != 0, axis=0).sum())
    games = walls * len(seatings)
    pair = {"agents": names, "games": games, "difference": estimate(by_wall), "walls_changed": changed}
    return {"games": games, "walls": walls, "ratings": ratings, "pairs": [pair]}


def play_walls(
    seated: Sequence[Any], rules: Rules, walls: int, seed: int, threads: int, found: _Found
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rank points and placements, 1 for the first, of each wall and seat: (walls, seats)."""
    players = {id(agent): agent for agent in seated if is_player(agent)}
    kinds = {getattr(player, "obs", "planes-v1") for player in players.values()}
    if len(kinds) != 1:
        raise ValueError(f"the agents in Python have different observations: {', '.join(sorted(map(str, kinds)))}")
    specs = [None if id(agent) in players else agent for agent in seated]
    points, placement = np.zeros((walls, rules.seats)), np.zeros((walls, rules.seats))
    missing = walls
    with VecEnv(rules, min(walls, IN_PLAY), specs, obs=kinds.pop(), seed=seed, threads=threads) as env:
        batch = env.recv()
        while missing:
            env.send(_answers(players, seated, batch))
            batch = env.recv()
            ended = batch.finished[batch.finished["match"] < walls]
            points[ended["match"]] = ended["rank_points"][:, : rules.seats]
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
        if len(rows) == len(batch):
            return np.asarray(player.act(batch.obs, batch.mask))
        if len(rows):
            actions[rows] = player.act(batch.obs[rows], batch.mask[rows])
    return actions


def _check(seated: Sequence[Any], rules: Rules) -> None:
    if len(seated) != rules.seats:
        raise ValueError(f"{rules.id} has {rules.seats} seats, here are {len(seated)} agents")
    wrong = next((agent for agent in seated if not isinstance(agent, str) and not is_player(agent)), None)
    if wrong is not None:
        raise TypeError(f"{wrong!r} is no agent: give a spec such as 'ukeire', or an object with a method act(obs, mask)")
    by_name = {name_of(agent): agent for agent in seated}
    if any(by_name[name_of(agent)] is not agent and by_name[name_of(agent)] != agent for agent in seated):
        raise ValueError("two different agents have the same name: give one of them another attribute `name`")


def _at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise ValueError(f"there are {number} {what} to play: play at least 1")


def name_of(agent: Any) -> str:
    """Its name in results."""
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))


def _rate(values: list[NDArray[np.float64]]) -> dict[str, Any]:
    """A mean over matches. Each array has a value for each of the first walls."""
    walls = max(map(len, values))
    totals, counts = np.zeros(walls), np.zeros(walls)
    for of_turn in values:
        totals[: len(of_turn)] += of_turn
        counts[: len(of_turn)] += 1
    return estimate(totals, counts)


def estimate(totals: NDArray[np.float64], counts: NDArray[np.float64] | float = 1.0) -> dict[str, Any]:
    """Mean with its 95 % confidence interval, from the total and the number of values of each wall; without an interval from fewer
    than ten walls."""
    walls, number = len(totals), np.broadcast_to(counts, len(totals))
    value = float(totals.sum() / number.sum())
    deviations = float(np.square(totals - value * number).sum())
    half = 1.96 * float(np.sqrt(deviations * walls / (walls - 1)) / number.sum()) if walls >= 10 else 0.0
    return {"value": value, "interval": [value - half, value + half] if half > 0 else None, "walls": walls}


class _Found:
    """Counts the matches that have ended."""

    def __init__(self, progress: Any, of: int) -> None:
        self._progress, self._done, self._of = progress, 0, of

    def done(self, matches: int) -> None:
        self._done += matches
        if self._progress is not None and matches:
            self._progress(self._done, self._of)
