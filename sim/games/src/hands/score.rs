//! The value of a winning hand, given as one JSON object.

mod checks;
mod json;
mod request;
mod riichi;
mod toppan;
mod toutenkou;
mod win_value;
mod yangzhou;

pub use toppan::{Points, ToppanValue};
pub use win_value::WinValue;

use crate::hands::HandError;
use hyakuman_core::game::Game;
use serde::Serialize;

/// Scores hands under the rules of one ruleset.
pub struct Scorer(Box<dyn FamilyScorer>);

/// The result for a hand; serialized as the object of its variant.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(untagged)]
pub enum Score {
    /// No win.
    None {
        /// Always false.
        agari: bool,
        /// Why it is no win, in a few words.
        reason: String,
    },
    /// A win of a game of draws and discards.
    Win(WinValue),
    /// A winning hand of competitive Toppan.
    Toppan(ToppanValue),
}

impl Scorer {
    /// A scorer under these rules.
    pub fn of<G: Scored>(rules: &G::Rules) -> Scorer {
        Scorer(G::scorer(rules))
    }

    /// The value of a hand. `hand` is one JSON object; docs/output.md lists its keys, which are different for Toppan.
    ///
    /// # Errors
    /// The text is not such an object, a value is not accepted, or the game has no such hand.
    pub fn score(&self, hand: &str) -> Result<Score, HandError> {
        self.0.score(hand).map_err(HandError::from)
    }
}

/// A game whose hands have a value.
pub trait Scored: Game {
    /// The scorer under these rules.
    fn scorer(rules: &Self::Rules) -> Box<dyn FamilyScorer>;
}

/// The scorer of one family under its rules.
pub trait FamilyScorer: Send + Sync {
    /// The value of one hand; the error is one sentence.
    fn score(&self, text: &str) -> Result<Score, String>;
}

impl Score {
    /// No win, for this reason.
    fn none(reason: impl Into<String>) -> Score {
        Score::None { agari: false, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::ruleset::{Ruleset, Source};
    use hyakuman_riichi::Riichi;
    use hyakuman_riichi::toutenkou::Toutenkou;
    use hyakuman_toppan::Toppan;
    use hyakuman_yangzhou::Yangzhou;

    /// A scorer under a preset with changes.
    pub(super) fn under(rules: &str, set: &[&str]) -> Scorer {
        let mut source = Source::preset(rules);
        set.iter().for_each(|assignment| source.set(assignment).expect(assignment));
        let found = of::<Riichi<4>>(&source).or_else(|| of::<Toutenkou>(&source));
        let found = found.or_else(|| of::<Yangzhou>(&source)).or_else(|| of::<Toppan>(&source));
        found.expect(rules)
    }

    fn of<G: Scored>(source: &Source) -> Option<Scorer> {
        G::Rules::preset(source.base())?;
        Some(Scorer::of::<G>(&source.load().expect("rules").rules))
    }

    /// The answer to a hand as JSON, or the error.
    pub(super) fn answered(rules: &str, set: &[&str], hand: &str) -> String {
        match under(rules, set).score(hand) {
            Ok(score) => serde_json::to_string(&score).expect("JSON"),
            Err(error) => error.to_string(),
        }
    }
}
