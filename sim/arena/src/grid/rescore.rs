//! Cells that differ in final points only: one has the matches of the other with other final points.
//!
//! Uma, oka, the rounding of final points and the shares of equal scores decide nothing before the end of a match. If no agent
//! at the table looks at them, a match under other such rules is the same match, and its final points follow from the final
//! scores by the same function that the engine uses. So there is nothing to play, and no noise from playing.

use crate::counter::Counter;
use crate::counts::{Counts, WallCounts};
use crate::lineup::Lineup;
use crate::own_measures::OwnMeasures;
use crate::play::MatchRecorder;
use hyakuman_agents::Roster;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::sink::{Sink, Wants};
use hyakuman_core::game::{Game, MatchEnd};
use std::sync::Arc;

/// Whether a cell can be re-scored: with these agents every match under `rules` is that under `played`.
pub(crate) fn is_exact<G: Game>(
    played: &G::Rules,
    rules: &G::Rules,
    lineup: &Lineup,
    roster: &Roster,
) -> bool {
    let reads = lineup.agents().iter().any(|agent| roster.reads_rank_points(agent));
    !reads && G::differ_in_rank_points_only(played, rules)
}

/// The ends of matches, in order.
#[derive(Default)]
pub(crate) struct Ends(pub Vec<MatchEnd>);

impl<G: Game> Sink<G> for Ends {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.0.push(*end);
    }
}

impl<G: Game> MatchRecorder<G> for Ends {
    fn begin(&mut self, _id: MatchId) -> &mut dyn Sink<G> {
        self
    }
}

/// Other final points for matches that were played.
pub(crate) struct Rescored<'a, G: Game> {
    /// The rules that they are counted by.
    pub rules: &'a Arc<G::Rules>,
    pub lineup: &'a Lineup,
    /// Measures of one's own.
    pub own_measures: Option<OwnMeasures>,
}

impl<G: Game> Rescored<'_, G> {
    /// The walls that were played, with these final points. `ends` are those of all matches, which begin with match `first`, the first on its
    /// wall.
    pub(crate) fn walls(&self, walls: &[WallCounts], ends: &[MatchEnd], first: u64) -> Vec<WallCounts> {
        let Rescored { rules, lineup, .. } = *self;
        let on_walls = ends.chunks(lineup.rotations());
        let wall = |(index, (wall, ends)): (usize, (&WallCounts, &[MatchEnd]))| {
            let mut wall = WallCounts { leads: WallCounts::EMPTY.leads, ..wall.clone() };
            let first = first + (index * lineup.rotations()) as u64;
            for (number, end) in (first..).zip(ends) {
                let other = MatchEnd { rank_points: G::rank_points_of(rules, end), ..*end };
                let (rotation, counts) = (lineup.rotation_of(number), self.counts(&other));
                wall.add_leads(lineup, rotation, &counts);
                wall.add_counts(lineup, rotation, &self.change(end, counts));
            }
            wall
        };
        walls.iter().zip(on_walls).enumerate().map(wall).collect()
    }

    fn counts(&self, end: &MatchEnd) -> Counts {
        let mut counter = Counter::<G>::with(self.rules, self.own_measures);
        counter.match_end(end);
        counter.counts().clone()
    }

    /// What to add to the counts of a match for those of another end: all counts of an end are sums, so it is a difference.
    fn change(&self, end: &MatchEnd, mut other: Counts) -> Counts {
        let base = self.counts(end);
        let seats = other.seats.as_flattened_mut().iter_mut().zip(base.seats.as_flattened());
        seats.chain(other.table.iter_mut().zip(&base.table)).for_each(|(count, base)| *count -= base);
        other
    }
}
