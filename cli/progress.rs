//! How far a run has come, on standard error: a bar on a terminal, elsewhere a line now and then.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time between two lines; a run that is shorter says nothing.
const PAUSE: Duration = Duration::from_secs(10);

/// Counts what is done, from any thread.
pub struct Progress {
    total: u64,
    done: AtomicU64,
    started: Instant,
    told: Mutex<Instant>,
    /// On a terminal only.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Starts counting to `total` games.
    pub fn new(total: u64) -> Progress {
        let started = Instant::now();
        let bar = io::stderr().is_terminal().then(|| bar(total));
        Progress { total, done: AtomicU64::new(0), started, told: Mutex::new(started), bar }
    }

    /// Counts to `total` games and says nothing.
    pub fn hidden(total: u64) -> Progress {
        let started = Instant::now();
        let never = started + Duration::from_secs(1 << 32);
        Progress { total, done: AtomicU64::new(0), started, told: Mutex::new(never), bar: None }
    }

    /// So many games more are done.
    pub fn add(&self, games: u64) {
        let done = games + self.done.fetch_add(games, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if let Ok(mut told) = self.told.try_lock()
            && told.elapsed() >= PAUSE
        {
            *told = Instant::now();
            let rate = done as f64 / self.started.elapsed().as_secs_f64();
            let _ = writeln!(io::stderr(), "{done} of {} games, {rate:.0} games/s", self.total);
        }
    }

    /// How many games there are to do.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many games are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Takes the bar away and says how long it took.
    pub fn finish(&self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }
}

fn bar(total: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(total);
    bar.set_style(style.expect("a template that reads"));
    bar
}
