//! The actions of riichi mahjong and their codes.
//!
//! [`ACTIONS`] lists them. The codes are part of the record format. They are arranged so that the
//! actions of one group fill one word of the mask.

use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::common::codes::{
    self, CHI, DAIMINKAN, KAN, LAST_KAN, PASS, PON, RIICHI, RIICHI_TSUMOGIRI, RON, TSUMO, TSUMOGIRI,
};
use hyakuman_core::game::ActionCodes;
use hyakuman_core::{Kind, KindSet, Tile};
use std::fmt;

/// One thing a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Discard from the hand.
    Discard(Tile),
    /// Discard the tile just drawn.
    Tsumogiri,
    /// Let a discard pass.
    Pass,
    /// Win with the tile just drawn.
    Tsumo,
    /// Win with the tile of another seat.
    Ron,
    /// Abort with nine different terminals and honors.
    Kyuushu,
    /// Call for a sequence.
    Chi {
        /// The place of the called tile in the sequence.
        side: ChiSide,
        /// Uses a red five from the hand.
        red: bool,
    },
    /// Call for a triplet, with this number of red fives from the hand.
    Pon {
        /// Red fives from the hand, 0 to 2.
        reds: u8,
    },
    /// Call for a kan.
    Daiminkan,
    /// Set a tile aside: the one with this place in [`Variant::NUKI_TILES`](super::variant::Variant::NUKI_TILES), 0 to 4. In riichi mahjong 0, a north.
    Nuki(u8),
    /// Play on where the dealer may stop the match.
    Continue,
    /// Stop the match.
    Stop,
    /// Declare riichi and discard from the hand.
    Riichi(Tile),
    /// Declare riichi and discard the tile just drawn.
    RiichiTsumogiri,
    /// Lay the hand open with the riichi that is declared next (オープン立直).
    OpenRiichi,
    /// A kan on one's own turn: of four concealed tiles, or the fourth to a pon.
    Kan(Kind),
    /// Pick a tile for the exchange.
    Exchange(Tile),
}

/// The code of [`Action::OpenRiichi`].
pub(crate) const OPEN_RIICHI: u8 = RIICHI_TSUMOGIRI + 1;

/// First code of the group that takes a tile of the exchange.
pub(crate) const EXCHANGE: u8 = 192;

/// The codes of [`Action::Nuki`] by its number. Code 52 is of the one tile that riichi mahjong sets aside, the north.
pub(crate) const NUKI_CODES: [u8; 5] = [52, 55, 56, 57, 58];

/// All codes of setting a tile aside, as a part of the first word of a mask.
pub(crate) const NUKI_WORD: u64 = {
    let (mut word, mut i) = (0, 0);
    while i < NUKI_CODES.len() {
        word |= 1 << NUKI_CODES[i];
        i += 1;
    }
    word
};

/// The faces of these kinds as the low 37 bits: each kind, and the red fives of its fives.
#[inline]
pub(crate) fn faces_of(kinds: KindSet) -> u64 {
    kinds.bits() | red_faces(kinds)
}

/// The red faces of the fives among these kinds, as bits 34 to 36.
#[inline]
pub(super) fn red_faces(kinds: KindSet) -> u64 {
    // One product makes three shifts; no other of its bits fall on bits 34 to 36.
    ((kinds & KindSet::FIVES).bits() * (1 << 30 | 1 << 22 | 1 << 14)) & 0b111 << 34
}

/// All codes of riichi mahjong, in rising order.
pub const ACTIONS: &[ActionCodes] = &codes::merged::<{ codes::SHARED.len() + OWN.len() }>(codes::SHARED, OWN);

/// The codes that are not in [`codes::SHARED`].
const OWN: &[ActionCodes] = &[
    ActionCodes::range(0, 36, "discard this tile from the hand"),
    ActionCodes::one(41, "abort the kyoku with nine different terminals and honors"),
    ActionCodes::range(45, 47, "the same with a red five of one's own"),
    ActionCodes::range(PON, 50, "pon with 0, 1, 2 red fives of one's own"),
    ActionCodes::one(52, "set a north aside (nuki)"),
    ActionCodes::one(53, "go on, where the rules let the dealer stop the match"),
    ActionCodes::one(54, "stop the match"),
    ActionCodes::range(RIICHI, 100, "declare riichi and discard this tile from the hand"),
    ActionCodes::one(RIICHI_TSUMOGIRI, "declare riichi and discard the tile just drawn"),
    ActionCodes::one(OPEN_RIICHI, "lay the hand open with the riichi that is declared next"),
    ActionCodes::range(EXCHANGE, 228, "pick this tile for the exchange"),
];

impl Action {
    /// Set a north aside: the one such action of riichi mahjong.
    pub const NUKI_NORTH: Action = Action::Nuki(0);

    /// The code, 0 to 228.
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Action::Discard(tile) => tile.code(),
            Action::Tsumogiri => TSUMOGIRI,
            Action::Pass => PASS,
            Action::Tsumo => TSUMO,
            Action::Ron => RON,
            Action::Kyuushu => 41,
            Action::Chi { side, red } => CHI + side as u8 + 3 * red as u8,
            Action::Pon { reds } => PON + reds,
            Action::Daiminkan => DAIMINKAN,
            Action::Nuki(number) => NUKI_CODES[number as usize],
            Action::Continue => 53,
            Action::Stop => 54,
            Action::Riichi(tile) => RIICHI + tile.code(),
            Action::RiichiTsumogiri => RIICHI_TSUMOGIRI,
            Action::OpenRiichi => OPEN_RIICHI,
            Action::Kan(kind) => KAN + kind.code(),
            Action::Exchange(tile) => EXCHANGE + tile.code(),
        }
    }

    /// Whether it is a discard that declares riichi.
    pub const fn declares_riichi(self) -> bool {
        matches!(self, Action::Riichi(_) | Action::RiichiTsumogiri)
    }

    /// The action with this code, if there is one.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Action> {
        Some(match code {
            0..=36 => Action::Discard(Tile::of(code)),
            TSUMOGIRI => Action::Tsumogiri,
            PASS => Action::Pass,
            TSUMO => Action::Tsumo,
            RON => Action::Ron,
            41 => Action::Kyuushu,
            CHI..=47 => Action::Chi { side: ChiSide::ALL[(code - CHI) as usize % 3], red: code >= CHI + 3 },
            PON..=50 => Action::Pon { reds: code - PON },
            DAIMINKAN => Action::Daiminkan,
            52 => Action::NUKI_NORTH,
            55..=58 => Action::Nuki(code - 54),
            53 => Action::Continue,
            54 => Action::Stop,
            RIICHI..=100 => Action::Riichi(Tile::of(code - RIICHI)),
            RIICHI_TSUMOGIRI => Action::RiichiTsumogiri,
            OPEN_RIICHI => Action::OpenRiichi,
            KAN..=LAST_KAN => Action::Kan(Kind::of(code - KAN)),
            EXCHANGE..=228 => Action::Exchange(Tile::of(code - EXCHANGE)),
            _ => return None,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Discard(tile) => write!(f, "discard {tile}"),
            Action::Tsumogiri => f.write_str("discard the drawn tile"),
            Action::Pass => f.write_str("pass"),
            Action::Tsumo => f.write_str("tsumo"),
            Action::Ron => f.write_str("ron"),
            Action::Kyuushu => f.write_str("abort with nine terminals"),
            Action::Chi { side, red } => {
                write!(f, "chi (called tile {side}{})", if *red { ", red five" } else { "" })
            }
            Action::Pon { reds } => write!(f, "pon ({reds} red)"),
            Action::Daiminkan => f.write_str("kan of a discard"),
            Action::Nuki(0) => f.write_str("set a north aside"),
            Action::Nuki(number) => write!(f, "set tile {number} of those that may be set aside"),
            Action::Continue => f.write_str("play on"),
            Action::Stop => f.write_str("stop the match"),
            Action::Riichi(tile) => write!(f, "riichi with {tile}"),
            Action::RiichiTsumogiri => f.write_str("riichi with the drawn tile"),
            Action::OpenRiichi => f.write_str("open riichi"),
            Action::Kan(kind) => write!(f, "kan of {kind}"),
            Action::Exchange(tile) => write!(f, "give {tile} away"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_a_bijection() {
        let actions: Vec<Action> = (0..=255).filter_map(Action::from_code).collect();
        assert_eq!(actions.len(), 37 + 18 + 4 + 37 + 2 + 34 + 37);
        for action in actions {
            assert_eq!(Action::from_code(action.code()), Some(action));
        }
    }

    #[test]
    fn the_list_has_every_code_of_riichi_once_in_order() {
        let listed: Vec<u8> = ACTIONS.iter().flat_map(|codes| codes.first..=codes.last).collect();
        let is_of_riichi = |action| !matches!(action, Action::Nuki(1..));
        let codes = (0..=255).filter(|&code| Action::from_code(code).is_some_and(is_of_riichi));
        assert_eq!(listed, codes.collect::<Vec<_>>());
    }
}
