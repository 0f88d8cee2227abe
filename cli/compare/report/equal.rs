//! The verdicts on bounds ([`hyakuman_arena::compare::EqualWithin`]), for text and page.

use super::grid::{Cell, Column, Grid};
use super::page::{head, labels};
use hyakuman_analysis::equivalence::{self, shown};
use hyakuman_arena::compare::{ArmResult, Bounded, Compared};

/// Rows are the arms, columns the measures; `None` without a bound.
pub(super) fn grid(compared: &Compared) -> Option<Grid> {
    let column = |(at, bounded): (usize, &Bounded)| {
        let found = |arm: &ArmResult| shown(bounded.target.measure.unit, &arm.equivalence[at]);
        let found: Vec<[String; 2]> = compared.arms.iter().map(found).collect();
        let width = found.iter().map(|[verdict, _]| verdict.chars().count()).max().unwrap_or(0);
        let cell = |[verdict, interval]: &[String; 2]| -> Cell {
            [String::new(), String::new(), format!("{verdict:<width$}  {interval}").trim_end().to_owned()]
        };
        Column { head: head(compared, &bounded.target), cells: found.iter().map(cell).collect() }
    };
    let columns = compared.bounds.iter().enumerate().map(column).collect();
    let labels = labels(compared).split_off(1);
    (!compared.bounds.is_empty()).then(|| Grid { title: "equal within".into(), columns, labels })
}

/// What the verdicts say.
pub(super) fn explanation(compared: &Compared) -> Option<String> {
    let count = compared.bounds.len() * compared.arms.len();
    let found = compared.arms[0].equivalence.first()?;
    Some(equivalence::explanation(found, count, compared.level.validity()) + ".")
}
