"""How strong a network is: matches on duplicate walls, and the best checkpoint by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import hyakuman
from hyakuman import Player as AnyPlayer

from . import checkpoints
from .config import Evaluate, EvaluateNet
from .curves import Figure
from .export import export
from .models import Params, Resnet
from .players import Player
from .run import Run, Say, tell


@dataclass(frozen=True)
class Strength:
    """Rank points per match of a network less those of an opponent, with the 95 % interval; alone the value for few walls."""

    opponent: str
    value: float
    low: float
    high: float
    walls: int

    def __str__(self) -> str:
        return f"{self.value:+.2f} rank points per match against {self.opponent} ({self.low:+.2f} to {self.high:+.2f}, {self.walls} walls)"


def strength(player: str | AnyPlayer, opponents: list[str | AnyPlayer], config: Evaluate, rules: str = "tenhou") -> list[Strength]:
    """Plays against each opponent, on the same walls. An agent is named by its spec."""
    found = []
    for opponent in opponents:
        how: dict[str, Any] = {"walls": config.walls, "seed": config.seed, "tables": config.tables, "threads": config.threads}
        pair = hyakuman.match(player, opponent, rules=rules, **how).pairs[0]
        low, high = pair.difference.interval or (pair.difference.value, pair.difference.value)
        found.append(Strength(pair.agents[1], pair.difference.value, low, high, config.walls))
    return found


class Judge:
    """Evaluates a network during a run and keeps the best: `best.npz`, and `best.onnx` with its card.

    start: the network called `start` among the opponents.
    """

    def __init__(self, run: Run, net: Resnet, config: Evaluate, rules: str, start: Params | None = None) -> None:
        self._run, self._net, self._config, self._rules = run, net, config, rules
        first = None if start is None else Player(net, start, "start")
        self._opponents: list[Any] = [first if first and name == "start" else name for name in config.opponents]

    def due(self, step: int, steps: int) -> bool:
        """Whether there are matches after this step."""
        return bool(self._opponents) and (step == steps or (self._config.every > 0 and step % self._config.every == 0))

    def judge(self, step: int, params: Params, card: dict[str, str]) -> None:
        """Plays, notes the figures, and keeps the network if the lower bound of its interval is the highest yet."""
        found = strength(Player(self._net, params), self._opponents, self._config, self._rules)
        figures: dict[str, Figure] = {f"strength {result.opponent}": (result.value, result.low, result.high) for result in found}
        self._run.note(step, figures)
        self._run.curves.draw("strength", "Strength", "step", "rank points per match", {name: name.partition(" ")[2] for name in figures})
        best = self._run.about.get("best")
        if best is None or found[0].low > best["low"]:
            self._run.about["best"] = {"step": step, "low": found[0].low}
            self._keep(step, params, {**card, "strength": "; ".join(map(str, found))})

    def _keep(self, step: int, params: Params, card: dict[str, str]) -> None:
        about = {**self._run.about, "step": step, "card": card}
        checkpoints.save(self._run.folder / "best.npz", {"params": params}, about)
        whole = {**card, "steps": str(step), "seconds": f"{self._run.seconds():.0f}", "version": hyakuman.__version__}
        export(self._net, params, self._run.folder / "best.onnx", whole)


def run(config: EvaluateNet, *, say: Say = tell) -> list[Strength]:
    """The command `evaluate`."""
    net, params, about = checkpoints.network(config.net)
    found = strength(Player(net, params), list(config.evaluate.opponents), config.evaluate, config.rules)
    say(f"{config.net}, step {about['step']:,}")
    for result in found:
        say(str(result))
    return found
