//! What a contest adds up over its walls, and what is watched of it.

use super::tables::{ContestTable, TableKind};
use super::wall::{Met, Seating, Wall, contrast, places_of};
use super::{ContestOptions, letter};
use crate::counts::{PLAYER_COUNTS, WallCounts};
use crate::error::Error;
use crate::grid::{GridSums, Stop, WallSums, Width, open};
use crate::measures::{PlayerCount, result_rates};
use crate::own_measures;
use hyakuman_analysis::anytime::FEWEST;
use hyakuman_analysis::figures::{self, larger_half};
use hyakuman_analysis::sequential::{Look, SequentialTest};
use hyakuman_analysis::{
    Additive, Comparisons, Contrast, Design, Edge, Elo, Equivalence, Estimate, Measure, Measures, Number,
    PairedMeasures, Ratings, Resolution, Unit, Validity,
};

pub(super) const COUNTS: usize = PLAYER_COUNTS;

/// Rank points are counted in thousandths.
pub(crate) const UNIT: f64 = 1_000.0;

/// Sums over walls.
#[derive(Clone, Debug)]
pub(crate) struct ContestSums {
    pub rulesets: Vec<RulesetSums>,
    /// For each ruleset but the first and each pair.
    pub interactions: Vec<Vec<InteractionSums>>,
}

/// What a ruleset changes between two agents.
#[derive(Clone, Debug)]
pub(crate) struct InteractionSums {
    /// The difference under it less that under the first.
    pub difference: Contrast,
    /// How clearly the first agent leads: the base is the first ruleset.
    pub edge: Edge,
}

/// Those under a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct RulesetSums {
    /// The results of each table.
    pub tables: Vec<TableSums>,
    /// The differences of the agents that sat at the same tables.
    pub pairs: Vec<PairSums>,
    pub ratings: Ratings,
    /// Who finishes above whom.
    pub elo: Elo,
    /// How many walls it takes to tell two agents apart; `None` if there are more.
    pub resolution: Option<Resolution>,
}

/// The results of the agents at a table.
#[derive(Clone, Debug)]
pub(crate) struct TableSums {
    /// Placements and rank points of each agent of the table.
    pub players: Vec<Measures>,
    /// At a table of two, their difference.
    pub difference: Option<Contrast>,
}

/// The difference of two agents over all tables at which both sat.
#[derive(Clone, Debug)]
pub(crate) struct PairSums {
    /// As indices into the list of the contest.
    pub agents: [usize; 2],
    /// Matches on each wall.
    pub matches: usize,
    /// What the total of a wall is divided by.
    pub weight: f64,
    /// The totals.
    pub difference: Contrast,
    /// How clearly the first leads the second.
    pub edge: Edge,
    /// A lead of as many rank points is counted as so many thousandths: so those at all tables are whole numbers.
    pub scale: i64,
    /// How the second plays (the base) and the first (the variant).
    pub play: PairedMeasures,
}

/// The differences of the agents at these tables.
pub(super) struct Differences<'a> {
    pub options: &'a ContestOptions,
    pub tables: &'a [ContestTable],
    /// Of each cell.
    pub seatings: Vec<Seating>,
}

impl ContestSums {
    /// No walls, of no walls under each ruleset.
    pub(crate) fn new(rulesets: Vec<RulesetSums>) -> ContestSums {
        let none = InteractionSums { difference: Contrast::default(), edge: Edge::new(2) };
        let of_pairs = |sums: &RulesetSums| vec![none.clone(); sums.pairs.len()];
        ContestSums { interactions: rulesets[1..].iter().map(of_pairs).collect(), rulesets }
    }
}

impl RulesetSums {
    /// No walls; `play` are the measures of how two agents play. All agents must be connected by the tables.
    pub(crate) fn new(
        tables: &[ContestTable],
        agents: usize,
        seats: usize,
        play: &'static [Measure],
    ) -> RulesetSums {
        let measures = |matches| Measures::new(result_rates(seats), PlayerCount::LEN).has_matches(matches);
        let table = |table: &ContestTable| TableSums {
            players: table.seats().iter().map(|seats| measures(seats * table.seatings())).collect(),
            difference: (table.kind != TableKind::All).then(Contrast::default),
        };
        let (mut design, mut comparisons) = (Design::new(agents), Comparisons::new(agents));
        for table in tables {
            let (matches, seats) = (table.seatings() as i64, seats_of_all(table, agents));
            design.add(matches, &seats);
            comparisons.add(matches, &seats);
        }
        let pairs = pairs(tables, agents, play);
        let weight = pairs[0].weight;
        RulesetSums {
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

    /// Adds a wall with all its tables. Returns the pairs.
    fn add(&mut self, tables: &[ContestTable], wall: &Wall) -> Vec<Met> {
        let (mut scores, mut wins) = (vec![0; self.ratings.players()], vec![0; self.ratings.players()]);
        for ((table, played), totals) in tables.iter().zip(&wall.0).zip(&mut self.tables) {
            totals.players.iter_mut().zip(&played.players).for_each(|(player, counts)| player.add(counts));
            let results = played.results();
            if let Some(difference) = &mut totals.difference {
                difference.add(contrast(table, &results, [0, 1]));
            }
            add_scores(table, &results, &mut scores);
            add_wins(table, &played.players, &mut wins);
        }
        let pairs: Vec<Met> = self.pairs.iter().map(|pair| wall.pair(tables, pair)).collect();
        if let Some(resolution) = &mut self.resolution {
            resolution.add(&[pairs[0].difference]);
        }
        for (pair, Met { counts: [first, second], difference, leads }) in self.pairs.iter_mut().zip(&pairs) {
            pair.difference.add(*difference);
            pair.edge.add(&[*leads]);
            pair.play.add(second, first);
        }
        self.ratings.add(&scores);
        self.elo.add(&wins);
        pairs
    }

    /// Checks that all sums are within their range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        own_measures::check_sums(self.pairs.iter().find_map(|pair| pair.play.inexact()))
    }
}

impl Additive for ContestSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.rulesets.iter_mut().for_each(|sums| sums.each(visit));
        for InteractionSums { difference, edge } in self.interactions.iter_mut().flatten() {
            difference.each(visit);
            edge.each(visit);
        }
    }
}

impl Additive for RulesetSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for TableSums { players, difference } in &mut self.tables {
            players.iter_mut().for_each(|player| player.each(visit));
            difference.iter_mut().for_each(|difference| difference.each(visit));
        }
        for PairSums { difference, edge, play, .. } in &mut self.pairs {
            difference.each(visit);
            edge.each(visit);
            play.each(visit);
        }
        self.ratings.each(visit);
        self.elo.each(visit);
        self.resolution.iter_mut().for_each(|resolution| resolution.each(visit));
    }
}

impl WallSums for Differences<'_> {
    type Sums = ContestSums;

    /// The cells of a ruleset follow those of the ruleset before.
    fn add(&self, ContestSums { rulesets, interactions }: &mut ContestSums, cells: &[&WallCounts]) {
        let cells = cells.chunks(self.seatings.len()).zip(rulesets);
        let mut found =
            cells.map(|(cells, sums)| sums.add(self.tables, &Wall::of(self.tables, &self.seatings, cells)));
        let first = found.next().expect("a ruleset");
        for (sums, there) in interactions.iter_mut().zip(found) {
            for (sum, (here, there)) in sums.iter_mut().zip(first.iter().zip(there)) {
                sum.difference.add(there.difference - here.difference);
                sum.edge.add(&[here.leads, there.leads]);
            }
        }
    }

    fn widest(&self, totals: &GridSums<ContestSums>) -> Width {
        let half = |pair: &PairSums| {
            let found = pair.difference.estimate(pair.weight, Validity::Fixed);
            // The width of fewer is not known well enough to stop by it.
            let found = found.filter(|_| pair.difference.changed() >= FEWEST);
            let half = found.and_then(|found| Some(larger_half(found.value, found.bounds()?)));
            half.unwrap_or(f64::INFINITY)
        };
        Width::Half(totals.sums.rulesets.iter().flat_map(RulesetSums::met).map(half).fold(0.0, f64::max))
    }

    fn open(&self, totals: &GridSums<ContestSums>) -> (Vec<Equivalence>, usize) {
        let rulesets = &totals.sums.rulesets;
        let verdicts = |sums: &RulesetSums| {
            self.options
                .equal_within
                .map_or(Vec::new(), |bound| sums.verdicts(bound, Validity::Anytime, rulesets.len()))
        };
        open(totals.walls, rulesets.iter().flat_map(verdicts).collect())
    }

    fn look(&self, test: &SequentialTest, sums: &ContestSums) -> Option<Look> {
        sums.rulesets[0].look(test)
    }

    /// The difference of two agents, or who leads, under the first ruleset.
    fn so_far(&self, totals: &GridSums<ContestSums>) -> String {
        let sums = &totals.sums.rulesets[0];
        let shown = |found: Option<Estimate>| figures::shown(Unit::Thousandths, found).concat();
        let validity = self.options.plan.validity();
        if let [pair] = &sums.pairs[..] {
            let difference = shown(pair.difference.estimate(pair.weight, validity));
            let look = match &self.options.plan.stop {
                Stop::Test(test) => sums.look(test),
                _ => None,
            };
            let llr = look.map_or(String::new(), |look| format!(", LLR {:.2}", look.llr));
            return format!("A - B {difference}{llr}");
        }
        let rating = |agent| sums.ratings.rating(agent, UNIT, validity);
        let value = |agent: &usize| rating(*agent).map_or(0.0, |rating| rating.value);
        let agents = 0..sums.ratings.players();
        let best = agents.max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0);
        format!("{} leads with {}", letter(best), shown(rating(best)))
    }
}

impl RulesetSums {
    /// Every two agents that met.
    pub(super) fn met(&self) -> impl Iterator<Item = &PairSums> {
        self.pairs.iter().filter(|pair| pair.matches > 0)
    }

    /// Whether each difference is larger than a bound, under one of so many rulesets.
    pub(super) fn verdicts(&self, bound: f64, validity: Validity, rulesets: usize) -> Vec<Equivalence> {
        let all = rulesets * self.met().count();
        self.met().map(|pair| pair.difference.equivalence(pair.weight, bound, validity, all)).collect()
    }

    /// The test of two agents after these walls.
    pub(super) fn look(&self, test: &SequentialTest) -> Option<Look> {
        let pair = &self.pairs[0];
        Some(test.look(&pair.difference.sample(pair.weight)?))
    }
}

/// Seats in a match of every agent of the contest.
fn seats_of_all(table: &ContestTable, agents: usize) -> Vec<i64> {
    let mut seats = vec![0; agents];
    table.agents.iter().zip(table.seats()).for_each(|(&agent, count)| seats[agent] = count as i64);
    seats
}

/// Every two agents and how often they meet on a wall.
fn pairs(tables: &[ContestTable], agents: usize, play: &'static [Measure]) -> Vec<PairSums> {
    let every = (0..agents).flat_map(|first| (first + 1..agents).map(move |second| [first, second]));
    let pair = |pair: [usize; 2]| {
        let (mut matches, mut weight, mut seated, mut scale) = (0, 0, [0; 2], 1);
        for table in tables {
            if let Some(places) = places_of(table, pair) {
                let [first, second] = places.map(|place| table.seats()[place]);
                matches += table.seatings();
                weight += table.seatings() * first * second;
                scale = least_common_multiple(scale, (first * second) as i64);
                seated = [seated[0] + table.seatings() * first, seated[1] + table.seatings() * second];
            }
        }
        let (weight, difference) = (UNIT * weight as f64, Contrast::default());
        let play = PairedMeasures::new(play).has_matches_each([seated[1], seated[0]]);
        PairSums { agents: pair, matches, weight, difference, edge: Edge::new(1), scale, play }
    };
    every.map(pair).collect()
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    (1..=b).map(|times| times * a).find(|multiple| multiple % b == 0).expect("a b is one")
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
fn add_wins(table: &ContestTable, players: &[[i64; COUNTS]], wins: &mut [i64]) {
    let seats = table.seats().iter().sum::<usize>() as i64;
    for (&agent, counts) in table.agents.iter().zip(players) {
        let [matches, placements] =
            [PlayerCount::Matches, PlayerCount::Placement].map(|count| counts[count as usize]);
        wins[agent] += (seats + 1) * matches - 2 * placements;
    }
}
