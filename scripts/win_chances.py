#!/usr/bin/env python3
"""Measures the chances of sim/riichi/src/scoring/written_yaku/near/chance.rs: how many wins have what is known at the win only.

    cargo build --release && scripts/win_chances.py [--matches N]

Four `value` play under `tenhou` with one more yaku, which is worth a han and counts where the condition holds: a run for each condition, so that
none of them changes the play much. Four minutes on two cores.
"""
import argparse
import json
import os
import subprocess
import tempfile

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
FLAGS = """tsumo ron riichi double-riichi ippatsu last-tile after-kan robbed-kan first-go-round riichi-tile discard-after-kan from-left from-across
from-right outside-discards""".split()
NUMBERS = {"red": (1, 2, 3), "dora": (1, 2, 3, 4), "ura": (1, 2, 3), "waits": (2, 3, 4), "discards": (4, 8, 12, 16), "left": (10, 20, 30, 40, 50),
           "honba": (1, 2, 3)}
WAITS = "two-sided edge closed both-sided pair".split()


def share(condition, matches, folder):
    """The part of wins that have a yaku with this condition."""
    path = os.path.join(folder, "rules.toml")
    with open(path, "w") as file:
        file.write(f'base = "tenhou"\n[[yaku]]\nname = "It holds"\nhan = 1\ncounts_as_yaku = false\n{condition}\n')
    run = [PROGRAM, "run", "--rules", path, "--agents", "value", "--games", str(matches), "--seed", "1", "--json"]
    played = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)
    return played["yaku"]["it_holds"]["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=1_000)
    options = parser.parse_args()
    conditions = [f'when = "{flag}"' for flag in FLAGS]
    conditions += [f'when = "{name} >= {least}"' for name, values in NUMBERS.items() for least in values]
    conditions += [f'wait = "{wait}"' for wait in WAITS]
    with tempfile.TemporaryDirectory() as folder:
        for condition in conditions:
            print(f"{condition:28}{share(condition, options.matches, folder):.4f}", flush=True)


if __name__ == "__main__":
    main()
