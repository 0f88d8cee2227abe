#!/usr/bin/env python3
"""Measures the effect of rules: plays the same walls under a ruleset and under variants of it, and writes a page.

    cargo build --release && scripts/rule_effects.py > docs/rule-effects.md

Every table is a run of `hyakuman compare --json` with an arm for each row. Needs only the standard library.
"""
import json
import math
import os
import subprocess
import sys

GAMES = 20_000
PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")

# For each base ruleset the changes: a description, and the rules that differ.
STUDIES = {
    "tenhou": [
        ("no red fives", ["red_fives=[0,0,0]"]),
        ("no open tanyao", ["kuitan=false"]),
        ("no ura", ["dora_ura=false", "dora_kan_ura=false"]),
        ("no ippatsu", ["ippatsu=false"]),
        ("no kan dora", ["dora_kan=false", "dora_kan_ura=false"]),
        ("two han to win", ["han_shibari=2"]),
        ("only the nearest wins", ["multi_ron=HeadBump"]),
        ("renchan by wins only", ["renchan=Win", "tenpai_yame=Off"]),
        ("no renchan", ["renchan=None", "agari_yame=Off", "tenpai_yame=Off"]),
        ("no bust", ["tobi=Off"]),
        ("no extension", ["sudden_death=Off"]),
        ("no aborts", ["abort_kyuushu=false", "abort_suufon=false", "abort_suucha=false", "abort_suukan=false"]),
        ("nothing paid at a draw", ["noten={Pool=0}"]),
        ("rounded up to mangan", ["kiriage=true"]),
    ],
    "tenhou-sanma": [
        ("no red fives", ["red_fives=[0,0,0]"]),
        ("tsumo: north's share is split", ["sanma_tsumo=SplitNorth"]),
        ("tsumo: split evenly", ["sanma_tsumo=SplitEven"]),
    ],
}

# Heading, place in the JSON, factor, digits.
MEASURES = [
    ("kyoku a match", ("table", "kyoku"), 1, 2),
    ("won kyoku %", ("table", "won"), 100, 1),
    ("riichi %", ("agent", "riichi"), 100, 1),
    ("call %", ("agent", "call"), 100, 1),
    ("deal-in %", ("agent", "deal_in"), 100, 2),
    ("points a win", ("agent", "win_points"), 1, 0),
    ("first seat's placement", ("seat", "placement"), 1, 3),
]


def compare(base, variants):
    """The arms of one comparison."""
    arms = [word for _, changes in variants for word in ("--variant", " ".join(changes))]
    command = [PROGRAM, "compare", "--base", base, "--agents", "ukeire", "--games", str(GAMES), "--json", *arms]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)["arms"]


def rate(result, place):
    """Base, variant and difference of a rate."""
    kind, name = place
    rates = {"table": result["table"], "agent": result["by_agent"][0]["rates"], "seat": result["by_seat"][0]["rates"]}
    return rates[kind][name]


def value(measure, found, sign="", more=0):
    """An estimate with half of its interval, which has at least one significant digit, plus `more` digits."""
    _, _, factor, digits = measure
    if found is None:
        return "–"
    if found["ci95"] is None:
        return f"{found['value'] * factor:{sign}.{digits}f}"
    low, high = found["ci95"]
    half = (high - low) / 2 * factor
    digits = max(digits, math.ceil(-math.log10(half))) + more
    return f"{found['value'] * factor:{sign}.{digits}f} ± {half:.{digits}f}"


def difference(measure, found):
    """The same for a difference, with a sign; bold if its interval excludes zero, unless it rests on few events. It has
    enough digits for the printed numbers to show whether zero is excluded.

    >>> points = ("points a win", (), 1, 0)
    >>> difference(points, {"value": -3.1, "ci95": [-6.0, -0.2]})
    '**-3.1 ± 2.9**'
    >>> difference(points, {"value": -3.04, "ci95": [-6.07, -0.01]})
    '**-3.04 ± 3.03**'
    >>> difference(points, {"value": 2.6, "ci95": [-0.05, 5.25]})
    '+3 ± 3'
    >>> difference(points, {"value": 2.51, "ci95": [-0.01, 5.03]})
    '+3 ± 3'
    >>> difference(points, {"value": 5.5, "ci95": [-0.1, 11.1]})
    '+6 ± 6'
    >>> difference(points, {"value": 4.5, "ci95": [-0.2, 9.2]})
    '+4 ± 5'
    >>> difference(points, {"value": -191.0, "ci95": [-197.0, -185.0]})
    '**-191 ± 6**'
    >>> difference(("aborts %", (), 100, 2), {"value": 0.00012, "ci95": [0.00002, 0.00042], "few": True})
    '+0.01 -0.01 +0.03 (few)'
    """
    if found is None:
        return "–"
    if found["value"] == 0 and found["ci95"] is None:
        return "0"
    if found["ci95"] is None:
        return value(measure, found, "+")
    if found.get("few"):
        _, _, factor, digits = measure
        below, above = ((bound - found["value"]) * factor for bound in found["ci95"])
        return f"{found['value'] * factor:+.{digits}f} {below:+.{digits}f} {above:+.{digits}f} (few)"
    apart = found["ci95"][0] > 0 or found["ci95"][1] < 0
    for more in range(9):
        text = value(measure, found, "+", more)
        printed, half = map(float, text.split(" ± "))
        if (abs(printed) > half) == apart:
            break
    return f"**{text}**" if apart else text


def study(base, variants):
    """One table."""
    results = compare(base, variants)
    head = ["", *(name for name, *_ in MEASURES)]
    plain = [value(measure, rate(results[0], measure[1])["base"]) for measure in MEASURES]
    lines = [head, ["---"] * len(head), [f"`{base}`", *plain]]
    for (words, changes), result in zip(variants, results):
        cells = [difference(measure, rate(result, measure[1])["difference"]) for measure in MEASURES]
        lines.append([f"{words} (`{' '.join(changes)}`)", *cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main():
    print("# What rules do to the game\n")
    print(f"{GAMES:,} matches of `ukeire` against itself under each set of rules, on the same walls (seed 1); made by")
    print("`scripts/rule_effects.py` with `hyakuman compare`. Below each ruleset are the differences that a change makes, in the same")
    print("unit (for shares: percentage points). ± is half of the 95 % confidence interval. A difference is bold if its interval excludes")
    print("zero; of twenty changes without any effect, one on average would be bold, too. The agent plays the same way under every rule.")
    print("It does not adapt, so this is the effect of a rule on the same play, not on the best play under it.")
    for base, variants in STUDIES.items():
        print(f"\n## {base}\n\n{study(base, variants)}")


if __name__ == "__main__":
    main()
