//! A bot as a process: lines to its standard input, lines from its standard output, each with a time limit.
//!
//! Both are one end of a socket pair, not pipes: a socket can be read and written with a timeout on the playing thread, so
//! that no other thread has to be woken for an answer. A bot that reads and writes its standard streams sees no
//! difference.

use super::settings::Settings;
use super::stderr::{Stderr, StderrReader};
use super::watchdog::Watchdog;
use hyakuman_core::excerpt::{excerpt, plain};
use rustix::net::{RecvFlags, recv};
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Most bytes in a line of a bot.
pub(crate) const MAX_LINE: usize = 64 << 10;
/// How long a bot may take to exit after its input was closed.
const GRACE: Duration = Duration::from_secs(1);
/// How long the exit of a bot that closed its output is waited for. Most such bots are ending, but a busy machine may take its time.
const EXIT: Duration = Duration::from_secs(5);
/// Bytes read at a time.
const CHUNK: usize = 4 << 10;

/// A running bot. Dropping it closes its input and waits a moment; then it is killed, with the processes that it started.
pub(crate) struct Connection {
    child: Child,
    /// Its process group.
    watchdog: Watchdog,
    stream: UnixStream,
    /// Its standard error, if it is read.
    stderr: Option<StderrReader>,
    /// Bytes read and not yet returned, from `start` on.
    held: Vec<u8>,
    start: usize,
    /// The timeouts of the stream.
    timeouts: [Option<Duration>; 2],
    /// Whether it is killed without waiting.
    hopeless: bool,
}

/// Why there is no line.
#[derive(Debug)]
pub(crate) enum Broken {
    /// It could not be started; one sentence.
    NotStarted(String),
    /// It wrote this before it was asked.
    Unasked(String),
    /// The time is over.
    Late,
    /// The bot closed its output; how it ended, if it did.
    Closed(Option<ExitStatus>),
    /// It does not read its input.
    Unread,
    /// Its line is longer than [`MAX_LINE`]; the beginning.
    Long(String),
    /// The system failed.
    Failed(io::Error),
}

impl Connection {
    /// Starts the bot for a seat.
    pub(crate) fn start(settings: &Settings, seat: usize) -> Result<Connection, String> {
        let words = settings.command(seat);
        let failed =
            |error: io::Error| format!("\"{}\" cannot be started: {error}", excerpt(&words.join(" ")));
        let (stream, theirs) = UnixStream::pair().map_err(failed)?;
        let output = theirs.try_clone().map_err(failed)?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(OwnedFd::from(theirs)).stdout(OwnedFd::from(output));
        command.stderr(if settings.stderr == Stderr::Discarded { Stdio::null() } else { Stdio::piped() });
        if let Some(dir) = &settings.dir {
            command.current_dir(dir);
        }
        // In that group Ctrl-C, which is for the simulator, does not reach it.
        let watchdog = Watchdog::start().map_err(failed)?;
        let mut child = command.process_group(watchdog.group()).spawn().map_err(failed)?;
        let stderr = child.stderr.take().map(|pipe| StderrReader::new(pipe, &settings.stderr));
        let (held, timeouts) = (Vec::new(), [None; 2]);
        Ok(Connection { child, watchdog, stream, stderr, held, start: 0, timeouts, hopeless: false })
    }

    /// Writes to the bot.
    pub(crate) fn send(&mut self, mut text: &[u8], deadline: Instant) -> Result<(), Broken> {
        while !text.is_empty() {
            self.limit(1, deadline).ok_or(Broken::Unread)?;
            match self.stream.write(text) {
                Ok(written) => text = &text[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_timeout(&error) => {}
                Err(error) if is_closed(&error) => return Err(self.closed()),
                Err(error) => return Err(Broken::Failed(error)),
            }
        }
        Ok(())
    }

    /// The next line of the bot, without its end.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<&[u8], Broken> {
        let mut searched = self.start;
        loop {
            if let Some(end) = self.held[searched..].iter().position(|&byte| byte == b'\n') {
                let line = self.start..searched + end;
                self.start = line.end + 1;
                return Ok(&self.held[line]);
            }
            searched = self.held.len();
            if searched - self.start > MAX_LINE {
                return Err(Broken::Long(shown(&self.held[self.start..])));
            }
            self.limit(0, deadline).ok_or(Broken::Late)?;
            searched -= self.make_room();
            self.read()?;
        }
    }

    /// Output of the bot that has not been read, if there is any; it may be the beginning of a line.
    pub(crate) fn unread(&mut self) -> Result<Option<String>, Broken> {
        if self.start == self.held.len() {
            self.make_room();
            let old = self.held.len();
            self.held.resize(old + CHUNK, 0);
            let read = recv(&self.stream, &mut self.held[old..], RecvFlags::DONTWAIT).map(|(_, read)| read);
            self.held.truncate(old + *read.as_ref().unwrap_or(&0));
            match read.map_err(io::Error::from) {
                Ok(0) => return Err(self.closed()),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted || is_timeout(&error) => {}
                Err(error) if is_closed(&error) => return Err(self.closed()),
                Err(error) => return Err(Broken::Failed(error)),
            }
        }
        Ok(self.rest())
    }

    /// Output that was read together with the last line, if there is any.
    pub(crate) fn rest(&self) -> Option<String> {
        let held = &self.held[self.start..];
        let first = held.split(|&byte| byte == b'\n').next().unwrap_or_default();
        (!held.is_empty()).then(|| shown(first))
    }

    /// The last line of its standard error that says something, if it is read and there is one.
    pub(crate) fn said(&self) -> Option<String> {
        self.stderr.as_ref()?.last_line()
    }

    /// The next [`Connection::drop`] kills the bot at once.
    pub(crate) fn give_up(&mut self) {
        self.hopeless = true;
    }

    /// Reads what is there, waiting for the timeout of the stream.
    fn read(&mut self) -> Result<(), Broken> {
        match self.receive() {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.closed()),
            Err(error) => Err(Broken::Failed(error)),
        }
    }

    /// [`Connection::read`]; whether the output of the bot is open.
    fn receive(&mut self) -> io::Result<bool> {
        let old = self.held.len();
        self.held.resize(old + CHUNK, 0);
        let read = self.stream.read(&mut self.held[old..]);
        self.held.truncate(old + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(read) => Ok(read > 0),
            Err(error) if error.kind() == ErrorKind::Interrupted || is_timeout(&error) => Ok(true),
            Err(error) if is_closed(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the bytes already returned from the front of the buffer; how many they were.
    fn make_room(&mut self) -> usize {
        self.held.drain(..self.start);
        std::mem::replace(&mut self.start, 0)
    }

    /// Sets the timeout for reading (0) or writing (1); `None` if the deadline is over.
    fn limit(&mut self, way: usize, deadline: Instant) -> Option<()> {
        let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        // Rounded up, so that requests with the same limit mostly need no system call.
        let left = Duration::from_millis(left.as_millis() as u64 + 1);
        if self.timeouts[way] != Some(left) {
            let set = if way == 0 { UnixStream::set_read_timeout } else { UnixStream::set_write_timeout };
            set(&self.stream, Some(left)).ok()?;
            self.timeouts[way] = Some(left);
        }
        Some(())
    }

    /// The bot has closed its output: it has ended, or is about to. Then nothing is left of the processes that it started.
    fn closed(&mut self) -> Broken {
        let status = self.exit(Instant::now() + EXIT);
        if status.is_some() {
            self.watchdog.kill_group();
        }
        Broken::Closed(status)
    }

    /// Waits for the end of the process.
    fn exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let deadline = Instant::now() + if self.hopeless { Duration::ZERO } else { GRACE };
        let _ = self.stream.shutdown(Shutdown::Write);
        while self.limit(0, deadline).is_some() && self.receive().is_ok_and(|open| open) {
            self.start = self.held.len();
            self.make_room();
        }
        let _ = self.exit(deadline);
        self.watchdog.kill_group();
        let _ = self.child.kill(); // it may have left the group
        let _ = self.child.wait();
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn is_closed(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::NotConnected)
}

/// The beginning of what a bot wrote, for messages.
pub(super) fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 200;
    plain(&String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MOST + 4)]), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Roster;

    fn start(command: &str) -> Connection {
        let spec = Roster::built_in().spec(&format!("mjai:cmd=\"{command}\"")).unwrap();
        Connection::start(&Settings::of(&spec).unwrap(), 0).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(50)
    }

    /// Only what hangs takes so long.
    fn at_last() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    #[test]
    fn lines_are_read_in_pieces_and_in_bunches() {
        let mut cat = start("cat");
        cat.send(b"one\ntwo\nthr", at_last()).unwrap();
        assert_eq!(cat.line(at_last()).unwrap(), b"one");
        assert_eq!(cat.rest().as_deref(), Some("two"));
        assert_eq!(cat.line(at_last()).unwrap(), b"two");
        assert!(matches!(cat.line(soon()), Err(Broken::Late)));
        cat.send(b"ee\n", at_last()).unwrap();
        assert_eq!(cat.line(at_last()).unwrap(), b"three");
        assert!(matches!(cat.unread(), Ok(None)));
        let long = [&vec![b'x'; MAX_LINE / 2][..], b"\n"].concat();
        cat.send(&long, at_last()).unwrap();
        assert_eq!(cat.line(at_last()).unwrap().len() + 1, long.len());
    }

    /// More than the buffers of the system hold.
    #[test]
    fn a_bot_that_does_not_read_is_noticed() {
        let mut deaf = start("sleep 1000");
        assert!(matches!(deaf.send(&vec![b'x'; 16 << 20], soon()), Err(Broken::Unread)));
    }

    #[test]
    fn the_end_of_a_bot_is_noticed() {
        let mut ended = start("true");
        assert!(matches!(ended.line(at_last()), Err(Broken::Closed(Some(status))) if status.success()));
        assert!(matches!(ended.unread(), Err(Broken::Closed(Some(_)))));
    }
}
