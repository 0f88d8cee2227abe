//! Many differences at once: p values adjusted so that false claims stay rare, and the marks that follow from them.
//!
//! Of twenty differences without any effect one on average has an interval that excludes zero. The few that were declared
//! before the data were seen are adjusted ([`adjusted`]); all others are exploratory, and not adjusted.
//!
//! ```
//! use hyakuman_analysis::multiple::{Adjustment, adjusted, benjamini_hochberg};
//! let p = [Some(0.01), Some(0.04), Some(0.03)];
//! assert_eq!(adjusted(&[p.to_vec()], &[1.0; 3], Adjustment::Holm), [[Some(0.03), Some(0.06), Some(0.06)]]);
//! assert_eq!(benjamini_hochberg(&p), [Some(0.03), Some(0.04), Some(0.04)]);
//! ```

use crate::difference::{Difference, Level};
use serde::Serialize;

/// The share of false claims that is accepted.
pub const ALPHA: f64 = 0.05;

/// How p values are adjusted.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Adjustment {
    /// One arm, several measures (Holm 1979): the chance of any false claim is at most 5 %.
    Holm,
    /// Several arms (Benjamini, Hochberg 1995): of the claims about a measure at most 5 % are false on average. With several
    /// measures, each gets an equal part of the 5 %.
    BenjaminiHochberg,
    /// Several arms that are looked at while they are played: times arms and measures (Bonferroni).
    Bonferroni,
}

/// What a difference shows.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It is zero on every cluster.
    Same,
    /// Too few clusters changed for a statement ([`Difference::few`]).
    Few,
    /// Its interval contains zero, or there is none.
    Unclear,
    /// Its interval excludes zero, but it was not declared, or its adjusted p value is above 5 %.
    Unadjusted,
    /// It was declared, and its adjusted p value is at most 5 %.
    Adjusted,
}

impl Adjustment {
    /// The adjustment for so many arms.
    pub fn of(level: Level, arms: usize) -> Adjustment {
        match level {
            _ if arms == 1 => Adjustment::Holm,
            Level::Fixed => Adjustment::BenjaminiHochberg,
            Level::Anytime { .. } => Adjustment::Bonferroni,
        }
    }
}

/// The adjusted p values of declared differences: for each arm a list with one p value per measure, as long as `weights`. A
/// difference without a p value counts as one without effect.
///
/// A measure has weight 1; measures that are one question, as those of all seats, whose differences sum to zero, have weight 1
/// together. The bounds on false claims hold for any weights.
pub fn adjusted(p: &[Vec<Option<f64>>], weights: &[f64], adjustment: Adjustment) -> Vec<Vec<Option<f64>>> {
    let all: f64 = weights.iter().sum();
    let times = |factor: f64| move |p: f64| (p * factor).min(1.0);
    let each = |arm: &[Option<f64>], arms: usize| -> Vec<Option<f64>> {
        arm.iter().zip(weights).map(|(p, weight)| p.map(times(arms as f64 * all / weight))).collect()
    };
    match adjustment {
        Adjustment::Holm => p.iter().map(|arm| holm(arm, weights)).collect(),
        Adjustment::Bonferroni => p.iter().map(|arm| each(arm, p.len())).collect(),
        Adjustment::BenjaminiHochberg => {
            let column = |measure: usize| p.iter().map(|arm| arm[measure]).collect::<Vec<_>>();
            let columns = (0..weights.len()).map(|measure| benjamini_hochberg(&column(measure)));
            let columns: Vec<_> = columns.collect();
            let arm = |arm: usize| columns.iter().map(|column| column[arm]).collect::<Vec<_>>();
            (0..p.len()).map(|at| each(&arm(at), 1)).collect()
        }
    }
}

/// Adjusted p values by Holm: the least chance of any false claim at which a difference is claimed. Each difference has a part of the
/// chance that is proportional to its weight.
fn holm(p: &[Option<f64>], weights: &[f64]) -> Vec<Option<f64>> {
    let weighed: Vec<_> = p.iter().zip(weights).map(|(p, weight)| p.map(|p| p / weight)).collect();
    let (mut found, mut most) = (vec![None; p.len()], 0.0_f64);
    let mut left: f64 = weights.iter().sum();
    for at in rising(&weighed) {
        most = most.max(weighed[at].map_or(1.0, |p| p * left)).min(1.0);
        left -= weights[at];
        found[at] = p[at].map(|_| most);
    }
    found
}

/// Adjusted p values by Benjamini and Hochberg: the least share of false claims at which a difference is claimed.
pub fn benjamini_hochberg(p: &[Option<f64>]) -> Vec<Option<f64>> {
    let (order, n) = (rising(p), p.len());
    let (mut found, mut least) = (vec![None; n], 1.0_f64);
    for (rank, at) in order.into_iter().enumerate().rev() {
        least = least.min(p[at].unwrap_or(1.0) * n as f64 / (rank + 1) as f64);
        found[at] = p[at].map(|_| least);
    }
    found
}

/// The places of the p values, the smallest first; those that are missing last.
fn rising(p: &[Option<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].unwrap_or(2.0).total_cmp(&p[b].unwrap_or(2.0)));
    order
}

impl Mark {
    /// The mark of a difference; `adjusted` is its adjusted p value if it was declared.
    pub fn of(difference: Option<&Difference>, adjusted: Option<f64>) -> Mark {
        match difference {
            None => Mark::Unclear,
            Some(found) if found.same() => Mark::Same,
            Some(found) if found.few() => Mark::Few,
            Some(_) if adjusted.is_some_and(|p| p <= ALPHA) => Mark::Adjusted,
            Some(found) if found.excludes_zero() || found.p.is_some_and(|p| p <= ALPHA) => Mark::Unadjusted,
            Some(_) => Mark::Unclear,
        }
    }

    /// Its sign in text: filled, hollow, or none.
    pub fn sign(self) -> char {
        match self {
            Mark::Adjusted => '●',
            Mark::Unadjusted => '○',
            Mark::Same | Mark::Few | Mark::Unclear => ' ',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cluster;
    use crate::paired::{Counted, Pair, Paired};
    use crate::simulation::{Source, Walls};

    fn close(found: &[Option<f64>], expected: &[Option<f64>]) {
        let near = |(a, b): (&Option<f64>, &Option<f64>)| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-12,
            (a, b) => a == b,
        };
        assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:?}");
    }

    /// By hand, in R as `p.adjust`: sorted .005 .01 .03 .04.
    #[test]
    fn adjusted_p_values_by_hand() {
        let p = [Some(0.04), Some(0.005), Some(0.03), Some(0.01)];
        close(&holm(&p, &[1.0; 4]), &[Some(0.06), Some(0.02), Some(0.06), Some(0.03)]);
        close(&benjamini_hochberg(&p), &[Some(0.04), Some(0.02), Some(0.04), Some(0.02)]);
        close(&holm(&[Some(0.02), None], &[1.0; 2]), &[Some(0.04), None]);
        close(&benjamini_hochberg(&[None, Some(0.02)]), &[None, Some(0.04)]);
    }

    /// Two arms of two measures.
    #[test]
    fn each_measure_is_a_family_of_arms() {
        let p = [vec![Some(0.01), Some(0.2)], vec![Some(0.03), Some(0.001)]];
        let found = adjusted(&p, &[1.0; 2], Adjustment::BenjaminiHochberg);
        close(&found[0], &[Some(0.04), Some(0.4)]);
        close(&found[1], &[Some(0.06), Some(0.004)]);
        close(&adjusted(&p, &[1.0; 2], Adjustment::Bonferroni)[0], &[Some(0.04), Some(0.8)]);
        close(&adjusted(&p[..1], &[1.0; 2], Adjustment::Holm)[0], &[Some(0.02), Some(0.2)]);
    }

    /// The kyoku, then four seats that weigh as one measure. By hand: the seats have 4 p = .016, .4, .8, 2; the least of all is
    /// times 2, then .02 times 1.75, then what is left weighs .75, .5 and .25.
    #[test]
    fn measures_that_are_one_question_weigh_as_one() {
        let p = vec![[0.02, 0.004, 0.1, 0.2, 0.5].map(Some).to_vec()];
        let weights = [1.0, 0.25, 0.25, 0.25, 0.25];
        close(
            &adjusted(&p, &weights, Adjustment::Holm)[0],
            &[Some(0.035), Some(0.032), Some(0.3), Some(0.4), Some(0.5)],
        );
        close(
            &adjusted(&p, &weights, Adjustment::Bonferroni)[0],
            &[Some(0.04), Some(0.032), Some(0.8), Some(1.0), Some(1.0)],
        );
        // Alone they are adjusted as four measures.
        close(&adjusted(&p, &[0.2; 5], Adjustment::Holm)[0], &holm(&p[0], &[1.0; 5]));
    }

    fn is_marked(
        run: u64,
        [arms, measures]: [usize; 2],
        source: Source,
        level: Level,
        looks: &[u64],
    ) -> bool {
        let stream = |i: usize| Walls::new(run * 1_000 + i as u64, source, 0.0, 13.0);
        let mut streams: Vec<Walls> = (0..arms * measures).map(stream).collect();
        let mut common = Walls::new(run + 500_000, Source::Normal, 0.0, 13.0);
        let mut sums = vec![vec![Paired::default(); measures]; arms];
        let mut walls = 0;
        looks.iter().any(|&look| {
            while walls < look {
                let shared = common.next();
                for (sum, stream) in sums.iter_mut().flatten().zip(&mut streams) {
                    let own = stream.next();
                    let total = if own == 0.0 { 0.0 } else { own + shared };
                    let variant = Cluster { trials: 1, total: (total * 1_000.0) as i64 };
                    sum.add(Pair { base: Cluster { trials: 1, total: 0 }, variant });
                }
                walls += 1;
            }
            let p = |sum: &Paired| {
                let found = sum.difference_at(Counted::Amount, level, f64::INFINITY);
                found.and_then(|found| found.p)
            };
            let p: Vec<Vec<_>> = sums.iter().map(|arm| arm.iter().map(p).collect()).collect();
            let found = adjusted(&p, &vec![1.0; measures], Adjustment::of(level, arms));
            found.iter().flatten().flatten().any(|&p| p <= ALPHA)
        })
    }

    /// What takes long: `./scripts/check.sh long` runs it.
    mod long {
        use super::*;

        /// Labels without a meaning: on each wall base and variant are swapped at random, in every arm and measure. Marks that
        /// survive adjustment are in at most 5 % of the comparisons, whether the number of walls is fixed or one looks again and
        /// again and stops at the first mark. 400 comparisons of each kind: standard error .011.
        #[test]
        #[ignore = "long: thousands of simulations"]
        fn comparisons_of_equals_are_marked_in_at_most_five_percent() {
            for (arms, measures) in [(1, 1), (1, 8), (5, 1), (8, 3)] {
                for source in [Source::Normal, Source::Rare] {
                    let share = |level, looks: &[u64]| {
                        let marked = |&run: &u64| is_marked(run, [arms, measures], source, level, looks);
                        (0..400).filter(marked).count() as f64 / 400.0
                    };
                    let looks: Vec<u64> = (1..=20).map(|look| 64 * look).collect();
                    let fixed = share(Level::Fixed, &[640]);
                    let anytime = share(Level::Anytime { differences: arms as u32 }, &looks);
                    let what = format!("{arms} arms, {measures} measures, {source:?}: {fixed} {anytime}");
                    assert!(fixed <= 0.05 + 0.022 && anytime <= 0.05, "{what}");
                }
            }
        }
    }
}
