//! The state of an experiment in a file, from which it is continued.
//!
//! The file has the totals of the first walls: estimates cannot be added to. A complete one gives its result without playing. It is replaced as a
//! whole: a program killed at any moment leaves the old state or the new. While the experiment goes on, a lock file keeps others from using its
//! state.

use super::GridSums;
use crate::error::{Error, Within};
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::{Additive, numbers_as_text};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{Lock, Shard, atomic, hashing, lock, regular};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The version of the format of the file.
const FORMAT: u32 = 2;

/// How often a lock that is taken is tried, and the time between two tries.
const TRIES: u32 = 25;
const LOOK_AT: Duration = Duration::from_millis(20);

/// Time between two saves.
const PAUSE: Duration = Duration::from_secs(1);

/// The keys of an identity that say which rulesets, and which walls.
const RULES: &str = "rules";
const SHARD: &str = "shard";

/// What determines the totals of an experiment: experiments that differ in any of it have different files.
#[derive(Clone)]
pub(crate) struct Identity {
    /// What it is called: comparison, match.
    work: &'static str,
    /// Names of the rulesets, for people: only their values count.
    names: String,
    /// In the order in which they are compared.
    keys: Vec<(&'static str, String)>,
}

impl Identity {
    /// Of the rulesets, the first of which is the base.
    pub(crate) fn new(work: &'static str, rules: &[(&str, &AnyRules)]) -> Identity {
        let names: Vec<&str> = rules.iter().map(|(name, _)| *name).collect();
        let hashes: Vec<String> = rules.iter().map(|(_, rules)| rules.describe().hash_text()).collect();
        let keys = vec![("version", env!("CARGO_PKG_VERSION").into()), (RULES, hashes.join(" | "))];
        Identity { work, names: names.join(" | "), keys }
    }

    /// With one more key; a list of nothing is `none`.
    #[must_use]
    pub(crate) fn with<T: ToString>(
        mut self,
        key: &'static str,
        values: impl IntoIterator<Item = T>,
    ) -> Identity {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        self.keys.push((key, if values.is_empty() { "none".into() } else { values.join(" | ") }));
        self
    }

    /// With agents by the content of their files, in all keys so far: a state goes with them wherever they are.
    #[must_use]
    pub(crate) fn by_content<'l>(
        mut self,
        roster: &Roster,
        agents: impl IntoIterator<Item = &'l Spec>,
    ) -> Identity {
        for agent in agents {
            let (text, content) = (agent.to_string(), roster.content(agent));
            let by_content = |(_, value): &mut (_, String)| *value = value.replace(&text, &content);
            self.keys.iter_mut().for_each(by_content);
        }
        self
    }

    #[must_use]
    pub(super) fn of_shard(&self, shard: Shard) -> Identity {
        self.clone().with(SHARD, [shard])
    }

    /// The first key that a state has otherwise.
    fn difference(&self, found: &Found) -> Option<String> {
        let differs = |(key, wanted): &&(&str, String)| found.keys.get(*key) != Some(wanted);
        let (key, wanted) = self.keys.iter().find(differs)?;
        let found_value = found.keys.get(*key).map_or("missing", |value| value);
        Some(match *key {
            RULES => {
                format!("{key} {} (hash {found_value}), not {} (hash {wanted})", found.names, self.names)
            }
            _ => format!("{key} {found_value}, not {wanted}"),
        })
    }

    /// `a match`, `an experiment`.
    fn one(&self) -> String {
        let article = if self.work.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.work)
    }

    fn no_state(&self) -> String {
        format!("this is not the state of {}: name a new file, or remove it to start again", self.one())
    }
}

/// The content of the file, but for its second line: the SHA-256 of the other lines.
#[derive(Serialize)]
struct Written<'a> {
    experiment_state: u32,
    work: &'a str,
    names: &'a str,
    keys: BTreeMap<&'a str, &'a str>,
    /// As in the sums, for people who read the file.
    walls: u64,
    sums: String,
}

/// The content of a file.
#[derive(Deserialize)]
struct Found {
    sha256: String,
    experiment_state: u32,
    work: String,
    names: String,
    keys: BTreeMap<String, String>,
    sums: String,
}

/// A file that is kept up to date.
pub(super) struct StateFile {
    path: PathBuf,
    identity: Identity,
    saved: Instant,
    _lock: Lock,
}

impl StateFile {
    /// Opens a file; with the totals in it, or `empty` if there is none yet.
    pub(super) fn open<S: Additive>(
        path: &Path,
        identity: Identity,
        empty: GridSums<S>,
    ) -> Result<(StateFile, GridSums<S>), Error> {
        let path = &regular::target(path).within(|| path.display())?;
        let lock = taken(&lock::beside(path))?;
        let in_use = || problem(path, &format!("another {} is using this state file", identity.work));
        let lock = lock.ok_or_else(in_use)?;
        let totals = match regular::read_if_there(path, regular::MOST)? {
            None => empty,
            Some(text) => {
                let advice = "name another file, or remove this one to start again";
                totals_in(path, &text, &identity, advice, empty)?
            }
        };
        let file = StateFile { path: path.to_owned(), identity, saved: Instant::now(), _lock: lock };
        file.write(&totals)?; // so that a path that cannot be written is noticed before any match
        Ok((file, totals))
    }

    /// Saves the totals if the last time was a while ago.
    pub(super) fn keep<S: Additive>(&mut self, totals: &GridSums<S>) -> Result<(), Error> {
        if self.saved.elapsed() < PAUSE {
            return Ok(());
        }
        self.saved = Instant::now();
        self.write(totals)
    }

    pub(super) fn write<S: Additive>(&self, totals: &GridSums<S>) -> Result<(), Error> {
        let Identity { work, names, keys } = &self.identity;
        let (keys, sums) =
            (keys.iter().map(|(key, value)| (*key, &**value)), numbers_as_text(&totals.sums()));
        let (keys, walls) = (keys.collect(), totals.walls);
        let state = Written { experiment_state: FORMAT, work, names, keys, walls, sums };
        let text = serde_json::to_string_pretty(&state).expect("texts and numbers") + "\n";
        Ok(atomic::write(&self.path, &hashing::with_own_hash("sha256", text.as_bytes()))?)
    }
}

/// A lock; `None` if another process has it, and not only for the moment of a look.
fn taken(path: &Path) -> Result<Option<Lock>, Error> {
    for _ in 0..TRIES {
        match Lock::try_take(path)? {
            None => thread::sleep(LOOK_AT),
            lock => return Ok(lock),
        }
    }
    Ok(Lock::try_take(path)?)
}

/// Reads the totals of a shard, without a lock.
pub(super) fn load<S: Additive>(
    path: &Path,
    wanted: &Identity,
    empty: GridSums<S>,
) -> Result<GridSums<S>, Error> {
    let text = regular::read(path, regular::MOST)?;
    totals_in(path, &text, wanted, "give the arguments of the shards", empty)
}

/// The shard of a file, without a lock.
pub(super) fn shard(path: &Path, wanted: &Identity) -> Result<String, Error> {
    let found = parse(path, &regular::read(path, regular::MOST)?, wanted)?;
    found.keys.get(SHARD).cloned().ok_or_else(|| problem(path, &wanted.no_state()))
}

/// The totals in the text of a file, of the experiment with this identity. `advice`: what to do if it is that of another one.
fn totals_in<S: Additive>(
    path: &Path,
    text: &[u8],
    wanted: &Identity,
    advice: &str,
    empty: GridSums<S>,
) -> Result<GridSums<S>, Error> {
    let found = parse(path, text, wanted)?;
    if let Some(difference) = wanted.difference(&found) {
        let what = format!("the state of another {}, with {difference}: {advice}", wanted.work);
        return Err(problem(path, &what));
    }
    empty.restored(&found.sums).ok_or_else(|| problem(path, &wanted.no_state()))
}

fn parse(path: &Path, text: &[u8], wanted: &Identity) -> Result<Found, Error> {
    let found: Option<Found> = serde_json::from_slice(text).ok();
    let found = found.filter(|found| found.work == wanted.work);
    let found = found.ok_or_else(|| problem(path, &wanted.no_state()))?;
    match found.experiment_state {
        _ if !hashing::is_own_hash(&found.sha256, text) => {
            Err(problem(path, "the file was changed or damaged (SHA-256 differs): remove it to start again"))
        }
        FORMAT => Ok(found),
        other => {
            let what = format!("the state has format {other}, this program reads format {FORMAT}");
            Err(problem(path, &what))
        }
    }
}

fn problem(path: &Path, what: &str) -> Error {
    Error::Usage(format!("{}: {what}", path.display()))
}
