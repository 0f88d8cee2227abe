//! `hyakuman bot`: an agent of this program as a bot that speaks mjai.

use crate::choice::{load, source};
use crate::failure::{self, Failure};
use anyhow::Result;
use clap::Args;
use hyakuman_agents::mjai::{Seating, serve};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::single::SingleDecisions;
use hyakuman_core::game::Agent;
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::{Riichi, RiichiRules};
use std::io::{self, Write};
use std::sync::Arc;

/// Let an agent play elsewhere: a bot that speaks mjai on standard input and output
///
/// Reads the events of matches as one seat sees them, JSON on each line: an event, or an array of events. Answers each line with a line:
/// a move, or {"type":"none"}; none to a line with "can_act":false. What it cannot follow it names on standard error, and goes on with a
/// move that is legal in any case. Moves have the values of all legal actions in `meta`, if the agent compares them. docs/mjai.md has a
/// transcript.
#[derive(Args, Debug)]
pub struct BotArgs {
    /// The agent, as for `run`: value, placement, onnx:net=net.onnx
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Name of a ruleset, or path of a rules file (.toml). Default: the one named in `start_game`, otherwise tenhou, or tenhou-sanma for
    /// three hands
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Change a rule, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The number of its seat, where `start_game` has no `id`
    #[arg(long, value_name = "SEAT")]
    id: Option<usize>,
}

/// Runs `hyakuman bot`, answering to `out`.
pub fn run(args: &BotArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let spec = roster.spec(&args.agent).map_err(|error| Failure::Usage(error.to_string()))?;
    let bot = Bot { args, roster: &roster, spec };
    bot.check().map_err(Failure::Usage)?;
    let mut remark = |sentence: &str| failure::warn(sentence);
    Ok(serve(&bot, args.id, &mut io::stdin().lock(), out, &mut remark)?)
}

/// The agent and where it plays.
struct Bot<'a> {
    args: &'a BotArgs,
    roster: &'a Roster,
    spec: Spec,
}

impl Bot<'_> {
    /// Checks that the agent plays under the rules; where none are named, under the usual ones of four or of three players.
    fn check(&self) -> Result<(), String> {
        let plays = |seats| {
            let rules = self.rules(seats, None)?;
            match rules.players {
                3 => self.agent::<3>(&rules).map(drop),
                _ => self.agent::<4>(&rules).map(drop),
            }
        };
        plays(4).or_else(|why| if self.args.rules.is_none() { plays(3).map_err(|_| why) } else { Err(why) })
    }
}

impl Seating for Bot<'_> {
    fn rules(&self, seats: usize, named: Option<&'static str>) -> Result<Arc<RiichiRules>, String> {
        let usual = if seats == 3 { "tenhou-sanma" } else { "tenhou" };
        let name = self.args.rules.as_deref().or(named).unwrap_or(usual);
        let rules = source(name, &self.args.set).and_then(|source| load(&source));
        riichi(&rules.map_err(|error| error.to_string())?)
    }

    fn agent<const N: usize>(&self, rules: &Arc<RiichiRules>) -> Result<Box<dyn Agent<Riichi<N>>>, String> {
        let made = self.roster.check_rules::<Riichi<N>>(&self.spec, rules);
        let made = made.and_then(|()| self.roster.agent::<Riichi<N>>(&self.spec));
        let agent = SingleDecisions::scalar(made.map_err(|error| error.to_string())?);
        if agent.watches() {
            return Err(format!("the agent {} has to watch a match from its start", self.spec));
        }
        Ok(agent)
    }
}

fn riichi(rules: &AnyRules) -> Result<Arc<RiichiRules>, String> {
    match rules {
        AnyRules::Riichi(rules) => Ok(Arc::new(rules.rules.clone())),
        _ => Err(format!("mjai is for riichi mahjong, not for {}", rules.id())),
    }
}
