//! How much is done: given, or found by trying how long it takes.

use super::{LabelWorth, Seats, Work, labelling};
use crate::contest::{ContestOptions, Plan};
use crate::datasets::recording::RecordOptions;
use crate::error::{Error, Within};
use crate::observer::{OfAPart, Quiet};
use hyakuman_game::rows::Table;
use hyakuman_registry::AnyRules;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// What the seed of the match differs in from that of the labels.
pub(super) const OF_THE_MATCH: u64 = 0x6D61_7463_6800;
/// Parts of a budget: labels, and the match; the rest is for fits.
const FOR_LABELS: f64 = 0.5;
const FOR_THE_MATCH: f64 = 0.2;
/// Matches and walls that are tried.
const TRIED_GAMES: u64 = 40;
const TRIED_WALLS: u64 = 20;
/// Fewest matches with labels in a step, and fewest walls of the match.
const FEWEST: u64 = 100;

/// How much is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// What is done in about this time.
    Seconds {
        /// The time.
        seconds: f64,
        /// Steps of labels and fit.
        steps: u32,
    },
    /// This plan.
    Plan(AdaptPlan),
}

/// What is done: the same plan gives the same correction.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdaptPlan {
    /// Labels and fits: in each step after the first the corrected agent plays.
    pub steps: u32,
    /// Matches with labels in each step.
    pub games: u64,
    /// Walls of the match, each with every seating.
    pub walls: u64,
}

impl AdaptPlan {
    /// Matches of it under these rules.
    pub(super) fn matches(&self, rules: &AnyRules) -> u64 {
        u64::from(self.steps) * self.games + self.walls * rules.visit(Seats) as u64
    }
}

impl Work<'_> {
    /// The plan of the budget; once it is found, that in the folder.
    pub(super) fn plan(&self) -> Result<AdaptPlan, Error> {
        let (seconds, steps) = match self.options.budget {
            Budget::Plan(plan) => return Ok(plan),
            Budget::Seconds { seconds, steps } => (seconds, steps),
        };
        let file = self.options.work.join("plan.json");
        if let Ok(text) = std::fs::read_to_string(&file) {
            let no_plan = |error| Error::Usage(format!("{} is no plan: {error}", file.display()));
            return serde_json::from_str(&text).map_err(no_plan);
        }
        let plan = self.tried(seconds, steps)?;
        let text = serde_json::to_string(&plan).expect("plain data");
        std::fs::write(&file, text).within(|| format!("{} cannot be written", file.display()))?;
        Ok(plan)
    }

    fn tried(&self, seconds: f64, steps: u32) -> Result<AdaptPlan, Error> {
        let labels = self.seconds_of_labels()? / TRIED_GAMES as f64;
        let walls = self.seconds_of_walls()? / TRIED_WALLS as f64;
        let count = |part: f64, each: f64| ((part * seconds / each) as u64).max(FEWEST);
        let games = count(FOR_LABELS / f64::from(steps), labels);
        Ok(AdaptPlan { steps, games, walls: count(FOR_THE_MATCH, walls) })
    }

    fn seconds_of_labels(&self) -> Result<f64, Error> {
        let folder = self.options.work.join("trial");
        let label = Some(labelling(self.roster, &self.base, &self.base, &LabelWorth::Points)?);
        let record = RecordOptions {
            tables: vec![Table::Replays],
            resume: true,
            label,
            ..RecordOptions::new(&folder)
        };
        let start = Instant::now();
        self.arena(&[&self.base])?
            .games(TRIED_GAMES)
            .seed(self.options.seed)
            .record(record)
            .play(&OfAPart(self.observer))?;
        let seconds = start.elapsed().as_secs_f64();
        std::fs::remove_dir_all(&folder).within(|| folder.display())?;
        Ok(seconds)
    }

    fn seconds_of_walls(&self) -> Result<f64, Error> {
        let start = Instant::now();
        let options = ContestOptions { plan: Plan::Walls(TRIED_WALLS), tables: None, state: None };
        let other = self.roster.spec("ukeire")?;
        self.arena(&[&self.base, &other])?.contest(&options, &Quiet)?;
        Ok(start.elapsed().as_secs_f64())
    }
}
