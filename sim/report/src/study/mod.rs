//! The pages of a study: an index, a page and a plot for each question, and a file with every rate and difference.

mod folder;
mod page;
mod short;

pub use folder::Folder;
pub(crate) use short::sentences;

use crate::comparison::LEGAL;
use crate::document::{Block, Document, Link, Table, plain};
use hyakuman_agents::Roster;
use hyakuman_analysis::figures::grouped;
use hyakuman_arena::study::{Answered, Cost, How, Playing, Question, Seated, Study, write_results};
use hyakuman_arena::{Error, Observer};
use hyakuman_record::Shard;
use std::time::{Duration, Instant};

/// Plays a study into a folder, or what is left of it, and writes the page of each question when it is done. The index and the file of the results
/// have all that is known, also of questions that are not chosen and of other shards.
///
/// # Errors
/// A page was edited or is not of this study; those of [`Playing`].
pub fn play(
    study: &Study,
    how: &How,
    folder: &Folder,
    roster: &Roster,
    observer: &dyn Observer,
) -> Result<Vec<Answered>, Error> {
    drop(folder.lock(observer)?); // so that a folder that cannot be written is noticed before any match
    let states = folder.states();
    let mut playing = Playing::new(study, how, &states, roster, observer)?;
    let (chosen, mut last) = (playing.chosen().to_vec(), Instant::now());
    for &at in &chosen {
        playing.play(at)?;
        // Shards write pages when they are done: the last of them has everything.
        if how.shard == Shard::WHOLE && (last.elapsed() > PAUSE || chosen.len() <= FEW) {
            publish(study, &mut playing, folder, observer)?;
            last = Instant::now();
        }
    }
    publish(study, &mut playing, folder, observer)
}

/// Writes the pages of all that is known. One process at a time: the last one knows most.
fn publish(
    study: &Study,
    playing: &mut Playing<'_>,
    folder: &Folder,
    observer: &dyn Observer,
) -> Result<Vec<Answered>, Error> {
    let _lock = folder.lock(observer)?;
    playing.look()?;
    let answers = playing.answers();
    for &at in playing.chosen() {
        if answers[at].is_whole() {
            write_question(folder, &answers[at])?;
        }
    }
    folder.write_page(INDEX, &index(study, &answers))?;
    folder.write_bytes(RESULTS, &write_results(study, &answers)?)?;
    Ok(answers)
}

fn write_question(folder: &Folder, answered: &Answered) -> Result<(), Error> {
    let (document, plots) = page::document(answered);
    plots.iter().try_for_each(|plot| folder.write_marked(&plot.file, &plot.svg()))?;
    folder.write_page(&answered.question.name, &document)
}

/// Time between two looks at everything.
const PAUSE: Duration = Duration::from_secs(5);

/// Questions after each of which everything is written.
const FEW: usize = 30;

/// The page of all questions, without its ending.
const INDEX: &str = "index";

/// The file with every rate and difference.
const RESULTS: &str = "results.parquet";

/// All questions with what was found of each, who plays, and how to read the pages.
pub fn index(study: &Study, answers: &[Answered]) -> Document {
    let blocks = vec![
        Block::Prose(study.about.clone()),
        contents(study, answers),
        page::section("The tables", tables(study)),
        Block::Reading(format!("{}. {LEGAL}", page::READING)),
    ];
    Document { title: study.title.clone(), blocks }
}

/// All questions with what was found of each.
pub fn summary(study: &Study, answers: &[Answered]) -> Document {
    Document { title: study.title.clone(), blocks: vec![contents(study, answers)] }
}

fn contents(study: &Study, answers: &[Answered]) -> Block {
    let link = |question: &Question| {
        let answered = answers.iter().find(|answered| answered.question.name == question.name);
        let known = answered.filter(|answered| !answered.parts.is_empty());
        let text = known.map_or_else(|| vec!["not played yet".to_owned()], sentences);
        let file = known.filter(|answered| answered.is_whole()).map(|_| question.name.clone());
        Link { title: question.title.clone(), file, text }
    };
    Block::Contents(study.questions.iter().map(link).collect())
}

/// Each table with its agents: in a list, or with what the file says of it.
fn tables(study: &Study) -> Vec<Block> {
    let mut known: Vec<&Seated> = Vec::new();
    for seated in study.questions.iter().flat_map(|question| &question.tables) {
        if known.iter().all(|other| other.table.name != seated.table.name) {
            known.push(seated);
        }
    }
    let agents = |seated: &Seated| seated.table.agents.replace(',', ", ");
    let (described, alone): (Vec<&Seated>, Vec<&Seated>) =
        known.iter().partition(|seated| !seated.about.is_empty());
    let described = described.iter().map(|seated| {
        let blocks = vec![Block::Note(agents(seated)), Block::Prose(seated.about.clone())];
        page::section(&seated.table.name, blocks)
    });
    let alone = alone.iter().map(|seated| format!("{}: {}", seated.table.name, agents(seated))).collect();
    [Block::List(alone)].into_iter().chain(described).collect()
}

/// What the questions of a study take here.
pub fn costs(costs: &[Cost]) -> Table {
    let row = |Cost { question, walls, matches, seconds }: &Cost| {
        let walls = if *walls == 0 { String::new() } else { grouped(*walls as f64, 0) };
        let cells = [walls, grouped(*matches as f64, 0), time(*seconds)];
        (question.clone(), cells.map(plain).to_vec())
    };
    let (matches, seconds) = (costs.iter().map(|cost| cost.matches), costs.iter().map(|cost| cost.seconds));
    let all = Cost { question: "all".to_owned(), walls: 0, matches: matches.sum(), seconds: seconds.sum() };
    let rows = costs.iter().chain([&all]).map(row);
    Table::new(["question", "walls", "matches", "time here"], rows.collect::<Vec<_>>())
}

/// A time, roughly: `40 s`, `12 min`, `3.5 h`.
fn time(seconds: f64) -> String {
    match seconds {
        ..1.0 => "below 1 s".to_owned(),
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
