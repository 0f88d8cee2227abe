"""PettingZoo and Gymnasium: their own tests, and what they do not look at."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from hyakuman import Match, VecEnv, gym, presets
from hyakuman import pettingzoo as aec

FAMILIES = ["tenhou", "tenhou-sanma", "toutenkou", "yangzhou", "toppan"]


@pytest.mark.parametrize("rules", FAMILIES)
def test_pettingzoo_api(rules):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of observations that are dicts, and zeros at the end
        api_test(aec.env(rules), num_cycles=400)


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_pettingzoo_seeds(rules):
    seed_test(lambda: aec.env(rules), num_cycles=100)


@pytest.mark.parametrize("rules", FAMILIES)
def test_pettingzoo_parallel_api(rules):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        parallel_api_test(aec.parallel_env(rules), num_cycles=2000)
    parallel_seed_test(lambda: aec.parallel_env(rules, illegal="lowest"), num_cycles=100)  # without the mask


@pytest.mark.parametrize("rules", FAMILIES)
def test_pettingzoo_in_parallel_is_the_same_match(rules):
    env, match, together = aec.parallel_env(rules), Match(rules, seed=5), 0
    observations, infos = env.reset(seed=5)
    while env.agents:
        deciders = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        assert deciders == [f"seat_{seat}" for seat in match.deciders]
        together += len(deciders) > 1
        actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in deciders}
        for agent, action in actions.items():
            assert (observations[agent]["action_mask"] == infos[agent]["action_mask"]).all()
            match.step(match._native.code_of(int(agent[-1]), action), int(agent[-1]))
        observations, rewards, ended, truncated, infos = env.step(actions)
    assert list(rewards.values()) == match.result.rank_points and all(ended.values()) and not any(truncated.values())
    assert together or rules != "tenhou"
    with pytest.raises(RuntimeError, match=r"the match is over: call reset\(\)"):
        env.step({})


def test_pettingzoo_in_parallel_takes_all_actions_or_none():
    env = aec.parallel_env("tenhou")
    observations, _ = env.reset(seed=1)
    while sum(observation["action_mask"].any() for observation in observations.values()) < 2:
        observations, *_ = env.step({agent: int(of["action_mask"].argmax()) for agent, of in observations.items()})
    first, second = [agent for agent, of in observations.items() if of["action_mask"].any()][:2]
    before, legal = env._match.actions, int(observations[first]["action_mask"].argmax())
    with pytest.raises(ValueError, match=f"{second} has to decide now"):
        env.step({first: legal})
    with pytest.raises(ValueError, match="may not take action 0"):
        env.step({first: legal, second: 0})
    assert env._match.actions == before and env._match.deciders == [int(first[-1]), int(second[-1])]


def test_gymnasium_ids():
    ids = [name for name in gymnasium.registry if name.startswith("hyakuman/")]
    assert len(ids) == sum(preset.family == "riichi" for preset in presets()) and "hyakuman/TenhouSanma-v0" in ids
    for name in ids:
        env = gymnasium.make(name)
        observation, _ = env.reset(seed=1)
        env.step(int(observation["action_mask"].argmax()))
        assert env.unwrapped._tables.env.rules.id.replace("-", "") == name[9:-3].lower()
    observation, _ = gymnasium.make("hyakuman/Tenhou-v0", agents=[None, "random", "random", "random"]).reset(seed=5)
    expected = gym.SeatEnv("tenhou", [None, "random", "random", "random"]).reset(seed=5)[0]
    assert (observation["observation"] == expected["observation"]).all()
    many = gymnasium.make_vec("hyakuman/TenhouSanma-v0", num_envs=3)
    assert isinstance(many.unwrapped, gym.VectorSeatEnv) and many.reset(seed=1)[0]["action_mask"].shape == (3, 124)


def test_pettingzoo_text():
    render_test(lambda render_mode: aec.env("tenhou", render_mode=render_mode))
    env = aec.env("tenhou", render_mode="ansi")
    env.reset(seed=1)
    assert "East 1" in env.render()


def played(env, seed):
    """A match at random: its results by agent, and the observations as bytes."""
    env.reset(seed=seed)
    rng, seen, totals = np.random.default_rng(seed or 0), [], {}
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        totals[agent] = totals.get(agent, 0.0) + reward
        seen.append(observation["observation"].tobytes())
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(None if ended else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return totals, seen


@pytest.mark.parametrize("rules", FAMILIES)
def test_pettingzoo_matches(rules):
    env = aec.env(rules)
    first, again = played(env, 3), played(env, 3)
    assert first == again
    result = env._match.result
    assert [first[0][agent] for agent in env.possible_agents] == pytest.approx(result.rank_points)
    assert played(env, None)[1] != first[1], "without a seed another match follows"


def test_pettingzoo_observations_are_not_written_again():
    env = aec.env("tenhou")
    env.reset(seed=1)
    kept = []
    for _ in range(50):
        observation = env.last()[0]
        kept.append((observation["observation"], observation["observation"].copy()))
        env.step(int(observation["action_mask"].argmax()))
    assert all((array == copied).all() for array, copied in kept)


def test_pettingzoo_plays_the_match_of_the_seed():
    env, match = aec.env("tenhou"), Match("tenhou", seed=5)
    env.reset(seed=5)
    while not match.done:
        assert env.agent_selection == f"seat_{match.deciders[0]}"
        action = int(env.last()[0]["action_mask"].argmax())
        match.step(match._native.code_of(match.deciders[0], action))
        env.step(action)
    assert env.rewards["seat_0"] == match.result.rank_points[0]


@pytest.mark.parametrize("make", [lambda: aec.env("tenhou"), lambda: gym.SeatEnv("tenhou")])
def test_illegal_actions_are_explained(make):
    env = make()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="may not|illegal"):
        env.step(118)
    with pytest.raises(ValueError, match="may not|there is no action"):
        env.step(124)


def test_pettingzoo_takes_integers():
    env = aec.env("tenhou", illegal="lowest")
    env.reset(seed=1)
    for wrong in (1.7, "1", None, True):
        with pytest.raises(TypeError, match="is not an integer from 0 to 123"):
            env.step(wrong)
    env.step(np.int64(1))
    env.step(np.array(1))


def test_pettingzoo_before_and_after_a_match():
    env = aec.env("tenhou", render_mode="ansi")
    for call in (env.last, lambda: env.step(0), env.render, lambda: env.observe("seat_0"), env.agent_iter):
        with pytest.raises(RuntimeError, match=r"no match has begun: call reset\(\)"):
            call()
    played(env, 1)
    assert env.render() and not env.observe("seat_0")["action_mask"].any()
    for call in (env.last, lambda: env.step(None)):
        with pytest.raises(RuntimeError, match=r"the match is over: call reset\(\)"):
            call()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'seat_4'"):
        env.observe("seat_4")
    with pytest.raises(ValueError, match="there is no agent 'seat_4'"):
        env.action_space("seat_4")
    with pytest.raises(ValueError, match="seed=-1"):
        env.reset(seed=-1)


def test_gymnasium_plays_the_match_of_the_seed():
    agents = [None, "ukeire", "ukeire", "ukeire"]
    first = VecEnv("tenhou", 3, agents, seed=5, threads=1).recv()
    assert (gym.SeatEnv("tenhou", agents).reset(seed=5)[0]["observation"] == first.obs[0]).all()
    assert (gym.SeatEnv("tenhou", agents).reset(seed=np.int64(5))[0]["observation"] == first.obs[0]).all()
    for wrong in (-1, "5"):
        with pytest.raises((TypeError, ValueError), match="^seed="):
            gym.SeatEnv("tenhou", agents).reset(seed=wrong)
    assert (gym.VectorSeatEnv(3, "tenhou", agents).reset(seed=5)[0]["observation"] == first.obs).all()


@pytest.mark.parametrize("illegal", ["raise", "lowest"])
def test_gymnasium_takes_integers_until_it_is_closed(illegal):
    one, many = gym.SeatEnv(illegal=illegal, threads=2), gym.VectorSeatEnv(2, illegal=illegal)
    one.reset(seed=1)
    many.reset(seed=1)
    for call in (lambda: one.step(1.7), lambda: one.step("a"), lambda: many.step([0.5, 1])):
        with pytest.raises(TypeError, match="actions are integers"):
            call()
    for call in (lambda: many.step([0, 1, 2]), lambda: one.step([1]), lambda: many.step(1)):
        with pytest.raises(ValueError, match="must have the shape"):
            call()
    for env in (one, many):
        env.close()
        with pytest.raises(RuntimeError, match="closed"):
            env.reset()


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_gymnasium_check(rules):
    agents = (None, *["ukeire"] * (2 if "sanma" in rules else 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(gym.SeatEnv(rules, agents, illegal="lowest"), skip_render_check=True)


def test_gymnasium_episodes():
    env = gym.SeatEnv("tenhou", ["ukeire", "ukeire", None, "ukeire"])
    rng = np.random.default_rng(1)
    for episode in range(3):
        observation, info = env.reset(seed=7 if episode == 0 else None)
        total, ended = 0.0, False
        while not ended:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, ended, truncated, info = env.step(action)
            total += reward
        assert not truncated and not observation["action_mask"].any()
        assert total == pytest.approx(info["result"]["rank_points"][2]) and info["result"]["seat"] == 2
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        env.step(0)


def test_gymnasium_vector():
    env = RecordEpisodeStatistics(gym.VectorSeatEnv(6, "tenhou", [None, "random", "random", "random"]))
    observation, info = env.reset(seed=3)
    assert env.observation_space["observation"].contains(observation["observation"])
    rng, ends, kept = np.random.default_rng(1), 0, []
    for step in range(2_000):
        mask = observation["action_mask"]
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        observation, reward, ended, truncated, info = env.step(actions)
        if step % 100 == 0:
            kept.append((observation["observation"], observation["observation"].copy()))
        assert ("final_info" in info) == ended.any() and not truncated.any()
        for table in np.flatnonzero(ended):
            result = info["final_info"]["result"][table]
            assert reward[table] == pytest.approx(result["rank_points"][0])
            ends += 1
    assert ends > 6
    assert all((array == copied).all() for array, copied in kept)
    with pytest.raises(ValueError, match="one seat is the learner's"):
        gym.VectorSeatEnv(2, "tenhou", [None, None, "ukeire", "ukeire"])


def test_gymnasium_vector_seeds():
    envs = [gym.VectorSeatEnv(4, "tenhou", threads=threads) for threads in (1, 2)]
    seen = [env.reset(seed=9)[0]["observation"].copy() for env in envs]
    assert (seen[0] == seen[1]).all()
    assert not (envs[0].reset()[0]["observation"] == seen[0]).all()


def test_gymnasium_rewards_before_the_first_decision_are_not_lost():
    """A kyoku may end before the seat has decided anything in its match."""
    one = gym.SeatEnv(reward="kyoku", seed=1)
    one._tables.batch.reward[0] = -8000
    observation, _ = one.reset()
    rewards = [one.step(np.flatnonzero(observation["action_mask"])[0])[1]]
    observation, _ = one.reset()
    rewards.append(one.step(np.flatnonzero(observation["action_mask"])[0])[1])
    assert rewards == [-8000, 0]

    many = gym.VectorSeatEnv(4, reward="kyoku", seed=1)
    many._tables.batch.reward[2] = 3900
    _, info = many.reset()
    assert many.step(info["action_mask"].argmax(axis=1))[1].tolist() == [0, 0, 3900, 0]


def test_gymnasium_rewards_of_the_next_match_belong_to_it():
    many, alone = (gym.VectorSeatEnv(2, reward="kyoku", seed=5, threads=1) for _ in range(2))
    play, ends = many._tables.step, []

    def step(actions):
        batch = play(actions)
        if len(batch.finished):
            batch.reward[batch.finished["env"]] += 1000
            ends.extend(batch.finished["env"].tolist())
        return batch

    many._tables.step = step
    (_, info), _ = many.reset(), alone.reset()
    given = np.zeros(2)
    while len(ends) < 3:
        before, actions = len(ends), info["action_mask"].argmax(axis=1)
        _, rewards, _, _, info = many.step(actions)
        expected = alone.step(actions)[1] + given
        assert rewards.tolist() == expected.tolist()
        given[:] = 0
        given[ends[before:]] = 1000
