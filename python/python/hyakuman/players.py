"""Agents that are Python objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check, _native
from .rules import Rules

#: Name, observations, and the function that answers them, as the extension module gets an agent.
NativePlayer = tuple[str, "str | None", Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.uint8]]]


@runtime_checkable
class Player(Protocol):
    """An agent in Python. An attribute `obs` names its observations as `VecEnv` does, by default `"planes-v1"`; an attribute
    `name` its name in results, by default that of its class."""

    def act(self, obs: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        """The actions for n decisions of many matches: (n,) integers, each legal by `mask` (n, actions).

        It is called from other threads than the caller's, by one at a time. The arrays are new in each call. The same decision must
        get the same answer, in whatever company it comes: else results depend on the number of threads.
        """


def is_player(agent: object) -> bool:
    """Whether this is an agent in Python."""
    return not isinstance(agent, (str, type)) and callable(getattr(agent, "act", None))


def named(agents: Sequence[Any], rules: Rules, numbered: bool = False) -> tuple[list[Any], list[NativePlayer]]:
    """The agents by their names, and those in Python. None stays None. Different agents of the same name are an error, or are
    `numbered`."""
    players: dict[str, Any] = {}

    def name_of(agent: Any) -> Any:
        if not is_player(agent):
            return agent
        first = _name(agent)
        others = (f"{first} {number}" for number in range(2, len(agents) + 1))
        for name in (first, *others) if numbered else (first,):
            if players.setdefault(name, agent) is agent:
                return name
        raise ValueError(f"two different agents are called {first}: give one of them another attribute `name`")

    names = [name_of(agent) for agent in agents]
    return names, [_native_player(name, player, rules) for name, player in players.items()]


def _name(player: Any) -> str:
    """Its name in results."""
    name = str(getattr(player, "name", type(player).__name__))
    if not re.fullmatch(r'[^\s,:="]([^,:="]*[^\s,:="])?', name):
        raise ValueError(f"{name!r} cannot be the name of an agent: it has one of , : = \" or space around it, or is empty")
    if re.fullmatch(r"table|seat\d", name):
        raise ValueError(f"{name!r} cannot be the name of an agent: measures of the table and of seats are called so")
    if any(name == agent for agent, *_ in _native.agents_list()):
        raise ValueError(f"an agent of the program is called {name}: give the one in Python another attribute `name`")
    return name


def _native_player(name: str, player: Any, rules: Rules) -> NativePlayer:
    obs = _check.text_or_none("obs", getattr(player, "obs", "planes-v1"), "planes-v1")
    row = row_type(obs, rules)
    actions = 124 if rules.family == "riichi" else 256

    def answer(cells: NDArray[np.uint8], flat: NDArray[np.uint8]) -> NDArray[np.uint8]:
        mask = flat.view(np.bool_).reshape(-1, actions)
        return _asked(player, name, rows_of(cells, row, len(mask)), mask)

    return name, obs, answer


def row_type(obs: str | None, rules: Rules) -> np.dtype[Any]:
    """What one row of observations is."""
    if obs == "rows":
        return np.dtype(rules.native.columns())
    planes = obs is not None and obs.startswith("planes")
    return np.dtype((np.uint8, (_native.Decisions.sizes(obs)[0] // 34, 34) if obs and planes else (0,)))


def rows_of(cells: NDArray[np.uint8], row: np.dtype[Any], count: int) -> NDArray[Any]:
    """Rows that lie one after another, as an array of `count` of them."""
    return cells.view(row) if row.names is not None else cells.reshape((count, *row.shape))


def _asked(player: Any, name: str, obs: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The answers of an agent, checked."""
    actions = _check.actions(player.act(obs, mask), len(mask), name)
    within = np.clip(actions, 0, mask.shape[1] - 1).astype(np.intp)
    wrong = np.flatnonzero((actions != within) | ~mask[np.arange(len(mask)), within])
    if len(wrong):
        row = int(wrong[0])
        sentence = f"chose action {actions[row]} in row {row}, which is not legal: mask[{row}] has the legal ones"
        raise ValueError(f"the agent {name} {sentence}")
    checked: NDArray[np.uint8] = within.astype(np.uint8)
    return checked
