//! Counts and statistics of matches.

use crate::lineup::Lineup;
use crate::metrics::Metrics;
use crate::state::{numbers_as_text, numbers_in};
use hyakuman_analysis::play::{MatchCount, PlayerCount, match_rates, player_rates};
use hyakuman_analysis::{Measure, Measures};
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
    pub const EMPTY: Cluster = Cluster { agents: [[0; PlayerCount::LEN]; MAX_SEATS], matches: Counts::ZERO };

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
        let thirds = self.measures().flat_map(Measures::third_sums);
        numbers_as_text(self.sums().chain(thirds))
    }

    /// Restores statistics from [`Stats::to_text`] of this version, or of 0.3.0; `None` for any other text. That of 0.3.0 had fewer
    /// counts and no third powers: the intervals of skewed amounts are then those of Student's t.
    pub fn from_text(lineup: &Lineup, text: &str) -> Option<Stats> {
        let sums: Vec<i128> = numbers_in(text)?.collect();
        let new = || Stats::new(lineup);
        new().with_sums(&sums, true).or_else(|| new().older().with_sums(&sums, false))
    }

    /// The measures that parts recorded by an older version did not count.
    pub fn not_counted(&self) -> impl Iterator<Item = &'static Measure> {
        let lacks = |measures: &'_ Measures| -> Vec<&'static Measure> {
            let all = measures.estimates().map(|(measure, _)| measure);
            all.filter(|measure| !measures.is_counted(measure)).collect()
        };
        [&self.agents[0], &self.matches].into_iter().flat_map(lacks)
    }

    /// With the counts of 0.3.0 only.
    fn older(mut self) -> Stats {
        let players = self.agents.iter_mut().chain(&mut self.seats);
        players.for_each(|player| player.count_only(PlayerCount::OLDER));
        self.matches.count_only(MatchCount::OLDER);
        self
    }

    /// With these sums; `None` if they are too few or too many.
    fn with_sums(mut self, sums: &[i128], thirds: bool) -> Option<Stats> {
        let mut sums = sums.iter().copied();
        let whole = self.measures_mut().all(|measures| measures.take_sums(&mut sums))
            && self.metrics.results.take_sums(&mut sums)
            && (!thirds || self.measures_mut().all(|measures| measures.take_third_sums(&mut sums)));
        (whole && sums.next().is_none()).then_some(self)
    }

    /// Whether these are the statistics of [`Stats::to_text`] of this version or of 0.3.0.
    pub fn has_text(&self, text: &str) -> bool {
        text == self.to_text() || text == self.older_text()
    }

    /// The text that 0.3.0 wrote.
    fn older_text(&self) -> String {
        numbers_as_text(self.clone().older().sums())
    }

    /// The sums of first and second powers.
    fn sums(&self) -> impl Iterator<Item = i128> {
        self.measures().flat_map(Measures::sums).chain(self.metrics.results.sums())
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

    /// Walls played, each in all its rotations.
    pub fn walls(&self) -> u64 {
        self.matches.estimates().filter_map(|(_, found)| found).map(|found| found.clusters).max().unwrap_or(0)
    }

    /// Decisions of all players.
    pub fn decisions(&self) -> i64 {
        self.matches.total(MatchCount::Decisions as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_agents::Roster;
    use hyakuman_games::riichi::Riichi;

    /// Text as 0.3.0 wrote it, without third powers: the same rates, and intervals as far as they go.
    #[test]
    fn statistics_without_third_powers_are_read() {
        let named = Roster::built_in().specs("random,ukeire,ukeire,ukeire").unwrap();
        let lineup = Lineup::new(named, 4, "tenhou", true).unwrap().of_game::<Riichi<4>>();
        let mut stats = Stats::new(&lineup);
        for wall in 0..40 {
            let mut cluster = Cluster::EMPTY;
            cluster.matches.table[MatchCount::Matches as usize] = 4;
            cluster.matches.table[MatchCount::Kyoku as usize] = 40 + wall * wall % 17 + 20 * (wall % 13 / 12);
            stats.add(&cluster);
        }
        let (text, older) = (stats.to_text(), stats.older_text());
        let [now, before] = [&text, &older].map(|text| Stats::from_text(&lineup, text).unwrap());
        assert!(stats.has_text(&text) && stats.has_text(&older) && !stats.has_text(&text[1..]));
        assert_eq!((now.to_text(), Stats::from_text(&lineup, &(older + " 0")).is_none()), (text, true));
        let [kyoku, known] = [before, now].map(|of| of.matches.get("kyoku").unwrap());
        let [[low, high], [from, to]] = [kyoku, known].map(|found| found.bounds().unwrap());
        assert_eq!((kyoku.value, low), (known.value, from));
        assert!(high < to && (high + low - 2.0 * kyoku.value).abs() < 1e-9, "a long tail that is not known");
    }
}
