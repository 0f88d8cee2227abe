"""Functions on arrays of hands.

A hand is an array of 34 counts; many hands are an array of shape (n, 34), or of any shape that ends with 34, of any integer
type. A text such as `123m406p11z` stands for the counts of one hand. Called sets are left out: a hand with one called set has
10 or 11 tiles. Red fives count as fives.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .rules import RulesLike, as_json, as_rules

KINDS = 34


def tiles(text: str) -> NDArray[np.uint8]:
    """The counts of a hand given as text, shape (34,), uint8.

    >>> tiles("123m406p11z").nonzero()[0]
    array([ 0,  1,  2, 12, 13, 14, 27])
    """
    if not isinstance(text, str):
        raise TypeError(f"tiles are a text such as '123m406p11z', not {text!r}")
    counts = np.frombuffer(_native.parse_tiles(text)[0], np.uint8).copy()
    if counts.max() > 4:
        raise ValueError(f"{text!r} has {counts.max()} of one kind of tile; there are four")
    return counts


def shanten(hands: ArrayLike, rules: RulesLike = "tenhou") -> NDArray[np.int8]:
    """Tiles missing to tenpai, the least over all forms of a complete hand; -1 for a complete hand.

    `hands`: counts of 3n+1 or 3n+2 tiles, shape (..., 34). Returns int8 of shape (...).
    """
    counts, shape = _counts(hands)
    out = np.zeros(len(counts), np.int8)
    _native.shanten(as_rules(rules).native, counts, out)
    return out.reshape(shape)


def ukeire(hands: ArrayLike, rules: RulesLike = "tenhou", seen: ArrayLike | None = None) -> NDArray[np.uint8]:
    """For each kind the copies that are left, if drawing one lowers the shanten, otherwise 0.

    `hands`: counts of 3n+1 tiles, shape (..., 34). Copies in the hand are not left, nor are those of `seen`, which has the
    same shape: visible tiles outside the hand. Returns uint8 of shape (..., 34); its sum over the last axis is the number of
    tiles.
    """
    counts, shape = _counts(hands)
    out = np.zeros(counts.shape, np.uint8)
    _native.ukeire(as_rules(rules).native, counts, out)
    if seen is not None:
        gone, seen_shape = _counts(seen, "seen")
        if seen_shape != shape:
            raise ValueError(f"seen has the shape {(*seen_shape, KINDS)} and hands {(*shape, KINDS)}; they must be equal")
        out = np.maximum(out, gone) - gone
    return out.reshape((*shape, KINDS))


def waits(hands: ArrayLike, rules: RulesLike = "tenhou") -> NDArray[np.bool_]:
    """For each kind whether it completes the hand.

    `hands`: counts of 3n+1 tiles, shape (..., 34). Returns bool of shape (..., 34), all false for a hand that is not tenpai.
    """
    counts, shape = _counts(hands)
    out = np.zeros(counts.shape, np.uint8)
    _native.waits(as_rules(rules).native, counts, out)
    return out.view(np.bool_).reshape((*shape, KINDS))


def score(hands: Iterable[Mapping[str, Any]] | Mapping[str, Any] | str, rules: RulesLike = "tenhou") -> list[dict[str, Any]]:
    """The values of winning hands.

    Each hand is a mapping with the keys of `hyakuman score` (docs/output.md): `hand`, `win`, `by`, `seat`, `round`, `melds`,
    `dora` and others; a single mapping is one hand. A text is read as JSON lines, of which blank ones are skipped. Returns one
    dict for each hand, with `agari`, `yaku`, `han`, `fu`, `points`, `deltas` and others.
    """
    listed = [hands] if isinstance(hands, Mapping) else hands
    if not isinstance(listed, Iterable):
        raise TypeError(f"hands are mappings with keys such as 'hand' and 'win', or a text of JSON lines, not {hands!r}")
    lines = listed if isinstance(listed, str) else "\n".join(map(_line, listed))
    values: list[dict[str, Any]] = json.loads(f"[{','.join(_native.score(as_rules(rules).native, lines))}]")
    return values


def _line(hand: Mapping[str, Any]) -> str:
    if not isinstance(hand, Mapping):
        raise TypeError(f"a hand is a mapping with keys such as 'hand' and 'win', not {hand!r}")
    return as_json(dict(hand))


def _counts(hands: ArrayLike, name: str = "hands") -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Contiguous uint8 of shape (n, 34), and the shape without the last axis."""
    array = tiles(hands) if isinstance(hands, str) else np.asarray(hands)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: counts of tiles are an array of integers; this one is {array.dtype}")
    if array.ndim == 0 or array.shape[-1] != KINDS:
        raise ValueError(f"{name} must have the shape (..., {KINDS}); this one has {array.shape}")
    rows = array.reshape(-1, KINDS)
    if array.dtype != np.uint8:
        if rows.size and (rows.min() < 0 or rows.max() > 4):
            row = np.argwhere((rows < 0) | (rows > 4))[0][0]
            raise ValueError(f"{name}: row {row} has a count that is not 0 to 4")
        rows = rows.astype(np.uint8)
    return np.ascontiguousarray(rows), array.shape[:-1]
