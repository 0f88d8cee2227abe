//! [`RecordedRows`]: rows of a file, many at once, give what the live view gives.

use crate::planes::played::{Played, play};
use crate::planes::same::through_a_file;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::Table;
use hyakuman_riichi::planes::{ActionSpace, Planes, RecordedRows, Tensors};
use hyakuman_riichi::{Action, Riichi, RiichiRules, presets};
use std::sync::Arc;

const ACTIONS: usize = RecordedRows::ACTIONS;
const PASS: u8 = Action::Pass.code();

#[test]
fn recorded_rows_give_the_planes_actions_and_answers_of_the_live_view() {
    check::<4>(&Arc::new(presets::tenhou()));
    check::<3>(&Arc::new(presets::tenhou_sanma()));
    check::<4>(&Arc::new(presets::shura()));
}

fn check<const N: usize>(rules: &Arc<RiichiRules>) {
    let mut played = play::<N>(rules, 5);
    let file = file_of(&mut played);
    // Any rows in any order, one of them twice.
    let rows: Vec<u32> = (0..played.actions.len() as u32).rev().step_by(3).chain([7, 7]).collect();
    for planes in Planes::ALL {
        let reader = RecordedRows::new(planes, rules);
        let mut found = Found::new(planes, rows.len());
        reader.write(&columns::<N>(&reader, &file), &rows, found.tensors()).expect("rows of the file");
        let each = found.obs.chunks(planes.bytes()).zip(found.mask.chunks(ACTIONS)).zip(&found.action);
        for (&row, ((obs, mask), &action)) in rows.iter().zip(each) {
            let row = row as usize;
            assert_eq!(obs, played.tensors[row][planes as usize], "{planes} of row {row}");
            assert_eq!(
                (mask, action),
                (&live_mask(&played, row)[..], compact(&played, row, played.actions[row]))
            );
        }
    }
}

#[test]
fn wrong_columns_rows_and_arrays_are_refused() {
    let rules = Arc::new(presets::tenhou());
    let mut played = play::<4>(&rules, 5);
    let (file, reader) = (file_of(&mut played), RecordedRows::new(Planes::Light, &rules));
    let columns = columns::<4>(&reader, &file);
    let mut found = Found::new(Planes::Light, 1);
    let mut refused =
        |columns: &[&[u8]], rows: &[u32]| reader.write(columns, rows, found.tensors()).unwrap_err();

    assert!(refused(&columns[1..], &[0]).contains("columns are needed"));
    assert!(refused(&columns, &[played.actions.len() as u32]).contains("has fewer than"));
    assert!(refused(&columns, &[0, 1]).contains("not those of 2 rows"));
    let (mut illegal, last) = (columns.clone(), columns.len() - 1);
    let passes = vec![PASS; played.actions.len()];
    illegal[last] = &passes;
    assert!(refused(&illegal, &[0]).contains("which is not legal there"));
}

#[test]
fn what_is_not_asked_for_is_not_written() {
    let rules = Arc::new(presets::tenhou());
    let mut played = play::<4>(&rules, 5);
    let (file, reader) = (file_of(&mut played), RecordedRows::new(Planes::Light, &rules));
    let mut action = [255];
    let only = Tensors { action: &mut action, ..Tensors::default() };
    reader.write(&columns::<4>(&reader, &file), &[9], only).expect("a row of the file");
    assert_eq!(action, [compact(&played, 9, played.actions[9])]);
}

/// What is written.
struct Found {
    obs: Vec<u8>,
    mask: Vec<u8>,
    action: Vec<u8>,
}

impl Found {
    fn new(planes: Planes, rows: usize) -> Found {
        Found { obs: vec![9; rows * planes.bytes()], mask: vec![9; rows * ACTIONS], action: vec![255; rows] }
    }

    fn tensors(&mut self) -> Tensors<'_> {
        Tensors { obs: &mut self.obs, mask: &mut self.mask, action: &mut self.action }
    }
}

fn file_of<const N: usize>(played: &mut Played<N>) -> Rows {
    through_a_file::<N>(played.recorder.rows(Table::Decisions).expect("kept"))
}

/// The cells of the columns that are read.
fn columns<'a, const N: usize>(reader: &RecordedRows, file: &'a Rows) -> Vec<&'a [u8]> {
    let all = Table::Decisions.columns::<Riichi<N>>();
    let place = |wanted| all.iter().position(|column| column.name == wanted).expect("a column");
    reader.columns().iter().map(|(name, _)| file.cells(place(*name)).bytes()).collect()
}

/// The compact action of a code that was legal.
fn compact<const N: usize>(played: &Played<N>, row: usize, code: u8) -> u8 {
    ActionSpace::OneStep.output(code, played.drawn[row]).expect("a compact action")
}

fn live_mask<const N: usize>(played: &Played<N>, row: usize) -> [u8; ACTIONS] {
    let mut mask = [0; ACTIONS];
    played.legal[row].iter().for_each(|code| mask[usize::from(compact(played, row, code))] = 1);
    mask
}
