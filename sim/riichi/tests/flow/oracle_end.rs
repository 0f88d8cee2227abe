//! The oracle on how a kyoku ends without a win, its payments, and what follows any kyoku.

use super::oracle::Oracle;
use hyakuman_core::game::{KyokuResult, MatchEnd, WinRecord};
use hyakuman_core::{KindSet, Seat, SeatSet};
use hyakuman_riichi::Event;
use hyakuman_riichi::rules::{
    AbortKeepsHonba, LeftoverSticks, Nagashi, Noten, Renchan, SanmaTsumo, SuddenDeath, TieBreak, Tobi, Yame,
    YameNeedsTarget,
};

/// What the engine reports at the end of a kyoku.
#[derive(Clone, Debug)]
pub(crate) struct End<const N: usize> {
    pub(crate) result: KyokuResult,
    pub(crate) deltas: [i32; N],
    pub(crate) wins: Vec<WinRecord>,
}

/// What follows a kyoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// The match is over.
    Over,
    /// This is dealt: index of the kyoku, honba, sticks.
    Deal(u32, u32, u32),
    /// The dealer may stop, or this is dealt.
    Ask(u32, u32, u32),
}

impl<const N: usize> Oracle<N> {
    /// How the kyoku must end after a discard that was neither won on nor called; none if it continues.
    fn ending(&self) -> Option<KyokuResult> {
        let firsts = self.seats.iter().map(|place| place.river);
        let wind = self.seats[0].river;
        let first_round = !self.called && self.seats.iter().all(|place| place.discards == 1);
        let equal = firsts.into_iter().all(|river| river == wind) && wind.is_subset_of(KindSet::WINDS);
        if self.four_kans() {
            Some(KyokuResult::Suukan)
        } else if self.rules.abort_suufon && first_round && equal {
            Some(KyokuResult::Suufon)
        } else if self.rules.abort_suucha && self.new_riichi && self.all_in_riichi() {
            Some(KyokuResult::Suucha)
        } else {
            None
        }
    }

    /// Whether four seats play and all are in riichi.
    fn all_in_riichi(&self) -> bool {
        self.winners.is_empty() && self.seats.iter().all(|place| place.riichi)
    }

    /// Checks the event that follows a discard on which nobody won.
    pub(crate) fn check_after_discard(&self, by: Seat, event: &Event) -> Result<(), String> {
        let place = &self.seats[by.index()];
        let ending = self.ending();
        let is_four = matches!(ending, Some(KyokuResult::Suukan | KyokuResult::Suufon));
        let paid = !is_four || self.rules.abort_last_riichi_stick;
        let right = match *event {
            Event::Win { .. } => return Ok(()),
            Event::Ryuukyoku { result: KyokuResult::Sanchahou } => {
                return if self.three_rons && self.rules.triple_ron_abort && !place.riichi | !place.declared {
                    Ok(())
                } else {
                    Err("three rons that are none".into())
                };
            }
            Event::Ryuukyoku { result } => Some(result) == ending.or(self.exhausted()),
            Event::Draw { seat, .. } => {
                let next = (1..N as u8).map(|steps| by.after(steps, N)).find(|&seat| !self.has_won(seat));
                ending.is_none() && self.remaining > 0 && next == Some(seat)
            }
            _ => ending.is_none(),
        };
        let stick = !place.declared || place.riichi == paid;
        if right && stick { Ok(()) } else { Err(format!("{event:?} after a discard, but {ending:?}")) }
    }

    /// The result where no draw is left.
    pub(crate) fn exhausted(&self) -> Option<KyokuResult> {
        let nagashi = self.rules.nagashi != Nagashi::Off
            && self.active().iter().any(|seat| self.seats[seat.index()].nagashi);
        let result = if nagashi { KyokuResult::Nagashi } else { KyokuResult::Exhaustive };
        (self.remaining == 0).then_some(result)
    }

    /// The seats that are tenpai by shape; those reported where the rules require more.
    fn tenpai(&self, reported: SeatSet) -> SeatSet {
        if !self.rules.keishiki_tenpai {
            return reported;
        }
        self.active().into_iter().filter(|&seat| !self.waits_of(seat).is_empty()).collect()
    }

    /// Checks the payments of a draw at the reported end of a kyoku, and returns what must follow.
    pub(crate) fn after(&mut self, end: &End<N>, reported: SeatSet) -> Result<Then, String> {
        for win in &end.wins[self.winners.len()..] {
            self.credit(win)?;
        }
        let over = self.winners.len() >= self.rules.wins_per_hand as usize || self.is_over_at_once();
        if end.result == KyokuResult::Win && !over {
            return Err(format!("{end:?} is no end"));
        }
        let tenpai = self.tenpai(reported);
        let paid: [i32; N] = std::array::from_fn(|seat| self.scores[seat] - self.match_state.scores[seat]);
        let drawn = match end.result {
            KyokuResult::Win => None,
            KyokuResult::Exhaustive => Some(self.noten(tenpai)),
            KyokuResult::Nagashi => Some(self.nagashi()),
            _ => Some([0; N]),
        };
        for seat in 0..N {
            if drawn.is_some_and(|drawn| end.deltas[seat] != drawn[seat] + paid[seat]) {
                return Err(format!("{end:?}, expected {drawn:?} and {paid:?}"));
            }
            self.scores[seat] = self.match_state.scores[seat] + end.deltas[seat];
        }
        let taken = end.result == KyokuResult::Nagashi && self.rules.nagashi_takes_honba;
        if taken {
            self.match_state.kyotaku = 0;
        }
        Ok(self.then(end, tenpai))
    }

    fn noten(&self, tenpai: SeatSet) -> [i32; N] {
        let (ready, playing) = (tenpai.len() as i32, self.active().len() as i32);
        let noten = playing - ready;
        let (gets, pays) = match self.rules.noten {
            _ if ready == 0 || noten == 0 => (0, 0),
            Noten::Pool(pool) => (pool / ready, pool / noten),
            Noten::PerPair(points) => (points * noten, points * ready),
            Noten::PerNoten(points) => (points * noten / ready, points),
        };
        std::array::from_fn(|seat| match Seat::new(seat as u8) {
            seat if self.has_won(seat) => 0,
            seat if tenpai.has(seat) => gets,
            _ => -pays,
        })
    }

    fn nagashi(&self) -> [i32; N] {
        let unit = if self.rules.nagashi == Nagashi::Mangan { 2_000 } else { 8_000 };
        let dealer = self.match_state.kyoku as usize % N;
        let mut deltas = [0; N];
        let mut pot = self.rules.nagashi_takes_honba;
        let plays = |seat: &usize| !self.has_won(Seat::new(*seat as u8));
        let in_turn = (0..N).map(|steps| (dealer + steps) % N).filter(plays);
        for winner in in_turn.filter(|&seat| self.seats[seat].nagashi) {
            for payer in (0..N).filter(|&payer| payer != winner && plays(&payer)) {
                let double = winner == dealer || payer == dealer;
                let honba = if pot { self.match_state.honba as i32 * self.rules.honba_tsumo_each } else { 0 };
                let share = self.share(unit, winner == dealer, double) + honba;
                deltas[payer] -= share;
                deltas[winner] += share;
            }
            if std::mem::take(&mut pot) {
                deltas[winner] += self.match_state.kyotaku as i32 * self.rules.riichi_stick;
            }
        }
        deltas
    }

    /// The payment of one seat for a tsumo of these base points.
    fn share(&self, unit: i32, dealer_wins: bool, double: bool) -> i32 {
        let own = if double { 2 * unit } else { unit };
        match self.rules.sanma_tsumo {
            SanmaTsumo::SplitNorth if N == 3 => own + if dealer_wins { unit } else { unit / 2 },
            SanmaTsumo::SplitEven if N == 3 => {
                if dealer_wins {
                    3 * unit
                } else {
                    2 * unit
                }
            }
            _ => own,
        }
    }

    /// What follows a kyoku: section 2.1 step by step.
    fn then(&self, end: &End<N>, tenpai: SeatSet) -> Then {
        let (rules, match_state) = (&self.rules, &self.match_state);
        let lowest = *self.scores.iter().min().expect("four");
        let highest = *self.scores.iter().max().expect("four");
        let bust = match rules.tobi {
            Tobi::Off => false,
            Tobi::Below0 => lowest < 0,
            Tobi::AtOrBelow0 => lowest <= 0,
        };
        let played = rules.max_kyoku.is_some_and(|most| match_state.deals >= most.into());
        if bust || played || rules.upper_limit_end.is_some_and(|limit| highest >= limit) {
            return Then::Over;
        }
        let again = |honba| Then::Deal(match_state.kyoku, honba, match_state.kyotaku);
        let is_draw = matches!(end.result, KyokuResult::Exhaustive | KyokuResult::Nagashi);
        let aborted = end.result != KyokuResult::Win && !is_draw;
        let plus = is_draw || aborted && rules.abort_keeps_honba == AbortKeepsHonba::Plus1;
        let honba = if plus && rules.wins_per_hand == 1 { match_state.honba + 1 } else { 0 };
        if aborted && !rules.abort_passes_deal {
            return again(honba);
        }
        let dealer = Seat::new((match_state.kyoku % N as u32) as u8);
        let won = end.wins.iter().any(|win| win.winner == dealer);
        let keeps = match rules.renchan {
            Renchan::None => false,
            Renchan::Win => won,
            Renchan::WinOrTenpai => won || is_draw && tenpai.has(dealer),
        };
        let passed = Then::Deal(match_state.kyoku + 1, honba, match_state.kyotaku);
        let regular = N as u32 * rules.length_winds as u32;
        if match_state.kyoku + 1 < regular {
            return if keeps { again(match_state.honba + 1) } else { passed };
        }
        let target = highest >= rules.target_points;
        let all = regular + N as u32 * rules.extension_winds as u32;
        let final_hand =
            rules.length_winds == 0 || rules.sudden_death == SuddenDeath::Off || match_state.kyoku + 1 >= all;
        let sudden = rules.sudden_death == SuddenDeath::Immediate && match_state.kyoku >= regular && target;
        match keeps {
            _ if rules.length_winds == 0 || sudden => Then::Over,
            false if target || final_hand => Then::Over,
            false => passed,
            true => self.yame(dealer, is_draw, final_hand),
        }
    }

    /// The result of the match: sticks handed out, placement by score, final points that sum to zero.
    pub(crate) fn check_result(&self, end: &MatchEnd) -> Result<(), String> {
        let sticks = self.match_state.kyotaku as i32 * self.rules.riichi_stick;
        let handed = if self.rules.leftover_sticks == LeftoverSticks::Vanish { 0 } else { sticks };
        let sum: i32 = end.scores.iter().sum();
        let mut places = end.placement;
        places[..N].sort();
        let in_order = (0..N)
            .all(|a| (0..N).all(|b| end.scores[a] <= end.scores[b] || end.placement[a] < end.placement[b]));
        let all_there = sum == self.scores.iter().sum::<i32>() + handed;
        let scores = std::array::from_fn(|seat| end.scores[seat]);
        let points = end.rank_points == self.final_points(&scores)
            && end.rank_points.iter().sum::<i32>() == sum - N as i32 * self.rules.start_points;
        if all_there && in_order && points && places[..N] == [0, 1, 2, 3][..N] {
            Ok(())
        } else {
            Err(format!("{end:?} with {sticks} points of sticks"))
        }
    }

    /// A dealer who keeps the deal at the end of the match.
    fn yame(&self, dealer: Seat, is_draw: bool, final_hand: bool) -> Then {
        let (rules, match_state) = (&self.rules, &self.match_state);
        let own = self.scores[dealer.index()];
        let better = |other: usize| {
            let tied = match rules.tie_break {
                TieBreak::Chaser => other > dealer.index(),
                _ => other < dealer.index(),
            };
            self.scores[other] > own || self.scores[other] == own && tied
        };
        let enough = match rules.yame_needs_target {
            YameNeedsTarget::Never => true,
            YameNeedsTarget::ExceptFinalHand if final_hand => true,
            _ => own >= rules.target_points,
        };
        let stops = enough && !(0..N).any(better);
        let again = (match_state.kyoku, match_state.honba + 1, match_state.kyotaku);
        match if is_draw { rules.tenpai_yame } else { rules.agari_yame } {
            Yame::Auto if stops => Then::Over,
            Yame::Ask if stops => Then::Ask(again.0, again.1, again.2),
            _ => Then::Deal(again.0, again.1, again.2),
        }
    }
}
