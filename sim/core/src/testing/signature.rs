//! The behaviour signature of a ruleset: a number that changes when the play of the ruleset changes.
//!
//! It is a hash of the legal actions, the chosen actions and the settlements of matches with a fixed seed and uniformly
//! random legal actions. `sim/games/tests/rulesets.txt` has the signatures of all rulesets; a change there is a change of behaviour
//! and needs a line in the changelog.

use crate::game::playout::MatchInProgress;
use crate::game::sink::Sink;
use crate::game::{ActionMask, Game, KyokuEnd, MatchEnd};
use crate::{MatchSeed, Rng, Seat};
use std::sync::Arc;

/// Number of matches in a signature.
const MATCHES: u64 = 20;

/// The signature of a game under these rules.
pub fn signature<G: Game>(rules: &Arc<G::Rules>) -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    for number in 0..MATCHES {
        let seed = MatchSeed { seed: 1, number };
        let mut rng = Rng::from_seed(number);
        let mut table = MatchInProgress::<G>::start(rules, seed, &mut hash);
        while let Some(seat) = table.pending().next() {
            let legal = table.game().legal(seat);
            let action = legal.nth(rng.below(legal.len()));
            table.answer(seat, action, &mut hash).expect("a legal action");
        }
    }
    hash.0
}

/// FNV-1a over 64-bit words.
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

impl<G: Game> Sink<G> for Hash {
    fn decision(&mut self, _game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.add((seat.index() as u64) << 8 | action as u64);
        legal.words().into_iter().for_each(|word| self.add(word));
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.add((end.kyoku as u64) << 32 | (end.repeat as u64) << 8 | end.result as u64);
        end.deltas.into_iter().for_each(|delta| self.add(delta as u64));
        end.wins.iter().for_each(|win| self.add(win.yaku));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        end.rank_points.into_iter().for_each(|points| self.add(points as u64));
    }
}
