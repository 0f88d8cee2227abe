//! The loop that plays on to the next decision, and the actions of the seat on turn (RULES.md T-2).

use super::action::Action;
use super::state::{Course, Event, Phase, SEATS, Toppan};
use super::yaku::Yaku;
use hyakuman_core::Seat;
use hyakuman_core::game::Answers;
use hyakuman_core::game::sink::Reporter;

/// The next step of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Deal a kyoku.
    Deal,
    /// The child this many steps after the dealer draws its first tile and bets.
    Bets(u8),
    Turn(Seat),
    /// The seat on turn makes this action.
    Act(Action),
    /// The seat on turn is over ten and a half.
    Bust,
    /// Every seat has had its turn: settle.
    Settle,
    /// The next seat deals.
    Pass,
    /// Stop: a seat has to decide, or the match is over.
    Wait,
}

impl Toppan {
    /// Plays the answer and then everything up to the next decision.
    #[inline(always)]
    pub(super) fn play_on(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        reporter.move_on(&self.history);
        let next = match answers.get(self.kyoku.turn).and_then(Action::from_code) {
            Some(action) if self.phase != Phase::Over => Next::Act(action),
            _ if self.phase == Phase::Start => Next::Deal,
            _ => Next::Wait,
        };
        self.run(next, reporter);
    }

    /// The loop of a match: deal, bets, turns, settlement, and again.
    #[inline(always)]
    pub(super) fn run(&mut self, mut next: Next, reporter: &mut Reporter<'_, Self>) {
        loop {
            next = match next {
                Next::Wait => return reporter.catch_up(&self.history),
                Next::Act(action) => self.act(action),
                Next::Turn(seat) => self.offer_turn(seat),
                Next::Bets(steps) => self.offer_bets(steps),
                Next::Deal => self.start_kyoku(reporter),
                Next::Bust => self.bust(),
                Next::Settle => self.settle(reporter),
                Next::Pass => self.pass(reporter),
            }
        }
    }

    /// The seat on turn acts.
    #[inline]
    fn act(&mut self, action: Action) -> Next {
        let seat = self.kyoku.turn;
        match action {
            Action::Hit => {
                self.draw(seat, false);
                Next::Turn(seat)
            }
            Action::Stay => {
                self.note(Event::Stay { seat });
                self.end_turn(seat, Course::Stayed)
            }
            Action::Win => self.declare(),
            Action::Bet(amount) => self.bet(amount),
            Action::Continue => {
                self.note(Event::Continue);
                self.again()
            }
            Action::Pass => Next::Pass,
        }
    }

    fn bet(&mut self, amount: u8) -> Next {
        let seat = self.kyoku.turn;
        self.kyoku.players[seat.index()].bet = Some(amount);
        let half_points = self.terms.bets[amount as usize] as u16;
        self.note(Event::Bet { seat, amount: half_points });
        match seat.seen_from(self.match_state.dealer(), SEATS).steps() {
            3 => Next::Turn(self.match_state.dealer()),
            steps => Next::Bets(steps + 1),
        }
    }

    /// The seat on turn declares a winning yaku: its tiles are shown, and a tile may be turned up for it (T-1.6).
    fn declare(&mut self) -> Next {
        let seat = self.kyoku.turn;
        let is_toppan = self.winning(seat).has(Yaku::Toppanfu);
        self.note(Event::Win { seat });
        self.show(seat);
        if is_toppan {
            self.turn_up(seat);
        }
        self.end_turn(seat, Course::Won)
    }

    fn bust(&mut self) -> Next {
        let seat = self.kyoku.turn;
        self.note(Event::Bust { seat });
        self.show(seat);
        self.end_turn(seat, Course::Bust)
    }

    /// The turn of a seat ends. The children have no turns if the dealer has won or is bust (T-2.6).
    #[inline]
    fn end_turn(&mut self, seat: Seat, course: Course) -> Next {
        self.kyoku.players[seat.index()].course = course;
        let next = seat.after(1, SEATS);
        let dealer = self.match_state.dealer();
        if next == dealer || seat == dealer && course != Course::Stayed {
            return Next::Settle;
        }
        Next::Turn(next)
    }
}
