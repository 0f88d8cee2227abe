"""A model of final places: the chance of each place of each seat, from the state of the match at the start of a kyoku."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import numpy as np
import optax
from numpy.typing import ArrayLike, NDArray

from . import checkpoints
from .config import ConfigError, Places
from .models import Params, normal
from .run import Run, Say, ensure, optimizer, tell

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Starts:
    """States of matches at the start of kyoku, n of them. Seats are in turn, the dealer first.

    scores: (n, seats), in points.
    kyoku: (n,), winds passed times seats, plus the seat of the dealer.
    honba, sticks: (n,).
    """

    scores: NDArray[Any]
    kyoku: NDArray[Any]
    honba: NDArray[Any]
    sticks: NDArray[Any]

    def features(self) -> Floats:
        """(n, features), the input of the model."""
        seats = self.scores.shape[1]
        scores = self.scores.astype(np.float32)
        # From the third wind on it is always the last kyoku or after it.
        number = np.eye(3 * seats, dtype=np.float32)[np.minimum(self.kyoku, 3 * seats - 1)]
        parts = [(scores - scores.mean(axis=1, keepdims=True)) / 10_000, number]
        parts += [np.minimum(column, 10)[:, None].astype(np.float32) / 5 for column in (self.honba, self.sticks)]
        return np.concatenate(parts, axis=1)

    def __getitem__(self, rows: Any) -> Starts:
        return Starts(self.scores[rows], self.kyoku[rows], self.honba[rows], self.sticks[rows])


class PlacesModel:
    """A fitted model: a softmax over all orders of the seats, so that the chances of seats and places fit each other.

    seats: seats of a table.
    worth: (seats,) rank points of each place, on average.
    """

    def __init__(self, seats: int, params: Params, worth: ArrayLike) -> None:
        self.seats, self.worth = seats, np.asarray(worth, np.float32)
        self._layers = [(np.asarray(layer["w"]), np.asarray(layer["b"])) for layer in params]

    @staticmethod
    def load(path: str | Path) -> PlacesModel:
        """The model of a file that `places` has written. Raises ValueError for other files."""
        arrays, about = checkpoints.load(path)
        if "worth" not in about:
            raise ValueError(f"{path} is no model of places: give a checkpoint of places")
        like = _init(0, about["seats"], about["config"]["layers"])
        return PlacesModel(about["seats"], checkpoints.restore(like, arrays, "['params']"), about["worth"])

    def chances(self, starts: Starts) -> Floats:
        """(n, seats, places): the chance of each place of each seat, the dealer first. Rows and columns add up to 1."""
        x = starts.features()
        for w, b in self._layers[:-1]:
            x = np.maximum(x @ w + b, 0)
        logits = x @ self._layers[-1][0] + self._layers[-1][1]
        orders = np.exp(logits - logits.max(axis=1, keepdims=True))
        orders /= orders.sum(axis=1, keepdims=True)
        chances: Floats = np.einsum("no,osp->nsp", orders, _marginals(self.seats))
        return chances

    def expected(self, starts: Starts) -> Floats:
        """(n, seats): expected rank points of each seat, the dealer first."""
        expected: Floats = self.chances(starts) @ self.worth
        return expected


def run(config: Places, *, resume: bool = False, say: Say = tell) -> Path:
    """The command `places`. Returns the folder with `last.npz`, the model, and `report.json`."""
    ensure(config.path, config.record, config.games, config.rules, config.seed, "actions", say)
    table = _Table.read(config.path)
    train, test = table.split(config.test, config.seed)
    progress = Run(config.out, "places", config, resume=resume, say=say)
    progress.about |= {"seats": table.seats, "worth": train.worth().tolist()}
    params = _fit(config, train, progress)
    found = report(PlacesModel(table.seats, params, progress.about["worth"]), train, test)
    (progress.folder / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    _tell(found, say)
    return progress.folder


@dataclass(frozen=True)
class _Table:
    """Kyoku of a data set: states, by seat from the dealer on the place in the match from 0, its rank points, and the wall."""

    starts: Starts
    places: NDArray[np.intp]
    points: Floats
    wall: NDArray[np.int64]

    @property
    def seats(self) -> int:
        return int(self.places.shape[1])

    @staticmethod
    def read(path: str) -> _Table:
        import pyarrow.parquet as parquet

        try:
            kyoku, matches = (parquet.read_table(Path(path) / name) for name in ("kyoku", "matches"))
        except FileNotFoundError as error:
            raise ConfigError(f"{path} is no data set with the tables kyoku and matches") from error
        column = {name: kyoku.column(name).to_numpy() for name in kyoku.column_names if name != "result"}
        number = matches.column("match").to_numpy()
        at = np.argsort(number)[np.searchsorted(np.sort(number), column["match"])]
        place, points = (_seats(matches, name)[at].astype(np.int64) for name in ("placement", "rank_points"))
        # With three players the fourth seat has no place.
        seats = int((place[0] > 0).sum()) if len(place) else 4
        turn = (column["dealer"][:, None].astype(np.intp) + np.arange(seats)) % seats
        scores, place, points = (np.take_along_axis(of, turn, axis=1) for of in (_seats(kyoku, "before"), place, points))
        starts = Starts(scores, column["kyoku"].astype(np.intp), column["honba"], column["kyotaku"])
        wall = matches.column("wall").to_numpy()[at].astype(np.int64)
        return _Table(starts, place.astype(np.intp) - 1, (points / 1000).astype(np.float32), wall)

    def split(self, test: float, seed: int) -> tuple[_Table, _Table]:
        """Two tables without a wall in both."""
        walls = np.unique(self.wall)
        held_out = np.random.default_rng(seed).permutation(walls)[: round(test * len(walls))]
        inside = np.isin(self.wall, held_out)
        if inside.all() or (test > 0 and not inside.any()):
            raise ConfigError(f"the data set has {len(walls)} walls: too few to hold out {test:.0%} of them")
        return self._rows(~inside), self._rows(inside)

    def _rows(self, rows: NDArray[np.bool_]) -> _Table:
        return _Table(self.starts[rows], self.places[rows], self.points[rows], self.wall[rows])

    def worth(self) -> Floats:
        """(seats,): rank points of each place, on average."""
        return np.array([self.points[self.places == place].mean() for place in range(self.seats)], np.float32)

    def orders(self) -> NDArray[np.intp]:
        """(n,): which order of the seats it was."""
        number = {order: at for at, order in enumerate(itertools.permutations(range(self.seats)))}
        return np.array([number[tuple(row)] for row in self.places.tolist()], np.intp)


def _seats(table: Any, name: str) -> NDArray[Any]:
    return np.stack([table.column(f"{name}_{seat}").to_numpy() for seat in range(4)], axis=1)


def _marginals(seats: int) -> Floats:
    """(orders, seats, places): 1 where the order gives the seat this place."""
    return np.eye(seats, dtype=np.float32)[list(itertools.permutations(range(seats)))]


def _init(seed: int, seats: int, layers: list[int]) -> Params:
    sizes, random = [3 * seats + seats + 2, *layers, len(_marginals(seats))], np.random.default_rng(seed)
    return [{"w": normal(random, (a, b), a**-0.5), "b": np.zeros(b, np.float32)} for a, b in itertools.pairwise(sizes)]


def _fit(config: Places, train: _Table, progress: Run) -> Params:
    rule = optimizer(config.optimizer, config.steps)
    params = _init(config.seed, train.seats, config.layers)
    state = progress.restored({"params": params, "opt": jax.jit(rule.init)(params)})
    features, orders, losses = train.starts.features(), train.orders(), []
    update = jax.jit(_update(rule))
    for step in range(progress.step, config.steps):
        rows = np.random.default_rng([config.seed, step]).integers(len(orders), size=config.batch_size)
        state, loss = update(state, features[rows], orders[rows])
        losses.append(loss)
        if (step + 1) % 500 == 0 or step + 1 == config.steps:
            progress.note(step + 1, {"loss": float(np.mean(losses))})
            progress.save(step + 1, state)
            losses = []
    return state["params"]


def _update(rule: optax.GradientTransformation) -> Any:
    def loss(params: Params, x: Any, order: Any) -> Any:
        for layer in params[:-1]:
            x = jax.nn.relu(x @ layer["w"] + layer["b"])
        logits = x @ params[-1]["w"] + params[-1]["b"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, order).mean()

    def update(state: Any, x: Any, order: Any) -> tuple[Any, Any]:
        found, gradient = jax.value_and_grad(loss)(state["params"], x, order)
        change, opt = rule.update(gradient, state["opt"], state["params"])
        return {"params": optax.apply_updates(state["params"], change), "opt": opt}, found

    return update


def report(model: PlacesModel, train: _Table, test: _Table) -> dict[str, Any]:
    """Log losses of the place of a seat on held-out walls, beside those of simpler models, and how often what is expected happens."""
    chances = model.chances(test.starts)
    happened = np.eye(model.seats, dtype=bool)[test.places]
    even = np.full_like(chances, 1 / model.seats)
    losses = {"model": chances, "place by score and kyoku": _frequencies(train, test), "all alike": even}
    return {
        "kyoku": len(chances),
        "log_loss": {name: float(-np.log(found[happened]).mean()) for name, found in losses.items()},
        "calibration": _calibration(chances.reshape(-1), happened.reshape(-1)),
    }


def _frequencies(train: _Table, test: _Table) -> Floats:
    """(n, seats, places): how often seats with this place by score, in this kyoku, came in at each place."""
    counts = np.ones((3 * train.seats, train.seats, train.seats), np.float32)
    np.add.at(counts, (*_now(train), train.places), 1)
    found: Floats = (counts / counts.sum(axis=2, keepdims=True))[_now(test)]
    return found


def _now(table: _Table) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, seats) each: the kyoku, and the place by score."""
    kyoku = np.minimum(table.starts.kyoku, 3 * table.seats - 1)
    rank = np.argsort(np.argsort(-table.starts.scores.astype(np.int64), axis=1, kind="stable"), axis=1)
    return np.broadcast_to(kyoku[:, None], rank.shape), rank


def _calibration(chance: Floats, happened: NDArray[np.bool_]) -> list[dict[str, float]]:
    """For each tenth of the chances how many there are, their mean, and how often it happened."""
    tenth = np.minimum((chance * 10).astype(int), 9)
    rows = [np.flatnonzero(tenth == at) for at in range(10)]
    return [
        {"count": len(of), "expected": float(chance[of].mean()), "happened": float(happened[of].mean())} for of in rows if len(of)
    ]


def _tell(found: dict[str, Any], say: Say) -> None:
    say(f"{found['kyoku']:,} kyoku on walls held out; log loss of the place of a seat:")
    for name, loss in found["log_loss"].items():
        say(f"  {loss:.4f} {name}")
    say("  expected  happened  chances")
    for row in found["calibration"]:
        say(f"  {row['expected']:8.3f}  {row['happened']:8.3f}  {row['count']:7,}")
