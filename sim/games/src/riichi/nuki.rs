//! Norths set aside by three players (抜きドラ, RULES.md ): when, and what comes of it.

use super::action::Action;
use super::apply::Next;
use super::rules::{Kita, KitaAfterRiichi, MinkanDora};
use super::state::{Event, Offer, Player, Riichi, RiichiState};
use crate::sink::Sink;
use hyakuman_core::{Kind, Seat, Tile};

const NUKI: u64 = 1 << Action::Nuki.code();

impl<const N: usize> Riichi<N> {
    /// Setting a north aside, as a part of the mask of the seat on turn, with the tile it drew; none after a call.
    #[inline(always)]
    pub(super) fn nuki_offer(&self, player: &Player, drawn: Option<Tile>) -> u64 {
        let drew = drawn.is_some_and(|tile| tile.kind() == Kind::NORTH);
        if N != 3 || !(drew | player.hand.kinds().has(Kind::NORTH)) {
            return 0;
        }
        if self.may_set_aside(player, drawn) { NUKI } else { 0 }
    }

    /// The same for a seat that has a north.
    #[inline(never)]
    fn may_set_aside(&self, player: &Player, drawn: Option<Tile>) -> bool {
        let rules = &self.rules;
        let possible = rules.kita == Kita::Nukidora && self.kyoku.remaining >= rules.kita_min_remaining;
        possible
            && match drawn {
                None => rules.kita_after_pon,
                Some(_) if player.riichi != RiichiState::Accepted => true,
                Some(tile) => self.may_set_aside_in_riichi(player, tile),
            }
    }

    /// In riichi the drawn one, or one of the hand if what is left with the drawn tile is still tenpai.
    fn may_set_aside_in_riichi(&self, player: &Player, drawn: Tile) -> bool {
        let drew = drawn.kind() == Kind::NORTH;
        match self.rules.kita_after_riichi {
            KitaAfterRiichi::No => false,
            KitaAfterRiichi::DrawnOnly => drew,
            KitaAfterRiichi::Any if drew => true,
            KitaAfterRiichi::Any => {
                let hand = player.hand.without(Kind::NORTH).with(drawn.kind());
                !self.waits_of(&hand, player.melds.len() as u8).is_empty()
            }
        }
    }

    /// A north is set aside: the others may win on it where the rules say so, then a replacement is drawn.
    pub(super) fn declare_nuki(&mut self, sink: &mut impl Sink<Self>) -> Next {
        if self.rules.minkan_dora == MinkanDora::AtDiscardOrNextKanDecl {
            self.turn_up_pending(sink);
        }
        let kyoku = &mut self.kyoku;
        let seat = kyoku.turn;
        let player = &mut kyoku.players[seat.index()];
        let drawn = kyoku.drawn.take();
        if let Some(tile) = drawn {
            player.put(tile);
        }
        player.take(Kind::NORTH.tile());
        player.nuki += 1;
        player.nagashi &= !self.rules.kita_breaks_nagashi;
        kyoku.fed_kan = false;
        kyoku.forbidden = hyakuman_core::KindSet::EMPTY;
        kyoku.seen.add(Kind::NORTH);
        self.find_waits(seat, drawn == Some(Kind::NORTH.tile()));
        self.note(Event::Nuki { seat }, sink);
        if self.rules.kita_ron { self.offer(Offer::Nuki, sink) } else { self.complete_nuki(seat, sink) }
    }

    /// Nobody won on it: it interrupts the go-round like a kan, but opens no indicator of its own.
    pub(super) fn complete_nuki(&mut self, seat: Seat, sink: &mut impl Sink<Self>) -> Next {
        self.interrupt();
        self.turn_up_pending(sink);
        Next::DrawRinshan(seat)
    }
}
