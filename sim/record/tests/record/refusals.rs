//! When a folder is refused, and the error messages.

use crate::tiny::*;
use hyakuman_record::{Folder, Plan, Shard};
use serde_json::json;
use std::fs;
use std::path::Path;

/// The error message of a refused start, with `DIR` for the folder.
fn refused(dir: &Path, plan: Plan, resume: bool, shard: Shard) -> String {
    let before = fs::read_dir(dir).is_ok().then(|| contents(dir));
    let error = Folder::start(dir, plan, resume, shard).err().expect("it started");
    if let Some(before) = before {
        assert!(before == contents(dir), "a refused start has changed the folder");
    }
    error.to_string().replace(&dir.display().to_string(), "DIR")
}

#[test]
fn another_run() {
    let dir = complete();
    for (key, value, sentence) in [
        ("/seed", json!(2), "DIR holds a run with seed 1, not 2: choose another folder"),
        ("/ruleset", json!("sanma"), "DIR holds a run with ruleset tiny, not sanma: choose another folder"),
        (
            "/rules/uma",
            json!([20, 10, -10, -20]),
            "DIR holds a run with rules.uma [15,5,-5,-15], not [20,10,-10,-20]: choose another folder",
        ),
        (
            "/rules/length",
            json!(null),
            "DIR holds a run with rules.length east, not none: choose another folder",
        ),
    ] {
        assert_eq!(refused(dir.path(), with_identity(key, value), true, Shard::WHOLE), sentence);
    }
    let other = Plan { matches: 8, part_size: 4, ..plan() };
    let sentence = "DIR holds a run with part size 2, not 4: choose another folder";
    assert_eq!(refused(dir.path(), other, true, Shard::WHOLE), sentence);
}

#[test]
fn another_number_of_matches() {
    let dir = complete();
    let of = |matches| Plan { matches, ..plan() };
    let longer =
        "DIR holds this run with 7 matches: add --resume to extend it to 8, or choose another folder";
    assert_eq!(refused(dir.path(), of(8), false, Shard::WHOLE), longer);
    let fewer = "DIR holds this run with 7 matches, and 6 are fewer: a run can be extended, not cut, so ask for 7 or more, \
                 or choose another folder";
    for resume in [false, true] {
        assert_eq!(refused(dir.path(), of(6), resume, Shard::WHOLE), fewer);
    }
}

/// What a reader would refuse is not started.
#[test]
fn a_plan_out_of_range() {
    let dir = tempfile::tempdir().unwrap();
    for (part_size, sentence) in [
        (0, "the run has part_size 0, expected a number from 1 to 1000000"),
        (1_000_001, "the run has part_size 1000001, expected a number from 1 to 1000000"),
    ] {
        let plan = Plan { part_size, ..plan() };
        assert_eq!(refused(dir.path(), plan, false, Shard::WHOLE), sentence);
    }
    let plan = Plan { matches: 1_000_001, part_size: 1, ..plan() };
    assert_eq!(
        refused(dir.path(), plan, false, Shard::WHOLE),
        "the run has 1000001 parts, more than 1000000"
    );
}

#[test]
fn another_format() {
    for (name, replaced) in [("parts/run.json", "run.json"), ("manifest.json", "manifest.json")] {
        let dir = complete();
        let path = dir.path().join(name);
        let text = fs::read_to_string(&path).unwrap().replace("\"format\": \"2\"", "\"format\": \"99\"");
        fs::write(&path, text.replace("\"totals\"", "\"sums\"")).unwrap();
        let sentence = refused(dir.path(), plan(), true, Shard::WHOLE);
        assert!(sentence.ends_with(&format!("{replaced} has format 99, this program knows 2")), "{sentence}");
    }
}

#[test]
fn a_started_run_without_resume() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::start(dir.path(), plan(), false, Shard::WHOLE).unwrap();
    write_part(&folder, 1).unwrap();
    drop(folder);
    let sentence = "DIR holds this run already, 1 of 4 parts are done: add --resume to go on, or choose another \
                    folder";
    assert_eq!(refused(dir.path(), plan(), false, Shard::WHOLE), sentence);
    assert!(!run(dir.path(), false, Shard::new(1, 2).unwrap()).unwrap(), "the other shard may start");
}

#[test]
fn a_shard_of_a_living_process() {
    let dir = tempfile::tempdir().unwrap();
    let shard = |index, of| Shard::new(index, of).unwrap();
    let _alive = Folder::start(dir.path(), plan(), false, shard(2, 4)).unwrap();
    let sentence =
        "another process is writing shard 2/4 of DIR: wait for it, or take a shard that it does not write";
    for meeting in [shard(2, 4), Shard::WHOLE, shard(2, 2), shard(1, 3), shard(6, 8)] {
        assert_eq!(refused(dir.path(), plan(), true, meeting), sentence, "{meeting}");
    }
    for apart in [shard(1, 2), shard(1, 4), shard(4, 8)] {
        drop(Folder::start(dir.path(), plan(), true, apart).unwrap());
    }
}

#[test]
fn no_such_shard() {
    for (index, of) in [(0, 1), (2, 1), (0, 0), (1, 0)] {
        let error = Shard::new(index, of).unwrap_err().to_string();
        assert_eq!(error, format!("there is no shard {index}/{of}: write I/N with I from 1 to N"));
    }
}

#[test]
fn foreign_files() {
    for name in
        ["README.md", "manifest.json", "parts/part-000000.json", "wide/part-000000.parquet", "wide/x.parquet"]
    {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
        fs::write(dir.path().join(name), "mine").unwrap();
        let sentence =
            format!("DIR/{name} exists, but no run was started in this folder: choose another folder");
        assert_eq!(refused(dir.path(), plan(), true, Shard::WHOLE), sentence);
    }
}

#[test]
fn a_file_in_place_of_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "mine").unwrap();
    let sentence = "DIR is a file: name a folder";
    assert_eq!(refused(&file, plan(), false, Shard::WHOLE), sentence);
}

#[test]
fn a_damaged_identity() {
    let dir = complete();
    fs::write(dir.path().join("parts/run.json"), "{").unwrap();
    let sentence = refused(dir.path(), plan(), true, Shard::WHOLE);
    assert!(sentence.starts_with("DIR/parts/run.json is not the identity of a run: "), "{sentence}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(dir.path().join("probe"), "").is_ok() {
        return eprintln!("skipped: this user may write anywhere");
    }
    let sentence = refused(dir.path(), plan(), false, Shard::WHOLE);
    assert!(sentence.starts_with("cannot create DIR/parts: that is not permitted"), "{sentence}");
}

#[test]
fn a_folder_that_vanishes() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::start(dir.path(), plan(), false, Shard::WHOLE).unwrap();
    fs::remove_dir_all(dir.path()).unwrap();
    let error = write_part(&folder, 0).unwrap_err().to_string();
    assert!(error.ends_with("it does not exist, or its folder was removed"), "{error}");
}
