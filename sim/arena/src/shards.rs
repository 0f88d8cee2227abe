//! Which walls a shard plays, and the states of shards put together.
//!
//! Blocks of [`LOOK`] walls are dealt to the shards in turn. A shard numbers its own walls from 0: [`real`] has the number of
//! such a wall among all.

use crate::compare::LOOK;
use crate::error::Error;
use crate::state::{self, Sums};
use hyakuman_analysis::Additive;
use hyakuman_record::Shard;
use std::path::PathBuf;

/// What determines the totals of a shard.
pub(crate) trait Identity: state::Identity {
    /// The shard, `1/3`.
    fn shard(&mut self) -> &mut String;
}

/// Refuses what excludes each other. `ends_early`: a sentence, if the work may end before all is played.
///
/// # Errors
/// A sentence.
pub(crate) fn check(
    shard: Shard,
    state: Option<&PathBuf>,
    merge: &[PathBuf],
    ends_early: Option<&str>,
) -> Result<(), Error> {
    let refused = |sentence: &str| Err(Error::Usage(sentence.into()));
    let (is_part, is_sum) = (shard != Shard::WHOLE, !merge.is_empty());
    if is_part && state.is_none() {
        return refused("a shard needs a --state FILE of its own, to be put together with --merge");
    }
    if let Some(sentence) = ends_early.filter(|_| is_part || is_sum) {
        return refused(sentence);
    }
    if is_sum && (state.is_some() || is_part) {
        return refused("--merge plays nothing: leave out --state and --shard");
    }
    Ok(())
}

/// The number of walls of a shard, of so many in all.
pub(crate) fn walls(shard: Shard, all: u64) -> u64 {
    let (index, of) = parts(shard);
    let (rounds, rest) = (all / (LOOK * of), all % (LOOK * of));
    rounds * LOOK + rest.saturating_sub((index - 1) * LOOK).min(LOOK)
}

/// The number among all of a wall of a shard.
pub(crate) fn real(shard: Shard, wall: u64) -> u64 {
    let (index, of) = parts(shard);
    (wall / LOOK * of + index - 1) * LOOK + wall % LOOK
}

/// Index, from 1, and number of shards.
fn parts(shard: Shard) -> (u64, u64) {
    (shard.index(), shard.of())
}

/// The totals of all shards. `unfinished` says what is wrong with one that is not played to its end.
///
/// # Errors
/// A file is no state of a shard of this work, a shard is missing or given twice, or its walls are not all played.
pub(crate) fn merged<I: Identity + Clone, T: Sums + Additive + Clone>(
    paths: &[PathBuf],
    wanted: &I,
    empty: &T,
    unfinished: impl Fn(Shard, &T) -> Option<String>,
) -> Result<T, Error> {
    let of = paths.len() as u64;
    let mut sum = empty.clone();
    let mut seen: Vec<Option<&PathBuf>> = vec![None; paths.len()];
    for path in paths {
        let problem = |problem: String| Error::Usage(format!("{}: {problem}", path.display()));
        let name = state::identity::<I>(path)?.shard().clone();
        let own = (1..=of).filter_map(|index| Shard::new(index, of).ok());
        let shard = own.into_iter().find(|shard| shard.to_string() == name).ok_or_else(|| {
            problem(format!("this is shard {name}, and {of} files were given: name all shards"))
        })?;
        let place = &mut seen[shard.index() as usize - 1];
        if let Some(earlier) = place.replace(path) {
            return Err(problem(format!("this is shard {shard}, and so is {}", earlier.display())));
        }
        let mut wanted = wanted.clone();
        *wanted.shard() = name;
        let totals = state::load(path, &wanted, empty.clone())?;
        if let Some(sentence) = unfinished(shard, &totals) {
            return Err(problem(sentence));
        }
        sum.merge(&totals);
    }
    Ok(sum)
}
