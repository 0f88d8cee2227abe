//! How much an experiment plays at most, which walls a shard plays of it, and the states of shards put together.
//!
//! Blocks of [`LOOK`] walls are dealt to the shards in turn. A shard numbers its own walls from 0: [`real`] has the number of
//! such a wall among all.

use super::state::{self, Identity};
use super::{GridSums, LOOK, Plan, Stop};
use crate::error::Error;
use hyakuman_analysis::Additive;
use hyakuman_record::Shard;
use std::path::{Path, PathBuf};

/// How much is played at most, in the unit in which a user gives it.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    /// Matches or walls, of all shards.
    pub all: u64,
    /// As many of them are a wall. The last wall may lack some.
    pub per_wall: u64,
    /// `matches` or `walls`.
    pub unit: &'static str,
    /// The option that gives it.
    pub option: &'static str,
}

impl Plan {
    /// Refuses what excludes each other. `open`: the options that end an experiment before all of a unit are played.
    pub(crate) fn check(&self, unit: &str, open: &str) -> Result<(), Error> {
        let refused = |sentence: &str| Err(Error::Usage(sentence.into()));
        let (is_part, is_sum) = (self.shard != Shard::WHOLE, !self.merge.is_empty());
        if is_part && self.state.is_none() {
            return refused("a shard needs a --state FILE of its own, to be put together with --merge");
        }
        if (is_part || is_sum) && self.stop != Stop::All {
            return refused(&format!("shards have a fixed number of {unit}: leave out {open}"));
        }
        if is_sum && (self.state.is_some() || is_part) {
            return refused("--merge plays nothing: leave out --state and --shard");
        }
        Ok(())
    }
}

impl Length {
    pub(crate) fn walls(&self, shard: Shard) -> u64 {
        let (index, of, all) = (shard.index(), shard.of(), self.all.div_ceil(self.per_wall));
        let (rounds, rest) = (all / (LOOK * of), all % (LOOK * of));
        rounds * LOOK + rest.saturating_sub((index - 1) * LOOK).min(LOOK)
    }

    /// What a wall counts, by its number among all.
    pub(super) fn of_wall(&self, number: u64) -> u64 {
        self.per_wall.min(self.all - number * self.per_wall)
    }

    /// What a shard counts.
    pub(super) fn part(&self, shard: Shard) -> u64 {
        match self.walls(shard) {
            0 => 0,
            walls => (walls - 1) * self.per_wall + self.of_wall(real(shard, walls - 1)),
        }
    }

    /// Checks that the state of a shard can be continued to this length.
    pub(super) fn check<S>(&self, path: &Path, shard: Shard, totals: &GridSums<S>) -> Result<(), Error> {
        let Length { all, per_wall, unit, .. } = *self;
        let (path, played, part) = (path.display(), totals.played, self.part(shard));
        let of =
            if shard == Shard::WHOLE { String::new() } else { format!(" that shard {shard} has of {all}") };
        let problem = match played {
            _ if played > part => format!("{played} {unit} are already played, more than {part}{of}"),
            _ if played < part && !played.is_multiple_of(per_wall) => {
                format!(
                    "its {played} {unit} end within a wall, which has {per_wall}: only whole walls can be continued"
                )
            }
            _ => return Ok(()),
        };
        Err(Error::Usage(format!("{path}: {problem}")))
    }

    /// The totals of all shards.
    pub(super) fn merged<S: Additive>(
        &self,
        paths: &[PathBuf],
        identity: &Identity,
        empty: &GridSums<S>,
    ) -> Result<GridSums<S>, Error> {
        let Length { all, unit, option, .. } = *self;
        let of = paths.len() as u64;
        let mut sum = empty.clone();
        let mut seen: Vec<Option<&PathBuf>> = vec![None; paths.len()];
        for path in paths {
            let problem = |problem: String| Error::Usage(format!("{}: {problem}", path.display()));
            let name = state::shard(path, identity)?;
            let own = (1..=of).filter_map(|index| Shard::new(index, of).ok());
            let shard = own.into_iter().find(|shard| shard.to_string() == name).ok_or_else(|| {
                problem(format!("this is shard {name}, and {of} files were given: name all shards"))
            })?;
            if let Some(earlier) = seen[shard.index() as usize - 1].replace(path) {
                return Err(problem(format!("this is shard {shard}, and so is {}", earlier.display())));
            }
            let totals = state::load(path, &identity.of_shard(shard), empty.clone())?;
            let (played, part) = (totals.played, self.part(shard));
            if played != part {
                return Err(problem(format!(
                    "shard {shard} has {played} {unit}, of {option} {all} its part is {part}: give the {option} of the shards, or finish it first"
                )));
            }
            sum.merge(&totals);
        }
        Ok(sum)
    }
}

/// The number among all of a wall of a shard.
pub(super) fn real(shard: Shard, wall: u64) -> u64 {
    (wall / LOOK * shard.of() + shard.index() - 1) * LOOK + wall % LOOK
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every match is in exactly one shard.
    #[test]
    fn shards_cover_all_matches_once() {
        for all in [1, 127, 128, 129, 1_000, 1_283] {
            let length = Length { all, per_wall: 2, unit: "matches", option: "--games" };
            for of in [1, 2, 3] {
                let mut seen = vec![0; all as usize];
                for index in 1..=of {
                    let shard = Shard::new(index, of).unwrap();
                    let numbers = (0..length.walls(shard)).map(|wall| real(shard, wall));
                    let matches = numbers.flat_map(|wall| wall * 2..wall * 2 + length.of_wall(wall));
                    assert_eq!(matches.clone().count() as u64, length.part(shard), "{all} {shard}");
                    matches.for_each(|number| seen[number as usize] += 1);
                }
                assert!(seen.iter().all(|&times| times == 1), "{all} {of}");
            }
        }
    }
}
