"""`Dataset` for PyTorch. Needs the package torch."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
except ImportError as error:
    raise ImportError("hyakuman.torch needs PyTorch: pip install torch") from error

from . import _check
from .dataset import DataBatch, Dataset

#: Most workers of a loader.
MOST_WORKERS = 256


class Batches(IterableDataset):  # type: ignore[misc]
    """The batches of a `Dataset` as dicts of tensors: `obs`, `mask`, `action` (int64), `weight`, `oracle` if it was asked for, and the labels
    by name.

    For `torch.utils.data.DataLoader(Batches(data), batch_size=None)`. With several workers each reads other groups of rows.
    Tensors share the memory of the arrays.

    The order of a pass depends on the seed of the data set and the number of the pass, not on seeds of PyTorch. Each loop over the
    loader is the next pass; `set_epoch(n)` sets its number.
    """

    def __init__(self, data: Dataset) -> None:
        super().__init__()
        self.data = data
        # The data set of a worker, for its whole life.
        self._own: Dataset | None = None
        # The number of the next pass, for each number of workers and each worker. All processes see the same numbers.
        places = MOST_WORKERS * (MOST_WORKERS + 1) // 2
        self._passes = torch.full((places,), data.epoch, dtype=torch.int64).share_memory_()

    def set_epoch(self, number: int) -> None:
        """The next loop is the pass of this number, in all workers."""
        self.data.epoch = _check.whole("epoch", number, 0, 2**62)
        self._passes.fill_(self.data.epoch)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """One pass: of a worker its part of one."""
        worker = get_worker_info()
        return map(_tensors, self.data if worker is None else self._part(worker.id, worker.num_workers))

    def _part(self, index: int, workers: int) -> Dataset:
        """The groups of rows of a worker, in the order of the next pass."""
        if workers > MOST_WORKERS:
            raise ValueError(f"num_workers={workers}: a loader has at most {MOST_WORKERS} workers")
        if self._own is None:
            own, of = self.data.shard
            self._own = copy.copy(self.data)
            self._own.shard = (own + of * index, of * workers)
        place = workers * (workers - 1) // 2 + index
        self._own.epoch = int(self._passes[place])
        self._passes[place] += 1
        return self._own

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy has numbers of its own, which its workers share."""
        self.__dict__.update(state)
        self._passes.share_memory_()


def _tensors(batch: DataBatch) -> dict[str, Any]:
    tensors = {name: torch.from_numpy(array) for name, array in batch.arrays().items()}
    return tensors | {"action": tensors["action"].long()}
