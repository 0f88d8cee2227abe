#!/usr/bin/env python3
"""Prints the table of docs/agents.md: how agents play, beside people, from recorded rows alone.

    cargo build --release && scripts/read_dataset/run.sh && .venv/bin/python scripts/rates.py

    scripts/rates.py [AGENT…] [--matches N] [--seed N] [--data FOLDER]

Each agent plays four equal seats under Tenhou rules. The matches are recorded in a temporary folder, or in FOLDER, where the next
run reads or extends them. ± is half of the 95 % confidence interval of a ratio of sums over matches, because the hands of a
match are not independent. Needs duckdb (see read_dataset). Takes a minute and a half on two cores.
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

import duckdb

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")

# Hanchan with red fives in Tenhou's Phoenix room. 2016: kobalab 2018, https://blog.kobalab.net/entry/20180113/1515776231
# 2018: https://mahjong-lurker.xyz/tenhou/paihu-analysis/tenhou-2018-data-1/
YEARS = ("2016", "2018")
KYOKU = (1_710_645, 1_849_142)
WINS = (1_442_983, 1_560_585)
DRAWS = (277_057, 298_849)
HANDS = tuple(4 * count for count in KYOKU)
RONS = 853_832  # kyoku of 2016; one with two winners is one
DOUBLE_RONS = tuple(wins + draws - kyoku for wins, draws, kyoku in zip(WINS, DRAWS, KYOKU))


def people(of, *counts):
    """What people did in each year, from counts, in percent; None where the source has no count."""
    return [None if count is None else 100 * count / number for count, number in zip(counts, of)]


NOBODY = [None, None]
# Label, people, rows (a table of `read` or `join`), condition of the rows that count, what is counted. In percent.
SHARES = [
    ("win, % of hands", people(HANDS, *WINS), "hands", "true", "won"),
    ("deal-in, % of hands", people(HANDS, RONS, None), "hands", "true", "dealt_in"),
    ("riichi declared, % of hands", people(HANDS, 1_166_027, None), "hands", "true", "declared"),
    ("opened by a call, % of hands", people(HANDS, 2_356_214, None), "hands", "true", "open"),
    ("no riichi, % of hands that could declare one", NOBODY, "hands", "could_declare", "NOT declared"),
    ("deal-in to an open hand, % of closed hands", NOBODY, "hands", "NOT open", "dealt_in_to_open"),
    ("the same without a riichi on the table", NOBODY, "hands", "NOT open", "dealt_in_to_open AND NOT any_riichi"),
    ("draw, aborts included, % of kyoku", people(KYOKU, *DRAWS), "kyoku", "true", "result != 'win'"),
    ("exhaustive draw, % of kyoku", NOBODY, "kyoku", "true", "result = 'exhaustive'"),
    ("double ron, % of kyoku", people(KYOKU, *DOUBLE_RONS), "kyoku", "true", "wins = 2"),
    ("tsumo, % of wins", people(WINS, KYOKU[0] - DRAWS[0] - RONS, None), "won", "true", '"from" = 255'),
    ("open hand, % of wins", NOBODY, "won", "true", "open"),
    ("closed hand without riichi, % of wins", NOBODY, "won", "true", "NOT open AND NOT riichi"),
    ("the same, though it could declare one", NOBODY, "won", "true", "NOT open AND NOT riichi AND could_declare"),
]
MATCHES = "(SELECT match, count(*) AS played FROM kyoku GROUP BY match)"
MEANS = [
    ("kyoku of a match", [KYOKU[0] / 159_798, None], MATCHES, "true", "played"),
    ("points of a win", [8_148_454_300 / WINS[0], None], "won", "true", "points"),
    ("han of a win, without yakuman", NOBODY, "won", "han BETWEEN 1 AND 12", "han"),
    ("turn of a win", NOBODY, "won", "true", "draws / 4"),
    ("turn of a riichi", NOBODY, "hands", "declared", "declared_after / 4"),
]
OTHER_YAKUMAN = "tenhou chiihou shousuushi daisuushi tsuuiisou ryuuiisou chinroutou suukantsu chuuren junsei_chuuren"
# Label, counts of people, names in `yaku_names`; a hand with two of them counts twice.
YAKU = [
    ("riichi", (561_156, 622_192), "riichi"),
    ("double riichi", (2_826, 3_025), "double_riichi"),
    ("ippatsu", (105_560, 118_638), "ippatsu"),
    ("tsumo of a closed hand", (348_844, None), "menzen_tsumo"),
    ("tanyao", (327_980, 355_680), "tanyao"),
    ("pinfu", (284_847, 314_490), "pinfu"),
    ("value tiles, all", (571_635, 610_476), "haku hatsu chun seat_wind round_wind"),
    ("haku", (None, 119_786), "haku"),
    ("hatsu", (None, 119_963), "hatsu"),
    ("chun", (None, 119_993), "chun"),
    ("seat wind", (None, 128_480), "seat_wind"),
    ("round wind", (None, 122_254), "round_wind"),
    ("iipeikou", (55_079, 61_574), "iipeikou"),
    ("ryanpeikou", (507, 569), "ryanpeikou"),
    ("sanshoku", (54_812, 59_586), "sanshoku_doujun"),
    ("sanshoku of triplets", (437, 468), "sanshoku_doukou"),
    ("ittsuu", (21_488, 23_108), "ittsuu"),
    ("chanta", (12_221, 13_256), "chanta"),
    ("junchan", (4_222, 4_599), "junchan"),
    ("toitoi", (23_168, 25_860), "toitoi"),
    ("sanankou", (9_062, 10_055), "sanankou"),
    ("chiitoitsu", (38_442, 42_338), "chiitoitsu"),
    ("honitsu", (62_636, 71_292), "honitsu"),
    ("chinitsu", (7_565, 8_637), "chinitsu"),
    ("honroutou", (411, 443), "honroutou"),
    ("shousangen", (1_089, 1_205), "shousangen"),
    ("suuankou", (537, 591), "suuankou suuankou_tanki"),
    ("kokushi", (282, 333), "kokushi kokushi_13"),
    ("daisangen", (243, 271), "daisangen"),
    ("other yakuman", (177, 153), OTHER_YAKUMAN),
]
# Han in a hundred wins, people and column of `wins`.
DORA = [("dora", (813_096, None), "dora"), ("ura dora", (233_780, None), "ura"), ("red fives", (730_226, None), "aka")]


def figures():
    """The rows of the table: label, people, and the arguments of `ratio`."""
    for label, known, rows, of, what in SHARES:
        yield label, known, rows, of, f"100 * ({what})::INT"
    yield from MEANS
    for label, counts, names in YAKU:
        found = f"100 * len(list_intersect(names, string_split('{names}', ' ')))"
        yield f"{label}, % of wins", people(WINS, *counts), "won", "true", found
    for label, counts, column in DORA:
        yield f"{label}, han per 100 wins", people(WINS, *counts), "won", "true", f"100 * {column}::INT"


def record(agent, folder, matches, seed):
    """Plays the matches of four equal agents, or those that the folder lacks."""
    run = [PROGRAM, "run", "--rules", "tenhou", "--agents", agent, "--games", str(matches), "--seed", str(seed)]
    run += ["--record", "kyoku,decisions", "--out", folder, "--resume"]
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(run)}: {done.stderr.strip()}")


def read(folder):
    """The tables of the data set, `seats` (a kyoku as one seat plays it) and `riichi` (of these, those that could declare)."""
    for table in ("kyoku", "wins", "decisions"):
        duckdb.sql(f"CREATE OR REPLACE TEMP VIEW {table} AS SELECT * FROM '{folder}/{table}/*.parquet'")
    # Bits 64 to 101 of `legal` declare riichi: bytes 8 to 12, of which no other action has a bit. Action 39 is tsumo.
    duckdb.sql("""
        CREATE OR REPLACE TEMP TABLE riichi AS
        SELECT match, kyoku_number, seat, bool_or(action BETWEEN 64 AND 101) AS declared,
            70 - min(remaining) FILTER (action BETWEEN 64 AND 101) AS declared_after
        FROM decisions WHERE question = 0 AND action != 39 AND hex(legal)[17:26] != '0000000000' GROUP BY ALL""")
    duckdb.sql("""
        CREATE OR REPLACE TEMP TABLE seats AS
        SELECT match, kyoku_number, unnest([0, 1, 2, 3]) AS seat, unnest([open_0, open_1, open_2, open_3]) AS open,
            unnest([riichi_0, riichi_1, riichi_2, riichi_3]) AS riichi,
            riichi_0 OR riichi_1 OR riichi_2 OR riichi_3 AS any_riichi, draws
        FROM kyoku""")


def join():
    """Makes the tables `won` (a row for each win) and `hands` (a row for each kyoku and seat, with its result)."""
    duckdb.sql("""
        CREATE OR REPLACE TEMP TABLE won AS
        SELECT won.*, string_split(yaku_names, ' ') AS names, open, seats.riichi, draws, declared IS NOT NULL AS could_declare
        FROM (SELECT *, winner AS seat FROM wins) AS won JOIN seats USING (match, kyoku_number, seat)
            LEFT JOIN riichi USING (match, kyoku_number, seat)""")
    duckdb.sql("""
        CREATE OR REPLACE TEMP TABLE hands AS
        SELECT seats.*, declared IS NOT NULL AS could_declare, coalesce(declared, false) AS declared, declared_after,
            winner IS NOT NULL AS won, to_open IS NOT NULL AS dealt_in, coalesce(to_open, false) AS dealt_in_to_open
        FROM seats LEFT JOIN riichi USING (match, kyoku_number, seat)
            LEFT JOIN won USING (match, kyoku_number, seat)
            LEFT JOIN (SELECT match, kyoku_number, "from" AS seat, bool_or(open) AS to_open FROM won GROUP BY ALL)
                USING (match, kyoku_number, seat)""")


def ratio(rows, of, what):
    """The sum per row that counts, with half of its 95 % confidence interval."""
    matches = duckdb.sql(f"SELECT count(*), sum({what}) FROM {rows} WHERE {of} GROUP BY match").fetchall()
    count, total = (sum(match[i] for match in matches) for i in (0, 1))
    if not total or len(matches) < 2:
        return 0, 0
    value, n = total / count, len(matches)
    squares = sum((match[1] - value * match[0]) ** 2 for match in matches)
    return value, 1.96 * math.sqrt(squares * n / (n - 1)) / count


def cell(value, half):
    """A value with its interval, to two digits of the interval."""
    if value == 0:
        return "none"
    digits = max(0, 1 - math.floor(math.log10(half))) if half else 2
    return f"{value:,.{digits}f} ± {half:,.{digits}f}"


def phoenix(value):
    """A figure of people, to three digits or whole."""
    if value is None:
        return ""
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


def measured(agent, folder, options):
    """The cells of an agent, one for each figure."""
    path = os.path.join(folder, re.sub(r"\W+", "-", agent))
    record(agent, path, options.matches, options.seed)
    read(path)
    join()
    return [cell(*ratio(rows, of, what)) for _, _, rows, of, what in figures()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agents", nargs="*", default=["value", "placement", "ukeire"])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", help="folder of the data sets; a temporary one if not given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        columns = [measured(agent, options.data or temporary, options) for agent in options.agents]
    heads = [f"`{agent}`" for agent in options.agents] + [f"Phoenix {year}" for year in YEARS]
    print("|", " | ".join(["", *heads]), "|")
    print("|" + " --- |" * (1 + len(heads)))
    for (label, known, *_), *cells in zip(figures(), *columns):
        print("|", " | ".join([label, *cells, *map(phoenix, known)]), "|")


if __name__ == "__main__":
    main()
