"""The metrics of docs/metrics.md that follow from the tables, for a player and for the table."""

import numpy as np

ENDS = ["played", "sudden_death", "bust", "reached", "stopped"]
SEATS = ["first", "second", "third", "fourth"]


def player(tables, seats, units_a_point):
    """Metrics of the player in these seats, each with the matches in which the player has it."""
    matches, kyoku, wins = (tables[name] for name in ("matches", "kyoku", "wins"))
    first = matches["match"][0]
    scores = np.concatenate([matches[f"score_{seat}"][of] for seat, of in seats])
    kinds = {"riichi": [], "call": [], "closed": []}
    won = {"riichi": [], "call": []}
    for seat, of in seats:
        hands = of[kyoku["match"] - first]
        keys = list(zip(kyoku["match"][hands], kyoku["kyoku_number"][hands]))
        mine = wins["winner"] == seat
        winning = {*zip(wins["match"][mine], wins["kyoku_number"][mine])}
        won_here = np.array([key in winning for key in keys])
        riichi = kyoku[f"riichi_{seat}"][hands].astype(bool)
        call = kyoku[f"open_{seat}"][hands].astype(bool) & ~riichi
        changes = kyoku[f"delta_{seat}"][hands]
        for kind, of_kind in ("riichi", riichi), ("call", call), ("closed", ~riichi & ~call):
            kinds[kind].append(changes[of_kind])
            if kind in won:
                won[kind].append(won_here[of_kind])
    found = {"below_zero": mean(scores < 0)}
    found |= {f"{kind}_points": mean(np.concatenate(of) / units_a_point) for kind, of in kinds.items()}
    return found | {f"{kind}_win": mean(np.concatenate(of)) for kind, of in won.items()}


def table(tables, regular, seats, units_a_point):
    """Metrics of whole matches with this number of regular kyoku."""
    matches, kyoku, wins = (tables[name] for name in ("matches", "kyoku", "wins"))
    columns = {
        name: np.array([matches[f"{name}_{seat}"] for seat in range(seats)]) for name in ("score", "rank_points")
    }
    points = columns["rank_points"] / 1000
    late = kyoku["kyoku"] >= regular
    games = len(matches["match"])
    found = {
        "extension": len({*kyoku["match"][late]}) / games,
        "extension_kyoku": late.mean(),
        "spread": (columns["score"] / units_a_point).std(axis=0).mean(),
        "rank_variance": points.var(axis=0).mean(),
    }
    for seat in range(seats):  # the first seat is the first dealer
        others = np.delete(points, seat, axis=0).mean(axis=0)
        found[f"{SEATS[seat]}_seat"] = (points[seat] - others).mean()
    found |= {f"end_{end}": mean(matches["ended"] == end) for end in ENDS}
    changes = np.array([kyoku[f"delta_{seat}"] for seat in range(seats)])
    of_dealer = changes[kyoku["dealer"], np.arange(len(kyoku["dealer"]))]
    others = (changes.sum(axis=0) - of_dealer) / (seats - 1)
    found["dealer"] = ((of_dealer - others) / units_a_point).mean()
    winners = {}
    for key in zip(wins["match"], wins["kyoku_number"], wins["from"], wins["tile"]):
        if key[2] != 255:
            winners[key] = winners.get(key, 0) + 1
    many = list(winners.values())
    found |= {name: many.count(number) / len(late) for name, number in (("double_ron", 2), ("triple_ron", 3))}
    return found | comebacks(matches, kyoku, regular, seats)


def comebacks(matches, kyoku, regular, seats):
    """Who leads and who is last when the last regular kyoku is dealt, and their placements."""
    deals = (kyoku["kyoku"] == regular - 1) & (kyoku["repeat"] == 0) & (regular > 1)
    before = np.array([kyoku[f"before_{seat}"][deals] for seat in range(seats)])
    places = np.array([matches[f"placement_{seat}"] for seat in range(seats)])
    places = places[:, kyoku["match"][deals] - matches["match"][0]]
    each = np.arange(deals.sum())
    leader, last = before.argmax(axis=0), seats - 1 - before[::-1].argmin(axis=0)
    return {
        "last_kyoku": deals.sum() / len(matches["match"]),
        "comeback": mean(places[leader, each] != 1),
        "last_to_first": mean(places[last, each] == 1),
    }


def mean(values):
    """The mean; `None` of nothing."""
    return values.mean() if len(values) else None
