#!/usr/bin/env python3
"""Prints what each term of `value` beyond the tables gains (docs/value.md), from the program's own JSON.

    cargo build --release && scripts/value_terms.py [WALLS]

One `value` against others that lack a term, every deal set (wall) with it in each seat. Takes ten minutes on two idle cores.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
NUMBERS = Path(__file__).resolve().parent.parent / "agents/src/value"
FILES = {"tenhou-sanma": "three.txt"}
# How the page names a term, and the lines under which `value` plays without it.
TERMS = {
    "shapes": {"shapes": "0"},
    "silent seats": {"quiet": "0"},
    "under a riichi": {"pushed": "1 1 1", "pushed_tenpai": "0"},
    "an own riichi": {"riichi_cost": "0 1"},
    "calls": {"calls": "1 0 0 0"},
    "folds to open hands": {"wary": "1e9"},
    "what open hands show": {"drawn": "1 1 1 1 1 1", "shown": "1 1 1", "dora": "1.25 1.25"},
    "straights, triplets and outside hands as plans": {"plans": "0 0 0"},
    "yaku in reach": {"near": "0 0 0 0"},
}
ALL = {name: line for lines in TERMS.values() for name, line in lines.items()}
ROWS = [(term, "tenhou", lines) for term, lines in TERMS.items()]
ROWS += [(f"all of them, {words}", rules, ALL) for words, rules in
         [("four players", "tenhou"), ("three players", "tenhou-sanma"), ("Shura", "shura")]]


def main():
    walls = sys.argv[1] if len(sys.argv) > 1 else "10000"
    print("| without | matches | rank points a match that it costs |\n| --- | --- | --- |")
    for words, rules, lines in ROWS:
        found = gain(rules, lines, walls)
        low, high = found["gain"]["ci95"]
        print(f"| {words} | {found['games']:,} | {found['gain']['value']:+.2f} [{low:+.2f}, {high:+.2f}] |", flush=True)


def gain(rules, lines, walls):
    """What `value` gains over itself with these lines in its numbers, and the matches of that."""
    text = (NUMBERS / FILES.get(rules, "four.txt")).read_text()
    for name, line in lines.items():
        text = re.sub(f"^{name}: .*", f"{name}: {line}", text, flags=re.MULTILINE)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        tables = "1v2" if rules == "tenhou-sanma" else "1v3"
        command = [PROGRAM, "match", "value", f"value:rates={file.name}", "--rules", rules, "--walls", walls]
        done = subprocess.run([*command, "--tables", tables, "--seed", "31", "--json"], check=True, stdout=subprocess.PIPE)
    found = json.loads(done.stdout)
    return {"games": found["games"], "gain": found["pairs"][0]["difference"]}


if __name__ == "__main__":
    main()
