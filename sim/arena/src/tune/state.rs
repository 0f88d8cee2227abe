//! The progress of a search in a file, so that it can be continued. The file is replaced as a whole after each step.

use super::search::{Progress, Search};
use crate::error::{Error, Within};
use hyakuman_record::{Lock, atomic};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What determines the steps: searches that differ in any of it have different files.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    /// Version of the program.
    pub version: String,
    /// Name of the rules, and the hash of their values.
    pub rules: String,
    pub rules_hash: String,
    pub agent: String,
    /// The options with their ranges.
    pub options: Vec<String>,
    pub steps: u64,
    pub walls: u64,
    pub seed: u64,
}

/// The content of the file. Numbers are texts: they are read as they were written, to the last bit.
#[derive(Serialize, Deserialize, Debug)]
struct State {
    /// Version of this format.
    tune_state: u32,
    #[serde(flatten)]
    identity: Identity,
    done: u64,
    at: Vec<String>,
    sums: Vec<String>,
}

/// A file that is kept up to date.
pub(super) struct StateFile {
    path: PathBuf,
    identity: Identity,
    _lock: Lock,
}

/// Version of the format of the file.
const FORMAT: u32 = 1;

const NO_STATE: &str =
    "this is not the state of `hyakuman tune`: name a new file, or remove it to start again";

impl StateFile {
    /// Opens a file, and sets the search to the progress in it.
    ///
    /// # Errors
    /// The file cannot be read or written, is no state of a search or that of another one, or is in use.
    pub(super) fn open(path: &Path, identity: Identity, search: &mut Search) -> Result<StateFile, Error> {
        let mut locked = path.as_os_str().to_owned();
        locked.push(".lock");
        let lock = Lock::try_take(Path::new(&locked)).within(|| path.display())?;
        let in_use = || Error::Usage(format!("{}: another search is using this state file", path.display()));
        let mut file = StateFile { path: path.to_owned(), identity, _lock: lock.ok_or_else(in_use)? };
        match fs::read_to_string(path) {
            Ok(text) => {
                let read = file.read(&text, &search.progress);
                search.progress =
                    read.map_err(|problem| Error::Usage(format!("{}: {problem}", path.display())))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(Error::Usage(format!("{}: {NO_STATE}", path.display())));
            }
            Err(error) => return Err(Error::from(error).within(path.display())),
        }
        file.keep(search)?; // so that a path that cannot be written is noticed before any match
        Ok(file)
    }

    /// Saves the progress.
    pub(super) fn keep(&mut self, search: &Search) -> Result<(), Error> {
        let text = |numbers: &[f64]| numbers.iter().map(ToString::to_string).collect();
        let Progress { done, at, sums } = &search.progress;
        let identity = self.identity.clone();
        let state = State { tune_state: FORMAT, identity, done: *done, at: text(at), sums: text(sums) };
        let text = serde_json::to_string_pretty(&state).expect("texts and numbers");
        Ok(atomic::write(&self.path, (text + "\n").as_bytes())?)
    }

    fn read(&self, text: &str, start: &Progress) -> Result<Progress, String> {
        let state: State = serde_json::from_str(text).map_err(|_| NO_STATE.to_owned())?;
        if state.tune_state != FORMAT {
            let found = state.tune_state;
            return Err(format!("the state has format {found}, this program reads format {FORMAT}"));
        }
        if state.identity != self.identity {
            return Err(format!(
                "the state of another search, of {} under {} with seed {}: name another file, or remove this one to start again",
                state.identity.agent, state.identity.rules, state.identity.seed
            ));
        }
        let numbers = |texts: &[String]| -> Option<Vec<f64>> {
            let numbers: Option<Vec<f64>> = texts.iter().map(|text| text.parse().ok()).collect();
            numbers
                .filter(|numbers| numbers.len() == start.at.len() && numbers.iter().all(|it| it.is_finite()))
        };
        let progress = numbers(&state.at).zip(numbers(&state.sums));
        let (at, sums) = progress.filter(|_| state.done <= state.identity.steps).ok_or(NO_STATE)?;
        Ok(Progress { done: state.done, at, sums })
    }
}
