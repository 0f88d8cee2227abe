//! Random choices among legal actions.

use hyakuman_core::game::ActionMask;

/// One of the actions, each equally likely; `random` is any number.
#[inline]
pub(crate) fn any(legal: &ActionMask, random: u64) -> u8 {
    let place = (u128::from(random) * u128::from(legal.len())) >> 64;
    legal.nth(place as u32)
}

/// An action with the chances of a softmax over the logits of the legal ones, and the logarithm of its chance.
pub(crate) fn by_logits(legal: &ActionMask, logits: &[f32], random: u64) -> Result<(u8, f32), u8> {
    if let Some(action) = legal.iter().find(|&action| !logits[action as usize].is_finite()) {
        return Err(action);
    }
    let logit = |action: u8| f64::from(logits[action as usize]);
    let top = legal.iter().map(logit).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = legal.iter().map(|action| (logit(action) - top).exp()).sum();
    let mut left = (random >> 11) as f64 / (1u64 << 53) as f64 * total;
    let mut chosen = None;
    for action in legal.iter() {
        chosen = Some(action);
        left -= (logit(action) - top).exp();
        if left < 0.0 {
            break;
        }
    }
    let chosen = chosen.expect("a decider has legal actions");
    Ok((chosen, (logit(chosen) - top - total.ln()) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(actions: &[u8]) -> ActionMask {
        let mut mask = ActionMask::EMPTY;
        actions.iter().for_each(|&action| mask.insert(action));
        mask
    }

    #[test]
    fn every_action_is_equally_likely() {
        let legal = legal(&[3, 70, 120]);
        let mut rng = hyakuman_core::Rng::from_seed(1);
        let mut seen = [0; 256];
        (0..30_000).for_each(|_| seen[any(&legal, rng.next_u64()) as usize] += 1);
        assert!([3, 70, 120].iter().all(|&action: &usize| (9_600..10_400).contains(&seen[action])));
    }

    #[test]
    fn chances_are_those_of_the_softmax() {
        let legal = legal(&[0, 1, 3]);
        let logits = [1000.0, 1000.0 + 2f32.ln(), f32::NAN, 1000.0];
        let mut rng = hyakuman_core::Rng::from_seed(1);
        let mut seen = [0; 4];
        for _ in 0..40_000 {
            let (action, log_chance) = by_logits(&legal, &logits, rng.next_u64()).unwrap();
            seen[action as usize] += 1;
            let chance: f32 = if action == 1 { 0.5 } else { 0.25 };
            assert!((log_chance - chance.ln()).abs() < 1e-4);
        }
        assert!((19_500..20_500).contains(&seen[1]) && (9_600..10_400).contains(&seen[0]) && seen[2] == 0);
        assert_eq!(by_logits(&legal, &[0.0, f32::NAN, 0.0, 0.0], 7), Err(1));
    }
}
