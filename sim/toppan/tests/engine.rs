//! The words of competitive Toppan in cases of the flow of play (format: [`hyakuman_core::testing::flow`]).
//!
//! Draws are all tiles in order: the dealer's first one, those of the children, then all others. Lines of tiles: `kept T ..`, `dora T ..`: those kept
//! back, and the indicators. Actions: `bet 0.5`, `hit`, `stay`, `win`, `continue`, `pass`. Who is not named bets the middle amount, stays, continues.
//!
//! | state | meaning |
//! | --- | --- |
//! | `SEAT sum 10.5` | the best sum of its tiles |
//! | `SEAT is open` | its turn, as others see it: `open`, `stayed`, `won`, `bust` |
//! | `SEAT count N`, `SEAT later 23s` | its tiles, and those after the first, as others see them |
//! | `SEAT shows 10` | what others see of the dealer's sum |
//! | `SEAT bets 0.5,2` | the bets that the seat has seen, in order |
//! | `SEAT sees SEATS` | whose first tiles the seat sees |
//! | `SEAT gone N` | tiles that it has seen drawn from the same wall in earlier kyoku |

use hyakuman_core::column::Rows;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::{Game, Sink};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::testing::flow::{self, Engine, Words};
use hyakuman_core::wall::Faces;
use hyakuman_core::{RelSeat, Seat, Tile};
use hyakuman_toppan::{Action, Event, Question, Toppan, ToppanRules};
use std::sync::Arc;

/// The match as a case leaves it.
pub(crate) fn after(case: &str) -> Toppan {
    let case = flow::parse::<ToppanRules>(case).pop().expect("a case");
    flow::play::<4, Played>(&case, &case.variants[0]).unwrap_or_else(|what| panic!("{what}"))
}

/// The game in cases.
pub(crate) struct Played;

impl Engine<4> for Played {
    type Game = Toppan;
    const HAND: usize = 0;

    fn start(
        rules: &Arc<ToppanRules>,
        walls: Walls,
        state: MatchState<4>,
        sink: &mut dyn Sink<Toppan>,
    ) -> Toppan {
        Toppan::start_at(rules, walls, state, sink)
    }

    fn start_score(rules: &ToppanRules) -> i32 {
        rules.start * Toppan::UNITS_PER_POINT
    }

    fn match_state(game: &Toppan) -> &MatchState<4> {
        game.match_state()
    }

    fn faces(rules: &ToppanRules) -> Faces {
        Faces::new(rules.red_fives)
    }

    fn place(rules: &ToppanRules, len: usize, line: &str, i: usize) -> Option<usize> {
        let (kept, shown) = (rules.wangpai_reserve as usize, rules.dora_indicators as usize);
        let (count, first) = match line {
            "draws" => (len - shown - kept, 0),
            "kept" => (kept, len - shown - kept),
            "dora" => (shown, len - shown),
            _ => return None,
        };
        (i < count).then_some(first + i)
    }

    fn codes(game: &Toppan, seat: Seat, words: &Words<'_>, _: Option<Tile>) -> Result<Vec<u8>, String> {
        let amount = words.value.and_then(|points| points.parse::<f64>().ok());
        let bets = game.view(seat).terms().bets;
        let bet = bets.iter().position(|&bet| Some(f64::from(bet) / 2.0) == amount);
        let action = match (words.name, bet) {
            ("bet", Some(bet)) => Action::Bet(bet as u8),
            ("hit", _) => Action::Hit,
            ("stay", _) => Action::Stay,
            ("win", _) => Action::Win,
            ("continue", _) => Action::Continue,
            ("pass", _) => Action::Pass,
            _ => return words.unknown(),
        };
        Ok(vec![action.code()])
    }

    fn default_codes(_: &Toppan, _: Seat) -> Vec<u8> {
        [Action::Bet(1), Action::Stay, Action::Continue].map(Action::code).to_vec()
    }

    fn is_asked(game: &Toppan, seat: Seat, words: &Words<'_>) -> bool {
        let question = match words.name {
            "bet" => Question::Bet,
            "continue" | "pass" => Question::Choice,
            _ => Question::Turn,
        };
        game.view(seat).question() == question
    }

    fn turns_up(event: &Event) -> bool {
        matches!(event, Event::TurnUp { .. })
    }

    fn tiles(game: &Toppan, seat: Seat) -> Vec<Tile> {
        game.held(seat).tiles().to_vec()
    }

    fn state(game: &Toppan, seat: Seat, word: &str, _: &str) -> Option<String> {
        let view = game.view(seat);
        let (others, it) = (game.view(seat.after(1, 4)), RelSeat::new(3));
        Some(match word {
            "sum" => points(game.held(seat).best(view.seat_wind(RelSeat::SELF)).into()),
            "is" => format!("{:?}", others.course(it)).to_lowercase(),
            "count" => others.count(it).to_string(),
            "later" => format_tiles(others.open(it)),
            "shows" => points(others.dealer_shows().into()),
            "bets" => bets(game, seat),
            "sees" => {
                Seat::all(4).filter(|&of| sees(game, seat, of)).map(|of| of.index().to_string()).collect()
            }
            "gone" => view.gone().count().to_string(),
            _ => return None,
        })
    }
}

/// Points as text.
fn points(half_points: i32) -> String {
    (f64::from(half_points) / 2.0).to_string()
}

fn bets(game: &Toppan, seat: Seat) -> String {
    let bet = |event| if let Event::Bet { amount, .. } = event { Some(points(amount.into())) } else { None };
    game.view(seat).events().filter_map(bet).collect::<Vec<_>>().join(",")
}

/// Whether `seat` sees the first tile of `of`: the same by the view, by the events, and in the row of a data set.
fn sees(game: &Toppan, seat: Seat, of: Seat) -> bool {
    let Some(&tile) = game.held(of).tiles().first() else { return false };
    let view = game.view(seat);
    let seen = view.first(of.seen_from(seat, 4));
    assert!(seen.is_none_or(|seen| seen == tile));
    let in_events = view.events().any(|event| match event {
        Event::Draw { seat, tile, first: true } if seat == of => tile.is_some(),
        Event::Show { seat, .. } => seat == of,
        _ => false,
    });
    assert_eq!(seen.is_some(), in_events, "{seat:?} of {of:?}");
    let mut row = Rows::new(Toppan::COLUMNS.len());
    Toppan::write_row(&mut (), &view, &mut row);
    let column = Toppan::COLUMNS.iter().position(|column| column.name == "tiles").expect("a column");
    let cell = row.cells(column).bytes()[22 * of.index()];
    assert_eq!(cell, if seen.is_some() { tile.code() } else { 254 });
    seen.is_some()
}
