//! A study: questions about rules and players, each an [`Experiment`] or several, read from a file.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::study::Study;
//!
//! let text = r#"
//! title = "Open tanyao"
//! walls = 64
//! tables.fast = "ukeire"
//!
//! [questions.kuitan]
//! title = "What does open tanyao do?"
//! base = "tenhou-east"
//! arms.closed.kuitan = false
//! measures = ["call", "kyoku"]
//! "#;
//! let study = Study::read("kuitan.toml", text, &Roster::built_in())?;
//! let parts = study.questions[0].parts(1.0);
//! assert_eq!((parts.len(), parts[0].experiment.walls), (1, 64));
//! # Ok::<(), hyakuman_core::game::ruleset::RulesError>(())
//! ```

mod beside;
mod file;
mod questions;
mod read;
mod results;
mod rules;
mod sound;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::estimand::Estimand;
use crate::experiment::asked::FIRST;
use crate::experiment::{Experiment, Finding, Half, LOOK, Plan, Stop, Table};
use hyakuman_agents::Roster;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::nearest;
use hyakuman_games::registry::AnyRules;

pub use beside::{Figure, Source};
pub use questions::{Cost, How, Playing};
pub use results::{Answered, AtTable, RESULTS_OF, write_results};

/// Questions that are read from one file.
#[derive(Clone, Debug)]
pub struct Study {
    /// The name of the file without its ending; `_` in place of all but letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// The title of its pages.
    pub title: String,
    /// What it is about: Markdown; may be empty.
    pub about: String,
    /// The questions.
    pub questions: Vec<Question>,
}

/// A base and changes of it, at some tables.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name, which its files have: lower-case letters, digits and `-`.
    pub name: String,
    /// The title of its page.
    pub title: String,
    /// The question in words: Markdown; may be empty.
    pub asks: String,
    /// What the numbers do not say: Markdown; may be empty.
    pub depends: String,
    /// The base and the arms, by name.
    pub rulesets: Vec<(String, AnyRules)>,
    /// What each of the arms changes, as it is written.
    pub changes: Vec<String>,
    /// The tables.
    pub tables: Vec<Seated>,
    /// The measures, in the order of the columns: `first.win` where the file says `win`.
    pub measures: Vec<String>,
    /// Those of them that are judged; the others are shown.
    pub primary: Vec<String>,
    /// Bounds below which a difference of a measure does not matter.
    pub equal_within: Vec<(String, Half)>,
    /// Figures from elsewhere beside the rates; none if there are arms.
    pub beside: Vec<Source>,
    /// Measures of one's own ([`Experiment::measures`]).
    pub own_measures: Vec<String>,
    /// When it is over.
    pub stop: Stop,
    /// The random seed of the walls.
    pub seed: u64,
    /// How often it is played, each time on walls of its own.
    pub repeats: u64,
}

/// A table, and how many walls it plays.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The table.
    pub table: Table,
    /// What is to be known of it: Markdown; may be empty.
    pub about: String,
    /// Walls that it plays in each ruleset.
    pub walls: u64,
    /// Matches on one of them under one ruleset.
    pub matches: u64,
    /// Whether its agent first learns each ruleset: matches with labels, and walls of the match that ends it.
    pub adapt: Option<[u64; 2]>,
}

/// The tables of a question that play the same walls. Tables may have different numbers of walls: agents differ in speed a hundredfold.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of its state: question, repeat, and the number of its first table.
    pub name: String,
    /// Which time the question is played, from 0.
    pub repeat: u64,
    /// What is played.
    pub experiment: Experiment,
    /// Matches of all of it.
    pub matches: u64,
    /// The tables whose agent first learns each ruleset ([`Seated::adapt`]).
    pub adapt: Vec<(usize, [u64; 2])>,
}

/// A measure of each table: without a player it is that of the agent that the table names first.
fn whose(measure: &str) -> String {
    if measure.contains('.') { measure.to_owned() } else { format!("{FIRST}{measure}") }
}

/// That there is nothing of this name, and what there is.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let near = nearest(name, known.clone());
    let near = near.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
    let (name, known) = (excerpt(name), known.collect::<Vec<_>>().join(", "));
    format!("there is no {what} {name:?};{near} accepted: {known}")
}

/// How far apart the seeds of the repeats of a question are.
const APART: u64 = 1_000_000;

impl Study {
    /// Rules that were written and do nothing, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let of_question = |question: &Question| {
            let of_base = question.rulesets[0].1.warnings();
            let said = |(at, (arm, rules)): (usize, &(String, AnyRules))| {
                let new = rules.warnings().iter().filter(|found| at == 0 || !of_base.contains(found));
                let said = new.map(|found| format!("question {}, {arm}: {}", question.name, found.message));
                said.collect::<Vec<_>>()
            };
            question.rulesets.iter().enumerate().flat_map(said).collect::<Vec<_>>()
        };
        self.questions.iter().flat_map(of_question).collect()
    }
}

impl Question {
    /// What is played, with a share of the walls. Tables with the same number of walls play them together.
    pub fn parts(&self, share: f64) -> Vec<Part> {
        let mut walls: Vec<u64> = self.tables.iter().map(|seated| seated.walls).collect();
        walls.sort_unstable();
        walls.dedup();
        let of_repeat = |repeat| walls.iter().rev().map(move |walls| (repeat, *walls));
        let parts = (0..self.repeats).flat_map(of_repeat);
        parts.map(|(repeat, walls)| self.part(repeat, walls, share)).collect()
    }

    /// Whether a finding is one of a primary measure.
    pub fn is_judged(&self, finding: &Finding) -> bool {
        self.primary.contains(&finding.asked.rates()[0].measure)
    }

    fn part(&self, repeat: u64, walls: u64, share: f64) -> Part {
        let seated: Vec<&Seated> = self.tables.iter().filter(|seated| seated.walls == walls).collect();
        let tables = seated.iter().map(|seated| seated.table.clone()).collect();
        let experiment = Experiment::new(self.rulesets.clone(), tables);
        let asked = self.measures.iter().fold(experiment, |all, measure| all.ask_all(measure));
        let played = ((walls as f64 * share).ceil() as u64).max(walls.min(LOOK));
        let experiment = Experiment {
            equal_within: self.bounds(&asked),
            measures: self.own_measures.clone(),
            walls: played,
            seed: self.seed + repeat * APART,
            plan: Plan { stop: self.stop.clone(), ..Plan::default() },
            ..asked
        };
        let matches: u64 = seated.iter().map(|seated| seated.matches).sum();
        let again = if repeat == 0 { String::new() } else { format!(".again-{repeat}") };
        let first = self.tables.iter().position(|seated| seated.walls == walls).map_or(1, |first| first + 1);
        let name = format!("{}{again}.{first}", self.name);
        let matches = matches * played * self.rulesets.len() as u64;
        let adapt = seated.iter().enumerate().filter_map(|(at, seated)| Some((at, seated.adapt?))).collect();
        Part { name, repeat, experiment, matches, adapt }
    }

    /// Checks a measure at every table.
    fn check(&self, measure: &str, roster: &Roster) -> Result<(), Error> {
        let at_table = |seated: &Seated| {
            let experiment =
                Experiment::new(self.rulesets.clone(), vec![seated.table.clone()]).ask_all(measure);
            Experiment { measures: self.own_measures.clone(), ..experiment }.check(roster).map(drop)
        };
        self.tables.iter().try_for_each(at_table)
    }

    /// The bounds of the estimands, by their places.
    fn bounds(&self, asked: &Experiment) -> Vec<(usize, Half)> {
        let bound = |(at, estimand): (usize, &Estimand)| {
            let Estimand::Difference(difference) = estimand else { return None };
            let bound = self.equal_within.iter().find(|(measure, _)| *measure == difference.base.measure)?;
            Some((at, bound.1))
        };
        asked.asked.iter().enumerate().filter_map(bound).collect()
    }
}
