"""`hyakuman match` agrees with the same matches recorded by `hyakuman run`, computed again by other means.

Usage: contest.py WORK_FOLDER -- PROGRAM...

Every seating is recorded as a data set; means, ratings (a regression with an effect for each match) and intervals
(clustered by wall) are computed from its table `matches`.
"""

import itertools
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from scipy import stats

NORMAL = stats.norm.ppf(0.975)
PLACES = ["first", "second", "third", "fourth"]


def main():
    folder, program = Path(sys.argv[1]), sys.argv[3:]
    for rules, agents, walls in [
        ("tenhou-east", ["ukeire", "ukeire:fold=false"], 60),
        ("tenhou-east", ["ukeire", "shanten"], 60),
        ("tenhou-sanma-east", ["shanten", "ukeire"], 40),
        ("tenhou-east", ["tsumogiri", "ukeire", "shanten"], 25),
        ("tenhou-sanma-east", ["tsumogiri", "ukeire", "shanten"], 40),
        ("toppan", ["threshold", "random"], 30),
    ]:
        check(folder, program, rules, agents, walls)
        print(f"match of {' and '.join(agents)} under {rules}: the same from recorded matches")


def check(folder, program, rules, agents, walls):
    line = ["match", *agents, "--rules", rules, "--walls", str(walls), "--seed", "3", "--json"]
    contest = json.loads(subprocess.run([*program, *line], check=True, stdout=subprocess.PIPE).stdout)
    every = []
    for table in contest["tables"]:
        played = matches_of(folder, program, rules, table, walls)
        every.append(played)
        check_table(table, played, walls)
    for pair in contest["pairs"]:
        check_pair(pair, [(names, points) for names, points, _ in every], walls)
    check_ratings(contest["ratings"], agents, [(names, points) for names, points, _ in every], walls)


def matches_of(folder, program, rules, table, walls):
    """Agents, rank points and placements of all matches at a table, each of shape (walls, matches, seats)."""
    players, seats = table["agents"], len(table["players"][0]["placements"])
    counts = [int(count) for count in table["table"].split("v")] if "v" in table["table"] else [1] * seats
    circle = sum(([player] * count for player, count in zip(players, counts)), [])
    found = []
    for seating in sorted(set(itertools.permutations(circle))):
        rotations = {seating[i:] + seating[:i] for i in range(seats)}
        if seating != min(rotations):
            continue
        out = folder / f"contest-{len(list(folder.iterdir()))}"
        games = walls * len(rotations)
        line = ["run", "--agents", ",".join(seating), "--rules", rules, "--games", str(games), "--seed", "3"]
        line += ["--record", "matches", "--out", str(out)]
        subprocess.run([*program, *line], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = pq.read_table(sorted((out / "matches").glob("*.parquet"))).sort_by("match")
        columns = [
            np.stack([np.array(rows[f"{name}_{seat}"].to_pylist()) for seat in range(seats)], axis=1)
            for name in ("agent", "rank_points", "placement")
        ]
        found.append([column.reshape(walls, len(rotations), seats) for column in columns])
    names, points, places = (np.concatenate(arrays, axis=1) for arrays in zip(*found))
    assert names.shape[1] == table["seatings"], "seatings"
    return names, points / 1000, places


def check_table(table, played, walls):
    names, points, places = played
    for player in table["players"]:
        own = names == player["agent"]
        trials = own.sum(axis=(1, 2))
        same(player["rates"]["rank_points"], *mean((points * own).sum(axis=(1, 2)), trials))
        same(player["rates"]["placement"], *mean((places * own).sum(axis=(1, 2)), trials))
        for at, name in enumerate(PLACES[: names.shape[2]]):
            count = ((places == at + 1) & own).sum(axis=(1, 2))
            assert player["placements"][at] == count.sum()
            same(player["rates"][name], *share(count, trials))
    if table["difference"]:
        a, b = (np.array([points[w][names[w] == agent].mean() for w in range(walls)]) for agent in table["agents"])
        same(table["difference"], *difference(a - b))


def check_pair(pair, every, walls):
    """The mean over matches of the difference of two means, weighted by the product of their seats."""
    values = np.zeros(walls)
    weights = np.zeros(walls)
    for names, points in every:
        for wall, match in np.ndindex(names.shape[:2]):
            own = [points[wall, match][names[wall, match] == agent] for agent in pair["agents"]]
            if all(len(results) for results in own):
                weight = len(own[0]) * len(own[1])
                values[wall] += weight * (own[0].mean() - own[1].mean())
                weights[wall] += weight
    same(pair["difference"], *difference(values / weights))


def check_ratings(ratings, agents, every, walls):
    """Least squares with an effect for each match, with standard errors clustered by wall."""
    design, results, clusters = [], [], []
    for names, points in every:
        for wall, match in np.ndindex(names.shape[:2]):
            seated = np.array([[name == agent for agent in agents] for name in names[wall, match]], float)
            design.append(seated - seated.mean(axis=0))
            results.append(points[wall, match] - points[wall, match].mean())
            clusters += [wall] * len(seated)
    x, y, clusters = np.concatenate(design), np.concatenate(results), np.array(clusters)
    bread = np.linalg.pinv(x.T @ x, rcond=1e-9, hermitian=True)
    theta = bread @ x.T @ y
    scores = np.stack([x[clusters == wall].T @ (y - x @ theta)[clusters == wall] for wall in range(walls)])
    changed = sum(np.abs(x[clusters == wall].T @ y[clusters == wall]).max() > 1e-9 for wall in range(walls))
    for rating in ratings:
        at = agents.index(rating["agent"])
        same(rating, theta[at], limits(walls * scores @ bread[at], changed, theta[at]))


def mean(total, trials):
    """A mean of clusters with equal trials, and its interval."""
    values = total / trials
    return values.mean(), limits(values, len(values))


def difference(values):
    """A mean difference; the degrees of freedom are those of the walls with one."""
    return values.mean(), limits(values, int((np.abs(values) > 1e-9).sum()))


def limits(values, freedom, value=None):
    """Limits of a mean (or of a value that is a mean of others) by Student's t; on the side of a long tail by a shifted gamma
    distribution, where they are wider (analysis/src/skew.rs)."""
    residuals = values - values.mean()
    scatter = (residuals**2).sum()
    if scatter < 1e-20:
        return None
    value = values.mean() if value is None else value
    error = math.sqrt(scatter / (len(values) - 1) / len(values))
    half = stats.t.ppf(0.975, freedom - 1) * error
    skewness = (residuals**3).sum() / scatter**1.5
    tail = 1.5 * abs(skewness) * freedom**2 / ((freedom - 1) * (freedom - 2))
    shape, unit = 4 / tail**2, half / NORMAL * tail / 2
    long = max(half, unit * (stats.gamma.ppf(0.975, shape + 4) - shape))
    return [value - long, value + half] if skewness < 0 else [value - half, value + long]


def share(count, trials):
    """The limits of a share as those of independent clumps of events (analysis/src/few.rs)."""
    value = count.sum() / trials.sum()
    if 0 < value < 1 and np.ptp(count / trials) == 0:
        return value, None
    return value, [1 - most(trials - count, trials), most(count, trials)]


def most(count, trials):
    """The upper limit of a share, with one further clump."""
    n, events, total = len(trials), count.sum(), trials.sum()
    if events == total:
        return 1
    cluster = (trials**3).sum() / (trials**2).sum()
    residuals = count - events / total * trials
    variance = (residuals**2).sum() * n / (n - 1)
    size = variance / (events * (1 - events / total)) if events else 0
    clumps = events / size if events else 0
    large = max(size, (residuals**3).sum() / variance) if events else 0
    cluster = max(cluster, large)
    whole = min(4 / (4 + clumps), max(variance / (2 * cluster**2), 0.7**clumps))
    further, square = (mine + whole * (all_of_it - mine) for mine, all_of_it in [(large, cluster), (large**2, cluster**2)])
    estimated = (stats.t.ppf(0.975, n - 1) / NORMAL) ** 2
    size = (events * size * estimated + square) / (events + further)
    return stats.beta.ppf(0.975, (events + further) / size, (total - events) / size)


def same(found, value, bounds):
    """The same value to one part in a million, and bounds to 1e-4 of their distance: the library approximates large quantiles."""
    assert math.isclose(found["value"], value, rel_tol=1e-6, abs_tol=1e-9), (found, value)
    if bounds is None:
        assert found["ci95"] is None, found
        return
    for bound, expected in zip(found["ci95"], bounds):
        assert abs(bound - expected) <= 1e-4 * (bounds[1] - bounds[0]), (found, value, bounds)


if __name__ == "__main__":
    main()
