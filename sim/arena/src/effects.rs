//! The effects of a rule change on all statistics.

use crate::lineup::Lineup;
use crate::metrics::PairedMetrics;
use crate::stats::{Cluster, PlayerCounts};
use hyakuman_analysis::PairedMeasures;
use hyakuman_analysis::play::{MATCH_RATES, MatchCount, player_rates};

/// The effects of a rule change, measured on the same walls.
#[derive(Clone, Debug)]
pub struct Effects {
    /// For each different agent of the lineup.
    pub agents: Vec<PairedMeasures>,
    /// For each seat.
    pub seats: Vec<PairedMeasures>,
    /// For whole matches.
    pub matches: PairedMeasures,
    /// What differs from game to game, and the spread of the results.
    pub metrics: PairedMetrics,
    /// Decisions of all players, with and without the change added up.
    pub decisions: i64,
}

impl Effects {
    /// No matches.
    pub fn new(lineup: &Lineup) -> Effects {
        let seats = lineup.named().len();
        let players = |n| vec![PairedMeasures::new(player_rates(seats)); n];
        let (agents, seats) = (players(lineup.agents().len()), players(seats));
        let (matches, metrics) = (PairedMeasures::new(MATCH_RATES), PairedMetrics::new(lineup));
        Effects { agents, seats, matches, metrics, decisions: 0 }
    }

    /// Sets how many counted units make one point.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.measures_mut().for_each(|measures| measures.count_points_in(units_per_point));
        self.metrics.count_points_in(units_per_point);
    }

    /// Adds all matches on a wall, without and with the change.
    pub fn add(&mut self, base: &Cluster, variant: &Cluster) {
        add(&mut self.agents, &base.agents, &variant.agents);
        add(&mut self.seats, &base.matches.seats, &variant.matches.seats);
        let counts = [base, variant].map(|cluster| &cluster.matches.table);
        self.matches.add(counts[0], counts[1]);
        self.metrics.add(base, variant);
        self.decisions += counts.map(|counts| counts[MatchCount::Decisions as usize]).iter().sum::<i64>();
    }

    /// Adds the walls of another part.
    #[must_use]
    pub fn merge(mut self, other: &Effects) -> Effects {
        let others = other.agents.iter().chain(&other.seats).chain([&other.matches]);
        self.measures_mut().zip(others).for_each(|(measures, other)| measures.merge(other));
        self.metrics.merge(&other.metrics);
        self.decisions += other.decisions;
        self
    }

    fn measures_mut(&mut self) -> impl Iterator<Item = &mut PairedMeasures> {
        self.agents.iter_mut().chain(&mut self.seats).chain([&mut self.matches])
    }
}

fn add(players: &mut [PairedMeasures], base: &[PlayerCounts], variant: &[PlayerCounts]) {
    let counts = base.iter().zip(variant);
    players.iter_mut().zip(counts).for_each(|(player, (base, variant))| player.add(base, variant));
}
