//! Functions on arrays of hands. Arrays come checked and contiguous from `hyakuman/hands.py`.

use crate::error;
use crate::rules::Rules;
use hyakuman_core::{Kind, KindCounts, notation};
use hyakuman_games::hands::{HandError, HandRules};
use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

/// Writes the shanten of each hand.
#[pyfunction]
pub(crate) fn shanten(
    py: Python<'_>,
    rules: &Rules,
    hands: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray1<'_, i8>,
) -> PyResult<()> {
    let (rules, hands, out) = (of(rules)?, rows(hands.as_slice()?)?, out.as_slice_mut()?);
    same_length(hands.len(), out.len())?;
    py.detach(|| rules.shanten_of(hands, out)).map_err(error::value)
}

/// Writes for each hand and kind the copies outside the hand, if drawing one lowers the shanten.
#[pyfunction]
pub(crate) fn ukeire(
    py: Python<'_>,
    rules: &Rules,
    hands: PyReadonlyArray2<'_, u8>,
    out: PyReadwriteArray2<'_, u8>,
) -> PyResult<()> {
    kinds(py, rules, &hands, out, HandRules::ukeire_of)
}

/// Writes for each hand and kind whether it completes the hand.
#[pyfunction]
pub(crate) fn waits(
    py: Python<'_>,
    rules: &Rules,
    hands: PyReadonlyArray2<'_, u8>,
    out: PyReadwriteArray2<'_, u8>,
) -> PyResult<()> {
    kinds(py, rules, &hands, out, HandRules::waits_of)
}

/// Writes a row for each hand.
type Kernel = fn(&HandRules, &[KindCounts], &mut [KindCounts]) -> Result<(), HandError>;

fn kinds(
    py: Python<'_>,
    rules: &Rules,
    hands: &PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray2<'_, u8>,
    kernel: Kernel,
) -> PyResult<()> {
    let (rules, hands) = (of(rules)?, rows(hands.as_slice()?)?);
    let (out, rest) = out.as_slice_mut()?.as_chunks_mut();
    same_length(hands.len(), out.len() + rest.len())?;
    py.detach(|| kernel(&rules, hands, out)).map_err(error::value)
}

/// The values of winning hands: one JSON object for each, as `hyakuman score --json` prints it. `hands` is JSON lines.
#[pyfunction]
pub(crate) fn score(py: Python<'_>, rules: &Rules, hands: &str) -> PyResult<Vec<String>> {
    let scorer = rules.0.scorer();
    let one = |(row, hand): (usize, &str)| {
        let score = scorer.score(hand).map_err(|error| format!("hand {row}: {error}"))?;
        serde_json::to_string(&score).map_err(|error| error.to_string())
    };
    let filled = |(_, line): &(usize, &str)| !line.trim().is_empty();
    py.detach(|| hands.lines().enumerate().filter(filled).map(one).collect::<Result<_, String>>())
        .map_err(error::value)
}

/// The counts of the 34 kinds in a text such as `123m406p11z`, and whether each red five is in it.
#[pyfunction]
pub(crate) fn parse_tiles(text: &str) -> PyResult<(Vec<u8>, Vec<bool>)> {
    let (mut counts, mut reds) = (vec![0u8; Kind::COUNT], vec![false; 3]);
    for tile in notation::parse_tiles(text).map_err(error::value)? {
        counts[tile.kind().index()] = counts[tile.kind().index()].saturating_add(1);
        if tile.is_red() {
            reds[tile.kind().suit() as usize] = true;
        }
    }
    Ok((counts, reds))
}

fn of(rules: &Rules) -> PyResult<HandRules> {
    rules.0.hand_rules().map_err(error::value)
}

/// The rows of an array of shape (n, 34).
fn rows(cells: &[u8]) -> PyResult<&[KindCounts]> {
    match cells.as_chunks() {
        (rows, []) => Ok(rows),
        _ => Err(error::value("hands must have the shape (n, 34)")),
    }
}

fn same_length(hands: usize, out: usize) -> PyResult<()> {
    if hands == out { Ok(()) } else { Err(error::value(format!("{hands} hands, but {out} rows of results"))) }
}
