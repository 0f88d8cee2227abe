//! What a winning hand is worth: one JSON object in, a value out.

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

use crate::HandError;
use hyakuman_games::registry::AnyRules;
use serde::Serialize;

/// Scores hands under the rules of one ruleset.
pub struct Scorer(Box<dyn FamilyScorer>);

/// What is said of a hand; as JSON the object of the variant.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(untagged)]
pub enum Score {
    /// It is no win.
    None {
        /// False.
        agari: bool,
        /// Why it is none, in a few words.
        reason: String,
    },
    /// A win of a game of draws and discards.
    Win(WinValue),
    /// A hand of competitive Toppan that wins.
    Toppan(ToppanValue),
}

impl Scorer {
    /// A scorer under these rules.
    pub fn new(rules: &AnyRules) -> Scorer {
        Scorer(match rules {
            AnyRules::Riichi(loaded) => Box::new(riichi::RiichiScorer::new(loaded.rules.clone())),
            AnyRules::Toutenkou(loaded) => Box::new(toutenkou::ToutenkouScorer::new(loaded.rules.clone())),
            AnyRules::Yangzhou(loaded) => Box::new(yangzhou::YangzhouScorer::new(&loaded.rules)),
            AnyRules::Toppan(loaded) => Box::new(toppan::ToppanScorer::new(loaded.rules.clone())),
        })
    }

    /// What a hand is worth. `hand` is one JSON object; docs/output.md has its keys, Toppan has others.
    ///
    /// # Errors
    /// The text is no such object, a value in it does not fit, or the game has no such hand.
    pub fn score(&self, hand: &str) -> Result<Score, HandError> {
        self.0.score(hand).map_err(HandError::from)
    }
}

/// What a single hand is worth; for many of them make a [`Scorer`] once.
///
/// # Errors
/// Those of [`Scorer::score`].
pub fn score(rules: &AnyRules, hand: &str) -> Result<Score, HandError> {
    Scorer::new(rules).score(hand)
}

/// The scorer of one family under its rules.
trait FamilyScorer: Send + Sync {
    /// The value of one hand, or in one sentence what is wrong with it.
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
    use hyakuman_games::registry;
    use hyakuman_games::ruleset::Source;

    /// A scorer under a preset and what differs from it.
    pub(super) fn under(rules: &str, set: &[&str]) -> Scorer {
        let mut source = Source::preset(rules);
        set.iter().for_each(|assignment| source.set(assignment).expect(assignment));
        Scorer::new(&registry::load(&source).expect(rules))
    }

    /// The answer to a hand as JSON, or the error.
    pub(super) fn answered(rules: &str, set: &[&str], hand: &str) -> String {
        match under(rules, set).score(hand) {
            Ok(score) => serde_json::to_string(&score).expect("JSON"),
            Err(error) => error.to_string(),
        }
    }
}
