//! What an agent thinks of decisions, as the page shows it beside them.

use crate::viewer::encode::letter;
use hyakuman_core::Seat;
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::{Candidate, Evaluation, ValueUnit};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What an agent thinks of the decisions of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinions {
    /// The name of the agent. The page escapes it.
    pub agent: String,
    /// The unit of all values and losses.
    pub unit: ValueUnit,
    /// The totals of the seats whose decisions are there.
    pub seats: Vec<SeatTotals>,
    /// By the number of the decision in the match over all seats, from 0.
    pub decisions: BTreeMap<usize, Opinion>,
}

/// The totals of a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatTotals {
    /// The seat.
    pub seat: Seat,
    /// Its decisions.
    pub decisions: u64,
    /// Those in which the agent would have done the same.
    pub same: u64,
    /// The mean loss of a decision; `None` if the agent compares no actions in any of them.
    pub mean_loss: Option<f64>,
}

/// What an agent thinks of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// What it would have done, by code.
    pub choice: u8,
    /// Whether that is what was done, or as good.
    pub agrees: bool,
    /// What the action taken is worth less, at least 0; `None` where it compares nothing.
    pub loss: Option<f32>,
    /// What each action is worth, best first; may be empty.
    pub candidates: Vec<Candidate>,
    /// What the action taken is worth less than the choice in rollouts, in rank points, and half of its 95 % interval; `None` if they were
    /// not played.
    pub rollouts: Option<[f32; 2]>,
}

impl Opinions {
    /// The opinions without those of single decisions: `agent`, `unit`, decimals of a value, and for each seat its number, decisions,
    /// those the same, and the mean loss.
    pub(crate) fn heading(&self) -> Value {
        let row = |of: &SeatTotals| json!([of.seat.index(), of.decisions, of.same, of.mean_loss]);
        json!({
            "agent": escaped(&self.agent),
            "unit": self.unit.name(),
            "places": self.unit.decimals(),
            "seats": self.seats.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// An opinion: `[choice, agrees, loss or null, candidates]`, and with rollouts `[loss in them, half of the interval]`.
    pub(crate) fn cell(&self, number: usize) -> Option<Value> {
        let opinion = self.decisions.get(&number)?;
        let candidates = opinion.candidates.iter().map(|of| row(self.unit, of)).collect::<Vec<_>>();
        let loss = opinion.loss.map(|loss| rounded(self.unit, loss));
        let mut cell =
            vec![json!(opinion.choice), json!(u8::from(opinion.agrees)), json!(loss), json!(candidates)];
        let hundredths = |number: f32| (100.0 * f64::from(number)).round() / 100.0;
        cell.extend(opinion.rollouts.map(|loss| json!(loss.map(hundredths))));
        Some(Value::Array(cell))
    }
}

/// What an agent thinks of an open decision: `choice`, `unit`, `places` (decimals), and `rows` as in a review.
pub fn evaluation(choice: u8, found: Option<&Evaluation>) -> Value {
    let unit = found.map_or(ValueUnit::Points, |found| found.unit);
    let rows = found.into_iter().flat_map(|found| &found.candidates).map(|of| row(unit, of));
    json!({ "choice": choice, "unit": unit.name(), "places": unit.decimals(), "rows": rows.collect::<Vec<_>>() })
}

/// A candidate: `[code, value, chance to win or null, chance to deal in or null, discard after it]`; chances are in thousandths.
fn row(unit: ValueUnit, of: &Candidate) -> Value {
    let thousandths = |chance: Option<f32>| chance.map(|chance| (1000.0 * chance).round() as i32);
    let then = of.then.map_or(String::new(), |kind| letter(kind.tile()).to_string());
    json!([of.action, rounded(unit, of.value), thousandths(of.win), thousandths(of.deal_in), then])
}

fn rounded(unit: ValueUnit, value: f32) -> f64 {
    let scale = 10_f64.powi(unit.decimals() as i32);
    (f64::from(value) * scale).round() / scale
}
