//! What an agent thinks of every decision of a person, as a page, once the match is over.

use crate::play::refusal::Refusal;
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::Estimate;
use hyakuman_arena::review::{Asked, Review, ReviewSums, Reviewed, of_played};
use hyakuman_core::Seat;
use hyakuman_core::game::ValueUnit;
use hyakuman_games::viewer::{Extent, Heading, Opinion, Opinions, PlayedMatch, SeatTotals};
use std::sync::Arc;

/// The work of writing a page.
pub type Work = Box<dyn FnOnce() -> Result<String, Refusal> + Send>;

/// The agent that reviews.
#[derive(Clone)]
pub(crate) struct Reviewer {
    pub roster: Arc<Roster>,
    pub agent: Spec,
}

impl Reviewer {
    /// The work of reviewing the decisions of a seat in a match that is over.
    pub(crate) fn work(&self, played: &PlayedMatch<'_>, mut heading: Heading, seat: Seat) -> Work {
        let (reviewer, rules) = (self.clone(), played.rules.clone());
        let (deals, actions) = (played.extent.deals(), played.actions.to_vec());
        heading.names[seat.index()] = "you".into();
        Box::new(move || {
            let played = PlayedMatch { rules: &rules, extent: Extent::Whole(&deals), actions: &actions };
            let opinions = reviewer.opinions(&played, seat)?;
            played.page(&heading, Some(&opinions)).map_err(|_| Refusal::NoReview)
        })
    }

    fn opinions(&self, played: &PlayedMatch<'_>, seat: Seat) -> Result<Opinions, Refusal> {
        let asked = Asked { roster: &self.roster, agent: &self.agent, seats: &[seat], rollouts: None };
        let (deals, actions) = (played.extent.deals(), played.actions);
        let review = of_played(played.rules, deals, actions, &asked).map_err(|_| Refusal::NoReview)?;
        let unit = review.unit().ok_or(Refusal::NoValues)?;
        Ok(opinions(&review, self.agent.name(), unit))
    }
}

/// A review as a page takes it.
pub fn opinions(review: &Review, agent: &str, unit: ValueUnit) -> Opinions {
    let seats = review.seats().into_iter().map(|seat| of_seat(review, seat));
    let decisions = review.decisions.iter().map(|reviewed| (reviewed.number, opinion(reviewed)));
    Opinions { agent: agent.to_owned(), unit, seats: seats.collect(), decisions: decisions.collect() }
}

fn of_seat(review: &Review, seat: Seat) -> SeatTotals {
    let totals = ReviewSums::of(review.of_seat(seat));
    SeatTotals { seat, decisions: totals.decisions, same: totals.same, mean_loss: totals.mean_loss() }
}

fn opinion(reviewed: &Reviewed) -> Opinion {
    let candidates = reviewed.evaluation.as_ref().map_or(&[][..], |evaluation| &evaluation.candidates);
    Opinion {
        choice: reviewed.choice,
        agrees: reviewed.agrees(),
        loss: reviewed.loss(),
        candidates: candidates.to_vec(),
        rollouts: reviewed.loss_in_rollouts().map(rounded),
    }
}

/// A loss in rollouts, and how far its interval reaches.
fn rounded(loss: Estimate) -> [f32; 2] {
    let half = loss.bounds().map_or(0.0, |[low, high]| (high - low) / 2.0);
    [loss.value, half].map(|number| number as f32)
}
