//! Competitive Toppan, which has bets and sums, but no discards.

use super::{Item, Kernels, Place, Shown, Won};
use crate::board::{Board, Change, SeatBoard, ToppanSeat};
use hyakuman_core::{RelSeat, Seat, Tile};
use hyakuman_games::Game;
use hyakuman_games::toppan::view::View;
use hyakuman_games::toppan::yaku::Yaku;
use hyakuman_games::toppan::{Course, Event, Toppan, ToppanRules};

impl Shown for Toppan {
    const KERNELS: Option<Kernels> = None;

    fn board(&self) -> Board {
        let indicators = *self.view(Seat::new(0)).indicators();
        let copies = |(code, &copies): (usize, &u8)| std::iter::repeat_n(Tile::of(code as u8), copies.into());
        Board {
            seats: Seat::all(Self::SEATS).map(|seat| seat_board(self, seat)).collect(),
            indicators: indicators.counts().iter().enumerate().flat_map(copies).collect(),
            dora: indicators.dora().to_vec(),
            left: 0,
            sticks: 0,
        }
    }

    fn place(&self) -> Place {
        let state = self.match_state();
        Place { kyoku: state.kyoku, repeat: state.repeat, honba: state.honba, scores: state.scores }
    }

    /// Every tile is drawn.
    fn dealt(board: &Board) -> Vec<Vec<Tile>> {
        vec![Vec::new(); board.seats.len()]
    }

    fn change(_: &ToppanRules, event: &Event) -> Option<Change> {
        Some(match *event {
            Event::Draw { seat, tile, .. } => Change::Draw { seat, tile: tile? },
            Event::Bet { seat, amount } => Change::Bet { seat, amount: amount.into() },
            Event::Stay { seat } => Change::Course { seat, course: 1 },
            Event::Win { seat } => Change::Course { seat, course: 2 },
            Event::Bust { seat } => Change::Course { seat, course: 3 },
            Event::Show { seat, .. } => Change::Show { seat },
            Event::TurnUp { seat, tile } => Change::TurnUp { seat, tile },
            Event::Deal { .. } | Event::Redraw | Event::Continue | Event::Pass => return None,
        })
    }

    fn items(_: &ToppanRules, won: &Won<'_>) -> Vec<Item> {
        let numbers = (0..u64::BITS as u8).filter(|number| won.record.yaku >> number & 1 != 0);
        numbers.map(|number| Item::of(Yaku::of(number).slug(), String::new())).collect()
    }
}

fn seat_board(game: &Toppan, seat: Seat) -> SeatBoard {
    let (view, own): (View<'_>, _) = (game.view(seat), RelSeat::SELF);
    let others = (1..Toppan::SEATS as u8).map(RelSeat::new);
    let other = others.map(|steps| (steps.seat(seat, Toppan::SEATS), steps)).next();
    let shown = other.is_some_and(|(other, _)| {
        let of = seat.seen_from(other, Toppan::SEATS);
        game.view(other).first(of).is_some()
    });
    let course = match view.course(own) {
        Course::Open => 0,
        Course::Stayed => 1,
        Course::Won => 2,
        Course::Bust => 3,
    };
    let held = game.held(seat);
    let toppan = ToppanSeat {
        bet: view.bet(own),
        course,
        shown,
        extra: view.extra(own),
        sum: held.best(view.seat_wind(own)),
    };
    SeatBoard {
        hand: held.tiles().to_vec(),
        score: view.score(own),
        toppan: Some(toppan),
        ..SeatBoard::default()
    }
}
