#!/usr/bin/env python3
"""Fits the model of final places that the agent `placement` uses, and says how good it is (docs/placement.md).

    hyakuman run --rules tenhou --agents value --games 400k --seed 2026 --record kyoku,matches --out DIR
    scripts/fit_places.py fit DIR > agents/src/place/four_hanchan.txt
    scripts/fit_places.py normal DIR...         # the two numbers of the normal model
    scripts/fit_places.py check WEIGHTS DIR     # the losses of weights on another data set

The data sets may come from any agents (`--agents`). Needs numpy and pyarrow.
"""
import argparse
import itertools
import json
import sys

import numpy as np
import pyarrow.parquet as pq

# Differences of scores, in thousands, between which a table is linear.
KNOTS = np.array([0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 26, 34, 50], float)
KNOTS = np.concatenate([-KNOTS[:0:-1], KNOTS])
EXTRAS = 4
SMOOTH = 60.0  # weight of the squared second differences of a table
RIDGE = 0.05
ITERATIONS = 100
ROWS = 160_000  # of each kyoku at most: a fit takes some seconds
HELD_OUT = 10  # every tenth match is not fitted


class Table:
    """The kyoku of a data set with how their matches ended. Scores are in thousands."""

    def __init__(self, folder):
        identity = json.load(open(f"{folder}/manifest.json"))["identity"]
        self.rules, self.agents = identity["rules"], identity["agents"]
        n = self.players = self.rules["players"]
        names = ["match", "kyoku", "honba", "kyotaku"] + [f"before_{i}" for i in range(n)]
        rows = {name: column.to_numpy() for name, column in read(f"{folder}/kyoku", names)}
        names = ["match", "ruleset"] + [f"{name}_{i}" for i in range(n) for name in ("score", "placement")]
        ends = {name: column.to_numpy() for name, column in read(f"{folder}/matches", names)}
        self.matches, self.ruleset = len(ends["match"]), str(ends["ruleset"][0])
        at = np.empty(ends["match"].max() + 1, int)
        at[ends["match"]] = np.arange(self.matches)
        at = at[rows["match"]]
        self.match = rows["match"]
        self.kyoku, self.honba, self.sticks = (rows[name].astype(int) for name in ("kyoku", "honba", "kyotaku"))
        self.scores = np.stack([rows[f"before_{i}"] for i in range(n)], 1) / 1000
        self.final = np.stack([ends[f"score_{i}"][at] for i in range(n)], 1) / 1000
        self.places = np.stack([ends[f"placement_{i}"][at] for i in range(n)], 1).astype(int) - 1
        self.regular = self.rules["length_winds"] * n
        self.turn_extension()
        self.held_out = self.match % HELD_OUT == HELD_OUT - 1

    def turn_extension(self):
        """In an extension seats are counted from the dealer: all its kyoku have one set of weights."""
        n, late = self.players, self.kyoku >= self.regular
        for dealer in range(1, n):
            rows = late & (self.kyoku % n == dealer)
            for by_seat in (self.scores, self.final, self.places):
                by_seat[rows] = np.roll(by_seat[rows], -dealer, axis=1)
        self.set = np.minimum(self.kyoku, self.regular)

    def left(self):
        """Kyoku left, this one included, without repeats."""
        return np.maximum(self.regular - self.kyoku, 1)


def read(folder, names):
    table = pq.read_table(folder, columns=names)
    return zip(table.column_names, table.columns)


def pairs(n):
    return list(itertools.combinations(range(n), 2))


def orders(n):
    return list(itertools.permutations(range(n)))


def signs(n):
    """By pair and order: a half if the first of the pair is placed before the second, else minus a half."""
    return np.array([[0.5 if o.index(i) < o.index(j) else -0.5 for o in orders(n)] for i, j in pairs(n)])


def order_of(places):
    """The index of the order in which the seats ended."""
    n = places.shape[1]
    powers = n ** np.arange(n)
    index = np.zeros(n**n, int)
    for at, order in enumerate(orders(n)):
        index[sum(order.index(seat) * powers[seat] for seat in range(n))] = at
    return index[places @ powers]


def softmax(logits):
    logits = np.exp(logits - logits.max(1, keepdims=True))
    return logits / logits.sum(1, keepdims=True)


def differences(scores):
    return np.stack([scores[:, i] - scores[:, j] for i, j in pairs(scores.shape[1])], 1)


def extras(table):
    """What else a pair's chance depends on: nearness of a bust, the leader beside the target, sticks and honba."""
    low, high = table.scores.min(1), table.scores.max(1)
    start, target = (table.rules[f"{name}_points"] / 1000 for name in ("start", "target"))
    bust = np.clip(1 - low / 8, 0, 1.2) * (table.rules["tobi"] != "Off")
    # Without a target the last regular kyoku ends the match. The fits have a target 5 above the start score.
    leader = np.clip((high - (target or start + 5)) / 5, -1, 1)
    leader[(target == 0) & (table.kyoku == table.regular - 1)] = 1
    return np.stack([bust, leader, np.minimum(table.sticks, 4), np.minimum(table.honba, 5)], 1).astype(np.float32)


class Model:
    """The fitted model of one kyoku. The chance of an order is proportional to a product of terms: the chance of each pair, a
    factor of the seat that is first, and one of the seat that is last. Their logarithms are tables by the difference of a
    pair's scores, and by the difference of a seat's score and the mean of the others."""

    def __init__(self, n, weights=None):
        self.pairs, self.rows = len(pairs(n)), len(pairs(n)) + 2 * n
        self.tables = self.rows * len(KNOTS)
        first, last = ([[order[at] == seat for order in orders(n)] for seat in range(n)] for at in (0, -1))
        # By term (each pair, each seat as the first, each as the last) and order how often it counts.
        self.signs = np.concatenate([signs(n), first, last]).astype(np.float32)
        self.weights = weights

    def design(self, scores, more):
        d = differences(scores)
        n = scores.shape[1]
        lead = (scores - scores.mean(1, keepdims=True)) * n / (n - 1)
        terms = np.clip(np.concatenate([d, lead, lead], 1), KNOTS[0], KNOTS[-1])
        at = np.clip(np.searchsorted(KNOTS, terms, side="right") - 1, 0, len(KNOTS) - 2)
        part = ((terms - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])).astype(np.float32)
        bend = np.clip(d, KNOTS[0], KNOTS[-1])
        return at + np.arange(self.rows) * len(KNOTS), part, (bend / (8 + np.abs(bend))).astype(np.float32), more

    def odds(self, weights, design):
        """The logarithm of each term."""
        at, part, bend, more = design
        weights = weights.astype(np.float32)
        table, slopes = weights[: self.tables], weights[self.tables :].reshape(self.pairs, EXTRAS)
        odds = table[at] * (1 - part) + table[at + 1] * part
        odds[:, : self.pairs] += bend * (more @ slopes.T)
        return odds

    def loss(self, weights, design, order):
        """Mean log loss with its gradient."""
        at, part, bend, more = design
        odds, happened = self.odds(weights, design), self.signs[:, order].T
        logits = odds @ self.signs
        top = logits.max(1, keepdims=True)
        np.exp(logits - top, out=logits)
        total = logits.sum(1, keepdims=True)
        loss = float((np.log(total) + top).sum(dtype=float) - (odds * happened).sum(dtype=float))
        excess = (logits @ self.signs.T) / total - happened
        low = np.bincount(at.ravel(), weights=(excess * (1 - part)).ravel(), minlength=self.tables)
        high = np.bincount((at + 1).ravel(), weights=(excess * part).ravel(), minlength=self.tables)
        slopes = (excess[:, : self.pairs] * bend).T @ more
        gradient = np.concatenate([low + high, slopes.astype(float).ravel()])
        rough, rough_gradient = self.roughness(weights)
        loss += rough + RIDGE * (weights**2).sum()
        gradient += rough_gradient + 2 * RIDGE * weights
        return loss / len(order), gradient / len(order)

    def roughness(self, weights):
        width = np.diff(KNOTS)
        slopes = np.diff(weights[: self.tables].reshape(self.rows, -1), axis=1) / width
        bends = np.diff(slopes, axis=1)
        by_slope = np.zeros_like(slopes)
        by_slope[:, 1:] += 2 * SMOOTH * bends
        by_slope[:, :-1] -= 2 * SMOOTH * bends
        by_slope /= width
        gradient = np.zeros((self.rows, len(KNOTS)))
        gradient[:, 1:] += by_slope
        gradient[:, :-1] -= by_slope
        return SMOOTH * (bends**2).sum(), np.concatenate([gradient.ravel(), np.zeros(len(weights) - self.tables)])

    def fit(self, scores, more, order):
        design = self.design(scores, more)
        start = np.concatenate([np.tile(KNOTS * 0.1, self.pairs), np.zeros((self.rows - self.pairs) * len(KNOTS) + self.pairs * EXTRAS)])
        self.weights = minimum(lambda weights: self.loss(weights, design, order), start)
        return self

    def chances(self, scores, more):
        return softmax(self.odds(self.weights, self.design(scores, more)) @ self.signs)


def minimum(function, x, memory=10):
    """L-BFGS: the place of the minimum of a function that returns value and gradient."""
    value, gradient = function(x)
    steps, changes = [], []
    for _ in range(ITERATIONS):
        direction = descent(gradient, steps, changes)
        length, slope = 1.0, -(direction @ gradient)
        while True:
            new = x - length * direction
            new_value, new_gradient = function(new)
            if new_value <= value + 1e-4 * length * slope or length < 1e-6:
                break
            length /= 2
        step, change, gain = new - x, new_gradient - gradient, value - new_value
        if step @ change > 1e-12:
            steps, changes = (steps + [step])[-memory:], (changes + [change])[-memory:]
        x, value, gradient = new, new_value, new_gradient
        if gain < 1e-8:
            break
    return x


def descent(gradient, steps, changes):
    direction, factors = gradient.copy(), []
    for step, change in zip(steps[::-1], changes[::-1]):
        factors.append(step @ direction / (step @ change))
        direction -= factors[-1] * change
    direction *= (steps[-1] @ changes[-1]) / (changes[-1] @ changes[-1]) if steps else 1 / max(1, np.linalg.norm(gradient))
    for step, change, factor in zip(steps, changes, factors[::-1]):
        direction += step * (factor - change @ direction / (step @ change))
    return direction


def normal_chances(scores, left, normal):
    """The same with normal differences: variance of a difference = spread ** 2 * (left + more)."""
    spread, more = normal
    sigma = spread * np.sqrt(left + more)
    return softmax(1.702 * differences(scores) / sigma[:, None] @ signs(scores.shape[1]))


def independent_places(scores, left):
    """By seat and place the model of the first prototype: every other seat is above or below by itself."""
    n, sigma = scores.shape[1], 8.5 * np.sqrt(1.3 * left)
    result = np.zeros((len(scores), n, n))
    for seat in range(n):
        result[:, seat, 0] = 1
        for other in range(n):
            if other != seat:
                above = 1 / (1 + np.exp(-1.702 * (scores[:, other] - scores[:, seat]) / sigma))
                shifted = np.concatenate([np.zeros((len(scores), 1)), result[:, seat, :-1]], 1)
                result[:, seat] = result[:, seat] * (1 - above)[:, None] + shifted * above[:, None]
    return result


def by_place(chances, n):
    """Chances by seat and place from those of the orders."""
    there = np.zeros((len(orders(n)), n, n))
    for at, order in enumerate(orders(n)):
        there[at, order, range(n)] = 1
    return np.tensordot(chances, there, 1)


def order_loss(chances, order):
    return float(-np.log(np.maximum(chances[np.arange(len(order)), order], 1e-12)).mean())


def place_loss(places, happened):
    chances = np.take_along_axis(places, happened[:, :, None], 2)
    return float(-np.log(np.maximum(chances, 1e-9)).mean())


def normal_sample(table, rows):
    return table.scores[rows], table.left()[rows], order_of(table.places[rows])


def fit_normal(tables):
    """The two numbers of the normal model that fit best."""
    sample = [normal_sample(table, np.flatnonzero(~table.held_out)[::40]) for table in tables]
    spreads, mores = np.arange(8.0, 24.1, 0.5), np.arange(-0.5, 1.1, 0.25)
    grid = itertools.product(spreads, mores)
    loss = lambda normal: sum(order_loss(normal_chances(s, l, normal), o) for s, l, o in sample)
    return min(grid, key=loss)


def numbers(name, values, digits=3):
    return f"{name}: " + " ".join(f"{value:.{digits}f}" for value in values)


class Report:
    """Held-out losses by set of weights, and what happened by predicted chance."""

    HEAD = ["kyoku", "rows", "prior", "independent", "normal", "fit", "prior (order)", "normal (order)", "fit (order)"]

    def __init__(self, table, normal):
        self.table, self.normal, self.lines = table, normal, []
        self.predicted, self.happened = [], []

    def add(self, at, model, more, train, test):
        table, n = self.table, self.table.players
        order, places, scores, left = order_of(table.places[test]), table.places[test], table.scores[test], table.left()[test]
        prior = np.bincount(order_of(table.places[train]), minlength=len(orders(n))) + 0.5
        prior = np.tile(prior / prior.sum(), (len(test), 1))
        normal, fit = normal_chances(scores, left, self.normal), model.chances(scores, more[test])
        losses = [place_loss(by_place(prior, n), places), place_loss(independent_places(scores, left), places)]
        losses += [place_loss(by_place(chances, n), places) for chances in (normal, fit)]
        losses += [order_loss(chances, order) for chances in (prior, normal, fit)]
        self.lines.append([at, len(test)] + losses)
        self.predicted.append(by_place(fit, n).ravel())
        self.happened.append((places[:, :, None] == np.arange(n)).ravel())

    def text(self):
        rows = [line[1] for line in self.lines]
        mean = ["all", sum(rows)] + [float(np.average([line[i] for line in self.lines], weights=rows)) for i in range(2, len(self.HEAD))]
        cell = lambda value: f"{value:.4f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
        line = lambda cells: "| " + " | ".join(cells) + " |"
        table = [line(self.HEAD), line(["---"] * len(self.HEAD))] + [line([str(r[0])] + [cell(v) for v in r[1:]]) for r in self.lines + [mean]]
        return "\n".join(table + ["", self.calibration()])

    def calibration(self):
        predicted, happened = np.concatenate(self.predicted), np.concatenate(self.happened)
        lines = ["| predicted % | share % | mean predicted % | happened % |", "| --- | --- | --- | --- |"]
        for decile in range(10):
            rows = (predicted * 10).astype(int).clip(0, 9) == decile
            if rows.any():
                low, mean, real = 10 * decile, 100 * predicted[rows].mean(), 100 * happened[rows].mean()
                lines.append(f"| {low}-{low + 10} | {100 * rows.mean():.1f} | {mean:.2f} | {real:.2f} |")
        return "\n".join(lines)


def fit(folder, normal):
    table = Table(folder)
    rules, n = table.rules, table.players
    more = extras(table)
    report, lines = Report(table, normal), []
    for at in np.unique(table.set):
        train = np.flatnonzero((table.set == at) & ~table.held_out)[:ROWS]
        test = np.flatnonzero((table.set == at) & table.held_out)
        model = Model(n).fit(table.scores[train], more[train], order_of(table.places[train]))
        lines += ["", "# " + ("extension, seats from its dealer" if at == table.regular else f"kyoku {at}")]
        drift = (table.final[train] - table.scores[train]).mean(0)
        drift -= drift.mean()
        lines += [numbers("drift", 1000 * drift, 0)]
        names = ["odds"] * model.pairs + ["first"] * n + ["last"] * n
        lines += [numbers(*row) for row in zip(names, model.weights[: model.tables].reshape(model.rows, -1))]
        lines += [numbers("slopes", row) for row in model.weights[model.tables :].reshape(model.pairs, -1)]
        report.add(int(at), model, more, train, test)
        print(f"kyoku {at} of {folder}", file=sys.stderr)
    agents = ",".join(table.agents)
    print(f"# The fitted model of final places, by `scripts/fit_places.py fit` from {table.matches:,} matches of {agents},")
    print(f"# rules {table.ruleset}; every tenth match was held out. What each line means: fitted.rs, docs/placement.md.")
    for name, key in (("players", "players"), ("winds", "length_winds"), ("start", "start_points"), ("target", "target_points")):
        print(f"{name}: {rules[key]}")
    print(numbers("knots", KNOTS, 0))
    print("\n".join(lines))
    print(report.text(), file=sys.stderr)


def weights_of(path):
    """The weights of each set in a file."""
    rows = {"odds": [], "first": [], "last": [], "slopes": []}
    for line in open(path):
        name, _, values = line.split("#")[0].partition(":")
        if name in rows:
            rows[name].append([float(value) for value in values.split()])
    return rows


def check(path, folder, normal):
    table, rows = Table(folder), weights_of(path)
    n = table.players
    count = len(pairs(n))
    more = extras(table)
    report = Report(table, normal)
    for at in np.unique(table.set):
        test, of, by_seat = np.flatnonzero(table.set == at), slice(count * at, count * (at + 1)), slice(n * at, n * (at + 1))
        own = rows["odds"][of] + rows["first"][by_seat] + rows["last"][by_seat] + rows["slopes"][of]
        model = Model(n, np.concatenate(own))
        report.add(int(at), model, more, test, test)
    print(report.text())


# Spread and `more` of the normal model by players, as `normal` found them for hanchan and east-only matches of `ukeire`.
NORMAL = {4: (12.0, -0.25), 3: (18.0, 0.0)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("fit", help="fit a data set; weights to stdout, losses to stderr").add_argument("folder")
    commands.add_parser("normal", help="fit the normal model").add_argument("folders", nargs="+")
    checked = commands.add_parser("check", help="losses of weights on a data set")
    checked.add_argument("weights")
    checked.add_argument("folder")
    options = parser.parse_args()
    if options.command == "normal":
        print(*fit_normal([Table(folder) for folder in options.folders]))
    elif options.command == "fit":
        fit(options.folder, NORMAL[Table(options.folder).players])
    else:
        check(options.weights, options.folder, NORMAL[Table(options.folder).players])


if __name__ == "__main__":
    main()
