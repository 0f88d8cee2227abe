//! What the agent expects: the chances that it computes, corrected by what happened in self-play.

use super::rates::Rates;
use super::turn::Choice;
use hyakuman_game::Forecast;

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

/// The forecast of a discard.
pub(crate) fn forecast(rates: &Rates, choice: &Choice, open: bool, threatened: bool) -> Forecast {
    let hand = match choice.riichi {
        true => 8,
        false => 4 * open as usize + choice.prospect.shanten.clamp(0, 3) as usize,
    };
    let group = hand + HANDS.len() * threatened as usize;
    let win = (1.0 - choice.danger.chance) * choice.prospect.win;
    Forecast {
        group: group as u16,
        win: Some(corrected(win, &rates.forecast[group])),
        deal_in: Some(choice.danger.chance),
        ..Forecast::default()
    }
}

/// Computed chances, in percent, for which [`Rates::forecast`] says what the forecast is.
pub(crate) const KNOTS: [f32; 10] = [0.0, 1.0, 3.0, 6.0, 12.0, 20.0, 35.0, 55.0, 80.0, 100.0];

/// Linear between the knots.
fn corrected(chance: f32, known: &[f32; KNOTS.len()]) -> f32 {
    let percent = (100.0 * chance).clamp(0.0, 100.0);
    let after = KNOTS.iter().position(|&knot| knot >= percent).unwrap_or(KNOTS.len() - 1).max(1);
    let part = (percent - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1]);
    (known[after - 1] + part * (known[after] - known[after - 1])) / 100.0
}
