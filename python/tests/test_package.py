"""The package itself: version, lists, rules, the check of the processor."""

import doctest
import importlib
import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import hyakuman
from hyakuman import Match, VecEnv, _processor


def test_version_and_lists():
    assert hyakuman.__version__.count(".") == 2
    assert {"tenhou", "toppan"} <= {preset.id for preset in hyakuman.presets()}
    assert {"ukeire", "onnx"} <= {agent.name for agent in hyakuman.agents()}


def test_rules_with_changes():
    rules = hyakuman.Rules("tenhou", kuitan=False, uma=[30, 10, -10, -30])
    assert rules.values["kuitan"] is False
    assert rules.values["uma"] == [30, 10, -10, -30]
    assert rules.hash != hyakuman.Rules("tenhou").hash
    assert (rules.seats, hyakuman.Rules("tenhou-sanma").seats) == (4, 3)


def test_rules_are_equal_by_their_values():
    rules = hyakuman.Rules("tenhou", uma=np.array([30, 10, -10, -30]), kuitan=np.bool_(False))
    other = hyakuman.Rules("tenhou", kuitan=False, uma=[30, 10, -10, -30])
    assert rules == other and len({rules, other}) == 1 and rules != hyakuman.Rules("tenhou") and rules != "tenhou"
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_fields_are_in_the_docstrings():
    for name in hyakuman.__all__:
        found = getattr(hyakuman, name)
        if isinstance(found, type) and found.__module__.startswith("hyakuman"):
            fields = [field for field in getattr(found, "__annotations__", {}) if not field.startswith("_")]
            missing = [field for field in fields if f"\n    {field}: " not in found.__doc__]
            assert not missing, (name, missing)


def test_modules_are_imported_where_they_are_used():
    code = "import hyakuman; print(hyakuman.gym.SeatEnv.__name__); hyakuman.nothing"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "has no attribute 'nothing'" in found.stderr
    hide = "import sys; sys.modules['{}'] = None; import hyakuman; hyakuman.{}"
    for library, module, sentence in (
        ("gymnasium", "gym", "hyakuman.gym needs Gymnasium: pip install"),
        ("pettingzoo", "pettingzoo", "hyakuman.pettingzoo needs PettingZoo and Gymnasium: pip install"),
        ("torch", "torch", "hyakuman.torch needs PyTorch: pip install torch"),
        ("jax", "jax", "hyakuman.jax needs JAX: pip install jax"),
        ("ray", "ray", "hyakuman.ray needs Ray: pip install ray"),
        ("optax", "train", "hyakuman.train needs JAX and optax: pip install"),
    ):
        found = subprocess.run([sys.executable, "-c", hide.format(library, module)], capture_output=True, text=True)
        assert found.returncode and sentence in found.stderr


def test_rules_of_a_file(tmp_path: pathlib.Path):
    file = tmp_path / "house.toml"
    file.write_text(hyakuman.Rules("tenhou", kuitan=False).to_toml())
    assert hyakuman.Rules(file).hash == hyakuman.Rules("tenhou", kuitan=False).hash


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"name": "tenho"}, "tenhou"),
        ({"kuitam": True}, "kuitan"),
        ({"kuitan": 7}, "kuitan"),
        ({"kuitann": False}, "^kuitann=false: "),
        ({"name": "no.toml"}, "no.toml"),
    ],
)
def test_bad_rules_are_named(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        hyakuman.Rules(**arguments)


def test_rules_without_effect_are_warned_about():
    with pytest.warns(UserWarning, match="^sudden_death=Off: `extension_winds` = 1 has no effect: "):
        hyakuman.Rules("tenhou", sudden_death="Off")


def test_an_old_processor_is_refused(monkeypatch):
    assert _processor.missing("flags : fpu sse2 avx\n") == _processor.NEEDED
    assert _processor.missing("no such line") == set()
    monkeypatch.setattr(_processor, "missing", lambda _: frozenset({"avx2"}))
    if "x86-64-v3" in hyakuman._native.BUILT_FOR:
        with pytest.raises(ImportError, match="lacks avx2"):
            _processor.check()


ROOT = pathlib.Path(__file__).parents[2]


def blocks(page, language="python"):
    """The examples of a page."""
    return [block.split("```")[0] for block in (ROOT / page).read_text().split(f"```{language}\n")[1:]]


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_examples_run(page, capsys, tmp_path, monkeypatch):
    """As they are printed, one after another, and with the arrays that they promise."""
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks(page):
        exec(block, names)  # noqa: S102
        for line, promised in re.findall(r"^(\S.*?) +# .*?(array\(.*)$", block, re.MULTILINE):
            assert repr(eval(line, names)) == promised, line  # noqa: S307
    assert capsys.readouterr().out


@pytest.mark.ray
def test_the_example_with_ray_runs(tmp_path):
    """On one machine, with less to play and another folder."""
    pytest.importorskip("ray")
    (block,) = blocks("docs/python.md", "py")
    smaller = {"/shared/data": str(tmp_path / "data"), "1_000_000": "8", "512": "4", "1000": "3", "range(8)": "range(2)"}
    for text, other in smaller.items():
        assert text in block
        block = block.replace(text, other)
    options = 'address="local", num_cpus=2, include_dashboard=False'
    code = block.replace("ray.init()", f"ray.init({options})") + "\nprint(len(results))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert found.stdout.strip().endswith("2"), found.stderr


def test_examples_in_docstrings_run():
    pytest.importorskip("pettingzoo")
    run = 0
    for path in sorted((ROOT / "python/python/hyakuman").glob("*.py")):
        if ">>>" in path.read_text():
            module = importlib.import_module("hyakuman" if path.stem == "__init__" else f"hyakuman.{path.stem}")
            failed, tried = doctest.testmod(module)
            assert failed == 0 and tried > 0, path
            run += tried
    assert run > 10


def test_agents_in_docstrings_exist():
    """Specs with options, such as `ukeire:calls=false`, of agents that need no file."""
    texts = [path.read_text() for path in [*(ROOT / "python/python/hyakuman").glob("*.py"), ROOT / "docs/python.md"]]
    specs = {spec for text in texts for spec in re.findall(r"[`\"]([a-z]+:[a-z]+=[a-z0-9.,=]+)[`\"]", text)}
    assert specs
    for spec in specs:
        if not spec.startswith(("mjai", "onnx")):
            Match("tenhou").advice(spec)


def test_messages_say_none_as_python_does():
    for call, sentence in (
        (lambda: VecEnv(obs="none"), "there is no observation \"none\": choose from planes-v1, planes-v1-light, rows, None"),
        (lambda: VecEnv(reward="none"), 'there is no reward "none": choose from rank, kyoku, places, None'),
        (lambda: VecEnv("toppan"), "toppan has the observations rows and None"),
        (lambda: VecEnv(agents=["ukeire"] * 4), "one of the agents must be None"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
