"""Where a match starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _check
from .rules import Rules

#: As the extension module gets it: scores by seat, kyoku, honba, sticks, and whether the match is over after the kyoku.
NativeStart = tuple["list[int] | None", int, int, int, bool]

_KEYS = ("scores", "kyoku", "honba", "sticks")
_WINDS = "ESWN"


def native(start: object, only_kyoku: object, rules: Rules) -> NativeStart | None:
    """A start as the extension module gets it; None for that of the rules."""
    only = _check.flag("only_kyoku", only_kyoku)
    if start is None and not only:
        return None
    if rules.family not in ("riichi", "toutenkou"):
        raise ValueError(f"start and only_kyoku are for riichi and Toutenkou, not for {rules.id}")
    given: Mapping[Any, Any] = {} if start is None else _mapping(start)
    scores = None if given.get("scores") is None else _scores(given["scores"], rules)
    honba, sticks = (_check.whole(key, given.get(key, 0), 0, 100) for key in ("honba", "sticks"))
    return scores, _kyoku(given.get("kyoku", 0), rules), honba, sticks, only


def _mapping(start: object) -> Mapping[Any, Any]:
    if not isinstance(start, Mapping):
        raise TypeError(f"start={start!r} is not a dict such as {{'scores': [30000, 25000, 25000, 20000], 'kyoku': 'S1'}}")
    wrong = next((key for key in start if key not in _KEYS), None)
    if wrong is not None:
        raise ValueError(f"a start has no {wrong!r}: it has {', '.join(_KEYS)}")
    return start


def _scores(scores: object, rules: Rules) -> list[int]:
    listed = list(scores) if isinstance(scores, (list, tuple, np.ndarray)) else []
    if len(listed) != rules.seats:
        raise ValueError(f"scores={scores!r} are not {rules.seats} scores in points, by seat")
    return [_check.whole("a score", score, -(10**7), 10**7) for score in listed]


def _kyoku(kyoku: object, rules: Rules) -> int:
    """The index of a kyoku: winds passed times seats, plus the seat of the dealer."""
    if not isinstance(kyoku, str):
        return _check.whole("kyoku", kyoku, 0, 15)
    found = re.fullmatch(f"([{_WINDS}])([1-{rules.seats}])", kyoku)
    if not found:
        raise ValueError(f"kyoku={kyoku!r} is not a wind and a number such as 'E1' or 'S{rules.seats}'")
    return _WINDS.index(found[1]) * rules.seats + int(found[2]) - 1
