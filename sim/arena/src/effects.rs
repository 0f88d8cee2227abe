//! The effects of a rule change on all statistics.

use crate::counts::{PlayerCounts, WallCounts};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::{GameMeasures, PairedMetrics};
use crate::own_measures;
use hyakuman_analysis::{Additive, Number, PairedMeasures};

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
}

impl Additive for Effects {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.measures_mut().for_each(|measures| measures.each(visit));
        self.metrics.each_rest(visit);
    }
}

impl Effects {
    /// No matches of a game with these measures.
    pub fn new(lineup: &Lineup, measures: GameMeasures) -> Effects {
        let seats = lineup.named().len();
        let player = |matches| PairedMeasures::new(measures.player(seats)).has_matches(matches);
        let matches = PairedMeasures::new(measures.table(seats)).has_matches(lineup.rotations());
        let metrics = PairedMetrics::new(lineup, measures);
        let agents = (0..lineup.agents().len()).map(|agent| player(lineup.matches_of(agent))).collect();
        let seats = vec![player(lineup.rotations()); seats];
        Effects { agents, seats, matches, metrics }
    }

    /// Sets how many counted units make one point.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.measures_mut().for_each(|measures| measures.count_points_in(units_per_point));
    }

    /// Adds all matches on a wall, without and with the change.
    pub fn add(&mut self, base: &WallCounts, variant: &WallCounts) {
        add(&mut self.agents, &base.agents, &variant.agents);
        add(&mut self.seats, &base.matches.seats, &variant.matches.seats);
        self.matches.add(&base.matches.table, &variant.matches.table);
        self.metrics.add(base, variant);
    }

    /// Checks that all sums are within their range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        own_measures::check_sums(self.measures().find_map(PairedMeasures::inexact))
    }

    /// Whether there are walls, and none of them changed in any measure.
    pub(crate) fn nothing_changed(&self) -> bool {
        let effects = self.measures().flat_map(PairedMeasures::effects);
        let mut differences = effects.filter_map(|(_, effect)| effect.difference).peekable();
        differences.peek().is_some() && differences.all(|found| found.same())
    }

    fn measures(&self) -> impl Iterator<Item = &PairedMeasures> {
        self.agents.iter().chain(&self.seats).chain([&self.matches]).chain(self.metrics.measures())
    }

    fn measures_mut(&mut self) -> impl Iterator<Item = &mut PairedMeasures> {
        let metrics = self.metrics.measures_mut();
        self.agents.iter_mut().chain(&mut self.seats).chain([&mut self.matches]).chain(metrics)
    }
}

fn add(players: &mut [PairedMeasures], base: &[PlayerCounts], variant: &[PlayerCounts]) {
    let counts = base.iter().zip(variant);
    players.iter_mut().zip(counts).for_each(|(player, (base, variant))| player.add(base, variant));
}
