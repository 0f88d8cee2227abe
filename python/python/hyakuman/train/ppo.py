"""Self-play: a network plays, and learns from what its decisions led to (PPO, a policy gradient with clipped steps)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from ..rules import Rules
from ..trajectories import Trajectories, gae
from ..vec_env import Batch, VecEnv
from . import checkpoints
from .config import ConfigError, Ppo
from .evaluate import Judge
from .imitate import log_chances
from .models import Params, Resnet, count
from .players import Forward
from .run import Run, Say, optimizer, tell

#: Decisions with what came of them, by name: (n, ...) each.
Decisions = dict[str, NDArray[Any]]


def run(config: Ppo, *, resume: bool = False, say: Say = tell) -> Path:
    """The command `ppo`. Returns the folder with `last.npz`, `best.npz`, `best.onnx` and the curves."""
    progress = Run(config.out, "ppo", config, resume=resume, say=say)
    training = Training(config, progress)
    while training.step < config.iterations:
        training.iterate()
        training.report()
    return progress.folder


class Training:
    """A training in progress: weights, optimiser, and the matches in play."""

    def __init__(self, config: Ppo, progress: Run) -> None:
        self.config, self.run, self.step = config, progress, progress.step
        self.net, params = _network(config)
        self.actor = Actor(config, self.net)
        updates = self._updates()
        rule = _rule(config, updates)
        critic = self.actor.critic
        self._update = jax.jit(_update(config, self.net, critic, rule))
        weights = {"params": params, "critic": critic.init(config.seed) if critic else {}}
        self.state = progress.restored({**weights, "opt": jax.jit(rule.init)(weights)})
        self._first, self._forward = params, Forward(self.net)
        self._judge = Judge(progress, self.net, config.evaluate, config.rules, params)
        self._noted: dict[str, float] = {}
        self._decisions = int(progress.about.get("decisions", 0))
        progress.about["model"] = dataclasses.asdict(self.net)
        self.actor.replay(self.step, progress.array("actions"), progress.array("counts"))
        progress.say(f"{count(params):,} weights, {updates} updates in each pass over {self._least():,} decisions or more")

    def _least(self) -> int:
        """Decisions of an iteration, at the least."""
        return self.config.tables * self.config.rounds

    def _updates(self) -> int:
        updates = self._least() // self.config.minibatch
        if not updates:
            raise ConfigError(f"minibatch = {self.config.minibatch} is more than the {self._least()} decisions of an iteration")
        return updates

    def iterate(self) -> None:
        """Plays, and learns from it."""
        config = self.config
        self.actor.begin(self.step)
        data = judged(self.actor.play(self.state), config)
        if config.anchor:
            data["anchor"], _ = self._forward(self._first, data["obs"])
        names = [name for name in _LEARNED if name in data]
        only_value = jnp.asarray(self.step < config.value_warmup)
        found = []
        for epoch in range(config.epochs):
            order = np.random.default_rng([config.seed, self.step, epoch]).permutation(len(data["action"]))
            for start in range(0, len(order) - config.minibatch + 1, config.minibatch):
                rows = order[start : start + config.minibatch]
                batch = {name: data[name][rows] for name in names}
                self.state, figures = self._update(self.state, batch, only_value)
                found.append(figures)
        self.step += 1
        self._decisions += len(data["action"])
        self._noted = {name: float(np.mean([figures[name] for figures in found])) for name in found[0]}
        self._noted |= {"explained": data["explained"].item(), "decisions": self._decisions}

    def report(self) -> None:
        """Progress, matches and checkpoints, where they are due."""
        config, step = self.config, self.step
        self.run.note(step, self._noted)
        self.run.curves.draw("entropy", "Entropy of the play", "iteration", "nats", {"entropy": "entropy"})
        self.run.curves.draw("value", "Share of the returns that the value explains", "iteration", "", {"explained": "explained"})
        if due := self._judge.due(step, config.iterations):
            players = "itself" if config.opponents == ["self"] else ", ".join(config.opponents)
            data = f"{self._decisions} decisions against {players}, {config.rules}, reward {config.reward}"
            self._judge.judge(step, self.state["params"], {"data": data + (f", from {config.start}" if config.start else "")})
        if step % config.save_every == 0 or step == config.iterations or due:
            self.run.about["decisions"] = self._decisions
            self.run.save(step, self.state, **self.actor.history())


#: What is 1 in the value of a network: rank points, points, rank points.
_UNITS = {"rank": 30.0, "kyoku": 4000.0, "places": 10.0}

#: What an update takes of the decisions.
_LEARNED = ("obs", "oracle", "mask", "action", "log_chance", "advantage", "target", "anchor")


class Actor:
    """Plays with a network, and remembers what it answered: from that a resumed run plays the same matches again."""

    def __init__(self, config: Ppo, net: Resnet) -> None:
        self._config, self._forward = config, Forward(net)
        rules = Rules(config.rules)
        self._env = VecEnv(
            rules,
            config.tables,
            _agents(config, rules.seats),
            obs=net.planes,
            oracle=config.critic == "oracle",
            reward=config.reward,
            places=(config.places or None) if config.reward == "places" else None,
            seed=config.seed,
            rotate=config.opponents != ["self"],
        )
        self._answers: list[NDArray[np.uint8]] = []
        #: The network that gives the value, if it is another one.
        self.critic = _critic(config, net, self._env)
        self._value = Forward(self.critic) if self.critic else None

    def begin(self, iteration: int) -> None:
        """Begins new matches where they are due."""
        if iteration % self._config.reset_every == 0:
            self._batch = self._env.reset(int(np.random.default_rng([self._config.seed, iteration]).integers(2**62)))
            self._answers = []

    def replay(self, iteration: int, actions: Any, counts: Any) -> None:
        """Plays what was answered since the last beginning of matches."""
        if actions is None or iteration % self._config.reset_every == 0:
            return
        self.begin(iteration - iteration % self._config.reset_every)
        for answer in np.split(actions, np.cumsum(counts)[:-1]):
            self._send(answer)

    def history(self) -> Decisions:
        """What was answered since the last beginning of matches."""
        actions = np.concatenate(self._answers) if self._answers else np.zeros(0, np.uint8)
        return {"actions": actions, "counts": np.array([len(answer) for answer in self._answers], np.int64)}

    def play(self, state: Params) -> Decisions:
        """The decisions of some rounds."""
        trajectories = Trajectories(self._env.seats)
        for _ in range(self._config.rounds):
            batch = self._batch
            logits, value = self._forward(state["params"], batch.obs)
            seen = {"obs": batch.obs, **({"oracle": batch.oracle} if self._value else {})}
            if self._value:
                _, value = self._value(state["critic"], np.concatenate(list(seen.values()), axis=1))
            actions, log_chance = self._env.sample_logits(logits / self._config.temperature)
            columns = {**seen, "mask": batch.mask, "action": actions, "log_chance": log_chance, "value": value}
            trajectories.add(batch, columns, **self.rewards(batch))
            self._send(actions)
        return trajectories.take()

    def rewards(self, batch: Batch) -> Decisions:
        """The rewards of a batch for `Trajectories.add`. With `rank` an episode is a match, otherwise a kyoku."""
        unit = _UNITS[self._config.reward]
        found = {"reward": batch.reward / unit, "final": batch.finished["reward"] / unit}
        return found if self._config.reward == "rank" else {**found, "begins": batch.first | batch.kyoku_over}

    def _send(self, actions: NDArray[np.uint8]) -> None:
        self._answers.append(actions)
        self._batch = self._env.step(actions)


def judged(data: Decisions, config: Ppo) -> Decisions:
    """The decisions whose outcome is known, with their advantages (of standard deviation 1) and the targets of the value."""
    found = gae(data["reward"], data["value"], data["stream"], data["end"], gamma=config.gamma, lam=config.lam)
    known = {name: array[found.known] for name, array in data.items()}
    gain, target = found.advantage[found.known], found.target[found.known]
    known["advantage"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    known["target"] = target
    known["explained"] = np.asarray(1 - np.var(target - known["value"]) / (np.var(target) + 1e-8))
    return known


def _critic(config: Ppo, net: Resnet, env: VecEnv) -> Resnet | None:
    """A network like that which plays, with the hidden channels."""
    if config.critic == "own":
        return None
    return dataclasses.replace(net, hidden=tuple(float(of) for of in env.oracle_scale.ravel()))


def _network(config: Ppo) -> tuple[Resnet, Params]:
    if config.start:
        net, params, _ = checkpoints.network(config.start)
        return net, params
    net = Resnet.of(config.model)
    return net, net.init(config.seed)


def _agents(config: Ppo, seats: int) -> list[str | None] | None:
    """The agents of `VecEnv`."""
    given = config.opponents
    if given == ["self"]:
        return None
    others = given * (seats - 1) if len(given) == 1 else given
    if "self" in given or len(others) != seats - 1:
        raise ConfigError(f'opponents = {given}: give ["self"], one agent for all other seats, or {seats - 1} of them')
    return [None, *others]


def _rule(config: Ppo, updates: int) -> optax.GradientTransformation:
    """The optimiser, for weights under the keys `params` and `critic`."""
    rule = optimizer(config.optimizer, config.iterations * config.epochs * updates)
    if not config.freeze:
        return rule

    def sort(path: Any, _: Any) -> str:
        return "stay" if jax.tree_util.keystr(path) == "['params']['policy']['w']" else "learn"

    sorts = {"learn": rule, "stay": optax.set_to_zero()}
    return optax.multi_transform(sorts, lambda weights: jax.tree_util.tree_map_with_path(sort, weights))


def _update(config: Ppo, net: Resnet, critic: Resnet | None, rule: optax.GradientTransformation) -> Callable[..., Any]:
    """The function that takes one step."""

    def loss(weights: Params, batch: dict[str, Any], only_value: Any) -> tuple[Any, dict[str, Any]]:
        logits, value = net.apply(weights["params"], batch["obs"], config.detach)
        if critic:
            _, value = critic.apply(weights["critic"], jnp.concatenate([batch["obs"], batch["oracle"]], axis=1))
        of_play, figures = _loss_of_play(config, logits, batch)
        figures["value"] = ((value - batch["target"]) ** 2).mean()
        return jnp.where(only_value, 0, of_play) + config.value_weight * figures["value"], figures

    def update(state: Any, batch: dict[str, Any], only_value: Any) -> tuple[Any, Any]:
        weights = {name: state[name] for name in ("params", "critic")}
        (_, figures), gradient = jax.value_and_grad(loss, has_aux=True)(weights, batch, only_value)
        change, opt = rule.update(gradient, state["opt"], weights)
        return {**optax.apply_updates(weights, change), "opt": opt}, figures

    return update


def _loss_of_play(config: Ppo, logits: Any, batch: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The clipped gain, with entropy and distance; and figures to show."""
    logs = log_chances(logits / config.temperature, batch["mask"])
    log_chance = jnp.take_along_axis(logs, batch["action"][:, None].astype(jnp.int32), axis=1)[:, 0]
    ratio, gain = jnp.exp(log_chance - batch["log_chance"]), batch["advantage"]
    policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - config.clip, 1 + config.clip) * gain).mean()
    figures = {"policy": policy, "entropy": _entropy(logs), "kl": (batch["log_chance"] - log_chance).mean()}
    loss = policy - config.entropy * figures["entropy"]
    if config.anchor:
        figures["distance"] = (jnp.exp(logs) * (logs - _first_play(config, batch))).sum(axis=1).mean()
        loss += config.anchor * figures["distance"]
    return loss, figures


def _entropy(logs: Any) -> Any:
    # The logarithm of a chance of 0 times 0 counts 0.
    return -(jnp.exp(logs) * jnp.maximum(logs, -1e4)).sum(axis=1).mean()


def _first_play(config: Ppo, batch: dict[str, Any]) -> Any:
    """Logarithms of the chances with which the network played that it began with."""
    return log_chances(batch["anchor"] / config.temperature, batch["mask"])
