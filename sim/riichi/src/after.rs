//! What the match would be like after this kyoku, if it ended in a certain way: payments and the next kyoku, or the end of
//! the match, by the functions of the engine.

use super::engine::{Ending, RiichiState, advance};
use super::rules::{RiichiRules, SanmaTsumo};
use super::scoring::score::{HandValue, Limit};
use super::scoring::settle::{self, Stakes, WonBy};
use super::view::View;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::game::KyokuResult;
use hyakuman_core::{RelSeat, Seat, SeatSet};

/// How a kyoku might end. Seats are relative to the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome<const N: usize = 4> {
    /// One seat wins.
    Win {
        /// Who wins.
        winner: RelSeat,
        /// Who deals in; none for a tsumo.
        from: Option<RelSeat>,
        /// What the winner gets for the hand, in points, without honba, riichi sticks and
        /// the doubling of a wareme: [`View::points`].
        points: i32,
    },
    /// The wall runs out.
    Draw {
        /// Whether the seat is tenpai, by its steps from the viewer. Seats that have won do not matter.
        tenpai: [bool; N],
    },
}

/// The match after a kyoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aftermath<const N: usize = 4> {
    /// The state in which the next kyoku is dealt; if the match is over, the final one, with the riichi sticks handed out.
    /// Seats are absolute. `deals` is that of the present kyoku.
    pub state: MatchState<N>,
    /// Whether the match is over.
    pub over: bool,
}

impl<const N: usize> View<'_, N> {
    /// The match after this kyoku, if it ends in this way and nothing else changes before: no riichi, no other win, no nagashi.
    ///
    /// A riichi just declared pays its stick, unless its discard is the winning tile. The whole win is paid as by its points:
    /// nobody is liable for it (包), and where they are no value that a hand can have, a tsumo may pay up to 300 points less.
    /// A dealer who may stop the match does. In rulesets where a kyoku continues after a win it is taken to end with this one.
    #[inline]
    pub fn after(&self, outcome: &Outcome<N>) -> Aftermath<N> {
        self.settled(*self.match_state(), outcome)
    }

    /// The same where a seat declares riichi before: it pays a stick.
    #[inline]
    pub fn after_riichi(&self, of: RelSeat, outcome: &Outcome<N>) -> Aftermath<N> {
        let mut state = *self.match_state();
        pay_stick(self.rules(), &mut state, of.seat(self.seat, N));
        self.settled(state, outcome)
    }

    fn settled(&self, mut state: MatchState<N>, outcome: &Outcome<N>) -> Aftermath<N> {
        let declared = Seat::all(N).find(|&seat| {
            let ronned =
                matches!(outcome, Outcome::Win { from: Some(from), .. } if from.seat(self.seat, N) == seat);
            !ronned && self.game.kyoku.players[seat.index()].riichi == RiichiState::Declared
        });
        if let Some(seat) = declared {
            pay_stick(self.rules(), &mut state, seat);
        }
        let stakes = Stakes {
            dealer: state.dealer(),
            honba: state.honba,
            kyotaku: state.kyotaku,
            active: self.game.kyoku.active,
            wareme: self.game.kyoku.wareme,
        };
        let (ending, deltas) = match *outcome {
            Outcome::Win { winner, from, points } => {
                state.kyotaku = 0;
                let seat = |of: RelSeat| of.seat(self.seat, N);
                self.win(&WonBy { winner: seat(winner), from: from.map(seat), pao: None }, points, &stakes)
            }
            Outcome::Draw { tenpai } => self.draw(&tenpai, &stakes),
        };
        state.scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
        let over = advance(self.rules(), &mut state, &ending);
        Aftermath { state, over }
    }

    fn win(&self, won: &WonBy, points: i32, stakes: &Stakes) -> (Ending, [i32; N]) {
        let base = base_of::<N>(self.rules(), points, won.winner == stakes.dealer, won.from.is_none());
        let value = HandValue::flat(base, Limit::None);
        let winners = SeatSet::of(won.winner);
        let ending = Ending { result: KyokuResult::Win, winners, tenpai: SeatSet::EMPTY, passes: 1 };
        (ending, settle::win_deltas(self.rules(), &value, won, stakes))
    }

    fn draw(&self, tenpai: &[bool; N], stakes: &Stakes) -> (Ending, [i32; N]) {
        let ready = |seat: &Seat| tenpai[seat.seen_from(self.seat, N).steps() as usize];
        let tenpai: SeatSet = stakes.active.filter(ready).collect();
        let winners = SeatSet::all(N).without(stakes.active);
        let ending = Ending { result: KyokuResult::Exhaustive, winners, tenpai, passes: 1 };
        (ending, settle::noten_deltas(self.rules(), tenpai, stakes.active))
    }
}

fn pay_stick<const N: usize>(rules: &RiichiRules, state: &mut MatchState<N>, seat: Seat) {
    state.scores[seat.index()] -= rules.riichi_stick;
    state.kyotaku += 1;
}

/// The base value of a win of so many points: the shares of a tsumo follow from it. Shares are rounded up to hundreds, and
/// the dealer pays twice the base: of 3,900 points (1,000 and 1,900) it is 950, not 975.
fn base_of<const N: usize>(rules: &RiichiRules, points: i32, dealer: bool, tsumo: bool) -> i32 {
    if !tsumo {
        return points / if dealer { 6 } else { 4 };
    }
    let parts = match (N, rules.sanma_tsumo) {
        (3, SanmaTsumo::Loss) if !dealer => 3,
        (3, SanmaTsumo::Loss) => 4,
        _ if dealer => 6,
        _ => 4,
    };
    if dealer { points / parts } else { points / parts / 50 * 50 }
}
