"""What all trainings share: the folder of a run, its checkpoints, its progress, the optimiser."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import optax

import hyakuman

from .. import _native
from . import checkpoints
from .config import ConfigError, Optimizer
from .curves import Curves, Figure

#: Gets the lines of progress.
Say = Callable[[str], None]


def tell(line: str) -> None:
    """Prints a line of progress at once."""
    print(line, flush=True)


class Run:
    """The folder of a run: `last.npz`, from which it goes on, and its curves.

    out: the folder.
    command, config: what is run; a folder of another configuration is refused.
    resume: go on after the checkpoint of the folder, if it has one. Otherwise such a folder is refused.
    """

    def __init__(self, out: str, command: str, config: Any, *, resume: bool, say: Say = tell) -> None:
        self.folder, self.say = Path(out), say
        self.about: dict[str, Any] = {"command": command, "config": _plain(config), "step": 0}
        self._arrays: dict[str, Any] | None = None
        if self.last.exists():
            self._open(resume)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.curves = Curves(self.folder)
        self._before, self._start = self.curves.begin(self.step), time.monotonic()

    @property
    def last(self) -> Path:
        """The checkpoint from which the run goes on."""
        return self.folder / "last.npz"

    @property
    def step(self) -> int:
        """Steps that are done."""
        return int(self.about["step"])

    def _open(self, resume: bool) -> None:
        if not resume:
            raise ConfigError(f"{self.folder} holds a run: --resume goes on with it, another `out` begins anew")
        self._arrays, about = checkpoints.load(self.last)
        other = _difference(about["config"], self.about["config"])
        if about["command"] != self.about["command"] or other:
            raise ConfigError(f"{self.folder} holds a run of another configuration: {other or about['command']}")
        self.about = about

    def restored(self, tree: Any) -> Any:
        """The tree as it was at the checkpoint; the tree itself if there is none."""
        return tree if self._arrays is None else checkpoints.restore(tree, self._arrays)

    def array(self, name: str) -> Any:
        """Another array of the checkpoint, or None."""
        return (self._arrays or {}).get(name)

    def save(self, step: int, tree: Any, **more: Any) -> None:
        """Writes the checkpoint."""
        self.about["step"] = step
        checkpoints.save(self.last, tree, self.about, more)

    def seconds(self) -> float:
        """Seconds of training, those before the last interruption included."""
        return self._before + time.monotonic() - self._start

    def note(self, step: int, figures: Mapping[str, Figure]) -> None:
        """Adds figures to the curves and prints them."""
        self.curves.add(step, self.seconds(), figures)
        self.say(f"{self.seconds():6.0f} s, step {step:6,}: " + ", ".join(f"{name} {_shown(figure)}" for name, figure in figures.items()))


def _shown(figure: Figure) -> str:
    return f"{figure:.4g}" if isinstance(figure, (int, float)) else f"{figure[0]:.2f} ({figure[1]:.2f} to {figure[2]:.2f})"


def _plain(config: Any) -> dict[str, Any]:
    """The configuration without its folder, which may be moved."""
    found: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(config)))
    found.pop("out")
    return found


def _difference(before: Mapping[str, Any], now: Mapping[str, Any], prefix: str = "") -> str:
    """The first key that differs, in words; empty if there is none."""
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := _difference(old, new, f"{prefix}{name}."):
                return inner
        elif old != new:
            return f"{prefix}{name} was {old!r} and is {new!r}"
    return ""


def optimizer(config: Optimizer, updates: int) -> optax.GradientTransformation:
    """The optimiser for so many updates."""
    updates = config.over or updates
    warmup = min(config.warmup, updates // 2)
    rest = max(1, updates - warmup)
    falls = {
        "cosine": lambda: optax.cosine_decay_schedule(config.rate, rest),
        "linear": lambda: optax.linear_schedule(config.rate, 0.0, rest),
        "constant": lambda: optax.constant_schedule(config.rate),
    }
    rate = optax.join_schedules([optax.linear_schedule(0.0, config.rate, max(1, warmup)), falls[config.schedule]()], [warmup])
    return optax.chain(optax.clip_by_global_norm(config.clip), optax.adamw(rate, weight_decay=config.weight_decay))


def ensure(path: str, record: str, games: int, rules: str, seed: int, targets: str, say: Say) -> None:
    """Records a data set where there is none yet and an agent is named for it, with the table that the targets need."""
    if any((Path(folder) / "manifest.json").exists() for _, folder in _native.data_sets(path)):
        return
    if not record:
        raise ConfigError(f"there is no data set in {path}: give `record`, an agent that plays one")
    start = time.monotonic()
    tables = ["matches", "kyoku", "decisions"]
    if targets == "labels":
        hyakuman.labels(path, record, rules=rules, games=games, seed=seed, tables=tables, resume=True)
    else:
        evaluate = record if targets == "evaluations" else None
        hyakuman.record(path, record, rules=rules, games=games, seed=seed, tables=tables, evaluate=evaluate, resume=True)
    say(f"{time.monotonic() - start:6.1f} s to record {games:,} matches of {record} in {path}")
