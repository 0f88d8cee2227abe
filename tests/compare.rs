//! `hyakuman compare` as a process.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hyakuman");

fn hyakuman(line: &str) -> Assert {
    Command::new(PROGRAM).args(line.split_whitespace()).assert()
}

fn json_of(line: &str) -> Value {
    let assert = hyakuman(line).code(0).stderr("");
    serde_json::from_slice(&assert.get_output().stdout).expect("JSON")
}

#[test]
fn bad_comparisons() {
    for (line, message) in [
        (
            "compare",
            "error: the variant has the same rules as tenhou: name another --variant, or --set a rule\n",
        ),
        ("compare --base shura --variant shura", "the variant has the same rules as shura"),
        (
            "compare --variant toutenkou",
            "error: toutenkou is not the same game as tenhou: only rulesets of one family and number of seats can be compared\n",
        ),
        ("compare --base tenhou-sanma --variant tenhou", "tenhou is not the same game as tenhou-sanma"),
        ("compare --set umma=3", "error: --set umma=3: there is no rule `umma`; did you mean `uma`?"),
        ("compare --variant tenhuo", "error: there is no ruleset \"tenhuo\"; did you mean \"tenhou\"?"),
        ("compare --variant mleague --agents gari", "the agent \"gari\" plays toutenkou only"),
        ("compare --variant mleague --agents random,random", "there are 2 agents for the 4 seats of tenhou"),
        ("compare --variant mleague --games 0", "invalid value '0' for '--games <N>'"),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// Rates, intervals and the sum of decisions are those of two runs; the difference is that of the rates.
#[test]
fn the_rates_are_those_of_two_runs() {
    let play = "--agents shanten,random,shanten,tsumogiri --games 402 --seed 5 --json";
    let compared =
        json_of(&format!("compare --base mahjongsoul --variant tenhou --set red_fives=[0,0,0] {play}"));
    let runs = ["--rules mahjongsoul", "--rules tenhou --set red_fives=[0,0,0]"]
        .map(|rules| json_of(&format!("run {rules} {play}")));
    for (way, run) in ["base", "variant"].into_iter().zip(&runs) {
        for list in ["by_agent", "by_seat"] {
            let players = compared[list].as_array().unwrap().iter().zip(run[list].as_array().unwrap());
            players.for_each(|(compared, run)| same_rates(&compared["rates"], &run["rates"], way));
        }
        same_rates(&compared["table"], &run["table"], way);
        assert_eq!(compared[way]["rules_hash"], run["rules_hash"]);
    }
    let decisions = runs.iter().map(|run| run["decisions"].as_i64().unwrap()).sum::<i64>();
    assert_eq!(compared["decisions"], decisions);
    assert_eq!(compared["by_agent"].as_array().unwrap().len(), 3);
}

fn same_rates(compared: &Value, run: &Value, way: &str) {
    let compared = compared.as_object().unwrap();
    assert_eq!(compared.len(), run.as_object().unwrap().len());
    for (name, rate) in compared {
        assert_eq!(rate[way], run[name], "{way} {name}");
        let value = |of: &str| rate[of]["value"].as_f64();
        if let (Some(base), Some(variant)) = (value("base"), value("variant")) {
            let difference = value("difference").unwrap();
            assert!((difference - (variant - base)).abs() < 1e-9, "{name}");
        }
    }
}

/// Red fives do not change the wall, and tsumogiri ignores them: nothing differs on any wall.
#[test]
fn a_change_without_effect_makes_no_difference() {
    let compared = json_of("compare --set red_fives=[0,0,0] --agents tsumogiri --games 100 --json");
    let differences = compared["table"].as_object().unwrap().values().map(|rate| &rate["difference"]);
    let known: Vec<&Value> = differences.filter(|difference| !difference.is_null()).collect();
    assert!(known.len() > 5);
    assert!(known.iter().all(|difference| is_same(difference)), "{known:?}");
}

fn is_same(difference: &Value) -> bool {
    let expected = json!({ "value": 0.0, "ci95": null, "same": true, "few": false, "walls_changed": 0 });
    expected.as_object().unwrap().iter().all(|(key, value)| &difference[key] == value)
}

/// Without the extension there are fewer kyoku, but hardly fewer aborts: no effect on aborts is claimed.
#[test]
fn no_effect_is_claimed_of_rare_events() {
    for seed in 1..=3 {
        let line = format!("compare --set sudden_death=Off --games 2000 --seed {seed} --json");
        let table = &json_of(&line)["table"];
        for name in ["suufon", "suucha"] {
            let difference = &table[name]["difference"];
            let [low, high] = [0, 1].map(|bound| difference["ci95"][bound].as_f64().unwrap());
            assert!(low < 0.0 && high > 0.0, "seed {seed}, {name}: {difference}");
            assert!(difference["few"] == true && difference["events_changed"].as_u64() < Some(20));
        }
        let kyoku = &table["kyoku"]["difference"];
        assert!(kyoku["ci95"][1].as_f64() < Some(0.0) && kyoku["events_changed"].is_null(), "{kyoku}");
    }
}

/// An agent that plays every seat has average placement and zero rank points, whatever the rules.
#[test]
fn the_page_has_no_constants() {
    let lines_of = |agents: &str| {
        let assert = hyakuman(&format!("compare --set kuitan=false --agents {agents} --games 40")).code(0);
        let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
        ["placement ", "rank points ", "1st % "]
            .map(|label| page.lines().filter(|line| line.starts_with(label)).count())
    };
    assert_eq!(lines_of("shanten"), [4, 4, 0], "of the seats only");
    assert_eq!(lines_of("shanten,random,random,random"), [6, 6, 1]);
}

/// Uma changes the rank points of each place by a fixed amount on every wall, and nothing else.
#[test]
fn a_change_that_is_equal_on_all_walls_is_exact() {
    let line = "compare --set uma=[30,10,-10,-30] --agents shanten,random,random,random --seating fixed --games 60 --json";
    let compared = json_of(line);
    let by_agent = compared["by_agent"][0]["rates"].as_object().unwrap();
    let points = by_agent["rank_points"]["difference"]["value"].as_f64().unwrap();
    let share = |place: &str| by_agent[place]["base"]["value"].as_f64().unwrap();
    assert!((points - 10.0 * (share("first") - share("fourth"))).abs() < 1e-9, "{points}");
    assert!(is_same(&by_agent["placement"]["difference"]));
    assert_eq!(
        compared["differences"],
        json!([{ "name": "uma", "base": [20, 10, -10, -20], "variant": [30, 10, -10, -30] }])
    );
}

/// Not a byte outside `timing` depends on the number of threads, nor a line but the last.
#[test]
fn a_comparison_is_the_same_on_one_and_two_threads() {
    let line = "compare --variant mahjongsoul-east --agents random,shanten --games 301";
    let line = line.replace("random,shanten", "random,shanten,random,shanten");
    let json_on = |threads| {
        let mut value = json_of(&format!("{line} --json --threads {threads}"));
        assert_eq!(value["timing"].take()["threads"], threads);
        value.to_string()
    };
    assert_eq!(json_on(1), json_on(2));
    let page = |threads| {
        let assert = hyakuman(&format!("{line} --threads {threads}")).code(0);
        let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
        page.lines().rev().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(page(1), page(2));
}

#[test]
fn the_page_names_rules_and_change() {
    let page = hyakuman("compare --set kuitan=false --agents shanten --games 20").code(0).stderr("");
    page.stdout(
        starts_with("base     tenhou: ")
            .and(contains("\nthe variant has kuitan = false (base: true)\n"))
            .and(contains("\n20 games of each on the same walls, seed 1, seating rotate\n"))
            .and(contains("\ntable "))
            .and(contains("\nseat 3 ")),
    );
}
