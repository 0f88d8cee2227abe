//! Elo-like ratings: how likely a player finishes above another, by the order of a match alone.
//!
//! In the model of Zermelo, and of Bradley and Terry, player `a` finishes above `b` with the chance `p = 1 / (1 + exp(θ_b - θ_a))`. Of a match
//! between more than two, every two seats of different players are a comparison. With `n_ab` comparisons of two players in a cluster (a wall),
//! the same in each, the likelihood equations need of every player only the comparisons won less those lost, S:
//!
//! ```text
//! mean of S_a = Σ_b n_ab tanh((θ_a - θ_b) / 2)        Σ θ = 0
//! ```
//!
//! Newton's method solves them. The comparisons of a match depend on each other, and so do the matches of a wall. So the covariance is
//! that of the mean of S over clusters, by the derivatives of the equations (delta method): the sandwich estimator by cluster. A
//! rating is θ on the scale of Elo, on which 400 points are odds of ten to one; for two players the difference is `400 log₁₀(p / (1 - p))`.

use crate::additive::{Additive, Number};
use crate::interval::{Estimate, Validity};
use crate::scores::{Scores, inverse};

/// Elo points of a unit of θ.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Steps of Newton's method; a tenth of them is usual.
const STEPS: usize = 100;

/// Sums over clusters that give Elo-like ratings. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Debug)]
pub struct Elo {
    comparisons: Comparisons,
    scores: Scores,
}

/// How often every two players are compared in a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparisons(Vec<Vec<i64>>);

/// The ratings that fit best.
#[derive(Debug)]
pub struct Fitted<'a> {
    elo: &'a Elo,
    strengths: Vec<f64>,
    /// How the strengths follow the mean scores.
    inverse: Vec<Vec<f64>>,
}

impl Comparisons {
    /// None between this number of players.
    pub fn new(players: usize) -> Comparisons {
        Comparisons(vec![vec![0; players]; players])
    }

    /// Adds matches with `seats[a]` seats for player `a`.
    pub fn add(&mut self, matches: i64, seats: &[i64]) {
        for (a, row) in self.0.iter_mut().enumerate() {
            let others = row.iter_mut().enumerate().filter(|(b, _)| *b != a);
            others.for_each(|(b, count)| *count += matches * seats[a] * seats[b]);
        }
    }

    /// Those between a group of players, given as bits, and the others.
    fn across(&self, group: usize) -> i64 {
        let has = |player: usize| group >> player & 1 == 1;
        let rows = self.0.iter().enumerate().filter(|(a, _)| has(*a));
        rows.flat_map(|(_, row)| row.iter().enumerate().filter(|(b, _)| !has(*b)))
            .map(|(_, count)| count)
            .sum()
    }
}

impl Additive for Elo {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.scores.each(visit);
    }
}

impl Elo {
    /// No clusters yet.
    pub fn new(comparisons: Comparisons) -> Elo {
        let scores = Scores::new(comparisons.0.len());
        Elo { comparisons, scores }
    }

    /// Adds a cluster: of each player the comparisons won less those lost.
    pub fn add(&mut self, scores: &[i64]) {
        self.scores.add(scores);
    }

    /// Clusters.
    pub fn clusters(&self) -> u64 {
        self.scores.clusters
    }

    /// The ratings; `None` without clusters, and if one player or a group of them won every comparison with the others, or there were none:
    /// then nothing says how far apart they are.
    pub fn fit(&self) -> Option<Fitted<'_>> {
        let players = self.scores.players();
        let groups = 1..(1_usize << players) - 1;
        let is_open = |group: usize| self.won(group) < self.comparisons.across(group) as f64 * (1.0 - 1e-12);
        if self.clusters() == 0 || !groups.into_iter().all(is_open) {
            return None;
        }
        let mut strengths = vec![0.0; players];
        for _ in 0..STEPS {
            let (left, inverse) = self.equations(&strengths)?;
            let step: Vec<f64> = inverse.iter().map(|row| product(row, &left)).collect();
            let largest = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
            strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step / largest.max(1.0));
            if largest < 1e-10 {
                return Some(Fitted { elo: self, strengths, inverse });
            }
        }
        None
    }

    /// The mean over clusters of what a group won less what it lost.
    fn won(&self, group: usize) -> f64 {
        (0..self.scores.players())
            .filter(|player| group >> player & 1 == 1)
            .map(|player| self.scores.mean(player))
            .sum()
    }

    /// What is left of the mean scores with these strengths, and the inverse of the derivatives plus one, which acts on sums of zero as
    /// their inverse.
    fn equations(&self, strengths: &[f64]) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let players = strengths.len();
        let mut left: Vec<f64> = (0..players).map(|player| self.scores.mean(player)).collect();
        let mut slopes = vec![vec![1.0; players]; players];
        for a in 0..players {
            for b in 0..players {
                let (count, tanh) =
                    (self.comparisons.0[a][b] as f64, ((strengths[a] - strengths[b]) / 2.0).tanh());
                let slope = count * (1.0 - tanh * tanh) / 2.0;
                left[a] -= count * tanh;
                slopes[a][a] += slope;
                slopes[a][b] -= slope;
            }
        }
        Some((left, inverse(slopes)?))
    }
}

impl Fitted<'_> {
    /// The rating of a player. Ratings sum to zero.
    pub fn rating(&self, player: usize, validity: Validity) -> Estimate {
        let weights: Vec<f64> = self.inverse[player].iter().map(|weight| SCALE * weight).collect();
        self.around(SCALE * self.strengths[player], &weights, validity)
    }

    /// The rating of a player less that of another.
    pub fn difference(&self, player: usize, other: usize, validity: Validity) -> Estimate {
        let rows = self.inverse[player].iter().zip(&self.inverse[other]);
        let weights: Vec<f64> = rows.map(|(own, others)| SCALE * (own - others)).collect();
        self.around(SCALE * (self.strengths[player] - self.strengths[other]), &weights, validity)
    }

    /// A value that follows the mean scores with these weights.
    fn around(&self, value: f64, weights: &[f64], validity: Validity) -> Estimate {
        let found = self.elo.scores.estimate(weights, validity).expect("clusters");
        let interval = found.interval.map(|bounds| bounds.map(|bound| value + bound - found.value));
        Estimate { value, interval, ..found }
    }
}

fn product(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{Source, Walls};

    fn of<W: AsRef<[i64]>>(tables: &[(i64, &[i64])], walls: &[W]) -> Elo {
        let mut comparisons = Comparisons::new(tables[0].1.len());
        tables.iter().for_each(|(matches, seats)| comparisons.add(*matches, seats));
        let mut elo = Elo::new(comparisons);
        walls.iter().for_each(|scores| elo.add(scores.as_ref()));
        elo
    }

    /// By hand: of four comparisons a wall the first wins 3, 3, 2, 4, … p = 3/4, 400 log₁₀ 3 = 190.848502; the scores 2, 2, 0, 4 have
    /// s² = 80/39 over 40 walls, s/√40 = 0.226455; a score is worth 400/ln 10 / (4 · 2 · 3/16) = 115.811854.
    #[test]
    fn two_players_by_hand() {
        let walls: [&[i64]; 40] =
            std::array::from_fn(|wall| [&[2, -2], &[2, -2], &[0, 0], &[4, -4][..]][wall % 4]);
        let elo = of(&[(1, &[2, 2])], &walls);
        let fitted = elo.fit().unwrap();
        let found = fitted.difference(0, 1, Validity::Fixed);
        assert!((found.value - 190.848_502).abs() < 1e-5, "{found:?}");
        let [low, high] = found.interval.unwrap();
        // t(39) = 2.022691; of 30 walls that changed a little more.
        let half = 2.022_691 * 0.226_455 * 115.811_854;
        assert!(((high - low) / 2.0 / half - 1.0).abs() < 0.02 && found.clusters == 40, "{found:?} {half}");
        let ratings = [0, 1].map(|player| fitted.rating(player, Validity::Fixed).value);
        assert!((ratings[0] + ratings[1]).abs() < 1e-9 && (ratings[0] - found.value / 2.0).abs() < 1e-9);
    }

    /// Three players who meet at different tables, with chances exactly those of 100, 0 and -100 points.
    #[test]
    fn known_ratings_are_found() {
        let truth = [100.0, 30.0, -130.0];
        let chance = |a: usize, b: usize| 1.0 / (1.0 + 10_f64.powf((truth[b] - truth[a]) / 400.0));
        let many = 1_000_000_000.0;
        let met = [[0.0, 3.0, 0.0], [3.0, 0.0, 4.0], [0.0, 4.0, 0.0]];
        let score = |a: usize| {
            (0..3).map(|b| many * met[a][b] * (2.0 * chance(a, b) - 1.0)).sum::<f64>().round() as i64
        };
        let elo = of(
            &[(1_000_000_000, &[1, 3, 0]), (1_000_000_000, &[0, 2, 2])],
            &[[score(0), score(1), score(2)]; 12],
        );
        let fitted = elo.fit().unwrap();
        for (player, expected) in truth.iter().enumerate() {
            let found = fitted.rating(player, Validity::Fixed);
            assert!((found.value - expected).abs() < 1e-4 && found.interval.is_none(), "{found:?}");
        }
    }

    /// The comparisons of a wall depend on each other: the first wins 0.4 to 0.8 of them. At least 94 % of 2,000 intervals of 40 walls have
    /// the truth, and of equal players at most 6 % say that one is better.
    #[test]
    fn intervals_have_the_truth() {
        for (mean, expected) in [(0.6, 400.0 * 1.5_f64.log10()), (0.5, 0.0)] {
            let mut random = Walls::new(7, Source::Normal, 0.0, 1.0);
            let covers = (0..2_000).filter(|_| {
                let mut elo = of(&[(1, &[2, 2])], &[[0; 2]; 0]);
                for _ in 0..40 {
                    let chance = mean + 0.4 * (random.uniform() - 0.5);
                    let won = (0..4).filter(|_| random.uniform() < chance).count() as i64;
                    elo.add(&[2 * won - 4, 4 - 2 * won]);
                }
                let found = elo.fit().unwrap().difference(0, 1, Validity::Fixed);
                found.bounds().is_some_and(|[low, high]| low <= expected && expected <= high)
            });
            let covers = covers.count();
            assert!((1_880..=1_940).contains(&covers), "{mean}: {covers}");
        }
    }

    #[test]
    fn who_always_wins_has_no_rating() {
        let all = |walls: &[[i64; 3]]| of(&[(1, &[1, 1, 1])], walls);
        assert!(all(&[[2, 0, -2]; 20]).fit().is_none(), "one above another every time");
        assert!(all(&[[2, -1, -1]; 20]).fit().is_none(), "one above all");
        assert!(all(&[[1, 1, -2]; 20]).fit().is_none(), "two above one");
        assert!(all(&[]).fit().is_none());
        assert!(
            of(&[(1, &[1, 1, 0, 0]), (1, &[0, 0, 1, 1])], &[[0; 4]; 20]).fit().is_none(),
            "not connected"
        );
        let fitted = all(&[[2, 0, -2], [-2, 0, 2]]);
        assert!(fitted.fit().unwrap().rating(0, Validity::Fixed).value.abs() < 1e-9);
    }

    /// Nearly always is a number all the same.
    #[test]
    fn large_differences_are_found() {
        let rare: Vec<&[i64]> =
            (0..10_000).map(|wall| if wall == 0 { &[-1, 1][..] } else { &[1, -1] }).collect();
        let found = of(&[(1, &[1, 1])], &rare);
        let value = found.fit().unwrap().difference(0, 1, Validity::Fixed).value;
        assert!((value - 400.0 * 9_999_f64.log10()).abs() < 1e-6, "{value}");
    }

    #[test]
    fn sums_are_restored() {
        let mut elo = of(&[(1, &[2, 2])], &[[2, -2], [0, 0], [-4, 4]]);
        let mut restored = of(&[(1, &[2, 2])], &[[0; 2]; 0]);
        assert!(restored.take_sums(&mut elo.sums().into_iter()));
        elo.merge(&restored);
        assert_eq!(elo.clusters(), 6);
    }
}
