//! Agents from ONNX files play: the same games for any number of threads and any size of batches.
#![cfg(feature = "runtime")]

mod support;

use hyakuman_arena::single::SingleDecisions;
use hyakuman_arena::{Arena, Players, Quiet, RecordOptions, Rules, VerifyOptions, verify};
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, AnyAgent, ValueUnit, playout};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_onnx::roster;
use hyakuman_riichi::{Riichi, RiichiRules, View, presets};
use rten_onnx::onnx::DataType;
use std::sync::Arc;
use support::{ANY, LIGHT, Net, agent, convolutional, dense, near_ties};

/// All that can be known of some matches of `agent` with three others.
fn played(rules: &str, agent: &str, in_play: usize, threads: u64) -> String {
    let (rules, roster) = (Rules::preset(rules).unwrap(), roster());
    let others = if agent.contains("sanma") { "ukeire,random" } else { "ukeire,random,shanten" };
    let arena = Arena::new(&rules, &roster).agents(&format!("{agent},{others}")).unwrap().games(24);
    arena.threads(threads).matches_in_play(in_play).play(&Quiet).unwrap().stats.to_text()
}

#[test]
fn batches_and_threads_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let nets = [
        ("dense", dense(124)),
        ("convolutional", convolutional(124)),
        ("ties", near_ties(124)),
        ("short", near_ties(55)),
    ];
    for (name, bytes) in nets {
        for sample in ["", ",sample=true,temperature=0.7"] {
            let agent = agent(dir.path(), name, &bytes) + sample;
            let expected = played("tenhou", &agent, 1, 1);
            for (in_play, threads) in [(512, 1), (7, 2), (512, 2)] {
                assert!(
                    played("tenhou", &agent, in_play, threads) == expected,
                    "{agent}: {in_play}, {threads}"
                );
            }
        }
    }
}

/// The network says nothing new about four players if there are three: the same planes, the same outputs.
#[test]
fn networks_play_with_three_players() {
    let dir = tempfile::tempdir().unwrap();
    let agent = agent(dir.path(), "sanma", &dense(124));
    assert!(played("tenhou-sanma", &agent, 1, 1) == played("tenhou-sanma", &agent, 64, 2));
}

#[test]
fn a_network_for_one_row_at_a_time_plays_as_one_for_many() {
    let dir = tempfile::tempdir().unwrap();
    let net = |batch| {
        let mut net = Net::new(&[batch, 52, 34]);
        let flat = net.node("Flatten", &["planes"], Vec::new());
        // One layer: whole numbers and few of them, so that every order of adding up has the same result.
        let weights = (0..124 * 52 * 34).map(|at: i64| (at * 7919 % 64) as f32 - 32.0).collect();
        let weights = net.floats(&[52 * 34, 124], weights);
        let cells = net.floats(&[], vec![255.0]);
        let flat = net.node("Mul", &[&flat, &cells], Vec::new());
        let flat = net.node("Round", &[&flat], Vec::new());
        let logits = net.node("MatMul", &[&flat, &weights], Vec::new());
        net.bytes(&logits, &[batch, 124])
    };
    let [one, many] =
        [1, ANY].map(|batch| played("tenhou", &agent(dir.path(), &batch.to_string(), &net(batch)), 16, 1));
    assert!(one == many);
}

/// A `uint8` input is the cells as they are. Divided by the scales in the network they are the `float32` input.
#[test]
fn an_input_of_bytes_is_the_cells() {
    let dir = tempfile::tempdir().unwrap();
    let net = |data_type| {
        let mut net = Net::of(data_type, &LIGHT);
        let mut cells = "planes".to_owned();
        if data_type == DataType::UINT8 {
            let scales = hyakuman_riichi::planes::Planes::Light
                .channels()
                .iter()
                .map(|channel| f32::from(channel.scale))
                .collect();
            let scales = net.floats(&[52, 1], scales);
            cells = net.node("Cast", &["planes"], vec![support::int("to", 1)]);
            cells = net.node("Div", &[&cells, &scales], Vec::new());
        }
        let flat = net.node("Flatten", &[&cells], Vec::new());
        let mut fresh = Net::new(&LIGHT); // the same weights for both
        let (weights, bias) = (fresh.weights(&[124, 52 * 34], 0.1), fresh.weights(&[124], 0.1));
        net.graph.initializer.extend(fresh.graph.initializer.drain(..).map(|mut tensor| {
            tensor.name = tensor.name.map(|name| format!("w{name}"));
            tensor
        }));
        let inputs = [flat.as_str(), &format!("w{weights}"), &format!("w{bias}")];
        let logits = net.node("Gemm", &inputs, vec![support::int("transB", 1)]);
        net.bytes(&logits, &[ANY, 124])
    };
    let [floats, bytes] = [DataType::FLOAT, DataType::UINT8].map(|data_type| {
        played("tenhou", &agent(dir.path(), &data_type.to_string(), &net(data_type)), 16, 1)
    });
    assert!(floats == bytes);
}

/// Sampled at a low temperature, the best action is always taken; at a high one, play is another.
#[test]
fn a_low_temperature_is_the_best_action() {
    let dir = tempfile::tempdir().unwrap();
    let agent = agent(dir.path(), "net.onnx", &dense(124));
    let best = played("tenhou", &agent, 64, 1);
    let sampled = |temperature: &str| {
        played("tenhou", &format!("{agent},sample=true,temperature={temperature}"), 64, 1)
    };
    assert!(sampled("1e-9") == best);
    assert!(sampled("10") != best);
}

#[test]
fn a_data_set_of_networks_is_verified() {
    let dir = tempfile::tempdir().unwrap();
    let agent = agent(dir.path(), "net.onnx", &near_ties(55));
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), roster());
    // From the replays, and with the network again.
    for tables in [vec![Table::Decisions, Table::Replays], vec![Table::Decisions]] {
        let out = dir.path().join(tables.len().to_string());
        let options = RecordOptions { tables, part_size: Some(12), ..RecordOptions::new(&out) };
        let arena =
            Arena::new(&rules, &roster).agents(&format!("{agent},ukeire,ukeire,ukeire")).unwrap().games(24);
        arena.record(options).play(&Quiet).unwrap();
        let verdict = verify(
            &out,
            &VerifyOptions { all: true, players: Players::Trusted, threads: Some(2) },
            &roster,
            &Quiet,
        )
        .unwrap();
        assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
        assert_eq!(verdict.played, 2);
    }
}

/// A network whose values are compared with its choices.
struct Weighed {
    net: SingleDecisions<Riichi<4>>,
    /// Whether every action has an output of its own.
    one_step: bool,
    decisions: u32,
}

impl Agent<Riichi<4>> for Weighed {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        self.net.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        let found = self.net.evaluate(view, legal).expect("values");
        let action = self.net.act(view, legal);
        assert_eq!(found.unit, ValueUnit::Logit);
        assert_eq!(found.candidates.len(), legal.iter().count());
        assert!(legal.iter().all(|action| found.of(action).unwrap().value.is_finite()));
        if self.one_step {
            assert_eq!(found.candidates[0].value, found.of(action).unwrap().value);
        }
        self.decisions += 1;
        action
    }
}

/// Every legal action has a logit; the largest is that of the choice. In two steps all of riichi together have the first output.
#[test]
fn networks_say_what_actions_are_worth() {
    let (dir, rules) = (tempfile::tempdir().unwrap(), Arc::new(presets::tenhou()));
    for outputs in [124, 55] {
        let spec = roster().spec(&agent(dir.path(), &outputs.to_string(), &dense(outputs))).unwrap();
        let mut agents: Vec<Weighed> = (0..4)
            .map(|_| match roster().agent::<Riichi<4>>(&spec).unwrap() {
                AnyAgent::Batched(net) => {
                    Weighed { net: SingleDecisions::new(net), one_step: outputs == 124, decisions: 0 }
                }
                AnyAgent::Scalar(_) => unreachable!("networks answer batches"),
            })
            .collect();
        for number in 0..3 {
            let seed = MatchSeed { seed: 5, number };
            playout::play::<Riichi<4>, _>(&rules, seed, &mut agents, &mut ()).expect("legal actions");
        }
        assert!(agents.iter().map(|agent| agent.decisions).sum::<u32>() > 100);
    }
}
