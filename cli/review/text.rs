//! The review of a match as text: the players, their totals by sort and by kyoku, and decisions with another choice of the agent.

use super::one::Report;
use super::words::{action_name, agreement, kyoku_name, mean, number, seat_name, unit_words};
use super::{Order, ReviewArgs};
use anyhow::Result;
use hyakuman_analysis::figures::ranged;
use hyakuman_arena::review::{BySort, Reviewed, Sort, Totals};
use hyakuman_core::Seat;
use hyakuman_core::excerpt::escaped;
use hyakuman_game::{Candidate, ValueUnit};
use std::io::Write;

/// Writes the review.
pub(super) fn write(report: &Report, args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
    let (of, agent, rules) = (escaped(&report.of), &report.agent, escaped(&report.rules));
    writeln!(out, "{of}, reviewed by {agent} ({rules}); values in {}", unit_words(report.unit))?;
    if !report.note.is_empty() {
        writeln!(out, "{}", escaped(&report.note))?;
    }
    writeln!(out)?;
    let seats = report.review.seats();
    seats.iter().try_for_each(|&seat| write_player(report, seat, out))?;
    write_totals(report, &seats, out)?;
    let mut shown: Vec<&Reviewed> =
        report.review.decisions.iter().filter(|reviewed| !reviewed.agrees()).collect();
    if args.order == Order::Loss {
        shown.sort_by(|a, b| b.loss().unwrap_or(-1.0).total_cmp(&a.loss().unwrap_or(-1.0)));
    }
    let count = shown.len();
    shown.truncate(args.top);
    let which = if args.order == Order::Loss { "greatest losses" } else { "other choices, in order" };
    writeln!(out, "\n{which} ({} of {count} decisions with another choice):", shown.len())?;
    shown.into_iter().try_for_each(|reviewed| write_decision(report, reviewed, out))
}

fn write_player(report: &Report, seat: Seat, out: &mut impl Write) -> Result<()> {
    let all = Totals::of(report.review.of_seat(seat));
    let (name, share) = (seat_name(seat, &report.names), agreement(&all));
    let (lost, mean) = (number(all.loss, report.unit), mean(all.mean_loss(), report.unit));
    let Totals { decisions, same, .. } = all;
    Ok(writeln!(
        out,
        "{name}: {decisions} decisions, {same} the same ({share}), mean loss {mean}, in all {lost}"
    )?)
}

/// The table: a row for each sort and each kyoku, a column for each seat.
fn write_totals(report: &Report, seats: &[Seat], out: &mut impl Write) -> Result<()> {
    let heads: String =
        seats.iter().map(|seat| format!("{:>17}", format!("seat {}", seat.index()))).collect();
    writeln!(out, "\n{:<20}{heads}", "the same, mean loss")?;
    let players: Vec<BySort> = seats.iter().map(|&seat| BySort::of(report.review.of_seat(seat))).collect();
    for sort in Sort::ALL {
        let totals: Vec<Totals> = players.iter().map(|player| *player.get(sort)).collect();
        if totals.iter().any(|totals| totals.decisions > 0) {
            write_row(sort.name(), &totals, report.unit, out)?;
        }
    }
    writeln!(out)?;
    for (kyoku, decisions) in report.review.by_kyoku() {
        let of = |&seat: &Seat| Totals::of(decisions.iter().filter(|reviewed| reviewed.seat == seat));
        let totals: Vec<Totals> = seats.iter().map(of).collect();
        write_row(&kyoku_name(kyoku, report.seats), &totals, report.unit, out)?;
    }
    Ok(())
}

fn write_row(name: &str, totals: &[Totals], unit: ValueUnit, out: &mut impl Write) -> Result<()> {
    let cell = |totals: &Totals| {
        let Totals { decisions, same, .. } = *totals;
        let counts = if decisions == 0 { String::new() } else { format!("{same}/{decisions}") };
        format!("{counts:>9}{:>8}", mean(totals.mean_loss(), unit))
    };
    Ok(writeln!(out, "{name:<20}{}", totals.iter().map(cell).collect::<String>())?)
}

fn write_decision(report: &Report, reviewed: &Reviewed, out: &mut impl Write) -> Result<()> {
    let loss = reviewed.loss().map_or("?".into(), |loss| number(loss.into(), report.unit));
    let (kyoku, seat) = (kyoku_name(reviewed.kyoku, report.seats), seat_name(reviewed.seat, &report.names));
    let played = reviewed.loss_in_rollouts().map_or(String::new(), |played| {
        format!(", in rollouts {} {}", ranged(&played, 2), unit_words(ValueUnit::RankPoints))
    });
    writeln!(out, "\n{kyoku}  {seat}  {}: lost {loss}{played}", reviewed.hand)?;
    for (what, code) in [("did", reviewed.done), ("agent", reviewed.choice)] {
        let candidate = reviewed.evaluation.as_ref().and_then(|evaluation| evaluation.of(code));
        let text = candidate.map_or(String::new(), |candidate| candidate_text(candidate, report.unit));
        let played = reviewed.rollouts.as_ref().and_then(|played| played.of(code));
        let played = played.map_or(String::new(), |played| format!(", rollouts {:.2}", played.worth.value));
        writeln!(out, "  {what:<6}{:<28}{text}{played}", action_name(code))?;
    }
    Ok(())
}

/// `1.02, wins 12.3 %, deals in 4.0 %, then 9s`.
fn candidate_text(candidate: &Candidate, unit: ValueUnit) -> String {
    let mut text = number(candidate.value.into(), unit);
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    text += &candidate.win.map_or(String::new(), |win| format!(", wins {}", percent(win)));
    text += &candidate.deal_in.map_or(String::new(), |deal_in| format!(", deals in {}", percent(deal_in)));
    text + &candidate.then.map_or(String::new(), |kind| format!(", then {kind}"))
}
