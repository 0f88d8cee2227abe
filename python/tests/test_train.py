"""The trainings: end to end, the same again, resumed, and each part by itself. Networks are tiny."""

import csv
import json
import pathlib
import re
import subprocess
import sys
import types

import numpy as np
import pytest

import hyakuman

pytest.importorskip("jax")
pytest.importorskip("optax")
pytest.importorskip("pyarrow")
pytest.importorskip("onnx")

from hyakuman.train import checkpoints, config, imitate, players, ppo
from hyakuman.train.__main__ import main
from hyakuman.train.models import Resnet
from hyakuman.train.run import Run
from hyakuman.train.targets import ORDERS, Labels, Soft, hard, permuted

ROOT = pathlib.Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "set"
    hyakuman.record(folder, "value", games=80, tables=["matches", "kyoku", "decisions"], evaluate="value", threads=1)
    return folder


def quiet(line):
    """Says nothing."""


def imitation(path, out, **changes):
    table = {
        "out": str(out),
        "steps": 12,
        "log_every": 5,
        "save_every": 4,
        "data": {"path": str(path), "batch_size": 64, "test_rows": 200, "threads": 0},
        "model": {"channels": 8, "blocks": 1},
        "optimizer": {"warmup": 2},
        "evaluate": {"opponents": ["shanten"], "walls": 2},
    }
    return config.read(config.Imitate, table | changes)


def selfplay(out, **changes):
    table = {
        "out": str(out),
        "iterations": 3,
        "tables": 6,
        "rounds": 30,
        "minibatch": 64,
        "reset_every": 2,
        "save_every": 1,
        "model": {"channels": 8, "blocks": 1},
        "evaluate": {"opponents": ["start"], "walls": 2},
    }
    return config.read(config.Ppo, table | changes)


def stop_at(step):
    """A function for lines of progress that interrupts the run."""

    def say(line):
        if f"step {step:6,}" in line:
            raise KeyboardInterrupt

    return say


@pytest.fixture(scope="module")
def imitated(data, tmp_path_factory):
    return imitate.run(imitation(data, tmp_path_factory.mktemp("imitated") / "out"), say=quiet)


def test_imitation_from_data_to_a_match(imitated):
    onnx = pytest.importorskip("onnx")
    files = {"best.npz", "best.onnx", "last.npz", "curves.csv", "loss.svg", "agreement.svg", "strength.svg"}
    assert {path.name for path in imitated.iterdir()} >= files
    card = {entry.key: entry.value for entry in onnx.load(imitated / "best.onnx").metadata_props}
    assert card["hyakuman.planes"] == "planes-v1" and card["hyakuman.steps"] == "12"
    assert all(card[f"hyakuman.{name}"] for name in ("actions", "data", "seconds", "agreement", "strength"))


def test_the_first_loss_is_that_of_the_first_update(data, tmp_path):
    asked = imitation(data, tmp_path, steps=2, log_every=1)
    training = imitate.Training(asked, Run(asked.out, "imitate", asked, resume=False, say=quiet))
    training.update()
    (loss,) = map(float, training._losses)
    training.report()
    row = next(csv.DictReader((tmp_path / "curves.csv").open()))
    assert row["name"] == "loss" and float(row["value"]) == pytest.approx(loss)


def test_agreement_of_decisions_that_are_not_there_is_whole():
    """Of data without discards, too, it is a number."""
    claims = types.SimpleNamespace(obs=None, mask=np.ones((2, 124), bool), action=np.array([120, 121]))
    assert imitate.agreement(lambda *_: (np.eye(124)[[120, 122]], None), {}, [claims]) == (1.0, 0.5)


def test_the_exported_network_plays_as_the_one_in_jax(imitated):
    net, params, _ = checkpoints.network(imitated / "best.npz")
    here = hyakuman.match(players.Player(net, params), "shanten", walls=3, tables="1v3", threads=1)
    there = hyakuman.match(f"onnx:net={imitated / 'best.onnx'}", "shanten", walls=3, tables="1v3")
    assert here.pairs[0].difference.value == pytest.approx(there.pairs[0].difference.value, abs=0.01)


def test_the_exported_network_has_the_same_numbers(imitated):
    reference = pytest.importorskip("onnx.reference")
    net, params, _ = checkpoints.network(imitated / "best.npz")
    env = hyakuman.VecEnv("tenhou", 8, threads=1)
    batch = env.recv()
    found = reference.ReferenceEvaluator(str(imitated / "best.onnx")).run(["logits", "value"], {"planes": batch.obs / env.obs_scale})
    logits, value = players.Forward(net)(params, batch.obs)
    assert np.abs(found[0] - logits).max() < 1e-4 and np.abs(found[1][:, 0] - value).max() < 1e-4


def test_a_decision_gets_the_same_answer_in_any_company(imitated):
    net, params, _ = checkpoints.network(imitated / "best.npz")
    obs = hyakuman.VecEnv("tenhou", 100, threads=1).recv().obs
    forward, order = players.Forward(net), np.random.default_rng(1).permutation(100)
    all_of_them = forward(params, obs)[0]
    assert (forward(params, obs[order])[0] == all_of_them[order]).all() and (forward(params, obs[7:9])[0] == all_of_them[7:9]).all()


def test_mixed_precision_gives_nearly_the_same(imitated):
    net, params, _ = checkpoints.network(imitated / "best.npz")
    obs = hyakuman.VecEnv("tenhou", 64, threads=1).recv().obs
    half = Resnet(net.planes, net.channels, net.blocks, "bfloat16")
    exact, rough = (players.Forward(of)(params, obs)[0] for of in (net, half))
    assert 0 < np.abs(exact - rough).max() < 0.1 * np.abs(exact).max()


def test_an_interrupted_imitation_goes_on_to_the_same_bytes(data, imitated, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        imitate.run(imitation(data, tmp_path), say=stop_at(10))
    assert checkpoints.load(tmp_path / "last.npz")[1]["step"] == 8
    imitate.run(imitation(data, tmp_path), resume=True, say=quiet)
    for name in ("last.npz", "best.npz"):
        assert (tmp_path / name).read_bytes() == (imitated / name).read_bytes()


def test_threads_that_work_ahead_change_nothing(data, imitated, tmp_path):
    more = {"path": str(data), "batch_size": 64, "test_rows": 200, "threads": 2}
    folder = imitate.run(imitation(data, tmp_path, data=more, evaluate={"opponents": []}), say=quiet)
    once, ahead = (checkpoints.load(path / "last.npz")[0] for path in (imitated, folder))
    assert once.keys() == ahead.keys() and all((array == ahead[name]).all() for name, array in once.items())


def test_self_play_goes_on_to_the_same_bytes(tmp_path):
    once, resumed = tmp_path / "once", tmp_path / "resumed"
    ppo.run(selfplay(once, reward="places"), say=quiet)
    with pytest.raises(KeyboardInterrupt):
        ppo.run(selfplay(resumed, reward="places"), say=stop_at(2))
    # Of the matches since their beginning one iteration is played again.
    assert checkpoints.load(resumed / "last.npz")[1]["step"] == 1
    ppo.run(selfplay(resumed, reward="places"), resume=True, say=quiet)
    assert (once / "last.npz").read_bytes() == (resumed / "last.npz").read_bytes()
    arrays, _ = checkpoints.load(once / "last.npz")
    assert all(np.isfinite(array).all() for array in arrays.values())
    assert (once / "best.onnx").exists()


class Lowest:
    """Rewards of 1 for the lowest legal action."""

    def __init__(self, actor):
        self._actor, self._send, self._taken = actor, actor._send, np.zeros(4 * 16, np.float32)
        actor.rewards, actor._send = self, self.send

    def send(self, actions):
        batch = self._actor._batch
        self._taken[batch.env * 4 + batch.seat] = actions == batch.mask.argmax(axis=1)
        self._send(actions)

    def __call__(self, batch):
        return {"reward": self._taken[batch.env * 4 + batch.seat], "final": np.zeros((len(batch.finished), 4), np.float32)}


def test_what_is_rewarded_happens_more_often(tmp_path):
    changes = {"tables": 16, "iterations": 6, "minibatch": 128, "gamma": 0.0, "optimizer": {"rate": 3e-3}, "evaluate": {"opponents": []}}
    asked = selfplay(tmp_path, **changes)
    training = ppo.Training(asked, Run(asked.out, "ppo", asked, resume=False, say=quiet))
    Lowest(training.actor)
    env = hyakuman.VecEnv("tenhou", 64, threads=1)
    batch = env.recv()

    def chance():
        logits, _ = training.actor._forward(training.state["params"], batch.obs)
        logits = np.where(batch.mask, logits, -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return (chances[np.arange(len(batch)), batch.mask.argmax(axis=1)] / chances.sum(axis=1)).mean()

    before = chance()
    while training.step < 6:
        training.iterate()
    assert before < 0.3 and chance() > 0.6


def test_only_the_value_learns_at_first(imitated, tmp_path):
    start = str(imitated / "best.npz")
    folder = ppo.run(selfplay(tmp_path, iterations=1, value_warmup=1, start=start, evaluate={"opponents": []}), say=quiet)
    before, after = (checkpoints.load(path)[0] for path in (start, folder / "last.npz"))
    changed = {name for name, array in before.items() if (array != after[name]).any()}
    assert changed and all("['value']" in name for name in changed)


def test_frozen_weights_stay(imitated, tmp_path):
    start = str(imitated / "best.npz")
    folder = ppo.run(selfplay(tmp_path, iterations=1, freeze=True, start=start, evaluate={"opponents": []}), say=quiet)
    before, after = (checkpoints.load(path)[0] for path in (start, folder / "last.npz"))
    changed = {name for name, array in before.items() if (array != after[name]).any()}
    assert "tree['params']['policy']['w']" not in changed and {"tree['params']['policy']['own']", "tree['params']['first']['w']"} <= changed


def test_self_play_against_agents_with_a_model_of_places(imitated, tmp_path):
    changes = {"reward": "places", "opponents": ["ukeire"], "anchor": 0.1, "start": str(imitated / "best.npz")}
    folder = ppo.run(selfplay(tmp_path / "out", iterations=2, **changes), say=quiet)
    assert checkpoints.network(folder / "best.npz")[2]["decisions"] > 150
    with pytest.raises(ValueError, match=r"best.npz is not a text file \(UTF-8\); `hyakuman agents places` writes one"):
        ppo.run(selfplay(tmp_path / "bad", **changes, places=str(imitated / "best.npz")), say=quiet)


def test_a_model_of_places_is_left_out_with_other_rewards(tmp_path):
    training = config.read(config.Ppo, {"out": str(tmp_path), "iterations": 1, "tables": 2, "rules": "tenhou-east", "places": "none.txt"})
    assert ppo.Actor(training, Resnet.of(training.model))._env.recipe["places"] is None


def test_a_critic_sees_hidden_channels_and_the_player_does_not(tmp_path):
    folder = ppo.run(selfplay(tmp_path, critic="oracle", iterations=1), say=quiet)
    arrays, _ = checkpoints.load(folder / "last.npz")
    shown, hidden = len(hyakuman.channels("planes-v1")), len(hyakuman.channels("oracle-v1"))
    assert arrays["tree['critic']['first']['w']"].shape[1] == shown + hidden
    assert checkpoints.network(folder / "best.npz")[1]["first"]["w"].shape[1] == shown


def test_soft_targets_are_chances_of_legal_actions(data):
    batch = next(iter(hyakuman.Dataset(data, labels=["match", "step", "drawn"], batch_size=3000, threads=0)))
    soft = Soft(str(data), 1e-3)(batch)
    assert soft.sum(axis=1) == pytest.approx(np.ones(len(batch)), abs=1e-4) and not soft[~batch.mask].any()
    # The agent takes the most valuable action nearly always.
    assert (soft * hard(batch)).sum(axis=1).mean() > 0.8


def test_what_is_lost_is_nothing_for_the_action_taken(data):
    batch = next(iter(hyakuman.Dataset(data, labels=["match", "step", "drawn"], batch_size=3000, threads=0)))
    chances, lost = Soft(str(data), 0.3, taken=0.5).both(batch)
    rows = np.arange(len(batch))
    assert (chances[rows, batch.action] >= 0.5).all() and chances.sum(axis=1) == pytest.approx(np.ones(len(batch)), abs=1e-4)
    assert (lost >= 0).all() and not lost[rows, batch.action].any() and lost[batch.mask].max() > 1
    # The less an action is worth, the smaller its chance.
    both = batch.mask & (lost > 0)
    row = int(both.sum(axis=1).argmax())
    assert np.corrcoef(lost[row][both[row]], chances[row][both[row]])[0, 1] < 0


def test_suits_change_places_in_planes_and_actions(data):
    """After each order of the suits the tiles that may be discarded are those that the planes say may."""
    batch = next(iter(hyakuman.Dataset(data, batch_size=500, threads=0)))
    at = [channel.name for channel in hyakuman.planes.channels("planes-v1")].index("can_discard")
    turned = set()
    for turn in range(ORDERS):
        obs, mask, action = map(np.asarray, permuted(turn, batch.obs, batch.mask, hard(batch)))
        may = mask[:, :34].copy()
        may[:, [4, 13, 22]] |= mask[:, 34:37]
        assert (may == (obs[:, at] > 0)).all() and (mask | (action == 0)).all()
        turned.add(obs.tobytes())
    assert len(turned) == ORDERS


@pytest.fixture(scope="module")
def labelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("labelled") / "set"
    hyakuman.labels(folder, games=16, seed=3, tables=["matches", "decisions"], threads=1)
    return folder


def test_labels_are_losses_against_the_choice(labelled):
    parquet = pytest.importorskip("pyarrow.parquet")
    labels, table = Labels(str(labelled), 10.0), parquet.read_table(labelled / "labels")
    data = hyakuman.Dataset(labelled, labels=["match", "step", "drawn"], where=labels.has, batch_size=10**6, threads=0)
    (batch,) = data
    choice, lost = labels.both(batch)
    found = ~np.isnan(lost)
    assert (choice.sum(axis=1) == 1).all() and batch.mask[found | (choice > 0)].all() and not (found & (choice > 0)).any()
    # Of actions that it values alike the agent may play another.
    assert (choice * hard(batch)).sum(axis=1).mean() > 0.8
    assert 0 <= len(table) - found.sum() < 0.05 * len(table)
    assert lost[found].mean() == pytest.approx(-np.mean(table.column("advantage").to_numpy()) / 10_000, abs=0.05)


def test_differences_of_actions_learn_labels(labelled, tmp_path):
    """On the same few labels again and again, which a network can learn by heart."""
    more = {"path": str(labelled), "batch_size": 64, "test_rows": 64, "threads": 0}
    asked = imitation(labelled, tmp_path, targets="labels", temperature=10.0, value_weight=0.0, data=more, optimizer={"rate": 3e-3, "schedule": "constant"})
    training = imitate.Training(asked, Run(asked.out, "imitate", asked, resume=False, say=quiet))
    obs, _, choice, lost, *_ = given = next(training._batches)

    def wrong():
        logits, _ = training._forward(training.state["params"], np.asarray(obs))
        return float(imitate.labelled(logits, choice, lost).mean())

    before, training._batches = wrong(), iter(lambda: given, None)
    for _ in range(60):
        training.update()
    assert wrong() < 0.7 * before


def test_the_command_makes_labels_and_learns_them(imitated, tmp_path):
    more = {"path": str(tmp_path / "set"), "record": "value", "games": 8, "batch_size": 32, "test": 0.4, "test_rows": 64, "threads": 0}
    changes = {"targets": "labels", "taken": 0.5, "temperature": 10.0, "steps": 4, "start": str(imitated / "best.npz"), "data": more}
    folder = imitate.run(imitation(tmp_path, tmp_path / "out", **changes), say=quiet)
    arrays, about = checkpoints.load(folder / "last.npz")
    assert about["step"] == 4 and all(np.isfinite(array).all() for array in arrays.values())


def test_numbers_of_a_dueling_head_have_the_value_as_their_mean(data, tmp_path):
    model, more = {"channels": 8, "blocks": 1, "dueling": True}, {"path": str(data), "batch_size": 64, "test_rows": 200, "threads": 0}
    folder = imitate.run(imitation(data, tmp_path, model=model, data=more), say=quiet)
    net, params, _ = checkpoints.network(folder / "best.npz")
    logits, value = players.Forward(net)(params, hyakuman.VecEnv("tenhou", 64, threads=1).recv().obs)
    assert net.dueling and np.abs(logits.mean(axis=1) - value).max() < 1e-5 and logits.std(axis=1).min() > 0


@pytest.mark.parametrize("model", [{"first": 1}, {"context": True}, {"first": 1, "context": True}, {"dueling": True}])
def test_every_kind_of_block_is_exported_with_the_same_numbers(data, tmp_path, model):
    reference = pytest.importorskip("onnx.reference")
    soft = {"targets": "evaluations", "taken": 0.3, "lost_weight": 0.2, "steps": 4}
    more = {"path": str(data), "batch_size": 64, "test_rows": 200, "threads": 0, "suits": True}
    out = imitate.run(imitation(data, tmp_path, model={"channels": 8, "blocks": 2, **model}, data=more, **soft), say=quiet)
    net, params, _ = checkpoints.network(out / "last.npz")
    env = hyakuman.VecEnv("tenhou", 8, threads=1)
    batch = env.recv()
    found = reference.ReferenceEvaluator(str(out / "best.onnx")).run(["logits"], {"planes": batch.obs / env.obs_scale})
    logits, _ = players.Forward(net)(params, batch.obs)
    assert np.abs(found[0] - logits).max() < 1e-4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("step = 3", r"there is no key step; the top has out, seed"),
        ('steps = "3"\nout = "x"\n[data]\npath = "d"', "steps = '3' is not a whole number"),
        ('out = "x"\nsteps = 3', r"section \[data\] is missing"),
        ('out = "x"\nsteps = 3\n[data]\n', "key data.path, folder of the data set is missing"),
        ('out = "x"\nsteps = 0\n[data]\npath = "d"', "steps = 0 is not a number from 1 on"),
        ('out = "x"\nsteps = 3\n[data]\npath = "d"\nagent = "value"', r"data.agent = 'value' is not a list such as"),
        ('out = "x"\nsteps = 3\n[data]\npath = "d"\n[model]\nprecision = "half"', "choose from float32, bfloat16"),
        ('out = "x"\nsteps = 3\n[data]\npath = "nowhere"', "there is no data set in nowhere"),
        ("out = ", "is not TOML"),
    ],
)
def test_bad_configurations_get_a_sentence(text, sentence, tmp_path, capsys):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert main(["imitate", str(file)]) == 2
    said = capsys.readouterr().err
    assert re.search(sentence, said) and said.count("\n") == 1


def test_a_folder_with_a_run_is_not_written_over(data, imitated):
    with pytest.raises(ValueError, match="holds a run"):
        imitate.run(imitation(data, imitated), say=quiet)
    with pytest.raises(ValueError, match="steps was 12 and is 13"):
        imitate.run(imitation(data, imitated, steps=13), resume=True, say=quiet)


def test_the_command_evaluates_a_checkpoint(imitated, tmp_path):
    file = tmp_path / "evaluate.toml"
    file.write_text('net = "none.npz"\n[evaluate]\nopponents = ["shanten"]\n')
    command = [sys.executable, "-m", "hyakuman.train", "evaluate", str(file)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 2 and found.stderr == "error: there is no checkpoint none.npz\n"
    found = subprocess.run([*command, "--set", f"net={imitated / 'best.npz'}", "--set", "evaluate.walls=2"], capture_output=True, text=True)
    assert found.returncode == 0 and "rank points per match against shanten" in found.stdout


def test_the_page_has_all_keys():
    page = ROOT / "docs" / "learning.md"
    if not page.exists():
        pytest.skip("the package is tested without its repository")
    assert config.table() in page.read_text()


@pytest.mark.parametrize("command", ["imitate", "ppo", "evaluate"])
def test_the_examples_are_read(command):
    file = ROOT / "examples" / "python" / "train" / f"{command}.toml"
    if not file.exists():
        pytest.skip("the package is tested without its repository")
    assert config.load(config.COMMANDS[command], file)
