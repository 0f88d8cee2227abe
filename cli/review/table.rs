//! The totals of many matches by player, as text and as JSON (docs/output.md).

use super::ReviewArgs;
use super::words::{agreement, by_sort, mean, unit_words};
use crate::failure::Failure;
use crate::figures;
use crate::number::counted;
use anyhow::Result;
use hyakuman_agents::Spec;
use hyakuman_arena::review::Reviews;
use hyakuman_arena::review::players::Player;
use hyakuman_core::excerpt::escaped;
use hyakuman_game::ValueUnit;
use serde_json::{Value, json};
use std::io::Write;

/// Widest name that keeps the columns in line.
const WIDEST: usize = 30;

/// Writes the table.
pub(super) fn write(found: &Reviews, agent: &Spec, args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
    let (unreadable, logs) = (found.unreadable, counted(found.logs, "log"));
    let missing = format!("{unreadable} of {logs} cannot be read, or not as a whole");
    let Some(unit) = found.unit else {
        let nothing = if unreadable > 0 { missing } else { "there is no decision to review".into() };
        return Err(Failure::Usage(nothing).into());
    };
    let report = Report { found, agent, unit };
    if args.json {
        report.write_json(args, out)?
    } else {
        report.write_text(out)?
    }
    if unreadable > 0 { Err(Failure::Usage(missing).into()) } else { Ok(()) }
}

/// What is printed.
struct Report<'a> {
    found: &'a Reviews,
    agent: &'a Spec,
    unit: ValueUnit,
}

impl Report<'_> {
    /// Writes a row for each player.
    fn write_text(&self, out: &mut impl Write) -> Result<()> {
        let (players, agent) = (&self.found.players, self.agent);
        let (matches, unit) = (figures::matches(players.matches), unit_words(self.unit));
        writeln!(out, "{matches}, reviewed by {agent}; losses in {unit}")?;
        if self.found.logs > 0 {
            let Reviews { logs, unreadable, disagreeing, twice, .. } = *self.found;
            let twice =
                if twice > 0 { format!(", {} there twice", figures::matches(twice)) } else { String::new() };
            let logs = counted(logs, "log");
            writeln!(out, "{logs}, {unreadable} unreadable, {disagreeing} in disagreement{twice}")?;
        }
        let names = players.iter().map(|(name, _)| shown(name).chars().count());
        let width = names.max().unwrap_or(0).clamp(6, WIDEST);
        let heads = format!("{:>9}{:>11}{:>10}{:>11}", "matches", "decisions", "the same", "mean loss");
        writeln!(out, "\n{:width$}{heads}  95 % interval", "player")?;
        players.iter().try_for_each(|(name, player)| self.write_player(name, player, width, out))?;
        if players.iter().any(|(_, player)| player.interval().is_none()) {
            writeln!(out, "\nno interval: matches on fewer than ten walls, or all with the same mean loss")?;
        }
        Ok(())
    }

    fn write_player(&self, name: &str, player: &Player, width: usize, out: &mut impl Write) -> Result<()> {
        let (all, unit) = (&player.totals.all, self.unit);
        let bound = |value| mean(Some(value), unit);
        let interval = player.interval();
        let interval =
            interval.map_or("-".into(), |[low, high]| format!("{} to {}", bound(low), bound(high)));
        let (name, loss) = (shown(name), mean(all.mean_loss(), unit));
        let (matches, decisions, same) = (player.matches, all.decisions, agreement(all));
        Ok(writeln!(out, "{name:width$}{matches:>9}{decisions:>11}{same:>10}{loss:>11}  {interval}")?)
    }

    /// Writes one object on one line.
    fn write_json(&self, args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
        let players = self.found.players.iter().map(|(name, player)| of_player(name, player));
        let paths = args.paths.iter().map(|path| path.to_string_lossy());
        let object = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "paths": paths.collect::<Vec<_>>(),
            "agent": self.agent.to_string(),
            "unit": self.unit.name(),
            "matches": self.found.players.matches,
            "logs": self.found.logs,
            "unreadable": self.found.unreadable,
            "disagreeing": self.found.disagreeing,
            "twice": self.found.twice,
            "players": players.collect::<Vec<_>>(),
        });
        Ok(writeln!(out, "{object}")?)
    }
}

fn of_player(name: &str, player: &Player) -> Value {
    let mut object = by_sort(&player.totals);
    object["name"] = json!(name);
    object["matches"] = json!(player.matches);
    object["ci95"] = json!(player.interval());
    object
}

/// A name as it is printed.
fn shown(name: &str) -> String {
    if name.is_empty() { "(no name)".to_owned() } else { escaped(name) }
}
