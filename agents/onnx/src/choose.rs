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
    /// What outputs are divided by.
    pub(crate) fn temperature(self) -> f32 {
        match self {
            Choice::Best => 1.0,
            Choice::Sampled(temperature) => temperature as f32,
        }
    }

    /// One of these outputs, each with its value; `random` decides if actions are sampled. At least one must be there.
    pub(crate) fn of(self, outputs: impl Iterator<Item = (u8, f32)> + Clone, random: u64) -> Result<u8, u8> {
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

/// An output, with its probability. `None` if rounding leaves none.
fn sampled(
    outputs: impl Iterator<Item = (u8, f32)> + Clone,
    most: f32,
    temperature: f64,
    random: u64,
) -> Option<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(choice: Choice, outputs: &[f32], random: u64) -> Result<u8, u8> {
        choice.of((0..).zip(outputs.iter().copied()), random)
    }

    /// Numbers as agents get them.
    fn numbers(count: u32) -> impl Iterator<Item = u64> {
        use hyakuman_core::{MatchSeed, Seat};
        let seed =
            hyakuman_core::game::AgentSeed { of_match: MatchSeed { seed: 7, number: 3 }, seat: Seat::new(2) };
        (0..count).map(move |step| seed.number(step))
    }

    #[test]
    fn the_best_is_the_first_of_the_largest() {
        assert_eq!(of(Choice::Best, &[0.5, 2.0, -1.0, 2.0], 0), Ok(1));
        assert_eq!(of(Choice::Best, &[f32::NEG_INFINITY; 3], 0), Ok(0));
        assert_eq!(of(Choice::Best, &[0.0, f32::INFINITY], 0), Ok(1));
        assert_eq!(of(Choice::Best, &[0.0, f32::NAN, 1.0], 0), Err(1));
    }

    #[test]
    fn outputs_without_bounds_can_be_sampled() {
        let sampled = Choice::Sampled(1.0);
        assert_eq!(of(sampled, &[f32::NEG_INFINITY, 0.0], u64::MAX), Ok(1));
        assert_eq!(of(sampled, &[f32::NEG_INFINITY, 0.0], 0), Ok(1));
        assert_eq!(of(sampled, &[0.0, f32::INFINITY], 0), Ok(1));
        assert_eq!(of(sampled, &[f32::NEG_INFINITY; 2], u64::MAX), Ok(0));
        assert_eq!(of(sampled, &[f32::MAX, f32::MIN, 0.0], u64::MAX), Ok(0));
        assert_eq!(of(sampled, &[1.0, f32::NAN], 0), Err(1));
    }

    /// Chi-square with 4 degrees of freedom stays below 18.5 with a probability of 0.999.
    #[test]
    fn frequencies_are_those_of_softmax() {
        let outputs = [0.3_f32, -1.2, 1.9, 0.0, 0.7];
        for (temperature, rehash) in [(1.0, false), (0.5, false), (3.0, true)] {
            let count = 100_000;
            let mut found = [0_u32; 5];
            for number in numbers(count) {
                let number = if rehash { second(number) } else { number };
                found[usize::from(of(Choice::Sampled(temperature), &outputs, number).unwrap())] += 1;
            }
            let weights = outputs.map(|output| (f64::from(output) / temperature).exp());
            let total: f64 = weights.iter().sum();
            let expected = weights.map(|weight| weight / total * f64::from(count));
            let chi: f64 = found.iter().zip(expected).map(|(&n, e)| (f64::from(n) - e).powi(2) / e).sum();
            assert!(chi < 18.5, "temperature {temperature}: {found:?}, expected {expected:?}");
        }
    }

    /// The second choice of a decision does not follow from the first.
    #[test]
    fn the_second_choice_is_independent() {
        let mut both = [0_u32; 4];
        for number in numbers(100_000) {
            let high = |number: u64| (number >> 63) as usize;
            both[2 * high(number) + high(second(number))] += 1;
        }
        assert!(both.iter().all(|count| count.abs_diff(25_000) < 600), "{both:?}");
    }
}
