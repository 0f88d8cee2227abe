#!/usr/bin/env python3
"""What a rule does to the game: plays the same walls under a ruleset and under variants of it, and writes a page.

    cargo build --release && scripts/rule_effects.py > docs/rule-effects.md

Every line is a whole run of the program (`hyakuman run --json`); the walls are the same in all of them. A value is
followed by half of its 95 % interval; a variant's value is bold where its interval and that of the base do not meet.
Standard library only.
"""
import json
import os
import subprocess
import sys

GAMES = 20_000
PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")

# For each base: what is changed, in words and as --set.
STUDIES = {
    "tenhou": [
        ("no red fives", ["red_fives=[0,0,0]"]),
        ("no open tanyao", ["kuitan=false"]),
        ("no ura", ["dora_ura=false", "dora_kan_ura=false"]),
        ("no ippatsu", ["ippatsu=false"]),
        ("no kan dora", ["dora_kan=false", "dora_kan_ura=false"]),
        ("two han to win", ["han_shibari=2"]),
        ("the nearest wins alone", ["multi_ron=HeadBump"]),
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
        ("tsumo: the north's share is split", ["sanma_tsumo=SplitNorth"]),
        ("tsumo: split evenly", ["sanma_tsumo=SplitEven"]),
    ],
}

# Heading, where it stands in the JSON, factor, digits.
MEASURES = [
    ("kyoku a match", ("table", "kyoku"), 1, 2),
    ("won kyoku %", ("table", "won"), 100, 1),
    ("riichi %", ("agent", "riichi"), 100, 1),
    ("call %", ("agent", "call"), 100, 1),
    ("deal-in %", ("agent", "deal_in"), 100, 2),
    ("points a win", ("agent", "win_points"), 1, 0),
    ("first seat's placement", ("seat", "placement"), 1, 3),
]


def play(base, changes):
    """The result of one run."""
    sets = [word for change in changes for word in ("--set", change)]
    command = [PROGRAM, "run", "--rules", base, "--agents", "ukeire", "--games", str(GAMES), "--json", *sets]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def rate(result, place):
    kind, name = place
    rates = {"table": result["table"], "agent": result["by_agent"][0]["rates"], "seat": result["by_seat"][0]["rates"]}
    return rates[kind][name]


def cell(measure, result, base):
    _, place, factor, digits = measure
    found = rate(result, place)
    if found is None:
        return "–"
    text = f"{found['value'] * factor:.{digits}f}"
    if found["ci95"] is None:
        return text
    low, high = found["ci95"]
    text += f" ± {(high - low) / 2 * factor:.{digits}f}"
    of_base = rate(base, place) if base else None
    apart = of_base and of_base["ci95"] and (low > of_base["ci95"][1] or high < of_base["ci95"][0])
    return f"**{text}**" if apart else text


def study(base, variants):
    """One table."""
    found = play(base, [])
    head = ["", *(name for name, *_ in MEASURES)]
    lines = [head, ["---"] * len(head), [f"`{base}`", *(cell(m, found, None) for m in MEASURES)]]
    for words, changes in variants:
        result = play(base, changes)
        name = f"{words} (`{' '.join(changes)}`)"
        lines.append([name, *(cell(m, result, found) for m in MEASURES)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main():
    print("# What rules do to the game\n")
    print(f"{GAMES:,} matches of `ukeire` with itself for each line, on the same walls (seed 1); made by")
    print("`scripts/rule_effects.py`. A value is followed by half of its 95 % interval, and bold where that does not meet")
    print("the interval of the ruleset above it. The agent plays the same way under every rule: it does not adapt, so this")
    print("is what a rule does to the same play, not to the best play under it.")
    for base, variants in STUDIES.items():
        print(f"\n## {base}\n\n{study(base, variants)}")


if __name__ == "__main__":
    main()
