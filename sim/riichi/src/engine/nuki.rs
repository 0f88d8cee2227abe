//! Setting tiles aside (抜きドラ, RULES.md ): when it is legal, and what follows.

use super::event::{Event, Offer};
use super::seat::{RiichiState, SeatState};
use super::state::{Match, Next};
use crate::action::faces_of;
use crate::legal::nuki_word;
use crate::rules::{Kita, KitaAfterRiichi, MinkanDora};
use crate::variant::Variant;
use hyakuman_core::{KindSet, Seat, Tile};

impl<const N: usize, V: Variant> Match<N, V> {
    /// The actions that set a tile aside, for a seat that has drawn and may discard any tile; a part of the first word of its
    /// mask. Without a branch on whether it holds such a tile, which would be unpredictable.
    #[inline(always)]
    pub(super) fn nuki_offer(&self, player: &SeatState, drawn: Tile) -> u64 {
        if V::set_aside::<N>().is_empty() { 0 } else { self.allowed_nuki(player.faces() | face(drawn)) }
    }

    /// [`Match::nuki_offer`] after a call, where nothing was drawn, or in riichi.
    pub(super) fn bound_nuki_offer(&self, player: &SeatState, drawn: Option<Tile>) -> u64 {
        if V::set_aside::<N>().is_empty() {
            return 0;
        }
        self.allowed_nuki(match drawn {
            None if self.rules.kita_after_pon => player.faces(),
            None => 0,
            Some(tile) => self.set_aside_in_riichi(player, tile),
        })
    }

    /// The actions that set one of these faces aside now.
    #[inline(always)]
    fn allowed_nuki(&self, faces: u64) -> u64 {
        let rules = &self.rules;
        let allowed = (rules.kita == Kita::Nukidora) & (self.kyoku.remaining >= rules.kita_min_remaining);
        nuki_word::<V>(faces & faces_of(V::set_aside::<N>())) * allowed as u64
    }

    /// The faces that may be set aside in riichi: the drawn tile, and others that leave the hand tenpai.
    fn set_aside_in_riichi(&self, player: &SeatState, drawn: Tile) -> u64 {
        match self.rules.kita_after_riichi {
            KitaAfterRiichi::No => 0,
            KitaAfterRiichi::DrawnOnly => face(drawn),
            KitaAfterRiichi::Any => {
                let hand = player.hand.with(drawn.kind());
                let tenpai =
                    |kind: &_| !self.waits_of(&hand.without(*kind), player.melds.len() as u8).is_empty();
                let kinds = player.hand.kinds() & V::set_aside::<N>();
                let kinds: KindSet = kinds.into_iter().filter(tenpai).collect();
                face(drawn) | player.faces() & faces_of(kinds)
            }
        }
    }

    /// A tile is set aside: others may win on it if the rules allow, then a replacement is drawn.
    pub(super) fn declare_nuki(&mut self, tile: Tile) -> Next {
        if self.rules.minkan_dora == MinkanDora::AtDiscardOrNextKanDecl {
            self.turn_up_pending();
        }
        let kyoku = &mut self.kyoku;
        let seat = kyoku.turn;
        let player = &mut kyoku.players[seat.index()];
        let drawn = kyoku.drawn.take();
        if let Some(drawn) = drawn {
            note_declined(player, drawn);
            player.put(drawn);
        }
        player.take(tile);
        player.nuki.add(tile);
        player.nagashi &= !self.rules.kita_breaks_nagashi;
        if V::aside_is_discard(&self.rules.0) {
            player.furiten.on_set_aside(tile.kind());
        }
        kyoku.fed_kan = false;
        kyoku.forbidden = KindSet::EMPTY;
        kyoku.seen.add(tile.kind());
        self.find_waits(seat, drawn == Some(tile));
        self.note(Event::Nuki { seat, tile });
        if self.rules.kita_ron { self.offer(Offer::Nuki(tile)) } else { self.complete_nuki(seat) }
    }

    /// Nobody won on the tile set aside: it ends ippatsu and first turns like a kan, but turns up no new indicator.
    pub(super) fn complete_nuki(&mut self, seat: Seat) -> Next {
        self.interrupt();
        self.turn_up_pending();
        Next::DrawRinshan(seat)
    }
}

/// A seat in riichi that does not win with its drawn tile is furiten. A discarded tile makes furiten by the river,
/// but one set aside is not in it.
fn note_declined(player: &mut SeatState, drawn: Tile) {
    if player.riichi == RiichiState::Accepted && player.waits.has(drawn.kind()) {
        player.furiten.on_pass(true);
    }
}

/// The bit of a tile in a word of faces.
#[inline]
fn face(tile: Tile) -> u64 {
    1 << tile.code()
}
