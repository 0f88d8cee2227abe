"""Labels by rollouts, and agents adapted to their rules."""

from __future__ import annotations

from pathlib import Path

import hyakuman
import pytest


def test_labels_are_a_data_set(tmp_path: Path) -> None:
    sorts = hyakuman.labels(tmp_path / "set", games=8, seed=3, worth="points", progress=False)
    assert {"call", "discard"} <= {sort.sort for sort in sorts} and all(sort.labels > 0 for sort in sorts)
    again = hyakuman.labels(tmp_path / "set", games=8, seed=3, worth="points", resume=True, threads=1)
    assert again == sorts
    assert hyakuman.labels(tmp_path / "shards", games=8, part_size=4, shard=(0, 2)) == []
    assert len(hyakuman.labels(tmp_path / "shards", games=8, part_size=4, shard=(1, 2))) > 3
    with pytest.raises(ValueError, match="nothing.txt cannot be read"):
        hyakuman.labels(tmp_path / "other", games=4, places="nothing.txt")
    with pytest.raises(ValueError, match="choose from 'rank_points', 'points'"):
        hyakuman.labels(tmp_path / "other", worth="yen")


def test_an_agent_adapts_and_plays(tmp_path: Path) -> None:
    done: list[int] = []
    adapted = hyakuman.adapt(tmp_path / "mine.agent", games=160, walls=12, steps=1, progress=lambda count, _: done.append(count))
    assert adapted.after == f"value:learned={tmp_path / 'mine.agent'}" and (adapted.steps, adapted.step_games, adapted.walls) == (1, 160, 12)
    assert "discard" in adapted.held_out and "discard" not in adapted.left_out and adapted.games == 48 and done[-1] > 0
    slope, interval = adapted.held_out["discard"].slope, adapted.held_out["discard"].slope_interval
    assert slope is not None and interval is not None and interval[0] < slope < interval[1]
    assert hyakuman.match(adapted.after, "value", walls=10).games > 0
    with pytest.raises(ValueError, match="cannot be corrected"):
        hyakuman.adapt(tmp_path / "a.agent", "ukeire", games=4, walls=4)
    with pytest.raises(ValueError, match="both games and walls"):
        hyakuman.adapt(tmp_path / "a.agent", games=4)
    with pytest.raises(ValueError, match="budget"):
        hyakuman.adapt(tmp_path / "a.agent", budget=0)
