//! Contests: independent of threads and batches, resumed without a trace, with the promised error rates.

use hyakuman_agents::Roster;
use hyakuman_analysis::sequential::Decision;
use hyakuman_analysis::{Equivalence, SequentialTest, Validity, Verdict};
use hyakuman_arena::{Arena, Contest, ContestOptions, Ending, Error, Observer, Plan, Quiet, Rules, Stop};
use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Agent, AgentFailure, AgentSeed, BatchAgent, Decision as Choice};
use hyakuman_record::Shard;
use hyakuman_riichi::{Riichi, RiichiRules, View};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Any legal action, by the random number of the decision and a number of its own.
#[derive(Clone, Copy)]
struct Salted {
    salt: u64,
    seed: Option<AgentSeed>,
    step: u32,
}

impl Salted {
    fn new(salt: u64) -> Salted {
        Salted { salt, seed: None, step: 0 }
    }
}

fn choose(legal: &ActionMask, number: u64, salt: u64) -> u8 {
    let mixed = (number ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    legal.nth((mixed % u64::from(legal.len())) as u32)
}

impl<const N: usize> Agent<Riichi<N>> for Salted
where
    Riichi<N>: for<'a> hyakuman_core::game::Game<View<'a> = View<'a, N>, Rules = RiichiRules>,
{
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
        (self.seed, self.step) = (Some(seed), 0);
    }

    fn act(&mut self, _view: &View<'_, N>, legal: &ActionMask) -> u8 {
        self.step += 1;
        choose(legal, self.seed.expect("begun").number(self.step - 1), self.salt)
    }
}

/// As another one, but for a choice of its own in one match of 64.
struct Rarely(Salted);

impl Agent<Riichi<4>> for Rarely {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        Agent::<Riichi<4>>::begin(&mut self.0, rules, seat, seed);
        self.0.salt = if seed.number(0).is_multiple_of(64) { 0x27d4_eb2f } else { 0x5bd1_e995 };
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        Agent::<Riichi<4>>::act(&mut self.0, view, legal)
    }
}

/// The same, batched.
struct Batched(u64);

impl BatchAgent<Riichi<4>> for Batched {
    fn row_bytes(&self) -> usize {
        1
    }

    fn encode(&self, decision: &Choice<'_, '_, Riichi<4>>, row: &mut [u8]) {
        row[0] = choose(decision.legal, decision.seed.number(decision.step), self.0);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        actions.copy_from_slice(rows);
        Ok(())
    }
}

/// Two agents that play equally well, and never the same.
fn twins() -> Roster {
    let mut roster = Roster::built_in();
    roster.add::<Riichi<3>, _>("left", |_| Salted::new(0x5bd1_e995));
    roster.add::<Riichi<3>, _>("right", |_| Salted::new(0x27d4_eb2f));
    roster.add::<Riichi<4>, _>("left", |_| Salted::new(0x5bd1_e995));
    roster.add::<Riichi<4>, _>("right", |_| Salted::new(0x27d4_eb2f));
    roster
}

fn test(h1: f64) -> ContestOptions {
    ending(Stop::Test(SequentialTest::new([0.0, h1], [0.05, 0.05]).unwrap()), 10_000)
}

/// Everything but the number of threads and the decisions of this run.
fn shown(mut contest: Contest) -> String {
    (contest.threads, contest.decisions_of_run) = (0, 0);
    contest.others.iter_mut().for_each(|other| {
        (other.contest.threads, other.contest.decisions_of_run) = (0, 0);
    });
    format!("{contest:?}")
}

#[test]
fn results_do_not_depend_on_threads_or_batches() {
    let rules = Rules::preset("tenhou-east").unwrap();
    let mut batched = Roster::built_in();
    batched.add_batched("left", |_| Batched(0x5bd1_e995));
    batched.add_batched("right", |_| Batched(0x27d4_eb2f));
    let until = ending(ContestOptions::precise(9.0), 1_000);
    for options in [ContestOptions::walls(53), test(30.0), until] {
        let play = |roster: &Roster, threads: u64, in_play| {
            let arena = Arena::new(&rules, roster).agents("left,right").unwrap().threads(threads);
            shown(arena.matches_in_play(in_play).contest(&options, &Quiet).unwrap())
        };
        let expected = play(&twins(), 1, None);
        assert!(play(&twins(), 2, None) == expected, "two threads");
        assert!(play(&twins(), 5, None) == expected, "five threads");
        for (threads, in_play) in [(1, 64), (2, 9)] {
            assert!(
                play(&batched, threads, Some(in_play)) == expected,
                "{threads} threads, {in_play} in play"
            );
        }
    }
}

/// Counts its calls and rows.
struct Counted(Batched, Arc<[AtomicU64; 2]>);

impl BatchAgent<Riichi<4>> for Counted {
    fn row_bytes(&self) -> usize {
        self.0.row_bytes()
    }

    fn encode(&self, decision: &Choice<'_, '_, Riichi<4>>, row: &mut [u8]) {
        self.0.encode(decision, row);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        self.1[0].fetch_add(1, Ordering::Relaxed);
        self.1[1].fetch_add(actions.len() as u64, Ordering::Relaxed);
        self.0.act(rows, actions)
    }
}

/// An agent is asked for the decisions of all seatings at once.
#[test]
fn seatings_are_played_together() {
    let (rules, counts) = (Rules::preset("tenhou-east").unwrap(), Arc::<[AtomicU64; 2]>::default());
    let (mut roster, counted) = (twins(), Arc::clone(&counts));
    roster.add_batched("left", move |_| Counted(Batched(0x5bd1_e995), Arc::clone(&counted)));
    let play = |roster: &Roster| {
        let arena = Arena::new(&rules, roster).agents("left,right").unwrap().threads(1);
        shown(arena.matches_in_play(Some(256)).contest(&ContestOptions::walls(5), &Quiet).unwrap())
    };
    assert!(play(&roster) == play(&twins()));
    let [calls, rows] = [0, 1].map(|i| counts[i].load(Ordering::Relaxed));
    // 5 walls in 14 seatings, some of which end before others.
    assert!(rows > 30 * calls, "{rows} rows in {calls} calls");
}

/// Stops after some matches.
struct StopAfter {
    left: AtomicU64,
}

impl Observer for StopAfter {
    fn playing(&self, _number: u64) {
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn stopped(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

/// At most so many walls.
fn ending(stop: Stop, walls: u64) -> ContestOptions {
    with(Plan { stop, ..Plan::default() }, ContestOptions::walls(walls))
}

fn with(plan: Plan, options: ContestOptions) -> ContestOptions {
    ContestOptions { plan, ..options }
}

/// Plays with a state file, interrupted every so many matches; also how often.
fn in_steps(
    rules: &Rules,
    agents: &str,
    options: &ContestOptions,
    state: &Path,
    matches: u64,
) -> (String, u32) {
    let roster = twins();
    let options = ContestOptions {
        plan: Plan { state: Some(state.into()), ..options.plan.clone() },
        ..options.clone()
    };
    for interruptions in 0.. {
        let arena =
            Arena::new(rules, &roster).agents(agents).unwrap().threads(1 + u64::from(interruptions % 2));
        match arena.contest(&options, &StopAfter { left: AtomicU64::new(matches) }) {
            Ok(contest) => return (shown(contest), interruptions),
            Err(error) => assert!(matches!(error, Error::Interrupted), "{error}"),
        }
    }
    unreachable!()
}

#[test]
fn an_interrupted_contest_ends_as_one_without_interruption() {
    let (rules, roster, dir) = (Rules::preset("tenhou-east").unwrap(), twins(), tempfile::tempdir().unwrap());
    for (at, (agents, options)) in [
        ("left,right", ContestOptions::walls(70)),
        ("left,right", test(30.0)),
        ("left,tsumogiri,right", ContestOptions::walls(20)),
        ("left,tsumogiri,right,random", ContestOptions::walls(30)),
    ]
    .into_iter()
    .enumerate()
    {
        let expected = Arena::new(&rules, &roster).agents(agents).unwrap().contest(&options, &Quiet).unwrap();
        let expected = shown(expected);
        let state = dir.path().join(format!("{at}.json"));
        let (found, interruptions) = in_steps(&rules, agents, &options, &state, 400);
        assert!(found == expected, "{agents}: {found}\n{expected}");
        assert!((1..50).contains(&interruptions), "{interruptions}");
        // What is over is not played again.
        assert_eq!(in_steps(&rules, agents, &options, &state, 1), (expected, 0));
    }
}

#[test]
fn a_finished_contest_is_extended_by_more_walls() {
    let (rules, roster, dir) = (Rules::preset("tenhou-east").unwrap(), twins(), tempfile::tempdir().unwrap());
    let state = Some(dir.path().join("state.json"));
    let arena = Arena::new(&rules, &roster).agents("left,right").unwrap();
    let play = |options, state| arena.contest(&with(Plan { state, ..Plan::default() }, options), &Quiet);
    play(ContestOptions::walls(20), state.clone()).unwrap();
    let extended = play(ContestOptions::walls(45), state.clone()).unwrap();
    assert_eq!(shown(extended), shown(play(ContestOptions::walls(45), None).unwrap()));
    let fewer = play(ContestOptions::walls(44), state).unwrap_err().to_string();
    assert!(fewer.ends_with("state.json: 45 walls are already played, more than 44"), "{fewer}");
}

#[test]
fn the_state_of_another_contest_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (roster, path) = (twins(), dir.path().join("state.json"));
    let play = |rules: &str, agents: &str, seed, tables: Option<&str>, options: ContestOptions| {
        let rules = Rules::preset(rules).unwrap();
        let arena = Arena::new(&rules, &roster).agents(agents).unwrap().seed(seed);
        let plan = Plan { state: Some(path.clone()), ..options.plan };
        let options = ContestOptions { tables: tables.map(str::to_owned), plan, ..options };
        arena.contest(&options, &Quiet).map(drop).map_err(|error| error.to_string())
    };
    let walls = || ContestOptions::walls(3);
    play("tenhou-east", "left,right", 1, None, walls()).unwrap();
    let held = std::fs::read(&path).unwrap();
    for (result, part) in [
        (play("tenhou", "left,right", 1, None, walls()), "with rules tenhou-east (hash "),
        (play("tenhou-east", "right,left", 1, None, walls()), "with agents left | right, not right | left:"),
        (play("tenhou-east", "left,right", 2, None, walls()), "with seed 1, not 2:"),
        (play("tenhou-east", "left,right", 1, Some("2v2"), walls()), "with tables 1v3 | 2v2 | 3v1, not 2v2:"),
        (
            play("tenhou-east", "left,right", 1, Some("1v3,2v2,3v1"), test(1.0)),
            "with test none, not 0,1 alpha 0.05 beta 0.05:",
        ),
        (
            play("tenhou-east", "left,right", 1, None, ContestOptions { gauntlet: true, ..walls() }),
            "with pairs all, not those of the first agent:",
        ),
    ] {
        let error = result.unwrap_err();
        assert!(
            error.contains("state.json: the state of another match, ") && error.contains(part),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), held, "nothing is lost");
    }
    let held = String::from_utf8(held).unwrap();
    let without_hash: String = held.split_inclusive('\n').filter(|line| !line.contains("sha256")).collect();
    for (text, what) in [
        ("", "this is not the state of a match"),
        ("{}", "this is not the state of a match"),
        ("\u{0}", "this is not the state of a match"),
        (&held.replace("\"3 ", "\"4 "), "the file was changed or damaged (SHA-256 differs)"),
        (&without_hash, "this is not the state of a match"),
        (&without_hash.replace("\"3 ", "\"4 "), "this is not the state of a match"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = play("tenhou-east", "left,right", 1, None, walls()).unwrap_err();
        assert!(error.contains(what), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "nothing is lost");
    }
}

/// The intervals are looked at every 64 walls.
#[test]
fn narrow_intervals_end_a_contest() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), twins());
    let arena = Arena::new(&rules, &roster).agents("left,right").unwrap();
    let until = |half, most_walls| ending(ContestOptions::precise(half), most_walls);
    let contest = arena.contest(&until(9.0, 1_000), &Quiet).unwrap();
    let [low, high] = contest.pairs[0].difference.estimate.interval.unwrap();
    assert_eq!(
        (contest.ending, contest.walls % 64, contest.validity),
        (Ending::Precision, 0, Validity::Fixed)
    );
    assert!((high - low) / 2.0 <= 9.0 && contest.walls < 1_000 && contest.pairs[0].superiority.is_some());
    let fixed = arena.contest(&ContestOptions::walls(contest.walls), &Quiet).unwrap();
    let value = |contest: &Contest| contest.pairs[0].difference.estimate.value;
    assert_eq!((value(&fixed), fixed.decisions), (value(&contest), contest.decisions));
    let few = arena.contest(&until(0.1, 70), &Quiet).unwrap();
    assert_eq!((few.ending, few.walls), (Ending::All, 70));
    let timed = ending(Stop::After(Duration::from_millis(1)), 1_000_000);
    assert_eq!(arena.contest(&timed, &Quiet).unwrap().ending, Ending::Time(Duration::from_millis(1)));
}

/// Agents that differ on few walls: neither their difference nor the results that it is made of have an interval.
#[test]
fn what_few_walls_say_is_said_alike() {
    let (rules, mut roster) = (Rules::preset("tenhou-east").unwrap(), twins());
    roster.add::<Riichi<4>, _>("rarely", |_| Rarely(Salted::new(0x5bd1_e995)));
    let arena = Arena::new(&rules, &roster).agents("left,rarely").unwrap();
    let contest = arena.contest(&ContestOptions::walls(40), &Quiet).unwrap();
    for table in &contest.tables {
        let difference = table.difference.unwrap();
        assert!((1..10).contains(&difference.walls_changed), "{}", difference.walls_changed);
        let of_players = table.players.iter().flat_map(|player| player.estimates());
        let all = of_players.filter_map(|(_, found)| found).chain([difference.estimate]);
        all.for_each(|found| assert!(found.few && found.interval.is_none(), "{found:?}"));
    }
}

/// Twins are equal within a wide bound, and a stronger agent is not; both end a contest at a look.
#[test]
fn a_verdict_ends_a_contest() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), twins());
    let verdict = |agents: &str, bound, options| {
        let arena = Arena::new(&rules, &roster).agents(agents).unwrap();
        let options = ContestOptions { equal_within: bound, ..options };
        arena.contest(&options, &Quiet).map_err(|error| error.to_string())
    };
    let until = |most_walls| ending(Stop::Verdict, most_walls);
    for (agents, bound, expected) in
        [("left,right", 25.0, Verdict::Within), ("shanten,left", 1.0, Verdict::Beyond)]
    {
        let contest = verdict(agents, Some(bound), until(1_000)).unwrap();
        let found = contest.pairs[0].equivalence.unwrap();
        assert_eq!((contest.ending, contest.walls % 64), (Ending::Verdict, 0));
        assert_eq!((found.verdict, contest.validity), (expected, Validity::Anytime));
        let fixed = verdict(agents, Some(bound), ContestOptions::walls(contest.walls)).unwrap().pairs[0]
            .equivalence
            .unwrap();
        let width = |found: Equivalence| found.interval.map(|[low, high]| high - low).unwrap();
        assert!(width(fixed) < width(found) && (found.level - 0.9).abs() < 1e-9);
    }
    let open = verdict("left,right", Some(0.01), until(70)).unwrap();
    assert_eq!((open.ending, open.walls), (Ending::All, 70));
    assert!(
        verdict("left,right", None, until(70)).unwrap_err().contains("name the bound with --equal-within")
    );
    assert!(
        verdict("left,right", Some(-1.0), ContestOptions::walls(2))
            .unwrap_err()
            .contains("above 0, such as 0.5")
    );
}

/// Shards put together are the whole contest.
#[test]
fn shards_add_up() {
    let (rules, roster, dir) =
        (Rules::preset("tenhou-sanma-east").unwrap(), twins(), tempfile::tempdir().unwrap());
    let arena = Arena::new(&rules, &roster).agents("left,right").unwrap();
    let state = |index| dir.path().join(format!("{index}.json"));
    let play = |options: ContestOptions| arena.contest(&options, &Quiet).map_err(|error| error.to_string());
    let part = |index, walls| {
        let (state, shard) = (Some(state(index)), Shard::new(index, 3).unwrap());
        play(with(Plan { state, shard, ..Plan::default() }, ContestOptions::walls(walls)))
    };
    let played: Vec<u64> = (1..=3).map(|index| part(index, 150).unwrap().walls).collect();
    assert_eq!(played, [64, 64, 22]);
    let merged = |merge| with(Plan { merge, ..Plan::default() }, ContestOptions::walls(150));
    let merge = || merged((1..=3).map(state).collect());
    let and = |plan: fn(&mut Plan)| {
        let mut options = merge();
        plan(&mut options.plan);
        options
    };
    assert_eq!(shown(play(merge()).unwrap()), shown(play(ContestOptions::walls(150)).unwrap()));
    for (options, part) in [
        (merged(vec![state(1), state(1), state(3)]), "this is shard 1/3, and so is"),
        (merged(vec![state(1), state(2)]), "this is shard 1/3, and 2 files were given"),
        (ContestOptions { walls: 200, ..merge() }, "shard 1/3 has 64 walls, of --walls 200 its part is 72"),
        (and(|plan| plan.state = Some("4".into())), "--merge plays nothing"),
        (and(|plan| plan.stop = test(1.0).plan.stop), "shards have a fixed number of walls"),
        (
            with(Plan { shard: Shard::new(1, 2).unwrap(), ..Plan::default() }, ContestOptions::walls(9)),
            "needs a --state FILE",
        ),
    ] {
        let error = play(options).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

/// What is found under each ruleset is what a contest under it alone finds, re-scored or played, whatever shards and interruptions.
#[test]
fn several_rulesets_are_a_contest_under_each() {
    let (roster, dir) = (twins(), tempfile::tempdir().unwrap());
    let base = Rules::preset("tenhou-east").unwrap();
    let others =
        ["uma=[15,5,-5,-15]", "kuitan=false"].map(|set| (set.to_owned(), base.clone().set(set).unwrap()));
    let alone = |rules: &Rules, walls| {
        let arena = Arena::new(rules, &roster).agents("left,tsumogiri").unwrap();
        arena.contest(&ContestOptions::walls(walls), &Quiet).unwrap()
    };
    let options = ContestOptions {
        rulesets: others.iter().map(|(name, rules)| (name.clone(), (**rules).clone())).collect(),
        ..ContestOptions::walls(70)
    };
    let arena = Arena::new(&base, &roster).agents("left,tsumogiri").unwrap();
    let play = |options: &ContestOptions| arena.contest(options, &Quiet).map_err(|error| error.to_string());
    let found = play(&options).unwrap();
    let difference = |contest: &Contest| contest.pairs[0].difference.estimate.value;
    for (other, (name, rules)) in found.others.iter().zip(&others) {
        let expected = alone(rules, 70);
        assert_eq!((&other.name, difference(&other.contest)), (name, difference(&expected)));
        let tables =
            |contest: &Contest| format!("{:?} {:?} {:?}", contest.tables, contest.pairs, contest.ratings);
        assert_eq!(tables(&other.contest), tables(&expected), "{name}");
        let interaction = other.interactions[0].estimate.value;
        assert!((interaction - (difference(&expected) - difference(&found))).abs() < 1e-9);
        let edge = |contest: &Contest| contest.pairs[0].edge.unwrap().value;
        let less = other.edges[0].unwrap();
        assert!((less.value - (edge(&expected) - edge(&found))).abs() < 1e-9, "{less:?}");
        assert!(less.interval.is_some() || less.few() && name.starts_with("kuitan"), "{less:?}");
    }
    let state = |index: u64| dir.path().join(index.to_string());
    for index in [1, 2] {
        let (state, shard) = (Some(state(index)), Shard::new(index, 2).unwrap());
        play(&with(Plan { state, shard, ..Plan::default() }, options.clone())).unwrap();
    }
    let merged = with(Plan { merge: vec![state(1), state(2)], ..Plan::default() }, options.clone());
    assert_eq!(shown(play(&merged).unwrap()), shown(play(&options).unwrap()));
    let same = ContestOptions { rulesets: vec![("again".into(), (*base).clone())], ..options.clone() };
    let game = ContestOptions {
        rulesets: vec![("toppan".into(), (*Rules::preset("toppan").unwrap()).clone())],
        ..options.clone()
    };
    let test = with(test(1.0).plan, options.clone());
    let none = ContestOptions {
        plan: Plan { shard: Shard::new(2, 2).unwrap(), state: Some(state(3)), ..Plan::default() },
        walls: 64,
        ..options.clone()
    };
    for (options, part) in [
        (same, "tenhou-east and again have the same rules"),
        (game, "toppan is not the same game as tenhou-east"),
        (test, "a test is of two agents under one ruleset"),
        (none, "shard 2/2 has none of 64 walls"),
    ] {
        let error = play(&options).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn in_a_gauntlet_only_the_first_agent_meets_the_others() {
    let (rules, roster) = (Rules::preset("tenhou-sanma-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents("shanten,random,tsumogiri").unwrap();
    let options = ContestOptions { gauntlet: true, ..ContestOptions::walls(12) };
    let contest = arena.contest(&options, &Quiet).unwrap();
    let pairs: Vec<_> = contest.pairs.iter().map(|pair| pair.agents).collect();
    assert_eq!((pairs, contest.matches_per_wall, contest.by_rating()[0]), (vec![[0, 1], [0, 2]], 12, 0));
    // Each pair is what a contest of these two is.
    let alone =
        arena.agents("shanten,tsumogiri").unwrap().contest(&ContestOptions::walls(12), &Quiet).unwrap();
    assert_eq!(alone.pairs[0].difference, contest.pairs[1].difference);
}

/// Only what a test has not counted may be played for nothing; and the test ends where its rule says.
#[test]
fn a_test_ends_at_a_look() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents("shanten,tsumogiri").unwrap();
    let contest = arena.contest(&test(10.0), &Quiet).unwrap();
    assert_eq!((contest.walls, contest.matches, contest.tables.len()), (50, 300, 1));
    let Ending::Test(look) = contest.ending else { panic!("{:?}", contest.ending) };
    assert_eq!((look.decision, look.truncated), (Some(Decision::H1), false));
    // The interval of the edge holds whenever a test stops.
    let options = ContestOptions { tables: Some("2v2".into()), ..ContestOptions::walls(50) };
    let fixed = arena.contest(&options, &Quiet).unwrap();
    let edges = [&fixed, &contest].map(|contest| contest.pairs[0].edge.unwrap());
    let [fixed, anytime] = edges.map(|edge| edge.bounds().map(|[low, high]| high - low).unwrap());
    assert!(edges[0].value == edges[1].value && anytime > 1.5 * fixed);
}

/// Agents that differ by name only are the same on every wall: no decision, no interval.
#[test]
fn equal_play_is_never_decided() {
    let (rules, mut roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    roster.add::<Riichi<4>, _>("left", |_| Salted::new(1));
    roster.add::<Riichi<4>, _>("right", |_| Salted::new(1));
    let arena = Arena::new(&rules, &roster).agents("left,right").unwrap();
    let options = ending(Stop::Test(SequentialTest::new([0.0, 1.0], [0.05, 0.05]).unwrap()), 120);
    let contest = arena.contest(&options, &Quiet).unwrap();
    assert_eq!((contest.walls, contest.ending), (120, Ending::All));
    let difference = contest.pairs[0].difference;
    assert_eq!(
        (difference.estimate.value, difference.estimate.interval, difference.walls_changed),
        (0.0, None, 0)
    );
    let edge = contest.pairs[0].edge.unwrap();
    assert_eq!((edge.value, edge.interval), (0.0, None));
}

#[test]
fn agents_are_two_to_eight_and_different() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), twins());
    let error = |agents: &str, options: &ContestOptions| {
        let arena = Arena::new(&rules, &roster).agents(agents).unwrap();
        arena.contest(options, &Quiet).unwrap_err().to_string()
    };
    let walls = ContestOptions::walls(1);
    assert_eq!(error("left", &walls), "a match needs 2 to 8 agents; 1 was given");
    assert_eq!(error(&["left"; 9].join(","), &walls), "a match needs 2 to 8 agents; 9 were given");
    let twice = "left is named twice: on the same walls the same agent has the same result";
    assert_eq!(error("left,right,left", &walls), twice);
    let three = "a test needs 2 agents; 3 were given: give a number of walls";
    assert_eq!(error("left,right,random", &test(1.0)), three);
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// Of two agents that play equally well, rates of play differ by more than their intervals in at most 5 % and three standard errors of
    /// 120 contests.
    #[test]
    #[ignore = "long: thousands of contests"]
    fn rates_of_equal_play_rarely_differ() {
        let (rules, roster) = (Rules::preset("tenhou-sanma-east").unwrap(), twins());
        let differs = |seed| {
            let arena = Arena::new(&rules, &roster).agents("left,right").unwrap().seed(seed);
            let contest = arena.contest(&ContestOptions::walls(40), &Quiet).unwrap();
            ["win", "riichi", "call"].map(|name| {
                let effects = contest.pairs[0].play.effects();
                let found =
                    effects.into_iter().find(|(measure, _)| measure.name == name).unwrap().1.difference;
                found.unwrap().interval.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
            })
        };
        let found: Vec<_> = (0..120).map(differs).collect();
        for measure in 0..3 {
            let count = found.iter().filter(|differs| differs[measure]).count();
            assert!(count <= 13, "measure {measure}: {count} of 120");
        }
    }

    /// Real matches of two agents of equal strength: of 160 tests at most 5 % and three standard errors accept H1.
    #[test]
    #[ignore = "long: thousands of contests"]
    fn equal_agents_are_rarely_called_different() {
        let (rules, roster) = (Rules::preset("tenhou-sanma-east").unwrap(), twins());
        let accepts = |seed| {
            let arena = Arena::new(&rules, &roster).agents("left,right").unwrap().seed(seed);
            let contest = arena.contest(&test(14.0), &Quiet).unwrap();
            contest.test.unwrap().1.decision == Some(Decision::H1)
        };
        let accepted = (0..160).filter(|&seed| accepts(seed)).count();
        assert!(accepted <= 16, "{accepted}");
    }
}
