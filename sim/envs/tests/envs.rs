//! Environments are matches of the simulator, whatever threads play them.

use hyakuman_agents::place::{PlaceModel, Situation};
use hyakuman_agents::{AgentEntry, Roster, Tsumogiri};
use hyakuman_arena::{Error, Rules};
use hyakuman_core::column::Column;
use hyakuman_core::game::{ActionMask, Agent, AnyAgent, MatchEnd, Sink, StartState, playout};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_envs::{
    Actions, Batch, EnvOptions, Finished, Observation, Reward, VecEnv, Width, batch_arrays, vec_env,
};
use hyakuman_games::registry::{AnyRules, rulesets};
use hyakuman_riichi::{Riichi, View, presets};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn agents(list: &str) -> Vec<Option<String>> {
    list.split(' ').map(|agent| (agent != "-").then(|| agent.to_owned())).collect()
}

fn env(rules: &str, options: &EnvOptions) -> Result<Box<dyn VecEnv>, Error> {
    vec_env(&Rules::preset(rules).expect(rules), &Arc::new(Roster::built_in()), options)
}

macro_rules! rounds {
    ($($(#[$doc:meta])+ $name:ident: [$cell:ident; $width:ident] = $python:literal $type:literal,)+) => {
        /// A round, copied.
        #[derive(PartialEq, Debug, Default, Clone)]
        struct Round {
            $($name: Vec<$cell>,)+
            finished: Vec<Finished>,
        }

        fn round(env: &mut dyn VecEnv) -> Round {
            let rows = env.play(&mut || false).expect("a round");
            let layout = env.layout();
            assert!(rows <= layout.rows);
            let mut round = Round {
                $($name: vec![Default::default(); rows * layout.cells(Width::$width)],)+
                finished: env.finished(),
            };
            env.read(&mut Batch { $($name: &mut round.$name),+ });
            round
        }
    };
}

batch_arrays!(rounds);

/// Plays rounds with the actions of `sample`.
fn sampled(env: &mut dyn VecEnv, rounds: usize) -> Vec<Round> {
    let one = |_| {
        let round = round(env);
        let mut actions = vec![0; round.env.len()];
        env.sample(&mut actions).unwrap();
        env.take(&actions).expect("legal");
        round
    };
    (0..rounds).map(one).collect()
}

#[test]
fn rounds_do_not_depend_on_threads_or_groups() {
    let options = EnvOptions {
        tables: 21,
        agents: agents("- ukeire - random"),
        rotate: true,
        observation: Observation::Row,
        threads: Some(1),
        ..EnvOptions::default()
    };
    let expected = sampled(&mut *env("tenhou", &options).unwrap(), 250);
    assert!(expected.iter().any(|round| !round.finished.is_empty()));
    for (threads, group) in [(1, 4), (2, 512), (3, 5)] {
        let options = EnvOptions { threads: Some(threads), group, ..options.clone() };
        assert!(sampled(&mut *env("tenhou", &options).unwrap(), 250) == expected, "{threads} {group}");
    }
}

/// Discards the tile it drew and passes.
struct Passive;

impl Agent<Riichi> for Passive {
    fn act(&mut self, _: &View<'_>, legal: &ActionMask) -> u8 {
        passive(legal)
    }
}

fn passive(legal: &ActionMask) -> u8 {
    [37, 38].into_iter().find(|&code| legal.has(code)).unwrap_or_else(|| legal.nth(0))
}

/// Keeps the end of a match.
#[derive(Default)]
struct End(Option<MatchEnd>);

impl Sink<Riichi> for End {
    fn match_end(&mut self, end: &MatchEnd) {
        self.0 = Some(*end);
    }
}

/// The scores of match `number` if `Passive` has the place of the learner in `- ukeire random ukeire`, seats rotating.
fn scores(number: u64) -> [f32; 4] {
    let (roster, mut list) = (Roster::built_in(), Vec::<Box<dyn Agent<Riichi>>>::new());
    for seat in 0..4 {
        let name = ["-", "ukeire", "random", "ukeire"][(seat + number as usize % 4) % 4];
        list.push(match name {
            "-" => Box::new(Passive),
            name => match roster.agent::<Riichi>(&roster.spec(name).unwrap()).unwrap() {
                AnyAgent::Scalar(agent) => agent,
                AnyAgent::Batched(_) => panic!("{name} is scalar"),
            },
        });
    }
    let (seed, mut end) = (MatchSeed { seed: 5, number: number / 4 }, End::default());
    playout::play(&Arc::new(presets::tenhou()), seed, &mut list, &mut end).unwrap();
    end.0.expect("an end").scores.map(|score| score as f32)
}

#[test]
fn matches_are_those_of_the_simulator() {
    let options = EnvOptions {
        tables: 3,
        agents: agents("- ukeire random ukeire"),
        rotate: true,
        seed: 5,
        actions: Some(Actions::Codes),
        ..EnvOptions::default()
    };
    let mut env = env("tenhou", &options).unwrap();
    let mut finished = Vec::new();
    while finished.len() < 24 {
        let round = round(&mut *env);
        let legal = round.mask.chunks(256).map(|row| {
            let mut legal = ActionMask::EMPTY;
            (0..=255).filter(|&code| row[code as usize] == 1).for_each(|code| legal.insert(code));
            legal
        });
        env.take(&legal.map(|legal| passive(&legal)).collect::<Vec<_>>()).unwrap();
        finished.extend(round.finished);
    }
    for end in &finished {
        assert_eq!((end.number % 3, end.wall), (end.env.into(), end.number / 4));
        assert_eq!(end.scores, scores(end.number), "match {}", end.number);
    }
    let mut numbers: Vec<_> = finished.iter().map(|end| end.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), finished.len(), "a match twice");
}

#[test]
fn rewards_add_up_to_the_result() {
    for (reward, start) in [(Reward::Kyoku, 25_000.0), (Reward::Rank, 0.0)] {
        let options = EnvOptions { tables: 6, reward, threads: Some(1), ..EnvOptions::default() };
        let rounds = sampled(&mut *env("tenhou", &options).unwrap(), 5_000);
        let mut sums = [[0.0; 4]; 6];
        let mut counts = [[0; 4]; 6];
        let mut matches = 0;
        for round in rounds {
            for end in &round.finished {
                let table = end.env as usize;
                let result = if reward == Reward::Rank { end.rank_points } else { end.scores };
                for seat in 0..4 {
                    assert_eq!(sums[table][seat] + end.reward[seat], result[seat] - start);
                }
                assert_eq!(counts[table], end.decisions);
                (sums[table], counts[table]) = ([0.0; 4], [0; 4]);
                matches += 1;
            }
            for row in 0..round.env.len() {
                let (table, seat) = (round.env[row] as usize, round.seat[row] as usize);
                assert_eq!(round.first[row] == 1, counts[table][seat] == 0);
                sums[table][seat] += round.reward[row];
                counts[table][seat] += 1;
            }
        }
        assert!(matches > 3, "{matches}");
    }
}

/// At every decision the rewards so far, and what the seat could expect before the match, are what it could expect when the kyoku was
/// dealt, as the first row of the kyoku shows it; at the end the result.
#[test]
fn rewards_of_places_follow_what_the_model_expects() {
    for (base, changes, matches) in
        [("tenhou-east", &["agari_yame=Ask", "tenpai_yame=Ask"][..], 9), ("shura", &[], 4)]
    {
        let rules = Rules::preset(base).unwrap().set_all(changes).unwrap();
        let AnyRules::Riichi(loaded) = &*rules else { panic!("{base}") };
        let model = PlaceModel::<4>::new(&loaded.rules);
        let expected =
            |state: Situation<4>| [0, 1, 2, 3].map(|seat| model.rank_points(&state, Seat::new(seat)));
        let scores = [loaded.rules.start_points; 4];
        let start = expected(Situation { scores, kyoku: 0, honba: 0, sticks: 0, over: false });
        let (observation, threads) = (Observation::Row, Some(1));
        let options =
            EnvOptions { tables: 4, reward: Reward::Places, observation, threads, ..EnvOptions::default() };
        let mut env = vec_env(&rules, &Arc::new(Roster::built_in()), &options).unwrap();
        let (columns, width) = (env.columns(), env.layout().observation);
        let ([mut sums, mut now], mut kyoku, mut ended) = ([[start; 4]; 2], [u16::MAX; 4], 0);
        for round in sampled(&mut *env, 4_000) {
            for end in &round.finished {
                let table = end.env as usize;
                let off = |seat: usize| (sums[table][seat] + end.reward[seat] - end.rank_points[seat]).abs();
                assert!((0..4).all(|seat| off(seat) < 1e-3), "{base}: {end:?}");
                (sums[table], kyoku[table], ended) = (start, u16::MAX, ended + 1);
            }
            for row in 0..round.env.len() {
                let (table, seat) = (round.env[row] as usize, round.seat[row] as usize);
                if kyoku[table] != round.kyoku[row] {
                    kyoku[table] = round.kyoku[row];
                    now[table] = expected(situation(&columns, &round.obs[row * width..]));
                }
                sums[table][seat] += round.reward[row];
                assert!(
                    (sums[table][seat] - now[table][seat]).abs() < 1e-3,
                    "{base}: {} {seat}",
                    kyoku[table]
                );
            }
        }
        assert!(ended >= matches, "{base}: {ended}");
    }
}

/// The state of the match by the cells of a row.
fn situation(columns: &[Column], row: &[u8]) -> Situation<4> {
    let number = |name: &str| {
        let before = columns.iter().take_while(|column| column.name != name);
        let start = before.map(|column| column.cell_type.bytes().expect("a size")).sum::<usize>();
        let column = columns.iter().find(|column| column.name == name).expect(name);
        let cell = &row[start..][..column.cell_type.bytes().expect("a size")];
        cell.iter().rev().fold(0_u32, |number, &byte| number << 8 | u32::from(byte))
    };
    let scores = ["score_0", "score_1", "score_2", "score_3"].map(|name| number(name) as i32);
    let [kyoku, honba, sticks] = ["kyoku", "honba", "kyotaku"].map(number);
    Situation { scores, kyoku, honba, sticks, over: false }
}

/// Match, kyoku and step of every row, and what the scores are: the learner holds all seats, so every decision is a row.
#[test]
fn rows_say_where_they_are() {
    for (rules, seats) in [("tenhou", 4), ("tenhou-sanma", 3), ("toppan", 4)] {
        let options =
            EnvOptions { tables: 3, reward: Reward::Kyoku, threads: Some(1), ..EnvOptions::default() };
        let (mut steps, mut kyoku, mut overs) = ([0; 3], [[0; 4]; 3], 0);
        for round in sampled(&mut *env(rules, &options).unwrap(), 3_000) {
            round
                .finished
                .iter()
                .for_each(|end| (steps[end.env as usize], kyoku[end.env as usize]) = (0, [0; 4]));
            for row in 0..round.env.len() {
                let (table, seat) = (round.env[row] as usize, round.seat[row] as usize);
                assert_eq!((round.number[row] % 3, round.step[row]), (table as u64, steps[table]), "{rules}");
                let over = round.kyoku[row] != kyoku[table][seat];
                assert_eq!(round.kyoku_over[row] == 1, over, "{rules}");
                assert!(over || round.reward[row] == 0.0, "{rules}: a reward before its kyoku is over");
                let scores = &round.scores[4 * row..][..seats];
                let better = scores.iter().filter(|&&score| score > scores[0]).count();
                let equal = scores[1..].iter().filter(|&&score| score == scores[0]).count();
                assert!((better..=better + equal).contains(&round.place[row].into()), "{rules}");
                assert_eq!(
                    equal > 0 && better == 0 && seat == 0,
                    equal > 0 && round.place[row] == 0 && seat == 0
                );
                (steps[table], kyoku[table][seat], overs) =
                    (steps[table] + 1, round.kyoku[row], overs + i32::from(over));
            }
        }
        assert!(overs > 50, "{rules}");
    }
}

#[test]
fn illegal_answers_change_nothing() {
    let options = EnvOptions { tables: 5, threads: Some(1), ..EnvOptions::default() };
    let mut tried = env("tenhou", &options).unwrap();
    assert!(tried.take(&[]).unwrap_err().to_string().contains("play to the next ones first"));
    for _ in 0..40 {
        let before = round(&mut *tried);
        let mut actions = vec![0; before.env.len()];
        tried.sample(&mut actions).unwrap();
        let mut wrong = actions.clone();
        let last = wrong.len() - 1;
        for action in 0..=255 {
            wrong[last] = action;
            if before.mask[last * 124..].get(action as usize) != Some(&1) {
                let error = tried.take(&wrong).unwrap_err().to_string();
                assert!(error.contains(&format!("row {last}")), "{error}");
            }
        }
        assert!(tried.take(&actions[1..]).is_err());
        assert_eq!(round(&mut *tried), before);
        tried.take(&actions).unwrap();
    }
}

#[test]
fn a_halted_round_goes_on() {
    let options = EnvOptions { tables: 9, threads: Some(1), group: 2, ..EnvOptions::default() };
    let expected = sampled(&mut *env("tenhou", &options).unwrap(), 60);
    let (mut halted, mut rng) = (env("tenhou", &options).unwrap(), Rng::from_seed(1));
    for expected in expected {
        while halted.play(&mut || rng.below(4) == 0).is_err() {}
        assert_eq!(round(&mut *halted), expected);
        let mut actions = vec![0; expected.env.len()];
        halted.sample(&mut actions).unwrap();
        halted.take(&actions).unwrap();
    }
}

#[test]
fn every_ruleset_is_played() {
    for listing in rulesets() {
        let options =
            EnvOptions { tables: 4, observation: Observation::Row, seed: 3, ..EnvOptions::default() };
        let mut env = env(listing.id, &options).unwrap();
        let rounds = sampled(&mut *env, 300);
        assert!(rounds.iter().all(|round| !round.env.is_empty()), "{}", listing.id);
        env.reset(3).unwrap();
        assert!(sampled(&mut *env, 300) == rounds, "{}", listing.id);
    }
}

/// After a reset that failed the environment goes on as if there had been none, also in its next matches.
#[test]
fn a_reset_that_fails_changes_nothing() {
    let rounds = |fail: bool| {
        let (mut roster, broken) = (Roster::built_in(), Arc::new(AtomicBool::new(false)));
        let flag = Arc::clone(&broken);
        roster.insert(AgentEntry::new("flaky").plays_by::<Riichi>(move |_| {
            let fails = flag.load(Ordering::Relaxed);
            if fails { Err("no memory".into()) } else { Ok(AnyAgent::Scalar(Box::new(Tsumogiri))) }
        }));
        let options = EnvOptions {
            tables: 2,
            agents: agents("- flaky flaky flaky"),
            threads: Some(1),
            ..EnvOptions::default()
        };
        let mut env = vec_env(&Rules::preset("tenhou-east").unwrap(), &Arc::new(roster), &options).unwrap();
        let before = sampled(&mut *env, 10);
        broken.store(fail, Ordering::Relaxed);
        if fail {
            assert!(env.reset(7).is_err());
        }
        (before, sampled(&mut *env, 500))
    };
    let (failed, undisturbed) = (rounds(true), rounds(false));
    assert!(undisturbed.1.iter().map(|round| round.finished.len()).sum::<usize>() > 4);
    assert!(failed == undisturbed);
}

#[test]
fn bad_options_are_refused() {
    let cases = [
        ("tenhou", EnvOptions { tables: 0, ..EnvOptions::default() }, "at least one table"),
        ("tenhou", EnvOptions { agents: agents("ukeire"), ..EnvOptions::default() }, "no seat is left"),
        (
            "tenhou",
            EnvOptions { agents: agents("- ukeire"), ..EnvOptions::default() },
            "2 agents for the 4 seats",
        ),
        ("tenhou", EnvOptions { agents: agents("- ukeir - -"), ..EnvOptions::default() }, "ukeire"),
        (
            "yangzhou",
            EnvOptions { observation: "planes-v1".parse().unwrap(), ..EnvOptions::default() },
            "for riichi",
        ),
        ("toppan", EnvOptions { actions: Some(Actions::Compact), ..EnvOptions::default() }, "codes"),
        (
            "toppan",
            EnvOptions { reward: Reward::Places, ..EnvOptions::default() },
            "toppan has no model of final places: take the reward rank or kyoku",
        ),
        (
            "tenhou",
            EnvOptions { reward: Reward::Places, places: Some("hello".into()), ..EnvOptions::default() },
            "the fit of final places: line 1: expected a name",
        ),
    ];
    for (rules, options, expected) in cases {
        let error = env(rules, &options).err().expect(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
    let options = EnvOptions { reward: Reward::Places, ..EnvOptions::default() };
    let changes = ["start_points=30000", "reference_points=30000"];
    let unfitted = Rules::preset("tenhou").unwrap().set_all(&changes).unwrap();
    let error =
        vec_env(&unfitted, &Arc::new(Roster::built_in()), &options).err().expect("a sentence").to_string();
    assert!(error.contains("fit one with `hyakuman agents places` and name it with places"), "{error}");
}

/// Decisions that find no room in a round wait for a later one, and every table has its turn.
#[test]
fn rounds_of_a_stated_size() {
    let all =
        EnvOptions { tables: 12, observation: Observation::Row, threads: Some(1), ..EnvOptions::default() };
    let rounds = |rows, threads, group| {
        let options = EnvOptions { rows: Some(rows), threads: Some(threads), group, ..all.clone() };
        sampled(&mut *env("tenhou", &options).unwrap(), 400)
    };
    let few = rounds(5, 1, 512);
    assert!(few.iter().all(|round| round.env.len() == 5 && round.env.is_sorted()));
    let mut of_table = [0; 12];
    few.iter().flat_map(|round| &round.env).for_each(|&table| of_table[table as usize] += 1);
    assert!(of_table.iter().all(|&rows| rows > 100), "{of_table:?}");
    assert!(rounds(5, 2, 3) == few && rounds(48, 1, 512) == sampled(&mut *env("tenhou", &all).unwrap(), 400));
    // No decision is left out: the matches are the same.
    let ends = |rounds: &[Round]| {
        let all = rounds.iter().flat_map(|round| round.finished.clone());
        all.filter(|end| end.number < 6)
            .map(|end| (end.number, end.decisions, end.scores))
            .collect::<Vec<_>>()
    };
    let tables = EnvOptions { tables: 3, ..all };
    let most = sampled(&mut *env("tenhou", &tables).unwrap(), 3_000);
    let least = EnvOptions { rows: Some(2), ..tables };
    let (mut most, mut least) = (ends(&most), ends(&sampled(&mut *env("tenhou", &least).unwrap(), 6_000)));
    most.sort_by_key(|end| end.0);
    least.sort_by_key(|end| end.0);
    assert!(most.len() == 6 && most == least);
}

/// A match that starts at a state.
#[test]
fn matches_start_where_they_shall() {
    let scores = Some([31_000, 20_000, 40_000, 8_000]);
    let start = StartState { scores, kyoku: 6, honba: 2, sticks: 1, only_kyoku: true };
    let options = EnvOptions { tables: 8, start: Some(start.clone()), ..EnvOptions::default() };
    let rounds =
        sampled(&mut *env("tenhou", &EnvOptions { reward: Reward::Kyoku, ..options.clone() }).unwrap(), 300);
    assert_eq!(rounds[0].scores[..4], [40_000, 8_000, 31_000, 20_000].map(|score: i32| score));
    let ends: Vec<_> = rounds.iter().flat_map(|round| &round.finished).collect();
    assert!(ends.len() > 10 && ends.iter().all(|end| end.kyoku == 1));
    for end in ends {
        assert_eq!(end.scores.iter().sum::<f32>(), 100_000.0);
        assert_eq!(end.rank_points.iter().sum::<f32>(), 0.0);
    }
    let whole = EnvOptions { start: Some(StartState { only_kyoku: false, ..start.clone() }), ..options };
    let rounds = sampled(&mut *env("tenhou", &whole).unwrap(), 900);
    assert!(rounds.iter().flat_map(|round| &round.finished).any(|end| end.kyoku > 2));
}

#[test]
fn impossible_starts_are_refused() {
    let possible = StartState::default();
    let with = |scores| StartState { scores: Some(scores), ..possible.clone() };
    let cases = [
        ("tenhou", with([25_000, 25_000, 25_000, 24_000]), "together they must be 100000"),
        ("tenhou", StartState { sticks: 1, ..possible.clone() }, "the sticks 1000"),
        ("tenhou", with([60_000, 25_000, 25_000, -10_000]), "is over"),
        ("tenhou", StartState { kyoku: 12, ..possible.clone() }, "they are 0 to 11"),
        ("tenhou", StartState { kyoku: 8, ..with([40_000, 20_000, 20_000, 20_000]) }, "is over"),
        ("tenhou", StartState { honba: 101, ..possible.clone() }, "at most 100 honba"),
        ("toppan", possible.clone(), "starts at its first kyoku only"),
        ("yangzhou", possible.clone(), "starts at its first kyoku only"),
    ];
    for (rules, start, expected) in cases {
        let options = EnvOptions { start: Some(start), ..EnvOptions::default() };
        let error = env(rules, &options).err().expect(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
    for rules in ["tenhou-sanma", "shura", "toutenkou"] {
        let options = EnvOptions { start: Some(possible.clone()), tables: 2, ..EnvOptions::default() };
        assert!(sampled(&mut *env(rules, &options).unwrap(), 50).len() == 50, "{rules}");
    }
}

/// Other agents play from the next match of each table on; the matches in play go on as they are.
#[test]
fn agents_change_between_matches() {
    let roster = Arc::new(Roster::built_in());
    let options = EnvOptions { tables: 6, agents: agents("- ukeire ukeire ukeire"), ..EnvOptions::default() };
    let rounds = |threads, group, with: &str| {
        let options = EnvOptions { threads: Some(threads), group, ..options.clone() };
        let mut env = env("tenhou-east", &options).unwrap();
        let mut rounds = sampled(&mut *env, 30);
        env.set_agents(&roster, &agents(with)).unwrap();
        rounds.extend(sampled(&mut *env, 40));
        env.set_agents(&roster, &agents("- random random tsumogiri")).unwrap();
        rounds.extend(sampled(&mut *env, 1_500));
        rounds
    };
    let changed = rounds(1, 512, "- shanten random shanten");
    assert!(rounds(2, 2, "- shanten random shanten") == changed);
    let kept = sampled(&mut *env("tenhou-east", &options).unwrap(), 1_570);
    let ends = |rounds: &[Round], changes| {
        let all = rounds.iter().flat_map(|round| round.finished.clone());
        all.filter(|end| end.changes == changes).collect::<Vec<_>>()
    };
    // The matches that were in play are those that nobody has changed.
    assert!(!ends(&changed, 0).is_empty());
    assert!(ends(&changed, 0).iter().all(|end| ends(&kept, 0).contains(end)));
    assert!(ends(&changed, 2).len() > 10);
    assert!(ends(&changed, 2).iter().all(|end| end.decisions[1..] == [0; 3]));

    let mut env = env("tenhou", &options).unwrap();
    for (wrong, expected) in
        [("ukeire - ukeire ukeire", "keeps its places"), ("- ukeir ukeire ukeire", "ukeir")]
    {
        let error = env.set_agents(&roster, &agents(wrong)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// What is hidden comes where it is asked for, and of riichi only.
#[test]
fn the_oracle_is_asked_for() {
    let options = EnvOptions { tables: 4, oracle: true, threads: Some(1), ..EnvOptions::default() };
    for rules in ["tenhou", "tenhou-sanma"] {
        let rounds = sampled(&mut *env(rules, &options).unwrap(), 20);
        let plain = EnvOptions { oracle: false, ..options.clone() };
        for (round, plain) in rounds.iter().zip(sampled(&mut *env(rules, &plain).unwrap(), 20)) {
            assert!(round.oracle.len() == round.env.len() * 55 * 34 && plain.oracle.is_empty());
            assert!(Round { oracle: Vec::new(), ..round.clone() } == plain);
            assert!(round.oracle.chunks(55 * 34).all(|row| row.iter().any(|&cell| cell > 0)));
        }
    }
    let error = env("toppan", &options).err().expect("no planes").to_string();
    assert!(error.contains("oracle-v1 is for riichi"), "{error}");
}
