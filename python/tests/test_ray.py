"""Ray on a cluster of two workers on this machine. Skipped where ray is not installed."""

import filecmp
import os

import pytest

import hyakuman

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
ray = pytest.importorskip("ray", reason="ray is not installed: pip install ray")
pytestmark = pytest.mark.ray


@pytest.fixture(scope="module")
def cluster():
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 * 2**20)
    yield
    ray.shutdown()


def test_a_data_set_is_that_of_one_machine(cluster, tmp_path):
    import hyakuman.ray

    rules = hyakuman.Rules("tenhou", kuitan=False)
    recipe = {"rules": rules, "games": 24, "part_size": 4, "agents": ["ukeire", "shanten", "shanten", "shanten"]}
    here, there = tmp_path / "here", tmp_path / "there"
    hyakuman.record(here, **recipe)
    result = hyakuman.ray.record(there, **recipe, shards=3)
    assert result.games == 24 and "complete" in result.data_set
    names = [path.relative_to(here) for path in here.rglob("*") if path.suffix in (".parquet", ".json", ".md")]
    assert len(names) > 10 and filecmp.cmpfiles(here, there, names, shallow=False)[1:] == ([], [])


def test_actors_play(cluster):
    import hyakuman.ray

    recipe = {"num_envs": 16, "agents": [None, "random", "random", "random"], "obs": None, "threads": 1}
    actors = [hyakuman.ray.Rollouts.remote(recipe | {"seed": seed}) for seed in range(2)]
    found = ray.get([actor.play.remote(lambda _, mask: mask.argmax(axis=1), 50) for actor in actors])
    assert [result["decisions"] for result in found] == [800, 800]
