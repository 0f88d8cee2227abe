//! Agents that are programs of their own and speak mjai, the protocol of Mortal, mjai.app and many others.
//!
//! `mjai:cmd="python3 bot.py"` plays riichi mahjong with four or three players. docs/mjai.md describes what is sent when, and
//! what is accepted. In reading order: `settings` (the options), `write` (messages to the bot), `reply` (its answers),
//! `moves` (legal moves as mjai events), `watchdog` (kills bots that the program leaves), `stderr` (reads or logs their standard error),
//! `connection` (one process), `pool` (idle processes), `bot` (one bot in one seat), `agent`; then `monitor` and [`report`]
//! (failures and answer times), [`check`](mod@check) (plays matches for such a report). `meta` is what a bot thinks of its moves, `numbers` are those that JSON does not have.
//! The other way round, [`serve`](fn@serve) makes a bot of an agent of this program: `course` (the events that it reads), `player`
//! (the agent in its seat).

mod agent;
mod bot;
pub mod check;
mod connection;
mod course;
mod failure;
mod meta;
mod monitor;
mod moves;
mod numbers;
mod player;
mod pool;
mod reply;
pub mod report;
mod serve;
mod settings;
mod stderr;
mod watchdog;
mod write;

pub use check::check;
pub use failure::{Problem, few};
pub use report::{Failed, Report, Time};
pub use serve::{Seating, serve};
pub use stderr::unwritten_log;

use crate::roster::{AgentEntry, Options};
use agent::Mjai;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::AnyAgent;
use hyakuman_core::game::ruleset::AsTable;
use hyakuman_games::logs::model::Format;
use hyakuman_games::logs::unsupported_field;
use hyakuman_riichi::{Riichi, RiichiRules};
use monitor::{Failures, Monitor};
use pool::Pools;
use settings::{OPTIONS, Settings};
use std::sync::{Arc, Mutex};
use stderr::Stderr;

/// The name of the agent in a spec.
pub(crate) const NAME: &str = "mjai";

pub(crate) fn entry() -> AgentEntry {
    let failures = Arc::new(Failures::default());
    let remarks = Arc::clone(&failures);
    entry_with(&failures, None).remarks(move || remarks.remarks())
}

/// The entry, with a report of all that its bots do.
fn entry_with(failures: &Arc<Failures>, report: Option<&Arc<Mutex<Report>>>) -> AgentEntry {
    let about = "a program of your own that speaks mjai: mjai:cmd=\"python3 bot.py\" (docs/mjai.md)";
    let mut entry = AgentEntry::new(NAME).about(about);
    (entry.deterministic, entry.external) = (false, true);
    let entry = OPTIONS.iter().fold(entry, |entry, &option| entry.option(option));
    let (pools, failures, report) = (Pools::default(), Arc::clone(failures), report.cloned());
    let four = Arc::new(move |options: &Options| {
        let mut settings = Settings::new(options)?;
        settings.aborts &= report.is_none();
        if report.is_some() && settings.stderr == Stderr::Discarded {
            settings.stderr = Stderr::Kept;
        }
        let command = excerpt(options.text("cmd"));
        let monitor = Monitor::new(&failures, &command, settings.stderr.log(), report.as_ref());
        Ok::<_, String>((pools.of(settings), monitor))
    });
    let three = Arc::clone(&four);
    entry
        .plays_by::<Riichi<4>>(move |options| {
            four(options).map(|(pool, monitor)| AnyAgent::Scalar(Box::new(Mjai::<4>::new(pool, monitor))))
        })
        .refuses::<Riichi<4>>(refusal)
        .plays_by::<Riichi<3>>(move |options| {
            three(options).map(|(pool, monitor)| AnyAgent::Scalar(Box::new(Mjai::<3>::new(pool, monitor))))
        })
        .refuses::<Riichi<3>>(refusal)
}

/// Why no bot can play under some rules.
fn refusal(_: &Options, rules: &RiichiRules) -> Option<String> {
    let field = unsupported_field(rules, Format::Mjai)?;
    let value = serde_json::to_value(rules.to_table()).expect("plain data");
    Some(format!("mjai has no words for the rule `{field}` = {}: it cannot play this ruleset", value[field]))
}
