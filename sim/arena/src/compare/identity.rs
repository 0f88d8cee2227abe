//! What determines the totals of a comparison.

use crate::shards;
use crate::state;
use serde::{Deserialize, Serialize};

/// What determines the totals: comparisons that differ in any of it have different files.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    /// Version of the format of the file.
    pub compare_state: u32,
    /// Version of the program.
    pub version: String,
    /// Name of the base rules, and the hash of their values.
    pub base: String,
    pub base_hash: String,
    /// Names of the arms, and the hashes of their rules.
    pub arms: Vec<String>,
    pub arm_hashes: Vec<String>,
    pub agents: Vec<String>,
    /// The agents of each arm; none if they are those of the base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arm_agents: Vec<String>,
    pub seating: String,
    pub seed: u64,
    /// Texts of measures of one's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// The measures in which the arms are compared with each other.
    pub pairs: Vec<String>,
    pub shard: String,
}

impl Identity {
    /// The version of the format that this program writes.
    pub(super) const FORMAT: u32 = 3;
}

impl state::Identity for Identity {
    const WORK: &'static str = "comparison";

    fn format(&self) -> u32 {
        self.compare_state
    }

    fn difference(&self, wanted: &Identity) -> Option<String> {
        // The names of the arms do not matter, only the values of their rules.
        let same_arms = self.arm_hashes == wanted.arm_hashes;
        let arms = |it: &Identity| if same_arms { String::new() } else { it.arms.join(" | ") };
        let pairs = |it: &Identity| match &it.pairs[..] {
            [] => "no pairs".to_owned(),
            names => format!("pairs in {}", names.join(",")),
        };
        let both = [self, wanted];
        state::first_difference(&[
            ("of version", both.map(|it| it.version.clone())),
            ("with the base", state::rules_in_words(both.map(|it| (&it.base[..], &it.base_hash[..])))),
            ("with the arms", both.map(arms)),
            ("with arms of the hashes", both.map(|it| it.arm_hashes.join(","))),
            ("of the agents", both.map(|it| it.agents.join(" | "))),
            ("with the agents of the arms", both.map(|it| it.arm_agents.join(" | "))),
            ("with seating", both.map(|it| it.seating.clone())),
            ("with seed", both.map(|it| it.seed.to_string())),
            ("with", both.map(pairs)),
            ("with the measures", both.map(|it| state::measures_in_words(&it.measures))),
            ("of shard", both.map(|it| it.shard.clone())),
        ])
    }
}

impl shards::Identity for Identity {
    fn shard(&mut self) -> &mut String {
        &mut self.shard
    }
}
