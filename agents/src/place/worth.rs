//! What the end of a kyoku is worth to a seat: final rank points by a model of places, or points.

use super::{PlaceModel, Situation};
use hyakuman_core::Seat;
use hyakuman_core::game::rollout::PlayedOut;
use hyakuman_core::game::{Game, ValueUnit};
use hyakuman_riichi::toutenkou::Gari;
use hyakuman_riichi::{Match, Standard, Variant};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// What the end of a kyoku is worth to a seat.
pub trait Worth<G: Game>: Send + Sync {
    /// Its worth, in [`Worth::unit`]; only differences mean something.
    fn of(&self, game: &G, end: &PlayedOut, seat: Seat) -> f32;

    /// What the seat could expect in this unit when the kyoku under way was dealt; between two kyoku, what it can expect now.
    fn expected(&self, game: &G, seat: Seat) -> f32;

    /// The unit.
    fn unit(&self) -> ValueUnit;
}

/// Points won and lost in the kyoku.
pub struct Points;

impl<G: Game> Worth<G> for Points {
    fn of(&self, _: &G, end: &PlayedOut, seat: Seat) -> f32 {
        end.deltas[seat.index()] as f32 / G::UNITS_PER_POINT as f32
    }

    fn expected(&self, _: &G, _: Seat) -> f32 {
        0.0
    }

    fn unit(&self) -> ValueUnit {
        ValueUnit::Points
    }
}

impl<const N: usize, V: Variant> Worth<Match<N, V>> for PlaceModel<N> {
    fn of(&self, game: &Match<N, V>, end: &PlayedOut, seat: Seat) -> f32 {
        match end.match_end {
            Some(end) => end.rank_points[seat.index()] as f32 / 1_000.0,
            None => self.expected(game, seat),
        }
    }

    fn expected(&self, game: &Match<N, V>, seat: Seat) -> f32 {
        self.rank_points(&Situation::at(&game.state_at_deal(), false), seat)
    }

    fn unit(&self) -> ValueUnit {
        ValueUnit::RankPoints
    }
}

/// Expected final rank points by the model of places that the program has for these rules, fitted or not; `None` for a game without such
/// models.
pub fn final_points<G: Game>(rules: &G::Rules) -> Option<Arc<dyn Worth<G>>> {
    found::<G>(rules, None)?.ok().map(|(worth, _)| worth)
}

/// The same by a model that is fitted to such matches: with a fit as `hyakuman agents places` writes it, or with what the program has. `option`
/// names a fit, `instead` says what to do without one, in the sentence of the error.
///
/// # Errors
/// There is no fitted model for these rules, or the fit is for others.
pub fn fitted_points<G: Game>(
    rules: &G::Rules,
    fit: Option<&str>,
    (option, instead): (&str, &str),
) -> Result<Arc<dyn Worth<G>>, String> {
    match found::<G>(rules, fit) {
        Some(Ok((worth, true))) => Ok(worth),
        Some(Ok(_)) => Err(format!(
            "there is no model of final places fitted to these rules: fit one with `hyakuman agents places` and name it with {option}, or {instead}"
        )),
        Some(Err(error)) => Err(format!("the fit of final places: {error}")),
        None => Err(format!("{} has no model of final places: {instead}", G::FAMILY)),
    }
}

/// A model, and whether it is fitted.
type Found<G> = Result<(Arc<dyn Worth<G>>, bool), String>;

/// The model of these rules, with a fit or with what the program has.
fn found<G: Game>(rules: &G::Rules, fit: Option<&str>) -> Option<Found<G>> {
    let found = model::<4, Standard, G>(rules, fit);
    let found = found.or_else(|| model::<3, Standard, G>(rules, fit));
    found.or_else(|| model::<3, Gari, G>(rules, fit))
}

/// That of a game of the riichi engine, if `G` is this one.
fn model<const N: usize, V: Variant, G: Game>(rules: &G::Rules, fit: Option<&str>) -> Option<Found<G>> {
    if TypeId::of::<G>() != TypeId::of::<Match<N, V>>() {
        return None; // four players and three have rules of one type
    }
    let rules = (rules as &dyn Any).downcast_ref()?;
    let model =
        fit.map_or_else(|| Ok(PlaceModel::of::<V>(rules)), |text| PlaceModel::of_fit::<V>(rules, text));
    let model: PlaceModel<N> = match model {
        Ok(model) => model,
        Err(error) => return Some(Err(error)),
    };
    let is_fitted = model.is_fitted();
    let worth: Arc<dyn Worth<Match<N, V>>> = Arc::new(model);
    let worth: Box<dyn Any> = Box::new(worth);
    Some(Ok((*worth.downcast::<Arc<dyn Worth<G>>>().ok()?, is_fitted)))
}
