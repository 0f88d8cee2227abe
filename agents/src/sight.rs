//! What an agent that discards asks of a view, whatever the family. A family whose views answer it is played by
//! `shanten` and `ukeire` with little more.

use hyakuman_core::{Kind, KindSet, RelSeat, Tile};
use hyakuman_games::table::dora::dora_of;
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

impl<const N: usize> Sight for riichi::View<'_, N> {
    #[inline]
    fn drawn(&self) -> Option<Tile> {
        self.drawn()
    }

    #[inline]
    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.round_wind())
    }

    #[inline]
    fn dora(&self) -> KindSet {
        let next = &DORA[self.rules().dora_wrap_1m9m as usize];
        self.indicators().fold(KindSet::EMPTY, |dora, tile| dora | next[tile.kind().index()])
    }

    #[inline]
    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        riichi::kernels::keep::<N>(self.tables(), &self.full_hand(), melds)
    }
}

/// The dora of each indicator, without and with 9m after 1m.
const DORA: [[KindSet; 34]; 2] = {
    let mut dora = [[KindSet::EMPTY; 34]; 2];
    let mut k = 0;
    while k < 34 {
        dora[0][k] = KindSet::of(dora_of(Kind::of(k as u8), false));
        dora[1][k] = KindSet::of(dora_of(Kind::of(k as u8), true));
        k += 1;
    }
    dora
};

impl Sight for yangzhou::View<'_> {
    fn drawn(&self) -> Option<Tile> {
        self.drawn().map(Kind::tile)
    }

    fn value_winds(&self) -> KindSet {
        KindSet::of(self.seat_wind(RelSeat::SELF)) | KindSet::of(self.round_wind())
    }

    fn keep(&self) -> KindSet {
        let melds = self.melds(RelSeat::SELF).len() as u8;
        yangzhou::kernels::keep(self.tables(), &self.full_hand(), melds)
    }
}
