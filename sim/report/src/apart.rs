//! How well the players of a comparison can be told apart under each ruleset.

use crate::arms::shortened;
use crate::document::{Cell, Table, plain};
use hyakuman_agents::Spec;
use hyakuman_analysis::edge::ahead;
use hyakuman_analysis::figures::{decimals, ranged, shown, walls_needed};
use hyakuman_analysis::{Estimate, Resolution, Unit};
use hyakuman_arena::compare::Compared;

/// The numbers of matches after which the chance to be ahead is shown.
pub(crate) const AFTER: [u32; 2] = [10, 100];

/// A column: its head, then the base and every arm.
type Column = (String, Vec<Cell>);

/// Of two agents, the effect of a wall (that of an arm: less the base) and the walls needed; of two or more, the luck share, and the chances of each
/// to be ahead of the others. Nothing of one agent. `labels`: of base and arms.
pub(crate) fn table(compared: &Compared, labels: &[String]) -> Table {
    let luck = luck(compared);
    let columns = resolution(compared).into_iter().flatten().chain(luck).chain(chances(compared));
    let (heads, columns): (Vec<String>, Vec<Vec<Cell>>) = columns.unzip();
    let row = |(at, label): (usize, &String)| {
        (label.clone(), columns.iter().map(|cells| cells[at].clone()).collect::<Vec<_>>())
    };
    let heads = ["agents apart".to_owned()].into_iter().chain(heads);
    Table { split: true, ..Table::new(heads, labels.iter().enumerate().map(row)) }
}

fn resolution(compared: &Compared) -> Option<[Column; 2]> {
    let found = compared.arms.iter().map(|arm| arm.effects.metrics.resolution.as_ref());
    let found: Vec<_> = found.collect::<Option<_>>()?;
    let base = found.first()?;
    let cell = |found: Option<Estimate>, words: &dyn Fn(&Estimate) -> String| {
        let text = found.map(|found| words(&compared.level.of_fixed(found)));
        plain(text.unwrap_or_else(|| "–".to_owned()))
    };
    let column =
        |head: &str, base, arm: fn(&Resolution) -> Option<Estimate>, words: &dyn Fn(&Estimate) -> String| {
            let found = [base].into_iter().chain(found.iter().map(|found| arm(found)));
            (head.to_owned(), found.map(|found| cell(found, words)).collect())
        };
    Some([
        column("effect of a wall", base.effect(0), |arm| arm.effect_less(1, 0), &|found| ranged(found, 3)),
        column("walls needed for 90 % power", base.walls_needed(0), |arm| arm.walls_needed(1), &walls_needed),
    ])
}

fn luck(compared: &Compared) -> Option<Column> {
    let results = compared.arms.iter().map(|arm| &arm.effects.metrics.results);
    let base = results.clone().next()?.luck(0)?;
    let arms = results.map(|results| results.luck(1));
    let cell = |found: Option<Estimate>| {
        shown(Unit::Share, found.map(|found| compared.level.of_fixed(found))).into()
    };
    Some(("luck share %".to_owned(), [Some(base)].into_iter().chain(arms).map(cell).collect()))
}

fn chances(compared: &Compared) -> impl Iterator<Item = Column> {
    let column = |(at, agent): (usize, &Spec)| {
        let effects = compared.arms.iter().map(|arm| arm.effects.metrics.edges[at].effect(compared.level));
        let base = effects.clone().next().and_then(|effect| effect.base);
        let ways = [base].into_iter().chain(effects.map(|effect| effect.variant));
        let [few, many] = AFTER;
        let head = format!("{}: ahead after {few}, {many} matches %", shortened(&agent.to_string(), 16));
        (head, ways.map(|way| chances_of(way, 4)).collect())
    };
    let several = compared.lineup.agents().len() > 1;
    compared.lineup.agents().iter().enumerate().filter(move |_| several).map(column)
}

/// The label of [`chances_of`] in a row.
pub(crate) fn ahead_label() -> String {
    let [few, many] = AFTER;
    format!("ahead {few}, {many} %")
}

/// The chances of a player with this edge to be ahead after [`AFTER`] matches.
pub(crate) fn chances_of(edge: Option<Estimate>, most_decimals: usize) -> Cell {
    let chance = |edge: Estimate, matches: u32| percent(ahead(edge.value, matches.into()), most_decimals);
    let chances = |edge: Estimate| AFTER.map(|matches| chance(edge, matches));
    plain(edge.map_or_else(|| "–".to_owned(), |edge| chances(edge).join(", ")))
}

/// A chance in percent, with the decimals that tell it from 0 and 100, at most so many.
fn percent(chance: f64, most_decimals: usize) -> String {
    let percent = 100.0 * chance;
    let decimals = decimals(percent.min(100.0 - percent)).clamp(1, most_decimals);
    format!("{percent:.decimals$}")
}
