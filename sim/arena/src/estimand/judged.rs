//! What estimates show, several of them together.

use super::Target;
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Effect, Level, Mark};

/// An estimate and what it shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The estimate.
    pub effect: Effect,
    /// The adjusted p value; `None` if the difference has none.
    pub adjusted: Option<f64>,
    /// What it shows.
    pub mark: Mark,
}

/// The effects of each arm on some measures with adjusted p values and marks.
pub(crate) fn judge(effects: Vec<Vec<Effect>>, targets: &[Target], level: Level) -> Vec<Vec<Judged>> {
    judge_weighted(effects, &Target::weights(targets), level)
}

/// The same, of measures that weigh so much.
pub(crate) fn judge_weighted(effects: Vec<Vec<Effect>>, weights: &[f64], level: Level) -> Vec<Vec<Judged>> {
    let p = |effect: &Effect| effect.difference.and_then(|found| found.p);
    let p: Vec<Vec<_>> = effects.iter().map(|arm| arm.iter().map(p).collect()).collect();
    let adjusted = adjusted(&p, weights, Adjustment::of(level, effects.len()));
    let judged = |(effect, adjusted): (Effect, Option<f64>)| Judged {
        effect,
        adjusted,
        mark: Mark::of(effect.difference.as_ref(), adjusted),
    };
    let arms = effects.into_iter().zip(adjusted);
    arms.map(|(effects, adjusted)| effects.into_iter().zip(adjusted).map(judged).collect()).collect()
}
