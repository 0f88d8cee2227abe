"""Studies: questions about rules from a file, answered in pages."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _check, _native
from .experiments import ExperimentResult, _experiment_result
from .runs import Progress, _Bar


@dataclass(frozen=True)
class QuestionResult:
    """What was found for a question.

    name: its name in the file.
    title: its title.
    found: what was found of the primary measures, in sentences.
    whole: whether all of it is played; with `shard` others may still play.
    parts: the experiments that it was played as: of tables with the same number of walls, once for each time that it is repeated.
    """

    name: str
    title: str
    found: list[str]
    whole: bool
    parts: list[ExperimentResult] = field(repr=False)


def study(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    only: str | Sequence[str] = (),
    share: float = 1.0,
    shard: tuple[int, int] = (0, 1),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> dict[str, QuestionResult]:
    """Answers the questions of a study file (docs/study.md); the results by the names of the questions.

    path: the file.
    out: folder of the pages, of `results.parquet`, and of what is kept: the same call goes on after an interruption.
    only: names of questions; none for all. The index and `results.parquet` have what is known of the others, too.
    share: the share of the walls of every question, above 0 and at most 1.
    shard: which part is played, from 0, and of how many; all share the folder, and the last one writes the pages.

    Other arguments as of `run`.
    """
    files = (_check.path("path", path), _check.path("out", out))
    names = _check.texts("only", only)
    index, of = _check.shard(shard)
    count = _check.whole("threads", threads, 0, _check.MOST_THREADS)
    with _Bar(progress) as bar:
        found = json.loads(_native.study_file(files, names, _check.number("share", share, 0, 1), (index + 1, of), count, bar))
    return {of["name"]: _question(of) for of in found["questions"]}


def _question(found: dict[str, Any]) -> QuestionResult:
    parts = [_experiment_result(part["experiment"]) for part in found["parts"]]
    return QuestionResult(found["name"], found["title"], found["found"], found["whole"], parts)
