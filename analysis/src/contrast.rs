//! The difference between two players on the same clusters.
//!
//! On each cluster (a wall with all matches played on it) the difference is `y / w`, with a weight `w` that is the same on
//! every cluster: a plain mean over clusters, whose variance needs no linearisation. A cluster with y = 0 is *unchanged*:
//! the two players had the same result. If only m clusters changed, the variance is known from those alone; then t has m - 1
//! degrees of freedom, and there is no interval below [`FEWEST_CHANGED`] of them. If they are skewed, the interval is wider on the side
//! of the long tail (`skew.rs`).

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Sum};
use crate::anytime;
use crate::equivalence::{Equivalence, Limits};
use crate::few::FEWEST_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS, Validity};
use crate::quantile::{t_quantile, t_two_sided};
use crate::skew::{Spread, Thirds};

/// Sums over clusters that give the mean difference and its variance. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contrast {
    clusters: u64,
    changed: u64,
    y: i128,
    yy: i128,
    thirds: Thirds,
}

/// Mean and variance of a difference over clusters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Clusters.
    pub clusters: u64,
    /// Clusters with a difference.
    pub changed: u64,
    /// Mean.
    pub mean: f64,
    /// Variance of the values of the clusters, with divisor n.
    pub variance: f64,
}

impl Additive for Contrast {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Count(&mut self.clusters));
        visit(Count(&mut self.changed));
        visit(Sum(&mut self.y));
        visit(Sum(&mut self.yy));
        self.thirds.each(visit);
    }
}

impl Contrast {
    /// Adds a cluster.
    pub fn add(&mut self, y: i64) {
        self.clusters += 1;
        self.changed += u64::from(y != 0);
        self.y += i128::from(y);
        self.yy += i128::from(y) * i128::from(y);
        self.thirds.add(1, y);
    }

    /// Clusters.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// Clusters with a difference.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Mean and variance of `y / weight`; `None` without clusters.
    pub fn sample(&self, weight: f64) -> Option<Sample> {
        let n = self.clusters as f64;
        let variance = self.scatter() / (n * weight * weight);
        let Contrast { clusters, changed, .. } = *self;
        (clusters > 0).then(|| Sample { clusters, changed, mean: self.y as f64 / (n * weight), variance })
    }

    /// The mean of `y / weight` with an interval of this kind; `None` without clusters. The interval is `None` if too few
    /// clusters changed, or all by the same amount.
    pub fn estimate(&self, weight: f64, validity: Validity) -> Option<Estimate> {
        let Sample { clusters, changed, mean, variance } = self.sample(weight)?;
        let (fewest, informative) = match validity {
            Validity::Fixed => (FEWEST_CHANGED, changed),
            Validity::Anytime => (anytime::FEWEST, clusters),
        };
        let multiplier = validity.multiplier(informative).filter(|_| changed >= fewest && variance > 0.0);
        let interval = multiplier.map(|multiplier| {
            let error = (variance / (clusters as f64 - 1.0)).sqrt();
            let [below, above] = match validity {
                Validity::Fixed => {
                    Spread { error, skewness: self.skewness(), clusters: changed as f64 }.margins()
                }
                Validity::Anytime => [multiplier * error; 2],
            };
            [mean - below, mean + above]
        });
        let few = clusters < FEWEST_CLUSTERS || changed > 0 && changed < fewest;
        Some(Estimate { value: mean, interval, clusters, few })
    }

    /// Whether the mean of `y / weight` is farther from zero than a bound; one of so many verdicts.
    pub fn equivalence(&self, weight: f64, bound: f64, validity: Validity, verdicts: usize) -> Equivalence {
        Equivalence::new(bound, verdicts, |tail| self.limits(weight, validity, tail))
    }

    /// Limits of the mean of `y / weight`, each with this probability beyond it.
    fn limits(&self, weight: f64, validity: Validity, tail: f64) -> Limits {
        let Some(Sample { clusters, changed, mean, variance }) = self.sample(weight) else {
            return Limits::Unknown;
        };
        let fewest = if validity == Validity::Fixed { FEWEST_CHANGED } else { anytime::FEWEST };
        if changed == 0 {
            return Limits::Same;
        } else if changed < fewest {
            return Limits::Unknown;
        } else if variance == 0.0 {
            return Limits::Exact(mean);
        }
        let error = (variance / (clusters as f64 - 1.0)).sqrt();
        let spread = Spread { error, skewness: self.skewness(), clusters: changed as f64 };
        let [below, above] = match validity {
            Validity::Fixed => spread.margins_at(tail),
            Validity::Anytime => [anytime::multiplier_at(clusters as f64, 2.0 * tail) * error; 2],
        };
        Limits::Interval([mean - below, mean + above])
    }

    /// Half of the interval of `y / weight` by Student's t alone, as wide on both sides; `None` if too few clusters changed, or all by the
    /// same amount.
    pub fn half(&self, weight: f64) -> Option<f64> {
        let Sample { clusters, changed, variance, .. } = self.sample(weight)?;
        let is_known = clusters >= FEWEST_CLUSTERS && changed >= FEWEST_CHANGED && variance > 0.0;
        is_known.then(|| t_quantile(changed as f64 - 1.0) * (variance / (clusters as f64 - 1.0)).sqrt())
    }

    /// The chance that the true mean is above 0, if before the clusters were seen any was as likely as any other: by Student's t; `None`
    /// where [`Contrast::half`] is.
    pub fn superiority(&self, weight: f64) -> Option<f64> {
        let half = self.half(weight)?;
        let (freedom, mean) = (self.changed as f64 - 1.0, self.sample(weight)?.mean);
        let beyond = t_two_sided(mean * t_quantile(freedom) / half, freedom) / 2.0;
        Some(if mean > 0.0 { 1.0 - beyond } else { beyond })
    }

    /// `Σ (y - mean)³ / (Σ (y - mean)²)^1.5`; 0 if it is unknown.
    fn skewness(&self) -> f64 {
        let third = self.thirds.residuals(self.y as f64 / self.clusters as f64);
        third.map_or(0.0, |third| third / self.scatter().powf(1.5))
    }

    /// `Σ (y - mean)²`, exactly if the products fit (then zero is exactly zero).
    fn scatter(&self) -> f64 {
        let n = i128::from(self.clusters.max(1));
        let exact = || self.yy.checked_mul(n)?.checked_sub(self.y.checked_mul(self.y)?);
        match exact() {
            Some(scaled) => scaled as f64 / n as f64,
            None => self.yy as f64 - self.y as f64 * (self.y as f64 / n as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(values: impl IntoIterator<Item = i64>) -> Contrast {
        let mut contrast = Contrast::default();
        values.into_iter().for_each(|y| contrast.add(y));
        contrast
    }

    /// By hand: 1 to 10 ten times over, halved: mean 2.75, Σ(y - mean)² = 825, s² = 825/99/4 = 2.083333,
    /// s/√100 = 0.144338; t(99) = 1.984217.
    #[test]
    fn a_mean_difference_by_hand() {
        let found = contrast((0..100).map(|i| i % 10 + 1)).estimate(2.0, Validity::Fixed).unwrap();
        let [low, high] = found.interval.unwrap();
        assert_eq!((found.value, found.clusters), (2.75, 100));
        assert!(
            (high - 2.75 - 1.984_217 * 0.144_338).abs() < 1e-5 && (2.75 - low - (high - 2.75)).abs() < 1e-12
        );
        let sample = contrast((0..100).map(|i| i % 10 + 1)).sample(2.0).unwrap();
        assert_eq!((sample.mean, sample.variance), (2.75, 8.25 / 4.0));
    }

    /// Ten of a thousand clusters changed: t(9) = 2.262157.
    #[test]
    fn the_degrees_of_freedom_are_those_of_changed_clusters() {
        let rare = |changed: i64| contrast((0..1_000).map(|i| if i < changed { 5 + i } else { 0 }));
        assert_eq!(rare(9).estimate(1.0, Validity::Fixed).unwrap().interval, None);
        let found = rare(10).estimate(1.0, Validity::Fixed).unwrap();
        let error = (rare(10).sample(1.0).unwrap().variance / 999.0).sqrt();
        let [low, high] = found.interval.unwrap();
        assert!(((found.value - low) / error - 2.262_157).abs() < 1e-5);
        assert!(high - found.value > found.value - low, "a long tail above");
        assert!(rare(9).estimate(1.0, Validity::Fixed).unwrap().few && !found.few);
        assert_eq!(rare(49).estimate(1.0, Validity::Anytime).unwrap().interval, None);
        assert!(rare(50).estimate(1.0, Validity::Anytime).unwrap().interval.is_some());
    }

    /// 95 % of the intervals contain the true difference, also of agents that differ on 15 % of the walls.
    #[test]
    fn intervals_cover_the_true_difference() {
        use crate::simulation::{Source, Walls};
        for (source, walls) in [(Source::Normal, 30), (Source::Normal, 300), (Source::Rare, 300)] {
            let covers = |seed: &u64| {
                let mut values = Walls::new(*seed, source, 1.0, 13.0);
                let found = contrast((0..walls).map(|_| (values.next() * 1_000.0) as i64));
                let [low, high] = found.estimate(1_000.0, Validity::Fixed).unwrap().interval.unwrap();
                low <= 1.0 && 1.0 <= high
            };
            let covered = (0..2_000).filter(covers).count() as f64 / 2_000.0;
            // Standard error of the share: 0.005.
            assert!((0.935..=0.97).contains(&covered), "{source:?} {walls}: {covered}");
        }
    }

    #[test]
    fn no_interval_without_scatter() {
        assert_eq!(Contrast::default().estimate(1.0, Validity::Fixed), None);
        let same = contrast([7; 60]).estimate(7.0, Validity::Fixed).unwrap();
        assert_eq!((same.value, same.interval), (1.0, None));
    }

    #[test]
    fn sums_restore_and_merge_exactly() {
        let whole = contrast((-50..50).map(|i| i * i * i));
        let mut merged = contrast((0..50).map(|i| i * i * i));
        merged.merge(&contrast((-50..0).map(|i| i * i * i)));
        assert_eq!(merged, whole);
        let mut restored = Contrast::default();
        assert!(restored.take_sums(&mut whole.sums().into_iter()) && restored == whole);
        assert_eq!((whole.clusters(), whole.changed()), (100, 99));
    }
}
