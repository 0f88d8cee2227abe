//! `hyakuman agents places` as a process.

use crate::process::hyakuman;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs;

const SMALL: &str = "agents places --rules shura --agents shanten --games 300";

#[test]
fn bad_fits_are_refused_with_a_sentence() {
    for (line, message) in [
        ("agents places", "--out <FILE>"),
        (
            "agents places --rules yangzhou --out nowhere.txt",
            "error: final places are fitted to riichi mahjong and Toutenkou; yangzhou is a ruleset of yangzhou\n",
        ),
        (
            "agents places --agents shanten --games 9 --out nowhere.txt",
            "error: 9 games are too few for a fit: one wall in 10 is held out, so play at least 10\n",
        ),
        ("agents places --out no/fit.txt", "no/fit.txt cannot be written: "),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// The page and the object have the same losses, and the file of any number of threads is the same.
#[test]
fn a_fit_does_not_depend_on_threads_and_placement_plays_by_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    let page = hyakuman(&format!("{SMALL} --threads 1 --out {}", one.display())).code(0);
    let page = String::from_utf8(page.get_output().stdout.clone()).expect("UTF-8");
    assert!(page.contains("\nkyoku ") && page.contains("\nall "), "{page}");
    let object = hyakuman(&format!("{SMALL} --threads 2 --json --out {}", two.display())).code(0);
    let object: Value = serde_json::from_slice(&object.get_output().stdout).expect("JSON");
    let [first, second] = [&one, &two].map(|path| fs::read_to_string(path).expect("a fit"));
    assert_eq!(first, second);
    assert!(first.starts_with("# The fitted model of final places: rules shura ("), "{first}");
    let all = &object["all"];
    let loss = |model: &str| all[model]["place"].as_f64().expect("a loss");
    assert!(loss("fit") < loss("prior"), "{all}");
    assert!(page.contains(&format!("{:.4} / ", loss("fit"))), "{page}");
    assert_eq!(object["kyoku"].as_array().map(Vec::len), Some(5));
    assert_eq!(object["kyoku"][4]["kyoku"], Value::Null);
    let agent = format!("placement:places={},value,value,value", one.display());
    hyakuman(&format!("run --rules shura --agents {agent} --games 4")).code(0).stderr("");
    let other = "it is a fit for length_winds = 1, but these rules have length_winds = 2\n";
    hyakuman(&format!("run --rules tenhou --agents {agent} --games 4")).code(2).stderr(contains(other));
}

/// Toutenkou counts in points of its own.
#[test]
fn a_fit_to_toutenkou_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fit.txt");
    let line =
        format!("agents places --rules toutenkou --agents shanten --games 300 --out {}", path.display());
    hyakuman(&line).code(0).stdout(contains("extension "));
    let text = fs::read_to_string(&path).expect("a fit");
    assert!(text.contains("\nfamily: toutenkou\nplayers: 3\nwinds: 1\nstart: 350\ntarget: 400\n"), "{text}");
}
