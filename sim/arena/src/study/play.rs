//! Plays the questions of a study one after another, each with its states in a folder.

use super::{Answered, Part, Question, Study};
use crate::adapt::{AdaptOptions, Budget, adapt_to_each};
use crate::error::{Error, Within};
use crate::experiment::{Experiment, Found, LOOK, Plan, Stop, Table};
use crate::observer::{Observer, Quiet, Uncounted};
use hyakuman_agents::Roster;
use hyakuman_record::{Shard, regular};
use hyakuman_registry::AnyRules;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How a study is played.
#[derive(Clone, Debug)]
pub struct How {
    /// The names of the questions; empty for all.
    pub only: Vec<String>,
    /// The share of the walls of every question.
    pub share: f64,
    /// Which part of the walls.
    pub shard: Shard,
    /// Threads; `None` for one per processor.
    pub threads: Option<u64>,
}

/// What a question takes.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The name of the question.
    pub question: String,
    /// Walls, at the table that plays most.
    pub walls: u64,
    /// Matches, of all tables and rulesets.
    pub matches: u64,
    /// About how long that is here, in seconds.
    pub seconds: f64,
}

impl Default for How {
    fn default() -> How {
        How { only: Vec::new(), share: 1.0, shard: Shard::WHOLE, threads: None }
    }
}

impl Study {
    /// The questions that are played.
    ///
    /// # Errors
    /// There is no question of one of the names, or the share is none.
    pub fn chosen(&self, how: &How) -> Result<Vec<&Question>, Error> {
        if !(how.share > 0.0 && how.share <= 1.0) {
            return Err(Error::Usage(format!("a share of {} is not above 0 and at most 1", how.share)));
        }
        let known = || self.questions.iter().map(|question| &*question.name);
        if let Some(other) = how.only.iter().find(|name| known().all(|known| known != *name)) {
            let near = hyakuman_game::ruleset::nearest(other, known());
            let near = near.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
            let known = known().collect::<Vec<_>>().join(", ");
            return Err(Error::Usage(format!("there is no question {other:?};{near} accepted: {known}")));
        }
        let is_chosen = |question: &&Question| how.only.is_empty() || how.only.contains(&question.name);
        Ok(self.questions.iter().filter(is_chosen).collect())
    }

    /// Plays the questions, or what is left of them; states are kept in `states`. After each question `each` gets all that is known so far. Of
    /// questions that are not chosen it is what was played before.
    ///
    /// # Errors
    /// Those of [`Study::chosen`], of [`Experiment::play`], and of `each`.
    pub fn play(
        &self,
        how: &How,
        states: &Path,
        roster: &Roster,
        observer: &dyn Observer,
        each: &mut dyn FnMut(&[Answered]) -> Result<(), Error>,
    ) -> Result<Vec<Answered>, Error> {
        let chosen = self.chosen(how)?;
        fs::create_dir_all(states).within(|| states.display())?;
        let parts: Vec<Vec<Part>> = self.questions.iter().map(|question| how.parts(question)).collect();
        let is_chosen = |at: usize| chosen.iter().any(|question| question.name == self.questions[at].name);
        let played = (0..parts.len()).filter(|&at| is_chosen(at)).flat_map(|at| &parts[at]);
        let matches = played.map(|part| part.matches / how.shard.of()).sum();
        observer.start(matches);
        let (mut answers, mut before, mut number) = (Vec::new(), 0, 0);
        for (at, (question, parts)) in self.questions.iter().zip(parts).enumerate() {
            before += usize::from(is_chosen(at));
            let name = format!("{} ({before} of {})", question.name, chosen.len());
            let (count, mut found) = (parts.len(), Vec::new());
            for part in parts {
                let of_part = part.matches / how.shard.of();
                let watch = InStudy { whole: observer, name: &name, all: matches, matches: of_part };
                let playing =
                    Playing { part: &part, number, states, shard: how.shard, roster, observer: &watch };
                let result = if is_chosen(at) { playing.play() } else { playing.known() };
                let result = result.within(|| format!("question {}", question.name))?;
                found.extend(result.map(|result| (part, result)));
                number += 1;
            }
            answers.push(Answered::new(question.clone(), found, count));
            each(&answers)?;
        }
        Ok(answers)
    }

    /// What each question takes here, by a few walls of it.
    ///
    /// # Errors
    /// Those of [`Study::play`].
    pub fn costs(&self, how: &How, roster: &Roster, observer: &dyn Observer) -> Result<Vec<Cost>, Error> {
        let cost = |question: &Question| {
            let mut cost = Cost { question: question.name.clone(), walls: 0, matches: 0, seconds: 0.0 };
            for part in how.parts(question) {
                let walls = part.experiment.walls;
                let few = Experiment { walls: walls.min(LOOK), plan: Plan::default(), ..part.experiment };
                let started = Instant::now();
                few.play(roster, &Uncounted(observer)).within(|| format!("question {}", question.name))?;
                cost.seconds += started.elapsed().as_secs_f64() * walls as f64 / few.walls as f64;
                cost.walls = cost.walls.max(walls);
                cost.matches += part.matches;
            }
            Ok(cost)
        };
        self.chosen(how)?.into_iter().map(cost).collect()
    }
}

impl How {
    fn parts(&self, question: &Question) -> Vec<Part> {
        let mut parts = question.parts(self.share);
        parts.iter_mut().for_each(|part| part.experiment.threads = self.threads);
        parts
    }
}

/// A part that is being played.
struct Playing<'a> {
    part: &'a Part,
    /// Which of all parts of the study it is.
    number: u64,
    states: &'a Path,
    shard: Shard,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Playing<'_> {
    /// What was found; `None` while other shards play. What stops by its result, or has too few walls for all shards, is played whole by one of
    /// them.
    fn play(&self) -> Result<Option<Found>, Error> {
        let whole = Plan { state: Some(self.state(None)), ..self.part.experiment.plan.clone() };
        if self.shard == Shard::WHOLE || !self.is_divided() && self.shard.has(self.number) {
            return self.with(whole).map(Some);
        }
        if !self.is_divided() {
            let is_there = self.state(None).exists();
            return Ok(if is_there { self.with(whole).ok() } else { None });
        }
        let (state, shard) = (Some(self.state(Some(self.shard))), self.shard);
        self.with(Plan { state, shard, ..Plan::default() })?;
        let all = (1..=shard.of()).filter_map(|index| Shard::new(index, shard.of()).ok());
        let merge: Vec<PathBuf> = all.map(|shard| self.state(Some(shard))).collect();
        // A shard that is still at work ends later, and has the result then.
        let is_there = merge.iter().all(|path| path.exists());
        Ok(if is_there { self.with(Plan { merge, ..Plan::default() }).ok() } else { None })
    }

    /// What was played before, if it is all.
    fn known(&self) -> Result<Option<Found>, Error> {
        let (path, experiment) = (self.state(None), &self.part.experiment);
        let Some(text) = regular::read_if_there(&path, regular::MOST)? else { return Ok(None) };
        let state: Option<Walls> = serde_json::from_slice(&text).ok();
        let is_whole = state.is_some_and(|state| state.walls == experiment.walls);
        if !is_whole || experiment.plan.stop != Stop::All {
            return Ok(None);
        }
        // A state of another question is named when this one is played.
        let quiet = Playing { observer: &Quiet, ..*self };
        Ok(quiet.with(Plan { state: Some(path), ..experiment.plan.clone() }).ok())
    }

    fn with(&self, plan: Plan) -> Result<Found, Error> {
        let mut experiment = Experiment { plan, ..self.part.experiment.clone() };
        for (table, adapt) in &self.part.adapt {
            experiment.tables[*table].under = self.adapted(&experiment, *table, *adapt)?;
        }
        experiment.play(self.roster, self.observer)
    }

    /// The agent of a table that learned each ruleset: what is finished is not made again.
    fn adapted(&self, experiment: &Experiment, table: usize, adapt: [u64; 2]) -> Result<Vec<String>, Error> {
        let Table { name, agents, .. } = &experiment.tables[table];
        let options = AdaptOptions {
            agent: agents.clone(),
            policy: None,
            budget: Budget::of(Some(adapt), 0.0, 2),
            out: self.states.join(format!("{}-{name}-agents", self.part.name)),
            seed: experiment.seed,
            threads: experiment.threads,
        };
        let rulesets: Vec<&AnyRules> = experiment.rulesets.iter().map(|(_, rules)| rules).collect();
        let found = adapt_to_each(&rulesets, self.roster, &options, &Uncounted(self.observer));
        Ok(found.within(|| format!("table {name}"))?.into_iter().map(|found| found.agent).collect())
    }

    fn state(&self, shard: Option<Shard>) -> PathBuf {
        let of = shard.map_or(String::new(), |shard| format!(".{}-of-{}", shard.index(), shard.of()));
        self.states.join(format!("{}{of}.json", self.part.name))
    }

    /// Whether each shard plays some of the walls.
    fn is_divided(&self) -> bool {
        let Experiment { plan, walls, .. } = &self.part.experiment;
        plan.stop == Stop::All && self.part.adapt.is_empty() && *walls > LOOK * (self.shard.of() - 1)
    }
}

/// What is read of a state.
#[derive(Deserialize)]
struct Walls {
    walls: u64,
}

/// Observes a part of a study.
struct InStudy<'a> {
    whole: &'a dyn Observer,
    /// The question, and which of how many it is.
    name: &'a str,
    /// Matches of the study, and of the part.
    all: u64,
    matches: u64,
}

impl Observer for InStudy<'_> {
    fn start(&self, left: u64) {
        self.whole.so_far(self.all, self.name);
        self.whole.done(self.matches.saturating_sub(left));
    }

    fn playing(&self, number: u64) {
        self.whole.playing(number);
    }

    fn done(&self, matches: u64) {
        self.whole.done(matches);
    }

    fn so_far(&self, _matches: u64, result: &str) {
        let result =
            if result.is_empty() { self.name.to_owned() } else { format!("{}: {result}", self.name) };
        self.whole.so_far(self.all, &result);
    }

    fn stopped(&self) -> bool {
        self.whole.stopped()
    }
}
