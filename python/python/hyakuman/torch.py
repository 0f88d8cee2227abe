"""`Dataset` for PyTorch. Needs the package torch."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import torch
from torch.utils.data import IterableDataset, get_worker_info

from .dataset import Dataset


class Batches(IterableDataset):  # type: ignore[misc]
    """The batches of a `Dataset` as dicts of tensors: `obs`, `mask`, `action` (int64), `weight`, and the labels by name.

    For `torch.utils.data.DataLoader(Batches(data), batch_size=None)`. With several workers each reads other groups of rows.
    Tensors share the memory of the arrays.
    """

    def __init__(self, data: Dataset) -> None:
        super().__init__()
        self.data = data

    def __iter__(self) -> Iterator[dict[str, Any]]:
        worker, data = get_worker_info(), self.data
        if worker is not None:
            index, of = data.shard
            data = copy.copy(data)
            data.shard = (index * worker.num_workers + worker.id, of * worker.num_workers)
            # The same for all workers of a pass, and another for each pass.
            data.seed = (data.seed + worker.seed - worker.id) % 2**63
        for batch in data:
            tensors = {name: torch.from_numpy(array) for name, array in batch.labels.items()}
            tensors |= {name: torch.from_numpy(getattr(batch, name)) for name in ("obs", "mask", "weight")}
            tensors["action"] = torch.from_numpy(batch.action).long()
            yield tensors
