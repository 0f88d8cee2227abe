//! The statistics of a run: sums over walls, from which rates and their intervals follow.

use crate::counts::WallCounts;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::measures::{MatchCount, PlayerCount, match_rates, player_rates};
use crate::metrics::{GameMeasures, Metrics};
use crate::own_measures;
use hyakuman_analysis::{Additive, Edge, Estimate, Measures, Number, Validity, numbers_as_text};

/// The statistics of a run, or of a part of it.
#[derive(Clone, Debug)]
pub struct Stats {
    /// For each different agent of the lineup.
    pub agents: Vec<Measures>,
    /// For each seat.
    pub seats: Vec<Measures>,
    /// For whole matches.
    pub matches: Measures,
    /// What differs from game to game: yaku, values of wins, leads; and the spread of the results.
    pub metrics: Metrics,
}

/// The numbers of the measures, but for third powers; then the results; then the third powers; then the leads.
impl Additive for Stats {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.measures_mut().for_each(|measures| measures.each_power(visit));
        self.metrics.results.each(visit);
        self.measures_mut().for_each(|measures| measures.each_third(visit));
        self.metrics.edges.iter_mut().for_each(|edge| edge.each(visit));
    }
}

impl Stats {
    /// No matches of a game with these measures.
    pub fn new(lineup: &Lineup, measures: GameMeasures) -> Stats {
        let seats = lineup.named().len();
        let own = 2 * measures.own_texts().len();
        let player =
            |matches| Measures::new(measures.player(seats), PlayerCount::LEN + own).has_matches(matches);
        let matches =
            Measures::new(measures.table(seats), MatchCount::LEN + own).has_matches(lineup.rotations());
        let agents = (0..lineup.agents().len()).map(|agent| player(lineup.matches_of(agent))).collect();
        let seats = vec![player(lineup.rotations()); seats];
        Stats { agents, seats, matches, metrics: Metrics::new(lineup, measures) }
    }

    /// Sets how many counted units make one point.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.measures_mut().for_each(|measures| measures.count_points_in(units_per_point));
    }

    /// Adds all matches on a wall.
    pub fn add(&mut self, wall: &WallCounts) {
        self.agents.iter_mut().zip(&wall.agents).for_each(|(agent, counts)| agent.add(counts));
        self.seats.iter_mut().zip(&wall.matches.seats).for_each(|(seat, counts)| seat.add(counts));
        self.matches.add(&wall.matches.table);
        self.metrics.add(wall);
    }

    /// Checks that all sums are within their range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let mut all = self.agents.iter().chain(&self.seats).chain([&self.matches]);
        own_measures::check_sums(all.find_map(Measures::inexact))
    }

    /// Whether there are measures of one's own among them.
    pub(crate) fn has_own_measures(&self) -> bool {
        let seats = self.seats.len();
        let built_in = player_rates(seats).len() + match_rates(seats).len();
        self.seats[0].table().len() + self.matches.table().len() > built_in
    }

    /// How clearly an agent leads the others; `None` of a single agent, where all leads are equal, and if it was not counted on all walls, as in data
    /// sets of earlier versions.
    pub fn edge(&self, agent: usize) -> Option<Estimate> {
        let edge = self.metrics.edges.get(agent)?;
        edge.lead(Validity::Fixed).filter(|_| edge.clusters() == self.walls())
    }

    /// All sums but those of leads as text, from which the statistics can be restored.
    pub fn to_text(&self) -> String {
        let sums = self.sums();
        numbers_as_text(&sums[..sums.len() - self.sums_of_leads().len()])
    }

    /// Those of leads; `None` of a single agent.
    pub(crate) fn leads_to_text(&self) -> Option<String> {
        let sums = self.sums_of_leads();
        (!sums.is_empty()).then(|| numbers_as_text(&sums))
    }

    fn sums_of_leads(&self) -> Vec<i128> {
        self.metrics.edges.iter().flat_map(Edge::sums).collect()
    }

    /// Restores statistics from [`Stats::to_text`] and, if they are known, [`Stats::leads_to_text`]; `None` for any other text.
    pub(crate) fn from_text(
        lineup: &Lineup,
        measures: GameMeasures,
        text: &str,
        leads: Option<&str>,
    ) -> Option<Stats> {
        let empty = Stats::new(lineup, measures);
        let no_leads = empty.leads_to_text();
        let texts = [Some(text), leads.or(no_leads.as_deref())];
        empty.restored(&texts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    fn measures_mut(&mut self) -> impl Iterator<Item = &mut Measures> {
        let metrics = self.metrics.measures_mut();
        self.agents.iter_mut().chain(&mut self.seats).chain([&mut self.matches]).chain(metrics)
    }

    /// Matches played.
    pub fn games(&self) -> i64 {
        self.matches.total(MatchCount::Matches as usize)
    }

    /// Walls played, each in all its rotations.
    pub fn walls(&self) -> u64 {
        self.matches.estimates().filter_map(|(_, found)| found).map(|found| found.clusters).max().unwrap_or(0)
    }

    /// Decisions of all players.
    pub fn decisions(&self) -> i64 {
        self.matches.total(MatchCount::Decisions as usize)
    }
}
