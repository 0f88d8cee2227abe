"""The channels of observation planes, and rows as planes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _check, _native
from ._memory import aligned_zeros
from .rules import RulesLike, as_rules

#: The planes of what the deciding seat cannot see.
ORACLE = "oracle-v1"


@dataclass(frozen=True)
class Channel:
    """One channel of a set: 34 cells, one for each kind of tile.

    name: unique in its set.
    everywhere: whether all 34 cells have its value, instead of those of single kinds.
    scale: the input of a network is the cell divided by this.
    meaning: what it means. Seats are relative: 0 is the deciding seat, 1 the next in turn.
    """

    name: str
    everywhere: bool
    scale: int
    meaning: str


def channels(planes: str = "planes-v1") -> list[Channel]:
    """The channels of `planes-v1`, `planes-v1-light` or `oracle-v1`, in order. They never change: a change is a set with a new name."""
    return list(known_channels(_check.text("planes", planes, "planes-v1")))


@functools.cache
def known_channels(planes: str) -> tuple[Channel, ...]:
    """`channels`, made once."""
    return tuple(Channel(*row) for row in _native.channels(planes))


def encode(rows: Any, planes: str = "planes-v1", rules: RulesLike = "tenhou") -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Rows of decisions as planes: (n, channels, 34) uint8, and their legal compact actions: (n, 124) bool. Riichi only.

    rows: the observations of `VecEnv(obs="rows")`, or some of them; a table or batch of pyarrow with the columns of `decisions`; or a
        dict of such columns. Bytes may be (n, width) uint8. Other columns do not matter.
    planes: `"planes-v1"` or `"planes-v1-light"`.
    rules: those of the matches, as of `VecEnv`.

    The planes are the bytes that `VecEnv` writes for these decisions, so a buffer can hold rows, a 22nd of planes. Raises ValueError
    if a column is missing, has another type, or a row is no decision of the rules. Does not hold the GIL.
    """
    native = _native.RowEncoder(as_rules(rules).native, _check.text("planes", planes, "planes-v1"))
    read = _reader(rows)
    columns = [_cells(read(name), name, size) for name, size in native.columns()]
    (first, size), width = native.columns()[0], len(known_channels(planes))
    count = len(columns[0]) // size
    short = next((name for (name, size), cells in zip(native.columns(), columns, strict=True) if len(cells) != count * size), None)
    if short is not None:
        raise ValueError(f"the columns {first} and {short} have different numbers of rows")
    obs, mask = aligned_zeros(count * width * 34, np.uint8), np.zeros((count, native.actions), np.bool_)
    native.write(columns, count, obs, mask.reshape(-1).view(np.uint8))
    return obs.reshape(count, width, 34), mask


def _reader(rows: Any) -> Any:
    """A function that returns a column of the rows by its name."""
    if isinstance(rows, (np.ndarray, np.void)) and rows.dtype.names is not None:
        names, column = rows.dtype.names, np.atleast_1d(rows).__getitem__
    elif isinstance(rows, Mapping):
        names, column = tuple(rows), rows.__getitem__
    elif hasattr(rows, "schema") and hasattr(rows, "column"):
        from .dataset import column_of

        names, column = tuple(rows.schema.names), functools.partial(column_of, rows)
    else:
        raise TypeError("rows are a structured array as of VecEnv(obs='rows'), a table of pyarrow, or a dict of columns")

    def read(name: str) -> Any:
        if name not in names:
            raise ValueError(f"the rows have no column {name!r}: planes need all columns of `decisions`")
        return column(name)

    return read


def _cells(column: Any, name: str, size: int) -> NDArray[np.uint8]:
    """The cells of a column one after another."""
    array = np.asarray(column)
    width = array.dtype.itemsize * int(np.prod(array.shape[1:]))
    if array.dtype.kind not in "biu" or array.ndim == 0 or width != size:
        raise ValueError(f"the column {name} has cells of {width} bytes ({array.dtype}), not of {size} as in `decisions`")
    cells: NDArray[np.uint8] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return cells
