//! How well models foretell the ends of matches that were not fitted.

use super::rows::Set;
use hyakuman_agents::place::PlaceModel;
use hyakuman_agents::place::fit::Ended;
use serde::Serialize;

/// Mean log losses of a row: less is better.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Of the place of a seat, in the mean of all seats.
    pub place: f64,
    /// Of the order of all seats.
    pub order: f64,
}

/// The models that are compared.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// How often each order happened in this kyoku, whatever the scores.
    pub prior: Loss,
    /// The model for rulesets without a fit.
    pub normal: Loss,
    /// The fit that comes with the program for such rules; `None` if there is none.
    pub built_in: Option<Loss>,
    /// The new fit.
    pub fit: Loss,
}

/// What was fitted and foretold of one kyoku, or of the extension.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct SetLosses {
    /// Rows that were fitted.
    pub fitted: usize,
    /// Rows that were held out.
    pub held_out: usize,
    /// Losses of the rows held out; `None` if there are none.
    pub losses: Option<Losses>,
}

/// The losses of all rows held out; `None` if there are none.
pub fn mean(sets: &[SetLosses]) -> Option<Losses> {
    let rows = || sets.iter().filter_map(|set| Some((set.held_out as f64, set.losses?)));
    let built_in = rows().all(|(_, losses)| losses.built_in.is_some());
    let loss = |of: &dyn Fn(&Losses) -> Loss| {
        let sum = rows().fold(LossSums::default(), |sum, (count, losses)| sum.plus(count, of(&losses)));
        sum.mean()
    };
    Some(Losses {
        prior: loss(&|losses| losses.prior)?,
        normal: loss(&|losses| losses.normal)?,
        built_in: if built_in { loss(&|losses| losses.built_in.unwrap_or(losses.normal)) } else { None },
        fit: loss(&|losses| losses.fit)?,
    })
}

/// Losses of a number of rows.
#[derive(Clone, Copy, Default)]
struct LossSums {
    rows: f64,
    place: f64,
    order: f64,
}

impl LossSums {
    fn plus(self, rows: f64, loss: Loss) -> LossSums {
        let Loss { place, order } = loss;
        LossSums {
            rows: self.rows + rows,
            place: self.place + rows * place,
            order: self.order + rows * order,
        }
    }

    fn mean(self) -> Option<Loss> {
        let LossSums { rows, place, order } = self;
        (rows > 0.0).then(|| Loss { place: place / rows, order: order / rows })
    }
}

pub(super) struct Models<const N: usize> {
    normal: PlaceModel<N>,
    built_in: Option<PlaceModel<N>>,
    fit: PlaceModel<N>,
}

impl<const N: usize> Models<N> {
    /// `program`: the model that the program has for the rules.
    pub(super) fn new(fit: PlaceModel<N>, program: PlaceModel<N>) -> Models<N> {
        Models { normal: fit.normal(), built_in: Some(program).filter(PlaceModel::is_fitted), fit }
    }

    pub(super) fn losses(&self, set: &Set<N>) -> SetLosses {
        let prior = Prior::new(&set.fitted);
        let loss = |of: &dyn Fn(&Ended<N>) -> Loss| {
            let sum = set.held_out.iter().fold(LossSums::default(), |sum, ended| sum.plus(1.0, of(ended)));
            sum.mean()
        };
        let by = |model: &PlaceModel<N>| {
            loss(&|ended| {
                let [place, order] = ended.losses(model);
                Loss { place, order }
            })
        };
        let losses = || {
            Some(Losses {
                prior: loss(&|ended| prior.loss(ended))?,
                normal: by(&self.normal)?,
                built_in: self.built_in.as_ref().and_then(by),
                fit: by(&self.fit)?,
            })
        };
        SetLosses { fitted: set.fitted.len(), held_out: set.held_out.len(), losses: losses() }
    }
}

/// How often each order happened; half a time more than it did, so that none is impossible.
struct Prior<const N: usize> {
    /// By the seats of an order as digits.
    orders: Vec<f64>,
    /// By place and seat.
    places: [[f64; N]; N],
    rows: f64,
}

impl<const N: usize> Prior<N> {
    fn new(fitted: &[Ended<N>]) -> Prior<N> {
        let all = (1..=N).product::<usize>() as f64 / 2.0;
        let places = [[all / N as f64; N]; N];
        let mut prior = Prior { orders: vec![0.5; N.pow(N as u32)], places, rows: all + fitted.len() as f64 };
        for ended in fitted {
            let order = turned(ended);
            prior.orders[code(&order)] += 1.0;
            (0..N).for_each(|place| prior.places[place][order[place]] += 1.0);
        }
        prior
    }

    fn loss(&self, ended: &Ended<N>) -> Loss {
        let order = turned(ended);
        let loss = |count: f64| -(count / self.rows).ln();
        let places = (0..N).map(|place| loss(self.places[place][order[place]]));
        Loss { place: places.sum::<f64>() / N as f64, order: loss(self.orders[code(&order)]) }
    }
}

/// An order with its seats counted from the dealer.
fn turned<const N: usize>(ended: &Ended<N>) -> [usize; N] {
    let dealer = ended.situation.kyoku as usize % N;
    ended.order.map(|seat| (usize::from(seat) + N - dealer) % N)
}

fn code<const N: usize>(order: &[usize; N]) -> usize {
    order.iter().fold(0, |code, seat| code * N + seat)
}
