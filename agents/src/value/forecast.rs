//! What the agent expects: the chances that it computes, corrected by what happened in self-play.

use super::rates::Rates;
use super::turn::Choice;
use hyakuman_games::Forecast;

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
        win: Some(corrected(win, rates.forecast[group])),
        deal_in: Some(choice.danger.chance),
        ..Forecast::default()
    }
}

fn corrected(chance: f32, [shift, slope]: [f32; 2]) -> f32 {
    let chance = chance.clamp(0.001, 0.999);
    let logit = shift + slope * (chance / (1.0 - chance)).ln();
    1.0 / (1.0 + (-logit).exp())
}
