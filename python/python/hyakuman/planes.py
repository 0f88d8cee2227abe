"""The channels of observation planes."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from . import _check, _native


@dataclass(frozen=True)
class Channel:
    """One channel of a set: 34 cells, one for each kind of tile.

    name: unique in its set.
    everywhere: whether all 34 cells have its value, instead of those of single kinds.
    scale: the input of a network is the cell divided by this.
    meaning: what it means. Seats are relative: 0 is the deciding seat, 1 the next in turn.
    """

    name: str
    everywhere: bool
    scale: int
    meaning: str


def channels(planes: str = "planes-v1") -> list[Channel]:
    """The channels of `planes-v1` or `planes-v1-light`, in order. They never change: a change is a set with a new name."""
    return list(known_channels(_check.text("planes", planes, "planes-v1")))


@functools.cache
def known_channels(planes: str) -> tuple[Channel, ...]:
    """`channels`, made once."""
    return tuple(Channel(*row) for row in _native.channels(planes))
