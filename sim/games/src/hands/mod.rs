//! Single hands without a game: the value of a winning hand ([`Scorer`]); shanten, ukeire and best discards of any hand
//! ([`HandRules`]).
//!
//! Both are made once from rules ([`Scorer::of`], [`HandRules::of`]; of loaded rules of any game: `AnyRules` in `registry`) and can be shared between threads. The input is text, the result a value that serde
//! serializes; the formats are those of `hyakuman score` and `hyakuman hand` (docs/output.md).
//!
//! ```
//! use hyakuman_games::hands::{HandRules, Score, Scorer};
//! use hyakuman_riichi::{Riichi, presets};
//!
//! let scorer = Scorer::of::<Riichi<4>>(&presets::tenhou());
//! let hand = r#"{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z","by":"ron","from":"W",
//!     "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"seat":"S","round":"E","dora":["1m"]}"#;
//! let Score::Win(value) = scorer.score(hand).unwrap() else { panic!("it wins") };
//! assert_eq!((value.points, value.deltas), (7_700, vec![0, 7_700, -7_700, 0]));
//! assert_eq!(scorer.score("{}").unwrap_err().to_string(), r#"`hand` is missing; it must be tiles such as "5m0p77z" or ["5m", "0p", "7z", "7z"]"#);
//!
//! let rules = HandRules::of::<Riichi<4>>("tenhou").unwrap();
//! let answer = rules.answer("123m456p789s1122z").unwrap();
//! let ukeire = answer.ukeire.unwrap();
//! assert_eq!((answer.shanten, ukeire.count, ukeire.kinds), (0, 4, vec!["1z".to_owned(), "2z".to_owned()]));
//! ```

mod answer;
mod arrays;
mod score;

pub use answer::{Answer, Discard, HandRules, Ukeire};
pub use score::{FamilyScorer, Points, Score, Scored, Scorer, ToppanValue, WinValue};

use std::fmt;

/// What is wrong with a hand: one sentence that says what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandError(String);

impl From<String> for HandError {
    fn from(sentence: String) -> HandError {
        HandError(sentence)
    }
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HandError {}
