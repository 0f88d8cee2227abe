//! What an agent that discards asks of a view, whatever the family. A family whose views answer it is played by
//! `shanten` and `ukeire` with little more.

use hyakuman_core::{Kind, KindSet, RelSeat, Tile};
use hyakuman_games::riichi::House;
use hyakuman_games::{riichi, yangzhou};

/// The viewer's hand and what is known about tiles.
pub(crate) trait Sight {
    /// The tile just drawn.
    fn drawn(&self) -> Option<Tile>;

    /// The winds of which a triplet is worth something to the viewer.
    fn value_winds(&self) -> KindSet;

    /// The kinds that are dora.
    fn dora(&self) -> KindSet {
        KindSet::EMPTY
    }

    /// The discards that take the full hand no farther from tenpai.
    fn keep(&self) -> KindSet;
}

impl<const N: usize, H: House> Sight for riichi::View<'_, N, H> {
    #[inline]
    fn drawn(&self) -> Option<Tile> {
        self.drawn()
    }

    #[inline]
    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.standing().round_wind())
    }

    #[inline]
    fn dora(&self) -> KindSet {
        self.dora()
    }

    #[inline]
    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        riichi::kernels::keep_in::<N, H>(self.tables(), &self.full_hand(), melds)
    }
}

impl Sight for yangzhou::View<'_> {
    fn drawn(&self) -> Option<Tile> {
        self.drawn().map(Kind::tile)
    }

    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.standing().round_wind())
    }

    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        yangzhou::kernels::keep(self.tables(), &self.full_hand(), melds)
    }
}
