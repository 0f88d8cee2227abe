"""How fast DuckDB, Polars and PyArrow read the decisions of a data set, beside a rewrite of the same rows by PyArrow.

    hyakuman run --games 1000 --record decisions --out data
    .venv/bin/python scripts/bench_readers.py data [--runs 7]

Needs the libraries of scripts/read_dataset/requirements.txt. Everything runs in one thread; the two sets of files take turns, and
the least time of each counts. Then the loader in the card beside one that counts tiles place by place, as it did before.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from pathlib import Path

os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

# For each query its SQL, and the same for Polars.
QUERIES = {
    "value of tenpai": (
        "SELECT agent, action BETWEEN 64 AND 101 AS riichi, count(*), avg(won::INT), avg(kyoku_delta) FROM rows "
        "WHERE question = 0 AND shanten = 0 GROUP BY ALL",
        lambda rows, _: rows.filter((pl.col("question") == 0) & (pl.col("shanten") == 0))
        .group_by("agent", pl.col("action").is_between(64, 101).alias("declared"))
        .agg(pl.len(), pl.col("won").mean(), pl.col("kyoku_delta").mean()),
    ),
    "actions by question": (
        "SELECT question, action, count(*) FROM rows GROUP BY ALL",
        lambda rows, _: rows.group_by("question", "action").len(),
    ),
    "results by score": (
        "SELECT seat, kyoku, score_0 // 10000 AS score, avg(rank_points), avg(placement) FROM rows GROUP BY ALL",
        lambda rows, _: rows.group_by("seat", "kyoku", (pl.col("score_0") // 10000).alias("score")).agg(
            pl.col("rank_points").mean(), pl.col("placement").mean()
        ),
    ),
    "sum of every number": (
        "SELECT {sums} FROM rows",
        lambda rows, names: rows.select(pl.col(names).cast(pl.Int64).sum()),
    ),
    "one match": (
        "SELECT count(*), max(remaining) FROM rows WHERE match = {match}",
        lambda rows, _: rows.filter(pl.col("match") == 300).select(pl.len(), pl.col("remaining").max()),
    ),
    "hands and legal actions": (
        "SELECT max(hand), max(legal) FROM rows",
        lambda rows, _: rows.select(pl.col("hand").max(), pl.col("legal").max()),
    ),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    args = parser.parse_args()
    files = sorted((args.folder / "decisions").glob("*.parquet"))
    if not files:
        sys.exit(f"{args.folder} has no table decisions")
    duckdb.sql("SET threads = 1")
    with tempfile.TemporaryDirectory() as folder:
        rewrite(files, Path(folder))
        both = [str(args.folder / "decisions" / "*.parquet"), f"{folder}/*.parquet"]
        size = [sum(path.stat().st_size for path in some) for some in (files, Path(folder).iterdir())]
        rows = sum(pq.read_metadata(file).num_rows for file in files)
        print(f"{rows:,} rows: {size[0] / rows:.1f} bytes a row, rewritten {size[1] / rows:.1f}\n")
        print("| ms | ours | rewritten | ours is faster |\n| --- | --- | --- | --- |")
        for name, read in readers(files):
            ours, other = times([lambda path=path: read(path) for path in both], args.runs)
            print(f"| {name} | {1e3 * ours:.1f} | {1e3 * other:.1f} | {other / ours:.2f} times |", flush=True)
    loader(args.folder, files, args.runs)


def rewrite(files, folder):
    """The same rows as PyArrow writes them, with zstd and row groups of the same size."""
    for file in files:
        pq.write_table(pq.read_table(file), folder / file.name, compression="zstd", row_group_size=131_072)


def readers(files):
    """What is timed: name, and a function of the files."""
    schema = pq.read_schema(files[0])
    numbers = [field.name for field in schema if pa.types.is_integer(field.type) and field.type != pa.uint64()]
    fill = {"sums": ", ".join(f"sum({name})" for name in numbers), "match": 300}
    for name, (query, lazy) in QUERIES.items():
        query = query.format(**fill)
        columns = [column for column in schema.names if re.search(rf"\b{column}\b", query)]
        yield f"DuckDB: {name}", lambda path, query=query: duckdb.sql(query.replace("rows", f"'{path}'")).fetchall()
        yield f"Polars: {name}", lambda path, lazy=lazy: lazy(pl.scan_parquet(path), numbers).collect()
        yield f"PyArrow: columns of {name}", lambda path, columns=columns: arrow(path, columns)
    yield "DuckDB: all columns to Arrow", lambda path: duckdb.sql(f"SELECT * FROM '{path}'").to_arrow_table()
    yield "Polars: all columns", lambda path: pl.read_parquet(path)
    yield "PyArrow: all columns", lambda path: arrow(path, None)


def arrow(path, columns):
    folder = Path(path).parent
    for file in sorted(folder.glob("*.parquet")):
        pq.ParquetFile(file).read(columns=columns, use_threads=False)


def times(functions, runs):
    """The least seconds of each, taken in turn."""
    least = [float("inf")] * len(functions)
    for _ in range(runs):
        for at, function in enumerate(functions):
            start = time.perf_counter()
            function()
            least[at] = min(least[at], time.perf_counter() - start)
    return least


def loader(folder, files, runs):
    """The code of the card, beside a loader that adds one to a count for every place of the tiles."""
    card = (folder / "README.md").read_text()
    code = re.search(r"```python\n# hyakuman_rows.py.*?```", card, re.S)
    if not code or "def tally" not in code[0]:
        return print("\n(The card has no loader to be timed.)")
    space = {}
    exec(code[0][10:-3], space)
    before = dict(space)
    exec(code[0][10:-3], before)
    exec(BEFORE, before)
    rows = space["Chunks"](files)[0]
    assert all((a == b).all() for a, b in zip(space["tiles_in_sight"](rows), before["tiles_in_sight"](rows), strict=True))
    assert (space["inputs"](rows) == before["inputs"](rows)).all()
    print(f"\n| ms, {len(rows['seat']):,} rows | loader of the card | place by place | card is faster |\n| --- | --- | --- | --- |")
    for name in ("tiles_in_sight", "inputs"):
        now, then = times([lambda space=space: space[name](rows) for space in (space, before)], min(runs, 3))
        print(f"| `{name}` | {1e3 * now:.0f} | {1e3 * then:.0f} | {then / now:.1f} times |")


BEFORE = '''
def count_tiles(tiles):
    counts = np.zeros((len(tiles), 256), np.uint8)
    row = np.arange(len(tiles))
    for place in range(tiles.shape[1]):
        counts[row, tiles[:, place]] += 1
    return counts[:, :TILES]


def tiles_in_sight(rows):
    tile, seat, _, _ = discards(rows)
    place = (seat + SEATS - rows["seat"][:, None]) % SEATS
    sets = from_seat(melds(rows)[2].reshape(-1, 4, 16), rows)
    tiles = [count_tiles(rows["hand"]), *(count_tiles(rows[name][:, None]) for name in ("drawn", "offered"))]
    tiles += [count_tiles(np.where(place == other, tile, NONE)) for other in range(SEATS)]
    return tiles + [count_tiles(sets[:, other]) for other in range(SEATS)]
'''


if __name__ == "__main__":
    main()
