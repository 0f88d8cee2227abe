"""VecEnv: rounds, errors, the lifetime of buffers."""

import copy
import os
import pathlib
import resource
import signal
import threading
import time

import numpy as np
import pytest

import hyakuman
from hyakuman import VecEnv

TABLE = [None, "ukeire", "ukeire", "ukeire"]


def rounds(env, count):
    """The batches of this many rounds with the actions of `sample`, as bytes."""
    kept = []
    for _ in range(count):
        batch = env.recv()
        arrays = (batch.env, batch.seat, batch.obs, batch.mask, batch.reward, batch.first, batch.finished)
        kept.append(b"".join(array.tobytes() for array in arrays))
        env.send(env.sample())
    return kept


def test_shapes_and_types():
    env = VecEnv("tenhou", 8, TABLE, threads=1)
    batch = env.recv()
    assert (env.seats, env.num_actions, len(batch)) == (4, 124, 8)
    assert batch.env.tolist() == list(range(8)) and batch.env.dtype == np.int32
    assert batch.seat.dtype == np.uint8 and set(batch.seat) == {0}
    assert batch.obs.shape == (8, len(env.channels), 34) and batch.obs.dtype == np.uint8
    assert batch.mask.shape == (8, 124) and batch.mask.dtype == np.bool_ and (batch.mask.sum(axis=1) >= 2).all()
    assert batch.reward.dtype == np.float32 and batch.first.dtype == np.bool_ and batch.first.all()
    assert batch.finished.dtype == hyakuman.FINISHED and len(batch.finished) == 0
    assert env.obs_scale.shape == (len(env.channels), 1)
    assert env.action_name(118) in ("tsumo", "ron", "win") and "discard" in env.action_name(0)


def test_the_seed_fixes_everything_for_any_threads():
    first, *others = (rounds(VecEnv(num_envs=33, seed=7, threads=threads), 60) for threads in (1, 2, 3))
    assert all(other == first for other in others)
    assert rounds(VecEnv(num_envs=33, seed=8, threads=1), 60) != first


def test_rows_are_structured():
    env = VecEnv("yangzhou", 4, obs="rows")
    row = env.recv().obs
    assert {"hand", "shanten", "seat", "legal"} <= set(row.dtype.names)
    legal = np.unpackbits(row["legal"], axis=1, bitorder="little").astype(bool)
    assert (legal == env.recv().mask).all() and env.num_actions == 256
    batch = VecEnv("tenhou", 4, obs=None).recv()
    assert batch.obs.shape == (len(batch), 0) and len(batch) >= 4


def test_every_match_is_finished_once():
    env = VecEnv("tenhou", 4, [None, "random", "random", "random"], obs=None, rotate=True, threads=1)
    seen, sums = [], np.zeros(4)
    for _ in range(4_000):
        batch = env.recv()
        for end in batch.finished:
            place = end["agents"].tolist().index(0)
            assert np.isclose(end["reward"][place], end["rank_points"][place])
            assert sorted(end["placement"]) == [0, 1, 2, 3] and end["scores"].sum() == 100_000
            seen.append((end["env"], end["match"]))
        sums[batch.env] += batch.reward
        env.send(env.sample())
    assert len(set(seen)) == len(seen) > 8 and not sums.any()
    assert all(match % 4 == table for table, match in seen)


def test_a_model_of_places_can_be_named():
    fit = pathlib.Path(__file__).parents[2] / "agents" / "src" / "place" / "four_east.txt"
    if not fit.exists():
        pytest.skip("the package is tested without its repository")
    own, named = (VecEnv("tenhou-east", 8, obs=None, reward="places", places=places, seed=3, threads=1) for places in (None, fit))
    sums, matches = np.zeros((8, 4)), 0
    for _ in range(900):
        batch, same = own.recv(), named.recv()
        assert (batch.reward == same.reward).all() and not batch.reward[~batch.kyoku_over].any()
        assert (batch.finished["reward"] == same.finished["reward"]).all()
        for end in batch.finished:
            # All that a match brings is its result less what was expected before: nearly nothing.
            assert sums[end["env"]] + end["reward"] == pytest.approx(end["rank_points"], abs=3)
            sums[end["env"]], matches = 0, matches + 1
        sums[batch.env, batch.seat] += batch.reward
        own.send(own.sample())
        named.send(named.sample())
    assert matches > 4


def test_a_dealer_who_may_stop_has_the_reward_of_the_kyoku():
    rules = hyakuman.Rules("tenhou-east", agari_yame="Ask", tenpai_yame="Ask")
    start = {"kyoku": 3, "scores": [20000, 20000, 20000, 40000]}
    env = VecEnv(rules, 256, obs=None, actions="codes", reward="places", start=start, seed=1, threads=1)
    stop = next(code for code in range(55) if env.action_name(code) == "stop the match")
    batch, rewards = env.recv(), []
    for _ in range(600):
        rewards += batch.reward[batch.mask[:, stop]].tolist()
        batch = env.step(env.sample())
    assert len(rewards) > 2 and all(rewards), rewards


def test_batches_keep_their_contents():
    env = VecEnv("tenhou", 5, TABLE, threads=1)
    kept = []
    for _ in range(60):
        batch = env.recv()
        part = [batch, batch.obs, batch.obs[1:3, 5], batch.mask.T][len(kept) % 4]
        array = part.obs if part is batch else part
        kept.append((part, array, array.copy()))
        env.send(env.sample())
        del batch, part, array
    env.close()
    del env
    assert all((array == copied).all() for _, array, copied in kept)


def test_buffers_are_used_again():
    env = VecEnv("tenhou", 5, TABLE, threads=1)
    addresses = set()
    for _ in range(50):
        batch = env.recv()
        addresses.add(batch.obs.ctypes.data)
        env.send(env.sample())
    assert len(addresses) <= 3


def test_wrong_answers_change_nothing():
    env = VecEnv("tenhou", 6, TABLE, threads=1)
    with pytest.raises(RuntimeError, match=r"call recv\(\) first"):
        env.send([0] * 6)
    batch = env.recv()
    good = env.sample()
    illegal = good.astype(np.int64)
    illegal[4] = np.flatnonzero(~batch.mask[4])[0]
    cases = [
        (illegal, ValueError, r"row 4 \(table 4\) is illegal: .*; nothing was played"),
        (good[:5], ValueError, r"must have the shape \(6,\)"),
        (good.reshape(2, 3), ValueError, r"must have the shape \(6,\)"),
        (good.astype(float), TypeError, "actions are integers; these are float64"),
        (np.full(6, 124), ValueError, "row 0: there is no action 124, they are 0 to 123"),
        (np.full(6, -1), ValueError, "row 0: there is no action -1"),
        (np.full(6, 256 + int(good[0])), ValueError, "there is no action"),
        (np.full(6, 200, np.uint8), ValueError, "row 0: there is no action 200"),
    ]
    for actions, error, sentence in cases:
        with pytest.raises(error, match=sentence):
            env.send(actions)
    again = env.recv()
    assert (again.obs == batch.obs).all() and (again.mask == batch.mask).all()
    strided = np.zeros(12, np.int32)
    strided[::2] = good
    env.send(strided[::2])
    env.recv()
    env.send(env.sample().tolist())
    with pytest.raises(RuntimeError, match=r"call recv\(\) first"):
        env.sample()


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"agents": ["ukeire"] * 4}, ValueError, "no seat is left"),
        ({"agents": [None, "ukeire"]}, ValueError, "2 agents for the 4 seats"),
        ({"agents": [None, "ukeir", None, None]}, ValueError, "ukeire"),
        ({"agents": "ukeire"}, TypeError, "list with an entry for each seat"),
        ({"num_envs": 0}, ValueError, "num_envs=0"),
        ({"obs": "planes"}, ValueError, "choose from planes-v1"),
        ({"obs": "planes-v1", "rules": "toppan"}, ValueError, "for riichi"),
        ({"actions": "short"}, ValueError, "choose from actions-v1"),
        ({"reward": "points"}, ValueError, "choose from rank"),
        ({"reward": "kyoku", "places": "fit.txt"}, ValueError, "places is of the reward 'places': with reward='kyoku' leave it out"),
        ({"reward": "places", "places": "nothing.txt"}, ValueError, "nothing.txt cannot be read"),
        ({"reward": "places", "rules": "yangzhou", "obs": None}, ValueError, "yangzhou has no model of final places"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"seed": "abc"}, TypeError, "seed='abc'"),
        ({"seed": None}, TypeError, "seed=None"),
        ({"num_envs": float("inf")}, TypeError, "num_envs=inf"),
        ({"num_envs": 10**9}, ValueError, "num_envs=1000000000 needs more memory than .* a table needs at least 9.8 kB"),
        ({"threads": -1}, ValueError, "threads=-1"),
        ({"agents": [None, 5, 5, 5]}, TypeError, r"agents\[1\] is 5"),
        ({"agents": 5}, TypeError, "list with an entry for each seat"),
        ({"obs": 3}, TypeError, "obs=3 is not a text"),
        ({"reward": 1}, TypeError, "reward=1 is not a text"),
        ({"actions": 1}, TypeError, "actions=1 is not a text"),
        ({"rotate": 1}, TypeError, "rotate=1 is not True or False"),
        ({"rules": b"tenhou"}, TypeError, "rules: b'tenhou'"),
        ({"agents": [None, "shanten:riich=true", None, None]}, ValueError, "riichi"),
    ],
)
def test_bad_options_are_named(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        VecEnv(**arguments)


def test_sampling_by_logits():
    env = VecEnv("tenhou", 64, TABLE, threads=1)
    batch = env.recv()
    logits = np.where(np.arange(124) == batch.mask.argmax(axis=1)[:, None], 50.0, 0.0)
    actions, chances = env.sample_logits(logits)
    assert (actions == batch.mask.argmax(axis=1)).all() and np.allclose(chances, 0, atol=1e-6)
    even, chances = env.sample_logits(np.zeros((64, 124)))
    assert batch.mask[np.arange(64), even].all()
    assert np.allclose(np.exp(chances), 1 / batch.mask.sum(axis=1))
    logits[3, batch.mask[3].argmax()] = np.nan
    with pytest.raises(ValueError, match="row 3 is NaN"):
        env.sample_logits(logits)
    with pytest.raises(ValueError, match=r"shape \(64, 124\)"):
        env.sample_logits(logits[1:])


def test_reset_and_close():
    env = VecEnv("tenhou", 4, TABLE, seed=3)
    first = env.recv().obs.copy()
    for _ in range(20):
        env.step(env.sample())
    assert (env.reset().obs == first).all()
    assert not (env.reset(seed=4).obs == first).all()
    kept = env.recv()
    env.close()
    assert kept.mask.any()
    with pytest.raises(RuntimeError, match="closed"):
        env.recv()
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.copy(env)


def test_a_recipe_makes_the_same_environment():
    env = VecEnv("tenhou", 4, TABLE, seed=3)
    assert rounds(VecEnv(**env.recipe), 20) == rounds(env, 20)
    for wrong in (-1, "abc"):
        with pytest.raises((TypeError, ValueError), match="seed="):
            env.reset(wrong)
    assert (env.recipe["seed"], len(env.reset())) == (3, 4)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_process_makes_its_own(threads):
    env = VecEnv("tenhou", 4, TABLE, seed=3, threads=threads)
    env.recv()
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(600)
        said = "played"
        try:
            env.step(env.sample())
        except RuntimeError as error:
            said = str(error)
        recipe = env.recipe | {"threads": 1}
        env.close()
        VecEnv(**recipe).recv()
        os.write(theirs, said.encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    said = os.read(ours, 1000).decode()
    assert said == ("played" if threads == 1 else "this VecEnv belongs to another process: make one here with VecEnv(**env.recipe)")
    env.step(env.sample())


def test_two_threads_are_told_apart_and_python_runs_meanwhile():
    env = VecEnv("tenhou", 64, [None, "value", "value", "value"], obs=None, threads=1)
    env.recv()
    messages, counted, until = [], 0, time.monotonic() + 600

    def play():
        while (counted <= 10 or not messages) and time.monotonic() < until:
            env.send(env.sample())
            env.recv()

    thread = threading.Thread(target=play)
    thread.start()
    while thread.is_alive():
        counted += 1
        try:
            env._native.finished()
        except RuntimeError as error:
            messages.append(str(error))
        time.sleep(0.0005)
    thread.join()
    assert counted > 10
    assert messages and all("another thread is using this VecEnv" in message for message in messages)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_leaves_the_environment_usable(threads):
    agents = [None, "value", "value", "value"]
    env = VecEnv("tenhou", 6_000, agents, obs=None, threads=threads)
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        for _ in range(1_000):
            env.recv()
            env.send(env.sample())
    timer.join()
    first = env.reset()
    expected = VecEnv("tenhou", 6_000, agents, obs=None, threads=1)
    assert (expected.recv().mask == first.mask).all()


def test_memory_does_not_grow():
    env = VecEnv("tenhou", 64, threads=1)

    def played(rounds):
        for _ in range(rounds):
            env.step(env.sample())
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    env.recv()
    before = played(500)
    assert played(3_000) - before < 4_000, "kB"


@pytest.mark.parametrize("obs", ["planes-v1", "planes-v1-light", "rows"])
def test_arrays_begin_at_multiples_of_64_bytes(obs):
    env, kept = VecEnv("tenhou", 3, obs=obs, threads=1), []
    for _ in range(5):
        kept.append(env.recv())
        env.send(env.sample())
    for batch in kept:
        for array in (batch.obs, batch.mask, batch.env, batch.seat, batch.reward, batch.first):
            assert array.ctypes.data % 64 == 0 and array.flags.c_contiguous and array.flags.writeable
