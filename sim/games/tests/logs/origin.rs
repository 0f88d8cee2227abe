//! What logs say of their origin: date, room, players with grades and ratings.

use hyakuman_games::logs::{LogMatch, read};
use serde_json::json;

fn only(text: &str) -> LogMatch {
    let mut matches = read(text.as_bytes());
    assert_eq!(matches.len(), 1);
    matches.remove(0).unwrap()
}

/// `name grade rate` of each player.
fn players(log: &LogMatch) -> Vec<String> {
    let text = |player: &hyakuman_games::logs::LogPlayer| {
        let rate = player.rate.map_or("-".to_owned(), |rate| rate.to_string());
        format!("{} {} {rate}", player.name, player.grade.as_deref().unwrap_or("-"))
    };
    log.players.0.iter().map(text).collect()
}

/// A match whose first dealer is number 1, with the attributes of `UN`.
fn mjlog(game_type: u32, people: &str) -> LogMatch {
    let list = |from: u32| (from..from + 13).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    let hands: String = (0..4).map(|seat| format!(" hai{seat}=\"{}\"", list(32 + 13 * seat))).collect();
    only(&format!(
        "<mjloggm ver=\"2.3\"><GO type=\"{game_type}\"/><UN {people}/><TAIKYOKU oya=\"1\"/>\
         <INIT seed=\"0,0,0,1,1,135\" ten=\"250,250,250,250\" oya=\"1\"{hands}/></mjloggm>"
    ))
}

#[test]
fn mjlog_has_grades_by_number() {
    let log = mjlog(
        225,
        "n0=\"%E7%99%BE\" n1=\"b\" n2=\"c\" n3=\"d\" dan=\"0,20,16,x\" rate=\"1500,2100.5,inf,-3\"",
    );
    assert_eq!(players(&log), ["b 天鳳位 2100.5", "c 七段 -", "d - -3", "百 新人 1500"]);
    assert_eq!((log.rules.display.as_str(), log.date), ("鳳東喰赤速", None));
    let three = mjlog(185, "n0=\"a\" n1=\"b\" n2=\"c\" n3=\"\" dan=\"1,2,3,0\"");
    assert_eq!(players(&three), ["b ８級 -", "c ７級 -", "a ９級 -"]);
    assert!(mjlog(9, "").players.names().concat().is_empty());
}

#[test]
fn tenhou6_has_grades_as_texts() {
    let hand = |suit: u8| (1..=9).chain(1..=4).map(|rank| 10 * suit + rank).collect::<Vec<_>>();
    let kyoku = json!([
        [0, 0, 0],
        [25000, 25000, 25000, 25000],
        [41],
        [],
        hand(1),
        [],
        [],
        hand(2),
        [],
        [],
        hand(3),
        [],
        [],
        [42, 42, 43, 43, 43, 44, 44, 44, 45, 45, 45, 46, 46],
        [],
        []
    ]);
    let mut value = json!({
        "ref": "2022080601gm-00a9-0000-e3595545", "rule": {"disp": "鳳南喰赤"}, "name": ["a", "b", "c", "d"],
        "dan": ["八段", "", 3], "rate": [2206.59, "x"], "log": [kyoku]
    });
    let log = only(&value.to_string());
    assert_eq!(players(&log), ["a 八段 2206.59", "b - -", "c - -", "d - -"]);
    assert_eq!((log.rules.display.as_str(), log.date.as_deref()), ("鳳南喰赤", Some("2022-08-06")));
    value["ref"] = json!("a name of mine");
    value["name"] = json!(null);
    let log = only(&value.to_string());
    assert_eq!((log.date, log.players.0.len()), (None, 0));
}

#[test]
fn mjai_has_names() {
    let tiles = |suit: char| (1..=9).chain(1..=4).map(|rank| format!("{rank}{suit}")).collect::<Vec<_>>();
    let winds: Vec<_> = "E E E S S S W W W N N N P".split(' ').map(str::to_owned).collect();
    let start = json!({
        "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 2, "dora_marker": "C",
        "scores": [25000, 25000, 25000, 25000], "tehais": [tiles('m'), tiles('p'), tiles('s'), winds]
    });
    let game = json!({"type": "start_game", "names": ["a", "b", "c", "d"]});
    let log = only(&format!("{game}\n{start}\n"));
    assert_eq!(players(&log), ["c - -", "d - -", "a - -", "b - -"]);
    assert_eq!(log.date, None);
}
