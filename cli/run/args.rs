//! Who plays how much: the arguments that all commands which play have in common.

use crate::number;
use clap::{Args, ValueEnum};
use hyakuman_agents::Roster;
use hyakuman_arena::{Arena, Error};
use hyakuman_games::registry::AnyRules;

/// More games than anybody can play; below it no count of anything overflows.
const MOST_GAMES: u64 = 1_000_000_000_000;

// Who plays, how many matches, on which walls and threads. No doc comment: it would become the help of the command that
// has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The agents in order of turn, separated by commas; one agent takes all seats. By default ukeire, at Toppan threshold
    ///
    /// Options follow the name behind a colon, separated by commas: `ukeire:calls=false,fold=false`. A piece with `=`
    /// goes with the agent before it, so that `ukeire:calls=false,fold=false,random` are two agents. `hyakuman agents
    /// list` shows all agents and options.
    #[arg(long, value_name = "AGENT,…")]
    agents: Option<String>,
    /// How many matches to play, rotations counted: 20000, 20k, 1e6
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = games)]
    pub games: u64,
    /// Seed of all chance, 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    pub seed: u64,
    /// Who sits where
    #[arg(long, value_enum, default_value_t = Seating::Rotate)]
    pub seating: Seating,
    /// Threads to play on, 1 to 1024; one for each processor if not given. The results are the same for any number
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::threads)]
    pub threads: Option<u64>,
}

/// Who sits where.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Each wall is played once for every way the agents can be seated by turning the table; when all agents are the
    /// same, once
    Rotate,
    /// The agents keep the seats in which they are named; every match has a wall of its own
    Fixed,
}

impl PlayArgs {
    /// The matches to play under these rules, and the text that names the agents: those given, or the default one of the
    /// game.
    ///
    /// # Errors
    /// The roster does not know one of them, or an option of it.
    pub fn arena<'a>(
        &'a self,
        rules: &'a AnyRules,
        roster: &'a Roster,
    ) -> Result<(Arena<'a>, &'a str), Error> {
        let default = || roster.default_agent(rules.describe().family);
        let agents = self.agents.as_deref().unwrap_or_else(default);
        let PlayArgs { games, seed, seating, threads, .. } = *self;
        let arena = Arena::new(rules, roster).agents(agents)?.games(games).seed(seed);
        Ok((arena.rotate(seating == Seating::Rotate).threads(threads), agents))
    }

    /// These arguments as they are written on a command line, with these agents; any number of threads plays the same.
    pub fn command_line(&self, agents: &str) -> String {
        let PlayArgs { games, seed, seating, .. } = self;
        format!("--agents {agents} --seating {} --games {games} --seed {seed}", seating.name())
    }
}

impl Seating {
    /// Its word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Seating::Rotate => "rotate",
            Seating::Fixed => "fixed",
        }
    }
}

/// Changes of rules as they are written on a command line, behind the name of the rules.
pub fn changes(set: &[String]) -> String {
    set.iter().map(|set| format!(" --set '{set}'")).collect()
}

fn games(text: &str) -> Result<u64, String> {
    number::whole(text, 1, MOST_GAMES)
}

fn seed(text: &str) -> Result<u64, String> {
    number::whole(text, 0, u64::MAX)
}
