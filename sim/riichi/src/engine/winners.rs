//! A kyoku that continues after a win without the winners (RULES.md ).

use super::event::Offer;
use super::seat::RiichiState;
use super::state::{Match, Next};
use crate::rules::{RiichiOnRonnedTile, ShuraSuukanAbort};
use crate::variant::Variant;
use hyakuman_core::game::KyokuResult;
use hyakuman_core::{Kind, Meld, MeldKind, Seat, SeatSet};

impl<const N: usize, V: Variant> Match<N, V> {
    /// Continues the kyoku after these seats have won, by tsumo or with the claimed tile, and have been paid.
    #[cold]
    pub(super) fn continue_without(&mut self, winners: SeatSet, claimed: Option<Offer>) -> Next {
        self.interrupt();
        let next = match claimed {
            None => self.after_tsumo(),
            Some(offer) => {
                self.kyoku.waiting = self.kyoku.waiting.without(winners);
                self.note_passes(offer);
                self.after_rons(winners, offer)
            }
        };
        if self.suukan() && self.rules.shura_suukan_abort == ShuraSuukanAbort::Immediate {
            return Next::Draws(KyokuResult::Suukan);
        }
        next
    }

    /// The first seat after this one that has not won.
    #[inline]
    pub(super) fn next_active(&self, seat: Seat) -> Seat {
        let mut next = seat.after(1, N);
        while !self.kyoku.active.has(next) {
            next = next.after(1, N);
        }
        next
    }

    /// The drawn tile is shown and stays with the winner.
    fn after_tsumo(&mut self) -> Next {
        let tile = self.kyoku.drawn.take().expect("the winning tile");
        self.kyoku.won_tiles.push(tile);
        self.kyoku.seen.add(tile.kind());
        self.kyoku.fed_kan = false;
        self.draws_after(self.kyoku.turn)
    }

    fn after_rons(&mut self, winners: SeatSet, offer: Offer) -> Next {
        let from = self.kyoku.turn;
        let mut from_last = (1..N as u8).rev().map(|steps| from.after(steps, N));
        let last = from_last.find(|&seat| winners.has(seat)).expect("somebody has won");
        match offer {
            Offer::Discard(_) => {
                self.settle_ronned_riichi(from);
                self.draws_after(last)
            }
            Offer::Kakan(_) | Offer::Ankan(_) if self.rules.chankan_keeps_kan => {
                self.complete_kan(from, matches!(offer, Offer::Ankan(_)))
            }
            Offer::Kakan(_) | Offer::Ankan(_) => {
                self.unmake_kan(from, offer);
                self.draws_after(last)
            }
            Offer::Nuki(_) => unreachable!("three players set tiles aside, and one win ends their kyoku"),
        }
    }

    /// The next seat that has not won draws, if a tile is left.
    fn draws_after(&self, seat: Seat) -> Next {
        match self.kyoku.remaining {
            0 => Next::Draws(KyokuResult::Exhaustive),
            _ => Next::Draw(self.next_active(seat)),
        }
    }

    /// Settles a riichi whose tile was won on: it holds if the stick can still be paid, else it was an ordinary discard.
    fn settle_ronned_riichi(&mut self, seat: Seat) {
        if self.player(seat).riichi != RiichiState::Declared {
            return;
        }
        let affords = self.match_state.scores[seat.index()] >= self.rules.riichi_stick;
        if affords && self.rules.riichi_on_ronned_tile == RiichiOnRonnedTile::StandsIfAfford {
            self.accept_riichi();
            self.kyoku.players[seat.index()].ippatsu = false;
            return;
        }
        let player = &mut self.kyoku.players[seat.index()];
        player.riichi = RiichiState::No;
        player.double_riichi = false;
        self.kyoku.face_up = self.kyoku.face_up.without(SeatSet::of(seat));
        player.river.last_mut().expect("the tile ronned").riichi = false;
        self.update_claims(seat);
    }

    /// Undoes a robbed kan: one tile goes to the winner, the others are as before the kan.
    fn unmake_kan(&mut self, seat: Seat, offer: Offer) {
        self.kyoku.won_tiles.push(offer.tile());
        let player = &mut self.kyoku.players[seat.index()];
        let kind = offer.kind();
        let place =
            player.melds.iter().position(|meld| meld.is_kan() && meld.low() == kind).expect("the kan");
        if player.melds[place].kind() == MeldKind::Kakan {
            player.melds[place] = pon_of(&player.melds[place]);
            player.pons.insert(kind);
            return;
        }
        player.melds.remove(place);
        self.take_back(seat, kind);
    }

    /// Takes three tiles of a concealed kan back into the hand; the fourth is the winner's.
    fn take_back(&mut self, seat: Seat, kind: Kind) {
        for _ in 0..3 {
            self.kyoku.players[seat.index()].put(kind.tile());
            self.kyoku.seen.remove(kind);
        }
        self.find_waits(seat, false);
    }
}

/// The pon that a kan was made of.
fn pon_of(kan: &Meld) -> Meld {
    let tiles = kan.tiles();
    Meld::pon(tiles[0], [tiles[1], tiles[2]], kan.from())
}
