//! Recording as a process: the same files however a run is interrupted or split into shards, and what is refused.

#[path = "record/extension.rs"]
mod extension;
#[path = "record/hostile.rs"]
mod hostile;
#[path = "record/rules.rs"]
mod rules;
#[path = "record/sealed.rs"]
pub(crate) mod sealed;
#[path = "record/trust.rs"]
mod trust;
#[path = "record/users.rs"]
mod users;

use crate::process::signal;
use crate::process::{PROGRAM, in_folder as hyakuman};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A few hundred matches of different agents, whose last wall and last part are incomplete.
const RUN: &str = "run --agents ukeire,random,shanten,ukeire:calls=false,fold=false --games 310 --seed 7 --part-size 24 \
                   --record matches,kyoku,decisions,replays --json --out set";

/// A small run, for damage and refusals.
const SMALL: &str =
    "run --games 24 --seed 3 --part-size 8 --record matches,kyoku,decisions,replays --json --out set";

/// All files of a folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.insert(entry.strip_prefix(folder).unwrap().to_owned(), fs::read(&entry).unwrap());
            }
        }
    }
    files
}

/// The JSON of a run that must succeed, without `timing`.
fn report(folder: &Path, line: &str) -> Value {
    let (code, out, err) = hyakuman(folder, line);
    assert!(code == 0 && err.starts_with("set: ") && err.lines().count() == 1, "{line}: {err}");
    let mut report: Value = serde_json::from_str(&out).unwrap();
    report.as_object_mut().unwrap().remove("timing");
    report
}

/// A folder with the data set of a command line in `set`; its files, and the report.
fn recorded(line: &str) -> (TempDir, Files, Value) {
    let folder = tempfile::tempdir().unwrap();
    let report = report(folder.path(), line);
    let files = files(&folder.path().join("set"));
    (folder, files, report)
}

/// The files of `set`, by their names and hashes; a full difference would be too long to show.
fn assert_same(folder: &Path, wanted: &Files, what: &str) {
    let held = files(&folder.join("set"));
    assert!(held.keys().eq(wanted.keys()), "{what}: {:?}", held.keys());
    for (name, bytes) in &held {
        assert!(*bytes == wanted[name], "{what}: {} differs", name.display());
    }
}

fn start(folder: &Path, line: &str) -> Child {
    let mut command = Process::new(PROGRAM);
    command.current_dir(folder).args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the process to end: exit code (none if it was killed) and standard error.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Waits until this many parts are finished; false if the run ended before.
fn wait_for_parts(child: &mut Child, folder: &Path, wanted: usize) -> bool {
    while child.try_wait().unwrap().is_none() {
        if finished(folder) >= wanted {
            return true;
        }
        sleep(Duration::from_millis(2));
    }
    false
}

fn finished(folder: &Path) -> usize {
    let names = fs::read_dir(folder.join("set/parts")).into_iter().flatten();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("part-") && name.ends_with(".json")).count()
}

/// The bytes of the data set and the final report do not depend on threads, kills or shards.
#[test]
fn files_do_not_depend_on_threads_kills_or_shards() {
    let (_kept, wanted, report_wanted) = recorded(&format!("{RUN} --threads 2"));
    assert_eq!(wanted.len(), 3 + 13 * 6, "manifest, card, run; a sidecar and five tables of each part");

    let one = tempfile::tempdir().unwrap();
    assert_eq!(report(one.path(), &format!("{RUN} --threads 1")), report_wanted);
    assert_same(one.path(), &wanted, "one thread");

    killed(&wanted, &report_wanted);

    let shards = tempfile::tempdir().unwrap();
    let children = ["1/3", "2/3", "3/3"]
        .map(|shard| start(shards.path(), &format!("{RUN} --threads 1 --shard {shard}")));
    for child in children {
        let (code, err) = end(child);
        assert!(code == Some(0) && err.contains(" of 13 parts, "), "{err}");
    }
    assert_same(shards.path(), &wanted, "three shards at once");
    assert_eq!(report(shards.path(), &format!("{RUN} --resume")), report_wanted);
    assert_same(shards.path(), &wanted, "resumed when all was done");
}

/// Killed at several moments; every file with its final name is complete each time.
fn killed(wanted: &Files, report_wanted: &Value) {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{RUN} --threads 2 --resume");
    for (parts, wait) in [(0, 5), (0, 40), (1, 3), (3, 11), (4, 0), (7, 23), (10, 6)] {
        let mut child = start(folder.path(), &line);
        if wait_for_parts(&mut child, folder.path(), parts) {
            sleep(Duration::from_millis(wait));
        }
        child.kill().unwrap();
        // The run may have ended before the kill.
        assert!(matches!(end(child).0, None | Some(0)));
        let set = folder.path().join("set");
        let held = if set.exists() { files(&set) } else { Files::new() };
        for (name, bytes) in held {
            let ending = name.extension().unwrap();
            assert!(
                ending == "hyakuman-tmp" || ending == "lock" || bytes == wanted[&name],
                "{} is incomplete",
                name.display()
            );
        }
    }
    assert_eq!(report(folder.path(), &line), *report_wanted);
    assert_same(folder.path(), wanted, "killed seven times");
}

/// Two processes cannot write the same shard.
#[test]
fn a_shard_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let line = "run --games 40000 --seed 7 --part-size 20 --threads 1 --record matches,replays --out set";
    let mut first = start(folder.path(), &format!("{line} --shard 1/3"));
    assert!(wait_for_parts(&mut first, folder.path(), 1));
    signal(&first, "STOP"); // it cannot end meanwhile
    for shard in ["1/3", "2/4", "1/1"] {
        let wanted = "error: another process is writing shard 1/3 of set: wait for it, or take a shard that it does not \
                      write\n";
        let (code, _, err) = hyakuman(folder.path(), &format!("{line} --resume --shard {shard}"));
        assert_eq!((code, &err[..]), (2, wanted), "{shard}");
    }
    first.kill().unwrap();
    end(first);
    let (code, out, err) = hyakuman(folder.path(), &format!("{line} --resume --shard 200/200 --json"));
    assert_eq!(code, 0, "the lock of a dead process: {out}{err}");
    let (_, page, _) = hyakuman(folder.path(), &format!("{line} --resume --shard 200/200"));
    assert_eq!(
        page.lines().nth(1),
        Some("200 matches of shard 200/200 on 200 deal sets (walls), seed 7, seating rotate")
    );
}

/// With more shards than parts the last ones have nothing to play.
#[test]
fn a_shard_without_parts_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (code, page, _) =
        hyakuman(folder.path(), "run --games 8 --record kyoku --out set --agents random --shard 8/8");
    assert_eq!(code, 0, "{page}");
    assert_eq!(
        page.lines().nth(1),
        Some("0 matches of shard 8/8 on 0 deal sets (walls), seed 1, seating rotate")
    );
    assert_eq!(page.lines().nth(4), Some("no parts of the data set are of this shard"));
    assert_eq!(page.lines().count(), 6, "{page}");
}

/// Whether the tests run under `nohup`: then the program survives a hangup, too.
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 1 == 1)
}

#[test]
fn an_interrupted_run_finishes_the_parts_in_progress() {
    let line = RUN.replace("--part-size 24", "--part-size 60");
    let (_kept, wanted, report_wanted) = recorded(&line);
    let line = format!("{line} --resume --threads 1");
    let interrupted = || {
        let folder = tempfile::tempdir().unwrap();
        let done = finished_parts(folder.path(), &line, &wanted)?;
        ended_at_once(folder.path(), &line, done)?;
        Some(folder)
    };
    // A run may end before the signal comes.
    let folder = (0..50).find_map(|_| interrupted()).expect("a run that was interrupted twice");
    assert_eq!(report(folder.path(), &line), report_wanted);
    assert_same(folder.path(), &wanted, "interrupted twice");
}

/// The parts of a run that was interrupted; `None` if it ended before.
fn finished_parts(folder: &Path, line: &str, wanted: &Files) -> Option<usize> {
    let mut child = start(folder, line);
    wait_for_parts(&mut child, folder, 1).then_some(())?;
    if hangup_is_ignored() {
        signal(&child, "TERM");
    } else {
        // A closing terminal sends the signal twice.
        signal(&child, "HUP");
        signal(&child, "HUP");
    }
    let (code, err) = end(child);
    (code != Some(0)).then_some(())?;
    let done = finished(folder);
    let message = format!("error: interrupted after {} of 310 matches; go on with --resume\n", done * 60);
    assert_eq!((code, err), (Some(130), message));
    let held = files(&folder.join("set"));
    assert!(held.iter().all(|(name, bytes)| wanted[name] == *bytes), "no part is left");
    Some(done)
}

/// A second interruption ends a run at once; `None` if it ended before the first.
fn ended_at_once(folder: &Path, line: &str, done: usize) -> Option<()> {
    let mut child = start(folder, line);
    wait_for_parts(&mut child, folder, done + 1).then_some(())?;
    signal(&child, "INT");
    sleep(Duration::from_millis(5));
    signal(&child, "INT");
    let code = end(child).0;
    (code != Some(0)).then_some(())?;
    assert_eq!(code, Some(130));
    Some(())
}

/// Under `nohup` the program continues when the terminal is closed.
#[cfg(target_os = "linux")]
#[test]
fn under_nohup_a_run_survives_a_hangup() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("trap '' HUP; exec {PROGRAM} {RUN} --threads 1");
    let mut command = Process::new("sh");
    command.current_dir(folder.path()).args(["-c", &script]).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    if wait_for_parts(&mut child, folder.path(), 1) {
        signal(&child, "HUP");
    }
    assert_eq!(end(child).0, Some(0));
}

/// A folder that belongs to another run is refused and left unchanged.
#[test]
fn folders_of_other_runs_are_refused() {
    let (folder, wanted, _) = recorded(SMALL);
    let done = "error: set holds this run already, 3 of 3 parts are done: add --resume to go on, or choose another folder\n";
    assert_eq!(hyakuman(folder.path(), SMALL), (2, String::new(), done.to_owned()));
    for (from, to, message) in [
        ("--seed 3", "--seed 4", "seed 3, not 4"),
        ("--part-size 8", "--part-size 6", "part size 8, not 6"),
        (
            "matches,kyoku,decisions,replays",
            "replays",
            "tables [\"matches\",\"kyoku\",\"wins\",\"decisions\",\"replays\"], not [\"replays\"]",
        ),
        ("run", "run --set kuitan=false", "rules.kuitan true, not false"),
        ("run", "run --agents ukeire:fold=false", "agents [\"ukeire\"], not [\"ukeire:fold=false\"]"),
        ("run", "run --seating fixed", "seating rotate, not fixed"),
    ] {
        let line = format!("{} --resume", SMALL.replacen(from, to, 1));
        let sentence = format!("error: set holds a run with {message}: choose another folder\n");
        assert_eq!(hyakuman(folder.path(), &line), (2, String::new(), sentence), "{to}");
    }
    assert_same(folder.path(), &wanted, "refused");
    let version = fs::read_to_string(folder.path().join("set/parts/run.json")).unwrap();
    let own = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(version.contains(&own));
    fs::write(folder.path().join("set/parts/run.json"), version.replace(&own, "\"version\": \"99.0\""))
        .unwrap();
    let (code, _, err) = hyakuman(folder.path(), &format!("{SMALL} --resume"));
    assert!(code == 2 && err.starts_with("error: set holds a run with version 99.0, not "), "{err}");
}

#[test]
fn places_where_nothing_can_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |line: &str| {
        let (code, out, err) = hyakuman(folder.path(), line);
        assert_eq!((code, &out[..]), (2, ""), "{line}: {err}");
        assert!(err.starts_with("error: ") && err.lines().count() == 1, "{err}");
        err
    };
    fs::write(folder.path().join("set"), "mine").unwrap();
    let no_folder = "error: set is a file: name a folder\n";
    assert_eq!(shown(SMALL), no_folder);
    assert_eq!(shown(&format!("{SMALL}/below")), no_folder);
    fs::remove_file(folder.path().join("set")).unwrap();
    fs::create_dir(folder.path().join("set")).unwrap();
    fs::write(folder.path().join("set/README.md"), "mine").unwrap();
    let in_the_way =
        "error: set/README.md exists, but no run was started in this folder: choose another folder\n";
    assert_eq!(shown(&format!("{SMALL} --resume")), in_the_way);
    assert_eq!(fs::read_dir(folder.path().join("set")).unwrap().count(), 1, "a file was left behind");
    let parts = "error: 1000000000000 matches in parts of 8 are 125000000000 files of each table, more than 1000000: play \
                 parts of 1000000 matches or more\n";
    assert_eq!(shown(&SMALL.replace("--games 24", "--games 1000000000000").replace("set", "huge")), parts);
    assert!(!folder.path().join("huge").exists());
    let rotations = shown(
        &SMALL.replace("run", "run --agents ukeire,random,shanten,tsumogiri").replace("size 8", "size 10"),
    );
    assert_eq!(
        rotations,
        "error: --part-size 10 would split the matches on one wall: each wall is played 4 times, so give a multiple of 4\n"
    );
}

/// Without enough disk space nothing is started, so fewer matches can be recorded in the same folder.
#[test]
fn a_full_disk_refuses_a_new_data_set() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        SMALL.replace("--games 24", "--games 1000000000000").replace("--part-size 8", "--part-size 1000000");
    let (code, _, err) = hyakuman(folder.path(), &line);
    assert_eq!(code, 1, "{err}");
    assert!(
        err.starts_with("error: set needs about ")
            && err.contains(" GB for 1000000000000 matches and its disk has "),
        "{err}"
    );
    assert!(files(&folder.path().join("set")).is_empty());
    report(folder.path(), SMALL);
}

/// Resuming repeats damaged parts.
#[test]
fn resuming_repeats_damaged_parts() {
    let (folder, wanted, report_wanted) = recorded(SMALL);
    let set = folder.path().join("set");
    let damages: [(&str, &str); 5] = [
        ("manifest.json", "{"),
        ("parts/part-000001.json", "{\"part\": 1"),
        (
            "parts/part-000001.json",
            &String::from_utf8(wanted[Path::new("parts/part-000002.json")].clone()).unwrap(),
        ),
        ("decisions/part-000002.parquet", "PAR1"),
        ("README.md", ""),
    ];
    for (name, content) in damages {
        fs::write(set.join(name), content).unwrap();
        assert_eq!(report(folder.path(), &format!("{SMALL} --resume")), report_wanted, "{name}");
        assert_same(folder.path(), &wanted, name);
    }
}

/// Threads share the parts that are left over: of three parts one for two threads, all for five. Recorded, expanded and verified
/// they are as one thread does it.
#[test]
fn threads_that_share_a_part_write_the_same_files() {
    let line = "run --agents ukeire,random,shanten,ukeire --games 360 --seed 7 --part-size 160 --record all --json --out set";
    let (one, wanted, report_wanted) = recorded(&format!("{line} --threads 1"));
    for threads in [2, 5] {
        let (_kept, held, report) = recorded(&format!("{line} --threads {threads}"));
        assert!(held == wanted && report == report_wanted, "{threads} threads");
    }
    let line = "data expand set --record all --threads 5 --out new";
    assert_eq!(hyakuman(one.path(), line).0, 0);
    assert!(files(&one.path().join("new")) == wanted);
    let (code, out, err) = hyakuman(one.path(), "data verify set --threads 5");
    assert_eq!((code, &out[..]), (0, "set: ok, 3 parts, all played again with the same result\n"), "{err}");
}

/// Every table made from the replays equals the recorded one.
#[test]
fn expanded_tables_equal_recorded_ones() {
    let (folder, wanted, _) = recorded(&RUN.replace("--games 310", "--games 60"));
    let (replays, _, _) = recorded(
        &RUN.replace("--games 310", "--games 60").replace("matches,kyoku,decisions,replays", "replays"),
    );
    let line = "data expand set --record replays,decisions,kyoku,matches --threads 1 --out new";
    assert_eq!(hyakuman(replays.path(), line).0, 0);
    assert!(files(&replays.path().join("new")) == wanted, "all tables at once");
    let (code, out, err) = hyakuman(folder.path(), "data expand set --record wins --out set/../new");
    assert_eq!((code, &out[..], &err[..]), (0, "set/../new: wins of 60 matches\n", ""));
    for (name, bytes) in files(&folder.path().join("new")) {
        assert!(name.extension().unwrap() != "parquet" || bytes == wanted[&name], "{}", name.display());
    }
    for out in ["set", "./set/../set/deep/er"] {
        let line = format!("data expand set --record matches --resume --out {out}");
        let sentence =
            format!("error: {out} is the data set that is read, or inside it: choose another folder\n");
        assert_eq!(hyakuman(folder.path(), &line), (2, String::new(), sentence));
    }
    let (code, _, err) = hyakuman(folder.path(), "data expand new --record matches --out newer");
    let sentence = "error: new holds wins; its matches cannot be played again without replays: record it with --record replays\n";
    assert_eq!((code, &err[..]), (2, sentence));
    assert!(!folder.path().join("newer").exists());
    assert_same(folder.path(), &wanted, "what was read");
}

/// Three players, Shura, another family: the recorded tables, those made from the replays and those played again
/// agree.
#[test]
fn other_games_are_recorded_as_well() {
    let three = "ukeire,random,shanten";
    for (rules, agents) in [
        ("tenhou-sanma", three),
        ("mahjongsoul-sanma-east", three),
        ("shura", "ukeire,random,shanten,ukeire"),
        ("toutenkou", "gari,random,ukeire"),
        ("yangzhou-7", "fan,random,ukeire,shanten"),
    ] {
        let line = format!("{SMALL} --rules {rules} --agents {agents}").replace("size 8", "size 12");
        let (folder, wanted, _) = recorded(&line);
        let replays = tempfile::tempdir().unwrap();
        report(replays.path(), &line.replace("matches,kyoku,decisions,replays", "replays"));
        let expand = "data expand set --record matches,kyoku,decisions,replays --out new";
        assert_eq!(hyakuman(replays.path(), expand).0, 0, "{rules}");
        assert!(files(&replays.path().join("new")) == wanted, "{rules}");
        let good = "set: ok, 2 parts, all played again with the same result\n";
        let verified = hyakuman(folder.path(), "data verify set --all");
        assert_eq!(verified, (0, good.to_owned(), String::new()), "{rules}");
    }
}

/// A folder without a data set is bad input for every command.
#[test]
fn folders_without_a_data_set() {
    let folder = tempfile::tempdir().unwrap();
    for line in
        ["data expand nothing --record matches --out new", "data verify nothing", "show nothing --match 0"]
    {
        let (code, out, err) = hyakuman(folder.path(), line);
        assert_eq!((code, &out[..], err.lines().count()), (2, "", 1), "{line}: {err}");
        assert!(err.starts_with("error: nothing"), "{line}: {err}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a file was left behind");
}

/// A flipped bit is found in every file, the card included.
#[test]
fn verify_finds_a_flipped_bit() {
    let (folder, wanted, _) = recorded(&SMALL.replace("--games 24", "--games 12"));
    for (name, bytes) in &wanted {
        let path = folder.path().join("set").join(name);
        for at in [bytes.len() / 3, bytes.len() * 2 / 3] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            fs::write(&path, flipped).unwrap();
            let (code, out, _) = hyakuman(folder.path(), "data verify set");
            assert_ne!(code, 0, "{} at {at}: {out}", name.display());
        }
        fs::remove_file(&path).unwrap();
        let (code, out, err) = hyakuman(folder.path(), "data verify set --json");
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &err[..], &answer["ok"]), (1, "", &json!(false)), "{}", name.display());
        assert_eq!(answer["findings"][0]["file"], json!(Path::new("set").join(name)));
        fs::write(&path, bytes).unwrap();
    }
    fs::write(folder.path().join("set/kyoku/part-000009.parquet"), "foreign").unwrap();
    let answer = "set/kyoku/part-000009.parquet is not of this data set, and readers would take it for a part of it\n\
                set: 1 finding\n";
    assert_eq!(hyakuman(folder.path(), "data verify set"), (1, answer.to_owned(), String::new()));
}

/// Files, sidecar and manifest that agree with each other but not with the game are found by playing again.
#[test]
fn verify_finds_rows_that_were_never_played() {
    for tables in ["matches,kyoku,decisions,replays", "matches,kyoku"] {
        let line = SMALL.replace("matches,kyoku,decisions,replays", tables);
        let (folder, wanted, _) = recorded(&line);
        let (_kept, other, _) = recorded(&line.replace("--seed 3", "--seed 4"));
        let set = folder.path().join("set");
        let folders = ["matches", "kyoku", "wins", "decisions", "replays"];
        for table in folders.into_iter().filter(|table| set.join(table).exists()) {
            // In place of the second part: that of another run, then the first part of this run.
            for (from, part) in [(&other, 1), (&wanted, 0)] {
                insert_foreign_part(&set, &wanted, from, table, part);
                let (code, out, _) = hyakuman(folder.path(), "data verify set --all");
                assert_eq!(code, 1, "{table}: {out}");
                assert!(!out.contains("SHA-256") && out.contains("part-000001.parquet "), "{table}: {out}");
            }
            wanted.iter().for_each(|(name, bytes)| fs::write(set.join(name), bytes).unwrap());
        }
        let good = "set: ok, 3 parts, all played again with the same result\n";
        assert_eq!(hyakuman(folder.path(), "data verify set --all"), (0, good.to_owned(), String::new()));
    }
}

/// Replaces part 1 by another file, and adjusts sidecar and manifest to it.
fn insert_foreign_part(set: &Path, own: &Files, from: &Files, table: &str, part: u64) {
    let json = |files: &Files, name: &str| serde_json::from_slice::<Value>(&files[Path::new(name)]).unwrap();
    let name = |part| format!("{table}/part-{part:06}.parquet");
    fs::write(set.join(name(1)), &from[Path::new(&name(part))]).unwrap();
    let stats = json(from, &format!("parts/part-{part:06}.json"))["tables"][table].clone();
    let (mut sidecar, mut manifest) = (json(own, "parts/part-000001.json"), json(own, "manifest.json"));
    for key in ["rows", "bytes"] {
        let total = &mut manifest["totals"][table][key];
        *total = json!(
            total.as_u64().unwrap() + stats[key].as_u64().unwrap()
                - sidecar["tables"][table][key].as_u64().unwrap()
        );
    }
    sidecar["tables"][table] = stats;
    sealed::write_sidecar(set, &mut manifest, 1, &sidecar);
}
