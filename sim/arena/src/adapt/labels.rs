//! The table `labels` of a data set, read.

use super::held_out::{ByMatch, by_match};
use crate::datasets::recipe;
use crate::datasets::recipe::replays::cells::{self, Cells};
use crate::error::Error;
use hyakuman_analysis::Estimate;
use hyakuman_core::game::rows::{Table, label_columns};
use hyakuman_record::{Dataset, RecordError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Label {
    /// The match and the decision in it.
    pub number: u64,
    pub step: u32,
    pub sort: String,
    pub choice: u8,
    pub other: u8,
    /// What the other action gained, in thousandths of a rank point or of a point.
    pub thousandths: i64,
}

impl Label {
    /// What the other action gained, in rank points or points.
    pub(super) fn advantage(&self) -> f32 {
        self.thousandths as f32 / 1_000.0
    }
}

/// The labels of a part, in order.
pub(super) fn labels(
    set: &Dataset,
    part: u64,
) -> Result<impl Iterator<Item = Result<Label, RecordError>> + use<>, RecordError> {
    let read = |row: &Cells<'_>| Label {
        number: row.number("match") as u64,
        step: row.number("step") as u32,
        sort: String::from_utf8_lossy(row.bytes("sort")).into_owned(),
        choice: row.number("choice") as u8,
        other: row.number("other") as u8,
        thousandths: row.number("advantage") as i64,
    };
    cells::of_part(set, Table::Labels, &label_columns(), part, read)
}

/// The labels of a sort.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct LabelledSort {
    /// Name of the sort.
    #[serde(skip)]
    pub sort: String,
    /// Number of labels.
    pub labels: u64,
    /// Mean advantage of the other actions; matches are the clusters.
    #[serde(serialize_with = "by_match")]
    pub mean: Option<Estimate>,
    /// Standard deviation of a label.
    pub spread: f64,
}

/// Sums over the labels of a sort.
#[derive(Default)]
struct LabelSums {
    mean: ByMatch,
    squares: f64,
}

impl LabelSums {
    fn add(&mut self, label: &Label) {
        self.mean.add(label.number, 1, label.thousandths);
        self.squares += f64::from(label.advantage()).powi(2);
    }

    fn finish(self, sort: String) -> LabelledSort {
        let mean = self.mean.finish();
        let (labels, estimate) = (mean.trials() as u64, mean.estimate().map(|mean| mean.scaled(0.001)));
        let of_mean = estimate.map_or(0.0, |mean| mean.value);
        let spread = (self.squares / labels.max(1) as f64 - of_mean * of_mean).max(0.0).sqrt();
        LabelledSort { sort, labels, mean: estimate, spread }
    }
}

/// The sorts of the labels of a data set, by name; `None` while other shards of it are not done.
///
/// # Errors
/// The data set has no labels, or is damaged.
pub fn summary(dir: &Path) -> Result<Option<Vec<LabelledSort>>, Error> {
    if !recipe::is_finished(dir) {
        return Ok(None);
    }
    sorts_of(&recipe::open(dir)?).map(Some)
}

fn sorts_of(set: &Dataset) -> Result<Vec<LabelledSort>, Error> {
    let mut sums: BTreeMap<String, LabelSums> = BTreeMap::new();
    for part in set.parts() {
        for label in labels(set, part)? {
            let label = label?;
            match sums.get_mut(&label.sort) {
                Some(sums) => sums.add(&label),
                None => sums.entry(label.sort.clone()).or_default().add(&label),
            }
        }
    }
    Ok(sums.into_iter().map(|(sort, sums)| sums.finish(sort)).collect())
}
