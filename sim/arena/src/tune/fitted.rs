//! Agents fitted to rulesets, in a file: `tuned:file=FILE` plays each ruleset with its own.
//!
//! The file is JSON: one agent for each ruleset, found by the hash of its rules. [`Arena::tune`](crate::Arena::tune) adds to it.
//! It may come from anywhere: an agent in it that starts a program or reads a file plays only with `trust=true`.

use crate::error::{Error, Within};
use hyakuman_agents::spec::shell_word;
use hyakuman_agents::{Roster, Spec};
use hyakuman_game::ruleset::Described;
use hyakuman_record::{Lock, atomic, lock, quoted, regular};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of an agent that is another one under each ruleset.
pub(crate) const NAME: &str = "tuned";

/// Version of the format of the file.
const FORMAT: u32 = 1;

/// The fitted agents of a file.
#[derive(Clone, Debug)]
pub(crate) struct FittedAgents {
    path: PathBuf,
    content: Content,
    /// Whether its agents may start programs and read files.
    trusted: bool,
}

#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[serde(deny_unknown_fields)]
struct Content {
    /// Version of this format.
    tuned: u32,
    agents: Vec<Fitted>,
}

/// An agent and the rules it is fitted to.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fitted {
    /// Name of the rules, and the hash of their values.
    pub rules: String,
    pub rules_hash: String,
    /// The agent to play with: the one found if it gained, otherwise the one before.
    pub agent: String,
    pub before: String,
    /// The agent found by the search, and what it gained: rank points per match with their 95 % interval.
    pub found: String,
    pub gain: Option<f64>,
    pub gain_ci95: Option<[f64; 2]>,
    pub seed: u64,
    pub steps: u64,
    pub step_walls: u64,
    pub held_out: u64,
}

impl FittedAgents {
    /// Reads the file of `tuned:file=FILE`.
    ///
    /// # Errors
    /// There is no such option, or another one; the file cannot be read, or is no file of fitted agents.
    pub(crate) fn of(spec: &Spec) -> Result<FittedAgents, Error> {
        let (mut path, mut trusted) = (None, false);
        for (option, value) in spec.options() {
            match (&option[..], &value[..]) {
                ("file", file) if !file.is_empty() => path = Some(Path::new(file)),
                ("trust", "true" | "false") => trusted = value == "true",
                _ => return Err(usage()),
            }
        }
        let path = path.ok_or_else(usage)?;
        Ok(FittedAgents { trusted, ..FittedAgents::parse(path, &regular::read(path, regular::MOST)?)? })
    }

    /// Whether an agent can be added to a file, so that a search does not end in vain.
    ///
    /// # Errors
    /// It is another file, or cannot be written.
    pub(super) fn check(path: &Path) -> Result<(), Error> {
        FittedAgents::change(path, |_| {})
    }

    /// Reads a file that may not be there yet.
    fn read_or_empty(path: &Path) -> Result<FittedAgents, Error> {
        match regular::read_if_there(path, regular::MOST)? {
            Some(found) => FittedAgents::parse(path, &found),
            None => {
                let content = Content { tuned: FORMAT, agents: Vec::new() };
                Ok(FittedAgents { path: path.to_owned(), content, trusted: false })
            }
        }
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<FittedAgents, Error> {
        let path = path.to_owned();
        match serde_json::from_slice::<Content>(bytes) {
            Ok(content) if content.tuned == FORMAT => Ok(FittedAgents { path, content, trusted: false }),
            Ok(Content { tuned, .. }) => Err(Error::Usage(format!(
                "{}: the file has format {tuned}, this program reads format {FORMAT}",
                path.display()
            ))),
            Err(error) => Err(Error::Usage(format!(
                "{}: this is not a file that `hyakuman tune --out` wrote: {}",
                path.display(),
                quoted(&error)
            ))),
        }
    }

    /// The agent of a file for these rules, if it has one.
    ///
    /// # Errors
    /// It is another file, or cannot be read.
    pub(crate) fn find(path: &Path, rules: &Described) -> Result<Option<Fitted>, Error> {
        let agents = FittedAgents::read_or_empty(path)?.content.agents;
        Ok(agents.into_iter().find(|fitted| fitted.rules_hash == rules.hash_text()))
    }

    /// The agent for these rules.
    ///
    /// # Errors
    /// The file has none, one that the roster does not know, or one that must be trusted and is not.
    pub(crate) fn under(&self, rules: &Described, roster: &Roster) -> Result<Spec, Error> {
        let hash = rules.hash_text();
        let found = self.content.agents.iter().find(|fitted| fitted.rules_hash == hash);
        let path = self.path.display();
        let fitted = found.ok_or_else(|| {
            let [rules, arguments] = named(rules);
            Error::Usage(format!(
                "{path}: there is no agent fitted to {rules} (rules hash {hash}), and every ruleset that is played needs one: `hyakuman tune AGENT {arguments} --out {path}` adds it"
            ))
        })?;
        let spec = roster.spec(&fitted.agent).within(|| &path)?;
        match roster.needs(&spec) {
            Some(needs) if !self.trusted => Err(Error::Usage(format!(
                "{path}: the agent for {}, {spec}, {needs}: where you trust the file, write {NAME}:file={path},trust=true",
                rules.id
            ))),
            _ => Ok(roster.with_hash(spec)),
        }
    }

    /// Adds an agent to the file, or replaces the one for the same rules. Other programs may add to it at the same time.
    pub(crate) fn add(path: &Path, fitted: Fitted) -> Result<(), Error> {
        FittedAgents::change(path, |agents| {
            agents.retain(|other| other.rules_hash != fitted.rules_hash);
            agents.push(fitted);
        })
    }

    /// Reads the file, changes its agents and writes it, while it is locked.
    fn change(path: &Path, change: impl FnOnce(&mut Vec<Fitted>)) -> Result<(), Error> {
        let path = regular::target(path).within(|| path.display())?;
        let _lock = Lock::take(&lock::beside(&path)).within(|| path.display())?;
        let mut found = FittedAgents::read_or_empty(&path)?;
        change(&mut found.content.agents);
        found.write()
    }

    fn write(&self) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(&self.content).expect("texts and numbers");
        Ok(atomic::write(&self.path, (text + "\n").as_bytes())?)
    }
}

/// Rules by the name of a preset and their changes, for people and as arguments.
fn named(rules: &Described) -> [String; 2] {
    let is_preset =
        hyakuman_registry::load_preset(&rules.id).is_ok_and(|preset| preset.describe().hash == rules.hash);
    let base = rules.base.filter(|_| !is_preset).unwrap_or(&rules.id);
    let changes: Vec<String> = rules.changes().filter(|_| !is_preset).collect();
    let sets: String = changes.iter().map(|change| format!(" --set {}", shell_word(change))).collect();
    [[&[base.to_owned()], &changes[..]].concat().join(" "), format!("--rules {base}{sets}")]
}

fn usage() -> Error {
    Error::Usage(format!(
        "{NAME} needs a file that `hyakuman tune --out` wrote: {NAME}:file=FILE; with trust=true its agents may start programs and read files"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    /// The check before a search rewrites the file, so it must not do that while another program adds an agent.
    #[test]
    fn the_check_waits_for_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents.json");
        let lock = Lock::take(&lock::beside(&path)).unwrap();
        thread::scope(|scope| {
            let check = scope.spawn(|| FittedAgents::check(&path));
            thread::sleep(Duration::from_millis(200));
            assert!(!check.is_finished());
            drop(lock);
            check.join().unwrap().unwrap();
        });
        assert!(FittedAgents::read_or_empty(&path).unwrap().content.agents.is_empty());
    }
}
