//! The part of a view that agents need for discards, independent of the family. A family whose views implement it is
//! played by `shanten` and `ukeire` with little further code.

use hyakuman_core::{Kind, KindSet, RelSeat, Tile};
use hyakuman_riichi::Variant;

/// The viewer's hand and related facts.
pub(crate) trait DiscardView {
    fn drawn(&self) -> Option<Tile>;

    /// The winds whose triplet is a yaku for the viewer.
    fn value_winds(&self) -> KindSet;

    /// The kinds that are dora.
    fn dora(&self) -> KindSet {
        KindSet::EMPTY
    }

    /// The discards that do not raise the shanten of the full hand.
    fn keep(&self) -> KindSet;
}

impl<const N: usize, V: Variant> DiscardView for hyakuman_riichi::View<'_, N, V> {
    #[inline]
    fn drawn(&self) -> Option<Tile> {
        self.drawn()
    }

    #[inline]
    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.match_state().round_wind())
    }

    #[inline]
    fn dora(&self) -> KindSet {
        self.dora()
    }

    #[inline]
    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        hyakuman_riichi::kernels::keep_in::<N, V>(&self.full_hand(), melds)
    }
}

impl DiscardView for hyakuman_yangzhou::View<'_> {
    fn drawn(&self) -> Option<Tile> {
        self.drawn().map(Kind::tile)
    }

    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.match_state().round_wind())
    }

    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        hyakuman_yangzhou::kernels::keep(&self.full_hand(), melds)
    }
}
