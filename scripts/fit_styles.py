#!/usr/bin/env python3
"""Finds the factor on the number of a style of `value` with which it has the rate that it is named for.

    cargo build --release && scripts/fit_styles.py STYLE [--matches N]

Four equal agents play. Every step halves the range of the factor. The number of the style (agents/src/value/style.rs) times the
factor has the rate: a factor near 1 says that it has it already.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
FOUR = Path(__file__).resolve().parent.parent / "agents/src/value/four.txt"
# People declare riichi on 17.0 % of hands and have it in 39 to 40 % of wins: `silent` is between the rates with one or the other.
# What is multiplied, the rate, what it should be (of `value`, or alone), and whether it grows with the factor.
FITS = {
    "silent": ("riichi_cost", "riichi_declared", lambda value: 0.1635, False),
    "builder": ("open", "win_points", lambda value: 1.13 * value, False),
    "tight": ("risk", "deal_in", lambda value: 0.785 * value, False),
    "caller": ("open", "call", lambda value: 0.344, True),
}
STEPS, RANGE = 7, (0.5, 2.0)


def rate(agent, name, matches):
    """A rate of four equal agents."""
    run = [PROGRAM, "run", "--agents", agent, "--games", str(matches), "--seed", "11", "--json"]
    played = subprocess.run(run, check=True, stdout=subprocess.PIPE)
    return json.loads(played.stdout)["by_agent"][0]["rates"][name]["value"]


def agent(style, number, factor, folder):
    """The style with its number times the factor: an option, or the first number of a line of the fitted ones."""
    if number in ("open", "risk"):
        return f"value:style={style},{number}={factor}"
    file = Path(folder) / "rates.txt"
    times = lambda line: f"{line[1]}{float(line[2]) * factor}"  # noqa: E731
    file.write_text(re.sub(rf"^({number}: )(\S+)", times, FOUR.read_text(), flags=re.MULTILINE))
    return f"value:rates={file},style={style}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("style", choices=FITS)
    parser.add_argument("--matches", type=int, default=10_000)
    options = parser.parse_args()
    number, name, target, grows = FITS[options.style]
    wanted = target(rate("value", name, options.matches))
    low, high = RANGE
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STEPS):
            factor = (low * high) ** 0.5
            got = rate(agent(options.style, number, factor, folder), name, options.matches)
            print(f"{options.style}: {number} times {factor:.3f}: {name} {got:.4f}, wanted {wanted:.4f}", flush=True)
            low, high = (factor, high) if (got < wanted) == grows else (low, factor)


if __name__ == "__main__":
    main()
