//! How long a result took, as text for people or as JSON (docs/output.md) for programs.

pub use hyakuman_report::json::{add_played, add_rules};

use crate::figures;

/// What depends on the machine and the load: of the matches played now, not of those that a resumed run had already.
#[derive(serde::Serialize, Clone, Copy, Debug)]
pub struct Timing {
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    /// Decisions of this time.
    #[serde(skip)]
    pub decisions: i64,
}

impl Timing {
    /// From the seconds that a run took, and the matches and decisions of this time.
    pub fn new(seconds: f64, threads: usize, games: u64, decisions: i64) -> Timing {
        let rate = |n: f64| n / seconds.max(1e-9);
        let (games_per_second, decisions_per_second) = (rate(games as f64), rate(decisions as f64));
        Timing { threads, seconds, games_per_second, decisions_per_second, decisions }
    }

    /// The last line of the text, the only one that depends on the machine. `total` are the decisions of the whole result:
    /// if they are more than those of the time, the run was resumed.
    pub fn line(&self, total: i64) -> String {
        let [now, total, before] = [self.decisions, total, total - self.decisions]
            .map(|decisions| figures::grouped(decisions as f64, 0));
        if self.decisions == 0 && total != now {
            return format!("{total} decisions, all played before\n");
        }
        let resumed = if total == now { String::new() } else { format!("; {before} played before") };
        let [games, rate] = [self.games_per_second, self.decisions_per_second].map(figures::rate);
        let threads = if self.threads == 1 { "1 thread".into() } else { format!("{} threads", self.threads) };
        let seconds = self.seconds;
        format!(
            "{now} decisions in {seconds:.2} s on {threads}: {games} matches/s, {rate} decisions/s{resumed}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last line is about what was played now: a resumed run has the rest behind it.
    #[test]
    fn a_resumed_run_has_the_rate_of_what_it_played_now() {
        let line = |decisions, total| Timing::new(2.0, 1, 50, decisions).line(total);
        let now = "3,000 decisions in 2.00 s on 1 thread: 25 matches/s, 1,500 decisions/s";
        assert_eq!(line(3_000, 3_000), format!("{now}\n"));
        assert_eq!(line(3_000, 10_000), format!("{now}; 7,000 played before\n"));
        assert_eq!(line(0, 10_000), "10,000 decisions, all played before\n");
    }
}
