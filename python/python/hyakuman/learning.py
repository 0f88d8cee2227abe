"""Agents that learn what their rules are worth: labels by rollouts, and corrections fitted to them (docs/learned.md)."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _check, _native
from .rules import RulesLike, as_rules
from .runs import Estimate, Progress, _Bar, _estimate, _play


@dataclass(frozen=True)
class LabelledSort:
    """The labels of one sort of decision in a data set.

    sort: such as `"call"`, `"discard-under-riichi"`; `"any"` for agents without a correction.
    labels: how many.
    mean: what the other actions gained over the choices, on average.
    interval: the 95 % interval of that, by match; None for fewer than ten matches.
    spread: standard deviation of a label.
    """

    sort: str
    labels: int
    mean: float
    interval: tuple[float, float] | None
    spread: float


@dataclass(frozen=True)
class Checked:
    """What held-out labels say of the correction of one sort of decision; rank points, 95 % intervals by match.

    labels: how many are held out.
    slope: of the labels on the gains that the correction expects, 1 if they are true; None if it expects none.
    slope_interval: its interval; None for fewer than ten matches.
    taken: share of the labels for which the correction takes the other action.
    expected: gain that it expects of them.
    gained: gain by the labels; None if it takes none.
    gained_interval: its interval; None for fewer than ten matches.
    """

    labels: int
    slope: float | None
    slope_interval: tuple[float, float] | None
    taken: float
    expected: float
    gained: float | None
    gained_interval: tuple[float, float] | None


@dataclass(frozen=True)
class Adapted:
    """What `adapt` returns.

    before: the agent as it was.
    after: the adapted agent, such as `"value:learned=FILE"`, to be named wherever agents are.
    verdict: `"stronger"`, `"weaker"` or `"not shown to be stronger"`.
    gain: rank points per match of the agent after less those of the agent before, one against all others, paired by wall.
    games: matches of that.
    steps: steps of labels and fit that were done.
    step_games: matches with labels in each step.
    walls: walls of the match.
    labels: labels fitted in the last step.
    held_out: what held-out labels say, by sort of decision.
    left_out: sorts of decision with too few labels to correct.
    """

    before: str
    after: str
    verdict: str
    gain: Estimate
    games: int
    steps: int
    step_games: int
    walls: int
    labels: int
    held_out: dict[str, Checked]
    left_out: list[str]


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
    """Plays matches and labels their decisions by rollouts, as `hyakuman agents labels` does: the same bytes.

    path: folder of the data set; its table `labels` has a row for each label.
    label: the agent whose choices and other actions are compared; None for the first of `agents`.
    policy: the agent that plays on in every seat; None for `value:depth=0` for `value`, otherwise the agent compared.
    rate: chance that a decision is looked at.
    worlds: walls on which it is played out.
    worth: what the end of a kyoku is worth: `"rank_points"` or `"points"`.
    places: file of a model of final places fitted to the rules, as `hyakuman agents places` writes it; None for that of the program.

    Other arguments as of `record`. Nothing is returned while other shards of the data set are not done.
    """
    if worth not in ("rank_points", "points"):
        raise ValueError(f"worth={worth!r}: choose from 'rank_points', 'points'")
    if places is not None and worth == "points":
        raise ValueError("places is of rank points: give either places or worth='points'")
    listed = _check.texts("agents", agents)
    if not listed:
        raise ValueError("there is no agent: give one for each seat, or one for all, such as 'value'")
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
    return [
        LabelledSort(sort, of["labels"], of["mean"]["value"], _interval(of["mean"]), of["spread"])
        for sort, of in (found["sorts"] or {}).items()
    ]


def adapt(
    out: str | os.PathLike[str],
    agent: str | None = None,
    *,
    policy: str | None = None,
    rules: RulesLike = "tenhou",
    budget: float = 1200.0,
    games: int | None = None,
    walls: int | None = None,
    steps: int = 2,
    seed: int = 1,
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> Adapted:
    """Adapts an agent to its rules, as `hyakuman agents adapt` does: labels, a fit, a match against the agent as it was.

    out: file of the correction; the folder with `.work` at its end keeps the labels, from which the same call goes on.
    agent: `value`, `placement` or `gari` with their options; None for `value`, `gari` for Toutenkou.
    policy: the agent that plays on in every seat after a labelled action; None for `agent` itself, `value` without looking ahead.
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
        _check.text_or_none("policy", policy, "value:depth=0"),
        _check.path("out", out),
        _check.seed(seed),
        _check.whole("threads", threads, 0, _check.MOST_THREADS),
    )
    effort = (_check.number("budget", budget, 0.0, 1e9), plan, _check.whole("steps", steps, 1, 20))
    with _Bar(progress) as bar:
        found = json.loads(_native.adapt(as_rules(rules).native, adapting, effort, bar))
    found["gain"] = _estimate(found["gain"])
    found["held_out"] = {sort: _checked(of) for sort, of in found["held_out"].items()}
    return Adapted(**found)


def _checked(found: dict[str, Any]) -> Checked:
    slope, gained = found["slope"], found["gained"]
    return Checked(
        found["labels"],
        None if slope is None else slope["value"],
        _interval(slope),
        found["taken"],
        found["expected"],
        None if gained is None else gained["value"],
        _interval(gained),
    )


def _interval(found: dict[str, Any] | None) -> tuple[float, float] | None:
    bounds = None if found is None else found["ci95"]
    return None if bounds is None else (bounds[0], bounds[1])
