//! Which matches of a comparison a shard plays: those on its walls ([`shards`]).

use super::identity::Identity;
use super::totals::Totals;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::shards::{self, real};
use hyakuman_record::Shard;
use std::path::PathBuf;

/// The number of walls of a shard.
pub(super) fn walls(shard: Shard, games: u64, lineup: &Lineup) -> u64 {
    shards::walls(shard, games.div_ceil(lineup.rotations() as u64))
}

/// The matches of a shard that are not in these totals.
pub(super) fn matches_left(shard: Shard, games: u64, totals: &Totals, lineup: &Lineup) -> u64 {
    all_matches(shard, games, lineup).saturating_sub(totals.matches)
}

/// All matches of a shard.
pub(super) fn all_matches(shard: Shard, games: u64, lineup: &Lineup) -> u64 {
    let (walls, rotations) = (walls(shard, games, lineup), lineup.rotations() as u64);
    let missing = games.div_ceil(rotations) * rotations - games;
    let last = games.div_ceil(rotations) - 1;
    let has_last = walls > 0 && real(shard, walls - 1) == last;
    walls * rotations - if has_last { missing } else { 0 }
}

/// The totals of all shards.
///
/// # Errors
/// Those of [`shards::merged`].
pub(super) fn merged(
    paths: &[PathBuf],
    wanted: &Identity,
    empty: &Totals,
    games: u64,
    lineup: &Lineup,
) -> Result<Totals, Error> {
    shards::merged(paths, wanted, empty, |shard, totals| {
        let (played, all) = (totals.matches, all_matches(shard, games, lineup));
        (played != all).then(|| format!(
            "shard {shard} has {played} matches, of --games {games} its part is {all}: give the --games of the shards, or finish it first"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::matches;
    use hyakuman_agents::Roster;

    /// Every match is in exactly one shard.
    #[test]
    fn shards_cover_all_matches_once() {
        let named = Roster::built_in().specs("random,shanten").unwrap();
        let lineup = Lineup::new([named.clone(), named].concat(), 4, "house", true).unwrap();
        for games in [1, 127, 128, 129, 1_000, 1_283] {
            for of in [1, 2, 3] {
                let mut seen = vec![0; games as usize];
                for index in 1..=of {
                    let shard = Shard::new(index, of).unwrap();
                    let mut count = 0;
                    for wall in 0..walls(shard, games, &lineup) {
                        let first = real(shard, wall);
                        for number in matches(&lineup, &(first..first + 1), games) {
                            seen[number as usize] += 1;
                            count += 1;
                        }
                    }
                    assert_eq!(count, all_matches(shard, games, &lineup), "{games} {shard}");
                }
                assert!(seen.iter().all(|&times| times == 1), "{games} {of}");
            }
        }
    }
}
