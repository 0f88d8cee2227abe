"""Checks of arguments: each error is one sentence that says what would be right."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Most matches and walls of a call, seeds, threads.
MOST_GAMES, MOST_WALLS, MOST_SEED, MOST_THREADS = 10**12, 10**9, 2**64 - 1, 1024


def whole(name: str, value: object, low: int, high: int) -> int:
    """An integer of Python or NumPy in this range."""
    number = integer(value)
    if number is None or not low <= number <= high:
        error = TypeError if number is None else ValueError
        raise error(f"{name}={value!r} is not a whole number from {low} to {high}")
    return number


def number(name: str, value: object, low: float, high: float) -> float:
    """A number above `low`, at most `high`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name}={value!r} is not a number")
    if not low < float(value) <= high:
        raise ValueError(f"{name}={value!r} is not a number above {low:g}, at most {high:g}")
    return float(value)


def integer(value: Any) -> int | None:
    """An integer of Python or NumPy; None for all else."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def seed(value: object) -> int:
    """A seed."""
    return whole("seed", value, 0, MOST_SEED)


def flag(name: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}={value!r} is not True or False")
    return bool(value)


def text(name: str, value: object, example: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}={value!r} is not a text such as {example!r}")
    return value


def text_or_none(name: str, value: object, example: str) -> str | None:
    """A text, or None."""
    return None if value is None else text(name, value, example)


def texts(name: str, value: object) -> list[str]:
    """Texts; a single one is a list of one."""
    listed = [value] if isinstance(value, str) else _listed(name, value, "texts")
    wrong = next((entry for entry in listed if not isinstance(entry, str)), None)
    if wrong is not None:
        raise TypeError(f"{name} is a list of texts; {wrong!r} is not one")
    return listed


def paths(name: str, value: object) -> list[str]:
    """Paths as texts; a single one is a list of one."""
    listed = [value] if isinstance(value, (str, os.PathLike)) else _listed(name, value, "paths")
    return [path(name, entry) for entry in listed]


def path(name: str, value: object) -> str:
    """A path as text."""
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(found, str):
        raise TypeError(f"{name}: {value!r} is not a path as text")
    return found


def _listed(name: str, value: object, of: str) -> list[Any]:
    if not isinstance(value, Iterable) or isinstance(value, (bytes, dict)):
        raise TypeError(f"{name}={value!r} is not a list of {of}")
    return list(value)


def shard(value: object) -> tuple[int, int]:
    """(i, n): the place of a part of the work, from 0, and the number of parts."""
    sentence = f"shard={value!r} is not (i, n) with i from 0 to n - 1"
    listed = list(value) if isinstance(value, (tuple, list)) else []
    numbers = [integer(number) for number in listed]
    if len(numbers) != 2 or any(number is None for number in numbers):
        raise TypeError(sentence)
    index, of = int(listed[0]), int(listed[1])
    if not 0 <= index < of <= 2**32:
        raise ValueError(sentence)
    return index, of


def actions(given: ArrayLike, rows: int, who: str | None = None) -> NDArray[Any]:
    """(n,) integers, one for each row; `who` is the agent that gave them."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        wrong = f"the agent {who} returned {array.dtype}: act returns (n,) integers"
        raise TypeError(wrong if who else f"actions are integers; these are {array.dtype}")
    if array.shape != (rows,):
        wrong = f"the agent {who} returned the shape {array.shape} for {rows} decisions: act returns (n,) integers"
        raise ValueError(wrong if who else f"actions must have the shape ({rows},), one for each row; these have {array.shape}")
    return array


def seats(agents: object) -> list[Any]:
    """The agents of a table with a learner: specs, objects with a method `act`, and None for the learner."""
    if isinstance(agents, (str, bytes)) or not isinstance(agents, Iterable):
        raise TypeError("agents is a list with an entry for each seat, such as [None, 'ukeire', 'ukeire', 'ukeire']")
    listed = list(agents)
    for place, agent in enumerate(listed):
        if agent is not None and not isinstance(agent, str) and (isinstance(agent, type) or not callable(getattr(agent, "act", None))):
            kinds = "a spec such as 'ukeire', an object with a method act(obs, mask), or None for the learner"
            raise TypeError(f"agents[{place}] is {agent!r}: give {kinds}")
    return listed
