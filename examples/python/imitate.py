#!/usr/bin/env python3
"""Trains a small network to play like an agent, on the CPU, and rates it.

    python3 examples/python/imitate.py imitated

Records a data set of the agent `ukeire`, trains the network of net.py on its decisions, exports it, and plays it against
`shanten` and `ukeire`, on the same walls in every seating. Writes imitated.npz (weights), imitated.onnx and imitated.svg. Needs
NumPy, pyarrow and onnx.
"""

import argparse
import tempfile
import time

import curve
import numpy as np
from net import PLANES, Net, chances

import hyakuman

QUESTION_TURN = [channel.name for channel in hyakuman.channels(PLANES)].index("question_turn")
DISCARDS = 74  # the actions before are discards, with riichi or without


def main():
    asked = arguments()
    with tempfile.TemporaryDirectory() as folder:
        folder = asked.data or folder
        start = time.monotonic()
        recorded = hyakuman.record(folder, asked.agent, games=asked.games, tables=["decisions"], resume=True)
        print(f"{time.monotonic() - start:5.1f} s to record {recorded.games} matches")
        net, line = train(folder, asked)
    net.save(f"{asked.out}.npz")
    net.export(f"{asked.out}.onnx")
    curve.draw(f"{asked.out}.svg", f"Imitation of {asked.agent} by a small network", "thousand decisions", "agreement, %", line)
    for other in ("shanten", "ukeire"):
        found = hyakuman.match(f"onnx:net={asked.out}.onnx", other, walls=asked.walls)
        print(f"against {other}: {found.pairs[0].difference} rank points per match")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", help="name of the files to write, without ending")
    parser.add_argument("--agent", default="ukeire", help="the agent to imitate")
    parser.add_argument("--games", type=int, default=1600, help="matches to record; some 600 decisions each")
    parser.add_argument("--data", help="folder of the data set, which is kept then; a complete one is used as it is")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--rate", type=float, default=3e-3, help="learning rate at the beginning; it falls to 0")
    parser.add_argument("--walls", type=int, default=200, help="walls of each match at the end")
    return parser.parse_args()


def train(folder, asked):
    """The network, and its agreement with the agent on the walls that are not trained on."""
    data = hyakuman.Dataset(folder, obs=PLANES, batch_size=256, split="train", labels=[], seed=1)
    held_out = hyakuman.Dataset(folder, obs=PLANES, batch_size=4096, split="test", labels=[], threads=0)
    tests = [batch for batch, _ in zip(held_out, range(5))]
    net, line, seen, start = Net(), {"discards": [], "claims": []}, 0, time.monotonic()
    expected = asked.passes * 0.9 * 612 * asked.games
    for _ in range(asked.passes):
        for at, batch in enumerate(data):
            rate = asked.rate * max(0.01, 1 - seen / expected)
            learn(net, batch, rate)
            seen += len(batch)
            if at % 400 == 0:
                note(net, tests, line, seen, start)
    note(net, tests, line, seen, start)
    return net, line


def learn(net, batch, rate):
    """One step down the cross entropy."""
    logits, seen = net.forward(batch.obs)
    error = chances(logits, batch.mask)
    error[np.arange(len(batch)), batch.action] -= 1
    net.step(seen, error / len(batch), rate)


def note(net, tests, line, seen, start):
    """Adds the agreement to the curves."""
    parts = [agreement(net, batch) for batch in tests]
    discards, claims = (100 * np.concatenate(part).mean() for part in zip(*parts, strict=True))
    line["discards"].append((seen / 1000, discards))
    line["claims"].append((seen / 1000, claims))
    print(f"{time.monotonic() - start:5.1f} s, {seen:9,} decisions, agreement on discards {discards:.1f} %, claims {claims:.1f} %", flush=True)


def agreement(net, batch):
    """Whether the best action is that of the agent, of discards and of other decisions."""
    best = np.where(batch.mask, net.logits(batch.obs), -np.inf).argmax(axis=1)
    discards = (batch.obs[:, QUESTION_TURN, 0] == 1) & (batch.action < DISCARDS)
    same = best == batch.action
    return same[discards], same[~discards]


if __name__ == "__main__":
    main()
