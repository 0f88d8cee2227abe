"""Checks that PyArrow, Polars and DuckDB read the same from every table, and that fields have their metadata."""

import hashlib

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq


def check(folder, manifest):
    """All tables and files of a data set."""
    check_files(folder, manifest)
    for table in manifest["tables"]:
        files = sorted((folder / table).glob("*.parquet"))
        describe(files, table, manifest["identity"])
        arrow = pa.concat_tables(pq.read_table(file) for file in files)
        assert arrow.num_rows == manifest["totals"][table]["rows"], f"{table}: the number of rows differs from the manifest"
        compare(arrow, f"{folder}/{table}/*.parquet", table)


def check_files(folder, manifest):
    """The files have the hashes in the manifest, and the manifest has its own."""
    head, _, rest = (folder / "manifest.json").read_bytes().split(b"\n", 2)
    assert hashlib.sha256(head + b"\n" + rest).hexdigest() == manifest["manifest_sha256"], "manifest.json: another hash"
    named = set()
    for part in manifest["files"]:
        for table, stats in part["tables"].items():
            file = folder / table / f"part-{part['part']:06}.parquet"
            assert hashlib.sha256(file.read_bytes()).hexdigest() == stats["sha256"], f"{file}: another hash"
            named.add(file)
    found = set(folder.glob("*/*.parquet"))
    assert found == named, f"files that are not in the manifest, or the other way round: {found ^ named}"


def describe(files, table, identity):
    """Every field has meaning, unit and viewpoint; every file has rules and seed."""
    first = pq.read_schema(files[0])
    for file in files:
        assert pq.read_schema(file).equals(first, check_metadata=True), f"{file}: another schema"
        about = {key.decode(): value.decode() for key, value in pq.read_metadata(file).metadata.items()}
        wanted = {key: str(identity[key]) for key in ("ruleset", "rules_hash", "seed")} | {"table": table}
        said = {key: about.get(key) for key in wanted}
        assert said == wanted, f"{file}: says {said}, not {wanted}"
    for field in first:
        said = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        assert said.get("meaning") and said.get("unit") and "missing" in said, f"{table}.{field.name}: {said}"
        assert said.get("viewpoint") in ("public", "own", "label", "hidden"), f"{table}.{field.name}: {said}"
        assert not field.nullable, f"{table}.{field.name} may be null"


def compare(arrow, pattern, table):
    """Every cell is the same in all three libraries, and so are their sums of the numbers."""
    polars, duck = pl.read_parquet(pattern), duckdb.read_parquet(pattern)
    assert arrow.column_names == polars.columns == duck.columns, f"{table}: columns differ"
    cells = dict(zip(duck.columns, zip(*duck.fetchall())))
    for name in arrow.column_names:
        lists = [arrow[name].to_pylist(), polars[name].to_list(), list(cells[name])]
        assert lists[0] == lists[1], f"{table}.{name}: PyArrow and Polars read different cells"
        assert lists[0] == lists[2], f"{table}.{name}: PyArrow and DuckDB read different cells"
        if pa.types.is_integer(arrow[name].type) and arrow[name].type != pa.uint64():
            in_duck = duck.aggregate(f'sum("{name}"::BIGINT)').fetchall()[0][0]
            sums = [sum(lists[0]), pc.sum(arrow[name]).as_py(), polars[name].cast(pl.Int64).sum(), in_duck]
            assert len(set(map(int, sums))) == 1, f"{table}.{name}: sums {sums}"


def chunks(files):
    """The files of a table, each as a dict from column to array: (rows,), or (rows, width) of uint8 for bytes."""
    for file in files:
        table = pq.read_table(file)
        yield {name: array(table[name].combine_chunks()) for name in table.column_names}


def array(cells):
    if not pa.types.is_fixed_size_binary(cells.type):
        return cells.to_numpy(zero_copy_only=False)
    return np.array([list(cell) for cell in cells.to_pylist()], np.uint8).reshape(-1, cells.type.byte_width)


def units_a_point(file):
    """The number of score units per point, from the unit of the score columns."""
    unit = pq.read_schema(file).field("before_0").metadata[b"unit"].decode()
    return {"points": 1, "half points": 2}[unit]
