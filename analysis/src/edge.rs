//! How clearly a player leads: the standardised lead.
//!
//! In each match a player is ahead of the others by some amount, its result less the mean of theirs, with mean `d` and standard deviation `σ`
//! over matches. `δ = d / σ` has no unit: it compares rulesets that count results differently, which a mean does not. With the sums N, S₁, S₂
//! of matches, leads and squared leads
//!
//! ```text
//! d = S₁ / N        σ² = S₂ / N - d²        gradient of δ: ( -δ (1 + δ²) / 2,  (1 + δ²) / σ,  -δ / (2 σ²) ) / N
//! ```
//!
//! and the delta method ([`crate::joint`]) gives the variance of δ, and of its difference between two ways in which the same clusters are played.
//! Played in two settings, the difference between these differences is had in the same way. Played in one way, the interval rests on the clusters with
//! a lead, as that of a mean difference ([`crate::contrast`]): players who do the same on most clusters differ on few.
//!
//! The chance to be ahead after m matches is `Φ(δ √m)` ([`ahead`]).
//!
//! Simulated, of 12 and of 60 clusters of two matches: 93 to 97 % of the intervals cover.

use crate::additive::Additive;
use crate::additive::Number::{self, Count};
use crate::anytime;
use crate::difference::{Effect, Level};
use crate::equivalence::Equivalence;
use crate::few::FEWEST_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS, Validity};
use crate::joint::Joint;
use crate::linear::{self, Linear, SIGNS};
use crate::quantile::normal_tail;
use crate::results::Group;

/// Counts in one way: matches, leads, squared leads.
const COUNTS: usize = 3;

/// The leads of a player on clusters that are played in one way, in two, the base and the variant, or so in two settings. Whole numbers: merging is
/// exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    ways: usize,
    /// Clusters on which base and variant differ, in either setting; of one way, those with a lead.
    changed: u64,
    joint: Joint,
}

/// A standardised lead and its gradient.
type Standardised = (f64, Vec<f64>);

impl Additive for Edge {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Count(&mut self.changed));
        self.joint.each(visit);
    }
}

impl Edge {
    /// No clusters yet, in one way, in two, or in four: base and variant in one setting, then in the other.
    pub fn new(ways: usize) -> Edge {
        Edge { ways, changed: 0, joint: Joint::new(ways * COUNTS) }
    }

    /// Adds a cluster: the leads of its matches in each way, in any unit that is the same in all matches of a way.
    pub fn add(&mut self, ways: &[Group]) {
        let differs = |setting: &[Group]| match setting {
            [only] => only.total != 0,
            ways => ways[0] != ways[1],
        };
        self.changed += u64::from(ways.chunks(2).any(differs));
        let mut counts = [0; COUNTS * SIGNS.len()];
        for (counts, way) in counts.chunks_mut(COUNTS).zip(ways) {
            counts.copy_from_slice(&[way.matches, way.total, way.squares]);
        }
        self.joint.add(&counts[..COUNTS * self.ways]);
    }

    /// The clusters.
    pub fn clusters(&self) -> u64 {
        self.joint.clusters
    }

    /// The standardised lead in the only way. Nothing if all leads are equal.
    pub fn lead(&self, validity: Validity) -> Option<Estimate> {
        let (fewest, informative) = match validity {
            Validity::Fixed => (FEWEST_CHANGED, self.changed),
            Validity::Anytime => (anytime::FEWEST, self.joint.clusters),
        };
        let found = self.estimate(&self.standardised(0)?, validity.multiplier(informative));
        let few = found.few || self.changed > 0 && self.changed < fewest;
        Some(Estimate { interval: found.interval.filter(|_| self.changed >= fewest), few, ..found })
    }

    /// The standardised lead of base and variant, in the first setting if there are two, and the difference, in the second less in the first. Nothing
    /// in a way in which all leads are equal.
    pub fn effect(&self, level: Level) -> Effect {
        let [base, variant] = [0, 1].map(|way| self.standardised(way));
        let multiplier = level.validity().multiplier(self.joint.clusters);
        let estimate = |found: &Standardised| self.estimate(found, multiplier);
        Effect {
            base: base.as_ref().map(estimate),
            variant: variant.as_ref().map(estimate),
            difference: self.difference().map(|found| found.difference_at(level)),
        }
    }

    /// Whether the difference is larger than a bound; one of so many verdicts.
    pub fn equivalence(&self, bound: f64, validity: Validity, verdicts: usize) -> Equivalence {
        linear::equivalence(bound, verdicts, validity, |_| self.difference())
    }

    /// With an interval of so many standard errors on both sides.
    fn estimate(&self, (value, gradient): &Standardised, multiplier: Option<f64>) -> Estimate {
        let (clusters, variance) = (self.joint.clusters, self.joint.covariance(gradient, gradient));
        let half = multiplier.filter(|_| variance > 0.0).map(|multiplier| multiplier * variance.sqrt());
        let interval = half.map(|half| [value - half, value + half]);
        Estimate { value: *value, interval, clusters, few: clusters < FEWEST_CLUSTERS }
    }

    fn difference(&self) -> Option<Linear> {
        let variance = |gradient: &[f64]| self.joint.covariance(gradient, gradient);
        let (mut value, mut gradient, mut of_all) = (0.0, vec![0.0; self.joint.counts()], 0.0);
        for (way, sign) in SIGNS[SIGNS.len() - self.ways..].iter().enumerate() {
            let (edge, own) = self.standardised(way)?;
            value += sign * edge;
            gradient.iter_mut().zip(&own).for_each(|(sum, own)| *sum += sign * own);
            of_all += variance(&own);
        }
        Some(self.joint.difference(value, variance(&gradient), of_all, self.changed))
    }

    /// `None` without matches, or if all leads are equal.
    fn standardised(&self, way: usize) -> Option<Standardised> {
        let at = COUNTS * way;
        let [n, total, squares] = [0, 1, 2].map(|count| self.joint.sum(at + count));
        let (mean, square) = (total / n, squares / n);
        let variance = square - mean * mean;
        let deviation = variance.sqrt();
        let edge = mean / deviation;
        let own =
            [-edge * (1.0 + edge * edge) / 2.0, (1.0 + edge * edge) / deviation, -edge / (2.0 * variance)];
        let mut gradient = vec![0.0; self.joint.counts()];
        gradient[at..at + COUNTS].copy_from_slice(&own.map(|slope| slope / n));
        // The rounding error of equal leads is not a variance.
        (variance > 1e-12 * square).then_some((edge, gradient))
    }
}

/// The chance that a player with this standardised lead is ahead of the mean of the others after so many matches.
pub fn ahead(edge: f64, matches: f64) -> f64 {
    normal_tail(-edge * matches.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence::Verdict;
    use crate::quantile::t_quantile;
    use crate::simulation::{Source, Walls};

    fn group(leads: &[i64]) -> Group {
        let squares = leads.iter().map(|lead| lead * lead).sum();
        Group { matches: leads.len() as i64, total: leads.iter().sum(), squares }
    }

    fn edge(walls: impl IntoIterator<Item = [Vec<i64>; 2]>) -> Edge {
        let mut edge = Edge::new(2);
        walls.into_iter().for_each(|ways| edge.add(&ways.map(|leads| group(&leads))));
        edge
    }

    /// Leads of two matches on each wall: the variant has half of them more.
    fn walls(count: i64) -> impl Iterator<Item = [Vec<i64>; 2]> {
        let lead = |wall: i64| (wall * 37 % 101 - 40) * 100;
        (0..count).map(move |wall| {
            let base = vec![lead(wall), lead(wall + 31)];
            [base.clone(), base.iter().map(|lead| lead + 300 * (lead % 3)).collect()]
        })
    }

    /// By hand: leads 3, 1, 5, -1 have mean 2 and variance 5.
    #[test]
    fn a_standardised_lead_by_hand() {
        let found = edge([[vec![3, 1], vec![1, 1]], [vec![5, -1], vec![1, 1]]]).effect(Level::Fixed);
        assert!((found.base.unwrap().value - 2.0 / 5.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!((found.variant, found.difference), (None, None), "equal leads");
        assert_eq!(Edge::new(2).effect(Level::Fixed).base, None);
        assert!((ahead(0.273, 10.0) - 0.806).abs() < 1e-3 && (ahead(-0.2, 25.0) - 0.158_655).abs() < 1e-5);
    }

    /// The variance is that of the jackknife over walls within some percent, of the value and of the difference.
    #[test]
    fn the_delta_method_agrees_with_a_jackknife() {
        let (all, n) = (walls(400).collect::<Vec<_>>(), 400.0);
        let whole = edge(all.clone()).effect(Level::Fixed);
        let without = |left: usize| {
            let rest = all.iter().enumerate().filter(|(at, _)| *at != left).map(|(_, wall)| wall.clone());
            let found = edge(rest).effect(Level::Fixed);
            [found.base.unwrap().value, found.difference.unwrap().value]
        };
        let all_but_one: Vec<[f64; 2]> = (0..400).map(without).collect();
        let half = |of: usize, freedom: f64| {
            let mean = all_but_one.iter().map(|found| found[of]).sum::<f64>() / n;
            let squares: f64 = all_but_one.iter().map(|found| (found[of] - mean).powi(2)).sum();
            t_quantile(freedom) * (squares * (n - 1.0) / n).sqrt()
        };
        let width = |interval: Option<[f64; 2]>| interval.map(|[low, high]| (high - low) / 2.0).unwrap();
        let difference = whole.difference.unwrap();
        let freedom = difference.clusters_changed as f64 - 1.0;
        for (found, expected) in [
            (width(whole.base.unwrap().interval), half(0, n - 1.0)),
            (width(difference.interval), half(1, freedom)),
        ] {
            assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
        }
    }

    /// If all leads are so many times as large, nothing differs, and that is exact.
    #[test]
    fn another_unit_changes_nothing() {
        let scaled = walls(40).map(|[base, _]| [base.clone(), base.iter().map(|lead| 7 * lead).collect()]);
        let found = edge(scaled).effect(Level::Fixed).difference.unwrap();
        assert_eq!((found.value, found.error, found.interval, found.p), (0.0, Some(0.0), None, None));
        assert!(!found.few() && !found.same());
    }

    /// Below ten changed walls there is no interval, and with the same leads everywhere the difference is the same.
    #[test]
    fn few_walls_decide_nothing() {
        let changed = |most: usize| {
            let few = walls(60).enumerate();
            edge(few.map(|(at, [base, variant])| [base.clone(), if at < most { variant } else { base }]))
        };
        let of = |most| changed(most).effect(Level::Fixed).difference.unwrap();
        let enough = (0..60).find(|&most| of(most).clusters_changed == 10).unwrap();
        assert!(of(enough).interval.is_some() && of(enough - 1).interval.is_none() && of(enough - 1).few());
        assert!(of(0).same() && of(0).value == 0.0);
        assert_eq!(changed(0).equivalence(0.1, Validity::Fixed, 1).verdict, Verdict::Same);
        let verdict = |bound| changed(60).equivalence(bound, Validity::Fixed, 1).verdict;
        assert_eq!([verdict(10.0), verdict(1e-9)].map(|found| found == Verdict::Within), [true, false]);
        assert_eq!(changed(60).effect(Level::Anytime { differences: 1 }).difference.unwrap().interval, None);
    }

    /// Beside a setting in which nothing changes, it is the difference in the other; in two alike, zero.
    #[test]
    fn an_interaction_is_a_difference_of_differences() {
        let interaction = |of: fn([Group; 2]) -> [Group; 2]| {
            let mut edge = Edge::new(4);
            let ways = walls(80).map(|ways| ways.map(|leads| group(&leads)));
            ways.for_each(|ways| edge.add(&[of(ways), ways].concat()));
            edge.effect(Level::Fixed).difference.unwrap()
        };
        let [alone, alike] = [interaction(|[base, _]| [base, base]), interaction(|ways| ways)];
        let expected = edge(walls(80)).effect(Level::Fixed).difference.unwrap();
        assert!((alone.value - expected.value).abs() < 1e-12);
        assert!((alone.error.unwrap() - expected.error.unwrap()).abs() < 1e-9);
        assert_eq!((alike.value, alike.error, alike.same()), (0.0, Some(0.0), false));
    }

    /// In one way it is that of a base with a lead on every wall; where few walls have one, it is not known well.
    #[test]
    fn the_lead_in_one_way_rests_on_the_walls_with_a_lead() {
        let one = |walls: &mut dyn Iterator<Item = Vec<i64>>| {
            let mut edge = Edge::new(1);
            walls.for_each(|leads| edge.add(&[group(&leads)]));
            edge
        };
        let leading = || walls(80).filter(|[base, _]| base.iter().sum::<i64>() != 0);
        let found = one(&mut leading().map(|[base, _]| base)).lead(Validity::Fixed);
        assert_eq!(found, edge(leading()).effect(Level::Fixed).base);
        let leading =
            |most: i64| one(&mut (0..80).map(|wall| vec![500, -500 + i64::from(wall < most) * wall]));
        let of = |most, validity| leading(most).lead(validity).unwrap();
        assert!(of(11, Validity::Fixed).interval.is_some() && !of(11, Validity::Fixed).few);
        assert!(of(10, Validity::Fixed).interval.is_none() && of(10, Validity::Fixed).few);
        assert_eq!((of(1, Validity::Fixed).value, of(1, Validity::Fixed).few), (0.0, false), "the same");
        assert!(of(50, Validity::Anytime).few && of(51, Validity::Anytime).interval.is_some());
        assert_eq!(one(&mut [vec![3, 3], vec![3, 3]].into_iter()).lead(Validity::Fixed), None);
    }

    /// Players whose matches on a wall cancel out but on 15 % of 200 walls: 95 % of the intervals have the true lead.
    #[test]
    fn intervals_of_players_that_differ_rarely_cover() {
        let [mean, noise] = [6.0, 13.0];
        let covers = |seed: &u64| {
            let mut random = Walls::new(*seed, Source::Normal, 0.0, 1.0);
            let mut edge = Edge::new(1);
            for _ in 0..200 {
                let (own, more) = (noise * random.next(), mean + 4.0 * random.next());
                let more = if random.uniform() < 0.15 { more } else { 0.0 };
                edge.add(&[group(&[own + more, more - own].map(|lead| (1_000.0 * lead).round() as i64))]);
            }
            let variance = noise * noise + 0.15 * (mean * mean + 16.0) - (0.15 * mean).powi(2);
            let [low, high] = edge.lead(Validity::Fixed).unwrap().interval.unwrap();
            (low..=high).contains(&(0.15 * mean / variance.sqrt()))
        };
        let covered = (0..1_000).filter(covers).count();
        assert!((930..=990).contains(&covered), "{covered}");
    }

    #[test]
    fn sums_restore_and_merge_exactly() {
        let whole = edge(walls(30));
        let mut merged = edge(walls(30).skip(12));
        merged.merge(&edge(walls(12)));
        assert_eq!(merged, whole);
        let mut restored = Edge::new(2);
        assert!(restored.take_sums(&mut whole.sums().into_iter()) && restored == whole);
    }

    /// Two matches on each wall, under a rule that adds noise: 95 % of the intervals have the true value, also of the difference, and also whenever one stops.
    #[test]
    fn intervals_cover_the_true_lead() {
        for (walls, lead, noise) in [(12, 4.0, 8.0), (60, 0.0, 5.0), (60, 12.0, 10.0)] {
            let truth = [lead / 13.0, lead / (13.0_f64.powi(2) + noise * noise).sqrt()];
            let mut covered = [0.0; 3];
            for seed in 0..1_000 {
                let mut random = Walls::new(seed, Source::Normal, 0.0, 1.0);
                let mut edge = Edge::new(2);
                for _ in 0..walls {
                    let base: [f64; 2] = std::array::from_fn(|_| lead + 13.0 * random.next());
                    let variant = base.map(|lead| lead + noise * random.next());
                    let [base, variant] = [base, variant].map(|way| way.map(|lead| (1_000.0 * lead) as i64));
                    edge.add(&[group(&base), group(&variant)]);
                }
                let found = edge.effect(Level::Fixed);
                let has = |interval: Option<[f64; 2]>, truth: f64| {
                    interval.is_some_and(|[low, high]| low <= truth && truth <= high)
                };
                let hits = [
                    has(found.base.unwrap().interval, truth[0]),
                    has(found.variant.unwrap().interval, truth[1]),
                    has(found.difference.unwrap().interval, truth[1] - truth[0]),
                ];
                covered
                    .iter_mut()
                    .zip(hits)
                    .for_each(|(sum, hit)| *sum += f64::from(u8::from(hit)) / 1_000.0);
            }
            // Standard error of the share: 0.007.
            assert!(
                covered.iter().all(|share| (0.93..=0.975).contains(share)),
                "{walls} {lead}: {covered:?}"
            );
        }
    }
}
