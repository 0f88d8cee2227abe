"""Results as tables of Arrow, where pyarrow is installed."""

from __future__ import annotations

from typing import Any

_TEXT = ("agent", "other", "arm", "rate", "measure", "asked", "verdict")
_COUNTS = ("seat", "games", "walls", "difference_walls")


def arrow_table(rows: list[dict[str, Any]], names: list[str]) -> Any:
    """Rows as a `pyarrow.Table` with these columns; a missing cell is null."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("tables of Arrow need pyarrow: pip install pyarrow") from error

    def kind(name: str) -> Any:
        return pyarrow.string() if name in _TEXT else pyarrow.int64() if name in _COUNTS else pyarrow.float64()

    columns = {name: pyarrow.array([row.get(name) for row in rows], kind(name)) for name in names}
    return pyarrow.table(columns)
