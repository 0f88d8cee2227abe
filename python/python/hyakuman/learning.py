"""Agents that learn what their rules are worth: labels by rollouts, and corrections fitted to them (docs/learned.md)."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass

from . import _check, _native
from .rules import RulesLike, as_rules
from .runs import Progress, _Bar, _play


@dataclass(frozen=True)
class LabelledSort:
    """The labels of one sort of decision in a data set.

    sort: such as `"call"`, `"discard-under-riichi"`; `"any"` for agents without a correction.
    labels: how many.
    mean: what the other actions gained over the choices, on average.
    error: half the width of the 95 % interval of that.
    spread: standard deviation of a label.
    """

    sort: str
    labels: int
    mean: float
    error: float
    spread: float


@dataclass(frozen=True)
class Checked:
    """What held-out labels say of the correction of one sort of decision; rank points.

    labels: how many are held out.
    slope: of the labels on the gains that the correction expects, 1 if they are true, and half the width of its 95 % interval.
    taken: share of the labels for which the correction takes the other action.
    expected: gain that it expects of them.
    gained: gain by the labels, and half the width of its 95 % interval.
    """

    labels: int
    slope: tuple[float, float]
    taken: float
    expected: float
    gained: tuple[float, float]


@dataclass(frozen=True)
class Adapted:
    """What `adapt` returns.

    agent: the adapted agent, such as `"value:learned=FILE"`, to be named wherever agents are.
    base: the agent as it was.
    verdict: `"stronger"`, `"weaker"` or `"not shown to be stronger"`.
    difference: rank points per match of the adapted agent less those of the agent as it was, one against all others.
    interval: its 95 % interval; None with fewer than ten walls.
    matches: matches of that.
    steps: steps of labels and fit that were done.
    games: matches with labels in each step.
    walls: walls of the match.
    labels: labels fitted in the last step.
    checked: what held-out labels say, by sort of decision.
    """

    agent: str
    base: str
    verdict: str
    difference: float
    interval: tuple[float, float] | None
    matches: int
    steps: int
    games: int
    walls: int
    labels: int
    checked: dict[str, Checked]


def labels(
    path: str | os.PathLike[str],
    agents: str | Sequence[str] = "value",
    *,
    rules: RulesLike = "tenhou",
    games: int = 1000,
    label: str | None = None,
    policy: str | None = None,
    rate: float = 0.5,
    worlds: int = 1,
    worth: str = "rank_points",
    places: str | os.PathLike[str] | None = None,
    seed: int = 1,
    rotate: bool = True,
    tables: str | Sequence[str] = ("replays",),
    resume: bool = False,
    shard: tuple[int, int] = (0, 1),
    part_size: int | None = None,
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> list[LabelledSort]:
    """Plays matches and labels their decisions by rollouts, as `hyakuman labels` does: the same bytes.

    path: folder of the data set; its table `labels` has a row for each label.
    label: the agent whose choices and other actions are compared; None for the first of `agents`.
    policy: the agent that plays on in every seat; None for `value:depth=0` for `value`, otherwise the agent compared.
    rate: chance that a decision is looked at.
    worlds: walls on which it is played out.
    worth: what the end of a kyoku is worth: `"rank_points"` or `"points"`.
    places: file of a model of final places fitted to the rules, as `hyakuman places` writes it; None for that of the program.

    Other arguments as of `record`.
    """
    if worth not in ("rank_points", "points"):
        raise ValueError(f"worth={worth!r}: choose from 'rank_points', 'points'")
    listed = _check.texts("agents", agents)
    size = None if part_size is None else _check.whole("part_size", part_size, 1, _check.MOST_GAMES)
    index, of = _check.shard(shard)
    kept = (_check.texts("tables", tables), _check.path("path", path), _check.flag("resume", resume), (index + 1, of), size, None)
    how = (
        _check.text_or_none("label", label, "value"),
        _check.text_or_none("policy", policy, "value:depth=0"),
        _check.number("rate", rate, 0.0, 1.0),
        _check.whole("worlds", worlds, 1, 1024),
        worth == "points",
        None if places is None else _check.path("places", places),
    )
    play = (listed, *_play(games, seed, rotate, threads))
    with _Bar(progress) as bar:
        found = json.loads(_native.labels(as_rules(rules).native, play, kept, how, bar))
    return [LabelledSort(**sort) for sort in found["sorts"]]


def adapt(
    out: str | os.PathLike[str],
    agent: str | None = None,
    *,
    rules: RulesLike = "tenhou",
    budget: float = 1200.0,
    games: int | None = None,
    walls: int | None = None,
    steps: int = 2,
    seed: int = 1,
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> Adapted:
    """Adapts an agent to its rules, as `hyakuman adapt` does: labels, a fit, a match against the agent as it was.

    out: file of the correction; the folder with `.work` at its end keeps the labels, from which the same call goes on.
    agent: `value`, `placement` or `gari` with their options; None for `value`, `gari` for Toutenkou.
    budget: about how many seconds it may take.
    games, walls: matches with labels in each step and walls of the match, instead of a budget; with the same seed they make the
        same file.
    steps: steps of labels and fit.
    """
    if (games is None) != (walls is None):
        raise ValueError("give both games and walls, or neither")
    plan = None
    if games is not None and walls is not None:
        plan = (_check.whole("games", games, 1, _check.MOST_WALLS), _check.whole("walls", walls, 1, _check.MOST_WALLS))
    adapting = (
        _check.text_or_none("agent", agent, "value"),
        _check.path("out", out),
        _check.seed(seed),
        _check.whole("threads", threads, 0, _check.MOST_THREADS),
    )
    effort = (_check.number("budget", budget, 0.0, 1e9), plan, _check.whole("steps", steps, 1, 20))
    with _Bar(progress) as bar:
        found = json.loads(_native.adapt(as_rules(rules).native, adapting, effort, bar))
    adapted = found["adapted"]
    interval = adapted["interval"]
    return Adapted(
        agent=adapted["agent"],
        base=adapted["base"],
        verdict=found["verdict"],
        difference=adapted["difference"],
        interval=None if interval is None else (interval[0], interval[1]),
        matches=adapted["matches"],
        **adapted["plan"],
        labels=adapted["labels"],
        checked={sort: _checked(of) for sort, of in adapted["checked"].items()},
    )


def _checked(found: dict[str, object]) -> Checked:
    return Checked(**{name: tuple(value) if isinstance(value, list) else value for name, value in found.items()})  # type: ignore[arg-type]
