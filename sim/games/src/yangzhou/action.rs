//! The actions of Yangzhou mahjong and their codes: those of riichi mahjong, as far as the game has them.
//!
//! [`ACTIONS`] lists them. The codes are part of the record format.

use crate::game::ActionCodes;
use crate::table::calls::ChiSide;
use hyakuman_core::Kind;
use std::fmt;

/// One thing a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Discard from the hand.
    Discard(Kind),
    /// Discard the tile just drawn.
    Tsumogiri,
    /// Let a tile pass.
    Pass,
    /// Win with the tile just drawn.
    Tsumo,
    /// Win with the tile of another seat.
    Ron,
    /// Call for a sequence.
    Chi(ChiSide),
    /// Call for a triplet.
    Pon,
    /// Call for a kan.
    Daiminkan,
    /// A kan on one's own turn: of four concealed tiles, or the fourth to a pon.
    Kan(Kind),
}

/// First code of the kans on one's own turn.
pub(super) const KAN: u8 = 128;

/// All codes, in rising order.
pub const ACTIONS: &[ActionCodes] = &[
    codes(0, 33, "discard this tile from the hand"),
    code(37, "discard the tile just drawn (tsumogiri)"),
    code(38, "pass"),
    code(39, "win with the tile just drawn (tsumo)"),
    code(40, "win with the tile of another seat (ron)"),
    code(42, "chi, the called tile the lowest of the three"),
    code(43, "chi, the called tile in the middle"),
    code(44, "chi, the called tile the highest"),
    code(48, "pon"),
    code(51, "kan with the discard (daiminkan)"),
    codes(
        KAN,
        161,
        "kan of this kind on one's own turn: concealed, or added to a pon; a hand never has both",
    ),
];

const fn code(code: u8, meaning: &'static str) -> ActionCodes {
    codes(code, code, meaning)
}

const fn codes(first: u8, last: u8, meaning: &'static str) -> ActionCodes {
    ActionCodes { first, last, meaning }
}

impl Action {
    /// The code, 0 to 161.
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Action::Discard(kind) => kind.code(),
            Action::Tsumogiri => 37,
            Action::Pass => 38,
            Action::Tsumo => 39,
            Action::Ron => 40,
            Action::Chi(side) => 42 + side as u8,
            Action::Pon => 48,
            Action::Daiminkan => 51,
            Action::Kan(kind) => KAN + kind.code(),
        }
    }

    /// The action with this code, if there is one.
    #[inline]
    pub fn from_code(code: u8) -> Option<Action> {
        Some(match code {
            0..=33 => Action::Discard(Kind::of(code)),
            37 => Action::Tsumogiri,
            38 => Action::Pass,
            39 => Action::Tsumo,
            40 => Action::Ron,
            42..=44 => Action::Chi(ChiSide::ALL[(code - 42) as usize]),
            48 => Action::Pon,
            51 => Action::Daiminkan,
            KAN..=161 => Action::Kan(Kind::of(code - KAN)),
            _ => return None,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Discard(kind) => write!(f, "discard {kind}"),
            Action::Tsumogiri => f.write_str("discard the drawn tile"),
            Action::Pass => f.write_str("pass"),
            Action::Tsumo => f.write_str("tsumo"),
            Action::Ron => f.write_str("ron"),
            Action::Chi(side) => {
                write!(f, "chi (called tile {})", ["lowest", "middle", "highest"][*side as usize])
            }
            Action::Pon => f.write_str("pon"),
            Action::Daiminkan => f.write_str("kan of a discard"),
            Action::Kan(kind) => write!(f, "kan of {kind}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_code_once_in_order() {
        let listed: Vec<u8> = ACTIONS.iter().flat_map(|codes| codes.first..=codes.last).collect();
        assert_eq!(listed, (0..=255).filter(|&code| Action::from_code(code).is_some()).collect::<Vec<_>>());
        for code in listed {
            assert_eq!(Action::from_code(code).map(Action::code), Some(code));
        }
    }
}
