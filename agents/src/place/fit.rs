//! A fit of the model of final places to matches that were played: docs/placement.md.
//!
//! Maximum likelihood of the final orders with a penalty on rough tables, for each kyoku and for the extension by itself
//! (`likelihood.rs`, `minimum.rs`).

use super::file::{FitFile, KyokuNumbers, MatchKind};
use super::likelihood::Likelihood;
use super::minimum::minimum;
use super::terms::Terms;
use super::{PlaceModel, Situation};
use hyakuman_core::Seat;
use hyakuman_riichi::Variant;

/// A situation before a kyoku, and how its match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended<const N: usize> {
    /// The situation; not over.
    pub situation: Situation<N>,
    /// Final scores by absolute seat, in points.
    pub scores: [i32; N],
    /// Seats from the first place to the last.
    pub order: [u8; N],
}

/// Fits the model for some rules. Situations are in *sets* with numbers of their own: one for each kyoku of the regular length, and the
/// last one for all kyoku of an extension.
#[derive(Clone, Copy, Debug)]
pub struct Fitter<const N: usize> {
    kind: MatchKind,
    terms: Terms,
}

/// The numbers of a set.
#[derive(Clone, Debug)]
pub struct KyokuFit(KyokuNumbers);

impl<const N: usize> Fitter<N> {
    /// For the rules of a game of the riichi engine with `N` seats.
    pub fn new<V: Variant>(rules: &V::Rules) -> Fitter<N> {
        let kind = MatchKind::of(V::FAMILY, V::riichi(rules));
        Fitter { kind, terms: Terms::new(V::riichi(rules), unit::<V>(), &kind) }
    }

    /// Number of sets.
    pub fn sets(&self) -> usize {
        self.kind.regular() + 1
    }

    /// The set of a kyoku.
    pub fn set(&self, kyoku: u32) -> usize {
        self.terms.set::<N>(kyoku).0
    }

    /// Fits the numbers of a set to situations of this set. Without any, a pair depends on its scores alone, with the odds that
    /// fits begin with.
    pub fn fit(&self, ended: &[Ended<N>]) -> KyokuFit {
        let drift = self.drift(ended);
        KyokuFit(match N {
            3 => self.numbers::<9, 6>(ended, drift),
            _ => self.numbers::<14, 24>(ended, drift),
        })
    }

    /// With `T` terms and `O` orders.
    fn numbers<const T: usize, const O: usize>(&self, ended: &[Ended<N>], drift: Vec<f32>) -> KyokuNumbers {
        let turned = ended.iter().map(|ended| {
            let inputs = self.terms.inputs(&ended.situation);
            let turn = inputs.seats[0];
            let order = ended.order.map(|seat| ((usize::from(seat) + N - turn) % N) as u8);
            (inputs, order)
        });
        let likelihood = Likelihood::<N, T, O>::new(turned);
        let start = Likelihood::<N, T, O>::start();
        let weights =
            if ended.is_empty() { start } else { minimum(|weights| likelihood.loss(weights), start) };
        Likelihood::<N, T, O>::numbers(&weights, drift)
    }

    /// By seat of the set, the points that it wins on average until the end, less those that all win.
    fn drift(&self, ended: &[Ended<N>]) -> Vec<f32> {
        let mut sums = [0_i64; N];
        for Ended { situation, scores, .. } in ended {
            let turn = self.terms.set::<N>(situation.kyoku).1;
            for (at, sum) in sums.iter_mut().enumerate() {
                let seat = (at + turn) % N;
                *sum += i64::from(scores[seat] - situation.scores[seat]);
            }
        }
        let count = ended.len().max(1) as f64;
        let mean = sums.iter().sum::<i64>() as f64 / N as f64;
        sums.iter().map(|&sum| ((sum as f64 - mean) / count) as f32).collect()
    }

    /// The text of a fit, which [`PlaceModel::of_fit`] reads. `about`: what it was made of, in lines.
    pub fn text(&self, about: &str, sets: Vec<KyokuFit>) -> String {
        let comments: String = about.lines().map(|line| format!("# {line}\n")).collect();
        let file = FitFile { kind: self.kind, kyoku: sets.into_iter().map(|set| set.0).collect() };
        format!("{comments}{file}")
    }
}

impl<const N: usize> Ended<N> {
    /// The log loss of a model: that of the places of all seats in the mean, and that of their order.
    pub fn losses(&self, model: &PlaceModel<N>) -> [f64; 2] {
        let place =
            |(place, &seat): (usize, &u8)| loss(model.places(&self.situation, Seat::new(seat))[place]);
        let places: f64 = self.order.iter().enumerate().map(place).sum();
        [places / N as f64, loss(model.order_chance(&self.situation, &self.order))]
    }
}

/// Of what had this chance and happened.
fn loss(chance: f32) -> f64 {
    -f64::from(chance.max(1e-12)).ln()
}

/// Score that is worth a rank point.
pub(super) fn unit<V: Variant>() -> f32 {
    1_000.0 / V::THOUSANDTHS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::seed::Rng;
    use hyakuman_riichi::{Standard, presets};

    /// Situations of a kyoku, with ends drawn from a model.
    fn drawn(model: &PlaceModel<4>, kyoku: u32, count: usize, rng: &mut Rng) -> Vec<Ended<4>> {
        let draw = |_| {
            let mut scores = [0; 4].map(|_| 12_000 + 100 * rng.below(260) as i32);
            scores[3] = 100_000 - scores[..3].iter().sum::<i32>();
            let situation =
                Situation { scores, kyoku, honba: rng.below(3), sticks: rng.below(2), over: false };
            let order = order(model, &situation, rng.below(1 << 24) as f32 / (1 << 24) as f32);
            Ended { situation, scores: scores.map(|score| score + 100 * kyoku as i32), order }
        };
        (0..count).map(draw).collect()
    }

    /// The order at this share of all chances.
    fn order(model: &PlaceModel<4>, situation: &Situation<4>, mut share: f32) -> [u8; 4] {
        let orders = model.orders.all();
        let reached = |order: &&[u8; 4]| {
            share -= model.order_chance(situation, order);
            share < 0.0
        };
        *orders.iter().find(reached).unwrap_or(&orders[0])
    }

    #[test]
    fn a_set_without_situations_has_the_odds_of_the_scores_alone() {
        let rules = presets::tenhou_east();
        let fitter = Fitter::<4>::new::<Standard>(&rules);
        let text = fitter.text("nothing", (0..fitter.sets()).map(|_| fitter.fit(&[])).collect());
        let model = PlaceModel::<4>::with_fit(&rules, &text).unwrap();
        let situation = Situation { scores: [25_000; 4], kyoku: 2, honba: 0, sticks: 0, over: false };
        assert!(model.places(&situation, Seat::new(1)).iter().all(|place| (place - 0.25).abs() < 1e-6));
    }

    /// What takes long: `./scripts/check.sh long` runs it.
    mod long {
        use super::*;

        /// Also in an extension, in which the sets count seats from the dealer.
        #[test]
        #[ignore = "long: thousands of simulations"]
        fn a_fit_recovers_the_model_that_drew_the_ends() {
            let rules = presets::tenhou_east();
            let (truth, fitter) = (PlaceModel::<4>::new(&rules), Fitter::<4>::new::<Standard>(&rules));
            let mut rng = Rng::from_seed(7);
            let mut sets: Vec<KyokuFit> = (0..fitter.sets()).map(|_| fitter.fit(&[])).collect();
            for kyoku in [3, 5] {
                sets[fitter.set(kyoku)] = fitter.fit(&drawn(&truth, kyoku, 30_000, &mut rng));
            }
            let text = fitter.text("drawn", sets);
            let found = PlaceModel::<4>::with_fit(&rules, &text).unwrap();
            for kyoku in [3, 5] {
                let ended = drawn(&truth, kyoku, 2_000, &mut rng);
                let seats =
                    || ended.iter().flat_map(|ended| Seat::all(4).map(move |seat| (ended.situation, seat)));
                let off = seats().map(|(situation, seat)| {
                    let [true_places, found] = [&truth, &found].map(|model| model.places(&situation, seat));
                    true_places.iter().zip(found).map(|(a, b)| (a - b).abs()).sum::<f32>() / 4.0
                });
                let off = off.sum::<f32>() / seats().count() as f32;
                let loss = |model: &PlaceModel<4>| {
                    ended.iter().map(|ended| ended.losses(model)[1]).sum::<f64>() / 2_000.0
                };
                let [true_loss, found_loss, normal] = [&truth, &found, &truth.normal()].map(loss);
                assert!(off < 0.012, "{kyoku}: {off}");
                assert!(
                    found_loss - true_loss < 0.01 && normal - found_loss > 0.03,
                    "{true_loss} {found_loss} {normal}"
                );
            }
        }
    }
}
