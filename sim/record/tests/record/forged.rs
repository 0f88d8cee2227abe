//! Files that were made to do harm: they are refused before they take much memory or time.

use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_record::{About, Manifest, TableFile, TableWriter};
use std::fs::{self, File};
use std::io::Write;

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
fn many_values_in_a_manifest_are_refused() {
    let many = format!("[{}0]", "0,".repeat(20_000));
    let identity = refused_manifest("{}", &format!("{{\"rules\":{many}}}"));
    assert!(identity.contains("there are more than 10000 values"), "{identity}");
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
