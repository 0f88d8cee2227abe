//! Rows of the table `oracle` against what the other seats see and what happens next.

use super::reader::tiles;
use super::support::{Manner, Player, Sheet, about, match_id, rulesets};
use hyakuman_core::column::Rows;
use hyakuman_core::game::playout::{self, MatchInProgress};
use hyakuman_core::game::rows::{Table, TableRecorder};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, Sink};
use hyakuman_core::{Hand, KindSet, MatchSeed, RelSeat, Rng, Seat, Tile};
use hyakuman_riichi::toutenkou::{self, Toutenkou};
use hyakuman_riichi::{Event, Riichi, kernels};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::sync::Arc;

const SEATS: usize = 4;
const MATCHES: u64 = 20;

/// The cells of a row.
struct Hidden {
    hands: [Vec<Tile>; SEATS],
    shanten: [i8; SEATS],
    waits: [KindSet; SEATS],
    draws: Vec<Tile>,
}

fn read(sheet: &Sheet<'_>, row: usize) -> Hidden {
    let (hands, shanten) = (sheet.cell("hands", row), sheet.cell("hands_shanten", row));
    let (waits, _) = sheet.cell("hands_waits", row).as_chunks::<8>();
    Hidden {
        hands: std::array::from_fn(|seat| tiles(&hands[14 * seat..][..14])),
        shanten: std::array::from_fn(|seat| shanten[seat] as i8),
        waits: std::array::from_fn(|seat| KindSet::from_bits(u64::from_le_bytes(waits[seat]))),
        draws: tiles(sheet.cell("draws", row)),
    }
}

/// The points of a ron on this tile by this seat.
fn ron_points(sheet: &Sheet<'_>, row: usize, seat: Seat, tile: Tile) -> i32 {
    let (points, _) = sheet.cell("ron_points", row).as_chunks::<4>();
    i32::from_le_bytes(points[seat.index() * Tile::COUNT + tile.index()])
}

/// A row and what has happened since.
#[derive(Default)]
struct Check {
    recorder: Option<TableRecorder<Riichi<4>>>,
    /// The draws that the last row foretold.
    draws: Vec<Tile>,
    rinshan: Vec<Tile>,
    /// The seat of the last row, if nothing was drawn since: it may discard with that decision.
    decided: Option<(Seat, usize)>,
    /// The last discard and the row in which it was decided. A discard without a choice has none.
    discarded: Option<(Seat, Tile, usize)>,
    indicators: usize,
    rons: u32,
    foretold: u32,
    ura: u32,
}

impl Check {
    fn look(&mut self, game: &Riichi<4>, decider: Seat) {
        let sheet = Sheet::new(Table::Oracle, self.recorder.as_mut().expect("a recorder"));
        let row = sheet.len() - 1;
        if game.deciders().len() == 1 {
            self.decided = Some((decider, row));
        }
        let hidden = read(&sheet, row);
        for seat in Seat::all(SEATS) {
            let (view, at) = (game.view(seat), seat.index());
            let mut hand: Vec<Tile> = view.tiles().chain(view.drawn()).collect();
            if view.given_to().is_none() {
                hand.extend(view.given());
            }
            hand.sort_by_key(|tile| (tile.kind().code(), tile.code()));
            assert_eq!(hidden.hands[at], hand);
            let melds = view.melds(RelSeat::SELF).len() as u8;
            let held = hand.iter().fold(Hand::EMPTY, |held, tile| held.with(tile.kind()));
            assert_eq!(hidden.shanten[at], kernels::shanten::<4>(&held, melds));
            let waits = if view.hand().len() % 3 == 1 { view.waits() } else { KindSet::EMPTY };
            assert_eq!(hidden.waits[at], waits);
            assert_eq!(sheet.int("furitens", row) >> at & 1 != 0, view.furiten());
        }
        assert_eq!(hidden.draws.len() as u32, game.view(Seat::new(0)).remaining());
        let indicators = tiles(sheet.cell("all_indicators", row));
        assert_eq!(tiles(sheet.cell("ura", row)).len(), indicators.len());
        assert!(game.view(Seat::new(0)).indicators().eq(indicators[..self.indicators].iter().copied()));
        (self.draws, self.rinshan) = (hidden.draws, tiles(sheet.cell("rinshan_draws", row)));
    }

    /// A ron on the last discard is worth what the row of the discard says.
    fn check_ron(&mut self, end: &KyokuEnd<'_>) {
        let Some((from, tile, row)) = self.discarded else { return };
        let sheet = Sheet::new(Table::Oracle, self.recorder.as_mut().expect("a recorder"));
        for win in end.wins.iter().filter(|win| win.from == Some(from) && win.tile == tile.code()) {
            self.rons += 1;
            let points = ron_points(&sheet, row, win.winner, tile);
            self.ura += (win.dora[1] > 0) as u32;
            if win.dora[1] == 0 {
                assert_eq!(points, win.points, "{win:?}");
                self.foretold += 1;
            }
        }
    }
}

impl Sink<Riichi<4>> for Check {
    fn event(&mut self, event: &Event) {
        match *event {
            Event::Deal { .. } => (self.indicators, self.draws, self.rinshan) = (0, Vec::new(), Vec::new()),
            Event::Dora { .. } => self.indicators += 1,
            Event::Draw { tile, rinshan, .. } => {
                self.decided = None;
                let foretold = if rinshan { &mut self.rinshan } else { &mut self.draws };
                assert!(foretold.is_empty() || Some(foretold.remove(0)) == tile);
                if rinshan && !self.draws.is_empty() {
                    self.draws.pop();
                }
            }
            Event::Discard { seat, tile, .. } => {
                let row = self.decided.filter(|(by, _)| *by == seat).map(|(_, row)| row);
                self.discarded = row.map(|row| (seat, tile, row));
            }
            Event::Meld { .. } => self.discarded = None,
            _ => {}
        }
    }

    fn decision(&mut self, game: &Riichi<4>, seat: Seat, legal: &ActionMask, action: u8) {
        self.recorder.as_mut().expect("a recorder").decision(game, seat, legal, action);
        self.look(game, seat);
    }

    fn kyoku_start(&mut self) {
        Sink::<Riichi<4>>::kyoku_start(self.recorder.as_mut().expect("a recorder"));
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.check_ron(end);
        Sink::<Riichi<4>>::kyoku_end(self.recorder.as_mut().expect("a recorder"), end);
    }
}

#[test]
fn it_shows_what_the_others_see_and_what_comes_next() {
    let (mut rons, mut foretold, mut ura) = (0, 0, 0);
    // A local yaku may depend on how the tile was drawn and discarded.
    for (id, rules) in rulesets().into_iter().filter(|(_, rules)| rules.local_yaku.is_empty()) {
        for number in 0..MATCHES {
            let recorder = TableRecorder::new(&about(), &[Table::Oracle]);
            let mut check = Check { recorder: Some(recorder), ..Check::default() };
            let played = match_id(number);
            check.recorder.as_mut().expect("just made").begin(played);
            playout::play(&rules, played.seed, &mut Player::table(Manner::Greedy), &mut check).expect(id);
            (rons, foretold, ura) = (rons + check.rons, foretold + check.foretold, ura + check.ura);
        }
    }
    assert!(rons > 200 && foretold > 100 && ura > 10, "{rons} {foretold} {ura}");
}

/// What an event says of the wall.
enum Drawn {
    /// A new kyoku.
    Dealt,
    /// A tile from the front.
    Front(u8),
    /// A tile from the end.
    End(u8),
    Nothing,
}

/// Checks that the draws of each row are those that follow.
struct Foretold<G: Game> {
    row: Rows,
    drawn: fn(&G::Event) -> Drawn,
    draws: Vec<u8>,
    checked: u32,
}

impl<G: Game> Sink<G> for Foretold<G> {
    fn event(&mut self, event: &G::Event) {
        let (tile, foretold) = match (self.drawn)(event) {
            Drawn::Dealt => return self.draws.clear(),
            Drawn::Front(tile) if !self.draws.is_empty() => (tile, self.draws.remove(0)),
            Drawn::End(tile) => (tile, self.draws.pop().unwrap_or(tile)),
            _ => return,
        };
        self.checked += 1;
        assert_eq!(tile, foretold, "{event:?}");
    }

    fn decision(&mut self, game: &G, seat: Seat, _: &ActionMask, _: u8) {
        self.row.clear();
        game.write_hidden(seat, &mut self.row);
        self.row.end_row();
        let column = G::HIDDEN_COLUMNS.iter().position(|column| column.name == "draws").expect("a column");
        let draws = self.row.cells(column).bytes().iter();
        self.draws = draws.copied().take_while(|&code| code != 255).collect();
    }
}

fn foretells<G: Game>(rules: &Arc<G::Rules>, drawn: fn(&G::Event) -> Drawn) {
    let mut check =
        Foretold::<G> { row: Rows::new(G::HIDDEN_COLUMNS.len()), drawn, draws: Vec::new(), checked: 0 };
    for number in 0..MATCHES {
        let mut rng = Rng::from_seed(number);
        let mut table = MatchInProgress::<G>::start(rules, MatchSeed { seed: 1, number }, &mut check);
        while let Some(seat) = table.pending().next() {
            let legal = *table.game().legal(seat);
            table.answer(seat, legal.nth(rng.below(legal.len())), &mut check).expect("a legal action");
        }
    }
    assert!(check.checked > 1_000);
}

#[test]
fn the_draws_of_other_games_come_as_foretold() {
    foretells::<Yangzhou>(&Arc::new(hyakuman_yangzhou::presets::yangzhou()), |event| match *event {
        hyakuman_yangzhou::Event::Deal { .. } => Drawn::Dealt,
        hyakuman_yangzhou::Event::Draw { tile: Some(tile), replacement: false, .. } => {
            Drawn::Front(tile.code())
        }
        hyakuman_yangzhou::Event::Draw { tile: Some(tile), replacement: true, .. } => Drawn::End(tile.code()),
        _ => Drawn::Nothing,
    });
    foretells::<Toppan>(&Arc::new(hyakuman_toppan::presets::toppan()), |event| match *event {
        hyakuman_toppan::Event::Deal { .. } => Drawn::Dealt,
        hyakuman_toppan::Event::Draw { tile: Some(tile), .. } => Drawn::Front(tile.code()),
        _ => Drawn::Nothing,
    });
    let rules = Arc::new((toutenkou::presets::PRESETS[0].rules)());
    foretells::<Toutenkou>(&rules, |event| match *event {
        Event::Deal { .. } => Drawn::Dealt,
        Event::Draw { tile: Some(tile), rinshan: false, .. } => Drawn::Front(tile.code()),
        _ => Drawn::Nothing,
    });
}

#[test]
fn toppan_shows_the_first_tiles() {
    let rules = Arc::new(hyakuman_toppan::presets::toppan());
    let game = Toppan::start(&rules, MatchSeed { seed: 1, number: 1 }, &mut ());
    let mut row = Rows::new(Toppan::HIDDEN_COLUMNS.len());
    game.write_hidden(Seat::new(0), &mut row);
    row.end_row();
    let column =
        Toppan::HIDDEN_COLUMNS.iter().position(|column| column.name == "first_tiles").expect("a column");
    let first = |seat| game.view(seat).first(RelSeat::SELF).map_or(255, Tile::code);
    assert!(row.cells(column).bytes().iter().copied().eq(Seat::all(4).map(first)));
}
