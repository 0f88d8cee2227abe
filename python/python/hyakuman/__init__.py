"""Hyakuman: a high-throughput self-play simulator for mahjong AI research.

>>> import hyakuman
>>> hyakuman.shanten(hyakuman.tiles("123m456p789s1122z")).item()
0

Arrays are NumPy arrays. Kinds of tiles are numbered 0 to 33: 1m to 9m, 1p to 9p, 1s to 9s, east, south, west, north, white,
green, red. Bad arguments raise ValueError or TypeError with one sentence that says what would be right.
"""

import importlib
from typing import TYPE_CHECKING, Any

from . import _processor

_processor.check()

from . import _ids
from ._native import DataError, __version__
from .dataset import DataBatch, Dataset
from .experiments import Difference, Estimand, ExperimentResult, Finding, Interaction, Rate, experiment
from .hands import score, shanten, tiles, ukeire, waits
from .imports import ImportedSet, ImportResult, LeftOut, import_logs
from .learning import Adapted, Checked, LabelledSort, adapt, labels
from .planes import Channel, channels, encode
from .players import Player
from .rules import Agent, AgentOption, Preset, Rules, RulesLike, agents, presets
from .runs import (
    AgentLike,
    ArmPair,
    ArmResult,
    CompareResult,
    Effect,
    Equivalence,
    Effects,
    Estimate,
    MatchResult,
    OtherRules,
    OtherTable,
    PairResult,
    Progress,
    Rates,
    RunResult,
    compare,
    match,
    record,
    run,
)
from .single import Action, Candidate, Disagreement, Evaluation, KyokuEnd, Match, Replay, Result, Rolled, Rollouts, replay
from .studies import QuestionResult, study
from .trajectories import Advantages, Trajectories, gae
from .vec_env import FINISHED, Batch, VecEnv

__all__ = [
    "FINISHED",
    "Action",
    "Adapted",
    "Advantages",
    "Agent",
    "AgentLike",
    "AgentOption",
    "ArmPair",
    "ArmResult",
    "Batch",
    "Candidate",
    "Channel",
    "Checked",
    "CompareResult",
    "DataBatch",
    "DataError",
    "Dataset",
    "Disagreement",
    "Difference",
    "Effect",
    "Equivalence",
    "Effects",
    "Estimand",
    "Estimate",
    "Evaluation",
    "ExperimentResult",
    "Finding",
    "ImportResult",
    "ImportedSet",
    "Interaction",
    "KyokuEnd",
    "LabelledSort",
    "LeftOut",
    "Match",
    "MatchResult",
    "OtherRules",
    "OtherTable",
    "PairResult",
    "Player",
    "Preset",
    "Progress",
    "QuestionResult",
    "Rate",
    "Rates",
    "Replay",
    "Result",
    "Rolled",
    "Rollouts",
    "Rules",
    "RulesLike",
    "RunResult",
    "Trajectories",
    "VecEnv",
    "__version__",
    "adapt",
    "agents",
    "channels",
    "compare",
    "encode",
    "experiment",
    "gae",
    "import_logs",
    "labels",
    "match",
    "presets",
    "record",
    "replay",
    "run",
    "score",
    "shanten",
    "study",
    "tiles",
    "ukeire",
    "waits",
]

_ids.register()

#: Modules that need other libraries: they are imported where they are used.
_MODULES = ("gym", "jax", "pettingzoo", "ray", "torch", "train")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """`hyakuman.gym` and the others."""
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULES})
