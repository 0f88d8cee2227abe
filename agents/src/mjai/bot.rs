//! One bot in one seat of one match after another: its process, what it has been told, and what it is asked.

use super::connection::{Broken, Connection, shown};
use super::failure::{Failure, Problem};
use super::monitor::Monitor;
use super::pool::Pool;
use super::report::Answer;
use super::settings::{Restart, Settings, Transport};
use super::stderr::Stderr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many processes in a row may fail before their first answer; then no other one is started.
const MOST_FALSE_STARTS: u32 = 3;

/// Longest time that is spent on telling a bot that its match is over.
const FAREWELL: Duration = Duration::from_millis(200);

/// What a bot is told that does not play its match to the end.
const END_GAME: &str = "{\"type\":\"end_game\"}\n";

/// A bot and its text: events that it has been told or will be told with the next question, one a line.
pub(crate) struct Bot {
    pool: Arc<Pool>,
    pub(crate) monitor: Monitor,
    /// The process of this match, from the first question on.
    process: Option<Process>,
    /// Whether it has played another match.
    reused: bool,
    seat: usize,
    /// `start_game` of this match.
    start: String,
    /// The rest of the last kyoku that it has not been told, and this kyoku from `kyoku` on.
    pub(crate) events: String,
    kyoku: usize,
    /// Length of the part of `events` that the process has been told.
    told: usize,
    /// Whether the process has been told `start_game` of this match.
    begun: bool,
    /// Time used for answers in this match.
    used: Duration,
    /// Processes in a row that failed before their first answer.
    false_starts: u32,
    /// Whether any process has ever answered.
    answered: bool,
    /// Why it is not asked any more, in this match or (with `restart=never`) at all.
    pub(crate) silenced: Option<Problem>,
    /// What is sent.
    out: Vec<u8>,
    line: Vec<u8>,
}

/// A process and what is known of it.
pub(crate) struct Process {
    connection: Connection,
    /// Replies that will come and are not needed.
    owed: u32,
    /// Whether it has ever answered.
    answered: bool,
}

impl Bot {
    pub(crate) fn new(pool: Arc<Pool>, monitor: Monitor) -> Bot {
        Bot {
            pool,
            monitor,
            process: None,
            reused: false,
            seat: 0,
            start: String::new(),
            events: String::new(),
            kyoku: 0,
            told: 0,
            begun: false,
            used: Duration::ZERO,
            false_starts: 0,
            answered: false,
            silenced: None,
            out: Vec::new(),
            line: Vec::new(),
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.pool.settings
    }

    /// A new match in a seat, with its `start_game`.
    pub(crate) fn start_match(&mut self, seat: usize, start: String) {
        self.end_match();
        (self.seat, self.start) = (seat, start);
        (self.begun, self.used) = (false, Duration::ZERO);
        self.events.clear();
        (self.kyoku, self.told) = (0, 0);
        if self.silenced == Some(Problem::MatchTime) {
            self.silenced = None;
        }
    }

    /// A new kyoku: what the process does not know of the last one is kept.
    pub(crate) fn start_kyoku(&mut self) {
        if self.settings().restart == Restart::Kyoku && self.begun {
            self.events.push_str(END_GAME);
            self.end_match();
            self.told = self.events.len();
        }
        self.events.drain(..std::mem::take(&mut self.told));
        self.kyoku = self.events.len();
    }

    /// The match is over, or the process is to be replaced: tells it, and keeps it for the next match if it may.
    pub(crate) fn end_match(&mut self) {
        let tells = std::mem::take(&mut self.begun);
        let Some(mut process) = self.process.take() else { return };
        let Settings { transport, restart, .. } = self.pool.settings;
        if tells {
            self.out.clear();
            process.owed += write_lines(&mut self.out, ["", &self.events[self.told..]], transport, false);
            self.monitor.report(|report| report.sent(&self.out));
            if process.connection.send(&self.out, Instant::now() + FAREWELL).is_err() {
                return process.connection.give_up();
            }
        }
        if restart < Restart::Match {
            self.pool.put(self.seat, process);
        }
    }

    /// Tells the bot the events so far, of which it has to answer the last one, and returns its answer.
    pub(crate) fn ask(&mut self) -> Result<&[u8], Failure> {
        let limit = self.limit()?;
        let mut answered = self.ask_process(limit);
        while !self.begun && self.reused && matches!(answered, Err(Broken::Closed(_))) {
            self.process = None; // It may end after a match.
            answered = self.ask_process(limit);
        }
        if let Err(broken) = answered {
            return Err(self.explain(broken, limit));
        }
        (self.told, self.begun, self.answered) = (self.events.len(), true, true);
        match self.process.as_ref().and_then(|process| process.connection.rest()) {
            None => Ok(&self.line),
            Some(more) => {
                let what = format!("it answered more than once, first {}, then", self.last_line());
                Err(Failure::new(Problem::Twice, what).of_line(more))
            }
        }
    }

    /// Asks the process, or one that waits, or a new one; the answer is in `line`.
    fn ask_process(&mut self, limit: Duration) -> Result<(), Broken> {
        if self.process.is_none() {
            self.begun = false;
            self.process = self.pool.take(self.seat);
            self.reused = self.process.is_some();
        }
        if self.process.is_none() {
            let connection = Connection::start(self.settings(), self.seat).map_err(Broken::NotStarted)?;
            self.process = Some(Process { connection, owed: 0, answered: false });
        }
        let start = if self.begun { "" } else { &self.start };
        self.told = if self.begun { self.told } else { self.kyoku };
        self.out.clear();
        let text = [start, &self.events[self.told..]];
        let Settings { transport, start_time, .. } = self.pool.settings;
        let unneeded = write_lines(&mut self.out, text, transport, true);
        let process = self.process.as_mut().expect("just started");
        let (asked, first) = (Instant::now(), !process.answered);
        let deadline = asked + if first { start_time } else { limit };
        let answered = process.ask(&self.out, unneeded, deadline, &mut self.line);
        let elapsed = asked.elapsed();
        self.used += if first { Duration::ZERO } else { elapsed };
        let answer = match answered {
            Ok(()) => Answer::Line(&self.line),
            Err(Broken::Late) => Answer::Late,
            Err(_) => Answer::Nothing,
        };
        self.monitor.report(|report| report.asked(&self.out, answer, elapsed, first));
        answered
    }

    /// The last answer, for messages.
    pub(crate) fn last_line(&self) -> String {
        shown(&self.line)
    }

    /// Takes back the line of the events that begins there. A process cannot forget it: another one is told the kyoku without it.
    pub(crate) fn take_back(&mut self, from: usize) {
        let end = self.events[from..].find('\n').map_or(self.events.len(), |end| from + end + 1);
        self.events.replace_range(from..end, "");
        (self.told, self.begun) = (0, false);
        if let Some(mut process) = self.process.take() {
            process.connection.give_up();
        }
    }

    /// A failure happened: a process that is of no use any more is killed.
    pub(crate) fn failed(&mut self, failure: &Failure) {
        if !failure.problem.ends_process() {
            return;
        }
        let process = self.process.take();
        let answered = process.as_ref().is_some_and(|process| process.answered);
        self.false_starts = if answered { 0 } else { self.false_starts + 1 };
        if let Some(mut process) = process {
            process.connection.give_up();
        }
        self.begun = false;
        let for_good = self.settings().restart == Restart::Never || self.false_starts >= MOST_FALSE_STARTS;
        if for_good || failure.problem == Problem::MatchTime {
            self.silenced = Some(if for_good { Problem::Ended } else { Problem::MatchTime });
        }
    }

    /// Whether it was started in vain until it is not started any more, and has never answered: a wrong command, or something
    /// that is not installed.
    pub(crate) fn never_started(&self) -> bool {
        !self.answered && self.false_starts >= MOST_FALSE_STARTS
    }

    /// The time for an answer.
    fn limit(&self) -> Result<Duration, Failure> {
        let Settings { time, match_time, .. } = self.pool.settings;
        let Some(whole) = match_time else { return Ok(time) };
        match whole.checked_sub(self.used).filter(|left| !left.is_zero()) {
            Some(left) => Ok(left.min(time)),
            None => {
                let what = format!("it used up its {} s for the match", whole.as_secs_f64());
                Err(Failure::new(Problem::MatchTime, what))
            }
        }
    }

    /// What is known of the standard error of a process that has ended.
    fn last_words(&self) -> String {
        match &self.settings().stderr {
            Stderr::Discarded => "; stderr=FILE keeps what it says".into(),
            Stderr::File(log) => format!("; {} has what it said", log.name()),
            Stderr::Kept => {
                let said = self.process.as_ref().and_then(|process| process.connection.said());
                said.map_or(String::new(), |line| format!("; its standard error: {line}"))
            }
        }
    }

    fn explain(&self, broken: Broken, limit: Duration) -> Failure {
        let (settings, first) =
            (self.settings(), self.process.as_ref().is_none_or(|process| !process.answered));
        let whole = settings.match_time.filter(|_| limit < settings.time && !first);
        match broken {
            Broken::Late if whole.is_some() => {
                let seconds = whole.unwrap_or_default().as_secs_f64();
                Failure::new(Problem::MatchTime, format!("it used up its {seconds} s for the match"))
            }
            Broken::Late => {
                let limit = if first { settings.start_time } else { limit }.as_secs_f64();
                let hint = if first { " of its start" } else { "" };
                Failure::new(Problem::Late, format!("it did not answer within {limit} s{hint}"))
            }
            Broken::Closed(status) => {
                let how = status.map_or("closed its output".into(), |status| format!("ended ({status})"));
                let when = if first { " before its first answer" } else { "" };
                Failure::new(Problem::Ended, format!("it {how}{when}{}", self.last_words()))
            }
            Broken::Unread => Failure::new(Problem::Unread, "it does not read its input"),
            Broken::Unasked(line) => {
                Failure::new(Problem::Unasked, "it wrote a line before it was asked").of_line(line)
            }
            Broken::Long(start) => {
                let what = format!("its line is longer than {} KiB", super::connection::MAX_LINE >> 10);
                Failure::new(Problem::LongLine, what).of_line(start)
            }
            Broken::NotStarted(sentence) => Failure::new(Problem::NotStarted, sentence),
            Broken::Failed(error) => Failure::new(Problem::System, format!("it cannot be reached: {error}")),
        }
    }
}

impl Process {
    /// Sends a question and reads the answer to `line`; `unneeded` replies come before it.
    fn ask(
        &mut self,
        out: &[u8],
        unneeded: u32,
        deadline: Instant,
        line: &mut Vec<u8>,
    ) -> Result<(), Broken> {
        // Replies to the end of the last match, which nobody has waited for.
        for _ in 0..std::mem::take(&mut self.owed) {
            self.connection.line(deadline)?;
        }
        if let Some(line) = self.connection.unread()? {
            return Err(Broken::Unasked(line));
        }
        self.connection.send(out, deadline)?;
        for _ in 0..unneeded {
            self.connection.line(deadline)?;
        }
        line.clear();
        line.extend_from_slice(self.connection.line(deadline)?);
        if Instant::now() > deadline {
            return Err(Broken::Late);
        }
        self.answered = true;
        Ok(())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if self.begun {
            self.events.push_str(END_GAME);
        }
        self.end_match();
    }
}

/// Writes events, one a line of the texts, in the form of the transport. `asks`: the last one is to be answered. Returns how
/// many replies will come that are not needed.
fn write_lines(out: &mut Vec<u8>, texts: [&str; 2], transport: Transport, asks: bool) -> u32 {
    let lines = || texts.iter().flat_map(|text| text.lines());
    let count = lines().count();
    if transport == Transport::Array {
        out.push(b'[');
        for (at, line) in lines().enumerate() {
            out.extend_from_slice(if at == 0 { b"" } else { b"," });
            out.extend_from_slice(line.as_bytes());
        }
        out.extend_from_slice(b"]\n");
        return u32::from(!asks);
    }
    for (at, line) in lines().enumerate() {
        let silent = transport == Transport::Line && (at + 1 < count || !asks);
        match line.strip_suffix('}').filter(|_| silent) {
            Some(open) => {
                out.extend_from_slice(open.as_bytes());
                out.extend_from_slice(b",\"can_act\":false}\n");
            }
            None => {
                out.extend_from_slice(line.as_bytes());
                out.push(b'\n');
            }
        }
    }
    if transport == Transport::Each { count as u32 - u32::from(asks) } else { 0 }
}
