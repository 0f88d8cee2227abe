//! `hyakuman review` as a process: matches of data sets and logs, and what cannot be reviewed.

use crate::process::in_folder as hyakuman;
use assert_cmd::Command;
use hyakuman_arena::review::Judge;
use hyakuman_arena::{Error, Observer};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a data set `set` of 8 matches.
fn recorded(rules: &str, agents: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("run --rules {rules} --agents {agents} --games 8 --seed 5 --record replays --out set");
    let (code, _, err) = hyakuman(folder.path(), &line);
    assert_eq!(code, 0, "{err}");
    folder
}

fn json(folder: &TempDir, line: &str) -> Value {
    let (code, out, err) = hyakuman(folder.path(), line);
    assert_eq!((code, &err[..]), (0, ""), "{line}");
    serde_json::from_str(&out).unwrap()
}

/// An agent agrees with itself, and loses nothing by its own numbers.
#[test]
fn an_agent_agrees_with_itself() {
    for (rules, agent) in [("tenhou", "value"), ("tenhou-sanma", "placement"), ("shura", "value")] {
        let folder = recorded(rules, agent);
        let found = json(&folder, &format!("review set --match 3 --agent {agent} --json"));
        for player in found["players"].as_array().unwrap() {
            assert_eq!(
                (&player["same"], player["loss"].as_f64()),
                (&player["decisions"], Some(0.0)),
                "{player}"
            );
        }
        assert!(found["decisions"].as_array().unwrap().len() > 100);
    }
}

/// Every legal action has a value; what was lost is the difference; totals are those of the decisions.
#[test]
fn losses_are_differences_of_values() {
    let folder = recorded("tenhou", "ukeire,value,shanten,random");
    let found = json(&folder, "review set --match 1 --json");
    assert_eq!((&found["unit"], &found["agent"]), (&"rank_points".into(), &"placement".into()));
    let decisions = found["decisions"].as_array().unwrap();
    for decision in decisions {
        let candidates = decision["candidates"].as_array().unwrap();
        let value = |name: &Value| {
            candidates.iter().find(|it| it["name"] == *name).and_then(|it| it["value"].as_f64())
        };
        let Some(loss) = decision["loss"].as_f64() else { continue };
        let expected = (value(&decision["choice"]).unwrap() - value(&decision["done"]).unwrap()).max(0.0);
        assert!((loss - expected).abs() < 1e-4, "{decision}");
    }
    let sum: f64 = decisions.iter().filter_map(|decision| decision["loss"].as_f64()).sum();
    let players = found["players"].as_array().unwrap();
    assert!((players.iter().map(|it| it["loss"].as_f64().unwrap()).sum::<f64>() - sum).abs() < 1e-3);
    let of = |name: &str| players.iter().find(|it| it["name"] == name).unwrap()["loss"].as_f64().unwrap();
    assert!(of("value") < of("ukeire") && of("ukeire") < of("random"), "{players:?}");
}

/// A log of a match has the review of the match, but for decisions whose answer it does not show: another seat called first, so a pass or
/// a call that came to nothing is not in it.
#[test]
fn a_log_is_reviewed_as_its_match() {
    let folder = recorded("tenhou", "ukeire");
    let mut hidden = 0;
    for agent in ["value", "placement"] {
        let of_set = json(&folder, &format!("review set --match 2 --agent {agent} --json"));
        for format in ["mjai", "tenhou6"] {
            let (code, log, _) = hyakuman(folder.path(), &format!("show set --match 2 --format {format}"));
            assert_eq!(code, 0);
            std::fs::write(folder.path().join("log"), log).unwrap();
            let of_log = json(&folder, &format!("review log --agent {agent} --json"));
            assert_eq!(of_log["note"], "", "{format}");
            let mut shown = list(&of_log["decisions"]).iter().peekable();
            for decision in list(&of_set["decisions"]) {
                if shown.next_if(|shown| shown["decision"] == decision["decision"]).is_none() {
                    let is_call = ["call", "win"].iter().any(|sort| decision["sort"] == **sort);
                    assert!(is_call, "{format} {agent}: {decision}");
                    hidden += 1;
                }
            }
            assert!(shown.next().is_none(), "{format}");
            let all = list(&of_set["decisions"]);
            let same = list(&of_log["decisions"]).iter().all(|decision| all.contains(decision));
            assert!(same, "{format} {agent}");
        }
    }
    assert!(hidden > 0);
    let (code, text, err) = hyakuman(folder.path(), "review log --seat 1 --agent value --top 3");
    assert_eq!((code, &err[..]), (0, ""));
    assert!(text.contains("greatest losses (3 of ") && text.contains("values in points"), "{text}");
    assert_eq!(text.matches("  did   ").count(), 3, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
}

/// A sum over decisions, recounted.
#[derive(Default, Debug)]
struct Sum {
    decisions: u64,
    same: u64,
    valued: u64,
    loss: f64,
}

impl Sum {
    fn of<'a>(decisions: impl IntoIterator<Item = &'a Value>) -> Sum {
        let mut sum = Sum::default();
        for decision in decisions {
            let loss = decision["loss"].as_f64();
            sum.decisions += 1;
            sum.same += u64::from(decision["done"] == decision["choice"] || decision["agrees"] == true);
            sum.valued += u64::from(loss.is_some());
            sum.loss += loss.unwrap_or_default();
        }
        sum
    }

    /// Checks the totals in JSON.
    fn expect(&self, found: &Value, what: &str) {
        let counts = ["decisions", "same", "valued"].map(|name| found[name].as_u64().unwrap());
        assert_eq!(counts, [self.decisions, self.same, self.valued], "{what}: {found}");
        let near = |name: &str, value: Option<f64>| match (found[name].as_f64(), value) {
            (Some(found), Some(value)) => assert!((found - value).abs() < 1e-3, "{what}: {found} {value}"),
            (found, value) => assert_eq!(found, value, "{what}"),
        };
        let part = |of: f64, all: u64| (all > 0).then(|| of / all as f64);
        near("loss", Some(self.loss));
        near("mean_loss", part(self.loss, self.valued));
        near("agreement", part(self.same as f64, self.decisions));
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The totals of a seat, by sort and by kyoku, are those of its decisions; sorts and kyoku are a partition.
#[test]
fn totals_are_those_of_the_decisions() {
    for (rules, agent) in [("tenhou", "placement"), ("tenhou-sanma", "defend")] {
        let folder = recorded(rules, "ukeire");
        let found = json(&folder, &format!("review set --match 5 --agent {agent} --json"));
        let decisions = list(&found["decisions"]);
        for player in list(&found["players"]) {
            let own = || decisions.iter().filter(|decision| decision["seat"] == player["seat"]);
            Sum::of(own()).expect(player, "all");
            let sorts = player["by_sort"].as_object().unwrap();
            for (sort, totals) in sorts {
                Sum::of(own().filter(|decision| decision["sort"] == **sort)).expect(totals, sort);
            }
            for kyoku in list(&player["by_kyoku"]) {
                let here = |it: &&Value| it["kyoku"] == kyoku["kyoku"] && it["honba"] == kyoku["honba"];
                Sum::of(own().filter(here)).expect(kyoku, "a kyoku");
            }
            for parts in [sorts.values().collect::<Vec<_>>(), list(&player["by_kyoku"]).iter().collect()] {
                let sum = parts.iter().map(|part| part["decisions"].as_u64().unwrap()).sum::<u64>();
                assert_eq!(player["decisions"], sum);
            }
        }
        let sorts: Vec<&Value> = decisions.iter().map(|decision| &decision["sort"]).collect();
        assert!(["call", "fold", "discard", "riichi"].iter().all(|sort| sorts.iter().any(|it| it == sort)));
    }
}

/// The decisions of a match with the names of their players.
fn named_decisions(found: &Value) -> Vec<(Value, Value)> {
    let name = |decision: &Value| {
        let player = list(&found["players"]).iter().find(|player| player["seat"] == decision["seat"]);
        player.unwrap()["name"].clone()
    };
    list(&found["decisions"]).iter().map(|decision| (name(decision), decision.clone())).collect()
}

/// The table of a data set, and of logs, has the sums of the matches, by player in order of the names.
#[test]
fn a_table_has_the_sums_of_its_matches() {
    let folder = recorded("tenhou", "value,ukeire,value,shanten");
    std::fs::create_dir_all(folder.path().join("logs/more")).unwrap();
    let [mut of_set, mut of_logs] = [vec![], vec![]];
    for number in 0..8 {
        of_set.extend(named_decisions(&json(&folder, &format!("review set --match {number} --json"))));
        let (_, log, _) = hyakuman(folder.path(), &format!("show set --match {number} --format tenhou6"));
        let file = format!("logs/{}{number}.json", if number < 4 { "more/" } else { "" });
        std::fs::write(folder.path().join(&file), log).unwrap();
        of_logs.extend(named_decisions(&json(&folder, &format!("review {file} --json"))));
    }
    let several = "logs/more logs/4.json logs/5.json logs/6.json logs/7.json";
    for (paths, decisions) in [("set", of_set), ("logs", of_logs.clone()), (several, of_logs)] {
        let table = json(&folder, &format!("review {paths} --json"));
        let names: Vec<&Value> = list(&table["players"]).iter().map(|player| &player["name"]).collect();
        assert_eq!(names, ["shanten", "ukeire", "value"], "{paths}");
        assert_eq!((&table["matches"], &table["unit"]), (&8.into(), &"rank_points".into()));
        for player in list(&table["players"]) {
            let own = decisions.iter().filter(|(name, _)| *name == player["name"]);
            Sum::of(own.map(|(_, decision)| decision)).expect(player, paths);
            assert!(player["ci95"].is_null(), "{player}");
        }
    }
    let (code, text, err) = hyakuman(folder.path(), "review set");
    assert_eq!((code, &err[..]), (0, ""));
    assert!(text.starts_with("8 matches, reviewed by placement; losses in final rank points\n"), "{text}");
    assert_eq!(text, hyakuman(folder.path(), "review set").1);
}

/// A match that is there in two formats is reviewed once; an interval is of ten matches or more.
#[test]
fn a_match_that_is_there_twice_is_reviewed_once() {
    let folder = recorded("tenhou", "ukeire,shanten,ukeire,shanten");
    let show = |format: &str| {
        let line = format!("show set --match 0..3 --format {format} --out logs/{format}");
        assert_eq!(hyakuman(folder.path(), &line).0, 0);
    };
    show("tenhou6");
    let line = "review logs --agent value:depth=0 --json";
    let once = json(&folder, line);
    show("mjai");
    let (code, out, err) = hyakuman(folder.path(), line);
    let twice: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &twice["players"], &twice["matches"]), (0, &once["players"], &once["matches"]));
    assert_eq!([&once["twice"], &twice["twice"], &twice["logs"]], [&Value::from(0), &3.into(), &6.into()]);
    let sentence = "warning: skipped: tenhou6/match-000002.tenhou6.json is the same match as mjai/match-000002.mjai.jsonl";
    assert!(err.ends_with(&format!("{sentence}\n")), "{err}");
    let line = "run --agents ukeire,shanten,ukeire,shanten --games 24 --seed 6 --record replays --out more";
    assert_eq!(hyakuman(folder.path(), line).0, 0);
    for player in list(&json(&folder, "review more --agent value:depth=0 --json")["players"]) {
        let [low, high] = [0, 1].map(|at| player["ci95"][at].as_f64().unwrap());
        let mean = player["mean_loss"].as_f64().unwrap();
        assert!(0.0 <= low && low <= mean && mean < high, "{player}");
    }
}

/// A bot that breaks the protocol has an exit code of its own, whether it judges one log or several.
#[cfg(unix)]
#[test]
fn a_bot_that_breaks_the_protocol() {
    let folder = recorded("tenhou", "ukeire");
    let line = "show set --match 0..2 --format mjai --out logs";
    assert_eq!(hyakuman(folder.path(), line).0, 0);
    for logs in ["logs/match-000000.mjai.jsonl", "logs"] {
        let args = ["review", logs, "--agent", "mjai:cmd=yes"];
        let output =
            Command::cargo_bin("hyakuman").unwrap().current_dir(folder.path()).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{logs}: {output:?}");
    }
}

/// A log that cannot be read, or that the engine contradicts, is a line on standard error; the others are in the table.
#[test]
fn logs_with_problems_are_named_and_counted() {
    let folder = recorded("tenhou", "ukeire");
    std::fs::create_dir(folder.path().join("logs")).unwrap();
    let (_, log, _) = hyakuman(folder.path(), "show set --match 2 --format tenhou6");
    let mut wrong: Value = serde_json::from_str(&log).unwrap();
    wrong["log"][1][1] = serde_json::json!([26000, 24000, 25000, 25000]);
    for (name, text) in
        [("a.json", log.clone()), ("b.txt", "<b>no log</b>".into()), ("c.json", wrong.to_string())]
    {
        std::fs::write(folder.path().join("logs").join(name), text).unwrap();
    }
    std::fs::write(folder.path().join("logs/.hidden"), "no log").unwrap();
    let (code, out, err) = hyakuman(folder.path(), "review logs --json");
    let table: Value = serde_json::from_str(&out).unwrap();
    let counts = ["matches", "logs", "unreadable", "disagreeing"].map(|name| table[name].as_u64().unwrap());
    assert_eq!((code, counts), (2, [2, 3, 1, 1]), "{err}");
    let lines: Vec<&str> = err.lines().collect();
    let of = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((of("error: b.txt: "), of("warning: c.json: log and engine disagree")), (1, 1), "{err}");
    assert_eq!(lines.last(), Some(&"error: 1 of 3 logs cannot be read, or not as a whole"), "{err}");
    let single = hyakuman(folder.path(), "review logs/a.json logs/b.txt").1;
    assert!(single.contains("no interval: matches on fewer than ten walls"), "{single}");
}

/// Rollouts are played where the agent would have done something else, and are the same again.
#[test]
fn rollouts_stand_beside_other_choices() {
    let folder = recorded("tenhou", "ukeire");
    let line = "review set --match 3 --seat 0 --worlds 20 --policy ukeire --json";
    let found = json(&folder, line);
    let decisions = found["decisions"].as_array().unwrap();
    for decision in decisions {
        let (played, agrees) = (&decision["rollouts"], decision["agrees"].as_bool().unwrap());
        assert_eq!(played.is_null(), agrees, "{decision}");
        if let [Some(done), Some(choice), Some(loss)] =
            ["done", "choice", "loss"].map(|key| played[key].as_f64())
        {
            assert!((choice - done - loss).abs() < 1e-6 && played["worlds"] == 20, "{played}");
        }
    }
    assert!(decisions.iter().any(|it| it["rollouts"]["loss_ci95"].is_array()));
    assert_eq!(found, json(&folder, line));
    let (_, text, _) = hyakuman(folder.path(), &line.replace(" --json", " --top 1"));
    let last: Vec<&str> = text.lines().rev().take(3).collect();
    assert!(
        last[2].contains(", in rollouts ") && last[..2].iter().all(|it| it.contains(", rollouts ")),
        "{text}"
    );
    let page = "review set --match 3 --seat 0 --worlds 20 --policy ukeire --html page.html";
    assert_eq!(hyakuman(folder.path(), page).0, 0);
    for (line, why) in [
        ("review set --worlds 20", "--worlds is for one match"),
        ("review set --match 3 --worlds 0", "expected a whole number from 1 to 100000"),
        ("review set --match 3 --worlds 5 --policy nobody", "unknown agent \"nobody\""),
        ("review set --match 3 --policy ukeire", "--worlds"),
    ] {
        let (code, out, err) = hyakuman(folder.path(), line);
        assert!(code == 2 && out.is_empty() && err.contains(why), "{line}: {err}");
    }
}

/// The page has the review of the match; the text or JSON is as without it.
#[test]
fn a_page_of_a_review() {
    let folder = recorded("tenhou", "ukeire");
    let (code, text, err) = hyakuman(folder.path(), "review set --match 3 --html page.html --top 2");
    assert_eq!((code, err.starts_with("page.html: ")), (0, true), "{err}");
    assert_eq!(text, hyakuman(folder.path(), "review set --match 3 --top 2").1);
    let page = || std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    let of_match = page();
    assert!(
        of_match.contains("\"agent\":\"placement\"")
            && !of_match.contains("src=")
            && of_match.len() < 300_000
    );
    let (_, log, _) = hyakuman(folder.path(), "show set --match 3 --format mjai");
    std::fs::write(folder.path().join("log"), log).unwrap();
    assert_eq!(hyakuman(folder.path(), "review log --html page.html --json").0, 0);
    assert!(page() != of_match && page().contains("\"agent\":\"placement\""));
    let table = "review set --html page.html --markdown page.md";
    assert_eq!((hyakuman(folder.path(), table).0, page().contains("<td class=\"number\">8<")), (0, true));
    let markdown = || std::fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(markdown().contains("\n| ukeire | 8 | "), "{}", markdown());
    assert_eq!(hyakuman(folder.path(), "review set --match 3 --top 2 --markdown page.md").1, text);
    assert!(markdown().contains("\n- seat 0 (ukeire): ") && markdown().contains("\n| East 1 | "));
    assert_eq!(hyakuman(folder.path(), "review log --html log").0, 2);
}

/// Stops at once.
struct Impatient;

impl Observer for Impatient {
    fn done(&self, _: u64) {
        panic!("nothing is done");
    }

    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_review_can_be_stopped() {
    let folder = recorded("tenhou", "ukeire");
    let (roster, agent) = (hyakuman::roster(), "value".parse().unwrap());
    let judge = Judge {
        roster: &roster,
        agent: &agent,
        seat: None,
        rollouts: None,
        rules: &|_| unreachable!("no log"),
    };
    for path in ["set", "set/manifest.json"] {
        let found = judge.review(&[folder.path().join(path)], &Impatient, &mut |_| {});
        assert!(matches!(found, Err(Error::Interrupted)), "{found:?}");
    }
}

#[test]
fn what_cannot_be_reviewed() {
    let folder = recorded("yangzhou", "ukeire");
    let refused = |line: &str| {
        let (code, out, err) = hyakuman(folder.path(), line);
        assert_eq!((code, &out[..]), (2, ""), "{line}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        err
    };
    assert!(refused("review set --match 0").contains("set is of yangzhou: a review is of riichi mahjong"));
    assert!(refused("review set").contains("set is of yangzhou: a review is of riichi mahjong"));
    std::fs::write(folder.path().join("log"), "nothing").unwrap();
    refused("review log");
    refused("review nowhere");
    let riichi = recorded("tenhou", "random");
    let refused = |line: &str| hyakuman(riichi.path(), line).2;
    assert!(refused("review set --match 8").contains("holds the matches 0 to 7"));
    assert!(refused("review set --match 0 --seat 4").contains("there is no seat 4: expected 0 to 3, or all"));
    assert!(refused("review set --rules tenhou").contains("a data set has its rules"));
    assert!(refused("review set --seat east").contains("expected 0, 1, 2, 3 or all"));
    assert!(refused("review set set --match 0").contains("--match is for one log or data set"));
    assert!(refused("review set set").contains("set is given twice: give it once"));
    let (code, _, err) = hyakuman(
        riichi.path(),
        "run --rules tenhou --agents random --games 4 --seed 5 --record replays,kyoku --out first",
    );
    assert_eq!(code, 0, "{err}");
    assert!(
        refused("review set first")
            .contains("set and first are data sets of the same matches: give one of them")
    );
    assert!(refused("review set --seat 7").contains("there is no decision to review"));
    assert!(refused("review set --agent shanten").contains("does not say what actions are worth"));
    assert!(refused("review set --match 0 --agent shanten").contains("does not say what actions are worth"));
    assert!(refused("review set --match 0 --agent valeu").contains("unknown agent \"valeu\""));
}

/// Values of a bot that no sum can hold are left aside, with a sentence; the others make the mean loss.
#[test]
#[cfg(target_os = "linux")]
fn values_beyond_all_bounds_are_left_aside() {
    let folder = recorded("tenhou-east", "random");
    let bot = |values: &str, name: &str| {
        let program = env!("CARGO_BIN_EXE_hyakuman");
        let sed = format!(
            r#"s/"value":{values}[0-9.]*/"value":-3.4e38/g; s/"q_values":\[[^]]*\]/"q_values":null/"#
        );
        std::fs::write(folder.path().join(name), format!("{program} bot value:depth=0 | sed -u '{sed}'"))
            .unwrap();
        let agent = format!("mjai:cmd=\"sh {name}\"");
        let args = ["review", "set", "--match", "0", "--seat", "0", "--agent", &agent];
        let output =
            Command::cargo_bin("hyakuman").unwrap().current_dir(folder.path()).args(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let sentence = "the values of a decision were left aside ";
    let (code, page, said) = bot("-", "some.sh");
    assert!(code == 0 && page.contains("mean loss ") && !page.contains("mean loss inf"), "{page}{said}");
    assert!(
        said.contains(sentence) && said.contains("an action is worth -3.4e38 in its meta, beyond ±1e9"),
        "{said}"
    );
    let (code, _, said) = bot("-*", "all.sh");
    assert!(
        code == 2 && said.contains(sentence) && said.contains("does not say what actions are worth"),
        "{said}"
    );
}
