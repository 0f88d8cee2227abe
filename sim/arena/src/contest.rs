//! A match between agents, as people say it: many matches on the same walls, in every different seating.
//!
//! Two agents meet at tables of one against three, two against two, three against one ([`tables`]); as many agents as seats
//! at one table; any other number in pairs. The unit of all statistics is the wall with all its matches (`sums`). The number of
//! walls is fixed, or a sequential test decides ([`Stop`]).
//!
//! The difference of two agents is no [`Estimand`](crate::estimand::Estimand): it is a sum over tables with fixed weights, all of which every wall
//! has. So it is a plain mean over walls, whose interval holds from fewer walls than that of a difference of ratios, and at which a sequential
//! test can look.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, ContestOptions, Quiet, Rules};
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let arena = Arena::new(&rules, &roster).agents("shanten,random")?;
//! let contest = arena.contest(&ContestOptions::walls(20), &Quiet)?;
//! let difference = contest.pairs[0].difference.estimate; // rank points per match, paired by wall
//! assert!(difference.bounds().unwrap()[0] > 20.0);
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

mod recorded;
mod result;
mod seated;
mod sums;
pub mod tables;
mod wall;

use crate::arena::Arena;
use crate::error::{Error, given};
use crate::grid::{self, Cell, CellOptions, Grid, Half, Identity, LOOK, Length, Plan, Stop};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::own_measures::OwnMeasures;
use hyakuman_agents::Spec;
use hyakuman_core::game::GameFacts;
use hyakuman_games::registry::AnyRules;
pub use recorded::ContestSets;
pub use result::{Contest, ContestResolution, OtherRules, PairResult, PairedEstimate, TableResult};
use seated::planned;
use std::iter;
use sums::{ContestSums, Differences, RulesetSums};
use tables::{ContestTable, TableKind};
use wall::seatings;

pub(crate) const MOST_AGENTS: usize = 8;

/// The measure that a contest watches.
const WATCHED: &str = "rank_points";

/// What is played at which tables, and where the state is kept.
#[derive(Clone, Debug)]
pub struct ContestOptions {
    /// Walls that are played at most.
    pub walls: u64,
    /// Names of the kinds of tables, separated by commas: `1v3,2v2,3v1`, `all`; `None` for the usual ones.
    pub tables: Option<String>,
    /// Whether only the first agent meets the others, each at tables of two.
    pub gauntlet: bool,
    /// Further rulesets of the same game, with their names: the agents play the same walls under each of them.
    pub rulesets: Vec<(String, AnyRules)>,
    /// A difference of so many rank points per match, or less, does not matter: whether it is larger is said of every two agents.
    pub equal_within: Option<f64>,
    /// When it is over. [`Stop::Until`] watches the differences in rank points ([`ContestOptions::precise`]).
    pub plan: Plan,
}

impl ContestOptions {
    /// So many walls at the usual tables.
    pub fn walls(walls: u64) -> ContestOptions {
        ContestOptions {
            walls,
            tables: None,
            gauntlet: false,
            rulesets: Vec::new(),
            equal_within: None,
            plan: Plan::default(),
        }
    }

    /// Until half of the interval of every difference is at most so many rank points per match.
    pub fn precise(half: f64) -> Stop {
        Stop::Until { measure: WATCHED.into(), half: Half::Plain(half) }
    }

    /// Reads half of an interval in rank points per match, `0.5`, or `verdict`.
    ///
    /// # Errors
    /// One sentence.
    pub fn read_until(text: &str) -> Result<Stop, String> {
        match text.trim() {
            "verdict" => Ok(Stop::Verdict),
            number => rank_points(number).map(ContestOptions::precise),
        }
    }

    fn length(&self) -> Length {
        Length { all: self.walls, per_wall: 1, unit: "walls", option: "--walls" }
    }
}

impl Arena<'_> {
    /// Plays the agents of the arena against each other ([`mod@crate::contest`]). The number of matches, the seating and the
    /// recording of the arena do not matter.
    ///
    /// # Errors
    /// There are no walls to play; there are fewer than two agents or more than eight, two are the same, or there are not two for
    /// a test; there is no such table; the state file is that of another contest or cannot be used; otherwise the errors of [`Arena::play`].
    pub fn contest(&self, options: &ContestOptions, observer: &dyn Observer) -> Result<Contest, Error> {
        check(self, options)?;
        Run { arena: self, options, observer }.contest()
    }
}

/// Reads a number of rank points per match.
///
/// # Errors
/// It is none, or not above 0.
pub fn rank_points(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number of rank points per match above 0, such as 0.5".to_owned())
}

/// Checks everything but the names of the tables.
fn check(arena: &Arena<'_>, options: &ContestOptions) -> Result<(), Error> {
    check_agents(&arena.agents, &options.plan.stop)?;
    check_rulesets(arena, options)?;
    check_bound(options)?;
    options.plan.check("walls", "--sprt, --until and --for")?;
    if options.walls > 0 && options.length().walls(options.plan.shard) == 0 {
        let (shard, walls) = (options.plan.shard, options.walls);
        return Err(Error::Usage(format!(
            "shard {shard} has none of {walls} walls, which are dealt in blocks of {LOOK}: use fewer shards"
        )));
    }
    if options.walls == 0 {
        return Err(Error::Usage("there are 0 walls to play: play at least 1".into()));
    }
    Ok(())
}

fn check_agents(agents: &[Spec], stop: &Stop) -> Result<(), Error> {
    let count = agents.len();
    if !(2..=MOST_AGENTS).contains(&count) {
        return Err(Error::Usage(format!("a match needs 2 to {MOST_AGENTS} agents; {}", given(count))));
    }
    if let Some(at) = (1..count).find(|&at| agents[..at].contains(&agents[at])) {
        let agent = &agents[at];
        return Err(Error::Usage(format!(
            "{agent} is named twice: on the same walls the same agent has the same result"
        )));
    }
    if matches!(stop, Stop::Test(_)) && count != 2 {
        return Err(Error::Usage(format!("a test needs 2 agents; {}: give a number of walls", given(count))));
    }
    Ok(())
}

fn check_rulesets(arena: &Arena<'_>, options: &ContestOptions) -> Result<(), Error> {
    if options.rulesets.is_empty() {
        return Ok(());
    }
    if matches!(options.plan.stop, Stop::Test(_)) {
        let sentence = "a test is of two agents under one ruleset: name one, or give a number of walls";
        return Err(Error::Usage(sentence.into()));
    }
    let others = options.rulesets.iter().map(|(name, rules)| (&**name, rules));
    grid::check_rulesets(&iter::once((arena.rules.id(), arena.rules)).chain(others).collect::<Vec<_>>())
}

fn check_bound(options: &ContestOptions) -> Result<(), Error> {
    let sentence = match options.equal_within {
        Some(bound) if !(bound.is_finite() && bound > 0.0) => {
            "equal within is a number of rank points per match above 0, such as 0.5"
        }
        None if options.plan.stop == Stop::Verdict => {
            "--until verdict waits for a verdict: name the bound with --equal-within, such as 0.5"
        }
        _ if is_of_another_measure(&options.plan.stop) => {
            "a match ends by the differences in rank points: name no other measure"
        }
        _ => return Ok(()),
    };
    Err(Error::Usage(sentence.into()))
}

fn is_of_another_measure(stop: &Stop) -> bool {
    matches!(stop, Stop::Until { measure, half } if measure != WATCHED || matches!(half, Half::Percent(_)))
}

/// A contest about to be played, or merged.
struct Run<'a> {
    arena: &'a Arena<'a>,
    options: &'a ContestOptions,
    observer: &'a dyn Observer,
}

impl Run<'_> {
    fn contest(&self) -> Result<Contest, Error> {
        let Run { arena, options, .. } = *self;
        let (kinds, tables) = planned(arena, options)?;
        let GameFacts { seats, units_per_point, .. } = arena.rules.facts();
        let own_measures = arena.own_measures(self.rulesets().map(|(_, rules)| rules))?;
        let empty = |(_, rules): (&str, &AnyRules)| {
            let measures = GameMeasures::under(rules).with(own_measures);
            let mut empty = RulesetSums::new(&tables, arena.agents.len(), seats, measures.play(seats));
            empty.count_points_in(units_per_point);
            empty
        };
        let empty = ContestSums::new(self.rulesets().map(empty).collect());
        let findings = Differences { options, seatings: seatings(&tables, &arena.agents), tables: &tables };
        let played = self.grid(&kinds, &tables, own_measures).play(&findings, empty)?;
        played.totals.sums.rulesets.iter().try_for_each(RulesetSums::check)?;
        Ok(Contest::of(&arena.agents, &tables, options, played))
    }

    /// The rulesets with their names, the base first.
    fn rulesets(&self) -> impl Iterator<Item = (&str, &AnyRules)> {
        let others = self.options.rulesets.iter().map(|(name, rules)| (&**name, rules));
        iter::once((self.arena.rules.id(), self.arena.rules)).chain(others)
    }

    /// Every seating of every table under every ruleset.
    fn grid<'b>(
        &'b self,
        kinds: &[TableKind],
        tables: &'b [ContestTable],
        own_measures: Option<OwnMeasures>,
    ) -> Grid<'b> {
        let Run { arena, options, observer } = *self;
        let is_one = options.rulesets.is_empty();
        let under = |(name, rules): (&str, &'b AnyRules)| -> Vec<Cell<'b>> {
            let under = if is_one { String::new() } else { format!("under {name}") };
            let seated =
                tables.iter().flat_map(|table| table.lineups.iter().map(move |lineup| (table.kind, lineup)));
            let cell = |(kind, lineup): (TableKind, &'b Lineup)| {
                let table = format!("table {kind}, seats {}", lineup.names().join(" | "));
                Cell { rules, lineup, under: under.clone(), table }
            };
            seated.map(cell).collect()
        };
        Grid {
            arena,
            cells: self.rulesets().flat_map(under).collect(),
            setting: CellOptions { own_measures, matches: u64::MAX, rescore: !is_one },
            length: options.length(),
            plan: &options.plan,
            identity: self.identity(kinds),
            observer,
        }
    }

    fn identity(&self, kinds: &[TableKind]) -> Identity {
        let Run { arena, options, .. } = self;
        let test = match &options.plan.stop {
            Stop::Test(test) => Some(test),
            _ => None,
        };
        Identity::new("match", &self.rulesets().collect::<Vec<_>>())
            .with("agents", &arena.agents)
            .by_content(arena.roster, &arena.agents)
            .with("tables", kinds)
            .with("pairs", [if options.gauntlet { "those of the first agent" } else { "all" }])
            .with("seed", [arena.seed])
            .with("measures", &arena.measures)
            .with("test", test)
    }
}

/// The letter of an agent in texts.
pub fn letter(agent: usize) -> char {
    char::from(b'A' + agent as u8)
}
