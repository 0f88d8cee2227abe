//! The chances to win that the agent computes, corrected by what happened in self-play.

/// Number of groups of decisions.
pub(crate) const GROUPS: usize = 18;

const HANDS: [&str; 9] = [
    "closed, tenpai",
    "closed, 1-shanten",
    "closed, 2-shanten",
    "closed, 3-shanten or more",
    "open, tenpai",
    "open, 1-shanten",
    "open, 2-shanten",
    "open, 3-shanten or more",
    "declares riichi",
];

/// The names of the groups: by hand, then the same while another seat is in riichi.
pub(crate) fn groups() -> Vec<String> {
    let calm = HANDS.iter().map(|hand| hand.to_string());
    calm.chain(HANDS.iter().map(|hand| format!("{hand}, under riichi"))).collect()
}

/// The group of a hand after a discard or call, or before a draw.
pub(crate) fn group(shanten: i8, riichi: bool, open: bool, threatened: bool) -> usize {
    let hand = if riichi { HANDS.len() - 1 } else { 4 * open as usize + shanten.clamp(0, 3) as usize };
    hand + HANDS.len() * threatened as usize
}

/// Computed chances, in percent, for which the lines `forecast` of the rates have the corrected ones.
pub(crate) const KNOTS: [f32; 10] = [0.0, 1.0, 3.0, 6.0, 12.0, 20.0, 35.0, 55.0, 80.0, 100.0];

/// The chance corrected by the line of its group, linear between the knots.
pub(crate) fn corrected(chance: f32, known: &[f32; KNOTS.len()]) -> f32 {
    let percent = (100.0 * chance).clamp(0.0, 100.0);
    let after = KNOTS.iter().position(|&knot| knot >= percent).unwrap_or(KNOTS.len() - 1).max(1);
    let part = (percent - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1]);
    (known[after - 1] + part * (known[after] - known[after - 1])) / 100.0
}
