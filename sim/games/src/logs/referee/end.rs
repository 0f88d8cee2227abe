//! Compares the end of a kyoku: wins, payments, scores.

use super::Report;
use super::kyoku::Ended;
use super::words;
use crate::logs::model::{DrawKind, Limit, LogDraw, LogEnd, LogKyoku, LogPoints, LogWin};
use crate::logs::yaku::LogYaku;
use crate::show::Change;
use hyakuman_core::game::{KyokuResult, WinRecord};
use hyakuman_core::{Seat, Tile};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::score::{self, base_points};
use hyakuman_riichi::yaku::YakuSet;

/// Compares the end of the kyoku.
pub(super) fn compare<const N: usize>(
    rules: &RiichiRules,
    log: &LogKyoku,
    ended: &Ended<N>,
    report: &mut Report,
) {
    match &log.end {
        LogEnd::Wins(wins) => compare_wins::<N>(rules, log, wins, ended, report),
        LogEnd::Draw(draw) => compare_draw(draw, ended, report),
        LogEnd::Unfinished => return,
    }
    report.compare("indicators", &log.indicators, &ended.indicators);
    if let Some(scores) = scores_after::<N>(rules, log) {
        report.compare("scores after the kyoku", scores, ended.scores);
    }
}

/// The scores after the kyoku by the log's own changes; `None` if it does not have all of them.
fn scores_after<const N: usize>(rules: &RiichiRules, log: &LogKyoku) -> Option<[i32; N]> {
    let (before, deltas): (&Option<Vec<i32>>, Vec<&Vec<i32>>) = match &log.end {
        LogEnd::Wins(wins) => {
            (&wins[0].scores_before, wins.iter().map(|win| win.deltas.as_ref()).collect::<Option<_>>()?)
        }
        LogEnd::Draw(LogDraw {
            kind: None | Some(DrawKind::Exhaustive | DrawKind::Nagashi),
            deltas: None,
            ..
        }) => {
            return None;
        }
        LogEnd::Draw(draw) => (&draw.scores_before, draw.deltas.iter().collect()),
        LogEnd::Unfinished => return None,
    };
    let mut scores: [i32; N] = match before {
        Some(before) => std::array::from_fn(|seat| before[seat]),
        None => less_sticks(rules, log)?,
    };
    for deltas in deltas {
        scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
    }
    Some(scores)
}

/// The scores before the kyoku minus the sticks paid in it; `None` if it is unknown whether the last one was paid.
fn less_sticks<const N: usize>(rules: &RiichiRules, log: &LogKyoku) -> Option<[i32; N]> {
    let mut scores: [i32; N] = std::array::from_fn(|seat| log.scores[seat]);
    let mut open = 0;
    for event in &log.events {
        open += matches!(event, Change::Discard { riichi: true, .. }) as i32;
        if let Change::Stick(seat) = event {
            scores[seat.index()] -= rules.riichi_stick;
            open -= 1;
        }
    }
    (open == 0 || matches!(log.end, LogEnd::Wins(_))).then_some(scores)
}

fn compare_wins<const N: usize>(
    rules: &RiichiRules,
    log: &LogKyoku,
    wins: &[LogWin],
    ended: &Ended<N>,
    report: &mut Report,
) {
    let theirs: Vec<(Seat, Seat)> = wins.iter().map(|win| (win.winner, win.from)).collect();
    let ours: Vec<(Seat, Seat)> =
        ended.wins.iter().map(|win| (win.winner, win.from.unwrap_or(win.winner))).collect();
    if theirs != ours {
        report.add(None, "winners", words::wins(&theirs), words::wins(&ours));
        return;
    }
    for (theirs, ours) in wins.iter().zip(&ended.wins) {
        compare_win::<N>(rules, log, theirs, ours, report);
    }
}

/// Compares all details of a win in the log.
fn compare_win<const N: usize>(
    rules: &RiichiRules,
    log: &LogKyoku,
    theirs: &LogWin,
    ours: &WinRecord,
    report: &mut Report,
) {
    if let Some(tile) = theirs.tile {
        report.compare("winning tile", tile, Tile::of(ours.tile));
    }
    if !theirs.yaku.is_empty() || !theirs.own_yaku.is_empty() {
        compare_yaku(rules, theirs, ours, report);
    }
    if let Some(han) = theirs.han {
        report.compare("han", han, ours.han as u32);
    }
    if let Some(fu) = theirs.fu.filter(|_| ours.yakuman == 0) {
        report.compare("fu", fu, ours.fu as u32);
    }
    // Some logs name no limit for a mangan that is rounded up.
    if let Some(limit) = theirs.limit.filter(|&limit| limit != Limit::None || !is_rounded_up(rules, ours)) {
        report.compare("limit", limit, limit_of(rules, ours));
    }
    if let Some(points) = theirs.points {
        report.compare("points", sum(points, N as i32, theirs.winner == log.dealer), ours.points);
    }
    if let Some(deltas) = &theirs.deltas {
        report.compare("payments", &deltas[..], &ours.deltas[..N]);
    }
}

/// Compares yaku as sets, and dora, ura, red fives and norths as counts.
fn compare_yaku(rules: &RiichiRules, theirs: &LogWin, ours: &WinRecord, report: &mut Report) {
    let mut yaku = YakuSet::EMPTY;
    theirs.yaku.iter().filter_map(|(yaku, _)| yaku.yaku()).for_each(|one| yaku.add(one, true));
    let slugs = |set: YakuSet| set.iter().map(|yaku| yaku.slug()).collect::<Vec<_>>();
    report.compare("yaku", slugs(yaku), slugs(YakuSet::from_bits(ours.yaku)));
    let theirs_own = in_order(theirs.own_yaku.iter().map(|yaku| &*yaku.slug));
    report.compare(
        "yaku of the rules",
        theirs_own,
        in_order(rules.yaku.of_set(ours.own_yaku).map(|yaku| yaku.slug)),
    );
    if ours.yakuman > 0 {
        return;
    }
    let count =
        |kind: LogYaku| theirs.yaku.iter().filter(|&&(yaku, _)| yaku == kind).map(|&(_, n)| n).sum::<u32>();
    let [dora, ura, aka, nuki] = ours.dora.map(u32::from);
    report.compare("dora", count(LogYaku::DORA), dora + nuki);
    report.compare("ura dora", count(LogYaku::URA), ura);
    report.compare("red fives", count(LogYaku::AKA), aka);
}

fn in_order<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

/// The limit that a win reached.
pub(crate) fn limit_of(rules: &RiichiRules, win: &WinRecord) -> Limit {
    if win.yakuman > 0 {
        return Limit::Yakuman;
    }
    match base_points(rules, win.han as u32, win.fu as u32).1 {
        score::Limit::KazoeYakuman => Limit::Yakuman,
        limit => limit.slug().and_then(Limit::from_name).unwrap_or(Limit::None),
    }
}

/// Whether a win is a mangan only because it is rounded up.
fn is_rounded_up(rules: &RiichiRules, win: &WinRecord) -> bool {
    rules.kiriage && limit_of(&RiichiRules { kiriage: false, ..rules.clone() }, win) == Limit::None
}

/// The total payment of a win.
pub(crate) fn sum(points: LogPoints, seats: i32, by_dealer: bool) -> i32 {
    match points {
        LogPoints::Sum(sum) => sum,
        LogPoints::Each(each) => each * (seats - 1),
        LogPoints::Split { child, dealer } => {
            child * (seats - 2 + by_dealer as i32) + dealer * !by_dealer as i32
        }
    }
}

fn compare_draw<const N: usize>(draw: &LogDraw, ended: &Ended<N>, report: &mut Report) {
    if let Some(kind) = draw.kind {
        report.compare("end", words::result_of(kind), ended.result);
    } else if ended.result == KyokuResult::Win {
        report.add(None, "end", "a draw", "a win");
    }
    let shows_tenpai = matches!(draw.kind, Some(DrawKind::Exhaustive | DrawKind::Nagashi));
    if let Some(shown) = draw.shown.as_ref().filter(|_| shows_tenpai) {
        report.compare("tenpai", shown.clone(), ended.tenpai.collect());
    }
}
