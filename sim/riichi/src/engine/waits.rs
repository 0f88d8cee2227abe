//! The waits of a hand under the rules of the match: the kernels, and the rules about kinds held four times.

use super::seat::RiichiState;
use super::state::Match;
use crate::variant::Variant;
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, eval};

impl<const N: usize, V: Variant> Match<N, V> {
    /// The kinds on which a seat whose hand lies open can win by ron: everybody sees its waits, and whether it is furiten.
    pub(crate) fn open_waits(&self, seat: Seat) -> KindSet {
        let player = self.player(seat);
        let wins = self.kyoku.active.has(seat) && !player.furiten.bars(player.waits);
        if wins { player.waits } else { KindSet::EMPTY }
    }

    /// Updates the waits of a seat and what it could claim, after a draw and a discard, a call, or a kan. `same` says that the
    /// hand is the same as before. It must hold 3n+1 tiles.
    #[inline]
    pub(super) fn find_waits(&mut self, seat: Seat, same: bool) {
        let player = self.player(seat);
        let shanten = self.shanten(&player.hand, player.melds.len() as u8);
        // Shanten does not count a fifth copy, with which the hand may be nearer to tenpai.
        let shanten = if self.rules.karaten_closed4 { shanten } else { shanten.min(0) };
        let player = &mut self.kyoku.players[seat.index()];
        player.shanten = shanten;
        if shanten > 0 {
            player.waits = KindSet::EMPTY;
        } else if !same {
            self.update_waits(seat);
        }
        self.update_claims(seat);
    }

    /// Updates the kinds that a seat could claim from any other seat, after a change of its hand or riichi.
    #[inline]
    pub(super) fn update_claims(&mut self, seat: Seat) {
        let player = &self.kyoku.players[seat.index()];
        let free = player.riichi == RiichiState::No;
        let pairs = if free { player.hand.at_least(2) } else { KindSet::EMPTY };
        self.kyoku.claims[seat.index()] = player.waits | pairs;
    }

    #[inline(never)]
    fn update_waits(&mut self, seat: Seat) {
        let player = self.player(seat);
        let waits = self.waits_of(&player.hand, player.melds.len() as u8);
        let waits = self.but_held(waits, &player.hand, &player.melds);
        self.kyoku.players[seat.index()].waits = waits;
    }

    /// The kinds that complete 3n+1 tiles by shape.
    #[inline]
    pub(super) fn waits_of(&self, hand: &Hand, melds: u8) -> KindSet {
        let waits = eval::waits::<V::Kinds<N>>(hand, melds);
        if self.rules.karaten_closed4 { waits } else { waits | self.fifth_tile_waits(hand, melds) }
    }

    /// The waits without the kinds of which hand and melds hold all four copies, if the rules exclude them.
    #[inline]
    pub(super) fn but_held(&self, waits: KindSet, hand: &Hand, melds: &[Meld]) -> KindSet {
        if self.rules.karaten_melds { waits - held_by_four(waits, hand, melds) } else { waits }
    }

    /// The kinds held four times of which a fifth copy, if there were one, would complete the hand.
    fn fifth_tile_waits(&self, hand: &Hand, melds: u8) -> KindSet {
        hand.at_least(4).into_iter().filter(|&kind| self.completed_by_fifth(hand, kind, melds)).collect()
    }

    /// Shanten of all forms.
    #[inline]
    pub(super) fn shanten(&self, hand: &Hand, melds: u8) -> i8 {
        eval::shanten::<V::Kinds<N>>(hand, melds)
    }

    /// Whether a fifth copy of this kind would complete the hand: at least one of five is in a triplet or a sequence.
    #[cold]
    fn completed_by_fifth(&self, hand: &Hand, kind: Kind, melds: u8) -> bool {
        let complete = |rest: Hand| self.shanten(&rest, melds + 1) == -1;
        let runs = || {
            hyakuman_core::common::calls::chi_sides(hand, kind)
                .filter_map(|side| side.own(kind))
                .any(|[a, b]| complete(hand.without(a).without(b)))
        };
        complete(hand.without(kind).without(kind)) || runs()
    }
}

/// Those of `kinds` of which hand and melds together hold four.
#[cold]
fn held_by_four(kinds: KindSet, hand: &Hand, melds: &[Meld]) -> KindSet {
    let held = |kind: &Kind| hand.count(*kind) + melds.iter().map(|meld| meld.count(*kind)).sum::<u8>();
    kinds.into_iter().filter(|kind| held(kind) >= 4).collect()
}
