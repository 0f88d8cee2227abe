//! A live view, the row in a file, and the row of a replay give equal tensors, for every riichi preset.

use crate::planes::played::{Played, play};
use hyakuman_core::Rng;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::{self, Table};
use hyakuman_record::{About, TableFile, TableWriter};
use hyakuman_riichi::planes::{EncodeCache, Encoder, Planes, RowReader};
use hyakuman_riichi::{Riichi, RiichiRules, presets};
use std::sync::Arc;
use std::thread;

/// Decisions of each preset: the long check sets HYAKUMAN_PLANES=100000.
fn wanted() -> usize {
    std::env::var("HYAKUMAN_PLANES").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000)
}

#[test]
fn live_recorded_and_replayed_rows_give_equal_tensors() {
    thread::scope(|scope| {
        for preset in presets::PRESETS {
            scope.spawn(|| {
                let rules = Arc::new((preset.rules)());
                match rules.players {
                    3 => check::<3>(preset.id, &rules),
                    _ => check::<4>(preset.id, &rules),
                }
            });
        }
    });
}

fn check<const N: usize>(id: &str, rules: &Arc<RiichiRules>) {
    let mut decisions = 0;
    for number in 0.. {
        let played = play::<N>(rules, number);
        let mut again = crate::planes::played::recorder::<N>(Table::Decisions, number);
        rows::replay(rules, crate::planes::played::seed(number), &played.actions, &mut again)
            .expect("a replay");
        let recorded = through_a_file::<N>(played.recorder.rows(Table::Decisions).expect("kept"));
        assert!(
            again.rows(Table::Decisions) == Some(&recorded),
            "{id} match {number}: the replay has other rows"
        );
        compare::<N>(id, rules, &played, &recorded);
        decisions += played.actions.len();
        if decisions >= wanted() {
            return;
        }
    }
}

/// The rows, written to a Parquet file and read from it.
pub(crate) fn through_a_file<const N: usize>(rows: &Rows) -> Rows {
    let columns = Table::Decisions.columns::<Riichi<N>>();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("decisions.parquet");
    let file = std::fs::File::create(&path).expect("a file");
    let about = About { program: "a test".into(), pairs: Vec::new() };
    let mut writer = TableWriter::new(file, "decisions", &columns, &about).expect("a writer");
    writer.write(rows).expect("written");
    writer.finish().expect("finished");
    let mut read = Rows::new(columns.len());
    for batch in TableFile::open(&path).expect("a table").batches(1_000) {
        read.append(&batch.expect("rows"));
    }
    read
}

fn compare<const N: usize>(id: &str, rules: &RiichiRules, played: &Played<N>, rows: &Rows) {
    let columns = Table::Decisions.columns::<Riichi<N>>();
    let reader = RowReader::new(N, columns.iter().map(|column| column.name)).expect("all columns");
    assert_eq!(rows.len(), played.tensors.len());
    for planes in Planes::ALL {
        let encoder = Encoder::new(planes, rules);
        let mut tensor = vec![0; planes.bytes()];
        for (index, live) in played.tensors.iter().enumerate() {
            encoder.encode(&reader.row(rows, index), &mut tensor);
            let live = &live[planes as usize];
            if tensor != *live {
                let cell = (0..tensor.len()).find(|&cell| tensor[cell] != live[cell]).expect("of one length");
                let channel = &planes.channels()[cell / 34].name;
                panic!(
                    "{id} row {index}: {channel} at {}: {} live, {} read",
                    cell % 34,
                    live[cell],
                    tensor[cell]
                );
            }
        }
    }
}

/// What is kept from the last row changes nothing, whatever row comes next.
#[test]
fn rows_in_any_order_give_the_same_tensors() {
    let (rules, columns) = (Arc::new(presets::tenhou()), Table::Decisions.columns::<Riichi>());
    let reader = RowReader::new(4, columns.iter().map(|column| column.name)).expect("all columns");
    let mut played = [0, 1].map(|number| play::<4>(&rules, number));
    let rows = played.each_mut().map(|played| played.recorder.rows(Table::Decisions).expect("kept").clone());
    let (mut rng, mut kept) = (Rng::from_seed(1), EncodeCache::default());
    for planes in Planes::ALL {
        let (encoder, mut tensor) = (Encoder::new(planes, &rules), vec![0; planes.bytes()]);
        for _ in 0..2_000 {
            let number = rng.below(2) as usize;
            let first = rng.below(rows[number].len() as u32) as usize;
            for index in (first..rows[number].len()).take(rng.below(4) as usize) {
                encoder.encode_with(&mut kept, &reader.row(&rows[number], index), &mut tensor);
                assert_eq!(
                    tensor, played[number].tensors[index][planes as usize],
                    "match {number} row {index}"
                );
            }
        }
    }
}
