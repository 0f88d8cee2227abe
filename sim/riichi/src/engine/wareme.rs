//! The dice by which the wall is opened, where the player at whose wall it is pays and is paid double (割れ目,
//! RULES.md ).

use super::state::Match;
use crate::variant::Variant;
use hyakuman_core::{Rng, Seat};

/// The random stream of the dice.
const DICE: u32 = 2;

impl<const N: usize, V: Variant> Match<N, V> {
    /// The seat at whose wall the deal begins. The walls do not depend on it.
    pub(super) fn opened_wall(&self) -> Option<Seat> {
        let dealer = self.match_state.dealer();
        self.rules.wareme.then(|| dealer.after((two_dice(&mut self.chance(DICE)) - 1) % N as u8, N))
    }
}

fn two_dice(rng: &mut Rng) -> u8 {
    (2 + rng.below(6) + rng.below(6)) as u8
}

#[cfg(test)]
mod tests {
    use crate::{Riichi, RiichiRules, presets};
    use hyakuman_core::MatchSeed;
    use hyakuman_core::game::Game;
    use std::sync::Arc;

    /// By steps from the dealer, of 36: 5 and 9; 2, 6 and 10; 3, 7 and 11; 4, 8 and 12.
    const OF_36: [u32; 4] = [8, 9, 10, 9];

    fn first(rules: &RiichiRules, number: u64) -> Riichi {
        Riichi::start(&Arc::new(rules.clone()), MatchSeed { seed: 1, number }, &mut ())
    }

    #[test]
    fn each_wall_is_opened_as_often_as_the_dice_say() {
        let rules = RiichiRules { wareme: true, ..presets::tenhou() };
        let mut seen = [0; 4];
        for number in 0..3_600 {
            seen[first(&rules, number).kyoku.wareme.expect("a rule").index()] += 1;
        }
        for (seen, of_36) in seen.into_iter().zip(OF_36) {
            assert!((seen - 100 * of_36 as i32).abs() < 120, "{seen} of 3600, {of_36} of 36");
        }
    }

    #[test]
    fn the_wall_is_the_same() {
        let rules = [false, true].map(|wareme| RiichiRules { wareme, ..presets::tenhou() });
        let [without, with] = rules.map(|rules| first(&rules, 3));
        assert_eq!(without.kyoku.wall.ids(), with.kyoku.wall.ids());
        assert!(without.kyoku.wareme.is_none() && with.kyoku.wareme.is_some());
    }
}
