//! What the end of a kyoku is worth to a seat: final rank points by a model of places, or points.

use super::{PlaceModel, Situation};
use hyakuman_core::Seat;
use hyakuman_game::rollout::PlayedOut;
use hyakuman_game::{Game, ValueUnit};
use hyakuman_riichi::toutenkou::Gari;
use hyakuman_riichi::{Match, Standard, Variant};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// What the end of a kyoku is worth to a seat.
pub trait Worth<G: Game>: Send + Sync {
    /// Its worth, in [`Worth::unit`]; only differences mean something.
    fn of(&self, game: &G, end: &PlayedOut, seat: Seat) -> f32;

    /// The unit.
    fn unit(&self) -> ValueUnit;
}

/// Points won and lost in the kyoku.
pub struct Points;

impl<G: Game> Worth<G> for Points {
    fn of(&self, _: &G, end: &PlayedOut, seat: Seat) -> f32 {
        end.deltas[seat.index()] as f32 / G::UNITS_PER_POINT as f32
    }

    fn unit(&self) -> ValueUnit {
        ValueUnit::Points
    }
}

impl<const N: usize, V: Variant> Worth<Match<N, V>> for PlaceModel<N> {
    fn of(&self, game: &Match<N, V>, end: &PlayedOut, seat: Seat) -> f32 {
        match end.match_end {
            Some(end) => end.rank_points[seat.index()] as f32 / 1_000.0,
            None => self.rank_points(&Situation::at(game.match_state(), false), seat),
        }
    }

    fn unit(&self) -> ValueUnit {
        ValueUnit::RankPoints
    }
}

/// Rank points by a model of places.
pub struct FinalPoints<G: Game> {
    /// What the end of a kyoku is worth by it.
    pub worth: Arc<dyn Worth<G>>,
    /// Whether it is fitted to such matches.
    pub is_fitted: bool,
}

/// Rank points by the model of places of these rules, with a fit as `hyakuman places` writes it or with what the program has; `None` for a
/// game without such models.
///
/// # Errors
/// Those of [`PlaceModel::of_fit`].
pub fn final_points<G: Game>(rules: &G::Rules, fit: Option<&str>) -> Result<Option<FinalPoints<G>>, String> {
    let found = model::<4, Standard, G>(rules, fit);
    let found = found.or_else(|| model::<3, Standard, G>(rules, fit));
    found.or_else(|| model::<3, Gari, G>(rules, fit)).transpose()
}

/// That of a game of the riichi engine, if `G` is this one.
fn model<const N: usize, V: Variant, G: Game>(
    rules: &G::Rules,
    fit: Option<&str>,
) -> Option<Result<FinalPoints<G>, String>> {
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
    Some(Ok(FinalPoints { worth: *worth.downcast::<Arc<dyn Worth<G>>>().ok()?, is_fitted }))
}
