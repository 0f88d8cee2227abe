//! Decision rows, read back from their bytes alone, equal the view.

use crate::hand::rules_of;
use hyakuman_core::column::Rows;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game};
use hyakuman_core::{MatchSeed, RelSeat, Rng, Seat, Tile};
use hyakuman_toppan::{Course, Question, Toppan, View};
use std::sync::Arc;

/// One row.
struct Row(Rows);

impl Row {
    fn of(view: &View<'_>) -> Row {
        let mut rows = Rows::new(Toppan::COLUMNS.len());
        Toppan::write_row(&mut (), view, &mut rows);
        rows.end_row();
        Row(rows)
    }

    fn bytes(&self, name: &str) -> &[u8] {
        let column = Toppan::COLUMNS.iter().position(|column| column.name == name).expect("a column");
        self.0.cells(column).bytes()
    }

    fn number(&self, name: &str) -> i32 {
        let bytes = self.bytes(name);
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        i32::from_le_bytes(word)
    }

    /// The tiles of a seat; 254 for one that is not seen.
    fn tiles(&self, seat: Seat) -> Vec<u8> {
        let places = &self.bytes("tiles")[22 * seat.index()..][..22];
        places.iter().copied().take_while(|&code| code != 255).collect()
    }
}

fn check(view: &View<'_>) {
    let row = Row::of(view);
    let question = match row.number("question") {
        0 => Question::Bet,
        1 => Question::Turn,
        2 => Question::Choice,
        other => panic!("question {other}"),
    };
    assert_eq!(question, view.question());
    let public = [
        ("kyoku", view.match_state().kyoku),
        ("repeat", view.match_state().repeat),
        ("honba", view.match_state().honba),
    ];
    public.into_iter().for_each(|(name, value)| assert_eq!(row.number(name) as u32, value, "{name}"));
    assert_eq!(row.number("sum"), view.held().best(view.seat_wind(RelSeat::SELF)) as i32);
    assert_eq!(row.number("dealer_shows"), i32::from(view.dealer_shows()));
    for seat in Seat::all(4) {
        let of = seat.seen_from(view.seat(), 4);
        assert_eq!(row.number(&format!("score_{}", seat.index())), view.score(of));
        let first = (view.count(of) > 0).then(|| view.first(of).map_or(254, Tile::code));
        let tiles: Vec<u8> = first.into_iter().chain(view.open(of).iter().map(|tile| tile.code())).collect();
        assert_eq!(row.tiles(seat), tiles);
        assert_eq!(row.bytes("bets")[seat.index()], view.bet(of).map_or(255, |bet| bet as u8));
        let course = [Course::Open, Course::Stayed, Course::Won, Course::Bust];
        assert_eq!(course[row.bytes("courses")[seat.index()] as usize], view.course(of));
        assert_eq!(row.bytes("extras")[seat.index()], view.extra(of).map_or(255, Tile::code));
    }
    assert_eq!(row.bytes("indicators"), view.indicators().counts());
    assert_eq!(row.bytes("dora"), view.indicators().dora());
    let gone = (0..37).map(|code| view.gone().filter(|tile| tile.code() == code).count() as u8);
    assert!(row.bytes("gone").iter().copied().eq(gone));
}

#[test]
fn a_row_says_what_the_view_says() {
    for rules in ["-", "continuous_wall=true first_tile_child_hidden=false extra_scope=\"Declarer\""] {
        let rules = Arc::new(rules_of(rules));
        let mut rng = Rng::from_seed(8);
        let mut decisions = 0;
        for number in 0..40 {
            let mut game = Toppan::start(&rules, MatchSeed { seed: 9, number }, &mut ());
            while let Some(seat) = game.deciders().next() {
                check(&game.view(seat));
                let legal = game.legal(seat);
                let answer = Answers::one(seat, legal.nth(rng.below(legal.len())));
                game.apply(answer, &mut Reporter::of(&mut ()));
                game.audit().expect("all there");
                decisions += 1;
            }
        }
        assert!(decisions > 3_000, "{decisions}");
    }
}
