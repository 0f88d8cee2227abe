"""Ray on a cluster of two workers on this machine. Skipped where ray is not installed."""

import filecmp
import os
import pathlib
import signal

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


def assert_equal(here, there):
    """Two data sets have the same files with the same bytes."""
    ours, theirs = (sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file()) for root in (here, there))
    assert len(ours) > 10 and ours == theirs
    assert filecmp.cmpfiles(here, there, ours, shallow=False)[1:] == ([], [])


def test_a_data_set_is_that_of_one_machine(cluster, tmp_path):
    import hyakuman.ray

    rules = hyakuman.Rules("tenhou", kuitan=False)
    recipe = {"rules": rules, "games": 24, "part_size": 4, "agents": ["ukeire", "shanten", "shanten", "shanten"]}
    here, there = tmp_path / "here", tmp_path / "there"
    hyakuman.record(here, **recipe)
    result = hyakuman.ray.record(there, **recipe, shards=3)
    assert result.games == 24 and "complete" in result.data_set
    assert_equal(here, there)


def test_a_study_is_that_of_one_machine(cluster, tmp_path):
    import hyakuman.ray

    file, here, there = tmp_path / "league.toml", tmp_path / "here", tmp_path / "there"
    file.write_text('walls = 192\nbase = "tenhou-east"\ntables.t = "shanten"\n[questions.q]\nmeasures = ["kyoku"]\narms.a.tobi = "Off"\n')
    hyakuman.study(file, here)
    found = hyakuman.ray.study(file, there, shards=3)
    assert found["q"].whole
    for name in ("index.md", "q.html", "results.parquet"):
        assert (here / name).read_bytes() == (there / name).read_bytes()


def test_a_worker_that_dies_is_replaced(cluster, tmp_path, monkeypatch):
    """Of two tasks one is killed when some of its parts are written: it starts again, and the data set is that of one machine."""
    import hyakuman.ray

    shard, starts = hyakuman.ray._shard, tmp_path / "starts"

    def dies_once(path, rules, kept, index_of):
        if index_of[0] == 1:
            with open(starts, "a") as file:
                file.write(f"{os.getpid()}\n")
            if len(starts.read_text().split()) == 1:
                kept = kept | {"progress": lambda done, _: done >= 12 and os.kill(os.getpid(), signal.SIGKILL)}
        shard(path, rules, kept, index_of)

    monkeypatch.setattr(hyakuman.ray, "_shard", dies_once)
    recipe = {"games": 2000, "part_size": 4, "tables": ["matches", "decisions"]}
    here, there = tmp_path / "here", tmp_path / "there"
    result = hyakuman.ray.record(there, **recipe, shards=2)
    assert len(set(starts.read_text().split())) == 2, "the task should have died, and have been started again"
    assert result.games == 2000 and "complete" in result.data_set
    hyakuman.record(here, **recipe)
    assert_equal(here, there)


def test_actors_play(cluster):
    import hyakuman.ray

    recipe = {"num_envs": 16, "agents": [None, "random", "random", "random"], "obs": None, "threads": 1}
    actors = [hyakuman.ray.Rollouts.remote(recipe | {"seed": seed}) for seed in range(2)]
    found = ray.get([actor.play.remote(lambda _, mask: mask.argmax(axis=1), 50) for actor in actors])
    assert [result["decisions"] for result in found] == [800, 800]


def test_the_example_runs(cluster, tmp_path):
    page = (pathlib.Path(__file__).parents[2] / "docs/python.md").read_text()
    example = page.split("```py\n")[1].split("```")[0]
    smaller = {"ray.init()": "", "/shared/data": str(tmp_path), "1_000_000": "40", "range(8)": "range(2)", "1000)": "10)"}
    for text, other in smaller.items():
        assert text in example
        example = example.replace(text, other)
    names = {}
    exec(example, names)  # noqa: S102
    assert [result["decisions"] > 0 for result in names["results"]] == [True, True]
