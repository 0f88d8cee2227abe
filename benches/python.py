#!/usr/bin/env python3
"""Times the Python package: random play with and without planes, against RiichiEnv and against the program, in the same run.

    benches/python.py [--hyakuman target/release/hyakuman] [--seconds 2] [--turns 3]

Needs the packages hyakuman and pyarrow and, for the comparison, riichienv and mahjong. All rates are per second of processor time of one
thread, the median of some turns; the ratios are what counts.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np

import hyakuman

THREE_UKEIRE = [None, "ukeire", "ukeire", "ukeire"]


def rate(seconds: float, rounds: Iterator[int]) -> float:
    """What the rounds count, per second of processor time."""
    for _ in range(3):
        next(rounds)
    start, count = time.process_time(), 0
    while time.process_time() - start < seconds:
        count += next(rounds)
    return count / (time.process_time() - start)


def vec_env(count: str, policy: str = "sample", **options) -> Iterator[int]:
    """Rounds of VecEnv(512), counted in decisions of the learner or in matches."""
    env = hyakuman.VecEnv("tenhou", options.pop("num_envs", 512), threads=1, **options)
    rng = np.random.default_rng(1)
    while True:
        batch = env.recv()
        if policy == "sample":
            actions = env.sample()
        else:
            actions = (rng.random(batch.mask.shape, np.float32) * batch.mask).argmax(axis=1)
        env.send(actions)
        yield len(batch) if count == "decisions" else len(batch.finished)


def dataset(folder: str, planes: str | None) -> Iterator[int]:
    """Decisions of a data set in shuffled batches, made in the loop itself."""
    while True:
        for batch in hyakuman.Dataset(folder, obs=planes, threads=0):
            yield len(batch)


def riichienv(planes: bool) -> Iterator[int]:
    """Decisions of RiichiEnv, with a random legal action; with `planes` also its mask and planes."""
    from riichienv import GameRule, RiichiEnv

    choose = random.Random(1).choice
    env = RiichiEnv(game_mode="4p-red-half", skip_mjai_logging=True, seed=1, rule=GameRule.default_tenhou())
    while True:
        seen, decisions = env.reset(), 0
        while not env.done():
            actions = {}
            for seat, observation in seen.items():
                legal = observation.legal_actions()
                if planes:
                    observation.mask(), observation.encode()
                actions[seat] = choose(legal)
                decisions += len(legal) > 1  # a decision is a choice between at least two actions
            seen = env.step(actions)
        yield decisions


def program(path: str, agents: str, games: int) -> dict[str, float]:
    """Decisions and matches a second of `hyakuman run` on one thread."""
    command = [path, "run", "--rules", "tenhou", "--agents", agents, "--games", str(games), "--seating", "fixed"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([*command, "--threads", "1", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {"decisions": json.loads(done.stdout)["decisions"] / seconds, "matches": games / seconds}


def shanten_loop(hands: np.ndarray) -> Iterator[int]:
    """Hands of a loop over the package mahjong."""
    from mahjong.shanten import Shanten

    shanten = Shanten()
    while True:
        for hand in hands[:200]:
            shanten.calculate_shanten(hand.tolist())
        yield 200


def shanten_array(hands: np.ndarray, function: Callable[[np.ndarray], np.ndarray]) -> Iterator[int]:
    while True:
        function(hands)
        yield len(hands)


def random_hands(count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    wall = np.repeat(np.arange(34), 4)
    draws = np.array([rng.permutation(wall)[:13] for _ in range(count)])
    hands = np.zeros((count, 34), np.uint8)
    np.add.at(hands, (np.arange(count)[:, None], draws), 1)
    return hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hyakuman", help="the program, for the rates of Rust")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    hands = random_hands(20_000)
    folder = tempfile.TemporaryDirectory()
    hyakuman.record(folder.name, games=800, tables=["decisions"])
    lines: dict[str, Iterator[int]] = {
        "random, planes-v1, sample(), decisions": vec_env("decisions"),
        "random, planes-v1-light, sample(), decisions": vec_env("decisions", obs="planes-v1-light"),
        "random, rows, sample(), decisions": vec_env("decisions", obs="rows"),
        "random, mask only, sample(), decisions": vec_env("decisions", obs=None),
        "random, mask only, sample(), 64 tables, decisions": vec_env("decisions", obs=None, num_envs=64),
        "random, planes-v1, NumPy policy, decisions": vec_env("decisions", "numpy"),
        "random over three ukeire, mask only, matches": vec_env("matches", obs=None, agents=THREE_UKEIRE),
        "random over three ukeire, planes-v1, matches": vec_env("matches", agents=THREE_UKEIRE),
        "Dataset, planes-v1, decisions": dataset(folder.name, "planes-v1"),
        "Dataset, planes-v1-light, decisions": dataset(folder.name, "planes-v1-light"),
        "shanten of an array, hands": shanten_array(hands, hyakuman.shanten),
        "ukeire of an array, hands": shanten_array(hands, hyakuman.ukeire),
        "waits of an array, hands": shanten_array(hands, hyakuman.waits),
    }
    for name, peer in (
        ("RiichiEnv, random, mask and planes, decisions", lambda: riichienv(True)),
        ("RiichiEnv, random, decisions", lambda: riichienv(False)),
        ("mahjong, shanten in a loop, hands", lambda: shanten_loop(hands)),
    ):
        try:
            next(rounds := peer())
            lines[name] = rounds
        except ImportError as error:
            print(f"left out: {name}: {error}")
    rates: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(arguments.turns):
        for name, rounds in lines.items():
            rates[name].append(rate(arguments.seconds, rounds))
        if arguments.hyakuman:
            alone = program(arguments.hyakuman, "random", int(6_000 * arguments.seconds))
            mixed = program(arguments.hyakuman, "random,ukeire,ukeire,ukeire", int(4_000 * arguments.seconds))
            rates.setdefault("program, random, decisions", []).append(alone["decisions"])
            rates.setdefault("program, random over three ukeire, matches", []).append(mixed["matches"])
    median = {name: statistics.median(found) for name, found in rates.items() if found}
    for name, found in median.items():
        print(f"{name:55} {found:14,.0f} /s")
    ratios(median)


def ratios(median: dict[str, float]) -> None:
    pairs = [
        ("random, planes-v1, sample(), decisions", "RiichiEnv, random, mask and planes, decisions"),
        ("random, planes-v1, sample(), decisions", "RiichiEnv, random, decisions"),
        ("random, mask only, sample(), decisions", "program, random, decisions"),
        ("random, mask only, sample(), 64 tables, decisions", "program, random, decisions"),
        ("random over three ukeire, mask only, matches", "program, random over three ukeire, matches"),
        ("random over three ukeire, planes-v1, matches", "program, random over three ukeire, matches"),
        ("shanten of an array, hands", "mahjong, shanten in a loop, hands"),
    ]
    for ours, other in pairs:
        if ours in median and other in median:
            print(f"{ours} / {other}: {median[ours] / median[other]:.2f}")


if __name__ == "__main__":
    main()
