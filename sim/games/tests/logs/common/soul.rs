//! Writes a match as records of Mahjong Soul, in the shapes in which programs save them.

use hyakuman_core::{Meld, MeldKind, Seat, Tile, wall::Faces};
use hyakuman_games::logs::model::{DrawKind, Limit, LogDraw, LogEnd, LogKyoku, LogPoints, LogWin};
use hyakuman_games::logs::{LogMatch, yaku::LogYaku};
use hyakuman_games::show::Change;
use serde_json::{Map, Value, json};

/// How a match is saved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    /// With a head; every record is the result of an action, and there are others.
    Actions,
    /// With a head; older ones have the records alone, and a wall without the tiles dealt.
    Records,
    /// With a head; names like `isLiqi`, and without fields that are 0, false or empty.
    Sparse,
    /// The records alone.
    Bare,
}

pub(crate) const SHAPES: [Shape; 4] = [Shape::Actions, Shape::Records, Shape::Sparse, Shape::Bare];

/// The names of yaku by number, in the words of the client.
#[rustfmt::skip]
const YAKU: [&str; 65] = [
    "", "門前清自摸和", "立直", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "役牌 白", "役牌 發", "役牌 中", "自風", "場風",
    "断幺九", "一盃口", "平和", "混全帯幺九", "一気通貫", "三色同順", "両立直", "三色同刻", "三槓子", "対々和", "三暗刻",
    "小三元", "混老頭", "七対子", "純全帯幺九", "混一色", "二盃口", "清一色", "一発", "ドラ", "赤ドラ", "裏ドラ", "抜きドラ",
    "天和", "地和", "大三元", "四暗刻", "字一色", "緑一色", "清老頭", "国士無双", "小四喜", "四槓子", "九蓮宝燈", "八連荘",
    "純正九蓮宝燈", "四暗刻単騎", "国士無双１３面", "大四喜", "燕返し", "槓振り", "十二落抬", "五門斉", "三連刻", "一色三順",
    "一筒摸月", "九筒撈魚", "人和", "大車輪", "大竹林", "大数隣", "石の上にも三年", "大七星",
];

/// The match as records.
pub(crate) fn export(log: &LogMatch, shape: Shape) -> String {
    let mut records = Vec::new();
    for (i, kyoku) in log.kyoku.iter().enumerate() {
        let is_last = log.ended && i + 1 == log.kyoku.len();
        Kyoku::new(log, i, shape).records(kyoku, is_last, &mut records);
    }
    let named =
        |prefix: &str, (name, data): (&str, Value)| json!({"name": format!("{prefix}{name}"), "data": data});
    let records =
        records.into_iter().map(|record| named(if shape == Shape::Bare { "" } else { ".lq." }, record));
    let list = |name: &str, list: Value| json!({"head": head(log), "data": {"name": ".lq.GameDetailRecords", "data": {name: list, "version": 210715}}});
    match shape {
        Shape::Bare => Value::Array(records.collect()).to_string(),
        Shape::Records => list("records", records.collect()).to_string(),
        Shape::Sparse => sparse(list("records", records.collect())).to_string(),
        Shape::Actions => {
            let action = |record| {
                [
                    json!({"passed": 7, "type": 1, "result": record}),
                    json!({"passed": 8, "type": 2, "user_input": {"seat": 1, "type": 3}}),
                ]
            };
            let mut value = list("actions", records.flat_map(action).collect());
            value["data"]["data"]["records"] = json!([]);
            serde_json::to_string_pretty(&value).expect("JSON")
        }
    }
}

/// With names as `isLiqi`, and without fields that are 0, false or empty.
fn sparse(value: Value) -> Value {
    let is_default = |value: &Value| {
        *value == json!(0) || *value == json!(false) || *value == json!("") || *value == json!([])
    };
    let camel = |name: &str| {
        let mut words = name.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
    };
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, value)| !is_default(value));
            Value::Object(kept.map(|(name, value)| (camel(&name), sparse(value))).collect::<Map<_, _>>())
        }
        Value::Array(list) => list.into_iter().map(sparse).collect(),
        value => value,
    }
}

fn head(log: &LogMatch) -> Value {
    let (seats, three) = (log.rules.seats, 10 * (log.rules.seats == 3) as u32);
    let east = log.rules.east_only.unwrap_or(false);
    let level = |id: u32| json!({"id": id, "score": 1000});
    let account = |seat: usize| json!({"account_id": 7 + seat, "seat": seat, "nickname": format!("人{seat}"), "level": level(10_302), "level3": level(20_701)});
    let mut head = json!({
        "uuid": "220801-0a1b2c3d", "start_time": 1_659_330_753, "end_time": 1_659_332_000,
        "config": {
            "category": 2,
            "mode": {"mode": three + if east { 1 } else { 2 }, "detail_rule": {"dora_count": 0, "guyi_mode": 0}},
            "meta": {"mode_id": if seats == 3 { 23 } else { 11 } + !east as u32},
        },
        // One player is a robot, of which the head of real matches has no account.
        "accounts": (1..seats).map(account).collect::<Vec<_>>(),
    });
    if let Some(result) = log.result.as_ref().filter(|_| log.ended) {
        let points = |seat: usize| result.thousandths.as_ref().map_or(0, |points| points[seat]);
        let player = |seat: usize| json!({"seat": seat, "part_point_1": result.scores[seat], "total_point": points(seat), "gold": 3});
        head["result"] = json!({"players": (0..seats).rev().map(player).collect::<Vec<_>>()});
    }
    head
}

/// A kyoku while its records are written.
struct Kyoku {
    deal: Value,
    /// The indicators that are open, and whether one is new.
    open: Vec<Tile>,
    is_new: bool,
    /// The riichi whose stick was just paid.
    liqi: Option<Seat>,
}

impl Kyoku {
    fn new(log: &LogMatch, number: usize, shape: Shape) -> Kyoku {
        let kyoku = &log.kyoku[number];
        let later = kyoku.events.iter().filter(|event| matches!(event, Change::Dora(_))).count();
        let open = kyoku.indicators[..kyoku.indicators.len() - later].to_vec();
        let mut hands = kyoku.hands.clone();
        if let Some(&Change::Draw(seat, tile)) = kyoku.events.first() {
            hands[seat.index()].push(tile);
        }
        let mut deal = json!({
            "chang": kyoku.name.wind, "ju": kyoku.dealer.index(), "ben": kyoku.name.honba, "liqibang": kyoku.kyotaku,
            "scores": kyoku.scores, "doras": texts(&open), "left_tile_count": 69, "md5": "0a1b", "opens": [],
            "operation": {"seat": 0, "operation_list": [{"type": 1}]}, "tiles3": [],
        });
        hands.iter().enumerate().for_each(|(seat, hand)| deal[format!("tiles{seat}")] = json!(texts(hand)));
        if shape != Shape::Bare {
            let (wall, faces) = (log.wall(number).expect("a wall"), Faces::new(log.rules.red_fives));
            let dealt = if shape == Shape::Records { 13 * log.rules.seats + 1 } else { 0 };
            let all = if log.rules.seats == 4 { 136 } else { 108 };
            let tiles = (dealt..all).map(|place| wall.tile(place, &faces).to_string());
            deal["paishan"] = json!(tiles.collect::<String>());
        }
        Kyoku { deal, open, is_new: false, liqi: None }
    }

    fn records(mut self, kyoku: &LogKyoku, is_last: bool, records: &mut Vec<(&'static str, Value)>) {
        records.push(("RecordNewRound", self.deal.take()));
        for event in kyoku.events.iter().skip(1) {
            records.extend(self.event(event, kyoku.hands.len()));
        }
        let (name, mut data) = match &kyoku.end {
            LogEnd::Wins(wins) => ("RecordHule", self.hule(kyoku, wins)),
            LogEnd::Draw(draw) => self.draw(kyoku, draw),
            LogEnd::Unfinished => return,
        };
        if is_last {
            data["gameend"] =
                if name == "RecordNoTile" { json!(true) } else { json!({"scores": kyoku.scores}) };
        }
        records.push((name, data));
    }

    fn event(&mut self, event: &Change, seats: usize) -> Option<(&'static str, Value)> {
        match *event {
            Change::Stick(seat) => self.liqi = Some(seat),
            Change::Dora(tile) => {
                self.open.push(tile);
                self.is_new = true;
            }
            _ => {}
        }
        let (name, mut data) = self.step(event, seats)?;
        if let Some(seat) = self.liqi.take() {
            data["liqi"] = json!({"seat": seat.index(), "score": 24_000, "liqibang": 1, "failed": false});
        }
        if std::mem::take(&mut self.is_new) {
            data["doras"] = json!(texts(&self.open));
        }
        Some((name, data))
    }

    /// What a seat does or draws.
    fn step(&self, event: &Change, seats: usize) -> Option<(&'static str, Value)> {
        Some(match *event {
            Change::Draw(seat, tile) => (
                "RecordDealTile",
                json!({"seat": seat.index(), "tile": tile.to_string(), "left_tile_count": 3}),
            ),
            Change::Discard { seat, tile, tsumogiri, riichi } => {
                let data = json!({
                    "seat": seat.index(), "tile": tile.to_string(), "is_liqi": riichi, "moqie": tsumogiri, "is_wliqi": false,
                    "zhenting": [false, true, false, false], "operations": [{"seat": 1, "operation_list": [{"type": 9}]}],
                });
                ("RecordDiscardTile", data)
            }
            Change::Call(seat, meld) if meld.kind() == MeldKind::Ankan => {
                let tile = meld.tiles()[3].to_string();
                ("RecordAnGangAddGang", json!({"seat": seat.index(), "type": 3, "tiles": tile}))
            }
            Change::Call(seat, meld) => ("RecordChiPengGang", call(seat, &meld, seats)),
            Change::Kakan(seat, tile) => {
                ("RecordAnGangAddGang", json!({"seat": seat.index(), "type": 2, "tiles": tile.to_string()}))
            }
            Change::Nuki(seat, _) => ("RecordBaBei", json!({"seat": seat.index(), "moqie": false})),
            _ => return None,
        })
    }

    fn hule(&self, kyoku: &LogKyoku, wins: &[LogWin]) -> Value {
        let seats = kyoku.hands.len();
        let hules: Vec<Value> = wins.iter().map(|win| self.one_hule(kyoku, win)).collect();
        let mut data = json!({"hules": hules, "wait_timeout": 5, "baopai": 0, "gameend": null});
        let deltas: Option<Vec<&Vec<i32>>> = wins.iter().map(|win| win.deltas.as_ref()).collect();
        if let (Some(deltas), Some(before)) = (deltas, &wins[0].scores_before) {
            let sum: Vec<i32> =
                (0..seats).map(|seat| deltas.iter().map(|deltas| deltas[seat]).sum()).collect();
            let after: Vec<i32> = before.iter().zip(&sum).map(|(before, delta)| before + delta).collect();
            data["old_scores"] = json!(before);
            data["delta_scores"] = json!(sum);
            data["scores"] = json!(after);
        }
        data
    }

    fn one_hule(&self, kyoku: &LogKyoku, win: &LogWin) -> Value {
        let yakuman = win.limit == Some(Limit::Yakuman) && win.han.is_none();
        let by_dealer = win.winner == kyoku.dealer;
        let title = match win.limit {
            Some(Limit::Yakuman) if yakuman => 5,
            Some(Limit::Yakuman) => 11,
            limit => [Limit::None, Limit::Mangan, Limit::Haneman, Limit::Baiman, Limit::Sanbaiman]
                .iter()
                .position(|&one| Some(one) == limit)
                .unwrap_or(0),
        };
        let fans: Vec<Value> =
            win.yaku.iter().map(|&(yaku, han)| json!({"id": id(yaku), "val": han, "name": ""})).collect();
        let (rong, qin, xian) = points(win, kyoku.hands.len(), by_dealer);
        let mut hule = json!({
            "hand": [], "ming": ["shunzi(1m,2m,3m)"], "seat": win.winner.index(), "zimo": win.winner == win.from,
            "qinjia": by_dealer, "doras": texts(&self.open), "yiman": yakuman, "count": win.han.unwrap_or(1), "fans": fans,
            "fu": win.fu.unwrap_or(20), "title": "", "point_rong": rong, "point_zimo_qin": qin, "point_zimo_xian": xian,
        });
        if win.limit.is_some() {
            hule["title_id"] = json!(title);
        }
        // The tile of a heavenly hand is the last of the sorted hand.
        let first = win.winner == win.from && kyoku.events.len() == 1;
        let last = kyoku.hands[win.winner.index()].iter().max().copied();
        hule["hu_tile"] = json!(if first { last } else { win.tile }.map(|tile| tile.to_string()));
        let riichi = kyoku.events.contains(&Change::Stick(win.winner));
        hule["liqi"] = json!(riichi);
        if riichi {
            hule["li_doras"] = json!(texts(&kyoku.ura));
            if !kyoku.ura.is_empty() && !win.yaku.iter().any(|&(yaku, _)| yaku == LogYaku::URA) {
                hule["fans"].as_array_mut().expect("a list").push(json!({"id": 33, "val": 0, "name": ""}));
            }
        }
        hule
    }

    fn draw(&self, kyoku: &LogKyoku, draw: &LogDraw) -> (&'static str, Value) {
        let kind =
            [DrawKind::Kyuushu, DrawKind::Suufon, DrawKind::Suukan, DrawKind::Suucha, DrawKind::Sanchahou]
                .iter()
                .position(|&kind| Some(kind) == draw.kind);
        if let Some(kind) = kind {
            let seat = draw.shown.as_ref().and_then(|shown| shown.first()).map_or(0, |seat| seat.index());
            let mut data = json!({"type": kind + 1, "seat": seat, "tiles": ["1m"], "gameend": null});
            if let Some(seat) = self.liqi {
                data["liqi"] = json!({"seat": seat.index(), "score": 24_000, "liqibang": 1});
            }
            return ("RecordLiuJu", data);
        }
        let seats = kyoku.hands.len();
        let shown = |seat: Seat| draw.shown.as_ref().is_some_and(|shown| shown.contains(&seat));
        let player = |seat| json!({"tingpai": shown(seat), "hand": ["1m"], "tings": [{"tile": "1m"}]});
        let mut data = json!({
            "liujumanguan": draw.kind == Some(DrawKind::Nagashi), "gameend": false,
            "players": Seat::all(seats).map(player).collect::<Vec<_>>(),
        });
        if draw.shown.is_none() {
            data["players"] = json!([]);
        }
        let mut scores = json!({"seat": 0});
        if let Some(before) = &draw.scores_before {
            scores["old_scores"] = json!(before);
        }
        if let Some(deltas) = draw.deltas.as_ref().filter(|deltas| deltas.iter().any(|&delta| delta != 0)) {
            scores["delta_scores"] = json!(deltas);
        }
        // Several seats with nagashi mangan have an entry each.
        let nothing = json!({"seat": 1, "delta_scores": vec![0; seats]});
        data["scores"] =
            if draw.kind == Some(DrawKind::Nagashi) { json!([scores, nothing]) } else { json!([scores]) };
        ("RecordNoTile", data)
    }
}

/// Chi, pon or daiminkan.
fn call(seat: Seat, meld: &Meld, seats: usize) -> Value {
    let own = &meld.tiles()[1..];
    let kind = match meld.kind() {
        MeldKind::Chi => 0,
        MeldKind::Pon => 1,
        _ => 2,
    };
    let mut froms = vec![seat.index(); own.len()];
    froms.push(meld.from().seat(seat, seats).index());
    let tiles = texts(&[own, &meld.tiles()[..1]].concat());
    json!({"seat": seat.index(), "type": kind, "tiles": tiles, "froms": froms})
}

/// The payments `point_rong`, `point_zimo_qin`, `point_zimo_xian`. They do not say who pays by pao.
fn points(win: &LogWin, seats: usize, by_dealer: bool) -> (i32, i32, i32) {
    match win.points {
        None => (0, 0, 0),
        Some(LogPoints::Sum(sum)) if win.winner != win.from => (sum, 0, 0),
        Some(LogPoints::Sum(sum)) if by_dealer => (0, 0, sum / (seats as i32 - 1)),
        Some(LogPoints::Sum(sum)) => (0, 2 * sum / seats as i32, sum / seats as i32),
        Some(LogPoints::Each(each)) => (0, each, each),
        Some(LogPoints::Split { child, dealer }) => (0, dealer, child),
    }
}

fn id(yaku: LogYaku) -> usize {
    let words = yaku.words();
    let name = if words.starts_with("自風") || words.starts_with("場風") {
        words.split(' ').next().unwrap_or(words)
    } else {
        words
    };
    YAKU.iter().position(|&word| word == name).unwrap_or_else(|| panic!("{words} has a number"))
}

fn texts(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}
