"""Is a data set what the program says? Usage: check.py DIR RUN_JSON [-- PROGRAM...]

RUN_JSON is what `hyakuman run --json` says of the same run. PROGRAM starts hyakuman, to make the data set again by the
command of its card.
"""

import json
import sys
from pathlib import Path

import card
import links
import readers
import truth


def main():
    arguments, program = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, program = arguments[:at], arguments[at + 1 :]
    folder, run = Path(arguments[0]).resolve(), json.loads(Path(arguments[1]).read_text())
    manifest = json.loads((folder / "manifest.json").read_text())
    readers.check(folder, manifest)
    blocks = card.blocks(folder)
    rows = card.module(blocks)
    tables = {name: rows.Chunks(sorted((folder / name).glob("*.parquet"))) for name in manifest["tables"]}
    tables = {name: links.whole(chunks) for name, chunks in tables.items()}
    truth.check(tables, run)
    rules = manifest["identity"]["rules"]
    stick = rules.get("riichi_stick", rules.get("riichi_bet", 1))
    links.check(tables, rows, manifest["identity"]["agents"], stick)
    card.check(folder, blocks, program)
    counts = ", ".join(f"{total['rows']} {name}" for name, total in manifest["totals"].items())
    print(f"the data set is sound: {counts}")


if __name__ == "__main__":
    main()
