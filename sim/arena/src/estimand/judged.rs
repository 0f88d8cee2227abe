//! What estimates show, several of them together.

use super::Target;
use hyakuman_analysis::multiple::{ALPHA, adjusted};
use hyakuman_analysis::{Adjustment, Difference, Effect, Level, Mark};
use serde::{Serialize, Serializer};
use serde_json::json;

/// An estimate and what it shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The estimate.
    pub effect: Effect,
    /// The adjusted p value; `None` if the difference has none.
    pub adjusted: Option<f64>,
    /// What it shows.
    pub mark: Mark,
    /// The largest share of walls that may change where none did ([`Difference::most_missed`]).
    pub most_missed: Option<f64>,
}

impl Judged {
    /// An effect with intervals of this level, and its adjusted p value; `None` of a measure that was not declared.
    pub fn new(effect: Effect, adjusted: Option<f64>, level: Level) -> Judged {
        let difference = effect.difference.as_ref();
        let mark = Mark::of(difference, adjusted);
        debug_assert!(mark != Mark::Adjusted || adjusted.is_some_and(|p| p <= ALPHA));
        Judged { effect, adjusted, mark, most_missed: difference.and_then(|found| found.most_missed(level)) }
    }
}

/// Base, variant, and their difference with what it shows.
impl Serialize for Judged {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Effect { base, variant, difference } = self.effect;
        let difference = difference.map(|found: Difference| {
            json!({
                "value": found.value,
                "ci95": found.interval,
                "same": found.same(),
                "few": found.few(),
                "walls": found.clusters,
                "walls_changed": found.clusters_changed,
                "walls_changed_at_most": self.most_missed,
                "events_changed": found.events_changed,
                "p": found.p,
                "p_adjusted": self.adjusted,
                "mark": self.mark,
            })
        });
        json!({ "base": base, "variant": variant, "difference": difference }).serialize(to)
    }
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
    let judged = |(effect, adjusted)| Judged::new(effect, adjusted, level);
    let arms = effects.into_iter().zip(adjusted);
    arms.map(|(effects, adjusted)| effects.into_iter().zip(adjusted).map(judged).collect()).collect()
}
