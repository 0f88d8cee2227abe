//! What an arm changes, and what the agents of a table know of it.

use super::yaku::is_built_towards;
use hyakuman_agents::{Knowledge, Roster, Spec};
use hyakuman_core::game::ruleset::{self, differences};
use hyakuman_games::registry::AnyRules;

/// What an arm changes.
#[derive(Clone, Debug)]
pub struct Changes {
    /// What remarks call the arm: its number, from 1, in a study its name.
    pub arm: String,
    /// The rules that differ from the base: `a` is the value of the base, `b` that of the arm.
    pub differences: Vec<ruleset::Difference>,
    /// How far each agent follows each of these rules.
    known: Vec<Vec<Knowledge>>,
}

impl Changes {
    /// Those of `rules`, played by these agents.
    pub(crate) fn new(
        arm: String,
        [base, rules]: [&AnyRules; 2],
        agents: &[Spec],
        roster: &Roster,
    ) -> Changes {
        let base_rules = base.describe();
        let differences = differences(&base_rules, &rules.describe()).unwrap_or_default();
        let known = |rule: &ruleset::Difference| {
            let is_built = is_built_towards(rule.field, base, rules);
            let of = |agent| roster.knowledge(agent, base_rules.family, rule.field, is_built);
            agents.iter().map(of).collect()
        };
        Changes { arm, known: differences.iter().map(known).collect(), differences }
    }

    /// The names of the rules that differ from the base.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.differences.iter().map(|rule| rule.field)
    }

    /// Each of them with how far each agent, in the order of [`Lineup::agents`](crate::Lineup::agents), follows it.
    pub fn knowledge(&self) -> impl Iterator<Item = (&'static str, &[Knowledge])> {
        self.rules().zip(self.known.iter().map(Vec::as_slice))
    }
}
