//! A measure by its name: `kyoku`, `rank_points`, `seat0.placement`.

use crate::counts::WallCounts;
use crate::effects::Effects;
use crate::error::Error;
use crate::grid::{Half, Stop};
use crate::lineup::Lineup;
use crate::measures::{EDGE, LUCK_SHARE, PlayerCount, is_of_a_seat};
use crate::metrics::GameMeasures;
use hyakuman_analysis::{
    Cluster, Effect, Equivalence, Group, Level, Measure, PairedMeasures, Unit, Validity,
};
use hyakuman_core::game::ruleset::nearest;
use std::fmt;

/// A measure of the table, of an agent or of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Of whom.
    pub subject: Subject,
    /// The measure.
    pub measure: &'static Measure,
    pub(super) kind: MeasureSource,
    /// Its full name.
    name: String,
}

/// From which sums a measure is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MeasureSource {
    /// A rate: its place in the table of measures.
    Rate(usize),
    /// [`EDGE`]: its place in [`PairedMetrics::edges`](crate::PairedMetrics::edges).
    Edge(usize),
    /// [`LUCK_SHARE`].
    Luck,
}

/// The measures that there are.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The seating.
    pub lineup: &'a Lineup,
    /// Those of the game, with those of one's own.
    pub measures: GameMeasures,
    /// Names of those that do not apply to the game.
    pub inapplicable: &'a [&'static str],
}

impl Known<'_> {
    fn player(&self) -> &'static [Measure] {
        self.measures.player(self.lineup.named().len())
    }

    fn table(&self) -> &'static [Measure] {
        self.measures.table(self.lineup.named().len())
    }

    fn of_table(&self, name: &str) -> Option<(&'static Measure, MeasureSource)> {
        place(self.table(), name).or((name == LUCK_SHARE.name).then_some((LUCK_SHARE, MeasureSource::Luck)))
    }

    fn of_player(&self, name: &str, subject: Subject) -> Option<(&'static Measure, MeasureSource)> {
        let at = match subject {
            Subject::Table => return None,
            Subject::Agent(agent) => agent,
            Subject::Seat(seat) => self.lineup.agents().len() + seat,
        };
        place(self.player(), name).or((name == EDGE.name).then_some((EDGE, MeasureSource::Edge(at))))
    }
}

fn place(table: &'static [Measure], name: &str) -> Option<(&'static Measure, MeasureSource)> {
    let at = table.iter().position(|measure| measure.name == name)?;
    Some((&table[at], MeasureSource::Rate(at)))
}

/// Of whom a measure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The whole table.
    Table,
    /// A different agent, as an index into [`Lineup::agents`].
    Agent(usize),
    /// A seat; 0 deals first.
    Seat(usize),
}

impl Target {
    /// The measure of a comparison at these tables for which none is named: the rank points of the agent named first, or, if one plays every seat of a
    /// table, the kyoku of a match.
    pub(crate) fn usual<'a>(mut tables: impl Iterator<Item = &'a Lineup>) -> &'static str {
        if tables.any(|lineup| lineup.agents().len() == 1) { "kyoku" } else { "rank_points" }
    }

    /// The measures of these names, each once.
    ///
    /// # Errors
    /// There is no such measure, it is named twice, or it does not apply to the game.
    pub fn list(names: &[String], known: &Known<'_>) -> Result<Vec<Target>, Error> {
        let mut targets: Vec<Target> = Vec::new();
        for name in names {
            let target = Target::read(name, known)?;
            if targets.contains(&target) {
                return Err(Error::Usage(format!("the measure {target} is named twice")));
            }
            targets.push(target);
        }
        Ok(targets)
    }

    /// The measure of this name. Without a subject (`table.`, `seat0.`, or an agent and a dot) it is that of the table, or, if
    /// the table has none of this name, of the agent named first; where one agent plays every seat, its results (placements
    /// and rank points) do not depend on the rules, and those of seat 0 are meant.
    ///
    /// # Errors
    /// There is no such measure, or it does not apply to the game or to a single agent.
    pub fn read(name: &str, known: &Known<'_>) -> Result<Target, Error> {
        let Known { lineup, inapplicable, .. } = *known;
        let (subject, word) = match name.rsplit_once('.') {
            Some((subject, word)) => (Some(Subject::read(subject, lineup)?), word),
            None => (None, name),
        };
        let of_table = || known.of_table(word).map(|found| (Subject::Table, found));
        let of_player = |subject| known.of_player(word, subject).map(|found| (subject, found));
        let found = match subject {
            Some(Subject::Table) => of_table(),
            Some(subject) => of_player(subject),
            None => of_table().or_else(|| of_player(Subject::usual(word, lineup))),
        };
        let (subject, (measure, kind)) = found.ok_or_else(|| unknown(name, word, subject, known))?;
        if inapplicable.contains(&word) {
            return Err(Error::Usage(format!("the measure {word} does not apply to this game")));
        }
        let single = lineup.agents().len() == 1;
        if single && matches!(kind, MeasureSource::Luck | MeasureSource::Edge(0)) {
            return Err(Error::Usage(format!(
                "there is no {word} of one agent in every seat: name seat0.edge, the lead of the first dealer, or seat different agents"
            )));
        }
        let alone = single && known.of_table(word).is_none();
        let prefix =
            if alone && subject == Subject::Agent(0) { String::new() } else { subject.prefix(lineup) };
        let name = format!("{prefix}{word}");
        Ok(Target { subject, measure, kind, name })
    }

    /// The measure that is watched for the end.
    pub(crate) fn watched(stop: &Stop, known: &Known<'_>) -> Result<Option<Target>, Error> {
        let Stop::Until { measure, half } = stop else { return Ok(None) };
        let target = Target::read(measure, known)?;
        target.check_unit(*half, measure, "half of its interval", 50.0)?;
        Ok(Some(target))
    }

    /// Checks that half of an interval or a bound is in its unit; it is called `name`. A share is below so many percentage points.
    pub(crate) fn check_unit(&self, half: Half, name: &str, what: &str, most: f64) -> Result<(), Error> {
        let problem = match (self.measure.unit, half) {
            (Unit::Share, Half::Plain(half)) => {
                format!("{name} is a share: write {name}={half}% for percentage points")
            }
            (Unit::Share, Half::Percent(half)) if half >= most => {
                format!("{name} is a share: {what} is less than {most} percentage points")
            }
            (Unit::Share, _) | (_, Half::Plain(_)) => return Ok(()),
            (_, Half::Percent(half)) => format!("{name} is no share: write {name}={half}, in its own unit"),
        };
        Err(Error::Usage(problem))
    }

    /// Its name with that of its player, at a table of these agents.
    pub(crate) fn full_name(&self, lineup: &Lineup) -> String {
        self.subject.prefix(lineup) + self.measure.name
    }

    /// Whether it is a result of a player: a placement, or rank points.
    pub(crate) fn is_result(&self) -> bool {
        let results = PlayerCount::Placement as usize..=PlayerCount::RankPoints as usize;
        self.subject != Subject::Table
            && results.contains(&self.measure.of)
            && self.measure.per == PlayerCount::Matches as usize
    }

    /// How much each of the measures weighs among them: 1, or 1 together where they are the same measure of several seats whose
    /// sum is fixed.
    pub fn weights(targets: &[Target]) -> Vec<f64> {
        let like = |one: &Target| targets.iter().filter(|other| one.sums_up_with(other)).count();
        targets.iter().map(|target| 1.0 / like(target).max(1) as f64).collect()
    }

    /// Whether it is a lead of one seat over the others.
    pub(crate) fn is_edge(&self) -> bool {
        matches!(self.kind, MeasureSource::Edge(_))
    }

    /// Whether both are of seats, and the sum of this measure over all seats is fixed.
    fn sums_up_with(&self, other: &Target) -> bool {
        match (self.subject, other.subject) {
            (Subject::Table, Subject::Table) => [self, other].iter().all(|one| is_of_a_seat(one.measure)),
            (Subject::Seat(_), Subject::Seat(_)) => self.is_result() && self.measure == other.measure,
            _ => false,
        }
    }

    /// The effect of a change on it.
    pub fn effect(&self, effects: &Effects, level: Level) -> Effect {
        match self.kind {
            MeasureSource::Rate(at) => self.rates(effects).effect_at(at, level),
            MeasureSource::Edge(at) => effects.metrics.edges[at].effect(level),
            MeasureSource::Luck => effects.metrics.results.luck_effect(level),
        }
    }

    /// Whether the effect on it is larger than a bound; one of so many verdicts.
    pub(crate) fn equivalence(
        &self,
        effects: &Effects,
        bound: f64,
        validity: Validity,
        verdicts: usize,
    ) -> Equivalence {
        match self.kind {
            MeasureSource::Rate(at) => self.rates(effects).equivalence_at(at, bound, validity, verdicts),
            MeasureSource::Edge(at) => effects.metrics.edges[at].equivalence(bound, validity, verdicts),
            MeasureSource::Luck => effects.metrics.results.luck_equivalence(bound, validity, verdicts),
        }
    }

    fn rates<'a>(&self, effects: &'a Effects) -> &'a PairedMeasures {
        match self.subject {
            Subject::Table => &effects.matches,
            Subject::Agent(agent) => &effects.agents[agent],
            Subject::Seat(seat) => &effects.seats[seat],
        }
    }

    /// Of an edge, the leads on a wall.
    pub(crate) fn lead(&self, wall: &WallCounts) -> Group {
        let MeasureSource::Edge(at) = self.kind else { return Group::default() };
        wall.lead(at)
    }

    /// Matches of its player on a wall, in which these agents sit.
    pub(crate) fn matches_of(&self, lineup: &Lineup) -> usize {
        match self.subject {
            Subject::Table | Subject::Seat(_) => lineup.rotations(),
            Subject::Agent(agent) => lineup.matches_of(agent),
        }
    }

    /// Its trials and their total on a wall.
    pub(crate) fn cluster(&self, wall: &WallCounts) -> Cluster {
        let counts: &[i64] = match self.subject {
            Subject::Table => &wall.matches.table,
            Subject::Agent(agent) => &wall.agents[agent],
            Subject::Seat(seat) => &wall.matches.seats[seat],
        };
        Cluster { trials: counts[self.measure.per], total: counts[self.measure.of] }
    }
}

/// The full name: `kyoku`, `seat0.rank_points`, `ukeire.win`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl Subject {
    fn read(text: &str, lineup: &Lineup) -> Result<Subject, Error> {
        let agents = lineup.agents();
        let seat = text.strip_prefix("seat").and_then(|number| number.parse().ok());
        let by = |is: &dyn Fn(usize) -> bool| {
            let mut found = (0..agents.len()).filter(|&agent| is(agent));
            found.next().filter(|_| found.next().is_none()).map(Subject::Agent)
        };
        let exact = by(&|agent| agents[agent].is_called(text));
        let agent = exact.or_else(|| by(&|agent| agents[agent].name() == text));
        match seat.filter(|&seat: &usize| seat < lineup.named().len()) {
            _ if text == "table" => Ok(Subject::Table),
            Some(seat) => Ok(Subject::Seat(seat)),
            None => agent.ok_or_else(|| {
                let (last, names) = (lineup.named().len() - 1, agents.iter().map(ToString::to_string));
                let names = names.collect::<Vec<_>>().join(", ");
                Error::Usage(format!(
                    "a measure is of the table, of seat0 to seat{last}, or of an agent ({names}), not of {text:?}"
                ))
            }),
        }
    }

    /// The player that is meant if a measure names none.
    fn usual(measure: &str, lineup: &Lineup) -> Subject {
        let results = ["placement", "rank_points", "first", "second", "third", "fourth"];
        match lineup.agents().len() {
            1 if results.contains(&measure) => Subject::Seat(0),
            _ => Subject::Agent(0),
        }
    }

    fn prefix(self, lineup: &Lineup) -> String {
        match self {
            Subject::Table => String::new(),
            Subject::Agent(agent) => format!("{}.", lineup.agents()[agent]),
            Subject::Seat(seat) => format!("seat{seat}."),
        }
    }
}

fn unknown(name: &str, word: &str, subject: Option<Subject>, measures: &Known<'_>) -> Error {
    let names = |table: &'static [Measure]| table.iter().map(|measure| measure.name);
    let table = names(measures.table()).chain([LUCK_SHARE.name]);
    let player = names(measures.player()).chain([EDGE.name]);
    let mut known: Vec<&str> = Vec::new();
    match subject {
        Some(Subject::Table) => known.extend(table),
        Some(_) => known.extend(player),
        None => known.extend(table.chain(player)),
    }
    let nearest = nearest(word, known.iter().copied()).map(|name| format!("; did you mean {name:?}?"));
    known.dedup();
    let (nearest, known) = (nearest.unwrap_or_else(|| ";".into()), known.join(", "));
    Error::Usage(format!("there is no measure {name:?}{nearest} accepted: {known}"))
}
