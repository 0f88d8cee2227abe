"""Many matches at once, for a learner that answers them in batches."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check, _native, _start
from ._memory import aligned_zeros
from .planes import ORACLE, Channel, channels
from .players import Player, named, row_type, rows_of
from .rules import RulesLike, as_rules

#: A match that has ended. Arrays are by seat; seats that the game does not have, and other seats than the learner's in
#: `reward` and `decisions`, are 0.
FINISHED = np.dtype(
    [
        ("env", "<u4"),  # the table
        ("match", "<u8"),  # number of the match, as in a run with the same agents
        ("wall", "<u8"),  # number of its walls
        ("agents", "u1", 4),  # for each seat the place of its agent in `agents`
        ("scores", "<f4", 4),  # final scores in points
        ("placement", "u1", 4),  # 0 for the first
        ("rank_points", "<f4", 4),  # final points with uma and oka, in thousands
        ("reward", "<f4", 4),  # since the last decision of the seat
        ("decisions", "<u4", 4),  # decisions of the seat
        ("kyoku", "<u4"),  # kyoku played, repeats included
        ("changes", "<u4"),  # how often `set_agents` had been called before the match began
    ]
)


class Batch:
    """The decisions of one round: one row for each pending decision of the learner, in order of table and seat.

    env: (n,) int32, the table. Several seats that may claim one discard are several rows.
    seat: (n,) uint8, the deciding seat, absolute.
    obs: the observations: (n, channels, 34) uint8 for planes, (n,) structured for rows, (n, 0) uint8 for None.
    oracle: (n, channels, 34) uint8, planes of what the seat cannot see; (n, 0, 34) unless they were asked for.
    mask: (n, actions) bool, the legal actions.
    reward: (n,) float32, the reward since the last decision of this seat, or since the match began.
    first: (n,) bool, the first decision of this seat in its match.
    kyoku_over: (n,) bool, whether a kyoku has ended since the last decision of this seat in its match.
    match: (n,) uint64, the number of the match: the column `match` of a data set of the same run.
    kyoku: (n,) uint16, the number of the kyoku in the match, repeats counted: the column `kyoku_number`.
    step: (n,) int32, the number of the decision in the match, those of all seats counted: the column `step`.
    scores: (n, 4) int32, the scores now, the own first, then the next seat; in points, in Toppan half points.
    place: (n,) uint8, the own place by these scores, 0 for the first; of equal scores the seat before in the first kyoku is better.
    valid: (n,) bool, whether the row is a decision: False only with `pad`.
    finished: (k,) of dtype FINISHED, the matches that have ended since the batch before. The last rewards of a match are here.

    The arrays keep their contents as long as anything refers to them: the batch, an array, or a view of one. They begin at multiples
    of 64 bytes, so that JAX takes them without a copy.
    """

    __slots__ = (
        "env",
        "finished",
        "first",
        "kyoku",
        "kyoku_over",
        "mask",
        "match",
        "obs",
        "oracle",
        "place",
        "reward",
        "scores",
        "seat",
        "step",
        "valid",
    )

    env: NDArray[np.int32]
    seat: NDArray[np.uint8]
    obs: NDArray[Any]
    oracle: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float32]
    first: NDArray[np.bool_]
    kyoku_over: NDArray[np.bool_]
    match: NDArray[np.uint64]
    kyoku: NDArray[np.uint16]
    step: NDArray[np.int32]
    scores: NDArray[np.int32]
    place: NDArray[np.uint8]
    valid: NDArray[np.bool_]
    finished: NDArray[np.void]

    def __len__(self) -> int:
        return len(self.env)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} decisions, {len(self.finished)} matches finished>"


class VecEnv:
    """Many tables. `recv` plays each of them to the next decision of the learner, `send` takes the answers.

    rules: `hyakuman.Rules`, the name of a preset, or the path of a rules file.
    num_envs: number of tables.
    agents: the agent of each seat, as a spec (`"ukeire"`, `"ukeire:calls=false"`) or an object with `act(obs, mask)`, see `Player`;
        None is the learner. None instead of a list: the learner holds all seats.
    obs: `"planes-v1"` (riichi), `"planes-v1-light"` (riichi), `"rows"` (the columns of the table `decisions`), or None.
    oracle: whether batches have `oracle`, planes of what the deciding seat cannot see, for a critic; riichi only. Agents never get them.
    actions: `"actions-v1"` (riichi, 124 actions) or `"codes"` (256, as in data sets); by default the first that the game has.
    reward: `"rank"`: final points with uma and oka, in thousands, at the end of the match; `"kyoku"`: the change of the own score
        in points, at the end of each kyoku; `"places"`: the change of the rank points that the model of final places expects, at the
        end of each kyoku, and at the end of the match what the result is above the last of them (riichi and Toutenkou); None.
    places: with the reward `"places"`: file of a model fitted to the rules, as `hyakuman agents places` writes it; None for that of the program.
    seed: fixes everything, for any number of threads. Table e plays the matches e, e + num_envs, e + 2 num_envs, ... of
        `hyakuman run` with this seed and these agents.
    rows: most rows of a batch; by default all decisions that there may be, num_envs for each seat of the learner. Those that find no
        room come in a later batch; every table has its turn.
    pad: whether every batch has exactly `rows` rows. Rows behind the decisions have valid=False, env=-1, an action 0 that alone is
        legal, and are 0 otherwise; what is sent for them is ignored.
    start: where each match starts, a dict with any of `scores` (a list by seat), `kyoku` (`"S1"`, or winds passed times seats plus the
        seat of the dealer), `honba`, `sticks`; riichi and Toutenkou only. Scores and sticks have the points of the rules together.
    only_kyoku: whether a match is over after its first kyoku, with the final points of the scores then; riichi and Toutenkou only.
    rotate: whether the agents move by one seat from match to match, as with `--seating rotate` of `hyakuman run`.
    threads: 0 for one per processor; with 1 all work is done on the calling thread.

    An environment is for one thread at a time; it does not hold the GIL while it plays. An exception for a wrong
    argument or for Ctrl-C leaves it as it was. After an agent has failed, `recv` raises the same error until a `reset`. After a
    panic of the extension module (`RuntimeError` from every further call) make a new one. A process that was forked makes one of
    its own.
    """

    def __init__(
        self,
        rules: RulesLike = "tenhou",
        num_envs: int = 512,
        agents: Sequence[str | Player | None] | None = None,
        *,
        obs: str | None = "planes-v1",
        oracle: bool = False,
        actions: str | None = None,
        reward: str | None = "rank",
        places: str | os.PathLike[str] | None = None,
        seed: int = 0,
        rows: int | None = None,
        pad: bool = False,
        start: Mapping[str, Any] | None = None,
        only_kyoku: bool = False,
        rotate: bool = False,
        threads: int = 0,
    ) -> None:
        self.rules = as_rules(rules)
        seated = None if agents is None else _check.seats(agents)
        self.num_envs = _check.whole("num_envs", num_envs, 1, 2**31 - 1)
        obs, reward = _check.text_or_none("obs", obs, "planes-v1"), _check.text_or_none("reward", reward, "rank")
        if places is not None and reward != "places":
            raise ValueError(f"places is of the reward 'places': with reward={reward!r} leave it out")
        _check_memory(self.num_envs, obs, _check.flag("oracle", oracle))
        names, players = named(seated or [None], self.rules, numbered=True)
        self._native: _native.VecEnv | None = _native.VecEnv(
            self.rules.native,
            self.num_envs,
            names,
            _check.flag("rotate", rotate),
            obs,
            bool(oracle),
            _check.text_or_none("actions", actions, "codes"),
            reward,
            None if places is None else _check.path("places", places),
            _check.seed(seed),
            _check.whole("threads", threads, 0, _check.MOST_THREADS),
            players,
            None if rows is None else _check.whole("rows", rows, 1, 2**31 - 1),
            _start.native(start, only_kyoku, self.rules),
        )
        #: The environment as it was asked for: VecEnv(**recipe) makes the same one.
        self.recipe: dict[str, Any] = {
            "rules": self.rules,
            "num_envs": self.num_envs,
            "agents": seated,
            "obs": obs,
            "oracle": oracle,
            "actions": actions,
            "reward": reward,
            "places": places,
            "seed": seed,
            "rows": rows,
            "pad": pad,
            "start": start,
            "only_kyoku": only_kyoku,
            "rotate": rotate,
            "threads": threads,
        }
        #: Number of seats of a table, and of actions of the learner.
        self.seats, self._rows, self.num_actions = self._native.layout()
        #: The channels of planes; empty for other observations.
        self.channels: list[Channel] = channels(obs) if obs and obs.startswith("planes") else []
        #: The channels of `Batch.oracle`; empty where it was not asked for.
        self.oracle_channels: list[Channel] = channels(ORACLE) if oracle else []
        self._obs_type, self._pad = row_type(obs, self.rules), _check.flag("pad", pad)
        self._pool: list[_Buffers] = []
        self._count: int | None = None

    @property
    def obs_dtype(self) -> np.dtype[Any]:
        """The dtype of a row of `Batch.obs`."""
        return self._obs_type

    @property
    def obs_scale(self) -> NDArray[np.float32]:
        """(channels, 1) float32: the input of a network is `obs / obs_scale`."""
        return np.array([[channel.scale] for channel in self.channels], np.float32)

    @property
    def oracle_scale(self) -> NDArray[np.float32]:
        """(channels, 1) float32: the input of a critic is `oracle / oracle_scale`."""
        return np.array([[channel.scale] for channel in self.oracle_channels], np.float32)

    def action_name(self, action: int) -> str:
        """The name of an action, such as `discard 5m`."""
        name = self._open().action_name(_check.whole("action", action, 0, self.num_actions - 1))
        if name is None:
            raise ValueError(f"there is no action {action}")
        return name

    def recv(self) -> Batch:
        """Plays every table to the next decision of the learner. Before the last batch was answered: the same decisions again."""
        native, buffers = self._open(), self._free()
        self._count = native.recv(buffers.flat)
        batch = buffers.padded(self._count) if self._pad else buffers.batch(self._count)
        finished = native.finished()
        batch.finished = np.frombuffer(finished, FINISHED).copy() if finished else _NONE_FINISHED.copy()
        return batch

    def send(self, actions: ArrayLike) -> None:
        """Takes the answers to the last batch: (n,) of any integer type, one for each row.

        All are checked before any is taken. Raises ValueError with row and reason if one is illegal: then nothing has happened,
        and other answers can be sent.
        """
        if self._count is None:
            self._open()
            raise RuntimeError("send() answers a batch: call recv() first")
        array = _check.actions(actions, self._size(self._count))[: self._count]
        if array.dtype != np.uint8:
            wrong = np.flatnonzero((array < 0) | (array >= self.num_actions))
            if wrong.size:
                row = wrong[0]
                raise ValueError(f"row {row}: there is no action {array[row]}, they are 0 to {self.num_actions - 1}")
        self._open().send(np.ascontiguousarray(array, np.uint8))
        self._count = None

    def step(self, actions: ArrayLike) -> Batch:
        """`send`, then `recv`."""
        self.send(actions)
        return self.recv()

    def sample(self) -> NDArray[np.uint8]:
        """(n,) uint8: for each row of the last batch one of its legal actions, each equally likely.

        The random numbers depend on seed, match, seat and number of the decision: the same environment gives the same.
        """
        count = self._asked()
        actions = np.zeros(self._size(count), np.uint8)
        self._open().sample(actions[:count])
        return actions

    def sample_logits(self, logits: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Actions by the chances of a softmax over the legal ones, and the logarithms of their chances.

        `logits`: (n, actions), any floating type; those of illegal actions do not count. Random numbers as of `sample`. Returns
        (n,) uint8 and (n,) float32.
        """
        count = self._asked()
        array = np.ascontiguousarray(logits, np.float32)
        size = self._size(count)
        if array.shape != (size, self.num_actions):
            raise ValueError(f"logits must have the shape ({size}, {self.num_actions}); these have {array.shape}")
        actions, chances = np.zeros(size, np.uint8), np.zeros(size, np.float32)
        self._open().sample_logits(array[:count].reshape(-1), actions[:count], chances[:count])
        return actions, chances

    def set_agents(self, agents: Sequence[str | Player | None]) -> None:
        """Other agents play the next match of each table, and those after it; the matches in play go on with theirs.

        agents: as of `VecEnv`, with None at the same places. The seed and the rounds played before the call fix everything still.
        `finished["changes"]` says in how many calls before a match its agents were set. Raises ValueError if an agent cannot be
        made; nothing has changed then.
        """
        seated = _check.seats(agents)
        names, players = named(seated, self.rules, numbered=True)
        self._open().set_agents(names, players)
        self.recipe["agents"] = seated

    def reset(self, seed: int | None = None) -> Batch:
        """Starts again at the first match of every table, with another seed or the same, and returns the first batch."""
        number = self.recipe["seed"] if seed is None else _check.seed(seed)
        self._open().reset(number)
        self.recipe["seed"], self._count = number, None
        return self.recv()

    def close(self) -> None:
        """Ends the environment. Arrays of its batches stay valid."""
        self._native, self._count = None, None
        self._pool.clear()

    def __enter__(self) -> VecEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<VecEnv of {self.num_envs} tables, {self.rules.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a VecEnv cannot be copied or sent to another process: make one there, VecEnv(**env.recipe)")

    def _open(self) -> _native.VecEnv:
        if self._native is None:
            raise RuntimeError("this VecEnv is closed")
        return self._native

    def _asked(self) -> int:
        if self._count is None:
            self._open()
            raise RuntimeError("there is no batch to answer: call recv() first")
        return self._count

    def _size(self, count: int) -> int:
        """Rows of a batch with so many decisions."""
        return self._rows if self._pad else count

    def _free(self) -> _Buffers:
        """Buffers without outside references; newly allocated if there are none."""
        for buffers in self._pool:
            if buffers.are_free():
                return buffers
        buffers = _Buffers(self._rows, self._open().arrays(), self._obs_type)
        # Buffers that the user keeps for good are forgotten, so that the list stays short.
        self._pool = [*self._pool[-7:], buffers]
        return buffers


class _Buffers:
    """The arrays of a batch, with room for the largest one. Memory that is not written takes no room."""

    def __init__(self, rows: int, arrays: list[tuple[str, str, int | None]], obs_type: np.dtype[Any]) -> None:
        #: The arrays that own the memory; an array refers to its owner, also one made of another.
        self._owners: list[NDArray[Any]] = []
        #: What the extension module writes, and the same in the shapes of a batch.
        self.flat: list[NDArray[Any]] = []
        self._shaped: dict[str, NDArray[Any]] = {}
        self._rows = rows
        for name, cell, cells in arrays:
            array = self._zeros(rows * (1 if cells is None else cells), np.dtype("uint8" if cell == "bool" else cell))
            self.flat.append(array)
            self._shaped[name] = _shaped(name, array.view(np.dtype(cell)), (rows, cells), obs_type)
        self._own = self._references()

    def _zeros(self, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        array = aligned_zeros(count, dtype)
        self._owners.append(array if array.base is None else array.base)
        return array

    def _references(self) -> list[int]:
        return [sys.getrefcount(owner) for owner in self._owners]

    def are_free(self) -> bool:
        """Whether no batch, array or view outside refers to them: each view refers to the array that owns its memory."""
        # Without a GIL reference counts are not exact.
        return _HAS_GIL and self._references() == self._own

    def batch(self, count: int) -> Batch:
        """The batch of the first rows."""
        batch = Batch()
        for name, array in self._shaped.items():
            setattr(batch, name, array[:count])
        batch.valid = np.ones(count, np.bool_)
        return batch

    def padded(self, count: int) -> Batch:
        """The batch of all rows, of which the first are decisions."""
        for array in self._shaped.values():
            array[count:] = np.zeros(1, array.dtype)
        self._shaped["env"][count:] = -1
        self._shaped["mask"][count:, 0] = True
        batch = self.batch(self._rows)
        batch.valid[count:] = False
        return batch


def _shaped(name: str, array: NDArray[Any], size: tuple[int, int | None], obs_type: np.dtype[Any]) -> NDArray[Any]:
    """A flat array in the shape that it has in a batch."""
    rows, cells = size
    if name == "obs":
        return rows_of(array, obs_type, rows)
    if name == "oracle":
        return array.reshape(rows, (cells or 0) // 34, 34)
    return array if cells is None else array.reshape(rows, cells)


_HAS_GIL: bool = getattr(sys, "_is_gil_enabled", lambda: True)()
_NONE_FINISHED = np.zeros(0, FINISHED)

#: Least bytes of a table without its observation; most need more as they are played.
_TABLE = 2_500


def _check_memory(tables: int, obs: str | None, oracle: bool) -> None:
    """Refuses tables that cannot fit the memory of the machine: an allocation that fails would end the process."""
    planes = _native.Decisions.sizes(obs)[0] if obs and obs.startswith("planes") else 0
    each = _TABLE + planes + (len(channels(ORACLE)) * 34 if oracle else 0)
    memory = _memory()
    if memory is not None and tables * each > memory:
        sentence = f"num_envs={tables} needs more memory than the {memory / 1e9:.3g} GB that there are: a table needs at least"
        raise ValueError(f"{sentence} {each / 1000:.2g} kB with obs={obs!r}")


def _memory() -> int | None:
    """Bytes of memory that a process can have, where the system tells."""
    try:
        import resource

        limit, machine = resource.getrlimit(resource.RLIMIT_AS)[0], os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ImportError, OSError, ValueError):
        return None
    return machine if limit == resource.RLIM_INFINITY else min(limit, machine)
