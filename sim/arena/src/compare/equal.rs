//! Bounds below which an effect does not matter, and the verdicts on them ([`hyakuman_analysis::equivalence`]).

use crate::effects::Effects;
use crate::error::Error;
use crate::estimand::{Known, Target};
use crate::grid::{Half, measure_and_half};
use hyakuman_analysis::{Equivalence, Validity};

/// A bound as it is asked for: `kyoku=0.05`, `win=0.5%`.
#[derive(Clone, PartialEq, Debug)]
pub struct EqualWithin {
    /// Name of the measure ([`Target::read`]).
    pub measure: String,
    /// The bound: an effect of this size or less does not matter.
    pub bound: Half,
}

/// A measure and the bound of an effect on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounded {
    /// The measure.
    pub target: Target,
    /// The bound, above 0, in the unit of the measure; a share is 0 to 1.
    pub bound: f64,
}

impl EqualWithin {
    /// Reads a measure and a bound: `kyoku=0.05`, or `win=0.5%` in percentage points.
    ///
    /// # Errors
    /// One sentence.
    pub fn read(text: &str) -> Result<EqualWithin, String> {
        let expected =
            "expected a measure and the largest effect that does not matter, such as kyoku=0.05 or win=0.5%";
        let (measure, bound) = measure_and_half(text).ok_or(expected)?;
        Ok(EqualWithin { measure, bound })
    }
}

impl Bounded {
    /// The measures and bounds that are asked for.
    pub(super) fn list(wanted: &[EqualWithin], known: &Known<'_>) -> Result<Vec<Bounded>, Error> {
        let mut list: Vec<Bounded> = Vec::new();
        for EqualWithin { measure, bound } in wanted {
            let target = Target::read(measure, known)?;
            target.check_unit(*bound, measure, "an effect on it", 100.0)?;
            if list.iter().any(|other| other.target == target) {
                return Err(Error::Usage(format!("the measure {target} has two bounds: name one of them")));
            }
            list.push(Bounded { target, bound: bound.value() });
        }
        Ok(list)
    }

    /// The verdict on an arm, one of so many.
    pub(super) fn verdict(&self, effects: &Effects, validity: Validity, verdicts: usize) -> Equivalence {
        self.target.equivalence(effects, self.bound, validity, verdicts)
    }
}

/// The verdicts of each arm, in the order of the bounds; `differences`: arms at all tables.
pub(super) fn verdicts(
    bounds: &[Bounded],
    arms: &[Effects],
    validity: Validity,
    differences: usize,
) -> Vec<Vec<Equivalence>> {
    let all = bounds.len() * differences;
    let of_arm =
        |effects: &Effects| bounds.iter().map(|bound| bound.verdict(effects, validity, all)).collect();
    arms.iter().map(of_arm).collect()
}
