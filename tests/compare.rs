//! `hyakuman compare` as a process.

use crate::process::{PROGRAM, hyakuman, is_the_same_on_two_threads};
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::{Value, json};

fn json_of(line: &str) -> Value {
    let warned = predicate::function(|said: &str| said.lines().all(|line| line.starts_with("warning: arm ")));
    let assert = hyakuman(line).code(0).stderr(warned);
    serde_json::from_slice(&assert.get_output().stdout).expect("JSON")
}

#[test]
fn the_matches_of_every_arm_are_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("sets");
    let line = format!(
        "compare --base tenhou-east --vary tobi=[Off,AtOrBelow0] --agents random --games 20 --record matches --out {}",
        out.display()
    );
    // A command that is refused leaves nothing behind that the corrected one would be refused for.
    hyakuman(&line.replace("--agents random", "--agents random,random")).code(2);
    assert!(!out.exists());
    let first = hyakuman(&line).code(0).stderr(contains("arm-2: 1 of 1 part, "));
    let page = |assert: &Assert| {
        let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        text.lines().filter(|line| !line.contains("decisions in")).map(str::to_owned).collect::<Vec<_>>()
    };
    let again = hyakuman(&line).code(0);
    assert_eq!(page(&first), page(&again));
    let rules = ["base", "arm-1", "arm-2"].map(|name| {
        let run = std::fs::read(out.join(name).join("manifest.json")).expect("a manifest");
        let run: Value = serde_json::from_slice(&run).expect("JSON");
        run["identity"]["rules"]["tobi"].clone()
    });
    assert_eq!(rules, ["Below0", "Off", "AtOrBelow0"]);
    for (from, to) in [("tobi=[Off,AtOrBelow0]", "kuitan=[false]"), ("--record matches", "--record kyoku")] {
        hyakuman(&line.replace(from, to))
            .code(2)
            .stdout("")
            .stderr(contains("sets holds something else than the data sets of this comparison"));
    }
    hyakuman("compare --set tobi=Off --record matches").code(2).stderr(contains("--out <DIR>"));
}

#[test]
fn bad_comparisons() {
    for (line, message) in [
        (
            "compare",
            "error: the variant has the same rules as tenhou: name another --variant, or change a rule\n",
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
        (
            "compare --vary tobbi=[Off]",
            "error: --vary tobbi=Off: there is no rule `tobbi`; did you mean `tobi`?",
        ),
        ("compare --vary tobi=Off", "error: --vary tobi=Off: expected KEY=[VALUE,VALUE,…]"),
        (
            "compare --vary tobi=[Below0]",
            "the variant has the same rules as tenhou: name another --variant, or change a rule",
        ),
        ("compare --vary tobi=[Off,Off]", "the arms tobi=Off and tobi=Off have the same rules"),
        ("compare --vary uma=[20,10]", "error: --vary uma=20: "),
        (
            "compare --set tobi=Off --primary kyokuu",
            "there is no measure \"kyokuu\"; did you mean \"kyoku\"?",
        ),
        ("compare --set tobi=Off --until kyoku=0.1 --for 10m", "cannot be used with"),
        ("compare --set tobi=Off --until kyoku=0.1 --games 10", "cannot be used with"),
        (
            "compare --set tobi=Off --equal-within kyoku",
            "the largest effect that does not matter, such as kyoku=0.05",
        ),
        ("compare --set tobi=Off --until verdict", "name at least one --equal-within MEASURE=BOUND"),
        (
            "compare --set tobi=Off --max-games 10",
            "required arguments were not provided:\n  <--until <MEASURE=HALF>|--for <TIME>>",
        ),
        ("compare --set tobi=Off --max-games 10 --games 40", "cannot be used with"),
        ("compare --set tobi=Off --until kyoku", "such as kyoku=0.02 or win=0.1%"),
        (
            "compare --set tobi=Off --until win=0.2",
            "error: win is a share: write win=0.2% for percentage points",
        ),
        (
            "compare --set tobi=Off --until kyoku=1%",
            "error: kyoku is no share: write kyoku=1, in its own unit",
        ),
        ("compare --set tobi=Off --for 10", "such as 90s, 10m or 2h"),
        ("compare --set tobi=Off --pairs", "one arm has no pairs"),
        ("compare --set tobi=Off --shard 1/2", "a shard needs a --state FILE"),
        ("compare --set tobi=Off --table random --agents random", "cannot be used with"),
        ("compare --set tobi=Off --table random --table random", "is named twice: name each table once"),
        (
            "compare --set tobi=Off --table random --table ukeire,random,random,random --primary rank_points",
            "ukeire.rank_points there is not seat0.rank_points of the first table",
        ),
        (
            "compare --set tobi=Off --table ukeire --table random --primary ukeire.win",
            "table random,random,random,random: a measure is of the table, of seat0 to seat3, or of an agent (random)",
        ),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// A table alone is `--agents`; of several, text, page and JSON have every table and what differs between them.
#[test]
fn tables_are_compared_with_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let play = "compare --base tenhou-east --set kuitan=false --primary call --games 80";
    let [one, alone] = ["--table", "--agents"].map(|option| {
        let mut found = json_of(&format!("{play} {option} shanten --json"));
        found["timing"].take();
        found
    });
    assert_eq!(one, alone);
    let tables = "--table shanten --table ukeire,random,random,random";
    let found = json_of(&format!("{play} {tables} --json --html {}", page.display()));
    let other = &found["other_tables"][0];
    assert_eq!(other["agents"], json!(["ukeire", "random", "random", "random"]));
    let value = |effect: &Value| effect["difference"]["value"].as_f64().unwrap();
    let expected =
        value(&other["arms"][0]["primary"]["ukeire.call"]) - value(&found["arms"][0]["primary"]["call"]);
    let interaction = &other["interactions"][0];
    assert_eq!(interaction["arm"], "kuitan=false");
    assert!((interaction["primary"]["call"]["value"].as_f64().unwrap() - expected).abs() < 1e-9);
    let page = std::fs::read_to_string(&page).unwrap();
    hyakuman(&format!("{play} {tables}"))
        .code(0)
        .stdout(contains("\nat table 2 less at table 1    call %").and(contains("for 1 arm at 2 tables (")));
    assert!(page.contains("Effects there less those at table 1"));
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

/// All differences of a comparison.
fn differences(of: &Value, found: &mut Vec<Value>) {
    match of {
        Value::Object(object) => {
            found.extend(object.get("difference").filter(|found| found["mark"].is_string()).cloned());
            object.values().for_each(|value| differences(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| differences(value, found)),
        _ => {}
    }
}

/// Where few walls changed, a difference is judged by its interval and its p value, or it is few: never both.
#[test]
fn few_walls_judge_or_are_few() {
    let mut found = Vec::new();
    let line = "compare --vary tobi=[Off,AtOrBelow0] --games 600 --json";
    differences(&json_of(line)["arms"], &mut found);
    let mut judged = 0;
    for difference in &found {
        let [low, high] = [0, 1].map(|bound| difference["ci95"][bound].as_f64());
        let (few, p) = (difference["few"] == true, difference["p"].as_f64());
        let zero = low.is_none() || low <= Some(0.0) && high >= Some(0.0);
        assert!(few == (difference["mark"] == "few") && (!few || zero && p.is_none()), "{difference}");
        assert!(few || low.is_none() || zero != (p <= Some(0.05)), "{difference}");
        assert!(difference["walls_changed_at_most"].is_null() || difference["same"] == true, "{difference}");
        judged += usize::from(
            !few && difference["events_changed"].as_u64().is_some_and(|walls| (1..20).contains(&walls)),
        );
    }
    assert!(found.len() > 200 && judged > 0 && found.iter().any(|found| found["few"] == true), "{judged}");
}

/// Uma changes no kyoku: nothing was measured precisely. It says how many walls that may be wrong for.
#[test]
fn what_never_changes_is_the_same_and_not_precise() {
    let line = "compare --base tenhou-east --set uma=[30,10,-10,-30] --agents random --until kyoku=0.0001";
    let found = json_of(&format!("{line} --json"));
    assert_eq!((&found["stopped"]["by"], &found["walls"]), (&"same".into(), &2_048.into()));
    let kyoku = &found["table"]["kyoku"]["difference"];
    let most = kyoku["walls_changed_at_most"].as_f64().unwrap();
    assert!(is_same(kyoku) && (most - 0.001_80).abs() < 1e-5, "{kyoku}");
    let text = contains("is the same on all of them: at most 0.18 % of walls\nchange it (95 %)");
    hyakuman(line).code(0).stdout(text);
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
    is_the_same_on_two_threads(&line);
}

#[test]
fn the_page_names_rules_and_change() {
    let page = hyakuman("compare --set kuitan=false --agents shanten --games 20").code(0).stderr("");
    page.stdout(
        starts_with("base     tenhou: ")
            .and(contains("\nthe variant has kuitan = false (base: true)\n"))
            .and(contains("\n20 matches of each on the same 20 deal sets (walls), seed 1, seating rotate\n"))
            .and(contains("\ntable "))
            .and(contains("\nseat 3 ")),
    );
}

const SWEEP: &str = "compare --vary tobi=[Off,AtOrBelow0] --vary uma=[[15,5,-5,-15],[20,10,-10,-20]] --games 130 --agents \
                     shanten --primary kyoku,rank_points --pairs";

/// One object has all arms; each rate is as in the comparison of one arm, but for the adjustment.
#[test]
fn a_sweep_has_an_object_for_each_arm() {
    let found = json_of(&format!("{SWEEP} --json"));
    let names: Vec<&str> =
        found["arms"].as_array().unwrap().iter().map(|arm| arm["name"].as_str().unwrap()).collect();
    let arms =
        ["tobi=Off uma=[15,5,-5,-15]", "tobi=Off uma=[20,10,-10,-20]", "tobi=AtOrBelow0 uma=[15,5,-5,-15]"];
    assert_eq!(names[..3], arms);
    assert_eq!(
        (&found["primary"], &found["adjustment"]),
        (&json!(["kyoku", "seat0.rank_points"]), &json!("benjamini_hochberg"))
    );
    assert_eq!(found["pairs"].as_array().unwrap().len(), 6);
    assert!(found["table"].is_null() && found["variant"].is_null());
    let alone = json_of("compare --set tobi=Off --games 130 --agents shanten --json");
    assert_eq!(alone["arms"][0]["table"], alone["table"]);
    for (name, rate) in alone["table"].as_object().unwrap() {
        let (own, other) = (&rate["difference"], &found["arms"][1]["table"][name]["difference"]);
        assert_eq!((&own["ci95"], &own["p"]), (&other["ci95"], &other["p"]), "{name}");
    }
    let kyoku = &alone["table"]["kyoku"]["difference"];
    assert!(kyoku["p_adjusted"] == kyoku["p"] && alone["table"]["won"]["difference"]["p_adjusted"].is_null());
}

#[test]
fn the_page_of_a_sweep_is_at_most_100_columns_wide() {
    for more in ["", " --details", " --anytime"] {
        let assert = hyakuman(&format!("{SWEEP}{more}")).code(0);
        let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
        let long = page.lines().filter(|line| line.chars().count() > 100);
        assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new());
        for part in
            ["\narm 4", "\nprimary ", "\nexploratory", "\npairs of arms", "4 less 3", "Benjamini", "note: "]
        {
            let expected = if more == " --anytime" && part == "Benjamini" { "Bonferroni" } else { part };
            assert!(page.contains(expected), "{expected}: {page}");
        }
    }
}

/// The p value of a primary measure is in its column, and the text says that it is adjusted.
#[test]
fn p_values_are_beside_their_measure() {
    let line = "compare --vary tobi=[Off,AtOrBelow0] --primary kyoku,decisions --games 400 --agents ukeire";
    let page = String::from_utf8(hyakuman(line).code(0).get_output().stdout.clone()).expect("UTF-8");
    let (_, grid) = page.split_once("\nprimary").expect("a table");
    let (grid, rest) = grid.split_once("\n\n").expect("an end");
    let row = grid.lines().find(|line| line.contains("tobi=Off")).expect("an arm");
    let [kyoku, decisions] = row.split("● ").skip(1).collect::<Vec<_>>()[..] else { panic!("{grid}") };
    assert!([kyoku, decisions].iter().all(|cell| cell.contains(" -") && cell.contains("  p ")), "{grid}");
    let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rest.contains("p of a primary measure (kyoku, decisions) is adjusted for 2 arms and 2 measures (Benjamini-Hochberg)"), "{rest}");
    assert!(rest.contains("about 1 in 20 measures with no real effect gets this mark by chance"), "{rest}");
}

#[test]
fn a_crossed_combination_that_is_the_base_is_said() {
    let line =
        "compare --vary tobi=[Below0,Off] --vary kuitan=[true,false] --games 8 --agents shanten --json";
    let assert = hyakuman(line).code(0);
    assert.stderr("warning: tobi=Below0 kuitan=true is the base itself, so it is not an arm\n");
}

/// A precision stops early; the number of matches that a time allowed gives the same again.
#[test]
fn a_comparison_stops_by_precision_or_time() {
    let until = json_of("compare --set length_winds=1 --agents random --until kyoku=1 --json");
    assert_eq!((&until["stopped"]["by"], &until["intervals"]), (&json!("precision"), &json!("fixed")));
    assert_eq!(until["walls"], 64);
    let timed = json_of("compare --set length_winds=1 --agents random --for 1s --json");
    assert_eq!((&timed["stopped"]["by"], &timed["stopped"]["for"]), (&json!("time"), &json!(1)));
    let again =
        format!("compare --set length_winds=1 --agents random --games {} --anytime --json", timed["games"]);
    assert_eq!(json_of(&again)["arms"], timed["arms"]);
}

/// A measure of one's own is in JSON, text and page of all three commands, and its mistakes are found before anything is played.
#[test]
fn measures_of_ones_own_are_shown() {
    let measures = "--measure 'unlucky = mean(delta where riichi and not won)' --measure 'long = share(kyoku_played > 5 over matches)'";
    let words = |line: &str| shlex(&format!("{line} {measures}"));
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for (line, table) in [
        ("run --rules tenhou-east --games 40", true),
        ("compare --base tenhou-east --set length_winds=2 --games 40 --primary unlucky,long", true),
        ("match ukeire random --rules tenhou-east --walls 10", false),
    ] {
        let run = |more: &[&str]| Command::new(PROGRAM).args(words(line)).args(more).assert().success();
        let shown =
            String::from_utf8(run(&["--html", page.to_str().unwrap()]).get_output().stdout.clone()).unwrap();
        let json = String::from_utf8(run(&["--json"]).get_output().stdout.clone()).unwrap();
        for text in [&shown, &json, &std::fs::read_to_string(&page).unwrap()] {
            assert!(text.contains("unlucky") && (text.contains("long") || !table), "{line}: {text}");
        }
        std::fs::remove_file(&page).unwrap();
    }
    let wrong = "run --measure 'a = mean(delt where riichi)' --games 1000000";
    let refused = Command::new(PROGRAM).args(shlex(wrong)).assert().code(2);
    refused.stderr(contains("column 10: there is no column delt; did you mean delta?"));
}

/// Beside rank points stands how clearly a player leads, in text, page and JSON, with the chances to be ahead.
#[test]
fn the_lead_of_a_player_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let line = "compare --base tenhou-east --set uma=[90,-30,-30,-30] --agents shanten,random,random,random --games 80 --primary edge,luck_share";
    let shown = hyakuman(&format!("{line} --html {}", page.display())).success();
    let shown = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    assert!(
        shown.contains("\nedge  ") && shown.contains("shanten: ahead after 10, 100 matches %"),
        "{shown}"
    );
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("shanten: edge") && html.contains("luck share %"), "{html}");
    let found = json_of(&format!("{line} --json"));
    let arm = &found["arms"][0];
    assert_eq!(arm["edge"], found["edge"]);
    let own = &arm["edge"]["by_agent"][0];
    for key in ["base", "variant", "difference"] {
        assert_eq!(own[key], arm["primary"]["shanten.edge"][key]);
        assert!(own[key]["ci95"].is_array());
    }
    assert_eq!((&own["agent"], &arm["edge"]["by_seat"][3]["seat"]), (&json!("shanten"), &json!(3)));
    assert_eq!(own["ahead"][0]["base"], 1.0, "random is never ahead of it");
    let seat = &arm["edge"]["by_seat"][0];
    let from_even = |at: usize| seat["ahead"][at]["base"].as_f64().unwrap() - 0.5;
    assert_eq!(own["ahead"][1]["matches"], 100);
    let edge = seat["base"]["value"].as_f64().unwrap();
    assert!(
        edge * from_even(0) > 0.0 && from_even(0).abs() < from_even(1).abs() && from_even(1).abs() <= 0.5
    );
    assert!(arm["primary"]["luck_share"]["difference"]["p_adjusted"].is_number());
    let alone = json_of(
        "compare --base tenhou-east --set tobi=Off --agents random --games 20 --primary seat0.edge --json",
    );
    assert_eq!(alone["edge"]["by_agent"][0]["base"], Value::Null);
    assert!(alone["edge"]["by_seat"][0]["ahead"][0]["base"].is_number());
}

/// The words of a command line; quotes are around whole words.
fn shlex(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// The verdict is in JSON, text and page, in words and with its interval.
#[test]
fn verdicts_on_bounds_are_shown() {
    let line = "compare --base tenhou-east --set length_winds=2 --agents random --games 400 --equal-within kyoku=50 --equal-within win=3%";
    let found = json_of(&format!("{line} --json"));
    let kyoku = &found["equal_within"]["kyoku"];
    assert_eq!(
        (&kyoku["verdict"], &kyoku["bound"], &kyoku["level"]),
        (&json!("within"), &json!(50.0), &json!(0.95))
    );
    assert_eq!(found["arms"][0]["equal_within"], found["equal_within"]);
    assert_eq!(found["equal_within"]["win"]["bound"], 0.03);
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let shown = hyakuman(&format!("{line} --html {}", page.display())).success();
    let words =
        contains("no effect larger than 50").and(contains("no effect larger than 3 percentage points"));
    shown.stdout(words.and(contains("97.5 % interval excludes zero")));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Equal within") && page.contains("no effect larger than 50"));
    let until = json_of(
        "compare --set length_winds=1 --agents random --equal-within kyoku=50 --until verdict --json",
    );
    assert_eq!((&until["stopped"]["by"], &until["stopped"]["until"]), (&json!("verdict"), &json!("verdict")));
}

/// The text of a comparison of four agents `random` in short matches.
fn text_of(more: &str) -> String {
    let words = shlex(&format!("compare --base tenhou-east --games 20 --agents random {more}"));
    let assert = Command::new(PROGRAM).args(words).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Arms have the names that they are given: in text, JSON, page, and the list of recorded data sets.
#[test]
fn arms_are_called_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let [page, sets] = ["page.html", "sets"].map(|name| folder.path().join(name));
    let line = "--variant 'North club=kuitan=false uma=[30,10,-10,-30]' --variant South=tenhou --pairs";
    let text =
        text_of(&format!("{line} --record matches --out {} --html {}", sets.display(), page.display()));
    for part in [
        "\narm 1    North club: uma = ",
        "\narm 2    South: length_winds = 2",
        "\n 1 North club ",
        "\n 2 South ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<h3>1 North club</h3>") && page.contains(">2 South<"), "{page}");
    let list = std::fs::read_to_string(sets.join("comparison.json")).unwrap();
    assert!(list.contains("North club") && list.contains("South"), "{list}");
    let found: Value = serde_json::from_str(&text_of(&format!("{line} --json"))).unwrap();
    assert_eq!(found["pairs"][0]["arms"], json!(["North club", "South"]));
    let alone = text_of("--variant Club=kuitan=false");
    assert!(
        alone.contains("\nClub has kuitan = false (base: true)\n") && alone.contains("\n 1 Club "),
        "{alone}"
    );
}

/// Names of arms that begin alike are cut so that they differ; a file with yaku takes one line.
#[test]
fn long_arms_stay_short_and_differ() {
    let (yaku, long) = (
        |name: &str| format!("{{ name = \"{name}\", han = 1, when = \"closed\" }}"),
        "start_points=30000 reference_points=30000 target_points=30000",
    );
    let names: Vec<String> = (1..=12).map(|number| yaku(&format!("Own yaku number {number}"))).collect();
    let text = text_of(&format!(
        "--variant '{long} uma=[10,5,-5,-10]' --variant '{long} uma=[30,10,-10,-30]' --variant 'yaku=[{}]' --variant kuitan=false",
        names.join(", ")
    ));
    for part in [
        "\n 1 uma=[10,5,-5,-10] start_points…",
        "\n 2 uma=[30,10,-10,-30] start_poin…",
        "\n 3 yaku=Own yaku number 1,Own yak…",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let head: Vec<&str> = text.lines().take_while(|line| !line.contains("matches of each")).collect();
    assert!(head.iter().any(|line| line.starts_with("arm 3 yaku = 12: Own yaku number 1, ")), "{text}");
    assert!(head.len() <= 8, "{text}");
}

/// Measures of one's own are in the text of several arms without being named again.
#[test]
fn measures_of_ones_own_are_shown_of_several_arms() {
    let text = text_of(
        "--vary tobi=[Off,AtOrBelow0] --measure 'draws_of_win = mean(draws over wins)' --measure 'long = share(kyoku_played > 5 over matches)'",
    );
    let (_, grids) = text.split_once("\nexploratory").expect("a table");
    assert!(grids.contains(" draws_of_win ") && grids.contains(" long %"), "{text}");
}

/// The share of wins with each yaku of the rules is in the text, and what agents know of the change.
#[test]
fn own_yaku_and_what_agents_know_are_in_the_text() {
    let line = "--set 'yaku=[{ name = \"Closed hand\", han = 1, when = \"closed\" }]' --set chips=[Ura] --agents value,ukeire,ukeire,ukeire";
    let line = line.replace("--agents", "--games 8 --agents");
    let words = shlex(&format!("compare --base tenhou-east {line}"));
    let run = |more: &[&str]| {
        let assert = Command::new(PROGRAM).args(&words).args(more).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let text = run(&[]);
    for part in [
        "\nthe variant has chips = [\"Ura\"] (base: []), yaku = 1: Closed hand (base: [])\n",
        "\nvalue plays by the changes in part: yaku; not at all: chips\n",
        "\nukeire plays by the changes not at all: chips, yaku\n",
        "\nnote: no agent at this table plays by chips: ",
        "\nyaku, % of wins ",
        "\nclosed hand ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let found: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let expected = json!({
        "chips": { "value": "not_at_all", "ukeire": "not_at_all" },
        "yaku": { "value": "in_part", "ukeire": "not_at_all" },
    });
    assert_eq!((&found["knowledge"], &found["arms"][0]["knowledge"]), (&expected, &expected));
}

/// Where agents know a rule of some arms only, the arms are named; what no agent builds towards is a note.
#[test]
fn what_agents_know_is_said_by_arm() {
    let of = |when: &str| format!("'{when}=yaku=[{{ name = \"A\", han = 1, when = \"{when}\" }}]'");
    let line = format!(
        "compare --base tenhou-east --variant {} --variant {} --agents value --games 8",
        of("dealer"),
        of("last-tile")
    );
    let run = |more: &[&str]| {
        let assert = Command::new(PROGRAM).args(shlex(&line)).args(more).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let text = run(&[]);
    let note = "no agent builds towards `a` (`last-tile`): that is rare and known at the win only.";
    let lines = [
        "value plays by the changes in part: yaku (arm 1); at tenpai only: yaku (arm 2)",
        &format!("note: {note}"),
    ];
    assert!(lines.iter().all(|line| text.contains(&format!("\n{line}\n"))), "{text}");
    let found: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert!(found["notes"].as_array().unwrap().contains(&json!(note)), "{}", found["notes"]);
}

/// An agent called like a measure; rank points in another unit; a number of matches where the end is open.
#[test]
fn what_could_be_misread_is_said() {
    let line = "compare --base tenhou-east --set uma=[30,10,-10,-30] --games 4 --agents placement,ukeire,ukeire,ukeire";
    let text = hyakuman(&format!("{line} --primary placement,rank_points")).success();
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    assert!(
        text.contains("agent placement: placement ") && text.contains("placement: rank points"),
        "{text}"
    );
    let one_line = text.replace('\n', " ");
    assert!(one_line.contains("Arm 1 counts rank points in another unit than the base (uma)"), "{text}");
    hyakuman("compare --set tobi=Off --until kyoku=0.1 --games 10")
        .code(2)
        .stderr(contains("tip: --max-games N limits the matches of --until and --for"));
    hyakuman("match ukeire random --until 1 --walls 10")
        .code(2)
        .stderr(contains("tip: --max-walls N limits the walls of --until and --for"));
    hyakuman("run --until kyoku=0.1").code(2).stderr(contains(
        "tip: --until, --for and --max-games are of `compare` and `match`; `run` plays --games N",
    ));
}

#[test]
fn the_help_has_examples() {
    let help = hyakuman("compare --help").code(0);
    help.stdout(contains("--vary 'uma=[[15,5,-5,-15],[30,10,-10,-30]]'").and(contains("--until kyoku=0.02")));
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// Without the extension there are fewer kyoku, but hardly fewer aborts: no effect on aborts is claimed.
    #[test]
    #[ignore = "long: thousands of matches"]
    fn no_effect_is_claimed_of_rare_events() {
        for seed in 1..=3 {
            let line = format!("compare --set extension_winds=0 --games 2000 --seed {seed} --json");
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
}
