//! When an experiment is over.

use super::{GridSums, WallSums};
use hyakuman_analysis::figures::{larger_half, read_as};
use hyakuman_analysis::sequential::{self, Look, SequentialTest};
use hyakuman_analysis::{Difference, Equivalence, Estimate, Measure, Validity, Verdict, anytime};
use std::fmt;
use std::time::{Duration, Instant};

/// Walls between two looks at the result, but of a sequential test. An experiment that waits for a result stops only at a look, so the result is the same for any number
/// of threads.
pub const LOOK: u64 = 64;

/// What differs on no wall is not waited for after this number of walls: there is a difference on at most one in 190, by an interval that
/// holds whenever one looks ([`Difference::most_missed`](hyakuman_analysis::Difference::most_missed)).
pub const PATIENCE: u64 = 2_048;

/// When an experiment stops, at the latest after all walls.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// After all walls.
    All,
    /// As soon as half of the interval of every difference in a measure is at most this. Intervals are those of a fixed number of walls: where their
    /// width alone decides when one stops, they cover as well.
    Until {
        /// Name of the measure.
        measure: String,
        /// Half of the interval.
        half: Half,
    },
    /// As soon as it is known of every difference whether it is larger than its bound. Intervals hold whenever one stops.
    Verdict,
    /// As soon as a test of two agents is decided. The mean that it tests is the difference of the first less the second, in rank points per match.
    /// Intervals hold whenever it stops.
    Test(SequentialTest),
    /// After this time. Intervals hold whenever one stops. How many walls are played depends on the machine.
    After(Duration),
}

/// Why an experiment is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// All walls are played, perhaps before what was waited for.
    All,
    /// The intervals are as narrow as wanted.
    Precision,
    /// Nothing changed the watched measure on any wall, and as many walls are played as it is waited for ([`PATIENCE`]).
    Same,
    /// The verdict on every bound is known.
    Verdict,
    /// The test is decided.
    Test(Look),
    /// The time is over.
    Time(Duration),
}

impl Ending {
    /// Its name in JSON; that of [`Ending::All`] is the unit of the length, `games` or `walls`.
    pub const fn name(self, unit: &'static str) -> &'static str {
        match self {
            Ending::All => unit,
            Ending::Precision => "precision",
            Ending::Same => "same",
            Ending::Verdict => "verdict",
            Ending::Test(_) => "test",
            Ending::Time(_) => "time",
        }
    }
}

/// Half of an interval, or a bound of an effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Half {
    /// In the unit of the measure, which is no share.
    Plain(f64),
    /// In percentage points, of a share.
    Percent(f64),
}

impl Half {
    /// Reads a number above 0: `0.02`, or `0.1%` in percentage points.
    ///
    /// # Errors
    /// One sentence.
    pub fn read(text: &str) -> Result<Half, String> {
        let half = Half::of_any_sign(text).filter(|half| half.value() > 0.0);
        half.ok_or_else(|| format!("{text} is not a number above 0, such as 0.02 or 0.1%"))
    }

    /// Reads a number, also one below 0.
    pub(crate) fn of_any_sign(text: &str) -> Option<Half> {
        let percent = text.trim().strip_suffix('%');
        let number = percent.unwrap_or(text).trim().parse().ok();
        let number = number.filter(|number: &f64| number.is_finite())?;
        Some(if percent.is_some() { Half::Percent(number) } else { Half::Plain(number) })
    }

    /// In the unit of the measure; a share is 0 to 1.
    pub fn value(self) -> f64 {
        match self {
            Half::Plain(half) => half,
            Half::Percent(half) => half / 100.0,
        }
    }
}

/// `0.02`, `0.1%`.
impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Half::Plain(half) => half.fmt(f),
            Half::Percent(half) => write!(f, "{half}%"),
        }
    }
}

/// Reads a measure and a number above 0 in its unit: `kyoku=0.02`, or `win=0.1%` in percentage points.
pub(crate) fn measure_and_half(text: &str) -> Option<(String, Half)> {
    let (measure, half) = text.rsplit_once('=')?;
    let half = Half::read(half).ok()?;
    (!measure.trim().is_empty()).then(|| (measure.trim().to_owned(), half))
}

impl Stop {
    /// Reads [`Stop::Until`]: a measure and half of its interval, `kyoku=0.02` or `win=0.1%` (percentage points); or `verdict`.
    ///
    /// # Errors
    /// One sentence.
    pub fn until(text: &str) -> Result<Stop, String> {
        if text.trim() == "verdict" {
            return Ok(Stop::Verdict);
        }
        let expected =
            "expected a measure and half of its interval, such as kyoku=0.02 or win=0.1%, or verdict";
        let (measure, half) = measure_and_half(text).ok_or(expected)?;
        Ok(Stop::Until { measure, half })
    }

    /// When the intervals hold.
    pub(super) fn validity(&self) -> Validity {
        match self {
            Stop::All | Stop::Until { .. } => Validity::Fixed,
            Stop::Verdict | Stop::Test(_) | Stop::After(_) => Validity::Anytime,
        }
    }

    pub(super) fn is_test(&self) -> bool {
        matches!(self, Stop::Test(_))
    }

    /// Walls between two looks at whether it is enough.
    pub(super) fn every(&self) -> u64 {
        if self.is_test() { sequential::EVERY } else { LOOK }
    }
}

/// What is played at most, and when it is over.
pub(super) struct Schedule<'a> {
    pub stop: &'a Stop,
    /// All walls.
    pub last: u64,
    /// Walls that a state had.
    pub before: u64,
    pub started: Instant,
}

/// The widest interval of what is watched.
pub(crate) enum Width {
    /// Its larger half, as it is shown, in the unit of the measure; infinite while one is not known, or from so few walls that its width is not.
    Half(f64),
    /// Nothing differs on any wall, and is not waited for.
    Same,
}

impl Width {
    pub(crate) fn of(found: Option<&Difference>) -> Width {
        match found {
            Some(found) if found.same() => Width::Same,
            _ => Width::Half(found.and_then(half).unwrap_or(f64::INFINITY)),
        }
    }

    /// That of a rate; one without an interval is a constant, or never has one.
    pub(crate) fn of_rate(found: Option<&Estimate>) -> Width {
        match found.map(|found| (found.value, found.interval)) {
            Some((value, Some(bounds))) => Width::Half(larger_half(value, bounds)),
            Some((_, None)) => Width::Same,
            None => Width::Half(f64::INFINITY),
        }
    }

    /// The widest of all that are watched, after so many walls: what differs on none is waited for until [`PATIENCE`].
    pub(crate) fn widest(walls: u64, watched: impl Iterator<Item = Width>) -> Width {
        let waits = |width: &Width| walls < PATIENCE || matches!(width, Width::Half(_));
        watched.filter(waits).map(|width| width.half()).reduce(f64::max).map_or(Width::Same, Width::Half)
    }

    /// Half of the interval; infinite while nothing differs.
    pub(crate) fn half(&self) -> f64 {
        match self {
            Width::Half(half) => *half,
            Width::Same => f64::INFINITY,
        }
    }
}

/// The larger half of an interval, as it is shown; 0 if the change has the same effect on all walls, nothing if it is not known yet, or from so few
/// walls that its width is not.
fn half(found: &Difference) -> Option<f64> {
    let events = found.events_changed.unwrap_or(found.clusters_changed);
    let half = match found.error {
        Some(0.0) => Some(0.0),
        _ => found.interval.map(|bounds| larger_half(found.value, bounds)),
    };
    half.filter(|_| events.min(found.clusters_changed) >= anytime::FEWEST)
}

/// How far it is to [`Stop::Until`], in a few words; empty if it waits for something else.
pub(crate) fn until_so_far(stop: &Stop, widest: &Width, watched: Option<&Measure>) -> String {
    let (Stop::Until { measure, half }, Some(watched)) = (stop, watched) else { return String::new() };
    let [found, wanted] = [widest.half(), half.value()].map(|half| half * read_as(watched.unit).0);
    format!("{measure} ± {found:.4}, wanted ± {wanted}")
}

/// What is known of the verdicts, in a few words.
pub(crate) fn verdicts_so_far((open, all): (Vec<Equivalence>, usize)) -> String {
    format!("{} of {all} verdicts known", all - open.len())
}

/// The verdicts that are not known after so many walls, and the number of all: what differs on no wall is waited for until [`PATIENCE`].
pub(crate) fn open(walls: u64, verdicts: Vec<Equivalence>) -> (Vec<Equivalence>, usize) {
    let all = verdicts.len();
    let is_open = |found: &Equivalence| found.is_open() || walls < PATIENCE && found.verdict == Verdict::Same;
    (verdicts.into_iter().filter(is_open).collect(), all)
}

impl Schedule<'_> {
    /// Whether these walls are enough, and why.
    pub(super) fn ending<F: WallSums>(&self, findings: &F, totals: &GridSums<F::Sums>) -> Option<Ending> {
        let looks = totals.walls.is_multiple_of(LOOK) && totals.walls >= anytime::FEWEST;
        let ending = match self.stop {
            Stop::Until { half, .. } if looks => match findings.widest(totals) {
                Width::Half(widest) => (widest <= half.value()).then_some(Ending::Precision),
                Width::Same => Some(Ending::Same),
            },
            Stop::Verdict if looks => findings.open(totals).0.is_empty().then_some(Ending::Verdict),
            Stop::Test(test) => {
                let look = findings.look(test, &totals.sums);
                look.filter(|look| look.decision.is_some()).map(Ending::Test)
            }
            _ => None,
        };
        let is_late = |time: &Duration| totals.walls > 0 && self.started.elapsed() >= *time;
        match self.stop {
            _ if ending.is_some() => ending,
            _ if totals.walls >= self.last => Some(Ending::All),
            Stop::After(time) if is_late(time) => Some(Ending::Time(*time)),
            _ => None,
        }
    }

    /// The number of walls at which it will probably be over; of a test at the latest, as far as is known.
    pub(super) fn expected_walls<F: WallSums>(&self, findings: &F, totals: &GridSums<F::Sums>) -> u64 {
        let (walls, before) = (totals.walls as f64, self.before as f64);
        let expected = match self.stop {
            Stop::All => self.last as f64,
            Stop::Until { half, .. } => match findings.widest(totals) {
                Width::Half(widest) => walls * (widest / half.value()).powi(2),
                Width::Same => walls,
            },
            Stop::Verdict => {
                let (open, _) = findings.open(totals);
                walls * open.iter().map(Equivalence::times_as_many).fold(1.0, f64::max)
            }
            Stop::Test(test) => {
                findings.look(test, &totals.sums).map_or(f64::INFINITY, |look| look.truncated_at)
            }
            Stop::After(time) => {
                let share = self.started.elapsed().as_secs_f64() / time.as_secs_f64();
                before + (walls - before) / share.max(1e-9)
            }
        };
        self.last.min(totals.walls.max(expected.ceil() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precisions_are_read() {
        let read = |text| match Stop::until(text) {
            Ok(Stop::Until { measure, half }) => Some((measure, half)),
            _ => None,
        };
        assert_eq!(read("kyoku=0.02"), Some(("kyoku".to_owned(), Half::Plain(0.02))));
        let percent = Some(("ukeire:fold=false.win".to_owned(), Half::Percent(1.0)));
        assert_eq!(read("ukeire:fold=false.win = 1%"), percent);
        for bad in ["kyoku", "=1", "kyoku=", "kyoku=0", "kyoku=-1", "kyoku=nan", "kyoku=x"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
