//! A run killed at any step of a part, or split between processes, ends with the same folder as an undisturbed run.

use crate::tiny::*;
use hyakuman_record::{Folder, Shard, verify};
use std::fs;
use std::path::Path;

/// What a killed process leaves in a folder.
type Death = fn(&Path);

/// Steps of writing a part at which a process may be killed, with what it leaves behind.
const DEATHS: &[(&str, Death)] = &[
    ("nothing was written", |_| {}),
    ("a file in the making", |dir| torn(&dir.join("wide/part-000002.parquet"), ".hyakuman-tmp", 10)),
    ("both files in the making", |dir| {
        torn(&dir.join("wide/part-000002.parquet"), ".hyakuman-tmp", 2_000);
        torn(&dir.join("narrow/part-000002.parquet"), ".hyakuman-tmp", 0);
    }),
    ("one file renamed", |dir| {
        whole(dir, "wide/part-000002.parquet");
        torn(&dir.join("narrow/part-000002.parquet"), ".hyakuman-tmp", 300);
    }),
    ("both files renamed", |dir| {
        whole(dir, "wide/part-000002.parquet");
        whole(dir, "narrow/part-000002.parquet");
    }),
    ("a sidecar in the making", |dir| {
        whole(dir, "wide/part-000002.parquet");
        whole(dir, "narrow/part-000002.parquet");
        torn(&dir.join("parts/part-000002.json"), ".hyakuman-tmp", 20);
    }),
    ("a torn sidecar", |dir| {
        whole(dir, "wide/part-000002.parquet");
        torn(&dir.join("parts/part-000002.json"), "", 20);
    }),
    ("a sidecar and a torn file", |dir| {
        whole(dir, "parts/part-000002.json");
        whole(dir, "narrow/part-000002.parquet");
        torn(&dir.join("wide/part-000002.parquet"), "", 1_000);
    }),
    ("a sidecar and a file with a flipped byte", |dir| {
        whole(dir, "parts/part-000002.json");
        whole(dir, "narrow/part-000002.parquet");
        let mut bytes = contents(complete().path())["wide/part-000002.parquet"].clone();
        bytes[1_000] ^= 1;
        fs::write(dir.join("wide/part-000002.parquet"), bytes).unwrap();
    }),
    ("locks of dead processes", |dir| {
        ["start", "shard-1-of-1", "shard-2-of-3"]
            .iter()
            .for_each(|name| fs::write(dir.join(format!("parts/{name}.lock")), "").unwrap());
    }),
    ("a manifest in the making", |dir| {
        torn(&dir.join("manifest.json"), ".hyakuman-tmp", 5);
        torn(&dir.join("README.md"), ".hyakuman-tmp", 5);
        torn(&dir.join("parts/run.json"), ".hyakuman-tmp", 5);
    }),
];

/// The beginning of a file of a complete run.
fn torn(path: &Path, ending: &str, bytes: usize) {
    let dir = path.parent().unwrap().parent().unwrap();
    let name = path.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
    let whole = contents(complete().path());
    let held = whole.get(&name).cloned().unwrap_or_else(|| b"half a file".to_vec());
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(ending);
    fs::write(unfinished, &held[..bytes.min(held.len())]).unwrap();
}

fn whole(dir: &Path, name: &str) {
    fs::write(dir.join(name), &contents(complete().path())[name]).unwrap();
}

/// A run that was killed after its first two parts.
fn killed() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::start(dir.path(), plan(), false, Shard::WHOLE).unwrap();
    [0, 1].into_iter().for_each(|part| write_part(&folder, part).unwrap());
    assert!(!folder.complete(|_| unreachable!()).unwrap());
    dir
}

#[test]
fn a_run_killed_at_any_step_ends_with_the_same_files() {
    for (what, die) in DEATHS {
        let dir = killed();
        die(dir.path());
        let folder = Folder::start(dir.path(), plan(), true, Shard::WHOLE).unwrap();
        assert_eq!(folder.todo().unwrap(), [2, 3], "{what}");
        drop(folder);
        assert!(run(dir.path(), true, Shard::WHOLE).unwrap(), "{what}");
        assert_undisturbed(dir.path());
        assert_eq!(verify(dir.path(), &tables()), []);
    }
}

#[test]
fn a_complete_run_can_be_completed_again() {
    let dir = complete();
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
    assert_undisturbed(dir.path());
}

#[test]
fn resuming_nothing_starts() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("not/yet/there");
    assert!(run(&missing, true, Shard::WHOLE).unwrap());
    assert_undisturbed(&missing);
}

#[test]
fn an_unfinished_part_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::start(dir.path(), plan(), false, Shard::WHOLE).unwrap();
    let mut part = folder.part(1).unwrap();
    part.write(0, &wide(0, 10)).unwrap();
    assert!(dir.path().join("wide/part-000001.parquet.hyakuman-tmp").exists());
    drop(part);
    drop(folder);
    assert_eq!(contents(dir.path()).into_keys().collect::<Vec<_>>(), ["parts/run.json"]);
}

#[test]
fn shards_at_once_make_one_data_set() {
    for _ in 0..10 {
        let dir = tempfile::tempdir().unwrap();
        let shard = |index| run(dir.path(), false, Shard::new(index, 3).unwrap()).unwrap();
        let complete: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..=3).map(|index| scope.spawn(move || shard(index))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(complete.contains(&true), "nobody found the data set complete");
        assert_undisturbed(dir.path());
    }
}

#[test]
fn shards_in_turn_make_one_data_set() {
    let dir = tempfile::tempdir().unwrap();
    for index in 1..=3 {
        assert_eq!(run(dir.path(), false, Shard::new(index, 3).unwrap()).unwrap(), index == 3);
    }
    assert_undisturbed(dir.path());
}

#[test]
fn a_run_does_not_touch_the_temporary_files_of_other_shards() {
    let dir = tempfile::tempdir().unwrap();
    let other = Folder::start(dir.path(), plan(), false, Shard::new(2, 2).unwrap()).unwrap();
    let part = other.part(1).unwrap();
    run(dir.path(), true, Shard::new(1, 2).unwrap()).unwrap();
    assert!(dir.path().join("wide/part-000001.parquet.hyakuman-tmp").exists());
    drop(part);
    drop(other);
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
    assert_undisturbed(dir.path());
}

#[test]
fn sums_of_finished_parts_are_kept() {
    let dir = complete();
    let folder = Folder::start(dir.path(), plan(), true, Shard::WHOLE).unwrap();
    let sums: Vec<_> = folder.finished().unwrap().iter().map(|part| part.extra["sum"].as_u64()).collect();
    assert_eq!(sums, [Some(1), Some(5), Some(9), Some(6)]);
    assert!(folder.free_space().unwrap() > 0);
}

#[test]
fn a_run_without_matches_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let plan = hyakuman_record::Plan { matches: 0, ..plan() };
    let folder = Folder::start(dir.path(), plan, false, Shard::WHOLE).unwrap();
    assert!(folder.complete(|_| String::new()).unwrap());
    drop(folder);
    assert_eq!(verify(dir.path(), &tables()), []);
}
