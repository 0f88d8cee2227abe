"""Rules, and lists of what there is."""

from __future__ import annotations

import json
import os
import tomllib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from . import _check, _native


class Rules:
    """Checked rules: a preset (`tenhou`), or a rules file (a path that ends with `.toml`), with changes.

    >>> Rules("tenhou", kuitan=False, uma=[30, 10, -10, -30]).values["kuitan"]
    False

    Raises ValueError where there is no such preset, rule or value. Warns of rules that were written and have no effect.
    """

    __slots__ = ("_recipe", "native")

    def __init__(self, name: str | os.PathLike[str] = "tenhou", **changes: Any) -> None:
        path = _check.path("rules", name)
        self._recipe = (path, changes)
        assignments = [f"{key}={value_of_rule(value)}" for key, value in changes.items()]
        #: The rules as the extension module has them.
        self.native = _native.Rules(path, path.endswith(".toml"), assignments)
        for sentence in self.native.warnings:
            warnings.warn(sentence, stacklevel=2)

    @property
    def id(self) -> str:
        """Name of the preset, or of the file."""
        return self.native.id

    @property
    def title(self) -> str:
        """One line that describes the rules."""
        return self.native.title

    @property
    def family(self) -> str:
        """`riichi`, `toutenkou`, `yangzhou` or `toppan`."""
        return self.native.family

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.native.seats

    @property
    def hash(self) -> str:
        """Hash of the values of all rules, as data sets have it."""
        return self.native.hash

    @property
    def values(self) -> dict[str, Any]:
        """Every rule with its value."""
        return {key: value for key, value in tomllib.loads(self.to_toml()).items() if key != "base"}

    def to_toml(self) -> str:
        """A rules file of the same rules; each rule has its meaning as a comment."""
        return self.native.to_toml()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules, self._recipe

    @property
    def name(self) -> str:
        """Its `id` with the changes, such as `tenhou kuitan=false`."""
        return " ".join([self.id, *(f"{key}={value_of_rule(value)}" for key, value in self._recipe[1].items())])

    def __eq__(self, other: object) -> bool:
        """Whether all rules have the same values."""
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.family, self.seats, self.hash) == (other.family, other.seats, other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<Rules {self.id}: {self.title} (hash {self.hash})>"


#: Rules, or the name of a preset, or the path of a rules file.
RulesLike = Union[Rules, str, "os.PathLike[str]"]


def as_rules(rules: RulesLike) -> Rules:
    """The rules of a name; rules stay as they are."""
    return rules if isinstance(rules, Rules) else Rules(rules)


@dataclass(frozen=True)
class Preset:
    """A ruleset that comes with the program.

    id: its name, for `Rules`.
    title: one line that describes it.
    family: `riichi`, `toutenkou`, `yangzhou` or `toppan`.
    """

    id: str
    title: str
    family: str


@dataclass(frozen=True)
class AgentOption:
    """An option of an agent.

    name: as in `ukeire:calls=false`.
    about: what it does.
    values: what it may be. The default comes first; a single value means that any text is accepted.
    """

    name: str
    about: str
    values: Sequence[str]


@dataclass(frozen=True)
class Agent:
    """An agent that comes with the program.

    name: its spec without options.
    about: what it does.
    options: what can be chosen.
    """

    name: str
    about: str
    options: Sequence[AgentOption]


def presets() -> list[Preset]:
    """Every ruleset that comes with the program."""
    return [Preset(*row) for row in _native.rules_list()]


def agents() -> list[Agent]:
    """Every agent that comes with the program."""
    return [Agent(name, about, [AgentOption(*option) for option in options]) for name, about, options in _native.agents_list()]


def _rules(name: str, changes: dict[str, Any]) -> Rules:
    """For pickle: a rules file is read again, at the same path."""
    return Rules(name, **changes)


def value_of_rule(value: Any) -> str:
    """A value as in a rules file, but texts without quotes."""
    return value if isinstance(value, str) else as_json(value)


def as_json(value: Any) -> str:
    """JSON; numbers and arrays of NumPy are as those of Python."""
    return json.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{value!r} is no value of a rule or of a hand")
