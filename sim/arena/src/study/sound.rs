//! Whether the tables, the measures and the bounds of a question are there, and fit together.

use super::read::{Given, Length, Named, OwnMeasure, Reader, Usual};
use super::{Question, Seated, unknown, whose};
use crate::arena::Arena;
use crate::error::Error;
use crate::estimand::Rate;
use crate::experiment::{Experiment, Half, LOOK, Seats, Stop, Table};
use hyakuman_core::excerpt::excerpt;
use hyakuman_games::registry::AnyRules;

/// Walls of a table where the file does not say.
const WALLS: u64 = 1_000;

impl Reader<'_> {
    /// The tables of a question that can play: those that it names, or all of the study. They have 0 walls where the budget of the study decides.
    pub(super) fn chosen(
        &self,
        at: usize,
        chosen: Option<Vec<(usize, String)>>,
        usual: &Usual,
        base: &AnyRules,
    ) -> Vec<Seated> {
        let Some(tables) = &self.tables else { return Vec::new() };
        let known = || tables.iter().map(|table| &*table.name);
        let by_name = |(at, name): (usize, String)| {
            let found = tables.iter().find(|table| table.name == name);
            if found.is_none() {
                self.file.fault(at, unknown("table", &name, known()));
            }
            found
        };
        if chosen.as_ref().map_or(tables.is_empty(), Vec::is_empty) {
            self.file.fault(at, "it has no tables: write them in [tables], such as fast = \"ukeire\"");
        }
        let chosen: Vec<&Named> = match chosen {
            Some(names) => names.into_iter().filter_map(by_name).collect(),
            None => tables.iter().collect(),
        };
        chosen.into_iter().filter_map(|named| self.seated(named, usual, base)).collect()
    }

    /// A table with what it plays; none if its agents cannot.
    fn seated(&self, named: &Named, usual: &Usual, base: &AnyRules) -> Option<Seated> {
        let (at, agents) = named.agents.as_ref()?;
        let seats = named.seats.or(usual.seats).unwrap_or(Seats::Rotated);
        let mut table = Table::new(&*named.name, &**agents, seats);
        if named.adapt.is_some() {
            table.under = vec![agents.clone()]; // as long as it has not learned
        }
        let alone = Experiment::new([("", base.clone())], vec![table.clone()]).ask(Rate::new("kyoku"));
        let found = alone.check(self.roster).map_err(|error| self.file.fault(*at, said(&error)));
        let matches = found.ok()?[0];
        let walls = match named.length.or(usual.length) {
            None => WALLS,
            Some(Length::Walls(walls)) => walls,
            Some(Length::Matches(all)) => all.div_ceil(matches),
            Some(Length::Budget(..)) => 0,
        };
        Some(Seated { table, about: named.about.clone(), walls, matches, adapt: named.adapt })
    }

    /// Notes what does not fit in a question, as far as it could be read.
    pub(super) fn check(&self, question: &Question, at: usize, usual: &Usual, given: &Given) {
        let Some(measures) = &usual.measures else { return };
        self.check_names(at, measures, &usual.primary, given);
        self.check_arms(given);
        let sound = self.sound(question, measures);
        if sound.tables.is_empty() || sound.measures.is_empty() {
            return;
        }
        let fits = self.note(&Question { stop: Stop::All, ..sound.clone() }, at);
        let first = Question { tables: sound.tables[..1].to_vec(), ..sound };
        self.check_numbers(&Question { stop: Stop::All, ..first.clone() }, given);
        let is_open = match &question.stop {
            Stop::Until { measure, .. } => {
                !question.measures.contains(measure) || first.measures.contains(measure)
            }
            _ => !given.has_bounds,
        };
        if let Some((place, _)) = usual.stop.as_ref().filter(|_| is_open && fits) {
            self.note(&first, *place);
        }
    }

    /// Checks that there are measures, and that what is judged is among them.
    fn check_names(
        &self,
        at: usize,
        measures: &[(usize, String)],
        primary: &[(usize, String)],
        given: &Given,
    ) {
        if measures.is_empty() {
            self.file.fault(at, "it has no `measures`: name them, such as [\"kyoku\", \"rank_points\"]");
            return;
        }
        let all = measures.iter().map(|(_, name)| &**name).collect::<Vec<_>>();
        let primary = primary.iter().map(|(place, measure)| ("primary", place, measure));
        let bounds = given.bounds.iter().map(|(place, measure, _)| ("equal_within", place, measure));
        let known = given.known.iter().map(|known| ("beside", &known.at, &known.measure));
        let named = primary.chain(bounds).chain(known);
        for (key, place, measure) in named.filter(|(.., measure)| !all.contains(&&***measure)) {
            let (measure, all) = (excerpt(measure), all.join(", "));
            self.file.fault(*place, format!("`{key}` {measure:?} is not one of the measures: {all}"));
        }
    }

    /// Checks that bounds are of arms, and figures beside rates.
    fn check_arms(&self, Given { bounds, known, has_arms, .. }: &Given) {
        if let Some((place, ..)) = bounds.first().filter(|_| !has_arms) {
            self.file.fault(*place, "a bound is of what an arm changes, and there are no arms");
        }
        if let Some(known) = known.first().filter(|_| *has_arms) {
            self.file.fault(
                known.at,
                "`beside` is of rates, and arms change them: ask in a question without arms",
            );
        }
    }

    /// Notes numbers that are not in the unit of their measure. The question has no bounds, and is right but for them.
    fn check_numbers(&self, question: &Question, Given { bounds, known, .. }: &Given) {
        let of = |measure: &str| {
            let measures = vec![whose(measure)];
            let is_there = question.measures.contains(&measures[0]);
            is_there.then(|| Question { measures, ..question.clone() })
        };
        for (place, measure, half) in bounds {
            let equal_within = vec![(whose(measure), *half)];
            if let Some(asked) = of(measure) {
                self.note(&Question { equal_within, ..asked }, *place);
            }
        }
        for known in known {
            if let Some(asked) = of(&known.measure) {
                self.note_with(&asked, Some(known.number), known.at);
            }
        }
    }

    /// A question with the measures that are there at every table, and no bounds.
    fn sound(&self, question: &Question, measures: &[(usize, String)]) -> Question {
        let is_sound = |own: &OwnMeasure| {
            let Some((at, definition)) = &own.definition else { return false };
            let found = self.check_own(definition, &question.rulesets);
            found.map_err(|error| self.file.fault(*at, said(&error))).is_ok()
        };
        let (own, broken): (Vec<&OwnMeasure>, Vec<&OwnMeasure>) =
            self.own_of(&question.measures).partition(|own| is_sound(own));
        let own_measures = own.into_iter().filter_map(|own| Some(own.definition.clone()?.1)).collect();
        let sound = Question { own_measures, equal_within: Vec::new(), ..question.clone() };
        let is_sound = |(number, (place, measure)): &(usize, &(usize, String))| {
            if measures[..*number].iter().any(|(_, other)| other == measure) {
                self.file.fault(*place, format!("the measure {} is named twice", excerpt(measure)));
                return false;
            }
            let is_known = self.own_measures.is_some() && !broken.iter().any(|own| own.is_called(measure));
            let found = sound.check(&whose(measure), self.roster);
            let noted = found.map_err(|error| is_known.then(|| self.file.fault(*place, said(&error))));
            noted.is_ok()
        };
        let measures =
            measures.iter().enumerate().filter(is_sound).map(|(_, (_, measure))| whose(measure)).collect();
        Question { measures, ..sound }
    }

    /// Checks a measure of one's own under rulesets of one game.
    fn check_own(&self, definition: &str, rulesets: &[(String, AnyRules)]) -> Result<(), Error> {
        let arena = Arena::new(&rulesets[0].1, self.roster).measures(&[definition.to_owned()]);
        arena.own_measures(rulesets.iter().map(|(_, rules)| rules)).map(drop)
    }

    /// Notes what is wrong with what no question uses: a measure under the base of every one of them, agents that there are not, the base of the study.
    pub(super) fn check_unused(&self, read: &[Option<(Question, bool)>], usual: &Usual) {
        usual.base.as_ref().and_then(|base| self.base(0, Some(base)));
        for (at, agents) in self.tables.iter().flatten().filter_map(|table| table.agents.as_ref()) {
            let found = self.roster.specs(agents);
            found.map_or_else(|error| self.file.fault(*at, said(&error.into())), drop);
        }
        let questions = read.iter().map(|read| read.as_ref().map(|(question, _)| question));
        let Some(questions) = questions.collect::<Option<Vec<_>>>() else { return };
        let measures = questions.iter().flat_map(|question| &question.measures);
        let unused = self.own_measures.iter().flatten();
        let unused = unused.filter(|own| !measures.clone().any(|measure| own.is_called(measure)));
        for (at, definition) in unused.filter_map(|own| own.definition.as_ref()) {
            let found = questions.iter().map(|question| self.check_own(definition, &question.rulesets[..1]));
            if let Some(Err(error)) = found.reduce(Result::or) {
                self.file.fault(*at, said(&error));
            }
        }
    }

    /// Notes what is wrong with a question at a place; whether it is right.
    fn note(&self, question: &Question, at: usize) -> bool {
        self.note_with(question, None, at)
    }

    /// The same with a figure of its measures.
    fn note_with(&self, question: &Question, figure: Option<Half>, at: usize) -> bool {
        let mut question = question.clone();
        question.tables.iter_mut().for_each(|seated| seated.walls = seated.walls.max(1)); // the budget comes later
        let parts = question.parts(1.0).into_iter();
        let error = parts.map(|part| part.experiment.check_with(figure, self.roster)).find_map(Result::err);
        error.map(|error| self.file.fault(at, said(&error))).is_none()
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
