//! Records of Mahjong Soul: matches of this program, written as such records by the tests, are read as what they were, and the
//! referee finds no difference; what cannot be read is named.

use crate::logs::common;
use crate::logs::recorded;

use common::players::play;
use common::soul::{SHAPES, Shape, export};
use hyakuman_core::Rng;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_games::logs::model::{Format, LogEnd, SeedWall};
use hyakuman_games::logs::referee::{judge, judge_by_its_rules};
use hyakuman_games::logs::{LogMatch, MAX_RECORD_BYTES, read};
use hyakuman_games::show::Change;
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Matches per preset.
const MATCHES: u64 = 200;

fn preset(id: &str) -> Arc<RiichiRules> {
    Arc::new((RiichiRules::preset(id).expect("a preset").rules)())
}

fn only(text: &str) -> LogMatch {
    let mut matches = read(text.as_bytes());
    assert_eq!(matches.len(), 1);
    matches.remove(0).unwrap_or_else(|e| panic!("{e}"))
}

/// The match as it is read from records of this shape. Course, hands, indicators and scores are those of the match; by the rules that
/// the log shows, or those given, all else is, too. Returns the rules that the log shows.
fn agrees(name: &str, log: &LogMatch, shape: Shape, rules: Option<&Arc<RiichiRules>>) -> String {
    let read = only(&export(log, shape));
    assert_eq!(
        (read.format, read.rules.seats, read.ended),
        (Format::MahjongSoul, log.rules.seats, log.ended),
        "{name}"
    );
    assert_eq!(read.kyoku.len(), log.kyoku.len(), "{name}");
    for (a, b) in read.kyoku.iter().zip(&log.kyoku) {
        let name = format!("{name} {}", b.name);
        assert_eq!(
            (a.name, a.dealer, a.kyotaku, &a.scores),
            (b.name, b.dealer, b.kyotaku, &b.scores),
            "{name}"
        );
        assert_eq!((&a.hands, &a.indicators, &a.ura), (&b.hands, &b.indicators, &b.ura), "{name}");
        assert_eq!(course(&a.events), course(&b.events), "{name}");
        assert_eq!(matches!(a.seed_wall, SeedWall::Wall(_)), shape != Shape::Bare, "{name}");
        assert_eq!(unexplained(&a.end, shape), 0, "{name}: {:?}", a.end);
    }
    let (source, verdict) = match rules {
        Some(rules) => (String::new(), judge(&read, rules).unwrap()),
        None => {
            let (source, verdict) = judge_by_its_rules(&read, &[]).unwrap();
            (format!("{}{}", source.id, source.sets.concat()), verdict)
        }
    };
    let found: Vec<String> = verdict.disagreements.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{name}: {found:#?}");
    assert_eq!(verdict.kyoku, log.kyoku.len(), "{name}");
    source
}

/// The events as texts, with the tiles of calls in order.
fn course(events: &[Change]) -> Vec<String> {
    let text = |event: &Change| match event {
        Change::Call(seat, meld) => {
            let mut tiles = meld.tiles().to_vec();
            tiles.sort_unstable();
            format!("{seat:?} {:?} {:?} {:?} {tiles:?}", meld.kind(), meld.from(), meld.called())
        }
        other => other.to_string(),
    };
    events.iter().map(text).collect()
}

/// How many wins lack something that is compared; without the payments of several wins of which one is paid by pao.
fn unexplained(end: &LogEnd, shape: Shape) -> usize {
    let LogEnd::Wins(wins) = end else { return 0 };
    let lacks = |win: &&hyakuman_games::logs::model::LogWin| {
        win.fu.is_none()
            || (win.limit.is_none() && shape != Shape::Sparse)
            || win.points.is_none()
            || win.yaku.is_empty()
            || (wins.len() == 1 && win.deltas.is_none())
    };
    wins.iter().filter(lacks).count()
}

fn count(log: &LogMatch, counts: &mut BTreeMap<String, usize>) {
    recorded::count(log, counts);
    for kyoku in &log.kyoku {
        let robbed = matches!(kyoku.end, LogEnd::Wins(_))
            && matches!(kyoku.events.last(), Some(Change::Kakan(..) | Change::Nuki(..)));
        *counts.entry("robbed".to_owned()).or_default() += robbed as usize;
        let nukis = kyoku.events.iter().filter(|event| matches!(event, Change::Nuki(..))).count();
        *counts.entry("Nuki".to_owned()).or_default() += nukis;
    }
}

fn assert_seen(counts: &BTreeMap<String, usize>, all: &[&str]) {
    for what in all {
        assert!(counts.get(*what).is_some_and(|&count| count > 0), "no {what} among {counts:#?}");
    }
}

/// Matches of a preset in all shapes; the log chooses the preset, except that a bare list does not have the length.
fn check<const N: usize>(id: &str, counts: &mut BTreeMap<String, usize>) {
    let rules = preset(id);
    for number in 0..MATCHES {
        let log = play::<N>(&rules, number).2;
        let shape = SHAPES[number as usize / 4 % SHAPES.len()];
        let name = format!("{id} match {number} {shape:?}");
        let found = agrees(&name, &log, shape, None);
        assert!(found == id || (shape == Shape::Bare && id.starts_with(&found)), "{name}: {found}");
        count(&log, counts);
    }
}

#[test]
fn matches_of_four_players() {
    let mut counts = BTreeMap::new();
    for id in ["mahjongsoul", "mahjongsoul-east"] {
        check::<4>(id, &mut counts);
    }
    assert_seen(
        &counts,
        &["Ankan", "Kakan", "Daiminkan", "Chi", "Nagashi", "Kyuushu", "Suucha", "Suufon", "two wins"],
    );
    assert_seen(&counts, &["robbed", "yakuman", "裏ドラ", "赤ドラ", "一発", "槍槓", "嶺上開花", "両立直"]);
}

#[test]
fn matches_of_three_players() {
    let mut counts = BTreeMap::new();
    for id in ["mahjongsoul-sanma", "mahjongsoul-sanma-east"] {
        check::<3>(id, &mut counts);
    }
    assert_seen(
        &counts,
        &["Nuki", "robbed", "Ankan", "Kakan", "two wins", "Exhaustive", "Kyuushu", "裏ドラ"],
    );
}

/// Three rons, four kans, pao by ron and by tsumo, heavenly hands.
#[test]
fn rare_ends() {
    let rules = preset("mahjongsoul");
    let mut counts = BTreeMap::new();
    for (name, case) in recorded::RARE {
        for stream in 0..20 {
            let log = recorded::scripted(&rules, &case, stream);
            for shape in SHAPES {
                agrees(&format!("{name} {stream} {shape:?}"), &log, shape, Some(&rules));
            }
            count(&log, &mut counts);
        }
    }
    assert_seen(&counts, &["three wins", "Suukan", "大三元", "天和"]);
}

/// Local yaku have numbers, too.
#[test]
fn local_yaku() {
    let rules = preset("mahjongsoul-local");
    let mut counts = BTreeMap::new();
    for number in 0..MATCHES {
        let log = play::<4>(&rules, number).2;
        agrees(&format!("match {number}"), &log, Shape::Actions, Some(&rules));
        count(&log, &mut counts);
    }
    assert_seen(&counts, &["燕返し", "槓振り", "五門斉", "三連刻"]);
}

/// The names of yaku and dora by number, as the records of 2019 have them.
#[rustfmt::skip]
const NAMES: [&str; 51] = [
    "", "门前清自摸和", "立直", "枪杠", "岭上开花", "海底摸月", "河底捞鱼", "役牌 白", "役牌 发", "役牌 中", "役牌:门风牌", "役牌:场风牌",
    "断幺九", "一杯口", "平和", "混全带幺九", "一气通贯", "三色同顺", "两立直", "三色同刻", "三杠子", "对对和", "三暗刻", "小三元",
    "混老头", "七对子", "纯全带幺九", "混一色", "二杯口", "清一色", "一发", "宝牌", "红宝牌", "里宝牌", "拔北宝牌", "天和", "地和",
    "大三元", "四暗刻", "字一色", "绿一色", "清老头", "国士无双", "小四喜", "四杠子", "九莲宝灯", "八连庄", "纯正九莲宝灯",
    "四暗刻单骑", "国士无双十三面", "大四喜",
];

/// Every entry of `fans` in a value.
fn fans(value: &mut Value, change: &impl Fn(&mut Value)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| fans(value, change)),
        Value::Object(fields) => {
            for (key, value) in fields {
                match key.as_str() {
                    "fans" => value.as_array_mut().expect("a list").iter_mut().for_each(change),
                    _ => fans(value, change),
                }
            }
        }
        _ => {}
    }
}

/// Old records have names in place of numbers.
#[test]
fn yaku_by_their_names() {
    let named = |fan: &mut Value| {
        let number = fan["id"].as_u64().expect("a number") as usize;
        *fan = json!({"name": NAMES[number], "val": fan["val"]});
    };
    let (rules, mut counts) = (preset("mahjongsoul-east"), BTreeMap::new());
    for number in 0..MATCHES / 4 {
        let log = play::<4>(&rules, number).2;
        let mut value: Value = serde_json::from_str(&export(&log, Shape::Actions)).unwrap();
        fans(&mut value, &named);
        let verdict = judge_by_its_rules(&only(&value.to_string()), &[]).unwrap().1;
        assert!(verdict.disagreements.is_empty(), "{number}: {:#?}", verdict.disagreements);
        count(&log, &mut counts);
    }
    assert_seen(&counts, &["立直", "裏ドラ", "赤ドラ", "一発", "役牌 發"]);
    let unknown = after_deal(&[("RecordHule", json!({"hules": [{"fans": [{"name": "八连庄", "val": 1}]}]}))]);
    assert!(refused(&unknown).contains("`fans`: there is no yaku `八连庄`"), "{}", refused(&unknown));
}

/// A room of friends or a contest with rules of its own is played by them.
#[test]
fn rules_of_a_room() {
    let sets = [
        "uma=[20, 10, -10, -20]",
        "start_points=30000",
        "reference_points=35000",
        "kiriage=true",
        "multi_ron=HeadBump",
        "noten={ PerPair = 500 }",
        "honba_ron=600",
        "honba_tsumo_each=200",
        "riichi_stick=2000",
        "riichi_min_score=2000",
        "minkan_dora=Immediate",
        "double_yakuman=[]",
        "tobi=Off",
        "extension_winds=0",
        "kuitan=false",
        "ippatsu=false",
    ];
    let mut source = hyakuman_core::game::ruleset::Source::preset("mahjongsoul-east");
    sets.iter().for_each(|set| source.set(set).expect("a rule"));
    let rules = Arc::new(source.load::<RiichiRules>().expect("rules").rules);
    let detail = json!({
        "dora_count": 3, "shiduan": 0, "init_point": 30000, "fandian": 30000, "jingsuanyuandian": 35000, "shunweima_2": 10,
        "shunweima_3": -10, "shunweima_4": -20, "have_qieshangmanguan": true, "have_toutiao": true, "noting_fafu_1": 500,
        "noting_fafu_2": 1000, "noting_fafu_3": 1500, "changbang_value": 600, "liqibang_value": 2000,
        "ming_dora_immediately_open": true, "disable_double_yakuman": 1, "can_jifei": false, "have_nanruxiru": false,
        "have_yifa": false, "bianjietishi": true,
    });
    for number in 0..20 {
        let mut value: Value =
            serde_json::from_str(&export(&play::<4>(&rules, number).2, Shape::Sparse)).unwrap();
        value["head"]["config"] = json!({"mode": {"mode": 1, "detailRule": detail}, "meta": {"roomId": 7}});
        let (source, verdict) = judge_by_its_rules(&only(&value.to_string()), &[]).unwrap();
        assert!(verdict.disagreements.is_empty(), "{number}: {:#?}", verdict.disagreements);
        assert_eq!(
            (source.id, source.sets.len(), source.warning),
            ("mahjongsoul-east", sets.len(), None),
            "{:?}",
            source.sets
        );
    }
}

/// Red fives are those of the wall; what is set and not known is named.
#[test]
fn a_wall_shows_its_red_fives() {
    let mut value: Value = serde_json::from_str(&export(&small(), Shape::Records)).unwrap();
    value["head"]["config"] =
        json!({"mode": {"mode": 1, "detail_rule": {"dora_count": 0, "shiduan": 1, "magic": 4}}});
    let log = only(&value.to_string());
    assert_eq!((log.rules.red_fives, log.rules.display.as_str()), ([1; 3], "雀魂東喰赤"));
    let (source, verdict) = judge_by_its_rules(&log, &[]).unwrap();
    let warning = "the log sets rules that are not supported: magic 4; it is replayed without them";
    assert_eq!((verdict.disagreements.len(), source.warning.as_deref()), (0, Some(warning)));
}

/// A kyoku whose end cannot be read costs itself.
#[test]
fn one_bad_end_costs_one_kyoku() {
    let log = small();
    let whole: Vec<Value> = serde_json::from_str(&export(&log, Shape::Bare)).unwrap();
    let is_end = |record: &Value| {
        ["RecordHule", "RecordNoTile", "RecordLiuJu"].contains(&record["name"].as_str().unwrap())
    };
    let second = whole.iter().enumerate().filter(|(_, record)| is_end(record)).nth(1).expect("two kyoku").0;
    let mut records = whole.clone();
    records[second] = json!({"name": "RecordHule", "data": {"hules": []}});
    let read = only(&json!(records).to_string());
    assert!(read.kyoku.len() == log.kyoku.len() && read.kyoku[1].end == LogEnd::Unfinished);
    let warning = read.warning().expect("a warning");
    let place =
        format!("line 1, kyoku {}, record {} (RecordHule), `hules`: 0 wins", log.kyoku[1].name, second + 1);
    assert!(warning.contains(&place), "{warning}");
    let verdict = judge_by_its_rules(&read, &[]).unwrap().1;
    assert!(verdict.partial && verdict.disagreements.is_empty(), "{:?}", verdict.disagreements);
}

/// A kyoku whose start cannot be read is missing.
#[test]
fn one_bad_start_costs_one_kyoku() {
    let log = small();
    let mut records: Vec<Value> = serde_json::from_str(&export(&log, Shape::Bare)).unwrap();
    let starts = records.iter().enumerate().filter(|(_, record)| record["name"] == "RecordNewRound");
    let second = starts.map(|(at, _)| at).nth(1).expect("two kyoku");
    let place = format!("line 1, record {}", second + 1);
    for (bad, expected) in [
        (json!({"name": "RecordNewRound", "data": {}}), format!("{place} (RecordNewRound), ")),
        (json!({"name": 1}), format!("{place}, `name`: 1, expected a text")),
    ] {
        records[second] = bad;
        let read = only(&json!(records).to_string());
        assert_eq!((read.kyoku.len(), &read.gaps[..]), (log.kyoku.len() - 1, &[1][..]), "{expected}");
        assert!(read.damage[0].to_string().starts_with(&expected), "{}", read.damage[0]);
        let verdict = judge_by_its_rules(&read, &[]).unwrap().1;
        assert!(verdict.partial && verdict.disagreements.is_empty(), "{:?}", verdict.disagreements);
    }
}

fn small() -> LogMatch {
    play::<4>(&preset("mahjongsoul-east"), 1).2
}

#[test]
fn origin() {
    let log = only(&export(&small(), Shape::Actions));
    let players: Vec<String> = log.players.0.iter().map(|p| format!("{} {:?}", p.name, p.grade)).collect();
    assert_eq!(players, [" None", "人1 Some(\"雀傑★2\")", "人2 Some(\"雀傑★2\")", "人3 Some(\"雀傑★2\")"]);
    let (date, reference) = (log.date.as_deref(), log.reference.as_deref());
    assert_eq!((date, reference), (Some("2022-08-01T05:12:33Z"), Some("220801-0a1b2c3d")));
    assert_eq!(log.rules.display, "玉の間東喰赤");
    let three = only(&export(&play::<3>(&preset("mahjongsoul-sanma"), 1).2, Shape::Sparse));
    assert_eq!(
        (three.rules.display.as_str(), three.players.0[1].grade.as_deref()),
        ("三玉の間南喰赤", Some("魂天Lv1"))
    );
    let bare = only(&export(&small(), Shape::Bare));
    assert_eq!((bare.rules.display.as_str(), bare.rules.east_only), ("雀魂喰赤", None));
    assert_eq!((bare.players.0.len(), bare.date, bare.reference, bare.result), (0, None, None, None));
}

/// Several matches, one of them damaged, and other places of the list of records.
#[test]
fn other_shapes() {
    let (bare, log) = (export(&small(), Shape::Bare), small());
    let value: Value = serde_json::from_str(&bare).unwrap();
    let first = json!({"name": "RecordMJStart", "data": {}});
    let more = Value::Array([vec![first], value.as_array().unwrap().clone()].concat());
    for other in [
        json!({"data": value}),
        json!({"records": value}),
        json!({"record": {"data": {"actions": value}}}),
        more,
    ] {
        assert_eq!(only(&other.to_string()).kyoku, only(&bare).kyoku);
    }
    let text = format!(
        "{}\n{{\"head\":{{}},\"data\":[\n{}\n",
        export(&log, Shape::Sparse),
        export(&log, Shape::Records)
    );
    let matches = read(text.as_bytes());
    assert_eq!(matches.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

/// A name in another format does not make it a record.
#[test]
fn other_formats_with_such_a_name() {
    let name = "RecordNewRound";
    let mjai = format!("{{\"type\":\"start_game\",\"names\":[\"{name}\",\"b\",\"c\",\"d\"]}}\n");
    assert!(refused(&mjai).contains("no `start_kyoku`"));
    assert!(refused(&format!("{{\"name\":[\"{name}\"],\"log\":[]}}")).contains("`log`"));
}

fn refused(text: &str) -> String {
    let mut matches = read(text.as_bytes());
    assert_eq!(matches.len(), 1, "{text}");
    matches.remove(0).map(|_| ()).expect_err("refused").to_string()
}

/// A bare list of records after a deal.
fn after_deal(records: &[(&str, Value)]) -> String {
    let hand =
        |suit: char| -> Vec<String> { (1..=9).chain(1..=4).map(|rank| format!("{rank}{suit}")).collect() };
    let dealer = [hand('m'), vec!["9s".to_owned()]].concat();
    let deal = json!({
        "scores": [25000, 25000, 25000, 25000], "doras": ["7z"], "tiles0": dealer,
        "tiles1": hand('p'), "tiles2": hand('s'), "tiles3": "1z 1z 1z 2z 2z 2z 3z 3z 3z 4z 4z 4z 5z".split(' ').collect::<Vec<_>>(),
    });
    let all = [("RecordNewRound", deal)].into_iter().chain(records.iter().cloned());
    all.map(|(name, data)| json!({"name": name, "data": data}))
        .collect::<Vec<Value>>()
        .into_iter()
        .collect::<Value>()
        .to_string()
}

/// A record that cannot be read after the deal, and what is wrong with it.
#[rustfmt::skip]
fn damaged_records() -> Vec<((&'static str, Value), &'static str)> {
    vec![
        (("RecordDiscardTile", json!({"tile": "5x"})), "`tile`: \"5x\", expected a tile from 1m to 7z, red fives 0m 0p 0s"),
        (("RecordDiscardTile", json!({"seat": 4, "tile": "1m"})), "`seat`: 4, expected a whole number from 0 to 3"),
        (("RecordDealTile", json!({"seat": 1})), "`tile`: missing, expected a tile"),
        (("RecordDealTile", json!({"tile": "1m", "liqi": {"seat": "x"}})), "`liqi`, `seat`: \"x\", expected a whole number from 0 to 3"),
        (("RecordDealTile", json!({"tile": "1m", "doras": ["6z"]})), "`doras`: [6z] are shown, [7z] were opened before"),
        (("RecordAnGangAddGang", json!({"type": 1, "tiles": "1m"})), "`type`: 1, expected 2 (kakan) or 3 (ankan)"),
        (("RecordAnGangAddGang", json!({"type": 3, "tiles": "1m"})), "`tiles`: seat 0 holds 2 of the four tiles"),
        (("RecordChiPengGang", json!({"seat": 1, "type": 1, "tiles": ["1m", "1m", "1m"]})), "`tiles`: "),
        (("RecordHule", json!({"hules": []})), "`hules`: 0 wins, expected 1 to 3"),
        (("RecordHule", json!({"hules": [{"fans": [{"id": 46, "val": 1}]}]})), "`hules`, `fans`: there is no yaku 46"),
        (("RecordNoTile", json!({"scores": [{"old_scores": [1]}]})), "`scores`, `old_scores`: [1], expected a whole number of points for each of 4 seats"),
        (("RecordLiuJu", json!({"type": 0})), "`type`: 0, expected a kind of draw from 1 to 5"),
        (("RecordGangResult", json!({})), "unknown record; only those of games with the usual rules are known"),
    ]
}

#[test]
fn errors_name_record_and_field() {
    let discard = |tile: &str| ("RecordDiscardTile", json!({"seat": 0, "tile": tile}));
    for ((name, data), expected) in damaged_records() {
        let error = refused(&after_deal(&[(name, data)]));
        let place = format!("line 1, kyoku E1-0, record 2 ({name})");
        assert!(error.starts_with(&place) && error.contains(expected), "{error}\n{place}: {expected}");
    }
    let text = after_deal(&[("RecordLiuJu", json!({"type": 1})), discard("1m")]);
    let warning = only(&text).warning().expect("a warning");
    let place = "line 1, kyoku E1-0, record 3 (RecordDiscardTile): outside a kyoku";
    assert!(warning.contains(place), "{warning}");
    assert_eq!(only(&after_deal(&[discard("1m")])).kyoku[0].events.len(), 2);
}

#[test]
fn what_cannot_be_read_is_named() {
    let encoded = json!([{"name": "RecordNewRound", "data": "CAESBA=="}]).to_string();
    assert!(refused(&encoded).contains("record 1, `data`: not an object: the records are still encoded"));
    let encoded = json!({"data": {"actions": [{"type": 1, "result": "CAESBA=="}]}, "note": "RecordNewRound"})
        .to_string();
    assert!(refused(&encoded).contains("record 1, `result`: a text, expected an object"));
    let empty = json!({"data": [], "note": "RecordNewRound"}).to_string();
    assert!(refused(&empty).contains("no list of records"));
    let event: Value = serde_json::from_str(&after_deal(&[])).unwrap();
    let event =
        json!({"head": {"config": {"mode": {"detail_rule": {"chuanma": 1}}}}, "data": event}).to_string();
    assert!(refused(&event).contains("`head`, `chuanma`: the rule of an event is on"), "{}", refused(&event));
    let cut = &export(&small(), Shape::Records)[..20_000];
    assert!(refused(cut).contains("not valid JSON: EOF"), "{}", refused(cut));
}

/// A value somewhere in the record, replaced by another.
fn replace(value: &mut Value, rng: &mut Rng) {
    let others = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(3),
        json!(-1),
        json!(99_999_999),
        json!(5e300),
        json!(u64::MAX),
        json!("0m"),
        json!("9s"),
        json!("é"),
        json!(""),
        json!([]),
        json!({}),
        json!(["1m", "1m", "1m"]),
        json!([2, 1, 0]),
    ];
    let parts: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    match (rng.below(parts.len() as u32 + 1) as usize, parts.into_iter()) {
        (at, mut parts) if at < parts.len() && rng.below(30) > 0 => {
            replace(parts.nth(at).expect("a part"), rng)
        }
        _ => *value = others[rng.below(others.len() as u32) as usize].clone(),
    }
}

/// Values of any kind in any place: the record is read or refused with a sentence, and what was read can be played.
#[test]
fn values_of_any_kind_are_read_or_refused() {
    let whole = |log: &LogMatch| serde_json::from_str::<Value>(&export(log, Shape::Sparse)).unwrap();
    let matches = [whole(&small()), whole(&play::<3>(&preset("mahjongsoul-sanma-east"), 2).2)];
    let (mut rng, mut read_well, mut refused) = (Rng::from_seed(11), 0, 0);
    for number in 0..3_000 {
        let mut value = matches[number % 2].clone();
        (0..=rng.below(3)).for_each(|_| replace(&mut value, &mut rng));
        for one in read(value.to_string().as_bytes()) {
            match one {
                Ok(log) => {
                    let _ = judge_by_its_rules(&log, &[]);
                    read_well += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().contains('\n'), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(read_well > 300 && refused > 300, "{read_well} {refused}");
}

/// Records that are long only because they list what players may do are read; those with too much in them are not.
#[test]
fn sizes_are_limited() {
    let mut value: Value = serde_json::from_str(&export(&small(), Shape::Records)).unwrap();
    value["data"]["data"]["records"][1]["data"]["operations"] = json!(vec![json!({"type": [1]}); 400_000]);
    assert!(value.to_string().len() > 4 << 20 && only(&value.to_string()).ended);
    value["data"]["data"]["records"][1]["data"]["doras"] = json!(vec![0; 300_000]);
    assert!(refused(&value.to_string()).contains("more than 250000 values, the limit for a match"));
    let long = format!("[{}{{\"name\":\"RecordNewRound\"}}]", " ".repeat(MAX_RECORD_BYTES));
    assert_eq!(refused(&long), "line 1: longer than 16 MiB, the limit for a match");
}

/// The same with real records.
mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn records_agree() {
        for (name, kyoku, wins) in
            [("mahjongsoul-2021.json", 9, 8), ("f7-mahjongsoul-2019-names.json", 11, 11)]
        {
            let verdict =
                judge_by_its_rules(&only(&String::from_utf8(common::shared_case(name)).unwrap()), &[])
                    .unwrap()
                    .1;
            let found = (verdict.kyoku, verdict.wins, verdict.disagreements.len());
            assert_eq!(found, (kyoku, wins, 0), "{name}: {:#?}", verdict.disagreements);
        }
    }
}
