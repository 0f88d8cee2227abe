"""Checks the card of a data set: every block of code runs as printed, and the command makes the same files."""

import filecmp
import importlib.util
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb


def blocks(folder):
    """The blocks of code of the card, as (language, text)."""
    text = (folder / "README.md").read_text()
    assert "@" not in re.sub(r"```.*?```", "", text, flags=re.S), "the card has an unfilled placeholder"
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, flags=re.S | re.M)


def name_of(text):
    """The file name in the first line of a block to be saved; None for a block to run."""
    found = re.match(r"# (\w+\.py):", text)
    return found and found[1]


def module(blocks):
    """The block to be saved, loaded as a module."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "hyakuman_rows.py"
        path.write_text(next(text for _, text in blocks if name_of(text) == path.name))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded


def check(folder, blocks, program):
    """Runs all blocks; without a program the command is skipped."""
    check_head(folder)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        for number, (language, text) in enumerate(blocks):
            match language:
                case "python":
                    run_python(text, scratch, folder, number)
                case "sql":
                    run_sql(text, folder)
                case "sh" if program:
                    run_again(text, folder, program, scratch / "again")
                case "sh" | "toml":
                    pass
                case other:
                    raise AssertionError(f"a block of {other}, which is not checked")


def check_head(folder):
    """Each configuration for the hub names an existing table."""
    head = (folder / "README.md").read_text().split("---\n")[1]
    configs = re.findall(r"^- config_name: (\w+)\n  data_files: (\S+)$", head, flags=re.M)
    tables = {path.parent.name for path in folder.glob("*/*.parquet")}
    assert {name for name, _ in configs} == tables, f"configurations {configs}, tables {tables}"
    assert all(list(folder.glob(pattern)) for _, pattern in configs), f"configurations without files: {configs}"


def run_python(text, scratch, folder, number):
    # This library is too large to install for the check; the block runs only if it is installed.
    if "from datasets import" in text and importlib.util.find_spec("datasets") is None:
        return
    path = scratch / (name_of(text) or f"block_{number}.py")
    path.write_text(text)
    ended = subprocess.run([sys.executable, path], cwd=folder, capture_output=True, text=True)
    assert ended.returncode == 0, f"a block of the card fails:\n{text}\n{ended.stderr}"
    assert name_of(text) or ended.stdout, f"a block of the card prints nothing:\n{text}"


def run_sql(text, folder):
    there = re.sub(r"'(\w+)/\*\.parquet'", rf"'{folder}/\1/*.parquet'", text)
    assert duckdb.sql(there).fetchall(), f"a query of the card finds nothing:\n{text}"


def run_again(text, folder, program, out):
    """Runs the command of the card with the program and the folder filled in."""
    words = shlex.split(text.replace("\\\n", " "))
    assert words[0] == "hyakuman" and words[-1] == "DIR", f"not a command to make the data set again: {text}"
    subprocess.run([*program, *words[1:-1], str(out)], check=True, capture_output=True)
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    _, differ, lost = filecmp.cmpfiles(folder, out, files, shallow=False)
    assert not differ and not lost, f"the command of the card makes other files: {differ + lost}"
