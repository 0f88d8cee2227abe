//! The table `labels`, and an agent adapted to its rules by it.

use crate::import::columns;
use crate::progress::MatchProgress;
use hyakuman_agents::Roster;
use hyakuman_agents::learned::CorrectionFile;
use hyakuman_arena::adapt::{
    AdaptOptions, AdaptPlan, Adapted, Budget, LabelWorth, Labelling, adapt, summary,
};
use hyakuman_arena::{Arena, Error, Observer, Quiet, RecordOptions, VerifyOptions, verify};
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::ruleset::Source;
use hyakuman_games::registry::{AnyRules, load, load_preset};
use hyakuman_record::Shard;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn labelling(agent: &str, policy: &str, worth: LabelWorth) -> Labelling {
    Labelling { agent: agent.into(), policy: policy.into(), worth, rate: 0.5, worlds: 1 }
}

fn label(out: &Path, ruleset: &str, how: Labelling, (games, threads): (u64, u64)) -> Result<(), Error> {
    let (rules, roster) = (load_preset(ruleset).unwrap(), Roster::built_in());
    let agents = how.agent.clone();
    let options = RecordOptions {
        tables: vec![Table::Replays],
        label: Some(how),
        part_size: Some(4),
        resume: true,
        ..RecordOptions::new(out)
    };
    let arena = Arena::new(&rules, &roster).agents(&agents)?.games(games).seed(3).threads(threads);
    arena.record(options).play(&Quiet).map(drop)
}

/// The files of a table, by name.
fn files(dir: &Path, table: Table) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(dir.join(table.name())).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn labels_do_not_depend_on_threads_or_interruptions_and_are_verified() {
    let (dir, roster) = (TempDir::new().unwrap(), Roster::built_in());
    let [whole, extended] = ["whole", "extended"].map(|name| dir.path().join(name));
    let how = || labelling("value", "value:depth=0", LabelWorth::RankPoints);
    label(&whole, "tenhou", how(), (12, 1)).unwrap();
    label(&extended, "tenhou", how(), (4, 2)).unwrap();
    label(&extended, "tenhou", how(), (12, 2)).unwrap();
    assert_eq!(files(&whole, Table::Labels), files(&extended, Table::Labels));
    let verdict =
        verify(&whole, &VerifyOptions { all: true, ..VerifyOptions::default() }, &roster, &Quiet).unwrap();
    assert!(verdict.findings.is_empty() && verdict.notes.is_empty(), "{verdict:?}");
}

/// Every agent that says what actions are worth can be labelled, in every game.
#[test]
fn decisions_of_all_games_are_labelled() {
    let cases = [
        ("tenhou", "value", LabelWorth::RankPoints),
        ("tenhou-sanma", "placement", LabelWorth::RankPoints),
        ("toutenkou", "gari", LabelWorth::Points),
        ("yangzhou-7", "fan", LabelWorth::Points),
    ];
    for (ruleset, agent, worth) in cases {
        let dir = TempDir::new().unwrap();
        label(dir.path(), ruleset, labelling(agent, agent, worth), (4, 2)).unwrap();
        let sorts = summary(dir.path()).unwrap().unwrap();
        let labels: u64 = sorts.iter().map(|sort| sort.labels).sum();
        assert!(labels > 50 && sorts.iter().any(|sort| sort.spread > 0.0), "{ruleset}: {sorts:?}");
    }
}

/// A label is a decision of the match, whose choice and other action were legal and differ.
#[test]
fn a_label_is_of_a_recorded_decision() {
    let dir = TempDir::new().unwrap();
    label(dir.path(), "tenhou", labelling("value", "value:depth=0", LabelWorth::RankPoints), (8, 2)).unwrap();
    let labels = columns(dir.path(), Table::Labels);
    let units: BTreeSet<_> = labels["unit"].iter().collect();
    assert_eq!(units, BTreeSet::from([&b"rank_points".to_vec()]));
    assert!(labels["choice"].iter().zip(&labels["other"]).all(|(choice, other)| choice != other));
}

#[test]
fn rules_without_a_fitted_model_of_places_are_refused_for_rank_points() {
    let dir = TempDir::new().unwrap();
    let how = labelling("fan", "fan", LabelWorth::RankPoints);
    let error = label(dir.path(), "yangzhou-7", how, (4, 1)).unwrap_err().to_string();
    assert_eq!(error, "yangzhou has no model of final places: use --worth points");
}

/// The same fit of places values the ends of kyoku as the one that the program has; one for other rules is refused.
#[test]
fn a_fit_of_places_values_labels() {
    let [built_in, other] = ["four_hanchan", "four_east"].map(|name| {
        fs::read_to_string(format!("{}/../../agents/src/place/{name}.txt", env!("CARGO_MANIFEST_DIR")))
            .unwrap()
    });
    let labelled = |worth| {
        let dir = TempDir::new().unwrap();
        label(dir.path(), "tenhou", labelling("value", "value:depth=0", worth), (2, 2))?;
        Ok::<_, Error>(columns(dir.path(), Table::Labels))
    };
    let by_name = labelled(LabelWorth::RankPoints).unwrap();
    assert_eq!(by_name, labelled(LabelWorth::RankPointsBy(built_in)).unwrap());
    let error = labelled(LabelWorth::RankPointsBy(other)).unwrap_err().to_string();
    assert!(error.starts_with("the fit of final places: "), "{error}");
}

fn adapted(dir: &Path, threads: u64) -> Adapted {
    let rules = load_preset("tenhou").unwrap();
    adapt_to(&rules, dir, AdaptPlan { steps: 2, games: 80, walls: 30 }, threads, &Quiet).unwrap()
}

fn adapt_to(
    rules: &AnyRules,
    dir: &Path,
    plan: AdaptPlan,
    threads: u64,
    observer: &dyn Observer,
) -> Result<Adapted, Error> {
    let roster = Roster::built_in();
    let options = AdaptOptions {
        agent: "value:depth=0".into(),
        policy: None,
        budget: Budget::Plan(plan),
        out: dir.join("mine.agent"),
        seed: 5,
        threads: Some(threads),
    };
    adapt(rules, &roster, &options, observer)
}

/// A folder goes on with the work that it was begun for, and no other.
#[test]
fn other_work_is_not_continued() {
    let (dir, rules, roster) = (TempDir::new().unwrap(), load_preset("tenhou").unwrap(), Roster::built_in());
    let adapt_by = |policy: Option<&str>, seed, games| {
        let (agent, policy) = ("value:depth=0".into(), policy.map(Into::into));
        let budget = Budget::Plan(AdaptPlan { steps: 1, games, walls: 4 });
        let out = dir.path().join("mine.agent");
        let options = AdaptOptions { agent, policy, budget, out, seed, threads: Some(2) };
        adapt(&rules, &roster, &options, &Quiet).unwrap_err().to_string()
    };
    let adapt = |seed, games| adapt_by(None, seed, games);
    let too_few = "4 matches are too few to learn from: no sort of decision has 5000 labels; give it more, in another file";
    let work = dir.path().join("mine.agent.work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("adapt.json.hyakuman-tmp"), "{").unwrap(); // as a killed program leaves it
    assert_eq!([adapt(5, 4), adapt(5, 4)], [too_few; 2]);
    let folder = work.display().to_string();
    let other = |what: &str| {
        format!("{folder} is the folder of other work: {what}; write to another file, or remove that folder")
    };
    assert_eq!(adapt(6, 4), other("the seed is 5 there, not 6"));
    assert_eq!(adapt_by(Some("ukeire"), 5, 4), other("the policy is value:depth=0 there, not ukeire"));
    assert!(adapt_by(Some("ukere"), 5, 4).contains("ukere"));
    assert_eq!(
        adapt(5, 8),
        other("the budget is 1 steps of 4 matches and 4 walls there, not 1 steps of 8 matches and 4 walls")
    );
    fs::remove_file(work.join("adapt.json")).unwrap();
    assert_eq!(adapt(5, 4), format!("{folder} holds other files: write to another file"));
    fs::create_dir(dir.path().join("mine.agent")).unwrap();
    assert!(adapt(5, 4).ends_with("mine.agent is a folder: name a file"));
}

/// The last of several shards shows the labels of all.
#[test]
fn shards_of_labels_have_a_summary_when_all_are_done() {
    let (dir, rules, roster) = (TempDir::new().unwrap(), load_preset("tenhou").unwrap(), Roster::built_in());
    let shard = |index| {
        let options = RecordOptions {
            tables: vec![Table::Replays],
            label: Some(labelling("value", "value:depth=0", LabelWorth::RankPoints)),
            part_size: Some(4),
            shard: Shard::new(index, 2).unwrap(),
            ..RecordOptions::new(dir.path())
        };
        let arena = Arena::new(&rules, &roster).agents("value").unwrap().games(8).seed(3);
        arena.record(options).play(&Quiet).unwrap();
        summary(dir.path()).unwrap()
    };
    assert!(shard(1).is_none() && shard(2).is_some_and(|sorts| sorts.len() > 3));
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// The same plan gives the same file for any number of threads; it plays by its name.
    #[test]
    #[ignore = "long: learns two agents"]
    fn an_adapted_agent_is_determined_by_its_plan() {
        let [one, two] = [1, 2].map(|threads| (TempDir::new().unwrap(), threads));
        let [first, second] = [&one, &two].map(|(dir, threads)| adapted(dir.path(), *threads));
        let read = |dir: &TempDir| {
            let text = fs::read_to_string(dir.path().join("mine.agent")).unwrap();
            CorrectionFile::read(&text).unwrap()
        };
        let files = [read(&one.0), read(&two.0)];
        assert_eq!(files[0], files[1]);
        assert_eq!(first.labels, second.labels);
        assert!(!first.checked.is_empty() && first.gain.bounds().is_some(), "{first:?}");
        let roster = Roster::built_in();
        assert!(roster.spec(&first.agent).is_ok_and(|spec| roster.needs(&spec) == Some("reads a file")));
    }

    /// Rules that the program has no model of places for get one that is fitted to them.
    #[test]
    #[ignore = "long: learns an agent"]
    fn an_agent_is_adapted_to_rules_without_a_model_of_places() {
        let dir = TempDir::new().unwrap();
        let mut source = Source::preset("tenhou-east");
        source.set_all(&["start_points=30000", "reference_points=30000"].map(String::from)).unwrap();
        let rules = load(&source).unwrap();
        let plan = AdaptPlan { steps: 1, games: 150, walls: 20 };
        let [first, again] = [(); 2].map(|()| MatchProgress::default());
        adapt_to(&rules, dir.path(), plan, 2, &first).unwrap();
        adapt_to(&rules, dir.path(), plan, 2, &again).unwrap();
        // 1,000 matches for the model, and all others: of a folder that has them, they are done.
        assert_eq!([first.found(), again.found()], [[1_000 + 150 + 20 * 4; 2], [150 + 20 * 4; 2]]);
        let text = fs::read_to_string(dir.path().join("mine.agent.work/places.txt")).unwrap();
        assert!(text.starts_with("# The fitted model of final places"), "{text}");
    }
}
