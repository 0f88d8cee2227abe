//! What determines the totals of a contest.

use super::totals::Totals;
use crate::state;
use serde::{Deserialize, Serialize};

/// What determines the totals: contests that differ in any of it have different files.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// Version of the format of the file.
    pub match_state: u32,
    /// Version of the program.
    pub version: String,
    /// Name of the rules, and the hash of their values.
    pub rules: String,
    pub rules_hash: String,
    pub agents: Vec<String>,
    /// Kinds of tables.
    pub tables: Vec<String>,
    pub seed: u64,
    /// The sequential test with its error rates; `None` for a fixed number of walls.
    pub test: Option<String>,
}

impl Identity {
    /// The version of the format that this program writes.
    pub(crate) const FORMAT: u32 = 1;
}

impl state::Identity for Identity {
    const WORK: &'static str = "match";

    fn format(&self) -> u32 {
        self.match_state
    }

    fn difference(&self, wanted: &Identity) -> Option<String> {
        let test = |identity: &Identity| match &identity.test {
            Some(test) => format!("the test {test}"),
            None => "a fixed number of walls".to_owned(),
        };
        let rules = |identity: &Identity| format!("{} (hash {})", identity.rules, identity.rules_hash);
        let pairs = [
            ("of version", self.version.clone(), wanted.version.clone()),
            ("under", rules(self), rules(wanted)),
            ("between", self.agents.join(" and "), wanted.agents.join(" and ")),
            ("at the tables", self.tables.join(","), wanted.tables.join(",")),
            ("with seed", self.seed.to_string(), wanted.seed.to_string()),
            ("with", test(self), test(wanted)),
        ];
        // The name of the rules does not matter, only their values.
        let same_rules = self.rules_hash == wanted.rules_hash;
        let mut differing = pairs
            .into_iter()
            .filter(|(what, found, wanted)| found != wanted && !(*what == "under" && same_rules));
        differing.next().map(|(what, found, wanted)| format!("{what} {found}, not {wanted}"))
    }
}

impl state::Sums for Totals {
    fn walls(&self) -> u64 {
        self.walls
    }

    fn to_text(&self) -> String {
        Totals::to_text(self)
    }

    fn take_text(self, text: &str) -> Option<Totals> {
        Totals::take_text(self, text)
    }
}
