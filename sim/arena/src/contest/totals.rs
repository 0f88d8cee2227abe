//! The totals of a contest over walls, and what follows from them.

use super::tables::{ContestTable, Kind};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::measures::{MatchCount, PlayerCount, result_rates};
use crate::own;
use crate::state::{Sums, numbers_as_text, take_numbers};
use crate::stats::{Cluster, PLAYER_COUNTS};
use hyakuman_agents::Spec;
use hyakuman_analysis::{
    Additive, Comparisons, Contrast, Design, Elo, Measure, Measures, Number, PairedMeasures, Ratings,
    Resolution,
};

/// Counts of a player.
const COUNTS: usize = PLAYER_COUNTS;

/// Rank points are counted in thousandths.
pub(crate) const UNIT: f64 = 1_000.0;

/// Sums over the first walls. Whole numbers, added in the order of the walls.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    /// Walls.
    pub walls: u64,
    /// Decisions of all players.
    pub decisions: i64,
    /// The results of each table.
    pub tables: Vec<TableTotals>,
    /// The differences of the agents that sat at the same tables.
    pub pairs: Vec<PairTotals>,
    /// The ratings of all agents.
    pub ratings: Ratings,
    /// Who finishes above whom.
    pub elo: Elo,
    /// How many walls it takes to tell two agents apart; `None` if there are more.
    pub resolution: Option<Resolution>,
}

/// The results of the agents at a table.
#[derive(Clone, Debug)]
pub(crate) struct TableTotals {
    /// Placements and rank points of each agent of the table.
    pub players: Vec<Measures>,
    /// At a table of two, their difference.
    pub difference: Option<Contrast>,
}

/// The difference of two agents over all tables at which both sat.
#[derive(Clone, Debug)]
pub(crate) struct PairTotals {
    /// As indices into the list of the contest.
    pub agents: [usize; 2],
    /// Matches on each wall.
    pub matches: usize,
    /// What the total of a wall is divided by.
    pub weight: f64,
    /// The totals.
    pub difference: Contrast,
    /// How the second plays (the base) and the first (the variant).
    pub play: PairedMeasures,
}

/// The counts of one wall: decisions, then for each table the counts of each of its players.
#[derive(Clone, Debug)]
pub(crate) struct Wall(Vec<i64>);

/// Where the counts of a table are in those of a wall.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The first place of each table, and the end.
    starts: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(tables: &[ContestTable]) -> Layout {
        let mut starts = vec![1];
        for table in tables {
            starts.push(starts[starts.len() - 1] + table.agents.len() * COUNTS);
        }
        Layout { starts }
    }

    /// A wall without matches.
    pub(crate) fn empty(&self) -> Wall {
        Wall(vec![0; self.starts[self.starts.len() - 1]])
    }

    /// Adds the rotations of a lineup; `places` are those of its agents at the table.
    pub(crate) fn add(&self, wall: &mut Wall, table: usize, places: &[usize], cluster: &Cluster) {
        wall.0[0] += cluster.matches.table[MatchCount::Decisions as usize];
        for (counts, place) in cluster.agents.iter().zip(places) {
            let start = self.starts[table] + place * COUNTS;
            let into = &mut wall.0[start..start + COUNTS];
            into.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }

    /// The counts of two agents at all tables at which both sat.
    fn pair(&self, tables: &[ContestTable], wall: &Wall, pair: [usize; 2]) -> [[i64; COUNTS]; 2] {
        let mut sums = [[0; COUNTS]; 2];
        for (at, table) in tables.iter().enumerate() {
            for (sum, place) in sums.iter_mut().zip(places_of(table, pair).into_iter().flatten()) {
                let counts = &wall.0[self.starts[at] + place * COUNTS..][..COUNTS];
                sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        }
        sums
    }

    /// The counts of the players of a table.
    fn players<'a>(&self, wall: &'a Wall, table: usize) -> impl Iterator<Item = &'a [i64]> + Clone {
        wall.0[self.starts[table]..self.starts[table + 1]].chunks_exact(COUNTS)
    }
}

/// The place at the table of each agent of the lineup.
pub(crate) fn places(table: &ContestTable, lineup: &Lineup, agents: &[Spec]) -> Vec<usize> {
    let place = |spec: &Spec| table.agents.iter().position(|&agent| agents[agent] == *spec);
    lineup.agents().iter().map(|spec| place(spec).expect("an agent of the table")).collect()
}

impl Totals {
    /// No walls; `play` are the measures of how two agents play. All agents must be connected by the tables.
    pub(crate) fn new(
        tables: &[ContestTable],
        agents: usize,
        seats: usize,
        play: &'static [Measure],
    ) -> Totals {
        let measures = |matches| Measures::new(result_rates(seats), PlayerCount::LEN).has_matches(matches);
        let table = |table: &ContestTable| TableTotals {
            players: table.seats().iter().map(|seats| measures(seats * table.seatings())).collect(),
            difference: (table.kind != Kind::All).then(Contrast::default),
        };
        let (mut design, mut comparisons) = (Design::new(agents), Comparisons::new(agents));
        for table in tables {
            let (matches, seats) = (table.seatings() as i64, seats_of_all(table, agents));
            design.add(matches, &seats);
            comparisons.add(matches, &seats);
        }
        let pairs = pairs(tables, agents, play);
        let weight = pairs[0].weight;
        Totals {
            walls: 0,
            decisions: 0,
            tables: tables.iter().map(table).collect(),
            pairs,
            ratings: Ratings::new(&design).expect("every agent meets every other"),
            elo: Elo::new(comparisons),
            resolution: (agents == 2).then(|| Resolution::new(1, (weight / UNIT) as i64)),
        }
    }

    /// Sets the number of counted units per point.
    pub(crate) fn count_points_in(&mut self, units_per_point: i32) {
        self.pairs.iter_mut().for_each(|pair| pair.play.count_points_in(units_per_point));
    }

    /// Adds a wall with all its tables.
    pub(crate) fn add(&mut self, tables: &[ContestTable], layout: &Layout, wall: &Wall) {
        self.decisions += wall.0[0];
        let mut differences = vec![0; self.pairs.len()];
        let (mut scores, mut wins) = (vec![0; self.ratings.players()], vec![0; self.ratings.players()]);
        for (at, (table, totals)) in tables.iter().zip(&mut self.tables).enumerate() {
            let players = layout.players(wall, at);
            totals.players.iter_mut().zip(players.clone()).for_each(|(player, counts)| player.add(counts));
            let results: Vec<i64> = players.map(|counts| counts[PlayerCount::RankPoints as usize]).collect();
            if let Some(difference) = &mut totals.difference {
                difference.add(contrast(table, &results, [0, 1]));
            }
            for (pair, sum) in self.pairs.iter().zip(&mut differences) {
                *sum += places_of(table, pair.agents).map_or(0, |places| contrast(table, &results, places));
            }
            add_scores(table, &results, &mut scores);
            add_wins(table, layout.players(wall, at), &mut wins);
        }
        if let Some(resolution) = &mut self.resolution {
            resolution.add(&differences[..1]);
        }
        for (pair, y) in self.pairs.iter_mut().zip(differences) {
            let [first, second] = layout.pair(tables, wall, pair.agents);
            pair.difference.add(y);
            pair.play.add(&second, &first);
        }
        self.ratings.add(&scores);
        self.elo.add(&wins);
        self.walls += 1;
    }

    /// Checks that all sums are within their range.
    ///
    /// # Errors
    /// One sentence that names a measure whose sums are not.
    pub(crate) fn check(&self) -> Result<(), Error> {
        own::check_sums(self.pairs.iter().find_map(|pair| pair.play.inexact()))
    }

    /// Whether everything is about the same number of walls.
    fn is_consistent(&self) -> bool {
        let differences = self.tables.iter().filter_map(|table| table.difference.as_ref());
        let all = differences.chain(self.pairs.iter().map(|pair| &pair.difference));
        let resolution = self.resolution.iter().map(|resolution| resolution.walls() as u64);
        let walls = all
            .map(Contrast::clusters)
            .chain([self.ratings.clusters(), self.elo.clusters()])
            .chain(resolution);
        walls.into_iter().all(|walls| walls == self.walls)
    }
}

impl Additive for Totals {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Number::Count(&mut self.walls));
        visit(Number::Signed(&mut self.decisions));
        for TableTotals { players, difference } in &mut self.tables {
            players.iter_mut().for_each(|player| player.each(visit));
            difference.iter_mut().for_each(|difference| difference.each(visit));
        }
        for PairTotals { difference, play, .. } in &mut self.pairs {
            difference.each(visit);
            play.each(visit);
        }
        self.ratings.each(visit);
        self.elo.each(visit);
        self.resolution.iter_mut().for_each(|resolution| resolution.each(visit));
    }
}

impl Sums for Totals {
    fn walls(&self) -> u64 {
        self.walls
    }

    fn to_text(&self) -> String {
        numbers_as_text(&self.sums())
    }

    fn take_text(self, text: &str) -> Option<Totals> {
        take_numbers(self, text).filter(Totals::is_consistent)
    }
}

/// Seats in a match of every agent of the contest.
fn seats_of_all(table: &ContestTable, agents: usize) -> Vec<i64> {
    let mut seats = vec![0; agents];
    table.agents.iter().zip(table.seats()).for_each(|(&agent, count)| seats[agent] = count as i64);
    seats
}

/// Every two agents and how often they meet on a wall.
fn pairs(tables: &[ContestTable], agents: usize, play: &'static [Measure]) -> Vec<PairTotals> {
    let every = (0..agents).flat_map(|first| (first + 1..agents).map(move |second| [first, second]));
    let pair = |pair: [usize; 2]| {
        let (mut matches, mut weight, mut seated) = (0, 0, [0; 2]);
        for table in tables {
            if let Some(places) = places_of(table, pair) {
                let [first, second] = places.map(|place| table.seats()[place]);
                matches += table.seatings();
                weight += table.seatings() * first * second;
                seated = [seated[0] + table.seatings() * first, seated[1] + table.seatings() * second];
            }
        }
        let (weight, difference) = (UNIT * weight as f64, Contrast::default());
        let play = PairedMeasures::new(play).has_matches_each([seated[1], seated[0]]);
        PairTotals { agents: pair, matches, weight, difference, play }
    };
    every.map(pair).collect()
}

/// The places of two agents at a table; `None` if one does not sit there.
fn places_of(table: &ContestTable, pair: [usize; 2]) -> Option<[usize; 2]> {
    let place = |agent| table.agents.iter().position(|&other| other == agent);
    Some([place(pair[0])?, place(pair[1])?])
}

/// The difference of two mean results at a table, times the seats of both.
fn contrast(table: &ContestTable, results: &[i64], [first, second]: [usize; 2]) -> i64 {
    let seats = table.seats();
    seats[second] as i64 * results[first] - seats[first] as i64 * results[second]
}

/// The weight of [`contrast`] on a wall: what it is divided by for the difference in rank points per match.
pub(crate) fn weight(table: &ContestTable) -> f64 {
    let seats = table.seats();
    UNIT * (table.seatings() * seats[0] * seats[1]) as f64
}

/// Adds the right-hand side of the normal equations of the ratings.
fn add_scores(table: &ContestTable, results: &[i64], scores: &mut [i64]) {
    let (seats, total): (_, i64) = (table.seats(), results.iter().sum());
    let all = seats.iter().sum::<usize>() as i64;
    for ((&agent, &own), result) in table.agents.iter().zip(&seats).zip(results) {
        scores[agent] += all * result - own as i64 * total;
    }
}

/// Adds of each agent how many seats of others its seats finished above, less how many finished above them. Its own seats cancel.
fn add_wins<'a>(table: &ContestTable, players: impl Iterator<Item = &'a [i64]>, wins: &mut [i64]) {
    let seats = table.seats().iter().sum::<usize>() as i64;
    for (&agent, counts) in table.agents.iter().zip(players) {
        let [matches, placements] =
            [PlayerCount::Matches, PlayerCount::Placement].map(|count| counts[count as usize]);
        wins[agent] += (seats + 1) * matches - 2 * placements;
    }
}
