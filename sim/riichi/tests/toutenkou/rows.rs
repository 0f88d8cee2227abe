//! The cells of decision rows that only Toutenkou has: tiles set aside, and wins on one.

use hyakuman_core::column::Column;
use hyakuman_core::game::rows::{About, MatchId, Table, TableRecorder};
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Game, MAX_SEATS, Sink, playout};
use hyakuman_core::{Kind, MatchSeed, RelSeat, Rng, Seat, Tile, eval};
use hyakuman_riichi::toutenkou::{Kinds, Toutenkou, ToutenkouRules, View, presets};
use hyakuman_riichi::{Action, Offer, Question};
use std::sync::Arc;

/// 1m 5m 9m, the red 5m and north: the order of the cell.
const GARI_TILES: [Tile; 5] = [Tile::of(0), Tile::of(4), Tile::of(8), Tile::red_five(0), Kind::NORTH.tile()];

/// Sets aside nearly every tile it can, otherwise keeps the shanten, and sometimes does anything.
struct Puller(Rng);

impl Puller {
    fn wanted(&mut self, view: &View<'_>, action: Action) -> bool {
        let melds = view.melds(RelSeat::SELF).len() as u8;
        let keep = eval::keep::<Kinds>(&view.full_hand(), melds);
        match action {
            Action::Nuki(_) => self.0.below(4) > 0,
            Action::Discard(tile) => keep.has(tile.kind()),
            Action::Tsumogiri => view.drawn().is_some_and(|tile| keep.has(tile.kind())),
            _ => false,
        }
    }
}

impl Agent<Toutenkou> for Puller {
    fn begin(&mut self, _: &Arc<ToutenkouRules>, _: Seat, seed: AgentSeed) {
        self.0 = seed.rng();
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let actions = legal.iter().filter_map(Action::from_code);
        let wanted: Vec<Action> = actions.filter(|&action| self.wanted(view, action)).collect();
        let pull = wanted.iter().find(|action| matches!(action, Action::Nuki(_)));
        match pull.or(wanted.first()) {
            Some(action) if self.0.below(12) > 0 => action.code(),
            _ => legal.nth(self.0.below(legal.len())),
        }
    }
}

/// The views of deciders: tiles that each seat has set aside, draws left, the tile set aside that it may win on.
#[derive(Default)]
struct Notes(Vec<([u8; 20], u32, Option<u8>)>);

impl Sink<Toutenkou> for Notes {
    fn decision(&mut self, game: &Toutenkou, seat: Seat, _: &ActionMask, _: u8) {
        let view = game.view(seat);
        let mut aside = [0; 20];
        for of in (0..3).map(RelSeat::new) {
            aside[5 * of.seat(seat, 3).index()..][..5]
                .copy_from_slice(&GARI_TILES.map(|tile| view.nuki(of).copies(tile)));
        }
        let offered = match view.question() {
            Question::Claim(Offer::Nuki(tile), _) => Some(tile.code()),
            _ => None,
        };
        self.0.push((aside, view.remaining(), offered));
    }
}

#[test]
fn tiles_set_aside_are_recorded() {
    let about = About { agents: vec![String::new()], ..About::default() };
    let (mut recorder, mut notes) =
        (TableRecorder::<Toutenkou>::new(&Arc::new(about), &[Table::Decisions]), Notes::default());
    let mut agents = [0; 3].map(|seed| Puller(Rng::from_seed(seed)));
    let rules = Arc::new(presets::toutenkou());
    for number in 0..60 {
        let seed = MatchSeed { seed: 3, number };
        recorder.begin(MatchId { number, seed, agents: [0; MAX_SEATS] });
        playout::play(&rules, seed, &mut agents, &mut Both::new(&mut recorder, &mut notes))
            .expect("legal actions");
    }
    let rows = recorder.rows(Table::Decisions).expect("a table that is kept");
    let columns: Vec<Column> = Table::Decisions.columns::<Toutenkou>();
    let cell = |name: &str, row: usize| {
        let number = columns.iter().position(|column| column.name == name).expect("a column");
        let width = columns[number].cell_type.bytes().expect("of one size");
        &rows.cells(number).bytes()[row * width..][..width]
    };
    let (mut claims, mut most) = (0, 0);
    for (row, (aside, remaining, offered)) in notes.0.iter().enumerate() {
        assert_eq!(cell("nuki", row), aside, "row {row}");
        assert_eq!(cell("remaining", row), [*remaining as u8], "row {row}");
        assert_eq!(cell("question", row) == [5], offered.is_some(), "row {row}");
        if let Some(tile) = offered {
            assert_eq!(cell("offered", row), [*tile], "row {row}");
            claims += 1;
        }
        most = most.max(aside.iter().sum::<u8>());
    }
    assert!(claims > 0 && most > 8, "{claims} tiles to win on, at most {most} set aside");
}
