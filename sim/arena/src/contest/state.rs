//! The state of a contest in a file, so that it can be continued.
//!
//! The file has the totals of the first walls. It is replaced as a whole: a program killed at any moment leaves the old
//! state or the new. While a contest runs, a lock file keeps others from using its state.

use super::totals::Totals;
use crate::error::{Error, Within};
use hyakuman_record::{Lock, atomic};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two saves.
const PAUSE: Duration = Duration::from_secs(1);

/// What determines the totals: contests that differ in any of it have different files.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// Version of the program.
    pub version: String,
    /// Name of the rules, and the hash of their values.
    pub rules: String,
    pub rules_hash: String,
    pub agents: Vec<String>,
    /// Kinds of tables.
    pub tables: Vec<String>,
    pub seed: u64,
    /// The sequential test with its error rates; `None` for a fixed number of walls.
    pub test: Option<String>,
}

/// The content of the file.
#[derive(Serialize, Deserialize, Debug)]
struct State {
    /// Version of this format.
    match_state: u32,
    #[serde(flatten)]
    identity: Identity,
    /// Walls played; as in the sums, for people who read the file.
    walls: u64,
    sums: String,
}

/// A file that is kept up to date.
pub(crate) struct StateFile {
    path: PathBuf,
    identity: Identity,
    saved: Instant,
    _lock: Lock,
}

impl StateFile {
    /// Opens a file; with the totals in it, or `empty` if there is none yet.
    ///
    /// # Errors
    /// The file cannot be read or written, is no state of a match or that of another one, or is in use.
    pub(crate) fn open(path: &Path, identity: Identity, empty: Totals) -> Result<(StateFile, Totals), Error> {
        let mut locked = path.as_os_str().to_owned();
        locked.push(".lock");
        let lock = Lock::try_take(Path::new(&locked)).within(|| path.display())?;
        let lock = lock.ok_or_else(|| {
            Error::Usage(format!("{}: another match is using this state file", path.display()))
        })?;
        let totals = match fs::read_to_string(path) {
            Ok(text) => read(&text, &identity, empty)
                .map_err(|problem| Error::Usage(format!("{}: {problem}", path.display())))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => empty,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(Error::Usage(format!("{}: {NO_STATE}", path.display())));
            }
            Err(error) => return Err(Error::from(error).within(path.display())),
        };
        let file = StateFile { path: path.to_owned(), identity, saved: Instant::now(), _lock: lock };
        file.write(&totals)?; // so that a path that cannot be written is noticed before any match
        Ok((file, totals))
    }

    /// Saves the totals if the last time was a while ago.
    pub(crate) fn keep(&mut self, totals: &Totals) -> Result<(), Error> {
        if self.saved.elapsed() < PAUSE {
            return Ok(());
        }
        self.saved = Instant::now();
        self.write(totals)
    }

    /// Saves the totals.
    pub(crate) fn write(&self, totals: &Totals) -> Result<(), Error> {
        let (identity, walls, sums) = (self.identity.clone(), totals.walls, totals.to_text());
        let state = State { match_state: FORMAT, identity, walls, sums };
        let text = serde_json::to_string_pretty(&state).expect("texts and numbers");
        Ok(atomic::write(&self.path, (text + "\n").as_bytes())?)
    }
}

/// Version of the format of the file.
const FORMAT: u32 = 1;

const NO_STATE: &str = "this is not the state of a match: name a new file, or remove it to start again";

/// The totals in the text of a file, of the match with this identity.
fn read(text: &str, wanted: &Identity, empty: Totals) -> Result<Totals, String> {
    let state: State = serde_json::from_str(text).map_err(|_| NO_STATE.to_owned())?;
    if state.match_state != FORMAT {
        let found = state.match_state;
        return Err(format!("the state has format {found}, this program reads format {FORMAT}"));
    }
    if let Some(difference) = state.identity.difference(wanted) {
        return Err(format!(
            "the state of another match, {difference}: name another file, or remove this one to start again"
        ));
    }
    empty.take_text(&state.sums).ok_or_else(|| NO_STATE.to_owned())
}

impl Identity {
    /// What differs first from what is wanted, in words.
    fn difference(&self, wanted: &Identity) -> Option<String> {
        let test = |identity: &Identity| match &identity.test {
            Some(test) => format!("the test {test}"),
            None => "a fixed number of walls".to_owned(),
        };
        let rules = |identity: &Identity| format!("{} (hash {})", identity.rules, identity.rules_hash);
        let pairs = [
            ("of version", self.version.clone(), wanted.version.clone()),
            ("under", rules(self), rules(wanted)),
            ("between", self.agents.join(" and "), wanted.agents.join(" and ")),
            ("at the tables", self.tables.join(","), wanted.tables.join(",")),
            ("with seed", self.seed.to_string(), wanted.seed.to_string()),
            ("with", test(self), test(wanted)),
        ];
        // The name of the rules does not matter, only their values.
        let same_rules = self.rules_hash == wanted.rules_hash;
        let mut differing = pairs
            .into_iter()
            .filter(|(what, found, wanted)| found != wanted && !(*what == "under" && same_rules));
        differing.next().map(|(what, found, wanted)| format!("{what} {found}, not {wanted}"))
    }
}
