//! Differences of differences: whether a change does more in one setting than in another, both played on the same clusters.
//!
//! With the rates `r` without and `r'` with the change, in the first setting and in the other, the interaction is `(r'₂ - r₂) - (r'₁ - r₁)`. Its
//! variance is that of the delta method ([`crate::joint`]) over the trials and totals of all four, which are correlated by the common
//! clusters. The interval is that of Student's t with the clusters in which the change did not do the same in both settings. There is none below
//! [`FEWEST_CHANGED`] of them, for events below [`ENOUGH_CHANGED`] in which it moved other numbers of them, and none if in one setting it did something
//! in a few clusters only: how much that scatters is not known.

use crate::additive::Additive;
use crate::additive::Number::{self, Count};
use crate::difference::{Difference, Level};
use crate::equivalence::{Equivalence, Limits};
use crate::few::ENOUGH_CHANGED;
use crate::few::FEWEST_CHANGED;
use crate::interval::Validity;
use crate::joint::Joint;
use crate::linear::{Judgement, Linear, SIGNS};
use crate::measure::{Counted, Unit};
use crate::paired::Pair;

/// Counts of a cluster: trials and total, without and with the change, in both settings.
const COUNTS: usize = 8;

/// Sums over clusters that give a difference of differences of a measure and its variance. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interaction {
    unit: Unit,
    units_per_point: i32,
    joint: Joint,
    /// Clusters in which the change did something, in each setting.
    changed_in: [u64; 2],
    /// Clusters in which it did not do the same to trials or totals in both.
    changed: u64,
    /// Those in which it did not do the same to totals.
    moved: u64,
}

impl Additive for Interaction {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.joint.each(visit);
        self.changed_in.iter_mut().for_each(|changed| visit(Count(changed)));
        visit(Count(&mut self.changed));
        visit(Count(&mut self.moved));
    }
}

impl Interaction {
    /// No clusters yet of a measure in this unit; so many counted units are one point.
    pub fn new(unit: Unit, units_per_point: i32) -> Interaction {
        Interaction {
            unit,
            units_per_point,
            joint: Joint::new(COUNTS),
            changed_in: [0; 2],
            changed: 0,
            moved: 0,
        }
    }

    /// Adds a cluster: the change in the first setting, and in the other.
    pub fn add(&mut self, settings: [Pair; 2]) {
        let [first, other] = settings;
        let rates = [first.base, first.variant, other.base, other.variant];
        let counts: [i64; COUNTS] =
            std::array::from_fn(|at| if at % 2 == 0 { rates[at / 2].trials } else { rates[at / 2].total });
        self.joint.add(&counts);
        for (changed, Pair { base, variant }) in self.changed_in.iter_mut().zip(settings) {
            *changed += u64::from(base != variant);
        }
        // For each trial of the other setting: there may be more matches on a cluster in one of them.
        let change = |of: Pair, there: Pair| {
            let by = i128::from(there.base.trials);
            let less = |variant: i64, base: i64| i128::from(variant - base) * by;
            [less(of.variant.trials, of.base.trials), less(of.variant.total, of.base.total)]
        };
        let [here, there] = [change(first, other), change(other, first)];
        self.changed += u64::from(here != there);
        self.moved += u64::from(here[1] != there[1]);
    }

    /// What the change does in the other setting less what it does in the first, in the unit of the measure; `None` if one of the rates has no trials.
    pub fn difference(&self, level: Level) -> Option<Difference> {
        let found = self.linear()?;
        let difference = found.difference(self.judged(&found, level.validity(), level.tail()));
        Some(difference.scaled(self.scale()))
    }

    /// Whether it is larger than a bound, in the unit of the measure; one of so many verdicts.
    pub fn equivalence(&self, bound: f64, validity: Validity, verdicts: usize) -> Equivalence {
        let limits = |tail| {
            let found = self.linear();
            found.map_or(Limits::Unknown, |found| found.limits(self.judged(&found, validity, tail)))
        };
        Equivalence::new(bound, verdicts, |tail| limits(tail).scaled(self.scale()))
    }

    fn scale(&self) -> f64 {
        self.unit.scale(self.units_per_point)
    }

    /// Nothing if too few clusters are known to do something else in one of the settings.
    fn judged(&self, found: &Linear, validity: Validity, tail: f64) -> Judgement {
        let few_in_one = self.changed_in.iter().any(|changed| (1..FEWEST_CHANGED).contains(changed));
        match few_in_one || found.events_changed.is_some_and(|moved| moved < ENOUGH_CHANGED) {
            true => (None, None),
            // How many events moved is asked above; the rest is that of an amount.
            false => Linear { events_changed: None, ..*found }.judged(validity, tail),
        }
    }

    fn linear(&self) -> Option<Linear> {
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
        let events_changed = (self.unit.counted() != Counted::Amount).then_some(self.moved);
        Some(Linear { events_changed, ..self.joint.difference(value, variance, squares, self.changed) })
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
        let (mut interaction, mut paired) = (Interaction::new(Unit::Number, 1), Paired::default());
        for wall in 0..60 {
            let other = pair(wall * 7 % 12, wall * 7 % 12 + wall % 5);
            interaction.add([pair(wall % 9, wall % 9), other]);
            paired.add(other);
        }
        let found = interaction.difference(Level::Fixed).unwrap();
        let alone = paired.difference(Counted::Amount).unwrap();
        assert!((found.value - alone.value).abs() < 1e-12);
        assert!((found.error.unwrap() - alone.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn the_same_change_in_both_settings_is_none() {
        let mut interaction = Interaction::new(Unit::Number, 1);
        (0..60).for_each(|wall| interaction.add([pair(wall % 9, wall % 7), pair(wall % 9, wall % 7)]));
        let found = interaction.difference(Level::Fixed).unwrap();
        assert_eq!((found.value, found.error, found.interval), (0.0, Some(0.0), None));
    }

    /// A change that does something else on 2 % of the walls only has an interval of those walls; on too few of them it has none.
    #[test]
    fn walls_without_a_difference_do_not_count() {
        let found = |rare: i64| {
            let mut interaction = Interaction::new(Unit::Number, 1);
            for wall in 0..1_000 {
                let more = i64::from(wall % (1_000 / rare) == 0) * (wall % 7 + 1);
                interaction.add([pair(wall % 9, wall % 9 + 3), pair(wall % 9, wall % 9 + 3 + more)]);
            }
            interaction.difference(Level::Fixed).unwrap()
        };
        let many = found(20);
        assert_eq!((many.clusters_changed, many.interval.is_some()), (20, true));
        let few = found(5);
        assert_eq!((few.clusters_changed, few.interval, few.few()), (5, None, true));
        let mut one_sided = Interaction::new(Unit::Number, 1);
        for wall in 0..100 {
            one_sided.add([pair(0, i64::from(wall < 5)), pair(0, wall % 7)]);
        }
        assert_eq!(one_sided.difference(Level::Fixed).unwrap().interval, None);
    }

    /// Amounts that share the wall, a change of 1 in one setting and of 3 in the other: the interval covers 2.
    #[test]
    fn its_interval_covers() {
        for walls in [20, 200] {
            let mut covered = 0;
            for run in 0..1_000 {
                let mut source = Walls::new(run, Source::Normal, 0.0, 1.0);
                let mut interaction = Interaction::new(Unit::Number, 1);
                for _ in 0..walls {
                    let mut noise = |of: f64| (of * source.next()).round() as i64;
                    let wall = noise(300.0);
                    let mut play = |change: i64| {
                        let own = wall + noise(100.0);
                        pair(own + noise(30.0), own + 4 * change + noise(30.0))
                    };
                    interaction.add([play(100), play(300)]);
                }
                let found = interaction.difference(Level::Fixed).unwrap();
                let [low, high] = found.interval.unwrap();
                covered += u32::from((low..=high).contains(&200.0));
            }
            assert!((930..=970).contains(&covered), "{walls}: {covered}");
        }
    }
}
