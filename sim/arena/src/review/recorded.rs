//! The matches of a data set, to be reviewed.

use super::{Asked, Review, of_played};
use crate::datasets::recipe::replays::{self, Replay};
use crate::datasets::recipe::{self, Recipe};
use crate::datasets::several;
use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::Dataset;
use std::ops::Range;
use std::path::Path;

/// A data set of riichi mahjong with its replays.
pub struct Recorded {
    set: Dataset,
    recipe: Recipe,
    /// The rules.
    pub rules: AnyRules,
    lineup: Lineup,
}

impl Recorded {
    /// The data set in a folder.
    ///
    /// # Errors
    /// There is none, it is of another game, or it has no table of replays (exit code 2).
    pub fn open(dir: &Path) -> Result<Recorded, Error> {
        let set = recipe::open(dir)?;
        let (recipe, rules, lineup) = Recipe::read(&set)?;
        if !matches!(rules, AnyRules::Riichi(_)) {
            let (dir, family) = (dir.display(), recipe.family);
            return Err(Error::Usage(format!("{dir} is of {family}: a review is of riichi mahjong")));
        }
        replays::check(&set)?;
        Ok(Recorded { set, recipe, rules, lineup })
    }

    /// The number of its matches.
    pub fn matches(&self) -> u64 {
        self.recipe.games
    }

    /// Whether another one has the same matches, or the first ones of them.
    pub(super) fn has_matches_of(&self, other: &Recorded) -> bool {
        let key = |set: &Recorded| {
            let Recipe { rules_hash, family, seed, seating, seats, logs, .. } = set.recipe.clone();
            (rules_hash, family, seed, seating, seats, logs)
        };
        let is_played_again = self.recipe.not_deterministic.is_empty() && key(self) == key(other);
        is_played_again || self.set.manifest() == other.set.manifest()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.recipe.seats.len()
    }

    /// The name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.recipe.ruleset
    }

    /// Whether a folder is a data set, or has several.
    pub fn is_in(dir: &Path) -> bool {
        several::are_in(dir)
    }

    /// The names of the players of a match by seat: its agents, or those of its log; empty if they are unknown.
    pub fn names(&self, found: &Replay) -> Vec<String> {
        if let Some(logged) = &found.logged {
            let players = logged.source.iter().flat_map(|source| &source.players);
            return players.take(self.seats()).map(|player| player.name.clone()).collect();
        }
        let rotation = self.lineup.rotation_of(found.number);
        let agent = |seat| self.lineup.agents()[self.lineup.agent_at(seat, rotation)].to_string();
        (0..self.seats()).map(agent).collect()
    }

    /// These matches, in order.
    pub fn replays(&self, numbers: Range<u64>) -> impl Iterator<Item = Result<Replay, Error>> {
        replays::of_matches(&self.set, numbers)
    }

    /// Reviews one of its matches. Decisions of which its log does not show the answer are left out.
    ///
    /// # Errors
    /// Those of [`of_played`].
    pub fn review(&self, found: &Replay, asked: &Asked<'_>) -> Result<Review, Error> {
        let review = of_played(&self.rules, found.deals(), &found.actions, asked)?;
        Ok(review.without(found.logged.as_ref().map_or(&[], |logged| &logged.hidden)))
    }
}
