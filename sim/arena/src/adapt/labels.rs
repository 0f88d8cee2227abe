//! The table `labels` of a data set, read.

use crate::datasets::recipe;
use crate::datasets::recipe::replays::cells::{self, Cells};
use crate::error::Error;
use hyakuman_game::rows::{Table, label_columns};
use hyakuman_record::{Dataset, RecordError};
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
    /// What the other action gained, in rank points or points.
    pub advantage: f32,
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
        advantage: row.number("advantage") as f32 / 1_000.0,
    };
    cells::of_part(set, Table::Labels, &label_columns(), part, read)
}

/// The labels of a sort.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelledSort {
    /// Name of the sort.
    pub sort: String,
    /// Number of labels.
    pub labels: u64,
    /// Mean advantage of the other actions.
    pub mean: f64,
    /// Half the width of its 95% interval, by match.
    pub error: f64,
    /// Standard deviation of a label.
    pub spread: f64,
}

/// Sums over labels, and over matches.
#[derive(Default)]
struct Sums {
    count: f64,
    sum: f64,
    squares: f64,
    /// Of the match that is being added.
    open: (u64, f64, f64),
    /// Over matches: squares of the sum and of the count, and their product.
    matches: [f64; 3],
}

impl Sums {
    fn add(&mut self, label: &Label) {
        if self.open.0 != label.number {
            self.close();
            self.open = (label.number, 0.0, 0.0);
        }
        let advantage = f64::from(label.advantage);
        self.open = (label.number, self.open.1 + advantage, self.open.2 + 1.0);
        (self.count, self.sum) = (self.count + 1.0, self.sum + advantage);
        self.squares += advantage * advantage;
    }

    fn close(&mut self) {
        let (_, sum, count) = self.open;
        let more = [sum * sum, count * count, sum * count];
        self.matches.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }

    fn finish(mut self, sort: String) -> LabelledSort {
        self.close();
        let mean = self.sum / self.count;
        let [sums, counts, both] = self.matches;
        let variance = (sums - 2.0 * mean * both + mean * mean * counts).max(0.0);
        LabelledSort {
            sort,
            labels: self.count as u64,
            mean,
            error: 1.96 * variance.sqrt() / self.count,
            spread: (self.squares / self.count - mean * mean).max(0.0).sqrt(),
        }
    }
}

/// The sorts of the labels of a data set, by name.
///
/// # Errors
/// There is no data set with labels, or it is damaged.
pub fn sorts_of(dir: &Path) -> Result<Vec<LabelledSort>, Error> {
    let set = recipe::open(dir)?;
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for part in set.parts() {
        for label in labels(&set, part)? {
            let label = label?;
            match sums.get_mut(&label.sort) {
                Some(sums) => sums.add(&label),
                None => sums.entry(label.sort.clone()).or_default().add(&label),
            }
        }
    }
    Ok(sums.into_iter().map(|(sort, sums)| sums.finish(sort)).collect())
}
