//! Any later change to a data set is found.

use crate::tiny::*;
use hyakuman_core::column::{CellType, Column};
use hyakuman_record::{Dataset, Folder, Shard, TableFile, verify};
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
            assert!(!verify(dir.path(), &tables()).is_empty(), "{name} {at}");
        }
        fs::write(dir.path().join(&name), &bytes).unwrap();
    }
    assert!(found(dir.path()).is_empty());
}

/// A name not covered by the hashes of the files, changed everywhere: the manifest's own hash finds it. A manifest of the
/// older format may have none.
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
    let sentence = "does not hold what was written: run the command that wrote it again (`run`, `agents labels`, `data import` and `data expand` with --resume)";
    assert_eq!(found(dir.path()), [format!("manifest.json {sentence}")]);
    let error = Dataset::open(dir.path()).err().unwrap().to_string();
    assert_eq!(error, format!("{} {sentence}", manifest.display()));

    let dir = complete();
    let without: Vec<&str> = written.lines().filter(|line| !line.contains("\"manifest_sha256\"")).collect();
    assert_eq!(without.len() + 1, written.lines().count());
    fs::write(dir.path().join("manifest.json"), without.join("\n") + "\n").unwrap();
    assert_eq!(found(dir.path()), [format!("manifest.json {sentence}")]);
}

/// White space and keys that a parser ignores; `--resume` writes the file anew.
#[test]
fn an_identity_with_more_in_it() {
    let dir = complete();
    let path = dir.path().join("parts/run.json");
    let written = fs::read_to_string(&path).unwrap();
    for changed in [written.clone() + " ", written.replacen('{', "{\"more\": 1,", 1)] {
        fs::write(&path, changed).unwrap();
        let sentence = "does not hold what was written: run the command that wrote it again (`run`, `agents labels`, `data import` and `data expand` with --resume)";
        assert_eq!(found(dir.path()), [format!("parts/run.json {sentence}")]);
        drop(Folder::start(dir.path(), plan(), true, Shard::WHOLE).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), written);
    }
}

/// A finished part of a run that differs in its recipe only is not taken for one of this run, and is played again.
#[test]
fn a_part_of_another_run() {
    let dir = complete();
    let other = tempfile::tempdir().unwrap();
    let of_other = with_identity("/seed", 2.into());
    write_part(&Folder::start(other.path(), of_other, false, Shard::WHOLE).unwrap(), 1).unwrap();
    for name in ["parts/part-000001.json", "wide/part-000001.parquet", "narrow/part-000001.parquet"] {
        fs::copy(other.path().join(name), dir.path().join(name)).unwrap();
    }
    assert_eq!(found(dir.path())[0], "parts/part-000001.json does not agree with the manifest");
    let set = Dataset::open(dir.path()).unwrap();
    let error = set.sidecar(1).unwrap_err().to_string();
    assert!(error.ends_with("parts/part-000001.json does not agree with the manifest"), "{error}");
    let folder = Folder::start(dir.path(), plan(), true, Shard::WHOLE).unwrap();
    assert_eq!(folder.todo().unwrap(), [1]);
    assert!(!folder.complete(card).unwrap(), "it is not one of the finished parts");
    drop(folder);
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
    assert_undisturbed(dir.path());
}

/// Sums in a sidecar are covered by its own hash.
#[test]
fn sums_that_were_edited() {
    let dir = complete();
    let path = dir.path().join("parts/part-000001.json");
    let text = fs::read_to_string(&path).unwrap();
    let at = text.find("\"extra\"").unwrap();
    let digit = at + text[at..].find(|c: char| c.is_ascii_digit()).unwrap();
    let mut edited = text.into_bytes();
    edited[digit] = if edited[digit] == b'7' { b'8' } else { b'7' };
    fs::write(&path, edited).unwrap();
    assert!(!found(dir.path()).is_empty());
    let folder = Folder::start(dir.path(), plan(), true, Shard::WHOLE).unwrap();
    assert_eq!(folder.todo().unwrap(), [1]);
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
    fs::write(path("wide/part-000001.parquet.hyakuman-tmp"), "").unwrap();
    let size = contents(complete().path())["narrow/part-000002.parquet"].len();
    assert_eq!(
        found(dir.path()),
        [
            "wide/part-000001.parquet is missing".to_owned(),
            format!("narrow/part-000002.parquet has 5 bytes where {size} were written"),
            "wide/part-000001.parquet.hyakuman-tmp belongs to a run that goes on or was killed".to_owned(),
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
    tables[1].columns.pop();
    assert!(
        verify(dir.path(), &tables).iter().any(|finding| finding.what.contains("this program writes match"))
    );
}

#[test]
fn a_run_that_is_not_complete_is_no_data_set() {
    let dir = tempfile::tempdir().unwrap();
    let error = Dataset::open(dir.path()).err().unwrap().to_string();
    let sentence = "does not exist: this folder is not a data set, or the run is not complete: run the command that wrote it again \
         (`run`, `agents labels`, `data import` and `data expand` with --resume)";
    assert_eq!(error, format!("{} {sentence}", dir.path().join("manifest.json").display()));
    assert_eq!(found(dir.path()), [format!("manifest.json {sentence}")]);
}

#[test]
fn a_file_that_is_no_table() {
    let dir = complete();
    fs::write(dir.path().join("wide/part-000000.parquet"), "no table").unwrap();
    let error = Dataset::open(dir.path()).unwrap().file("wide", 0).err().unwrap().to_string();
    assert!(error.contains("wide/part-000000.parquet does not hold what was written"), "{error}");
    let error = TableFile::open(&dir.path().join("wide/part-000000.parquet")).err().unwrap().to_string();
    assert!(error.contains("wide/part-000000.parquet is not a readable Parquet file"), "{error}");
}
