//! The conformance suite of every registered ruleset.

use hyakuman_core::column::Rows;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, Sink};
use hyakuman_core::testing::conformance::{check_match, check_tables};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_games::registry::{Listed, Visitor};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Matches of each ruleset; the long check sets HYAKUMAN_CONFORMANCE_MATCHES=60.
const MATCHES: u64 = 12;

struct Conformance {
    matches: u64,
}

impl Visitor for Conformance {
    type Output = Result<usize, String>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        check_tables::<G>()?;
        let mut decisions = 0;
        for number in 0..self.matches {
            decisions += check_match::<G>(rules, MatchSeed { seed: 7, number })?.actions.len();
        }
        Ok(decisions)
    }
}

#[test]
fn every_ruleset_conforms() {
    let matches = std::env::var("HYAKUMAN_CONFORMANCE_MATCHES").ok().and_then(|n| n.parse().ok());
    for listing in hyakuman_games::registry::rulesets() {
        let rules = hyakuman_games::registry::load_preset(listing.id).unwrap();
        let decisions = rules.visit(Conformance { matches: matches.unwrap_or(MATCHES) });
        match decisions {
            Ok(decisions) => assert!(decisions > 1_000, "{}: hardly any decisions", listing.id),
            Err(what) => panic!("{}: {what}", listing.id),
        }
    }
}

/// By kyoku and repeat, the tiles to be drawn after its first decision.
type Draws = BTreeMap<(u32, u32), Vec<u8>>;

/// Keeps the draws of the kyoku that begin.
#[derive(Default)]
struct Beginnings {
    begun: bool,
    first: Vec<u8>,
    draws: Draws,
}

impl<G: Game> Sink<G> for Beginnings {
    fn kyoku_start(&mut self) {
        self.begun = true;
    }

    fn decision(&mut self, game: &G, seat: Seat, _: &ActionMask, _: u8) {
        if std::mem::take(&mut self.begun) {
            let mut row = Rows::new(G::HIDDEN_COLUMNS.len());
            game.write_hidden(seat, &mut row);
            let draws = G::HIDDEN_COLUMNS.iter().position(|column| column.name == "draws").expect("a column");
            self.first = row.cells(draws).bytes().to_vec();
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.draws.insert((end.kyoku, end.repeat), std::mem::take(&mut self.first));
    }
}

/// Plays on at random; returns the draws of the kyoku that begin from now on.
fn played_on<G: Game>(game: G, seed: u64) -> Draws {
    let (mut rng, mut beginnings) = (Rng::from_seed(seed), Beginnings::default());
    let mut table = MatchInProgress::of(game);
    while let Some(seat) = table.pending().next() {
        let legal = table.game().legal(seat);
        let action = legal.nth(rng.below(legal.len()));
        table.answer(seat, action, &mut beginnings).expect("legal");
    }
    beginnings.draws.into_iter().filter(|(_, draws)| !draws.is_empty()).collect()
}

/// Counts the kyoku with equal walls: without dealing hidden tiles again, with different walls, and with the same seed twice.
struct NextWalls;

impl Visitor for NextWalls {
    type Output = [usize; 3];

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> [usize; 3] {
        let [mut without, mut with, mut again] = [0; 3];
        let same =
            |a: &Draws, b: &Draws| a.iter().filter(|(kyoku, draws)| b.get(kyoku) == Some(draws)).count();
        for number in 0..8 {
            let game = G::start(rules, MatchSeed { seed: 5, number }, &mut ());
            let seat = game.deciders().next().expect("a decider");
            let redealt = |seed| {
                let mut other = game.clone();
                other.redeal_hidden(seat, &mut Rng::from_seed(seed));
                played_on(other, 3)
            };
            let (truth, first) = (played_on(game.clone(), 1), redealt(8));
            without += same(&truth, &played_on(game.clone(), 2));
            with += same(&truth, &first);
            with += same(&first, &redealt(9));
            again += same(&first, &redealt(8));
        }
        [without, with, again]
    }
}

#[test]
fn hidden_tiles_dealt_again_have_next_walls_of_their_own() {
    for listing in hyakuman_games::registry::rulesets() {
        let [without, with, again] =
            hyakuman_games::registry::load_preset(listing.id).unwrap().visit(NextWalls);
        let id = listing.id;
        assert!(without > 8, "{id}: {without} walls do not depend on what was played before");
        assert_eq!(with, 0, "{id}: walls of the true seed, or of another one");
        assert!(again > 8, "{id}: the same for the same seed");
    }
}
