//! A run or a data set: rates, comebacks, wins, results; of a data set also scores by kyoku and how the estimates grew more precise.

use crate::document::{Block, Cell, Document, Draw, Fact, Printer, Row, Section, Table, plain};
use crate::head;
use crate::rates::{self, MeasurePlace, Players, Rate};
use hyakuman_analysis::figures::{few_of_rates, grouped, label, shown, words};
use hyakuman_analysis::results::in_rank_points;
use hyakuman_analysis::{Estimate, FEWEST_CLUSTERS, Unit};
use hyakuman_arena::measures::{PlayerCount, is_metric};
use hyakuman_arena::summary::{Growth, HouseMean, KyokuScores, Summary};
use hyakuman_arena::{Played, Stats};
use std::collections::BTreeSet;

/// The result of a run.
pub fn document(played: &Played) -> Document {
    let blocks = parts(played, None).into_iter().chain(reading(&[played]));
    Document { title: title("Run", played), blocks: blocks.collect() }
}

/// Data sets with these names: of several each has a part with statistics of its own.
pub fn of_data_sets(names: &[&str], sets: &[Summary]) -> Document {
    let all: Vec<&Played> = sets.iter().map(|set| &set.played).collect();
    let (title, mut blocks) = match sets {
        [alone] => (title("Data set", &alone.played), parts(&alone.played, Some(alone))),
        _ => {
            let part = |(name, set): (&&str, &Summary)| {
                let heading = format!("{name}: {}", head::matches(set.played.stats.games() as u64));
                let blocks = parts(&set.played, Some(set));
                Block::Section(Section { heading, in_text: true, blocks, ..Section::default() })
            };
            let words = "Each data set has a part of its own. Nothing is added up over several.";
            let parts = names.iter().zip(sets).map(part);
            let blocks = [Block::Note(words.to_owned())].into_iter().chain(parts).collect();
            (format!("Data sets: {}", names.join(", ")), blocks)
        }
    };
    blocks.extend(reading(&all));
    Document { title, blocks }
}

fn title(what: &str, Played { rules, lineup, .. }: &Played) -> String {
    let agents: Vec<String> = lineup.agents().iter().map(ToString::to_string).collect();
    format!("{what}: {}, {}", rules.id, agents.join(" | "))
}

/// All but how to read it.
fn parts(played: &Played, set: Option<&Summary>) -> Vec<Block> {
    let (facts, stats) = (Block::Facts(facts(played)), &played.stats);
    if stats.games() == 0 {
        return vec![facts, Block::Note("no parts of the data set are of this shard".to_owned())];
    }
    let [agents, seats, table] = players(played);
    let left_out = |name, place, metrics| left_out(name, place, [&agents, &table], metrics);
    let constant = left_out("constant, as a single agent plays every seat", MeasurePlace::Constant, false);
    let never = left_out("never", MeasurePlace::Never, false);
    let metrics = left_out("never, of the metrics", MeasurePlace::Never, true);
    let mut blocks = vec![
        facts,
        Block::under("Rates", rates(played, set, [&agents, &seats, &table])),
        Block::Only(
            Printer::DETAILS,
            vec![
                Block::under("Comebacks", vec![Block::Table(comebacks(stats))]),
                Block::under("Wins", vec![Block::Table(win_values(stats)), Block::Table(yaku(stats))]),
                Block::under(
                    "Results",
                    vec![
                        Block::Table(variances(played)),
                        Block::Paragraphs(luck(played).chain(metrics).collect()),
                    ],
                ),
            ],
        ),
        Block::Paragraphs(constant.into_iter().chain(never).collect()),
    ];
    if let Some(set) = set {
        blocks.push(Block::under("Scores by kyoku", scores(set)));
        blocks.push(Block::under("Convergence", vec![convergence(set)]));
    }
    blocks
}

/// What was played.
fn facts(Played { rules, lineup, stats, seed, shard, .. }: &Played) -> Vec<Fact> {
    let (games, rotations) = (stats.games() as u64, lineup.rotations() as u64);
    let of_shard = shard.map_or(String::new(), |shard| format!(" of shard {shard}"));
    let of_each = if rotations > 1 { format!(" in {rotations} rotations of each") } else { String::new() };
    let walls = head::deal_sets(games.div_ceil(rotations));
    let what = format!("{}{of_shard} on {walls}{of_each}", head::matches(games));
    let mut facts = head::of(rules, what, *seed, lineup);
    let over = if shard.is_none() { games % rotations } else { 0 };
    if over > 0 {
        let lacks = rotations - over;
        let rotation = if lacks == 1 { "rotation" } else { "rotations" };
        let lacks =
            format!("{games} is not a multiple of {rotations}: the last wall lacks {lacks} {rotation}");
        facts.insert(facts.len() - 1, Fact::new("note", vec![lacks]));
    }
    facts
}

/// The agents, the seats, and the table.
fn players(Played { lineup, stats, inapplicable, .. }: &Played) -> [Players<'_>; 3] {
    let of = |players, self_play| Players { players, seats: stats.seats.len(), self_play, inapplicable };
    let agents = lineup.agents().iter().map(ToString::to_string).zip(&stats.agents).collect();
    let seats = stats.seats.iter().enumerate().map(|(seat, measures)| (format!("seat {seat}"), measures));
    [
        of(agents, lineup.agents().len() == 1),
        of(seats.collect(), false),
        of(vec![(String::new(), &stats.matches)], false),
    ]
}

/// The rates of agents, seats and table. If one agent plays every seat, its results are constant, and those of the seats are drawn.
fn rates(played: &Played, set: Option<&Summary>, [agents, seats, table]: [&Players<'_>; 3]) -> Vec<Block> {
    let house = set.and_then(|set| set.house.as_ref()).into_iter().flatten().map(house).collect();
    let edges = rates::edges(&played.lineup, &played.stats);
    let (of_agents, of_seats) = match agents.self_play {
        true => (None, Some(house)),
        false => (Some([edges, house].concat()), None),
    };
    let agents = with_results("by agent", agents, of_agents);
    let seats = with_results("by seat, 0 deals first", seats, of_seats);
    [agents, seats, table.table("table")].map(Block::Table).into()
}

/// The rates of players, of which the first row says how many results each has. `more`: rows behind rank points, of players whose places are drawn.
fn with_results(title: &str, of: &Players<'_>, more: Option<Vec<Row>>) -> Table {
    let mut table = of.table(title);
    let results = of.players.iter().map(|(_, player)| player.total(PlayerCount::Matches as usize));
    let results: Vec<Cell> = results.map(|results| plain(grouped(results as f64, 0))).collect();
    table.rows.insert(0, ("results".to_owned(), results).into());
    let value = table.rows.iter().position(|row| row.label == "rank points");
    if let (Some(value), Some(more)) = (value, more) {
        let first = value + 1 + more.len();
        table.draw = Draw::Players { shares: first..first + of.seats, value };
        table.rows.splice(value + 1..value + 1, more);
    }
    table
}

/// What the rules count besides the scores.
fn house(HouseMean { name, unit, players }: &HouseMean) -> Row {
    let percent = if *unit == Unit::Share { " %" } else { "" };
    (format!("{name}{percent}"), players.iter().map(|mean| shown(*unit, *mean)).collect::<Vec<_>>()).into()
}

/// Names measures without a row: those that are constant when a single agent plays every seat, or events that never happened,
/// perhaps because the rules do not allow them.
fn left_out(name: &str, place: MeasurePlace, of: [&Players<'_>; 2], metrics: bool) -> Option<String> {
    let there = of.into_iter().flat_map(Players::places).filter(|(_, there)| *there == place);
    let names: Vec<&str> = there
        .filter(|(measure, _)| is_metric(measure) == metrics)
        .map(|(measure, _)| measure.label)
        .collect();
    (!names.is_empty()).then(|| format!("{name}: {}", names.join(", ")))
}

fn comebacks(stats: &Stats) -> Table {
    let comebacks = &stats.metrics.comebacks;
    let row = |(measure, share): Rate| {
        let matches = plain(grouped(comebacks.total(measure.per) as f64, 0));
        (words(measure.name), vec![Cell::rate(measure.unit, share), matches])
    };
    let rows = comebacks.estimates().filter(|(_, share)| share.is_some()).map(row);
    let caption = "by lead in points before the last kyoku: matches whose leader is not first at the end, %, with 95 % intervals";
    let draw = Draw::Bars { caption, alone: true };
    Table { draw, ..Table::new(["comebacks by lead", "%", "of matches"], rows) }
}

/// How many wins have which value, and the mean points of these.
fn win_values(stats: &Stats) -> Table {
    let classes = stats.metrics.win_share.estimates().zip(stats.metrics.win_points.estimates());
    let row = |((measure, share), (of_points, points)): (Rate, Rate)| {
        (words(measure.name), vec![Cell::rate(measure.unit, share), shown(of_points.unit, points).into()])
    };
    let draw = Draw::Bars { caption: "value of a win, % of wins, with 95 % intervals", alone: false };
    let rows = classes.filter(|(share, _)| value(share) > 0.0).map(row);
    Table { draw, ..Table::new(["value of a win", "% of wins", "points"], rows) }
}

/// The yaku that happened, the most frequent first.
fn yaku(stats: &Stats) -> Table {
    let mut yaku: Vec<Rate> = stats.metrics.yaku.estimates().filter(|share| value(share) > 0.0).collect();
    yaku.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let rows =
        yaku.into_iter().map(|(measure, share)| (words(measure.name), vec![Cell::rate(measure.unit, share)]));
    let draw = Draw::Bars { caption: "wins with a yaku, % of wins, with 95 % intervals", alone: true };
    Table { draw, ..Table::new(["yaku", "% of wins"], rows) }
}

fn value((_, estimate): &Rate) -> f64 {
    estimate.map_or(0.0, |found| found.value)
}

/// The variance of the results of each agent and, of several, of all.
fn variances(Played { lineup, stats, .. }: &Played) -> Table {
    let results = &stats.metrics.results;
    let agents = lineup.agents().iter().enumerate();
    let agents = agents.map(|(at, agent)| (agent.to_string(), results.variance(0, at)));
    let all = (lineup.agents().len() > 1).then(|| ("all".to_owned(), results.total_variance(0)));
    let row = |(name, found): (String, Option<Estimate>)| {
        (name, vec![shown(Unit::Number, found.map(in_rank_points))])
    };
    Table::new(["results", "variance of rank points"], agents.chain(all).map(row))
}

/// The luck share, and how not to read a metric.
fn luck(Played { stats, inapplicable, .. }: &Played) -> impl Iterator<Item = String> {
    let luck = match stats.metrics.results.luck(0) {
        Some(luck) => {
            let [value, half] = shown(Unit::Share, Some(luck));
            format!("luck share {value} %{half}: what the means of these agents do not explain")
        }
        None => "no luck share: it takes two different agents".to_owned(),
    };
    let changes = "score changes: good hands are chosen for riichi; they do not measure the value of a riichi or a call";
    let changes = (!inapplicable.contains(&"riichi_points")).then(|| changes.to_owned());
    [luck].into_iter().chain(changes)
}

/// The mean score at the start of each kyoku, of players and of places.
fn scores(set: &Summary) -> Vec<Block> {
    let walls = |kyoku: &&KyokuScores| kyoku.places[0].map_or(0, |score| score.clusters);
    let kyoku = set.scores.iter().flatten().filter(|kyoku| walls(kyoku) >= FEWEST_CLUSTERS);
    let kyoku: Vec<&KyokuScores> = kyoku.collect();
    let [agents, seats, _] = players(&set.played);
    let (who, of) = if agents.self_play { ("seats", &seats) } else { ("agents", &agents) };
    let names = of.players.iter().map(|(name, _)| name.clone()).collect();
    let places = ["1st", "2nd", "3rd", "4th"].into_iter().take(of.seats);
    let caption =
        format!("mean score of the {who} when a kyoku is first dealt, in points, with 95 % intervals");
    let places_caption = "mean score of the places at that time, in points, with 95 % intervals".to_owned();
    vec![
        Block::Table(score_table("score by kyoku", caption, names, &kyoku, |kyoku| &kyoku.players)),
        Block::Table(score_table(
            "score by place",
            places_caption,
            places.map(str::to_owned).collect(),
            &kyoku,
            |kyoku| &kyoku.places,
        )),
    ]
}

/// A column and a line for each player or place.
fn score_table(
    title: &str,
    caption: String,
    names: Vec<String>,
    kyoku: &[&KyokuScores],
    scores: fn(&KyokuScores) -> &[Option<Estimate>],
) -> Table {
    let row = |kyoku: &&KyokuScores| {
        let scores = scores(kyoku).iter().map(|score| Cell::rate(Unit::Points, *score));
        (kyoku.name.clone(), [plain(grouped(kyoku.matches as f64, 0))].into_iter().chain(scores).collect())
    };
    let place =
        |(at, row): (usize, &&KyokuScores)| ((at as f64 + 0.5) / kyoku.len() as f64, initials(&row.name));
    let places = kyoku.iter().enumerate().map(place).collect();
    let heads = [title.to_owned(), "matches".to_owned()].into_iter().chain(names);
    Table { draw: Draw::Lines { caption, each: false, places }, ..Table::new(heads, kyoku.iter().map(row)) }
}

/// `East 1` as `E1`, which fits a phone.
fn initials(name: &str) -> String {
    name.split(' ').filter_map(|word| word.chars().next()).collect()
}

/// The estimates after each of the parts of a data set.
fn convergence(Summary { growth, played, .. }: &Summary) -> Block {
    let walls: Vec<u64> =
        growth.first().iter().flat_map(|growth| &growth.points).map(|point| point.walls).collect();
    let &[first, .., last] = &walls[..] else {
        let few = "There is one part only: a smaller --part-size shows how the estimates grow more precise.";
        return Block::Note(few.to_owned());
    };
    let agents = played.lineup.agents();
    let name = |Growth { agent, measure, .. }: &Growth| match agent {
        Some(agent) if agents.len() > 1 => format!("{}: {}", agents[*agent], label(measure)),
        _ => label(measure),
    };
    let row = |(at, walls): (usize, &u64)| {
        let cells = growth.iter().map(|growth| Cell::rate(growth.measure.unit, growth.points[at].estimate));
        (grouped(*walls as f64, 0), cells.collect::<Vec<_>>())
    };
    let place = |&walls: &u64| {
        let words = format!("{} walls", grouped(walls as f64, 0));
        (walls as f64 / last as f64, if walls == first || walls == last { words } else { String::new() })
    };
    let places = walls.iter().map(place).collect();
    let draw = Draw::Lines { caption: "by number of walls, 95 % intervals".to_owned(), each: true, places };
    let heads = ["walls".to_owned()].into_iter().chain(growth.iter().map(name));
    Block::Table(Table { draw, ..Table::new(heads, walls.iter().enumerate().map(row)) })
}

/// How to read the numbers, once for each unit of rank points.
fn reading(all: &[&Played]) -> impl Iterator<Item = Block> + use<> {
    let shown = all.iter().filter(|played| played.stats.games() > 0);
    let units: BTreeSet<&str> = shown
        .map(|played| if played.rules.family == "riichi" { "thousands of points" } else { "points" })
        .collect();
    units.into_iter().map(|unit| Block::Reading(format!(
        "A result is a match of one seat. Rank points: the result of a match with uma and oka, in {unit}. Shares of an agent or a seat \
         are of hands (a kyoku as one seat plays it) or of results, those of the table of kyoku or matches. ± is half of the 95 % \
         confidence interval, with walls taken as independent; -a +b are its halves if they differ. No interval is shown if fewer \
         than {FEWEST_CLUSTERS} walls contribute or all have the same rate; that of a share of 0 or 100 % has one side; {}",
        few_of_rates()
    )))
}
