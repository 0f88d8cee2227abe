"""Studies from a file."""

import pytest

import hyakuman

STUDY = """
walls = 64
base = "tenhou-east"
tables.fast = "ukeire"

[questions.kuitan]
title = "Open tanyao"
arms.closed.kuitan = false
measures = ["players.call", "kyoku"]
"""


def test_a_study_is_answered_in_a_folder(tmp_path):
    file, out = tmp_path / "league.toml", tmp_path / "out"
    file.write_text(STUDY)
    found = hyakuman.study(file, out, share=0.5)["kuitan"]
    again = hyakuman.study(file, out)["kuitan"]
    assert found.title == "Open tanyao" and found.whole and again.whole
    assert again.found[0].startswith("closed, call % of all players (percentage points): -")
    call = hyakuman.Rate("players.call")
    asked = hyakuman.Rate("players.call", rules="closed") - call
    assert again.parts[0].walls == 64 and again.parts[0][asked].difference.value < 0
    assert sorted(path.name for path in out.glob("*.md")) == ["index.md", "kuitan.md"]
    assert (out / "results.parquet").read_bytes()[:4] == b"PAR1"


def test_shards_share_the_folder(tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(STUDY.replace("64", "128"))
    hyakuman.study(file, tmp_path / "whole")
    first = hyakuman.study(file, tmp_path / "parts", shard=(0, 2))["kuitan"]
    assert not first.whole and first.parts == []
    assert hyakuman.study(file, tmp_path / "parts", shard=(1, 2))["kuitan"].whole
    for name in ("index.md", "kuitan.html", "results.parquet"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_faults_are_named_by_line(tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(STUDY.replace("kuitan = false", "kuitann = false"))
    with pytest.raises(ValueError, match=r"league.toml:8: there is no rule `kuitann`; did you mean `kuitan`\?"):
        hyakuman.study(file, tmp_path / "out")
    with pytest.raises(ValueError, match="cannot read .*none.toml"):
        hyakuman.study(tmp_path / "none.toml", tmp_path / "out")
    with pytest.raises(ValueError, match="share"):
        hyakuman.study(file, tmp_path / "out", share=2)
