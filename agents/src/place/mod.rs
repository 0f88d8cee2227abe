//! Expected final places and rank points of a seat, from the scores between two kyoku: docs/placement.md.
//!
//! Each pair of seats has a chance that the one ends above the other. The chance of a final order is proportional to the
//! product of the chances of its pairs (the model of Babington Smith), which makes all chances consistent; fitted models have
//! factors for first and last place besides.
//!
//! | question | file |
//! | --- | --- |
//! | chances of pairs fitted to matches | `fitted.rs`, `terms.rs` |
//! | the file of a fit; those that come with the program | `file.rs`, `*.txt` |
//! | how they are fitted | `fit.rs`, `likelihood.rs`, `minimum.rs` |
//! | chances of pairs for any other | `normal.rs` |
//! | from pairs to places | `orders.rs` |

mod file;
pub mod fit;
mod fitted;
mod likelihood;
mod minimum;
mod normal;
mod orders;
mod terms;
#[cfg(test)]
mod tests;
mod worth;

pub use worth::{Points, Worth, final_points, fitted_points};

use file::{FitFile, MatchKind};
use fitted::Fitted;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::rules::TieBreak;
use hyakuman_riichi::{
    Aftermath, Outcome, RiichiRules, Standard, Variant, View, placement, rank_points_in, uma_by_place,
};
use normal::Normal;
use orders::{Factors, Orders};
use terms::Terms;

/// Expected final places and rank points of a seat, from the scores at the start of the next kyoku.
#[derive(Clone, Debug)]
pub struct PlaceModel<const N: usize> {
    pub(crate) rules: RiichiRules,
    /// Value of one point of the score, in thousandths of a rank point.
    thousandths: i32,
    /// Score that is worth a rank point.
    unit: f32,
    pairs: Pairs<N>,
    orders: Orders<N>,
    /// Uma and oka of each place, in rank points.
    bonus: [f32; N],
}

/// Where the chances of the pairs come from.
#[derive(Clone, Debug)]
enum Pairs<const N: usize> {
    Fitted(Fitted<N>),
    Normal(Normal),
}

/// A match between two kyoku, or at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation<const N: usize> {
    /// Scores by absolute seat, in points. If the match is over, the riichi sticks have been handed out.
    pub scores: [i32; N],
    /// Index of the kyoku about to be dealt, as in `MatchState::kyoku`: a repeat has the same.
    pub kyoku: u32,
    /// Honba in this kyoku.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// Whether the match is over, with these scores.
    pub over: bool,
}

impl<const N: usize> PlaceModel<N> {
    /// For these rules of riichi mahjong: [`PlaceModel::of`].
    pub fn new(rules: &RiichiRules) -> Self {
        PlaceModel::of::<Standard>(rules)
    }

    /// For rules of riichi mahjong with the fit in a text such as `agents/src/place/four_hanchan.txt`: [`PlaceModel::of_fit`].
    ///
    /// # Errors
    /// Those of [`PlaceModel::of_fit`].
    pub fn with_fit(rules: &RiichiRules, text: &str) -> Result<Self, String> {
        PlaceModel::of_fit::<Standard>(rules, text)
    }

    /// For the rules of a game of the riichi engine: the fit that comes with the program for the family, number of players, length,
    /// start score, target (no target: any start score) and wins a kyoku, if there is one, else the normal model.
    pub fn of<V: Variant>(rules: &V::Rules) -> Self {
        let built_in = || {
            let (text, kind) = fitted::built_in(&MatchKind::of(V::FAMILY, V::riichi(rules)))?;
            FitFile::parse(text, &kind).ok()
        };
        PlaceModel::from_file::<V>(rules, built_in().as_ref())
    }

    /// The same with the fit in a text, as `hyakuman agents places` writes it.
    ///
    /// # Errors
    /// A sentence that names the line, what is missing, or in what the fit is for other rules: family, players, length, start
    /// score, target and wins a kyoku must be the same.
    pub fn of_fit<V: Variant>(rules: &V::Rules, text: &str) -> Result<Self, String> {
        let file = FitFile::parse(text, &MatchKind::of(V::FAMILY, V::riichi(rules)))?;
        Ok(PlaceModel::from_file::<V>(rules, Some(&file)))
    }

    fn from_file<V: Variant>(rules: &V::Rules, file: Option<&FitFile>) -> Self {
        let (rules, unit) = (V::riichi(rules).clone(), fit::unit::<V>());
        let fitted = |file: &FitFile| Fitted::new(file, Terms::new(&rules, unit, &file.kind));
        let pairs =
            file.map_or_else(|| Pairs::Normal(Normal::of(&rules, unit)), |file| Pairs::Fitted(fitted(file)));
        // A floating uma is taken to be that of half the seats above the reference.
        let mut bonus = uma_by_place::<N>(&rules, N / 2).map(|uma| uma as f32 / 1_000.0);
        if rules.oka_to_first {
            bonus[0] += ((rules.reference_points - rules.start_points) * N as i32) as f32 / unit;
        }
        PlaceModel { rules, thousandths: V::THOUSANDTHS, unit, pairs, orders: Orders::new(), bonus }
    }

    /// Whether the chances are those of a fit to matches of such rules, not of the normal model.
    pub fn is_fitted(&self) -> bool {
        matches!(self.pairs, Pairs::Fitted(_))
    }

    /// The chance of each final place, from the first to the last, of an absolute seat. If the match is over, one of them is 1,
    /// or seats with equal scores share their places where they share their uma.
    #[inline]
    pub fn places(&self, state: &Situation<N>, seat: Seat) -> [f32; N] {
        if state.over {
            return self.final_places(&state.scores, seat);
        }
        self.orders.places(&self.factors(state), seat.index())
    }

    /// The chance that a match that is not over ends in this order: absolute seats from the first place to the last, each once.
    pub(crate) fn order_chance(&self, state: &Situation<N>, order: &[u8; N]) -> f32 {
        self.orders.chance(&self.factors(state), order)
    }

    /// The same model without a fit.
    #[must_use]
    pub fn normal(&self) -> Self {
        PlaceModel { pairs: Pairs::Normal(Normal::of(&self.rules, self.unit)), ..self.clone() }
    }

    /// The expected final points of an absolute seat, in rank points: 45.2 is `rank_points` of 45,200. Exact if the match is
    /// over, but for prizes, fees and chips (rules `tobi_prize`, `yakitori`, `chips`), which are left out. Before, final scores are
    /// expected to be the present ones and an equal part of the sticks, and are not rounded.
    #[inline]
    pub fn rank_points(&self, state: &Situation<N>, seat: Seat) -> f32 {
        if state.over {
            let points = rank_points_in(&self.rules, &state.scores, self.thousandths);
            return points[seat.index()] as f32 / 1_000.0;
        }
        let places = self.places(state, seat);
        let bonus: f32 = places.iter().zip(&self.bonus).map(|(chance, bonus)| chance * bonus).sum();
        let sticks = state.sticks as f32 * self.rules.riichi_stick as f32 / N as f32;
        let score = state.scores[seat.index()] as f32 + sticks + self.drift(state.kyoku, seat);
        bonus + (score - self.rules.reference_points as f32) / self.unit
    }

    #[inline]
    fn factors(&self, state: &Situation<N>) -> Factors<N> {
        match &self.pairs {
            Pairs::Fitted(fitted) => fitted.factors(state),
            Pairs::Normal(normal) => normal.factors(state),
        }
    }

    /// Points that the seat is expected to win in the rest of the match, because of the deals it still has.
    #[inline]
    fn drift(&self, kyoku: u32, seat: Seat) -> f32 {
        match &self.pairs {
            Pairs::Fitted(fitted) => fitted.drift(kyoku, seat),
            Pairs::Normal(_) => 0.0,
        }
    }

    fn final_places(&self, scores: &[i32; N], seat: Seat) -> [f32; N] {
        let place = placement(&self.rules, scores)[seat.index()] as usize;
        let equal = |other: &i32| *other == scores[seat.index()];
        let (first, count) = match self.rules.tie_break {
            TieBreak::Split => {
                let above = scores.iter().filter(|&&other| other > scores[seat.index()]).count();
                (above, scores.iter().filter(|other| equal(other)).count())
            }
            _ => (place, 1),
        };
        std::array::from_fn(|at| if (first..first + count).contains(&at) { 1.0 / count as f32 } else { 0.0 })
    }
}

impl<const N: usize> Situation<N> {
    /// Before the deal of the kyoku of this state, or, if the match is `over`, with its scores as the final ones: riichi sticks must
    /// have been handed out.
    #[inline]
    pub fn at(state: &MatchState<N>, over: bool) -> Situation<N> {
        let &MatchState { scores, kyoku, honba, kyotaku, .. } = state;
        Situation { scores, kyoku, honba, sticks: kyotaku, over }
    }
}

/// The match after this kyoku, if it ends in this way: see [`View::after`].
#[inline]
pub fn after<const N: usize>(view: &View<'_, N>, outcome: &Outcome<N>) -> Situation<N> {
    situation(&view.after(outcome))
}

/// The same where a seat declares riichi before.
#[inline]
pub fn after_riichi<const N: usize>(view: &View<'_, N>, of: RelSeat, outcome: &Outcome<N>) -> Situation<N> {
    situation(&view.after_riichi(of, outcome))
}

fn situation<const N: usize>(after: &Aftermath<N>) -> Situation<N> {
    Situation::at(&after.state, after.over)
}

/// A chance from log odds, with those of the opposite. The C library rounds `exp`: agents play alike by this model where it rounds alike. `defend`
/// and `value` count in `f32` without it, and play alike on every machine.
#[inline]
fn chance(odds: f32) -> [f32; 2] {
    let chance = 1.0 / (1.0 + (-odds).exp());
    [chance, 1.0 - chance]
}
