//! How much is done: given, or found by trying how long it takes.

use super::{LabelWorth, Labelling, arena};
use crate::contest::ContestOptions;
use crate::datasets::recording::RecordOptions;
use crate::error::{Error, Within};
use crate::observer::{Observer, Uncounted};
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::AnyRules;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
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
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
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
        u64::from(self.steps) * self.games + self.walls * rules.facts().seats as u64
    }
}

impl Budget {
    /// That of a plan for matches with labels in a step and walls of the match, if there is one, or of a time.
    pub fn of(plan: Option<[u64; 2]>, seconds: f64, steps: u32) -> Budget {
        match plan {
            Some([games, walls]) => Budget::Plan(AdaptPlan { steps, games, walls }),
            None => Budget::Seconds { seconds, steps },
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Seconds { seconds, steps } => write!(f, "{seconds} seconds in {steps} steps"),
            Budget::Plan(AdaptPlan { steps, games, walls }) => {
                write!(f, "{steps} steps of {games} matches and {walls} walls")
            }
        }
    }
}

/// Tries how long the work takes.
pub(super) struct Trials<'a> {
    pub rules: &'a AnyRules,
    pub roster: &'a Roster,
    pub base: &'a Spec,
    pub how: &'a Labelling,
    pub threads: Option<u64>,
    /// A folder that is removed at the end.
    pub folder: PathBuf,
}

impl Trials<'_> {
    /// What can be done in this time.
    pub(super) fn plan(&self, seconds: f64, steps: u32, observer: &dyn Observer) -> Result<AdaptPlan, Error> {
        let [labels, walls] = self.seconds_of_each(observer)?;
        let count = |part: f64, each: f64| ((part * seconds / each) as u64).max(FEWEST);
        let games = count(FOR_LABELS / f64::from(steps), labels);
        Ok(AdaptPlan { steps, games, walls: count(FOR_THE_MATCH, walls) })
    }

    /// About how long a plan takes, fits included.
    pub(super) fn seconds(&self, plan: &AdaptPlan, observer: &dyn Observer) -> Result<f64, Error> {
        let [labels, walls] = self.seconds_of_each(observer)?;
        let labelled = u64::from(plan.steps) * plan.games;
        let played = labelled as f64 * labels + plan.walls as f64 * walls;
        Ok(played / (FOR_LABELS + FOR_THE_MATCH))
    }

    /// Of a match with labels, and of a wall of the match.
    fn seconds_of_each(&self, observer: &dyn Observer) -> Result<[f64; 2], Error> {
        let labels = self.seconds_of_labels(observer)? / TRIED_GAMES as f64;
        Ok([labels, self.seconds_of_walls(observer)? / TRIED_WALLS as f64])
    }

    fn seconds_of_labels(&self, observer: &dyn Observer) -> Result<f64, Error> {
        let label = Some(Labelling { worth: LabelWorth::Points, ..self.how.clone() });
        let tables = vec![Table::Replays];
        let record = RecordOptions { tables, resume: true, label, ..RecordOptions::new(&self.folder) };
        let start = Instant::now();
        let arena = arena(self.rules, self.roster, &[self.base], self.threads)?.games(TRIED_GAMES);
        arena.record(record).play(&Uncounted(observer))?;
        let seconds = start.elapsed().as_secs_f64();
        std::fs::remove_dir_all(&self.folder).within(|| self.folder.display())?;
        Ok(seconds)
    }

    fn seconds_of_walls(&self, observer: &dyn Observer) -> Result<f64, Error> {
        let start = Instant::now();
        let options = ContestOptions::walls(TRIED_WALLS);
        let other = self.roster.spec("ukeire")?;
        let arena = arena(self.rules, self.roster, &[self.base, &other], self.threads)?;
        arena.contest(&options, &Uncounted(observer))?;
        Ok(start.elapsed().as_secs_f64())
    }
}
