#!/usr/bin/env python3
"""Prints the tables of docs/agents.md on the named styles of `value`: how each plays, beside people, and how strong it is.

    cargo build --release && scripts/read_dataset/run.sh && .venv/bin/python scripts/styles.py

    scripts/styles.py [--matches N] [--walls N]   the tables
    scripts/styles.py --fit STYLE                 the factor on its number with which it has the rate that it is named for

The rates are those of scripts/rates.py. A fit halves the range of the factor, with four equal agents; the number of the style
(agents/src/value/style.rs) times the factor has the rate, and a factor near 1 says that it has it already.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import rates

FOUR = Path(__file__).resolve().parent.parent / "agents/src/value/four.txt"
STYLES = ["silent", "builder", "tight", "caller"]
ROWS = """win, % of hands|deal-in, % of hands|riichi declared, % of hands|opened by a call, % of hands
no riichi, % of hands that could declare one|draw, aborts included, % of kyoku|points of a win
han of a win, without yakuman|turn of a riichi|open hand, % of wins|the same, though it could declare one|riichi, % of wins
tanyao, % of wins|value tiles, all, % of wins|sanshoku, % of wins|ittsuu, % of wins|toitoi, % of wins|honitsu, % of wins
chinitsu, % of wins|dora, han per 100 wins|ura dora, han per 100 wins""".replace("\n", "|").split("|")
# People declare riichi on 17.0 % of hands and have it in 39 to 40 % of wins: `silent` is between the rates with one or the other.
# What is multiplied, the rate, what it should be (of `value`, or alone), and whether it grows with the factor.
FITS = {
    "silent": ("riichi_cost", "riichi_declared", lambda value: 0.1635, False),
    "builder": ("open", "win_points", lambda value: 1.13 * value, False),
    "tight": ("risk", "deal_in", lambda value: 0.785 * value, False),
    "caller": ("open", "call", lambda value: 0.344, True),
}
STEPS, RANGE = 7, (0.5, 2.0)


def found(arguments):
    """What the program prints as JSON."""
    done = subprocess.run([rates.PROGRAM, *arguments, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def rate(agent, name, matches):
    """A rate of four equal agents."""
    played = found(["run", "--agents", agent, "--games", str(matches), "--seed", "11"])
    return played["by_agent"][0]["rates"][name]["value"]


def agent(style, number, factor, folder):
    """The style with its number times the factor: an option, or the first number of a line of the fitted ones."""
    if number in ("open", "risk"):
        return f"value:style={style},{number}={factor}"
    file = Path(folder) / "rates.txt"
    times = lambda line: f"{line[1]}{float(line[2]) * factor}"  # noqa: E731
    file.write_text(re.sub(rf"^({number}: )(\S+)", times, FOUR.read_text(), flags=re.MULTILINE))
    return f"value:rates={file},style={style}"


def fit(style, matches):
    number, name, target, grows = FITS[style]
    wanted = target(rate("value", name, matches))
    low, high = RANGE
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STEPS):
            factor = (low * high) ** 0.5
            got = rate(agent(style, number, factor, folder), name, matches)
            print(f"{style}: {number} times {factor:.3f}: {name} {got:.4f}, wanted {wanted:.4f}", flush=True)
            low, high = (factor, high) if (got < wanted) == grows else (low, factor)


def rates_table(options):
    agents = ["value"] + [f"value:style={style}" for style in STYLES]
    with tempfile.TemporaryDirectory() as temporary:
        columns = [rates.measured(agent, options.data or temporary, options) for agent in agents]
    heads = ["`value`"] + [f"`{style}`" for style in STYLES] + [f"Phoenix {year}" for year in rates.YEARS]
    print("|  |", " | ".join(heads), "|\n|" + " --- |" * (1 + len(heads)))
    for (label, known, *_), *cells in zip(rates.figures(), *columns):
        if label in ROWS:
            print("|", " | ".join([label, *cells, *map(rates.phoenix, known)]), "|", flush=True)


def strength_table(options):
    print("\n| one against three `value` | matches | rank points | places 1 to 4, % |\n| --- | --- | --- | --- |")
    for style in STYLES:
        name = f"value:style={style}"
        played = found(["match", name, "value", "--tables", "1v3", "--walls", str(options.walls), "--seed", "41"])
        difference = played["pairs"][0]["difference"]
        low, high = difference["ci95"]
        places = next(player for player in played["tables"][0]["players"] if player["agent"] == name)["placements"]
        shares = " ".join(f"{100 * count / sum(places):.1f}" for count in places)
        gain = f"{difference['value']:+.2f} ± {(high - low) / 2:.2f}"
        print(f"| `{name}` | {played['games']:,} | {gain} | {shares} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fit", choices=STYLES)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--walls", type=int, default=2_500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", help="folder of the data sets; a temporary one if not given")
    options = parser.parse_args()
    if options.fit:
        fit(options.fit, options.matches)
        return
    rates_table(options)
    strength_table(options)


if __name__ == "__main__":
    main()
