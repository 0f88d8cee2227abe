"""What a learner's batch has: where its rows are, what is hidden, fixed sizes, starts, agents that change; rows as planes."""

import numpy as np
import pytest

import hyakuman
from hyakuman import Dataset, Match, VecEnv, encode

TABLE = [None, "ukeire", "ukeire", "ukeire"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "set"
    tables = ["matches", "kyoku", "decisions", "oracle", "replays"]
    hyakuman.record(path, ["ukeire"] * 4, games=8, part_size=4, seed=6, threads=1, tables=tables)
    return path


def table(folder, name):
    """A table of a data set as columns."""
    pyarrow = pytest.importorskip("pyarrow.parquet")
    return pyarrow.read_table(folder / name)


def test_the_arrays_are_those_of_the_class():
    env = VecEnv("tenhou", 2, oracle=True, threads=1)
    declared = {name for name, *_ in env._native.arrays()}
    assert declared | {"finished", "valid"} == set(hyakuman.Batch.__slots__)
    batch = env.recv()
    n = len(batch)
    types = {"match": np.uint64, "kyoku": np.uint16, "step": np.int32, "place": np.uint8, "kyoku_over": np.bool_, "valid": np.bool_}
    for name, dtype in types.items():
        array = getattr(batch, name)
        assert array.shape == (n,) and array.dtype == dtype, name
    assert batch.scores.shape == (n, 4) and batch.scores.dtype == np.int32 and batch.valid.all()


def test_rows_join_with_those_of_a_data_set(folder):
    """Played again with its actions, each row has the key, the cells and the planes of the row of `decisions`."""
    decisions = table(folder, "decisions")
    names = ("match", "step", "seat", "kyoku_number", "action", "placement")
    columns = {name: decisions.column(name).to_numpy() for name in names}
    place = {key: row for row, key in enumerate(zip(columns["match"].tolist(), columns["step"].tolist(), strict=True))}
    expected, legal = encode(decisions, "planes-v1", "tenhou")
    env, seen = VecEnv("tenhou", 4, TABLE, actions="codes", seed=6, threads=1), 0
    kyoku = {}
    while (batch := env.recv()).match.min() < 8:
        actions = env.sample()
        for row in range(len(batch)):
            key = (int(batch.match[row]), int(batch.step[row]))
            if key[0] >= 8:
                continue
            at = place[key]
            actions[row] = columns["action"][at]
            assert (batch.seat[row], batch.kyoku[row]) == (columns["seat"][at], columns["kyoku_number"][at])
            assert (batch.obs[row] == expected[at]).all() and legal[at].any()
            assert batch.kyoku_over[row] == (kyoku.get(key[0], 0) != batch.kyoku[row])
            kyoku[key[0]] = batch.kyoku[row]
            cells = [decisions.column(f"score_{seat}")[at].as_py() for seat in range(4)]
            assert batch.scores[row].tolist() == np.roll(cells, -int(batch.seat[row])).tolist()
            assert batch.place[row] == int(np.flatnonzero(batch.obs[row, channel(env, "rank_1") :][:4, 0])[0])
            seen += 1
        env.send(actions)
    assert seen == int((columns["seat"] == 0).sum())


def channel(env, name):
    return next(place for place, channel in enumerate(env.channels) if channel.name == name)


def test_the_oracle_of_a_data_set_is_that_of_the_environment(folder):
    live = {}
    env = VecEnv("tenhou", 8, ["ukeire"] * 3 + [None], oracle=True, actions="codes", seed=6, threads=1)
    decisions = table(folder, "decisions")
    columns = {name: decisions.column(name).to_numpy() for name in ("match", "step", "action")}
    answers = dict(zip(zip(columns["match"].tolist(), columns["step"].tolist(), strict=True), columns["action"].tolist(), strict=True))
    for _ in range(150):
        batch, actions = env.recv(), env.sample()
        for row in range(len(batch)):
            key = (int(batch.match[row]), int(batch.step[row]))
            if key[0] < 8:
                live[key], actions[row] = batch.oracle[row].copy(), answers[key]
        env.send(actions)
    data = Dataset(folder, oracle=True, labels=["match", "step"], pool=1000, where=lambda columns: columns["match"] < 6)
    assert data.oracle_scale.shape == (55, 1) and [c.name for c in data.oracle_channels] == [c.name for c in env.oracle_channels]
    compared = 0
    for batch in data:
        assert batch.oracle.shape == (len(batch), 55, 34)
        for row, key in enumerate(zip(batch.labels["match"].tolist(), batch.labels["step"].tolist(), strict=True)):
            if key in live:
                assert (live[key] == batch.oracle[row]).all()
                compared += 1
    assert compared > 500
    assert next(iter(Dataset(folder, labels=[]))).oracle.shape[1:] == (0, 34)


def test_a_data_set_without_oracle_and_other_games(tmp_path):
    hyakuman.record(tmp_path / "plain", ["random"] * 4, games=1, seed=1, tables=["decisions"])
    with pytest.raises(ValueError, match="has no table oracle"):
        Dataset(tmp_path / "plain", oracle=True)
    with pytest.raises(ValueError, match="oracle-v1 is for riichi"):
        VecEnv("toppan", 2, obs=None, oracle=True)
    with pytest.raises(TypeError, match="oracle=1 is not True or False"):
        VecEnv("tenhou", 2, oracle=1)


def test_a_player_gets_no_oracle():
    shapes, agent = set(), None

    class Recorder:
        def act(self, obs, mask):
            shapes.add((obs.shape[1:], mask.shape[1:]))
            return mask.argmax(axis=1)

    agent = Recorder()
    env = VecEnv("tenhou", 4, [None, agent, agent, agent], oracle=True, threads=1)
    for _ in range(20):
        env.step(env.sample()) if env._count is not None else env.recv()
    assert shapes == {((214, 34), (124,))}
    agent.obs = "oracle-v1"
    with pytest.raises(ValueError, match="there is no observation"):
        VecEnv("tenhou", 4, [None, agent, agent, agent])
    for name, sentence in [("oracle-v1", "there is no observation"), ("planes-v2", "choose from planes-v1, planes-v1-light$")]:
        with pytest.raises(ValueError, match=sentence):
            VecEnv("tenhou", 4, obs=name)


def test_oracle_channels():
    env = VecEnv("tenhou", 2, oracle=True, threads=1)
    batch, channels = env.recv(), env.oracle_channels
    assert len(channels) == 55 and env.oracle_scale.shape == (55, 1) and batch.oracle.shape == (len(batch), 55, 34)
    assert channels[0].name == "hand_1_1" and (batch.oracle <= env.oracle_scale).all()
    copies = [place for place, it in enumerate(channels) if it.name.startswith("hand_1_")]
    assert (batch.oracle[:, copies].sum(axis=(1, 2)) == 13).all()
    assert hyakuman.channels("oracle-v1") == channels and VecEnv("tenhou", 2).oracle_channels == []


@pytest.mark.parametrize(("rules", "planes"), [("tenhou", "planes-v1"), ("tenhou-sanma", "planes-v1-light"), ("shura", "planes-v1")])
def test_encoded_rows_are_the_planes_of_the_environment(rules, planes):
    rows, tensors = (VecEnv(rules, 16, obs=obs, seed=2, threads=1) for obs in ("rows", planes))
    kept = []
    for _ in range(60):
        seen, drawn = rows.recv(), tensors.recv()
        obs, mask = encode(seen.obs, planes, rules)
        assert (obs == drawn.obs).all() and (mask == drawn.mask).all()
        kept.append(seen.obs)
        actions = rows.sample()
        rows.send(actions)
        tensors.send(actions)
    joined = np.concatenate(kept)
    picked = np.random.default_rng(1).permutation(len(joined))[:50]
    assert (encode(joined[picked], planes, rules)[0] == encode(joined, planes, rules)[0][picked]).all()
    assert (encode({name: joined[name] for name in joined.dtype.names}, planes, rules)[0] == encode(joined, planes, rules)[0]).all()
    assert encode(joined[0], planes, rules)[0].shape == (1, len(hyakuman.channels(planes)), 34)


def test_rows_that_are_none():
    rows = VecEnv("tenhou", 4, obs="rows", threads=1).recv().obs
    columns = {name: rows[name] for name in rows.dtype.names}
    cases = [
        (({name: cells for name, cells in columns.items() if name != "hand"},), ValueError, "no column 'hand'"),
        ((columns | {"hand": rows["hand"].astype(np.int64)},), ValueError, "column hand has cells of 112 bytes"),
        ((columns | {"hand": rows["hand"][1:]},), ValueError, "different numbers of rows"),
        ((columns | {"hand": np.full_like(rows["hand"], 77)},), ValueError, "not a decision of these rules"),
        ((rows, "oracle-v1"), ValueError, "there are no planes"),
        ((rows, "planes-v1", "toppan"), ValueError, "are for riichi"),
        (([1, 2],), TypeError, "rows are a structured array"),
    ]
    for arguments, error, sentence in cases:
        with pytest.raises(error, match=sentence):
            encode(*arguments)


def test_batches_of_a_fixed_size():
    padded, plain = (VecEnv("tenhou", 6, seed=4, pad=pad, threads=1) for pad in (True, False))
    for _ in range(200):
        full, some = padded.recv(), plain.recv()
        n = len(some)
        assert len(full) == 24 and full.valid.sum() == n and full.valid[:n].all()
        for name in hyakuman.Batch.__slots__:
            if name not in ("finished", "valid"):
                assert (getattr(full, name)[:n] == getattr(some, name)).all(), name
        rest = slice(n, None)
        assert (full.env[rest] == -1).all() and not full.obs[rest].any() and not full.reward[rest].any()
        assert (full.mask[rest].sum(axis=1) == 1).all() and full.mask[rest, 0].all()
        actions = padded.sample()
        assert actions.shape == (24,)
        ignored = actions.astype(np.int64)
        ignored[rest] = 9_999
        padded.send(ignored)
        plain.send(actions[:n])
    padded.recv()
    actions, chances = padded.sample_logits(np.zeros((24, 124)))
    assert actions.shape == chances.shape == (24,)
    with pytest.raises(ValueError, match=r"shape \(24,\)"):
        padded.send(actions[:5])
    rows = VecEnv("tenhou", 6, obs="rows", pad=True, rows=40, oracle=True, threads=1).recv()
    assert len(rows) == 40 and not rows.oracle[~rows.valid].any() and not rows.obs[~rows.valid]["hand"].any()


def test_batches_of_a_stated_size():
    env = VecEnv("tenhou", 8, rows=4, seed=4, threads=1)
    of_table = np.zeros(8, int)
    for _ in range(300):
        batch = env.recv()
        assert len(batch) == 4
        np.add.at(of_table, batch.env, 1)
        env.send(env.sample())
    assert (of_table > 60).all()
    with pytest.raises(ValueError, match="rows=0"):
        VecEnv("tenhou", 8, rows=0)


START = {"scores": [31_000, 20_000, 40_000, 8_000], "kyoku": "S3", "honba": 2, "sticks": 1}


def test_starts():
    env = VecEnv("tenhou", 8, TABLE, start=START, only_kyoku=True, reward="kyoku", seed=2, threads=1)
    batch, ends = env.recv(), []
    assert (batch.scores == [31_000, 20_000, 40_000, 8_000]).all() and (batch.place == 1).all() and batch.first.all()
    for _ in range(200):
        batch = env.step(env.sample())
        ends.extend(batch.finished)
    assert len(ends) > 20 and all(end["kyoku"] == 1 and end["scores"].sum() == 100_000 for end in ends)
    assert all(np.isclose(end["rank_points"].sum(), 0) for end in ends)
    assert VecEnv(**env.recipe).recv().scores.tolist() == env.reset().scores.tolist()

    match = Match("tenhou", seed=2, start=START, only_kyoku=True)
    assert [match.view()[f"score_{seat}"] for seat in range(4)] == START["scores"] and match.view()["honba"] == 2
    with pytest.raises(ValueError, match="did not start at the state of its rules"):
        match.text()
    end = match.play("value", until="kyoku")
    assert match.done and end.kyoku == 6 and np.isclose(sum(match.result.scores), 100_000) and match.result.kyoku == 1
    # The walls are those that the match has from there on.
    whole, later = Match("tenhou", seed=2), Match("tenhou", seed=2, start={"kyoku": 1})
    while whole.view()["kyoku"] != 1:
        whole.play("ukeire", until="kyoku")
    assert later.deciders == whole.deciders == [1] and later.view()["hand"] == whole.view()["hand"]


@pytest.mark.parametrize(
    ("start", "rules", "error", "sentence"),
    [
        ({"scores": [25_000] * 3 + [24_000]}, "tenhou", ValueError, "together they must be 100000"),
        ({"scores": [25_000] * 3}, "tenhou", ValueError, "are not 4 scores"),
        ({"kyoku": "E5"}, "tenhou", ValueError, "is not a wind and a number such as 'E1' or 'S4'"),
        ({"kyoku": "E4"}, "tenhou-sanma", ValueError, "or 'S3'"),
        ({"kyoku": "N1"}, "tenhou", ValueError, "there is no kyoku 12"),
        ({"kyoku": 1.5}, "tenhou", TypeError, "kyoku=1.5"),
        ({"round": 1}, "tenhou", ValueError, "a start has no 'round'"),
        ({"honba": -1}, "tenhou", ValueError, "honba=-1"),
        ([25_000] * 4, "tenhou", TypeError, "is not a dict such as"),
        ({}, "yangzhou", ValueError, "start and only_kyoku are for riichi"),
    ],
)
def test_starts_that_are_none(start, rules, error, sentence):
    for make in (lambda: Match(rules, start=start), lambda: VecEnv(rules, 2, obs=None, start=start)):
        with pytest.raises(error, match=sentence):
            make()


def test_agents_change_between_matches():
    class First:
        name = "first"

        def act(self, obs, mask):
            return mask.argmax(axis=1)

    def played(threads):
        env, ends = VecEnv("tenhou-east", 6, [None, "ukeire", First(), "ukeire"], seed=3, threads=threads), []
        for turn in range(600):
            if turn == 40:
                env.set_agents([None, "shanten", "shanten", First()])
            if turn == 60:
                env.set_agents([None, "random", "tsumogiri", "random"])
            ends.append(env.recv().finished.copy())
            env.send(env.sample())
        assert env.recipe["agents"][1:] == ["random", "tsumogiri", "random"]
        return np.concatenate(ends)

    ends = played(1)
    assert played(2).tobytes() == ends.tobytes()
    assert {0, 2} <= set(ends["changes"].tolist()) <= {0, 1, 2}
    env = VecEnv("tenhou", 2, TABLE, threads=1)
    for wrong, error, sentence in [
        (["ukeire", None, "ukeire", "ukeire"], ValueError, "None has to be where it was"),
        ([None, "ukeir", "ukeire", "ukeire"], ValueError, "ukeir"),
        ([None, 5, 5, 5], TypeError, r"agents\[1\] is 5"),
    ]:
        with pytest.raises(error, match=sentence):
            env.set_agents(wrong)
    assert env.recipe["agents"] == TABLE


def test_a_player_that_comes_later_raises_its_own_exception():
    class Bad:
        def act(self, obs, mask):
            raise KeyError("no such thing")

    env = VecEnv("tenhou-east", 2, TABLE, threads=1)
    env.recv()
    env.set_agents([None, Bad(), "ukeire", "ukeire"])
    with pytest.raises(KeyError, match="no such thing"):
        for _ in range(2_000):
            env.send(env.sample())
            env.recv()


def test_compact_actions_of_a_match():
    env, match = VecEnv("tenhou", 1, seed=5, threads=1), Match("tenhou", seed=5)
    for _ in range(150):
        batch, actions = env.recv(), env.sample()
        for row, seat in enumerate(batch.seat):
            assert (match.mask(int(seat), compact=True) == batch.mask[row]).all()
        for row, seat in enumerate(batch.seat):
            match.step(int(actions[row]), int(seat), compact=True)
        env.send(actions)
    illegal = int(np.flatnonzero(~match.mask(compact=True))[0])
    with pytest.raises(ValueError, match=f"may not take the compact action {illegal}; it may take"):
        match.step(illegal, compact=True)
    assert Match("toppan").mask(compact=True).shape == (256,)


def test_clones():
    match = Match("tenhou", seed=5)
    copies = match.clones(3)
    copies[0].step(copies[0].legal()[0])
    assert len(copies) == 3 and copies[0].actions != copies[1].actions == match.actions
    with pytest.raises(ValueError, match="n=-1"):
        match.clones(-1)


def test_environments_of_one_row_a_table_have_no_other_sizes():
    gym = pytest.importorskip("hyakuman.gym")
    for options in ({"rows": 2}, {"pad": True}):
        with pytest.raises(ValueError, match="one row for each table"):
            gym.VectorSeatEnv(4, **options)


def test_an_agent_is_asked_for_all_seatings_at_once():
    sizes = []

    class Counting:
        obs = None

        def act(self, obs, mask):
            sizes.append(len(mask))
            return mask.argmax(axis=1)

    hyakuman.match(Counting(), "ukeire", walls=5, threads=1, progress=False)
    assert np.mean(sizes) > 20
