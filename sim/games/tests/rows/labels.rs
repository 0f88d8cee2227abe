//! Labels, and the tables of kyoku, wins and matches, against a separate list of what happened.

use super::support::{Manner, Sheet, about, match_id, record, rulesets};
use hyakuman_core::game::rows::{Table, TableRecorder};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::rules::Noten;
use hyakuman_riichi::{Question, Riichi, RiichiRules};

type Four = Riichi<4>;

/// Matches of each ruleset and manner.
const MATCHES: u64 = 40;

/// What happened in a match.
#[derive(Default)]
struct Notes {
    /// Seat, kyoku, action; whether to stop belongs to the kyoku that is over.
    decisions: Vec<(usize, usize, u8)>,
    stops: usize,
    deals: Vec<Deal>,
    end: Option<MatchEnd>,
}

/// How a kyoku ended.
struct Deal {
    kyoku: u32,
    repeat: u32,
    honba: u32,
    draws: u32,
    open: SeatSet,
    before: [i32; 4],
    deltas: [i32; 4],
    result: &'static str,
    wins: Vec<WinRecord>,
}

impl Sink<Four> for Notes {
    fn decision(&mut self, game: &Four, seat: Seat, _: &ActionMask, action: u8) {
        let stop = game.view(seat).question() == Question::Yame;
        self.stops += stop as usize;
        self.decisions.push((seat.index(), self.deals.len() - stop as usize, action));
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let KyokuEnd { kyoku, repeat, honba, draws, open, before, deltas, result, wins, .. } = *end;
        let (result, wins) = (result.name(), wins.to_vec());
        self.deals.push(Deal { kyoku, repeat, honba, draws, open, before, deltas, result, wins });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}

#[test]
fn every_table_records_what_happened() {
    let mut stops = 0;
    for (_, rules) in rulesets() {
        for manner in [Manner::Random, Manner::Greedy] {
            let (mut recorder, notes) = record(&rules, manner, 0..MATCHES, Notes::default);
            stops += notes.iter().map(|notes| notes.stops).sum::<usize>();
            check_decisions(&mut recorder, &notes);
            check_kyoku(&mut recorder, &notes, &rules);
            check_wins(&mut recorder, &notes, &rules);
            check_matches(&mut recorder, &notes, &rules);
        }
    }
    assert!(stops > 20, "only {stops} times the dealer could stop");
}

/// The key and the labels of every decision.
fn check_decisions(recorder: &mut TableRecorder<Four>, notes: &[Notes]) {
    let sheet = Sheet::new(Table::Decisions, recorder);
    let mut row = 0;
    for (number, notes) in notes.iter().enumerate() {
        let end = notes.end.as_ref().expect("the match is over");
        for (step, &(seat, number_of_deal, action)) in notes.decisions.iter().enumerate() {
            let deal = &notes.deals[number_of_deal];
            let won = deal.wins.iter().any(|win| win.winner.index() == seat);
            let dealt_in = deal.wins.iter().any(|win| win.from.is_some_and(|from| from.index() == seat));
            let found = [
                ("match", number as i64),
                ("kyoku_number", number_of_deal as i64),
                ("step", step as i64),
                ("seat", seat as i64),
                ("agent", match_id(0).agents[seat] as i64),
                ("kyoku", deal.kyoku as i64),
                ("action", action as i64),
                ("kyoku_delta", deal.deltas[seat] as i64),
                ("won", won as i64),
                ("dealt_in", dealt_in as i64),
                ("placement", end.placement[seat] as i64 + 1),
                ("rank_points", end.rank_points[seat] as i64),
            ];
            found.iter().for_each(|&(name, value)| {
                assert_eq!(sheet.int(name, row), value, "{name} of row {row}, match {number}, step {step}");
            });
            row += 1;
        }
    }
    assert_eq!(sheet.len(), row);
}

/// One row per kyoku; each begins with the scores at the end of the one before.
fn check_kyoku(recorder: &mut TableRecorder<Four>, notes: &[Notes], rules: &RiichiRules) {
    let sheet = Sheet::new(Table::Kyoku, recorder);
    let mut row = 0;
    for (number, notes) in notes.iter().enumerate() {
        let mut scores = [rules.start_points as i64; 4];
        let mut kyotaku = 0;
        for (deal, ended) in notes.deals.iter().enumerate() {
            assert_eq!(
                (sheet.int("match", row), sheet.int("kyoku_number", row)),
                (number as i64, deal as i64)
            );
            assert_eq!(sheet.by_seat("before", row), scores, "match {number}, deal {deal}");
            assert_eq!(sheet.by_seat("before", row), ended.before.map(i64::from));
            assert_eq!(sheet.int("kyotaku", row), kyotaku);
            let kyoku = ended.kyoku as i64;
            let found = ["kyoku", "round_wind", "dealer"].map(|name| sheet.int(name, row));
            assert_eq!(found, [kyoku, kyoku / 4, kyoku % 4]);
            assert_eq!(sheet.text("result", row), ended.result);
            let counts = ["repeat", "honba", "draws", "wins"].map(|name| sheet.int(name, row));
            assert_eq!(
                counts,
                [ended.repeat, ended.honba, ended.draws, ended.wins.len() as u32].map(i64::from)
            );
            let open = [0, 1, 2, 3].map(|seat| ended.open.has(Seat::new(seat)) as i64);
            assert_eq!(sheet.by_seat("open", row), open);
            let deltas = sheet.by_seat("delta", row);
            assert_eq!(deltas, ended.deltas.map(i64::from));
            scores = std::array::from_fn(|seat| scores[seat] + deltas[seat]);
            let paid = sheet.by_seat("riichi", row).iter().sum::<i64>();
            // What winners get and no seat pays are sticks.
            let taken = ended.wins.iter().flat_map(|win| win.deltas).sum::<i32>() / rules.riichi_stick;
            kyotaku += paid - taken as i64;
            let points = scores.iter().sum::<i64>() + kyotaku * rules.riichi_stick as i64;
            assert_eq!(points, 4 * rules.start_points as i64, "no point is made or lost");
            row += 1;
        }
    }
    assert_eq!(sheet.len(), row);
}

/// One row per win; with sticks and payments at a draw they sum to the changes of the kyoku.
fn check_wins(recorder: &mut TableRecorder<Four>, notes: &[Notes], rules: &RiichiRules) {
    let sheet = Sheet::new(Table::Wins, recorder);
    let (mut row, mut sums, mut won_by) = (0, Vec::new(), Vec::new());
    for (number, notes) in notes.iter().enumerate() {
        for (deal, ended) in notes.deals.iter().enumerate() {
            let mut sum = [0; 4];
            for (order, win) in ended.wins.iter().enumerate() {
                check_win(&sheet, row, [number, deal, order], win);
                let deltas = sheet.by_seat("delta", row);
                sum = std::array::from_fn(|seat| sum[seat] + deltas[seat]);
                row += 1;
            }
            sums.push(sum);
            won_by.push(ended.wins.iter().map(|win| win.winner.index()).collect::<Vec<_>>());
        }
    }
    assert_eq!(sheet.len(), row);
    let sheet = Sheet::new(Table::Kyoku, recorder);
    for (row, won) in sums.iter().enumerate() {
        let (riichi, tenpai) = (sheet.by_seat("riichi", row), sheet.by_seat("tenpai", row));
        let drawn = match (sheet.text("result", row), tenpai.iter().sum::<i64>()) {
            ("nagashi", _) => continue,
            ("exhaustive", ready) => noten(rules, &tenpai, ready, &won_by[row]),
            _ => [0; 4],
        };
        let stick = rules.riichi_stick as i64;
        let sum: [i64; 4] = std::array::from_fn(|seat| won[seat] + drawn[seat] - stick * riichi[seat]);
        assert_eq!(sheet.by_seat("delta", row), sum, "row {row} of kyoku");
    }
}

/// What an exhaustive draw pays those who have not won.
fn noten(rules: &RiichiRules, tenpai: &[i64; 4], ready: i64, won: &[usize]) -> [i64; 4] {
    let noten = 4 - won.len() as i64 - ready;
    let (gets, pays) = match rules.noten {
        _ if ready == 0 || noten == 0 => (0, 0),
        Noten::Pool(pool) => (pool as i64 / ready, pool as i64 / noten),
        Noten::PerPair(points) => (points as i64 * noten, points as i64 * ready),
        Noten::PerNoten(points) => (points as i64 * noten / ready, points as i64),
    };
    std::array::from_fn(|seat| match tenpai[seat] {
        _ if won.contains(&seat) => 0,
        0 => -pays,
        _ => gets,
    })
}

fn check_win(sheet: &Sheet<'_>, row: usize, key: [usize; 3], win: &WinRecord) {
    let found = ["match", "kyoku_number", "order"].map(|name| sheet.int(name, row));
    assert_eq!(found, key.map(|n| n as i64));
    let numbers = [
        ("winner", win.winner.index() as i64),
        ("from", win.from.map_or(255, |seat| seat.index() as i64)),
        ("tile", win.tile as i64),
        ("han", win.han as i64),
        ("fu", win.fu as i64),
        ("yakuman", win.yakuman as i64),
        ("yaku", win.yaku as i64),
        ("dora", win.dora[0] as i64),
        ("ura", win.dora[1] as i64),
        ("aka", win.dora[2] as i64),
        ("nuki", win.dora[3] as i64),
        ("points", win.points as i64),
    ];
    numbers.iter().for_each(|&(name, value)| assert_eq!(sheet.int(name, row), value, "{name} of row {row}"));
    assert_eq!(sheet.by_seat("delta", row), win.deltas.map(i64::from));
    let names = sheet.text("yaku_names", row);
    assert_eq!(names.split(' ').count() as u32, win.yaku.count_ones(), "{names}");
}

/// One row per match: the last scores, with the sticks left on the table.
fn check_matches(recorder: &mut TableRecorder<Four>, notes: &[Notes], rules: &RiichiRules) {
    let about = about();
    let sheet = Sheet::new(Table::Matches, recorder);
    assert_eq!(sheet.len(), notes.len());
    for (row, notes) in notes.iter().enumerate() {
        let (id, end, last) =
            (match_id(row as u64), notes.end.as_ref().unwrap(), notes.deals.last().unwrap());
        let found = ["match", "wall", "seed", "kyoku_played", "decisions"].map(|name| sheet.int(name, row));
        let counts = [notes.deals.len() as i64, notes.decisions.len() as i64];
        assert_eq!(found, [row as i64, id.seed.number as i64, id.seed.seed as i64, counts[0], counts[1]]);
        let words = ["ruleset", "rules_hash", "ended"].map(|name| sheet.text(name, row));
        assert_eq!(words, [&about.ruleset, &about.rules_hash, end.reason.name()]);
        let agents = [0, 1, 2, 3].map(|seat| sheet.text(&format!("agent_{seat}"), row));
        assert_eq!(agents, id.agents.map(|agent| about.agents[agent as usize].as_str()));
        let (scores, places) = (sheet.by_seat("score", row), sheet.by_seat("placement", row));
        assert_eq!(places, end.placement.map(|place| place as i64 + 1));
        assert_eq!(sheet.by_seat("rank_points", row), end.rank_points.map(i64::from));
        let left = 4 * rules.start_points as i64
            - (0..4).map(|s| (last.before[s] + last.deltas[s]) as i64).sum::<i64>();
        let first = |seat: usize| if places[seat] == 1 { left } else { 0 };
        let sum: [i64; 4] = std::array::from_fn(|s| (last.before[s] + last.deltas[s]) as i64 + first(s));
        assert_eq!(scores, sum, "leftover sticks go to the first");
    }
}
