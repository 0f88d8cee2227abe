//! The legal actions of a seat. A single legal action is not offered: the loop in [`super::apply`] makes it.

use super::action::Action;
use super::apply::Next;
use super::rules::Kuikae;
use super::score::{Value, Way, Win};
use super::state::{Offer, Phase, SEATS, SeatState, Yangzhou};
use hyakuman_core::common::calls::{ChiSide, makes_run, may_chi, own_kans, swap_call};
use hyakuman_core::common::claims;
use hyakuman_core::common::codes::KAN;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, Seat, SeatSet};

const TSUMOGIRI: u64 = 1 << Action::Tsumogiri.code();
const PASS: u64 = 1 << Action::Pass.code();
const TSUMO: u64 = 1 << Action::Tsumo.code();
const RON: u64 = 1 << Action::Ron.code();
const PON: u64 = 1 << Action::Pon.code();
const DAIMINKAN: u64 = 1 << Action::Daiminkan.code();

impl Yangzhou {
    /// Finds the legal actions of the seat on turn; a single one is made at once.
    #[inline]
    pub(super) fn offer_turn(&mut self) -> Next {
        let seat = self.kyoku.turn;
        let player = self.player(seat);
        let words = match self.kyoku.drawn {
            Some(tile) => {
                let win = if self.may_tsumo(seat, tile) { TSUMO } else { 0 };
                let kans = self.own_kans(player, tile).bits() << (KAN % 64);
                [player.hand.kinds().bits() | TSUMOGIRI | win, 0, kans, 0]
            }
            None => [(player.hand.kinds() - self.kyoku.forbidden).bits(), 0, 0, 0],
        };
        let mask = ActionMask::from_words(words);
        if mask.len() == 1 {
            return Next::Act(mask.nth(0));
        }
        self.phase = Phase::Turn;
        self.deciders = SeatSet::of(seat);
        self.legal[seat.index()] = mask;
        Next::Wait
    }

    /// May the seat win with the tile it drew?
    #[inline]
    fn may_tsumo(&self, seat: Seat, tile: Kind) -> bool {
        self.player(seat).waits.has(tile) && self.value(seat, tile, true).is_some()
    }

    /// Whether the seat could win with the tile it has just drawn (Y-3.2).
    #[inline]
    pub(super) fn could_tsumo(&self, seat: Seat) -> bool {
        self.kyoku.drawn.is_some_and(|tile| self.may_tsumo(seat, tile))
    }

    /// The value of a win with this tile, if it is enough; the shape is complete.
    pub(super) fn value(&self, seat: Seat, tile: Kind, tsumo: bool) -> Option<Value> {
        let hand = self.player(seat).hand.with(tile);
        self.scorer.value(&self.win(seat, &hand, tile, tsumo))
    }

    /// A win with this tile, which `hand` has.
    #[inline]
    pub(super) fn win<'a>(&'a self, seat: Seat, hand: &'a Hand, tile: Kind, tsumo: bool) -> Win<'a> {
        Win {
            hand,
            melds: &self.player(seat).melds,
            tile,
            way: self.way(tsumo),
            seat_wind: self.match_state.seat_wind(seat),
            round_wind: self.match_state.round_wind(),
        }
    }

    /// How a win comes now.
    #[inline]
    fn way(&self, tsumo: bool) -> Way {
        match self.phase {
            _ if tsumo => Way::Tsumo,
            Phase::Claim(Offer::Kakan(_) | Offer::Ankan(_)) => Way::RobbedKan,
            _ => Way::Ron,
        }
    }

    /// The kinds the seat on turn may make a kan of; mostly none (Y-2.6).
    #[inline]
    fn own_kans(&self, player: &SeatState, tile: Kind) -> KindSet {
        let (_, kans) = own_kans(&player.hand, player.pons, tile);
        if self.kyoku.remaining() == 0 { KindSet::EMPTY } else { kans }
    }

    /// Finds the claims that the others can make on the tile on offer; often there are none.
    #[inline(always)]
    pub(super) fn find_claims(&mut self, offer: Offer) {
        let (from, kind) = (self.kyoku.turn, offer.kind());
        self.deciders = SeatSet::EMPTY;
        self.phase = Phase::Claim(offer);
        let next = from.after(1, SEATS);
        let run = makes_run(&self.player(next).hand, kind);
        for seat in claims::able(&self.kyoku.claims, from, kind, run) {
            self.offer_claim(seat, offer);
        }
    }

    /// Finds the claims of one seat, which becomes a decider if it has any.
    #[inline(never)]
    fn offer_claim(&mut self, seat: Seat, offer: Offer) {
        let (player, kind) = (self.player(seat), offer.kind());
        let mut word = if self.may_ron(seat, kind) { RON } else { 0 };
        let last = self.kyoku.remaining() == 0;
        if matches!(offer, Offer::Discard(_)) && (!last || self.rules.last_discard_calls) {
            word |= self.pon_offer(player, kind);
            if seat == self.kyoku.turn.after(1, SEATS) && makes_run(&player.hand, kind) {
                word |= self.chi_offer(player, kind);
            }
        }
        if word != 0 {
            self.legal[seat.index()] = ActionMask::from_words([word | PASS, 0, 0, 0]);
            self.deciders.insert(seat);
        }
    }

    fn may_ron(&self, seat: Seat, kind: Kind) -> bool {
        let player = self.player(seat);
        player.waits.has(kind) && !player.missed && self.value(seat, kind, false).is_some()
    }

    /// Pon, and a kan of the discard.
    fn pon_offer(&self, player: &SeatState, kind: Kind) -> u64 {
        let banned = self.rules.kuikae == Kuikae::Banned;
        let only_this = player.hand.kinds() == KindSet::of(kind);
        let pon = player.hand.at_least(2).has(kind) && !(banned && only_this);
        let kan = player.hand.at_least(3).has(kind) && self.kyoku.remaining() > 0;
        (if pon { PON } else { 0 }) | (if kan { DAIMINKAN } else { 0 })
    }

    /// Chi on each side after which a discard is possible.
    fn chi_offer(&self, player: &SeatState, called: Kind) -> u64 {
        let mut word = 0;
        for side in ChiSide::ALL {
            let makes = may_chi(&player.hand, side, called, self.swap_call(side, called));
            word |= (makes as u64) << Action::Chi(side).code();
        }
        word
    }

    /// The kinds that may not be discarded after this chi (Y-2.5).
    #[inline]
    pub(super) fn swap_call(&self, side: ChiSide, called: Kind) -> KindSet {
        match self.rules.kuikae {
            Kuikae::Allowed => KindSet::EMPTY,
            Kuikae::Banned => swap_call(side, called, true),
        }
    }

    #[inline]
    pub(super) fn player(&self, seat: Seat) -> &SeatState {
        &self.kyoku.players[seat.index()]
    }
}
