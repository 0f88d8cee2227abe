//! Comparisons of rules: re-scored arms are the played ones, results do not depend on threads, interruptions or shards.

use hyakuman_agents::Roster;
use hyakuman_analysis::{Level, Mark, Verdict};
use hyakuman_arena::compare::{EqualWithin, Note};
use hyakuman_arena::estimand::Target;
use hyakuman_arena::experiment::{Ending, Half, LOOK, PATIENCE};
use hyakuman_arena::{Arena, Arm, CompareOptions, Compared, Error, Observer, Plan, Quiet, Rules, Stop};
use hyakuman_record::Shard;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

fn arms(base: &str, sets: &[&str]) -> Vec<Arm> {
    let arm = |set: &&str| {
        let words: Vec<&str> = set.split(' ').collect();
        Arm::new(*set, &Rules::preset(base).unwrap().set_all(&words).expect(set))
    };
    sets.iter().map(arm).collect()
}

fn ending(stop: Stop) -> Plan {
    Plan { stop, ..Plan::default() }
}

fn state(path: &Path) -> Plan {
    Plan { state: Some(path.into()), ..Plan::default() }
}

fn options(base: &str, sets: &[&str]) -> CompareOptions {
    CompareOptions::new(arms(base, sets))
}

fn compare(base: &str, agents: &str, games: u64, options: &CompareOptions) -> Compared {
    compare_on(2, base, agents, games, options).unwrap_or_else(|error| panic!("{error}"))
}

fn compare_on(
    threads: u64,
    base: &str,
    agents: &str,
    games: u64,
    options: &CompareOptions,
) -> Result<Compared, Error> {
    let (rules, roster) = (Rules::preset(base).unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents(agents).unwrap().games(games).seed(3);
    arena.threads(threads).compare(options, &Quiet)
}

/// Everything but the time and the decisions of this run.
fn text(found: &Compared) -> String {
    let arms: Vec<_> = found.arms.iter().map(|arm| (&arm.name, &arm.effects, &arm.primary)).collect();
    let others =
        found.others.iter().map(|other| format!("{} {:?}", text(&other.compared), other.interactions));
    format!(
        "{} {} {:?} {:?} {arms:?} {:?} {:?}",
        found.walls,
        found.matches,
        found.ending,
        found.notes,
        found.pairs,
        others.collect::<Vec<_>>()
    )
}

/// Final points made from the matches of the base are those of matches played, to the last digit, in every measure.
#[test]
fn rescored_arms_are_the_played_ones() {
    for (base, agents, sets) in [
        (
            "tenhou",
            "shanten,random,random,tsumogiri",
            &[
                "uma=[15,5,-5,-15]",
                "final_rounding=None",
                "tie_break=Split",
                "reference_points=25000 oka_to_first=false",
                "uma=[30,10,-10,-30] final_rounding=FiveDownSixUp",
                "floating_uma=[[12,-1,-3,-8],[8,4,-4,-8],[8,3,1,-12]] uma_unit=500",
            ][..],
        ),
        ("tenhou", "ukeire", &["uma=[90,-30,-30,-30]", "final_rounding=Floor"]),
        ("wrc-2015", "random,shanten,random,shanten", &["tie_break=InitialSeat", "uma=[10,5,-5,-10]"]),
        ("tenhou-sanma", "shanten", &["uma=[15,0,-15,0]"]),
        ("toutenkou", "shanten,random,random", &["uma=[30,0,-30]"]),
    ] {
        let mut options = CompareOptions { pairs: sets.len() > 1, ..options(base, sets) };
        let rescored = compare(base, agents, 131, &options);
        options.rescore = false;
        let played = compare(base, agents, 131, &options);
        assert!(rescored.arms.iter().all(|arm| arm.rescored) && played.arms.iter().all(|arm| !arm.rescored));
        assert!(rescored.decisions < played.decisions);
        for (rescored, played) in rescored.arms.iter().zip(&played.arms) {
            assert_eq!(format!("{:?}", rescored.effects), format!("{:?}", played.effects), "{}", played.name);
            assert_eq!(rescored.primary, played.primary);
        }
        assert_eq!(rescored.pairs.len(), played.pairs.len());
    }
}

/// An arm that differs in final points from another arm only has the matches of that one.
#[test]
fn an_arm_is_rescored_from_an_earlier_one() {
    let sets =
        ["tobi=Off uma=[15,5,-5,-15]", "tobi=Off uma=[30,10,-10,-30]", "uma=[30,10,-10,-30]", "tobi=Off"];
    let mut options = options("tenhou", &sets);
    let rescored = compare("tenhou", "shanten,random,random,tsumogiri", 70, &options);
    assert_eq!(rescored.arms.iter().map(|arm| arm.rescored).collect::<Vec<_>>(), [false, true, true, true]);
    options.rescore = false;
    let played = compare("tenhou", "shanten,random,random,tsumogiri", 70, &options);
    let effects =
        |found: &Compared| found.arms.iter().map(|arm| format!("{:?}", arm.effects)).collect::<Vec<_>>();
    assert_eq!(effects(&rescored), effects(&played));
}

/// Where a rule decides more, or an agent looks at final points, the matches are played.
#[test]
fn what_is_not_exact_is_played() {
    for (base, agents, set) in [
        ("tenhou", "ukeire,ukeire,ukeire,placement", "uma=[15,5,-5,-15]"),
        ("tenhou", "ukeire,ukeire,ukeire,value:learned=tenhou", "uma=[15,5,-5,-15]"),
        ("tenhou", "ukeire", "tie_break=Chaser"),
        ("tenhou", "ukeire", "uma=[15,5,-5,-15] kuitan=false"),
        ("tenhou", "ukeire", "target_points=31000"),
        ("tenhou", "ukeire", "tobi_prize=10"),
        ("toutenkou", "gari", "uma=[30,0,-30]"),
        ("toppan", "threshold", "tie_break=Split"),
    ] {
        let found = compare(base, agents, 2, &options(base, &[set]));
        assert!(!found.arms[0].rescored, "{agents} {set}");
    }
    let mut roster = Roster::built_in();
    roster.add::<hyakuman_riichi::Riichi<4>, _>("ukeire", |_| hyakuman_agents::Tsumogiri);
    assert!(roster.reads_rank_points(&roster.spec("ukeire").unwrap()), "an agent of one's own may look");
}

/// Several arms at once are the comparisons one by one.
#[test]
fn each_arm_is_compared_as_if_alone() {
    let sets = ["kuitan=false", "uma=[15,5,-5,-15]", "tobi=Off"];
    let together = compare("tenhou", "shanten,random,random,random", 150, &options("tenhou", &sets));
    for (set, arm) in sets.iter().zip(&together.arms) {
        let alone = compare("tenhou", "shanten,random,random,random", 150, &options("tenhou", &[set]));
        assert_eq!(format!("{:?}", alone.arms[0].effects), format!("{:?}", arm.effects), "{set}");
    }
    let pairs = CompareOptions { pairs: true, ..options("tenhou", &sets) };
    let pairs = compare("tenhou", "shanten,random,random,random", 150, &pairs).pairs;
    assert_eq!(pairs.iter().map(|pair| pair.arms).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
    let value = |found: &hyakuman_analysis::Effect| found.difference.unwrap().value;
    for pair in &pairs {
        let [a, b] = pair.arms.map(|arm| value(&together.arms[arm].primary[0].effect));
        assert!((value(&pair.primary[0].effect) - (b - a)).abs() < 1e-9);
    }
}

/// Stops after a whole number of looks, with the wanted width, on any number of threads.
#[test]
fn a_precision_is_reached_at_the_same_wall_on_any_number_of_threads() {
    let stop = Stop::Until { measure: "decisions".into(), half: Half::Plain(8.0) };
    let options =
        CompareOptions { plan: ending(stop), ..options("tenhou-east", &["kuitan=false", "length_winds=2"]) };
    let one = compare_on(1, "tenhou-east", "random", 100_000, &options).unwrap();
    let two = compare_on(2, "tenhou-east", "random", 100_000, &options).unwrap();
    assert_eq!(text(&one), text(&two));
    assert_eq!((one.ending, one.walls % LOOK, one.level), (Ending::Precision, 0, Level::Fixed));
    for arm in &one.arms {
        let decisions =
            arm.effects.matches.effects_at(one.level).find(|(measure, _)| measure.name == "decisions");
        let found = decisions.unwrap().1.difference.unwrap();
        let [low, high] = found.interval.unwrap();
        assert!((high - found.value).max(found.value - low) <= 8.0, "{low} {} {high}", found.value);
    }
}

/// Bounds of three sizes: one that is larger than the effect, one that is smaller, one that nothing can tell apart from it.
#[test]
fn a_verdict_says_whether_an_effect_is_larger_than_a_bound() {
    let bounds = |texts: &[&str]| -> Vec<_> {
        texts.iter().map(|text| EqualWithin::read(text).expect(text)).collect()
    };
    let with = |texts: &[&str], stop, games| {
        let options = options("tenhou", &["length_winds=1", "uma=[30,10,-10,-30]"]);
        let options = CompareOptions { equal_within: bounds(texts), plan: ending(stop), ..options };
        compare_on(2, "tenhou", "random", games, &options).unwrap()
    };
    let found = with(&["kyoku=20", "decisions=1", "won=10%"], Stop::All, 400);
    let verdicts = |found: &Compared, arm: usize| -> Vec<Verdict> {
        found.arms[arm].equivalence.iter().map(|found| found.verdict).collect()
    };
    assert_eq!(verdicts(&found, 0), [Verdict::Within, Verdict::Beyond, Verdict::Within]);
    assert_eq!(verdicts(&found, 1), [Verdict::Same; 3], "other final points are other matches of no length");
    let one = &found.arms[0].equivalence[0];
    assert!((one.level - (1.0 - 0.1 / 6.0)).abs() < 1e-9, "six verdicts share the errors: {one:?}");
    // It goes on until every verdict is known, and stops at a look; an arm without an effect is waited for.
    let until = with(&["kyoku=20"], Stop::Verdict, 100_000);
    assert_eq!(
        (until.ending, until.walls, until.level),
        (Ending::Verdict, PATIENCE, Level::Anytime { differences: 2 })
    );
    let value = found.arms[0].effects.matches.effects().next().unwrap().1.difference.unwrap().value;
    let close = format!("kyoku={}", value.abs());
    let open = with(&[&close], Stop::Verdict, 800);
    assert_eq!((open.ending, verdicts(&open, 0)), (Ending::All, vec![Verdict::Effect]));
}

/// Interrupts after a number of matches.
struct After(AtomicU64, u64);

impl Observer for After {
    fn done(&self, matches: u64) {
        self.0.fetch_add(matches, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= self.1
    }
}

/// A comparison that was interrupted and continued is one without interruption; so is one that is extended.
#[test]
fn a_state_is_continued_without_a_trace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let sets = ["kuitan=false", "uma=[15,5,-5,-15]"];
    let kept = CompareOptions { plan: state(&path), pairs: true, ..options("tenhou", &sets) };
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let arena = |games| {
        Arena::new(&rules, &roster)
            .agents("random,shanten,random,shanten")
            .unwrap()
            .games(games)
            .seed(3)
            .threads(2)
    };
    let interrupted = arena(1_000).compare(&kept, &After(AtomicU64::new(0), 600));
    assert!(matches!(interrupted, Err(Error::Interrupted)));
    arena(600).compare(&kept, &Quiet).expect("more than was played");
    let continued = arena(1_001).compare(&kept, &Quiet).unwrap();
    let whole = CompareOptions { plan: Plan::default(), ..kept.clone() };
    let whole = arena(1_001).compare(&whole, &Quiet).unwrap();
    assert_eq!(text(&continued), text(&whole));
    assert!(continued.decisions_of_run < whole.decisions_of_run && continued.decisions == whole.decisions);
    for (games, options, part) in [
        (1_001, CompareOptions { pairs: false, ..kept.clone() }, "with pairs every two arms, not none"),
        (
            1_001,
            CompareOptions { arms: arms("tenhou", &sets[..1]), pairs: false, ..kept.clone() },
            "with rules ",
        ),
        (500, kept.clone(), "1001 matches are already played, more than 500"),
        (2_000, kept.clone(), "end within a wall"),
    ] {
        let error = arena(games).compare(&options, &Quiet).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn shards_put_together_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let sets = ["kuitan=false", "uma=[15,5,-5,-15]"];
    let path = |index: u64| folder.path().join(format!("shard-{index}"));
    let shard = |index| CompareOptions {
        plan: Plan { shard: Shard::new(index, 2).unwrap(), ..state(&path(index)) },
        ..options("tenhou", &sets)
    };
    let play =
        |options: &CompareOptions| compare_on(2, "tenhou", "random,shanten,random,shanten", 401, options);
    let [one, two] = [1, 2].map(|index| play(&shard(index)).unwrap().matches);
    assert_eq!(one + two, 401);
    // The last shard ends within a wall; it is complete all the same.
    assert_eq!(play(&shard(2)).unwrap().matches, two);
    let fewer = compare_on(2, "tenhou", "random,shanten,random,shanten", 300, &shard(1)).unwrap_err();
    let sentence = format!("{one} matches are already played, more than 172 that shard 1/2 has of 300");
    assert!(fewer.to_string().ends_with(&sentence), "{fewer}");
    let merge = |paths: &[u64]| CompareOptions {
        plan: Plan { merge: paths.iter().map(|&at| path(at)).collect(), ..Plan::default() },
        ..options("tenhou", &sets)
    };
    assert_eq!(text(&play(&merge(&[2, 1])).unwrap()), text(&play(&options("tenhou", &sets)).unwrap()));
    for (paths, part) in [(&[1, 1][..], "and so is"), (&[1], "name all shards")] {
        let error = play(&merge(paths)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let error = compare_on(1, "tenhou", "random,shanten,random,shanten", 801, &merge(&[1, 2])).unwrap_err();
    assert!(error.to_string().contains("finish it first"), "{error}");
}

/// What each table of a grid finds is what a comparison at that table finds on as many walls, whatever threads, interruptions and shards.
#[test]
fn a_grid_is_a_comparison_at_each_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let sets = ["kuitan=false", "uma=[15,5,-5,-15]"];
    let primary = vec!["rank_points".into(), "kyoku".into()];
    let alone = CompareOptions { primary, pairs: true, ..options("tenhou-east", &sets) };
    let tables = vec!["shanten,shanten,shanten,ukeire".into(), "ukeire,tsumogiri,tsumogiri,ukeire".into()];
    let grid = CompareOptions { tables, ..alone.clone() };
    let first = "random,shanten,random,shanten";
    let play = |threads, options: &CompareOptions| compare_on(threads, "tenhou-east", first, 399, options);
    let found = play(2, &grid).unwrap();
    assert_eq!((found.walls, found.matches), (200, 400), "walls are whole");
    for (agents, games, compared) in [
        (first, 400, &found),
        (&grid.tables[0], 800, &found.others[0].compared),
        (&grid.tables[1], 800, &found.others[1].compared),
    ] {
        let own = compare("tenhou-east", agents, games, &alone);
        let effects =
            |of: &Compared| format!("{:?}", of.arms.iter().map(|arm| &arm.effects).collect::<Vec<_>>());
        assert_eq!((effects(compared), compared.matches), (effects(&own), games), "{agents}");
    }
    let effect =
        |of: &Compared, arm: usize, at: usize| of.arms[arm].primary[at].effect.difference.unwrap().value;
    for other in &found.others {
        for (arm, judged) in other.interactions.iter().enumerate() {
            for (at, found_there) in judged.iter().enumerate() {
                let expected = effect(&other.compared, arm, at) - effect(&found, arm, at);
                assert!((found_there.effect.difference.unwrap().value - expected).abs() < 1e-9);
            }
        }
    }
    let interrupted = CompareOptions { plan: state(&path("state")), ..grid.clone() };
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents(first).unwrap().games(399).seed(3);
    assert!(arena.compare(&interrupted, &After(AtomicU64::new(0), 900)).is_err());
    assert_eq!(text(&play(1, &interrupted).unwrap()), text(&found));
    for index in [1, 2] {
        let (state, shard) = (Some(path(&index.to_string())), Shard::new(index, 2).unwrap());
        play(2, &CompareOptions { plan: Plan { state, shard, ..Plan::default() }, ..grid.clone() }).unwrap();
    }
    let merged = CompareOptions {
        plan: Plan { merge: vec![path("1"), path("2")], ..Plan::default() },
        ..grid.clone()
    };
    assert_eq!(text(&play(1, &merged).unwrap()), text(&found));
    for (tables, part) in [
        (vec!["random".into(), first.into()], "the table random,shanten,random,shanten is named twice"),
        (vec!["random,shanten".into()], "table random,shanten: there are 2 agents for the 4 seats"),
        (
            vec!["ukeire".into()],
            "table ukeire,ukeire,ukeire,ukeire: seat0.rank_points there is not random.rank_points",
        ),
        (
            vec!["random,tsumogiri,tsumogiri,random".into()],
            "with other tables shanten,shanten,shanten,ukeire | ukeire,tsumogiri,tsumogiri,ukeire, not random,",
        ),
    ] {
        let error = play(1, &CompareOptions { tables, ..interrupted.clone() }).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// The edge and the luck share are measures like others: as primary ones, with bounds, between arms and between tables, from a state, and where
/// they are watched.
#[test]
fn leads_and_luck_are_measures() {
    let folder = tempfile::tempdir().unwrap();
    let sets = ["uma=[90,-30,-30,-30]", "tobi=Off", "start_points=30000"];
    let names = ["edge", "random.edge", "seat2.edge", "luck_share"];
    let within = ["shanten.edge=0.0001", "luck_share=40%"].map(|text| EqualWithin::read(text).unwrap());
    let all = CompareOptions {
        primary: names.map(Into::into).into(),
        equal_within: within.into(),
        pairs: true,
        tables: vec!["shanten,ukeire,random,tsumogiri".into()],
        ..options("tenhou-east", &sets)
    };
    let agents = "shanten,random,random,random";
    let play = |threads, games, options: &CompareOptions| {
        compare_on(threads, "tenhou-east", agents, games, options).unwrap()
    };
    let found = play(2, 256, &all);
    let marks = |arm: usize| found.arms[arm].primary.iter().map(|judged| judged.mark).collect::<Vec<_>>();
    assert_eq!(marks(0)[0], Mark::Adjusted, "{:?}", found.arms[0].primary[0]);
    let [own, others] = [0, 1].map(|at| found.arms[0].primary[at].effect.difference.unwrap());
    assert!((own.value + others.value).abs() < 1e-12, "one leads what the others lag");
    assert!(found.arms[0].rescored && found.arms[0].primary[3].effect.difference.unwrap().p.is_some());
    let verdicts = found.arms[0].equivalence.iter().map(|found| found.verdict);
    assert_eq!(verdicts.collect::<Vec<_>>(), [Verdict::Beyond, Verdict::Within]);
    let value =
        |of: &Compared, arm: usize, at: usize| of.arms[arm].primary[at].effect.difference.unwrap().value;
    let pair = &found.pairs[0];
    for at in 0..names.len() {
        let less = value(&found, pair.arms[1], at) - value(&found, pair.arms[0], at);
        assert!((pair.primary[at].effect.difference.unwrap().value - less).abs() < 1e-12);
    }
    let there = &found.others[0];
    for (arm, judged) in there.interactions.iter().enumerate() {
        for at in [0, 3] {
            let less = value(&there.compared, arm, at) - value(&found, arm, at);
            assert!((judged[at].effect.difference.unwrap().value - less).abs() < 1e-12);
        }
    }
    let kept = CompareOptions { plan: state(&folder.path().join("state")), ..all.clone() };
    play(1, 128, &kept);
    assert_eq!(text(&play(1, 256, &kept)), text(&found));
    let half = Half::Plain(0.1);
    let watched = CompareOptions {
        plan: ending(Stop::Until { measure: "edge".into(), half }),
        ..options("tenhou-east", &sets[1..2])
    };
    let found = play(2, 40_000, &watched);
    assert_eq!((found.ending, found.walls % LOOK), (Ending::Precision, 0));
    let anytime =
        CompareOptions { plan: Plan { anytime: true, ..Plan::default() }, tables: Vec::new(), ..all };
    let found = play(2, 1_024, &anytime).arms.remove(0);
    assert!(found.primary.iter().all(|judged| judged.effect.difference.unwrap().interval.is_some()));
}

/// What the agents given cannot answer is said in a note.
#[test]
fn notes_say_what_the_numbers_do_not() {
    let equals = compare("tenhou", "shanten", 70, &options("tenhou", &["uma=[15,5,-5,-15]"]));
    assert_eq!(equals.notes[0], Note::Rescored(vec!["1".into()]));
    assert!(matches!(&equals.notes[1], Note::Equals { agent, .. } if agent == "shanten"));
    assert_eq!(equals.notes[2], Note::Unit { arms: vec!["1".into()], rules: vec!["uma"] });
    let unused =
        compare("tenhou", "tsumogiri", 70, &options("tenhou", &["red_fives=[0,0,0]", "length_winds=1"]));
    assert_eq!(
        unused.notes,
        [Note::Unused(vec!["1".into()]), Note::Ignored(vec!["red_fives", "length_winds"])]
    );
    let primary =
        CompareOptions { primary: vec!["rank_points".into()], ..options("tenhou", &["kuitan=false"]) };
    let seat = compare("tenhou", "shanten", 70, &primary);
    assert!(matches!(&seat.notes[0], Note::Equals { measures, .. } if measures == &["seat0.rank_points"]));
    assert_eq!(
        seat.notes[1..],
        [Note::Unused(vec!["1".into()]), Note::Ignored(vec!["kuitan"])],
        "shanten never calls"
    );
    let clear = compare("tenhou", "tsumogiri", 70, &options("tenhou", &["length_winds=1"]));
    assert_eq!(clear.notes, [Note::Ignored(vec!["length_winds"])]);
    assert_eq!(clear.arms[0].primary[0].mark, Mark::Adjusted);
    assert_eq!(compare("tenhou", "ukeire", 70, &options("tenhou", &["kuitan=false"])).notes, []);
}

/// An arm with agents of its own is played by them as in a comparison in which they play the base, too.
#[test]
fn an_arm_may_have_agents_of_its_own() {
    let compared = |base: &str, own: Option<&str>| {
        let mut options = options("tenhou-east", &["kuitan=false"]);
        options.arms[0].agents = own.map(Into::into);
        compare_on(2, "tenhou-east", base, 24, &options)
    };
    let [found, same] =
        [("random", Some("shanten")), ("shanten", None)].map(|(base, own)| compared(base, own).unwrap());
    let [found_arm, same_arm] = [&found, &same].map(|compared| &compared.arms[0]);
    assert_eq!(found_arm.agents, same_arm.agents);
    assert_eq!(found_arm.primary[0].effect.variant, same_arm.primary[0].effect.variant);
    let note = found.notes[0].to_string();
    assert!(note.ends_with(": base random; arm 1 shanten"), "{note}");
    for (own, sentence) in [
        ("tuned:file=agents.json", "under kuitan=false: unknown agent \"tuned\""),
        ("shanten,random,random,random", "the same seats must have equal agents under both"),
    ] {
        let error = compared("random", Some(own)).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
}

/// Who plays by a rule that differs is known by agent; a change of uma changes what a rank point is.
#[test]
fn what_agents_know_of_the_changes_is_said() {
    let set = ["kuitan=false uma=[30,10,-10,-30]", "chips=[Ura] kiriage=true"];
    let primary = CompareOptions { primary: vec!["rank_points".into()], ..options("tenhou", &set) };
    let found = compare("tenhou", "value,ukeire,ukeire,ukeire", 40, &primary);
    let known: Vec<_> = found
        .arms
        .iter()
        .flat_map(|arm| arm.changes.knowledge())
        .map(|(rule, of)| (rule, of.to_vec()))
        .collect();
    use hyakuman_agents::Knowledge::{AtTenpai, Exactly, NotAtAll};
    let expected = [
        ("uma", vec![NotAtAll; 2]),
        ("kuitan", vec![Exactly; 2]),
        ("kiriage", vec![AtTenpai, NotAtAll]),
        ("chips", vec![NotAtAll; 2]),
    ];
    assert_eq!(known, expected);
    assert_eq!(
        found.notes[found.notes.len() - 2..],
        [Note::Unit { arms: vec!["1".into()], rules: vec!["uma"] }, Note::Ignored(vec!["uma", "chips"])]
    );
}

/// A yaku towards which no agent builds is known at tenpai only, under the arm that has it, and named in a note.
#[test]
fn what_no_agent_builds_towards_is_said() {
    let of = |when: &str| format!("yaku=[{{name=\"A\",han=1,when=\"{when}\"}}]");
    let (late, dealer) = (of("last-tile"), of("dealer"));
    let found = compare("tenhou", "value", 4, &options("tenhou", &[&late, &dealer]));
    use hyakuman_agents::Knowledge::{AtTenpai, InPart};
    let known: Vec<_> =
        found.arms.iter().flat_map(|arm| arm.changes.knowledge()).map(|(_, of)| of[0]).collect();
    assert_eq!(known, [AtTenpai, InPart]);
    let sentence = "no agent builds towards `a` (`last-tile`): that is rare and known at the win only";
    assert_eq!(found.notes.last(), Some(&Note::NotBuilt(sentence.to_owned())));
    let local =
        compare("tenhou", "value", 4, &options("tenhou", &["local_yaku=[Kanburi]", "local_yaku=[Uumensai]"]));
    let known: Vec<_> =
        local.arms.iter().flat_map(|arm| arm.changes.knowledge()).map(|(_, of)| of[0]).collect();
    assert_eq!(known, [AtTenpai, InPart]);
}

/// In a single kyoku a payment changes nothing but decisions, and no decision of an agent that does not know it.
#[test]
fn what_an_agent_does_not_know_changes_no_decision() {
    let single = ["length_winds=0", "extension_winds=0", "sudden_death=Off", "tobi=Off"];
    let with = |set: &str| {
        let words: Vec<&str> =
            single.into_iter().chain(set.split(' ').filter(|word| !word.is_empty())).collect();
        Rules::preset("tenhou").unwrap().set_all(&words).expect(set)
    };
    let sets = [
        "uma=[30,10,-10,-30]",
        "dora_ura=false dora_kan_ura=false",
        "ippatsu=false",
        "chips=[Ura,Ippatsu]",
        "wareme=true",
        "pinfu_tsumo=false",
        "aotenjou=true",
        "riichi_stick=3000 riichi_min_score=3000",
        "nagashi=Off",
    ];
    let arms = sets.iter().map(|set| Arm::new(*set, &with(set))).collect();
    let options = CompareOptions { rescore: false, ..CompareOptions::new(arms) };
    let (rules, roster) = (with(""), Roster::built_in());
    for (agent, plays_by) in [
        ("ukeire", &[][..]),
        ("value", &["ippatsu=false", "aotenjou=true", "riichi_stick=3000 riichi_min_score=3000"]),
    ] {
        let arena = Arena::new(&rules, &roster).agents(agent).unwrap().games(240).seed(1);
        let found = arena.compare(&options, &Quiet).unwrap();
        for arm in &found.arms {
            let known =
                arm.changes.knowledge().any(|(_, agents)| agents[0] != hyakuman_agents::Knowledge::NotAtAll);
            let decisions = Target::read("table.decisions", &found.known()).unwrap();
            let same = decisions.effect(&arm.effects, found.level).difference.unwrap().same();
            assert_eq!((known, same), (plays_by.contains(&&arm.name[..]), !known), "{agent}: {}", arm.name);
        }
    }
}

#[test]
fn bad_comparisons_are_refused_in_one_sentence() {
    let with = |change: &dyn Fn(&mut CompareOptions)| {
        let mut options = options("tenhou", &["kuitan=false", "tobi=Off"]);
        change(&mut options);
        compare_on(1, "tenhou", "random", 10, &options).unwrap_err().to_string()
    };
    let until = |measure: &str, half| {
        with(&|options| options.plan.stop = Stop::Until { measure: measure.into(), half })
    };
    let primary = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let equal = |texts: &[&str]| {
        with(&|options| {
            options.equal_within = texts.iter().map(|text| EqualWithin::read(text).unwrap()).collect()
        })
    };
    for (error, part) in [
        (with(&|options| options.arms.clear()), "a comparison needs 1 to 64 arms; 0 were given"),
        (
            with(&|options| options.arms = arms("tenhou", &["tobi=Off"; 2])),
            "have the same rules: name one of them",
        ),
        (with(&|options| options.arms = arms("tenhou", &["tobi=Off", "kuitan=true"])), "leave it out"),
        (
            with(&|options| (options.arms, options.pairs) = (arms("tenhou", &["tobi=Off"]), true)),
            "one arm has no pairs",
        ),
        (with(&|options| options.primary = primary(&["kyokuu"])), "did you mean \"kyoku\"?"),
        (with(&|options| options.primary = primary(&["kyoku", "table.kyoku"])), "is named twice"),
        (with(&|options| options.primary = primary(&["?"])), "there is no measure \"?\"; accepted: kyoku, "),
        (with(&|options| options.primary = primary(&["seat4.win"])), "seat0 to seat3"),
        (with(&|options| options.primary = primary(&["redraw"])), "does not apply"),
        (
            with(&|options| options.primary = primary(&["edge"])),
            "there is no edge of one agent in every seat: name seat0.edge",
        ),
        (
            with(&|options| options.primary = primary(&["luck_share"])),
            "there is no luck_share of one agent in every seat",
        ),
        (
            with(&|options| options.primary = primary(&["seat0.luck_share"])),
            "there is no measure \"seat0.luck_share\"",
        ),
        (until("seat0.edge", Half::Percent(1.0)), "seat0.edge is no share"),
        (until("won", Half::Plain(1.0)), "won is a share: write won=1% for percentage points"),
        (until("kyoku", Half::Percent(1.0)), "kyoku is no share: write kyoku=1, in its own unit"),
        (
            with(&|options| options.plan.stop = Stop::Verdict),
            "--until verdict waits for verdicts: name at least one --equal-within",
        ),
        (equal(&["won=1"]), "won is a share: write won=1% for percentage points"),
        (equal(&["kyoku=1", "table.kyoku=2"]), "the measure kyoku has two bounds"),
        (equal(&["kyokuu=1"]), "did you mean \"kyoku\"?"),
        (until("won", Half::Percent(50.0)), "half of its interval is less than 50 percentage points"),
        (with(&|options| options.plan.shard = Shard::new(1, 2).unwrap()), "needs a --state FILE"),
        (with(&|options| options.plan.merge = vec![Path::new("/nowhere/x").into()]), "/nowhere/x: "),
    ] {
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
