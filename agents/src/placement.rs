//! `placement`: `value`, but for final rank points instead of points.
//!
//! Before the first decision of each kyoku it computes what wins and deal-ins of that kyoku are worth, from a model of the
//! final places ([`crate::place`]).

use crate::Value;
use crate::place::PlaceModel;
use crate::value::stakes::{self, Stakes};
use hyakuman_core::Seat;
use hyakuman_games::riichi::{Riichi, RiichiRules, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed, Forecast};
use std::sync::Arc;

/// Maximises expected rank points.
#[derive(Clone)]
pub struct Placement<const N: usize> {
    value: Value,
    model: Option<Model<N>>,
    /// The kyoku, by the number of deals, for which the stakes of `value` were computed.
    deal: u32,
}

/// The model of some rules.
#[derive(Clone)]
struct Model<const N: usize> {
    rules: Arc<RiichiRules>,
    places: PlaceModel<N>,
    /// Rank points that a point is worth at the start of a match.
    unit: f32,
}

impl<const N: usize> Placement<N> {
    /// With `value` as it plays apart from that.
    pub fn new(value: Value) -> Placement<N> {
        Placement { value, model: None, deal: 0 }
    }
}

impl<const N: usize> Model<N> {
    fn new(rules: &Arc<RiichiRules>) -> Model<N> {
        let places = PlaceModel::new(rules);
        let unit = stakes::unit(&places, rules);
        Model { rules: rules.clone(), places, unit }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Placement<N> {
    fn begin(&mut self, rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {
        self.deal = 0;
        if self.model.as_ref().is_none_or(|model| *model.rules != **rules) {
            self.model = Some(Model::new(rules));
        }
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let deal = view.match_state().deals;
        if let Some(model) = self.model.as_ref().filter(|_| self.deal != deal) {
            self.value.stakes = Stakes::new(view, &model.places, model.unit);
            self.deal = deal;
        }
        self.value.act(view, legal)
    }

    fn forecast(&self) -> Option<Forecast> {
        Agent::<Riichi<N>>::forecast(&self.value)
    }

    fn forecast_groups(&self) -> Vec<String> {
        Agent::<Riichi<N>>::forecast_groups(&self.value)
    }
}
