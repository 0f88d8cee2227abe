//! The state of work that can be continued, in a file: of a contest or a comparison.
//!
//! The file has the totals of the first walls. It is replaced as a whole: a program killed at any moment leaves the old
//! state or the new. While the work goes on, a lock file keeps others from using its state.

use crate::error::{Error, Within};
use hyakuman_analysis::Additive;
use hyakuman_record::{Lock, atomic, hashing, lock, regular};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two saves.
const PAUSE: Duration = Duration::from_secs(1);

/// What determines the totals: work that differs in any of it has different files.
pub(crate) trait Identity: Serialize + DeserializeOwned + Clone {
    /// What the work is called: match, comparison.
    const WORK: &'static str;

    /// Version of the format of the file.
    fn format(&self) -> u32;

    /// What differs first from what is wanted, in words.
    fn difference(&self, wanted: &Self) -> Option<String>;
}

/// Sums over the first walls.
pub(crate) trait Sums: Sized {
    /// Number of walls.
    fn walls(&self) -> u64;

    /// All sums as text; [`Sums::take_text`] restores them.
    fn to_text(&self) -> String;

    /// Restores the sums from [`Sums::to_text`]; `None` for any other text.
    fn take_text(self, text: &str) -> Option<Self>;
}

/// Whole numbers as text.
pub(crate) fn numbers_as_text(numbers: &[i128]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The sums with the numbers of [`numbers_as_text`]; `None` for any other text.
pub(crate) fn take_numbers<T: Additive>(mut sums: T, text: &str) -> Option<T> {
    let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<_>, _>>().ok()?;
    let mut numbers = numbers.into_iter();
    (sums.take_sums(&mut numbers) && numbers.next().is_none()).then_some(sums)
}

/// The content of the file, but for its second line: the SHA-256 of the other lines.
#[derive(Serialize, Debug)]
struct State<I> {
    #[serde(flatten)]
    identity: I,
    /// Walls played; as in the sums, for people who read the file.
    walls: u64,
    sums: String,
}

/// What every state has. It is read apart from the identity: serde would first collect flattened fields as values of any
/// form, which may take many times the memory of their text.
#[derive(Deserialize)]
struct Content {
    sha256: String,
    walls: u64,
    sums: String,
}

/// The first text that differs: what it says, as found and as wanted.
pub(crate) fn first_difference(texts: &[(&str, [String; 2])]) -> Option<String> {
    let mut differing = texts.iter().filter(|(_, [found, wanted])| found != wanted);
    differing.next().map(|(what, [found, wanted])| format!("{what} {found}, not {wanted}"))
}

/// Measures of one's own in words.
pub(crate) fn measures_in_words(texts: &[String]) -> String {
    match texts {
        [] => "none".to_owned(),
        texts => texts.join("; "),
    }
}

/// The rules of two identities in words, by name and hash. The name does not matter, only the values: two empty texts if the
/// hashes are the same.
pub(crate) fn rules_in_words(rules: [(&str, &str); 2]) -> [String; 2] {
    let [(_, found), (_, wanted)] = rules;
    rules.map(|(name, hash)| if found == wanted { String::new() } else { format!("{name} (hash {hash})") })
}

/// A file that is kept up to date.
pub(crate) struct StateFile<I> {
    path: PathBuf,
    identity: I,
    saved: Instant,
    _lock: Lock,
}

impl<I: Identity> StateFile<I> {
    /// Opens a file; with the totals in it, or `empty` if there is none yet.
    ///
    /// # Errors
    /// The file cannot be read or written, is no state of such work or that of another one, or is in use.
    pub(crate) fn open<T: Sums>(path: &Path, identity: I, empty: T) -> Result<(StateFile<I>, T), Error> {
        let path = &regular::target(path).within(|| path.display())?;
        let lock = Lock::try_take(&lock::beside(path)).within(|| path.display())?;
        let lock = lock.ok_or_else(|| {
            Error::Usage(format!("{}: another {} is using this state file", path.display(), I::WORK))
        })?;
        let totals = match regular::read_if_there(path, regular::MOST)? {
            None => empty,
            Some(found) => totals_in(path, &found, &identity, Advice::OtherFile, empty)?,
        };
        let file = StateFile { path: path.to_owned(), identity, saved: Instant::now(), _lock: lock };
        file.write(&totals)?; // so that a path that cannot be written is noticed before any match
        Ok((file, totals))
    }

    /// Saves the totals if the last time was a while ago.
    pub(crate) fn keep(&mut self, totals: &impl Sums) -> Result<(), Error> {
        if self.saved.elapsed() < PAUSE {
            return Ok(());
        }
        self.saved = Instant::now();
        self.write(totals)
    }

    /// Saves the totals.
    pub(crate) fn write(&self, totals: &impl Sums) -> Result<(), Error> {
        let (identity, walls, sums) = (self.identity.clone(), totals.walls(), totals.to_text());
        let state = State { identity, walls, sums };
        let text = serde_json::to_string_pretty(&state).expect("texts and numbers") + "\n";
        Ok(atomic::write(&self.path, &hashing::with_own_hash("sha256", text.as_bytes()))?)
    }
}

/// What to do about the state of other work.
#[derive(Clone, Copy)]
enum Advice {
    OtherFile,
    SameArguments,
}

/// Reads the totals of a shard, without a lock.
///
/// # Errors
/// The file cannot be read, is no state of such work or that of another one.
pub(crate) fn load<I: Identity, T: Sums>(path: &Path, wanted: &I, empty: T) -> Result<T, Error> {
    totals_in(path, &regular::read(path, regular::MOST)?, wanted, Advice::SameArguments, empty)
}

/// Reads the identity of a file, without a lock.
///
/// # Errors
/// The file cannot be read, or is no state of such work.
pub(crate) fn identity<I: Identity>(path: &Path) -> Result<I, Error> {
    let text = regular::read(path, regular::MOST)?;
    parse(&text).map(|state| state.identity).map_err(|what| problem(path, &what))
}

/// The totals in the text of a file, of the work with this identity.
fn totals_in<I: Identity, T: Sums>(
    path: &Path,
    text: &[u8],
    wanted: &I,
    advice: Advice,
    empty: T,
) -> Result<T, Error> {
    let state: State<I> = parse(text).map_err(|what| problem(path, &what))?;
    let [found, format] = [state.identity.format(), wanted.format()];
    if found != format {
        let what = format!("the state has format {found}, this program reads format {format}");
        return Err(problem(path, &what));
    }
    if let Some(difference) = state.identity.difference(wanted) {
        let advice = match advice {
            Advice::OtherFile => "name another file, or remove this one to start again",
            Advice::SameArguments => "give the arguments of the shards",
        };
        return Err(problem(path, &format!("the state of another {}, {difference}: {advice}", I::WORK)));
    }
    empty.take_text(&state.sums).ok_or_else(|| problem(path, &no_state::<I>()))
}

/// The state in the text of a file; the error is the rest of a sentence.
fn parse<I: Identity>(text: &[u8]) -> Result<State<I>, String> {
    let read = || Some((serde_json::from_slice(text).ok()?, serde_json::from_slice(text).ok()?));
    let (identity, Content { sha256, walls, sums }) = read().ok_or_else(no_state::<I>)?;
    match hashing::is_own_hash(&sha256, text) {
        true => Ok(State { identity, walls, sums }),
        false => Err("the file was changed or damaged (SHA-256 differs): remove it to start again".into()),
    }
}

fn no_state<I: Identity>() -> String {
    format!("this is not the state of a {}: name a new file, or remove it to start again", I::WORK)
}

fn problem(path: &Path, what: &str) -> Error {
    Error::Usage(format!("{}: {what}", path.display()))
}
