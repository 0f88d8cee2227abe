//! Plays matches with a bot for a compliance report.

use super::monitor::Failures;
use super::report::Report;
use super::{NAME, entry_with};
use crate::roster::Roster;
use crate::spec::{Spec, SpecError};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{AnyAgent, playout};
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use std::sync::{Arc, Mutex, PoisonError};

/// The agents that a bot meets, in turn order after it: `random` makes every call that there is, and `ukeire` plays as people
/// do.
const OTHERS: [&str; 3] = ["random", "ukeire", "random"];

/// Plays this number of matches with a bot, each in the next seat and on the next wall, and adds to the report. A failure
/// does not end a match: the move is made by `tsumogiri`. `goes_on` is asked after each match. A bot that has
/// not answered a single question by the end of a match gets no other match.
///
/// # Errors
/// The spec is not one of an mjai agent, or the agent does not play under these rules.
pub fn check(
    spec: &str,
    rules: &AnyRules,
    matches: u64,
    seed: u64,
    report: &Arc<Mutex<Report>>,
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Spec, SpecError> {
    let mut roster = Roster::built_in();
    roster.insert(entry_with(&Arc::new(Failures::default()), Some(report)));
    let spec = roster.spec(spec)?;
    if spec.name() != NAME {
        return Err(SpecError(format!(
            "only an mjai agent can be checked, as in {NAME}:cmd=\"python3 bot.py\""
        )));
    }
    rules.visit(Check { roster: &roster, spec: &spec, matches, seed, report, goes_on })?;
    Ok(spec)
}

/// A check; [`Visitor`] finds the game of the rules.
struct Check<'a> {
    roster: &'a Roster,
    spec: &'a Spec,
    matches: u64,
    seed: u64,
    report: &'a Arc<Mutex<Report>>,
    goes_on: &'a dyn Fn(u64) -> bool,
}

impl Visitor for Check<'_> {
    type Output = Result<(), SpecError>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        self.roster.check_rules::<G>(self.spec, rules)?;
        let others = OTHERS[..G::SEATS - 1].iter().map(|name| self.roster.spec(name));
        let specs: Vec<Spec> = [Ok(self.spec.clone())].into_iter().chain(others).collect::<Result<_, _>>()?;
        let agents: Vec<_> =
            specs.iter().map(|spec| self.roster.agent::<G>(spec)).collect::<Result<_, _>>()?;
        let mut agents: Vec<_> = agents.into_iter().filter_map(AnyAgent::scalar).collect();
        let report = || self.report.lock().unwrap_or_else(PoisonError::into_inner);
        for number in 0..self.matches {
            report().number = number;
            let seed = MatchSeed { seed: self.seed, number };
            let played = playout::play(rules, seed, &mut agents, &mut ());
            played.map_err(|illegal| SpecError(format!("match {number}: {illegal}")))?;
            report().matches += 1;
            agents.rotate_right(1);
            if report().is_mute() || !(self.goes_on)(number + 1) {
                break;
            }
        }
        Ok(())
    }
}
