#!/usr/bin/env python3
"""Makes a network better by playing against itself, on the CPU.

    python3 examples/python/improve.py imitated.npz improved

A policy gradient (PPO) on four copies of one network. A kyoku brings a seat the points that it wins or loses in it; a decision is
credited with what they are more than such positions bring on average, those of the next decisions first (generalised advantage
estimation). Writes improved.npz, improved.onnx and improved.svg, and plays
the result against the network it began with, on the same walls in every seating. Needs NumPy and onnx; imitate.py makes the
first network.
"""

import argparse
import time

import curve
import numpy as np
from net import PLANES, Net, chances

import hyakuman


def main():
    asked = arguments()
    net = Net().load(asked.net)
    net.export(f"{asked.out}-first.onnx")
    env = hyakuman.VecEnv("tenhou", asked.tables, obs=PLANES, reward="kyoku", seed=asked.seed)
    env.recv()
    remaining = [channel.name for channel in env.channels].index("remaining")
    start, played, line = time.monotonic(), 0, []
    for iteration in range(asked.iterations + 1):
        if iteration % asked.rate_every == 0:
            net.export(f"{asked.out}.onnx")
            found = compare(asked, asked.walls, seed=10_000 + iteration) if iteration else None
            value = found.value if found else 0
            line.append((played / 1e6, value, *(found.interval if found and found.interval else (value, value))))
            print(f"{time.monotonic() - start:5.0f} s, {played:9,} decisions, rank points per match {found or 0}", flush=True)
        if iteration < asked.iterations:
            data = rollout(env, net, asked.rounds, remaining)
            played += len(data["action"])
            rate = asked.rate * max(0.05, 1 - iteration / asked.iterations)
            learn(net, data, rate, np.random.default_rng([asked.seed, iteration]))
    net.save(f"{asked.out}.npz")
    net.export(f"{asked.out}.onnx")
    curve.draw(
        f"{asked.out}.svg",
        "Self-play of a small network",
        "million decisions",
        "rank points per match over the first network",
        {"with 95 % confidence interval": line},
    )
    final = compare(asked, 5 * asked.walls, seed=1)
    print(f"better than at the beginning by {final} rank points per match")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("net", help="weights to begin with, from imitate.py")
    parser.add_argument("out", help="name of the files to write, without ending")
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=125, help="decisions of each table in an iteration")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning; it falls to 0")
    parser.add_argument("--walls", type=int, default=200, help="walls of the matches for the curve; five times as many at the end")
    parser.add_argument("--rate-every", type=int, default=10, help="iterations between two matches for the curve")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


# Matches are played by softmax(SHARPNESS * logits): near the best action, which is what counts in the end. With 1, most of what
# is learnt is to choose bad actions less often, and the best ones stay the same.
SHARPNESS = 2
# How far a decision is credited with what happens after the next one: 0 not at all, 1 in full.
CREDIT = 0.9


# The weights that all kinds of tiles share, 7,000 of 140,000: so few are learnt from fewer matches.
LEARNT = ["one", "all", "bias", "own", "out_bias"]


def compare(asked, walls, seed):
    """Rank points per match of the exported network less those of the first, paired by wall."""
    nets = (f"onnx:net={asked.out}{name}.onnx" for name in ("", "-first"))
    return hyakuman.match(*nets, walls=walls, seed=seed, tables="2v2").pairs[0].difference


def rollout(env, net, rounds, remaining):
    """Plays; returns the decisions of finished kyoku, each with the points of its seat in the kyoku."""
    rows = {name: [] for name in ("obs", "mask", "action", "log_chance", "seat_of_table", "reward", "first", "remaining")}
    batch = env.recv()
    for _ in range(rounds):
        actions, log_chances = env.sample_logits(SHARPNESS * net.logits(batch.obs))
        kept = {"obs": batch.obs, "mask": batch.mask, "action": actions, "log_chance": log_chances}
        kept |= {"seat_of_table": batch.env * 4 + batch.seat, "reward": batch.reward.copy(), "first": batch.first.copy()}
        kept["remaining"] = batch.obs[:, remaining, 0].copy()
        for name, array in kept.items():
            rows[name].append(array)
        batch = env.step(actions)
        # The end of a match: a row for each seat that only carries its last reward.
        for end in batch.finished:
            rows["seat_of_table"].append(end["env"] * 4 + np.arange(4, dtype=np.int32))
            rows["reward"].append(end["reward"])
            for name in ("obs", "mask", "action", "log_chance"):
                rows[name].append(np.zeros_like(rows[name][0][:1]).repeat(4, axis=0))
            rows["first"].append(np.zeros(4, bool))
            rows["remaining"].append(np.full(4, 255, np.uint8))
    return credited({name: np.concatenate(arrays) for name, arrays in rows.items()})


def credited(rows):
    """The decisions of finished kyoku, in order of kyoku and time, with the keys `points` and `kyoku`."""
    order = np.argsort(rows["seat_of_table"], kind="stable")
    key, left, first = (rows[name][order] for name in ("seat_of_table", "remaining", "first"))
    same = np.append(False, key[1:] == key[:-1])
    begins = ~same | first | np.append(True, left[1:].astype(int) > left[:-1])
    starts = np.flatnonzero(begins)
    # The reward of a kyoku is in the row that begins the next one.
    following = np.append(starts[1:], len(key) - 1)
    known = same[following] & ~first[following] & (following > starts)
    of_kyoku = np.cumsum(begins) - 1
    points = rows["reward"][order][following][of_kyoku]
    use = known[of_kyoku] & (left < 255)
    return {name: array[order[use]] for name, array in rows.items()} | {"points": points[use], "kyoku": of_kyoku[use]}


def learn(net, data, rate, random, clip=0.2, size=2048):
    """Two passes of PPO over the decisions."""
    gains = advantages(net, data)
    for _ in range(2):
        order = random.permutation(len(gains))
        for start in range(0, len(order) - size + 1, size):
            rows = order[start : start + size]
            action, gain = data["action"][rows], gains[rows]
            logits, seen = net.forward(data["obs"][rows])
            now = chances(SHARPNESS * logits, data["mask"][rows])
            ratio = now[np.arange(size), action] / np.exp(data["log_chance"][rows])
            inside = np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
            weight = SHARPNESS * np.where(inside, ratio * gain, 0) / size
            error = now * weight[:, None]
            error[np.arange(size), action] -= weight
            net.step(seen, error.astype(np.float32), rate, LEARNT)


def advantages(net, data):
    """What each decision brought more than expected, of standard deviation 1."""
    points = np.clip(data["points"] / 4000, -4, 4).astype(np.float32)
    expected = baseline(net, data["obs"], points)
    last = np.append(data["kyoku"][1:] != data["kyoku"][:-1], True)
    gains = np.where(last, points, np.roll(expected, -1)) - expected
    for row in np.flatnonzero(~last)[::-1]:
        gains[row] += CREDIT * gains[row + 1]
    return (gains - gains.mean()) / gains.std()


def baseline(net, obs, points):
    """What such positions bring on average: a linear fit of what is the same for all kinds of tiles (scores, shanten, ...), and of
    the others summed over the kinds."""
    table = obs[:, net.all, 0] / net.scale_all
    kinds = obs[:, net.one].sum(axis=2, dtype=np.float32) / net.scale_one / 8
    features = np.concatenate([table, kinds, np.ones((len(table), 1))], axis=1).astype(np.float32)
    square = features.T @ features + 10 * np.eye(features.shape[1], dtype=np.float32)
    return features @ np.linalg.solve(square, features.T @ points)


if __name__ == "__main__":
    main()
