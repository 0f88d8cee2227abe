//! The rules of one match in the form that the engine reads: points as half points, because a bet may be half a point
//! (RULES.md T-2.2).

use super::rules::ToppanRules;
use super::score::Scorer;
use hyakuman_core::wall::Faces;

/// Half points in a point.
pub const UNITS_PER_POINT: i32 = 2;

/// The rules of one match in the form that the engine reads.
#[derive(Debug)]
pub struct Terms {
    /// Scores hands.
    pub scorer: Scorer,
    /// Which tiles are red.
    pub faces: Faces,
    /// The possible bets, lowest first, in half points.
    pub bets: [i32; 3],
    /// Score at which a player is bust, in half points.
    pub bust_at: i32,
    /// Score that ends the match, in half points.
    pub upper_at: i32,
}

impl Terms {
    /// For these rules.
    pub fn new(rules: &ToppanRules) -> Terms {
        Terms {
            scorer: Scorer::new(rules),
            faces: Faces::new(rules.red_fives),
            bets: rules.bets.map(|bet| (bet * f64::from(UNITS_PER_POINT)) as i32),
            bust_at: rules.bust_at * UNITS_PER_POINT,
            upper_at: rules.upper_at * UNITS_PER_POINT,
        }
    }
}
