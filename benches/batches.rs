//! What it costs to play in batches: any legal action, chosen by a scalar agent and by a batched one that decides alike,
//! with more and fewer matches in play. All in one thread, with statistics.

#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman::prelude::*;
use hyakuman::riichi::{RiichiRules, View};
use report::Report;
use std::sync::Arc;

/// Hanchan a pass.
const MATCHES: u64 = 400;
/// Matches in play.
const WIDTHS: [usize; 5] = [1, 4, 16, 64, 256];
/// The mask of legal actions, and the random number of the decision.
const ROW: usize = 40;

fn main() {
    let mut report = Report::new();
    let rules = Rules::preset("tenhou").expect("a preset");
    let mut roster = Roster::built_in();
    roster.add("scalar", |_| Hashed { seed: None, step: 0 });
    roster.add_batched("batched", |_| Batched);
    let pass = |agent: &str, in_play: usize| {
        let arena = Arena::new(&rules, &roster).agents(agent).expect("an agent of the roster");
        let played =
            arena.games(MATCHES).threads(1).matches_in_play(in_play).play(&Quiet).expect("legal play");
        played.decisions as u64
    };
    report.time("batches/random", MATCHES as usize, || pass("random", 1));
    report.time_as("batches/scalar", "batches/hashed", MATCHES as usize, || pass("scalar", 1));
    for width in WIDTHS {
        report.time_as(&name(width), "batches/hashed", MATCHES as usize, || pass("batched", width));
    }
    summary(&report);
    report.finish();
}

fn name(width: usize) -> String {
    format!("batches/batched-{width}")
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report) {
    let Some(scalar) = report.seconds("batches/scalar") else { return };
    println!("agent                    hanchan/s   beside scalar");
    let names = ["batches/random", "batches/scalar"].map(str::to_owned).into_iter().chain(WIDTHS.map(name));
    for name in names {
        let Some(seconds) = report.seconds(&name) else { continue };
        println!("{name:<24} {:>9.0} {:>15.3}", 1.0 / seconds, seconds / scalar);
    }
}

/// Any legal action, by the random number of the decision.
struct Hashed {
    seed: Option<AgentSeed>,
    step: u32,
}

impl Agent<Riichi> for Hashed {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
        *self = Hashed { seed: Some(seed), step: 0 };
    }

    fn act(&mut self, _view: &View<'_>, legal: &ActionMask) -> u8 {
        self.step += 1;
        choice(legal, self.seed.expect("begun").number(self.step - 1))
    }
}

/// The same, batched.
struct Batched;

impl BatchAgent<Riichi> for Batched {
    fn row_bytes(&self) -> usize {
        ROW
    }

    fn encode(&self, decision: &Decision<'_, '_, Riichi>, row: &mut [u8]) {
        let (mask, number) = row.split_at_mut(32);
        mask.copy_from_slice(&decision.legal.bytes());
        number.copy_from_slice(&decision.seed.number(decision.step).to_le_bytes());
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        for (row, action) in rows.as_chunks::<ROW>().0.iter().zip(actions) {
            let (mask, number) = row.split_first_chunk().expect("a mask and a number");
            let number = u64::from_le_bytes(number.try_into().expect("eight bytes"));
            *action = choice(&ActionMask::from_bytes(mask), number);
        }
        Ok(())
    }
}

fn choice(legal: &ActionMask, number: u64) -> u8 {
    legal.nth(((number as u32 as u64 * u64::from(legal.len())) >> 32) as u32)
}
