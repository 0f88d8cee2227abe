"""Work on the machines of a Ray cluster. Needs the package ray."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    import ray
except ImportError as error:
    raise ImportError("hyakuman.ray needs Ray: pip install ray") from error

from . import _check
from .rules import Rules, RulesLike, as_rules
from .runs import RunResult
from .runs import record as record_here
from .studies import QuestionResult
from .studies import study as study_here
from .vec_env import VecEnv


def record(
    path: str | os.PathLike[str],
    agents: str | Sequence[str] = "ukeire",
    *,
    rules: RulesLike = "tenhou",
    games: int = 1000,
    seed: int = 1,
    rotate: bool = True,
    tables: str | Sequence[str] = ("matches", "kyoku", "decisions"),
    part_size: int | None = None,
    shards: int | None = None,
    threads: int = 1,
    options: dict[str, Any] | None = None,
) -> RunResult:
    """Fills one data set by tasks of a cluster; the files are those that `hyakuman.record` writes on one machine.

    path: folder of the data set, which all machines reach under this path; so they do a rules file, or a network of an agent.
    shards: number of tasks; None for one for each processor of the cluster.
    threads: threads, and processors of Ray, of each task.
    options: further options of the tasks, as of `ray.remote`.

    A data set that is there is continued. A task that fails is started again and goes on behind the parts that are finished:
    nothing is lost, nothing is played twice. Other arguments as of `hyakuman.record`.
    """
    threads = _check.whole("threads", threads, 1, _check.MOST_THREADS)
    kept: dict[str, Any] = {
        "agents": agents,
        "games": games,
        "seed": seed,
        "rotate": rotate,
        "tables": tuple(_check.texts("tables", tables)),
        "part_size": part_size,
        "resume": True,
        "threads": threads,
        "progress": False,
    }
    recipe = (os.path.abspath(_check.path("path", path)), as_rules(rules), kept)
    _divided(_shard, recipe, shards, threads, options)
    # All parts are there: this plays nothing, and adds up.
    return record_here(path, rules=rules, **kept)


def _shard(path: str, rules: Rules, kept: dict[str, Any], shard: tuple[int, int]) -> None:
    record_here(path, rules=rules, shard=shard, **kept)


def study(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    only: str | Sequence[str] = (),
    share: float = 1.0,
    shards: int | None = None,
    threads: int = 1,
    options: dict[str, Any] | None = None,
) -> dict[str, QuestionResult]:
    """Answers the questions of a study file by tasks of a cluster; the pages are those that `hyakuman.study` writes on one machine.

    path: the file, which all machines reach under this path.
    out: the folder, likewise.
    shards, threads, options: as of `record`.

    Other arguments as of `hyakuman.study`.
    """
    threads = _check.whole("threads", threads, 1, _check.MOST_THREADS)
    kept: dict[str, Any] = {"only": tuple(_check.texts("only", only)), "share": share, "threads": threads, "progress": False}
    recipe = (os.path.abspath(_check.path("path", path)), os.path.abspath(_check.path("out", out)), kept)
    of = _divided(_study_shard, recipe, shards, threads, options)
    # All shards are there: this plays nothing, and writes the pages.
    return study_here(path, out, shard=(0, of), **kept)


def _study_shard(path: str, out: str, kept: dict[str, Any], shard: tuple[int, int]) -> None:
    study_here(path, out, shard=shard, **kept)


def _divided(work: Any, recipe: tuple[Any, ...], shards: int | None, threads: int, options: dict[str, Any] | None) -> int:
    """Does the work of all shards, each as a task; their number."""
    usual = max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
    of = usual if shards is None else _check.whole("shards", shards, 1, _check.MOST_GAMES)
    task = ray.remote(**{"num_cpus": threads, "max_retries": 3} | (options or {}))(work)
    ray.get([task.remote(*recipe, (index, of)) for index in range(of)])
    return of


@ray.remote
class Rollouts:
    """An actor with a `VecEnv` of its own: `Rollouts.remote(recipe)`, with the `recipe` of an environment or the arguments of
    one. The policy goes to the environment, not the observations to the policy."""

    def __init__(self, recipe: dict[str, Any]) -> None:
        self._env = VecEnv(**recipe)
        self._batch = self._env.recv()

    def play(self, policy: Any, rounds: int) -> dict[str, Any]:
        """Plays rounds by `policy(obs, mask) -> actions` and returns the matches that ended, and the number of decisions."""
        finished, decisions = [], 0
        for _ in range(rounds):
            decisions += len(self._batch)
            self._batch = self._env.step(policy(self._batch.obs, self._batch.mask))
            finished.append(self._batch.finished)
        return {"finished": np.concatenate(finished), "decisions": decisions}
