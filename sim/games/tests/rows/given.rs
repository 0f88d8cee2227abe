//! Tables of what others than the game say: agents of a decision, a log of its match. Every cell against what was given.

use super::support::{Manner, Player, Sheet, about, asking, match_id};
use hyakuman_core::column::{Column, Rows};
use hyakuman_core::game::rows::{
    About, Logged, Origin, Source, SourcePlayer, Table, TableRecorder, label_columns, write_evaluation,
    write_label,
};
use hyakuman_core::game::{
    Candidate, EndReason, Evaluation, GameFacts, HouseRules, KnownDeals, MatchEnd, OtherAction, Sink,
    ValueUnit, playout,
};
use hyakuman_core::{Kind, KindSet, Seat, Wall};
use hyakuman_riichi::Riichi;
use std::sync::Arc;

type Four = Riichi<4>;

fn assert_cells(sheet: &Sheet<'_>, row: usize, numbers: &[(&str, i64)], texts: &[(&str, &str)]) {
    numbers.iter().for_each(|&(name, value)| assert_eq!(sheet.int(name, row), value, "{name}"));
    texts.iter().for_each(|&(name, value)| assert_eq!(sheet.text(name, row), value, "{name}"));
}

#[test]
fn evaluations_are_what_the_agent_says() {
    let columns: Vec<Column> = Table::Evaluations.columns::<Four>();
    let mut rows = Rows::new(columns.len());
    let all = Candidate {
        win: Some(0.25),
        deal_in: Some(0.125),
        tenpai: Some(0.5),
        places: Some([0.4, 0.3, 0.2, 0.1]),
        shanten: Some(2),
        then: Kind::new(30),
        ..Candidate::new(41, 1.5)
    };
    let candidates = vec![all, Candidate::new(7, -2.25)];
    let evaluation = Evaluation { unit: ValueUnit::RankPoints, candidates };
    write_evaluation(&mut rows, &match_id(6), (3, 70, Seat::new(2)), &evaluation, 7);
    let sheet = Sheet { columns, rows: &rows };
    let key = [("match", 6), ("kyoku_number", 3), ("step", 70), ("seat", 2)];
    for row in 0..2 {
        assert_cells(&sheet, row, &key, &[("unit", "rank_points")]);
    }
    let first =
        [("order", 0), ("action", 41), ("choice", 0), ("value", 1_500), ("win", 2_500), ("deal_in", 1_250)];
    let rest =
        [("tenpai", 5_000), ("place_1", 4_000), ("place_2", 3_000), ("place_3", 2_000), ("place_4", 1_000)];
    assert_cells(&sheet, 0, &[&first[..], &rest, &[("shanten", 2), ("then", 30)]].concat(), &[]);
    let second =
        [("order", 1), ("action", 7), ("choice", 1), ("value", -2_250), ("shanten", 127), ("then", 255)];
    assert_cells(&sheet, 1, &second, &[]);
    for name in ["win", "deal_in", "tenpai", "place_1", "place_4"] {
        assert_eq!(sheet.int(name, 1), 65_535, "{name}");
    }
}

#[test]
fn labels_are_what_was_played_out() {
    let mut rows = Rows::new(label_columns().len());
    let other = OtherAction { action: 9, sort: "closed", weight: 1.0, gain: 0.75, numbers: Vec::new() };
    let (at, worth) = ((3, 70, Seat::new(2)), (-1.5, ValueUnit::Points));
    write_label(&mut rows, &match_id(6), at, (41, &other), worth);
    let sheet = Sheet { columns: label_columns(), rows: &rows };
    let key = [("match", 6), ("kyoku_number", 3), ("step", 70), ("seat", 2)];
    let numbers = [("choice", 41), ("other", 9), ("advantage", -1_500), ("gain", 750)];
    assert_cells(&sheet, 0, &[key, numbers].concat(), &[("sort", "closed"), ("unit", "points")]);
}

#[test]
fn sources_are_what_the_log_says() {
    let player = |seat: usize| SourcePlayer {
        name: format!("player {seat}"),
        grade: format!("{seat} dan"),
        rate: 150_000 + seat as i32,
    };
    let source = Source {
        file: "logs.tar".into(),
        member: "2026/one.json".into(),
        number: 5,
        sha256: std::array::from_fn(|byte| byte as u8),
        format: "tenhou6".into(),
        reference: "2026-one".into(),
        room: "four east".into(),
        date: "2026-11-01".into(),
        partial: true,
        players: std::array::from_fn(player),
    };
    let deals = KnownDeals { kyoku: 0, honba: 0, kyotaku: 0, scores: [0; 4], walls: Vec::new() };
    let logged = Logged { deals: Arc::new(deals), hidden: Vec::new(), source: Some(source) };
    let mut recorder = TableRecorder::<Four>::new(&about(), &[Table::Sources]);
    recorder.begin_logged(match_id(6), Arc::new(logged));
    let (scores, reason) = ([0; 4], EndReason::Played);
    recorder.match_end(&MatchEnd { scores, placement: [0; 4], rank_points: scores, kyoku: 9, reason });
    let sheet = Sheet::new(Table::Sources, &mut recorder);
    let texts =
        [("file", "logs.tar"), ("member", "2026/one.json"), ("format", "tenhou6"), ("reference", "2026-one")];
    let numbers = [("match", 6), ("number", 5), ("kyoku_played", 9), ("partial", 1)];
    assert_cells(
        &sheet,
        0,
        &numbers,
        &[&texts[..], &[("room", "four east"), ("date", "2026-11-01")]].concat(),
    );
    assert!(sheet.cell("sha256", 0).iter().copied().eq(0..32));
    assert_eq!(sheet.by_seat("rate", 0), [150_000, 150_001, 150_002, 150_003]);
    for seat in 0..4 {
        assert_eq!(sheet.text(&format!("name_{seat}"), 0), format!("player {seat}"));
        assert_eq!(sheet.text(&format!("grade_{seat}"), 0), format!("{seat} dan"));
    }
}

/// What a log says of the deals, and the answers that it does not show.
#[test]
fn deals_and_hidden_answers_are_what_the_log_says() {
    let about = Arc::new(About { origin: Origin::Logs, ..(*about()).clone() });
    let scores = [24_000, 26_000, 20_000, 27_000];
    let walls = vec![Wall::ordered(KindSet::ALL); 2];
    let deals = Arc::new(KnownDeals { kyoku: 1, honba: 2, kyotaku: 3, scores, walls });
    let logged = Logged { deals: Arc::clone(&deals), hidden: vec![0b101], source: None };
    let mut recorder = TableRecorder::<Four>::new(&about, &[Table::Decisions, Table::Replays]);
    recorder.begin_logged(match_id(6), Arc::new(logged));
    playout::play(&asking().into(), match_id(6).seed, &mut Player::table(Manner::Greedy), &mut recorder)
        .unwrap();
    let sheet = |table: Table| Sheet {
        columns: table.columns_of(&GameFacts::of::<Four>(), Origin::Logs, HouseRules::NONE),
        rows: recorder.rows(table).expect("a table that is kept"),
    };
    let replays = sheet(Table::Replays);
    let numbers = [("first_kyoku", 1), ("first_honba", 2), ("first_kyotaku", 3), ("kyoku_played", 2)];
    assert_cells(&replays, 0, &numbers, &[]);
    assert_eq!(replays.by_seat("first_score", 0), scores.map(i64::from));
    assert_eq!(replays.cell("walls", 0), deals.walls.iter().flat_map(Wall::ids).copied().collect::<Vec<_>>());
    assert_eq!(replays.cell("hidden_answers", 0), [0b101]);
    let decisions = sheet(Table::Decisions);
    let hidden: Vec<usize> =
        (0..decisions.len()).filter(|&row| decisions.int("answer_known", row) == 0).collect();
    assert_eq!(hidden, [0, 2]);
}
