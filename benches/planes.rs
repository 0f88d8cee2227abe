//! The cost of a tensor: from a row in memory, also with what is kept from the row before, and the row of a live game. Decisions
//! of ukeire hanchan, one thread.

#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman::core::column::Rows;
use hyakuman::game::playout::{MatchInProgress, play};
use hyakuman::game::rows::{About, TableRecorder};
use hyakuman::planes::{DecisionRow, EncodeCache, Encoder, Planes, RowReader};
use hyakuman::prelude::*;
use hyakuman::riichi::{RowCache, presets};
use hyakuman_agents::Ukeire;
use report::Report;
use std::sync::Arc;

/// Hanchan whose decisions are encoded.
const MATCHES: u64 = 8;

fn main() {
    let mut report = Report::new();
    let rows = rows();
    let columns = Table::Decisions.columns::<Riichi>();
    let reader = RowReader::new(4, columns.iter().map(|column| column.name)).expect("all columns");
    for planes in Planes::ALL {
        let encoder = Encoder::new(planes, &presets::tenhou());
        let mut tensor = vec![0; planes.bytes()];
        let name = format!("planes/{planes}");
        report.time(&name, rows.len(), || {
            let encoded = (0..rows.len()).map(|index| {
                encoder.encode(&reader.row(&rows, index), &mut tensor);
                sum(&tensor)
            });
            encoded.sum()
        });
        let mut kept = EncodeCache::default();
        report.time(&format!("{name}-kept"), rows.len(), || {
            let encoded = (0..rows.len()).map(|index| {
                encoder.encode_with(&mut kept, &reader.row(&rows, index), &mut tensor);
                sum(&tensor)
            });
            encoded.sum()
        });
    }
    let games = games();
    report.time("planes/live-row", games.len(), || {
        let rows = games.iter().map(|(game, seat)| {
            let mut row_cache = RowCache::default();
            u64::from(
                DecisionRow::of_view(&mut row_cache, &game.view(*seat), game.legal(*seat)).cells.remaining,
            )
        });
        rows.sum()
    });
    summary(&report);
    report.finish();
}

/// A few cells, so that the tensor must be made.
fn sum(tensor: &[u8]) -> u64 {
    tensor.iter().step_by(97).map(|&cell| u64::from(cell)).sum()
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report) {
    for name in [
        "planes/planes-v1",
        "planes/planes-v1-kept",
        "planes/planes-v1-light",
        "planes/planes-v1-light-kept",
        "planes/live-row",
    ] {
        if let Some(seconds) = report.seconds(name) {
            println!("{name:<24} {:>8.0} ns a decision", seconds * 1e9);
        }
    }
}

/// The decision rows of some hanchan.
fn rows() -> Rows {
    let about = About { ruleset: "tenhou".into(), agents: vec!["ukeire".into()], ..About::default() };
    let mut recorder = TableRecorder::<Riichi>::new(&Arc::new(about), &[Table::Decisions]);
    let (rules, mut agents) = (Arc::new(presets::tenhou()), [0; 4].map(|_| Ukeire::default()));
    for number in 0..MATCHES {
        let seed = MatchSeed { seed: 1, number };
        recorder.begin(MatchId { number, seed, agents: [0; 4] });
        play(&rules, seed, &mut agents, &mut recorder).expect("legal actions");
    }
    recorder.rows(Table::Decisions).expect("kept").clone()
}

/// Games at a decision, each with a seat that decides.
fn games() -> Vec<(Riichi, Seat)> {
    let (rules, mut agents) = (Arc::new(presets::tenhou()), [0; 4].map(|_| Ukeire::default()));
    let mut table = MatchInProgress::<Riichi>::start(&rules, MatchSeed { seed: 1, number: 0 }, &mut ());
    for seat in Seat::all(4) {
        let seed = AgentSeed { of_match: MatchSeed { seed: 1, number: 0 }, seat };
        Agent::<Riichi>::begin(&mut agents[seat.index()], &rules, seat, seed);
    }
    let mut games = Vec::new();
    while let Some(seat) = table.pending().next() {
        games.push((table.game().clone(), seat));
        let (view, legal) = (table.game().view(seat), table.game().legal(seat));
        let action = Agent::<Riichi>::act(&mut agents[seat.index()], &view, legal);
        table.answer(seat, action, &mut ()).expect("a legal action");
    }
    games
}
