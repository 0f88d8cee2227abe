//! Logs in what people put around them: addresses, lists, assignments, several in a file. They are read as what they are alone.

use crate::logs::common;
use crate::logs::common::soul::{Shape, export};

use common::players::play;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_games::logs::{LogMatch, mjai, read, tenhou6};
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};
use std::sync::Arc;

fn small(id: &str, number: u64) -> LogMatch {
    play::<4>(&Arc::new((RiichiRules::preset(id).expect("a preset").rules)()), number).2
}

/// What is read, each match without an error.
fn all(text: &str) -> Vec<LogMatch> {
    read(text.as_bytes())
        .into_iter()
        .map(|log| log.unwrap_or_else(|e| panic!("{e}: {:.200}", text)))
        .collect()
}

/// Two logs of each format of JSON as texts.
fn pairs() -> [(&'static str, [String; 2]); 3] {
    let both = |id: &str| [small(id, 1), small(id, 5)];
    [
        ("tenhou6", both("tenhou-east").map(|log| tenhou6::write(&log).trim().to_owned())),
        ("mjai", both("tenhou-east").map(|log| mjai::write(&log).trim().to_owned())),
        ("mahjongsoul", both("mahjongsoul-east").map(|log| export(&log, Shape::Sparse).trim().to_owned())),
    ]
}

/// As a JSON list: of events, or of the object.
fn listed(text: &str) -> String {
    format!("[{}]", text.replace("}\n{", "},\n{"))
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn two_logs_in_many_forms() {
    for (name, [one, two]) in pairs() {
        let alone: Vec<LogMatch> = [&one, &two].iter().flat_map(|text| all(text)).collect();
        assert_eq!(alone.len(), 2, "{name}");
        for (form, text) in [
            ("after one another", format!("{one}\n{two}")),
            ("in a line", format!("{one}{two}")),
            ("with commas", format!("{one},\n{two},\n")),
            ("in a list", format!("[{}]", [&one, &two].map(|text| text.replace("}\n{", "},{")).join(","))),
            ("in lists", format!("{}\n{}", listed(&one), listed(&two))),
            ("in a list of lists", format!("[\n{},\n{},\n]\n", listed(&one), listed(&two))),
            ("assigned", format!("var a = {};\nconst b={};\n", listed(&one), listed(&two))),
            (
                "called",
                format!("callback({});callback({})", listed(&one), listed(&two)).replace(";c", ";\nc"),
            ),
            ("on Windows", format!("\u{feff}{one}\n{two}\n").replace('\n', "\r\n")),
        ] {
            let found = all(&text);
            assert_eq!(found.len(), 2, "{name} {form}");
            let equal = |(a, b): (&LogMatch, &LogMatch)| a.kyoku == b.kyoku && a.rules == b.rules;
            assert!(found.iter().zip(&alone).all(equal), "{name} {form}");
        }
    }
}

/// Indented JSON, in which an event has several lines.
#[test]
fn indented() {
    for (name, [one, _]) in pairs() {
        let values: Vec<Value> =
            serde_json::Deserializer::from_str(&one).into_iter().map(Result::unwrap).collect();
        let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
        let objects: Vec<String> = values.iter().map(pretty).collect();
        for text in [objects.join("\n"), pretty(&json!(values))] {
            assert_eq!(all(&text)[0].kyoku, all(&one)[0].kyoku, "{name}");
        }
    }
}

#[test]
fn addresses_of_a_viewer() {
    let (_, [one, two]) = &pairs()[0];
    let alone = [&all(one)[0], &all(two)[0]].map(|log| log.kyoku.clone());
    let half = one.replace('"', "%22");
    for text in [
        format!("https://tenhou.net/6/#json={one}\nhttps://tenhou.net/5/#json={two}&ts=3"),
        format!(
            "https://tenhou.net/6/#json={}&ts=0&tw=1\r\n\r\nhttp://tenhou.net/5/#json={}\r\n",
            encoded(one),
            encoded(two)
        ),
        format!("https://tenhou.net/6/#json={half}\n{two}"),
    ] {
        let found: Vec<_> = all(&text).into_iter().map(|log| log.kyoku).collect();
        assert_eq!(found, alone);
    }
    let error =
        read(b"https://tenhou.net/0/?log=2022080601gm-00a9-0000-e3595545&tw=2").remove(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: this is an address without a log in it (`#json=`); save the log itself"
    );
}

#[test]
fn several_mjlogs_in_a_file() {
    let list = |from: u32| (from..from + 13).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    let hands: String = (0..4).map(|seat| format!(" hai{seat}=\"{}\"", list(13 * seat))).collect();
    let log = |kyoku: u32| {
        format!(
            "<?xml version=\"1.0\"?><mjloggm ver=\"2.3\"><GO type=\"9\"/><TAIKYOKU oya=\"0\"/>\n<INIT seed=\"{kyoku},0,0,1,1,133\" \
         ten=\"250,250,250,250\" oya=\"{kyoku}\"{hands}/></mjloggm>\n"
        )
    };
    let found = all(&[log(0), log(1), log(2)].concat());
    let names: Vec<String> = found.iter().map(|log| log.kyoku[0].name.to_string()).collect();
    assert_eq!(names, ["E1-0", "E2-0", "E3-0"]);
    // One that is cut costs itself.
    let end = "<RYUUKYOKU sc=\"250,0,250,0,250,0,250,0\"/>";
    let cut = log(0).replace("</mjloggm>\n", &format!("{end}\n"));
    let read = read([log(2), cut, log(1).replace("GO type", "GO kind")].concat().as_bytes());
    let last = read.last().unwrap().as_ref().unwrap_err().to_string();
    assert!(read[0].is_ok() && last.starts_with("log from line "), "{last}");
    let damage = &read[1].as_ref().unwrap().damage;
    assert!(damage[0].to_string().starts_with("log from line 2, line 4 column"), "{damage:?}");
}

/// Records one a line, and apart from their names as a downloader saves them.
#[test]
fn loose_records() {
    let (log, other) = (small("mahjongsoul-east", 1), small("mahjongsoul-east", 5));
    let bare = |log: &LogMatch| -> Vec<Value> { serde_json::from_str(&export(log, Shape::Bare)).unwrap() };
    let lines: String =
        bare(&log).into_iter().chain(bare(&other)).map(|record| format!("{record}\n")).collect();
    let found = all(&lines);
    let expected = [&log, &other].map(|log| all(&export(log, Shape::Bare)).remove(0).kyoku);
    assert_eq!(found.into_iter().map(|log| log.kyoku).collect::<Vec<_>>(), expected);
    let whole: Value = serde_json::from_str(&export(&log, Shape::Records)).unwrap();
    let records = whole["data"]["data"]["records"].as_array().unwrap();
    let data: Vec<&Value> = records.iter().map(|record| &record["data"]).collect();
    let names: Vec<String> =
        records.iter().map(|record| record["name"].as_str().unwrap().replace(".lq.", "*message.")).collect();
    let expected = all(&whole.to_string()).remove(0);
    for text in [
        json!({"mjshead": whole["head"], "mjslog": data, "mjsrecordtypes": names}),
        json!({"mjshead": whole["head"], "mjslog": data}),
        json!({"mjshead": whole["head"], "mjslog": data, "mjsrecordtypes": vec!["t"; data.len()], "log": [], "name": ["a"]}),
    ] {
        let found = all(&text.to_string()).remove(0);
        assert_eq!(
            (&found.kyoku, &found.rules, &found.date),
            (&expected.kyoku, &expected.rules, &expected.date)
        );
    }
}

#[test]
fn what_is_still_encoded_is_named() {
    let raw = b"\n\x17.lq.GameDetailRecords\x12\xff\x01";
    let error = read(raw).remove(0).unwrap_err().to_string();
    assert_eq!(error, "a record of Mahjong Soul that is still encoded (protobuf): save it decoded to JSON");
    let error = read(br#"{"head":{"uuid":"x"},"data":"CAESBA=="}"#).remove(0).unwrap_err().to_string();
    assert_eq!(error, "line 1, `data`: a text: the records are still encoded; save them decoded");
}

/// Places in messages are those of the file.
#[test]
fn errors_name_the_place_in_the_file() {
    for (text, place) in [
        ("var x = [\n{\"log\":[]}, {\"log\":?}];", "line 2 column 20: "),
        ("[{\"log\":[]},\n {\"log\":{}}]", "line 2, `log`: "),
        (
            "https://tenhou.net/6/#json=%7B%22log%22%3A%5B%5D%7D\nhttps://tenhou.net/6/#json=%7B%7D",
            "line 2, `log`: ",
        ),
    ] {
        let error = read(text.as_bytes()).remove(1).unwrap_err().to_string();
        assert!(error.starts_with(place), "{error}");
    }
}
