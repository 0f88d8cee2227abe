//! The spread of results: their variance, and how much of it is luck.
//!
//! A result is what a seat has at the end of a match, in rank points. With the means `m_i` of the agents, their shares of the
//! seats `p_i`, the mean `m` and the variance `V` of all results, the *luck share* is
//!
//! ```text
//! 1 - B / V      B = Σ p_i ((m_i - m)² - SE²(m_i - m))
//! ```
//!
//! the part of the variance that is not a difference between the means of the agents. The squared standard errors are taken
//! off because means of a sample differ by chance, too.
//!
//! The estimate of B is a quadratic form of means: its variance is `4 c B + v`, with c from the delta method ([`crate::joint`])
//! and `v = 2 Σ p_i p_j C_ij²` from the covariances of `m_i - m`. The interval has those B that are at most t standard
//! deviations of their own from the estimate. So it also holds for agents of nearly equal strength. The interval of a variance is that of
//! a mean of squares (`skew.rs`).
//!
//! Of the difference between two ways V and V', played on the same clusters, the errors of both are correlated: with X the covariances of `m_i - m` in
//! one way and in the other, its variance is that of the delta method and
//!
//! ```text
//! 2 Σ p_i p_j (C'_ij² / V'² + C_ij² / V² - 2 X_ij² / (V V'))
//! ```
//!
//! and that of a difference between two such differences, in two settings, has the terms of all four ways and of every two of them.

use crate::additive::Additive;
use crate::additive::Number;
use crate::anytime;
use crate::difference::{Effect, Level};
use crate::equivalence::Equivalence;
use crate::few::FEWEST_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS, Validity};
use crate::joint::Joint;
use crate::linear::{self, Linear, SIGNS};
use crate::quantile::t_quantile;
use crate::skew::factors_of_squares;
use std::ops::AddAssign;

/// Divided by the root of the number of clusters: how much larger than in the sample the variance of an estimate is taken.
const WIDENING: f64 = 3.0;

/// Counts of an agent: matches, sum of results, sum of their squares.
const COUNTS: usize = 3;

/// The results of one agent on a cluster, counted once per seat of the agent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Group {
    /// Matches.
    pub matches: i64,
    /// Sum of the results.
    pub total: i64,
    /// Sum of the squared results.
    pub squares: i64,
}

impl AddAssign for Group {
    fn add_assign(&mut self, other: Group) {
        self.matches += other.matches;
        self.total += other.total;
        self.squares += other.squares;
    }
}

/// The results of several agents on the same clusters, played in one way, in two (a base and its variant), or so in two settings; an agent without
/// matches in a way does not play there. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    agents: usize,
    /// Of several ways, the clusters on which base and variant differ, in either setting.
    changed: u64,
    /// The same in each of two settings; empty of one.
    changed_in: Vec<u64>,
    joint: Joint,
}

/// A function of the sums: its value, its gradient, and what is added to its variance.
struct Smooth {
    value: f64,
    gradient: Vec<f64>,
    second_order: f64,
}

/// The luck share as a function of the sums.
struct Luck {
    smooth: Smooth,
    /// The rest of the variance, without correction for the errors of the means.
    uncorrected: f64,
    /// The variance of all results.
    variance: f64,
    /// The share of each agent of the seats, and the gradient of its lead.
    leads: Vec<(f64, Vec<f64>)>,
}

impl Additive for Results {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.joint.each(visit);
        if self.ways() > 1 {
            visit(Number::Count(&mut self.changed));
        }
        self.changed_in.iter_mut().for_each(|changed| visit(Number::Count(changed)));
    }
}

impl Results {
    /// No clusters yet, in one way, in two, or in four: base and variant in one setting, then in the other.
    pub fn new(agents: usize, ways: usize) -> Results {
        let changed_in = if ways > 2 { vec![0; 2] } else { Vec::new() };
        Results { agents, changed: 0, changed_in, joint: Joint::new(COUNTS * agents * ways) }
    }

    fn ways(&self) -> usize {
        self.joint.counts() / (COUNTS * self.agents)
    }

    /// Number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Adds a cluster: the agents, in each way.
    pub fn add(&mut self, groups: impl Iterator<Item = Group>) {
        let mut counts = [0; 64];
        let mut len = 0;
        for Group { matches, total, squares } in groups {
            counts[len..len + COUNTS].copy_from_slice(&[matches, total, squares]);
            len += COUNTS;
        }
        let mut ways = counts[..len].chunks(COUNTS * self.agents);
        let mut setting = || ways.next().zip(ways.next()).is_some_and(|(base, variant)| base != variant);
        let changed = [setting(), setting()];
        self.changed += u64::from(changed[0] || changed[1]);
        self.changed_in.iter_mut().zip(changed).for_each(|(sum, changed)| *sum += u64::from(changed));
        self.joint.add(&counts[..len]);
    }

    /// The variance of the results of an agent around its mean; `None` without matches.
    pub fn variance(&self, way: usize, agent: usize) -> Option<Estimate> {
        Some(self.of_squares(self.variance_of(way, agent..agent + 1)?))
    }

    /// The variance of all results around their mean; `None` without matches.
    pub fn total_variance(&self, way: usize) -> Option<Estimate> {
        Some(self.of_squares(self.variance_of(way, 0..self.agents)?))
    }

    /// The luck share; `None` with fewer than two agents, or if all results are equal.
    pub fn luck(&self, way: usize) -> Option<Estimate> {
        let (luck, clusters) = (self.luck_of(way)?, self.joint.clusters);
        let (skill, raw) = (1.0 - luck.smooth.value, luck.uncorrected);
        let interval = (clusters >= 2).then(|| {
            let t2 = self.widening() * t_quantile(clusters as f64 - 1.0).powi(2);
            let gradient = &luck.smooth.gradient;
            let slope = if raw > 0.0 { self.joint.covariance(gradient, gradient) / raw } else { 0.0 };
            let middle = skill + t2 * slope / 2.0;
            let squares = middle * middle - skill * skill + t2 * luck.smooth.second_order;
            let half = squares.max(0.0).sqrt();
            [middle + half, middle - half].map(|skill| 1.0 - skill.max(0.0))
        });
        let value = luck.smooth.value.min(1.0);
        let interval = interval.filter(|[low, high]| low < high);
        Some(Estimate { value, interval, clusters, few: clusters < FEWEST_CLUSTERS })
    }

    /// The luck share of a base, way 0, and of its variant, way 1, and their difference, in the second setting less in the first if there are two.
    /// That of one way has no interval that holds whenever one stops.
    pub fn luck_effect(&self, level: Level) -> Effect {
        let of = |way| {
            let found = self.luck(way)?;
            Some(Estimate { interval: found.interval.filter(|_| level == Level::Fixed), ..found })
        };
        let difference = self.luck_change(level.validity(), level.tail());
        let [base, variant] = [of(0), of(1)];
        Effect { base, variant, difference: difference.map(|found| found.difference_at(level)) }
    }

    /// Whether the difference is larger than a bound; one of so many verdicts.
    pub fn luck_equivalence(&self, bound: f64, validity: Validity, verdicts: usize) -> Equivalence {
        linear::equivalence(bound, verdicts, validity, |tail| self.luck_change(validity, tail))
    }

    /// The difference of the variant, for this probability beyond each limit. Means that stay within c standard errors whenever one stops have squares
    /// that exceed theirs by (c² - 1) / √2 standard errors of their own at most.
    fn luck_change(&self, validity: Validity, tail: f64) -> Option<Linear> {
        let signs: Vec<_> = (0..self.ways()).zip(&SIGNS[SIGNS.len() - self.ways()..]).rev().collect();
        let (found, of_all) = self.luck_sum(&signs)?;
        let more = match validity {
            Validity::Fixed => 1.0,
            Validity::Anytime => anytime::multiplier_at(self.joint.clusters as f64, 2.0 * tail).powi(2) / 2.0,
        };
        let second_order = more * found.second_order;
        let variance = self.widening() * self.variance_by(&Smooth { second_order, ..found });
        let found = self.joint.difference(found.value, variance, of_all, self.changed);
        // How much a few clusters scatter is not known.
        let few = self.changed_in.iter().any(|changed| (1..FEWEST_CHANGED).contains(changed));
        Some(Linear { error: found.error.filter(|_| !few), ..found })
    }

    /// The luck share in a way less that in another, on the same clusters.
    pub fn luck_difference(&self, way: usize, base: usize) -> Option<Estimate> {
        let (found, of_both) = self.luck_sum(&[(way, &1.0), (base, &-1.0)])?;
        self.estimate(found, of_both)
    }

    /// The sum of the luck shares of some ways with these signs as a function of the sums, and the variances of all together.
    fn luck_sum(&self, signs: &[(usize, &f64)]) -> Option<(Smooth, f64)> {
        let (mut sum, mut of_all) =
            (Smooth { value: 0.0, gradient: self.no_gradient(), second_order: 0.0 }, 0.0);
        let (mut common, mut before) = (0.0, Vec::<(f64, Luck)>::new());
        for &(way, &sign) in signs {
            let luck = self.luck_of(way)?;
            sum.value += sign * luck.smooth.value;
            sum.gradient.iter_mut().zip(&luck.smooth.gradient).for_each(|(sum, own)| *sum += sign * own);
            sum.second_order += luck.smooth.second_order;
            of_all += self.variance_by(&luck.smooth);
            for (other_sign, other) in &before {
                let products = self.products(&other.leads, &luck.leads) / (other.variance * luck.variance);
                common += sign * other_sign * 4.0 * products;
            }
            before.push((sign, luck));
        }
        sum.second_order += common;
        Some((sum, of_all))
    }

    /// `Σ p_i p_j C_ij²` of the covariances of the leads of some with those of others.
    fn products(&self, some: &[(f64, Vec<f64>)], others: &[(f64, Vec<f64>)]) -> f64 {
        let product = |(share, gradient): &(f64, Vec<f64>), (other, across): &(f64, Vec<f64>)| {
            share * other * self.joint.covariance(gradient, across).powi(2)
        };
        some.iter().map(|one| others.iter().map(|other| product(one, other)).sum::<f64>()).sum()
    }

    /// The variance of what is computed from the sums.
    fn variance_by(&self, of: &Smooth) -> f64 {
        self.joint.covariance(&of.gradient, &of.gradient) + of.second_order
    }

    /// A variance with the limits of a mean of squares.
    fn of_squares(&self, Smooth { value, gradient, .. }: Smooth) -> Estimate {
        let clusters = self.joint.clusters;
        let variance = self.widening() * self.joint.covariance(&gradient, &gradient) / (value * value);
        let interval = (clusters >= 2 && variance > 0.0)
            .then(|| factors_of_squares(variance, clusters as f64 - 1.0).map(|factor| value * factor));
        Estimate { value, interval, clusters, few: clusters < FEWEST_CLUSTERS }
    }

    /// What a variance that few clusters show is multiplied by: it is too small in most samples.
    fn widening(&self) -> f64 {
        1.0 + WIDENING / (self.joint.clusters as f64).sqrt()
    }

    /// A difference, of what has this variance together if it is not of the same clusters.
    fn estimate(&self, of: Smooth, of_both: f64) -> Option<Estimate> {
        let clusters = self.joint.clusters;
        let variance = self.widening() * self.variance_by(&of);
        // The rounding error of equal terms is not a variance.
        let interval = (clusters >= 2 && variance > 1e-12 * of_both).then(|| {
            let half = t_quantile(clusters as f64 - 1.0) * variance.sqrt();
            [of.value - half, of.value + half]
        });
        Some(Estimate { value: of.value, interval, clusters, few: clusters < FEWEST_CLUSTERS })
    }

    /// Matches, total and squares of some agents.
    fn sums_of(&self, way: usize, agents: std::ops::Range<usize>) -> [f64; COUNTS] {
        let sum = |count| agents.clone().map(|agent| self.joint.sum(self.at(way, agent) + count)).sum();
        [0, 1, 2].map(sum)
    }

    fn at(&self, way: usize, agent: usize) -> usize {
        COUNTS * (way * self.agents + agent)
    }

    fn no_gradient(&self) -> Vec<f64> {
        vec![0.0; self.joint.counts()]
    }

    fn variance_of(&self, way: usize, agents: std::ops::Range<usize>) -> Option<Smooth> {
        let [x, y, q] = self.sums_of(way, agents.clone());
        if x == 0.0 {
            return None;
        }
        let (mean, value) = (y / x, q / x - (y / x) * (y / x));
        let mut gradient = self.no_gradient();
        for agent in agents {
            let at = self.at(way, agent);
            gradient[at] = (mean * mean - value) / x;
            gradient[at + 1] = -2.0 * mean / x;
            gradient[at + 2] = 1.0 / x;
        }
        Some(Smooth { value, gradient, second_order: 0.0 })
    }

    /// The mean of an agent less that of all, with its gradient.
    fn lead(&self, way: usize, agent: usize) -> (f64, Vec<f64>) {
        let [[x, y, _], [all, total, _]] = [agent..agent + 1, 0..self.agents].map(|of| self.sums_of(way, of));
        let (own, mean) = (y / x, total / all);
        let mut gradient = self.no_gradient();
        for other in 0..self.agents {
            let at = self.at(way, other);
            gradient[at] = mean / all;
            gradient[at + 1] = -1.0 / all;
        }
        let at = self.at(way, agent);
        gradient[at] -= own / x;
        gradient[at + 1] += 1.0 / x;
        (own - mean, gradient)
    }

    fn luck_of(&self, way: usize) -> Option<Luck> {
        let matches = (0..self.agents).map(|agent| (agent, self.sums_of(way, agent..agent + 1)[0]));
        let seated: Vec<(usize, f64)> = matches.filter(|(_, matches)| *matches != 0.0).collect();
        let all = self.variance_of(way, 0..self.agents)?;
        if seated.len() < 2 || all.value <= 0.0 {
            return None;
        }
        let total: f64 = seated.iter().map(|(_, matches)| matches).sum();
        let (mut between, mut errors, mut leads) = (0.0, 0.0, Vec::new());
        let mut slope = self.no_gradient();
        for (agent, matches) in seated {
            let (share, (lead, gradient)) = (matches / total, self.lead(way, agent));
            between += share * lead * lead;
            errors += share * self.joint.covariance(&gradient, &gradient);
            slope.iter_mut().zip(&gradient).for_each(|(slope, g)| *slope += 2.0 * share * lead * g);
            leads.push((share, gradient));
        }
        let (uncorrected, variance) = (between / all.value, all.value);
        let gradient = slope.iter().zip(&all.gradient).map(|(b, v)| (uncorrected * v - b) / variance);
        let smooth = Smooth {
            value: 1.0 - (between - errors) / variance,
            gradient: gradient.collect(),
            second_order: 2.0 * self.products(&leads, &leads) / (variance * variance),
        };
        Some(Luck { smooth, uncorrected, variance, leads })
    }
}

/// A variance counted in squares of thousandths, in squares of rank points.
pub fn in_rank_points(estimate: Estimate) -> Estimate {
    estimate.scaled(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{Source, Walls};

    fn group(results: &[i64]) -> Group {
        let squares = results.iter().map(|result| result * result).sum();
        Group { matches: results.len() as i64, total: results.iter().sum(), squares }
    }

    /// By hand: 3 and -1 on the first wall, 1 and -3 on the second; the mean is 0, the variance 20/4, the means 2 and -2,
    /// the squared errors of the means 1 (n - 1 = 1): B = 4 - 1.
    #[test]
    fn a_luck_share_by_hand() {
        let mut results = Results::new(2, 1);
        for [a, b] in [[3, -1], [1, -3]] {
            results.add([group(&[a]), group(&[b])].into_iter());
        }
        assert_eq!(results.total_variance(0).unwrap().value, 5.0);
        assert_eq!(results.variance(0, 0).unwrap().value, 1.0);
        // The leads m_i - m are 2 and -2 on both walls (3 - 1, 1 + 1): their error is 0, so B = 4.
        assert!((results.luck(0).unwrap().value - (1.0 - 4.0 / 5.0)).abs() < 1e-12);
        let mut three = results.clone();
        three.add([group(&[8]), group(&[-8])].into_iter());
        // Leads 2, 2, 8: mean 4, squared error 12/3 = 4; variance (9 + 1 + 1 + 9 + 128)/6.
        assert!((three.luck(0).unwrap().value - (1.0 - (16.0 - 4.0) / (148.0 / 6.0))).abs() < 1e-12);
    }

    #[test]
    fn there_is_no_luck_share_of_one_agent() {
        let mut results = Results::new(1, 1);
        (0..20).for_each(|i| results.add([group(&[i, -i])].into_iter()));
        assert_eq!(results.luck(0), None);
        assert!(results.variance(0, 0).unwrap().bounds().is_some());
        assert_eq!(Results::new(2, 1).luck(0), None);
    }

    /// From ten walls on, of one result or four on each: 95 % of the intervals have the true variance.
    #[test]
    fn intervals_cover_the_true_variance() {
        for (walls, matches, seed) in [(10, 1, 0), (10, 4, 100_000), (200, 4, 200_000)] {
            let covers = |seed: &u64| {
                let (mut noise, mut results) =
                    (Walls::new(*seed, Source::Normal, 5.0, 30_000.0), Results::new(1, 1));
                for _ in 0..walls {
                    let wall: Vec<i64> = (0..matches).map(|_| noise.next() as i64).collect();
                    results.add([group(&wall)].into_iter());
                }
                let [low, high] = results.variance(0, 0).unwrap().bounds().unwrap();
                low <= 9e8 && 9e8 <= high
            };
            let covered = (seed..seed + 1_000).filter(covers).count() as f64 / 1_000.0;
            assert!(covered >= 0.94, "{walls} {matches}: {covered}");
        }
    }

    /// Of agents as strong as each other, of slightly and of clearly different ones: 95 % of the intervals have the truth.
    #[test]
    fn intervals_cover_the_true_luck_share() {
        for (strength, seed) in [(0.0, 0), (3.0, 100_000), (20.0, 200_000)] {
            let truth = 1.0 - strength * strength / (strength * strength + 13.0 * 13.0);
            let covers = |seed: &u64| {
                let mut noise = Walls::new(*seed, Source::Normal, 0.0, 13_000.0);
                let mut results = Results::new(2, 1);
                for _ in 0..200 {
                    let result = noise.next() as i64 + (strength * 1_000.0) as i64;
                    results.add([group(&[result]), group(&[-result])].into_iter());
                }
                let [low, high] = results.luck(0).unwrap().interval.unwrap();
                low <= truth && truth <= high
            };
            let covered = (seed..seed + 1_000).filter(covers).count() as f64 / 1_000.0;
            // Standard error of the share: 0.007.
            assert!((0.93..=0.985).contains(&covered), "{strength}: {covered}");
        }
    }

    /// If all results are so many times as large, luck is the same, without an error.
    #[test]
    fn a_larger_uma_changes_no_luck() {
        let mut results = Results::new(2, 2);
        let mut noise = Walls::new(7, Source::Normal, 2.0, 13.0);
        for _ in 0..20 {
            let lead = noise.next() as i64;
            let way = |times: i64| [lead, -lead].map(|lead| group(&[times * lead]));
            results.add(way(1).into_iter().chain(way(11)));
        }
        let found = results.luck_difference(1, 0).unwrap();
        let width = found.interval.map_or(0.0, |[low, high]| high - low);
        assert!(found.value.abs() < 1e-12 && width < 1e-6, "{found:?}");
        let [low, high] = results.luck(0).unwrap().interval.unwrap();
        assert!(high - low > 0.01, "the luck share itself is not known so well");
    }

    /// As a measure it has the same interval where all walls changed, none below ten, and it is the same where none did.
    #[test]
    fn a_difference_of_luck_is_judged_as_others_are() {
        let of = |changed: i64, level| {
            let (mut results, mut noise) = (Results::new(2, 2), Walls::new(3, Source::Normal, 4.0, 13.0));
            for wall in 0..80 {
                let lead = (1_000.0 * noise.next()) as i64;
                let way = |more: i64| [lead + more, -lead - more].map(|lead| group(&[lead]));
                results.add(way(0).into_iter().chain(way(if wall < changed { 9_000 } else { 0 })));
            }
            (results.luck_effect(level).difference.unwrap(), results)
        };
        let (found, results) = of(80, Level::Fixed);
        let alone = results.luck_difference(1, 0).unwrap();
        let [a, b] = [found.interval, alone.interval].map(Option::unwrap);
        assert!(found.value == alone.value && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!(found.p.unwrap() < 0.05 && found.excludes_zero());
        let verdict = results.luck_equivalence(1e-6, Validity::Fixed, 1).verdict;
        assert_eq!(verdict, crate::Verdict::Beyond);
        assert!(of(9, Level::Fixed).0.few() && of(0, Level::Fixed).0.same());
        let anytime = Level::Anytime { differences: 1 };
        let width = |found: &crate::Difference| found.interval.map(|[low, high]| high - low).unwrap();
        assert!(width(&of(80, anytime).0) > width(&found) && of(40, anytime).0.interval.is_none());
    }

    /// Leads of two agents and, in a second setting, of three, with a change of both: walls, the strength in each, the noise of the change in each.
    fn settings(seed: u64, walls: u64, strength: [f64; 2], noise: [f64; 2]) -> Results {
        let (mut results, mut random) = (Results::new(3, 4), Walls::new(seed, Source::Normal, 0.0, 1.0));
        for _ in 0..walls {
            let luck = random.next();
            let mut play = |strength: f64, noise: f64| {
                let lead = strength + 10.0 * luck + 8.0 * random.next();
                [lead, lead + noise * random.next()].map(|lead| (1_000.0 * lead).round() as i64)
            };
            let [two, three] = [0, 1].map(|at| play(strength[at], noise[at]));
            let of_two = two.map(|lead| [group(&[lead]), group(&[-lead]), Group::default()]);
            let of_three = three.map(|lead| [group(&[lead]), group(&[0]), group(&[-lead])]);
            results.add(of_two.into_iter().chain(of_three).flatten());
        }
        results
    }

    /// The change of luck at one table less that at another with more agents: 95 % of the intervals have the true value.
    #[test]
    fn a_difference_of_differences_of_luck_covers() {
        for (walls, strength, noise) in
            [(60, [0.0_f64, 3.0], [6.0, 4.0]), (200, [8.0, 4.0], [10.0, 5.0]), (60, [8.0, 4.0], [10.0, 5.0])]
        {
            // Of three agents of strengths s, 0 and -s a third of the results is 0.
            let luck = |at: usize, noise: f64| {
                let squares = 164.0 + noise * noise;
                squares / (squares + strength[at].powi(2))
            };
            let change = |at: usize| luck(at, noise[at]) - luck(at, 0.0);
            let covers = |seed: &u64| {
                let found = settings(*seed, walls, strength, noise).luck_effect(Level::Fixed).difference;
                let [low, high] = found.unwrap().interval.unwrap();
                (low..=high).contains(&(change(1) - change(0)))
            };
            let covered = (0..600).filter(covers).count() as f64 / 600.0;
            // Standard error of the share: 0.009.
            assert!(covered >= 0.93, "{walls} {strength:?}: {covered}");
        }
    }

    /// Beside a setting in which nothing changes, it is the difference in the other, where agents that do not sit there count for nothing. It is not
    /// known if in one setting a few walls changed.
    #[test]
    fn a_difference_of_differences_of_luck_is_that_of_one_setting() {
        let both = settings(5, 80, [3.0, 2.0], [0.0, 6.0]);
        let found = both.luck_effect(Level::Fixed).difference.unwrap();
        let alone = both.luck_difference(3, 2).unwrap();
        assert!((found.value - alone.value).abs() < 1e-12 && found.clusters_changed == 80);
        let [a, b] = [found.interval, alone.interval].map(Option::unwrap);
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9), "{a:?} {b:?}");
        assert_eq!(
            settings(5, 80, [3.0, 2.0], [0.0; 2]).luck_effect(Level::Fixed).difference.unwrap().p,
            None
        );
        let mut few = settings(5, 80, [3.0, 2.0], [0.0, 6.0]);
        few.merge(&settings(6, 9, [3.0, 2.0], [6.0; 2]));
        let found = few.luck_effect(Level::Fixed).difference.unwrap();
        assert!(found.few() && found.interval.is_none() && found.p.is_none());
        let mut restored = Results::new(3, 4);
        assert!(restored.take_sums(&mut few.sums().into_iter()) && restored == few);
    }

    /// Of equal agents, at every look at up to 2,048 walls: few differences of luck that hold whenever one stops exclude zero.
    #[test]
    fn luck_is_not_found_by_looking_often() {
        let level = Level::Anytime { differences: 1 };
        let misled = (0..300).filter(|&seed| {
            let (mut results, mut noise) =
                (Results::new(2, 2), Walls::new(seed, Source::Normal, 0.0, 13_000.0));
            (1..=2_048).any(|wall| {
                let ways = [(); 2].map(|()| noise.next() as i64);
                results.add(ways.into_iter().flat_map(|lead| [group(&[lead]), group(&[-lead])]));
                wall % 64 == 0 && results.luck_effect(level).difference.unwrap().excludes_zero()
            })
        });
        let misled = misled.count();
        assert!(misled <= 15, "{misled} of 300");
    }

    #[test]
    fn a_way_less_itself_is_nothing() {
        let mut results = Results::new(2, 2);
        for i in 0..30 {
            let wall = [group(&[i * i % 17, 3]), group(&[i, -5])];
            results.add(wall.into_iter().chain(wall));
        }
        let found = results.luck_difference(1, 0).unwrap();
        assert!(found.value.abs() < 1e-15);
        assert_eq!(results.luck(0), results.luck(1));
    }
}
