//! The action codes shared by all games of draws and discards. Part of the record format.
//!
//! Of the claims on a discard the one with the highest code comes first: pon and kan before chi, all before a pass.

use crate::game::ActionCodes;

/// Discard the tile just drawn. A lower code discards the tile of that code from the hand.
pub const TSUMOGIRI: u8 = 37;
/// Pass: claim nothing.
pub const PASS: u8 = 38;
/// Win with the tile just drawn.
pub const TSUMO: u8 = 39;
/// Win with the tile of another seat.
pub const RON: u8 = 40;
/// The first of three: call for a sequence, by where the called tile lies in it.
pub const CHI: u8 = 42;
/// Call for a triplet.
pub const PON: u8 = 48;
/// Call for a kan.
pub const DAIMINKAN: u8 = 51;
/// The first of the declarations of riichi (riichi mahjong, Toutenkou), by the tile discarded as in discards.
pub const RIICHI: u8 = 64;
/// Declare riichi and discard the tile just drawn.
pub const RIICHI_TSUMOGIRI: u8 = RIICHI + TSUMOGIRI;
/// The first of the kans on one's own turn, by kind.
pub const KAN: u8 = 128;
/// The last of them.
pub const LAST_KAN: u8 = KAN + 33;

/// In place of the code of a tile: none.
pub const NO_TILE: u8 = 255;

/// The codes that have the same meaning in all these games, in rising order.
pub const SHARED: &[ActionCodes] = &[
    ActionCodes::one(TSUMOGIRI, "discard the tile just drawn (tsumogiri)"),
    ActionCodes::one(PASS, "pass"),
    ActionCodes::one(TSUMO, "win with the tile just drawn (tsumo)"),
    ActionCodes::one(RON, "win with the tile of another seat (ron)"),
    ActionCodes::one(CHI, "chi, the called tile the lowest of the three"),
    ActionCodes::one(CHI + 1, "chi, the called tile in the middle"),
    ActionCodes::one(CHI + 2, "chi, the called tile the highest"),
    ActionCodes::one(DAIMINKAN, "kan with the discard (daiminkan)"),
    ActionCodes::range(
        KAN,
        LAST_KAN,
        "kan of this kind on one's own turn: concealed, or added to a pon; a hand never has both",
    ),
];

/// Two lists of codes in rising order as one; `N` is the length of both together.
pub const fn merged<const N: usize>(a: &[ActionCodes], b: &[ActionCodes]) -> [ActionCodes; N] {
    assert!(N == a.len() + b.len(), "as many codes as in both lists");
    let (mut codes, mut i, mut j) = ([ActionCodes::one(0, ""); N], 0, 0);
    while i + j < N {
        let from_a = j == b.len() || i < a.len() && a[i].first < b[j].first;
        codes[i + j] = if from_a { a[i] } else { b[j] };
        (i, j) = (i + from_a as usize, j + !from_a as usize);
    }
    codes
}
