//! Prints what the agent `value` thinks of every decision of one kyoku: what each action is worth, and its chances.
//!
//! `cargo run --release --example weigh -- 7 2` is the third kyoku of match 7.

#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::agents::Value;
use hyakuman::core::{MatchSeed, Meld, RelSeat};
use hyakuman::game::{Evaluation, playout};
use hyakuman::prelude::*;
use hyakuman::riichi::{Action, Question, Riichi, View, presets};
use std::sync::Arc;

/// Actions shown of a decision.
const SHOWN: usize = 4;

struct Reader {
    agent: Value,
    /// Index of the kyoku to show, by deals.
    deal: u32,
}

impl Agent<Riichi> for Reader {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let action = self.agent.act(view, legal);
        if view.match_state().deals == self.deal + 1
            && let Some(evaluation) = self.agent.evaluate(view, legal)
        {
            show(view, action, &evaluation);
        }
        action
    }
}

fn show(view: &View<'_>, action: u8, evaluation: &Evaluation) {
    let question = match view.question() {
        Question::Claim(offer, _) => format!("offered {}", offer.tile()),
        _ => view.drawn().map_or("after a call".into(), |tile| format!("drew {tile}")),
    };
    let melds: Vec<String> = view.melds(RelSeat::SELF).iter().map(shown).collect();
    let chosen = Riichi::<4>::action_name(action);
    let hand = view.hand();
    println!(
        "seat {} {hand:?}{} {question}, {} draws left: {chosen}",
        view.seat().index(),
        melds.concat(),
        view.remaining()
    );
    // The tile just drawn and an equal one from the hand are worth the same.
    let same = |code| Action::from_code(code) == view.drawn().map(Action::Discard);
    for candidate in evaluation.candidates.iter().filter(|candidate| !same(candidate.action)).take(SHOWN) {
        let name = Riichi::<4>::action_name(candidate.action);
        let then = candidate.then.map_or(String::new(), |kind| format!(", then {kind}"));
        let shanten = candidate.shanten.map_or(String::new(), |shanten| format!("shanten {shanten}, "));
        let percent = |chance: Option<f32>| 100.0 * chance.unwrap_or_default();
        let (win, deal_in) = (percent(candidate.win), percent(candidate.deal_in));
        let loss = candidate.loss.unwrap_or_default();
        println!(
            "  {:>6.0}  {name}{then}: {shanten}wins {win:.1} %, deals in {deal_in:.1} %, loss {loss:.0}",
            candidate.value
        );
    }
}

/// A meld, such as ` (Pon 6z6z6z)`.
fn shown(meld: &Meld) -> String {
    let tiles: String = meld.tiles().iter().map(ToString::to_string).collect();
    format!(" ({:?} {tiles})", meld.kind())
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (number, deal) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0) as u32);
    let mut agents: Vec<Reader> = (0..4).map(|_| Reader { agent: Value::new(4, 2), deal }).collect();
    let rules = Arc::new(presets::tenhou());
    playout::play::<Riichi, _>(&rules, MatchSeed { seed: 1, number }, &mut agents, &mut ())
        .expect("legal play");
}
