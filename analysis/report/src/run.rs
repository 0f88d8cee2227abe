//! The page of a run or a data set: placements, wins, yaku, comebacks; of a data set also scores by kyoku and how the estimates
//! grew more precise.

use crate::document::{self, Cell, Table, plain};
use crate::head::{changes, described};
use crate::html::{facts, folded, note, page, paragraph, section};
use crate::lines::{Lines, Series};
use crate::rates::{self, Place, Player, Rate};
use crate::stack::Stack;
use crate::strips::Strips;
use hyakuman_analysis::figures::{few_of_rates, grouped, label, read_as, shown, words};
use hyakuman_analysis::{Estimate, FEWEST_CLUSTERS, Measures, Unit};
use hyakuman_arena::datasets::summary::{Grown, Growth, HouseMean, KyokuScores, Summary};
use hyakuman_arena::measures::PlayerCount;
use hyakuman_arena::{Lineup, Stats};
use hyakuman_game::ruleset::Described;

/// A run or a data set to be shown as a page.
#[derive(Clone, Debug)]
pub struct RunPage<'a> {
    rules: &'a Described,
    lineup: &'a Lineup,
    stats: &'a Stats,
    seed: u64,
    shard: Option<String>,
    inapplicable: &'a [&'a str],
    summary: Option<&'a Summary>,
}

/// The names of the places.
const PLACES: [&str; 4] = ["1st", "2nd", "3rd", "4th"];

impl<'a> RunPage<'a> {
    /// A run under these rules, by these agents.
    pub fn new(rules: &'a Described, lineup: &'a Lineup, stats: &'a Stats) -> RunPage<'a> {
        RunPage { rules, lineup, stats, seed: 1, shard: None, inapplicable: &[], summary: None }
    }

    /// A data set.
    pub fn of(summary: &'a Summary) -> RunPage<'a> {
        let Summary { rules, lineup, stats, inapplicable, .. } = summary;
        let (seed, summary) = (summary.recipe.seed, Some(summary));
        RunPage { rules, lineup, stats, seed, shard: None, inapplicable, summary }
    }

    /// Sets the random seed that is shown.
    #[must_use]
    pub fn seed(self, seed: u64) -> RunPage<'a> {
        RunPage { seed, ..self }
    }

    /// Sets the shard that was played; `None` for all.
    #[must_use]
    pub fn shard(self, shard: Option<String>) -> RunPage<'a> {
        RunPage { shard, ..self }
    }

    /// Sets the names of the rates that do not apply to the game.
    #[must_use]
    pub fn inapplicable(self, inapplicable: &'a [&'a str]) -> RunPage<'a> {
        RunPage { inapplicable, ..self }
    }

    /// The page: HTML that is well-formed XML, in UTF-8.
    pub fn html(&self) -> String {
        let agents: Vec<String> = self.lineup.agents().iter().map(ToString::to_string).collect();
        let what = if self.summary.is_some() { "Data set" } else { "Run" };
        let title = format!("{what}: {}, {}", self.rules.id, agents.join(" | "));
        page(&title, &[self.sections().concat(), how_to_read()])
    }

    /// A page of several data sets with these names: a part for each, with statistics of its own.
    pub fn of_several(names: &[&str], summaries: &[Summary]) -> String {
        let title = format!("Data sets: {}", names.join(", "));
        let words = "Each data set has a part of its own. Nothing is added up over several.";
        let part = |(name, summary): (&&str, &Summary)| {
            let matches = grouped(summary.stats.games() as f64, 0);
            folded(&format!("{name}: {matches} matches"), true, &RunPage::of(summary).sections())
        };
        let parts = names.iter().zip(summaries).map(part);
        page(&title, &[paragraph(words), parts.collect(), how_to_read()])
    }

    fn sections(&self) -> [String; 7] {
        [
            self.head(),
            section("Placement", &[self.placement(), self.results()]),
            section("Wins", &[self.win_values(), self.yaku()]),
            section("Comebacks", &[self.comebacks()]),
            section("Scores by kyoku", &[self.scores()]),
            section("Convergence", &[self.convergence()]),
            section("All rates", &[self.rates()]),
        ]
    }

    /// What was played.
    fn head(&self) -> String {
        let mut list = vec![("rules", described(self.rules))];
        list.extend(self.differs().map(|differs| ("differs from", differs)));
        list.extend([
            ("agents", self.lineup.names().join(" | ")),
            ("matches", grouped(self.stats.games() as f64, 0)),
            ("deal sets (walls)", grouped(self.stats.walls() as f64, 0)),
            ("seed", self.seed.to_string()),
            ("seating", self.lineup.seating().to_owned()),
        ]);
        list.extend(self.shard.clone().map(|shard| ("shard", shard)));
        facts(&list)
    }

    /// The rules that differ from those that they are based on.
    fn differs(&self) -> Option<String> {
        let changes: Vec<String> = changes(self.rules).collect();
        self.rules.base.filter(|_| !changes.is_empty()).map(|base| format!("{base}: {}", changes.join(", ")))
    }

    /// Agents; where one plays every seat, its placements are constant, and the seats are compared.
    fn players(&self) -> Vec<(String, &Measures)> {
        let alone = self.lineup.agents().len() == 1;
        if alone { rates::by_seat(self.stats) } else { rates::by_agent(self.lineup, self.stats) }
    }

    /// The shares of places, and the rank points.
    fn placement(&self) -> String {
        let (players, seats) = (self.players(), self.lineup.named().len());
        let places = &PLACES[..seats];
        let shares = |measures: &Measures| {
            let total = |count: usize| measures.total(count) as f64;
            let games = total(PlayerCount::Matches as usize).max(1.0);
            (0..seats).map(|place| total(PlayerCount::First as usize + place) / games).collect()
        };
        let rows = players.iter().map(|(name, measures)| (name.clone(), shares(measures))).collect();
        let parts = places.iter().map(|place| (*place).to_owned()).collect();
        let stack = Stack { caption: "share of matches in each place".into(), parts, rows };
        let names = ["placement", "rank_points", "first", "second", "third", "fourth"];
        let mut table = kept(rates::table("", &players), |at| names.contains(&players[0].1.table()[at].name));
        let results = rates::up_to_rank_points(players[0].1);
        table.rows.splice(results..results, rates::edges(self.lineup, self.stats));
        table.rows.extend(self.house());
        let rank_points = |(name, measures): &(String, &Measures)| {
            (name.clone(), Cell::rate(Unit::Thousandths, measures.get("rank_points")))
        };
        let rows = players.iter().map(rank_points).collect();
        stack.html() + &plot("rank points per match", false, Some(0.0), rows) + &table.html()
    }

    /// What the rules count besides the scores: of a data set.
    fn house(&self) -> impl Iterator<Item = document::Row> {
        let means = self.summary.and_then(|summary| summary.house.as_ref());
        means.into_iter().flatten().map(|HouseMean { name, unit, players }| {
            let percent = if *unit == Unit::Share { " %" } else { "" };
            let cells: Vec<_> = players.iter().map(|mean| shown(*unit, *mean)).collect();
            (format!("{name}{percent}"), cells).into()
        })
    }

    /// Variance of the results and luck share.
    fn results(&self) -> String {
        let luck = self.stats.metrics.results.luck(0);
        let luck = luck.map(|luck| ("luck share %".to_owned(), vec![shown(Unit::Share, Some(luck))]));
        rates::variances(self.lineup, self.stats).html() + &Table::new(["", ""], luck).html()
    }

    /// How many wins have which value.
    fn win_values(&self) -> String {
        let row = |(measure, share): Rate| (words(measure.name), Cell::rate(measure.unit, share));
        let shares = self.stats.metrics.win_share.estimates().filter(rates::happens);
        plot("value of a win, % of wins", true, None, shares.map(row).collect())
            + &rates::win_values(self.stats).html()
    }

    fn yaku(&self) -> String {
        let row = |(measure, share): Rate| (words(measure.name), Cell::rate(measure.unit, share));
        let rows = rates::yaku(self.stats).into_iter().map(row).collect();
        plot("wins with a yaku, % of wins", true, None, rows)
    }

    fn comebacks(&self) -> String {
        let leads = self.stats.metrics.comebacks.estimates().filter(|(_, share)| share.is_some());
        let row = |(measure, share): Rate| (words(measure.name), Cell::rate(measure.unit, share));
        let caption =
            "by lead in points before the last kyoku: matches whose leader is not first at the end, %";
        plot(caption, true, None, leads.map(row).collect())
    }

    /// The mean score at the start of each kyoku, of players and of places.
    fn scores(&self) -> String {
        let Some(scores) = self.summary.and_then(|summary| summary.scores.as_ref()) else {
            return String::new();
        };
        let walls = |kyoku: &&KyokuScores| kyoku.places[0].map_or(0, |score| score.clusters);
        let shown = |kyoku: &&KyokuScores| walls(kyoku) >= FEWEST_CLUSTERS;
        let kyoku: Vec<&KyokuScores> = scores.iter().filter(shown).collect();
        let players: Vec<String> = self.players().into_iter().map(|(name, _)| name).collect();
        let places: Vec<String> =
            PLACES[..self.lineup.named().len()].iter().map(|place| (*place).to_owned()).collect();
        let who = if self.lineup.agents().len() > 1 { "agents" } else { "seats" };
        let blocks = [
            (format!("mean score of the {who} when a kyoku is first dealt, in points"), players, false),
            ("mean score of the places at that time, in points".to_owned(), places, true),
        ];
        blocks.map(|(caption, names, places)| score_plot(caption, &names, &kyoku, places)).concat()
    }

    /// The estimates after each of the parts of a data set.
    fn convergence(&self) -> String {
        let Some(summary) = self.summary else { return String::new() };
        let plots: String = summary
            .growth
            .iter()
            .filter(|growth| growth.points.len() > 1)
            .map(|growth| self.growth(growth))
            .collect();
        let few = "There is one part only: a smaller --part-size shows how the estimates grow more precise.";
        if plots.is_empty() { note(few) } else { plots }
    }

    fn growth(&self, Growth { agent, measure, points }: &Growth) -> String {
        let scale = read_as(measure.unit).0;
        let last = points.last().map_or(1, |point| point.walls) as f64;
        let whose = agent.filter(|_| self.lineup.agents().len() > 1);
        let name = whose
            .map_or(label(measure), |agent| format!("{}: {}", self.lineup.agents()[agent], label(measure)));
        let drawn = points
            .iter()
            .filter_map(|point| Some((point.walls as f64 / last, scaled(point.estimate?, scale))));
        let series = vec![Series { name: name.clone(), points: drawn.collect() }];
        let ticks = vec![(0.0, "0".to_owned()), (1.0, format!("{} walls", grouped(last, 0)))];
        let row = |point: &Grown| (grouped(point.walls as f64, 0), vec![shown(measure.unit, point.estimate)]);
        let table = Table::new(["walls", &name], points.iter().map(row)).html();
        let caption = format!("{name} by number of walls, 95 % intervals");
        Lines { caption, ticks, series }.html() + &folded(&format!("numbers: {name}"), false, &[table])
    }

    /// Every rate of agents, seats and table.
    fn rates(&self) -> String {
        let agents = rates::by_agent(self.lineup, self.stats);
        let table = [(String::new(), &self.stats.matches)];
        self.table("by agent", &agents, agents.len() == 1)
            + &self.table("by seat, 0 deals first", &rates::by_seat(self.stats), false)
            + &self.table("table", &table, false)
    }

    /// A row per measure that applies to the game and happened, a column per player.
    fn table(&self, title: &str, players: &[Player<'_>], self_play: bool) -> String {
        let places = rates::places(players, self_play, self.inapplicable, true);
        kept(rates::table(title, players), |at| places[at] == Place::Row).html()
    }
}

/// The rows at these places.
fn kept(table: Table, is_kept: impl Fn(usize) -> bool) -> Table {
    let rows = table.rows.into_iter().enumerate().filter(|(at, _)| is_kept(*at));
    Table { rows: rows.map(|(_, row)| row).collect(), heads: table.heads, ..Table::default() }
}

/// A line for each player or place, and the numbers.
fn score_plot(caption: String, names: &[String], kyoku: &[&KyokuScores], places: bool) -> String {
    let scores = |kyoku: &'_ KyokuScores| if places { kyoku.places.clone() } else { kyoku.players.clone() };
    let place = |at: usize| (at as f64 + 0.5) / kyoku.len() as f64;
    let series = names.iter().enumerate().map(|(who, name)| {
        let points =
            kyoku.iter().enumerate().filter_map(|(at, kyoku)| Some((place(at), scores(kyoku)[who]?)));
        Series { name: name.clone(), points: points.collect() }
    });
    let ticks = kyoku.iter().enumerate().map(|(at, kyoku)| (place(at), initials(&kyoku.name)));
    let row = |kyoku: &&KyokuScores| {
        let matches = plain(grouped(kyoku.matches as f64, 0));
        let cells = scores(kyoku).into_iter().map(|score| shown(Unit::Points, score).into());
        (kyoku.name.clone(), [matches].into_iter().chain(cells).collect::<Vec<Cell>>())
    };
    let heads = ["kyoku", "matches"].into_iter().chain(names.iter().map(String::as_str));
    let table = Table::new(heads, kyoku.iter().map(row)).html();
    Lines { caption, ticks: ticks.collect(), series: series.collect() }.html() + &table
}

/// `East 1` as `E1`, which fits a phone.
fn initials(name: &str) -> String {
    name.split(' ').filter_map(|word| word.chars().next()).collect()
}

fn plot(caption: &str, bars: bool, line: Option<f64>, rows: Vec<(String, Cell)>) -> String {
    Strips { caption: caption.to_owned(), last: "", bars, line, rows }.html()
}

fn scaled(estimate: Estimate, scale: f64) -> Estimate {
    let interval = estimate.interval.map(|bounds| bounds.map(|bound| bound * scale));
    Estimate { value: estimate.value * scale, interval, ..estimate }
}

fn how_to_read() -> String {
    section("How to read this page", &[note(&reading())])
}

fn reading() -> String {
    format!(
        "± is half of the 95 % confidence interval, with walls taken as independent; -a +b are its halves if they differ. Lines in the \
         plots are these intervals. There is none if fewer than {FEWEST_CLUSTERS} walls contribute or all have the same rate; that of a \
         share of 0 or 100 % has one side; {}. Seat 0 deals first. Rates that never happened or do not apply to the game are left out, and so are those that are constant because a single \
         agent plays every seat. The numbers are those of the text output and of --json.",
        few_of_rates()
    )
}
