//! Reviews as JSON, documented in docs/output.md.

use hyakuman_agents::Spec;
use hyakuman_arena::RolledOut;
use hyakuman_arena::review::players::Player;
use hyakuman_arena::review::{BySort, ReviewSums, Reviewed, Reviews, Sort};
use hyakuman_core::Seat;
use hyakuman_core::game::{Candidate, Game, ValueUnit};
use hyakuman_report::review::OfMatch;
use hyakuman_riichi::Riichi;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// One match, which has this name.
pub(super) fn of_match(found: &OfMatch, name: &str) -> Value {
    let players = found.review.seats().into_iter().map(|seat| player(found, seat));
    let decisions = found.review.decisions.iter().map(|reviewed| decision(reviewed, found.seats));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "of": name,
        "rules": found.rules,
        "agent": found.agent.to_string(),
        "unit": found.unit.name(),
        "note": found.note,
        "players": players.collect::<Vec<_>>(),
        "decisions": decisions.collect::<Vec<_>>(),
    })
}

/// Many matches.
pub(super) fn of_many(found: &Reviews, agent: &Spec, unit: ValueUnit, paths: &[PathBuf]) -> Value {
    let player = |(name, player): (&str, &Player)| {
        let mut object = by_sort(&player.totals);
        object["name"] = json!(name);
        object["matches"] = json!(player.matches);
        object["ci95"] = json!(player.interval());
        object
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "paths": paths.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
        "agent": agent.to_string(),
        "unit": unit.name(),
        "matches": found.players.matches,
        "logs": found.logs,
        "unreadable": found.unreadable,
        "disagreeing": found.disagreeing,
        "twice": found.twice,
        "players": found.players.iter().map(player).collect::<Vec<_>>(),
    })
}

fn player(found: &OfMatch, seat: Seat) -> Value {
    let kyoku = found.review.by_kyoku().map(|(kyoku, decisions)| {
        let mut object = totals(&ReviewSums::of(decisions.iter().filter(|reviewed| reviewed.seat == seat)));
        object["kyoku"] = json!(kyoku.index);
        object["honba"] = json!(kyoku.honba);
        object
    });
    let mut player = by_sort(&BySort::of(found.review.of_seat(seat)));
    player["seat"] = json!(seat.index());
    player["name"] = json!(found.names.get(seat.index()));
    player["by_kyoku"] = json!(kyoku.collect::<Vec<_>>());
    player
}

/// Totals, with those by sort.
fn by_sort(of: &BySort) -> Value {
    let sorts = Sort::ALL.into_iter().map(|sort| (sort.name().to_owned(), totals(of.get(sort))));
    let mut object = totals(&of.all);
    object["by_sort"] = Value::Object(sorts.collect::<Map<_, _>>());
    object
}

fn totals(totals: &ReviewSums) -> Value {
    json!({
        "decisions": totals.decisions,
        "same": totals.same,
        "agreement": totals.agreement(),
        "valued": totals.valued,
        "loss": totals.loss,
        "mean_loss": totals.mean_loss(),
    })
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
            "name": Riichi::<4>::action_name(candidate.action),
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
        "done": Riichi::<4>::action_name(reviewed.done),
        "choice": Riichi::<4>::action_name(reviewed.choice),
        "agrees": reviewed.agrees(),
        "loss": reviewed.loss(),
        "rollouts": reviewed.rollouts.as_ref().map(|played| rollouts(reviewed, played)),
        "candidates": candidates.map(candidate).collect::<Vec<_>>(),
    })
}
