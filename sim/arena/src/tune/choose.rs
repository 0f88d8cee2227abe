//! Fitting options that are choices: successive halving ([`Arena::choose`]).
//!
//! Every combination of the values is a candidate. In each round all that are left meet the agent as it was on the same walls, which no other
//! round plays, and the better half stays. Every round has the same part of the budget, so that fewer candidates play more walls each.
//! The last one plays the agent as it was on walls that no round has played: only this match shows a gain, for the best of
//! many looks better than it is.

use super::fitted::FittedAgents;
use super::search::random;
use super::{FindTables, Play, Tuned};
use crate::arena::Arena;
use crate::contest::PairedEstimate;
use crate::error::Error;
use crate::observer::Observer;
use crate::threads;
use hyakuman_agents::Spec;
use hyakuman_analysis::FEWEST_CLUSTERS;
use std::path::PathBuf;

/// Most candidates.
const MOST_CANDIDATES: usize = 256;

/// Among what is chosen, and with how many matches.
#[derive(Clone, Debug)]
pub struct ChooseOptions {
    /// The options, each with its values; of one without values all that it has.
    pub options: Vec<(String, Vec<String>)>,
    /// Most walls of the search, those of all candidates added.
    pub budget: u64,
    /// Walls of the match between the agent found and the agent before, at least 10.
    pub held_out: u64,
    /// As of [`TuneOptions::out`](super::TuneOptions::out).
    pub out: Option<PathBuf>,
}

/// The result.
#[derive(Debug)]
pub struct Chosen {
    /// The agent before and the one found, and what it gained. There are no numeric options.
    pub tuned: Tuned,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// Rounds of the search.
    pub rounds: u64,
    /// Walls of the search, those of all candidates added.
    pub walls: u64,
}

/// An agent that was tried.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The agent.
    pub agent: Spec,
    /// Rounds that it played.
    pub rounds: u64,
    /// Its rank points per match less those of the agent before, in its last round; `None` if it was the only candidate.
    pub last: Option<PairedEstimate>,
}

impl Arena<'_> {
    /// Looks for the best values of options of the one agent of the arena under its rules ([`mod@crate::tune::choose`]). The result does not
    /// depend on the threads. The number of matches, the seating and the recording of the arena do not matter.
    ///
    /// # Errors
    /// There is not one agent; it has no such option or value; the values make no other agent, or too many; the budget is too small; otherwise the
    /// errors of [`Arena::contest`].
    pub fn choose(&self, options: &ChooseOptions, observer: &dyn Observer) -> Result<Chosen, Error> {
        let agent = self.one_agent(options.held_out)?;
        options.out.as_deref().map_or(Ok(()), FittedAgents::check)?;
        let before = self.roster.spec(&agent.to_string())?;
        let mut candidates = self.candidates(&before, &options.options)?;
        let plan = plan(candidates.len(), options.budget)?;
        let tables = self.rules.visit(FindTables(self.rules.id()))?;
        let walls: u64 = plan.iter().map(|(count, walls)| *count as u64 * walls).sum();
        let total = (walls + options.held_out) * tables.matches;
        observer.start(total);
        let pool = threads::pool(self.threads)?;
        let mut play = Play { arena: self, agent, tables, pool, observer, total, matches: 0, decisions: 0 };
        for (round, &round_plan) in plan.iter().enumerate() {
            play.round(&mut candidates, &before, (round as u64, round_plan))?;
        }
        let after = candidates[0].agent.clone();
        let gain = play.meet([after.clone(), before.clone()], held_out_seed(self.seed), options.held_out)?;
        let tuned = play.tuned([before, after], Some(gain), options.held_out);
        let rounds = plan.len() as u64;
        let of_round = walls.checked_div(rounds).unwrap_or(0);
        let add = |path: &PathBuf| FittedAgents::add(path, self.fitted(&tuned, [rounds, of_round]));
        options.out.as_ref().map_or(Ok(()), add)?;
        Ok(Chosen { tuned, candidates, rounds, walls })
    }

    /// The agents with every combination of the values, without the agent itself.
    fn candidates(&self, before: &Spec, options: &[(String, Vec<String>)]) -> Result<Vec<Candidate>, Error> {
        let mut agents = vec![before.clone()];
        for (option, values) in options {
            let values = self.values(before, option, values)?;
            if agents.len() * values.len() > MOST_CANDIDATES {
                let sentence = format!("the values make more than {MOST_CANDIDATES} agents: name fewer");
                return Err(Error::Usage(sentence));
            }
            let with = |agent: &Spec| {
                let of_value =
                    |value: &String| Ok(self.roster.spec(&agent.clone().with(option, value).to_string())?);
                values.iter().map(of_value).collect::<Result<Vec<_>, Error>>()
            };
            agents = agents.iter().map(with).collect::<Result<Vec<_>, _>>()?.concat();
        }
        let mut found: Vec<Candidate> = Vec::new();
        for agent in agents {
            if agent != *before && found.iter().all(|other| other.agent != agent) {
                found.push(Candidate { agent, rounds: 0, last: None });
            }
        }
        let none = || Error::Usage(format!("the values are those of {before} itself: name others"));
        if found.is_empty() { Err(none()) } else { Ok(found) }
    }

    /// The values of an option: those asked for, or all.
    fn values(&self, agent: &Spec, option: &str, asked: &[String]) -> Result<Vec<String>, Error> {
        if !asked.is_empty() {
            return Ok(asked.to_vec());
        }
        let entry = self.entry(agent);
        let known = entry.options.iter().find(|doc| doc.name == option && doc.values.len() > 1);
        let all = known.map(|doc| doc.values.iter().map(ToString::to_string).collect());
        all.ok_or_else(|| {
            let choices = entry.options.iter().filter(|doc| doc.values.len() > 1).map(|doc| doc.name);
            let (name, choices) = (agent.name(), choices.collect::<Vec<_>>().join(", "));
            Error::Usage(format!(
                "{name} has no list of values for {option}: name them, {option}=A,B, or choose from {choices}"
            ))
        })
    }
}

impl Play<'_> {
    /// Plays a round of the first candidates, and puts the best of them in front.
    fn round(
        &mut self,
        candidates: &mut [Candidate],
        before: &Spec,
        (round, (count, walls)): (u64, (usize, u64)),
    ) -> Result<(), Error> {
        let seed = random(self.arena.seed, round).next_u64();
        for candidate in &mut candidates[..count] {
            candidate.last = Some(self.meet([candidate.agent.clone(), before.clone()], seed, walls)?);
            candidate.rounds = round + 1;
            self.observer.so_far(self.total, &format!("round {}: {}", round + 1, candidate.agent));
        }
        let value = |candidate: &Candidate| candidate.last.map_or(0.0, |last| last.estimate.value);
        candidates[..count].sort_by(|a, b| value(b).total_cmp(&value(a)));
        Ok(())
    }
}

/// Of every round how many candidates play, and how many walls each.
fn plan(candidates: usize, budget: u64) -> Result<Vec<(usize, u64)>, Error> {
    let mut counts = vec![];
    let mut left = candidates;
    while left > 1 {
        counts.push(left);
        left = left.div_ceil(2);
    }
    let rounds = counts.len() as u64;
    let least = rounds * candidates as u64 * FEWEST_CLUSTERS;
    if budget < least {
        return Err(Error::Usage(format!(
            "the search of {candidates} agents needs a budget of at least {least} walls; it is {budget}"
        )));
    }
    Ok(counts.into_iter().map(|count| (count, budget / rounds / count as u64)).collect())
}

/// The seed of the walls that no round plays.
fn held_out_seed(seed: u64) -> u64 {
    random(seed, u64::MAX).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_share_the_budget() {
        assert_eq!(plan(7, 2_100).unwrap(), [(7, 100), (4, 175), (2, 350)]);
        assert_eq!(plan(2, 100).unwrap(), [(2, 50)]);
        assert_eq!(plan(1, 0).unwrap(), []);
        let error = plan(7, 209).unwrap_err().to_string();
        assert_eq!(error, "the search of 7 agents needs a budget of at least 210 walls; it is 209");
    }
}
