//! Forecasts as text. All but the last line is the same each time the run is repeated.

use super::Run;
use crate::figures::{grouped, paragraph, shown};
use anyhow::Result;
use hyakuman_analysis::calibration::{BUCKETS, EDGES, FEWEST_MARKED, Row};
use hyakuman_analysis::figures::few_of_rates;
use hyakuman_analysis::{FEWEST_CLUSTERS, Quantity, Unit};
use hyakuman_arena::Calibrated;
use hyakuman_report::table::{Cell, Table, plain};
use std::io::Write;

const HEADS: [&str; 7] = ["group", "chance %", "decisions", "predicted %", "happened %", "Brier", "log loss"];

/// Writes the text. `details`: whether a group also has a line for each bucket of chances.
pub(super) fn write(run: &Run<'_>, found: &Calibrated, details: bool, out: &mut impl Write) -> Result<()> {
    run.write_head(out)?;
    let [forecasts, asked] = [found.forecasts, found.asked].map(|count| grouped(count as f64, 0));
    writeln!(out, "forecasts of {}: {forecasts} after {asked} decisions", found.subject())?;
    for quantity in Quantity::ALL {
        let rows = rows(found, quantity, details);
        if !rows.is_empty() {
            writeln!(out, "\n{}\n{}", quantity.about(), Table::new(HEADS, rows))?;
        }
    }
    let fewest = grouped(FEWEST_MARKED as f64, 0);
    let more = if details { "" } else { ". --details shows each group by the predicted chance" };
    let text = format!(
        "± is half of the 95 % confidence interval, with walls taken as independent; -a +b are its halves if they differ. No \
         interval is shown for fewer than {FEWEST_CLUSTERS} walls or if all are alike; {}. * marks {fewest} decisions or more with a difference \
         of more than a tenth of the prediction that is not chance{more}",
        few_of_rates()
    );
    writeln!(out, "\n{}", paragraph(&text))?;
    run.timing.write(run.decisions, out)
}

/// The rows of a quantity: all its forecasts, then each group; of each the total, with details also its buckets.
fn rows(found: &Calibrated, quantity: Quantity, details: bool) -> Vec<(String, Vec<Cell>)> {
    let single = found.groups.len() == 1;
    let all = [None].into_iter().filter(|_| !single);
    let groups = all.chain((0..found.groups.len()).map(Some));
    let mut rows = Vec::new();
    for group in groups {
        let Some(total) = found.calibration.row(quantity, group, None) else { continue };
        let name = group.map_or("all groups", |group| &found.groups[group]);
        rows.push((name.to_owned(), "all".to_owned(), total, true));
        for bucket in (0..BUCKETS).filter(|_| details) {
            if let Some(row) = found.calibration.row(quantity, group, Some(bucket)) {
                rows.push((String::new(), chances(bucket), row, false));
            }
        }
    }
    let half = |row: &Row| shown(Unit::Share, Some(row.happened))[1].chars().count();
    let width = rows.iter().map(|(_, _, row, _)| half(row)).max().unwrap_or(0);
    let cells = |(name, chances, row, losses)| (name, cells(chances, &row, losses, width));
    rows.into_iter().map(cells).collect()
}

/// The chances of a bucket in percent: `7.5-10`.
fn chances(bucket: usize) -> String {
    let percent = |edge: f32| f64::from((edge * 1_000.0).round()) / 10.0;
    format!("{}-{}", percent(EDGES[bucket]), percent(EDGES[bucket + 1]))
}

/// The cells of a row; its mark stands behind an interval of so many characters.
fn cells(chances: String, row: &Row, losses: bool, width: usize) -> Vec<Cell> {
    let [happened, half] = shown(Unit::Share, Some(row.happened));
    let decimals = happened.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let [brier, log_loss] = [row.brier, row.log_loss]
        .map(|loss| plain(if losses { format!("{loss:.4}") } else { String::new() }));
    let mark = if row.is_off() { " *" } else { "" };
    vec![
        plain(chances),
        plain(grouped(row.decisions as f64, 0)),
        plain(grouped(100.0 * row.predicted, decimals)),
        [happened, format!("{half:<width$}{mark}")],
        brier,
        log_loss,
    ]
}
