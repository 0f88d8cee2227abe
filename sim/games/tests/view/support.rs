//! Random matches of every ruleset of the riichi engine.

use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_games::playout::MatchInProgress;
use hyakuman_games::registry::{self, AnyRules};
use hyakuman_games::riichi::{Match, Standard, Variant};
use hyakuman_games::toutenkou::Toutenkou;
use hyakuman_games::{ActionMask, Game};
use std::sync::Arc;

/// What a test does with a match.
pub(crate) trait Check {
    /// Looks at a decision of `seat`, before it is made.
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat);
}

/// Plays `matches` random matches of every ruleset and shows every decision to `check`.
pub(crate) fn in_every_ruleset(matches: u64, check: &mut impl Check) {
    for listing in registry::rulesets() {
        match registry::load_preset(listing.id).unwrap() {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
                play::<3, Standard>(&Arc::new(loaded.rules), matches, check);
            }
            AnyRules::Riichi(loaded) => play::<4, Standard>(&Arc::new(loaded.rules), matches, check),
            AnyRules::Toutenkou(loaded) => {
                let rules = Arc::new(loaded.rules);
                (0..matches)
                    .for_each(|number| one::<Toutenkou>(&rules, number, |game, seat| check.at(game, seat)));
            }
            AnyRules::Yangzhou(_) | AnyRules::Toppan(_) => {}
        }
    }
}

/// The same for one ruleset of riichi mahjong.
pub(crate) fn play<const N: usize, V: Variant>(rules: &Arc<V::Rules>, matches: u64, check: &mut impl Check) {
    (0..matches).for_each(|number| one::<Match<N, V>>(rules, number, |game, seat| check.at(game, seat)));
}

fn one<G: Game>(rules: &Arc<G::Rules>, number: u64, mut at: impl FnMut(&G, Seat)) {
    let mut rng = Rng::from_seed(number);
    let mut table = MatchInProgress::<G>::start(rules, MatchSeed { seed: 31, number }, &mut ());
    while let Some(seat) = table.pending().next() {
        at(table.game(), seat);
        let action = choose(table.game().legal(seat), &mut rng);
        table.answer(seat, action, &mut ()).unwrap();
    }
}

/// Mostly a random action; riichi more often than by chance, so that there are some.
fn choose(legal: &ActionMask, rng: &mut Rng) -> u8 {
    let riichi = (64..=101).find(|&code| legal.has(code));
    riichi.filter(|_| rng.below(2) == 0).unwrap_or_else(|| legal.nth(rng.below(legal.len())))
}
