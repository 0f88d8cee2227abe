//! The end of a kyoku: payments, and the report of it.

use super::event::{Event, Offer};
use super::house::ChipHand;
use super::progress::{Ending, is_bust};
use super::seat::RiichiState;
use super::state::{Match, Next, Phase};
use crate::rules::Nagashi;
use crate::scoring::settle::{self, Payment, Stakes, WonBy};
use crate::variant::Variant;
use arrayvec::ArrayVec;
use hyakuman_core::common::match_state::widen;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{KyokuEnd, KyokuResult, Revealed, WinRecord};
use hyakuman_core::{Seat, SeatSet, Tile};

impl<const N: usize, V: Variant> Match<N, V> {
    /// Pays the winners; nearly always the kyoku is over.
    #[inline(never)]
    pub(super) fn end_by_win(&mut self, winners: SeatSet, reporter: &mut Reporter<'_, Self>) -> Next {
        let claimed = match self.phase {
            Phase::Claim(offer) if !winners.has(self.kyoku.turn) => Some(offer),
            _ => None,
        };
        match claimed {
            Some(offer) => self.pay_rons(winners, offer),
            None => self.pay_tsumo(self.kyoku.turn),
        }
        self.match_state.kyotaku = 0;
        self.kyoku.active = self.kyoku.active.without(winners);
        let last = self.kyoku.wins.len() >= self.rules.wins_per_hand as usize;
        if last || self.is_over_at_once() {
            return self.end(KyokuResult::Win, SeatSet::EMPTY, reporter);
        }
        self.continue_without(winners, claimed)
    }

    fn pay_tsumo(&mut self, winner: Seat) {
        let tile = self.kyoku.drawn.expect("the winning tile");
        let value = self.value(winner, tile, true, self.tsumo_flags(winner));
        let won = WonBy { winner, from: None, pao: self.liable(winner, true) };
        let deltas = settle::win_deltas::<N>(&self.rules, &value, &won, &self.stakes());
        self.pay(&value, &won, tile, &deltas);
    }

    fn pay_rons(&mut self, winners: SeatSet, offer: Offer) {
        let from = self.kyoku.turn;
        let in_turn = (1..N as u8).map(|steps| from.after(steps, N)).filter(|&seat| winners.has(seat));
        let won = |winner| WonBy { winner, from: Some(from), pao: self.liable(winner, false) };
        let claims: ArrayVec<(V::Value, WonBy), 3> = in_turn
            .map(|winner| {
                (self.value(winner, offer.tile(), false, self.ron_flags(winner, offer)), won(winner))
            })
            .collect();
        let riichi = winners.filter(|&seat| self.player(seat).riichi == RiichiState::Accepted).collect();
        let deltas = settle::multi_ron_deltas::<N>(&self.rules, &claims, &self.stakes(), riichi);
        for ((value, won), deltas) in claims.iter().zip(&deltas) {
            self.pay(value, won, offer.tile(), deltas);
        }
    }

    /// Moves the points of one win and records it.
    fn pay(&mut self, value: &V::Value, won: &WonBy, tile: Tile, deltas: &[i32; N]) {
        let before = self.match_state.scores;
        self.add_scores(deltas);
        self.note(Event::Win { seat: won.winner, from: won.from, tile });
        let received = settle::hand_points::<N>(&self.rules, value, won, &self.stakes());
        let record = value.record(won, tile, received, widen(deltas));
        self.count(&record, &before);
        self.kyoku.wins.push(record);
    }

    /// Counts what a win is in final points besides the scores, which were `before`.
    fn count(&mut self, record: &WinRecord, before: &[i32; N]) {
        let is_bust = |seat: &Seat| {
            let bust = |scores: &[i32; N]| is_bust(&self.rules, &scores[seat.index()..=seat.index()]);
            !bust(before) && bust(&self.match_state.scores)
        };
        self.house.note_win(record.winner, Seat::all(N).filter(is_bust));
        let player = self.player(record.winner);
        let number = self.kyoku.wins.len();
        let hand = ChipHand { ippatsu: player.ippatsu, open: player.open, number };
        self.house.note_chips(&self.rules, record, &hand, self.kyoku.active);
    }

    /// Nobody won: an abort pays nothing, an exhaustive draw tenpai or nagashi.
    #[inline(never)]
    pub(super) fn end_by_draw(&mut self, result: KyokuResult, reporter: &mut Reporter<'_, Self>) -> Next {
        if result != KyokuResult::Exhaustive {
            self.note(Event::Ryuukyoku { result });
            return self.end(result, SeatSet::EMPTY, reporter);
        }
        let active = self.kyoku.active;
        let tenpai: SeatSet = active.filter(|&seat| self.is_tenpai(seat)).collect();
        let nagashi: SeatSet = match self.rules.nagashi {
            Nagashi::Off => SeatSet::EMPTY,
            _ => active.filter(|&seat| self.player(seat).nagashi).collect(),
        };
        let (result, deltas) = if nagashi.is_empty() {
            (result, settle::noten_deltas::<N>(&self.rules, tenpai, active))
        } else {
            let deltas = settle::nagashi_deltas::<N>(&self.rules, nagashi, &self.stakes());
            if self.rules.nagashi_takes_honba {
                self.match_state.kyotaku = 0;
            }
            (KyokuResult::Nagashi, deltas)
        };
        self.add_scores(&deltas);
        self.note(Event::Ryuukyoku { result });
        self.end(result, tenpai, reporter)
    }

    /// Whether a seat is tenpai at the draw: by shape, or with a yaku where the rules require one.
    fn is_tenpai(&self, seat: Seat) -> bool {
        let waits = self.player(seat).waits;
        if self.rules.keishiki_tenpai {
            return !waits.is_empty();
        }
        waits.into_iter().any(|wait| self.wait_has_yaku(seat, wait))
    }

    /// Reports the end of the kyoku and continues with the next one or the end of the match.
    fn end(&mut self, result: KyokuResult, tenpai: SeatSet, reporter: &mut Reporter<'_, Self>) -> Next {
        self.deciders = SeatSet::EMPTY;
        let winners = SeatSet::all(N).without(self.kyoku.active);
        let (before, kyotaku) = self.kyoku.before;
        let who = |holds: fn(&super::seat::SeatState) -> bool| -> SeatSet {
            Seat::all(N).filter(|&seat| holds(self.player(seat))).collect()
        };
        let end = KyokuEnd {
            kyotaku,
            result,
            wins: &self.kyoku.wins,
            draws: (self.kyoku.live as usize - 13 * N) as u32 + self.kyoku.rinshan as u32,
            riichi: who(|player| player.riichi == RiichiState::Accepted),
            declared: self.kyoku.declared,
            open: who(|player| player.open),
            tenpai,
            ..self.match_state.settled(&before)
        };
        reporter.settled(self, &end);
        let passes = V::deal_passes::<N>(&self.rules.0, self.match_state.dealer(), &self.kyoku.wins);
        self.after(Ending { result, winners, tenpai, passes }, reporter)
    }

    /// What the rules reveal when the kyoku has this end.
    pub(crate) fn revealed_at(&self, end: &KyokuEnd<'_>) -> Revealed {
        let mut revealed = Revealed::default();
        let winners: SeatSet = end.wins.iter().map(|win| win.winner).collect();
        for seat in Seat::all(N) {
            revealed.concealed[seat.index()] = self.hand(seat).len() as u8;
            if winners.has(seat) || end.tenpai.has(seat) {
                revealed.hands[seat.index()].extend(self.tiles(seat));
            }
        }
        if winners.into_iter().any(|winner| end.riichi.has(winner)) {
            let counts = |&(i, _): &(usize, Tile)| self.rules.indicator_counts(i).1;
            revealed.ura.extend(self.ura_indicators().enumerate().filter(counts).map(|(_, tile)| tile));
        }
        revealed
    }

    fn stakes(&self) -> Stakes {
        Stakes {
            dealer: self.match_state.dealer(),
            honba: self.match_state.honba,
            kyotaku: self.match_state.kyotaku,
            active: self.kyoku.active,
            wareme: self.kyoku.wareme,
        }
    }

    fn add_scores(&mut self, deltas: &[i32; N]) {
        self.match_state.scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
    }
}
