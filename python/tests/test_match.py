"""One match, and real logs."""

import copy
import os
import pathlib
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import hyakuman
from hyakuman import Match, VecEnv


def played(match, seed):
    """Plays to the end, at random."""
    rng = random.Random(seed)
    while not match.done:
        match.step(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "toutenkou", "yangzhou", "toppan"])
def test_every_family_is_played(rules):
    match = Match(rules, seed=2, number=3)
    assert match.result is None and len(match.legal()) >= 2
    assert "hand" in match.view() or rules == "toppan"
    match = played(match, 1)
    assert sorted(match.result.placement) == list(range(match.rules.seats))
    assert match.text() and "<!DOCTYPE html>" in match.page("a <title>") and "a &lt;title&gt;" in match.page("a <title>")
    assert match.deciders == [] and len(match.actions) > 20
    with pytest.raises(ValueError, match="the match is over"):
        match.step(0)


def test_a_match_is_that_of_the_environment():
    env = VecEnv("tenhou", 3, obs="planes-v1", actions="codes", seed=9, threads=1)
    matches = [Match("tenhou", seed=9, number=number) for number in range(3)]
    for _ in range(1500):
        batch, actions = env.recv(), env.sample()
        for end in batch.finished[batch.finished["match"] < 3]:
            match = matches[end["match"]]
            assert np.allclose(match.result.scores, end["scores"]) and match.result.placement == end["placement"].tolist()
        for row, table in enumerate(batch.env):
            match, seat = matches[table], int(batch.seat[row])
            if match.done:
                continue
            assert (match.planes("planes-v1", seat) == batch.obs[row]).all()
            assert (match.mask(seat) == batch.mask[row]).all()
        for row, table in enumerate(batch.env):
            if not matches[table].done:
                matches[table].step(int(actions[row]), int(batch.seat[row]))
        env.send(actions)
        if all(match.done for match in matches):
            break
    assert all(match.done for match in matches)


def test_actions_by_code_and_by_name():
    match = Match("tenhou", seed=1)
    action = match.legal()[0]
    other = match.clone()
    match.step(action.name)
    other.step(np.uint8(action.code))
    assert match.actions == other.actions == [action.code]


def test_actions_are_evaluated():
    match = Match("tenhou", seed=1)
    found = match.evaluate("value")
    assert found.unit == "points" and len(found.candidates) == len(match.legal())
    values = [candidate.value for candidate in found.candidates]
    assert values == sorted(values, reverse=True) and found.candidates[0].win > 0
    assert {candidate.action for candidate in found.candidates} == set(match.legal())
    assert match.evaluate("placement").unit == "rank_points" and match.evaluate("shanten") is None
    with pytest.raises(ValueError, match="nothing to decide"):
        match.evaluate("value", seat=2)


def test_actions_have_a_sort():
    match = Match("tenhou", seed=1)
    discards = match.legal(sort="discard")
    assert discards and all(action.name.startswith("discard ") for action in discards)
    assert {action.sort for action in match.legal()} >= {"discard"} and match.legal(sort="ron") == []


def test_illegal_actions_are_explained():
    match = Match("tenhou", seed=1)
    with pytest.raises(ValueError, match="may not .*discard|may not"):
        match.step("discard 9z")
    with pytest.raises(ValueError, match=r"may not ron"):
        match.step(40)
    with pytest.raises(ValueError, match="has nothing to decide"):
        match.step(38, seat=2)
    with pytest.raises(ValueError, match="seat=4"):
        match.legal(4)
    assert match.actions == []


def test_agents_advise_and_play_on():
    match = Match("tenhou", seed=4)
    for _ in range(20):
        match.step(match.advice("ukeire"))
    result = match.play(["ukeire", "value", "random", "ukeire"])
    assert match.done and sum(result.scores) == 100_000
    assert Match("tenhou", seed=4).play() == Match("tenhou", seed=4).play("ukeire")
    with pytest.raises(ValueError, match="2 agents for 4 seats"):
        Match().play(["ukeire", "ukeire"])


def test_a_match_is_played_kyoku_by_kyoku():
    match, whole = Match("tenhou", seed=4), Match("tenhou", seed=4)
    result, ends = whole.play("ukeire"), []
    while not match.done:
        ends.append(match.play("ukeire", until="kyoku"))
    assert match.result == result and match.actions == whole.actions and len(ends) == result.kyoku
    assert [end.kyoku for end in ends] == sorted(end.kyoku for end in ends)
    assert sum(ends[0].scores) <= 100_000 and ends[0].scores == [25_000 + delta for delta in ends[0].deltas]
    with pytest.raises(ValueError, match="the match is over"):
        match.play(until="kyoku")
    with pytest.raises(ValueError, match="there is no until='hand': choose from kyoku, match"):
        Match().play(until="hand")


def test_descriptions_are_made_once():
    match, calls = Match("tenhou", seed=4), 20
    shape = match.planes().shape
    before = hyakuman.planes.known_channels.cache_info()
    for _ in range(calls):
        assert match.planes().shape == shape
    after = hyakuman.planes.known_channels.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + calls)
    assert match._layout() is Match("tenhou", seed=5)._layout() is not Match("tenhou-sanma")._layout()


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "toutenkou", "yangzhou", "toppan"])
def test_a_view_is_its_row(rules):
    match = Match(rules, seed=2)
    for _ in range(30):
        row, view = match.row(), match.view()
        assert view == {name: row[name].tolist() for name in row.dtype.names}
        assert [type(value) for value in view.values()] == [type(row[name].tolist()) for name in row.dtype.names]
        match.step(match.legal()[0])


def test_a_network_is_loaded_again_where_its_file_has_changed(tmp_path):
    pytest.importorskip("onnx")
    path, match = tmp_path / "net.onnx", Match("tenhou", seed=1)
    example = pathlib.Path(__file__).parents[2] / "examples" / "onnx_shanten.py"
    if not example.exists():
        pytest.skip("the package is tested without its repository")
    subprocess.run([sys.executable, example, path], check=True)
    agent = f"onnx:net={path}"
    assert match.advice(agent) == match.clone().advice(agent)
    path.write_bytes(b"no network")
    with pytest.raises(ValueError, match=r"net\.onnx"):
        match.advice(agent)


def test_a_clone_goes_its_own_way():
    match = Match("tenhou", seed=4)
    for _ in range(30):
        match.step(match.legal()[0])
    clones = [match.clone(), copy.copy(match), copy.deepcopy(match)]
    with pytest.raises(TypeError, match="cannot be sent to another process"):
        pickle.dumps(match)
    before = match.actions
    assert all(played(clone, 3).result == played(clones[0], 3).result for clone in clones)
    assert match.actions == before and not match.done


def test_what_a_seat_sees_stays_when_hidden_tiles_are_dealt_again():
    match = Match("tenhou", seed=4)
    for _ in range(40):
        match.step(match.advice("ukeire"))
    seat = match.deciders[0]
    other = match.clone()
    other.redeal_hidden(seat, seed=5)
    assert other.row(seat).tobytes() == match.row(seat).tobytes()
    assert (other.mask(seat) == match.mask(seat)).all()
    hands = [[m.view(s)["hand"] for s in range(4) if s != seat] for m in (match, other)]
    assert hands[0] != hands[1]
    with pytest.raises(ValueError, match="dealt again"):
        other.text()
    played(other, 1)


def next_hand(match):
    """Plays to the next kyoku; returns the hand of its first decider."""
    match.play("tsumogiri", until="kyoku")
    return match.view()["hand"]


def test_later_walls_are_dealt_again():
    match = Match("tenhou", seed=4)
    truth = next_hand(match.clone())
    hands = []
    for seed in [5, 5, 6]:
        other = match.clone()
        other.redeal_hidden(seed=seed)
        hands.append(next_hand(other))
    assert hands[0] == hands[1] and truth != hands[0] != hands[2] != truth


def test_rollouts_are_those_of_what_a_seat_sees():
    match = Match("tenhou", seed=4)
    for _ in range(40):
        match.step(match.advice("ukeire"))
    found = match.rollouts(worlds=40, policy="ukeire")
    assert found.unit == "rank_points" and found.worlds == 40
    assert sorted(it.action.code for it in found.actions) == sorted(action.code for action in match.legal())
    best = found.actions[0]
    assert best.behind == 0 and best.behind_ci95 is None and best.ci95[0] < best.mean < best.ci95[1]
    for it in found.actions:
        assert it.mean <= best.mean and it.behind == pytest.approx(best.mean - it.mean, abs=1e-6)
    other = match.redealt(seed=7)
    assert other.rollouts(worlds=40, policy="ukeire") == found == match.rollouts(worlds=40, policy="ukeire")
    assert other.rollouts(worlds=40, policy="ukeire", true_hands=True) != match.rollouts(worlds=40, policy="ukeire", true_hands=True)
    assert match.rollouts(worlds=40, policy="ukeire", seed=1) != found
    assert Match("yangzhou", seed=1).rollouts(worlds=12, policy="random").unit == "points"


def test_rollouts_that_cannot_be_played():
    match = Match("tenhou", seed=4)
    with pytest.raises(ValueError, match="worlds=0 is not a whole number from 1 to 100000"):
        match.rollouts(worlds=0)
    with pytest.raises(ValueError, match="unknown agent"):
        match.rollouts(policy="nothing")
    match.play("tsumogiri")
    with pytest.raises(ValueError):
        match.rollouts()


def test_events_show_a_seat_its_own_tiles_only():
    match = Match("tenhou", seed=4)
    for _ in range(60):
        match.step(match.advice("ukeire"))
    shown, seen = match.events(), match.events(seat=2)
    assert shown[0]["type"] == "start_game" and len(shown) == len(seen)
    draws = [(event["actor"], event["pai"]) for event in seen if event["type"] == "tsumo"]
    assert all((pai == "?") == (actor != 2) for actor, pai in draws) and draws
    hands = next(event["tehais"] for event in seen if event["type"] == "start_kyoku")
    assert [set(hand) == {"?"} for hand in hands] == [True, True, False, True]
    with pytest.raises(ValueError, match="no mjai"):
        Match("toppan").events()


def test_own_logs_are_replayed(tmp_path: pathlib.Path):
    match = Match("tenhou", seed=4)
    match.play("ukeire")
    file = tmp_path / "match.mjson"
    file.write_text("".join(f"{__import__('json').dumps(event)}\n" for event in match.events()))
    (found,) = hyakuman.replay(file)
    assert found.agrees and found.kyoku == match.result.kyoku and found.rules.id == "tenhou"
    assert found.events[-1]["type"] == "end_game"
    (broken,) = hyakuman.replay(b'{"type":"start_game","names":["a","b","c","d"]}')
    assert not broken.agrees and broken.error
    with pytest.raises(FileNotFoundError):
        hyakuman.replay("no.log")


@pytest.mark.skipif("HYAKUMAN_SHARED" not in os.environ, reason="needs HYAKUMAN_SHARED: real logs")
def test_real_logs():
    logs = sorted((pathlib.Path(os.environ["HYAKUMAN_SHARED"]) / "logs").rglob("*.mjlog"))[:5]
    for log in logs:
        assert all(match.agrees for match in hyakuman.replay(log)), log


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "toutenkou", "toppan"])
def test_a_notebook_shows_a_match_as_a_page(rules):
    match = Match(rules, seed=2)
    for _ in range(20):
        match.step(match.legal()[0])
    shown = match._repr_html_()
    assert shown.startswith("<iframe sandbox=") and "&lt;!DOCTYPE html&gt;" in shown and len(shown) < 300_000
    match.redeal_hidden(seed=1)
    assert match._repr_html_().startswith("<pre>&lt;Match")
