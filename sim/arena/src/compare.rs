//! The effects of rules: the same agents in the same seats play every match under a base ruleset and under each *arm*, a
//! ruleset to compare with it, all on the same walls.
//!
//! The unit of all statistics is the wall with all its matches. A few measures are declared beforehand ([`Target`]): their p
//! values are adjusted for looking at several of them and at several arms ([`hyakuman_analysis::multiple`]); everything else
//! is exploratory. An arm that differs from the base or from an earlier arm in final points only is not played again, but re-scored (`rescore`).
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Arm, CompareOptions, Quiet, Rules};
//!
//! let base = Rules::preset("tenhou-east")?;
//! let arms = ["kuitan=false", "uma=[30,10,-10,-30]"];
//! let arms = arms.map(|set| Rules::preset("tenhou-east").and_then(|rules| rules.set(set)).map(|rules| Arm::new(set, &rules)));
//! let arms = arms.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let options = CompareOptions { primary: vec!["call".into()], ..CompareOptions::new(arms) };
//! let roster = Roster::built_in();
//! let arena = Arena::new(&base, &roster).agents("shanten")?.games(20);
//! let compared = arena.compare(&options, &Quiet)?;
//! assert!(compared.arms[1].rescored && compared.arms[1].primary[0].effect.difference.unwrap().same());
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

mod changes;
mod check;
mod equal;
mod note;
mod result;
mod sums;
#[cfg(test)]
mod tests;
mod yaku;

use crate::arena::Arena;
use crate::effects::Effects;
use crate::error::{Error, Within};
use crate::estimand::{Asked, Judged, Known, Subject, Target};
use crate::grid::{Cell, CellOptions, Ending, Grid, Identity, Length, Plan};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use hyakuman_agents::Spec;
use hyakuman_analysis::{Adjustment, Effect, Equivalence, Level, Measure};
use hyakuman_core::game::ruleset::Described;
use hyakuman_games::registry::AnyRules;
use result::ComparisonOutcome;
use std::iter;
use sums::{AtTables, ComparisonSums, asked};

pub use changes::Changes;
pub use equal::{Bounded, EqualWithin};
pub use note::Note;
pub(crate) use note::on_rules;
pub use yaku::not_built_towards;

/// Most arms of a comparison.
pub const MOST_ARMS: usize = 64;

/// Rules to compare with the base.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its name in the output.
    pub name: String,
    /// The rules.
    pub rules: AnyRules,
    /// The agents that play it, as [`Arena::agents`] takes them; `None` for those of the base.
    pub agents: Option<String>,
}

/// What is compared, and how much is played.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The arms.
    pub arms: Vec<Arm>,
    /// The measures declared as primary ([`Target`]); none for the usual one.
    pub primary: Vec<String>,
    /// Whether the arms are also compared with each other, in the primary measures.
    pub pairs: bool,
    /// Further tables of agents, each as [`Arena::agents`] takes them: they play the same walls under the same rules. Then walls are whole.
    pub tables: Vec<String>,
    /// Bounds below which an effect does not matter: whether it is larger is said of each arm.
    pub equal_within: Vec<EqualWithin>,
    /// Whether an arm that differs in final points only is re-scored where that is exact.
    pub rescore: bool,
    /// When it is over, at the latest after the matches of the arena.
    pub plan: Plan,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Compared {
    /// The seating.
    pub lineup: Lineup,
    /// The base rules.
    pub base: Described,
    /// The arms, each compared with the base.
    pub arms: Vec<ArmResult>,
    /// Every two arms, if asked for.
    pub pairs: Vec<PairResult>,
    /// The primary measures.
    pub primary: Vec<Target>,
    /// The measures with a bound below which an effect does not matter.
    pub bounds: Vec<Bounded>,
    /// When the intervals hold.
    pub level: Level,
    /// How the p values of the primary measures are adjusted over the arms.
    pub adjustment: Adjustment,
    /// Walls played under each ruleset.
    pub walls: u64,
    /// Matches under each ruleset.
    pub matches: u64,
    /// Decisions of all players, under all rulesets that were played.
    pub decisions: i64,
    /// Decisions made now, without those of a state that was continued.
    pub decisions_of_run: i64,
    /// Why it is over.
    pub ending: Ending,
    /// What a reader should know, each a sentence or two.
    pub notes: Vec<Note>,
    /// Number of threads used.
    pub threads: usize,
    /// Names of the rates that do not apply to the game.
    pub inapplicable: &'static [&'static str],
    /// The same at each of [`CompareOptions::tables`].
    pub others: Vec<OtherTable>,
    measures: GameMeasures,
}

/// A comparison at another table, on the same walls.
#[derive(Debug)]
pub struct OtherTable {
    /// What the arms do there.
    pub compared: Compared,
    /// What each arm does to each primary measure there less what it does at the first table, a difference without rates: whether the effect of a rule
    /// depends on who plays.
    pub interactions: Vec<Vec<Judged>>,
}

/// The result of an arm.
#[derive(Debug)]
pub struct ArmResult {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: Described,
    /// What it changes.
    pub changes: Changes,
    /// The agent of each seat in rotation 0: those of the base, unless it has agents of its own ([`Arm::agents`]).
    pub agents: Vec<Spec>,
    /// Whether it was re-scored: the matches are those of the base or of an earlier arm, with other final points.
    pub rescored: bool,
    /// The effects on all measures.
    pub effects: Effects,
    /// The effects on the primary measures, in their order.
    pub primary: Vec<Judged>,
    /// The verdicts on [`Compared::bounds`], in their order.
    pub equivalence: Vec<Equivalence>,
}

/// Two arms.
#[derive(Debug)]
pub struct PairResult {
    /// The arms, as indices into [`Compared::arms`].
    pub arms: [usize; 2],
    /// The primary measures in their order: `base` is the first arm, `variant` the second.
    pub primary: Vec<Judged>,
}

impl Compared {
    /// The measures that it has.
    pub fn known(&self) -> Known<'_> {
        Known { lineup: &self.lineup, measures: self.measures, inapplicable: self.inapplicable }
    }

    /// The texts of the measures of one's own.
    pub fn own_measures(&self) -> &'static [String] {
        self.measures.own_texts()
    }

    /// What an effect of an arm shows; the p value of a primary measure is adjusted.
    pub fn judged(
        &self,
        arm: &ArmResult,
        subject: Subject,
        measure: &'static Measure,
        effect: Effect,
    ) -> Judged {
        let is = |target: &Target| target.subject == subject && target.measure == measure;
        let adjusted = self.primary.iter().position(is).and_then(|at| arm.primary[at].adjusted);
        Judged::new(effect, adjusted, self.level)
    }
}

impl Arm {
    /// An arm of this name with these rules, played by the agents of the base.
    pub fn new(name: impl Into<String>, rules: &AnyRules) -> Arm {
        Arm { name: name.into(), rules: rules.clone(), agents: None }
    }

    /// Where an error happened.
    fn in_words(&self) -> String {
        format!("under {}", self.name)
    }
}

impl CompareOptions {
    /// These arms, with the usual primary measure.
    pub fn new(arms: Vec<Arm>) -> CompareOptions {
        CompareOptions {
            arms,
            primary: Vec::new(),
            pairs: false,
            tables: Vec::new(),
            equal_within: Vec::new(),
            rescore: true,
            plan: Plan::default(),
        }
    }

    /// One arm, named as its rules.
    pub fn of(rules: &AnyRules) -> CompareOptions {
        CompareOptions::new(vec![Arm::new(rules.id(), rules)])
    }
}

impl<'a> Arena<'a> {
    /// The same run under the rules of an arm of a comparison, by its agents.
    ///
    /// # Errors
    /// Those of [`Arena::agents`].
    pub fn of_arm<'b>(&self, arm: &'b Arm) -> Result<Arena<'b>, Error>
    where
        'a: 'b,
    {
        let arena = self.under(&arm.rules);
        match &arm.agents {
            Some(agents) => arena.agents(agents),
            None => Ok(arena),
        }
    }

    /// Plays the matches under the rules of the arena and under those of every arm, on the same walls
    /// ([`mod@crate::compare`]). Nothing is recorded.
    ///
    /// # Errors
    /// There is no arm or too many; an arm has the rules of the base or of another arm, or is another game; there is no such
    /// measure; options exclude each other; the state file is that of another comparison or cannot be used; otherwise the
    /// errors of [`Arena::play`].
    pub fn compare(&self, options: &CompareOptions, observer: &dyn Observer) -> Result<Compared, Error> {
        Compare { arena: self, options, observer }.compared()
    }

    /// Checks the arms, the options and the measures of a comparison whose agents are not made yet.
    ///
    /// # Errors
    /// Those of [`Arena::compare`].
    pub fn check_comparison(&self, options: &CompareOptions) -> Result<(), Error> {
        Check { arena: self, options }.checked().map(drop)
    }
}

#[derive(Clone, Copy)]
struct Check<'a> {
    arena: &'a Arena<'a>,
    options: &'a CompareOptions,
}

impl<'a> Check<'a> {
    /// Every table, and the measures.
    fn checked(self) -> Result<(Vec<Seated<'a>>, GameMeasures), Error> {
        let Check { arena, options } = self;
        check::arms(arena.rules, &options.arms)?;
        check::options(options)?;
        if let Some(arm) = options.arms.iter().find(|arm| !arm.rules.is_same_game(arena.rules)) {
            return Err(check::different_games(arena.rules, arm));
        }
        let measures = GameMeasures::default().with(arena.own_measures(all_rules(arena, options))?);
        let mut seated = vec![(arena.clone(), arena.lineup()?)];
        for agents in &options.tables {
            let table = arena.clone().agents(agents).and_then(|arena| Ok((arena.lineup()?, arena)));
            let (lineup, arena) = table.within(|| format!("table {agents}"))?;
            check::another_table(seated.iter().map(|(_, other)| other), &lineup)?;
            seated.push((arena, lineup));
        }
        // The same at all tables, which are compared.
        let usual = [Target::usual(seated.iter().map(|(_, lineup)| lineup)).to_owned()];
        let primary = if options.primary.is_empty() { &usual[..] } else { &options.primary };
        let mut tables: Vec<Seated<'a>> = Vec::new();
        for (arena, lineup) in seated {
            let names = lineup.names().join(",");
            let table = self.asked(arena, lineup, measures, primary);
            let table = if tables.is_empty() { table? } else { table.within(|| format!("table {names}"))? };
            tables.first().map_or(Ok(()), |first| check::same_measures(first, &table))?;
            tables.push(table);
        }
        Ok((tables, measures))
    }

    /// A table with the measures that are asked for.
    fn asked(
        self,
        arena: Arena<'a>,
        lineup: Lineup,
        measures: GameMeasures,
        primary: &[String],
    ) -> Result<Seated<'a>, Error> {
        let options = self.options;
        let inapplicable = arena.rules.facts().inapplicable_rates;
        let known = Known { lineup: &lineup, measures, inapplicable };
        let primary = Target::list(primary, &known)?;
        let watched = Target::watched(&options.plan.stop, &known)?;
        let bounds = Bounded::list(&options.equal_within, &known)?;
        Ok(Seated { arena, lineup, primary, watched, bounds })
    }
}

/// A table of agents, and the measures that are asked for.
struct Seated<'a> {
    /// With these agents.
    arena: Arena<'a>,
    lineup: Lineup,
    primary: Vec<Target>,
    /// What is watched for the end.
    watched: Option<Target>,
    bounds: Vec<Bounded>,
}

/// The rules of the base and of every arm.
fn all_rules<'a>(arena: &Arena<'a>, options: &'a CompareOptions) -> impl Iterator<Item = &'a AnyRules> {
    iter::once(arena.rules).chain(options.arms.iter().map(|arm| &arm.rules))
}

struct Compare<'a> {
    arena: &'a Arena<'a>,
    options: &'a CompareOptions,
    observer: &'a dyn Observer,
}

impl Compare<'_> {
    fn compared(&self) -> Result<Compared, Error> {
        let Compare { arena, options, .. } = *self;
        let (tables, measures) = Check { arena, options }.checked()?;
        let lineups: Vec<Vec<Lineup>> =
            tables.iter().map(|table| self.lineups(table)).collect::<Result<_, _>>()?;
        let asked = asked(options, &tables, arena.rules.facts().units_per_point);
        let empty = ComparisonSums {
            tables: tables.iter().map(|table| self.empty(table, measures)).collect(),
            asked: asked.iter().map(Asked::sums).collect(),
        };
        let findings = AtTables { options, tables: &tables, asked };
        let played = self.grid(&tables, &lineups, measures).play(&findings, empty)?;
        played.totals.sums.check()?;
        let asked = findings.asked;
        Ok(ComparisonOutcome { compare: self, tables, lineups, measures, asked, played }.compared())
    }

    /// No walls at a table.
    fn empty(&self, table: &Seated<'_>, measures: GameMeasures) -> Vec<Effects> {
        let Compare { arena, options, .. } = *self;
        let effects = |arm: &Arm| {
            let measures = GameMeasures::under_both(arena.rules, &arm.rules).with(measures.own_measures());
            let mut effects = Effects::new(&table.lineup, measures);
            effects.count_points_in(arena.rules.facts().units_per_point);
            effects
        };
        options.arms.iter().map(effects).collect()
    }

    /// The base and the arms at each table.
    fn grid<'b>(
        &'b self,
        tables: &'b [Seated<'_>],
        lineups: &'b [Vec<Lineup>],
        measures: GameMeasures,
    ) -> Grid<'b> {
        let Compare { arena, options, observer } = *self;
        let is_one = tables.len() == 1;
        let at_table = |(table, lineups): (&'b Seated<'_>, &'b Vec<Lineup>)| -> Vec<Cell<'b>> {
            let name = if is_one { String::new() } else { format!("table {}", table.names()) };
            let names = iter::once(String::new()).chain(options.arms.iter().map(Arm::in_words));
            let seated = iter::once(&table.lineup).chain(lineups).zip(names);
            let cell = |(rules, (lineup, under))| Cell { rules, lineup, under, table: name.clone() };
            all_rules(arena, options).zip(seated).map(cell).collect()
        };
        let (own_measures, per_wall) = (measures.own_measures(), tables[0].lineup.rotations() as u64);
        // Tables of different rotations have no number of matches in common: of several, walls are whole.
        let all = if is_one { arena.games } else { arena.games.next_multiple_of(per_wall) };
        let matches = if is_one { all } else { u64::MAX };
        Grid {
            arena,
            cells: tables.iter().zip(lineups).flat_map(at_table).collect(),
            setting: CellOptions { own_measures, matches, rescore: options.rescore },
            length: Length { all, per_wall, unit: "matches", option: "--games" },
            plan: &options.plan,
            identity: self.identity(tables, lineups),
            observer,
        }
    }

    /// The seating under every arm.
    fn lineups(&self, table: &Seated<'_>) -> Result<Vec<Lineup>, Error> {
        let of = |arm: &Arm| {
            let lineup =
                table.arena.of_arm(arm).and_then(|arena| arena.lineup()).within(|| arm.in_words())?;
            check::seating(&table.lineup, &lineup, &arm.name)?;
            Ok(lineup)
        };
        self.options.arms.iter().map(of).collect()
    }

    fn identity(&self, tables: &[Seated<'_>], lineups: &[Vec<Lineup>]) -> Identity {
        let Compare { arena, options, .. } = self;
        let names = iter::once(arena.rules.id()).chain(options.arms.iter().map(|arm| &*arm.name));
        let rules: Vec<_> = names.zip(all_rules(arena, options)).collect();
        let (Seated { lineup, .. }, others) = tables.split_first().expect("a table");
        let is_summed = |_: &&Target| options.pairs || !others.is_empty();
        let identity = Identity::new("comparison", &rules)
            .with("agents", lineup.names())
            .with("agents of the arms", names_if_fitted(lineup, &lineups[0]))
            .with("other tables", others.iter().map(Seated::names))
            .with("seating", [lineup.seating()])
            .with("seed", [arena.seed])
            .with("measures", &arena.measures)
            .with("pairs", [if options.pairs { "every two arms" } else { "none" }])
            .with("primary", tables.iter().flat_map(|table| &table.primary).filter(is_summed));
        let seated = tables.iter().map(|table| &table.lineup);
        identity.by_content(arena.roster, seated.chain(lineups.iter().flatten()).flat_map(Lineup::agents))
    }
}

impl Seated<'_> {
    /// The agents: `value,ukeire,ukeire,ukeire`.
    fn names(&self) -> String {
        self.lineup.names().join(",")
    }
}

/// The names of the agents under every arm; none if they are those of the base.
fn names_if_fitted(base: &Lineup, arms: &[Lineup]) -> Vec<String> {
    if arms.iter().all(|arm| arm.named() == base.named()) {
        return Vec::new();
    }
    arms.iter().map(|arm| arm.names().join(",")).collect()
}
