//! Many matches: those of logs, in files, folders and archives, and of data sets. They are reviewed on all threads and added in order.

use super::reviewer::with_script;
use super::{Asked, BySort, Players, Recorded, Review};
use crate::datasets::import::documents::{self, Document};
use crate::datasets::import::fingerprint;
use crate::datasets::recipe::replays::Replay;
use crate::datasets::several;
use crate::error::Error;
use crate::observer::Observer;
use crate::reorder::in_order;
use crate::rollouts::Rollouts;
use crate::threads;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::ValueUnit;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::logs::{LogError, LogMatch, name_of_match, read};
use hyakuman_riichi::RiichiRules;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many matches without a value of any action are enough to know that the agent has none.
const ENOUGH: u64 = 100;

/// Who judges whom.
pub struct Judge<'a> {
    /// Makes the agent.
    pub roster: &'a Roster,
    /// The agent that judges.
    pub agent: &'a Spec,
    /// The number of the seat that is reviewed; `None` for all.
    pub seat: Option<u8>,
    /// Plays what was done and what the agent would have done, in reviews of single matches.
    pub rollouts: Option<&'a Rollouts<'a>>,
    /// The rules of a log.
    pub rules: &'a (dyn Fn(&LogMatch) -> Result<Arc<RiichiRules>, LogError> + Sync),
}

/// What many reviews have found.
#[derive(Debug, Default)]
pub struct Reviews {
    /// The totals.
    pub players: Players,
    /// The unit of all losses; `None` before there is one.
    pub unit: Option<ValueUnit>,
    /// Logs, those that cannot be read among them.
    pub logs: u64,
    /// Logs that cannot be read, or not as a whole.
    pub unreadable: u64,
    /// Logs that disagree with the engine.
    pub disagreeing: u64,
    /// Matches of logs that are there twice, in logs of any format: the first one is reviewed.
    pub twice: u64,
    /// The name of the first match with each fingerprint.
    firsts: HashMap<u128, String>,
}

/// What is wrong with a log: its name, and the first sentence about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A match cannot be read, or not be played by its rules.
    Unreadable(String),
    /// Log and engine disagree; the rest of that kyoku is not reviewed.
    Disagreement(String),
    /// A match is the same as one before it, and is left out.
    Twice(String),
}

/// Whether a path is one log: a file that is no archive.
pub fn is_log(path: &Path) -> bool {
    path.is_file() && !documents::is_archive(path)
}

/// The error of an agent without values.
pub fn values_nothing(agent: &Spec) -> Error {
    Error::Usage(format!("{agent} does not say what actions are worth: try placement or value"))
}

impl Judge<'_> {
    /// The seats that are reviewed, of a match with this number of seats; none if it does not have the seat.
    pub fn seats(&self, count: usize) -> Vec<Seat> {
        Seat::all(count).filter(|seat| self.seat.is_none_or(|one| usize::from(one) == seat.index())).collect()
    }

    /// The judging agent and these seats.
    pub fn asked<'b>(&'b self, seats: &'b [Seat]) -> Asked<'b> {
        Asked { roster: self.roster, agent: self.agent, seats, rollouts: self.rollouts }
    }

    /// Reviews all matches of these paths: data sets, folders of data sets, logs, folders and archives of logs. Problems with logs are given to `say`, in
    /// order.
    ///
    /// # Errors
    /// A data set cannot be read, or two have the same matches; the agent cannot play, or has no values; or the observer stopped the work.
    pub fn review(
        &self,
        paths: &[PathBuf],
        observer: &dyn Observer,
        say: &mut (dyn FnMut(&Problem) + Send),
    ) -> Result<Reviews, Error> {
        let mut reviews = Reviews::default();
        let paths = &several::in_place_of(paths)?;
        let sets = paths.iter().map(|path| Recorded::is_in(path).then(|| Recorded::open(path)).transpose());
        let sets = sets.collect::<Result<Vec<Option<Recorded>>, Error>>()?;
        check_twice(paths, &sets)?;
        let expected = sets.iter().map(|set| set.as_ref().map_or(1, Recorded::matches)).sum();
        observer.start(expected);
        let pool = threads::pool(None)?;
        for (path, set) in paths.iter().zip(&sets) {
            let mut take = |reviewed: Reviewed| {
                let matches = reviewed.matches.len() as u64;
                reviews.add(reviewed, say);
                observer.so_far(expected.max(reviews.players.matches), "");
                observer.done(matches);
                self.check_values(&reviews, ENOUGH)
            };
            threads::within(&pool, || match set {
                Some(set) => {
                    let work = |replay: Result<Replay, Error>| self.recorded(set, &replay?);
                    in_order(observer, set.replays(0..set.matches()), work, &mut take)
                }
                None => documents::with(std::slice::from_ref(path), paths.len() > 1, |documents| {
                    in_order(observer, documents, |document| self.document(&document), &mut take)
                }),
            })?;
        }
        self.check_values(&reviews, 1)?;
        Ok(reviews)
    }

    /// An agent that was asked in some matches has a value for some action.
    fn check_values(&self, reviews: &Reviews, matches: u64) -> Result<(), Error> {
        let asked = reviews.unit.is_none() && reviews.players.matches >= matches;
        match asked && reviews.players.iter().next().is_some() {
            true => Err(values_nothing(self.agent)),
            false => Ok(()),
        }
    }

    fn recorded(&self, set: &Recorded, replay: &Replay) -> Result<Reviewed, Error> {
        let review = set.review(replay, &self.asked(&self.seats(set.seats())))?;
        // Each match of a log has a wall of its own.
        let wall = Some(replay.seed).filter(|_| replay.logged.is_none());
        let mut found = Reviewed { wall, ..Reviewed::default() };
        found.add(&review, &set.names(replay), None);
        Ok(found)
    }

    /// All matches of a log.
    fn document(&self, document: &Document) -> Result<Reviewed, Error> {
        let mut found = Reviewed { is_log: true, ..Reviewed::default() };
        let matches = document.bytes().map_or_else(|why| vec![Err(why)], |bytes| sentences(read(&bytes)));
        for (number, log) in matches.iter().enumerate() {
            let name = name_of_match(&document.name(), number);
            match log {
                Ok(log) => self.log(log, &mut found, &name)?,
                Err(why) => found.say(Problem::Unreadable(format!("{name}: {why}"))),
            }
        }
        Ok(found)
    }

    /// A match of a log, by its name for messages.
    fn log(&self, log: &LogMatch, found: &mut Reviewed, name: &str) -> Result<(), Error> {
        let unfit = |error: LogError| Error::Usage(error.to_string());
        let seats = self.seats(log.rules.seats);
        let reviewed = (self.rules)(log).map_err(unfit);
        let reviewed = reviewed.and_then(|rules| with_script(log, &rules, &self.asked(&seats)));
        match reviewed {
            Ok((review, verdict, script)) => {
                let named = log.rules.named.preset.as_deref();
                let played = script.map(|script| fingerprint(&script, log.rules.seats, named));
                let played = played.map(|played| (played, name.to_owned()));
                found.add(&review, &log.players.names(), played);
                if let Some(first) = verdict.disagreements.first() {
                    let what = format!("{name}: log and engine disagree: {first}");
                    found.say(Problem::Disagreement(what));
                }
                Ok(())
            }
            Err(Error::Usage(why)) => {
                found.say(Problem::Unreadable(format!("{name}: {why}")));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

/// Checks that no path is given twice, and that no two data sets have the same matches: an interval would be that of more matches than there are.
fn check_twice(paths: &[PathBuf], sets: &[Option<Recorded>]) -> Result<(), Error> {
    let real: Vec<PathBuf> = paths.iter().map(|path| path.canonicalize().unwrap_or(path.clone())).collect();
    for second in 0..paths.len() {
        for first in 0..second {
            let [one, other] = [first, second].map(|at| paths[at].display());
            let sentence = match (&sets[first], &sets[second]) {
                _ if real[first] == real[second] => format!("{other} is given twice: give it once"),
                (Some(set), Some(of)) if set.has_matches_of(of) => {
                    format!("{one} and {other} are data sets of the same matches: give one of them")
                }
                _ => continue,
            };
            return Err(Error::Usage(sentence));
        }
    }
    Ok(())
}

/// The matches of a log, or why they cannot be read.
fn sentences(matches: Vec<Result<LogMatch, LogError>>) -> Vec<Result<LogMatch, String>> {
    matches.into_iter().map(|log| log.map_err(|error| error.to_string())).collect()
}

struct OfMatch {
    totals: BTreeMap<String, BySort>,
    /// The fingerprint and the name of a log that agrees with the engine.
    played: Option<(u128, String)>,
}

/// The reviews of a log, or of a recorded match.
#[derive(Default)]
struct Reviewed {
    is_log: bool,
    /// `None` if each match has its own.
    wall: Option<MatchSeed>,
    matches: Vec<OfMatch>,
    unit: Option<ValueUnit>,
    /// The first of each kind.
    problems: Vec<Problem>,
}

impl Reviewed {
    fn add(&mut self, review: &Review, names: &[String], played: Option<(u128, String)>) {
        self.unit = self.unit.or(review.unit());
        self.matches.push(OfMatch { totals: review.by_name(names), played });
    }

    fn say(&mut self, problem: Problem) {
        let kind = std::mem::discriminant(&problem);
        if self.problems.iter().all(|said| std::mem::discriminant(said) != kind) {
            self.problems.push(problem);
        }
    }
}

impl Reviews {
    fn add(&mut self, mut reviewed: Reviewed, say: &mut (dyn FnMut(&Problem) + Send)) {
        for found in std::mem::take(&mut reviewed.matches) {
            match found.played.and_then(|played| self.same_as(played)) {
                Some(sentence) => {
                    self.twice += 1;
                    reviewed.say(Problem::Twice(sentence));
                }
                None => self.players.add(reviewed.wall, &found.totals),
            }
        }
        self.unit = self.unit.or(reviewed.unit);
        self.logs += u64::from(reviewed.is_log);
        for problem in &reviewed.problems {
            say(problem);
            match problem {
                Problem::Unreadable(_) => self.unreadable += 1,
                Problem::Disagreement(_) => self.disagreeing += 1,
                Problem::Twice(_) => {}
            }
        }
    }

    /// A sentence that names the match which is the same; `None` for the first one.
    fn same_as(&mut self, (fingerprint, name): (u128, String)) -> Option<String> {
        match self.firsts.entry(fingerprint) {
            Entry::Occupied(first) => Some(format!("{name} is the same match as {}", first.get())),
            Entry::Vacant(place) => {
                place.insert(name);
                None
            }
        }
    }
}
