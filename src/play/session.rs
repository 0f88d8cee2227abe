//! A thread that plays a match, and what it has published for each person.

use crate::play::people::PeopleAtTable;
use crate::play::refusal::{Failure, Refusal};
use crate::play::review::Work;
use hyakuman_core::Seat;
use std::fmt::Write;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

/// Questions that wait for the thread of the match.
const WAITING: usize = 16;

/// What a person asks of the match.
#[derive(Debug)]
pub(crate) enum Ask {
    /// To take an answer to the decision with this number.
    Answer { number: u32, code: u8 },
    /// What an agent thinks of the open decision.
    Hint,
    /// The match as a file.
    File(String),
    /// The work of reviewing the match.
    Review,
}

/// What a question gets.
pub(crate) enum Reply {
    /// A text and its type.
    Text(&'static str, String),
    /// Work that needs the match no more.
    Work(Work),
}

/// A reply, or why there is none.
pub(crate) type Outcome = Result<Reply, Refusal>;

/// A question with its seat and where the answer goes.
type Question = (Seat, Ask, SyncSender<Outcome>);

/// A match that is played.
pub(crate) struct Session {
    questions: SyncSender<Question>,
    shared: Arc<Shared>,
}

/// What the thread of the match shares with those of the connections.
struct Shared {
    published: Mutex<Published>,
    changed: Condvar,
    /// Why the match cannot go on.
    failure: OnceLock<Failure>,
}

/// What has been published.
#[derive(Default)]
struct Published {
    seats: Vec<(Seat, Sheet)>,
    closed: bool,
}

/// What has been published to one person. Each part has the version in which it changed last.
struct Sheet {
    /// 0 before the first time.
    version: u64,
    kyoku: Vec<(u64, String)>,
    now: String,
    /// Why the match cannot go on.
    error: Option<String>,
}

impl Session {
    /// Starts the match.
    pub(crate) fn start(mut table: PeopleAtTable) -> io::Result<Session> {
        let seats = table.people().map(|seat| (seat, Sheet::new())).collect();
        let published = Mutex::new(Published { seats, closed: false });
        let shared = Arc::new(Shared { published, changed: Condvar::new(), failure: OnceLock::new() });
        let (questions, asked) = mpsc::sync_channel(WAITING);
        let of_thread = Arc::clone(&shared);
        let builder = thread::Builder::new().name("match".into());
        builder.spawn(move || run(&mut table, &asked, &of_thread))?;
        Ok(Session { questions, shared })
    }

    /// Asks the match something.
    pub(crate) fn ask(&self, seat: Seat, ask: Ask) -> Outcome {
        let (reply, outcome) = mpsc::sync_channel(1);
        match self.questions.try_send((seat, ask, reply)) {
            Ok(()) => outcome.recv().unwrap_or(Err(Refusal::Stopped)),
            Err(TrySendError::Full(_)) => Err(Refusal::Busy),
            Err(TrySendError::Disconnected(_)) => Err(Refusal::Stopped),
        }
    }

    /// What a person sees that is newer than a version, as JSON; waits so long for something.
    pub(crate) fn state(&self, seat: Seat, after: u64, wait: Duration) -> String {
        let until = Instant::now() + wait;
        let mut published = self.shared.lock();
        loop {
            let sheet = published.of(seat);
            let left = until.saturating_duration_since(Instant::now());
            let is_news = sheet.version != after && sheet.version > 0;
            if is_news || published.closed || left.is_zero() {
                return sheet.since(after);
            }
            let waited = self.shared.changed.wait_timeout(published, left);
            published = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Why the match cannot go on.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.shared.failure.get()
    }

    /// Ends all waiting.
    pub(crate) fn close(&self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }
}

/// Lets agents decide until only people have to, then takes what these ask, until nobody can ask any more. Nothing is published in
/// between: that an agent had something to decide, a claim for example, would tell of its tiles.
fn run(table: &mut PeopleAtTable, asked: &Receiver<Question>, shared: &Shared) {
    let mut replied = None::<(SyncSender<Outcome>, Outcome)>;
    loop {
        while shared.failure.get().is_none() {
            match table.step() {
                Ok(false) => break,
                Ok(true) => {}
                Err(failure) => drop(shared.failure.set(failure)),
            }
        }
        shared.publish(table, shared.failure.get().map(Failure::public).as_deref());
        if let Some((reply, outcome)) = replied.take() {
            let _ = reply.send(outcome); // the one who asked may have gone
        }
        let Ok((seat, ask, reply)) = asked.recv() else { return };
        replied = Some((reply, reply_to(table, seat, ask)));
    }
}

fn reply_to(table: &mut PeopleAtTable, seat: Seat, ask: Ask) -> Outcome {
    let json = "application/json";
    match ask {
        Ask::Answer { number, code } => {
            table.answer(seat, number, code).map(|()| Reply::Text(json, "{\"taken\":true}".into()))
        }
        Ask::Hint => table.hint(seat).map(|hint| Reply::Text(json, hint.to_string())),
        Ask::File(format) => table.file(&format).map(|(sort, text)| Reply::Text(sort, text)),
        Ask::Review => table.review(seat).map(Reply::Work),
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Published> {
        self.published.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody what is new for them.
    fn publish(&self, table: &PeopleAtTable, error: Option<&str>) {
        for (seat, sheet) in &mut self.lock().seats {
            sheet.update(table, *seat, error);
        }
        self.changed.notify_all();
    }
}

impl Published {
    fn of(&self, seat: Seat) -> &Sheet {
        &self.seats.iter().find(|(of, _)| *of == seat).expect("a person").1
    }
}

impl Sheet {
    fn new() -> Sheet {
        let now = "{\"question\":null,\"number\":0,\"result\":null}".into();
        Sheet { version: 0, kyoku: Vec::new(), now, error: None }
    }

    /// Takes over what has changed. Of the kyoku it knows only the last one can have. It is sent whole, some kilobytes: its last step may change when
    /// the position of the engine replaces what events led to, and a page that reloads needs it all.
    fn update(&mut self, table: &PeopleAtTable, seat: Seat, error: Option<&str>) {
        let next = self.version + 1;
        for (number, kyoku) in table.kyoku_from(seat, self.kyoku.len().saturating_sub(1)) {
            let kyoku = kyoku.to_string();
            match self.kyoku.get_mut(number) {
                Some((_, known)) if *known == kyoku => {}
                Some(known) => (*known, self.version) = ((next, kyoku), next),
                None => {
                    self.kyoku.push((next, kyoku));
                    self.version = next;
                }
            }
        }
        let now = table.now(seat).to_string();
        if self.now != now || self.error.as_deref() != error {
            (self.now, self.error, self.version) = (now, error.map(str::to_owned), next);
        }
    }

    /// What is newer than a version.
    fn since(&self, after: u64) -> String {
        let mut text = format!("{{\"version\":{},\"kyoku\":{{", self.version);
        let new = self.kyoku.iter().enumerate().filter(|(_, (version, _))| *version > after);
        for (place, (number, (_, kyoku))) in new.enumerate() {
            let comma = if place > 0 { "," } else { "" };
            let _ = write!(text, "{comma}\"{number}\":{kyoku}");
        }
        let error = serde_json::Value::from(self.error.clone());
        let _ = write!(text, "}},\"now\":{},\"error\":{error}}}", self.now);
        text
    }
}
