//! What a bot writes to its standard error: to a file, nowhere, or kept for messages.

use super::settings::{Settings, Stderr, appended};
use hyakuman_core::excerpt::escaped;
use std::io::{BufRead, BufReader, Read};
use std::process::{ChildStderr, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Most bytes that are taken for one line.
const MOST: u64 = 4 << 10;

/// Most characters of the line in a message.
const SHOWN: usize = 300;

/// How long the rest is waited for after the process has ended.
const PATIENCE: Duration = Duration::from_millis(200);

/// Where the bot writes its standard error.
pub(super) fn target(settings: &Settings) -> Result<Stdio, String> {
    match &settings.stderr {
        Stderr::Discarded => Ok(Stdio::null()),
        Stderr::Kept => Ok(Stdio::piped()),
        Stderr::File(path) => appended(path).map(Stdio::from),
    }
}

/// The last line of a standard error that is not blank. A thread reads it to its end.
pub(super) struct LastLine {
    line: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl LastLine {
    pub(super) fn of(pipe: ChildStderr) -> LastLine {
        let line = Arc::<Mutex<String>>::default();
        let kept = Arc::clone(&line);
        LastLine { line, reader: thread::spawn(move || keep(pipe, &kept)) }
    }

    /// The line, once the process has ended; `None` if it wrote nothing.
    pub(super) fn get(&self) -> Option<String> {
        let deadline = Instant::now() + PATIENCE;
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(line).filter(|line| !line.is_empty())
    }
}

fn keep(pipe: ChildStderr, kept: &Mutex<String>) {
    let (mut pipe, mut bytes) = (BufReader::new(pipe), Vec::new());
    while (&mut pipe).take(MOST).read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes);
        if !line.trim().is_empty() {
            let begin: String = line.trim().chars().take(SHOWN).collect();
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = escaped(&begin);
        }
        bytes.clear();
    }
}
