"""Many matches for a result: runs, recorded runs, comparisons of rules, matches between agents."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Union

from . import _check, _native
from .arrow import arrow_table
from .players import Player, is_player, named
from .rules import Rules, RulesLike, as_rules

#: An agent: a spec such as `"ukeire"` or `"onnx:net=net.onnx"`, or an object with a method `act(obs, mask)`.
AgentLike = Union[str, Player]

#: Called now and then with the number of matches played and of all.
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Estimate:
    """A mean or share with its 95 % confidence interval. Walls are taken as independent.

    value: the mean or share.
    interval: from, to; None with fewer than ten walls, or if all are alike. A share of 0 or 1 is one of its bounds.
    walls: number of walls that it comes from.
    few: whether it rests on fewer than 20 events or ten walls; of a difference, whether too few walls changed to judge it.
    """

    value: float
    interval: tuple[float, float] | None
    walls: int
    few: bool = False

    def __str__(self) -> str:
        few = " few" if self.few else ""
        if self.interval is None:
            return f"{self.value:.4g}{few}"
        return f"{self.value:.4g} [{self.interval[0]:.4g}, {self.interval[1]:.4g}]{few}"


#: Rates by name, as in `hyakuman run --json` (docs/output.md): `rank_points`, `placement`, `win`, ... None: no trials.
Rates = dict[str, Union[Estimate, None]]


class _Arrow:
    """Results that can be had as a table of Arrow."""

    _columns: ClassVar[list[str]]

    def _rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """The estimates as a `pyarrow.Table`, a row each; needs pyarrow. Polars, DuckDB and others that read Arrow also take the
        result itself (`polars.DataFrame(result)`)."""
        return arrow_table(self._rows(), self._columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


@dataclass(frozen=True)
class RunResult(_Arrow):
    """What `run` and `record` return.

    games: matches played.
    decisions: decisions made by all seats, without those of an earlier run of a data set.
    agents: the rates of each different agent, by name; `edge` is how clearly it leads the others, None of a single agent.
    seats: the rates of each seat; seat 0 deals first.
    table: the rates of whole matches.
    data_set: the state of the data set in one line; None if nothing was recorded.
    ahead: by agent, the chances to have more rank points a match than the others after so many matches, by its `edge`. A single agent has none.
    """

    games: int
    decisions: int
    agents: dict[str, Rates]
    seats: list[Rates] = field(repr=False)
    table: Rates = field(repr=False)
    data_set: str | None = None
    ahead: dict[str, dict[int, float]] = field(default_factory=dict, repr=False)

    _columns = ["agent", "seat", "rate", "value", "low", "high", "walls", "few"]

    def _rows(self) -> list[dict[str, Any]]:
        sets: list[tuple[dict[str, Any], Rates]] = [({"agent": name}, rates) for name, rates in self.agents.items()]
        sets += [({"seat": seat}, rates) for seat, rates in enumerate(self.seats)] + [({}, self.table)]
        return [of | {"rate": name} | _cells("", found) for of, rates in sets for name, found in rates.items()]


@dataclass(frozen=True)
class Effect:
    """What a change of the rules does to a measure, paired by wall.

    base: the measure under the base; None where it has nothing to count.
    variant: the measure under the other rules.
    difference: variant less base.
    p: p value of the difference.
    p_adjusted: adjusted for several measures and arms; of primary measures only.
    shown: whether a primary measure has an adjusted p value of at most 5 %.
    """

    base: Estimate | None
    variant: Estimate | None
    difference: Estimate | None
    p: float | None
    p_adjusted: float | None = None
    shown: bool = False


#: Effects by the name of the measure.
Effects = dict[str, Effect]


@dataclass(frozen=True)
class Equivalence:
    """Whether an effect is larger than a bound, by two one-sided tests.

    bound: an effect of this size or less does not matter; of a share 0 to 1.
    verdict: `"within"`: not larger; `"beyond"`: larger; `"effect"`: there is one, if larger than the bound is not known yet; `"same"`: none
        on any wall; `"unknown"`: not known yet.
    interval: that of the two tests; None if the data do not allow one.
    level: the level of that interval: 0.9 of a single verdict.
    """

    bound: float
    verdict: str
    interval: tuple[float, float] | None
    level: float


@dataclass(frozen=True)
class ArmResult:
    """A ruleset compared with the base.

    name: its name.
    primary: effects on the primary measures.
    agents: effects for each different agent, by name; `edge` is how clearly it leads.
    seats: effects for each seat.
    table: effects on whole matches.
    rescored: whether the matches of the base were re-scored instead of playing others.
    equal_within: the verdicts on the bounds, by the names of the measures.
    """

    name: str
    primary: Effects
    agents: dict[str, Effects] = field(repr=False)
    seats: list[Effects] = field(repr=False)
    table: Effects = field(repr=False)
    rescored: bool = False
    equal_within: dict[str, Equivalence] = field(default_factory=dict)


@dataclass(frozen=True)
class ArmPair:
    """Two arms.

    arms: their names.
    primary: effects on the primary measures; `base` is the first arm.
    """

    arms: tuple[str, str]
    primary: Effects


@dataclass(frozen=True)
class CompareResult(_Arrow):
    """What `compare` returns.

    games: matches under each ruleset.
    walls: walls they were played on.
    arms: the rulesets compared with the base.
    pairs: every two of them, with `pairs=True`.
    notes: what a reader should know.
    stopped: why it is over: `"games"` if all were played; with `until` `"precision"`, `"verdict"`, or `"same"` if no wall changed.
    intervals: `"anytime"` if the intervals hold whenever one looks, `"fixed"` if for the number of games fixed before.
    tables: what was found at the other tables.
    """

    games: int
    walls: int
    arms: list[ArmResult]
    pairs: list[ArmPair]
    notes: list[str]
    stopped: str = "games"
    intervals: str = "fixed"
    tables: list[OtherTable] = field(default_factory=list)

    _columns = ["arm", "agent", "seat", "measure", "base", "variant", "difference_value", "difference_low", "difference_high"]
    _columns += ["difference_walls", "difference_few", "p"]

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for arm in self.arms:
            sets: list[tuple[dict[str, Any], Effects]] = [({"agent": name}, effects) for name, effects in arm.agents.items()]
            sets += [({"seat": seat}, effects) for seat, effects in enumerate(arm.seats)] + [({}, arm.table)]
            of_arm = {"arm": arm.name}
            rows += [of_arm | of | {"measure": name} | _effect_cells(found) for of, effects in sets for name, found in effects.items()]
        return rows


@dataclass(frozen=True)
class OtherTable:
    """A comparison at another table, on the same walls.

    agents: who sat there.
    compared: what the arms do there.
    interactions: by arm, and by primary measure named as at the first table: the effect there less that at the first table. Only `difference`
        and its p values are set.
    """

    agents: list[str]
    compared: CompareResult
    interactions: dict[str, Effects]


@dataclass(frozen=True)
class PairResult:
    """Two agents, over all tables at which both sat.

    agents: their names.
    games: matches in which they met.
    difference: rank points per match of the first less those of the second, paired by wall.
    walls_changed: walls on which they had different results.
    superiority: the chance that the first is better, if before the match any difference was as likely as any other; None where the
        difference has no interval, and with `until="verdict"`.
    play: how the second (`base`) and the first (`variant`) play, by name of the rate (`"win"`, `"deal_in"`, `"riichi"`, ...), and the
        difference of the first.
    equal_within: whether the difference is larger than the bound; None without one.
    elo: the difference of their Elo-like ratings, from who finishes above whom; None where `MatchResult.elo` is empty.
    edge: how clearly the first leads the second: their difference in a match over its standard deviation. None where all matches are equal.
    ahead: the chances that the first has more rank points a match than the second after so many matches, by `edge`.
    """

    agents: tuple[str, str]
    games: int
    difference: Estimate
    walls_changed: int
    superiority: float | None
    play: dict[str, Effect]
    equal_within: Equivalence | None = None
    elo: Estimate | None = None
    edge: Estimate | None = None
    ahead: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchResult(_Arrow):
    """What `match` returns.

    games: matches played.
    walls: walls they were played on.
    ratings: rank points per match of each agent by name; they sum to zero.
    pairs: every two agents.
    elo: the Elo-like rating of each agent by name, from who finishes above whom; they sum to zero. Empty if some finished above all others
        every time.
    rulesets: what was found under the other rulesets.
    """

    games: int
    walls: int
    ratings: dict[str, Estimate]
    pairs: list[PairResult]
    elo: dict[str, Estimate] = field(default_factory=dict)
    rulesets: list[OtherRules] = field(default_factory=list)

    _columns = ["agent", "other", "games", "value", "low", "high", "walls", "few"]

    def _rows(self) -> list[dict[str, Any]]:
        """The pairs."""
        sides = [{"agent": pair.agents[0], "other": pair.agents[1], "games": pair.games} for pair in self.pairs]
        return [of | _cells("", pair.difference) for of, pair in zip(sides, self.pairs, strict=True)]


@dataclass(frozen=True)
class OtherRules:
    """A match under another ruleset, on the same walls.

    name: the name of the ruleset.
    found: what was found under it.
    interactions: by the names of two agents: their difference under it less that under the first ruleset.
    edges: the same of their edge, which does not depend on what a rank point is worth; None where one of both is.
    """

    name: str
    found: MatchResult
    interactions: dict[tuple[str, str], Estimate]
    edges: dict[tuple[str, str], Estimate | None] = field(default_factory=dict)


def run(
    agents: AgentLike | Sequence[AgentLike] = "ukeire",
    *,
    rules: RulesLike = "tenhou",
    games: int = 1000,
    seed: int = 1,
    rotate: bool = True,
    measures: str | Sequence[str] = (),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> RunResult:
    """Plays matches between agents, as `hyakuman run` does.

    agents: one for each seat, or one for all: specs, or objects with `act(obs, mask)`, see `Player`.
    games: number of matches; with `rotate` each wall is played once for every different rotation of the seats.
    measures: measures of your own (docs/measures.md): `"unlucky = mean(delta where riichi and not won)"` is `agents[...]["unlucky"]`.
    progress: True for a bar of tqdm, if it is installed; a function to be called with the matches played and all; None for a bar
        on a terminal.

    The seed fixes the result, for any number of threads. Ctrl-C raises KeyboardInterrupt.
    """
    listed, play = _agents(agents), _play(games, seed, rotate, threads, measures)
    with _Bar(progress) as bar:
        return _run_result(_run(listed, rules, play, None, bar))


def record(
    path: str | os.PathLike[str],
    agents: AgentLike | Sequence[AgentLike] = "ukeire",
    *,
    rules: RulesLike = "tenhou",
    games: int = 1000,
    seed: int = 1,
    rotate: bool = True,
    tables: str | Sequence[str] = ("matches", "kyoku", "decisions"),
    resume: bool = False,
    shard: tuple[int, int] = (0, 1),
    part_size: int | None = None,
    evaluate: str | None = None,
    measures: str | Sequence[str] = (),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> RunResult:
    """Plays matches and records them as a data set, as `hyakuman run --record` does: the same bytes.

    path: folder of the data set.
    agents: as of `run`. A data set with agents in Python cannot be played again without them: record `replays`, too.
    tables: `matches`, `kyoku` (with `wins`), `decisions`, `replays`, `oracle`.
    resume: continue the data set in the folder, or start one.
    shard: (i, n): only every n-th part, starting with part i. Whoever finishes the last part completes the data set.
    part_size: matches of a part, a multiple of those of a wall; None for 1000, rounded up to whole walls.
    evaluate: also record what this agent thinks of every decision, as the table `evaluations`.

    Other arguments as of `run`. A run that was stopped loses the parts that are not finished.
    """
    listed, play = _agents(agents), _play(games, seed, rotate, threads, measures)
    size = None if part_size is None else _check.whole("part_size", part_size, 1, _check.MOST_GAMES)
    index, of = _check.shard(shard)
    asked = _check.text_or_none("evaluate", evaluate, "value")
    kept = (_check.texts("tables", tables), _check.path("path", path), _check.flag("resume", resume), (index + 1, of), size, asked)
    with _Bar(progress) as bar:
        return _run_result(_run(listed, rules, play, kept, bar))


def compare(
    variants: Mapping[str, RulesLike] | Sequence[RulesLike] | RulesLike,
    agents: AgentLike | Sequence[AgentLike] = "ukeire",
    *,
    base: RulesLike = "tenhou",
    games: int | None = None,
    seed: int = 1,
    rotate: bool = True,
    tables: Sequence[AgentLike | Sequence[AgentLike]] = (),
    primary: str | Sequence[str] = (),
    pairs: bool = False,
    equal_within: Mapping[str, float | str] | None = None,
    until: str | None = None,
    anytime: bool = False,
    state: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] = (0, 1),
    merge: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    measures: str | Sequence[str] = (),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> CompareResult:
    """Plays the same walls under rules and others, as `hyakuman compare` does.

    variants: the rulesets to compare with `base`, by name; or one or a list, whose names are those of the rulesets with their
        changes: `"tenhou kuitan=false"`.
    games: matches under each ruleset, by default 10,000; with `until` at most, by default 10,000,000.
    tables: further tables, each as `agents`, which play the same walls: `CompareResult.tables` has what is found there, and how the effects differ
        from those at the first.
    primary: names of the measures that matter, chosen beforehand, such as `"kyoku"`, `"edge"` or `"luck_share"`; by default the usual one.
    pairs: also compare the variants with each other.
    equal_within: effects on measures that do not matter, such as `{"kyoku": 0.05, "win": "0.5%"}` (percentage points): every variant says
        whether its effects are larger.
    until: play until half of the interval of a measure is at most this in every variant: `"kyoku=0.02"`, `"win=0.1%"` (percentage
        points); or `"verdict"`: until all verdicts of `equal_within` are known.
    anytime: make intervals that hold however often one looks; always so with `until="verdict"`.
    state: a file that keeps the totals. The same call continues from it, also with more games; of agents in Python it knows the names.
    shard: (i, n): every n-th block of walls, starting with block i, into a `state` of its own; not with `until`.
    merge: the `state` files of all shards. They are added, and nothing is played; all other arguments as of the shards.

    Other arguments as of `run`.
    """
    most = games if games is not None else 10_000 if until is None else 10_000_000
    arms = [(name, arm.native) for name, arm in _arms(variants).items()]
    of_base = as_rules(base)
    seated = [_agents(table) for table in (agents, *tables)]
    names, players = named([agent for table in seated for agent in table], of_base)
    named_tables = [[names.pop(0) for _ in table] for table in seated]
    play = (named_tables[0], *_play(most, seed, rotate, threads, measures))
    how = {
        "primary": _check.texts("primary", primary),
        "tables": [",".join(table) for table in named_tables[1:]],
        "equal_within": [f"{measure}={bound}" for measure, bound in dict(equal_within or {}).items()],
        "pairs": _check.flag("pairs", pairs),
        "plan": _plan(_check.text_or_none("until", until, "kyoku=0.02"), anytime, state, shard, merge),
    }
    with _Bar(progress) as bar:
        found = json.loads(_native.compare(of_base.native, arms, play, how, players, bar))
    return _compared(found, found["inapplicable"])


def _compared(found: dict[str, Any], without: Sequence[str]) -> CompareResult:
    arm_results = [
        ArmResult(
            arm["name"],
            _effects(arm["primary"]),
            {player["agent"]: _player(player, edge, without) for player, edge in zip(arm["by_agent"], arm["edge"]["by_agent"], strict=True)},
            [_player(player, edge, without) for player, edge in zip(arm["by_seat"], arm["edge"]["by_seat"], strict=True)],
            _effects(arm["table"], without),
            arm["rescored"],
            {measure: _equivalence(verdict) for measure, verdict in arm["equal_within"].items()},
        )
        for arm in found["arms"]
    ]
    pair_results = [ArmPair(tuple(pair["arms"]), _effects(pair["primary"])) for pair in found["pairs"]]
    others = [_other_table(other, without) for other in found.get("other_tables", ())]
    return CompareResult(
        found["games"], found["walls"], arm_results, pair_results, found["notes"], found["stopped"], found["intervals"], others
    )


def _other_table(found: dict[str, Any], without: Sequence[str]) -> OtherTable:
    of_arms = {of["arm"]: {name: _interaction(less) for name, less in of["primary"].items()} for of in found["interactions"]}
    return OtherTable(found["agents"], _compared(found, without), of_arms)


def _interaction(found: dict[str, Any] | None) -> Effect:
    return _effect({"base": None, "variant": None, "difference": found})


def match(
    *agents: AgentLike,
    rules: RulesLike | Mapping[str, RulesLike] | Sequence[RulesLike] = "tenhou",
    walls: int | None = None,
    seed: int = 1,
    tables: str | None = None,
    gauntlet: bool = False,
    equal_within: float | None = None,
    until: float | str | None = None,
    state: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] = (0, 1),
    merge: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    record: str | Sequence[str] = (),
    out: str | os.PathLike[str] | None = None,
    part_size: int | None = None,
    measures: str | Sequence[str] = (),
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> MatchResult:
    """Plays agents against each other on the same walls, in every seating, as `hyakuman match` does.

    agents: two to eight: specs, or objects with `act(obs, mask)`, see `Player`. Those get the fullest batches with `threads=1`.
    rules: a ruleset; or several, by name or in a list: all play the same walls, and `MatchResult.rulesets` has what is found under the others, and how
        the differences change from those under the first.
    walls: walls to play, by default 1,000; with `until` at most, by default 100,000.
    tables: who sits where: `"1v3,2v2,3v1"` for one seat of the first against three of the second, and so on; None for the usual.
    gauntlet: the first agent plays against each of the others, at tables of two, instead of every pair.
    equal_within: a difference of so many rank points or less does not matter: of every two agents it is said whether theirs is larger.
    until: play until half of the interval of every difference is at most this many rank points; or `"verdict"`: until all verdicts of
        `equal_within` are known.
    state: a file that keeps the totals. The same call continues from it, also with more walls; of agents in Python it knows the names.
    shard, merge: as of `compare`.
    record: tables to record (`matches`, `replays`, ..., as of `record`): a data set for each list of seats, in folders of `out` such as
        `1v3` and `2v2-1`, which `match.json` there lists. The matches are played a second time for it. The same call continues, and
        extends them with more walls.
    part_size: matches of a part of these data sets, as of `record`.

    Other arguments as of `run`.
    """
    if not 2 <= len(agents) <= 8:
        raise ValueError(f"a match is between 2 to 8 agents, such as match('ukeire', 'shanten'); here are {len(agents)}")
    rulesets = list(_arms(rules).items())
    if not rulesets:
        raise ValueError("there are no rules: name a ruleset, such as rules='tenhou'")
    names, players = named(_agents(agents), rulesets[0][1])
    most = walls if walls is not None else 1_000 if until is None else 100_000
    precision = until if until in (None, "verdict") else str(_check.number("until", until, 1e-6, 1e6))
    plan = _plan(precision, False, state, shard, merge)
    counts = (_check.whole("walls", most, 1, _check.MOST_WALLS), _check.seed(seed))
    how = {
        "tables": _check.text_or_none("tables", tables, "1v3,3v1"),
        "gauntlet": _check.flag("gauntlet", gauntlet),
        "equal_within": None if equal_within is None else _check.number("equal_within", equal_within, 1e-6, 1e6),
        "plan": plan,
    }
    threads = _check.whole("threads", threads, 0, _check.MOST_THREADS)
    kept = _kept(_check.texts("record", record), out, part_size)
    if kept is not None and (plan["shard"][1] > 1 or plan["merge"]):
        raise ValueError("record: a match with shard or merge is not recorded")
    with _Bar(progress) as bar:
        play = (names, *counts, True, threads, _check.texts("measures", measures))
        natives = [(name, ruleset.native) for name, ruleset in rulesets]
        found = json.loads(_native.contest(natives, play, how, kept, players, bar))
    return _matched(found)


def _matched(found: dict[str, Any]) -> MatchResult:
    pairs = [_pair(pair) for pair in found["pairs"]]
    ratings = {rating["agent"]: rating for rating in found["ratings"]}
    of_agents = _rates({agent: ratings[agent] for agent in found["agents"]})
    elo = {agent: _estimate(ratings[agent]["elo"]) for agent in found["agents"] if ratings[agent]["elo"] is not None}
    rulesets = [_other_rules(other) for other in found.get("other_rules", ())]
    return MatchResult(found["games"], found["walls"], of_agents, pairs, elo, rulesets)


def _other_rules(found: dict[str, Any]) -> OtherRules:
    less = {tuple(of["agents"]): _estimate(of["difference"]) for of in found["interactions"]}
    edges = {tuple(of["agents"]): _estimate(of["edge"]) for of in found["interactions"]}
    return OtherRules(found["name"], _matched(found), less, edges)


def _kept(tables: list[str], out: str | os.PathLike[str] | None, part_size: int | None) -> tuple[list[str], str, int | None] | None:
    """What `match` records."""
    if not tables and out is None and part_size is None:
        return None
    if not tables or out is None:
        raise ValueError("record and out go together, such as record=['matches', 'replays'], out='sets'")
    size = None if part_size is None else _check.whole("part_size", part_size, 1, _check.MOST_GAMES)
    return tables, _check.path("out", out), size


def _pair(found: dict[str, Any]) -> PairResult:
    difference, play = found["difference"], _effects(found["play"])
    return PairResult(
        tuple(found["agents"]),
        found["games"],
        _estimate(difference),
        difference["walls_changed"],
        found["superiority"],
        play,
        None if found["equal_within"] is None else _equivalence(found["equal_within"]),
        _estimate(found["elo"]),
        _estimate(found["edge"]),
        _ahead(found["edge"]),
    )


def _ahead(edge: dict[str, Any] | None) -> dict[int, float]:
    """The chances by the number of matches."""
    return {} if edge is None else {after["matches"]: after["chance"] for after in edge["ahead"]}


def _equivalence(found: dict[str, Any]) -> Equivalence:
    interval = found["interval"]
    return Equivalence(found["bound"], found["verdict"], None if interval is None else tuple(interval), found["level"])


def _cells(prefix: str, found: Estimate | None) -> dict[str, Any]:
    """An estimate as cells of a row."""
    low, high = (None, None) if found is None or found.interval is None else found.interval
    value, walls, few = (None, None, None) if found is None else (found.value, found.walls, found.few)
    return {f"{prefix}value": value, f"{prefix}low": low, f"{prefix}high": high, f"{prefix}walls": walls, f"{prefix}few": few}


def _effect_cells(found: Effect) -> dict[str, Any]:
    cells = {name: None if side is None else side.value for name, side in (("base", found.base), ("variant", found.variant))}
    return cells | _cells("difference_", found.difference) | {"p": found.p}


def _run(agents: list[Any], rules: RulesLike, play: _Play, kept: Any, bar: Any) -> dict[str, Any]:
    of_table = as_rules(rules)
    names, players = named(agents, of_table)
    found: dict[str, Any] = json.loads(_native.run(of_table.native, (names, *play), kept, players, bar))
    return found


def _run_result(found: dict[str, Any]) -> RunResult:
    without = found["inapplicable"]
    agents = {player["agent"]: _rates(player["rates"], without) | {"edge": _estimate(player["edge"])} for player in found["by_agent"]}
    ahead = {player["agent"]: _ahead(player["edge"]) for player in found["by_agent"] if player["edge"] is not None}
    seats = [_rates(player["rates"], without) for player in found["by_seat"]]
    return RunResult(found["games"], found["decisions"], agents, seats, _rates(found["table"], without), found["data_set"], ahead)


#: Matches, seed, whether seats rotate, threads, measures of one's own.
_Play = tuple[int, int, bool, int, list[str]]


def _play(games: int, seed: int, rotate: bool, threads: int, measures: str | Sequence[str] = ()) -> _Play:
    """What is played, checked."""
    return (
        _check.whole("games", games, 1, _check.MOST_GAMES),
        _check.seed(seed),
        _check.flag("rotate", rotate),
        _check.whole("threads", threads, 0, _check.MOST_THREADS),
        _check.texts("measures", measures),
    )


def _plan(until: str | None, anytime: bool, state: Any, shard: Any, merge: Any) -> dict[str, Any]:
    """When it is over and where it is kept, checked."""
    index, of = _check.shard(shard)
    return {
        "until": until,
        "anytime": _check.flag("anytime", anytime),
        "state": None if state is None else _check.path("state", state),
        "shard": (index + 1, of),
        "merge": _check.paths("merge", merge),
    }


def _arms(variants: Mapping[str, RulesLike] | Sequence[RulesLike] | RulesLike) -> dict[str, Rules]:
    """The rulesets by name."""
    if isinstance(variants, Mapping):
        wrong = next((name for name in variants if not isinstance(name, str)), None)
        if wrong is not None:
            raise TypeError(f"the name {wrong!r} of a ruleset is not a text")
        return {name: as_rules(rules) for name, rules in variants.items()}
    if not isinstance(variants, Sequence) or isinstance(variants, str):
        variants = [variants]
    listed = [as_rules(rules) for rules in variants]
    arms = {rules.name: rules for rules in listed}
    if len(arms) < len(listed):
        raise ValueError("two rulesets have the same name: give them as a dict")
    return arms


def _agents(agents: AgentLike | Sequence[AgentLike]) -> list[Any]:
    """The agents, at least one: specs and objects."""
    listed = [agents] if isinstance(agents, str) or is_player(agents) else agents
    if not isinstance(listed, Sequence):
        raise TypeError(f"{agents!r} is no agent: give a spec such as 'ukeire', an object with a method act(obs, mask), or a list of them")
    if not listed:
        raise ValueError("there is no agent: give one for each seat, or one for all, such as 'ukeire'")
    for agent in listed:
        if not isinstance(agent, str) and not is_player(agent):
            raise TypeError(f"{agent!r} is no agent: give a spec such as 'ukeire', or an object with a method act(obs, mask)")
    return list(listed)


def _estimate(found: Any) -> Any:
    if found is None:
        return None
    interval = found["ci95"]
    return Estimate(found["value"], None if interval is None else (interval[0], interval[1]), found["walls"], found["few"])


def _rates(found: dict[str, Any], without: Sequence[str] = ()) -> dict[str, Any]:
    """Rates by name, `without` those that do not apply to the game."""
    return {name: _estimate(estimate) for name, estimate in found.items() if name not in without}


def _effects(found: dict[str, Any], without: Sequence[str] = ()) -> Effects:
    return {name: _effect(effect) for name, effect in found.items() if name not in without}


def _player(found: dict[str, Any], edge: dict[str, Any], without: Sequence[str]) -> Effects:
    return _effects(found["rates"], without) | {"edge": _effect(edge)}


def _effect(found: dict[str, Any]) -> Effect:
    difference = found["difference"] or {}
    return Effect(
        _estimate(found["base"]),
        _estimate(found["variant"]),
        _estimate(found["difference"]),
        difference.get("p"),
        difference.get("p_adjusted"),
        difference.get("mark") == "adjusted",
    )


class _Bar:
    """A progress bar, or a function that is called in its place."""

    def __init__(self, progress: bool | Progress | None) -> None:
        if progress is not None and not callable(progress) and not isinstance(progress, bool):
            raise TypeError(f"progress={progress!r} is not True, False, None or a function")
        shown = sys.stderr.isatty() if progress is None else progress
        self._function = shown if callable(shown) else self._draw if shown else None
        self._bar: Any = None

    def __enter__(self) -> Progress | None:
        return self._function

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def _draw(self, done: int, of: int) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        if self._bar is None and of:
            self._bar = tqdm(total=of, unit=" matches", leave=False)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
