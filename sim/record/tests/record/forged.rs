//! Files that were made to do harm: they are refused before they take much memory or time.

use crate::tiny::*;
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_record::{About, Manifest, TableFile, TableWriter};
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};

/// What is wrong with the cells of a file with one column of bytes, each cell this size.
fn refused(size: usize, rows: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cells.parquet");
    let columns = ["first", "cells"].map(|name| {
        Column::new(
            name,
            if name == "first" { CellType::U8 } else { CellType::Blob },
            ChangeRate::Often,
            "",
            "",
        )
    });
    let mut cells = Rows::new(2);
    for _ in 0..rows {
        cells.u8(0);
        cells.varying(&vec![0; size]);
        cells.end_row();
    }
    let mut file =
        TableWriter::new(File::create(&path).unwrap(), "cells", &columns, &About::default()).unwrap();
    file.write(&cells).unwrap();
    file.finish().unwrap();
    let read = TableFile::open(&path).unwrap().batches(1_024).find_map(Result::err);
    read.map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn large_cells_are_refused() {
    assert_eq!(refused(1 << 20, 3), "");
    assert!(refused((1 << 20) + 1, 1).ends_with("a cell has 1048577 bytes, more than 1048576"));
    let many = refused(100_000, 700);
    assert!(many.ends_with("cells of one column have more than 67108864 bytes"), "{many}");
}

/// What is said of a file with this footer.
fn opened(footer: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    let length = (footer.len() as u32).to_le_bytes();
    fs::write(file.path(), [b"PAR1", footer, &length, b"PAR1"].concat()).unwrap();
    TableFile::open(file.path()).err().map(|error| error.to_string()).unwrap_or_default()
}

/// The schema of a table with these elements, no rows, no row groups.
fn schema(elements: &[&[u8]]) -> Vec<u8> {
    let [low, high] = [elements.len() & 127 | 128, elements.len() >> 7].map(|bits| bits as u8);
    [&[0x15, 2, 0x19, 0xfc, low, high], &elements.concat()[..], &[0x16, 0, 0x19, 0x0c, 0]].concat()
}

/// No footer takes more time, memory or stack than its bytes are worth.
#[test]
fn claims_of_a_footer_are_refused() {
    let table = [0x48, 1, b't', 0x15, 2, 0];
    let column = [0x15, 2, 0x25, 0, 0x18, 1, b'c', 0];
    assert_eq!(opened(&schema(&[&table, &column])), "");
    // Lists of two thousand million flags, which take no bytes.
    let flags =
        [&[0xf9][..], &[0x49], &[0xf1, 0xff, 0xff, 0xff, 0xff, 7].repeat(4), &[0]].concat().repeat(100);
    let unreadable = "is not a readable Parquet file: Parquet error: ";
    let error = opened(&flags);
    assert!(
        error.contains(&format!("{unreadable}the footer, or the head of a page, cannot be read")),
        "{error}"
    );
    // Groups in one another.
    let group = [0x35, 0, 0x18, 0, 0x15, 2, 0];
    let error = opened(&schema(&[&[&table[..]], &vec![&group[..]; 16_000][..], &[&column]].concat()));
    assert!(error.ends_with(" has column  of a type that no table has"), "{error}");
    // A row group that has two columns, where the table has one.
    let row_group = [&[0x19, 0x2c][..], &[0x3c, 0x76, 2, 0x26, 8, 0, 0].repeat(2), &[0x26, 2, 0]].concat();
    let schema = schema(&[&table, &column]);
    let error = opened(&[&schema[..schema.len() - 2], &[0x1c], &row_group, &[0]].concat());
    assert!(error.ends_with("a row group has another number of columns than the table"), "{error}");
    assert!(opened(&[0]).ends_with("its footer has no columns"));
}

/// Whatever a byte is changed to: a file is read, or refused with a sentence.
#[test]
fn no_byte_makes_the_reader_panic() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let mut table = TableWriter::new(Vec::new(), "wide", WIDE, &about()).unwrap();
    table.write(&wide(0, 9)).unwrap();
    let (bytes, _) = table.finish().unwrap();
    file.write_all(&bytes).unwrap();
    let path = file.path().to_owned();
    let mut put = |at: usize, byte| {
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    let read = || TableFile::open(&path).is_ok_and(|table| table.batches(9).all(|rows| rows.is_ok()));
    for (at, &byte) in bytes.iter().enumerate().step_by(3) {
        put(at, [0, 1, 0x7f, 0x80, 0xff, byte ^ 0x10, byte.wrapping_add(1)][at % 7]);
        read();
        put(at, byte);
    }
    assert!(read());
}

/// A manifest with one value in this place: it is refused, for the reason given.
fn refused_manifest(place: &str, value: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("manifest.json");
    let mut text = r#"{"format":"2","identity":{},"matches":1,"part_size":1,"parts":1,"tables":[],"totals":{},"files":[]}"#.to_owned();
    text = text.replace(place, value);
    File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    Manifest::read(&path).unwrap_err().to_string()
}

#[test]
fn large_values_in_a_manifest_are_refused() {
    let many = format!("[{}0]", "0,".repeat(300_000));
    let identity = refused_manifest("\"identity\":{}", &format!("\"identity\":{many}"));
    assert!(identity.contains("a value has 600003 bytes, more than 524288"), "{identity}");
    let part = r#"{"part":0,"first_match":0,"matches":1,"tables":{},"extra":EXTRA}"#;
    let extra = refused_manifest("\"files\":[]", &format!("\"files\":[{}]", part.replace("EXTRA", &many)));
    assert!(extra.contains("invalid type: sequence, expected a string"), "{extra}");
    let long =
        refused_manifest("\"files\":[]", &format!("\"other\":\"{}\",\"files\":[]", "x".repeat(1_100_000)));
    assert!(long.contains("; a manifest of 1 parts has at most 1052672"), "{long}");
}

/// A file may claim to be short, and be endless.
#[cfg(target_os = "linux")]
#[test]
fn the_length_is_checked_while_reading() {
    let path = std::path::Path::new("/proc/self/maps");
    assert_eq!(fs::metadata(path).unwrap().len(), 0);
    let error = hyakuman_record::regular::read(path, 100).unwrap_err().to_string();
    assert_eq!(error, "/proc/self/maps has more than 100 bytes, the most that this program reads");
}
