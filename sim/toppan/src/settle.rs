//! The end of a kyoku: who beats whom, payments, and the report of it (RULES.md T-2.7, T-2.8, T-3).

use super::apply::Next;
use super::rules::ChildOnBust;
use super::score::Value;
use super::state::{Course, Event, SEATS, Toppan};
use super::yaku::Yaku;
use arrayvec::ArrayVec;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{KyokuEnd, KyokuResult, MAX_SEATS, WinRecord};
use hyakuman_core::{Seat, SeatSet};

/// The wins of a kyoku: those of children in order of turn, then that of the dealer.
type Wins = ArrayVec<WinRecord, SEATS>;

impl Toppan {
    /// Settles a kyoku in which every seat has had its turn.
    pub(super) fn settle(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        self.deciders = SeatSet::EMPTY;
        Seat::all(SEATS).for_each(|seat| self.show(seat));
        if self.is_redraw() {
            self.note(Event::Redraw);
            self.report(KyokuResult::Redraw, &[], reporter);
            return self.after_redraw();
        }
        let wins = self.pay();
        let stayed = self.course(self.match_state.dealer()) != Course::Bust;
        self.report(KyokuResult::Win, &wins, reporter);
        self.after(stayed, reporter)
    }

    fn course(&self, seat: Seat) -> Course {
        self.kyoku.players[seat.index()].course
    }

    /// Whether the kyoku is dealt again without payment.
    fn is_redraw(&self) -> bool {
        let (dealer, children) = (self.match_state.dealer(), self.children());
        let all = |course: Course| children.into_iter().all(|child| self.course(child) == course);
        let equal = || children.into_iter().all(|child| self.best(child) == self.best(dealer));
        self.course(dealer) == Course::Stayed
            && (self.rules.redraw_three_wins && all(Course::Won)
                || self.rules.redraw_four_equal && all(Course::Stayed) && equal())
    }

    /// Whether this child beats the dealer, who wins with equal sums.
    fn beats_dealer(&self, child: Seat) -> bool {
        let dealer = self.match_state.dealer();
        match (self.course(dealer), self.course(child)) {
            (Course::Bust, _) => true,
            (Course::Won, _) => false,
            (_, Course::Won) => true,
            (_, Course::Bust) => false,
            _ => self.best(child) > self.best(dealer),
        }
    }

    /// The value of a winner's hand. Winning yaku count only if they were declared.
    fn worth(&self, seat: Seat) -> Value {
        let indicators = self.indicators_of(seat);
        let (case, scorer) = (self.case(seat, &indicators), &self.terms.scorer);
        let busted = self.course(self.match_state.dealer()) == Course::Bust;
        match self.course(seat) {
            Course::Won => scorer.declared(&case).expect("a yaku was declared"),
            _ if busted && self.rules.score_child_on_dealer_bust == ChildOnBust::BaseOnly => {
                scorer.base(&case)
            }
            _ => scorer.compared(&case),
        }
    }

    /// Each child settles with the dealer; the hand of the winner is scored.
    fn pay(&mut self) -> Wins {
        let dealer = self.match_state.dealer();
        let mut wins = Wins::new();
        let mut beaten = SeatSet::EMPTY;
        for child in self.children() {
            if self.beats_dealer(child) {
                let win = self.win(child, SeatSet::of(dealer), self.bet_of(child));
                wins.push(win);
            } else {
                beaten.insert(child);
            }
        }
        if !beaten.is_empty() {
            let bets = beaten.map(|child| self.bet_of(child)).sum();
            let win = self.win(dealer, beaten, bets);
            wins.push(win);
        }
        let scores = &mut self.match_state.scores;
        for win in &wins {
            scores.iter_mut().zip(win.deltas).for_each(|(score, delta)| *score += delta);
        }
        wins
    }

    /// The bet of a child, in half points.
    fn bet_of(&self, child: Seat) -> i32 {
        let bet = self.kyoku.players[child.index()].bet;
        bet.map_or(0, |bet| self.terms.bets[bet as usize])
    }

    /// The win of a seat against these. `bets` is the sum of the bets that it wins.
    fn win(&self, winner: Seat, losers: SeatSet, bets: i32) -> WinRecord {
        let value = self.worth(winner);
        let mut deltas = [0; MAX_SEATS];
        for loser in losers {
            let bet = if loser == self.match_state.dealer() { bets } else { self.bet_of(loser) };
            deltas[loser.index()] = -value.pay(bet);
        }
        deltas[winner.index()] = value.pay(bets);
        let held = &self.kyoku.players[winner.index()].held;
        WinRecord {
            from: losers.clone().next().filter(|_| losers.len() == 1),
            tile: held.tiles().last().expect("a tile").code(),
            han: value.han.min(u16::MAX.into()) as u16,
            yaku: value.yaku.bits(),
            dora: [value.times(Yaku::Dora).min(u8::MAX.into()) as u8, 0, 0, 0],
            points: value.without_honba() as i32 * bets,
            deltas,
            ..WinRecord::of(winner)
        }
    }

    /// Reports the end of the kyoku.
    fn report(&mut self, result: KyokuResult, wins: &[WinRecord], reporter: &mut Reporter<'_, Self>) {
        let end = KyokuEnd {
            result,
            wins,
            draws: (self.kyoku.front - self.kyoku.start) as u32,
            ..self.match_state.settled(&self.kyoku.before)
        };
        reporter.settled(self, &end);
    }
}
