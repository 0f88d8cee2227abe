#!/usr/bin/env python3
"""Makes the network that comes with the program, the agent `net` (docs/net.md), from nothing but the program itself.

    python scripts/net.py                 eight minutes with a GPU and 16 cores, half a day on one core; an interrupted run goes on
    python scripts/net.py --work trial --out trial/net.onnx --walls 10 --set data.games=40 --set data.test=0.2 --set steps=20 --set data.batch_size=256
                                          a trial of a minute

Records matches of the teacher, learns by scripts/net/imitate.toml and then scripts/net/refine.toml, measures the strength on other walls, and writes
agents/onnx/src/shipped/net.onnx. Needs the Python package with its training (pip install './python[train]'). Everything else is in
target/net; 1.1 GB of it is the data set.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
from pathlib import Path

import hyakuman
from hyakuman.train import checkpoints, config, evaluate, export, imitate

ROOT = Path(__file__).resolve().parent.parent
CONFIGS, SHIPPED = ROOT / "scripts/net", ROOT / "agents/onnx/src/shipped/net.onnx"

#: Walls that neither the data nor the matches during the training are on.
SEED = 777


def main() -> None:
    """Makes the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=ROOT / "target/net", help="folder of data, checkpoints and curves")
    parser.add_argument("--walls", type=int, default=2000, help="walls of the match against each opponent")
    parser.add_argument("--against", default="ukeire,value,placement", help="opponents")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the file")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="changes a key of both configurations")
    given = parser.parse_args()
    first = learned(given.work, "imitate", given.set)
    folder, made = learned(given.work, "refine", given.set, first), given.work / "made.onnx"
    about = checkpoints.network(folder / "last.npz")[2]
    steps = " + ".join(str(checkpoints.network(part / "last.npz")[2]["step"]) for part in (first, folder))
    card = written(folder, made, {"steps": f"{steps} of {about['config']['data']['batch_size']} decisions"})
    lines = [strength(made, opponent, given.walls) for opponent in given.against.split(",")]
    written(folder, made, card | {"strength": "; ".join(lines)})
    given.out.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, given.out)
    print(f"{given.out}: {given.out.stat().st_size:,} bytes, SHA-256 {hashlib.sha256(given.out.read_bytes()).hexdigest()}")


def learned(work: Path, part: str, changes: list[str], start: Path | None = None) -> Path:
    """Does a part of the training, or what is left of it. Returns its folder."""
    changes = [*changes, f'out="{work}/{part}"', f'data.path="{work}/data"'] + ([f'start="{start}/last.npz"'] if start else [])
    try:
        return imitate.run(config.load(config.Imitate, CONFIGS / f"{part}.toml", changes), resume=True)
    except config.ConfigError as error:
        raise SystemExit(f"error: {error}") from error


def written(folder: Path, made: Path, card: dict[str, str]) -> dict[str, str]:
    """Writes the network at the end of the training, where its rate is 0: not the best of the matches, which are few. Returns its card."""
    net, params, about = checkpoints.network(folder / "last.npz")
    discards, others = about["agreement"]
    data = about["config"]["data"]
    card = {
        "data": f"{data['games']} matches of {data['record']}, {data['rules']}",
        "agreement": f"{100 * discards:.1f} % of discards, {100 * others:.1f} % of other decisions",
        "version": hyakuman.__version__,
        **card,
    }
    export.export(net, params, made, card)
    return card


def strength(made: Path, opponent: str, walls: int) -> str:
    """A match of the file against three of an opponent, in words."""
    how = config.Evaluate(walls=walls, seed=SEED, threads=0)
    result = str(evaluate.strength(f"onnx:net={made}", [opponent], how)[0])
    print(result, flush=True)
    return result


if __name__ == "__main__":
    main()
