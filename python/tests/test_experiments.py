"""Experiments: tables under rulesets on the same walls."""

import importlib.util
import json

import pytest

import hyakuman
from hyakuman import Rate

RULES = {"with": "tenhou-east", "without": hyakuman.Rules("tenhou-east", kuitan=False)}
TABLES = {"mixed": ["ukeire", "shanten", "shanten", "shanten"], "equal": "shanten"}


def test_experiment_finds_what_compare_finds():
    call = Rate("shanten.call", "without") - Rate("shanten.call")
    there = Rate("shanten.call", "without", "equal") - Rate("shanten.call", table="equal")
    found = hyakuman.experiment(TABLES, RULES, primary="kyoku", ask=[call, there, there - call, Rate("ukeire.win")], walls=64)
    compared = hyakuman.compare({"without": RULES["without"]}, TABLES["mixed"], base="tenhou-east", games=256, primary=["kyoku", "shanten.call"])
    of_call = compared.arms[0].primary["shanten.call"]
    assert (found[call].difference, found[call].base) == (of_call.difference, of_call.base)
    assert found[Rate("kyoku", "without") - Rate("kyoku")].difference == compared.arms[0].primary["kyoku"].difference
    assert isinstance(found[Rate("ukeire.win")], hyakuman.Estimate)
    less = found[there].difference.value - found[call].difference.value
    assert found[there - call].base is None and found[there - call].difference.value == pytest.approx(less)
    assert (found.walls, found.games, found.rules, found.tables) == (64, 64 * 2 * 5, ["with", "without"], ["mixed", "equal"])
    assert found.findings[0].name == "kyoku [with, mixed]"
    if importlib.util.find_spec("pyarrow"):
        assert found.to_arrow().column("asked")[0].as_py() == "kyoku [with, mixed]"
    with pytest.raises(KeyError, match="kyokus was not asked"):
        found[Rate("kyokus")]


def test_experiment_continues_and_records(tmp_path):
    ask = [Rate("seat0.rank_points", "without") - Rate("seat0.rank_points")]

    def play(walls, **how):
        return hyakuman.experiment(TABLES, RULES, ask=ask, walls=walls, state=tmp_path / "state", **how)

    play(64)
    with pytest.raises(ValueError, match="is a file: name a folder"):
        hyakuman.experiment(TABLES, RULES, ask=ask, walls=64, record=["matches"], out=tmp_path / "state")
    again = play(128, record=["matches"], out=tmp_path / "sets")
    assert again.findings == hyakuman.experiment(TABLES, RULES, ask=ask, walls=128).findings
    listed = json.loads((tmp_path / "sets" / "experiment.json").read_text())["sets"]
    folders = [of["folder"] for of in listed]
    assert folders == ["rules-1-table-1", "rules-1-table-2", "rules-2-table-1", "rules-2-table-2"]
    with pytest.raises(ValueError, match="the state of another experiment, with seed 1, not 2"):
        play(128, seed=2)


def test_experiment_ends_when_it_is_known():
    kyoku = Rate("kyoku", "without") - Rate("kyoku")
    found = hyakuman.experiment(TABLES, RULES, ask=[kyoku], equal_within={kyoku: 3}, until="verdict", walls=10_000)
    assert (found.stopped, found.intervals, found.findings[0].equal_within.verdict) == ("verdict", "anytime", "within")
    assert hyakuman.experiment(TABLES, RULES, ask=[kyoku], until="kyoku=1", walls=10_000).stopped == "precision"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"tables": {"a": "ukeire", "b": "ukeire"}}, "the tables a and b have the same agents"),
        ({"rules": ["tenhou", "tenhou-sanma"]}, "tenhou-sanma is not the same game as tenhou"),
        ({"ask": []}, "nothing is measured"),
        ({"ask": [Rate("kyoku"), Rate("kyoku", "with")]}, "asked for twice"),
        ({"ask": [Rate("kyoku", "tenhou")]}, 'there is no ruleset "tenhou": choose from with, without'),
        ({"seats": "any"}, "choose from fixed, rotate, all"),
        ({"equal_within": {Rate("win"): 0.1}}, "equal_within: win is not asked"),
        ({"equal_within": {Rate("kyoku"): "x"}}, "x is not a number above 0"),
        ({"record": ["matches"]}, "record and out go together"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, expected):
    with pytest.raises(ValueError, match=expected):
        hyakuman.experiment(**({"tables": TABLES, "rules": RULES, "ask": [Rate("kyoku")], "walls": 64} | arguments))


def test_only_estimands_are_asked():
    with pytest.raises(TypeError, match="cannot be asked"):
        hyakuman.experiment(TABLES, ask=["kyoku"])
    with pytest.raises(TypeError, match="ask is a list of rates and differences"):
        hyakuman.experiment(TABLES, ask=Rate("kyoku"))
    with pytest.raises(TypeError, match="equal_within is a dict"):
        hyakuman.experiment(TABLES, ask=[Rate("kyoku")], equal_within=0.5)
    with pytest.raises(TypeError, match="give the tables by name"):
        hyakuman.experiment("ukeire", ask=[Rate("kyoku")])
    with pytest.raises(TypeError):
        Rate("kyoku") - (Rate("kyoku") - Rate("won"))
