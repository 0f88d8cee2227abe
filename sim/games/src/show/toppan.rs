//! Competitive Toppan, which has bets and sums, but no discards.

use crate::show::{Board, Change, Item, Kernels, Place, SeatBoard, Shown, ToppanSeat, With, Won};
use hyakuman_core::game::Game;
use hyakuman_core::{Kind, RelSeat, Seat, Tile};
use hyakuman_toppan::deal::add_extra;
use hyakuman_toppan::held::Held;
use hyakuman_toppan::indicators::Indicators;
use hyakuman_toppan::score::{Case, Scorer, Value};
use hyakuman_toppan::view::View;
use hyakuman_toppan::yaku::Yaku;
use hyakuman_toppan::{Action, Course, Event, Toppan, ToppanRules};

impl Shown for Toppan {
    const KERNELS: Option<Kernels> = None;

    fn action(code: u8) -> Option<(&'static str, With)> {
        let word = match Action::from_code(code)? {
            Action::Hit => "hit",
            Action::Stay => "stay",
            Action::Win => "declares",
            Action::Bet(amount) => ["lowest", "middle", "highest"][usize::from(amount)],
            Action::Continue => "go",
            Action::Pass => "hand_on",
        };
        Some((word, With::Nothing))
    }

    fn board(&self) -> Board {
        let indicators = *self.view(Seat::new(0)).indicators();
        let copies = |(code, &copies): (usize, &u8)| std::iter::repeat_n(Tile::of(code as u8), copies.into());
        Board {
            seats: Seat::all(Self::SEATS).map(|seat| seat_board(self, seat)).collect(),
            indicators: indicators.counts().iter().enumerate().flat_map(copies).collect(),
            dora: indicators.dora().to_vec(),
            ..Board::default()
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
            Event::Draw { seat, tile, .. } => Change::Draw(seat, tile?),
            Event::Bet { seat, amount } => Change::Bet(seat, amount.into()),
            Event::Stay { seat } => Change::Course(seat, 1),
            Event::Win { seat } => Change::Course(seat, 2),
            Event::Bust { seat } => Change::Course(seat, 3),
            Event::Show { seat, tile } => Change::Show(seat, tile),
            Event::TurnUp { seat, tile } => Change::TurnUp(seat, tile),
            Event::Deal { .. } | Event::Redraw | Event::Continue | Event::Pass => return None,
        })
    }

    fn complete(board: &mut Board, place: Place) {
        let dealer = Seat::new((place.kyoku as usize % Self::SEATS) as u8);
        for (seat, board) in Seat::all(Self::SEATS).zip(&mut board.seats) {
            let held: Held = board.hand.iter().copied().collect();
            let own = Kind::wind(seat.seen_from(dealer, Self::SEATS).steps());
            board.toppan.iter_mut().for_each(|toppan| toppan.sum = held.best(own));
        }
    }

    /// Yaku with their han, where the engine's scorer gives the value of the win from what lies on the table.
    fn items(rules: &ToppanRules, won: &Won<'_>) -> Vec<Item> {
        let value = value(rules, won);
        let han = |yaku| value.map_or(String::new(), |value| value.worth(yaku).to_string());
        let yaku = (0..u64::BITS as u8).filter(|number| won.record.yaku >> number & 1 != 0).map(Yaku::of);
        yaku.map(|yaku| Item::of(yaku.slug(), yaku.kanji(), han(yaku))).collect()
    }
}

/// The value of a win by its yaku and han; whether tiles turned up count for it depends on the rules.
fn value(rules: &ToppanRules, won: &Won<'_>) -> Option<Value> {
    let (board, scorer) = (won.board, Scorer::new(rules));
    let winner = won.record.winner.index();
    let held: Held = board.seats[winner].hand.iter().copied().collect();
    let extra = |number: usize| board.seats[number].toppan.as_ref().and_then(|toppan| toppan.extra);
    let scopes =
        [Vec::new(), extra(winner).into_iter().collect(), (0..board.seats.len()).filter_map(extra).collect()];
    scopes.iter().find_map(|turned_up: &Vec<Tile>| {
        let mut indicators = Indicators::NONE;
        board.indicators.iter().for_each(|&tile| indicators.show(tile));
        turned_up.iter().for_each(|&tile| add_extra(&mut indicators, tile, rules));
        let Won { seat_wind, round_wind, honba, .. } = *won;
        let case = Case { held: &held, seat_wind, round_wind, indicators: &indicators, honba };
        let values = [scorer.declared(&case), Some(scorer.compared(&case)), Some(scorer.base(&case))];
        let is_it = |value: &Value| {
            let bits: u64 = value.yaku.iter().map(|yaku| 1 << yaku as u64).sum();
            (bits, value.han) == (won.record.yaku, won.record.han.into())
        };
        values.into_iter().flatten().find(is_it)
    })
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
