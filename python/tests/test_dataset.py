"""Dataset: what it gives, in which order, and that it ends without a trace."""

import collections
import importlib.util
import itertools
import json
import pickle
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import hyakuman
from hyakuman import Dataset, Match

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "set"
    hyakuman.record(path, ["random", "shanten", "shanten", "shanten"], games=24, part_size=8, seed=3, threads=1)
    return path


def rows(data, *labels):
    """One pass: all rows, sorted by match and step, with the arrays of each."""
    found = {}
    for batch in data:
        for row in range(len(batch)):
            key = tuple(int(batch.labels[name][row]) for name in ("match", "step"))
            assert key not in found
            found[key] = (batch.obs[row], batch.mask[row], int(batch.action[row]), *(batch.labels[name][row] for name in labels))
    return dict(sorted(found.items()))


def test_planes_and_actions_are_those_of_the_match(folder):
    data = Dataset(folder, labels=["match", "step", "seat", "action"], threads=0, shard=(0, 1), where=lambda c: c["match"] == 0)
    found = rows(data, "seat", "action")
    match = Match("tenhou", seed=3)
    answers = collections.defaultdict(dict)
    for (_, step), (obs, mask, action, seat, code) in found.items():
        answers[step] = (obs, mask, action, int(seat), int(code))
    waiting = []
    for step in sorted(answers):
        obs, mask, action, seat, code = answers[step]
        assert seat in match.deciders
        assert (obs == match.planes(seat=seat)).all()
        assert mask[action] and mask.sum() <= len(match.legal(seat))
        match.step(code, seat)
        waiting.append(step)
    assert match.done and len(waiting) == len(found)


def test_each_pass_has_every_row_once_in_another_order(folder):
    data = Dataset(folder, obs=None, labels=["match", "step"], batch_size=100, pool=1000)
    first, second = (np.concatenate([b.labels["match"] * 100_000 + b.labels["step"] for b in data]) for _ in range(2))
    again = Dataset(folder, obs=None, labels=["match", "step"], batch_size=100, pool=1000, threads=0)
    same = np.concatenate([b.labels["match"] * 100_000 + b.labels["step"] for b in again])
    assert (first == same).all() and (first != second).any() and (np.sort(first) == np.sort(second)).all()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert len(np.unique(first)) == len(first) == manifest["totals"]["decisions"]["rows"]
    assert abs(np.corrcoef(np.arange(len(first)), first)[0, 1]) < 0.9


def test_batches_do_not_depend_on_threads(folder):
    passes = []
    for threads in (0, 1, 3):
        data = Dataset(folder, batch_size=64, pool=500, seed=5, threads=threads)
        passes.append([(b.obs.tobytes(), b.mask.tobytes(), b.action.tobytes(), b.labels["won"].tobytes()) for b in data])
    assert passes[0] == passes[1] == passes[2]


def test_filters(folder):
    names = ["agent", "question", "shanten", "match"]
    turn = Dataset(folder, labels=names, agent="shanten", question="turn", shanten=(0, 2), batch_size=512)
    assert turn.agents == ["random", "shanten"]
    for batch in turn:
        assert set(batch.labels["agent"]) == {1} and set(batch.labels["question"]) == {0}
        assert batch.labels["shanten"].min() >= 0 and batch.labels["shanten"].max() <= 2
    with pytest.raises(ValueError, match="there is no agent 'ukeire'"):
        Dataset(folder, agent="ukeire")
    with pytest.raises(ValueError, match="there is no question 'chi'"):
        Dataset(folder, question="chi")


def test_splits_divide_the_walls(folder):
    parts = {}
    for split in ("train", "test"):
        data = Dataset(folder, obs=None, labels=["match"], split=split, test=0.4)
        parts[split] = set(np.concatenate([batch.labels["match"] // 4 for batch in data]))
    assert parts["train"] | parts["test"] == set(range(6)) and not parts["train"] & parts["test"] and parts["test"]


def test_shards_divide_a_pass(folder):
    sizes = [sum(map(len, Dataset(folder, obs=None, shard=(index, 2)))) for index in range(2)]
    assert sum(sizes) == sum(map(len, Dataset(folder, obs=None))) and min(sizes) > 0


def test_weights_and_labels(folder):
    data = Dataset(folder, weight=lambda columns: 1 + columns["won"], batch_size=128)
    batch = next(iter(data))
    assert batch.weight.dtype == np.float32 and (batch.weight == 1 + batch.labels["won"]).all()
    assert set(batch.labels) == set(hyakuman.dataset.LABELS) and batch.labels["won"].dtype == np.bool_
    with pytest.raises(ValueError, match="weight must return"):
        next(iter(Dataset(folder, weight=lambda _: 1)))


def test_threads_end_with_the_loop(folder):
    before = threading.active_count()
    for _ in range(3):
        for batch in itertools.islice(Dataset(folder, batch_size=32, threads=3), 2):
            assert len(batch) == 32
    iterator = iter(Dataset(folder, threads=2, where=lambda _: 1 / 0))
    with pytest.raises(ZeroDivisionError):
        next(iterator)
    assert threading.active_count() == before


def test_it_can_be_sent_to_another_process(folder):
    data = Dataset(folder, batch_size=50, seed=4)
    other = pickle.loads(pickle.dumps(data))
    assert (next(iter(data)).obs == next(iter(other)).obs).all()


def test_other_games_have_columns(tmp_path):
    hyakuman.record(tmp_path, "random", rules="yangzhou", games=4, tables=["decisions"], threads=1)
    batch = next(iter(Dataset(tmp_path, obs=None, labels=["hand", "legal"])))
    assert batch.labels["legal"].shape == (len(batch), 32) and batch.obs.shape[1] == 0
    legal = np.unpackbits(batch.labels["legal"], axis=1, bitorder="little")
    assert legal[np.arange(len(batch)), batch.action].all()
    with pytest.raises(ValueError, match="planes-v1 are for riichi"):
        Dataset(tmp_path)


def test_bad_folders(tmp_path, folder):
    with pytest.raises(ValueError, match="manifest"):
        Dataset(tmp_path)
    hyakuman.record(tmp_path / "m", games=4, tables=["matches"], threads=1)
    with pytest.raises(ValueError, match="no table decisions"):
        Dataset(tmp_path / "m")
    shutil.copytree(folder, tmp_path / "damaged")
    for file in (tmp_path / "damaged/decisions").iterdir():
        file.write_bytes(b"PAR1")
    with pytest.raises(hyakuman.DataError, match=r"damaged/decisions/.*\.parquet is damaged: `hyakuman data verify` checks the data set"):
        Dataset(tmp_path / "damaged")
    shutil.rmtree(tmp_path / "damaged/decisions")
    with pytest.raises(hyakuman.DataError, match=r"damaged/decisions/.*\.parquet does not exist"):
        Dataset(tmp_path / "damaged")
    (tmp_path / "damaged/manifest.json").write_text("{")
    with pytest.raises(ValueError, match="manifest.json is not the manifest of a data set"):
        Dataset(tmp_path / "damaged")
    with pytest.raises(ValueError, match="there is no folder nope"):
        Dataset("nope")


DAMAGED = """
import sys, numpy as np, hyakuman
read = hyakuman.Dataset._read
def damaged(self, *group):
    columns = read(self, *group)
    return type(columns)({name: np.frombuffer(b"\\xff" * cells.nbytes, cells.dtype).reshape(cells.shape) for name, cells in columns.items()})
hyakuman.Dataset._read = damaged
try:
    next(iter(hyakuman.Dataset(sys.argv[1], threads=1)))
except hyakuman.DataError as error:
    print(error)
"""


def test_rows_that_are_no_decisions_are_an_error_and_no_panic(folder):
    found = subprocess.run([sys.executable, "-c", DAMAGED, folder], capture_output=True, text=True, check=True)
    assert found.stdout == f"{folder} is damaged: `hyakuman data verify` checks the data set\n" and not found.stderr


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"labels": ["points"]}, ValueError, "no column 'points'"),
        ({"labels": 5}, TypeError, "labels=5 is not a list of texts"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"seed": None}, TypeError, "seed=None"),
        ({"threads": -1}, ValueError, "threads=-1"),
        ({"batch_size": 0}, ValueError, "batch_size=0"),
        ({"pool": "all"}, TypeError, "pool='all'"),
        ({"shanten": "low"}, TypeError, "shanten='low'"),
        ({"shanten": (1, 2, 3)}, TypeError, "shanten"),
        ({"test": True}, ValueError, "test=True is not a share"),
        ({"split_seed": 1.5}, TypeError, "split_seed=1.5"),
        ({"where": "won"}, TypeError, "where='won' is not a function"),
        ({"weight": 1}, TypeError, "weight=1 is not a function"),
        ({"shuffle": "no"}, TypeError, "shuffle='no' is not True or False"),
        ({"shard": (2, 2)}, ValueError, r"shard=\(2, 2\)"),
        ({"shard": (-2, 1)}, ValueError, r"shard=\(-2, 1\)"),
        ({"shard": 1}, TypeError, "shard=1"),
        ({"shard": (0, 99)}, ValueError, "has 3 groups of rows, so there are at most as many shards"),
        ({"obs": 3}, TypeError, "obs=3"),
    ],
)
def test_wrong_arguments_are_named_at_once(folder, arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        Dataset(folder, **arguments)


def test_single_names_and_numbers_of_numpy(folder):
    data = Dataset(folder, obs=None, labels="shanten", shanten=np.int64(1), agent="shanten", seed=np.int64(3))
    assert {int(shanten) for batch in data for shanten in batch.labels["shanten"]} == {1}


def test_columns_that_are_not_read_are_named(folder):
    for function in ({"where": lambda c: c["agent"] == 0}, {"weight": lambda c: c["agent"]}):
        with pytest.raises(KeyError, match="'agent' is not read: add it to labels"):
            next(iter(Dataset(folder, **function)))
        next(iter(Dataset(folder, labels="agent", **function)))


def test_torch(folder):
    torch = pytest.importorskip("torch")
    from hyakuman.torch import Batches

    batch = next(iter(Batches(Dataset(folder))))
    assert batch["obs"].dtype == torch.uint8 and batch["action"].dtype == torch.int64


def loaded(batches, **options):
    """One pass over each of two loops, as rows `match`, `step` in order."""
    from torch.utils.data import DataLoader

    loader = DataLoader(batches, batch_size=None, **options)
    for _ in range(2):
        yield [row for batch in loader for row in zip(batch["match"].tolist(), batch["step"].tolist(), strict=True)]


def of_rank(folder, rank=0, ranks=1):
    from hyakuman.torch import Batches

    return Batches(Dataset(folder, obs=None, labels=["match", "step"], batch_size=64, seed=5, shard=(rank, ranks)))


@pytest.fixture(scope="module")
def many_groups(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "groups"
    hyakuman.record(path, "random", games=48, part_size=4, tables=["decisions"], threads=1)
    return path


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_torch_ranks_divide_a_pass_whatever_their_seeds(many_groups, workers):
    torch = pytest.importorskip("torch")
    passes = []
    for rank in range(2):
        torch.manual_seed(100 + rank)
        passes.append(list(loaded(of_rank(many_groups, rank, 2), num_workers=workers)))
    every = sum(map(len, Dataset(many_groups, obs=None)))
    for first, second in zip(*passes, strict=True):
        assert len(first) + len(second) == len({*first, *second}) == every and first and second


@pytest.mark.parametrize("options", [{"num_workers": 2}, {"num_workers": 2, "persistent_workers": True}])
def test_torch_passes_depend_on_the_seed_of_the_data_set_alone(many_groups, options):
    torch = pytest.importorskip("torch")
    batches = of_rank(many_groups)
    torch.manual_seed(1)
    passes = list(loaded(batches, **options))
    assert passes[0] != passes[1] and sorted(passes[0]) == sorted(passes[1])
    next(iter(batches))  # a look in between changes nothing for workers
    batches.set_epoch(0)
    torch.manual_seed(2)
    assert list(loaded(batches, **options)) == passes
    batches.set_epoch(1)
    assert next(loaded(batches, **options)) == passes[1]


IN_JAX = """
import sys, jax, numpy as np
from hyakuman import Dataset, VecEnv
from hyakuman.jax import batches

data = lambda: Dataset(sys.argv[1], batch_size=64, shuffle=True, seed=3)
found, expected = list(batches(data())), list(data())
assert len(found) == len(expected) > 1
for arrays, batch in zip(found, expected, strict=True):
    others = batch.labels | {name: getattr(batch, name) for name in ("obs", "mask", "action", "weight")}
    assert arrays.keys() == others.keys()
    for name, array in arrays.items():
        assert array.dtype == others[name].dtype and np.array_equal(array, others[name]), name

env, kept = VecEnv("tenhou", 16, threads=1), []
for _ in range(20):
    batch = env.recv()
    kept.append((jax.device_put(batch.obs), batch.obs.copy()))
    env.send(env.sample())
assert all(np.array_equal(array, copied) for array, copied in kept), "taken without a copy, and not written again"
"""


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
def test_jax_batches_are_those_of_numpy(folder):
    """In a process of its own: one that has loaded JAX must not fork, as other tests do."""
    subprocess.run([sys.executable, "-c", IN_JAX, folder], check=True)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"drop_last": True},
        {"agent": "shanten", "question": "turn"},
        {"split": "train", "shard": (1, 3)},
        {"where": lambda columns: columns["won"], "shard": (0, 2), "shuffle": False},
    ],
)
def test_its_length_is_the_number_of_batches(folder, options):
    data = Dataset(folder, batch_size=100, threads=0, **options)
    for _ in range(3):
        length = len(data)
        assert length == sum(1 for _ in data) > 0
