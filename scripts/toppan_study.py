#!/usr/bin/env python3
"""Toppan: the value of being the dealer by the sum the dealer stays from, and the effect of stacked dora on payments.

    cargo build --release && scripts/read_dataset/run.sh && .venv/bin/python scripts/toppan_study.py

Writes docs/toppan-study.md and docs/toppan-dealer.svg from about two million hands, recorded temporarily. Intervals are
clustered by wall, because matches on one wall are not independent. Needs duckdb (see read_dataset).
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
DOCS = Path(__file__).resolve().parent.parent / "docs"
SUMS = [5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5]
DEALER_GAMES = 12_000
DORA_GAMES = 32_000


def record(folder, agents, games, *sets):
    """The matches and hands of a run, as tables `matches` and `kyoku`."""
    run = [PROGRAM, "run", "--rules", "toppan", "--agents", agents, "--games", str(games)]
    run += [word for change in sets for word in ("--set", change)]
    done = subprocess.run([*run, "--record", "matches,kyoku", "--out", folder], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(run)}: {done.stderr.strip()}")
    for table in ("matches", "kyoku"):
        duckdb.sql(f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT * FROM '{folder}/{table}/*.parquet'")


def ratio(query):
    """From rows (count, sum), one per wall: the sum per count, half of its 95 % confidence interval, and the count."""
    walls = [row for row in duckdb.sql(query).fetchall() if row[0]]
    count, total = (sum(row[i] for row in walls) for i in (0, 1))
    value, n = total / count, len(walls)
    squares = sum((row[1] - value * row[0]) ** 2 for row in walls)
    return value, 1.96 * (squares * n / (n - 1)) ** 0.5 / count, count


def dealer(sum_from):
    """Points per hand of a dealer who stays from this sum on, against children who stay from 8: all hands, the first of
    each term, and the share of children beaten."""
    name = "threshold" if sum_from == 8 else f"threshold:stay={sum_from:g}"
    with tempfile.TemporaryDirectory() as folder:
        record(f"{folder}/data", f"{name},threshold,threshold,threshold", DEALER_GAMES)
        duckdb.sql(f"""
            CREATE OR REPLACE TEMP TABLE dealt AS SELECT wall, honba, repeat, result,
                [delta_0, delta_1, delta_2, delta_3] AS deltas, deltas[dealer + 1] / 2.0 AS won,
                len(list_filter(deltas, lambda x: x < 0)) - (deltas[dealer + 1] < 0)::INT AS beaten
            FROM kyoku JOIN matches USING (match)
            WHERE [agent_0, agent_1, agent_2, agent_3][dealer + 1] = '{name}'""")
    every = ratio("SELECT count(*), sum(won) FROM dealt GROUP BY wall")
    first = ratio("SELECT count(*), sum(won) FROM dealt WHERE repeat = 0 GROUP BY wall")
    beaten = ratio("SELECT 3 * count(*), 100 * sum(beaten) FROM dealt WHERE result = 'win' GROUP BY wall")
    return every, first, beaten


def payments(*sets):
    """The payments between children and dealer, in points, for a bet of one: mean, quantiles, how matches end."""
    with tempfile.TemporaryDirectory() as folder:
        record(f"{folder}/data", "threshold", DORA_GAMES, *sets)
        duckdb.sql("""
            CREATE OR REPLACE TEMP TABLE paid AS
            SELECT wall, abs(unnest([delta_0, delta_1, delta_2, delta_3])) / 2.0 AS points,
                unnest([dealer != 0, dealer != 1, dealer != 2, dealer != 3]) AS child
            FROM kyoku JOIN matches USING (match) WHERE result = 'win'""")
        duckdb.sql("DELETE FROM paid WHERE NOT child")
    mean = ratio("SELECT count(*), sum(points) FROM paid GROUP BY wall")
    big = ratio("SELECT count(*), 100 * sum((points >= 40)::INT) FROM paid GROUP BY wall")
    hands = ratio("SELECT count(*), sum(kyoku_played) FROM matches GROUP BY wall")
    played = ratio("SELECT count(*), 100 * sum((ended = 'played')::INT) FROM matches GROUP BY wall")
    quantiles = duckdb.sql("SELECT quantile_disc(points, [0.1, 0.5, 0.9, 0.99]) FROM paid").fetchall()[0][0]
    return mean, quantiles, big, hands, played


def cell(estimate, digits=2):
    return f"{estimate[0]:+.{digits}f} ± {estimate[1]:.{digits}f}".replace("+0.00 ±", "0.00 ±")


def plain(estimate, digits=2):
    return cell(estimate, digits).lstrip("+")


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def plot(series):
    """Estimates by sum as an SVG with bars for the intervals; `series` is (name, colour, estimates)."""
    low = min(value - half for _, _, line in series for value, half, _ in line)
    high = max(value + half for _, _, line in series for value, half, _ in line)
    low, high = min(0, int(low) - 1), max(0, int(high) + 1)
    x = lambda i: 70 + i * 560 / (len(SUMS) - 1)
    y = lambda value: 20 + (high - value) * 300 / (high - low)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 380" font-family="sans-serif" font-size="13">',
             '<rect width="660" height="380" fill="white"/>']
    for value in range(low, high + 1, max(1, (high - low) // 8)):
        shade = "#444" if value == 0 else "#ddd"
        parts.append(f'<line x1="60" x2="640" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="{shade}"/>')
        parts.append(f'<text x="52" y="{y(value) + 4:.1f}" text-anchor="end">{value:+d}</text>')
    for i, stay in enumerate(SUMS):
        parts.append(f'<text x="{x(i):.1f}" y="342" text-anchor="middle">{stay:g}</text>')
    parts.append('<text x="350" y="366" text-anchor="middle">the dealer stays from this sum on</text>')
    for number, (name, colour, line) in enumerate(series):
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, (value, _, _) in enumerate(line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for i, (value, half, _) in enumerate(line):
            parts.append(f'<line x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{y(value - half):.1f}" y2="{y(value + half):.1f}" '
                         f'stroke="{colour}" stroke-width="5" opacity="0.5"/>')
        parts.append(f'<text x="90" y="{40 + 18 * number}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main():
    found = [dealer(stay) for stay in SUMS]
    every, first, beaten = zip(*found)
    (DOCS / "toppan-dealer.svg").write_text(
        plot([("points a hand, all hands", "#1f5fa8", every), ("points a hand, first hand of a term", "#b4451f", first)]))
    rows = [[f"{stay:g}", cell(a), cell(b), plain(c), f"{a[2]:,}"] for stay, a, b, c in zip(SUMS, every, first, beaten)]
    hands = sum(a[2] for a in every)
    stacked, single = payments(), payments("dora_stacking=false")
    dora = [[f"`dora_stacking = {name}`", plain(mean), " / ".join(f"{q:g}" for q in quantiles), plain(big), plain(length), plain(whole)]
            for name, (mean, quantiles, big, length, whole) in (("true", stacked), ("false", single))]
    best, top = max(zip(SUMS, every), key=lambda pair: pair[1][0])
    equal = [f"{stay:g}" for stay, a in zip(SUMS, every) if stay != best and a[0] + a[1] >= top[0] - top[1]]
    apart = f"its interval overlaps those of {' and '.join(equal)}" if equal else "by more than the intervals"
    page = f"""# Toppan: the dealer, and stacked dora

Made by `scripts/toppan_study.py` with the agent `threshold`, which bets the middle amount, declares every yaku and deals
as long as it can. ± is half of the 95 % confidence interval, with deal sets (walls) taken as independent.

## The value of being the dealer

One player stays at the sum in the first column or above, the three others at 8 or above. The table covers the {hands:,}
hands in which the one player is the dealer. A honba adds a han to every win, of the dealer and of the children; the first hand
of a term as dealer has none.

{table(["stays from", "points a hand", "first hand of a term", "children beaten %", "hands"], rows)}
![Points a hand of the dealer by the sum it stays from](toppan-dealer.svg)

The best sum for the dealer is {best:g}; {apart}. A dealer who keeps drawing risks a loss to all three children at once; one who stays low is
beaten by each of them alone. The dealer wins with equal sums, and a child that goes bust loses to a dealer with any sum.

## The effect of stacked dora

34 indicators make most tiles dora, many of them several times. The rules leave open whether each indicator counts
(`dora_stacking`); this determines the payment for a bet of one point. {stacked[0][2] + single[0][2]:,} payments between a child
and the dealer, {DORA_GAMES:,} matches per row:

{table(["rule", "points a payment", "10 / 50 / 90 / 99 % pay at most", "40 points or more %", "hands a match", "matches played to the end %"], dora)}
With stacked dora a payment is {stacked[0][0] / single[0][0]:.1f} times as big, and {100 - stacked[4][0]:.0f} % of the matches end early, because a player has no points left or reaches
the upper limit, instead of {100 - single[4][0]:.0f} %. A mangan (40) is far above the 99th percentile either way.
"""
    (DOCS / "toppan-study.md").write_text(page)


if __name__ == "__main__":
    main()
