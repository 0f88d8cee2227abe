//! `hyakuman replay` as a process: exit codes, text, JSON.

use crate::process::finished;
use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Seat 0 discards the 3s it draws, and seat 1 wins with it: haku, 40 fu.
fn kyoku() -> Value {
    json!([
        [0, 0, 0],
        [25000, 25000, 25000, 25000],
        [43],
        [],
        [11, 11, 14, 14, 17, 17, 21, 21, 28, 28, 31, 31, 42],
        [33],
        [60],
        [11, 12, 13, 24, 25, 26, 37, 38, 39, 45, 45, 45, 33],
        [],
        [],
        [12, 12, 15, 15, 18, 18, 22, 22, 29, 29, 32, 32, 42],
        [],
        [],
        [13, 13, 16, 16, 19, 19, 23, 23, 27, 27, 34, 34, 42],
        [],
        [],
        ["和了", [-1300, 1300, 0, 0], [1, 0, 1, "40符1飜1300点", "役牌 白(1飜)"]]
    ])
}

fn log(kyoku: Value) -> String {
    json!({"title": ["", ""], "name": ["", "", "", ""], "rule": {"disp": "南喰赤", "aka": 1}, "log": [kyoku]})
        .to_string()
}

/// Runs the command on these texts as files; exit code, standard output, standard error.
fn replay(texts: &[String], options: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.current_dir(folder.path()).arg("replay").args(options);
    for (i, text) in texts.iter().enumerate() {
        let name = format!("{i}.json");
        std::fs::write(folder.path().join(&name), text).unwrap();
        command.arg(name);
    }
    finished(&mut command)
}

#[test]
fn a_log_that_agrees() {
    let (code, out, err) = replay(&[log(kyoku())], &[]);
    assert_eq!((code, &out[..], &err[..]), (0, "1 match, 1 kyoku, 1 win, 1 partial, 0 disagreements\n", ""));
}

/// One line per match, and a log from standard input.
#[test]
fn verbose_lists_every_match() {
    let (code, out, _) = replay(&[log(kyoku())], &["--verbose", "--set", "start_points=25000"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("0.json: tenhou, start_points=25000, 1 kyoku, 1 win, partial\n1 match,"),
        "{out}"
    );
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    let (code, out, _) = finished(command.args(["replay", "-", "-v"]).write_stdin(log(kyoku())));
    assert_eq!(code, 0);
    assert!(out.starts_with("-: tenhou, 1 kyoku, 1 win, partial\n1 match,"), "{out}");
}

#[test]
fn a_log_that_disagrees() {
    let mut changed = kyoku();
    changed[16] = json!(["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "役牌 白(1飜)"]]);
    let (code, out, _) = replay(&[log(changed)], &[]);
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "0.json: E1-0, fu: expected 30, found 40\n\
         0.json: E1-0, points: expected 1000, found 1300\n\
         0.json: E1-0, payments: expected [-1000, 1000, 0, 0], found [-1300, 1300, 0, 0]\n\
         0.json: E1-0, scores after the kyoku: expected [24000, 26000, 25000, 25000], found [23700, 26300, 25000, 25000]\n\
         1 match, 1 kyoku, 1 win, 1 partial, 4 disagreements\n"
    );
}

#[test]
fn a_win_that_is_not_possible() {
    let mut changed = kyoku();
    changed[7][12] = json!(34); // waits for another tile
    let (code, out, _) = replay(&[log(changed)], &[]);
    assert_eq!(code, 1);
    assert!(out.starts_with(
        "0.json: E1-0, turn 2, play: expected the kyoku ends: ron of seat 1 on seat 0, found seat 1 draws"
    ));
}

#[test]
fn an_unreadable_log_does_not_stop_the_others() {
    let mut broken = kyoku();
    broken[5] = json!([48]);
    let (code, out, err) = replay(&[log(broken.clone()), log(kyoku()), "nonsense".into()], &[]);
    assert_eq!(code, 2);
    assert_eq!(out, "1 match, 1 kyoku, 1 win, 1 partial, 0 disagreements, 2 unreadable\n");
    let mut lines = err.lines();
    assert_eq!(
        lines.next().unwrap(),
        "error: 0.json: line 1, log[0], kyoku E1-0, seat 0, draws, entry 1: 48 is not a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honors, \
         51-53 red fives"
    );
    assert!(lines.next().unwrap().starts_with("error: 2.json: line 1: not a log"));
    assert_eq!(replay(&["".into()], &[]).0, 2);
    assert_eq!(finished(Command::cargo_bin("hyakuman").unwrap().args(["replay", "no-such-file"])).0, 2);
}

#[test]
fn json_has_one_object_per_match() {
    let (code, out, _) = replay(&[log(kyoku()), "{}".into()], &["--json"]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = json!({
        "log": "0.json", "match": 1, "format": "tenhou6", "rules": "tenhou", "set": [], "kyoku": 1, "wins": 1,
        "partial": true, "warning": null, "disagreements": []
    });
    assert_eq!((code, &lines[0]), (2, &first));
    assert_eq!(
        lines[1],
        json!({"log": "1.json", "match": 1, "error": "line 1, `log`: missing or not a list"})
    );
    let summary =
        json!({"games": 1, "kyoku": 1, "wins": 1, "partial": 1, "disagreements": 0, "unreadable": 1});
    assert_eq!((lines.len(), &lines[2]), (3, &summary));
}

#[test]
fn rules_can_be_given() {
    assert_eq!(replay(&[log(kyoku())], &["--rules", "mahjongsoul-east"]).0, 0);
    let (code, out, _) = replay(&[log(kyoku())], &["--set", "han_shibari=2", "--json"]);
    assert_eq!((code, out.contains("\"set\":[\"han_shibari=2\"]")), (1, true), "{out}");
    assert_eq!(replay(&[log(kyoku())], &["--rules", "no-such-rules"]).0, 2);
    assert_eq!(replay(&[log(kyoku())], &["--set", "no_such_rule=1"]).0, 2);
}

/// The same kyoku in Tenhou's XML, by a game type and with a result.
fn mjlog(game_type: u32, ten: i32, owari: &str) -> String {
    let mut left = [4; 34];
    let mut id = |code: u64| {
        let kind = (code / 10 - 1) * 9 + code % 10 - 1;
        left[kind as usize] -= 1;
        kind * 4 + left[kind as usize]
    };
    let kyoku = kyoku();
    let mut ids = |codes: &Value| -> Vec<u64> {
        codes.as_array().unwrap().iter().map(|code| id(code.as_u64().unwrap())).collect()
    };
    let text = |ids: &[u64]| ids.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let hands: String = (0..4).map(|i| format!(" hai{i}=\"{}\"", text(&ids(&kyoku[4 + 3 * i])))).collect();
    let (drawn, indicator) = (ids(&kyoku[5])[0], ids(&kyoku[2])[0]);
    format!(
        "<mjloggm ver=\"2.3\"><GO type=\"{game_type}\" lobby=\"0\"/><TAIKYOKU oya=\"0\"/>\
         <INIT seed=\"0,0,0,1,1,{indicator}\" ten=\"{ten},{ten},{ten},{ten}\" oya=\"0\"{hands}/><T{drawn}/><D{drawn}/>\
         <AGARI ba=\"0,0\" machi=\"{drawn}\" ten=\"40,1300,0\" yaku=\"18,1\" doraHai=\"{indicator}\" who=\"1\" fromWho=\"0\" \
         sc=\"{ten},-13,{ten},13,{ten},0,{ten},0,0,-1,0,1,0,0,0,0\" owari=\"{owari}\"/></mjloggm>"
    )
}

/// A skill game is one kyoku without uma; if its final points follow unknown rules, a warning says so and they are not
/// compared, unless --rules or --set gives the rules.
#[test]
fn a_game_of_one_kyoku() {
    let bare = mjlog(2113, 10, "-3,-1.3,23,1.3,10,0,10,0");
    let (code, out, err) = replay(&[bare], &["-v"]);
    assert_eq!((code, &err[..]), (0, ""), "{out}");
    assert!(out.contains("tenhou-east, extension_winds=0, ") && out.contains(", uma=[0, 0, 0, 0]"), "{out}");
    let odd = mjlog(2113, 10, "-3,-9.3,23,9.3,10,0,10,0");
    let (code, out, err) = replay(std::slice::from_ref(&odd), &["--json"]);
    let warning = "game type 2113 is a skill game (技能戦) whose final points follow unknown rules: its final points are \
                   not compared";
    assert_eq!((code, err), (0, format!("warning: 0.json: {warning}\n")), "{out}");
    let first: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(first["warning"], warning);
    let (code, out, err) = replay(&[odd], &["--set", "uma=[9,0,0,-9]"]);
    assert_eq!((code, &err[..], out.contains("final points")), (1, "", true), "{out}");
}

/// A parlour game has chips, another uma and another timing of indicators; unknown bits are named.
#[test]
fn other_game_types() {
    let parlour = mjlog(0x0201, 250, "237,-36,263,46,250,5,250,-15,-1,0,1,0,0,0,0,0");
    let (code, out, err) =
        replay(&[parlour], &["-v", "--set", "length_winds=0", "--set", "extension_winds=0"]);
    assert_eq!((code, &err[..]), (0, ""), "{out}");
    assert!(out.contains("minkan_dora=\"Immediate\"") && out.contains("uma=[30, 10, -10, -30]"), "{out}");
    let unknown = mjlog(0x4001, 250, "237,1,263,2,250,3,250,-6");
    let (code, out, err) = replay(&[unknown], &["--set", "length_winds=0", "--set", "extension_winds=0"]);
    let warning = "warning: 0.json: game type 16385 has bits of unknown meaning (0x4000); it is replayed without \
                   them: its final points are not compared\n";
    assert_eq!((code, &err[..]), (0, warning), "{out}");
    let (code, _, err) = replay(&[mjlog(2065, 350, "")], &[]);
    assert!(code == 2 && err.contains("game type 2065 is Toutenkou"), "{err}");
}

/// A record of Mahjong Soul that stops after the deal.
#[test]
fn a_record_of_mahjong_soul() {
    let hand =
        |suit: char| -> Vec<String> { (1..=9).chain(1..=4).map(|rank| format!("{rank}{suit}")).collect() };
    let dealer: Vec<&str> = "1z 1z 1z 2z 2z 2z 3z 3z 3z 4z 4z 4z 5z 6z".split(' ').collect();
    let deal = json!({
        "scores": [25000, 25000, 25000, 25000], "doras": ["7z"],
        "tiles0": dealer, "tiles1": hand('m'), "tiles2": hand('p'), "tiles3": hand('s'),
    });
    let record = json!([{"name": ".lq.RecordNewRound", "data": deal}]);
    let (code, out, err) = replay(&[record.to_string()], &["--json"]);
    let first: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((code, &err[..], &first["format"]), (0, "", &json!("mahjongsoul")), "{out}");
    assert_eq!((&first["rules"], &first["partial"]), (&json!("mahjongsoul"), &json!(true)), "{out}");
}

/// Matches of our own engine, as files: every one of them agrees.
#[test]
fn own_logs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sim/games/tests/logs/data");
    let files = ["own-4p.tenhou6.json", "own-4p.mjai.jsonl", "own-3p.tenhou6.json"];
    let (code, out, err) = finished(hyakuman_replay().args(files.map(|file| folder.join(file))));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("3 matches, ") && out.ends_with(" 0 partial, 0 disagreements\n"), "{out}");
}

fn hyakuman_replay() -> Command {
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.arg("replay");
    command
}

mod shared {
    use super::*;

    /// The real logs: every one of them agrees, through the command too.
    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn real_logs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let shared =
            std::env::var_os("HYAKUMAN_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
        let mut command = hyakuman_replay();
        for folder in ["tenhou-4p-mjlog", "tenhou-4p-json"] {
            let folder = shared.join("logs").join(folder);
            let files = std::fs::read_dir(&folder).unwrap_or_else(|e| {
                panic!("no logs in {} (HYAKUMAN_SHARED says where they are): {e}", folder.display())
            });
            command.args(files.map(|file| file.unwrap().path()));
        }
        let (code, out, err) = finished(&mut command);
        assert_eq!(code, 0, "{err}");
        assert!(out.ends_with(" 0 disagreements\n"), "{out}");
    }
}

/// The same match as mjai lines.
fn mjai() -> String {
    let read = hyakuman_games::logs::read(log(kyoku()).as_bytes()).remove(0).unwrap();
    hyakuman_games::logs::mjai::write(&read)
}

/// One unreadable match of a file does not stop the others; its error names file and line.
#[test]
fn matches_of_a_file_are_read_one_by_one() {
    let good = mjai();
    let lines = good.lines().count();
    let mut broken: Vec<&str> = good.lines().collect();
    broken[2] = "{\"type\":\"tsu";
    let mut odd: Vec<&str> = good.lines().collect();
    odd[2] = "{\"type\":\"dance\"}";
    let text = [&good, &broken.join("\n"), &good, &odd.join("\n"), &good].map(|text| text.trim()).join("\n");
    let (code, out, err) = replay(std::slice::from_ref(&text), &[]);
    assert_eq!(
        (code, &out[..]),
        (2, "3 matches, 3 kyoku, 3 wins, 3 partial, 0 disagreements, 2 unreadable\n")
    );
    let message: Vec<&str> = err.lines().collect();
    let start = |number: usize, line: usize| format!("error: 0.json (match {number}): line {line}");
    assert_eq!(message.len(), 2, "{err}");
    assert!(message[0].starts_with(&(start(1, lines + 3) + " column ")), "{err}");
    assert!(
        message[1].starts_with(&(start(3, 3 * lines + 3) + ", kyoku E1-0: unknown event `dance`")),
        "{err}"
    );
    let (_, out, _) = replay(&[text], &["--json"]);
    let numbers: Vec<Value> =
        out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["match"].take()).collect();
    assert_eq!(numbers, [json!(1), json!(2), json!(3), json!(4), json!(5), json!(null)]);
    // A damaged first line does not prevent detection of the format.
    let (code, out, err) = replay(&[format!("{{\"type\":\n{good}")], &[]);
    assert_eq!((code, out.starts_with("1 match, 1 kyoku")), (2, true), "{out}{err}");
}

#[test]
fn objects_of_a_file_are_read_one_by_one() {
    let text = [&log(kyoku())[..], "{\"log\":[", &log(kyoku()), "{\"log\":1}", "", &log(kyoku())].join("\n");
    let (code, out, err) = replay(&[text], &[]);
    assert_eq!(
        (code, &out[..]),
        (2, "3 matches, 3 kyoku, 3 wins, 3 partial, 0 disagreements, 2 unreadable\n")
    );
    let message: Vec<&str> = err.lines().collect();
    assert!(
        message.len() == 2
            && message[0].starts_with("error: 0.json (match 1): line 2 column 8: not valid JSON"),
        "{err}"
    );
    assert!(message[1].starts_with("error: 0.json (match 3): line 4, `log`: missing or not a list"), "{err}");
}

/// Impossible points at the start of a log are an error.
#[test]
fn the_points_at_the_start_must_be_possible() {
    for (head, scores, message) in [
        (
            [0, 0, 0],
            [26000, 24000, 25000, 25000],
            "the match starts with scores [26000, 24000, 25000, 25000], expected 26000",
        ),
        (
            [0, 0, 0],
            [25000, 25000, 25000, 24900],
            "the match starts with scores [25000, 25000, 25000, 24900], expected 25000",
        ),
        ([0, 0, 1], [25000, 25000, 25000, 25000], "and 1 sticks add up to 101000 points, expected 100000"),
        ([0, 1, 0], [25000, 25000, 25000, 25100], "and 0 sticks add up to 100100 points, expected 100000"),
    ] {
        let mut changed = kyoku();
        (changed[0], changed[1]) = (json!(head), json!(scores));
        let (code, out, err) = replay(&[log(changed)], &[]);
        assert_eq!((code, out.ends_with("1 unreadable\n")), (2, true), "{out}{err}");
        assert!(err.starts_with("error: 0.json: kyoku E1-") && err.contains(message), "{err}");
    }
    // Other starting points, and a riichi stick from before.
    for (head, scores) in [([0, 0, 0], [30000; 4]), ([0, 1, 1], [24000, 25000, 25000, 25000])] {
        let mut changed = kyoku();
        (changed[0], changed[1]) = (json!(head), json!(scores));
        if head[1] == 1 {
            changed[16] = json!(["和了", [-1600, 2600, 0, 0], [1, 0, 1, "40符1飜1300点", "役牌 白(1飜)"]]);
        }
        let (code, out, err) = replay(&[log(changed)], &[]);
        assert_eq!((code, &out[..]), (0, "1 match, 1 kyoku, 1 win, 1 partial, 0 disagreements\n"), "{err}");
    }
}

/// Points that appear or vanish between two kyoku are a disagreement, even if the first kyoku cannot be played to the end.
#[test]
fn points_that_appear_or_vanish_are_a_disagreement() {
    let two = |first: Value, scores: [i32; 4]| {
        let mut second = kyoku();
        (second[0], second[1]) = (json!([0, 1, 0]), json!(scores));
        let mut text: Value = serde_json::from_str(&log(first)).unwrap();
        text["log"].as_array_mut().unwrap().push(second);
        replay(&[text.to_string()], &[])
    };
    let mut parted = kyoku();
    parted[7][12] = json!(34);
    let (code, out, _) = two(parted.clone(), [25000, 25000, 25000, 24900]);
    assert_eq!(code, 1);
    assert!(out.contains("0.json: E1-1, points on the table: expected 99900, found 100000\n"), "{out}");
    assert!(!two(parted, [25000, 26000, 24000, 25000]).1.contains("on the table"));
    let (code, out, _) = two(kyoku(), [23700, 26300, 25000, 24900]);
    assert_eq!(code, 1);
    assert!(
        out.contains("E1-0, scores before the next kyoku: expected [23700, 26300, 25000, 24900]"),
        "{out}"
    );
    assert!(!out.contains("points on the table"), "reported once: {out}");
}

/// An endless log is an error.
#[cfg(unix)]
#[test]
fn endless_logs_are_refused() {
    let (code, out, err) = finished(Command::cargo_bin("hyakuman").unwrap().args(["replay", "/dev/zero"]));
    assert_eq!((code, out.ends_with("1 unreadable\n")), (2, true), "{out}");
    assert_eq!(err, "error: /dev/zero: longer than 256 MiB, the limit for a log\n");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    for text in [log(kyoku()), mjai()] {
        let (code, out, err) = replay(&[format!("\u{feff}{text}")], &[]);
        assert_eq!((code, out.starts_with("1 match, 1 kyoku, 1 win")), (0, true), "{out}{err}");
    }
}

/// Control characters in names, rules and logs are escaped.
#[cfg(unix)]
#[test]
fn output_is_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let name = "\u{1b}[31m\n.json";
    let mut changed = kyoku();
    changed[16] = json!(["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "役牌 白(1飜)"]]);
    std::fs::write(folder.path().join(name), log(changed)).unwrap();
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.current_dir(folder.path()).args(["replay", "-v", name, "--set", "start_points=\t25000"]);
    let (code, out, err) = finished(&mut command);
    assert_eq!(code, 1, "{err}");
    assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
    assert!(
        out.lines().count() == 6 && out.lines().take(5).all(|line| line.starts_with("\\u{1b}[31m\\n.json: "))
    );
}

/// A file name need not be valid UTF-8.
#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.arg("replay").arg(std::ffi::OsStr::from_bytes(b"no-such-\xff.json"));
    let (code, out, err) = finished(&mut command);
    assert_eq!(code, 2, "{err}");
    assert!(out.ends_with("1 unreadable\n") && err.starts_with("error: no-such-"), "{out}{err}");
}

/// What is wrong with a whole file is said once, not for every event.
#[test]
fn a_file_of_many_errors_is_reported_in_few_lines() {
    let event = r#"{"type":"start_kyoku"}"#;
    let strange = event.replace("type", "typo");
    for (text, lines, last) in [
        ([event; 100].join(" "), 1, "`tehais` is missing or not a list\n"),
        (
            vec![&strange[..]; 100].join("\n"),
            11,
            "0.json: 90 more matches cannot be read, for such reasons\n",
        ),
    ] {
        let (code, _, err) = replay(&[text], &[]);
        assert!(code == 2 && err.lines().count() == lines && err.ends_with(last), "{err}");
    }
}
