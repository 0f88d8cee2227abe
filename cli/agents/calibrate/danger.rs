//! Danger tables as JSON (docs/output.md).

use hyakuman_analysis::{Estimate, Ratio};
use hyakuman_arena::danger::{DORA, DRAWN, DangerTables, SETS, SPANS, WinningHand, discards_in};
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;
use serde_json::{Value, json};

pub(super) fn object(tables: &DangerTables) -> Value {
    let [mut losses, mut open, mut dora, mut drawn] = [const { Vec::new() }; 4];
    for sign in Sign::ALL {
        for class in DangerClass::ALL {
            let names = json!({ "sign": sign.name(), "class": class.name() });
            open.push(shares(names, |at| tables.open(sign, class, at)));
        }
        for (sets, last) in (1..SETS).flat_map(|sets| (0..DRAWN).map(move |last| (sets, last))) {
            let names = json!({ "sign": sign.name(), "sets": sets, "drawn": last });
            drawn.push(shares(names, |at| tables.drawn(sign, sets, last, at)));
        }
    }
    for hand in [WinningHand::Riichi, WinningHand::Open] {
        for class in DangerClass::ALL {
            let names = json!({ "hand": hand.name(), "class": class.name() });
            dora.push(shares(names, |at| tables.dora(hand == WinningHand::Riichi, class, at)));
        }
    }
    for (hand, dealer) in WinningHand::ALL.into_iter().flat_map(|hand| [(hand, false), (hand, true)]) {
        for dora in 0..DORA {
            let cell = tables.loss(hand, dealer, dora);
            let names = json!({ "hand": hand.name(), "dealer": dealer, "dora": dora });
            losses.push(of_cell(names, cell, cell.estimate()));
        }
    }
    let riichi =
        DangerClass::ALL.map(|class| shares(json!({ "class": class.name() }), |at| tables.riichi(class, at)));
    let tenpai = (0..SETS).map(|sets| shares(json!({ "sets": sets }), |at| tables.tenpai(sets, at)));
    let tenpai = tenpai.collect::<Vec<_>>();
    json!({ "riichi": riichi, "tenpai": tenpai, "losses": losses, "open": open, "dora": dora, "drawn": drawn })
}

/// A row of shares, with the discards of each cell.
fn shares<'a>(mut row: Value, cell: impl Fn(usize) -> &'a Ratio) -> Value {
    let share = |span| of_cell(json!({ "discards": discards_in(span) }), cell(span), cell(span).share());
    row["cells"] = (0..SPANS).map(share).collect();
    row
}

/// The count of a cell and its estimate, beside what the object has; null without a count.
fn of_cell(mut object: Value, cell: &Ratio, found: Option<Estimate>) -> Value {
    object["value"] = json!(found.map(|found| found.value));
    object["ci95"] = json!(found.and_then(|found| found.bounds()));
    object["walls"] = json!(found.map_or(0, |found| found.clusters));
    object["few"] = json!(found.is_none_or(|found| found.few));
    object["count"] = json!(cell.trials() as u64);
    object["total"] = json!(cell.total() as i64);
    object
}
