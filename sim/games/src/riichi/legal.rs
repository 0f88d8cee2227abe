//! What a mask of the riichi engine offers beside the actions of all games of draws and discards
//! ([`LegalActions`](crate::common::legal::LegalActions)).

use super::action::{Action, EXCHANGE, NUKI_WORD, faces_of, nuki_word};
use super::variant::Variant;
use crate::common::legal::Discards;
use crate::mask::ActionMask;
use hyakuman_core::KindSet;

/// Questions to the legal actions of a decision of riichi mahjong, Shura or Toutenkou.
pub trait RiichiActions {
    /// To abort the kyoku with nine different terminals and honors.
    fn kyuushu(&self) -> Option<u8>;

    /// The tiles that may be set aside: norths, or gari tiles.
    fn nuki(&self) -> NukiActions;

    /// The tiles that may be passed on in the exchange.
    fn exchange(&self) -> Discards;
}

impl RiichiActions for ActionMask {
    #[inline]
    fn kyuushu(&self) -> Option<u8> {
        let code = Action::Kyuushu.code();
        self.has(code).then_some(code)
    }

    #[inline]
    fn nuki(&self) -> NukiActions {
        NukiActions(self.words()[0] & NUKI_WORD)
    }

    #[inline]
    fn exchange(&self) -> Discards {
        Discards::of_tiles(self.words()[3], EXCHANGE)
    }
}

/// Tiles that may be set aside, as the codes of a first word of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NukiActions(u64);

impl NukiActions {
    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first action.
    #[inline]
    pub fn first(self) -> Option<u8> {
        (!self.is_empty()).then_some(self.0.trailing_zeros() as u8)
    }

    /// Those of tiles of these kinds.
    #[inline]
    pub fn of<V: Variant>(self, kinds: KindSet) -> NukiActions {
        NukiActions(self.0 & nuki_word::<V>(faces_of(kinds)))
    }
}
