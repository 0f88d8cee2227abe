"""Logs as data sets: matches of the package itself, written as logs, come back as decisions."""

from __future__ import annotations

import json
from pathlib import Path

import hyakuman
import numpy as np
import pytest

MATCHES = 6


def logs(folder: Path, rules: str = "tenhou") -> Path:
    """A folder of matches, one file each."""
    folder.mkdir()
    for number in range(MATCHES):
        played = hyakuman.Match(rules, seed=3, number=number)
        played.play("ukeire")
        (folder / f"{number}.jsonl").write_text("\n".join(map(json.dumps, played.events())))
    return folder


def test_logs_become_decisions(tmp_path: Path) -> None:
    found = hyakuman.import_logs(logs(tmp_path / "logs"), tmp_path / "set", rules="tenhou")
    assert (found.documents, found.matches, found.left_out) == (MATCHES, MATCHES, 0)
    assert [data_set.path for data_set in found.data_sets] == [str(tmp_path / "set")]
    shown, everything = hyakuman.Dataset(tmp_path / "set"), hyakuman.Dataset(tmp_path / "set", hidden=True)
    rows = [sum(len(batch) for batch in data) for data in (shown, everything)]
    assert 0 < rows[1] - rows[0] < rows[1] / 50
    hidden = hyakuman.Dataset(tmp_path / "set", hidden=True, obs=None, labels=["answer_known"])
    assert sum(int((~batch.labels["answer_known"]).sum()) for batch in hidden) == rows[1] - rows[0]


def test_real_games_are_filtered(tmp_path: Path) -> None:
    hyakuman.import_logs([logs(tmp_path / "logs")], tmp_path / "set", rules="tenhou", names="drop", progress=False)
    whole = sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None))
    parts = [sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None, placement=place)) for place in (1, 2, 3, 4)]
    assert sum(parts) == whole and min(parts) > 0
    assert sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None, grade="九段")) == 0
    assert sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None, room="鳳")) == 0
    assert sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None, date=(None, None))) == whole
    assert sum(len(batch) for batch in hyakuman.Dataset(tmp_path / "set", obs=None, date=("2022", None))) == 0


def test_what_cannot_be_imported_is_said(tmp_path: Path) -> None:
    folder = logs(tmp_path / "logs")
    (folder / "bad.json").write_text("{}")
    found = hyakuman.import_logs(folder, tmp_path / "set", rules="tenhou")
    assert found.left_out == 1 and found.reasons[0].log == "bad.json" and found.matches == MATCHES
    with pytest.raises(ValueError, match="bad.json"):
        hyakuman.import_logs(folder, tmp_path / "strict", rules="tenhou", strict=True)
    with pytest.raises(ValueError, match="does not exist"):
        hyakuman.import_logs(tmp_path / "nothing", tmp_path / "none")
    with pytest.raises(ValueError, match="not of toppan"):
        hyakuman.import_logs(folder, tmp_path / "other", rules="toppan")
    with pytest.raises(ValueError, match="'keep', 'hash', 'drop'"):
        hyakuman.import_logs(folder, tmp_path / "other", names="all")
    hyakuman.record(tmp_path / "run", games=4, tables="decisions")
    with pytest.raises(ValueError, match="not made of real games"):
        hyakuman.Dataset(tmp_path / "run", room="鳳")


def test_three_players(tmp_path: Path) -> None:
    found = hyakuman.import_logs(logs(tmp_path / "logs", "tenhou-sanma"), tmp_path / "set", rules="tenhou-sanma")
    assert found.matches == MATCHES
    batch = next(iter(hyakuman.Dataset(tmp_path / "set", batch_size=64)))
    assert batch.obs.dtype == np.uint8 and batch.mask.any(axis=1).all()
