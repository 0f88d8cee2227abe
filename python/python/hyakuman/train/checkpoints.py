"""Checkpoints: one .npz file with all arrays of a run and a description in JSON, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from .models import Params, Resnet

#: Name of the description in the file.
_ABOUT = "about"


def save(path: str | Path, tree: Any, about: Mapping[str, Any], more: Mapping[str, NDArray[Any]] | None = None) -> None:
    """Writes a file: the leaves of `tree`, other arrays, and a description. The same content has the same bytes."""
    arrays = {f"tree{name}": np.asarray(leaf) for name, leaf in _leaves(tree)} | dict(more or {})
    arrays[_ABOUT] = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    part = Path(f"{path}.part")
    with open(part, "wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def load(path: str | Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a file by name, and its description. Raises ValueError for other files."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about: dict[str, Any] = json.loads(bytes(arrays.pop(_ABOUT)))
    except FileNotFoundError as error:
        raise ValueError(f"there is no checkpoint {path}") from error
    except Exception as error:
        raise ValueError(f"{path} is not a checkpoint of hyakuman.train") from error
    return arrays, about


def restore(like: Any, arrays: Mapping[str, NDArray[Any]], under: str = "") -> Any:
    """A tree with the structure of `like` and the arrays of a file; `under` is the place of `like` in the tree that was saved."""
    leaves = []
    for name, leaf in _leaves(like):
        array = arrays.get(f"tree{under}{name}")
        if array is None or array.shape != np.shape(leaf):
            raise ValueError("the checkpoint is of another network")
        leaves.append(jnp.asarray(array))
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), leaves)


def network(path: str | Path) -> tuple[Resnet, Params, dict[str, Any]]:
    """The network of a checkpoint, its weights, and the description of the run. Raises ValueError for files without one."""
    arrays, about = load(path)
    if "model" not in about:
        raise ValueError(f"{path} has no network: give a checkpoint of imitate or ppo")
    net = Resnet(**{**about["model"], "hidden": ()})
    return net, restore(net.init(0), arrays, "['params']"), about


def _leaves(tree: Any) -> list[tuple[str, Any]]:
    return [(jax.tree_util.keystr(path), leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(tree)]
