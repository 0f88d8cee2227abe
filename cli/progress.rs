//! Progress of a run: a bar on standard error, if that is a terminal.

use crate::figures::rate;
use hyakuman_core::excerpt::escaped;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// Time between two looks at the bar.
const TICK: Duration = Duration::from_millis(100);

/// Counts finished matches, from any thread. A thread of its own displays the count, so that slow matches are seen and quick
/// ones cost nothing.
pub struct Progress {
    count: Arc<Count>,
    /// None if nothing is displayed, or no longer.
    display: Mutex<Option<JoinHandle<()>>>,
}

struct Count {
    total: AtomicU64,
    done: AtomicU64,
    /// The result so far, with a comma in front; may be empty.
    result: Mutex<String>,
    started: Instant,
    over: Mutex<bool>,
    ends: Condvar,
}

impl Progress {
    /// Starts a count of `total` matches.
    pub fn new(total: u64) -> Progress {
        let progress = Progress::hidden(total);
        if io::stderr().is_terminal() {
            let of = Arc::clone(&progress.count);
            let display = move || of.draw(&ProgressBar::new(total).with_style(style()));
            // A display that cannot be started must not stop the run.
            *lock(&progress.display) = thread::Builder::new().name("progress".into()).spawn(display).ok();
        }
        progress
    }

    /// Starts a count of `total` matches that is not displayed.
    pub fn hidden(total: u64) -> Progress {
        let count = Count {
            total: AtomicU64::new(total),
            done: AtomicU64::new(0),
            result: Mutex::default(),
            started: Instant::now(),
            over: Mutex::new(false),
            ends: Condvar::new(),
        };
        Progress { count: Arc::new(count), display: Mutex::new(None) }
    }

    /// Adds finished matches.
    pub fn add(&self, games: u64) {
        self.count.done.fetch_add(games, Ordering::Relaxed);
    }

    /// Shows the result so far, of work that will probably have this number of matches.
    pub fn so_far(&self, total: u64, result: &str) {
        self.count.total.store(total, Ordering::Relaxed);
        *lock(&self.count.result) =
            if result.is_empty() { String::new() } else { format!(", {}", escaped(result)) };
    }

    /// The number of matches to play.
    pub fn total(&self) -> u64 {
        self.count.total()
    }

    /// The number of matches finished.
    pub fn done(&self) -> u64 {
        self.count.done.load(Ordering::Relaxed)
    }

    /// Removes the bar and returns the time since the start.
    pub fn finish(&self) -> Duration {
        let elapsed = self.count.started.elapsed();
        *lock(&self.count.over) = true;
        self.count.ends.notify_all();
        if let Some(display) = lock(&self.display).take() {
            let _ = display.join();
        }
        elapsed
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Count {
    /// Draws the bar until the end, and removes it.
    fn draw(&self, bar: &ProgressBar) {
        while !self.is_over_after(TICK) {
            bar.set_length(self.total());
            bar.set_message(lock(&self.result).clone());
            bar.set_position(self.done.load(Ordering::Relaxed));
            bar.tick();
        }
        bar.finish_and_clear();
    }

    /// The number of matches, which may be an estimate: not below those finished.
    fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed).max(self.done.load(Ordering::Relaxed))
    }

    /// Waits for this time, or for the end.
    fn is_over_after(&self, pause: Duration) -> bool {
        let waited = self.ends.wait_timeout_while(lock(&self.over), pause, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The layout of the bar.
fn style() -> ProgressStyle {
    let shown = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let _ = to.write_str(&rate(state.per_sec())); // A bar that cannot be drawn must not stop the run.
    };
    let left = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let _ = match state.pos() {
            0 => to.write_str("?"), // Nothing is known yet.
            _ => write!(to, "{:#}", HumanDuration(state.eta())),
        };
    };
    let style = ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} matches, {rate}/s, {left} left{msg}",
    );
    style.expect("a template that reads").with_key("rate", shown).with_key("left", left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::{ProgressDrawTarget, TermLike};
    use std::sync::Arc;

    /// A terminal that records what is written to it.
    #[derive(Clone, Default, Debug)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("one thread").push_str(text);
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_bar_shows_whole_games_a_second() {
        let screen = Screen::default();
        let bar = ProgressBar::with_draw_target(
            Some(3_000_000),
            ProgressDrawTarget::term_like(Box::new(screen.clone())),
        );
        bar.set_style(style());
        std::thread::sleep(Duration::from_millis(20));
        bar.set_position(1_234_567);
        bar.abandon();
        let drawn = screen.0.lock().expect("one thread").clone();
        let (_, last) = drawn.rsplit_once("1,234,567/3,000,000 matches, ").expect(&drawn);
        let (rate, _) = last.split_once("/s, ").expect(&drawn);
        assert!(rate.contains(',') && !rate.contains('.'), "{drawn}");
    }

    /// The total of work that may end early is an estimate.
    #[test]
    fn no_more_is_finished_than_there_is() {
        let progress = Progress::hidden(60);
        progress.add(2);
        assert_eq!((progress.done(), progress.total()), (2, 60));
        progress.so_far(70, "A leads");
        progress.add(70);
        assert_eq!((progress.done(), progress.total()), (72, 72));
    }
}
