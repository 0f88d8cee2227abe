//! Any later change to a data set is found.

use crate::tiny::*;
use hyakuman_core::column::{CellType, Column};
use hyakuman_record::{Dataset, verify, verify_older};
use std::fs;
use std::path::Path;

/// The findings, as `FILE problem` without the folder.
fn found(dir: &Path) -> Vec<String> {
    let prefix = format!("{}/", dir.display());
    verify(dir, &tables()).iter().map(|finding| finding.to_string().replace(&prefix, "")).collect()
}

#[test]
fn nothing_is_wrong_with_a_fresh_one() {
    assert!(found(complete().path()).is_empty());
}

#[test]
fn a_flipped_bit_in_any_file() {
    let dir = complete();
    for (name, bytes) in contents(dir.path()) {
        if name == "README.md" {
            continue; // the card is text for people, without a hash
        }
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 2] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            fs::write(dir.path().join(&name), &flipped).unwrap();
            assert!(!verify(dir.path(), &tables()).is_empty() || is_extra(&name, &bytes, at), "{name} {at}");
        }
        fs::write(dir.path().join(&name), &bytes).unwrap();
    }
    assert!(found(dir.path()).is_empty());
}

/// Whether the byte is in the `extra` of a sidecar, which has no hash in the manifest.
fn is_extra(name: &str, bytes: &[u8], at: usize) -> bool {
    let text = String::from_utf8_lossy(bytes);
    name.starts_with("parts/part-") && text.find("\"extra\"").is_some_and(|extra| at > extra)
}

/// A name not covered by the hashes of the files, changed everywhere: the manifest's own hash finds it. A manifest
/// without that hash is from an older version.
#[test]
fn a_manifest_that_was_edited() {
    let dir = complete();
    let manifest = dir.path().join("manifest.json");
    let written = fs::read_to_string(&manifest).unwrap();
    for path in [&manifest, &dir.path().join("parts/run.json")] {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains("\"tiny\""), "{text}");
        fs::write(path, text.replace("\"tiny\"", "\"tidy\"")).unwrap();
    }
    let sentence = "does not hold what was written (SHA-256 differs): run with --resume to write it anew";
    assert_eq!(found(dir.path()), [format!("manifest.json {sentence}")]);
    let error = Dataset::open(dir.path()).err().unwrap().to_string();
    assert_eq!(error, format!("{} {sentence}", manifest.display()));

    let dir = complete();
    let of_old: Vec<&str> = written.lines().filter(|line| !line.contains("\"manifest_sha256\"")).collect();
    assert_eq!(of_old.len() + 1, written.lines().count());
    fs::write(dir.path().join("manifest.json"), of_old.join("\n")).unwrap();
    assert!(found(dir.path()).is_empty());
}

#[test]
fn cut_and_missing_files() {
    for (name, bytes) in contents(complete().path()) {
        let dir = complete();
        fs::write(dir.path().join(&name), &bytes[..bytes.len() / 2]).unwrap();
        assert!(name == "README.md" || found(dir.path())[0].starts_with(&name), "{name} cut");
        fs::remove_file(dir.path().join(&name)).unwrap();
        assert!(found(dir.path())[0].starts_with(&name), "{name} missing: {:?}", found(dir.path()));
    }
}

#[test]
fn all_faults_are_reported_not_only_the_first() {
    let dir = complete();
    let path = |name: &str| dir.path().join(name);
    fs::remove_file(path("wide/part-000001.parquet")).unwrap();
    fs::write(path("narrow/part-000002.parquet"), "short").unwrap();
    fs::write(path("narrow/notes.txt"), "mine").unwrap();
    fs::write(path("wide/part-000009.parquet"), "too many").unwrap();
    fs::write(path("wide/part-000001.parquet.tmp"), "").unwrap();
    let size = contents(complete().path())["narrow/part-000002.parquet"].len();
    assert_eq!(
        found(dir.path()),
        [
            "wide/part-000001.parquet is missing".to_owned(),
            format!("narrow/part-000002.parquet has 5 bytes where {size} were written"),
            "wide/part-000001.parquet.tmp belongs to a run that goes on or was killed".to_owned(),
            "wide/part-000009.parquet is not of this data set, and readers would take it for a part of it"
                .to_owned(),
        ]
    );
}

#[test]
fn columns_that_this_program_would_not_write() {
    let dir = complete();
    let mut tables = tables();
    tables[1].columns[1] = Column { unit: "points", ..NARROW[1] };
    tables[0].columns[1] = Column { cell_type: CellType::U8, ..WIDE[1] };
    let findings = verify(dir.path(), &tables);
    assert_eq!(findings.len(), 8, "one for each file: {findings:?}");
    assert!(findings[0].what.starts_with("has a column ") && findings[0].what.contains("of another type"));
    assert!(findings[1].what.contains("in other words"), "{}", findings[1]);
    assert_eq!(
        verify_older(dir.path(), &tables).len(),
        4,
        "another version may use other words, not other types"
    );
    tables[1].columns.pop();
    assert!(
        verify(dir.path(), &tables).iter().any(|finding| finding.what.contains("this program writes match"))
    );
}

#[test]
fn a_run_that_is_not_complete_is_no_data_set() {
    let dir = tempfile::tempdir().unwrap();
    let error = Dataset::open(dir.path()).err().unwrap().to_string();
    let sentence =
        "does not exist: the run is not complete (go on with --resume), or this folder is not a data set";
    assert_eq!(error, format!("{} {sentence}", dir.path().join("manifest.json").display()));
    assert_eq!(found(dir.path()), [format!("manifest.json {sentence}")]);
}

#[test]
fn a_file_that_is_no_table() {
    let dir = complete();
    fs::write(dir.path().join("wide/part-000000.parquet"), "no table").unwrap();
    let error = Dataset::open(dir.path()).unwrap().file("wide", 0).err().unwrap().to_string();
    assert!(error.contains("wide/part-000000.parquet is not a readable Parquet file"), "{error}");
}
