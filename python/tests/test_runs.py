"""Batch work: run, record, compare, match, with agents by spec and in Python."""

import filecmp
import os
import signal
import threading

import numpy as np
import pytest

import hyakuman
from hyakuman.players import estimate

AGENTS = ["ukeire", "shanten", "shanten", "shanten"]


class First:
    """Takes the first legal action."""

    def __init__(self, name="first"):
        self.name, self.rows = name, []

    def act(self, obs, mask):
        self.rows.append(len(obs))
        return mask.argmax(axis=1)


def test_run_has_rates_with_intervals():
    result = hyakuman.run(AGENTS, games=80, seed=2)
    assert result == hyakuman.run(AGENTS, games=80, seed=2, threads=1) and result.games == 80
    points = result.agents["ukeire"]["rank_points"]
    assert points.walls == 20 and points.interval[0] < points.value < points.interval[1] and "[" in str(points)
    assert len(result.seats) == 4 and result.table["kyoku"].value > 4 and result.decisions > 1000


def test_record_writes_the_same_bytes_in_shards(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    hyakuman.record(whole, AGENTS, games=24, part_size=8)
    for index in range(3):
        result = hyakuman.record(parts, AGENTS, games=24, part_size=8, resume=True, shard=(index, 3))
    assert "complete" in result.data_set
    names = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.suffix in (".parquet", ".json", ".md"))
    assert len(names) > 10 and filecmp.cmpfiles(whole, parts, names, shallow=False)[1:] == ([], [])
    with pytest.raises(ValueError, match="resume"):
        hyakuman.record(whole, AGENTS, games=24, part_size=8)


def test_compare():
    rules = hyakuman.Rules("tenhou", kuitan=False)
    result = hyakuman.compare({"closed": rules}, games=200, primary=["kyoku", "call"])
    (arm,) = result.arms
    effect = arm.table["kyoku"]
    assert arm.name == "closed" and set(arm.primary) == {"kyoku", "call"}
    assert effect.difference.value == pytest.approx(effect.variant.value - effect.base.value)
    with pytest.raises(ValueError, match="measure"):
        hyakuman.compare([rules], games=8, primary=["kyokus"])


def test_compare_until_a_precision():
    rules = hyakuman.Rules("tenhou", kuitan=False)
    result = hyakuman.compare([rules], until="kyoku=0.5", primary=["kyoku"])
    low, high = result.arms[0].primary["kyoku"].difference.interval
    assert (result.stopped, result.intervals) == ("precision", "anytime") and high - low <= 1
    assert result.games == hyakuman.compare([rules], until="kyoku=0.5", primary=["kyoku"], threads=1).games
    assert hyakuman.compare([rules], until="kyoku=0.001", games=256).stopped == "games"
    for wrong in ("kyoku", "kyoku=0", "win=0.1"):
        with pytest.raises(ValueError, match="until|share"):
            hyakuman.compare([rules], until=wrong)


def test_compare_keeps_its_state(tmp_path):
    rules, state = hyakuman.Rules("tenhou", kuitan=False), tmp_path / "state"
    whole = hyakuman.compare([rules], games=400)
    assert hyakuman.compare([rules], games=200, state=state).games == 200
    assert hyakuman.compare([rules], games=400, state=state) == whole and whole.stopped == "games"
    with pytest.raises(ValueError, match="state"):
        hyakuman.compare([rules], games=400, seed=2, state=state)


def test_compare_in_shards(tmp_path):
    rules, states = hyakuman.Rules("tenhou", kuitan=False), [tmp_path / "0", tmp_path / "1"]
    whole = hyakuman.compare([rules], games=2000)
    games = [hyakuman.compare([rules], games=2000, state=states[i], shard=(i, 2)).games for i in range(2)]
    assert sum(games) == 2000 and min(games) > 0
    merged = hyakuman.compare([rules], games=2000, merge=states)
    assert merged.games == 2000 and merged.arms[0].table["kyoku"] == whole.arms[0].table["kyoku"]
    with pytest.raises(ValueError, match="state"):
        hyakuman.compare([rules], games=2000, shard=(0, 2))


def test_results_are_tables_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    ran = hyakuman.run(AGENTS, games=40)
    table = ran.to_arrow()
    assert table.column_names == ["agent", "seat", "rate", "value", "low", "high", "walls"]
    rows = [row for row in table.to_pylist() if row["agent"] == "ukeire" and row["rate"] == "rank_points"]
    found = ran.agents["ukeire"]["rank_points"]
    assert rows == [dict(agent="ukeire", seat=None, rate="rank_points", value=found.value, low=found.interval[0], high=found.interval[1], walls=10)]
    compared = hyakuman.compare({"closed": hyakuman.Rules("tenhou", kuitan=False)}, games=40)
    measures = {row["measure"]: row for row in compared.to_arrow().to_pylist() if row["agent"] is None and row["seat"] is None}
    assert measures["kyoku"]["difference_value"] == compared.arms[0].table["kyoku"].difference.value
    matched = hyakuman.match("ukeire", "random", walls=3)
    assert pyarrow.table(matched).to_pylist()[0]["games"] == matched.pairs[0].games
    assert hyakuman.run(First(), games=4).to_arrow().schema.field("seat").type == pyarrow.int64()


def test_match():
    result = hyakuman.match("ukeire", "random", walls=12)
    assert result.walls == 12 and result.pairs[0].difference.interval[0] > 0
    assert sum(rating.value for rating in result.ratings.values()) == pytest.approx(0)
    with pytest.raises(ValueError, match="2 to 8"):
        hyakuman.match("ukeire")


def test_agents_in_python_are_asked_in_batches():
    player = First()
    result = hyakuman.run([player, "ukeire", "ukeire", "ukeire"], games=40, threads=1)
    assert set(result.agents) == {"first", "ukeire"} and result.games == 40
    total = result.agents["first"]["rank_points"].value + 3 * result.agents["ukeire"]["rank_points"].value
    assert total == pytest.approx(0, abs=1e-3) and result.agents["first"]["placement"].value > 2.5
    assert max(player.rows) == 10 and np.mean(player.rows) > 3


def test_agents_in_python_play_as_many_matches_as_asked_for():
    found = []
    for games in (2, 42):
        result = hyakuman.run([First(), "ukeire", "ukeire", "ukeire"], games=games, progress=lambda done, of: found.append((done, of)))
        assert result.games == games and found[-1] == (games, games)
        total = result.agents["first"]["rank_points"].value + 3 * result.agents["ukeire"]["rank_points"].value
        assert total == pytest.approx(0, abs=1e-3)
    assert result.agents["first"]["rank_points"].walls == 11
    for agent in ("ukeire", First()):
        with pytest.raises(ValueError, match="there are 0 games to play: play at least 1"):
            hyakuman.run(agent, games=0)


def test_the_last_wall_of_an_estimate_may_have_fewer_matches():
    totals, counts = np.arange(12.0) ** 2, np.full(12, 2.0)
    whole = estimate(totals, counts)
    means = totals / 2
    half = 1.96 * means.std(ddof=1) / np.sqrt(12)
    assert whole["interval"] == pytest.approx([means.mean() - half, means.mean() + half])
    counts[-1] = 1.0
    assert estimate(totals, counts)["value"] == pytest.approx(totals.sum() / 23)


def test_matches_with_agents_in_python():
    result = hyakuman.match(First(), "ukeire", walls=12, tables="1v3,2v2")
    assert result.games == 12 * (4 + 6) and result.pairs[0].difference.interval[1] < 0
    first, second = First("a"), First("b")
    result = hyakuman.match(first, second, walls=3)
    assert result.pairs[0].difference.value == pytest.approx(0, abs=1e-3) and first.rows and second.rows
    with pytest.raises(ValueError, match="both agents are called a"):
        hyakuman.match(First("a"), First("a"), walls=3)


def test_wrong_arguments():
    for call in (
        lambda: hyakuman.run("ukeir"),
        lambda: hyakuman.run(["ukeire", "ukeire"]),
        lambda: hyakuman.record("x", tables=["match"]),
        lambda: hyakuman.match(First(), "ukeire", tables="5v1"),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (lambda: hyakuman.record("x", First()), lambda: hyakuman.run([1, 2, 3, 4]), lambda: hyakuman.compare([], First())):
        with pytest.raises(TypeError):
            call()


def test_progress_is_reported():
    seen = []
    hyakuman.run(games=40, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (40, 40) and seen == sorted(seen)

    def stop(done, of):
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError):
        hyakuman.run(games=10_000_000, progress=stop)


def test_interrupts_stop_a_run():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        hyakuman.run(games=10_000_000)
    timer.join()
    assert hyakuman.run(games=4).games == 4
