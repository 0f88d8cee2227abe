"""Advantages and trajectories: against a plain reading, and against the matches that they come from."""

import numpy as np
import pytest

import hyakuman
from hyakuman import Trajectories, VecEnv, gae


def plainly(reward, value, stream, end, gamma, lam):
    """For each decision the sum over all later ones of its episode, one by one."""
    advantage, known = np.zeros(len(reward)), np.zeros(len(reward), bool)
    for row in range(len(reward)):
        own = [at for at in range(row, len(reward)) if stream[at] == stream[row]]
        for far, at in enumerate(own):
            if not end[at] and far + 1 == len(own):
                break
            after = 0 if end[at] else gamma * value[own[far + 1]]
            advantage[row] += (gamma * lam) ** far * (reward[at] + after - value[at])
            known[row] = True
            if end[at]:
                break
    return advantage, known


@pytest.mark.parametrize("lam", [0, 0.5, 0.95, 1])
def test_gae_is_what_a_plain_reading_gives(lam):
    random = np.random.default_rng(3)
    for rows in (0, 1, 7, 120):
        reward, value = random.normal(size=(2, rows))
        stream, end = random.integers(0, 9, rows) * 4, random.random(rows) < 0.15
        found = gae(reward, value, stream, end, gamma=0.9, lam=lam)
        advantage, known = plainly(reward, value, stream, end, 0.9, lam)
        assert found.advantage == pytest.approx(advantage, abs=1e-5) and (found.known == known).all()
        assert found.target == pytest.approx(advantage + value, abs=1e-5)


def test_bad_arguments_of_gae_are_named():
    with pytest.raises(ValueError, match=r"value has the shape \(2,\)"):
        gae([1.0], [1.0, 2.0], [0], [True])
    with pytest.raises(ValueError, match="lam=2"):
        gae([1.0], [1.0], [0], [True], lam=2)


@pytest.mark.parametrize(("agents", "reward"), [(None, "rank"), ([None, None, "ukeire", "ukeire"], "kyoku")])
def test_rewards_of_a_match_belong_to_its_decisions(agents, reward):
    env = VecEnv("tenhou-east", 4, agents, obs=None, reward=reward, seed=2, threads=1)
    batch, trajectories, results, matches = env.recv(), Trajectories(env.seats), {}, np.zeros(4, int)
    for _ in range(1500):
        for end in batch.finished:
            results[end["env"], matches[end["env"]]] = end
            matches[end["env"]] += 1
        trajectories.add(batch, {"match": matches[batch.env], "env": batch.env, "seat": batch.seat})
        batch = env.step(env.sample())
    taken = trajectories.take()
    for (table, match), end in results.items():
        for seat in range(4 if agents is None else 2):
            own = (taken["env"] == table) & (taken["match"] == match) & (taken["seat"] == seat)
            assert own.sum() == end["decisions"][seat] and taken["end"][own].tolist() == [False] * (own.sum() - 1) + [True]
            if reward == "rank":
                assert taken["reward"][own].sum() == pytest.approx(end["rank_points"][seat], abs=1e-3)
                assert np.count_nonzero(taken["reward"][own][:-1]) == 0
    assert results and not trajectories.take()


def test_rows_may_begin_episodes():
    batch, finished = hyakuman.Batch(), np.zeros(0, hyakuman.FINISHED)
    trajectories = Trajectories(4)
    for reward in (0, 3, 5):
        batch.env, batch.seat = np.array([2], np.int32), np.array([1], np.uint8)
        batch.reward, batch.first, batch.finished = np.array([reward], np.float32), np.array([False]), finished
        trajectories.add(batch, {}, begins=np.array([reward == 3]))
    taken = trajectories.take()
    assert taken["reward"].tolist() == [3, 5, 0] and taken["end"].tolist() == [True, False, False]
    assert taken["stream"].tolist() == [9, 9, 9]
