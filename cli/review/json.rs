//! The review of a match as JSON, documented in docs/output.md.

use super::one::Report;
use super::words::{action_name, by_sort, totals};
use anyhow::Result;
use hyakuman_arena::RolledOut;
use hyakuman_arena::review::{BySort, Reviewed, Totals};
use hyakuman_core::Seat;
use hyakuman_game::Candidate;
use serde_json::{Value, json};
use std::io::Write;

/// Writes one object on one line.
pub(super) fn write(report: &Report, out: &mut impl Write) -> Result<()> {
    let players = report.review.seats().into_iter().map(|seat| player(report, seat));
    let object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "of": report.of,
        "rules": report.rules,
        "agent": report.agent.to_string(),
        "unit": report.unit.name(),
        "note": report.note,
        "players": players.collect::<Vec<_>>(),
        "decisions": report.review.decisions.iter().map(|reviewed| decision(reviewed, report.seats)).collect::<Vec<_>>(),
    });
    Ok(writeln!(out, "{object}")?)
}

fn player(report: &Report, seat: Seat) -> Value {
    let kyoku = report.review.by_kyoku().map(|(kyoku, decisions)| {
        let mut object = totals(&Totals::of(decisions.iter().filter(|reviewed| reviewed.seat == seat)));
        object["kyoku"] = json!(kyoku.index);
        object["honba"] = json!(kyoku.honba);
        object
    });
    let mut player = by_sort(&BySort::of(report.review.of_seat(seat)));
    player["seat"] = json!(seat.index());
    player["name"] = json!(report.names.get(seat.index()));
    player["by_kyoku"] = json!(kyoku.collect::<Vec<_>>());
    player
}

fn rollouts(reviewed: &Reviewed, played: &RolledOut) -> Value {
    let loss = reviewed.loss_in_rollouts();
    let worth = |action| played.of(action).map(|rolled| rolled.worth.value);
    json!({
        "unit": played.unit.name(),
        "worlds": played.worlds,
        "done": worth(reviewed.done),
        "choice": worth(reviewed.choice),
        "loss": loss.map(|loss| loss.value),
        "loss_ci95": loss.and_then(|loss| loss.bounds()),
    })
}

fn decision(reviewed: &Reviewed, seats: usize) -> Value {
    let candidates = reviewed.evaluation.iter().flat_map(|evaluation| &evaluation.candidates);
    let candidate = |candidate: &Candidate| {
        json!({
            "action": candidate.action,
            "name": action_name(candidate.action),
            "value": candidate.value,
            "win": candidate.win,
            "deal_in": candidate.deal_in,
            "tenpai": candidate.tenpai,
            "places": candidate.places.map(|places| places[..seats].to_vec()),
            "loss": candidate.loss,
            "shanten": candidate.shanten,
            "then": candidate.then.map(|kind| kind.to_string()),
        })
    };
    json!({
        "kyoku": reviewed.kyoku.index,
        "honba": reviewed.kyoku.honba,
        "decision": reviewed.number,
        "seat": reviewed.seat.index(),
        "sort": reviewed.sort.name(),
        "hand": reviewed.hand,
        "done": action_name(reviewed.done),
        "choice": action_name(reviewed.choice),
        "agrees": reviewed.agrees(),
        "loss": reviewed.loss(),
        "rollouts": reviewed.rollouts.as_ref().map(|played| rollouts(reviewed, played)),
        "candidates": candidates.map(candidate).collect::<Vec<_>>(),
    })
}
