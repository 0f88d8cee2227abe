//! The arguments that all playing commands share: agents, number of matches, seed, threads.

use crate::number;
use clap::{Args, ValueEnum};
use hyakuman_agents::Roster;
use hyakuman_agents::spec::shell_word;
use hyakuman_arena::{Arena, Error};
use hyakuman_games::registry::AnyRules;

/// Largest number of matches; below it no counter overflows.
const MOST_GAMES: u64 = 1_000_000_000_000;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The agents in seat order, separated by commas; a single agent plays every seat. Default: ukeire (Toppan:
    /// threshold)
    ///
    /// Options follow the name after a colon, separated by commas: `ukeire:calls=false,fold=false`. An item with `=` is
    /// an option of the agent before it, so `ukeire:calls=false,fold=false,random` is two agents. `hyakuman agents
    /// list` shows all agents and options.
    #[arg(long, value_name = "AGENT,…")]
    agents: Option<String>,
    /// Number of matches to play, seat rotations included: 20000, 20k, 1e6
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = number::within::<1, MOST_GAMES>)]
    pub games: u64,
    /// How the agents are seated
    #[arg(long, value_enum, default_value_t = Seating::Rotate)]
    pub seating: Seating,
    #[command(flatten)]
    pub common: CommonArgs,
}

// No doc comment, as above.
#[allow(missing_docs)]
#[derive(Args, Clone, Copy, Debug)]
pub struct CommonArgs {
    /// Random seed, 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::within::<0, { u64::MAX }>)]
    pub seed: u64,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

// No doc comment, as above.
#[allow(missing_docs)]
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArgs {
    /// Threads to use, 1 to 1024; one per processor if not given. The results do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::threads)]
    pub threads: Option<u64>,
}

impl CommonArgs {
    /// The arena with this seed and these threads.
    pub fn of<'a>(&self, arena: Arena<'a>) -> Arena<'a> {
        arena.seed(self.seed).threads(self.threads.threads)
    }
}

// No doc comment, as above.
#[allow(missing_docs)]
#[derive(Args, Clone, Debug)]
pub struct MeasureArgs {
    /// A measure of your own over the columns of the tables kyoku, wins and matches: 'unlucky = mean(delta where riichi and not won)'
    /// (docs/measures.md); may be repeated
    #[arg(long, value_name = "NAME=…")]
    pub measure: Vec<String>,
}

impl MeasureArgs {
    /// The arena with these measures.
    pub fn of<'a>(&self, arena: Arena<'a>) -> Arena<'a> {
        arena.measures(self.measure.iter().cloned())
    }

    /// These arguments as a command line, with a leading space.
    pub fn command_line(&self) -> String {
        self.measure.iter().map(|text| format!(" --measure {}", shell_word(text))).collect()
    }
}

/// How the agents are seated.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Each wall is played once per seat rotation that seats the agents differently; once if all agents are the same
    Rotate,
    /// The agents keep the seats in which they are named; every match has its own wall
    Fixed,
}

impl PlayArgs {
    /// The matches to play under these rules, and the text that names the agents: those given, or the default one of the
    /// game.
    pub fn arena<'a>(
        &'a self,
        rules: &'a AnyRules,
        roster: &'a Roster,
    ) -> Result<(Arena<'a>, &'a str), Error> {
        self.arena_or(rules, roster, roster.default_agent(rules.describe().family))
    }

    /// The same with the strongest agent as the default.
    pub fn arena_of_strong<'a>(
        &'a self,
        rules: &'a AnyRules,
        roster: &'a Roster,
    ) -> Result<(Arena<'a>, &'a str), Error> {
        self.arena_or(rules, roster, roster.strong_agent(rules.describe().family))
    }

    /// The same with another default agent.
    pub fn arena_or<'a>(
        &'a self,
        rules: &'a AnyRules,
        roster: &'a Roster,
        default: &'a str,
    ) -> Result<(Arena<'a>, &'a str), Error> {
        let agents = self.agents_or(default);
        let arena = Arena::new(rules, roster).agents(agents)?.games(self.games);
        Ok((self.common.of(arena.rotate(self.seating == Seating::Rotate)), agents))
    }

    /// The agents, with a default.
    pub fn agents_or<'a>(&'a self, default: &'a str) -> &'a str {
        self.agents.as_deref().unwrap_or(default)
    }

    /// These arguments as a command line, with these agents. The threads are left out: they do not change the result.
    pub fn command_line(&self, agents: &str) -> String {
        format!("--agents {} {}", shell_word(agents), self.without_agents())
    }

    /// The same without the agents.
    pub fn without_agents(&self) -> String {
        let PlayArgs { games, common: CommonArgs { seed, .. }, seating, .. } = self;
        format!("--seating {} --games {games} --seed {seed}", seating.name())
    }
}

impl Seating {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Seating::Rotate => "rotate",
            Seating::Fixed => "fixed",
        }
    }
}

/// The `--set` arguments as a command line, with a leading space.
pub fn changes(set: &[String]) -> String {
    set.iter().map(|set| format!(" --set '{set}'")).collect()
}
