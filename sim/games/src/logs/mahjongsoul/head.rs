//! The head of a match: who played, when, by which rules, and the final result. All of it may be missing.

use super::detail::{self, Detail};
use super::fields::Fields;
use crate::logs::error::LogError;
use crate::logs::model::{GameSort, LogResult, LogRules, RIICHI_STICK};
use crate::logs::origin::{LogPlayer, LogPlayers, bounded_text};
use serde_json::Value;

/// Rules of events, other games than riichi mahjong with the usual rules. Sources: the definition of the protocol.
#[rustfmt::skip]
pub(super) const EVENT_RULES: &[&str] = &[
    "dora3_mode", "begin_open_mode", "jiuchao_mode", "muyu_mode", "xuezhandaodi", "huansanzhang", "chuanma",
    "reveal_discard", "field_spell_mode", "zhanxing", "tianming_mode", "yongchang_mode", "hunzhiyiji_mode",
    "wanxiangxiuluo_mode", "beishuizhizhan_mode",
];

/// The rooms of ranked games: the numbers (`mode_id`) of its east and its south game with four players, those with three, its name.
const ROOMS: [([u32; 2], [u32; 2], &str); 5] = [
    ([2, 3], [17, 18], "銅の間"),
    ([5, 6], [19, 20], "銀の間"),
    ([8, 9], [21, 22], "金の間"),
    ([11, 12], [23, 24], "玉の間"),
    ([15, 16], [25, 26], "王座の間"),
];

/// Grades by number; each but the last two has three steps.
const GRADES: [&str; 7] = ["初心", "雀士", "雀傑", "雀豪", "雀聖", "魂天", "魂天"];

/// Most of a rule, a room number or an id.
const MOST: u32 = u32::MAX;

/// Red fives where the head does not say: with four players one of each suit, with three none of m.
fn usual_red_fives(seats: usize) -> [u8; 3] {
    [(seats == 4) as u8, 1, 1]
}

/// The rules, by `mode` (1 east, 2 south, 4 one kyoku; with three players 11, 12, 14) and, in games among friends and contests,
/// `detail_rule`. `reds` are the red fives of each suit, if a whole wall shows them.
pub(super) fn rules(head: Fields, seats: usize, reds: Option<[u8; 3]>) -> Result<LogRules, LogError> {
    let config = head.part("config");
    let (mode, meta) = (config.part("mode"), config.part("meta"));
    let fields = mode.part("detail_rule");
    if let Some(rule) = EVENT_RULES.iter().find(|rule| is_on(fields, rule)) {
        let problem = "the rule of an event is on; only games with the usual rules are read";
        return Err(LogError::new(format!("`{rule}`"), problem));
    }
    let length = mode.number("mode", MOST)? % 10;
    let east_only =
        [(1, true), (2, false)].into_iter().find(|(number, _)| *number == length).map(|(_, east)| east);
    // Ranked games do not fill in their rules.
    let own_rules = meta.number("mode_id", MOST)? == 0 && fields.0.is_object();
    let detail = Detail::new(if own_rules { fields } else { Fields(&Value::Null) }, seats);
    let (red_fives, kuitan) = (detail.red_fives(usual_red_fives(seats))?, detail.kuitan()?);
    let red_fives = reds.unwrap_or(red_fives);
    let mut named = detail.named()?;
    if length == 4 {
        named.set("length_winds", 0);
        named.set("extension_winds", 0);
    }
    if !own_rules && is_on(fields, "guyi_mode") {
        detail::local_yaku(&mut named);
    }
    Ok(LogRules {
        seats,
        east_only,
        red_fives,
        kuitan,
        riichi_stick: stick(head).unwrap_or(RIICHI_STICK),
        display: display(room(meta)?, seats, east_only, kuitan, red_fives),
        sort: GameSort::Ordinary,
        named,
    })
}

/// The points of a riichi stick, where a room or contest has its own.
pub(super) fn stick(head: Fields) -> Option<i32> {
    let (mode, meta) = (head.part("config").part("mode"), head.part("config").part("meta"));
    let own_rules = meta.number("mode_id", MOST).ok()? == 0;
    let stick = mode.part("detail_rule").get("liqibang_value")?.as_i64()?;
    i32::try_from(stick).ok().filter(|stick| own_rules && (0..=10_000).contains(stick))
}

fn is_on(detail: Fields, rule: &str) -> bool {
    detail.get(rule).is_some_and(|value| value.as_u64() != Some(0) && value.as_bool() != Some(false))
}

/// The name of the room; 雀魂 if it is not known.
fn room(meta: Fields) -> Result<&'static str, LogError> {
    let mode = meta.number("mode_id", MOST)?;
    let ranked = ROOMS.iter().find(|(four, three, _)| four.contains(&mode) || three.contains(&mode));
    Ok(match ranked {
        Some((_, _, name)) => name,
        None if meta.number("contest_uid", MOST)? > 0 => "大会戦",
        None if mode == 0 && meta.number("room_id", MOST)? > 0 => "友人戦",
        None => "雀魂",
    })
}

/// Room and rules in the words that programs write into tenhou.net/6: `玉の間南喰赤`.
fn display(room: &str, seats: usize, east_only: Option<bool>, kuitan: bool, red_fives: [u8; 3]) -> String {
    let words = [
        (seats == 3, "三"),
        (true, room),
        (east_only == Some(true), "東"),
        (east_only == Some(false), "南"),
        (kuitan, "喰"),
        (red_fives != [0; 3], "赤"),
    ];
    words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect()
}

/// The players by seat; empty if there are none. The grade is that for this number of players.
pub(super) fn players(head: Fields, seats: usize) -> Result<LogPlayers, LogError> {
    let mut players = vec![LogPlayer::default(); seats];
    let mut count = 0;
    for account in head.parts("accounts")?.chain(head.parts("robots")?) {
        let level = account.part(if seats == 3 { "level3" } else { "level" });
        let seat = account.seat("seat", seats)?;
        let name = bounded_text(account.text("nickname")?);
        players[seat.index()] = LogPlayer { name, grade: grade(level.number("id", MOST)?), rate: None };
        count += 1;
    }
    Ok(LogPlayers(if count > 0 { players } else { Vec::new() }))
}

/// The name of a grade, written as the site does: 10302 is `雀傑★2`, 10601 `魂天`, 10703 `魂天Lv3`; 2 in front with three players.
fn grade(id: u32) -> Option<String> {
    let (players, number, step) = (id / 10_000, id / 100 % 100, id % 100);
    let name = GRADES.get((number as usize).checked_sub(1)?).filter(|_| players == 1 || players == 2)?;
    Some(match number {
        6 => (*name).to_owned(),
        7 => format!("{name}Lv{step}"),
        _ => format!("{name}★{step}"),
    })
}

/// The time at which the match started, or ended.
pub(super) fn date(head: Fields) -> Result<Option<String>, LogError> {
    let start = head.positive("start_time", MOST)?;
    Ok(start.or(head.positive("end_time", MOST)?).map(utc))
}

/// Seconds since 1970 as `2022-08-01T05:12:33Z`.
fn utc(seconds: u32) -> String {
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut month) = (1970, 0);
    let is_leap = |year: u32| year.is_multiple_of(if year.is_multiple_of(100) { 400 } else { 4 });
    while day >= 365 + is_leap(year) as u32 {
        day -= 365 + is_leap(year) as u32;
        year += 1;
    }
    let days = [31, 28 + is_leap(year) as u32, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while day >= days[month] {
        day -= days[month];
        month += 1;
    }
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, day + 1)
}

/// The final result: `part_point_1` are the scores, `total_point` the final rank points in thousandths.
pub(super) fn result(head: Fields, seats: usize) -> Result<Option<LogResult>, LogError> {
    let (mut scores, mut thousandths) = (vec![None; seats], vec![0; seats]);
    for player in head.part("result").parts("players")? {
        let seat = player.seat("seat", seats)?.index();
        scores[seat] = Some(player.signed("part_point_1")?);
        thousandths[seat] = player.signed("total_point")?;
    }
    let scores = scores.into_iter().collect::<Option<Vec<i32>>>();
    Ok(scores.map(|scores| LogResult { scores, thousandths: Some(thousandths) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn seconds_are_dates() {
        let dates = [0, 951_782_400, 1_591_784_868, 1_659_330_753, u32::MAX].map(utc);
        let expected = [
            "1970-01-01T00:00:00Z",
            "2000-02-29T00:00:00Z",
            "2020-06-10T10:27:48Z",
            "2022-08-01T05:12:33Z",
            "2106-02-07T06:28:15Z",
        ];
        assert_eq!(dates, expected);
    }

    #[test]
    fn grades_have_numbers() {
        let grades = [10_101, 20_203, 10_601, 10_712, 0, 10_000, 10_801, 30_101].map(grade);
        let some = ["初心★1", "雀士★3", "魂天", "魂天Lv12"].map(|grade| Some(grade.to_owned()));
        assert_eq!((&grades[..4], &grades[4..]), (&some[..], &[const { None }; 4][..]));
    }

    /// What is read from a `config` with these parts.
    fn read(mode: Value, meta: Value, seats: usize) -> Result<(Option<bool>, [u8; 3], String), LogError> {
        let head = json!({"config": {"mode": mode, "meta": meta}});
        rules(Fields(&head), seats, None).map(|rules| (rules.east_only, rules.red_fives, rules.display))
    }

    #[test]
    fn rooms_and_rules() {
        let of_friends =
            |reds: u32| json!({"mode": 1, "detail_rule": {"dora_count": reds, "shiduan": 1, "guyi_mode": 0}});
        let room = json!({"room_id": 12345});
        let rows = [
            (
                json!({"mode": 2, "detail_rule": {"dora_count": 0}}),
                json!({"mode_id": 12}),
                4,
                (Some(false), [1; 3], "玉の間南喰赤"),
            ),
            (json!({"mode": 11}), json!({"mode_id": 25}), 3, (Some(true), [0, 1, 1], "三王座の間東喰赤")),
            (of_friends(3), room.clone(), 4, (Some(true), [1; 3], "友人戦東喰赤")),
            (of_friends(4), room.clone(), 4, (Some(true), [1, 2, 1], "友人戦東喰赤")),
            (of_friends(0), room.clone(), 3, (Some(true), [0; 3], "三友人戦東喰")),
            (
                json!({"mode": 4, "detail_rule": {}}),
                json!({"contest_uid": 7}),
                4,
                (None, [1; 3], "大会戦喰赤"),
            ),
            (json!(null), json!(null), 3, (None, [0, 1, 1], "三雀魂喰赤")),
        ];
        for (mode, meta, seats, (east_only, reds, display)) in rows {
            assert_eq!(read(mode, meta, seats).expect("rules"), (east_only, reds, display.to_owned()));
        }
        for on in [json!(1), json!(true)] {
            let error = read(json!({"detail_rule": {"chuanma": on}}), room.clone(), 4).expect_err("an event");
            assert!(error.to_string().starts_with("`chuanma`: the rule of an event is on"), "{error}");
        }
    }
}
