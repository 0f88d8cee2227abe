//! From the outputs of a network to an action.

/// How an action is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Choice {
    /// The legal action with the largest output; of equal ones the first.
    Best,
    /// A legal action with a probability proportional to the exponential of its output, divided by this temperature.
    Sampled(f64),
}

impl Choice {
    /// The index among these outputs; `random` decides if actions are sampled. At least one must be there.
    ///
    /// # Errors
    /// The index of an output that is not a number.
    pub(crate) fn of(
        self,
        outputs: impl Iterator<Item = (usize, f32)> + Clone,
        random: u64,
    ) -> Result<usize, usize> {
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (index, output) in outputs.clone() {
            if output.is_nan() {
                return Err(index);
            }
            if best.is_none() || output > most {
                (best, most) = (Some(index), output);
            }
        }
        let best = best.expect("a legal action");
        match self {
            Choice::Sampled(temperature) if most.is_finite() => {
                Ok(sampled(outputs, most, temperature, random).unwrap_or(best))
            }
            _ => Ok(best),
        }
    }
}

/// An index, with the probability of its output. `None` if rounding leaves none.
fn sampled(
    outputs: impl Iterator<Item = (usize, f32)> + Clone,
    most: f32,
    temperature: f64,
    random: u64,
) -> Option<usize> {
    let weight = |output: f32| ((f64::from(output) - f64::from(most)) / temperature).exp();
    let total: f64 = outputs.clone().map(|(_, output)| weight(output)).sum();
    let mut left = total * ((random >> 11) as f64 / (1_u64 << 53) as f64);
    let mut outputs = outputs.filter(|&(_, output)| weight(output) > 0.0);
    outputs
        .find(|&(_, output)| {
            left -= weight(output);
            left < 0.0
        })
        .map(|(index, _)| index)
}

/// The random number of the second of two choices in one decision.
pub(crate) fn second(random: u64) -> u64 {
    let word = (random ^ random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ word >> 31
}
