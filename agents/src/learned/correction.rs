//! A correction: what an action gains over the choice of the agent, from the numbers of both and of the situation.
//!
//! ```text
//! gain  = score(action) - score(choice)
//! score = sum over numbers a of the action: x_a (w_a + sum over numbers s of the situation: u_as y_s)  +  net(x, y)
//! ```

use super::numbers::{ACTION_NAMES, OfAction, SITUATION_NAMES, Situation};
use super::sort::Sort;

/// Units of the hidden layers of a net.
pub const FIRST: usize = 32;
/// The same of the second one.
pub const SECOND: usize = 16;

/// What was learned for some rules: by sort of decision.
#[derive(Clone, Debug, Default)]
pub struct Correction {
    parts: [Option<Part>; Sort::COUNT],
}

/// What was learned of one sort.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub threshold: f32,
    /// The weights of the numbers of an action, and what each number of the situation adds to them.
    pub weights: OfAction,
    pub by_situation: Box<[OfAction; SITUATION_NAMES.len()]>,
    pub net: Option<Box<Net>>,
}

/// A net of the numbers of the situation and of an action.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub of_situation: [[f32; FIRST]; SITUATION_NAMES.len()],
    pub of_action: [[f32; FIRST]; ACTION_NAMES.len()],
    pub first: [f32; FIRST],
    pub second: [[f32; SECOND]; FIRST],
    pub second_bias: [f32; SECOND],
    pub out: [f32; SECOND],
}

/// A part as it stands before the numbers of an action.
pub(super) struct Prepared<'a> {
    net: Option<(&'a Net, [f32; FIRST])>,
    weights: OfAction,
    /// The gain from which the choice of the agent is not taken.
    pub threshold: f32,
}

impl Correction {
    pub(super) fn set(&mut self, sort: Sort, part: Part) {
        self.parts[sort as usize] = Some(part);
    }

    /// Whether it corrects decisions of this sort.
    pub(super) fn has(&self, sort: Sort) -> bool {
        self.parts[sort as usize].is_some()
    }

    /// For the actions of this sort.
    pub(super) fn prepare(&self, sort: Sort, situation: &Situation) -> Option<Prepared<'_>> {
        let part = self.parts[sort as usize].as_ref()?;
        let mut weights = part.weights;
        add(&mut weights, &part.by_situation, situation);
        let net = part.net.as_deref().map(|net| (net, net.hidden(situation)));
        Some(Prepared { net, weights, threshold: part.threshold })
    }
}

impl Prepared<'_> {
    /// The score of an action; only differences mean something, in rank points.
    pub(super) fn score(&self, action: &OfAction) -> f32 {
        product(&self.weights, action)
            + self.net.as_ref().map_or(0.0, |(net, hidden)| net.score(hidden, action))
    }
}

impl Net {
    fn hidden(&self, situation: &Situation) -> [f32; FIRST] {
        let mut hidden = self.first;
        add(&mut hidden, &self.of_situation, situation);
        hidden
    }

    fn score(&self, hidden: &[f32; FIRST], action: &OfAction) -> f32 {
        let mut first = *hidden;
        add(&mut first, &self.of_action, action);
        let mut second = self.second_bias;
        add(&mut second, &self.second, &first.map(|unit| unit.max(0.0)));
        product(&second.map(|unit| unit.max(0.0)), &self.out)
    }
}

/// The sum of products, in lanes: one after another would take as long as each addition does.
#[inline]
fn product<const W: usize>(a: &[f32; W], b: &[f32; W]) -> f32 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    for i in 0..W {
        lanes[i % LANES] += a[i] * b[i];
    }
    lanes.iter().sum()
}

/// Adds to `sum` each row times its number. Half of the numbers are 0.
#[inline]
fn add<const W: usize, const ROWS: usize>(
    sum: &mut [f32; W],
    rows: &[[f32; W]; ROWS],
    numbers: &[f32; ROWS],
) {
    for (row, number) in rows.iter().zip(numbers).filter(|(_, number)| **number != 0.0) {
        for (sum, weight) in sum.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
}
