//! Data sets from the library: what is refused, and what verification says about a failure.

use hyakuman_agents::{AgentEntry, Roster, Tsumogiri};
use hyakuman_arena::{
    Arena, CalibrateOptions, CompareOptions, ContestOptions, Error, Observer, Quiet, RecordOptions, Rules,
    VerifyOptions, verify,
};
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_riichi::{Riichi, View};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn record(roster: &Roster, agents: &str, games: u64, options: RecordOptions) -> Result<(), Error> {
    let rules = Rules::preset("tenhou-east")?;
    let arena = Arena::new(&rules, roster).agents(agents)?.games(games).threads(1).record(options);
    arena.play(&Quiet).map(drop)
}

fn options(dir: &Path, tables: &[Table], part_size: Option<u64>) -> RecordOptions {
    RecordOptions { tables: tables.to_vec(), part_size, ..RecordOptions::new(dir) }
}

/// The limits hold for every caller, before anything is played or written.
#[test]
fn part_sizes_out_of_range_are_refused() {
    let (folder, roster) = (tempfile::tempdir().unwrap(), Roster::built_in());
    let dir = folder.path().join("set");
    for (part_size, games, expected) in [
        (0, 10, "--part-size 0: expected a number from 1 to 1000000"),
        (1_000_001, 10, "--part-size 1000001: expected a number from 1 to 1000000"),
        (1, 3_000_000, "more than 1000000: play parts of 3 matches or more"),
        (1, 2_000_000_000_000, "more than 1000000: a data set has at most 1000000000000 matches"),
    ] {
        let refused = record(&roster, "random", games, options(&dir, &[Table::Replays], Some(part_size)));
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.ends_with(expected), "{sentence}");
        assert!(!dir.exists());
    }
}

/// A part whose sidecar was changed is played again, with the same result.
#[test]
fn a_part_with_a_changed_sidecar_is_played_again() {
    let (folder, roster) = (tempfile::tempdir().unwrap(), Roster::built_in());
    let dir = folder.path().join("set");
    let options = options(&dir, &[Table::Matches], None);
    record(&roster, "random", 4, options.clone()).unwrap();
    let sidecar = dir.join("parts/part-000000.json");
    let text = std::fs::read_to_string(&sidecar).unwrap();
    std::fs::write(&sidecar, text.replace("\"sums\"", "\"other\"")).unwrap();
    record(&roster, "random", 4, RecordOptions { resume: true, ..options }).unwrap();
    assert_eq!(std::fs::read_to_string(&sidecar).unwrap(), text);
}

/// While the files of finished parts are read, the work can be stopped.
#[test]
fn a_resumed_run_stops_before_its_files_are_read() {
    struct Stop;
    impl Observer for Stop {
        fn stopped(&self) -> bool {
            true
        }
    }
    let (folder, roster) = (tempfile::tempdir().unwrap(), Roster::built_in());
    let options =
        RecordOptions { resume: true, ..options(&folder.path().join("set"), &[Table::Matches], None) };
    record(&roster, "random", 8, options.clone()).unwrap();
    let rules = Rules::preset("tenhou-east").unwrap();
    let arena = Arena::new(&rules, &roster).agents("random").unwrap().games(8).record(options);
    assert!(matches!(arena.play(&Stop), Err(Error::Interrupted)));
}

/// A data set is not continued with other numbers in the file of an agent.
#[test]
fn another_file_of_an_agent_is_another_agent() {
    let (folder, roster) = (tempfile::tempdir().unwrap(), Roster::built_in());
    let rates = folder.path().join("rates.txt");
    let text = include_str!("../../../agents/src/value/four.txt");
    std::fs::write(&rates, text).unwrap();
    let dir = folder.path().join("set");
    let options = RecordOptions { resume: true, ..options(&dir, &[Table::Matches], None) };
    let agents = format!("value:rates={}", rates.display());
    record(&roster, &agents, 2, options.clone()).unwrap();
    record(&roster, &agents, 4, options.clone()).unwrap();
    std::fs::write(&rates, text.replace("furiten: 0.45", "furiten: 0.46")).unwrap();
    let refused = record(&roster, &agents, 4, options).unwrap_err().to_string();
    assert!(refused.contains("rates.txt,sha256="), "{refused}");
    let refused = record(&roster, &format!("{agents},sha256=01234567"), 4, self::options(&dir, &[], None));
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("rates.txt has the SHA-256 ") && refused.ends_with(", not 01234567"),
        "{refused}"
    );
}

/// A run or a contest of zero matches is refused.
#[test]
fn no_matches_are_refused() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents("ukeire").unwrap().games(0);
    let other = Rules::preset("tenhou").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let recorded = arena.clone().record(RecordOptions::new(folder.path().join("set")));
    for refused in [
        arena.play(&Quiet).map(drop),
        recorded.play(&Quiet).map(drop),
        arena.compare(&CompareOptions::of(&other), &Quiet).map(drop),
        arena.calibrate(&CalibrateOptions::default(), &Quiet).map(drop),
        arena.danger(&Quiet).map(drop),
    ] {
        assert_eq!(refused.unwrap_err().to_string(), "there are 0 games to play: play at least 1");
    }
    let two = Arena::new(&rules, &roster).agents("random,tsumogiri").unwrap();
    let refused = two.contest(&ContestOptions::walls(0), &Quiet).unwrap_err();
    assert_eq!(refused.to_string(), "there are 0 walls to play: play at least 1");
}

/// Plays, or fails, as the test wants.
struct Failing(Arc<AtomicBool>);

impl Agent<Riichi> for Failing {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        if self.0.load(Ordering::Relaxed) { 255 } else { Agent::<Riichi>::act(&mut Tsumogiri, view, legal) }
    }
}

/// An agent that fails says nothing about the files: it is an error, not a finding.
#[test]
fn verification_does_not_blame_files_for_an_agent() {
    let (folder, fails) = (tempfile::tempdir().unwrap(), Arc::new(AtomicBool::new(false)));
    let (mut roster, flag) = (Roster::built_in(), Arc::clone(&fails));
    roster.insert(AgentEntry::new("failing").scalar::<Riichi, _>(move |_| Failing(Arc::clone(&flag))));
    let dir = folder.path().join("set");
    record(&roster, "failing", 4, options(&dir, &[Table::Matches], None)).unwrap();
    let check =
        || verify(&dir, &VerifyOptions { threads: Some(1), ..VerifyOptions::default() }, &roster, &Quiet);
    assert!(check().unwrap().findings.is_empty());
    fails.store(true, Ordering::Relaxed);
    let error = check().unwrap_err();
    assert!(matches!(error, Error::Protocol(_)), "{error}");
}
