//! Differences of differences: whether a change does more in one setting than in another, both played on the same clusters.
//!
//! With the rates `r` without and `r'` with the change, in the first setting and in the other, the interaction is `(r'₂ - r₂) - (r'₁ - r₁)`. Its
//! variance is that of the delta method ([`crate::joint`]) over the trials and totals of all four, which are correlated by the common
//! clusters. The interval is that of Student's t with the clusters in which the change did something in either setting; below
//! [`FEWEST_CHANGED`](crate::paired::FEWEST_CHANGED) of them, or [`ENOUGH_CHANGED`] that gained or lost events, there is none.

use crate::additive::Additive;
use crate::additive::Number::{self, Count};
use crate::few::ENOUGH_CHANGED;
use crate::joint::Joint;
use crate::measure::Counted;
use crate::paired::{Difference, Level, Pair};

/// Counts of a cluster: trials and total, without and with the change, in both settings.
const COUNTS: usize = 8;

/// Which rates are added, and which are taken off.
const SIGNS: [f64; 4] = [1.0, -1.0, -1.0, 1.0];

/// Sums over clusters that give a difference of differences and its variance. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interaction {
    joint: Joint,
    /// Clusters in which the change affected trials or totals in either setting.
    changed: u64,
    /// Clusters in which it moved the total more in one setting than in the other.
    moved: u64,
}

impl Default for Interaction {
    fn default() -> Interaction {
        Interaction { joint: Joint::new(COUNTS), changed: 0, moved: 0 }
    }
}

impl Additive for Interaction {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.joint.each(visit);
        visit(Count(&mut self.changed));
        visit(Count(&mut self.moved));
    }
}

impl Interaction {
    /// Adds a cluster: the change in the first setting, and in the other.
    pub fn add(&mut self, settings: [Pair; 2]) {
        let [first, other] = settings;
        let rates = [first.base, first.variant, other.base, other.variant];
        let counts: [i64; COUNTS] =
            std::array::from_fn(|at| if at % 2 == 0 { rates[at / 2].trials } else { rates[at / 2].total });
        self.joint.add(&counts);
        let [moved, moved_there] = settings.map(|Pair { base, variant }| variant.total - base.total);
        self.changed += u64::from(settings.iter().any(|Pair { base, variant }| base != variant));
        self.moved += u64::from(moved != moved_there);
    }

    /// What the change does in the other setting less what it does in the first; `None` if one of the rates has no trials.
    pub(crate) fn difference(&self, counted: Counted, level: Level) -> Option<Difference> {
        let (mut value, mut gradient, mut squares) = (0.0, [0.0; COUNTS], 0.0);
        for (rate, sign) in SIGNS.into_iter().enumerate() {
            let [trials, total] = [2 * rate, 2 * rate + 1].map(|count| self.joint.sum(count));
            if trials == 0.0 {
                return None;
            }
            value += sign * total / trials;
            let mut own = [0.0; COUNTS];
            own[2 * rate] = -sign * total / (trials * trials);
            own[2 * rate + 1] = sign / trials;
            squares += self.joint.covariance(&own, &own);
            gradient[2 * rate..2 * rate + 2].copy_from_slice(&own[2 * rate..2 * rate + 2]);
        }
        let variance = self.joint.covariance(&gradient, &gradient);
        let found = self.joint.difference(value, variance, squares, self.changed);
        let is_of_events = counted != Counted::Amount;
        let judged = match is_of_events && self.moved < ENOUGH_CHANGED {
            true => (None, None),
            false => found.judged(level.validity(), level.tail()),
        };
        Some(Difference { events_changed: is_of_events.then_some(self.moved), ..found.difference(judged) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Cluster;
    use crate::paired::Paired;
    use crate::simulation::{Source, Walls};

    fn pair(base: i64, variant: i64) -> Pair {
        let cluster = |total| Cluster { trials: 4, total };
        Pair { base: cluster(base), variant: cluster(variant) }
    }

    /// Where the change does nothing in the first setting, it is the difference in the other.
    #[test]
    fn beside_no_change_it_is_a_difference() {
        let (mut interaction, mut paired) = (Interaction::default(), Paired::default());
        for wall in 0..60 {
            let other = pair(wall * 7 % 12, wall * 7 % 12 + wall % 5);
            interaction.add([pair(wall % 9, wall % 9), other]);
            paired.add(other);
        }
        let found = interaction.difference(Counted::Amount, Level::Fixed).unwrap();
        let alone = paired.difference(Counted::Amount).unwrap();
        assert!((found.value - alone.value).abs() < 1e-12);
        assert!((found.error.unwrap() - alone.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn the_same_change_in_both_settings_is_none() {
        let mut interaction = Interaction::default();
        (0..60).for_each(|wall| interaction.add([pair(wall % 9, wall % 7), pair(wall % 9, wall % 7)]));
        let found = interaction.difference(Counted::Amount, Level::Fixed).unwrap();
        assert_eq!((found.value, found.error, found.interval), (0.0, Some(0.0), None));
    }

    /// Amounts that share the wall, a change of 1 in one setting and of 3 in the other: the interval covers 2.
    #[test]
    fn its_interval_covers() {
        for walls in [20, 200] {
            let mut covered = 0;
            for run in 0..1_000 {
                let mut source = Walls::new(run, Source::Normal, 0.0, 1.0);
                let mut interaction = Interaction::default();
                for _ in 0..walls {
                    let mut noise = |of: f64| (of * source.next()).round() as i64;
                    let wall = noise(300.0);
                    let mut play = |change: i64| {
                        let own = wall + noise(100.0);
                        pair(own + noise(30.0), own + 4 * change + noise(30.0))
                    };
                    interaction.add([play(100), play(300)]);
                }
                let found = interaction.difference(Counted::Amount, Level::Fixed).unwrap();
                let [low, high] = found.interval.unwrap();
                covered += u32::from((low..=high).contains(&200.0));
            }
            assert!((930..=970).contains(&covered), "{walls}: {covered}");
        }
    }
}
