//! The metrics of a run are those that a naive recount of its record finds.

use crate::recount::{Match, Record};
use hyakuman_agents::Roster;
use hyakuman_analysis::{Measure, Range, Unit};
use hyakuman_arena::measures::{MatchCount, PlayerCount, match_rates, player_rates};
use hyakuman_arena::{Arena, ContestOptions, Lineup, Quiet, RecordOptions, Rules, Stats};
use hyakuman_core::game::GameFacts;
use hyakuman_record::Dataset;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of a table: the values of its number columns by name, and its words.
pub(crate) struct Row {
    numbers: BTreeMap<String, i64>,
    pub(crate) words: BTreeMap<String, String>,
}

impl Row {
    pub(crate) fn get(&self, name: &str) -> i64 {
        self.numbers[name]
    }

    /// The column of each seat.
    pub(crate) fn seats(&self, name: &str) -> Vec<i64> {
        (0..4).map_while(|seat| self.numbers.get(&format!("{name}_{seat}")).copied()).collect()
    }
}

/// All columns of a table.
pub(crate) fn rows(set: &Dataset, table: &str) -> Vec<Row> {
    rows_of(set, table, &[])
}

/// These columns of a table; without names all.
pub(crate) fn rows_of(set: &Dataset, table: &str, names: &[&str]) -> Vec<Row> {
    let mut all = Vec::new();
    for part in set.parts() {
        let file = set.file(table, part).unwrap();
        let columns = file.columns().to_vec();
        for batch in file.batches(1_000) {
            let batch = batch.unwrap();
            for row in 0..batch.len() {
                let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
                let wanted = |name: &str| names.is_empty() || names.contains(&name);
                for (at, column) in columns.iter().enumerate().filter(|(_, column)| wanted(&column.name)) {
                    match batch.cells(at).number(column.cell_type, row) {
                        Some(number) => drop(numbers.insert(column.name.clone(), number as i64)),
                        None => {
                            let bytes = batch.cells(at).varying(row).to_vec();
                            words.insert(column.name.clone(), String::from_utf8_lossy(&bytes).into_owned());
                        }
                    }
                }
                all.push(Row { numbers, words });
            }
        }
    }
    all
}

/// A run with its record.
struct Recorded {
    lineup: Lineup,
    stats: Stats,
    game: GameFacts,
    record: Record,
}

fn recorded(rules: &str, agents: &str, games: u64) -> Recorded {
    let folder = tempfile::tempdir().unwrap();
    let (rules, roster) = (Rules::preset(rules).unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents(agents).unwrap().games(games).seed(5);
    let played = arena.record(RecordOptions::new(folder.path())).play(&Quiet).unwrap();
    let game = rules.facts();
    let record = Record::of(&Dataset::open(folder.path()).unwrap(), &game);
    Recorded { lineup: played.lineup, stats: played.stats, game, record }
}

/// The standard deviation with divisor n.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

/// The variance of y events of x trials, over that of events that do not depend on each other: about 1 if they do not; no number where all trials succeed.
fn dispersion(x: &[i64], y: &[i64]) -> f64 {
    let share = y.iter().sum::<i64>() as f64 / x.iter().sum::<i64>() as f64;
    let trials = x.iter().zip(y).map(|(&x, &y)| (x as f64, y as f64));
    let [found, expected] = trials.fold([0.0; 2], |[found, expected], (x, y)| {
        [found + (y - share * x).powi(2), expected + x * share * (1.0 - share)]
    });
    found / expected
}

/// Mean over standard deviation.
fn edge(leads: &[f64]) -> f64 {
    leads.iter().sum::<f64>() / leads.len() as f64 / deviation(leads)
}

impl Recorded {
    /// In each match the mean rank points of the seats of an agent less that of the seats of these others.
    fn leads(&self, agent: usize, others: &dyn Fn(usize) -> bool) -> Vec<f64> {
        let lead = |game: &Row| {
            let rotation = game.get("match") as usize % self.lineup.rotations();
            let mean = |is: &dyn Fn(usize) -> bool| {
                let points = game.seats("rank_points").into_iter().enumerate();
                let own: Vec<i64> = points
                    .filter(|(seat, _)| is(self.lineup.agent_at(*seat, rotation)))
                    .map(|(_, points)| points)
                    .collect();
                own.iter().sum::<i64>() as f64 / own.len() as f64
            };
            mean(&|other| other == agent) - mean(others)
        };
        self.record.matches.iter().map(lead).collect()
    }

    /// Checks every count, whose kyoku of the regular length are so many, and what is computed from counts otherwise than as a rate.
    fn check(&self, regular: i64) {
        let matches = self.record.matches();
        self.check_counts(&matches, regular);
        self.check_marks(&matches, regular);
        self.check_results();
        self.check_wins();
    }

    fn check_counts(&self, matches: &[Match<'_>], regular: i64) {
        for &count in PlayerCount::ALL {
            for (seat, found) in self.stats.seats.iter().enumerate() {
                let again: i64 = matches.iter().map(|game| game.of_player(count, seat)).sum();
                assert_eq!(found.total(count as usize), again, "{count:?} of seat {seat}");
            }
        }
        for &count in MatchCount::ALL {
            let again: i64 = matches.iter().map(|game| game.of_table(count, regular)).sum();
            assert_eq!(self.stats.matches.total(count as usize), again, "{count:?} of the table");
        }
        let by_lead = self.stats.metrics.comebacks.estimates().filter_map(|(_, found)| Some(found?.value));
        let comebacks = self.stats.matches.total(MatchCount::Comebacks as usize);
        assert_eq!(by_lead.sum::<f64>() > 0.0, comebacks > 0);
    }

    fn check_marks(&self, matches: &[Match<'_>], regular: i64) {
        let seats = self.game.seats;
        self.check_marks_of(player_rates(seats), &|of| {
            let count = PlayerCount::ALL[of];
            matches.iter().flat_map(|game| (0..seats).map(move |seat| game.of_player(count, seat))).collect()
        });
        self.check_marks_of(match_rates(seats), &|of| {
            matches.iter().map(|game| game.of_table(MatchCount::ALL[of], regular)).collect()
        });
    }

    /// No value of a match is below zero where the list of measures excludes it, and the events of a share come together only where it says so.
    fn check_marks_of(&self, list: &[Measure], all: &dyn Fn(usize) -> Vec<i64>) {
        for measure in list {
            let (y, x) = (all(measure.of), all(measure.per));
            let may = measure.range == Range::Any || y.iter().all(|&y| y >= 0);
            assert!(may, "`{}` may be below zero: mark it `signed`", measure.name);
            // Few events say nothing; and matches of different agents differ, too.
            let enough = y.iter().sum::<i64>() >= 15 && self.lineup.agents().len() == 1;
            let together = measure.unit == Unit::Share && enough && dispersion(&x, &y) > 1.75;
            let marked = !together || !measure.apart;
            assert!(marked, "events of `{}` come together in a match: mark it `together`", measure.name);
        }
    }

    /// Names of measures with nothing to count.
    fn never(&self) -> BTreeSet<&'static str> {
        let seats = self.game.seats;
        let none = |measure: &&Measure| self.stats.seats.iter().all(|seat| seat.total(measure.of) == 0);
        let of_players = player_rates(seats).iter().filter(none);
        let none = |measure: &&Measure| self.stats.matches.total(measure.of) == 0;
        of_players.chain(match_rates(seats).iter().filter(none)).map(|measure| measure.name).collect()
    }

    /// Means of what is no sum, variance, leads.
    fn check_results(&self) {
        let games = &self.record.matches;
        let points = |game: &Row| {
            game.seats("rank_points").into_iter().map(|points| points as f64).collect::<Vec<_>>()
        };
        let mean = |of: &dyn Fn(Vec<f64>) -> f64| {
            games.iter().map(|game| of(points(game))).sum::<f64>() / games.len() as f64
        };
        let shown = |name: &str, scale: f64| self.stats.matches.get(name).unwrap().value * scale;
        let variance = mean(&|points| deviation(&points).powi(2));
        assert!((shown("rank_variance", 1e6) / variance - 1.0).abs() < 1e-9);
        let first = mean(&|points| points[0] - points[1..].iter().sum::<f64>() / (points.len() - 1) as f64);
        assert!((shown("first_seat", 1e3) - first).abs() < 1e-6);
        let all: Vec<f64> = games.iter().flat_map(points).collect();
        let total = self.stats.metrics.results.total_variance(0).unwrap().value;
        assert!((total / deviation(&all).powi(2) - 1.0).abs() < 1e-9);
        let agents = self.lineup.agents().len();
        for agent in 0..agents {
            let found = self.stats.edge(agent).map(|found| found.value);
            let expected = (agents > 1).then(|| edge(&self.leads(agent, &|other| other != agent)));
            assert!(
                found.zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-9)
                    && found.is_some() == (agents > 1)
            );
        }
    }

    /// Yaku and values of wins.
    fn check_wins(&self) {
        let all = &self.record.wins;
        let wins = all.len() as f64;
        for (measure, found) in self.stats.metrics.yaku.estimates() {
            let named = |row: &&Row| row.words["yaku_names"].split(' ').any(|name| name == measure.name);
            let expected = all.iter().filter(named).count() as f64 / wins;
            assert!((found.unwrap().value - expected).abs() < 1e-12, "{}", measure.name);
        }
        let (mut share, mut points) = (0.0, 0.0);
        let metrics = &self.stats.metrics;
        for ((_, part), (_, mean)) in metrics.win_share.estimates().zip(metrics.win_points.estimates()) {
            share += part.unwrap().value;
            points += mean.map_or(0.0, |mean| mean.value * part.unwrap().value);
        }
        let units = f64::from(self.game.units_per_point);
        let expected = all.iter().map(|row| row.get("points") as f64).sum::<f64>() / wins / units;
        assert!((share - 1.0).abs() < 1e-9 && (points / expected - 1.0).abs() < 1e-9, "{share} {points}");
    }

    /// The wins of a class, by a condition on the row.
    fn check_class(&self, class: &str, is: impl Fn(&Row) -> bool) {
        let count = self.record.wins.iter().filter(|row| is(row)).count();
        let expected = count as f64 / self.record.wins.len() as f64;
        let found = self.stats.metrics.win_share.get(class).unwrap().value;
        assert!(count > 0 && (found - expected).abs() < 1e-12, "{class}: {found}, {expected}");
    }
}

#[test]
fn classes_of_wins_are_those_of_the_record() {
    let found = recorded("tenhou", "ukeire,ukeire:fold=false,shanten,ukeire", 120);
    found.check(8);
    found.check_class("2_han", |row| row.get("han") == 2 && row.get("fu") < 110);
    found.check_class("mangan", |row| {
        let base = row.get("fu") << (2 + row.get("han"));
        row.get("han") == 5 || (1..5).contains(&row.get("han")) && base >= 2_000
    });
    found.check_class("haneman", |row| (6..8).contains(&row.get("han")));
}

/// What can happen in a family, and does not in the few matches of the test below.
const RARE: [(&str, &[&str]); 4] = [
    ("riichi", &["end_reached", "nagashi", "sanchahou", "suucha", "suufon", "suukan", "triple_ron"]),
    (
        "toutenkou",
        &["below_zero", "end_bust", "end_reached", "nagashi", "sanchahou", "suucha", "suufon", "triple_ron"],
    ),
    ("yangzhou", &["comeback", "double_ron", "last_to_first", "triple_ron"]),
    ("toppan", &["draw", "last_to_first", "redraw"]),
];

/// Every count of every game, and which measures mean nothing in it.
#[test]
fn metrics_are_those_of_the_record() {
    let mut never: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (rules, agents, games, regular) in [
        ("tenhou-sanma", "ukeire", 60, 6),
        ("mahjongsoul-east", "ukeire", 60, 4),
        ("shura", "ukeire", 30, 4),
        ("toutenkou", "ukeire", 60, 3),
        ("yangzhou-7", "fan", 20, 16),
        ("toppan", "threshold", 40, 8),
    ] {
        let found = recorded(rules, agents, games);
        found.check(regular);
        let now: BTreeSet<&str> =
            found.never().into_iter().filter(|name| !found.game.inapplicable_rates.contains(name)).collect();
        let all = never.entry(found.game.family).or_insert_with(|| now.clone());
        all.retain(|name| now.contains(name));
    }
    let rare: BTreeMap<_, _> = RARE.into();
    never.iter_mut().for_each(|(family, names)| names.retain(|name| !rare[family].contains(name)));
    never.retain(|_, names| !names.is_empty());
    assert!(
        never.is_empty(),
        "these did not happen: name those that mean nothing in the family in its INAPPLICABLE_RATES, the others in RARE: {never:?}"
    );
}

/// The edge of two agents of a contest is that of all matches in which both sat, at tables of unequal seats, or at one with others.
#[test]
fn edges_of_a_contest_are_those_of_its_record() {
    for (rules, agents, lists) in [
        ("tenhou-east", "shanten,random", &["0,1,1,1", "0,0,1,1", "0,1,0,1", "0,0,0,1"][..]),
        ("tenhou-sanma-east", "shanten,random,tsumogiri", &["0,1,2", "0,2,1"]),
    ] {
        let (under, roster) = (Rules::preset(rules).unwrap(), Roster::built_in());
        let arena = Arena::new(&under, &roster).agents(agents).unwrap().seed(5);
        let contest = arena.contest(&ContestOptions::walls(12), &Quiet).unwrap();
        let names: Vec<&str> = agents.split(',').collect();
        let runs = lists.iter().map(|list| {
            let named: Vec<&str> = list.split(',').map(|at| names[at.parse::<usize>().unwrap()]).collect();
            let games = if *list == "0,1,0,1" { 24 } else { 12 * named.len() as u64 };
            recorded(rules, &named.join(","), games)
        });
        let runs: Vec<Recorded> = runs.collect();
        for pair in &contest.pairs {
            let leads = runs.iter().flat_map(|run| {
                let place = |agent: usize| {
                    let mut agents = run.lineup.agents().iter();
                    agents.position(|spec| *spec == contest.agents[agent]).unwrap()
                };
                let [first, second] = pair.agents.map(place);
                run.leads(first, &|other| other == second)
            });
            let (leads, found) = (leads.collect::<Vec<_>>(), pair.edge.unwrap());
            assert_eq!(leads.len() as u64, contest.matches);
            assert!(
                (found.value - edge(&leads)).abs() < 1e-9,
                "{:?} {found:?} {}",
                pair.agents,
                edge(&leads)
            );
            assert!(found.bounds().is_some_and(|[low, high]| low < found.value && found.value < high));
        }
    }
}

/// The same for any number of threads, and after the record was made in two parts.
#[test]
fn sums_do_not_depend_on_threads() {
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let arena = || Arena::new(&rules, &roster).agents("ukeire,shanten,shanten,shanten").unwrap().games(300);
    let texts = [1, 3].map(|threads| arena().threads(threads).play(&Quiet).unwrap().stats.to_text());
    assert_eq!(texts[0], texts[1]);
}
