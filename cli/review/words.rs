//! Numbers and names as the text and the JSON have them.

use hyakuman_arena::review::{BySort, Kyoku, Sort, Totals};
use hyakuman_core::Seat;
use hyakuman_core::excerpt::escaped;
use hyakuman_game::{Game, ValueUnit};
use hyakuman_riichi::Riichi;
use serde_json::{Map, Value, json};

/// A value or loss with the decimals that mean something.
pub(super) fn number(value: f64, unit: ValueUnit) -> String {
    format!("{value:.0$}", unit.decimals())
}

/// The mean of losses, with a decimal more; `-` for none.
pub(super) fn mean(value: Option<f64>, unit: ValueUnit) -> String {
    value.map_or("-".into(), |value| format!("{value:.0$}", unit.decimals() + 1))
}

/// The unit in words.
pub(super) fn unit_words(unit: ValueUnit) -> &'static str {
    match unit {
        ValueUnit::Points => "points",
        ValueUnit::RankPoints => "final rank points",
        ValueUnit::Logit => "logits",
    }
}

/// `83.1 %`; `-` without decisions.
pub(super) fn agreement(totals: &Totals) -> String {
    totals.agreement().map_or("-".into(), |share| format!("{:.1} %", 100.0 * share))
}

/// `seat 2`, with the name where it is known.
pub(super) fn seat_name(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => format!("seat {} ({})", seat.index(), escaped(name)),
        _ => format!("seat {}", seat.index()),
    }
}

/// `East 2`, `East 2, honba 1`.
pub(super) fn kyoku_name(kyoku: Kyoku, seats: usize) -> String {
    let (wind, number) = (kyoku.index as usize / seats, kyoku.index as usize % seats);
    let name = format!("{} {}", ["East", "South", "West", "North"][wind % 4], number + 1);
    if kyoku.honba == 0 { name } else { format!("{name}, honba {}", kyoku.honba) }
}

pub(super) fn action_name(code: u8) -> String {
    Riichi::<4>::action_name(code)
}

/// Totals as JSON.
pub(super) fn totals(totals: &Totals) -> Value {
    json!({
        "decisions": totals.decisions,
        "same": totals.same,
        "agreement": totals.agreement(),
        "valued": totals.valued,
        "loss": totals.loss,
        "mean_loss": totals.mean_loss(),
    })
}

/// Totals as JSON, with those by sort.
pub(super) fn by_sort(of: &BySort) -> Value {
    let sorts = Sort::ALL.into_iter().map(|sort| (sort.name().to_owned(), totals(of.get(sort))));
    let mut object = totals(&of.all);
    object["by_sort"] = Value::Object(sorts.collect::<Map<_, _>>());
    object
}
