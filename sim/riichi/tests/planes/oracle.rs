//! `oracle-v1`: a live match and rows of a file give the same tensors, which mean what they say; hidden tiles dealt again change
//! them, but no observation.

use crate::planes::played::{choose, recorder, seed};
use hyakuman_core::column::Rows;
use hyakuman_core::game::Game;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::rows::Table;
use hyakuman_core::{Kind, Rng, Seat};
use hyakuman_riichi::planes::{DecisionRow, Encoder, OraclePlanes, Planes, RecordedOracle};
use hyakuman_riichi::{HiddenCells, Riichi, RiichiRules, RowCache, presets};
use std::sync::Arc;

const ORACLE: OraclePlanes = OraclePlanes::V1;

#[test]
fn rows_of_a_file_and_a_live_match_give_the_same_tensors() {
    let mut used = vec![false; ORACLE.count()];
    for preset in presets::PRESETS {
        let rules = Arc::new((preset.rules)());
        match rules.players {
            3 => check::<3>(preset.id, &rules, &mut used),
            _ => check::<4>(preset.id, &rules, &mut used),
        }
    }
    let unused: Vec<_> = ORACLE.channels().into_iter().filter(|channel| !used[channel.index]).collect();
    assert!(unused.is_empty(), "channels that no decision used: {unused:?}");
}

fn check<const N: usize>(id: &str, rules: &Arc<RiichiRules>, used: &mut [bool]) {
    let mut recorder = recorder::<N>(Table::Oracle, 0);
    let (mut live, mut seats, mut rng) = (Vec::new(), Vec::new(), Rng::from_seed(1));
    let mut table = MatchInProgress::<Riichi<N>>::start(rules, seed(0), &mut recorder);
    while let Some(seat) = table.pending().next() {
        // Seats that are asked together are recorded together, in order of seat: nothing changes before all have answered.
        let tensor = tensor(table.game(), seat);
        means_what_it_says(id, table.game(), seat, &tensor);
        tensor
            .chunks(34)
            .zip(&mut *used)
            .for_each(|(cells, used)| *used |= cells.iter().any(|&cell| cell != 0));
        live.push(tensor);
        seats.push(seat.index() as u8);
        let action = choose(table.game(), seat, &mut rng);
        table.answer(seat, action, &mut recorder).expect("a legal action");
    }
    let rows = recorder.rows(Table::Oracle).expect("kept").clone();
    let (reader, numbers) = (RecordedOracle::new(ORACLE, rules), (0..live.len() as u32).collect::<Vec<_>>());
    let mut read = vec![9; live.len() * ORACLE.bytes()];
    reader.write(&columns::<N>(&reader, &rows), &numbers, &mut read).expect("rows");
    for (row, (live, read)) in live.iter().zip(read.chunks(ORACLE.bytes())).enumerate() {
        assert_eq!(live, read, "{id} row {row} of seat {}", seats[row]);
    }
}

fn tensor<const N: usize>(game: &Riichi<N>, seat: Seat) -> Vec<u8> {
    let mut tensor = vec![9; ORACLE.bytes()];
    ORACLE.encode(&HiddenCells::of(game), N, seat, &mut tensor);
    tensor
}

fn columns<'a, const N: usize>(reader: &RecordedOracle, rows: &'a Rows) -> Vec<&'a [u8]> {
    let all = Table::Oracle.columns::<Riichi<N>>();
    let place = |wanted| all.iter().position(|column| column.name == wanted).expect("a column");
    reader.columns().iter().map(|(name, _)| rows.cells(place(*name)).bytes()).collect()
}

/// A second reading, of the hands and waits.
fn means_what_it_says<const N: usize>(id: &str, game: &Riichi<N>, seat: Seat, tensor: &[u8]) {
    let channels = ORACLE.channels();
    let cell = |name: String, kind: Kind| {
        let channel = channels.iter().find(|channel| channel.name == name).expect("a channel");
        tensor[34 * channel.index + kind.index()]
    };
    for other in 1..N {
        let absolute = seat.after(other as u8, N);
        let (turn, drawn) = game.turn();
        let drawn = drawn.filter(|_| turn == absolute).map(|tile| tile.kind());
        for kind in (0..34).map(Kind::of) {
            let held = game.hand(absolute).count(kind) + u8::from(drawn == Some(kind));
            let shown: u8 = (1..=4).map(|copies| cell(format!("hand_{other}_{copies}"), kind)).sum();
            assert!(shown >= held, "{id}: {held} of {kind} in the hand of {absolute:?}, {shown} shown");
            let waits = cell(format!("waits_{other}"), kind) == 1;
            assert_eq!(waits, game.waits(absolute).has(kind), "{id}: {absolute:?} on {kind}");
        }
    }
}

/// What is dealt again is hidden: it changes the oracle, and no observation.
#[test]
fn hidden_tiles_are_in_the_oracle_only() {
    for preset in ["tenhou", "shura"] {
        let rules = presets::PRESETS.iter().find(|it| it.id == preset).expect("a preset");
        let rules = Arc::new((rules.rules)());
        let encoder = Encoder::new(Planes::V1, &rules);
        let observed = |game: &Riichi, seat: Seat| {
            let (mut tensor, mut cache) = (vec![0; Planes::V1.bytes()], RowCache::default());
            encoder
                .encode(&DecisionRow::of_view(&mut cache, &game.view(seat), game.legal(seat)), &mut tensor);
            tensor
        };
        let (mut rng, mut changed, mut decisions) = (Rng::from_seed(5), 0, 0);
        let mut table = MatchInProgress::<Riichi>::start(&rules, seed(1), &mut ());
        while let Some(seat) = table.pending().next() {
            let mut other = table.game().clone();
            other.redeal_hidden(seat, &mut rng);
            assert!(
                observed(&other, seat) == observed(table.game(), seat),
                "{preset}: hidden tiles are observed"
            );
            changed += usize::from(tensor(&other, seat) != tensor(table.game(), seat));
            decisions += 1;
            let action = choose(table.game(), seat, &mut rng);
            table.answer(seat, action, &mut ()).expect("a legal action");
        }
        assert!(changed * 20 > decisions * 19, "{preset}: {changed} of {decisions}");
    }
}

#[test]
fn wrong_columns_and_seats_are_refused() {
    let rules = presets::tenhou_sanma();
    let reader = RecordedOracle::new(ORACLE, &rules);
    let cells: Vec<Vec<u8>> = reader.columns().iter().map(|(_, width)| vec![255; *width]).collect();
    let columns: Vec<&[u8]> = cells.iter().map(Vec::as_slice).collect();
    let mut out = vec![0; ORACLE.bytes()];
    let mut refused = |columns: &[&[u8]], rows: &[u32]| reader.write(columns, rows, &mut out).unwrap_err();
    assert!(refused(&columns[1..], &[0]).contains("not those of 1 rows"));
    assert!(refused(&columns, &[1]).contains("has fewer than 2 rows"));
    assert!(refused(&columns, &[0]).contains("seat 255"));
}
