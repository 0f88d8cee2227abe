//! The forecasts of an agent and what happened.

use crate::document::{Block, Cell, Document, Fact, Row, Table, plain};
use crate::head;
use hyakuman_analysis::calibration::{self, BUCKETS, EDGES, FEWEST_MARKED};
use hyakuman_analysis::figures::{few_of_rates, grouped};
use hyakuman_analysis::{FEWEST_CLUSTERS, Quantity, Unit};
use hyakuman_arena::Calibrated;
use hyakuman_core::game::ruleset::Described;

const HEADS: [&str; 7] = ["group", "chance %", "decisions", "predicted %", "happened %", "Brier", "log loss"];

/// A table for each quantity that was predicted.
pub fn document(found: &Calibrated, rules: &Described, seed: u64) -> Document {
    let mut facts = head::played(rules, found.matches, seed, &found.lineup);
    let [forecasts, asked] = [found.forecasts, found.asked].map(|count| grouped(count as f64, 0));
    let items = vec![format!("{forecasts} after {asked} decisions")];
    facts.push(Fact::new(format!("forecasts of {}", found.subject()), items));
    let tables =
        Quantity::ALL.into_iter().map(|quantity| Block::titled(quantity.about(), table(found, quantity)));
    let fewest = grouped(FEWEST_MARKED as f64, 0);
    let reading = format!(
        "± is half of the 95 % confidence interval, with walls taken as independent; -a +b are its halves if they differ. No \
         interval is shown for fewer than {FEWEST_CLUSTERS} walls or if all are alike; {}. * marks {fewest} decisions or more with a difference \
         of more than a tenth of the prediction that is not chance. --details and pages show each group by the predicted chance",
        few_of_rates()
    );
    let blocks = [Block::Facts(facts)].into_iter().chain(tables).chain([Block::Reading(reading)]).collect();
    Document { title: format!("Forecasts of {}: {}", found.subject(), rules.id), blocks }
}

/// A quantity: all its forecasts, then each group; of each the total and, as details, its buckets.
fn table(found: &Calibrated, quantity: Quantity) -> Table {
    let all = [None].into_iter().filter(|_| found.groups.len() != 1);
    let of_group = |group: Option<usize>| {
        let row = move |bucket| found.calibration.row(quantity, group, bucket);
        let name = group.map_or("all groups", |group| &found.groups[group]);
        let total = row(None).map(|total| (name.to_owned(), cells("all".to_owned(), &total, true)).into());
        let bucket = move |bucket| {
            let cells = cells(chances(bucket), &row(Some(bucket))?, false);
            Some(Row { detail: true, ..(String::new(), cells).into() })
        };
        total.into_iter().chain((0..BUCKETS).filter_map(bucket))
    };
    let rows = all.chain((0..found.groups.len()).map(Some)).flat_map(of_group).collect();
    Table { heads: HEADS.map(str::to_owned).into(), rows, ..Table::default() }
}

/// The chances of a bucket in percent: `7.5-10`.
fn chances(bucket: usize) -> String {
    let percent = |edge: f32| f64::from((edge * 1_000.0).round()) / 10.0;
    format!("{}-{}", percent(EDGES[bucket]), percent(EDGES[bucket + 1]))
}

fn cells(chances: String, row: &calibration::CalibrationRow, losses: bool) -> Vec<Cell> {
    let happened = Cell::rate(Unit::Share, Some(row.happened));
    let decimals = happened.value.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let [brier, log_loss] = [row.brier, row.log_loss]
        .map(|loss| plain(if losses { format!("{loss:.4}") } else { String::new() }));
    let more = if row.is_off() { " *".to_owned() } else { String::new() };
    vec![
        plain(chances),
        plain(grouped(row.decisions as f64, 0)),
        plain(grouped(100.0 * row.predicted, decimals)),
        Cell { more, ..happened },
        brier,
        log_loss,
    ]
}
