"""Checks a data set against the program. Usage: check.py DIR RUN_JSON [-- PROGRAM...]

RUN_JSON is the output of `hyakuman run --json` for the same run. PROGRAM starts hyakuman, to repeat the command in the
card.
"""

import json
import sys
from pathlib import Path

import card
import links
import readers
import toppan
import truth


def main():
    arguments, program = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, program = arguments[:at], arguments[at + 1 :]
    folder, run = Path(arguments[0]).resolve(), json.loads(Path(arguments[1]).read_text())
    manifest = json.loads((folder / "manifest.json").read_text())
    readers.check(folder, manifest)
    blocks, identity = card.blocks(folder), manifest["identity"]
    # Toppan has no discards: its card has no module to decode rows.
    rows = card.module(blocks) if identity["family"] != "toppan" else None
    files = {name: sorted((folder / name).glob("*.parquet")) for name in manifest["tables"]}
    tables = {name: links.whole(rows.Chunks(own) if rows else readers.chunks(own)) for name, own in files.items()}
    rules = identity["rules"]
    truth.check(tables, run, regular_kyoku(identity), readers.units_a_point(files["kyoku"][0]))
    stick = rules.get("riichi_stick", rules.get("riichi_bet", 1))
    links.check_tables(tables, identity["agents"], len(identity["seats"]), stick)
    if rows:
        links.check_rows(tables["decisions"], tables["kyoku"], rows, stick)
    else:
        toppan.check_rows(tables["decisions"], tables["kyoku"])
    card.check(folder, blocks, program)
    counts = ", ".join(f"{total['rows']} {name}" for name, total in manifest["totals"].items())
    print(f"the data set is correct: {counts}")


def regular_kyoku(identity):
    """The number of kyoku of a match without repeats and extension."""
    rules, seats = identity["rules"], len(identity["seats"])
    if identity["family"] == "toppan":
        return 2 * seats
    length = {"SingleHand": 1, "East": seats, "EastSouth": 2 * seats}
    if "length" in rules:
        return length[rules["length"]]
    return rules.get("length_winds", rules.get("rotations")) * seats


if __name__ == "__main__":
    main()
