"""Several data sets in a folder are one `Dataset`: logs of several rulesets, the arms of a comparison."""

from __future__ import annotations

import json
from pathlib import Path

import hyakuman
import numpy as np
import pytest
from hyakuman import Dataset

RULES = ["tenhou", "tenhou-sanma"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of two rulesets, imported: three matches of each."""
    base = tmp_path_factory.mktemp("several")
    (base / "logs").mkdir()
    for rules in RULES:
        for number in range(3):
            played = hyakuman.Match(rules, seed=3, number=number)
            played.play("ukeire")
            log = "\n".join(map(json.dumps, played.events()))
            (base / f"logs/{rules}-{number}.jsonl").write_text(log)
            (base / f"logs/z-{rules}-{number}.jsonl").write_text(log)
    found = hyakuman.import_logs(base / "logs", base / "set", tables=["matches", "decisions", "replays", "oracle"], part_size=2)
    assert (found.matches, found.twice, found.left_out) == (6, 6, 0)
    assert ("z-tenhou-0.jsonl", "tenhou-0.jsonl") in [tuple(pair) for pair in found.repeated] and len(found.data_sets) == 2
    return base / "set"


def rows(data: Dataset) -> list[tuple[int, ...]]:
    """What each row is, in an order of its own."""
    found: list[tuple[int, ...]] = []
    for batch in data:
        found += zip(batch.rules.tolist(), batch.labels["match"].tolist(), batch.labels["step"].tolist(), batch.action.tolist(), strict=True)
    return sorted(found)


def test_rows_of_all_are_mixed(folder: Path) -> None:
    data = Dataset(folder, labels=["match", "step"], batch_size=100)
    assert sorted(data.ruleset.split(", ")) == RULES and (data.matches, len(data.rules)) == (6, 2)
    single = [Dataset(folder / name, labels=["match", "step"]) for name in data.rules]
    expected = [(at, match + 3 * at, step, action) for at, each in enumerate(single) for _, match, step, action in rows(each)]
    assert rows(data) == sorted(expected)
    assert any(len(set(batch.rules.tolist())) == 2 for batch in data)
    assert len(data) == -(-len(expected) // 100)


def test_planes_are_those_of_each(folder: Path) -> None:
    def planes(data: Dataset, at: int) -> dict[tuple[int, int], bytes]:
        found: dict[tuple[int, int], bytes] = {}
        for batch in data:
            for row in np.flatnonzero(batch.rules == at):
                key = (int(batch.labels["match"][row]) % 3, int(batch.labels["step"][row]))
                found[key] = batch.obs[row].tobytes() + batch.oracle[row].tobytes() + batch.mask[row].tobytes()
        return found

    data = Dataset(folder, labels=["match", "step"], oracle=True, threads=2)
    for at, name in enumerate(data.rules):
        single = Dataset(folder / name, labels=["match", "step"], oracle=True)
        assert planes(data, at) == planes(single, 0)


def test_filters_are_those_of_each(folder: Path) -> None:
    names = Dataset(folder).rules
    for options in ({"placement": 1}, {"split": "test", "test": 0.5}, {"question": "turn", "shanten": (0, 1)}, {"hidden": True}, {"date": (None, None)}):
        count = sum(len(rows(Dataset(folder / name, labels=["match", "step"], **options))) for name in names)
        assert len(rows(Dataset(folder, labels=["match", "step"], **options))) == count
    second = Dataset(folder, obs=None, labels=["rules", "match"], where=lambda columns: columns["rules"] == 1, weight=lambda columns: columns["rules"])
    for batch in second:
        assert (batch.rules == 1).all() and (batch.labels["rules"] == 1).all() and (batch.weight == 1).all() and (batch.labels["match"] >= 3).all()


def test_agents_of_all_have_one_number(tmp_path: Path) -> None:
    hyakuman.match("random", "tsumogiri", walls=2, rules="tenhou", record=["decisions"], out=tmp_path / "sets")
    data = Dataset(tmp_path / "sets", obs=None, labels=["agent"])
    assert sorted(data.agents) == ["random", "tsumogiri"] and len(data.rules) > 1
    for name in data.agents:
        whole = sum(len(batch) for batch in Dataset(tmp_path / "sets", obs=None, agent=name))
        parts = sum(len(batch) for part in data.rules for batch in Dataset(tmp_path / "sets" / part, obs=None, agent=name))
        numbers = sum(int((batch.labels["agent"] == data.agents.index(name)).sum()) for batch in data)
        assert whole == parts == numbers > 0


def test_errors_name_the_data_set(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"the data set .*tenhou.* has no column 'nothing'"):
        Dataset(folder, labels=["nothing"])
    (tmp_path / "import.json").write_text('{"sets": [{"folder": "gone"}]}')
    with pytest.raises(ValueError, match=r"gone/manifest.json does not exist"):
        Dataset(tmp_path)
    (tmp_path / "import.json").write_text('{"sets": [{"folder": "../other"}]}')
    with pytest.raises(ValueError, match=r"import.json: it names \"../other\""):
        Dataset(tmp_path)


def test_targets_are_of_one_data_set(folder: Path) -> None:
    pytest.importorskip("jax")
    from hyakuman.train.targets import Labels, Soft

    for of, table in ((Soft, "evaluations"), (Labels, "labels")):
        with pytest.raises(ValueError, match=f'has several data sets: targets = "{table}" is for one of them, such as .*tenhou'):
            of(str(folder), 1.0)
