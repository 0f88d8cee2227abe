"""Functions on arrays of hands."""

import json

import numpy as np
import pytest

import hyakuman


def hands(*texts):
    return np.stack([hyakuman.tiles(text) for text in texts])


def test_known_hands():
    counts = hands("123m456p789s1122z", "19m19p19s1234567z", "1133557799m224p")
    assert hyakuman.shanten(counts).tolist() == [0, 0, 0]
    assert hyakuman.ukeire(counts).sum(axis=1).tolist() == [4, 39, 3]
    assert hyakuman.waits(counts).sum(axis=1).tolist() == [2, 13, 1]
    assert hyakuman.waits(counts).dtype == np.bool_


def test_rules_decide_the_forms():
    hand = hyakuman.tiles("1133557799m224p")
    assert hyakuman.shanten(hand).item() == 0
    assert hyakuman.shanten(hand, "yangzhou").item() == 3


def test_a_text_is_one_hand():
    assert hyakuman.shanten("123m456p789s1122z").item() == 0
    win = {"hand": "234m067p234s33s55z", "win": "5z", "by": "tsumo", "seat": "S", "round": "E", "dora": "1m"}
    listed = {**win, "hand": "2m 3m 4m 0p 6p 7p 2s 3s 4s 3s 3s 5z 5z".split(), "dora": ["1m"]}
    assert hyakuman.score(win) == hyakuman.score(listed)


def test_any_shape_and_integer_type():
    hand = hyakuman.tiles("123m456p789s1122z")
    for dtype in (np.uint8, np.int8, np.int32, np.int64, np.uint16):
        many = np.broadcast_to(hand.astype(dtype), (2, 3, 34))
        assert hyakuman.shanten(many).shape == (2, 3)
        assert hyakuman.ukeire(many).shape == (2, 3, 34)
    strided = np.zeros((4, 68), np.uint8)
    strided[:, ::2] = hand
    assert hyakuman.shanten(strided[:, ::2]).tolist() == [0] * 4
    assert hyakuman.shanten(np.zeros((0, 34), int)).shape == (0,)


def test_seen_tiles_are_not_left():
    hand = hyakuman.tiles("123m456p789s1122z")
    seen = hyakuman.tiles("1z1z")
    left = hyakuman.ukeire(hand, seen=seen)
    assert (left[27], left[28]) == (0, 2)


@pytest.mark.parametrize(
    ("counts", "error", "sentence"),
    [
        (np.zeros((2, 33), int), ValueError, r"shape \(\.\.\., 34\)"),
        (np.zeros((2, 34)), TypeError, "integers"),
        (np.full((1, 34), -1), ValueError, "row 0 has a count that is not 0 to 4"),
        (np.full((1, 34), 260), ValueError, "row 0 has a count that is not 0 to 4"),
        (np.zeros((3, 34), np.uint8), ValueError, "row 0 has 0 tiles"),
        (np.full((1, 34), 9, np.uint8), ValueError, "row 0 has 9 of 1m; there are four"),
    ],
)
def test_bad_hands_are_named(counts, error, sentence):
    with pytest.raises(error, match=sentence):
        hyakuman.shanten(counts)


def test_toppan_has_no_shanten():
    with pytest.raises(ValueError, match="no shanten"):
        hyakuman.shanten(hyakuman.tiles("1m"), "toppan")


def test_score():
    hand = {
        "hand": ["2m", "3m", "4m", "0p", "6p", "7p", "3s", "3s", "5z", "5z"],
        "win": "5z",
        "melds": [{"type": "pon", "tiles": ["7z", "7z", "7z"]}],
        "by": "ron",
        "from": "W",
        "seat": "S",
        "round": "E",
        "dora": ["1m"],
    }
    values = hyakuman.score([hand, hand])
    assert [value["points"] for value in values] == [7700, 7700]
    with pytest.raises(ValueError, match="hand 1: `hand` is missing"):
        hyakuman.score([hand, {}])
    assert hyakuman.score(hand) == values[:1]
    text = f"{json.dumps(hand)}\n\n{json.dumps(hand)}\n \n"
    assert hyakuman.score(text) == values
    with pytest.raises(ValueError, match="hand 4: `hand` is missing"):
        hyakuman.score(text + "{}")
    of_numpy = hand | {"honba": np.int64(2)}
    assert hyakuman.score(of_numpy) == hyakuman.score(hand | {"honba": 2})
    for wrong in (["2m3m"], [5], 5):
        with pytest.raises(TypeError, match="with keys such as 'hand' and 'win'"):
            hyakuman.score(wrong)


def test_tiles_of_a_hand():
    with pytest.raises(ValueError, match="'111111m' has 6 of one kind of tile; there are four"):
        hyakuman.tiles("111111m")
    with pytest.raises(TypeError, match="tiles are a text"):
        hyakuman.tiles(5)
    hand = hyakuman.tiles("123m456p789s1122z")
    for seen, error in ((np.full(34, 9), ValueError), (np.zeros(33, int), ValueError), (np.zeros(34), TypeError)):
        with pytest.raises(error, match="^seen"):
            hyakuman.ukeire(hand, seen=seen)
