//! Input that may be long, slow or endless. A separate thread reads it, so that Ctrl-C works while no input arrives;
//! only the current piece and line are kept in memory.

use crate::failure::Failure;
use anyhow::{Context, Error, Result};
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Stdin, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::time::Duration;

/// Bytes in a piece.
const PIECE: usize = 64 << 10;

/// Pieces read ahead of the consumer.
const AHEAD: usize = 4;

/// Time between two checks of the stop flag while no input arrives.
const PAUSE: Duration = Duration::from_millis(50);

/// Longest line that is processed: 1 MiB.
const LONGEST: u64 = 1 << 20;

/// A line longer than this ends the input with an error: 1 GiB.
const ENDLESS: u64 = 1 << 30;

/// Longest rules file: 1 MiB.
const LONGEST_RULES: u64 = 1 << 20;

/// Some editors put this at the beginning of a UTF-8 file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Why reading stopped.
#[derive(Debug)]
pub enum Stopped {
    /// The stop flag was set.
    Interrupted,
    /// The input cannot be read.
    Failed(io::Error),
    /// The caller's `idle` function failed.
    Idle(io::Error),
}

/// Standard input. On a terminal, says on standard error what is read (such as `hands, one per line`) and how to end
/// the input, because nothing else shows that the program waits.
pub fn stdin(what: &str) -> Stdin {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        let _ = writeln!(io::stderr(), "reading {what} from the terminal; {end} ends the input");
    }
    stdin
}

/// Input in pieces.
pub struct Pieces {
    pieces: Receiver<io::Result<Vec<u8>>>,
    stop: Arc<AtomicBool>,
}

impl Pieces {
    /// Starts the reading thread.
    pub fn new(input: impl Read + Send + 'static, stop: &Arc<AtomicBool>) -> io::Result<Pieces> {
        let (sender, pieces) = mpsc::sync_channel(AHEAD);
        std::thread::Builder::new().name("input".into()).spawn(move || send(input, &sender))?;
        Ok(Pieces { pieces, stop: Arc::clone(stop) })
    }

    /// The next piece, or `None` at the end of the input. Calls `idle` before it has to wait.
    pub fn next(&mut self, mut idle: impl FnMut() -> io::Result<()>) -> Result<Option<Vec<u8>>, Stopped> {
        self.check()?;
        match self.pieces.try_recv() {
            Ok(piece) => return piece.map(Some).map_err(Stopped::Failed),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) => idle().map_err(Stopped::Idle)?,
        }
        loop {
            self.check()?;
            match self.pieces.recv_timeout(PAUSE) {
                Ok(piece) => return piece.map(Some).map_err(Stopped::Failed),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) { Err(Stopped::Interrupted) } else { Ok(()) }
    }
}

/// Sends all input, until the receiver is dropped.
fn send(mut input: impl Read, to: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let sent = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                piece.truncate(length);
                to.send(Ok(piece))
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let _ = to.send(Err(error));
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// The lines of an input. A leading byte order mark is skipped.
pub struct Lines {
    pieces: Pieces,
    piece: Vec<u8>,
    /// How much of the piece is consumed.
    done: usize,
    line: Vec<u8>,
    /// Number of the current line, from 1.
    pub number: u64,
    /// Bytes of an overlong line skipped so far; 0 when no line is being skipped.
    passed: u64,
}

/// A line without its line break.
pub enum Line<'a> {
    /// The whole line.
    Whole(&'a [u8]),
    /// The beginning of a line longer than 1 MiB; the rest is skipped.
    TooLong(&'a [u8]),
}

impl Lines {
    /// Starts reading.
    pub fn new(input: impl Read + Send + 'static, stop: &Arc<AtomicBool>) -> Result<Lines> {
        let pieces = Pieces::new(input, stop).context("the program cannot start a thread")?;
        Ok(Lines { pieces, piece: Vec::new(), done: 0, line: Vec::new(), number: 0, passed: 0 })
    }

    /// The next line, or `None` at the end of the input. Flushes `out` before it has to wait.
    pub fn next(&mut self, out: &mut impl Write) -> Result<Option<Line<'_>>> {
        self.pieces.check().map_err(|stopped| self.error(stopped))?;
        self.pass_over(out)?;
        self.line.clear();
        let mut whole = false;
        while !whole && self.line.len() as u64 <= LONGEST && self.fill(out)? {
            let rest = &self.piece[self.done..];
            let end = rest.iter().position(|&byte| byte == b'\n');
            self.line.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            self.done += end.map_or(rest.len(), |end| end + 1);
            whole = end.is_some();
        }
        if !whole && self.line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        if self.line.len() as u64 <= LONGEST {
            return Ok(Some(Line::Whole(&self.line)));
        }
        self.passed = if whole { 0 } else { self.line.len() as u64 };
        Ok(Some(Line::TooLong(&self.line)))
    }

    /// Skips the rest of an overlong line.
    fn pass_over(&mut self, out: &mut impl Write) -> Result<()> {
        while self.passed > 0 && self.fill(out)? {
            let rest = &self.piece[self.done..];
            let end = rest.iter().position(|&byte| byte == b'\n');
            self.passed = if end.is_some() { 0 } else { self.passed + rest.len() as u64 };
            self.done += end.map_or(rest.len(), |end| end + 1);
            if self.passed > ENDLESS {
                let sentence =
                    format!("line {} does not end within 1 GiB: this is not a list of hands", self.number);
                return Err(Failure::Usage(sentence).into());
            }
        }
        self.passed = 0;
        Ok(())
    }

    /// Reads the next piece if this one is consumed; false at the end of the input.
    fn fill(&mut self, out: &mut impl Write) -> Result<bool> {
        if self.done == self.piece.len() {
            let next = self.pieces.next(|| out.flush()).map_err(|stopped| self.error(stopped))?;
            (self.piece, self.done) = (next.unwrap_or_default(), 0);
        }
        Ok(self.done < self.piece.len())
    }

    fn error(&self, stopped: Stopped) -> Error {
        match stopped {
            Stopped::Idle(error) => error.into(),
            Stopped::Failed(error) => Error::from(error).context("the input cannot be read"),
            Stopped::Interrupted if self.number == 1 => {
                Failure::Interrupted("interrupted after 1 line".into()).into()
            }
            Stopped::Interrupted => {
                Failure::Interrupted(format!("interrupted after {} lines", self.number)).into()
            }
        }
    }
}

/// The message for [`Line::TooLong`].
pub const TOO_LONG: &str = "the line is longer than 1 MiB";

/// Reads a rules file.
pub fn rules_file(path: &str) -> Result<String, String> {
    let unreadable = |error: io::Error| format!("the rules file cannot be read: {error}");
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(LONGEST_RULES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST_RULES {
        return Err("the rules file is longer than 1 MiB".into());
    }
    String::from_utf8(bytes).map_err(|_| "the rules file is not UTF-8 text".into())
}

/// Reads a log from a file, or from standard input if the path is `-`; stops one byte after `most`.
pub fn bytes(path: &Path, most: u64, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Stopped> {
    let mut bytes = Vec::new();
    let pieces = if path == Path::new("-") {
        Pieces::new(stdin("a log"), stop)
    } else if std::fs::metadata(path).map_err(Stopped::Failed)?.is_file() {
        let file = File::open(path).map_err(Stopped::Failed)?;
        file.take(most + 1).read_to_end(&mut bytes).map_err(Stopped::Failed)?;
        return Ok(bytes);
    } else {
        Pieces::new(Unopened { path: path.to_owned(), file: None }, stop)
    };
    let mut pieces = pieces.map_err(Stopped::Failed)?;
    while bytes.len() as u64 <= most
        && let Some(piece) = pieces.next(|| Ok(()))?
    {
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// A pipe or a device, which is opened where it is read: that may block, until something writes to the pipe.
struct Unopened {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Unopened {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.file.is_none() {
            self.file = Some(File::open(&self.path)?);
        }
        self.file.as_mut().map_or(Ok(0), |file| file.read(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of an input, `None` for the overlong ones, and the message of the error that ended it.
    fn lines(input: impl Read + Send + 'static) -> (Vec<Option<Vec<u8>>>, String) {
        let mut lines = Lines::new(input, &Arc::default()).expect("a thread");
        let mut found = Vec::new();
        loop {
            match lines.next(&mut io::sink()) {
                Ok(Some(Line::Whole(line))) => found.push(Some(line.to_vec())),
                Ok(Some(Line::TooLong(_))) => found.push(None),
                Ok(None) => return (found, String::new()),
                Err(error) => return (found, error.to_string()),
            }
        }
    }

    fn whole(line: &str) -> Option<Vec<u8>> {
        Some(line.as_bytes().to_vec())
    }

    #[test]
    fn lines_end_at_a_line_break_or_at_the_end() {
        assert_eq!(lines(&b""[..]).0, []);
        assert_eq!(lines(&b"a\n\nb\n"[..]).0, [whole("a"), whole(""), whole("b")]);
        assert_eq!(lines(&b"a\r\nb"[..]).0, [whole("a\r"), whole("b")]);
        let long = "x".repeat(3 * PIECE + 1);
        let text = format!("{long}\n{long}");
        assert_eq!(lines(io::Cursor::new(text)).0, [whole(&long), whole(&long)]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_once() {
        assert_eq!(lines("\u{feff}a\n\u{feff}b".as_bytes()).0, [whole("a"), whole("\u{feff}b")]);
        assert_eq!(lines("\u{feff}".as_bytes()).0, [whole("")]);
    }

    #[test]
    fn lines_of_more_than_a_mebibyte_are_skipped() {
        for extra in [0, 1, PIECE as u64, 5 << 20] {
            let long = io::repeat(b'x').take(LONGEST + extra).chain(&b"\nb\n"[..]);
            let (found, stopped) = lines(long);
            assert_eq!(
                (found.len(), found[0].is_none(), &found[1]),
                (2, extra > 0, &whole("b")),
                "{stopped}"
            );
        }
    }

    #[test]
    fn a_line_without_end_is_an_error() {
        let (found, stopped) = lines(io::repeat(b'x'));
        assert_eq!(
            (found, stopped.as_str()),
            (vec![None], "line 1 does not end within 1 GiB: this is not a list of hands")
        );
    }

    /// A pipe that nothing writes to is opened where it is read.
    #[cfg(unix)]
    #[test]
    fn waiting_for_a_pipe_can_be_interrupted() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let read = bytes(&pipe, 1, &Arc::new(AtomicBool::new(true)));
        assert!(matches!(read, Err(Stopped::Interrupted)), "{read:?}");
    }

    #[test]
    fn waiting_for_input_can_be_interrupted() {
        let (reader, _writer) = io::pipe().expect("a pipe");
        let stop = Arc::new(AtomicBool::new(false));
        let mut lines = Lines::new(reader, &stop).expect("a thread");
        stop.store(true, Ordering::Relaxed);
        let error = lines.next(&mut io::sink()).err().expect("interrupted");
        assert_eq!(error.to_string(), "interrupted after 0 lines");
    }
}
