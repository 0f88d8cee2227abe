"""Configuration files: TOML read into frozen dataclasses. Each error is one sentence that names file, key and what would be right."""

from __future__ import annotations

import dataclasses
import tomllib
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class ConfigError(ValueError):
    """A configuration that cannot be used; the message is one sentence."""


def _key(meaning: str, *default: Any, low: float | None = None, high: float | None = None, choices: tuple[str, ...] = ()) -> Any:
    """A key with its meaning; without a default it has to be given."""
    about = {"meaning": meaning, "low": low, "high": high, "choices": choices}
    if default and isinstance(default[0], (list, type)):
        make = default[0] if isinstance(default[0], type) else lambda: list(default[0])
        return field(default_factory=make, metadata=about)
    return field(default=default[0], metadata=about) if default else field(metadata=about)


_TARGETS = ("actions", "evaluations", "labels")


@dataclass(frozen=True, kw_only=True)
class Data:
    """Where recorded decisions come from."""

    path: str = _key("folder of the data set")
    record: str = _key("agent that plays the data set if the folder has none; empty: it has to be there", "")
    games: int = _key("matches to record", 1000, low=1)
    rules: str = _key("ruleset to record", "tenhou")
    agent: list[str] = _key("only decisions of these agents, by their names in the data set; empty: all", [])
    question: list[str] = _key("only these questions, such as `turn`, `claim`; empty: all", [])
    room: list[str] = _key("of real games: only these rooms; empty: all", [])
    grade: list[str] = _key("of real games: only players of these grades; empty: all", [])
    placement: list[int] = _key("only seats that came in at these places of the match; empty: all", [], low=1, high=4)
    batch_size: int = _key("decisions of a step", 256, low=1)
    test: float = _key("share of the walls that are held out", 0.1, low=0, high=1)
    test_rows: int = _key("held-out decisions that the agreement is counted on", 8192, low=1)
    suits: bool = _key("the three suits change places, in another order for each batch: for few matches", False)
    pool: int = _key("decisions that are shuffled at once", 200_000, low=1)
    threads: int = _key("threads that make batches ahead", 1, low=0, high=1024)


@dataclass(frozen=True, kw_only=True)
class Model:
    """A residual network of convolutions over the 34 kinds of tiles."""

    planes: str = _key("its input", "planes-v1", choices=("planes-v1", "planes-v1-light"))
    channels: int = _key("numbers for each kind of tile", 64, low=1, high=4096)
    blocks: int = _key("residual blocks of two convolutions", 4, low=0, high=1000)
    first: int = _key("width of the first convolution, 1 or 3; 1 costs a third", 3, low=1, high=3)
    context: bool = _key("blocks see means and maxima over all kinds, too, and kinds have a bias", False)
    dueling: bool = _key("the numbers of the actions are the value and what each is above the mean of all; the number taken learns the result", False)
    precision: str = _key("`bfloat16`: mixed precision, for processors with units for it", "float32", choices=("float32", "bfloat16"))


@dataclass(frozen=True, kw_only=True)
class Optimizer:
    """Adam with decoupled weight decay."""

    rate: float = _key("learning rate at its highest", 1e-3, low=0)
    schedule: str = _key("how it falls: to 0 along a `cosine` or a line, or not", "cosine", choices=("cosine", "linear", "constant"))
    warmup: int = _key("updates in which it rises from 0", 100, low=0)
    over: int = _key("updates until it is 0, if not all: a later part continues at its own rate", 0, low=0)
    weight_decay: float = _key("weight decay", 0.0, low=0)
    clip: float = _key("longest gradient", 1.0, low=0)


@dataclass(frozen=True, kw_only=True)
class Evaluate:
    """Matches on duplicate walls during the training."""

    opponents: list[str] = _key("agents to play against, the first decides what is best; `start`: the network at the start", ["value"])
    every: int = _key("steps (iterations of ppo) between matches; 0: at the end only", 0, low=0)
    walls: int = _key("walls of a match", 100, low=1)
    seed: int = _key("seed of the walls", 10_000, low=0)
    tables: str = _key("seatings, as of `hyakuman.match`", "1v3")
    threads: int = _key("threads of a match; the batches of a network are fullest with 1", 1, low=0, high=1024)


@dataclass(frozen=True, kw_only=True)
class Imitate:
    """`imitate`: a network learns the decisions of a data set."""

    out: str = _key("folder of what is written")
    seed: int = _key("fixes weights and order of the decisions", 1, low=0)
    start: str = _key("checkpoint (.npz) whose weights it begins with; empty: random ones", "")
    steps: int = _key("updates", low=1)
    targets: str = _key("what is learned: the action taken, the softmax of the table `evaluations`, or the advantages of the table `labels`", "actions", choices=_TARGETS)
    temperature: float = _key("with `evaluations` and `labels`: the values, in thousands of points or in rank points, are divided by it", 0.3, low=1e-6)
    taken: float = _key("with `evaluations` and `labels`: share of what is learned that is the action taken (with `labels` the choice)", 0.0, low=0, high=1)
    lost_weight: float = _key("with `evaluations`: weight of the value that its chances lose on average, in temperatures", 0.0, low=0)
    value_weight: float = _key("weight of the loss of the value, which learns `rank_points`", 0.25, low=0)
    log_every: int = _key("steps between two lines of progress", 200, low=1)
    save_every: int = _key("steps between two checkpoints", 1000, low=1)
    data: Data = _key("")
    model: Model = _key("", Model)
    optimizer: Optimizer = _key("", Optimizer)
    evaluate: Evaluate = _key("", Evaluate)


@dataclass(frozen=True, kw_only=True)
class Ppo:
    """`ppo`: a network learns from matches that it plays."""

    out: str = _key("folder of what is written")
    seed: int = _key("fixes weights, matches and order", 1, low=0)
    start: str = _key("checkpoint (.npz) whose network it begins with; empty: a new one by `model`", "")
    rules: str = _key("ruleset", "tenhou")
    opponents: list[str] = _key("agents of the other seats; `self`: the learner holds all seats", ["self"])
    iterations: int = _key("times that it plays and learns", low=1)
    tables: int = _key("matches at once", 128, low=1)
    rounds: int = _key("decisions of each table in an iteration", 100, low=2)
    reset_every: int = _key("iterations until all tables begin anew; a resumed run plays again what came since", 50, low=1)
    reward: str = _key(
        "`rank`: rank points at the end of the match; `kyoku`: points of each kyoku; `places`: change of the expected rank points in each kyoku",
        "kyoku",
        choices=("rank", "kyoku", "places"),
    )
    places: str = _key("with `places`: file of a model of final places, as `hyakuman agents places` writes it; empty: that of the program", "")
    temperature: float = _key("the network plays by the softmax of its outputs divided by it", 1.0, low=1e-6)
    gamma: float = _key("what a reward is worth one decision earlier", 1.0, low=0, high=1)
    lam: float = _key("how far a decision is credited with what comes later", 0.95, low=0, high=1)
    epochs: int = _key("passes over the decisions of an iteration", 2, low=1)
    minibatch: int = _key("decisions of an update", 1024, low=1)
    clip: float = _key("how far a chance may move from that it was played with", 0.2, low=0)
    entropy: float = _key("weight of the entropy", 0.001, low=0)
    anchor: float = _key("weight of the distance (Kullback-Leibler) of its play from that of the network it began with", 0.0, low=0)
    freeze: bool = _key("the weights from each kind to each action, most of a small network, stay; what all kinds share learns", False)
    value_weight: float = _key("weight of the loss of the value", 0.5, low=0)
    detach: bool = _key("the convolutions learn from the play only, not from the value", True)
    critic: str = _key("`oracle`: a second network gives the value, from the hidden tiles, too; it does not play", "own", choices=("own", "oracle"))
    value_warmup: int = _key("iterations in which only the value learns", 0, low=0)
    save_every: int = _key("iterations between two checkpoints", 10, low=1)
    model: Model = _key("", Model)
    optimizer: Optimizer = _key("", Optimizer)
    evaluate: Evaluate = _key("", Evaluate)


@dataclass(frozen=True, kw_only=True)
class EvaluateNet:
    """`evaluate`: matches of a checkpoint on duplicate walls."""

    net: str = _key("checkpoint (.npz)")
    rules: str = _key("ruleset", "tenhou")
    evaluate: Evaluate = _key("", Evaluate)


#: The configuration of each command.
COMMANDS: dict[str, type[Any]] = {"imitate": Imitate, "ppo": Ppo, "evaluate": EvaluateNet}


def load(kind: type[T], path: str | Path, changes: typing.Sequence[str] = ()) -> T:
    """Reads a file; `changes` are texts such as `optimizer.rate=1e-4`, which win over it. Raises ConfigError."""
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error
    for change in changes:
        _change(table, change)
    return read(kind, table, str(path))


def read(kind: type[T], table: dict[str, Any], where: str = "config") -> T:
    """The dataclass of a table; `where` begins each error."""
    return _read(kind, table, where, "")


def _change(table: dict[str, Any], change: str) -> None:
    """Sets a key of the table; a value that is not TOML is a text."""
    key, equals, value = change.partition("=")
    if not equals:
        raise ConfigError(f"--set {change}: give KEY=VALUE, such as optimizer.rate=1e-4")
    *sections, name = key.strip().split(".")
    for section in sections:
        table = table.setdefault(section, {})
        if not isinstance(table, dict):
            raise ConfigError(f"--set {change}: {section} is not a section")
    try:
        table[name] = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        table[name] = value


def _read(kind: type[T], table: dict[str, Any], where: str, prefix: str) -> T:
    fields = {entry.name: entry for entry in dataclasses.fields(kind)}  # type: ignore[arg-type]
    types = typing.get_type_hints(kind)
    for name in table:
        if name not in fields:
            raise ConfigError(f"{where}: there is no key {prefix}{name}; {prefix or 'the top'} has {', '.join(fields)}")
    for name, entry in fields.items():
        if name not in table and entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING:
            what = f"section [{name}]" if dataclasses.is_dataclass(types[name]) else f"key {prefix}{name}, {entry.metadata['meaning']}"
            raise ConfigError(f"{where}: the {what} is missing")
    values = {name: _value(types[name], table[name], fields[name], f"{where}: {prefix}{name}", f"{prefix}{name}.") for name in table}
    return kind(**values)


def _value(wanted: Any, given: Any, entry: dataclasses.Field[Any], where: str, prefix: str) -> Any:
    """A value of the type that the key has, within its bounds."""
    if dataclasses.is_dataclass(wanted):
        if not isinstance(given, dict):
            raise ConfigError(f"{where} is a section, written [{prefix[:-1]}]")
        return _read(typing.cast("type[Any]", wanted), given, where.rpartition(": ")[0], prefix)
    if typing.get_origin(wanted) is list:
        if not isinstance(given, list):
            raise ConfigError(f"{where} = {given!r} is not a list such as {_EXAMPLES[typing.get_args(wanted)[0]]}")
        return [_single(typing.get_args(wanted)[0], value, entry, where) for value in given]
    return _single(wanted, given, entry, where)


_NAMES: dict[Any, str] = {bool: "true or false", int: "a whole number", float: "a number", str: 'a text in "quotes"'}
_EXAMPLES: dict[Any, str] = {int: "[1, 2]", str: '["value"]'}


def _single(wanted: Any, given: Any, entry: dataclasses.Field[Any], where: str) -> Any:
    if wanted is float and isinstance(given, int) and not isinstance(given, bool):
        given = float(given)
    if not isinstance(given, wanted) or (isinstance(given, bool) and wanted is not bool):
        raise ConfigError(f"{where} = {given!r} is not {_NAMES[wanted]}")
    low, high, choices = (entry.metadata[name] for name in ("low", "high", "choices"))
    if choices and given not in choices:
        raise ConfigError(f"{where} = {given!r}: choose from {', '.join(choices)}")
    # A comparison with nan is false: so it is refused.
    if (low is not None and not given >= low) or (high is not None and not given <= high):
        bounds = f"from {low:g} to {high:g}" if high is not None else f"from {low:g} on"
        raise ConfigError(f"{where} = {given!r} is not a number {bounds}")
    return given


def table() -> str:
    """All keys as tables in Markdown, as docs/learning.md has them."""
    lines: list[str] = []
    for name, kind in {**COMMANDS, "[data]": Data, "[model]": Model, "[optimizer]": Optimizer, "[evaluate]": Evaluate}.items():
        lines += ["", f"| `{name}` | default | |", "| --- | --- | --- |"]
        types = typing.get_type_hints(kind)
        for entry in dataclasses.fields(kind):
            if not dataclasses.is_dataclass(types[entry.name]):
                lines.append(f"| `{entry.name}` | {_default(entry)} | {entry.metadata['meaning']} |")
    return "\n".join(lines[1:])


def _default(entry: dataclasses.Field[Any]) -> str:
    default = entry.default_factory() if entry.default_factory is not dataclasses.MISSING else entry.default
    if default is dataclasses.MISSING:
        return "needed"
    return "" if default in ("", []) else f"`{default}`".replace("'", '"')
