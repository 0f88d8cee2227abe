//! A data set written by version 0.1.0, with the column names of that version, and one of 0.3.0 with fewer counts in its
//! statistics.

use super::*;
use hyakuman_record::Dataset;

/// A folder with a copy of the data set in `set`.
fn older() -> TempDir {
    copy_of("version-0.1.0")
}

fn copy_of(version: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(version);
    for (name, bytes) in files(&from) {
        let path = folder.path().join("set").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// The names of the columns of a table.
fn names(dir: &Path, table: &str) -> Vec<String> {
    let file = Dataset::open(dir).unwrap().file(table, 0).unwrap();
    file.columns().iter().map(|column| column.name.clone()).collect()
}

#[test]
fn it_is_verified_and_shown_with_its_own_names() {
    let folder = older();
    assert!(names(&folder.path().join("set"), "kyoku").contains(&"deal".to_owned()));
    let (code, out, err) = hyakuman(folder.path(), "verify --all set");
    let wanted = "note: set/manifest.json has statistics of version 0.1.0, which were not checked\n\
                  set: ok, 1 part, played again with the same result\n";
    assert_eq!((code, out.as_str()), (0, wanted), "{err}");
    let (code, out, err) = hyakuman(folder.path(), "show set --match 0");
    assert!(code == 0 && out.lines().count() > 100, "{err}");
}

/// Expanded tables have the column names of this version.
#[test]
fn it_is_expanded_with_current_names() {
    let folder = older();
    let (code, _, err) = hyakuman(folder.path(), "expand set --record all --out new");
    assert_eq!(code, 0, "{err}");
    for (table, now, before) in [
        ("matches", "kyoku_played", "deals"),
        ("kyoku", "kyoku_number", "deal"),
        ("wins", "kyoku_number", "deal"),
        ("decisions", "kyoku_number", "deal"),
    ] {
        let [old, new] = ["set", "new"].map(|dir| names(&folder.path().join(dir), table));
        let renamed = old.iter().map(|name| if name == before { now } else { name });
        let since = ["melds_at", "indicators_at"];
        let kept = new.iter().filter(|name| !since.contains(&name.as_str()));
        assert!(old != new && renamed.eq(kept), "{table}: {new:?}");
        assert_eq!(new.len() - old.len(), if table == "decisions" { since.len() } else { 0 });
    }
    assert_eq!(hyakuman(folder.path(), "verify --all new").0, 0);
}

/// Former names are accepted only in data sets of former versions.
#[test]
fn a_current_data_set_must_have_current_names() {
    let folder = older();
    for name in ["set/manifest.json", "set/parts/run.json"] {
        let path = folder.path().join(name);
        let mut held: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        held.as_object_mut().unwrap().remove("manifest_sha256");
        held["identity"]["version"] = json!(env!("CARGO_PKG_VERSION"));
        fs::write(&path, held.to_string()).unwrap();
    }
    let (code, out, _) = hyakuman(folder.path(), "verify set");
    assert!(code == 1 && out.contains("has columns match, deal, "), "{out}");
}

/// What was not counted then is null in the JSON and named on the page, and is not "never".
#[test]
fn statistics_with_fewer_counts_are_reported() {
    let folder = copy_of("version-0.3.0");
    let (code, out, err) = hyakuman(folder.path(), "report set --json");
    assert_eq!(code, 0, "{err}");
    let found: Value = serde_json::from_str(&out).unwrap();
    let rates = &found["by_agent"][0]["rates"];
    assert_eq!((&rates["riichi"]["value"], &rates["riichi_declared"]), (&json!(348.0 / 639.0), &Value::Null));
    assert!(found["table"]["first_seat"]["value"].is_number() && found["table"]["third_seat"].is_null());
    assert_eq!(found["table"].get("fourth_seat"), None);
    let out = hyakuman(folder.path(), "verify --all --trust set").1;
    assert!(!out.contains("statistics"), "{out}");
    let page = hyakuman(folder.path(), "report set").1;
    assert!(page.contains("not counted by the version that recorded it: riichi declared, seat 1"), "{page}");
    if found["recorded_by"] != env!("CARGO_PKG_VERSION") {
        return; // another version does not continue it
    }
    let line = "run --games 24 --rules tenhou-sanma --agents shanten --record matches --out set --resume";
    let (code, out, err) = hyakuman(folder.path(), line);
    assert!(code == 0 && out.contains("recorded it: riichi declared\n"), "{out} {err}");
    assert!(!out.contains("never: riichi"), "{out}");
}
