"""The examples that train a network run from beginning to end, and what they export plays."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import hyakuman

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "python"


@pytest.fixture
def net(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return pytest.importorskip("net")


def run(script, *arguments, folder):
    command = [sys.executable, str(EXAMPLES / script), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.mark.slow
def test_from_a_data_set_to_a_match(tmp_path):
    pytest.importorskip("onnx")
    pytest.importorskip("pyarrow")
    said = run("imitate.py", "net", "--games", 40, "--passes", 1, "--walls", 2, folder=tmp_path)
    assert "agreement on discards" in said and "against ukeire" in said
    small = ["--iterations", 2, "--tables", 8, "--rounds", 150, "--walls", 2, "--rate-every", 1]
    assert "better than at the beginning by" in run("improve.py", "net.npz", "better", *small, folder=tmp_path)
    assert {path.name for path in tmp_path.iterdir()} >= {"net.onnx", "net.svg", "better.onnx", "better.svg"}


def test_gradients_are_those_of_the_loss(net):
    batch = hyakuman.VecEnv("tenhou", 16, threads=1).recv()
    policy, action = net.Net(hidden=4), batch.mask.argmax(axis=1)
    policy.weights = {name: weights.astype(np.float64) for name, weights in policy.weights.items()}
    rows = np.arange(len(batch))

    def loss():
        return -np.log(net.chances(policy.logits(batch.obs), batch.mask)[rows, action]).sum()

    logits, seen = policy.forward(batch.obs)
    error = net.chances(logits, batch.mask)
    error[rows, action] -= 1
    found = {}
    policy.adam = lambda gradients, rate: found.update(gradients)
    policy.step(seen, error, 1)
    for name, weights in policy.weights.items():
        place = np.unravel_index(np.abs(found[name]).argmax(), weights.shape)
        before, step = weights[place], 1e-5
        weights[place] = before + step
        above = loss()
        weights[place] = before - step
        assert (above - loss()) / (2 * step) == pytest.approx(found[name][place], rel=1e-3), name
        weights[place] = before


def test_the_exported_network_plays_as_the_one_in_numpy(net, tmp_path):
    pytest.importorskip("onnx")
    policy = net.Net()
    policy.export(tmp_path / "net.onnx")

    class Greedy:
        def act(self, obs, mask):
            return np.where(mask, policy.logits(obs), -np.inf).argmax(axis=1)

    here = hyakuman.match(Greedy(), "shanten", walls=6, tables="1v3")
    there = hyakuman.match(f"onnx:net={tmp_path / 'net.onnx'}", "shanten", walls=6, tables="1v3")
    assert here.pairs[0].difference.value == pytest.approx(there.pairs[0].difference.value, abs=0.01)
