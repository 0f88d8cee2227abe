"""Memory of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Where arrays begin: NumPy gives multiples of 16 bytes, and libraries that take only multiples of 64 as they are copy those.
ALIGNMENT = 64


def aligned_zeros(count: int, dtype: type[Any] | np.dtype[Any]) -> NDArray[Any]:
    """(count,) zeros that begin at a multiple of 64 bytes."""
    size = count * np.dtype(dtype).itemsize
    owner = np.zeros(size + ALIGNMENT, np.uint8)
    start = -owner.ctypes.data % ALIGNMENT
    return owner[start : start + size].view(dtype)
