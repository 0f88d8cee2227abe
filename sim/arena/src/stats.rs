//! Counts and statistics of matches.

use crate::error::Error;
use crate::lineup::Lineup;
use crate::measures::{MatchCount, PlayerCount, match_rates, player_rates};
use crate::metrics::{GameMeasures, Metrics};
use crate::own::{self, OWN_COUNTS};
use hyakuman_analysis::{
    Additive, Edge, Estimate, Measures, Number, Validity, add_counts, clear_counts, numbers_as_text,
};
use hyakuman_core::game::{LEAD_BOUNDS, MAX_SEATS, MAX_WIN_CLASSES};

/// Counts of a player, behind them those of measures of one's own.
pub(crate) const PLAYER_COUNTS: usize = PlayerCount::LEN + OWN_COUNTS;

/// Counts of a table, behind them those of measures of one's own.
pub(crate) const TABLE_COUNTS: usize = MatchCount::LEN + OWN_COUNTS;

/// Counts of a player.
pub type PlayerCounts = [i64; PLAYER_COUNTS];

/// Most yaku of a game: the bits of [`hyakuman_core::game::WinRecord::yaku`], and those of its rules.
pub(crate) const MAX_YAKU: usize = 2 * YAKU_OF_GAME;
/// The bits of [`hyakuman_core::game::WinRecord::yaku`].
pub(crate) const YAKU_OF_GAME: usize = 64;
/// Classes of the lead before the last kyoku.
pub(crate) const LEAD_CLASSES: usize = LEAD_BOUNDS + 1;

/// The counts of one match, or their sums over several.
#[derive(Clone, Debug)]
pub struct Counts {
    /// For each seat.
    pub seats: [PlayerCounts; MAX_SEATS],
    /// For the table.
    pub table: [i64; TABLE_COUNTS],
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
    /// How far they lead.
    pub leads: Leads,
}

/// Sums over the matches on a wall. Of n seats with rank points T together, k have S, in thousandths.
#[derive(Clone, Debug)]
pub struct Leads {
    /// Of each different agent, then of each seat: `n S - k T`, which is k (n - k) times its mean less that of the others, and the squares of these.
    pub over_others: [[i64; 2]; 2 * MAX_SEATS],
    /// Of an agent and each one before it: the squares of `k' S - k S'`, which is k k' times the difference of their means.
    pub squares_between: [[i64; MAX_SEATS]; MAX_SEATS],
}

impl Counts {
    /// All zero.
    pub const ZERO: Counts = Counts {
        seats: [[0; PLAYER_COUNTS]; MAX_SEATS],
        table: [0; TABLE_COUNTS],
        wins: WinCounts::ZERO,
        comebacks: [0; 2 * LEAD_CLASSES],
    };

    /// Sets all to zero.
    pub fn clear(&mut self) {
        self.seats.iter_mut().for_each(|seat| clear_counts(seat));
        let Counts { table, wins: WinCounts { yaku, values }, comebacks, .. } = self;
        [&mut table[..], yaku, values, comebacks].into_iter().for_each(clear_counts);
    }
}

impl WinCounts {
    /// All zero.
    pub const ZERO: WinCounts = WinCounts { yaku: [0; 1 + MAX_YAKU], values: [0; 1 + 2 * MAX_WIN_CLASSES] };
}

impl Cluster {
    /// No matches.
    pub const EMPTY: Cluster = Cluster {
        agents: [[0; PLAYER_COUNTS]; MAX_SEATS],
        matches: Counts::ZERO,
        leads: Leads { over_others: [[0; 2]; 2 * MAX_SEATS], squares_between: [[0; MAX_SEATS]; MAX_SEATS] },
    };

    /// Forgets all matches.
    pub fn clear(&mut self) {
        self.agents.iter_mut().for_each(|agent| clear_counts(agent));
        self.matches.clear();
        self.leads = Cluster::EMPTY.leads;
    }

    /// Adds one match.
    pub fn add(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        self.add_counts(lineup, rotation, counts);
        self.add_leads(lineup, rotation, counts);
    }

    /// Adds how far the agents and seats lead in a match with these counts.
    pub(crate) fn add_leads(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        let seats = lineup.named().len();
        let points = |seat: usize| counts.seats[seat][PlayerCount::RankPoints as usize];
        let all: i64 = (0..seats).map(points).sum();
        let mut agents = [(0, 0); MAX_SEATS];
        for seat in 0..seats {
            let (held, sum) = &mut agents[lineup.agent_at(seat, rotation)];
            (*held, *sum) = (*held + 1, *sum + points(seat));
        }
        let agents = &agents[..lineup.agents().len()];
        let each = agents.iter().copied().chain((0..seats).map(|seat| (1, points(seat))));
        for ([sum, squares], (held, own)) in self.leads.over_others.iter_mut().zip(each) {
            let lead = seats as i64 * own - held * all;
            *sum += lead;
            *squares += lead * lead;
        }
        for (at, (held, own)) in agents.iter().enumerate() {
            for ((other_held, other), squares) in agents[..at].iter().zip(&mut self.leads.squares_between[at])
            {
                *squares += (other_held * own - held * other).pow(2);
            }
        }
    }

    /// Adds the counts of a match, or what they change by.
    pub(crate) fn add_counts(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        for seat in 0..lineup.named().len() {
            add_counts(&mut self.agents[lineup.agent_at(seat, rotation)], &counts.seats[seat]);
            add_counts(&mut self.matches.seats[seat], &counts.seats[seat]);
        }
        let total = &mut self.matches;
        add_counts(&mut total.table, &counts.table);
        add_counts(&mut total.wins.yaku, &counts.wins.yaku);
        add_counts(&mut total.wins.values, &counts.wins.values);
        add_counts(&mut total.comebacks, &counts.comebacks);
    }
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
    pub fn add(&mut self, wall: &Cluster) {
        self.agents.iter_mut().zip(&wall.agents).for_each(|(agent, counts)| agent.add(counts));
        self.seats.iter_mut().zip(&wall.matches.seats).for_each(|(seat, counts)| seat.add(counts));
        self.matches.add(&wall.matches.table);
        self.metrics.add(wall);
    }

    /// Checks that all sums are within their range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let mut all = self.agents.iter().chain(&self.seats).chain([&self.matches]);
        own::check_sums(all.find_map(Measures::inexact))
    }

    /// Whether there are measures of one's own among them.
    pub(crate) fn has_own(&self) -> bool {
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
