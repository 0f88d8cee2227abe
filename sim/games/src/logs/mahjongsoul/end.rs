//! The end of a kyoku: wins, the wall ran out, an abortive draw.

use super::fields::Fields;
use super::round::Round;
use super::yaku::yaku;
use crate::logs::error::LogError;
use crate::logs::model::{DrawKind, Limit, LogDraw, LogEnd, LogPoints, LogWin};
use crate::logs::yaku::LogYaku;
use crate::show::Change;
use hyakuman_core::Seat;

/// Most points, and most han and fu, of a win.
const MOST_POINTS: u32 = 10_000_000;
const MOST_HAN: u32 = 1_000;

/// One or more wins on the same tile. Returns whether the match is over, as the next two.
pub(super) fn hule(round: &mut Round, data: Fields) -> Result<bool, LogError> {
    let hules = data.parts("hules")?;
    let mut wins = Vec::new();
    for hule in hules.clone() {
        let of_hule = |e: LogError| e.within("`hules`");
        round.indicators(hule, true).map_err(of_hule)?;
        wins.push(win(round, hule).map_err(of_hule)?);
        let ura = hule.tiles("li_doras").map_err(of_hule)?;
        if ura.len() > round.log.ura.len() {
            round.log.ura = ura;
        }
    }
    if wins.is_empty() || wins.len() >= round.seats() {
        let problem = format!("{} wins, expected 1 to {}", wins.len(), round.seats() - 1);
        return Err(LogError::new("`hules`", problem));
    }
    wins.sort_by_key(|win| win.winner.seen_from(win.from, round.seats()));
    pay(round, data, &mut wins)?;
    round.log.end = LogEnd::Wins(wins);
    Ok(is_over(data))
}

/// Whether `gameend` is there: true, or the final scores.
fn is_over(data: Fields) -> bool {
    data.get("gameend").is_some_and(|end| end.is_object() || end.as_bool() == Some(true))
}

/// A win without its payments.
fn win(round: &Round, hule: Fields) -> Result<LogWin, LogError> {
    let seats = round.seats();
    let winner = hule.seat("seat", seats)?;
    let tsumo = hule.flag("zimo")?;
    let yakuman = hule.flag("yiman")?;
    // The dealer's first draw: the record has the last tile of the sorted hand, not the one drawn.
    let is_first = tsumo && round.log.events.len() == 1;
    let positive = |key: &str, most| hule.positive(key, most);
    Ok(LogWin {
        tile: hule.tile_if_given("hu_tile")?.filter(|_| !is_first),
        fu: positive("fu", MOST_HAN)?,
        han: positive("count", MOST_HAN)?.filter(|_| !yakuman),
        limit: if yakuman { Some(Limit::Yakuman) } else { limit(hule)? },
        points: points(hule, tsumo, winner == round.log.dealer)?,
        yaku: all_yaku(round, hule, winner, yakuman)?,
        ..LogWin::of(winner, if tsumo { winner } else { round.last })
    })
}

/// The limit by `title_id`, if given: 5 to 10 are one to six yakuman, 11 counted yakuman.
fn limit(hule: Fields) -> Result<Option<Limit>, LogError> {
    let given = hule.get("title_id").is_some();
    let number = hule.number("title_id", 11)? as usize;
    Ok(given.then(|| Limit::ALL.get(number).copied().unwrap_or(Limit::Yakuman)))
}

/// The value: the payment for a ron, or those of the dealer (`point_zimo_qin`) and of the others (`point_zimo_xian`).
fn points(hule: Fields, tsumo: bool, by_dealer: bool) -> Result<Option<LogPoints>, LogError> {
    let positive = |key| Ok(hule.positive(key, MOST_POINTS)?.map(|points| points as i32));
    if !tsumo {
        return Ok(positive("point_rong")?.map(LogPoints::Sum));
    }
    let (child, dealer): (Option<i32>, Option<i32>) =
        (positive("point_zimo_xian")?, positive("point_zimo_qin")?);
    Ok(match (child, dealer) {
        (Some(child), _) if by_dealer => Some(LogPoints::Each(child)),
        (Some(child), Some(dealer)) => Some(LogPoints::Split { child, dealer }),
        _ => None,
    })
}

/// The yaku with their han, and the dora; those that are worth nothing are left out.
fn all_yaku(
    round: &Round,
    hule: Fields,
    winner: Seat,
    yakuman: bool,
) -> Result<Vec<(LogYaku, u32)>, LogError> {
    let seat_wind = (winner.index() + round.seats() - round.log.dealer.index()) % round.seats();
    let mut all: Vec<(LogYaku, u32)> = Vec::new();
    for fan in hule.parts("fans")? {
        let yaku = yaku(fan, [seat_wind as u8, round.log.name.wind])?;
        let han = if yakuman { 13 } else { fan.number("val", MOST_HAN)? };
        match all.iter_mut().find(|(known, _)| *known == yaku) {
            Some((_, sum)) => *sum += han,
            None if han > 0 => all.push((yaku, han)),
            None => {}
        }
    }
    Ok(all)
}

/// Divides the changes of score among the wins.
fn pay(round: &Round, data: Fields, wins: &mut [LogWin]) -> Result<(), LogError> {
    let seats = round.seats();
    let mut before = match data.points("old_scores", seats)? {
        Some(scores) => scores,
        None => less_sticks(round),
    };
    let deltas = data.points("delta_scores", seats)?;
    let parts = match (deltas, &wins[..]) {
        (None, _) => None,
        (Some(deltas), [_]) => Some(vec![deltas]),
        (Some(deltas), wins) => divided(round, &deltas, wins),
    };
    for (win, deltas) in wins.iter_mut().zip(parts.into_iter().flatten()) {
        win.scores_before = Some(before.clone());
        before.iter_mut().zip(&deltas).for_each(|(score, delta)| *score += delta);
        win.deltas = Some(deltas);
    }
    Ok(())
}

/// The part of each of several rons: what its winner got, from the seat that all of them won from. The first winner took the
/// riichi sticks. None if that does not add up, as when another seat pays by pao.
fn divided(round: &Round, deltas: &[i32], wins: &[LogWin]) -> Option<Vec<Vec<i32>>> {
    let paid = round.log.events.iter().filter(|event| matches!(event, Change::Stick(_))).count();
    let mut sticks = round.stick * (round.log.kyotaku as i32 + paid as i32);
    let mut rest = deltas.to_vec();
    let mut parts = Vec::new();
    for win in wins {
        let mut part = vec![0; deltas.len()];
        part[win.winner.index()] = deltas[win.winner.index()];
        part[win.from.index()] -= deltas[win.winner.index()] - std::mem::take(&mut sticks);
        rest.iter_mut().zip(&part).for_each(|(rest, part)| *rest -= part);
        parts.push(part);
    }
    rest.iter().all(|&rest| rest == 0).then_some(parts)
}

/// The scores before the kyoku without the sticks paid in it.
fn less_sticks(round: &Round) -> Vec<i32> {
    let mut scores = round.log.scores.clone();
    for event in &round.log.events {
        if let Change::Stick(seat) = event {
            scores[seat.index()] -= round.stick;
        }
    }
    scores
}

/// The wall ran out. `scores` has the payments, for nagashi mangan one entry for each seat that has it; without changes of score
/// nobody pays.
pub(super) fn no_tile(round: &mut Round, data: Fields) -> Result<bool, LogError> {
    let seats = round.seats();
    let (mut before, mut deltas) = (None, vec![0; seats]);
    for part in data.parts("scores")?.take(seats) {
        before = before.or(part.points("old_scores", seats).map_err(|e| e.within("`scores`"))?);
        let changes = part.points("delta_scores", seats).map_err(|e| e.within("`scores`"))?;
        deltas.iter_mut().zip(changes.iter().flatten()).for_each(|(sum, change)| *sum += change);
    }
    let mut shown = Vec::new();
    let players = data.parts("players")?;
    for (seat, player) in Seat::all(seats).zip(players.clone()) {
        shown.extend(player.flag("tingpai").map_err(|e| e.within("`players`"))?.then_some(seat));
    }
    let nagashi = data.flag("liujumanguan")?;
    round.log.end = LogEnd::Draw(LogDraw {
        kind: Some(if nagashi { DrawKind::Nagashi } else { DrawKind::Exhaustive }),
        deltas: Some(deltas),
        scores_before: before,
        shown: Some(shown).filter(|_| players.count() >= seats),
        ..LogDraw::default()
    });
    Ok(is_over(data))
}

/// An abortive draw by its `type`.
pub(super) fn liuju(round: &mut Round, data: Fields) -> Result<bool, LogError> {
    use DrawKind::*;
    let kinds = [Kyuushu, Suufon, Suukan, Suucha, Sanchahou];
    let number = data.number("type", 5)? as usize;
    let problem = || LogError::new("`type`", format!("{number}, expected a kind of draw from 1 to 5"));
    let kind = *kinds.get(number.wrapping_sub(1)).ok_or_else(problem)?;
    let declarer = data.seat("seat", round.seats())?;
    let shown = (kind == Kyuushu).then(|| vec![declarer]);
    round.log.end = LogEnd::Draw(LogDraw { kind: Some(kind), shown, ..LogDraw::default() });
    Ok(is_over(data))
}
