//! Agents with a correction.

use hyakuman_agents::learned::{ACTION, CorrectionFile, Learned, SITUATION, Sort, SortFile};
use hyakuman_agents::{Gari, Placement, Roster, Value};
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Agent, AgentSeed, Answers, Considered, Game, GameFacts};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_riichi::toutenkou::{self, Toutenkou};
use hyakuman_riichi::{Riichi, RiichiRules, presets};
use std::collections::BTreeMap;
use std::sync::Arc;

type Game4 = Riichi<4>;

/// A correction that adds to the gain of an action these weights of its numbers, in decisions of one sort.
fn file(sort: Sort, weights: &[(&str, f32)]) -> CorrectionFile {
    let mut linear = vec![vec![0.0; 1 + SITUATION.len()]; ACTION.len()];
    for (name, weight) in weights {
        linear[ACTION.iter().position(|known| known == name).unwrap()][0] = *weight;
    }
    let sort_file = SortFile { threshold: 0.1, linear, net: None };
    CorrectionFile::new(&GameFacts::of::<Game4>(), BTreeMap::from([(sort.name().to_owned(), sort_file)]))
}

fn learned(file: Option<&CorrectionFile>) -> Learned<Value, 4> {
    Learned::new(
        Value::new(4, 2),
        file.map(|file| Arc::new(file.correction(&GameFacts::of::<Game4>()).unwrap())),
    )
}

/// Plays matches with an agent in every seat and shows every decision.
fn each(
    rules: RiichiRules,
    agent: &mut dyn Agent<Game4>,
    mut show: impl FnMut(&Game4, Seat, &mut dyn Agent<Game4>),
) {
    let rules = Arc::new(rules);
    for number in 0..6 {
        let of_match = MatchSeed { seed: 8, number };
        agent.begin(&rules, Seat::new(0), AgentSeed { of_match, seat: Seat::new(0) });
        let mut game = Game4::start(&rules, of_match, &mut ());
        while !game.deciders().is_empty() {
            let mut answers = Answers::NONE;
            for seat in game.deciders() {
                show(&game, seat, agent);
                answers.set(seat, agent.act(&game.view(seat), game.legal(seat)));
            }
            game.apply(answers, &mut Reporter::of(&mut ()));
        }
    }
}

/// A correction that gives pons a hundred rank points takes every pon that is compared with passing, and nothing else changes.
#[test]
fn a_correction_decides_where_it_gains() {
    let pons = file(Sort::Call, &[("pon", 100.0)]);
    let mut corrected = learned(Some(&pons));
    let rules = Arc::new(presets::tenhou());
    corrected_begin(&mut corrected, &rules);
    let (mut taken, mut other) = (0, 0);
    each(presets::tenhou(), &mut learned(None), |game, seat, base| {
        let (view, legal) = (game.view(seat), game.legal(seat));
        let (own, action) = (base.act(&view, legal), corrected.act(&view, legal));
        match base.consider(&view, legal) {
            Some(Considered { choice, others, .. })
                if action != choice && others.iter().any(|other| other.sort == "call") =>
            {
                assert!(Game4::action_name(action).contains("pon"), "{}", Game4::action_name(action));
                assert!(others.iter().any(|other| (other.action, other.sort) == (action, "call")));
                taken += 1;
            }
            _ if action != own => other += 1,
            _ => {}
        }
    });
    assert!(taken > 50 && other * 20 < taken, "{taken} pons, {other} other changes");
}

fn corrected_begin(agent: &mut dyn Agent<Game4>, rules: &Arc<RiichiRules>) {
    let of_match = MatchSeed { seed: 0, number: 0 };
    agent.begin(rules, Seat::new(0), AgentSeed { of_match, seat: Seat::new(0) });
}

/// The expected gain is the difference of the weighed numbers.
#[test]
fn the_gain_is_that_of_the_weights() {
    let weights = [("chance to win", 2.0), ("dora kept", -0.5)];
    let place = |name: &str| ACTION.iter().position(|known| *known == name).unwrap();
    let mut compared = 0;
    let mut agent = learned(Some(&file(Sort::DiscardUnderRiichi, &weights)));
    each(presets::tenhou(), &mut agent, |game, seat, agent| {
        let Some(considered) = agent.consider(&game.view(seat), game.legal(seat)) else { return };
        for other in considered.others.iter().filter(|other| other.sort == "discard-under-riichi") {
            let difference = |name| other.numbers[place(name)] - considered.of_choice[place(name)];
            let expected: f32 = weights.iter().map(|(name, weight)| weight * difference(name)).sum();
            assert!((other.gain - expected).abs() < 1e-3, "{} {expected}", other.gain);
            compared += 1;
        }
    });
    assert!(compared > 100, "{compared}");
}

/// The choice follows from the view, whatever the agent was asked before; scores change within a kyoku of Shura.
#[test]
fn nothing_is_kept_from_decision_to_decision() {
    for rules in [presets::tenhou(), presets::shura()] {
        let mut compared = 0;
        let of = rules.clone();
        each(rules, &mut learned(None), |game, seat, agent| {
            let mut fresh = learned(None);
            corrected_begin(&mut fresh, &Arc::new(of.clone()));
            let (view, legal) = (game.view(seat), game.legal(seat));
            if let Some(one) = agent.consider(&view, legal) {
                assert_eq!(Some(one), Agent::<Game4>::consider(&mut fresh, &view, legal));
                compared += 1;
            }
        });
        assert!(compared > 100, "{compared}");
    }
}

/// What an agent says of the actions orders them as it plays, and in its unit: a rank point is some hundred points or more.
#[test]
fn evaluations_have_the_unit_of_the_agent() {
    let gains = file(Sort::Call, &[("pon", 5.0)]);
    let mut largest = 0.0_f32;
    let mut corrected = learned(Some(&gains));
    corrected_begin(&mut corrected, &Arc::new(presets::tenhou()));
    each(presets::tenhou(), &mut learned(None), |game, seat, base| {
        let (view, legal) = (game.view(seat), game.legal(seat));
        let action = Agent::<Game4>::act(&mut corrected, &view, legal);
        let Some(considered) = base.consider(&view, legal) else { return };
        if !considered.others.iter().any(|other| (other.action, other.sort) == (action, "call")) {
            return;
        }
        let evaluation = Agent::<Game4>::evaluate(&mut corrected, &view, legal).unwrap();
        let value = |action| evaluation.candidates.iter().find(|found| found.action == action).unwrap().value;
        let gain = value(action) - value(considered.choice);
        assert!(gain > 300.0 && gain < 25_000.0, "{gain}");
        largest = largest.max(gain);
    });
    assert!(largest > 1_000.0, "{largest}");
}

/// Nothing of the numbers depends on what the seat cannot see.
#[test]
fn the_numbers_are_the_same_whatever_is_hidden() {
    let mut rng = Rng::from_seed(6);
    let mut compared = 0;
    each(presets::tenhou(), &mut learned(None), |game, seat, agent| {
        if rng.below(10) > 0 {
            return;
        }
        let mut other = game.clone();
        other.redeal_hidden(seat, &mut rng);
        let [one, two] = [game, &other].map(|game| agent.consider(&game.view(seat), game.legal(seat)));
        assert_eq!(one, two);
        compared += u32::from(one.is_some());
    });
    assert!(compared > 50, "{compared}");
}

/// An agent that values rank points has the same numbers on the same scale.
#[test]
fn numbers_have_one_scale_for_points_and_rank_points() {
    let mut placement = Learned::<_, 4>::new(Placement::<4>::new(Value::new(4, 2)), None);
    let value = ACTION.iter().position(|name| *name == "value").unwrap();
    let mut sums = [0.0_f32; 2];
    corrected_begin(&mut placement, &Arc::new(presets::tenhou()));
    each(presets::tenhou(), &mut learned(None), |game, seat, agent| {
        let (view, legal) = (game.view(seat), game.legal(seat));
        if let (Some(one), Some(two)) = (agent.consider(&view, legal), placement.consider(&view, legal)) {
            sums = [sums[0] + one.of_choice[value].abs(), sums[1] + two.of_choice[value].abs()];
        }
    });
    assert!(sums[0] > 0.3 * sums[1] && sums[1] > 0.3 * sums[0], "{sums:?}");
}

/// The choice that is compared is what the agent plays, but for equal ones and a few calls that bring the hand no nearer.
#[test]
fn value_is_compared_with_what_it_plays() {
    let (mut same, mut other) = (0, 0);
    each(presets::tenhou(), &mut learned(None), |game, seat, agent| {
        let (view, legal) = (game.view(seat), game.legal(seat));
        let action = agent.act(&view, legal);
        let Some(considered) = agent.consider(&view, legal) else { return };
        let is_call = considered.others.iter().any(|other| other.sort.starts_with("call"));
        let counted = if considered.choice == action { &mut same } else { &mut other };
        *counted += u32::from(is_call);
    });
    eprintln!("{same} {other}");
    assert!(same > 200 && 50 * other < same, "{same} {other}");
}

/// The choice that is compared is what the agent plays.
#[test]
fn gari_is_compared_with_what_it_plays() {
    let rules = Arc::new(toutenkou::presets::toutenkou());
    let of_match = MatchSeed { seed: 8, number: 0 };
    let mut agent = Learned::<Gari, 3>::new(Gari::default(), None);
    agent.begin(&rules, Seat::new(0), AgentSeed { of_match, seat: Seat::new(0) });
    let mut game = Toutenkou::start(&rules, of_match, &mut ());
    let mut compared = 0;
    while !game.deciders().is_empty() {
        let mut answers = Answers::NONE;
        for seat in game.deciders() {
            let (view, legal) = (game.view(seat), game.legal(seat));
            let action = agent.act(&view, legal);
            if let Some(considered) = agent.consider(&view, legal) {
                assert_eq!(considered.choice, action);
                compared += considered.others.len();
            }
            answers.set(seat, action);
        }
        game.apply(answers, &mut Reporter::of(&mut ()));
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn corrections_that_come_with_the_program_are_named() {
    let roster = Roster::built_in();
    let spec = roster.spec("value:learned=tenhou").unwrap();
    assert!(roster.agent::<Game4>(&spec).is_ok());
    assert_eq!((roster.needs(&spec), roster.with_hash(spec.clone())), (None, spec.clone()));
    assert!(roster.reads_rank_points(&spec) && !roster.reads_rank_points(&roster.spec("value").unwrap()));
}

#[test]
fn a_file_is_read_by_the_names_of_its_numbers() {
    let written = file(Sort::Call, &[("pon", 0.25)]);
    assert_eq!(CorrectionFile::read(&written.text()).unwrap(), written);
    let renamed = written.text().replace("\"pon\"", "\"pong\"");
    let error = CorrectionFile::read(&renamed).unwrap().correction(&GameFacts::of::<Game4>()).unwrap_err();
    assert_eq!(error, "it has a number \"pong\", which this version does not know: make it anew");
    let cut = written.text().replace("\"call\"", "\"calls\"");
    assert_eq!(
        CorrectionFile::read(&cut).unwrap().correction(&GameFacts::of::<Game4>()).unwrap_err(),
        "it has an unknown sort \"calls\""
    );
    assert!(CorrectionFile::read("{}").unwrap_err().starts_with("it is no correction: "));
}

#[test]
fn a_spec_names_the_file_and_its_hash() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.agent");
    std::fs::write(&path, file(Sort::Call, &[("pon", 1.0)]).text()).unwrap();
    let roster = Roster::built_in();
    let spec = roster.with_hash(roster.spec(&format!("value:learned={}", path.display())).unwrap());
    assert!(spec.to_string().contains("sha256="), "{spec}");
    assert!(roster.agent::<Game4>(&spec).is_ok());
    std::fs::write(&path, file(Sort::Call, &[("pon", 2.0)]).text()).unwrap();
    let changed = roster.agent::<Game4>(&spec).err().unwrap().to_string();
    assert!(changed.contains("has the SHA-256"), "{changed}");
    std::fs::write(&path, "hello").unwrap();
    let spec = roster.spec(&format!("value:learned={}", path.display())).unwrap();
    let broken = roster.agent::<Game4>(&spec).err().unwrap().to_string();
    assert!(broken.contains("mine.agent: it is no correction"), "{broken}");
}

/// A file of any length in which only the card is long is refused before it is read into memory.
#[test]
fn a_file_of_a_correction_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.agent");
    std::fs::File::create(&path).unwrap().set_len((4 << 20) + 1).unwrap();
    let spec = Roster::built_in().spec(&format!("value:learned={}", path.display())).unwrap();
    let error = Roster::built_in().agent::<Riichi<4>>(&spec).err().unwrap().to_string();
    assert!(error.contains("has 4194305 bytes, more than the limit of 4194304"), "{error}");
}
