//! What an observer is given of long work: in the end as many matches are done as there are.

use hyakuman_agents::Roster;
use hyakuman_arena::adapt::{AdaptOptions, AdaptPlan, Budget, adapt_to_each};
use hyakuman_arena::summary::summarize;
use hyakuman_arena::{
    Arena, Arm, CalibrateOptions, CompareOptions, ContestOptions, Error, Expansion, Observer, RecordOptions,
    Rules, VerifyOptions, expand, verify,
};
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::load_preset;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts matches, as a program does that shows them.
#[derive(Default)]
pub(crate) struct MatchProgress {
    total: AtomicU64,
    done: AtomicU64,
}

impl Observer for MatchProgress {
    fn start(&self, matches: u64) {
        self.total.store(matches, Ordering::Relaxed);
    }

    fn done(&self, matches: u64) {
        self.done.fetch_add(matches, Ordering::Relaxed);
    }
}

impl MatchProgress {
    /// Matches done, and all.
    pub(crate) fn found(&self) -> [u64; 2] {
        [&self.done, &self.total].map(|matches| matches.load(Ordering::Relaxed))
    }
}

/// Checks the matches that some work counts.
fn counted<T: Debug>(wanted: u64, what: &str, work: impl FnOnce(&MatchProgress) -> Result<T, Error>) {
    let counts = MatchProgress::default();
    work(&counts).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(counts.found(), [wanted; 2], "{what}: done, of all");
}

#[test]
fn all_matches_of_a_run_are_counted() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arena = |agents: &str| Arena::new(&rules, &roster).agents(agents).unwrap().threads(2);
    counted(10, "run", |counts| arena("random").games(10).play(counts));
    counted(8, "calibrate", |counts| {
        arena("value:depth=0,random,random,random").games(8).calibrate(&CalibrateOptions::default(), counts)
    });
    counted(40, "places", |counts| arena("random").games(40).places(counts));
    counted(10 * 14, "match", |counts| arena("random,tsumogiri").contest(&ContestOptions::walls(10), counts));
    // An arm that changes final points only is not played.
    let arms = ["kuitan=false", "uma=[15,5,-5,-15]"]
        .map(|set| Arm::new(set, &Rules::preset("tenhou-east").unwrap().set(set).unwrap()));
    let options = CompareOptions::new(arms.into());
    counted(2 * 8, "compare", |counts| arena("random").games(8).compare(&options, counts));
}

#[test]
fn all_matches_of_a_data_set_are_counted() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("set");
    let record = |games, wanted| {
        let tables = vec![Table::Kyoku, Table::Replays];
        let options = RecordOptions { tables, resume: true, part_size: Some(4), ..RecordOptions::new(&dir) };
        let arena = Arena::new(&rules, &roster).agents("random").unwrap().games(games).record(options);
        counted(wanted, "record", |counts| arena.play(counts));
    };
    record(4, 4);
    record(10, 6);
    let all = VerifyOptions { all: true, ..VerifyOptions::default() };
    counted(10, "verify", |counts| verify(&dir, &all, &roster, counts));
    counted(10, "report", |counts| summarize(&dir, counts));
    let expansion = Expansion {
        dir: &dir,
        tables: &[Table::Matches],
        out: &folder.path().join("new"),
        resume: false,
        evaluate: None,
        threads: Some(1),
    };
    counted(10, "expand", |counts| expand(&expansion, &roster, counts));
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// Of several rulesets one after another; what the folder has of them counts as done.
    #[test]
    #[ignore = "long: learns an agent"]
    fn all_matches_of_an_adaptation_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let (games, walls) = (150, 4);
        let rulesets = ["tenhou-east", "tenhou"].map(|name| load_preset(name).unwrap());
        let adapt = |out: &Path, counts: &MatchProgress| {
            let options = AdaptOptions {
                agent: "value:depth=0".into(),
                policy: None,
                budget: Budget::Plan(AdaptPlan { steps: 1, games, walls }),
                out: out.to_owned(),
                seed: 5,
                threads: Some(2),
            };
            adapt_to_each(&rulesets.each_ref(), &Roster::built_in(), &options, counts)
        };
        let out = folder.path().join("agents");
        let mut found = Vec::new();
        let mut again = |wanted, what| {
            counted(wanted, what, |counts| adapt(&out, counts).map(|agents| found.push(agents)));
        };
        again(2 * (games + 4 * walls), "adapt");
        again(0, "nothing is made again");
        let files = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.is_file()).for_each(|path| std::fs::remove_file(path).unwrap());
        again(2 * (games + 4 * walls), "adapt, without the corrections");
        assert!(found.iter().all(|agents| agents.len() == 2 && *agents == found[0]), "{found:?}");
    }
}
