"""The package itself: version, lists, rules, the check of the processor."""

import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import hyakuman
from hyakuman import _processor


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


def blocks(page):
    """The Python examples of a page, without those that leave something out."""
    text = (pathlib.Path(__file__).parents[2] / page).read_text()
    found = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    return [block for block in found if "[...]" not in block]


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_examples_run(page, capsys, tmp_path, monkeypatch):
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    names = {"hyakuman": hyakuman, "np": np}
    for block in blocks(page):
        exec(block, names)  # noqa: S102
    assert capsys.readouterr().out
