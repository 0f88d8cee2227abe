"""Recorded decisions as batches for training. Needs the package pyarrow."""

from __future__ import annotations

import contextlib
import numbers
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check, _native
from ._memory import aligned_zeros
from .planes import ORACLE, Channel, channels

#: What a decision led to, which the deciding seat did not know: never an input of a network. Columns of the table
#: `decisions`: points in the kyoku; flags; 1 for the first; thousandths of points.
LABELS = ("kyoku_delta", "won", "dealt_in", "placement", "rank_points")

#: What a decision is about; the place is the code in the column `question`.
QUESTIONS = ("turn", "claim", "chankan", "chankan-ankan", "stop", "claim-north", "exchange")

#: Columns of rows: (n,) for numbers and flags, (n, width) uint8 for bytes.
Columns = Mapping[str, NDArray[Any]]

T = TypeVar("T")


class DataBatch:
    """Some decisions of a data set, one row each. The arrays are new for each batch.

    obs: (n, channels, 34) uint8, planes, as `VecEnv` has them. (n, 0, 34) with obs=None.
    oracle: (n, channels, 34) uint8, planes of what the seat could not see. (n, 0, 34) unless they were asked for.
    mask: (n, 124) bool, the legal compact actions. (n, 0) with obs=None.
    action: (n,) uint8, the compact action that was chosen; with obs=None its code.
    labels: the columns that were asked for, by name: (n,) for numbers and flags, (n, width) uint8 for bytes.
    rules: (n,) uint8, the rules of the decision, as its place in `Dataset.rules`; `labels=["rules"]` has it among the labels, too.
    weight: (n,) float32, 1, or what the function `weight` gave.
    """

    __slots__ = ("action", "labels", "mask", "obs", "oracle", "rules", "weight")

    obs: NDArray[np.uint8]
    oracle: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    action: NDArray[np.uint8]
    labels: dict[str, NDArray[Any]]
    rules: NDArray[np.uint8]
    weight: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.action)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, the labels too; `oracle` where it was asked for."""
        names = ("obs", "mask", "action", "weight", *(("oracle",) if self.oracle.size else ()))
        return self.labels | {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        return f"<DataBatch of {len(self)} decisions>"


class Dataset:
    """The decisions of a data set in batches. Each `for` loop over it is a pass, each pass has another order.

    path: folder of a data set with the table `decisions`, or of several, as `import_logs` writes them for logs of several rulesets: then
        rows of all of them are mixed, and the column `match` numbers the matches of all one after another.
    batch_size: rows of a batch; the last one of a pass may have fewer.
    obs: `"planes-v1"` or `"planes-v1-light"` (riichi), or None for labels only.
    oracle: whether batches have `oracle`, for a critic: the data set needs the table `oracle`; riichi only.
    labels: columns of the table for `DataBatch.labels`.
    agent: only decisions of this agent, or of these, by the names in `Dataset.agents`.
    placement: only decisions of seats that came in at this place in the match, 1 for the first, or at one of these.
    room, grade, date: of a data set of real games only matches whose room has one of these texts in it (`"鳳南"`), decisions of players
        with one of these grades, matches from the first to the last of two dates (`("2022-01", "2022-06")`; None is open).
    hidden: of a data set of real games also decisions whose answer the log hides; their action is a pass.
    question: only these, by name or place in QUESTIONS: `"turn"` is the own turn, `"claim"` a claim of a discard.
    shanten: only this shanten, or from the first to the last of two.
    where: function of the columns that returns (n,) bool, the rows to take.
    weight: function of the columns that returns (n,) numbers, the weights. It and `where` get the columns that are read: those
        of the planes, the labels, `match`, `action` and `rules`.
    split: `"train"` or `"test"`; None for all. All matches on one wall are in the same.
    test: share of the walls that are in `"test"`.
    split_seed: which ones.
    shuffle: with False rows come in the order of the files.
    seed: fixes the order, together with the number of the pass.
    pool: about how many rows are held and shuffled at once, in whole groups of rows (100 matches). 200,000 take up to 250 MB while
        the next are read, with threads 370 MB. A part stays with the process after a loop, also one that is left early.
    shard: (i, n): every n-th group of rows, starting with group i of a pass; for training by several processes. There are at
        most as many shards as groups of rows.
    drop_last: leave out a last batch that is not full.
    threads: 0: all work is done in the loop itself. Otherwise so many threads make batches ahead, and one reads.

    Raises ValueError where there is no such data set, agent, column or question.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        batch_size: int = 1024,
        obs: str | None = "planes-v1",
        oracle: bool = False,
        labels: str | Sequence[str] = LABELS,
        agent: str | Sequence[str] | None = None,
        question: str | int | Sequence[str | int] | None = None,
        shanten: int | tuple[int, int] | None = None,
        placement: int | Sequence[int] | None = None,
        room: str | Sequence[str] | None = None,
        grade: str | Sequence[str] | None = None,
        date: tuple[str | None, str | None] | None = None,
        hidden: bool = False,
        where: Callable[[Columns], ArrayLike] | None = None,
        weight: Callable[[Columns], ArrayLike] | None = None,
        split: str | None = None,
        test: float = 0.1,
        split_seed: int = 0,
        shuffle: bool = True,
        seed: int = 0,
        pool: int = 200_000,
        shard: tuple[int, int] = (0, 1),
        drop_last: bool = False,
        threads: int = 1,
    ) -> None:
        _parquet()
        self.path, self.obs = _check.path("path", path), _check.text_or_none("obs", obs, "planes-v1")
        if not os.path.isdir(self.path):
            raise ValueError(f"there is no folder {self.path}: give the folder of a data set, as `record` writes it")
        self._has_oracle = _check.flag("oracle", oracle)
        self._sets = _sets(self.path, obs, self._has_oracle)
        #: The agents of the data set.
        self.agents: list[str] = list(dict.fromkeys(agent for each in self._sets for agent in each.agents))
        #: Number of matches of the data set.
        self.matches: int = sum(each.matches for each in self._sets)
        #: Name of the ruleset, or of several.
        self.ruleset: str = ", ".join(dict.fromkeys(each.ruleset for each in self._sets))
        #: The rules of each data set of the folder, such as `"tenhou kuitan=false"`: `DataBatch.rules` is a place in this list.
        self.rules: list[str] = [each.name for each in self._sets]
        #: The channels of the planes; empty without.
        self.channels: list[Channel] = channels(obs) if obs else []
        #: The channels of `DataBatch.oracle`; empty where it was not asked for.
        self.oracle_channels: list[Channel] = channels(ORACLE) if oracle else []
        self.num_actions = _native.Decisions.sizes(obs)[1] if obs else 256
        self.batch_size, self.pool = _check.whole("batch_size", batch_size, 1, 2**31), _check.whole("pool", pool, 1, 2**31)
        self.shuffle, self.drop_last = _check.flag("shuffle", shuffle), _check.flag("drop_last", drop_last)
        self.seed, self.threads = _check.seed(seed), _check.whole("threads", threads, 0, _check.MOST_THREADS)
        self.labels, self.weight = tuple(_check.texts("labels", labels)), _function("weight", weight)
        self.shard = _check.shard(shard)
        #: Number of the next pass; the order of a pass depends on it and the seed.
        self.epoch = 0
        hidden = _check.flag("hidden", hidden)
        for each in self._sets:
            divided = _Split(split, test, _check.whole("split_seed", split_seed, 0, _check.MOST_SEED), each.rotations)
            real = _RealGames(each.path, each.of_logs, room, grade, date, hidden)
            wanted = (agent, question, shanten, placement)
            each.filter = _Filter(self.agents, each.first, *wanted, real, _function("where", where), divided)
            each.number_agents(self.agents)
        sizes = [(at, file, _sizes(file)) for at, each in enumerate(self._sets) for file in each.files]
        self._groups = [(at, file, group) for at, file, rows in sizes for group in range(len(rows))]
        # Rows of each group that pass the filters; None before they are counted.
        takes_all = all(each.filter.takes_all for each in self._sets)
        self._counts = [size for _, _, rows in sizes for size in rows] if takes_all else None
        self._check_columns()
        if self.shard[1] > max(1, len(self._groups)):
            sentence = f"the data set has {len(self._groups)} groups of rows, so there are at most as many shards"
            raise ValueError(f"shard={self.shard}: {sentence}")

    @property
    def obs_scale(self) -> NDArray[np.float32]:
        """(channels, 1) float32: the input of a network is `obs / obs_scale`."""
        return np.array([[channel.scale] for channel in self.channels], np.float32)

    @property
    def oracle_scale(self) -> NDArray[np.float32]:
        """(channels, 1) float32: the input of a critic is `oracle / oracle_scale`."""
        return np.array([[channel.scale] for channel in self.oracle_channels], np.float32)

    def __iter__(self) -> Generator[DataBatch, None, None]:
        """One pass. Closing the iterator, or leaving the loop, ends its threads."""
        epoch, self.epoch = self.epoch, self.epoch + 1
        return self._batches(*self._order(epoch))

    def __len__(self) -> int:
        """Batches of the next pass. Filters are applied to all rows once for it."""
        if self._counts is None:
            wanted = [each.filter for each in self._sets]
            needed = [None if each.wants_all else sorted({"match", *each.columns}) for each in wanted]
            self._counts = [len(self._read(*group, needed[group[0]])["match"]) for group in self._groups]
        index, of = self.shard
        rows: int = sum(self._counts[place] for place in self._order(self.epoch)[0][index::of])
        return rows // self.batch_size if self.drop_last else -(-rows // self.batch_size)

    def __repr__(self) -> str:
        return f"<Dataset of {self.matches} matches of {self.ruleset}, {self.path}>"

    def _order(self, epoch: int) -> tuple[NDArray[np.int64], np.random.Generator]:
        """The order of the groups in a pass, and the random numbers of the rest of it."""
        random = np.random.default_rng([self.seed, epoch])
        return random.permutation(len(self._groups)) if self.shuffle else np.arange(len(self._groups)), random

    def _batches(self, order: NDArray[np.int64], random: np.random.Generator) -> Generator[DataBatch, None, None]:
        native = [_native.Decisions(each.path, self.obs, self._has_oracle) for each in self._sets]
        index, of = self.shard
        pools = self._pools([self._groups[place] for place in order[index::of]], random)
        if self.threads == 0:
            for pool in pools:
                yield from (pool.batch(native, rows) for rows in pool.rows)
            return
        with Threads(self.threads) as workers:
            for pool in workers.one_ahead(pools):
                yield from workers.in_order((pool.batch, (native, rows)) for rows in pool.rows)

    def _pools(self, groups: list[tuple[int, str, int]], random: np.random.Generator) -> Iterator[_Pool]:
        """Rows of several groups at once, in random order."""
        kept: list[tuple[int, dict[str, NDArray[Any]]]] = []
        size = 0
        for at, file, group in groups:
            columns = self._read(at, file, group)
            kept.append((at, columns))
            size += len(columns["match"])
            if size >= max(self.pool, self.batch_size):
                pool = _Pool(self, kept)
                rest = pool.divide(random, whole=True)
                kept, size = pool.take(rest), len(rest)
                yield pool
        if size:
            pool = _Pool(self, kept)
            pool.divide(random, whole=self.drop_last)
            yield pool

    def _columns(self, each: _Set) -> list[str]:
        """The columns that are read of a data set."""
        joined = {"step"} if self._has_oracle else set()
        return sorted({"match", "action", *joined, *each.filter.columns, *each.inputs, *self.labels} - {"rules"})

    def _read(self, at: int, file: str, group: int, names: list[str] | None = None) -> dict[str, NDArray[Any]]:
        """The rows of a group that pass the filters; by default all columns that are read, and what was hidden."""
        each = self._sets[at]
        hidden, names = self._has_oracle and names is None, self._columns(each) if names is None else names
        with _opened(file) as parquet:
            table = parquet.read_row_group(group, columns=names, use_threads=False)
            columns = _Columns({name: _array(table.column(name)) for name in names})
        found = each.oracle.read(file, group, columns) if hidden else {}
        columns["rules"] = np.full(len(columns["match"]), at, np.uint8)
        each.number(columns)
        keep = each.filter.rows(columns)
        columns.update(found)
        return columns if keep is None else _Columns({name: cells[keep] for name, cells in columns.items()})

    def _check_columns(self) -> None:
        """The files have the columns that are read; all of a data set have the same."""
        for each in self._sets:
            if not each.files:
                continue
            with _opened(each.files[0]) as parquet:
                names = parquet.schema_arrow.names
            missing = [name for name in self._columns(each) if name not in names]
            if missing:
                which = "the data set" if len(self._sets) == 1 else f"the data set {each.path}"
                raise ValueError(f"{which} has no column {missing[0]!r}; it has {', '.join(names)}")


class _Set:
    """One data set of a folder."""

    filter: _Filter

    def __init__(self, name: str | None, path: str, first: int, native: _native.Decisions) -> None:
        #: The number of its first match among those of all.
        self.path, self.first, self.matches, self.agents = path, first, native.matches, native.agents
        self.files, self.rotations, self.of_logs, self.ruleset = native.files, native.rotations, native.of_logs, native.rules[0]
        self.name = name or self.ruleset
        self.inputs = [name for name, _ in native.columns()]
        self.oracle = _Oracle(dict(zip(native.files, native.oracle_files, strict=False)), [name for name, _ in native.oracle_columns()])
        self._numbers: NDArray[np.uint8] | None = None

    def number_agents(self, agents: list[str]) -> None:
        """Numbers its agents as in this list."""
        if agents[: len(self.agents)] != self.agents:
            self._numbers = np.array([agents.index(agent) for agent in self.agents], np.uint8)

    def number(self, columns: dict[str, NDArray[Any]]) -> None:
        """Makes the numbers of matches and agents those of all data sets."""
        if self.first:
            columns["match"] = columns["match"] + np.array(self.first, columns["match"].dtype)
        if self._numbers is not None and "agent" in columns:
            columns["agent"] = self._numbers[columns["agent"]].astype(columns["agent"].dtype)


def _sets(path: str, obs: str | None, oracle: bool) -> list[_Set]:
    """The data sets of a folder."""
    found = _native.data_sets(path)
    sets: list[_Set] = []
    for name, folder in found:
        first = sets[-1].first + sets[-1].matches if sets else 0
        sets.append(_Set(name if len(found) > 1 else None, folder, first, _native.Decisions(folder, obs, oracle)))
    return sets


def _sizes(file: str) -> list[int]:
    """Rows of each group of a file."""
    with _opened(file) as parquet:
        about = parquet.metadata
        return [int(about.row_group(group).num_rows) for group in range(about.num_row_groups)]


class _Pool:
    """Rows that are shuffled together: of each data set one after another."""

    def __init__(self, data: Dataset, parts: list[tuple[int, dict[str, NDArray[Any]]]]) -> None:
        self._data = data
        by_set: dict[int, list[dict[str, NDArray[Any]]]] = {}
        for at, columns in parts:
            by_set.setdefault(at, []).append(columns)
        self._parts = [_Rows(data, at, by_set[at]) for at in sorted(by_set)]
        self._ends = np.cumsum([len(part) for part in self._parts])
        #: The rows of each batch.
        self.rows: list[NDArray[np.uint32]] = []

    def divide(self, random: np.random.Generator, whole: bool) -> NDArray[np.uint32]:
        """Divides the rows into batches; with `whole` the rows that fill none are returned."""
        count, size = int(self._ends[-1]), self._data.batch_size
        order = np.arange(count, dtype=np.uint32)
        if self._data.shuffle:
            random.shuffle(order)
        end = count - count % size if whole else count
        self.rows = [order[start : min(start + size, end)] for start in range(0, end, size)]
        return order[end:]

    def take(self, rows: NDArray[np.uint32]) -> list[tuple[int, dict[str, NDArray[Any]]]]:
        """These rows, by data set."""
        return [(part.at, part.take(own)) for part, _, own in self._of(rows)]

    def batch(self, native: list[_native.Decisions], rows: NDArray[np.uint32]) -> DataBatch:
        """The batch of these rows."""
        found = [(places, part.batch(native[part.at], own)) for part, places, own in self._of(rows)]
        return found[0][1] if len(found) == 1 else _mixed(found, len(rows))

    def _of(self, rows: NDArray[np.uint32]) -> Iterator[tuple[_Rows, NDArray[np.intp], NDArray[np.uint32]]]:
        """Of each data set with some of these rows: where they are among them, and their places in it."""
        for part, end in zip(self._parts, self._ends, strict=True):
            first = int(end) - len(part)
            places = np.flatnonzero((rows >= first) & (rows < end))
            if len(places) or len(self._parts) == 1:
                yield part, places, rows[places] - np.uint32(first)


def _mixed(found: list[tuple[NDArray[np.intp], DataBatch]], count: int) -> DataBatch:
    """One batch of those with rows at these places of it."""

    def mixed(arrays: list[NDArray[Any]]) -> NDArray[Any]:
        shape, dtype = (count, *arrays[0].shape[1:]), arrays[0].dtype
        whole = aligned_zeros(int(np.prod(shape)), dtype).reshape(shape)
        for (places, _), array in zip(found, arrays, strict=True):
            whole[places] = array
        return whole

    batch = DataBatch()
    for name in ("obs", "oracle", "mask", "action", "rules", "weight"):
        setattr(batch, name, mixed([getattr(each, name) for _, each in found]))
    batch.labels = {name: mixed([each.labels[name] for _, each in found]) for name in found[0][1].labels}
    return batch


class _Rows:
    """Rows of one data set."""

    def __init__(self, data: Dataset, at: int, parts: list[dict[str, NDArray[Any]]]) -> None:
        self._data, self.at, each = data, at, data._sets[at]
        self._path = each.path
        # Column by column, so that the parts need not lie beside all of the pool.
        joined = {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}
        self._columns = _Columns(joined)
        self._cells = [self._columns[name].reshape(-1).view(np.uint8) for name in each.inputs]
        self._hidden = [self._columns[name].reshape(-1).view(np.uint8) for name in each.oracle.names]

    def __len__(self) -> int:
        return len(self._columns["match"])

    def take(self, rows: NDArray[np.uint32]) -> dict[str, NDArray[Any]]:
        """These rows."""
        return _Columns({name: cells[rows] for name, cells in self._columns.items()})

    def batch(self, native: _native.Decisions, rows: NDArray[np.uint32]) -> DataBatch:
        """The batch of these rows."""
        data, batch, count = self._data, DataBatch(), len(rows)
        batch.obs = aligned_zeros(count * len(data.channels) * 34, np.uint8).reshape(count, len(data.channels), 34)
        batch.mask = np.empty((count, data.num_actions if data.obs else 0), np.bool_)
        if data.obs:
            batch.action = np.empty(count, np.uint8)
            flat = (batch.obs.reshape(-1), batch.mask.reshape(-1).view(np.uint8), batch.action)
            try:
                native.write(self._cells, np.ascontiguousarray(rows), *flat)
            except _native.DataError as error:
                raise _damaged(self._path) from error
        else:
            batch.action = self._columns["action"][rows]
        batch.oracle = self._oracle(native, rows)
        batch.labels = {name: self._columns[name][rows] for name in data.labels}
        batch.rules = self._columns["rules"][rows]
        batch.weight = np.ones(count, np.float32) if data.weight is None else self._weights(data.weight, rows)
        return batch

    def _oracle(self, native: _native.Decisions, rows: NDArray[np.uint32]) -> NDArray[np.uint8]:
        width = len(self._data.oracle_channels)
        out = aligned_zeros(len(rows) * width * 34, np.uint8)
        if width:
            try:
                native.write_oracle(self._hidden, np.ascontiguousarray(rows), out)
            except _native.DataError as error:
                raise _damaged(self._path) from error
        return out.reshape(len(rows), width, 34)

    def _weights(self, weight: Callable[[Columns], ArrayLike], rows: NDArray[np.uint32]) -> NDArray[np.float32]:
        weights = np.asarray(weight(self.take(rows)))
        if weights.shape != (len(rows),) or weights.dtype.kind not in "biuf":
            raise ValueError(f"weight must return an array of numbers of shape ({len(rows)},), not {weights.dtype} {weights.shape}")
        return weights.astype(np.float32)


class _Oracle:
    """The table `oracle`, whose rows and groups of rows are those of `decisions`. Its columns are kept under names of their own, so
    that no filter takes them for what a seat saw."""

    def __init__(self, files: dict[str, str], columns: list[str]) -> None:
        self._files, self._columns = files, columns
        self.names = [f"oracle.{name}" for name in columns]

    def read(self, file: str, group: int, decisions: Columns) -> dict[str, NDArray[Any]]:
        """The columns of a group."""
        with _opened(self._files[file]) as parquet:
            table = parquet.read_row_group(group, columns=["match", "step", *self._columns], use_threads=False)
            if any(not np.array_equal(_array(table.column(key)), decisions[key]) for key in ("match", "step")):
                raise ValueError("its rows are not those of `decisions`")
            return {name: _array(table.column(column)) for name, column in zip(self.names, self._columns, strict=True)}


class _Split:
    """Which walls are in the test set."""

    def __init__(self, name: str | None, test: float, seed: int, rotations: int) -> None:
        if name not in (None, "train", "test"):
            raise ValueError(f"there is no split {name!r}: choose from 'train', 'test', None")
        if isinstance(test, bool) or not isinstance(test, (int, float, np.floating)) or not 0 <= test <= 1:
            raise ValueError(f"test={test!r} is not a share from 0 to 1")
        self.name, self._rotations = name, rotations
        self._below, self._seed = int(test * 2**53), np.uint64(seed)

    def rows(self, match: NDArray[np.int64]) -> NDArray[np.bool_]:
        wall = (match // self._rotations).astype(np.uint64)
        # SplitMix64 of the number of the wall.
        with np.errstate(over="ignore"):
            mixed = (wall + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15) ^ self._seed * np.uint64(0xD1B54A32D192ED03)
            mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
        is_test: NDArray[np.bool_] = mixed >> np.uint64(11) < np.uint64(self._below)
        return is_test if self.name == "test" else ~is_test


class _Filter:
    """Which rows are taken."""

    def __init__(
        self,
        agents: list[str],
        first: int,
        agent: str | Sequence[str] | None,
        question: str | int | Sequence[str | int] | None,
        shanten: int | tuple[int, int] | None,
        placement: int | Sequence[int] | None,
        real: _RealGames,
        where: Callable[[Columns], ArrayLike] | None,
        split: _Split,
    ) -> None:
        self._split, self._real, self._where, self._first = split, real, where, first
        places = [placement] if isinstance(placement, (int, np.integer)) else placement
        self._placement = None if places is None else [_check.whole("placement", place, 1, 4) for place in places]
        self._agents = None if agent is None else [_place("agent", name, agents) for name in _listed(agent)]
        self._questions = None if question is None else [_place("question", name, QUESTIONS) for name in _listed(question)]
        self._shanten = None if shanten is None else _range("shanten", shanten)

    @property
    def wants_all(self) -> bool:
        """Whether a function of all columns is among them."""
        return self._where is not None

    @property
    def takes_all(self) -> bool:
        """Whether there are no filters."""
        return not self.columns and self._where is None and self._split.name is None

    @property
    def columns(self) -> set[str]:
        """The columns that the filters need, besides `match`."""
        needed = {"agent": self._agents, "question": self._questions, "shanten": self._shanten, "placement": self._placement}
        return {name for name, wanted in needed.items() if wanted is not None} | self._real.columns

    def rows(self, columns: dict[str, NDArray[Any]]) -> NDArray[np.bool_] | None:
        """The rows that are taken; None for all."""
        keep: list[NDArray[np.bool_]] = []
        match = columns["match"] - self._first
        if self._split.name is not None:
            keep.append(self._split.rows(match))
        if self._agents is not None:
            keep.append(np.isin(columns["agent"], self._agents))
        if self._questions is not None:
            keep.append(np.isin(columns["question"], self._questions))
        if self._shanten is not None:
            low, high = self._shanten
            keep.append((columns["shanten"] >= low) & (columns["shanten"] <= high))
        if self._placement is not None:
            keep.append(np.isin(columns["placement"], self._placement))
        keep += self._real.rows(columns, match)
        if self._where is not None:
            keep.append(self._chosen(self._where, columns))
        return np.logical_and.reduce(keep) if keep else None

    def _chosen(self, where: Callable[[Columns], ArrayLike], columns: Columns) -> NDArray[np.bool_]:
        chosen, count = np.asarray(where(columns)), len(columns["match"])
        if chosen.dtype != np.bool_ or chosen.shape != (count,):
            raise ValueError(f"where must return an array of bool of shape ({count},), not {chosen.dtype} {chosen.shape}")
        return chosen


class _RealGames:
    """Which decisions of real games are taken: by what the table `sources` says, and whether the log shows the answer."""

    def __init__(
        self,
        path: str,
        of_logs: bool,
        room: str | Sequence[str] | None,
        grade: str | Sequence[str] | None,
        date: tuple[str | None, str | None] | None,
        hidden: bool,
    ) -> None:
        asked = {"room": room, "grade": grade, "date": date}
        wanted = next((name for name, value in asked.items() if value is not None), None)
        if wanted and not of_logs:
            raise ValueError(f"{wanted}: the data set is not made of real games")
        self._known = of_logs and not hidden
        #: By match, and for grades by seat, whether it is taken.
        self._matches: NDArray[np.bool_] | None = None
        self._seats: NDArray[np.bool_] | None = None
        if wanted:
            sources = _parquet().read_table(os.path.join(path, "sources"))
            texts = {name: np.array(sources.column(name).to_pylist(), str) for name in sources.column_names if str(sources.schema.field(name).type) == "string"}
            taken = np.ones(len(sources), np.bool_)
            if room is not None:
                rooms = _check.texts("room", room)
                taken &= np.logical_or.reduce([np.char.find(texts["room"], part) >= 0 for part in rooms])
            if date is not None:
                first, last = _dates(date)
                taken &= (texts["date"] >= first) & ((texts["date"] <= last) | np.char.startswith(texts["date"], last))
            self._matches = taken
            if grade is not None:
                grades = [texts[name] for name in sorted(texts) if name.startswith("grade_")]
                self._seats = np.isin(np.stack(grades, axis=1), _check.texts("grade", grade))

    @property
    def columns(self) -> set[str]:
        """The columns that are needed, besides `match`."""
        known = {"answer_known"} if self._known else set()
        return known | ({"match"} if self._matches is not None else set()) | ({"seat"} if self._seats is not None else set())

    def rows(self, columns: dict[str, NDArray[Any]], match: NDArray[Any]) -> list[NDArray[np.bool_]]:
        """Those taken; `match` is the number of the match in its data set."""
        keep = [columns["answer_known"]] if self._known else []
        if self._matches is not None:
            keep.append(self._matches[match])
        if self._seats is not None:
            keep.append(self._seats[match, columns["seat"]])
        return keep


def _dates(date: tuple[str | None, str | None]) -> tuple[str, str]:
    """The first and the last date as texts; an open end is one that no date passes."""
    if not isinstance(date, tuple) or len(date) != 2:
        raise TypeError(f"date={date!r} is not a pair such as ('2022-01', '2022-06')")
    first, last = (_check.text_or_none("date", end, "2022-01") for end in date)
    return first or "", last or "~"


class Threads:
    """Threads that work ahead. Left by an exception or a closed iterator, they end first."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = ThreadPoolExecutor(count + 1, "hyakuman-dataset")

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)

    def one_ahead(self, items: Iterator[T]) -> Iterator[T]:
        """The items, each made while the one before is used."""
        end = object()
        coming: Future[Any] = self._executor.submit(next, items, end)
        while (item := coming.result()) is not end:
            coming = self._executor.submit(next, items, end)
            yield item

    def in_order(self, calls: Iterable[tuple[Callable[..., T], tuple[Any, ...]]]) -> Iterator[T]:
        """The results of the calls, a few of them made ahead."""
        coming: deque[Future[T]] = deque()
        for function, arguments in calls:
            coming.append(self._executor.submit(function, *arguments))
            if len(coming) > 2 * self._count:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("hyakuman.Dataset needs pyarrow: pip install pyarrow") from error
    return pyarrow.parquet


def _array(column: Any) -> NDArray[Any]:
    """A column of Arrow as an array: numbers and flags (n,), bytes (n, width). Its memory may be that of Arrow."""
    chunk = column.combine_chunks()
    width = getattr(chunk.type, "byte_width", 0) if str(chunk.type).startswith("fixed_size_binary") else 0
    if not width:
        return np.asarray(chunk.to_numpy(zero_copy_only=False))
    cells = np.frombuffer(chunk.buffers()[1], np.uint8)
    return cells[chunk.offset * width : (chunk.offset + len(chunk)) * width].reshape(-1, width)


def column_of(table: Any, name: str) -> NDArray[Any]:
    """A column of a table or of a batch of Arrow."""
    import pyarrow

    found = table.column(name)
    return _array(found if isinstance(found, pyarrow.ChunkedArray) else pyarrow.chunked_array([found]))


class _Columns(dict[str, NDArray[Any]]):
    """Columns by name; others are told apart from those of the table that are not read."""

    def __missing__(self, name: str) -> NDArray[Any]:
        raise KeyError(f"the column {name!r} is not read: add it to labels")


@contextlib.contextmanager
def _opened(file: str) -> Iterator[Any]:
    """A file of Parquet. What cannot be read is a DataError."""
    parquet = _parquet()
    try:
        with parquet.ParquetFile(file, memory_map=True) as opened:
            yield opened
    except (PermissionError, MemoryError):
        raise
    except Exception as error:
        raise _damaged(file) from error


def _damaged(path: str) -> _native.DataError:
    what = "is damaged" if os.path.exists(path) else "does not exist"
    return _native.DataError(f"{path} {what}: `hyakuman data verify` checks the data set")


def _function(name: str, value: T) -> T:
    if value is not None and not callable(value):
        raise TypeError(f"{name}={value!r} is not a function of the columns")
    return value


def _range(name: str, value: Any) -> tuple[int, int]:
    """The first and the last number of two, or of one."""
    ends = (value, value) if isinstance(value, numbers.Integral) else value
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise TypeError(f"{name}={value!r} is not a whole number, nor the first and the last of some")
    return _check.whole(name, ends[0], -1, 127), _check.whole(name, ends[1], -1, 127)


def _listed(value: Any) -> Sequence[Any]:
    return [value] if isinstance(value, (str, numbers.Integral)) else value


def _place(what: str, name: Any, names: Sequence[str]) -> int:
    """The place of a name; a place stays as it is."""
    if isinstance(name, numbers.Integral) and 0 <= int(name) < len(names):
        return int(name)
    if name not in names:
        raise ValueError(f"there is no {what} {name!r} in this data set: choose from {', '.join(names)}")
    return names.index(str(name))
