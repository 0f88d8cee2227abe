//! The metrics in the output of the commands.

use assert_cmd::Command;
use serde_json::Value;

fn output(line: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hyakuman")).args(line.split(' ')).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(&output(&format!("{line} --json"))).unwrap()
}

/// Without `--metrics` the text has none; with it those of the game.
#[test]
fn run_shows_the_metrics_of_the_game() {
    assert!(!output("run --games 20").contains("comeback"));
    for (rules, shown, hidden) in [
        ("tenhou", ["comeback %", "score spread", "8,000 to 11,999", "score change, riichi"], "luck share 1"),
        (
            "toutenkou",
            ["comeback %", "kyoku in the extension %", "10 to 19 points", "score change, riichi"],
            "8,000",
        ),
        (
            "yangzhou-7",
            ["comeback %", "dealer's points over the others", "below 13 fan", "score change, open hands"],
            "riichi",
        ),
        ("toppan", ["comeback %", "end: played out %", "8 to 11 han", "score spread"], "ron"),
    ] {
        let text = output(&format!("run --rules {rules} --games 60 --metrics"));
        let text = text.replace("toppanron", "");
        shown.iter().for_each(|what| assert!(text.contains(what), "{rules} lacks {what}: {text}"));
        assert!(!text.contains(hidden), "{rules} has {hidden}: {text}");
    }
}

/// The JSON always has them, with an interval or null.
#[test]
fn the_json_of_run_has_the_metrics() {
    let report = json("run --games 200 --agents ukeire,shanten,shanten,shanten");
    for path in
        ["/comebacks/from_16000", "/yaku/riichi", "/results/luck_share", "/results/by_agent/1/variance"]
    {
        let found = report.pointer(path).unwrap_or(&Value::Null);
        let [low, high] = [0, 1].map(|at| found["ci95"][at].as_f64().unwrap());
        let value = found["value"].as_f64().unwrap();
        assert!(low < value && value < high, "{path}: {found}");
    }
    let classes: Vec<_> =
        report["win_values"].as_array().unwrap().iter().map(|class| &class["class"]).collect();
    assert_eq!((classes.len(), classes[4]), (10, &Value::from("mangan")));
    let shares = report["win_values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|class| class["share"]["value"].as_f64().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-12);
    let alone = json("run --games 20");
    assert_eq!([&alone["results"]["luck_share"], &alone["by_agent"][0]["edge"]], [&Value::Null; 2]);
    let line = "run --games 200 --agents ukeire,shanten,shanten,shanten";
    let [text, alone] = [line, "run --games 20"].map(output);
    let rows: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("  ").map(|(label, _)| label)).collect();
    let at = rows.iter().position(|label| *label == "rank points").unwrap();
    assert_eq!(rows[at + 1..at + 4], ["edge", "ahead 10, 100 %", "1st %"], "{text}");
    assert!(!alone.contains("\nedge") && !alone.contains("\nahead"), "{alone}");
}

/// Two agents of known difference: `match` and `compare` say how many walls tell them apart.
#[test]
fn resolution_of_two_agents() {
    let found = json("match ukeire shanten --tables 2v2 --walls 100");
    let effect = &found["resolution"]["effect"];
    let [low, high] = [0, 1].map(|at| effect["ci95"][at].as_f64().unwrap());
    assert!(low > 0.5 && low < effect["value"].as_f64().unwrap() && effect["value"].as_f64().unwrap() < high);
    let walls = found["resolution"]["walls_needed"]["value"].as_f64().unwrap();
    assert!((walls * effect["value"].as_f64().unwrap().powi(2) - 10.5074).abs() < 1e-3);
    assert_eq!(json("match ukeire shanten random --walls 4")["resolution"], Value::Null);

    let line = "compare --set kuitan=false --games 400 --agents ukeire,shanten,ukeire,shanten";
    let compared = json(line);
    let resolution = &compared["resolution"];
    assert!(resolution["variant"]["walls_for_one"]["ci95"].is_array());
    assert_eq!(compared["resolution"], json(&format!("{line} --threads 1"))["resolution"]);
    assert_eq!(json("compare --set kuitan=false --games 20")["resolution"], Value::Null);
}

/// After a test there is no interval: the test chose the number of walls.
#[test]
fn a_test_leaves_no_interval_of_the_resolution() {
    let found = json("match ukeire shanten --sprt 0,5");
    assert!(found["resolution"]["effect"]["value"].is_number());
    assert_eq!(found["resolution"]["effect"]["ci95"], Value::Null);
    assert!(
        output("match ukeire shanten --sprt 0,5")
            .contains("No intervals: the result chose the number of walls")
    );
}
