//! What determines the totals of a comparison, and its totals as sums of a state file.

use super::totals::Totals;
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
    pub seating: String,
    pub seed: u64,
    /// The measures in which the arms are compared with each other.
    pub pairs: Vec<String>,
    pub shard: String,
}

impl Identity {
    /// The version of the format that this program writes.
    pub(super) const FORMAT: u32 = 1;
}

impl state::Identity for Identity {
    const WORK: &'static str = "comparison";

    fn format(&self) -> u32 {
        self.compare_state
    }

    fn difference(&self, wanted: &Identity) -> Option<String> {
        let base = |identity: &Identity| format!("{} (hash {})", identity.base, identity.base_hash);
        let pairs = |identity: &Identity| match &identity.pairs[..] {
            [] => "no pairs".to_owned(),
            names => format!("pairs in {}", names.join(",")),
        };
        let pairs = [
            ("of version", self.version.clone(), wanted.version.clone()),
            ("with the base", base(self), base(wanted)),
            ("with the arms", self.arms.join(" | "), wanted.arms.join(" | ")),
            ("with arms of the hashes", self.arm_hashes.join(","), wanted.arm_hashes.join(",")),
            ("of the agents", self.agents.join(" | "), wanted.agents.join(" | ")),
            ("with seating", self.seating.clone(), wanted.seating.clone()),
            ("with seed", self.seed.to_string(), wanted.seed.to_string()),
            ("with", pairs(self), pairs(wanted)),
            ("of shard", self.shard.clone(), wanted.shard.clone()),
        ];
        // The names of the rules do not matter, only their values.
        let named = |what: &str| match what {
            "with the base" => self.base_hash == wanted.base_hash,
            "with the arms" => self.arm_hashes == wanted.arm_hashes,
            _ => false,
        };
        let mut differing = pairs.into_iter().filter(|(what, found, wanted)| found != wanted && !named(what));
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
