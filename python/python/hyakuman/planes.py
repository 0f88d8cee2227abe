"""The channels of observation planes."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Channel:
    """One channel of a set: 34 cells, one for each kind of tile."""

    #: Unique in its set.
    name: str
    #: Whether all 34 cells have its value, instead of those of single kinds.
    everywhere: bool
    #: The input of a network is the cell divided by this.
    scale: int
    #: What it means. Seats are relative: 0 is the deciding seat, 1 the next in turn.
    meaning: str


def channels(planes: str = "planes-v1") -> list[Channel]:
    """The channels of `planes-v1` or `planes-v1-light`, in order. They never change: a change is a set with a new name."""
    return [Channel(*row) for row in _native.channels(planes)]
