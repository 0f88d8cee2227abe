//! What a bot writes to its standard error: to a file, nowhere, or kept for messages.

use hyakuman_core::excerpt::{excerpt, plain};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Most bytes that are taken for one line.
const MOST: u64 = 4 << 10;

/// Most characters of the line in a message.
const SHOWN: usize = 300;

/// How long the rest is waited for after the process has ended. Only a process that left the group of the bot takes so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a log could not be written: the first such error of the program.
static UNWRITTEN: Mutex<Option<String>> = Mutex::new(None);

/// Why a log (`stderr=FILE`) could not be written, if one could not: what a bot wrote when no question followed ends no run.
pub fn unwritten_log() -> Option<String> {
    lock(&UNWRITTEN).clone()
}

/// What becomes of the standard error of a bot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stderr {
    /// Nobody reads it.
    Discarded,
    /// Its last line is kept for messages.
    Kept,
    /// It is appended to this file.
    File(Arc<Log>),
}

impl Stderr {
    pub(crate) fn log(&self) -> Option<&Arc<Log>> {
        match self {
            Stderr::File(log) => Some(log),
            Stderr::Discarded | Stderr::Kept => None,
        }
    }
}

/// The file to which the standard error of bots is appended, and failures.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: Mutex<File>,
    /// Why it could not be written.
    error: Mutex<Option<String>>,
}

impl PartialEq for Log {
    fn eq(&self, other: &Log) -> bool {
        self.path == other.path
    }
}

impl Log {
    pub(super) fn open(path: &Path) -> Result<Log, String> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| sentence(path, &error))?;
        Ok(Log { path: path.to_owned(), file: Mutex::new(file), error: Mutex::default() })
    }

    /// Appends in one piece, so that lines of several processes stay whole.
    pub(super) fn append(&self, text: &[u8]) {
        if let Err(error) = lock(&self.file).write_all(text) {
            let sentence = sentence(&self.path, &error);
            lock(&UNWRITTEN).get_or_insert_with(|| sentence.clone());
            lock(&self.error).get_or_insert(sentence);
        }
    }

    /// Why it could not be written, if it could not.
    pub(super) fn error(&self) -> Option<String> {
        lock(&self.error).clone()
    }

    /// The file, for messages.
    pub(super) fn name(&self) -> String {
        excerpt(&self.path.display().to_string())
    }
}

fn sentence(path: &Path, error: &io::Error) -> String {
    format!("stderr={} cannot be written: {error}", excerpt(&path.display().to_string()))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A standard error, which a thread reads to its end.
pub(super) struct StderrReader {
    /// Its last line that says something.
    line: Arc<Mutex<LastLine>>,
    thread: JoinHandle<()>,
}

impl StderrReader {
    pub(super) fn new(pipe: ChildStderr, stderr: &Stderr) -> StderrReader {
        let line = Arc::<Mutex<LastLine>>::default();
        let (kept, log) = (Arc::clone(&line), stderr.log().cloned());
        StderrReader { line, thread: thread::spawn(move || read(pipe, &kept, log.as_deref())) }
    }

    /// The last line that says something, once the process has ended; `None` if there is none.
    pub(super) fn last_line(&self) -> Option<String> {
        self.wait();
        lock(&self.line).shown()
    }

    fn wait(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The process has ended: what it wrote is in the log.
impl Drop for StderrReader {
    fn drop(&mut self) {
        self.wait();
    }
}

fn read(pipe: ChildStderr, kept: &Mutex<LastLine>, log: Option<&Log>) {
    let (mut pipe, mut bytes) = (BufReader::new(pipe), Vec::new());
    while (&mut pipe).take(MOST).read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        if let Some(log) = log {
            log.append(&bytes);
        }
        lock(kept).add(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
}

/// The last line of some text that says something.
#[derive(Default)]
struct LastLine {
    /// The last one that does not belong to the one before it.
    head: Option<String>,
    /// The last one with a letter or digit.
    any: Option<String>,
}

impl LastLine {
    fn add(&mut self, line: &str) {
        if !line.contains(char::is_alphanumeric) || SAY_NOTHING.iter().any(|start| line.starts_with(start)) {
            return;
        }
        // Frames of a stack, and details of an error, are indented.
        let last = if line.starts_with(char::is_whitespace) { &mut self.any } else { &mut self.head };
        *last = Some(plain(line.trim(), SHOWN));
    }

    fn shown(&self) -> Option<String> {
        self.head.clone().or_else(|| self.any.clone())
    }
}

/// How lines begin that programs write after the error: Node.js its version, Rust a hint.
const SAY_NOTHING: [&str; 2] = ["Node.js v", "note: run with `RUST_BACKTRACE"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_says_something() {
        for (text, expected) in [
            (
                "/bot.js:3\nthrow new Error('boom');\n^\n\nError: boom\n    at Object.<anonymous> (/bot.js:3:7) {\n  code: 7\n}\n\
                 \nNode.js v20.20.2\n",
                Some("Error: boom"),
            ),
            (
                "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\nValueError: 5z\n\n",
                Some("ValueError: 5z"),
            ),
            ("thread 'main' panicked at b.rs:1:\nboom\nnote: run with `RUST_BACKTRACE=1` \n", Some("boom")),
            (
                "Exception in thread \"main\" E: boom\n\tat B.main(B.java:1)\n",
                Some("Exception in thread \"main\" E: boom"),
            ),
            ("  loading\n  no model\n", Some("no model")),
            ("\u{1b}[31mred\n", Some("\\u{1b}[31mred")),
            ("\n---\n", None),
        ] {
            let mut last = LastLine::default();
            text.lines().for_each(|line| last.add(line));
            assert_eq!(last.shown().as_deref(), expected, "{text}");
        }
    }
}
