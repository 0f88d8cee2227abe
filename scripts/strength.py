#!/usr/bin/env python3
"""Prints the table of docs/agents.md: how strong the agents are, from the program's own JSON.

    cargo build --release && scripts/strength.py

One agent against others of one kind, every deal set with the agent in each seat. Takes two and a half minutes on two idle cores.
`scripts/strength.py 100` plays a hundredth of the matches, to try it out.
"""
import json
import os
import subprocess
import sys

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")

# Agent, opponents, matches, arguments of `run`, how the page names them.
ROWS = [
    ("defend", "ukeire", 40_000, "", ""),
    ("value:depth=0", "ukeire", 40_000, "", ""),
    ("value", "ukeire", 80_000, "", ""),
    ("value", "defend", 40_000, "", ""),
    ("placement", "ukeire", 20_000, "", ""),
    ("placement", "value", 48_000, "", ""),
    ("placement", "value", 80_000, "--set uma=[90,0,0,-90]", ", uma 90, 0, 0, -90"),
    ("defend", "ukeire", 24_000, "--rules tenhou-sanma", ", three players"),
    ("value:depth=0", "ukeire", 24_000, "--rules tenhou-sanma", ", three players"),
    ("value", "ukeire", 24_000, "--rules tenhou-sanma", ", three players"),
    ("defend", "ukeire", 24_000, "--rules shura", ", Shura"),
    ("value:depth=0", "ukeire", 24_000, "--rules shura", ", Shura"),
    ("value", "ukeire", 24_000, "--rules shura", ", Shura"),
]
# The games of which the page has the result alone.
RESULTS = [
    ("gari", "ukeire", 30_000, "--rules toutenkou"),
    ("fan", "ukeire", 20_000, "--rules yangzhou"),
]
SHARES = ["win", "deal_in", "riichi", "call"]
POINTS = ["win_points", "deal_in_points"]
PLACES = ["first", "second", "third", "fourth"]


def rates(agent, opponent, matches, arguments):
    """The rates of the agent, against opponents in all other seats."""
    seats = 3 if "sanma" in arguments or "toutenkou" in arguments else 4
    line = [PROGRAM, "run", "--agents", ",".join([agent] + [opponent] * (seats - 1)), "--games", str(matches), "--json"]
    done = subprocess.run(line + arguments.split(), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(line)} {arguments}: {done.stderr.strip()}")
    return next(found["rates"] for found in json.loads(done.stdout)["by_agent"] if found["agent"] == agent)


def result(rate, digits):
    """A value with half of its 95 % confidence interval."""
    low, high = rate["ci95"]
    return f"{rate['value']:+.{digits}f} ± {(high - low) / 2:.{digits}f}"


def row(agent, opponent, matches, arguments, named):
    found = rates(agent, opponent, matches, arguments)
    places = " ".join(f"{100 * found[place]['value']:.1f}" for place in PLACES if found.get(place))
    cells = [f"`{agent}`{named}", f"`{opponent}`", f"{matches:,}", result(found["rank_points"], 2), places]
    cells += [f"{100 * found[share]['value']:.1f}" for share in SHARES]
    return cells + [f"{found[points]['value']:,.0f}" for points in POINTS]


def main():
    less = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print("| agent | against | matches | rank points | places 1 to 4, % | win % | deal-in % | riichi % | call % "
          "| mean win | mean deal-in |")
    print("|" + " --- |" * 11)
    for agent, opponent, matches, arguments, named in ROWS:
        print("|", " | ".join(row(agent, opponent, matches // less, arguments, named)), "|", flush=True)
    for agent, opponent, matches, arguments in RESULTS:
        digits = 1 if agent == "fan" else 2
        found = rates(agent, opponent, matches // less, arguments)["rank_points"]
        print(f"\n`{agent}` against `{opponent}` ({arguments}): {result(found, digits)} in {matches // less:,} matches")


if __name__ == "__main__":
    main()
