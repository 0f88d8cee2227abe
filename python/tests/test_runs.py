"""Batch work: run, record, compare, match, with agents by spec and in Python."""

import filecmp
import json
import os
import signal
import threading

import numpy as np
import pytest

import hyakuman

AGENTS = ["ukeire", "shanten", "shanten", "shanten"]


class First:
    """Takes the first legal action."""

    def __init__(self, name="first"):
        self.name, self.rows = name, []

    def act(self, obs, mask):
        self.rows.append(len(obs))
        return mask.argmax(axis=1)


def test_run_has_rates_with_intervals():
    result = hyakuman.run(AGENTS, games=80, seed=2)
    assert result == hyakuman.run(AGENTS, games=80, seed=2, threads=1) and result.games == 80
    points = result.agents["ukeire"]["rank_points"]
    assert points.walls == 20 and points.interval[0] < points.value < points.interval[1] and "[" in str(points)
    assert len(result.seats) == 4 and result.table["kyoku"].value > 4 and result.decisions > 1000
    assert result.agents["ukeire"]["edge"].interval[0] > 0 and 0.5 < result.ahead["ukeire"][10] < result.ahead["ukeire"][100] <= 1
    alone = hyakuman.run("ukeire", games=8)
    assert alone.agents["ukeire"]["edge"] is None and alone.ahead == {}


def test_record_writes_the_same_bytes_in_shards(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    hyakuman.record(whole, AGENTS, games=24, part_size=8)
    for index in range(3):
        result = hyakuman.record(parts, AGENTS, games=24, part_size=8, resume=True, shard=(index, 3))
    assert "complete" in result.data_set
    names = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.suffix in (".parquet", ".json", ".md"))
    assert len(names) > 10 and filecmp.cmpfiles(whole, parts, names, shallow=False)[1:] == ([], [])
    with pytest.raises(ValueError, match="resume"):
        hyakuman.record(whole, AGENTS, games=24, part_size=8)


def test_compare():
    rules = hyakuman.Rules("tenhou", kuitan=False)
    result = hyakuman.compare({"closed": rules}, games=200, primary=["kyoku", "call"])
    (arm,) = result.arms
    effect = arm.table["kyoku"]
    assert arm.name == "closed" and set(arm.primary) == {"kyoku", "call"}
    assert effect.difference.value == pytest.approx(effect.variant.value - effect.base.value)
    with pytest.raises(ValueError, match="measure"):
        hyakuman.compare([rules], games=8, primary=["kyokus"])


def test_names_of_variants_have_their_changes():
    changed = [hyakuman.Rules("tenhou", kuitan=False), hyakuman.Rules("tenhou", uma=[30, 10, -10, -30])]
    names = [arm.name for arm in hyakuman.compare([*changed, "mleague"], games=8).arms]
    assert names == ["tenhou kuitan=false", "tenhou uma=[30, 10, -10, -30]", "mleague"]
    with pytest.raises(ValueError, match="give them as a dict"):
        hyakuman.compare([changed[0], changed[0]], games=8)
    assert hyakuman.compare("mleague", games=8, primary="kyoku").arms[0].name == "mleague"


def test_compare_until_a_precision():
    rules = hyakuman.Rules("tenhou", kuitan=False)
    result = hyakuman.compare([rules], until="kyoku=0.5", primary=["kyoku"])
    low, high = result.arms[0].primary["kyoku"].difference.interval
    assert (result.stopped, result.intervals) == ("precision", "fixed") and high - low <= 1
    assert result.games == hyakuman.compare([rules], until="kyoku=0.5", primary=["kyoku"], threads=1).games
    assert hyakuman.compare([rules], until="kyoku=0.001", games=256).stopped == "games"
    for wrong in ("kyoku", "kyoku=0", "win=0.1"):
        with pytest.raises(ValueError, match="until|share"):
            hyakuman.compare([rules], until=wrong)


def test_leads_and_luck_are_measures():
    rules = hyakuman.Rules("tenhou", uma=[90, -30, -30, -30])
    agents, names = ["shanten", "random", "random", "random"], ["edge", "seat0.edge", "luck_share"]
    arm = hyakuman.compare([rules], agents, games=80, primary=names).arms[0]
    assert sorted(arm.primary) == ["luck_share", "seat0.edge", "shanten.edge"]
    effect = arm.agents["shanten"]["edge"]
    assert effect == arm.primary["shanten.edge"] and effect.base.value > 0 and effect.difference.interval is not None
    assert arm.seats[0]["edge"] == arm.primary["seat0.edge"]
    with pytest.raises(ValueError, match="name seat0.edge"):
        hyakuman.compare([rules], "ukeire", games=8, primary="edge")


def test_verdicts_on_bounds():
    rules = hyakuman.Rules("tenhou", length_winds=1)
    result = hyakuman.compare([rules], "random", games=400, equal_within={"kyoku": 50, "win": "3%"})
    verdicts = result.arms[0].equal_within
    assert list(verdicts) == ["kyoku", "win"]
    assert (verdicts["kyoku"].verdict, verdicts["kyoku"].bound, verdicts["win"].bound) == ("within", 50, 0.03)
    assert verdicts["kyoku"].level == 0.95 and len(verdicts["kyoku"].interval) == 2
    until = hyakuman.compare([rules], "random", equal_within={"kyoku": 50}, until="verdict")
    assert (until.stopped, until.intervals) == ("verdict", "anytime")
    with pytest.raises(ValueError, match="equal_within: expected a measure"):
        hyakuman.compare([rules], equal_within={"kyoku": -1})
    pair = hyakuman.match("ukeire", "random", equal_within=2.0, until="verdict").pairs[0]
    assert pair.equal_within.verdict == "beyond" and pair.equal_within.interval[0] > 2
    assert hyakuman.match("ukeire", "random", walls=10).pairs[0].equal_within is None


def test_measures_of_ones_own(tmp_path):
    measures = ["unlucky = mean(delta where riichi and not won)", "long = share(kyoku_played > 9 over matches)"]
    played = hyakuman.run("ukeire", games=40, measures=measures)
    assert played.agents["ukeire"]["unlucky"].value < 0 and 0 < played.table["long"].value < 1
    recorded = hyakuman.record(tmp_path / "data", "ukeire", games=40, measures=measures)
    assert recorded.agents["ukeire"] == played.agents["ukeire"]
    rules = hyakuman.Rules("tenhou", length_winds=1)
    compared = hyakuman.compare([rules], games=40, measures=measures, primary=["long", "unlucky"])
    assert list(compared.arms[0].primary) == ["long", "unlucky"]
    pair = hyakuman.match("ukeire", "random", walls=10, measures=measures[0]).pairs[0]
    assert "unlucky" in pair.play
    with pytest.raises(ValueError, match="column 10: there is no column delt; did you mean delta"):
        hyakuman.run("ukeire", measures="a = mean(delt)")


def test_compare_keeps_its_state(tmp_path):
    rules, state = hyakuman.Rules("tenhou", kuitan=False), tmp_path / "state"
    whole = hyakuman.compare([rules], games=400)
    assert hyakuman.compare([rules], games=200, state=state).games == 200
    assert hyakuman.compare([rules], games=400, state=state) == whole and whole.stopped == "games"
    with pytest.raises(ValueError, match="state"):
        hyakuman.compare([rules], games=400, seed=2, state=state)


def test_compare_in_shards(tmp_path):
    rules, states = hyakuman.Rules("tenhou", kuitan=False), [tmp_path / "0", tmp_path / "1"]
    whole = hyakuman.compare([rules], games=2000)
    games = [hyakuman.compare([rules], games=2000, state=states[i], shard=(i, 2)).games for i in range(2)]
    assert sum(games) == 2000 and min(games) > 0
    merged = hyakuman.compare([rules], games=2000, merge=states)
    assert merged.games == 2000 and merged.arms[0].table["kyoku"] == whole.arms[0].table["kyoku"]
    with pytest.raises(ValueError, match="state"):
        hyakuman.compare([rules], games=2000, shard=(0, 2))


def test_results_are_tables_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    ran = hyakuman.run(AGENTS, games=40)
    table = ran.to_arrow()
    assert table.column_names == ["agent", "seat", "rate", "value", "low", "high", "walls", "few"]
    rows = [row for row in table.to_pylist() if row["agent"] == "ukeire" and row["rate"] == "rank_points"]
    found = ran.agents["ukeire"]["rank_points"]
    assert rows == [dict(agent="ukeire", seat=None, rate="rank_points", value=found.value, low=found.interval[0], high=found.interval[1], walls=10, few=False)]
    compared = hyakuman.compare({"closed": hyakuman.Rules("tenhou", kuitan=False)}, games=40)
    measures = {row["measure"]: row for row in compared.to_arrow().to_pylist() if row["agent"] is None and row["seat"] is None}
    assert measures["kyoku"]["difference_value"] == compared.arms[0].table["kyoku"].difference.value
    matched = hyakuman.match("ukeire", "random", walls=3)
    assert pyarrow.table(matched).to_pylist()[0]["games"] == matched.pairs[0].games
    assert hyakuman.run(First(), games=4).to_arrow().schema.field("seat").type == pyarrow.int64()


def test_compare_at_several_tables():
    tables = [["shanten", "random", "random", "random"]]
    closed = hyakuman.Rules("tenhou-east", kuitan=False)
    grid = hyakuman.compare(closed, "ukeire", base="tenhou-east", tables=tables, primary="call", games=40)
    (other,) = grid.tables
    assert other.agents == tables[0] and other.compared.games == 160 and other.compared.stopped == "games"
    (name,) = (arm.name for arm in grid.arms)
    less = other.interactions[name]["call"].difference.value
    there = other.compared.arms[0].primary["shanten.call"].difference.value
    assert less == pytest.approx(there - grid.arms[0].primary["call"].difference.value)


def test_match_under_several_rulesets():
    rules = {"base": "tenhou-east", "closed": hyakuman.Rules("tenhou-east", kuitan=False)}
    found = hyakuman.match("ukeire", "shanten", rules=rules, walls=20)
    (other,) = found.rulesets
    alone = hyakuman.match("ukeire", "shanten", rules=rules["closed"], walls=20)
    assert other.name == "closed" and other.found.pairs == alone.pairs
    less = alone.pairs[0].difference.value - found.pairs[0].difference.value
    assert other.interactions["ukeire", "shanten"].value == pytest.approx(less)
    less = alone.pairs[0].edge.value - found.pairs[0].edge.value
    assert other.edges["ukeire", "shanten"].value == pytest.approx(less)


def test_match():
    result = hyakuman.match("ukeire", "random", walls=12)
    assert result.walls == 12 and result.pairs[0].difference.interval[0] > 0
    assert result.pairs[0].edge.interval[0] > 0 and 0.5 < result.pairs[0].ahead[10] <= result.pairs[0].ahead[100] <= 1
    assert sum(rating.value for rating in result.ratings.values()) == pytest.approx(0)
    assert sum(rating.value for rating in result.elo.values()) == pytest.approx(0) and list(result.elo) == list(result.ratings)
    assert result.pairs[0].elo.value == pytest.approx(2 * next(iter(result.elo.values())).value)
    with pytest.raises(ValueError, match="2 to 8"):
        hyakuman.match("ukeire")


def test_how_agents_play_and_when_a_match_is_over(tmp_path):
    agents, state = ("ukeire", "shanten", "random"), tmp_path / "state.json"
    first = hyakuman.match(*agents, walls=12, gauntlet=True, state=state)
    assert [pair.agents for pair in first.pairs] == [("ukeire", "shanten"), ("ukeire", "random")]
    pair = hyakuman.match("ukeire", "random", until=8.0).pairs[0]
    assert pair.superiority > 0.99 and pair.difference.interval[1] - pair.difference.interval[0] <= 16
    assert hyakuman.match(*agents, walls=20, gauntlet=True, state=state).walls == 20
    parts = [tmp_path / "a.json", tmp_path / "b.json"]
    for index, part in enumerate(parts):
        hyakuman.match(*agents, walls=70, gauntlet=True, state=part, shard=(index, 2))
    assert hyakuman.match(*agents, walls=70, gauntlet=True, merge=parts) == hyakuman.match(*agents, walls=70, gauntlet=True)
    win = first.pairs[1].play["win"]
    assert first.pairs[1].superiority > 0.99 and win.variant.value > win.base.value
    assert win.difference.value == pytest.approx(win.variant.value - win.base.value)
    with pytest.raises(ValueError, match="until=0"):
        hyakuman.match("ukeire", "random", until=0)


def test_agents_in_python_are_asked_in_batches():
    player = First()
    result = hyakuman.run([player, "ukeire", "ukeire", "ukeire"], games=40, threads=1)
    assert set(result.agents) == {"first", "ukeire"} and result.games == 40
    total = result.agents["first"]["rank_points"].value + 3 * result.agents["ukeire"]["rank_points"].value
    assert total == pytest.approx(0, abs=1e-3) and result.agents["first"]["placement"].value > 2.5
    assert max(player.rows) == 40 and np.mean(player.rows) > 12, "all rotations at once"


@pytest.mark.parametrize("games", [1, 10, 43])
def test_agents_in_python_play_as_many_games_as_were_asked_for(games):
    agents, seen = [First(), "random", "random", "random"], []
    result = hyakuman.run(agents, games=games, threads=1, progress=lambda done, of: seen.append((done, of)))
    assert result.games == games and seen[-1] == (games, games)
    points = result.agents["first"]["rank_points"]
    assert points.walls == -(-games // 4) and (points.interval is None) == (points.walls < 10)
    assert points.value + 3 * result.agents["random"]["rank_points"].value == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "toutenkou", "yangzhou", "toppan"])
def test_agents_in_python_play_as_a_learner_does(rules):
    """Wherever they are named: the lowest legal action of every seat."""
    player = First()
    player.obs, results = None, {}
    env = hyakuman.VecEnv(rules, 4, obs=None, seed=1, threads=1)
    batch = env.recv()
    while len(results) < 4:
        batch = env.step(batch.mask.argmax(axis=1))
        results |= {int(end["match"]): end["rank_points"] for end in batch.finished if end["match"] < 4}
    expected = np.mean([results[number] for number in range(4)], axis=0)
    for threads in (1, 2):
        result = hyakuman.run(player, rules=rules, games=4, threads=threads)
        assert [rates["rank_points"].value for rates in result.seats] == pytest.approx(expected[: env.seats], abs=1e-3)
    mixed = hyakuman.VecEnv(rules, 4, [None, *[player] * (env.seats - 1)], obs=None, seed=1)
    batch, found = mixed.recv(), {}
    while len(found) < 4:
        assert set(batch.seat) == {0}
        batch = mixed.step(batch.mask.argmax(axis=1))
        found |= {int(end["match"]): end["rank_points"] for end in batch.finished if end["match"] < 4}
    assert all((found[number] == results[number]).all() for number in range(4))


class Rows(First):
    obs = "rows"

    def act(self, obs, mask):
        assert obs.dtype.names and len(obs) == len(mask) and obs["hand"].any()
        return super().act(obs, mask)


def test_agents_in_python_have_observations_of_their_own():
    class Planes(First):
        def act(self, obs, mask):
            assert obs.shape == (len(mask), 214, 34) and obs.any() and mask.shape[1] == 124
            return super().act(obs, mask)

    result = hyakuman.run([Rows("rows"), Planes("planes"), "random", "random"], games=8)
    assert set(result.agents) == {"rows", "planes", "random"} and "win" in result.agents["rows"]
    with pytest.raises(ValueError, match="the agent planes: planes-v1 are for riichi; toppan has"):
        hyakuman.run(Planes("planes"), rules="toppan", games=4)


def test_agents_in_python_in_compare_and_record(tmp_path):
    player = First()
    result = hyakuman.compare("mleague", [player, "random", "random", "random"], games=64, primary="kyoku")
    assert result.games == 64 and "first" in result.arms[0].agents
    hyakuman.record(tmp_path / "set", [player, "random", "random", "random"], games=8, tables=["decisions", "replays"])
    pytest.importorskip("pyarrow")
    data = hyakuman.Dataset(tmp_path / "set", agent="first", threads=0)
    for batch in data:
        assert (batch.action == batch.mask.argmax(axis=1)).all()
    assert data.agents[0] == "first" and len(data) > 0


def test_an_exception_of_an_agent_is_raised():
    class Broken(First):
        def act(self, obs, mask):
            raise ZeroDivisionError("of its own")

    with pytest.raises(ZeroDivisionError, match="of its own"):
        hyakuman.match(Broken("broken"), "random", walls=4)
    for threads in (1, 2):
        env = hyakuman.VecEnv("tenhou", 4, [None, Broken("broken"), "random", "random"], threads=threads)
        with pytest.raises(ZeroDivisionError, match="of its own"):
            while True:
                env.recv()
                env.send(env.sample())
        with pytest.raises(RuntimeError, match="the agent broken: ZeroDivisionError: of its own"):
            env.recv()


def test_names_of_agents_in_python():
    for name in ("a,b", "a:b", "a=b", " a", "", 'a"'):
        with pytest.raises(ValueError, match="cannot be the name of an agent"):
            hyakuman.run(First(name), games=4)
    with pytest.raises(ValueError, match="an agent of the program is called ukeire"):
        hyakuman.run(First("ukeire"), games=4)
    assert set(hyakuman.run(First("my net 2"), games=4).agents) == {"my net 2"}


class Wrong:
    name = "b"

    def __init__(self, answer):
        self.answer = answer

    def act(self, obs, mask):
        return self.answer(mask)


def illegal_in_the_last_row(mask):
    actions = mask.argmax(axis=1)
    actions[-1] = np.flatnonzero(~mask[-1])[0]
    return actions


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (lambda mask: mask.argmax(axis=1).astype(float), TypeError, r"the agent b returned float64: act returns \(n,\) integers"),
        (lambda mask: mask.argmax(axis=1)[:, None], ValueError, r"the agent b returned the shape \(\d+, 1\) for \d+ decisions"),
        (lambda mask: 0, ValueError, r"the agent b returned the shape \(\)"),
        (lambda mask: None, TypeError, "the agent b returned object"),
        (lambda mask: np.full(len(mask), 124), ValueError, "the agent b chose action 124 in row 0, which is not legal"),
        (lambda mask: np.full(len(mask), -1), ValueError, "the agent b chose action -1 in row 0"),
        (illegal_in_the_last_row, ValueError, "the agent b chose action"),
    ],
)
def test_wrong_answers_are_refused_whoever_else_decides(answer, error, sentence):
    for others in (["random"] * 3, [First("a")] * 3):
        with pytest.raises(error, match=sentence):
            hyakuman.run([Wrong(answer), *others], games=8, threads=1)


def test_row_numbers_are_those_that_the_agent_got():
    rows = []

    def answer(mask):
        rows.append(len(mask))
        return illegal_in_the_last_row(mask)

    with pytest.raises(ValueError, match="in row") as raised:
        hyakuman.run([*[First("a")] * 3, Wrong(answer)], games=8, threads=1)
    assert f"in row {rows[-1] - 1}," in str(raised.value)


def test_matches_with_agents_in_python():
    result = hyakuman.match(First(), "ukeire", walls=12, tables="1v3,2v2")
    assert result.games == 12 * (4 + 6) and result.pairs[0].difference.interval[1] < 0
    first, second = First("a"), First("b")
    result = hyakuman.match(first, second, walls=3)
    assert result.pairs[0].difference.value == pytest.approx(0, abs=1e-3) and first.rows and second.rows
    with pytest.raises(ValueError, match="two different agents are called a"):
        hyakuman.match(First("a"), First("a"), walls=3)


def test_matches_are_recorded(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out, call = tmp_path / "sets", {"rules": "tenhou-east", "record": ["matches", "replays"], "out": tmp_path / "sets"}
    short = hyakuman.match("shanten", "random", walls=2, **call)
    longer = hyakuman.match("shanten", "random", walls=3, **call)
    assert longer == hyakuman.match("shanten", "random", walls=3, rules="tenhou-east") and short.games == 28
    listed = json.loads((out / "match.json").read_text())["sets"]
    assert [found["folder"] for found in listed] == ["1v3", "2v2-1", "2v2-2", "3v1"]
    assert parquet.read_table(out / "2v2-1" / "matches").num_rows == 12
    with pytest.raises(ValueError, match="holds something else than the data sets of this match"):
        hyakuman.match("shanten", "ukeire", walls=3, **call)
    for wrong, part in ({"record": "matches"}, "record and out go together"), ({"out": out}, "record and out"):
        with pytest.raises(ValueError, match=part):
            hyakuman.match("shanten", "random", walls=3, **wrong)
    with pytest.raises(ValueError, match="a match with shard or merge is not recorded"):
        hyakuman.match("shanten", "random", state=tmp_path / "state", shard=(0, 2), **call)


def test_wrong_arguments():
    for call in (
        lambda: hyakuman.run("ukeir"),
        lambda: hyakuman.run(["ukeire", "ukeire"]),
        lambda: hyakuman.record("x", tables=["match"]),
        lambda: hyakuman.match(First(), "ukeire", tables="5v1"),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (lambda: hyakuman.run([1, 2, 3, 4]), lambda: hyakuman.compare([], 5), lambda: hyakuman.VecEnv(agents=[None, 1, 2, First])):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: hyakuman.run(games=0), ValueError, "games=0 is not a whole number from 1"),
        (lambda: hyakuman.run(First(), games=0), ValueError, "games=0 is not a whole number from 1"),
        (lambda: hyakuman.run(games=-1), ValueError, "games=-1"),
        (lambda: hyakuman.run(games="10"), TypeError, "games='10'"),
        (lambda: hyakuman.run(seed=-1), ValueError, "seed=-1"),
        (lambda: hyakuman.run(seed=None), TypeError, "seed=None"),
        (lambda: hyakuman.run(threads=-1), ValueError, "threads=-1"),
        (lambda: hyakuman.run(rotate="no"), TypeError, "rotate='no' is not True or False"),
        (lambda: hyakuman.run(progress=5), TypeError, "progress=5 is not True, False, None or a function"),
        (lambda: hyakuman.run([]), ValueError, "give one for each seat"),
        (lambda: hyakuman.run(5), TypeError, "5 is no agent"),
        (lambda: hyakuman.run(First), TypeError, "First'> is no agent"),
        (lambda: hyakuman.run([None, 5, 5, 5]), TypeError, "None is no agent"),
        (lambda: hyakuman.run(rules=b"tenhou"), TypeError, "rules: b'tenhou' is not a path as text"),
        (lambda: hyakuman.run(rules=5), TypeError, "rules: 5"),
        (lambda: hyakuman.match(), ValueError, "2 to 8 agents"),
        (lambda: hyakuman.match(["ukeire", "shanten"], "random"), TypeError, "is no agent"),
        (lambda: hyakuman.match("ukeire", "random", walls=0), ValueError, "walls=0 is not a whole number from 1 to 1000000000"),
        (lambda: hyakuman.match(First(), "random", walls=-1), ValueError, "walls=-1"),
        (lambda: hyakuman.match("ukeire", "random", tables=1), TypeError, "tables=1"),
        (lambda: hyakuman.record("x", part_size=0), ValueError, "part_size=0"),
        (lambda: hyakuman.record("x", part_size=-1), ValueError, "part_size=-1"),
        (lambda: hyakuman.record("x", AGENTS, part_size=7), ValueError, "^part_size=7 would split"),
        (lambda: hyakuman.record("x", shard=(-2, 1)), ValueError, r"shard=\(-2, 1\) is not \(i, n\)"),
        (lambda: hyakuman.record("x", shard=0), TypeError, "shard=0"),
        (lambda: hyakuman.record("x", tables="match"), ValueError, "there is no table"),
        (lambda: hyakuman.record(5), TypeError, "path: 5"),
        (lambda: hyakuman.compare(["mleague"], games=0), ValueError, "games=0"),
        (lambda: hyakuman.compare({1: "mleague"}, games=8), TypeError, "the name 1 of a ruleset is not a text"),
        (lambda: hyakuman.run(games=8.0), TypeError, "games=8.0 is not a whole number"),
        (lambda: hyakuman.run(games=True), TypeError, "games=True is not a whole number"),
        (lambda: hyakuman.compare(["mleague"], until=0.02), TypeError, "until=0.02"),
        (lambda: hyakuman.compare(["tenhou"], games=8), ValueError, "the same rules as tenhou: name another variant"),
        (lambda: hyakuman.compare(["mleague"], games=8, pairs=True), ValueError, "leave out pairs"),
    ],
)
def test_wrong_arguments_get_a_sentence(call, error, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=sentence) as raised:
        call()
    assert "--" not in str(raised.value) and not list(tmp_path.iterdir())


def test_sentences_are_those_of_the_package(tmp_path):
    hyakuman.record(tmp_path / "a--set", games=8, part_size=4, tables="decisions", threads=1)
    with pytest.raises(ValueError, match="a--set holds this run already.* add resume=True to go on"):
        hyakuman.record(tmp_path / "a--set", games=8, part_size=4, tables="decisions")
    with pytest.raises(ValueError, match=r"play parts of \d+ matches or more"):
        hyakuman.record(tmp_path / "many", games=10**11, part_size=1)
    with pytest.raises(ValueError, match="leave out until$"):
        hyakuman.compare(["mleague"], until="kyoku=0.1", shard=(0, 2), state=tmp_path / "state")
    different = hyakuman.compare(["mleague"], games=np.int64(8))
    assert not [note for note in different.notes if "--" in note]


def test_progress_is_reported():
    seen = []
    hyakuman.run(games=40, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (40, 40) and seen == sorted(seen)

    def stop(done, of):
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError):
        hyakuman.run(games=10_000_000, progress=stop)


def test_interrupts_stop_a_run():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        hyakuman.run(games=10_000_000)
    timer.join()
    assert hyakuman.run(games=4).games == 4
