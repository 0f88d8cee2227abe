//! The actions of Yangzhou mahjong and their codes. [`ACTIONS`] lists them; they are part of the record format.

use hyakuman_core::Kind;
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::common::codes::{self, CHI, DAIMINKAN, KAN, LAST_KAN, PASS, PON, RON, TSUMO, TSUMOGIRI};
use hyakuman_core::game::ActionCodes;
use std::fmt;

/// One thing a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Discard from the hand.
    Discard(Kind),
    /// Discard the tile just drawn.
    Tsumogiri,
    /// Pass: claim nothing.
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

/// All codes, in rising order.
pub const ACTIONS: &[ActionCodes] = &codes::merged::<{ codes::SHARED.len() + OWN.len() }>(codes::SHARED, OWN);

/// The codes that are not in [`codes::SHARED`].
const OWN: &[ActionCodes] =
    &[ActionCodes::range(0, 33, "discard this tile from the hand"), ActionCodes::one(PON, "pon")];

impl Action {
    /// The code, 0 to 161.
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Action::Discard(kind) => kind.code(),
            Action::Tsumogiri => TSUMOGIRI,
            Action::Pass => PASS,
            Action::Tsumo => TSUMO,
            Action::Ron => RON,
            Action::Chi(side) => CHI + side as u8,
            Action::Pon => PON,
            Action::Daiminkan => DAIMINKAN,
            Action::Kan(kind) => KAN + kind.code(),
        }
    }

    /// The action with this code, if there is one.
    #[inline]
    pub fn from_code(code: u8) -> Option<Action> {
        Some(match code {
            0..=33 => Action::Discard(Kind::of(code)),
            TSUMOGIRI => Action::Tsumogiri,
            PASS => Action::Pass,
            TSUMO => Action::Tsumo,
            RON => Action::Ron,
            CHI..=44 => Action::Chi(ChiSide::ALL[(code - CHI) as usize]),
            PON => Action::Pon,
            DAIMINKAN => Action::Daiminkan,
            KAN..=LAST_KAN => Action::Kan(Kind::of(code - KAN)),
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
            Action::Chi(side) => write!(f, "chi (called tile {side})"),
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
