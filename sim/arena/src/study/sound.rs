//! Whether the tables, the measures and the bounds of a question are there, and fit together.

use super::read::{Bound, Length, Named, Reader, Usual, names};
use super::{Question, Seated, whose};
use crate::error::Error;
use crate::estimand::Rate;
use crate::experiment::{Experiment, LOOK, Seats, Stop, Table};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::nearest;
use hyakuman_games::registry::AnyRules;

/// Walls of a table where the file does not say.
const WALLS: u64 = 1_000;

impl Reader<'_> {
    /// The tables of a question: those that it names, or all of the study. Agents are checked.
    pub(super) fn chosen<'t>(
        &'t self,
        at: usize,
        chosen: Option<Vec<(usize, String)>>,
        usual: &Usual,
        base: &AnyRules,
    ) -> Option<Vec<(&'t Named, Table, u64)>> {
        let known = || self.tables.iter().map(|table| &*table.name);
        let by_name = |(at, name): (usize, String)| {
            let found = self.tables.iter().find(|table| table.name == name);
            if found.is_none() {
                let near =
                    nearest(&name, known()).map_or(String::new(), |near| format!(" did you mean {near:?}?"));
                let known = known().collect::<Vec<_>>().join(", ");
                self.file
                    .fault(at, format!("there is no table {:?};{near} accepted: {known}", excerpt(&name)));
            }
            found
        };
        let tables: Vec<&Named> = match chosen {
            Some(names) => names.into_iter().map(by_name).collect::<Option<_>>()?,
            None => self.tables.iter().collect(),
        };
        if tables.is_empty() {
            self.file.fault(at, "it has no tables: write them in [tables], such as fast = \"ukeire\"");
            return None;
        }
        let seated = |named: &'t Named| {
            let Named { name, agents: (at, agents), seats, .. } = named;
            let seats = seats.or(usual.seats).unwrap_or(Seats::Rotated);
            let mut table = Table::new(&**name, &**agents, seats);
            if named.adapt.is_some() {
                table.under = vec![agents.clone()]; // as long as it has not learned
            }
            let alone = Experiment::new([("", base.clone())], vec![table.clone()]).ask(Rate::new("kyoku"));
            let found = alone.check(self.roster).map_err(|error| self.file.fault(*at, said(&error)));
            Some((named, table, found.ok()?[0]))
        };
        let found: Vec<_> = tables.into_iter().map(seated).collect();
        found.into_iter().collect()
    }

    /// The tables with what each plays; 0 walls where the budget of the study decides.
    pub(super) fn seated(&self, tables: Vec<(&Named, Table, u64)>, usual: &Usual) -> Vec<Seated> {
        let seated = |(named, table, matches): (&Named, Table, u64)| {
            let walls = match named.length.or(usual.length) {
                None => WALLS,
                Some(Length::Walls(walls)) => walls,
                Some(Length::Matches(all)) => all.div_ceil(matches),
                Some(Length::Budget(..)) => 0,
            };
            Seated { table, about: named.about.clone(), walls, matches, adapt: named.adapt }
        };
        tables.into_iter().map(seated).collect()
    }

    /// Whether what is measured is there at every table.
    fn is_measured(&self, question: &Question, at: usize, usual: &Usual) -> bool {
        let before = self.file.faults();
        if usual.measures.is_empty() {
            self.file.fault(at, "it has no `measures`: name them, such as [\"kyoku\", \"rank_points\"]");
        }
        let (sound, broken) = self.own_measures_of(question);
        let question = &Question { own_measures: sound, ..question.clone() };
        for (number, (place, measure)) in usual.measures.iter().enumerate() {
            if usual.measures[..number].iter().any(|(_, other)| other == measure) {
                self.file.fault(*place, format!("the measure {} is named twice", excerpt(measure)));
            } else if !broken.iter().any(|name| measure.rsplit('.').next() == Some(name)) {
                let found = question.check(&whose(measure), self.roster);
                found.unwrap_or_else(|error| self.file.fault(*place, said(&error)));
            }
        }
        let known = names(&usual.measures);
        for (place, measure) in usual.primary.iter().filter(|(_, measure)| !known.contains(measure)) {
            let (measure, known) = (excerpt(measure), known.join(", "));
            self.file.fault(*place, format!("`primary` {measure:?} is not one of the measures: {known}"));
        }
        self.file.faults() == before
    }

    /// The measures of one's own that can be computed, and the names of the others.
    fn own_measures_of(&self, question: &Question) -> (Vec<String>, Vec<&str>) {
        let (mut sound, mut broken) = (Vec::new(), Vec::new());
        for (place, definition) in self.own_of(&question.measures) {
            let own = Question { own_measures: vec![definition.clone()], ..question.clone() };
            match own.check("kyoku", self.roster) {
                Ok(()) => sound.push(definition.clone()),
                Err(error) => {
                    self.file.fault(*place, said(&error));
                    broken.extend(definition.split(" = ").next());
                }
            }
        }
        (sound, broken)
    }

    /// Whether all of a question fits together.
    pub(super) fn is_sound(&self, question: &Question, at: usize, usual: &Usual, bounds: &[Bound]) -> bool {
        self.is_measured(question, at, usual) && self.is_whole(question, at, usual, bounds)
    }

    /// Whether the bounds, the end and everything together fit.
    fn is_whole(&self, question: &Question, at: usize, usual: &Usual, bounds: &[Bound]) -> bool {
        let before = self.file.faults();
        for (place, measure, half) in bounds {
            if usual.measures.iter().all(|(_, known)| known != measure) {
                let known = names(&usual.measures).join(", ");
                let message =
                    format!("a bound is of one of the measures ({known}), not of {:?}", excerpt(measure));
                self.file.fault(*place, message);
                continue;
            }
            let bound = vec![(whose(measure), *half)];
            let alone = Question { equal_within: bound, stop: Stop::All, ..question.clone() };
            self.note(&alone, *place);
        }
        if !bounds.is_empty() && question.rulesets.len() == 1 {
            self.file.fault(bounds[0].0, "a bound is of what an arm changes, and there are no arms");
        }
        if let Some((place, _)) = usual.stop.as_ref().filter(|_| self.file.faults() == before) {
            self.note(question, *place);
        }
        if self.file.faults() == before {
            self.note(question, at);
        }
        self.file.faults() == before
    }

    /// Notes what is wrong with a question at a place.
    fn note(&self, question: &Question, at: usize) {
        let mut question = question.clone();
        question.tables.iter_mut().for_each(|seated| seated.walls = seated.walls.max(1)); // the budget comes later
        let parts = question.parts(1.0).into_iter();
        let error = parts.map(|part| part.experiment.check(self.roster)).find_map(Result::err);
        error.into_iter().for_each(|error| self.file.fault(at, said(&error)));
    }

    /// Divides the budget of the study among the questions that have no length of their own.
    pub(super) fn within_budget(&self, read: Vec<Question>, usual: &Usual) -> Vec<Question> {
        let Some(Length::Budget(at, budget)) = usual.length else { return read };
        let is_open = |question: &Question| question.tables.iter().any(|seated| seated.walls == 0);
        let open = read.iter().filter(|question| is_open(question)).count() as u64;
        let filled = |mut question: Question| {
            let (rulesets, repeats) = (question.rulesets.len() as u64, question.repeats);
            let tables = question.tables.iter_mut().filter(|seated| seated.walls == 0).collect::<Vec<_>>();
            let of_wall = tables.iter().map(|seated| seated.matches).sum::<u64>() * rulesets * repeats;
            let walls = budget / open.max(1) / of_wall.max(1);
            if !tables.is_empty() && walls < LOOK {
                let (name, least) = (&question.name, LOOK * of_wall * open);
                let message = format!(
                    "a budget of {budget} leaves question {name} {walls} walls, fewer than {LOOK}: give {least} matches"
                );
                self.file.fault(at, message);
            }
            tables.into_iter().for_each(|seated| seated.walls = walls.max(1));
            question
        };
        read.into_iter().map(filled).collect()
    }
}

/// An error without its place in the experiment: the line says where it is.
fn said(error: &Error) -> String {
    match error {
        Error::Within(_, inner) => said(inner),
        error => error.to_string(),
    }
}
