//! Prints what the agent `value` weighs: every decision of one kyoku, with the numbers behind it.
//!
//! `cargo run --release --example weigh -- 7 2` is the third kyoku of match 7.

#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::agents::Value;
use hyakuman::agents::value::Weighed;
use hyakuman::core::notation::format_counts;
use hyakuman::core::{MatchSeed, Meld, RelSeat};
use hyakuman::game::playout;
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
        let action = Agent::<Riichi>::act(&mut self.agent, view, legal);
        if view.match_state().deals == self.deal + 1 {
            show(view, action, &self.agent.weigh(view, legal));
        }
        action
    }
}

fn show(view: &View<'_>, action: u8, weighed: &[Weighed]) {
    if weighed.len() < 2 {
        return;
    }
    let question = match view.question() {
        Question::Claim(offer, _) => format!("offered {}", offer.tile()),
        _ => view.drawn().map_or("after a call".into(), |tile| format!("drew {tile}")),
    };
    let melds: Vec<String> = view.melds(RelSeat::SELF).iter().map(shown).collect();
    let chosen = Action::from_code(action).map_or(String::new(), |action| action.to_string());
    let hand = format_counts(&view.hand().counts());
    println!(
        "seat {} {hand}{} {question}, {} draws left: {chosen}",
        view.seat().index(),
        melds.concat(),
        view.remaining()
    );
    for line in weighed.iter().take(SHOWN) {
        let action = Action::from_code(line.action).map_or(String::new(), |action| action.to_string());
        let then = line.discard.map_or(String::new(), |kind| format!(", then {kind}"));
        println!(
            "  {:>6.0}  {action}{then}: shanten {}, wins {:.1} %, going on {:.0}, deals in {:.1} %, loss {:.0}",
            line.points,
            line.shanten,
            100.0 * line.win,
            line.going_on,
            100.0 * line.deal_in,
            line.loss
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
