//! What a mask of the riichi engine offers beside the actions of all games of draws and discards
//! ([`LegalActions`](hyakuman_core::common::LegalActions)).

use super::action::{Action, EXCHANGE, NUKI_CODES, NUKI_WORD, OPEN_RIICHI, faces_of};
use super::variant::Variant;
use hyakuman_core::KindSet;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::game::ActionMask;

/// Questions to the legal actions of a decision of riichi mahjong, Shura or Toutenkou.
pub trait RiichiActions {
    /// To abort the kyoku with nine different terminals and honors.
    fn kyuushu(&self) -> Option<u8>;

    /// To announce that the riichi that is declared next is an open one.
    fn open_riichi(&self) -> Option<u8>;

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
    fn open_riichi(&self) -> Option<u8> {
        self.has(OPEN_RIICHI).then_some(OPEN_RIICHI)
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

/// The codes of setting these faces (bit `c` for the tile of code `c`) aside where `V` is played, as a part of the first
/// word of a mask.
#[inline]
pub(crate) fn nuki_word<V: Variant>(faces: u64) -> u64 {
    let codes = V::NUKI_TILES.iter().zip(NUKI_CODES);
    codes.fold(0, |word, (tile, code)| word | (faces >> tile.code() & 1) << code)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Standard;
    use hyakuman_core::Tile;
    use hyakuman_core::common::LegalActions;
    use hyakuman_core::common::calls::ChiSide;
    use hyakuman_core::common::legal::Call;
    use hyakuman_core::notation::parse_tiles;

    fn mask(actions: &[Action]) -> ActionMask {
        let mut mask = ActionMask::EMPTY;
        actions.iter().for_each(|action| mask.insert(action.code()));
        mask
    }

    fn tile(text: &str) -> Tile {
        parse_tiles(text).unwrap()[0]
    }

    #[test]
    fn discards_of_a_turn() {
        let [two, five, red, east] = ["2m", "5p", "0p", "1z"].map(tile);
        let legal =
            mask(&[Action::Discard(two), Action::Discard(red), Action::Tsumogiri, Action::Riichi(two)]);
        let discards = legal.discards(Some(east));
        assert_eq!(format!("{:?} {:?}", discards.kinds(), discards.plain()), "{2m, 5p, 1z} {2m, 1z}");
        let codes = [two, five, east].map(|tile| discards.of(tile.kind()));
        assert_eq!(codes, [Action::Discard(two), Action::Discard(red), Action::Tsumogiri].map(Action::code));
        let riichi = legal.riichi(Some(east));
        assert_eq!(
            (riichi.of(two.kind()), riichi.kinds()),
            (Action::Riichi(two).code(), KindSet::of(two.kind()))
        );
        assert!(legal.win().is_none() && legal.kans().is_empty() && Discards::NONE.is_empty());
    }

    #[test]
    fn claims_of_a_discard() {
        let five = tile("5s").kind();
        let chi = Action::Chi { side: ChiSide::Middle, red: true };
        let legal = mask(&[Action::Ron, Action::Pass, chi, Action::Pon { reds: 1 }, Action::Daiminkan]);
        assert_eq!(legal.win().zip(legal.pass()), Some((Action::Ron.code(), Action::Pass.code())));
        let calls: Vec<Call> = legal.calls(five).collect();
        let codes: Vec<u8> = calls.iter().map(|call| call.code).collect();
        assert_eq!(codes, [chi.code(), Action::Pon { reds: 1 }.code()]);
        assert_eq!(format!("{:?} {:?}", calls[0].own, calls[0].kinds), "[4s, 6s] {4s, 5s, 6s}");
        assert_eq!((calls[1].own, legal.open_kan()), ([five; 2], Some(Action::Daiminkan.code())));
        assert_eq!(mask(&[Action::Kan(five)]).kans(), KindSet::of(five));
    }

    #[test]
    fn tiles_set_aside_and_passed_on() {
        let north = tile("4z");
        let legal = mask(&[Action::NUKI_NORTH, Action::Kyuushu, Action::Exchange(north)]);
        assert_eq!(legal.nuki().first().zip(legal.kyuushu()), Some((52, 41)));
        let [kept, other] =
            [north, tile("1m")].map(|tile| legal.nuki().of::<Standard>(KindSet::of(tile.kind())));
        assert!(kept == legal.nuki() && other.is_empty());
        assert_eq!(legal.exchange().of(north.kind()), Action::Exchange(north).code());
    }
}
