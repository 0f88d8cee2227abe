//! What `value` does in play: it chooses what it weighs highest, and nothing absurd.

use hyakuman_agents::Value;
use hyakuman_core::game::{ActionMask, Agent, Candidate, Evaluation, KyokuEnd, Sink, playout};
use hyakuman_core::{MatchSeed, RelSeat};
use hyakuman_riichi::yaku::Yaku;
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules, RiichiState, View, kernels, presets};
use std::sync::Arc;

const MATCHES: u64 = 30;

/// Plays as `value` does, and checks its decisions.
struct Checked {
    agent: Value,
    calm: u32,
    tenpai: u32,
    folds: u32,
    /// Decisions in which another action than the chosen one is worth most: in play not all are looked at as closely.
    other: u32,
    /// Kans, and those that were not made.
    kans: [u32; 2],
}

impl<const N: usize> Agent<Riichi<N>> for Checked {
    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let action = Agent::<Riichi<N>>::act(&mut self.agent, view, legal);
        let compares = matches!(view.question(), Question::Turn(_) | Question::Claim(..));
        let evaluation = self.agent.evaluate(view, legal);
        assert_eq!(evaluation.is_some(), compares);
        if let Some(Evaluation { candidates, .. }) = evaluation {
            self.check(view, &candidates, action);
        }
        action
    }
}

/// Whether the action was chosen by its worth.
fn is_weighed<const N: usize>(view: &View<'_, N>, action: u8) -> bool {
    let in_riichi = view.riichi(RelSeat::SELF) == RiichiState::Accepted;
    match Action::from_code(action) {
        Some(Action::Discard(_) | Action::Tsumogiri | Action::Riichi(_) | Action::RiichiTsumogiri) => {
            !in_riichi
        }
        Some(Action::Kan(_)) => !in_riichi,
        _ => false,
    }
}

impl Checked {
    fn new(players: usize) -> Checked {
        Checked { agent: Value::new(players, 2), calm: 0, tenpai: 0, folds: 0, other: 0, kans: [0; 2] }
    }

    fn check<const N: usize>(&mut self, view: &View<'_, N>, candidates: &[Candidate], action: u8) {
        let find = |action| candidates.iter().find(|candidate| candidate.action == action);
        let chosen = find(action).expect("it is legal");
        if !is_weighed(view, action) || view.open(RelSeat::SELF) {
            return;
        }
        let shanten = kernels::shanten::<N>(&view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
        let riichi = view.others().filter(|&seat| view.riichi(seat) != RiichiState::No).count();
        let is_kan = |action| matches!(Action::from_code(action), Some(Action::Kan(_)));
        if candidates.iter().any(|candidate| is_kan(candidate.action)) {
            self.kans[!is_kan(action) as usize] += 1;
        }
        if riichi == 0 && view.others().all(|seat| view.melds(seat).is_empty()) {
            self.calm += 1;
            self.other += (chosen.value < candidates[0].value - 0.01) as u32;
            assert_eq!(
                chosen.shanten,
                Some(shanten),
                "a closed hand keeps its shanten if all other hands are closed and silent"
            );
            self.tenpai += (shanten == 0) as u32;
        }
        if riichi > 1 && shanten >= 3 {
            let losses = candidates.iter().filter_map(|candidate| candidate.loss);
            let least = losses.fold(f32::INFINITY, f32::min);
            let loss = chosen.loss.expect("a discard has one");
            assert!(loss <= least + 100.0, "{chosen:?} is pushed into two riichi, {candidates:#?}");
            self.folds += 1;
        }
    }
}

fn plays_sensibly<const N: usize>(rules: RiichiRules) {
    let rules = Arc::new(rules);
    let mut agents: Vec<Checked> = (0..N).map(|_| Checked::new(N)).collect();
    for number in 0..MATCHES {
        playout::play::<Riichi<N>, _>(&rules, MatchSeed { seed: 8, number }, &mut agents, &mut ())
            .expect("legal play");
    }
    let seen = |count: fn(&Checked) -> u32| agents.iter().map(count).sum::<u32>();
    let kans = [seen(|agent| agent.kans[0]), seen(|agent| agent.kans[1])];
    assert!(kans[0] > 5 && kans[1] > 5, "kans are made and not made: {kans:?}");
    let [calm, other] = [seen(|agent| agent.calm), seen(|agent| agent.other)];
    assert!(30 * other < calm, "{other} of {calm}");
    let counts = [seen(|agent| agent.calm), seen(|agent| agent.tenpai), seen(|agent| agent.folds)];
    assert!(counts[0] > 1_000 && counts[1] > 50 && counts[2] > 0, "{counts:?}");
}

#[test]
fn four_players_choose_the_best_and_nothing_absurd() {
    plays_sensibly::<4>(presets::tenhou());
}

#[test]
fn three_players_choose_the_best_and_nothing_absurd() {
    plays_sensibly::<3>(presets::tenhou_sanma());
}

/// Wins of open hands whose only yaku is one of these.
#[derive(Default)]
struct Built([u32; BUILT.len()]);

const BUILT: [Yaku; 4] = [Yaku::SanshokuDoujun, Yaku::Ittsuu, Yaku::Toitoi, Yaku::Chanta];

impl Sink<Riichi> for Built {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for win in end.wins.iter().filter(|win| end.open.has(win.winner)) {
            for (count, yaku) in self.0.iter_mut().zip(BUILT) {
                *count += u32::from(win.yaku == 1 << yaku as u64);
            }
        }
    }
}

#[test]
fn open_hands_build_yaku() {
    let (rules, mut built) = (Arc::new(presets::tenhou()), Built::default());
    let mut agents = [(); 4].map(|()| Value::new(4, 2));
    for number in 0..400 {
        playout::play::<Riichi, _>(&rules, MatchSeed { seed: 2, number }, &mut agents, &mut built)
            .expect("legal play");
    }
    assert!(built.0.iter().all(|&count| count > 0), "{BUILT:?}: {:?}", built.0);
}

#[test]
fn a_wrong_file_of_numbers_is_named() {
    let text = include_str!("../src/value/four.txt");
    assert!(Value::with_rates(text, 2).is_ok());
    let refused = |text: &str| Value::with_rates(text, 2).err().expect("refused");
    assert_eq!(refused(&text.replace("furiten:", "furitan:")), "there is no line furiten");
    assert_eq!(refused(&text.replace("furiten: 0.45", "furiten: x")), "line 16: x is not a number");
    assert_eq!(refused(&text.replace("loss: 5800 4500", "loss: 5800")), "loss has 1 numbers instead of 2");
    assert_eq!(refused(&text.replace("furiten: 0.45", "furiten: NaN")), "line 16: NaN is not a number");
    assert_eq!(refused(&format!("{text}los: 1\n")), "there is no number called los");
    let last = text.lines().count() + 1;
    let wanted = format!("line {last}: expected a name, a colon and numbers");
    assert_eq!(refused(&format!("{text}loss 1\n")), wanted);
}
