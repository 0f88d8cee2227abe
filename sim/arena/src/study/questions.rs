//! Plays the questions of a study one after another, each with its states in a folder.

use super::{Answered, Part, Question, Study, unknown};
use crate::adapt::{AdaptOptions, Budget, adapt_to_each, seconds_of_each};
use crate::error::{Error, Within};
use crate::experiment::{Ending, Experiment, Found, LOOK, Plan, Stop};
use crate::observer::{Observer, Quiet, Uncounted};
use hyakuman_agents::Roster;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{Lock, Shard, folder, lock, regular};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, process};

/// Most shards.
const MOST_SHARDS: u64 = 100_000;

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
        if how.shard.of() > MOST_SHARDS {
            return Err(Error::Usage(format!("{} shards are more than {MOST_SHARDS}", how.shard.of())));
        }
        if !(how.share > 0.0 && how.share <= 1.0) {
            return Err(Error::Usage(format!("a share of {} is not above 0 and at most 1", how.share)));
        }
        let known = || self.questions.iter().map(|question| &*question.name);
        if let Some(other) = how.only.iter().find(|name| known().all(|known| known != *name)) {
            return Err(Error::Usage(unknown("question", other, known())));
        }
        let is_chosen = |question: &&Question| how.only.is_empty() || how.only.contains(&question.name);
        Ok(self.questions.iter().filter(is_chosen).collect())
    }

    /// What each question takes here, by a few walls of it, and a few matches of what its agents learn first.
    ///
    /// # Errors
    /// Those of [`Experiment::play`].
    pub fn costs(&self, how: &How, roster: &Roster, observer: &dyn Observer) -> Result<Vec<Cost>, Error> {
        let cost = |question: &Question| {
            let mut cost = Cost { question: question.name.clone(), walls: 0, matches: 0, seconds: 0.0 };
            for part in how.parts(question) {
                let walls = part.experiment.walls;
                let few = Experiment { walls: walls.min(LOOK), plan: Plan::default(), ..part.experiment };
                let started = Instant::now();
                few.play(roster, &Uncounted(observer)).within(|| format!("question {}", question.name))?;
                cost.seconds += started.elapsed().as_secs_f64() * walls as f64 / few.walls as f64;
                for (table, adapt) in &part.adapt {
                    let folder = env::temp_dir().join(format!("hyakuman-study-{}", process::id()));
                    let options = adapting(&few, *table, *adapt, folder);
                    cost.seconds += seconds_of_each(&rulesets(&few), roster, &options, observer)?;
                }
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

/// A study that is being played, with its states in a folder.
pub struct Playing<'a> {
    study: &'a Study,
    how: &'a How,
    states: &'a Path,
    roster: &'a Roster,
    observer: &'a dyn Observer,
    /// The places of the questions that are played.
    chosen: Vec<usize>,
    /// By question.
    parts: Vec<Vec<Part>>,
    /// What is known of each part.
    found: Vec<Vec<Option<Found>>>,
    /// Matches of what is played.
    matches: u64,
}

impl<'a> Playing<'a> {
    /// Nothing is known yet. `states` is the folder of the states.
    ///
    /// # Errors
    /// Those of [`Study::chosen`]; the folder cannot be made.
    pub fn new(
        study: &'a Study,
        how: &'a How,
        states: &'a Path,
        roster: &'a Roster,
        observer: &'a dyn Observer,
    ) -> Result<Playing<'a>, Error> {
        let names: Vec<&String> = study.chosen(how)?.into_iter().map(|question| &question.name).collect();
        folder::create(states)?;
        let parts: Vec<Vec<Part>> = study.questions.iter().map(|question| how.parts(question)).collect();
        let chosen = (0..parts.len()).filter(|&at| names.contains(&&study.questions[at].name));
        let chosen: Vec<usize> = chosen.collect();
        let matches =
            chosen.iter().flat_map(|&at| &parts[at]).map(|part| part.matches / how.shard.of()).sum();
        observer.start(matches);
        let found = parts.iter().map(|parts| vec![None; parts.len()]).collect();
        Ok(Playing { study, how, states, roster, observer, chosen, parts, found, matches })
    }

    /// The places of the questions that are played.
    pub fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// Plays what this shard has to play of a question, or what is left of it.
    ///
    /// # Errors
    /// Those of [`Experiment::play`].
    pub fn play(&mut self, at: usize) -> Result<(), Error> {
        let name = &self.study.questions[at].name;
        let number = self.chosen.iter().position(|other| *other == at).map_or(1, |place| place + 1);
        let said = format!("{name} ({number} of {})", self.chosen.len());
        for part in 0..self.parts[at].len() {
            let matches = self.parts[at][part].matches / self.how.shard.of();
            let watch = InStudy { whole: self.observer, name: &said, all: self.matches, matches };
            self.found[at][part] = self.of(at, part, &watch).play().within(|| format!("question {name}"))?;
        }
        Ok(())
    }

    /// Looks for what is known of the other parts: what an earlier run or other shards played.
    ///
    /// # Errors
    /// A state of a question that is played is damaged or of another question.
    pub fn look(&mut self) -> Result<(), Error> {
        for at in 0..self.parts.len() {
            for part in 0..self.parts[at].len() {
                if self.found[at][part].is_none() {
                    let known = self.of(at, part, &Quiet).known();
                    let is_chosen = self.chosen.contains(&at);
                    self.found[at][part] = if is_chosen { known? } else { known.unwrap_or(None) };
                }
            }
        }
        Ok(())
    }

    /// What is known of every question.
    pub fn answers(&self) -> Vec<Answered> {
        let all = self.study.questions.iter().zip(self.parts.iter().zip(&self.found));
        let answer = |(question, (parts, found)): (&Question, (&Vec<Part>, &Vec<Option<Found>>))| {
            let known =
                parts.iter().zip(found).filter_map(|(part, found)| Some((part.clone(), found.clone()?)));
            Answered::new(question.clone(), known.collect(), parts.len(), self.roster)
        };
        all.map(answer).collect()
    }

    fn of<'b>(&'b self, at: usize, part: usize, observer: &'b dyn Observer) -> OfPart<'b> {
        let number = self.parts[..at].iter().map(Vec::len).sum::<usize>() + part;
        let Playing { states, how, roster, .. } = *self;
        let part = &self.parts[at][part];
        OfPart { part, number: number as u64, states, shard: how.shard, roster, observer }
    }
}

/// A part that is played.
struct OfPart<'a> {
    part: &'a Part,
    /// Which of all parts of the study it is.
    number: u64,
    states: &'a Path,
    shard: Shard,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl OfPart<'_> {
    /// Plays what this shard has to play; `None` while there is more. What stops by its result, or has too few walls for all shards, is played
    /// whole by one of them. What other shards or an earlier run have finished is not played again.
    fn play(&self) -> Result<Option<Found>, Error> {
        if self.shards()?.is_some() {
            return self.known();
        }
        if self.shard == Shard::WHOLE || !self.is_divided() {
            let is_own = self.shard.has(self.number);
            return if is_own { self.with(self.whole()).map(Some) } else { Ok(None) };
        }
        if let Some(found) = self.known()? {
            return Ok(Some(found));
        }
        let (state, shard) = (Some(self.state(Some(self.shard))), self.shard);
        self.with(Plan { state, shard, ..Plan::default() }).map(|_| None)
    }

    /// What is known, if it is all; plays nothing.
    fn known(&self) -> Result<Option<Found>, Error> {
        if let Some(merge) = self.shards()? {
            return self.with(Plan { merge, ..Plan::default() }).map(Some);
        }
        let (all, state) = (self.part.experiment.walls, self.state(None));
        if !state.exists() || Lock::try_take(&lock::beside(&state))?.is_none() {
            return Ok(None); // it is being played
        }
        let Some(walls) = walls(&state)?.filter(|walls| (1..=all).contains(walls)) else {
            return Ok(None);
        };
        if self.whole().stop == Stop::All && walls < all {
            return Ok(None);
        }
        // As many walls as are played: nothing more is.
        let experiment = Experiment { walls, ..self.part.experiment.clone() };
        let found = self.played(experiment, self.whole())?;
        Ok(Some(found).filter(|found| walls == all || found.ending != Ending::All))
    }

    /// The states of all shards of some number, if they are complete.
    fn shards(&self) -> Result<Option<Vec<PathBuf>>, Error> {
        if self.whole().stop != Stop::All || !self.part.adapt.is_empty() {
            return Ok(None);
        }
        let beginning = format!("{}.1-of-", self.part.name);
        for name in regular::names(self.states)? {
            let of = name.strip_prefix(&beginning).and_then(|rest| rest.strip_suffix(".json")?.parse().ok());
            let Some(of) = of.filter(|of: &u64| *of <= MOST_SHARDS) else { continue };
            let shards: Vec<Shard> = (1..=of).filter_map(|index| Shard::new(index, of).ok()).collect();
            let length = self.part.experiment.length();
            let is_whole =
                |shard: &Shard| Ok(walls(&self.state(Some(*shard)))? == Some(length.walls(*shard)));
            let are_whole = shards.iter().map(is_whole).collect::<Result<Vec<bool>, Error>>()?;
            if !are_whole.contains(&false) {
                return Ok(Some(shards.into_iter().map(|shard| self.state(Some(shard))).collect()));
            }
        }
        Ok(None)
    }

    fn whole(&self) -> Plan {
        Plan { state: Some(self.state(None)), ..self.part.experiment.plan.clone() }
    }

    fn with(&self, plan: Plan) -> Result<Found, Error> {
        self.played(self.part.experiment.clone(), plan)
    }

    fn played(&self, experiment: Experiment, plan: Plan) -> Result<Found, Error> {
        let mut experiment = Experiment { plan, ..experiment };
        for (table, adapt) in &self.part.adapt {
            experiment.tables[*table].under = self.adapted(&experiment, *table, *adapt)?;
        }
        experiment.play(self.roster, self.observer)
    }

    /// The agent of a table that learned each ruleset: what is finished is not made again.
    fn adapted(&self, experiment: &Experiment, table: usize, adapt: [u64; 2]) -> Result<Vec<String>, Error> {
        let folder = self.states.join(format!("{}.agents-{}", self.part.name, table + 1));
        let options = adapting(experiment, table, adapt, folder);
        let found = adapt_to_each(&rulesets(experiment), self.roster, &options, &Uncounted(self.observer));
        let found = found.within(|| format!("table {}", experiment.tables[table].name))?;
        Ok(found.into_iter().map(|found| found.agent).collect())
    }

    fn state(&self, shard: Option<Shard>) -> PathBuf {
        let of = shard.map_or(String::new(), |shard| format!(".{}-of-{}", shard.index(), shard.of()));
        self.states.join(format!("{}{of}.json", self.part.name))
    }

    /// Whether each shard plays some of the walls.
    fn is_divided(&self) -> bool {
        let Experiment { plan, walls, .. } = &self.part.experiment;
        let fewest = LOOK.saturating_mul(self.shard.of() - 1);
        plan.stop == Stop::All && self.part.adapt.is_empty() && *walls > fewest
    }
}

/// How the agent of a table learns each ruleset.
fn adapting(experiment: &Experiment, table: usize, adapt: [u64; 2], out: PathBuf) -> AdaptOptions {
    let (agent, budget) = (experiment.tables[table].agents.clone(), Budget::of(Some(adapt), 0.0, 2));
    AdaptOptions { agent, policy: None, budget, out, seed: experiment.seed, threads: experiment.threads }
}

fn rulesets(experiment: &Experiment) -> Vec<&AnyRules> {
    experiment.rulesets.iter().map(|(_, rules)| rules).collect()
}

/// The walls in a state; `None` if there is none.
fn walls(path: &Path) -> Result<Option<u64>, Error> {
    let Some(text) = regular::read_if_there(path, regular::MOST)? else { return Ok(None) };
    let state: Option<Walls> = serde_json::from_slice(&text).ok();
    let damaged =
        || Error::Usage(format!("{}: this is not a state: remove it to play it again", path.display()));
    state.map(|state| Some(state.walls)).ok_or_else(damaged)
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
