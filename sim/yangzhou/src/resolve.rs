//! Claims on one tile: several seats answer without seeing each other's answers, and one claim or several wins are carried
//! out.
//!
//! Every win comes before pon and kan, these before chi (RULES.md Y-2.2, Y-2.3).

use super::action::Action;
use super::apply::Next;
use super::rules::Kuikae;
use super::state::{Event, Offer, SEATS, Yangzhou};
use hyakuman_core::common::claims;
use hyakuman_core::common::codes::{PASS, RON};
use hyakuman_core::game::Answers;
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, Seat};

impl Yangzhou {
    /// Carries out the answers to an offer.
    pub(super) fn resolve(&mut self, offer: Offer, answers: Answers) -> Next {
        let (wins, first) = claims::sorted(answers, self.kyoku.turn);
        if !wins.is_empty() {
            return Next::Win(wins);
        }
        for seat in self.deciders {
            self.kyoku.players[seat.index()].missed |= self.legal[seat.index()].has(RON);
        }
        match first {
            (PASS, _) => self.pass(offer),
            (code, seat) => self.call(seat, Action::from_code(code).expect("a call"), offer.kind()),
        }
    }

    /// Offers a tile to the other seats; if none can claim it, play continues.
    #[inline]
    pub(super) fn offer(&mut self, offer: Offer) -> Next {
        self.find_claims(offer);
        if self.deciders.is_empty() { self.pass(offer) } else { Next::Wait }
    }

    /// Nobody claims the tile: the next seat draws, or the kan is completed.
    #[inline]
    fn pass(&mut self, offer: Offer) -> Next {
        match offer {
            Offer::Discard(_) if self.kyoku.remaining() == 0 => Next::Exhausted,
            Offer::Discard(_) => Next::Draw(self.kyoku.turn.after(1, SEATS)),
            Offer::Kakan(_) | Offer::Ankan(_) => Next::DrawReplacement(self.kyoku.turn),
        }
    }

    /// A call: the caller takes the tile from the river, shows the set and is on turn.
    fn call(&mut self, seat: Seat, action: Action, tile: Kind) -> Next {
        let from = self.kyoku.turn;
        self.kyoku.players[from.index()].river.last_mut().expect("the discard called").called = true;
        let meld = self.take_meld(seat, action, tile);
        let player = &mut self.kyoku.players[seat.index()];
        player.open = true;
        player.missed = false; // its turn has come (Y-3.2)
        player.melds.push(meld);
        if meld.kind() == MeldKind::Pon {
            player.pons.insert(tile);
        }
        for own in &meld.tiles()[1..] {
            player.hand.remove(own.kind());
            self.kyoku.seen.add(own.kind());
        }
        player.waits = KindSet::EMPTY; // 3n+2 tiles until the discard
        self.kyoku.claims[seat.index()] = KindSet::EMPTY;
        self.kyoku.turn = seat;
        self.kyoku.drawn = None;
        self.note(Event::Meld { seat, meld });
        if meld.kind() == MeldKind::Daiminkan {
            self.find_waits(seat, false);
            return Next::DrawReplacement(seat);
        }
        self.offer_turn()
    }

    /// The set that a call makes; notes what it forbids to discard.
    fn take_meld(&mut self, seat: Seat, action: Action, tile: Kind) -> Meld {
        let (called, rel) = (tile.tile(), self.kyoku.turn.seen_from(seat, SEATS));
        match action {
            Action::Chi(side) => {
                self.kyoku.forbidden = self.swap_call(side, tile);
                Meld::chi(called, side.own(tile).expect("a legal chi").map(Kind::tile), rel)
            }
            Action::Pon => {
                let banned = self.rules.kuikae == Kuikae::Banned;
                self.kyoku.forbidden = if banned { KindSet::of(tile) } else { KindSet::EMPTY };
                Meld::pon(called, [called; 2], rel)
            }
            _ => Meld::daiminkan(called, [called; 3], rel),
        }
    }
}
