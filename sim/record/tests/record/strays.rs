//! Files that do not belong to a data set do no harm, unless readers would take them for part of it.

use crate::tiny::*;
use hyakuman_record::{Dataset, Shard, notes, verify};
use std::fs;
use std::path::Path;

/// As left by a hub, an editor, an interpreter or a user.
const HARMLESS: [&str; 10] = [
    "hyakuman_rows.py",
    ".gitattributes",
    ".cache/huggingface/download/part-000000.parquet.metadata",
    "__pycache__/hyakuman_rows.cpython-311.pyc",
    ".DS_Store",
    "notes/part of it.txt",
    "wide/.DS_Store",
    "wide/notes.txt",
    "parts/notes.txt",
    "plots/wide.png",
];

/// Files that readers of `wide/*.parquet`, of the folder `wide`, or of all folders would read.
const POSING: [&str; 6] = [
    "wide/part-000009.parquet",
    "wide/part-0.parquet",
    "wide/copy.PARQUET",
    "wide/part-000000.parquet.old",
    "wide/old/part-000000.parquet",
    "other/part-000000.parquet",
];

fn put(dir: &Path, name: &str) {
    fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
    fs::write(dir.join(name), "mine").unwrap();
}

#[test]
fn files_that_readers_ignore_do_no_harm() {
    let fresh = tempfile::tempdir().unwrap();
    let resumed = complete();
    for dir in [&fresh, &resumed] {
        HARMLESS.iter().for_each(|name| put(dir.path(), name));
    }
    assert!(run(fresh.path(), false, Shard::WHOLE).unwrap());
    assert!(run(resumed.path(), true, Shard::WHOLE).unwrap());
    for dir in [fresh, resumed] {
        assert_eq!(verify(dir.path(), &tables()), []);
        let notes = notes(&Dataset::open(dir.path()).unwrap());
        assert_eq!(notes.len(), HARMLESS.len(), "{notes:?}");
        assert!(notes.iter().all(|note| note.what == "is not of this data set"), "{notes:?}");
    }
}

#[test]
fn files_that_look_like_parts_are_found_everywhere() {
    for name in POSING {
        let dir = complete();
        put(dir.path(), name);
        let findings = verify(dir.path(), &tables());
        assert_eq!(findings.len(), 1, "{name}: {findings:?}");
        assert!(findings[0].what.contains("readers would take it for a part"), "{name}: {findings:?}");
        assert!(dir.path().join(name).starts_with(&findings[0].file), "{name}: {findings:?}");
        let error = run(dir.path(), true, Shard::WHOLE).unwrap_err().to_string();
        assert!(error.contains("readers would take it for a part"), "{name}: {error}");
        let fresh = tempfile::tempdir().unwrap();
        put(fresh.path(), name);
        let error = run(fresh.path(), false, Shard::WHOLE).unwrap_err().to_string();
        assert!(error.contains("no run was started in this folder"), "{name}: {error}");
    }
}

/// What a run killed at its very end leaves is not a fault of the data set.
#[test]
fn locks_of_dead_processes_are_no_finding() {
    let dir = complete();
    fs::write(dir.path().join("parts/shard-1-of-1.lock"), "").unwrap();
    fs::write(dir.path().join("parts/before.json"), "{}").unwrap();
    assert_eq!(verify(dir.path(), &tables()), []);
    assert_eq!(notes(&Dataset::open(dir.path()).unwrap()).len(), 2);
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
    assert_undisturbed(dir.path());
}

/// A pipe or a folder in the place of a file is not opened.
#[cfg(unix)]
#[test]
fn special_files_are_refused() {
    for (name, _) in contents(complete().path()) {
        let dir = complete();
        let path = dir.path().join(&name);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let found = verify(dir.path(), &tables());
        assert!(name == "README.md" || !found.is_empty(), "{name} is a folder");
        fs::remove_dir(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        assert!(!verify(dir.path(), &tables()).is_empty(), "{name} is a pipe");
        let table = name.ends_with(".parquet").then(|| name.split('/').next().unwrap());
        let opened = Dataset::open(dir.path());
        let read = opened.and_then(|set| table.map_or(Ok(()), |table| set.file(table, 0).map(drop)));
        assert!(read.is_err() || !name.ends_with("manifest.json"), "{name}");
        drop(run(dir.path(), true, Shard::WHOLE));
    }
}
