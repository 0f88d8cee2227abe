"""A single match that the caller steps, and real logs."""

from __future__ import annotations

import html
import json
import os
import pathlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from . import _check, _native, _start
from .planes import known_channels
from .rules import Rules, RulesLike, as_rules, value_of_rule


class Action(NamedTuple):
    """An action.

    code: as in data sets.
    name: such as `discard 5m`.
    """

    code: int
    name: str

    @property
    def sort(self) -> str:
        """What it does, the first word of its name: `discard`, `riichi`, `chi`, `pon`, `kan`, `tsumo`, `ron`, `pass`, ..."""
        return self.name.split(" ", 1)[0]


@dataclass(frozen=True)
class Candidate:
    """What a legal action is worth to an agent; None for what it does not compute.

    action: the action.
    value: in the unit of the `Evaluation`; only differences mean something.
    win: chance to win the kyoku.
    deal_in: chance that another seat wins on it.
    loss: what that costs on average; part of the value.
    shanten: shanten after it.
    then: the discard after a call.
    """

    action: Action
    value: float
    win: float | None = None
    deal_in: float | None = None
    loss: float | None = None
    shanten: int | None = None
    then: str | None = None


@dataclass(frozen=True)
class Evaluation:
    """What an agent thinks of the legal actions of a decision.

    unit: `"points"`, `"rank_points"` (final rank points) or `"logit"`.
    candidates: each legal action, the most valuable first.
    """

    unit: str
    candidates: list[Candidate]


@dataclass(frozen=True)
class Rolled:
    """What a legal action is worth in rollouts. Intervals are those of 95 %, None with fewer than ten worlds or where all are alike.

    action: the action.
    mean: its mean worth, in the unit of the `Rollouts`.
    ci95: the interval of the mean.
    behind: what it is worth less than the best action, in the same worlds; 0 for the best.
    behind_ci95: the interval of that.
    """

    action: Action
    mean: float
    ci95: tuple[float, float] | None
    behind: float
    behind_ci95: tuple[float, float] | None


@dataclass(frozen=True)
class Rollouts:
    """What the legal actions of a decision are worth in rollouts to the end of the kyoku.

    unit: `"rank_points"`: final rank points, by a model of the places; `"points"` won in the kyoku, in games without such a model.
    worlds: how many were played.
    actions: each legal action, the best first.
    """

    unit: str
    worlds: int
    actions: list[Rolled]


@dataclass(frozen=True)
class Result:
    """The end of a match. Lists are by seat.

    scores: final scores in points.
    placement: 0 for the first.
    rank_points: final points with uma and oka, in thousands.
    kyoku: kyoku played, repeats included.
    """

    scores: list[float]
    placement: list[int]
    rank_points: list[float]
    kyoku: int


@dataclass(frozen=True)
class KyokuEnd:
    """The end of a kyoku. Lists are by seat.

    kyoku: its index in the match: winds passed times seats, plus the seat of the dealer.
    repeat: how often this kyoku was played before.
    result: `"win"`, `"exhaustive"`, or another end that records have.
    deltas: changes of the scores in points, riichi sticks paid included.
    scores: scores in points after it.
    """

    kyoku: int
    repeat: int
    result: str
    deltas: list[float]
    scores: list[float]


#: Number of compact actions of riichi.
_COMPACT = 124


class Match:
    """A match that stops where a seat has a choice of at least two actions.

    rules: as of `VecEnv`. seed, number: the match of this number of a run with this seed, in its first seating; the walls depend
    on them alone. start, only_kyoku: as of `VecEnv`. A match with a start has no log (`events`, `text`, `page`).

    >>> match = Match("tenhou", seed=1)
    >>> while not match.done:
    ...     match.step(match.legal()[0])
    >>> sorted(match.result.placement)
    [0, 1, 2, 3]
    """

    __slots__ = ("_native", "number", "rules", "seed")

    def __init__(
        self,
        rules: RulesLike = "tenhou",
        seed: int = 0,
        number: int = 0,
        *,
        start: Mapping[str, Any] | None = None,
        only_kyoku: bool = False,
    ) -> None:
        self.rules: Rules = as_rules(rules)
        self.seed, self.number = _check.seed(seed), _check.whole("number", number, 0, 2**63 - 1)
        begins = _start.native(start, only_kyoku, self.rules)
        self._native = _native.Match(self.rules.native, self.seed, self.number, begins)

    @property
    def deciders(self) -> list[int]:
        """The seats that have still to answer: several where several may claim one discard; none when the match is over."""
        return self._native.deciders()

    @property
    def done(self) -> bool:
        """Whether the match is over."""
        return not self._native.deciders()

    @property
    def result(self) -> Result | None:
        """The end of the match; None before it."""
        ended = self._native.result()
        return None if ended is None else Result(*ended)

    @property
    def actions(self) -> list[int]:
        """The codes of all actions so far, as in the table `replays`; answers to one discard in order of seat."""
        return list(self._native.actions())

    def legal(self, seat: int | None = None, sort: str | None = None) -> list[Action]:
        """The legal actions of a decider, by default the first, or those of one sort; empty for other seats."""
        legal = [Action(*action) for action in self._native.legal(self._decider(seat))]
        return [action for action in legal if sort in (None, action.sort)]

    def mask(self, seat: int | None = None, compact: bool = False) -> NDArray[np.bool_]:
        """The legal action codes of a decider, by default the first: (256,) bool. With `compact` its compact actions, those of
        `VecEnv`: (124,) bool for riichi; other games have codes only."""
        is_short = _check.flag("compact", compact) and self.rules.family == "riichi"
        mask = np.zeros(_COMPACT if is_short else 256, np.bool_)
        legal = self._native.compact if compact else self._native.codes
        mask[np.frombuffer(legal(self._decider(seat)), np.uint8)] = True
        return mask

    def step(self, action: int | str | Action, seat: int | None = None, compact: bool = False) -> None:
        """Takes the answer of a decider, by default the first: a code, a name, or one of `legal`; with `compact` a number of
        `mask(compact=True)`.

        The last answer plays the match on. Raises ValueError with the reason if the action is illegal; nothing has changed then.
        """
        decider = self._decider(seat)
        code = self._of_compact(action, decider) if _check.flag("compact", compact) else self._code(action, decider)
        self._native.answer(decider, code)

    def _of_compact(self, action: int | str | Action, seat: int) -> int:
        code = self._native.code_of(seat, _check.whole("a compact action", action, 0, 255))
        if code is None:
            raise ValueError(f"seat {seat} may not take the compact action {action}; it may take {[*self._native.compact(seat)]}")
        return code

    def _code(self, action: int | str | Action, seat: int) -> int:
        if isinstance(action, Action):
            return action.code
        if isinstance(action, str):
            names = {name: code for code, name in self._native.legal(seat)}
            if action not in names:
                raise ValueError(f"seat {seat} may not {action!r}; it may {', '.join(names) or 'do nothing now'}")
            return names[action]
        return _check.whole("action", action, 0, 255)

    def _decider(self, seat: int | None) -> int:
        if seat is not None:
            return _check.whole("seat", seat, 0, self.rules.seats - 1)
        deciders = self._native.deciders()
        if not deciders:
            raise ValueError("the match is over")
        return deciders[0]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees, by default the first decider: each column of the table `decisions` with its value."""
        return self._layout().view(self._native.row(self._decider(seat)))

    def row(self, seat: int | None = None) -> np.void:
        """`view` as one structured NumPy row."""
        cells = bytearray(self._native.row(self._decider(seat)))  # an array of bytes could not be written to
        row: np.void = np.frombuffer(cells, self._layout().dtype)[0]
        return row

    def _layout(self) -> _Layout:
        """How rows of this game are read; made once for each game."""
        game = (self.rules.family, self.rules.seats)
        if game not in _LAYOUTS:
            _LAYOUTS[game] = _Layout(self._native.columns())
        return _LAYOUTS[game]

    def planes(self, planes: str = "planes-v1", seat: int | None = None) -> NDArray[np.uint8]:
        """What a seat sees, by default the first decider, as planes: (channels, 34) uint8. Riichi only."""
        out = np.empty((len(known_channels(_check.text("planes", planes, "planes-v1"))), 34), np.uint8)
        self._native.planes(planes, self._decider(seat), out.reshape(-1))
        return out

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The match so far as mjai events, as a seat sees it; without a seat all tiles are shown. Riichi only."""
        lines = self._native.mjai(None if seat is None else self._decider(seat))
        return [json.loads(line) for line in lines.splitlines()]

    def text(self) -> str:
        """The match so far as text, all tiles shown. Toppan: a match that is over only."""
        return self._native.text()

    def page(self, title: str | None = None) -> str:
        """The match so far as an HTML page for a browser, which plays it, all tiles shown: one file, no network."""
        return self._native.page(f"Match {self.number} of seed {self.seed}" if title is None else title, self.rules.id)

    def _repr_html_(self) -> str:
        try:
            page = self.page()
        except ValueError:  # a match that was dealt again has no log
            return f"<pre>{html.escape(repr(self))}</pre>"
        return f'<iframe sandbox="allow-scripts" width="100%" height="760" style="border:0" srcdoc="{html.escape(page)}"></iframe>'

    def advice(self, agent: str, seat: int | None = None) -> Action:
        """What an agent (`"value"`) would do at a decider's place, by default the first."""
        decider = self._decider(seat)
        code = self._native.advice(_check.text("agent", agent, "value"), decider)
        return next(Action(*action) for action in self._native.legal(decider) if action[0] == code)

    def evaluate(self, agent: str = "value", seat: int | None = None) -> Evaluation | None:
        """What every legal action is worth to an agent at a decider's place, by default the first; None if it compares none."""
        decider = self._decider(seat)
        found = self._native.evaluate(_check.text("agent", agent, "value"), decider)
        if found is None:
            return None
        unit, candidates = found
        names = dict(self._native.legal(decider))
        actions = (Action(code, names[code]) for code, *_ in candidates)
        return Evaluation(unit, [Candidate(action, *cells[1:]) for action, cells in zip(actions, candidates, strict=True)])

    @overload
    def play(self, agents: str | Sequence[str] = "ukeire", until: Literal["match"] = "match") -> Result: ...

    @overload
    def play(self, agents: str | Sequence[str], until: Literal["kyoku"]) -> KyokuEnd: ...

    @overload
    def play(self, agents: str | Sequence[str] = "ukeire", *, until: Literal["kyoku"]) -> KyokuEnd: ...

    def play(self, agents: str | Sequence[str] = "ukeire", until: str = "match") -> Result | KyokuEnd:
        """Plays on with an agent, or a list of one for each seat.

        until: `"match"`: to the end, and returns the result; `"kyoku"`: until the next kyoku has been settled, and returns its
        end. Then the match is at the first decision after it, or over.

        Agents are kept between calls. They begin anew in each call: `random` has the same random numbers again, unless hidden
        tiles were dealt again with another seed.
        """
        if until not in ("kyoku", "match"):
            raise ValueError(f"there is no until={until!r}: choose from kyoku, match")
        if until == "kyoku" and self.done:
            raise ValueError("the match is over")
        specs = [agents] * self.rules.seats if isinstance(agents, str) else _check.texts("agents", agents)
        self._native.play(specs, until == "kyoku")
        result, last = self.result, self._native.last_kyoku()
        if until == "match":
            assert result is not None
            return result
        assert last is not None
        return KyokuEnd(*last)

    def clone(self) -> Match:
        """An independent copy."""
        copy = object.__new__(Match)
        copy.rules, copy.seed, copy.number = self.rules, self.seed, self.number
        copy._native = self._native.clone()
        return copy

    def clones(self, n: int) -> list[Match]:
        """So many independent copies."""
        return [self.clone() for _ in range(_check.whole("n", n, 0, 10**6))]

    __copy__ = clone

    def __deepcopy__(self, _: dict[int, Any]) -> Match:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Match cannot be sent to another process: make it there, Match(rules, seed, number), and take its actions")

    def redeal_hidden(self, seat: int | None = None, seed: int = 0) -> None:
        """Deals everything again that a decider cannot see, at random, in agreement with all that it has seen: hidden hands, the
        wall, and the walls of all kyoku that follow. The seed fixes all of it.

        In riichi, a seat in riichi gets a tenpai hand that waits on no tile it discarded and on none that passed since its riichi,
        the others get hands as far from tenpai as such hands of the agent `value` are, and each seat draws from its own part of the
        wall, whoever calls. For search agents: clone, deal again, play on. Answers of other deciders to the same discard are taken back. A match that
        was dealt again has no log (`events`, `text`, `page`).
        """
        self._native.redeal_hidden(self._decider(seat), _check.seed(seed))

    def redealt(self, seed: int = 0, seat: int | None = None) -> Match:
        """A copy that is dealt again: `clone` and `redeal_hidden`."""
        copy = self.clone()
        copy.redeal_hidden(seat, seed)
        return copy

    def rollouts(
        self,
        worlds: int = 1000,
        policy: str = "value:depth=0",
        true_hands: bool = False,
        seat: int | None = None,
        seed: int = 0,
    ) -> Rollouts:
        """What every legal action of a decider, by default the first, is worth: each is played to the end of the kyoku in the same worlds.

        worlds: how many, up to 100,000. policy: the agent that plays on in all seats. true_hands: shuffles only the rest of the wall;
        otherwise all that the seat cannot see is dealt again (`redeal_hidden`). seed: fixes the random numbers.
        All processors play, without the GIL; the result does not depend on their number.
        """
        decider = self._decider(seat)
        count = _check.whole("worlds", worlds, 1, 100_000)
        agent, hands = _check.text("policy", policy, "value"), _check.flag("true_hands", true_hands)
        unit, played = self._native.rollouts(decider, agent, count, hands, _check.seed(seed))
        names = dict(self._native.legal(decider))
        rolled = [
            Rolled(Action(code, names[code]), mean, _pair(ci95), behind, _pair(behind_ci95))
            for code, mean, ci95, behind, behind_ci95 in played
        ]
        return Rollouts(unit, count, rolled)

    def __repr__(self) -> str:
        state = "over" if self.done else f"seats {self.deciders} decide"
        return f"<Match {self.number} of seed {self.seed}, {self.rules.id}: {state}>"


def _pair(bounds: Sequence[float] | None) -> tuple[float, float] | None:
    return None if bounds is None else (bounds[0], bounds[1])


class _Layout:
    """The cells of a row, which lie one after another."""

    def __init__(self, columns: list[tuple[str, str]]) -> None:
        self.dtype: np.dtype[Any] = np.dtype(columns)
        self._names = [name for name, _ in columns]
        fields = [self.dtype[name] for name in self._names]
        self._cells = struct.Struct("<" + "".join(f"{cell.itemsize}s" if cell.shape else cell.char for cell in fields))

    def view(self, cells: bytes) -> dict[str, Any]:
        values = self._cells.unpack(cells)
        return {name: list(value) if isinstance(value, bytes) else value for name, value in zip(self._names, values, strict=True)}


_LAYOUTS: dict[tuple[str, int], _Layout] = {}


@dataclass(frozen=True)
class Disagreement:
    """A difference between a log and the engine.

    kyoku: where it is.
    what: what differs.
    log: what the log has.
    engine: what the engine has.
    """

    kyoku: str
    what: str
    log: str
    engine: str


@dataclass(frozen=True)
class Replay:
    """A match of a real log, played through the engine.

    rules: its rules, from the log; None if it cannot be read.
    kyoku: kyoku played.
    wins: wins compared.
    partial: whether the log starts late or stops early.
    events: the match as mjai events.
    disagreements: all differences; none if the engine agrees.
    error: why it cannot be read or played; None if it can.
    """

    rules: Rules | None
    kyoku: int
    wins: int
    partial: bool
    events: list[dict[str, Any]]
    disagreements: list[Disagreement]
    error: str | None

    @property
    def agrees(self) -> bool:
        """Whether it was played and the engine agrees in everything."""
        return self.error is None and not self.disagreements


def replay(log: str | bytes | os.PathLike[str], **changes: Any) -> list[Replay]:
    """Plays the matches of a real log through the engine and compares every call, score and payment.

    log: the path of a file, or its contents as bytes: Tenhou mjlog, tenhou.net/6 JSON or mjai lines, plain or compressed with
    gzip. changes: rules that differ from those in the log. A match that cannot be read has an `error`.
    """
    content = log if isinstance(log, bytes) else pathlib.Path(log).read_bytes()
    assignments = [f"{key}={value_of_rule(value)}" for key, value in changes.items()]
    return [_replay(*found) for found in _native.replay(content, assignments)]


def _replay(
    rules: tuple[str, list[str]] | None,
    kyoku: int,
    wins: int,
    partial: bool,
    lines: str,
    disagreements: list[tuple[str, str, str, str]],
    error: str | None,
) -> Replay:
    of_log = None if rules is None else Rules(rules[0], **dict(change.split("=", 1) for change in rules[1]))
    events = [json.loads(line) for line in lines.splitlines()]
    return Replay(of_log, kyoku, wins, partial, events, [Disagreement(*row) for row in disagreements], error)
