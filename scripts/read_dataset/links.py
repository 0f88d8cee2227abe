"""Checks that the tables agree with each other, for all families, and that decision rows are consistent, for families with
draws and discards: riichi, Toutenkou, and Yangzhou, which has no riichi sticks and fewer columns."""

import numpy as np


def whole(chunks):
    """All chunks of a table as one."""
    chunks = list(chunks)
    return {name: np.concatenate([rows[name] for rows in chunks]) for name in chunks[0]}


def check_tables(tables, agents, seats, stick):
    """Checks the tables against each other; `stick` is the value of a riichi stick."""
    matches, kyoku, wins, decisions = (tables[name] for name in ("matches", "kyoku", "wins", "decisions"))
    check_matches(matches, kyoku, seats, stick)
    check_wins(kyoku, wins, seats, stick)
    check_labels(decisions, matches, kyoku, wins, agents)
    check_replays(tables["replays"], decisions)
    check_oracle(tables["oracle"], decisions)


def check_rows(decisions, kyoku, rows, stick):
    """Checks the decision rows; `rows` is the module of the card that decodes them."""
    check_situation(decisions, kyoku, rows, stick)
    check_actions(decisions, rows)
    check_tiles(decisions, rows)


def by_seat(table, name, seats):
    """Array (rows, seats) of a quantity with one column per seat."""
    return np.column_stack([table[f"{name}_{seat}"] for seat in range(seats)])


def find(table, keys, of):
    """For each row of `of`, the index of the row of `table` with the same keys."""
    number = lambda rows: sum(rows[key].astype(np.int64) << shift for key, shift in zip(keys, (20, 0)))
    known, wanted = number(table), number(of)
    order = np.argsort(known)
    at = order[np.searchsorted(known[order], wanted).clip(max=len(known) - 1)]
    assert (known[at] == wanted).all(), f"keys {keys} that the other table does not have"
    return at


def check_matches(matches, kyoku, seats, stick):
    """Kyoku follow from one another; no point is made or lost."""
    before, delta = by_seat(kyoku, "before", seats), by_seat(kyoku, "delta", seats)
    scores, total = by_seat(matches, "score", seats), before[0].sum()
    assert (np.sort(by_seat(matches, "placement", seats), axis=1) == np.arange(1, seats + 1)).all(), "placements"
    assert (before.sum(axis=1) + stick * kyoku["kyotaku"] == total).all(), "points were made or lost in a kyoku"
    assert (scores.sum(axis=1) == total).all(), "points were made or lost at the end of a match"
    best = np.take_along_axis(scores, np.argsort(by_seat(matches, "placement", seats), axis=1), axis=1)
    assert (np.diff(best, axis=1) <= 0).all(), "placements are not in order of the scores"
    follows = kyoku["match"][1:] == kyoku["match"][:-1]
    assert ((before[1:] == (before + delta)[:-1]).all(axis=1) | ~follows).all(), "a kyoku does not follow from the last"
    number = kyoku["kyoku_number"].astype(int)
    assert (number[~np.r_[False, follows]] == 0).all() and (np.diff(number)[follows] == 1).all()
    drawn = np.isin(kyoku["result"], ("exhaustive", "nagashi"))
    assert not by_seat(kyoku, "tenpai", seats)[~drawn].any(), "tenpai in a kyoku that was not drawn"
    _, played = np.unique(kyoku["match"], return_counts=True)
    assert (played == matches["kyoku_played"]).all(), "matches.kyoku_played"
    last = np.r_[~follows, True]
    left = scores - (before + delta)[last]
    assert (left >= 0).all() and (left.sum(axis=1) % stick == 0).all(), "final scores"


def check_wins(kyoku, wins, seats, stick):
    """The changes of a won kyoku are those of its wins, less the sticks put down in it."""
    at = find(kyoku, ("match", "kyoku_number"), wins)
    assert (np.bincount(at, minlength=len(kyoku["match"])) == kyoku["wins"]).all(), "kyoku.wins"
    assert ((kyoku["wins"] > 0) == (kyoku["result"] == "win")).all(), "kyoku.result"
    paid = np.zeros((len(kyoku["match"]), seats), np.int64)
    np.add.at(paid, at, by_seat(wins, "delta", seats))
    put_down = paid - by_seat(kyoku, "delta", seats)
    riichi = by_seat(kyoku, "riichi", seats)
    won = kyoku["result"] == "win"
    assert np.isin(put_down[won], (0, stick)).all() and (riichi[won] | (put_down[won] == 0)).all(), "wins.delta"
    words = [0 if not names else len(names.split(" ")) for names in wins["yaku_names"]]
    assert [int(yaku).bit_count() for yaku in wins["yaku"]] == words and min(words) > 0, "wins.yaku"


def check_labels(decisions, matches, kyoku, wins, agents):
    """The labels agree with the other tables."""
    seat, of_match = decisions["seat"], find(matches, ("match",), decisions)
    of_kyoku = find(kyoku, ("match", "kyoku_number"), decisions)
    seats = int(seat.max()) + 1
    own = lambda table, name, at: by_seat(table, name, seats)[at, seat]
    assert (decisions["placement"] == own(matches, "placement", of_match)).all(), "decisions.placement"
    assert (decisions["rank_points"] == own(matches, "rank_points", of_match)).all(), "decisions.rank_points"
    assert (decisions["kyoku_delta"] == own(kyoku, "delta", of_kyoku)).all(), "decisions.kyoku_delta"
    assert (np.array(agents)[decisions["agent"]] == own(matches, "agent", of_match)).all(), "decisions.agent"
    at = find(kyoku, ("match", "kyoku_number"), wins)
    for name, column in (("won", "winner"), ("dealt_in", "from")):
        seen = np.zeros((len(kyoku["match"]), 256), bool)
        seen[at, wins[column]] = True
        assert (decisions[name] == seen[of_kyoku, seat]).all(), f"decisions.{name}"
    first = np.r_[True, np.diff(decisions["match"]) != 0]
    start = np.maximum.accumulate(np.where(first, np.arange(len(first)), 0))
    assert (decisions["step"] == np.arange(len(first)) - start).all(), "decisions.step"
    assert (np.unique(decisions["match"], return_counts=True)[1] == matches["decisions"]).all(), "matches.decisions"


def check_situation(decisions, kyoku, rows, stick):
    """Scores, sticks and counters are those of the kyoku so far."""
    at = find(kyoku, ("match", "kyoku_number"), decisions)
    in_riichi = decisions.get("riichi", np.zeros((len(at), rows.SEATS), np.uint8))
    paid = in_riichi[:, : rows.SEATS] & 3 == 2
    scores = by_seat(kyoku, "before", rows.SEATS)[at] - stick * paid
    asked = decisions["question"] < 4  # asked to stop the match, the kyoku has been paid already
    assert (by_seat(decisions, "score", rows.SEATS)[asked] == scores[asked]).all(), "decisions.score"
    if "kyotaku" in decisions:
        assert (decisions["kyotaku"] == kyoku["kyotaku"][at] + paid.sum(axis=1))[asked].all(), "decisions.kyotaku"
    for name in {"kyoku", "honba", "repeat"} & decisions.keys():
        assert (decisions[name] == kyoku[name][at])[asked].all(), f"decisions.{name}"


def check_actions(decisions, rows):
    """The action is legal; legal discards are in the hand."""
    legal, action = rows.legal_actions(decisions), decisions["action"]
    assert legal[np.arange(len(action)), action].all(), "an action that is not legal"
    assert (legal.sum(axis=1) >= 2).all(), "a decision without a choice"
    held = rows.count_tiles(decisions["hand"]) > 0
    for first in rows.DISCARDS:
        assert (held | ~legal[:, first : first + rows.TILES]).all(), "a discard that is not in the hand"
    choice = (decisions["question"] == 0) & (decisions["drawn"] != rows.NONE)
    if "riichi" in decisions:
        choice &= rows.from_seat(decisions["riichi"], decisions)[:, 0] == 0
    assert (held == legal[:, : rows.TILES])[choice].all(), "a tile of the hand that may not be discarded"
    thrown = rows.discarded(decisions)
    has = rows.count_tiles(np.column_stack([decisions["hand"], decisions["drawn"]]))
    made = thrown != rows.NONE
    assert (has[made, thrown[made]] > 0).all(), "discarded() is wrong"
    assert (legal[:, rows.DRAWN] <= (decisions["drawn"] != rows.NONE)).all(), "no tile was drawn"


def check_tiles(decisions, rows):
    """Hands have the right size; no seat sees five tiles of a kind."""
    tile, seat, drawn, called = rows.discards(decisions)
    sort, feeder, sets = rows.melds(decisions)
    held, own = rows.count_tiles(decisions["hand"]), rows.from_seat(sort, decisions)[:, 0]
    size = held.sum(axis=1) + 3 * (own > 0).sum(axis=1) + (decisions["drawn"] != rows.NONE)
    turn = decisions["question"] == 0
    assert (size[turn] == 14).all() and (size[(decisions["question"] > 0) & (decisions["question"] < 4)] == 13).all(), "hand"
    parts = [held, rows.count_tiles(decisions["drawn"][:, None])]
    parts += [rows.count_tiles(decisions[name]) for name in ("indicators",) if name in decisions]
    parts += [rows.count_tiles(np.where(called, rows.NONE, tile)), rows.count_tiles(sets.reshape(len(sets), -1))]
    seen = sum(part.astype(int) for part in parts)
    seen[:, [4, 13, 22]] += seen[:, 34:37]
    assert seen.max() <= 4, "a fifth tile of a kind"
    assert (called.sum(axis=1) == ((sort > 0) & (sort < 5)).sum(axis=(1, 2))).all(), "discards called and open sets"
    open_sets = (sort > 0) & (sort < 5)
    assert (feeder != np.arange(4)[None, :, None])[open_sets].all(), "a set fed by its own seat"
    assert (np.diff((tile != rows.NONE).astype(int), axis=1) <= 0).all(), "a gap in the discards"
    if "riichi_at" in decisions:
        at = rows.from_seat(decisions["riichi_at"], decisions)[:, 0]
        declared = at != rows.NONE
        assert (seat[declared, at[declared]] == decisions["seat"][declared]).all(), "riichi_at"


def check_oracle(oracle, decisions):
    """Each row shows what the seat of a decision could not see; its own hand is the hand of the decision."""
    for key in ("match", "step", "kyoku_number", "seat"):
        assert (oracle[key] == decisions[key]).all(), f"oracle.{key}"
    assert ((oracle["draws"] != 255).sum(axis=1) > 0).any(), "oracle.draws"
    if "hands" in oracle:
        row = np.arange(len(oracle["seat"]))
        own = oracle["hands"].reshape(-1, 4, 14)[row, oracle["seat"]]
        full = (own != 255).sum(axis=1)
        held = (decisions["hand"] != 255).sum(axis=1) + (decisions["drawn"] != 255)
        assert (full >= held).all() and (full == held).mean() > 0.9, "oracle.hands"


def check_replays(replays, decisions):
    """The actions of a match are those of its decisions."""
    bounds = np.flatnonzero(np.diff(decisions["match"])) + 1
    actions = [part.tobytes() for part in np.split(decisions["action"], bounds)]
    assert list(replays["actions"]) == actions, "replays.actions"
