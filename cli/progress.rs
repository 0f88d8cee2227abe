//! Progress of a run on standard error: a bar on a terminal, otherwise a line every ten seconds.

use crate::run::report::figures::{grouped, rate};
use hyakuman_core::excerpt::escaped;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time between two lines; a shorter run prints none.
const PAUSE: Duration = Duration::from_secs(10);

/// Counts finished matches, from any thread.
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
    /// The result so far; may be empty.
    result: Mutex<String>,
    started: Instant,
    reported: Mutex<Instant>,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Starts a count of `total` matches.
    pub fn new(total: u64) -> Progress {
        let started = Instant::now();
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(total).with_style(style()));
        Progress { reported: Mutex::new(started), bar, ..Progress::hidden(total) }
    }

    /// Starts a count of `total` matches that is not displayed.
    pub fn hidden(total: u64) -> Progress {
        let started = Instant::now();
        let never = started + Duration::from_secs(1 << 32);
        Progress {
            total: AtomicU64::new(total),
            done: AtomicU64::new(0),
            result: Mutex::default(),
            started,
            reported: Mutex::new(never),
            bar: None,
        }
    }

    /// Adds finished matches.
    pub fn add(&self, games: u64) {
        let done = games + self.done.fetch_add(games, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if let Ok(mut reported) = self.reported.try_lock()
            && reported.elapsed() >= PAUSE
        {
            *reported = Instant::now();
            let rate = rate(done as f64 / self.started.elapsed().as_secs_f64());
            let [done, total] = [done, self.total()].map(|games| grouped(games as f64, 0));
            let result = self.result.lock().map_or(String::new(), |result| result.clone());
            let _ = writeln!(io::stderr(), "{done} of {total} matches, {rate} matches/s{result}");
        }
    }

    /// Shows the result so far, of work that will probably have this number of matches.
    pub fn so_far(&self, total: u64, result: &str) {
        self.total.store(total, Ordering::Relaxed);
        let text = if result.is_empty() { String::new() } else { format!(", {}", escaped(result)) };
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_message(text);
        } else if let Ok(mut result) = self.result.lock() {
            *result = text;
        }
    }

    /// The number of matches to play.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The number of matches finished.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Removes the bar and returns the time since the start.
    pub fn finish(&self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }
}

/// The layout of the bar.
fn style() -> ProgressStyle {
    let shown = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let _ = to.write_str(&rate(state.per_sec())); // A bar that cannot be drawn must not stop the run.
    };
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} matches, {rate}/s, {eta} left{msg}");
    style.expect("a template that reads").with_key("rate", shown)
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
}
