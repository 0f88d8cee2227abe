//! A batched agent plays the same matches as a scalar one with the same choices, for any number of matches in play and of
//! threads: statistics, comparisons and data sets are equal.

use hyakuman_agents::{Roster, Ukeire};
use hyakuman_arena::{Arena, CompareOptions, Error, Quiet, RecordOptions, Rules, Tally};
use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Agent, AgentFailure, AgentSeed, BatchAgent, Decision, MatchEnd, Sink};
use hyakuman_riichi::{Riichi, RiichiRules, View};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

type Game = Riichi<4>;

/// The row of a decision is the mask, then this number modulo the count of legal actions.
const ROW: usize = 40;

fn choice(legal: &ActionMask, number: u64) -> u8 {
    legal.nth((number % u64::from(legal.len())) as u32)
}

/// Any legal action, by the random number of the decision.
#[derive(Default)]
struct Hashed {
    seed: Option<AgentSeed>,
    step: u32,
}

impl Agent<Game> for Hashed {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
        *self = Hashed { seed: Some(seed), step: 0 };
    }

    fn act(&mut self, _view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        self.step += 1;
        choice(legal, self.seed.expect("begun").number(self.step - 1))
    }
}

/// The same, batched. It must get at most `most` rows at once.
struct BatchedHashed {
    most: usize,
}

impl BatchAgent<Game> for BatchedHashed {
    fn row_bytes(&self) -> usize {
        ROW
    }

    fn encode(&self, decision: &Decision<'_, '_, Game>, row: &mut [u8]) {
        assert_eq!(row, [0; ROW]);
        let words = decision.legal.words().into_iter().chain([decision.seed.number(decision.step)]);
        words
            .zip(row.chunks_exact_mut(8))
            .for_each(|(word, bytes)| bytes.copy_from_slice(&word.to_le_bytes()));
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        assert!(!actions.is_empty() && actions.len() <= self.most, "{} rows", actions.len());
        for (row, action) in rows.chunks_exact(ROW).zip(actions) {
            let words: [u64; 5] =
                std::array::from_fn(|i| u64::from_le_bytes(row[8 * i..][..8].try_into().unwrap()));
            *action = choice(&ActionMask::from_words([0, 1, 2, 3].map(|i| words[i])), words[4]);
        }
        Ok(())
    }
}

/// `ukeire`, batched. It needs the view, so it decides while it encodes, and the row is its answer.
struct BatchedUkeire(Ukeire);

impl BatchAgent<Game> for BatchedUkeire {
    fn row_bytes(&self) -> usize {
        1
    }

    fn encode(&self, decision: &Decision<'_, '_, Game>, row: &mut [u8]) {
        row[0] = Agent::<Game>::act(&mut { self.0 }, decision.view, decision.legal);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        actions.copy_from_slice(rows);
        Ok(())
    }
}

/// `hashed` and `slow`, scalar.
fn scalar() -> Roster {
    let mut roster = Roster::built_in();
    roster.add("hashed", |_| Hashed::default());
    roster.add::<Game, _>("slow", |_| Ukeire::default());
    roster
}

/// `hashed` and `slow`, batched; each batch has at most `most` rows.
fn batched(most: usize) -> Roster {
    let mut roster = Roster::built_in();
    roster.add_batched("hashed", move |_| BatchedHashed { most });
    roster.add_batched("slow", |_| BatchedUkeire(Ukeire::default()));
    roster
}

const AGENTS: &str = "hashed,slow,random,hashed";
/// The last wall misses two of four rotations.
const GAMES: u64 = 102;

/// Adds up fractions: a sum that depends on the order.
#[derive(Default, PartialEq, Debug)]
struct Fractions(f64);

impl Sink<Game> for Fractions {
    fn match_end(&mut self, end: &MatchEnd) {
        self.0 += f64::from(end.scores[0]).abs().sqrt();
    }
}

impl Tally<Game> for Fractions {
    fn merge(&mut self, later: Self) {
        self.0 += later.0;
    }
}

/// The same to the last bit for any number of threads and of matches in play.
#[test]
fn a_tally_does_not_depend_on_threads_or_batches() {
    let rules = Rules::preset("tenhou-east").unwrap();
    let sum = |roster: &Roster, in_play, threads| {
        let arena = Arena::new(&rules, roster).agents("hashed").unwrap().games(700);
        arena.threads(threads).matches_in_play(in_play).tally::<Game, Fractions>(&Quiet).unwrap()
    };
    let expected = sum(&scalar(), 1, 1);
    for threads in [2, 3] {
        assert_eq!(sum(&scalar(), 1, threads), expected, "{threads}");
    }
    for (in_play, threads) in [(1, 1), (9, 1), (9, 2), (9, 3)] {
        assert_eq!(sum(&batched(4 * in_play), in_play, threads), expected, "{in_play} {threads}");
    }
}

#[test]
fn batches_change_nothing() {
    let (rules, other) = (Rules::preset("tenhou").unwrap(), Rules::preset("wrc-2015").unwrap());
    let play = |roster: &Roster, in_play, threads| {
        let arena = Arena::new(&rules, roster).agents(AGENTS).unwrap().games(GAMES);
        let arena = arena.threads(threads).matches_in_play(in_play);
        let played = arena.play(&Quiet).unwrap();
        let effects = arena.compare(&CompareOptions::of(&other), &Quiet).unwrap();
        let effects = &effects.arms[0].effects;
        (
            played.stats.to_text(),
            format!("{:?}", effects.matches),
            played.agent("hashed").unwrap().to_string(),
        )
    };
    let expected = play(&scalar(), 1, 2);
    for (in_play, threads) in [(1, 1), (2, 2), (7, 1), (64, 2), (1_000, 1)] {
        assert!(
            play(&batched(2 * in_play), in_play, threads) == expected,
            "{in_play} in play, {threads} threads"
        );
    }
}

/// The bytes of every file of a folder.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            files.extend(
                self::files(&entry).into_iter().map(|(rest, bytes)| (format!("{name}/{rest}"), bytes)),
            );
        } else {
            files.insert(name, std::fs::read(entry).unwrap());
        }
    }
    files
}

#[test]
fn data_sets_of_batched_agents_have_the_same_bytes() {
    let rules = Rules::preset("tenhou").unwrap();
    let record = |roster: &Roster, in_play| {
        let dir = tempfile::tempdir().unwrap();
        let options = RecordOptions { part_size: Some(36), ..RecordOptions::new(dir.path().join("set")) };
        let arena = Arena::new(&rules, roster).agents(AGENTS).unwrap().games(GAMES).matches_in_play(in_play);
        arena.record(options).play(&Quiet).unwrap();
        files(dir.path())
    };
    let expected = record(&scalar(), 1);
    assert!(expected.len() > 15);
    for in_play in [1, 5, 50] {
        assert!(record(&batched(100), in_play) == expected, "{in_play} in play");
    }
}

/// Fails, or chooses illegal actions, from its hundredth batch on.
struct Bad {
    batches: u32,
    fails: bool,
}

impl BatchAgent<Game> for Bad {
    fn row_bytes(&self) -> usize {
        ROW
    }

    fn encode(&self, decision: &Decision<'_, '_, Game>, row: &mut [u8]) {
        BatchedHashed { most: 0 }.encode(decision, row);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        self.batches += 1;
        BatchedHashed { most: actions.len() }.act(rows, actions)?;
        match self.batches {
            ..100 => Ok(()),
            _ if self.fails => Err(AgentFailure("its process has ended".into())),
            _ => {
                actions.fill(255);
                Ok(())
            }
        }
    }
}

#[test]
fn a_batched_agent_that_cannot_go_on_ends_the_run() {
    let rules = Rules::preset("tenhou").unwrap();
    let error = |fails| {
        let mut roster = Roster::built_in();
        roster.add_batched("bad", move |_| Bad { batches: 0, fails });
        let arena =
            Arena::new(&rules, &roster).agents("bad,random,random,random").unwrap().games(8).threads(1);
        arena.matches_in_play(1).play(&Quiet).unwrap_err()
    };
    assert_eq!(error(true).to_string(), "the agent bad: its process has ended");
    let illegal = error(false);
    assert!(matches!(illegal, Error::Protocol(_)), "{illegal}");
    assert!(illegal.to_string().starts_with("the agent bad broke the protocol in match 0: "), "{illegal}");
}
