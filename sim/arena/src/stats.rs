//! Counts and statistics of matches.

use crate::lineup::Lineup;
use crate::metrics::Metrics;
use crate::state::{numbers_as_text, numbers_in};
use hyakuman_analysis::{Measure, Measures};
use hyakuman_analysis::play::{MatchCount, PlayerCount, match_rates, player_rates};
use hyakuman_games::game::{LEAD_BOUNDS, MAX_SEATS, MAX_WIN_CLASSES};

/// Counts of a player.
pub type PlayerCounts = [i64; PlayerCount::LEN];

/// Most yaku of a game: the bits of [`hyakuman_games::game::WinRecord::yaku`].
pub const MAX_YAKU: usize = 64;
/// Classes of the lead before the last kyoku.
pub const LEAD_CLASSES: usize = LEAD_BOUNDS + 1;

/// The counts of one match, or their sums over several.
#[derive(Clone, Debug)]
pub struct Counts {
    /// For each seat.
    pub seats: [PlayerCounts; MAX_SEATS],
    /// For the table.
    pub table: [i64; MatchCount::LEN],
    /// For the wins of all seats.
    pub wins: WinCounts,
    /// For each class of the lead when the last regular kyoku is dealt the matches, then for each the comebacks.
    pub comebacks: [i64; 2 * LEAD_CLASSES],
}

/// The counts of the wins of all seats.
#[derive(Clone, Debug)]
pub struct WinCounts {
    /// Wins, then for each yaku the wins with it.
    pub yaku: [i64; 1 + MAX_YAKU],
    /// Wins, then for each class by value the wins, then for each their points.
    pub values: [i64; 1 + 2 * MAX_WIN_CLASSES],
}

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

/// The counts of all matches on one wall, which are independent of those on other walls.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The number of the wall.
    pub number: u64,
    /// For each different agent of the lineup.
    pub agents: [PlayerCounts; MAX_SEATS],
    /// For seats and table, summed over the matches.
    pub matches: Counts,
}

impl Counts {
    /// All zero.
    pub const ZERO: Counts = Counts {
        seats: [[0; PlayerCount::LEN]; MAX_SEATS],
        table: [0; MatchCount::LEN],
        wins: WinCounts::ZERO,
        comebacks: [0; 2 * LEAD_CLASSES],
    };
}

impl WinCounts {
    /// All zero.
    pub const ZERO: WinCounts = WinCounts { yaku: [0; 1 + MAX_YAKU], values: [0; 1 + 2 * MAX_WIN_CLASSES] };
}

impl Cluster {
    /// No matches.
    pub const EMPTY: Cluster =
        Cluster { number: 0, agents: [[0; PlayerCount::LEN]; MAX_SEATS], matches: Counts::ZERO };

    /// Adds one match.
    pub fn add(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        for seat in 0..lineup.named().len() {
            sum(&mut self.agents[lineup.agent_at(seat, rotation)], &counts.seats[seat]);
            sum(&mut self.matches.seats[seat], &counts.seats[seat]);
        }
        let total = &mut self.matches;
        sum(&mut total.table, &counts.table);
        sum(&mut total.wins.yaku, &counts.wins.yaku);
        sum(&mut total.wins.values, &counts.wins.values);
        sum(&mut total.comebacks, &counts.comebacks);
    }
}

fn sum(into: &mut [i64], counts: &[i64]) {
    into.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl Stats {
    /// No matches.
    pub fn new(lineup: &Lineup) -> Stats {
        let seats = lineup.named().len();
        let players = |n| vec![Measures::new(player_rates(seats), PlayerCount::LEN); n];
        let matches = Measures::new(match_rates(seats), MatchCount::LEN);
        let (agents, seats) = (players(lineup.agents().len()), players(seats));
        Stats { agents, seats, matches, metrics: Metrics::new(lineup) }
    }

    /// Sets how many counted units make one point.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.measures_mut().for_each(|measures| measures.count_points_in(units_per_point));
    }

    /// Adds all matches on a wall.
    pub fn add(&mut self, wall: &Cluster) {
        self.agents.iter_mut().zip(&wall.agents).for_each(|(agent, counts)| agent.add(counts));
        self.seats.iter_mut().zip(&wall.matches.seats).for_each(|(seat, counts)| seat.add(counts));
        self.matches.add(&wall.matches.table);
        self.metrics.add(wall);
    }

    /// Adds the walls of another part of the run.
    #[must_use]
    pub fn merge(mut self, other: &Stats) -> Stats {
        self.agents.iter_mut().zip(&other.agents).for_each(|(agent, other)| agent.merge(other));
        self.seats.iter_mut().zip(&other.seats).for_each(|(seat, other)| seat.merge(other));
        self.matches.merge(&other.matches);
        self.metrics.merge(&other.metrics);
        self
    }

    /// All sums as text; [`Stats::from_text`] restores the statistics from it.
    pub fn to_text(&self) -> String {
        let sums = self.measures().flat_map(Measures::sums).chain(self.metrics.results.sums());
        numbers_as_text(sums)
    }

    /// Restores statistics from [`Stats::to_text`] of this version, or of 0.3.0, which had fewer counts; `None` for any other text.
    pub fn from_text(lineup: &Lineup, text: &str) -> Option<Stats> {
        let sums: Vec<i128> = numbers_in(text)?.collect();
        [Stats::new(lineup), Stats::older(lineup)].into_iter().find_map(|stats| stats.with_sums(&sums))
    }

    /// The measures that parts recorded by an older version did not count.
    pub fn not_counted(&self) -> impl Iterator<Item = &'static Measure> {
        let lacks = |measures: &'_ Measures| -> Vec<&'static Measure> {
            let all = measures.estimates().map(|(measure, _)| measure);
            all.filter(|measure| !measures.is_counted(measure)).collect()
        };
        [&self.agents[0], &self.matches].into_iter().flat_map(lacks)
    }

    /// No matches, with the counts of the first data sets of version 0.3.0.
    fn older(lineup: &Lineup) -> Stats {
        let mut stats = Stats::new(lineup);
        let players = stats.agents.iter_mut().chain(&mut stats.seats);
        players.for_each(|player| player.count_only(PlayerCount::OLDER));
        stats.matches.count_only(MatchCount::OLDER);
        stats
    }

    /// With these sums; `None` if they are too few or too many.
    fn with_sums(mut self, sums: &[i128]) -> Option<Stats> {
        let mut sums = sums.iter().copied();
        let whole = self.measures_mut().all(|measures| measures.take_sums(&mut sums))
            && self.metrics.results.take_sums(&mut sums);
        (whole && sums.next().is_none()).then_some(self)
    }

    fn measures(&self) -> impl Iterator<Item = &Measures> {
        self.agents.iter().chain(&self.seats).chain([&self.matches]).chain(self.metrics.measures())
    }

    fn measures_mut(&mut self) -> impl Iterator<Item = &mut Measures> {
        let metrics = self.metrics.measures_mut();
        self.agents.iter_mut().chain(&mut self.seats).chain([&mut self.matches]).chain(metrics)
    }

    /// Matches played.
    pub fn games(&self) -> i64 {
        self.matches.total(MatchCount::Matches as usize)
    }

    /// Decisions of all players.
    pub fn decisions(&self) -> i64 {
        self.matches.total(MatchCount::Decisions as usize)
    }
}
