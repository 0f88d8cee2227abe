"""Experiments: tables of agents under rulesets on the same walls, and what is asked of them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Union

from . import _check, _native
from .players import is_player, named
from .rules import RulesLike
from .runs import (
    AgentLike,
    Effect,
    Equivalence,
    Estimate,
    Progress,
    _agents,
    _arms,
    _Arrow,
    _Bar,
    _cells,
    _effect,
    _effect_cells,
    _equivalence,
    _estimate,
    _kept,
    _plan,
)


@dataclass(frozen=True)
class Rate:
    """A measure in a cell. `a - b` is the difference of two of them on the same walls.

    measure: its name: `"kyoku"`, `"ukeire.win"`, `"seat0.edge"`.
    rules: the name of the ruleset; None for the first.
    table: the name of the table; None for the first.
    """

    measure: str
    rules: str | None = None
    table: str | None = None

    def __sub__(self, base: Rate) -> Difference:
        return Difference(self, base) if isinstance(base, Rate) else NotImplemented

    def __str__(self) -> str:
        cell = ", ".join(name for name in (self.rules, self.table) if name is not None)
        return f"{self.measure} [{cell}]" if cell else self.measure


@dataclass(frozen=True)
class Difference:
    """A rate less another of the same measure. `c - d` is the difference of two of them: what a change does in another setting beyond what it does here.

    variant: a rate.
    base: what is taken off.
    """

    variant: Rate
    base: Rate

    def __sub__(self, first: Difference) -> Interaction:
        return Interaction(self, first) if isinstance(first, Difference) else NotImplemented

    def __str__(self) -> str:
        return f"{self.variant} - {self.base}"


@dataclass(frozen=True)
class Interaction:
    """A difference less another of the same measure.

    second: a difference.
    first: what is taken off.
    """

    second: Difference
    first: Difference

    def __str__(self) -> str:
        return f"({self.second}) - ({self.first})"


#: What can be asked.
Estimand = Union[Rate, Difference, Interaction]


@dataclass(frozen=True)
class Finding:
    """An answer.

    asked: what was asked.
    name: the same with full names of players, rulesets and tables.
    effect: what was found: of a rate its `base` alone, of a difference of differences its `difference` alone.
    equal_within: the verdict on its bound; None without one.
    """

    asked: Estimand
    name: str
    effect: Effect
    equal_within: Equivalence | None


@dataclass(frozen=True)
class ExperimentResult(_Arrow):
    """What an experiment found. `result[asked]` is an `Estimate` of a `Rate`, otherwise an `Effect`.

    rules: names of the rulesets.
    tables: names of the tables.
    games: matches in all cells.
    walls: walls played in every cell.
    findings: the answers, in the order in which they were asked.
    rescored: the cells that were not played: they differ from an earlier one in final points only.
    stopped: why it is over: `"walls"`, `"precision"`, `"same"` or `"verdict"`.
    intervals: `"fixed"`: they hold for this number of walls; `"anytime"`: whenever one stops.
    """

    rules: list[str]
    tables: list[str]
    games: int
    walls: int
    findings: list[Finding] = field(repr=False)
    rescored: list[tuple[str, str]]
    stopped: str
    intervals: str

    _columns: ClassVar[list[str]] = [
        "asked",
        *(f"estimate_{of}" for of in ("value", "low", "high", "few")),
        "base",
        "variant",
        *(f"difference_{of}" for of in ("value", "low", "high", "few")),
        "p",
        "p_adjusted",
        "verdict",
    ]

    def __getitem__(self, asked: Estimand) -> Any:
        def in_cells(asked: Estimand) -> list[tuple[str, str, str]]:
            rates = _rates_of(asked)
            return [(measure, rules or self.rules[0], table or self.tables[0]) for measure, rules, table in rates]

        for finding in self.findings:
            if in_cells(finding.asked) == in_cells(asked):
                return finding.effect.base if isinstance(asked, Rate) else finding.effect
        raise KeyError(f"{asked} was not asked; asked were: {', '.join(str(finding.asked) for finding in self.findings)}")

    def _rows(self) -> list[dict[str, Any]]:
        def row(finding: Finding) -> dict[str, Any]:
            of_rate = finding.effect.base if isinstance(finding.asked, Rate) else None
            verdict = None if finding.equal_within is None else finding.equal_within.verdict
            cells = _cells("estimate_", of_rate) | _effect_cells(finding.effect)
            return {"asked": finding.name, "p_adjusted": finding.effect.p_adjusted, "verdict": verdict} | cells

        return [row(finding) for finding in self.findings]


def experiment(
    tables: Mapping[str, AgentLike | Sequence[AgentLike]] | Sequence[AgentLike | Sequence[AgentLike]],
    rules: RulesLike | Mapping[str, RulesLike] | Sequence[RulesLike] = "tenhou",
    *,
    primary: str | Sequence[str] = (),
    ask: Sequence[Estimand] = (),
    walls: int | None = None,
    seed: int = 1,
    seats: str = "rotate",
    equal_within: Mapping[Estimand, float | str] | None = None,
    until: str | None = None,
    anytime: bool = False,
    rescore: bool = True,
    state: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] = (0, 1),
    merge: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    record: str | Sequence[str] = (),
    out: str | os.PathLike[str] | None = None,
    part_size: int | None = None,
    measures: str | Sequence[str] = (),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> ExperimentResult:
    """Plays every wall at every table under every ruleset, and estimates what is asked, paired by wall.

    tables: the agents of each table by its name, one for every seat or as many as seats; or a list of such, named by their agents.
    rules: the ruleset or rulesets, of one game; the first is the base.
    primary: names of measures: of each the rate in every cell, what each ruleset does to it at each table, and what it does at the other tables beyond
        what it does at the first are asked.
    ask: what else is asked: a `Rate`, a difference of two, a difference of two differences.
    walls: walls in every cell, by default 1,000; with `until` at most, by default 1,000,000.
    seats: `"rotate"`: each table sits in every rotation; `"all"`: in every order; `"fixed"`: as it is named.
    equal_within: by what is asked the difference that does not matter, such as `0.05` or `"0.5%"` (percentage points).
    until: play until half of the interval of everything asked of a measure is at most this: `"kyoku=0.02"`; or `"verdict"`: until all verdicts of
        `equal_within` are known.
    rescore: take the matches of an earlier cell where only final points differ.
    record, out, part_size: as of `match`: a data set for every cell, in folders of `out` such as `rules-1-table-2`.

    Other arguments as of `compare`.
    """
    rulesets = list(_arms(rules).items())
    if not rulesets:
        raise ValueError("there are no rules: name a ruleset, such as rules='tenhou'")
    listed = _tables(tables)
    seated = [(name, _agents(table)) for name, table in listed]
    names, players = named([agent for _, table in seated for agent in table], rulesets[0][1])
    agents = [",".join(names.pop(0) for _ in table) for _, table in seated]
    if isinstance(ask, (str, Rate, Difference, Interaction)) or not isinstance(ask, Sequence):
        raise TypeError(f"ask is a list of rates and differences, such as [Rate('kyoku')]; {ask!r} is not one")
    if equal_within is not None and not isinstance(equal_within, Mapping):
        raise TypeError(f"equal_within is a dict from estimands to bounds, such as {{a - b: 0.05}}; {equal_within!r} is not one")
    asked = [_rates_of(estimand) for estimand in ask]
    if not asked and not primary:
        raise ValueError("nothing is measured: give primary='kyoku', or ask=[Rate('kyoku')]")
    most = walls if walls is not None else 1_000 if until is None else 1_000_000
    plan = _plan(_check.text_or_none("until", until, "kyoku=0.02"), anytime, state, shard, merge)
    how = {
        "tables": [(name if name is not None else own, own) for (name, _), own in zip(seated, agents, strict=True)],
        "seats": _check.text("seats", seats, "rotate"),
        "primary": _check.texts("primary", primary),
        "ask": asked,
        "equal_within": [(_rates_of(estimand), str(bound)) for estimand, bound in dict(equal_within or {}).items()],
        "measures": _check.texts("measures", measures),
        "walls": _check.whole("walls", most, 1, _check.MOST_WALLS),
        "seed": _check.seed(seed),
        "threads": _check.whole("threads", threads, 0, _check.MOST_THREADS),
        "rescore": _check.flag("rescore", rescore),
        "plan": plan,
    }
    kept = _kept(_check.texts("record", record), out, part_size)
    if kept is not None and (plan["shard"][1] > 1 or plan["merge"]):
        raise ValueError("record: an experiment with shard or merge is not recorded")
    with _Bar(progress) as bar:
        natives = [(name, ruleset.native) for name, ruleset in rulesets]
        found = json.loads(_native.experiment(natives, how, kept, players, bar))
    return _experiment_result(found)


def _experiment_result(found: dict[str, Any]) -> ExperimentResult:
    rescored = [(cell["rules"], cell["table"]) for cell in found["rescored"]]
    findings = [_finding(finding) for finding in found["findings"]]
    of_rules, of_tables = ([of["name"] for of in found[key]] for key in ("rulesets", "tables"))
    return ExperimentResult(of_rules, of_tables, found["games"], found["walls"], findings, rescored, found["stopped"], found["intervals"])


def _tables(tables: Any) -> list[tuple[str | None, Any]]:
    """The tables with their names; None for the names of the agents."""
    if isinstance(tables, Mapping):
        wrong = next((name for name in tables if not isinstance(name, str)), None)
        if wrong is not None:
            raise TypeError(f"the name {wrong!r} of a table is not a text")
        return list(tables.items())
    if isinstance(tables, str) or is_player(tables) or not isinstance(tables, Sequence):
        raise TypeError(f"tables={tables!r}: give the tables by name, such as {{'equal': 'ukeire'}}, or a list of them")
    return [(None, table) for table in tables]


def _rates_of(estimand: Any) -> list[tuple[str, str | None, str | None]]:
    """The rates of an estimand: one, two (base, variant), or four."""
    if isinstance(estimand, Interaction):
        return _rates_of(estimand.first) + _rates_of(estimand.second)
    if isinstance(estimand, Difference):
        return _rates_of(estimand.base) + _rates_of(estimand.variant)
    if not isinstance(estimand, Rate):
        raise TypeError(f"{estimand!r} cannot be asked: give a Rate, a difference of two, or a difference of two differences")
    name = _check.text("measure", estimand.measure, "kyoku")
    rules = _check.text_or_none("rules", estimand.rules, "tenhou")
    return [(name, rules, _check.text_or_none("table", estimand.table, "mixed"))]


def _finding(found: dict[str, Any]) -> Finding:
    rates = [Rate(rate["measure"], rate["rules"], rate["table"]) for rate in found["asked"]]
    verdict = None if found["equal_within"] is None else _equivalence(found["equal_within"])
    if len(rates) == 1:
        return Finding(rates[0], found["name"], Effect(_estimate(found["estimate"]), None, None, None), verdict)
    differences = [rates[at + 1] - rates[at] for at in range(0, len(rates), 2)]
    asked = differences[0] if len(differences) == 1 else differences[1] - differences[0]
    return Finding(asked, found["name"], _effect(found), verdict)
