//! What is read equals what was written, and the bytes are always the same.

use crate::tiny::*;
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_record::{Dataset, TableFile, TableStats, TableWriter};
use std::io::{self, Write};

fn file(batches: &[Rows]) -> (Vec<u8>, TableStats) {
    let mut writer = TableWriter::new(Vec::new(), "wide", WIDE, &about()).unwrap();
    batches.iter().for_each(|rows| writer.write(rows).unwrap());
    writer.finish().unwrap()
}

fn read(bytes: &[u8], batch: usize) -> Vec<Rows> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let table = TableFile::open(file.path()).unwrap();
    table.batches(batch).collect::<Result<_, _>>().unwrap()
}

#[test]
fn every_cell_type_can_be_read_back() {
    for count in [1, 2, 63, 64, 65, 1_000] {
        let rows = wide(-3, count + 3);
        assert_eq!(read(&file(std::slice::from_ref(&rows)).0, 1 << 20), [rows], "{count} rows");
    }
}

#[test]
fn rows_come_back_across_pages_and_row_groups() {
    let batches: Vec<_> = (0..10).map(|i| wide(i * 16_000, 16_000)).collect();
    let (bytes, stats) = file(&batches);
    assert_eq!((stats.rows, stats.bytes), (160_000, bytes.len() as u64));
    for (at, rows) in read(&bytes, 16_000).iter().enumerate() {
        assert!(*rows == batches[at], "batch {at}");
    }
}

/// More distinct cells in a row group than there are numbers for; few at first, so that pages of numbers are there already.
#[test]
fn columns_may_turn_out_to_have_many_distinct_cells() {
    const COLUMNS: &[Column] = &[
        Column::new("match", CellType::I64, ChangeRate::Steadily, "number", "a number"),
        Column::new("often", CellType::I32, ChangeRate::Often, "number", "a number"),
        Column::new("rarely", CellType::Bytes(3), ChangeRate::Rarely, "bytes", "bytes"),
        Column::new("word", CellType::U64, ChangeRate::Often, "set", "a mask"),
    ];
    let batch = |from: i64, count: i64, distinct: i64| {
        let mut rows = Rows::new(COLUMNS.len());
        for i in from..from + count {
            let cell = (i % distinct) as i32;
            rows.i64(i);
            rows.i32(-cell);
            rows.bytes(cell.to_le_bytes().first_chunk::<3>().unwrap());
            rows.u64(1 << (i % 40) | 1 << (i % 7));
            rows.end_row();
        }
        rows
    };
    let batches =
        [batch(0, 70_000, 3), batch(70_000, 70_000, 100_000), batch(140_000, 7, 3), batch(0, 9, 300)];
    let mut writer = TableWriter::new(Vec::new(), "many", COLUMNS, &about()).unwrap();
    batches.iter().for_each(|rows| writer.write(rows).unwrap());
    let back = read(&writer.finish().unwrap().0, 1 << 20);
    let mut all = Rows::new(COLUMNS.len());
    batches.iter().for_each(|rows| all.append(rows));
    let mut held = Rows::new(COLUMNS.len());
    back.iter().for_each(|rows| held.append(rows));
    assert!(held == all);
}

#[test]
fn a_file_without_rows_is_a_file() {
    for batches in [&[][..], &[Rows::new(WIDE.len())]] {
        let (bytes, stats) = file(batches);
        assert_eq!(stats.rows, 0);
        assert!(read(&bytes, 10).is_empty());
    }
}

#[test]
fn two_writes_give_the_same_bytes() {
    let batches: Vec<_> = (0..10).map(|i| wide(i * 16_000, 16_000)).collect();
    assert!(file(&batches) == file(&batches));
}

#[test]
fn row_groups_filled_apart_give_the_same_bytes() {
    // Nine batches fill a row group.
    let batches: Vec<_> = (0..20).map(|i| wide(i * 16_000, 16_000)).collect();
    let mut writer = TableWriter::new(Vec::new(), "wide", WIDE, &about()).unwrap();
    let filled = |rows: &[Rows]| {
        let mut group = writer.layout().row_group();
        rows.iter().for_each(|rows| group.write(rows).unwrap());
        group.encode().unwrap()
    };
    let [last, second, first] = [&batches[18..], &batches[9..18], &batches[..9]].map(filled);
    [first, second, last].into_iter().for_each(|group| writer.append(group).unwrap());
    assert!(writer.finish().unwrap() == file(&batches));
}

/// A change of the format, or of a library's output, must be noticed and documented.
#[test]
fn the_bytes_of_the_format_are_pinned() {
    let (bytes, stats) = file(&[wide(0, 100), wide(100, 50)]);
    let golden = include_str!("golden.txt").trim();
    assert_eq!(format!("{} bytes, SHA-256 {}", bytes.len(), stats.sha256), golden);
}

#[test]
fn a_file_has_its_metadata() {
    let dir = complete();
    let dataset = Dataset::open(dir.path()).unwrap();
    let file = dataset.file("wide", 0).unwrap();
    for (key, value) in [("schema_version", "2"), ("table", "wide"), ("ruleset", "tiny"), ("seed", "1")] {
        assert_eq!(file.metadata()[key], value);
    }
    assert_eq!(file.rows(), 80);
    assert_eq!(file.columns().len(), WIDE.len());
    assert!(file.columns().iter().zip(WIDE).all(|(held, column)| held.is(column)));
    assert!(file.describes(WIDE));
}

#[test]
fn some_columns_can_be_read() {
    let dir = complete();
    let dataset = Dataset::open(dir.path()).unwrap();
    let part = dataset.part_of_match(5).unwrap();
    let file = dataset.file("wide", part).unwrap().select(&["text", "match"]).unwrap();
    let rows = file.batches(1_000).next().unwrap().unwrap();
    assert_eq!(&rows.cells(0).bytes()[..8], 400_i64.to_le_bytes());
    assert_eq!(rows.cells(1).ends().len(), 80);
    let error = dataset.file("wide", 0).unwrap().select(&["nothing"]).err().unwrap().to_string();
    assert!(error.ends_with("part-000000.parquet has no column nothing"), "{error}");
}

/// A disk that is full after this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported_wherever_it_happens() {
    let rows = wide(0, 2_000);
    let whole = file(std::slice::from_ref(&rows)).0.len();
    for room in (0..whole).step_by(whole / 50) {
        let writer = TableWriter::new(Full(room), "wide", WIDE, &about());
        let ended = writer.and_then(|mut writer| {
            writer.write(&rows)?;
            writer.finish()
        });
        assert_eq!(ended.err().unwrap().kind(), io::ErrorKind::StorageFull, "after {room} bytes");
    }
}

#[test]
fn cells_that_do_not_fill_the_rows_are_refused() {
    let mut rows = wide(0, 3);
    rows.cells_mut(11).push([0]);
    let mut writer = TableWriter::new(Vec::new(), "wide", WIDE, &about()).unwrap();
    assert_eq!(writer.write(&rows).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    let mut rows = wide(0, 1);
    *rows.cells_mut(14) = Default::default();
    rows.cells_mut(14).push_varying(&[0xFF]);
    let error = writer.write(&rows).unwrap_err();
    assert!(error.to_string().contains("text"), "{error}");
}
