//! The metrics of a run are those that a naive recount of its record finds.

use hyakuman_agents::Roster;
use hyakuman_arena::measures::{MatchCount, PlayerCount};
use hyakuman_arena::{Arena, ContestOptions, Lineup, Quiet, RecordOptions, Rules, Stats};
use hyakuman_record::Dataset;
use std::collections::BTreeMap;

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

pub(crate) fn rows(set: &Dataset, table: &str) -> Vec<Row> {
    let mut all = Vec::new();
    for part in set.parts() {
        let file = set.file(table, part).unwrap();
        let columns = file.columns().to_vec();
        for batch in file.batches(1_000) {
            let batch = batch.unwrap();
            for row in 0..batch.len() {
                let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
                for (at, column) in columns.iter().enumerate() {
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
    matches: Vec<Row>,
    kyoku: Vec<Row>,
    wins: Vec<Row>,
}

fn recorded(rules: &str, agents: &str, games: u64) -> Recorded {
    let folder = tempfile::tempdir().unwrap();
    let (rules, roster) = (Rules::preset(rules).unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents(agents).unwrap().games(games).seed(5);
    let played = arena.record(RecordOptions::new(folder.path())).play(&Quiet).unwrap();
    let set = Dataset::open(folder.path()).unwrap();
    let [matches, kyoku, wins] = ["matches", "kyoku", "wins"].map(|table| rows(&set, table));
    Recorded { lineup: played.lineup, stats: played.stats, matches, kyoku, wins }
}

/// The standard deviation with divisor n.
fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
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
        self.matches.iter().map(lead).collect()
    }

    /// The kyoku of a match, in order.
    fn kyoku_of(&self, number: i64) -> impl Iterator<Item = &Row> {
        self.kyoku.iter().filter(move |row| row.get("match") == number)
    }

    /// The wins of a kyoku, in order.
    fn wins_of(&self, kyoku: &Row) -> impl Iterator<Item = &Row> {
        let key = ["match", "kyoku_number"].map(|name| kyoku.get(name));
        self.wins.iter().filter(move |row| ["match", "kyoku_number"].map(|name| row.get(name)) == key)
    }

    fn table(&self, count: MatchCount) -> i64 {
        self.stats.matches.total(count as usize)
    }

    fn players(&self, count: PlayerCount) -> i64 {
        self.stats.seats.iter().map(|seat| seat.total(count as usize)).sum()
    }

    fn check(&self, regular: i64) {
        self.check_course(regular);
        self.check_results();
        self.check_ends();
        self.check_hands();
        self.check_wins();
    }

    /// Extension, comebacks, the dealer.
    fn check_course(&self, regular: i64) {
        let [mut reached, mut comebacks, mut last_to_first, mut extended, mut dealer] = [0; 5];
        for game in &self.matches {
            let number = game.get("match");
            extended += i64::from(self.kyoku_of(number).any(|row| row.get("kyoku") >= regular));
            let last = self.kyoku_of(number).find(|row| row.get("kyoku") == regular - 1);
            let Some(before) = last.map(|row| row.seats("before")) else { continue };
            let mut seats: Vec<usize> = (0..before.len()).collect();
            seats.sort_by_key(|&seat| (-before[seat], seat));
            let places = game.seats("placement");
            reached += 1;
            comebacks += i64::from(places[seats[0]] != 1);
            last_to_first += i64::from(places[seats[seats.len() - 1]] == 1);
        }
        for row in &self.kyoku {
            let (deltas, at) = (row.seats("delta"), row.get("dealer") as usize);
            dealer += deltas.len() as i64 * deltas[at] - deltas.iter().sum::<i64>();
        }
        let found = [
            MatchCount::ExtensionMatches,
            MatchCount::LastKyoku,
            MatchCount::Comebacks,
            MatchCount::LastToFirst,
            MatchCount::Dealer,
        ];
        assert_eq!(
            found.map(|count| self.table(count)),
            [extended, reached, comebacks, last_to_first, dealer]
        );
        let overtime = self.kyoku.iter().filter(|row| row.get("kyoku") >= regular).count() as i64;
        assert_eq!(self.table(MatchCount::ExtensionKyoku), overtime);
        let by_lead: f64 =
            self.stats.metrics.comebacks.estimates().filter_map(|(_, found)| Some(found?.value)).sum();
        assert!((by_lead > 0.0) == (comebacks > 0));
    }

    /// Spread, variance, first seat.
    fn check_results(&self) {
        let (mut spread, mut variance, mut first, mut all) = (0.0, 0.0, 0.0, Vec::new());
        for game in &self.matches {
            let floats = |name| game.seats(name).into_iter().map(|value| value as f64).collect::<Vec<_>>();
            let points = floats("rank_points");
            spread += deviation(&floats("score"));
            variance += deviation(&points).powi(2);
            first += points[0] - points[1..].iter().sum::<f64>() / (points.len() - 1) as f64;
            all.extend(points);
        }
        let n = self.matches.len() as f64;
        let mean = |name: &str, scale: f64| self.stats.matches.get(name).unwrap().value * scale;
        assert!((mean("spread", self.units()) - spread / n).abs() < 0.001, "{}", spread / n);
        assert!((mean("rank_variance", 1e6) / (variance / n) - 1.0).abs() < 1e-9);
        assert!((mean("first_seat", 1e3) - first / n).abs() < 1e-6);
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

    /// Why matches ended, and scores below 0.
    fn check_ends(&self) {
        let scores = self.matches.iter().flat_map(|game| game.seats("score"));
        assert_eq!(self.players(PlayerCount::BelowZero), scores.filter(|&score| score < 0).count() as i64);
        for (name, count) in [
            ("played", MatchCount::EndPlayed),
            ("sudden_death", MatchCount::EndSuddenDeath),
            ("bust", MatchCount::EndBust),
            ("reached", MatchCount::EndReached),
            ("stopped", MatchCount::EndStopped),
        ] {
            let ended = self.matches.iter().filter(|game| game.words["ended"] == name).count();
            assert_eq!(self.table(count), ended as i64, "{name}");
        }
    }

    /// Units of score in a point: Toppan counts half points.
    fn units(&self) -> f64 {
        let toppan = self.matches[0].words["ruleset"] == "toppan";
        if toppan { 2.0 } else { 1.0 }
    }

    /// Changes of the score by riichi and call.
    fn check_hands(&self) {
        let (mut counts, mut points, mut won) = ([0; 3], [0; 3], [0; 2]);
        for row in &self.kyoku {
            let winners: Vec<i64> = self.wins_of(row).map(|win| win.get("winner")).collect();
            let [riichi, open, deltas] = ["riichi", "open", "delta"].map(|name| row.seats(name));
            for (seat, delta) in deltas.into_iter().enumerate() {
                let class = if riichi[seat] != 0 {
                    0
                } else if open[seat] != 0 {
                    1
                } else {
                    2
                };
                counts[class] += 1;
                points[class] += delta;
                if class < 2 {
                    won[class] += i64::from(winners.contains(&(seat as i64)));
                }
            }
        }
        let found =
            [PlayerCount::Riichi, PlayerCount::Open, PlayerCount::Closed].map(|count| self.players(count));
        assert_eq!(found, counts);
        let found = [PlayerCount::RiichiDelta, PlayerCount::OpenDelta, PlayerCount::ClosedDelta];
        assert_eq!(found.map(|count| self.players(count)), points);
        assert_eq!([PlayerCount::RiichiWins, PlayerCount::OpenWins].map(|count| self.players(count)), won);
    }

    /// Yaku, values of wins, several winners on one tile.
    fn check_wins(&self) {
        let wins = self.wins.len() as f64;
        for (measure, found) in self.stats.metrics.yaku.estimates() {
            let named = |row: &&Row| row.words["yaku_names"].split(' ').any(|name| name == measure.name);
            let expected = self.wins.iter().filter(named).count() as f64 / wins;
            assert!((found.unwrap().value - expected).abs() < 1e-12, "{}", measure.name);
        }
        let (mut share, mut points) = (0.0, 0.0);
        let metrics = &self.stats.metrics;
        for ((_, part), (_, mean)) in metrics.win_share.estimates().zip(metrics.win_points.estimates()) {
            share += part.unwrap().value;
            points += mean.map_or(0.0, |mean| mean.value * part.unwrap().value);
        }
        let expected =
            self.wins.iter().map(|row| row.get("points") as f64).sum::<f64>() / wins / self.units();
        assert!((share - 1.0).abs() < 1e-9 && (points / expected - 1.0).abs() < 1e-9, "{share} {points}");
        if self.units() > 1.0 {
            return; // Toppan has no ron
        }
        let (mut two, mut three) = (0, 0);
        for row in &self.kyoku {
            let mut tiles: BTreeMap<(i64, i64), i64> = BTreeMap::new();
            for win in self.wins_of(row).filter(|win| win.get("from") != 255) {
                *tiles.entry((win.get("from"), win.get("tile"))).or_default() += 1;
            }
            let most = tiles.values().max().copied().unwrap_or(0);
            two += i64::from(most == 2);
            three += i64::from(most == 3);
        }
        assert_eq!(
            [MatchCount::DoubleRon, MatchCount::TripleRon].map(|count| self.table(count)),
            [two, three]
        );
    }

    /// The wins of a class, by a condition on the row.
    fn check_class(&self, class: &str, is: impl Fn(&Row) -> bool) {
        let count = self.wins.iter().filter(|row| is(row)).count();
        let expected = count as f64 / self.wins.len() as f64;
        let found = self.stats.metrics.win_share.get(class).unwrap().value;
        assert!(count > 0 && (found - expected).abs() < 1e-12, "{class}: {found}, {expected}");
    }
}

#[test]
fn metrics_of_riichi_are_those_of_the_record() {
    let found = recorded("tenhou", "ukeire,ukeire:fold=false,shanten,ukeire", 120);
    found.check(8);
    found.check_class("2_han", |row| row.get("han") == 2 && row.get("fu") < 110);
    found.check_class("mangan", |row| {
        let base = row.get("fu") << (2 + row.get("han"));
        row.get("han") == 5 || (1..5).contains(&row.get("han")) && base >= 2_000
    });
    found.check_class("haneman", |row| (6..8).contains(&row.get("han")));
    assert!(found.table(MatchCount::ExtensionMatches) > 0 && found.table(MatchCount::Comebacks) > 0);
}

#[test]
fn metrics_of_other_games_are_those_of_their_record() {
    for (rules, agents, games, regular) in [
        ("tenhou-sanma", "ukeire", 60, 6),
        ("mahjongsoul-east", "ukeire", 60, 4),
        ("shura", "ukeire", 30, 4),
        ("toutenkou", "ukeire", 60, 3),
        ("yangzhou-7", "ukeire", 20, 16),
        ("toppan", "threshold", 40, 8),
    ] {
        recorded(rules, agents, games).check(regular);
    }
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
