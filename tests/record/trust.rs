//! Data sets from elsewhere: nothing that a file names is started or opened, and what they say of their matches is checked.

use super::*;
use hostile::tame;

/// A data set without replays; `agents` in its manifest.
fn of_agents(agents: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = "run --games 2 --seed 3 --rules tenhou-east --agents random --record kyoku --out set";
    assert_eq!(hyakuman(folder.path(), line).0, 0);
    let set = folder.path().join("set");
    let text = fs::read_to_string(set.join("manifest.json")).unwrap();
    let text = text.replace("\"random\"", &json!(agents).to_string());
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    let run = fs::read_to_string(set.join("parts/run.json")).unwrap();
    fs::write(set.join("parts/run.json"), run.replace("\"random\"", &json!(agents).to_string())).unwrap();
    let sidecar = fs::read(set.join("parts/part-000000.json")).unwrap();
    sealed::write_sidecar(&set, &mut manifest, 0, &serde_json::from_slice(&sidecar).unwrap());
    folder
}

/// Neither the program of a manifest is started, nor its file opened; what it needs is said.
#[test]
fn nothing_that_a_manifest_names_is_started() {
    let program = "mjai:cmd=touch started";
    let folder = of_agents(program);
    for (options, part) in [
        ("", "not deterministic (mjai:cmd=touch started)"),
        (" --trust", "not deterministic (mjai:cmd=touch started)"),
    ] {
        let (_, text) = tame(folder.path(), &format!("data verify set{options}"), program);
        assert!(text.contains(part), "{text}");
    }
    for line in ["data report set", "show set --match 0", "data expand set --record matches --out new"] {
        tame(folder.path(), line, program);
    }
    assert!(!folder.path().join("started").exists());

    let folder = of_agents("value:rates=rates.txt");
    let read = "rates.txt cannot be read";
    let (_, text) = tame(folder.path(), "data verify set", "a file");
    let note = "its agent value:rates=rates.txt reads a file; --trust allows what the manifest names, and --agents names \
                agents of yours that play instead";
    assert!(text.contains(note) && !text.contains(read), "{text}");
    let (code, text) = tame(folder.path(), "data verify set --trust", "a file");
    assert!(code == 2 && text.contains(read), "{text}");
    // The matches are those of `random`: it plays them again, in all seats.
    let (_, text) = tame(folder.path(), "data verify set --agents random --json", "an agent of the caller");
    assert!(text.contains("\"played_again\":1") && !text.contains("played again:"), "{text}");
    let (code, text) =
        tame(folder.path(), "data verify set --agents random,ukeire,random,random", "other seats");
    assert!(code == 2 && text.contains("the data set has other seats: value:rates=rates.txt,"), "{text}");
}

/// The statistics of a part are those of its matches, whoever repaired the hashes.
#[test]
fn forged_statistics_are_found() {
    let line = "run --games 4 --seed SEED --rules tenhou-east --part-size 2 --agents random --record TABLES --out set";
    let record = |seed: &str, tables: &str| {
        let folder = tempfile::tempdir().unwrap();
        let line = line.replace("SEED", seed).replace("TABLES", tables);
        assert_eq!(hyakuman(folder.path(), &line).0, 0);
        folder
    };
    let sidecar = |folder: &TempDir| -> Value {
        serde_json::from_slice(&fs::read(folder.path().join("set/parts/part-000001.json")).unwrap()).unwrap()
    };
    let elsewhere = sidecar(&record("9", "matches"))["extra"].clone();
    for tables in ["matches,replays", "matches"] {
        let folder = record("3", tables);
        let set = folder.path().join("set");
        let manifest = fs::read(set.join("manifest.json")).unwrap();
        let mut manifest: Value = serde_json::from_slice(&manifest).unwrap();
        let held = sidecar(&folder);
        let sums = held["extra"]["sums"].as_str().unwrap();
        let all = |number: &str| json!({ "sums": vec![number; sums.split(' ').count()].join(" ") });
        let more = json!({ "sums": sums, "more": 1 });
        for extra in [all("0"), all("-1"), all(&i64::MAX.to_string()), elsewhere.clone(), more, json!({})] {
            let mut forged = held.clone();
            forged["extra"] = extra;
            sealed::write_sidecar(&set, &mut manifest, 1, &forged);
            let (code, out, _) = hyakuman(folder.path(), "data verify set");
            let wanted = "set/parts/part-000001.json has other statistics than the matches played again\nset: 1 finding\n";
            assert_eq!((code, &out[..]), (1, wanted), "{tables} {}", forged["extra"]);
        }
        if tables == "matches" {
            continue;
        }
        // Expanded tables have the statistics of their matches.
        assert_eq!(hyakuman(folder.path(), "data expand set --record kyoku,matches,replays --out new").0, 0);
        let made: Value =
            serde_json::from_slice(&fs::read(folder.path().join("new/parts/part-000001.json")).unwrap())
                .unwrap();
        assert_eq!(made["extra"], held["extra"]);
        sealed::write_sidecar(&set, &mut manifest, 1, &held);
        assert_eq!(hyakuman(folder.path(), "data verify set").0, 0);
    }
}

/// What a sample does not check is said.
#[test]
fn parts_that_are_not_checked_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        "run --games 8 --rules tenhou-east --part-size 2 --agents random --record matches,replays --out set";
    assert_eq!(hyakuman(folder.path(), line).0, 0);
    let good = "set: ok, 4 parts, 3 of them played again with the same result; the other one and its statistics were not \
                checked (--all)\n";
    assert_eq!(hyakuman(folder.path(), "data verify set").1, good);
    assert_eq!(
        hyakuman(folder.path(), "data verify set --all").1,
        "set: ok, 4 parts, all played again with the same result\n"
    );
}

/// `show` reads the matches of the run only.
#[test]
fn replays_of_another_seed_are_refused() {
    let line = "run --games 2 --rules tenhou-east --agents random --record replays --out";
    let folder = tempfile::tempdir().unwrap();
    for (seed, set) in [(3, "set"), (9, "other")] {
        assert_eq!(hyakuman(folder.path(), &format!("{line} {set} --seed {seed}")).0, 0);
    }
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
    };
    let (mut manifest, mut sidecar) = (read("set/manifest.json"), read("set/parts/part-000000.json"));
    sidecar["tables"] = read("other/parts/part-000000.json")["tables"].clone();
    let [from, to] = ["other", "set"].map(|set| folder.path().join(set).join("replays/part-000000.parquet"));
    fs::copy(from, to).unwrap();
    sealed::write_sidecar(&folder.path().join("set"), &mut manifest, 0, &sidecar);
    for line in ["show set --match 1", "data expand set --record kyoku --out new"] {
        let (code, text) = tame(folder.path(), line, "another seed");
        let wanted = "part-000000.parquet is not of this run: it holds match";
        assert!(code == 1 && text.contains(wanted) && text.contains("with seed 9 and wall"), "{text}");
    }
}
