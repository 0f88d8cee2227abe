//! What determines the totals of a contest.

use crate::shards;
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
    /// Texts of measures of one's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// Kinds of tables.
    pub tables: Vec<String>,
    /// Whether only the first agent meets the others.
    pub gauntlet: bool,
    pub seed: u64,
    /// The part of the walls.
    pub shard: String,
    /// The sequential test with its error rates; `None` for a fixed number of walls.
    pub test: Option<String>,
}

impl Identity {
    /// The version of the format that this program writes.
    pub(crate) const FORMAT: u32 = 5;
}

impl state::Identity for Identity {
    const WORK: &'static str = "match";

    fn format(&self) -> u32 {
        self.match_state
    }

    fn difference(&self, wanted: &Identity) -> Option<String> {
        let test = |it: &Identity| match &it.test {
            Some(test) => format!("the test {test}"),
            None => "a fixed number of walls".to_owned(),
        };
        let pairs = |it: &Identity| if it.gauntlet { "a gauntlet" } else { "every pair" }.to_owned();
        let both = [self, wanted];
        state::first_difference(&[
            ("of version", both.map(|it| it.version.clone())),
            ("under", state::rules_in_words(both.map(|it| (&it.rules[..], &it.rules_hash[..])))),
            ("between", both.map(|it| it.agents.join(" and "))),
            ("at the tables", both.map(|it| it.tables.join(","))),
            ("of", both.map(pairs)),
            ("with seed", both.map(|it| it.seed.to_string())),
            ("with the measures", both.map(|it| state::measures_in_words(&it.measures))),
            ("of shard", both.map(|it| it.shard.clone())),
            ("with", both.map(test)),
        ])
    }
}

impl shards::Identity for Identity {
    fn shard(&mut self) -> &mut String {
        &mut self.shard
    }
}
