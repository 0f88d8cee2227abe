"""The tables give the same counts and rates as `hyakuman run --json`."""

import metrics as of_metrics
import numpy as np

PLACES = ["first", "second", "third", "fourth"]
RESULTS = ["won", "exhaustive", "nagashi", "kyuushu", "suufon", "suucha", "suukan", "sanchahou", "redraw"]


def check(tables, run, regular, units_a_point):
    """Checks everything except the intervals. `regular` is the number of kyoku without an extension, `units_a_point` the number
    of units per point in the tables."""
    matches, kyoku, wins = tables["matches"], tables["kyoku"], tables["wins"]
    assert len(matches["match"]) == run["games"], "matches are not as many as games"
    assert len(tables["decisions"]["match"]) == matches["decisions"].sum() == run["decisions"], "decisions"
    for agent in run["by_agent"]:
        seats = [(seat, matches[f"agent_{seat}"] == agent["agent"]) for seat in range(seats_of(matches))]
        player(tables, seats, agent, agent["agent"], units_a_point)
    for seat in run["by_seat"]:
        everywhere = np.ones(len(matches["match"]), bool)
        player(tables, [(seat["seat"], everywhere)], seat, f"seat {seat['seat']}", units_a_point)
    results = np.where(kyoku["result"] == "win", "won", kyoku["result"])
    rates = {result: np.mean(results == result) for result in RESULTS}
    rates |= {"kyoku": len(kyoku["match"]) / run["games"], "decisions": run["decisions"] / run["games"]}
    rates |= {"drawn": kyoku["draws"].mean(), "wins": len(wins["match"]) / max(1, (kyoku["wins"] > 0).sum())}
    rates |= of_metrics.table(tables, regular, seats_of(matches), units_a_point)
    reported = run["table"]
    if run["family"] == "toppan":  # it has no ron
        for name in ("double_ron", "triple_ron"):
            del rates[name]
        reported = {name: rate for name, rate in reported.items() if name in rates}
    compare(rates, reported, "the table")


def seats_of(matches):
    """The number of seats."""
    return sum(name.startswith("agent_") for name in matches)


def player(tables, seats, reported, name, units_a_point):
    """Checks the counts of the player in these seats in these matches."""
    matches, kyoku, wins, decisions = (tables[name] for name in ("matches", "kyoku", "wins", "decisions"))
    first = matches["match"][0]

    def gather(table, column):
        return np.concatenate([table[f"{column}_{seat}"][of[table["match"] - first]] for seat, of in seats])

    def own(table, column):
        return np.any([(table[column] == seat) & of[table["match"] - first] for seat, of in seats], axis=0)

    placement, hands = gather(matches, "placement"), len(gather(kyoku, "riichi"))
    won, fed = own(wins, "winner"), own(wins, "from")
    deals_in = len({*zip(wins["match"][fed], wins["kyoku_number"][fed], wins["from"][fed])})
    paid = -sum(wins[f"delta_{seat}"][own(wins, "from") & (wins["from"] == seat)].sum() for seat, _ in seats)
    places = [int((placement == place + 1).sum()) for place in range(seats_of(matches))]
    counts = {"games": len(placement), "hands": hands, "wins": int(won.sum()), "placements": places}
    assert {key: reported[key] for key in counts} == counts, f"{name}: {counts}"
    over = np.concatenate([kyoku["result"][of[kyoku["match"] - first]] for _, of in seats])
    exhausted = over == "exhaustive"
    rates = {
        "placement": placement.mean(),
        "rank_points": gather(matches, "rank_points").mean() / 1000,
        "win": won.sum() / hands,
        "deal_in": deals_in / hands,
        "riichi": gather(kyoku, "riichi").mean(),
        "riichi_declared": (own(decisions, "seat") & declares(decisions)).sum() / hands,
        "call": gather(kyoku, "open").mean(),
        "draw": (over != "win").mean(),
        "tenpai": gather(kyoku, "tenpai")[exhausted].mean() if exhausted.any() else None,
        "tsumo": (wins["from"][won] == 255).mean() if won.any() else None,
        "win_points": wins["points"][won].mean() / units_a_point if won.any() else None,
        "deal_in_points": paid / deals_in / units_a_point if deals_in else None,
        "decisions": own(decisions, "seat").sum() / len(placement),
    }
    rates |= {PLACES[place]: count / len(placement) for place, count in enumerate(places)}
    rates |= of_metrics.player(tables, seats, units_a_point)
    compare(rates, reported["rates"], name)


def declares(decisions):
    """Whether each decision declares riichi: actions 64 to 101, in a game that has riichi."""
    return (decisions["action"] >= 64) & (decisions["action"] <= 101) & ("riichi" in decisions)


def compare(found, reported, name):
    """Compares rates by name; both must have the same names."""
    assert found.keys() == reported.keys(), f"{name}: rates {found.keys() ^ reported.keys()}"
    for rate, value in found.items():
        said = reported[rate] and reported[rate]["value"]
        exact = 0.001 if rate == "spread" else 1e-9  # the spread of a match is counted in thousandths
        same = value is said is None or (None not in (value, said) and np.isclose(value, said, rtol=1e-9, atol=exact))
        assert same, f"{name}: {rate} is {value} in the tables, {said} in the statistics"
