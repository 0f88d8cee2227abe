//! Claims on one tile: several seats answer without seeing each other's answers, and one claim is carried out.
//!
//! Ron comes before pon and kan, these before chi (RULES.md ).

use super::event::{Event, Offer};
use super::seat::RiichiState;
use super::state::{Match, Next};
use crate::action::Action;
use crate::rules::MultiRon;
use crate::variant::Variant;
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::common::claims;
use hyakuman_core::common::codes::{PASS, RON};
use hyakuman_core::game::{Answers, KyokuResult};
use hyakuman_core::{KindSet, Meld, MeldKind, RelSeat, Seat, SeatSet, Tile};

/// Number of kans that abort a kyoku if more than one seat made them (四槓散了, R-4.5).
const SUUKAN: u8 = 4;

impl<const N: usize, V: Variant> Match<N, V> {
    /// Carries out the answers to an offer.
    pub(super) fn resolve(&mut self, offer: Offer, answers: Answers) -> Next {
        let (rons, first) = claims::sorted(answers, self.kyoku.turn);
        if !rons.is_empty() {
            return self.rons(offer, rons);
        }
        self.note_passes(offer);
        if let Some(end) = self.settle_discard(offer) {
            return end;
        }
        match first {
            (PASS, _) => self.pass(offer),
            (code, seat) => self.call(seat, Action::from_code(code).expect("a call"), offer.tile()),
        }
    }

    /// Offers a tile to the other seats; if none can claim it, play continues.
    #[inline(always)]
    pub(super) fn offer(&mut self, offer: Offer) -> Next {
        self.find_claims(offer);
        if !self.deciders.is_empty() {
            return Next::Wait;
        }
        self.note_passes(offer);
        match self.settle_discard(offer) {
            Some(end) => end,
            None => self.pass(offer),
        }
    }

    /// Which of these rons are paid, or the abortive draw of three.
    #[inline(never)]
    fn rons(&self, offer: Offer, rons: SeatSet) -> Next {
        let aborts = self.rules.triple_ron_abort
            && (matches!(offer, Offer::Discard(_)) || self.rules.sanchahou_on_chankan);
        if rons.len() == 3 && aborts {
            return Next::Draws(KyokuResult::Sanchahou);
        }
        let most = match self.rules.multi_ron {
            MultiRon::HeadBump => 1,
            MultiRon::Double => 2,
            MultiRon::Triple => 3,
        };
        let in_turn = (1..N as u8).map(|steps| self.kyoku.turn.after(steps, N));
        Next::Win(in_turn.filter(|&seat| rons.has(seat)).take(most).collect())
    }

    /// A seat that let a winning tile pass is furiten: until its next discard, or in riichi until the end of the kyoku.
    #[inline]
    pub(super) fn note_passes(&mut self, offer: Offer) {
        if self.kyoku.waiting.is_empty() || matches!(offer, Offer::Ankan(_)) && !self.rules.ankan_pass_furiten
        {
            return;
        }
        for seat in self.kyoku.waiting {
            let could = self.deciders.has(seat) && self.legal[seat.index()].has(RON);
            if could || self.rules.furiten_pass_noyaku {
                let player = &mut self.kyoku.players[seat.index()];
                player.furiten.on_pass(player.riichi == RiichiState::Accepted);
            }
        }
    }

    /// What follows a discard without a ron: an abortive draw, or the payment of the riichi stick if it declared riichi;
    /// usually neither.
    #[inline(always)]
    fn settle_discard(&mut self, offer: Offer) -> Option<Next> {
        if !matches!(offer, Offer::Discard(_)) {
            return None;
        }
        let player = self.player(self.kyoku.turn);
        let declared = player.riichi == RiichiState::Declared;
        let first = player.river.len() == 1 && !self.kyoku.called;
        if declared || first || self.kyoku.kans == SUUKAN { self.settle_special(declared) } else { None }
    }

    /// [`Match::settle_discard`] for a discard that declares riichi, a first discard, or one after four kans.
    #[inline(never)]
    fn settle_special(&mut self, declared: bool) -> Option<Next> {
        let abort = if self.suukan() {
            Some(KyokuResult::Suukan)
        } else {
            self.suufon().then_some(KyokuResult::Suufon)
        };
        if declared && (abort.is_none() || self.rules.abort_last_riichi_stick) {
            self.accept_riichi();
        }
        if abort.is_some() || !declared {
            return abort.map(Next::Draws);
        }
        let everybody = self.kyoku.active == SeatSet::all(N)
            && self.kyoku.players.iter().all(|player| player.riichi == RiichiState::Accepted);
        (everybody && N == 4 && self.rules.abort_suucha).then_some(Next::Draws(KyokuResult::Suucha))
    }

    /// Pays the stick of the riichi just declared.
    pub(super) fn accept_riichi(&mut self) {
        let seat = self.kyoku.turn;
        self.kyoku.since_riichi[seat.index()] = KindSet::EMPTY;
        let player = &mut self.kyoku.players[seat.index()];
        player.riichi = RiichiState::Accepted;
        player.ippatsu = self.rules.ippatsu;
        self.match_state.scores[seat.index()] -= self.rules.riichi_stick;
        self.match_state.kyotaku += 1;
        self.note(Event::Riichi { seat });
    }

    /// Whether four kans by more than one seat end the kyoku.
    #[inline]
    pub(super) fn suukan(&self) -> bool {
        self.kyoku.kans == SUUKAN
            && self.rules.abort_suukan
            && !self
                .kyoku
                .players
                .iter()
                .any(|player| player.melds.iter().filter(|m| m.is_kan()).count() == SUUKAN as usize)
    }

    /// Whether the first four discards, without a call, were the same wind.
    #[inline]
    fn suufon(&self) -> bool {
        let kyoku = &self.kyoku;
        let first = |seat: Seat| self.player(seat).river.first().map(|discard| discard.tile);
        let wind = first(self.match_state.dealer());
        N == 4
            && kyoku.players[kyoku.turn.index()].river.len() == 1
            && kyoku.turn == self.match_state.dealer().after(3, N)
            && !kyoku.called
            && self.rules.abort_suufon
            && wind.is_some_and(|tile| KindSet::WINDS.has(tile.kind()))
            && Seat::all(N).all(|seat| first(seat) == wind)
    }

    /// Nobody claims the tile: the next seat draws, or the kan is completed.
    #[inline(always)]
    fn pass(&mut self, offer: Offer) -> Next {
        match offer {
            Offer::Discard(_) if self.kyoku.remaining == 0 => Next::Draws(KyokuResult::Exhaustive),
            Offer::Discard(_) => Next::Draw(self.next_active(self.kyoku.turn)),
            Offer::Kakan(_) => self.complete_kan(self.kyoku.turn, false),
            Offer::Ankan(_) => self.complete_kan(self.kyoku.turn, true),
            Offer::Nuki(_) => self.complete_nuki(self.kyoku.turn),
        }
    }

    /// A call: the caller takes the tile from the river, shows the set and is on turn.
    fn call(&mut self, seat: Seat, action: Action, tile: Tile) -> Next {
        let from = self.kyoku.turn;
        let rel = from.seen_from(seat, N);
        let feeder = &mut self.kyoku.players[from.index()];
        feeder.river.last_mut().expect("the discard called").called = true;
        feeder.nagashi = false;
        self.interrupt();
        let meld = match action {
            Action::Chi { side, red } => self.take_chi(seat, tile, side, red, rel),
            Action::Pon { reds } => self.take_pon(seat, tile, reds, rel),
            _ => self.take_daiminkan(seat, tile, rel),
        };
        let player = &mut self.kyoku.players[seat.index()];
        player.open = true;
        player.called_at = player.river.len() as u8;
        player.melds.push(meld);
        if meld.kind() == MeldKind::Pon {
            player.pons.insert(meld.low());
        }
        player.waits = KindSet::EMPTY; // 3n+2 tiles until the discard
        self.kyoku.claims[seat.index()] = KindSet::EMPTY;
        for own in &meld.tiles()[1..] {
            self.kyoku.seen.add(own.kind());
        }
        self.kyoku.turn = seat;
        self.kyoku.drawn = None;
        self.kyoku.fed_kan = meld.kind() == MeldKind::Daiminkan;
        self.note_pao(seat, from);
        self.note(Event::Meld { seat, meld });
        if meld.kind() == MeldKind::Daiminkan {
            self.find_waits(seat, false);
            return self.complete_kan(seat, false);
        }
        self.offer_turn()
    }

    fn take_chi(&mut self, seat: Seat, tile: Tile, side: ChiSide, red: bool, from: RelSeat) -> Meld {
        self.kyoku.forbidden = self.swap_call(side, tile.kind());
        let player = &mut self.kyoku.players[seat.index()];
        let own = side.own(tile.kind()).expect("a legal chi");
        Meld::chi(tile, own.map(|kind| player.take_kind(kind, red && kind.is_five())), from)
    }

    fn take_pon(&mut self, seat: Seat, tile: Tile, reds: u8, from: RelSeat) -> Meld {
        self.kyoku.forbidden = self.swap_pon(tile.kind());
        let player = &mut self.kyoku.players[seat.index()];
        Meld::pon(tile, [0, 1].map(|i| player.take_kind(tile.kind(), i < reds)), from)
    }

    fn take_daiminkan(&mut self, seat: Seat, tile: Tile, from: RelSeat) -> Meld {
        let player = &mut self.kyoku.players[seat.index()];
        let kind = tile.kind();
        Meld::daiminkan(tile, [(); 3].map(|()| player.take_kind(kind, player.reds_of(kind) > 0)), from)
    }
}
