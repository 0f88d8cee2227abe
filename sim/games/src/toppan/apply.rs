//! Actions, and the play between two decisions (RULES.md T-2).

use super::action::Action;
use super::state::{Course, Event, Phase, SEATS, Toppan};
use super::yaku::Yaku;
use crate::game::Answers;
use crate::sink::Sink;
use hyakuman_core::{Seat, SeatSet};

/// What comes next when nobody has to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Deal a hand.
    Deal,
    /// The child so many steps after the dealer draws and bets.
    Bets(u8),
    /// It is this seat's turn to draw, stay or win.
    Turn(Seat),
    /// The seat on turn does this, having no choice.
    Act(Action),
    /// The seat on turn has drawn too much.
    Bust,
    /// All have played: settle.
    Settle,
    /// The next seat deals.
    Pass,
    /// Somebody has to choose, or the match is over.
    Wait,
}

impl Toppan {
    /// Plays the answer and then everything up to the next decision.
    #[inline]
    pub(super) fn play_on(&mut self, answers: Answers, sink: &mut impl Sink<Self>) {
        let next = match answers.get(self.deal.turn).and_then(Action::from_code) {
            Some(action) if self.phase != Phase::Over => Next::Act(action),
            _ => Next::Wait,
        };
        self.run(next, sink);
    }

    /// The loop of a match: deal, bets, turns, settlement, and round again.
    #[inline]
    pub(super) fn run(&mut self, mut next: Next, sink: &mut impl Sink<Self>) {
        loop {
            next = match next {
                Next::Wait => return,
                Next::Act(action) => self.act(action, sink),
                Next::Turn(seat) => self.offer_turn(seat),
                Next::Bets(steps) => self.offer_bets(steps, sink),
                Next::Deal => self.start_hand(sink),
                Next::Bust => self.bust(sink),
                Next::Settle => self.settle(sink),
                Next::Pass => self.pass(sink),
            }
        }
    }

    /// The seat on turn acts.
    #[inline]
    fn act(&mut self, action: Action, sink: &mut impl Sink<Self>) -> Next {
        let seat = self.deal.turn;
        match action {
            Action::Hit => {
                self.draw(seat, false, sink);
                Next::Turn(seat)
            }
            Action::Stay => {
                self.note(Event::Stay { seat }, sink);
                self.ends(seat, Course::Stayed)
            }
            Action::Win => self.declare(sink),
            Action::Bet(amount) => self.bet(amount, sink),
            Action::Continue => {
                self.note(Event::Continue, sink);
                self.again()
            }
            Action::Pass => Next::Pass,
        }
    }

    fn bet(&mut self, amount: u8, sink: &mut impl Sink<Self>) -> Next {
        let seat = self.deal.turn;
        self.deal.players[seat.index()].bet = Some(amount);
        let half_points = self.terms.bets[amount as usize] as u16;
        self.note(Event::Bet { seat, amount: half_points }, sink);
        match seat.seen_from(self.match_state.dealer(), SEATS).steps() {
            3 => Next::Turn(self.match_state.dealer()),
            steps => Next::Bets(steps + 1),
        }
    }

    /// A winning yaku is declared: the tiles are shown, and a tile may be turned up first (T-1.6).
    fn declare(&mut self, sink: &mut impl Sink<Self>) -> Next {
        let seat = self.deal.turn;
        let is_toppan = self.winning(seat).has(Yaku::Toppanfu);
        self.note(Event::Win { seat }, sink);
        self.show(seat, sink);
        if is_toppan {
            self.turn_up(seat, sink);
        }
        self.ends(seat, Course::Won)
    }

    fn bust(&mut self, sink: &mut impl Sink<Self>) -> Next {
        let seat = self.deal.turn;
        self.note(Event::Bust { seat }, sink);
        self.show(seat, sink);
        self.ends(seat, Course::Bust)
    }

    /// The turn of a seat ends. The children have none if the dealer has won or lost already (T-2.6).
    #[inline]
    fn ends(&mut self, seat: Seat, course: Course) -> Next {
        self.deal.players[seat.index()].course = course;
        let next = seat.after(1, SEATS);
        let dealer = self.match_state.dealer();
        if next == dealer || seat == dealer && course != Course::Stayed {
            return Next::Settle;
        }
        Next::Turn(next)
    }

    /// Nobody has to choose.
    pub(super) fn ask_nobody(&mut self) {
        self.deciders = SeatSet::EMPTY;
    }
}
