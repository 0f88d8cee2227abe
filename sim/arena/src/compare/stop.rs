//! When a comparison is over.

use super::equal::{self, Bounded};
use super::target::{Known, Target};
use super::totals::Totals;
use super::{CompareOptions, Ending};
use crate::error::Error;
use hyakuman_analysis::figures::{label, larger_half, read_as, shown_effect};
use hyakuman_analysis::{Difference, Equivalence, Unit, anytime};
use std::time::{Duration, Instant};

/// Walls between two looks at the result. A comparison stops only at a multiple of it: the result is the same for any number
/// of threads.
pub const LOOK: u64 = 64;

/// An arm that changed a measure on no wall is not waited for after this number of walls: it changes at most one in 190, by an interval that
/// holds whenever one looks ([`Difference::most_missed`](hyakuman_analysis::Difference::most_missed)).
pub const PATIENCE: u64 = 2_048;

/// When a comparison stops, at the latest after all matches.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// After all matches.
    Matches,
    /// As soon as half of the interval of a measure is at most this, in every arm. Intervals are those of a fixed number of matches: where their
    /// width alone decides when one stops, they cover as well.
    Until {
        /// Name of the measure ([`Target::read`]).
        measure: String,
        /// Half of the interval.
        half: Half,
    },
    /// As soon as the verdict on every bound is known ([`CompareOptions::equal_within`]). Intervals hold whenever one stops.
    Verdict,
    /// After this time. Intervals hold whenever one stops. How many walls are played depends on the machine.
    After(Duration),
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
    /// In the unit of the measure; a share is 0 to 1.
    pub fn value(self) -> f64 {
        match self {
            Half::Plain(half) => half,
            Half::Percent(half) => half / 100.0,
        }
    }

    /// Checks that it is in the unit of a measure, which is named so; of a share below so many percentage points.
    pub(super) fn fits(self, target: &Target, measure: &str, what: &str, most: f64) -> Result<(), Error> {
        let problem = match (target.measure.unit, self) {
            (Unit::Share, Half::Plain(half)) => {
                format!("{measure} is a share: write {measure}={half}% for percentage points")
            }
            (Unit::Share, Half::Percent(half)) if half >= most => {
                format!("{measure} is a share: {what} is less than {most} percentage points")
            }
            (Unit::Share, _) | (_, Half::Plain(_)) => return Ok(()),
            (_, Half::Percent(half)) => {
                format!("{measure} is no share: write {measure}={half}, in its own unit")
            }
        };
        Err(Error::Usage(problem))
    }
}

/// Reads a measure and a number above 0 in its unit: `kyoku=0.02`, or `win=0.1%` in percentage points.
pub(super) fn measure_and_half(text: &str) -> Option<(String, Half)> {
    let (measure, half) = text.rsplit_once('=')?;
    let percent = half.trim().strip_suffix('%');
    let number: f64 = percent.unwrap_or(half).trim().parse().ok()?;
    let is_sound = number.is_finite() && number > 0.0 && !measure.trim().is_empty();
    let half = if percent.is_some() { Half::Percent(number) } else { Half::Plain(number) };
    is_sound.then(|| (measure.trim().to_owned(), half))
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

    /// The measure that is watched.
    pub(super) fn target(&self, known: &Known<'_>) -> Result<Option<Target>, Error> {
        let Stop::Until { measure, half } = self else { return Ok(None) };
        let target = Target::read(measure, known)?;
        half.fits(&target, measure, "half of its interval", 50.0)?;
        Ok(Some(target))
    }
}

/// What is played at most, and when it is over.
pub(super) struct Plan<'a> {
    pub options: &'a CompareOptions,
    /// The measure of [`Stop::Until`].
    pub watched: Option<Target>,
    /// The bounds of [`Stop::Verdict`].
    pub bounds: Vec<Bounded>,
    /// All walls.
    pub last: u64,
}

impl Plan<'_> {
    /// Whether these walls are enough, and why.
    pub(super) fn ending(&self, totals: &Totals, started: Instant) -> Option<Ending> {
        match &self.options.stop {
            Stop::Until { half, .. }
                if totals.walls.is_multiple_of(LOOK) && self.is_reached(totals, half.value()) =>
            {
                let same = (0..totals.arms.len()).all(|arm| self.is_same(totals, arm));
                Some(if same { Ending::Same } else { Ending::Precision })
            }
            Stop::Verdict if totals.walls.is_multiple_of(LOOK) && self.is_known(totals) => {
                Some(Ending::Verdict)
            }
            _ if totals.walls >= self.last => Some(Ending::Matches),
            Stop::After(time) if totals.walls > 0 && started.elapsed() >= *time => Some(Ending::Time(*time)),
            _ => None,
        }
    }

    /// Whether the interval of every arm is narrow enough, or it changed nothing for long.
    fn is_reached(&self, totals: &Totals, half: f64) -> bool {
        let is_done =
            |arm| self.half(totals, arm).is_some_and(|found| found <= half) || self.is_same(totals, arm);
        totals.walls >= anytime::FEWEST && (0..totals.arms.len()).all(is_done)
    }

    /// Whether every verdict is known.
    fn is_known(&self, totals: &Totals) -> bool {
        totals.walls >= anytime::FEWEST && equal::open(&self.bounds, totals).0.is_empty()
    }

    /// Whether an arm changed the watched measure on no wall, and is not waited for.
    fn is_same(&self, totals: &Totals, arm: usize) -> bool {
        totals.walls >= PATIENCE && self.watched_in(totals, arm).is_some_and(|found| found.same())
    }

    /// The larger half of the interval of an arm, as it is shown; 0 if the change has the same effect on all walls, `None` if it is not known yet, or from so few walls that
    /// its width is not.
    fn half(&self, totals: &Totals, arm: usize) -> Option<f64> {
        let found = self.watched_in(totals, arm)?;
        let changed =
            found.events_changed.map_or(found.clusters_changed, |events| events.min(found.clusters_changed));
        let half = match found.error {
            Some(0.0) => Some(0.0),
            _ => found.interval.map(|bounds| larger_half(found.value, bounds)),
        };
        half.filter(|_| changed >= anytime::FEWEST)
    }

    fn watched_in(&self, totals: &Totals, arm: usize) -> Option<Difference> {
        self.watched.as_ref()?.effect(&totals.arms[arm], self.options.level(totals.arms.len())).difference
    }

    /// The number of walls at which it will probably be over.
    pub(super) fn expected_walls(&self, totals: &Totals, started: Instant, before: u64) -> u64 {
        let walls = totals.walls as f64;
        let expected = match &self.options.stop {
            Stop::Matches => self.last as f64,
            Stop::Until { half, .. } => {
                let arms = (0..totals.arms.len()).filter(|&arm| !self.is_same(totals, arm));
                let widest = arms.map(|arm| self.half(totals, arm).unwrap_or(f64::INFINITY));
                walls * (widest.fold(0.0, f64::max) / half.value()).powi(2).max(1.0)
            }
            Stop::Verdict => {
                let (open, _) = equal::open(&self.bounds, totals);
                walls * open.iter().map(Equivalence::times_as_many).fold(1.0, f64::max)
            }
            Stop::After(time) => {
                let share = started.elapsed().as_secs_f64() / time.as_secs_f64();
                before as f64 + (walls - before as f64) / share.max(1e-9)
            }
        };
        self.last.min(totals.walls.max(expected.ceil() as u64))
    }

    /// The result so far of what is watched, in a few words: the arm with the widest interval.
    pub(super) fn so_far(&self, totals: &Totals) -> String {
        if self.options.stop == Stop::Verdict {
            let (open, all) = equal::open(&self.bounds, totals);
            return format!("{} of {all} verdicts known", all - open.len());
        }
        let (Some(target), Stop::Until { half, .. }) = (&self.watched, &self.options.stop) else {
            return String::new();
        };
        let width = |arm: &usize| self.half(totals, *arm).unwrap_or(f64::INFINITY);
        let widest = (0..totals.arms.len()).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0);
        let effect = target.effect(&totals.arms[widest], self.options.level(totals.arms.len()));
        let [_, _, difference, interval] = shown_effect(target.measure.unit, &effect);
        let wanted = half.value() * read_as(target.measure.unit).0;
        format!("{} {difference}{interval}, wanted ± {wanted}", label(target.measure))
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
