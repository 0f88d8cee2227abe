"""Hyakuman: a high-throughput self-play simulator for mahjong AI research.

>>> import hyakuman
>>> hyakuman.shanten(hyakuman.tiles("123m456p789s1122z")).item()
0

Arrays are NumPy arrays. Kinds of tiles are numbered 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, east, south, west, north, white,
green, red. Bad arguments raise ValueError or TypeError with one sentence that says what would be right.
"""

from . import _processor

_processor.check()

from ._native import __version__
from .hands import score, shanten, tiles, ukeire, waits
from .match import Action, Disagreement, Match, Replay, Result, replay
from .planes import Channel, channels
from .rules import Agent, Preset, Rules, agents, presets
from .vec_env import FINISHED, Batch, VecEnv

__all__ = [
    "FINISHED",
    "Action",
    "Agent",
    "Batch",
    "Channel",
    "Disagreement",
    "Match",
    "Preset",
    "Replay",
    "Result",
    "Rules",
    "VecEnv",
    "__version__",
    "agents",
    "channels",
    "presets",
    "replay",
    "score",
    "shanten",
    "tiles",
    "ukeire",
    "waits",
]
