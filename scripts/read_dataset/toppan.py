"""Checks that decision rows of Toppan are consistent and agree with their hand, under the ruleset `toppan`."""

import links
import numpy as np

SEATS, TILES, NONE, HIDDEN = 4, 37, 255, 254
# The codes of the legal actions by question.
ANSWERS = {0: range(3, 6), 1: range(0, 3), 2: range(6, 8)}
# Minimum value of each tile code in half points: manzu, pinzu, souzu, honors, red fives; 0 for no or a hidden tile.
WORTH = np.zeros(256, int)
WORTH[:TILES] = [2 * number for number in range(1, 10)] * 3 + [1] * 7 + [10] * 3
LIMIT, OWN_WIND_AS_TEN = 21, 19


def check_rows(decisions, kyoku):
    """All checks."""
    tiles = decisions["tiles"].reshape(len(decisions["tiles"]), SEATS, -1)
    check_situation(decisions, kyoku)
    check_actions(decisions)
    check_tiles(decisions, tiles)
    check_sums(decisions, tiles)


def check_situation(decisions, kyoku):
    """Scores and counters are those of the hand; asked whether to deal again, it has been paid already."""
    at, asked = links.find(kyoku, ("match", "kyoku_number"), decisions), decisions["question"] < 2
    before, delta = (links.by_seat(kyoku, name, SEATS)[at] for name in ("before", "delta"))
    scores = np.where(asked[:, None], before, before + delta)
    assert (links.by_seat(decisions, "score", SEATS) == scores).all(), "decisions.score"
    for name in ("kyoku", "honba", "repeat"):
        assert (decisions[name] == kyoku[name][at])[asked].all(), f"decisions.{name}"
    child = (decisions["kyoku"] % SEATS)[:, None] != np.arange(SEATS)
    assert (decisions["bets"][~child] == NONE).all(), "a bet of the dealer"
    assert ((decisions["bets"] != NONE) | ~child)[decisions["question"] > 0].all(), "a child without a bet"


def check_actions(decisions):
    """The action is legal, there is another legal one, and all answer the question."""
    legal, action = np.unpackbits(decisions["legal"], axis=1, bitorder="little").view(bool), decisions["action"]
    assert legal[np.arange(len(action)), action].all(), "an action that is not legal"
    assert (legal.sum(axis=1) >= 2).all(), "a decision without a choice"
    for question, codes in ANSWERS.items():
        answers = np.isin(np.arange(256), codes)
        assert not legal[decisions["question"] == question][:, ~answers].any(), f"an answer to question {question}"
    dealer = decisions["seat"] == decisions["kyoku"] % SEATS
    assert (~dealer)[decisions["question"] == 0].all() and dealer[decisions["question"] == 2].all(), "who was asked"


def check_tiles(decisions, tiles):
    """The own first tile is visible, only first tiles are hidden, and no seat sees five tiles of a kind."""
    rows, held = np.arange(len(tiles)), tiles != NONE
    own = tiles[rows, decisions["seat"]]
    assert (own[:, 0] < TILES).all() and (tiles[:, :, 1:] != HIDDEN).all(), "a hidden tile"
    # Each child bets with its first tile, before the next one draws.
    assert (held[:, :, 0] | (decisions["question"] == 0)[:, None]).all(), "a seat without a tile"
    assert (np.diff(held.astype(int), axis=2) <= 0).all(), "a gap in the tiles"
    seen = decisions["indicators"].astype(int) + decisions["gone"]
    for tile in range(TILES):
        seen[:, tile] += (tiles == tile).sum(axis=(1, 2))
    seen[:, [4, 13, 22]] += seen[:, 34:37]
    assert seen[:, :34].max() <= 4, "a fifth tile of a kind"


def check_sums(decisions, tiles):
    """The sums are those of the tiles."""
    rows, dealer = np.arange(len(tiles)), decisions["kyoku"] % SEATS
    own, wind = tiles[rows, decisions["seat"]], 27 + (decisions["seat"].astype(int) - dealer) % SEATS
    least = WORTH[own].sum(axis=1)
    as_ten = (own == wind[:, None]).any(axis=1) & (least + OWN_WIND_AS_TEN <= LIMIT)
    assert (decisions["sum"] == least + OWN_WIND_AS_TEN * as_ten).all(), "decisions.sum"
    shown = WORTH[tiles[rows, dealer]][:, 1:].sum(axis=1)
    assert (decisions["dealer_shows"] == shown)[decisions["question"] == 1].all(), "decisions.dealer_shows"
