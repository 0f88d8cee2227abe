from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

SEATS = @SEATS@
TILES = 37  # 34 kinds and three red fives
ACTIONS = 256
NONE = 255  # no tile, no seat
DRAWN = 37  # action: discard the drawn tile


class Chunks:
    """The row groups of the files of a table. Chunk `i` is a dict from column name to array, passed through `transform`.

    Reads only `columns`, or all columns: a few are much faster. Work chunk by chunk, not on whole tables: a chunk with
    all columns takes about 25 MB.
    """

    def __init__(self, files, columns=None, transform=None):
        self.columns, self.transform = columns, transform
        sizes = [(file, pq.read_metadata(file).num_row_groups) for file in map(Path, files)]
        self.groups = [(file, group) for file, groups in sizes for group in range(groups)]

    def __len__(self):
        return len(self.groups)

    def __getitem__(self, i):
        file, group = self.groups[i]
        table = pq.ParquetFile(file).read_row_group(group, columns=self.columns)
        rows = {name: array(table[name]) for name in table.column_names}
        return self.transform(rows) if self.transform else rows


def array(column):
    """A column as an array: (rows,), or (rows, width) of uint8 for a column of bytes."""
    cells = column.combine_chunks()
    if not pa.types.is_fixed_size_binary(cells.type):
        return cells.to_numpy(zero_copy_only=False)
    width = cells.type.byte_width
    start, end = cells.offset * width, (cells.offset + len(cells)) * width
    return np.frombuffer(cells.buffers()[1], np.uint8)[start:end].reshape(-1, width)


def legal_actions(rows):
    """Legal actions: (rows, 256) of bool."""
    return np.unpackbits(rows["legal"], axis=1, bitorder="little").view(bool)


def tally(keys):
    """How often each number from 0 to 255 occurs in each row: (rows, any number) of uint8 to (rows, 256)."""
    counts = np.empty((len(keys), 256), np.uint8)
    for start in range(0, len(keys), 2048):  # few rows at a time: they stay in the cache
        some = keys[start : start + 2048]
        places = some + 256 * np.arange(len(some))[:, None]
        counts[start : start + 2048] = np.bincount(places.ravel(), minlength=256 * len(some)).reshape(-1, 256)
    return counts


def count_tiles(tiles):
    """Number of copies of each tile: (rows, any number) of codes to (rows, 37)."""
    if tiles.shape[1] == 1:
        return (tiles == np.arange(TILES, dtype=np.uint8)).view(np.uint8)
    return tally(tiles)[:, :TILES]


def count_by_seat(tiles, places):
    """Number of copies of each tile by relative seat, both (rows, any number): a list of (rows, 37)."""
    counts = tally(tiles & 63 | places << 6)  # NONE is 63 here
    return [counts[:, 64 * place : 64 * place + TILES] for place in range(SEATS)]


def discarded(rows):
    """The tile that each row's action discards; NONE if it discards nothing."""
    of_code = np.full(ACTIONS, NONE, np.uint8)
    for first in DISCARDS:
        of_code[first : first + TILES] = np.arange(TILES)
    drawn = np.isin(rows["action"], [first + DRAWN for first in DISCARDS])
    return np.where(drawn, rows["drawn"], of_code[rows["action"]])


def from_seat(by_seat, rows):
    """(rows, seats, ...) by absolute seat to relative seat: 0 is the deciding seat, 1 the next in turn, and so on."""
    order = (rows["seat"][:, None] + np.arange(SEATS)) % SEATS
    return by_seat[np.arange(len(by_seat))[:, None], order]


def discards(rows):
    """All discards in order: tile (NONE after the last), seat, whether just drawn, whether called; each (rows, places)."""
    cells = rows["discards"]
    made = cells != NONE
    seat = rows["discarders"][:, :, None] >> np.array([0, 2, 4, 6], np.uint8) & 3
    seat = seat.reshape(len(cells), -1)[:, : cells.shape[1]]
    return np.where(made, cells & 63, NONE), seat, made & (cells & 64 != 0), made & (cells & 128 != 0)


def melds(rows):
    """The sets by absolute seat: sort and feeder (rows, 4, 4), tiles (rows, 4, 4, 4; NONE for no tile)."""
    cells = rows["melds"].reshape(-1, 4, 4, 5)
    sort = cells[..., 0] & 15
    return sort, cells[..., 0] >> 4, np.where(sort[..., None] > 0, cells[..., 1:], NONE)


def tiles_in_sight(rows):
    """Counts of tiles, (rows, 37) each: hand, drawn, offered; then discards and sets by seat, own first."""
    tile, seat, _, _ = discards(rows)
    before = (SEATS - rows["seat"]).astype(np.uint8)[:, None]  # from absolute to relative seats
    sets, seats = melds(rows)[2].reshape(-1, 64), np.repeat(np.arange(4, dtype=np.uint8), 16)
    tiles = [count_tiles(rows["hand"]), *(count_tiles(rows[name][:, None]) for name in ("drawn", "offered"))]
    return tiles + count_by_seat(tile, (seat + before) % SEATS) + count_by_seat(sets, (seats + before) % SEATS)


def scores(rows):
    """Scores by relative seat, (rows, seats): the own score first."""
    return from_seat(np.stack([rows[f"score_{seat}"] for seat in range(SEATS)], axis=1), rows)


def winds(rows):
    """Round wind and own wind, one-hot: (rows, 4) and (rows, seats)."""
    own = (rows["seat"] + 8 * SEATS - rows["kyoku"]) % SEATS
    return np.eye(4)[rows["kyoku"] // SEATS % 4], np.eye(SEATS)[own]
