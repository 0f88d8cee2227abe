"""`Dataset` for JAX. Needs the package jax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

try:
    import jax
except ImportError as error:
    raise ImportError("hyakuman.jax needs JAX: pip install jax") from error

from .dataset import Dataset


def batches(data: Dataset) -> Iterator[dict[str, Any]]:
    """One pass over a `Dataset` as dicts of arrays on the default device: `obs`, `mask`, `action`, `weight`, `oracle` if it was
    asked for, and the labels by name."""
    for batch in data:
        yield jax.device_put(batch.arrays())
