#!/usr/bin/env python3
"""Fits the measured numbers of the agents `value` and `defend` to matches of theirs.

    scripts/fit_agents.py --players 4 --program target/release/hyakuman

Needs numpy and pyarrow. It plays, records and reads:

1. `agents calibrate --danger`: how often each class of tile is ronned (`danger`), how often a seat without riichi is tenpai
   (`tenpai`), by how much the last discards of an open hand (`drawn`) and what its sets show (`shown`) change that, how much more
   often a dora is ronned (`dora`), and what a deal-in to an open hand costs (`open_loss`);
2. `run --record decisions,kyoku`: how often others end the kyoku within a go-round (`others`), and how often one of them
   declares riichi (`rises`), by own draws left;
3. `agents calibrate --rows`: what happened for each chance that the agent computes (`forecast`: per group, what it says for some chances).

All other lines of the file are kept as they are: they were found by matches against `ukeire`, one number at a time
(docs/agents.md). The file is written when everything has been measured.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parent.parent
RULES = {3: "tenhou-sanma", 4: "tenhou"}
FILES = {3: "three.txt", 4: "four.txt"}
DRAWS = 19  # own draws left that are told apart
STEPS = ("danger", "hazards", "forecast")
# Computed chances, in percent, for which a line `forecast` says what the forecast is: KNOTS of forecast.rs.
KNOTS = np.array([0, 1, 3, 6, 12, 20, 35, 55, 80, 100])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--program", default="hyakuman", help="the program to play with")
    parser.add_argument("--games", type=int, default=10_000, help="matches of each step")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--only", choices=STEPS, action="append", help="measure this only; may be repeated")
    options = parser.parse_args()
    file = ROOT / "agents/src/value" / FILES[options.players]
    lines = file.read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        fit(options, lines, Path(folder))
    file.write_text("\n".join(lines) + "\n")


def fit(options, lines, folder):
    rates = folder / "rates.txt"
    rates.write_text("\n".join(lines))
    wanted = options.only or STEPS
    if "danger" in wanted:
        found = json.loads(play(options, rates, "agents calibrate", "--danger", "--json"))
        for tables in (danger_tables, open_hands):
            for name, rows in tables(found, lines):
                replace(lines, name, rows)
    if "hazards" in wanted:
        others, rises = hazards(options, rates, folder / "set")
        replace(lines, "others", others)
        replace(lines, "rises", [rises])
    if "forecast" in wanted:
        groups = count(lines, "forecast")
        replace(lines, "forecast", [KNOTS] * groups)
        rates.write_text("\n".join(lines))
        replace(lines, "forecast", forecasts(options, rates, folder / "rows.csv", groups))


def play(options, rates, command, *arguments):
    """Runs the program with `value` in every seat."""
    command = [options.program, *command.split(), "--rules", RULES[options.players], "--agents", f"value:rates={rates}"]
    command += ["--games", str(options.games), "--seed", str(options.seed), *map(str, arguments)]
    print("+", *command, file=sys.stderr)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def danger_tables(found, lines):
    """Percent by class and by number of sets, by discards in threes. A cell that was hardly seen keeps its number."""
    tables = {"danger": found["riichi"], "tenpai": sorted(found["tenpai"], key=lambda row: row["sets"])}
    for name, rows in tables.items():
        old = numbers(lines, name)
        new = [row for row in rows if row.get("class") != "safe"]
        first = len(old) - len(new) if name == "danger" else 0
        for row, cells in zip(old[first:], new):
            row[:] = [percent(cell, kept) for cell, kept in zip(cells["cells"], row)]
        yield name, old


def open_hands(found, lines):
    """What the hands that are open change in these tables, and the points that a deal-in to one costs."""
    tenpai, danger = numbers(lines, "tenpai"), numbers(lines, "danger")
    classes = [row["class"] for row in found["riichi"]]
    by_class = dict(zip(classes, danger))
    hands = [(row, tenpai[row["sets"]]) for row in found["drawn"]]
    drawn = [times([(row["cells"], usual) for row, usual in hands if row["drawn"] == drawn]) for drawn in range(6)]
    yield "drawn", [drawn]
    by_discards = [(row["sign"], row["cells"], [drawn[row["drawn"]] * of for of in usual]) for row, usual in hands]
    shown = numbers(lines, "shown")
    for sign, kept in zip(dict.fromkeys(row["sign"] for row in found["open"]), shown):
        of_hand = "flush" if sign == "off-flush" else sign
        is_tenpai = times([(cells, usual) for shows, cells, usual in by_discards if shows == of_hand])
        for at, sort in enumerate(("simple", "terminal", "honor")):
            rows = [row for row in found["open"] if row["sign"] == sign and sort_of(row["class"]) == sort]
            waits = times([(row["cells"], by_class[row["class"]]) for row in rows], None)
            kept[at] = kept[at] if waits is None else is_tenpai * waits
    yield "shown", shown
    of_open = {name: pooled([row["cells"] for row in found["open"] if row["class"] == name]) for name in classes}
    usual = {"riichi": by_class, "open": of_open}
    yield "dora", [[times([(row["cells"], usual[hand][row["class"]]) for row in found["dora"] if row["hand"] == hand]) for hand in usual]]
    losses = [row for row in found["losses"] if row["hand"] == "open" and not row["dealer"]]
    yield "open_loss", [[round(row["value"], -2) for row in sorted(losses, key=lambda row: row["dora"])]]


def sort_of(danger_class):
    """Which kinds have a class; none where both simples and terminals may."""
    if "honor" in danger_class or "guest" in danger_class:
        return "honor"
    return {"safe": None, "walled": None}.get(danger_class, "terminal" if danger_class.endswith("19") else "simple")


def times(rows, kept=1.0):
    """What happened in these cells, divided by what these percentages say of them."""
    happened = sum(cell["total"] for cells, _ in rows for cell in cells)
    said = sum(cell["count"] * of / 100 for cells, percents in rows for cell, of in zip(cells, percents))
    return happened / said if said >= 100 else kept


def pooled(rows):
    """Percent of rows of cells together."""
    cells = zip(*rows)
    sums = [[sum(cell[name] for cell in column) for name in ("total", "count")] for column in cells]
    return [100 * total / max(count, 1) for total, count in sums]


def numbers(lines, name):
    """The numbers of the lines of a name."""
    return [[float(word) for word in line.split(":")[1].split()] for line in lines if line.startswith(name + ":")]


def percent(cell, kept):
    return 100 * cell["value"] if cell["count"] >= 200 else kept


def hazards(options, rates, folder):
    """Chances of a go-round, from one own turn to the next."""
    play(options, rates, "run", "--record", "decisions,kyoku", "--out", folder)
    ended, turns, rose, stayed = (np.zeros((3, DRAWS)) for _ in range(4))
    for path in sorted((folder / "decisions").glob("*.parquet")):
        wins = won_kyoku(folder / "kyoku" / path.name)
        table = pq.read_table(path, columns=["match", "kyoku_number", "seat", "question", "remaining", "riichi", "won"])
        column = {name: table[name].to_numpy(zero_copy_only=False) for name in table.column_names if name != "riichi"}
        riichi = np.frombuffer(b"".join(table["riichi"].to_pylist()), dtype=np.uint8).reshape(-1, 4) > 0
        own = column["question"] == 0
        order = np.lexsort((np.arange(len(own))[own], column["seat"][own], column["kyoku_number"][own], column["match"][own]))
        pick = np.flatnonzero(own)[order]
        match, kyoku, seat = (column[name][pick].astype(int) for name in ("match", "kyoku_number", "seat"))
        draws = np.minimum(column["remaining"][pick] // options.players, DRAWS - 1).astype(int)
        threats = riichi[pick].sum(axis=1) - riichi[pick, seat]
        last = np.append((np.diff(match) != 0) | (np.diff(kyoku) != 0) | (np.diff(seat) != 0), True)
        was_won = np.array([(m, k) in wins for m, k in zip(match, kyoku)])
        counts = ~(last & column["won"][pick])
        state = np.minimum(threats, 2)
        np.add.at(turns, (state[counts], draws[counts]), 1)
        lost = last & was_won & ~column["won"][pick]
        np.add.at(ended, (state[lost], draws[lost]), 1)
        goes_on = ~last & (threats == 0)
        np.add.at(stayed, (state[goes_on], draws[goes_on]), 1)
        rises = goes_on & np.append(threats[1:] > 0, False)
        np.add.at(rose, (state[rises], draws[rises]), 1)
    return [smooth(ended[n], turns[n]) for n in range(3)], smooth(rose[0], stayed[0])


def won_kyoku(path):
    table = pq.read_table(path, columns=["match", "kyoku_number", "wins"])
    return {(m, k) for m, k, wins in zip(*(table[name].to_pylist() for name in table.column_names)) if wins}


def smooth(part, whole):
    """Shares; those of hardly any turns are those of their neighbour with fewer draws left."""
    row = []
    for a, b in zip(part, whole):
        row.append(a / b if b >= 300 else (row[-1] if row else 0.0))
    row[0] = row[1]
    return row


def forecasts(options, rates, rows, groups):
    """For each group the percent of wins at each of KNOTS."""
    play(options, rates, "agents calibrate", "--rows", rows)
    chances, names = {}, []
    with open(rows, newline="") as file:
        for row in csv.DictReader(file):
            chances.setdefault(row["group"], []).append((float(row["win"]), int(row["win_happened"])))
    found = json.loads(play(argparse.Namespace(**{**vars(options), "games": 20}), rates, "agents calibrate", "--json"))
    names = found["groups"]
    assert len(names) == groups, f"{len(names)} groups of forecasts, {groups} lines"
    return [at_knots(np.array(chances[name]) if name in chances else np.empty((0, 2))) for name in names]


def at_knots(pairs):
    """What happened, in percent, as a function of the chance that is linear between KNOTS: weighted least squares, with a weak
    prior that the chance is right, and not falling."""
    chance, happened = 100 * pairs[:, 0], 100 * pairs[:, 1]
    hats = np.column_stack([np.interp(chance, KNOTS, row) for row in np.eye(len(KNOTS))])
    weight = 1 / (chance * (100 - chance) + 50)
    prior = np.eye(len(KNOTS)) * 0.02
    found = np.linalg.solve((hats * weight[:, None]).T @ hats + prior, (hats * weight[:, None]).T @ happened + prior @ KNOTS)
    return np.maximum.accumulate(np.clip(found, 0, 100))


def count(lines, name):
    return sum(line.startswith(name + ":") for line in lines)


def replace(lines, name, rows):
    at = [i for i, line in enumerate(lines) if line.startswith(name + ":")]
    assert len(at) == len(rows), f"{name}: {len(at)} lines, {len(rows)} rows"
    for i, row in zip(at, rows):
        lines[i] = f"{name}: " + " ".join(map(written, row))


def written(number):
    return str(round(number)) if number >= 1000 else f"{number:.4g}"


if __name__ == "__main__":
    main()
