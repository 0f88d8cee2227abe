//! Danger tables as text and as JSON (docs/output.md).

use super::Run;
use crate::figures::{grouped, paragraph, shown};
use anyhow::Result;
use hyakuman_analysis::figures::few_of_rates;
use hyakuman_analysis::{Estimate, FEWEST_CLUSTERS, Ratio, Unit};
use hyakuman_arena::danger::{DORA, DRAWN, DangerTables, SETS, SPANS, WinningHand, discards_in};
use hyakuman_report::json::estimate;
use hyakuman_report::table::{Cell, Table, plain};
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;
use serde_json::{Value, json};
use std::io::Write;

/// Cells with fewer cases are not shown.
const FEWEST_CASES: i128 = 30;

/// What the danger classes are.
const CLASSES: &str = "\
safe: the riichi cannot win on it by ron
no-suji: no two-sided wait on it is excluded; half-suji: one of two is excluded, by suji or a wall
suji: all two-sided waits on it are excluded by suji; walled: all are excluded, not all by suji
value-honor: a dragon, or a wind that is a yaku for the riichi; guest-wind: any other wind
The digits are ranks (19: 1 or 9), of honors unseen copies (3: three or more, 1: one or none).
A wall: all four copies of a tile that the wait needs are seen.";

/// Writes the tables as text. All but the last line is the same each time the run is repeated.
pub(super) fn write_text(run: &Run<'_>, tables: &DangerTables, out: &mut impl Write) -> Result<()> {
    run.write_head(out)?;
    writeln!(
        out,
        "\n% of tile kinds in hand that are waits of the riichi, by number of discards in its river"
    )?;
    let classes = DangerClass::ALL.iter().map(|&class| (class, class.name().to_owned()));
    writeln!(out, "{}", rates("class", classes, |class, span| tables.riichi(class, span)))?;
    writeln!(
        out,
        "\n% of hands without riichi that are tenpai, by exposed sets and number of discards in the river"
    )?;
    let sets = (0..SETS).map(|sets| (sets, sets.to_string()));
    writeln!(out, "{}", rates("sets", sets, |sets, span| tables.tenpai(sets, span)))?;
    write_open(tables, out)?;
    writeln!(out, "\npoints paid by a deal-in, by visible dora of the winner")?;
    writeln!(out, "{}", losses(tables))?;
    writeln!(out, "\n{CLASSES}")?;
    let text = format!(
        "- stands for fewer than {FEWEST_CASES} cases. ± is half of the 95 % confidence interval, with walls taken as independent; none \
         for fewer than {FEWEST_CLUSTERS} walls; {}. --json has the number of cases of every cell, and the intervals of the first two tables",
        few_of_rates()
    );
    writeln!(out, "\n{}", paragraph(&text))?;
    run.timing.write(run.decisions, out)
}

/// Of open hands: their waits by what their sets show, and how often they are tenpai by their last discards.
fn write_open(tables: &DangerTables, out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n% of tile kinds in hand that are waits of an open tenpai hand, by what its sets show")?;
    let of_class = |&class: &DangerClass| {
        let cells = Sign::ALL.map(|sign| pooled((0..SPANS).map(|span| tables.open(sign, class, span))));
        (class.name().to_owned(), cells.into())
    };
    let signs = Sign::ALL.map(|sign| sign.name().to_owned());
    let heads = ["class".to_owned()].into_iter().chain(signs);
    writeln!(out, "{}", Table::new(heads, DangerClass::ALL.iter().map(of_class)))?;
    writeln!(out, "\n% of open hands that are tenpai, by exposed sets and last discards in a row as drawn")?;
    let of_sets = |sets: usize| {
        let spans = |sign, drawn| (0..SPANS).map(move |span| tables.drawn(sign, sets, drawn, span));
        let cell = |drawn| pooled(Sign::ALL.into_iter().flat_map(|sign| spans(sign, drawn)));
        (sets.to_string(), (0..DRAWN).map(cell).collect())
    };
    let heads = ["sets".to_owned()].into_iter().chain(up_to(DRAWN));
    Ok(writeln!(out, "{}", Table::new(heads, (1..SETS).map(of_sets)))?)
}

/// The share of these cells together.
fn pooled<'a>(cells: impl Iterator<Item = &'a Ratio>) -> Cell {
    let add = |[total, trials]: [i128; 2], cell: &Ratio| [total + cell.total(), trials + cell.trials()];
    let [total, trials] = cells.fold([0; 2], add);
    let share = || grouped(100.0 * total as f64 / trials as f64, 1);
    plain(if trials < FEWEST_CASES { "-".to_owned() } else { share() })
}

/// A table of shares: a row per name, a column per span of discards.
fn rates<'a, T: Copy>(
    head: &str,
    names: impl Iterator<Item = (T, String)>,
    of: impl Fn(T, usize) -> &'a Ratio,
) -> Table {
    let heads = (0..SPANS).map(|span| match discards_in(span) {
        (first, Some(last)) => format!("{first}-{last}"),
        (first, None) => format!("{first}+"),
    });
    let share = |ratio: &Ratio| ratio.share().filter(|_| is_enough(ratio));
    let cell = |ratio| plain(share(ratio).map_or("-".to_owned(), |share| grouped(100.0 * share.value, 1)));
    let rows = names.map(|(at, name)| (name, (0..SPANS).map(|span| cell(of(at, span))).collect()));
    Table::new([head.to_owned()].into_iter().chain(heads), rows)
}

/// Losses: a row per sort of winner, a column per number of dora.
fn losses(tables: &DangerTables) -> Table {
    let row = |(hand, dealer): (WinningHand, bool)| {
        let cells = (0..DORA).map(|dora| tables.loss(hand, dealer, dora));
        let cell = |cell: &Ratio| shown(Unit::Points, cell.estimate().filter(|_| is_enough(cell)));
        (format!("{}{}", hand.name(), if dealer { ", dealer" } else { "" }), cells.map(cell).collect())
    };
    Table::new(["hand".to_owned()].into_iter().chain(up_to(DORA)), winners().map(row))
}

/// Counts from 0 as heads of columns; the last one has all that are more, too.
fn up_to(columns: usize) -> impl Iterator<Item = String> {
    (0..columns).map(move |count| if count + 1 < columns { count.to_string() } else { format!("{count}+") })
}

/// Whether a cell has enough cases to be shown.
fn is_enough(cell: &Ratio) -> bool {
    cell.trials() >= FEWEST_CASES
}

/// Every sort of winner: its hand, and whether it is the dealer.
fn winners() -> impl Iterator<Item = (WinningHand, bool)> {
    WinningHand::ALL.into_iter().flat_map(|hand| [(hand, false), (hand, true)])
}

/// Writes one JSON object on one line.
pub(super) fn write_json(run: &Run<'_>, tables: &DangerTables, out: &mut impl Write) -> Result<()> {
    let mut object = run.object()?;
    let riichi = DangerClass::ALL
        .map(|class| json!({ "class": class.name(), "cells": shares(|at| tables.riichi(class, at)) }));
    let tenpai = (0..SETS).map(|sets| json!({ "sets": sets, "cells": shares(|at| tables.tenpai(sets, at)) }));
    let losses = winners().flat_map(|(hand, dealer)| {
        (0..DORA).map(move |dora| {
            let cell = tables.loss(hand, dealer, dora);
            let mut object = of_cell(cell, cell.estimate());
            (object["hand"], object["dealer"], object["dora"]) =
                (json!(hand.name()), json!(dealer), json!(dora));
            object
        })
    });
    object["riichi"] = riichi.into_iter().collect();
    object["tenpai"] = tenpai.collect();
    object["losses"] = losses.collect();
    add_open(tables, &mut object);
    Ok(writeln!(out, "{object}")?)
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
