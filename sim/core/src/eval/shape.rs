//! Readings of a complete hand: which sets and which pair.

use crate::set::KindSet;

/// One reading of the concealed part of a complete hand as sequences, triplets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shape {
    /// The pair: one kind.
    pub pair: KindSet,
    /// Kinds that form a triplet.
    pub triplets: KindSet,
    /// Lowest kinds of sequences: `runs[n - 1]` has those present at least `n` times.
    pub runs: [KindSet; 4],
}
