//! What `value` does in play: it chooses what it weighs highest, and nothing absurd.

use hyakuman_agents::Value;
use hyakuman_agents::value::Weighed;
use hyakuman_core::{MatchSeed, RelSeat};
use hyakuman_game::{ActionMask, Agent, playout};
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules, RiichiState, View, kernels, presets};
use std::sync::Arc;

const MATCHES: u64 = 30;

/// Plays as `value` does, and checks its decisions.
struct Checked {
    agent: Value,
    calm: u32,
    tenpai: u32,
    folds: u32,
    /// Kans, and those that were not made.
    kans: [u32; 2],
}

impl<const N: usize> Agent<Riichi<N>> for Checked {
    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let action = Agent::<Riichi<N>>::act(&mut self.agent, view, legal);
        let weighed = self.agent.weigh(view, legal);
        if let (Some(best), true) = (weighed.first(), is_weighed(view, action)) {
            let chosen: Vec<&Weighed> = weighed.iter().filter(|line| line.action == action).collect();
            assert!(chosen.iter().any(|line| line.points >= best.points - 0.01), "{action} of {weighed:#?}");
            self.check(view, &weighed, action);
        }
        action
    }
}

/// Whether the action is one of those that are weighed.
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
        Checked { agent: Value::new(players, 2), calm: 0, tenpai: 0, folds: 0, kans: [0; 2] }
    }

    fn check<const N: usize>(&mut self, view: &View<'_, N>, weighed: &[Weighed], action: u8) {
        if view.question() == Question::Nothing || view.open(RelSeat::SELF) {
            return;
        }
        let shanten = kernels::shanten::<N>(&view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
        let riichi = view.others().filter(|&seat| view.riichi(seat) != RiichiState::No).count();
        let chosen = weighed.iter().find(|line| line.action == action).expect("the action was weighed");
        let is_kan = |action| matches!(Action::from_code(action), Some(Action::Kan(_)));
        if weighed.iter().any(|line| is_kan(line.action)) {
            self.kans[!is_kan(action) as usize] += 1;
        }
        if riichi == 0 {
            self.calm += 1;
            assert_eq!(
                chosen.shanten, shanten,
                "a closed hand keeps its shanten if no other seat is in riichi"
            );
            self.tenpai += (shanten == 0) as u32;
        }
        if riichi > 1 && shanten >= 3 {
            let least = weighed.iter().map(|line| line.loss).fold(f32::INFINITY, f32::min);
            assert!(chosen.loss <= least + 100.0, "{chosen:?} is pushed into two riichi, {weighed:#?}");
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
