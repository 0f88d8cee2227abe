//! The labels of a data set with the numbers of their decisions, which are computed again from its replays: what a fit reads.

use super::labels::{Label, labels};
use crate::datasets::recipe::Recipe;
use crate::datasets::recipe::replays;
use crate::datasets::recording::evaluator::{agents, begin};
use crate::error::{Error, Within};
use hyakuman_agents::Roster;
use hyakuman_agents::learned::{ACTION, SITUATION, Sort};
use hyakuman_core::game::rows::{self, MatchId, Table};
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{ActionMask, Agent, Considered, Game, MAX_SEATS, Sink};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_record::{Dataset, RecordError};
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

/// What the labels of a match are for: of ten matches eight are fitted, one chooses, one checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Weights are fitted to them.
    Fit,
    /// They choose the penalty, and how much of a net is kept.
    Choose,
    /// They say how good the result is.
    Check,
}

impl Use {
    /// That of the labels of the match with this number.
    pub(crate) fn of(number: u64) -> Use {
        match number % 10 {
            0 => Use::Check,
            5 => Use::Choose,
            _ => Use::Fit,
        }
    }
}

/// Examples of one sort, each with the numbers of its situation, of the choice and of the other action.
#[derive(Clone, Debug, Default)]
pub(crate) struct Examples {
    situations: Vec<f32>,
    choices: Vec<f32>,
    others: Vec<f32>,
    advantages: Vec<f32>,
    /// The match of each.
    matches: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Example<'a> {
    pub situation: &'a [f32],
    pub choice: &'a [f32],
    pub other: &'a [f32],
    /// What the other action gained.
    pub advantage: f32,
    /// The number of its match.
    pub number: u64,
}

impl Examples {
    pub(crate) fn len(&self) -> usize {
        self.advantages.len()
    }

    pub(crate) fn get(&self, at: usize) -> Example<'_> {
        Example {
            situation: &self.situations[at * SITUATION.len()..][..SITUATION.len()],
            choice: &self.choices[at * ACTION.len()..][..ACTION.len()],
            other: &self.others[at * ACTION.len()..][..ACTION.len()],
            advantage: self.advantages[at],
            number: self.matches[at],
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Example<'_>> {
        (0..self.len()).map(|at| self.get(at))
    }

    fn push(&mut self, considered: &Considered, other: &[f32], label: &Label) {
        self.situations.extend(&considered.situation);
        self.choices.extend(&considered.of_choice);
        self.others.extend(other);
        self.advantages.push(label.advantage());
        self.matches.push(label.number);
    }
}

/// A data set with labels, whose matches can be played again.
pub(crate) struct Labelled<'a, G: Game> {
    pub set: Dataset,
    pub recipe: Recipe,
    pub rules: &'a Arc<G::Rules>,
    pub roster: &'a Roster,
}

/// [`Labelled`], whatever the game.
pub(crate) trait AnyLabelled: Sync {
    fn parts(&self) -> Range<u64>;

    /// The examples of a part by sort, in order; `wanted` says of which matches.
    fn examples(&self, part: u64, wanted: &dyn Fn(u64) -> bool) -> Result<Vec<Examples>, Error>;
}

impl<G: Game> AnyLabelled for Labelled<'_, G> {
    fn parts(&self) -> Range<u64> {
        self.set.parts()
    }

    fn examples(&self, part: u64, wanted: &dyn Fn(u64) -> bool) -> Result<Vec<Examples>, Error> {
        let spec = self.recipe.label.as_ref().map(|how| self.roster.spec(&how.agent)).transpose()?;
        let spec = spec.ok_or_else(|| Error::Usage(format!("{} has no labels", self.set.dir().display())))?;
        let mut collector = ExampleCollector {
            agents: agents::<G>(self.roster, &spec, self.rules)?,
            labels: labels(&self.set, part)?.peekable(),
            step: 0,
            number: 0,
            found: vec![Examples::default(); Sort::COUNT],
            failed: None,
        };
        for replay in replays::of_part(&self.set, &self.recipe, part)? {
            let replay = replay?;
            if wanted(replay.number) {
                collector.begin(self.rules, replay.number, replay.seed);
                let within = || self.set.path(Table::Replays.name(), part).display().to_string();
                rows::replay(self.rules, replay.deals(), &replay.actions, &mut collector).within(within)?;
            }
            collector.end(replay.number)?;
        }
        Ok(collector.found)
    }
}

/// Collects the examples of matches that are played again.
struct ExampleCollector<G: Game, L: Iterator<Item = Result<Label, RecordError>>> {
    agents: Vec<Box<dyn Agent<G>>>,
    labels: Peekable<L>,
    number: u64,
    step: u32,
    found: Vec<Examples>,
    failed: Option<Error>,
}

impl<G: Game, L: Iterator<Item = Result<Label, RecordError>>> ExampleCollector<G, L> {
    fn begin(&mut self, rules: &Arc<G::Rules>, number: u64, seed: MatchSeed) {
        (self.number, self.step) = (number, 0);
        begin(&mut self.agents, rules, &MatchId { number, seed, agents: [0; MAX_SEATS] });
    }

    /// Passes over the labels of this match that are left.
    fn end(&mut self, number: u64) -> Result<(), Error> {
        self.failed.take().map_or(Ok(()), Err)?;
        while self
            .labels
            .next_if(|label| !label.as_ref().is_ok_and(|label| label.number > number))
            .transpose()?
            .is_some()
        {}
        Ok(())
    }

    fn next_label(&mut self) -> Option<Result<Label, RecordError>> {
        let (number, step) = (self.number, self.step);
        self.labels.next_if(|label| {
            label.as_ref().map_or(true, |label| (label.number, label.step) == (number, step))
        })
    }

    fn read(&mut self, view: &G::View<'_>, seat: Seat, legal: &ActionMask) -> Result<(), Error> {
        let mut considered = None;
        while let Some(label) = self.next_label() {
            let label = label?;
            let agent = &mut self.agents[seat.index()];
            let considered = considered.get_or_insert_with(|| agent.consider(view, legal));
            let Some(sort) = Sort::ALL.into_iter().find(|sort| sort.name() == label.sort) else { continue };
            let known = considered.as_ref().filter(|considered| considered.choice == label.choice);
            let other = known.and_then(|known| {
                Some((known, known.others.iter().find(|other| other.action == label.other)?))
            });
            let (known, other) = other.ok_or_else(|| {
                let Label { number, step, .. } = label;
                Error::Usage(format!("the label of decision {step} in match {number} is not of an action that the agent considers"))
            })?;
            self.found[sort as usize].push(known, &other.numbers, &label);
        }
        Ok(())
    }
}

impl<G: Game, L: Iterator<Item = Result<Label, RecordError>>> Sink<G> for ExampleCollector<G, L> {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, _: u8) {
        if self.failed.is_none() {
            self.failed = self.read(&game.view(seat), seat, legal).err();
        }
        self.step += 1;
    }
}
