//! A run extended to more matches ends with the same folder as an undisturbed run of that many, even if killed at any
//! step.

use crate::tiny::*;
use hyakuman_record::{Dataset, Folder, Plan, Shard, verify};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A complete data set of this many matches.
fn complete_of(matches: u64) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    assert!(run_of(matches, dir.path(), false, Shard::WHOLE).unwrap());
    dir
}

/// Starts to extend a folder to this many matches.
fn extending(dir: &Path, matches: u64, shard: Shard) -> Folder {
    Folder::start(dir, Plan { matches, ..plan() }, true, shard).unwrap()
}

#[test]
fn an_extended_run_has_the_same_files() {
    for (from, to) in [(7, 8), (7, 12), (6, 7), (6, 8), (1, 2), (1, 30), (2, 7), (0, 3)] {
        let dir = complete_of(from);
        assert!(run_of(to, dir.path(), true, Shard::WHOLE).unwrap(), "{from} to {to}");
        assert_same(dir.path(), complete_of(to).path());
        assert_eq!(verify(dir.path(), &tables()), [], "{from} to {to}");
    }
}

#[test]
fn a_run_that_is_not_complete_can_be_extended() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::start(dir.path(), plan(), false, Shard::WHOLE).unwrap();
    [1, 3].into_iter().for_each(|part| write_part(&folder, part).unwrap());
    drop(folder);
    let folder = extending(dir.path(), 12, Shard::WHOLE);
    assert_eq!(folder.todo().unwrap(), [0, 2, 3, 4, 5], "part 3 had one match of two");
    drop(folder);
    assert!(run_of(12, dir.path(), true, Shard::WHOLE).unwrap());
    assert_same(dir.path(), complete_of(12).path());
}

/// Until the first part is started, the shorter data set is unchanged, so that a run without disk space can stop.
#[test]
fn nothing_is_changed_before_the_first_part() {
    let dir = complete();
    let folder = extending(dir.path(), 12, Shard::WHOLE);
    assert_eq!(folder.todo().unwrap(), [3, 4, 5]);
    folder.abandon().unwrap();
    drop(folder);
    assert_undisturbed(dir.path());
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
}

/// While a run is extended there is no manifest: it would list files that are being replaced.
#[test]
fn there_is_no_data_set_before_everything_is_complete() {
    let dir = complete();
    let folder = extending(dir.path(), 12, Shard::WHOLE);
    let part = folder.part(4).unwrap();
    assert!(Dataset::open(dir.path()).is_err() && !verify(dir.path(), &tables()).is_empty());
    drop(part);
    drop(folder);
    assert!(run(dir.path(), true, Shard::WHOLE).is_err(), "it is a run of 12 matches now");
    assert!(run_of(12, dir.path(), true, Shard::WHOLE).unwrap());
    assert_same(dir.path(), complete_of(12).path());
}

/// The name of a step, and its effect on the folder.
type Step<'a> = (&'a str, &'a dyn Fn(&Path));

/// What a process leaves if it is killed while extending a run of 7 matches to 12, in chronological order.
#[test]
fn a_process_that_dies_at_any_step_loses_nothing() {
    let wanted = complete_of(12);
    let of = |name: &str| fs::read(wanted.path().join(name)).unwrap();
    let steps: [Step<'_>; 8] = [
        ("the manifest has gone", &|dir| {
            fs::rename(dir.join("manifest.json"), dir.join("parts/before.json")).unwrap();
        }),
        ("the temporary recipe", &|dir| fs::write(dir.join("parts/run.json.hyakuman-tmp"), "{").unwrap()),
        ("the recipe", &|dir| fs::write(dir.join("parts/run.json"), of("parts/run.json")).unwrap()),
        ("the last part has no sidecar", &|dir| fs::remove_file(dir.join("parts/part-000003.json")).unwrap()),
        ("one file of the last part", &|dir| {
            fs::write(dir.join("wide/part-000003.parquet"), of("wide/part-000003.parquet")).unwrap();
            fs::write(dir.join("narrow/part-000003.parquet.hyakuman-tmp"), "PAR1").unwrap();
        }),
        ("the parts", &|dir| assert!(!write_all(dir, 12))),
        ("the card", &|dir| fs::write(dir.join("README.md"), of("README.md")).unwrap()),
        ("the manifest", &|dir| fs::write(dir.join("manifest.json"), of("manifest.json")).unwrap()),
    ];
    for last in 0..steps.len() {
        let dir = complete();
        for (_, step) in &steps[..=last] {
            step(dir.path());
        }
        let what = steps[last].0;
        assert!(run_of(12, dir.path(), true, Shard::WHOLE).unwrap(), "{what}");
        assert_same(dir.path(), wanted.path());
        assert_eq!(verify(dir.path(), &tables()), [], "{what}");
    }
}

/// Writes the remaining parts; returns whether there is a manifest.
fn write_all(dir: &Path, matches: u64) -> bool {
    let folder = extending(dir, matches, Shard::WHOLE);
    folder.todo().unwrap().into_iter().for_each(|part| write_part(&folder, part).unwrap());
    dir.join("manifest.json").exists()
}

#[test]
fn shards_extend_in_turn_and_at_once() {
    let wanted = complete_of(21);
    let dir = complete();
    for index in [1, 3, 2] {
        let shard = Shard::new(index, 3).unwrap();
        assert_eq!(run_of(21, dir.path(), true, shard).unwrap(), index == 2);
    }
    assert_same(dir.path(), wanted.path());
    for _ in 0..10 {
        let dir = complete();
        let shard = |index| run_of(21, dir.path(), true, Shard::new(index, 3).unwrap()).unwrap();
        std::thread::scope(|scope| (1..=3).for_each(|index| drop(scope.spawn(move || shard(index)))));
        assert_same(dir.path(), wanted.path());
    }
}

/// The last part of the shorter run has a sidecar but not all of its matches, so it is not finished in the longer run.
#[test]
fn a_part_that_grew_is_not_complete() {
    let dir = complete();
    let all_others = extending(dir.path(), 12, Shard::WHOLE);
    [4, 5].into_iter().for_each(|part| write_part(&all_others, part).unwrap());
    assert_eq!(all_others.finished().unwrap().len(), 5);
    assert!(!all_others.complete(card).unwrap());
    drop(all_others);
    let nothing_to_do = extending(dir.path(), 12, Shard::new(1, 2).unwrap());
    assert!(nothing_to_do.todo().unwrap().is_empty());
    assert!(!nothing_to_do.complete(card).unwrap());
}

#[test]
fn a_shorter_run_that_lives_is_not_extended() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = [1, 2].map(|index| Shard::new(index, 2).unwrap());
    let alive = Folder::start(dir.path(), plan(), false, first).unwrap();
    let longer = Plan { matches: 12, ..plan() };
    let error = Folder::start(dir.path(), longer, true, second).err().unwrap().to_string();
    assert!(error.starts_with("another process is writing shard 1/2 of "), "{error}");
    drop(alive);
    // Two shards of the longer run do not block each other; one of the shorter run in between blocks both.
    let longer = [first, second].map(|shard| extending(dir.path(), 12, shard));
    write_part(&longer[0], 2).unwrap();
    write_part(&longer[1], 1).unwrap();
    drop(longer);
    let dir = tempfile::tempdir().unwrap();
    drop(Folder::start(dir.path(), plan(), false, first).unwrap());
    let longer = extending(dir.path(), 12, first);
    let alive = Folder::start(dir.path(), plan(), true, second).unwrap();
    let error = write_part(&longer, 0).unwrap_err().to_string();
    assert!(error.starts_with("another process is writing shard 2/2 of "), "{error}");
    write_part(&alive, 1).unwrap();
}

#[test]
fn text_of_users_in_the_card_stays() {
    let edited = |matches| {
        format!(
            "---\nlicense: mit\nsize: {matches}\n---\n\nmine\n\n# {matches} matches\n\nA tiny data set.\nmine\n"
        )
    };
    let dir = complete();
    let path = dir.path().join("README.md");
    fs::write(&path, edited(7)).unwrap();
    assert!(run(dir.path(), true, Shard::WHOLE).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), edited(7), "resumed");
    assert!(run_of(12, dir.path(), true, Shard::WHOLE).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), edited(12), "extended");
    fs::write(&path, "mine alone").unwrap();
    assert!(run_of(12, dir.path(), true, Shard::WHOLE).unwrap());
    assert_eq!(fs::read(&path).unwrap(), fs::read(complete_of(12).path().join("README.md")).unwrap());
    assert_eq!(fs::read_to_string(dir.path().join("README.old-1.md")).unwrap(), "mine alone");
}
