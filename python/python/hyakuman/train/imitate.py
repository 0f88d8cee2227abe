"""Imitation: a network learns the decisions of a data set."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from ..dataset import DataBatch, Dataset, Threads
from . import checkpoints
from .config import ConfigError, Imitate
from .evaluate import Judge
from .models import ACTIONS, Params, Resnet, count
from .players import Forward
from .run import Run, Say, ensure, optimizer, tell
from .targets import KEYS, ORDERS, Labels, Soft, hard, permuted

#: Rank points that are 1 in the value of a network.
UNIT = 30.0

#: Outputs before this one are discards, with riichi or without.
_DISCARDS = 74


def run(config: Imitate, *, resume: bool = False, say: Say = tell) -> Path:
    """The command `imitate`. Returns the folder with `last.npz`, `best.npz`, `best.onnx` and the curves."""
    ensure(config.data.path, config.data.record, config.data.games, config.data.rules, config.seed, config.targets, say)
    progress = Run(config.out, "imitate", config, resume=resume, say=say)
    training = Training(config, progress)
    while training.step < config.steps:
        training.update()
        training.report()
    return progress.folder


class Training:
    """A training in progress: weights, optimiser and the place in the data.

    The order of the data depends on its seed and the number of the pass; so does a resumed run.
    """

    def __init__(self, config: Imitate, progress: Run) -> None:
        self.config, self.run, self.step = config, progress, progress.step
        self.net = Resnet.of(config.model)
        self._soft = _soft(config)
        self.data, self._held_out = _data(config, "train", self._soft), _held_out(config, self._soft)
        rule = optimizer(config.optimizer, config.steps)
        self._update = jax.jit(_update(self.net, rule, config))
        params = _weights(config, self.net)
        self.state = progress.restored({"params": params, "opt": jax.jit(rule.init)(params)})
        self._batches = self._stream()
        self._losses: list[Any] = []
        self._forward, self._judge = Forward(self.net), Judge(progress, self.net, config.evaluate, config.data.rules, params)
        progress.about["model"] = dataclasses.asdict(self.net)
        progress.say(f"{count(params):,} weights, {self.data.matches:,} matches of {', '.join(self.data.agents)}")

    def update(self) -> None:
        """One step down the loss."""
        self.state, loss = self._update(self.state, self.step % ORDERS, *next(self._batches))
        self._losses.append(loss)
        self.step += 1

    def _prepared(self, batch: DataBatch) -> Any:
        """What an update needs of a batch, where it computes."""
        outcome = (batch.labels["rank_points"] / (1000 * UNIT)).astype(np.float32)
        return jax.device_put((batch.obs, batch.mask, *self._targets(batch), batch.weight, outcome))

    def _targets(self, batch: DataBatch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(n, 124): what is taken, and what is lost by each action, of which recorded actions alone say nothing."""
        if self._soft:
            return self._soft.both(batch)
        return hard(batch), np.zeros((len(batch), ACTIONS), np.float32)

    def report(self) -> None:
        """Progress, matches and checkpoints, where they are due."""
        config, step = self.config, self.step
        due = self._judge.due(step, config.steps)
        if step % config.log_every == 0 or step == config.steps or due:
            self._log()
        if due:
            self._judge.judge(step, self.state["params"], self._card())
        if step % config.save_every == 0 or step == config.steps or due:
            self.run.save(step, self.state)

    def _log(self) -> None:
        discards, others = agreement(self._forward, self.state["params"], self._held_out)
        self.run.about["agreement"] = [discards, others]
        figures = {"loss": float(np.mean(self._losses)), "discards": 100 * discards, "others": 100 * others}
        self._losses = []
        self.run.note(self.step, figures)
        self.run.curves.draw("loss", "Loss", "step", "nats", {"loss": "training"})
        lines = {"discards": "discards", "others": "claims and others"}
        self.run.curves.draw("agreement", "Agreement on held-out walls", "step", "%", lines)

    def _card(self) -> dict[str, str]:
        discards, others = self.run.about["agreement"]
        data = self.data
        return {
            "data": f"{data.matches} matches of {', '.join(data.agents)}, {data.ruleset}",
            "agreement": f"{100 * discards:.1f} % of discards, {100 * others:.1f} % of other decisions",
        }

    def _stream(self) -> Iterator[Any]:
        """What updates need, without end, from the step on."""
        each = len(self.data)
        if each == 0:
            raise ConfigError(f"data.batch_size = {self.config.data.batch_size}: the data set has fewer decisions to learn from")
        self.data.epoch, skipped = divmod(self.step, each)
        while True:
            yield from self._ahead(itertools.islice(self.data, skipped, None))
            skipped = 0

    def _ahead(self, batches: Iterator[DataBatch]) -> Iterator[Any]:
        """What is made of the batches, in their order, by threads."""
        threads = self.config.data.threads
        if threads == 0:
            yield from map(self._prepared, batches)
            return
        with Threads(threads) as workers:
            yield from workers.in_order((self._prepared, (batch,)) for batch in batches)


def _soft(config: Imitate) -> Soft | Labels | None:
    """What is learned besides the actions."""
    if config.targets == "labels":
        return Labels(config.data.path, config.temperature)
    return Soft(config.data.path, config.temperature, config.taken) if config.targets == "evaluations" else None


def _data(config: Imitate, split: str, soft: Soft | Labels | None) -> Dataset:
    """The decisions to learn from, or those held out. With labels only those that have one."""
    asked, train = config.data, split == "train"
    return Dataset(
        asked.path,
        obs=config.model.planes,
        batch_size=asked.batch_size if train else 1024,
        labels=["rank_points", *(KEYS if soft else ())],
        where=soft.has if isinstance(soft, Labels) else None,
        agent=asked.agent or None,
        question=asked.question or None,
        room=asked.room or None,
        grade=asked.grade or None,
        placement=asked.placement or None,
        split=split,
        test=asked.test,
        seed=config.seed,
        pool=asked.pool,
        drop_last=train,
        threads=asked.threads if train else 0,
    )


def _held_out(config: Imitate, soft: Soft | Labels | None) -> list[DataBatch]:
    batches: list[DataBatch] = []
    for batch in _data(config, "test", soft):
        batches.append(batch)
        if sum(map(len, batches)) >= config.data.test_rows:
            break
    if not batches:
        raise ConfigError(f"data.test = {config.data.test}: no wall of the data set is held out")
    return batches


def _weights(config: Imitate, net: Resnet) -> Params:
    """The weights it begins with."""
    if not config.start:
        return net.init(config.seed)
    given, params, _ = checkpoints.network(config.start)
    if given != net:
        raise ConfigError(f"start = {config.start}: it has {given}, [model] asks for {net}")
    return params


def _update(net: Resnet, rule: optax.GradientTransformation, config: Imitate) -> Callable[..., Any]:
    """The function that takes one step."""

    def loss(params: Params, obs: Any, mask: Any, targets: Any, lost: Any, weight: Any, outcome: Any) -> Any:
        logits, value = net.apply(params, obs)
        chances = log_chances(logits, mask)
        found = -(targets * chances).sum(axis=1)
        if config.targets == "labels":
            found = config.taken * found + (1 - config.taken) * labelled(logits, targets, lost)
        else:
            found += config.lost_weight * (jnp.exp(chances) * lost).sum(axis=1)
        if net.dueling:
            value = (targets * logits).sum(axis=1)
        return (weight * (found + config.value_weight * (value - outcome) ** 2)).mean()

    def update(state: Any, order: Any, obs: Any, mask: Any, targets: Any, lost: Any, *rest: Any) -> tuple[Any, Any]:
        seen = (obs, mask, targets, lost)
        seen = permuted(order, *seen) if config.data.suits else seen
        found, gradient = jax.value_and_grad(loss)(state["params"], *seen, *rest)
        change, opt = rule.update(gradient, state["opt"], state["params"])
        return {"params": optax.apply_updates(state["params"], change), "opt": opt}, found

    return update


def labelled(logits: Any, choice: Any, lost: Any) -> Any:
    """(n,): squares of what the numbers of actions are wrong about the losses against the choice, where there are labels."""
    less = (choice * logits).sum(axis=1, keepdims=True) - logits
    return jnp.where(jnp.isnan(lost), 0, (less - jnp.nan_to_num(lost)) ** 2).sum(axis=1)


def log_chances(logits: Any, mask: Any) -> Any:
    """Logarithms of the chances of a softmax over the legal actions; a large negative number for the others."""
    return jax.nn.log_softmax(jnp.where(mask, logits, -1e9))


def agreement(forward: Forward, params: Params, batches: list[DataBatch]) -> tuple[float, float]:
    """In which share of the decisions the best action is the one taken: of discards, and of the others."""
    same, discards = [], []
    for batch in batches:
        logits, _ = forward(params, batch.obs)
        same.append(np.where(batch.mask, logits, -np.inf).argmax(axis=1) == batch.action)
        discards.append(batch.action < _DISCARDS)
    hits, of = np.concatenate(same), np.concatenate(discards)
    return _share(hits[of]), _share(hits[~of])


def _share(hits: NDArray[np.bool_]) -> float:
    """Of the decisions; 1 if there are none."""
    return float(hits.mean()) if len(hits) else 1.0
