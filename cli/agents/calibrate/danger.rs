//! Danger tables as JSON (docs/output.md).

use hyakuman_analysis::{Estimate, Ratio};
use hyakuman_arena::danger::{DORA, DRAWN, DangerTables, SETS, SPANS, WinningHand, discards_in};
use hyakuman_report::json::estimate;
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;
use serde_json::{Value, json};

/// The tables.
pub(super) fn object(tables: &DangerTables) -> Value {
    let riichi = DangerClass::ALL
        .map(|class| json!({ "class": class.name(), "cells": shares(|at| tables.riichi(class, at)) }));
    let tenpai = (0..SETS).map(|sets| json!({ "sets": sets, "cells": shares(|at| tables.tenpai(sets, at)) }));
    let winners = WinningHand::ALL.into_iter().flat_map(|hand| [(hand, false), (hand, true)]);
    let losses = winners.flat_map(|(hand, dealer)| {
        (0..DORA).map(move |dora| {
            let cell = tables.loss(hand, dealer, dora);
            let mut object = of_cell(cell, cell.estimate());
            (object["hand"], object["dealer"], object["dora"]) =
                (json!(hand.name()), json!(dealer), json!(dora));
            object
        })
    });
    let mut object = json!({
        "riichi": riichi,
        "tenpai": tenpai.collect::<Vec<_>>(),
        "losses": losses.collect::<Vec<_>>(),
    });
    add_open(tables, &mut object);
    object
}

/// Adds the tables of open hands.
fn add_open(tables: &DangerTables, object: &mut Value) {
    let open = |(sign, class): (Sign, DangerClass)| {
        let cells = shares(|at| tables.open(sign, class, at));
        json!({ "sign": sign.name(), "class": class.name(), "cells": cells })
    };
    let dora = |(hand, class): (WinningHand, DangerClass)| {
        let cells = shares(|at| tables.dora(hand == WinningHand::Riichi, class, at));
        json!({ "hand": hand.name(), "class": class.name(), "cells": cells })
    };
    let drawn = |(sign, sets, drawn): (Sign, usize, usize)| {
        let cells = shares(|at| tables.drawn(sign, sets, drawn, at));
        json!({ "sign": sign.name(), "sets": sets, "drawn": drawn, "cells": cells })
    };
    object["open"] = Sign::ALL
        .into_iter()
        .flat_map(|sign| DangerClass::ALL.into_iter().map(move |class| (sign, class)))
        .map(open)
        .collect();
    let classes = |hand| DangerClass::ALL.into_iter().map(move |class| (hand, class));
    object["dora"] =
        [WinningHand::Riichi, WinningHand::Open].into_iter().flat_map(classes).map(dora).collect();
    let sets = Sign::ALL.into_iter().flat_map(|sign| (1..SETS).map(move |sets| (sign, sets)));
    let rows = sets.flat_map(|(sign, sets)| (0..DRAWN).map(move |drawn| (sign, sets, drawn)));
    object["drawn"] = rows.map(drawn).collect();
}

/// A row of shares, with the discards of each cell.
fn shares<'a>(cell: impl Fn(usize) -> &'a Ratio) -> Value {
    let share = |span: usize| {
        let cell = cell(span);
        let mut object = of_cell(cell, cell.share());
        object["discards"] = json!(discards_in(span));
        object
    };
    (0..SPANS).map(share).collect()
}

/// The count of a cell and its estimate; null without a count.
fn of_cell(cell: &Ratio, found: Option<Estimate>) -> Value {
    let none = || json!({ "value": null, "ci95": null, "walls": 0, "few": true });
    let mut object = found.map_or_else(none, |found| estimate(Some(found)));
    object["count"] = json!(cell.trials() as u64);
    object["total"] = json!(cell.total() as i64);
    object
}
